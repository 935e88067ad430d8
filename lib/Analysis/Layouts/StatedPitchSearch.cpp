//===- StatedPitchSearch.cpp - Longer rows wherever they are stated -------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers, parameters that are arrays and leading dimensions state the pitch
// of rows apart from the extents, so that an execution with other extents does
// not show what a longer pitch is worth. The addresses of all requests do, if
// they are numbers: each element of a row moves with its row.
//
//===----------------------------------------------------------------------===//

#include "Layouts/LaneDistances.h"
#include "Layouts/LayoutJudge.h"
#include "Layouts/SubscriptUses.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace banklint;

/// A row of all banks' words.
constexpr unsigned MaxExtraPitch = 32;
/// That pointers and leading dimensions of fragments must be multiples of.
constexpr unsigned FragmentBytes = 16;
/// Of a request that the compiler merges.
constexpr unsigned WidestBytes = 16;
/// Requests that may be predicted by what one execution traced: about a
/// twentieth of a second.
constexpr uint64_t MaxPredicted = 1 << 16;

namespace {

class StatedPitchSearch {
public:
  StatedPitchSearch(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
                    const InterpreterBudget &Budget)
      : Arch(Arch), Uses(Uses), Budget(Budget), Judge(Arch, Uses, Budget) {}
  LayoutResult run();

private:
  bool mayApply();
  void collect();
  void collect(uint64_t Pitch);
  int64_t pitchBytes(const ArrayUse &Use, const LayoutChange &Change) const;
  bool areRowsWhole(const LayoutChange &Change) const;
  bool keepsDistances(const LayoutChange &Change) const;
  uint64_t savedInRows(const LayoutChange &Change) const;
  uint64_t requestsOnce() const;
  std::optional<LayoutCost> predict(const LayoutChange &Change);
  LayoutChoice tryAll();
  void explain(LayoutResult &Result) const;

  const Architecture &Arch;
  llvm::ArrayRef<ArrayUse> Uses;
  const InterpreterBudget &Budget;
  LayoutJudge Judge;
  /// Those of the same pitch follow each other.
  std::vector<LayoutChange> Candidates;
  /// What is the same for all changes of one pitch; nothing if the rows are not
  /// whole.
  struct RowFacts {
    uint64_t Pitch;
    std::optional<uint64_t> SavedInRows;
  };
  std::optional<RowFacts> Rows;
  /// Addresses are known, and what they cost is what the declared layout does.
  bool IsTraced = false;
  bool IsWorkedOut = false;
  /// Some candidate's rows are those of the accesses.
  bool HasWholeRows = false;
};

} // namespace

/// True if \p A may be a part of a matrix fragment, of which one number says
/// how far its lines are apart.
static bool mayBeOfFragment(const Access &A) {
  using M = MemoryOperation;
  return llvm::is_contained({M::MatrixLoad1, M::MatrixLoad2, M::MatrixLoad4,
                             M::MatrixStore1, M::MatrixStore2, M::MatrixStore4},
                            A.Op) ||
         (A.IsVolatile && !A.Array);
}

/// Operand number \p Number of \p E, which is null or the result of \p Op; else
/// null.
static const Expr *operandOf(const KernelProgram &Program, const Expr *E,
                             BinaryOp Op, unsigned Number) {
  return E && E->Kind == ExprKind::Binary && E->Binary == Op
             ? &Program.expr(E->Operands[Number])
             : nullptr;
}

/// What the lines of a fragment that \p A may be a part of are apart, which is
/// the factor in `base + (line * factor + element) * size`; null if its address
/// is no such sum, as that of a lane's own row.
static const Expr *leadingOf(const KernelProgram &Program, const Access &A) {
  if (!mayBeOfFragment(A))
    return nullptr;
  const Expr *E = &Program.expr(A.Address);
  E = operandOf(Program, E, BinaryOp::Add, 1);
  E = operandOf(Program, E, BinaryOp::Mul, 0);
  E = operandOf(Program, E, BinaryOp::Add, 0);
  return operandOf(Program, E, BinaryOp::Mul, 1);
}

