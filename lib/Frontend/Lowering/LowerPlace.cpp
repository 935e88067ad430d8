//===- LowerPlace.cpp - Lvalues -------------------------------------------===//
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
using banklint::StmtKind;

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
    P.IsLocal = Decl.hasLocalStorage();
    return P;
  }
  if (B->Kind == Binding::Alias)
    return B->Target;
  if (Facts.Escaped.count(&Decl)) {
    LValue P = untracked(ReasonCode::UnsupportedConstruct,
                         "the address of '" + Name + "' is taken");
    P.IsLocal = P.IsEscaped = true;
    return P;
  }
  if (B->Pointee)
    escape(*B->Pointee);
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
  std::optional<int64_t> Constant = Builder.constantValue(Bytes);
  if (P.Kind == LValue::Record && Constant)
    P.Bytes += *Constant;
  else if (P.Kind == LValue::Shared || P.Kind == LValue::Record)
    P.Inner = P.Inner.isValid() ? Builder.binary(BinaryOp::Add, P.Inner, Bytes)
                                : Bytes;
  else if (P.Kind == LValue::Pointer)
    P.Address =
        Builder.binary(BinaryOp::Add, P.Address, Builder.convert(Bytes, U64));
  else if (P.Kind == LValue::Untracked)
    P.Operands.push_back(Bytes);
  else if (P.Kind == LValue::Choice)
    for (LValue &Alternative : P.Alternatives)
      Alternative = moved(std::move(Alternative), Bytes);
  return P;
}

/// \p P, the place of an array of \p Type, which subscripts do not leave. Rows
/// of an array are left, within the array.
LValue Lowering::bounded(LValue P, QualType Type) {
  if (P.Kind == LValue::Record && !P.Within && !P.Inner.isValid() &&
      Type->isConstantArrayType())
    P.Within = {P.Bytes,
                P.Bytes + Context.getTypeSizeInChars(Type).getQuantity()};
  for (LValue &Alternative : P.Alternatives)
    Alternative = bounded(std::move(Alternative), Type);
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
  for (LValue &Alternative : P.Alternatives)
    freeze(Alternative);
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

static bool isToBase(const CastExpr &Cast) {
  return Cast.getCastKind() == CK_DerivedToBase ||
         Cast.getCastKind() == CK_UncheckedDerivedToBase;
}

/// True for casts between the classes of an object.
static bool isClassCast(const CastExpr &Cast) {
  return isToBase(Cast) || Cast.getCastKind() == CK_BaseToDerived;
}

/// Bytes from the start of an object to the base class that \p Cast names, or
/// back; 0 for other casts. Virtual bases have no fixed place; device code has
/// none of them.
int64_t Lowering::baseOffset(const CastExpr &Cast) {
  if (!isClassCast(Cast))
    return 0;
  QualType Type =
      isToBase(Cast) ? Cast.getSubExpr()->getType() : Cast.getType();
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
  return isToBase(Cast) ? Offset : -Offset;
}

/// What \p Pointer points to.
LValue Lowering::placeOfPointee(const Expr *Pointer) {
  const Expr *E = Pointer->IgnoreParens();
  if (std::optional<LValue> Local = localPointee(E))
    return *Local;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (isClassCast(*Cast))
      return moved(placeOfPointee(Cast->getSubExpr()),
                   Builder.constant(baseOffset(*Cast), I64));
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
    return moved(bounded(std::move(P), Decay->getSubExpr()->getType()), Bytes);
  }
  if (!Base->getType()->isPointerType()) {
    lowerEffects(Base);
    return untracked(ReasonCode::UnsupportedConstruct,
                     "a subscript of something that is not an array");
  }
  if (std::optional<LValue> Local = localPointee(Base))
    return moved(std::move(*Local), Bytes);
  ExprId Pointer = lowerValue(Base);
  return moved(placeBehind(Base, Pointer), Bytes);
}

/// \p Field of the struct at \p P.
LValue Lowering::placeOfField(LValue P, const FieldDecl &Field) {
  if (P.Kind == LValue::Choice) {
    for (LValue &Alternative : P.Alternatives)
      Alternative = placeOfField(std::move(Alternative), Field);
    return choice(P.Address, std::move(P.Alternatives[0]),
                  std::move(P.Alternatives[1]));
  }
  bool IsReference = Field.getType()->isReferenceType();
  if (P.Kind == LValue::Record) {
    P = fieldOf(std::move(P), Field);
    if (!IsReference)
      return P;
    auto &References = Records[P.Index].References;
    auto Known = References.find(P.Bytes);
    if (Known != References.end() && !P.Inner.isValid())
      return Known->second;
    return unknownReference(Records[P.Index].MayHoldShared);
  }
  if (IsReference)
    return unknownReference(P.Kind == LValue::Shared ||
                            P.Kind == LValue::Pointer);
  if (P.Kind == LValue::Untracked)
    return P;
  return moved(std::move(P),
               Builder.constant(fieldOf(LValue(), Field).Bytes, I64));
}

