//===- FlowRecorder.cpp - What values are made of -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Emit/FlowRecorder.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

FlowRecorder::Scope::~Scope() {
  if (IsPart)
    Around.append(Flow.Current);
  else
    Flow.use();
  Flow.Current = std::move(Around);
  Flow.Innermost = Outer;
}

/// What \p Read has of \p Changed, which changes now, becomes a local.
void FlowRecorder::keep(const FlowPart &Changed, Value &Read) {
  for (FlowPart &Part : Read)
    if (Part.Holder == Changed.Holder && Part.Index == Changed.Index &&
        Part.Begin < Changed.End && Changed.Begin < Part.End) {
      Part = makeLocal(FlowKind::Make, {Part});
    }
}

/// The same of what is read in the expressions around.
void FlowRecorder::keep(const FlowPart &Changed) {
  for (Scope *Each = Innermost; Each; Each = Each->Outer)
    keep(Changed, Each->Around);
}

/// A local that is made of \p From.
FlowPart FlowRecorder::makeLocal(FlowKind Kind, Value From, ExprId Only) {
  FlowStep Step = {Kind, newLocal(), std::move(From)};
  Step.Only = Only;
  const FlowPart To = Step.To;
  add(std::move(Step));
  return To;
}

unsigned FlowRecorder::add(FlowStep Step) {
  Stmt &S = Out->emplace_back();
  S.Kind = StmtKind::Flow;
  S.Index = Program.Flow.size();
  Program.Flow.push_back(std::move(Step));
  return S.Index;
}

void FlowRecorder::read(FlowPart From) {
  if (!IsDead)
    Current.push_back(From);
}

void FlowRecorder::readPerhaps(FlowPart From) {
  From.IsPerhaps = true;
  read(From);
}

FlowPart FlowRecorder::keepCurrent() {
  return IsDead ? newLocal() : makeLocal(FlowKind::Make, Current);
}

void FlowRecorder::use() {
  if (!Current.empty())
    add({FlowKind::Use, {}, take()});
}

void FlowRecorder::use(FlowPart Part) {
  if (!IsDead)
    add({FlowKind::Use, {}, {Part}});
}

void FlowRecorder::useFrom(size_t Count) {
  // Some of it may have gone elsewhere.
  if (Current.size() > Count)
    add({FlowKind::Use, {}, Value(llvm::ArrayRef(Current).drop_front(Count))});
}

void FlowRecorder::narrow(const Value &Of) {
  if (!Of.empty())
    add({FlowKind::Narrow, {}, Of});
}

void FlowRecorder::make(FlowKind Kind, FlowPart To, int64_t Bytes) {
  if (IsDead)
    return;
  keep(To);
  To.IsSome |= IsVague;
  if (Kind == FlowKind::Make && IsMove)
    Kind = FlowKind::Move;
  add({Kind, To, take(), 0, Bytes});
}

void FlowRecorder::copy(FlowPart From, FlowPart To) {
  if (IsDead)
    return;
  keep(To);
  keep(To, Current);
  To.IsSome |= IsVague;
  add({FlowKind::Copy, To, {From}});
}

void FlowRecorder::lose(FlowPart Whole) { add({FlowKind::Lose, Whole}); }

void FlowRecorder::forget(FlowPart To) {
  if (IsDead)
    return;
  keep(To);
  keep(To, Current);
  add({FlowKind::Forget, To});
}

void FlowRecorder::putInto(unsigned Array) {
  // Dynamic arrays share their memory, with other kernels for all that the
  // compiler knows.
  if (Program.Arrays[Array].IsDynamic)
    return use();
  if (!Current.empty())
    add({FlowKind::Make, {FlowHolder::Array, Array}, take()});
}

unsigned FlowRecorder::loadTo(unsigned Access, FlowPart To) {
  return add({FlowKind::Load, To, {}, Access});
}

void FlowRecorder::drop(unsigned Access) {
  add({FlowKind::Drop, {}, {}, Access});
}

void FlowRecorder::skip(unsigned Access) {
  add({FlowKind::Skip, {}, {}, Access});
}

void FlowRecorder::store(unsigned Access) {
  if (!IsDead)
    add({FlowKind::Store, {}, Current, Access});
}

void FlowRecorder::settle() {
  if (!IsDead)
    add({FlowKind::Settle});
}

void FlowRecorder::branch() {
  if (!IsDead)
    add({FlowKind::Branch});
}

void FlowRecorder::test(const Value &Condition, std::optional<bool> Taken) {
  add({FlowKind::Test, {}, Condition, 0, 0, Taken});
}

void FlowRecorder::choose(size_t Count, unsigned FirstAccess,
                          ExprId Condition) {
  Value Chosen;
  for (size_t I = Current.size(); I-- > Count;) {
    const FlowPart &Part = Current[I];
    if (Part.Holder == FlowHolder::Load && Part.Index >= FirstAccess)
      continue;
    Chosen.insert(Chosen.begin(), Part);
    Current.erase(Current.begin() + I);
  }
  if (!Chosen.empty())
    read(makeLocal(FlowKind::Choose, std::move(Chosen), Condition));
}

void FlowRecorder::multiply(size_t First, size_t Last, ExprId Factor) {
  if (First == Last)
    return;
  const auto Begin = Current.begin() + First, End = Current.begin() + Last;
  *Begin = makeLocal(FlowKind::Make, Value(Begin, End), Factor);
  Current.erase(Begin + 1, End);
}

void FlowRecorder::decide(const Value &Condition, std::optional<bool> Taken) {
  add({FlowKind::Decide, {}, Condition, 0, 0, Taken});
}
