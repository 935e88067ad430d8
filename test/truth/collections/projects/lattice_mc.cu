// lattice_mc.cu : Ising, q-state Potts and compact U(1) gauge theory in two dimensions,
// checkerboard Metropolis on shared memory tiles, energy histogram.
//
// Tiles read a frozen halo and run `nsub` sub-sweeps before writing to the second buffer.
// Counter based random numbers so the Ising run can be repeated on the host.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GPU(call) do { cudaError_t rc = call; if (rc != cudaSuccess) { \
  fprintf(stderr, "GPU error '%s' at %s:%d\n", cudaGetErrorString(rc), __FILE__, __LINE__); exit(1); } } while (0)

#define BX 32
#define BY 8
#define TH 16            // tile height: every thread owns TH/BY sites per colour pair
#define NBIN 128
#define Q 6

typedef signed char spin_t;

__host__ __device__ static inline unsigned hash3(unsigned a, unsigned b, unsigned c)
{
  unsigned h = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA77u ^ (c + 0x165667B1u) * 0xC2B2AE3Du;
  h ^= h >> 15; h *= 0x2C1B3C6Du; h ^= h >> 12; h *= 0x297A2D39u; h ^= h >> 15;
  return h;
}
__host__ __device__ static inline float uniform(unsigned site, unsigned sweep, unsigned tag)
{ return (hash3(site, sweep, tag) >> 8) * (1.0f / 16777216.0f); }

__host__ __device__ static inline int wrap(int i, int n) { return i < 0 ? i + n : (i >= n ? i - n : i); }

/* ---------------- Ising ---------------- */
__global__ void ising_sweep(const spin_t *src, spin_t *dst, int L, const float *boltz, int nsub, unsigned sweep)
{
  __shared__ spin_t s[TH + 2][BX + 2];
  __shared__ float w[5];
  int tx = threadIdx.x, ty = threadIdx.y, tid = ty * BX + tx;
  int x0 = blockIdx.x * BX, y0 = blockIdx.y * TH;

  if (tid < 5) w[tid] = boltz[tid];
  for (int k = tid; k < (TH + 2) * (BX + 2); k += BX * BY) {
    int r = k / (BX + 2), c = k - r * (BX + 2);
    s[r][c] = src[wrap(y0 + r - 1, L) * L + wrap(x0 + c - 1, L)];
  }
  __syncthreads();

  for (int sub = 0; sub < nsub; sub++)
    for (int color = 0; color < 2; color++) {
      for (int y = ty; y < TH; y += BY) {
        if (((tx + y) & 1) != color) continue;
        int nn = s[y][tx + 1] + s[y + 2][tx + 1] + s[y + 1][tx] + s[y + 1][tx + 2];
        int me = s[y + 1][tx + 1];
        int d = me * nn;                      // dE = 2 J d
        if (d <= 0 || uniform((y0 + y) * L + x0 + tx, sweep + sub, color) < w[d])
          s[y + 1][tx + 1] = -me;
      }
      __syncthreads();
    }
  for (int y = ty; y < TH; y += BY) dst[(y0 + y) * L + x0 + tx] = s[y + 1][tx + 1];
}

/* ---------------- Potts, heat bath ---------------- */
__global__ void potts_heatbath(const int *src, int *dst, int L, float beta, int nsub, unsigned sweep)
{
  __shared__ int s[TH + 2][BX + 2];
  __shared__ float cdf[BX * BY][Q + 1];       // private table of each thread
  int tx = threadIdx.x, ty = threadIdx.y, tid = ty * BX + tx;
  int x0 = blockIdx.x * BX, y0 = blockIdx.y * TH;
  for (int k = tid; k < (TH + 2) * (BX + 2); k += BX * BY) {
    int r = k / (BX + 2), c = k % (BX + 2);
    s[r][c] = src[wrap(y0 + r - 1, L) * L + wrap(x0 + c - 1, L)];
  }
  __syncthreads();
  float *p = cdf[tid];
  const float eb = expf(beta);
  for (int sub = 0; sub < nsub; sub++)
    for (int color = 0; color < 2; color++) {
      for (int y = ty; y < TH; y += BY) {
        if (((tx + y) & 1) == color) {
          for (int q = 0; q < Q; q++) p[q] = 1.0f;
          p[s[y][tx + 1]] *= eb;
          p[s[y + 2][tx + 1]] *= eb;
          p[s[y + 1][tx]] *= eb;
          p[s[y + 1][tx + 2]] *= eb;
          for (int q = 1; q < Q; q++) p[q] += p[q - 1];
          float u = uniform((y0 + y) * L + x0 + tx, sweep + sub, 10 + color) * p[Q - 1];
          int q = 0;
          while (q < Q - 1 && p[q] <= u) q++;
          s[y + 1][tx + 1] = q;
        }
      }
      __syncthreads();
    }
  for (int y = ty; y < TH; y += BY) dst[(y0 + y) * L + x0 + tx] = s[y + 1][tx + 1];
}

