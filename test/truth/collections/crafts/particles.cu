// N-body, k-means, cell lists, sparse rows.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;
#define OK(c) ok((c), __LINE__)
static void ok(cudaError_t e, int line) { if (e) { printf("%d: %s\n", line, cudaGetErrorString(e)); exit(1); } }

__device__ float3 pull(float3 f, float4 me, float4 o) {
  float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
  float w = o.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
  f.x += w * dx; f.y += w * dy; f.z += w * dz;
  return f;
}

// float4 tile, P bodies, Q threads share a body and fold at the end.
template <int P, int Q>
__global__ void nbody_mt(const float4 *pos, float4 *acc, int n) {
  __shared__ float4 tile[P * Q];
  __shared__ float3 part[Q][P];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const float4 me = pos[blockIdx.x * P + tx];
  float3 f = make_float3(0.f, 0.f, 0.f);
  for (int base = 0; base < n; base += P * Q) {
    tile[ty * P + tx] = pos[base + ty * P + tx];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < P; ++j) f = pull(f, me, tile[ty * P + j]);
    __syncthreads();
  }
  part[ty][tx] = f;
  __syncthreads();
  if (ty == 0) {
    for (int q = 1; q < Q; ++q) { f.x += part[q][tx].x; f.y += part[q][tx].y; f.z += part[q][tx].z; }
    acc[blockIdx.x * P + tx] = make_float4(f.x, f.y, f.z, 0.f);
  }
}

// k-means: centroids in shared memory, cluster of a point is known (point mod K).
struct Sum { float x, y, z; int count; };
template <int K>
__global__ void kmeans_partial(const float *pts, Sum *out, int n) {
  __shared__ Sum sums[K];
  const int t = threadIdx.x;
  if (t < K) { sums[t].x = sums[t].y = sums[t].z = 0.f; sums[t].count = 0; }
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x) {
    const int c = (t * 5) % K;
    atomicAdd(&sums[c].x, pts[i]);
    atomicAdd(&sums[c].y, pts[n + i]);
    atomicAdd(&sums[c].z, pts[2 * n + i]);
    atomicAdd(&sums[c].count, 1);
  }
  __syncthreads();
  if (t < K) out[blockIdx.x * K + t] = sums[t];
}

// Nearest of 16 centroids of 8 dimensions; centroids are stored [dim][cluster].
__global__ void nearest16(const float *pts, const float *cent, int *label) {
  __shared__ float c[8][16];
  __shared__ float p[64][9];
  const int t = threadIdx.x;
  for (int i = t; i < 128; i += 64) c[i % 8][i / 8] = cent[i];
  for (int i = t; i < 512; i += 64) p[i / 8][i % 8] = pts[blockIdx.x * 512 + i];
  __syncthreads();
  float best = 1e30f; int who = 0;
  for (int k = 0; k < 16; ++k) {
    float d = 0.f;
#pragma unroll
    for (int j = 0; j < 8; ++j) { float e = p[t][j] - c[j][k]; d += e * e; }
    if (d < best) { best = d; who = k; }
  }
  label[blockIdx.x * 64 + t] = who;
}

// ELL rows staged in shared memory, 8 entries a row, x in shared memory as a window.
__global__ void ell_window(const float *val, const float *x, float *y, int rows) {
  __shared__ float sv[8][128];
  __shared__ float sx[128 + 8];
  const int t = threadIdx.x, row = blockIdx.x * 128 + t;
#pragma unroll
  for (int k = 0; k < 8; ++k) sv[k][t] = row < rows ? val[k * rows + row] : 0.f;
  for (int i = t; i < 136; i += 128) sx[i] = x[blockIdx.x * 128 + i];
  __syncthreads();
  float s = 0.f;
#pragma unroll
  for (int k = 0; k < 8; ++k) s += sv[k][t] * sx[t + k];
  if (row < rows) y[row] = s;
}

