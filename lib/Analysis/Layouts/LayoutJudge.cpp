//===- LayoutJudge.cpp - What a layout costs in all uses ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts/LayoutJudge.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

/// Of the widest access.
static constexpr uint64_t MaxAccessBytes = 16;

void LayoutCost::add(const AccessOutcome &Outcome) {
  Sum += Outcome.Sum;
  if (isWorse(Outcome.Worst, Worst))
    Worst = Outcome.Worst;
  Outcomes.push_back(Outcome);
}

/// What \p V, a verdict of use number \p Use, says.
static AccessOutcome outcomeOf(unsigned Use, const Verdict &V) {
  return {Use, V.Access, V.Worst, V.Traced, stateOf(V), V.mayTakeLess()};
}

bool banklint::isSame(const LayoutCost &A, const LayoutCost &B) {
  return isSame(A.Worst, B.Worst) && A.Sum.Wavefronts == B.Sum.Wavefronts &&
         A.Sum.Ideal == B.Sum.Ideal && A.MakesWorse == B.MakesWorse &&
         A.RaisesUse == B.RaisesUse && A.SpoilsOthers == B.SpoilsOthers;
}

uint64_t LayoutFix::saved() const {
  return std::min(Before.Wavefronts - After.Wavefronts,
                  (Before.IfMerged - After.IfMerged) /
                      TracedTotals::PartsOfOne);
}

/// Bytes of the widest access that stays aligned from row to row of the array.
static uint64_t mergeableBytes(const ArrayUse &Use) {
  const ArrayLayout Layout = layoutOf(Use.Program->Arrays[Use.Array]);
  uint64_t Rows = MaxAccessBytes;
  // A single struct has none.
  for (size_t I = 0; I + 1 < Layout.Strides.size(); ++I)
    Rows |= uint64_t(Layout.Strides[I]);
  return Rows & -Rows;
}

/// Finds the accesses of \p Use that touch the array, and adds up what they
/// cost. Returns why that can't be done, or "".
std::string LayoutJudge::readUse(const ArrayUse &Use) {
  UseState State;
  State.Use = &Use;
  State.Touches.resize(Use.Program->Accesses.size());
  State.Excess.resize(Use.Program->Accesses.size());
  State.WavefrontsOf.resize(Use.Program->Accesses.size());
  for (const Verdict &V : Use.Verdicts)
    if (V.MayStray)
      return "an access goes through a pointer that may point into it";
  for (const Verdict &V : Use.Verdicts) {
    // A verdict without executions is one that the budget left out.
    State.Touches[V.Access] = V.reaches(Use.Array);
    State.WavefrontsOf[V.Access] = V.Traced.Wavefronts;
    bool IsNamed = Use.Program->Accesses[V.Access].Array == Use.Array;
    if (!State.Touches[V.Access] && !IsNamed)
      continue;
    if (isLeftOut(*Use.Program, V)) {
      HasLeftOut = true;
      continue;
    }
    if (V.Result == Certainty::Unknown)
      return "the cost of an access to it is unknown";
    State.Excess[V.Access] = V.Worst.excess();
    Declared.add(outcomeOf(States.size(), V));
    const bool IsBound =
        V.Worst.conflicts() && V.Result == Certainty::UpperBound;
    MayMergeConflicts |= IsBound && V.MayMerge;
    HasBounds |= IsBound && !(V.Why && V.Why->Code == ReasonCode::MayMerge);
    WidestBytes = std::max<uint64_t>(
        {WidestBytes, V.FusedBytes, V.MayMerge ? mergeableBytes(Use) : 0});
    if (V.Worst.conflicts())
      LeastOfConflicts = std::min(LeastOfConflicts, V.Worst.Wavefronts);
    State.Wavefronts += V.Traced.Wavefronts;
  }
  States.push_back(std::move(State));
  return "";
}

std::string LayoutJudge::read() {
  for (const ArrayUse &Use : Uses)
    if (std::string WhyNot = readUse(Use); !WhyNot.empty())
      return WhyNot;
  if (!Declared.isIdeal())
    return "";
  return HasLeftOut ? "none is chosen for asynchronous copies"
                    : "no access to it conflicts";
}

llvm::SmallVector<const SharedArray *, 4> LayoutJudge::arrays() const {
  llvm::SmallVector<const SharedArray *, 4> Arrays;
  for (const UseState &State : States)
    Arrays.push_back(&State.array());
  return Arrays;
}

