//===- Shape.cpp - Rules that one declaration can break alone -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

std::optional<std::string> banklint::verifyShape(const SharedArray &Array) {
  if (Array.ElementBytes == 0)
    return "an element has no bytes";
  if (!llvm::isPowerOf2_32(Array.Alignment))
    return "the alignment is not a power of two";
  if (Array.IsDynamic && Array.Order != 0)
    return "a dynamic array has no order";
  uint64_t Bytes = Array.ElementBytes;
  for (size_t I = 0; I != Array.Extents.size(); ++I) {
    uint64_t Elements = Array.Extents[I].Elements;
    if (I == 0 && Array.IsDynamic) {
      if (Elements != 0)
        return "the first extent of a dynamic array is not 0";
      continue;
    }
    if (Elements == 0)
      return "an extent is 0";
    Bytes = llvm::SaturatingMultiply(Bytes, Elements);
  }
  if (Bytes > MaxArrayBytes)
    return "the array is larger than 2^32 bytes";
  return std::nullopt;
}

bool banklint::isSum(const KernelProgram &Program, const OpaqueValue &Value,
                     IntType Type, llvm::ArrayRef<ExprId> Operands) {
  const auto TypeOf = [&](ExprId Id) { return Program.expr(Id).Type; };
  return Value.Elsewhere && Type == U64 && !Operands.empty() &&
         TypeOf(Operands.front()) == U64 &&
         llvm::all_of(llvm::drop_begin(Operands),
                      [&](ExprId Bytes) { return TypeOf(Bytes) == I64; });
}

std::optional<std::string> banklint::verifyShape(const Access &A) {
  if (!llvm::isPowerOf2_32(A.Bytes) || A.Bytes > 16)
    return "an access moves 1, 2, 4, 8 or 16 bytes";
  if (A.Pieces == 0)
    return "an access has at least one piece";
  if (A.IsWhole && A.Pieces == 1)
    return "only an access in pieces is whole";
  if (A.ElementBytes != 0 && (!llvm::isPowerOf2_32(A.ElementBytes) ||
                              A.ElementBytes >= A.Bytes || A.ElementBytes > 4))
    return "elements have 1, 2 or 4 bytes, fewer than the access";
  if (A.Source.isValid() && A.Op != MemoryOperation::AsyncCopyBypass)
    return "only a copy past the cache has a source";
  if (A.Source.isValid() && (A.Bytes != 16 || A.Pieces != 1))
    return "a copy from a source has one piece of 16 bytes";
  if (A.MayRestore && A.Op != MemoryOperation::Store)
    return "only a store restores";
  if (A.WritesBack && A.Op != MemoryOperation::Store)
    return "only a store writes back";
  if (A.IsAmidLoads && A.Op != MemoryOperation::Store)
    return "only a store is amid loads";
  if (A.IsNumber && (A.Op != MemoryOperation::Load || A.Pieces == 1))
    return "only a load in pieces is of a number";
  if (A.MaySink && A.Op != MemoryOperation::Load)
    return "only a load sinks";
  if (A.MayBeUnused && A.Op != MemoryOperation::Load &&
      A.Op != MemoryOperation::Store)
    return "only the value of a load or store is unused";
  if (!A.NeededOn.empty() && !A.MaySink && !A.MayBeUnused)
    return "only what sinks or is unused is needed on sides of branches";
  return std::nullopt;
}
