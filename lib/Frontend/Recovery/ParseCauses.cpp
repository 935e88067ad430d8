//===- ParseCauses.cpp - What is behind the errors of a parse -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseCauses.h"
#include "Conditions.h"
#include "UndeclaredNames.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <map>

using namespace banklint;
using namespace clang;

// Of one source; more tell a reader nothing.
static constexpr size_t MaxNames = 16;

/// True if \p Name of namespace std came with C++20.
static bool isStandardOfCxx20(llvm::StringRef Name) {
  // Namespaces are no symbols.
  if (Name == "ranges" || Name == "numbers")
    return true;
  static constexpr llvm::StringLiteral Headers[] = {
      "<barrier>",         "<bit>",   "<compare>", "<concepts>",  "<format>",
      "<coroutine>",       "<latch>", "<numbers>", "<ranges>",    "<semaphore>",
      "<source_location>", "<span>",  "<version>", "<stop_token>"};
  const std::optional<tooling::stdlib::Symbol> Symbol =
      tooling::stdlib::Symbol::named("std::", Name);
  const std::optional<tooling::stdlib::Header> Header =
      Symbol ? Symbol->header() : std::nullopt;
  return Header && llvm::is_contained(Headers, Header->name());
}

std::string banklint::wordOfCxx20(const Diagnostic &Error) {
  if (!Error.hasSourceManager() || Error.getLocation().isInvalid())
    return "";
  const SourceManager &Sources = Error.getSourceManager();
  const SourceLocation Place = Sources.getSpellingLoc(Error.getLocation());
  LangOptions Words;
  Words.CPlusPlus = true;
  Token T;
  if (Lexer::getRawToken(Place, T, Sources, Words) ||
      T.isNot(tok::raw_identifier))
    return "";
  const llvm::StringRef Name = T.getRawIdentifier();
  static constexpr llvm::StringLiteral Keywords[] = {
      "concept",  "requires", "consteval", "constinit",
      "co_await", "co_yield", "co_return", "char8_t"};
  if (llvm::is_contained(Keywords, Name))
    return Name.str();
  return isInStandard(Error) && isStandardOfCxx20(Name) ? "std::" + Name.str()
                                                        : "";
}

Cause banklint::laterStandard(llvm::StringRef Word) {
  Cause Result;
  Result.Kind = CauseKind::LanguageStandard;
  Result.Subject = Word.str();
  Result.Options = {"-std=c++20"};
  return Result;
}

Cause banklint::missingHeader(llvm::StringRef Name, llvm::StringRef Toolkit,
                              llvm::vfs::FileSystem &Files) {
  Cause Result;
  Result.Subject = Name.str();
  const std::string Angled = "<" + Name.str() + ">";
  const bool IsOfLibrary =
      tooling::stdlib::Header::named(Angled) ||
      tooling::stdlib::Header::named(Angled, tooling::stdlib::Lang::C);
  if (IsOfLibrary)
    Result.Kind = CauseKind::MissingLibrary;
  else if (!Toolkit.empty() && hasHeader(Toolkit, Name, Files))
    Result.Kind = CauseKind::MissingToolkit;
  else
    Result.Kind = CauseKind::MissingHeader;
  return Result;
}

static bool isSpelledAsMacro(llvm::StringRef Name) {
  return Name.size() > 1 && llvm::isUpper(Name.front()) &&
         llvm::none_of(Name, llvm::isLower);
}

/// The names in a set whose order is not that of the source.
static std::vector<llvm::StringRef> sorted(const llvm::StringSet<> &Names) {
  std::vector<llvm::StringRef> Result(Names.keys().begin(), Names.keys().end());
  llvm::sort(Result);
  return Result;
}

