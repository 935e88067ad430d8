//===- cusparse.h - Sparse linear algebra: handles and status ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types, and the functions that create and apply matrices. Calls of others
// survive as recovery expressions.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUSPARSE_H
#define BANKLINT_CUSPARSE_H
#include "cuComplex.h"
#include "cuda_runtime.h"
#include "library_types.h"

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
enum cusparseStatus_t {
  CUSPARSE_STATUS_SUCCESS = 0,
  CUSPARSE_STATUS_NOT_INITIALIZED = 1,
  CUSPARSE_STATUS_ALLOC_FAILED = 2,
  CUSPARSE_STATUS_INVALID_VALUE = 3,
  CUSPARSE_STATUS_ARCH_MISMATCH = 4,
  CUSPARSE_STATUS_MAPPING_ERROR = 5,
  CUSPARSE_STATUS_EXECUTION_FAILED = 6,
  CUSPARSE_STATUS_INTERNAL_ERROR = 7,
  CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  CUSPARSE_STATUS_ZERO_PIVOT = 9,
  CUSPARSE_STATUS_NOT_SUPPORTED = 10,
  CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
};
enum cusparseMatrixType_t { CUSPARSE_MATRIX_TYPE_GENERAL = 0 };
enum cusparsePointerMode_t {
  CUSPARSE_POINTER_MODE_HOST = 0,
  CUSPARSE_POINTER_MODE_DEVICE = 1
};
enum cusparseIndexBase_t {
  CUSPARSE_INDEX_BASE_ZERO = 0,
  CUSPARSE_INDEX_BASE_ONE = 1
};
enum cusparseOperation_t {
  CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
  CUSPARSE_OPERATION_TRANSPOSE = 1,
  CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
};
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 };
enum cusparseIndexType_t {
  CUSPARSE_INDEX_16U = 1,
  CUSPARSE_INDEX_32I = 2,
  CUSPARSE_INDEX_64I = 3
};
enum cusparseSpMVAlg_t {
  CUSPARSE_SPMV_ALG_DEFAULT = 0,
  CUSPARSE_SPMV_COO_ALG1 = 1,
  CUSPARSE_SPMV_CSR_ALG1 = 2,
  CUSPARSE_SPMV_CSR_ALG2 = 3
};
enum cusparseSpMMAlg_t {
  CUSPARSE_SPMM_ALG_DEFAULT = 0,
  CUSPARSE_SPMM_COO_ALG1 = 1,
  CUSPARSE_SPMM_CSR_ALG1 = 4,
  CUSPARSE_SPMM_CSR_ALG2 = 6
};

extern "C" {
const char *cusparseGetErrorName(cusparseStatus_t);
const char *cusparseGetErrorString(cusparseStatus_t);
cusparseStatus_t cusparseCreate(cusparseHandle_t *);
cusparseStatus_t cusparseDestroy(cusparseHandle_t);
cusparseStatus_t cusparseSetStream(cusparseHandle_t, cudaStream_t);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t,
                                        cusparsePointerMode_t);
cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t, cusparseMatrixType_t);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t,
                                         cusparseIndexBase_t);
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *, int64_t, int64_t,
                                   int64_t, void *, void *, void *,
                                   cusparseIndexType_t, cusparseIndexType_t,
                                   cusparseIndexBase_t, cudaDataType);
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *, int64_t, int64_t,
                                   int64_t, void *, void *, void *,
                                   cusparseIndexType_t, cusparseIndexBase_t,
                                   cudaDataType);
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *, int64_t, void *,
                                     cudaDataType);
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *, int64_t, int64_t,
                                     int64_t, void *, cudaDataType,
                                     cusparseOrder_t);
cusparseStatus_t cusparseDestroySpMat(const cusparseSpMatDescr *);
cusparseStatus_t cusparseDestroyDnVec(const cusparseDnVecDescr *);
cusparseStatus_t cusparseDestroyDnMat(const cusparseDnMatDescr *);
cusparseStatus_t
cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void *,
                        const cusparseSpMatDescr *, const cusparseDnVecDescr *,
                        const void *, cusparseDnVecDescr_t, cudaDataType,
                        cusparseSpMVAlg_t, size_t *);
cusparseStatus_t cusparseSpMV(cusparseHandle_t, cusparseOperation_t,
                              const void *, const cusparseSpMatDescr *,
                              const cusparseDnVecDescr *, const void *,
                              cusparseDnVecDescr_t, cudaDataType,
                              cusparseSpMVAlg_t, void *);
cusparseStatus_t cusparseSpMM_bufferSize(
    cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *,
    const cusparseSpMatDescr *, const cusparseDnMatDescr *, const void *,
    cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, size_t *);
cusparseStatus_t cusparseSpMM(cusparseHandle_t, cusparseOperation_t,
                              cusparseOperation_t, const void *,
                              const cusparseSpMatDescr *,
                              const cusparseDnMatDescr *, const void *,
                              cusparseDnMatDescr_t, cudaDataType,
                              cusparseSpMMAlg_t, void *);
}

#endif // BANKLINT_CUSPARSE_H
