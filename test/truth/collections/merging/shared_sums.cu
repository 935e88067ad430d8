// Stores of neighbours whose subscript may be computed from another sum, so
// that the compiler no longer sees that it is even; and some where it does see
// it.
#include <cuda_runtime.h>

namespace {

__global__ void quads(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  s[(w << 7) + (l << 2) + 0] = g[t];
  s[(w << 7) + (l << 2) + 1] = g[t + 1];
  s[(w << 7) + (l << 2) + 2] = g[t + 2];
  s[(w << 7) + (l << 2) + 3] = g[t + 3];

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void quads_by_division(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  const int wd = t / 32;
  s[(wd << 7) + (l << 2) + 0] = g[t];
  s[(wd << 7) + (l << 2) + 1] = g[t + 1];
  s[(wd << 7) + (l << 2) + 2] = g[t + 2];
  s[(wd << 7) + (l << 2) + 3] = g[t + 3];

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void quads_behind_loads(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[(w << 7) + l], b = g[(w << 7) + l + 32], c = g[(w << 7) + l + 64],
      d = g[(w << 7) + l + 96];
  s[(w << 7) + (l << 2) + 0] = a;
  s[(w << 7) + (l << 2) + 1] = b;
  s[(w << 7) + (l << 2) + 2] = c;
  s[(w << 7) + (l << 2) + 3] = d;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void quads_behind_guards(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = 0, b = 0, c = 0, d = 0;
  if ((w << 7) + l < n)
    a = g[(w << 7) + l];
  if ((w << 7) + l + 32 < n)
    b = g[(w << 7) + l + 32];
  if ((w << 7) + l + 64 < n)
    c = g[(w << 7) + l + 64];
  if ((w << 7) + l + 96 < n)
    d = g[(w << 7) + l + 96];
  s[(w << 7) + (l << 2) + 0] = a;
  s[(w << 7) + (l << 2) + 1] = b;
  s[(w << 7) + (l << 2) + 2] = c;
  s[(w << 7) + (l << 2) + 3] = d;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void quads_behind_value(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = (w << 7) + l;
  s[(w << 7) + (l << 2) + 0] = a;
  s[(w << 7) + (l << 2) + 1] = a + 32;
  s[(w << 7) + (l << 2) + 2] = a + 64;
  s[(w << 7) + (l << 2) + 3] = a + 96;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_loads(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[w * 128 + l], b = g[w * 128 + l + 32];
  s[w * 128 + l * 2] = a;
  s[w * 128 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[t], b = g[t + 32];
  s[(w << 6) + (l << 1)] = a;
  s[(w << 6) + (l << 1) + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_shifts(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[(w << 6) + l], b = g[(w << 6) + l + 32];
  s[(w << 6) + (l << 1)] = a;
  s[(w << 6) + (l << 1) + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_row(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[(w << 6)], b = g[(w << 6) + 32];
  s[(w << 6) + (l << 1)] = a;
  s[(w << 6) + (l << 1) + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_lane(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[l], b = g[l + 32];
  s[(w << 6) + (l << 1)] = a;
  s[(w << 6) + (l << 1) + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_same(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[(w << 6) + (l << 1)], b = g[(w << 6) + (l << 1) + 1];
  s[(w << 6) + (l << 1)] = a;
  s[(w << 6) + (l << 1) + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_y(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  const int y = threadIdx.y;
  int a = g[threadIdx.y * 64 + l], b = g[threadIdx.y * 64 + l + 32];
  s[threadIdx.y * 64 + l * 2] = a;
  s[threadIdx.y * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_y(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  const int y = threadIdx.y;
  int a = g[t], b = g[t + 32];
  s[threadIdx.y * 64 + l * 2] = a;
  s[threadIdx.y * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_k(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[t], b = g[t + 32];
  s[k * 64 + l * 2] = a;
  s[k * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_k(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[k * 64 + l], b = g[k * 64 + l + 32];
  s[k * 64 + l * 2] = a;
  s[k * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_offset(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int sl = k * 64;
  int bw = (w - k < 0) ? 0 : w - k;
  int a = g[sl + l + (bw << 7)], b = g[sl + l + (bw << 7) + 32];
  s[sl + (bw << 7) + (l << 1)] = a;
  s[sl + (bw << 7) + (l << 1) + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_before(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[t], b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;
  g[w * 64 + l] = 7;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_branch(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[t], b = g[t + 32];
  if (n > k)
    g[w * 64 + l] = a;
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_in_branch(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[t], b = g[t + 32];
  g[w * 64 + l] = a;
  if (n > k) {
    s[w * 64 + l * 2] = a;
    s[w * 64 + l * 2 + 1] = b;
  }
  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_unsigned(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  const unsigned ul = threadIdx.x & 31, uw = threadIdx.x >> 5;
  int a = g[uw * 64 + ul], b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_64_bits(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[(size_t)w * 64 + l], b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_triple(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[w * 64 + l * 3], b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_difference(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[w * 64 - l], b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_aligned(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[w * 64 + l * 4], b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_shared_load(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = s[w * 64 + l], b = g[t + 32];
  __syncthreads();
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_value(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = w * 64 + l, b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_guard(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  if (w * 64 + l < n) {
    int a = g[t], b = g[t + 32];
    s[w * 64 + l * 2] = a;
    s[w * 64 + l * 2 + 1] = b;
  }
  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void rows(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  __shared__ int q[16][64];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[w * 64 + l], b = g[t + 32];
  q[w][l * 2] = a;
  q[w][l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096] + q[t % 16][t / 16];
}

__global__ void rows_behind_rows(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  __shared__ int q[16][64];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = q[w][l], b = g[t + 32];
  __syncthreads();
  q[w][l * 2] = a;
  q[w][l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096] + q[t % 16][t / 16];
}

__global__ void pairs_behind_row_of_y(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  const int y = threadIdx.y;
  int a = g[y * 64 + l], b = g[t + 32];
  s[y * 64 + l * 2] = a;
  s[y * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_of_two_terms(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[w * 64 + k + l], b = g[t + 32];
  s[w * 64 + k * 2 + l * 2] = a;
  s[w * 64 + k * 2 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_more(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[w * 64 + l + n], b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_more_before(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[n + w * 64 + l], b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_pointer(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int *p = g + w * 64;
  int a = p[l], b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_by_pointer(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[w * 64 + l], b = g[t + 32];
  int *p = s + w * 64;
  p[l * 2] = a;
  p[l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_in_loop(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  for (int i = 0; i < 4; ++i) {
    int a = g[w * 64 + l + i * 256], b = g[t + 32 + i];
    s[w * 64 + i * 256 + l * 2] = a;
    s[w * 64 + i * 256 + l * 2 + 1] = b;
  }
  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_in_unknown_loop(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  for (int i = 0; i < n; ++i) {
    int a = g[w * 64 + l + i * 256], b = g[t + 32 + i];
    s[w * 64 + i * 256 + l * 2] = a;
    s[w * 64 + i * 256 + l * 2 + 1] = b;
  }
  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void quads_behind_vector(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  const int y = threadIdx.y;
  float4 v = ((float4 *)g)[w * 16 + l];
  s[w * 64 + l * 4] = v.x;
  s[w * 64 + l * 4 + 1] = v.y;
  s[w * 64 + l * 4 + 2] = v.z;
  s[w * 64 + l * 4 + 3] = v.w;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_loaded(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[w * 64 + l];
  s[t] = a;
  __syncthreads();
  g[t] = s[w * 64 + l * 2] + s[w * 64 + l * 2 + 1];

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_by_block(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  const int y = threadIdx.y;
  int a = g[y * blockDim.x + t], b = g[t + 32];
  s[y * blockDim.x * 2 + t * 2] = a;
  s[y * blockDim.x * 2 + t * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_block(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[blockIdx.x * 64 + w * 64 + l], b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

__global__ void pairs_behind_block_sum(int *g, int *o, int k, int n) {
  __shared__ int s[4096];
  const int t = threadIdx.x, l = t & 31, w = t >> 5;
  int a = g[blockIdx.x * 64 + (w * 64 + l)], b = g[t + 32];
  s[w * 64 + l * 2] = a;
  s[w * 64 + l * 2 + 1] = b;

  __syncthreads();
  o[t] = s[t * 33 % 4096];
}

} // namespace

int main() {
  int *g, *o;
  cudaMalloc(&g, 65536 * sizeof(int));
  cudaMalloc(&o, 65536 * sizeof(int));
  cudaMemset(g, 0, 65536 * sizeof(int));
  quads<<<1, 128>>>(g, o, 1, 4096);
  quads_by_division<<<1, 128>>>(g, o, 1, 4096);
  quads_behind_loads<<<1, 128>>>(g, o, 1, 4096);
  quads_behind_guards<<<1, 128>>>(g, o, 1, 4096);
  quads_behind_value<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_loads<<<1, 128>>>(g, o, 1, 4096);
  pairs<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_shifts<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_row<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_lane<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_same<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_y<<<1, 128>>>(g, o, 1, 4096);
  pairs_y<<<1, 128>>>(g, o, 1, 4096);
  pairs_k<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_k<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_offset<<<1, 128>>>(g, o, 1, 4096);
  pairs_before<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_branch<<<1, 128>>>(g, o, 1, 4096);
  pairs_in_branch<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_unsigned<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_64_bits<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_triple<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_difference<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_aligned<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_shared_load<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_value<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_guard<<<1, 128>>>(g, o, 1, 4096);
  rows<<<1, 128>>>(g, o, 1, 4096);
  rows_behind_rows<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_row_of_y<<<1, 128>>>(g, o, 1, 4096);
  pairs_of_two_terms<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_more<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_more_before<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_pointer<<<1, 128>>>(g, o, 1, 4096);
  pairs_by_pointer<<<1, 128>>>(g, o, 1, 4096);
  pairs_in_loop<<<1, 128>>>(g, o, 1, 4096);
  pairs_in_unknown_loop<<<1, 128>>>(g, o, 1, 8);
  quads_behind_vector<<<1, 128>>>(g, o, 1, 4096);
  pairs_loaded<<<1, 128>>>(g, o, 1, 4096);
  pairs_by_block<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_block<<<1, 128>>>(g, o, 1, 4096);
  pairs_behind_block_sum<<<1, 128>>>(g, o, 1, 4096);
  return cudaDeviceSynchronize() != cudaSuccess;
}
