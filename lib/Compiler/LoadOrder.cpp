//===- LoadOrder.cpp - Loads that surely stand before a store -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Compiler/LoadOrder.h"
#include "banklint/Compiler/FlowCode.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <bitset>
#include <map>
#include <set>

using namespace banklint;

namespace {

/// The loads that a value is surely made of.
class Needs {
public:
  static constexpr unsigned MaxElements = 64;

  void add(const Needs &Other);

  std::set<unsigned> Loads;
  /// Of loads to the elements of an array: of which elements.
  std::map<unsigned, std::bitset<MaxElements>> Elements;
};

class OrderSearch {
public:
  explicit OrderSearch(KernelProgram &Program) : Program(Program) {
    for (const FlowStep &Step : Program.Flow)
      if (Step.Kind == FlowKind::Skip)
        Skipped.insert(Step.Access);
  }
  void visit(const Block &B);

private:
  struct Held {
    int64_t End;
    /// Of each element if it holds several, else 0.
    int64_t ElementBytes;
    Needs Value;
  };
  /// Where a value begins.
  using Key = std::tuple<FlowHolder, unsigned, int64_t>;
  /// What stood in places before they were changed, or what stands there then.
  using Log = std::map<Key, std::optional<Held>>;
  /// A store that is behind all loads but those of earlier rounds of loops.
  struct Candidate {
    unsigned Access;
    std::set<unsigned> Loops;
  };
  static constexpr unsigned FirstLoop = 1u << 31;

  void visitStmt(const Stmt &S);
  void visitIf(const Stmt &If);
  void visitLoop(const Stmt &Loop);
  void visitSwitch(const Stmt &Switch);
  void visitStep(const FlowStep &Step);
  void load(unsigned Access);
  void store(const FlowStep &Step);
  void settle();

  Needs needsOf(llvm::ArrayRef<FlowPart> From) const;
  void addNeeds(const FlowPart &Part, Needs &Into) const;
  void addPending(const Needs &Value, Needs &Into) const;
  void make(const FlowStep &Step);
  void makeElement(const FlowStep &Step);
  void copy(const FlowPart &From, const FlowPart &To);
  void forget(const FlowPart &To);

  bool isNeeded(unsigned Load, const Needs &Value) const;
  bool isElsewhere(unsigned A, unsigned B) const;
  bool isOfSamePlace(unsigned Load, unsigned Other) const;
  bool isSame(ExprId A, ExprId B) const;
  bool isStill(unsigned Access) const;
  bool takeNeeded(unsigned Access, const Needs &Value);

  std::map<Key, Held>::iterator erase(std::map<Key, Held>::iterator It);
  void set(const Key &At, Held Value);
  void log(const Key &At);
  Log valuesOf(const Log &Changed) const;
  Log endLog();
  void forgetChanged(bool KeepsElements);

  KernelProgram &Program;
  /// Accesses that are never executed.
  std::set<unsigned> Skipped;
  std::map<Key, Held> Values;
  std::set<std::pair<FlowHolder, unsigned>> Lost;
  /// Of loads to the elements of an array: how many elements that has.
  std::map<unsigned, unsigned> ElementCounts;
  /// Loads that perhaps do not stand before what follows, and numbers of loops.
  std::set<unsigned> Pending;
  /// Loads stand between stores since Pending was empty.
  bool IsMixed = false;
  /// Of the loops, sections and branches around, innermost last.
  std::vector<Log> Logs;
  std::vector<Candidate> Candidates;
  unsigned NextLoop = FirstLoop;
  /// What decides the next branch.
  Needs Condition;
  std::optional<bool> Taken;
  /// Statements so far, and how many when an access was executed and a variable
  /// was last assigned.
  unsigned Time = 0;
  llvm::DenseMap<unsigned, unsigned> ExecutedAt, AssignedAt;
};

} // namespace

void Needs::add(const Needs &Other) {
  Loads.insert(Other.Loads.begin(), Other.Loads.end());
  for (const auto &[Load, Of] : Other.Elements)
    Elements[Load] |= Of;
}

