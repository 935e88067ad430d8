//===- Emitter.cpp - Statements and accesses of a program -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Emit/Emitter.h"
#include "Lowering/Emit/Integers.h"
#include "Lowering/Emit/MemberSizes.h"
#include "banklint/Program/Equality.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/Support/SaveAndRestore.h"
#include <set>

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

banklint::Stmt &Emitter::append(StmtKind Kind, SourceLocation Loc) {
  banklint::Stmt &S = Out->emplace_back();
  S.Kind = Kind;
  S.Span = spanOf(Loc);
  return S;
}

unsigned Emitter::addVariable(llvm::StringRef Name, IntType Type,
                              const VarDecl *Owner) {
  unsigned Number = Program.Variables.size();
  Program.Variables.push_back({Name.str(), Type});
  Values.noteAdded(Owner);
  return Number;
}

void Emitter::assign(unsigned Variable, ExprId Value) {
  Stmt S;
  S.Kind = StmtKind::Assign;
  S.Index = Variable;
  S.Span = Places.knownSpanOf(StatementLoc);
  Values.noteAssigned(Variable, Value);
  IntType Type = Program.Variables[Variable].Type;
  S.Value = NotFollowed ? Builder.opaque({*NotFollowed, "", true}, Type)
                        : Builder.convert(Value, Type);
  Out->push_back(std::move(S));
}

ExprId Emitter::temporary(ExprId Value) {
  if (Builder.constantValue(Value))
    return Value;
  unsigned Variable = addVariable("", Builder.typeOf(Value));
  assign(Variable, Value);
  return Builder.variable(Variable);
}

ExprId Emitter::opaque(ReasonCode Code, const llvm::Twine &Detail,
                       QualType Type, llvm::ArrayRef<ExprId> Operands,
                       bool IsDivergent, llvm::StringRef Name) {
  OpaqueValue Value;
  Value.Why = {Code, Detail.str()};
  Value.Name = Name.str();
  Value.Divergent = IsDivergent;
  return Builder.opaque(std::move(Value), valueType(Context, Type), Operands);
}

ExprId Emitter::markVolatile(ExprId Value) {
  if (const Expr &E = Program.expr(Value); E.Kind == ExprKind::Opaque)
    Program.Opaques[E.Index].Volatile = true;
  ++VolatileReads;
  return Value;
}

ExprId Emitter::elsewhere(const LValue &P, const llvm::Twine &Detail) {
  bool IsLocal = P.Kind != LValue::Untracked || P.IsLocal;
  OpaqueValue Value;
  Value.Why = {ReasonCode::UnknownPointer, Detail.str()};
  Value.Name = P.Name.str();
  Value.Divergent = IsLocal || P.IsDivergent;
  Value.Elsewhere = IsLocal || !P.IsDivergent;
  Value.IsSum = Value.Elsewhere && P.IsPointee && !IsLocal;
  return Builder.opaque(std::move(Value), U64, P.Operands);
}

ExprId Emitter::addressOf(const LValue &P) {
  if (P.Kind == LValue::Shared) {
    ExprId Inner = P.Inner.isValid() ? P.Inner : Builder.constant(0, I64);
    return Builder.address(P.Index, P.Subscripts, Inner);
  }
  if (P.Kind == LValue::Pointer)
    return P.Address;
  LValue Place = P;
  Place.Name = {};
  return elsewhere(Place, "the address of something that is not shared");
}

