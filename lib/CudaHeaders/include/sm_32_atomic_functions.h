//===- sm_32_atomic_functions.h - Part of the core --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SM_32_ATOMIC_FUNCTIONS_H
#define BANKLINT_SM_32_ATOMIC_FUNCTIONS_H
#include "banklint_cuda.h"
#endif // BANKLINT_SM_32_ATOMIC_FUNCTIONS_H
