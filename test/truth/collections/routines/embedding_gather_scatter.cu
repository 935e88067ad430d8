// Embedding forward (gather, bag pooling, transposed gather) and backward (scatter-add).
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CK(x) ck((x), __LINE__)
static void ck(cudaError_t e, int line) {
  if (e == cudaSuccess) return;
  fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e));
  exit(1);
}

#define WARP_SIZE 32
#define TOKENS_PER_BLOCK 64
#define TR_TOKENS 32
#define TR_DIMS 64
#define BAG_CHUNK 32
#define SLICE_ROWS 64
#define SLICE_DIMS 32
#define IDX_CHUNK 256

// out[t, :] = table[ids[t], :] * scale. block = (32, 8); padding_idx rows come out as zeros.
__global__ void embedding_gather_kernel(const float* __restrict__ table, const int* __restrict__ ids,
                                        float* __restrict__ out, int num_tokens, int dim,
                                        int padding_idx, float scale) {
  __shared__ int s_ids[TOKENS_PER_BLOCK];
  const int tid = threadIdx.y * WARP_SIZE + threadIdx.x;
  const int t0 = blockIdx.x * TOKENS_PER_BLOCK;
  if (tid < TOKENS_PER_BLOCK) s_ids[tid] = (t0 + tid < num_tokens) ? ids[t0 + tid] : -1;
  __syncthreads();

  const int vecs = dim / 4;
  for (int t = threadIdx.y; t < TOKENS_PER_BLOCK; t += blockDim.y) {
    const int id = s_ids[t];
    if (id < 0) break;
    const float4* src = reinterpret_cast<const float4*>(table + (size_t)id * dim);
    float4* dst = reinterpret_cast<float4*>(out + (size_t)(t0 + t) * dim);
    for (int v = threadIdx.x; v < vecs; v += WARP_SIZE) {
      float4 x = make_float4(0.f, 0.f, 0.f, 0.f);
      if (id != padding_idx) {
        x = __ldg(src + v);
        x.x *= scale; x.y *= scale; x.z *= scale; x.w *= scale;
      }
      dst[v] = x;
    }
  }
}

// out[d, t] = table[ids[t], d] + pos[t, d]; the tile is turned around in shared memory.
__global__ void embedding_gather_transposed_kernel(const float* __restrict__ table,
                                                   const float* __restrict__ pos,
                                                   const int* __restrict__ ids,
                                                   float* __restrict__ out, int num_tokens, int dim) {
  __shared__ float tile[TR_TOKENS][TR_DIMS + 1];
  __shared__ int s_ids[TR_TOKENS];
  const int t0 = blockIdx.x * TR_TOKENS;
  const int d0 = blockIdx.y * TR_DIMS;
  if (threadIdx.y == 0) s_ids[threadIdx.x] = t0 + threadIdx.x < num_tokens ? ids[t0 + threadIdx.x] : -1;
  __syncthreads();

  for (int t = threadIdx.y; t < TR_TOKENS; t += blockDim.y) {
    const int id = s_ids[t];
#pragma unroll
    for (int d = threadIdx.x; d < TR_DIMS; d += WARP_SIZE) {
      float v = 0.f;
      if (id >= 0 && d0 + d < dim)
        v = table[(size_t)id * dim + d0 + d] + pos[(size_t)(t0 + t) * dim + d0 + d];
      tile[t][d] = v;
    }
  }
  __syncthreads();

  const int t = t0 + threadIdx.x;
  if (t >= num_tokens) return;
  for (int d = threadIdx.y; d < TR_DIMS && d0 + d < dim; d += blockDim.y)
    out[(size_t)(d0 + d) * num_tokens + t] = tile[threadIdx.x][d];
}

// Weighted bag sum: bag b covers [offsets[b], offsets[b + 1]). One block per bag, dim <= blockDim.x * 2.
struct BagEntry {
  int row;
  float weight;
};

