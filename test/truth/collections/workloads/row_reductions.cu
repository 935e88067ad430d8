// Row-wise and column-wise reductions used by transformer style layers, plus a block scan.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <cstdlib>

#define RUNTIME_CHECK(stmt)                                                              \
    do {                                                                                 \
        const cudaError_t rc = (stmt);                                                   \
        if (rc != cudaSuccess) {                                                         \
            fprintf(stderr, "[%s:%d] %s -> %s\n", __FILE__, __LINE__, #stmt,             \
                    cudaGetErrorString(rc));                                             \
            exit(2);                                                                     \
        }                                                                                \
    } while (0)

constexpr int kWarp = 32;
constexpr unsigned kFull = 0xffffffffu;

struct Sum {
    static __device__ __forceinline__ float identity() { return 0.0f; }
    __device__ __forceinline__ float operator()(float a, float b) const { return a + b; }
};

struct Max {
    static __device__ __forceinline__ float identity() { return -FLT_MAX; }
    __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

template <typename Op>
__device__ __forceinline__ float warpReduce(float v, Op op)
{
#pragma unroll
    for (int mask = kWarp / 2; mask > 0; mask >>= 1)
        v = op(v, __shfl_xor_sync(kFull, v, mask));
    return v;
}

template <int WARPS, typename Op>
__device__ float blockReduce(float v, float* scratch, Op op)
{
    const int lane = threadIdx.x % kWarp;
    const int warp = threadIdx.x / kWarp;
    v = warpReduce(v, op);
    if (lane == 0)
        scratch[warp] = v;
    __syncthreads();
    v = lane < WARPS ? scratch[lane] : Op::identity();
    v = warpReduce(v, op);
    __syncthreads();
    return v;
}

// ----------------------------------------------------------------------------- softmax
// One block per row, row cached in shared memory.
template <int THREADS>
__global__ void softmaxRows(const float* __restrict__ in, float* __restrict__ out, int cols)
{
    extern __shared__ float row[];
    __shared__ float scratch[THREADS / kWarp];

    const float* src = in + size_t(blockIdx.x) * cols;
    float* dst = out + size_t(blockIdx.x) * cols;

    float m = -FLT_MAX;
    for (int c = threadIdx.x; c < cols; c += THREADS) {
        const float v = src[c];
        row[c] = v;
        m = fmaxf(m, v);
    }
    m = blockReduce<THREADS / kWarp>(m, scratch, Max());

    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += THREADS) {
        const float e = __expf(row[c] - m);
        row[c] = e;
        s += e;
    }
    s = blockReduce<THREADS / kWarp>(s, scratch, Sum());

    const float inv = 1.0f / s;
    for (int c = threadIdx.x; c < cols; c += THREADS)
        dst[c] = row[c] * inv;
}

// ---------------------------------------------------------------------------- layernorm
// ROWS rows per block; blockDim = (lanes per row, ROWS). Each thread owns VEC consecutive
// values held as half2 in shared memory; gamma/beta are staged once per block.
template <int LANES, int ROWS, int VEC>
__global__ void layernormHalf(const half2* __restrict__ x, const float* __restrict__ gamma,
                              const float* __restrict__ beta, half2* __restrict__ y, int rows,
                              float eps)
{
    constexpr int COLS2 = LANES * VEC;   // half2 per row
    __shared__ half2 cache[ROWS][COLS2];
    __shared__ float2 g[COLS2];
    __shared__ float2 b[COLS2];

    const int lane = threadIdx.x;
    const int r = threadIdx.y;
    const int tid = r * LANES + lane;
    const int row = blockIdx.x * ROWS + r;

    for (int i = tid; i < COLS2; i += LANES * ROWS) {
        g[i] = reinterpret_cast<const float2*>(gamma)[i];
        b[i] = reinterpret_cast<const float2*>(beta)[i];
    }
    if (row < rows) {
#pragma unroll
        for (int i = 0; i < VEC; ++i)
            cache[r][i * LANES + lane] = x[size_t(row) * COLS2 + i * LANES + lane];
    }
    __syncthreads();
    if (row >= rows)
        return;

    float sum = 0.0f;
    float sq = 0.0f;
#pragma unroll
    for (int i = 0; i < VEC; ++i) {
        const float2 v = __half22float2(cache[r][lane * VEC + i]);
        sum += v.x + v.y;
        sq += v.x * v.x + v.y * v.y;
    }
    sum = warpReduce(sum, Sum());
    sq = warpReduce(sq, Sum());
    const float mean = sum / (2 * COLS2);
    const float rstd = rsqrtf(sq / (2 * COLS2) - mean * mean + eps);

#pragma unroll
    for (int i = 0; i < VEC; ++i) {
        const int c = i * LANES + lane;
        const float2 v = __half22float2(cache[r][c]);
        const float2 gc = g[c];
        const float2 bc = b[c];
        y[size_t(row) * COLS2 + c] = __floats2half2_rn((v.x - mean) * rstd * gc.x + bc.x,
                                                       (v.y - mean) * rstd * gc.y + bc.y);
    }
}

