//===- cublas_v2.h - Linear algebra -----------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUBLAS_V2_H
#define BANKLINT_CUBLAS_V2_H
#include "cuComplex.h"
#include "cuda_runtime.h"
#define CUBLAS_API_H_
#define CUBLAS_V2_H_

typedef struct cublasContext *cublasHandle_t;
enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
};
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 };
enum cublasPointerMode_t {
  CUBLAS_POINTER_MODE_HOST = 0,
  CUBLAS_POINTER_MODE_DEVICE = 1
};

extern "C" {
cublasStatus_t cublasCreate(cublasHandle_t *);
cublasStatus_t cublasDestroy(cublasHandle_t);
cublasStatus_t cublasSetStream(cublasHandle_t, cudaStream_t);
cublasStatus_t cublasSetPointerMode(cublasHandle_t, cublasPointerMode_t);
#define BANKLINT_BLAS(P, T)                                                    \
  cublasStatus_t cublas##P##axpy(cublasHandle_t, int, const T *, const T *,    \
                                 int, T *, int);                               \
  cublasStatus_t cublas##P##copy(cublasHandle_t, int, const T *, int, T *,     \
                                 int);                                         \
  cublasStatus_t cublas##P##dot(cublasHandle_t, int, const T *, int,           \
                                const T *, int, T *);                          \
  cublasStatus_t cublas##P##nrm2(cublasHandle_t, int, const T *, int, T *);    \
  cublasStatus_t cublas##P##asum(cublasHandle_t, int, const T *, int, T *);    \
  cublasStatus_t cublas##P##scal(cublasHandle_t, int, const T *, T *, int);    \
  cublasStatus_t cublas##P##gemv(cublasHandle_t, cublasOperation_t, int, int,  \
                                 const T *, const T *, int, const T *, int,    \
                                 const T *, T *, int);                         \
  cublasStatus_t cublas##P##gemm(                                              \
      cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,     \
      const T *, const T *, int, const T *, int, const T *, T *, int);
BANKLINT_BLAS(S, float)
BANKLINT_BLAS(D, double)
#undef BANKLINT_BLAS
}

#endif // BANKLINT_CUBLAS_V2_H
