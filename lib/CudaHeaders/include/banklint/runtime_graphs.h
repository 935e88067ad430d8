//===- runtime_graphs.h - Graphs, memory pools and sharing ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host side only, but for cudaGraphSetConditional.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_RUNTIME_GRAPHS_H
#define BANKLINT_RUNTIME_GRAPHS_H
#include "runtime_arrays.h"

enum cudaDeviceP2PAttr {
  cudaDevP2PAttrPerformanceRank = 1,
  cudaDevP2PAttrAccessSupported = 2,
  cudaDevP2PAttrNativeAtomicSupported = 3,
  cudaDevP2PAttrCudaArrayAccessSupported = 4
};
struct cudaIpcEventHandle_t {
  char reserved[CUDA_IPC_HANDLE_SIZE];
};
struct cudaIpcMemHandle_t {
  char reserved[CUDA_IPC_HANDLE_SIZE];
};

enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal = 0,
  cudaStreamCaptureModeThreadLocal = 1,
  cudaStreamCaptureModeRelaxed = 2
};
enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone = 0,
  cudaStreamCaptureStatusActive = 1,
  cudaStreamCaptureStatusInvalidated = 2
};
enum cudaStreamUpdateCaptureDependenciesFlags {
  cudaStreamAddCaptureDependencies = 0,
  cudaStreamSetCaptureDependencies = 1
};
enum cudaGraphNodeType {
  cudaGraphNodeTypeKernel = 0,
  cudaGraphNodeTypeMemcpy = 1,
  cudaGraphNodeTypeMemset = 2,
  cudaGraphNodeTypeHost = 3,
  cudaGraphNodeTypeGraph = 4,
  cudaGraphNodeTypeEmpty = 5,
  cudaGraphNodeTypeWaitEvent = 6,
  cudaGraphNodeTypeEventRecord = 7,
  cudaGraphNodeTypeMemAlloc = 10,
  cudaGraphNodeTypeMemFree = 11,
  cudaGraphNodeTypeConditional = 13
};
enum cudaGraphConditionalNodeType {
  cudaGraphCondTypeIf = 0,
  cudaGraphCondTypeWhile = 1,
  cudaGraphCondTypeSwitch = 2
};
enum cudaGraphExecUpdateResult {
  cudaGraphExecUpdateSuccess = 0,
  cudaGraphExecUpdateError = 1
};
struct cudaGraphExecUpdateResultInfo {
  enum cudaGraphExecUpdateResult result;
  cudaGraphNode_t errorNode, errorFromNode;
};
enum cudaGraphInstantiateFlags {
  cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
  cudaGraphInstantiateFlagUpload = 2,
  cudaGraphInstantiateFlagDeviceLaunch = 4,
  cudaGraphInstantiateFlagUseNodePriority = 8
};
struct cudaKernelNodeParams {
  void *func;
  dim3 gridDim, blockDim;
  unsigned int sharedMemBytes;
  void **kernelParams, **extra;
};
typedef cudaKernelNodeParams cudaKernelNodeParamsV2;
struct cudaMemsetParams {
  void *dst;
  size_t pitch;
  unsigned int value, elementSize;
  size_t width, height;
};
struct cudaHostNodeParams {
  cudaHostFn_t fn;
  void *userData;
};
struct cudaConditionalNodeParams {
  cudaGraphConditionalHandle handle;
  enum cudaGraphConditionalNodeType type;
  unsigned int size;
  cudaGraph_t *phGraph_out;
};
struct cudaGraphEdgeData {
  unsigned char from_port, to_port, type, reserved[5];
};

