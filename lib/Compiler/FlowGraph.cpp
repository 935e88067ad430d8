//===- FlowGraph.cpp - Which value is read where --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"
#include "LoopCounts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace banklint;

namespace {

/// A holder as one number.
using Holder = unsigned;

/// The holders that got other values on a way, with the last of each.
using Changes = llvm::MapVector<Holder, unsigned>;

/// The statements that are walked, and the holders that are compared where ways
/// join. Behind that, nothing is known.
constexpr unsigned MaxWork = 1u << 20;

class GraphBuilder {
public:
  explicit GraphBuilder(const KernelProgram &Program);
  FlowGraph build();

private:
  /// Where a jump of Kind leads.
  struct JumpTarget {
    StmtKind Kind;
    size_t Mark;
    std::vector<Changes> Arrivals = {};
    unsigned Jumps = 0;
  };

  void walk(const Block &B);
  void skip(const Stmt &S);
  void visit(const Stmt &S, const LoopCounts::Values &SetBefore);
  void visitIf(const Stmt &S);
  void visitLoop(const Stmt &S, const LoopCounts::Values &SetBefore);
  void visitRounds(const Stmt &Loop, const LoopCounts::Numbers &Rounds);
  void visitRolled(const Stmt &Loop, bool IsCounted);
  void visitRound(const Stmt &Loop);
  void walkBetween(const Block &B);
  unsigned sizeOf(const Stmt &S);
  void visitSwitch(const Stmt &S);
  void visitRegion(const Stmt &S);
  void jump(StmtKind Kind);
  std::vector<Changes> popJumps();
  void visitStep(const FlowStep &Step, unsigned Number);
  void visitMake(const FlowStep &Step);
  void visitCopy(const FlowStep &Step);
  void visitLoad(const FlowStep &Step, unsigned Number);

  unsigned newValue(Holder Of);
  unsigned current(Holder Of);
  void set(Holder Of, unsigned Value);
  using FlowParts = llvm::SmallVector<FlowPart, 4>;
  std::vector<FlowParts> roundsOf(llvm::ArrayRef<FlowPart> Parts) const;
  FlowParts partsOf(const FlowPart &Part) const;
  ValuePart read(const FlowPart &Part);
  void readAll(llvm::ArrayRef<FlowPart> Parts,
               llvm::function_ref<void(const ValuePart &)> Visit);
  unsigned assign(const FlowPart &To, FlowParts Parts, bool IsPerhaps);
  void addCopy(unsigned From, unsigned To, int64_t Begin, int64_t End,
               bool IsPerhaps);
  void addEdge(const ValuePart &From, const ValuePart &To, bool IsCopy,
               bool IsPerhaps = false) {
    Graph.Edges.push_back({From, To, IsCopy, /*IsMove=*/false, IsPerhaps});
    EdgesIn.push_back(Branch);
  }
  void use(const ValuePart &Part) {
    Graph.Uses.push_back({Part});
    UsesIn.push_back(Branch);
  }
  void usePerhaps(ValuePart Part) {
    Part.IsSome = true;
    use(Part);
  }
  void enterBranch(Guard Kind = Guard::Branch);
  void walkSide(const Block &B, bool IsOfCounters);
  Guard guardOf(const ValuePart &Read, unsigned In) const;

  /// The number of changes so far, to go back to.
  size_t mark() const { return Before.size(); }
  void goBack(size_t Mark);
  void arrive(std::vector<Changes> &At, size_t Mark);
  void join(llvm::ArrayRef<Changes> Arrivals);
  const llvm::SetVector<Holder> &holdersSetIn(const Stmt &S);

  const KernelProgram &Program;
  FlowGraph Graph;
  /// What each holder holds where the walk is.
  llvm::DenseMap<Holder, unsigned> Held;
  /// What they held before each change.
  std::vector<std::pair<Holder, unsigned>> Before;
  bool IsReachable = true;
  /// The branch or loop that the walk is in, and what each is in.
  unsigned Branch = 0;
  std::vector<unsigned> Around = {0};
  std::vector<Guard> GuardOf = {Guard::None};
  /// Where values were made, and where edges and uses stand.
  std::vector<unsigned> BranchOf, EdgesIn, UsesIn, StoresIn;
  /// The jumps so far to what is around.
  unsigned JumpsOut = 0;
  LoopCounts Counts;
  std::vector<JumpTarget> Jumps;
  /// Holders that others may read and change at any time.
  llvm::DenseSet<Holder> Lost;
  llvm::DenseMap<const Stmt *, llvm::SetVector<Holder>> SetIn;
  llvm::DenseMap<const Stmt *, unsigned> Sizes;
  unsigned Work = 0;
  /// Accesses that the walk came to, and that it saw where it was behind a
  /// jump.
  llvm::DenseSet<unsigned> Reached;
  llvm::SetVector<unsigned> Unreached;
};

} // namespace

