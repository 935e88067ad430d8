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
             ASTContext &Context, StructReads Counted, FilledUses &Uses)
      : Variable(Variable), Function(Function), Context(Context),
        Counted(Counted), Uses(Uses), Views(&Variable, Function, Context),
        Size(Context.getTypeSizeInChars(Variable.getType()).getQuantity()) {}

  /// Visits what is executed behind \p Given if \p S contains that; false if
  /// it does not.
  bool followBehind(const Expr &Given, const Stmt *S);
  /// True if all of the struct is read, in one region.
  bool areAllTogether() const;

private:
  bool isDecided() const;
  bool enter(const Stmt *S) override;
  bool visitInOrder(const Stmt *S);
  bool visitStmt(const Stmt *S) override;
  void leave(const Stmt *S) override;
  void visitApart(const Stmt *Part);
  void visitNextRound(const Stmt &Loop);
  bool followInBlock(const Expr &Given, const CompoundStmt &Block);
  bool isUsed(const Expr *To);
  void visitSource(const Expr *From, bool IsUsed);
  void visitDeclared(const DeclStmt &Declarations);
  void visitAssignment(const Expr *To, const Expr *From, bool ReadsTarget);
  void visitConversion(const CastExpr &Cast);
  void visitWhole();
  void visitArguments(const CallExpr &Call);
  void noteReads(const ByteSet &Bytes);
  void startRegion(const Stmt *S);

  const VarDecl &Variable;
  const FunctionDecl &Function;
  ASTContext &Context;
  const StructReads Counted;
  FilledUses &Uses;
  LocalViews Views;
  /// Bytes of the struct.
  const size_t Size;
  ByteSet Read, Set;
  /// Nothing behind is sure to be executed after what was visited.
  bool HasLeft = false;
  /// What follows need not be executed: something may have left a part of it.
  bool HasJumped = false;
  /// Something uses what is made of what the walk visits.
  bool AreReadsUsed = true;
  /// Branches and loops to come, and those that the walk is in.
  llvm::SmallPtrSet<const Stmt *, 8> Starts;
  llvm::SmallVector<const Stmt *, 4> Regions;
  /// Those that reads are in; null for none.
  llvm::SmallPtrSet<const Stmt *, 4> ReadIn;
  llvm::SmallPtrSet<const Expr *, 8> Visited;
  /// Numbers that are read in part.
  llvm::SmallPtrSet<const Expr *, 4> InPart;
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
    // What is read behind a branch is not sure to be of this value.
    HasLeft |= IsInside && Counted == StructReads::OfMembers &&
               !isa<ForStmt, WhileStmt, DoStmt>(S);
    if (IsInside && !HasLeft && isa<ForStmt, WhileStmt, DoStmt>(S))
      visitNextRound(*S);
    return IsInside;
  }
  const bool IsInside =
      !banklint::walk(S, [&](const Stmt *Part) { return Part != &Given; });
  // In what order the rest of the expression sets and reads it is not followed.
  if (IsInside && Counted == StructReads::OfMembers) {
    unsigned Mentions = isa<DeclStmt>(S) ? 1 : 0;
    for (const DeclRefExpr *Ref : nodesIn<DeclRefExpr>(S))
      Mentions += Ref->getDecl() == &Variable;
    HasLeft |= Mentions > 1;
  }
  return IsInside;
}

/// Visits \p Part, which need not be executed when what is around it is.
void FirstReads::visitApart(const Stmt *Part) {
  startRegion(Part);
  walk(Part);
}

void FirstReads::visitNextRound(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop)) {
    visitApart(For->getInc());
    visitApart(For->getCond());
    visitApart(For->getBody());
  } else {
    for (const Stmt *Part : Loop.children())
      visitApart(Part);
  }
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
  return (Counted == StructReads::Any || ReadIn.size() == 1) &&
         Read.count() >= Size;
}

void FirstReads::noteReads(const ByteSet &Bytes) {
  const ByteSet New = Bytes & ~Set & ~Read;
  if (New.none() || !AreReadsUsed || HasJumped)
    return;
  Read |= New;
  ReadIn.insert(Regions.empty() ? nullptr : Regions.back());
}

/// The variable is handed to something that may read or set any of it.
void FirstReads::visitWhole() {
  if (Counted == StructReads::Any)
    noteReads(ByteSet().set());
  Set.set();
}

/// True if something uses what the part \p To of a local variable is set to, or
/// if that is in memory. What other parts of Variable are made of is not
/// followed.
bool FirstReads::isUsed(const Expr *To) {
  const VarDecl *Target = placeOf(To);
  if (!Target || !Target->hasLocalStorage() ||
      Target->getType()->isReferenceType() ||
      Target->getType()->isPointerType())
    return true;
  if (Target == &Variable)
    return false;
  const std::optional<ByteSet> &Used = Uses.of(*Target, Context);
  const auto Part = LocalViews(Target, Function, Context).partAt(To);
  return Used && Part && (*Used & Part->Bytes).any();
}

