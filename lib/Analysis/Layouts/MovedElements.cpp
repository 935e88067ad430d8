//===- MovedElements.cpp - Accesses that a padding misleads ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/MovedElements.h"
#include "KnownSearches.h"
#include "banklint/Program/RowPitch.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <utility>

using namespace banklint;

namespace {

/// The known addresses of one request, from the start of the array.
struct Request {
  LaneNumbers Offset{};
  uint32_t Access = 0;
  uint32_t Known = 0;
  uint32_t Lanes = 0;
  /// The lanes whose distances from the first one of them are known, if no
  /// address is. Offset has these.
  uint32_t Apart = 0;

  llvm::StringRef bytes() const {
    return {reinterpret_cast<const char *>(this), sizeof(*this)};
  }
};
static_assert(sizeof(Request) == sizeof(LaneNumbers) + 16,
              "no bytes without a value");

/// What limits the cycles of a sweep that may be left out.
struct CycleLimit {
  uint64_t Reach;
  LongerCycles Wanted;

  friend bool operator==(const CycleLimit &A, const CycleLimit &B) {
    return A.Reach == B.Reach && A.Wanted == B.Wanted;
  }
};

/// Executes a use twice, without and with a change of the layout or of a pitch,
/// and compares request by request. Both leave out the same iterations and
/// warps (Sweeps.h): where one may leave out more, they are executed again.
class Comparison : public SweepListener {
public:
  Comparison(const ArrayUse &Use, const LayoutChange &Change,
             const InterpreterBudget &Budget,
             std::optional<unsigned> Pitch = std::nullopt)
      : Use(Use), Change(Change), Budget(Budget), Pitch(Pitch),
        Declared(layoutOf(Use.Program->Arrays[Use.Array])),
        Changed(layoutOf(Use.Program->Arrays[Use.Array], Change)) {}

  std::optional<MovedElement> run();

  bool onAccess(const AccessEvent &Event) override;
  void beginSweep(SweepId) override {}
  void endSweep(SweepId) override {}
  CycleEffect endCycle(Sweeps &Running, SweepId Sweep, unsigned) override;
  void repeat(SweepId, uint64_t) override {}

private:
  bool isOfArray(const AccessEvent &Event) const;
  LaunchConfig pitchedLaunch() const;
  void executeBoth();
  ExecutionSummary executeChanged();
  bool adoptLimits();
  bool isOutside(const Request &Before, const Request &After) const;
  Request requestOf(const AccessEvent &Event) const;
  void record(const AccessEvent &Event);
  void compare(const AccessEvent &Event);
  bool isMoved(const Request &Before, const Request &After) const;
  bool areRowsMissed(const Request &Before, const Request &After) const;
  bool isSameElement(int64_t Before, int64_t After) const;
  bool isSameInside(int64_t Before, int64_t After) const;
  int64_t rowBytes() const;
  void keepElements(const AccessEvent &Event, const Request &Before) const;
  void keepElement(Sweeps &Running, const WarpValue &Before,
                   const WarpValue &After, unsigned Lane) const;

  const ArrayUse &Use;
  const LayoutChange &Change;
  InterpreterBudget Budget;
  /// If a pitch is what changes: its number.
  const std::optional<unsigned> Pitch;
  const ArrayLayout Declared;
  const ArrayLayout Changed;
  /// Requests repeat a lot, so each different one is kept once.
  llvm::StringMap<uint32_t> Numbers;
  std::vector<Request> Different;
  /// In the order of execution: indices into Different.
  std::vector<uint32_t> Order;
  /// By the number in Order: addresses that moved in a sweep.
  llvm::DenseMap<size_t, WarpValue> Moving;
  size_t Next = 0;
  bool IsChanged = false;
  bool IsComplete = true;
  /// By the number of the cycle: what the execution found, the one without the
  /// change found, and what holds for both.
  std::vector<CycleLimit> Found, FoundBefore, Limits;
  std::optional<MovedElement> Misled;
};

} // namespace

Request Comparison::requestOf(const AccessEvent &Event) const {
  Request R;
  R.Access = Event.Access;
  R.Lanes = Event.Lanes.bits();
  for (unsigned Lane : Event.Address.constantLanes(Event.Lanes)) {
    R.Known |= uint32_t(1) << Lane;
    R.Offset[Lane] =
        int64_t(uint64_t(Event.Address.base(Lane)) - arrayStart(Use.Array));
  }
  if (R.Known != 0 || Event.Address.cases() ||
      !Event.Address.affine().contains(Event.Lanes) ||
      Event.Address.hasVaryingTerms(Event.Lanes))
    return R;
  R.Apart = R.Lanes;
  for (unsigned Lane : Event.Lanes)
    R.Offset[Lane] =
        Event.Address.base(Lane) - Event.Address.base(Event.Lanes.lowest());
  return R;
}

