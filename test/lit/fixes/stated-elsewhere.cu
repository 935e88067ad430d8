// A pitch that parameters, pointers or leading dimensions state besides the extents:
// what longer rows save is worked out from the addresses. Kernels have twins that
// were rewritten as the note says.
//
// RUN: %banklint --explain %s 2>&1 | FileCheck %s
// RUN: %banklint --format=json %s | %python %verdict %s
#include <mma.h>
using namespace nvcuda;

template <int Rows, int Columns>
__device__ void fill(const float *in, float (*tile)[Columns]) {
  const int t = threadIdx.x;
  for (int i = 0; i < Rows * 128; i += 256)
    tile[(t + i) % Rows][(t + i) / Rows] = in[t + i]; // expect: store 16/1 16-way
}

__global__ void fixed(float *out, const float *in) {
  // CHECK: :[[@LINE+1]]:20: note: 'a' is declared here {{.*}}; pad the last extent by 2 elements and adapt all that relies on the row pitch: 1 wavefront instead of 16; 128 more bytes
  __shared__ float a[16][128];
  fill<16, 128>(in, a);
  __syncthreads();
  out[threadIdx.x] = a[0][threadIdx.x % 128]; // expect: load 1/1
}
__global__ void fixedTwin(float *out, const float *in) {
  __shared__ float a[16][130];
  float(*tile)[130] = a;
  for (int i = 0, t = threadIdx.x; i < 16 * 128; i += 256)
    tile[(t + i) % 16][(t + i) / 16] = in[t + i]; // expect: store 1/1
  __syncthreads();
  out[threadIdx.x] = a[0][threadIdx.x % 128]; // expect: load 1/1
}

// A leading dimension, which has to be a multiple of 16 bytes.
template <int Leading> __device__ void product(const float *as, float *out) {
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> c;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> b;
  wmma::fill_fragment(c, 0.f);
  wmma::fill_fragment(b, 1.f);
  for (int k = 0; k < 32; k += 8) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
    wmma::load_matrix_sync(a, as + k, Leading); // expect: load 8/1 8-way
    wmma::mma_sync(c, a, b, c);
  }
  wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}
__global__ void leading(float *out, const float *in) {
  // CHECK: :[[@LINE+1]]:34: note: 'as' is declared here {{.*}}; pad the last extent by 4 elements and adapt all that relies on the row pitch: 1 wavefront instead of 8; 256 more bytes
  __shared__ __align__(32) float as[16][32];
  for (int i = threadIdx.x; i < 16 * 32; i += 32)
    as[i / 32][i % 32] = in[i]; // expect: store 1/1
  __syncthreads();
  product<32>(&as[0][0], out);
}

// Rows in one dimension behind a pointer.
__device__ void column(float *rows, float *out) {
  out[threadIdx.x] = rows[threadIdx.x * 32 + 3]; // expect: load 32/1 32-way
}
__global__ void pointer(float *out) {
  // CHECK: :[[@LINE+1]]:20: note: 'b' is declared here {{.*}}; store element 'i' at 'i + i / 32', a row pitch of 33 instead of 32: 1 wavefront instead of 32; 128 more bytes
  __shared__ float b[1024];
  column(b, out);
}

// One leading dimension of half a row does not get longer with the rows.
__global__ void halfRow(float *out, const float *in) {
  // CHECK: :[[@LINE+1]]:34: note: 'halves' is declared here {{.*}}; no padding is known to help: no padding of up to 32 elements needs fewer wavefronts, if its extents alone change
  __shared__ __align__(32) float halves[8][64];
  for (int i = threadIdx.x; i < 16 * 32; i += 32)
    halves[i / 64][i % 64] = in[i]; // expect: store 1/1
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
  wmma::load_matrix_sync(a, &halves[0][0], 32); // expect: load 8/1 8-way
  out[threadIdx.x] = a.x[0];
}

// Nor do lines get longer that are a quarter of the distance between lanes.
__global__ void bytes(int *out, const signed char *in) {
  // CHECK-NOT: instead of 256:
  // CHECK: :[[@LINE+1]]:26: note: 'd' is declared here {{.*}}; store element 'i' at 'i + i / 64 * 16', a row pitch of 80 instead of 64: this load takes 2 wavefronts, 4 before; 256 more bytes
  __shared__ signed char d[16 * 64];
  for (int i = threadIdx.x; i < 16 * 64; i += 256)
    d[i] = in[i]; // expect: store 1/1
  __syncthreads();
  wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, wmma::row_major> b;
  wmma::load_matrix_sync(b, d + threadIdx.x / 32 * 8, 64); // expect: load 4/1 4-way
  out[threadIdx.x] = b.x[0];
}

