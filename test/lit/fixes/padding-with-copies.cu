// A padding is chosen without copies past the cache: it makes their wavefronts
// more, which says little about time.
//
// RUN: %banklint %s | FileCheck %s --implicit-check-not=warning:
#define COPY(TO, FROM)                                                         \
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(              \
                   unsigned(__cvta_generic_to_shared(TO))),                    \
               "l"(FROM))

__global__ void columns(const float *in, float *out) {
  __shared__ float s[32][32];
  const int t = threadIdx.x;
  for (int row = t / 8; row < 32; row += 4)
    COPY(&s[row][t % 8 * 4], &in[row * 1024 + t % 8 * 4]);
  __syncthreads();
  for (int i = 0; i < 32; i += 4) {
    const float4 v = *reinterpret_cast<const float4 *>(&s[t][i]);
    out[32 * t + i] = v.x + v.y + v.z + v.w;
  }
}
// CHECK: :[[#@LINE-4]]:{{.*}}: warning: load of '*reinterpret_cast<const float4 *>(&s[t][i])' takes 256 wavefronts per block instead of 32
// CHECK: note: 's' is declared here with a row pitch of 128 bytes, a multiple of the 128 bytes that the 32 banks span; pad the last extent to 36: 4 wavefronts instead of 32

void launch(const float *in, float *out) { columns<<<1, 32>>>(in, out); }