/* ---------------- compact U(1) ---------------- */
/* links theta[site].x / .y ; one direction and one parity per launch */
__global__ void u1_update(const float2 *src, float2 *dst, int L, float beta, int mu, int parity, int nhit, unsigned sweep)
{
  __shared__ float2 th[BY + 2][BX + 2];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * BX + tx, y = blockIdx.y * BY + ty;
  for (int r = ty; r < BY + 2; r += BY)
    for (int c = tx; c < BX + 2; c += BX)
      th[r][c] = src[wrap(blockIdx.y * BY + r - 1, L) * L + wrap(blockIdx.x * BX + c - 1, L)];
  __syncthreads();

  int i = tx + 1, j = ty + 1;
  float2 me = th[j][i];
  int other = mu == 0 ? y : x;
  if ((other & 1) == parity) {
    float up, dn;      // staple angles, plaquettes are cos(link + up) and cos(link - dn)
    if (mu == 0) {
      up = th[j][i + 1].y - th[j + 1][i].x - th[j][i].y;
      dn = th[j - 1][i].x + th[j - 1][i + 1].y - th[j - 1][i].y;
    } else {
      up = th[j + 1][i].x - th[j][i + 1].y - th[j][i].x;
      dn = th[j][i - 1].y + th[j + 1][i - 1].x - th[j][i - 1].x;
    }
    float a = mu == 0 ? me.x : me.y;
    for (int hit = 0; hit < nhit; hit++) {
      float t = a + 1.5f * (2.0f * uniform(y * L + x, sweep * 16 + hit, 100 + 2 * mu + parity) - 1.0f);
      float dS = cosf(t + up) + cosf(t - dn) - cosf(a + up) - cosf(a - dn);
      if (uniform(y * L + x, sweep * 16 + hit, 200 + 2 * mu + parity) < expf(beta * dS)) a = t;
    }
    if (mu == 0) me.x = a; else me.y = a;
  }
  dst[y * L + x] = me;
}

/* ---------------- measurements ---------------- */
/* each warp takes 32-site pieces of a row; energy of a piece -> histogram, one sub-histogram per warp */
__global__ void energy_histogram(const spin_t *s, int L, unsigned *hist)
{
  __shared__ unsigned h[BY][NBIN];
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int b = tx; b < NBIN; b += 32) h[ty][b] = 0;
  __syncthreads();
  int pieces = L * L / 32;
  for (int p = blockIdx.x * BY + ty; p < pieces; p += gridDim.x * BY) {
    int y = p * 32 / L, x = p * 32 % L + tx;
    int e = -s[y * L + x] * (s[y * L + wrap(x + 1, L)] + s[wrap(y + 1, L) * L + x]);
    int tot = e;
    for (int o = 16; o; o >>= 1) tot += __shfl_xor_sync(0xffffffffu, tot, o);
    if (tx == 0) h[ty][tot + 64 < NBIN ? tot + 64 : NBIN - 1]++;   // total in -64..64
  }
  __syncthreads();
  for (int b = ty * 32 + tx; b < NBIN; b += 32 * BY) {
    unsigned sum = 0;
    for (int k = 0; k < BY; k++) sum += h[k][b];
    if (sum) atomicAdd(&hist[b], sum);
  }
}

/* local field histogram of the Potts model: occupancy of the q states, plain shared atomics */
__global__ void potts_occupancy(const int *s, int n, int *occ)
{
  __shared__ int cnt[Q];
  if (threadIdx.x < Q) cnt[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&cnt[s[i]], 1);
  __syncthreads();
  if (threadIdx.x < Q) atomicAdd(&occ[threadIdx.x], cnt[threadIdx.x]);
}

static void ising_host(const spin_t *src, spin_t *dst, int L, const float *w, int nsub, unsigned sweep)
{
  spin_t t[TH + 2][BX + 2];
  for (int y0 = 0; y0 < L; y0 += TH) for (int x0 = 0; x0 < L; x0 += BX) {
    for (int r = 0; r < TH + 2; r++) for (int c = 0; c < BX + 2; c++) t[r][c] = src[wrap(y0 + r - 1, L) * L + wrap(x0 + c - 1, L)];
    for (int sub = 0; sub < nsub; sub++) for (int color = 0; color < 2; color++)
      for (int y = 0; y < TH; y++) for (int x = 0; x < BX; x++) {
        if (((x + y) & 1) != color) continue;
        int d = t[y + 1][x + 1] * (t[y][x + 1] + t[y + 2][x + 1] + t[y + 1][x] + t[y + 1][x + 2]);
        if (d <= 0 || uniform((y0 + y) * L + x0 + x, sweep + sub, color) < w[d]) t[y + 1][x + 1] = -t[y + 1][x + 1];
      }
    for (int y = 0; y < TH; y++) for (int x = 0; x < BX; x++) dst[(y0 + y) * L + x0 + x] = t[y + 1][x + 1];
  }
}