/// Notes what stands at \p At before it is changed.
void OrderSearch::log(const Key &At) {
  if (Logs.empty())
    return;
  const auto It = Values.find(At);
  Logs.back().try_emplace(At, It == Values.end() ? std::nullopt
                                                 : std::optional(It->second));
}

std::map<OrderSearch::Key, OrderSearch::Held>::iterator
OrderSearch::erase(std::map<Key, Held>::iterator It) {
  log(It->first);
  return Values.erase(It);
}

void OrderSearch::set(const Key &At, Held Value) {
  log(At);
  Values[At] = std::move(Value);
}

OrderSearch::Log OrderSearch::valuesOf(const Log &Changed) const {
  Log Result;
  for (const auto &[At, Before] : Changed) {
    const auto It = Values.find(At);
    Result[At] = It == Values.end() ? std::nullopt : std::optional(It->second);
  }
  return Result;
}

/// Ends the innermost region: what is around it has changed as well. Returns
/// what stood there before.
OrderSearch::Log OrderSearch::endLog() {
  Log Before = std::move(Logs.back());
  Logs.pop_back();
  if (!Logs.empty())
    for (const auto &[At, Value] : Before)
      Logs.back().try_emplace(At, Value);
  return Before;
}

/// Ends the innermost region, of which nobody knows what it has assigned, but
/// for elements if these are kept.
void OrderSearch::forgetChanged(bool KeepsElements) {
  for (const auto &[At, Before] : endLog()) {
    const auto It = Values.find(At);
    if (It != Values.end() && !(KeepsElements && It->second.ElementBytes != 0))
      Values.erase(It);
  }
}

void OrderSearch::visit(const Block &B) {
  for (const Stmt &S : B)
    visitStmt(S);
}

void OrderSearch::visitStmt(const Stmt &S) {
  ++Time;
  if (S.Kind != StmtKind::Flow && S.Kind != StmtKind::If) {
    Condition = {};
    Taken = std::nullopt;
  }
  switch (S.Kind) {
  case StmtKind::Assign:
    AssignedAt[S.Index] = Time;
    return;
  case StmtKind::Access:
    ExecutedAt[S.Index] = Time;
    if (Skipped.count(S.Index))
      return;
    if (isLoad(Program, S))
      return load(S.Index);
    // A store stands where its step does.
    if (Program.Accesses[S.Index].Op != MemoryOperation::Load &&
        Program.Accesses[S.Index].Op != MemoryOperation::Store)
      settle();
    return;
  case StmtKind::If:
    return visitIf(S);
  case StmtKind::Loop:
    return visitLoop(S);
  case StmtKind::Switch:
    return visitSwitch(S);
  case StmtKind::Region:
    return visit(S.Blocks[0]);
  case StmtKind::Barrier:
    return settle();
  case StmtKind::Flow:
    return visitStep(Program.Flow[S.Index]);
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Return:
    return;
  }
}

/// What the sides assign becomes a choice, which is made of both values and of
/// the condition, or the branch stays, and all that was loaded before stands
/// before it.
void OrderSearch::visitIf(const Stmt &If) {
  const Needs Tested = std::exchange(Condition, {});
  const std::optional<bool> Side = std::exchange(Taken, std::nullopt);
  Logs.emplace_back();
  visit(If.Blocks[0]);
  const Log Then = valuesOf(Logs.back());
  for (const auto &[At, Value] : Logs.back()) {
    if (Value)
      Values[At] = *Value;
    else
      Values.erase(At);
  }
  visit(If.Blocks[1]);
  const Log Before = endLog();
  for (const auto &[At, Other] : valuesOf(Before)) {
    const auto OfThen = Then.find(At);
    const std::optional<Held> &One =
        OfThen == Then.end() ? Before.at(At) : OfThen->second;
    std::optional<Held> Chosen;
    if (Side) {
      Chosen = *Side ? One : Other;
    } else if (One && Other && One->End == Other->End &&
               One->ElementBytes == Other->ElementBytes) {
      Chosen = One;
      Chosen->Value.add(Other->Value);
      Chosen->Value.add(Tested);
    }
    if (Chosen)
      Values[At] = *Chosen;
    else
      Values.erase(At);
  }
}

