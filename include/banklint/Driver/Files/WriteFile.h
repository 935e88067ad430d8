//===- WriteFile.h - Atomic writing of a file -------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_FILES_WRITEFILE_H
#define BANKLINT_DRIVER_FILES_WRITEFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Calls \p Write to write the file at \p Path: a device or a pipe directly;
/// any other file, or the target of a symbolic link, is replaced in one step.
llvm::Error
writeFile(llvm::StringRef Path,
          llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Write);

} // namespace banklint

#endif // BANKLINT_DRIVER_FILES_WRITEFILE_H
