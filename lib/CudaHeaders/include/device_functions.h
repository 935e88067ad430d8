//===- device_functions.h - Part of the core, and packed bytes --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DEVICE_FUNCTIONS_H
#define BANKLINT_DEVICE_FUNCTIONS_H
#include "banklint/simd.h"
#include "banklint_cuda.h"
#endif // BANKLINT_DEVICE_FUNCTIONS_H
