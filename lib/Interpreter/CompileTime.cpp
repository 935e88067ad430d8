//===- CompileTime.cpp - What is known without a launch -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Interpreter/CompileTime.h"
#include "LoopVariables.h"
#include "WaitingLoops.h"
#include "banklint/Program/ConstantVariables.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

bool CompileTimeView::isConstant(ExprId Id, const Variables &Constant) const {
  return banklint::isConstant(Program, Id, Constant);
}

static bool isJump(const Stmt &S) {
  return S.Kind == StmtKind::Break || S.Kind == StmtKind::Continue ||
         S.Kind == StmtKind::Return;
}

/// True if jumps stand in \p B, but for those that stay in an inlined function.
static bool hasJumps(const Block &B) {
  return llvm::any_of(B, [](const Stmt &S) {
    return isJump(S) ||
           (S.Kind != StmtKind::Region && llvm::any_of(S.Blocks, hasJumps));
  });
}

bool banklint::mayLeaveEarly(const Block &B) {
  return llvm::any_of(B, [&](const Stmt &S) {
    return isJump(S)
               ? &S != &B.back()
               : S.Kind != StmtKind::Region && llvm::any_of(S.Blocks, hasJumps);
  });
}

namespace {
/// Finds the innermost block around all mentions of each variable.
class HomeFinder {
public:
  HomeFinder(const KernelProgram &Program)
      : Program(Program), Homes(Program.Variables.size()) {}

  void visit(const Block &B);
  std::vector<unsigned> depths() const;

private:
  struct Home {
    /// Numbers of the blocks around all mentions so far, outermost first.
    std::vector<unsigned> Path;
    /// How many of them are around the first mention, and whether it sets the
    /// variable.
    unsigned FirstDepth = 0;
    bool IsSetFirst = false;
  };

  void mention(unsigned Variable, bool IsSet);

  const KernelProgram &Program;
  std::vector<Home> Homes;
  std::vector<unsigned> Path;
  unsigned BlockCount = 0;
};
} // namespace

void HomeFinder::mention(unsigned Variable, bool IsSet) {
  Home &H = Homes[Variable];
  if (H.Path.empty()) {
    H = {Path, unsigned(Path.size()), IsSet};
    return;
  }
  const auto [End, Unused] =
      std::mismatch(H.Path.begin(), H.Path.end(), Path.begin(), Path.end());
  H.Path.erase(End, H.Path.end());
}

void HomeFinder::visit(const Block &B) {
  Path.push_back(BlockCount++);
  for (const Stmt &S : B) {
    const auto Read = [&](unsigned Variable) { mention(Variable, false); };
    if (S.Value.isValid())
      forEachVariable(Program, S.Value, Read);
    if (S.Kind == StmtKind::Access)
      for (ExprId Operand : Program.Accesses[S.Index].operands())
        forEachVariable(Program, Operand, Read);
    if (S.Kind == StmtKind::Assign)
      mention(S.Index, true);
    for (const Block &Inner : S.Blocks)
      visit(Inner);
  }
  Path.pop_back();
}

std::vector<unsigned> HomeFinder::depths() const {
  std::vector<unsigned> Result;
  for (const Home &H : Homes)
    Result.push_back(
        H.IsSetFirst && H.Path.size() == H.FirstDepth ? H.Path.size() - 1 : 0);
  return Result;
}

/// Takes from SurelyConstant the variables that \p B, which is nested \p Depth
/// deep, sets to something else, or where it is not sure that it does: \p
/// SureSince is the depth of the innermost block around that may be left out or
/// left early. Returns true if there were any.
bool CompileTimeView::restrict(const Block &B, unsigned Depth,
                               unsigned SureSince) {
  bool HasChanged = false;
  for (const Stmt &S : B) {
    if (S.Kind == StmtKind::Assign && SurelyConstant[S.Index] &&
        (HomeDepth[S.Index] < SureSince ||
         !isConstant(S.Value, SurelyConstant))) {
      SurelyConstant[S.Index] = false;
      HasChanged = true;
    }
    bool IsSure = true;
    if (S.Value.isValid() && S.Kind != StmtKind::Assign)
      IsSure = isConstant(S.Value, SurelyConstant);
    if (S.Kind == StmtKind::Loop || S.Kind == StmtKind::Region ||
        S.Kind == StmtKind::Switch)
      for (const Block &Inner : S.Blocks)
        IsSure &= !mayLeaveEarly(Inner);
    for (const Block &Inner : S.Blocks)
      HasChanged |= restrict(Inner, Depth + 1, IsSure ? SureSince : Depth + 1);
  }
  return HasChanged;
}