// CSR rows of a fixed length of 12 reduced in tiles of 4 lanes.
__global__ void csr_tile4(const float *val, float *y) {
  __shared__ float prod[32 * 12];
  __shared__ int ptr[33];
  auto block = cg::this_thread_block();
  auto quad = cg::tiled_partition<4>(block);
  const int t = threadIdx.x;
  if (t <= 32) ptr[t] = t * 12;
  for (int i = t; i < 384; i += 128) prod[i] = val[blockIdx.x * 384 + i] * 2.f;
  block.sync();
  const int row = quad.meta_group_rank();
  float s = 0.f;
#pragma unroll
  for (int k = 0; k < 3; ++k) s += prod[row * 12 + k * 4 + quad.thread_rank()];
  for (int o = 2; o; o >>= 1) s += quad.shfl_down(s, o);
  if (quad.thread_rank() == 0) y[blockIdx.x * 32 + row] = s + ptr[row + 1];
}

// Particle struct of 28 bytes, sorted by cell, moved through shared memory.
struct Particle { float3 p, v; int cell; };
__global__ void gather_cells(const float *in, float *out, float dt) {
  __shared__ Particle sp[96];
  const int t = threadIdx.x;
  float *flat = reinterpret_cast<float *>(sp);
  for (int i = t; i < 96 * 7; i += blockDim.x) flat[i] = in[blockIdx.x * 672 + i];
  __syncthreads();
  sp[t].p.x += dt * sp[t].v.x;
  sp[t].p.y += dt * sp[t].v.y;
  sp[t].p.z += dt * sp[t].v.z;
  sp[t].cell = t / 8;
  __syncthreads();
  for (int i = t; i < 96 * 7; i += blockDim.x) out[blockIdx.x * 672 + i] = flat[i];
}

// Pair list over 27 neighbour offsets with a small table.
__global__ void cell_links(float *out) {
  __shared__ int4 offs[27];
  __shared__ float w[4][4][4];
  const int t = threadIdx.x;
  if (t < 27) offs[t] = make_int4(t % 3 - 1, t / 3 % 3 - 1, t / 9 - 1, 0);
  if (t < 64) w[t >> 4][(t >> 2) & 3][t & 3] = t * 0.5f;
  __syncthreads();
  const int x = t & 3, y = (t >> 2) & 3, z = (t >> 4) & 3;
  float s = 0.f;
  for (int k = 0; k < 27; ++k) {
    int4 o = offs[k];
    s += o.x + 2 * o.y + 3 * o.z;
  }
#pragma unroll
  for (int dz = 0; dz < 2; ++dz)
#pragma unroll
    for (int dx = 0; dx < 2; ++dx) s += w[(z + dz) & 3][y][(x + dx) & 3];
  out[blockIdx.x * blockDim.x + t] = s;
}

template <int P, int Q> void launch_bodies(const float4 *p, float4 *a, int n) {
  const dim3 threads(P, Q);
  nbody_mt<P, Q><<<n / P, threads>>>(p, a, n);
}

int main() {
  float *a, *b;
  OK(cudaMalloc(&a, 1 << 19)); OK(cudaMalloc(&b, 1 << 19));
  OK(cudaMemset(a, 0, 1 << 19));
  launch_bodies<64, 4>((float4 *)a, (float4 *)b, 512);
  launch_bodies<32, 2>((float4 *)a, (float4 *)b, 128);
  kmeans_partial<16><<<2, 128>>>(a, (Sum *)b, 512);
  kmeans_partial<10><<<2, 64>>>(a, (Sum *)b, 256);
  nearest16<<<3, 64>>>(a, a + 4096, (int *)b);
  ell_window<<<3, 128>>>(a, a + 8192, b, 384);
  csr_tile4<<<2, 128>>>(a, b);
  gather_cells<<<3, 96>>>(a, b, 0.1f);
  cell_links<<<2, 128>>>(b);
  OK(cudaGetLastError());
  OK(cudaDeviceSynchronize());
  puts("particles");
}
