//===- LostEffects.h - What host code without an AST may do -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host statements that Clang drops may change variables, leave loops, and call
// functions. Their tokens show which. A name stands for all that it may mean in
// the function; what is passed to a function counts as changed unless all
// functions of that name take it by value or by a reference to const.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_RECOVERY_LOSTEFFECTS_H
#define BANKLINT_LIB_FRONTEND_RECOVERY_LOSTEFFECTS_H

#include "Ast/AstQueries.h"
#include "LostCode.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace banklint {

/// What one stretch of lost code may do.
struct LostEffect {
  /// How the value of a variable comes out of it; the worst counts.
  enum Change {
    /// As it was. What it points to may be another.
    Same,
    /// Another, once.
    Once,
    /// Another from now on at any time: something may keep a reference to it.
    Always,
  };
  /// In the order of their uses. Null stands for the object that `this` points
  /// to.
  llvm::MapVector<const clang::VarDecl *, Change> Variables;
  bool MayReturn = false;
  bool MayBreak = false;
  bool MayContinue = false;
  /// A switch may go there.
  bool HasCase = false;
  /// It calls something, or changes what is no variable of the function.
  bool MayChangeGlobals = false;
};

class LostEffects {
public:
  explicit LostEffects(LostCode Code) : Code(std::move(Code)) {}

  /// Finds what is lost in \p Function, which has a body.
  void add(const clang::FunctionDecl &Function);

  /// Finds what is lost between the declarations in \p Scope, a translation
  /// unit, a namespace or a class: functions are dropped whole, too.
  void addOutside(const clang::DeclContext &Scope);

  /// What is lost in \p S, null if nothing: before child number \p Index of a
  /// compound statement, in the head of a loop, in an expression with errors,
  /// or all that an empty statement stands for.
  const LostEffect *at(const clang::Stmt *S, unsigned Index = 0) const {
    return find(S, Index);
  }
  /// What is lost of the declaration of \p D, a variable, or before the body of
  /// a constructor.
  const LostEffect *at(const clang::Decl *D) const { return find(D, 0); }
  /// Calls \p See with all that is lost in \p S itself, not in the statements
  /// inside of it.
  void forEach(const clang::Stmt *S,
               llvm::function_ref<void(const LostEffect &)> See) const;
  /// True if some lost code may change \p Variable.
  bool mayChange(const clang::VarDecl &Variable) const {
    return Changed.contains(&Variable) ||
           (Variable.hasGlobalStorage() && !isConstantScalar(Variable) &&
            ChangedNames.contains(Variable.getIdentifier()));
  }
  /// True if some lost code has the name of \p Function, or its class's if it
  /// is a constructor.
  bool names(const clang::FunctionDecl &Function) const;
  /// Where lost code of a host function first has the name of \p Function;
  /// invalid if none has.
  clang::SourceLocation
  placeInHostCode(const clang::FunctionDecl &Function) const {
    return Names.lookup(Function.getIdentifier());
  }

private:
  class Finder;
  void addNames(const LostTokens &Tokens);
  const LostEffect *find(const void *Node, unsigned Index) const {
    auto It = Found.find({Node, Index});
    return It == Found.end() ? nullptr : &It->second;
  }

  const LostCode Code;
  std::map<std::pair<const void *, unsigned>, LostEffect> Found;
  llvm::DenseSet<const clang::VarDecl *> Changed;
  /// What may be changed and is no variable of the function around.
  llvm::DenseSet<const clang::IdentifierInfo *> ChangedNames;
  /// What lost code names, with the first place in a host function.
  llvm::DenseMap<const clang::IdentifierInfo *, clang::SourceLocation> Names;
};

/// As changedVariables, but tells changes of members apart.
ChangedPlaces changedPlaces(const clang::Stmt *S, const LostEffects &Lost);

/// The variables that \p S may change, what is lost in it included; null stands
/// for the object that `this` points to.
llvm::DenseSet<const clang::VarDecl *>
changedVariables(const clang::Stmt *S, const LostEffects &Lost);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_RECOVERY_LOSTEFFECTS_H