static Holder holderOf(const FlowPart &Part) {
  constexpr unsigned Kinds = static_cast<unsigned>(FlowHolder::Array) + 1;
  return Kinds * Part.Index + static_cast<unsigned>(Part.Holder);
}

/// True if a step of \p Kind gives To another value.
static bool setsTo(FlowKind Kind) {
  switch (Kind) {
  case FlowKind::Make:
  case FlowKind::Move:
  case FlowKind::MakeParts:
  case FlowKind::MakeElement:
  case FlowKind::Copy:
  case FlowKind::Forget:
    return true;
  default:
    return false;
  }
}

GraphBuilder::GraphBuilder(const KernelProgram &Program)
    : Program(Program), Counts(Program) {
  forEachStmt(Program.Body, [this](const Stmt &S) {
    if (S.Kind != StmtKind::Flow)
      return;
    const FlowStep &Step = this->Program.Flow[S.Index];
    if (Step.Kind == FlowKind::Lose)
      Lost.insert(holderOf(Step.To));
  });
  // What is loaded, and what arrays hold, does not depend on the way.
  for (unsigned Access = 0; Access != Program.Accesses.size(); ++Access)
    Graph.OfLoad.push_back(current(holderOf({FlowHolder::Load, Access})));
  for (unsigned Array = 0; Array != Program.Arrays.size(); ++Array)
    Graph.OfArray.push_back(current(holderOf({FlowHolder::Array, Array})));
  Graph.Unknown.clear();
  assert(BranchOf.size() == Graph.Values);
}

unsigned GraphBuilder::newValue(Holder Of) {
  const unsigned Value = Graph.Values++;
  BranchOf.push_back(Branch);
  if (Lost.contains(Of)) {
    use({Value, 0, MaxFlowBytes, /*IsSome=*/true});
    Graph.Narrowed.push_back(Value);
  }
  return Value;
}

unsigned GraphBuilder::current(Holder Of) {
  const auto [Known, IsNew] = Held.try_emplace(Of, 0);
  // Whichever way asks first, it is what the holder starts with.
  if (IsNew) {
    const unsigned Value = newValue(Of);
    Graph.Unknown.push_back({Value, 0, MaxFlowBytes});
    return Held[Of] = Value;
  }
  return Known->second;
}

void GraphBuilder::set(Holder Of, unsigned Value) {
  Before.push_back({Of, current(Of)});
  Held[Of] = Value;
}

/// \p Parts in each round of the loops around: where they are in records, if
/// that is known of all; else once, with any part of those that it is not known
/// of.
std::vector<GraphBuilder::FlowParts>
GraphBuilder::roundsOf(llvm::ArrayRef<FlowPart> Parts) const {
  FlowParts Somewhere(Parts.begin(), Parts.end());
  llvm::SmallVector<ExprId, 4> Places;
  bool IsRolled = false;
  for (FlowPart &Part : Somewhere) {
    if (!Part.At.isValid())
      continue;
    // Another one is not known for all of them.
    if (!Counts.roundsOf(Part.At, IsRolled).empty())
      Places.push_back(Part.At);
    Part.IsSome = true;
  }
  if (Places.empty())
    return {Somewhere};
  std::vector<FlowParts> Result;
  for (const LoopCounts::Numbers &Round : Counts.roundsOf(Places, IsRolled)) {
    FlowParts &Its = Result.emplace_back(Somewhere);
    for (FlowPart &Part : Its) {
      const auto *Place = llvm::find(Places, Part.At);
      if (!Part.At.isValid() || Place == Places.end())
        continue;
      const int64_t Begin = Round[Place - Places.begin()];
      // What is outside of the record is not there.
      if (Begin >= Part.Begin && Begin + Part.Bytes <= Part.End) {
        Part.Begin = Begin;
        Part.End = Begin + Part.Bytes;
        Part.IsSome = false;
      }
    }
  }
  // The compiler may keep the array in memory.
  if (Result.empty() || IsRolled)
    Result.push_back(Somewhere);
  return Result;
}

/// What \p Part is in the rounds of the loops around, without order.
GraphBuilder::FlowParts GraphBuilder::partsOf(const FlowPart &Part) const {
  FlowParts Result;
  for (const FlowParts &Round : roundsOf(Part))
    if (!llvm::is_contained(Result, Round.front()))
      Result.push_back(Round.front());
  return Result;
}

