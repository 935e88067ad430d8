//===- nvToolsExt.h - Ranges and marks for profilers ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_NVTOOLSEXT_H
#define BANKLINT_NVTOOLSEXT_H
#include "../banklint_cuda.h"

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
extern "C" {
void nvtxMarkA(const char *);
nvtxRangeId_t nvtxRangeStartA(const char *);
void nvtxRangeEnd(nvtxRangeId_t);
int nvtxRangePushA(const char *);
int nvtxRangePop();
void nvtxNameOsThreadA(uint32_t, const char *);
}
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA

#endif // BANKLINT_NVTOOLSEXT_H
