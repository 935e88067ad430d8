//===- CodeShape.cpp - What the compiler may make of a statement ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Compiler/CodeShape.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Lowering/Device/DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace banklint;
using namespace clang;

namespace {
class ShapeWalker : public AstWalker {
public:
  ShapeWalker(ASTContext &Context, unsigned Depth,
              const RoundConstants *Constants)
      : Context(Context), Depth(Depth), Constants(Constants) {}

  /// Instructions, about: of the compiler's own language, before it makes
  /// machine code.
  unsigned Size = 0;
  unsigned Folded = 0;
  bool HasFoldedBranch = false;
  /// There is more than the source shows.
  bool IsHidden = false;
  bool HasAssembly = false;
  bool HasChoices = false;
  bool HasLoops = false;

  /// Ends the walk at the node behind the one that hides something.
  bool visitStmt(const clang::Stmt *S) override;

private:
  /// Of the syntax tree: what is larger is never unrolled.
  static constexpr unsigned MaxNodes = 4096;
  static constexpr unsigned MaxDepth = 6;

  void noteDivision(const BinaryOperator &E) {
    IsHidden |= !E.getType()->isIntegralOrEnumerationType() ||
                !E.getRHS()->isIntegerConstantExpr(Context);
  }
  void noteCallee(const FunctionDecl &Function,
                  llvm::ArrayRef<const clang::Expr *> Arguments);

  ASTContext &Context;
  unsigned Depth;
  const RoundConstants *Constants;
  unsigned Nodes = 0;
  /// Of what it is inlined into, a reference parameter names memory.
  bool RefersToMemory = true;
};

} // namespace

/// True if \p E may read memory that is perhaps not there: the compiler loads
/// nothing from it before it is known to be needed. The program itself shows
/// branches around loads from shared memory.
static bool loadsByPointer(const clang::Stmt *E) {
  return !walk(E, [](const clang::Stmt *S) {
    if (const auto *Member = dyn_cast<MemberExpr>(S))
      return !Member->isArrow() || isa<CXXThisExpr>(Member->getBase());
    if (const auto *Unary = dyn_cast<UnaryOperator>(S))
      return Unary->getOpcode() != UO_Deref;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      const DeviceFunction *Known =
          Callee ? findDeviceFunction(*Callee) : nullptr;
      return Known && Known->Code != DeviceCode::Branches;
    }
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S);
    if (!Subscript)
      return true;
    const clang::Expr *Base = Subscript->getBase()->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(Base);
    const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Base->getType()->isArrayType() && Variable &&
           (Variable->hasLocalStorage() || Variable->hasAttr<CUDASharedAttr>());
  });
}

/// True if \p S evaluates an expression that loads under a condition.
static bool isChoiceOfLoads(const clang::Stmt *S) {
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
    return loadsByPointer(Choice->getTrueExpr()) ||
           loadsByPointer(Choice->getFalseExpr());
  const auto *Binary = dyn_cast<BinaryOperator>(S);
  return Binary && Binary->isLogicalOp() && loadsByPointer(Binary->getRHS());
}

/// True if \p E is in memory, not in a variable that becomes a register. Of
/// what parameters refer to, \p RefersToMemory says it.
static bool isInMemory(const clang::Expr *E, bool RefersToMemory) {
  E = E->IgnoreParenImpCasts();
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Member->isArrow())
      return true;
    E = Member->getBase()->IgnoreParenImpCasts();
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    if (Variable && Variable->getType()->isReferenceType())
      return isa<ParmVarDecl>(Variable) || !Variable->getInit()
                 ? RefersToMemory
                 : isInMemory(Variable->getInit(), RefersToMemory);
    return Variable && (!Variable->hasLocalStorage() ||
                        Variable->hasAttr<CUDASharedAttr>());
  }
  // A glvalue of an operator is a dereference, of a call a reference.
  return isa<ArraySubscriptExpr, UnaryOperator, CallExpr>(E);
}

