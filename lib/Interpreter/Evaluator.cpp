//===- Evaluator.cpp - Expressions of one warp ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "Values/PointedObjects.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

std::vector<ArrayLayout>
banklint::arrayLayouts(const KernelProgram &Program,
                       llvm::ArrayRef<LayoutOverride> Changes) {
  std::vector<ArrayLayout> Result;
  for (unsigned Index = 0; Index != Program.Arrays.size(); ++Index)
    Result.push_back(layoutOf(Program.Arrays[Index], changeOf(Changes, Index)));
  return Result;
}

Evaluator::Evaluator(const KernelProgram &Program, const LaunchConfig &Launch,
                     const std::vector<ArrayLayout> &Layouts, unsigned Warp,
                     const Flow &State, SymbolTable &Symbols,
                     ReasonPool &Reasons, Sweeps &Running,
                     const InsideGuards *Inside)
    : Math(Symbols, Reasons, Running), Program(Program), Launch(Launch),
      Layouts(Layouts), State(State), Symbols(Symbols), Reasons(Reasons),
      Running(Running), Inside(Inside), Fixed(Program) {
  LaneNumbers X, Y, Z;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    uint64_t Thread = uint64_t(Warp) * WarpSize + Lane;
    X[Lane] = Thread % Launch.Block.X;
    Y[Lane] = Thread / Launch.Block.X % Launch.Block.Y;
    Z[Lane] = Thread / Launch.Block.X / Launch.Block.Y;
    if (Thread < Launch.Block.count())
      Existing.set(Lane);
  }
  ThreadX = WarpValue::lanes(X);
  ThreadY = Launch.Block.Y == 1 && Launch.Block.Z == 1 ? WarpValue::uniform(0)
                                                       : WarpValue::lanes(Y);
  ThreadZ = Launch.Block.Z == 1 ? WarpValue::uniform(0) : WarpValue::lanes(Z);
  const Reason *Unset = Reasons.get(ReasonCode::NotInitialized, "");
  Variables =
      VariableValues(Program.Variables.size(), WarpValue::unknown(Unset));
}

void Evaluator::moveThreads(SweepId Sweep, const Dim3 &Step) {
  const auto Move = [&](WarpValue &Index, uint32_t By, uint32_t Extent) {
    LaneNumbers Steps;
    Steps.fill(By);
    if (By != 0)
      Index.addMotion(Motion(Sweep, Steps));
    Running.keepWithin(Index, Existing, 0, int64_t(Extent) - 1);
  };
  Move(ThreadX, Step.X, Launch.Block.X);
  Move(ThreadY, Step.Y, Launch.Block.Y);
  Move(ThreadZ, Step.Z, Launch.Block.Z);
}

WarpValue Evaluator::uniformSymbol(int64_t Key, llvm::StringRef Name,
                                   bool IsNonNegative) {
  return WarpValue::symbol(
      Symbols.intern({-1, Key}, Name, /*Source=*/0, IsNonNegative));
}

WarpValue Evaluator::evaluateBuiltin(Builtin Special) {
  auto OfGrid = [&](unsigned Dimension, bool IsIndex) {
    const auto Part = std::array{&Dim3::X, &Dim3::Y, &Dim3::Z}[Dimension];
    const std::optional<uint32_t> Extent =
        Launch.Grid ? (*Launch.Grid).*Part : Launch.PartOfGrid[Dimension];
    if (!IsIndex && Extent)
      return WarpValue::uniform(*Extent);
    int64_t First = 0;
    std::optional<int64_t> Last;
    if (IsIndex && Launch.Blocks) {
      First = Launch.Blocks->First.*Part;
      Last = Launch.Blocks->Last.*Part;
    } else if (Extent) {
      Last = int64_t(*Extent) - 1;
    }
    if (Last == First)
      return WarpValue::uniform(First);
    WarpValue Result = uniformSymbol(int64_t(Special), spelling(Special),
                                     /*IsNonNegative=*/true);
    if (Last)
      Symbols.limit(Result.terms().front().symbol(), *Last - First);
    Result.setUniformBase(First);
    return Result;
  };
  switch (Special) {
  case Builtin::ThreadIdxX:
    return ThreadX;
  case Builtin::ThreadIdxY:
    return ThreadY;
  case Builtin::ThreadIdxZ:
    return ThreadZ;
  case Builtin::BlockDimX:
    return WarpValue::uniform(Launch.Block.X);
  case Builtin::BlockDimY:
    return WarpValue::uniform(Launch.Block.Y);
  case Builtin::BlockDimZ:
    return WarpValue::uniform(Launch.Block.Z);
  case Builtin::BlockIdxX:
    return OfGrid(0, /*IsIndex=*/true);
  case Builtin::BlockIdxY:
    return OfGrid(1, /*IsIndex=*/true);
  case Builtin::BlockIdxZ:
    return OfGrid(2, /*IsIndex=*/true);
  case Builtin::GridDimX:
    return OfGrid(0, /*IsIndex=*/false);
  case Builtin::GridDimY:
    return OfGrid(1, /*IsIndex=*/false);
  case Builtin::GridDimZ:
    return OfGrid(2, /*IsIndex=*/false);
  }
  llvm_unreachable("covered switch");
}

