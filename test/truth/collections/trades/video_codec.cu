// Pieces of a toy intra/inter video encoder on 8-bit 4:2:0 frames.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

typedef uint8_t u8;
typedef int16_t s16;

#define TRY(x) try_((x), #x)
static void try_(cudaError_t e, const char *what)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "%s -> %s\n", what, cudaGetErrorName(e));
    exit(1);
}
static inline int up(int a, int b) { return (a + b - 1) / b; }

struct Plane {
    u8 *p;
    int w, h, pitch;
    __device__ u8 clamped(int x, int y) const { return p[min(max(y, 0), h - 1) * pitch + min(max(x, 0), w - 1)]; }
};

__device__ inline u8 sat(float v) { return (u8)fminf(fmaxf(v + 0.5f, 0.f), 255.f); }

/* ------------------------------------------------ RGB -> Y + subsampled UV, 32x16 pixels per block */
#define CT_W 32
#define CT_H 16
__global__ void rgb_to_yuv420(const uchar3 *rgb, Plane Y, Plane U, Plane V)
{
    __shared__ uchar3 px[CT_H][CT_W];
    const int x0 = blockIdx.x * CT_W, y0 = blockIdx.y * CT_H;
    for (int r = threadIdx.y; r < CT_H; r += blockDim.y) {
        const int x = min(x0 + (int)threadIdx.x, Y.w - 1), y = min(y0 + r, Y.h - 1);
        const uchar3 c = rgb[y * Y.w + x];
        px[r][threadIdx.x] = c;
        if (x0 + threadIdx.x < Y.w && y0 + r < Y.h)
            Y.p[y * Y.pitch + x] = sat(0.257f * c.x + 0.504f * c.y + 0.098f * c.z + 16.f);
    }
    __syncthreads();
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;
    for (int i = tid; i < CT_W * CT_H / 4; i += blockDim.x * blockDim.y) {
        const int cx = i % (CT_W / 2), cy = i / (CT_W / 2);
        float r = 0, g = 0, b = 0;
        for (int k = 0; k < 4; ++k) {
            const uchar3 c = px[2 * cy + k / 2][2 * cx + k % 2];
            r += 0.25f * c.x; g += 0.25f * c.y; b += 0.25f * c.z;
        }
        const int ux = x0 / 2 + cx, uy = y0 / 2 + cy;
        if (ux < U.w && uy < U.h) {
            U.p[uy * U.pitch + ux] = sat(-0.148f * r - 0.291f * g + 0.439f * b + 128.f);
            V.p[uy * V.pitch + ux] = sat(0.439f * r - 0.368f * g - 0.071f * b + 128.f);
        }
    }
}

/* ------------------------------------------------ full search +-8 for 16x16 blocks */
constexpr int MB = 16, RANGE = 8, WIN = MB + 2 * RANGE;
struct MotionVec { short dx, dy; unsigned sad; };

__global__ void motion_search(Plane cur, Plane ref, MotionVec *mv)
{
    __shared__ __align__(4) u8 blk[MB][MB];
    __shared__ u8 win[WIN][WIN + 4];
    __shared__ unsigned best;
    const int bx = blockIdx.x * MB, by = blockIdx.y * MB;
    const int tid = threadIdx.y * 17 + threadIdx.x;      /* 17 x 17 candidates */
    const int nthr = 17 * 17;
    for (int i = tid; i < MB * MB; i += nthr) blk[i / MB][i % MB] = cur.clamped(bx + i % MB, by + i / MB);
    for (int i = tid; i < WIN * WIN; i += nthr) win[i / WIN][i % WIN] = ref.clamped(bx - RANGE + i % WIN, by - RANGE + i / WIN);
    if (tid == 0) best = 0xffffffffu;
    __syncthreads();
    unsigned sad = 0;
    for (int y = 0; y < MB; ++y) {
        const u8 *w = &win[threadIdx.y + y][threadIdx.x];
        const uchar4 *c = reinterpret_cast<const uchar4 *>(blk[y]);
#pragma unroll
        for (int x4 = 0; x4 < MB / 4; ++x4) {
            const uchar4 v = c[x4];
            sad += abs(v.x - w[4 * x4]) + abs(v.y - w[4 * x4 + 1]) + abs(v.z - w[4 * x4 + 2]) + abs(v.w - w[4 * x4 + 3]);
        }
    }
    atomicMin(&best, sad << 9 | tid);
    __syncthreads();
    if ((best & 511) == tid)
        mv[blockIdx.y * gridDim.x + blockIdx.x] = MotionVec{(short)((int)threadIdx.x - RANGE), (short)((int)threadIdx.y - RANGE), sad};
}

