//===- StoredValues.cpp - What stores to a place write there --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Compiler/StoredValues.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Lowering/Compiler/NamedPlaces.h"
#include "Lowering/Device/DeviceFunctions.h"
#include "banklint/Program/ArrayRoots.h"
#include "banklint/Program/Removal.h"
#include "banklint/Support/Mechanisms.h"

using namespace banklint;
using namespace clang;

namespace {
/// Walks a function in the order of its source.
class StoredValueFinder : public AstWalker {
public:
  explicit StoredValueFinder(ASTContext &Context) : Context(Context) {}

  llvm::DenseSet<const clang::Expr *> Found;

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
  void note(const clang::Expr &Assignment, const clang::Expr *To,
            const clang::Expr *Value) {
    if (const VarDecl *Variable = localOf(To))
      Values[Variable] = Value;
    else if (Value && writesBack(Value, To))
      Found.insert(&Assignment);
  }

  bool writesBack(const clang::Expr *Value, const clang::Expr *Place) const {
    const clang::Expr *Copied = copiedBy(Value);
    const VarDecl *Variable = localOf(Copied);
    if (const clang::Expr *Set = Variable ? Values.lookup(Variable) : nullptr)
      Copied = copiedBy(Set);
    return areSpelledAlike(Copied, Place->IgnoreParenImpCasts(), Context);
  }

  ASTContext &Context;
  /// What each local variable was set to last.
  llvm::DenseMap<const VarDecl *, const clang::Expr *> Values;
};
} // namespace

bool StoredValues::writesBack(const clang::Expr &Store,
                              const FunctionDecl &Function) {
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

void StoredValues::noteStore(unsigned Number, const clang::Expr &Store,
                             std::optional<int64_t> Value) {
  const auto *Assignment = dyn_cast<BinaryOperator>(&Store);
  if (!Assignment || Assignment->getOpcode() != BO_Assign)
    return;
  const clang::Expr *Right = Assignment->getRHS();
  clang::Expr::EvalResult Result;
  if (Value)
    Constants[Number] = std::to_string(*Value);
  else if (Right->getType()->isRealFloatingType() &&
           !Right->isValueDependent() &&
           Right->EvaluateAsRValue(Result, Context) && !Result.HasSideEffects)
    Constants[Number] = Result.Val.getAsString(Context, Right->getType());
}

/// True for functions that lanes wait in, or that order accesses to memory.
static bool isFence(const FunctionDecl &Function) {
  const DeviceFunction *Known = findDeviceFunction(Function);
  return Known && (Known->Meaning == DeviceMeaning::Barrier ||
                   Known->Meaning == DeviceMeaning::Fence ||
                   Known->Meaning == DeviceMeaning::CountingBarrier);
}

StoredValues::RoundEffects StoredValues::roundEffects(const clang::Stmt &Loop) {
  RoundEffects Result;
  const auto NoteChange = [&Result](const clang::Expr *To) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts()))
      if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl()))
        Result.Changed.insert(Variable);
  };
  walk(&Loop, [&](const clang::Stmt *S) {
    const auto *Binary = dyn_cast<BinaryOperator>(S);
    const auto *Unary = dyn_cast<UnaryOperator>(S);
    if (Binary && Binary->isAssignmentOp()) {
      NoteChange(Binary->getLHS());
    } else if (Unary && Unary->isIncrementDecrementOp()) {
      NoteChange(Unary->getSubExpr());
    } else if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declarations->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(D))
          Result.Changed.insert(Variable);
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      Result.MayWait |= !Callee || isFence(*Callee) ||
                        (!findDeviceFunction(*Callee) && !isOfHeaders(*Callee));
    }
    return true;
  });
  return Result;
}

