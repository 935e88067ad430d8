// Stencils and small dense kernels built from policies, nested namespaces and class templates.
#include <array>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

namespace imgproc {
namespace detail {

constexpr int kRadius = 2;

struct Extent {
    int w, h;
    __host__ __device__ constexpr bool contains(int x, int y) const
    {
        return x >= 0 && y >= 0 && x < w && y < h;
    }
};

__constant__ float c_taps[2 * kRadius + 1] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

// three levels: row pointer -> horizontal filter -> one pixel
template <typename T, int N>
__device__ __forceinline__ T pixel(T (*rows)[N], int y, int x)
{
    return rows[y][x];
}

template <typename T, int N>
__device__ __forceinline__ T filter_row(T (*rows)[N], int y, int x)
{
    T acc = T(0);
#pragma unroll
    for (int k = -kRadius; k <= kRadius; ++k)
        acc += c_taps[k + kRadius] * pixel(rows, y, x + k);
    return acc;
}

template <typename T, int N>
__device__ __forceinline__ T filter_column(T (*rows)[N], int y, int x)
{
    T acc = T(0);
#pragma unroll
    for (int k = -kRadius; k <= kRadius; ++k)
        acc += c_taps[k + kRadius] * rows[y + k][x];
    return acc;
}

template <typename T, int N>
__device__ __forceinline__ T filter_both(T (*rows)[N], int y, int x)
{
    return filter_row(rows, y, x) + filter_column(rows, y, x);
}

} // namespace detail

template <int BX, int BY>
__global__ void cross_blur(const float* __restrict__ in, float* __restrict__ out, detail::Extent size)
{
    using namespace detail;
    __shared__ float tile[BY + 2 * kRadius][BX + 2 * kRadius];
    const int x0 = blockIdx.x * BX - kRadius;
    const int y0 = blockIdx.y * BY - kRadius;

    for (int y = threadIdx.y; y < BY + 2 * kRadius; y += BY)
        for (int x = threadIdx.x; x < BX + 2 * kRadius; x += BX) {
            if (!size.contains(x0 + x, y0 + y)) {
                tile[y][x] = 0.0f;
                continue;
            }
            tile[y][x] = in[(y0 + y) * size.w + x0 + x];
        }
    __syncthreads();

    const int x = blockIdx.x * BX + threadIdx.x;
    const int y = blockIdx.y * BY + threadIdx.y;
    if (x < size.w && y < size.h)
        out[y * size.w + x] = filter_both(tile, threadIdx.y + kRadius, threadIdx.x + kRadius);
}

} // namespace imgproc

namespace pde {

#define TZ 4
#define TY 8
#define TX 8
#define HALO(z, y, x) u[(z)][(y)][(x)]

// 7-point stencil on an 8x8x4 block with a halo of one.
__global__ void laplace3d(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz)
{
    __shared__ float u[TZ + 2][TY + 2][TX + 2];
    const int tid = (threadIdx.z * TY + threadIdx.y) * TX + threadIdx.x;
    const int bx = blockIdx.x * TX, by = blockIdx.y * TY, bz = blockIdx.z * TZ;

    for (int i = tid; i < (TZ + 2) * (TY + 2) * (TX + 2); i += TX * TY * TZ) {
        const int lx = i % (TX + 2);
        const int ly = (i / (TX + 2)) % (TY + 2);
        const int lz = i / ((TX + 2) * (TY + 2));
        const int gx = bx + lx - 1, gy = by + ly - 1, gz = bz + lz - 1;
        float v = 0.0f;
        if (gx >= 0 && gx < nx && gy >= 0 && gy < ny && gz >= 0 && gz < nz)
            v = in[(gz * ny + gy) * nx + gx];
        HALO(lz, ly, lx) = v;
    }
    __syncthreads();

    const int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1;
    const int gx = bx + threadIdx.x, gy = by + threadIdx.y, gz = bz + threadIdx.z;
    if (gx >= nx || gy >= ny || gz >= nz)
        return;
    float lap = -6.0f * HALO(z, y, x);
    lap += HALO(z, y, x - 1);
    lap += HALO(z, y, x + 1);
    lap += HALO(z, y - 1, x);
    lap += HALO(z, y + 1, x);
    lap += HALO(z - 1, y, x);
    lap += HALO(z + 1, y, x);
    out[(gz * ny + gy) * nx + gx] = lap;
}

} // namespace pde

namespace blas {

// Layout policies.
struct Packed {
    __host__ __device__ static constexpr int ld(int n) { return n; }
    __device__ static int index(int r, int c, int n) { return r * ld(n) + c; }
};
struct Padded {
    __host__ __device__ static constexpr int ld(int n) { return n + 1; }
    __device__ static int index(int r, int c, int n) { return r * ld(n) + c; }
};
struct ColumnMajor {
    __host__ __device__ static constexpr int ld(int n) { return n; }
    __device__ static int index(int r, int c, int n) { return c * ld(n) + r; }
};

// y = A x for a batch of 24 rows; the kernel body is a class.
template <typename Layout, int ROWS, int COLS>
class GemvOp {
public:
    struct Params {
        const float* a;
        const float* x;
        float* y;
        int rows;
    };
    static constexpr int kStore = (ROWS > COLS ? ROWS : COLS);
    struct SharedStorage {
        float a[kStore * Layout::ld(kStore)];
        float x[COLS];
        float part[2][ROWS];
    };
    static constexpr size_t smem_bytes() { return sizeof(SharedStorage); }
    static dim3 block() { return dim3(ROWS, 2); }

