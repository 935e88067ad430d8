//===- cuda_gl_interop.h - Buffers and textures of OpenGL -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpenGL's handles are unsigned int.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_GL_INTEROP_H
#define BANKLINT_CUDA_GL_INTEROP_H
#include "cuda_runtime.h"

enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1,
  cudaGLDeviceListCurrentFrame = 2,
  cudaGLDeviceListNextFrame = 3
};
extern "C" {
cudaError_t cudaGLGetDevices(unsigned int *, int *, unsigned int,
                             cudaGLDeviceList);
cudaError_t cudaGLSetGLDevice(int);
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *, unsigned int,
                                         unsigned int);
cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t *, unsigned int,
                                        unsigned int, unsigned int);
cudaError_t cudaGLRegisterBufferObject(unsigned int);
cudaError_t cudaGLUnregisterBufferObject(unsigned int);
cudaError_t cudaGLMapBufferObject(void **, unsigned int);
cudaError_t cudaGLUnmapBufferObject(unsigned int);
}

#endif // BANKLINT_CUDA_GL_INTEROP_H
