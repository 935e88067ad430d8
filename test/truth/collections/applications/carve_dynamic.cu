// Dynamic shared memory carved into several arrays; sizes computed on the host.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

namespace {

constexpr size_t align_up(size_t x, size_t a) { return (x + a - 1) / a * a; }

template <typename T>
T* upload(int n, int mul, int mod)
{
    T* p = nullptr;
    cudaMallocManaged(&p, n * sizeof(T));
    for (int i = 0; i < n; ++i)
        p[i] = static_cast<T>((i * mul + 3) % mod);
    return p;
}

// ---------------------------------------------------------------------------
// Offsets shared by host and device.
struct FeatureLayout {
    size_t vals;    // double[tile]
    size_t weights; // float[tile + 1]
    size_t codes;   // int16_t[tile]
    size_t flags;   // uint8_t[tile]
    size_t total;

    __host__ __device__ constexpr explicit FeatureLayout(int tile)
        : vals(0),
          weights(tile * sizeof(double)),
          codes((weights + (tile + 1) * sizeof(float) + 15) / 16 * 16),
          flags((codes + tile * sizeof(int16_t) + 15) / 16 * 16),
          total(flags + tile)
    {
    }
};

extern __shared__ __align__(16) unsigned char smem_raw[];

__global__ void gather_features(const double* vals, const float* weights, const int16_t* codes,
                                double* out, int n)
{
    const int tile = blockDim.x;
    const FeatureLayout lay(tile);
    double* s_val = reinterpret_cast<double*>(smem_raw + lay.vals);
    float* s_w = reinterpret_cast<float*>(smem_raw + lay.weights);
    int16_t* s_code = reinterpret_cast<int16_t*>(smem_raw + lay.codes);
    uint8_t* s_flag = smem_raw + lay.flags;

    const int tid = threadIdx.x;
    const int gid = blockIdx.x * tile + tid;
    const bool valid = gid < n;
    s_val[tid] = valid ? vals[gid] : 0.0;
    s_w[tid] = valid ? weights[gid] : 0.0f;
    s_code[tid] = valid ? codes[gid] : int16_t(0);
    s_flag[tid] = valid;
    if (tid == 0)
        s_w[tile] = 1.0f;
    __syncthreads();

    // mirror the values, weights of the next one, every fourth code
    double v = s_val[tile - 1 - tid];
    double w = s_w[tid + 1];
    int code = s_code[(tid * 4) % tile];
    if (s_flag[tid ^ 1])
        v = v * w + code;
    if (valid)
        out[gid] = v;
}

// ---------------------------------------------------------------------------
// Bump allocator.
class SharedArena {
public:
    __device__ explicit SharedArena(unsigned char* base) : base_(base), used_(0) {}

    template <typename T>
    __device__ T* take(int count)
    {
        used_ = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
        T* p = reinterpret_cast<T*>(base_ + used_);
        used_ += count * sizeof(T);
        return p;
    }

private:
    unsigned char* base_;
    unsigned used_;
};

struct Cell {
    float mass, energy, px, py, pz, count, lo, hi;
};

__global__ void particle_push(const float* __restrict__ x, float* __restrict__ out, int n, float dt)
{
    SharedArena arena(smem_raw);
    float* weight = arena.take<float>(blockDim.x + 1);
    float4* pos = arena.take<float4>(blockDim.x);
    float3* vel = arena.take<float3>(blockDim.x);
    Cell* cell = arena.take<Cell>(blockDim.x);

    for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
        const int t = threadIdx.x;
        const int i = base + t;
        const float xi = i < n ? x[i] : 0.0f;

        weight[t + 1] = 0.5f * xi;
        pos[t] = make_float4(xi, xi + 1.0f, xi + 2.0f, 1.0f);
        vel[t] = make_float3(1.0f, -xi, 2.0f);
        cell[t].mass = 1.0f + xi;
        cell[t].energy = xi * xi;
        if (t == 0)
            weight[0] = 1.0f;
        __syncthreads();

        const int nb = (t + 5) % blockDim.x;
        const float4 p = pos[nb];
        const float vy = vel[nb].y;
        const float vz = vel[nb].z;
        const float e = cell[nb].energy;
        const float m = cell[nb].mass;
        const float w = weight[t];
        __syncthreads();
        if (i < n)
            out[i] = p.x + dt * (vy * p.y + vz * p.z) + e / m * w;
    }
}

