// galaxy_sph.cu - gravity + smoothed particle toy for the background of the main menu.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cfloat>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>

#define GPU_CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
    printf("CUDA: %s @ %s(%d)\n", cudaGetErrorString(e), __FILE__, __LINE__); exit(1); } } while (0)
#define HD __host__ __device__ __forceinline__

// ---- vector math -----------------------------------------------------------
HD float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
HD float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
HD float3 operator*(float3 a, float s)  { return make_float3(a.x * s, a.y * s, a.z * s); }
HD float3& operator+=(float3& a, float3 b) { a = a + b; return a; }
HD float  dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HD float3 vmin(float3 a, float3 b) { return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)); }
HD float3 vmax(float3 a, float3 b) { return make_float3(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)); }

struct Complex {
    double re, im;
    HD Complex(double r, double i) : re(r), im(i) {}
    Complex() = default;
    HD Complex operator+(const Complex& o) const { return Complex(re + o.re, im + o.im); }
    HD Complex operator-(const Complex& o) const { return Complex(re - o.re, im - o.im); }
    HD Complex operator*(const Complex& o) const { return Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
    HD Complex operator*(double s) const { return Complex(re * s, im * s); }
    HD double norm2() const { return re * re + im * im; }
    HD Complex inv() const { double n = 1.0 / norm2(); return Complex(re * n, -im * n); }
};

struct Body { float3 pos; float mass; float3 vel; float radius; };   // 32 bytes

const int   MULTIPOLE_P = 6;
const int   CELLS = 4;               // CELLS^3 SPH grid over the unit cube
const float EPS2 = 1e-4f;

// ---- bounds: one partial box per block, finished on the CPU ---------------------------
__global__ void computeBounds(const Body* bodies, int n, float3* outMin, float3* outMax)
{
    __shared__ float3 lo[256];
    __shared__ float3 hi[256];
    int t = threadIdx.x;
    float3 a = make_float3(FLT_MAX, FLT_MAX, FLT_MAX), b = a * -1.0f;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) {
        a = vmin(a, bodies[i].pos);
        b = vmax(b, bodies[i].pos);
    }
    lo[t] = a;
    hi[t] = b;
    __syncthreads();
    for (int s = blockDim.x >> 1; s > 0; s >>= 1) {
        if (t < s) {
            lo[t] = vmin(lo[t], lo[t + s]);
            hi[t] = vmax(hi[t], hi[t + s]);
        }
        __syncthreads();
    }
    if (t == 0) { outMin[blockIdx.x] = lo[0]; outMax[blockIdx.x] = hi[0]; }
}

// ---- all pairs gravity, whole Body structs cached in the tile -----------------------
template <int TILE>
__global__ void gravity(const Body* bodies, float3* accel, int n)
{
    __shared__ Body tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float3 p = i < n ? bodies[i].pos : make_float3(0, 0, 0);
    float3 acc = make_float3(0, 0, 0);
    for (int base = 0; base < n; base += TILE) {
        int j = base + threadIdx.x;
        if (j < n) tile[threadIdx.x] = bodies[j];
        __syncthreads();
        int count = min(TILE, n - base);
#pragma unroll 4
        for (int k = 0; k < count; ++k) {
            float3 d = tile[k].pos - p;
            float inv = rsqrtf(dot(d, d) + EPS2);
            acc += d * (tile[k].mass * inv * inv * inv);
        }
        __syncthreads();
    }
    if (i < n) accel[i] = acc;
}

// ---- 2D (x,y) multipoles about the cell centre: a0 = sum m, ak = -sum m z^k / k -------------
__global__ void particleToMultipole(const Body* bodies, const int* start, const Complex* centre, Complex* coeff)
{
    __shared__ Complex part[MULTIPOLE_P + 1][64];
    int t = threadIdx.x, cell = blockIdx.x;
    Complex sum[MULTIPOLE_P + 1];
    for (int k = 0; k <= MULTIPOLE_P; ++k) sum[k] = Complex(0, 0);
    for (int i = start[cell] + t; i < start[cell + 1]; i += blockDim.x) {
        Body b = bodies[i];
        Complex z = Complex(b.pos.x, b.pos.y) - centre[cell], zk(b.mass, 0);
        sum[0] = sum[0] + zk;
        for (int k = 1; k <= MULTIPOLE_P; ++k) {
            zk = zk * z;
            sum[k] = sum[k] - zk * (1.0 / k);
        }
    }
    for (int k = 0; k <= MULTIPOLE_P; ++k) part[k][t] = sum[k];
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (t < s)
            for (int k = 0; k <= MULTIPOLE_P; ++k) part[k][t] = part[k][t] + part[k][t + s];
        __syncthreads();
    }
    if (t <= MULTIPOLE_P) coeff[cell * (MULTIPOLE_P + 1) + t] = part[t][0];
}

