// Dynamic programming in shared memory:
//  * blocked Floyd-Warshall, three phases, on a batch of graphs (blockIdx.z)
//  * longest common subsequence, one sequence pair per block, anti-diagonal sweep
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int B = 32;            // FW tile
constexpr int V = 64, NT = V / B; // vertices per graph, tiles per side
constexpr int BATCH = 8;
constexpr int LEN = 64, PAIRS = 16; // LCS length, sequence pairs
#define AT(r, c) ((r) * V + (c))

__global__ void fw_phase1(int* dist, int kb)
{
    __shared__ int d[B][B];
    int* g = dist + blockIdx.z * V * V;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int r = kb * B + ty, c = kb * B + tx;
    d[ty][tx] = g[AT(r, c)];
    __syncthreads();
    for (int k = 0; k < B; ++k) {
        int via = d[ty][k] + d[k][tx];
        if (via < d[ty][tx])
            d[ty][tx] = via;
        __syncthreads();
    }
    g[AT(r, c)] = d[ty][tx];
}

// blockIdx.y == 0: tiles in the pivot row, 1: tiles in the pivot column
__global__ void fw_phase2(int* dist, int kb)
{
    const int other = blockIdx.x;
    if (other == kb) return;
    __shared__ int pivot[B][B + 1];
    __shared__ int mine[B][B + 1];
    int* g = dist + blockIdx.z * V * V;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const bool row_tile = blockIdx.y == 0;
    const int tr = row_tile ? kb : other;
    const int tc = row_tile ? other : kb;
    pivot[ty][tx] = g[AT(kb * B + ty, kb * B + tx)];
    mine[ty][tx] = g[AT(tr * B + ty, tc * B + tx)];
    __syncthreads();
    int best = mine[ty][tx];
    for (int k = 0; k < B; ++k) {
        if (row_tile)
            best = min(best, pivot[ty][k] + mine[k][tx]);
        else
            best = min(best, mine[ty][k] + pivot[k][tx]);
        __syncthreads();
        mine[ty][tx] = best;
        __syncthreads();
    }
    g[AT(tr * B + ty, tc * B + tx)] = best;
}

// 32x8 threads, four rows per thread; the column panel is kept transposed.
__global__ void fw_phase3(int* dist, int kb)
{
    const int bx = blockIdx.x, by = blockIdx.y;
    if (bx == kb || by == kb) return;
    extern __shared__ __align__(16) int sh[];
    int* colT = sh;               // colT[k * B + r]
    int* row = sh + B * B;        // row[k * B + c]
    int* g = dist + blockIdx.z * V * V;
    const int tx = threadIdx.x, ty = threadIdx.y;

    for (int i = ty; i < B; i += 8) {
        colT[tx * B + i] = g[AT(by * B + i, kb * B + tx)];
        row[i * B + tx] = g[AT(kb * B + i, bx * B + tx)];
    }
    __syncthreads();
    int best[4];
    for (int i = 0; i < 4; ++i)
        best[i] = g[AT(by * B + ty * 4 + i, bx * B + tx)];
    for (int k = 0; k < B; ++k) {
        int rv = row[k * B + tx];
        int4 cv = *reinterpret_cast<const int4*>(&colT[k * B + ty * 4]);
        best[0] = min(best[0], cv.x + rv);
        best[1] = min(best[1], cv.y + rv);
        best[2] = min(best[2], cv.z + rv);
        best[3] = min(best[3], cv.w + rv);
    }
    for (int i = 0; i < 4; ++i) g[AT(by * B + ty * 4 + i, bx * B + tx)] = best[i];
}

