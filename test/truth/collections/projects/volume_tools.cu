// volume_tools.cu -- volume rendering preprocessing and a small emission/absorption ray marcher.
//   brick_minmax  : per 8^3 brick min/max for empty space skipping
//   ray_march     : orthographic front-to-back compositing with a transfer function in shared memory
//   sat_rows / transpose : summed area table of the rendered luminance
//   mip_chain     : several mip levels in a single pass per 32x32 tile
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check_(cudaError_t e, const char* what, int line)
{
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorString(e));
    std::exit(1);
}
#define CHECK(x) check_((x), #x, __LINE__)

static constexpr int BRICK = 8;
static constexpr int LUT = 256;
static constexpr int TILE = 32;
static constexpr int ROWS = 8;

// Padding from the classic work-efficient scan
#define LOG_BANKS 5
#define PAD(i) ((i) + ((i) >> LOG_BANKS))

struct VolumeDesc { int nx, ny, nz; };

__global__ void brick_minmax(const unsigned char* __restrict__ vol, VolumeDesc d, uchar2* bricks)
{
    __shared__ unsigned char lo[BRICK * BRICK * BRICK];
    __shared__ unsigned char hi[BRICK * BRICK * BRICK];

    const int x = blockIdx.x * BRICK + threadIdx.x;
    const int y = blockIdx.y * BRICK + threadIdx.y;
    const int z = blockIdx.z * BRICK + threadIdx.z;
    const int t = (threadIdx.z * BRICK + threadIdx.y) * BRICK + threadIdx.x;

    const bool inside = x < d.nx && y < d.ny && z < d.nz;
    const unsigned char v = inside ? vol[(z * d.ny + y) * d.nx + x] : 0;
    lo[t] = inside ? v : 255;
    hi[t] = v;
    __syncthreads();

    for (int s = BRICK * BRICK * BRICK / 2; s > 0; s >>= 1) {
        if (t < s) {
            lo[t] = min(lo[t], lo[t + s]);
            hi[t] = max(hi[t], hi[t + s]);
        }
        __syncthreads();
    }
    if (t == 0)
        bricks[(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] = make_uchar2(lo[0], hi[0]);
}

__global__ void ray_march(const unsigned char* __restrict__ vol, VolumeDesc d, const uchar2* bricks,
                          const float4* tf, float* lum, int w, int h, int threshold)
{
    __shared__ float4 lut[LUT];
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < LUT; i += blockDim.x * blockDim.y)
        lut[i] = tf[i];
    __syncthreads();

    const int px = blockIdx.x * blockDim.x + threadIdx.x;
    const int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;

    const int bx = (d.nx + BRICK - 1) / BRICK, by = (d.ny + BRICK - 1) / BRICK;
    const float fx = (px + 0.5f) / w * (d.nx - 1);
    const float fy = (py + 0.5f) / h * (d.ny - 1);
    const int x0 = min(int(fx), d.nx - 2), y0 = min(int(fy), d.ny - 2);
    const float ax = fx - x0, ay = fy - y0;

    auto voxel = [&](int x, int y, int z) { return float(vol[(z * d.ny + y) * d.nx + x]); };

    float3 rgb = make_float3(0.f, 0.f, 0.f);
    float alpha = 0.f;
    int z = 0;
    while (z < d.nz) {
        const uchar2 mm = bricks[((z / BRICK) * by + y0 / BRICK) * bx + x0 / BRICK];
        if (mm.y < threshold) {               // nothing visible: jump to the next brick
            z = (z / BRICK + 1) * BRICK;
            continue;
        }
        const float a = voxel(x0, y0, z) * (1 - ax) + voxel(x0 + 1, y0, z) * ax;
        const float b = voxel(x0, y0 + 1, z) * (1 - ax) + voxel(x0 + 1, y0 + 1, z) * ax;
        const float4 c = lut[int(a * (1 - ay) + b * ay)];
        const float k = (1.f - alpha) * c.w;
        rgb.x += k * c.x; rgb.y += k * c.y; rgb.z += k * c.z;
        alpha += k;
        if (alpha > 0.98f) break;
        ++z;
    }
    lum[py * w + px] = 0.2126f * rgb.x + 0.7152f * rgb.y + 0.0722f * rgb.z;
}

// Inclusive scan of one row per block. n = 2 * blockDim.x rounded up to a power of two.
__global__ void sat_rows(const float* in, float* out, int width, int n)
{
    extern __shared__ float temp[];
    const int t = threadIdx.x;
    const float* src = in + blockIdx.x * width;
    float* dst = out + blockIdx.x * width;

    const int a = t, b = t + n / 2;
    const float va = a < width ? src[a] : 0.f;
    const float vb = b < width ? src[b] : 0.f;
    temp[PAD(a)] = va;
    temp[PAD(b)] = vb;

    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {           // up-sweep
        __syncthreads();
        if (t < d) {
            const int ai = offset * (2 * t + 1) - 1;
            const int bi = offset * (2 * t + 2) - 1;
            temp[PAD(bi)] += temp[PAD(ai)];
        }
        offset <<= 1;
    }
    if (t == 0) temp[PAD(n - 1)] = 0.f;
    for (int d = 1; d < n; d <<= 1) {                // down-sweep
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            const int ai = offset * (2 * t + 1) - 1;
            const int bi = offset * (2 * t + 2) - 1;
            const float s = temp[PAD(ai)];
            temp[PAD(ai)] = temp[PAD(bi)];
            temp[PAD(bi)] += s;
        }
    }
    __syncthreads();
    if (a < width) dst[a] = temp[PAD(a)] + va;
    if (b < width) dst[b] = temp[PAD(b)] + vb;
}