/* ------------------------------------------------ residual + forward DCT + quantisation, 4 blocks of 8x8 per CTA */
struct QuantParams { float scale; int rounding; };
__constant__ float c_dct[64];

__global__ void dct_quant(Plane cur, Plane ref, const MotionVec *mv, int mvStride, s16 *coef, int bw, int nb, QuantParams qp)
{
    __shared__ float blk[4][8][8];
    __shared__ float tmp[4][8][8 + 1];
    __shared__ float basis[8][8];
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    const int b = blockIdx.x * 4 + z;
    if (z == 0) basis[y][x] = c_dct[y * 8 + x];
    float v = 0.f;
    if (b < nb) {
        const int px = (b % bw) * 8 + x, py = (b / bw) * 8 + y;
        const MotionVec m = mv[(py / MB) * mvStride + px / MB];
        v = (float)cur.clamped(px, py) - (float)ref.clamped(px + m.dx, py + m.dy);
    }
    blk[z][y][x] = v;
    __syncthreads();
    float s = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) s += blk[z][y][k] * basis[x][k];
    tmp[z][y][x] = s;
    __syncthreads();
    s = 0.f;
#pragma unroll
    for (int k = 0; k < 8; ++k) s += basis[y][k] * tmp[z][k][x];
    if (b < nb) {
        const float q = qp.scale * (8 + 2 * (x + y));
        coef[b * 64 + y * 8 + x] = (s16)((int)(fabsf(s) / q + qp.rounding / 64.f) * (s < 0 ? -1 : 1));
    }
}

/* ------------------------------------------------ zig-zag + run lengths, one warp per 8x8 block */
struct RunLevel { u8 run; int8_t pad; s16 level; };
__constant__ u8 c_zigzag[64];

template <int WARPS>
__global__ void zigzag_rle(const s16 *coef, int nb, RunLevel *out, int *count)
{
    __shared__ u8 zz[64];
    __shared__ __align__(4) s16 blk[WARPS][64];
    __shared__ u8 where[WARPS][64];
    const int lane = threadIdx.x, wp = threadIdx.y, b = blockIdx.x * WARPS + wp;
    if (wp == 0) { zz[lane] = c_zigzag[lane]; zz[lane + 32] = c_zigzag[lane + 32]; }
    if (b < nb) {
        const short2 v = reinterpret_cast<const short2 *>(coef + b * 64)[lane];
        reinterpret_cast<short2 *>(blk[wp])[lane] = v;
    }
    __syncthreads();
    if (b >= nb) return;
    int base = 0;
    for (int half = 0; half < 2; ++half) {
        const int pos = half * 32 + lane;
        const bool nz = blk[wp][zz[pos]] != 0;
        const unsigned m = __ballot_sync(0xffffffffu, nz);
        if (nz) where[wp][base + __popc(m & ((1u << lane) - 1))] = pos;
        base += __popc(m);
    }
    __syncwarp();
    for (int i = lane; i < base; i += 32) {
        const int pos = where[wp][i], prev = i ? where[wp][i - 1] : -1;
        out[b * 64 + i] = RunLevel{(u8)(pos - prev - 1), 0, blk[wp][zz[pos]]};
    }
    if (lane == 0) count[b] = base;
}

/* ------------------------------------------------ deblocking of 8-pixel edges, horizontal or vertical */
enum Edge { VERT_EDGES, HORZ_EDGES };

template <Edge E>
__global__ void deblock(Plane p, Plane out, int alpha, int beta)
{
    __shared__ int t[32][33];
    const int x0 = blockIdx.x * 32 - 4, y0 = blockIdx.y * 32 - 4;     /* edges fall in the middle of the groups */
    for (int r = threadIdx.y; r < 32; r += blockDim.y) t[r][threadIdx.x] = p.clamped(x0 + threadIdx.x, y0 + r);
    __syncthreads();
    for (int e = threadIdx.y; e < 4; e += blockDim.y) {               /* 4 edges x 32 lines */
        const int c = 8 * e + 4, l = threadIdx.x;
        int *p1, *p0, *q0, *q1;
        if (E == VERT_EDGES) { p1 = &t[l][c - 2]; p0 = &t[l][c - 1]; q0 = &t[l][c]; q1 = &t[l][c + 1]; }
        else                 { p1 = &t[c - 2][l]; p0 = &t[c - 1][l]; q0 = &t[c][l]; q1 = &t[c + 1][l]; }
        const int a = *p0, b = *q0;
        if (abs(a - b) < alpha && abs(*p1 - a) < beta && abs(*q1 - b) < beta) {
            *p0 = (2 * *p1 + a + *q1 + 2) >> 2;
            *q0 = (2 * *q1 + b + *p1 + 2) >> 2;
        }
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += blockDim.y) {
        const int x = x0 + threadIdx.x, y = y0 + r;
        if (x >= 0 && y >= 0 && x < out.w && y < out.h) out.p[y * out.pitch + x] = (u8)t[r][threadIdx.x];
    }
}
typedef void (*deblock_fn)(Plane, Plane, int, int);

