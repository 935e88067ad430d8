//===- cublas.h - Linear algebra --------------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface without handles. Its functions have the names of those with
// one; here they are overloads.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUBLAS_H
#define BANKLINT_CUBLAS_H
#include "cublas_v2.h"
#define CUBLAS_H_
#define cublasStatus cublasStatus_t

cublasStatus_t cublasInit();
cublasStatus_t cublasShutdown();
cublasStatus_t cublasGetError();
cublasStatus_t cublasGetVersion(int *);
cublasStatus_t cublasAlloc(int, int, void **);
cublasStatus_t cublasFree(void *);
cublasStatus_t cublasSetKernelStream(cudaStream_t);
int cublasIsamax(int, const float *, int);
int cublasIdamax(int, const double *, int);
int cublasIsamin(int, const float *, int);
int cublasIdamin(int, const double *, int);

#define BANKLINT_REAL(__P, __T)                                                \
  __T __P##dot(int, const __T *, int, const __T *, int);                       \
  __T __P##nrm2(int, const __T *, int);                                        \
  __T __P##asum(int, const __T *, int);                                        \
  void __P##ger(int, int, __T, const __T *, int, const __T *, int, __T *, int);
#define BANKLINT_ANY(__P, __T)                                                 \
  void __P##axpy(int, __T, const __T *, int, __T *, int);                      \
  void __P##copy(int, const __T *, int, __T *, int);                           \
  void __P##swap(int, __T *, int, __T *, int);                                 \
  void __P##scal(int, __T, __T *, int);                                        \
  void __P##gemv(char, int, int, __T, const __T *, int, const __T *, int, __T, \
                 __T *, int);                                                  \
  void __P##gemm(char, char, int, int, int, __T, const __T *, int,             \
                 const __T *, int, __T, __T *, int);                           \
  void __P##symm(char, char, int, int, __T, const __T *, int, const __T *,     \
                 int, __T, __T *, int);                                        \
  void __P##syrk(char, char, int, int, __T, const __T *, int, __T, __T *,      \
                 int);                                                         \
  void __P##trsm(char, char, char, char, int, int, __T, const __T *, int,      \
                 __T *, int);
BANKLINT_REAL(cublasS, float)
BANKLINT_REAL(cublasD, double)
BANKLINT_ANY(cublasS, float)
BANKLINT_ANY(cublasD, double)
BANKLINT_ANY(cublasC, cuComplex)
BANKLINT_ANY(cublasZ, cuDoubleComplex)
#undef BANKLINT_REAL
#undef BANKLINT_ANY
#endif // BANKLINT_CUBLAS_H