/// What is assigned is perhaps not, and what one round has loaded last may
/// stand behind the first stores of the next.
void OrderSearch::visitLoop(const Stmt &Loop) {
  const unsigned Number = NextLoop++;
  Pending.insert(Number);
  Logs.emplace_back();
  if (Loop.TestFirst)
    visit(Loop.Blocks[0]);
  visit(Loop.Blocks[1]);
  visit(Loop.Blocks[2]);
  if (!Loop.TestFirst)
    visit(Loop.Blocks[0]);
  // Rounds fill an array one element after the other.
  forgetChanged(/*KeepsElements=*/true);
  const bool IsCarried =
      llvm::any_of(Pending, [](unsigned Load) { return Load < FirstLoop; });
  Pending.erase(Number);
  llvm::erase_if(Candidates, [&](Candidate &Store) {
    if (Store.Loops.erase(Number) == 0)
      return false;
    Program.Accesses[Store.Access].IsAmidLoads |=
        IsCarried && applies(Mechanism::LoadOrder);
    return IsCarried || Store.Loops.empty();
  });
}

void OrderSearch::visitSwitch(const Stmt &Switch) {
  for (const Block &Section : Switch.Blocks) {
    Logs.emplace_back();
    visit(Section);
    forgetChanged(/*KeepsElements=*/false);
  }
}

void OrderSearch::visitStep(const FlowStep &Step) {
  switch (Step.Kind) {
  case FlowKind::Make:
  case FlowKind::Move:
  case FlowKind::Choose:
    return Step.To.IsSome ? forget(Step.To) : make(Step);
  case FlowKind::MakeParts:
  case FlowKind::Forget:
    return forget(Step.To);
  case FlowKind::MakeElement:
    return makeElement(Step);
  case FlowKind::Copy:
    return Step.To.IsSome ? forget(Step.To) : copy(Step.From.front(), Step.To);
  case FlowKind::Store:
    return store(Step);
  case FlowKind::Lose:
    Lost.insert({Step.To.Holder, Step.To.Index});
    return;
  case FlowKind::Decide:
  case FlowKind::Test:
    Condition = needsOf(Step.From);
    Taken = Step.Taken;
    return;
  case FlowKind::Settle:
    return settle();
  case FlowKind::Load:
  case FlowKind::Use:
  case FlowKind::Narrow:
  case FlowKind::Drop:
  case FlowKind::Skip:
  case FlowKind::Branch:
    return;
  }
}

void OrderSearch::load(unsigned Access) {
  // Of more, it is not looked at what needs them.
  constexpr size_t MaxPending = 128;
  if (Pending.size() >= MaxPending)
    IsMixed = true;
  else
    Pending.insert(Access);
}

/// Adds \p Value to \p Into as far as that still matters.
void OrderSearch::addPending(const Needs &Value, Needs &Into) const {
  for (unsigned Load : Value.Loads)
    if (Pending.count(Load))
      Into.Loads.insert(Load);
  for (const auto &[Load, Of] : Value.Elements)
    if (Pending.count(Load))
      Into.Elements[Load] |= Of;
}

