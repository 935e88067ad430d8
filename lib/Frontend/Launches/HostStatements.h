//===- HostStatements.h - Execution of host statements ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes statements for sets of states. Where a condition is not known both
// ways are executed, each with a state of its own; a loop is executed
// iteration by iteration while its test is known, else once, for any iteration.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTSTATEMENTS_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTSTATEMENTS_H

#include "HostEvaluator.h"
#include "clang/AST/StmtCXX.h"

namespace banklint {

class HostStatements {
public:
  HostStatements(const clang::ASTContext &Context, const LostEffects &Lost,
                 HostPath &Path, HostChanges &Changes, LaunchRecorder &Launches,
                 HostEvaluator &Values)
      : Context(Context), Index(*Path.Index), Lost(Lost), Path(Path),
        Changes(Changes), Launches(Launches), Values(Values) {}

  /// Executes the body of \p Function, whose frame is the last one. All paths
  /// return.
  std::vector<HostReturn> executeBody(const clang::FunctionDecl &Function,
                                      HostState Start);
  void execute(const clang::Stmt *S, HostStates &States, HostExits &Out);
  /// Executes GNU's ({ ... }), whose value is that of its last statement. Where
  /// it leaves the statement around it is noted in the frame. Variables that
  /// \p S declares are still there.
  std::vector<HostReturn> executeInside(const clang::CompoundStmt &S,
                                        HostState Start);

private:
  // Both languages have expressions and statements; here it is the source's.
  using Expr = clang::Expr;
  using Stmt = clang::Stmt;
  using Exits = HostExits;

  // HostStatements.cpp
  void executeStmt(const clang::Stmt *S, HostStates &States, Exits &Out);
  const Expr *resultOf(const clang::CompoundStmt &S) const;
  void executeSimple(const clang::Stmt &S, HostStates &States);
  void executeCompound(const clang::CompoundStmt &S, HostStates &States,
                       Exits &Out);
  void executeDecls(const clang::DeclStmt &S);
  void executeIf(const clang::IfStmt &S, HostStates &States, Exits &Out);
  bool decides(const clang::Stmt *S);
  void exclude(const clang::Stmt *S);
  void executeCondition(const clang::Expr *Condition, HostStates States,
                        HostStates &IfTrue, HostStates &IfFalse);
  void executeReturn(const clang::ReturnStmt &S, HostStates &States,
                     Exits &Out);
  void executeTry(const clang::CXXTryStmt &S, HostStates &States, Exits &Out);
  void executeLost(const LostEffect *Effect, HostStates &States, Exits &Out);

  // HostLoops.cpp
  struct Loop {
    const clang::Stmt *Whole;
    /// Null: true.
    const clang::Expr *Condition = nullptr;
    /// Declares the condition's variable, or null.
    const clang::Stmt *Declaration = nullptr;
    const clang::Stmt *Body = nullptr;
    const clang::Expr *Step = nullptr;
    bool TestFirst = true;
  };
  void executeLoop(const Loop &L, HostStates &States, Exits &Out);
  void executeAnyRound(const Loop &L, HostState Start, HostStates &Done,
                       Exits &Out);
  void executeFor(const clang::ForStmt &S, HostStates &States, Exits &Out);
  void executeWhile(const clang::WhileStmt &S, HostStates &States, Exits &Out);
  void executeDo(const clang::DoStmt &S, HostStates &States, Exits &Out);
  void executeRangeFor(const clang::CXXForRangeStmt &S, HostStates &States,
                       Exits &Out);
  void executeList(const clang::CXXForRangeStmt &S, HostState Start,
                   const HostValue &List, HostStates &Done, Exits &Out);
  bool isMonotonous(const Loop &L);
  bool looksAtData(const Loop &L);

  // HostSwitch.cpp
  /// A switch's statements, and which labels stand before which of them.
  struct Sections {
    /// Each with what is lost before it.
    std::vector<std::pair<const LostEffect *, const clang::Stmt *>> Body;
    /// Null: a label that is lost.
    std::vector<
        std::pair<size_t, llvm::SmallVector<const clang::SwitchCase *, 2>>>
        Labels;
  };
  std::optional<Sections> sectionsOf(const clang::SwitchStmt &S) const;
  bool enterCase(HostState &State, unsigned Symbol, int64_t Number) const;
  void enterSections(const HostValue &Value, const Sections &In,
                     std::vector<HostStates> &Entries, HostStates &Done);
  void executeSwitch(const clang::SwitchStmt &S, HostStates &States,
                     Exits &Out);

  const clang::ASTContext &Context;
  const SourceIndex &Index;
  const LostEffects &Lost;
  HostPath &Path;
  HostChanges &Changes;
  LaunchRecorder &Launches;
  HostEvaluator &Values;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTSTATEMENTS_H
