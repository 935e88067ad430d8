//===- cublas_api.h - Linear algebra ----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUBLAS_API_H
#define BANKLINT_CUBLAS_API_H
#include "cublas_v2.h"
#endif // BANKLINT_CUBLAS_API_H
