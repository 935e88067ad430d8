//===- OperationNames.cpp - Operations in reports -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationNames.h"
#include "llvm/Support/ErrorHandling.h"

using namespace banklint;

llvm::StringRef banklint::reportedOperation(MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::Load:
  case MemoryOperation::AtomicLoopLoad:
    return "load";
  case MemoryOperation::Store:
    return "store";
  case MemoryOperation::Atomic:
  case MemoryOperation::AtomicCount:
  case MemoryOperation::AtomicCas:
  case MemoryOperation::AtomicFloatAdd:
  case MemoryOperation::AtomicWideAdd:
  case MemoryOperation::AtomicPackedAdd:
  case MemoryOperation::AtomicHalfAdd:
    return "atomic";
  case MemoryOperation::MatrixLoad1:
  case MemoryOperation::MatrixLoad2:
  case MemoryOperation::MatrixLoad4:
    return "matrix-load";
  case MemoryOperation::MatrixStore1:
  case MemoryOperation::MatrixStore2:
  case MemoryOperation::MatrixStore4:
    return "matrix-store";
  case MemoryOperation::AsyncCopy:
  case MemoryOperation::AsyncCopyBypass:
    return "async-copy";
  }
  llvm_unreachable("covered switch");
}
