//===- StoredValues.cpp - What stores to a place write there --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredValues.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Recovery/LostCode.h"
#include "UseFinder.h"
#include "clang/AST/Attr.h"

using namespace banklint;
using namespace clang;

/// From variable to variable.
constexpr unsigned MaxSteps = 4;

namespace {
/// Walks a function in the order of its source.
class StoredValueFinder : public AstWalker {
public:
  explicit StoredValueFinder(ASTContext &Context) : Context(Context) {}

  llvm::DenseMap<const Expr *, StoredValues::Kind> Found;

  bool visitDecl(Decl *D) override {
    if (const auto *Variable = dyn_cast<VarDecl>(D))
      Values[Variable] = Variable->getInit();
    return true;
  }
  bool visitStmt(const clang::Stmt *S) override {
    if (const auto *If = dyn_cast<IfStmt>(S))
      for (const clang::Stmt *Side : {If->getThen(), If->getElse()})
        for (const VarDecl *Changed : changedVariables(Side))
          InBranches.insert(Changed);
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
    else if (const VarDecl *Array = localArrayOf(To))
      noteElement(*Array, To, Value);
    else if (const StoredValues::Kind Of =
                 Value ? kindOf(Value, To) : StoredValues::Other)
      Found[&Assignment] = Of;
  }

  static const VarDecl *localArrayOf(const Expr *Element) {
    const VarDecl *Base = placeOf(Element);
    return Base && Base->hasLocalStorage() && Base->getType()->isArrayType()
               ? Base
               : nullptr;
  }

  void noteElement(const VarDecl &Array, const Expr *To, const Expr *Value) {
    Sources Of;
    if (Value)
      addSources(Value, To, Of, MaxSteps);
    if (!Of.IsCrossed)
      Uncrossed.insert(&Array);
    else
      Crossed.insert(&Array);
  }

  /// What a value is made of.
  struct Sources {
    /// What stood in the place that is stored to.
    bool IsOfPlace = false;
    /// What surely stood elsewhere in memory, or more than one of what follows.
    bool IsCrossed = false;
    /// What is not followed: parameters, captures, elements of local arrays.
    const Expr *Open = nullptr;
  };

  void addOpen(const Expr *Part, Sources &Of) const {
    Of.IsCrossed |= Of.Open && !areSpelledAlike(Of.Open, Part, Context);
    Of.Open = Part;
  }

  /// Adds what \p Part, a mention of memory or of a variable, is made of.
  void addSource(const Expr *Part, const Expr *Place, Sources &Of,
                 unsigned Steps) const {
    const VarDecl *Variable = localOf(Part);
    if (!Variable) {
      const VarDecl *Base = placeOf(Part);
      if (areSpelledAlike(Part, Place, Context))
        Of.IsOfPlace = true;
      else if (Base && localArrayOf(Part) &&
               (!Crossed.contains(Base) || Uncrossed.contains(Base)))
        addOpen(Part, Of);
      else if (Base && localArrayOf(Part))
        Of.IsCrossed = true;
      else if (Base)
        Of.IsCrossed |=
            Base == placeOf(Place) || Base->hasAttr<CUDASharedAttr>();
      return;
    }
    // A kernel's arguments are from elsewhere.
    if (const auto *Function =
            dyn_cast<FunctionDecl>(Variable->getDeclContext());
        isa<ParmVarDecl>(Variable) && Function &&
        Function->hasAttr<CUDAGlobalAttr>())
      return;
    const auto Set = Values.find(Variable);
    if (Set == Values.end() || Steps == 0)
      return addOpen(Part, Of);
    // Changed by a call, by more than a copy, or perhaps.
    if (!Set->second || InBranches.contains(Variable))
      Of.IsCrossed |= !isa<ParmVarDecl>(Variable);
    else
      addSources(Set->second, Place, Of, Steps - 1);
  }

  /// Adds what \p S, a part of a value, is made of; not what its places are.
  void addSources(const clang::Stmt *S, const Expr *Place, Sources &Of,
                  unsigned Steps) const {
    const auto *Read = dyn_cast<ImplicitCastExpr>(S);
    const auto *Copy = dyn_cast<CXXConstructExpr>(S);
    const Expr *Part = nullptr;
    if (Read && Read->getCastKind() == CK_LValueToRValue)
      Part = Read->getSubExpr()->IgnoreParenImpCasts();
    else if (Copy && trivialCopySource(*Copy))
      Part = trivialCopySource(*Copy)->IgnoreParenImpCasts();
    if (Part && (localOf(Part) || isa<ArraySubscriptExpr, MemberExpr>(Part)))
      return addSource(Part, Place, Of, Steps);
    for (const clang::Stmt *Child : S->children())
      if (Child)
        addSources(Child, Place, Of, Steps);
  }

  StoredValues::Kind kindOf(const Expr *Value, const Expr *Place) const {
    Place = Place->IgnoreParenImpCasts();
    const Expr *Copied = copiedBy(Value);
    const VarDecl *Variable = localOf(Copied);
    if (const Expr *Set = Variable ? Values.lookup(Variable) : nullptr)
      Copied = copiedBy(Set);
    if (areSpelledAlike(Copied, Place, Context))
      return StoredValues::OfPlace;
    while (const auto *Choice =
               dyn_cast<ConditionalOperator>(Value->IgnoreParenImpCasts())) {
      const std::optional<int64_t> Condition =
          constantOf(Choice->getCond(), Context);
      if (!Condition)
        break;
      Value = *Condition ? Choice->getTrueExpr() : Choice->getFalseExpr();
    }
    Sources Of;
    addSources(Value, Place, Of, MaxSteps);
    return !Of.IsCrossed && (Of.IsOfPlace || Of.Open)
               ? StoredValues::MayBeOfPlace
               : StoredValues::Other;
  }

  ASTContext &Context;
  /// What each local variable was set to last.
  llvm::DenseMap<const VarDecl *, const Expr *> Values;
  /// Local arrays with elements that are made of several values, and of one.
  VariableSet Crossed, Uncrossed;
  /// Those that one side of a branch sets.
  VariableSet InBranches;
};
} // namespace

StoredValues::Kind StoredValues::of(const Expr &Store,
                                    const FunctionDecl &Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function.hasBody(Definition))
    return Other;
  auto [It, IsNew] = Found.try_emplace(Definition);
  if (IsNew) {
    StoredValueFinder Finder(Context);
    Finder.walk(Definition->getBody());
    It->second = std::move(Finder.Found);
  }
  return It->second.lookup(&Store);
}