// Half the pitch is no whole number of longer rows: no pitch is named.
__device__ float twoLeading(const float *p, int y, int x) {
  return p[y * 32 + x] + // expect: load 32/1 32-way
         p[y * 16 + x]; // expect: load 16/1 16-way
}
__global__ void halves(float *out) {
  // CHECK: :[[@LINE+1]]:20: note: 'e' is declared here {{.*}}; store element 'i' at 'i + i / 32': every access becomes conflict-free, this load takes 1 wavefront instead of 32; 128 more bytes
  __shared__ float e[1024];
  e[threadIdx.x] = out[threadIdx.x]; // expect: store 1/1
  __syncthreads();
  out[threadIdx.x] = twoLeading(e, threadIdx.x % 32, threadIdx.x / 32);
}
__device__ int indexOf(int i) { return i + i / 32; }
__device__ float twoIndices(const float *p, int y, int x) {
  return p[indexOf(y * 32 + x)] + // expect: load 1/1
         p[indexOf(y * 16 + x)]; // expect: load 1/1
}
__global__ void halvesTwin(float *out) {
  __shared__ float e[1056];
  const int i = threadIdx.x;
  e[indexOf(i)] = out[i]; // expect: store 1/1
  __syncthreads();
  out[i] = twoIndices(e, i % 32, i / 32);
}

// Longer extents say where no other elements go than those of whole rows.
__device__ float neither(const float *p, int y, int x) {
  return p[y * 32 + x] + // expect: load 32/1 32-way
         p[y * 24 + x]; // expect: load 8/1 8-way
}
__global__ void threeQuarters(float *out) {
  // CHECK: :[[@LINE+1]]:20: note: 'f' is declared here {{.*}}; no padding is known to help: {{.*}}, if its extents alone change
  __shared__ float f[32][32];
  f[threadIdx.x / 32][threadIdx.x % 32] = out[threadIdx.x]; // expect: store 1/1
  __syncthreads();
  out[threadIdx.x] = neither(&f[0][0], threadIdx.x % 32, threadIdx.x / 32 % 16);
}

// Where lanes are in several rows, longer ones may undo what merging saves.
__device__ float eighth(const float *p) {
  return p[threadIdx.x % 8 * 64 + threadIdx.x / 8]; // expect: load 8/1 8-way
}
__global__ void pairs(float *out) {
  // CHECK: :[[@LINE+1]]:20: note: 'h' is declared here {{.*}}; no padding is known to help: no longer rows are known to need fewer wavefronts
  __shared__ float h[2048];
  for (int i = 0; i < 16; i++)
    h[i * 128 + threadIdx.x] = out[threadIdx.x]; // expect: store 1/1
  __syncthreads();
  float sum = h[threadIdx.x * 4]; // expect: upper-bound load 4/1 4-way
  if (out[0] > 1)
    out[threadIdx.x] = sum;
  sum += h[threadIdx.x * 4 + 1]; // expect: upper-bound load 4/1 4-way
  if (threadIdx.x < 32)
    sum += eighth(h);
  out[threadIdx.x] = sum;
}

// An address that is not known may be across the end of a row.
__global__ void unknown(float *out, int n) {
  // CHECK: :[[@LINE+1]]:20: note: 'c' is declared here {{.*}}; no padding is known to help: no longer rows are known to need fewer wavefronts
  __shared__ float c[2048];
  float *rows = c + n;
  out[threadIdx.x] = rows[threadIdx.x * 32 + 3]; // expect: load 32/1 32-way
}

void launch(float *out, const float *in, int n) {
  fixed<<<1, 256>>>(out, in);
  fixedTwin<<<1, 256>>>(out, in);
  leading<<<1, 32>>>(out, in);
  pointer<<<1, 32>>>(out);
  halfRow<<<1, 32>>>(out, in);
  bytes<<<1, 256>>>((int *)out, (const signed char *)in);
  halves<<<1, 512>>>(out);
  halvesTwin<<<1, 512>>>(out);
  threeQuarters<<<1, 1024>>>(out);
  pairs<<<1, 128>>>(out);
  unknown<<<1, 32>>>(out, n);
}
