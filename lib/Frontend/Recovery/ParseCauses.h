//===- ParseCauses.h - What is behind the errors of a parse -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_PARSECAUSES_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_PARSECAUSES_H

#include "banklint/Support/Causes.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/StringSet.h"

namespace llvm::vfs {
class FileSystem;
}

namespace banklint {

class UndeclaredNames;

/// The word that \p Error is about if only C++20 has it: "concept",
/// "std::span"; else empty.
std::string wordOfCxx20(const clang::Diagnostic &Error);

/// That the source uses \p Word of C++20.
Cause laterStandard(llvm::StringRef Word);

/// Of the header \p Name, which was not found. \p Toolkit is the directory of
/// an installed toolkit that is not used, or empty.
Cause missingHeader(llvm::StringRef Name, llvm::StringRef Toolkit,
                    llvm::vfs::FileSystem &Files);

/// Of \p Names those that are spelled as macros are.
std::vector<Cause> undeclaredMacros(const UndeclaredNames &Names);

/// What \p Skipped, which the preprocessor left out, has of shared variables.
std::vector<Cause> excludedShared(llvm::ArrayRef<clang::SourceRange> Skipped,
                                  const clang::SourceManager &Sources,
                                  const clang::LangOptions &Language,
                                  std::vector<clang::SourceLocation> &Places);

/// What \p Skipped seems to declare of \p Names, which are not declared.
std::vector<Cause> excludedNames(llvm::ArrayRef<clang::SourceRange> Skipped,
                                 const llvm::StringSet<> &Names,
                                 const clang::SourceManager &Sources,
                                 const clang::LangOptions &Language);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_PARSECAUSES_H
