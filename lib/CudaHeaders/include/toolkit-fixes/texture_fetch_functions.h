//===- texture_fetch_functions.h - What a toolkit lacks ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA 13 dropped this header, which Clang 19's wrapper still includes. The
// wrapper keeps sm_32_intrinsics.h out, and declares nothing but __ldg of it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEXTURE_FETCH_FUNCTIONS_H
#define BANKLINT_TEXTURE_FETCH_FUNCTIONS_H

#include "../banklint/cache_hints.h"

#endif // BANKLINT_TEXTURE_FETCH_FUNCTIONS_H
