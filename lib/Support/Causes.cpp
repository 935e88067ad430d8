//===- Causes.cpp - Why code was not analyzed -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Support/Causes.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <tuple>

using namespace banklint;

static constexpr size_t MaxSteps = 3;
/// More names are hardly macros that a user knows the values of.
static constexpr size_t MaxOptions = 3;

/// In the order of the enumerators.
static constexpr llvm::StringLiteral Names[] = {
    "language-standard", "error-directive", "excluded-code",
    "missing-library",   "missing-toolkit", "missing-header",
    "undeclared-macro",  "parse-error"};

llvm::StringRef banklint::spelling(CauseKind Kind) {
  return Names[static_cast<size_t>(Kind)];
}

std::optional<CauseKind> banklint::parseCauseKind(llvm::StringRef Text) {
  const auto *Found = llvm::find(Names, Text);
  if (Found == std::end(Names))
    return std::nullopt;
  return static_cast<CauseKind>(Found - std::begin(Names));
}

/// "'a.h'", "'a.h' and 2 other headers".
static std::string listed(const CauseGroup &Group, llvm::StringRef Other) {
  std::string Text = "'" + Group.First.Subject + "'";
  if (const size_t Others = Group.Subjects.size() - 1)
    Text += " and " + counted(Others, "other " + Other.str());
  return Text;
}

static bool isOne(const std::set<std::string> &Subjects) {
  return Subjects.size() == 1;
}

/// " at line 4" of the only file, " at include/a.h:4" of another.
static std::string placeIn(const CauseGroup &Group) {
  const Cause &At = Group.First;
  const std::string Line = std::to_string(At.Line);
  return Group.Files.size() == 1 && Group.Files.front() == At.File
             ? " at line " + Line
             : " at " + At.File + ":" + Line;
}

static std::string excluded(const CauseGroup &Group) {
  if (Group.First.Subject.empty())
    return counted(Group.Count, "shared variable");
  return listed(Group, "name") + " that other code uses";
}

std::string CauseGroup::problem() const {
  const std::string InFiles =
      Files.size() == 1 ? "" : " in " + counted(Files.size(), "file");
  switch (First.Kind) {
  case CauseKind::LanguageStandard:
    return "'" + First.Subject + "' of a later C++ standard is used" + InFiles;
  case CauseKind::ErrorDirective:
    return "'#error " + First.Subject + "'" + placeIn(*this) + " is reached" +
           InFiles +
           (First.Condition.empty()
                ? ""
                : ": '" + First.Condition + "' " +
                      (First.Holds ? "holds" : "does not hold"));
  case CauseKind::ExcludedCode:
    return "'" + First.Condition + "'" + placeIn(*this) + " excludes " +
           excluded(*this) + InFiles;
  case CauseKind::MissingLibrary:
    return listed(*this, "header") + " of the C++ library " +
           (isOne(Subjects) ? "was" : "were") + " not found" + InFiles;
  case CauseKind::MissingToolkit:
  case CauseKind::MissingHeader:
    return listed(*this, "header") + (isOne(Subjects) ? " was" : " were") +
           " not found" + InFiles;
  case CauseKind::UndeclaredMacro:
    return listed(*this, "name") + (isOne(Subjects) ? " is" : " are") +
           " not declared" + InFiles;
  case CauseKind::ParseError:
    return "parse error" + InFiles + ": " + First.Subject +
           (First.Line ? placeIn(*this) : "");
  }
  llvm_unreachable("covered switch");
}

std::vector<std::string> CauseGroup::options() const {
  if (First.Kind == CauseKind::MissingHeader)
    return {"-I" + (Directory.empty() ? "<directory>" : Directory)};
  return First.Options;
}

