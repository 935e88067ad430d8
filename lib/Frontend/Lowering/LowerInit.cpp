//===- LowerInit.cpp - Initialization of local structs and arrays ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A struct has no value of its own here: the expression that makes one is
// lowered into the place that it initializes. Constructors run on that place,
// functions that return structs fill it, lambdas keep their captures in it.
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "Lowering.h"
#include "Lowering/Emit/Integers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

/// What gives the value of \p E, without what only wraps it.
static const clang::Expr *unwrapped(const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bound->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
      E = Default->getExpr();
    else if (const auto *Init = dyn_cast<CXXDefaultInitExpr>(E))
      E = Init->getExpr();
    else if (const auto *Cast = dyn_cast<CastExpr>(E);
             Cast && (Cast->getCastKind() == CK_NoOp ||
                      Cast->getCastKind() == CK_ConstructorConversion ||
                      Cast->getCastKind() == CK_UserDefinedConversion))
      E = Cast->getSubExpr();
    else
      return E;
  }
}

/// Initializes \p To, a part of a record that is of \p Type.
void Lowering::initialize(const LValue &To, QualType Type, const Expr *From) {
  const FlowRecorder::Scope Value(Emit.Flow);
  if (Type->isReferenceType())
    return Mem.initReference(To, place(From));
  if (intType(Context, Type)) {
    const ExprId Value = value(From);
    llvm::SaveAndRestore Moves(Emit.Flow.IsMove, isRead(*From));
    return Mem.storeRecord(To, Value, Type);
  }
  const Expr *Source = unwrapped(From);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Source))
    return initFromChoice(
        *Choice, [&](const Expr *Side) { initialize(To, Type, Side); });
  if (Source->isGLValue()) {
    LValue P = place(Source);
    if (P.isMemory())
      Mem.load(P, Source);
    const std::optional<unsigned> Load = Emit.justAccessed(Source);
    Mem.copyRecord(To, Type, P);
    if (Load)
      Mem.noteLoaded(To, Type, *Load);
    return;
  }
  if (const auto *List = dyn_cast<InitListExpr>(Source))
    return initFromList(To, *List);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Source))
    return initFromConstruct(To, *Construct);
  if (const auto *Inherited = dyn_cast<CXXInheritedCtorInitExpr>(Source))
    return initFromInherited(To, *Inherited);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(Source))
    return initFromLambda(To, *Lambda);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(Source))
    return Mem.setToZero(To, Type);
  if (const auto *Binary = dyn_cast<BinaryOperator>(Source);
      Binary && Binary->getOpcode() == BO_Comma) {
    effects(Binary->getLHS());
    return initialize(To, Type, Binary->getRHS());
  }
  if (const auto *Elements = dyn_cast<ArrayInitLoopExpr>(Source))
    return initialize(To, Type, Elements->getCommonExpr()->getSourceExpr());
  if (const auto *Call = dyn_cast<CallExpr>(Source))
    if (lowerCallInto(*Call, To))
      return;
  if (!isa<CallExpr>(Source))
    effects(Source);
  Mem.forgetRecord(To, Type,
                   {ReasonCode::UnsupportedConstruct, "the result of a call"});
  llvm::SaveAndRestore Moves(Emit.Flow.IsMove, isRead(*From));
  if (Type->isRealFloatingType())
    Mem.noteAssigned(To, Type);
  else if (isa<CallExpr>(Source))
    Mem.noteComputed(To, Type);
}

void Lowering::initFromArrayList(const LValue &To, const InitListExpr &List) {
  const ConstantArrayType *Array =
      Context.getAsConstantArrayType(List.getType());
  for (unsigned I = 0; I != List.getNumInits(); ++I) {
    if (!Array) {
      effects(List.getInit(I));
      continue;
    }
    QualType Element = Array->getElementType();
    LValue Part = To;
    Part.Bytes += I * Context.getTypeSizeInChars(Element).getQuantity();
    initialize(Part, Element, List.getInit(I));
  }
  if (!Array || !List.hasArrayFiller() ||
      !Mem.holdsVariables(To, List.getType()))
    return;
  QualType Element = Array->getElementType();
  for (uint64_t I = List.getNumInits(); I < Array->getZExtSize(); ++I) {
    LValue Part = To;
    Part.Bytes += I * Context.getTypeSizeInChars(Element).getQuantity();
    initialize(Part, Element, List.getArrayFiller());
  }
}