/* ------------------------------------------------ temporal noise filter, frames double-buffered with cp.async */
constexpr int TF_T = 128;
__global__ void temporal_filter(const uchar4 *frames, size_t frameStride, int nFrames, int n4, uchar4 *out)
{
    __shared__ uchar4 buf[2][TF_T];
    const int i = blockIdx.x * TF_T + threadIdx.x;
    const bool live = i < n4;
    if (live) __pipeline_memcpy_async(&buf[0][threadIdx.x], &frames[i], sizeof(uchar4));
    __pipeline_commit();
    float4 acc = make_float4(0, 0, 0, 0);
    float wsum = 0.f;
    for (int f = 0; f < nFrames; ++f) {
        if (f + 1 < nFrames && live)
            __pipeline_memcpy_async(&buf[(f + 1) & 1][threadIdx.x], &frames[(f + 1) * frameStride + i], sizeof(uchar4));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        if (live) {
            const uchar4 *row = buf[f & 1];
            const uchar4 c = row[threadIdx.x];
            const uchar4 l = threadIdx.x > 0 ? row[threadIdx.x - 1] : c;   /* slight horizontal smoothing */
            const float w = 1.f / (1 + f);
            acc.x += w * (0.75f * c.x + 0.25f * l.w);
            acc.y += w * (0.75f * c.y + 0.25f * c.x);
            acc.z += w * (0.75f * c.z + 0.25f * c.y);
            acc.w += w * (0.75f * c.w + 0.25f * c.z);
            wsum += w;
        }
        __syncthreads();
    }
    if (live) out[i] = make_uchar4(sat(acc.x / wsum), sat(acc.y / wsum), sat(acc.z / wsum), sat(acc.w / wsum));
}

/* ------------------------------------------------ SSIM over 8x8 windows, four windows per block */
struct Moments { float a, b, aa, bb, ab; };

__global__ void ssim8(Plane A, Plane B, int ww, int nwin, double *total)
{
    __shared__ Moments m[4][64];
    const int w = threadIdx.y, t = threadIdx.x, id = blockIdx.x * 4 + w;
    const bool live = id < nwin;
    float a = 0, b = 0;
    if (live) {
        a = A.clamped((id % ww) * 8 + t % 8, (id / ww) * 8 + t / 8);
        b = B.clamped((id % ww) * 8 + t % 8, (id / ww) * 8 + t / 8);
    }
    m[w][t] = Moments{a, b, a * a, b * b, a * b};
    __syncthreads();
    for (int o = 32; o > 0; o >>= 1) {
        if (t < o) {
            Moments &d = m[w][t];
            const Moments &s = m[w][t + o];
            d.a += s.a; d.b += s.b; d.aa += s.aa; d.bb += s.bb; d.ab += s.ab;
        }
        __syncthreads();
    }
    if (live && t == 0) {
        const Moments s = m[w][0];
        const float ma = s.a / 64, mb = s.b / 64, va = s.aa / 64 - ma * ma, vb = s.bb / 64 - mb * mb, cab = s.ab / 64 - ma * mb;
        atomicAdd(total, (double)((2 * ma * mb + 6.5f) * (2 * cab + 58.5f) / ((ma * ma + mb * mb + 6.5f) * (va + vb + 58.5f))));
    }
}

template <typename T> static T *gpu(size_t n)
{
    T *p;
    TRY(cudaMalloc(&p, n * sizeof(T)));
    TRY(cudaMemset(p, 0, n * sizeof(T)));
    return p;
}
static Plane make_plane(int w, int h) { const int pitch = up(w, 64) * 64; return Plane{gpu<u8>((size_t)pitch * h), w, h, pitch}; }
static void barrier() { TRY(cudaDeviceSynchronize()); TRY(cudaGetLastError()); }

