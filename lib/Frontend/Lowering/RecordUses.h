//===- RecordUses.h - What is read of loaded structs ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows structs that are loaded from shared memory through the local ones
// that they are copied to, also in calls that are followed:
//
//   float4 at(const float4 *s, int i) { return s[i]; }
//   out[t] = at(s, t).x;
//
// reads 4 bytes of what is loaded. The order of copies and reads does not
// count, nor whether a value that is read has an effect: more is found than is
// used.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_RECORDUSES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_RECORDUSES_H

#include "LocalViews.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace banklint {

/// The bytes [Begin, End) of local record number Record.
struct RecordPart {
  unsigned Record;
  int64_t Begin, End;
};

class RecordUses {
public:
  /// What is behind these bytes of a record is read, as far as is known here.
  static constexpr int64_t MaxBytes = ByteSet().size();

  /// In code that is never executed: nothing is noted.
  bool IsDead = false;

  void noteRead(const RecordPart &Part);
  /// \p From is copied to \p To, which has its size.
  void noteCopied(const RecordPart &From, const RecordPart &To);
  /// Access number \p Access loads \p To, a number or struct of \p Type; of
  /// several such parts, one each time.
  void noteLoaded(unsigned Access, clang::QualType Type, const RecordPart &To);

  struct Load {
    unsigned Access;
    clang::QualType Type;
    /// Of what is loaded, each time.
    ByteSet Read;
  };
  /// The accesses that load to records. To be called when all is noted.
  std::vector<Load> loads();

private:
  struct Copy {
    RecordPart From, To;
  };
  struct Target {
    unsigned Access;
    clang::QualType Type;
    RecordPart To;
  };
  ByteSet readOf(const RecordPart &Part) const;
  void spread();

  llvm::DenseMap<unsigned, ByteSet> Read;
  std::vector<Copy> Copies;
  std::vector<Target> Targets;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_RECORDUSES_H
