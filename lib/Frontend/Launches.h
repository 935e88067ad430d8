//===- Launches.h - Launch sites of kernels ---------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_H

#include "HostConstants.h"
#include "banklint/Program/KernelProgram.h"
#include "clang/AST/ExprCXX.h"

namespace banklint {

/// What the launch \p Call fixes for the kernel of \p Program.
LaunchSite launchSiteOf(const clang::CUDAKernelCallExpr &Call,
                        const KernelProgram &Program,
                        clang::ASTContext &Context, HostConstants &Constants);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_H
