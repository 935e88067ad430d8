//===- Wavefronts.cpp - What one request costs ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every rule has the same shape:
//
//   wavefronts = Repeats * sum over the parts P of
//                  words(P)   if lanes on one word share it
//                  hits(P)    if they do not
//
//   words(P) = the most distinct words that P touches in one bank
//   hits(P)  = the most accesses that P makes to one bank
//
// An unjoined part has as many lanes as fill every bank once. Loads whose
// lanes pair up are served two parts at a time. What an operation contributes
// is one row of ruleOf.
//
// Counting does not look at words but at *slots*, the aligned piece of memory
// that one lane touches: max(Bytes, BankBytes) bytes. Since accesses are
// aligned, two slots are equal or share no word, and a slot belongs to one of
// BankCount * BankBytes / SlotBytes classes, each with banks of its own. So
// the words in a bank are the slots in its class, and each lane is counted
// once however wide it is.
//
//===----------------------------------------------------------------------===//

#include "banklint/Hardware/Wavefronts.h"
#include "AtomicLoops.h"
#include "BypassCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cassert>

using namespace banklint;

namespace {

/// What distinguishes an operation for shared memory.
struct OperationRule {
  /// Lanes on one word are served one by one.
  bool CountsAccesses = false;
  /// Lanes that pair up let two parts be served as one.
  bool JoinsPairs = false;
  /// Times that the hardware makes all passes.
  unsigned Repeats = 1;
  /// Passes in front of them, whatever the addresses.
  unsigned Extra = 0;
  /// Matrices moved by a matrix operation, which takes one row address from
  /// each of eight lanes a matrix; 0 for other operations.
  unsigned Matrices = 0;

  LaneMask addressLanes() const {
    return Matrices ? LaneMask::first(8 * Matrices) : LaneMask::all();
  }
};

/// How bytes map to slots, and slots to classes of banks.
struct SlotGeometry {
  unsigned Shift;
  unsigned ClassCount;

  SlotGeometry(const Architecture &Arch, unsigned Bytes) {
    unsigned SlotBytes = std::max(Bytes, Arch.BankBytes);
    Shift = llvm::countr_zero(SlotBytes);
    ClassCount = Arch.BankCount * Arch.BankBytes / SlotBytes;
    assert(ClassCount <= WarpSize && llvm::has_single_bit(ClassCount) &&
           llvm::has_single_bit(SlotBytes) && "counters would overflow");
  }
  uint64_t slotOf(uint64_t Address) const { return Address >> Shift; }
  unsigned classOf(uint64_t Slot) const { return Slot & (ClassCount - 1); }
};

/// The active lanes that matter, and how many lane numbers a part spans.
struct Partition {
  LaneMask Lanes;
  unsigned LanesPerPart;
};

} // namespace

static OperationRule ruleOf(MemoryOperation Op) {
  OperationRule Rule;
  switch (Op) {
  case MemoryOperation::Load:
  case MemoryOperation::AtomicLoopLoad:
    Rule.JoinsPairs = true;
    break;
  case MemoryOperation::Store:
  case MemoryOperation::AtomicCount:
    break;
  case MemoryOperation::Atomic:
  case MemoryOperation::AsyncCopy:
  case MemoryOperation::AsyncCopyBypass:
    Rule.CountsAccesses = true;
    break;
  case MemoryOperation::AtomicCas:
  case MemoryOperation::AtomicFloatAdd:
  case MemoryOperation::AtomicWideAdd:
  case MemoryOperation::AtomicHalfAdd:
    Rule.CountsAccesses = true;
    Rule.Repeats = 2;
    break;
  case MemoryOperation::AtomicPackedAdd:
    // The instruction for global memory is tried first.
    Rule.CountsAccesses = true;
    Rule.Repeats = 2;
    Rule.Extra = 1;
    break;
  case MemoryOperation::MatrixLoad1:
  case MemoryOperation::MatrixStore1:
    Rule.Matrices = 1;
    break;
  case MemoryOperation::MatrixLoad2:
  case MemoryOperation::MatrixStore2:
    Rule.Matrices = 2;
    break;
  case MemoryOperation::MatrixLoad4:
  case MemoryOperation::MatrixStore4:
    Rule.Matrices = 4;
    break;
  }
  return Rule;
}

