//===- LoopVariables.cpp - Variables that loops carry ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopVariables.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetOperations.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

const Expr &banklint::withoutConversions(const KernelProgram &Program,
                                         ExprId Id) {
  while (Program.expr(Id).Kind == ExprKind::Convert)
    Id = Program.expr(Id).Operands[0];
  return Program.expr(Id);
}

/// True if \p Value multiplies, divides or shifts \p Variable by a constant.
static bool isGeometric(const KernelProgram &Program, ExprId Value,
                        unsigned Variable) {
  auto IsVariable = [&](ExprId Id) {
    const Expr &E = withoutConversions(Program, Id);
    return E.Kind == ExprKind::Variable && E.Index == Variable;
  };
  const Expr &E = withoutConversions(Program, Value);
  if (E.Kind != ExprKind::Binary || !IsVariable(E.Operands[0]))
    return false;
  const Expr &Right = withoutConversions(Program, E.Operands[1]);
  bool IsConstant = Right.Kind == ExprKind::Constant;
  switch (E.Binary) {
  case BinaryOp::Add:
    return IsVariable(E.Operands[1]);
  case BinaryOp::Mul:
  case BinaryOp::Div:
    return IsConstant && Right.Value >= 2;
  case BinaryOp::ShiftLeft:
  case BinaryOp::ShiftRight:
    return IsConstant && Right.Value >= 1;
  default:
    return false;
  }
}

static void findGeometric(const KernelProgram &Program, const Block &B,
                          std::vector<unsigned> &Found) {
  for (const Stmt &S : B) {
    if (S.Kind == StmtKind::Assign && isGeometric(Program, S.Value, S.Index))
      Found.push_back(S.Index);
    // An inner loop's variables start anew in each round of this one.
    if (S.Kind != StmtKind::Loop)
      for (const Block &Inner : S.Blocks)
        findGeometric(Program, Inner, Found);
  }
}

bool banklint::isCarried(llvm::ArrayRef<CarriedVariable> Carried,
                         unsigned Variable) {
  return llvm::any_of(Carried, [Variable](const CarriedVariable &C) {
    return C.Index == Variable;
  });
}

std::vector<unsigned> banklint::geometricVariables(const KernelProgram &Program,
                                                   const Stmt &Loop) {
  std::vector<unsigned> Found;
  for (const Block &B : Loop.Blocks)
    findGeometric(Program, B, Found);
  if (!Found.empty() && !applies(Mechanism::GeometricVariables))
    Found.clear();
  return Found;
}

namespace {
/// Walks a round in the order of execution.
class CarriedFinder {
public:
  explicit CarriedFinder(const KernelProgram &Program) : Program(Program) {}
  std::vector<CarriedVariable> find(const Stmt &Loop);

private:
  using VariableSet = llvm::DenseSet<unsigned>;

  void walk(const Block &B);
  void walkStmt(const Stmt &S);
  std::optional<VariableSet> walkApart(const Block &B);
  void walkRegion(const Stmt &S);
  void walkBody(const Stmt &Loop);
  void walkRound(const Stmt &Loop);
  void walkLoop(const Stmt &Loop);
  void read(ExprId Id);

  const KernelProgram &Program;
  /// The variables that the round has surely set, so far; nothing where no
  /// thread gets.
  std::optional<VariableSet> Set = VariableSet();
  /// Likewise where the innermost call returns.
  std::optional<VariableSet> AtReturn;
  VariableSet ReadBefore;
};
} // namespace

void CarriedFinder::read(ExprId Id) {
  forEachVariable(Program, Id, [this](unsigned Variable) {
    if (Set && !Set->contains(Variable))
      ReadBefore.insert(Variable);
  });
}

/// Where two ways meet, what is set on both is set.
template <typename SetType>
static std::optional<SetType> meet(std::optional<SetType> A,
                                   const std::optional<SetType> &B) {
  if (!A || !B)
    return A ? A : B;
  llvm::set_intersect(*A, *B);
  return A;
}

