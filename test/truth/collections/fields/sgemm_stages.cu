// SGEMM variants, from naive tile to register-blocked with double buffering.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

template <int BM, int BN, int BK, int TM, int TN, int PADA>
__global__ void __launch_bounds__((BM / TM) * (BN / TN))
sgemm_regblock(int M, int N, int K, const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C)
{
    constexpr int THREADS = (BM / TM) * (BN / TN);
    constexpr int LDA = BM + PADA;
    __shared__ __align__(16) float As[2][BK][LDA];
    __shared__ __align__(16) float Bs[2][BK][BN];

    const int tid = threadIdx.x;
    const int tCol = tid % (BN / TN);
    const int tRow = tid / (BN / TN);
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

    auto loadTile = [&](int stage, int k0) {
        for (int e = tid; e < BM * BK / 4; e += THREADS) {
            int r = e / (BK / 4), c = (e % (BK / 4)) * 4;
            float4 v = *reinterpret_cast<const float4 *>(&A[(size_t)(row0 + r) * K + k0 + c]);
            As[stage][c + 0][r] = v.x;
            As[stage][c + 1][r] = v.y;
            As[stage][c + 2][r] = v.z;
            As[stage][c + 3][r] = v.w;
        }
        for (int e = tid; e < BK * BN / 4; e += THREADS) {
            int r = e / (BN / 4), c = e % (BN / 4);
            reinterpret_cast<float4 *>(Bs[stage][r])[c] =
                reinterpret_cast<const float4 *>(B + (size_t)(k0 + r) * N + col0)[c];
        }
    };

    float acc[TM][TN] = {};
    float ra[TM], rb[TN];
    loadTile(0, 0);
    __syncthreads();
    int cur = 0;
    for (int k0 = 0; k0 < K; k0 += BK) {
        if (k0 + BK < K) loadTile(cur ^ 1, k0 + BK);
        #pragma unroll
        for (int k = 0; k < BK; ++k) {
            #pragma unroll
            for (int i = 0; i < TM; ++i) ra[i] = As[cur][k][tRow * TM + i];
            #pragma unroll
            for (int j = 0; j < TN; j += 4) {
                float4 t = *reinterpret_cast<float4 *>(&Bs[cur][k][tCol * TN + j]);
                rb[j] = t.x; rb[j + 1] = t.y; rb[j + 2] = t.z; rb[j + 3] = t.w;
            }
            #pragma unroll
            for (int i = 0; i < TM; ++i)
                #pragma unroll
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
        cur ^= 1;
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; j += 4)
            *(float4 *)&C[(size_t)(row0 + tRow * TM + i) * N + col0 + tCol * TN + j] =
                make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}

// textbook kernel with ragged edges; second operand is B^T
template <int T, bool TRANS_B>
__global__ void sgemm_tile(int M, int N, int K, const float *A, const float *B, float *C)
{
    __shared__ float sa[T][T];
    __shared__ float sb[T][T];
    int r = blockIdx.y * T + threadIdx.y;
    int c = blockIdx.x * T + threadIdx.x;
    float sum = 0.f;
    for (int k0 = 0; k0 < K; k0 += T) {
        int ka = k0 + threadIdx.x;
        sa[threadIdx.y][threadIdx.x] = (r < M && ka < K) ? A[r * K + ka] : 0.f;
        if constexpr (TRANS_B) {
            int br = blockIdx.x * T + threadIdx.y;
            sb[threadIdx.y][threadIdx.x] = (br < N && ka < K) ? B[br * K + ka] : 0.f;
        } else {
            int kb = k0 + threadIdx.y;
            sb[threadIdx.y][threadIdx.x] = (c < N && kb < K) ? B[kb * N + c] : 0.f;
        }
        __syncthreads();
        int lim = min(T, K - k0);
        for (int k = 0; k < lim; ++k) {
            if constexpr (TRANS_B) sum += sa[threadIdx.y][k] * sb[threadIdx.x][k];
            else                   sum += sa[threadIdx.y][k] * sb[k][threadIdx.x];
        }
        __syncthreads();
    }
    if (r < M && c < N) C[r * N + c] = sum;
}

// split-K gemv: x staged in shared, partial sums combined through shared
__global__ void gemv_splitk(const float *A, const float *x, float *y, int rows, int cols)
{
    extern __shared__ float pool[];
    float *xs = pool;
    float *red = pool + cols;
    const unsigned tx = threadIdx.x, ty = threadIdx.y;      // 16 x 12
    const unsigned flat = ty * blockDim.x + tx;
    for (unsigned i = flat; i < (unsigned)cols; i += blockDim.x * blockDim.y) xs[i] = x[i];
    __syncthreads();
    int row = blockIdx.x * blockDim.y + ty;
    float s = 0.f;
    if (row < rows) {
        int chunk = (cols + blockDim.x - 1) / blockDim.x;
        int lo = tx * chunk, hi = min(cols, lo + chunk);
        for (int j = lo; j < hi; ++j) s += A[row * cols + j] * xs[j];
    }
    red[flat] = s;
    __syncthreads();
    for (int h = 8; h > 0; h /= 2) {
        if (tx < h) red[flat] += red[flat + h];
        __syncthreads();
    }
    if (tx == 0 && row < rows) y[row] = red[flat];
}

int main()
{
    const int M = 128, N = 128, K = 64;
    std::vector<float> a(M * K), b(K * N), c(M * N);
    for (size_t i = 0; i < a.size(); i++) a[i] = float((i * 13) % 7) - 3.f;
    for (size_t i = 0; i < b.size(); i++) b[i] = float((i * 5) % 9) - 4.f;
    float *dA, *dB, *dC, *dy;
    cudaMalloc(&dA, a.size() * 4); cudaMalloc(&dB, b.size() * 4);
    cudaMalloc(&dC, c.size() * 4); cudaMalloc(&dy, M * 4);
    cudaMemcpy(dA, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
    cudaMemset(dC, 0, c.size() * 4);
    double sum = 0;
    auto pull = [&]() {
        cudaMemcpy(c.data(), dC, c.size() * 4, cudaMemcpyDeviceToHost);
        for (size_t i = 0; i < c.size(); i++) sum += c[i] * double(i % 5);
    };
    sgemm_regblock<64, 64, 8, 4, 4, 0><<<dim3(N / 64, M / 64), 256>>>(M, N, K, dA, dB, dC); pull();
    sgemm_regblock<64, 64, 16, 8, 8, 4><<<dim3(N / 64, M / 64), 64>>>(M, N, K, dA, dB, dC); pull();
    sgemm_regblock<128, 32, 8, 8, 4, 1><<<dim3(N / 32, M / 128), 128>>>(M, N, K, dA, dB, dC); pull();
    sgemm_tile<16, false><<<dim3(7, 7), dim3(16, 16)>>>(100, 104, 60, dA, dB, dC); pull();
    sgemm_tile<32, true><<<dim3(4, 4), dim3(32, 32)>>>(110, 101, 57, dA, dB, dC); pull();
    gemv_splitk<<<(100 + 11) / 12, dim3(16, 12), (64 + 192) * sizeof(float)>>>(dA, dB, dy, 100, K);
    cudaMemcpy(c.data(), dy, 100 * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 100; i++) sum += c[i];
    printf("sgemm_stages checksum %.6e %s\n", sum, cudaGetErrorString(cudaGetLastError()));
    return 0;
}