/// True if the pitch may be stated elsewhere than in the extents, and the rows
/// of all uses are alike.
bool StatedPitchSearch::mayApply() {
  const auto Rank = [](const SharedArray *Array) {
    return Array->Extents.size();
  };
  const SharedArray *First = Judge.arrays().front();
  for (const SharedArray *Array : Judge.arrays())
    if (Rank(Array) == 0 || Rank(Array) != Rank(First) ||
        Array->ElementBytes != First->ElementBytes)
      return false;
  return !llvm::all_of(
      Uses, [](const ArrayUse &Use) { return SubscriptUses(Use).areAll(); });
}

/// Rows of \p Pitch elements in an array of one extent, or the declared ones.
void StatedPitchSearch::collect(uint64_t Pitch) {
  const SharedArray &Array = *Judge.arrays().front();
  const bool HasFragments = llvm::any_of(Uses, [](const ArrayUse &Use) {
    return llvm::any_of(Use.Program->Accesses, mayBeOfFragment);
  });
  for (unsigned Extra = 1; Extra <= MaxExtraPitch; ++Extra) {
    LayoutChange Change;
    if (Array.Extents.size() == 1)
      Change.Spread = Gaps{Pitch, Extra};
    else
      Change = LayoutChange::padding(Array.Extents.size() - 1, Extra);
    if (HasFragments && Extra * Array.ElementBytes % FragmentBytes != 0)
      continue;
    if (Judge.keepsPitchAligned(Change) && Judge.keepsWidth(Change) &&
        Judge.fits(Change))
      Candidates.push_back(Change);
  }
}

void StatedPitchSearch::collect() {
  const SharedArray &Array = *Judge.arrays().front();
  if (Array.Extents.size() > 1)
    return collect(Array.Extents.back().Elements);
  std::vector<uint64_t> Pitches;
  for (const ArrayUse &Use : Uses)
    for (const Access &A : Use.Program->Accesses)
      if (const Expr *Leading = leadingOf(*Use.Program, A);
          Leading && Leading->Kind == ExprKind::Constant &&
          Leading->Value > 0 && uint64_t(Leading->Value) <= MaxPitch)
        Pitches.push_back(Leading->Value);
  llvm::append_range(Pitches, laneDistances(Uses));
  Pitches.push_back(Arch.BankCount * Arch.BankBytes / Array.ElementBytes);
  std::set<uint64_t> Seen;
  for (uint64_t Pitch : Pitches)
    if (Pitch * Array.ElementBytes >= 2 * Arch.BankBytes &&
        Seen.insert(Pitch).second)
      collect(Pitch);
}

/// True if the lanes of \p Request, which may be of a fragment, access the same
/// part of each row of \p PitchBytes, as one leading dimension says.
static bool isPartOfRows(const TracedRequest &Request, int64_t PitchBytes) {
  const AccessPattern &Pattern = Request.Pattern;
  std::set<int64_t> Columns;
  for (unsigned Lane : Pattern.Addressing)
    Columns.insert(Pattern.Offset[Lane] % PitchBytes);
  const int64_t Span = *Columns.rbegin() - *Columns.begin();
  return Span < int64_t(Columns.size()) * Pattern.Bytes;
}

/// True if three lanes or more of \p Pattern that are equally far apart, by
/// more than they access, are so by the same number of rows of \p PitchBytes
/// each: one number says how far they are apart.
static bool keepsDistances(const AccessPattern &Pattern, int64_t PitchBytes) {
  const int64_t Bytes = int64_t(Pattern.Bytes) * Pattern.Pieces;
  int64_t LastApart = 0, LastRows = 0;
  for (unsigned Lane = 1; Lane != WarpSize; ++Lane) {
    int64_t Apart = 0, Rows = 0;
    if (Pattern.Addressing.test(Lane - 1) && Pattern.Addressing.test(Lane)) {
      const int64_t From = Pattern.Offset[Lane - 1], To = Pattern.Offset[Lane];
      Apart = To - From;
      Rows = To / PitchBytes - From / PitchBytes;
    }
    if (Apart == LastApart && std::abs(Apart) > Bytes && Rows != LastRows)
      return false;
    LastApart = Apart;
    LastRows = Rows;
  }
  return true;
}

