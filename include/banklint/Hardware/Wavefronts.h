//===- Wavefronts.h - What one request costs --------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Terms: a *request* is one warp's execution of one shared-memory instruction.
// Shared memory serves it in *wavefronts*, passes of its data stage. A *word*
// is what one bank serves at once (byte address / BankBytes), its *bank* is
// word % BankCount. Wide accesses are split by lane number into *phases* (half
// warps for 8 bytes, quarter warps for 16) that are served one after another;
// loads whose lanes read the same addresses in pairs have phases twice as
// large.
//
// The rules are those measured on an H200; see docs/hardware-model.md, which
// gives the formula of each operation. Properties that callers may rely on,
// each checked by a test: wavefronts never fall when a lane is added; adding
// the same multiple of Bytes and BankBytes to every address, or combining every
// word number with the same constant by exclusive or (alignment permitting),
// changes no result; wavefronts are never below the ideal; a request without
// an active lane costs nothing, exactly.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_HARDWARE_WAVEFRONTS_H
#define BANKLINT_HARDWARE_WAVEFRONTS_H

#include "banklint/Hardware/Architecture.h"
#include "banklint/Support/LaneMask.h"
#include "banklint/Support/MemoryOperation.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace banklint {

/// A byte address of each lane; entries of inactive lanes mean nothing.
using LaneAddresses = std::array<uint64_t, WarpSize>;

/// One warp's execution of one shared-memory instruction. The compiler is
/// assumed to know that the address is in shared memory: loads through a
/// generic pointer were measured to cost more, so that their wavefronts are
/// lower bounds.
struct WarpRequest {
  MemoryOperation Op = MemoryOperation::Load;
  /// Bytes per lane: 1, 2, 4, 8 or 16; 16 for matrix operations (one row).
  unsigned Bytes = 4;
  /// Matrix operations of N matrices read the addresses of the lanes below
  /// 8 * N only.
  LaneMask Active;
  /// Byte addresses in the shared window, each a multiple of Bytes. Only
  /// differences and the value modulo BankCount * BankBytes matter.
  LaneAddresses Address{};
  /// Asynchronous copies only, ignored by others: byte addresses of the global
  /// source, each a multiple of Bytes. Without them the source of an AsyncCopy
  /// is assumed to be contiguous from the start of a 128-byte line (lane i
  /// reads base + i * Bytes), and the cost of an AsyncCopyBypass is not known.
  std::optional<LaneAddresses> Source;
};

/// How far the wavefronts of a request are known, on an architecture whose
/// rules were measured; Architecture::Proof says whether they were.
enum class CostKind {
  /// Equal to the hardware's counter.
  Exact,
  /// Equal to the counter while no other warp writes to the words; if one does,
  /// the counter may show more. For atomics that are loops and have lanes that
  /// wait for others; without those, each iteration that a race adds costs no
  /// more than its ideal.
  ExactAlone,
  /// Never more than the counter: AsyncCopy with a Source that is not
  /// contiguous from the start of a line, AsyncCopyBypass with lanes that read
  /// one place and write to different ones, matrix operations without all of
  /// their lanes, AtomicWideAdd with a word in both half-warps and
  /// AtomicHalfAdd with a word in two lanes (adding zero saves iterations).
  LowerBound,
  /// The hardware's cost follows no known rule; the numbers are zero.
  Unknown,
};

struct RequestCost {
  CostKind Kind = CostKind::Exact;
  /// Passes of the data stage. For atomics that are loops: those of all
  /// iterations together, when one warp runs the loop alone; the loop's plain
  /// loads are AtomicLoopLoad's.
  unsigned Wavefronts = 0;
  /// What the same lanes and width cost without a conflict: the phases with an
  /// active lane, each counted once (twice for compare-and-swap and its loops;
  /// AtomicLoopLoad: once in each iteration). AsyncCopyBypass: what copying
  /// the same source to the same places of other lines costs.
  unsigned Ideal = 0;
  /// The most words (atomics and AsyncCopy: accesses) that one bank of shared
  /// memory serves in one phase. AsyncCopyBypass: the most wavefronts that one
  /// 128-byte line of the source takes.
  unsigned Ways = 0;
  /// AtomicLoopLoad: the wavefronts of an iteration of all lanes, if each bank
  /// has one word for all of them; then no iteration has a conflict, whichever
  /// lanes it has and however often others make it repeat. Else 0.
  unsigned CleanRound = 0;

  bool conflicts() const { return Wavefronts > Ideal; }
  /// Wavefronts that the conflict costs.
  unsigned excess() const { return Wavefronts - Ideal; }
};

/// True if \p Arch can execute \p Op with \p Bytes per lane at all.
bool isSupported(const Architecture &Arch, MemoryOperation Op, unsigned Bytes);

/// True if \p Op is a loop on \p Arch, which repeats while other warps write to
/// the same words.
bool isLoop(const Architecture &Arch, MemoryOperation Op);

/// The active lanes whose addresses \p Request reads: all but in matrix
/// operations.
LaneMask addressingLanes(const WarpRequest &Request);

/// True if the address of each active lane that matters is a multiple of
/// Bytes, and its source's.
bool isAligned(const WarpRequest &Request);

/// The cost of \p Request. Requires isSupported and isAligned. Constant time,
/// no memory allocation.
RequestCost costOf(const Architecture &Arch, const WarpRequest &Request);

/// The cost of an AsyncCopyBypass with a Source and all active lanes, but for
/// Wavefronts and Ways, which are the most if any lanes may be missing: fewer
/// lanes can cost more.
RequestCost costOfSomeLanes(const Architecture &Arch,
                            const WarpRequest &Request);

/// One word that a bank serves for some lanes of a phase.
struct BankWord {
  /// Byte address / BankBytes.
  uint64_t Word;
  LaneMask Lanes;
};

/// What each bank does in one phase of a request; Banks[b] is in the order of
/// the lowest lane.
struct BankMap {
  LaneMask Lanes;
  std::vector<llvm::SmallVector<BankWord, 2>> Banks;
  /// The bank with the most words (atomics and AsyncCopy: lanes), the lowest
  /// such.
  unsigned WorstBank = 0;
};

/// The phases of \p Request as they are served, without empty ones. The
/// wavefronts of a load or store are the sum over the phases of the most words
/// in one bank. Empty for AsyncCopyBypass, whose phases are not known.
std::vector<BankMap> bankMaps(const Architecture &Arch,
                              const WarpRequest &Request);

} // namespace banklint

#endif // BANKLINT_HARDWARE_WAVEFRONTS_H
