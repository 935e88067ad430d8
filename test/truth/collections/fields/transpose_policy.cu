#include <cstdio>
#include <type_traits>
#include <utility>
#include <vector>

namespace layout {

template <int W> struct Plain {
    static constexpr int words = W * W;
    __device__ static int at(int r, int c) { return r * W + c; }
};
template <int W, int P> struct Pad {
    static constexpr int words = W * (W + P);
    __device__ static constexpr int at(int r, int c) { return r * (W + P) + c; }
};
template <int W> struct Xor {
    static constexpr int words = W * W;
    __device__ static int at(int r, int c) { return r * W + (c ^ (r & (W - 1))); }
};
template <int W> struct Rotate {
    static constexpr int words = W * W;
    __device__ static int at(int r, int c) { return r * W + (c + r) % W; }
};
// only mixes in the upper bits of the row
template <int W> struct HalfXor {
    static constexpr int words = W * W;
    __device__ static int at(int r, int c) { return r * W + (c ^ ((r >> 2) & 7)); }
};

} // namespace layout

template <typename T, typename L>
class Tile {
    T v_[L::words];
public:
    __device__ T &operator()(int r, int c) { return v_[L::at(r, c)]; }
    __device__ const T &operator()(int r, int c) const { return v_[L::at(r, c)]; }
};

template <typename T, int W, typename L, int ROWS, bool Symmetrize = false>
__global__ void transpose(T *__restrict__ out, const T *__restrict__ in, int width, int height)
{
    __shared__ Tile<T, L> tile;
    int x = blockIdx.x * W + threadIdx.x;
    int y = blockIdx.y * W + threadIdx.y;
    #pragma unroll
    for (int j = 0; j < W; j += ROWS) {
        T v = T(0);
        if (x < width && y + j < height) v = in[(y + j) * width + x];
        tile(threadIdx.y + j, threadIdx.x) = v;
    }
    __syncthreads();
    x = blockIdx.y * W + threadIdx.x;
    y = blockIdx.x * W + threadIdx.y;
    #pragma unroll
    for (int j = 0; j < W; j += ROWS) {
        T v = tile(threadIdx.x, threadIdx.y + j);
        if constexpr (Symmetrize) v = (v + tile(threadIdx.y + j, threadIdx.x)) / T(2);
        if (x < height && y + j < width) out[(y + j) * height + x] = v;
    }
}

template <typename T, int W, typename L, int ROWS, bool S = false>
void run(T *out, const T *in, int w, int h)
{
    dim3 block(W, ROWS);
    dim3 grid((w + W - 1) / W, (h + W - 1) / W);
    transpose<T, W, L, ROWS, S><<<grid, block>>>(out, in, w, h);
}

template <typename T>
double check(const T *dev, size_t n)
{
    std::vector<T> h(n);
    cudaMemcpy(h.data(), dev, n * sizeof(T), cudaMemcpyDeviceToHost);
    double s = 0;
    for (size_t i = 0; i < n; ++i) s += double(h[i]) * double(i % 17);
    return s;
}

int main()
{
    constexpr int w = 150, h = 100;
    std::vector<float> a(w * h);
    std::vector<double> b(w * h);
    for (int i = 0; i < w * h; ++i) { a[i] = float(i % 251); b[i] = i * 0.5; }
    float *da, *dao; double *db, *dbo;
    cudaMalloc(&da, sizeof(float) * w * h);  cudaMalloc(&dao, sizeof(float) * w * h);
    cudaMalloc(&db, sizeof(double) * w * h); cudaMalloc(&dbo, sizeof(double) * w * h);
    cudaMemcpy(da, a.data(), sizeof(float) * w * h, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), sizeof(double) * w * h, cudaMemcpyHostToDevice);
    double s = 0;
    run<float, 32, layout::Plain<32>, 8>(dao, da, w, h);       s += check(dao, w * h);
    run<float, 32, layout::Pad<32, 1>, 8>(dao, da, w, h);      s += check(dao, w * h);
    run<float, 32, layout::Pad<32, 2>, 4, true>(dao, da, w, h); s += check(dao, w * h);
    run<float, 32, layout::Xor<32>, 16>(dao, da, w, h);        s += check(dao, w * h);
    run<float, 32, layout::HalfXor<32>, 8>(dao, da, w, h);     s += check(dao, w * h);
    run<float, 16, layout::Rotate<16>, 16>(dao, da, w, h);     s += check(dao, w * h);
    run<double, 32, layout::Pad<32, 1>, 8>(dbo, db, w, h);     s += check(dbo, w * h);
    run<double, 16, layout::Plain<16>, 4>(dbo, db, w, h);      s += check(dbo, w * h);
    std::printf("transpose_policy checksum %.6e %s\n", s, cudaGetErrorString(cudaGetLastError()));
    return 0;
}
