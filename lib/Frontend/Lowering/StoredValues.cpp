//===- StoredValues.cpp - What stores to a place write there --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredValues.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "NamedPlaces.h"

using namespace banklint;
using namespace clang;

namespace {
/// Walks a function in the order of its source.
class StoredValueFinder : public AstWalker {
public:
  explicit StoredValueFinder(ASTContext &Context) : Context(Context) {}

  llvm::DenseSet<const Expr *> Found;

  bool visitDecl(Decl *D) override {
    if (const auto *Variable = dyn_cast<VarDecl>(D))
      Values[Variable] = Variable->getInit();
    return true;
  }
  bool visitStmt(const clang::Stmt *S) override {
    if (const auto *Step = dyn_cast<UnaryOperator>(S);
        Step && Step->isIncrementDecrementOp())
      Values[localOf(Step->getSubExpr())] = nullptr;
    if (const auto *Assignment = dyn_cast<BinaryOperator>(S);
        Assignment && Assignment->isAssignmentOp())
      note(*Assignment, Assignment->getLHS(),
           Assignment->getOpcode() == BO_Assign ? Assignment->getRHS()
                                                : nullptr);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
        Operator && Operator->isAssignmentOp() && Operator->getNumArgs() == 2)
      note(*Operator, Operator->getArg(0),
           Operator->getOperator() == OO_Equal ? Operator->getArg(1) : nullptr);
    else if (isa<CallExpr>(S))
      for (const VarDecl *Changed : changedVariables(S))
        Values[Changed] = nullptr;
    return true;
  }

private:
  /// \p Value is null where it is more than a copy.
  void note(const Expr &Assignment, const Expr *To, const Expr *Value) {
    if (const VarDecl *Variable = localOf(To))
      Values[Variable] = Value;
    else if (Value && writesBack(Value, To))
      Found.insert(&Assignment);
  }

  bool writesBack(const Expr *Value, const Expr *Place) const {
    const Expr *Copied = copiedBy(Value);
    const VarDecl *Variable = localOf(Copied);
    if (const Expr *Set = Variable ? Values.lookup(Variable) : nullptr)
      Copied = copiedBy(Set);
    return areSpelledAlike(Copied, Place->IgnoreParenImpCasts(), Context);
  }

  ASTContext &Context;
  /// What each local variable was set to last.
  llvm::DenseMap<const VarDecl *, const Expr *> Values;
};
} // namespace

bool StoredValues::writesBack(const Expr &Store, const FunctionDecl &Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function.hasBody(Definition))
    return false;
  auto [It, IsNew] = Found.try_emplace(Definition);
  if (IsNew) {
    StoredValueFinder Finder(Context);
    Finder.walk(Definition->getBody());
    It->second = std::move(Finder.Found);
  }
  return It->second.contains(&Store);
}
