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
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "library_types.h"
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
enum cublasAtomicsMode_t {
  CUBLAS_ATOMICS_NOT_ALLOWED = 0,
  CUBLAS_ATOMICS_ALLOWED = 1
};
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
};
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
enum cublasGemmAlgo_t {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_ALGO0_TENSOR_OP = 100
};
enum cublasSideMode_t { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 };
enum cublasFillMode_t {
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
  CUBLAS_FILL_MODE_FULL = 2
};
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 };
typedef cudaDataType cublasDataType_t;

extern "C" {
const char *cublasGetStatusString(cublasStatus_t);
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t);
cublasStatus_t cublasGetMathMode(cublasHandle_t, cublasMath_t *);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t *);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t);
cublasStatus_t cublasGetVersion(cublasHandle_t, int *);
size_t cublasGetCudartVersion();
cublasStatus_t cublasSetWorkspace(cublasHandle_t, void *, size_t);
cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t,
                            cublasOperation_t, int, int, int, const void *,
                            const void *, cudaDataType, int, const void *,
                            cudaDataType, int, const void *, void *,
                            cudaDataType, int, cublasComputeType_t,
                            cublasGemmAlgo_t);
cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
    const void *, const void *, cudaDataType, int, long long, const void *,
    cudaDataType, int, long long, const void *, void *, cudaDataType, int,
    long long, int, cublasComputeType_t, cublasGemmAlgo_t);
cublasStatus_t cublasSetVector(int, int, const void *, int, void *, int);
cublasStatus_t cublasGetVector(int, int, const void *, int, void *, int);
cublasStatus_t cublasSetMatrix(int, int, int, const void *, int, void *, int);
cublasStatus_t cublasGetMatrix(int, int, int, const void *, int, void *, int);
cublasStatus_t cublasSetVectorAsync(int, int, const void *, int, void *, int,
                                    cudaStream_t);
cublasStatus_t cublasGetVectorAsync(int, int, const void *, int, void *, int,
                                    cudaStream_t);
cublasStatus_t cublasSetMatrixAsync(int, int, int, const void *, int, void *,
                                    int, cudaStream_t);
cublasStatus_t cublasGetMatrixAsync(int, int, int, const void *, int, void *,
                                    int, cudaStream_t);
cublasStatus_t cublasIsamax(cublasHandle_t, int, const float *, int, int *);
cublasStatus_t cublasIdamax(cublasHandle_t, int, const double *, int, int *);

// The library's header makes macros of the short names, for the long ones. Here
// both are functions.
#define BANKLINT_HANDLE(__V)                                                   \
  cublasStatus_t cublasCreate##__V(cublasHandle_t *);                          \
  cublasStatus_t cublasDestroy##__V(cublasHandle_t);                           \
  cublasStatus_t cublasGetStream##__V(cublasHandle_t, cudaStream_t *);         \
  cublasStatus_t cublasSetStream##__V(cublasHandle_t, cudaStream_t);           \
  cublasStatus_t cublasGetPointerMode##__V(cublasHandle_t,                     \
                                           cublasPointerMode_t *);             \
  cublasStatus_t cublasSetPointerMode##__V(cublasHandle_t, cublasPointerMode_t);
BANKLINT_HANDLE()
BANKLINT_HANDLE(_v2)
#undef BANKLINT_HANDLE

#define BANKLINT_VECTORS(__P, __V, __T)                                        \
  cublasStatus_t __P##axpy##__V(cublasHandle_t, int, const __T *, const __T *, \
                                int, __T *, int);                              \
  cublasStatus_t __P##copy##__V(cublasHandle_t, int, const __T *, int, __T *,  \
                                int);                                          \
  cublasStatus_t __P##swap##__V(cublasHandle_t, int, __T *, int, __T *, int);  \
  cublasStatus_t __P##dot##__V(cublasHandle_t, int, const __T *, int,          \
                               const __T *, int, __T *);                       \
  cublasStatus_t __P##nrm2##__V(cublasHandle_t, int, const __T *, int, __T *); \
  cublasStatus_t __P##asum##__V(cublasHandle_t, int, const __T *, int, __T *); \
  cublasStatus_t __P##scal##__V(cublasHandle_t, int, const __T *, __T *, int); \
  cublasStatus_t __P##ger##__V(cublasHandle_t, int, int, const __T *,          \
                               const __T *, int, const __T *, int, __T *,      \
                               int);                                           \
  cublasStatus_t __P##syrk##__V(cublasHandle_t, cublasFillMode_t,              \
                                cublasOperation_t, int, int, const __T *,      \
                                const __T *, int, const __T *, __T *, int);    \
  cublasStatus_t __P##trsm##__V(                                               \
      cublasHandle_t, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,   \
      cublasDiagType_t, int, int, const __T *, const __T *, int, __T *, int);
