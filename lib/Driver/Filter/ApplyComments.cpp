//===- ApplyComments.cpp - NOLINT comments and findings -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Filter/ApplyComments.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Filter/FindingIdentity.h"
#include "banklint/Driver/Filter/SuppressionComments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <set>

using namespace banklint;

namespace {

/// The comments of files, read when they are asked for.
class CommentTable {
public:
  explicit CommentTable(const SourceTexts &Sources) : Sources(Sources) {}

  /// Those of the file that reports call \p Name; none if it is not known.
  const SuppressionComments &of(llvm::StringRef Name) {
    auto [Known, IsNew] = Files.try_emplace(Name.str());
    if (IsNew) {
      const SourceTexts::Source *Source = Sources.find(Name);
      Known->second.emplace(Source ? llvm::StringRef(Source->Text) : "");
    }
    return *Known->second;
  }

private:
  const SourceTexts &Sources;
  std::map<std::string, std::optional<SuppressionComments>> Files;
};

} // namespace

static llvm::StringRef spelling(CommentKind Kind) {
  switch (Kind) {
  case CommentKind::ThisLine:
    return "NOLINT";
  case CommentKind::NextLine:
    return "NOLINTNEXTLINE";
  case CommentKind::Begin:
    return "NOLINTBEGIN";
  case CommentKind::End:
    return "NOLINTEND";
  }
  llvm_unreachable("covered switch");
}

static Place commentPlace(const SuppressionComment &Comment,
                          llvm::StringRef File) {
  SourceSpan Span;
  Span.Line = Comment.Line;
  Span.Column = Comment.Column;
  Span.Offset = Comment.Offset;
  Span.Length = Comment.Length;
  return {File.str(), Span};
}

static Finding unmatched(const SuppressionComment &Comment,
                         llvm::StringRef File) {
  Finding F;
  F.Check = NolintCheck;
  F.Level = Severity::Error;
  F.At = commentPlace(Comment, File);
  F.Message = Comment.Kind == CommentKind::Begin
                  ? "unmatched 'NOLINTBEGIN' comment without a subsequent "
                    "'NOLINTEND' comment"
                  : "unmatched 'NOLINTEND' comment without a previous "
                    "'NOLINTBEGIN' comment";
  return F;
}

/// The places whose comments count for \p F, as they do for clang-tidy: where
/// it is, and each macro that it is made by.
static std::vector<Place> placesOf(const Finding &F) {
  std::vector<Place> Places = F.MacroPlaces;
  if (F.At.Span.isValid())
    Places.insert(Places.begin(), F.At);
  return Places;
}

static std::optional<Suppression> suppressionOf(const Finding &F,
                                                CommentTable &Table) {
  for (const Place &At : placesOf(F)) {
    const SuppressionComments &Comments = Table.of(At.File);
    const auto Found = Comments.suppressing(At.Span.Offset, F.Check);
    if (Found.empty())
      continue;
    const SuppressionComment &First = Comments.all()[Found.front()];
    return Suppression{SuppressionKind::InSource, commentPlace(First, At.File),
                       First.Justification};
  }
  return std::nullopt;
}

std::vector<Finding> banklint::suppressByComments(Report &R,
                                                  const SourceTexts &Sources) {
  CommentTable Table(Sources);
  std::set<std::string> Files;
  std::vector<Finding> Left;
  for (Finding &F : R.Findings) {
    Files.insert(F.At.File);
    F.SuppressedBy = suppressionOf(F, Table);
    (F.SuppressedBy ? R.Suppressed : Left).push_back(std::move(F));
  }
  R.Findings = std::move(Left);
  std::vector<Finding> OfComments;
  for (const std::string &File : Files) {
    const SuppressionComments &Comments = Table.of(File);
    for (size_t Number : Comments.unmatched())
      OfComments.push_back(unmatched(Comments.all()[Number], File));
  }
  return OfComments;
}

/// The files whose findings are all known, each by one name.
static std::vector<std::string> wholeFiles(const Report &R,
                                           const SourceTexts &Sources) {
  const auto IsWhole = [](const FileReport &File) {
    return File.Status != FileStatus::Failed && File.ParseErrors == 0;
  };
  std::vector<std::string> Names;
  for (const FileReport &File : R.Files)
    if (IsWhole(File))
      Names.push_back(File.File);
  // Any file may have brought findings of a header.
  if (!R.IsPartial && llvm::all_of(R.Files, IsWhole))
    for (const KernelReport &Kernel : R.Kernels)
      llvm::append_range(Names, Kernel.Program.Files);
  std::set<std::string> Known;
  llvm::erase_if(Names, [&](const std::string &Name) {
    return !Known.insert(realPathOf(Name, Sources)).second;
  });
  return Names;
}

/// True if \p Glob is about checks of banklint, and all of those are run on \p
/// File.
static bool isJudged(llvm::StringRef Glob, llvm::StringRef File,
                     EnabledChecks IsEnabled) {
  llvm::StringRef Literal = Glob.split('*').first;
  Literal.consume_front("cuda-");
  bool IsOfOurs = false;
  for (const Check &Each : allChecks()) {
    if (!isForCheck(Glob, Each.Name))
      continue;
    if (!IsEnabled(File, Each.Name))
      return false;
    IsOfOurs = true;
  }
  return IsOfOurs && !Literal.empty();
}

/// The findings of \p R that comments of the file \p Name suppress, by offset
/// and check.
static std::set<std::pair<unsigned, std::string>>
suppressedIn(const Report &R, llvm::StringRef Name,
             const SourceTexts &Sources) {
  std::set<std::pair<unsigned, std::string>> Result;
  const std::string Path = realPathOf(Name, Sources);
  for (const Finding &F : R.Suppressed) {
    if (F.SuppressedBy->Kind != SuppressionKind::InSource)
      continue;
    for (const Place &At : placesOf(F))
      if (realPathOf(At.File, Sources) == Path)
        Result.insert({At.Span.Offset, F.Check});
  }
  return Result;
}

static Finding unused(const SuppressionComment &Comment, llvm::StringRef Glob,
                      llvm::StringRef File) {
  Finding F;
  F.Check = UnusedNolintCheck;
  F.At = commentPlace(Comment, File);
  F.Message = "unused '" + spelling(Comment.Kind).str() +
              "' comment: no finding of '" + Glob.str() + "' to suppress";
  return F;
}

std::vector<Finding> banklint::findUnusedComments(const Report &R,
                                                  const SourceTexts &Sources,
                                                  EnabledChecks IsEnabled) {
  std::vector<Finding> Result;
  CommentTable Table(Sources);
  for (const std::string &Name : wholeFiles(R, Sources)) {
    const auto Suppressed = suppressedIn(R, Name, Sources);
    for (const SuppressionComment &Comment : Table.of(Name).all()) {
      // An end has no part of its own, and one that is not matched is reported.
      if (Comment.From == Comment.To || !Comment.Globs)
        continue;
      for (const std::string &Glob : *Comment.Globs) {
        const auto IsBy = [&](const auto &Found) {
          return Comment.From <= Found.first && Found.first < Comment.To &&
                 isForCheck(Glob, Found.second);
        };
        if (isJudged(Glob, Name, IsEnabled) && llvm::none_of(Suppressed, IsBy))
          Result.push_back(unused(Comment, Glob, Name));
      }
    }
  }
  return Result;
}