ValuePart GraphBuilder::read(const FlowPart &Part) {
  return {current(holderOf(Part)), Part.Begin, Part.End, Part.IsSome};
}

/// Calls \p Visit for all that \p Parts are in the rounds of the loops around.
void GraphBuilder::readAll(llvm::ArrayRef<FlowPart> Parts,
                           llvm::function_ref<void(const ValuePart &)> Visit) {
  for (const FlowPart &Part : Parts)
    for (const FlowPart &Its : partsOf(Part))
      Visit(read(Its));
}

void GraphBuilder::addCopy(unsigned From, unsigned To, int64_t Begin,
                           int64_t End, bool IsPerhaps) {
  if (Begin < End)
    addEdge({From, Begin, End}, {To, Begin, End}, /*IsCopy=*/true, IsPerhaps);
}

/// Gives \p To, of which \p Parts are the bytes, another value, perhaps; what
/// is around them stays. Returns the value.
unsigned GraphBuilder::assign(const FlowPart &To, FlowParts Parts,
                              bool IsPerhaps) {
  const Holder Of = holderOf(To);
  const unsigned Old = current(Of);
  if (To.Holder == FlowHolder::Array)
    return Old;
  const unsigned New = newValue(Of);
  const int64_t Size = To.Holder == FlowHolder::Record ? MaxFlowBytes : 1;
  llvm::sort(Parts, [](const FlowPart &A, const FlowPart &B) {
    return A.Begin < B.Begin;
  });
  // Of several elements, each is set in a round of its own.
  const bool IsOnly = To.At.isValid() && Parts.size() == 1;
  int64_t Kept = 0;
  for (const FlowPart &Part : Parts) {
    const int64_t Begin = std::min(std::max(Part.Begin, Kept), Size);
    const int64_t End = std::min(Part.End, Size);
    addCopy(Old, New, Kept, Begin, /*IsPerhaps=*/false);
    if ((IsPerhaps && !IsOnly) || Part.IsSome || Lost.contains(Of))
      addCopy(Old, New, Begin, End, /*IsPerhaps=*/true);
    Kept = std::max(Kept, End);
  }
  addCopy(Old, New, Kept, Size, /*IsPerhaps=*/false);
  set(Of, New);
  return New;
}

void GraphBuilder::visitMake(const FlowStep &Step) {
  FlowParts All(Step.From.begin(), Step.From.end());
  All.push_back(Step.To);
  llvm::SmallVector<std::pair<ValuePart, FlowPart>, 8> Made;
  for (const FlowParts &Round : roundsOf(All))
    for (const FlowPart &From : llvm::ArrayRef(Round).drop_back())
      Made.push_back({read(From), Round.back()});
  const FlowParts Parts = partsOf(Step.To);
  const unsigned New =
      assign(Step.To, Parts, /*IsPerhaps=*/Step.Kind == FlowKind::MakeElement);
  const bool IsChange = llvm::any_of(Step.From, [&Step](const FlowPart &Part) {
    return holderOf(Part) == holderOf(Step.To) && Part.Begin < Step.To.End &&
           Step.To.Begin < Part.End;
  });
  std::vector<ValuePart> &Set = Step.Kind == FlowKind::Move ? Graph.Moved
                                : IsChange                  ? Graph.Changed
                                                            : Graph.Set;
  for (const FlowPart &To : Parts)
    Set.push_back({New, To.Begin, To.End});
  for (const auto &[From, To] : Made) {
    if (To.Begin < MaxFlowBytes)
      addEdge(From, {New, To.Begin, To.End}, /*IsCopy=*/false);
    else
      usePerhaps(From);
    if (Step.Kind == FlowKind::Move && To.Begin < MaxFlowBytes)
      Graph.Edges.back().IsMove = true;
  }
  Work += Made.size();
}

void GraphBuilder::visitCopy(const FlowStep &Step) {
  const ValuePart From = read(Step.From.front());
  const FlowPart &To = Step.To;
  const unsigned New = assign(To, partsOf(To), /*IsPerhaps=*/false);
  if (To.End > MaxFlowBytes)
    usePerhaps(From);
  else
    addEdge(From, {New, To.Begin, To.End}, /*IsCopy=*/true);
}

