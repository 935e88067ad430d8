//===- TensorLayout.h - How a tensor lies in shared memory ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that uses CuTe states in types where the elements of a tensor lie. What
// of that a change of the layout has to know is kept here.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_TENSORLAYOUT_H
#define BANKLINT_PROGRAM_TENSORLAYOUT_H

#include <cstdint>

namespace banklint {

/// A permutation of offsets, cute::Swizzle<Bits, Base, Shift> of bytes: of an
/// offset, the Bits bits from Base + Shift on are XORed to those from Base on.
/// Shift is not below Bits, so that doing it twice changes nothing.
struct BitSwizzle {
  /// 0: offsets stay.
  unsigned Bits = 0;
  unsigned Base = 0;
  unsigned Shift = 0;

  int64_t moved(int64_t Offset) const {
    const int64_t Mask = ((int64_t(1) << Bits) - 1) << Base;
    return Offset ^ ((Offset >> Shift) & Mask);
  }
  bool operator==(const BitSwizzle &Other) const {
    return Bits == Other.Bits &&
           (Bits == 0 || (Base == Other.Base && Shift == Other.Shift));
  }
};

/// Of a tensor in shared memory.
struct TensorLayout {
  /// A power of two.
  unsigned ElementBytes = 1;
  BitSwizzle Swizzle;

  bool operator==(const TensorLayout &Other) const {
    return ElementBytes == Other.ElementBytes && Swizzle == Other.Swizzle;
  }
};

} // namespace banklint

#endif // BANKLINT_PROGRAM_TENSORLAYOUT_H
