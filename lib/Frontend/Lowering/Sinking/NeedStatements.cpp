//===- NeedStatements.cpp - What statements need --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Lowering/CountedLoops.h"
#include "NeedAnalysis.h"
#include "SinkingCode.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

/// The number of the object of a method in a state.
static constexpr unsigned ObjectNumber = 0;

/// True if \p S jumps to a place that no structure of the language gives.
static bool isJump(const clang::Stmt *S) {
  return isa<GotoStmt, IndirectGotoStmt, CXXTryStmt, CoroutineBodyStmt>(S);
}

/// True if \p Decl is a parameter through which a function gives results.
bool NeedAnalysis::isOutput(const VarDecl &Decl) const {
  const auto *Parameter = dyn_cast<ParmVarDecl>(&Decl);
  const QualType Type = Decl.getType();
  if (!Parameter || Parameter->getDeclContext()->isFileContext())
    return false;
  if (Type->isReferenceType())
    return true;
  return Type->isPointerType() && !Type->getPointeeType().isConstQualified() &&
         !isKernelArgument(*Parameter);
}

std::optional<FunctionNeeds> NeedAnalysis::run(const FunctionDecl &Function) {
  const clang::Stmt *Body = Function.getBody();
  if (!walk(Body, [](const clang::Stmt *S) { return !isJump(S); }))
    return std::nullopt;
  this->Function = &Function;
  numberVariables(Function);
  noteEscapes(Function);
  noteArrays(Function);
  Needs.resize(Numbers.size() + 1);
  Needs[ObjectNumber] = Need::byCaller();
  for (const ParmVarDecl *Parameter : Function.parameters())
    if (isOutput(*Parameter))
      Needs[Numbers.lookup(Parameter)] = Need::byCaller();
  AtReturn = Needs;
  visit(Body);
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      read(Init->getInit(), Needs[ObjectNumber]);
  if (isSpent())
    return std::nullopt;
  FunctionNeeds Result;
  for (const ParmVarDecl *Parameter : Function.parameters()) {
    const unsigned Number = Numbers.lookup(Parameter);
    Result.Parameters.push_back(Needs[Number]);
    Result.Written.push_back(Written[Number]);
  }
  Result.Branches = std::move(Branches);
  Result.Object = Needs[ObjectNumber];
  Result.HasEffects = HasEffects;
  Result.HasFence = HasFence;
  return Result;
}

void NeedAnalysis::numberVariables(const FunctionDecl &Function) {
  const auto Add = [this](const VarDecl &Decl) {
    Numbers.try_emplace(&Decl, Numbers.size() + 1);
  };
  for (const ParmVarDecl *Parameter : Function.parameters())
    Add(*Parameter);
  for (const auto *Declaration : nodesIn<DeclStmt>(Function.getBody()))
    for (const Decl *D : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->hasLocalStorage())
        Add(*Variable);
  Parted.resize(Numbers.size() + 1);
  Written.resize(Numbers.size() + 1);
  for (auto [Variable, Number] : Numbers)
    Parted[Number] = Variable->getType()->isArrayType();
}

/// Finds variables that pointers, references and lambdas may name.
void NeedAnalysis::noteEscapes(const FunctionDecl &Function) {
  const auto Escape = [this](const clang::Expr &E) {
    if (const VarDecl *Local = targetOf(E).Local)
      Escaped.insert(Local);
  };
  for (auto [Variable, Number] : Numbers)
    if (Variable->getType()->isReferenceType() && Variable->getInit())
      Escape(*Variable->getInit());
  // What a function is given is looked at where it is called.
  llvm::DenseSet<const clang::Expr *> Arguments;
  for (const auto *Call : nodesIn<CallExpr>(Function.getBody()))
    for (const clang::Expr *Argument : Call->arguments())
      Arguments.insert(Argument->IgnoreParenImpCasts());
  for (const auto *Unary : nodesIn<UnaryOperator>(Function.getBody()))
    if (Unary->getOpcode() == UO_AddrOf && !Arguments.contains(Unary))
      Escape(*Unary->getSubExpr());
  for (const auto *Lambda : nodesIn<LambdaExpr>(Function.getBody()))
    for (const LambdaCapture &Capture : Lambda->captures())
      if (Capture.capturesVariable() && Capture.getCaptureKind() == LCK_ByRef)
        if (const auto *Local = dyn_cast<VarDecl>(Capture.getCapturedVar()))
          Escaped.insert(Local);
}

