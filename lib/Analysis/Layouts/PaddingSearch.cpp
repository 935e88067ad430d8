//===- PaddingSearch.cpp - The padding that clears an array ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts/LayoutJudge.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

namespace {

/// A row of all banks' words: padding by more elements repeats what smaller
/// ones did, for elements of a word or more.
constexpr unsigned MaxPadding = 32;
/// Of each of two extents that are padded at once.
constexpr unsigned MaxOfTwo = 8;
/// Paddings of other extents than the last one that are executed where they
/// can't be predicted.
constexpr unsigned MaxExecuted = 4;

class PaddingSearch {
public:
  PaddingSearch(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
                const InterpreterBudget &Budget)
      : Arch(Arch), Uses(Uses), Judge(Arch, Uses, Budget) {}
  LayoutResult run();

private:
  std::string obstacle() const;
  bool tryOne(const LayoutChange &Change);
  void tryLast(bool MayPredict);
  void tryOthers();
  void tryTwo();
  void tryAll(bool MayPredict);
  void startToPredict();
  bool isProved();
  std::string noneHelps() const;
  LayoutResult result() const;

  const Architecture &Arch;
  llvm::ArrayRef<ArrayUse> Uses;
  LayoutJudge Judge;
  /// Number of extents.
  unsigned Extents = 0;
  LayoutChoice Best;
  /// The most elements in the last extent that there is room for, and that are
  /// tried.
  unsigned MostInLast = MaxPadding;
  /// Costs are predicted instead of executed.
  bool IsPredicting = false;
};

} // namespace

/// Why no padding can be tried at all, or "".
std::string PaddingSearch::obstacle() const {
  auto ExtentsOf = [](const ArrayUse &Use) {
    return Use.Program->Arrays[Use.Array].Extents.size();
  };
  for (const ArrayUse &Use : Uses) {
    const SharedArray &Array = Use.Program->Arrays[Use.Array];
    if (Array.IsDynamic)
      return "the array's size is set by the launch";
    if (Array.Extents.empty())
      return "it is not an array";
    if (Array.Extents.size() == 1)
      return "the array has one dimension";
    if (ExtentsOf(Use) != ExtentsOf(Uses.front()))
      return "the array's dimensions differ between instantiations";
  }
  return "";
}

/// True if nothing better can be found.
bool PaddingSearch::tryOne(const LayoutChange &Change) {
  if (!Judge.keepsPitchAligned(Change))
    return false;
  const std::optional<LayoutCost> Cost =
      IsPredicting ? Judge.predict(Change) : Judge.execute(Change);
  return Judge.improve(Best, Change, Cost);
}

/// Starts to predict if that gives what the execution of the smallest padding
/// gave, which the search begins with. Requests that the compiler merges are
/// not predicted: those paddings are executed that keep them aligned.
void PaddingSearch::startToPredict() {
  const LayoutChange Smallest = LayoutChange::padding(Extents - 1, 1);
  if (!Judge.trace())
    return;
  const std::optional<LayoutCost> Unchanged = Judge.predict({});
  if (!Unchanged ||
      Unchanged->Sum.Wavefronts != Judge.declared().Sum.Wavefronts)
    return;
  std::optional<LayoutCost> Executed = Judge.execute(Smallest);
  std::optional<LayoutCost> Predicted = Judge.predict(Smallest);
  IsPredicting = Executed && Predicted ? isSame(*Executed, *Predicted)
                                       : !Executed && !Predicted;
}

void PaddingSearch::tryLast(bool MayPredict) {
  for (unsigned Elements = 1; Elements <= MaxPadding; ++Elements) {
    const LayoutChange Change = LayoutChange::padding(Extents - 1, Elements);
    if (!Judge.fits(Change)) {
      MostInLast = Elements - 1;
      return;
    }
    // One element helps most often, and is proved at once.
    if (Elements == 2 && MayPredict)
      startToPredict();
    if (tryOne(Change))
      return;
  }
}

/// The distance of planes matters where accesses go across them.
void PaddingSearch::tryOthers() {
  const unsigned Most = IsPredicting ? MaxPadding : MaxExecuted;
  for (unsigned Extent = Extents - 1; Extent-- > 1;)
    for (unsigned Elements = 1; Elements <= Most; ++Elements) {
      const LayoutChange Change = LayoutChange::padding(Extent, Elements);
      if (!Judge.fits(Change))
        break;
      if (tryOne(Change))
        return;
    }
}

void PaddingSearch::tryTwo() {
  for (unsigned Extent = Extents - 1; Extent-- > 1;)
    for (unsigned Both = 2; Both <= 2 * MaxOfTwo; ++Both)
      for (unsigned Elements = 1; Elements < Both; ++Elements) {
        if (Elements > MaxOfTwo || Both - Elements > MaxOfTwo)
          continue;
        LayoutChange Change = LayoutChange::padding(Extents - 1, Elements);
        Change.Padding[Extent] = Both - Elements;
        if (Judge.fits(Change) && tryOne(Change))
          return;
      }
}

void PaddingSearch::tryAll(bool MayPredict) {
  auto MustGoOn = [this] { return !Best.Cost || !Best.Cost->isIdeal(); };
  tryLast(MayPredict);
  if (MustGoOn())
    tryOthers();
  if (MustGoOn() && IsPredicting)
    tryTwo();
}

/// True if an execution with the best padding costs what was predicted.
bool PaddingSearch::isProved() {
  if (!IsPredicting || !Best.Cost)
    return true;
  const std::optional<LayoutCost> Predicted =
      std::exchange(Best.Cost, Judge.execute(Best.Change));
  return Best.Cost && isSame(*Best.Cost, *Predicted) &&
         Judge.isBetter(*Best.Cost);
}

std::string PaddingSearch::noneHelps() const {
  const std::string Room = "the " + std::to_string(Arch.StaticSharedBytes) +
                           " bytes of static shared memory";
  if (MostInLast == 0)
    return "none fits into " + Room;
  return "no padding of up to " + counted(MostInLast, "element") + " needs " +
         (Best.Cost ? "clearly " : "") + "fewer wavefronts" +
         (Uses.size() == 1 ? "" : " without more in some launch") +
         (MostInLast == MaxPadding
              ? ""
              : ", and larger ones do not fit into " + Room);
}

LayoutResult PaddingSearch::result() const {
  LayoutResult Result;
  Result.Best = Judge.fixOf(Best);
  if (!Result.Best)
    Judge.explain(Result, noneHelps());
  return Result;
}

LayoutResult PaddingSearch::run() {
  LayoutResult Result;
  Result.WhyNot = obstacle();
  if (Result.WhyNot.empty())
    Result.WhyNot = Judge.read();
  if (!Result.WhyNot.empty())
    return Result;
  Extents = Judge.arrays().front()->Extents.size();
  tryAll(/*MayPredict=*/true);
  if (!isProved()) {
    IsPredicting = false;
    Best = {};
    Judge.forgetRefused();
    tryAll(/*MayPredict=*/false);
  }
  return result();
}

LayoutResult banklint::findPadding(const Architecture &Arch,
                                   llvm::ArrayRef<ArrayUse> Uses,
                                   const InterpreterBudget &Budget) {
  return PaddingSearch(Arch, Uses, Budget).run();
}