bool LayoutJudge::keepsPitchAligned(const LayoutChange &Change) const {
  for (const UseState &State : States) {
    const ArrayLayout Before = layoutOf(State.array());
    const ArrayLayout After = layoutOf(State.array(), Change);
    for (const auto &[Number, A] :
         llvm::enumerate(State.Use->Program->Accesses))
      for (size_t I = 0; I + 1 < Before.Strides.size(); ++I)
        if (State.Touches[Number] && Before.Strides[I] % A.Bytes == 0 &&
            After.Strides[I] % A.Bytes != 0)
          return false;
  }
  return true;
}

/// Bytes of the static arrays of \p Use's kernel, its array changed.
static uint64_t staticBytesOf(const ArrayUse &Use, const LayoutChange &Change) {
  return staticBytes(*Use.Program, [&](unsigned Number) {
    const LayoutChange Own = Number == Use.Array ? Change : LayoutChange();
    return layoutOf(Use.Program->Arrays[Number], Own).Bytes;
  });
}

/// Bytes of dynamic shared memory that the launch of \p Use has to ask for; 0
/// if that is not known.
static uint64_t dynamicBytes(const ArrayUse &Use, const LayoutChange &Change) {
  const SharedArray &Array = Use.Program->Arrays[Use.Array];
  const uint64_t Bytes = Use.Launch.DynamicBytes.value_or(0);
  return Array.IsDynamic ? dynamicBytesOf(Array, Change, Bytes).value_or(Bytes)
                         : Bytes;
}

bool LayoutJudge::fits(const LayoutChange &Change) const {
  return llvm::all_of(Uses, [&](const ArrayUse &Use) {
    uint64_t Bytes = staticBytesOf(Use, Change);
    return Bytes <= Arch.StaticSharedBytes &&
           Bytes + dynamicBytes(Use, Change) <= Arch.OptInSharedBytes;
  });
}

/// The blocks of \p Use that a multiprocessor holds, if that is known.
static std::optional<unsigned> residentBlocks(const Architecture &Arch,
                                              const ArrayUse &Use,
                                              const LayoutChange &Change) {
  bool HasDynamic = llvm::any_of(
      Use.Program->Arrays, [](const SharedArray &A) { return A.IsDynamic; });
  if ((HasDynamic && !Use.Launch.DynamicBytes) ||
      Use.Program->HasAssemblyArrays)
    return std::nullopt;
  return residentBlocks(Arch, Use.Launch.Block.count(),
                        staticBytesOf(Use, Change) + dynamicBytes(Use, Change));
}

LayoutFix LayoutJudge::describeFix(const LayoutChange &Change,
                                   const LayoutCost &Cost) const {
  LayoutFix Fix;
  Fix.Change = Change;
  Fix.Before = Declared.Sum;
  Fix.After = Cost.Sum;
  Fix.Outcomes = Cost.Outcomes;
  Fix.WorstBefore = Declared.Worst;
  Fix.WorstAfter = Cost.Worst;
  Fix.AreBounds = HasBounds || MayMergeConflicts;
  Fix.DifferedBefore = LeastOfConflicts < Declared.Worst.Wavefronts;
  Fix.Launches = States.size();
  std::optional<uint64_t> LeastExtra;
  unsigned SameResidency = 0;
  for (const UseState &State : States) {
    const uint64_t Before =
        layoutOf(State.array()).Bytes + dynamicBytes(*State.Use, {});
    const uint64_t After = layoutOf(State.array(), Change).Bytes +
                           dynamicBytes(*State.Use, Change);
    const uint64_t Extra = After - std::min(Before, After);
    Fix.ExtraBytes = std::max(Fix.ExtraBytes, Extra);
    LeastExtra = std::min(LeastExtra.value_or(Extra), Extra);
    // Gaps that take the place of others may need no more.
    constexpr uint64_t Many = 1 << 20;
    Fix.IsSetByLaunch |= State.array().IsDynamic && Change.Spread &&
                         Change.Spread->changed(Many) > Many;
    std::optional<unsigned> Old = ::residentBlocks(Arch, *State.Use, {});
    std::optional<unsigned> New = ::residentBlocks(Arch, *State.Use, Change);
    if (!Old || *New >= *Old)
      continue;
    // The launch that keeps the smallest part of its blocks.
    if (!Fix.Residency || uint64_t(*New) * Fix.Residency->Before <
                              uint64_t(Fix.Residency->After) * *Old) {
      Fix.Residency = {*Old, *New, State.Use->Program->Name};
      SameResidency = 0;
    }
    SameResidency +=
        *Old == Fix.Residency->Before && *New == Fix.Residency->After;
  }
  if (SameResidency == States.size())
    Fix.Residency->Kernel.clear();
  Fix.ExtraBytesDiffer = LeastExtra && *LeastExtra != Fix.ExtraBytes;
  return Fix;
}