/// The alignment in bytes of the place \p E, an lvalue, that follows from the
/// types which lead to it: inside of packed structs, less than that of its own.
static int64_t alignmentAt(const clang::Expr *E, const ASTContext &Context) {
  E = E->IgnoreParens();
  const auto LowBit = [](int64_t Bytes) { return Bytes & -Bytes; };
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  const clang::Expr *Row =
      Subscript ? Subscript->getBase()->IgnoreParens() : nullptr;
  if (const auto *Decay = dyn_cast_or_null<CastExpr>(Row);
      Decay && Decay->getCastKind() == CK_ArrayToPointerDecay &&
      !E->getType()->isIncompleteType())
    return std::min(
        alignmentAt(Decay->getSubExpr(), Context),
        LowBit(Context.getTypeSizeInChars(E->getType()).getQuantity()));
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
        Field && !Field->getType()->isReferenceType() &&
        !Field->getParent()->isInvalidDecl()) {
      const int64_t Record =
          Member->isArrow()
              ? Context
                    .getTypeAlignInChars(
                        Member->getBase()->getType()->getPointeeType())
                    .getQuantity()
              : alignmentAt(Member->getBase(), Context);
      const uint64_t Offset = Context.getFieldOffset(Field) / 8;
      return Offset == 0 ? Record : std::min<int64_t>(Record, LowBit(Offset));
    }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Variable && !Variable->getType()->isReferenceType())
    return Context.getDeclAlign(Variable).getQuantity();
  // nvcc takes a typedef that says otherwise as the type itself.
  return Context.getTypeAlignInChars(E->getType().getCanonicalType())
      .getQuantity();
}

/// Of the widest access.
constexpr unsigned MaxBytes = 16;
/// That one copy makes.
constexpr unsigned MaxPieces = 64;

void Emitter::emitAccess(MemoryOperation Op, const LValue &P, QualType Type,
                         const clang::Expr *E, llvm::StringRef Part) {
  std::optional<unsigned> Array;
  if (P.Kind == LValue::Shared)
    Array = P.Index;
  Type = Type.getNonReferenceType();
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (Type->isIncompleteType() || Type->isDependentType() ||
      (Record && Record->isInvalidDecl()))
    return emitUnknownAccess(
        Op, Array, 4, E->getSourceRange(),
        {ReasonCode::UnknownArray, "the size of the access"});
  unsigned Size = Context.getTypeSizeInChars(Type).getQuantity();
  unsigned Alignment = Context.getTypeAlignInChars(Type).getQuantity();
  if (NotFollowed)
    return emitUnknownAccess(Op, Array, std::min(Size, MaxBytes),
                             E->getSourceRange(), *NotFollowed);
  banklint::Access A;
  A.Op = Op;
  A.Bytes = std::min(Type->isRecordType() ? Alignment : Size, MaxBytes);
  const bool IsPlain =
      Op == MemoryOperation::Load || Op == MemoryOperation::Store;
  if (IsPlain && E->isGLValue())
    A.Bytes = std::min<int64_t>(A.Bytes, alignmentAt(E, Context));
  A.Pieces = A.Bytes == 0 ? 0 : Size / A.Bytes;
  A.IsNumber = Op == MemoryOperation::Load && A.Pieces > 1 &&
               Type->isIntegralOrEnumerationType();
  if (A.IsNumber)
    A.Rules |= CompilerRule::P5;
  if (A.Pieces == 0 || A.Pieces > MaxPieces)
    return emitUnknownAccess(Op, Array, 4, E->getSourceRange(),
                             {ReasonCode::UnsupportedConstruct,
                              "a copy of " + std::to_string(Size) + " bytes"});
  if (IsPlain && A.Pieces == 1 && A.Bytes != MaxBytes)
    if (unsigned Element = widestElement(Type, Context); Element < A.Bytes)
      A.ElementBytes = Element;
  A.Array = Array;
  A.IsVolatile = E->getType().isVolatileQualified();
  const bool IsUnneeded =
      Op == MemoryOperation::Load && !A.IsVolatile && Flow.IsDead;
  A.Span = spanOf(E->getSourceRange());
  A.Text = textOf(E->getSourceRange()) + Part.str();
  A.IsOfTensor = Tensors.hasShared(*E->IgnoreParenImpCasts());
  A.Address = addressOf(P);
  const unsigned First = Program.Accesses.size();
  addAccess(std::move(A), E->getBeginLoc());
  for (unsigned I = First; I != Program.Accesses.size(); ++I) {
    AccessPlaces.push_back({I, E});
    if (IsUnneeded)
      Flow.drop(I);
  }
}