void CompileTimeView::find() {
  if (WasFound)
    return;
  WasFound = true;
  MayBeConstant = constantVariables(Program, Values);
  SurelyConstant = MayBeConstant;
  HomeFinder Homes(Program);
  Homes.visit(Program.Body);
  HomeDepth = Homes.depths();
  while (restrict(Program.Body, /*Depth=*/0, /*SureSince=*/0))
    ;
}

bool CompileTimeView::hasConstantTest(const Stmt &Loop) {
  find();
  return isConstant(Loop.Value, MayBeConstant);
}

bool CompileTimeView::isSurelyConstant(ExprId Value) {
  find();
  return isConstant(Value, SurelyConstant);
}

const std::vector<bool> &CompileTimeView::surelyConstantVariables() {
  find();
  return SurelyConstant;
}

static bool mentions(const KernelProgram &Program, ExprId Id,
                     unsigned Variable) {
  const Expr &E = Program.expr(Id);
  if (E.Kind == ExprKind::Variable)
    return E.Index == Variable;
  return llvm::any_of(E.Operands, [&](ExprId Operand) {
    return mentions(Program, Operand, Variable);
  });
}

/// By variable: how many statements of \p Loop set it.
std::vector<unsigned>
CompileTimeView::countAssignments(const Stmt &Loop) const {
  std::vector<unsigned> Result(Values.size());
  for (const Block &B : Loop.Blocks)
    forEachStmt(B, [&](const Stmt &S) {
      if (S.Kind == StmtKind::Assign)
        ++Result[S.Index];
    });
  return Result;
}

const std::vector<bool> &CompileTimeView::carriedBy(const Stmt &Loop) {
  auto [It, IsNew] = Carried.try_emplace(&Loop);
  if (!IsNew)
    return It->second;
  std::vector<bool> Result;
  for (auto [Variable, Count] : llvm::enumerate(countAssignments(Loop)))
    Result.push_back(Count != 0 && Count != Values.of(Variable).size());
  return Carried[&Loop] = std::move(Result);
}

/// The variables that the test of \p Loop depends on, by any of their values.
const std::vector<unsigned> &CompileTimeView::testVariables(const Stmt &Loop) {
  auto [It, IsNew] = OfTest.try_emplace(&Loop);
  if (!IsNew)
    return It->second;
  std::vector<unsigned> Found;
  std::vector<bool> IsFound(Values.size());
  const auto Add = [&](unsigned Variable) {
    if (!IsFound[Variable])
      Found.push_back(Variable);
    IsFound[Variable] = true;
  };
  if (Loop.Value.isValid())
    forEachVariable(Program, Loop.Value, Add);
  for (size_t Next = 0; Next != Found.size(); ++Next)
    for (ExprId Value : Values.of(Found[Next]))
      forEachVariable(Program, Value, Add);
  return OfTest[&Loop] = std::move(Found);
}

bool CompileTimeView::dependsOnRounds(const Stmt &Loop,
                                      llvm::ArrayRef<const Stmt *> Others) {
  const std::vector<unsigned> &Variables = testVariables(Loop);
  return llvm::any_of(Others, [&](const Stmt *Other) {
    const std::vector<bool> &Carries = carriedBy(*Other);
    return llvm::any_of(Variables, [&](unsigned V) { return Carries[V]; });
  });
}

/// Enters into \p Counters the statements of \p Loop that set what its test
/// depends on. False if not all of them are executed in each round.
bool CompileTimeView::findCounters(const Stmt &Loop,
                                   std::vector<const Stmt *> &Counters) {
  const std::vector<unsigned> &Variables = testVariables(Loop);
  size_t Count = 0;
  for (const Block &B : Loop.Blocks)
    forEachStmt(B, [&](const Stmt &S) {
      Count +=
          S.Kind == StmtKind::Assign && llvm::is_contained(Variables, S.Index);
    });
  for (const Block &B : Loop.Blocks)
    for (const Stmt &S : B)
      if (S.Kind == StmtKind::Assign && llvm::is_contained(Variables, S.Index))
        Counters.push_back(&S);
  return Count == Counters.size();
}

/// \p Id without casts, and what it stands for if that is a variable that is
/// set once, such as the old value in `i++`.
const Expr &CompileTimeView::plain(ExprId Id) const {
  for (;;) {
    const Expr &E = Program.expr(Id);
    if (E.Kind == ExprKind::Convert)
      Id = E.Operands[0];
    else if (std::optional<ExprId> Value = Values.onlyValue(Id))
      Id = *Value;
    else
      return E;
  }
}