/// False if the worst request stays as it is and little of the excess of all is
/// saved.
static bool isWorthIt(const LayoutFix &Fix) {
  constexpr uint64_t LeastPart = 4;
  return !Fix.WorstAfter.conflicts() ||
         Fix.WorstAfter.excess() < Fix.WorstBefore.excess() ||
         LeastPart * (Fix.Before.Wavefronts - Fix.After.Wavefronts) >=
             Fix.Before.Wavefronts - Fix.Before.Ideal;
}

std::optional<LayoutFix> LayoutJudge::fixOf(const LayoutChoice &Best) const {
  if (!Best.Cost)
    return std::nullopt;
  LayoutFix Fix = describeFix(Best.Change, *Best.Cost);
  return isWorthIt(Fix) ? std::optional(std::move(Fix)) : std::nullopt;
}

/// \p Program with the copies of whole elements that \p Change makes longer.
static KernelProgram withLongerElements(const ArrayUse &Use,
                                        const LayoutChange &Change) {
  KernelProgram Program = *Use.Program;
  for (auto [Number, A] : llvm::enumerate(Program.Accesses))
    if (A.Array == Use.Array)
      A.Pieces = piecesWith(A, Program.Arrays[Use.Array], Change);
  return Program;
}

bool LayoutJudge::executeUse(const UseState &State, const LaunchConfig &Launch,
                             const LayoutChange &Change,
                             LayoutCost &Cost) const {
  LayoutOverride Layout{State.Use->Array, Change};
  const uint64_t OfOthers = Cost.Sum.Wavefronts;
  std::optional<KernelProgram> Longer;
  if (!Change.Inner.empty())
    Longer = withLongerElements(*State.Use, Change);
  for (const Verdict &V : judge(Longer ? *Longer : *State.Use->Program, Arch,
                                Launch, Budget, Layout)) {
    if (isLeftOut(*State.Use->Program, V))
      continue;
    if (!State.Touches[V.Access]) {
      Cost.SpoilsOthers |= V.Traced.Wavefronts > State.WavefrontsOf[V.Access];
      continue;
    }
    if (V.Result == Certainty::Unknown)
      return false;
    Cost.MakesWorse |= V.Worst.excess() > State.Excess[V.Access];
    Cost.add(outcomeOf(&State - States.data(), V));
  }
  Cost.RaisesUse |= Cost.Sum.Wavefronts - OfOthers > State.Wavefronts;
  return true;
}

std::optional<LayoutCost>
LayoutJudge::execute(const LayoutChange &Change) const {
  LayoutCost Cost;
  for (const UseState &State : States)
    if (!executeUse(State, State.Use->Launch, Change, Cost))
      return std::nullopt;
  return Cost;
}

std::optional<uint64_t> LayoutJudge::sample(const LayoutChange &Change,
                                            SampledWarp Which) const {
  LayoutCost Cost;
  for (const UseState &State : States) {
    LaunchConfig OneWarp = State.Use->Launch;
    OneWarp.Warp = Which == SampledWarp::First
                       ? 0
                       : (OneWarp.Block.count() - 1) / (2 * WarpSize);
    if (!executeUse(State, OneWarp, Change, Cost))
      return std::nullopt;
  }
  return Cost.Sum.Wavefronts;
}

bool LayoutJudge::trace(TracedPart Part) {
  for (UseState &State : States) {
    std::optional<std::vector<TracedRequest>> Requests =
        Part == TracedPart::All ? traceAllRequests(*State.Use, Arch, Budget)
                                : traceRequests(*State.Use, Arch, Budget);
    if (!Requests)
      return false;
    State.Requests = std::move(*Requests);
  }
  return true;
}

