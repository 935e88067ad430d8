//===- SourceErrors.cpp - What Clang could not parse, and where -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceErrors.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace clang;

// A missing header may lead to thousands of errors.
static constexpr size_t MaxTexts = 100;

static llvm::StringRef fileName(const SourceManager &Sources, FileID File) {
  OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File);
  return Entry ? Entry->getName() : "";
}

void SourceErrors::add(const Diagnostic &Info, bool MayBeMended) {
  ++Count;
  llvm::SmallString<128> Message;
  Info.FormatDiagnostic(Message);
  const bool HasPlace = Info.hasSourceManager() && Info.getLocation().isValid();
  std::string Text;
  if (Texts.size() < MaxTexts) {
    llvm::raw_string_ostream OS(Text);
    if (HasPlace) {
      const PresumedLoc Loc =
          Info.getSourceManager().getPresumedLoc(Info.getLocation());
      OS << Loc.getFilename() << ':' << Loc.getLine() << ':' << Loc.getColumn()
         << ": ";
    }
    OS << Message;
    Texts.push_back(Text);
  }
  if (!HasPlace)
    return;
  const SourceManager &Sources = Info.getSourceManager();
  const auto [File, Offset] =
      Sources.getDecomposedExpansionLoc(Info.getLocation());
  Files[fileName(Sources, File)].emplace(
      Offset, Error{Message.str().str(), std::move(Text), MayBeMended});
}

void SourceErrors::merge(const SourceErrors &Other, bool WithMendable) {
  for (const auto &File : Other.Files) {
    FileErrors &Into = Files[File.getKey()];
    const FileErrors Before = Into;
    for (const auto &[Offset, Added] : File.getValue())
      if ((WithMendable || !Added.MayBeMended) && !Before.count(Offset))
        Into.emplace(Offset, Added);
  }
}

void SourceErrors::dropMended(const SourceErrors &Later) {
  for (auto &File : Files) {
    const auto Left = Later.Files.find(File.getKey());
    FileErrors &Errors = File.getValue();
    for (auto It = Errors.begin(); It != Errors.end();) {
      const bool IsLeft =
          Left != Later.Files.end() && Left->getValue().count(It->first);
      if (!It->second.MayBeMended || IsLeft) {
        ++It;
        continue;
      }
      --Count;
      llvm::erase(Texts, It->second.Text);
      It = Errors.erase(It);
    }
  }
}

std::pair<SourceErrors::FileErrors::const_iterator,
          SourceErrors::FileErrors::const_iterator>
SourceErrors::range(const SourceManager &Sources, SourceLocation Begin,
                    SourceLocation End) const {
  std::pair Nothing{None.begin(), None.end()};
  if (Files.empty() || Begin.isInvalid() || End.isInvalid())
    return Nothing;
  auto [File, First] = Sources.getDecomposedExpansionLoc(Begin);
  auto [EndFile, Last] = Sources.getDecomposedExpansionLoc(End);
  auto Found = Files.find(fileName(Sources, File));
  if (Found == Files.end() || File != EndFile || Last < First)
    return Nothing;
  const FileErrors &Errors = Found->getValue();
  return {Errors.lower_bound(First), Errors.upper_bound(Last)};
}

const std::string *SourceErrors::find(const SourceManager &Sources,
                                      SourceLocation Begin,
                                      SourceLocation End) const {
  auto [It, Last] = range(Sources, Begin, End);
  return It == Last ? nullptr : &It->second.Message;
}

unsigned SourceErrors::countIn(const SourceManager &Sources,
                               SourceLocation Begin, SourceLocation End) const {
  auto [It, Last] = range(Sources, Begin, End);
  return std::distance(It, Last);
}

bool SourceErrors::areAllIn(const SourceManager &Sources,
                            llvm::ArrayRef<SourceRange> Stretches) const {
  // Stretches may lie in each other.
  llvm::DenseSet<const FileErrors::value_type *> Inside;
  for (const SourceRange &Stretch : Stretches) {
    auto [It, Last] = range(Sources, Stretch.getBegin(), Stretch.getEnd());
    for (; It != Last; ++It)
      Inside.insert(&*It);
  }
  size_t All = 0;
  for (const auto &File : Files)
    All += File.getValue().size();
  return Inside.size() == All;
}
