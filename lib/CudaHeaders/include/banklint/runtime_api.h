//===- runtime_api.h - The runtime API in common use ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that changed between CUDA 12 and 13 are declared in both forms. The
// rest of the API is behind <cuda_runtime_api.h>.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_RUNTIME_API_H
#define BANKLINT_RUNTIME_API_H
#include "runtime_types.h"

extern "C" {
// What Clang calls for <<<>>>; which of the two depends on the version of CUDA
// that it assumes.
cudaError_t cudaConfigureCall(dim3 __Grid, dim3 __Block, size_t __Shared = 0,
                              cudaStream_t __Stream = 0);
unsigned int __cudaPushCallConfiguration(dim3 __Grid, dim3 __Block,
                                         size_t __Shared = 0,
                                         CUstream_st *__Stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3 *__Grid, dim3 *__Block,
                                       size_t *__Shared, void *__Stream);

// Errors, also on the device.
__host__ __device__ cudaError_t cudaGetLastError();
__host__ __device__ cudaError_t cudaPeekAtLastError();
__host__ __device__ const char *cudaGetErrorName(cudaError_t);
__host__ __device__ const char *cudaGetErrorString(cudaError_t);

// Devices.
__host__ __device__ cudaError_t cudaGetDeviceCount(int *);
__host__ __device__ cudaError_t cudaGetDevice(int *);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *, int);
__host__ __device__ cudaError_t cudaDeviceGetAttribute(int *, cudaDeviceAttr,
                                                       int);
cudaError_t cudaChooseDevice(int *, const cudaDeviceProp *);
cudaError_t cudaSetDevice(int);
cudaError_t cudaSetDeviceFlags(unsigned int);
cudaError_t cudaDeviceReset();
__host__ __device__ cudaError_t cudaDeviceSynchronize();
cudaError_t cudaThreadSynchronize();
cudaError_t cudaThreadExit();
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t);
__host__ __device__ cudaError_t cudaDeviceGetLimit(size_t *, cudaLimit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig);
cudaError_t cudaDeviceGetStreamPriorityRange(int *, int *);
cudaError_t cudaDeviceCanAccessPeer(int *, int, int);
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int);
cudaError_t cudaDeviceDisablePeerAccess(int);
cudaError_t cudaDriverGetVersion(int *);
__host__ __device__ cudaError_t cudaRuntimeGetVersion(int *);
cudaError_t cudaMemGetInfo(size_t *, size_t *);

// Memory.
__host__ __device__ cudaError_t cudaMalloc(void **, size_t);
__host__ __device__ cudaError_t cudaFree(void *);
cudaError_t cudaMallocHost(void **, size_t);
cudaError_t cudaHostAlloc(void **, size_t, unsigned int);
cudaError_t cudaFreeHost(void *);
cudaError_t cudaHostRegister(void *, size_t, unsigned int);
cudaError_t cudaHostUnregister(void *);
cudaError_t cudaHostGetDevicePointer(void **, void *, unsigned int);
cudaError_t cudaMallocPitch(void **, size_t *, size_t, size_t);
cudaError_t cudaMallocManaged(void **, size_t,
                              unsigned int __Flags = cudaMemAttachGlobal);
cudaError_t cudaMallocAsync(void **, size_t, cudaStream_t);
cudaError_t cudaFreeAsync(void *, cudaStream_t);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
__host__ __device__ cudaError_t cudaMemcpyAsync(void *, const void *, size_t,
                                                cudaMemcpyKind,
                                                cudaStream_t __Stream = 0);
cudaError_t cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t,
                         cudaMemcpyKind);
cudaError_t cudaMemcpy2DAsync(void *, size_t, const void *, size_t, size_t,
                              size_t, cudaMemcpyKind,
                              cudaStream_t __Stream = 0);
cudaError_t cudaMemcpyPeer(void *, int, const void *, int, size_t);
cudaError_t cudaMemcpyPeerAsync(void *, int, const void *, int, size_t,
                                cudaStream_t __Stream = 0);
