// Tiled renderer experiments: light culling, morton tiles, bilateral, summed area table, software depth tile
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdint>
#include <vector>

#define TILE 16

__host__ __device__ inline uint32_t part1by1(uint32_t x)
{
    x &= 0xffffu;
    x = (x | (x << 8)) & 0x00ff00ffu;
    x = (x | (x << 4)) & 0x0f0f0f0fu;
    x = (x | (x << 2)) & 0x33333333u;
    x = (x | (x << 1)) & 0x55555555u;
    return x;
}
__host__ __device__ inline uint32_t morton2(uint32_t x, uint32_t y) { return part1by1(x) | (part1by1(y) << 1); }

struct Light { float4 posRad; float3 color; uint32_t kind; };   // 32 bytes

__global__ __launch_bounds__(TILE * TILE)
void CullAndShade(const Light *lights, int numLights, const float *depth, float4 *color, int w, int h)
{
    __shared__ uint32_t zMin, zMax, visibleCount;
    __shared__ uint16_t visible[96];
    __shared__ Light cached[24];
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    const unsigned flat = threadIdx.y * TILE + threadIdx.x;
    if (flat == 0) { zMin = 0x7f7fffffu; zMax = 0u; visibleCount = 0u; }
    __syncthreads();
    const bool inside = x < w && y < h;
    const float z = inside ? depth[y * w + x] : 1.0f;
    atomicMin(&zMin, __float_as_uint(z));
    atomicMax(&zMax, __float_as_uint(z));
    __syncthreads();
    const float zn = __uint_as_float(zMin), zf = __uint_as_float(zMax);
    const float cx = (blockIdx.x + 0.5f) * TILE, cy = (blockIdx.y + 0.5f) * TILE;
    for (unsigned l = flat; l < (unsigned)numLights; l += TILE * TILE) {
        float4 p = lights[l].posRad;
        float dx = p.x - cx, dy = p.y - cy, r = p.w + 11.3f;
        if (dx * dx + dy * dy < r * r && p.z + p.w > zn && p.z - p.w < zf) {
            uint32_t slot = atomicAdd(&visibleCount, 1u);
            if (slot < 96u) visible[slot] = (uint16_t)l;
        }
    }
    __syncthreads();
    const int total = min((int)visibleCount, 96);
    float3 c = make_float3(0.02f, 0.02f, 0.02f);
    for (int base = 0; base < total; base += 24) {
        const int m = min(24, total - base);
        // copy lights, eight words each
        for (int i = flat; i < m * 8; i += TILE * TILE) {
            const uint32_t *src = reinterpret_cast<const uint32_t *>(&lights[visible[base + i / 8]]);
            reinterpret_cast<uint32_t *>(&cached[i / 8])[i & 7] = src[i & 7];
        }
        __syncthreads();
        for (int i = 0; i < m; ++i) {
            const Light &L = cached[i];
            float dx = L.posRad.x - x, dy = L.posRad.y - y, dz = (L.posRad.z - z) * 10.f;
            float att = fmaxf(0.f, 1.f - (dx * dx + dy * dy + dz * dz) / (L.posRad.w * L.posRad.w));
            if (L.kind == 1u) att *= att;
            c.x += att * L.color.x; c.y += att * L.color.y; c.z += att * L.color.z;
        }
        __syncthreads();
    }
    if (inside) color[y * w + x] = make_float4(c.x, c.y, c.z, 1.f);
}

// linear -> morton texture swizzle of 32x32 tiles
template <typename Texel, bool Inverse>
__global__ void MortonTile(const Texel *src, Texel *dst, int w)
{
    __shared__ Texel t[32 * 32];
    const int tx = threadIdx.x, x = blockIdx.x * 32 + tx;
    const size_t tileBase = (size_t)(blockIdx.y * gridDim.x + blockIdx.x) * 1024u;
    for (int r = threadIdx.y; r < 32; r += blockDim.y) {
        if constexpr (!Inverse) t[morton2(tx, r)] = src[(size_t)(blockIdx.y * 32 + r) * w + x];
        else                    t[r * 32 + tx] = src[tileBase + r * 32 + tx];
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += blockDim.y) {
        if constexpr (!Inverse) dst[tileBase + r * 32 + tx] = t[r * 32 + tx];
        else                    dst[(size_t)(blockIdx.y * 32 + r) * w + x] = t[morton2(tx, r)];
    }
}

// bilateral on packed pixels; halo tile with float4 or separate channels
__global__ void Bilateral(const float4 *in, float4 *out, int w, int h, float sigma)
{
    constexpr int R = 2, BW = 24, BH = 8;
    __shared__ float4 px[BH + 2 * R][BW + 2 * R];
    for (int ty = threadIdx.y; ty < BH + 2 * R; ty += BH)
        for (int tx = threadIdx.x; tx < BW + 2 * R; tx += BW) {
            int gx = (int)(blockIdx.x * BW + tx) - R, gy = (int)(blockIdx.y * BH + ty) - R;
            gx = gx < 0 ? -gx : (gx >= w ? 2 * w - 2 - gx : gx);
            gy = gy < 0 ? -gy : (gy >= h ? 2 * h - 2 - gy : gy);
            gx = max(0, min(gx, w - 1)); gy = max(0, min(gy, h - 1));
            px[ty][tx] = in[gy * w + gx];
        }
    __syncthreads();
    int x = blockIdx.x * BW + threadIdx.x, y = blockIdx.y * BH + threadIdx.y;
    if (x >= w || y >= h) return;
    float4 c = px[threadIdx.y + R][threadIdx.x + R];
    float ws = 0, r = 0, g = 0, b = 0;
    #pragma unroll
    for (int dy = -R; dy <= R; ++dy)
        #pragma unroll
        for (int dx = -R; dx <= R; ++dx) {
            const float4 &q = px[threadIdx.y + R + dy][threadIdx.x + R + dx];
            float d = (q.x - c.x) * (q.x - c.x) + (q.y - c.y) * (q.y - c.y) + (q.z - c.z) * (q.z - c.z);
            float wgt = __expf(-d * sigma - 0.2f * (dx * dx + dy * dy));
            ws += wgt; r += wgt * q.x; g += wgt * q.y; b += wgt * q.z;
        }
    out[y * w + x] = make_float4(r / ws, g / ws, b / ws, c.w);
}

