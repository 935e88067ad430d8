//===- HostMemory.h - What memory surely still holds ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that is not seen may change a member of an object that others know, but
// not between two reads that follow each other:
//
//   kernel<<<grid, size_.width>>>(size_.width);
//
// HostMemory holds what was read or written of such places and nothing that was
// executed since may have changed.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTMEMORY_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTMEMORY_H

#include "Launches/Values/HostValue.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <vector>

namespace banklint {

/// The type of \p Place as its root declares it; null if that is not known, and
/// for parts of unions and of the library's classes, which may stand for
/// others.
clang::QualType typeOf(const HostPlace &Place);

/// True if storing something of \p Type changes no integer of another object.
bool holdsNoInteger(clang::QualType Type);

class HostMemory {
public:
  /// What is at \p Place; nothing if that is not held.
  std::optional<HostValue> find(const HostPlace &Place) const;
  /// \p Place, which is of a known part, holds \p Value from now on. What else
  /// is held of it is dropped.
  void set(const HostPlace &Place, HostValue Value);
  /// Drops what is held of \p Place. What is in an array is dropped as a whole:
  /// a pointer to an element may have been moved beyond its row.
  void forget(const HostPlace &Place);
  void forgetIf(llvm::function_ref<bool(HostRoot)> IsForgotten);
  /// Holds nothing from now on: code that changes memory will run at a time
  /// that is not followed.
  void close() {
    IsClosed = true;
    Held = nullptr;
  }
  /// Keeps what \p Other holds, too.
  void keepCommon(const HostMemory &Other);
  /// Calls \p Change with the values of which \p Mentions is true.
  void change(llvm::function_ref<bool(const HostValue &)> Mentions,
              llvm::function_ref<void(HostValue &)> Change);

private:
  using Part = std::pair<HostPlace, HostValue>;
  using Parts = std::vector<Part>;
  void keepIf(llvm::function_ref<bool(const Part &)> IsKept);

  /// Shared between copies, as states are. Null: none.
  std::shared_ptr<const Parts> Held;
  bool IsClosed = false;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTMEMORY_H
