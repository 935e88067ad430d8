//===- TemplateUses.cpp - Accesses in templates without instances ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Memory/TemplateUses.h"
#include "Ast/AstWalker.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace banklint;
using namespace clang;

namespace {
/// What is around each expression, and where local variables are named.
class Surroundings : public AstWalker {
public:
  bool enter(const clang::Stmt *S) override {
    // What it asks for is not executed.
    if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(S))
      return false;
    if (!Open.empty())
      Parents[S] = Open.back();
    Open.push_back(S);
    return true;
  }
  void leave(const clang::Stmt *) override { Open.pop_back(); }
  bool visitStmt(const clang::Stmt *S) override {
    if (const auto *Name = dyn_cast<DeclRefExpr>(S)) {
      Order.try_emplace(Name, Order.size());
      if (const auto *Variable = dyn_cast<VarDecl>(Name->getDecl()))
        Names[Variable].push_back(Name);
    }
    return true;
  }

  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseMap<const DeclRefExpr *, unsigned> Order;
  llvm::DenseMap<const VarDecl *, std::vector<const DeclRefExpr *>> Names;

private:
  std::vector<const clang::Stmt *> Open;
};

/// The address or the place that an expression is.
struct Followed {
  /// Subscripts that lead from it to an element; 0 is the place of one.
  unsigned Depth = 0;
  /// The shared variable; null if it may be one of several.
  const VarDecl *Array = nullptr;
};

/// An operator with its operands, of which the second may be null, however
/// Clang writes it in a template.
struct Operator {
  std::optional<UnaryOperatorKind> Unary;
  std::optional<BinaryOperatorKind> Binary;
  bool IsSubscript = false;
  const clang::Expr *Left = nullptr;
};

class UseReader {
public:
  explicit UseReader(const clang::Stmt &Body) { Around.walk(&Body); }

  std::vector<TemplateUse> read(llvm::ArrayRef<const DeclRefExpr *> Names);

private:
  void follow(const DeclRefExpr &Name, Followed Of);
  bool climb(const clang::Stmt &Parent);
  bool climbOperator(const Operator &O, const clang::Expr &Parent);
  bool climbUnary(UnaryOperatorKind Kind, const clang::Expr &Parent);
  bool climbBinary(const Operator &O);
  bool climbCast(const ExplicitCastExpr &Cast);
  bool climbMember(const clang::Expr &Member, bool IsArrow);
  bool bind(const DeclStmt &Declaration);
  void alias(const VarDecl &Variable);
  bool goInside(const clang::Expr &Parent);
  bool call(const CallExpr &Call);
  bool use(MemoryOperation Op);
  bool readIfPlace();
  bool isAddress() const { return Now.Depth != 0; }

  Surroundings Around;
  /// Local variables that hold addresses of shared arrays, and references.
  llvm::MapVector<const VarDecl *, Followed> Aliases;
  /// Those of which something was learned since their names were followed: each
  /// at most twice.
  std::vector<const VarDecl *> Learned;
  /// By the number of the name that leads to them.
  std::map<unsigned, llvm::SmallVector<TemplateUse, 1>> Found;

  // While a name is followed:
  const DeclRefExpr *From = nullptr;
  Followed Now;
  const clang::Stmt *At = nullptr;
  /// The largest expression that names the element, or From.
  const clang::Expr *Place = nullptr;
};
} // namespace

static unsigned extentsOf(QualType Type) {
  unsigned Count = 0;
  for (; const ArrayType *Array = Type->getAsArrayTypeUnsafe(); ++Count)
    Type = Array->getElementType();
  return Count;
}

static std::optional<Operator> operatorOf(const clang::Stmt &S) {
  Operator O;
  if (const auto *Unary = dyn_cast<UnaryOperator>(&S)) {
    O.Unary = Unary->getOpcode();
    O.Left = Unary->getSubExpr();
    return O;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(&S)) {
    O.Binary = Binary->getOpcode();
    O.Left = Binary->getLHS();
    return O;
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(&S)) {
    O.IsSubscript = true;
    O.Left = Subscript->getLHS();
    return O;
  }
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(&S);
  if (!Call || Call->getNumArgs() == 0)
    return std::nullopt;
  const OverloadedOperatorKind Kind = Call->getOperator();
  O.Left = Call->getArg(0);
  O.IsSubscript = Kind == OO_Subscript;
  const bool Steps = Kind == OO_PlusPlus || Kind == OO_MinusMinus;
  if (O.IsSubscript)
    return O;
  if (Kind == OO_Call || Kind == OO_Arrow)
    return std::nullopt;
  if (Steps || Call->getNumArgs() == 1)
    O.Unary = UnaryOperator::getOverloadedOpcode(Kind, /*Postfix=*/false);
  else
    O.Binary = BinaryOperator::getOverloadedOpcode(Kind);
  return O;
}

/// Ends the way up: the element is accessed, or its address goes where nobody
/// follows it.
bool UseReader::use(MemoryOperation Op) {
  const clang::Expr *Of = isAddress() ? From : Place;
  Found[Around.Order.lookup(From)].push_back(
      {Op, Of->getSourceRange(), Now.Array});
  return false;
}

