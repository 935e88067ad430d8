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
template <typename __T, int __Type = cudaTextureType1D,
          cudaTextureReadMode __Mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : public textureReference {};
template <typename __T, int __Type = 1>
struct __device_builtin_surface_type__ surface : public surfaceReference {};

// The element of a texture that normalises is a vector of float.
namespace banklint {
template <typename __T> struct __Normalized {
  typedef float __Type;
};
#define BANKLINT_NORMALIZED(__Name)                                            \
  template <> struct __Normalized<__Name##2> {                                 \
    typedef float2 __Type;                                                     \
  };                                                                           \
  template <> struct __Normalized<__Name##4> {                                 \
    typedef float4 __Type;                                                     \
  };
BANKLINT_NORMALIZED(char)
BANKLINT_NORMALIZED(uchar)
BANKLINT_NORMALIZED(short)
BANKLINT_NORMALIZED(ushort)
#undef BANKLINT_NORMALIZED
template <typename __T, cudaTextureReadMode __Mode> struct __Fetched {
  typedef __T __Type;
};
template <typename __T> struct __Fetched<__T, cudaReadModeNormalizedFloat> {
  typedef typename __Normalized<__T>::__Type __Type;
};
} // namespace banklint

#define BANKLINT_FETCH_OBJECT(__Name, ...)                                     \
  template <typename __T>                                                      \
  BANKLINT_DEVICE __T __Name(cudaTextureObject_t, __VA_ARGS__);                \
  template <typename __T>                                                      \
  BANKLINT_DEVICE void __Name(__T *, cudaTextureObject_t, __VA_ARGS__);
#define BANKLINT_FETCH(__Name, ...)                                            \
  BANKLINT_FETCH_OBJECT(__Name, __VA_ARGS__)                                   \
  template <typename __T, int __Type, cudaTextureReadMode __Mode>              \
  BANKLINT_DEVICE typename banklint::__Fetched<__T, __Mode>::__Type __Name(    \
      texture<__T, __Type, __Mode>, __VA_ARGS__);
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
template <typename __T>
BANKLINT_DEVICE __T tex2Dgather(cudaTextureObject_t, float, float,
                                int __Component = 0);

// The first coordinate of a surface is in bytes.
#define BANKLINT_SURFACE_OBJECT(__Name, ...)                                   \
  template <typename __T>                                                      \
  BANKLINT_DEVICE __T __Name##read(cudaSurfaceObject_t, __VA_ARGS__,           \
                                   cudaSurfaceBoundaryMode __Mode =            \
                                       cudaBoundaryModeTrap);                  \
  template <typename __T>                                                      \
  BANKLINT_DEVICE void __Name##read(__T *, cudaSurfaceObject_t, __VA_ARGS__,   \
                                    cudaSurfaceBoundaryMode __Mode =           \
                                        cudaBoundaryModeTrap);                 \
  template <typename __T>                                                      \
  BANKLINT_DEVICE void __Name##write(__T, cudaSurfaceObject_t, __VA_ARGS__,    \
                                     cudaSurfaceBoundaryMode __Mode =          \
                                         cudaBoundaryModeTrap);
#define BANKLINT_SURFACE(__Name, ...)                                          \
  BANKLINT_SURFACE_OBJECT(__Name, __VA_ARGS__)                                 \
  template <typename __T, int __Type>                                          \
  BANKLINT_DEVICE __T __Name##read(surface<void, __Type>, __VA_ARGS__,         \
                                   cudaSurfaceBoundaryMode __Mode =            \
                                       cudaBoundaryModeTrap);                  \
  template <typename __T, int __Type>                                          \
  BANKLINT_DEVICE void __Name##write(__T, surface<void, __Type>, __VA_ARGS__,  \
                                     cudaSurfaceBoundaryMode __Mode =          \
                                         cudaBoundaryModeTrap);
BANKLINT_SURFACE(surf1D, int)
BANKLINT_SURFACE(surf2D, int, int)
BANKLINT_SURFACE(surf3D, int, int, int)
BANKLINT_SURFACE_OBJECT(surf2DLayered, int, int, int)
BANKLINT_SURFACE_OBJECT(surfCubemap, int, int, int)
#undef BANKLINT_SURFACE
#undef BANKLINT_SURFACE_OBJECT

#endif // BANKLINT_TEXTURE_H
