//===- SinkingCode.cpp - What loads move over and into --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SinkingCode.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Lowering/CountedLoops.h"
#include "Lowering/Device/DeviceFunctions.h"
#include "Lowering/NamedPlaces.h"
#include "Recovery/LostCode.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

static bool contains(const clang::Stmt *Root,
                     llvm::function_ref<bool(const clang::Stmt *)> Is) {
  return !walk(Root, [Is](const clang::Stmt *S) { return !Is(S); });
}

const VarDecl *banklint::namedShared(const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Decl = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Decl && Decl->hasAttr<CUDASharedAttr>() ? Decl : nullptr;
}

const clang::Stmt *banklint::withoutConstantBranch(const clang::Stmt *S,
                                                   ASTContext &Context) {
  while (const auto *If = dyn_cast_or_null<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable())
      break;
    if (const std::optional<const clang::Stmt *> Taken =
            If->getNondiscardedCase(Context)) {
      S = *Taken;
      continue;
    }
    const std::optional<int64_t> Value = constantOf(If->getCond(), Context);
    if (!Value)
      break;
    S = *Value ? If->getThen() : If->getElse();
  }
  return S;
}

/// True if \p E names a variable that a register may hold.
static bool isInRegister(const clang::Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *Decl = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Decl && Decl->hasLocalStorage() && !Decl->getType()->isReferenceType();
}

/// True if \p E takes more than one instruction, or may do anything else than
/// to compute.
static bool isDear(const BinaryOperator &E) {
  if (E.isAssignmentOp() && !isInRegister(E.getLHS()))
    return true;
  switch (E.getOpcode()) {
  case BO_Div:
  case BO_Rem:
  case BO_DivAssign:
  case BO_RemAssign:
    return !isa<IntegerLiteral, FloatingLiteral>(
        E.getRHS()->IgnoreParenImpCasts());
  default:
    return false;
  }
}

bool banklint::isCheap(const clang::Stmt *Side) {
  unsigned Operations = 0;
  return !contains(Side, [&Operations](const clang::Stmt *Part) {
    if (isa<CallExpr, ArraySubscriptExpr, AbstractConditionalOperator, IfStmt,
            LambdaExpr, CXXConstructExpr, AsmStmt>(Part))
      return true;
    if (const auto *Unary = dyn_cast<UnaryOperator>(Part))
      return Unary->getOpcode() == UO_Deref || ++Operations > 1;
    const auto *Binary = dyn_cast<BinaryOperator>(Part);
    return Binary && (isDear(*Binary) ||
                      (Binary->getOpcode() != BO_Assign && ++Operations > 1));
  });
}

/// True if \p Side, a value or what assigns or returns one, takes a variable as
/// it is; nothing leaves what there was.
static bool isVariable(const clang::Stmt *Side) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Side))
    return Block->body_empty() || llvm::any_of(Block->body(), isVariable);
  if (const auto *Return = dyn_cast_or_null<ReturnStmt>(Side))
    Side = Return->getRetValue();
  const auto *E = dyn_cast_or_null<clang::Expr>(Side);
  if (!E)
    return !Side;
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  return Binary
             ? Binary->getOpcode() == BO_Assign && isVariable(Binary->getRHS())
             : isInRegister(E);
}

/// True if \p Side is, assigns or returns a constant.
static bool isConstantValue(const clang::Stmt *Side) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Side))
    return Block->size() == 1 && isConstantValue(Block->body_front());
  if (const auto *Return = dyn_cast_or_null<ReturnStmt>(Side))
    Side = Return->getRetValue();
  const auto *E = dyn_cast_or_null<clang::Expr>(Side);
  if (!E)
    return false;
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (Binary && Binary->getOpcode() == BO_Assign)
    return isConstantValue(Binary->getRHS());
  return !contains(E, [](const clang::Stmt *Part) {
    return isa<DeclRefExpr, CallExpr>(Part);
  });
}

bool banklint::isSelected(const clang::Stmt *Side, const clang::Stmt *Other) {
  return isCheap(Side) && isCheap(Other) &&
         (!isVariable(Side) || isConstantValue(Other));
}

bool banklint::mayLeave(const clang::Stmt *Side) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Side))
    return !Block->body_empty() && mayLeave(Block->body_back());
  if (const auto *Marked = dyn_cast_or_null<AttributedStmt>(Side))
    return mayLeave(Marked->getSubStmt());
  if (const auto *If = dyn_cast_or_null<IfStmt>(Side))
    return mayLeave(If->getThen()) && mayLeave(If->getElse());
  return isa_and_nonnull<ReturnStmt, ContinueStmt, BreakStmt>(Side);
}