void GraphBuilder::visitLoad(const FlowStep &Step, unsigned Number) {
  FlowParts Parts = partsOf(Step.To);
  // It may be any element.
  if (Parts.size() == 1 && Parts.front().IsSome && Step.To.Bytes > 0 &&
      Step.To.End <= MaxFlowBytes) {
    FlowPart Element = Parts.pop_back_val();
    for (int64_t At = Step.To.Begin; At + Step.To.Bytes <= Step.To.End;
         At += Step.To.Bytes) {
      Element.Begin = At;
      Element.End = At + Step.To.Bytes;
      Parts.push_back(Element);
    }
  }
  for (const FlowPart &Part : Parts)
    Graph.Targets.push_back({Step.Access, Number, read(Part),
                             /*IsPerhaps=*/Parts.size() != 1 || Part.IsSome});
}

void GraphBuilder::visitStep(const FlowStep &Step, unsigned Number) {
  switch (Step.Kind) {
  case FlowKind::Make:
  case FlowKind::Move:
  case FlowKind::MakeParts:
  case FlowKind::MakeElement:
    return visitMake(Step);
  case FlowKind::Copy:
    return visitCopy(Step);
  case FlowKind::Load:
    return visitLoad(Step, Number);
  case FlowKind::Store: {
    Graph.Stored.push_back(Step.Access);
    const Access &A = Program.Accesses[Step.Access];
    for (const FlowPart &Part : Step.From)
      // Others make the address.
      if (Part.Holder == FlowHolder::Record &&
          (Part.At.isValid() ? Part.Bytes : Part.End - Part.Begin) ==
              int64_t(A.Bytes) * A.Pieces)
        readAll(Part, [&](const ValuePart &Read) {
          Graph.Stores.push_back({Step.Access, {Read}});
          StoresIn.push_back(Branch);
        });
    return;
  }
  case FlowKind::Use:
    return readAll(Step.From, [this](const ValuePart &Part) { use(Part); });
  case FlowKind::Narrow:
    for (const FlowPart &Part : Step.From)
      Graph.Narrowed.push_back(current(holderOf(Part)));
    return;
  case FlowKind::Drop:
    Graph.Dropped.insert(Step.Access);
    return;
  case FlowKind::Skip:
    Graph.Skipped.insert(Step.Access);
    return;
  case FlowKind::Forget:
    Graph.Unknown.push_back(
        {assign(Step.To, partsOf(Step.To), /*IsPerhaps=*/true), Step.To.Begin,
         Step.To.End});
    return;
  case FlowKind::Branch:
    for (unsigned Each = Branch; Each != 0; Each = Around[Each])
      GuardOf[Each] = std::max(GuardOf[Each], Guard::SlowBranch);
    return;
  case FlowKind::Lose:
  case FlowKind::Decide:
  case FlowKind::Settle:
    return;
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
    const unsigned Joined = newValue(Of);
    for (unsigned Value : Values)
      addCopy(Value, Joined, 0, MaxFlowBytes, /*IsPerhaps=*/false);
    set(Of, Joined);
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

void GraphBuilder::visitIf(const Stmt &S) {
  const bool IsOfCounters = Counts.isOfCounters(S.Value);
  if (const std::optional<bool> Only =
          IsOfCounters ? Counts.truthOf(S.Value) : std::nullopt) {
    // Of one round, or the same in all.
    walk(S.Blocks[*Only ? 0 : 1]);
    for (const Stmt &Other : S.Blocks[*Only ? 1 : 0])
      skip(Other);
    return;
  }
  const size_t Mark = mark();
  std::vector<Changes> Ends;
  for (const Block &Side : S.Blocks) {
    IsReachable = true;
    walkSide(Side, IsOfCounters);
    arrive(Ends, Mark);
    goBack(Mark);
  }
  join(Ends);
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
  const unsigned Outside = Branch;
  if (IsBranch)
    enterBranch();
  if (AreFew && Work + Rounds.size() * sizeOf(S) <= MaxUnrolled)
    visitRounds(S, Rounds);
  else
    visitRolled(S, /*IsCounted=*/!Rounds.empty());
  Branch = Outside;
  Counts.leave();
}

/// Walks the body of \p Loop with what `continue` in it leads to.
void GraphBuilder::visitRound(const Stmt &Loop) {
  const size_t Mark = mark();
  Jumps.push_back({StmtKind::Continue, Mark});
  walk(Loop.Blocks[1]);
  std::vector<Changes> Ends = popJumps();
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
                               const LoopCounts::Numbers &Rounds) {
  const size_t Mark = mark();
  Jumps.push_back({StmtKind::Break, Mark});
  bool IsTested = Loop.TestFirst;
  for (int64_t Round : Rounds) {
    Counts.setRound(Round);
    if (std::exchange(IsTested, true))
      walkBetween(Loop.Blocks[0]);
    const unsigned Before = JumpsOut;
    visitRound(Loop);
    // What a round may jump over is a branch.
    if (JumpsOut != Before)
      enterBranch();
  }
  std::vector<Changes> Ends = popJumps();
  if (Ends.empty())
    return;
  arrive(Ends, Mark);
  goBack(Mark);
  join(Ends);
}

/// Visits \p Loop once; what its head gets from a round is added behind it.
void GraphBuilder::visitRolled(const Stmt &Loop, bool IsCounted) {
  llvm::SmallVector<std::pair<Holder, unsigned>, 8> Heads;
  for (Holder Of : holdersSetIn(Loop)) {
    const unsigned Head = newValue(Of);
    addCopy(current(Of), Head, 0, MaxFlowBytes, /*IsPerhaps=*/false);
    set(Of, Head);
    Heads.push_back({Of, Head});
  }
  const size_t Mark = mark();
  std::vector<Changes> Ends;
  const Expr &Condition = Program.expr(Loop.Value);
  const bool IsEndless =
      Condition.Kind == ExprKind::Constant && Condition.Value != 0;
  // One that counts in constants does a round before it ends.
  const bool IsTestedFirst = Loop.TestFirst && !IsCounted;
  const auto Test = [&] {
    walkBetween(Loop.Blocks[0]);
    if (!IsEndless)
      arrive(Ends, Mark);
  };
  if (IsTestedFirst)
    Test();
  Jumps.push_back({StmtKind::Break, Mark});
  visitRound(Loop);
  if (!IsTestedFirst)
    Test();
  llvm::append_range(Ends, popJumps());
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
  for (const Block &Section : S.Blocks) {
    Next.emplace_back();
    join(Next);
    walkSide(Section, Counts.isOfCounters(S.Value));
    Next.clear();
    arrive(Next, Mark);
    goBack(Mark);
  }
  std::vector<Changes> Ends = popJumps();
  llvm::append_range(Ends, Next);
  if (llvm::none_of(S.Labels, [](const auto &Its) { return Its.IsDefault; }))
    Ends.emplace_back();
  join(Ends);
}

void GraphBuilder::visitRegion(const Stmt &S) {
  const size_t Mark = mark();
  Jumps.push_back({StmtKind::Return, Mark});
  walk(S.Blocks[0]);
  std::vector<Changes> Ends = popJumps();
  arrive(Ends, Mark);
  goBack(Mark);
  join(Ends);
}

/// Where the innermost target is reached from.
std::vector<Changes> GraphBuilder::popJumps() {
  JumpTarget Target = std::move(Jumps.back());
  Jumps.pop_back();
  JumpsOut -= Target.Jumps;
  return std::move(Target.Arrivals);
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
    Reached.insert(S.Index);
    return;
  case StmtKind::Assign:
  case StmtKind::Barrier:
    return;
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

/// What decides whether branch number \p In is entered where \p Read was made.
Guard GraphBuilder::guardOf(const ValuePart &Read, unsigned In) const {
  unsigned Made = BranchOf[Read.Value];
  Guard Result = Guard::None;
  // What is around a branch has a lesser number.
  while (Made != In) {
    if (Made > In) {
      Made = Around[Made];
      continue;
    }
    Result = std::max(Result, GuardOf[In]);
    In = Around[In];
  }
  return Result;
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
  const unsigned Outside = Branch;
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
    // What a branch may jump over is a branch.
    if (JumpsOut != Before)
      enterBranch();
  }
  Branch = Outside;
}

FlowGraph GraphBuilder::build() {
  walk(Program.Body);
  for (unsigned Access : Unreached)
    if (!Reached.contains(Access))
      Graph.Skipped.insert(Access);
  for (auto [E, In] : llvm::zip(Graph.Edges, EdgesIn))
    E.GuardedBy = guardOf(E.From, In);
  for (auto [Use, In] : llvm::zip(Graph.Uses, UsesIn))
    Use.GuardedBy = guardOf(Use.Part, In);
  for (auto [Store, In] : llvm::zip(Graph.Stores, StoresIn))
    Store.Of.GuardedBy = guardOf(Store.Of.Part, In);
  if (Work <= MaxWork)
    return std::move(Graph);
  for (unsigned Value = 0; Value != Graph.Values; ++Value) {
    use({Value, 0, MaxFlowBytes, /*IsSome=*/true});
    Graph.Narrowed.push_back(Value);
  }
  return std::move(Graph);
}

FlowGraph banklint::flowGraph(const KernelProgram &Program) {
  return GraphBuilder(Program).build();
}
