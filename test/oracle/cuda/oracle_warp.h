//===- oracle_warp.h - Lanes that exchange values ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ORACLE_WARP_H
#define ORACLE_WARP_H

namespace oracle {

inline unsigned thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
inline unsigned lane() { return thread() % 32; }

/// The value of lane \p From of those in \p Mask, or the own if it gave none.
template <class T> T fromLane(unsigned Mask, T Value, unsigned From) {
  const char *All =
      static_cast<const char *>(oracle_exchange(Mask, &Value, sizeof(T)));
  if (From < 32 && oracle_present() >> From & 1)
    memcpy(&Value, All + 16 * From, sizeof(T));
  return Value;
}

inline unsigned ballot(unsigned Mask, bool Value) {
  const char *All = static_cast<const char *>(oracle_exchange(Mask, &Value, 1));
  unsigned Present = oracle_present(), Result = 0;
  for (unsigned I = 0; I != 32; ++I)
    Result |= (Present >> I & 1 & All[16 * I]) << I;
  return Result;
}

} // namespace oracle

inline void __syncwarp(unsigned Mask = ~0u) { oracle::ballot(Mask, true); }
inline unsigned __activemask() { return ~0u; }
inline unsigned __ballot_sync(unsigned Mask, int p) {
  return oracle::ballot(Mask, p != 0);
}
inline int __any_sync(unsigned Mask, int p) {
  return oracle::ballot(Mask, p != 0) != 0;
}
inline int __all_sync(unsigned Mask, int p) {
  return oracle::ballot(Mask, p == 0) == 0;
}

template <class T>
T __shfl_sync(unsigned Mask, T Value, int From, int Width = 32) {
  unsigned First = oracle::lane() & ~(Width - 1);
  return oracle::fromLane(Mask, Value, First + (From & (Width - 1)));
}
template <class T>
T __shfl_xor_sync(unsigned Mask, T Value, int Bits, int Width = 32) {
  unsigned Lane = oracle::lane(), From = Lane ^ Bits;
  bool IsInside = From < (Lane & ~(Width - 1)) + Width;
  return oracle::fromLane(Mask, Value, IsInside ? From : Lane);
}
template <class T>
T __shfl_up_sync(unsigned Mask, T Value, unsigned Step, int Width = 32) {
  unsigned Lane = oracle::lane();
  bool IsInside = (Lane & (Width - 1)) >= Step;
  return oracle::fromLane(Mask, Value, IsInside ? Lane - Step : Lane);
}
template <class T>
T __shfl_down_sync(unsigned Mask, T Value, unsigned Step, int Width = 32) {
  unsigned Lane = oracle::lane();
  bool IsInside = (Lane & (Width - 1)) + Step < unsigned(Width);
  return oracle::fromLane(Mask, Value, IsInside ? Lane + Step : Lane);
}

template <class T> T __shfl(T Value, int From, int Width = 32) {
  return __shfl_sync(~0u, Value, From, Width);
}
template <class T> T __shfl_xor(T Value, int Bits, int Width = 32) {
  return __shfl_xor_sync(~0u, Value, Bits, Width);
}

#endif // ORACLE_WARP_H
