// N-body, cellular automaton, sparse matrix-vector product, all-pairs shortest paths.
#include <cstdio>
#include <vector>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// ---------------------------------------------------------------- n-body
struct Body {
    float4 posMass;
    float3 vel;
};

template <int TILE>
__global__ void nbody_step(const Body* __restrict__ in, Body* __restrict__ out, int n, float dt, float eps2)
{
    __shared__ Body tile[TILE];
    cg::thread_block cta = cg::this_thread_block();
    const int i = blockIdx.x * TILE + threadIdx.x;

    Body me = in[i];
    float3 acc{0.f, 0.f, 0.f};
    for (int base = 0; base < n; base += TILE) {
        tile[threadIdx.x] = in[base + threadIdx.x];
        cta.sync();
#pragma unroll 8
        for (int j = 0; j < TILE; ++j) {
            const float4 p = tile[j].posMass;
            const float dx = p.x - me.posMass.x;
            const float dy = p.y - me.posMass.y;
            const float dz = p.z - me.posMass.z;
            const float r2 = dx * dx + dy * dy + dz * dz + eps2;
            const float inv = rsqrtf(r2);
            const float f = p.w * inv * inv * inv;
            acc.x += f * dx;
            acc.y += f * dy;
            acc.z += f * dz;
        }
        cta.sync();
    }
    me.vel.x += acc.x * dt;
    me.vel.y += acc.y * dt;
    me.vel.z += acc.z * dt;
    me.posMass.x += me.vel.x * dt;
    me.posMass.y += me.vel.y * dt;
    me.posMass.z += me.vel.z * dt;
    out[i] = me;
}

// ---------------------------------------------------------------- game of life
// Several generations per launch on a byte tile that wraps around (torus per block).
#define LIFE_DIM 32

__global__ void life_torus(const unsigned char* __restrict__ in, unsigned char* __restrict__ out,
                           unsigned int* __restrict__ alive, int generations)
{
    __shared__ unsigned char cell[2][LIFE_DIM][LIFE_DIM];
    __shared__ unsigned int population;
    const int tx = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * LIFE_DIM * LIFE_DIM;

    for (int y = threadIdx.y; y < LIFE_DIM; y += blockDim.y)
        cell[0][y][tx] = in[base + y * LIFE_DIM + tx] & 1;
    if (tx == 0 && threadIdx.y == 0)
        population = 0;
    __syncthreads();

    int cur = 0;
    const int xl = (tx + LIFE_DIM - 1) % LIFE_DIM;
    const int xr = (tx + 1) % LIFE_DIM;
    for (int g = 0; g < generations; ++g) {
        for (int y = threadIdx.y; y < LIFE_DIM; y += blockDim.y) {
            const int yu = (y + LIFE_DIM - 1) % LIFE_DIM;
            const int yd = (y + 1) % LIFE_DIM;
            int n = cell[cur][yu][xl];
            n += cell[cur][yu][tx];
            n += cell[cur][yu][xr];
            n += cell[cur][y][xl];
            n += cell[cur][y][xr];
            n += cell[cur][yd][xl];
            n += cell[cur][yd][tx];
            n += cell[cur][yd][xr];
            const int self = cell[cur][y][tx];
            cell[cur ^ 1][y][tx] = n == 3 || (n == 2 && self);
        }
        cur ^= 1;
        __syncthreads();
    }

    unsigned int mine = 0;
    for (int y = threadIdx.y; y < LIFE_DIM; y += blockDim.y) {
        // written transposed: the host wants columns
        const unsigned char c = cell[cur][tx][y];
        out[base + y * LIFE_DIM + tx] = c;
        mine += c;
    }
    mine = __reduce_add_sync(0xffffffffu, mine);
    if (tx == 0)
        atomicAdd(&population, mine);
    __syncthreads();
    if (tx == 0 && threadIdx.y == 0)
        alive[blockIdx.x] = population;
}

// ---------------------------------------------------------------- SpMV
template <typename IndexT, typename ValueT, int VECTORS_PER_BLOCK, int THREADS_PER_VECTOR>
__global__ void spmv_csr_vector(IndexT num_rows, const IndexT* __restrict__ Ap,
                                const IndexT* __restrict__ Aj, const ValueT* __restrict__ Ax,
                                const ValueT* __restrict__ x, ValueT* __restrict__ y)
{
    __shared__ volatile ValueT sdata[VECTORS_PER_BLOCK * THREADS_PER_VECTOR + THREADS_PER_VECTOR / 2];
    __shared__ volatile IndexT ptrs[VECTORS_PER_BLOCK][2];

    const IndexT tid = threadIdx.x;
    const IndexT thread_lane = tid & (THREADS_PER_VECTOR - 1);
    const IndexT vector_lane = tid / THREADS_PER_VECTOR;
    const IndexT vector_id = blockIdx.x * VECTORS_PER_BLOCK + vector_lane;
    const IndexT num_vectors = VECTORS_PER_BLOCK * gridDim.x;

    if (tid < THREADS_PER_VECTOR / 2)
        sdata[VECTORS_PER_BLOCK * THREADS_PER_VECTOR + tid] = 0;
    __syncthreads();

    // num_rows is a multiple of num_vectors, so whole warps stay in the loop together
    for (IndexT row = vector_id; row < num_rows; row += num_vectors) {
        if (thread_lane < 2)
            ptrs[vector_lane][thread_lane] = Ap[row + thread_lane];
        __syncwarp();
        const IndexT row_start = ptrs[vector_lane][0];
        const IndexT row_end = ptrs[vector_lane][1];

        ValueT sum = 0;
        for (IndexT jj = row_start + thread_lane; jj < row_end; jj += THREADS_PER_VECTOR)
            sum += Ax[jj] * x[Aj[jj]];

        sdata[tid] = sum;
        __syncwarp();
#pragma unroll
        for (int off = THREADS_PER_VECTOR / 2; off > 0; off /= 2) {
            ValueT other = sdata[tid + off];
            __syncwarp();
            sum += other;
            sdata[tid] = sum;
            __syncwarp();
        }
        if (thread_lane == 0)
            y[row] = sdata[tid];
        __syncwarp();
    }
}

