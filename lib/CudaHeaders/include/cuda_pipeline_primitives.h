//===- cuda_pipeline_primitives.h - Copies to shared memory -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Size is 4, 8 or 16 bytes. The last Zeros bytes are filled with zero.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CUDA_PIPELINE_PRIMITIVES_H
#define BANKLINT_CUDA_PIPELINE_PRIMITIVES_H
#include "banklint_cuda.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
BANKLINT_DEVICE void __pipeline_memcpy_async(void *__restrict __Shared,
                                             const void *__restrict __Global,
                                             size_t __Size, size_t __Zeros = 0);
BANKLINT_DEVICE void __pipeline_commit();
BANKLINT_DEVICE void __pipeline_wait_prior(size_t __Count);
BANKLINT_DEVICE void __pipeline_arrive_on(__mbarrier_t *);

BANKLINT_DEVICE unsigned int __mbarrier_maximum_count();
BANKLINT_DEVICE void __mbarrier_init(__mbarrier_t *, unsigned int __Count);
BANKLINT_DEVICE void __mbarrier_inval(__mbarrier_t *);
BANKLINT_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *);
BANKLINT_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *);
BANKLINT_DEVICE bool __mbarrier_test_wait(__mbarrier_t *, __mbarrier_token_t);
BANKLINT_DEVICE unsigned int __mbarrier_token_pending_count(__mbarrier_token_t);

#endif // BANKLINT_CUDA_PIPELINE_PRIMITIVES_H
