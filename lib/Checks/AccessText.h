//===- AccessText.h - Words for accesses and launches -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the messages of all checks have in common.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_CHECKS_ACCESSTEXT_H
#define BANKLINT_LIB_CHECKS_ACCESSTEXT_H

#include "Occurrence.h"

namespace banklint {

/// Names and values of loops' variables, as in Witness.
using LoopValues = std::vector<std::pair<std::string, int64_t>>;

/// "load", "store": what several of them are called.
llvm::StringRef shortOperation(MemoryOperation Op);

/// What the code of a library at the place of \p A does, which is reported at
/// the call of the library.
std::string libraryMessage(const Access &A);

/// "load of ", "store to ".
llvm::StringRef operationWords(MemoryOperation Op);

/// \p Source on one line, cut between characters if it is long.
std::string onOneLine(llvm::StringRef Source);

/// "'tile[threadIdx.x][0]'", the array's name, or "shared memory".
std::string accessedThing(const Occurrence &O);

/// True if what the source spells has the name of arrayOf \p O.
bool namesArray(const Occurrence &O);

/// "in warp 0 with s = 4, i = 2, ".
std::string executionWords(unsigned Warp, const LoopValues &Loops);

/// "block of 32x8x1 threads".
std::string blockWords(const Occurrence &O);

/// "T = 256, K = 2": what tells a launch from others of its site and block;
/// nothing if there are none.
std::string argumentWords(const Occurrence &O);

/// The launch that something holds for, to stand at launchPlace. The kernel is
/// named if it is an instantiation or \p HasSeveralKernels.
std::string launchMessage(const Occurrence &O, bool HasSeveralKernels);
/// The launch site or, without one, the kernel.
Place launchPlace(const Occurrence &O);

} // namespace banklint

#endif // BANKLINT_LIB_CHECKS_ACCESSTEXT_H
