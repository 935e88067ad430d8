//===- LowerStmt.cpp - Statements -----------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstWalker.h"
#include "Callees.h"
#include "Device/Atomics.h"
#include "Device/InlineAssembly.h"
#include "Lowering.h"
#include "Lowering/Compiler/LoopPeeling.h"
#include "banklint/Compiler/FlowCode.h"
#include "banklint/Support/Mechanisms.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::Block;
using banklint::StmtKind;

static bool hasNestedCase(const SwitchStmt &S) {
  unsigned Labels = 0;
  for (const SwitchCase *Label = S.getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase())
    ++Labels;
  const auto *Body = dyn_cast<CompoundStmt>(S.getBody());
  if (!Body)
    return false;
  for (const clang::Stmt *Child : Body->body())
    for (const auto *Label = dyn_cast<SwitchCase>(Child); Label;
         Label = dyn_cast<SwitchCase>(Label->getSubStmt()))
      --Labels;
  return Labels != 0;
}

/// What \p S itself is, if it jumps to a place that no structure of the
/// language gives; else null.
static const char *jumpOf(const clang::Stmt &S) {
  if (isa<GotoStmt, IndirectGotoStmt>(S))
    return "goto";
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(&S); Asm && Asm->isAsmGoto())
    return "asm goto";
  if (const auto *Switch = dyn_cast<SwitchStmt>(&S);
      Switch && hasNestedCase(*Switch))
    return "a case inside of another statement";
  return nullptr;
}

void Lowering::lowerFunctionBody(const FunctionDecl &Function) {
  const char *Jump = nullptr;
  walk(Function.getBody(), [&](const clang::Stmt *S) {
    const auto *Goto = dyn_cast<GotoStmt>(S);
    Jump = Goto && Jumps.isBranch(*Goto, *Function.getBody()) ? nullptr
                                                              : jumpOf(*S);
    return !Jump;
  });
  llvm::SaveAndRestore Restore(Emit.NotFollowed);
  llvm::SaveAndRestore Order(Emit.Flow.IsVague);
  if (Jump)
    Emit.NotFollowed = {ReasonCode::UnsupportedConstruct,
                        "'" + Function.getNameAsString() + "' contains " +
                            Jump};
  else if (losesJumps(Lost, Function))
    Emit.NotFollowed = {ReasonCode::ParseError,
                        "a jump in '" + Function.getNameAsString() +
                            "' is in code that does not parse"};
  Emit.Flow.IsVague |= Emit.NotFollowed.has_value();
  lowerStmt(Function.getBody());
  Arrays.addUnseen(Function);
}

/// A statement that leaves its surroundings.
void Lowering::lowerJump(StmtKind Kind, SourceLocation Loc) {
  Emit.Flow.use();
  if (!Emit.NotFollowed) {
    Emit.append(Kind, Loc);
    Emit.Flow.HasLeft = true;
    return;
  }
  // Whether control gets here is not known, and what follows may be a label.
  Emit.jumpPerhaps(Kind, *Emit.NotFollowed, Loc);
}

void Lowering::lowerBlock(const clang::Stmt *S, Block &Into) {
  llvm::SaveAndRestore Restore(Emit.Out, &Into);
  if (S)
    lowerStmt(S);
}

