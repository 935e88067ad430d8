//===- Frames.h - The functions that are being lowered ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_EMIT_FRAMES_H
#define BANKLINT_LIB_FRONTEND_LOWERING_EMIT_FRAMES_H

#include "Lowering/Emit/FlowRecorder.h"
#include "Lowering/Emit/LValue.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/MapVector.h"

namespace banklint {

/// What a local variable or a parameter is bound to.
struct Binding {
  enum BindingKind { Scalar, Members, Alias, Ignored } Kind = Ignored;
  /// Scalar: the variable's number. Members: the record's. Ignored: one of its
  /// own.
  unsigned Index = 0;
  /// Alias: what a reference refers to.
  LValue Target;
  /// Scalar: the local place that a pointer always points to, if it is known.
  std::optional<LValue> Pointee;
  /// What a pointer to functions always points to.
  const clang::FunctionDecl *Callee = nullptr;
};

/// The place that a variable bound by \p B is; an untracked one if it is
/// ignored.
LValue placeOf(const Binding &B);

/// A function that is being lowered: the kernel or an inlined one.
struct Frame {
  const clang::FunctionDecl *Function = nullptr;
  /// In the order of their declarations.
  llvm::MapVector<const clang::VarDecl *, Binding> Bindings;
  std::optional<unsigned> ResultVariable;
  /// How many statements that set it are lowered.
  unsigned Returns = 0;
  /// What ResultVariable would hold, where that need not be set.
  ExprId Result;
  /// The first variable that is made for the call: nothing changes it, and
  /// those behind it, once the function has returned.
  unsigned FirstVariable = 0;
  /// The local struct that a struct result initializes.
  std::optional<LValue> ResultRecord;
  /// What the function has returned references to, and the variable that
  /// holds the number of the one in force.
  std::vector<LValue> ReturnedPlaces;
  std::optional<unsigned> ReturnedNumber;
  /// Its body is one statement, which returns a reference: there is no choice
  /// between places.
  bool ReturnsOnePlace = false;
  /// What keeps a result that is no record.
  std::optional<FlowPart> ResultPart;
  /// Nothing uses the result.
  bool DropsResult = false;
  /// What `this` points to; methods only.
  std::optional<LValue> This;
};

/// The kernel and the functions inlined into it, innermost last.
class FrameStack {
public:
  void push(Frame F) { Frames.push_back(std::move(F)); }
  Frame pop();
  Frame &front() { return Frames.front(); }
  Frame &back() { return Frames.back(); }
  const Frame &back() const { return Frames.back(); }
  size_t size() const { return Frames.size(); }
  auto begin() const { return Frames.begin(); }
  auto end() const { return Frames.end(); }

  /// What \p Decl is bound to in the innermost function that knows it; null if
  /// none does.
  Binding *bindingOf(const clang::VarDecl &Decl);
  /// The object of the innermost method; lambdas see that around them.
  const LValue *thisPlace() const;

private:
  std::vector<Frame> Frames;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_EMIT_FRAMES_H
