//===- SourceTexts.cpp - The files that findings point into ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Files/SourceTexts.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Support/ReadFile.h"

using namespace banklint;

void SourceTexts::add(llvm::StringRef Name, llvm::StringRef AbsolutePath,
                      std::string Text) {
  const auto [Position, IsNew] = Entries.try_emplace(Name);
  Entry &Known = Position->second;
  if (IsNew)
    Known.File = {AbsolutePath.str(), std::move(Text), {}};
  else if (Known.File.AbsolutePath != AbsolutePath || Known.File.Text != Text)
    Known.IsAmbiguous = true;
}

void SourceTexts::read(llvm::StringRef Name, llvm::vfs::FileSystem &Files) {
  if (Entries.count(Name))
    return;
  const std::string Path = absolutePath(Name);
  llvm::Expected<std::string> Text = readFile(Path, Files);
  if (Text)
    add(Name, Path, std::move(*Text));
  else
    llvm::consumeError(Text.takeError());
}

void SourceTexts::merge(const SourceTexts &Other) {
  for (const auto &Item : Other.Entries) {
    const Entry &New = Item.second;
    add(Item.first(), New.File.AbsolutePath, New.File.Text);
    if (New.IsAmbiguous)
      Entries[Item.first()].IsAmbiguous = true;
  }
}

const SourceTexts::Source *SourceTexts::find(llvm::StringRef Name) const {
  const auto Position = Entries.find(Name);
  if (Position == Entries.end() || Position->second.IsAmbiguous)
    return nullptr;
  return &Position->second.File;
}

llvm::StringRef SourceTexts::pathOf(llvm::StringRef Name) const {
  const Source *File = find(Name);
  return File ? llvm::StringRef(File->AbsolutePath) : Name;
}

std::optional<std::string> SourceTexts::line(llvm::StringRef Name,
                                             unsigned Line) const {
  const Source *File = find(Name);
  if (!File || Line == 0)
    return std::nullopt;
  const llvm::StringRef Text = File->Text;
  std::vector<size_t> &Starts = File->LineStarts;
  if (Starts.empty())
    for (size_t End = 0; End != llvm::StringRef::npos;
         End = Text.find('\n', Starts.back()))
      Starts.push_back(Starts.empty() ? 0 : End + 1);
  if (Line > Starts.size())
    return std::nullopt;
  llvm::StringRef Rest = Text.drop_front(Starts[Line - 1]);
  return Rest.take_until([](char C) { return C == '\n'; }).rtrim('\r').str();
}