std::string CauseGroup::remedy() const {
  const std::string Arguments = llvm::join(
      llvm::map_range(options(),
                      [](llvm::StringRef Option) {
                        const std::string Text = "--extra-arg=" + Option.str();
                        return Option.contains('(') ? "'" + Text + "'" : Text;
                      }),
      " ");
  switch (First.Kind) {
  case CauseKind::LanguageStandard:
  case CauseKind::ErrorDirective:
  case CauseKind::ExcludedCode:
    return Arguments.empty() ? "" : "try " + Arguments;
  case CauseKind::MissingLibrary:
    return "install the library, as with 'apt-get install libstdc++-12-dev'";
  case CauseKind::MissingToolkit:
    return std::string("the CUDA toolkit has ") +
           (isOne(Subjects) ? "it" : "them") + "; use --cuda-headers=toolkit";
  case CauseKind::MissingHeader:
    if (!Directory.empty())
      return "try " + Arguments;
    return std::string(isOne(Subjects) ? "add its directory with "
                                       : "add their directories with ") +
           Arguments;
  case CauseKind::UndeclaredMacro:
    if (isOne(Subjects))
      return "if it is a macro of the build, add " + Arguments;
    return std::string("if they are macros of the build, ") +
           (Subjects.size() == First.Options.size() ? "add "
                                                    : "define them as with ") +
           Arguments;
  case CauseKind::ParseError:
    return "";
  }
  llvm_unreachable("covered switch");
}

std::string CauseGroup::text() const {
  const std::string Help = remedy();
  return (Files.size() == 1 ? Files.front() + ": " : "") + problem() +
         (Help.empty() ? "" : "; " + Help);
}

/// Equal for causes that one remedy removes, but for headers.
static auto keyOf(const Cause &C) {
  const bool IsByPlace =
      C.Kind == CauseKind::ErrorDirective || C.Kind == CauseKind::ParseError;
  const bool IsBySubject = IsByPlace || C.Kind == CauseKind::MissingHeader ||
                           C.Kind == CauseKind::UndeclaredMacro;
  return std::tuple(C.Kind, IsBySubject ? C.Subject : "",
                    IsByPlace ? C.File : "", IsByPlace ? C.Line : 0,
                    IsBySubject && C.Kind != CauseKind::UndeclaredMacro
                        ? ""
                        : llvm::join(C.Options, " "),
                    // Of excluded code: shared variables or names.
                    C.Subject.empty());
}

namespace {

/// A group and the numbers of its files.
struct Gathered {
  CauseGroup Group;
  std::set<size_t> Files;
};

} // namespace

/// Headers in one directory, headers that begin with one and of which nothing
/// else is known, and others and macros that the same files lack, become one.
static std::vector<Gathered> merged(std::vector<Gathered> All) {
  std::map<std::tuple<CauseKind, std::string, std::string, std::set<size_t>>,
           size_t>
      Known;
  std::vector<Gathered> Result;
  for (Gathered &Each : All) {
    const CauseGroup &Group = Each.Group;
    const CauseKind Kind = Group.First.Kind;
    if (Kind == CauseKind::MissingHeader ||
        Kind == CauseKind::UndeclaredMacro) {
      const std::string &Where = Group.Directory;
      const auto [Top, Below] = llvm::StringRef(Group.First.Subject).split('/');
      const bool HasTop = Where.empty() && !Below.empty();
      const auto [At, IsNew] = Known.try_emplace(
          {Kind, Where, HasTop ? Top.str() : "",
           Where.empty() && !HasTop ? Each.Files : std::set<size_t>()},
          Result.size());
      if (!IsNew) {
        Gathered &Into = Result[At->second];
        Into.Group.Subjects.insert(Group.Subjects.begin(),
                                   Group.Subjects.end());
        Into.Files.insert(Each.Files.begin(), Each.Files.end());
        if (Kind == CauseKind::UndeclaredMacro &&
            Into.Group.First.Options.size() < MaxOptions)
          llvm::append_range(Into.Group.First.Options, Group.First.Options);
        continue;
      }
    }
    Result.push_back(std::move(Each));
  }
  return Result;
}

