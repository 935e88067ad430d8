// Image processing kernels on 8/16 bit and float3 pixels.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(x)                                                                        \
    do {                                                                                \
        cudaError_t e = (x);                                                            \
        if (e != cudaSuccess) {                                                         \
            std::fprintf(stderr, "CUDA error %s at %s:%d\n", cudaGetErrorString(e), __FILE__, __LINE__); \
            std::exit(EXIT_FAILURE);                                                    \
        }                                                                               \
    } while (0)

typedef unsigned char uchar;
typedef unsigned short ushort_t;

template <typename T>
struct ImageView {
    T* data;
    int width, height;
    int step;  // in pixels
    __host__ __device__ T& operator()(int x, int y) const { return data[(size_t)y * step + x]; }
    __device__ T clamped(int x, int y) const
    {
        x = x < 0 ? 0 : (x >= width ? width - 1 : x);
        y = y < 0 ? 0 : (y >= height ? height - 1 : y);
        return (*this)(x, y);
    }
};

static inline int iDivUp(int a, int b) { return (a % b != 0) ? (a / b + 1) : (a / b); }

constexpr int MAX_KERNEL = 33;
__constant__ float c_kernel[MAX_KERNEL];

// --- pixel traits -----------------------------------------------------------------
template <typename T> struct Work;
template <> struct Work<uchar> {
    using type = float;
    static __device__ float load(uchar v) { return (float)v; }
    static __device__ uchar store(float v) { return (uchar)__float2int_rn(fminf(fmaxf(v, 0.f), 255.f)); }
};
template <> struct Work<ushort_t> {
    using type = float;
    static __device__ float load(ushort_t v) { return (float)v; }
    static __device__ ushort_t store(float v) { return (ushort_t)__float2int_rn(fminf(fmaxf(v, 0.f), 65535.f)); }
};
template <> struct Work<uchar4> {
    using type = float4;
    static __device__ float4 load(uchar4 v) { return make_float4(v.x, v.y, v.z, v.w); }
    static __device__ uchar4 store(float4 v)
    {
        return make_uchar4(Work<uchar>::store(v.x), Work<uchar>::store(v.y), Work<uchar>::store(v.z),
                           Work<uchar>::store(v.w));
    }
};
template <> struct Work<float3> {
    using type = float3;
    static __device__ float3 load(float3 v) { return v; }
    static __device__ float3 store(float3 v) { return v; }
};

