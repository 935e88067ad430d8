//===- Runtime.cpp - What instrumented kernels call -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches run when the program makes them; each prints one line of JSON. The
// environment says how many blocks of a grid are run (ORACLE_BLOCKS, 0 for
// all).
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "Scheduler.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <sys/mman.h>

using namespace oracle;
using banklint::MemoryOperation;

OracleIndex oracle_threadIdx, oracle_blockIdx, oracle_blockDim, oracle_gridDim;

namespace {

/// One launch, from its first block to its report.
struct Launch {
  const char *Kernel = nullptr;
  uint32_t Line = 0;
  size_t DynamicBytes = 0;
  Recorder Record;
  std::string Failure;
  uint64_t BlocksRun = 0;

  struct Figures {
    BlockFigures First;
    BlockFigures Sum;
    uint64_t Blocks = 0;
    bool AllAlike = true;
  };
  std::map<StaticAccess, Figures> Accesses;

  /// The arrays that were accessed.
  std::set<uint64_t> Used;

  void takeBlock();
  uint64_t bankAddress(uint64_t Address) const;
  void print() const;
  void printAccess(const StaticAccess &A, const Figures &F) const;
};

} // namespace

static const Site *Sites;
static const oracle::Array *Arrays;
static uint32_t ArrayCount;
static void (*const *Entries)();
static uint32_t EntryCount;
static Launch *Running;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void mapArrays() {
  for (uint32_t I = 0; I != ArrayCount; ++I) {
    void *Start = reinterpret_cast<void *>(startOfArray(I) - ReachBytes);
    void *Mapped =
        mmap(Start, 2 * ReachBytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    if (Mapped != Start) {
      fprintf(stderr, "oracle: no room for shared memory\n");
      exit(1);
    }
  }
}

/// Makes \p Used zero again: what a block finds there must not hang on where
/// earlier ones had their elements.
static void clearArrays(const std::set<uint64_t> &Used) {
  for (uint64_t Number : Used)
    madvise(reinterpret_cast<void *>(startOfArray(Number) - ReachBytes),
            2 * ReachBytes, MADV_DONTNEED);
}

void oracle_register(const Site *ItsSites, const oracle::Array *ItsArrays,
                     uint32_t Count) {
  Sites = ItsSites;
  Arrays = ItsArrays;
  ArrayCount = Count;
  mapArrays();
}

void oracle_register_entries(void (*const *All)(), uint32_t Count) {
  Entries = All;
  EntryCount = Count;
}

static bool isShared(uint64_t Address) {
  return Address >= ArenaStart && Address < ArenaStart + MaxArrays * SlotBytes;
}

static uint64_t arrayOf(uint64_t Address) {
  return (Address - ArenaStart) / SlotBytes;
}

/// Where oracle_scratch's pointers point to.
static std::array<void *, 8> Regions{};

void *oracle_scratch() {
  constexpr size_t Bytes = 64 << 20, Filled = 1 << 20;
  // One after the other, so that pointers of one launch do not meet.
  static size_t Calls = 0;
  void *&Region = Regions[Calls++ % Regions.size()];
  if (!Region) {
    Region = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    uint32_t State = Calls;
    for (size_t I = 0; I != Filled / 4; ++I) {
      State = State * 1664525 + 1013904223;
      static_cast<uint32_t *>(Region)[I] = (State >> 16) % 31;
    }
  }
  return Region;
}

/// What is in the first part of all regions, which is all that small grids
/// write.
static uint64_t scratchDigest() {
  constexpr size_t Looked = 2 << 20;
  uint64_t Digest = 0;
  for (const void *Region : Regions)
    if (Region)
      Digest = Digest * 31 + llvm::xxh3_64bits(llvm::StringRef(
                                 static_cast<const char *>(Region), Looked));
  return Digest;
}

uint64_t oracle_unknown() {
  static uint64_t State = 1;
  State = State * 6364136223846793005 + 1442695040888963407;
  return State >> 59;
}

//===----------------------------------------------------------------------===//
// What kernels call
//===----------------------------------------------------------------------===//

static void record(Context At, uint64_t Address, MemoryOperation Op,
                   uint32_t Bytes, uint32_t Pieces) {
  const Thread &T = *scheduler().current();
  Running->Used.insert(arrayOf(Address));
  Running->Record.record(At, {T.warp(), T.lane(), Address, Op, Bytes, Pieces});
}

/// \p Alignment is 0 for what is not taken to pieces.
void oracle_access(const char *Address, uint64_t Bytes, uint32_t Alignment,
                   uint32_t Kind, uint32_t Site, const uint32_t *Rounds,
                   uint32_t Depth) {
  uint64_t Number = reinterpret_cast<uint64_t>(Address);
  Thread *T = scheduler().current();
  if (!isShared(Number) || !T || Bytes == 0)
    return;
  uint32_t Width = Alignment ? std::min(Alignment, 16u) : Bytes;
  while (Bytes % Width != 0)
    Width /= 2;
  bool IsLoad = Kind == uint32_t(Access::Load);
  record(Running->Record.enter(T->At, Site, Rounds, Depth), Number,
         IsLoad ? MemoryOperation::Load : MemoryOperation::Store, Width,
         Bytes / Width);
}

uint32_t oracle_enter(uint32_t Site, const uint32_t *Rounds, uint32_t Depth) {
  Thread *T = scheduler().current();
  if (!T)
    return 0;
  Context Before = T->At;
  T->At = Running->Record.enter(Before, Site, Rounds, Depth);
  return Before;
}

void oracle_leave(uint32_t Before) {
  if (Thread *T = scheduler().current())
    T->At = Before;
}

void oracle_kernel(const char *Name, uint32_t Line) {
  Thread *T = scheduler().current();
  if (!T)
    return;
  T->At = 0;
  Running->Kernel = Name;
  Running->Line = Line;
}

static MemoryOperation operationOf(int Kind, size_t Bytes, uint32_t Flags) {
  bool IsUnused = Flags & ResultUnused;
  switch (Kind) {
  case IntAdd:
    return IsUnused && (Flags & AddsOne) && Bytes == 4
               ? MemoryOperation::AtomicCount
               : MemoryOperation::Atomic;
  case Inc:
    return IsUnused && (Flags & FullRange) ? MemoryOperation::AtomicCount
                                           : MemoryOperation::Atomic;
  case Cas:
    return MemoryOperation::AtomicCas;
  case FloatAdd:
    return MemoryOperation::AtomicFloatAdd;
  case WideAdd:
    return MemoryOperation::AtomicWideAdd;
  default:
    return MemoryOperation::Atomic;
  }
}

void oracle_atomic(const volatile void *Address, size_t Bytes, int Kind) {
  uint64_t Number = reinterpret_cast<uint64_t>(Address);
  Thread *T = scheduler().current();
  if (!isShared(Number) || !T)
    return;
  uint32_t Flags = Sites[Running->Record.lastSite(T->At)].Flags;
  record(T->At, Number, operationOf(Kind, Bytes, Flags), Bytes, 1);
}

long oracle_barrier(long Value) {
  scheduler().current()->Value = Value;
  scheduler().wait(Thread::State::AtBarrier);
  return scheduler().BarrierSum;
}

const void *oracle_exchange(uint32_t Mask, const void *Value, size_t Bytes) {
  Thread &T = *scheduler().current();
  Exchange &E = scheduler().Exchanges[{T.warp(), Mask}];
  E.Arrived |= 1u << T.lane();
  memcpy(E.Values[T.lane()].data(), Value, Bytes);
  scheduler().wait(Thread::State::InExchange);
  return T.Seen.Values.data();
}

uint32_t oracle_present() { return scheduler().current()->Seen.Arrived; }

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Where the hardware may see the byte. The first array of a kernel starts in
/// bank 0, others wherever their alignment permits, which no claim may hang on.
uint64_t Launch::bankAddress(uint64_t Address) const {
  uint64_t Number = arrayOf(Address);
  uint64_t Start = (Number + 1) * 16 * ReachBytes;
  if (Used.size() > 1)
    Start += Number * std::max(Arrays[Number].Alignment, 1u);
  return Start + Address - startOfArray(Number);
}

void Launch::takeBlock() {
  ++BlocksRun;
  auto BankAddress = [&](uint64_t A) { return bankAddress(A); };
  for (const auto &[Static, Block] : Record.takeBlock(BankAddress)) {
    Figures &F = Accesses[Static];
    F.AllAlike &= F.Blocks == 0 ? BlocksRun == 1 : F.First == Block;
    if (F.Blocks == 0)
      F.First = Block;
    F.Sum.add(Block);
    ++F.Blocks;
  }
}

static const char *reportedOperation(MemoryOperation Op) {
  if (Op == MemoryOperation::Load)
    return "load";
  return Op == MemoryOperation::Store ? "store" : "atomic";
}

void Launch::printAccess(const StaticAccess &A, const Figures &F) const {
  printf("{\"operation\":\"%s\",\"bytes\":%u,\"pieces\":%u,"
         "\"joined\":%s,\"sites\":[",
         reportedOperation(A.Op), A.Bytes * A.Pieces, A.Pieces,
         A.IsJoined ? "true" : "false");
  const char *Comma = "";
  for (uint32_t Number : Record.sitesOf(A.Chain)) {
    const Site &S = Sites[Number];
    if (S.Flags & InHeader)
      continue;
    printf("%s[\"%s\",%u,%u]", Comma, S.File, S.Line, S.Column);
    Comma = ",";
  }
  auto PrintTotals = [](const char *Key, const BlockFigures &B) {
    printf(",\"%s\":{\"requests\":%lu,\"wavefronts\":%lu,\"ideal\":%lu}", Key,
           B.Requests, B.Wavefronts, B.Ideal);
  };
  const banklint::ReferenceCost &Worst = F.Sum.Worst;
  printf("],\"worst\":{\"wavefronts\":%u,\"ideal\":%u,\"ways\":%u}",
         Worst.Wavefronts, Worst.Ideal, Worst.Ways);
  const uint32_t Flags = Sites[Record.lastSite(A.Chain)].Flags;
  printf(",\"may_be_in_parts\":%s", Flags & MayBeInParts ? "true" : "false");
  printf(",\"all_alike\":%s",
         F.AllAlike && F.Blocks == BlocksRun ? "true" : "false");
  PrintTotals("block_total", F.First);
  PrintTotals("total", F.Sum);
  printf("}");
}

static void printIndex(const char *Key, OracleIndex I) {
  printf(",\"%s\":[%u,%u,%u]", Key, I.x, I.y, I.z);
}

void Launch::print() const {
  printf("{\"kernel\":\"%s\",\"line\":%u", Kernel ? Kernel : "", Line);
  printIndex("block", oracle_blockDim);
  printIndex("grid", oracle_gridDim);
  printf(",\"dynamic\":%zu,\"blocks_run\":%lu,\"failure\":\"%s\"", DynamicBytes,
         BlocksRun, Failure.c_str());
  printf(",\"memory\":\"%016lx\"", scratchDigest());
  printf(",\"accesses\":[");
  const char *Comma = "";
  for (const auto &[Static, F] : Accesses) {
    printf("%s\n  ", Comma);
    printAccess(Static, F);
    Comma = ",";
  }
  printf("]}\n");
  fflush(stdout);
}

/// The number of the \p I-th of \p Chosen blocks, spread over all.
static OracleIndex blockNumber(OracleIndex Grid, uint64_t I, uint64_t Chosen,
                               uint64_t All) {
  uint64_t Number =
      Chosen == All || Chosen < 2 ? I : I * (All - 1) / (Chosen - 1);
  return {unsigned(Number % Grid.x), unsigned(Number / Grid.x % Grid.y),
          unsigned(Number / Grid.x / Grid.y)};
}

void oracle_launch(OracleIndex Grid, OracleIndex Block, size_t DynamicBytes,
                   void (*Thread)(void *), void *Data) {
  uint64_t All = uint64_t(Grid.x) * Grid.y * Grid.z;
  uint64_t Threads = uint64_t(Block.x) * Block.y * Block.z;
  if (All == 0 || Threads == 0 || Threads > 1024)
    return;
  const char *Limit = getenv("ORACLE_BLOCKS");
  uint64_t Chosen = Limit ? strtoull(Limit, nullptr, 10) : 3;
  Chosen = Chosen == 0 ? All : std::min(Chosen, All);
  Launch Now;
  Now.DynamicBytes = DynamicBytes;
  Running = &Now;
  oracle_blockDim = Block;
  oracle_gridDim = Grid;
  for (uint64_t I = 0; I != Chosen && Now.Failure.empty(); ++I) {
    oracle_blockIdx = blockNumber(Grid, I, Chosen, All);
    Now.Failure = scheduler().run(Block, Thread, Data);
    Now.takeBlock();
    clearArrays(Now.Used);
  }
  Now.print();
  Running = nullptr;
}

/// For files without a main of their own.
__attribute__((weak)) int main() {
  for (uint32_t I = 0; I != EntryCount; ++I)
    Entries[I]();
  return 0;
}