bool banklint::isSupported(const Architecture &Arch, MemoryOperation Op,
                           unsigned Bytes) {
  switch (Op) {
  case MemoryOperation::Load:
  case MemoryOperation::Store:
    return llvm::is_contained({1u, 2u, 4u, 8u, 16u}, Bytes);
  case MemoryOperation::Atomic:
  case MemoryOperation::AtomicCas:
    return Bytes == 4 || Bytes == 8;
  case MemoryOperation::AtomicLoopLoad:
    return Arch.HasAtomicLoops && (Bytes == 4 || Bytes == 8);
  case MemoryOperation::AtomicCount:
  case MemoryOperation::AtomicFloatAdd:
  case MemoryOperation::AtomicPackedAdd:
    return Bytes == 4;
  case MemoryOperation::AtomicWideAdd:
    return Bytes == 8;
  case MemoryOperation::AtomicHalfAdd:
    return Bytes == 2;
  case MemoryOperation::MatrixLoad1:
  case MemoryOperation::MatrixLoad2:
  case MemoryOperation::MatrixLoad4:
    return Arch.HasMatrixLoad && Bytes == 16;
  case MemoryOperation::MatrixStore1:
  case MemoryOperation::MatrixStore2:
  case MemoryOperation::MatrixStore4:
    return Arch.HasMatrixStore && Bytes == 16;
  case MemoryOperation::AsyncCopy:
    return Arch.HasAsyncCopy && (Bytes == 4 || Bytes == 8 || Bytes == 16);
  case MemoryOperation::AsyncCopyBypass:
    return Arch.HasAsyncCopy && Bytes == 16;
  }
  llvm_unreachable("covered switch");
}

bool banklint::isLoop(const Architecture &Arch, MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::AtomicFloatAdd:
  case MemoryOperation::AtomicWideAdd:
  case MemoryOperation::AtomicPackedAdd:
  case MemoryOperation::AtomicHalfAdd:
  case MemoryOperation::AtomicLoopLoad:
    return Arch.HasAtomicLoops;
  default:
    return false;
  }
}

/// The global source that \p Request's cost depends on, or null.
static const LaneAddresses *sourceOf(const WarpRequest &Request) {
  bool Matters = Request.Op == MemoryOperation::AsyncCopy ||
                 Request.Op == MemoryOperation::AsyncCopyBypass;
  return Matters && Request.Source ? &*Request.Source : nullptr;
}

LaneMask banklint::addressingLanes(const WarpRequest &Request) {
  return Request.Active & ruleOf(Request.Op).addressLanes();
}

bool banklint::isAligned(const WarpRequest &Request) {
  const LaneAddresses *Source = sourceOf(Request);
  uint64_t AddressBits = 0;
  for (unsigned Lane : addressingLanes(Request))
    AddressBits |= Request.Address[Lane] | (Source ? (*Source)[Lane] : 0);
  return (AddressBits & (Request.Bytes - 1)) == 0;
}

/// True if every lane's partner, \p Distance lanes away, is inactive or has
/// the same address.
static bool pairsUp(const LaneAddresses &Address, LaneMask Lanes,
                    unsigned Distance) {
  for (unsigned Lane : Lanes)
    if (unsigned Partner = Lane ^ Distance;
        Lanes.test(Partner) && Address[Partner] != Address[Lane])
      return false;
  return true;
}

static Partition partition(const Architecture &Arch,
                           const WarpRequest &Request) {
  LaneMask Lanes = addressingLanes(Request);
  unsigned LanesPerPart = SlotGeometry(Arch, Request.Bytes).ClassCount;
  bool Joined = ruleOf(Request.Op).JoinsPairs && LanesPerPart < WarpSize &&
                (pairsUp(Request.Address, Lanes, 1) ||
                 pairsUp(Request.Address, Lanes, 2));
  return {Lanes, Joined ? 2 * LanesPerPart : LanesPerPart};
}