/// Adds to \p Into what \p Part is made of.
void OrderSearch::addNeeds(const FlowPart &Part, Needs &Into) const {
  if (Part.IsPerhaps || Lost.count({Part.Holder, Part.Index}))
    return;
  if (Part.Holder == FlowHolder::Load && Pending.count(Part.Index))
    Into.Loads.insert(Part.Index);
  // From the last that starts in front of it on.
  auto It = Values.upper_bound({Part.Holder, Part.Index, Part.Begin});
  if (It != Values.begin())
    --It;
  for (;
       It != Values.end() && It->first < Key(Part.Holder, Part.Index, Part.End);
       ++It) {
    const auto &[At, Value] = *It;
    const int64_t Begin = std::get<2>(At);
    const bool IsInside = Begin >= Part.Begin && Value.End <= Part.End;
    const bool IsAround = Begin <= Part.Begin && Value.End >= Part.End;
    if (std::get<0>(At) != Part.Holder || std::get<1>(At) != Part.Index ||
        !(IsInside || IsAround))
      continue;
    if (Value.ElementBytes == 0 || IsInside) {
      addPending(Value.Value, Into);
    } else if (Part.End - Part.Begin == Value.ElementBytes) {
      const int64_t Number = (Part.Begin - Begin) / Value.ElementBytes;
      for (unsigned Load : Value.Value.Loads)
        Into.Elements[Load].set(Number);
    }
  }
}

Needs OrderSearch::needsOf(llvm::ArrayRef<FlowPart> From) const {
  Needs Result;
  for (const FlowPart &Part : From)
    addNeeds(Part, Result);
  return Result;
}

void OrderSearch::forget(const FlowPart &To) {
  const auto IsOfTo = [&To](const Key &At) {
    return std::get<0>(At) == To.Holder && std::get<1>(At) == To.Index;
  };
  auto It = Values.lower_bound({To.Holder, To.Index, To.Begin});
  if (It != Values.begin())
    if (auto Before = std::prev(It);
        IsOfTo(Before->first) && Before->second.End > To.Begin)
      It = Before;
  while (It != Values.end() && IsOfTo(It->first) &&
         std::get<2>(It->first) < To.End)
    It = erase(It);
}

void OrderSearch::make(const FlowStep &Step) {
  if (Step.To.Holder == FlowHolder::Array)
    return;
  Needs Value = needsOf(Step.From);
  forget(Step.To);
  set({Step.To.Holder, Step.To.Index, Step.To.Begin},
      {Step.To.End, 0, std::move(Value)});
}

void OrderSearch::makeElement(const FlowStep &Step) {
  Needs Value = needsOf(Step.From);
  forget(Step.To);
  const int64_t Count = (Step.To.End - Step.To.Begin) / Step.Bytes;
  if (Count <= 0 || Count > int64_t(Needs::MaxElements))
    return;
  for (unsigned Load : Value.Loads)
    ElementCounts[Load] = Count;
  set({Step.To.Holder, Step.To.Index, Step.To.Begin},
      {Step.To.End, Step.Bytes, std::move(Value)});
}

void OrderSearch::copy(const FlowPart &From, const FlowPart &To) {
  std::vector<std::pair<Key, Held>> Copied;
  for (auto It = Values.lower_bound({From.Holder, From.Index, From.Begin});
       It != Values.end() && std::get<0>(It->first) == From.Holder &&
       std::get<1>(It->first) == From.Index && It->second.End <= From.End;
       ++It) {
    const int64_t By = To.Begin - From.Begin;
    Copied.push_back(
        {{To.Holder, To.Index, std::get<2>(It->first) + By},
         {It->second.End + By, It->second.ElementBytes, It->second.Value}});
  }
  forget(To);
  for (auto &[At, Value] : Copied)
    set(At, std::move(Value));
}

void OrderSearch::settle() {
  // What values are made of matters no more.
  Pending.clear();
  Values.clear();
  IsMixed = false;
}

bool OrderSearch::isNeeded(unsigned Load, const Needs &Value) const {
  if (Value.Loads.count(Load))
    return true;
  const auto Of = Value.Elements.find(Load);
  const auto Count = ElementCounts.find(Load);
  return Of != Value.Elements.end() && Count != ElementCounts.end() &&
         Of->second.count() == Count->second;
}

/// True if two accesses are surely to different arrays.
bool OrderSearch::isElsewhere(unsigned A, unsigned B) const {
  const auto &OfA = Program.Accesses[A].Array, &OfB = Program.Accesses[B].Array;
  return OfA && OfB && *OfA != *OfB;
}