/// Finds which array in shared memory variables are made of.
void NeedAnalysis::noteArrays(const FunctionDecl &Function) {
  std::vector<std::pair<const VarDecl *, const clang::Expr *>> Made;
  for (const auto *Declaration : nodesIn<DeclStmt>(Function.getBody()))
    for (const Decl *D : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->getInit())
        Made.push_back({Variable, Variable->getInit()});
  for (const auto *Binary : nodesIn<BinaryOperator>(Function.getBody()))
    if (Binary->isAssignmentOp())
      if (const VarDecl *Local = targetOf(*Binary->getLHS()).Local)
        Made.push_back({Local, Binary->getRHS()});
  const auto Note = [this](const VarDecl *Variable, const VarDecl *Array) {
    auto [Known, IsNew] = Arrays.try_emplace(Variable, Array);
    if (!IsNew && Known->second != Array)
      Known->second = nullptr;
  };
  // Chains of variables are as long as code is, but rarely run backwards.
  for (unsigned Time = 0; Time != 2; ++Time)
    for (auto [Variable, From] : Made)
      for (const auto *Ref : nodesIn<DeclRefExpr>(From)) {
        const auto *Named = dyn_cast<VarDecl>(Ref->getDecl());
        if (Named && Named->hasAttr<CUDASharedAttr>())
          Note(Variable, Named);
        else if (auto Known = Arrays.find(Named); Known != Arrays.end())
          Note(Variable, Known->second);
      }
}

/// True if the function has so many statements and variables that it is left
/// alone: its branches and loops go through all variables.
bool NeedAnalysis::isSpent() {
  constexpr unsigned MaxWork = 1u << 24;
  return Work > MaxWork;
}

void NeedAnalysis::fence() {
  HasFence = true;
  effect();
  for (Need &N : Needs)
    if (!N.isNone())
      N = Need::everywhere();
}

/// A store to \p Array: what is loaded from it stays in front.
void NeedAnalysis::fence(const VarDecl &Array) {
  Work += Arrays.size() / 16;
  effect();
  for (auto [Variable, Of] : Arrays)
    if (Of == &Array)
      if (Need &N = Needs[Numbers.lookup(Variable)]; !N.isNone())
        N = Need::everywhere();
}

void NeedAnalysis::visit(const clang::Stmt *S) {
  S = withoutConstantBranch(S, Context);
  if (!S || isSpent())
    return;
  ++Work;
  if (const clang::Stmt *Loop = unrolledLoop(*S, Context))
    return visitUnrolled(*Loop);
  if (const auto *Marked = dyn_cast<AttributedStmt>(S))
    S = Marked->getSubStmt();
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const clang::Stmt *Part : llvm::reverse(Block->body()))
      visit(Part);
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return visitIf(*If);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return visitSwitch(*Switch);
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return visitLoop(*S);
  visitSimple(S);
}

/// True if lanes may end in \p Asm.
static bool leavesKernel(const AsmStmt &Asm) {
  const auto *Text = dyn_cast<GCCAsmStmt>(&Asm);
  return Text && Text->getAsmString()->getString().contains("exit");
}

