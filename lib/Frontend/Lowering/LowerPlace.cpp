//===- LowerPlace.cpp - Lvalues -------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Lowering/Emit/Integers.h"
#include "banklint/Compiler/FlowCode.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

/// True for the variables threadIdx, blockIdx, blockDim and gridDim, whichever
/// header declares them: taking one for plain memory would make it uniform.
static bool isCoordinates(const VarDecl &Decl) {
  if (!Decl.getDeclName().isIdentifier() || !Decl.isFileVarDecl())
    return false;
  return llvm::StringSwitch<bool>(Decl.getName())
      .Cases("threadIdx", "blockIdx", "blockDim", "gridDim", true)
      .Default(false);
}

static std::optional<banklint::Builtin> coordinate(llvm::StringRef Variable,
                                                   llvm::StringRef Member) {
  return parseBuiltin((Variable + "." + Member).str());
}

LValue Lowering::placeOfVariable(const VarDecl &Decl) {
  if (isCoordinates(Decl)) {
    LValue P;
    P.Kind = LValue::Coordinates;
    P.Name = Decl.getName();
    return P;
  }
  if (std::optional<unsigned> Array = Arrays.numberOf(Decl)) {
    LValue P;
    P.Kind = LValue::Shared;
    P.Index = *Array;
    return P;
  }
  if (Decl.hasAttr<CUDASharedAttr>())
    return untracked(ReasonCode::UnknownArray,
                     "'" + Decl.getName() + "' has no valid declaration");
  Binding *B = Frames.bindingOf(Decl);
  if (!B && Decl.hasGlobalStorage())
    B = bindGlobal(Decl);
  std::string Name = Decl.getNameAsString();
  if (!B || B->Kind == Binding::Ignored) {
    LValue P = untracked(Decl.getType()->isRealFloatingType()
                             ? ReasonCode::FloatingPoint
                         : B ? ReasonCode::UnsupportedConstruct
                             : ReasonCode::DataDependentIndex,
                         "read from '" + Name + "'");
    // One global variable holds one value for all lanes.
    P.IsDivergent = !Decl.hasGlobalStorage();
    P.IsEscaped = Decl.hasGlobalStorage();
    P.IsLocal = Decl.hasLocalStorage();
    if (B && P.IsLocal)
      P.Local = B->Index;
    return P;
  }
  if (B->Kind == Binding::Alias)
    return B->Target;
  if (Emit.Values.isEscaped(Decl)) {
    if (B->Kind == Binding::Members)
      Mem.noteRead(placeOf(*B), Decl.getType(), /*IsSome=*/true);
    LValue P = untracked(ReasonCode::UnsupportedConstruct,
                         "the address of '" + Name + "' is taken");
    P.IsLocal = P.IsEscaped = true;
    return P;
  }
  if (B->Pointee)
    Mem.escape(*B->Pointee);
  return placeOf(*B);
}

LValue Lowering::placeOfDecl(const DeclRefExpr &E) {
  if (const auto *Decl = dyn_cast<VarDecl>(E.getDecl())) {
    // Uses of what is not declared well are reported as unseen ones.
    const bool IsUnknownArray =
        Decl->hasAttr<CUDASharedAttr>() && !Arrays.numberOf(*Decl);
    if (!Decl->isInvalidDecl() && !IsUnknownArray)
      Arrays.noteSeen(&E);
    return placeOfVariable(*Decl);
  }
  if (const auto *Bound = dyn_cast<BindingDecl>(E.getDecl());
      Bound && Bound->getBinding())
    return place(Bound->getBinding());
  if (const auto *Bound = dyn_cast<BindingDecl>(E.getDecl()))
    return untracked(ReasonCode::UnsupportedConstruct,
                     "the structured binding '" + Bound->getName() + "'");
  return untracked(ReasonCode::UnsupportedConstruct, "not a variable");
}

/// What \p Pointer points to.
LValue Lowering::placeOfPointee(const Expr *Pointer) {
  const Expr *E = Pointer->IgnoreParens();
  if (std::optional<LValue> Local = localPointee(E))
    return *Local;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (isClassCast(*Cast))
      return Mem.moved(placeOfPointee(Cast->getSubExpr()),
                       Builder.constant(baseOffset(Context, *Cast), I64));
    if (Cast->getCastKind() == CK_NoOp)
      return placeOfPointee(Cast->getSubExpr());
  }
  if (isa<CXXThisExpr>(E))
    if (const LValue *This = Frames.thisPlace())
      return *This;
  ExprId Value = value(Pointer);
  return Pointers.placeBehind(Pointer, Value);
}

