//===- Harness.h - What the fuzzers have in common --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fuzzer is a function of arbitrary text, LLVMFuzzerTestOneInput, that
// libFuzzer calls. It fails where a result is not what its header promises.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_FUZZ_HARNESS_H
#define BANKLINT_TEST_FUZZ_HARNESS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size);

namespace banklint::fuzz {

inline llvm::StringRef textOf(const uint8_t *Data, size_t Size) {
  return llvm::StringRef(reinterpret_cast<const char *>(Data), Size);
}

/// Ends the process, so that libFuzzer keeps the input.
[[noreturn]] void fail(const llvm::Twine &What);

inline void require(bool Holds, const llvm::Twine &What) {
  if (!Holds)
    fail(What);
}

/// Tells libFuzzer what kind of outcome an input had, without its numbers and
/// its quoted words: it keeps inputs with new ones. This is all that guides it
/// in builds without instrumentation.
void noteOutcome(llvm::StringRef Outcome);

/// Notes \p Failure, which has to say something, and returns its text.
std::string rejected(llvm::Error Failure);

} // namespace banklint::fuzz

#endif // BANKLINT_TEST_FUZZ_HARNESS_H
