// Codes and ciphers: tables in shared memory with index patterns known from the start.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstring>

#define MUST(x) do { cudaError_t r = (x); if (r != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(r)); return 1; } } while (0)

// GF(256) logarithms built by the kernel; encode 16 columns.
__device__ uint8_t xtime(uint8_t a) { return (a << 1) ^ ((a & 0x80) ? 0x1d : 0); }
__global__ void rs_tables(uint8_t *out) {
  __shared__ uint8_t expo[512];
  __shared__ uint8_t logt[256];
  const int t = threadIdx.x;
  expo[t] = (uint8_t)(t * 3 + 1);
  expo[t + 256] = (uint8_t)(t * 3 + 1);
  logt[t] = (uint8_t)(t ^ 0x55);
  __syncthreads();
  int acc = 0;
#pragma unroll
  for (int k = 0; k < 6; ++k) acc ^= expo[t + k * 40];
  acc ^= logt[255 - t];
  out[blockIdx.x * 256 + t] = xtime(acc);
}

// CRC32 by slicing: the table is spread over 4 interleaved copies.
__global__ void crc_interleaved(uint32_t *out) {
  __shared__ uint32_t tab[256 * 4];
  const int t = threadIdx.x;
  for (int i = t; i < 256; i += 128) {
    uint32_t c = i;
    for (int b = 0; b < 8; ++b) c = (c >> 1) ^ (c & 1 ? 0xEDB88320u : 0u);
#pragma unroll
    for (int k = 0; k < 4; ++k) tab[i * 4 + k] = c;
  }
  __syncthreads();
  uint32_t crc = ~0u;
  for (int i = 0; i < 10; ++i) crc = (crc >> 8) ^ tab[((t * 9 + i * 31) & 255) * 4 + (t & 3)];
  out[blockIdx.x * 128 + t] = ~crc;
}

// AES state: 16 bytes a block, shift rows via shared bytes.
struct alignas(16) State { uint8_t b[4][4]; };
__global__ void shift_rows(const uint4 *in, uint4 *out, int rounds) {
  __shared__ State st[64];
  const int t = threadIdx.x, blk = t / 4, r = t % 4;
  if (t < 64) reinterpret_cast<uint4 *>(st)[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int k = 0; k < rounds; ++k) {
    uint8_t row[4];
#pragma unroll
    for (int c = 0; c < 4; ++c) row[c] = st[blk].b[(c + r) & 3][r];
    __syncwarp();
#pragma unroll
    for (int c = 0; c < 4; ++c) st[blk].b[c][r] = row[c] ^ (uint8_t)k;
    __syncwarp();
  }
  __syncthreads();
  if (t < 64) out[blockIdx.x * 64 + t] = reinterpret_cast<uint4 *>(st)[t];
}

// SHA-256 message schedule, 16 words a lane, [word][lane] or [lane][word].
template <bool LANE_MAJOR>
__global__ void schedule(const uint32_t *msg, uint32_t *out) {
  __shared__ uint32_t W[64 * 32];
  const int lane = threadIdx.x;
  auto w = [&](int i) -> uint32_t & { return LANE_MAJOR ? W[lane * 64 + i] : W[i * 32 + lane]; };
  for (int i = 0; i < 16; ++i) w(i) = msg[(blockIdx.x * 16 + i) * 32 + lane];
  for (int i = 16; i < 64; ++i) {
    uint32_t a = w(i - 15), b = w(i - 2);
    uint32_t s0 = __funnelshift_r(a, a, 7) ^ __funnelshift_r(a, a, 18) ^ (a >> 3);
    uint32_t s1 = __funnelshift_r(b, b, 17) ^ __funnelshift_r(b, b, 19) ^ (b >> 10);
    w(i) = w(i - 16) + s0 + w(i - 7) + s1;
  }
  out[blockIdx.x * 32 + lane] = w(63) ^ w(40);
}

// Interleaver of a turbo code: write rows, read columns, row permutation by bit reversal.
__global__ void interleave(const float *in, float *out) {
  __shared__ float m[8][64];
  const int t = threadIdx.x;
#pragma unroll
  for (int r = 0; r < 8; ++r) m[(__brev(r) >> 29)][t] = in[blockIdx.x * 512 + r * 64 + t];
  __syncthreads();
  for (int k = t; k < 512; k += 64) out[blockIdx.x * 512 + k] = m[k & 7][(k >> 3) * 5 % 64];
}

// Viterbi, 64 states, survivors as bits in shared memory.
__global__ void viterbi64(const float *sym, uint32_t *bits, int steps) {
  __shared__ float metric[2][64];
  __shared__ uint32_t surv[2];
  const int s = threadIdx.x;
  metric[0][s] = s ? 100.f : 0.f;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    const float *from = metric[k & 1];
    const int p0 = (s << 1) & 63, p1 = p0 | 1;
    const float br = sym[blockIdx.x * steps + k] * ((s & 5) == 5 ? 1.f : -1.f);
    const float a = from[p0] + br, b = from[p1] - br;
    metric[(k + 1) & 1][s] = fminf(a, b);
    const uint32_t v = __ballot_sync(~0u, b < a);
    if ((s & 31) == 0) surv[s >> 5] = v;
    __syncthreads();
    if (s < 2) bits[(blockIdx.x * steps + k) * 2 + s] = surv[s];
    __syncthreads();
  }
}

int main() {
  uint32_t *a, *b;
  MUST(cudaMalloc((void **)&a, 1 << 17));
  MUST(cudaMalloc((void **)&b, 1 << 17));
  MUST(cudaMemset(a, 0, 1 << 17));
  rs_tables<<<2, 256>>>((uint8_t *)b);
  crc_interleaved<<<3, 128>>>(b);
  shift_rows<<<2, 256>>>((uint4 *)a, (uint4 *)b, 10);
  schedule<false><<<2, 32>>>(a, b);
  schedule<true><<<2, 32>>>(a, b);
  interleave<<<3, 64>>>((float *)a, (float *)b);
  viterbi64<<<2, 64>>>((float *)a, b, 20);
  MUST(cudaGetLastError());
  MUST(cudaDeviceSynchronize());
  return 0;
}
