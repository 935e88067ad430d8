//===- FuzzBaseline.cpp - Arbitrary text as a baseline --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "banklint/Driver/Filter/Baseline.h"

using namespace banklint;
using fuzz::require;

static std::string textOf(const BaselineEntries &Entries) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeBaseline(Entries, OS);
  return Text;
}

/// Each entry accepts the finding that it was written for.
static void checkMatch(const BaselineEntries &Entries) {
  std::vector<Candidate> Candidates;
  for (const BaselineEntry &Entry : Entries)
    Candidates.push_back({Entry.Of, Entry.Excess});
  const BaselineMatch Match = matchBaseline(Entries, Candidates);
  require(Match.IsAccepted.size() == Entries.size() &&
              !llvm::is_contained(Match.IsAccepted, false),
          "a baseline does not accept its own findings");
  require(Match.Stale.empty(), "an entry with its finding is stale");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::Expected<BaselineEntries> Entries =
      parseBaseline(fuzz::textOf(Data, Size));
  if (!Entries) {
    fuzz::rejected(Entries.takeError());
    return 0;
  }
  fuzz::noteOutcome(Entries->empty() ? "empty" : "entries");
  const std::string Written = textOf(*Entries);
  llvm::Expected<BaselineEntries> Again = parseBaseline(Written);
  if (!Again)
    fuzz::fail("what was written is not read: " +
               llvm::toString(Again.takeError()));
  require(textOf(*Again) == Written, "what was written is read as another one");
  checkMatch(*Entries);
  return 0;
}