bool LayoutJudge::predictUse(const UseState &State, const LayoutChange &Change,
                             uint64_t Limit, LayoutCost &Cost) {
  const ArrayLayout Before = layoutOf(State.array());
  const ArrayLayout After = layoutOf(State.array(), Change);
  std::vector<TracedTotals> Sums(State.Touches.size());
  std::vector<RequestCost> Worst(State.Touches.size());
  const uint64_t OfOthers = Cost.Sum.Wavefronts;
  uint64_t Wavefronts = OfOthers;
  for (const TracedRequest &Request : State.Requests) {
    ++Predicted;
    if (Budget.Together && !Budget.Together->spend())
      return false;
    AccessPattern Pattern = moved(Request.Pattern, Before, After);
    Pattern.Pieces = piecesWith(State.Use->Program->Accesses[Request.Access],
                                State.array(), Change);
    PatternCost Found = Costs.costOf(Pattern, 0);
    if (!Found.IsAligned || Found.Cost.Kind != CostKind::Exact)
      return false;
    TracedTotals &Sum = Sums[Request.Access];
    Sum.Requests += Pattern.Pieces * Request.Count;
    Sum.Wavefronts += Found.Cost.Wavefronts * Request.Count;
    Sum.Ideal += Found.Cost.Ideal * Request.Count;
    Wavefronts += Found.Cost.Wavefronts * Request.Count;
    if (Wavefronts > Limit)
      return false;
    if (isWorse(Found.Cost, Worst[Request.Access]))
      Worst[Request.Access] = Found.Cost;
  }
  for (size_t Access = 0; Access != Sums.size(); ++Access) {
    if (Sums[Access].Requests == 0)
      continue;
    Cost.MakesWorse |= Worst[Access].excess() > State.Excess[Access];
    Cost.add({unsigned(&State - States.data()), unsigned(Access), Worst[Access],
              Sums[Access],
              Worst[Access].conflicts() ? ConflictState::Conflict
                                        : ConflictState::Clean});
  }
  Cost.RaisesUse |= Wavefronts - OfOthers > State.Wavefronts;
  return true;
}

std::optional<LayoutCost> LayoutJudge::predict(const LayoutChange &Change,
                                               uint64_t Limit) {
  LayoutCost Cost;
  for (const UseState &State : States)
    if (!predictUse(State, Change, Limit, Cost))
      return std::nullopt;
  return Cost;
}

bool LayoutJudge::predictsDeclared() {
  const std::optional<LayoutCost> Unchanged = predict({});
  return Unchanged && Unchanged->Sum.Wavefronts == Declared.Sum.Wavefronts;
}

/// What rules out a layout that needs fewer wavefronts, or "".
std::string LayoutJudge::disadvantageOf(const LayoutCost &Cost) const {
  if (Cost.RaisesUse)
    return "more in some launch";
  if (Cost.SpoilsOthers)
    return "accesses to another array take more";
  if (Cost.Worst.excess() > Declared.Worst.excess())
    return (HasBounds ? "the worst request may take up to "
                      : "the worst request takes ") +
           counted(Cost.Worst.Wavefronts, "wavefront") + " instead of " +
           grouped(Declared.Worst.Wavefronts);
  if (Cost.Sum.IfMerged > Declared.Sum.IfMerged)
    return "more if the compiler merges accesses";
  if (MayMergeConflicts && Cost.Sum.IfMerged == Declared.Sum.IfMerged)
    return "no fewer if the compiler merges accesses";
  return "";
}

/// Bytes of the widest access that \p Change keeps aligned in all rows, as far
/// as there are such.
uint64_t LayoutJudge::widthKept(const LayoutChange &Change) const {
  uint64_t Width = WidestBytes;
  for (const UseState &State : States)
    if (const uint64_t Kept = alignmentKept(State.array(), Change))
      Width = std::min(Width, Kept);
  return Width;
}

/// True if \p Wider keeps wider accesses aligned than \p Other, and as many
/// blocks on a multiprocessor.
bool LayoutJudge::widensFreely(const LayoutChange &Wider,
                               const LayoutChange &Other) const {
  return widthKept(Wider) > widthKept(Other) &&
         llvm::all_of(Uses, [&](const ArrayUse &Use) {
           return ::residentBlocks(Arch, Use, Wider) >=
                  ::residentBlocks(Arch, Use, Other);
         });
}

bool LayoutJudge::isBetter(const LayoutCost &Cost) const {
  return Cost.Sum.Wavefronts < Declared.Sum.Wavefronts &&
         disadvantageOf(Cost).empty();
}

bool LayoutJudge::isBetter(const LayoutCost &Cost,
                           const std::optional<LayoutCost> &Best) const {
  if (!isBetter(Cost))
    return false;
  if (!Best)
    return true;
  if (Cost.Sum.Wavefronts != Best->Sum.Wavefronts)
    return Cost.Sum.Wavefronts < Best->Sum.Wavefronts;
  return Best->MakesWorse && !Cost.MakesWorse;
}

