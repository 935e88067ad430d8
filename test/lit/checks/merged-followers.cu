// Of stores that become one, the last has the request, also if it is not known
// which lanes store.
//
// RUN: %banklint --arch=sm_90 %s 2>&1 | FileCheck %s --implicit-check-not=warning:

__global__ void rows(float *out, const float *in, const int *flags) {
  __shared__ __align__(16) float s[128 * 32];
  if (flags[threadIdx.x]) {
    s[threadIdx.x * 32 + 0] = in[threadIdx.x];
    s[threadIdx.x * 32 + 1] = in[threadIdx.x + 128];
    s[threadIdx.x * 32 + 2] = in[threadIdx.x + 256];
    // CHECK: [[@LINE+1]]:5: warning: store to 's[threadIdx.x * 32 + 3]', merged with its neighbors into 16 bytes, may take up to 32 wavefronts per request instead of 4: up to 8-way bank conflict in each quarter-warp [shared-possible-bank-conflict]
    s[threadIdx.x * 32 + 3] = in[threadIdx.x + 384];
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
void launch(float *out, const float *in, const int *flags) {
  rows<<<1, 128>>>(out, in, flags);
}
