//===- RunOrigin.cpp - What an audit is of --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunOrigin.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Driver/Filter/FindingIdentity.h"
#include "banklint/Support/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace json = llvm::json;
namespace path = llvm::sys::path;

static std::string joined(llvm::StringRef Directory, llvm::StringRef Name) {
  llvm::SmallString<256> Path(Directory);
  path::append(Path, Name);
  return Path.str().str();
}

/// The text of a small file, without space around it; empty if it cannot be
/// read.
static std::string textOf(llvm::StringRef Directory, llvm::StringRef Name) {
  llvm::Expected<std::string> Text = readFile(joined(Directory, Name));
  if (Text)
    return llvm::StringRef(*Text).trim().str();
  llvm::consumeError(Text.takeError());
  return "";
}

/// \p Text if it is the name of a commit, by SHA-1 or SHA-256.
static std::string commitName(llvm::StringRef Text) {
  const bool IsName = (Text.size() == 40 || Text.size() == 64) &&
                      llvm::all_of(Text, llvm::isHexDigit);
  return IsName ? Text.str() : "";
}

/// What \p Name, which is in \p Directory or absolute, names.
static std::string resolve(llvm::StringRef Directory, llvm::StringRef Name) {
  return path::is_absolute(Name) ? Name.str() : joined(Directory, Name);
}

std::string banklint::checkedOutCommit(llvm::StringRef Root) {
  std::string Own = joined(Root, ".git");
  // A worktree or submodule has a file that says where the directory is.
  if (!llvm::sys::fs::is_directory(Own)) {
    const std::string Link = textOf(Root, ".git");
    llvm::StringRef Target = Link;
    if (!Target.consume_front("gitdir: "))
      return "";
    Own = resolve(Root, Target);
  }
  const std::string Head = textOf(Own, "HEAD");
  llvm::StringRef Ref = Head;
  if (!Ref.consume_front("ref: "))
    return commitName(Head);
  // Branches of a worktree are those of the repository that it belongs to.
  std::string Common = textOf(Own, "commondir");
  Common = Common.empty() ? Own : resolve(Own, Common);
  for (const std::string &Directory : {Own, Common})
    if (std::string Commit = commitName(textOf(Directory, Ref));
        !Commit.empty())
      return Commit;
  const std::string Packed = textOf(Common, "packed-refs");
  for (llvm::StringRef Line : llvm::split(Packed, '\n')) {
    const auto [Commit, Name] = Line.trim().split(' ');
    if (Name == Ref)
      return commitName(Commit);
  }
  return "";
}

/// The innermost directory that has all of \p Files; empty for the root.
static std::string commonDirectory(llvm::ArrayRef<std::string> Files) {
  std::optional<std::string> Common;
  for (const std::string &File : Files) {
    std::string Directory = path::parent_path(realPath(File)).str();
    if (!Common)
      Common = Directory;
    // Slashes at the ends keep names apart that begin alike.
    while (!llvm::StringRef(Directory + "/").starts_with(*Common + "/"))
      Common = path::parent_path(*Common).str();
    if (*Common == "/")
      return "";
  }
  return Common.value_or("");
}

RunOrigin banklint::originOf(llvm::ArrayRef<std::string> Sources) {
  RunOrigin Origin;
  const std::string Directory = commonDirectory(Sources);
  const std::string Root = repositoryAround(Directory);
  Origin.Project =
      json::fixUTF8(path::filename(Root.empty() ? Directory : Root));
  if (!Root.empty())
    Origin.Commit = checkedOutCommit(Root);
  return Origin;
}

RunOrigin banklint::originOf(const json::Object &Document) {
  RunOrigin Origin;
  if (const json::Object *Audit = Document.getObject("audit")) {
    Origin.Project = Audit->getString("title").value_or("").str();
    Origin.Commit = Audit->getString("commit").value_or("").str();
  }
  return Origin;
}

std::string banklint::currentDate() {
  return llvm::formatv("{0:%Y-%m-%d %H:%M} UTC",
                       llvm::sys::toUtcTime(std::time(nullptr)));
}
