//===- ArgumentValue.h - What is known of an argument -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_ARGUMENTVALUE_H
#define BANKLINT_PROGRAM_ARGUMENTVALUE_H

#include <cstdint>
#include <optional>
#include <tuple>

namespace banklint {

/// What is known of the number that a launch passes for a parameter: it, or its
/// lowest bits, or nothing. Host code makes pitches odd, and sizes multiples of
/// a warp, that it reads or computes.
class ArgumentValue {
public:
  /// Further bits say nothing about banks.
  static constexpr unsigned MaxLowBits = 7;

  ArgumentValue() = default;
  ArgumentValue(int64_t Number) : Number(Number) {}
  /// \p Rest modulo 1 << \p LowBits, of which no more than MaxLowBits are kept.
  static ArgumentValue ofLowBits(unsigned LowBits, uint64_t Rest);

  bool isNumber() const { return Number.has_value(); }
  /// Requires isNumber.
  int64_t number() const { return *Number; }
  /// How many of the lowest bits are known if the number is not, else 0.
  unsigned lowBits() const { return LowBits; }
  /// The number modulo 1 << lowBits().
  uint64_t rest() const { return Rest; }

  /// Keeps what holds for \p Other, too.
  void keepCommon(const ArgumentValue &Other);

  friend bool operator==(const ArgumentValue &A, const ArgumentValue &B) {
    return A.tie() == B.tie();
  }
  friend bool operator!=(const ArgumentValue &A, const ArgumentValue &B) {
    return !(A == B);
  }
  friend bool operator<(const ArgumentValue &A, const ArgumentValue &B) {
    return A.tie() < B.tie();
  }

private:
  std::tuple<const std::optional<int64_t> &, unsigned, uint64_t> tie() const {
    return {Number, LowBits, Rest};
  }

  std::optional<int64_t> Number;
  unsigned LowBits = 0;
  uint64_t Rest = 0;
};

} // namespace banklint

#endif // BANKLINT_PROGRAM_ARGUMENTVALUE_H