enum cudaMemAllocationType {
  cudaMemAllocationTypeInvalid = 0,
  cudaMemAllocationTypePinned = 1
};
enum cudaMemAllocationHandleType {
  cudaMemHandleTypeNone = 0,
  cudaMemHandleTypePosixFileDescriptor = 1,
  cudaMemHandleTypeWin32 = 2,
  cudaMemHandleTypeWin32Kmt = 4,
  cudaMemHandleTypeFabric = 8
};
enum cudaMemAccessFlags {
  cudaMemAccessFlagsProtNone = 0,
  cudaMemAccessFlagsProtRead = 1,
  cudaMemAccessFlagsProtReadWrite = 3
};
enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1,
  cudaMemPoolReuseAllowOpportunistic = 2,
  cudaMemPoolReuseAllowInternalDependencies = 3,
  cudaMemPoolAttrReleaseThreshold = 4,
  cudaMemPoolAttrReservedMemCurrent = 5,
  cudaMemPoolAttrReservedMemHigh = 6,
  cudaMemPoolAttrUsedMemCurrent = 7,
  cudaMemPoolAttrUsedMemHigh = 8
};
enum cudaGraphMemAttributeType {
  cudaGraphMemAttrUsedMemCurrent = 0,
  cudaGraphMemAttrUsedMemHigh = 1,
  cudaGraphMemAttrReservedMemCurrent = 2,
  cudaGraphMemAttrReservedMemHigh = 3
};
struct cudaMemAccessDesc {
  struct cudaMemLocation location;
  enum cudaMemAccessFlags flags;
};
struct cudaMemPoolProps {
  enum cudaMemAllocationType allocType;
  enum cudaMemAllocationHandleType handleTypes;
  struct cudaMemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
};
struct cudaMemPoolPtrExportData {
  unsigned char reserved[64];
};
struct cudaMemAllocNodeParams {
  struct cudaMemPoolProps poolProps;
  const struct cudaMemAccessDesc *accessDescs;
  size_t accessDescCount, bytesize;
  void *dptr;
};
struct cudaGraphNodeParams {
  enum cudaGraphNodeType type;
  union {
    long long reserved1[29];
    cudaKernelNodeParamsV2 kernel;
    cudaMemsetParams memset;
    cudaHostNodeParams host;
    cudaMemAllocNodeParams alloc;
    cudaConditionalNodeParams conditional;
  };
};

extern "C" {
cudaError_t cudaDeviceGetP2PAttribute(int *, cudaDeviceP2PAttr, int, int);
cudaError_t cudaDeviceGetPCIBusId(char *, int, int);
cudaError_t cudaDeviceGetByPCIBusId(int *, const char *);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *);
cudaError_t cudaGetDeviceFlags(unsigned int *);
cudaError_t cudaHostGetFlags(unsigned int *, void *);
cudaError_t cudaCtxResetPersistingL2Cache();
cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned int *);
cudaError_t cudaStreamGetPriority(cudaStream_t, int *);
cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID,
                                   const cudaStreamAttrValue *);
cudaError_t cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID,
                                   cudaStreamAttrValue *);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t __Stream = 0,
                                     unsigned int __Flags = 0);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *, void *);
cudaError_t cudaIpcOpenMemHandle(void **, cudaIpcMemHandle_t, unsigned int);
cudaError_t cudaIpcCloseMemHandle(void *);

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *, int);
cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *, int);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *, const cudaMemPoolProps *);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc *,
                                 size_t);
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *, cudaMemPool_t,
                                 cudaMemLocation *);
cudaError_t cudaMemPoolExportToShareableHandle(void *, cudaMemPool_t,
                                               cudaMemAllocationHandleType,
                                               unsigned int);
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *, void *,
                                                 cudaMemAllocationHandleType,
                                                 unsigned int);
cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData *, void *);
cudaError_t cudaMemPoolImportPointer(void **, cudaMemPool_t,
                                     cudaMemPoolPtrExportData *);
cudaError_t cudaMallocFromPoolAsync(void **, size_t, cudaMemPool_t,
                                    cudaStream_t);
cudaError_t cudaDeviceGraphMemTrim(int);
cudaError_t cudaDeviceGetGraphMemAttribute(int, cudaGraphMemAttributeType,
                                           void *);