__device__ __forceinline__ float4 operator*(float a, const float4& b)
{
    return make_float4(a * b.x, a * b.y, a * b.z, a * b.w);
}
__device__ __forceinline__ float3 operator*(float a, const float3& b) { return make_float3(a * b.x, a * b.y, a * b.z); }
__device__ __forceinline__ float4& operator+=(float4& a, const float4& b)
{
    a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w;
    return a;
}
__device__ __forceinline__ float3& operator+=(float3& a, const float3& b)
{
    a.x += b.x; a.y += b.y; a.z += b.z;
    return a;
}
__device__ __forceinline__ float3 operator-(const float3& a, const float3& b)
{
    return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
__device__ __forceinline__ float dot(const float3& a, const float3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// --- separable filter -------------------------------------------------------------
template <typename T, int KSIZE, int BX, int BY, int PATCH>
__global__ void rowFilter(ImageView<const T> src, ImageView<T> dst)
{
    constexpr int HALO = 1;  // in blocks
    constexpr int R = KSIZE / 2;
    static_assert(R <= HALO * BX, "halo too small");
    using W = typename Work<T>::type;
    __shared__ T smem[BY][(PATCH + 2 * HALO) * BX];

    const int y = blockIdx.y * BY + threadIdx.y;
    if (y >= src.height) return;  // rows are warp private, see below

    const int xStart = blockIdx.x * (BX * PATCH) + threadIdx.x;
#pragma unroll
    for (int j = 0; j < PATCH + 2 * HALO; ++j)
        smem[threadIdx.y][threadIdx.x + j * BX] = src.clamped(xStart + (j - HALO) * BX, y);
    __syncwarp();  // BX == 32: each row is produced and consumed by one warp

#pragma unroll
    for (int j = 0; j < PATCH; ++j) {
        const int x = xStart + j * BX;
        if (x < src.width) {
            W sum{};
#pragma unroll
            for (int k = 0; k < KSIZE; ++k)
                sum += c_kernel[k] * Work<T>::load(smem[threadIdx.y][threadIdx.x + (j + HALO) * BX + k - R]);
            dst(x, y) = Work<T>::store(sum);
        }
    }
}

template <typename T, int KSIZE, int BX, int BY, int PATCH>
__global__ void columnFilter(ImageView<const T> src, ImageView<T> dst)
{
    constexpr int HALO = (KSIZE / 2 + BY - 1) / BY;
    constexpr int R = KSIZE / 2;
    using W = typename Work<T>::type;
    __shared__ T smem[(PATCH + 2 * HALO) * BY][BX];

    const int x = blockIdx.x * BX + threadIdx.x;
    const int yStart = blockIdx.y * (BY * PATCH) + threadIdx.y;
#pragma unroll
    for (int j = 0; j < PATCH + 2 * HALO; ++j)
        smem[threadIdx.y + j * BY][threadIdx.x] = src.clamped(x, yStart + (j - HALO) * BY);
    __syncthreads();
    if (x >= src.width) return;

#pragma unroll
    for (int j = 0; j < PATCH; ++j) {
        const int y = yStart + j * BY;
        if (y >= src.height) break;
        W sum{};
#pragma unroll
        for (int k = 0; k < KSIZE; ++k)
            sum += c_kernel[k] * Work<T>::load(smem[threadIdx.y + (j + HALO) * BY + k - R][threadIdx.x]);
        dst(x, y) = Work<T>::store(sum);
    }
}

// --- bilateral filter on float3, dynamic shared tile with spatial weight table ------
struct BilateralParams {
    int radius;
    float sigmaSpace2;  // -0.5 / s^2
    float sigmaColor2;
};

__global__ void bilateralFloat3(ImageView<const float3> src, ImageView<float3> dst, BilateralParams p)
{
    extern __shared__ unsigned char raw[];
    const int tw = blockDim.x + 2 * p.radius;
    const int th = blockDim.y + 2 * p.radius;
    const int ks = 2 * p.radius + 1;
    float3* tile = reinterpret_cast<float3*>(raw);
    float* spatial = reinterpret_cast<float*>(tile + tw * th);

    const int tid = threadIdx.y * blockDim.x + threadIdx.x;
    const int nt = blockDim.x * blockDim.y;
    const int ox = (int)(blockIdx.x * blockDim.x) - p.radius;
    const int oy = (int)(blockIdx.y * blockDim.y) - p.radius;
    for (int i = tid; i < tw * th; i += nt) tile[i] = src.clamped(ox + i % tw, oy + i / tw);
    for (int i = tid; i < ks * ks; i += nt) {
        const int dx = i % ks - p.radius, dy = i / ks - p.radius;
        spatial[i] = __expf(p.sigmaSpace2 * (dx * dx + dy * dy));
    }
    __syncthreads();

    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= src.width || y >= src.height) return;

    const float3 c = tile[(threadIdx.y + p.radius) * tw + threadIdx.x + p.radius];
    float3 acc = make_float3(0.f, 0.f, 0.f);
    float wsum = 0.f;
    for (int dy = 0; dy < ks; ++dy) {
        const float3* row = tile + (threadIdx.y + dy) * tw + threadIdx.x;
        for (int dx = 0; dx < ks; ++dx) {
            const float3 d = row[dx] - c;
            const float w = spatial[dy * ks + dx] * __expf(p.sigmaColor2 * dot(d, d));
            acc += w * row[dx];
            wsum += w;
        }
    }
    dst(x, y) = (1.0f / wsum) * acc;
}

// --- morphology: separable min/max in shared memory, two passes ----------------------
struct MinOp {
    static constexpr int identity = 0xffff;
    template <class T> __device__ T operator()(T a, T b) const { return a < b ? a : b; }
};
struct MaxOp {
    static constexpr int identity = 0;
    template <class T> __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

template <typename T, class Op, int BX, int BY, int R>
__global__ void morphRect(ImageView<const T> src, ImageView<T> dst, Op op)
{
    __shared__ T in[BY + 2 * R][BX + 2 * R];
    __shared__ T tmp[BY + 2 * R][BX];
    const int bx = blockIdx.x * BX, by = blockIdx.y * BY;

    for (int j = threadIdx.y; j < BY + 2 * R; j += BY)
        for (int i = threadIdx.x; i < BX + 2 * R; i += BX) {
            const int gx = bx + i - R, gy = by + j - R;
            const bool ok = gx >= 0 && gx < src.width && gy >= 0 && gy < src.height;
            in[j][i] = ok ? src(gx, gy) : static_cast<T>(Op::identity);
        }
    __syncthreads();
    for (int j = threadIdx.y; j < BY + 2 * R; j += BY) {
        T v = in[j][threadIdx.x];
#pragma unroll
        for (int k = 1; k <= 2 * R; ++k) v = op(v, in[j][threadIdx.x + k]);
        tmp[j][threadIdx.x] = v;
    }
    __syncthreads();
    const int x = bx + threadIdx.x, y = by + threadIdx.y;
    if (x < src.width && y < src.height) {
        T v = tmp[threadIdx.y][threadIdx.x];
#pragma unroll
        for (int k = 1; k <= 2 * R; ++k) v = op(v, tmp[threadIdx.y + k][threadIdx.x]);
        dst(x, y) = v;
    }
}

// --- histogram with per-warp sub histograms; 4 pixels per load -----------------------
constexpr int BINS = 256;

template <int WARPS>
__global__ void histogram256(const uchar* __restrict__ data, int n, unsigned* __restrict__ hist)
{
    __shared__ unsigned sub[WARPS][BINS];
    for (int i = threadIdx.x; i < WARPS * BINS; i += blockDim.x) (&sub[0][0])[i] = 0;
    __syncthreads();

    unsigned* my = sub[threadIdx.x >> 5];
    const int n4 = n / 4;
    const uchar4* d4 = reinterpret_cast<const uchar4*>(data);
    const int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = gtid; i < n4; i += gridDim.x * blockDim.x) {
        const uchar4 v = d4[i];
        atomicAdd(my + v.x, 1u);
        atomicAdd(my + v.y, 1u);
        atomicAdd(my + v.z, 1u);
        atomicAdd(my + v.w, 1u);
    }
    if (gtid < n - n4 * 4) atomicAdd(&my[data[n4 * 4 + gtid]], 1u);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        unsigned s = 0;
#pragma unroll
        for (int w = 0; w < WARPS; ++w) s += sub[w][b];
        if (s) atomicAdd(&hist[b], s);
    }
}