void Lowering::lowerStmt(const clang::Stmt *S) {
  if (!S)
    return;
  llvm::SaveAndRestore Restore(Emit.StatementLoc, S->getBeginLoc());
  if (isa<Expr, DeclStmt, ReturnStmt>(S))
    return lowerSimple(*S);
  switch (S->getStmtClass()) {
  case clang::Stmt::CompoundStmtClass:
    return lowerCompound(*cast<CompoundStmt>(S));
  case clang::Stmt::IfStmtClass:
    return lowerIf(*cast<IfStmt>(S));
  case clang::Stmt::ForStmtClass:
    return lowerFor(*cast<ForStmt>(S));
  case clang::Stmt::WhileStmtClass:
    return lowerWhile(*cast<WhileStmt>(S));
  case clang::Stmt::DoStmtClass:
    return lowerDo(*cast<DoStmt>(S));
  case clang::Stmt::CXXForRangeStmtClass:
    return lowerRangeFor(*cast<CXXForRangeStmt>(S));
  case clang::Stmt::SwitchStmtClass:
    return lowerSwitch(*cast<SwitchStmt>(S));
  case clang::Stmt::BreakStmtClass:
    return lowerJump(StmtKind::Break, S->getBeginLoc());
  case clang::Stmt::ContinueStmtClass:
    return lowerJump(StmtKind::Continue, S->getBeginLoc());
  case clang::Stmt::AttributedStmtClass:
    return lowerAttributed(*cast<AttributedStmt>(S));
  case clang::Stmt::LabelStmtClass:
    return lowerStmt(cast<LabelStmt>(S)->getSubStmt());
  case clang::Stmt::GCCAsmStmtClass:
  case clang::Stmt::MSAsmStmtClass:
    return lowerAsm(*this, *cast<AsmStmt>(S));
  case clang::Stmt::NullStmtClass:
    return lowerNull(*cast<NullStmt>(S));
  default:
    return lowerChildren(S);
  }
}

