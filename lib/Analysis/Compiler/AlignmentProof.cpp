//===- AlignmentProof.cpp - Low bits that the compiler knows --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/AlignmentProof.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// More than the widest access needs.
constexpr unsigned MaxBits = 6;

/// Of pointers that are made of others.
constexpr unsigned MaxPointerSteps = 4;

static unsigned atMost(unsigned Bits) { return std::min(Bits, MaxBits); }

/// The zero bits at the low end of \p Value.
static unsigned zeroBits(int64_t Value) {
  return atMost(llvm::countr_zero(uint64_t(Value)));
}

/// True if \p Id is a pointer into an array, as far as a few steps show.
bool AlignmentProof::isPointer(ExprId Id, unsigned Steps) const {
  const Expr &E = Program.expr(Id);
  const auto IsPointer = [&](ExprId Part) {
    return Steps != 0 && isPointer(Part, Steps - 1);
  };
  return E.Kind == ExprKind::Address || llvm::any_of(E.Operands, IsPointer) ||
         (E.Kind == ExprKind::Variable && E.Type.Bits == 64 &&
          llvm::any_of(Values.of(E.Index), IsPointer));
}

/// The low bits of a variable that are known in each of the rounds that become
/// one straight line: those that are zero in its only value before the loop and
/// in what the line adds. Of others the compiler does not know the rest.
unsigned AlignmentProof::knownInLine(unsigned Index) const {
  const CompileTimeView::ConstantStep &Step = InLine[Index];
  llvm::ArrayRef<ExprId> All = Values.of(Index);
  if (Step.By == 0 || All.size() != 2)
    return 0;
  const ExprId Before = All[All.front().Index == Step.Value.Index];
  return std::min(bitsOf(Before).Zero, zeroBits(Step.By));
}

/// The one value that a variable starts with, if all that it gets besides is
/// itself and a constant.
std::optional<ExprId> AlignmentProof::startOf(unsigned Index) const {
  std::optional<ExprId> Start;
  bool HasSteps = false;
  for (ExprId Value : Values.of(Index)) {
    const Expr &E = Program.expr(Value);
    const bool IsStep =
        E.Kind == ExprKind::Binary &&
        (E.Binary == BinaryOp::Add || E.Binary == BinaryOp::Sub) &&
        Program.expr(E.Operands[0]).Kind == ExprKind::Variable &&
        Program.expr(E.Operands[0]).Index == Index &&
        constantValue(E.Operands[1]);
    if (!IsStep && Start)
      return std::nullopt;
    HasSteps |= IsStep;
    if (!IsStep)
      Start = Value;
  }
  return HasSteps ? Start : std::nullopt;
}

/// What is known of a variable if of others what was found so far.
AlignmentProof::LowBits AlignmentProof::bitsOfVariable(unsigned Index) const {
  llvm::ArrayRef<ExprId> All = Values.of(Index);
  LowBits Result;
  if (All.size() == 1)
    Result = bitsOf(All.front());
  else if (!All.empty()) {
    Result.Zero = MaxBits;
    for (ExprId Value : All)
      Result.Zero = std::min(Result.Zero, bitsOf(Value).Zero);
    Result.Known = std::max(Result.Zero, knownInLine(Index));
  }
  // Where an array is placed is not known in the compiler's passes.
  if (IsConstant[Index] && !All.empty() &&
      llvm::none_of(All, [&](ExprId Value) {
        return Program.expr(Value).Type.Bits == 64 &&
               isPointer(Value, MaxPointerSteps);
      })) {
    // Unrolling shows the steps, but not where they start.
    const std::optional<ExprId> Start = startOf(Index);
    Result.Known =
        Start ? std::max(Result.Known, bitsOf(*Start).Known) : MaxBits;
  }
  return Result;
}

/// The variables that \p Id depends on, but for those that are known.
std::vector<unsigned> AlignmentProof::collect(ExprId Id) {
  std::vector<unsigned> Variables;
  const auto Add = [&](unsigned Index) {
    if (OfVariable[Index])
      return;
    // Until a value shows less.
    OfVariable[Index] = LowBits{MaxBits, MaxBits};
    Variables.push_back(Index);
  };
  forEachVariable(Program, Id, Add);
  for (size_t Next = 0; Next != Variables.size(); ++Next)
    for (ExprId Value : Values.of(Variables[Next]))
      forEachVariable(Program, Value, Add);
  return Variables;
}

/// Finds what is known of the variables that \p Id depends on: what holds of
/// each if it holds of those that it is made of, in earlier rounds as well.
void AlignmentProof::findVariables(ExprId Id) {
  const std::vector<unsigned> Variables = collect(Id);
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (unsigned Index : llvm::reverse(Variables)) {
      const LowBits Bits = bitsOfVariable(Index);
      LowBits &Found = *OfVariable[Index];
      HasChanged |= Bits.Known != Found.Known || Bits.Zero != Found.Zero;
      Found = Bits;
    }
  }
}

