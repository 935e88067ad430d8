// Calls of the driver's interface and of cuBLAS, the one without handles
// included, parse without a toolkit.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict %s
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
//
// CHECK-NOT: parse error

#include <cublas.h>
#include <cuda.h>
#include <cuda_runtime.h>

CUresult copies(CUdeviceptr to, CUdeviceptr from, CUcontext c, CUstream s) {
  void *host = nullptr;
  size_t pitch = 0;
  cuMemAllocPitch(&to, &pitch, 64, 4, 4);
  cuMemAllocManaged(&to, 64, 1);
  cuMemAllocAsync(&to, 64, s);
  cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_PORTABLE);
  cuMemHostRegister(host, 64, CU_MEMHOSTREGISTER_DEVICEMAP);
  cuMemcpy(to, from, 64);
  cuMemcpyAsync(to, from, 64, s);
  cuMemcpyDtoDAsync(to, from, 64, s);
  cuMemcpyPeerAsync(to, c, from, c, 64, s);
  cuMemsetD16(to, 0, 4);
  cuMemsetD8Async(to, 0, 4, s);
  cuMemsetD16Async(to, 0, 4, s);
  cuMemsetD32Async(to, 0, 4, s);
  return cuMemFreeAsync(to, s);
}

int attribute() {
  int value = 0;
  cudaDeviceGetAttribute(&value, cudaDevAttrHostRegisterSupported, 0);
  cudaDeviceGetAttribute(&value, cudaDevAttrPciBusId, 0);
  cudaDeviceGetAttribute(&value, cudaDevAttrMaxBlocksPerMultiprocessor, 0);
  return value;
}

cublasStatus multiply(float *a, double *b, cuComplex *c, cudaStream_t s) {
  if (cublasInit() != CUBLAS_STATUS_SUCCESS)
    return cublasGetError();
  cublasAlloc(64, sizeof(float), (void **)&a);
  cublasSetKernelStream(s);
  cublasSetMatrixAsync(8, 8, 4, a, 8, a, 8, s);
  cublasGetVectorAsync(8, 4, a, 1, a, 1, s);
  cublasSgemm('n', 't', 8, 8, 8, 1.0f, a, 8, a, 8, 0.0f, a, 8);
  cublasDgemv('n', 8, 8, cublasDdot(8, b, 1, b, 1), b, 8, b, 1, 0.0, b, 1);
  cublasCscal(8, *c, c, 1);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED);
  cublasSscal(handle, 8, a, a, 1);
  cublasFree(a);
  return cublasShutdown();
}

__global__ void kernel(float *out) {
  __shared__ float s[64];
  s[threadIdx.x * 2] = out[0]; // expect: store 2/1 2-way
}
void launch(float *out) { kernel<<<1, 32>>>(out); }