/// Calls \p Visit with the lanes of each part that has any.
template <typename Visitor>
static void forEachPart(const Partition &Parts, Visitor Visit) {
  LaneMask Window = LaneMask::first(Parts.LanesPerPart);
  for (unsigned First = 0; First < WarpSize; First += Parts.LanesPerPart)
    if (LaneMask Part = Parts.Lanes & LaneMask(Window.bits() << First);
        Part.any())
      Visit(Part);
}

/// hits(P).
static unsigned mostAccesses(const LaneAddresses &Address, LaneMask Part,
                             const SlotGeometry &Geometry) {
  std::array<uint8_t, WarpSize> Accesses{};
  unsigned Most = 0;
  for (unsigned Lane : Part) {
    unsigned Class = Geometry.classOf(Geometry.slotOf(Address[Lane]));
    Most = std::max<unsigned>(Most, ++Accesses[Class]);
  }
  return Most;
}

/// words(P). The slots seen lie in an open-addressing table of lanes, at most
/// half full, since comparing with each earlier slot of the class is quadratic
/// just where conflicts are worst.
static unsigned mostWords(const LaneAddresses &Address, LaneMask Part,
                          const SlotGeometry &Geometry) {
  constexpr unsigned TableBits = 6;
  constexpr uint8_t Free = WarpSize;
  static_assert(1u << TableBits >= 2 * WarpSize, "probing would be slow");
  std::array<uint8_t, 1 << TableBits> Seen;
  Seen.fill(Free);
  std::array<uint8_t, WarpSize> Words{};
  unsigned Most = 0;
  for (unsigned Lane : Part) {
    uint64_t Slot = Geometry.slotOf(Address[Lane]);
    // Fibonacci hashing: the top bits of a product with 2^64 / golden ratio.
    unsigned At = (Slot * 0x9E3779B97F4A7C15u) >> (64 - TableBits);
    while (Seen[At] != Free && Geometry.slotOf(Address[Seen[At]]) != Slot)
      At = (At + 1) % Seen.size();
    if (Seen[At] != Free)
      continue;
    Seen[At] = Lane;
    Most = std::max<unsigned>(Most, ++Words[Geometry.classOf(Slot)]);
  }
  return Most;
}

/// True if \p Source is laid out as in the measurements that the rule of
/// AsyncCopy fits exactly: contiguous, from the start of a line. Contiguous
/// sources that start within a line were seen to cost more.
static bool isContiguous(const Architecture &Arch, const WarpRequest &Request,
                         const LaneAddresses &Source) {
  unsigned First = Request.Active.lowest();
  uint64_t Base = Source[First] - uint64_t(First) * Request.Bytes;
  if (Base % (Arch.BankCount * Arch.BankBytes) != 0)
    return false;
  for (unsigned Lane : Request.Active)
    if (Source[Lane] != Base + uint64_t(Lane) * Request.Bytes)
      return false;
  return true;
}

static CostKind kindOf(const Architecture &Arch, const WarpRequest &Request) {
  if ((Request.Op == MemoryOperation::AtomicWideAdd ||
       Request.Op == MemoryOperation::AtomicHalfAdd) &&
      isLoop(Arch, Request.Op) && sharesAcrossSwaps(Arch, Request))
    return CostKind::LowerBound;
  if (const LaneAddresses *Source = sourceOf(Request))
    return isContiguous(Arch, Request, *Source) ? CostKind::Exact
                                                : CostKind::LowerBound;
  // PTX demands all lanes of a matrix operation; without some, at least the
  // rows of the others are moved.
  OperationRule Rule = ruleOf(Request.Op);
  if (Rule.Matrices && !Request.Active.contains(Rule.addressLanes()))
    return CostKind::LowerBound;
  return CostKind::Exact;
}