#define BANKLINT_MATRICES(__P, __V, __T)                                       \
  cublasStatus_t __P##gemv##__V(cublasHandle_t, cublasOperation_t, int, int,   \
                                const __T *, const __T *, int, const __T *,    \
                                int, const __T *, __T *, int);                 \
  cublasStatus_t __P##gemm##__V(cublasHandle_t, cublasOperation_t,             \
                                cublasOperation_t, int, int, int, const __T *, \
                                const __T *, int, const __T *, int,            \
                                const __T *, __T *, int);
#define BANKLINT_BATCHES(__P, __T)                                             \
  cublasStatus_t __P##gemmBatched(                                             \
      cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,     \
      const __T *, const __T *const *, int, const __T *const *, int,           \
      const __T *, __T *const *, int, int);                                    \
  cublasStatus_t __P##gemmStridedBatched(                                      \
      cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,     \
      const __T *, const __T *, int, long long, const __T *, int, long long,   \
      const __T *, __T *, int, long long, int);                                \
  cublasStatus_t __P##geam(cublasHandle_t, cublasOperation_t,                  \
                           cublasOperation_t, int, int, const __T *,           \
                           const __T *, int, const __T *, const __T *, int,    \
                           __T *, int);
#define BANKLINT_BLAS(__P, __T)                                                \
  BANKLINT_MATRICES(__P, , __T)                                                \
  BANKLINT_MATRICES(__P, _v2, __T)                                             \
  BANKLINT_BATCHES(__P, __T)
// The prefix is a name that begins with a small letter, which no macro of the
// user is to have.
BANKLINT_VECTORS(cublasS, , float)
BANKLINT_VECTORS(cublasS, _v2, float)
BANKLINT_VECTORS(cublasD, , double)
BANKLINT_VECTORS(cublasD, _v2, double)
BANKLINT_BLAS(cublasS, float)
BANKLINT_BLAS(cublasD, double)
BANKLINT_BLAS(cublasC, cuComplex)
BANKLINT_BLAS(cublasZ, cuDoubleComplex)
cublasStatus_t cublasHgemm(cublasHandle_t, cublasOperation_t, cublasOperation_t,
                           int, int, int, const __half *, const __half *, int,
                           const __half *, int, const __half *, __half *, int);
BANKLINT_BATCHES(cublasH, __half)
#undef BANKLINT_VECTORS
#undef BANKLINT_MATRICES
#undef BANKLINT_BATCHES
#undef BANKLINT_BLAS
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t, cublasOperation_t,
                                   cublasOperation_t, int, int, int,
                                   const void *, const void *const *,
                                   cudaDataType, int, const void *const *,
                                   cudaDataType, int, const void *,
                                   void *const *, cudaDataType, int, int,
                                   cublasComputeType_t, cublasGemmAlgo_t);
}

// With the type that computations had before CUDA 11.
cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t,
                            cublasOperation_t, int, int, int, const void *,
                            const void *, cudaDataType, int, const void *,
                            cudaDataType, int, const void *, void *,
                            cudaDataType, int, cudaDataType, cublasGemmAlgo_t);
cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
    const void *, const void *, cudaDataType, int, long long, const void *,
    cudaDataType, int, long long, const void *, void *, cudaDataType, int,
    long long, int, cudaDataType, cublasGemmAlgo_t);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t, cublasOperation_t,
                                   cublasOperation_t, int, int, int,
                                   const void *, const void *const *,
                                   cudaDataType, int, const void *const *,
                                   cudaDataType, int, const void *,
                                   void *const *, cudaDataType, int, int,
                                   cudaDataType, cublasGemmAlgo_t);

#endif // BANKLINT_CUBLAS_V2_H