/// Walks \p B, which may be left out. Returns what it sets.
std::optional<CarriedFinder::VariableSet>
CarriedFinder::walkApart(const Block &B) {
  std::optional<VariableSet> Before = Set;
  walk(B);
  std::swap(Set, Before);
  return Before;
}

void CarriedFinder::walkRegion(const Stmt &S) {
  std::optional<VariableSet> Outer = std::exchange(AtReturn, std::nullopt);
  walk(S.Blocks[0]);
  Set = meet(std::move(Set), AtReturn);
  AtReturn = std::move(Outer);
}

/// True if a thread may leave \p B early by a jump of \p Kind, so that it is
/// not sure to get to all that is set in it.
static bool mayLeave(const Block &B, StmtKind Kind) {
  bool Result = false;
  forEachStmt(B, [&](const Stmt &S) { Result |= S.Kind == Kind; });
  return Result;
}

void CarriedFinder::walkBody(const Stmt &Loop) {
  const std::optional<VariableSet> AtBody = Set;
  walk(Loop.Blocks[1]);
  if (mayLeave(Loop.Blocks[1], StmtKind::Continue))
    Set = AtBody;
  walk(Loop.Blocks[2]);
}

/// Walks a round of \p Loop, from its test on.
void CarriedFinder::walkRound(const Stmt &Loop) {
  walk(Loop.Blocks[0]);
  read(Loop.Value);
  walkBody(Loop);
}

/// Walks an inner loop.
void CarriedFinder::walkLoop(const Stmt &Loop) {
  const std::optional<VariableSet> Before = Set;
  if (!Loop.TestFirst)
    walkBody(Loop);
  walkRound(Loop);
  Set = Before;
}

void CarriedFinder::walkStmt(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Assign:
    read(S.Value);
    if (Set)
      Set->insert(S.Index);
    return;
  case StmtKind::Access:
    for (ExprId Operand : Program.Accesses[S.Index].operands())
      read(Operand);
    return;
  case StmtKind::If: {
    read(S.Value);
    std::optional<VariableSet> Then = walkApart(S.Blocks[0]);
    Set = meet(std::move(Then), walkApart(S.Blocks[1]));
    return;
  }
  case StmtKind::Switch:
    read(S.Value);
    for (const Block &B : S.Blocks)
      walkApart(B);
    return;
  case StmtKind::Loop:
    return walkLoop(S);
  case StmtKind::Region:
    return walkRegion(S);
  case StmtKind::Return:
    AtReturn = meet(std::move(AtReturn), Set);
    Set = std::nullopt;
    return;
  case StmtKind::Break:
  case StmtKind::Continue:
    Set = std::nullopt;
    return;
  case StmtKind::Barrier:
  case StmtKind::Flow:
    return;
  }
}

void CarriedFinder::walk(const Block &B) {
  for (const Stmt &S : B)
    walkStmt(S);
}

namespace {
/// What the assignments to a variable in a loop are.
struct AssignmentCount {
  unsigned All = 0;
  /// Those that add a constant to it.
  unsigned Steps = 0;
  /// Those of them that each round executes.
  unsigned SureSteps = 0;
  /// What the last one that each round executes does, if that is such a step.
  std::optional<RingStep> Ring;
};
} // namespace

static bool isStep(const KernelProgram &Program, const Stmt &S) {
  const Expr &E = withoutConversions(Program, S.Value);
  if (E.Kind != ExprKind::Binary ||
      (E.Binary != BinaryOp::Add && E.Binary != BinaryOp::Sub))
    return false;
  const Expr &Left = withoutConversions(Program, E.Operands[0]);
  return Left.Kind == ExprKind::Variable && Left.Index == S.Index &&
         withoutConversions(Program, E.Operands[1]).Kind == ExprKind::Constant;
}

/// The number that \p Id is; nothing if it is none.
static std::optional<int64_t> constantOf(const KernelProgram &Program,
                                         ExprId Id) {
  const Expr &E = withoutConversions(Program, Id);
  return E.Kind == ExprKind::Constant ? std::optional(E.Value) : std::nullopt;
}