void Lowering::initFromList(const LValue &To, const InitListExpr &List) {
  const auto *Record = List.getType()->getAsRecordDecl();
  if (List.isTransparent())
    return initialize(To, List.getType(), List.getInit(0));
  if (!Record)
    return initFromArrayList(To, List);
  unsigned Next = 0;
  // Members that are not listed may be computed from those before them.
  std::optional<LValue> This = Frames.back().This;
  auto Init = [&](const LValue &Part, QualType Type) {
    if (Next == List.getNumInits())
      return;
    const Expr *From = List.getInit(Next++);
    if (isa<CXXDefaultInitExpr>(From))
      Frames.back().This = To;
    initialize(Part, Type, From);
    Frames.back().This = This;
  };
  if (Record->isUnion())
    return Init(To, List.getType());
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (const CXXRecordDecl *BaseClass = Base.getType()->getAsCXXRecordDecl())
        Init(baseOf(Context, To, *Class, *BaseClass), Base.getType());
  for (const FieldDecl *Field : Record->fields())
    if (!Field->isUnnamedBitField())
      Init(fieldOf(Context, To, *Field), Field->getType());
}

void Lowering::initFromLambda(const LValue &To, const LambdaExpr &E) {
  auto Field = E.getLambdaClass()->field_begin();
  auto Init = E.capture_init_begin();
  for (const LambdaCapture &Capture : E.captures()) {
    LValue Part = fieldOf(Context, To, **Field);
    if (Capture.getCaptureKind() != LCK_This)
      initialize(Part, Field->getType(), *Init);
    else if (const LValue *This = Frames.thisPlace())
      Mem.initReference(Part, *This);
    ++Field;
    ++Init;
  }
}

/// Initializes something from a side of \p E by \p InitFrom.
void Lowering::initFromChoice(
    const ConditionalOperator &E,
    llvm::function_ref<void(const Expr *Side)> InitFrom) {
  if (const clang::Expr *Side = chosenSide(E, Context))
    return InitFrom(Side);
  ExprId Condition = Builder.convert(value(E.getCond()), BoolType);
  banklint::Stmt If;
  If.Kind = StmtKind::If;
  If.Span = Emit.spanOf(E.getQuestionLoc());
  If.Value = Condition;
  If.Blocks.resize(2);
  const std::optional<bool> Taken = takenSide(Condition);
  Emit.Flow.decide(Emit.Flow.current(), Taken);
  lowerSides(Taken, [&](bool IsThen) {
    llvm::SaveAndRestore Restore(Emit.Out, &If.Blocks[IsThen ? 0 : 1]);
    InitFrom(IsThen ? E.getTrueExpr() : E.getFalseExpr());
  });
  Emit.Out->push_back(std::move(If));
}

/// Initializes each element of an array of objects.
void Lowering::initElements(const LValue &To, const CXXConstructExpr &E) {
  const ConstantArrayType *Array = Context.getAsConstantArrayType(E.getType());
  if (!Array)
    return;
  QualType Element = Array->getElementType();
  int64_t Size = Context.getTypeSizeInChars(Element).getQuantity();
  uint64_t Count =
      Mem.holdsVariables(To, E.getType()) ? Array->getZExtSize() : 1;
  while (const ConstantArrayType *Rows =
             Context.getAsConstantArrayType(Element)) {
    Count *= Rows->getZExtSize();
    Size /= Rows->getZExtSize();
    Element = Rows->getElementType();
  }
  for (uint64_t I = 0; I != Count; ++I) {
    LValue Part = To;
    Part.Bytes += I * Size;
    if (!runConstructor(Part, E))
      Mem.forgetRecord(
          Part, Element,
          {ReasonCode::UnknownCall, "a constructor that is not followed"});
  }
}