/// A statement without others in it. In loops that are not unrolled whole,
/// neighbors with assembly between them are not merged as elsewhere.
void Lowering::lowerSimple(const clang::Stmt &S) {
  const CodeShape Shape = Shapes.of(S);
  const bool MayBranch =
      (Shape.MayBranch || (MayBeRolled && Shape.HasAssembly)) &&
      applies(Mechanism::HiddenBranches);
  Emit.BranchingStatements += MayBranch;
  if (Shape.MayBranch)
    Emit.Flow.branch();
  if (const auto *E = dyn_cast<Expr>(&S)) {
    llvm::SaveAndRestore Restore(IsResultUnused, true);
    llvm::SaveAndRestore Statement(Discarded,
                                   E->IgnoreImplicit()->IgnoreParens());
    const FlowRecorder::Scope Unused(Emit.Flow);
    effects(E);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(&S)) {
    lowerReturn(*Return);
  } else {
    for (const Decl *D : cast<DeclStmt>(S).decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        lowerDecl(*Var);
  }
  Emit.BranchingStatements -= MayBranch;
  Emit.HasBranched |= MayBranch;
}

void Lowering::lowerDecl(const VarDecl &Decl) {
  lowerVariable(Decl);
  lowerParts(Decl);
  expectDestructor(Decl);
}

/// The destructor of \p Decl will be called.
void Lowering::expectDestructor(const VarDecl &Decl) {
  const Binding *B = Frames.bindingOf(Decl);
  if (Decl.needsDestruction(Context) == QualType::DK_cxx_destructor && B &&
      B->Kind == Binding::Members)
    expectDestructor(placeOf(*B), Decl.getSourceRange());
}

/// What the destructor of the record \p Object, which \p Where makes, does is
/// not followed. It may change what the object refers to, and access what its
/// pointers point to.
void Lowering::expectDestructor(const LValue &Object, SourceRange Where) {
  Emit.Flow.use(FlowPart::someOfRecord(Object.Index, 0, INT64_MAX));
  Mem.escapeReferences(Object);
  if (Mem.holdsSharedPointer(Object))
    Emit.emitUnknownAccess(MemoryOperation::Load, std::nullopt, 4, Where,
                           {ReasonCode::UnsupportedConstruct,
                            "the accesses of a destructor are not followed"});
}

/// Binds the parts of \p Decl if it is like a tuple: results of get<I>().
void Lowering::lowerParts(const VarDecl &Decl) {
  const auto *Whole = dyn_cast<DecompositionDecl>(&Decl);
  if (!Whole)
    return;
  for (const BindingDecl *Part : Whole->bindings())
    if (const VarDecl *Holder = Part->getHoldingVar())
      lowerVariable(*Holder);
}

void Lowering::lowerVariable(const VarDecl &Decl) {
  if (Arrays.numberOf(Decl))
    return;
  if (Decl.isInvalidDecl() && lowerLostInit(Decl))
    return;
  if (Decl.isInvalidDecl() || Decl.isStaticLocal() ||
      Decl.getType()->isDependentType()) {
    if (Decl.getInit())
      effects(Decl.getInit());
    return;
  }
  const Expr *Init = Decl.getInit();
  if (Decl.getType()->isReferenceType()) {
    Binding B;
    if (Init) {
      B.Kind = Binding::Alias;
      B.Target = place(Init);
      Mem.freeze(B.Target);
      if (Decl.getType()->isFunctionReferenceType())
        B.Callee = functionAt(Init, Frames, Context);
      Arrays.observeReference(B.Target, Init, Decl);
    }
    Frames.back().Bindings[&Decl] = std::move(B);
    lowerLostInit(Decl);
    return;
  }
  if (Init && bindToLocal(Frames.back(), Decl, *Init))
    return;
  if (const Expr *Target = Init ? atomicReferenceTarget(Decl) : nullptr) {
    Binding B;
    B.Kind = Binding::Alias;
    B.Target = place(Target);
    Mem.freeze(B.Target);
    Frames.back().Bindings[&Decl] = std::move(B);
    return;
  }
  bindLocal(Frames.back(), Decl);
  if (lowerLostInit(Decl))
    return;
  // Copied: lowering the initializer may bind more variables.
  Binding B = Frames.back().Bindings[&Decl];
  if (Init)
    lowerInit(Decl, B, *Init);
}

/// True if \p Function names \p Decl. An instantiation marks what its template
/// names, be it in code that `if constexpr` discards.
static bool isReferenced(const VarDecl &Decl, const FunctionDecl &Function) {
  if (!Decl.isReferenced() || !Function.isTemplateInstantiation())
    return Decl.isReferenced();
  return llvm::any_of(
      nodesIn<DeclRefExpr>(Function.getBody()),
      [&Decl](const DeclRefExpr *Ref) { return Ref->getDecl() == &Decl; });
}

/// Lowers the initializer \p Init of \p Decl, which \p B binds.
void Lowering::lowerInit(const VarDecl &Decl, const Binding &B,
                         const Expr &Init) {
  if (B.Kind == Binding::Members)
    return initialize(placeOf(B), Decl.getType(), &Init);
  const FlowRecorder::Scope Made(Emit.Flow);
  if (B.Kind != Binding::Scalar) {
    effects(&Init);
    llvm::SaveAndRestore Moves(Emit.Flow.IsMove, isRead(Init));
    return Emit.Flow.assign(FlowPart::local(B.Index));
  }
  const ExprId Value = value(&Init);
  llvm::SaveAndRestore Moves(Emit.Flow.IsMove, isRead(Init));
  Emit.Flow.assign(FlowPart::variable(B.Index));
  Emit.assign(B.Index, Value);
  noteNumber(Decl, B.Index, Value);
  if (Decl.getType()->isPointerType() &&
      !isReferenced(Decl, *Frames.back().Function))
    Arrays.noteUnused(Value);
  if (Decl.getType()->isFunctionPointerType() && !Pointers.isChanged(Decl))
    Frames.back().Bindings[&Decl].Callee = functionAt(&Init, Frames, Context);
}

/// Lowers a condition, which may declare a variable. Returns what its value is
/// made of, which is used by what is lowered for it, but for that of a branch.
FlowRecorder::Value Lowering::lowerCondition(const VarDecl *Decl,
                                             const Expr *Condition,
                                             Block &Before, ExprId &Value,
                                             bool IsOfBranch) {
  llvm::SaveAndRestore Restore(Emit.Out, &Before);
  const FlowRecorder::Scope Tested(Emit.Flow);
  if (Decl)
    lowerDecl(*Decl);
  Value = Condition ? Builder.convert(value(Condition), BoolType)
                    : Builder.constant(1, BoolType);
  return IsOfBranch ? Emit.Flow.take() : Emit.Flow.current();
}

/// `if (v > e) v = e;` as the assignment of a lesser or greater number that it
/// is, also for the compiler; false if \p If is another statement.
bool Lowering::lowerExtremum(const banklint::Stmt &If,
                             const FlowRecorder::Value &Tested) {
  const auto IsStep = [](const banklint::Stmt &S) {
    return S.Kind == StmtKind::Flow;
  };
  const Block &Then = If.Blocks[0];
  const auto Assign = llvm::find_if_not(Then, IsStep);
  if (Assign == Then.end() || Assign->Kind != StmtKind::Assign ||
      llvm::count_if(Then, IsStep) + 1 != ptrdiff_t(Then.size()) ||
      !hasOnlyFlow(If.Blocks[1]))
    return false;
  const std::optional<ExprId> Value = Builder.extremum(
      If.Value, Assign->Value, Builder.variable(Assign->Index));
  if (!Value)
    return false;
  banklint::Stmt Chosen = *Assign;
  Chosen.Value = *Value;
  // What is set on either side is made of what it was and of the condition as
  // well.
  for (const Block &Side : If.Blocks)
    for (const banklint::Stmt &S : llvm::make_filter_range(Side, IsStep)) {
      FlowStep &Step = Emit.Program.Flow[S.Index];
      const FlowPart To = Step.To;
      if (Step.Kind == FlowKind::Make || Step.Kind == FlowKind::Move) {
        Step.Kind = FlowKind::Make;
        Step.From.push_back(To);
        Step.From.append(Tested);
      } else if (Step.Kind == FlowKind::Copy)
        Step.To.IsSome = true;
      Emit.Out->push_back(S);
    }
  Emit.Out->push_back(std::move(Chosen));
  return true;
}

/// True if a side of \p If leaves it, or changes other memory than variables,
/// as far as it shows: the compiler makes a branch of it.
static bool hasEffectsOutside(const IfStmt &If) {
  return !walk(&If, [](const clang::Stmt *S) {
    if (isa<ReturnStmt, BreakStmt, ContinueStmt>(S))
      return false;
    const auto *Assignment = dyn_cast<BinaryOperator>(S);
    return !Assignment || !Assignment->isAssignmentOp() ||
           !isInOtherMemory(Assignment->getLHS());
  });
}

void Lowering::lowerIf(const IfStmt &S) {
  lowerStmt(S.getInit());
  if (S.isConsteval())
    return lowerStmt(S.isNegatedConsteval() ? S.getThen() : S.getElse());
  if (S.isConstexpr())
    if (std::optional<const clang::Stmt *> Taken =
            S.getNondiscardedCase(Context))
      return lowerStmt(*Taken);
  banklint::Stmt If;
  If.Kind = StmtKind::If;
  If.Index = Emit.numberOf(S);
  If.Span = Emit.spanOf(S.getIfLoc());
  const FlowRecorder::Value Tested =
      lowerCondition(S.getConditionVariable(), S.getCond(), *Emit.Out, If.Value,
                     /*IsOfBranch=*/true);
  If.Blocks.resize(2);
  // Not one that becomes a choice of values.
  const std::optional<bool> Taken = takenSide(If.Value);
  const bool StaysBranch = !Taken && hasEffectsOutside(S);
  if (StaysBranch)
    Emit.Flow.settle();
  Emit.Flow.test(Tested, Taken);
  lowerSides(Taken, [&](bool IsThen) {
    lowerBlock(IsThen ? S.getThen() : S.getElse(), If.Blocks[IsThen ? 0 : 1]);
  });
  noteSides(If, S.getThen(), S.getElse());
  if (!lowerExtremum(If, Tested))
    Emit.Out->push_back(std::move(If));
  if (StaysBranch)
    Emit.Flow.settle();
}

/// The variable that a loop is known by: what its head declares, or what its
/// step changes or its condition compares.
unsigned Lowering::loopVariable(const clang::Stmt *Init, const Expr *Step) {
  const VarDecl *Decl = nullptr;
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Init))
    Decl = dyn_cast<VarDecl>(*Decls->decl_begin());
  if (!Decl && Step) {
    const Expr *Target = nullptr;
    Step = Step->IgnoreParenImpCasts();
    if (const auto *Unary = dyn_cast<UnaryOperator>(Step))
      Target = Unary->getSubExpr();
    else if (const auto *Binary = dyn_cast<BinaryOperator>(Step))
      Target = Binary->getLHS();
    if (Target)
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Target->IgnoreParens()))
        Decl = dyn_cast<VarDecl>(Ref->getDecl());
  }
  if (Decl && Decl->getType()->isIntegralOrEnumerationType())
    if (Binding *B = Frames.bindingOf(*Decl))
      if (B->Kind == Binding::Scalar)
        return B->Index;
  return ~0u;
}

