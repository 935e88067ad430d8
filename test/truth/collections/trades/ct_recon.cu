// Filtered back-projection of a parallel-beam sinogram followed by the usual
// viewing chain (12-bit window, median, histogram equalisation) and a small
// morphological clean-up of a segmented volume.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace ct {

inline void require(cudaError_t e, const char* what) {
    if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

template <typename T>
class DeviceArray {
public:
    explicit DeviceArray(size_t n) : n_(n) { require(cudaMalloc(&p_, n * sizeof(T)), "malloc"); clear(); }
    ~DeviceArray() { cudaFree(p_); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    void clear() { require(cudaMemset(p_, 0, n_ * sizeof(T)), "memset"); }
    void upload(const std::vector<T>& v) { require(cudaMemcpy(p_, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice), "up"); }
    std::vector<T> download() const {
        std::vector<T> v(n_);
        require(cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost), "down");
        return v;
    }
    T* data() { return p_; }
    size_t size() const { return n_; }

private:
    T* p_ = nullptr;
    size_t n_;
};

struct Geometry {
    int nDet, nAng;
    int w, h;
    float detSpacing;
    __host__ __device__ float detCenter() const { return 0.5f * (nDet - 1); }
    __host__ __device__ int pixels() const { return w * h; }
};

struct Trig { float c, s; };

constexpr int kAngChunk = 48;
constexpr int kTile = 16;
constexpr int kBins = 256;

// One projection per block; the projection and the ramp live in shared memory.
__global__ void rampFilterRows(const float* __restrict__ sino, float* __restrict__ out, Geometry g) {
    extern __shared__ float smem[];
    float* row = smem;
    float* ramp = smem + g.nDet;
    const int a = blockIdx.x;
    for (int d = threadIdx.x; d < g.nDet; d += blockDim.x) {
        row[d] = sino[a * g.nDet + d];
        float v = 0.f;
        if (d == 0) v = 0.25f;
        else if (d & 1) v = -1.f / (9.8696044f * d * d);
        ramp[d] = v;
    }
    __syncthreads();
    for (int d = threadIdx.x; d < g.nDet; d += blockDim.x) {
        float acc = 0.f;
        for (int j = 0; j < g.nDet; ++j) acc += row[j] * ramp[abs(d - j)];
        out[a * g.nDet + d] = acc;
    }
}

__global__ void backproject(const float* __restrict__ filt, float* __restrict__ img, Geometry g) {
    __shared__ Trig tab[kAngChunk];
    const int x = blockIdx.x * kTile + threadIdx.x;
    const int y = blockIdx.y * kTile + threadIdx.y;
    const int tid = threadIdx.y * kTile + threadIdx.x;
    const float px = x - 0.5f * (g.w - 1), py = y - 0.5f * (g.h - 1);
    float acc = 0.f;
    for (int a0 = 0; a0 < g.nAng; a0 += kAngChunk) {
        const int m = min(kAngChunk, g.nAng - a0);
        if (tid < m) {
            float s, c;
            sincosf(3.14159265f * (a0 + tid) / g.nAng, &s, &c);
            tab[tid] = Trig{c, s};
        }
        __syncthreads();
        for (int i = 0; i < m; ++i) {
            const float t = (px * tab[i].c + py * tab[i].s) / g.detSpacing + g.detCenter();
            const int d = static_cast<int>(floorf(t));
            if (d >= 0 && d + 1 < g.nDet) {
                const float f = t - d;
                const float* r = filt + (a0 + i) * g.nDet;
                acc += r[d] * (1.f - f) + r[d + 1] * f;
            }
        }
        __syncthreads();
    }
    if (x < g.w && y < g.h) img[y * g.w + x] = acc * 3.14159265f / g.nAng;
}

template <int THREADS>
__global__ void minMaxBlocks(const float* __restrict__ img, int n, float2* __restrict__ partial) {
    __shared__ float2 mm[THREADS];
    float2 v = make_float2(3e38f, -3e38f);
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) {
        v.x = fminf(v.x, img[i]);
        v.y = fmaxf(v.y, img[i]);
    }
    mm[threadIdx.x] = v;
    __syncthreads();
    for (int s = THREADS / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) {
            const float2 o = mm[threadIdx.x + s];
            mm[threadIdx.x].x = fminf(mm[threadIdx.x].x, o.x);
            mm[threadIdx.x].y = fmaxf(mm[threadIdx.x].y, o.y);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = mm[0];
}

// Every block folds the few partial ranges again, then windows its pixels.
__global__ void quantize12(const float* __restrict__ img, int n, const float2* __restrict__ partial,
                           int nPartial, uint16_t* __restrict__ out) {
    __shared__ float lo, scale;
    if (threadIdx.x < 32) {
        float a = 3e38f, b = -3e38f;
        for (int i = threadIdx.x; i < nPartial; i += 32) {
            a = fminf(a, partial[i].x);
            b = fmaxf(b, partial[i].y);
        }
        for (int o = 16; o; o >>= 1) {
            a = fminf(a, __shfl_xor_sync(0xffffffffu, a, o));
            b = fmaxf(b, __shfl_xor_sync(0xffffffffu, b, o));
        }
        if (threadIdx.x == 0) { lo = a; scale = 4095.f / fmaxf(b - a, 1e-12f); }
    }
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = static_cast<uint16_t>(fminf(fmaxf((img[i] - lo) * scale, 0.f), 4095.f));
}

__device__ inline void cswap(uint16_t& a, uint16_t& b) {
    const uint16_t lo = min(a, b), hi = max(a, b);
    a = lo; b = hi;
}

__global__ void median3x3(const uint16_t* __restrict__ in, uint16_t* __restrict__ out, Geometry g) {
    __shared__ uint16_t t[kTile + 2][kTile + 2];
    const int bx = blockIdx.x * kTile - 1, by = blockIdx.y * kTile - 1;
    for (int i = threadIdx.y * kTile + threadIdx.x; i < (kTile + 2) * (kTile + 2); i += kTile * kTile) {
        const int ly = i / (kTile + 2), lx = i % (kTile + 2);
        const int gx = min(max(bx + lx, 0), g.w - 1), gy = min(max(by + ly, 0), g.h - 1);
        t[ly][lx] = in[gy * g.w + gx];
    }
    __syncthreads();
    const int x = bx + 1 + threadIdx.x, y = by + 1 + threadIdx.y;
    if (x >= g.w || y >= g.h) return;
    uint16_t v[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) v[k] = t[threadIdx.y + k / 3][threadIdx.x + k % 3];
    // partial selection sort up to the middle element
#pragma unroll
    for (int i = 0; i < 5; ++i)
#pragma unroll
        for (int j = i + 1; j < 9; ++j) cswap(v[i], v[j]);
    out[y * g.w + x] = v[4];
}

template <int WARPS>
__global__ void histogram(const uint16_t* __restrict__ in, int n, unsigned* __restrict__ hist) {
    __shared__ unsigned sub[WARPS][kBins];
    const int warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < WARPS * kBins; i += blockDim.x) (&sub[0][0])[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&sub[warp][in[i] >> 4], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < kBins; b += blockDim.x) {
        unsigned s = 0;
        for (int w = 0; w < WARPS; ++w) s += sub[w][b];
        if (s) atomicAdd(&hist[b], s);
    }
}

