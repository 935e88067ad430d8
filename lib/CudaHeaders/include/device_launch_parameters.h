//===- device_launch_parameters.h - Part of the core ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DEVICE_LAUNCH_PARAMETERS_H
#define BANKLINT_DEVICE_LAUNCH_PARAMETERS_H
#include "banklint_cuda.h"
#endif // BANKLINT_DEVICE_LAUNCH_PARAMETERS_H
