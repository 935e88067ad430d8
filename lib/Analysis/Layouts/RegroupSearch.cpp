//===- RegroupSearch.cpp - Gaps and pieces that clear an array ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownSearches.h"
#include "Layouts/LaneDistances.h"
#include "Layouts/LayoutJudge.h"
#include "Layouts/SubscriptUses.h"
#include "Layouts/UsedElements.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>
#include <utility>

using namespace banklint;

/// Elements that are left out at each gap, at most.
constexpr uint64_t MaxExtraElements = 32;
/// More than one element in so many is much memory for gaps.
constexpr uint64_t MostExtraShare = 8;
/// Candidates of which single warps are executed where they can't be predicted,
/// and those that are executed for all.
constexpr unsigned MaxSampled = 8;
constexpr unsigned MaxExecutedGroups = 2;
/// Of gaps that subscripts have: how many elements are theirs, and how many the
/// rows have for each that a lane divides by.
constexpr uint64_t MostPresent = 8;
constexpr uint64_t MostPerLane = 8;
/// Pitches of which it is looked at whether rows have gaps.
constexpr size_t MaxPresentPitches = 256;

namespace {

/// The constants that subscripts are multiples of, the lengths of rows among
/// them, and those that they are divided by; how often.
struct SubscriptConstants {
  std::map<uint64_t, unsigned> Factors, Divisors;
};

class ConstantFinder {
public:
  ConstantFinder(const KernelProgram &Program, SubscriptConstants &Found)
      : Program(Program), Found(Found), Values(Program.Variables.size()),
        Seen(Program.Exprs.size()) {
    forEachStmt(Program.Body, [&](const Stmt &S) {
      if (S.Kind == StmtKind::Assign)
        Values[S.Index].push_back(S.Value);
    });
  }

  void visit(ExprId Id) {
    if (Seen[Id.Index])
      return;
    Seen[Id.Index] = true;
    const Expr &E = Program.expr(Id);
    if (E.Kind == ExprKind::Binary)
      visitBinary(E);
    for (ExprId Operand : E.Operands)
      visit(Operand);
    if (E.Kind == ExprKind::Variable)
      for (ExprId Value : Values[E.Index])
        visit(Value);
  }

private:
  void visitBinary(const Expr &E) {
    for (ExprId Operand : E.Operands) {
      const Expr &Constant = Program.expr(Operand);
      if (Constant.Kind != ExprKind::Constant || Constant.Value <= 0)
        continue;
      const uint64_t Power = Constant.Value < 13 ? 1u << Constant.Value : 0;
      if (E.Binary == BinaryOp::Mul)
        add(Found.Factors, Constant.Value);
      if (E.Binary == BinaryOp::ShiftLeft)
        add(Found.Factors, Power);
      if (E.Binary == BinaryOp::Div)
        add(Found.Divisors, Constant.Value);
      if (E.Binary == BinaryOp::ShiftRight)
        add(Found.Divisors, Power);
    }
  }
  static void add(std::map<uint64_t, unsigned> &To, uint64_t Constant) {
    if (Constant > 1 && Constant <= MaxPitch)
      ++To[Constant];
  }

  const KernelProgram &Program;
  SubscriptConstants &Found;
  /// What is assigned to each variable.
  std::vector<std::vector<ExprId>> Values;
  std::vector<bool> Seen;
};

class RegroupSearch {
public:
  RegroupSearch(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
                const InterpreterBudget &Budget)
      : Arch(Arch), Uses(Uses), Budget(Budget), Judge(Arch, Uses, Budget) {}