// Work-efficient (up-sweep / down-sweep) scan of the 256 bins by 128 threads.
__global__ void buildLut(const unsigned* __restrict__ hist, int n, uint8_t* __restrict__ lut) {
    __shared__ unsigned c[kBins];
    const int t = threadIdx.x;
    c[2 * t] = hist[2 * t];
    c[2 * t + 1] = hist[2 * t + 1];
    int off = 1;
    for (int d = kBins / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) c[off * (2 * t + 2) - 1] += c[off * (2 * t + 1) - 1];
        off *= 2;
    }
    __syncthreads();
    if (t == 0) c[kBins - 1] = 0;
    for (int d = 1; d < kBins; d *= 2) {
        off >>= 1;
        __syncthreads();
        if (t < d) {
            const int ai = off * (2 * t + 1) - 1, bi = off * (2 * t + 2) - 1;
            const unsigned v = c[ai];
            c[ai] = c[bi];
            c[bi] += v;
        }
    }
    __syncthreads();
    for (int b = t; b < kBins; b += blockDim.x) lut[b] = static_cast<uint8_t>(255ull * c[b] / n);
}

__global__ void applyLut(const uint16_t* __restrict__ in, const uint8_t* __restrict__ lutG, int n, uint8_t* __restrict__ out) {
    __shared__ uint8_t lut[kBins];
    for (int i = threadIdx.x; i < kBins; i += blockDim.x) lut[i] = lutG[i];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = lut[in[i] >> 4];
}

struct Dim3i { int x, y, z; };

template <int BX, int BY, int BZ>
__global__ void erode3D(const uint8_t* __restrict__ in, uint8_t* __restrict__ out, Dim3i d) {
    __shared__ uint8_t s[BZ + 2][BY + 2][BX + 2];
    const int tid = (threadIdx.z * BY + threadIdx.y) * BX + threadIdx.x;
    constexpr int total = (BX + 2) * (BY + 2) * (BZ + 2);
    for (int i = tid; i < total; i += BX * BY * BZ) {
        const int lx = i % (BX + 2), ly = (i / (BX + 2)) % (BY + 2), lz = i / ((BX + 2) * (BY + 2));
        const int gx = blockIdx.x * BX + lx - 1, gy = blockIdx.y * BY + ly - 1, gz = blockIdx.z * BZ + lz - 1;
        const bool in3 = gx >= 0 && gy >= 0 && gz >= 0 && gx < d.x && gy < d.y && gz < d.z;
        s[lz][ly][lx] = in3 ? in[(gz * d.y + gy) * d.x + gx] : 0;
    }
    __syncthreads();
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y, z = blockIdx.z * BZ + threadIdx.z;
    if (x < d.x && y < d.y && z < d.z) {
        const int lx = threadIdx.x + 1, ly = threadIdx.y + 1, lz = threadIdx.z + 1;
        const uint8_t m = s[lz][ly][lx] & s[lz][ly][lx - 1] & s[lz][ly][lx + 1] & s[lz][ly - 1][lx] &
                          s[lz][ly + 1][lx] & s[lz - 1][ly][lx] & s[lz + 1][ly][lx];
        out[(z * d.y + y) * d.x + x] = m;
    }
}

