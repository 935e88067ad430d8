//===- RecordUses.cpp - What is read of loaded structs --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordUses.h"
#include "llvm/ADT/SetVector.h"

using namespace banklint;

/// The bytes [0, \p Count).
static ByteSet firstBytes(int64_t Count) {
  return Count <= 0 ? ByteSet()
                    : ~ByteSet() >> (RecordUses::MaxBytes -
                                     std::min(Count, RecordUses::MaxBytes));
}

static ByteSet bytesOf(const RecordPart &Part) {
  return firstBytes(Part.End) & ~firstBytes(Part.Begin);
}

void RecordUses::noteRead(const RecordPart &Part) {
  if (!IsDead)
    Read[Part.Record] |= bytesOf(Part);
}

void RecordUses::noteCopied(const RecordPart &From, const RecordPart &To) {
  if (To.End > MaxBytes)
    return noteRead(From);
  if (!IsDead)
    Copies.push_back({From, To});
}

void RecordUses::noteLoaded(unsigned Access, clang::QualType Type,
                            const RecordPart &To) {
  Targets.push_back({Access, Type, To});
}

/// Which bytes of \p Part are read, counted from its start.
ByteSet RecordUses::readOf(const RecordPart &Part) const {
  const int64_t Size = Part.End - Part.Begin;
  if (Part.End > MaxBytes)
    return firstBytes(Size);
  return (Read.lookup(Part.Record) >> Part.Begin) & firstBytes(Size);
}

/// What is read of a copy is read of what was copied.
void RecordUses::spread() {
  llvm::DenseMap<unsigned, std::vector<const Copy *>> CopiesTo;
  llvm::SetVector<unsigned> Changed;
  for (const Copy &C : Copies) {
    CopiesTo[C.To.Record].push_back(&C);
    Changed.insert(C.To.Record);
  }
  while (!Changed.empty())
    for (const Copy *C : CopiesTo.lookup(Changed.pop_back_val())) {
      ByteSet &From = Read[C->From.Record];
      const ByteSet Before = From;
      From |= readOf(C->To) << C->From.Begin;
      if (From != Before)
        Changed.insert(C->From.Record);
    }
}

std::vector<RecordUses::Load> RecordUses::loads() {
  spread();
  // Parts of one access were noted one after the other.
  std::vector<Load> Result;
  for (const Target &T : Targets) {
    if (Result.empty() || Result.back().Access != T.Access)
      Result.push_back({T.Access, T.Type, ~ByteSet()});
    Result.back().Read &= readOf(T.To);
  }
  return Result;
}
