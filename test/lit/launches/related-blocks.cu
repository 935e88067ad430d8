// An assumed block is one that the launch may have. Arguments that are made of the
// same numbers decide no verdict: only a conflict of which nothing is known without
// them is shown with them.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s
// RUN: %banklint --format=json --block-dim=16,4,2 %s | FileCheck %s --check-prefix=STATED

__global__ void product(unsigned *out, unsigned yz, unsigned z) {
  __shared__ unsigned s[1024];
  // expect[product @ 32x4x2]: depends store 32/1 32-way
  s[threadIdx.x * yz + threadIdx.y * z + threadIdx.z] = 1;
  out[0] = s[0]; // expect[product @ 32x4x2]: load 1/1
}
void launchProduct(unsigned *o, unsigned a, unsigned b, unsigned c) {
  dim3 block(a, b, c);
  unsigned yz = b * c, z = c;
  product<<<1, block>>>(o, yz, z);
}
// A block that is stated has arguments of its own.
// STATED: "wavefronts": 4,

__global__ void limited(float *out, int n) {
  __shared__ float s[4096];
  // expect[limited @ 16x8x1]: depends store 32/1 32-way
  s[threadIdx.x * n + threadIdx.y * 512] = 1;
  out[0] = s[0]; // expect[limited @ 16x8x1]: load 1/1
}
void launchLimited(float *o, int w) {
  if (w > 16)
    return;
  limited<<<1, dim3(w, 8)>>>(o, 2 * w);
}

// Both directions are one number.
__global__ void square(float *out) {
  __shared__ float s[4096];
  s[threadIdx.x * 32 + threadIdx.y] = 1; // expect[square @ 32x32x1]: store 32/1 32-way
  out[0] = s[0];                         // expect[square @ 32x32x1]: load 1/1
}
void launchSquare(float *o, int w) { square<<<1, dim3(w, w)>>>(o); }

// 256 threads at most.
__global__ void bounded(float *out) {
  __shared__ float s[4 * 256];
  // expect[bounded @ 1x256x1]: store 4/1 4-way
  // expect[bounded @ 128x1x1]: store 1/1
  // expect[bounded @ 256x1x1]: store 1/1
  s[threadIdx.y * 4 + threadIdx.x] = out[threadIdx.x];
  out[0] = s[threadIdx.x];                             // expect[bounded]: load 1/1
}
void launchBounded(float *o, int rows, int columns) {
  int y = rows < 256 ? rows : 256;
  int x = columns < 256 / y ? columns : 256 / y;
  bounded<<<1, dim3(x, y)>>>(o);
}

// Which accesses are executed is not decided by the assumed block's arguments
// either.
__global__ void decided(float *out, int n) {
  __shared__ float s[4096];
  if (n > 600)
    s[threadIdx.x] = 1; // expect[decided @ 256x1x1]: store 1/1
  // CHECK: [[@LINE+1]]:3: warning: store to 's[threadIdx.x * (n / 32)]' may take up to 32 wavefronts per request instead of 1: up to 32-way shared-memory bank conflict if a block has 256x1x1 threads
  s[threadIdx.x * (n / 32)] = 2; // expect[decided @ 256x1x1]: depends store 32/1 32-way
  out[0] = s[0];                 // expect[decided @ 256x1x1]: load 1/1
}
void launchDecided(float *o, int w) { decided<<<1, w>>>(o, 2 * w); }

// One word, or 32 of one bank, by the block.
__global__ void column(float *out, int s) {
  __shared__ float t[1024];
  t[threadIdx.x] = 1;                     // expect[column @ 1024x1x1]: store 1/1
  out[0] = t[(threadIdx.x * s) % 1024];   // expect[column @ 1024x1x1]: unknown load uniform-unknown
}
void launchColumn(float *o, int n) {
  unsigned c = n;
  column<<<1, c>>>(o, n);
}

__global__ void chosen(float *out, bool isColumn) {
  __shared__ float t[4096];
  t[threadIdx.x + 32 * threadIdx.y] = 0; // expect[chosen @ 32x8x1]: store 1/1
  // expect[chosen @ 32x8x1]: unknown load uniform-unknown
  out[0] = t[(threadIdx.y + threadIdx.x * (isColumn ? 32 : 1)) & 4095];
}
void launchChosen(float *o, unsigned n) { chosen<<<1, dim3(32, n)>>>(o, n & 2); }

// A conflict that is one of the assumed block.
__global__ void shown(float *out, bool isColumn) {
  __shared__ float t[4096];
  t[threadIdx.x + 32 * threadIdx.y] = 0; // expect[shown @ 32x8x1]: store 1/1
  // CHECK: [[@LINE+2]]:12: warning: load of {{.*}} may take 256 wavefronts per block instead of 8: 32-way shared-memory bank conflict if a block has 32x8x1 threads
  // expect[shown @ 32x8x1]: load 32/1 32-way
  out[0] = t[(threadIdx.y + threadIdx.x * (isColumn ? 32 : 1)) & 4095];
}
void launchShown(float *o, unsigned n) { shown<<<1, dim3(32, n)>>>(o, n & 8); }

// The ends of the ranges that the path states are tried, too.
__global__ void narrow(float *out) {
  __shared__ float t[32 * 32];
  t[threadIdx.y * 32 + threadIdx.x] = 1;       // expect[narrow @ 13x2x1]: store 2/1 2-way
  out[0] = t[threadIdx.x * 32 + threadIdx.y];  // expect[narrow @ 13x2x1]: load 13/1 13-way
}
void launchNarrow(float *o, int n) {
  if (n < 12 || n > 13)
    return;
  narrow<<<1, dim3(n, 2)>>>(o);
}

// None of the blocks that are tried is one of the launch.
__global__ void excluded(float *out) {
  __shared__ float t[32 * 32];
  t[threadIdx.x] = 1;             // expect[excluded]: unknown store unknown-condition
  out[0] = t[threadIdx.x * 32];   // expect[excluded]: unknown load unknown-condition
}
void launchExcluded(float *o, int n) {
  if (n % 6 != 5)
    return;
  excluded<<<1, n>>>(o);
}

// A launch with the argument that another one has in an assumed block is one of
// its own.
__global__ void both(float *out, int s) {
  __shared__ float t[4096];
  t[threadIdx.x + 32 * threadIdx.y] = 1; // expect[both]: store 1/1
  // expect[both @ s=8]: load 1/1
  // expect[both]: unknown load uniform-unknown
  out[0] = t[(threadIdx.x * (s + 1) + threadIdx.y) % 4096];
}
void launchBoth(float *o, int n) {
  both<<<1, dim3(32, n)>>>(o, 8);
  both<<<1, dim3(32, n)>>>(o, n);
}
