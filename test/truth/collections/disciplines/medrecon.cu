//
//  medrecon.cu
//  CT / MR / PET reconstruction kernels
//
//  Image arrays: img[iy * nx + ix].  Sinograms: sino[ia * nDet + id].
//
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cmath>
#include <complex>
#include <iostream>
#include <iomanip>
#include <vector>

using std::vector;

struct FanGeometry {
    int   nAngles;
    int   nDet;
    float detSpacing;
    float sod;         // source-origin
    float sdd;         // source-detector
    int   nx, ny;
    float voxel;
};

__constant__ FanGeometry d_geo;

// Small complex helper; cuComplex is too clumsy for the small-matrix code
template <typename T>
struct Cplx {
    T re, im;
    __device__ Cplx operator*(const Cplx& o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
    __device__ Cplx operator+(const Cplx& o) const { return {re + o.re, im + o.im}; }
    __device__ Cplx operator-(const Cplx& o) const { return {re - o.re, im - o.im}; }
    __device__ Cplx conj() const { return {re, -im}; }
    __device__ T norm2() const { return re * re + im * im; }
};
using cf = Cplx<float>;

//------------------------------------------------------------------------------
// 1. Ramp filtering in detector space, spatial kernel in shared memory
//------------------------------------------------------------------------------
__global__ void rampFilterKernel(const float* sino, float* filt, int nDet, float tau)
{
    extern __shared__ float smem[];
    float* row  = smem;                 // nDet
    float* kern = smem + nDet;          // 2*nDet-1
    const int ia = blockIdx.x;

    for (int i = threadIdx.x; i < nDet; i += blockDim.x)
        row[i] = sino[ia * nDet + i];
    for (int i = threadIdx.x; i < 2 * nDet - 1; i += blockDim.x) {
        int n = i - (nDet - 1);
        kern[i] = n == 0 ? 1.f / (4 * tau * tau)
                         : (n & 1) ? -1.f / (float(M_PI * M_PI) * n * n * tau * tau) : 0.f;
    }
    __syncthreads();

    for (int i = threadIdx.x; i < nDet; i += blockDim.x) {
        float acc = 0.f;
        #pragma unroll 4
        for (int j = 0; j < nDet; ++j)
            acc += row[j] * kern[i - j + nDet - 1];
        filt[ia * nDet + i] = acc * tau;
    }
}

//------------------------------------------------------------------------------
// 2. Fan-beam pixel-driven backprojection; block of angles staged in shared
//------------------------------------------------------------------------------
template <int ANG_PER_PASS>
__global__ void __launch_bounds__(256)
backprojectFan(const float* __restrict__ filt, float* __restrict__ img)
{
    __shared__ float  s_line[ANG_PER_PASS][128];
    __shared__ float2 s_cs[ANG_PER_PASS];

    const int ix  = blockIdx.x * blockDim.x + threadIdx.x;
    const int iy  = blockIdx.y * blockDim.y + threadIdx.y;
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;
    const int nth = blockDim.x * blockDim.y;
    const float x = (ix - 0.5f * d_geo.nx) * d_geo.voxel;
    const float y = (iy - 0.5f * d_geo.ny) * d_geo.voxel;

    float sum = 0.f;
    for (int a0 = 0; a0 < d_geo.nAngles; a0 += ANG_PER_PASS) {
        __syncthreads();
        for (int i = tid; i < ANG_PER_PASS * 128; i += nth) {
            const int a = a0 + i / 128, d = i % 128;
            s_line[i / 128][d] = (a < d_geo.nAngles && d < d_geo.nDet) ? filt[a * d_geo.nDet + d] : 0.f;
        }
        if (tid < ANG_PER_PASS) {
            float s, c;
            sincosf(2.f * float(M_PI) * (a0 + tid) / d_geo.nAngles, &s, &c);
            s_cs[tid] = make_float2(c, s);
        }
        __syncthreads();
        for (int k = 0; k < ANG_PER_PASS; ++k) {
            const float2 cs = s_cs[k];
            const float t = -x * cs.y + y * cs.x;
            const float u = d_geo.sod - (x * cs.x + y * cs.y);
            const float p = t * d_geo.sdd / (u * d_geo.detSpacing) + 0.5f * d_geo.nDet;
            const int   i0 = min(max(__float2int_rd(p), 0), 126);
            const float f = p - i0;
            sum += (d_geo.sod * d_geo.sod / (u * u)) * (s_line[k][i0] + f * (s_line[k][i0 + 1] - s_line[k][i0]));
        }
    }
    if (ix < d_geo.nx && iy < d_geo.ny)
        img[iy * d_geo.nx + ix] = sum / d_geo.nAngles;
}

//------------------------------------------------------------------------------
// 3. Non-Cartesian MR gridding: Kaiser-Bessel tabulated, gather per grid tile
//------------------------------------------------------------------------------
struct KSample { float kx, ky, re, im, dcf; };

constexpr int GRID_TILE   = 8;
constexpr int KB_TABLE    = 64;
constexpr int SAMP_BATCH  = 64;

__global__ void gridGather(const KSample* samples, int nSamples, const float* kbTable, float2* grid, int gridSize, float width)
{
    __shared__ KSample batch[SAMP_BATCH];
    __shared__ float   kb[KB_TABLE + 1];

    const int tid = threadIdx.y * GRID_TILE + threadIdx.x;
    for (int i = tid; i <= KB_TABLE; i += GRID_TILE * GRID_TILE) kb[i] = kbTable[i];

    const int gx = blockIdx.x * GRID_TILE + threadIdx.x;
    const int gy = blockIdx.y * GRID_TILE + threadIdx.y;
    float2 acc = make_float2(0.f, 0.f);
    for (int s0 = 0; s0 < nSamples; s0 += SAMP_BATCH) {
        __syncthreads();
        if (s0 + tid < nSamples) batch[tid] = samples[s0 + tid];
        __syncthreads();
        const int cnt = min(SAMP_BATCH, nSamples - s0);
        for (int k = 0; k < cnt; ++k) {
            const float dx = fabsf(batch[k].kx - gx), dy = fabsf(batch[k].ky - gy);
            if (dx < width && dy < width) {
                const float w = kb[int(dx / width * KB_TABLE)] * kb[int(dy / width * KB_TABLE)] * batch[k].dcf;
                acc.x += w * batch[k].re;
                acc.y += w * batch[k].im;
            }
        }
    }
    if (gx < gridSize && gy < gridSize) grid[gy * gridSize + gx] = acc;
}

//------------------------------------------------------------------------------
// 4. SENSE unfolding: per pixel NC x R least squares through normal equations
//------------------------------------------------------------------------------
template <int NC, int R, int PIX>
__global__ void senseUnfold(const cf* __restrict__ aliased, const cf* __restrict__ sens, cf* __restrict__ out, int nPix, float lambda)
{
    __shared__ cf S[PIX][NC][R];
    __shared__ cf M[PIX][R][R + 1];
    const int p = blockIdx.x * PIX + threadIdx.x;
    const int t = threadIdx.x;
    if (p < nPix) {
        for (int c = 0; c < NC; ++c)
            for (int r = 0; r < R; ++r)
                S[t][c][r] = sens[(c * R + r) * nPix + p];
        for (int i = 0; i < R; ++i) {
            cf rhs{0.f, 0.f};
            for (int c = 0; c < NC; ++c) rhs = rhs + S[t][c][i].conj() * aliased[c * nPix + p];
            M[t][i][R] = rhs;
            for (int j = 0; j < R; ++j) {
                cf a{i == j ? lambda : 0.f, 0.f};
                for (int c = 0; c < NC; ++c) a = a + S[t][c][i].conj() * S[t][c][j];
                M[t][i][j] = a;
            }
        }
        // Gauss-Jordan
        for (int k = 0; k < R; ++k) {
            const cf  piv = M[t][k][k];
            const float s = 1.f / piv.norm2();
            const cf  inv{piv.re * s, -piv.im * s};
            for (int j = k; j <= R; ++j) M[t][k][j] = M[t][k][j] * inv;
            for (int i = 0; i < R; ++i) {
                if (i == k) continue;
                const cf f = M[t][i][k];
                for (int j = k; j <= R; ++j) M[t][i][j] = M[t][i][j] - f * M[t][k][j];
            }
        }
        for (int r = 0; r < R; ++r) out[r * nPix + p] = M[t][r][R];
    }
}

//------------------------------------------------------------------------------
// 5. 3x3x3 median, z-slab in shared, Forgetful selection on a local copy
//------------------------------------------------------------------------------
__global__ void median3d(const short* vol, short* out, int nx, int ny, int nz)
{
    __shared__ short s[3][10][34];
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    for (int z = 0; z < nz; ++z) {
        for (int dz = 0; dz < 3; ++dz)
            for (int j = threadIdx.y; j < 10; j += 8)
                for (int i = threadIdx.x; i < 34; i += 32) {
                    const int gx = min(max(x0 + i - 1, 0), nx - 1);
                    const int gy = min(max(y0 + j - 1, 0), ny - 1);
                    const int gz = min(max(z + dz - 1, 0), nz - 1);
                    s[dz][j][i] = vol[(gz * ny + gy) * nx + gx];
                }
        __syncthreads();
        const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
        // rank by counting
        short med = 0;
        for (int a = 0; a < 27; ++a) {
            const short v = s[a / 9][threadIdx.y + a / 3 % 3][threadIdx.x + a % 3];
            int less = 0, eq = 0;
            for (int b = 0; b < 27; ++b) {
                const short w = s[b / 9][threadIdx.y + b / 3 % 3][threadIdx.x + b % 3];
                less += w < v;
                eq += w == v;
            }
            if (less <= 13 && less + eq > 13) med = v;
        }
        if (x < nx && y < ny) out[(z * ny + y) * nx + x] = med;
        __syncthreads();
    }
}

//------------------------------------------------------------------------------
// 6. TV denoise, Chambolle-Pock dual step, several inner iterations in a tile
//------------------------------------------------------------------------------
template <int T, int ITERS>
__global__ void chambolleTile(const float* g, float* u, int nx, int ny, float theta, float tau)
{
    __shared__ float  s_div[T][T];
    __shared__ float2 s_p[T][T + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * T + tx, y = blockIdx.y * T + ty;
    const float gv = g[min(y, ny - 1) * nx + min(x, nx - 1)];
    s_p[ty][tx] = make_float2(0.f, 0.f);
    __syncthreads();
    float div = 0.f;
    #pragma unroll 2
    for (int it = 0; it < ITERS; ++it) {
        const float2 p = s_p[ty][tx];
        div = p.x - (tx > 0 ? s_p[ty][tx - 1].x : 0.f) + p.y - (ty > 0 ? s_p[ty - 1][tx].y : 0.f);
        s_div[ty][tx] = div - gv / theta;
        __syncthreads();
        const float dx = tx < T - 1 ? s_div[ty][tx + 1] - s_div[ty][tx] : 0.f;
        const float dy = ty < T - 1 ? s_div[ty + 1][tx] - s_div[ty][tx] : 0.f;
        const float den = 1.f + tau * sqrtf(dx * dx + dy * dy);
        s_p[ty][tx] = make_float2((p.x + tau * dx) / den, (p.y + tau * dy) / den);
        __syncthreads();
    }
    if (x < nx && y < ny) u[y * nx + x] = gv - theta * div;
}

//------------------------------------------------------------------------------
// 7. Mutual information joint histogram (rigid registration)
//------------------------------------------------------------------------------
template <int BINS>
__global__ void jointHistogram(const unsigned char* fixedImg, const unsigned char* movingImg, int n, unsigned* joint, float* marginal)
{
    __shared__ unsigned h[BINS][BINS];
    const int tid = threadIdx.x;
    for (int i = tid; i < BINS * BINS; i += blockDim.x) h[i / BINS][i % BINS] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&h[fixedImg[i] * BINS / 256][movingImg[i] * BINS / 256], 1u);
    __syncthreads();
    for (int i = tid; i < BINS * BINS; i += blockDim.x)
        if (unsigned c = h[i / BINS][i % BINS]) atomicAdd(&joint[i], c);
    // marginals: threads 0..BINS-1 rows, next BINS columns
    if (tid < BINS) {
        unsigned s = 0;
        for (int j = 0; j < BINS; ++j) s += h[tid][j];
        atomicAdd(&marginal[tid], float(s));
    } else if (tid < 2 * BINS) {
        unsigned s = 0;
        for (int j = 0; j < BINS; ++j) s += h[j][tid - BINS];
        atomicAdd(&marginal[tid], float(s));
    }
}

//------------------------------------------------------------------------------
// 8. PET MLEM ratio + list-mode TOF: event rays split across a warp,
//    per-ray Gaussian weights in shared, tree reduction per ray
//------------------------------------------------------------------------------
struct LorEvent { float x0, y0, x1, y1; float tofCenter; };

template <int RAYS_PER_BLOCK>
__global__ void tofForward(const LorEvent* ev, int nEv, const float* img, int nx, int ny, float sigma, float* ratio)
{
    namespace cg = cooperative_groups;
    auto ray = cg::tiled_partition<16>(cg::this_thread_block());
    __shared__ double part[RAYS_PER_BLOCK][16];
    __shared__ LorEvent lor[RAYS_PER_BLOCK];
    const int r = ray.meta_group_rank(), l = ray.thread_rank();
    const int id = min(int(blockIdx.x) * RAYS_PER_BLOCK + r, nEv - 1);
    if (l == 0) lor[r] = ev[id];
    ray.sync();
    double acc = 0.0;
    for (int s = l; s < 96; s += 16) {
        const float f = (s + 0.5f) / 96.f;
        const float x = lor[r].x0 + f * (lor[r].x1 - lor[r].x0);
        const float y = lor[r].y0 + f * (lor[r].y1 - lor[r].y0);
        const int ix = int(floorf(x)), iy = int(floorf(y));
        if (ix < 0 || iy < 0 || ix >= nx || iy >= ny) continue;
        const float dt = (f - lor[r].tofCenter) / sigma;
        acc += img[iy * nx + ix] * __expf(-0.5f * dt * dt);
    }
    part[r][l] = acc;
    ray.sync();
    for (int o = 8; o > 0; o >>= 1) {
        if (l < o) part[r][l] += part[r][l + o];
        ray.sync();
    }
    if (l == 0) ratio[id] = float(1.0 / fmax(part[r][0], 1e-6));
}

//------------------------------------------------------------------------------
// 9. Cubic B-spline deformation: control points 3-vectors in shared
//------------------------------------------------------------------------------
__device__ inline float4 bsplineWeights(float t)
{
    const float t2 = t * t, t3 = t2 * t;
    return make_float4((1 - 3 * t + 3 * t2 - t3) / 6, (4 - 6 * t2 + 3 * t3) / 6, (1 + 3 * t + 3 * t2 - 3 * t3) / 6, t3 / 6);
}

template <int SPACING>
__global__ void bsplineField(const float* __restrict__ ctrl /* [ncy][ncx][3] */, int ncx, int ncy, float3* __restrict__ field, int nx, int ny)
{
    // one block = 16 x 8 pixels
    constexpr int CX = 16 / SPACING + 4, CY = 8 / SPACING + 4;
    __shared__ float3 cp[CY][CX];
    __shared__ float4 w[SPACING];
    const int tid = threadIdx.y * 16 + threadIdx.x;
    const int cx0 = blockIdx.x * 16 / SPACING, cy0 = blockIdx.y * 8 / SPACING;
    for (int i = tid; i < CX * CY; i += 128) {
        const int cx = min(cx0 + i % CX, ncx - 1), cy = min(cy0 + i / CX, ncy - 1);
        const float* c = ctrl + (cy * ncx + cx) * 3;
        cp[i / CX][i % CX] = make_float3(c[0], c[1], c[2]);
    }
    if (tid < SPACING) w[tid] = bsplineWeights(float(tid) / SPACING);
    __syncthreads();
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float4 wx = w[x % SPACING], wy = w[y % SPACING];
    const float ax[4] = {wx.x, wx.y, wx.z, wx.w}, ay[4] = {wy.x, wy.y, wy.z, wy.w};
    float3 d = make_float3(0.f, 0.f, 0.f);
    #pragma unroll
    for (int j = 0; j < 4; ++j)
        #pragma unroll
        for (int i = 0; i < 4; ++i) {
            const float3 c = cp[y / SPACING - cy0 + j][x / SPACING - cx0 + i];
            const float ww = ax[i] * ay[j];
            d.x += ww * c.x; d.y += ww * c.y; d.z += ww * c.z;
        }
    if (x < nx && y < ny) field[y * nx + x] = d;
}

//==============================================================================
template <typename T>
class GpuArray {
public:
    explicit GpuArray(int n) : n_(n) { cudaMalloc(&p_, n * sizeof(T)); cudaMemset(p_, 0, n * sizeof(T)); }
    explicit GpuArray(const vector<T>& v) : GpuArray(int(v.size())) { cudaMemcpy(p_, v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice); }
    GpuArray(const GpuArray&) = delete;
    ~GpuArray() { cudaFree(p_); }
    operator T*() { return p_; }
    // sums the array as if it were made of S
    template <typename S = T> double sum() const {
        vector<S> h(size_t(n_) * sizeof(T) / sizeof(S));
        cudaMemcpy(h.data(), p_, h.size() * sizeof(S), cudaMemcpyDeviceToHost);
        double s = 0;
        for (auto v : h) s += double(v);
        return s;
    }
private:
    T* p_ = nullptr;
    int n_;
};

static vector<float> phantom(int nx, int ny)
{
    vector<float> v(nx * ny);
    for (int y = 0; y < ny; ++y)
        for (int x = 0; x < nx; ++x) {
            const float a = (x - nx / 2.f) / nx, b = (y - ny / 2.f) / ny;
            v[y * nx + x] = a * a + b * b < .16f ? 1.f + .5f * std::sin(x * .3f) : 0.1f;
        }
    return v;
}

int main()
{
    double check = 0;
    FanGeometry geo{60, 120, 1.5f, 300.f, 500.f, 72, 64, 1.f};
    cudaMemcpyToSymbol(d_geo, &geo, sizeof geo);

    // --- CT ---
    GpuArray<float> sino(phantom(geo.nDet, geo.nAngles)), filt(geo.nDet * geo.nAngles), img(geo.nx * geo.ny);
    rampFilterKernel<<<geo.nAngles, 64, (3 * geo.nDet - 1) * sizeof(float)>>>(sino, filt, geo.nDet, geo.detSpacing);
    check += filt.sum();
    backprojectFan<16><<<dim3((geo.nx + 15) / 16, (geo.ny + 15) / 16), dim3(16, 16)>>>(filt, img);
    check += img.sum();
    backprojectFan<8><<<dim3((geo.nx + 31) / 32, (geo.ny + 7) / 8), dim3(32, 8)>>>(filt, img);
    check += img.sum();

    // --- MR gridding ---
    const int gs = 44, ns = 500;
    vector<KSample> ks(ns);
    for (int i = 0; i < ns; ++i) {
        const float r = 20.f * i / ns, th = 0.4f * i;
        ks[i] = {22 + r * std::cos(th), 22 + r * std::sin(th), 1.f / (1 + r), .1f * std::sin(th), .1f + r * .01f};
    }
    vector<float> kb(KB_TABLE + 1);
    for (int i = 0; i <= KB_TABLE; ++i) { const float t = float(i) / KB_TABLE; kb[i] = std::exp(-4 * t * t); }
    GpuArray<KSample> dks(ks); GpuArray<float> dkb(kb); GpuArray<float2> grid(gs * gs);
    gridGather<<<dim3((gs + 7) / 8, (gs + 7) / 8), dim3(GRID_TILE, GRID_TILE)>>>(dks, ns, dkb, grid, gs, 2.5f);
    check += grid.sum<float>();

    // --- SENSE ---
    const int np = 300;
    vector<cf> al(8 * np), se(8 * 4 * np);
    for (size_t i = 0; i < al.size(); ++i) al[i] = {1.f + .1f * (i % 7), .2f * (i % 3)};
    for (size_t i = 0; i < se.size(); ++i) se[i] = {std::cos(.7f * i), std::sin(.31f * i)};
    GpuArray<cf> dal(al), dse(se), du(4 * np);
    senseUnfold<8, 2, 64><<<(np + 63) / 64, 64>>>(dal, dse, du, np, .1f);
    check += du.sum<float>();
    senseUnfold<8, 4, 32><<<(np + 31) / 32, 32>>>(dal, dse, du, np, .1f);
    check += du.sum<float>();

    // --- median ---
    const int mx = 70, my = 30, mz = 4;
    vector<short> vol(mx * my * mz);
    for (size_t i = 0; i < vol.size(); ++i) vol[i] = short((i * 7919) % 2000 - 1000);
    GpuArray<short> dv(vol), dvo(mx * my * mz);
    median3d<<<dim3((mx + 31) / 32, (my + 7) / 8), dim3(32, 8)>>>(dv, dvo, mx, my, mz);
    check += dvo.sum();

    // --- TV ---
    GpuArray<float> noisy(phantom(80, 50)), tv(80 * 50);
    chambolleTile<16, 10><<<dim3(5, 4), dim3(16, 16)>>>(noisy, tv, 80, 50, .2f, .2f);
    check += tv.sum();
    chambolleTile<20, 5><<<dim3(4, 3), dim3(20, 20)>>>(noisy, tv, 80, 50, .2f, .2f);
    check += tv.sum();

    // --- registration ---
    const int npx = 5000;
    vector<unsigned char> fi(npx), mo(npx);
    for (int i = 0; i < npx; ++i) { fi[i] = (i * 13) & 255; mo[i] = (i * 13 + (i % 9)) & 255; }
    GpuArray<unsigned char> dfi(fi), dmo(mo); GpuArray<unsigned> jh(64 * 64); GpuArray<float> mg(128);
    jointHistogram<64><<<6, 128>>>(dfi, dmo, npx, jh, mg);
    jointHistogram<32><<<6, 96>>>(dfi, dmo, npx, jh, mg);
    check += jh.sum() + mg.sum();

    // --- PET ---
    const int ne = 150;
    vector<LorEvent> le(ne);
    for (int i = 0; i < ne; ++i) le[i] = {float(i % 72), 0.f, float((i * 5) % 72), 63.f, .3f + .002f * i};
    GpuArray<LorEvent> dle(le); GpuArray<float> ra(ne);
    tofForward<8><<<(ne + 7) / 8, 128>>>(dle, ne, img, geo.nx, geo.ny, .1f, ra);
    check += ra.sum() * 1e-3;

    // --- B-spline ---
    const int bx = 60, by = 40;
    vector<float> ctl(24 * 20 * 3);
    for (size_t i = 0; i < ctl.size(); ++i) ctl[i] = std::sin(.2f * i);
    GpuArray<float> dctl(ctl); GpuArray<float3> fld(bx * by);
    bsplineField<4><<<dim3((bx + 15) / 16, (by + 7) / 8), dim3(16, 8)>>>(dctl, 24, 20, fld, bx, by);
    check += fld.sum<float>();
    bsplineField<8><<<dim3((bx + 15) / 16, (by + 7) / 8), dim3(16, 8)>>>(dctl, 24, 20, fld, bx, by);
    check += fld.sum<float>();

    cudaError_t err = cudaGetLastError();
    if (err == cudaSuccess) err = cudaDeviceSynchronize();
    if (err != cudaSuccess) { std::cerr << "CUDA failure: " << cudaGetErrorString(err) << std::endl; return 1; }
    std::cout << "medrecon checksum " << std::setprecision(9) << check << std::endl;
    return 0;
}
