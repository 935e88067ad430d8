//===- SunkLoads.cpp - Loads that move to where they are used -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SunkLoads.h"
#include "Ast/AstWalker.h"
#include "Device/DeviceFunctions.h"
#include "Recovery/LostCode.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

static bool contains(const clang::Stmt *Root,
                     llvm::function_ref<bool(const clang::Stmt *)> Is) {
  return !walk(Root, [Is](const clang::Stmt *S) { return !Is(S); });
}

namespace {
/// Looks for a variable in code that may be executed.
class LiveUse : public AstWalker {
public:
  LiveUse(const VarDecl &Decl, ASTContext &Context)
      : Decl(Decl), Context(Context) {}

  bool enter(const clang::Stmt *S) override {
    const auto *Cast = dyn_cast<CastExpr>(S);
    return !Dead.contains(S) && !(Cast && Cast->getCastKind() == CK_ToVoid);
  }
  bool visitStmt(const clang::Stmt *S) override {
    if (const auto *If = dyn_cast<IfStmt>(S))
      note(If->getCond(), If->getThen(), If->getElse());
    else if (const auto *Choice = dyn_cast<ConditionalOperator>(S))
      note(Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr());
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    return !Ref || Ref->getDecl() != &Decl;
  }

private:
  void note(const clang::Expr *Condition, const clang::Stmt *Then,
            const clang::Stmt *Else) {
    if (const std::optional<int64_t> Value = constantOf(Condition, Context))
      Dead.insert(*Value ? Else : Then);
  }

  const VarDecl &Decl;
  ASTContext &Context;
  llvm::SmallPtrSet<const clang::Stmt *, 4> Dead;
};
} // namespace

static bool uses(const clang::Stmt *S, const VarDecl &Decl,
                 ASTContext &Context) {
  return !LiveUse(Decl, Context).walk(S);
}

/// True if \p E names an array in shared memory or a part of it.
static bool isNamedShared(const clang::Expr *E) {
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
  return Ref && Ref->getDecl()->hasAttr<CUDASharedAttr>();
}

/// True if the compiler may unroll \p Loop whole: its end is a constant.
static bool hasConstantEnd(const ForStmt &Loop, ASTContext &Context) {
  const auto *Test = dyn_cast_or_null<BinaryOperator>(Loop.getCond());
  return Test && constantOf(Test->getRHS(), Context);
}

/// True if no load moves over \p S.
static bool isFence(const clang::Stmt *S, ASTContext &Context) {
  return contains(S, [&Context](const clang::Stmt *Part) {
    if (const auto *Loop = dyn_cast<ForStmt>(Part))
      return !hasConstantEnd(*Loop, Context);
    if (isa<WhileStmt, DoStmt, CXXForRangeStmt>(Part))
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(Part)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      const DeviceFunction *Known =
          Callee ? findDeviceFunction(*Callee) : nullptr;
      return Known && (Known->Meaning == DeviceMeaning::Barrier ||
                       Known->Meaning == DeviceMeaning::Fence ||
                       Known->Meaning == DeviceMeaning::CountingBarrier);
    }
    const auto *Store = dyn_cast<BinaryOperator>(Part);
    return Store && Store->isAssignmentOp() && isNamedShared(Store->getLHS());
  });
}

/// True if the compiler may compute \p Side whatever the condition is: it is a
/// value, perhaps with one operation.
static bool isCheap(const clang::Stmt *Side) {
  unsigned Operations = 0;
  return !contains(Side, [&Operations](const clang::Stmt *Part) {
    if (isa<CallExpr, ArraySubscriptExpr, AbstractConditionalOperator, IfStmt,
            LambdaExpr, CXXConstructExpr>(Part))
      return true;
    if (const auto *Unary = dyn_cast<UnaryOperator>(Part))
      return Unary->getOpcode() == UO_Deref || ++Operations > 1;
    const auto *Binary = dyn_cast<BinaryOperator>(Part);
    return Binary && Binary->getOpcode() != BO_Assign && ++Operations > 1;
  });
}

/// The side of \p S, of which there are two, that alone uses \p Decl.
static const clang::Stmt *lonelySide(const clang::Stmt *Condition,
                                     const clang::Stmt *Then,
                                     const clang::Stmt *Else,
                                     const VarDecl &Decl, ASTContext &Context) {
  if (uses(Condition, Decl, Context))
    return nullptr;
  const bool InThen = uses(Then, Decl, Context);
  const bool InElse = Else && uses(Else, Decl, Context);
  return InThen == InElse ? nullptr : InThen ? Then : Else;
}

