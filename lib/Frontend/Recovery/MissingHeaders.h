//===- MissingHeaders.h - Headers that were not found -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADERS_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADERS_H

#include "banklint/Parse/FileLayers.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/STLExtras.h"
#include <string>
#include <vector>

namespace banklint {

/// Goes on where a header is missing: as an error it would be fatal, and Clang
/// instantiates no template after a fatal error.
class MissingHeaders : public clang::PPCallbacks {
public:
  explicit MissingHeaders(std::vector<std::string> &Names) : Names(Names) {}
  bool FileNotFound(llvm::StringRef Name) override {
    if (!llvm::is_contained(Names, Name))
      Names.push_back(Name.str());
    return true;
  }

  /// A header that only stands in for one of a library is none to ask for.
  void HasInclude(clang::SourceLocation, llvm::StringRef Name, bool,
                  clang::OptionalFileEntryRef File,
                  clang::SrcMgr::CharacteristicKind) override {
    if (File && isStandIn(File->getName()))
      FileNotFound(Name);
  }

private:
  std::vector<std::string> &Names;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_MISSINGHEADERS_H
