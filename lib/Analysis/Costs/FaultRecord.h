//===- FaultRecord.h - Faults of one access's executions --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COSTS_FAULTRECORD_H
#define BANKLINT_LIB_ANALYSIS_COSTS_FAULTRECORD_H

#include "banklint/Analysis/SureAddress.h"
#include "banklint/Interpreter/Interpreter.h"

namespace banklint {

/// Bytes of each array of \p Program in \p Launch, with \p Layout; 0 if that is
/// not known.
std::vector<uint64_t> arrayBytes(const KernelProgram &Program,
                                 const LaunchConfig &Launch,
                                 llvm::ArrayRef<LayoutOverride> Layout);

/// Gathers the faults of the executions of one access. Matrix operations are
/// left out: how the library's ones read memory is not defined.
class FaultRecord {
public:
  /// All lanes of \p Event take part. \p ArrayBytes as arrayBytes gives it.
  void add(const AccessEvent &Event, const KernelProgram &Program,
           llvm::ArrayRef<uint64_t> ArrayBytes);
  const SureFaults &found() const { return Faults; }

private:
  void addBounds(const AccessEvent &Event, const KernelProgram &Program,
                 LaneMask Known, uint64_t ArrayBytes);
  void addAlignment(const AccessEvent &Event, const KernelProgram &Program,
                    LaneMask Known);

  SureFaults Faults;
  /// The first sure address; all others are compared with it.
  std::optional<SureAddress> First;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COSTS_FAULTRECORD_H
