//===- memory.h - Cache hints and address spaces ----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All but the conversions of address spaces refer to global memory.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_MEMORY_H
#define BANKLINT_MEMORY_H
#include "attributes.h"
#include "cache_hints.h"

template <typename __T> BANKLINT_DEVICE __T __ldg(const __T *);

BANKLINT_DEVICE unsigned int __isGlobal(const void *);
BANKLINT_DEVICE unsigned int __isShared(const void *);
BANKLINT_DEVICE unsigned int __isConstant(const void *);
BANKLINT_DEVICE unsigned int __isLocal(const void *);
BANKLINT_DEVICE unsigned int __isGridConstant(const void *);
BANKLINT_DEVICE size_t __cvta_generic_to_global(const void *);
BANKLINT_DEVICE size_t __cvta_generic_to_shared(const void *);
BANKLINT_DEVICE size_t __cvta_generic_to_constant(const void *);
BANKLINT_DEVICE size_t __cvta_generic_to_local(const void *);
BANKLINT_DEVICE size_t __cvta_generic_to_grid_constant(const void *);
BANKLINT_DEVICE void *__cvta_global_to_generic(size_t);
BANKLINT_DEVICE void *__cvta_shared_to_generic(size_t);
BANKLINT_DEVICE void *__cvta_constant_to_generic(size_t);
BANKLINT_DEVICE void *__cvta_local_to_generic(size_t);
BANKLINT_DEVICE void *__cvta_grid_constant_to_generic(size_t);

#endif // BANKLINT_MEMORY_H