cudaError_t cudaMemset(void *, int, size_t);
__host__ __device__ cudaError_t cudaMemsetAsync(void *, int, size_t,
                                                cudaStream_t __Stream = 0);
cudaError_t cudaMemset2D(void *, size_t, int, size_t, size_t);
cudaError_t cudaMemset2DAsync(void *, size_t, int, size_t, size_t,
                              cudaStream_t __Stream = 0);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *, const void *);

// Streams and events.
cudaError_t cudaStreamCreate(cudaStream_t *);
__host__ __device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *,
                                                          unsigned int);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *, unsigned int, int);
__host__ __device__ cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamQuery(cudaStream_t);
__host__ __device__ cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t,
                                                    unsigned int __Flags = 0);
cudaError_t cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void *,
                                  unsigned int);
cudaError_t
cudaStreamAttachMemAsync(cudaStream_t, void *, size_t __Length = 0,
                         unsigned int __Flags = cudaMemAttachSingle);
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void *);
cudaError_t cudaEventCreate(cudaEvent_t *);
__host__ __device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *,
                                                         unsigned int);
__host__ __device__ cudaError_t cudaEventDestroy(cudaEvent_t);
__host__ __device__ cudaError_t cudaEventRecord(cudaEvent_t,
                                                cudaStream_t __Stream = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventQuery(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);

// Kernels.
cudaError_t cudaLaunchKernel(const void *, dim3 __Grid, dim3 __Block,
                             void **__Args, size_t __Shared, cudaStream_t);
cudaError_t cudaLaunchCooperativeKernel(const void *, dim3 __Grid, dim3 __Block,
                                        void **__Args, size_t __Shared,
                                        cudaStream_t);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *,
                                void **__Args);
cudaError_t cudaGetDriverEntryPoint(const char *, void **,
                                    unsigned long long __Flags,
                                    cudaDriverEntryPointQueryResult * = 0);
cudaError_t
cudaGetDriverEntryPointByVersion(const char *, void **, unsigned int __Version,
                                 unsigned long long __Flags,
                                 cudaDriverEntryPointQueryResult * = 0);
__host__ __device__ cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *,
                                                      const void *);
cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int);
cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache);
cudaError_t cudaFuncSetSharedMemConfig(const void *, cudaSharedMemConfig);
__host__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *, const void *, int __Block, size_t __Shared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *, const void *, int __Block, size_t __Shared, unsigned int __Flags);
cudaError_t cudaGetSymbolAddress(void **, const void *);
cudaError_t cudaGetSymbolSize(size_t *, const void *);
cudaError_t cudaMemcpyToSymbol(const void *, const void *, size_t,
                               size_t __Offset = 0,
                               cudaMemcpyKind __Kind = cudaMemcpyHostToDevice);
cudaError_t
cudaMemcpyFromSymbol(void *, const void *, size_t, size_t __Offset = 0,
                     cudaMemcpyKind __Kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyToSymbolAsync(const void *, const void *, size_t,
                                    size_t __Offset, cudaMemcpyKind,
                                    cudaStream_t __Stream = 0);
cudaError_t cudaMemcpyFromSymbolAsync(void *, const void *, size_t,
                                      size_t __Offset, cudaMemcpyKind,
                                      cudaStream_t __Stream = 0);
}

cudaError_t cudaEventCreate(cudaEvent_t *, unsigned int __Flags);
cudaError_t cudaMemPrefetchAsync(const void *, size_t, int __Device,
                                 cudaStream_t __Stream = 0);
cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation,
                                 unsigned int __Flags,
                                 cudaStream_t __Stream = 0);
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int __Device);
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise,
                          cudaMemLocation);

