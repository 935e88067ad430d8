// Finite element kernels with per-thread element matrices in shared memory:
// P1 triangles (matrix export), Q1 quads (CSR assembly), hex8 (matrix-free apply), P1 tets (mass + stiffness).
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

inline void cuda_or_die(cudaError_t e, int line)
{
    if (e != cudaSuccess) { printf("cuda: %s (line %d)\n", cudaGetErrorString(e), line); exit(1); }
}
#define OR_DIE(e) cuda_or_die((e), __LINE__)

// ------------------------------------------------------------ P1 triangle, row-major 3x3 per thread
template <typename Real, typename Vec2>
__host__ __device__ void tri_stiffness(const Vec2& a, const Vec2& b, const Vec2& c, Real* ke)
{
    const Real bx[3] = {b.y - c.y, c.y - a.y, a.y - b.y};
    const Real by[3] = {c.x - b.x, a.x - c.x, b.x - a.x};
    const Real area2 = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    const Real s = Real(0.5) / area2;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) ke[3 * i + j] = s * (bx[i] * bx[j] + by[i] * by[j]);
}

template <int BLOCK>
__global__ void tri_export(const float2* __restrict__ xy, const int* __restrict__ conn, float* __restrict__ ke, int ne)
{
    __shared__ int s_conn[BLOCK * 3];
    __shared__ float s_ke[BLOCK * 9];
    const int first = blockIdx.x * BLOCK;
    const int count = min(BLOCK, ne - first);

    for (int i = threadIdx.x; i < count * 3; i += BLOCK) s_conn[i] = conn[first * 3 + i];
    __syncthreads();
    if (threadIdx.x < count) {
        const int* c = &s_conn[threadIdx.x * 3];
        tri_stiffness<float>(xy[c[0]], xy[c[1]], xy[c[2]], &s_ke[threadIdx.x * 9]);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < count * 9; i += BLOCK) ke[size_t(first) * 9 + i] = s_ke[i];
}

// ------------------------------------------------------------ Q1 quad, 2x2 Gauss, scattered into CSR values
// Node a sits at p[a * stride] and entry (a, b) at ke[(4 * a + b) * stride].
__host__ __device__ inline void quad_stiffness(const double2* p, double* ke, int stride)
{
    const double g = 0.57735026918962576;
    for (int q = 0; q < 4; ++q) {
        const double xi = (q & 1) ? g : -g, et = (q & 2) ? g : -g;
        const double dxi[4] = {-(1 - et) / 4, (1 - et) / 4, (1 + et) / 4, -(1 + et) / 4};
        const double det[4] = {-(1 - xi) / 4, -(1 + xi) / 4, (1 + xi) / 4, (1 - xi) / 4};
        double j00 = 0, j01 = 0, j10 = 0, j11 = 0;
        for (int a = 0; a < 4; ++a) {
            const double2 v = p[a * stride];
            j00 += dxi[a] * v.x; j01 += dxi[a] * v.y; j10 += det[a] * v.x; j11 += det[a] * v.y;
        }
        const double dj = j00 * j11 - j01 * j10, inv = 1.0 / dj;
        double gx[4], gy[4];
        for (int a = 0; a < 4; ++a) {
            gx[a] = inv * (j11 * dxi[a] - j01 * det[a]);
            gy[a] = inv * (j00 * det[a] - j10 * dxi[a]);
        }
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b) ke[(4 * a + b) * stride] += dj * (gx[a] * gx[b] + gy[a] * gy[b]);
    }
}

template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
quad_assemble(const double2* __restrict__ xy, const int4* __restrict__ conn, const int* __restrict__ slot,
              double* __restrict__ values, int ne)
{
    __shared__ double2 s_xy[4][BLOCK];
    __shared__ double s_ke[16][BLOCK];
    const int t = threadIdx.x;

    for (int e = blockIdx.x * BLOCK + t; e < ne; e += gridDim.x * BLOCK) {
        const int4 c = conn[e];
        s_xy[0][t] = xy[c.x]; s_xy[1][t] = xy[c.y];
        s_xy[2][t] = xy[c.z]; s_xy[3][t] = xy[c.w];
#pragma unroll
        for (int k = 0; k < 16; ++k) s_ke[k][t] = 0.0;
        quad_stiffness(&s_xy[0][t], &s_ke[0][t], BLOCK);
#pragma unroll
        for (int k = 0; k < 16; ++k) atomicAdd(&values[slot[k * ne + e]], s_ke[k][t]);
    }
}

// ------------------------------------------------------------ hex8 on a uniform grid: y += K u, eight threads per element
__constant__ float c_hex_ke[64];

