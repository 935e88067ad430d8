//===- Documents.cpp - The texts that editors have open -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/Documents.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace banklint::lsp;

std::string banklint::lsp::editedText(std::string Text,
                                      llvm::ArrayRef<ContentChange> Changes,
                                      PositionEncoding Encoding) {
  for (const ContentChange &Change : Changes) {
    if (!Change.Range) {
      Text = Change.Text;
      continue;
    }
    const TextPositions Positions(Text, Encoding);
    const size_t Start = Positions.offsetOf(Change.Range->Start);
    const size_t End = Positions.offsetOf(Change.Range->End);
    Text.replace(Start, End - Start, Change.Text);
  }
  return Text;
}

std::string banklint::lsp::pathOfUntitled(llvm::StringRef Uri,
                                          llvm::StringRef LanguageId,
                                          llvm::StringRef Folder) {
  std::string Name = ".banklint-";
  for (char C : Uri)
    Name += llvm::isAlnum(C) ? C : '-';
  Name += LanguageId.contains("cuda") ? ".cu" : ".cpp";
  llvm::SmallString<256> Path(Folder);
  llvm::sys::path::append(Path, Name);
  return Path.str().str();
}

bool banklint::lsp::isCuda(const Document &Of) {
  const llvm::StringRef Language = Of.LanguageId;
  if (Language.starts_with("cuda"))
    return true;
  const llvm::StringRef Extension = llvm::sys::path::extension(Of.Path);
  return Extension == ".cu" || Extension == ".cuh" || Language == "cpp" ||
         Language == "c";
}
