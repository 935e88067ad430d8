//===- texture_indirect_functions.h - Textures and surfaces -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEXTURE_INDIRECT_FUNCTIONS_H
#define BANKLINT_TEXTURE_INDIRECT_FUNCTIONS_H
#include "banklint/runtime_arrays.h"
#include "banklint_cuda.h"
#endif // BANKLINT_TEXTURE_INDIRECT_FUNCTIONS_H
