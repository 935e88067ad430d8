//===- cusparse_v2.h - Sparse linear algebra --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUSPARSE_V2_H
#define BANKLINT_CUSPARSE_V2_H
#include "cusparse.h"
#endif // BANKLINT_CUSPARSE_V2_H