// ------------------------------------------------------------------------------ rmsnorm
// Multi-row block, float4 accesses, row scale exchanged through shared memory, int8 output.
template <int ROWS, int DIM>
__global__ void rmsnormQuant(const float4* __restrict__ x, const float4* __restrict__ w,
                             char4* __restrict__ q, float* __restrict__ scales)
{
    constexpr int D4 = DIM / 4;
    __shared__ float4 tile[ROWS * D4];
    __shared__ float partSum[ROWS][8];
    __shared__ float partMax[ROWS][8];

    const int t = threadIdx.x;           // ROWS * 8 threads, 8 threads per row
    const int rowBase = blockIdx.x * ROWS;
    for (int i = t; i < ROWS * D4; i += ROWS * 8)
        tile[i] = x[size_t(rowBase) * D4 + i];
    __syncthreads();

    const int r = t / 8;
    const int part = t % 8;
    float ss = 0.0f;
    float mx = 0.0f;
#pragma unroll 4
    for (int i = part; i < D4; i += 8) {
        const float4 v = tile[r * D4 + i];
        ss += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
        mx = fmaxf(mx, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    }
    partSum[r][part] = ss;
    partMax[r][part] = mx;
    __syncthreads();

    for (int s = 4; s > 0; s >>= 1) {
        if (part < s) {
            partSum[r][part] += partSum[r][part + s];
            partMax[r][part] = fmaxf(partMax[r][part], partMax[r][part + s]);
        }
        __syncthreads();
    }

    const float rms = rsqrtf(partSum[r][0] / DIM + 1e-6f);
    const float amax = partMax[r][0] * rms;
    const float qs = amax > 0.0f ? 127.0f / amax : 0.0f;
    for (int i = part; i < D4; i += 8) {
        const float4 v = tile[r * D4 + i];
        const float4 ww = w[i];
        const float f = rms * qs;
        q[(size_t(rowBase) + r) * D4 + i] =
            make_char4((signed char)__float2int_rn(v.x * ww.x * f),
                       (signed char)__float2int_rn(v.y * ww.y * f),
                       (signed char)__float2int_rn(v.z * ww.z * f),
                       (signed char)__float2int_rn(v.w * ww.w * f));
    }
    if (part == 0)
        scales[rowBase + r] = qs > 0.0f ? 1.0f / qs : 0.0f;
}

// -------------------------------------------------------------------- column reduction
// blockDim = (32, BY). Partial sums are transposed in shared so a warp finishes a column.
template <typename T, int BY, int LD>
__global__ void columnSum(const T* __restrict__ in, T* __restrict__ out, int rows, int cols)
{
    __shared__ T part[kWarp][LD];

    const int col = blockIdx.x * kWarp + threadIdx.x;
    T acc = T(0);
    if (col < cols) {
        for (int r = threadIdx.y; r < rows; r += BY)
            acc += in[size_t(r) * cols + col];
    }
    part[threadIdx.y][threadIdx.x] = acc;
    __syncthreads();

    T v = part[threadIdx.x][threadIdx.y];
#pragma unroll
    for (int o = kWarp / 2; o > 0; o /= 2)
        v += __shfl_down_sync(kFull, v, o);
    const int outCol = blockIdx.x * kWarp + threadIdx.y;
    if (threadIdx.x == 0 && outCol < cols)
        out[outCol] = v;
}

// --------------------------------------------------------------------------- block scan
// Work-efficient exclusive scan over 2*THREADS elements, offsets optionally padded.
#ifdef SCAN_AVOID_CONFLICTS
#define SCAN_IDX(i) ((i) + ((i) >> 5))
#else
#define SCAN_IDX(i) (i)
#endif

template <int THREADS>
__global__ void blellochScan(const int* __restrict__ in, int* __restrict__ out,
                             int* __restrict__ blockSums)
{
    constexpr int N = 2 * THREADS;
    __shared__ int temp[N + N / 32];

    const int t = threadIdx.x;
    const int base = blockIdx.x * N;
    temp[SCAN_IDX(t)] = in[base + t];
    temp[SCAN_IDX(t + THREADS)] = in[base + t + THREADS];

    int offset = 1;
#pragma unroll
    for (int d = THREADS; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            const int ai = offset * (2 * t + 1) - 1;
            const int bi = offset * (2 * t + 2) - 1;
            temp[SCAN_IDX(bi)] += temp[SCAN_IDX(ai)];
        }
        offset <<= 1;
    }

    if (t == 0) {
        blockSums[blockIdx.x] = temp[SCAN_IDX(N - 1)];
        temp[SCAN_IDX(N - 1)] = 0;
    }

    for (int d = 1; d < N; d <<= 1) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            const int ai = offset * (2 * t + 1) - 1;
            const int bi = offset * (2 * t + 2) - 1;
            const int left = temp[SCAN_IDX(ai)];
            temp[SCAN_IDX(ai)] = temp[SCAN_IDX(bi)];
            temp[SCAN_IDX(bi)] += left;
        }
    }
    __syncthreads();

    out[base + t] = temp[SCAN_IDX(t)];
    out[base + t + THREADS] = temp[SCAN_IDX(t + THREADS)];
}