__global__ void embedding_bag_kernel(const float* __restrict__ table, const int* __restrict__ ids,
                                     const float* __restrict__ weights,
                                     const int* __restrict__ offsets, float* __restrict__ out, int dim) {
  __shared__ BagEntry entries[BAG_CHUNK];
  const int begin = offsets[blockIdx.x], end = offsets[blockIdx.x + 1];
  const int d = threadIdx.x * 2;
  float2 acc = make_float2(0.f, 0.f);
  for (int base = begin; base < end; base += BAG_CHUNK) {
    const int n = min(BAG_CHUNK, end - base);
    if (threadIdx.x < n) {
      BagEntry e;
      e.row = ids[base + threadIdx.x];
      e.weight = weights[base + threadIdx.x];
      entries[threadIdx.x] = e;
    }
    __syncthreads();
    if (d < dim) {
      for (int i = 0; i < n; ++i) {
        const BagEntry e = entries[i];
        const float2 r = *reinterpret_cast<const float2*>(table + (size_t)e.row * dim + d);
        acc.x = fmaf(e.weight, r.x, acc.x);
        acc.y = fmaf(e.weight, r.y, acc.y);
      }
    }
    __syncthreads();
  }
  if (d < dim) *reinterpret_cast<float2*>(out + (size_t)blockIdx.x * dim + d) = acc;
}

// Backward for a small vocabulary: a block owns SLICE_ROWS x SLICE_DIMS of the gradient table,
// streams a share of the tokens and accumulates in shared memory, then flushes with global atomics.
__global__ void embedding_scatter_add_kernel(const float* __restrict__ grad_out,
                                             const int* __restrict__ ids,
                                             float* __restrict__ grad_table, int num_tokens, int dim,
                                             int vocab, int tokens_per_split) {
  extern __shared__ int smem[];
  int* s_ids = smem;
  int* s_touched = s_ids + IDX_CHUNK;
  float* s_acc = reinterpret_cast<float*>(s_touched + SLICE_ROWS);

  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const int nthreads = blockDim.x * blockDim.y;
  const int row0 = blockIdx.x * SLICE_ROWS;
  const int d = blockIdx.y * SLICE_DIMS + threadIdx.x;
  const int begin = blockIdx.z * tokens_per_split;
  const int end = min(num_tokens, begin + tokens_per_split);

  for (int i = tid; i < SLICE_ROWS * SLICE_DIMS; i += nthreads) s_acc[i] = 0.f;
  for (int i = tid; i < SLICE_ROWS; i += nthreads) s_touched[i] = 0;

  for (int base = begin; base < end; base += IDX_CHUNK) {
    const int n = min(IDX_CHUNK, end - base);
    __syncthreads();
    for (int i = tid; i < n; i += nthreads) s_ids[i] = ids[base + i] - row0;
    __syncthreads();
    for (int i = threadIdx.y; i < n; i += blockDim.y) {
      const int local = s_ids[i];
      if ((unsigned)local >= SLICE_ROWS) continue;
      if (threadIdx.x == 0) atomicOr(&s_touched[local], 1);
      if (d < dim)
        atomicAdd(&s_acc[local * SLICE_DIMS + threadIdx.x], grad_out[(size_t)(base + i) * dim + d]);
    }
  }
  __syncthreads();

  for (int r = threadIdx.y; r < SLICE_ROWS; r += blockDim.y) {
    if (row0 + r < vocab && d < dim && s_touched[r])
      atomicAdd(&grad_table[(size_t)(row0 + r) * dim + d], s_acc[r * SLICE_DIMS + threadIdx.x]);
  }
}

