//===- Launches.h - Launch sites of kernels ---------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_LAUNCHES_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_LAUNCHES_H

#include "LaunchRecorder.h"
#include "banklint/Program/KernelLaunch.h"

namespace banklint {

/// The launches in \p Records of \p Kernel, whose parameters are those of
/// \p Program. Where a loop makes very many, values that differ are left open
/// instead.
std::vector<LaunchSite> launchSitesOf(const clang::FunctionDecl &Kernel,
                                      const KernelProgram &Program,
                                      llvm::ArrayRef<LaunchRecord> Records,
                                      clang::ASTContext &Context);

KernelIdentity identityOf(const clang::FunctionDecl &Kernel);

/// \p Records as other units may need them: those of kernels with a link name
/// that are not defined here. Other units may have compiled what is defined
/// here, such as a kernel in a header, in another way.
std::vector<KernelLaunch> kernelLaunches(llvm::ArrayRef<LaunchRecord> Records,
                                         clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_LAUNCHES_H
