//===- UsedElements.cpp - The elements that launches use ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts/UsedElements.h"
#include "KnownSearches.h"

using namespace banklint;

/// Requests of one use.
static constexpr size_t MaxUses = 1 << 16;
/// More than any array has.
static constexpr uint64_t MaxElements = 1 << 20;

/// Adds the elements of \p Event, an access to the array of \p Use. False if
/// they are not known.
bool UsedElements::add(const ArrayUse &Use, const AccessEvent &Event) {
  const SharedArray &Array = Use.Program->Arrays[Use.Array];
  const Access &A = Use.Program->Accesses[Event.Access];
  if (Event.Address.constantLanes(Event.Lanes) != Event.Lanes)
    return false;
  const uint64_t Elements =
      Array.IsDynamic ? MaxElements : Array.Extents.back().Elements;
  for (unsigned Lane : Event.Lanes) {
    const uint64_t Offset =
        uint64_t(Event.Address.base(Lane)) - arrayStart(Use.Array);
    const uint64_t First = Offset / Array.ElementBytes % Elements;
    const uint64_t Last =
        (Offset + A.Bytes * A.Pieces - 1) / Array.ElementBytes % Elements;
    if (Offset / Array.ElementBytes >= MaxElements || Last < First)
      return false;
    if (Used.size() <= Last)
      Used.resize(Last + 1);
    Used.set(First, Last + 1);
  }
  return true;
}

std::optional<UsedElements>
UsedElements::find(llvm::ArrayRef<ArrayUse> Uses,
                   const InterpreterBudget &Budget) {
  UsedElements Result;
  for (const ArrayUse &Use : Uses) {
    size_t Requests = 0;
    bool IsKnown = true;
    const auto See = [&](const AccessEvent &Event) {
      if (Event.Array && *Event.Array != Use.Array)
        return true;
      IsKnown = Event.Array && ++Requests <= MaxUses && Result.add(Use, Event);
      return IsKnown;
    };
    const ExecutionSummary Summary =
        execute(*Use.Program, Use.Launch, Budget, See);
    if (!IsKnown || Summary.Aborted || Summary.BudgetReached)
      return std::nullopt;
  }
  return Result;
}

uint64_t UsedElements::elementsOf(uint64_t Pitch) const {
  uint64_t Row = 0;
  for (unsigned Element : Used.set_bits()) {
    Row = std::max(Row, Element % Pitch + 1);
    if (Row == Pitch)
      return 0;
  }
  const uint64_t Whole = Used.size() / Pitch;
  const uint64_t Count = Whole * Row + std::min(Used.size() % Pitch, Row);
  return Whole != 0 && Used.count() == Count ? Row : 0;
}

std::optional<uint64_t>
banklint::usedElements(llvm::ArrayRef<ArrayUse> Uses,
                       const InterpreterBudget &Budget) {
  return findOnce("usedElements", /*Arch=*/nullptr, Uses, Budget,
                  [&](const InterpreterBudget &Own) -> std::optional<uint64_t> {
                    const auto Used = UsedElements::find(Uses, Own);
                    return Used ? std::optional(Used->end()) : std::nullopt;
                  });
}
