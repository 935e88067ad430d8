//===- cudaTypedefs.h - Pointers to functions of the driver API -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those that code asks the driver for: of tensor maps, mostly.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_TYPEDEFS_H
#define BANKLINT_CUDA_TYPEDEFS_H
#include "cuda.h"

typedef decltype(&cuGetErrorString) PFN_cuGetErrorString_v6000;
typedef decltype(&cuTensorMapEncodeTiled) PFN_cuTensorMapEncodeTiled_v12000;
typedef decltype(&cuTensorMapEncodeIm2col) PFN_cuTensorMapEncodeIm2col_v12000;
typedef decltype(&cuTensorMapReplaceAddress)
    PFN_cuTensorMapReplaceAddress_v12000;

#define PFN_cuGetErrorString PFN_cuGetErrorString_v6000
#define PFN_cuTensorMapEncodeTiled PFN_cuTensorMapEncodeTiled_v12000
#define PFN_cuTensorMapEncodeIm2col PFN_cuTensorMapEncodeIm2col_v12000
#define PFN_cuTensorMapReplaceAddress PFN_cuTensorMapReplaceAddress_v12000

#endif // BANKLINT_CUDA_TYPEDEFS_H
