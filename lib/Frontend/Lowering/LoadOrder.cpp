//===- LoadOrder.cpp - Loads that surely stand before a store -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadOrder.h"
#include "banklint/Program/ArrayRoots.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

void LoadOrder::Needs::add(const Needs &Other) {
  Loads.insert(Other.Loads.begin(), Other.Loads.end());
  for (const auto &[Load, Of] : Other.Elements)
    Elements[Load] |= Of;
}

void LoadOrder::Value::join(const Value &Other) {
  Surely = {};
  From.append(Other.From);
}

LoadOrder::Scope::Scope(LoadOrder &Order, bool IsPart)
    : Order(Order), IsPart(IsPart), Around(std::exchange(Order.Current, {})) {}

LoadOrder::Scope::~Scope() {
  if (IsPart) {
    Around.Surely.add(Order.Current.Surely);
    Around.From.append(Order.Current.From);
  } else {
    Order.use();
  }
  Order.Current = std::move(Around);
}

/// Notes what stands at \p At before it is changed.
void LoadOrder::log(const Key &At) {
  if (Logs.empty())
    return;
  const auto It = Values.find(At);
  Logs.back().try_emplace(At, It == Values.end() ? std::nullopt
                                                 : std::optional(It->second));
}

std::map<LoadOrder::Key, LoadOrder::Held>::iterator
LoadOrder::erase(std::map<Key, Held>::iterator It) {
  log(It->first);
  return Values.erase(It);
}

void LoadOrder::set(const Key &At, Held Value) {
  log(At);
  Values[At] = std::move(Value);
}

LoadOrder::Log LoadOrder::valuesOf(const Log &Changed) const {
  Log Result;
  for (const auto &[At, Before] : Changed) {
    const auto It = Values.find(At);
    Result[At] = It == Values.end() ? std::nullopt : std::optional(It->second);
  }
  return Result;
}

/// Ends the innermost region: what is around it has changed as well. Returns
/// what stood there before.
LoadOrder::Log LoadOrder::endLog() {
  Log Before = std::move(Logs.back());
  Logs.pop_back();
  if (!Logs.empty())
    for (const auto &[At, Value] : Before)
      Logs.back().try_emplace(At, Value);
  return Before;
}

/// Ends the innermost region, of which nobody knows what it has assigned, but
/// for elements if these are kept.
void LoadOrder::forgetChanged(bool KeepsElements) {
  for (const auto &[At, Before] : endLog()) {
    const auto It = Values.find(At);
    if (It != Values.end() && !(KeepsElements && It->second.ElementBytes != 0))
      Values.erase(It);
  }
}

void LoadOrder::Branch::startOther() {
  ThenLeaves = std::exchange(Order.HasLeft, false);
  const Log &Before = Order.Logs.back();
  Then = Order.valuesOf(Before);
  for (const auto &[At, Value] : Before) {
    if (Value)
      Order.Values[At] = *Value;
    else
      Order.Values.erase(At);
  }
}

LoadOrder::Branch::~Branch() {
  const bool ElseLeaves = std::exchange(Order.HasLeft, HadLeft);
  Order.HasLeft |=
      Taken ? (*Taken ? ThenLeaves : ElseLeaves) : ThenLeaves && ElseLeaves;
  const Log Before = Order.endLog();
  const Log Else = Order.valuesOf(Before);
  for (const auto &[At, Other] : Else) {
    const auto OfThen = Then.find(At);
    const std::optional<Held> &One =
        OfThen == Then.end() ? Before.at(At) : OfThen->second;
    std::optional<Held> Chosen;
    if (Taken) {
      Chosen = *Taken ? One : Other;
    } else if (One && Other && One->End == Other->End &&
               One->ElementBytes == Other->ElementBytes) {
      Chosen = One;
      Chosen->Value.add(Other->Value);
      Chosen->Value.add(Condition);
    }
    if (Chosen)
      Order.Values[At] = *Chosen;
    else
      Order.Values.erase(At);
  }
}

LoadOrder::Loop::Loop(LoadOrder &Order)
    : Order(Order), Token(Order.NextToken++), Jumps(Order.HasLeft, false) {
  Order.Pending.insert(Token);
  Order.Logs.emplace_back();
}

LoadOrder::Loop::~Loop() {
  // Rounds fill an array one element after the other.
  Order.forgetChanged(/*KeepsElements=*/true);
  const bool IsCarried = llvm::any_of(
      Order.Pending, [](unsigned Load) { return Load < FirstToken; });
  Order.Pending.erase(Token);
  llvm::erase_if(Order.Candidates, [&](Candidate &Store) {
    if (Store.Tokens.erase(Token) == 0)
      return false;
    Order.Program.Accesses[Store.Access].IsAmidLoads |=
        IsCarried && applies(Mechanism::LoadOrder);
    return IsCarried || Store.Tokens.empty();
  });
}