template <int ELEMS>
__global__ void hex_apply(const float* __restrict__ u, float* __restrict__ y, int mx, int my, int mz)
{
    __shared__ float s_ke[8][9];
    __shared__ float s_u[ELEMS][8];
    const int a = threadIdx.x, le = threadIdx.y;
    const int lin = le * 8 + a;
    if (lin < 64) s_ke[lin / 8][lin % 8] = c_hex_ke[lin];

    const int e = blockIdx.x * ELEMS + le;
    const bool live = e < mx * my * mz;
    int node = 0;
    if (live) {
        const int ex = e % mx + (a & 1), ey = e / mx % my + ((a >> 1) & 1), ez = e / (mx * my) + (a >> 2);
        node = (ez * (my + 1) + ey) * (mx + 1) + ex;
        s_u[le][a] = u[node];
    }
    __syncthreads();
    if (live) {
        float acc = 0.f;
#pragma unroll
        for (int b = 0; b < 8; ++b) acc += s_ke[a][b] * s_u[le][b];
        atomicAdd(&y[node], acc);
    }
}

// ------------------------------------------------------------ P1 tet: K + M applied to a nodal vector
struct TetScratch {
    float g[4][3];
    float vol;
    float u[4];
};

__host__ __device__ inline void tet_gradients(const float3& a, const float3& b, const float3& c, const float3& d, TetScratch& s)
{
    const float p[3] = {b.x - a.x, b.y - a.y, b.z - a.z}, q[3] = {c.x - a.x, c.y - a.y, c.z - a.z}, r[3] = {d.x - a.x, d.y - a.y, d.z - a.z};
    const float det = p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        s.g[1][i] = (q[j] * r[k] - q[k] * r[j]) / det;
        s.g[2][i] = (r[j] * p[k] - r[k] * p[j]) / det;
        s.g[3][i] = (p[j] * q[k] - p[k] * q[j]) / det;
        s.g[0][i] = -s.g[1][i] - s.g[2][i] - s.g[3][i];
    }
    s.vol = det / 6.f;
}

__host__ __device__ inline float tet_row(const TetScratch& s, int a)
{
    float acc = 0.f;
    for (int b = 0; b < 4; ++b) {
        const float k = s.g[a][0] * s.g[b][0] + s.g[a][1] * s.g[b][1] + s.g[a][2] * s.g[b][2];
        acc += s.vol * (k + (a == b ? 0.1f : 0.05f)) * s.u[b];
    }
    return acc;
}

__global__ void tet_apply(const float3* __restrict__ xyz, const int4* __restrict__ conn, const float* __restrict__ u,
                          float* __restrict__ out, int ne)
{
    __shared__ TetScratch s_tet[64];
    const int e0 = blockIdx.x * 64;
    const int count = min(64, ne - e0);
    if (threadIdx.x < count) {
        TetScratch& s = s_tet[threadIdx.x]; const int4 c = conn[e0 + threadIdx.x];
        tet_gradients(xyz[c.x], xyz[c.y], xyz[c.z], xyz[c.w], s);
        s.u[0] = u[c.x]; s.u[1] = u[c.y]; s.u[2] = u[c.z]; s.u[3] = u[c.w];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < count * 4; i += blockDim.x) out[e0 * 4 + i] = tet_row(s_tet[i >> 2], i & 3);
}