template <typename T>
class DeviceBuffer {
public:
    explicit DeviceBuffer(size_t n)
    {
        RUNTIME_CHECK(cudaMalloc(&ptr_, n * sizeof(T)));
        RUNTIME_CHECK(cudaMemset(ptr_, 0, n * sizeof(T)));
    }
    ~DeviceBuffer() { cudaFree(ptr_); }
    DeviceBuffer(const DeviceBuffer&) = delete;
    T* get() const { return ptr_; }

private:
    T* ptr_ = nullptr;
};

template <typename Kernel, typename... Args>
void launch(Kernel k, dim3 grid, dim3 block, size_t smem, Args... args)
{
    k<<<grid, block, smem>>>(args...);
    RUNTIME_CHECK(cudaGetLastError());
}

int main()
{
    {
        const int rows = 128, cols = 1000;
        DeviceBuffer<float> in(rows * cols), out(rows * cols);
        launch(softmaxRows<256>, rows, 256, cols * sizeof(float), in.get(), out.get(), cols);
        RUNTIME_CHECK(cudaDeviceSynchronize());
    }
    {
        constexpr int lanes = 32, rowsPerBlock = 4, vec = 4;
        constexpr int cols2 = lanes * vec;
        const int rows = 250;
        DeviceBuffer<half2> x(rows * cols2), y(rows * cols2);
        DeviceBuffer<float> gamma(2 * cols2), beta(2 * cols2);
        launch(layernormHalf<lanes, rowsPerBlock, vec>, (rows + rowsPerBlock - 1) / rowsPerBlock,
               dim3(lanes, rowsPerBlock), 0, x.get(), gamma.get(), beta.get(), y.get(), rows,
               1e-5f);
        RUNTIME_CHECK(cudaDeviceSynchronize());
    }
    {
        constexpr int rowsPerBlock = 16, dim = 160;
        const int blocks = 32;
        DeviceBuffer<float4> x(blocks * rowsPerBlock * dim / 4), w(dim / 4);
        DeviceBuffer<char4> q(blocks * rowsPerBlock * dim / 4);
        DeviceBuffer<float> scales(blocks * rowsPerBlock);
        launch(rmsnormQuant<rowsPerBlock, dim>, blocks, rowsPerBlock * 8, 0, x.get(), w.get(),
               q.get(), scales.get());
        RUNTIME_CHECK(cudaDeviceSynchronize());
    }
    {
        const int rows = 777, cols = 500;
        DeviceBuffer<double> in(rows * cols), out(cols);
        launch(columnSum<double, kWarp, kWarp + 1>, (cols + kWarp - 1) / kWarp,
               dim3(kWarp, kWarp), 0, in.get(), out.get(), rows, cols);
        RUNTIME_CHECK(cudaDeviceSynchronize());
    }
    {
        constexpr int threads = 256;
        const int blocks = 40;
        DeviceBuffer<int> in(blocks * 2 * threads), out(blocks * 2 * threads), sums(blocks);
        launch(blellochScan<threads>, blocks, threads, 0, in.get(), out.get(), sums.get());
        RUNTIME_CHECK(cudaDeviceSynchronize());
    }
    printf("reductions ok\n");
    return 0;
}
