//===- LaneMask.h - A set of lanes of one warp ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp has 32 lanes on every CUDA architecture so far. LaneMask is a set of
// lanes, such as the active mask of a request.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SUPPORT_LANEMASK_H
#define BANKLINT_SUPPORT_LANEMASK_H

#include "llvm/ADT/bit.h"
#include <cstdint>

namespace banklint {

constexpr unsigned WarpSize = 32;

/// A set of lanes; bit i represents lane i. Iteration yields lane numbers in
/// ascending order.
class LaneMask {
public:
  constexpr LaneMask() = default;
  constexpr explicit LaneMask(uint32_t Bits) : Bits(Bits) {}
  static constexpr LaneMask all() { return LaneMask(~0u); }
  /// The lanes 0 .. Count-1; Count may be 32.
  static constexpr LaneMask first(unsigned Count) {
    return LaneMask(Count >= WarpSize ? ~0u : (1u << Count) - 1);
  }

  constexpr uint32_t bits() const { return Bits; }
  constexpr bool any() const { return Bits != 0; }
  constexpr bool none() const { return Bits == 0; }
  unsigned count() const { return llvm::popcount(Bits); }
  constexpr bool test(unsigned Lane) const { return (Bits >> Lane) & 1; }
  void set(unsigned Lane) { Bits |= 1u << Lane; }
  void reset(unsigned Lane) { Bits &= ~(1u << Lane); }
  /// The lowest lane; the mask must not be empty.
  unsigned lowest() const { return llvm::countr_zero(Bits); }

  friend constexpr LaneMask operator&(LaneMask A, LaneMask B) {
    return LaneMask(A.Bits & B.Bits);
  }
  friend constexpr LaneMask operator|(LaneMask A, LaneMask B) {
    return LaneMask(A.Bits | B.Bits);
  }
  friend constexpr LaneMask operator~(LaneMask A) { return LaneMask(~A.Bits); }
  LaneMask &operator&=(LaneMask B) { return *this = *this & B; }
  LaneMask &operator|=(LaneMask B) { return *this = *this | B; }
  friend constexpr bool operator==(LaneMask A, LaneMask B) {
    return A.Bits == B.Bits;
  }
  friend constexpr bool operator!=(LaneMask A, LaneMask B) {
    return A.Bits != B.Bits;
  }
  constexpr bool contains(LaneMask Other) const {
    return (Other.Bits & ~Bits) == 0;
  }

  class iterator {
  public:
    explicit iterator(uint32_t Rest) : Rest(Rest) {}
    unsigned operator*() const { return llvm::countr_zero(Rest); }
    iterator &operator++() {
      Rest &= Rest - 1;
      return *this;
    }
    bool operator!=(iterator Other) const { return Rest != Other.Rest; }

  private:
    uint32_t Rest;
  };
  iterator begin() const { return iterator(Bits); }
  iterator end() const { return iterator(0); }

private:
  uint32_t Bits = 0;
};

} // namespace banklint

#endif // BANKLINT_SUPPORT_LANEMASK_H
