//===- BanksWasm.cpp - The bank calculator for a page ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What docs/bank-calculator.html calls. scripts/bank-calculator compiles it to
// WebAssembly with lib/Hardware, without LLVM's libraries. The page writes a
// request where banklint_request says, and reads the answer where
// banklint_answer says; all members are numbers of 32 bits.
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/BankUse.h"
#include "banklint/Hardware/Wavefronts.h"
#include "llvm/Support/MemAlloc.h"
#include <cstdlib>
#include <cstring>

using namespace banklint;

namespace {

/// Of one warp.
struct PageRequest {
  uint32_t Arch;
  /// A number of allMemoryOperations.
  uint32_t Operation;
  uint32_t Bytes;
  uint32_t Active;
  uint32_t Addresses[WarpSize];
};

enum class PageStatus : uint32_t { Answered, Unsupported, Misaligned };

struct PageAnswer {
  PageStatus Status;
  /// CostKind.
  uint32_t Kind;
  uint32_t Wavefronts;
  uint32_t Ideal;
  uint32_t Ways;
  /// The lanes of each phase.
  uint32_t PhaseCount;
  uint32_t Phases[WarpSize];
};

PageRequest Asked;
PageAnswer Given;

} // namespace

#define BANKLINT_EXPORT(NAME) extern "C" __attribute__((export_name(NAME)))

BANKLINT_EXPORT("banklint_request") PageRequest *pageRequest() {
  return &Asked;
}

// The names are literals, which end in a null byte; null behind the last one.
BANKLINT_EXPORT("banklint_architecture")
const char *pageArchitecture(uint32_t Number) {
  const llvm::ArrayRef<Architecture> All = allArchitectures();
  return Number < All.size() ? All[Number].Name.data() : nullptr;
}

BANKLINT_EXPORT("banklint_operation")
const char *pageOperation(uint32_t Number) {
  const llvm::ArrayRef<MemoryOperation> All = allMemoryOperations();
  return Number < All.size() ? spelling(All[Number]).data() : nullptr;
}

BANKLINT_EXPORT("banklint_supports")
bool pageSupports(uint32_t Arch, uint32_t Operation, uint32_t Bytes) {
  return isSupported(allArchitectures()[Arch], allMemoryOperations()[Operation],
                     Bytes);
}

BANKLINT_EXPORT("banklint_serves_lanes")
bool pageServesLanes(uint32_t Operation) {
  return servesSingleLanes(allMemoryOperations()[Operation]);
}

BANKLINT_EXPORT("banklint_answer") PageAnswer *pageAnswer() {
  Given = PageAnswer();
  const Architecture &Arch = allArchitectures()[Asked.Arch];
  WarpRequest Request;
  Request.Op = allMemoryOperations()[Asked.Operation];
  Request.Bytes = Asked.Bytes;
  Request.Active = LaneMask(Asked.Active);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Request.Address[Lane] = Asked.Addresses[Lane];
  if (!isSupported(Arch, Request.Op, Request.Bytes)) {
    Given.Status = PageStatus::Unsupported;
    return &Given;
  }
  if (!isAligned(Request)) {
    Given.Status = PageStatus::Misaligned;
    return &Given;
  }
  const RequestCost Cost = costOf(Arch, Request);
  Given.Kind = uint32_t(Cost.Kind);
  Given.Wavefronts = Cost.Wavefronts;
  Given.Ideal = Cost.Ideal;
  Given.Ways = Cost.Ways;
  for (const BankMap &Map : bankMaps(Arch, Request))
    Given.Phases[Given.PhaseCount++] = Map.Lanes.bits();
  return &Given;
}

// What LLVM's containers need of LLVM's libraries.

void *llvm::allocate_buffer(size_t Size, size_t) { return std::malloc(Size); }
void llvm::deallocate_buffer(void *Buffer, size_t, size_t) {
  std::free(Buffer);
}

template <class SizeT>
void llvm::SmallVectorBase<SizeT>::grow_pod(void *Inline, size_t MinSize,
                                            size_t ElementBytes) {
  const size_t Elements = std::max<size_t>(MinSize, 2 * capacity() + 1);
  void *Grown = std::malloc(Elements * ElementBytes);
  std::memcpy(Grown, BeginX, size() * ElementBytes);
  if (BeginX != Inline)
    std::free(BeginX);
  BeginX = Grown;
  Capacity = SizeT(Elements);
}
template class llvm::SmallVectorBase<uint32_t>;