static void simulate(int L, float beta)
{
  int n = L * L;
  dim3 blk(BX, BY), grd(L / BX, L / TH), grdU(L / BX, L / BY);
  spin_t *h = (spin_t *)malloc(n), *ref = (spin_t *)malloc(n), *tmp = (spin_t *)malloc(n);
  int *hp = (int *)malloc(n * sizeof(int));
  float2 *hu = (float2 *)calloc(n, sizeof(float2));
  for (int i = 0; i < n; i++) { ref[i] = uniform(i, 0, 7) < 0.5f ? 1 : -1; hp[i] = (int)(uniform(i, 0, 8) * Q); }
  float w[5];
  for (int d = 0; d < 5; d++) w[d] = expf(-2.0f * beta * d);

  spin_t *a, *b; float *dw; int *pa, *pb, *occ; float2 *ua, *ub; unsigned *hist;
  GPU(cudaMalloc(&a, n)); GPU(cudaMalloc(&b, n)); GPU(cudaMalloc(&dw, sizeof w));
  GPU(cudaMalloc(&pa, n * sizeof(int))); GPU(cudaMalloc(&pb, n * sizeof(int))); GPU(cudaMalloc(&occ, Q * sizeof(int)));
  GPU(cudaMalloc(&ua, n * sizeof(float2))); GPU(cudaMalloc(&ub, n * sizeof(float2))); GPU(cudaMalloc(&hist, NBIN * sizeof(unsigned)));
  GPU(cudaMemset(hist, 0, NBIN * sizeof(unsigned))); GPU(cudaMemset(occ, 0, Q * sizeof(int)));
  GPU(cudaMemcpy(a, ref, n, cudaMemcpyHostToDevice)); GPU(cudaMemcpy(dw, w, sizeof w, cudaMemcpyHostToDevice));
  GPU(cudaMemcpy(pa, hp, n * sizeof(int), cudaMemcpyHostToDevice)); GPU(cudaMemcpy(ua, hu, n * sizeof(float2), cudaMemcpyHostToDevice));

  ising_sweep<<<grd, blk>>>(a, b, L, dw, 2, 0);
  ising_sweep<<<grd, blk>>>(b, a, L, dw, 1, 2);
  potts_heatbath<<<grd, blk>>>(pa, pb, L, 1.1f, 2, 5);
  for (int k = 0; k < 4; k++) {
    u1_update<<<grdU, blk>>>(ua, ub, L, 2.0f, k >> 1, k & 1, 4, 9);
    float2 *t = ua; ua = ub; ub = t;
  }
  energy_histogram<<<4, blk>>>(a, L, hist);
  potts_occupancy<<<8, 128>>>(pb, n, occ);
  GPU(cudaGetLastError());
  GPU(cudaDeviceSynchronize());

  unsigned hh[NBIN]; int ho[Q], bad = 0, m = 0, tot = 0; unsigned cnt = 0; double plaq = 0;
  GPU(cudaMemcpy(h, a, n, cudaMemcpyDeviceToHost)); GPU(cudaMemcpy(hh, hist, sizeof hh, cudaMemcpyDeviceToHost));
  GPU(cudaMemcpy(ho, occ, sizeof ho, cudaMemcpyDeviceToHost)); GPU(cudaMemcpy(hu, ua, n * sizeof(float2), cudaMemcpyDeviceToHost));
  ising_host(ref, tmp, L, w, 2, 0);
  ising_host(tmp, ref, L, w, 1, 2);
  for (int i = 0; i < n; i++) {
    int x = i % L, y = i / L;
    bad += h[i] != ref[i]; m += h[i];
    plaq += cos(hu[i].x + hu[y * L + wrap(x + 1, L)].y - hu[wrap(y + 1, L) * L + x].x - hu[i].y) / n;
  }
  for (int i = 0; i < NBIN; i++) cnt += hh[i];
  for (int i = 0; i < Q; i++) tot += ho[i];
  printf("L=%3d beta=%.2f ising m=%+.4f mismatches=%d pieces=%u/%d potts sites=%d (q0 %d) plaquette=%.5f\n",
         L, beta, (double)m / n, bad, cnt, n / 32, tot, ho[0], plaq);
  cudaFree(a); cudaFree(b); cudaFree(dw); cudaFree(pa); cudaFree(pb); cudaFree(occ); cudaFree(ua); cudaFree(ub); cudaFree(hist);
  free(h); free(ref); free(tmp); free(hp); free(hu);
}

int main(void)
{
  simulate(64, 0.44f);
  simulate(96, 0.30f);
  return 0;
}
