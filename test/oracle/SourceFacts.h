//===- SourceFacts.h - What IR tells of the source --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about unoptimized IR with debug information whose answers stand in
// the source: types' alignments, whose code it is, which accesses are one, what
// is used.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_ORACLE_SOURCEFACTS_H
#define BANKLINT_TEST_ORACLE_SOURCEFACTS_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"

namespace oracle {

/// The alignment in bytes that the source's type asks for.
uint32_t alignmentOf(const llvm::DIType *Type);

/// The alignment in bytes that the type of what is copied asks for. Clang knows
/// more of large arrays and less of what a cast of an array's element yields; a
/// local variable and what a pointer points to have just that of their type.
uint64_t typeAlignment(const llvm::MemIntrinsic &I);

/// The other load of 'C ? A[I] : B[J]', which is one load of a place that each
/// lane chooses, although Clang emits it twice.
const llvm::Instruction *otherChoice(const llvm::Instruction &I);

/// Bytes of a vector that are loaded at once, from its start.
struct VectorPart {
  uint64_t Offset;
  uint64_t Bytes;
};

/// How a local vector is used that \p Copy initializes.
struct VectorUse {
  /// What is loaded of it, as docs/compiler-model.md says; empty for the whole.
  llvm::SmallVector<VectorPart, 4> Parts;
  /// Parts of it may be used where its value goes, or it may be assigned after
  /// its declaration.
  bool MayBeInParts = false;
};
VectorUse useOfVector(const llvm::MemTransferInst &Copy);

/// A file of the oracle or of the system.
bool isHeader(llvm::StringRef File);

/// A function of C++ that is not of its library.
bool isOfUser(llvm::StringRef Name);

} // namespace oracle

#endif // BANKLINT_TEST_ORACLE_SOURCEFACTS_H
