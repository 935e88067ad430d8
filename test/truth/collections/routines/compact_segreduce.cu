// Order-preserving stream compaction (count, scan, scatter) followed by a
// segmented reduction of the surviving records by key.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK_CUDA(stmt)                                                          \
  do {                                                                            \
    cudaError_t status_ = (stmt);                                                 \
    if (status_ != cudaSuccess) {                                                 \
      fprintf(stderr, "%s at %d: %s\n", #stmt, __LINE__, cudaGetErrorString(status_)); \
      puts("FAIL");                                                               \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)

#define LOG_SPACING 5
#define SPREAD(n) ((n) + ((n) >> LOG_SPACING))

enum { THREADS = 256, ITEMS = 8, TILE = THREADS * ITEMS, SCAN_N = 1024 };

struct __align__(8) Record {
  int key;
  int value;
};

struct Keep {
  int threshold;
  __host__ __device__ bool operator()(const Record& r) const {
    return r.value > threshold && (r.key & 3) != 1;
  }
};

__global__ void __launch_bounds__(THREADS)
count_kept(const Record* __restrict__ in, int n, Keep keep, int* __restrict__ block_counts) {
  __shared__ int partial[THREADS];
  const int tid = threadIdx.x;
  int c = 0;
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    const int idx = blockIdx.x * TILE + i * THREADS + tid;
    if (idx < n) c += keep(in[idx]) ? 1 : 0;
  }
  partial[tid] = c;
  __syncthreads();
  for (int s = THREADS / 2; s > 0; s >>= 1) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid == 0) block_counts[blockIdx.x] = partial[0];
}

// Work-efficient exclusive scan of up to SCAN_N values by SCAN_N / 2 threads.
__global__ void scan_block_counts(int* __restrict__ data, int m, int* __restrict__ total) {
  __shared__ int temp[SPREAD(SCAN_N)];
  const int tid = threadIdx.x;
  const int ai = tid, bi = tid + SCAN_N / 2;
  temp[SPREAD(ai)] = ai < m ? data[ai] : 0;
  temp[SPREAD(bi)] = bi < m ? data[bi] : 0;

  int offset = 1;
  for (int d = SCAN_N >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      const int a = offset * (2 * tid + 1) - 1;
      const int b = offset * (2 * tid + 2) - 1;
      temp[SPREAD(b)] += temp[SPREAD(a)];
    }
    offset <<= 1;
  }
  if (tid == 0) {
    *total = temp[SPREAD(SCAN_N - 1)];
    temp[SPREAD(SCAN_N - 1)] = 0;
  }
  for (int d = 1; d < SCAN_N; d <<= 1) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      const int a = SPREAD(offset * (2 * tid + 1) - 1);
      const int b = SPREAD(offset * (2 * tid + 2) - 1);
      const int t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
    }
  }
  __syncthreads();
  if (ai < m) data[ai] = temp[SPREAD(ai)];
  if (bi < m) data[bi] = temp[SPREAD(bi)];
}

// Exclusive prefix sum of one int per thread; returns the block total too.
template <int NT>
__device__ int block_exclusive_sum(int v, int* warp_totals, int& total) {
  const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  int incl = v;
#pragma unroll
  for (int o = 1; o < 32; o <<= 1) {
    const int t = __shfl_up_sync(0xffffffffu, incl, o);
    if (lane >= o) incl += t;
  }
  if (lane == 31) warp_totals[wid] = incl;
  __syncthreads();
  int before = 0;
  total = 0;
#pragma unroll
  for (int w = 0; w < NT / 32; ++w) {
    const int t = warp_totals[w];
    if (w < wid) before += t;
    total += t;
  }
  return before + incl - v;
}

__global__ void __launch_bounds__(THREADS)
scatter_kept(const Record* __restrict__ in, int n, Keep keep, const int* __restrict__ block_base,
             Record* __restrict__ out) {
  __shared__ Record stage[TILE];
  __shared__ int warp_totals[THREADS / 32];
  const int tid = threadIdx.x;
  const int base = blockIdx.x * TILE;

#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    const int s = i * THREADS + tid;
    stage[s] = base + s < n ? in[base + s] : Record{1, INT_MIN};
  }
  __syncthreads();

  Record mine[ITEMS];
  unsigned mask = 0;
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    mine[i] = stage[tid * ITEMS + i];
    if (keep(mine[i])) mask |= 1u << i;
  }
  int total;
  int pos = block_exclusive_sum<THREADS>(__popc(mask), warp_totals, total);
  // the barrier in the scan separates the reads of stage from the writes below
