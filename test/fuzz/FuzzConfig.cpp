//===- FuzzConfig.cpp - Arbitrary text as a configuration -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Driver/Config/Config.h"

using namespace banklint;
using fuzz::require;

static std::string textOf(const Config &C) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeConfig(C, OS);
  return Text;
}

/// Each line of \p Message starts with "name:line:column: error: ".
static void checkPlaces(llvm::StringRef Message) {
  while (!Message.empty()) {
    auto [Line, Rest] = Message.split('\n');
    Message = Rest;
    unsigned Number = 0, Column = 0;
    require(Line.consume_front("name:") && !Line.consumeInteger(10, Number) &&
                Line.consume_front(":") && !Line.consumeInteger(10, Column) &&
                Line.consume_front(": error: ") && Number && Column,
            "an error without its place: " + Line);
  }
}

/// Uses \p C as a run does.
static void use(const Config &C) {
  Config All = defaultConfig();
  All.add(C);
  for (PathOverride &Override : All.Overrides)
    Override.Folder = "/project";
  for (llvm::StringRef Path : {"/project/src/a.cu", "/elsewhere/b.cu"}) {
    const FileRules Rules = rulesOf(All, Path);
    for (const Check &Each : allChecks()) {
      const bool IsOn = Rules.isEnabled(Each.Name);
      fuzz::noteOutcome(Each.Name.str() + (IsOn ? "+" : "-") +
                        (Rules.isError(Each.Name) ? "e" : "w"));
    }
  }
  for (const BlockOption &Option : blocksOf(All, {})) {
    const Dim3 B = Option.Block;
    require(B.X && B.Y && B.Z &&
                uint64_t(B.X) * B.Y * B.Z <= MaxThreadsPerBlock,
            "a block is empty or too large");
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::Expected<Config> C = parseConfig(fuzz::textOf(Data, Size), "name");
  if (!C) {
    checkPlaces(fuzz::rejected(C.takeError()));
    return 0;
  }
  const std::string Written = textOf(*C);
  llvm::Expected<Config> Again = parseConfig(Written, "name");
  if (!Again)
    fuzz::fail("what was written is not read: " +
               llvm::toString(Again.takeError()) + "\n" + Written);
  require(textOf(*Again) == Written,
          "what was written is read as another one:\n" + Written + "and\n" +
              textOf(*Again));
  use(*C);
  return 0;
}
