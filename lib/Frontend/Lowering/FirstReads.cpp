//===- FirstReads.cpp - Members read before they are set ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstReads.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "LocalViews.h"
#include "MemberUses.h"
#include "NamedPlaces.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace banklint;
using namespace clang;

namespace {

/// Visits what stands behind a place, in the order of execution.
class FirstReads : public AstWalker {
public:
  FirstReads(const VarDecl &Variable, const FunctionDecl &Function,
             ASTContext &Context)
      : Variable(Variable), Context(Context),
        Views(&Variable, Function, Context) {}

  /// Visits what is executed behind \p Given if \p S contains that; false if
  /// it does not.
  bool followBehind(const Expr &Given, const Stmt *S);
  bool areAllTogether() const;

private:
  bool enter(const Stmt *S) override;
  bool visitInOrder(const Stmt *S);
  bool visitStmt(const Stmt *S) override;
  void leave(const Stmt *S) override;
  void visitNextRound(const Stmt &Loop);
  bool followInBlock(const Expr &Given, const CompoundStmt &Block);
  void visitAssignment(const Expr *To, const Expr *From, bool ReadsTarget);
  void noteRead(const Expr *Place);
  void visitArguments(const CallExpr &Call);
  void noteReads(const ByteSet &Bytes);
  void startRegion(const Stmt *S);

  const VarDecl &Variable;
  ASTContext &Context;
  LocalViews Views;
  ByteSet Read, Set;
  /// Nothing behind is sure to be executed after what was visited.
  bool HasLeft = false;
  /// Branches and loops to come, and those that the walk is in.
  llvm::SmallPtrSet<const Stmt *, 8> Starts;
  llvm::SmallVector<const Stmt *, 4> Regions;
  /// Those that reads are in; null for none.
  llvm::SmallPtrSet<const Stmt *, 4> ReadIn;
  llvm::SmallPtrSet<const Stmt *, 8> Visited;
};

} // namespace

bool FirstReads::followBehind(const Expr &Given, const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return followInBlock(Given, *Block);
  if (!isa<Expr, DeclStmt>(S)) {
    // Another branch is not behind it.
    const bool IsInside = llvm::any_of(S->children(), [&](const Stmt *Child) {
      return followBehind(Given, Child);
    });
    if (IsInside && !HasLeft && isa<ForStmt, WhileStmt, DoStmt>(S))
      visitNextRound(*S);
    return IsInside;
  }
  return !banklint::walk(S, [&](const Stmt *Part) { return Part != &Given; });
}

void FirstReads::visitNextRound(const Stmt &Loop) {
  Regions.push_back(&Loop);
  if (const auto *For = dyn_cast<ForStmt>(&Loop)) {
    walk(For->getInc());
    walk(For->getCond());
    walk(For->getBody());
  } else {
    for (const Stmt *Part : Loop.children())
      walk(Part);
  }
  Regions.pop_back();
}

bool FirstReads::followInBlock(const Expr &Given, const CompoundStmt &Block) {
  bool IsBehind = false;
  for (const Stmt *S : Block.body()) {
    if (!IsBehind) {
      IsBehind = followBehind(Given, S);
      continue;
    }
    HasLeft |= isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, LabelStmt,
                   SwitchCase>(S);
    if (HasLeft)
      break;
    walk(S);
  }
  return IsBehind;
}

bool FirstReads::areAllTogether() const {
  const int64_t Size =
      Context.getTypeSizeInChars(Variable.getType()).getQuantity();
  return ReadIn.size() == 1 && int64_t(Read.count()) >= Size;
}

void FirstReads::noteReads(const ByteSet &Bytes) {
  const ByteSet New = Bytes & ~Set & ~Read;
  if (New.none())
    return;
  Read |= New;
  ReadIn.insert(Regions.empty() ? nullptr : Regions.back());
}

/// Notes that \p Place is read, if it is a part of the variable.
void FirstReads::noteRead(const Expr *Place) {
  const auto Part = Views.partAt(Place);
  if (!Part)
    return;
  Visited.insert(Part->Root);
  noteReads(Part->Bytes);
}

/// \p From is read before \p To is set; both are visited here.
void FirstReads::visitAssignment(const Expr *To, const Expr *From,
                                 bool ReadsTarget) {
  walk(From);
  if (ReadsTarget)
    noteRead(To);
  if (const auto Part = Views.partAt(To))
    Set |= Part->Bytes;
  else
    walk(To);
}

/// A function that gets a value, or a reference to a constant, does not set it.
/// It reads all if it uses all members of its parameter.
void FirstReads::visitArguments(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Definition = nullptr;
  if (!Callee || (isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee)))
    return;
  Callee->hasBody(Definition);
  for (auto [Argument, Parameter] :
       llvm::zip(Call.arguments(),
                 (Definition ? Definition : Callee)->parameters())) {
    const QualType Type = Parameter->getType();
    if (Type->isReferenceType() && !Type->getPointeeType().isConstQualified())
      continue;
    const Expr *Passed = copiedBy(Argument);
    const auto Part = Views.partAt(Passed);
    if (!Part)
      continue;
    Visited.insert(Part->Root);
    if (localOf(Passed) == &Variable && Passed->isGLValue() &&
        (isOfCuda(*Callee) ||
         (Definition && mayLoadLess(*Parameter, Context) == false)))
      noteReads(Part->Bytes);
  }
}

