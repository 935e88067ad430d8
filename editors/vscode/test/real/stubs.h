//===- stubs.h - What clangd needs of CUDA's headers ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
};
extern __device__ const uint3 threadIdx;
extern "C" __device__ void __syncthreads();
extern "C" int cudaConfigureCall(dim3 Grid, dim3 Block, unsigned long Bytes = 0,
                                 void *Stream = nullptr);
extern "C" int __cudaPushCallConfiguration(dim3 Grid, dim3 Block,
                                           unsigned long Bytes = 0,
                                           void *Stream = nullptr);
