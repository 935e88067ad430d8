// Functors, extended lambdas, accessor classes; launched by class methods and cudaLaunchKernelEx.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <cuda_runtime.h>

inline void throw_on_error(cudaError_t e, const char* where)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(where) + ": " + cudaGetErrorString(e));
}

template <typename T>
class DeviceArray {
public:
    explicit DeviceArray(size_t n) : n_(n)
    {
        throw_on_error(cudaMallocManaged(&p_, n * sizeof(T)), "alloc");
    }
    ~DeviceArray() { cudaFree(p_); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    template <typename F>
    DeviceArray& fill(F f)
    {
        for (size_t i = 0; i < n_; ++i) p_[i] = f(i);
        return *this;
    }
    T* data() { return p_; }

private:
    T* p_ = nullptr;
    size_t n_;
};

/// Row-major view with a compile-time leading dimension.
template <typename T, int LD>
struct TileView {
    T* base;
    __device__ T& operator()(int r, int c) const { return base[r * LD + c]; }
    __device__ TileView block(int r, int c) const { return {base + r * LD + c}; }
};

/// The same elements, columns first.
template <typename View>
struct Transposed {
    View v;
    __device__ auto& operator()(int r, int c) const { return v(c, r); }
};

template <typename T, int N>
struct Vec {
    T e[N];
    __device__ T& operator[](int i) { return e[i]; }
    __device__ const T& operator[](int i) const { return e[i]; }
    static constexpr int count = N;
};

// ---------------------------------------------------------------------------
// Apply an arbitrary operation to pairs (a(r,c), a(c,r)) of a 32x32 tile.
template <int LD, typename Op>
__global__ void pairwise_map(const float* __restrict__ in, float* __restrict__ out, int n, int m, Op op)
{
    __shared__ float storage[32 * LD];
    const TileView<float, LD> a{storage};
    const Transposed<TileView<float, LD>> at{a};

    const int col = threadIdx.x;
    for (int row = threadIdx.y; row < 32; row += blockDim.y)
        a(row, col) = (row < n && col < m) ? in[row * m + col] : 0.0f;
    __syncthreads();
    for (int row = threadIdx.y; row < 32; row += blockDim.y) {
        if (row >= n || col >= m)
            continue;
        const float x = a(row, col);
        const float y = at(row, col);
        out[row * m + col] = op(x, y);
    }
}

struct Axpy {
    float alpha;
    __device__ float operator()(float x, float y) const { return alpha * x + y; }
};

// ---------------------------------------------------------------------------
// C = A * B with views.
template <int BM, int LDA>
__global__ void matmul_view(const float* __restrict__ A, const float* __restrict__ B,
                            float* __restrict__ C, int n)
{
    __shared__ float sa[BM * LDA];
    __shared__ float sb[BM * BM];
    TileView<float, LDA> a{sa};
    TileView<float, BM> b{sb};
    // consecutive threads walk down the rows of C
    const int i = threadIdx.x, j = threadIdx.y;
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BM;

    float acc = 0.0f;
    for (int k0 = 0; k0 < n; k0 += BM) {
        const int ar = row0 + j, ac = k0 + i;
        a(j, i) = (ar < n && ac < n) ? A[ar * n + ac] : 0.0f;
        const int br = k0 + j, bc = col0 + i;
        b(j, i) = (br < n && bc < n) ? B[br * n + bc] : 0.0f;
        __syncthreads();
        for (int k = 0; k < BM; ++k) {
            const float x = a(i, k);
            const float y = b(k, j);
            acc += x * y;
        }
        __syncthreads();
    }
    const int row = row0 + i, col = col0 + j;
    if (row < n && col < n)
        C[row * n + col] = acc;
}

// ---------------------------------------------------------------------------
// Lambdas inside of the kernel capture the shared arrays by reference.
__global__ void lambda_stats(const float* __restrict__ in, float* __restrict__ out)
{
    __shared__ float rows[32][20];
    __shared__ float total[32];
    const int t = threadIdx.x;

    auto at = [&](int r, int c) -> float& { return rows[r][c]; };
    auto norm = [&](int r) { return 1.0f + total[r]; };

    for (int i = t; i < 32 * 20; i += blockDim.x)
        at(i / 20, i % 20) = in[blockIdx.x * 640 + i];
    __syncthreads();

    if (t < 32) {
        float s = 0.0f;
        for (int c = 0; c < 20; ++c)
            s += at(t, c);
        total[t] = s;
    }
    __syncthreads();

    const int r = t % 32;
    const int c = t / 32;
    const float v = at(r, c * 4);
    out[blockIdx.x * blockDim.x + t] = v / norm(r);
}

// ---------------------------------------------------------------------------
// Even lanes read one array, odd lanes the other; items are small structs.
__global__ void select_banks(const float* __restrict__ in, float* __restrict__ out)
{
    using Item = Vec<float, 4>;
    __shared__ Item left[64];
    __shared__ float right[64 * 3];
    const int t = threadIdx.x;

    Item x;
    for (int k = 0; k < Item::count; ++k)
        x[k] = in[k * 64 + t];
    left[t] = x;
    for (int k = 0; k < 3; ++k)
        right[k * 64 + t] = x[k] - 1.0f;
    __syncthreads();

    const float* src = (t & 1) ? right : &left[0][0];
    float acc = 0.0f;
    for (int k = 0; k < 3; ++k)
        acc += src[t + 64 * k];
    const int step = (t & 1) ? 3 : 4;
    acc -= src[(t >> 1) * step];
    acc += left[t ^ 3][2];
    out[blockIdx.x * blockDim.x + t] = acc;
}

// ---------------------------------------------------------------------------
class Launcher {
public:
    Launcher(dim3 grid, dim3 block)
    {
        cfg_.gridDim = grid;
        cfg_.blockDim = block;
        cfg_.dynamicSmemBytes = 0;
        cfg_.stream = 0;
        cfg_.attrs = nullptr;
        cfg_.numAttrs = 0;
    }