int main()
{
    const int W = 174, H = 142, NF = 3;
    float dct[64];
    for (int k = 0; k < 8; ++k)
        for (int i = 0; i < 8; ++i) dct[k * 8 + i] = (k ? 0.5f : 0.35355339f) * cosf((2 * i + 1) * k * 3.14159265f / 16);
    u8 zig[64];
    for (int s = 0, n = 0; s < 15; ++s)
        for (int k = 0; k <= s; ++k) {
            const int y = s % 2 ? k : s - k, x = s - y;
            if (x < 8 && y < 8) zig[n++] = y * 8 + x;
        }
    TRY(cudaMemcpyToSymbol(c_dct, dct, sizeof dct));
    TRY(cudaMemcpyToSymbol(c_zigzag, zig, sizeof zig));

    Plane Y[NF], U = make_plane(up(W, 2), up(H, 2)), V = make_plane(up(W, 2), up(H, 2)), d1 = make_plane(W, H), d2 = make_plane(W, H);
    for (auto &p : Y) p = make_plane(W, H);
    uchar3 *rgb = gpu<uchar3>(W * H);
    std::vector<uchar3> host(W * H);
    for (int f = 0; f < NF; ++f) {
        for (int y = 0; y < H; ++y)
            for (int x = 0; x < W; ++x) {
                const int u = x + 3 * f, v = y - 2 * f;
                host[y * W + x] = make_uchar3((u8)(128 + 90 * sinf(u * 0.11f)), (u8)(128 + 80 * cosf(v * 0.07f + u * 0.03f)), (u8)((u * 5 ^ v * 3) & 255));
            }
        TRY(cudaMemcpy(rgb, host.data(), host.size() * sizeof(uchar3), cudaMemcpyHostToDevice));
        rgb_to_yuv420<<<dim3(up(W, CT_W), up(H, CT_H)), dim3(CT_W, 4)>>>(rgb, Y[f], U, V);
        barrier();
    }

    const int mbw = up(W, MB), mbh = up(H, MB), bw = mbw * 2, nb = bw * mbh * 2;
    MotionVec *mv = gpu<MotionVec>(mbw * mbh);
    s16 *coef = gpu<s16>((size_t)nb * 64);
    RunLevel *rl = gpu<RunLevel>((size_t)nb * 64);
    int *cnt = gpu<int>(nb);
    size_t symbols = 0;
    for (int f = 1; f < NF; ++f) {
        motion_search<<<dim3(mbw, mbh), dim3(17, 17)>>>(Y[f], Y[f - 1], mv);
        dct_quant<<<up(nb, 4), dim3(8, 8, 4)>>>(Y[f], Y[f - 1], mv, mbw, coef, bw, nb, QuantParams{1.5f, 21});
        zigzag_rle<5><<<up(nb, 5), dim3(32, 5)>>>(coef, nb, rl, cnt);
        barrier();
        std::vector<int> hc(nb);
        TRY(cudaMemcpy(hc.data(), cnt, nb * sizeof(int), cudaMemcpyDeviceToHost));
        for (int c : hc) symbols += c;
    }

    const deblock_fn passes[2] = {deblock<VERT_EDGES>, deblock<HORZ_EDGES>};
    const Plane chain[3] = {Y[NF - 1], d1, d2};
    for (int k = 0; k < 2; ++k) passes[k]<<<dim3(up(W + 4, 32), up(H + 4, 32)), dim3(32, 4)>>>(chain[k], chain[k + 1], 40, 12);
    barrier();

    const int n4 = Y[0].pitch * H / 4;
    uchar4 *stack = gpu<uchar4>((size_t)n4 * NF), *smooth = gpu<uchar4>(n4);
    for (int f = 0; f < NF; ++f) TRY(cudaMemcpy(stack + (size_t)f * n4, Y[NF - 1 - f].p, (size_t)n4 * 4, cudaMemcpyDeviceToDevice));
    temporal_filter<<<up(n4, TF_T), TF_T>>>(stack, n4, NF, n4, smooth);

    double *total = gpu<double>(1), h = 0;
    const int ww = W / 8, nwin = ww * (H / 8);
    ssim8<<<up(nwin, 4), dim3(64, 4)>>>(Y[NF - 1], d2, ww, nwin, total);
    barrier();
    TRY(cudaMemcpy(&h, total, sizeof h, cudaMemcpyDeviceToHost));
    printf("symbols %zu, ssim %.5f\n", symbols, h / nwin);
    TRY(cudaDeviceReset());
    return 0;
}
