//===- HostExpressions.cpp - Values of host code --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "HostExecution.h"
#include "Recovery/LostCode.h"
#include "banklint/Program/KernelProgram.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

/// What is left of \p Value in the bit-field \p Field.
HostValue HostExecution::asBitField(HostValue Value, const FieldDecl &Field) {
  std::optional<IntType> Type = integerType(Field.getType(), Context);
  std::optional<int64_t> Number = Value.number();
  if (!Type || !Number)
    return {};
  uint64_t Bits = Field.getBitWidthValue(Context);
  if (Bits < Type->Bits)
    Type->Bits = Bits;
  return HostValue::integer(canonical(*Number, *Type));
}

/// \p Value, with a symbol if it is an unknown integer.
HostValue HostExecution::fresh(QualType Type, HostValue Value) {
  if (Value.isUnknown() && Value.Symbol == 0 && integerType(Type, Context))
    Value.Symbol = ++LastSymbol;
  return Value;
}

/// What APValue \p Value of a constant says.
static HostValue fromConstant(const APValue &Value, unsigned Depth = 0) {
  HostValue Result;
  if (Depth > 4)
    return Result;
  if (Value.isInt() && Value.getInt().isRepresentableByInt64())
    return HostValue::integer(Value.getInt().getExtValue());
  if (Value.isStruct()) {
    Result = HostValue::aggregate({});
    for (unsigned I = 0; I != Value.getStructNumBases(); ++I)
      Result.Elements.push_back(
          fromConstant(Value.getStructBase(I), Depth + 1));
    for (unsigned I = 0; I != Value.getStructNumFields(); ++I)
      Result.Elements.push_back(
          fromConstant(Value.getStructField(I), Depth + 1));
  } else if (Value.isArray() && Value.getArraySize() <= 64) {
    Result = HostValue::aggregate({});
    for (unsigned I = 0; I != Value.getArraySize(); ++I)
      Result.Elements.push_back(fromConstant(
          I < Value.getArrayInitializedElts() ? Value.getArrayInitializedElt(I)
                                              : Value.getArrayFiller(),
          Depth + 1));
  }
  return Result;
}

/// The value of a variable that no state holds: a constant's, or unknown.
HostValue HostExecution::valueOfVariable(const VarDecl &Variable) {
  auto [It, IsNew] = Constants.try_emplace(&Variable);
  if (!IsNew || Variable.isInvalidDecl() ||
      Variable.getType()->isReferenceType() ||
      Variable.getType()->isDependentType())
    return It->second;
  const VarDecl *Defining = nullptr;
  const Expr *Init = Variable.getAnyInitializer(Defining);
  bool IsConst = Variable.getType().isConstQualified();
  bool NeverChanges = Variable.getFormalLinkage() == Linkage::Internal ||
                      Variable.isStaticLocal();
  if (!Init || Init->isValueDependent() || Init->containsErrors() ||
      (!IsConst && (!NeverChanges || mayChange(Variable))))
    return It->second;
  HostValue Value;
  if (IsConst && Defining->mightBeUsableInConstantExpressions(Context))
    if (const APValue *Constant = Defining->evaluateValue())
      Value = fromConstant(*Constant);
  if (Value.isUnknown() && Variable.hasGlobalStorage()) {
    HostState Nothing;
    llvm::SaveAndRestore Path(Current, &Nothing);
    llvm::SaveAndRestore Outer(Taken, Choices());
    Value = evaluate(Init);
    // Of alternatives, none is the constant's.
    if (!Taken.Trail.empty())
      Value = {};
  }
  return Constants[&Variable] = Value;
}

HostValue HostExecution::load(const HostPlace &Place) {
  if (std::optional<HostValue> Value = Current->load(Place)) {
    // One of its pointers may have been read.
    if (Place.IsSomewhereInside)
      if (std::optional<HostValue> Whole =
              Current->load({Place.Root, {}, false}))
        escape(*Whole);
    if (Value->Kind == HostValue::Address && Place.Path.empty())
      if (const auto *Variable = Place.Root.dyn_cast<const VarDecl *>();
          Variable && Variable->getType()->isReferenceType())
        return load(Value->Target);
    return *Value;
  }
  const auto *Variable = Place.Root.dyn_cast<const VarDecl *>();
  if (!Variable || Place.IsSomewhereInside)
    return {};
  HostValue Value = valueOfVariable(*Variable);
  for (unsigned Index : Place.Path) {
    HostValue Part = Value.element(Index);
    Value = std::move(Part);
  }
  return Value;
}

