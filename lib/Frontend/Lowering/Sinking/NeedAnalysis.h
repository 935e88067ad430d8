//===- NeedAnalysis.h - What the code of a function needs -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through a function from its end to its begin, and finds for each value
// that is read which code needs it. What a statement does to memory, or what
// lanes exchange, is needed everywhere, and with it what that is made of.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_SINKING_NEEDANALYSIS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_SINKING_NEEDANALYSIS_H

#include "Needs.h"
#include "SinkingCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/FoldingSet.h"

namespace banklint {

/// What a caller has to know of a function.
struct FunctionNeeds {
  /// Those that the sides of needs in it refer to.
  BranchNumbers Branches;
  /// Of its parameters and the object that it is called on, in front of its
  /// body.
  llvm::SmallVector<Need, 8> Parameters;
  Need Object;
  /// Parameters that are references or pointers, and what they name is set.
  llvm::BitVector Written;
  /// It does more than to give results.
  bool HasEffects = false;
  /// No load moves over a call of it.
  bool HasFence = false;
};

/// What needs the value of a place that is read, or the results of a call. Of
/// the rounds of a loop that becomes straight code, the last may have no use.
struct NeedOfRead {
  Need Of;
  /// The function whose branches Of refers to.
  const clang::FunctionDecl *In = nullptr;
  bool IsUnusedOnce = false;
  /// Another copy of the code has the need \p Other.
  void join(Need Other);
};

using NeedsOfReads = llvm::DenseMap<const clang::Expr *, NeedOfRead>;

/// The needs of functions, null for those that can't be looked at.
class FunctionNeedsSource {
public:
  virtual const FunctionNeeds *needsOf(const clang::FunctionDecl &Function) = 0;
  /// The number of the branches whose condition is \p Spelling.
  virtual unsigned numberOf(const llvm::FoldingSetNodeID &Spelling) = 0;

protected:
  ~FunctionNeedsSource() = default;
};

class NeedAnalysis {
public:
  NeedAnalysis(clang::ASTContext &Context, FunctionNeedsSource &Functions,
               NeedsOfReads &Reads)
      : Context(Context), Functions(Functions), Reads(Reads) {}

  /// Looks at \p Function, which has a body, once; nothing is known of it if
  /// that takes too long.
  std::optional<FunctionNeeds> run(const clang::FunctionDecl &Function);

private:
  /// A part of a local variable, or what is in memory.
  struct Target {
    const clang::VarDecl *Local = nullptr;
    bool IsObject = false;
    bool IsWhole = false;
    bool isLocal() const { return Local || IsObject; }
  };

  /// What the sides of a branch do.
  struct Doings {
    /// The needs of what is assigned to variables.
    Need Made;
    bool Returns = false;
    /// Anything else is done.
    bool HasEffects = false;
    void add(const Doings &Other);
  };

  // NeedStatements.cpp
  void numberVariables(const clang::FunctionDecl &Function);
  void visit(const clang::Stmt *S);
  void visitSimple(const clang::Stmt *S);
  void visitIf(const clang::IfStmt &S);
  Doings visitSides(const clang::IfStmt &S, SideNeeds &Then, SideNeeds &Else);
  Need needOfCondition(const Doings &Sides) const;
  Need inLastRound(const clang::Expr &Condition);
  Need onOneSide(const clang::Expr &Condition, Need Around);
  Need inSome(bool AllOrNone);
  Need ofLoop(const clang::Expr &Condition);
  void visitSwitch(const clang::SwitchStmt &S);
  void visitUnrolled(const clang::Stmt &Loop);
  void visitLoop(const clang::Stmt &Loop);
  void visitRound(const clang::Stmt &Loop);
  void visitDecl(const clang::VarDecl &Decl);
  void fence();
  void fence(const clang::VarDecl &Array);
  void noteArrays(const clang::FunctionDecl &Function);
  void noteEscapes(const clang::FunctionDecl &Function);
  bool isSpent();

  // NeedExpressions.cpp
  void read(const clang::Stmt *S, Need Of);
  void readNode(const clang::Stmt *S, Need Of);
  void readChildren(const clang::Stmt *S, Need Of);
  void readChoice(const clang::Expr *Condition, const clang::Expr *Then,
                  const clang::Expr *Else, Need Of);
  bool isZeroInSomeRound(const clang::Expr &Factor) const;
  void noteFactors(const clang::BinaryOperator &E);
  void readBinary(const clang::BinaryOperator &E, Need Of);
  void readUnary(const clang::UnaryOperator &E, Need Of);
  void readCall(const clang::CallExpr &E, Need Of);
  void readArgument(const clang::Expr &E, Need Of);
  void readFollowed(const clang::CallExpr &E, const FunctionNeeds &Callee,
                    const clang::FunctionDecl &Function, Need Of);
  static Need ofEither(Need One, Need Other, bool &ArePartsNeeded);
  bool isLastStored(const clang::Expr &To);
  Need ofCallee(Need Of, const FunctionNeeds &Callee, Need Results);
  void assign(const clang::Expr &To, const clang::Expr &From, bool IsCompound,
              Need Of);
  void readPlace(const clang::Expr &To, Need Of);
  void mark(const clang::Expr &E, Need Of);
  Target targetOf(const clang::Expr &E) const;
  Target targetOfArgument(const clang::Expr &E) const;
  bool isOutput(const clang::VarDecl &Decl) const;
  Need *needOf(const Target &To);
  bool isOperation(const clang::FunctionDecl &Callee) const;
  void effect() { Now.HasEffects = HasEffects = true; }

  clang::ASTContext &Context;
  FunctionNeedsSource &Functions;
  NeedsOfReads &Reads;
  const clang::FunctionDecl *Function = nullptr;
  BranchNumbers Branches;

  /// The variables of the function by their numbers in a state; the object of
  /// a method, which has no variable, is the first.
  llvm::DenseMap<const clang::VarDecl *, unsigned> Numbers;
  /// Variables that are known by more than their names.
  llvm::DenseSet<const clang::VarDecl *> Escaped;
  /// Arrays, of which each use needs another part.
  llvm::BitVector Parted;
  /// The only array in shared memory that a variable is made of; null if there
  /// are several.
  llvm::DenseMap<const clang::VarDecl *, const clang::VarDecl *> Arrays;
  llvm::BitVector Written;
  /// What loops that become straight code count with, and the round.
  llvm::DenseMap<const clang::VarDecl *, unsigned> Rounds;
  const clang::Stmt *InnermostLoop = nullptr;
  llvm::DenseMap<const clang::Stmt *, RoundEffects> EffectsOfRounds;
  /// At the point that was reached.
  VariableNeeds Needs;
  /// At the end of the function, and where innermost loops and switches are
  /// left or go on.
  VariableNeeds AtReturn, AtBreak, AtContinue;
  Doings Now;
  /// Of all that was looked at.
  bool HasEffects = false, HasFence = false;
  /// False in rounds of loops that only prepare others.
  bool IsRecording = true;
  unsigned Work = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_SINKING_NEEDANALYSIS_H
