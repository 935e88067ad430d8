//===- Residues.cpp - What a symbol may be modulo a power of two ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pitches are made odd by operators, too: `n | 1`. What such an operator makes
// of a number modulo a power of two follows from the number modulo the same.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "LinearForm.h"

using namespace banklint;

std::optional<LinearForm> banklint::linearForm(const WarpValue &Value,
                                               LaneMask Mask) {
  if (!Value.isUniform(Mask) || Value.cases())
    return std::nullopt;
  LinearForm Form;
  Form.Base = Value.base(Mask.lowest());
  for (const SymbolTerm &Term : Value.terms()) {
    const int64_t Coefficient = Term.coefficient(Mask.lowest());
    if (Coefficient == 0)
      continue;
    if (Form.Symbol)
      return std::nullopt;
    Form.Symbol = Term.symbol();
    Form.Coefficient = Coefficient;
  }
  return Form;
}

/// Nothing where the lowest bits of \p Op do not follow from those of its
/// operands.
static std::optional<uint64_t> lowBitsOf(BinaryOp Op, uint64_t Left,
                                         uint64_t Right) {
  switch (Op) {
  case BinaryOp::Or:
    return Left | Right;
  case BinaryOp::Xor:
    return Left ^ Right;
  case BinaryOp::And:
    return Left & Right;
  case BinaryOp::Mul:
    return Left * Right;
  default:
    return std::nullopt;
  }
}

/// \p May by the smallest number that says as much; empty if it says nothing.
static std::vector<bool> shortest(std::vector<bool> May) {
  for (size_t Half = May.size() / 2; Half != 0; Half /= 2) {
    if (!std::equal(May.begin(), May.begin() + Half, May.begin() + Half))
      return May;
    May.resize(Half);
  }
  return {};
}

/// Limits the symbol that \p Result, without \p Step, is for \p Op of
/// \p Left and \p Right.
void Arithmetic::limitResidues(const WarpValue &Result, uint64_t Step,
                               BinaryOp Op, const WarpValue &Left,
                               const WarpValue &Right, LaneMask Mask) {
  const std::optional<LinearForm> Form = linearForm(Result, Mask);
  const std::optional<LinearForm> A = linearForm(Left, Mask);
  const std::optional<LinearForm> B = linearForm(Right, Mask);
  if (!Form || !Form->Symbol || !A || !B || Step >= ResidueModulus ||
      (A->Symbol && B->Symbol && A->Symbol != B->Symbol))
    return;
  const std::optional<SymbolId> Of = A->Symbol ? A->Symbol : B->Symbol;
  if (!Of)
    return;
  const std::vector<bool> MayBe = Symbols.residues(*Of);
  std::vector<bool> May(ResidueModulus / Step);
  for (uint64_t Residue = 0; Residue != ResidueModulus; ++Residue) {
    if (!MayBe.empty() && !MayBe[Residue % MayBe.size()])
      continue;
    const auto Low = lowBitsOf(Op, A->at(Residue), B->at(Residue));
    if (!Low)
      return;
    May[*Low % ResidueModulus / Step] = true;
  }
  Symbols.limitResidues(*Form->Symbol, shortest(std::move(May)));
}
