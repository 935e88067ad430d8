/*
 * Direct convolutions, NCHW, no im2col.
 *   conv3x3_same    one pixel per thread, several output channels in registers
 *   conv5x5_s2      dynamic shared memory, stride two
 *   conv1x1         pointwise, pixels x channels
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define TILE     16
#define CI_STEP  4
#define CO_BLK   8
#define IN_T     (TILE + 2)

#define IDX4(n, c, h, w, C, H, W) ((((n) * (C) + (c)) * (H) + (h)) * (W) + (w))
#define DIV_UP(a, b) (((a) + (b) - 1) / (b))

__global__ void conv3x3_same(const float *in, const float *wgt, float *out,
                             int Ci, int Co, int H, int W)
{
    __shared__ float s_in[CI_STEP][IN_T][IN_T];
    __shared__ float s_w[CO_BLK][CI_STEP][9];

    int tx = threadIdx.x, ty = threadIdx.y;
    int tid = ty * TILE + tx;
    int ox = blockIdx.x * TILE + tx, oy = blockIdx.y * TILE + ty;
    int co0 = blockIdx.z * CO_BLK;
    float acc[CO_BLK];
    for (int i = 0; i < CO_BLK; i++) acc[i] = 0.0f;

    for (int c0 = 0; c0 < Ci; c0 += CI_STEP) {
        for (int i = tid; i < CI_STEP * IN_T * IN_T; i += TILE * TILE) {
            int c = i / (IN_T * IN_T);
            int r = i / IN_T % IN_T;
            int q = i % IN_T;
            int iy = blockIdx.y * TILE + r - 1;
            int ix = blockIdx.x * TILE + q - 1;
            float v = 0.0f;
            if (iy >= 0 && iy < H && ix >= 0 && ix < W)
                v = in[IDX4(0, c0 + c, iy, ix, Ci, H, W)];
            s_in[c][r][q] = v;
        }
        for (int i = tid; i < CO_BLK * CI_STEP * 9; i += TILE * TILE) {
            int co = i / (CI_STEP * 9);
            int rest = i % (CI_STEP * 9);
            s_w[co][rest / 9][rest % 9] = wgt[((co0 + co) * Ci + c0) * 9 + rest];
        }
        __syncthreads();

        for (int c = 0; c < CI_STEP; c++) {
            #pragma unroll
            for (int k = 0; k < 9; k++) {
                float x = s_in[c][ty + k / 3][tx + k % 3];
                #pragma unroll
                for (int co = 0; co < CO_BLK; co++)
                    acc[co] += x * s_w[co][c][k];
            }
        }
        __syncthreads();
    }
    if (ox < W && oy < H)
        for (int co = 0; co < CO_BLK; co++)
            out[IDX4(0, co0 + co, oy, ox, Co, H, W)] = acc[co];
}

/* stride 2, pad 2; one output channel per threadIdx.z */
template <int TW, int TH, int TC>
__global__ void conv5x5_s2(const float *__restrict__ in, const float *__restrict__ wgt, float *__restrict__ out,
                           int Ci, int Co, int H, int W)
{
    constexpr int IW = 2 * TW + 3, IH = 2 * TH + 3;
    extern __shared__ float smem[];
    float *patch = smem;                 /* IH * IW */
    float *filt  = smem + IH * IW;       /* TC * 25 */

    const int nthr = TW * TH * TC;
    const int tid = (threadIdx.z * TH + threadIdx.y) * TW + threadIdx.x;
    const int x0 = blockIdx.x * TW * 2 - 2, y0 = blockIdx.y * TH * 2 - 2;
    const int co = blockIdx.z * TC + threadIdx.z;
    float sum = 0.f;

    for (int c = 0; c < Ci; ++c) {
        for (int i = tid; i < IH * IW; i += nthr) {
            const int y = y0 + i / IW, x = x0 + i % IW;
            const bool inside = (unsigned)y < (unsigned)H && (unsigned)x < (unsigned)W;
            patch[i] = inside ? in[IDX4(0, c, y, x, Ci, H, W)] : 0.f;
        }
        if (tid < TC * 25)
            filt[tid] = wgt[((blockIdx.z * TC + tid / 25) * Ci + c) * 25 + tid % 25];
        __syncthreads();
        for (int ky = 0; ky < 5; ++ky)
            for (int kx = 0; kx < 5; ++kx) {
                float p = patch[(threadIdx.y * 2 + ky) * IW + threadIdx.x * 2 + kx];
                float f = filt[threadIdx.z * 25 + ky * 5 + kx];
                sum = fmaf(p, f, sum);
            }
        __syncthreads();
    }
    const int ox = blockIdx.x * TW + threadIdx.x, oy = blockIdx.y * TH + threadIdx.y;
    out[IDX4(0, co, oy, ox, Co, H / 2, W / 2)] = sum;
}