/// True if \p S adds a constant to its variable.
bool CompileTimeView::stepsByConstant(const Stmt &S) const {
  const Expr &Sum = plain(S.Value);
  if (Sum.Kind != ExprKind::Binary ||
      (Sum.Binary != BinaryOp::Add && Sum.Binary != BinaryOp::Sub))
    return false;
  const Expr &Left = plain(Sum.Operands[0]);
  return Left.Kind == ExprKind::Variable && Left.Index == S.Index &&
         plain(Sum.Operands[1]).Kind == ExprKind::Constant;
}

std::vector<bool> CompileTimeView::steppedBy(const Stmt &Loop) const {
  std::vector<bool> Result(Values.size(), true);
  for (const Block &B : Loop.Blocks)
    forEachStmt(B, [&](const Stmt &S) {
      if (S.Kind == StmtKind::Assign && !stepsByConstant(S))
        Result[S.Index] = false;
    });
  return Result;
}

std::vector<CompileTimeView::ConstantStep>
CompileTimeView::constantStepsOf(const Stmt &Loop) const {
  std::vector<ConstantStep> Result(Values.size());
  const std::vector<unsigned> Count = countAssignments(Loop);
  for (const Block &B : Loop.Blocks)
    for (const Stmt &S : B)
      if (S.Kind == StmtKind::Assign && Count[S.Index] == 1 &&
          stepsByConstant(S)) {
        const Expr &Sum = plain(S.Value);
        const int64_t Step = plain(Sum.Operands[1]).Value;
        Result[S.Index] = {Sum.Binary == BinaryOp::Add ? Step : -Step, S.Value};
      }
  return Result;
}

std::vector<bool> CompileTimeView::addedToBy(const Stmt &Loop) const {
  std::vector<bool> Result(Values.size());
  const auto IsItself = [this](const Stmt &S, ExprId Id) {
    const Expr &E = plain(Id);
    return E.Kind == ExprKind::Variable && E.Index == S.Index;
  };
  for (const Block &B : Loop.Blocks)
    forEachStmt(B, [&](const Stmt &S) {
      if (S.Kind != StmtKind::Assign)
        return;
      const Expr &Sum = plain(S.Value);
      if (Sum.Kind == ExprKind::Binary &&
          (Sum.Binary == BinaryOp::Add || Sum.Binary == BinaryOp::Sub) &&
          llvm::any_of(Sum.Operands,
                       [&](ExprId Side) { return IsItself(S, Side); }))
        Result[S.Index] = true;
    });
  return Result;
}

/// Those of \p Counters whose variables live from round to round of \p Loop.
std::vector<const Stmt *>
CompileTimeView::carriedCounters(const Stmt &Loop,
                                 std::vector<const Stmt *> Counters) {
  const std::vector<bool> &Carries = carriedBy(Loop);
  llvm::erase_if(Counters,
                 [&](const Stmt *Counter) { return !Carries[Counter->Index]; });
  return Counters;
}

/// Adds to \p Found those of \p Carried that \p Id depends on in one round.
/// False if it is not a sum of them, or large.
bool CompileTimeView::findSummands(ExprId Id, const std::vector<bool> &Carried,
                                   std::set<unsigned> &Found,
                                   unsigned Depth) const {
  constexpr unsigned MaxDepth = 8;
  if (Depth == MaxDepth)
    return false;
  const Expr &E = plain(Id);
  if (E.Kind == ExprKind::Variable && Carried[E.Index])
    Found.insert(E.Index);
  const bool IsSum = E.Kind == ExprKind::Binary &&
                     (E.Binary == BinaryOp::Add || E.Binary == BinaryOp::Sub);
  std::set<unsigned> Below;
  bool AreSums = true;
  for (ExprId Operand : E.Operands)
    AreSums &= findSummands(Operand, Carried, Below, Depth + 1);
  Found.insert(Below.begin(), Below.end());
  return Below.size() <= 1 || (IsSum && AreSums);
}

/// True if the compiler has a formula for when \p Test, of \p Loop, ends, whose
/// variables step by constants: an order of two of them has none.
bool CompileTimeView::hasFormula(ExprId Test, const Stmt &Loop) {
  const Expr &E = plain(Test);
  if (E.Kind == ExprKind::Binary &&
      (E.Binary == BinaryOp::LogicalAnd || E.Binary == BinaryOp::LogicalOr))
    return hasFormula(E.Operands[0], Loop) && hasFormula(E.Operands[1], Loop);
  const std::vector<bool> &Carried = carriedBy(Loop);
  std::set<unsigned> Left, Right;
  if (E.Kind != ExprKind::Binary || !isComparison(E.Binary))
    return findSummands(Test, Carried, Left);
  const bool AreSums = findSummands(E.Operands[0], Carried, Left) &&
                       findSummands(E.Operands[1], Carried, Right);
  if (E.Binary == BinaryOp::Equal || E.Binary == BinaryOp::NotEqual)
    return AreSums;
  return AreSums &&
         (Left.empty() || Right.empty() || (Left.size() == 1 && Left == Right));
}

