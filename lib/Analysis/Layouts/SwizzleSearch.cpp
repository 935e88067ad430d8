//===- SwizzleSearch.cpp - The swizzle that clears an array ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownSearches.h"
#include "Layouts/LayoutJudge.h"
#include "Layouts/SubscriptUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

namespace {

/// Rows that share a permutation, as an exponent: 32 rows of one word each are
/// all that one wavefront can reach.
constexpr unsigned MaxRowShift = 5;
/// Columns that stay together span no more than the widest access.
constexpr unsigned WidestBytes = 16;
/// Requests that may be predicted in all: about a quarter of a second.
constexpr uint64_t MaxPredicted = 1 << 18;
/// Swizzles that are executed where they can't be predicted.
constexpr unsigned MaxExecutedSwizzles = 4;

class SwizzleSearch {
public:
  SwizzleSearch(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
                const InterpreterBudget &Budget)
      : Arch(Arch), Uses(Uses), Judge(Arch, Uses, Budget) {}
  LayoutResult run();

private:
  std::string obstacle() const;
  void collectCandidates();
  void collectOfRow(unsigned RowExtent);
  unsigned leastColumnShift() const;
  void tryAll();

  const Architecture &Arch;
  llvm::ArrayRef<ArrayUse> Uses;
  LayoutJudge Judge;
  /// Simplest first.
  std::vector<Swizzle> Candidates;
  LayoutChoice Best;
};

} // namespace

/// Why no swizzle can be tried at all, or "". All accesses were read.
std::string SwizzleSearch::obstacle() const {
  for (const auto &[Number, Use] : llvm::enumerate(Uses)) {
    const SharedArray &Array = Use.Program->Arrays[Use.Array];
    if (Array.Extents.size() < 2)
      return "the array has no rows";
    if (Array.Extents.size() != Judge.arrays().front()->Extents.size())
      return "the array's dimensions differ between instantiations";
    const SubscriptUses Subscripts(Use);
    if (!Subscripts.areAll())
      return "it is used other than by subscripts";
    for (const auto &[Index, A] : llvm::enumerate(Use.Program->Accesses))
      if (Judge.touches(Number, Index) &&
          !(Subscripts.element(A) && Subscripts.staysTogether(A)))
        return "it is used other than by subscripts";
  }
  return "";
}

/// Wide accesses must find their elements in one piece.
unsigned SwizzleSearch::leastColumnShift() const {
  unsigned Shift = 0;
  for (const auto &[Number, Use] : llvm::enumerate(Uses)) {
    uint64_t ElementBytes = Use.Program->Arrays[Use.Array].ElementBytes;
    for (const auto &[Index, A] : llvm::enumerate(Use.Program->Accesses))
      if (Judge.touches(Number, Index))
        while (ElementBytes << Shift < A.Bytes)
          ++Shift;
  }
  return Shift;
}

/// Permutations by the subscript of \p RowExtent that stay inside of the rows
/// in all uses. Those that turn more than a row of banks do no more good.
void SwizzleSearch::collectOfRow(unsigned RowExtent) {
  const unsigned Least = leastColumnShift();
  const uint64_t BankSpan = uint64_t(Arch.BankCount) * Arch.BankBytes;
  uint64_t Rows = 0, ElementBytes = 0;
  for (const SharedArray *Array : Judge.arrays()) {
    uint64_t Elements = Array->Extents[RowExtent].Elements;
    // A dynamic array has any number of rows.
    Rows = std::max(Rows, Elements == 0 ? BankSpan : Elements);
    ElementBytes = std::max<uint64_t>(ElementBytes, Array->ElementBytes);
  }
  auto StaysInRows = [&](const Swizzle &S) {
    return llvm::all_of(Judge.arrays(), [&](const SharedArray *Array) {
      return Array->Extents.back().Elements % S.span() == 0;
    });
  };
  for (unsigned RowShift = 0; RowShift <= MaxRowShift; ++RowShift)
    for (unsigned Shift = Least;
         Shift == Least || ElementBytes << Shift <= WidestBytes; ++Shift) {
      const uint64_t Turns =
          llvm::PowerOf2Ceil(llvm::divideCeil(Rows, uint64_t(1) << RowShift));
      for (uint64_t Count = std::min<uint64_t>(Turns, BankSpan); Count > 1;
           Count /= 2) {
        Swizzle S{RowExtent, RowShift, unsigned(Count - 1), Shift};
        if (S.span() * ElementBytes <= std::max(BankSpan, 2 * ElementBytes) &&
            StaysInRows(S))
          Candidates.push_back(S);
      }
    }
}

void SwizzleSearch::collectCandidates() {
  for (unsigned Extent = Judge.arrays().front()->Extents.size() - 1;
       Extent-- > 0;)
    collectOfRow(Extent);
}

void SwizzleSearch::tryAll() {
  const bool IsPredicting = Judge.trace();
  unsigned Executed = 0;
  for (const Swizzle &S : Candidates) {
    if (IsPredicting ? Judge.predictedRequests() > MaxPredicted
                     : Executed++ == MaxExecutedSwizzles)
      break;
    LayoutChange Change;
    Change.Permutation = S;
    if (Judge.improve(
            Best, Change,
            IsPredicting
                ? Judge.predict(Change, Judge.declared().Sum.Wavefronts)
                : Judge.execute(Change)))
      break;
  }
  if (!IsPredicting || !Best.Cost)
    return;
  std::optional<LayoutCost> Proof = Judge.execute(Best.Change);
  if (!Proof || !isSame(*Proof, *Best.Cost) || !Judge.isBetter(*Proof))
    Best = {};
}

LayoutResult SwizzleSearch::run() {
  LayoutResult Result;
  Result.WhyNot = Judge.read();
  if (Result.WhyNot.empty())
    Result.WhyNot = obstacle();
  if (!Result.WhyNot.empty())
    return Result;
  collectCandidates();
  tryAll();
  Result.Best = Judge.fixOf(Best);
  if (!Result.Best)
    Result.WhyNot = "none that was tried needs fewer wavefronts";
  return Result;
}

LayoutResult banklint::findSwizzle(const Architecture &Arch,
                                   llvm::ArrayRef<ArrayUse> Uses,
                                   const InterpreterBudget &Budget) {
  return findOnce("findSwizzle", &Arch, Uses, Budget,
                  [&](const InterpreterBudget &Own) {
                    return SwizzleSearch(Arch, Uses, Own).run();
                  });
}
