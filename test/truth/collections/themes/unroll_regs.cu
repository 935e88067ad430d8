// Loop-unrolling study: register blocking, fixed and run-time trip counts, tails.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    printf("error %s at line %d\n", cudaGetErrorString(e_), __LINE__); exit(1); } } while (0)

// Each thread sums ITEMS elements, then the block is folded in shared memory.
template <int BLOCK, int ITEMS>
__global__ void sumItems(const float* __restrict__ in, float* __restrict__ out, int n)
{
    __shared__ float part[BLOCK];
    int base = blockIdx.x * BLOCK * ITEMS + threadIdx.x;
    float acc = 0.f;
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
        int idx = base + i * BLOCK;
        if (idx < n) acc += in[idx];
    }
    part[threadIdx.x] = acc;
    __syncthreads();
#pragma unroll
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

// Register-blocked SGEMM, row-major, sizes multiple of the tile.
template <int BM, int BN, int BK, int TM, int TN>
__global__ void sgemmBlocked(int M, int N, int K, const float* A, const float* B, float* C)
{
    __shared__ float As[BK][BM];
    __shared__ float Bs[BK][BN];
    constexpr int THREADS = (BM / TM) * (BN / TN);
    const int tid = threadIdx.x;
    const int tr = tid / (BN / TN);
    const int tc = tid % (BN / TN);
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TM][TN] = {};
    for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
        for (int i = tid; i < BM * BK; i += THREADS) {
            int r = i / BK, c = i % BK;
            As[c][r] = A[(row0 + r) * K + k0 + c];
        }
#pragma unroll
        for (int i = tid; i < BK * BN; i += THREADS) {
            int r = i / BN, c = i % BN;
            Bs[r][c] = B[(k0 + r) * N + col0 + c];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int i = 0; i < TM; ++i) a[i] = As[k][tr * TM + i];
#pragma unroll
            for (int j = 0; j < TN; ++j) b[j] = Bs[k][tc * TN + j];
#pragma unroll
            for (int i = 0; i < TM; ++i)
#pragma unroll
                for (int j = 0; j < TN; ++j) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            C[(row0 + tr * TM + i) * N + col0 + tc * TN + j] = acc[i][j];
}

// 17-tap FIR; the compiler unrolls the tap loop by itself.
__constant__ float c_taps[17];
__global__ void fir17(const float* in, float* out, int n)
{
    __shared__ float win[256 + 16];
    int g = blockIdx.x * 256 + threadIdx.x;
    win[threadIdx.x] = g < n ? in[g] : 0.f;
    if (threadIdx.x < 16) {
        int h = g + 256;
        win[threadIdx.x + 256] = h < n ? in[h] : 0.f;
    }
    __syncthreads();
    float s = 0.f;
    for (int t = 0; t < 17; ++t) s += c_taps[t] * win[threadIdx.x + t];
    if (g < n) out[g] = s;
}

// Box filter whose radius is only known at run time.
__global__ void boxRuntime(const float* in, float* out, int n, int radius)
{
    extern __shared__ float line[];
    const int span = blockDim.x + 2 * radius;
    const int start = blockIdx.x * blockDim.x - radius;
    for (int i = threadIdx.x; i < span; i += blockDim.x) {
        int g = min(max(start + i, 0), n - 1);
        line[i] = in[g];
    }
    __syncthreads();
    float s = 0.f;
#pragma unroll 4
    for (int k = 0; k <= 2 * radius; ++k) s += line[threadIdx.x + k];
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g < n) out[g] = s / (2 * radius + 1);
}

// All-pairs forces over tiles of bodies.
__global__ void nbodyTile(const float4* pos, float4* acc, int n)
{
    __shared__ float4 tile[128];
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = pos[g];
    float3 a = make_float3(0.f, 0.f, 0.f);
    for (int t = 0; t < n; t += 128) {
        tile[threadIdx.x] = pos[t + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 128; ++j) {
            float4 q = tile[j];
            float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-2f);
            float f = q.w * inv * inv * inv;
            a.x += f * dx; a.y += f * dy; a.z += f * dz;
        }
        __syncthreads();
    }
    acc[g] = make_float4(a.x, a.y, a.z, 0.f);
}

