//===- HostExecution.h - Runs the host code around launches -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes the functions that lead to launches, abstractly, and records what
// each launch is given. Calls are followed, so that a block's shape arrives
// through wrappers and templates. Where a condition is not known both ways are
// executed, each with a state of its own; a loop is executed round by round
// while its test is known, else once, for any round. What code that is not seen
// may change is forgotten. The work is limited: beyond the limit values are
// unknown and launches may be missing.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTEXECUTION_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTEXECUTION_H

#include "HostValue.h"
#include "KernelFinder.h"
#include "Recovery/LostEffects.h"
#include "banklint/Program/Types.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SetVector.h"

namespace banklint {

/// What one launch passes, on one path.
struct LaunchRecord {
  clang::SourceLocation Site;
  const clang::FunctionDecl *Kernel = nullptr;
  HostValue Grid, Block, DynamicBytes;
  /// Those that the launch spells; may be fewer than the kernel's parameters.
  std::vector<HostValue> Arguments;

  friend bool operator==(const LaunchRecord &A, const LaunchRecord &B) {
    return A.Site == B.Site && A.Kernel == B.Kernel && A.Grid == B.Grid &&
           A.Block == B.Block && A.DynamicBytes == B.DynamicBytes &&
           A.Arguments == B.Arguments;
  }
};

/// A launch as the parser met it.
struct LaunchText {
  using NameList = std::vector<
      std::pair<const clang::IdentifierInfo *, clang::SourceLocation>>;
  /// Of the chevrons, or of the function's name.
  clang::SourceLocation Place;
  /// What the statement names, the kernel among it.
  NameList Names;
};

class HostExecution {
public:
  /// \p Launches are all of the source.
  HostExecution(clang::ASTContext &Context, const SourceIndex &Index,
                const LostEffects &Lost, llvm::ArrayRef<LaunchText> Launches)
      : Context(Context), Index(Index), Lost(Lost), Launches(Launches) {}

  /// All launches, each distinct one once, in the order of execution.
  std::vector<LaunchRecord> run();

private:
  // Both languages have expressions and statements; here it is the source's.
  using Expr = clang::Expr;
  using Stmt = clang::Stmt;

  /// Where the paths through a statement leave it.
  struct Exits {
    HostStates Breaks, Continues;
    std::vector<std::pair<HostState, HostValue>> Returns;
  };
  /// A function that is being executed.
  struct Frame {
    explicit Frame(const clang::FunctionDecl &Function) : Function(&Function) {}

    const clang::FunctionDecl *Function;
    /// What `this` points to, if known.
    std::optional<HostPlace> This;
    std::vector<HostRoot> Temporaries;
    /// What is known at every label, if the function has labels.
    std::optional<HostState> AtLabels;
    /// It leads to launches: what does not matter for them is left out.
    bool IsLauncher = false;
  };
  /// The alternatives that the evaluation of one expression takes. Evaluated
  /// again and again, it takes the next ones, until none is left.
  struct Choices {
    struct Choice {
      unsigned Taken;
      unsigned Count;
    };
    llvm::SmallVector<Choice, 4> Trail;
    unsigned Next = 0;
  };
  using Callback = llvm::function_ref<void()>;

  // HostExecution.cpp
  void executeRoot(const clang::FunctionDecl &Function);
  void executeUnreached();
  void recordAlone(const clang::FunctionDecl &Function,
                   const clang::CallExpr &Launch);
  void executeBody(const clang::FunctionDecl &Function, HostState Start,
                   Exits &Out);
  void execute(const clang::Stmt *S, HostStates &States, Exits &Out);
  void executeStmt(const clang::Stmt *S, HostStates &States, Exits &Out);
  void executeCompound(const clang::CompoundStmt &S, HostStates &States,
                       Exits &Out);
  void executeDecls(const clang::DeclStmt &S);
  void executeIf(const clang::IfStmt &S, HostStates &States, Exits &Out);
  void executeCondition(const clang::Expr *Condition, HostStates States,
                        HostStates &IfTrue, HostStates &IfFalse);
  void executeReturn(const clang::ReturnStmt &S, HostStates &States,
                     Exits &Out);
  void executeTry(const clang::CXXTryStmt &S, HostStates &States, Exits &Out);
  void addState(HostStates &Into, HostState State);
  void addStates(HostStates &Into, HostStates States);
  HostStates evaluateAll(const HostState &State, Callback Evaluate);
  std::optional<unsigned> choose(unsigned Count);

  // HostChanges.cpp
  /// What a statement may change.
  struct Changes {
    /// Those that it names, and globals that functions which it calls name;
    /// null is the object that `this` points to.
    llvm::DenseSet<const clang::VarDecl *> Variables;
    /// It calls what is not seen.
    bool AnyGlobal = false;
  };
  const Changes &changedIn(const clang::Stmt *S);
  void forgetChanged(const clang::Stmt *S, HostState &State);
  bool mayChange(const clang::VarDecl &Variable) const;
  std::optional<HostPlace> owner(const clang::VarDecl *Variable,
                                 const HostState &State);
  void executeLost(const LostEffect *Effect, HostStates &States, Exits &Out);
  void applyLost(const LostEffect *Effect);
  void expectDestruction(const HostPlace &Place, clang::QualType Type);

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
  /// A switch's statements, and which labels stand before which of them.
  struct Sections {
    /// Each with what is lost before it.
    std::vector<std::pair<const LostEffect *, const clang::Stmt *>> Body;
    /// Null: a label that is lost.
    std::vector<
        std::pair<size_t, llvm::SmallVector<const clang::SwitchCase *, 2>>>
        Labels;
  };
  std::optional<Sections> sectionsOf(const clang::SwitchStmt &S);
  void enterSections(const HostValue &Value, const Sections &In,
                     std::vector<HostStates> &Entries, HostStates &Done);
  void executeSwitch(const clang::SwitchStmt &S, HostStates &States,
                     Exits &Out);

