//===- cudaGL.h - Driver API and OpenGL -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDAGL_H
#define BANKLINT_CUDAGL_H
#include "cuda.h"
#include "cuda_gl_interop.h"
#endif // BANKLINT_CUDAGL_H
