// Loads and stores of matrix fragments lie in lanes as measured; those of one
// call are one entry.
//
// RUN: %banklint --format=json %s | %python %verdict %s
#include <mma.h>
using namespace nvcuda;

template <int Pitch> __global__ void halves(float *out) {
  __shared__ __half a[32][Pitch];
  __shared__ float c[16][Pitch];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  // expect[halves<64>]: matrix-load 32/4 8-way
  // expect[halves<72>]: matrix-load 4/4
  wmma::load_matrix_sync(fa, &a[0][0], Pitch);
  // expect[halves<64>]: matrix-load 32/4 8-way
  // expect[halves<72>]: matrix-load 4/4
  wmma::load_matrix_sync(fb, &a[16][0], Pitch);
  wmma::mma_sync(fc, fa, fb, fc);
  // expect[halves<64>]: store 8/2 4-way total 64/16
  // expect[halves<72>]: store 2/2 total 16/16
  wmma::store_matrix_sync(&c[0][0], fc, Pitch, wmma::mem_row_major);
}

__global__ void others(int pitch) {
  __shared__ float s[4096];
  __shared__ __nv_bfloat16 b[4096];
  __shared__ double d[1024];
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                 wmma::row_major> ft;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> fb;
  wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fd;
  wmma::load_matrix_sync(ft, s, 32); // expect: load 8/1 8-way total 32/4
  wmma::load_matrix_sync(ft, s, 36); // expect: load 1/1 total 4/4
  wmma::load_matrix_sync(fb, b, 64); // expect: load 8/1 8-way total 32/4
  wmma::load_matrix_sync(fb, b, 72); // expect: load 1/1 total 4/4
  wmma::load_matrix_sync(fd, d, 4);  // expect: load 2/2
  wmma::load_matrix_sync(fd, d, 16); // expect: load 8/2 4-way
}

void launch(float *out) {
  halves<64><<<1, 64>>>(out);
  halves<72><<<1, dim3(16, 4)>>>(out);
  others<<<1, 32>>>(4);
}