void FirstReads::startRegion(const Stmt *S) {
  if (S)
    Starts.insert(S);
}

/// Visits all of \p S if its parts are executed in another order than they are
/// written; false if not.
bool FirstReads::visitInOrder(const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    walk(For->getInit());
    Regions.push_back(S);
    for (const Stmt *Part :
         {static_cast<const Stmt *>(For->getCond()), For->getBody(),
          static_cast<const Stmt *>(For->getInc())})
      walk(Part);
    Regions.pop_back();
    return true;
  }
  if (const auto *Assignment = dyn_cast<BinaryOperator>(S);
      Assignment && Assignment->isAssignmentOp()) {
    visitAssignment(Assignment->getLHS(), Assignment->getRHS(),
                    Assignment->isCompoundAssignmentOp());
    return true;
  }
  if (isa<LambdaExpr>(S)) {
    // Where it is called is not followed.
    if (!banklint::walk(S, [&](const Stmt *Part) {
          const auto *Ref = dyn_cast<DeclRefExpr>(Part);
          return !Ref || Ref->getDecl() != &Variable;
        }))
      Set.set();
    return true;
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
  if (!Operator || Operator->getOperator() != OO_Equal ||
      Operator->getNumArgs() != 2)
    return false;
  const Expr *From = Operator->getArg(1);
  // A copy in memory has all members.
  if (localOf(copiedBy(From)) == &Variable && !localOf(Operator->getArg(0)))
    noteRead(copiedBy(From));
  visitAssignment(Operator->getArg(0), From, /*ReadsTarget=*/false);
  return true;
}

bool FirstReads::enter(const Stmt *S) {
  const bool IsRegion = Starts.contains(S);
  if (IsRegion)
    Regions.push_back(S);
  if (!visitInOrder(S))
    return true;
  if (IsRegion)
    Regions.pop_back();
  return false;
}

void FirstReads::leave(const Stmt *S) {
  if (!Regions.empty() && Regions.back() == S)
    Regions.pop_back();
}

bool FirstReads::visitStmt(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    startRegion(If->getThen());
    startRegion(If->getElse());
  } else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S)) {
    startRegion(Choice->getTrueExpr());
    startRegion(Choice->getFalseExpr());
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S);
             Binary && Binary->isLogicalOp()) {
    startRegion(Binary->getRHS());
  } else if (isa<WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S)) {
    for (const Stmt *Part : S->children())
      startRegion(Part);
  } else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
             Cast && Cast->getCastKind() == CK_LValueToRValue) {
    noteRead(Cast->getSubExpr());
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    visitArguments(*Call);
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
             Ref && Ref->getDecl() == &Variable && !Visited.contains(Ref)) {
    // Who gets it may set it.
    Set.set();
  }
  return true;
}

/// True if \p Function has a reference or pointer to a part of \p Variable,
/// through which that may be set.
static bool isAliased(const VarDecl &Variable, const FunctionDecl &Function,
                      ASTContext &Context) {
  LocalViews Views(&Variable, Function, Context);
  return !walk(Function.getBody(), [&](const Stmt *S) {
    if (const auto *Unary = dyn_cast<UnaryOperator>(S))
      return Unary->getOpcode() != UO_AddrOf ||
             !Views.startOf(Unary->getSubExpr());
    const auto *Declarations = dyn_cast<DeclStmt>(S);
    if (!Declarations)
      return true;
    return llvm::none_of(Declarations->decls(), [&](const Decl *D) {
      const auto *Reference = dyn_cast<VarDecl>(D);
      return Reference && Reference->getInit() &&
             Reference->getType()->isReferenceType() &&
             Views.startOf(Reference->getInit());
    });
  });
}

bool banklint::readsAllFirst(const VarDecl &Variable, const Expr &Given,
                             const FunctionDecl &Function,
                             ASTContext &Context) {
  if (isAliased(Variable, Function, Context))
    return false;
  FirstReads Reads(Variable, Function, Context);
  return Reads.followBehind(Given, Function.getBody()) &&
         Reads.areAllTogether();
}

bool banklint::getsSeveralStructs(const VarDecl &Variable,
                                  const FunctionDecl &Function) {
  unsigned Count = Variable.getInit() ? 1 : 0;
  walk(Function.getBody(), [&](const Stmt *S) {
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
    Count += Operator && Operator->getOperator() == OO_Equal &&
             localOf(Operator->getArg(0)) == &Variable;
    return Count < 2;
  });
  return Count > 1;
}