void LoadOrder::load(unsigned Access) {
  if (IsDead)
    return;
  readFrom(ValuePart::load(Access));
  if (!Program.Accesses[Access].IsVolatile)
    Uses.noteLoad(Access);
  // Of more, it is not looked at what needs them.
  constexpr size_t MaxPending = 128;
  if (Pending.size() == MaxPending) {
    IsMixed = true;
    return;
  }
  Pending.insert(Access);
  Current.Surely.Loads.insert(Access);
}

/// The current value is made of \p Value, as far as that still matters.
void LoadOrder::needLoads(const Needs &Value) {
  for (unsigned Load : Value.Loads)
    if (Pending.count(Load))
      Current.Surely.Loads.insert(Load);
  for (const auto &[Load, Of] : Value.Elements)
    if (Pending.count(Load))
      Current.Surely.Elements[Load] |= Of;
}

void LoadOrder::need(const Value &Made) {
  needLoads(Made.Surely);
  Current.From.append(Made.From);
}

void LoadOrder::use() {
  for (const ValuePart &Part : Current.From)
    Uses.noteUsed(Part);
  Current.From.clear();
}

void LoadOrder::use(const ValuePart &Part) {
  if (!IsDead)
    Uses.noteUsed(Part);
}

void LoadOrder::narrow(const Value &Of) {
  for (const ValuePart &Part : Of.From)
    Uses.noteNarrowed(Part);
}

void LoadOrder::readFrom(const ValuePart &From) {
  if (!IsDead)
    Current.From.push_back(From);
}

void LoadOrder::read(const ValuePart &From) {
  readFrom(From);
  if (IsDead || Lost.count(From.Of))
    return;
  // From the last that starts in front of it on.
  auto It = Values.upper_bound({From.Of, From.Begin});
  if (It != Values.begin())
    --It;
  for (; It != Values.end() && It->first < Key(From.Of, From.End); ++It) {
    const auto &[At, Value] = *It;
    const bool IsInside = At.second >= From.Begin && Value.End <= From.End;
    const bool IsAround = At.second <= From.Begin && Value.End >= From.End;
    if (At.first != From.Of || !(IsInside || IsAround))
      continue;
    if (Value.ElementBytes == 0 || IsInside) {
      needLoads(Value.Value);
    } else if (From.End - From.Begin == Value.ElementBytes) {
      const int64_t Number = (From.Begin - At.second) / Value.ElementBytes;
      for (unsigned Load : Value.Value.Loads)
        Current.Surely.Elements[Load].set(Number);
    }
  }
}

void LoadOrder::lose(const ValuePart &Whole) {
  Lost.insert(Whole.Of);
  Uses.noteUsed({Whole.Of, Whole.Begin, Whole.End, /*IsSome=*/true});
  Uses.noteNarrowed(Whole);
}

void LoadOrder::forget(const ValuePart &To) {
  if (IsDead)
    return;
  auto It = Values.lower_bound({To.Of, To.Begin});
  if (It != Values.begin())
    if (auto Before = std::prev(It);
        Before->first.first == To.Of && Before->second.End > To.Begin)
      It = Before;
  while (It != Values.end() && It->first.first == To.Of &&
         It->first.second < To.End)
    It = erase(It);
}

/// What the current value was computed from is used where \p To is.
void LoadOrder::assignFrom(const ValuePart &To) {
  const auto IsOfTo = [&To](const ValuePart &Part) {
    return Part.Of == To.Of && Part.Begin < To.End && To.Begin < Part.End;
  };
  if (llvm::none_of(Current.From, IsOfTo))
    Uses.noteSet(To);
  for (const ValuePart &Part : Current.From)
    Uses.noteMade(Part, To);
  Current.From.clear();
}

void LoadOrder::assign(const ValuePart &To) {
  if (IsDead)
    return;
  assignFrom(To);
  forget(To);
  set({To.Of, To.Begin}, {To.End, 0, Current.Surely});
}

void LoadOrder::assignParts(const ValuePart &To) {
  if (IsDead)
    return;
  assignFrom(To);
  forget(To);
}

void LoadOrder::assignElement(const ValuePart &To, int64_t Bytes) {
  if (IsDead)
    return;
  assignFrom(To);
  forget(To);
  const int64_t Count = (To.End - To.Begin) / Bytes;
  if (Count <= 0 || Count > int64_t(Needs::MaxElements))
    return;
  for (unsigned Load : Current.Surely.Loads)
    ElementCounts[Load] = Count;
  set({To.Of, To.Begin}, {To.End, Bytes, Current.Surely});
}

