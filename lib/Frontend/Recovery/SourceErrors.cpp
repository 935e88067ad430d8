//===- SourceErrors.cpp - What Clang could not parse, and where -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceErrors.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"

using namespace banklint;
using namespace clang;

// A missing header may lead to thousands of errors.
static constexpr size_t MaxTexts = 100;

static llvm::StringRef fileName(const SourceManager &Sources, FileID File) {
  OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File);
  return Entry ? Entry->getName() : "";
}

void SourceErrors::add(const Diagnostic &Error) {
  ++Count;
  llvm::SmallString<128> Message;
  Error.FormatDiagnostic(Message);
  std::string Where;
  if (Error.hasSourceManager() && Error.getLocation().isValid()) {
    const SourceManager &Sources = Error.getSourceManager();
    auto [File, Offset] =
        Sources.getDecomposedExpansionLoc(Error.getLocation());
    Files[fileName(Sources, File)].emplace(Offset, Message.str().str());
    PresumedLoc Loc = Sources.getPresumedLoc(Error.getLocation());
    Where = (llvm::Twine(Loc.getFilename()) + ":" + llvm::Twine(Loc.getLine()) +
             ":" + llvm::Twine(Loc.getColumn()) + ": ")
                .str();
  }
  if (Texts.size() < MaxTexts)
    Texts.push_back(Where + Message.str().str());
}

void SourceErrors::merge(const SourceErrors &Other) {
  for (const auto &File : Other.Files) {
    FileErrors &Into = Files[File.getKey()];
    FileErrors Before = Into;
    for (const auto &[Offset, Message] : File.getValue())
      if (!Before.count(Offset))
        Into.emplace(Offset, Message);
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
  return It == Last ? nullptr : &It->second;
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