WarpValue Evaluator::evaluateParameter(unsigned Index) {
  const Parameter &P = Program.Parameters[Index];
  const ArgumentValue Known = Index < Launch.Arguments.size()
                                  ? Launch.Arguments[Index]
                                  : ArgumentValue();
  if (Known.isNumber())
    return WarpValue::uniform(canonical(Known.number(), P.Type));
  WarpValue Result =
      uniformSymbol(1000 + int64_t(Index), P.Name, /*IsNonNegative=*/false);
  if (Known.lowBits() != 0) {
    std::vector<bool> May(size_t(1) << Known.lowBits());
    May[Known.rest()] = true;
    Symbols.limitResidues(Result.terms().front().symbol(), std::move(May));
  }
  return Result;
}

/// \p Then in the lanes of \p Mask where \p Condition holds, else \p Else.
WarpValue Evaluator::chosen(const WarpValue &Condition, const WarpValue &Then,
                            const WarpValue &Else, LaneMask Mask) {
  LaneMask Known = Condition.constantLanes(Mask);
  LaneMask True;
  for (unsigned Lane : Known)
    if (Condition.base(Lane) != 0)
      True.set(Lane);
  LaneMask Open = Mask & ~Known;
  WarpValue Result = WarpValue::merge(Else, Then, True);
  if (Open.none())
    return Result;
  if (Open == Mask)
    if (std::optional<WarpValue> ByCases =
            Math.chosenByCases(Condition, Then, Else, Mask))
      return *ByCases;
  const Reason *Why = Reasons.get(ReasonCode::UnknownCondition,
                                  "chosen by an unknown condition");
  WarpValue Either =
      Math.either(Then, Else, Condition.isUniform(Open), Open, Why);
  return WarpValue::merge(Result, Either, Open);
}

WarpValue Evaluator::evaluateSelect(const Expr &E, LaneMask Mask) {
  WarpValue Condition = evaluate(E.Operands[0], Mask);
  Running.needStill(Condition, Mask);
  LaneMask Known = Condition.constantLanes(Mask);
  LaneMask True;
  for (unsigned Lane : Known)
    if (Condition.base(Lane) != 0)
      True.set(Lane);
  LaneMask ThenMask = True | (Mask & ~Known);
  LaneMask ElseMask = Mask & ~True;
  if (ElseMask.none())
    return evaluate(E.Operands[1], ThenMask);
  if (ThenMask.none())
    return evaluate(E.Operands[2], ElseMask);
  const bool IsOpen = Known != Mask;
  WarpValue Then = evaluatePart(E.Operands[1], ThenMask, IsOpen);
  WarpValue Else = evaluatePart(E.Operands[2], ElseMask, IsOpen);
  if (!Condition.cases()) {
    WarpValue Result = chosen(Condition, Then, Else, Mask);
    if (Known.none())
      limitChoice(Result, E.Operands[0], Then, Else, Mask);
    return Result;
  }
  return Math.casewise({&Condition, &Then, &Else}, Mask,
                       [&](llvm::ArrayRef<WarpValue> Parts) {
                         return chosen(Parts[0], Parts[1], Parts[2], Mask);
                       });
}

