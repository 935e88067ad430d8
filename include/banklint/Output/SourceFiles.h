//===- SourceFiles.h - Files as reports name and cite them ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports for other programs name files relative to a directory that both know,
// and count columns as editors do. The texts are those that were analyzed.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_SOURCEFILES_H
#define BANKLINT_OUTPUT_SOURCEFILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace banklint {

/// Information about files, by their names in the report, for writers of
/// reports. The functions must outlive it.
struct SourceFiles {
  /// The directory that paths are relative to: absolute, without symbolic
  /// links.
  std::string Root;
  /// The absolute path, likewise.
  llvm::function_ref<std::string(llvm::StringRef Name)> Path;
  /// Nothing if the file could not be read.
  llvm::function_ref<std::optional<llvm::StringRef>(llvm::StringRef Name)> Text;
};

} // namespace banklint

#endif // BANKLINT_OUTPUT_SOURCEFILES_H
