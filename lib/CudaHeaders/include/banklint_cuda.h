//===- banklint_cuda.h - What every CUDA file sees --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc includes <cuda_runtime.h> before the first line of a .cu file. This file
// takes that place: it is force-included, and every file pays for it, so it
// holds what CUDA makes visible without an #include and nothing else. All else
// is behind the header that CUDA names for it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_H
#define BANKLINT_CUDA_H

#ifdef __CUDA__
#include "banklint/atomics.h"
#include "banklint/attributes.h"
#include "banklint/builtin_variables.h"
#include "banklint/intrinsics.h"
#include "banklint/libc.h"
#include "banklint/math.h"
#include "banklint/memory.h"
#include "banklint/rounding.h"
#include "banklint/runtime_graphs.h"
#include "banklint/simd.h"
#include "banklint/synchronization.h"
#include "banklint/vector_types.h"

// A statement that names an undeclared namespace is dropped whole, together
// with the kernel launch or the shared-memory access in it; with the namespace
// declared, it survives as a recovery expression.
namespace cub {}
namespace cuda {
namespace std {}
namespace device {}
namespace ptx {}
} // namespace cuda
namespace cute {}
namespace cutlass {}
namespace thrust {}
#endif // __CUDA__

#endif // BANKLINT_CUDA_H
