//===- cusolver_common.h - Dense solvers ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUSOLVER_COMMON_H
#define BANKLINT_CUSOLVER_COMMON_H
#include "cusolverDn.h"
#endif // BANKLINT_CUSOLVER_COMMON_H