/// Bytes of the rows of \p Use that \p Change makes longer.
int64_t StatedPitchSearch::pitchBytes(const ArrayUse &Use,
                                      const LayoutChange &Change) const {
  const SharedArray &Array = Use.Program->Arrays[Use.Array];
  return (Change.Spread ? Change.Spread->Every
                        : Array.Extents.back().Elements) *
         Array.ElementBytes;
}

/// True if no access goes across the end of a row that \p Change makes longer,
/// and the lines of fragments are whole rows apart.
bool StatedPitchSearch::areRowsWhole(const LayoutChange &Change) const {
  for (const auto &[Number, Use] : llvm::enumerate(Uses)) {
    const SharedArray &Array = Use.Program->Arrays[Use.Array];
    const int64_t PitchBytes = pitchBytes(Use, Change);
    for (const TracedRequest &Request : Judge.requests(Number)) {
      const AccessPattern &Pattern = Request.Pattern;
      const int64_t Bytes = int64_t(Pattern.Bytes) * Pattern.Pieces;
      for (unsigned Lane : Pattern.Addressing)
        if (Pattern.Offset[Lane] < 0 ||
            Pattern.Offset[Lane] % PitchBytes + Bytes > PitchBytes)
          return false;
      const Access &A = Use.Program->Accesses[Request.Access];
      const Expr *Leading = leadingOf(*Use.Program, A);
      if (Leading && (Leading->Kind != ExprKind::Constant ||
                      Leading->Value * Array.ElementBytes % PitchBytes != 0 ||
                      !isPartOfRows(Request, PitchBytes)))
        return false;
    }
  }
  return true;
}

/// True if \p Change leaves one number to say how far lanes are apart where
/// that may be stated elsewhere than in subscripts.
bool StatedPitchSearch::keepsDistances(const LayoutChange &Change) const {
  for (const auto &[Number, Use] : llvm::enumerate(Uses)) {
    const SubscriptUses Subscripts(Use);
    for (const TracedRequest &Request : Judge.requests(Number))
      if (!Subscripts.element(Use.Program->Accesses[Request.Access]) &&
          !::keepsDistances(Request.Pattern, pitchBytes(Use, Change)))
        return false;
  }
  return true;
}

/// The parts of wavefronts that merging and registers may save of accesses
/// whose lanes are in one row each time. Such a request moves as a whole,
/// together with the neighbors that it may be merged with, where rows keep the
/// width of merged requests aligned.
uint64_t StatedPitchSearch::savedInRows(const LayoutChange &Change) const {
  uint64_t Saved = 0;
  for (const auto &[Number, Use] : llvm::enumerate(Uses)) {
    const int64_t PitchBytes = pitchBytes(Use, Change);
    if (PitchBytes % WidestBytes != 0)
      continue;
    std::vector<bool> IsInRow(Use.Program->Accesses.size(), true);
    for (const TracedRequest &Request : Judge.requests(Number)) {
      std::set<int64_t> Rows;
      for (unsigned Lane : Request.Pattern.Addressing)
        Rows.insert(Request.Pattern.Offset[Lane] / PitchBytes);
      if (Rows.size() > 1)
        IsInRow[Request.Access] = false;
    }
    for (const Verdict &V : Use.Verdicts) {
      const uint64_t Parts = V.Traced.Wavefronts * TracedTotals::PartsOfOne;
      if (Judge.touches(Number, V.Access) && IsInRow[V.Access])
        Saved += Parts - std::min(Parts, V.Traced.IfMerged);
    }
  }
  return Saved;
}

/// The requests that one prediction looks at.
uint64_t StatedPitchSearch::requestsOnce() const {
  uint64_t Sum = 0;
  for (size_t Number = 0; Number != Uses.size(); ++Number)
    Sum += Judge.requests(Number).size();
  return Sum;
}

