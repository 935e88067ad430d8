//===- ExampleGpu.h - GPUs on which wavefronts are time ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wavefront says little to those who do not know the hardware. For an
// architecture whose numbers a source states, a GPU of it tells how long
// wavefronts occupy the shared-memory pipelines. docs/audit.md says what that
// bounds.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_HARDWARE_EXAMPLEGPU_H
#define BANKLINT_HARDWARE_EXAMPLEGPU_H

#include "llvm/ADT/StringRef.h"

namespace banklint {

struct ExampleGpu {
  /// As findArchitecture knows it.
  llvm::StringRef Arch;
  llvm::StringRef Name;
  unsigned Multiprocessors;
  /// The highest clock of the multiprocessors that Source states.
  unsigned ClockMHz;
  llvm::StringRef Source;
};

/// The GPU for the architecture \p Arch, or null.
const ExampleGpu *findExampleGpu(llvm::StringRef Arch);

/// For how many nanoseconds \p Wavefronts of each of \p Blocks occupy the
/// shared-memory pipeline of the busiest multiprocessor of \p Gpu, at one
/// wavefront a cycle, if blocks are spread evenly.
double pipelineNanoseconds(const ExampleGpu &Gpu, double Wavefronts,
                           double Blocks);

} // namespace banklint

#endif // BANKLINT_HARDWARE_EXAMPLEGPU_H