void Lowering::initFromConstruct(const LValue &To, const CXXConstructExpr &E) {
  const CXXConstructorDecl *Constructor = E.getConstructor();
  if (E.requiresZeroInitialization())
    Mem.setToZero(To, E.getType());
  if (const clang::Expr *Source = trivialCopySource(E))
    return initialize(To, E.getType(), Source);
  if (Constructor->isTrivial())
    return;
  if (E.getType()->isArrayType())
    return initElements(To, E);
  if (runConstructor(To, E))
    return;
  for (const Expr *Argument : E.arguments())
    passToUnknown(Argument, {ReasonCode::UnknownCall,
                             "the effect of a constructor on its arguments"});
  Mem.forgetRecord(
      To, E.getType(),
      {ReasonCode::UnknownCall, "a constructor that is not followed"});
}

/// Lets the constructor of a base class do what one of the class that inherits
/// it is called for: they have the same parameters.
void Lowering::initFromInherited(const LValue &To,
                                 const CXXInheritedCtorInitExpr &E) {
  const FunctionDecl *Definition = nullptr;
  if (!E.getConstructor()->hasBody(Definition) || inlineLimit(*Definition))
    return Mem.forgetRecord(
        To, E.getType(),
        {ReasonCode::UnknownCall, "a constructor that is not followed"});
  Frame Callee;
  Callee.Function = Definition;
  Callee.This = To;
  const FunctionDecl &Heir = *Frames.back().Function;
  for (unsigned I = 0; I != Definition->getNumParams(); ++I)
    if (const Binding *B = Frames.bindingOf(*Heir.getParamDecl(I)))
      Callee.Bindings[Definition->getParamDecl(I)] = *B;
  runConstructorBody(Callee, E);
}

void Lowering::runInitializer(const LValue &To,
                              const CXXCtorInitializer &Init) {
  const Expr *Value = Init.getInit();
  if (Init.isDelegatingInitializer())
    return initialize(To, Value->getType(), Value);
  if (Init.isBaseInitializer()) {
    const auto *Constructor = cast<CXXConstructorDecl>(Frames.back().Function);
    QualType Type(Init.getBaseClass(), 0);
    const CXXRecordDecl *Base = Type->getAsCXXRecordDecl();
    if (Base && !Init.isBaseVirtual())
      return initialize(baseOf(Context, To, *Constructor->getParent(), *Base),
                        Type, Value);
  } else if (const FieldDecl *Field = Init.getMember()) {
    return initialize(fieldOf(Context, To, *Field), Field->getType(), Value);
  }
  if (const IndirectFieldDecl *Member = Init.getIndirectMember()) {
    LValue Part = To;
    const FieldDecl *Field = nullptr;
    for (const NamedDecl *Link : Member->chain()) {
      Field = cast<FieldDecl>(Link);
      Part = fieldOf(Context, std::move(Part), *Field);
    }
    return initialize(Part, Field->getType(), Value);
  }
  effects(Value);
}

/// Runs a constructor's initializers and body on \p To; false if its body is
/// not known.
bool Lowering::runConstructor(const LValue &To, const CXXConstructExpr &E) {
  const FunctionDecl *Definition = nullptr;
  if (!E.getConstructor()->hasBody(Definition) ||
      Definition->isDependentContext() || inlineLimit(*Definition))
    return false;
  if (Empty.isOf(*Definition)) {
    lowerUnused({E.getArgs(), E.getNumArgs()});
    return true;
  }
  Frame Callee;
  Callee.Function = Definition;
  Callee.This = To;
  for (unsigned I = 0; I != Definition->getNumParams(); ++I)
    if (I < E.getNumArgs())
      bindParameter(Callee, *Definition->getParamDecl(I), E.getArg(I));
  runConstructorBody(Callee, E);
  return true;
}

/// Runs the initializers and the body of \p Callee, a bound frame.
void Lowering::runConstructorBody(Frame &Callee, const Expr &Call) {
  const LValue To = *Callee.This;
  const auto *Constructor = cast<CXXConstructorDecl>(Callee.Function);
  lowerBody(Callee, Call, [&] {
    for (const CXXCtorInitializer *Init : Constructor->inits())
      runInitializer(To, *Init);
  });
}