    __device__ void operator()(const Params& p, char* smem) const
    {
        SharedStorage& s = *reinterpret_cast<SharedStorage*>(smem);
        stage(p, s);
        __syncthreads();
        partial_dot(p, s);
        __syncthreads();
        if (threadIdx.y == 0 && first_row() + threadIdx.x < p.rows) {
            float sum = s.part[0][threadIdx.x];
            sum += s.part[1][threadIdx.x];
            p.y[first_row() + threadIdx.x] = sum;
        }
    }

private:
    __device__ int first_row() const { return blockIdx.x * ROWS; }

    __device__ void stage(const Params& p, SharedStorage& s) const
    {
        const int t = threadIdx.y * blockDim.x + threadIdx.x;
        for (int i = t; i < ROWS * COLS; i += blockDim.x * blockDim.y) {
            const int r = i / COLS, c = i % COLS;
            const bool inside = first_row() + r < p.rows;
            s.a[Layout::index(r, c, kStore)] = inside ? p.a[(first_row() + r) * COLS + c] : 0.0f;
        }
        if (t < COLS)
            s.x[t] = p.x[t];
    }

    __device__ void partial_dot(const Params&, SharedStorage& s) const
    {
        const int r = threadIdx.x;
        float acc = 0.0f;
        for (int c = threadIdx.y; c < COLS; c += 2) {
            const float a = s.a[Layout::index(r, c, kStore)];
            const float x = s.x[c];
            acc += a * x;
        }
        s.part[threadIdx.y][r] = acc;
    }
};

template <class Op>
__global__ void device_kernel(typename Op::Params params)
{
    extern __shared__ char smem[];
    Op op;
    op(params, smem);
}

template <class Op>
struct DeviceKernel {
    using Params = typename Op::Params;
    cudaError_t run(const Params& p, cudaStream_t stream = 0) const
    {
        const dim3 block = Op::block();
        const dim3 grid((p.rows + block.x - 1) / block.x);
        device_kernel<Op><<<grid, block, Op::smem_bytes(), stream>>>(p);
        return cudaGetLastError();
    }
};

// Outer product panel with x and y exchanged: threadIdx.x is the row.
__global__ void rank_update(const float* __restrict__ u, const float* __restrict__ v,
                            float* __restrict__ c, int n, int m)
{
    __shared__ float su[8];
    __shared__ float sv[32];
    __shared__ float panel[8][32];
    const int row = threadIdx.x; // 0..7
    const int col = threadIdx.y; // 0..31
    const int gr = blockIdx.y * 8 + row;
    const int gc = blockIdx.x * 32 + col;
    if (col == 0)
        su[row] = gr < n ? u[gr] : 0.0f;
    if (row == 0)
        sv[col] = gc < m ? v[gc] : 0.0f;
    __syncthreads();

    const float a = su[row];
    const float b = sv[col];
    panel[row][col] = a * b;
    __syncthreads();

    // write out with coalesced columns
    const int t = col * 8 + row;
    const int r2 = t / 32, c2 = t % 32;
    const int orow = blockIdx.y * 8 + r2, ocol = blockIdx.x * 32 + c2;
    if (orow < n && ocol < m)
        c[orow * m + ocol] = panel[r2][c2];
}

} // namespace blas

int main()
{
    constexpr size_t kCount = 8192;
    float *a = nullptr, *b = nullptr;
    if (cudaMallocManaged(&a, kCount * sizeof(float)) != cudaSuccess ||
        cudaMallocManaged(&b, kCount * sizeof(float)) != cudaSuccess) {
        std::puts("no memory");
        return 1;
    }
    for (size_t i = 0; i < kCount; ++i)
        a[i] = static_cast<float>((i * 19 + i / 64) % 83) * 0.125f;
    std::memset(b, 0, kCount * sizeof(float));

    std::array<cudaError_t, 8> rc{};
    size_t k = 0;

    imgproc::detail::Extent image{61, 21};
    imgproc::cross_blur<32, 8><<<dim3(2, 3), dim3(32, 8)>>>(a, b, image);
    rc[k++] = cudaGetLastError();
    imgproc::cross_blur<16, 16><<<dim3(4, 2), dim3(16, 16)>>>(a, b, image);
    rc[k++] = cudaGetLastError();

    constexpr int nx = 14, ny = 11, nz = 7;
    const dim3 block(TX, TY, TZ);
    const dim3 grid((nx + TX - 1) / TX, (ny + TY - 1) / TY, (nz + TZ - 1) / TZ);
    pde::laplace3d<<<grid, block>>>(a, b, nx, ny, nz);
    rc[k++] = cudaGetLastError();

    using namespace blas;
    rc[k++] = DeviceKernel<GemvOp<Packed, 32, 24>>{}.run({a, a + 4096, b, 75});
    rc[k++] = DeviceKernel<GemvOp<Padded, 32, 24>>{}.run({a, a + 4096, b, 75});
    rc[k++] = DeviceKernel<GemvOp<ColumnMajor, 32, 24>>{}.run({a, a + 4096, b, 75});

    rank_update<<<dim3(2, 3), dim3(8, 32)>>>(a, a + 100, b, 21, 45);
    rc[k++] = cudaGetLastError();
    rc[k++] = cudaDeviceSynchronize();

    for (cudaError_t e : rc)
        if (e != cudaSuccess) {
            std::puts(cudaGetErrorString(e));
            return 1;
        }
    cudaFree(a);
    cudaFree(b);
    std::puts("ok");
    return 0;
}