void NeedAnalysis::visitSimple(const clang::Stmt *S) {
  if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
    const llvm::SmallVector<const Decl *, 4> All(Declarations->decls());
    for (const Decl *D : llvm::reverse(All))
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        visitDecl(*Variable);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    Now.Returns = true;
    Needs = AtReturn;
    read(Return->getRetValue(), Need::byCaller());
  } else if (isa<BreakStmt>(S)) {
    Now.HasEffects = true;
    Needs = AtBreak;
  } else if (isa<ContinueStmt>(S)) {
    Now.HasEffects = true;
    Needs = AtContinue;
  } else if (const auto *Label = dyn_cast<SwitchCase>(S)) {
    visit(Label->getSubStmt());
  } else if (const auto *Label = dyn_cast<LabelStmt>(S)) {
    visit(Label->getSubStmt());
  } else if (isa<clang::Expr>(S)) {
    read(S, Need());
  } else if (const auto *Asm = dyn_cast<AsmStmt>(S)) {
    effect();
    for (unsigned I = 0; I != Asm->getNumClobbers(); ++I)
      if (Asm->getClobber(I) == "memory")
        fence();
    if (leavesKernel(*Asm))
      for (Need &N : Needs)
        if (!N.isNone())
          N = inSome(/*AllOrNone=*/false);
    readChildren(S, Need::everywhere());
  } else {
    readChildren(S, Need::everywhere());
  }
}

/// The need of what some lanes use, for reasons that are not looked at; all
/// lanes or none if \p AllOrNone.
Need NeedAnalysis::inSome(bool AllOrNone) {
  return Need::onOneSide(Functions.numberOf(llvm::FoldingSetNodeID()),
                         /*IsUniform=*/AllOrNone, Need::everywhere())
      .into(BranchNumbers::Other);
}

void NeedAnalysis::visitDecl(const VarDecl &Decl) {
  if (!Decl.hasLocalStorage() || Decl.isInvalidDecl()) {
    read(Decl.getInit(), Need::everywhere());
    return;
  }
  Target Whole;
  Whole.Local = &Decl;
  Need Of = Need::everywhere();
  if (Need *Known = needOf(Whole)) {
    Of = *Known;
    *Known = Need();
  }
  if (!Decl.getInit())
    return;
  Now.Made.add(Of);
  if (Decl.getType()->isReferenceType())
    readPlace(*Decl.getInit(), Of);
  else
    read(Decl.getInit(), Of);
}

void NeedAnalysis::Doings::add(const Doings &Other) {
  Made.add(Other.Made);
  Returns |= Other.Returns;
  HasEffects |= Other.HasEffects;
}

NeedAnalysis::Doings NeedAnalysis::visitSides(const IfStmt &S, SideNeeds &Then,
                                              SideNeeds &Else) {
  llvm::SaveAndRestore Inner(Now, Doings());
  const VariableNeeds Behind = Needs;
  visit(S.getThen());
  Then.Needs = std::move(Needs);
  Needs = Behind;
  visit(S.getElse());
  Else.Needs = std::move(Needs);
  Then.HasJump = hasJumpOut(S.getThen());
  Else.HasJump = hasJumpOut(S.getElse());
  Then.Side = Branches.sideOf(S, /*IsElse=*/false);
  Else.Side = Branches.sideOf(S, /*IsElse=*/true);
  // What comes behind a side that leaves belongs to the other.
  Then.IsCheap = isSelected(S.getThen(), S.getElse()) && !mayLeave(S.getElse());
  Else.IsCheap = isSelected(S.getElse(), S.getThen()) && !mayLeave(S.getThen());
  return Now;
}

/// Which code needs the condition of a branch whose sides do \p Sides.
Need NeedAnalysis::needOfCondition(const Doings &Sides) const {
  if (Sides.HasEffects || (Sides.Returns && HasEffects))
    return Need::everywhere();
  Need Result = Sides.Made;
  if (Sides.Returns)
    Result.add(Need::byCaller());
  return Result;
}

/// The need of what only one side of a branch with \p Condition uses, which
/// \p Around needs. Branches whose conditions are spelled alike are one, but
/// for other rounds of a loop.
Need NeedAnalysis::onOneSide(const clang::Expr &Condition, Need Around) {
  llvm::FoldingSetNodeID Spelling;
  addSpelling(Spelling, &Condition, Context);
  const auto Parts = nodesIn<clang::Expr>(&Condition);
  // In a chain of `&&`, each part is looked at once for each that follows.
  Work += 2 * Parts.size();
  for (const clang::Expr *Part : Parts)
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
      if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
          Variable && Rounds.contains(Variable))
        Spelling.AddInteger(Rounds.lookup(Variable));
  return Need::onOneSide(Functions.numberOf(Spelling),
                         !mayDiffer(&Condition, Context), Around);
}

