// --explain draws which words the banks serve.
//
// RUN: %banklint --config='{CheckOptions: {shared-bank-conflict.MinExcessWavefrontsTwoWay: 1}}' --explain %s 2>/dev/null \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// RUN: %banklint --config='{CheckOptions: {shared-bank-conflict.MinExcessWavefrontsTwoWay: 1}}' %s 2>/dev/null | FileCheck %s --check-prefix=PLAIN

__global__ void column(float *out) {
  __shared__ float tile[32][32];
  out[threadIdx.x] = tile[threadIdx.x][3];
}

__global__ void half(float *out) {
  __shared__ float s[64];
  out[threadIdx.x] = s[threadIdx.x * 2];
}

void launch(float *out) {
  column<<<1, 32>>>(out);
  half<<<1, 32>>>(out);
}

//      CHECK:{{.*}}explain.cu:9:22: warning: load of 'tile[threadIdx.x][3]' takes 32 wavefronts per block instead of 1: 32-way shared-memory bank conflict [shared-bank-conflict]
//      CHECK:warp 0: 32 wavefronts instead of 1
// CHECK-NEXT:lanes 0-31:
// CHECK-NEXT:bank  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
// CHECK-NEXT:               #
//      CHECK:uses  .  .  . 32  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
// CHECK-NEXT:bank 3 serves 32 words one after another:
// CHECK-NEXT:lane 0 -> word 3       lane 1 -> word 35      lane 2 -> word 67      lane 3 -> word 99
//      CHECK:{{.*}}lane 31 -> word 995
//      CHECK:{{.*}}explain.cu:14:22: warning: load of 's[threadIdx.x * 2]' takes 2 wavefronts per block instead of 1: 2-way shared-memory bank conflict [shared-bank-conflict]
//      CHECK:uses  2  .  2  .  2  .  2  .  2  .  2  .  2  .  2  .  2  .  2  .  2  .  2  .  2  .  2  .  2  .  2  .

// PLAIN-NOT: uses
// PLAIN-NOT: lanes 0-31:
