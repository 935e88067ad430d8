//===- FlowWays.cpp - What holders hold where ways part and join ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraphBuilder.h"
#include "banklint/Compiler/FlowCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// True if a step of \p Kind gives To another value.
static bool setsTo(FlowKind Kind) {
  switch (Kind) {
  case FlowKind::Make:
  case FlowKind::Move:
  case FlowKind::MakeParts:
  case FlowKind::MakeElement:
  case FlowKind::Copy:
  case FlowKind::Choose:
  case FlowKind::Forget:
    return true;
  default:
    return false;
  }
}

void GraphBuilder::goBack(size_t Mark) {
  while (Before.size() > Mark) {
    const auto [Of, Value] = Before.back();
    Held[Of] = Value;
    Before.pop_back();
  }
}

/// Control comes to \p At with what has changed since \p Mark.
void GraphBuilder::arrive(std::vector<Changes> &At, size_t Mark) {
  if (!IsReachable)
    return;
  Changes &Changed = At.emplace_back();
  for (size_t I = Mark; I != Before.size(); ++I)
    Changed[Before[I].first] = Held[Before[I].first];
  Work += Before.size() - Mark;
}

/// Goes on where \p Arrivals come together, which have changed what is held
/// now.
void GraphBuilder::join(llvm::ArrayRef<Changes> Arrivals) {
  IsReachable = !Arrivals.empty();
  llvm::SetVector<Holder> Changed;
  for (const Changes &Way : Arrivals)
    for (const auto &[Of, Value] : Way)
      Changed.insert(Of);
  Work += Changed.size() * Arrivals.size();
  Joined.clear();
  for (Holder Of : Changed) {
    llvm::SmallSetVector<unsigned, 4> Values;
    for (const Changes &Way : Arrivals) {
      const auto Its = Way.find(Of);
      Values.insert(Its == Way.end() ? current(Of) : Its->second);
    }
    if (Values.size() == 1) {
      set(Of, Values.front());
      continue;
    }
    const unsigned New = newValue(Of);
    for (unsigned Value : Values)
      addCopy(Value, New, 0, MaxFlowBytes, /*IsPerhaps=*/false);
    set(Of, New);
    Joined.push_back(New);
  }
}

const llvm::SetVector<Holder> &GraphBuilder::holdersSetIn(const Stmt &S) {
  if (const auto Known = SetIn.find(&S); Known != SetIn.end())
    return Known->second;
  llvm::SetVector<Holder> Found;
  if (S.Kind == StmtKind::Flow) {
    const FlowStep &Step = Program.Flow[S.Index];
    if (setsTo(Step.Kind) && Step.To.Holder != FlowHolder::Array)
      Found.insert(holderOf(Step.To));
    return SetIn[&S] = std::move(Found);
  }
  for (const Block &Inner : S.Blocks)
    for (const Stmt &Part : Inner)
      if (Part.Kind == StmtKind::Flow || !Part.Blocks.empty()) {
        const llvm::SetVector<Holder> &Its = holdersSetIn(Part);
        Work += Its.size();
        Found.insert(Its.begin(), Its.end());
      }
  return SetIn[&S] = std::move(Found);
}

/// True if \p S does more than to give variables values and to return: what
/// decides that is needed whatever becomes of these.
bool GraphBuilder::hasEffects(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Flow:
    switch (Program.Flow[S.Index].Kind) {
    case FlowKind::Use:
    case FlowKind::Store:
    case FlowKind::Lose:
      return true;
    default:
      return false;
    }
  case StmtKind::Access:
    return !isLoad(Program, S) || Program.Accesses[S.Index].IsVolatile;
  case StmtKind::Assign:
  case StmtKind::Return:
    return false;
  case StmtKind::If:
  case StmtKind::Region:
    break;
  default:
    return true;
  }
  if (const auto Known = Effects.find(&S); Known != Effects.end())
    return Known->second;
  const bool Has = llvm::any_of(S.Blocks, [this](const Block &B) {
    return llvm::any_of(
        B, [this](const Stmt &Inner) { return hasEffects(Inner); });
  });
  return Effects[&S] = Has;
}

/// The number of the then side of \p If, the other one has the next: the sides
/// of others that the same lanes take have the same number.
unsigned GraphBuilder::numberOfSides(const Stmt &If) {
  FlowConditions::Shape Shape =
      Conditions.shapeOf(If.Value, [this](unsigned Variable) {
        return current(holderOf(FlowPart::variable(Variable)));
      });
  // What of it the program does not have.
  if (!Shape.IsKnown && Tested)
    for (const FlowGraph::Use &Use : llvm::drop_begin(Graph.Uses, *Tested))
      Shape.Key.push_back(Use.Part.Value);
  const unsigned Number =
      ConditionNumbers.try_emplace(Shape.Key, 2 * ConditionNumbers.size() + 2)
          .first->second;
  return Number ^ unsigned(Shape.IsNegated);
}

/// What needs what the last join made needs \p Decision. That of a branch that
/// \p HasJumps says what the region returns as well.
void GraphBuilder::decide(unsigned Decision, bool HasJumps) {
  for (unsigned Value : Joined)
    Graph.Decided.push_back({Decision, Value});
  const auto Region = llvm::find_if(llvm::reverse(Jumps), [](const auto &Its) {
    return Its.Kind == StmtKind::Return;
  });
  if (HasJumps)
    Region->Decisions.push_back(Decision);
}

void GraphBuilder::visitIf(const Stmt &S) {
  const bool IsOfCounters = Counts.isOfCounters(S.Value);
  const std::optional<bool> Taken = Counts.truthOf(S.Value);
  if (Taken && IsOfCounters) {
    // Of one round, or the same in all.
    walk(S.Blocks[*Taken ? 0 : 1]);
    for (const Stmt &Other : S.Blocks[*Taken ? 1 : 0])
      skip(Other);
    return;
  }
  const size_t Mark = mark();
  const unsigned JumpsBefore = JumpsOut;
  const size_t LastUse = Graph.Uses.size();
  const size_t FirstUse = Tested.value_or(LastUse);
  std::vector<Changes> Ends;
  FlowPlace Side = {FlowPlace::Kind::Side};
  Side.IsUniform = Conditions.isUniform(S.Value);
  const std::optional<unsigned> Condition =
      Taken ? std::nullopt : std::optional(numberOfSides(S));
  const auto NumberOf = [Condition](bool IsElse) {
    return Condition ? *Condition ^ unsigned(IsElse) : 0;
  };
  llvm::SmallVector<unsigned, 2> Sides;
  const unsigned Outside = Place;
  bool Leaves[2], HasJumps[2];
  for (const bool IsElse : {false, true}) {
    IsReachable = true;
    const unsigned Before = JumpsOut;
    Side.Condition = NumberOf(IsElse);
    if (S.Index != ~0u)
      Side.Of = {S.Index, IsElse};
    // If all lanes come to one, it is no place of its own.
    if (Taken != !IsElse)
      Sides.push_back(enterPlace(Side));
    walkSide(S.Blocks[IsElse], IsOfCounters);
    Place = Outside;
    Leaves[IsElse] = !IsReachable;
    HasJumps[IsElse] = JumpsOut != Before;
    arrive(Ends, Mark);
    goBack(Mark);
  }
  std::optional<unsigned> Decision;
  const bool IsLeft = JumpsOut != JumpsBefore;
  // Else it is needed whatever becomes of its results.
  if (!hasEffects(S) && (!IsLeft || AreFree.back()))
    Decision = newValue();
  join(Ends);
  if (Decision)
    decide(*Decision, IsLeft);
  for (size_t Use = FirstUse; Use != LastUse; ++Use)
    Graph.Uses[Use].Decision = Decision;
  for (unsigned Each : Sides)
    Graph.Places[Each].Decision = Decision;
  // What comes behind a side that leaves belongs to the other.
  Rest = {FlowPlace::Kind::Part};
  const bool IsElse = Leaves[0];
  if (Leaves[0] == Leaves[1] || HasJumps[IsElse])
    return;
  Rest = Side;
  Rest.Condition = NumberOf(IsElse);
  if (S.Index != ~0u)
    Rest.Of = {S.Index, IsElse};
  Rest.Decision = Decision;
}

/// The statements in \p S, without what rounds of loops make of them.
unsigned GraphBuilder::sizeOf(const Stmt &S) {
  if (const auto Known = Sizes.find(&S); Known != Sizes.end())
    return Known->second;
  unsigned Size = 1;
  for (const Block &Inner : S.Blocks)
    for (const Stmt &Part : Inner)
      Size += Part.Blocks.empty() ? 1 : sizeOf(Part);
  return Sizes[&S] = Size;
}

void GraphBuilder::visitLoop(const Stmt &S,
                             const LoopCounts::Values &SetBefore) {
  // A few rounds become a straight line.
  constexpr unsigned MaxStraightRounds = 32;
  // More statements are not walked once for each round.
  constexpr unsigned MaxUnrolled = 1u << 14;
  const LoopCounts::Numbers Rounds = Counts.enter(S, SetBefore);
  const bool AreFew = !Rounds.empty() && Rounds.size() <= MaxStraightRounds;
  const bool IsBranch = !AreFew || S.HasInnerLoops;
  const unsigned Outside = Branch, OutsidePlace = Place;
  if (IsBranch)
    enterBranch();
  const Expr &Condition = Program.expr(S.Value);
  const bool IsConstant = Condition.Kind == ExprKind::Constant;
  const bool IsOnce = !S.TestFirst && IsConstant && Condition.Value == 0;
  // The compiler may make straight code of others.
  const bool StaysLoop =
      !IsOnce &&
      (Rounds.empty() ? S.UnrollCount == 1 || !Conditions.isOfConstants(S.Value)
                      : S.UnrollCount != 0 && S.UnrollCount < Rounds.size());
  if (StaysLoop) {
    FlowPlace Loop = {FlowPlace::Kind::Loop};
    Loop.IsEntered = !Rounds.empty() || !S.TestFirst || IsConstant;
    Loop.IsUniform = Conditions.isUniform(S.Value, SetBefore);
    enterPlace(Loop);
    Graph.Fences.push_back(Work);
  }
  const bool IsUnrolled =
      AreFew && Work + Rounds.size() * sizeOf(S) <= MaxUnrolled;
  if (!StaysLoop && !IsUnrolled && !IsOnce)
    enterPlace({FlowPlace::Kind::Rounds});
  if (IsUnrolled)
    visitRounds(S, Rounds, StaysLoop);
  else
    visitRolled(S, /*IsCounted=*/!Rounds.empty(), OutsidePlace);
  if (StaysLoop)
    Graph.Fences.push_back(Work);
  Branch = Outside;
  Place = OutsidePlace;
  Counts.leave();
}

/// Walks the body of \p Loop with what `continue` in it leads to.
void GraphBuilder::visitRound(const Stmt &Loop) {
  const size_t Mark = mark();
  Jumps.push_back({StmtKind::Continue, Mark});
  walk(Loop.Blocks[1]);
  std::vector<Changes> Ends = popJumps().Arrivals;
  if (!Ends.empty()) {
    arrive(Ends, Mark);
    goBack(Mark);
    join(Ends);
  }
  walkBetween(Loop.Blocks[2]);
}

/// Walks the step or the test of a loop, where its counter is another number
/// than in the round, or may be.
void GraphBuilder::walkBetween(const Block &B) {
  Counts.setStepping(true);
  walk(B);
  Counts.setStepping(false);
}

/// Visits each round of \p Loop, in which its counter is one of \p Rounds.
void GraphBuilder::visitRounds(const Stmt &Loop,
                               const LoopCounts::Numbers &Rounds,
                               bool StaysLoop) {
  const size_t Mark = mark();
  Jumps.push_back({StmtKind::Break, Mark});
  bool IsTested = Loop.TestFirst;
  for (int64_t Round : Rounds) {
    Counts.setRound(Round);
    if (StaysLoop && Round != Rounds.front())
      for (Holder Of : holdersSetIn(Loop))
        Graph.Heads.insert(current(Of));
    if (std::exchange(IsTested, true))
      walkBetween(Loop.Blocks[0]);
    const unsigned Before = JumpsOut;
    visitRound(Loop);
    // What a round may jump over is a branch.
    if (JumpsOut != Before) {
      enterBranch();
      enterPlace({FlowPlace::Kind::Part});
    }
  }
  std::vector<Changes> Ends = popJumps().Arrivals;
  if (Ends.empty())
    return;
  arrive(Ends, Mark);
  goBack(Mark);
  join(Ends);
}

/// Visits \p Loop, which is in the place \p Outside, once; what its head gets
/// from a round is added behind it.
void GraphBuilder::visitRolled(const Stmt &Loop, bool IsCounted,
                               unsigned Outside) {
  llvm::SmallVector<std::pair<Holder, unsigned>, 8> Heads;
  for (Holder Of : holdersSetIn(Loop)) {
    const unsigned Head = newValue(Of);
    addCopy(current(Of), Head, 0, MaxFlowBytes, /*IsPerhaps=*/false);
    set(Of, Head);
    Heads.push_back({Of, Head});
    Graph.Heads.insert(Head);
  }
  const size_t Mark = mark();
  std::vector<Changes> Ends;
  const Expr &Condition = Program.expr(Loop.Value);
  const bool IsEndless =
      Condition.Kind == ExprKind::Constant && Condition.Value != 0;
  // One that counts in constants does a round before it ends.
  const bool IsTestedFirst = Loop.TestFirst && !IsCounted;
  const auto Test = [&] {
    // It takes place before the first round.
    if (Loop.TestFirst)
      TestedIn = Outside;
    walkBetween(Loop.Blocks[0]);
    TestedIn.reset();
    if (!IsEndless)
      arrive(Ends, Mark);
  };
  if (IsTestedFirst)
    Test();
  Jumps.push_back({StmtKind::Break, Mark});
  visitRound(Loop);
  if (!IsTestedFirst)
    Test();
  llvm::append_range(Ends, popJumps().Arrivals);
  if (IsReachable)
    for (auto [Of, Head] : Heads)
      if (current(Of) != Head)
        addCopy(current(Of), Head, 0, MaxFlowBytes, /*IsPerhaps=*/false);
  goBack(Mark);
  join(Ends);
}

void GraphBuilder::visitSwitch(const Stmt &S) {
  const size_t Mark = mark();
  Jumps.push_back({StmtKind::Break, Mark});
  std::vector<Changes> Next;
  FlowPlace Side = {FlowPlace::Kind::Part};
  Side.IsUniform = Conditions.isUniform(S.Value);
  for (const Block &Section : S.Blocks) {
    Next.emplace_back();
    join(Next);
    const unsigned Outside = Place;
    enterPlace(Side);
    walkSide(Section, Counts.isOfCounters(S.Value));
    Place = Outside;
    Next.clear();
    arrive(Next, Mark);
    goBack(Mark);
  }
  std::vector<Changes> Ends = popJumps().Arrivals;
  llvm::append_range(Ends, Next);
  if (llvm::none_of(S.Labels, [](const auto &Its) { return Its.IsDefault; }))
    Ends.emplace_back();
  join(Ends);
}

void GraphBuilder::visitRegion(const Stmt &S) {
  const size_t Mark = mark();
  Jumps.push_back({StmtKind::Return, Mark});
  AreFree.push_back(!hasEffects(S));
  walk(S.Blocks[0]);
  AreFree.pop_back();
  JumpTarget End = popJumps();
  arrive(End.Arrivals, Mark);
  goBack(Mark);
  join(End.Arrivals);
  for (unsigned Decision : End.Decisions)
    decide(Decision, /*HasJumps=*/false);
}

/// Where the innermost target is reached from.
GraphBuilder::JumpTarget GraphBuilder::popJumps() {
  JumpTarget Target = std::move(Jumps.back());
  Jumps.pop_back();
  JumpsOut -= Target.Jumps;
  return Target;
}

void GraphBuilder::jump(StmtKind Kind) {
  ++JumpsOut;
  for (JumpTarget &Target : llvm::reverse(Jumps)) {
    if (Target.Kind == Kind) {
      ++Target.Jumps;
      arrive(Target.Arrivals, Target.Mark);
      break;
    }
  }
  IsReachable = false;
}

/// Before \p S, variables were set to \p SetBefore in its block.
void GraphBuilder::visit(const Stmt &S, const LoopCounts::Values &SetBefore) {
  switch (S.Kind) {
  case StmtKind::Flow:
    return visitStep(Program.Flow[S.Index], S.Index);
  case StmtKind::If:
    return visitIf(S);
  case StmtKind::Loop:
    return visitLoop(S, SetBefore);
  case StmtKind::Switch:
    return visitSwitch(S);
  case StmtKind::Region:
    return visitRegion(S);
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Return:
    return jump(S.Kind);
  case StmtKind::Access:
    return visitAccess(S);
  case StmtKind::Barrier:
    Graph.Fences.push_back(Work);
    return;
  case StmtKind::Assign:
    return;
  }
}

void GraphBuilder::visitAccess(const Stmt &S) {
  Reached.insert(S.Index);
  const Access &A = Program.Accesses[S.Index];
  if (A.Op != MemoryOperation::Load) {
    if (A.Array)
      Graph.ArrayStores.push_back({*A.Array, Work});
  } else if (!A.IsVolatile) {
    const Holder Of = holderOf(FlowPart::load(S.Index));
    const unsigned Value = newValue();
    addCopy(Graph.OfLoad[S.Index], Value, 0, 1, /*IsPerhaps=*/false);
    // Whatever way is gone, it is read where it was executed.
    Held[Of] = Value;
    Graph.LoadTimes.push_back({S.Index, Value, Place, Work});
  }
}

void GraphBuilder::enterBranch(Guard Kind) {
  Around.push_back(Branch);
  GuardOf.push_back(Kind);
  Branch = Around.size() - 1;
}

/// Walks what is perhaps skipped, and in some rounds only if counters decide
/// that.
void GraphBuilder::walkSide(const Block &B, bool IsOfCounters) {
  enterBranch(IsOfCounters ? Guard::SomeRounds : Guard::Branch);
  walk(B);
  Branch = Around[Branch];
}

unsigned GraphBuilder::enterPlace(FlowPlace Inner) {
  Inner.Around = Place;
  Inner.Begin = Work;
  Graph.Places.push_back(Inner);
  return Place = Graph.Places.size() - 1;
}

/// \p S is not executed here.
void GraphBuilder::skip(const Stmt &S) {
  if (S.Kind == StmtKind::Access)
    Unreached.insert(S.Index);
  for (const Block &B : S.Blocks)
    for (const Stmt &Inner : B)
      skip(Inner);
}

void GraphBuilder::walk(const Block &B) {
  const unsigned Outside = Branch, OutsidePlace = Place;
  LoopCounts::Values SetHere;
  for (const Stmt &S : B) {
    if (Work > MaxWork)
      break;
    ++Work;
    const unsigned Before = JumpsOut;
    if (S.Kind == StmtKind::Assign)
      SetHere[S.Index] = S.Value;
    if (IsReachable)
      visit(S, SetHere);
    else
      skip(S);
    if (S.Kind != StmtKind::Flow)
      Tested.reset();
    // That of one inside of others is nothing here.
    if (S.Kind != StmtKind::If)
      Rest = {FlowPlace::Kind::Part};
    // What a branch may jump over is a branch.
    if (JumpsOut != Before) {
      enterBranch();
      enterPlace(Rest);
    }
  }
  Branch = Outside;
  Place = OutsidePlace;
}