/// The sum of \p Start, the subscripts times their strides, and the last of
/// \p Terms, all numbers. Nearly all addresses are such sums, and most of what
/// is evaluated is addresses: one loop a term instead of three operators.
static WarpValue knownBase(int64_t Start, llvm::ArrayRef<WarpValue> Terms,
                           llvm::ArrayRef<int64_t> ByteStrides) {
  uint64_t Common = Start;
  LaneNumbers Sum{};
  bool IsUniform = true;
  for (unsigned Term = 0; Term != Terms.size(); ++Term) {
    uint64_t Stride = Term + 1 == Terms.size() ? 1 : ByteStrides[Term];
    if (Terms[Term].hasUniformBase()) {
      Common += uint64_t(Terms[Term].base(0)) * Stride;
      continue;
    }
    IsUniform = false;
    const LaneNumbers &Numbers = Terms[Term].numbers();
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Sum[Lane] = uint64_t(Sum[Lane]) + uint64_t(Numbers[Lane]) * Stride;
  }
  if (IsUniform)
    return WarpValue::uniform(Common);
  for (int64_t &Number : Sum)
    Number = uint64_t(Number) + Common;
  return WarpValue::lanes(Sum);
}

WarpValue Evaluator::knownAddress(int64_t Start,
                                  llvm::ArrayRef<WarpValue> Terms,
                                  llvm::ArrayRef<int64_t> ByteStrides) const {
  WarpValue Result = knownBase(Start, Terms, ByteStrides);
  for (const Sweeps::State &State : Running.open()) {
    LaneNumbers Steps{};
    bool Moves = false, IsErratic = false;
    for (unsigned Term = 0; Term != Terms.size(); ++Term) {
      const Motion *M = motionIn(Terms[Term], State.Id);
      if (!M)
        continue;
      const int64_t Stride = Term + 1 == Terms.size() ? 1 : ByteStrides[Term];
      Moves = true;
      IsErratic |= M->isErratic();
      for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
        Steps[Lane] += M->step(Lane) * Stride;
    }
    if (IsErratic)
      Result.addMotion(Motion::erratic(State.Id));
    else if (Moves)
      Result.addMotion(Motion(State.Id, Steps));
  }
  return Result;
}

/// Replaces the last of \p Subscripts, which are the values of \p E's, by the
/// column that the element is moved to. It becomes an i64.
void Evaluator::permute(llvm::MutableArrayRef<WarpValue> Subscripts,
                        const Expr &E, const Swizzle &Permutation,
                        LaneMask Mask) {
  auto Convert = [&](unsigned Number) {
    return Math.convert(Subscripts[Number],
                        Program.expr(E.Operands[Number]).Type, I64, Mask);
  };
  auto Apply = [&](BinaryOp Op, const WarpValue &Value, int64_t Constant) {
    return Math.binary(Op, Value, WarpValue::uniform(Constant), I64, Mask);
  };
  WarpValue Row = Convert(Permutation.RowExtent);
  WarpValue Turn = Apply(BinaryOp::ShiftRight, Row, Permutation.RowShift);
  Turn = Apply(BinaryOp::And, Turn, Permutation.Mask);
  Turn = Apply(BinaryOp::ShiftLeft, Turn, Permutation.ColumnShift);
  Subscripts.back() = Math.binary(BinaryOp::Xor, Convert(Subscripts.size() - 1),
                                  Turn, I64, Mask);
}

/// The element, an i64, that \p Subscript of \p Type is moved to.
WarpValue Evaluator::spread(const WarpValue &Subscript, IntType Type,
                            const Gaps &Spread, LaneMask Mask) {
  // The elements in the gaps of whole rows before.
  const auto Unused = [&](const WarpValue &Element, uint64_t Pitch,
                          uint64_t Extra) {
    const bool IsPower = llvm::isPowerOf2_64(Pitch);
    const WarpValue Row = Math.binary(
        IsPower ? BinaryOp::ShiftRight : BinaryOp::Div, Element,
        WarpValue::uniform(IsPower ? llvm::Log2_64(Pitch) : Pitch), I64, Mask);
    return Math.binary(BinaryOp::Mul, Row, WarpValue::uniform(Extra), I64,
                       Mask);
  };
  WarpValue Element = Math.convert(Subscript, Type, I64, Mask);
  if (Spread.OldExtra != 0)
    Element = Math.binary(
        BinaryOp::Sub, Element,
        Unused(Element, Spread.OldEvery + Spread.OldExtra, Spread.OldExtra),
        I64, Mask);
  return Math.binary(BinaryOp::Add, Element,
                     Unused(Element, Spread.Every, Spread.Extra), I64, Mask);
}