/// What is known of a variable by its value in the copy that is looked at.
AlignmentProof::LowBits AlignmentProof::bitsOfFollowed(ExprId Variable,
                                                       ExprId Value) const {
  const unsigned Index = Program.expr(Variable).Index;
  if (auto Known = BitsInCopy.find(Index); Known != BitsInCopy.end())
    return Known->second;
  return BitsInCopy[Index] = bitsOf(Value);
}

std::optional<int64_t> AlignmentProof::constantValue(ExprId Id) const {
  const Expr &E = Program.expr(Id);
  if (InCopy)
    if (const std::optional<int64_t> Value = InCopy->valueOf(Id))
      return Value;
  if (E.Kind == ExprKind::Constant)
    return E.Value;
  if (E.Kind == ExprKind::Convert)
    return constantValue(E.Operands[0]);
  const std::optional<ExprId> Value = Values.onlyValue(Id);
  return Value ? constantValue(*Value) : std::nullopt;
}

/// True if \p Id is a quotient by \p Divisor, of which the product is made from
/// the remainder: x / 6 * 6 becomes x - x % 6.
bool AlignmentProof::isQuotient(ExprId Id, int64_t Divisor) const {
  const Expr &E = Program.expr(Id);
  if (E.Kind == ExprKind::Convert)
    return isQuotient(E.Operands[0], Divisor);
  if (E.Kind == ExprKind::Binary)
    return E.Binary == BinaryOp::Div &&
           constantValue(E.Operands[1]) == Divisor &&
           !llvm::isPowerOf2_64(Divisor);
  const std::optional<ExprId> Value = Values.onlyValue(Id);
  return Value && isQuotient(*Value, Divisor);
}

/// True if \p Id is made of some bits of a value: x - (x & ~3) becomes x & 3,
/// and so on.
bool AlignmentProof::isPart(ExprId Id) const {
  if (constantValue(Id))
    return false;
  const Expr &E = Program.expr(Id);
  if (E.Kind == ExprKind::Binary)
    switch (E.Binary) {
    case BinaryOp::And:
      return constantValue(E.Operands[1]).value_or(1) != 0;
    case BinaryOp::Div:
    case BinaryOp::Rem:
    case BinaryOp::ShiftRight:
      return true;
    default:
      break;
    }
  if (E.Kind == ExprKind::Variable) {
    const std::optional<ExprId> Value = Values.onlyValue(Id);
    return Value && isPart(*Value);
  }
  return llvm::any_of(E.Operands, [this](ExprId Part) { return isPart(Part); });
}

AlignmentProof::LowBits AlignmentProof::bitsOfBinary(const Expr &E) const {
  LowBits Left = bitsOf(E.Operands[0]);
  LowBits Right = bitsOf(E.Operands[1]);
  LowBits Both{std::min(Left.Known, Right.Known),
               std::min(Left.Zero, Right.Zero)};
  const std::optional<int64_t> Operand = constantValue(E.Operands[1]);
  switch (E.Binary) {
  case BinaryOp::Sub:
    return How == Sure && isPart(E.Operands[1]) ? LowBits{} : Both;
  case BinaryOp::Rem:
    // Of even numbers, where the divisor is one.
    if (How == Possible && Operand && *Operand != 0 && Left.Known != MaxBits) {
      const unsigned Zero = std::min(Left.Zero, zeroBits(*Operand));
      return {Zero, Zero};
    }
    break;
  case BinaryOp::Add:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return Both;
  case BinaryOp::Mul:
    if (Operand && isQuotient(E.Operands[0], *Operand))
      return {};
    return {atMost(std::min(Left.Known + Right.Zero, Right.Known + Left.Zero)),
            atMost(Left.Zero + Right.Zero)};
  case BinaryOp::And: {
    if (!Operand)
      return Both;
    LowBits Result{0, std::max(Left.Zero, Right.Zero)};
    while (Result.Known != MaxBits &&
           (((*Operand >> Result.Known) & 1) == 0 || Result.Known < Left.Known))
      ++Result.Known;
    return Result;
  }
  case BinaryOp::ShiftLeft:
    if (!Operand || *Operand < 0)
      return {};
    return {atMost(Left.Known + std::min<uint64_t>(*Operand, MaxBits)),
            atMost(Left.Zero + std::min<uint64_t>(*Operand, MaxBits))};
  case BinaryOp::ShiftRight:
    if (!Operand || *Operand < 0 || *Operand >= MaxBits)
      return {};
    return {unsigned(Left.Known - std::min<int64_t>(*Operand, Left.Known)),
            unsigned(Left.Zero - std::min<int64_t>(*Operand, Left.Zero))};
  case BinaryOp::Min:
  case BinaryOp::Max:
    return {Both.Zero, Both.Zero};
  case BinaryOp::Div:
    // What has enough zero bits may be shifted.
    if (How == Possible && Operand && llvm::isPowerOf2_64(*Operand) &&
        Left.Known != MaxBits) {
      const unsigned Zero =
          Left.Zero - std::min(Left.Zero, llvm::Log2_64(*Operand));
      return {Zero, Zero};
    }
    break;
  default:
    break;
  }
  // Of constants.
  return How == Possible && Both.Known == MaxBits ? LowBits{MaxBits, 0}
                                                  : LowBits{};
}

