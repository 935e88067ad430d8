//===- UseFinder.h - Which members of a variable are used ------ -*- C++
//-*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_USEFINDER_H
#define BANKLINT_LIB_FRONTEND_LOWERING_USEFINDER_H

#include "Ast/AstWalker.h"
#include "LocalViews.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <bitset>
#include <optional>

namespace banklint {

/// Members of a struct, by their number.
using MemberSet = std::bitset<16>;

/// Finds the members of a local variable that its function uses, and those to
/// which the function hands it or a copy. If the whole is copied elsewhere, all
/// members may be set, or none: those that are not may stay in memory.
class UseFinder : public AstWalker {
public:
  /// Which uses count.
  enum Kind {
    /// Reads of members. A copy of the whole is not understood.
    ReadMembers,
    /// Those of copies as well; what is copied to memory is used.
    Anywhere,
    /// The same, but none in branches that are slow: with what may become
    /// branches itself, such as a division.
    NotInSlowBranches,
    /// The same, but none in a branch or loop.
    NotInBranches
  };

  /// \p Copied is where the variable gets the value that matters, if not where
  /// it is declared.
  UseFinder(const clang::VarDecl &Variable, clang::ASTContext &Context,
            Kind Counted, unsigned Depth = 0,
            const clang::Stmt *Copied = nullptr)
      : Variable(Variable), Context(Context), Counted(Counted), Depth(Depth),
        Copied(Copied) {}

  /// Nothing if not all uses are understood.
  std::optional<MemberSet> find();
  /// The bytes, likewise.
  std::optional<ByteSet> bytesOf();

  /// What is assigned to parts of the variable is what may be used.
  bool IsFilled = false;

private:
  bool enter(const clang::Stmt *S) override { return !Skipped.contains(S); }
  bool visitStmt(const clang::Stmt *S) override;
  const clang::DeclRefExpr *variableIn(const clang::Expr *E) const;
  std::optional<ByteSet> noteRead(const clang::Expr *Read);
  std::optional<ByteSet> noteReadOf(const clang::Expr *Place);
  bool isUsedInFull(const clang::VarDecl &Copy);
  bool noteSet(const clang::Expr *To, const clang::Expr *From);
  void noteSpelled(const clang::InitListExpr &List);
  void notePlaces(const clang::Stmt *S);
  void noteCopy(const clang::CallExpr &Call);
  void noteAll(const clang::DeclRefExpr &Ref);
  void noteReturned(const clang::Expr *Value);
  void notePart(const clang::Expr *Place);
  void noteParts(const clang::CallExpr &Call);
  bool isStraight(const clang::Stmt &Loop) const;
  void noteArguments(const clang::CallExpr &Call);
  void noteBound(const clang::ParmVarDecl &Parameter,
                 const clang::Expr *Argument);
  void noteUses(const clang::DeclRefExpr &Ref, const clang::VarDecl &Copy);
  void noteDeclared(const clang::DeclStmt &Declarations);
  void noteSetBefore(const clang::BinaryOperator &Assignment);
  void noteAssignment(const clang::CXXOperatorCallExpr &Assignment);
  void skip(const clang::Stmt *Branch);
  void skipBranches(const clang::Stmt *S);
  void skipBehindJumps(const clang::CompoundStmt &Block);
  void noteDead(const clang::Expr *Condition, const clang::Stmt *Then,
                const clang::Stmt *Else);
  bool isMentioned(const clang::VarDecl &Scalar);

  const clang::VarDecl &Variable;
  clang::ASTContext &Context;
  const Kind Counted;
  const unsigned Depth;
  const clang::Stmt *const Copied;
  /// Where parts of the variable that is asked for start, if Variable is a
  /// pointer or reference to them that a function gets.
  std::optional<LocalViews::Offsets> Bound;
  std::optional<LocalViews> Views;
  /// A use was not understood.
  bool IsLost = false;
  /// It is copied as a whole to what may be its place in memory.
  bool IsCopied = false;
  ByteSet Used;
  /// Set to what is made of something else, and to what is made of itself.
  ByteSet Overwritten, Changed;
  /// Mentions of the variable that are understood.
  llvm::SmallPtrSet<const clang::DeclRefExpr *, 8> Understood;
  /// Reads of members that count only if the variable that they initialize
  /// does.
  llvm::SmallPtrSet<const clang::Expr *, 4> Unpacked;
  /// Whether the function sets members in memory, once that is known.
  std::optional<bool> SetsInMemory;
  /// Code that is never executed, or does not count.
  llvm::SmallPtrSet<const clang::Stmt *, 4> Skipped;
};

/// The arguments of \p Call that stand for parameters of \p Callee.
llvm::ArrayRef<const clang::Expr *>
argumentsOf(const clang::CallExpr &Call, const clang::FunctionDecl &Callee);

/// What \p E copies by trivial constructors, or \p E.
const clang::Expr *copiedBy(const clang::Expr *E);

/// The local variable, not a reference, that \p E names, if it does.
const clang::VarDecl *localOf(const clang::Expr *E);

/// The variable that names the place of \p E, or the pointer to it; null if
/// that is not known.
const clang::VarDecl *placeOf(const clang::Expr *E);
/// True if \p E is surely in memory that is not the thread's own.
bool isInOtherMemory(const clang::Expr *E);
/// True if a pointer that the kernel gets points to \p E.
bool isBehindArgument(const clang::Expr *E);
/// True if \p Function sets a member of a struct of the type \p Record that is
/// not a local variable: perhaps of one that was copied there before.
bool setsMembersInMemory(const clang::RecordDecl &Record,
                         const clang::FunctionDecl &Function);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_USEFINDER_H