/// The rounds that `#pragma unroll \p Count` makes one of; 0 if the compiler
/// ignores it.
static unsigned unrollCountOf(const clang::Expr &Count, ASTContext &Context) {
  const std::optional<int64_t> Value = constantOf(&Count, Context);
  return Value && *Value > 0 && *Value < UnrollWhole ? unsigned(*Value) : 0;
}

/// A statement under a pragma, for one.
void Lowering::lowerAttributed(const AttributedStmt &S) {
  for (const Attr *A : S.getAttrs()) {
    const auto *Hint = dyn_cast<LoopHintAttr>(A);
    if (!Hint)
      continue;
    if (Hint->getState() == LoopHintAttr::Disable) {
      NextUnrollCount = 1;
    } else if (const Expr *Count = Hint->getValue()) {
      NextUnrollCount = unrollCountOf(*Count, Context);
    } else if (Hint->getState() == LoopHintAttr::Enable ||
               Hint->getState() == LoopHintAttr::Full) {
      NextUnrollCount = UnrollWhole;
    }
  }
  lowerStmt(S.getSubStmt());
  NextUnrollCount = 0;
}

/// Enters what the compiler is asked to do with \p Loop, which is \p S, and
/// what it may do.
Lowering::InLoop Lowering::enterLoop(banklint::Stmt &Loop, const clang::Stmt &S,
                                     const clang::Stmt *Body) {
  Loop.UnrollCount = std::exchange(NextUnrollCount, 0);
  const RoundConstants Constants(S, Context);
  const CodeShape Shape = Shapes.ofBody(*Body, Constants);
  if (Shape.Size && applies(Mechanism::LoopWeight))
    Loop.Weight = *Shape.Size;
  if (Loop.Weight != 0 && Shape.Folded != 0 && applies(Mechanism::FoldedWeight))
    Loop.FoldedWeight = Shape.Folded;
  Loop.HasInnerLoops = Shape.HasLoops;
  Loop.MayBePeeled = mayBePeeled(S) && applies(Mechanism::Peeling);
  const bool MayStayRolled = MayBeRolled || Loop.UnrollCount != UnrollWhole;
  // It stands between the rounds.
  Emit.HasBranched |= MayStayRolled && Shape.HasAssembly;
  return {{MayBeRolled, MayStayRolled}, {InnermostLoop, &S}};
}

