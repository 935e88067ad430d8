//===- nvToolsExtCudaRt.h - Names for profilers -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_NVTOOLSEXTCUDART_H
#define BANKLINT_NVTOOLSEXTCUDART_H
#include "nvToolsExt.h"

extern "C" {
void nvtxNameCudaDeviceA(int, const char *);
void nvtxNameCudaStreamA(cudaStream_t, const char *);
void nvtxNameCudaEventA(cudaEvent_t, const char *);
}

#endif // BANKLINT_NVTOOLSEXTCUDART_H