#pragma unroll
  for (int i = 0; i < ITEMS; ++i)
    if (mask & (1u << i)) stage[pos++] = mine[i];
  __syncthreads();

  Record* dst = out + block_base[blockIdx.x];
  for (int i = tid; i < total; i += THREADS) dst[i] = stage[i];
}

// Keys are non-decreasing. Segmented inclusive scan per block with double
// buffering; the tail of each run adds its sum to the output.
template <int NT>
__global__ void segmented_sum(const Record* __restrict__ rec, const int* __restrict__ count,
                              long long* __restrict__ sums) {
  extern __shared__ long long dyn[];
  long long* cur = dyn;
  long long* nxt = dyn + NT;
  int* keys = reinterpret_cast<int*>(dyn + 2 * NT);
  const int n = *count;
  const int tid = threadIdx.x;

  for (int base = blockIdx.x * NT; base < n; base += gridDim.x * NT) {
    const int idx = base + tid;
    int key = -1;
    long long v = 0;
    if (idx < n) {
      key = rec[idx].key;
      v = rec[idx].value;
    }
    keys[tid] = key;
    cur[tid] = v;
    __syncthreads();
#pragma unroll
    for (int o = 1; o < NT; o <<= 1) {
      if (tid >= o && keys[tid - o] == key) v += cur[tid - o];
      nxt[tid] = v;
      __syncthreads();
      long long* t = cur;
      cur = nxt;
      nxt = t;
    }
    const bool tail = tid == NT - 1 || keys[tid + 1] != key;
    if (key >= 0 && tail)
      atomicAdd(reinterpret_cast<unsigned long long*>(&sums[key]),
                static_cast<unsigned long long>(v));
    __syncthreads();
  }
}

int main() {
  const int n = 200011, nkeys = 3000;
  const int blocks = (n + TILE - 1) / TILE;
  const Keep keep{-200};
  std::vector<Record> in(n), kept;
  unsigned s = 1u;
  int key = 0;
  for (auto& r : in) {
    s = s * 1664525u + 1013904223u;
    if ((s >> 10) % 80 == 0 && key < nkeys - 1) ++key;
    r.key = key;
    r.value = int((s >> 16) & 1023) - 512;
  }
  std::vector<long long> ref(nkeys, 0), sums(nkeys);
  for (const auto& r : in)
    if (keep(r)) {
      kept.push_back(r);
      ref[r.key] += r.value;
    }

  Record *d_in, *d_out;
  int *d_counts, *d_total;
  long long* d_sums;
  CHECK_CUDA(cudaMalloc(&d_in, n * sizeof(Record)));
  CHECK_CUDA(cudaMalloc(&d_out, n * sizeof(Record)));
  CHECK_CUDA(cudaMalloc(&d_counts, blocks * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&d_total, sizeof(int)));
  CHECK_CUDA(cudaMalloc(&d_sums, nkeys * sizeof(long long)));
  CHECK_CUDA(cudaMemcpy(d_in, in.data(), n * sizeof(Record), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemset(d_sums, 0, nkeys * sizeof(long long)));

  count_kept<<<blocks, THREADS>>>(d_in, n, keep, d_counts);
  scan_block_counts<<<1, SCAN_N / 2>>>(d_counts, blocks, d_total);
  scatter_kept<<<blocks, THREADS>>>(d_in, n, keep, d_counts, d_out);
  const size_t shmem = 256 * (2 * sizeof(long long) + sizeof(int));
  segmented_sum<256><<<60, 256, shmem>>>(d_out, d_total, d_sums);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());

  int total = -1;
  CHECK_CUDA(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  bool ok = total == int(kept.size());
  if (ok) {
    std::vector<Record> got(total);
    CHECK_CUDA(cudaMemcpy(got.data(), d_out, total * sizeof(Record), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(sums.data(), d_sums, nkeys * sizeof(long long), cudaMemcpyDeviceToHost));
    for (int i = 0; i < total; ++i)
      ok = ok && got[i].key == kept[i].key && got[i].value == kept[i].value;
    ok = ok && sums == ref;
  }
  puts(ok ? "OK" : "FAIL");
  return ok ? 0 : 1;
}