void Comparison::record(const AccessEvent &Event) {
  const Request R = requestOf(Event);
  const auto [Position, IsNew] =
      Numbers.try_emplace(R.bytes(), uint32_t(Different.size()));
  if (IsNew)
    Different.push_back(R);
  if (Event.Running && Event.Running->isMoving(Event.Address))
    Moving[Order.size()] = Event.Address;
  Order.push_back(Position->second);
}

/// Takes what lies before the last multiple of \p Size off \p Offset, and says
/// how many there are.
static int64_t split(int64_t &Offset, int64_t Size) {
  const int64_t Number = llvm::divideFloorSigned(Offset, Size);
  Offset -= Number * Size;
  return Number;
}

/// True if the byte \p Before of the declared array and the byte \p After of
/// the changed one are the same byte of the element at the same subscripts.
bool Comparison::isSameElement(int64_t Before, int64_t After) const {
  if (!Change.Inner.empty())
    return isSameInside(Before, After);
  const size_t Last = Declared.Strides.size() - 1;
  const std::optional<Swizzle> &Permutation = Changed.Permutation;
  int64_t Row = 0;
  // The first subscript has no end.
  for (size_t I = 0; I <= Last; ++I) {
    int64_t Old = split(Before, Declared.Strides[I]);
    const int64_t New = split(After, Changed.Strides[I]);
    if (Permutation && I == Permutation->RowExtent)
      Row = Old;
    if (Permutation && I == Last)
      Old = Permutation->column(Row, Old);
    if (Changed.Spread && I == Last)
      Old = Changed.Spread->moved(Old);
    if (Old != New)
      return false;
  }
  return Before == After;
}

/// The same where rows inside of elements are open: what follows them, and the
/// elements, stay where they are.
bool Comparison::isSameInside(int64_t Before, int64_t After) const {
  int64_t Inner = Before;
  for (int64_t Stride : Declared.Strides)
    split(Inner, Stride);
  for (const InnerRows &Rows : Change.Inner)
    if (Inner >= int64_t(Rows.Begin) && Inner < int64_t(Rows.end()))
      Before += Rows.shift(Inner);
  return Before == After;
}

/// Of the rows that become longer.
int64_t Comparison::rowBytes() const {
  return Change.Spread ? Change.Spread->Every *
                             Use.Program->Arrays[Use.Array].ElementBytes
                       : Change.Inner.front().RowBytes;
}

bool Comparison::isMoved(const Request &Before, const Request &After) const {
  const Access &A = Use.Program->Accesses[Before.Access];
  int64_t Last = int64_t(A.Bytes) * A.Pieces - 1;
  // A copy of a whole structure has all of its rows, however long these are.
  if (!Change.Inner.empty() && Last >= rowBytes())
    Last = 0;
  for (unsigned Lane : LaneMask(Before.Known & After.Known)) {
    const int64_t Old = Before.Offset[Lane], New = After.Offset[Lane];
    if (!isSameElement(Old, New) || !isSameElement(Old + Last, New + Last))
      return true;
  }
  return false;
}

/// True if a known address of a request is outside of the array.
bool Comparison::isOutside(const Request &Before, const Request &After) const {
  const Access &A = Use.Program->Accesses[Before.Access];
  const int64_t Bytes = int64_t(A.Bytes) * A.Pieces;
  auto IsIn = [Bytes](int64_t Offset, uint64_t Size) {
    return Offset >= 0 && uint64_t(Offset + Bytes) <= Size;
  };
  for (unsigned Lane : LaneMask(Before.Known & After.Known))
    if (!IsIn(Before.Offset[Lane], Declared.Bytes) ||
        !IsIn(After.Offset[Lane], Changed.Bytes))
      return true;
  return false;
}

/// True if lanes stand in several rows, wherever the first one is, and as far
/// from one another as before the rows became longer.
bool Comparison::areRowsMissed(const Request &Before,
                               const Request &After) const {
  if (Before.Apart == 0 || Before.Apart != After.Apart)
    return false;
  int64_t Least = 0, Most = 0;
  for (unsigned Lane : LaneMask(Before.Apart)) {
    if (Before.Offset[Lane] != After.Offset[Lane])
      return false;
    Least = std::min(Least, Before.Offset[Lane]);
    Most = std::max(Most, Before.Offset[Lane]);
  }
  return Most - Least >= rowBytes();
}

