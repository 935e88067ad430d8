//===- host_defines.h - Part of the core ------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_HOST_DEFINES_H
#define BANKLINT_HOST_DEFINES_H
#include "banklint_cuda.h"
#endif // BANKLINT_HOST_DEFINES_H
