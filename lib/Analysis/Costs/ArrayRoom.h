//===- ArrayRoom.h - What the size of an array limits -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array of few words has few of them in each bank, wherever it starts: of 80
// words that follow each other, one bank holds 3 at most. A program that leaves
// its arrays has no defined behaviour, so that no request whose lanes come to
// different places of it takes more wavefronts.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COSTS_ARRAYROOM_H
#define BANKLINT_LIB_ANALYSIS_COSTS_ARRAYROOM_H

#include "Costs/FaultRecord.h"
#include "Costs/RequestCosts.h"
#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// What one execution of an access costs at most.
struct RoomCost {
  unsigned Wavefronts = 0;
  /// In one phase.
  unsigned Ways = 0;

  bool allows(const RequestCost &Cost) const {
    return Cost.Wavefronts <= Wavefronts && Cost.Ways <= Ways;
  }
  /// \p Cost, but no more than this.
  RequestCost limit(RequestCost Cost) const;
  PatternCost limit(PatternCost Cost) const;
};

class ArrayRoom {
public:
  /// All but \p Layout must outlive this.
  ArrayRoom(const KernelProgram &Program, const Architecture &Arch,
            const LaunchConfig &Launch, llvm::ArrayRef<LayoutOverride> Layout)
      : Program(Program), Arch(Arch), Launch(Launch),
        ArrayBytes(arrayBytes(Program, Launch, Layout)) {}

  /// Bytes of each array; 0 if unknown.
  llvm::ArrayRef<uint64_t> bytes() const { return ArrayBytes; }

  /// What an execution of access number \p Access costs at most, all lanes of
  /// which are in \p Arrays, if the compiler makes accesses of \p WidestBytes
  /// at most of it. Nothing if that is not known.
  std::optional<RoomCost> of(unsigned Access, llvm::ArrayRef<unsigned> Arrays,
                             unsigned WidestBytes = 0) const;

  /// The lanes that take part in an execution of access number \p Access to
  /// array number \p Array at \p Address. If \p IsMaskExact, these are \p
  /// Lanes; else those are left out of which the address is surely outside.
  LaneMask inside(unsigned Access, unsigned Array, const WarpValue &Address,
                  LaneMask Lanes, bool IsMaskExact) const;
  /// Limits sweeps to where inside() leaves out the same lanes of \p Event.
  void keepInside(const AccessEvent &Event) const;

  /// Lowers \p V if it is a bound, and has the request that stands for it show
  /// no more lanes than the arrays have room for.
  void limit(Verdict &V) const;

private:
  std::optional<int64_t> lastStart(unsigned Access, unsigned Array) const;

  const KernelProgram &Program;
  const Architecture &Arch;
  const LaunchConfig &Launch;
  /// 0 if unknown.
  std::vector<uint64_t> ArrayBytes;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COSTS_ARRAYROOM_H
