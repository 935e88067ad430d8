//===- FindingIdentity.cpp - What stays of a finding ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Filter/FindingIdentity.h"
#include "banklint/Commands/FileNames.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// True for what must not touch another one: the bytes of words.
static bool isOfWord(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$' || (C & 0x80);
}

std::string banklint::normalizedCode(llvm::StringRef Code) {
  std::string Result;
  bool IsApart = false;
  while (!Code.empty()) {
    if (Code.starts_with("//")) {
      Code = Code.drop_until([](char C) { return C == '\n'; });
      IsApart = true;
    } else if (Code.consume_front("/*")) {
      Code = Code.split("*/").second;
      IsApart = true;
    } else if (llvm::isSpace(Code.front())) {
      Code = Code.drop_front();
      IsApart = true;
    } else {
      const char C = Code.front();
      Code = Code.drop_front();
      if (IsApart && !Result.empty() && isOfWord(Result.back()) && isOfWord(C))
        Result += ' ';
      Result += C;
      IsApart = false;
    }
  }
  return Result;
}

std::string banklint::pathFrom(llvm::StringRef Folder, llvm::StringRef File) {
  const std::string From = realPath(Folder), To = realPath(File);
  auto F = path::begin(From), FEnd = path::end(From);
  auto T = path::begin(To), TEnd = path::end(To);
  while (F != FEnd && T != TEnd && *F == *T) {
    ++F;
    ++T;
  }
  std::string Result;
  for (; F != FEnd; ++F)
    if (*F != ".")
      Result += "../";
  for (; T != TEnd; ++T)
    Result += T->str() + "/";
  if (!Result.empty())
    Result.pop_back();
  return Result;
}

std::string banklint::realPathOf(llvm::StringRef Name,
                                 const SourceTexts &Sources) {
  if (const SourceTexts::Source *Source = Sources.find(Name))
    return realPath(Source->AbsolutePath);
  return Name.str();
}

std::string banklint::repositoryAround(llvm::StringRef Folder) {
  for (; !Folder.empty(); Folder = path::parent_path(Folder)) {
    llvm::SmallString<256> Marker(Folder);
    path::append(Marker, ".git");
    if (fs::exists(Marker))
      return Folder.str();
  }
  return "";
}

FindingIdentity banklint::identify(const Finding &F, const SourceTexts &Sources,
                                   llvm::StringRef Folder) {
  FindingIdentity Of;
  Of.Function = llvm::json::fixUTF8(F.Function);
  Of.Check = F.Check;
  Of.Array = llvm::json::fixUTF8(F.Array);
  if (!F.At.Span.isValid())
    return Of;
  const SourceTexts::Source *Source = Sources.find(F.At.File);
  if (!Source) {
    Of.File = llvm::json::fixUTF8(F.At.File);
    return Of;
  }
  Of.File = llvm::json::fixUTF8(pathFrom(Folder, Source->AbsolutePath));
  Of.Code = llvm::json::fixUTF8(
      normalizedCode(llvm::StringRef(Source->Text)
                         .substr(F.At.Span.Offset, F.At.Span.Length)));
  return Of;
}

void banklint::setFingerprints(std::vector<Finding> &Findings,
                               const SourceTexts &Sources) {
  llvm::SmallString<256> Current;
  if (fs::current_path(Current))
    Current = "/";
  // By the folder of the file.
  std::map<std::string, std::string> Repositories;
  std::map<FindingIdentity, unsigned> Counts;
  for (Finding &F : Findings) {
    const std::string Folder =
        path::parent_path(realPathOf(F.At.File, Sources)).str();
    const auto [Known, IsNew] = Repositories.try_emplace(Folder);
    if (IsNew)
      Known->second = repositoryAround(Folder);
    const FindingIdentity Of = identify(
        F, Sources,
        Known->second.empty() ? llvm::StringRef(Current) : Known->second);
    llvm::MD5 Hash;
    for (llvm::StringRef Part :
         {llvm::StringRef(Of.File), llvm::StringRef(Of.Function),
          llvm::StringRef(Of.Check), llvm::StringRef(Of.Array),
          llvm::StringRef(Of.Code)}) {
      Hash.update(Part);
      Hash.update(llvm::StringRef("\0", 1));
    }
    Hash.update(std::to_string(Counts[Of]++));
    F.Fingerprint = Hash.result().digest().str().str();
  }
}