RequestCost banklint::costOf(const Architecture &Arch,
                             const WarpRequest &Request) {
  assert(isSupported(Arch, Request.Op, Request.Bytes) && "no such operation");
  assert(isAligned(Request) && "misaligned address");
  if (Request.Active.none())
    return {};
  if (Request.Op == MemoryOperation::AsyncCopyBypass)
    return Request.Source ? costOfBypassCopy(Arch, Request)
                          : RequestCost{CostKind::Unknown};
  if (Request.Op == MemoryOperation::AtomicLoopLoad)
    return costOfLoopLoads(Arch, Request);

  OperationRule Rule = ruleOf(Request.Op);
  SlotGeometry Geometry(Arch, Request.Bytes);
  const LaneAddresses *Source = sourceOf(Request);
  RequestCost Cost;
  Cost.Kind = kindOf(Arch, Request);
  Cost.Wavefronts = Cost.Ideal = Rule.Extra;
  forEachPart(partition(Arch, Request), [&](LaneMask Part) {
    unsigned Served = Rule.CountsAccesses
                          ? mostAccesses(Request.Address, Part, Geometry)
                          : mostWords(Request.Address, Part, Geometry);
    Cost.Ways = std::max(Cost.Ways, Served);
    // A wavefront takes at most one word from each bank of the source, too.
    unsigned Fetched = Source ? mostAccesses(*Source, Part, Geometry) : 0;
    Cost.Wavefronts += Rule.Repeats * std::max(Served, Fetched);
    Cost.Ideal += Rule.Repeats;
  });
  // Lanes that wait for others make further rounds, in which other warps may
  // come in between.
  if (isLoop(Arch, Request.Op) && Cost.conflicts() &&
      Cost.Kind == CostKind::Exact)
    Cost.Kind = CostKind::ExactAlone;
  return Cost;
}

/// How often one bank is served for \p Words.
static unsigned timesServed(llvm::ArrayRef<BankWord> Words,
                            bool CountsAccesses) {
  if (!CountsAccesses)
    return Words.size();
  unsigned Accesses = 0;
  for (const BankWord &Word : Words)
    Accesses += Word.Lanes.count();
  return Accesses;
}

static BankMap mapPart(const Architecture &Arch, const WarpRequest &Request,
                       LaneMask Part) {
  BankMap Map;
  Map.Lanes = Part;
  Map.Banks.resize(Arch.BankCount);
  unsigned WordsPerLane = std::max(Request.Bytes / Arch.BankBytes, 1u);
  for (unsigned Lane : Part)
    for (unsigned I = 0; I < WordsPerLane; ++I) {
      uint64_t Word = Request.Address[Lane] / Arch.BankBytes + I;
      auto &Bank = Map.Banks[Word % Arch.BankCount];
      auto *Known = llvm::find_if(
          Bank, [&](const BankWord &Other) { return Other.Word == Word; });
      if (Known == Bank.end())
        Known = &Bank.emplace_back(BankWord{Word, LaneMask()});
      Known->Lanes.set(Lane);
    }
  bool CountsAccesses = ruleOf(Request.Op).CountsAccesses;
  for (unsigned Bank = 1; Bank < Arch.BankCount; ++Bank)
    if (timesServed(Map.Banks[Bank], CountsAccesses) >
        timesServed(Map.Banks[Map.WorstBank], CountsAccesses))
      Map.WorstBank = Bank;
  return Map;
}

std::vector<BankMap> banklint::bankMaps(const Architecture &Arch,
                                        const WarpRequest &Request) {
  assert(isSupported(Arch, Request.Op, Request.Bytes) && "no such operation");
  assert(isAligned(Request) && "misaligned address");
  std::vector<BankMap> Maps;
  if (Request.Op == MemoryOperation::AsyncCopyBypass)
    return Maps;
  forEachPart(partition(Arch, Request), [&](LaneMask Part) {
    Maps.push_back(mapPart(Arch, Request, Part));
  });
  return Maps;
}