/// The offset in an array in pieces of what \p Terms, the values of \p E's
/// operands, name.
WarpValue Evaluator::offsetInPieces(llvm::ArrayRef<WarpValue> Terms,
                                    const Expr &E, const ArrayLayout &Layout,
                                    LaneMask Mask) {
  auto Apply = [&](BinaryOp Op, const WarpValue &Value, int64_t Constant) {
    return Math.binary(Op, Value, WarpValue::uniform(Constant), I64, Mask);
  };
  const WarpValue &Inner = Terms.back();
  WarpValue Offset = Apply(BinaryOp::Rem, Inner, Layout.PieceBytes);
  auto Add = [&](const WarpValue &Value, int64_t Factor) {
    Offset = Math.binary(BinaryOp::Add, Offset,
                         Apply(BinaryOp::Mul, Value, Factor), I64, Mask);
  };
  Add(Apply(BinaryOp::Div, Inner, Layout.PieceBytes), Layout.pieceStride());
  for (unsigned Term = 0; Term != Layout.Strides.size(); ++Term)
    Add(Math.convert(Terms[Term], Program.expr(E.Operands[Term]).Type, I64,
                     Mask),
        Layout.Strides[Term] / Layout.ElementBytes * Layout.PieceBytes);
  return Offset;
}

/// \p Inner, an offset in an element, where \p Layout has it.
WarpValue Evaluator::padInside(const WarpValue &Inner,
                               const ArrayLayout &Layout, LaneMask Mask) {
  auto Apply = [&](BinaryOp Op, const WarpValue &Value, int64_t Constant) {
    return Math.binary(Op, Value, WarpValue::uniform(Constant), I64, Mask);
  };
  WarpValue Result = Inner;
  for (const InnerRows &Rows : Layout.Inner) {
    WarpValue Row = Apply(
        BinaryOp::Div, Apply(BinaryOp::Sub, Inner, Rows.Begin), Rows.RowBytes);
    Row = Apply(BinaryOp::Min, Apply(BinaryOp::Max, Row, 0), Rows.Count);
    Result = Math.binary(BinaryOp::Add, Result,
                         Apply(BinaryOp::Mul, Row, Rows.Bytes), I64, Mask);
  }
  return Result;
}

WarpValue Evaluator::evaluateAddress(const Expr &E, LaneMask Mask) {
  const int64_t Start = arrayStart(E.Index);
  const ArrayLayout &Layout = Layouts[E.Index];
  // The subscripts, and the offset in bytes within the element.
  llvm::SmallVector<WarpValue, 4> Terms;
  for (ExprId Operand : E.Operands)
    Terms.push_back(evaluate(Operand, Mask));
  unsigned Count = Terms.size() - 1;
  bool IsElement = Count == Layout.Strides.size();
  bool IsMoved = IsElement && (Layout.Permutation || Layout.Spread);
  if (IsElement && Layout.Permutation)
    permute(llvm::MutableArrayRef(Terms).take_front(Count), E,
            *Layout.Permutation, Mask);
  if (IsElement && Layout.Spread)
    Terms[Count - 1] =
        spread(Terms[Count - 1], Program.expr(E.Operands[Count - 1]).Type,
               *Layout.Spread, Mask);
  if (IsElement && !Layout.Inner.empty())
    Terms.back() = padInside(Terms.back(), Layout, Mask);
  if (IsElement && Layout.PieceBytes != 0)
    return Math.binary(BinaryOp::Add, WarpValue::uniform(Start),
                       offsetInPieces(Terms, E, Layout, Mask), U64, Mask);
  if (llvm::all_of(Terms, [Mask](const WarpValue &Term) {
        return Term.constantLanes(Mask) == Mask;
      }))
    return knownAddress(Start, Terms, Layout.Strides);
  WarpValue Address = WarpValue::uniform(Start);
  for (unsigned Term = 0; Term != Terms.size(); ++Term) {
    WarpValue Bytes = Terms[Term];
    if (!IsMoved || Term + 1 != Count)
      Bytes =
          Math.convert(Bytes, Program.expr(E.Operands[Term]).Type, I64, Mask);
    if (Term != Count)
      Bytes = Math.binary(BinaryOp::Mul, Bytes,
                          WarpValue::uniform(Layout.Strides[Term]), I64, Mask);
    Address = Math.binary(BinaryOp::Add, Address, Bytes, U64, Mask);
  }
  return Address;
}

llvm::StringRef Evaluator::nameOf(const OpaqueValue &Opaque) {
  return Opaque.Name.empty() ? llvm::StringRef("a value") : Opaque.Name;
}

/// True if all lanes of \p Mask surely point to memory that is not shared.
static bool isElsewhere(const WarpValue &Pointer, LaneMask Mask) {
  return Pointer.affine().contains(Mask) &&
         allObjects(Pointer, Mask,
                    [](int64_t Object) { return Object == ElsewhereObject; });
}