/// One round of a loop with \p Condition: the same for all lanes.
Need NeedAnalysis::inLastRound(const clang::Expr &Condition) {
  llvm::FoldingSetNodeID Spelling;
  addSpelling(Spelling, &Condition, Context);
  return Need::onOneSide(Functions.numberOf(Spelling), /*IsUniform=*/true,
                         Need::everywhere())
      .into(BranchNumbers::Other);
}

/// The need of what only the rounds of a loop with \p Condition use.
Need NeedAnalysis::ofLoop(const clang::Expr &Condition) {
  return onOneSide(Condition, Need::everywhere()).into(BranchNumbers::Other);
}

void NeedAnalysis::visitIf(const IfStmt &S) {
  Work += Needs.size() / 16;
  SideNeeds Then, Else;
  const Doings Sides = visitSides(S, Then, Else);
  Now.add(Sides);
  const Need OfCondition = needOfCondition(Sides);
  Needs = joined(Then, Else, onOneSide(*S.getCond(), OfCondition), Parted);
  read(S.getCond(), OfCondition);
  if (const VarDecl *Decl = S.getConditionVariable())
    visitDecl(*Decl);
  if (S.getInit())
    visit(S.getInit());
}

/// The cases are not told apart: what they use is used on one side.
void NeedAnalysis::visitSwitch(const SwitchStmt &S) {
  effect();
  const VariableNeeds Behind = Needs;
  {
    llvm::SaveAndRestore Restore(AtBreak, Needs);
    visit(S.getBody());
  }
  Needs = Behind;
  const Need OneSide =
      onOneSide(*S.getCond(), Need::everywhere()).into(BranchNumbers::Other);
  for (const auto *Ref : nodesIn<DeclRefExpr>(S.getBody()))
    if (const VarDecl *Variable = variableOf(*Ref))
      if (auto Found = Numbers.find(Variable); Found != Numbers.end())
        if (Need &N = Needs[Found->second]; !N.isEverywhere())
          N = OneSide;
  // What comes behind belongs to the cases that do not leave.
  if (hasJumpOut(&S))
    for (Need &N : Needs)
      if (!N.isNone())
        N = OneSide;
  read(S.getCond(), Need::everywhere());
  if (const VarDecl *Decl = S.getConditionVariable())
    visitDecl(*Decl);
  if (S.getInit())
    visit(S.getInit());
}

/// Of loops. Values that are handed on from variable to variable, `a = b; b =
/// c`, are needed so many rounds later.
static constexpr unsigned MaxRounds = 6;

/// How many values are needed, and the sides that some may move into.
static std::pair<size_t, SideBits> countNeeded(const VariableNeeds &Needs) {
  SideBits Sides = 0;
  for (Need N : Needs)
    Sides |= N.sides();
  return {llvm::count_if(Needs, [](Need N) { return !N.isNone(); }), Sides};
}

