//===- LowerPlace.cpp - Lvalues, loads and stores -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

static LValue untracked(ReasonCode Code, const llvm::Twine &Detail) {
  LValue P;
  P.Why = {Code, Detail.str()};
  return P;
}

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
  if (std::optional<unsigned> Array = sharedArray(Decl)) {
    LValue P;
    P.Kind = LValue::Shared;
    P.Index = *Array;
    return P;
  }
  if (Decl.hasAttr<CUDASharedAttr>())
    return untracked(ReasonCode::UnknownArray,
                     "'" + Decl.getName() + "' has no valid declaration");
  Binding *B = bindingOf(Decl);
  std::string Name = Decl.getNameAsString();
  if (!B || B->Kind == Binding::Ignored) {
    LValue P = untracked(Decl.getType()->isRealFloatingType()
                             ? ReasonCode::FloatingPoint
                         : B ? ReasonCode::UnsupportedConstruct
                             : ReasonCode::DataDependentIndex,
                         "read from '" + Name + "'");
    // One global variable holds one value for all lanes.
    P.IsDivergent = !Decl.hasGlobalStorage();
    return P;
  }
  if (AddressTaken.count(&Decl))
    return untracked(ReasonCode::UnsupportedConstruct,
                     "the address of '" + Name + "' is taken");
  if (B->Kind == Binding::Alias)
    return B->Target;
  LValue P;
  P.Kind = B->Kind == Binding::Scalar ? LValue::Variable : LValue::Record;
  P.Index = B->Index;
  return P;
}

LValue Lowering::placeOfDecl(const DeclRefExpr &E) {
  if (const auto *Decl = dyn_cast<VarDecl>(E.getDecl())) {
    // Uses of what is not declared well are told as unseen ones.
    if (!Decl->isInvalidDecl())
      Seen.insert(&E);
    return placeOfVariable(*Decl);
  }
  if (const auto *Bound = dyn_cast<BindingDecl>(E.getDecl());
      Bound && Bound->getBinding())
    return lowerPlace(Bound->getBinding());
  if (const auto *Bound = dyn_cast<BindingDecl>(E.getDecl()))
    return untracked(ReasonCode::UnsupportedConstruct,
                     "the structured binding '" + Bound->getName() + "'");
  return untracked(ReasonCode::UnsupportedConstruct, "not a variable");
}

/// \p P, \p Bytes (an i64) further.
LValue Lowering::moved(LValue P, ExprId Bytes) {
  if (Builder.constantValue(Bytes) == 0)
    return P;
  if (P.Kind == LValue::Shared || P.Kind == LValue::Record)
    P.Inner = P.Inner.isValid() ? Builder.binary(BinaryOp::Add, P.Inner, Bytes)
                                : Bytes;
  else if (P.Kind == LValue::Pointer)
    P.Address =
        Builder.binary(BinaryOp::Add, P.Address, Builder.convert(Bytes, U64));
  else if (P.Kind == LValue::Untracked)
    P.Operands.push_back(Bytes);
  return P;
}

/// Fixes \p P as it is now, whatever its subscripts become later.
void Lowering::freeze(LValue &P) {
  for (ExprId &Subscript : P.Subscripts)
    Subscript = temporary(Subscript);
  if (P.Inner.isValid())
    P.Inner = temporary(P.Inner);
  if (P.Address.isValid())
    P.Address = temporary(P.Address);
}

/// The place that \p Pointer, whose value is \p Value, points to.
LValue Lowering::placeBehind(const Expr *Pointer, ExprId Value) {
  if (pointsToShared(Pointer) || mayBeShared(Value)) {
    LValue P;
    P.Kind = LValue::Pointer;
    P.Address = Value;
    return P;
  }
  LValue P = untracked(ReasonCode::DataDependentIndex,
                       "read from memory through '" +
                           textOf(Pointer->getSourceRange()) + "'");
  P.IsDivergent = false;
  P.Operands.push_back(Value);
  return P;
}

/// Bytes from the start of an object to the base class that \p Cast names.
/// Virtual bases have no fixed place; device code has none of them.
static int64_t baseOffset(const CastExpr &Cast, ASTContext &Context) {
  QualType Type = Cast.getSubExpr()->getType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  const CXXRecordDecl *Derived = Type->getAsCXXRecordDecl();
  int64_t Offset = 0;
  for (const CXXBaseSpecifier *Base : Cast.path()) {
    const CXXRecordDecl *Record = Base->getType()->getAsCXXRecordDecl();
    if (!Derived || !Record || Base->isVirtual())
      break;
    Offset += Context.getASTRecordLayout(Derived)
                  .getBaseClassOffset(Record)
                  .getQuantity();
    Derived = Record;
  }
  return Offset;
}

static bool isToBase(const CastExpr &Cast) {
  return Cast.getCastKind() == CK_DerivedToBase ||
         Cast.getCastKind() == CK_UncheckedDerivedToBase;
}