void HostExecution::store(const Expr *Lvalue, HostValue Value) {
  std::optional<HostPlace> Place = place(Lvalue);
  const VarDecl *Variable =
      Place ? Place->Root.dyn_cast<const VarDecl *>() : nullptr;
  // Where it is stored, other functions may find it.
  if (!Place || (Variable && Variable->hasGlobalStorage()))
    escape(Value);
  if (const FieldDecl *Field = Lvalue->getSourceBitField())
    Value = asBitField(std::move(Value), *Field);
  if (Place)
    Current->store(*Place, fresh(Lvalue->getType(), std::move(Value)));
}

/// Code that is not seen may write through \p Value from now on.
void HostExecution::escape(const HostValue &Value) {
  if (Value.Kind == HostValue::Address)
    Current->escape(Value.Target.Root);
  for (const HostValue &Element : Value.Elements)
    escape(Element);
}

HostPlace HostExecution::temporary(const Expr &E, HostValue Value) {
  HostPlace Place{&E, {}, false};
  Current->erase(&E);
  Current->store(Place, std::move(Value));
  Frames.back().Temporaries.push_back(&E);
  return Place;
}

/// Evaluates what \p S consists of, for its effects. References to its parts
/// may be kept.
HostValue HostExecution::evaluateOperands(const Stmt *S) {
  applyLost(Lost.at(S));
  const auto *Operation = dyn_cast<BinaryOperator>(S);
  bool IsReading = Operation && readsOperands(*Operation);
  for (const Stmt *Child : S->children()) {
    const auto *E = dyn_cast_or_null<Expr>(Child);
    if (!E) {
      if (Child)
        evaluateOperands(Child);
      continue;
    }
    addUnfollowed(*E);
    if (E->isGLValue() && !E->getType()->isFunctionType() && !IsReading) {
      if (std::optional<HostPlace> Place = place(E))
        Current->escape(Place->Root);
    } else {
      escape(evaluate(E));
    }
  }
  return {};
}

std::optional<HostPlace> HostExecution::placeOfMember(const MemberExpr &E) {
  if (const auto *Static = dyn_cast<VarDecl>(E.getMemberDecl()))
    return HostPlace{Static, {}, false};
  const auto *Field = dyn_cast<FieldDecl>(E.getMemberDecl());
  std::optional<HostPlace> Base;
  if (E.isArrow()) {
    HostValue Pointer = evaluate(E.getBase());
    if (Pointer.Kind == HostValue::Address)
      Base = std::move(Pointer.Target);
  } else {
    Base = place(E.getBase());
  }
  if (!Base || !Field)
    return std::nullopt;
  if (Field->getParent()->isUnion() || Field->getType()->isReferenceType()) {
    Base->IsSomewhereInside = true;
    return Base;
  }
  return Base->part(memberIndex(*Field));
}

std::optional<HostPlace>
HostExecution::placeOfSubscript(const ArraySubscriptExpr &E) {
  HostValue Pointer = evaluate(E.getBase());
  HostValue Subscript = evaluate(E.getIdx());
  if (Pointer.Kind != HostValue::Address)
    return std::nullopt;
  HostPlace Place = std::move(Pointer.Target);
  std::optional<int64_t> Number = Subscript.number();
  if (!Number || Place.IsSomewhereInside) {
    if (!Place.Path.empty())
      Place.Path.pop_back();
    Place.IsSomewhereInside = true;
    return Place;
  }
  if (Place.Path.empty())
    return *Number == 0 ? std::optional(Place) : std::nullopt;
  int64_t Moved = int64_t(Place.Path.back()) + *Number;
  if (Moved < 0 || Moved > INT32_MAX)
    return std::nullopt;
  Place.Path.back() = Moved;
  return Place;
}

std::optional<HostPlace> HostExecution::placeOfName(const DeclRefExpr &E) {
  if (const auto *Bound = dyn_cast<BindingDecl>(E.getDecl());
      Bound && Bound->getBinding())
    return place(Bound->getBinding());
  const auto *Variable = dyn_cast<VarDecl>(E.getDecl());
  if (!Variable)
    return std::nullopt;
  HostPlace Place{Variable, {}, false};
  if (!Variable->getType()->isReferenceType())
    return Place;
  std::optional<HostValue> Value = Current->load(Place);
  if (Value && Value->Kind == HostValue::Address)
    return Value->Target;
  // Bound to a value, or not known to what.
  return Value && !Value->isUnknown() ? std::optional(Place) : std::nullopt;
}

