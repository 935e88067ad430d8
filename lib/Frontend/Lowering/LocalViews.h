//===- LocalViews.h - Parts of a local variable by other names --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors are loaded as a whole and read as what they hold:
//
//   const uint4 v = s[i];
//   const half2 *h = reinterpret_cast<const half2 *>(&v);
//   for (int j = 0; j != 4; ++j)
//     sum += h[j];
//
// This finds the bytes that such an expression names: by members, casts,
// pointers and references that keep what they are bound to, methods that do no
// more than return such a part, and subscripts that are constant or that the
// counters of counted loops make.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_LOCALVIEWS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_LOCALVIEWS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <bitset>
#include <optional>

namespace banklint {

/// Bytes of a variable, by their offset. Larger variables are not looked at.
using ByteSet = std::bitset<1024>;

class LocalViews {
public:
  /// Offsets in bytes, in the order of what makes them differ.
  using Offsets = llvm::SmallVector<int64_t, 16>;

  /// Of \p Variable, which is local to \p Function; null if that gets views of
  /// one of another function only.
  LocalViews(const clang::VarDecl *Variable,
             const clang::FunctionDecl &Function, clang::ASTContext &Context);

  /// What an expression names.
  struct Part {
    /// The mention of the variable, of a view of it, or of `this`.
    const clang::Expr *Root;
    ByteSet Bytes;
  };
  /// The part that \p Place, an lvalue, names; nothing if it is no part of the
  /// variable, or not known.
  std::optional<Part> partAt(const clang::Expr *Place);
  /// Where parts start.
  struct Start {
    const clang::Expr *Root = nullptr;
    Offsets At = {};
    /// What makes several of them; none if that is not known.
    llvm::SmallPtrSet<const clang::VarDecl *, 4> Counters = {};
  };
  /// That which \p Place, an lvalue, names.
  std::optional<Start> startOf(const clang::Expr *Place);
  /// That which \p Pointer points to.
  std::optional<Start> pointedBy(const clang::Expr *Pointer);
  /// What \p Value, which initializes a pointer or reference of \p Type, binds
  /// it to.
  std::optional<Start> boundTo(clang::QualType Type, const clang::Expr *Value);
  /// Notes that \p View, a pointer or reference, is bound to \p Of; false if it
  /// may change.
  bool bind(const clang::VarDecl &View, Start Of);
  /// Notes that `this` points to \p Of.
  void bindObject(Start Of) { This = std::move(Of); }
  bool isView(const clang::ValueDecl *Decl) const {
    const auto *Named = llvm::dyn_cast<clang::VarDecl>(Decl);
    return Named && Views.count(Named);
  }

private:
  Start viewBy(const clang::DeclRefExpr &Ref, const clang::VarDecl &View) const;
  std::optional<Start> returnedBy(const clang::CallExpr &Call);
  std::optional<Start> moved(std::optional<Start> Of, const clang::Expr *Count,
                             clang::QualType Element, int64_t Sign);
  bool addCounters(const clang::Expr *Count, Start &Of);
  std::optional<Offsets> valuesOf(const clang::Expr *Index);
  const Offsets *countsOf(const clang::VarDecl &Counter);

  const clang::VarDecl *Variable;
  const clang::FunctionDecl &Function;
  clang::ASTContext &Context;
  llvm::DenseMap<const clang::VarDecl *, Start> Views;
  /// What `this` points to, if the function is a method of parts.
  std::optional<Start> This;
  /// What it points to and what the parameters are, in a method that is
  /// followed.
  std::optional<Start> Object;
  llvm::DenseMap<const clang::VarDecl *, Offsets> Arguments;
  /// The values of the counters of counted loops, once they are asked for.
  std::optional<llvm::DenseMap<const clang::VarDecl *, Offsets>> Counters;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_LOCALVIEWS_H