// --- equalize: build LUT from histogram in each block, then apply --------------------
__global__ void equalizeApply(ImageView<const uchar> src, ImageView<uchar> dst, const unsigned* __restrict__ hist,
                              const uchar* __restrict__ mask)
{
    __shared__ unsigned cdf[2][BINS];
    __shared__ uchar lut[BINS];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;  // 256 threads
    int cur = 0;
    cdf[cur][tid] = hist[tid];
    __syncthreads();
    for (int off = 1; off < BINS; off <<= 1) {
        const unsigned v = cdf[cur][tid] + (tid >= off ? cdf[cur][tid - off] : 0u);
        cdf[cur ^ 1][tid] = v;
        cur ^= 1;
        __syncthreads();
    }
    const float scale = 255.f / (float)max(1u, cdf[cur][BINS - 1]);
    lut[tid] = (uchar)(cdf[cur][tid] * scale);
    __syncthreads();

    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < src.height; y += gridDim.y * blockDim.y) {
        if (x < src.width) {
            const uchar v = src(x, y);
            dst(x, y) = (mask && !mask[y * src.width + x]) ? v : lut[v];
        }
    }
}

// --- integral image: row scan then tile-transposed column scan ------------------------
template <int NT>
__device__ int blockInclusiveScan(int v, int* warpSums)
{
    const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        const int t = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o) v += t;
    }
    if (lane == 31) warpSums[wid] = v;
    __syncthreads();
    if (wid == 0) {
        int s = lane < NT / 32 ? warpSums[lane] : 0;
#pragma unroll
        for (int o = 1; o < NT / 32; o <<= 1) {
            const int t = __shfl_up_sync(0xffffffffu, s, o);
            if (lane >= o) s += t;
        }
        if (lane < NT / 32) warpSums[lane] = s;
    }
    __syncthreads();
    if (wid > 0) v += warpSums[wid - 1];
    return v;
}