/// True if all that uses \p Decl in \p S is on one side of a branch in it.
static bool isInOneBranch(const clang::Stmt *S, const VarDecl &Decl,
                          ASTContext &Context) {
  const clang::Stmt *Side = nullptr;
  const clang::Expr *Condition = nullptr;
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable())
      return false;
    Condition = If->getCond();
    Side = lonelySide(Condition, If->getThen(), If->getElse(), Decl, Context);
  } else if (const auto *Choice = dyn_cast<ConditionalOperator>(S)) {
    Condition = Choice->getCond();
    Side = lonelySide(Condition, Choice->getTrueExpr(), Choice->getFalseExpr(),
                      Decl, Context);
  } else if (isa<CompoundStmt, LambdaExpr>(S) || isFence(S, Context)) {
    return false;
  } else {
    const clang::Stmt *User = nullptr;
    for (const clang::Stmt *Child : S->children())
      if (Child && uses(Child, Decl, Context)) {
        if (User)
          return false;
        User = Child;
      }
    return User && isInOneBranch(User, Decl, Context);
  }
  return Side && !isCheap(Side) && !constantOf(Condition, Context);
}

/// True if \p E mentions a local variable that is not set to a constant where
/// it is declared: it may differ from lane to lane.
static bool mayDiffer(const clang::Stmt *E, ASTContext &Context) {
  return contains(E, [&Context](const clang::Stmt *Part) {
    if (isa<PseudoObjectExpr>(Part))
      return true;
    const auto *Name = dyn_cast<DeclRefExpr>(Part);
    const auto *Decl = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    return Decl && Decl->isLocalVarDecl() &&
           !(Decl->getInit() && constantOf(Decl->getInit(), Context));
  });
}

/// True if all that uses \p Decl in \p S is the body of a loop that some lanes
/// may not enter.
static bool isInOneLoop(const clang::Stmt *S, const VarDecl &Decl,
                        ASTContext &Context) {
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return !uses(While->getCond(), Decl, Context) &&
           mayDiffer(While->getCond(), Context);
  const auto *For = dyn_cast<ForStmt>(S);
  if (!For || !For->getCond() || uses(For->getCond(), Decl, Context) ||
      (For->getInit() && uses(For->getInit(), Decl, Context)))
    return false;
  return mayDiffer(For->getCond(), Context);
}

/// True if control leaves the block in \p S under a condition.
static bool mayLeave(const clang::Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse())
    return false;
  const clang::Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then);
      Block && !Block->body_empty())
    Then = Block->body_back();
  return isa<ReturnStmt, ContinueStmt, BreakStmt>(Then);
}

/// What \p S is behind parentheses and what Clang adds to expressions.
static const clang::Stmt *bare(const clang::Stmt *S) {
  const auto *E = dyn_cast<clang::Expr>(S);
  return E ? E->IgnoreImplicit()->IgnoreParens() : S;
}

/// True if a pragma at \p Loop asks for no or partial unrolling.
static bool asksForParts(const AttributedStmt &Loop) {
  return llvm::any_of(Loop.getAttrs(), [](const Attr *A) {
    const auto *Hint = dyn_cast<LoopHintAttr>(A);
    return Hint && (Hint->getState() == LoopHintAttr::Disable ||
                    Hint->getState() == LoopHintAttr::Numeric);
  });
}

/// Finds the statements of the function that declares \p Decl, once.
void SunkLoads::indexFunction(const VarDecl &Decl) {
  const auto *Function = dyn_cast<FunctionDecl>(Decl.getDeclContext());
  if (!Function || !Function->hasBody() || !Seen.insert(Function).second)
    return;
  const clang::Stmt *Body = Function->getBody();
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> LoopOfBody;
  for (const auto *Loop : nodesIn<ForStmt>(Body))
    if (hasConstantEnd(*Loop, Context))
      LoopOfBody[Loop->getBody()] = Loop;
  for (const auto *Marked : nodesIn<AttributedStmt>(Body))
    if (const auto *Loop = dyn_cast<ForStmt>(Marked->getSubStmt()))
      if (auto Found = LoopOfBody.find(Loop->getBody());
          Found != LoopOfBody.end())
        Found->second = asksForParts(*Marked) ? nullptr : Marked;
  for (auto [OfBody, Loop] : LoopOfBody)
    Places[bare(OfBody)].Loop = Loop;
  for (const auto *Block : nodesIn<CompoundStmt>(Body)) {
    const Statements All(Block->body_begin(), Block->size());
    for (auto [Index, S] : llvm::enumerate(All)) {
      const Place At{All.drop_front(Index + 1), LoopOfBody.lookup(Block)};
      Places[bare(S)] = At;
      if (const auto *Declarations = dyn_cast<DeclStmt>(S))
        for (const clang::Decl *D : Declarations->decls())
          Places[D] = At;
    }
  }
}