static std::vector<Gathered> gather(llvm::ArrayRef<FileCauses> Files,
                                    HeaderLocator Locate) {
  std::map<decltype(keyOf(Cause())), size_t> Known;
  std::vector<Gathered> All;
  for (const auto &[Number, File] : llvm::enumerate(Files))
    for (const Cause &C : File.Causes) {
      const auto [At, IsNew] = Known.try_emplace(keyOf(C), All.size());
      if (IsNew) {
        CauseGroup &New = All.emplace_back().Group;
        New.First = C;
        if (C.Kind == CauseKind::MissingHeader && Locate)
          New.Directory = Locate(C.Subject, File.File);
      }
      Gathered &Own = All[At->second];
      Own.Group.Subjects.insert(C.Subject);
      Own.Group.Count += C.Count;
      Own.Files.insert(Number);
    }
  return merged(std::move(All));
}

std::vector<CauseGroup> banklint::groupCauses(llvm::ArrayRef<FileCauses> Files,
                                              HeaderLocator Locate) {
  std::vector<CauseGroup> Groups;
  for (Gathered &Each : gather(Files, Locate)) {
    CauseGroup &Group = Groups.emplace_back(std::move(Each.Group));
    for (size_t Number : Each.Files) {
      Group.FailedFiles += Files[Number].HasFailed;
      // Several commands may compile one file.
      if (!llvm::is_contained(Group.Files, Files[Number].File))
        Group.Files.push_back(Files[Number].File.str());
    }
  }
  llvm::stable_sort(Groups, [](const CauseGroup &A, const CauseGroup &B) {
    return std::tuple(B.FailedFiles, B.Files.size(), A.First.Kind) <
           std::tuple(A.FailedFiles, A.Files.size(), B.First.Kind);
  });
  return Groups;
}

std::string banklint::templatesText(unsigned Count) {
  return counted(Count, "kernel template") + (Count == 1 ? " is" : " are") +
         " not instantiated";
}

/// "574 of 580 accesses are unknown, and 46 of 66 files failed". Lost code may
/// have instances if there are \p Causes of it.
static std::string problemOf(const RunFacts &Facts,
                             llvm::ArrayRef<CauseGroup> Causes) {
  std::vector<std::string> Parts;
  const auto Add = [&Parts](unsigned Count, unsigned All, llvm::StringRef What,
                            llvm::StringRef One, llvm::StringRef Many) {
    if (Count)
      Parts.push_back(std::to_string(Count) + " of " + counted(All, What) +
                      " " + (Count == 1 ? One : Many).str());
  };
  Add(Facts.UnknownAccesses, Facts.Accesses, "access", "is unknown",
      "are unknown");
  Add(Facts.FailedFiles, Facts.Files, "file", "failed", "failed");
  if (Facts.OpenTemplates)
    Parts.push_back(templatesText(Facts.OpenTemplates) +
                    (Causes.empty() ? "" : " in code that parses"));
  if (Parts.empty())
    Parts.push_back("no access was analyzed");
  return llvm::join(Parts, ", and ");
}

std::optional<Inconclusive>
banklint::inconclusive(const RunFacts &Facts,
                       llvm::ArrayRef<CauseGroup> Causes) {
  // A tenth is what remains by chance: launches that need no header.
  const unsigned Known = Facts.Accesses - Facts.UnknownAccesses;
  if (Known * 10 > Facts.Accesses)
    return std::nullopt;
  const bool IsEmpty =
      Facts.Accesses == 0 && Facts.FailedFiles == 0 && Facts.OpenTemplates == 0;
  Inconclusive Result;
  const bool LacksCommands = Facts.FilesWithoutCommand != 0;
  const size_t MaxCauses = MaxSteps - LacksCommands;
  for (const CauseGroup &Group : Causes) {
    if (Result.Steps.size() == MaxCauses)
      break;
    if (IsEmpty && Group.First.Kind != CauseKind::ExcludedCode)
      continue;
    if (!Group.remedy().empty())
      Result.Steps.push_back(Group.text());
  }
  if (Facts.OpenTemplates && Result.Steps.empty())
    Result.Steps.push_back(
        "add the files that instantiate the templates, or write "
        "'// banklint: instantiate=<float, 128>' above one");
  if (Result.Steps.empty())
    return std::nullopt;
  if (LacksCommands)
    Result.Steps.push_back(
        "use the compile commands of the build: 'cmake -B build "
        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON', then -p build");
  Result.Problem = problemOf(Facts, Causes);
  return Result;
}