// potential of every cell's expansion at far away probe points
__global__ void evalMultipoles(const Complex* coeff, const Complex* centre, int cells,
                               const Complex* probe, int probes, double* phi)
{
    extern __shared__ Complex sh[];
    Complex* a = sh;                                     // cells * (P+1)
    Complex* c = sh + cells * (MULTIPOLE_P + 1);         // cells
    for (int i = threadIdx.x; i < cells * (MULTIPOLE_P + 1); i += blockDim.x) a[i] = coeff[i];
    for (int i = threadIdx.x; i < cells; i += blockDim.x) c[i] = centre[i];
    __syncthreads();
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= probes) return;
    Complex z = probe[id];
    double v = 0;
    for (int q = 0; q < cells; ++q) {
        const Complex* m = a + q * (MULTIPOLE_P + 1);
        Complex d = z - c[q], w = d.inv(), wk = w;
        v += m[0].re * 0.5 * log(d.norm2());
        for (int k = 1; k <= MULTIPOLE_P; ++k) { v += (m[k] * wk).re; wk = wk * w; }
    }
    phi[id] = v;
}

// ---- SPH density: a block per cell, the 27 neighbours streamed through shared ---------
HD float poly6(float r2, float h) { float q = h * h - r2; return q > 0 ? 1.5666815f * q * q * q / powf(h, 9.0f) : 0.0f; }

__global__ void sphDensity(const Body* sorted, const int* cellStart, float h, float* rho)
{
    __shared__ float3 npos[64];
    __shared__ float  nmass[64];
    int3 c = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
    int me = (c.z * CELLS + c.y) * CELLS + c.x;
    int end = cellStart[me + 1];
    for (int first = cellStart[me]; first < end; first += blockDim.x) {
        int i = first + threadIdx.x;
        float3 p = i < end ? sorted[i].pos : make_float3(0, 0, 0);
        float d = 0;
        for (int nb = 0; nb < 27; ++nb) {
            int x = c.x + nb % 3 - 1, y = c.y + nb / 3 % 3 - 1, z = c.z + nb / 9 - 1;
            if (x < 0 || y < 0 || z < 0 || x >= CELLS || y >= CELLS || z >= CELLS) continue;
            int cell = (z * CELLS + y) * CELLS + x;
            for (int s = cellStart[cell]; s < cellStart[cell + 1]; s += 64) {
                int m = min(64, cellStart[cell + 1] - s);
                __syncthreads();
                for (int k = threadIdx.x; k < m; k += blockDim.x) {
                    npos[k] = sorted[s + k].pos;
                    nmass[k] = sorted[s + k].mass;
                }
                __syncthreads();
                for (int k = 0; k < m; ++k) {
                    float3 r = npos[k] - p;
                    d += nmass[k] * poly6(dot(r, r), h);
                }
            }
        }
        if (i < end) rho[i] = d;
    }
}

template <class T> T* toGpu(const std::vector<T>& v)
{
    T* p; GPU_CHECK(cudaMalloc(&p, v.size() * sizeof(T)));
    GPU_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}
template <class T> T* gpuArray(size_t n) { T* p; GPU_CHECK(cudaMalloc(&p, n * sizeof(T))); return p; }
template <class T> void fromGpu(std::vector<T>& v, const T* p) { GPU_CHECK(cudaMemcpy(v.data(), p, v.size() * sizeof(T), cudaMemcpyDeviceToHost)); }

