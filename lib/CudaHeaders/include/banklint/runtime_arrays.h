//===- runtime_arrays.h - CUDA arrays and texture objects -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host side only.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_RUNTIME_ARRAYS_H
#define BANKLINT_RUNTIME_ARRAYS_H
#include "runtime_api.h"
#include "texture.h"

struct cudaExtent {
  size_t width, height, depth;
};
struct cudaPos {
  size_t x, y, z;
};
struct cudaPitchedPtr {
  void *ptr;
  size_t pitch, xsize, ysize;
};
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  struct cudaExtent extent;
  enum cudaMemcpyKind kind;
};
static inline cudaExtent make_cudaExtent(size_t __W, size_t __H, size_t __D) {
  return {__W, __H, __D};
}
static inline cudaPos make_cudaPos(size_t __X, size_t __Y, size_t __Z) {
  return {__X, __Y, __Z};
}
static inline cudaPitchedPtr make_cudaPitchedPtr(void *__P, size_t __Pitch,
                                                 size_t __X, size_t __Y) {
  return {__P, __Pitch, __X, __Y};
}

enum cudaResourceType {
  cudaResourceTypeArray = 0,
  cudaResourceTypeMipmappedArray = 1,
  cudaResourceTypeLinear = 2,
  cudaResourceTypePitch2D = 3
};
struct cudaResourceDesc {
  enum cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      cudaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void *devPtr;
      struct cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      struct cudaChannelFormatDesc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
  } res;
};
enum cudaResourceViewFormat { cudaResViewFormatNone = 0 };
struct cudaResourceViewDesc {
  enum cudaResourceViewFormat format;
  size_t width, height, depth;
  unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
};
struct cudaTextureDesc {
  enum cudaTextureAddressMode addressMode[3];
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};
enum cudaGraphicsRegisterFlags {
  cudaGraphicsRegisterFlagsNone = 0,
  cudaGraphicsRegisterFlagsReadOnly = 1,
  cudaGraphicsRegisterFlagsWriteDiscard = 2,
  cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
  cudaGraphicsRegisterFlagsTextureGather = 8
};
enum cudaGraphicsMapFlags {
  cudaGraphicsMapFlagsNone = 0,
  cudaGraphicsMapFlagsReadOnly = 1,
  cudaGraphicsMapFlagsWriteDiscard = 2
};

extern "C" {
cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int,
                                            cudaChannelFormatKind);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *, cudaArray_const_t);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *,
                                    const cudaResourceDesc *,
                                    const cudaTextureDesc *,
                                    const cudaResourceViewDesc *);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *,
                                             cudaTextureObject_t);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *,
                                    const cudaResourceDesc *);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t);
cudaError_t cudaMallocArray(cudaArray_t *, const cudaChannelFormatDesc *,
                            size_t __Width, size_t __Height = 0,
                            unsigned int __Flags = 0);
cudaError_t cudaMalloc3D(cudaPitchedPtr *, cudaExtent);
cudaError_t cudaMalloc3DArray(cudaArray_t *, const cudaChannelFormatDesc *,
                              cudaExtent, unsigned int __Flags = 0);
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *,
                                     const cudaChannelFormatDesc *, cudaExtent,
                                     unsigned int __Levels,
                                     unsigned int __Flags = 0);
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *,
                                       cudaMipmappedArray_const_t,
                                       unsigned int);
cudaError_t cudaFreeArray(cudaArray_t);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *, cudaExtent *,
                             unsigned int *, cudaArray_t);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *,
                              cudaStream_t __Stream = 0);
cudaError_t cudaMemset3D(cudaPitchedPtr, int, cudaExtent);
cudaError_t cudaMemcpyToArray(cudaArray_t, size_t, size_t, const void *, size_t,
                              cudaMemcpyKind);
cudaError_t cudaMemcpyFromArray(void *, cudaArray_const_t, size_t, size_t,
                                size_t, cudaMemcpyKind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t, size_t, size_t, const void *,
                                size_t, size_t, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t, size_t, size_t, const void *,
                                     size_t, size_t, size_t, cudaMemcpyKind,
                                     cudaStream_t __Stream = 0);
