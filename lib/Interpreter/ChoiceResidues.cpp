//===- ChoiceResidues.cpp - What a choice may be modulo a power of two ----===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pitches are made odd, or no multiple of the banks, at run time:
//
//   ld = n % 32 == 0 ? n + 1 : n
//
// Each residue of n modulo 32 says which side is taken, and so what ld may be.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "Values/LinearForm.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

namespace {
/// x % Modulus == Equal, or !=, where Modulus is a power of two.
struct ResidueTest {
  LinearForm Tested;
  uint64_t Modulus;
  int64_t Equal;
  bool IsNegated;
  /// Negative numbers have negative residues.
  bool IsSigned;

  /// Whether the test may hold, and may not, for a value of the symbol.
  std::pair<bool, bool> outcomes(uint64_t SymbolValue) const {
    const uint64_t Rest = Tested.at(SymbolValue) & (Modulus - 1);
    bool MayHold = Rest == (uint64_t(Equal) & (Modulus - 1));
    bool MayFail = !MayHold || (IsSigned && Equal != 0);
    if (IsNegated)
      std::swap(MayHold, MayFail);
    return {MayHold, MayFail};
  }
};
} // namespace

/// \p Condition as a test, if it is one.
static std::optional<ResidueTest> testOf(Evaluator &Eval,
                                         const KernelProgram &Program,
                                         ExprId Condition, LaneMask Mask) {
  const Expr &Test = Program.expr(Condition);
  if (Test.Kind != ExprKind::Binary ||
      (Test.Binary != BinaryOp::Equal && Test.Binary != BinaryOp::NotEqual))
    return std::nullopt;
  const Expr &Rest = Program.expr(Test.Operands[0]);
  if (Rest.Kind != ExprKind::Binary ||
      (Rest.Binary != BinaryOp::Rem && Rest.Binary != BinaryOp::And))
    return std::nullopt;
  const auto Number = [&](ExprId E) {
    return Eval.evaluate(E, Mask).uniformConstant(Mask);
  };
  const std::optional<int64_t> Divisor = Number(Rest.Operands[1]);
  const std::optional<int64_t> Equal = Number(Test.Operands[1]);
  const std::optional<LinearForm> Tested =
      linearForm(Eval.evaluate(Rest.Operands[0], Mask), Mask);
  if (!Divisor || !Equal || !Tested || !Tested->Symbol)
    return std::nullopt;
  const uint64_t Modulus =
      uint64_t(*Divisor) + (Rest.Binary == BinaryOp::And ? 1 : 0);
  if (!llvm::isPowerOf2_64(Modulus) || Modulus > ResidueModulus)
    return std::nullopt;
  return ResidueTest{*Tested, Modulus, *Equal,
                     Test.Binary == BinaryOp::NotEqual,
                     Rest.Binary == BinaryOp::Rem && Rest.Type.Signed};
}

void Evaluator::limitChoice(const WarpValue &Result, ExprId Condition,
                            const WarpValue &Then, const WarpValue &Else,
                            LaneMask Mask) {
  const std::optional<LinearForm> Choice = linearForm(Result, Mask);
  const std::optional<LinearForm> IfTrue = linearForm(Then, Mask);
  const std::optional<LinearForm> IfFalse = linearForm(Else, Mask);
  if (!Choice || !Choice->Symbol || !IfTrue || !IfFalse ||
      Choice->Symbol == IfTrue->Symbol)
    return;
  const std::optional<ResidueTest> Test =
      testOf(*this, Program, Condition, Mask);
  if (!Test || IfTrue->Symbol != Test->Tested.Symbol ||
      IfFalse->Symbol != Test->Tested.Symbol ||
      !applies(Mechanism::ChoiceResidues))
    return;
  std::vector<bool> MayBe(Test->Modulus);
  const auto Add = [&](uint64_t Value) {
    MayBe[Value & (Test->Modulus - 1)] = true;
  };
  for (uint64_t Symbol = 0; Symbol != Test->Modulus; ++Symbol) {
    const auto [MayHold, MayFail] = Test->outcomes(Symbol);
    if (MayHold)
      Add(IfTrue->at(Symbol));
    if (MayFail)
      Add(IfFalse->at(Symbol));
  }
  std::vector<bool> May(Test->Modulus);
  for (uint64_t Symbol = 0; Symbol != Test->Modulus; ++Symbol)
    May[Symbol] = MayBe[Choice->at(Symbol) & (Test->Modulus - 1)];
  Symbols.limitResidues(*Choice->Symbol, std::move(May));
}
