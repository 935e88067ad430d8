//===- nvToolsExt.h - Ranges and marks for profilers ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_NVTOOLSEXT_H
#define BANKLINT_NVTOOLSEXT_H
#include "nvtx3/nvToolsExt.h"
#endif // BANKLINT_NVTOOLSEXT_H
