//===- RandomExprs.h - Expressions of random programs -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expression half of RandomPrograms.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_REFERENCE_RANDOMEXPRS_H
#define BANKLINT_TEST_REFERENCE_RANDOMEXPRS_H

#include "RandomNumbers.h"
#include "banklint/Program/KernelProgram.h"

namespace banklint {

/// An address and the width of the access that its alignment allows.
struct RandomAddress {
  ExprId Address;
  unsigned Bytes;
  std::optional<unsigned> Array;
};

class RandomExprs {
public:
  RandomExprs(KernelProgram &Program, RandomNumbers &Random)
      : Program(Program), Random(Random), Build(Program),
        IsClosed(Random.chance(20)), MaxShuffles(Random.chance(40) ? 6 : 0) {}

  /// Variables that expressions may read: those assigned so far.
  std::vector<unsigned> Readable;
  /// u64 variables that hold a pointer into shared memory, with the array.
  std::vector<std::pair<unsigned, unsigned>> Pointers;

  /// Any expression of \p Type with at most \p Depth nested operators.
  ExprId integer(IntType Type, unsigned Depth);
  /// A bool; mostly one on which lanes disagree or a launch decides.
  ExprId condition(unsigned Depth);
  /// A number from 0 to \p Limit, so that a loop that is bounded by it ends.
  ExprId smallCount(IntType Type, unsigned Limit);
  RandomAddress address();
  /// An address in \p Array that is a multiple of 4 bytes away from its start.
  ExprId pointerInto(unsigned Array);
  /// threadIdx.x and the like, converted to \p Type.
  ExprId lane(IntType Type);
  ExprId number(int64_t Value, IntType Type) {
    return Build.constant(Value, Type);
  }

private:
  ExprId leaf(IntType Type);
  ExprId someConstant(IntType Type);
  ExprId someVariable(IntType Type);
  ExprId someParameter(IntType Type);
  ExprId someBuiltin(IntType Type);
  ExprId someOpaque(IntType Type, unsigned Depth);
  ExprId arithmetic(IntType Type, unsigned Depth);
  ExprId mixed(IntType Type);
  ExprId otherLane(unsigned Depth);
  ExprId shuffled(IntType Type, unsigned Depth);
  ExprId divisor(IntType Type, unsigned Depth);
  ExprId comparison(unsigned Depth);
  ExprId laneTest();
  ExprId index(IntType Type, uint64_t Count);
  ExprId subscript(uint64_t Count);
  RandomAddress subscripted(unsigned Array);
  RandomAddress flat(unsigned Array);

  KernelProgram &Program;
  RandomNumbers &Random;
  ExprBuilder Build;
  /// No opaque values and no indices of blocks, so that all may be known.
  const bool IsClosed;
  /// How many more there may be. Of programs with many, few are defined.
  unsigned MaxShuffles;
};

} // namespace banklint

#endif // BANKLINT_TEST_REFERENCE_RANDOMEXPRS_H
