//===- cusparse.h - Sparse linear algebra: handles and status ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types only: calls into the library survive as recovery expressions.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUSPARSE_H
#define BANKLINT_CUSPARSE_H
#include "cuComplex.h"
#include "cuda_runtime.h"

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
enum cusparseStatus_t { CUSPARSE_STATUS_SUCCESS = 0 };
extern "C" {
cusparseStatus_t cusparseCreate(cusparseHandle_t *);
cusparseStatus_t cusparseDestroy(cusparseHandle_t);
cusparseStatus_t cusparseSetStream(cusparseHandle_t, cudaStream_t);
}

#endif // BANKLINT_CUSPARSE_H