LValue Lowering::placeOfSubscript(const ArraySubscriptExpr &E) {
  const Expr *Base = E.getBase()->IgnoreParens();
  ExprId Index;
  FlowRecorder::Value OfIndex;
  {
    const FlowRecorder::Scope Subscript(Emit.Flow, /*IsPart=*/true);
    Index = Builder.convert(value(E.getIdx()), I64);
    OfIndex = Emit.Flow.current();
  }
  // Addresses in shared memory have 32 bits.
  const auto Narrowed = [&](LValue P) {
    if (P.Kind != LValue::Untracked)
      Emit.Flow.narrow(OfIndex);
    return P;
  };
  QualType Element = E.getType();
  if (Element->isIncompleteType() || Element->isDependentType())
    return untracked(ReasonCode::UnknownArray, "the element's size");
  int64_t ElementBytes = Context.getTypeSizeInChars(Element).getQuantity();
  ExprId Size = Builder.constant(ElementBytes, I64);
  // Rows of a member may have an open length.
  if (const std::optional<ExprId> Length = openNumber(E.getBase())) {
    const ConstantArrayType *Row = nullptr;
    while (const auto *Next = Context.getAsConstantArrayType(Element)) {
      Row = Next;
      Element = Next->getElementType();
    }
    Size = Builder.binary(
        BinaryOp::Mul, Builder.convert(*Length, I64),
        Builder.constant(ElementBytes / int64_t(Row->getZExtSize()), I64));
  }
  ExprId Bytes = Builder.binary(BinaryOp::Mul, Index, Size);
  const auto *Decay = dyn_cast<CastExpr>(Base);
  if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay) {
    LValue P = place(Decay->getSubExpr());
    if (P.Kind == LValue::Shared && !P.Inner.isValid() &&
        P.Subscripts.size() < Emit.Program.Arrays[P.Index].Extents.size()) {
      P.Subscripts.push_back(Index);
      return Narrowed(std::move(P));
    }
    return Narrowed(Mem.moved(
        Mem.bounded(std::move(P), Decay->getSubExpr()->getType()), Bytes));
  }
  if (!Base->getType()->isPointerType()) {
    effects(Base);
    return untracked(ReasonCode::UnsupportedConstruct,
                     "a subscript of something that is not an array");
  }
  if (std::optional<LValue> Local = localPointee(Base))
    return Narrowed(Mem.moved(std::move(*Local), Bytes));
  ExprId Pointer = value(Base);
  return Narrowed(Mem.moved(Pointers.placeBehind(Base, Pointer), Bytes));
}

LValue Lowering::placeOfMember(const MemberExpr &E) {
  const Expr *Base = E.getBase();
  if (const auto *Static = dyn_cast<VarDecl>(E.getMemberDecl())) {
    effects(Base);
    return placeOfVariable(*Static);
  }
  const auto *Field = dyn_cast<FieldDecl>(E.getMemberDecl());
  LValue P = E.isArrow() ? placeOfPointee(Base) : place(Base);
  if (P.Kind == LValue::Coordinates) {
    if (std::optional<banklint::Builtin> Special =
            coordinate(P.Name, E.getMemberDecl()->getName())) {
      P.Kind = LValue::Member;
      P.Component = *Special;
      return P;
    }
    return untracked(ReasonCode::UnsupportedConstruct, "a coordinate");
  }
  bool IsInvalid = Field && Field->getParent()->isInvalidDecl();
  if (Field && !Field->isBitField() && !IsInvalid)
    return Mem.placeOfField(std::move(P), *Field);
  if (Field && !IsInvalid && P.Kind == LValue::Record)
    if (const QualType Bytes = bytesOfBitField(Context, *Field);
        !Bytes.isNull()) {
      P = fieldOf(Context, std::move(P), *Field);
      P.BitField = Bytes;
      return P;
    }
  std::string Name =
      "the member '" + E.getMemberDecl()->getNameAsString() + "'";
  if (!P.isMemory())
    return untracked(ReasonCode::UnsupportedConstruct, Name);
  // The compiler chooses how much of a bit-field's neighbours it accesses.
  LValue Unknown;
  Unknown.Kind = LValue::Pointer;
  Unknown.Address = Emit.opaque(
      IsInvalid ? ReasonCode::ParseError : ReasonCode::UnsupportedConstruct,
      IsInvalid ? Name + " of a type that does not parse"
                : "the width of the access to " + Name,
      Context.VoidPtrTy);
  return Unknown;
}

LValue Lowering::placeOfDereference(const UnaryOperator &E) {
  const Expr *Pointer = E.getSubExpr();
  // *array is array[0].
  const auto *Decay = dyn_cast<CastExpr>(Pointer->IgnoreParens());
  if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay) {
    LValue P = place(Decay->getSubExpr());
    if (P.Kind == LValue::Shared && !P.Inner.isValid() &&
        P.Subscripts.size() < Emit.Program.Arrays[P.Index].Extents.size())
      P.Subscripts.push_back(Builder.constant(0, I64));
    return P;
  }
  return placeOfPointee(Pointer);
}

