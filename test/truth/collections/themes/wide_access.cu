/* wide_access.cu - vectorised and mergeable shared-memory accesses. */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

struct particle { float x, y, z, m; };
struct rgb8 { unsigned char r, g, b; };
struct __align__(8) keyval { int key; float val; };
struct vertex { float px, py, pz, nx, ny, nz; };   /* 24 bytes */

/* copy through shared with float4 loads, reversed within the block */
__global__ void reverse_vec4(const float4 *src, float4 *dst)
{
    __shared__ float4 buf[128];
    int t = threadIdx.x;
    buf[t] = src[blockIdx.x * 128 + t];
    __syncthreads();
    float4 v = buf[127 - t];
    dst[blockIdx.x * 128 + t] = make_float4(v.w, v.z, v.y, v.x);
}

/* each thread owns one row of four values */
__global__ void row_of_four(const float *src, float *dst)
{
    __shared__ __align__(16) float rows[192][4];
    int t = threadIdx.x;
    for (int i = 0; i < 4; i++)
        rows[(t + i * 192) / 4][(t + i * 192) % 4] = src[blockIdx.x * 768 + t + i * 192];
    __syncthreads();
    float a = rows[t][0], b = rows[t][1], c = rows[t][2], d = rows[t][3];
    dst[blockIdx.x * 192 + t] = a * d - b * c;
}

/* reinterpret the scalar tile as float2 pairs */
__global__ void pairs_cast(const float *src, float *dst, int width)
{
    __shared__ __align__(16) float tile[16][64];
    int tx = threadIdx.x, ty = threadIdx.y;      /* 32 x 8 */
    for (int r = ty; r < 16; r += 8) {
        float2 *p = reinterpret_cast<float2 *>(&tile[r][0]);
        p[tx] = *reinterpret_cast<const float2 *>(&src[r * width + blockIdx.x * 64 + 2 * tx]);
    }
    __syncthreads();
    for (int r = ty; r < 16; r += 8) {
        float2 even = *reinterpret_cast<const float2 *>(&tile[15 - r][2 * tx]);
        float top = tile[r][2 * tx];
        dst[r * width + blockIdx.x * 64 + tx] = even.x + even.y - top;
        dst[r * width + blockIdx.x * 64 + 32 + tx] = even.x * even.y;
    }
}

/* array of structures in shared memory */
__global__ void gravity_pairs(const particle *p, float *pot, int n)
{
    __shared__ particle sp[96];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sp[threadIdx.x] = i < n ? p[i] : particle{0.f, 0.f, 0.f, 0.f};
    __syncthreads();
    particle me = sp[threadIdx.x];
    float e = 0.f;
    for (int j = 1; j < 96; j++) {
        int o = threadIdx.x + j;
        if (o >= 96) o -= 96;
        particle q = sp[o];
        float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z;
        e += me.m * q.m * rsqrtf(dx * dx + dy * dy + dz * dz + 0.1f);
    }
    if (i < n) pot[i] = e;
}

/* packed three-byte pixels */
__global__ void grey_mix(const unsigned char *img, float *out, int npix)
{
    __shared__ rgb8 px[256];
    unsigned char *raw = (unsigned char *)px;
    int base = blockIdx.x * 256 * 3;
    for (int i = threadIdx.x; i < 768; i += 256)
        raw[i] = (base + i < npix * 3) ? img[base + i] : 0;
    __syncthreads();
    rgb8 c = px[threadIdx.x];
    rgb8 d = px[threadIdx.x ^ 1];
    int g = blockIdx.x * 256 + threadIdx.x;
    if (g < npix)
        out[g] = 0.299f * c.r + 0.587f * c.g + 0.114f * c.b + 0.5f * d.g;
}

/* 24-byte vertices, transformed by a matrix kept in shared memory */
__global__ void skin_vertices(const vertex *vin, const float *mats, float *vout, int bones)
{
    __shared__ float m[8 * 12];
    __shared__ vertex vs[64];
    int t = threadIdx.x;
    for (int i = t; i < bones * 12; i += blockDim.x) m[i] = mats[i];
    vs[t] = vin[blockIdx.x * 64 + t];
    __syncthreads();
    vertex v = vs[63 - t];
    const float *w = &m[(t % bones) * 12];
    float x = w[0] * v.px + w[1] * v.py + w[2] * v.pz + w[3];
    float y = w[4] * v.px + w[5] * v.py + w[6] * v.pz + w[7];
    float z = w[8] * v.px + w[9] * v.py + w[10] * v.pz + w[11];
    float n = w[0] * v.nx + w[5] * v.ny + w[10] * v.nz;
    int o = (blockIdx.x * 64 + t) * 4;
    vout[o] = x; vout[o + 1] = y; vout[o + 2] = z; vout[o + 3] = n;
}

/* interleaved rows: thread handles rows ty, ty+4, ty+8, ty+12 with vec loads of x */
__global__ void interleaved_rows(const float *src, float *dst)
{
    __shared__ __align__(16) float s[16 * 128];
    int tx = threadIdx.x, ty = threadIdx.y;    /* 32 x 4 */
    const float4 *g = (const float4 *)(src + blockIdx.x * 16 * 128);
#pragma unroll
    for (int r = 0; r < 4; r++)
        ((float4 *)s)[(ty + 4 * r) * 32 + tx] = g[(ty + 4 * r) * 32 + tx];
    __syncthreads();
    float acc[4] = {0.f, 0.f, 0.f, 0.f};
#pragma unroll
    for (int r = 0; r < 4; r++) {
#pragma unroll
        for (int k = 0; k < 4; k++)
            acc[k] += s[(ty * 4 + r) * 128 + tx * 4 + k] * (float)(r + 1);
    }
    float *o = dst + blockIdx.x * 512 + (ty * 32 + tx) * 4;
    for (int k = 0; k < 4; k++) o[k] = acc[k];
}

