//===- Alignment.cpp - What the compiler knows of addresses ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Alignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace banklint;

/// More than the widest access needs.
constexpr unsigned MaxBits = 6;
/// 16 bytes.
constexpr unsigned WidestBits = 4;

static unsigned atMost(unsigned Bits) { return std::min(Bits, MaxBits); }

/// The zero bits at the low end of \p Value.
static unsigned zeroBits(int64_t Value) {
  return atMost(llvm::countr_zero(uint64_t(Value)));
}

AddressKnowledge::AddressKnowledge(const KernelProgram &Program,
                                   llvm::ArrayRef<LayoutOverride> Layout)
    : Program(Program), Layout(Layout), CompileTime(Program),
      Values(Program.Variables.size()), OfVariable(Program.Variables.size()) {
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (S.Kind == StmtKind::Assign)
      Values[S.Index].push_back(S.Value);
  });
}

AddressKnowledge::LowBits AddressKnowledge::bitsOfVariable(ExprId Id) {
  unsigned Index = Program.expr(Id).Index;
  if (OfVariable[Index])
    return *OfVariable[Index];
  // A variable that depends on itself finds this.
  OfVariable[Index] = LowBits{};
  LowBits Result;
  if (!Values[Index].empty()) {
    Result = bitsOf(Values[Index].front());
    for (ExprId Value : llvm::drop_begin(Values[Index]))
      Result.Zero = std::min(Result.Zero, bitsOf(Value).Zero);
    if (Values[Index].size() > 1)
      Result.Known = Result.Zero;
  }
  // A constant in each round, if the loops are unrolled.
  if (CompileTime.isSurelyConstant(Id) && !Values[Index].empty())
    Result.Known = MaxBits;
  OfVariable[Index] = Result;
  return Result;
}

AddressKnowledge::LowBits AddressKnowledge::bitsOfBinary(const Expr &E) {
  LowBits Left = bitsOf(E.Operands[0]);
  LowBits Right = bitsOf(E.Operands[1]);
  LowBits Both{std::min(Left.Known, Right.Known),
               std::min(Left.Zero, Right.Zero)};
  const Expr &Operand = Program.expr(E.Operands[1]);
  bool IsConstant = Operand.Kind == ExprKind::Constant;
  switch (E.Binary) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return Both;
  case BinaryOp::Mul:
    return {atMost(std::min(Left.Known + Right.Zero, Right.Known + Left.Zero)),
            atMost(Left.Zero + Right.Zero)};
  case BinaryOp::And: {
    if (!IsConstant)
      return Both;
    LowBits Result{0, std::max(Left.Zero, Right.Zero)};
    while (Result.Known != MaxBits &&
           (((Operand.Value >> Result.Known) & 1) == 0 ||
            Result.Known < Left.Known))
      ++Result.Known;
    return Result;
  }
  case BinaryOp::ShiftLeft:
    if (!IsConstant || Operand.Value < 0)
      return {};
    return {atMost(Left.Known + std::min<uint64_t>(Operand.Value, MaxBits)),
            atMost(Left.Zero + std::min<uint64_t>(Operand.Value, MaxBits))};
  case BinaryOp::ShiftRight:
    if (!IsConstant || Operand.Value < 0 || Operand.Value >= MaxBits)
      return {};
    return {unsigned(Left.Known - std::min<int64_t>(Operand.Value, Left.Known)),
            unsigned(Left.Zero - std::min<int64_t>(Operand.Value, Left.Zero))};
  case BinaryOp::Min:
  case BinaryOp::Max:
    return {Both.Zero, Both.Zero};
  default:
    return {};
  }
}

/// The power of two, up to 16, that the compiler knows to divide the address of
/// the array, as an exponent. It places arrays without gaps, in an order of its
/// own, and dynamic ones behind, at multiples of 16.
unsigned AddressKnowledge::alignmentOf(unsigned Array) const {
  const SharedArray &A = Program.Arrays[Array];
  auto IsEven = [&](const SharedArray &Other) {
    return &Other == &A || Other.IsDynamic || Other.bytes() % 16 == 0;
  };
  auto ChangesSize = [](const LayoutOverride &Override) {
    return !Override.Change.Padding.empty() || Override.Change.Spread;
  };
  if (A.IsDynamic || (llvm::none_of(Layout, ChangesSize) &&
                      llvm::all_of(Program.Arrays, IsEven)))
    return WidestBits;
  return std::min(zeroBits(A.Alignment), WidestBits);
}

AddressKnowledge::LowBits AddressKnowledge::bitsOfAddress(const Expr &E) {
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
  return Sum;
}

AddressKnowledge::LowBits AddressKnowledge::bitsOf(ExprId Id) {
  const Expr &E = Program.expr(Id);
  switch (E.Kind) {
  case ExprKind::Constant:
    return {MaxBits, zeroBits(E.Value)};
  case ExprKind::Variable:
    return bitsOfVariable(Id);
  case ExprKind::Unary:
    return E.Unary == UnaryOp::Negate ? bitsOf(E.Operands[0]) : LowBits{};
  case ExprKind::Binary:
    return bitsOfBinary(E);
  case ExprKind::Convert:
    return bitsOf(E.Operands[0]);
  case ExprKind::Select: {
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

unsigned AddressKnowledge::knownBits(unsigned Access) {
  auto [It, IsNew] = OfAccess.try_emplace(Access, 0);
  if (IsNew)
    It->second =
        std::min(bitsOf(Program.Accesses[Access].Address).Known, WidestBits);
  return It->second;
}

/// Marks the variables that \p Id depends on, through what they are set to.
void AddressKnowledge::collect(ExprId Id, std::vector<bool> &Variables) const {
  const Expr &E = Program.expr(Id);
  for (ExprId Operand : E.Operands)
    collect(Operand, Variables);
  if (E.Kind != ExprKind::Variable || Variables[E.Index])
    return;
  Variables[E.Index] = true;
  for (ExprId Value : Values[E.Index])
    collect(Value, Variables);
}

bool AddressKnowledge::isCarriedBy(unsigned Access, const Stmt &Loop) {
  auto [It, IsNew] = Carried.try_emplace({Access, &Loop}, false);
  if (!IsNew)
    return It->second;
  std::vector<bool> Needed(Program.Variables.size());
  collect(Program.Accesses[Access].Address, Needed);
  // What is set inside and outside lives from round to round.
  std::vector<unsigned> Inside(Program.Variables.size());
  for (const Block &B : Loop.Blocks)
    forEachStmt(B, [&](const Stmt &S) {
      if (S.Kind == StmtKind::Assign)
        ++Inside[S.Index];
    });
  for (unsigned Index = 0; Index != Needed.size(); ++Index)
    It->second |= Needed[Index] && Inside[Index] != 0 &&
                  Inside[Index] != Values[Index].size();
  return It->second;
}
