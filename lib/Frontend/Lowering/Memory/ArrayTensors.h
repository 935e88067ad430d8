//===- ArrayTensors.h - Tensors that are made of arrays ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of a tensor states its layout where the tensor is made of a pointer:
// CuTe turns the swizzles of its parts into strides.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_ARRAYTENSORS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_ARRAYTENSORS_H

#include "Lowering/Memory/Memory.h"

namespace banklint {

class ArrayTensors {
public:
  ArrayTensors(Emitter &Emit, Memory &Mem) : Emit(Emit), Mem(Mem) {}

  /// \p Call has returned an object in \p Result.
  void note(const clang::Expr &Call, const LValue &Result);
  /// Sets SharedArray::Tensor; the body of the program is complete.
  void finish();

private:
  /// A pointer, and the layout of the tensor that begins there.
  struct Made {
    ExprId Pointer;
    std::optional<TensorLayout> Layout;
  };

  Emitter &Emit;
  Memory &Mem;
  std::vector<Made> All;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_MEMORY_ARRAYTENSORS_H
