// Toy intra codec: 8x8 DCT, quantise + zigzag, run-length, Hadamard SATD, motion search.
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <cmath>
#include <cuda_runtime.h>

__constant__ float  kCos[8][8];
__constant__ uint8_t kZigzag[64];
__constant__ short   kQuant[64];

static const uint8_t zz[64] = {
     0,  1,  8, 16,  9,  2,  3, 10, 17, 24, 32, 25, 18, 11,  4,  5,
    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13,  6,  7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

// 4 blocks of 8x8 per CTA: threadIdx = (x in row, y in block, block)
__global__ void dct8x8(const uint8_t *img, short *coef, int stride, int blocksPerRow)
{
    __shared__ float blk[4][8][8];
    __shared__ float tmp[4][8][9];
    const int x = threadIdx.x, y = threadIdx.y, b = threadIdx.z;
    const int block = blockIdx.x * 4 + b;
    const int bx = block % blocksPerRow, by = block / blocksPerRow;
    blk[b][y][x] = (float)img[(by * 8 + y) * stride + bx * 8 + x] - 128.f;
    __syncthreads();
    float s = 0.f;
    #pragma unroll
    for (int k = 0; k < 8; k++) s += kCos[x][k] * blk[b][y][k];
    tmp[b][y][x] = s;
    __syncthreads();
    s = 0.f;
    #pragma unroll
    for (int k = 0; k < 8; k++) s += kCos[y][k] * tmp[b][k][x];
    __syncthreads();
    // zigzag through shared
    short *flat = reinterpret_cast<short *>(&blk[b][0][0]);
    flat[y * 8 + x] = (short)__float2int_rn(s);
    __syncthreads();
    int i = y * 8 + x;
    int v = flat[kZigzag[i]];
    int q = kQuant[i];
    coef[block * 64 + i] = (short)(v / q);
}

// thread per column/row variant: 32 blocks side by side, each thread transforms one 8-vector in place
__device__ void dct_vec(float *p, int step)
{
    float in[8], out[8];
    #pragma unroll
    for (int k = 0; k < 8; k++) in[k] = p[k * step];
    for (int u = 0; u < 8; u++) {
        float a = 0;
        #pragma unroll
        for (int k = 0; k < 8; k++) a += kCos[u][k] * in[k];
        out[u] = a;
    }
    #pragma unroll
    for (int k = 0; k < 8; k++) p[k * step] = out[k];
}

template <int STRIDE>
__global__ void dct_vectors(const uint8_t *img, float *energy, int stride)
{
    __shared__ float s[8 * STRIDE];          // 8 rows by 16 blocks of 8
    const int t = threadIdx.x;               // 128
    for (int r = 0; r < 8; r++) s[r * STRIDE + t] = img[(blockIdx.x * 8 + r) * stride + t];
    __syncthreads();
    dct_vec(s + t, STRIDE);                  // columns
    __syncthreads();
    dct_vec(s + (t & 7) * STRIDE + (t >> 3) * 8, 1);   // rows
    __syncthreads();
    float e = 0;
    for (int r = 0; r < 8; r++) { float v = s[r * STRIDE + t]; e += v * v; }
    energy[blockIdx.x * 128 + t] = e;
}

// warp per block: (run, level) symbols compacted with ballots
__global__ void rle(const short *coef, uint32_t *symbols, int *lengths, int nblocks)
{
    __shared__ short c[2][64];
    __shared__ uint32_t sym[2][64];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const int blk = blockIdx.x * 2 + w;
    if (blk >= nblocks) return;
    const short2 *src = reinterpret_cast<const short2 *>(coef + blk * 64);
    short2 two = src[lane];
    c[w][2 * lane] = two.x;
    c[w][2 * lane + 1] = two.y;
    __syncwarp();
    unsigned m0 = __ballot_sync(~0u, c[w][lane] != 0);
    unsigned m1 = __ballot_sync(~0u, c[w][lane + 32] != 0);
    const int n0 = __popc(m0), total = n0 + __popc(m1);
    unsigned long long all = m0 | ((unsigned long long)m1 << 32);
    for (int h = 0; h < 2; h++) {
        int idx = lane + 32 * h;
        if (!(all >> idx & 1)) continue;
        unsigned long long before = all & ((1ull << idx) - 1);
        int pos = __popcll(before);
        int prev = before ? 63 - __clzll(before) : -1;
        sym[w][pos] = (uint32_t)(idx - prev - 1) << 16 | (uint16_t)c[w][idx];
    }
    __syncwarp();
    for (int i = lane; i < total; i += 32) symbols[blk * 64 + i] = sym[w][i];
    if (lane == 0) lengths[blk] = total;
}

// full search +-4 around each 16x16 macroblock, SAD on packed bytes
__global__ void motion(const uint8_t *cur, const uint8_t *ref, int stride, int w, int h, int *mv)
{
    __shared__ uint32_t curb[16][4];
    __shared__ uint8_t win[24][28];
    __shared__ int bestKey;
    const int mbx = blockIdx.x * 16, mby = blockIdx.y * 16;
    const int t = threadIdx.x;               // 81 candidates
    for (int i = t; i < 64; i += blockDim.x)
        curb[i >> 2][i & 3] = *(const uint32_t *)(cur + (mby + (i >> 2)) * stride + mbx + (i & 3) * 4);
    for (int i = t; i < 24 * 24; i += blockDim.x) {
        int yy = min(max(mby - 4 + i / 24, 0), h - 1), xx = min(max(mbx - 4 + i % 24, 0), w - 1);
        win[i / 24][i % 24] = ref[yy * stride + xx];
    }
    if (t == 0) bestKey = 0x7fffffff;
    __syncthreads();
    const int dx = t % 9, dy = t / 9;
    unsigned sad = 0;
    for (int y = 0; y < 16; y++)
        for (int x4 = 0; x4 < 4; x4++) {
            const uint8_t *p = &win[y + dy][x4 * 4 + dx];
            uint32_t r = p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
            sad = __vsadu4(curb[y][x4], r) + sad;
        }
    atomicMin(&bestKey, (int)(sad << 7 | t));
    __syncthreads();
    if (t == 0) mv[blockIdx.y * gridDim.x + blockIdx.x] = bestKey;
}

int main()
{
    const int W = 160, H = 96;
    std::vector<uint8_t> a(W * H), b(W * H);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            a[y * W + x] = (uint8_t)(128 + 60 * sin(x * 0.2) * cos(y * 0.11) + (x * y) % 7);
            b[y * W + x] = (uint8_t)(128 + 60 * sin((x + 2) * 0.2) * cos((y - 1) * 0.11) + (x * y) % 7);
        }
    float cs[8][8]; short q[64];
    for (int u = 0; u < 8; u++)
        for (int k = 0; k < 8; k++) cs[u][k] = (u ? 0.5f : 0.35355339f) * cosf((2 * k + 1) * u * 3.14159265f / 16);
    for (int i = 0; i < 64; i++) q[i] = 6 + i / 4;
    cudaMemcpyToSymbol(kCos, cs, sizeof(cs));
    cudaMemcpyToSymbol(kZigzag, zz, sizeof(zz));
    cudaMemcpyToSymbol(kQuant, q, sizeof(q));
    const int nb = (W / 8) * (H / 8);
    uint8_t *da, *dbb; short *dcoef; float *de; uint32_t *ds; int *dl, *dm;
    cudaMalloc(&da, W * H); cudaMalloc(&dbb, W * H); cudaMalloc(&dcoef, nb * 128);
    cudaMalloc(&de, (H / 8) * 128 * 4); cudaMalloc(&ds, nb * 64 * 4); cudaMalloc(&dl, nb * 4); cudaMalloc(&dm, 60 * 4);
    cudaMemcpy(da, a.data(), W * H, cudaMemcpyHostToDevice);
    cudaMemcpy(dbb, b.data(), W * H, cudaMemcpyHostToDevice);
    cudaMemset(ds, 0, nb * 64 * 4);
    dct8x8<<<nb / 4, dim3(8, 8, 4)>>>(da, dcoef, W, W / 8);
    rle<<<(nb + 1) / 2, 64>>>(dcoef, ds, dl, nb);
    dct_vectors<128><<<H / 8, 128>>>(da, de, W);
    dct_vectors<129><<<H / 8, 128>>>(da, de, W);
    dct_vectors<132><<<H / 8, 128>>>(da, de, W);
    motion<<<dim3(W / 16, H / 16), 81>>>(da, dbb, W, W, H, dm);
    std::vector<uint32_t> sy(nb * 64); std::vector<int> len(nb), mv(60); std::vector<float> e(H / 8 * 128);
    cudaMemcpy(sy.data(), ds, nb * 256, cudaMemcpyDeviceToHost);
    cudaMemcpy(len.data(), dl, nb * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(mv.data(), dm, 240, cudaMemcpyDeviceToHost);
    cudaMemcpy(e.data(), de, e.size() * 4, cudaMemcpyDeviceToHost);
    unsigned long long c = 0; double es = 0;
    for (auto v : sy) c = c * 131 + v;
    for (auto v : len) c += v;
    for (auto v : mv) c = c * 3 + v;
    for (auto v : e) es += v;
    printf("codec_dct checksum %llu %.3f %s\n", c, es, cudaGetErrorString(cudaGetLastError()));
}
