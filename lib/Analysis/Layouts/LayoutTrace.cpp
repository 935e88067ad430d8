//===- LayoutTrace.cpp - Requests as functions of a layout ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts/LayoutTrace.h"
#include "Costs/ArrayRoom.h"
#include "Costs/SweepLimits.h"
#include <map>

using namespace banklint;

/// About 6 MB.
static constexpr size_t MaxTraced = 8192;
/// Of those that are executed one by one, equal ones included.
static constexpr size_t MaxEvents = 1 << 16;

/// The offset in \p Changed of what \p Offset names in \p Declared.
static int64_t movedOffset(int64_t Offset, const ArrayLayout &Declared,
                           const ArrayLayout &Changed) {
  if (Changed.Tensor)
    return Changed.Tensor->moved(Offset);
  llvm::SmallVector<int64_t, 4> Subscripts;
  int64_t Rest = Offset;
  for (int64_t Stride : Declared.Strides) {
    int64_t Subscript = Rest / Stride - (Rest % Stride < 0);
    Subscripts.push_back(Subscript);
    Rest -= Subscript * Stride;
  }
  if (const std::optional<Swizzle> &P = Changed.Permutation)
    Subscripts.back() = P->column(Subscripts[P->RowExtent], Subscripts.back());
  if (Changed.Spread)
    Subscripts.back() = Changed.Spread->moved(Subscripts.back());
  int64_t Inner = Rest;
  for (const InnerRows &Rows : Changed.Inner)
    Inner += Rows.shift(Rest);
  if (Changed.PieceBytes != 0) {
    int64_t Element = (Offset - Rest) / Changed.ElementBytes;
    int64_t Piece = Rest / Changed.PieceBytes;
    return Piece * Changed.pieceStride() + Element * Changed.PieceBytes +
           Rest % Changed.PieceBytes;
  }
  for (size_t I = 0; I != Subscripts.size(); ++I)
    Inner += Subscripts[I] * Changed.Strides[I];
  return Inner;
}

bool banklint::isLeftOut(const KernelProgram &Program, const Verdict &V) {
  const MemoryOperation Op = Program.Accesses[V.Access].Op;
  return Op == MemoryOperation::AsyncCopyBypass ||
         (Op == MemoryOperation::AsyncCopy && V.Result == Certainty::Unknown &&
          V.Why && V.Why->Code == ReasonCode::UnknownCost);
}

/// By access number: it is left out.
static std::vector<bool> leftOut(const ArrayUse &Use) {
  std::vector<bool> Result(Use.Program->Accesses.size());
  for (const Verdict &V : Use.Verdicts)
    Result[V.Access] = isLeftOut(*Use.Program, V);
  return Result;
}

unsigned banklint::piecesWith(const Access &A, const SharedArray &Array,
                              const LayoutChange &Change) {
  const bool IsWholeElement =
      A.Pieces > 1 && uint64_t(A.Bytes) * A.Pieces == Array.ElementBytes;
  return A.Pieces + (IsWholeElement ? Change.innerBytes() / A.Bytes : 0);
}

AccessPattern banklint::moved(const AccessPattern &Pattern,
                              const ArrayLayout &Declared,
                              const ArrayLayout &Changed) {
  AccessPattern Result = Pattern;
  for (unsigned Lane : Pattern.Addressing)
    Result.Offset[Lane] = movedOffset(Pattern.Offset[Lane], Declared, Changed);
  return Result;
}

namespace {

class RequestTrace : public SweepListener {
public:
  RequestTrace(const ArrayUse &Use, const Architecture &Arch)
      : Use(Use), Arch(Arch), LeftOut(leftOut(Use)),
        Room(*Use.Program, Arch, Use.Launch, /*Layout=*/{}) {}

  bool traces(const AccessEvent &Event) const {
    return Event.Array == Use.Array && !LeftOut[Event.Access];
  }
  bool onAccess(const AccessEvent &Event) override;
  void beginSweep(SweepId) override { Cycles.push_back({Requests.size(), 0}); }
  void endSweep(SweepId) override { Cycles.pop_back(); }
  CycleEffect endCycle(Sweeps &, SweepId, unsigned) override;
  void repeat(SweepId, uint64_t Times) override;

  bool IsKnown = true;
  std::vector<TracedRequest> Requests;

private:
  /// Where a cycle, and the one before it, begin among the requests.
  struct Cycle {
    size_t Begin, Before;
  };

  const ArrayUse &Use;
  const Architecture &Arch;
  const std::vector<bool> LeftOut;
  ArrayRoom Room;
  /// One each sweep that has not ended.
  std::vector<Cycle> Cycles;
};

} // namespace

bool RequestTrace::onAccess(const AccessEvent &Event) {
  if (!traces(Event))
    return true;
  const Access &A = Use.Program->Accesses[Event.Access];
  if (Event.Running) {
    keepCost(Event, A, Arch, AccessPattern::span(Arch, A.Bytes));
    Room.keepInside(Event);
  }
  const LaneMask Inside = Room.inside(Event.Access, Use.Array, Event.Address,
                                      Event.Lanes, Event.IsMaskExact);
  if (Inside.none())
    return true;
  AccessPattern Pattern;
  IsKnown = !Event.Address.cases() &&
            !describe(Event, *Use.Program, Arch, Pattern) && !Pattern.Symbol &&
            Requests.size() != MaxTraced;
  Pattern.Lanes &= Inside;
  Pattern.Addressing &= Inside;
  Requests.push_back({Event.Access, Pattern});
  return IsKnown;
}

CycleEffect RequestTrace::endCycle(Sweeps &, SweepId, unsigned) {
  Cycles.back() = {Requests.size(), Cycles.back().Begin};
  return CycleEffect::Repeats;
}

void RequestTrace::repeat(SweepId, uint64_t Times) {
  for (size_t I = Cycles.back().Before; I != Requests.size(); ++I)
    Requests[I].Count *= 1 + Times;
}

std::optional<std::vector<TracedRequest>>
banklint::traceRequests(const ArrayUse &Use, const Architecture &Arch,
                        const InterpreterBudget &Budget) {
  RequestTrace Trace(Use, Arch);
  ExecutionSummary Summary = execute(*Use.Program, Use.Launch, Budget, Trace);
  if (!Trace.IsKnown || Summary.Aborted)
    return std::nullopt;
  return std::move(Trace.Requests);
}

std::optional<std::vector<TracedRequest>>
banklint::traceAllRequests(const ArrayUse &Use, const Architecture &Arch,
                           const InterpreterBudget &Budget) {
  RequestTrace Trace(Use, Arch);
  std::map<std::vector<int64_t>, size_t> Numbers;
  size_t Events = 0;
  const auto See = [&](const AccessEvent &Event) {
    if (!Trace.traces(Event))
      return true;
    std::vector<int64_t> Key{Event.Access, Event.Lanes.bits()};
    for (unsigned Lane : Event.Lanes)
      Key.push_back(Event.Address.base(Lane));
    Trace.IsKnown = ++Events <= MaxEvents &&
                    Event.Address.constantLanes(Event.Lanes) == Event.Lanes;
    if (!Trace.IsKnown)
      return false;
    const auto [Known, IsNew] =
        Numbers.try_emplace(std::move(Key), Trace.Requests.size());
    if (IsNew)
      return Trace.onAccess(Event);
    ++Trace.Requests[Known->second].Count;
    return true;
  };
  const ExecutionSummary Summary =
      execute(*Use.Program, Use.Launch, Budget, See);
  if (!Trace.IsKnown || Summary.Aborted || Summary.BudgetReached)
    return std::nullopt;
  return std::move(Trace.Requests);
}
