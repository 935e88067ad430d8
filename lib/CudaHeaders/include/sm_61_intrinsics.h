//===- sm_61_intrinsics.h - Part of the core --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SM_61_INTRINSICS_H
#define BANKLINT_SM_61_INTRINSICS_H
#include "banklint_cuda.h"
#endif // BANKLINT_SM_61_INTRINSICS_H