  // HostExpressions.cpp
  HostValue evaluate(const clang::Expr *E);
  HostValue evaluateInner(const clang::Expr *E);
  HostValue evaluateCast(const clang::CastExpr &E);
  HostValue evaluateUnary(const clang::UnaryOperator &E);
  HostValue evaluateBinary(const clang::BinaryOperator &E);
  HostValue evaluateLogical(const clang::BinaryOperator &E);
  HostValue evaluateAssignment(const clang::BinaryOperator &E);
  HostValue evaluateConditional(const clang::AbstractConditionalOperator &E);
  const clang::Expr *chosenArm(const clang::AbstractConditionalOperator &E);
  HostValue evaluateStep(const clang::UnaryOperator &E);
  HostValue evaluateLeaf(const clang::Expr *E);
  HostValue evaluateStatement(const clang::StmtExpr &E);
  HostValue evaluateInitList(const clang::InitListExpr &E);
  HostValue evaluateLambda(const clang::LambdaExpr &E);
  HostValue evaluateOperands(const clang::Stmt *S);
  HostValue zeroOf(clang::QualType Type, unsigned Depth = 0);
  HostValue arithmetic(clang::BinaryOperatorKind Op, const HostValue &Left,
                       const HostValue &Right, clang::QualType Type);
  HostValue converted(HostValue Value, clang::QualType From,
                      clang::QualType To);
  std::optional<bool> evaluateCondition(const clang::Expr *E);
  /// Makes the symbols known that \p Condition, being \p Way, tells of.
  void learnFrom(const clang::Expr *Condition, bool Way);
  std::optional<HostPlace> place(const clang::Expr *E);
  std::optional<HostPlace> placeOfName(const clang::DeclRefExpr &E);
  std::optional<HostPlace> placeOfMember(const clang::MemberExpr &E);
  std::optional<HostPlace> placeOfSubscript(const clang::ArraySubscriptExpr &E);
  HostValue load(const HostPlace &Place);
  HostValue valueOfVariable(const clang::VarDecl &Variable);
  void store(const clang::Expr *Lvalue, HostValue Value);
  void escape(const HostValue &Value);
  HostValue asBitField(HostValue Value, const clang::FieldDecl &Field);
  HostValue fresh(clang::QualType Type, HostValue Value);
  HostPlace temporary(const clang::Expr &E, HostValue Value);

  // HostCalls.cpp
  HostValue evaluateCall(const clang::CallExpr &E);
  HostValue evaluateConstruct(const clang::CXXConstructExpr &E);
  /// What \p Declared returns; nothing if it was not followed.
  std::optional<HostValue>
  callFunction(const clang::FunctionDecl &Declared,
               llvm::ArrayRef<const clang::Expr *> Arguments,
               std::optional<HostPlace> This);
  bool mayFollow(const clang::FunctionDecl &Function);
  bool leadsToLaunches(const clang::FunctionDecl &Function);
  void callUnseen(const clang::CallExpr &E,
                  const clang::FunctionDecl *Function);
  void addUnfollowed(const clang::CallExpr &E,
                     const clang::FunctionDecl *Function);
  void addUnfollowed(const clang::Expr &Named);
  void passUnseen(const clang::Expr &Argument, clang::QualType Type,
                  const clang::FunctionDecl *Function);
  void callBack(const clang::FunctionDecl &Declared);
  void bindParameter(const clang::VarDecl &Parameter,
                     const clang::Expr &Argument);
  void initMembers(const clang::CXXConstructorDecl &Constructor,
                   HostPlace This);
  HostValue finish(Frame Callee,
                   std::vector<std::pair<HostState, HostValue>> Returns);

  // HostOperators.cpp: evaluate* of operators, converted, arithmetic, learnFrom

  // HostLaunches.cpp
  void recordLaunch(const clang::CallExpr &E, LaunchKind Kind);
  void recordChevrons(const clang::CUDAKernelCallExpr &E);
  void recordConfigured(LaunchRecord Record, const clang::Expr &Configuration);
  std::vector<HostValue> argumentsBehind(const HostValue &Pointers,
                                         const clang::FunctionDecl *Kernel);
  HostValue member(const HostValue &Record, clang::QualType Type,
                   llvm::StringRef Name);
  HostValue pointee(const HostValue &Value);
  void record(LaunchRecord Record);
  void recordLost();

  bool isSpent() { return Steps >= StepLimit; }

  clang::ASTContext &Context;
  const SourceIndex &Index;
  const LostEffects &Lost;
  llvm::ArrayRef<LaunchText> Launches;
  std::vector<LaunchRecord> Records;
  std::vector<Frame> Frames;
  llvm::DenseMap<const clang::Stmt *, Changes> ChangedIn;
  llvm::DenseMap<const clang::VarDecl *, HostValue> Constants;
  /// Launches that some path reaches.
  llvm::DenseSet<const clang::Expr *> Reached;
  llvm::DenseSet<const clang::FunctionDecl *> Executed;
  /// Launchers that some path calls without being followed there.
  llvm::SmallSetVector<const clang::FunctionDecl *, 4> Unfollowed;
  /// Functions whose value takes too many steps.
  llvm::DenseSet<const clang::FunctionDecl *> TooLong;
  /// The state of the path that is being executed; null between statements.
  HostState *Current = nullptr;
  Choices Taken;
  unsigned LastSymbol = 0;
  /// Conditions are taken both ways even if known: what no path reaches.
  bool TakesAllWays = false;
  unsigned Steps = 0;
  unsigned StepLimit = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTEXECUTION_H
