//===- Runtime.h - What instrumented kernels call ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls that InstrumentPass.cpp inserts and those that the CUDA header in
// cuda/ makes. They have C linkage and plain types only: the program is
// compiled by clang++, the runtime by the compiler of the project.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_ORACLE_RUNTIME_H
#define BANKLINT_TEST_ORACLE_RUNTIME_H

#include "Instrument.h"
#include <cstddef>

/// As dim3 and uint3 of CUDA.
struct OracleIndex {
  unsigned x, y, z;
};

extern "C" {

// Called by inserted code.
void oracle_register(const oracle::Site *Sites, const oracle::Array *Arrays,
                     uint32_t ArrayCount);
void oracle_register_entries(void (*const *Entries)(), uint32_t Count);
void oracle_access(const char *Address, uint64_t Bytes, uint32_t Alignment,
                   uint32_t Kind, uint32_t Site, const uint32_t *Rounds,
                   uint32_t Depth);
uint32_t oracle_enter(uint32_t Site, const uint32_t *Rounds, uint32_t Depth);
void oracle_leave(uint32_t Before);
void oracle_kernel(const char *Name, uint32_t Line);

// Called by the CUDA header.
extern OracleIndex oracle_threadIdx, oracle_blockIdx, oracle_blockDim,
    oracle_gridDim;
/// Runs \p Thread(\p Data) for every thread of the grid.
void oracle_launch(OracleIndex Grid, OracleIndex Block, size_t DynamicBytes,
                   void (*Thread)(void *), void *Data);
/// Waits for all threads of the block; the sum of their values.
long oracle_barrier(long Value);
/// Waits for the lanes of \p Mask that still run; returns the \p Bytes long
/// values that the 32 lanes gave, 16 bytes apart.
const void *oracle_exchange(uint32_t Mask, const void *Value, size_t Bytes);
/// The lanes whose value was given in the exchange that just ended.
uint32_t oracle_present();
/// Records an atomic of one of these kinds at the place that called the header.
enum OracleAtomic { IntAdd, Inc, Other, Cas, FloatAdd, WideAdd };
void oracle_atomic(const volatile void *Address, size_t Bytes, int Kind);
/// Memory for pointers that nobody gave: small numbers without pattern.
void *oracle_scratch();
/// A small number that nobody can foretell.
uint64_t oracle_unknown();
}

#endif // BANKLINT_TEST_ORACLE_RUNTIME_H