/// True if \p Callee only makes a number of numbers, as `fmaf` and `rsqrtf` do.
static bool isOperation(const FunctionDecl *Callee,
                        const SourceManager &Sources) {
  if (!Callee || Callee->param_empty() ||
      !Callee->getReturnType()->isArithmeticType() ||
      !llvm::all_of(Callee->parameters(), [](const ParmVarDecl *Parameter) {
        return Parameter->getType()->isArithmeticType();
      }))
    return false;
  const DeviceFunction *Known = findDeviceFunction(*Callee);
  if (!Known)
    return !Callee->hasBody() &&
           (Callee->getBuiltinID() != 0 ||
            Sources.isInSystemHeader(Callee->getLocation()));
  switch (Known->Meaning) {
  case DeviceMeaning::None:
  case DeviceMeaning::Min:
  case DeviceMeaning::Max:
  case DeviceMeaning::Abs:
  case DeviceMeaning::Multiply:
    return true;
  default:
    return false;
  }
}

/// True if the value of \p E is made of loads by operators, or by functions
/// that only return such a value.
bool SunkLoads::isMadeByOperators(const clang::Stmt *E) {
  return !contains(E, [this](const clang::Stmt *Part) {
    const auto *Call = dyn_cast<CallExpr>(Part);
    return Call &&
           !isOperation(Call->getDirectCallee(), Context.getSourceManager()) &&
           !returnsOperators(Call->getDirectCallee());
  });
}

bool SunkLoads::returnsOperators(const FunctionDecl *Callee) {
  const FunctionDecl *Definition = nullptr;
  if (!Callee || !Callee->hasBody(Definition))
    return false;
  // False while it is looked at: calls may be recursive.
  if (auto [Known, IsNew] = Returning.try_emplace(Definition, false); !IsNew)
    return Known->second;
  const bool Result =
      llvm::all_of(Definition->parameters(),
                   [](const ParmVarDecl *Parameter) {
                     return !Parameter->getType()->isPointerType() &&
                            !Parameter->getType()->isReferenceType();
                   }) &&
      !contains(Definition->getBody(),
                [](const clang::Stmt *Part) {
                  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt,
                             AsmStmt, GotoStmt>(Part);
                }) &&
      isMadeByOperators(Definition->getBody());
  Returning[Definition] = Result;
  return Result;
}

/// The local variable to which \p S assigns what operators make; null if it is
/// no such assignment.
const VarDecl *SunkLoads::assignedByOperators(const clang::Stmt *S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S);
      Block && Block->size() == 1)
    return assignedByOperators(Block->body_front());
  // One that is only changed under a condition.
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    const VarDecl *Decl = assignedByOperators(If->getThen());
    return !If->getElse() && isMadeByOperators(If->getCond()) ? Decl : nullptr;
  }
  const auto *Assignment = dyn_cast<BinaryOperator>(bare(S));
  if (!Assignment || !Assignment->isAssignmentOp() ||
      !isMadeByOperators(Assignment->getRHS()))
    return nullptr;
  const clang::Expr *To = Assignment->getLHS()->IgnoreParenImpCasts();
  // A part of it.
  while (const auto *Member = dyn_cast<MemberExpr>(To)) {
    if (Member->isArrow())
      return nullptr;
    To = Member->getBase()->IgnoreParenImpCasts();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(To);
  const auto *Decl = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Decl && Decl->hasLocalStorage() &&
                 !Decl->getType()->isReferenceType() &&
                 !Decl->getType().isVolatileQualified()
             ? Decl
             : nullptr;
}

/// \p S, or what it stands for if it is an `if constexpr`; null if that is
/// nothing.
static const clang::Stmt *withoutConstexpr(const clang::Stmt *S,
                                           ASTContext &Context) {
  while (const auto *If = dyn_cast_or_null<IfStmt>(S)) {
    const std::optional<const clang::Stmt *> Taken =
        If->getNondiscardedCase(Context);
    if (!Taken)
      break;
    S = *Taken;
  }
  return S;
}