// ---------------------------------------------------------------------------
// Windows which do not start at a 16-byte boundary: load aligned, read with a shift.
constexpr int kWindow = 251;

__global__ void window_shift(const float* __restrict__ src, float* __restrict__ dst)
{
    float* win = reinterpret_cast<float*>(smem_raw);
    float4* win4 = reinterpret_cast<float4*>(smem_raw);

    const int start = blockIdx.x * kWindow;
    const int aligned = start & ~3;
    const int shift = start - aligned;
    const float4* src4 = reinterpret_cast<const float4*>(src + aligned);
    win4[threadIdx.x] = src4[threadIdx.x];
    __syncthreads();

    float s = 0.0f;
    for (int k = 0; k < 3; ++k)
        s += win[shift + 3 * threadIdx.x + k];
    float d = win[shift + 2 * threadIdx.x];
    d -= win[shift + 4 * (threadIdx.x % 60) + 1];
    dst[blockIdx.x * blockDim.x + threadIdx.x] = s + d;
}

// ---------------------------------------------------------------------------
// More than 48 KiB.
__global__ void big_column_prefix(const float* __restrict__ src, float* __restrict__ dst,
                                  int size, int ld)
{
    float* m = reinterpret_cast<float*>(smem_raw);
    for (int r = threadIdx.y; r < size; r += blockDim.y)
        for (int c = threadIdx.x; c < size; c += blockDim.x)
            m[r * ld + c] = src[r * size + c];
    __syncthreads();

    // one thread per row
    const int row = threadIdx.y * blockDim.x + threadIdx.x;
    if (row < size) {
        float run = 0.0f;
        for (int c = 0; c < 8; ++c) {
            run += m[row * ld + c];
            m[row * ld + c] = run;
        }
    }
    __syncthreads();
    for (int r = threadIdx.y; r < size; r += blockDim.y)
        for (int c = threadIdx.x; c < size; c += blockDim.x)
            dst[r * size + c] = m[r * ld + c];
}

bool good(const char* what)
{
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess)
        std::printf("%s: %s\n", what, cudaGetErrorString(e));
    return e == cudaSuccess;
}

} // namespace

int main()
{
    bool fine = true;
    const int n = 300;
    double* vals = upload<double>(n, 17, 97);
    float* f = upload<float>(16384, 29, 113);
    int16_t* codes = upload<int16_t>(n, 5, 31);
    double* dout = upload<double>(n, 1, 2);
    float* fout = upload<float>(16384, 1, 2);

    {
        const int block = 128;
        const FeatureLayout lay(block);
        gather_features<<<(n + block - 1) / block, block, lay.total>>>(vals, f, codes, dout, n);
        fine = fine && good("gather_features");
    }
    {
        const int block = 64;
        size_t bytes = align_up((block + 1) * sizeof(float), 16);
        bytes += block * sizeof(float4);
        bytes += block * sizeof(float3);
        bytes += block * sizeof(Cell);
        particle_push<<<2, block, bytes>>>(f, fout, 300, 0.25f);
        fine = fine && good("particle_push");
    }
    window_shift<<<5, 64, 256 * sizeof(float)>>>(f, fout);
    fine = fine && good("window_shift");
    {
        const int size = 120, ld = size + 4;
        const int bytes = size * ld * (int)sizeof(float);
        cudaFuncSetAttribute(big_column_prefix, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
        big_column_prefix<<<1, dim3(32, 8), bytes>>>(f, fout, size, ld);
        fine = fine && good("big_column_prefix");
    }
    fine = fine && cudaDeviceSynchronize() == cudaSuccess;
    cudaFree(vals);
    cudaFree(f);
    cudaFree(codes);
    cudaFree(dout);
    cudaFree(fout);
    std::puts(fine ? "ok" : "failed");
    return fine ? 0 : 1;
}