/// What a reference that was not followed refers to.
LValue Lowering::unknownReference(bool MayBeShared) {
  LValue P =
      untracked(ReasonCode::UnsupportedConstruct, "a reference in a struct");
  if (MayBeShared) {
    P.Kind = LValue::Pointer;
    P.Address = opaque(ReasonCode::UnknownPointer, "a reference in a struct",
                       Context.VoidPtrTy);
  }
  return P;
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
  bool IsInvalid = Field && Field->getParent()->isInvalidDecl();
  if (Field && !Field->isBitField() && !IsInvalid)
    return placeOfField(std::move(P), *Field);
  std::string Name =
      "the member '" + E.getMemberDecl()->getNameAsString() + "'";
  if (P.Kind != LValue::Shared && P.Kind != LValue::Pointer)
    return untracked(ReasonCode::UnsupportedConstruct, Name);
  // The compiler chooses how much of a bit-field's neighbours it accesses.
  LValue Unknown;
  Unknown.Kind = LValue::Pointer;
  Unknown.Address = opaque(IsInvalid ? ReasonCode::ParseError
                                     : ReasonCode::UnsupportedConstruct,
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
  if (E.getType()->isRecordType() || E.getType()->isConstantArrayType()) {
    LValue P = addTemporary(E.getType());
    initialize(P, E.getType(), E.getSubExpr());
    return P;
  }
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
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return placeOfCall(*Call);
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E))
    return placeOfConditional(*Conditional);
  return std::nullopt;
}

/// \p Then where \p Condition holds, else \p Else.
LValue Lowering::choice(ExprId Condition, LValue Then, LValue Else) {
  auto IsMemory = [](const LValue &P) {
    return P.Kind == LValue::Shared || P.Kind == LValue::Pointer;
  };
  Condition = temporary(Builder.convert(Condition, BoolType));
  freeze(Then);
  freeze(Else);
  LValue P;
  if (IsMemory(Then) || IsMemory(Else)) {
    escape(Then);
    escape(Else);
    P.Kind = LValue::Pointer;
    P.Address = Builder.select(Condition, addressOf(Then), addressOf(Else));
    return P;
  }
  P.Kind = LValue::Choice;
  P.Address = Condition;
  P.Alternatives = {std::move(Then), std::move(Else)};
  return P;
}

LValue Lowering::placeOfConditional(const ConditionalOperator &E) {
  ExprId Condition =
      temporary(Builder.convert(lowerValue(E.getCond()), BoolType));
  banklint::Stmt If;
  If.Kind = StmtKind::If;
  If.Span = spanOf(E.getQuestionLoc());
  If.Value = Condition;
  If.Blocks.resize(2);
  LValue Places[2];
  for (unsigned Side : {0, 1}) {
    llvm::SaveAndRestore Restore(Out, &If.Blocks[Side]);
    Places[Side] = lowerPlace(Side == 0 ? E.getTrueExpr() : E.getFalseExpr());
  }
  // Most often there is nothing to do before the place is known.
  if (!If.Blocks[0].empty() || !If.Blocks[1].empty()) {
    for (unsigned Side : {0, 1}) {
      llvm::SaveAndRestore Restore(Out, &If.Blocks[Side]);
      freeze(Places[Side]);
    }
    Out->push_back(std::move(If));
  }
  return choice(Condition, std::move(Places[0]), std::move(Places[1]));
}

LValue Lowering::lowerPlace(const Expr *E) {
  llvm::SaveAndRestore Used(IsResultUnused, false);
  E = E->IgnoreParens();
  if (isa<RecoveryExpr>(E) || (E->containsErrors() && E->isTypeDependent())) {
    Reason Why = parseError(E->getBeginLoc(), E->getEndLoc());
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
    LValue P = addTemporary(E->getType());
    initialize(P, E->getType(), E);
    return P;
  }
  if (E->isPRValue()) {
    LValue P = untracked(ReasonCode::UnsupportedConstruct, "a value");
    P.IsDivergent = false;
    P.Operands.push_back(lowerValue(E));
    return P;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && isClassCast(*Cast))
    return moved(lowerPlace(Cast->getSubExpr()),
                 Builder.constant(baseOffset(*Cast), I64));
  if (const clang::Expr *Wrapped = wrappedPlace(E))
    return lowerPlace(Wrapped);
  if (std::optional<LValue> P = placeAfterEffects(E))
    return *P;
  lowerChildren(E);
  return untracked(ReasonCode::UnsupportedConstruct,
                   llvm::Twine("a construct that is not lowered: ") +
                       E->getStmtClassName());
}
