//===- Jobs.h - How much is done at the same time ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_JOBS_H
#define BANKLINT_DRIVER_RUN_JOBS_H

namespace banklint {

/// How many files to analyze at the same time: \p Asked, or if that is 0 one
/// for each processor, fewer if memory is short (1 GiB each).
unsigned chooseJobs(unsigned Asked);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_JOBS_H
