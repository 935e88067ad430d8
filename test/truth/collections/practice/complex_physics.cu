// Physics with wider element types: SU(3) links, complex double GEMM, 2D FDTD (TM mode), finite-element assembly, advection AoS.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__device__ inline double2 zfma(double2 a, double2 b, double2 c)
{
    c.x = fma(a.x, b.x, c.x); c.x = fma(-a.y, b.y, c.x);
    c.y = fma(a.x, b.y, c.y); c.y = fma(a.y, b.x, c.y);
    return c;
}

__global__ void zgemmTile(const double2 *A, const double2 *B, double2 *C, int n)
{
    constexpr int T = 16;
    __shared__ double2 as[T][T], bs[T][T];
    int r = blockIdx.y * T + threadIdx.y, c = blockIdx.x * T + threadIdx.x;
    double2 acc = make_double2(0, 0);
    for (int k = 0; k < n; k += T) {
        as[threadIdx.y][threadIdx.x] = A[r * n + k + threadIdx.x];
        bs[threadIdx.x][threadIdx.y] = B[(k + threadIdx.y) * n + c];      // stored transposed
        __syncthreads();
#pragma unroll
        for (int q = 0; q < T; q++) acc = zfma(as[threadIdx.y][q], bs[threadIdx.x][q], acc);
        __syncthreads();
    }
    C[r * n + c] = acc;
}

struct SU3 { float2 m[3][3]; };

// 9 threads per link: thread (i,j) computes one element of U*V; 14 links per 126 threads
__global__ void su3Multiply(const SU3 *__restrict__ U, const SU3 *__restrict__ V, SU3 *__restrict__ W, int links)
{
    __shared__ SU3 u[14], v[14];
    const int t = threadIdx.x;
    const int base = blockIdx.x * 14, cnt = min(14, links - base);
    if (t < cnt * 9) {
        (&u[0].m[0][0])[t] = (&U[base].m[0][0])[t];
        (&v[0].m[0][0])[t] = (&V[base].m[0][0])[t];
    }
    __syncthreads();
    const int l = t / 9, e = t % 9, i = e / 3, j = e % 3;
    if (l < cnt) {
        float2 s = make_float2(0, 0);
#pragma unroll
        for (int k = 0; k < 3; k++) {
            float2 a = u[l].m[i][k], b = v[l].m[k][j];
            s.x += a.x * b.x - a.y * b.y; s.y += a.x * b.y + a.y * b.x;
        }
        W[base + l].m[i][j] = s;
    }
}

__global__ void fdtdTM(float *Ez, const float *Hx, const float *Hy, int n, float dt)
{
    extern __shared__ float smem[];
    const int bw = blockDim.x, bh = blockDim.y;
    float *hx = smem;                        // (bh + 1) x bw
    float *hy = smem + (bh + 1) * bw;        // bh x (bw + 1)
    const int x = blockIdx.x * bw + threadIdx.x, y = blockIdx.y * bh + threadIdx.y;
    hx[(threadIdx.y + 1) * bw + threadIdx.x] = Hx[y * n + x];
    hy[threadIdx.y * (bw + 1) + threadIdx.x + 1] = Hy[y * n + x];
    if (threadIdx.y == 0) hx[threadIdx.x] = y > 0 ? Hx[(y - 1) * n + x] : 0.f;
    if (threadIdx.x == 0) hy[threadIdx.y * (bw + 1)] = x > 0 ? Hy[y * n + x - 1] : 0.f;
    __syncthreads();
    float curl = hy[threadIdx.y * (bw + 1) + threadIdx.x + 1] - hy[threadIdx.y * (bw + 1) + threadIdx.x] -
                 hx[(threadIdx.y + 1) * bw + threadIdx.x] + hx[threadIdx.y * bw + threadIdx.x];
    Ez[y * n + x] += dt * curl;
}

