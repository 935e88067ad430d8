//===- Architecture.cpp - What a CUDA architecture does -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shared-memory sizes of sm_60 and later are those of libcu++'s
// cuda/__device/arch_traits.h (NVIDIA/cccl), which states the programming
// guide's table as code. Parts that it does not list have a sentence of their
// own. What a multiprocessor holds is the programming guide's table "Technical
// Specifications per Compute Capability", which arch_traits repeats for the
// parts that it lists except the 24 blocks of sm_120; the granules of shared
// memory are those of the toolkit's cuda_occupancy.h. ldmatrix, stmatrix and
// cp.async exist from sm_75, sm_90 and sm_80 on (PTX ISA, target notes of each
// instruction). That floating-point adds to shared memory are loops was seen on
// sm_90 only.
//
//===----------------------------------------------------------------------===//

#include "banklint/Hardware/Architecture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

static constexpr llvm::StringRef MaxwellSource =
    "banks and the 48 KiB of a block from the CUDA C++ programming guide "
    "(compute capability 5.x); access rules assumed as measured on sm_90";
static constexpr llvm::StringRef AssumedSource =
    "banks from the CUDA C++ programming guide, block sizes from libcu++ "
    "arch_traits; access rules assumed as measured on sm_90";
static constexpr llvm::StringRef XavierSource =
    "banks from the CUDA C++ programming guide; 48 KiB is what every part "
    "offers, a larger opt-in size was not confirmed; access rules assumed as "
    "measured on sm_90";
static constexpr llvm::StringRef MeasuredSource =
    "access rules measured on an H200 with hardware counters (CUDA 13.0, "
    "Nsight Compute 2025.3); block sizes from libcu++ arch_traits";
static constexpr llvm::StringRef ThorSource =
    "named sm_110 since CUDA 13.0, whose libcu++ arch_traits row is sm_100's; "
    "banks from the CUDA C++ programming guide; access rules assumed as "
    "measured on sm_90";

static constexpr unsigned KiB = 1024;

// Bytes of shared memory, reserved bytes, granule; blocks, threads.
static constexpr Residency Of64KiB = {64 * KiB, 0, 256, 32, 2048};
static constexpr Residency Of96KiB = {96 * KiB, 0, 256, 32, 2048};
static constexpr Residency OfTuring = {64 * KiB, 0, 256, 16, 1024};
static constexpr Residency OfA100 = {164 * KiB, 1 * KiB, 128, 32, 2048};
static constexpr Residency OfAmpere = {100 * KiB, 1 * KiB, 128, 16, 1536};
static constexpr Residency OfOrin = {164 * KiB, 1 * KiB, 128, 16, 1536};
static constexpr Residency OfAda = {100 * KiB, 1 * KiB, 128, 24, 1536};
static constexpr Residency OfHopper = {228 * KiB, 1 * KiB, 128, 32, 2048};
static constexpr Residency NotKnown = {};

