//===- FuzzDiff.cpp - Arbitrary text as a unified diff --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "banklint/Driver/Filter/UnifiedDiff.h"

using namespace banklint;
using fuzz::require;

/// Checks \p Files, of a diff with \p Lines lines.
static void check(llvm::ArrayRef<ChangedFile> Files, size_t Lines) {
  uint64_t Added = 0;
  for (const ChangedFile &File : Files) {
    uint64_t Last = 0;
    require(File.NewPath != "/dev/null", "a deleted file is listed");
    for (const LineRange &Range : File.Lines) {
      require(Range.First >= 1, "a line has the number 0");
      require(Range.First <= Range.Last, "a range is empty");
      require(Range.First > Last, "ranges overlap or are not sorted");
      Last = Range.Last;
      Added += uint64_t(Range.Last) - Range.First + 1;
    }
    fuzz::noteOutcome(File.Lines.empty()       ? "no line"
                      : File.Lines.size() == 1 ? "one range"
                                               : "ranges");
  }
  require(Added <= Lines, "more lines were added than the diff has");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const llvm::StringRef Text = fuzz::textOf(Data, Size);
  llvm::Expected<std::vector<ChangedFile>> Files = parseUnifiedDiff(Text);
  if (Files)
    check(*Files, Text.count('\n') + 1);
  else
    fuzz::rejected(Files.takeError());
  return 0;
}