void LoadOrder::copy(const ValuePart &From, const ValuePart &To) {
  if (IsDead)
    return;
  Uses.noteSet(To);
  Uses.noteCopied(From, To);
  std::vector<std::pair<ValuePart, Held>> Copied;
  for (auto It = Values.lower_bound({From.Of, From.Begin});
       It != Values.end() && It->first.first == From.Of &&
       It->second.End <= From.End;
       ++It) {
    const int64_t By = To.Begin - From.Begin;
    Copied.push_back(
        {{To.Of, It->first.second + By, It->second.End + By},
         {It->second.End + By, It->second.ElementBytes, It->second.Value}});
  }
  forget(To);
  for (auto &[Part, Value] : Copied)
    set({Part.Of, Part.Begin}, std::move(Value));
}

void LoadOrder::putInto(unsigned Array) {
  // Dynamic arrays share their memory, with other kernels for all that the
  // compiler knows.
  if (Program.Arrays[Array].IsDynamic)
    return use();
  for (const ValuePart &Part : Current.From)
    Uses.noteMade(Part, ValuePart::array(Array));
  Current.From.clear();
}

/// Which arrays something reads but the loads in \p Unused; nothing if that is
/// not known of an access.
static llvm::BitVector readArrays(const KernelProgram &Program,
                                  llvm::ArrayRef<unsigned> Unused) {
  ArrayRoots Roots(Program);
  llvm::BitVector IsRead(Program.Arrays.size());
  for (auto [Number, A] : llvm::enumerate(Program.Accesses)) {
    if ((A.Op == MemoryOperation::Store && !A.IsVolatile) ||
        llvm::is_contained(Unused, Number))
      continue;
    const std::optional<unsigned> Of = A.Array ? A.Array : Roots.rootOf(Number);
    if (!Of)
      return llvm::BitVector(Program.Arrays.size(), true);
    IsRead.set(*Of);
  }
  return IsRead;
}

ValueUses::Result LoadOrder::findUses() {
  use();
  const auto Find = [this](const llvm::BitVector &Used) {
    ValueUses WithArrays = Uses;
    for (unsigned Array : Used.set_bits())
      WithArrays.noteUsed(ValuePart::array(Array));
    return WithArrays.find();
  };
  // What of structs is surely used does not depend on what may be removed.
  llvm::BitVector IsUsed(Program.Arrays.size(), true);
  std::vector<ValueUses::Load> OfRecords = Find(IsUsed).Loads;
  // What is stored to an array is used as long as something reads that, if only
  // for the array itself: the compiler keeps that, too.
  IsUsed = readArrays(Program, {});
  for (;;) {
    ValueUses::Result Found = Find(IsUsed);
    llvm::BitVector IsRead = readArrays(Program, Found.Unused);
    if (IsRead == IsUsed) {
      Found.Loads = std::move(OfRecords);
      return Found;
    }
    IsUsed = std::move(IsRead);
  }
}

void LoadOrder::settle() {
  if (IsDead)
    return;
  // What values are made of matters no more.
  Pending.clear();
  Values.clear();
  IsMixed = false;
}

bool LoadOrder::isNeeded(unsigned Load) const {
  if (Current.Surely.Loads.count(Load))
    return true;
  const auto Of = Current.Surely.Elements.find(Load);
  const auto Count = ElementCounts.find(Load);
  return Of != Current.Surely.Elements.end() && Count != ElementCounts.end() &&
         Of->second.count() == Count->second;
}

/// True if two accesses are surely to different arrays.
bool LoadOrder::isElsewhere(unsigned A, unsigned B) const {
  const auto &OfA = Program.Accesses[A].Array, &OfB = Program.Accesses[B].Array;
  return OfA && OfB && *OfA != *OfB;
}

/// Leaves in Pending what a store, access number \p Access, does not need.
/// False if some loads from one array come before it, and others perhaps behind
/// it.
bool LoadOrder::takeNeeded(unsigned Access, llvm::ArrayRef<unsigned> OfPlace) {
  bool IsBehind = true;
  std::set<unsigned> NeededOf, OthersOf;
  for (auto It = Pending.begin(); It != Pending.end() && *It < FirstToken;) {
    const bool IsNeeded = isNeeded(*It) || llvm::is_contained(OfPlace, *It);
    if (isElsewhere(*It, Access))
      (IsNeeded ? NeededOf : OthersOf).insert(*Program.Accesses[*It].Array);
    else
      IsBehind &= IsNeeded;
    It = IsNeeded ? Pending.erase(It) : std::next(It);
  }
  return IsBehind && llvm::none_of(NeededOf, [&](unsigned Array) {
           return OthersOf.count(Array);
         });
}

void LoadOrder::store(unsigned Access, llvm::ArrayRef<unsigned> OfPlace) {
  if (IsDead)
    return;
  const std::set<unsigned> Tokens(Pending.lower_bound(FirstToken),
                                  Pending.end());
  if (!takeNeeded(Access, OfPlace))
    IsMixed = Program.Accesses[Access].IsAmidLoads =
        applies(Mechanism::LoadOrder);
  else if (std::exchange(IsMixed, false))
    Program.Accesses[Access].IsAmidLoads = true;
  else if (!Tokens.empty())
    Candidates.push_back({Access, std::move(Tokens)});
}