// Sub-blocked matrix-vector product: one row per thread, matrix tile staged through shared.
template <int ROWS, int COLS>
__global__ void matvecStaged(const float* A, const float* x, float* y, int cols)
{
    __shared__ float tile[ROWS][COLS + 1];
    __shared__ float xs[COLS];
    const int row0 = blockIdx.x * ROWS;
    float acc = 0.f;
    for (int c0 = 0; c0 < cols; c0 += COLS) {
        const int left = min(COLS, cols - c0);
        for (int i = threadIdx.x; i < ROWS * COLS; i += ROWS) {
            int r = i / COLS, c = i % COLS;
            tile[r][c] = c < left ? A[(row0 + r) * cols + c0 + c] : 0.f;
        }
        if (threadIdx.x < COLS) xs[threadIdx.x] = threadIdx.x < left ? x[c0 + threadIdx.x] : 0.f;
        __syncthreads();
        int c = 0;
        for (; c + 3 < left; c += 4) {
            acc += tile[threadIdx.x][c] * xs[c];
            acc += tile[threadIdx.x][c + 1] * xs[c + 1];
            acc += tile[threadIdx.x][c + 2] * xs[c + 2];
            acc += tile[threadIdx.x][c + 3] * xs[c + 3];
        }
        for (; c < left; ++c) acc += tile[threadIdx.x][c] * xs[c];
        __syncthreads();
    }
    y[row0 + threadIdx.x] = acc;
}

// Eight small 8x8 matrix products per block, fully unrolled inner product.
__global__ void batched8x8(const float* A, const float* B, float* C)
{
    __shared__ float a[4][8][8];
    __shared__ float b[4][8][8];
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    const size_t off = (size_t)(blockIdx.x * 4 + z) * 64 + y * 8 + x;
    a[z][y][x] = A[off];
    b[z][y][x] = B[off];
    __syncthreads();
    float s = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) s = fmaf(a[z][y][k], b[z][k][x], s);
    C[off] = s;
}

// Prefix sum over a chunk held ITEMS per thread (blocked arrangement).
template <int BLOCK, int ITEMS>
__global__ void scanBlocked(const int* in, int* out)
{
    __shared__ int stage[BLOCK * ITEMS];
    __shared__ int sums[BLOCK];
    const int base = blockIdx.x * BLOCK * ITEMS;
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) stage[i * BLOCK + threadIdx.x] = in[base + i * BLOCK + threadIdx.x];
    __syncthreads();
    int v[ITEMS];
    int run = 0;
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) { run += stage[threadIdx.x * ITEMS + i]; v[i] = run; }
    sums[threadIdx.x] = run;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int t = threadIdx.x >= d ? sums[threadIdx.x - d] : 0;
        __syncthreads();
        sums[threadIdx.x] += t;
        __syncthreads();
    }
    const int pre = threadIdx.x ? sums[threadIdx.x - 1] : 0;
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) stage[threadIdx.x * ITEMS + i] = v[i] + pre;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) out[base + i * BLOCK + threadIdx.x] = stage[i * BLOCK + threadIdx.x];
}

// Horner evaluation with coefficients staged in shared; degree is a run-time value.
__global__ void hornerTable(const float* coef, const float* xs, float* ys, int sets, int degree)
{
    extern __shared__ float c[];
    for (int i = threadIdx.x; i < sets * (degree + 1); i += blockDim.x) c[i] = coef[i];
    __syncthreads();
    const int g = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = xs[g];
    const float* mine = c + (threadIdx.x % sets) * (degree + 1);
    float r = mine[degree];
#pragma unroll 3
    for (int d = degree - 1; d >= 0; --d) r = r * x + mine[d];
    ys[g] = r;
}

