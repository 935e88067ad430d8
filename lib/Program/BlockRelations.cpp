//===- BlockRelations.cpp - What a launch says of its block ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/BlockRelations.h"
#include "banklint/Program/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// By direction.
static constexpr uint32_t Dim3::*ExtentOf[] = {&Dim3::X, &Dim3::Y, &Dim3::Z};

std::optional<int64_t> BlockFormula::evaluate(const Dim3 &Block) const {
  std::vector<int64_t> Values;
  const auto ValueOf = [&](const Operand &Of) {
    switch (Of.Kind) {
    case Operand::Number:
      return Of.Value;
    case Operand::Extent:
      return int64_t(Block.*ExtentOf[Of.Value]);
    case Operand::Step:
      break;
    }
    return Values[Of.Value];
  };
  for (const Operation &Step : Steps) {
    const std::optional<int64_t> Value = banklint::evaluate(
        Step.Op, ValueOf(Step.Left), ValueOf(Step.Right), Step.Type);
    if (!Value)
      return std::nullopt;
    Values.push_back(*Value);
  }
  return ValueOf(Result);
}

bool BlockCondition::holds(const Dim3 &Block) const {
  const std::optional<int64_t> Value = Of.evaluate(Block);
  return Value && *Value >= Least && *Value <= Most &&
         !(IsNotZero && *Value == 0);
}

bool BlockRelations::allow(const Dim3 &Block) const {
  return llvm::all_of(Conditions,
                      [&Block](const BlockCondition &Condition) {
                        return Condition.holds(Block);
                      }) &&
         llvm::all_of(Extents, [&](const ExtentFormula &Each) {
           return Each.Of.evaluate(Block) ==
                  std::optional<int64_t>(Block.*ExtentOf[Each.Direction]);
         });
}

std::optional<Dim3> BlockRelations::fit(Dim3 Block) const {
  for (const ExtentFormula &Each : Extents) {
    const std::optional<int64_t> Extent = Each.Of.evaluate(Block);
    if (!Extent || *Extent < 1 || *Extent > std::numeric_limits<int32_t>::max())
      return std::nullopt;
    Block.*ExtentOf[Each.Direction] = uint32_t(*Extent);
  }
  return allow(Block) ? std::optional(Block) : std::nullopt;
}
