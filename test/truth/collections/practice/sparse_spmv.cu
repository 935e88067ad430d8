// SpMV: CSR-vector with shared partials, CSR-stream, ELL with cached x tile, COO segmented reduction.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// pre-shuffle era CSR vector kernel: `VEC` threads per row, partial sums in shared memory
template <int BLOCK, int VEC>
__global__ void spmvCsrVector(int rows, const int *__restrict__ rowPtr, const int *__restrict__ col,
                              const double *__restrict__ val, const double *__restrict__ x, double *__restrict__ y)
{
    __shared__ volatile double sdata[BLOCK + VEC / 2];
    __shared__ int ptrs[BLOCK / VEC][2];
    const int lane = threadIdx.x & (VEC - 1);
    const int vec = threadIdx.x / VEC;
    const int row = blockIdx.x * (BLOCK / VEC) + vec;
    if (lane < 2) ptrs[vec][lane] = row < rows ? rowPtr[row + lane] : 0;
    __syncthreads();
    double sum = 0;
    for (int j = ptrs[vec][0] + lane; j < ptrs[vec][1]; j += VEC) sum += val[j] * x[col[j]];
    sdata[threadIdx.x] = sum;
    __syncwarp();
    for (int o = VEC / 2; o > 0; o >>= 1) {
        double t = lane < o ? sdata[threadIdx.x + o] : 0.0;
        __syncwarp();
        sdata[threadIdx.x] = sum = sum + t;
        __syncwarp();
    }
    if (lane == 0 && row < rows) y[row] = sdata[threadIdx.x];
}

// CSR-stream: all products of the block's rows staged in shared, then a thread per row sums a contiguous run
__global__ void spmvCsrStream(int rows, const int *__restrict__ rowPtr, const int *__restrict__ col,
                              const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float prod[2048];
    const int r0 = blockIdx.x * blockDim.x;
    const int r1 = min(r0 + (int)blockDim.x, rows);
    const int start = rowPtr[r0], nnz = rowPtr[r1] - start;
    for (int i = threadIdx.x; i < nnz; i += blockDim.x) prod[i] = val[start + i] * x[col[start + i]];
    __syncthreads();
    const int r = r0 + threadIdx.x;
    if (r < r1) {
        float s = 0.f;
        for (int i = rowPtr[r] - start; i < rowPtr[r + 1] - start; i++) s += prod[i];
        y[r] = s;
    }
}

__global__ void spmvEllBanded(int rows, int width, const short *__restrict__ offs, const float *__restrict__ val,
                              const float *__restrict__ x, float *__restrict__ y)
{
    extern __shared__ float xs[];                       // blockDim.x + 64 entries of x around the diagonal
    const int r0 = blockIdx.x * blockDim.x;
    for (int i = threadIdx.x; i < blockDim.x + 64; i += blockDim.x) {
        int g = r0 + i - 32;
        xs[i] = g >= 0 && g < rows ? x[g] : 0.f;
    }
    __syncthreads();
    const int r = r0 + threadIdx.x;
    if (r >= rows) return;
    float s = 0.f;
    for (int k = 0; k < width; k++) s += val[k * rows + r] * xs[threadIdx.x + 32 + offs[k]];
    y[r] = s;
}

// COO: segmented scan over (row, value), carries the flag alongside
__global__ void cooSegmented(const int *__restrict__ row, const float *__restrict__ val, float *__restrict__ y, int nnz)
{
    __shared__ int   rows[257];
    __shared__ float vals[256];
    const int t = threadIdx.x, i = blockIdx.x * 256 + t;
    rows[t + 1] = i < nnz ? row[i] : -1;
    if (t == 0) rows[0] = -1;
    vals[t] = i < nnz ? val[i] : 0.f;
    __syncthreads();
    for (int o = 1; o < 256; o *= 2) {
        float left = 0.f;
        if (t >= o && rows[t + 1 - o] == rows[t + 1]) left = vals[t - o];
        __syncthreads();
        vals[t] += left;
        __syncthreads();
    }
    bool tail = t == 255 || rows[t + 1] != rows[t + 2];
    if (i < nnz && tail) atomicAdd(&y[rows[t + 1]], vals[t]);
}

int main()
{
    const int rows = 3000, per = 7, nnz = rows * per;
    std::vector<int> ptr(rows + 1), col(nnz), coo(nnz);
    std::vector<double> vd(nnz), xd(rows);
    std::vector<float> vf(nnz), xf(rows);
    for (int r = 0; r <= rows; r++) ptr[r] = r * per;
    for (int k = 0; k < nnz; k++) { coo[k] = k / per; col[k] = (k / per + (k % per) * 37) % rows; vd[k] = 0.5 + k % 3; vf[k] = (float)vd[k]; }
    for (int r = 0; r < rows; r++) { xd[r] = 1.0 / (1 + r % 9); xf[r] = (float)xd[r]; }
    short ho[7] = {-32, -8, -1, 0, 1, 8, 31};
    int *dp, *dc, *dr; double *dv, *dx, *dy; float *fv, *fx, *fy; short *so;
    cudaMalloc(&dp, (rows + 1) * 4); cudaMalloc(&dc, nnz * 4); cudaMalloc(&dr, nnz * 4);
    cudaMalloc(&dv, nnz * 8); cudaMalloc(&dx, rows * 8); cudaMalloc(&dy, rows * 8);
    cudaMalloc(&fv, nnz * 4); cudaMalloc(&fx, rows * 4); cudaMalloc(&fy, rows * 4); cudaMalloc(&so, sizeof(ho));
    cudaMemcpy(dp, ptr.data(), (rows + 1) * 4, cudaMemcpyHostToDevice); cudaMemcpy(dc, col.data(), nnz * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dr, coo.data(), nnz * 4, cudaMemcpyHostToDevice); cudaMemcpy(dv, vd.data(), nnz * 8, cudaMemcpyHostToDevice);
    cudaMemcpy(dx, xd.data(), rows * 8, cudaMemcpyHostToDevice); cudaMemcpy(fv, vf.data(), nnz * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(fx, xf.data(), rows * 4, cudaMemcpyHostToDevice); cudaMemcpy(so, ho, sizeof(ho), cudaMemcpyHostToDevice);
    cudaMemset(fy, 0, rows * 4);
    spmvCsrVector<128, 8><<<(rows + 15) / 16, 128>>>(rows, dp, dc, dv, dx, dy);
    spmvCsrVector<256, 32><<<(rows + 7) / 8, 256>>>(rows, dp, dc, dv, dx, dy);
    spmvCsrStream<<<(rows + 255) / 256, 256>>>(rows, dp, dc, fv, fx, fy);
    spmvEllBanded<<<(rows + 191) / 192, 192, (192 + 64) * sizeof(float)>>>(rows, per, so, fv, fx, fy);
    cooSegmented<<<(nnz + 255) / 256, 256>>>(dr, fv, fy, nnz);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaFree(dp); cudaFree(dc); cudaFree(dr); cudaFree(dv); cudaFree(dx); cudaFree(dy); cudaFree(fv); cudaFree(fx); cudaFree(fy); cudaFree(so);
    return 0;
}