void Emitter::emitCopy(MemoryOperation Op, const LValue &P, unsigned Size,
                       const clang::Expr *Pointer) {
  const QualType Type = Pointer->getType();
  const QualType Element = Type->isArrayType()
                               ? Context.getBaseElementType(Type)
                               : Type->getPointeeType();
  const unsigned Alignment =
      Element->isIncompleteType() || Element->isDependentType()
          ? 1
          : Context.getTypeAlignInChars(Element).getQuantity();
  banklint::Access A;
  A.Op = Op;
  A.Bytes = std::min({Alignment, Size & -Size, MaxBytes});
  A.Pieces = Size / A.Bytes;
  if (P.Kind == LValue::Shared)
    A.Array = P.Index;
  if (A.Pieces > MaxPieces)
    return emitUnknownAccess(Op, A.Array, 4, Pointer->getSourceRange(),
                             {ReasonCode::UnsupportedConstruct,
                              "a copy of " + std::to_string(Size) + " bytes"});
  // Halves of an array that is not declared with an alignment become pieces of
  // 8 bytes at most. A cast promises what the compiler may not know.
  const SharedArray *Known = A.Array ? &Program.Arrays[*A.Array] : nullptr;
  const bool IsAligned =
      Known && (Known->IsDynamic || Known->Alignment >= MaxBytes);
  A.IsWhole = A.Pieces != 1 && (A.Bytes != 2 || IsAligned) &&
              !isa<ExplicitCastExpr>(Pointer) &&
              applies(Mechanism::WholeStructs);
  if (A.Pieces != 1)
    A.Rules |= A.IsWhole ? CompilerRule::P1 : CompilerRule::P3;
  A.Span = spanOf(Pointer->getSourceRange());
  A.Text = textOf(Pointer->getSourceRange());
  A.Address = addressOf(P);
  addAccess(std::move(A), Pointer->getBeginLoc());
}

void Emitter::noteWhole(unsigned Number) {
  const QualType Type = typeOf(Number);
  if (Type.isNull() || !applies(Mechanism::WholeStructs))
    return;
  banklint::Access &A = Program.Accesses[Number];
  A.IsWhole = A.Pieces > 1 && hasMembersOfOneSize(Type, Context);
  if (A.Pieces > 1)
    A.Rules |= A.IsWhole ? CompilerRule::P1 : CompilerRule::P3;
}

void Emitter::noteAllUsed(unsigned Number, QualType Type, bool IsNear) {
  banklint::Access &A = Program.Accesses[Number];
  const unsigned Size = A.Bytes * A.Pieces;
  const unsigned Alignment = Context.getTypeAlignInChars(Type).getQuantity();
  // A copy of bytes says nothing of the alignment.
  if (!Type->isRecordType() || A.Pieces == 1 || typeOf(Number).isNull())
    return;
  if (Alignment != Size || Size > MaxBytes ||
      A.Bytes < widestElement(Type, Context)) {
    if (IsNear)
      return noteWhole(Number);
    A.Rules |= CompilerRule::P3;
    return;
  }
  A.Bytes = Size;
  A.Pieces = 1;
  A.Rules |= CompilerRule::P1;
  A.ElementBytes = Size == MaxBytes ? 0 : widestElement(Type, Context);
}

QualType Emitter::typeOf(unsigned Number) const {
  const auto Place = placesFrom(Number);
  return Place.empty() || Place.front().first != Number
             ? QualType()
             : Place.front().second->getType();
}

/// The address \p Offset bytes behind \p Address.
static ExprId movedBy(ExprId Address, int64_t Offset,
                      const KernelProgram &Program, ExprBuilder &Builder) {
  if (Offset == 0)
    return Address;
  // Copied: building adds to the expressions.
  const banklint::Expr E = Program.expr(Address);
  if (E.Kind != ExprKind::Address)
    return Builder.binary(BinaryOp::Add, Address,
                          Builder.constant(Offset, U64));
  return Builder.address(E.Index, llvm::ArrayRef(E.Operands).drop_back(),
                         Builder.binary(BinaryOp::Add, E.Operands.back(),
                                        Builder.constant(Offset, I64)));
}

