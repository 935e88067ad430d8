//===- Motions.h - How results move in sweeps --------------------*- C++-*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operator on numbers that move by equal steps gives such a number itself,
// or gives it as far as something does not change: the sign of a difference,
// the quotient of a division, the bits above a mask. That limits the sweeps.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_VALUES_MOTIONS_H
#define BANKLINT_LIB_INTERPRETER_VALUES_MOTIONS_H

#include "banklint/Interpreter/Sweeps.h"
#include "banklint/Program/Expr.h"

namespace banklint {

/// Gives \p Result its motions in \p Lanes, where its base is \p Op of the
/// bases of \p Left and \p Right, operands of \p Type.
void moveBinary(Sweeps &Running, WarpValue &Result, BinaryOp Op,
                const WarpValue &Left, const WarpValue &Right, IntType Type,
                LaneMask Lanes);
/// Likewise for the magnitude of \p Operand.
void moveMagnitude(Sweeps &Running, WarpValue &Result, const WarpValue &Operand,
                   LaneMask Lanes);
/// Likewise where the base is that of \p Operand, cut to \p Type, or, in the
/// lanes of \p Offsets, to i32.
void moveConverted(Sweeps &Running, WarpValue &Result, const WarpValue &Operand,
                   IntType Type, LaneMask Lanes, LaneMask Offsets);
/// \p Result follows from \p Operand in a way that says nothing of steps.
void moveErratically(Sweeps &Running, WarpValue &Result,
                     const WarpValue &Operand);

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_VALUES_MOTIONS_H
