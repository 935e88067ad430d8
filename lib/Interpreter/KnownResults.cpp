//===- KnownResults.cpp - What executions came to before ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Interpreter/KnownResults.h"
#include "banklint/Program/Equality.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// Half-typed code comes and goes: as many analyses back, it may be the same.
static constexpr unsigned KeptAnalyses = 16;

void KnownResults::beginAnalysis() {
  ++Analysis;
  const auto IsOld = [this](unsigned LastAnalysis) {
    return LastAnalysis + KeptAnalyses < Analysis;
  };
  for (auto Each = Entries.begin(); Each != Entries.end();) {
    auto Current = Each++;
    if (IsOld(Current->second.LastAnalysis))
      Entries.erase(Current);
  }
  for (auto Each = Programs.begin(); Each != Programs.end();) {
    auto Current = Each++;
    llvm::erase_if(Current->second, [&](const KnownProgram &Program) {
      return IsOld(Program.LastAnalysis);
    });
    if (Current->second.empty())
      Programs.erase(Current);
  }
}

uint64_t KnownResults::numberOf(const KernelProgram &Program) {
  std::vector<KnownProgram> &Candidates = Programs[Program.Name];
  for (KnownProgram &Each : llvm::reverse(Candidates))
    if (isSameCode(*Each.Program, Program)) {
      Each.LastAnalysis = Analysis;
      return Each.Number;
    }
  Candidates.push_back(
      {++LastNumber, std::make_shared<const KernelProgram>(Program), Analysis});
  return LastNumber;
}

const KnownResults::Entry *KnownResults::take(const Question &Asked,
                                              WorkLimit *Together) {
  auto Found = Entries.find(Asked.Key);
  if (Found == Entries.end())
    return nullptr;
  Entry &Known = Found->second;
  if (Together && !Together->spend(Known.Spent))
    return nullptr;
  Known.LastAnalysis = Analysis;
  ++Taken;
  return &Known;
}

void KnownResults::keep(const Question &Asked,
                        std::shared_ptr<const void> Result, uint64_t Spent) {
  Entries[Asked.Key] = {std::move(Result), Spent, Analysis};
}

KnownResults::Question::Question(KnownResults &Known, llvm::StringRef What,
                                 const void *Owner,
                                 const InterpreterBudget &Budget)
    : Known(Known), Key(What) {
  Key += '\0';
  add(reinterpret_cast<uintptr_t>(Owner));
  for (uint64_t Limit : {Budget.Statements, Budget.LoopRounds, Budget.SliceFrom,
                         uint64_t(Budget.SkipsRepeats)})
    add(Limit);
}

KnownResults::Question &KnownResults::Question::add(uint64_t Number) {
  Key.append(reinterpret_cast<const char *>(&Number), sizeof Number);
  return *this;
}

KnownResults::Question &
KnownResults::Question::add(const std::optional<uint64_t> &Number) {
  return add(uint64_t(Number.has_value())).add(Number.value_or(0));
}

KnownResults::Question &
KnownResults::Question::add(const KernelProgram &Program) {
  return add(Known.numberOf(Program));
}

static void addBlock(KnownResults::Question &Into,
                     const std::optional<Dim3> &Block) {
  Into.add(uint64_t(Block.has_value()));
  const Dim3 Of = Block.value_or(Dim3());
  for (uint32_t Extent : {Of.X, Of.Y, Of.Z})
    Into.add(uint64_t(Extent));
}

KnownResults::Question &
KnownResults::Question::add(const LaunchConfig &Launch) {
  addBlock(*this, Launch.Block);
  addBlock(*this, Launch.Grid);
  for (std::optional<uint32_t> Extent : Launch.PartOfGrid)
    add(Extent ? std::optional<uint64_t>(*Extent) : std::nullopt);
  add(uint64_t(Launch.Blocks.has_value()));
  const BlockRange Blocks = Launch.Blocks.value_or(BlockRange());
  addBlock(*this, Blocks.First);
  addBlock(*this, Blocks.Last);
  add(Launch.Warp ? std::optional<uint64_t>(*Launch.Warp) : std::nullopt);
  add(uint64_t(Launch.IsInside));
  add(Launch.DynamicBytes);
  add(uint64_t(Launch.Arguments.size()));
  for (const ArgumentValue &Argument : Launch.Arguments) {
    add(Argument.isNumber() ? std::optional<uint64_t>(Argument.number())
                            : std::nullopt);
    add(uint64_t(Argument.lowBits()));
    add(Argument.rest());
  }
  return *this;
}

KnownResults::Question &
KnownResults::Question::add(const LayoutChange &Change) {
  add(uint64_t(Change.Padding.size()));
  for (int64_t Elements : Change.Padding)
    add(uint64_t(Elements));
  const Swizzle Permutation = Change.Permutation.value_or(Swizzle());
  add(uint64_t(Change.Permutation.has_value()));
  for (unsigned Part : {Permutation.RowExtent, Permutation.RowShift,
                        Permutation.Mask, Permutation.ColumnShift})
    add(uint64_t(Part));
  const Gaps Spread = Change.Spread.value_or(Gaps());
  add(uint64_t(Change.Spread.has_value()));
  for (uint64_t Part : {Spread.Every, Spread.Extra, Spread.Size,
                        Spread.OldEvery, Spread.OldExtra})
    add(Part);
  add(uint64_t(Change.Inner.size()));
  for (const InnerRows &Rows : Change.Inner)
    add(Rows.Begin).add(Rows.RowBytes).add(Rows.Count).add(Rows.Bytes);
  const TensorChange Tensor = Change.Tensor.value_or(TensorChange());
  add(uint64_t(Change.Tensor.has_value()));
  for (const BitSwizzle &Swizzle : {Tensor.Old.Swizzle, Tensor.New})
    for (unsigned Part : {Swizzle.Bits, Swizzle.Base, Swizzle.Shift})
      add(uint64_t(Part));
  return add(uint64_t(Change.PieceBytes));
}
