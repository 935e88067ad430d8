//===- texture.h - Textures and surfaces ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fetches return what memory holds, which a static analysis does not know; the
// declarations keep the statements around them whole. texture<> is the texture
// reference that CUDA 12 removed and older code uses.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEXTURE_H
#define BANKLINT_TEXTURE_H
#include "runtime_types.h"

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned = 0,
  cudaChannelFormatKindUnsigned = 1,
  cudaChannelFormatKindFloat = 2,
  cudaChannelFormatKindNone = 3
};
struct cudaChannelFormatDesc {
  int x, y, z, w;
  enum cudaChannelFormatKind f;
};
enum cudaTextureAddressMode {
  cudaAddressModeWrap = 0,
  cudaAddressModeClamp = 1,
  cudaAddressModeMirror = 2,
  cudaAddressModeBorder = 3
};
enum cudaTextureFilterMode {
  cudaFilterModePoint = 0,
  cudaFilterModeLinear = 1
};
enum cudaTextureReadMode {
  cudaReadModeElementType = 0,
  cudaReadModeNormalizedFloat = 1
};
enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2
};
enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03

struct textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct surfaceReference {
  struct cudaChannelFormatDesc channelDesc;
};
template <typename T, int Type = cudaTextureType1D,
          cudaTextureReadMode Mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : public textureReference {};
template <typename T, int Type = 1>
struct __device_builtin_surface_type__ surface : public surfaceReference {};

// The element of a texture that normalises is a vector of float.
namespace banklint {
template <typename T> struct Normalized {
  typedef float Type;
};
#define BANKLINT_NORMALIZED(Name)                                              \
  template <> struct Normalized<Name##2> {                                     \
    typedef float2 Type;                                                       \
  };                                                                           \
  template <> struct Normalized<Name##4> {                                     \
    typedef float4 Type;                                                       \
  };
BANKLINT_NORMALIZED(char)
BANKLINT_NORMALIZED(uchar)
BANKLINT_NORMALIZED(short)
BANKLINT_NORMALIZED(ushort)
#undef BANKLINT_NORMALIZED
template <typename T, cudaTextureReadMode Mode> struct Fetched {
  typedef T Type;
};
template <typename T> struct Fetched<T, cudaReadModeNormalizedFloat> {
  typedef typename Normalized<T>::Type Type;
};
} // namespace banklint

#define BANKLINT_FETCH_OBJECT(Name, ...)                                       \
  template <typename T>                                                        \
  BANKLINT_DEVICE T Name(cudaTextureObject_t, __VA_ARGS__);                    \
  template <typename T>                                                        \
  BANKLINT_DEVICE void Name(T *, cudaTextureObject_t, __VA_ARGS__);
#define BANKLINT_FETCH(Name, ...)                                              \
  BANKLINT_FETCH_OBJECT(Name, __VA_ARGS__)                                     \
  template <typename T, int Type, cudaTextureReadMode Mode>                    \
  BANKLINT_DEVICE typename banklint::Fetched<T, Mode>::Type Name(              \
      texture<T, Type, Mode>, __VA_ARGS__);
BANKLINT_FETCH(tex1Dfetch, int)
BANKLINT_FETCH(tex1D, float)
BANKLINT_FETCH(tex2D, float, float)
BANKLINT_FETCH(tex3D, float, float, float)
BANKLINT_FETCH(tex2DLayered, float, float, int)
BANKLINT_FETCH_OBJECT(tex1DLayered, float, int)
BANKLINT_FETCH_OBJECT(texCubemap, float, float, float)
BANKLINT_FETCH_OBJECT(texCubemapLayered, float, float, float, int)
BANKLINT_FETCH_OBJECT(tex2DLod, float, float, float)
BANKLINT_FETCH_OBJECT(tex3DLod, float, float, float, float)
BANKLINT_FETCH_OBJECT(tex2DGrad, float, float, float2, float2)
#undef BANKLINT_FETCH
#undef BANKLINT_FETCH_OBJECT
template <typename T>
BANKLINT_DEVICE T tex2Dgather(cudaTextureObject_t, float, float,
                              int Component = 0);

// The first coordinate of a surface is in bytes.
#define BANKLINT_SURFACE_OBJECT(Name, ...)                                     \
  template <typename T>                                                        \
  BANKLINT_DEVICE T Name##read(cudaSurfaceObject_t, __VA_ARGS__,               \
                               cudaSurfaceBoundaryMode Mode =                  \
                                   cudaBoundaryModeTrap);                      \
  template <typename T>                                                        \
  BANKLINT_DEVICE void Name##read(T *, cudaSurfaceObject_t, __VA_ARGS__,       \
                                  cudaSurfaceBoundaryMode Mode =               \
                                      cudaBoundaryModeTrap);                   \
  template <typename T>                                                        \
  BANKLINT_DEVICE void Name##write(T, cudaSurfaceObject_t, __VA_ARGS__,        \
                                   cudaSurfaceBoundaryMode Mode =              \
                                       cudaBoundaryModeTrap);
#define BANKLINT_SURFACE(Name, ...)                                            \
  BANKLINT_SURFACE_OBJECT(Name, __VA_ARGS__)                                   \
  template <typename T, int Type>                                              \
  BANKLINT_DEVICE T Name##read(surface<void, Type>, __VA_ARGS__,               \
                               cudaSurfaceBoundaryMode Mode =                  \
                                   cudaBoundaryModeTrap);                      \
  template <typename T, int Type>                                              \
  BANKLINT_DEVICE void Name##write(T, surface<void, Type>, __VA_ARGS__,        \
                                   cudaSurfaceBoundaryMode Mode =              \
                                       cudaBoundaryModeTrap);
BANKLINT_SURFACE(surf1D, int)
BANKLINT_SURFACE(surf2D, int, int)
BANKLINT_SURFACE(surf3D, int, int, int)
BANKLINT_SURFACE_OBJECT(surf2DLayered, int, int, int)
BANKLINT_SURFACE_OBJECT(surfCubemap, int, int, int)
#undef BANKLINT_SURFACE
#undef BANKLINT_SURFACE_OBJECT

#endif // BANKLINT_TEXTURE_H
