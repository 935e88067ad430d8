//===- HostExecution.h - Runs the host code around launches -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes the functions that lead to launches, abstractly, and records what
// each launch is given. The work is limited: beyond the limit values are
// unknown and launches may be missing.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTEXECUTION_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTEXECUTION_H

#include "LaunchRecorder.h"
#include "Recovery/LostEffects.h"

namespace banklint {

/// All launches, each distinct one once, in the order of execution. \p Launches
/// are all of the source.
std::vector<LaunchRecord> executeHostCode(clang::ASTContext &Context,
                                          const SourceIndex &Index,
                                          const LostEffects &Lost,
                                          llvm::ArrayRef<LaunchText> Launches);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTEXECUTION_H
