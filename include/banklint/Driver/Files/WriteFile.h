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
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

using WriteFunction = llvm::function_ref<llvm::Error(llvm::raw_ostream &)>;

/// Calls \p Write to write the file at \p Path: a device or a pipe directly;
/// any other file, or the target of a symbolic link, is replaced in one step.
/// If that fails, as on a full disk, the file is as it was.
llvm::Error writeFile(llvm::StringRef Path, WriteFunction Write);

/// A new file beside \p Path with what \p Write writes, which is on the disk.
/// It has the mode of the file at \p Path, if there is one, and if that is
/// permitted its owner.
llvm::Expected<llvm::sys::fs::TempFile> writeBeside(llvm::StringRef Path,
                                                    WriteFunction Write);

/// Puts \p New, which lies beside \p Path, in its place in one step. If that
/// fails, \p New is removed.
llvm::Error replaceBy(llvm::StringRef Path, llvm::sys::fs::TempFile &New);

} // namespace banklint

#endif // BANKLINT_DRIVER_FILES_WRITEFILE_H
