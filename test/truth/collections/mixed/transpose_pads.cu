/*
 * Out-of-place matrix transpose through a shared tile.
 * The tile pad is a template parameter so that the variants can be compared.
 */
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

template <typename T, int TILE, int ROWS, int PAD>
__global__ void transpose_tile(T *dst, const T *src, int width, int height)
{
    __shared__ T tile[TILE][TILE + PAD];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    for (int j = 0; j < TILE; j += ROWS) {
        if (x < width && (y + j) < height)
            tile[threadIdx.y + j][threadIdx.x] = src[(y + j) * width + x];
    }

    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;

    for (int j = 0; j < TILE; j += ROWS) {
        if (x < height && (y + j) < width)
            dst[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
    }
}

/* Same idea, flat dynamic tile, the column is scattered on the way in instead. */
template <typename T, int TILE, int PAD>
__global__ void transpose_scatter(T *__restrict__ dst, const T *__restrict__ src, int width, int height)
{
    extern __shared__ unsigned char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    constexpr int PITCH = TILE + PAD;

    const int tx = threadIdx.x % TILE;
    const int ty = threadIdx.x / TILE;
    const int step = blockDim.x / TILE;
    const int x0 = blockIdx.x * TILE;
    const int y0 = blockIdx.y * TILE;

    #pragma unroll 4
    for (int r = ty; r < TILE; r += step) {
        T v = T(0);
        if (x0 + tx < width && y0 + r < height)
            v = src[(y0 + r) * width + x0 + tx];
        tile[tx * PITCH + r] = v;
    }
    __syncthreads();

    #pragma unroll 4
    for (int r = ty; r < TILE; r += step) {
        T v = tile[r * PITCH + tx];
        if (y0 + tx < height && x0 + r < width)
            dst[(x0 + r) * height + y0 + tx] = v;
    }
}

template <typename T>
struct Problem {
    int width, height;
    T *src = nullptr;
    T *dst = nullptr;
    std::vector<T> host;

    Problem(int w, int h) : width(w), height(h), host((size_t)w * h)
    {
        for (size_t i = 0; i < host.size(); ++i)
            host[i] = (T)(i % 4099);
        cudaMalloc((void **)&src, bytes());
        cudaMalloc((void **)&dst, bytes());
        cudaMemcpy(src, host.data(), bytes(), cudaMemcpyHostToDevice);
    }
    ~Problem()
    {
        cudaFree(src);
        cudaFree(dst);
    }
    size_t bytes() const { return host.size() * sizeof(T); }

    int check(const char *name)
    {
        cudaError_t e = cudaGetLastError();
        if (e == cudaSuccess)
            e = cudaDeviceSynchronize();
        if (e != cudaSuccess) {
            printf("%-28s CUDA error: %s\n", name, cudaGetErrorString(e));
            return 1;
        }
        std::vector<T> out(host.size());
        cudaMemcpy(out.data(), dst, bytes(), cudaMemcpyDeviceToHost);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                if (out[(size_t)x * height + y] != host[(size_t)y * width + x]) {
                    printf("%-28s wrong at %d,%d\n", name, x, y);
                    return 1;
                }
        printf("%-28s passed\n", name);
        return 0;
    }
};

static int div_up(int a, int b) { return (a + b - 1) / b; }

template <typename T, int TILE, int ROWS, int PAD>
static int run_tile(Problem<T> &p, const char *name)
{
    dim3 block(TILE, ROWS);
    dim3 grid(div_up(p.width, TILE), div_up(p.height, TILE));
    transpose_tile<T, TILE, ROWS, PAD><<<grid, block>>>(p.dst, p.src, p.width, p.height);
    return p.check(name);
}

int main(void)
{
    int failures = 0;

    Problem<float> pf(256, 192);
    failures += run_tile<float, 32, 8, 0>(pf, "float 32x32 pad 0");
    failures += run_tile<float, 32, 8, 1>(pf, "float 32x32 pad 1");

    Problem<double> pd(160, 96);
    failures += run_tile<double, 32, 8, 2>(pd, "double 32x32 pad 2");

    {
        constexpr int TILE = 16;
        constexpr int PAD = 1;
        dim3 grid(div_up(pd.width, TILE), div_up(pd.height, TILE));
        size_t smem = sizeof(double) * TILE * (TILE + PAD);
        transpose_scatter<double, TILE, PAD><<<grid, 128, smem>>>(pd.dst, pd.src, pd.width, pd.height);
        failures += pd.check("double 16x16 scatter pad 1");
    }

    return failures ? 1 : 0;
}
