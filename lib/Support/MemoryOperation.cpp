//===- MemoryOperation.cpp - Kinds of shared-memory access ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Support/MemoryOperation.h"
#include "llvm/Support/ErrorHandling.h"

using namespace banklint;

llvm::ArrayRef<MemoryOperation> banklint::allMemoryOperations() {
  static constexpr MemoryOperation All[] = {
      MemoryOperation::Load,          MemoryOperation::Store,
      MemoryOperation::Atomic,        MemoryOperation::AtomicCount,
      MemoryOperation::AtomicCas,     MemoryOperation::AtomicFloatAdd,
      MemoryOperation::AtomicWideAdd, MemoryOperation::AtomicPackedAdd,
      MemoryOperation::AtomicHalfAdd, MemoryOperation::AtomicLoopLoad,
      MemoryOperation::MatrixLoad1,   MemoryOperation::MatrixLoad2,
      MemoryOperation::MatrixLoad4,   MemoryOperation::MatrixStore1,
      MemoryOperation::MatrixStore2,  MemoryOperation::MatrixStore4,
      MemoryOperation::AsyncCopy,     MemoryOperation::AsyncCopyBypass};
  return All;
}

llvm::StringRef banklint::spelling(MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::Load:
    return "load";
  case MemoryOperation::Store:
    return "store";
  case MemoryOperation::Atomic:
    return "atomic";
  case MemoryOperation::AtomicCount:
    return "atomic-count";
  case MemoryOperation::AtomicCas:
    return "atomic-cas";
  case MemoryOperation::AtomicFloatAdd:
    return "atomic-float-add";
  case MemoryOperation::AtomicWideAdd:
    return "atomic-wide-add";
  case MemoryOperation::AtomicPackedAdd:
    return "atomic-packed-add";
  case MemoryOperation::AtomicHalfAdd:
    return "atomic-half-add";
  case MemoryOperation::AtomicLoopLoad:
    return "atomic-loop-load";
  case MemoryOperation::MatrixLoad1:
    return "matrix-load-x1";
  case MemoryOperation::MatrixLoad2:
    return "matrix-load-x2";
  case MemoryOperation::MatrixLoad4:
    return "matrix-load-x4";
  case MemoryOperation::MatrixStore1:
    return "matrix-store-x1";
  case MemoryOperation::MatrixStore2:
    return "matrix-store-x2";
  case MemoryOperation::MatrixStore4:
    return "matrix-store-x4";
  case MemoryOperation::AsyncCopy:
    return "async-copy";
  case MemoryOperation::AsyncCopyBypass:
    return "async-copy-bypass";
  }
  llvm_unreachable("covered switch");
}

std::optional<MemoryOperation>
banklint::parseMemoryOperation(llvm::StringRef Text) {
  for (MemoryOperation Op : allMemoryOperations())
    if (spelling(Op) == Text)
      return Op;
  return std::nullopt;
}