bool banklint::hasJumpOut(const clang::Stmt *S) {
  if (!S || isa<clang::Expr>(S))
    return false;
  if (isa<ReturnStmt, ContinueStmt, BreakStmt>(S))
    return true;
  const bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  return llvm::any_of(S->children(), [&](const clang::Stmt *Child) {
    // Breaks stay in it.
    if (isa<SwitchStmt>(S) || IsLoop)
      return contains(Child, [IsLoop](const clang::Stmt *Part) {
        return isa<ReturnStmt>(Part) || (!IsLoop && isa<ContinueStmt>(Part));
      });
    return hasJumpOut(Child);
  });
}

const clang::Stmt *banklint::bodyOf(const clang::Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(&Loop))
    return Do->getBody();
  return cast<CXXForRangeStmt>(Loop).getBody();
}

const clang::Expr *banklint::conditionOf(const clang::Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getCond();
  return nullptr;
}

bool banklint::mayBeConstant(const clang::Expr *E, ASTContext &Context) {
  if (constantOf(E, Context))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  if (!Ref)
    return false;
  if (const auto *Parameter = dyn_cast<ParmVarDecl>(Ref->getDecl()))
    return !isKernelArgument(*Parameter);
  const auto *Decl = dyn_cast<VarDecl>(Ref->getDecl());
  return Decl && Decl->isLocalVarDecl() && Decl->getInit() &&
         constantOf(Decl->getInit(), Context);
}

llvm::SmallVector<const VarDecl *, 4>
banklint::overwrittenIn(const clang::Stmt &Loop) {
  llvm::SmallVector<const VarDecl *, 4> Result;
  const auto Note = [&Result](const clang::Expr *To, const clang::Expr *From) {
    const VarDecl *Variable = placeOf(To);
    if (Variable && !contains(From, [&](const clang::Stmt *Part) {
          const auto *Ref = dyn_cast<DeclRefExpr>(Part);
          return Ref && Ref->getDecl() == Variable;
        }))
      Result.push_back(Variable);
  };
  contains(bodyOf(Loop), [&](const clang::Stmt *S) {
    if (const auto *Binary = dyn_cast<BinaryOperator>(S);
        Binary && Binary->getOpcode() == BO_Assign)
      Note(Binary->getLHS(), Binary->getRHS());
    else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
             Call && Call->getOperator() == OO_Equal && Call->getNumArgs() == 2)
      Note(Call->getArg(0), Call->getArg(1));
    return false;
  });
  return Result;
}

bool banklint::isFence(const FunctionDecl &Function) {
  const DeviceFunction *Known = findDeviceFunction(Function);
  return Known && (Known->Meaning == DeviceMeaning::Barrier ||
                   Known->Meaning == DeviceMeaning::Fence ||
                   Known->Meaning == DeviceMeaning::CountingBarrier);
}

RoundEffects banklint::roundEffects(const clang::Stmt &Loop) {
  RoundEffects Result;
  const auto NoteChange = [&Result](const clang::Expr *To) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts()))
      if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl()))
        Result.Changed.insert(Variable);
  };
  contains(&Loop, [&](const clang::Stmt *S) {
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
    return false;
  });
  return Result;
}

bool banklint::isStoredAgain(const clang::Expr &To,
                             const RoundEffects &Effects) {
  if (Effects.MayWait || To.getType().isVolatileQualified())
    return false;
  unsigned Loads = 0;
  return !contains(&To, [&](const clang::Stmt *Part) {
    if (isa<CallExpr, AbstractConditionalOperator>(Part))
      return true;
    const auto *Unary = dyn_cast<UnaryOperator>(Part);
    if (isa<ArraySubscriptExpr>(Part) ||
        (Unary && Unary->getOpcode() == UO_Deref))
      return ++Loads > 1;
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Variable && Effects.Changed.contains(Variable);
  });
}

bool banklint::doesMoreRounds(const clang::Stmt &S, int64_t Count,
                              ASTContext &Context) {
  const std::optional<CountedLoop> Loop = countedLoop(S, Context);
  return Loop && Loop->rounds() > Count;
}

/// True if \p Hint keeps \p Loop from being unrolled whole.
static bool keepsLoop(const LoopHintAttr &Hint, const clang::Stmt &Loop,
                      ASTContext &Context) {
  if (Hint.getState() == LoopHintAttr::Disable)
    return true;
  if (Hint.getState() != LoopHintAttr::Numeric)
    return false;
  const std::optional<int64_t> Count = constantOf(Hint.getValue(), Context);
  return Count &&
         (*Count == 1 || (*Count > 1 && doesMoreRounds(Loop, *Count, Context)));
}

