//===- builtin_types.h - Part of the runtime API ----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_BUILTIN_TYPES_H
#define BANKLINT_BUILTIN_TYPES_H
#include "cuda_runtime_api.h"
#endif // BANKLINT_BUILTIN_TYPES_H
