//===- HostExpressions.cpp - Values of host code --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "HostCalls.h"
#include "HostEvaluator.h"
#include "Recovery/LostCode.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

HostValue banklint::asBitField(HostValue Value, const FieldDecl &Field) {
  const ASTContext &Context = Field.getASTContext();
  std::optional<IntType> Type = integerType(Field.getType(), Context);
  std::optional<int64_t> Number = Value.number();
  if (!Type || !Number)
    return {};
  uint64_t Bits = Field.getBitWidthValue(Context);
  if (Bits < Type->Bits)
    Type->Bits = Bits;
  return HostValue::integer(canonical(*Number, *Type));
}

HostValue banklint::hostConstant(const clang::Expr *E, ASTContext &Context) {
  std::optional<int64_t> Number = constantOf(E, Context);
  // Numbers are not bits here; those from 2^63 on have no value.
  if (!Number ||
      (*Number < 0 && E->getType()->isUnsignedIntegerOrEnumerationType()))
    return {};
  return HostValue::integer(*Number);
}

static HostValue zeroOf(QualType Type, const ASTContext &Context,
                        unsigned Depth) {
  if (integerType(Type, Context))
    return HostValue::integer(0);
  HostValue Result;
  if (Depth > 4)
    return Result;
  if (const auto *Array = Context.getAsConstantArrayType(Type)) {
    Result = HostValue::aggregate({});
    for (uint64_t I = 0; I != std::min<uint64_t>(Array->getZExtSize(), 64); ++I)
      Result.Elements.push_back(
          zeroOf(Array->getElementType(), Context, Depth + 1));
  } else if (const RecordDecl *Record = Type->getAsRecordDecl();
             Record && !Record->isUnion() && Record->isCompleteDefinition()) {
    Result = HostValue::aggregate({});
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
      for (const CXXBaseSpecifier &Base : Class->bases())
        Result.Elements.push_back(zeroOf(Base.getType(), Context, Depth + 1));
    for (const FieldDecl *Field : Record->fields()) {
      Result.Elements.resize(memberIndex(*Field));
      Result.Elements.push_back(zeroOf(Field->getType(), Context, Depth + 1));
    }
  }
  return Result;
}

