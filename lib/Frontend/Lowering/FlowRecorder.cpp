//===- FlowRecorder.cpp - What values are made of -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowRecorder.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

FlowRecorder::Scope::~Scope() {
  if (IsPart)
    Around.append(Flow.Current);
  else
    Flow.use();
  Flow.Current = std::move(Around);
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

void FlowRecorder::use() {
  if (!Current.empty())
    add({FlowKind::Use, {}, take(), 0, 0, {}});
}

void FlowRecorder::use(FlowPart Part) {
  if (!IsDead)
    add({FlowKind::Use, {}, {Part}, 0, 0, {}});
}

void FlowRecorder::narrow(const Value &Of) {
  if (!Of.empty())
    add({FlowKind::Narrow, {}, Of, 0, 0, {}});
}

void FlowRecorder::make(FlowKind Kind, FlowPart To, int64_t Bytes) {
  if (!IsDead)
    add({Kind, To, take(), 0, Bytes, {}});
}

void FlowRecorder::copy(FlowPart From, FlowPart To) {
  if (!IsDead)
    add({FlowKind::Copy, To, {From}, 0, 0, {}});
}

void FlowRecorder::lose(FlowPart Whole) {
  add({FlowKind::Lose, Whole, {}, 0, 0, {}});
}

void FlowRecorder::forget(FlowPart To) {
  if (!IsDead)
    add({FlowKind::Forget, To, {}, 0, 0, {}});
}

void FlowRecorder::putInto(unsigned Array) {
  // Dynamic arrays share their memory, with other kernels for all that the
  // compiler knows.
  if (Program.Arrays[Array].IsDynamic)
    return use();
  if (!Current.empty())
    add({FlowKind::Make, {FlowHolder::Array, Array}, take(), 0, 0, {}});
}

unsigned FlowRecorder::loadTo(unsigned Access, FlowPart To) {
  return add({FlowKind::Load, To, {}, Access, 0, {}});
}

void FlowRecorder::drop(unsigned Access) {
  add({FlowKind::Drop, {}, {}, Access, 0, {}});
}

void FlowRecorder::skip(unsigned Access) {
  add({FlowKind::Skip, {}, {}, Access, 0, {}});
}

void FlowRecorder::store(unsigned Access) {
  if (!IsDead)
    add({FlowKind::Store, {}, Current, Access, 0, {}});
}

void FlowRecorder::settle() {
  if (!IsDead)
    add({FlowKind::Settle, {}, {}, 0, 0, {}});
}

void FlowRecorder::decide(const Value &Condition, std::optional<bool> Taken) {
  add({FlowKind::Decide, {}, Condition, 0, 0, Taken});
}