void Lowering::lowerFor(const ForStmt &S) {
  const unsigned VolatileReads = Emit.VolatileReads;
  banklint::Stmt Loop;
  llvm::SaveAndRestore Jumps(Emit.Flow.HasLeft, false);
  const auto Inside = enterLoop(Loop, S, S.getBody());
  lowerStmt(S.getInit());
  Loop.Kind = StmtKind::Loop;
  Loop.Span = Emit.spanOf(S.getForLoc());
  Loop.Blocks.resize(3);
  Loop.Index = loopVariable(S.getInit(), S.getInc());
  lowerCondition(S.getConditionVariable(), S.getCond(), Loop.Blocks[0],
                 Loop.Value);
  lowerBlock(S.getBody(), Loop.Blocks[1]);
  lowerBlock(S.getInc(), Loop.Blocks[2]);
  Loop.ReadsVolatile = Emit.VolatileReads != VolatileReads;
  Emit.Out->push_back(std::move(Loop));
}

/// The comparison, or other operator, that \p Condition is; else null.
static const BinaryOperator *comparisonIn(const clang::Expr *Condition) {
  return dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
}

void Lowering::lowerWhile(const WhileStmt &S) {
  const unsigned VolatileReads = Emit.VolatileReads;
  banklint::Stmt Loop;
  llvm::SaveAndRestore Jumps(Emit.Flow.HasLeft, false);
  const auto Inside = enterLoop(Loop, S, S.getBody());
  Loop.Kind = StmtKind::Loop;
  Loop.Span = Emit.spanOf(S.getWhileLoc());
  Loop.Blocks.resize(3);
  Loop.Index = loopVariable(nullptr, comparisonIn(S.getCond()));
  lowerCondition(S.getConditionVariable(), S.getCond(), Loop.Blocks[0],
                 Loop.Value);
  lowerBlock(S.getBody(), Loop.Blocks[1]);
  Loop.ReadsVolatile = Emit.VolatileReads != VolatileReads;
  Emit.Out->push_back(std::move(Loop));
}