/* key/value pairs, odd-even transposition steps inside the block */
__global__ void oddeven_pairs(const int *keys, keyval *out)
{
    __shared__ keyval kv[128];
    int t = threadIdx.x;                        /* 64 threads, 128 pairs */
    int base = blockIdx.x * 128;
    kv[2 * t].key = keys[base + 2 * t];
    kv[2 * t].val = 2.f * t;
    kv[2 * t + 1].key = keys[base + 2 * t + 1];
    kv[2 * t + 1].val = 2.f * t + 1.f;
    __syncthreads();
    for (int step = 0; step < 128; step++) {
        int i = 2 * t + (step & 1);
        if (i + 1 < 128) {
            keyval a = kv[i], b = kv[i + 1];
            if (a.key > b.key) { kv[i] = b; kv[i + 1] = a; }
        }
        __syncthreads();
    }
    out[base + t] = kv[t];
    out[base + 64 + t] = kv[64 + t];
}

/* double precision, two values per thread */
__global__ void haar_double(const double *in, double *out)
{
    __shared__ double2 s2[160];
    double *s = (double *)s2;
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 320 + t];
    s[t + 160] = in[blockIdx.x * 320 + 160 + t];
    __syncthreads();
    double lo = s[2 * t], hi = s[2 * t + 1];
    __syncthreads();
    s[t] = (lo + hi) * 0.5;
    s[t + 160] = (lo - hi) * 0.5;
    __syncthreads();
    double2 w = s2[t];
    out[blockIdx.x * 320 + 2 * t] = w.x;
    out[blockIdx.x * 320 + 2 * t + 1] = w.y;
}

/* 8 bytes per thread of int8 data, dot products with 32-bit words */
__global__ void dot_int8(const int2 *a, const int2 *b, int *c)
{
    __shared__ __align__(8) signed char sa[128 * 8];
    __shared__ __align__(8) signed char sb[128 * 8];
    int t = threadIdx.x;
    reinterpret_cast<int2 *>(sa)[t] = a[blockIdx.x * 128 + t];
    reinterpret_cast<int2 *>(sb)[t] = b[blockIdx.x * 128 + t];
    __syncthreads();
    int acc = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
        acc += sa[t * 8 + k] * sb[(127 - t) * 8 + k];
    const int *wa = reinterpret_cast<const int *>(sa);
    const int *wb = reinterpret_cast<const int *>(sb);
    acc = __dp4a(wa[t], wb[t + 128], acc);
    c[blockIdx.x * 128 + t] = acc;
}

static void die(const char *w) { printf("%s: %s\n", w, cudaGetErrorString(cudaGetLastError())); exit(1); }

int main(void)
{
    const int N = 32768;
    float *h = (float *)malloc(N * sizeof(float));
    double *hd = (double *)malloc(N * sizeof(double));
    int *hi = (int *)malloc(N * sizeof(int));
    for (int i = 0; i < N; i++) { h[i] = 0.1f * (i % 37); hd[i] = 0.5 * (i % 19); hi[i] = (i * 7919) % 1009; }
    float *f, *o; double *d, *od; int *k, *ok; keyval *kvo;
    if (cudaMalloc(&f, N * 4) || cudaMalloc(&o, N * 4) || cudaMalloc(&d, N * 8) || cudaMalloc(&od, N * 8) ||
        cudaMalloc(&k, N * 4) || cudaMalloc(&ok, N * 4) || cudaMalloc(&kvo, N * 8)) die("malloc");
    cudaMemcpy(f, h, N * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d, hd, N * 8, cudaMemcpyHostToDevice);
    cudaMemcpy(k, hi, N * 4, cudaMemcpyHostToDevice);
    cudaMemset(o, 0, N * 4);

    reverse_vec4<<<3, 128>>>((const float4 *)f, (float4 *)o);
    row_of_four<<<4, 192>>>(f, o + 2048);
    pairs_cast<<<2, dim3(32, 8)>>>(f, o + 4096, 128);
    gravity_pairs<<<3, 96>>>((const particle *)f, o + 8192, 250);
    grey_mix<<<2, 256>>>((const unsigned char *)k, o + 9000, 500);
    skin_vertices<<<2, 64>>>((const vertex *)f, f + 4096, o + 10000, 5);
    skin_vertices<<<1, 64>>>((const vertex *)f, f + 4096, o + 11000, 8);
    interleaved_rows<<<4, dim3(32, 4)>>>(f, o + 12288);
    oddeven_pairs<<<2, 64>>>(k, kvo);
    haar_double<<<3, 160>>>(d, od);
    dot_int8<<<2, 128>>>((const int2 *)k, (const int2 *)(k + 2048), ok);

    if (cudaDeviceSynchronize() != cudaSuccess) die("kernels");
    cudaMemcpy(h, o, N * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(hd, od, 960 * 8, cudaMemcpyDeviceToHost);
    cudaMemcpy(hi, ok, 256 * 4, cudaMemcpyDeviceToHost);
    keyval *hk = (keyval *)malloc(256 * sizeof(keyval));
    cudaMemcpy(hk, kvo, 256 * sizeof(keyval), cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < N; i++) s += h[i];
    for (int i = 0; i < 960; i++) s += hd[i] * (i % 3);
    for (int i = 0; i < 256; i++) s += hi[i] * 1e-3 + hk[i].key * (i & 3) + hk[i].val;
    if (cudaDeviceSynchronize() != cudaSuccess) die("copy");
    printf("checksum %.6f\n", s);
    return 0;
}