/// What is taken for another type: what is subscripted then are not the extents
/// of the array.
LValue Lowering::placeOfBitCast(const CastExpr &E) {
  LValue P = place(E.getSubExpr());
  if (P.Kind != LValue::Shared ||
      P.Subscripts.size() == Emit.Program.Arrays[P.Index].Extents.size() ||
      Context.hasSameUnqualifiedType(E.getType(), E.getSubExpr()->getType()))
    return P;
  Arrays.observeLayout(P, &E, "a reference of another type");
  LValue Start;
  Start.Kind = LValue::Pointer;
  Start.Address = Emit.addressOf(P);
  return Start;
}

/// threadIdx.x as the toolkit's headers declare it.
LValue Lowering::placeOfProperty(const MSPropertyRefExpr &E) {
  const Expr *Base = E.getBaseExpr()->IgnoreParens();
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(Base))
    Base = Opaque->getSourceExpr();
  LValue P = E.isArrow() ? placeOfPointee(Base) : place(Base);
  if (P.Kind == LValue::Coordinates)
    if (std::optional<banklint::Builtin> Component =
            coordinate(P.Name, E.getPropertyDecl()->getName())) {
      P.Kind = LValue::Member;
      P.Component = *Component;
      return P;
    }
  return untracked(ReasonCode::UnsupportedConstruct, "a property");
}

/// A temporary that a reference binds to.
LValue Lowering::placeOfTemporary(const MaterializeTemporaryExpr &E) {
  if (!E.getSubExpr()->isPRValue())
    return place(E.getSubExpr());
  if (E.getType()->isRecordType() || E.getType()->isConstantArrayType()) {
    LValue P = Mem.addTemporary(E.getType());
    initialize(P, E.getType(), E.getSubExpr());
    if (E.getType().isDestructedType() == QualType::DK_cxx_destructor)
      expectDestructor(P, E.getSourceRange());
    return P;
  }
  LValue P = untracked(ReasonCode::UnsupportedConstruct, "a temporary");
  P.IsDivergent = false;
  P.Operands.push_back(value(E.getSubExpr()));
  if (intType(Context, E.getType())) {
    P.Kind = LValue::Variable;
    P.Index = Emit.addVariable("", valueType(Context, E.getType()));
    Emit.assign(P.Index, P.Operands[0]);
  }
  return P;
}

/// The expression that \p E adds nothing to, if it is such a wrapper.
static const clang::Expr *wrappedPlace(const clang::Expr *E) {
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getSubExpr();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return Full->getSubExpr();
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return Default->getExpr();
  if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return Subst->getReplacement();
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
    return Opaque->getSourceExpr();
  if (const auto *List = dyn_cast<InitListExpr>(E);
      List && List->isTransparent())
    return List->getInit(0);
  return nullptr;
}

/// Lvalues that do something before they name a place.
std::optional<LValue> Lowering::placeAfterEffects(const Expr *E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->isPrefix() && Unary->isIncrementDecrementOp()) {
    LValue Stepped;
    lowerStep(*Unary, &Stepped);
    return Stepped;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isAssignmentOp()) {
      LValue Assigned;
      lowerAssignment(*Binary, &Assigned);
      return Assigned;
    }
    if (Binary->getOpcode() == BO_Comma) {
      effects(Binary->getLHS());
      return place(Binary->getRHS());
    }
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return placeOfCall(*Call);
  // `a ?: b` names a twice.
  if (const auto *Conditional = dyn_cast<AbstractConditionalOperator>(E);
      Conditional && !(isa<BinaryConditionalOperator>(E) &&
                       Conditional->getCond()->HasSideEffects(Context)))
    return placeOfConditional(*Conditional);
  return std::nullopt;
}

LValue Lowering::placeOfConditional(const AbstractConditionalOperator &E) {
  if (const clang::Expr *Side = chosenSide(E, Context))
    return place(Side);
  ExprId Condition =
      Emit.temporary(Builder.convert(value(E.getCond()), BoolType));
  banklint::Stmt If;
  If.Kind = StmtKind::If;
  If.Span = Emit.spanOf(E.getQuestionLoc());
  If.Value = Condition;
  If.Blocks.resize(2);
  LValue Places[2];
  for (unsigned Side : {0, 1}) {
    llvm::SaveAndRestore Restore(Emit.Out, &If.Blocks[Side]);
    Places[Side] = place(Side == 0 ? E.getTrueExpr() : E.getFalseExpr());
  }
  // Most often there is nothing to do before the place is known.
  if (llvm::all_of(If.Blocks, hasOnlyFlow)) {
    for (Block &Side : If.Blocks)
      Emit.Out->insert(Emit.Out->end(), Side.begin(), Side.end());
  } else {
    for (unsigned Side : {0, 1}) {
      llvm::SaveAndRestore Restore(Emit.Out, &If.Blocks[Side]);
      Mem.freeze(Places[Side]);
    }
    Emit.Out->push_back(std::move(If));
  }
  return Mem.choice(Condition, std::move(Places[0]), std::move(Places[1]));
}

