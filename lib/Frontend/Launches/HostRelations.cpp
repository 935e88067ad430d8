//===- HostRelations.cpp - Numbers that follow from a block ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch may have a block that is not known, and arguments, other extents and
// conditions of the path that are made of the same numbers.
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"
#include "banklint/Program/Expr.h"

using namespace banklint;
using Operand = BlockFormula::Operand;

namespace {

/// Writes numbers down as formulas of the extents of one block.
class FormulaWriter {
public:
  FormulaWriter(const HostValue &Block, const HostTerms &Terms);

  /// The formula of \p Symbol; nothing if it is made of other numbers, too.
  /// \p Without is a direction that is not to be used; 3 for none.
  std::optional<BlockFormula> formula(unsigned Symbol,
                                      unsigned Without = 3) const;
  /// The number that an extent is made from, or 0.
  unsigned source(unsigned Direction) const { return Sources[Direction]; }

private:
  unsigned sourceOf(unsigned Symbol) const;
  std::optional<Operand> add(const HostTerms::Operand &Of, unsigned Without,
                             BlockFormula &Into) const;

  const HostTerms &Terms;
  /// By direction: the symbol without conversions, which keep the numbers that
  /// an extent may be; 0 if there is none.
  std::array<unsigned, 3> Sources = {};
};

} // namespace

FormulaWriter::FormulaWriter(const HostValue &Block, const HostTerms &Terms)
    : Terms(Terms) {
  for (unsigned Direction = 0; Direction != 3; ++Direction) {
    HostValue Extent = Block.element(Direction);
    // An integer where a dim3 is due.
    if (Block.Symbol != 0 && Direction == 0)
      Extent = Block;
    if (Extent.isUnknown() && Extent.Symbol != 0)
      Sources[Direction] = sourceOf(Extent.Symbol);
  }
}

unsigned FormulaWriter::sourceOf(unsigned Symbol) const {
  const HostTerms::Term *T = Terms.find(Symbol);
  while (T && T->Op == BinaryOp::Add && T->Left.Symbol != 0 &&
         T->Right == HostTerms::Operand()) {
    Symbol = T->Left.Symbol;
    T = Terms.find(Symbol);
  }
  return Symbol;
}

std::optional<Operand> FormulaWriter::add(const HostTerms::Operand &Of,
                                          unsigned Without,
                                          BlockFormula &Into) const {
  if (Of.Symbol == 0)
    return Operand{Operand::Number, Of.Number};
  const unsigned Source = sourceOf(Of.Symbol);
  for (unsigned Direction = 0; Direction != 3; ++Direction)
    if (Direction != Without && Sources[Direction] == Source)
      return Operand{Operand::Extent, Direction};
  const HostTerms::Term *T = Terms.find(Of.Symbol);
  if (!T)
    return std::nullopt;
  const std::optional<Operand> Left = add(T->Left, Without, Into);
  if (!Left)
    return std::nullopt;
  const std::optional<Operand> Right = add(T->Right, Without, Into);
  if (!Right)
    return std::nullopt;
  Into.Steps.push_back({T->Op, T->Type, *Left, *Right});
  return Operand{Operand::Step, int64_t(Into.Steps.size()) - 1};
}

std::optional<BlockFormula> FormulaWriter::formula(unsigned Symbol,
                                                   unsigned Without) const {
  BlockFormula Result;
  const std::optional<Operand> Whole = add({Symbol}, Without, Result);
  if (!Whole)
    return std::nullopt;
  Result.Result = *Whole;
  return Result;
}

/// Adds formulas for what is not known in \p Value, which is at \p Path.
static void addArguments(const HostValue &Value, std::vector<unsigned> Path,
                         const FormulaWriter &Writer,
                         std::vector<ArgumentFormula> &Into) {
  if (Value.isUnknown() && Value.Symbol != 0) {
    if (std::optional<BlockFormula> Of = Writer.formula(Value.Symbol))
      Into.push_back({std::move(Path), std::move(*Of)});
    return;
  }
  if (Value.Kind != HostValue::Aggregate)
    return;
  for (const auto &[Index, Element] : llvm::enumerate(Value.Elements)) {
    std::vector<unsigned> Inner = Path;
    Inner.push_back(Index);
    addArguments(Element, std::move(Inner), Writer, Into);
  }
}

/// Adds formulas for extents that follow from those before them, or from all
/// others if they are made of these.
static void addExtents(const FormulaWriter &Writer, const HostTerms &Terms,
                       BlockRelations &Into) {
  for (unsigned Direction = 0; Direction != 3; ++Direction) {
    const unsigned Source = Writer.source(Direction);
    if (Source == 0)
      continue;
    bool IsRepeated = false;
    for (unsigned Before = 0; Before != Direction; ++Before)
      IsRepeated |= Writer.source(Before) == Source;
    if (IsRepeated || Terms.find(Source))
      if (std::optional<BlockFormula> Of = Writer.formula(Source, Direction))
        Into.Extents.push_back({Direction, std::move(*Of)});
  }
}

/// Makes those extents of \p Block numbers that \p Conditions leave one; 0 if
/// the launch fails.
static void settleExtents(llvm::ArrayRef<BlockCondition> Conditions,
                          HostValue &Block) {
  std::array<int64_t, 3> Least = {1, 1, 1}, Most;
  Most.fill(std::numeric_limits<int64_t>::max());
  for (const BlockCondition &Each : Conditions)
    if (Each.Of.Result.Kind == Operand::Extent) {
      const unsigned Direction = Each.Of.Result.Value;
      Least[Direction] = std::max(Least[Direction], Each.Least);
      Most[Direction] = std::min(Most[Direction], Each.Most);
    }
  for (unsigned Direction = 0; Direction != 3; ++Direction) {
    if (Most[Direction] > Least[Direction])
      continue;
    const HostValue Number = HostValue::integer(
        Most[Direction] == Least[Direction] ? Most[Direction] : 0);
    if (Block.Kind == HostValue::Aggregate)
      Block.Elements[Direction] = Number;
    else
      Block = Number;
  }
}

void HostEvaluator::relate(LaunchRecord &Record) const {
  const FormulaWriter Writer(Record.Block, Path.Terms);
  if (Writer.source(0) == 0 && Writer.source(1) == 0 && Writer.source(2) == 0)
    return;
  addExtents(Writer, Path.Terms, Record.Relations);
  Path.Current->Facts.forEach(
      [&](unsigned Symbol, int64_t Least, int64_t Most, bool IsNotZero) {
        if (std::optional<BlockFormula> Of = Writer.formula(Symbol))
          if (!Of->Steps.empty() || Of->Result.Kind == Operand::Extent)
            Record.Relations.Conditions.push_back(
                {std::move(*Of), Least, Most, IsNotZero});
      });
  // What an extent is computed from limits it, too.
  for (unsigned Direction = 0; Direction != 3; ++Direction)
    if (const unsigned Source = Writer.source(Direction);
        Source != 0 && Path.Terms.find(Source)) {
      using Limits = std::numeric_limits<int64_t>;
      const auto [Least, Most] = Path.Current->Facts.limits(Source, Path.Terms);
      if (Least != Limits::min() || Most != Limits::max())
        Record.Relations.Conditions.push_back(
            {*Writer.formula(Source), Least, Most, false});
    }
  for (const auto &[Index, Argument] : llvm::enumerate(Record.Arguments))
    addArguments(Argument, {unsigned(Index)}, Writer, Record.Formulas);
  settleExtents(Record.Relations.Conditions, Record.Block);
}