    template <typename... Params, typename... Args>
    const Launcher& operator()(void (*kernel)(Params...), Args&&... args) const
    {
        throw_on_error(cudaLaunchKernelEx(&cfg_, kernel, std::forward<Args>(args)...), "launch");
        throw_on_error(cudaGetLastError(), "launch");
        return *this;
    }

    template <int LD, typename Op>
    void map(const float* in, float* out, int n, int m, Op op) const
    {
        pairwise_map<LD><<<cfg_.gridDim, cfg_.blockDim>>>(in, out, n, m, op);
        throw_on_error(cudaGetLastError(), "map");
    }

private:
    cudaLaunchConfig_t cfg_ = {};
};

int main()
try {
    DeviceArray<float> a(4096), b(4096), c(4096);
    a.fill([](size_t i) { return 0.1f * static_cast<float>((i * 11) % 29); });
    b.fill([](size_t i) { return 0.2f * static_cast<float>((i * 7) % 31) - 1.0f; });
    c.fill([](size_t) { return 0.0f; });

    Launcher wide(dim3(1), dim3(32, 8));
    wide.map<32>(a.data(), c.data(), 30, 27, Axpy{2.0f});
    wide.map<33>(a.data(), c.data(), 30, 27, [] __device__(float x, float y) { return x * y - 1.0f; });

    constexpr int n = 37;
    const dim3 square(16, 16);
    const dim3 tiles((n + square.x - 1) / square.x, 2);
    Launcher mm(tiles, square);
    mm(matmul_view<16, 16>, a.data(), b.data(), c.data(), n);
    mm(matmul_view<16, 17>, a.data(), b.data(), c.data(), n);

    Launcher(dim3(2), dim3(128))(lambda_stats, a.data(), c.data());
    Launcher(dim3(1), dim3(64))(select_banks, b.data(), c.data());

    throw_on_error(cudaDeviceSynchronize(), "sync");
    std::puts("ok");
    return 0;
} catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
