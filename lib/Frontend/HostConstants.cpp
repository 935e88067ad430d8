//===- HostConstants.cpp - What host code surely computes -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostConstants.h"
#include "banklint/Program/KernelProgram.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"

using namespace banklint;

// Longer chains of variables are not constants that anybody meant.
static constexpr unsigned MaxDepth = 32;

namespace {

/// Collects the variables that are used in any other way than being read, or
/// bound as const, where they are named.
class UseScan : public clang::RecursiveASTVisitor<UseScan> {
public:
  explicit UseScan(llvm::DenseSet<const clang::ValueDecl *> &Suspects)
      : Suspects(Suspects) {}

  // Casts are visited before what they cast.
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *Cast) {
    bool IsRead = Cast->getCastKind() == clang::CK_LValueToRValue;
    bool IsConst = Cast->getCastKind() == clang::CK_NoOp && Cast->isGLValue() &&
                   Cast->getType().isConstQualified();
    if (!IsRead && !IsConst)
      return true;
    const clang::Expr *Named = Cast->getSubExpr()->IgnoreParens();
    while (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(Named)) {
      if (Member->isArrow())
        break;
      Named = Member->getBase()->IgnoreParens();
    }
    OnlyRead.insert(Named);
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) {
    if (!OnlyRead.contains(Ref))
      Suspects.insert(Ref->getDecl());
    return true;
  }

private:
  llvm::DenseSet<const clang::ValueDecl *> &Suspects;
  llvm::DenseSet<const clang::Expr *> OnlyRead;
};

} // namespace

/// True if it is plain that \p Decl, a local variable of \p Function, keeps its
/// initial value. Clang's analyzer knows more, but takes as long as parsing the
/// function again, for each variable.
bool HostConstants::isOnlyRead(const clang::VarDecl &Decl,
                               const clang::FunctionDecl &Function) {
  if (Scanned.insert(&Function).second)
    UseScan(Suspects).TraverseStmt(Function.getBody());
  return !Suspects.contains(&Decl);
}

/// True unless it is sure that \p Decl keeps its initial value.
bool HostConstants::isChanged(const clang::VarDecl &Decl) {
  if (Decl.getType().isConstQualified())
    return false;
  // Other code may change what is not local.
  const auto *Function =
      llvm::dyn_cast<clang::FunctionDecl>(Decl.getDeclContext());
  if (!Decl.isLocalVarDecl() || Decl.isStaticLocal() || !Function ||
      !Function->getBody())
    return true;
  if (isOnlyRead(Decl, *Function))
    return false;
  auto [It, IsNew] = Changed.try_emplace(&Decl, true);
  if (!IsNew)
    return It->second;
  clang::ExprMutationAnalyzer Analyzer(*Function->getBody(), Context);
  return Changed[&Decl] = Analyzer.isMutated(&Decl);
}

/// The initialiser of the variable that \p E names, if it never changes.
const clang::Expr *HostConstants::soleValue(const clang::Expr *E) {
  const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E);
  const auto *Decl =
      Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
  if (!Decl || Decl->isInvalidDecl() || Decl->getType()->isReferenceType() ||
      isChanged(*Decl))
    return nullptr;
  return Decl->getAnyInitializer();
}

