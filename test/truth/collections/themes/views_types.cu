// Views, accessors, iterators, lambdas and value types over shared memory.
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cuda_fp16.h>

namespace sm {

// Row-major view with a compile-time pitch.
template <typename T, int ROWS, int COLS, int PITCH = COLS>
class Matrix {
    T* p_;
public:
    static constexpr int kSize = ROWS * PITCH;
    __device__ explicit Matrix(T* p) : p_(p) {}
    __device__ T& operator()(int r, int c) { return p_[r * PITCH + c]; }
    __device__ const T& operator()(int r, int c) const { return p_[r * PITCH + c]; }
    __device__ T* row(int r) { return p_ + r * PITCH; }
    struct Column {
        T* q;
        __device__ T& operator[](int r) const { return q[r * PITCH]; }
    };
    __device__ Column col(int c) { return Column{p_ + c}; }
};

// View with run-time strides.
template <typename T>
struct StridedView {
    T* base;
    int s0, s1;
    __device__ T& at(int i, int j) const { return base[i * s0 + j * s1]; }
    __device__ StridedView transposed() const { return {base, s1, s0}; }
};

// Random-access iterator stepping by a fixed stride.
template <typename T>
struct StrideIter {
    T* p;
    int step;
    __device__ T& operator*() const { return *p; }
    __device__ StrideIter& operator++() { p += step; return *this; }
    __device__ StrideIter operator+(int n) const { return {p + n * step, step}; }
    __device__ bool operator!=(const StrideIter& o) const { return p != o.p; }
};

template <typename It, typename T, typename F>
__device__ T fold(It first, It last, T init, F f)
{
    for (; first != last; ++first) init = f(init, *first);
    return init;
}

}  // namespace sm