/// True if the compiler counts the rounds of \p Loop, which \p Counters make:
/// by a formula, or by executing what one variable does.
bool CompileTimeView::isCounted(const Stmt &Loop,
                                const std::vector<const Stmt *> &Counters) {
  const std::vector<const Stmt *> Carried = carriedCounters(Loop, Counters);
  return llvm::all_of(Carried,
                      [&](const Stmt *C) {
                        return C->Index == Carried.front()->Index;
                      }) ||
         (llvm::all_of(Carried,
                       [&](const Stmt *C) { return stepsByConstant(*C); }) &&
          hasFormula(Loop.Value, Loop));
}

/// True if \p Inner, a loop in \p Loop, gets constant rounds by the unrolling
/// of that, and until then has none that the compiler could express.
bool CompileTimeView::isCountedBehind(const Stmt &Inner, const Stmt &Loop) {
  std::vector<const Stmt *> Counters;
  return Inner.Value.isValid() && isSurelyConstant(Inner.Value) &&
         dependsOnRounds(Inner, {&Loop}) && findCounters(Inner, Counters) &&
         llvm::none_of(carriedCounters(Inner, Counters),
                       [&](const Stmt *C) { return stepsByConstant(*C); });
}

const CompileTimeView::Counting &CompileTimeView::countingOf(const Stmt &Loop) {
  if (auto Known = Countable.find(&Loop); Known != Countable.end())
    return Known->second;
  Counting Result;
  Result.IsSure =
      Loop.Weight != 0 && Loop.UnrollCount != 1 && Loop.Blocks[0].empty() &&
      isSurelyConstant(Loop.Value) && !hasJumps(Loop.Blocks[1]) &&
      findCounters(Loop, Result.Counters) && isCounted(Loop, Result.Counters);
  Result.IsSureInPart = Result.IsSure;
  forEachStmt(Loop.Blocks[1], [&](const Stmt &S) {
    if (S.Kind != StmtKind::Loop)
      return;
    Result.IsSure &= isCountedBehind(S, Loop);
    Result.IsSureInPart &= isSurelyCountable(S);
  });
  return Countable[&Loop] = std::move(Result);
}

bool CompileTimeView::isStraight(const Stmt &Loop) {
  bool Result = true;
  forEachStmt(Loop.Blocks[1], [&Result](const Stmt &S) {
    Result &= S.Kind == StmtKind::Assign || S.Kind == StmtKind::Access ||
              S.Kind == StmtKind::Region || S.Kind == StmtKind::Return;
  });
  return Result;
}

/// True if \p Value is \p Variable plus or minus what is not a constant, modulo
/// a power of two.
bool CompileTimeView::mayWrap(ExprId Value, unsigned Variable) const {
  const Expr &Sum = withoutConversions(Program, Value);
  if (Sum.Kind != ExprKind::Binary || Sum.Type.Signed ||
      (Sum.Binary != BinaryOp::Add && Sum.Binary != BinaryOp::Sub))
    return false;
  for (unsigned Side : {0, 1}) {
    const Expr &Self = withoutConversions(Program, Sum.Operands[Side]);
    if (Self.Kind == ExprKind::Variable && Self.Index == Variable)
      return !isConstant(Sum.Operands[1 - Side], MayBeConstant);
  }
  return false;
}

bool CompileTimeView::mayCountAhead(const Stmt &Loop) {
  auto [It, IsNew] = CountedAhead.try_emplace(&Loop, true);
  if (!IsNew)
    return It->second;
  find();
  bool Result = true;
  for (const Block &Part : Loop.Blocks)
    forEachStmt(Part, [&](const Stmt &S) {
      if (S.Kind == StmtKind::Assign && mentions(Program, Loop.Value, S.Index))
        Result &= !mayWrap(S.Value, S.Index);
    });
  return CountedAhead[&Loop] = Result;
}

bool CompileTimeView::waitsForOthers(const Stmt &Loop) {
  if (!Waiting)
    Waiting = waitingLoops(Program);
  return Waiting->contains(&Loop);
}
