// Game of life (bytes, bit-packed), reaction-diffusion on float2, wildfire with struct cells, Mandelbrot (no smem) for colouring.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

template <int W, int H>
struct HaloTile {
    bool cell[H + 2][W + 2];
    __device__ int neighbours(int x, int y) const
    {
        int c = 0;
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++)
                if (i || j) c += cell[y + j][x + i];
        return c;
    }
};

template <int W, int H>
__global__ void lifeBool(const bool *in, bool *out, int w, int h)
{
    __shared__ HaloTile<W, H> tile;
    for (int i = threadIdx.y * W + threadIdx.x; i < (W + 2) * (H + 2); i += W * H) {
        int lx = i % (W + 2), ly = i / (W + 2);
        int gx = (blockIdx.x * W + lx + w - 1) % w, gy = (blockIdx.y * H + ly + h - 1) % h;
        tile.cell[ly][lx] = in[gy * w + gx];
    }
    __syncthreads();
    int n = tile.neighbours(threadIdx.x + 1, threadIdx.y + 1);
    bool alive = tile.cell[threadIdx.y + 1][threadIdx.x + 1];
    out[(blockIdx.y * H + threadIdx.y) * w + blockIdx.x * W + threadIdx.x] = n == 3 || (alive && n == 2);
}

// 32 cells per word; each thread one word, 8 words x 32 rows per block, several generations via bit adders
__global__ void lifeBits(const uint32_t *in, uint32_t *out, int wordsPerRow, int rows, int gens)
{
    __shared__ uint32_t a[34][10];
    __shared__ uint32_t b[34][10];
    uint32_t (*src)[10] = a, (*dst)[10] = b;
    for (int i = threadIdx.y * 8 + threadIdx.x; i < 340; i += 256) {
        int x = (blockIdx.x * 8 + i % 10 + wordsPerRow - 1) % wordsPerRow, y = (blockIdx.y * 32 + i / 10 + rows - 1) % rows;
        a[i / 10][i % 10] = in[y * wordsPerRow + x];
        b[i / 10][i % 10] = 0;
    }
    __syncthreads();
    const int x = threadIdx.x + 1, y = threadIdx.y + 1;
    for (int g = 0; g < gens; g++) {
        uint32_t s0 = 0, s1 = 0, s2 = 0;
        auto add = [&](uint32_t v) { uint32_t c = s0 & v; s0 ^= v; uint32_t d = s1 & c; s1 ^= c; s2 |= d; };
        for (int dy = -1; dy <= 1; dy++) {
            uint32_t l = src[y + dy][x - 1], m = src[y + dy][x], r = src[y + dy][x + 1];
            add(__funnelshift_l(l, m, 1));
            add(__funnelshift_r(m, r, 1));
            if (dy) add(m);
        }
        dst[y][x] = s1 & ~s2 & (s0 | src[y][x]);
        __syncthreads();
        uint32_t (*t)[10] = src; src = dst; dst = t;
    }
    out[(blockIdx.y * 32 + threadIdx.y) * wordsPerRow + blockIdx.x * 8 + threadIdx.x] = src[y][x];
}

__global__ void grayScott(const float2 *__restrict__ uv, float2 *__restrict__ next, int n, float F, float k)
{
    __shared__ float2 s[10][34];
    int gx = blockIdx.x * 32 + threadIdx.x, gy = blockIdx.y * 8 + threadIdx.y;
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    auto at = [&](int x, int y) { return uv[((y + n) % n) * n + (x + n) % n]; };
    s[ly][lx] = at(gx, gy);
    if (threadIdx.x == 0) s[ly][0] = at(gx - 1, gy);
    if (threadIdx.x == 31) s[ly][33] = at(gx + 1, gy);
    if (threadIdx.y == 0) s[0][lx] = at(gx, gy - 1);
    if (threadIdx.y == 7) s[9][lx] = at(gx, gy + 1);
    __syncthreads();
    float2 c = s[ly][lx], l = s[ly][lx - 1], r = s[ly][lx + 1], u = s[ly - 1][lx], d = s[ly + 1][lx];
    float lu = l.x + r.x + u.x + d.x - 4 * c.x, lv = l.y + r.y + u.y + d.y - 4 * c.y, q = c.x * c.y * c.y;
    next[gy * n + gx] = make_float2(c.x + 0.16f * lu - q + F * (1 - c.x), c.y + 0.08f * lv + q - (F + k) * c.y);
}