/// True if the compiler may know in which round \p Condition ends a loop: it
/// compares with a constant, or has nothing but local variables.
static bool mayEndByCount(const clang::Expr *Condition, ASTContext &Context) {
  const auto *Test = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (Test && Test->isComparisonOp() &&
      (mayBeConstant(Test->getRHS(), Context) ||
       constantOf(Test->getLHS(), Context)))
    return true;
  return !constantOf(Condition, Context) &&
         !contains(Condition, [](const clang::Stmt *Part) {
           const auto *Ref = dyn_cast<DeclRefExpr>(Part);
           const auto *Decl = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
           return isa<CallExpr, MemberExpr, PseudoObjectExpr,
                      ArraySubscriptExpr>(Part) ||
                  (Ref && !(Decl && Decl->isLocalVarDecl()));
         });
}

const clang::Stmt *banklint::unrolledLoop(const clang::Stmt &S,
                                          ASTContext &Context) {
  const clang::Stmt *Loop = &S;
  if (const auto *Marked = dyn_cast<AttributedStmt>(Loop)) {
    Loop = Marked->getSubStmt();
    if (llvm::any_of(Marked->getAttrs(), [&](const Attr *A) {
          const auto *Hint = dyn_cast<LoopHintAttr>(A);
          return Hint && keepsLoop(*Hint, *Loop, Context);
        }))
      return nullptr;
  }
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    return Range->getRangeInit()->getType()->isConstantArrayType() ? Loop
                                                                   : nullptr;
  const auto *Do = dyn_cast<DoStmt>(Loop);
  const clang::Expr *Condition = Do ? Do->getCond() : conditionOf(*Loop);
  if (!Condition)
    return nullptr;
  if (Do && constantOf(Condition, Context) == 0)
    return Loop;
  return mayEndByCount(Condition, Context) ? Loop : nullptr;
}

/// Constants that are made of others are followed so far.
static constexpr unsigned MaxConstants = 8;

static bool mayDiffer(const clang::Stmt *E, ASTContext &Context,
                      unsigned Depth) {
  return Depth == MaxConstants || contains(E, [&](const clang::Stmt *Part) {
           if (isa<CallExpr, ArraySubscriptExpr>(Part))
             return true;
           const auto *Name = dyn_cast<DeclRefExpr>(Part);
           const auto *Decl =
               Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
           if (!Decl)
             return false;
           if (const auto *Parameter = dyn_cast<ParmVarDecl>(Decl))
             return !isKernelArgument(*Parameter);
           if (!Decl->isLocalVarDecl())
             return Decl->getName() == "threadIdx";
           if (!Decl->getInit() || constantOf(Decl->getInit(), Context))
             return !Decl->getInit();
           return !Decl->getType().isConstQualified() ||
                  mayDiffer(Decl->getInit(), Context, Depth + 1);
         });
}

bool banklint::mayDiffer(const clang::Stmt *E, ASTContext &Context) {
  return ::mayDiffer(E, Context, 0);
}

static void addSpelling(llvm::FoldingSetNodeID &Spelling,
                        const clang::Expr *Condition, ASTContext &Context,
                        unsigned Depth) {
  const clang::Expr *E = Condition->IgnoreParenImpCasts();
  // The condition may be kept in a variable, as an index may be.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Decl = dyn_cast<VarDecl>(Ref->getDecl());
    if (Depth != MaxConstants && Decl && Decl->isLocalVarDecl() &&
        Decl->getInit() &&
        (Decl->getType().isConstQualified() ||
         Decl->getType()->isBooleanType()))
      return addSpelling(Spelling, Decl->getInit(), Context, Depth + 1);
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return E->Profile(Spelling, Context, /*Canonical=*/true);
  BinaryOperatorKind Op = Binary->getOpcode();
  const clang::Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
  if (Op == BO_GT || Op == BO_GE) {
    Op = Op == BO_GT ? BO_LT : BO_LE;
    std::swap(Left, Right);
  }
  Spelling.AddInteger(Op);
  addSpelling(Spelling, Left, Context, Depth);
  addSpelling(Spelling, Right, Context, Depth);
}

bool banklint::isConstantResult(const BinaryOperator &E, ASTContext &Context) {
  const clang::Expr *Left = E.getLHS(), *Right = E.getRHS();
  if (!E.getType()->isIntegralOrEnumerationType())
    return false;
  const auto IsOther = [&](const clang::Expr *One, const clang::Expr *Other) {
    return constantOf(One, Context) == 0 && !Other->HasSideEffects(Context);
  };
  switch (E.getOpcode()) {
  case BO_Mul:
  case BO_And:
    return IsOther(Left, Right) || IsOther(Right, Left);
  case BO_Rem:
    return constantOf(Right, Context) == 1 && !Left->HasSideEffects(Context);
  case BO_Sub:
  case BO_Xor:
    return !Left->HasSideEffects(Context) &&
           areSpelledAlike(Left, Right, Context);
  default:
    return false;
  }
}

void banklint::addSpelling(llvm::FoldingSetNodeID &Spelling,
                           const clang::Expr *Condition, ASTContext &Context) {
  ::addSpelling(Spelling, Condition, Context, 0);
}
