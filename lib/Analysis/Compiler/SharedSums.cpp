//===- SharedSums.cpp - Sums made from other sums -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/SharedSums.h"
#include "banklint/Interpreter/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;

/// Sums of more are taken for one value.
constexpr size_t MaxTerms = 8;
/// Nodes of one address that are looked at; more are taken for one value.
constexpr unsigned MaxSteps = 256;
/// Sums that one is compared with; of more, one may be its basis.
constexpr unsigned MaxCompared = 4096;
/// Nodes, of values and of what they are made of, that are followed.
constexpr unsigned MaxDepth = 2048;

/// The only value of a variable, unless it is made of too many others.
std::optional<ExprId> SharedSums::followed(ExprId Id) const {
  return Depth < MaxDepth ? Values.onlyValue(Id) : std::nullopt;
}

unsigned SharedSums::numberOf(ExprId Id) {
  if (Numbers[Id.Index])
    return *Numbers[Id.Index];
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  const Expr &E = Program.expr(Id);
  if (std::optional<ExprId> Value = followed(Id))
    return *(Numbers[Id.Index] = numberOf(*Value));
  std::vector<int64_t> Key = {
      int64_t(E.Kind),   E.Type.Bits,        E.Type.Signed, int64_t(E.Unary),
      int64_t(E.Binary), int64_t(E.Special), E.Value,       E.Index};
  for (ExprId Operand : E.Operands)
    Key.push_back(numberOf(Operand));
  return *(Numbers[Id.Index] =
               NumberOfKey.try_emplace(std::move(Key), Id.Index).first->second);
}

void SharedSums::add(Sum &To, const Sum &What, int64_t Factor) const {
  for (auto [Number, Coefficient] : What) {
    int64_t &Sum = To[Number];
    Sum = uint64_t(Sum) + uint64_t(Coefficient) * uint64_t(Factor);
    if (Sum == 0)
      To.erase(Number);
  }
}

SharedSums::Sum SharedSums::computeSum(const Expr &E) {
  Sum Result;
  if (E.Kind == ExprKind::Unary && E.Unary == UnaryOp::Negate)
    add(Result, sumOf(E.Operands[0]), -1);
  if (E.Kind == ExprKind::Convert &&
      Program.expr(E.Operands[0]).Type.Bits == E.Type.Bits)
    add(Result, sumOf(E.Operands[0]), 1);
  if (E.Kind != ExprKind::Binary)
    return Result;
  const Expr &Right = Program.expr(E.Operands[1]);
  const bool IsConstant = Right.Kind == ExprKind::Constant;
  if (E.Binary == BinaryOp::Add || E.Binary == BinaryOp::Sub) {
    add(Result, sumOf(E.Operands[0]), 1);
    add(Result, sumOf(E.Operands[1]), E.Binary == BinaryOp::Add ? 1 : -1);
  } else if (E.Binary == BinaryOp::Mul && IsConstant) {
    add(Result, sumOf(E.Operands[0]), Right.Value);
  } else if (E.Binary == BinaryOp::Mul &&
             Program.expr(E.Operands[0]).Kind == ExprKind::Constant) {
    add(Result, sumOf(E.Operands[1]), Program.expr(E.Operands[0]).Value);
  } else if (E.Binary == BinaryOp::ShiftLeft && IsConstant &&
             Right.Value >= 0 && Right.Value < 32) {
    add(Result, sumOf(E.Operands[0]), int64_t(1) << Right.Value);
  }
  return Result;
}

SharedSums::Sum SharedSums::sumOf(ExprId Id) {
  const Expr &E = Program.expr(Id);
  if (E.Kind == ExprKind::Constant)
    return {};
  if (auto Known = Sums.find(Id.Index); Known != Sums.end())
    return Known->second;
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  std::optional<ExprId> Value = followed(Id);
  Sum Result = Value ? sumOf(*Value) : computeSum(E);
  if (Result.empty() || Result.size() > MaxTerms)
    Result = {{numberOf(Id), 1}};
  return Sums[Id.Index] = Result;
}

