//===- ValueUses.h - What is used of loaded values --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows what is loaded from shared memory through the local variables and
// structs that are made of it, also in calls that are followed:
//
//   float4 sum(float4 a, float4 b) { return make_float4(a.x + b.x, ...); }
//   out[t] = sum(s[t], v).x;
//
// uses 4 bytes of what is loaded. The order of assignments and reads does not
// count: more is found than is used, but for what is surely used, which nothing
// else overwrites.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_VALUEUSES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_VALUEUSES_H

#include "LocalViews.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace banklint {

/// A local variable or record, an array in shared memory, or what an access
/// loads: what a value is kept in.
using ValueHolder = unsigned;

/// The bytes [Begin, End) of one. All but records have one byte.
struct ValuePart {
  ValueHolder Of;
  int64_t Begin = 0, End = 1;
  /// It stands for some of the bytes, perhaps none.
  bool IsSome = false;

  /// Variable number \p Index of the program.
  static ValuePart variable(unsigned Index) { return {Kinds * Index}; }
  /// Of local record number \p Number.
  static ValuePart record(unsigned Number, int64_t Begin, int64_t End) {
    return {Kinds * Number + 1, Begin, End};
  }
  static ValuePart someOfRecord(unsigned Number, int64_t Begin, int64_t End) {
    return {Kinds * Number + 1, Begin, End, /*IsSome=*/true};
  }
  static ValuePart load(unsigned Access) { return {Kinds * Access + 2}; }
  /// Variable number \p Number of those that are not in the program.
  static ValuePart local(unsigned Number) { return {Kinds * Number + 3}; }
  /// What stores to array number \p Number put there.
  static ValuePart array(unsigned Number) { return {Kinds * Number + 4}; }

private:
  static constexpr unsigned Kinds = 5;
};

class ValueUses {
public:
  /// What is behind these bytes of a record is used, as far as is known here.
  static constexpr int64_t MaxBytes = ByteSet().size();

  void noteUsed(const ValuePart &Part);
  /// Only some bytes of what is made of \p From are needed.
  void noteNarrowed(const ValuePart &From) { Narrowed.insert(From.Of); }
  /// \p To is set to a value that it is not made of.
  void noteSet(const ValuePart &To);
  /// \p From is copied to \p To, which has its size.
  void noteCopied(const ValuePart &From, const ValuePart &To);
  /// \p To is computed from \p From.
  void noteMade(const ValuePart &From, const ValuePart &To);
  /// Access number \p Access loads \p To, a number or struct of \p Type; of
  /// several such parts, one each time.
  void noteLoaded(unsigned Access, clang::QualType Type, const ValuePart &To);
  /// Nothing uses what access number \p Access loads.
  void noteUnneeded(unsigned Access) { Unneeded.insert(Access); }
  /// Access number \p Access loads ValuePart::load, whatever that is part of.
  void noteLoad(unsigned Access) { Loaded.push_back(Access); }

  struct Load {
    unsigned Access;
    clang::QualType Type;
    /// Of what is loaded, each time.
    ByteSet Used;
    /// Each of these bytes is used, in some code, and nothing overwrites it.
    bool IsSure;
  };
  struct Result {
    /// The accesses that load to records.
    std::vector<Load> Loads;
    /// Those that load what is not used at all.
    std::vector<unsigned> Unused;
    /// Those that load numbers of which perhaps not all bytes are needed.
    std::vector<unsigned> Narrowed;
  };
  /// To be called when all is noted.
  Result find();

private:
  struct Source {
    ValuePart From, To;
    /// Byte by byte.
    bool IsCopied;
  };
  struct Target {
    unsigned Access;
    clang::QualType Type;
    ValuePart To;
  };
  using Bytes = llvm::DenseMap<ValueHolder, ByteSet>;
  /// By what they are of.
  using SourcesOf = llvm::MapVector<ValueHolder, std::vector<const Source *>>;
  Bytes spread(const SourcesOf &All, bool IsSure) const;
  llvm::SetVector<ValueHolder> spreadNarrowed(const SourcesOf &All,
                                              const Bytes &Perhaps) const;

  /// What is used but for computing other parts: perhaps, and surely.
  Bytes Used, SurelyUsed;
  /// What is set more than once, and, to find that, what is set at all.
  Bytes SetAgain, Set;
  llvm::SetVector<ValueHolder> Narrowed;
  std::vector<Source> Sources;
  std::vector<Target> Targets;
  std::vector<unsigned> Loaded;
  llvm::SetVector<unsigned> Unneeded;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_VALUEUSES_H
