// Multigrid pieces: red-black Gauss-Seidel in a tile, full-weighting restriction, bilinear prolongation, Jacobi with ping-pong tiles.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

struct Grid2D {
    double *p; int n;                // n x n including boundary
    __device__ double &operator()(int i, int j) const { return p[i * n + j]; }
};

template <int TX, int TY, int SWEEPS>
__global__ void redBlackTile(Grid2D u, Grid2D f, double h2)
{
    __shared__ double s[TY + 2][TX + 2];
    const int x0 = blockIdx.x * TX, y0 = blockIdx.y * TY;
    for (int j = threadIdx.y; j < TY + 2; j += blockDim.y)
        for (int i = threadIdx.x; i < TX + 2; i += blockDim.x) s[j][i] = u(y0 + j, x0 + i);
    __syncthreads();
    const int j = threadIdx.y + 1;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int color = 0; color < 2; color++) {
            int i = 2 * threadIdx.x + 1 + ((j + color) & 1);   // half as many threads as columns
            s[j][i] = 0.25 * (s[j - 1][i] + s[j + 1][i] + s[j][i - 1] + s[j][i + 1] + h2 * f(y0 + j, x0 + i));
            __syncthreads();
        }
    u(y0 + j, x0 + 2 * threadIdx.x + 1) = s[j][2 * threadIdx.x + 1];
    u(y0 + j, x0 + 2 * threadIdx.x + 2) = s[j][2 * threadIdx.x + 2];
}

__global__ void restrictFullWeight(Grid2D fine, Grid2D coarse)
{
    __shared__ double t[33][33];
    const int fx = blockIdx.x * 32, fy = blockIdx.y * 32;
    for (int k = threadIdx.y * 16 + threadIdx.x; k < 33 * 33; k += 256) t[k / 33][k % 33] = fine(fy + 1 + k / 33, fx + 1 + k % 33);
    __syncthreads();
    const int i = 2 * threadIdx.x + 1, j = 2 * threadIdx.y + 1;
    double v = 0.25 * t[j][i] + 0.125 * (t[j - 1][i] + t[j + 1][i] + t[j][i - 1] + t[j][i + 1]) +
               0.0625 * (t[j - 1][i - 1] + t[j - 1][i + 1] + t[j + 1][i - 1] + t[j + 1][i + 1]);
    coarse(blockIdx.y * 16 + threadIdx.y + 1, blockIdx.x * 16 + threadIdx.x + 1) = v;
}

__global__ void prolongBilinear(const float *coarse, float *fine, int nc, int nf)
{
    __shared__ float c[9 * 17];
    const int cx = blockIdx.x * 16, cy = blockIdx.y * 8;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < 9 * 17; k += 512) c[k] = coarse[min(cy + k / 17, nc - 1) * nc + min(cx + k % 17, nc - 1)];
    __syncthreads();
    const int lx = threadIdx.x >> 1, ly = threadIdx.y >> 1;
    const float ax = 0.5f * (threadIdx.x & 1), ay = 0.5f * (threadIdx.y & 1);
    float v = (1 - ay) * ((1 - ax) * c[ly * 17 + lx] + ax * c[ly * 17 + lx + 1]) +
              ay * ((1 - ax) * c[(ly + 1) * 17 + lx] + ax * c[(ly + 1) * 17 + lx + 1]);
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < nf && y < nf) fine[y * nf + x] = v;
}

// temporal blocking: several Jacobi sweeps on a shrinking region of a 32x32 tile
__global__ void jacobiTemporal(const float *in, float *out, int n, int steps)
{
    extern __shared__ float buf[];
    float *cur = buf, *nxt = buf + 32 * 32;
    const int x = threadIdx.x, y = threadIdx.y, inner = 32 - 2 * steps;
    const int gx = blockIdx.x * inner + x - steps, gy = blockIdx.y * inner + y - steps;
    const bool in_dom = gx >= 0 && gx < n && gy >= 0 && gy < n;
    cur[y * 32 + x] = in_dom ? in[gy * n + gx] : 0.f;
    nxt[y * 32 + x] = 0.f;
    __syncthreads();
    for (int s = 1; s <= steps; s++) {
        if (x >= s && x < 32 - s && y >= s && y < 32 - s)
            nxt[y * 32 + x] = 0.25f * (cur[y * 32 + x - 1] + cur[y * 32 + x + 1] + cur[(y - 1) * 32 + x] + cur[(y + 1) * 32 + x]);
        __syncthreads();
        float *t = cur; cur = nxt; nxt = t;
    }
    if (in_dom && x >= steps && x < 32 - steps && y >= steps && y < 32 - steps) out[gy * n + gx] = cur[y * 32 + x];
}

int main()
{
    const int n = 130, nc = 66;
    std::vector<double> h(n * n);
    std::vector<float> hf(n * n);
    for (int i = 0; i < n * n; i++) { h[i] = (i % 37) * 0.01; hf[i] = (float)h[i]; }
    double *u, *f, *c; float *a, *b;
    cudaMalloc(&u, n * n * 8); cudaMalloc(&f, n * n * 8); cudaMalloc(&c, nc * nc * 8); cudaMalloc(&a, n * n * 4); cudaMalloc(&b, n * n * 4);
    cudaMemcpy(u, h.data(), n * n * 8, cudaMemcpyHostToDevice); cudaMemcpy(f, h.data(), n * n * 8, cudaMemcpyHostToDevice);
    cudaMemcpy(a, hf.data(), n * n * 4, cudaMemcpyHostToDevice);
    Grid2D U{u, n}, F{f, n}, C{c, nc};
    redBlackTile<32, 8, 2><<<dim3(1, 1), dim3(16, 8)>>>(U, F, 1e-4);
    redBlackTile<64, 4, 1><<<dim3(1, 1), dim3(32, 4)>>>(U, F, 1e-4);
    restrictFullWeight<<<dim3(3, 3), dim3(16, 16)>>>(U, C);
    prolongBilinear<<<dim3((n + 31) / 32, (n + 15) / 16), dim3(32, 16)>>>(a, b, 65, n);
    jacobiTemporal<<<dim3(5, 5), dim3(32, 32), 2 * 32 * 32 * sizeof(float)>>>(a, b, n, 3);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(u); cudaFree(f); cudaFree(c); cudaFree(a); cudaFree(b);
    return 0;
}