std::optional<LayoutCost>
StatedPitchSearch::predict(const LayoutChange &Change) {
  const uint64_t Pitch = Change.Spread ? Change.Spread->Every : 0;
  if (!Rows || Rows->Pitch != Pitch) {
    Rows = RowFacts{Pitch, std::nullopt};
    // Gaps may as well be a function of the index.
    if (areRowsWhole(Change) && (Change.Spread || keepsDistances(Change)))
      Rows->SavedInRows = savedInRows(Change);
  }
  if (!Rows->SavedInRows)
    return std::nullopt;
  HasWholeRows = true;
  std::optional<LayoutCost> Cost =
      Judge.predict(Change, Judge.declared().Sum.Wavefronts);
  if (!Cost)
    return std::nullopt;
  // No execution shows what the compiler would merge of other requests. That
  // never costs more, which is all that is known of them.
  const uint64_t Extra =
      Change.Spread ? Change.Spread->Extra : Change.Padding.back();
  const bool MovesWords =
      Extra * Judge.arrays().front()->ElementBytes % Arch.BankBytes == 0;
  const uint64_t Parts = Cost->Sum.Wavefronts * TracedTotals::PartsOfOne;
  Cost->Sum.IfMerged =
      Parts - (MovesWords ? std::min(Parts, *Rows->SavedInRows) : 0);
  return Cost;
}

LayoutChoice StatedPitchSearch::tryAll() {
  // Most of the work that is left is not for a search that may find nothing.
  const uint64_t Limit =
      Budget.Together ? std::min(MaxPredicted, Budget.Together->left() / 4)
                      : MaxPredicted;
  const uint64_t Last = Judge.predictedRequests() + Limit;
  const auto MayPredict = [&, Once = requestsOnce()] {
    return Judge.predictedRequests() + Once <= Last;
  };
  LayoutChoice Best;
  IsTraced = true;
  IsWorkedOut = MayPredict() && Judge.predictsDeclared();
  if (!IsWorkedOut)
    return Best;
  Rows = std::nullopt;
  for (const LayoutChange &Change : Candidates)
    if (!MayPredict() || Judge.improve(Best, Change, predict(Change)))
      break;
  return Best;
}

/// Why there is no change.
void StatedPitchSearch::explain(LayoutResult &Result) const {
  if (!Candidates.empty() && !IsTraced) {
    Result.WhyNot = "some of its addresses are not known numbers";
    return;
  }
  if (!Candidates.empty() && !IsWorkedOut) {
    Result.WhyNot = "what other rows cost cannot be worked out from the "
                    "addresses: the compiler may merge accesses, or there are "
                    "too many";
    return;
  }
  Result.End = SearchEnd::NoneHelps;
  Result.WhyNot = HasWholeRows
                      ? "no longer rows are known to need fewer wavefronts"
                      : "its accesses do not stay in rows of a common pitch";
}

LayoutResult StatedPitchSearch::run() {
  LayoutResult Result;
  Result.WhyNot = Judge.read();
  if (!Result.WhyNot.empty())
    return Result;
  if (!mayApply()) {
    Result.WhyNot = "its extents alone state the pitch of its rows";
    return Result;
  }
  collect();
  // What some iterations show is worth looking at all of them.
  LayoutChoice Best;
  if (!Candidates.empty() && Judge.trace() && tryAll().Cost &&
      Judge.trace(LayoutJudge::TracedPart::All))
    Best = tryAll();
  Result.Best = Judge.fixOf(Best);
  if (Result.Best) {
    Result.Best->IsPredicted = true;
    Result.Best->NeedsIndex = !keepsDistances(Result.Best->Change);
  } else {
    explain(Result);
  }
  return Result;
}

LayoutResult banklint::findStatedPitch(const Architecture &Arch,
                                       llvm::ArrayRef<ArrayUse> Uses,
                                       const InterpreterBudget &Budget) {
  return StatedPitchSearch(Arch, Uses, Budget).run();
}