/// Ends the way up where the value of an element is read and that of an address
/// leads nowhere.
bool UseReader::readIfPlace() {
  return isAddress() ? false : use(MemoryOperation::Load);
}

/// \p Parent is an element of what there is, or a part of the element.
bool UseReader::goInside(const clang::Expr &Parent) {
  // A pointer that is itself in shared memory leads elsewhere.
  const auto *Inner = dyn_cast<clang::Expr>(At);
  if (Now.Depth == 0 && Inner && Inner->getType()->isPointerType())
    return use(MemoryOperation::Load);
  if (Now.Depth != 0)
    --Now.Depth;
  if (Now.Depth == 0)
    Place = &Parent;
  return true;
}

bool UseReader::climbUnary(UnaryOperatorKind Kind, const clang::Expr &Parent) {
  if (Kind == UO_Deref)
    return Now.Depth == 0 ? use(MemoryOperation::Load) : goInside(Parent);
  if (Kind == UO_AddrOf) {
    ++Now.Depth;
    return true;
  }
  if (!UnaryOperator::isIncrementDecrementOp(Kind))
    return readIfPlace();
  if (isAddress())
    return true;
  use(MemoryOperation::Load);
  return use(MemoryOperation::Store);
}

/// The local variable that \p E names; null if it is not simply one that may
/// hold addresses.
static const VarDecl *pointerVariable(const clang::Expr &E) {
  const auto *Name = dyn_cast<DeclRefExpr>(E.IgnoreParenImpCasts());
  const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (!Variable || !Variable->hasLocalStorage())
    return nullptr;
  const QualType Type = Variable->getType();
  return Type->isPointerType() || Type->getContainedDeducedType() ? Variable
                                                                  : nullptr;
}

bool UseReader::climbBinary(const Operator &O) {
  const bool IsLeft = At == O.Left;
  const BinaryOperatorKind Kind = *O.Binary;
  if (Kind == BO_Assign && IsLeft)
    return isAddress() ? false : use(MemoryOperation::Store);
  if (Kind == BO_Assign) {
    const VarDecl *To = isAddress() ? pointerVariable(*O.Left) : nullptr;
    if (!To)
      return use(MemoryOperation::Load);
    alias(*To);
    return true;
  }
  if (BinaryOperator::isCompoundAssignmentOp(Kind) && IsLeft) {
    if (isAddress())
      return true;
    use(MemoryOperation::Load);
    return use(MemoryOperation::Store);
  }
  if (BinaryOperator::isAdditiveOp(Kind) && isAddress())
    return IsLeft || Kind == BO_Add;
  if (Kind == BO_Comma && !IsLeft)
    return true;
  if (BinaryOperator::isComparisonOp(Kind) ||
      BinaryOperator::isLogicalOp(Kind) || Kind == BO_Comma)
    return readIfPlace();
  return use(MemoryOperation::Load);
}

bool UseReader::climbOperator(const Operator &O, const clang::Expr &Parent) {
  if (O.IsSubscript)
    return At == O.Left || isAddress() ? goInside(Parent)
                                       : use(MemoryOperation::Load);
  if (O.Unary)
    return climbUnary(*O.Unary, Parent);
  return climbBinary(O);
}

bool UseReader::climbCast(const ExplicitCastExpr &Cast) {
  const QualType To = Cast.getTypeAsWritten();
  if (To->isVoidType())
    return false;
  if (To->isReferenceType()) {
    Now.Depth = extentsOf(To->getPointeeType());
    if (Now.Depth == 0)
      Place = &Cast;
    return true;
  }
  if (!isAddress() || !To->isPointerType())
    return use(MemoryOperation::Load);
  Now.Depth = 1 + extentsOf(To->getPointeeType());
  return true;
}

bool UseReader::climbMember(const clang::Expr &Member, bool IsArrow) {
  const auto *Call = dyn_cast_or_null<CallExpr>(Around.Parents.lookup(&Member));
  if (Call && Call->getCallee() == &Member)
    return use(MemoryOperation::Load);
  if (IsArrow)
    return Now.Depth == 0 ? use(MemoryOperation::Load) : goInside(Member);
  Now.Depth = 0;
  Place = &Member;
  return true;
}

/// What there is is held by \p Variable from now on.
void UseReader::alias(const VarDecl &Variable) {
  const auto [Known, IsNew] = Aliases.try_emplace(&Variable, Now);
  const bool IsOther =
      !IsNew && Known->second.Array && Known->second.Array != Now.Array;
  if (IsOther)
    Known->second.Array = nullptr;
  if (IsNew || IsOther)
    Learned.push_back(&Variable);
}

bool UseReader::bind(const DeclStmt &Declaration) {
  for (const Decl *D : Declaration.decls()) {
    const auto *Variable = dyn_cast<VarDecl>(D);
    if (!Variable || Variable->getInit() != At)
      continue;
    const QualType Type = Variable->getType();
    const bool IsSimple = Variable->hasLocalStorage() &&
                          !Variable->isImplicit() &&
                          !isa<DecompositionDecl>(Variable);
    const bool Holds = Type->isReferenceType() ||
                       (isAddress() && (Type->isPointerType() ||
                                        Type->getContainedDeducedType()));
    if (!IsSimple || !Holds)
      return use(MemoryOperation::Load);
    alias(*Variable);
    return false;
  }
  // Its type asks for that of the name.
  return false;
}

