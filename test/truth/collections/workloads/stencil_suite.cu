// Stencil kernels: 2-D heat, 2-D temporal blocking, 3-D marching (radius 4), 3-D 27-point,
// and a 2-D shallow-water style staggered update.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

static void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s failed: %s\n", what, cudaGetErrorString(e));
        exit(1);
    }
}

static inline int div_up(int a, int b) { return (a + b - 1) / b; }

// problem sizes
#define HEAT_NX 500
#define HEAT_NY 300

constexpr int VX = 96, VY = 80, VZ = 48;      // 3-D volume
constexpr int RADIUS = 4;

__constant__ float c_fd[RADIUS + 1];

// ------------------------------------------------------------------ 5-point heat, 1 halo
#define BX 32
#define BY 8

__global__ void heat5(const float *in, float *out, int nx, int ny, float r)
{
    __shared__ float t[BY + 2][BX + 2];

    int lx = threadIdx.x + 1;
    int ly = threadIdx.y + 1;
    int x = blockIdx.x * BX + threadIdx.x;
    int y = blockIdx.y * BY + threadIdx.y;
    bool inside = x < nx && y < ny;
    int idx = y * nx + x;

    t[ly][lx] = inside ? in[idx] : 0.0f;
    if (threadIdx.y == 0)
        t[0][lx] = (x < nx && y > 0) ? in[idx - nx] : 0.0f;
    if (threadIdx.y == BY - 1)
        t[BY + 1][lx] = (x < nx && y + 1 < ny) ? in[idx + nx] : 0.0f;
    if (threadIdx.x == 0)
        t[ly][0] = (y < ny && x > 0) ? in[idx - 1] : 0.0f;
    if (threadIdx.x == BX - 1)
        t[ly][BX + 1] = (y < ny && x + 1 < nx) ? in[idx + 1] : 0.0f;
    __syncthreads();

    if (inside && x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
        float c = t[ly][lx];
        float n = t[ly - 1][lx];
        float s = t[ly + 1][lx];
        float w = t[ly][lx - 1];
        float e = t[ly][lx + 1];
        out[idx] = c + r * (n + s + e + w - 4.0f * c);
    }
}