/// The power of two, up to 16, that the compiler knows to divide the address of
/// the array, as an exponent.
unsigned AlignmentProof::alignmentOf(unsigned Array) const {
  if (const std::optional<unsigned> Placed = Places.alignmentOf(Array))
    return *Placed;
  return How == Possible
             ? WidestBits
             : std::min(zeroBits(Program.Arrays[Array].Alignment), WidestBits);
}

AlignmentProof::LowBits AlignmentProof::bitsOfAddress(const Expr &E) const {
  const SharedArray &A = Program.Arrays[E.Index];
  const ArrayLayout Elements = layoutOf(A, changeOf(Layout, E.Index));
  // How subscripts would be computed is not known.
  if (Elements.Spread || Elements.PieceBytes != 0)
    return {};
  LowBits Sum{alignmentOf(E.Index), alignmentOf(E.Index)};
  auto Add = [&](LowBits Bits) {
    Sum = {std::min(Sum.Known, Bits.Known), std::min(Sum.Zero, Bits.Zero)};
  };
  unsigned Count = E.Operands.size() - 1;
  for (unsigned I = 0; I != Count; ++I) {
    int64_t Stride = Elements.Strides[I];
    LowBits Bits = bitsOf(E.Operands[I]);
    // The bits that a swizzle changes are not known, whatever the row.
    if (Elements.Permutation && I + 1 == Elements.Strides.size()) {
      unsigned Kept = Elements.Permutation->ColumnShift;
      Bits = {std::min(Bits.Known, Kept), std::min(Bits.Zero, Kept)};
    }
    Add({atMost(Bits.Known + zeroBits(Stride)),
         atMost(Bits.Zero + zeroBits(Stride))});
  }
  Add(bitsOf(E.Operands.back()));
  // Which row of an element it is in is not known.
  for (const InnerRows &Rows : Elements.Inner)
    Add({zeroBits(Rows.Bytes), zeroBits(Rows.Bytes)});
  return Sum;
}

AlignmentProof::LowBits AlignmentProof::bitsOf(ExprId Id) const {
  const Expr &E = Program.expr(Id);
  if (InCopy && E.Kind != ExprKind::Constant)
    if (const std::optional<int64_t> Value = InCopy->valueOf(Id))
      return {MaxBits, zeroBits(*Value)};
  switch (E.Kind) {
  case ExprKind::Constant:
    return {MaxBits, zeroBits(E.Value)};
  case ExprKind::Variable:
    if (InCopy)
      if (const std::optional<ExprId> Value = InCopy->followed(Id))
        return bitsOfFollowed(Id, *Value);
    return *OfVariable[E.Index];
  case ExprKind::Unary:
    return E.Unary == UnaryOp::Negate && !(How == Sure && isPart(E.Operands[0]))
               ? bitsOf(E.Operands[0])
               : LowBits{};
  case ExprKind::Binary:
    return bitsOfBinary(E);
  case ExprKind::Convert:
    return bitsOf(E.Operands[0]);
  case ExprKind::Select: {
    // It may choose between two pointers.
    if (How == Sure)
      return {};
    unsigned Zero =
        std::min(bitsOf(E.Operands[1]).Zero, bitsOf(E.Operands[2]).Zero);
    return {Zero, Zero};
  }
  case ExprKind::Address:
    return bitsOfAddress(E);
  case ExprKind::Parameter:
  case ExprKind::Builtin:
  case ExprKind::Opaque:
  case ExprKind::Shuffle:
    return {};
  }
  return {};
}

unsigned AlignmentProof::knownBits(ExprId Id, int64_t Factor) {
  findVariables(Id);
  return std::min(bitsOf(Id).Known + zeroBits(Factor), WidestBits);
}

unsigned AlignmentProof::knownZeroBits(ExprId Id) {
  findVariables(Id);
  return std::min(bitsOf(Id).Zero, WidestBits);
}

AlignmentProof::LowBits AlignmentProof::bitsIn(const CodeCopy &Here,
                                               ExprId Id) {
  findVariables(Id);
  BitsInCopy.clear();
  InCopy = &Here;
  const LowBits Result = bitsOf(Id);
  InCopy = nullptr;
  return Result;
}

unsigned AlignmentProof::knownBitsIn(const CodeCopy &Here, ExprId Id) {
  return std::min(bitsIn(Here, Id).Known, WidestBits);
}

unsigned AlignmentProof::zeroBitsIn(const CodeCopy &Here, ExprId Id) {
  return bitsIn(Here, Id).Zero;
}
