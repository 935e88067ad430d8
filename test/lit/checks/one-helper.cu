// One line of a function that serves several tiles has a finding for each that
// conflicts, which names the tile and the call that leads to it.
//
// RUN: %banklint %s | FileCheck %s --implicit-check-not=warning
// RUN: %banklint --explain %s | FileCheck %s --check-prefix=CHAIN
// RUN: %banklint --format=json %s > %t.json
// RUN: %python %validate-json %t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json

#include <cstdint>
#include <cuda_fp16.h>

namespace lib {
__device__ __forceinline__ void ldsm4(uint32_t (&r)[4], uint32_t a) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(a));
}
__device__ __forceinline__ uint32_t addr(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
template <int Rows>
__device__ void copyRows(uint32_t (&r)[4], const __half *tile, int pitch,
                         int row, int chunk) {
  ldsm4(r, addr(tile + row * pitch + chunk * 8));
}
} // namespace lib

__global__ void attention(uint32_t *out) {
  __shared__ alignas(128) __half q[16 * 64], k[16 * 64], v[16 * 128];
  const int lane = threadIdx.x;
  uint32_t a[4], b[4], c[4];
  lib::copyRows<16>(a, q, 64, lane % 16, lane / 16);
  lib::copyRows<16>(b, k, 64, lane % 16, (lane / 16) ^ (lane % 8));
  lib::copyRows<16>(c, v, 128, lane % 16, lane / 16);
  out[lane] = a[0] ^ b[1] ^ c[2];
}
void run(uint32_t *out) { attention<<<1, 32>>>(out); }

// CHECK: :15:3: warning: matrix load of 'q' takes 32 wavefronts per block instead of 4
// CHECK: :32:3: note: in the call here{{$}}
// CHECK: :29:34: note: 'q' is declared here
// CHECK: :15:3: warning: matrix load of 'v' takes 32 wavefronts per block instead of 4
// CHECK: :34:3: note: in the call here{{$}}
// CHECK: :29:58: note: 'v' is declared here

// CHAIN: :24:3: note: called here
// CHAIN: :32:3: note: in the call here

// JSON: "findings": [
// JSON: "array": "q",
// JSON: "array": "v",

__device__ void put(float *s, int i) { s[i] = 1; }

// Parts of dynamic memory have no declarations: the calls tell them apart.
__global__ void parts(float *out) {
  extern __shared__ float memory[];
  put(memory, threadIdx.x * 32);
  put(memory + 1024, threadIdx.x);
  put(memory + 2048, threadIdx.x * 8);
  __syncthreads();
  out[threadIdx.x] = memory[threadIdx.x];
}
void run(float *out) { parts<<<1, 32, 16384>>>(out); }

// CHECK: :53:40: warning: store to 's[i]' in 'memory' takes 32 wavefronts per block instead of 1
// CHECK: :58:3: note: in the call here{{$}}
// CHECK: :53:40: warning: store to 's[i]' in 'memory' takes 8 wavefronts per block instead of 1
// CHECK: :60:3: note: in the call here{{$}}