template <typename T> T* up(const std::vector<T>& v)
{
    T* d; OR_DIE(cudaMalloc(&d, v.size() * sizeof(T)));
    OR_DIE(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}
template <typename T> bool close(const T* d, const std::vector<T>& ref, double tol)
{
    std::vector<T> h(ref.size());
    OR_DIE(cudaMemcpy(h.data(), d, h.size() * sizeof(T), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < h.size(); ++i)
        if (!(std::fabs(double(h[i]) - double(ref[i])) < tol)) return false;
    return true;
}

int main()
{
    const int nx = 33, ny = 29, nq = nx * ny;   // elements of the 2D grid
    auto id = [&](int x, int y) { return y * (nx + 1) + x; };
    std::vector<float2> xyf; std::vector<double2> xyd; std::vector<int> tri, slot(16 * nq); std::vector<int4> quad;
    for (int y = 0; y <= ny; ++y)
        for (int x = 0; x <= nx; ++x) {
            xyd.push_back(make_double2(x + 0.2 * std::sin(1.0 * y), y + 0.2 * std::cos(2.0 * x)));
            xyf.push_back(make_float2(float(xyd.back().x), float(xyd.back().y)));
        }
    for (int y = 0; y < ny; ++y)
        for (int x = 0; x < nx; ++x) {
            const int4 q = make_int4(id(x, y), id(x + 1, y), id(x + 1, y + 1), id(x, y + 1));
            for (int v : {q.x, q.y, q.z, q.x, q.z, q.w}) tri.push_back(v);
            quad.push_back(q);
        }
    // Nine-point CSR-like layout: nine slots per row, indexed by the neighbour offset.
    std::vector<double> vals(9 * xyd.size(), 0.0), vals0 = vals;
    for (int e = 0; e < nq; ++e) {
        const int n[4] = {quad[e].x, quad[e].y, quad[e].z, quad[e].w}, dx[4] = {0, 1, 1, 0}, dy[4] = {0, 0, 1, 1};
        for (int k = 0; k < 16; ++k) slot[k * nq + e] = 9 * n[k / 4] + (dy[k % 4] - dy[k / 4] + 1) * 3 + dx[k % 4] - dx[k / 4] + 1;
        const double2 p[4] = {xyd[n[0]], xyd[n[1]], xyd[n[2]], xyd[n[3]]};
        double kq[16] = {};
        quad_stiffness(p, kq, 1);
        for (int k = 0; k < 16; ++k) vals[slot[k * nq + e]] += kq[k];
    }
    const int nt = int(tri.size() / 3);
    std::vector<float> ke(9 * nt);
    for (int e = 0; e < nt; ++e) tri_stiffness<float>(xyf[tri[3 * e]], xyf[tri[3 * e + 1]], xyf[tri[3 * e + 2]], &ke[9 * e]);

    const int m = 11, nn = (m + 1) * (m + 1) * (m + 1);
    std::vector<float> hk(64), u(nn), y(nn, 0.f), y0 = y;
    for (int k = 0; k < 64; ++k)   // tensor product of 1D mass and stiffness on the unit cell
        for (int d = 0; d < 3; ++d) {
            float t = 1.f;
            for (int c = 0; c < 3; ++c) { const bool same = ((k / 8 ^ k) >> c & 1) == 0; t *= c == d ? (same ? 1.f : -1.f) : (same ? 1 / 3.f : 1 / 6.f); }
            hk[k] += t;
        }
    std::vector<float3> xyz(nn); std::vector<int4> tet;
    for (int i = 0; i < nn; ++i) { u[i] = float(i * 7 % 23) / 23.f; xyz[i] = make_float3(i % (m + 1), i / (m + 1) % (m + 1), i / ((m + 1) * (m + 1)) + 0.1f * (i % 3)); }
    for (int e = 0; e < m * m * m; ++e) {
        int n[8];
        for (int a = 0; a < 8; ++a) n[a] = ((e / (m * m) + (a >> 2)) * (m + 1) + e / m % m + (a >> 1 & 1)) * (m + 1) + e % m + (a & 1);
        for (int a = 0; a < 8; ++a) for (int b = 0; b < 8; ++b) y[n[a]] += hk[8 * a + b] * u[n[b]];
        tet.push_back(make_int4(n[0], n[1], n[2], n[4]));
    }
    std::vector<float> to(4 * tet.size());
    for (size_t e = 0; e < tet.size(); ++e) {
        const int4 c = tet[e]; TetScratch s{};
        tet_gradients(xyz[c.x], xyz[c.y], xyz[c.z], xyz[c.w], s);
        s.u[0] = u[c.x]; s.u[1] = u[c.y]; s.u[2] = u[c.z]; s.u[3] = u[c.w];
        for (int a = 0; a < 4; ++a) to[4 * e + a] = tet_row(s, a);
    }

    float2* d_xyf = up(xyf); double2* d_xyd = up(xyd); int *d_tri = up(tri), *d_slot = up(slot); int4 *d_quad = up(quad), *d_tet = up(tet);
    std::vector<float> z9(ke.size(), 0.f), z4(to.size(), 0.f);
    float *d_ke = up(z9), *d_u = up(u), *d_y = up(y0), *d_to = up(z4); float3* d_xyz = up(xyz); double* d_vals = up(vals0);
    OR_DIE(cudaMemcpyToSymbol(c_hex_ke, hk.data(), 64 * sizeof(float)));
    tri_export<128><<<(nt + 127) / 128, 128>>>(d_xyf, d_tri, d_ke, nt);
    quad_assemble<64><<<6, 64>>>(d_xyd, d_quad, d_slot, d_vals, nq);
    hex_apply<16><<<(m * m * m + 15) / 16, dim3(8, 16)>>>(d_u, d_y, m, m, m);
    tet_apply<<<(int(tet.size()) + 63) / 64, 128>>>(d_xyz, d_tet, d_u, d_to, int(tet.size()));
    OR_DIE(cudaGetLastError());
    const bool ok = close(d_ke, ke, 1e-3) && close(d_vals, vals, 1e-9) && close(d_y, y, 1e-3) && close(d_to, to, 1e-3);
    for (void* p : {(void*)d_xyf, (void*)d_xyd, (void*)d_tri, (void*)d_slot, (void*)d_quad, (void*)d_tet, (void*)d_ke, (void*)d_u, (void*)d_y, (void*)d_to, (void*)d_xyz, (void*)d_vals}) cudaFree(p);
    puts(ok ? "OK" : "FAIL");
    return ok ? 0 : 1;
}
