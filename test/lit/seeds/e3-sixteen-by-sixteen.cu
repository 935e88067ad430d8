// E3. In a block of 16x16 threads a warp holds two rows. Tutorials call a row
// pitch of 17 conflict-free; it leaves both accesses 2-way. 18 clears the column
// and not the row; only a swizzle clears both.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --explain %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --strict-whitespace

__global__ void plain(float *out) {
  __shared__ float t[16][16];
  t[threadIdx.y][threadIdx.x] = 1;      // expect: store 1/1
  out[0] = t[threadIdx.x][threadIdx.y]; // expect: load 8/1 8-way
}
// CHECK:{{.*}}e3-sixteen-by-sixteen.cu:12:12: warning: load of 't[threadIdx.x][threadIdx.y]' takes 64 wavefronts per block instead of 8: 8-way shared-memory bank conflict
// The best padding is offered for what it is.
// CHECK:{{.*}}e3-sixteen-by-sixteen.cu:10:20: note: 't' is declared here with a row pitch of 64 bytes
// CHECK-SAME:pad the last extent to 18 (no tried padding resolves every conflict): 1 of 1 access becomes conflict-free, 1 other starts to conflict, the worst that remains takes 2 wavefronts instead of 1
// CHECK-NEXT:{{^}}   10 |   __shared__ float t[16][16];
// CHECK-NEXT:{{^}}      |                    ^     ~~
// CHECK-NEXT:{{^}}      |                          18
// CHECK-NEXT:{{.*}}e3-sixteen-by-sixteen.cu:12:12: note: swizzle the last subscript ('c' of row 'r' becomes 'c ^ r') in 2 places: 1 wavefront instead of 8; no extra memory; not applied automatically because it rewrites every access to 't'
// CHECK-NEXT:{{^}}   12 |   out[0] = t[threadIdx.x][threadIdx.y];
// CHECK-NEXT:{{^}}      |            ^~~~~~~~~~~~~~~~~~~~~~~~~~~
// CHECK-NEXT:{{^}}      |                           threadIdx.y ^ threadIdx.x

__global__ void by17(float *out) {
  __shared__ float t[16][17];
  t[threadIdx.y][threadIdx.x] = 1;      // expect: store 2/1 2-way
  out[0] = t[threadIdx.x][threadIdx.y]; // expect: load 2/1 2-way
}
// CHECK:{{.*}}e3-sixteen-by-sixteen.cu:[[@LINE-3]]:3: warning: store to 't[threadIdx.y][threadIdx.x]' takes 16 wavefronts per block instead of 8: 2-way shared-memory bank conflict
// CHECK:{{.*}}e3-sixteen-by-sixteen.cu:[[@LINE-3]]:12: warning: load of 't[threadIdx.x][threadIdx.y]' takes 16 wavefronts per block instead of 8: 2-way shared-memory bank conflict

__global__ void by18(float *out) {
  __shared__ float t[16][18];
  t[threadIdx.y][threadIdx.x] = 1;      // expect: store 2/1 2-way
  out[0] = t[threadIdx.x][threadIdx.y]; // expect: load 1/1
}
// CHECK:{{.*}}e3-sixteen-by-sixteen.cu:[[@LINE-3]]:3: warning: store to 't[threadIdx.y][threadIdx.x]' takes 16 wavefronts per block instead of 8: 2-way shared-memory bank conflict
// CHECK:note: {{.*}}; no padding is known to help: no padding of up to 32 elements needs fewer wavefronts

__global__ void swizzled(float *out) {
  __shared__ float t[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ y] = 1;      // expect: store 1/1
  out[0] = t[x][y ^ x]; // expect: load 1/1
}

void launch(float *out) {
  dim3 block(16, 16);
  plain<<<1, block>>>(out);
  by17<<<1, block>>>(out);
  by18<<<1, block>>>(out);
  swizzled<<<1, block>>>(out);
}
