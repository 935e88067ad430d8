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
#include "NamedPlaces.h"
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
    NotInBranches,
    /// All but those that may not be executed where Copied is.
    Sure
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
  /// The calls and copies that a variable is followed through.
  static constexpr unsigned MaxDepth = 4;

  bool enter(const clang::Stmt *S) override { return !Skipped.contains(S); }
  bool visitStmt(const clang::Stmt *S) override;
  bool collect();
  void noteEffects(const clang::Stmt *S);
  void noteUsedInPart(const clang::Stmt *S);
  void noteResult(UseFinder &Callee, const clang::CallExpr *Call) const;
  bool addUsesOf(UseFinder &Callee, const clang::CallExpr *Call);
  const clang::DeclRefExpr *variableIn(const clang::Expr *E) const;
  std::optional<ByteSet> noteRead(const clang::Expr *Read);
  std::optional<ByteSet> noteReadOf(const clang::Expr *Place);
  std::optional<bool> isUsedInFull(const clang::VarDecl &Copy);
  void noteNarrowed(const clang::Stmt *S);
  void noteFilled(const clang::BinaryOperator &Assignment);
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
                 const clang::Expr *Argument, const clang::CallExpr &Call);
  void noteObject(const clang::CallExpr &Call);
  bool isBeingFollowed(const clang::VarDecl &Copy) const;
  void noteUses(const clang::DeclRefExpr &Ref, const clang::VarDecl &Copy,
                const clang::CallExpr *Call = nullptr);
  void noteUnpacked(const clang::InitListExpr &List,
                    const clang::VarDecl &Copy);
  void noteDeclared(const clang::DeclStmt &Declarations);
  void noteSetBefore(const clang::BinaryOperator &Assignment);
  void noteAssignment(const clang::CXXOperatorCallExpr &Assignment);
  void skip(const clang::Stmt *Branch);
  void skipBranches(const clang::Stmt *S);
  bool isAroundCopy(const clang::Stmt *S) const;
  void skipBehindJumps(const clang::CompoundStmt &Block);
  void noteDead(const clang::Expr *Condition, const clang::Stmt *Then,
                const clang::Stmt *Else);
  /// Which uses of what parts are made into count: that a sum is needed in a
  /// branch moves no load there.
  Kind kindOfResults() const { return Counted == Sure ? Anywhere : Counted; }
  bool isMentioned(const clang::VarDecl &Scalar);

  const clang::VarDecl &Variable;
  clang::ASTContext &Context;
  const Kind Counted;
  const unsigned Depth;
  const clang::Stmt *const Copied;
  /// What found that its variable is copied to Variable.
  const UseFinder *Source = nullptr;
  /// What is called on parts of Variable; null for the function of that.
  const clang::FunctionDecl *Method = nullptr;
  /// Where parts of the variable that is asked for start, if Variable is a
  /// pointer or reference to them that a function gets, or the object of Method
  /// is one.
  std::optional<LocalViews::Start> Bound;
  std::optional<LocalViews> Views;
  /// A use was not understood.
  bool IsLost = false;
  /// It is copied as a whole to what may be its place in memory.
  bool IsCopied = false;
  ByteSet Used;
  /// Set to what is made of something else, and to what is made of itself.
  ByteSet Overwritten, Changed;
  /// Mentions of the variable that are understood.
  llvm::SmallPtrSet<const clang::Expr *, 8> Understood;
  /// Reads of members that count only if the variable that they initialize
  /// does, or what they make of the member itself.
  llvm::SmallPtrSet<const clang::Expr *, 4> Unpacked;
  /// Nobody uses what the function returns: it is called for its effects.
  bool IsResultUnused = false;
  /// Or a part of that only.
  bool IsResultUsedInPart = false;
  /// Calls of which this is so.
  llvm::SmallPtrSet<const clang::Stmt *, 4> UsedInPart;
  /// Expressions that are statements.
  llvm::SmallPtrSet<const clang::Stmt *, 8> Effects;
  /// Whether the function sets members in memory, once that is known.
  std::optional<bool> SetsInMemory;
  /// Code that is never executed, or does not count.
  llvm::SmallPtrSet<const clang::Stmt *, 4> Skipped;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_USEFINDER_H
