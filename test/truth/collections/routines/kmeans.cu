// K-means: two assignment kernels, accumulation of cluster sums, centroid update.
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

static void CK(cudaError_t e) {
  if (e == cudaSuccess) return;
  std::printf("%s\nFAIL\n", cudaGetErrorString(e));
  std::exit(EXIT_FAILURE);
}

constexpr int DIM = 16;
constexpr int DIM4 = DIM / 4;

__device__ __forceinline__ float dot4(const float4& a, const float4& b, float acc) {
  return fmaf(a.w, b.w, fmaf(a.z, b.z, fmaf(a.y, b.y, fmaf(a.x, b.x, acc))));
}

__device__ void stage_centroids(float4* __restrict__ s_cent, float* __restrict__ s_norm,
                                const float4* __restrict__ centroids, int k) {
  for (int i = threadIdx.x; i < k * DIM4; i += blockDim.x) s_cent[i] = centroids[i];
  __syncthreads();
  for (int c = threadIdx.x; c < k; c += blockDim.x) {
    float nrm = 0.0f;
#pragma unroll
    for (int q = 0; q < DIM4; ++q) {
      const float4 v = s_cent[c * DIM4 + q];
      nrm = dot4(v, v, nrm);
    }
    s_norm[c] = 0.5f * nrm;
  }
  __syncthreads();
}

// One thread per point; all centroids resident in shared memory.
__global__ void assign_resident(const float4* __restrict__ points, int n,
                                const float4* __restrict__ centroids, int k,
                                int* __restrict__ labels) {
  extern __shared__ float4 s_mem[];
  float4* s_cent = s_mem;                                     // k * DIM4
  float* s_norm = reinterpret_cast<float*>(s_cent + k * DIM4);   // k
  stage_centroids(s_cent, s_norm, centroids, k);

  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += gridDim.x * blockDim.x) {
    float4 v[DIM4];
#pragma unroll
    for (int q = 0; q < DIM4; ++q) v[q] = points[p * DIM4 + q];
    float best = -FLT_MAX;
    int arg = 0;
    for (int c = 0; c < k; ++c) {
      float s = -s_norm[c];
#pragma unroll
      for (int q = 0; q < DIM4; ++q) s = dot4(v[q], s_cent[c * DIM4 + q], s);
      if (s > best) best = s, arg = c;
    }
    labels[p] = arg;
  }
}