/// What \p Pointer points to.
LValue Lowering::placeOfPointee(const Expr *Pointer) {
  const Expr *E = Pointer->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (isToBase(*Cast))
      return moved(placeOfPointee(Cast->getSubExpr()),
                   Builder.constant(baseOffset(*Cast, Context), I64));
    if (Cast->getCastKind() == CK_NoOp)
      return placeOfPointee(Cast->getSubExpr());
  }
  if (isa<CXXThisExpr>(E))
    if (const LValue *This = thisPlace())
      return *This;
  ExprId Value = lowerValue(Pointer);
  return placeBehind(Pointer, Value);
}

LValue Lowering::placeOfSubscript(const ArraySubscriptExpr &E) {
  const Expr *Base = E.getBase()->IgnoreParens();
  ExprId Index = Builder.convert(lowerValue(E.getIdx()), I64);
  QualType Element = E.getType();
  if (Element->isIncompleteType() || Element->isDependentType())
    return untracked(ReasonCode::UnknownArray, "the element's size");
  ExprId Size =
      Builder.constant(Context.getTypeSizeInChars(Element).getQuantity(), I64);
  ExprId Bytes = Builder.binary(BinaryOp::Mul, Index, Size);
  const auto *Decay = dyn_cast<CastExpr>(Base);
  if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay) {
    LValue P = lowerPlace(Decay->getSubExpr());
    if (P.Kind == LValue::Shared && !P.Inner.isValid() &&
        P.Subscripts.size() < Program.Arrays[P.Index].Extents.size()) {
      P.Subscripts.push_back(Index);
      return P;
    }
    return moved(std::move(P), Bytes);
  }
  if (!Base->getType()->isPointerType()) {
    lowerEffects(Base);
    return untracked(ReasonCode::UnsupportedConstruct,
                     "a subscript of something that is no array");
  }
  ExprId Pointer = lowerValue(Base);
  return moved(placeBehind(Base, Pointer), Bytes);
}

LValue Lowering::placeOfMember(const MemberExpr &E) {
  const Expr *Base = E.getBase();
  if (const auto *Static = dyn_cast<VarDecl>(E.getMemberDecl())) {
    lowerEffects(Base);
    return placeOfVariable(*Static);
  }
  const auto *Field = dyn_cast<FieldDecl>(E.getMemberDecl());
  LValue P = E.isArrow() ? placeOfPointee(Base) : lowerPlace(Base);
  if (P.Kind == LValue::Coordinates) {
    if (std::optional<Builtin> Special =
            coordinate(P.Name, E.getMemberDecl()->getName())) {
      P.Kind = LValue::Member;
      P.Component = *Special;
      return P;
    }
    return untracked(ReasonCode::UnsupportedConstruct, "a coordinate");
  }
  if (!Field || Field->isBitField() || Field->getParent()->isInvalidDecl())
    return untracked(ReasonCode::UnsupportedConstruct,
                     "the member '" + E.getMemberDecl()->getNameAsString() +
                         "'");
  const ASTRecordLayout &Layout =
      Context.getASTRecordLayout(Field->getParent());
  int64_t Offset =
      Context.toCharUnitsFromBits(Layout.getFieldOffset(Field->getFieldIndex()))
          .getQuantity();
  if (P.Kind == LValue::Record) {
    P.Bytes += Offset;
    return P;
  }
  if (P.Kind == LValue::Untracked)
    return P;
  return moved(std::move(P), Builder.constant(Offset, I64));
}

LValue Lowering::placeOfDereference(const UnaryOperator &E) {
  const Expr *Pointer = E.getSubExpr();
  // *array is array[0].
  const auto *Decay = dyn_cast<CastExpr>(Pointer->IgnoreParens());
  if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay) {
    LValue P = lowerPlace(Decay->getSubExpr());
    if (P.Kind == LValue::Shared && !P.Inner.isValid() &&
        P.Subscripts.size() < Program.Arrays[P.Index].Extents.size())
      P.Subscripts.push_back(Builder.constant(0, I64));
    return P;
  }
  return placeOfPointee(Pointer);
}

/// threadIdx.x as the toolkit's headers declare it.
LValue Lowering::placeOfProperty(const MSPropertyRefExpr &E) {
  LValue P = lowerPlace(E.getBaseExpr());
  if (P.Kind == LValue::Coordinates)
    if (std::optional<Builtin> Component =
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
    return lowerPlace(E.getSubExpr());
  LValue P = untracked(ReasonCode::UnsupportedConstruct, "a temporary");
  P.IsDivergent = false;
  P.Operands.push_back(lowerValue(E.getSubExpr()));
  if (intType(E.getType()) && !E.getType()->isPointerType()) {
    P.Kind = LValue::Variable;
    P.Index = addVariable("", valueType(E.getType()));
    assign(P.Index, P.Operands[0]);
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
      lowerEffects(Binary->getLHS());
      return lowerPlace(Binary->getRHS());
    }
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    ExprId Value = lowerCall(*Call);
    LValue P = placeBehind(Call, Value);
    P.IsDivergent = true;
    return P;
  }
  return std::nullopt;
}