int main()
{
    const int n = 1500, cells = CELLS * CELLS * CELLS, probes = 1000;
    unsigned s = 99;
    auto rnd = [&]() { s = s * 1664525u + 1013904223u; return (s >> 8) / 16777216.0f; };
    auto cellOf = [](const Body& b) { return ((int)(b.pos.z * CELLS) * CELLS + (int)(b.pos.y * CELLS)) * CELLS + (int)(b.pos.x * CELLS); };
    std::vector<Body> b(n);
    for (auto& x : b) {
        x.pos = make_float3(rnd(), rnd(), rnd());
        x.mass = 0.5f + rnd();
        x.vel = make_float3(0, 0, 0);
        x.radius = 0.01f;
    }
    std::stable_sort(b.begin(), b.end(), [&](const Body& l, const Body& r) { return cellOf(l) < cellOf(r); });
    std::vector<int> start(cells + 1, 0);
    for (auto& x : b) start[cellOf(x) + 1]++;
    for (int c = 0; c < cells; ++c) start[c + 1] += start[c];
    std::vector<Complex> centre(cells), probe(probes);
    for (int c = 0; c < cells; ++c) centre[c] = Complex((c % CELLS + 0.5) / CELLS, (c / CELLS % CELLS + 0.5) / CELLS);
    for (int i = 0; i < probes; ++i) probe[i] = Complex(4.0 + 0.01 * i, 3.0 - 0.005 * i);

    Body* dB = toGpu(b); int* dStart = toGpu(start); Complex *dC = toGpu(centre), *dProbe = toGpu(probe);
    float3 *dLo = gpuArray<float3>(4), *dHi = gpuArray<float3>(4), *dAcc = gpuArray<float3>(n);
    Complex* dCoef = gpuArray<Complex>(cells * (MULTIPOLE_P + 1));
    double* dPhi = gpuArray<double>(probes);
    float* dRho = gpuArray<float>(n);

    computeBounds<<<4, 256>>>(dB, n, dLo, dHi);                                   GPU_CHECK(cudaGetLastError());
    gravity<128><<<(n + 127) / 128, 128>>>(dB, dAcc, n);                          GPU_CHECK(cudaGetLastError());
    particleToMultipole<<<cells, 64>>>(dB, dStart, dC, dCoef);                    GPU_CHECK(cudaGetLastError());
    size_t smem = cells * (MULTIPOLE_P + 2) * sizeof(Complex);
    evalMultipoles<<<(probes + 127) / 128, 128, smem>>>(dCoef, dC, cells, dProbe, probes, dPhi); GPU_CHECK(cudaGetLastError());
    sphDensity<<<dim3(CELLS, CELLS, CELLS), 32>>>(dB, dStart, 0.2f, dRho);        GPU_CHECK(cudaGetLastError());
    GPU_CHECK(cudaDeviceSynchronize());

    std::vector<float3> lo(4), hi(4), acc(n);
    std::vector<double> phi(probes);
    std::vector<float> rho(n);
    fromGpu(lo, dLo); fromGpu(hi, dHi); fromGpu(acc, dAcc); fromGpu(phi, dPhi); fromGpu(rho, dRho);
    for (int i = 1; i < 4; ++i) { lo[0] = vmin(lo[0], lo[i]); hi[0] = vmax(hi[0], hi[i]); }

    double err = 0, sum = 0;
    for (int i = 0; i < n; i += 7) {
        double ax = 0, d = 0;
        for (int j = 0; j < n; ++j) {
            float3 r = b[j].pos - b[i].pos;
            ax += r.x * b[j].mass / pow((double)dot(r, r) + EPS2, 1.5);
            d += b[j].mass * poly6(dot(r, r), 0.2f);
        }
        err = std::max(err, fabs(ax - acc[i].x) / (1.0 + fabs(ax)));
        err = std::max(err, fabs(d - rho[i]) / (1.0 + d));
        sum += acc[i].x + rho[i];
    }
    for (int i = 0; i < probes; i += 50) {
        double v = 0;
        for (auto& x : b) v += x.mass * 0.5 * log((probe[i] - Complex(x.pos.x, x.pos.y)).norm2());
        err = std::max(err, fabs(v - phi[i]) / (1.0 + fabs(v)));
        sum += phi[i];
    }
    for (auto& x : b) if (x.pos.x < lo[0].x || x.pos.x > hi[0].x || x.pos.z > hi[0].z) err = 1;
    printf("galaxy_sph checksum %.5f  max rel err %.2e  %s\n", sum, err, err < 1e-3 ? "OK" : "MISMATCH");
    for (void* p : {(void*)dB, (void*)dStart, (void*)dC, (void*)dProbe, (void*)dLo, (void*)dHi, (void*)dAcc,
                    (void*)dCoef, (void*)dPhi, (void*)dRho}) cudaFree(p);
    return err < 1e-3 ? 0 : 1;
}
