//===- SunkLoads.h - Loads that move to where they are used -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler sinks a load whose value is used on one side of a branch only:
//
//   const float x = s[i];
//   if (lane < 16)
//     out[lane] = x;
//
// loads in 16 lanes. Likewise where a loop uses it that some lanes do not
// enter. Measured: it does so through chains of variables and what functions
// make of them, out of loops that it unrolls whole, for `if` and `?:`, and
// where the other side leaves the block. It does not across barriers, stores to
// the same array and loops that stay loops, and where the side is so cheap that
// both sides are computed and one is selected. What lanes exchange stays where
// it is.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_SUNKLOADS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_SUNKLOADS_H

#include "Sinking/NeedAnalysis.h"
#include <map>
#include <memory>

namespace banklint {

/// A side of a branch in the source.
using SourceSide = std::pair<const clang::IfStmt *, /*IsElse=*/bool>;

class SunkLoads final : FunctionNeedsSource {
public:
  /// What is needed of the results of the function that is lowered.
  struct ResultNeed {
    /// Only one side of a branch needs them, or nothing does.
    bool IsSunk = false;
    /// Nothing does.
    bool IsUnused = false;
    /// The sides that need them; nothing if they are not known.
    std::optional<llvm::SmallVector<SourceSide, 4>> Sides =
        llvm::SmallVector<SourceSide, 4>();
  };

  explicit SunkLoads(clang::ASTContext &Context) : Context(Context) {}

  /// To be called before loads in the body of \p Function are asked for.
  void enter(const clang::FunctionDecl &Function) { needsOf(Function); }
  /// True if a load of the place \p E may be made on one side of a branch
  /// behind it, with fewer lanes, or not at all.
  bool maySink(const clang::Expr &E) const;
  /// True if all lanes may leave it out: those of a branch that is the same for
  /// all, or in a round of a loop that may be unrolled.
  bool mayBeUnused(const clang::Expr &E) const;
  /// True if nothing uses what it loads.
  bool isUnused(const clang::Expr &E) const;
  /// All sides that a load of the place \p E may be made on, or is needed by;
  /// nothing if they are not known. If all lanes take them, it is made as it is
  /// written.
  std::optional<llvm::SmallVector<SourceSide, 4>>
  sidesOf(const clang::Expr &E) const;
  /// What is needed of the results of the call \p E.
  ResultNeed resultOf(const clang::Expr &Call) const;

  ResultNeed Result;

private:
  Need needOf(const clang::Expr &E) const;
  const FunctionNeeds *needsOf(const clang::FunctionDecl &Function) override;
  unsigned numberOf(const llvm::FoldingSetNodeID &Spelling) override;

  clang::ASTContext &Context;
  NeedsOfReads Reads;
  /// None while a function is looked at, since calls may be recursive, and for
  /// one that can't be.
  llvm::DenseMap<const clang::FunctionDecl *,
                 std::unique_ptr<const FunctionNeeds>>
      Known;
  /// A function was too long to be followed.
  bool HasGivenUp = false;
  /// Conditions that are spelled alike have one number.
  std::map<llvm::FoldingSetNodeID, unsigned> Conditions;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_SUNKLOADS_H