/// A loop that becomes straight code. Each round that is looked at has what the
/// one behind it needs.
void NeedAnalysis::visitUnrolled(const clang::Stmt &Loop) {
  const VariableNeeds Behind = Needs;
  llvm::SaveAndRestore Break(AtBreak, Needs);
  llvm::SaveAndRestore Continue(AtContinue);
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const clang::Stmt *Init = For ? For->getInit() : nullptr;
  const auto *Declared = dyn_cast_or_null<DeclStmt>(Init);
  const auto *Counter = Declared && Declared->isSingleDecl()
                            ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                            : nullptr;
  for (unsigned Round = 1; Round != MaxRounds; ++Round) {
    const auto Known = countNeeded(Needs);
    Rounds[Counter] = Round;
    visitRound(Loop);
    if (Round != 1 && countNeeded(Needs) == Known)
      break;
  }
  Rounds.erase(Counter);
  // Some lanes may not enter it, or none.
  const clang::Expr *Condition = conditionOf(Loop);
  if (Condition &&
      (!isEntered(Loop, Context) || mayDiffer(Condition, Context) ||
       (Init && mayDiffer(Init, Context))))
    for (auto [N, After] : llvm::zip(Needs, Behind))
      if (After.isNone() && !N.isNone())
        N = ofLoop(*Condition);
  // The test takes place before the first round.
  if (Condition)
    read(Condition, Need::everywhere());
  if (Init)
    visit(Init);
}

/// The body of \p Loop, its step and its test, from the end of a round on.
void NeedAnalysis::visitRound(const clang::Stmt &Loop) {
  Work += Needs.size() / 16;
  llvm::SaveAndRestore Inside(InnermostLoop, &Loop);
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *While = dyn_cast<WhileStmt>(&Loop);
  if (For)
    read(For->getInc(), Need());
  if (const auto *Do = dyn_cast<DoStmt>(&Loop))
    read(Do->getCond(), Need::everywhere());
  AtContinue = Needs;
  visit(bodyOf(Loop));
  read(conditionOf(Loop), Need::everywhere());
  if (const VarDecl *Decl = For     ? For->getConditionVariable()
                            : While ? While->getConditionVariable()
                                    : nullptr)
    visitDecl(*Decl);
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop)) {
    Target Element;
    Element.Local = Range->getLoopVariable();
    const Need *OfElement = needOf(Element);
    const Need Of = OfElement ? *OfElement : Need::everywhere();
    visit(Range->getLoopVarStmt());
    read(Range->getRangeInit(), Of);
  }
}

/// A loop that stays one. Loads move neither over it nor out of it, but into it
/// where lanes may not enter it.
void NeedAnalysis::visitLoop(const clang::Stmt &Loop) {
  const auto Keep = [](VariableNeeds &All) {
    for (Need &N : All)
      if (!N.isNone())
        N = Need::everywhere();
  };
  const VariableNeeds Left = Needs;
  effect();
  Keep(Needs);
  const VariableNeeds Behind = Needs;
  llvm::SaveAndRestore Break(AtBreak, Needs);
  llvm::SaveAndRestore Continue(AtContinue);
  {
    llvm::SaveAndRestore Quiet(IsRecording, false);
    for (unsigned Round = 1; Round != MaxRounds; ++Round) {
      const auto Known = countNeeded(Needs);
      visitRound(Loop);
      Keep(Needs);
      for (auto [N, After] : llvm::zip(Needs, Behind))
        N.add(After);
      if (countNeeded(Needs) == Known)
        break;
    }
  }
  const clang::Expr *Condition = conditionOf(Loop);
  // Of these only the last round's value is used behind it.
  for (const VarDecl *Variable : overwrittenIn(Loop))
    if (const auto Found = Numbers.find(Variable);
        Condition && Found != Numbers.end()) {
      const Need After = Left[Found->second];
      if (!After.isNone())
        AtBreak[Found->second] = Needs[Found->second] =
            After.isOnOneSide() ? After.into(BranchNumbers::Other)
                                : inLastRound(*Condition);
    }
  visitRound(Loop);

  // A loop of one round becomes none.
  const bool IsEntered = !Condition || doesMoreRounds(Loop, 1, Context);
  const Need OfBody = IsEntered ? Need::everywhere() : ofLoop(*Condition);
  for (auto [N, After] : llvm::zip(Needs, Behind)) {
    if (!After.isNone())
      N = Need::everywhere();
    else if (!N.isNone())
      N = OfBody;
  }
  // The test takes place before the first round.
  if (Condition)
    read(Condition, Need::everywhere());
  if (const auto *For = dyn_cast<ForStmt>(&Loop); For && For->getInit())
    visit(For->getInit());
}
