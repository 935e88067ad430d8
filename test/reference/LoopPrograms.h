//===- LoopPrograms.h - Programs of long loops out of a seed ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs that look like the inner loops of kernels: counters that go up,
// down, in steps of the block or in circles, nested and triangular loops,
// guards on counters and threads, subscripts that are sums, remainders,
// quotients, masks and exclusive ors of them, neighbors, barriers.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_REFERENCE_LOOPPROGRAMS_H
#define BANKLINT_TEST_REFERENCE_LOOPPROGRAMS_H

#include "RandomNumbers.h"
#include "banklint/Program/KernelProgram.h"

namespace banklint {

/// A program that verifies; loops have at most \p MaxRounds iterations.
KernelProgram randomLoopProgram(RandomNumbers &Random, unsigned MaxRounds);

/// A block of at most \p MaxThreads threads, of one to three extents.
Dim3 randomLoopBlock(RandomNumbers &Random, unsigned MaxThreads);

} // namespace banklint

#endif // BANKLINT_TEST_REFERENCE_LOOPPROGRAMS_H
