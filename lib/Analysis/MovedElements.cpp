//===- MovedElements.cpp - Accesses that a padding misleads ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/MovedElements.h"
#include "banklint/Program/RowPitch.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

namespace {

/// The known addresses of one request, from the start of the array.
struct Request {
  LaneNumbers Offset{};
  uint32_t Access = 0;
  uint32_t Known = 0;
  uint32_t Lanes = 0;
  uint32_t Unused = 0;

  llvm::StringRef bytes() const {
    return {reinterpret_cast<const char *>(this), sizeof(*this)};
  }
};
static_assert(sizeof(Request) == sizeof(LaneNumbers) + 16,
              "no bytes without a value");

/// Executes a use twice, without and with a change of the layout or of a pitch,
/// and compares request by request.
class Comparison {
public:
  Comparison(const ArrayUse &Use, const LayoutChange &Change,
             const InterpreterBudget &Budget,
             std::optional<unsigned> Pitch = std::nullopt)
      : Use(Use), Change(Change), Budget(Budget), Pitch(Pitch),
        Declared(layoutOf(Use.Program->Arrays[Use.Array])),
        Changed(layoutOf(Use.Program->Arrays[Use.Array], Change)) {}

  std::optional<MovedElement> run();

private:
  bool isOfArray(const AccessEvent &Event) const;
  LaunchConfig pitchedLaunch() const;
  void executeChanged(llvm::function_ref<void(const AccessEvent &)> OnAccess);
  bool isOutside(const Request &Before, const Request &After) const;
  Request requestOf(const AccessEvent &Event) const;
  void record(const AccessEvent &Event);
  void compare(const AccessEvent &Event);
  bool isMoved(const Request &Before, const Request &After) const;
  bool isSameElement(int64_t Before, int64_t After) const;

  const ArrayUse &Use;
  const LayoutChange &Change;
  const InterpreterBudget &Budget;
  /// If a pitch is what changes: its number.
  const std::optional<unsigned> Pitch;
  const ArrayLayout Declared;
  const ArrayLayout Changed;
  /// Requests repeat a lot, so each different one is kept once.
  llvm::StringMap<uint32_t> Numbers;
  std::vector<Request> Different;
  /// In the order of execution: indices into Different.
  std::vector<uint32_t> Order;
  size_t Next = 0;
  std::optional<MovedElement> Found;
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
  return R;
}

void Comparison::record(const AccessEvent &Event) {
  const Request R = requestOf(Event);
  const auto [Position, IsNew] =
      Numbers.try_emplace(R.bytes(), uint32_t(Different.size()));
  if (IsNew)
    Different.push_back(R);
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
    if (Changed.Spread)
      Old = Changed.Spread->moved(Old);
    if (Old != New)
      return false;
  }
  return Before == After;
}

bool Comparison::isMoved(const Request &Before, const Request &After) const {
  const Access &A = Use.Program->Accesses[Before.Access];
  const int64_t Last = int64_t(A.Bytes) * A.Pieces - 1;
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

/// True if some lane's address is not known.
static bool isOpen(const Request &Before, const Request &After) {
  return Before.Known != Before.Lanes || After.Known != After.Lanes ||
         Before.Lanes != After.Lanes;
}

void Comparison::compare(const AccessEvent &Event) {
  if (Found && Found->IsSure)
    return;
  const Request After = requestOf(Event);
  // The executions differ only if the kernel looks at the layout.
  const bool IsOther =
      Next == Order.size() || Different[Order[Next]].Access != After.Access;
  bool IsMisled = false;
  if (!IsOther) {
    const Request &Before = Different[Order[Next++]];
    IsMisled = isMoved(Before, After) || (Pitch && isOutside(Before, After));
    if (!IsMisled && !(Pitch && isOpen(Before, After)))
      return;
  }
  const bool IsSure = IsMisled && Event.IsCounted && Event.IsMaskExact;
  if (!Found || IsSure)
    Found = MovedElement{Event.Access, IsSure};
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
  for (size_t I = 0; I != Pitched.Pitches.size(); ++I)
    Launch.Arguments[Pitched.parameterOf(I)] = Pitched.Pitches[I].Elements;
  *Launch.Arguments[Pitched.parameterOf(*Pitch)] += Change.Spread->Extra;
  return Launch;
}

void Comparison::executeChanged(
    llvm::function_ref<void(const AccessEvent &)> OnAccess) {
  if (Pitch)
    execute(Use.Program->Pitched->Program, pitchedLaunch(), Budget, OnAccess);
  else
    execute(*Use.Program, Use.Launch, Budget, OnAccess,
            LayoutOverride{Use.Array, Change});
}

std::optional<MovedElement> Comparison::run() {
  const auto OfArray = [this](void (Comparison::*See)(const AccessEvent &)) {
    return [this, See](const AccessEvent &Event) {
      if (isOfArray(Event))
        (this->*See)(Event);
    };
  };
  const ExecutionSummary Done =
      execute(*Use.Program, Use.Launch, Budget, OfArray(&Comparison::record));
  executeChanged(OfArray(&Comparison::compare));
  // What was not executed, or only without the change.
  if (Pitch && !Found && !Order.empty() &&
      (Done.Aborted || Next != Order.size()))
    Found = MovedElement{Different[Order.back()].Access, /*IsSure=*/false};
  return Found;
}

std::optional<MovedElement>
banklint::findMovedElement(const ArrayUse &Use, const LayoutChange &Change,
                           const InterpreterBudget &Budget) {
  return Comparison(Use, Change, Budget).run();
}

std::optional<MovedElement>
banklint::findElementOffPitch(const ArrayUse &Use, const LayoutChange &Change,
                              unsigned Pitch, const InterpreterBudget &Budget) {
  return Comparison(Use, Change, Budget, Pitch).run();
}