cudaError_t cudaMemcpy2DFromArray(void *, size_t, cudaArray_const_t, size_t,
                                  size_t, size_t, size_t, cudaMemcpyKind);
cudaError_t
cudaMemcpy2DArrayToArray(cudaArray_t, size_t, size_t, cudaArray_const_t, size_t,
                         size_t, size_t, size_t,
                         cudaMemcpyKind __Kind = cudaMemcpyDeviceToDevice);
cudaError_t cudaGraphicsMapResources(int, cudaGraphicsResource_t *,
                                     cudaStream_t __Stream = 0);
cudaError_t cudaGraphicsUnmapResources(int, cudaGraphicsResource_t *,
                                       cudaStream_t __Stream = 0);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t,
                                            unsigned int);
cudaError_t cudaGraphicsResourceGetMappedPointer(void **, size_t *,
                                                 cudaGraphicsResource_t);
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *,
                                                  cudaGraphicsResource_t,
                                                  unsigned int, unsigned int);
cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *,
                                                        cudaGraphicsResource_t);
}

template <typename __T> cudaChannelFormatDesc cudaCreateChannelDesc();

// Texture and surface references, until CUDA 11.
template <typename __T, int __Type, cudaTextureReadMode __Mode>
cudaError_t cudaBindTexture(size_t *__Offset,
                            const texture<__T, __Type, __Mode> &, const void *,
                            size_t __Bytes = 0xffffffff);
template <typename __T, int __Type, cudaTextureReadMode __Mode>
cudaError_t cudaBindTexture(size_t *__Offset,
                            const texture<__T, __Type, __Mode> &, const void *,
                            const cudaChannelFormatDesc &,
                            size_t __Bytes = 0xffffffff);
template <typename __T, int __Type, cudaTextureReadMode __Mode>
cudaError_t cudaBindTexture2D(size_t *__Offset,
                              const texture<__T, __Type, __Mode> &,
                              const void *, const cudaChannelFormatDesc &,
                              size_t __Width, size_t __Height, size_t __Pitch);
template <typename __T, int __Type, cudaTextureReadMode __Mode>
cudaError_t cudaBindTextureToArray(const texture<__T, __Type, __Mode> &,
                                   cudaArray_const_t);
template <typename __T, int __Type, cudaTextureReadMode __Mode>
cudaError_t cudaBindTextureToArray(const texture<__T, __Type, __Mode> &,
                                   cudaArray_const_t,
                                   const cudaChannelFormatDesc &);
template <typename __T, int __Type, cudaTextureReadMode __Mode>
cudaError_t cudaBindTexture2D(size_t *__Offset,
                              const texture<__T, __Type, __Mode> &,
                              const void *, size_t __Width, size_t __Height,
                              size_t __Pitch);
template <typename __T, int __Type, cudaTextureReadMode __Mode>
cudaError_t cudaUnbindTexture(const texture<__T, __Type, __Mode> &);
template <typename __T, int __Type, cudaTextureReadMode __Mode>
cudaError_t cudaGetTextureAlignmentOffset(size_t *__Offset,
                                          const texture<__T, __Type, __Mode> &);
cudaError_t cudaBindTexture(size_t *__Offset, const textureReference *,
                            const void *, const cudaChannelFormatDesc *,
                            size_t __Bytes = 0xffffffff);
cudaError_t cudaBindTexture2D(size_t *__Offset, const textureReference *,
                              const void *, const cudaChannelFormatDesc *,
                              size_t __Width, size_t __Height, size_t __Pitch);
cudaError_t cudaBindTextureToArray(const textureReference *, cudaArray_const_t,
                                   const cudaChannelFormatDesc *);
cudaError_t cudaUnbindTexture(const textureReference *);
cudaError_t cudaGetTextureReference(const textureReference **, const void *);
cudaError_t cudaGetTextureAlignmentOffset(size_t *__Offset,
                                          const textureReference *);
template <typename __T, int __Type>
cudaError_t cudaBindSurfaceToArray(const surface<__T, __Type> &,
                                   cudaArray_const_t);

#endif // BANKLINT_RUNTIME_ARRAYS_H