/// True if some lane's address is not known.
static bool isOpen(const Request &Before, const Request &After) {
  return Before.Known != Before.Lanes || After.Known != After.Lanes ||
         Before.Lanes != After.Lanes;
}

/// Limits sweeps to where the element at lane \p Lane's address \p Before in
/// the declared array is the one at \p After in the changed one: to steps along
/// the extents that lead to the same subscripts in both.
void Comparison::keepElement(Sweeps &Running, const WarpValue &Before,
                             const WarpValue &After, unsigned Lane) const {
  int64_t Rest = uint64_t(Before.base(Lane)) - arrayStart(Use.Array);
  llvm::SmallVector<int64_t, 4> OldSteps = Running.stepsOf(Before, Lane);
  const llvm::SmallVector<int64_t, 4> NewSteps = Running.stepsOf(After, Lane);
  llvm::SmallVector<int64_t, 4> Reached(OldSteps.size(), 0);
  for (size_t I = 0; I != Declared.Strides.size(); ++I) {
    const int64_t Stride = Declared.Strides[I];
    const int64_t Subscript = split(Rest, Stride);
    llvm::SmallVector<int64_t, 4> Steps;
    for (size_t Sweep = 0; Sweep != OldSteps.size(); ++Sweep) {
      const int64_t Step =
          llvm::divideFloorSigned(OldSteps[Sweep] + Stride / 2, Stride);
      OldSteps[Sweep] -= Step * Stride;
      Reached[Sweep] += Step * Changed.Strides[I];
      Steps.push_back(Step);
    }
    // The first subscript has no end.
    if (I != 0)
      Running.keepWithin(Subscript, 0, Declared.Strides[I - 1] / Stride - 1,
                         Steps);
  }
  const bool IsMoved = Changed.Permutation || Changed.Spread;
  for (auto [Number, State] : llvm::enumerate(Running.open())) {
    const bool IsStill =
        Running.stepsOf(Before, Lane)[Number] == 0 && NewSteps[Number] == 0;
    if (!IsStill && (IsMoved || OldSteps[Number] != 0 ||
                     Reached[Number] != NewSteps[Number]))
      Running.stop(State.Id);
  }
}

/// The event is that of number Next in Order, \p Before.
void Comparison::keepElements(const AccessEvent &Event,
                              const Request &Before) const {
  const auto Old = Moving.find(Next);
  if (Old == Moving.end() && !Event.Running->isMoving(Event.Address))
    return;
  WarpValue Still;
  LaneNumbers Numbers;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Numbers[Lane] = uint64_t(Before.Offset[Lane]) + arrayStart(Use.Array);
  Still.setBase(Numbers);
  const WarpValue &Address = Old == Moving.end() ? Still : Old->second;
  for (const WarpValue *Value : {&Address, &Event.Address})
    for (const Motion &M : Value->motions())
      if (M.isErratic())
        Event.Running->stop(M.sweep());
  for (unsigned Lane : LaneMask(Before.Known))
    keepElement(*Event.Running, Address, Event.Address, Lane);
}

void Comparison::compare(const AccessEvent &Event) {
  if (Misled && Misled->IsSure)
    return;
  const Request After = requestOf(Event);
  // The executions differ only if the kernel looks at the layout.
  const bool IsOther =
      Next == Order.size() || Different[Order[Next]].Access != After.Access;
  bool IsAstray = false, IsOffPitch = false;
  if (!IsOther) {
    const Request &Before = Different[Order[Next]];
    if (Event.Running)
      keepElements(Event, Before);
    ++Next;
    const bool IsOtherElement = isMoved(Before, After);
    IsOffPitch = Pitch && (IsOtherElement || areRowsMissed(Before, After));
    IsAstray = IsOtherElement || (Pitch && isOutside(Before, After));
    if (!IsAstray && !(Pitch && isOpen(Before, After)))
      return;
  }
  // An edit of a pitch has to reach all that uses it, executed or not.
  const bool IsSure =
      IsOffPitch || (IsAstray && Event.IsCounted && Event.IsMaskExact);
  if (!Misled || IsSure)
    Misled = MovedElement{Event.Access, IsSure};
}

bool Comparison::onAccess(const AccessEvent &Event) {
  if (!isOfArray(Event))
    return true;
  if (IsChanged)
    compare(Event);
  else
    record(Event);
  return true;
}