// ------------------------------------------------- temporal blocking, STEPS in one launch
template <int TX, int TY, int STEPS>
__global__ void heat_temporal(const float *__restrict__ in, float *__restrict__ out, int nx,
                              int ny, float r)
{
    constexpr int PITCH = TX;
    __shared__ float buf[2][TY * PITCH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int gx = blockIdx.x * (TX - 2 * STEPS) + tx - STEPS;
    const int gy = blockIdx.y * (TY - 2 * STEPS) + ty - STEPS;
    const int cx = min(max(gx, 0), nx - 1);
    const int cy = min(max(gy, 0), ny - 1);
    const bool fixed = gx <= 0 || gy <= 0 || gx >= nx - 1 || gy >= ny - 1;

    buf[0][ty * PITCH + tx] = in[cy * nx + cx];
    __syncthreads();

#pragma unroll
    for (int s = 0; s < STEPS; ++s) {
        const float *src = buf[s & 1];
        float *dst = buf[(s & 1) ^ 1];
        if (tx > s && tx < TX - 1 - s && ty > s && ty < TY - 1 - s) {
            float c = src[ty * PITCH + tx];
            if (!fixed) {
                float lap = src[(ty - 1) * PITCH + tx] +
                            src[(ty + 1) * PITCH + tx] +
                            src[ty * PITCH + tx - 1] +
                            src[ty * PITCH + tx + 1] - 4.0f * c;
                c += r * lap;
            }
            dst[ty * PITCH + tx] = c;
        }
        __syncthreads();
    }

    if (tx >= STEPS && tx < TX - STEPS && ty >= STEPS && ty < TY - STEPS) {
        if (gx < nx && gy < ny)
            out[gy * nx + gx] = buf[STEPS & 1][ty * PITCH + tx];
    }
}

// --------------------------------------- radius-4 star, z marching with register queue
template <int TX, int TY>
__global__ void star25_march(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float plane[TY + 2 * RADIUS][TX + 2 * RADIUS];

    const int ix = blockIdx.x * TX + threadIdx.x + RADIUS;
    const int iy = blockIdx.y * TY + threadIdx.y + RADIUS;
    const int sx = threadIdx.x + RADIUS;
    const int sy = threadIdx.y + RADIUS;
    const int zstride = VX * VY;
    const bool active = ix < VX - RADIUS && iy < VY - RADIUS;
    const int base = min(iy, VY - 1) * VX + min(ix, VX - 1);

    float behind[RADIUS];
    float front[RADIUS];
    float current;

    for (int i = 0; i < RADIUS; ++i)
        behind[RADIUS - 1 - i] = in[base + i * zstride];
    current = in[base + RADIUS * zstride];
    for (int i = 0; i < RADIUS; ++i)
        front[i] = in[base + (RADIUS + 1 + i) * zstride];

    for (int z = RADIUS; z < VZ - RADIUS; ++z) {
        __syncthreads();
        const float *pl = in + z * zstride;
        if (threadIdx.y < RADIUS) {
            const int yb = min(iy + TY, VY - 1);
            plane[threadIdx.y][sx] = pl[(iy - RADIUS) * VX + min(ix, VX - 1)];
            plane[threadIdx.y + TY + RADIUS][sx] = pl[yb * VX + min(ix, VX - 1)];
        }
        if (threadIdx.x < RADIUS) {
            const int xr = min(ix + TX, VX - 1);
            plane[sy][threadIdx.x] = pl[min(iy, VY - 1) * VX + ix - RADIUS];
            plane[sy][threadIdx.x + TX + RADIUS] = pl[min(iy, VY - 1) * VX + xr];
        }
        plane[sy][sx] = current;
        __syncthreads();

        float v = c_fd[0] * current;
#pragma unroll
        for (int i = 1; i <= RADIUS; ++i) {
            v += c_fd[i] * (front[i - 1] + behind[i - 1]);
            v += c_fd[i] * (plane[sy - i][sx] + plane[sy + i][sx]);
            v += c_fd[i] * (plane[sy][sx - i] + plane[sy][sx + i]);
        }
        if (active)
            out[base + z * zstride] = v;

        for (int i = RADIUS - 1; i > 0; --i)
            behind[i] = behind[i - 1];
        behind[0] = current;
        current = front[0];
#pragma unroll
        for (int i = 0; i < RADIUS - 1; ++i)
            front[i] = front[i + 1];
        const int znext = min(z + RADIUS + 1, VZ - 1);
        front[RADIUS - 1] = in[base + znext * zstride];
    }
}

// ----------------------------------------- 27-point box in double, full 3-D brick in smem
struct Brick {
    int bx, by, bz;      // interior
    int px, py;          // padded pitches
    __host__ __device__ int volume() const { return px * py * (bz + 2); }
    __host__ __device__ int at(int x, int y, int z) const { return (z * py + y) * px + x; }
};

__global__ void box27(const double *__restrict__ in, double *__restrict__ out, Brick b, int nx,
                      int ny, int nz)
{
    extern __shared__ double brick[];

    const int nthreads = blockDim.x * blockDim.y * blockDim.z;
    const int tid = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int x0 = blockIdx.x * b.bx - 1;
    const int y0 = blockIdx.y * b.by - 1;
    const int z0 = blockIdx.z * b.bz - 1;

    const int ex = b.bx + 2;
    const int ey = b.by + 2;
    const int total = ex * ey * (b.bz + 2);
    for (int i = tid; i < total; i += nthreads) {
        const int lx = i % ex;
        const int ly = (i / ex) % ey;
        const int lz = i / (ex * ey);
        const int x = x0 + lx, y = y0 + ly, z = z0 + lz;
        const bool ok = x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz;
        brick[b.at(lx, ly, lz)] = ok ? in[(z * ny + y) * nx + x] : 0.0;
    }
    __syncthreads();

    const int x = x0 + 1 + threadIdx.x;
    const int y = y0 + 1 + threadIdx.y;
    const int z = z0 + 1 + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz)
        return;

    double sum = 0.0;
#pragma unroll
    for (int dz = 0; dz < 3; ++dz)
#pragma unroll
        for (int dy = 0; dy < 3; ++dy)
#pragma unroll
            for (int dx = 0; dx < 3; ++dx)
                sum += brick[b.at(threadIdx.x + dx, threadIdx.y + dy, threadIdx.z + dz)];
    out[(z * ny + y) * nx + x] = sum * (1.0 / 27.0);
}