__global__ void lcs_wavefront(const char* __restrict__ sa, const char* __restrict__ sb, int* __restrict__ out)
{
    __shared__ short table[LEN + 1][LEN + 1];
    __shared__ char a[LEN], b[LEN];
    const int i = threadIdx.x;          // row i+1 of the table
    a[i] = sa[blockIdx.x * LEN + i];
    b[i] = sb[blockIdx.x * LEN + i];
    table[0][i + 1] = 0;
    table[i + 1][0] = 0;
    if (i == 0) table[0][0] = 0;
    __syncthreads();
    for (int diag = 0; diag < 2 * LEN - 1; ++diag) {
        int j = diag - i;
        if (j >= 0 && j < LEN) {
            short v;
            if (a[i] == b[j]) {
                v = table[i][j] + 1;
            } else {
                short up = table[i][j + 1], left = table[i + 1][j];
                v = up > left ? up : left;
            }
            table[i + 1][j + 1] = v;
        }
        __syncthreads();
    }
    if (i == 0) out[blockIdx.x] = table[LEN][LEN];
}

static void floyd_warshall(int* d)
{
    const dim3 full(B, B), tall(B, 8);
    for (int kb = 0; kb < NT; ++kb) {
        fw_phase1<<<dim3(1, 1, BATCH), full>>>(d, kb);
        fw_phase2<<<dim3(NT, 2, BATCH), full>>>(d, kb);
        fw_phase3<<<dim3(NT, NT, BATCH), tall, 2 * B * B * sizeof(int)>>>(d, kb);
    }
}

static int host_lcs(const char* a, const char* b)
{
    std::vector<std::vector<int>> t(LEN + 1, std::vector<int>(LEN + 1, 0));
    for (int i = 1; i <= LEN; ++i)
        for (int j = 1; j <= LEN; ++j)
            t[i][j] = a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : std::max(t[i - 1][j], t[i][j - 1]);
    return t[LEN][LEN];
}

int main()
{
    std::vector<int> h(BATCH * V * V);
    for (int g = 0; g < BATCH; ++g)
        for (int r = 0; r < V; ++r)
            for (int c = 0; c < V; ++c)
                h[g * V * V + AT(r, c)] = r == c ? 0 : ((r * 17 + c * 31 + g * 5) % 9 == 0 ? 1 + (r + 3 * c) % 20 : 100000);
    std::vector<char> sa(PAIRS * LEN), sb(PAIRS * LEN);
    for (int i = 0; i < PAIRS * LEN; ++i) {
        sa[i] = "ACGT"[(i * i + i / 3) % 4];
        sb[i] = "ACGT"[(i * 7 + i / 5) % 4];
    }

    int *d, *d_out;
    char *d_a, *d_b;
    if (cudaMalloc(&d, h.size() * sizeof(int)) || cudaMalloc(&d_out, PAIRS * sizeof(int)) ||
        cudaMalloc(&d_a, sa.size()) || cudaMalloc(&d_b, sb.size())) {
        return 1;
    }
    cudaMemcpy(d, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_a, sa.data(), sa.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, sb.data(), sb.size(), cudaMemcpyHostToDevice);

    floyd_warshall(d);
    lcs_wavefront<<<PAIRS, LEN>>>(d_a, d_b, d_out);
    cudaError_t err = cudaGetLastError();
    if (err == cudaSuccess) err = cudaDeviceSynchronize();
    if (err != cudaSuccess) return fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(err)), 1;

    std::vector<int> got(h.size()), lcs(PAIRS);
    cudaMemcpy(got.data(), d, got.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(lcs.data(), d_out, PAIRS * sizeof(int), cudaMemcpyDeviceToHost);
    for (int g = 0; g < BATCH; ++g) {
        int* m = h.data() + g * V * V;
        for (int k = 0; k < V; ++k)
            for (int r = 0; r < V; ++r)
                for (int c = 0; c < V; ++c) m[AT(r, c)] = std::min(m[AT(r, c)], m[AT(r, k)] + m[AT(k, c)]);
    }
    int wrong = 0;
    for (size_t i = 0; i < h.size(); ++i) wrong += got[i] != h[i];
    for (int p = 0; p < PAIRS; ++p) wrong += lcs[p] != host_lcs(&sa[p * LEN], &sb[p * LEN]);
    printf("mismatches: %d\n", wrong);
    return wrong ? 1 : 0;
}
