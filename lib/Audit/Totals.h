//===- Totals.h - What is lost in sum -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_TOTALS_H
#define BANKLINT_LIB_AUDIT_TOTALS_H

#include "banklint/Audit/AuditData.h"

namespace banklint {

/// What several findings lose, each in one launch of its kernel.
struct LostSum {
  double Wavefronts = 0;
  /// It has guesses for grids or counts that are not known.
  bool IsEstimate = false;
  /// Findings that may lose less are in it.
  bool IsBound = false;
  /// Nothing if the architecture has no GPU.
  std::optional<double> Nanoseconds;

  void add(const AuditFinding &F);
};

LostSum sumOf(llvm::ArrayRef<AuditFinding> Findings);

struct KernelSum {
  std::string Name;
  CodePlace At;
  /// Numbers of the findings about accesses of the kernel, also of those whose
  /// figures are another kernel's.
  std::vector<size_t> Findings;
  LostSum Lost;
};

/// By what they lose, the most first. Kernels of one name and file are one.
std::vector<KernelSum> sumsOfKernels(const AuditData &Data);

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_TOTALS_H
