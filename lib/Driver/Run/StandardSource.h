//===- StandardSource.h - A source on the standard input --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_DRIVER_RUN_STANDARDSOURCE_H
#define BANKLINT_LIB_DRIVER_RUN_STANDARDSOURCE_H

#include "banklint/Driver/Config/Options.h"

namespace banklint {

/// If StandardInput is among the sources of \p Options, reads it, and makes it
/// a file of its name in \p Files, which are the disk's then. Fails if
/// something else needs the standard input or would write that file.
llvm::Error
takeStandardInput(RunOptions &Options,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &Files);

} // namespace banklint

#endif // BANKLINT_LIB_DRIVER_RUN_STANDARDSOURCE_H