  /// \p Collect adds candidates.
  LayoutResult findGaps(llvm::function_ref<void()> Collect);
  LayoutResult findAnyGaps();
  void collectGaps(std::set<uint64_t> Pitches);
  void collectGaps(uint64_t Row, llvm::function_ref<uint64_t(uint64_t)> SizeOf);
  LayoutResult findPieces();

private:
  std::string readSubscripts();
  SubscriptConstants constants() const;
  std::vector<Gaps> presentGaps() const;
  void collectReplacements();
  std::string collectPieces();
  void keepThatHelp(LayoutJudge::SampledWarp Warp);
  void keepPromising();
  bool hasRowsInLast(const SharedArray &Array) const;
  LayoutChoice tryPredicted(llvm::ArrayRef<LayoutChange> Changes);
  bool tryProved(llvm::ArrayRef<LayoutChange> Changes, LayoutChoice &Best);
  std::vector<LayoutChange> alignedGaps() const;
  LayoutChoice tryExecuted();
  LayoutResult tryAll();

  const Architecture &Arch;
  llvm::ArrayRef<ArrayUse> Uses;
  const InterpreterBudget &Budget;
  LayoutJudge Judge;
  /// An access to the array.
  struct ElementAccess {
    const ArrayUse *Use;
    const Access *A;
    /// What it names by all subscripts.
    const Expr *Element;
    /// See SubscriptUses::staysTogether.
    bool StaysTogether;
  };
  std::vector<ElementAccess> Accesses;
  unsigned WidestBytes = 1;
  /// Simplest first.
  std::vector<LayoutChange> Candidates;
};

} // namespace

/// Fills Accesses; why elements can't be moved, or "".
std::string RegroupSearch::readSubscripts() {
  if (std::string WhyNot = Judge.read(); !WhyNot.empty())
    return WhyNot;
  for (const auto &[Number, Use] : llvm::enumerate(Uses)) {
    const SubscriptUses Subscripts(Use);
    if (!Subscripts.areAll())
      return "it is used other than by subscripts";
    for (const auto &[Index, A] : llvm::enumerate(Use.Program->Accesses)) {
      if (!Judge.touches(Number, Index))
        continue;
      const Expr *Element = Subscripts.element(A);
      if (!Element)
        return "it is used other than by subscripts";
      Accesses.push_back({&Use, &A, Element, Subscripts.staysTogether(A)});
      WidestBytes = std::max(WidestBytes, unsigned(A.Bytes));
    }
  }
  return "";
}

SubscriptConstants RegroupSearch::constants() const {
  SubscriptConstants Found;
  std::optional<ConstantFinder> Finder;
  const ArrayUse *Of = nullptr;
  for (const ElementAccess &Each : Accesses) {
    if (Each.Use != Of)
      Finder.emplace(*Each.Use->Program, Found);
    Of = Each.Use;
    // The last subscript.
    Finder->visit(Each.Element->Operands.rbegin()[1]);
  }
  return Found;
}

/// Rows of \p Pitches, then rows of all banks. Small gaps first, but last those
/// that take much memory: short rows are seldom rows to a reader.
void RegroupSearch::collectGaps(std::set<uint64_t> Pitches) {
  const SharedArray &Array = *Judge.arrays().front();
  const uint64_t ElementBytes = Array.ElementBytes;
  const uint64_t BankSpan = uint64_t(Arch.BankCount) * Arch.BankBytes;
  std::vector<uint64_t> Rows;
  for (uint64_t Pitch : Pitches)
    if (Pitch * ElementBytes >= 2 * Arch.BankBytes)
      Rows.push_back(Pitch);
  if (BankSpan % ElementBytes == 0)
    Rows.push_back(BankSpan / ElementBytes);
  for (uint64_t Row : Rows)
    if (Array.IsDynamic || Row < Array.Extents.back().Elements)
      collectGaps(Row, [](uint64_t) { return 0; });
  const auto Key = [](const LayoutChange &Change) {
    const Gaps &Spread = *Change.Spread;
    return std::pair(Spread.Extra * MostExtraShare > Spread.Every,
                     Spread.Extra);
  };
  llvm::stable_sort(Candidates,
                    [&](const LayoutChange &A, const LayoutChange &B) {
                      return Key(A) < Key(B);
                    });
}

