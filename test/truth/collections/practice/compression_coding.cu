// Compression helpers: Huffman-like variable length encode, bit packing of deltas, run-length heads, MTF transform.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

struct Codeword { uint32_t bits; uint32_t len; };

// each thread encodes one symbol group of 4; bit offsets by block scan, words assembled with atomicOr in shared memory
__global__ void vlcEncode(const uchar4 *__restrict__ data, const Codeword *__restrict__ book, uint32_t *__restrict__ out,
                          uint32_t *__restrict__ outBits)
{
    __shared__ Codeword table[256];
    __shared__ uint32_t scan[256 + 1];
    __shared__ uint32_t packed[512];
    const int t = threadIdx.x;
    table[t] = book[t];
    packed[t] = 0; packed[t + 256] = 0;
    __syncthreads();
    uchar4 s = data[blockIdx.x * 256 + t];
    const unsigned char sym[4] = {s.x, s.y, s.z, s.w};
    uint64_t code = 0;
    uint32_t len = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        Codeword c = table[sym[k]];
        code |= (uint64_t)c.bits << len;
        len += c.len;
    }
    scan[t + 1] = len;
    if (t == 0) scan[0] = 0;
    __syncthreads();
    for (int o = 1; o < 256; o <<= 1) {
        uint32_t v = t + 1 > o ? scan[t + 1 - o] : 0;
        __syncthreads();
        scan[t + 1] += v;
        __syncthreads();
    }
    uint32_t pos = scan[t], w = pos >> 5, sh = pos & 31;
    atomicOr(&packed[w], (uint32_t)(code << sh));
    uint32_t mid = (uint32_t)((code >> (32 - sh)) & 0xffffffffu);
    if (mid) atomicOr(&packed[w + 1], mid);
    if (sh && (code >> (64 - sh))) atomicOr(&packed[w + 2], (uint32_t)(code >> (64 - sh)));
    __syncthreads();
    const uint32_t total = scan[256];
    for (uint32_t i = t; i < (total + 31) / 32; i += 256) out[blockIdx.x * 512 + i] = packed[i];
    if (t == 0) outBits[blockIdx.x] = total;
}

// frame-of-reference: 1024 values, transposed lanes, each thread packs BITS-wide fields of its own column
template <int BITS>
__global__ void bitpackColumns(const int *__restrict__ in, uint32_t *__restrict__ out)
{
    __shared__ int v[32][32];
    __shared__ int ref;
    const int lane = threadIdx.x;
    int mn = 0x7fffffff;
    for (int r = 0; r < 32; r++) { int x = in[blockIdx.x * 1024 + r * 32 + lane]; v[r][lane] = x; mn = min(mn, x); }
    mn = __reduce_min_sync(~0u, mn);
    if (lane == 0) ref = mn;
    __syncwarp();
    uint32_t acc = 0;
    int fill = 0, w = 0;
    for (int r = 0; r < 32; r++) {
        uint32_t d = (uint32_t)(v[lane][r] - ref) & ((1u << BITS) - 1);    // logical row of 32 handled by a lane
        acc |= d << fill;
        fill += BITS;
        if (fill >= 32) {
            out[blockIdx.x * 32 * BITS + w * 32 + lane] = acc;
            fill -= 32; w++;
            acc = fill ? d >> (BITS - fill) : 0;
        }
    }
}

__global__ void runLengthHeads(const short *__restrict__ in, short *__restrict__ vals, short *__restrict__ lens, int *__restrict__ nRuns)
{
    __shared__ short s[1025];
    __shared__ unsigned short headPos[1025];
    __shared__ int warpSum[8];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    for (int i = t; i < 1024; i += 256) s[i + 1] = in[blockIdx.x * 1024 + i];
    if (t == 0) s[0] = -1;
    __syncthreads();
    bool head[4]; int c = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) { head[k] = s[4 * t + k + 1] != s[4 * t + k] || (t == 0 && k == 0); c += head[k]; }
    int inc = c;
    for (int o = 1; o < 32; o <<= 1) { int u = __shfl_up_sync(~0u, inc, o); if (lane >= o) inc += u; }
    if (lane == 31) warpSum[warp] = inc;
    __syncthreads();
    int base = 0, total = 0;
    for (int w = 0; w < 8; w++) { if (w < warp) base += warpSum[w]; total += warpSum[w]; }
    int p = base + inc - c;
#pragma unroll
    for (int k = 0; k < 4; k++) if (head[k]) headPos[p++] = 4 * t + k;
    if (t == 0) headPos[total] = 1024;
    __syncthreads();
    for (int r = t; r < total; r += 256) {
        vals[blockIdx.x * 1024 + r] = s[headPos[r] + 1];
        lens[blockIdx.x * 1024 + r] = headPos[r + 1] - headPos[r];
    }
    if (t == 0) nRuns[blockIdx.x] = total;
}

// move-to-front: every thread has a private 64-symbol list in shared memory
__global__ void moveToFront(const uint8_t *__restrict__ in, uint8_t *__restrict__ out, int per)
{
    extern __shared__ uint8_t lists[];
    uint8_t *my = lists + threadIdx.x * 68;
    for (int i = 0; i < 64; i++) my[i] = i;
    const int base = (blockIdx.x * blockDim.x + threadIdx.x) * per;
    for (int i = 0; i < per; i++) {
        uint8_t c = in[base + i] & 63, prev = my[0];
        int k = 0;
        while (prev != c) { k++; uint8_t nx = my[k]; my[k] = prev; prev = nx; }
        my[0] = c;
        out[base + i] = k;
    }
}

int main()
{
    const int n = 16384;
    std::vector<uint8_t> h(n * 4);
    for (int i = 0; i < n * 4; i++) h[i] = ((i * 2654435761u) >> 25) * (i % 5 == 0);
    std::vector<Codeword> book(256);
    for (int i = 0; i < 256; i++) { book[i].len = 3 + i % 10; book[i].bits = i & ((1u << book[i].len) - 1); }
    uint8_t *d, *o; Codeword *b; uint32_t *bits; int *runs;
    cudaMalloc(&d, n * 4); cudaMalloc(&o, n * 8); cudaMalloc(&b, 256 * sizeof(Codeword)); cudaMalloc(&bits, 1024); cudaMalloc(&runs, 1024);
    cudaMemcpy(d, h.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(b, book.data(), 256 * sizeof(Codeword), cudaMemcpyHostToDevice);
    vlcEncode<<<16, 256>>>((uchar4 *)d, b, (uint32_t *)o, bits);
    bitpackColumns<7><<<8, 32>>>((int *)d, (uint32_t *)o);
    bitpackColumns<12><<<8, 32>>>((int *)d, (uint32_t *)o);
    runLengthHeads<<<8, 256>>>((short *)d, (short *)o, (short *)o + 8192, runs);
    moveToFront<<<8, 64, 64 * 68>>>(d, o, 16);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(d); cudaFree(o); cudaFree(b); cudaFree(bits); cudaFree(runs);
    return 0;
}
