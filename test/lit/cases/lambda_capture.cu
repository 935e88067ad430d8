// Launches in lambdas that capture what they pass.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cuda_runtime.h>
// expect[kt<0>]: store 8/1 8-way, load 4/1 4-way
// expect[kt<1>]: store 4/1 4-way, load 4/1 4-way
// expect[kt<2>]: store 2/1 2-way, load 1/1
// expect[kt<3>]: store 2/1 2-way, load 2/1 2-way
// expect[kt<4>]: store 2/1 2-way, load 2/1 2-way
template <int P> __global__ void kt(float *o, int n) { extern __shared__ float s[]; s[threadIdx.y * (32 + P) + threadIdx.x] = n; __syncthreads(); o[0] = s[threadIdx.x * (32 + P) + threadIdx.y]; }
void a(float *o) { const dim3 block(4, 32); auto r = [&](auto kernel) { kernel<<<1, block, 8192>>>(o, 3); }; r(kt<0>); }
void b(float *o) { const dim3 block(8, 32); auto r = [=](auto kernel) { kernel<<<1, block, 8192>>>(o, 3); }; r(kt<1>); }
void c(float *o) { const dim3 grid(2), block(16, 32); auto r = [&](auto kernel, size_t bytes) { cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes); kernel<<<grid, block, bytes>>>(o, 3); }; r(kt<2>, 9000); }
int main() { float *o = nullptr; constexpr int Br = 32; const int N = 64; const dim3 grid(N / Br), block(2, Br); auto r = [&](auto kernel, size_t bytes, const char *name) { kernel<<<grid, block, bytes>>>(o, N); }; r(kt<3>, 9000, "x"); 
 auto one = [&](int n) { kt<4><<<grid, block, 8192>>>(o, n); }; one(5); }
