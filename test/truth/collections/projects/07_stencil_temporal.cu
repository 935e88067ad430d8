// Stencils: 2-D temporally blocked 5-point, 3-D star with a z register queue, 27-point box with a
// rolling cp.async plane ring, and a Jacobi sweep with fused residual reduction.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
namespace cg = cooperative_groups;

#define CUDA_CHECK(call)                                                                \
  if (const cudaError_t status = (call); status != cudaSuccess) {                       \
    std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
    std::exit(1);                                                                       \
  }
namespace stencil {
inline int div_up(int a, int b) { return (a + b - 1) / b; }
template <class T> struct Grid3 {
  int nx, ny, nz;
  __host__ __device__ size_t idx(int x, int y, int z) const { return (size_t(z) * ny + y) * nx + x; }
  __host__ __device__ bool interior(int x, int y, int z, int r) const {
    return x >= r && x < nx - r && y >= r && y < ny - r && z >= r && z < nz - r;
  }
};
// ---- 2-D five-point, Steps time levels per launch (overlapped tiling, two shared planes) ------
template <class T, int TileX_, int TileY_, int Steps_, int Pad_> struct Temporal2D {
  using type = T;
  static constexpr int TileX = TileX_, TileY = TileY_, Steps = Steps_;
  static constexpr int W = TileX + 2 * Steps, H = TileY + 2 * Steps, Pitch = W + Pad_;
  static constexpr size_t kSmem = 2 * H * Pitch * sizeof(T);
};
template <class Cfg>
__global__ void heat2d_temporal_kernel(int nx, int ny, typename Cfg::type alpha, const typename Cfg::type* __restrict__ in,
                                       typename Cfg::type* __restrict__ out) {
  using T = typename Cfg::type;
  extern __shared__ __align__(16) unsigned char smem[];
  T* cur = reinterpret_cast<T*>(smem);
  T* nxt = cur + Cfg::H * Cfg::Pitch;
  const int gx0 = blockIdx.x * Cfg::TileX - Cfg::Steps, gy0 = blockIdx.y * Cfg::TileY - Cfg::Steps;
  for (int j = threadIdx.y; j < Cfg::H; j += blockDim.y)
    for (int i = threadIdx.x; i < Cfg::W; i += blockDim.x) {
      const int x = min(max(gx0 + i, 0), nx - 1), y = min(max(gy0 + j, 0), ny - 1);
      cur[j * Cfg::Pitch + i] = __ldg(in + size_t(y) * nx + x);
    }
  __syncthreads();
  for (int t = 1; t <= Cfg::Steps; ++t) {
    for (int j = threadIdx.y + t; j < Cfg::H - t; j += blockDim.y)
      for (int i = threadIdx.x + t; i < Cfg::W - t; i += blockDim.x) {
        const int x = gx0 + i, y = gy0 + j;
        const T* p = cur + j * Cfg::Pitch + i;
        const bool fixed = x <= 0 || x >= nx - 1 || y <= 0 || y >= ny - 1;
        nxt[j * Cfg::Pitch + i] =
            fixed ? p[0] : p[0] + alpha * (p[-1] + p[1] + p[-Cfg::Pitch] + p[Cfg::Pitch] - T(4) * p[0]);
      }
    __syncthreads();
    T* const tmp = cur;
    cur = nxt, nxt = tmp;
  }
  for (int j = threadIdx.y; j < Cfg::TileY; j += blockDim.y)
    for (int i = threadIdx.x; i < Cfg::TileX; i += blockDim.x) {
      const int x = blockIdx.x * Cfg::TileX + i, y = blockIdx.y * Cfg::TileY + j;
      if (x < nx && y < ny) out[size_t(y) * nx + x] = cur[(j + Cfg::Steps) * Cfg::Pitch + i + Cfg::Steps];
    }
}

// ---- 3-D star of radius R, 2.5-D blocking: xy halo in shared, z column in a register queue -----
template <int R> struct StarCoeffs { double c[R + 1]; };

template <class T, int R, int BX, int BY>
__global__ void __launch_bounds__(BX * BY)
    star3d_queue_kernel(Grid3<T> g, StarCoeffs<R> k, const T* __restrict__ in, T* __restrict__ out) {
  __shared__ T plane[BY + 2 * R][BX + 2 * R];
  const int tx = threadIdx.x + R, ty = threadIdx.y + R;
  const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  const int cx = min(x, g.nx - 1), cy = min(y, g.ny - 1);
  auto fetch = [&](int xx, int yy, int zz) {
    return __ldg(in + g.idx(min(max(xx, 0), g.nx - 1), min(max(yy, 0), g.ny - 1), min(max(zz, 0), g.nz - 1)));
  };
  T queue[2 * R + 1];
#pragma unroll
  for (int i = 0; i < 2 * R; ++i) queue[i + 1] = fetch(cx, cy, i - R);
  for (int z = 0; z < g.nz; ++z) {
#pragma unroll
    for (int i = 0; i < 2 * R; ++i) queue[i] = queue[i + 1];
    queue[2 * R] = fetch(cx, cy, z + R);
    __syncthreads();
    plane[ty][tx] = queue[R];
    if (threadIdx.x < R) {
      plane[ty][threadIdx.x] = fetch(x - R, cy, z);
      plane[ty][tx + BX] = fetch(x + BX, cy, z);
    }
    if (threadIdx.y < R) {
      plane[threadIdx.y][tx] = fetch(cx, y - R, z);
      plane[ty + BY][tx] = fetch(cx, y + BY, z);
    }
    __syncthreads();
    if (x >= g.nx || y >= g.ny) continue;
    T v = T(k.c[0]) * queue[R];
    if (g.interior(x, y, z, R)) {
      for (int d = 1; d <= R; ++d)
        v += T(k.c[d]) * (plane[ty][tx - d] + plane[ty][tx + d] + plane[ty - d][tx] + plane[ty + d][tx] +
                          queue[R - d] + queue[R + d]);
    } else v = queue[R];
    out[g.idx(x, y, z)] = v;
  }
}

// ---- 27-point box: ring of Ring xy planes filled by cp.async, two outputs in x per thread -------
template <int BX, int BY, int Ring, int Pad> struct BoxTraits {
  static constexpr int W = BX + 4, H = BY + 2, Pitch = W + Pad;  // two-column halo keeps 16 B copies
  static constexpr int kThreads = BX / 2 * BY;
  static constexpr size_t kSmem = size_t(Ring) * H * Pitch * sizeof(double);
};

template <int BX, int BY, int Ring, int Pad>
__global__ void box27_ring_kernel(Grid3<double> g, double wc, double wn, const double* __restrict__ in,
                                  double* __restrict__ out) {
  using Tr = BoxTraits<BX, BY, Ring, Pad>;
  static_assert(Tr::Pitch % 2 == 0 && Ring >= 4, "ring too short or rows misaligned");
  extern __shared__ __align__(16) unsigned char smem[];
  double* const ring = reinterpret_cast<double*>(smem);
  const int tid = threadIdx.x, tx = tid % (BX / 2), ty = tid / (BX / 2);
  const int x0 = 2 + blockIdx.x * BX, y0 = 1 + blockIdx.y * BY;  // grid interior is a multiple of the tile
  auto load_plane = [&](int z) {
    if (z < g.nz) {
      double* dst = ring + (z % Ring) * Tr::H * Tr::Pitch;
      for (int i = tid; i < Tr::H * Tr::W / 2; i += Tr::kThreads) {
        const int r = i / (Tr::W / 2), c = (i % (Tr::W / 2)) * 2;
        __pipeline_memcpy_async(dst + r * Tr::Pitch + c, in + g.idx(x0 - 2 + c, y0 - 1 + r, z), sizeof(double2));
      }
    }
    __pipeline_commit();
  };
  for (int z = 0; z < Ring - 1; ++z) load_plane(z);
  for (int z = 1; z < g.nz - 1; ++z) {
    __pipeline_wait_prior(Ring - 4);
    __syncthreads();
    load_plane(z + Ring - 2);  // replaces plane z - 2, already consumed by everyone
    double s0 = 0, s1 = 0, c0 = 0, c1 = 0;
#pragma unroll
    for (int dz = -1; dz <= 1; ++dz) {
      const double* p = ring + ((z + dz) % Ring) * Tr::H * Tr::Pitch;
      for (int dy = 0; dy < 3; ++dy) {
        const double* row = p + (ty + dy) * Tr::Pitch + 2 * tx + 2;
        const double2 mid = *reinterpret_cast<const double2*>(row);
        s0 += row[-1] + mid.x + mid.y;
        s1 += mid.x + mid.y + row[2];
        if (dz == 0 && dy == 1) c0 = mid.x, c1 = mid.y;
      }
    }
    *reinterpret_cast<double2*>(out + g.idx(x0 + 2 * tx, y0 + ty, z)) =
        make_double2(wc * c0 + wn * (s0 - c0), wc * c1 + wn * (s1 - c1));
  }
}

// ---- Jacobi sweep with a fused max-residual; tile-wide reduction through a volatile tail ---------
template <int BX, int BY>
__global__ void jacobi_residual_kernel(int nx, int ny, const double* __restrict__ u, const double* __restrict__ f,
                                       double* __restrict__ unew, double* __restrict__ block_max) {
  __shared__ double tile[BY + 2][BX + 2];
  __shared__ double red[BX * BY];
  cg::thread_block block = cg::this_thread_block();
  const int x = 1 + blockIdx.x * BX + threadIdx.x, y = 1 + blockIdx.y * BY + threadIdx.y;
  const int rank = block.thread_rank();
  for (int i = rank; i < (BX + 2) * (BY + 2); i += BX * BY) {
    const int c = i % (BX + 2), r = i / (BX + 2);
    const int gx = blockIdx.x * BX + c, gy = blockIdx.y * BY + r;
    tile[r][c] = gx < nx && gy < ny ? u[size_t(gy) * nx + gx] : 0.0;
  }
  block.sync();
  double res = 0;
  if (x < nx - 1 && y < ny - 1) {
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const double v = 0.25 * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - f[size_t(y) * nx + x]);
    res = fabs(v - tile[ty][tx]);
    unew[size_t(y) * nx + x] = v;
  }
  red[rank] = res;
  block.sync();
  for (int s = BX * BY / 2; s >= 32; s >>= 1) {
    if (rank < s) red[rank] = fmax(red[rank], red[rank + s]);
    block.sync();
  }
  if (rank < 32) {
    volatile double* v = red;
    for (int s = 16; s > 0; s >>= 1) {
      if (rank < s) v[rank] = fmax(v[rank], v[rank + s]);
      __syncwarp();
    }
    if (rank == 0) block_max[blockIdx.y * gridDim.x + blockIdx.x] = v[0];
  }
}