/// Gaps behind rows of \p Row elements.
void RegroupSearch::collectGaps(uint64_t Row,
                                llvm::function_ref<uint64_t(uint64_t)> SizeOf) {
  const uint64_t ElementBytes = Judge.arrays().front()->ElementBytes;
  const uint64_t Group =
      std::max<uint64_t>(1, WidestBytes / std::max<uint64_t>(1, ElementBytes));
  for (uint64_t Extra = Group; Extra <= MaxExtraElements && Row % Group == 0;
       Extra += Group) {
    LayoutChange Change;
    Change.Spread = Gaps{Row, Extra, SizeOf(Row + Extra)};
    if (Judge.fits(Change))
      Candidates.push_back(Change);
  }
}

/// The gaps that subscripts have already, as `i + i / 16` and `y * 33 + x` do.
std::vector<Gaps> RegroupSearch::presentGaps() const {
  const SubscriptConstants Constants = constants();
  std::map<uint64_t, unsigned> Pitches = Constants.Factors;
  // With several elements a lane, `2 * t + t / 8` is such an `i + i / 16`.
  for (const auto &[Divisor, Count] : Constants.Divisors)
    for (uint64_t Row = Divisor; Row <= MostPerLane * Divisor; Row *= 2)
      for (uint64_t Extra = 1; Extra <= MostPresent; ++Extra)
        Pitches[Row + Extra] += Count;
  std::vector<Gaps> Result;
  const std::optional<UsedElements> Used = UsedElements::find(Uses, Budget);
  for (uint64_t Pitch : mostFrequent(Pitches, MaxPresentPitches))
    if (const uint64_t Row = Used ? Used->elementsOf(Pitch) : 0; Row > 1) {
      Gaps Present;
      Present.OldEvery = Row;
      Present.OldExtra = Pitch - Row;
      Result.push_back(Present);
    }
  return Result;
}

/// Other gaps than those that subscripts have, or none. Little memory first.
void RegroupSearch::collectReplacements() {
  const uint64_t ElementBytes = Judge.arrays().front()->ElementBytes;
  const uint64_t BankRow =
      std::max<uint64_t>(1, Arch.BankCount * Arch.BankBytes / ElementBytes);
  const uint64_t Group = std::max<uint64_t>(1, WidestBytes / ElementBytes);
  for (const Gaps &Present : presentGaps())
    for (uint64_t Row : std::set<uint64_t>{Present.OldEvery, BankRow})
      for (uint64_t Extra = 0; Extra <= MaxExtraElements; Extra += Group) {
        LayoutChange Change;
        Change.Spread = Present;
        Change.Spread->Every = Row;
        Change.Spread->Extra = Extra;
        if (Row % Group == 0 && Present.OldEvery % Group == 0 &&
            Present.OldExtra % Group == 0 && Judge.fits(Change))
          Candidates.push_back(Change);
      }
  const auto Size = [&](const LayoutChange &Change) {
    return Change.Spread->changed(MaxPitch);
  };
  llvm::stable_sort(Candidates,
                    [&](const LayoutChange &A, const LayoutChange &B) {
                      return Size(A) < Size(B);
                    });
}

/// Pieces as wide as the widest access; why there are none, or "".
std::string RegroupSearch::collectPieces() {
  for (const auto &[Use, A, Element, StaysTogether] : Accesses) {
    const SharedArray &Array = Use->Program->Arrays[Use->Array];
    const Expr &Inner = Use->Program->expr(Element->Operands.back());
    if (Array.IsDynamic)
      return "the array's size is set by the launch";
    if (A->Pieces != 1 || Array.ElementBytes % WidestBytes != 0 ||
        Array.ElementBytes == WidestBytes)
      return "whole elements are accessed at once";
    bool IsInPiece =
        Inner.Kind == ExprKind::Constant
            ? Inner.Value >= 0 &&
                  uint64_t(Inner.Value) % WidestBytes + A->Bytes <= WidestBytes
            : A->Bytes == WidestBytes;
    if (!IsInPiece)
      return "members of different sizes lie in one piece";
  }
  LayoutChange Change;
  Change.PieceBytes = WidestBytes;
  Candidates.push_back(Change);
  return "";
}