class SlicePipeline {
public:
    explicit SlicePipeline(Geometry g)
        : g_(g), sino_(g.nDet * g.nAng), filt_(g.nDet * g.nAng), img_(g.pixels()), range_(kRangeBlocks),
          q_(g.pixels()), med_(g.pixels()), hist_(kBins), lut_(kBins), view_(g.pixels()) {}

    void load(const std::vector<float>& s) { sino_.upload(s); }

    void reconstruct() {
        rampFilterRows<<<g_.nAng, 128, 2 * g_.nDet * sizeof(float)>>>(sino_.data(), filt_.data(), g_);
        backproject<<<grid2(), dim3(kTile, kTile)>>>(filt_.data(), img_.data(), g_);
        check("reconstruct");
    }
    std::vector<uint8_t> render(int medianPasses) {
        const int n = g_.pixels();
        minMaxBlocks<256><<<kRangeBlocks, 256>>>(img_.data(), n, range_.data());
        quantize12<<<(n + 255) / 256, 256>>>(img_.data(), n, range_.data(), kRangeBlocks, q_.data());
        uint16_t *a = q_.data(), *b = med_.data();
        for (int i = 0; i < medianPasses; ++i, std::swap(a, b)) median3x3<<<grid2(), dim3(kTile, kTile)>>>(a, b, g_);
        hist_.clear();
        histogram<6><<<10, 192>>>(a, n, hist_.data());
        buildLut<<<1, kBins / 2>>>(hist_.data(), n, lut_.data());
        applyLut<<<12, 224>>>(a, lut_.data(), n, view_.data());
        check("render");
        return view_.download();
    }

private:
    static constexpr int kRangeBlocks = 20;
    dim3 grid2() const { return dim3((g_.w + kTile - 1) / kTile, (g_.h + kTile - 1) / kTile); }
    static void check(const char* w) { require(cudaDeviceSynchronize(), w); require(cudaGetLastError(), w); }
    Geometry g_;
    DeviceArray<float> sino_, filt_, img_;
    DeviceArray<float2> range_;
    DeviceArray<uint16_t> q_, med_;
    DeviceArray<unsigned> hist_;
    DeviceArray<uint8_t> lut_, view_;
};

}  // namespace ct

int main() try {
    ct::Geometry g{183, 110, 150, 139, 1.1f};
    std::vector<float> sino(g.nDet * g.nAng);
    for (int a = 0; a < g.nAng; ++a)                       // two discs
        for (int d = 0; d < g.nDet; ++d) {
            const float th = 3.14159265f * a / g.nAng, t = (d - g.detCenter()) * g.detSpacing;
            const float u = t - (20 * std::cos(th) - 12 * std::sin(th));
            sino[a * g.nDet + d] = 2.f * std::sqrt(std::fmax(0.f, 55.f * 55.f - t * t)) +
                                   std::sqrt(std::fmax(0.f, 100.f - u * u)) + 0.01f * ((a * 7 + d * 13) % 11);
        }
    ct::SlicePipeline pipe(g);
    pipe.load(sino);
    pipe.reconstruct();
    const auto view = pipe.render(2);
    unsigned long long sum = 0;
    for (auto v : view) sum += v;

    ct::Dim3i d{41, 37, 19};
    std::vector<uint8_t> vol(d.x * d.y * d.z);
    for (size_t i = 0; i < vol.size(); ++i) vol[i] = (i * 2654435761u >> 28) != 3;
    ct::DeviceArray<uint8_t> va(vol.size()), vb(vol.size());
    va.upload(vol);
    const dim3 blk(8, 8, 4), grd((d.x + 7) / 8, (d.y + 7) / 8, (d.z + 3) / 4);
    ct::erode3D<8, 8, 4><<<grd, blk>>>(va.data(), vb.data(), d);
    ct::erode3D<8, 8, 4><<<grd, blk>>>(vb.data(), va.data(), d);
    ct::require(cudaDeviceSynchronize(), "erode");
    ct::require(cudaGetLastError(), "erode");
    unsigned kept = 0;
    for (auto v : va.download()) kept += v;
    std::printf("view sum %llu, voxels kept %u\n", sum, kept);
    return 0;
} catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