template <typename R>
struct Complex {
    R re, im;
    __host__ __device__ Complex(R r = 0, R i = 0) : re(r), im(i) {}
    __device__ Complex operator+(const Complex& o) const { return {re + o.re, im + o.im}; }
    __device__ Complex operator*(const Complex& o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
};

struct Vec3 {
    float x, y, z;
    __device__ Vec3 operator-(const Vec3& o) const { return {x - o.x, y - o.y, z - o.z}; }
    __device__ float dot(const Vec3& o) const { return x * o.x + y * o.y + z * o.z; }
};

__device__ inline float toFloat(float v) { return v; }
__device__ inline float toFloat(double v) { return (float)v; }
__device__ inline float toFloat(__half v) { return __half2float(v); }
__device__ inline float toFloat(int8_t v) { return (float)v; }

// Row sums through the row accessor, column sums through the column accessor.
template <typename T, int PITCH>
__global__ void rowColSums(const T* in, float* rows, float* cols)
{
    using Tile = sm::Matrix<T, 32, 32, PITCH>;
    __shared__ T store[Tile::kSize];
    Tile t(store);
    for (int r = threadIdx.x / 32; r < 32; r += blockDim.x / 32)
        t(r, threadIdx.x % 32) = in[blockIdx.x * 1024 + r * 32 + threadIdx.x % 32];
    __syncthreads();
    const int i = threadIdx.x % 32;
    float s = 0.f;
    if (threadIdx.x < 32) {
        T* row = t.row(i);
        for (int c = 0; c < 32; ++c) s += toFloat(row[c]);
        rows[blockIdx.x * 32 + i] = s;
    } else if (threadIdx.x < 64) {
        auto col = t.col(i);
        for (int r = 0; r < 32; ++r) s += toFloat(col[r]);
        cols[blockIdx.x * 32 + i] = s;
    }
}

// Transposition by swapping strides of a view.
template <typename T>
__global__ void viewTranspose(const T* in, T* out, int dim, int ld)
{
    extern __shared__ __align__(16) unsigned char arena[];
    sm::StridedView<T> v{reinterpret_cast<T*>(arena), ld, 1};
    for (int r = threadIdx.y; r < dim; r += blockDim.y)
        for (int c = threadIdx.x; c < dim; c += blockDim.x)
            v.at(r, c) = in[(blockIdx.x * dim + r) * dim + c];
    __syncthreads();
    auto vt = v.transposed();
    for (int r = threadIdx.y; r < dim; r += blockDim.y)
        for (int c = threadIdx.x; c < dim; c += blockDim.x)
            out[(blockIdx.x * dim + r) * dim + c] = vt.at(r, c);
}

// Complex matrix product of 16x16 tiles.
template <typename R>
__global__ void complexTileProduct(const Complex<R>* a, const Complex<R>* b, Complex<R>* c)
{
    // raw storage because the element type has a constructor
    __shared__ __align__(16) unsigned char raw[2][256 * sizeof(Complex<R>)];
    sm::Matrix<Complex<R>, 16, 16> A(reinterpret_cast<Complex<R>*>(raw[0]));
    sm::Matrix<Complex<R>, 16, 16> B(reinterpret_cast<Complex<R>*>(raw[1]));
    const int x = threadIdx.x, y = threadIdx.y, off = blockIdx.x * 256 + y * 16 + x;
    A(y, x) = a[off];
    B(y, x) = b[off];
    __syncthreads();
    Complex<R> acc;
    for (int k = 0; k < 16; ++k) acc = acc + A(y, k) * B(k, x);
    c[off] = acc;
}

// Fold with strided iterators and lambdas.
__global__ void iteratorFold(const float* in, float* mx, float* sm_, int perThread)
{
    extern __shared__ float pool[];
    const int n = blockDim.x * perThread;
    for (int i = threadIdx.x; i < n; i += blockDim.x) pool[i] = in[blockIdx.x * n + i];
    __syncthreads();
    sm::StrideIter<float> across{pool + threadIdx.x, (int)blockDim.x};
    sm::StrideIter<float> along{pool + threadIdx.x * perThread, 1};
    auto maxOp = [](float a, float b) { return fmaxf(a, b); };
    auto addOp = [](float a, float b) { return a + b; };
    const int g = blockIdx.x * blockDim.x + threadIdx.x;
    mx[g] = sm::fold(across, across + perThread, -1e30f, maxOp);
    sm_[g] = sm::fold(along, along + perThread, 0.f, addOp);
}

// Nearest-neighbour distances among 12-byte points.
__global__ void nearestPoint(const Vec3* pts, float* best)
{
    __shared__ Vec3 cache[128];
    const int g = blockIdx.x * 128 + threadIdx.x;
    cache[threadIdx.x] = pts[g];
    __syncthreads();
    const Vec3 me = cache[threadIdx.x];
    auto dist2 = [&](int j) { Vec3 d = cache[j] - me; return d.dot(d); };
    float b = 1e30f;
    for (int s = 1; s < 128; ++s) b = fminf(b, dist2((threadIdx.x + s) % 128));
    best[g] = b;
}

// Quantised dot products: int8 rows, 16 rows by 16 columns of results.
template <int DEPTH, int STRIDE>
__global__ void quantGemm(const int8_t* a, const int8_t* b, int* c)
{
    __shared__ __align__(4) int8_t sa[16 * STRIDE];
    __shared__ __align__(4) int8_t sb[16 * STRIDE];
    const int tid = threadIdx.y * 16 + threadIdx.x;
    for (int i = tid; i < 16 * DEPTH; i += 256) {
        int r = i / DEPTH, d = i % DEPTH;
        sa[r * STRIDE + d] = a[blockIdx.x * 16 * DEPTH + i];
        sb[r * STRIDE + d] = b[i];
    }
    __syncthreads();
    auto word = [](const int8_t* p, int w) { return reinterpret_cast<const int*>(p)[w]; };
    int acc = 0;
#pragma unroll
    for (int w = 0; w < DEPTH / 4; ++w)
        acc = __dp4a(word(sa + threadIdx.y * STRIDE, w), word(sb + threadIdx.x * STRIDE, w), acc);
    c[blockIdx.x * 256 + tid] = acc;
}

// Half-precision stencil on pairs.
__global__ void halfStencil(const __half* in, __half* out, int n)
{
    __shared__ __half line[2 * 128 + 2];
    const int base = blockIdx.x * 256;
    auto load = [&](int i) { int g = min(max(base + i - 1, 0), n - 1); return in[g]; };
    for (int i = threadIdx.x; i < 258; i += 128) line[i] = load(i);
    __syncthreads();
    const int e = 2 * threadIdx.x;
    __half2 l = __halves2half2(line[e], line[e + 1]);
    __half2 m = __halves2half2(line[e + 1], line[e + 2]);
    __half2 r = __halves2half2(line[e + 2], line[e + 3 < 258 ? e + 3 : 257]);
    __half2 v = __hadd2(__hadd2(l, r), __hmul2(m, __float2half2_rn(2.f)));
    if (base + e < n) out[base + e] = __low2half(v);
    if (base + e + 1 < n) out[base + e + 1] = __high2half(v);
}

// Generic block scan built from a small class holding its storage.
template <typename T, int THREADS>
class BlockScan {
public:
    struct Storage { T cells[2][THREADS]; };
    __device__ explicit BlockScan(Storage& s) : s_(s) {}
    template <typename F>
    __device__ T inclusive(T v, F op)
    {
        int side = 0;
        s_.cells[0][threadIdx.x] = v;
        __syncthreads();
#pragma unroll
        for (int d = 1; d < THREADS; d *= 2) {
            v = s_.cells[side][threadIdx.x];
            if (threadIdx.x >= d) v = op(s_.cells[side][threadIdx.x - d], v);
            side ^= 1;
            s_.cells[side][threadIdx.x] = v;
            __syncthreads();
        }
        return v;
    }
private:
    Storage& s_;
};

template <typename T, int THREADS>
__global__ void scanWithClass(const T* in, T* out)
{
    __shared__ typename BlockScan<T, THREADS>::Storage st;
    BlockScan<T, THREADS> scan(st);
    const int g = blockIdx.x * THREADS + threadIdx.x;
    out[g] = scan.inclusive(in[g], [](T a, T b) { return a + b; });
}

// Voxel cube: brick accessor in three dimensions with permuted reads.
struct Brick {
    float* p;
    int ex, ey;
    __device__ float& operator()(int x, int y, int z) const { return p[(z * ey + y) * ex + x]; }
};
__global__ void brickRotate(const float* in, float* out)
{
    __shared__ float cells[8 * 8 * 8];
    Brick b{cells, 8, 8};
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    const int o = blockIdx.x * 512 + (z * 8 + y) * 8 + x;
    b(x, y, z) = in[o];
    __syncthreads();
    out[o] = b(z, x, y) + 0.5f * b(y, 7 - x, z);
}

#define TRY(e) do { cudaError_t r_ = (e); if (r_) { printf("%s -> %s\n", #e, cudaGetErrorString(r_)); exit(2); } } while (0)

int main()
{
    const int N = 16384;
    float* hf = new float[N]; double* hd = new double[N]; __half* hh = new __half[N]; int8_t* hb = new int8_t[N];
    for (int i = 0; i < N; ++i) {
        hf[i] = ((i * 29) % 61) * 0.1f; hd[i] = (i % 23) * 0.5; hh[i] = __float2half((i % 9) * 0.125f); hb[i] = (int8_t)(i % 15 - 7);
    }
    float *f, *fo; double *d, *dout; __half *h, *ho; int8_t* q; int* qo;
    TRY(cudaMalloc(&f, N * 4)); TRY(cudaMalloc(&fo, N * 4)); TRY(cudaMalloc(&d, N * 8)); TRY(cudaMalloc(&dout, N * 8));
    TRY(cudaMalloc(&h, N * 2)); TRY(cudaMalloc(&ho, N * 2)); TRY(cudaMalloc(&q, N)); TRY(cudaMalloc(&qo, N * 4));
    TRY(cudaMemcpy(f, hf, N * 4, cudaMemcpyHostToDevice)); TRY(cudaMemcpy(d, hd, N * 8, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(h, hh, N * 2, cudaMemcpyHostToDevice)); TRY(cudaMemcpy(q, hb, N, cudaMemcpyHostToDevice));
    TRY(cudaMemset(fo, 0, N * 4)); TRY(cudaMemset(dout, 0, N * 8)); TRY(cudaMemset(ho, 0, N * 2)); TRY(cudaMemset(qo, 0, N * 4));

    rowColSums<float, 32><<<2, 128>>>(f, fo, fo + 64);
    rowColSums<__half, 34><<<2, 64>>>(h, fo + 128, fo + 192);
    rowColSums<double, 33><<<1, 256>>>(d, fo + 256, fo + 288);
    viewTranspose<float><<<2, dim3(32, 8), 48 * 49 * 4>>>(f, fo + 512, 48, 49);
    viewTranspose<double><<<2, dim3(16, 16), 32 * 32 * 8>>>(d, dout, 32, 32);
    complexTileProduct<float><<<2, dim3(16, 16)>>>((Complex<float>*)f, (Complex<float>*)(f + 2048), (Complex<float>*)(fo + 6144));
    complexTileProduct<double><<<2, dim3(16, 16)>>>((Complex<double>*)d, (Complex<double>*)(d + 2048), (Complex<double>*)(dout + 4096));
    iteratorFold<<<2, 96, 96 * 6 * 4>>>(f, fo + 8192, fo + 8400, 6);
    iteratorFold<<<1, 128, 128 * 8 * 4>>>(f, fo + 8600, fo + 8800, 8);
    nearestPoint<<<3, 128>>>((Vec3*)f, fo + 9000);
    quantGemm<64, 64><<<2, dim3(16, 16)>>>(q, q + 4096, qo);
    quantGemm<32, 36><<<3, dim3(16, 16)>>>(q, q + 4096, qo + 1024);
    halfStencil<<<3, 128>>>(h, ho, 700);
    scanWithClass<float, 256><<<2, 256>>>(f, fo + 9600);
    scanWithClass<double, 128><<<2, 128>>>(d, dout + 8192);
    brickRotate<<<3, dim3(8, 8, 8)>>>(f, fo + 10240);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());

    TRY(cudaMemcpy(hf, fo, N * 4, cudaMemcpyDeviceToHost)); TRY(cudaMemcpy(hd, dout, N * 8, cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(hh, ho, N * 2, cudaMemcpyDeviceToHost));
    int* hq = new int[N];
    TRY(cudaMemcpy(hq, qo, N * 4, cudaMemcpyDeviceToHost));
    double s = 0;
    for (int i = 0; i < N; ++i) s += hf[i] + hd[i] * (i % 3) + __half2float(hh[i]) + hq[i] * 0.01 * (i % 4);
    printf("checksum %.6f\n", s);
    return 0;
}