bool StoredValues::isStoredAgain(const clang::Expr &To,
                                 const clang::Stmt &Loop) {
  auto [Known, IsNew] = EffectsOfRounds.try_emplace(&Loop);
  if (IsNew)
    Known->second = roundEffects(Loop);
  const RoundEffects &Effects = Known->second;
  if (Effects.MayWait || To.getType().isVolatileQualified())
    return false;
  unsigned Loads = 0;
  return walk(&To, [&](const clang::Stmt *Part) {
    if (isa<CallExpr, AbstractConditionalOperator>(Part))
      return false;
    const auto *Unary = dyn_cast<UnaryOperator>(Part);
    if (isa<ArraySubscriptExpr>(Part) ||
        (Unary && Unary->getOpcode() == UO_Deref))
      return ++Loads <= 1;
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return !Variable || !Effects.Changed.contains(Variable);
  });
}

bool banklint::isVariable(const SharedArray &Array) {
  return !Array.IsDynamic && Array.ElementBytes <= 8 &&
         Array.bytes() == Array.ElementBytes;
}

void StoredValues::markConstants(KernelProgram &Program) const {
  // By array: the constant that it gets; empty if others are, or it is no plain
  // variable.
  std::vector<std::optional<std::string>> OfArray(Program.Arrays.size());
  for (auto [Number, A] : llvm::enumerate(Program.Accesses)) {
    if (!A.Array)
      continue;
    const bool IsWhole =
        isVariable(Program.Arrays[*A.Array]) && !A.IsVolatile &&
        A.Bytes * A.Pieces == Program.Arrays[*A.Array].ElementBytes;
    if (IsWhole && A.Op == MemoryOperation::Load)
      continue;
    const std::string Constant = IsWhole ? Constants.lookup(Number) : "";
    std::optional<std::string> &Only = OfArray[*A.Array];
    Only = Only.value_or(Constant) == Constant ? Constant : "";
  }
  for (banklint::Access &A : Program.Accesses) {
    if (!A.Array || A.MaySink || OfArray[*A.Array].value_or("").empty())
      continue;
    if (!applies(Mechanism::ConstantVariables))
      return;
    A.MayBeUnused = true;
    A.NeededOn.clear();
    A.Rules |= CompilerRule::U3;
  }
}

static void markRemoved(banklint::Access &A) {
  A.MaySink = A.Op == MemoryOperation::Load;
  A.MayBeUnused = true;
  A.NeededOn.clear();
  A.Rules |= A.MaySink ? CompilerRule::U1 : CompilerRule::U2;
  assert(mayBeRemoved(A));
}

void banklint::markRemoved(KernelProgram &Program,
                           const llvm::DenseSet<unsigned> &Unneeded,
                           bool HasOthers) {
  ArrayRoots Roots(Program);
  // By access: the array. Nothing of an access may be known.
  std::vector<unsigned> ArrayOf;
  for (auto [Number, A] : llvm::enumerate(Program.Accesses)) {
    const std::optional<unsigned> Of = A.Array ? A.Array : Roots.rootOf(Number);
    if (!Of)
      return;
    ArrayOf.push_back(*Of);
  }
  const auto IsPlainStore = [](const banklint::Access &A) {
    return A.Op == MemoryOperation::Store && !A.IsVolatile;
  };
  std::vector<bool> IsRead(Program.Arrays.size());
  bool AreSomeRead = HasOthers;
  for (auto [Number, A] : llvm::enumerate(Program.Accesses))
    if (!IsPlainStore(A) && !Unneeded.contains(Number))
      IsRead[ArrayOf[Number]] = AreSomeRead = true;
  if (!AreSomeRead)
    return;
  for (auto [Number, A] : llvm::enumerate(Program.Accesses)) {
    const unsigned Array = ArrayOf[Number];
    const bool IsKept = IsRead[Array] || Program.Arrays[Array].IsDynamic;
    if ((Unneeded.contains(Number) || (IsPlainStore(A) && !IsKept)) &&
        applies(Mechanism::Removal))
      ::markRemoved(A);
  }
}
