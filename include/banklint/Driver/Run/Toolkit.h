//===- Toolkit.h - Which CUDA declarations a run uses -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_TOOLKIT_H
#define BANKLINT_DRIVER_RUN_TOOLKIT_H

#include "banklint/Driver/Config/Options.h"

namespace banklint {

/// The front end's options for the headers that \p Options selects. A toolkit
/// without a path is searched for in $CUDA_PATH, $CUDA_HOME and
/// /usr/local/cuda. Unless the built-in headers are selected, it is tried where
/// they are insufficient. Fails if a toolkit is selected and none is found.
llvm::Expected<FrontendOptions> chooseHeaders(const RunOptions &Options);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_TOOLKIT_H