// scans one row per block and writes the transposed result
template <typename T, int NT>
__global__ void integralRowsTransposed(ImageView<const T> src, ImageView<int> dst)
{
    __shared__ int warpSums[NT / 32];
    __shared__ int carry;
    const int y = blockIdx.x;
    if (threadIdx.x == 0) carry = 0;
    __syncthreads();
    for (int base = 0; base < src.width; base += NT) {
        const int x = base + threadIdx.x;
        const int v = x < src.width ? (int)src(x, y) : 0;
        const int s = blockInclusiveScan<NT>(v, warpSums) + carry;
        if (x < src.width) dst(y, x) = s;
        __syncthreads();
        if (threadIdx.x == NT - 1) carry = s;
        __syncthreads();
    }
}

// --- host ------------------------------------------------------------------------------
template <typename T>
struct Image {
    int w, h;
    T* d = nullptr;
    Image(int w_, int h_) : w(w_), h(h_)
    {
        CHECK(cudaMalloc(&d, sizeof(T) * w * h));
        CHECK(cudaMemset(d, 0, sizeof(T) * w * h));
    }
    ~Image() { cudaFree(d); }
    ImageView<T> view() { return {d, w, h, w}; }
    ImageView<const T> cview() const { return {d, w, h, w}; }
    void upload(const std::vector<T>& v) { CHECK(cudaMemcpy(d, v.data(), sizeof(T) * w * h, cudaMemcpyHostToDevice)); }
    std::vector<T> download() const
    {
        std::vector<T> v(size_t(w) * h);
        CHECK(cudaMemcpy(v.data(), d, sizeof(T) * w * h, cudaMemcpyDeviceToHost));
        return v;
    }
};

template <typename T>
static void report(const char* name, const Image<T>& im)
{
    const auto v = im.download();
    const uchar* b = reinterpret_cast<const uchar*>(v.data());
    unsigned h = 2166136261u;
    for (size_t i = 0; i < v.size() * sizeof(T); ++i) h = (h ^ b[i]) * 16777619u;
    printf("%-22s %08x\n", name, h);
}

template <typename T, int KSIZE>
static void separable(const Image<T>& src, Image<T>& tmp, Image<T>& dst, cudaStream_t s)
{
    float k[KSIZE], sum = 0;
    for (int i = 0; i < KSIZE; ++i) sum += k[i] = expf(-0.5f * (i - KSIZE / 2) * (i - KSIZE / 2) / 4.f);
    for (float& v : k) v /= sum;
    CHECK(cudaMemcpyToSymbolAsync(c_kernel, k, sizeof(k), 0, cudaMemcpyHostToDevice, s));
    constexpr int RBX = 32, RBY = 8, RP = 4;
    const dim3 rb(RBX, RBY), rg(iDivUp(src.w, RBX * RP), iDivUp(src.h, RBY));
    rowFilter<T, KSIZE, RBX, RBY, RP><<<rg, rb, 0, s>>>(src.cview(), tmp.view());
    CHECK(cudaGetLastError());
    constexpr int CBX = 16, CBY = 8, CP = 4;
    const dim3 cb(CBX, CBY), cg(iDivUp(src.w, CBX), iDivUp(src.h, CBY * CP));
    columnFilter<T, KSIZE, CBX, CBY, CP><<<cg, cb, 0, s>>>(tmp.cview(), dst.view());
    CHECK(cudaGetLastError());
}

