//===- SourceErrors.h - What Clang could not parse, and where ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The errors of one source, by place. Places are file names and offsets, so
// that they stay valid when the source is parsed once more.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_SOURCEERRORS_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_SOURCEERRORS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <string>
#include <vector>

namespace banklint {

class SourceErrors {
public:
  /// \p MayBeMended: if a later parse does not have this error, it is none.
  void add(const clang::Diagnostic &Info, bool MayBeMended = false);
  /// Takes over the errors of \p Other at places that have none so far; those
  /// that may be mended only if \p WithMendable.
  void merge(const SourceErrors &Other, bool WithMendable);
  /// Forgets those that may be mended at places where \p Later, of another
  /// parse, has none.
  void dropMended(const SourceErrors &Later);

  unsigned count() const { return Count; }
  /// "file:line:column: message" of the first error, empty without errors.
  std::string first() const { return Texts.empty() ? "" : Texts.front(); }
  /// That of all errors, in Clang's order, up to a limit.
  const std::vector<std::string> &texts() const { return Texts; }

  /// The message of the first error from \p Begin up to and including \p End,
  /// null if there is none. What is in a macro counts where the macro is
  /// expanded.
  const std::string *find(const clang::SourceManager &Sources,
                          clang::SourceLocation Begin,
                          clang::SourceLocation End) const;
  /// The errors in that stretch.
  unsigned countIn(const clang::SourceManager &Sources,
                   clang::SourceLocation Begin,
                   clang::SourceLocation End) const;
  /// True if each error with a place is in one of \p Stretches.
  bool areAllIn(const clang::SourceManager &Sources,
                llvm::ArrayRef<clang::SourceRange> Stretches) const;

private:
  struct Error {
    std::string Message;
    /// What texts() has of it; empty behind the limit.
    std::string Text;
    bool MayBeMended;
  };
  /// By offset.
  using FileErrors = std::multimap<unsigned, Error>;
  std::pair<FileErrors::const_iterator, FileErrors::const_iterator>
  range(const clang::SourceManager &Sources, clang::SourceLocation Begin,
        clang::SourceLocation End) const;

  llvm::StringMap<FileErrors> Files;
  FileErrors None;
  std::vector<std::string> Texts;
  unsigned Count = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_SOURCEERRORS_H
