//===- ReportPath.h - Paths in reports for other programs -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_OUTPUT_REPORTPATH_H
#define BANKLINT_LIB_OUTPUT_REPORTPATH_H

#include "banklint/Output/SourceFiles.h"

namespace banklint {

/// How a report names a file, in bytes of any encoding.
struct ReportPath {
  /// Without "." and "..", relative to the root if and only if it is below it.
  std::string Text;
  bool IsBelowRoot = false;
};

/// \p Absolute, relative to the absolute directory \p Root.
ReportPath reportPath(llvm::StringRef Absolute, llvm::StringRef Root);
ReportPath reportPath(llvm::StringRef Name, const SourceFiles &Files);

/// \p Path as the path of a URI: all but letters, digits, "-._~" and "/" is
/// percent-encoded, byte by byte.
std::string percentEncoded(llvm::StringRef Path);

/// The URI of an absolute path.
std::string fileUri(llvm::StringRef Absolute);

} // namespace banklint

#endif // BANKLINT_LIB_OUTPUT_REPORTPATH_H
