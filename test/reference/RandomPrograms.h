//===- RandomPrograms.h - Kernel programs out of a seed ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random valid kernel programs, launches and concrete inputs for comparing the
// abstract interpreter with the reference. The programs look like kernels:
// strided and doubling loops, guards on threadIdx, tiles indexed by remainders;
// every construct of the program form occurs. Nearly all of them end after few
// rounds and stay inside of their arrays; the reference reports the rest.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_REFERENCE_RANDOMPROGRAMS_H
#define BANKLINT_TEST_REFERENCE_RANDOMPROGRAMS_H

#include "RandomNumbers.h"
#include "ReferenceInterpreter.h"
#include "banklint/Interpreter/Interpreter.h"

namespace banklint {

/// How much there is to execute.
struct RandomShape {
  /// Most iterations of a loop that counts.
  unsigned LoopRounds = 6;
  unsigned BlockThreads = 96;
};

/// A program that verifies, mostly of 5 to 40 statements. Every variable is
/// assigned before it is read.
KernelProgram randomProgram(RandomNumbers &Random, RandomShape Shape = {});

/// A launch that leaves some of the parameters and perhaps
/// the grid open.
LaunchConfig randomLaunch(const KernelProgram &Program, RandomNumbers &Random,
                          RandomShape Shape = {});

/// Concrete inputs that \p Launch permits: often small numbers, 0, negative
/// ones.
ReferenceInputs randomInputs(const KernelProgram &Program,
                             const LaunchConfig &Launch, RandomNumbers &Random);

} // namespace banklint

#endif // BANKLINT_TEST_REFERENCE_RANDOMPROGRAMS_H