cudaError_t cudaDeviceSetGraphMemAttribute(int, cudaGraphMemAttributeType,
                                           void *);

cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t, cudaGraph_t,
                                          const cudaGraphNode_t *,
                                          const cudaGraphEdgeData *, size_t,
                                          cudaStreamCaptureMode);
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *);
cudaError_t cudaGraphCreate(cudaGraph_t *, unsigned int);
cudaError_t cudaGraphDestroy(cudaGraph_t);
cudaError_t cudaGraphClone(cudaGraph_t *, cudaGraph_t);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *, cudaGraph_t,
                                   const cudaGraphNode_t *, size_t,
                                   const cudaKernelNodeParams *);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *, cudaGraph_t,
                                   const cudaGraphNode_t *, size_t,
                                   const cudaMemcpy3DParms *);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *, cudaGraph_t,
                                     const cudaGraphNode_t *, size_t, void *,
                                     const void *, size_t, cudaMemcpyKind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *, cudaGraph_t,
                                   const cudaGraphNode_t *, size_t,
                                   const cudaMemsetParams *);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *, cudaGraph_t,
                                 const cudaGraphNode_t *, size_t,
                                 const cudaHostNodeParams *);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *, cudaGraph_t,
                                       const cudaGraphNode_t *, size_t,
                                       cudaGraph_t);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *, cudaGraph_t,
                                  const cudaGraphNode_t *, size_t);
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *, cudaGraph_t,
                                     const cudaGraphNode_t *, size_t,
                                     cudaMemAllocNodeParams *);
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *, cudaGraph_t,
                                    const cudaGraphNode_t *, size_t, void *);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t,
                                         cudaKernelNodeParams *);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t,
                                         const cudaKernelNodeParams *);
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t, cudaGraphNode_t,
                                             const cudaKernelNodeParams *);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t, cudaGraphNodeType *);
cudaError_t cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t *, size_t *);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t, cudaGraphNode_t *, size_t *);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *, cudaGraph_t,
                                          unsigned long long __Flags = 0);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t);
__host__ __device__ cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t);
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *,
                                             cudaGraph_t,
                                             unsigned int __Default = 0,
                                             unsigned int __Flags = 0);
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle,
                                        unsigned int);
}

template <typename __T>
cudaError_t cudaMallocFromPoolAsync(__T **, size_t __Bytes, cudaMemPool_t,
                                    cudaStream_t);
template <typename __T>
cudaError_t cudaMallocAsync(__T **, size_t __Bytes, cudaMemPool_t,
                            cudaStream_t);

// The forms of CUDA 11, 12 and 13.
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t,
                                 cudaGraphNode_t *, char *, size_t);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t,
                                 unsigned long long __Flags = 0);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphNode_t *,
                                cudaGraphExecUpdateResult *);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t,
                                cudaGraphExecUpdateResultInfo *);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *, cudaGraph_t,
                             const cudaGraphNode_t *, size_t,
                             cudaGraphNodeParams *);
cudaError_t cudaGraphAddNode(cudaGraphNode_t *, cudaGraph_t,
                             const cudaGraphNode_t *, const cudaGraphEdgeData *,
                             size_t, cudaGraphNodeParams *);
cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *,
                                     const cudaGraphNode_t *, size_t);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus *,
                                     unsigned long long *__Id = 0);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus *,
                                     unsigned long long *__Id, cudaGraph_t *,
                                     const cudaGraphNode_t **,
                                     const cudaGraphEdgeData **, size_t *);
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t, cudaStreamCaptureStatus *,
                                        unsigned long long *__Id, cudaGraph_t *,
                                        const cudaGraphNode_t **, size_t *);
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t *,
                                                size_t,
                                                unsigned int __Flags = 0);

#endif // BANKLINT_RUNTIME_GRAPHS_H
