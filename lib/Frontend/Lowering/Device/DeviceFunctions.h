//===- DeviceFunctions.h - The functions known by name ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of what is known of the functions of CUDA's headers, of the C++
// library and of Clang. A function of the same name in another namespace, as a
// library may have, is none of them.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_DEVICEFUNCTIONS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_DEVICEFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace clang {
class FunctionDecl;
}

namespace banklint {

enum class DeviceMeaning {
  /// Only Code is known.
  None,

  // Intrinsics.cpp
  Barrier,
  Fence,
  Min,
  Max,
  Abs,
  PopCount,
  CountLeadingZeros,
  ReverseBits,
  FindFirstSet,
  /// Of the low 24 bits.
  Multiply,
  /// The argument itself.
  Identity,
  /// Reads global memory at its argument.
  GlobalLoad,
  /// Copies asynchronously, as one instruction.
  PrimitiveCopy,
  /// The same; how the lanes share the work is not known.
  LibraryCopy,
  /// Ignored, its arguments are evaluated.
  Effects,
  /// What it is given holds, says the source.
  Assumption,
  /// Differs by lane, whatever the arguments.
  CrossLane,

  // WarpFunctions.cpp. A name that ends in `_sync` has a mask of lanes as its
  // first argument.
  SpecialRegister,
  CountingBarrier,
  Shuffle,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  /// Lanes of one mask get the same.
  Vote,
  /// The same for lanes of one mask and value.
  Match,

  // Matrix.cpp
  MatrixLoad,
  MatrixStore,

  // MemoryWrites.cpp
  /// Copies bytes from one place to another one.
  MemoryCopy,
  /// Stores a number where each pointer that it gets points to.
  Results,

  // Atomics.cpp
  AtomicAdd,
  AtomicInc,
  AtomicExch,
  AtomicCas,
  AtomicMinMax,
  AtomicOther,

  // ExactFloat.cpp
  Floor,
  Ceil,
  Truncate,
  Log2,
  PowerOf2,
  Power,
  /// An integer that follows from the argument: the number, rounded as the
  /// name's end says, or its bits.
  ToInteger,
};

/// What the compiler makes of a call.
enum class DeviceCode {
  /// A few instructions without a branch.
  Light,
  /// The same, as inline assembly, or as an operation that the compiler's early
  /// passes do not move loads across either.
  Assembly,
  /// More than that, or not known.
  Branches,
};

/// A row of DeviceFunctions.def, which says what the columns hold.
struct DeviceFunction {
  llvm::StringLiteral Scope;
  llvm::StringLiteral Name;
  unsigned Least;
  unsigned Most;
  DeviceMeaning Meaning;
  DeviceCode Code;

  bool isPattern() const { return Name.ends_with("*"); }
  bool isNamed(llvm::StringRef Other) const {
    return isPattern() ? Other.starts_with(Name.drop_back()) : Other == Name;
  }
};

llvm::ArrayRef<DeviceFunction> allDeviceFunctions();

/// The row of \p Function, called with \p Arguments, or with any number if that
/// is left out; null if it has none.
const DeviceFunction *
findDeviceFunction(const clang::FunctionDecl &Function,
                   std::optional<unsigned> Arguments = std::nullopt);

/// True if \p Function only shares the name of rows that have a meaning: it is
/// another library's.
bool isNamesake(const clang::FunctionDecl &Function);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_DEVICEFUNCTIONS_H