/// The variable that \p S sets or declares, and makes by operators; null if it
/// does none of that.
const VarDecl *SunkLoads::madeByOperators(const clang::Stmt *S) {
  if (const auto *Declarations = dyn_cast<DeclStmt>(S))
    if (Declarations->isSingleDecl())
      if (const auto *Made = dyn_cast<VarDecl>(Declarations->getSingleDecl());
          Made && !Made->getType()->isReferenceType() &&
          isMadeByOperators(Made->getInit()))
        return Made;
  return assignedByOperators(S);
}

/// Where the statements \p Behind use \p Decl, and what is made of it.
SunkLoads::Use SunkLoads::findUse(const VarDecl &Decl, Statements Behind) {
  const auto UsesIt = [&](const clang::Stmt *Part) {
    return uses(Part, Decl, Context);
  };
  // What is made of it may sink, too, but for what lanes exchange.
  const VarDecl *Made = nullptr;
  const clang::Stmt *First = nullptr, *Last = nullptr;
  for (; !Behind.empty(); Behind = Behind.drop_front()) {
    const clang::Stmt *S = withoutConstexpr(Behind.front(), Context);
    const Statements Rest = Behind.drop_front();
    if (!S)
      continue;
    if (!UsesIt(S)) {
      const bool Leaves = mayLeave(S);
      if (!Leaves && !isFence(S, Context))
        continue;
      if (!Made && !Leaves)
        return Use::Elsewhere;
      const bool IsUsedBehind = llvm::any_of(Rest, UsesIt);
      if (!Made)
        return IsUsedBehind ? Use::OneSide : Use::None;
      if (IsUsedBehind)
        return Use::Elsewhere;
      break;
    }
    const VarDecl *Next = madeByOperators(S);
    if (Next == &Decl)
      continue;
    if (!Next || (Made && Made != Next)) {
      if (Made || llvm::any_of(Rest, UsesIt))
        return Use::Elsewhere;
      return isInOneBranch(S, Decl, Context) || isInOneLoop(S, Decl, Context)
                 ? Use::OneSide
                 : Use::Elsewhere;
    }
    Made = Next;
    First = First ? First : S;
    Last = Behind.front();
  }
  if (!Made)
    return Use::None;
  const bool IsOneSide = isUsedOnOneSide(*Made, bare(Last)) ||
                         (First == Last && isInOneBranch(First, Decl, Context));
  return IsOneSide ? Use::OneSide : Use::Elsewhere;
}

/// Statements behind a declaration that are looked at: generated code has long
/// blocks.
constexpr size_t MaxBehind = 64;

/// True if all that uses the value that \p From gives \p Decl is on one side of
/// a branch behind it, or behind the loops around it.
bool SunkLoads::isUsedOnOneSide(const VarDecl &Decl, const void *From) {
  // Straight code that a program has made may have no end.
  constexpr unsigned LongestChain = 8;
  if (Chain == LongestChain)
    return false;
  llvm::SaveAndRestore Deeper(Chain, Chain + 1);
  while (From) {
    const Place At = Places.lookup(From);
    const Use Found = findUse(Decl, At.Behind.take_front(MaxBehind));
    if (Found != Use::None)
      return Found == Use::OneSide;
    if (!At.Loop || isFence(At.Loop, Context))
      return false;
    From = At.Loop;
  }
  return false;
}

bool SunkLoads::maySink(const VarDecl &Decl) {
  if (Decl.getType().isVolatileQualified() ||
      !isMadeByOperators(Decl.getInit()))
    return false;
  indexFunction(Decl);
  return isUnused(Decl) || isUsedOnOneSide(Decl, &Decl);
}

/// True if nothing uses \p Decl, so that it is not loaded at all.
bool SunkLoads::isUnused(const VarDecl &Decl) {
  // Its parts are used by names of their own.
  if (isa<DecompositionDecl>(Decl))
    return false;
  if (!Decl.isReferenced())
    return true;
  const auto At = Places.find(&Decl);
  return At != Places.end() && At->second.Behind.size() <= MaxBehind &&
         llvm::none_of(At->second.Behind, [&](const clang::Stmt *S) {
           return uses(S, Decl, Context);
         });
}

bool SunkLoads::maySink(const BinaryOperator &Assignment) {
  const VarDecl *Decl = assignedByOperators(&Assignment);
  if (!Decl)
    return false;
  indexFunction(*Decl);
  return isUsedOnOneSide(*Decl, &Assignment);
}