// Matrix load, matrix store, asynchronous copy, atomic loops; static and opt-in
// bytes; what a multiprocessor holds.
static constexpr Architecture Table[] = {
    {"sm_50", 32, 4, false, false, false, true, 48 * KiB, 48 * KiB, Of64KiB,
     Evidence::Assumed, MaxwellSource},
    {"sm_52", 32, 4, false, false, false, true, 48 * KiB, 48 * KiB, Of96KiB,
     Evidence::Assumed, MaxwellSource},
    {"sm_53", 32, 4, false, false, false, true, 48 * KiB, 48 * KiB, Of64KiB,
     Evidence::Assumed, MaxwellSource},
    {"sm_60", 32, 4, false, false, false, true, 48 * KiB, 48 * KiB, Of64KiB,
     Evidence::Assumed, AssumedSource},
    {"sm_61", 32, 4, false, false, false, true, 48 * KiB, 48 * KiB, Of96KiB,
     Evidence::Assumed, AssumedSource},
    {"sm_62", 32, 4, false, false, false, true, 48 * KiB, 48 * KiB, Of64KiB,
     Evidence::Assumed, AssumedSource},
    {"sm_70", 32, 4, false, false, false, true, 48 * KiB, 96 * KiB, Of96KiB,
     Evidence::Assumed, AssumedSource},
    {"sm_72", 32, 4, false, false, false, true, 48 * KiB, 48 * KiB, Of96KiB,
     Evidence::Assumed, XavierSource},
    {"sm_75", 32, 4, true, false, false, true, 48 * KiB, 64 * KiB, OfTuring,
     Evidence::Assumed, AssumedSource},
    {"sm_80", 32, 4, true, false, true, true, 48 * KiB, 163 * KiB, OfA100,
     Evidence::Assumed, AssumedSource},
    {"sm_86", 32, 4, true, false, true, true, 48 * KiB, 99 * KiB, OfAmpere,
     Evidence::Assumed, AssumedSource},
    {"sm_87", 32, 4, true, false, true, true, 48 * KiB, 163 * KiB, OfOrin,
     Evidence::Assumed, AssumedSource},
    {"sm_88", 32, 4, true, false, true, true, 48 * KiB, 99 * KiB, NotKnown,
     Evidence::Assumed, AssumedSource},
    {"sm_89", 32, 4, true, false, true, true, 48 * KiB, 99 * KiB, OfAda,
     Evidence::Assumed, AssumedSource},
    {"sm_90", 32, 4, true, true, true, true, 48 * KiB, 227 * KiB, OfHopper,
     Evidence::Measured, MeasuredSource},
    {"sm_100", 32, 4, true, true, true, true, 48 * KiB, 227 * KiB, OfHopper,
     Evidence::Assumed, AssumedSource},
    {"sm_101", 32, 4, true, true, true, true, 48 * KiB, 227 * KiB, OfHopper,
     Evidence::Assumed, ThorSource},
    {"sm_103", 32, 4, true, true, true, true, 48 * KiB, 227 * KiB, OfHopper,
     Evidence::Assumed, AssumedSource},
    {"sm_110", 32, 4, true, true, true, true, 48 * KiB, 227 * KiB, OfHopper,
     Evidence::Assumed, AssumedSource},
    {"sm_120", 32, 4, true, true, true, true, 48 * KiB, 99 * KiB, OfAda,
     Evidence::Assumed, AssumedSource},
    {"sm_121", 32, 4, true, true, true, true, 48 * KiB, 99 * KiB, OfAda,
     Evidence::Assumed, AssumedSource},
};

llvm::StringRef banklint::defaultArchitectureName() { return "sm_90"; }

llvm::ArrayRef<Architecture> banklint::allArchitectures() { return Table; }

const Architecture *banklint::findArchitecture(llvm::StringRef Name) {
  if (!Name.consume_front("sm_") && !Name.consume_front("compute_"))
    return nullptr;
  if (!Name.consume_back("a"))
    Name.consume_back("f");
  const auto *Row = llvm::find_if(Table, [&](const Architecture &Arch) {
    return Arch.Name.drop_front(llvm::StringRef("sm_").size()) == Name;
  });
  return Row == std::end(Table) ? nullptr : Row;
}

std::optional<unsigned> banklint::residentBlocks(const Architecture &Arch,
                                                 uint64_t Threads,
                                                 uint64_t SharedBytes) {
  const Residency &Limits = Arch.Multiprocessor;
  if (Limits.SharedBytes == 0)
    return std::nullopt;
  uint64_t Share =
      llvm::alignTo(SharedBytes + Limits.ReservedBytes, Limits.GranuleBytes);
  // Threads come in warps.
  uint64_t Blocks = std::min<uint64_t>(
      Limits.Blocks, Limits.Threads / llvm::alignTo(Threads, 32));
  if (SharedBytes != 0)
    Blocks = std::min<uint64_t>(Blocks, Limits.SharedBytes / Share);
  return unsigned(Blocks);
}