/// Adds the terms of the pointer or of the offset in bytes \p Id; those of rows
/// only if \p WithRows. What is computed in 32 bits is widened only then.
void SharedSums::addAddress(Sum &To, ExprId Id, int64_t Factor, bool WithRows) {
  const Expr &E = Program.expr(Id);
  const auto AddOperand = [&](unsigned Operand, int64_t By) {
    addAddress(To, E.Operands[Operand], uint64_t(Factor) * uint64_t(By),
               WithRows);
  };
  if (Steps == MaxSteps)
    return add(To, {{Id.Index, 1}}, Factor);
  ++Steps;
  if (E.Kind == ExprKind::Address) {
    const ArrayLayout Elements =
        layoutOf(Program.Arrays[E.Index], changeOf(Layout, E.Index));
    const size_t Subscripts = E.Operands.size() - 1;
    for (size_t I = 0; I != Subscripts; ++I)
      if (WithRows || I + 1 == Elements.Strides.size())
        AddOperand(I, Elements.Strides[I]);
    return AddOperand(Subscripts, 1);
  }
  if (E.Kind == ExprKind::Convert &&
      Program.expr(E.Operands[0]).Type.Bits >= 32)
    return AddOperand(0, 1);
  if (E.Type.Bits == 64 && E.Kind == ExprKind::Binary) {
    if (E.Binary == BinaryOp::Add || E.Binary == BinaryOp::Sub) {
      AddOperand(0, 1);
      return AddOperand(1, E.Binary == BinaryOp::Add ? 1 : -1);
    }
    const Expr &Right = Program.expr(E.Operands[1]);
    if (E.Binary == BinaryOp::Mul && Right.Kind == ExprKind::Constant)
      return AddOperand(0, Right.Value);
  }
  if (std::optional<ExprId> Value = followed(Id); Value && E.Type.Bits == 64)
    return addAddress(To, *Value, Factor, WithRows);
  add(To, sumOf(Id), Factor);
}

SharedSums::Sum SharedSums::addressOf(unsigned Access) {
  Sum Result;
  Steps = 0;
  addAddress(Result, Program.Accesses[Access].Address, 1, /*WithRows=*/true);
  return Result;
}

void SharedSums::findSums() {
  WasSearched = true;
  for (unsigned Index = 0; Index != Program.Exprs.size(); ++Index) {
    const Expr &E = Program.Exprs[Index];
    const bool IsSum = E.Kind == ExprKind::Binary &&
                       (E.Binary == BinaryOp::Add || E.Binary == BinaryOp::Sub);
    Sum Found;
    Steps = 0;
    if (E.Kind == ExprKind::Opaque)
      // A load from other memory: its pointer and its offset.
      for (ExprId Operand : E.Operands)
        addAddress(Found, Operand, 1, /*WithRows=*/false);
    else if (IsSum && E.Type.Bits == 64)
      addAddress(Found, {Index}, 1, /*WithRows=*/false);
    else if (IsSum)
      Found = sumOf({Index});
    if (Found.size() > 1 && Found.size() <= MaxTerms)
      for (const auto &Term : Found)
        FirstWith[Term].try_emplace(Found, Index);
  }
}

/// The first node whose sum differs from \p Wanted in the factor of one of its
/// terms or of several, but not of all.
unsigned SharedSums::firstBasis(const Sum &Wanted) {
  if (Wanted.size() < 2)
    return ~0u;
  if (!WasSearched)
    findSums();
  auto [It, IsNew] = FirstBasis.try_emplace(Wanted, ~0u);
  if (!IsNew)
    return It->second;
  unsigned Compared = 0;
  for (const auto &Term : Wanted)
    for (const auto &[Other, First] : FirstWith[Term]) {
      if (++Compared > MaxCompared)
        return It->second = 0;
      if (llvm::any_of(Other, [&](const auto &OtherTerm) {
            auto Same = Wanted.find(OtherTerm.first);
            return Same != Wanted.end() && Same->second != OtherTerm.second;
          }))
        It->second = std::min(It->second, First);
    }
  return It->second;
}

bool SharedSums::mayRewrite(unsigned Access) {
  const banklint::Access &A = Program.Accesses[Access];
  const int64_t ElementBytes =
      A.Array ? Program.Arrays[*A.Array].ElementBytes : A.Bytes;
  Sum Bytes, Elements;
  Steps = 0;
  // Rows are added to the pointer by themselves.
  addAddress(Bytes, A.Address, 1, /*WithRows=*/false);
  for (auto [Number, Coefficient] : Bytes)
    if (Coefficient % ElementBytes == 0)
      Elements[Number] = Coefficient / ElementBytes;
  return Steps == MaxSteps ||
         std::min(firstBasis(Bytes), firstBasis(Elements)) < A.Address.Index;
}