/* 64 pixels x 32 output channels per block, 128 threads, 4 pixels x 4 channels each */
__global__ void conv1x1(const float *__restrict__ in, const float *__restrict__ wgt, float *__restrict__ out, int Ci, int HW)
{
    __shared__ __align__(16) float s_x[16][64];
    __shared__ float s_w[32][16];
    const int px = (threadIdx.x & 15) * 4, cg = threadIdx.x >> 4;
    const int p0 = blockIdx.x * 64, co0 = blockIdx.y * 32;
    float acc[4][4] = {{0.f}};

    for (int c0 = 0; c0 < Ci; c0 += 16) {
        for (int i = threadIdx.x; i < 16 * 64; i += 128)
            s_x[i >> 6][i & 63] = in[(c0 + (i >> 6)) * HW + p0 + (i & 63)];
        for (int i = threadIdx.x; i < 32 * 16; i += 128)
            s_w[i >> 4][i & 15] = wgt[(co0 + (i >> 4)) * Ci + c0 + (i & 15)];
        __syncthreads();
        for (int c = 0; c < 16; ++c) {
            const float4 x = *(const float4 *)&s_x[c][px];
            for (int j = 0; j < 4; ++j) {
                const float w = s_w[cg * 4 + j][c];
                acc[j][0] += w * x.x; acc[j][1] += w * x.y;
                acc[j][2] += w * x.z; acc[j][3] += w * x.w;
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; ++j)
        for (int k = 0; k < 4; ++k)
            out[(co0 + cg * 4 + j) * HW + p0 + px + k] = acc[j][k];
}

static int failed(const char *name)
{
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { fprintf(stderr, "%s: %s\n", name, cudaGetErrorString(e)); return 1; }
    return 0;
}

int main(void)
{
    const int Ci = 16, Co = 32, H = 32, W = 32;
    const int n_in = Ci * H * W, n_w = Co * Ci * 25, n_out = Co * H * W;
    float *h_in = (float *)malloc(n_in * sizeof(float));
    float *h_w = (float *)malloc(n_w * sizeof(float));
    float *h_out = (float *)malloc(n_out * sizeof(float));
    for (int i = 0; i < n_in; i++) h_in[i] = (i % 9) * 0.1f;
    for (int i = 0; i < n_w; i++) h_w[i] = (i % 5 - 2) * 0.1f;

    float *d_in, *d_w, *d_out;
    if (cudaMalloc((void **)&d_in, n_in * sizeof(float)) != cudaSuccess) return 1;
    if (cudaMalloc((void **)&d_w, n_w * sizeof(float)) != cudaSuccess) return 1;
    if (cudaMalloc((void **)&d_out, n_out * sizeof(float)) != cudaSuccess) return 1;
    cudaMemcpy(d_in, h_in, n_in * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_w, h_w, n_w * sizeof(float), cudaMemcpyHostToDevice);

    conv1x1<<<dim3(H * W / 64, Co / 32), 128>>>(d_in, d_w, d_out, Ci, H * W);
    if (failed("conv1x1")) return 1;

    const int smem = ((2 * 16 + 3) * (2 * 8 + 3) + 4 * 25) * sizeof(float);
    conv5x5_s2<16, 8, 4><<<dim3(W / 2 / 16, H / 2 / 8, Co / 4), dim3(16, 8, 4), smem>>>(d_in, d_w, d_out, Ci, Co, H, W);
    if (failed("conv5x5_s2")) return 1;

    conv3x3_same<<<dim3(DIV_UP(W, TILE), DIV_UP(H, TILE), Co / CO_BLK), dim3(TILE, TILE)>>>(d_in, d_w, d_out, Ci, Co, H, W);
    if (failed("conv3x3_same")) return 1;

    cudaMemcpy(h_out, d_out, n_out * sizeof(float), cudaMemcpyDeviceToHost);
    float ref = 0.f;
    for (int c = 0; c < Ci; c++)
        for (int k = 0; k < 9; k++)
            ref += h_in[IDX4(0, c, 10 + k / 3 - 1, 20 + k % 3 - 1, Ci, H, W)] * h_w[(7 * Ci + c) * 9 + k];
    printf("out[7][10][20] = %f, ref %f\n", h_out[IDX4(0, 7, 10, 20, Co, H, W)], ref);
    return fabsf(ref - h_out[IDX4(0, 7, 10, 20, Co, H, W)]) < 1e-2f ? 0 : 1;
}
