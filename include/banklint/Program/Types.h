//===- Types.h - Vocabulary of the program form -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small value types that the program form, the interpreter and the analyses
// share: integer types, block shapes, source places, reasons for not knowing.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_TYPES_H
#define BANKLINT_PROGRAM_TYPES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace banklint {

/// An integer type: 1 (bool), 8, 16, 32 or 64 bits. Values are held in a
/// 64-bit integer in canonical form: sign-extended if Signed, else
/// zero-extended.
struct IntType {
  uint8_t Bits = 32;
  bool Signed = true;

  friend bool operator==(IntType A, IntType B) {
    return A.Bits == B.Bits && A.Signed == B.Signed;
  }
  friend bool operator!=(IntType A, IntType B) { return !(A == B); }
};

constexpr IntType BoolType{1, false};
constexpr IntType I32{32, true};
constexpr IntType U32{32, false};
constexpr IntType I64{64, true};
constexpr IntType U64{64, false};

/// "bool", "i32", "u8", ...; parse is its inverse.
std::string spelling(IntType Type);
std::optional<IntType> parseIntType(llvm::StringRef Text);

/// \p Value brought to the canonical form of \p Type: cut to its bits, then
/// sign- or zero-extended.
inline int64_t canonical(int64_t Value, IntType Type) {
  unsigned Unused = 64 - Type.Bits;
  uint64_t Top = uint64_t(Value) << Unused;
  return Type.Signed ? int64_t(Top) >> Unused : int64_t(Top >> Unused);
}

/// The most threads that a block can have.
constexpr unsigned MaxThreadsPerBlock = 1024;

/// Extents in x, y and z of a block (in threads) or a grid (in blocks).
struct Dim3 {
  uint32_t X = 1;
  uint32_t Y = 1;
  uint32_t Z = 1;

  uint64_t count() const { return uint64_t(X) * Y * Z; }
  friend bool operator==(const Dim3 &A, const Dim3 &B) {
    return A.X == B.X && A.Y == B.Y && A.Z == B.Z;
  }
  friend bool operator<(const Dim3 &A, const Dim3 &B) {
    if (A.X != B.X)
      return A.X < B.X;
    return A.Y != B.Y ? A.Y < B.Y : A.Z < B.Z;
  }
};

/// "32x8x1", as messages show it.
std::string toString(const Dim3 &Dim);

/// A stretch of a source file. File is an index into the owner's list of files;
/// lines and columns are 1-based bytes as Clang counts them; an invalid span
/// has Line 0. Offset and Length are in bytes of the file. LastLine is the line
/// of its end, or 0 if that is not known; text forms leave it out.
struct SourceSpan {
  unsigned File = 0;
  unsigned Line = 0;
  unsigned Column = 0;
  unsigned Offset = 0;
  unsigned Length = 0;
  unsigned LastLine = 0;

  bool isValid() const { return Line != 0; }
};

/// Why a value or an access is not known. The code reaches the JSON report;
/// docs/reasons.md lists them all.
enum class ReasonCode {
  /// The index was read from memory.
  DataDependentIndex,
  /// The value comes from a function whose body was not followed.
  UnknownCall,
  /// The value or the access is in inline assembly.
  InlineAssembly,
  /// Inlining reached its depth limit.
  Recursion,
  /// Clang could not parse this part of the source.
  ParseError,
  /// The kernel is a template that the file never instantiates.
  UninstantiatedTemplate,
  /// The work limit was reached.
  Budget,
  /// The index was computed in floating point.
  FloatingPoint,
  /// A language construct that is not lowered yet.
  UnsupportedConstruct,
  /// The pointer may point anywhere, or into several arrays.
  UnknownPointer,
  /// The array's extents or element size are not known.
  UnknownArray,
  /// A variable changes in a loop in a way that was not solved.
  LoopCarried,
  /// The value differs by lane in a condition that is not known.
  UnknownCondition,
  /// Communication between lanes (shuffle, ballot, special register).
  CrossLane,
  /// The index combines lanes with a warp-uniform unknown in a way that is not
  /// an offset.
  UniformUnknown,
  /// The hardware's cost of the operation follows no known rule.
  UnknownCost,
  /// The architecture does not have the operation.
  UnsupportedOperation,
  /// The compiler may merge the access with its neighbours.
  MayMerge,
  /// The compiler may keep what the access reads or writes in a register.
  MayReuse,
  /// The compiler may combine the accesses of several branches.
  MayJoin,
  /// Lanes of one request are known not to be aligned to its width.
  Misaligned,
  /// The variable is read before it is set.
  NotInitialized,
};

/// The code as the report spells it: "data-dependent-index", ...
llvm::StringRef spelling(ReasonCode Code);
std::optional<ReasonCode> parseReasonCode(llvm::StringRef Text);

/// A reason with what it is about: Detail completes a sentence that starts with
/// what is unknown, for instance "loaded from 'index'".
struct Reason {
  ReasonCode Code = ReasonCode::UnsupportedConstruct;
  std::string Detail;

  /// "data-dependent-index: loaded from 'index'".
  std::string str() const;
};

} // namespace banklint

#endif // BANKLINT_PROGRAM_TYPES_H
