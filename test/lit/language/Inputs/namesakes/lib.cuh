// A library's functions that have the names of CUDA's and mean something else.
#pragma once

namespace lib {

__device__ inline int max(int A, int B) { return A % B; }

/// What a block does before it goes on; a barrier is not part of it.
__device__ inline void sync() {}

struct Group {
  __device__ void sync() const { __syncthreads(); }
};

__device__ inline float floorf(float X) { return 2 * X; }

__device__ inline int __popc(unsigned) { return 3; }

} // namespace lib