/// \p Pointer, the first operand of the sum \p E, and the others.
WarpValue Evaluator::plusBytes(WarpValue Pointer, const Expr &E,
                               LaneMask Mask) {
  for (ExprId Bytes : llvm::ArrayRef(E.Operands).drop_front())
    Pointer = Math.binary(BinaryOp::Add, Pointer,
                          Math.convert(evaluate(Bytes, Mask), I64, U64, Mask),
                          U64, Mask);
  return Pointer;
}

WarpValue Evaluator::evaluateOpaque(const Expr &E, LaneMask Mask) {
  const OpaqueValue &Opaque = Program.Opaques[E.Index];
  // What is nested is evaluated once.
  std::optional<WarpValue> Pointer;
  if (Opaque.IsSum) {
    Pointer = evaluate(E.Operands.front(), Mask);
    if (isElsewhere(*Pointer, Mask))
      return plusBytes(*Pointer, E, Mask);
  }
  bool IsUniform = !Opaque.Divergent;
  for (auto [Index, Operand] : llvm::enumerate(E.Operands))
    if (IsUniform) {
      const WarpValue Value =
          Index == 0 && Pointer ? *Pointer : evaluate(Operand, Mask);
      Running.needUniform(Value, Mask);
      IsUniform = Value.isUniform(Mask);
    }
  if (!IsUniform && !(Opaque.Elsewhere && Opaque.Divergent))
    return WarpValue::unknown(&Opaque.Why);
  WarpValue Result = WarpValue::symbol(Symbols.fresh(nameOf(Opaque)));
  if (!Opaque.Elsewhere)
    return Result;
  Result.setUniformBase(ElsewhereObject << ArrayShift);
  if (!Opaque.Divergent)
    return Result;
  // Local variables: the same place in each lane's own memory.
  LaneNumbers Starts;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Starts[Lane] = Result.base(0) + (int64_t(Lane) << 24);
  Result.setBase(Starts);
  return Result;
}

WarpValue Evaluator::evaluate(ExprId Id, LaneMask Mask) {
  if (!Fixed.isFixed(Id))
    return compute(Program.expr(Id), Mask);
  if (const WarpValue *Known = Fixed.find(Id, Mask))
    return *Known;
  WarpValue Value = compute(Program.expr(Id), Mask);
  Fixed.keep(Id, Value, Mask);
  return Value;
}

WarpValue Evaluator::compute(const Expr &E, LaneMask Mask) {
  switch (E.Kind) {
  case ExprKind::Constant:
    return WarpValue::uniform(E.Value);
  case ExprKind::Variable:
    return Variables[E.Index];
  case ExprKind::Parameter:
    return evaluateParameter(E.Index);
  case ExprKind::Builtin:
    return evaluateBuiltin(E.Special);
  case ExprKind::Unary:
    return Math.unary(E.Unary, evaluate(E.Operands[0], Mask),
                      Program.expr(E.Operands[0]).Type, Mask);
  case ExprKind::Binary: {
    // Threads do without the right side of `a && b` where the left decides.
    bool IsLogical =
        E.Binary == BinaryOp::LogicalAnd || E.Binary == BinaryOp::LogicalOr;
    WarpValue Left = evaluate(E.Operands[0], Mask);
    WarpValue Right = evaluatePart(E.Operands[1], Mask, IsLogical);
    WarpValue Value = Math.binary(E.Binary, Left, Right,
                                  Program.expr(E.Operands[0]).Type, Mask);
    if (Inside && Value.constantLanes(Mask).none())
      if (const InsideGuards::Guard *Guard = Inside->find(E);
          Guard &&
          (!Guard->Size ||
           (*Guard->Size ? Right : Left).constantLanes(Mask).none()) &&
          applies(Mechanism::InsideGuards))
        return WarpValue::uniform(Guard->Value);
    return Value;
  }
  case ExprKind::Convert:
    return Math.convert(evaluate(E.Operands[0], Mask),
                        Program.expr(E.Operands[0]).Type, E.Type, Mask);
  case ExprKind::Select:
    return evaluateSelect(E, Mask);
  case ExprKind::Address:
    return evaluateAddress(E, Mask);
  case ExprKind::Opaque:
    return evaluateOpaque(E, Mask);
  case ExprKind::Shuffle:
    return evaluateShuffle(E, Mask);
  }
  llvm_unreachable("covered switch");
}
