//===- cusolverDn.h - Dense solvers: handles and status ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types only: calls into the library survive as recovery expressions.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUSOLVERDN_H
#define BANKLINT_CUSOLVERDN_H
#include "cublas_v2.h"

typedef struct cusolverDnContext *cusolverDnHandle_t;
enum cusolverStatus_t { CUSOLVER_STATUS_SUCCESS = 0 };
extern "C" {
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t, cudaStream_t);
}

#endif // BANKLINT_CUSOLVERDN_H
