//===- FuzzNolint.cpp - Suppression comments in arbitrary text ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "banklint/Driver/Filter/SuppressionComments.h"

using namespace banklint;
using fuzz::require;

/// Checks the comments of \p Text one by one.
static void check(llvm::StringRef Text, const SuppressionComments &Comments) {
  size_t End = 0;
  for (const SuppressionComment &C : Comments.all()) {
    require(C.Offset >= End && C.Length >= 6, "comments overlap");
    End = C.Offset + C.Length;
    require(End <= Text.size(), "a comment ends behind the text");
    require(Text.substr(C.Offset).starts_with("NOLINT"), "no such word");
    const llvm::StringRef Before = Text.take_front(C.Offset);
    require(C.Line == Before.count('\n') + 1, "the line is wrong");
    require(C.Column == C.Offset - (Before.rfind('\n') + 1) + 1,
            "the column is wrong");
    require(C.From <= C.To, "a range is reversed");
    require(!llvm::StringRef(C.Justification).contains('\n'),
            "a justification of several lines");
    fuzz::noteOutcome(std::string(C.Globs ? "list" : "all") +
                      char('A' + int(C.Kind)));
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const llvm::StringRef Text = fuzz::textOf(Data, Size);
  const SuppressionComments Comments(Text);
  check(Text, Comments);
  for (size_t Index : Comments.unmatched())
    require(Index < Comments.all().size(),
            "an unmatched comment is no comment");
  for (size_t Offset : {size_t(0), Size / 2, Size})
    for (size_t Index : Comments.suppressing(Offset, "shared-bank-conflict")) {
      require(Index < Comments.all().size(), "no comment suppresses");
      const SuppressionComment &C = Comments.all()[Index];
      require(C.From <= Offset && Offset < C.To, "suppressed from elsewhere");
    }
  return 0;
}
