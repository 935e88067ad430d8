// Lanes that get each other's numbers.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void whole(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  int warp = __shfl_sync(0xffffffff, t / 32, 0);
  s[warp * 32 + t] = 1;                                       // expect: store 1/1
  s[warp * 32 + t * 2] = 1;                                   // expect: store 2/1 2-way
  s[__shfl_sync(~0u, t * 64, 5) / 64 + t] = 1;                // expect: store 1/1
  s[__shfl_sync(~0u, t, t / 2) * 32] = 1;                     // expect: store 16/1 16-way
  s[__shfl_xor_sync(~0u, t, 3)] = 1;                          // expect: store 1/1
  s[__shfl_xor_sync(~0u, t, 16) * 4] = 1;                     // expect: store 4/1 4-way
  s[__shfl_up_sync(~0u, t, 1) * 32] = 1;                      // expect: store 31/1 31-way
  s[__shfl_down_sync(~0u, t, 24) * 32] = 1;                   // expect: store 24/1 24-way
  s[__shfl_down_sync(~0u, t / 32 * 32ull, 24) + t] = 1;       // expect: store 1/1
  // What all lanes add stays, whatever it is.
  s[__shfl_xor_sync(~0u, t + n, 1)] = 1;                      // expect: store 1/1
  s[__shfl_xor_sync(~0u, t * 2 + n, 1)] = 1;                  // expect: store 2/1 2-way
  s[__shfl_sync(~0u, n, t) + 8 * t] = 1;                      // expect: store 8/1 8-way
  // As old code has it.
  s[__shfl(t, 3) / 32 + t] = 1;                               // expect: store 1/1
  s[__shfl_xor((unsigned char)t, 1) * 8] = 1;                 // expect: store 8/1 8-way
}

__global__ void parts(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  s[__shfl_sync(~0u, t, 1, 8) * 32] = 1;                      // expect: store 4/1 4-way
  s[__shfl_sync(~0u, t, 10, 8) * 32] = 1;                     // expect: store 4/1 4-way
  s[__shfl_up_sync(~0u, t, 4, 8) * 32] = 1;                   // expect: store 16/1 16-way
  s[__shfl_down_sync(~0u, t, 4, 8) * 32] = 1;                 // expect: store 16/1 16-way
  s[__shfl_xor_sync(~0u, t, 4, 8)] = 1;                       // expect: store 1/1
  // From earlier parts of the warp, not from later ones.
  s[__shfl_xor_sync(~0u, t, 24, 8) * 32] = 1;                 // expect: store 16/1 16-way
  auto quad = cg::tiled_partition<4>(cg::this_thread_block());
  s[quad.shfl(t, 0) * 32] = 1;                                // expect: store 8/1 8-way
  s[quad.shfl_xor(t, 1)] = 1;                                 // expect: store 1/1
  s[quad.shfl_up(t, 2) * 32] = 1;                             // expect: store 16/1 16-way
  s[quad.shfl_down(t, 2) * 32] = 1;                           // expect: store 16/1 16-way
  s[(int)quad.shfl(out[t], 0) + t] = 1;                       // expect: unknown store floating-point
}

__global__ void guarded(int *in, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  if (t < 16) {
    s[__shfl_xor_sync(0xffff, t, 1) * 32] = 1;                // expect: store 16/1 16-way
    // Eight lanes get nothing.
    s[__shfl_down_sync(0xffff, t, 8) * 32] = 1;               // expect: unknown store cross-lane
    s[__shfl_sync(0xffff, t, 16) + t] = 1;                    // expect: unknown store cross-lane
  }
  int x = t < 8 ? t : t * 32;
  s[__shfl_xor_sync(~0u, x, 8) / 32] = 1;                     // expect: store 1/1
  // All lanes come here, or none.
  if (n > 3)
    s[__shfl_xor_sync(~0u, t, 1) * 2] = 1;                    // expect: upper-bound store 2/1 2-way
  // Nobody knows which ones come here.
  if (in[t]) {
    unsigned mask = __activemask();
    s[__shfl_xor_sync(mask, t, 1) * 2] = 1;                   // expect: unknown store cross-lane
    s[__shfl_sync(mask, t / 32, 0) + t * 2] = 1;              // expect: upper-bound store 2/1 2-way
    s[__shfl_sync(mask, t, 0) + t * 2] = 1;                   // expect: upper-bound store 2/1 2-way
  }
  for (int i = 1; i < 32; i *= 2)
    s[__shfl_xor_sync(~0u, t, i) * 2] = 1;                    // expect: store 2/1 2-way
}

// Of the second warp there are sixteen lanes.
__global__ void partial(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  s[__shfl_xor_sync(__activemask(), t, 1) * 2] = 1;           // expect: store 2/1 2-way
  s[__shfl_sync(__activemask(), t, 20) + t] = 1;              // expect: unknown store cross-lane
}

void launch(float *out, int *in, int n) {
  whole<<<1, 32>>>(out, n);
  parts<<<1, 32>>>(out);
  guarded<<<1, 32>>>(in, n);
  partial<<<1, 48>>>(out);
}
