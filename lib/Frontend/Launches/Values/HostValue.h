//===- HostValue.h - What host code is known to compute ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values and places of the host code that leads to launches.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTVALUE_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTVALUE_H

#include "Launches/Values/HostFacts.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/PointerUnion.h"
#include <optional>
#include <vector>

namespace banklint {

/// What owns a value: a variable, or the expression that makes a temporary.
using HostRoot =
    llvm::PointerUnion<const clang::VarDecl *, const clang::Expr *>;

/// What stands for an object of \p Type to which \p Passed, a parameter or a
/// method of the function that execution begins with, leads.
const clang::VarDecl *makePassedObject(const clang::NamedDecl &Passed,
                                       clang::QualType Type);
/// True if \p Root is one of these.
bool isPassedObject(HostRoot Root);

/// A root or a part of it.
struct HostPlace {
  HostRoot Root;
  /// Numbers of members (bases count first) and elements that lead to the part.
  std::vector<unsigned> Path;
  /// It is not known which part of this.
  bool IsSomewhereInside = false;

  HostPlace part(unsigned Index) const;
  /// True if it may be a part of \p Other, or the other way round.
  bool overlaps(const HostPlace &Other) const;
  friend bool operator==(const HostPlace &A, const HostPlace &B) {
    return A.Root == B.Root && A.Path == B.Path &&
           A.IsSomewhereInside == B.IsSomewhereInside;
  }
};

struct HostValue {
  enum ValueKind {
    Unknown,
    Integer,
    /// A struct or an array; Elements may end early: the rest is unknown.
    Aggregate,
    Function,
    /// A pointer or a reference to Target.
    Address,
  };
  ValueKind Kind = Unknown;
  /// Canonical in the type of the expression that had it.
  int64_t Number = 0;
  /// Unknown: values with the same symbol, unless 0, are the same number. What
  /// one path learns of one is true for all.
  unsigned Symbol = 0;
  /// Unknown, of arguments of launches: how many of its lowest bits are those
  /// of Number.
  unsigned LowBits = 0;
  /// Function: if it is a lambda's, a value for each of its captures, unknown
  /// for those by reference.
  std::vector<HostValue> Elements;
  /// Function: which. Unknown: the library's function that chose it, or null.
  const clang::FunctionDecl *Callee = nullptr;
  HostPlace Target;

  static HostValue integer(int64_t Number);
  static HostValue aggregate(std::vector<HostValue> Elements);
  static HostValue function(const clang::FunctionDecl &Callee);
  static HostValue address(HostPlace Target);

  bool isUnknown() const { return Kind == Unknown; }
  std::optional<int64_t> number() const;
  /// Element \p Index of an aggregate, unknown if there is none.
  HostValue element(unsigned Index) const;
  /// Equal but for symbols.
  friend bool operator==(const HostValue &A, const HostValue &B);
  friend bool operator!=(const HostValue &A, const HostValue &B) {
    return !(A == B);
  }
};

/// Equal, symbols included.
bool areIdentical(const HostValue &A, const HostValue &B);

/// The type of an element of the array \p Type, or of base or member number \p
/// Index of the struct. Null if it has none, and for unions and the library's
/// classes, whose parts may stand for others.
clang::QualType partOf(clang::QualType Type, unsigned Index);
/// What \p Root is declared as; references are what they name.
clang::QualType typeOf(HostRoot Root);

/// What a pointer to \p Place may be used for: it and what is inside, and all
/// of an array that it is an element of; an object if it is a base, or a struct
/// that stands first.
HostPlace reachFrom(const HostPlace &Place);

/// The base of the object at \p Place that \p Cast, from derived to base, goes
/// to. It is somewhere inside where that base is virtual.
HostPlace baseOf(HostPlace Place, const clang::CastExpr &Cast);

/// What \p A and \p B have in common. Of two numbers one that is not known,
/// which \p Joined, if given, takes a note of.
HostValue commonValue(const HostValue &A, const HostValue &B, HostTerms &Terms,
                      std::vector<HostFacts::JoinedNumber> *Joined = nullptr);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_VALUES_HOSTVALUE_H