template <class T> struct Field {
  std::vector<T> host;
  T* dev = nullptr;
  explicit Field(size_t n, int seed = 0) : host(n) {
    for (size_t i = 0; seed && i < n; ++i) host[i] = T(int((i * seed + i / 7) % 41) - 20) / T(16);
    CUDA_CHECK(cudaMalloc(&dev, n * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(dev, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  }
  Field(const Field&) = delete;
  ~Field() { cudaFree(dev); }
  const std::vector<T>& pull() {
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(host.data(), dev, host.size() * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }
};

static int g_bad = 0;
static double g_checksum = 0;
static void expect(double got, double want, double tol) { g_bad += !(std::fabs(got - want) <= tol), g_checksum += got; }

template <class Cfg> void run_heat2d(int nx, int ny, dim3 block) {
  using T = typename Cfg::type;
  Field<T> in(size_t(nx) * ny, 11), out(size_t(nx) * ny);
  const T alpha = T(0.125);
  const dim3 grid(div_up(nx, Cfg::TileX), div_up(ny, Cfg::TileY));
  static_assert(Cfg::kSmem <= 48 * 1024, "tile exceeds the default shared memory limit");
  heat2d_temporal_kernel<Cfg><<<grid, block, Cfg::kSmem>>>(nx, ny, alpha, in.dev, out.dev);
  std::vector<T> a = in.host, b = in.host;
  for (int t = 0; t < Cfg::Steps; ++t, a.swap(b))
    for (int y = 1; y < ny - 1; ++y)
      for (int x = 1; x < nx - 1; ++x) {
        const T* p = &a[size_t(y) * nx + x];
        b[size_t(y) * nx + x] = p[0] + alpha * (p[-1] + p[1] + p[-nx] + p[nx] - T(4) * p[0]);
      }
  const auto& got = out.pull();
  for (size_t i = 0; i < got.size(); ++i) expect(got[i], a[i], 1e-4);
}

template <class T, int R, int BX, int BY> void run_star3d(Grid3<T> g) {
  Field<T> in(size_t(g.nx) * g.ny * g.nz, 17), out(in.host.size());
  StarCoeffs<R> k;
  for (int d = 0; d <= R; ++d) k.c[d] = d ? 0.1 / d : 0.5;
  star3d_queue_kernel<T, R, BX, BY><<<dim3(div_up(g.nx, BX), div_up(g.ny, BY)), dim3(BX, BY)>>>(g, k, in.dev, out.dev);
  for (T v : out.pull()) g_checksum += v;
}

template <int BX, int BY, int Ring, int Pad> void run_box27(int tx, int ty, int nz) {
  using Tr = BoxTraits<BX, BY, Ring, Pad>;
  const Grid3<double> g{tx * BX + 4, ty * BY + 2, nz};
  Field<double> in(size_t(g.nx) * g.ny * nz, 23), out(in.host.size());
  box27_ring_kernel<BX, BY, Ring, Pad><<<dim3(tx, ty), Tr::kThreads, Tr::kSmem>>>(g, 0.4, 0.6 / 26, in.dev, out.dev);
  const auto& got = out.pull();
  for (int z = 1; z < nz - 1; ++z)
    for (int y = 1; y < g.ny - 1; ++y)
      for (int x = 2; x < g.nx - 2; ++x) {
        double s = 0;
        for (int n = 0; n < 27; ++n) s += in.host[g.idx(x + n % 3 - 1, y + n / 3 % 3 - 1, z + n / 9 - 1)];
        const double c = in.host[g.idx(x, y, z)];
        expect(got[g.idx(x, y, z)], 0.4 * c + 0.6 / 26 * (s - c), 1e-10);
      }
}
}  // namespace stencil

int main() {
  using namespace stencil;
  run_heat2d<Temporal2D<double, 32, 16, 4, 0>>(150, 70, dim3(32, 8));
  run_heat2d<Temporal2D<float, 64, 16, 2, 1>>(256, 96, dim3(64, 4));
  run_heat2d<Temporal2D<double, 16, 16, 3, 1>>(64, 64, dim3(16, 16));
  run_star3d<double, 4, 32, 8>({70, 45, 20});
  run_star3d<double, 2, 16, 16>({64, 48, 16});
  run_star3d<float, 4, 32, 16>({96, 48, 18});
  run_box27<32, 8, 4, 0>(3, 4, 14);
  run_box27<64, 4, 5, 2>(2, 6, 12);
  constexpr int NX = 130, NY = 66, BX = 32, BY = 8;
  const dim3 grid(div_up(NX - 2, BX), div_up(NY - 2, BY));
  Field<double> u(NX * NY, 7), v(NX * NY, 7), f(NX * NY, 3), bmax(grid.x * grid.y);
  jacobi_residual_kernel<BX, BY><<<grid, dim3(BX, BY)>>>(NX, NY, u.dev, f.dev, v.dev, bmax.dev);
  double worst = 0;
  for (double r : bmax.pull()) worst = std::fmax(worst, r);
  jacobi_residual_kernel<BX, BY><<<grid, dim3(BX, BY)>>>(NX, NY, v.dev, f.dev, u.dev, bmax.dev);
  for (double r : u.pull()) g_checksum += r * worst;
  std::printf("checksum %.8f %s\n", g_checksum, g_bad ? "FAILED" : "OK");
  return g_bad != 0;
}