std::vector<Cause> banklint::undeclaredMacros(const UndeclaredNames &Names) {
  std::vector<Cause> Result;
  std::vector<llvm::StringRef> Words = sorted(Names.names());
  // What is called is seldom what an array or a launch depends on.
  std::stable_partition(Words.begin(), Words.end(),
                        [&Names](llvm::StringRef Name) {
                          return !Names.calledNames().contains(Name);
                        });
  for (llvm::StringRef Name : Words) {
    if (!isSpelledAsMacro(Name) || Result.size() == MaxNames)
      continue;
    Cause &C = Result.emplace_back();
    C.Kind = CauseKind::UndeclaredMacro;
    C.Subject = Name.str();
    const bool IsCalled = Names.calledNames().contains(Name);
    C.Options = {"-D" + Name.str() + (IsCalled ? "(...)" : "") + "=<value>"};
  }
  return Result;
}

/// That \p Directive excludes \p Subject.
static Cause excludedBy(SourceLocation Directive, llvm::StringRef Subject,
                        const SourceManager &Sources) {
  Cause Result;
  Result.Kind = CauseKind::ExcludedCode;
  Result.Subject = Subject.str();
  const PresumedLoc Loc = Sources.getPresumedLoc(Directive);
  Result.File = Loc.getFilename();
  Result.Line = Loc.getLine();
  Result.Condition = directiveAt(Directive, Sources);
  Result.Count = 1;
  Result.Options = optionsFor(Result.Condition, /*Holds=*/true);
  return Result;
}

std::vector<Cause> banklint::excludedShared(
    llvm::ArrayRef<SourceRange> Skipped, const SourceManager &Sources,
    const LangOptions &Language, std::vector<SourceLocation> &Places) {
  std::vector<Cause> Result;
  std::map<SourceLocation, size_t> ByDirective;
  const auto Visit = [&](const Token &T, SourceLocation Directive) {
    if (T.isNot(tok::raw_identifier) || T.getRawIdentifier() != "__shared__")
      return;
    Places.push_back(T.getLocation());
    const auto [At, IsNew] = ByDirective.try_emplace(Directive, Result.size());
    if (IsNew)
      Result.push_back(excludedBy(Directive, "", Sources));
    else
      ++Result[At->second].Count;
  };
  for (SourceRange Range : Skipped)
    if (Sources.isWrittenInMainFile(Range.getBegin()))
      forEachExcluded(Range, Sources, Language, Visit);
  return Result;
}

namespace {

/// Recognizes the names that tokens may declare.
class DeclaredNames {
public:
  /// True if \p T may be declared here: behind a word as in a declaration, and
  /// not used in an expression; or the macro of a `#define`.
  bool add(const Token &T) {
    const bool IsName = T.is(tok::raw_identifier);
    const bool IsDeclared = IsName && IsBehindType;
    const bool IsMacro = IsDeclared && IsBehindDefine;
    IsBehindDefine = IsName && T.getRawIdentifier() == "define";
    IsBehindType = (IsName && T.getRawIdentifier() != "return" && !IsMacro) ||
                   T.isOneOf(tok::greater, tok::amp, tok::star);
    return IsDeclared;
  }

private:
  bool IsBehindType = false;
  bool IsBehindDefine = false;
};

} // namespace

std::vector<Cause> banklint::excludedNames(llvm::ArrayRef<SourceRange> Skipped,
                                           const llvm::StringSet<> &Names,
                                           const SourceManager &Sources,
                                           const LangOptions &Language) {
  std::vector<Cause> Result;
  llvm::StringSet<> Found;
  for (SourceRange Range : Skipped) {
    DeclaredNames Declared;
    forEachExcluded(Range, Sources, Language,
                    [&](const Token &T, SourceLocation Directive) {
                      if (!Declared.add(T) || Result.size() == MaxNames ||
                          !Names.contains(T.getRawIdentifier()) ||
                          Found.contains(T.getRawIdentifier()))
                        return;
                      Cause C =
                          excludedBy(Directive, T.getRawIdentifier(), Sources);
                      if (C.Options.empty())
                        return;
                      Found.insert(T.getRawIdentifier());
                      Result.push_back(std::move(C));
                    });
  }
  return Result;
}