void Emitter::narrow(unsigned Number, int64_t Offset, unsigned Bytes) {
  banklint::Access &A = Program.Accesses[Number];
  A.Address = movedBy(A.Address, Offset, Program, Builder);
  // In a packed struct its place may say less of its alignment.
  const unsigned Aligned = Offset == 0 ? Bytes : Offset & -Offset;
  A.Bytes = std::min({Bytes, Aligned, A.Bytes});
  A.Pieces = Bytes / A.Bytes;
  A.IsWhole = false;
  A.ElementBytes = 0;
  A.Rules |= CompilerRule::P2;
}

void Emitter::split(unsigned Number, QualType Type,
                    llvm::ArrayRef<std::pair<int64_t, unsigned>> Parts) {
  const banklint::Access Whole = Program.Accesses[Number];
  const unsigned Element = widestElement(Type, Context);
  const clang::Expr *Place = placesFrom(Number).front().second;
  llvm::SmallVector<unsigned, 4> &Others = OtherParts[Number];
  for (auto [Offset, Bytes] : Parts) {
    unsigned Part = Number;
    if (Offset != Parts.front().first) {
      Part = Program.Accesses.size();
      Program.Accesses.push_back(Whole);
      AccessPlaces.push_back({Part, Place});
      Others.push_back(Part);
    }
    narrow(Part, Offset, Bytes);
    std::string &Text = Program.Accesses[Part].Text;
    Text += memberAt(Type, Offset, Context);
    if (Bytes > Element)
      Text += " and " + memberAt(Type, Offset + Element, Context);
  }
}

void Emitter::insertParts(Block &B) {
  Block Result;
  for (banklint::Stmt &S : B) {
    for (Block &Inner : S.Blocks)
      insertParts(Inner);
    Result.push_back(std::move(S));
    if (Result.back().Kind != StmtKind::Access)
      continue;
    for (unsigned Part : OtherParts.lookup(Result.back().Index)) {
      banklint::Stmt Other = Result.back();
      Other.Index = Part;
      Result.push_back(std::move(Other));
    }
  }
  B = std::move(Result);
}

void Emitter::noteNarrowed(unsigned Number) {
  constexpr unsigned HalfBytes = 4;
  banklint::Access &A = Program.Accesses[Number];
  const QualType Type = typeOf(Number);
  if (A.Op != MemoryOperation::Load || Type.isNull() || !Type->isScalarType())
    return;
  A.IsNumber = A.Pieces > 1;
  if (A.IsNumber)
    A.Rules |= CompilerRule::P5;
  if (A.IsNumber || A.Bytes <= HalfBytes)
    return;
  A.Rules |= CompilerRule::P4;
  A.Pieces = A.Bytes / HalfBytes;
  A.Bytes = HalfBytes;
}

void Emitter::noteUnused(unsigned Number) {
  banklint::Access &A = Program.Accesses[Number];
  A.MayBeUnused = !A.MaySink;
  A.NeededOn.clear();
  A.Rules |= CompilerRule::U1;
}

static void forEachIf(Block &B,
                      llvm::function_ref<void(banklint::Stmt &)> Visit) {
  for (banklint::Stmt &S : B) {
    if (S.Kind == StmtKind::If)
      Visit(S);
    for (Block &Inner : S.Blocks)
      forEachIf(Inner, Visit);
  }
}

void Emitter::finishBranches() {
  std::set<unsigned> Made;
  forEachIf(Program.Body, [&](banklint::Stmt &If) { Made.insert(If.Index); });
  // Some became values, or are constant.
  const auto IsMade = [&](NumberedSide Side) {
    return Made.count(Side.Branch) != 0;
  };
  std::set<unsigned> Named;
  for (banklint::Access &A : Program.Accesses)
    if (!llvm::all_of(A.NeededOn, IsMade))
      A.NeededOn.clear();
    else
      for (NumberedSide Side : A.NeededOn)
        Named.insert(Side.Branch);
  llvm::DenseMap<unsigned, unsigned> Renumbered;
  forEachIf(Program.Body, [&](banklint::Stmt &If) {
    If.Index =
        Named.count(If.Index) != 0
            ? Renumbered.try_emplace(If.Index, Renumbered.size()).first->second
            : ~0u;
  });
  for (banklint::Access &A : Program.Accesses)
    for (NumberedSide &Side : A.NeededOn)
      Side.Branch = Renumbered.lookup(Side.Branch);
}