struct __align__(4) FireCell { uint8_t fuel; uint8_t burning; uint16_t heat; };

__global__ void wildfireColumns(const FireCell *in, FireCell *out, int w)
{
    // a thread walks down one column of a 16-column strip; strip is stored column-major
    __shared__ FireCell col[18][64];
    for (int i = threadIdx.x; i < 18 * 64; i += blockDim.x) {
        int c = i % 18, r = i / 18;
        int gx = blockIdx.x * 16 + c - 1;
        gx = gx < 0 ? 0 : (gx >= w ? w - 1 : gx);
        col[c][r] = in[(blockIdx.y * 64 + r) * w + gx];
    }
    __syncthreads();
    const int c = threadIdx.x % 16 + 1, seg = threadIdx.x / 16;
    for (int r = seg * 16; r < seg * 16 + 16; r++) {
        FireCell me = col[c][r];
        int heat = me.heat + col[c - 1][r].burning + col[c + 1][r].burning;
        if (r > 0) heat += col[c][r - 1].burning;
        if (r < 63) heat += col[c][r + 1].burning;
        if (me.fuel && heat > 20) { me.burning = 4; me.fuel--; heat -= 8; }
        me.heat = heat;
        out[(blockIdx.y * 64 + r) * w + blockIdx.x * 16 + c - 1] = me;
    }
}

__global__ void mandelbrot(uchar4 *img, int w, int h, int maxIter)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float cr = -2.f + 3.f * x / w, ci = -1.5f + 3.f * y / h, zr = 0, zi = 0;
    int i = 0;
    for (; i < maxIter && zr * zr + zi * zi < 4.f; i++) { float t = zr * zr - zi * zi + cr; zi = 2 * zr * zi + ci; zr = t; }
    img[y * w + x] = make_uchar4(i, i * 3, i * 7, 255);
}

int main()
{
    const int n = 256;
    std::vector<uint8_t> cells(n * n);
    for (int i = 0; i < n * n; i++) cells[i] = ((i * 2654435761u) >> 29) == 1;
    std::vector<float2> uv(n * n);
    for (int i = 0; i < n * n; i++) uv[i] = make_float2(1.f - (i % 9 == 0) * 0.5f, (i % 9 == 0) * 0.25f);
    uint8_t *a, *b; float2 *f, *g;
    cudaMalloc(&a, n * n); cudaMalloc(&b, n * n); cudaMalloc(&f, n * n * 8); cudaMalloc(&g, n * n * 8);
    cudaMemcpy(a, cells.data(), n * n, cudaMemcpyHostToDevice); cudaMemcpy(f, uv.data(), n * n * 8, cudaMemcpyHostToDevice);
    lifeBool<32, 8><<<dim3(n / 32, n / 8), dim3(32, 8)>>>((bool *)a, (bool *)b, n, n);
    lifeBool<16, 16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>((bool *)b, (bool *)a, n, n);
    lifeBits<<<dim3(2, 8), dim3(8, 32)>>>((uint32_t *)a, (uint32_t *)b, 16, 256, 3);
    grayScott<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(f, g, n, 0.04f, 0.06f);
    wildfireColumns<<<dim3(8, 2), 64>>>((FireCell *)a, (FireCell *)b, 128);
    mandelbrot<<<dim3(16, 16), dim3(16, 16)>>>((uchar4 *)g, n, n, 60);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(a); cudaFree(b); cudaFree(f); cudaFree(g);
    return 0;
}