LValue Lowering::place(const Expr *E) {
  llvm::SaveAndRestore Used(IsResultUnused, false);
  E = E->IgnoreParens();
  if (isa<RecoveryExpr>(E) || (E->containsErrors() && E->isTypeDependent())) {
    Reason Why = parseError(Lost, E->getBeginLoc(), E->getEndLoc());
    lowerBroken(E);
    return untracked(Why.Code, Why.Detail);
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return placeOfDecl(*Ref);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return placeOfSubscript(*Subscript);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return placeOfMember(*Member);
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E))
    return placeOfProperty(*Property);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return placeOfTemporary(*Temporary);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_Deref)
    return placeOfDereference(*Unary);
  if (E->isPRValue() && E->getType()->isRecordType()) {
    LValue P = Mem.addTemporary(E->getType());
    initialize(P, E->getType(), E);
    return P;
  }
  if (E->isPRValue()) {
    LValue P = untracked(ReasonCode::UnsupportedConstruct, "a value");
    P.IsDivergent = false;
    P.Operands.push_back(value(E));
    return P;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && isClassCast(*Cast))
    return Mem.moved(place(Cast->getSubExpr()),
                     Builder.constant(baseOffset(Context, *Cast), I64));
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getCastKind() == CK_LValueBitCast)
    return placeOfBitCast(*Cast);
  if (const clang::Expr *Wrapped = wrappedPlace(E))
    return place(Wrapped);
  if (std::optional<LValue> P = placeAfterEffects(E))
    return *P;
  const Reason Why = notLowered(*E);
  bool IsShared = false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isPtrMemOp()) {
    // A pointer to a member may name any.
    const LValue Object = Binary->getOpcode() == BO_PtrMemD
                              ? place(Binary->getLHS())
                              : placeOfPointee(Binary->getLHS());
    Mem.escape(Object);
    IsShared = Object.isMemory();
    effects(Binary->getRHS());
  } else {
    IsShared = passChildren(*E, Why);
  }
  LValue P = untracked(Why.Code, Why.Detail);
  P.IsEscaped = true;
  if (IsShared) {
    P.Kind = LValue::Pointer;
    P.Address = Emit.opaque(Why.Code, Why.Detail, Context.VoidPtrTy);
  }
  return P;
}

/// The local place that the pointer \p E points to, if it can be followed.
std::optional<LValue> Lowering::localPointee(const Expr *E) {
  if (!Pointers.pointsToLocal(E))
    return std::nullopt;
  E = E->IgnoreParens();
  if (isa<CXXThisExpr>(E))
    return *Frames.thisPlace();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return place(Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    LValue P = *localPointee(Binary->getLHS());
    ExprId Count = Builder.convert(value(Binary->getRHS()), I64);
    ExprId Size = Builder.constant(
        Context.getTypeSizeInChars(E->getType()->getPointeeType())
            .getQuantity(),
        I64);
    ExprId Bytes = Builder.binary(BinaryOp::Mul, Count, Size);
    if (Binary->getOpcode() == BO_Sub)
      Bytes = Builder.unary(UnaryOp::Negate, Bytes);
    return Mem.moved(std::move(P), Bytes);
  }
  const auto *Cast = cast<CastExpr>(E);
  const Expr *Sub = Cast->getSubExpr();
  if (Cast->getCastKind() == CK_NoOp || Cast->getCastKind() == CK_BitCast)
    return localPointee(Sub);
  if (Cast->getCastKind() == CK_ArrayToPointerDecay)
    return Mem.bounded(place(Sub), Sub->getType());
  const auto *Ref = cast<DeclRefExpr>(Sub->IgnoreParens());
  return Frames.bindingOf(*cast<VarDecl>(Ref->getDecl()))->Pointee;
}

/// Binds \p Pointer in \p In if its initial value is a local place's address
/// and it keeps it.
bool Lowering::bindToLocal(Frame &In, const VarDecl &Pointer,
                           const Expr &Value) {
  if (!Pointer.getType()->isPointerType() || Pointers.isChanged(Pointer) ||
      !Pointers.pointsToLocal(&Value))
    return false;
  std::optional<LValue> Pointee = localPointee(&Value);
  Mem.freeze(*Pointee);
  bindLocal(In, Pointer);
  In.Bindings[&Pointer].Pointee = std::move(Pointee);
  return true;
}
