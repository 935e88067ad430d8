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

/// The front end's options for the headers that \p Options asks for. A toolkit
/// without a path is looked for where $CUDA_PATH and $CUDA_HOME point and in
/// /usr/local/cuda; unless the built-in headers are asked for, it stands in for
/// them where they do not do. Fails if a toolkit is asked for and there is
/// none.
llvm::Expected<FrontendOptions> chooseHeaders(const RunOptions &Options);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_TOOLKIT_H