// ---------------------------------------------------------------- Floyd-Warshall
// Dependent phase of the blocked algorithm: blockIdx.y == 0 updates the pivot
// row, blockIdx.y == 1 the pivot column (tiles kept transposed there).
constexpr int FW_B = 16;
constexpr int FW_INF = 1 << 28;

__global__ void fw_dependent_phase(int* dist, int n, int pivot)
{
    __shared__ int diag[FW_B][FW_B];
    __shared__ int own[FW_B][FW_B];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int other = blockIdx.x + (blockIdx.x >= pivot); // skip the pivot tile
    const bool isRow = blockIdx.y == 0;
    const int tileY = isRow ? pivot : other;
    const int tileX = isRow ? other : pivot;

    diag[ty][tx] = dist[(pivot * FW_B + ty) * n + pivot * FW_B + tx];
    const size_t g = (size_t)(tileY * FW_B + ty) * n + tileX * FW_B + tx;
    if (isRow)
        own[ty][tx] = dist[g];
    else
        own[tx][ty] = dist[g];
    __syncthreads();

    if (isRow) {
        for (int k = 0; k < FW_B; ++k) {
            const int d = diag[ty][k] + own[k][tx];
            const int cur = own[ty][tx];
            __syncthreads();
            own[ty][tx] = min(cur, d);
            __syncthreads();
        }
        dist[g] = own[ty][tx];
    } else {
        for (int k = 0; k < FW_B; ++k) {
            const int d = own[k][ty] + diag[k][tx];
            const int cur = own[tx][ty];
            __syncthreads();
            own[tx][ty] = min(cur, d);
            __syncthreads();
        }
        dist[g] = own[tx][ty];
    }
}

static bool report(const char* what)
{
    cudaError_t e = cudaDeviceSynchronize();
    if (e == cudaSuccess)
        e = cudaGetLastError();
    if (e != cudaSuccess)
        printf("%s: %s\n", what, cudaGetErrorString(e));
    return e == cudaSuccess;
}

template <class T>
static T* push(const std::vector<T>& v)
{
    T* d = nullptr;
    cudaMalloc((void**)&d, v.size() * sizeof(T));
    cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    bool good = true;
    {
        const int n = 256;
        std::vector<Body> b(n);
        for (int i = 0; i < n; ++i) {
            b[i].posMass = make_float4(i % 7 - 3.f, i % 11 - 5.f, i % 13 - 6.f, 1.f + i % 3);
            b[i].vel = make_float3(0.01f * i, 0.f, -0.01f * i);
        }
        Body *in = push(b), *out = push(b);
        nbody_step<128><<<n / 128, 128>>>(in, out, n, 0.01f, 0.05f);
        good = report("nbody_step") && good;
        cudaFree(in); cudaFree(out);
    }
    {
        std::vector<unsigned char> c(4 * LIFE_DIM * LIFE_DIM);
        for (size_t i = 0; i < c.size(); ++i)
            c[i] = (unsigned char)((i * 2654435761u) >> 29);
        unsigned char *in = push(c), *out = push(c);
        unsigned int* alive = push(std::vector<unsigned int>(4, 0u));
        life_torus<<<4, dim3(32, 8)>>>(in, out, alive, 5);
        good = report("life_torus") && good;
        cudaFree(in); cudaFree(out); cudaFree(alive);
    }
    {
        const int rows = 128;
        std::vector<int> ap(rows + 1, 0), aj;
        std::vector<double> ax, x(rows), y(rows, 0.0);
        for (int r = 0; r < rows; ++r) {
            for (int k = 0; k < 3 + r % 17; ++k) {
                aj.push_back((r * 31 + k * 7) % rows);
                ax.push_back(1.0 / (1 + k));
            }
            ap[r + 1] = (int)aj.size();
            x[r] = r * 0.5;
        }
        int *dAp = push(ap), *dAj = push(aj);
        double *dAx = push(ax), *dX = push(x), *dY = push(y);
        spmv_csr_vector<int, double, 16, 8><<<4, 128>>>(rows, dAp, dAj, dAx, dX, dY);
        good = report("spmv_csr_vector") && good;
        cudaFree(dAp); cudaFree(dAj); cudaFree(dAx); cudaFree(dX); cudaFree(dY);
    }
    {
        const int n = 5 * FW_B;
        std::vector<int> d(n * n);
        for (int i = 0; i < n * n; ++i)
            d[i] = i / n == i % n ? 0 : (i % 5 == 0 ? FW_INF : 1 + (i * 37) % 97);
        int* dist = push(d);
        fw_dependent_phase<<<dim3(4, 2), dim3(FW_B, FW_B)>>>(dist, n, 2);
        good = report("fw_dependent_phase") && good;
        cudaFree(dist);
    }
    if (!good)
        return 1;
    printf("ok\n");
    return 0;
}