/// True if \p Id and all that it is made of have at least 32 bits, so that none
/// of a mask's is lost on the way.
static bool isWide(const KernelProgram &Program, ExprId Id) {
  const Expr &E = Program.expr(Id);
  return E.Type.Bits >= 32 && llvm::all_of(E.Operands, [&](ExprId Operand) {
           return isWide(Program, Operand);
         });
}

static std::optional<RingStep> ringStepOf(const KernelProgram &Program,
                                          const Stmt &S) {
  const Expr &E = withoutConversions(Program, S.Value);
  if (E.Kind != ExprKind::Binary || E.Binary != BinaryOp::And)
    return std::nullopt;
  const std::optional<int64_t> Mask = constantOf(Program, E.Operands[1]);
  const Expr &Sum = withoutConversions(Program, E.Operands[0]);
  if (!Mask || !llvm::isMask_32(*Mask) || Sum.Kind != ExprKind::Binary ||
      (Sum.Binary != BinaryOp::Add && Sum.Binary != BinaryOp::Sub))
    return std::nullopt;
  const Expr &Left = withoutConversions(Program, Sum.Operands[0]);
  const std::optional<int64_t> Step = constantOf(Program, Sum.Operands[1]);
  if (!Step || Left.Kind != ExprKind::Variable || Left.Index != S.Index ||
      !isWide(Program, S.Value))
    return std::nullopt;
  return RingStep{Sum.Binary == BinaryOp::Add ? *Step : -*Step, *Mask};
}

static void
countAssignments(const KernelProgram &Program, const Block &B,
                 bool IsInEveryRound,
                 llvm::DenseMap<unsigned, AssignmentCount> &Counts) {
  for (const Stmt &S : B) {
    if (S.Kind == StmtKind::Assign) {
      AssignmentCount &Count = Counts[S.Index];
      const bool Steps = isStep(Program, S);
      ++Count.All;
      Count.Steps += Steps;
      Count.SureSteps += Steps && IsInEveryRound;
    }
    for (const Block &Inner : S.Blocks)
      countAssignments(Program, Inner,
                       IsInEveryRound && S.Kind == StmtKind::Region, Counts);
  }
}

unsigned banklint::setsIn(const Stmt &Loop, unsigned Variable) {
  unsigned Count = 0;
  for (const Block &B : Loop.Blocks)
    forEachStmt(B, [&](const Stmt &S) {
      Count += S.Kind == StmtKind::Assign && S.Index == Variable;
    });
  return Count;
}

std::vector<CarriedVariable> CarriedFinder::find(const Stmt &Loop) {
  walkRound(Loop);
  llvm::DenseMap<unsigned, AssignmentCount> Counts;
  for (const Block &B : Loop.Blocks)
    countAssignments(Program, B, /*IsInEveryRound=*/true, Counts);
  std::vector<CarriedVariable> Result;
  const bool MayContinue = mayLeave(Loop.Blocks[1], StmtKind::Continue);
  for (unsigned Part : {1, 2})
    for (const Stmt &S : Loop.Blocks[Part])
      if (S.Kind == StmtKind::Assign && (Part == 2 || !MayContinue))
        Counts[S.Index].Ring = ringStepOf(Program, S);
  for (const auto &[Index, Count] : Counts)
    if (ReadBefore.contains(Index))
      Result.push_back(
          {Index, Count.All == 1 && Count.SureSteps == 1,
           Count.Steps != Count.All,
           Count.All == 1 && Count.Ring && applies(Mechanism::RingSteps)
               ? Count.Ring
               : std::nullopt});
  llvm::sort(Result, [](const CarriedVariable &A, const CarriedVariable &B) {
    return A.Index < B.Index;
  });
  return Result;
}

std::vector<CarriedVariable>
banklint::carriedVariables(const KernelProgram &Program, const Stmt &Loop) {
  return CarriedFinder(Program).find(Loop);
}