// 8-node element stiffness: one element per 8 threads; element vectors gathered to shared then matvec
template <int ELEMS>
__global__ void femMatVec(const double *__restrict__ K, const double *__restrict__ u, const int *__restrict__ conn, double *__restrict__ f)
{
    __shared__ double ke[ELEMS][8][8];
    __shared__ double ue[ELEMS][8];
    const int e = threadIdx.x / 8, a = threadIdx.x % 8, ge = blockIdx.x * ELEMS + e;
    ue[e][a] = u[conn[ge * 8 + a]];
    for (int i = threadIdx.x; i < ELEMS * 64; i += ELEMS * 8) (&ke[0][0][0])[i] = K[(blockIdx.x * ELEMS * 64 + i) % 2048];
    __syncthreads();
    double s = 0;
#pragma unroll 4
    for (int b = 0; b < 8; b++) s += ke[e][a][b] * ue[e][b];
    atomicAdd(&f[conn[ge * 8 + a]], s);
}

struct Conserved { float rho, mx, my, mz, E; };

__device__ Conserved hll(const Conserved &l, const Conserved &r)
{
    float ul = l.mx / l.rho, ur = r.mx / r.rho;
    float pl = 0.4f * (l.E - 0.5f * l.mx * ul), pr = 0.4f * (r.E - 0.5f * r.mx * ur);
    float a = fmaxf(fabsf(ul), fabsf(ur)) + 1.2f;
    return {0.5f * (l.mx + r.mx - a * (r.rho - l.rho)), 0.5f * (l.mx * ul + pl + r.mx * ur + pr - a * (r.mx - l.mx)),
            0.5f * (l.my * ul + r.my * ur), 0.5f * (l.mz * ul + r.mz * ur),
            0.5f * ((l.E + pl) * ul + (r.E + pr) * ur - a * (r.E - l.E))};
}

__global__ void euler1d(const Conserved *q, Conserved *qn, int n, float lambda)
{
    __shared__ Conserved s[130];
    __shared__ Conserved flux[129];
    const int t = threadIdx.x, g = blockIdx.x * 128 + t;
    s[t + 1] = q[g];
    if (t == 0) s[0] = q[max(g - 1, 0)];
    if (t == 127) s[129] = q[min(g + 1, n - 1)];
    __syncthreads();
    flux[t] = hll(s[t], s[t + 1]);
    if (t == 0) flux[128] = hll(s[128], s[129]);
    __syncthreads();
    Conserved r = s[t + 1], a = flux[t], b = flux[t + 1];
    r.rho -= lambda * (b.rho - a.rho); r.mx -= lambda * (b.mx - a.mx); r.my -= lambda * (b.my - a.my);
    r.mz -= lambda * (b.mz - a.mz); r.E -= lambda * (b.E - a.E);
    qn[g] = r;
}

int main()
{
    const int n = 1 << 15;
    std::vector<double> h(n);
    std::vector<float> hf(n);
    std::vector<int> conn(4096);
    for (int i = 0; i < n; i++) { h[i] = 0.5 + (i % 13) * 0.1; hf[i] = (float)h[i]; }
    for (int i = 0; i < 4096; i++) conn[i] = (i / 8 * 3 + i % 8 * 5) % 2000;
    double *d, *o; float *f, *g; int *c;
    cudaMalloc(&d, n * 8); cudaMalloc(&o, n * 8); cudaMalloc(&f, n * 4); cudaMalloc(&g, n * 4); cudaMalloc(&c, 4096 * 4);
    cudaMemcpy(d, h.data(), n * 8, cudaMemcpyHostToDevice); cudaMemcpy(f, hf.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(c, conn.data(), 4096 * 4, cudaMemcpyHostToDevice);
    cudaMemset(o, 0, n * 8); cudaMemset(g, 0, n * 4);
    zgemmTile<<<dim3(4, 4), dim3(16, 16)>>>((double2 *)d, (double2 *)(d + 8192), (double2 *)o, 64);
    su3Multiply<<<(500 + 13) / 14, 126>>>((SU3 *)f, (SU3 *)(f + 9000), (SU3 *)g, 500);
    dim3 blk(32, 8), grd(4, 16);
    fdtdTM<<<grd, blk, ((blk.y + 1) * blk.x + blk.y * (blk.x + 1)) * sizeof(float)>>>(g, f, f + 16384, 128, 0.1f);
    femMatVec<16><<<32, 128>>>(d, d + 4096, c, o);
    euler1d<<<32, 128>>>((Conserved *)f, (Conserved *)g, 32 * 128, 0.05f);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(d); cudaFree(o); cudaFree(f); cudaFree(g); cudaFree(c);
    return 0;
}