std::optional<HostPlace> HostExecution::place(const Expr *E) {
  if (isSpent())
    return std::nullopt;
  E = E->IgnoreParens();
  if (const auto *Name = dyn_cast<DeclRefExpr>(E))
    return placeOfName(*Name);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return placeOfMember(*Member);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return placeOfSubscript(*Element);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Deref) {
      HostValue Pointer = evaluate(Unary->getSubExpr());
      if (Pointer.Kind == HostValue::Address)
        return Pointer.Target;
      return std::nullopt;
    }
    if (Unary->isIncrementDecrementOp() && Unary->isPrefix()) {
      evaluateStep(*Unary);
      return place(Unary->getSubExpr());
    }
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_NoOp)
      return place(Cast->getSubExpr());
    if (Cast->getCastKind() == CK_DerivedToBase ||
        Cast->getCastKind() == CK_UncheckedDerivedToBase) {
      std::optional<HostPlace> Place = place(Cast->getSubExpr());
      return Place ? std::optional(baseOf(std::move(*Place), *Cast)) : Place;
    }
  }
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return temporary(*E, evaluate(Temporary->getSubExpr()));
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return place(Full->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && isForwarding(*Call))
    return place(Call->getArg(0));
  if (const auto *Assigned = dyn_cast<BinaryOperator>(E);
      Assigned && Assigned->isAssignmentOp()) {
    evaluateAssignment(*Assigned);
    return place(Assigned->getLHS());
  }
  if (const auto *Conditional = dyn_cast<AbstractConditionalOperator>(E)) {
    const Expr *Arm = chosenArm(*Conditional);
    return Arm ? place(Arm) : std::nullopt;
  }
  HostValue Value = evaluateInner(E);
  if (E->isGLValue() && Value.Kind == HostValue::Address)
    return Value.Target;
  if (Value.isUnknown() && !E->getType()->isRecordType())
    return std::nullopt;
  return temporary(*E, std::move(Value));
}

/// The arm of \p E that is evaluated on this path, null if that is not known
/// and there are too many paths already.
const clang::Expr *
HostExecution::chosenArm(const AbstractConditionalOperator &E) {
  const Expr *Condition = E.getCond();
  std::optional<bool> Way = evaluateCondition(Condition);
  if (!Way) {
    std::optional<unsigned> Choice = choose(2);
    if (!Choice)
      return nullptr;
    Way = *Choice == 0;
    learnFrom(Condition, *Way);
  }
  return *Way ? E.getTrueExpr() : E.getFalseExpr();
}

HostValue HostExecution::evaluate(const Expr *E) {
  if (!E || isSpent())
    return {};
  ++Steps;
  const auto *Launch = dyn_cast<CUDAKernelCallExpr>(E);
  if (E->isTypeDependent() && !Launch)
    return evaluateOperands(E);
  if (!E->isGLValue() || E->getType()->isFunctionType())
    return evaluateInner(E);
  if (const auto *Call = dyn_cast<CallExpr>(E->IgnoreParens());
      Call && !isForwarding(*Call)) {
    HostValue Value = evaluateInner(E);
    return Value.Kind == HostValue::Address ? load(Value.Target) : Value;
  }
  std::optional<HostPlace> Place = place(E);
  return Place ? load(*Place) : HostValue();
}

/// What Clang's own evaluator knows, unless it is about an effect.
HostValue HostExecution::evaluateLeaf(const Expr *E) {
  Expr::EvalResult Result;
  if (integerType(E->getType(), Context) && !E->isValueDependent() &&
      !E->containsErrors() && E->EvaluateAsInt(Result, Context) &&
      !Result.HasSideEffects && Result.Val.getInt().isRepresentableByInt64() &&
      !needsLostLayout(*E, Context))
    return HostValue::integer(Result.Val.getInt().getExtValue());
  return {};
}

/// The value of \p Type's default initialisation with zeros.
HostValue HostExecution::zeroOf(QualType Type, unsigned Depth) {
  if (integerType(Type, Context))
    return HostValue::integer(0);
  HostValue Result;
  if (Depth > 4)
    return Result;
  if (const auto *Array = Context.getAsConstantArrayType(Type)) {
    Result = HostValue::aggregate({});
    for (uint64_t I = 0; I != std::min<uint64_t>(Array->getZExtSize(), 64); ++I)
      Result.Elements.push_back(zeroOf(Array->getElementType(), Depth + 1));
  } else if (const RecordDecl *Record = Type->getAsRecordDecl();
             Record && !Record->isUnion() && Record->isCompleteDefinition()) {
    Result = HostValue::aggregate({});
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
      for (const CXXBaseSpecifier &Base : Class->bases())
        Result.Elements.push_back(zeroOf(Base.getType(), Depth + 1));
    for (const FieldDecl *Field : Record->fields()) {
      Result.Elements.resize(memberIndex(*Field));
      Result.Elements.push_back(zeroOf(Field->getType(), Depth + 1));
    }
  }
  return Result;
}