template <typename __T>
__host__ __device__ cudaError_t cudaMalloc(__T **, size_t __Bytes);
template <typename __T>
cudaError_t cudaMallocHost(__T **, size_t, unsigned int __Flags = 0);
template <typename __T>
cudaError_t cudaHostAlloc(__T **, size_t __Bytes, unsigned int);
template <typename __T>
cudaError_t cudaHostGetDevicePointer(__T **, void *, unsigned int);
template <typename __T>
cudaError_t cudaMallocPitch(__T **, size_t *, size_t __Width, size_t __Height);
template <typename __T>
cudaError_t cudaMallocManaged(__T **, size_t __Bytes,
                              unsigned int __Flags = cudaMemAttachGlobal);
template <typename __T>
cudaError_t cudaMallocAsync(__T **, size_t __Bytes, cudaStream_t);
template <typename __T>
cudaError_t
cudaStreamAttachMemAsync(cudaStream_t, __T *, size_t __Length = 0,
                         unsigned int __Flags = cudaMemAttachSingle);
template <typename __T>
cudaError_t cudaGetSymbolAddress(void **, const __T &__Symbol);
template <typename __T>
cudaError_t cudaGetSymbolSize(size_t *, const __T &__Symbol);
template <typename __T>
cudaError_t cudaMemcpyToSymbol(const __T &__Symbol, const void *,
                               size_t __Bytes, size_t __Offset = 0,
                               cudaMemcpyKind __Kind = cudaMemcpyHostToDevice);
template <typename __T>
cudaError_t
cudaMemcpyFromSymbol(void *, const __T &__Symbol, size_t __Bytes,
                     size_t __Offset = 0,
                     cudaMemcpyKind __Kind = cudaMemcpyDeviceToHost);
template <typename __T>
cudaError_t cudaMemcpyToSymbolAsync(
    const __T &__Symbol, const void *, size_t __Bytes, size_t __Offset = 0,
    cudaMemcpyKind __Kind = cudaMemcpyHostToDevice, cudaStream_t __Stream = 0);
template <typename __T>
cudaError_t cudaMemcpyFromSymbolAsync(
    void *, const __T &__Symbol, size_t __Bytes, size_t __Offset = 0,
    cudaMemcpyKind __Kind = cudaMemcpyDeviceToHost, cudaStream_t __Stream = 0);
template <typename __T>
cudaError_t cudaLaunchKernel(__T *__Kernel, dim3 __Grid, dim3 __Block,
                             void **__Args, size_t __Shared = 0,
                             cudaStream_t __Stream = 0);
template <typename __T>
cudaError_t cudaLaunchCooperativeKernel(__T *__Kernel, dim3 __Grid,
                                        dim3 __Block, void **__Args,
                                        size_t __Shared = 0,
                                        cudaStream_t __Stream = 0);
template <typename... __Parameters, typename... __Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *,
                               void (*__Kernel)(__Parameters...),
                               __Arguments &&...);
template <typename __T>
cudaError_t cudaOccupancyMaxActiveClusters(int *, __T *__Kernel,
                                           const cudaLaunchConfig_t *);
template <typename __T>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *, __T *__Kernel,
                                                 const cudaLaunchConfig_t *);
template <typename __T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *, __T *__Kernel);
template <typename __T>
cudaError_t cudaFuncSetAttribute(__T *__Kernel, cudaFuncAttribute, int);
template <typename __T>
cudaError_t cudaFuncSetCacheConfig(__T *__Kernel, cudaFuncCache);
template <typename __T>
cudaError_t cudaFuncSetSharedMemConfig(__T *__Kernel, cudaSharedMemConfig);
template <typename __T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, __T __Kernel,
                                                          int __Block,
                                                          size_t __Shared);
template <typename __T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *, __T __Kernel, int __Block, size_t __Shared, unsigned int __Flags);
template <typename __T>
cudaError_t
cudaOccupancyMaxPotentialBlockSize(int *__Grid, int *__Block, __T __Kernel,
                                   size_t __Shared = 0, int __BlockLimit = 0);
template <typename __F, typename __T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int *__Grid, int *__Block, __T __Kernel, __F __SharedOfBlock,
    int __BlockLimit = 0);

#endif // BANKLINT_RUNTIME_API_H
