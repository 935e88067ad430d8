//===- RandomRequests.cpp - Seeded warp requests --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomRequests.h"

using namespace banklint;

std::vector<WarpRequest> banklint::ruledRequests(const Architecture &Arch) {
  std::vector<WarpRequest> Requests;
  for (MemoryOperation Op : allMemoryOperations())
    for (unsigned Bytes : {1, 2, 4, 8, 16})
      if (Op != MemoryOperation::AsyncCopyBypass &&
          isSupported(Arch, Op, Bytes)) {
        WarpRequest Request;
        Request.Op = Op;
        Request.Bytes = Bytes;
        Request.Active = LaneMask::all();
        Requests.push_back(Request);
      }
  return Requests;
}

LaneMask RandomRequests::mask() {
  static constexpr uint32_t Special[] = {
      0xffffffff, 0x0000ffff, 0xffff0000, 0x55555555, 0xaaaaaaaa, 0x33333333,
      0x0f0f0f0f, 0x000000ff, 0x7fffffff, 0x00000001, 0};
  switch (below(4)) {
  case 0:
    return LaneMask(Generator());
  case 1:
    return LaneMask(Special[below(std::size(Special))]);
  default:
    return LaneMask::all();
  }
}

LaneAddresses RandomRequests::addresses(unsigned Bytes) {
  static constexpr unsigned Distances[] = {1, 1, 2, 2, 3, 4, 8, 16};
  uint64_t Limit = 65536 / Bytes;
  uint64_t Stride = below(66);
  uint64_t Pool = 1 + below(below(2) ? 8 : 1024);
  uint64_t Spread = below(2) ? 1 : 128 / Bytes;
  uint64_t Flip = below(32);
  unsigned Distance = Distances[below(std::size(Distances))];
  unsigned Family = below(4);
  LaneAddresses Elements;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    if (Family == 0)
      Elements[Lane] = Lane * Stride;
    else if (Family == 1)
      Elements[Lane] = Lane ^ Flip;
    else
      Elements[Lane] = below(Pool) * Spread;
    if (Family == 3 && (Lane ^ Distance) < Lane)
      Elements[Lane] = Elements[Lane ^ Distance];
  }
  if (below(3) == 0)
    Elements[below(WarpSize)] = below(Limit);
  for (uint64_t &Element : Elements)
    Element = Element % Limit * Bytes;
  return Elements;
}

WarpRequest RandomRequests::next(const Architecture &Arch) {
  std::vector<WarpRequest> Kinds = ruledRequests(Arch);
  WarpRequest Request = Kinds[below(Kinds.size())];
  Request.Active = mask();
  Request.Address = addresses(Request.Bytes);
  if (Request.Op == MemoryOperation::AsyncCopy && below(2))
    Request.Source = addresses(Request.Bytes);
  return Request;
}