HostValue HostExecution::evaluateInitList(const InitListExpr &E) {
  const InitListExpr &List =
      E.isSemanticForm() || !E.getSemanticForm() ? E : *E.getSemanticForm();
  if (List.isTransparent() ||
      (integerType(List.getType(), Context) && List.getNumInits() == 1))
    return evaluate(List.getInit(0));
  HostValue Result = HostValue::aggregate({});
  const RecordDecl *Record = List.getType()->getAsRecordDecl();
  if (Record && !Record->isUnion()) {
    const auto *Class = dyn_cast<CXXRecordDecl>(Record);
    unsigned Next = 0;
    for (unsigned I = 0; Class && I != Class->getNumBases(); ++I)
      if (Next != List.getNumInits())
        Result.Elements.push_back(evaluate(List.getInit(Next++)));
    for (const FieldDecl *Field : Record->fields()) {
      if (Field->isUnnamedBitField() || Next == List.getNumInits())
        continue;
      Result.Elements.resize(memberIndex(*Field));
      HostValue Value = evaluate(List.getInit(Next++));
      Result.Elements.push_back(
          Field->isBitField() ? asBitField(std::move(Value), *Field) : Value);
    }
    return Result;
  }
  const auto *Array = Context.getAsConstantArrayType(List.getType());
  if (!Array)
    return evaluateOperands(&List);
  for (const Expr *Init : List.inits())
    Result.Elements.push_back(evaluate(Init));
  uint64_t Extent = std::min<uint64_t>(Array->getZExtSize(), 64);
  while (Result.Elements.size() < Extent && List.getArrayFiller())
    Result.Elements.push_back(evaluate(List.getArrayFiller()));
  return Result;
}

HostValue HostExecution::evaluateLambda(const LambdaExpr &E) {
  VariableSet Changed = changedVariables(E.getBody(), Lost);
  for (auto [Capture, Init] : llvm::zip(E.captures(), E.capture_inits())) {
    if (!Capture.capturesVariable())
      continue;
    const auto *Variable = dyn_cast<VarDecl>(Capture.getCapturedVar());
    if (!Variable)
      continue;
    if (Variable->isInitCapture())
      Current->store({Variable, {}, false}, evaluate(Variable->getInit()));
    // Calls change the variable, or do not see what changed since.
    else if (Capture.getCaptureKind() == LCK_ByRef ? Changed.contains(Variable)
                                                   : mayChange(*Variable))
      Current->escape(Variable);
  }
  return HostValue::aggregate({});
}

/// GNU's ({ ... }): its value is not followed.
HostValue HostExecution::evaluateStatement(const StmtExpr &E) {
  HostStates States = {*Current};
  Exits Out;
  execute(E.getSubStmt(), States, Out);
  if (States.empty())
    return {};
  *Current = std::move(States.front());
  for (size_t I = 1; I != States.size(); ++I)
    Current->join(States[I]);
  return {};
}

HostValue HostExecution::evaluateInner(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return evaluateCast(*Cast);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return evaluateCall(*Call);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return evaluateUnary(*Unary);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return evaluateBinary(*Binary);
  if (const auto *Conditional = dyn_cast<AbstractConditionalOperator>(E))
    return evaluateConditional(*Conditional);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return evaluateConstruct(*Construct);
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return evaluateInitList(*List);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return evaluateLambda(*Lambda);
  if (const auto *Statement = dyn_cast<StmtExpr>(E))
    return evaluateStatement(*Statement);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return evaluate(Full->getSubExpr());
  if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E)) {
    HostPlace Place = temporary(*E, evaluate(Bound->getSubExpr()));
    expectDestruction(Place, E->getType());
    return load(Place);
  }
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E))
    return evaluate(Made->getSubExpr());
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    return evaluate(List->getSubExpr());
  if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(E))
    return evaluate(Literal->getInitializer());
  if (const auto *Constant = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return evaluate(Constant->getReplacement());
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return evaluate(Default->getExpr());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return evaluate(Default->getExpr());
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return zeroOf(E->getType());
  if (isa<CXXThisExpr>(E))
    return Frames.back().This ? HostValue::address(*Frames.back().This)
                              : HostValue();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Function = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return HostValue::function(*Function);
  if (isa<DeclRefExpr, IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr,
          UnaryExprOrTypeTraitExpr, TypeTraitExpr, SizeOfPackExpr>(E))
    return evaluateLeaf(E);
  evaluateOperands(E);
  return evaluateLeaf(E);
}