/// True if both are computed alike. Of values that are not known it is not.
bool OrderSearch::isSame(ExprId A, ExprId B) const {
  if (A == B)
    return true;
  // Of subscripts. Expressions share what they are made of, which takes long to
  // compare in deep ones.
  constexpr unsigned MaxDepth = 16;
  const Expr &OfA = Program.expr(A), &OfB = Program.expr(B);
  return OfA.Kind == OfB.Kind && OfA.Kind != ExprKind::Opaque &&
         OfA.Kind != ExprKind::Shuffle && OfA.Type == OfB.Type &&
         OfA.Unary == OfB.Unary && OfA.Binary == OfB.Binary &&
         OfA.Special == OfB.Special && OfA.Value == OfB.Value &&
         OfA.Index == OfB.Index && OfA.Depth == OfB.Depth &&
         OfA.Depth <= MaxDepth &&
         llvm::equal(OfA.Operands, OfB.Operands,
                     [this](ExprId X, ExprId Y) { return isSame(X, Y); });
}

/// True if the address of \p Access surely is what it was when it was executed.
bool OrderSearch::isStill(unsigned Access) const {
  bool Result = true;
  forEachVariable(
      Program, Program.Accesses[Access].Address, [&](unsigned Variable) {
        Result &= AssignedAt.lookup(Variable) <= ExecutedAt.lookup(Access);
      });
  return Result;
}

/// True if \p Load surely loads the place of \p Other, a store or a load that
/// is one value with it then.
bool OrderSearch::isOfSamePlace(unsigned Load, unsigned Other) const {
  const Access &A = Program.Accesses[Load], &B = Program.Accesses[Other];
  const bool AreAlike = B.Op != MemoryOperation::Load ||
                        (A.Bytes * A.Pieces == B.Bytes * B.Pieces &&
                         !A.IsVolatile && !B.IsVolatile);
  return AreAlike && isSame(A.Address, B.Address);
}

/// Leaves in Pending what a store, access number \p Access, of \p Value does
/// not need. What is loaded from one place twice is one value, and what is
/// stored to is loaded before. False if some loads from one array come before
/// it, and others perhaps behind it.
bool OrderSearch::takeNeeded(unsigned Access, const Needs &Value) {
  const std::vector<unsigned> Loads(Pending.begin(),
                                    Pending.lower_bound(FirstLoop));
  std::vector<unsigned> Known;
  if (isStill(Access))
    Known.push_back(Access);
  llvm::copy_if(Loads, std::back_inserter(Known), [&](unsigned Load) {
    return Value.Loads.count(Load) && isStill(Load);
  });
  bool IsBehind = true;
  std::set<unsigned> NeededOf, OthersOf;
  for (unsigned Load : Loads) {
    const bool IsTaken =
        isNeeded(Load, Value) ||
        (isStill(Load) && llvm::any_of(Known, [&](unsigned Of) {
           return isOfSamePlace(Load, Of);
         }));
    if (isElsewhere(Load, Access))
      (IsTaken ? NeededOf : OthersOf).insert(*Program.Accesses[Load].Array);
    else
      IsBehind &= IsTaken;
    if (IsTaken)
      Pending.erase(Load);
  }
  return IsBehind && llvm::none_of(NeededOf, [&](unsigned Array) {
           return OthersOf.count(Array);
         });
}

void OrderSearch::store(const FlowStep &Step) {
  const std::set<unsigned> Loops(Pending.lower_bound(FirstLoop), Pending.end());
  Access &Store = Program.Accesses[Step.Access];
  if (!takeNeeded(Step.Access, needsOf(Step.From)))
    IsMixed = Store.IsAmidLoads = applies(Mechanism::LoadOrder);
  else if (std::exchange(IsMixed, false))
    Store.IsAmidLoads = true;
  else if (!Loops.empty())
    Candidates.push_back({Step.Access, Loops});
}

void banklint::orderLoads(KernelProgram &Program) {
  OrderSearch(Program).visit(Program.Body);
}