/// Visits what \p From, which something \p IsUsed of, reads.
void FirstReads::visitSource(const Expr *From, bool IsUsed) {
  const bool WasUsed = std::exchange(AreReadsUsed, AreReadsUsed && IsUsed);
  walk(From);
  AreReadsUsed = WasUsed;
}

void FirstReads::visitDeclared(const DeclStmt &Declarations) {
  for (const Decl *D : Declarations.decls()) {
    const auto *Made = dyn_cast<VarDecl>(D);
    if (!Made || !Made->getInit())
      continue;
    const bool IsAny = Counted == StructReads::Any;
    const std::optional<ByteSet> Used =
        IsAny ? std::nullopt : Uses.of(*Made, Context);
    visitSource(Made->getInit(), IsAny || (Used && Used->any()));
  }
}

/// \p From is read before \p To is set; both are visited here.
void FirstReads::visitAssignment(const Expr *To, const Expr *From,
                                 bool ReadsTarget) {
  visitSource(From, Counted == StructReads::Any || isUsed(To));
  if (const auto Part = Views.partAt(To)) {
    if (ReadsTarget && Counted == StructReads::Any)
      noteReads(Part->Bytes);
    Set |= Part->Bytes;
  } else {
    walk(To);
  }
}

/// A function that gets a reference to a constant does not set it.
void FirstReads::visitArguments(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || isa<CXXOperatorCallExpr>(Call))
    return;
  for (auto [Argument, Parameter] :
       llvm::zip(Call.arguments(), Callee->parameters())) {
    const QualType Type = Parameter->getType();
    if (!Type->isReferenceType() || !Type->getPointeeType().isConstQualified())
      continue;
    const auto Part = Views.partAt(Argument);
    if (!Part)
      continue;
    Visited.insert(Part->Root);
    if (Counted == StructReads::Any)
      noteReads(Part->Bytes);
  }
}

/// Of a number of which a conversion keeps the low bits, part is read.
void FirstReads::visitConversion(const CastExpr &Cast) {
  if (Cast.getCastKind() == CK_IntegralCast &&
      Context.getTypeSize(Cast.getType()) <
          Context.getTypeSize(Cast.getSubExpr()->getType()))
    InPart.insert(Cast.getSubExpr()->IgnoreParens());
  if (Cast.getCastKind() != CK_LValueToRValue)
    return;
  const auto Part = Views.partAt(Cast.getSubExpr());
  if (!Part)
    return;
  Visited.insert(Part->Root);
  if (Counted == StructReads::Any || !InPart.contains(&Cast))
    noteReads(Part->Bytes);
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
    walk(For->getCond());
    visitApart(For->getBody());
    visitApart(For->getInc());
    return true;
  }
  if (const auto *Assignment = dyn_cast<BinaryOperator>(S);
      Assignment && Assignment->isAssignmentOp()) {
    visitAssignment(Assignment->getLHS(), Assignment->getRHS(),
                    Assignment->isCompoundAssignmentOp());
    return true;
  }
  if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
    visitDeclared(*Declarations);
    return true;
  }
  if (isa<LambdaExpr>(S)) {
    // Where it is called is not followed.
    if (mentions(S, Variable))
      visitWhole();
    return true;
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
  if (!Operator || Operator->getOperator() != OO_Equal ||
      Operator->getNumArgs() != 2)
    return false;
  const Expr *From = Operator->getArg(1);
  visitAssignment(Operator->getArg(0), From, /*ReadsTarget=*/false);
  return true;
}

bool FirstReads::enter(const Stmt *S) {
  if (isDecided())
    return false;
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
  } else if (const auto *Cast = dyn_cast<CastExpr>(S)) {
    visitConversion(*Cast);
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    visitArguments(*Call);
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
             Ref && Ref->getDecl() == &Variable && !Visited.contains(Ref)) {
    visitWhole();
  }
  if (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(S))
    HasJumped |= Counted == StructReads::OfMembers;
  return true;
}

/// True if all has been read or set.
bool FirstReads::isDecided() const { return (Read | Set).count() >= Size; }

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
                             const FunctionDecl &Function, ASTContext &Context,
                             StructReads Counted, FilledUses &Uses) {
  const bool IsAny = Counted == StructReads::Any;
  if (!IsAny && (isAliased(Variable, Function, Context) ||
                 mayLoadHalves(Variable.getType(), Context)))
    return false;
  FirstReads Reads(Variable, Function, Context, Counted, Uses);
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