CycleEffect Comparison::endCycle(Sweeps &Running, SweepId Sweep, unsigned) {
  if (Found.size() < Limits.size()) {
    const CycleLimit &Limit = Limits[Found.size()];
    Running.limit(Sweep, Limit.Reach);
    Running.want(Sweep, Limit.Wanted);
  }
  Found.push_back({Running.reach(Sweep), Running.wanted(Sweep)});
  return CycleEffect::Repeats;
}

/// A pitch may lead anywhere from an access that names the array.
bool Comparison::isOfArray(const AccessEvent &Event) const {
  return Event.Array == Use.Array ||
         (Pitch && !Event.Array &&
          Use.Program->Accesses[Event.Access].Array == Use.Array);
}

/// The launch with arguments for all pitches.
LaunchConfig Comparison::pitchedLaunch() const {
  const PitchedProgram &Pitched = *Use.Program->Pitched;
  LaunchConfig Launch = Use.Launch;
  Launch.Arguments.resize(Pitched.Program.Parameters.size());
  for (size_t I = 0; I != Pitched.Pitches.size(); ++I) {
    uint64_t Elements = Pitched.Pitches[I].Elements;
    if (I == *Pitch)
      Elements += Change.Spread ? Change.Spread->Extra
                                : Change.Inner.front().Bytes * Elements /
                                      Change.Inner.front().RowBytes;
    Launch.Arguments[Pitched.parameterOf(I)] = Elements;
  }
  return Launch;
}

ExecutionSummary Comparison::executeChanged() {
  if (Pitch)
    return execute(Use.Program->Pitched->Program, pitchedLaunch(), Budget,
                   *this);
  return execute(*Use.Program, Use.Launch, Budget, *this,
                 LayoutOverride{Use.Array, Change});
}

void Comparison::executeBoth() {
  Numbers.clear();
  Different.clear();
  Order.clear();
  Moving.clear();
  Found.clear();
  Next = 0;
  Misled = std::nullopt;
  IsChanged = false;
  const ExecutionSummary Before =
      execute(*Use.Program, Use.Launch, Budget, *this);
  FoundBefore = std::exchange(Found, {});
  IsChanged = true;
  const ExecutionSummary After = executeChanged();
  IsComplete = !Before.Aborted && !After.Aborted;
}

/// True if both executions left out the same. Otherwise sets limits up to the
/// first cycle where they did not.
bool Comparison::adoptLimits() {
  if (Found == FoundBefore)
    return true;
  Limits.clear();
  for (const auto &[Old, New] : llvm::zip(FoundBefore, Found)) {
    LongerCycles Wanted = Old.Wanted;
    Wanted.include(New.Wanted);
    Limits.push_back({std::min(Old.Reach, New.Reach), Wanted});
    if (!(Old == New))
      break;
  }
  return false;
}

std::optional<MovedElement> Comparison::run() {
  constexpr unsigned MaxTries = 8;
  Budget.SkipsRepeats &= !Pitch;
  for (unsigned Try = 0; Try != MaxTries; ++Try) {
    executeBoth();
    if (adoptLimits())
      break;
    Budget.SkipsRepeats &= Try + 2 != MaxTries;
  }
  // What was not executed, or only without the change.
  if (!Misled && !Order.empty() &&
      (!IsComplete || (Pitch && Next != Order.size())))
    Misled = MovedElement{Different[Order.back()].Access, /*IsSure=*/false};
  return Misled;
}

std::optional<MovedElement>
banklint::findMovedElement(const ArrayUse &Use, const LayoutChange &Change,
                           const InterpreterBudget &Budget) {
  return findOnce(
      "findMovedElement", /*Arch=*/nullptr, Use, Budget,
      [&](const InterpreterBudget &Own) {
        return Comparison(Use, Change, Own).run();
      },
      [&](KnownResults::Question &Asked) { Asked.add(Change); });
}

std::optional<MovedElement>
banklint::findElementOffPitch(const ArrayUse &Use, const LayoutChange &Change,
                              unsigned Pitch, const InterpreterBudget &Budget) {
  return findOnce(
      "findElementOffPitch", /*Arch=*/nullptr, Use, Budget,
      [&](const InterpreterBudget &Own) {
        return Comparison(Use, Change, Own, Pitch).run();
      },
      [&](KnownResults::Question &Asked) {
        Asked.add(Change).add(uint64_t(Pitch));
      });
}