// --------------------------------- coupled (h, u) staggered update, float2 cells, 16x16
__global__ void swe_step(const float2 *__restrict__ q, float2 *__restrict__ qn, int n, float dt)
{
    __shared__ float2 s[18 * 18];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * 16 + tx;
    const int y = blockIdx.y * 16 + ty;
    const int tid = ty * 16 + tx;

    // cooperative halo load: 324 cells with 256 threads
    for (int i = tid; i < 18 * 18; i += 256) {
        int gx = (blockIdx.x * 16 + i % 18 - 1 + n) % n;
        int gy = (blockIdx.y * 16 + i / 18 - 1 + n) % n;
        s[i] = q[gy * n + gx];
    }
    __syncthreads();

    const int c = (ty + 1) * 18 + tx + 1;
    const float2 mid = s[c];
    const float2 right = s[c + 1];
    const float2 left = s[c - 1];
    const float h_up = s[c - 18].x;
    const float h_dn = s[c + 18].x;

    float2 r;
    r.x = mid.x - 0.5f * dt * (right.y - left.y);
    r.y = mid.y - 0.5f * dt * (right.x - left.x + 0.1f * (h_dn - h_up));
    qn[y * n + x] = r;
}

int main()
{
    const size_t heat_bytes = sizeof(float) * HEAT_NX * HEAT_NY;
    float *h0, *h1;
    check(cudaMalloc(&h0, heat_bytes), "malloc");
    check(cudaMalloc(&h1, heat_bytes), "malloc");
    check(cudaMemset(h0, 0, heat_bytes), "memset");
    check(cudaMemset(h1, 0, heat_bytes), "memset");

    dim3 block(BX, BY);
    dim3 grid(div_up(HEAT_NX, BX), div_up(HEAT_NY, BY));
    heat5<<<grid, block>>>(h0, h1, HEAT_NX, HEAT_NY, 0.2f);
    check(cudaGetLastError(), "heat5");

    constexpr int STEPS = 3;
    dim3 tgrid(div_up(HEAT_NX, 32 - 2 * STEPS), div_up(HEAT_NY, 16 - 2 * STEPS));
    heat_temporal<32, 16, STEPS><<<tgrid, dim3(32, 16)>>>(h1, h0, HEAT_NX, HEAT_NY, 0.2f);
    check(cudaGetLastError(), "heat_temporal");

    const float fd[RADIUS + 1] = {-8.541667f, 1.6f, -0.2f, 0.025397f, -0.001786f};
    check(cudaMemcpyToSymbol(c_fd, fd, sizeof(fd)), "symbol");
    const size_t vol = size_t(VX) * VY * VZ;
    float *v0, *v1;
    check(cudaMalloc(&v0, vol * sizeof(float)), "malloc");
    check(cudaMalloc(&v1, vol * sizeof(float)), "malloc");
    check(cudaMemset(v0, 0, vol * sizeof(float)), "memset");
    dim3 mgrid(div_up(VX - 2 * RADIUS, 16), div_up(VY - 2 * RADIUS, 16));
    star25_march<16, 16><<<mgrid, dim3(16, 16)>>>(v0, v1);
    check(cudaGetLastError(), "star25_march");

    double *d0, *d1;
    check(cudaMalloc(&d0, vol * sizeof(double)), "malloc");
    check(cudaMalloc(&d1, vol * sizeof(double)), "malloc");
    check(cudaMemset(d0, 0, vol * sizeof(double)), "memset");
    Brick b{8, 8, 4, 11, 10};
    dim3 bgrid(div_up(VX, b.bx), div_up(VY, b.by), div_up(VZ, b.bz));
    box27<<<bgrid, dim3(8, 8, 4), b.volume() * sizeof(double)>>>(d0, d1, b, VX, VY, VZ);
    check(cudaGetLastError(), "box27");

    const int n = 256;
    float2 *q0, *q1;
    check(cudaMalloc(&q0, n * n * sizeof(float2)), "malloc");
    check(cudaMalloc(&q1, n * n * sizeof(float2)), "malloc");
    check(cudaMemset(q0, 0, n * n * sizeof(float2)), "memset");
    swe_step<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(q0, q1, n, 0.01f);
    check(cudaGetLastError(), "swe_step");

    check(cudaDeviceSynchronize(), "sync");
    cudaFree(h0);
    cudaFree(h1);
    cudaFree(v0);
    cudaFree(v1);
    cudaFree(d0);
    cudaFree(d1);
    cudaFree(q0);
    cudaFree(q1);
    puts("stencil suite ok");
    return 0;
}