/// Keeps the candidates that help one warp of each use, what helps most first.
void RegroupSearch::keepThatHelp(LayoutJudge::SampledWarp Warp) {
  const std::vector<LayoutChange> Sampled = std::exchange(Candidates, {});
  if (Sampled.empty())
    return;
  const std::optional<uint64_t> Declared = Judge.sample({}, Warp);
  if (!Declared)
    return;
  std::vector<std::pair<uint64_t, LayoutChange>> Promising;
  for (const LayoutChange &Change : Sampled)
    if (std::optional<uint64_t> Wavefronts = Judge.sample(Change, Warp);
        Wavefronts && *Wavefronts < *Declared)
      Promising.push_back({*Wavefronts, Change});
  llvm::stable_sort(Promising, llvm::less_first());
  llvm::append_range(Candidates, llvm::make_second_range(Promising));
}

/// Keeps the few candidates that are worth an execution of all warps.
void RegroupSearch::keepPromising() {
  if (Candidates.size() > MaxSampled)
    Candidates.resize(MaxSampled);
  keepThatHelp(LayoutJudge::SampledWarp::First);
  if (Candidates.size() > MaxExecutedGroups)
    Candidates.resize(MaxExecutedGroups);
  keepThatHelp(LayoutJudge::SampledWarp::Middle);
}

LayoutChoice RegroupSearch::tryPredicted(llvm::ArrayRef<LayoutChange> Changes) {
  LayoutChoice Best;
  for (const LayoutChange &Change : Changes)
    if (Judge.improve(Best, Change,
                      Judge.predict(Change, Judge.declared().Sum.Wavefronts)))
      break;
  return Best;
}

/// Takes the best of \p Changes by prediction for \p Best if an execution
/// proves it. False if a prediction was not proved.
bool RegroupSearch::tryProved(llvm::ArrayRef<LayoutChange> Changes,
                              LayoutChoice &Best) {
  const LayoutChoice Predicted = tryPredicted(Changes);
  if (Predicted.Cost)
    Judge.improve(Best, Predicted.Change, Judge.execute(Predicted.Change));
  return !Predicted.Cost || Best.Cost;
}

/// The candidates that keep rows aligned to the widest access that there is.
std::vector<LayoutChange> RegroupSearch::alignedGaps() const {
  constexpr uint64_t Widest = 16;
  std::vector<LayoutChange> Aligned;
  llvm::copy_if(
      Candidates, std::back_inserter(Aligned),
      [this](const LayoutChange &Change) {
        return Change.Spread &&
               alignmentKept(*Judge.arrays().front(), Change) % Widest == 0;
      });
  return Aligned;
}

LayoutChoice RegroupSearch::tryExecuted() {
  keepPromising();
  LayoutChoice Best;
  // They come in the order of their promise.
  for (const LayoutChange &Change : Candidates)
    if (Judge.improve(Best, Change, Judge.execute(Change)) || Best.Cost)
      break;
  return Best;
}

/// The best of Candidates, proved by an execution.
LayoutResult RegroupSearch::tryAll() {
  LayoutChoice Best;
  if (Candidates.size() > 1 && Judge.trace()) {
    // A prediction says nothing about other arrays and merged accesses. Gaps
    // that keep rows aligned keep these.
    const bool IsRefuted = !tryProved(Candidates, Best);
    const std::vector<LayoutChange> Aligned = alignedGaps();
    if ((IsRefuted || Best.Cost) && Aligned.size() != Candidates.size()) {
      LayoutChoice Other;
      tryProved(Aligned, Other);
      if (Judge.isAsGoodIfMerged(Other, Best))
        Best = Other;
    }
    if (IsRefuted && !Best.Cost)
      Best = tryExecuted();
  } else {
    Best = tryExecuted();
  }
  LayoutResult Result;
  Result.Best = Judge.fixOf(Best);
  if (!Result.Best)
    Judge.explain(Result, "no gaps that were tried need fewer wavefronts");
  return Result;
}