template <typename T>
static T* dup(const std::vector<T>& h) {
  T* p;
  CK(cudaMalloc(&p, h.size() * sizeof(T)));
  CK(cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}
static bool same(const std::vector<float>& ref, const float* dev, const char* name) {
  std::vector<float> got(ref.size());
  CK(cudaMemcpy(got.data(), dev, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < ref.size(); ++i)
    if (!(std::fabs(ref[i] - got[i]) <= 1e-3f)) {
      printf("%s differs at %zu: %f vs %f\n", name, i, ref[i], got[i]);
      return false;
    }
  return true;
}

int main() {
  const int vocab = 150, dim = 96, tokens = 1000, bags = 40, pad = 3;
  std::vector<float> table(vocab * dim), pos(tokens * dim), wts(tokens), grad(tokens * dim);
  std::vector<int> ids(tokens), offs(bags + 1, 0);
  for (size_t i = 0; i < table.size(); ++i) table[i] = float(i * 29 % 101) / 50.f - 1.f;
  for (size_t i = 0; i < pos.size(); ++i) { pos[i] = float(i * 13 % 37) / 37.f; grad[i] = float(i * 7 % 23) / 16.f - 0.5f; }
  for (int t = 0; t < tokens; ++t) { ids[t] = (t * t + 31 * t) % vocab; wts[t] = 0.1f * (t % 9); }
  for (int b = 0; b < bags; ++b) offs[b + 1] = std::min(tokens, offs[b] + (b * 17) % 71);

  std::vector<float> r1(tokens * dim), r2(tokens * dim), r3(bags * dim, 0.f), r4(vocab * dim, 0.f);
  for (int t = 0; t < tokens; ++t)
    for (int d = 0; d < dim; ++d) {
      const float e = table[ids[t] * dim + d];
      r1[t * dim + d] = ids[t] == pad ? 0.f : e * 2.f;
      r2[d * tokens + t] = e + pos[t * dim + d];
      r4[ids[t] * dim + d] += grad[t * dim + d];
    }
  for (int b = 0; b < bags; ++b)
    for (int i = offs[b]; i < offs[b + 1]; ++i)
      for (int d = 0; d < dim; ++d) r3[b * dim + d] += wts[i] * table[ids[i] * dim + d];

  float *dT = dup(table), *dP = dup(pos), *dW = dup(wts), *dG = dup(grad);
  int *dI = dup(ids), *dOff = dup(offs);
  float *o1, *o2, *o3, *o4;
  CK(cudaMalloc(&o1, r1.size() * 4)); CK(cudaMalloc(&o2, r2.size() * 4));
  CK(cudaMalloc(&o3, r3.size() * 4)); CK(cudaMalloc(&o4, r4.size() * 4));
  CK(cudaMemset(o4, 0, r4.size() * 4));
  auto cdiv = [](int a, int b) { return (a + b - 1) / b; };
  const dim3 block(WARP_SIZE, 8);

  embedding_gather_kernel<<<cdiv(tokens, TOKENS_PER_BLOCK), block>>>(dT, dI, o1, tokens, dim, pad, 2.f);
  CK(cudaGetLastError());
  embedding_gather_transposed_kernel<<<dim3(cdiv(tokens, TR_TOKENS), cdiv(dim, TR_DIMS)), block>>>(
      dT, dP, dI, o2, tokens, dim);
  CK(cudaGetLastError());
  embedding_bag_kernel<<<bags, 64>>>(dT, dI, dW, dOff, o3, dim);
  CK(cudaGetLastError());
  const int splits = 3;
  const size_t smem = (IDX_CHUNK + SLICE_ROWS) * sizeof(int) + SLICE_ROWS * SLICE_DIMS * sizeof(float);
  embedding_scatter_add_kernel<<<dim3(cdiv(vocab, SLICE_ROWS), cdiv(dim, SLICE_DIMS), splits), block, smem>>>(
      dG, dI, o4, tokens, dim, vocab, cdiv(tokens, splits));
  CK(cudaGetLastError());
  CK(cudaDeviceSynchronize());

  bool ok = same(r1, o1, "gather");
  ok = same(r2, o2, "gather_transposed") && ok;
  ok = same(r3, o3, "bag") && ok;
  ok = same(r4, o4, "scatter_add") && ok;
  puts(ok ? "OK" : "FAIL");
  for (float* p : {dT, dP, dW, dG, o1, o2, o3, o4}) cudaFree(p);
  cudaFree(dI); cudaFree(dOff);
  return !ok;
}