/// The instructions, about, that copy a record.
static unsigned copyingSize(QualType Record, const ASTContext &Context) {
  constexpr unsigned WordBits = 32;
  // Of a vector.
  constexpr unsigned MostAtOnce = 4;
  const unsigned Words =
      Context.getTypeSize(Record.getNonReferenceType()) / WordBits;
  return Words > MostAtOnce ? 2 * Words : Words;
}

/// The instructions, about, of a division or remainder of integers.
static unsigned dividingSize(const BinaryOperator &E,
                             const ASTContext &Context) {
  const std::optional<llvm::APSInt> By =
      E.getRHS()->getIntegerConstantExpr(Context);
  const bool IsShift = By && By->isPowerOf2();
  if (IsShift && E.getType()->isUnsignedIntegerType())
    return 1;
  return IsShift ? 4 : 6;
}

/// How many instructions the compiler makes of \p S itself, about.
static unsigned instructionsOf(const clang::Stmt *S, bool RefersToMemory,
                               const ASTContext &Context) {
  const auto IsInMemory = [RefersToMemory](const clang::Expr *E) {
    return isInMemory(E, RefersToMemory);
  };
  if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    if (Binary->getOpcode() == BO_Comma)
      return 0;
    if (Binary->isCompoundAssignmentOp())
      return IsInMemory(Binary->getLHS()) ? 3 : 1;
    if (Binary->isMultiplicativeOp() && Binary->getOpcode() != BO_Mul &&
        Binary->getType()->isIntegralOrEnumerationType())
      return dividingSize(*Binary, Context);
    return !Binary->isAssignmentOp() || IsInMemory(Binary->getLHS());
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
    const UnaryOperatorKind Code = Unary->getOpcode();
    if (Unary->isIncrementDecrementOp())
      return IsInMemory(Unary->getSubExpr()) ? 3 : 1;
    return Code == UO_Minus || Code == UO_Not || Code == UO_LNot;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(S))
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
      return IsInMemory(Cast->getSubExpr());
    case CK_IntegralCast:
    case CK_IntegralToFloating:
    case CK_FloatingToIntegral:
    case CK_FloatingCast:
      return 1;
    default:
      return 0;
    }
  // An address, and a widened subscript.
  if (isa<ArraySubscriptExpr>(S))
    return 2;
  if (isa<AbstractConditionalOperator, IfStmt, SwitchStmt>(S))
    return 2;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return 3;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    return Construct->getNumArgs() == 1 && IsInMemory(Construct->getArg(0))
               ? copyingSize(Construct->getType(), Context)
               : 0;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S))
    if (Operator->getOperator() == OO_Equal)
      return copyingSize(Operator->getArg(0)->getType(), Context);
  return isa<CallExpr>(S);
}

/// True if \p Function, of CUDA, is an operator of numbers of 16 bits that is
/// one instruction.
static bool isNumberOperator(const FunctionDecl &Function) {
  return Function.isOverloadedOperator() &&
         !llvm::is_contained({OO_Slash, OO_SlashEqual, OO_Call},
                             Function.getOverloadedOperator()) &&
         Function.getDeclContext()->isTranslationUnit();
}