/// True if the last of several extents, which is a row itself, may have rows.
bool RegroupSearch::hasRowsInLast(const SharedArray &Array) const {
  return !Array.IsDynamic && !Array.Extents.empty() &&
         Array.Extents.back().Elements * Array.ElementBytes >
             uint64_t(Arch.BankCount) * Arch.BankBytes;
}

LayoutResult RegroupSearch::findGaps(llvm::function_ref<void()> Collect) {
  LayoutResult Result;
  Result.WhyNot = readSubscripts();
  for (const SharedArray *Array : Judge.arrays())
    if (Array->Extents.size() != 1 && !hasRowsInLast(*Array))
      Result.WhyNot = "the array has more than one dimension";
    else if (Array->ElementBytes != Judge.arrays().front()->ElementBytes)
      Result.WhyNot = "its elements are not of the same size in all kernels";
  for (const ElementAccess &Each : Accesses)
    if (!Each.StaysTogether)
      Result.WhyNot = "elements are accessed together";
  if (!Result.WhyNot.empty())
    return Result;
  Collect();
  return tryAll();
}

LayoutResult RegroupSearch::findAnyGaps() {
  // Rows as the subscripts have them.
  LayoutResult Result = findGaps([this] {
    std::set<uint64_t> Pitches;
    for (const auto &[Factor, Count] : constants().Factors)
      Pitches.insert(Factor);
    for (uint64_t Distance : laneDistances(Uses))
      Pitches.insert(Distance);
    collectGaps(std::move(Pitches));
  });
  const auto TryMore = [&](llvm::function_ref<void()> Collect) {
    if (Result.clearsAll() ||
        (!Result.Best && Result.End == SearchEnd::NotTried))
      return;
    Candidates.clear();
    Collect();
    if (Candidates.empty())
      return;
    LayoutResult Other = tryAll();
    if (Other.Best && (!Result.Best || Other.Best->After.Wavefronts <
                                           Result.Best->After.Wavefronts))
      Result = std::move(Other);
  };
  TryMore([this] {
    if (applies(Mechanism::ReplacedGaps))
      collectReplacements();
  });
  // Rows as only the lanes show them.
  TryMore([this] {
    const std::vector<uint64_t> Rows = rowDistances(Uses);
    if (!Rows.empty() && applies(Mechanism::LaneGaps))
      collectGaps({Rows.begin(), Rows.end()});
  });
  return Result;
}

LayoutResult RegroupSearch::findPieces() {
  LayoutResult Result;
  Result.WhyNot = readSubscripts();
  if (Result.WhyNot.empty())
    Result.WhyNot = collectPieces();
  if (Result.WhyNot.empty() && !applies(Mechanism::Pieces))
    Result.WhyNot = "switched off";
  return Result.WhyNot.empty() ? tryAll() : Result;
}

LayoutResult banklint::findGaps(const Architecture &Arch,
                                llvm::ArrayRef<ArrayUse> Uses,
                                const InterpreterBudget &Budget) {
  RegroupSearch Search(Arch, Uses, Budget);
  return Search.findAnyGaps();
}

LayoutResult
banklint::findPitch(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
                    const InterpreterBudget &Budget, uint64_t Every,
                    llvm::function_ref<uint64_t(uint64_t)> SizeOf) {
  return findOnce(
      "findPitch", &Arch, Uses, Budget,
      [&](const InterpreterBudget &Own) {
        RegroupSearch Search(Arch, Uses, Own);
        return Search.findGaps([&] { Search.collectGaps(Every, SizeOf); });
      },
      [&](KnownResults::Question &Asked) {
        Asked.add(Every);
        for (uint64_t Extra = 1; Extra <= MaxExtraElements; ++Extra)
          Asked.add(SizeOf(Every + Extra));
      });
}

LayoutResult banklint::findPieces(const Architecture &Arch,
                                  llvm::ArrayRef<ArrayUse> Uses,
                                  const InterpreterBudget &Budget) {
  return RegroupSearch(Arch, Uses, Budget).findPieces();
}