__global__ void transpose(const float* __restrict__ in, float* __restrict__ out, int w, int h)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < w && y + j < h) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < h && y + j < w) out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Box filter pyramid: every block reduces a 32x32 tile to 16, 8, 4, 2, 1 in place.
__global__ void mip_chain(const float* img, int size, float* mips, int levels)
{
    __shared__ float s[TILE / 2][TILE / 2];
    const int tx = threadIdx.x, ty = threadIdx.y;          // 16x16 threads
    int res = size / 2;
    {
        const int x = blockIdx.x * TILE + 2 * tx, y = blockIdx.y * TILE + 2 * ty;
        const float2 r0 = *reinterpret_cast<const float2*>(&img[y * size + x]);
        const float2 r1 = *reinterpret_cast<const float2*>(&img[(y + 1) * size + x]);
        const float m = 0.25f * (r0.x + r0.y + r1.x + r1.y);
        s[ty][tx] = m;
        mips[(blockIdx.y * 16 + ty) * res + blockIdx.x * 16 + tx] = m;
    }
    int dim = TILE / 2, stride = 1;
    for (int l = 1; l < levels; ++l) {
        mips += res * res;
        res >>= 1;
        dim >>= 1;
        __syncthreads();
        if (tx < dim && ty < dim) {
            const int x = 2 * tx * stride, y = 2 * ty * stride;
            const float m = 0.25f * (s[y][x] + s[y][x + stride] + s[y + stride][x] + s[y + stride][x + stride]);
            s[y][x] = m;
            mips[(blockIdx.y * dim + ty) * res + blockIdx.x * dim + tx] = m;
        }
        stride <<= 1;
    }
}

static void render(VolumeDesc d, int size)
{
    std::vector<unsigned char> vol(size_t(d.nx) * d.ny * d.nz);
    for (int z = 0; z < d.nz; ++z)
        for (int y = 0; y < d.ny; ++y)
            for (int x = 0; x < d.nx; ++x) {
                const float r = std::hypot(std::hypot(x - d.nx * 0.5f, y - d.ny * 0.5f), z - d.nz * 0.5f);
                vol[(size_t(z) * d.ny + y) * d.nx + x] = (unsigned char)std::max(0.f, 250.f - 14.f * r + (x * 7 + y * 3) % 11 - 5);
            }
    std::vector<float4> tf(LUT);
    for (int i = 0; i < LUT; ++i) tf[i] = make_float4(i / 255.f, 1.f - i / 255.f, 0.3f, i < 40 ? 0.f : 0.0008f * (i - 40));

    const dim3 bg((d.nx + 7) / 8, (d.ny + 7) / 8, (d.nz + 7) / 8);
    const size_t nb = bg.x * bg.y * bg.z, np = size_t(size) * size;
    unsigned char* dvol; uchar2* dbr; float4* dtf; float *da, *db, *dc, *dmip;
    CHECK(cudaMalloc(&dvol, vol.size()));
    CHECK(cudaMalloc(&dbr, nb * sizeof(uchar2)));
    CHECK(cudaMalloc(&dtf, LUT * sizeof(float4)));
    for (float** p : {&da, &db, &dc, &dmip}) CHECK(cudaMalloc(p, np * sizeof(float)));
    CHECK(cudaMemcpy(dvol, vol.data(), vol.size(), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dtf, tf.data(), LUT * sizeof(float4), cudaMemcpyHostToDevice));

    brick_minmax<<<bg, dim3(BRICK, BRICK, BRICK)>>>(dvol, d, dbr);
    ray_march<<<dim3((size + 15) / 16, (size + 15) / 16), dim3(16, 16)>>>(dvol, d, dbr, dtf, da, size, size, 40);
    const dim3 tg((size + TILE - 1) / TILE, (size + TILE - 1) / TILE), tb(TILE, ROWS);
    int n = 2;
    while (n < size) n *= 2;
    sat_rows<<<size, n / 2, PAD(n) * sizeof(float)>>>(da, db, size, n);
    transpose<<<tg, tb>>>(db, dc, size, size);
    sat_rows<<<size, n / 2, PAD(n) * sizeof(float)>>>(dc, db, size, n);
    transpose<<<tg, tb>>>(db, dc, size, size);
    if (size % TILE == 0) mip_chain<<<tg, dim3(16, 16)>>>(da, size, dmip, 5);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<float> img(np), sat(np), mip(np);
    CHECK(cudaMemcpy(img.data(), da, np * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(sat.data(), dc, np * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(mip.data(), dmip, np * sizeof(float), cudaMemcpyDeviceToHost));
    double sum = 0, mipSum = 0;
    for (float v : img) sum += v;
    size_t off = 0, res = size / 2;
    for (int l = 0; l < 4; ++l, res /= 2) off += res * res;
    if (size % TILE == 0) for (size_t i = 0; i < res * res; ++i) mipSum += mip[off + i] * double(TILE * TILE);
    std::printf("%dx%dx%d -> %d^2: sum %.4f  sat corner %.4f  mip top %.4f\n", d.nx, d.ny, d.nz, size, sum, sat[np - 1], mipSum);
    for (void* p : {(void*)dvol, (void*)dbr, (void*)dtf, (void*)da, (void*)db, (void*)dc, (void*)dmip}) cudaFree(p);
}

int main()
{
    render({32, 32, 32}, 64);
    render({30, 27, 21}, 60);
    return 0;
}
