//===- OperationNames.h - Operations in reports -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_OUTPUT_OPERATIONNAMES_H
#define BANKLINT_LIB_OUTPUT_OPERATIONNAMES_H

#include "banklint/Support/MemoryOperation.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

/// The report has coarser operations than the model, which may gain some.
llvm::StringRef reportedOperation(MemoryOperation Op);

} // namespace banklint

#endif // BANKLINT_LIB_OUTPUT_OPERATIONNAMES_H