int main(int argc, char** argv)
{
    const int w = argc > 1 ? atoi(argv[1]) : 317;
    const int h = argc > 2 ? atoi(argv[2]) : 203;
    const int radius = argc > 3 ? atoi(argv[3]) : 4;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));

    std::vector<uchar> h8(w * h), mask(w * h);
    std::vector<ushort_t> h16(w * h);
    std::vector<uchar4> h84(w * h);
    std::vector<float3> h3(w * h);
    unsigned seed = 12345;
    auto rnd = [&seed] { return (seed = seed * 1664525u + 1013904223u) >> 16; };
    for (int i = 0; i < w * h; ++i) {
        const int x = i % w, y = i / w;
        h8[i] = (uchar)((x + y + (rnd() & 31)) & 127);
        mask[i] = (x / 16 + y / 16) & 1;
        h16[i] = (ushort_t)rnd();
        h84[i] = uchar4{(uchar)rnd(), (uchar)x, (uchar)y, 255};
        h3[i] = make_float3((rnd() & 255) / 255.f, x / (float)w, y / (float)h);
    }

    Image<uchar> a8(w, h), b8(w, h), t8(w, h);
    Image<ushort_t> a16(w, h), b16(w, h), t16(w, h);
    Image<uchar4> a84(w, h), b84(w, h), t84(w, h);
    Image<float3> a3(w, h), b3(w, h), t3(w, h);
    a8.upload(h8); a16.upload(h16); a84.upload(h84); a3.upload(h3);

    separable<uchar, 5>(a8, t8, b8, stream);
    CHECK(cudaStreamSynchronize(stream));
    report("separable uchar", b8);
    separable<ushort_t, 9>(a16, t16, b16, stream);
    CHECK(cudaStreamSynchronize(stream));
    report("separable ushort", b16);
    separable<uchar4, 7>(a84, t84, b84, stream);
    CHECK(cudaStreamSynchronize(stream));
    report("separable uchar4", b84);
    separable<float3, 17>(a3, t3, b3, stream);
    CHECK(cudaStreamSynchronize(stream));
    report("separable float3", b3);

    {
        BilateralParams p{radius, -0.5f / (3.f * 3.f), -0.5f / (0.2f * 0.2f)};
        dim3 block(16, 16), grid(iDivUp(w, block.x), iDivUp(h, block.y));
        const int ks = 2 * radius + 1;
        const size_t sh = (block.x + 2 * radius) * (block.y + 2 * radius) * sizeof(float3) + ks * ks * sizeof(float);
        bilateralFloat3<<<grid, block, sh, stream>>>(a3.cview(), b3.view(), p);
        CHECK(cudaGetLastError());
        CHECK(cudaStreamSynchronize(stream));
        report("bilateral", b3);
    }

    auto morph = [&](auto op, const char* name) {
        constexpr int BX = 32, BY = 8, R = 3;
        dim3 block(BX, BY), grid(iDivUp(w, BX), iDivUp(h, BY));
        morphRect<ushort_t, decltype(op), BX, BY, R><<<grid, block, 0, stream>>>(a16.cview(), b16.view(), op);
        CHECK(cudaGetLastError());
        CHECK(cudaStreamSynchronize(stream));
        report(name, b16);
    };
    morph(MinOp{}, "erode 7x7");
    morph(MaxOp{}, "dilate 7x7");

    {
        unsigned* d_hist;
        uchar* d_mask;
        CHECK(cudaMalloc(&d_hist, BINS * sizeof(unsigned)));
        CHECK(cudaMalloc(&d_mask, w * h));
        CHECK(cudaMemsetAsync(d_hist, 0, BINS * sizeof(unsigned), stream));
        CHECK(cudaMemcpyAsync(d_mask, mask.data(), w * h, cudaMemcpyHostToDevice, stream));
        constexpr int WARPS = 6;
        histogram256<WARPS><<<20, WARPS * 32, 0, stream>>>(a8.d, w * h, d_hist);
        CHECK(cudaGetLastError());
        dim3 block(32, 8), grid(iDivUp(w, 32), 4);
        equalizeApply<<<grid, block, 0, stream>>>(a8.cview(), b8.view(), d_hist, nullptr);
        CHECK(cudaGetLastError());
        equalizeApply<<<grid, block, 0, stream>>>(a8.cview(), t8.view(), d_hist, d_mask);
        CHECK(cudaGetLastError());
        unsigned hist[BINS], total = 0;
        CHECK(cudaMemcpyAsync(hist, d_hist, sizeof(hist), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        for (unsigned v : hist) total += v;
        printf("histogram total %u (%s)\n", total, total == unsigned(w * h) ? "ok" : "FAIL");
        report("equalize", b8);
        report("equalize masked", t8);
        CHECK(cudaFree(d_hist));
        CHECK(cudaFree(d_mask));
    }
    {
        Image<int> rowT(h, w), integral(w, h);
        integralRowsTransposed<uchar, 128><<<h, 128, 0, stream>>>(a8.cview(), rowT.view());
        CHECK(cudaGetLastError());
        integralRowsTransposed<int, 128><<<w, 128, 0, stream>>>(rowT.cview(), integral.view());
        CHECK(cudaGetLastError());
        CHECK(cudaStreamSynchronize(stream));
        const auto v = integral.download();
        long ref = 0;
        for (uchar c : h8) ref += c;
        printf("integral corner %d (%s)\n", v.back(), v.back() == ref ? "ok" : "FAIL");
    }
    CHECK(cudaStreamDestroy(stream));
    return 0;
}
