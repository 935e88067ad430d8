//===- CheckNames.cpp - Which checks globs select -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace banklint;

static bool matches(llvm::StringRef Glob, llvm::StringRef Text) {
  llvm::Expected<llvm::GlobPattern> Pattern = llvm::GlobPattern::create(Glob);
  if (Pattern)
    return Pattern->match(Text);
  llvm::consumeError(Pattern.takeError());
  return false;
}

namespace {
struct CheckGlob {
  llvm::StringRef Text;
  bool IsExcluding = false;
};
} // namespace

/// Cuts the first glob off \p Globs, which is not empty.
static CheckGlob takeGlob(llvm::StringRef &Globs) {
  const size_t End = Globs.find_first_of(",\n");
  CheckGlob Glob = {Globs.substr(0, End).trim()};
  Globs = End == llvm::StringRef::npos ? "" : Globs.drop_front(End + 1);
  Glob.IsExcluding = Glob.Text.consume_front("-");
  Glob.Text = Glob.Text.ltrim();
  return Glob;
}

bool banklint::isSelected(llvm::StringRef Globs, llvm::StringRef Check) {
  bool Result = false;
  while (!Globs.empty()) {
    const CheckGlob Glob = takeGlob(Globs);
    if (matches(Glob.Text, Check))
      Result = !Glob.IsExcluding;
  }
  return Result;
}

std::string banklint::problemOfGlobs(llvm::StringRef Globs, bool OfErrors) {
  std::vector<llvm::StringRef> Names;
  for (const Check &Each : allChecks())
    Names.push_back(Each.Name);
  if (OfErrors)
    Names.insert(Names.end(), {NolintCheck, UnusedNolintCheck});
  while (!Globs.empty()) {
    const llvm::StringRef Glob = takeGlob(Globs).Text;
    if (llvm::Error Failure = llvm::GlobPattern::create(Glob).takeError())
      return "invalid glob '" + Glob.str() +
             "': " + llvm::toString(std::move(Failure));
    if (Glob.empty() || llvm::any_of(Names, [Glob](llvm::StringRef Name) {
          return matches(Glob, Name);
        }))
      continue;
    const std::string Guess = didYouMean(Glob, Names);
    return "no check matches '" + Glob.str() + "'" +
           (Guess.empty() ? "; --list-checks lists them" : Guess);
  }
  return "";
}