// Tiled: 16x16 threads score PT points against CT centroids at a time.
template <int PT, int CT>
__global__ void __launch_bounds__(256)
assign_tiled(const float* __restrict__ points, int n, const float* __restrict__ centroids, int k,
             int* __restrict__ labels) {
  constexpr int PI = PT / 16, CI = CT / 16;
  __shared__ float s_pts[PT][DIM + 1];
  __shared__ float s_cen[CT][DIM + 1];
  __shared__ float s_best[PT][16];
  __shared__ short s_arg[PT][16];

  const int tx = threadIdx.x, ty = threadIdx.y, tid = ty * 16 + tx;
  const int p0 = blockIdx.x * PT;

  for (int i = tid; i < PT * DIM; i += 256) {
    const int r = i / DIM, d = i % DIM;
    s_pts[r][d] = p0 + r < n ? points[(p0 + r) * DIM + d] : 0.0f;
  }

  float best[PI];
  int arg[PI];
#pragma unroll
  for (int i = 0; i < PI; ++i) best[i] = FLT_MAX, arg[i] = 0;

  for (int c0 = 0; c0 < k; c0 += CT) {
    for (int i = tid; i < CT * DIM; i += 256) {
      const int r = i / DIM, d = i % DIM;
      s_cen[r][d] = c0 + r < k ? centroids[(c0 + r) * DIM + d] : 0.0f;
    }
    __syncthreads();

    float dist[PI][CI] = {};
#pragma unroll
    for (int d = 0; d < DIM; ++d) {
      float pv[PI], cv[CI];
#pragma unroll
      for (int i = 0; i < PI; ++i) pv[i] = s_pts[ty + 16 * i][d];
#pragma unroll
      for (int j = 0; j < CI; ++j) cv[j] = s_cen[tx + 16 * j][d];
#pragma unroll
      for (int i = 0; i < PI; ++i)
#pragma unroll
        for (int j = 0; j < CI; ++j) {
          const float t = pv[i] - cv[j];
          dist[i][j] = fmaf(t, t, dist[i][j]);
        }
    }
#pragma unroll
    for (int j = 0; j < CI; ++j) {
      const int c = c0 + tx + 16 * j;
#pragma unroll
      for (int i = 0; i < PI; ++i)
        if (c < k && dist[i][j] < best[i]) best[i] = dist[i][j], arg[i] = c;
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < PI; ++i) {
    s_best[ty + 16 * i][tx] = best[i];
    s_arg[ty + 16 * i][tx] = static_cast<short>(arg[i]);
  }
  __syncthreads();
  if (tid < PT && p0 + tid < n) {
    float b = s_best[tid][0];
    int a = s_arg[tid][0];
    for (int j = 1; j < 16; ++j)
      if (s_best[tid][j] < b) b = s_best[tid][j], a = s_arg[tid][j];
    labels[p0 + tid] = a;
  }
}

// blockDim = (DIM, rows): one thread per coordinate. Writes one partial per block.
__global__ void accumulate(const float* __restrict__ points, int n, const int* __restrict__ labels,
                           int k, float* __restrict__ part_sum, int* __restrict__ part_cnt) {
  extern __shared__ float s_acc[];
  float* s_sum = s_acc;
  int* s_cnt = reinterpret_cast<int*>(&s_acc[k * DIM]);
  const int tid = threadIdx.y * DIM + threadIdx.x;
  const int nthreads = DIM * blockDim.y;
  for (int i = tid; i < k * DIM; i += nthreads) s_sum[i] = 0.0f;
  for (int i = tid; i < k; i += nthreads) s_cnt[i] = 0;
  __syncthreads();

  for (int p = blockIdx.x * blockDim.y + threadIdx.y; p < n; p += gridDim.x * blockDim.y) {
    const int c = labels[p];
    atomicAdd(&s_sum[c * DIM + threadIdx.x], points[p * DIM + threadIdx.x]);
    if (threadIdx.x == 0) atomicAdd(&s_cnt[c], 1);
  }
  __syncthreads();

  for (int i = tid; i < k * DIM; i += nthreads) part_sum[blockIdx.x * k * DIM + i] = s_sum[i];
  for (int i = tid; i < k; i += nthreads) part_cnt[blockIdx.x * k + i] = s_cnt[i];
}

// One block per cluster, blockDim = (DIM, ROWS).
template <int ROWS>
__global__ void update_centroids(const float* __restrict__ part_sum,
                                 const int* __restrict__ part_cnt, int parts, int k,
                                 float* __restrict__ centroids) {
  __shared__ float sum[ROWS][DIM];
  __shared__ int cnt[ROWS];
  const int c = blockIdx.x, d = threadIdx.x, r = threadIdx.y;
  float s = 0.0f;
  int m = 0;
  for (int p = r; p < parts; p += ROWS) {
    s += part_sum[(p * k + c) * DIM + d];
    m += part_cnt[p * k + c];
  }
  sum[r][d] = s;
  if (d == 0) cnt[r] = m;
  __syncthreads();
  if (r == 0) {
    for (int i = 1; i < ROWS; ++i) {
      s += sum[i][d];
      m += cnt[i];
    }
    if (m > 0) centroids[c * DIM + d] = s / m;
  }
}

static bool labels_ok(const std::vector<float>& pts, const std::vector<float>& cen,
                      const std::vector<int>& lab, int n, int k) {
  for (int p = 0; p < n; ++p) {
    double best = 1e300, mine = 1e300;
    for (int c = 0; c < k; ++c) {
      double d2 = 0;
      for (int d = 0; d < DIM; ++d) d2 += std::pow(double(pts[p * DIM + d]) - cen[c * DIM + d], 2);
      best = d2 < best ? d2 : best;
      if (c == lab[p]) mine = d2;
    }
    if (mine > best + 5e-3) return false;
  }
  return true;
}

int main() {
  const int n = 6007, k = 40, blocks = 24;
  std::vector<float> pts(n * DIM), cen(k * DIM);
  unsigned s = 4242u;
  auto rnd = [&] { s = s * 1664525u + 1013904223u; return float(s >> 8) / 16777216.0f; };
  for (int p = 0; p < n; ++p)
    for (int d = 0; d < DIM; ++d) pts[p * DIM + d] = float((p * 7 + d * 3) % 11) * 0.5f + rnd();
  for (int i = 0; i < k * DIM; ++i) cen[i] = pts[(i / DIM) * 149 * DIM + i % DIM];

  float *d_pts, *d_cen, *d_ps;
  int *d_lab, *d_pc;
  const size_t pts_bytes = pts.size() * sizeof(float), cen_bytes = cen.size() * sizeof(float);
  CK(cudaMalloc(&d_pts, pts_bytes));
  CK(cudaMalloc(&d_cen, cen_bytes));
  CK(cudaMalloc(&d_ps, blocks * k * DIM * sizeof(float)));
  CK(cudaMalloc(&d_pc, blocks * k * sizeof(int)));
  CK(cudaMalloc(&d_lab, n * sizeof(int)));
  CK(cudaMemcpy(d_pts, pts.data(), pts_bytes, cudaMemcpyHostToDevice));
  CK(cudaMemcpy(d_cen, cen.data(), cen_bytes, cudaMemcpyHostToDevice));

  bool ok = true;
  std::vector<int> lab(n);
  for (int iter = 0; iter < 4; ++iter) {
    CK(cudaMemset(d_lab, 0xff, n * sizeof(int)));
    if (iter % 2 == 0) {
      const size_t sh = k * (sizeof(float4) * DIM4 + sizeof(float));
      assign_resident<<<blocks, 128, sh>>>((float4*)d_pts, n, (float4*)d_cen, k, d_lab);
    } else {
      assign_tiled<64, 32><<<(n + 63) / 64, dim3(16, 16)>>>(d_pts, n, d_cen, k, d_lab);
    }
    CK(cudaGetLastError());
    CK(cudaMemcpy(lab.data(), d_lab, n * sizeof(int), cudaMemcpyDeviceToHost));
    if (!(ok = ok && labels_ok(pts, cen, lab, n, k))) break;

    accumulate<<<blocks, dim3(DIM, 16), k * (DIM * sizeof(float) + sizeof(int))>>>(
        d_pts, n, d_lab, k, d_ps, d_pc);
    update_centroids<8><<<k, dim3(DIM, 8)>>>(d_ps, d_pc, blocks, k, d_cen);
    CK(cudaGetLastError());
    std::vector<double> sum(k * DIM, 0.0), cnt(k, 0.0);
    for (int p = 0; p < n; ++p) {
      cnt[lab[p]]++;
      for (int d = 0; d < DIM; ++d) sum[lab[p] * DIM + d] += pts[p * DIM + d];
    }
    const std::vector<float> before = cen;
    CK(cudaMemcpy(cen.data(), d_cen, cen_bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < k * DIM; ++i) {
      const double want = cnt[i / DIM] ? sum[i] / cnt[i / DIM] : before[i];
      ok = ok && std::fabs(want - cen[i]) < 1e-3;
    }
  }
  return std::puts(ok ? "OK" : "FAIL"), ok ? 0 : 1;
}