// 32x32 tile SAT: every warp scans rows, then columns
template <int LD>
__global__ void TileSAT(const float *in, float *out, int w, int h)
{
    __shared__ float s[32][LD];
    const int lane = threadIdx.x, wy = threadIdx.y;      // 32 x 8
    for (int r = wy; r < 32; r += 8) {
        int x = blockIdx.x * 32 + lane, y = blockIdx.y * 32 + r;
        float v = x < w && y < h ? in[y * w + x] : 0.f;
        #pragma unroll
        for (int d = 1; d < 32; d *= 2) {
            float u = __shfl_up_sync(0xffffffffu, v, d);
            v += lane >= d ? u : 0.f;
        }
        s[r][lane] = v;
    }
    __syncthreads();
    for (int c = wy; c < 32; c += 8) {
        float v = s[lane][c];
        for (int d = 1; d < 32; d *= 2) {
            float u = __shfl_up_sync(0xffffffffu, v, d);
            if (lane >= d) v += u;
        }
        s[lane][c] = v;
    }
    __syncthreads();
    for (int r = wy; r < 32; r += 8) {
        int x = blockIdx.x * 32 + lane, y = blockIdx.y * 32 + r;
        if (x < w && y < h) out[y * w + x] = s[r][lane];
    }
}

static dim3 gridFor(int w, int h, int bx, int by) { return dim3((w + bx - 1) / bx, (h + by - 1) / by); }

int main()
{
    const int w = 128, h = 96, nl = 150;
    std::vector<Light> L(nl);
    for (int i = 0; i < nl; i++) {
        L[i].posRad = make_float4((i * 37) % w, (i * 53) % h, 0.1f + (i % 8) * 0.1f, 12.f + i % 15);
        L[i].color = make_float3(0.3f, 0.01f * (i % 50), 0.2f);
        L[i].kind = i % 3;
    }
    std::vector<float> z(w * h);
    for (int i = 0; i < w * h; i++) z[i] = 0.2f + 0.6f * ((i * 29) % 101) / 101.f;
    Light *dl; float *dz, *dsat; float4 *dc, *db; uint32_t *dm; uint16_t *dh1, *dh2;
    cudaMalloc(&dl, nl * sizeof(Light)); cudaMalloc(&dz, w * h * 4); cudaMalloc(&dsat, w * h * 4);
    cudaMalloc(&dc, w * h * 16); cudaMalloc(&db, w * h * 16); cudaMalloc(&dm, w * h * 4);
    cudaMalloc(&dh1, w * h * 2); cudaMalloc(&dh2, w * h * 2);
    cudaMemcpy(dl, L.data(), nl * sizeof(Light), cudaMemcpyHostToDevice);
    cudaMemcpy(dz, z.data(), w * h * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dh1, z.data(), w * h * 2, cudaMemcpyHostToDevice);
    CullAndShade<<<gridFor(w, h, TILE, TILE), dim3(TILE, TILE)>>>(dl, nl, dz, dc, w, h);
    Bilateral<<<gridFor(w, h, 24, 8), dim3(24, 8)>>>(dc, db, w, h, 3.0f);
    MortonTile<uint32_t, false><<<gridFor(w, h, 32, 32), dim3(32, 8)>>>((uint32_t *)dz, dm, w);
    MortonTile<uint16_t, true><<<gridFor(w, h, 32, 32), dim3(32, 4)>>>(dh1, dh2, w);
    TileSAT<32><<<gridFor(100, 90, 32, 32), dim3(32, 8)>>>(dz, dsat, 100, 90);
    TileSAT<33><<<gridFor(100, 90, 32, 32), dim3(32, 8)>>>(dz, dsat, 100, 90);
    std::vector<float4> c(w * h); std::vector<uint32_t> m(w * h); std::vector<uint16_t> t(w * h); std::vector<float> s(9000);
    cudaMemcpy(c.data(), db, w * h * 16, cudaMemcpyDeviceToHost);
    cudaMemcpy(m.data(), dm, w * h * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(t.data(), dh2, w * h * 2, cudaMemcpyDeviceToHost);
    cudaMemcpy(s.data(), dsat, 9000 * 4, cudaMemcpyDeviceToHost);
    double cs = 0;
    for (auto &p : c) cs += p.x + p.y + p.z;
    for (size_t i = 0; i < m.size(); i++) cs += (m[i] & 0xff) * (i % 5) + (t[i] & 15) * (i % 3);
    for (float v : s) cs += v;
    printf("gfx_tiles checksum %.3f %s\n", cs, cudaGetErrorString(cudaGetLastError()));
    return 0;
}