// Column statistics, 32 columns per block, rows strided by the y-dimension.
__global__ void columnMoments(const float* m, float* mean, float* var, int rows, int pitch)
{
    __shared__ float s1[8][32];
    __shared__ float s2[8][32];
    const int col = blockIdx.x * 32 + threadIdx.x;
    float a = 0.f, b = 0.f;
#pragma unroll 2
    for (int r = threadIdx.y; r < rows; r += 8) {
        float v = m[r * pitch + col];
        a += v; b += v * v;
    }
    s1[threadIdx.y][threadIdx.x] = a;
    s2[threadIdx.y][threadIdx.x] = b;
    __syncthreads();
    if (threadIdx.y == 0) {
        for (int i = 1; i < 8; ++i) { a += s1[i][threadIdx.x]; b += s2[i][threadIdx.x]; }
        mean[col] = a / rows;
        var[col] = b / rows - (a / rows) * (a / rows);
    }
}

int main()
{
    const int N = 1 << 16;
    std::vector<float> h(N);
    for (int i = 0; i < N; ++i) h[i] = (i % 101) * 0.01f;
    float *in, *out, *out2; int *iin, *iout;
    CHECK(cudaMalloc(&in, N * 4)); CHECK(cudaMalloc(&out, N * 4)); CHECK(cudaMalloc(&out2, N * 4));
    CHECK(cudaMalloc(&iin, N * 4)); CHECK(cudaMalloc(&iout, N * 4));
    CHECK(cudaMemcpy(in, h.data(), N * 4, cudaMemcpyHostToDevice));
    std::vector<int> hi(N);
    for (int i = 0; i < N; ++i) hi[i] = i % 7;
    CHECK(cudaMemcpy(iin, hi.data(), N * 4, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, N * 4)); CHECK(cudaMemset(out2, 0, N * 4));
    float taps[17]; for (int i = 0; i < 17; ++i) taps[i] = 1.f / (i + 1);
    CHECK(cudaMemcpyToSymbol(c_taps, taps, sizeof taps));

    double total = 0; std::vector<float> r(N);
    auto add = [&](const float* p, int n) {
        CHECK(cudaMemcpy(r.data(), p, n * 4, cudaMemcpyDeviceToHost));
        for (int i = 0; i < n; ++i) total += r[i];
    };
    sumItems<128, 4><<<4, 128>>>(in, out, 2000); add(out, 4);
    sumItems<256, 7><<<3, 256>>>(in, out, 5000); add(out, 3);
    sgemmBlocked<64, 64, 8, 4, 4><<<dim3(2, 1), 256>>>(64, 128, 32, in, in + 8192, out); add(out, 64 * 128);
    sgemmBlocked<64, 32, 16, 8, 2><<<dim3(1, 2), 128>>>(128, 32, 48, in, in + 8192, out); add(out, 128 * 32);
    fir17<<<4, 256>>>(in, out, 1000); add(out, 1000);
    boxRuntime<<<5, 192, (192 + 14) * 4>>>(in, out, 900, 7); add(out, 900);
    boxRuntime<<<3, 128, (128 + 6) * 4>>>(in, out, 384, 3); add(out, 384);
    nbodyTile<<<2, 128>>>((const float4*)in, (float4*)out, 256); add(out, 1024);
    matvecStaged<64, 32><<<2, 64>>>(in, in + 20000, out, 75); add(out, 128);
    matvecStaged<128, 16><<<1, 128>>>(in, in + 20000, out, 37); add(out, 128);
    batched8x8<<<3, dim3(8, 8, 4)>>>(in, in + 1024, out); add(out, 3 * 256);
    scanBlocked<128, 4><<<2, 128>>>(iin, iout);
    scanBlocked<64, 5><<<2, 64>>>(iin, iout + 4096);
    hornerTable<<<2, 160, 10 * 7 * 4>>>(in, in + 512, out, 10, 6); add(out, 320);
    columnMoments<<<3, dim3(32, 8)>>>(in, out, out2, 50, 96); add(out, 96); add(out2, 96);
    CHECK(cudaMemcpy(hi.data(), iout, 4096, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 1024; ++i) total += hi[i];
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("checksum %.6f\n", total);
    return 0;
}
