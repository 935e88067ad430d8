//===- RandomNumbers.h - Numbers that a seed determines ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generator whose sequence is the same on every platform and standard
// library, so that a failing seed fails everywhere.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_REFERENCE_RANDOMNUMBERS_H
#define BANKLINT_TEST_REFERENCE_RANDOMNUMBERS_H

#include <cstdint>
#include <initializer_list>

namespace banklint {

/// A bijection of 64-bit numbers that leaves no visible pattern (the finaliser
/// of SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
inline uint64_t scramble(uint64_t X) {
  X += 0x9e3779b97f4a7c15u;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9u;
  X = (X ^ (X >> 27)) * 0x94d049bb133111ebu;
  return X ^ (X >> 31);
}

class RandomNumbers {
public:
  explicit RandomNumbers(uint64_t Seed) : State(scramble(Seed)) {}

  uint64_t next() {
    State += 0x9e3779b97f4a7c15u;
    return scramble(State);
  }
  /// 0 .. Count-1.
  unsigned below(uint64_t Count) {
    return static_cast<unsigned>(next() % Count);
  }
  /// Low .. High.
  int64_t between(int64_t Low, int64_t High) {
    return Low + static_cast<int64_t>(next() % uint64_t(High - Low + 1));
  }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  template <class T> T pick(std::initializer_list<T> Choices) {
    return Choices.begin()[below(Choices.size())];
  }
  /// A member of an indexable container that is not empty.
  template <class Container> const auto &from(const Container &Choices) {
    return Choices[below(Choices.size())];
  }

private:
  uint64_t State;
};

} // namespace banklint

#endif // BANKLINT_TEST_REFERENCE_RANDOMNUMBERS_H
