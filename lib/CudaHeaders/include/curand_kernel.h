//===- curand_kernel.h - Random numbers on the device -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// States are opaque here; what counts is how much shared memory an array of
// them takes.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CURAND_KERNEL_H
#define BANKLINT_CURAND_KERNEL_H
#include "curand.h"

#define BANKLINT_STATE(__Name, __Bytes, __Align)                               \
  struct __align__(__Align) __Name {                                           \
  private:                                                                     \
    unsigned int __Words[__Bytes / 4];                                         \
  };                                                                           \
  typedef struct __Name __Name##_t;
BANKLINT_STATE(curandStateXORWOW, 48, 8)
BANKLINT_STATE(curandStatePhilox4_32_10, 64, 16)
BANKLINT_STATE(curandStateMRG32k3a, 48, 8)
BANKLINT_STATE(curandStateSobol32, 140, 4)
BANKLINT_STATE(curandStateScrambledSobol32, 140, 4)
BANKLINT_STATE(curandStateSobol64, 536, 8)
BANKLINT_STATE(curandStateScrambledSobol64, 536, 8)
#undef BANKLINT_STATE
typedef struct curandStateXORWOW curandState;
typedef struct curandStateXORWOW curandState_t;

#define BANKLINT_SEEDED(__State)                                               \
  BANKLINT_DEVICE void curand_init(unsigned long long __Seed,                  \
                                   unsigned long long __Sequence,              \
                                   unsigned long long __Offset, __State *);    \
  BANKLINT_DEVICE void skipahead_sequence(unsigned long long, __State *);
BANKLINT_SEEDED(curandStateXORWOW)
BANKLINT_SEEDED(curandStatePhilox4_32_10)
BANKLINT_SEEDED(curandStateMRG32k3a)
#undef BANKLINT_SEEDED
BANKLINT_DEVICE void curand_init(unsigned int *, unsigned int,
                                 curandStateSobol32 *);
BANKLINT_DEVICE void curand_init(unsigned int *, unsigned int, unsigned int,
                                 curandStateScrambledSobol32 *);
BANKLINT_DEVICE void curand_init(unsigned long long *, unsigned int,
                                 curandStateSobol64 *);
BANKLINT_DEVICE void curand_init(unsigned long long *, unsigned long long,
                                 unsigned int, curandStateScrambledSobol64 *);

#define BANKLINT_GENERATOR(__State, __Word, __Skip)                            \
  BANKLINT_DEVICE __Word curand(__State *);                                    \
  BANKLINT_DEVICE float curand_uniform(__State *);                             \
  BANKLINT_DEVICE double curand_uniform_double(__State *);                     \
  BANKLINT_DEVICE float curand_normal(__State *);                              \
  BANKLINT_DEVICE double curand_normal_double(__State *);                      \
  BANKLINT_DEVICE float curand_log_normal(__State *, float __Mean,             \
                                          float __Dev);                        \
  BANKLINT_DEVICE double curand_log_normal_double(__State *, double __Mean,    \
                                                  double __Dev);               \
  BANKLINT_DEVICE unsigned int curand_poisson(__State *, double __Lambda);     \
  BANKLINT_DEVICE void skipahead(__Skip, __State *);
BANKLINT_GENERATOR(curandStateXORWOW, unsigned int, unsigned long long)
BANKLINT_GENERATOR(curandStatePhilox4_32_10, unsigned int, unsigned long long)
BANKLINT_GENERATOR(curandStateMRG32k3a, unsigned int, unsigned long long)
BANKLINT_GENERATOR(curandStateSobol32, unsigned int, unsigned int)
BANKLINT_GENERATOR(curandStateScrambledSobol32, unsigned int, unsigned int)
BANKLINT_GENERATOR(curandStateSobol64, unsigned long long, unsigned int)
BANKLINT_GENERATOR(curandStateScrambledSobol64, unsigned long long,
                   unsigned int)
#undef BANKLINT_GENERATOR
#define BANKLINT_PAIRS(__State)                                                \
  BANKLINT_DEVICE float2 curand_normal2(__State *);                            \
  BANKLINT_DEVICE double2 curand_normal2_double(__State *);                    \
  BANKLINT_DEVICE float2 curand_log_normal2(__State *, float __Mean,           \
                                            float __Dev);
BANKLINT_PAIRS(curandStateXORWOW)
BANKLINT_PAIRS(curandStatePhilox4_32_10)
BANKLINT_PAIRS(curandStateMRG32k3a)
#undef BANKLINT_PAIRS
BANKLINT_DEVICE uint4 curand4(curandStatePhilox4_32_10 *);
BANKLINT_DEVICE float4 curand_uniform4(curandStatePhilox4_32_10 *);
BANKLINT_DEVICE double2 curand_uniform2_double(curandStatePhilox4_32_10 *);
BANKLINT_DEVICE float4 curand_normal4(curandStatePhilox4_32_10 *);
BANKLINT_DEVICE float4 curand_log_normal4(curandStatePhilox4_32_10 *,
                                          float __Mean, float __Dev);

#endif // BANKLINT_CURAND_KERNEL_H