static StringRef nameOf(const clang::Expr &Callee) {
  const clang::Expr *Plain = Callee.IgnoreParenImpCasts();
  DeclarationName Name;
  if (const auto *Known = dyn_cast<DeclRefExpr>(Plain))
    Name = Known->getDecl()->getDeclName();
  else if (const auto *Open = dyn_cast<OverloadExpr>(Plain))
    Name = Open->getName();
  else if (const auto *Open = dyn_cast<DependentScopeDeclRefExpr>(Plain))
    Name = Open->getDeclName();
  const IdentifierInfo *Identifier =
      Name.isIdentifier() ? Name.getAsIdentifierInfo() : nullptr;
  return Identifier ? Identifier->getName() : StringRef();
}

/// What functions that are known by their names do.
bool UseReader::call(const CallExpr &Call) {
  const StringRef Name = nameOf(*Call.getCallee());
  const bool IsFirst = Call.getNumArgs() != 0 && Call.getArg(0) == At;
  if (IsFirst && isAddress() && Name.starts_with("atomic"))
    return use(Name == "atomicCAS" ? MemoryOperation::AtomicCas
                                   : MemoryOperation::Atomic);
  if (IsFirst && isAddress() && Name == "store_matrix_sync")
    return use(MemoryOperation::Store);
  return use(MemoryOperation::Load);
}

/// Goes from At to \p Parent; false if the way ends.
bool UseReader::climb(const clang::Stmt &Parent) {
  const auto *Outer = dyn_cast<clang::Expr>(&Parent);
  if (const auto *Declaration = dyn_cast<DeclStmt>(&Parent))
    return bind(*Declaration);
  if (!Outer)
    return isa<ReturnStmt, AsmStmt, CXXForRangeStmt>(Parent)
               ? use(MemoryOperation::Load)
               : readIfPlace();
  if (isa<ParenExpr, ImplicitCastExpr, FullExpr, MaterializeTemporaryExpr>(
          Parent))
    return true;
  if (const auto *List = dyn_cast<ParenListExpr>(&Parent);
      List && List->getNumExprs() == 1)
    return true;
  if (const auto *List = dyn_cast<InitListExpr>(&Parent);
      List && List->getNumInits() == 1 &&
      isa_and_nonnull<DeclStmt>(Around.Parents.lookup(List)))
    return true;
  if (const std::optional<Operator> O = operatorOf(Parent);
      O && (O->Unary || O->Binary || O->IsSubscript))
    return climbOperator(*O, *Outer);
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(&Parent))
    return climbCast(*Cast);
  if (const auto *Member = dyn_cast<MemberExpr>(&Parent))
    return climbMember(*Member, Member->isArrow());
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(&Parent))
    return climbMember(*Member, Member->isArrow());
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(&Parent))
    return isAddress() && Choice->getCond() != At ? true : readIfPlace();
  if (const auto *Call = dyn_cast<CallExpr>(&Parent))
    return call(*Call);
  // Captures are of what is followed inside of the lambda.
  if (const auto *Lambda = dyn_cast<LambdaExpr>(&Parent))
    return llvm::any_of(Lambda->captures(),
                        [Lambda](const LambdaCapture &Capture) {
                          return Lambda->isInitCapture(&Capture);
                        }) &&
           use(MemoryOperation::Load);
  return use(MemoryOperation::Load);
}

void UseReader::follow(const DeclRefExpr &Name, Followed Of) {
  Found.erase(Around.Order.lookup(&Name));
  From = &Name;
  Place = &Name;
  At = From;
  Now = Of;
  for (;;) {
    const clang::Stmt *Parent = Around.Parents.lookup(At);
    if (!Parent) {
      use(MemoryOperation::Load);
      return;
    }
    if (!climb(*Parent))
      return;
    At = Parent;
  }
}

std::vector<TemplateUse>
UseReader::read(llvm::ArrayRef<const DeclRefExpr *> Names) {
  for (const DeclRefExpr *Name : Names)
    if (const auto *Array = dyn_cast<VarDecl>(Name->getDecl()))
      follow(*Name, {extentsOf(Array->getType()), Array});
  while (!Learned.empty()) {
    const VarDecl *Variable = Learned.back();
    Learned.pop_back();
    const Followed Of = Aliases.lookup(Variable);
    for (const DeclRefExpr *Name : Around.Names.lookup(Variable))
      follow(*Name, Of);
  }
  std::vector<TemplateUse> Result;
  for (const auto &[Name, Uses] : Found)
    llvm::append_range(Result, Uses);
  return Result;
}

std::vector<TemplateUse>
banklint::usesInTemplate(const clang::Stmt &Body,
                         llvm::ArrayRef<const DeclRefExpr *> Names) {
  return UseReader(Body).read(Names);
}