LValue Lowering::lowerPlace(const Expr *E) {
  llvm::SaveAndRestore Used(IsResultUnused, false);
  E = E->IgnoreParens();
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
  if (E->isPRValue()) {
    LValue P = untracked(ReasonCode::UnsupportedConstruct, "a value");
    P.IsDivergent = false;
    P.Operands.push_back(lowerValue(E));
    return P;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && isToBase(*Cast))
    return moved(lowerPlace(Cast->getSubExpr()),
                 Builder.constant(baseOffset(*Cast, Context), I64));
  if (const clang::Expr *Wrapped = wrappedPlace(E))
    return lowerPlace(Wrapped);
  if (std::optional<LValue> P = placeAfterEffects(E))
    return *P;
  if (const auto *Condition = dyn_cast<ConditionalOperator>(E);
      Condition && isShared(Condition)) {
    ExprId Choice = Builder.convert(lowerValue(Condition->getCond()), BoolType);
    ExprId Then = addressOf(lowerPlace(Condition->getTrueExpr()));
    ExprId Else = addressOf(lowerPlace(Condition->getFalseExpr()));
    LValue P;
    P.Kind = LValue::Pointer;
    P.Address = Builder.select(Choice, Then, Else);
    return P;
  }
  lowerChildren(E);
  return untracked(isa<RecoveryExpr>(E) ? ReasonCode::ParseError
                                        : ReasonCode::UnsupportedConstruct,
                   llvm::Twine("a construct that is not lowered: ") +
                       E->getStmtClassName());
}

/// The u64 address of \p P, opaque if it is not in shared memory.
ExprId Lowering::addressOf(const LValue &P) {
  if (P.Kind == LValue::Shared) {
    ExprId Inner = P.Inner.isValid() ? P.Inner : Builder.constant(0, I64);
    return Builder.address(P.Index, P.Subscripts, Inner);
  }
  if (P.Kind == LValue::Pointer)
    return P.Address;
  return opaque(ReasonCode::UnknownPointer,
                "the address of something that is not shared",
                Context.VoidPtrTy, P.Operands,
                P.Kind == LValue::Untracked ? P.IsDivergent : false);
}

/// Reads \p P, the place of \p E.
ExprId Lowering::load(const LValue &P, const Expr *E) {
  QualType Type = E->getType();
  switch (P.Kind) {
  case LValue::Variable:
    return Builder.variable(P.Index);
  case LValue::Parameter:
    return Builder.parameter(P.Index);
  case LValue::Member:
    return Builder.builtin(P.Component);
  case LValue::Record:
    return loadRecord(P, Type);
  case LValue::Shared:
  case LValue::Pointer: {
    ExprId Address = addressOf(P);
    emitAccess(MemoryOperation::Load, P, Type, E);
    return opaque(ReasonCode::DataDependentIndex,
                  "loaded from '" + textOf(E->getSourceRange()) + "'", Type,
                  {Address}, /*IsDivergent=*/false,
                  textOf(E->getSourceRange()));
  }
  case LValue::Coordinates:
  case LValue::Untracked:
    break;
  }
  llvm::StringRef Name = P.Name;
  std::string Text;
  if (Name.empty() && !P.IsDivergent) {
    Text = textOf(E->getSourceRange());
    Name = Text;
  }
  return opaque(P.Why.Code, P.Why.Detail, Type, P.Operands, P.IsDivergent,
                Name);
}

void Lowering::store(const LValue &P, ExprId Value, const Expr *E) {
  switch (P.Kind) {
  case LValue::Variable:
    return assign(P.Index, Value);
  case LValue::Record:
    return storeRecord(P, Value, E->getType());
  case LValue::Shared:
  case LValue::Pointer:
    return emitAccess(MemoryOperation::Store, P, E->getType(), E);
  default:
    return;
  }
}

/// Whatever \p P holds may change now.
void Lowering::forget(const LValue &P, QualType Type, ReasonCode Code,
                      const llvm::Twine &Detail) {
  Reason Why{Code, Detail.str()};
  if (P.Kind == LValue::Record)
    return forgetRecord(P, Type, std::move(Why));
  if (P.Kind != LValue::Variable)
    return;
  IntType Int = Program.Variables[P.Index].Type;
  assign(P.Index,
         Builder.opaque({std::move(Why), "", /*Divergent=*/true}, Int));
}

void Lowering::observeLayout(const LValue &P, const Expr *E,
                             llvm::StringRef What) {
  if (P.Kind == LValue::Shared)
    Program.Arrays[P.Index].LayoutUses.push_back(
        {spanOf(E->getSourceRange()), What.str()});
}
