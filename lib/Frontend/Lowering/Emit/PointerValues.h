//===- PointerValues.h - What variables may hold ----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Notes, while a program is made, which of its values may be addresses of
// shared memory, and which variables may change unseen. What turns out too
// late, after it mattered, is a fact for lowering the kernel once more.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_EMIT_POINTERVALUES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_EMIT_POINTERVALUES_H

#include "banklint/Program/KernelProgram.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"

namespace banklint {

/// What only shows once a kernel was lowered, and changes how it is.
struct PointerFacts {
  /// Local variables that may change through a pointer that is not followed.
  llvm::DenseSet<const clang::VarDecl *> Escaped;
  /// Variables that get a shared address in a loop, behind where they are read.
  llvm::DenseSet<const clang::VarDecl *> Holders;
  /// A shared address is stored where it is not followed.
  bool IsSharedStored = false;
};

class PointerValues {
public:
  /// \p Facts are used, and those that turn out are added.
  PointerValues(const KernelProgram &Program, PointerFacts &Facts)
      : Program(Program), Facts(Facts) {}

  /// The last of the program's variables was added for \p Owner, or is a
  /// temporary if that is null.
  void noteAdded(const clang::VarDecl *Owner);
  /// \p Decl is bound anew: nothing has read it.
  void noteBound(const clang::VarDecl &Decl) { ReadAsPlain.erase(&Decl); }
  /// The program variable \p Variable is read as it is known now.
  void noteRead(unsigned Variable);
  /// \p Variable may hold a shared address from now on, and in a loop before.
  void noteAssigned(unsigned Variable, ExprId Value);
  /// \p Value is stored where it is not followed.
  void noteStored(ExprId Value);
  /// Nobody knows what \p Decl holds, anywhere in the kernel.
  void noteEscaped(const clang::VarDecl &Decl);
  /// Nobody knows what \p Variable holds from now on.
  void noteEscaped(unsigned Variable);
  void addHolder(unsigned Variable) { Addresses.insert(Variable); }
  /// \p Value, an opaque one, may be a shared address.
  void addOpaque(ExprId Value) { Opaques.insert(Program.expr(Value).Index); }

  /// True if the value \p Address may be that of a place in shared memory.
  bool mayBeShared(ExprId Address) const;
  bool mayHoldShared(unsigned Variable) const {
    return Addresses.count(Variable);
  }
  bool isEscaped(unsigned Variable) const { return Escaped.count(Variable); }
  bool isEscaped(const clang::VarDecl &Decl) const {
    return Facts.Escaped.count(&Decl);
  }
  /// True if untracked memory may hold shared addresses.
  bool isSharedStored() const { return Facts.IsSharedStored; }
  const clang::VarDecl *ownerOf(unsigned Variable) const {
    return Owners[Variable];
  }
  /// True if facts were added that change what was lowered before.
  bool hasLearned() const { return HasLearned; }

private:
  void noteSharedStored();

  const KernelProgram &Program;
  PointerFacts &Facts;
  /// The declarations that variables stand for; null for temporaries.
  std::vector<const clang::VarDecl *> Owners;
  /// Variables that got a shared address so far.
  llvm::DenseSet<unsigned> Addresses;
  /// Opaque values that may be shared addresses.
  llvm::DenseSet<unsigned> Opaques;
  /// Variables that something may change unseen.
  llvm::DenseSet<unsigned> Escaped;
  /// Variables that were read as if they never held a shared address.
  llvm::DenseSet<const clang::VarDecl *> ReadAsPlain;
  bool HasLearned = false;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_EMIT_POINTERVALUES_H