void Lowering::lowerDo(const DoStmt &S) {
  const unsigned VolatileReads = Emit.VolatileReads;
  banklint::Stmt Loop;
  llvm::SaveAndRestore Jumps(Emit.Flow.HasLeft, false);
  const auto Inside = enterLoop(Loop, S, S.getBody());
  Loop.Kind = StmtKind::Loop;
  Loop.Span = Emit.spanOf(S.getDoLoc());
  Loop.TestFirst = false;
  Loop.Blocks.resize(3);
  Loop.Index = loopVariable(nullptr, comparisonIn(S.getCond()));
  lowerBlock(S.getBody(), Loop.Blocks[1]);
  lowerCondition(nullptr, S.getCond(), Loop.Blocks[0], Loop.Value);
  Loop.ReadsVolatile = Emit.VolatileReads != VolatileReads;
  Emit.Out->push_back(std::move(Loop));
}

void Lowering::lowerReturn(const ReturnStmt &S) {
  if (const Expr *Value = S.getRetValue())
    lowerReturnedValue(Value);
  lowerJump(StmtKind::Return, S.getReturnLoc());
}

void Lowering::lowerCompound(const CompoundStmt &Written) {
  const CompoundStmt &S = Emit.NotFollowed ? Written : Jumps.branched(Written);
  llvm::SaveAndRestore Restore(Emit.Flow.IsDead);
  for (unsigned I = 0; I <= S.size(); ++I) {
    if (LostTokens Tokens = Lost.before(S, I); !Tokens.empty())
      Unparsed.lower(Tokens, parseError(Lost, Tokens.front().getLocation(),
                                        Tokens.back().getLocation()));
    Emit.Flow.IsDead |= Emit.Flow.HasLeft;
    if (I == S.size())
      break;
    lowerStmt(S.body_begin()[I]);
    Emit.Flow.use();
    noteRest(S, I);
  }
}

void Lowering::lowerNull(const NullStmt &S) {
  LostTokens Tokens = Lost.inPlaceOf(S);
  if (!Tokens.empty())
    Unparsed.lower(
        Tokens, parseError(Lost, S.getSemiLoc(), Tokens.back().getLocation()));
}

/// True if the declaration of \p Decl has tokens that its AST lacks: an
/// initializer, or all of it. They are lowered then, and its value is unknown.
bool Lowering::lowerLostInit(const VarDecl &Decl) {
  LostTokens Tokens = Lost.declaring(Decl);
  if (Tokens.empty())
    return false;
  Reason Why = parseError(Lost, Tokens.front().getLocation(),
                          Tokens.back().getLocation());
  // Uses of a shared variable without a valid declaration are listed one by
  // one, if Clang did not mistake the type's name for that of the variable.
  llvm::SmallVector<llvm::StringRef, 2> Known;
  if (Decl.hasAttr<CUDASharedAttr>() && Decl.isReferenced())
    Known = {"__shared__", Decl.getName()};
  Unparsed.lower(Tokens, Why, Known);
  LostUse Assigned;
  Assigned.IsAssigned = true;
  if (Binding *B = Frames.bindingOf(Decl); B && B->Kind != Binding::Alias)
    Unparsed.lowerUse(Decl, Tokens.front(), Assigned, Why);
  return true;
}