HostValue banklint::zeroOf(QualType Type, const ASTContext &Context) {
  return ::zeroOf(Type, Context, /*Depth=*/0);
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

bool HostEvaluator::isLikelyConstant(const VarDecl &Variable) {
  return Variable.hasGlobalStorage() && Variable.getInit() &&
         !Variable.getType().isConstQualified() &&
         integerType(Variable.getType(), Context) &&
         Variable.getFormalLinkage() != Linkage::Internal &&
         !Variable.isStaticLocal() && !Changes.mayChange(Variable);
}

/// The value of a variable that no state holds: a constant's, or unknown.
HostValue HostEvaluator::valueOfVariable(const VarDecl &Variable) {
  auto [It, IsNew] = Constants.try_emplace(&Variable);
  if (!IsNew || Variable.isInvalidDecl() ||
      Variable.getType()->isReferenceType() ||
      Variable.getType()->isDependentType())
    return It->second;
  const VarDecl *Defining = nullptr;
  const clang::Expr *Init = Variable.getAnyInitializer(Defining);
  bool IsConst = Variable.getType().isConstQualified();
  // Execution may have come to a launch without the code in front of it.
  const bool IsLocal = Variable.isLocalVarDecl() && Variable.hasLocalStorage();
  bool NeverChanges = Variable.getFormalLinkage() == Linkage::Internal ||
                      Variable.isStaticLocal() || IsLocal ||
                      (Path.IsDefaultRun && isLikelyConstant(Variable));
  if (!Init || Init->isValueDependent() || Init->containsErrors() ||
      (!IsConst && (!NeverChanges || Changes.mayChange(Variable))))
    return It->second;
  HostValue Value;
  if (IsConst && Defining->mightBeUsableInConstantExpressions(Context))
    if (const APValue *Constant = Defining->evaluateValue())
      Value = fromConstant(*Constant);
  if (Value.isUnknown() && (Variable.hasGlobalStorage() || IsLocal))
    Value = initialValue(*Init);
  return Constants[&Variable] = Value;
}

HostValue HostEvaluator::initialValue(const clang::Expr &Init) {
  HostState Nothing;
  llvm::SaveAndRestore Apart(Path.Current, &Nothing);
  llvm::SaveAndRestore Outer(Path.Choices, HostChoices());
  llvm::SaveAndRestore Begins(Path.HasEnded, false);
  HostValue Value = evaluate(&Init);
  // Of alternatives, none is the global's.
  return Path.Choices.isSingle() ? Value : HostValue();
}

/// True if \p S is a call of a function that only looks at kernels.
static bool asksAboutKernels(const clang::Stmt &S) {
  const auto *Callee = S.child_begin() == S.child_end()
                           ? nullptr
                           : dyn_cast_or_null<clang::Expr>(*S.child_begin());
  return Callee && looksAtKernels(nameIn(*Callee).getAsString());
}

/// Evaluates what \p S consists of, for its effects. References to its parts
/// may be kept.
HostValue HostEvaluator::evaluateOperands(const clang::Stmt *S) {
  applyLost(Lost.at(S));
  if (!S->children().empty() || isa<AsmStmt>(S))
    Path.Current->forgetExposed();
  const auto *Operation = dyn_cast<BinaryOperator>(S);
  bool IsReading = Operation && readsOperands(*Operation);
  const bool LooksAtKernels = asksAboutKernels(*S);
  for (const clang::Stmt *Child : S->children()) {
    const auto *E = dyn_cast_or_null<clang::Expr>(Child);
    if (!E) {
      if (Child)
        evaluateOperands(Child);
      continue;
    }
    if (!LooksAtKernels)
      Launches.addUnfollowed(*E);
    if (E->isGLValue() && !E->getType()->isFunctionType() && !IsReading) {
      if (std::optional<HostPlace> Place = place(E))
        Path.Current->escape(reachFrom(*Place));
    } else {
      escape(evaluate(E));
    }
  }
  return {};
}

HostValue HostEvaluator::evaluate(const clang::Expr *E) {
  if (!E || Path.isSpent() || Path.HasEnded)
    return {};
  ++Path.Steps;
  const auto *Launch = dyn_cast<CUDAKernelCallExpr>(E);
  if (E->isTypeDependent() && !Launch)
    return evaluateOperands(E);
  if (!E->isGLValue() || E->getType()->isFunctionType())
    return evaluateInner(E);
  if (const auto *Call = dyn_cast<CallExpr>(E->IgnoreParens());
      Call && !isForwarding(*Call)) {
    HostValue Value = evaluateInner(E);
    return Value.Kind == HostValue::Address ? read(Value.Target, E->getType())
                                            : Value;
  }
  std::optional<HostPlace> Place = place(E);
  return Place ? read(*Place, E->getType()) : HostValue();
}

HostValue HostEvaluator::evaluateInitList(const InitListExpr &E) {
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
      if (Field->getType()->isReferenceType()) {
        bindMember(*Field, *List.getInit(Next++));
        continue;
      }
      HostValue Value = evaluate(List.getInit(Next++));
      Result.Elements.push_back(
          Field->isBitField() ? asBitField(std::move(Value), *Field) : Value);
    }
    return Result;
  }
  const auto *Array = Context.getAsConstantArrayType(List.getType());
  if (!Array)
    return evaluateOperands(&List);
  for (const clang::Expr *Init : List.inits())
    Result.Elements.push_back(evaluate(Init));
  uint64_t Extent = std::min<uint64_t>(Array->getZExtSize(), 64);
  while (Result.Elements.size() < Extent && List.getArrayFiller())
    Result.Elements.push_back(evaluate(List.getArrayFiller()));
  return Result;
}

HostValue HostEvaluator::evaluateInner(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return evaluateCast(*Cast);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return Calls.evaluateCall(*Call);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return evaluateUnary(*Unary);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return evaluateBinary(*Binary);
  if (const auto *Conditional = dyn_cast<AbstractConditionalOperator>(E))
    return evaluateConditional(*Conditional);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Calls.evaluateConstruct(*Construct);
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return evaluateInitList(*List);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return evaluateLambda(*Lambda);
  if (const auto *Inner = dyn_cast<StmtExpr>(E))
    return Calls.evaluateInside(*Inner);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return evaluate(Full->getSubExpr());
  // A constructor of the base gets what the inheriting one was given.
  if (isa<CXXInheritedCtorInitExpr>(E)) {
    for (const ParmVarDecl *Parameter : Path.frame().Function->parameters())
      escape(Path.Current->load({Parameter, {}, false}).value_or(HostValue()));
    return {};
  }
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
  // What it makes of its message matters to no launch.
  if (isa<CXXThrowExpr>(E)) {
    Path.HasEnded = true;
    return {};
  }
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return zeroOf(E->getType(), Context);
  if (isa<CXXThisExpr>(E))
    return Path.frame().This ? HostValue::address(*Path.frame().This)
                             : HostValue();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Function = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return HostValue::function(*Function);
  if (isa<DeclRefExpr, IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr,
          UnaryExprOrTypeTraitExpr, TypeTraitExpr, SizeOfPackExpr>(E))
    return hostConstant(E, Context);
  evaluateOperands(E);
  return hostConstant(E, Context);
}