void ShapeWalker::noteCallee(const FunctionDecl &Function,
                             llvm::ArrayRef<const clang::Expr *> Arguments) {
  if (Function.isTrivial())
    return;
  if (isOfCuda(Function) && !isNamesake(Function)) {
    const DeviceFunction *Known = findDeviceFunction(Function);
    const DeviceCode Code = isNumberOperator(Function) ? DeviceCode::Assembly
                            : Known                    ? Known->Code
                                                       : DeviceCode::Branches;
    IsHidden |= Code == DeviceCode::Branches;
    HasAssembly |= Code == DeviceCode::Assembly;
    return;
  }
  const FunctionDecl *Definition = nullptr;
  if (Depth == MaxDepth || !Function.hasBody(Definition)) {
    IsHidden = true;
    return;
  }
  ShapeWalker Callee(Context, Depth + 1, /*Constants=*/nullptr);
  Callee.RefersToMemory = llvm::any_of(Arguments, [this](const auto *Argument) {
    return Argument->isGLValue() && isInMemory(Argument, RefersToMemory);
  });
  Callee.walk(Definition->getBody());
  IsHidden |= Callee.IsHidden;
  HasAssembly |= Callee.HasAssembly;
  HasChoices |= Callee.HasChoices;
  HasLoops |= Callee.HasLoops;
  Size += Callee.Size;
  Nodes += Callee.Nodes;
}

/// True if nothing is left of \p S, without what is inside of it, where the
/// compiler knows the values of \p Constants.
static bool isFolded(const clang::Stmt *S, const RoundConstants &Constants) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return Constants.contains(If->getCond());
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Constants.contains(Switch->getCond());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S))
    return Constants.contains(Choice->getCond());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S))
    return Constants.contains(Subscript->getIdx());
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    return Constants.contains(Binary->getLHS());
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp())
    return Constants.contains(Unary->getSubExpr());
  const auto *E = dyn_cast<clang::Expr>(S);
  return E && Constants.contains(E);
}

bool ShapeWalker::visitStmt(const clang::Stmt *S) {
  // What is large is as good as unknown.
  IsHidden |= ++Nodes > MaxNodes;
  if (IsHidden)
    return false;
  const unsigned Own = instructionsOf(S, RefersToMemory, Context);
  if (Own != 0 && Constants && isFolded(S, *Constants)) {
    // What was there counts little; the sum of pointer and offset stays.
    const unsigned Kept = isa<ArraySubscriptExpr>(S) ? Own - 1 : 0;
    Size += Kept + 1;
    ++Folded;
    HasFoldedBranch |= isa<IfStmt, SwitchStmt, ConditionalOperator>(S);
  } else {
    Size += Own;
  }
  HasLoops |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  HasChoices = HasChoices || isChoiceOfLoads(S);
  IsHidden |= isa<GotoStmt, AsmStmt>(S);
  if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    const BinaryOperatorKind Code = Binary->getOpcode();
    if (Code == BO_Div || Code == BO_Rem || Code == BO_DivAssign ||
        Code == BO_RemAssign)
      noteDivision(*Binary);
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    if (const FunctionDecl *Function = Call->getDirectCallee())
      noteCallee(*Function, {Call->getArgs(), Call->getNumArgs()});
    else
      IsHidden = true;
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    noteCallee(*Construct->getConstructor(),
               {Construct->getArgs(), Construct->getNumArgs()});
  }
  return true;
}

static CodeShape shapeOf(const clang::Stmt &S, ASTContext &Context,
                         const RoundConstants *Constants) {
  ShapeWalker Shape(Context, 0, Constants);
  Shape.walk(&S);
  CodeShape Result;
  Result.MayBranch = Shape.IsHidden || Shape.HasChoices;
  Result.HasLoops = Shape.HasLoops;
  Result.HasAssembly = Shape.HasAssembly;
  if (!Shape.IsHidden)
    Result.Size = std::max(Shape.Size, 1u);
  // Of branches that are decided nvcc did not always take account.
  if (!Shape.HasFoldedBranch)
    Result.Folded = Shape.Folded;
  return Result;
}

CodeShape CodeShapes::of(const clang::Stmt &S) {
  const auto [Shape, IsNew] = Known.try_emplace(&S);
  if (IsNew)
    Shape->second = shapeOf(S, Context, /*Constants=*/nullptr);
  return Shape->second;
}

CodeShape CodeShapes::ofBody(const clang::Stmt &Body,
                             const RoundConstants &Constants) const {
  return shapeOf(Body, Context, &Constants);
}