void Emitter::noteMembers(unsigned Number, QualType Type) {
  const unsigned Bytes = widestElement(Type, Context);
  banklint::Access &A = Program.Accesses[Number];
  A.IsWhole = false;
  if (Bytes == 0 || A.Bytes % Bytes != 0)
    return;
  A.Pieces *= A.Bytes / Bytes;
  A.Bytes = Bytes;
  A.ElementBytes = 0;
  A.Rules |= CompilerRule::P3;
  // Where members are loaded one by one, some may not be.
  if (A.Op == MemoryOperation::Load && A.Pieces % 2 != 0 && !A.MaySink)
    A.MayBeUnused = true;
}

void Emitter::emitUnknownAccess(MemoryOperation Op,
                                std::optional<unsigned> Array, unsigned Bytes,
                                SourceRange Range, Reason Why) {
  banklint::Access A;
  A.Op = Op;
  A.Bytes = Bytes;
  A.Array = Array;
  A.Span = spanOf(Range);
  A.Text = textOf(Range);
  OpaqueValue Value;
  Value.Why = std::move(Why);
  Value.Divergent = true;
  A.Address = Builder.opaque(std::move(Value), U64);
  A.Calls = Calls;
  A.LibraryCall = LibraryCall;
  Program.Accesses.push_back(std::move(A));
  const unsigned Number = Program.Accesses.size() - 1;
  append(StmtKind::Access, Range.getBegin()).Index = Number;
  Flow.skip(Number);
}

void Emitter::jumpPerhaps(StmtKind Kind, Reason Why, SourceLocation Loc) {
  banklint::Stmt &If = append(StmtKind::If, Loc);
  If.Value = Builder.opaque({std::move(Why), "", /*Divergent=*/true}, BoolType);
  If.Blocks.resize(2);
  llvm::SaveAndRestore Restore(Out, &If.Blocks[0]);
  append(Kind, Loc);
}

void Emitter::addBarrier(SourceLocation Loc, BarrierScope Scope) {
  append(StmtKind::Barrier, Loc).Scope = Scope;
  HasBranched = false;
}

void Emitter::addEngineOperation(std::string Instruction, SourceRange Range) {
  EngineOperation Operation = {std::move(Instruction), LibraryCall
                                                           ? Calls[*LibraryCall]
                                                           : spanOf(Range)};
  if (!llvm::is_contained(Program.EngineOperations, Operation))
    Program.EngineOperations.push_back(std::move(Operation));
}

void Emitter::addAccess(banklint::Access A, SourceLocation Loc) {
  if (NotFollowed)
    A.Address = Builder.opaque({*NotFollowed, "", /*Divergent=*/true}, U64);
  A.Calls = Calls;
  A.LibraryCall = LibraryCall;
  A.IsOfTensor |= IsOfTensor;
  A.MacroPlaces = Places.macroPlaces(Loc);
  A.IsApart = std::exchange(HasBranched, false) || BranchingStatements != 0;
  auto Append = [&](banklint::Access One) {
    const bool IsLoad = One.Op == MemoryOperation::Load;
    const unsigned Number = Program.Accesses.size();
    Program.Accesses.push_back(std::move(One));
    append(StmtKind::Access, Loc).Index = Number;
    if (Flow.IsDead)
      Flow.skip(Number);
    else if (IsLoad)
      Flow.load(Number);
  };
  banklint::Access Load = A;
  // Nothing merges with it.
  Load.IsVolatile = true;
  switch (A.Op) {
  case MemoryOperation::AtomicHalfAdd:
    // It is before the loop.
    Load.Op = MemoryOperation::Load;
    Append(std::move(Load));
    break;
  case MemoryOperation::AtomicFloatAdd:
  case MemoryOperation::AtomicWideAdd:
  case MemoryOperation::AtomicPackedAdd:
    Load.Op = MemoryOperation::AtomicLoopLoad;
    Append(std::move(Load));
    break;
  default:
    break;
  }
  Append(std::move(A));
}