std::optional<int64_t> HostConstants::integer(const clang::Expr *E,
                                              unsigned Depth) {
  if (!E || Depth > MaxDepth || E->isValueDependent() || E->containsErrors() ||
      !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  clang::Expr::EvalResult Result;
  if (E->EvaluateAsInt(Result, Context) && !Result.HasSideEffects) {
    const llvm::APSInt &Int = Result.Val.getInt();
    if (Int.getBitWidth() <= 64)
      return Int.isSigned() ? Int.getSExtValue() : int64_t(Int.getZExtValue());
    return std::nullopt;
  }
  E = E->IgnoreParens();
  auto TypeOf = [&](const clang::Expr *Of) {
    return IntType{uint8_t(Context.getTypeSize(Of->getType())),
                   Of->getType()->isSignedIntegerOrEnumerationType()};
  };
  if (const auto *Cast = llvm::dyn_cast<clang::CastExpr>(E)) {
    std::optional<int64_t> Value = integer(Cast->getSubExpr(), Depth + 1);
    if (!Value)
      return std::nullopt;
    return canonical(*Value, TypeOf(E));
  }
  if (const clang::Expr *Init = soleValue(E))
    return integer(Init, Depth + 1);
  if (const auto *Full = llvm::dyn_cast<clang::FullExpr>(E))
    return integer(Full->getSubExpr(), Depth + 1);
  // A component of a dim3: block.x * block.y.
  if (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(E)) {
    llvm::StringRef Name = Member->getMemberDecl()->getName();
    size_t Index = llvm::StringRef("xyz").find(Name);
    if (Name.size() == 1 && Index != llvm::StringRef::npos)
      return dim3(Member->getBase(), Depth + 1)[Index];
    return std::nullopt;
  }
  const auto *Binary = llvm::dyn_cast<clang::BinaryOperator>(E);
  if (!Binary || Binary->isAssignmentOp())
    return std::nullopt;
  std::optional<BinaryOp> Op =
      parseBinaryOp(clang::BinaryOperator::getOpcodeStr(Binary->getOpcode()));
  if (!Op || isComparison(*Op))
    return std::nullopt;
  std::optional<int64_t> Left = integer(Binary->getLHS(), Depth + 1);
  std::optional<int64_t> Right = integer(Binary->getRHS(), Depth + 1);
  if (!Left || !Right)
    return std::nullopt;
  return evaluate(*Op, *Left, *Right, TypeOf(Binary->getLHS()));
}

std::array<std::optional<int64_t>, 3> HostConstants::dim3(const clang::Expr *E,
                                                          unsigned Depth) {
  if (!E || Depth > MaxDepth || E->containsErrors() || E->isValueDependent())
    return {};
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = llvm::dyn_cast<clang::FullExpr>(E))
    return dim3(Full->getSubExpr(), Depth + 1);
  if (const auto *Temporary =
          llvm::dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return dim3(Temporary->getSubExpr(), Depth + 1);
  if (const auto *Bind = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(E))
    return dim3(Bind->getSubExpr(), Depth + 1);
  if (const auto *Cast = llvm::dyn_cast<clang::CastExpr>(E))
    return dim3(Cast->getSubExpr(), Depth + 1);
  if (E->getType()->isIntegralOrEnumerationType())
    return {integer(E, Depth + 1), 1, 1};
  if (const auto *Construct = llvm::dyn_cast<clang::CXXConstructExpr>(E)) {
    if (Construct->getConstructor()->isCopyOrMoveConstructor())
      return dim3(Construct->getArg(0), Depth + 1);
    std::array<std::optional<int64_t>, 3> Result = {1, 1, 1};
    for (unsigned I = 0; I != std::min(Construct->getNumArgs(), 3u); ++I) {
      const clang::Expr *Argument = Construct->getArg(I);
      if (const auto *Default =
              llvm::dyn_cast<clang::CXXDefaultArgExpr>(Argument))
        Argument = Default->getExpr();
      // dim3 has a constructor from uint3, too.
      if (!Argument->getType()->isIntegralOrEnumerationType())
        return {};
      Result[I] = integer(Argument, Depth + 1);
    }
    return Result;
  }
  if (const auto *List = llvm::dyn_cast<clang::InitListExpr>(E)) {
    std::array<std::optional<int64_t>, 3> Result;
    for (unsigned I = 0; I != std::min(List->getNumInits(), 3u); ++I)
      Result[I] = integer(List->getInit(I), Depth + 1);
    return Result;
  }
  if (const clang::Expr *Init = soleValue(E))
    return dim3(Init, Depth + 1);
  return {};
}
