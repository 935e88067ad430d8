//===- ReportPath.cpp - Paths in reports for other programs ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportPath.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace path = llvm::sys::path;

static llvm::SmallString<256> withoutDots(llvm::StringRef Path) {
  llvm::SmallString<256> Clean(Path);
  path::remove_dots(Clean, /*remove_dot_dot=*/true);
  return Clean;
}

ReportPath banklint::reportPath(llvm::StringRef Absolute,
                                llvm::StringRef Root) {
  const llvm::SmallString<256> Path = withoutDots(Absolute);
  const llvm::SmallString<256> Folder = withoutDots(Root);
  llvm::StringRef Rest = Path;
  const bool IsBelow = path::is_absolute(Folder) &&
                       Rest.consume_front(Folder) &&
                       (Folder.str().ends_with("/") || Rest.consume_front("/"));
  if (!IsBelow)
    return {Path.str().str(), false};
  return {Rest.str(), true};
}

ReportPath banklint::reportPath(llvm::StringRef Name,
                                const SourceFiles &Files) {
  return reportPath(Files.Path(Name), Files.Root);
}

std::string banklint::percentEncoded(llvm::StringRef Path) {
  std::string Encoded;
  for (const char C : Path)
    if (llvm::isAlnum(C) || llvm::StringRef("-._~/").contains(C))
      Encoded += C;
    else
      Encoded += "%" + llvm::toHex(llvm::StringRef(&C, 1));
  return Encoded;
}

std::string banklint::fileUri(llvm::StringRef Absolute) {
  return "file://" + percentEncoded(Absolute);
}