bool LayoutJudge::isAsGoodIfMerged(const LayoutChoice &Other,
                                   const LayoutChoice &Best) const {
  return Other.Cost &&
         (!Best.Cost || (MayMergeConflicts &&
                         Other.Cost->Sum.IfMerged <= Best.Cost->Sum.IfMerged &&
                         widensFreely(Other.Change, Best.Change)));
}

bool LayoutJudge::improve(LayoutChoice &Best, const LayoutChange &Change,
                          const std::optional<LayoutCost> &Cost) {
  if (!Cost)
    return false;
  if (isBetter(*Cost, Best.Cost)) {
    Best = {Change, Cost};
    return Cost->isIdeal();
  }
  const LayoutCost &Least = Refused.Cost ? *Refused.Cost : Declared;
  const bool IsLeast =
      Cost->Sum.Wavefronts < Least.Sum.Wavefronts ||
      (Refused.Cost && Cost->Sum.Wavefronts == Least.Sum.Wavefronts &&
       Cost->Sum.IfMerged < Least.Sum.IfMerged);
  if (IsLeast && !disadvantageOf(*Cost).empty())
    Refused = {Change, Cost};
  return false;
}

/// "one of 16 elements", "a gap of 1 element behind each 32".
static std::string changeWords(const LayoutChange &Change) {
  if (Change.Spread && Change.Spread->Extra == 0)
    return "one without gaps";
  if (Change.Spread)
    return "a gap of " + counted(Change.Spread->Extra, "element") +
           " behind each " + std::to_string(Change.Spread->Every);
  if (Change.PieceBytes != 0)
    return "one array for each " + counted(Change.PieceBytes, "byte");
  if (!Change.Inner.empty())
    return "one of " + counted(Change.Inner.front().Bytes, "byte") +
           (Change.Inner.front().Count == 1 ? " behind each element"
                                            : " behind each row");
  std::string Words = "one of ";
  llvm::ListSeparator And(" and ");
  const size_t Count = Change.Padding.size();
  for (const auto &[Extent, Elements] : llvm::enumerate(Change.Padding))
    if (Elements != 0)
      Words +=
          llvm::StringRef(And).str() + counted(Elements, "element") +
          (Extent + 1 == Count ? ""
                               : " in extent " + std::to_string(Extent + 1));
  return Words;
}

bool banklint::raises(const ArrayUse &Use, const LayoutChange &Change,
                      const Architecture &Arch,
                      const InterpreterBudget &Budget) {
  const SharedArray &Array = Use.Program->Arrays[Use.Array];
  if (Array.Extents.size() < Change.Padding.size())
    return true;
  const auto SumOf = [&Use](llvm::ArrayRef<Verdict> Verdicts) {
    uint64_t Sum = 0;
    for (const Verdict &V : Verdicts)
      if (V.reaches(Use.Array))
        Sum += V.Traced.Wavefronts;
    return Sum;
  };
  return SumOf(judge(*Use.Program, Arch, Use.Launch, Budget,
                     LayoutOverride{Use.Array, Change})) > SumOf(Use.Verdicts);
}

std::string banklint::sumWords(const TracedTotals &After,
                               const TracedTotals &Before, size_t Launches) {
  return counted(After.Wavefronts, "wavefront") + " in sum" +
         (Launches > 1 ? " of " + counted(Launches, "possible launch") : "") +
         " instead of " + grouped(Before.Wavefronts);
}

/// "one of 16 elements takes ..., but ...", or "".
std::string LayoutJudge::whyRefused() const {
  const std::optional<LayoutCost> Proof =
      Refused.Cost ? execute(Refused.Change) : std::nullopt;
  if (!Proof || Proof->Sum.Wavefronts >= Declared.Sum.Wavefronts)
    return "";
  const std::string Disadvantage = disadvantageOf(*Proof);
  if (Disadvantage.empty())
    return "";
  return changeWords(Refused.Change) + " takes " +
         sumWords(Proof->Sum, Declared.Sum, States.size()) + ", but " +
         Disadvantage;
}

void LayoutJudge::explain(LayoutResult &Result, std::string NoneHelps) const {
  Result.WhyNot = whyRefused();
  if (!Result.WhyNot.empty()) {
    Result.End = SearchEnd::Refused;
    return;
  }
  Result.End = HasBounds ? SearchEnd::NotKnown : SearchEnd::NoneHelps;
  Result.WhyNot = std::move(NoneHelps);
  if (HasBounds)
    Result.WhyNot += ", as far as upper bounds show";
}
