//===- Harness.cpp - What the fuzzers have in common ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace banklint;

// libFuzzer finds the section by its name, sets it to 0 before each input, and
// takes each byte that is not 0 for a place that was reached.
__attribute__((
    section("__libfuzzer_extra_counters"))) static uint8_t Outcomes[4096];

void fuzz::fail(const llvm::Twine &What) {
  llvm::errs() << "broken promise: " << What << '\n';
  std::abort();
}

void fuzz::noteOutcome(llvm::StringRef Outcome) {
  uint64_t Hash = 0;
  bool IsQuoted = false;
  for (char C : Outcome) {
    IsQuoted ^= C == '\'';
    if (!IsQuoted && !llvm::isDigit(C))
      Hash = Hash * 1099511628211u + uint8_t(C) + 1;
  }
  Outcomes[(Hash ^ Hash >> 32) % std::size(Outcomes)] = 1;
}

std::string fuzz::rejected(llvm::Error Failure) {
  std::string Text = llvm::toString(std::move(Failure));
  require(!Text.empty(), "an error without a message");
  noteOutcome(Text);
  return Text;
}
