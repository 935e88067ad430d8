//===- Flow.h - What becomes of values that are not computed ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program computes integers. Of everything else, floating-point numbers and
// structs, it says what they are made of and that something uses them:
//
//   float4 v = s[i];
//   out[i] = v.x + v.y;
//
// is a load, "flow into record 0[0:16] loads 0" and "flow use record 0[0:4],
// record 0[4:8]". The passes of the compiler (banklint/Compiler) ask for it and
// remove it: no interpreter sees a step.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_FLOW_H
#define BANKLINT_PROGRAM_FLOW_H

#include "banklint/Program/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <tuple>

namespace banklint {

/// What is behind these bytes of a record is not looked at.
constexpr int64_t MaxFlowBytes = 1024;

/// What keeps a value.
enum class FlowHolder {
  /// A variable of the program.
  Variable,
  /// A local struct or array, by a number of its own.
  Record,
  /// A local variable that the program does not have, by a number of its own.
  Local,
  /// What an access loads, by the number of the access.
  Load,
  /// What stores to an array have put there, by the number of the array.
  Array,
};

/// The bytes [Begin, End) of what a holder keeps. All but records are of one
/// byte.
struct FlowPart {
  FlowHolder Holder = FlowHolder::Variable;
  unsigned Index = 0;
  int64_t Begin = 0, End = 1;
  /// Some of the bytes, perhaps none.
  bool IsSome = false;
  /// Of what a value is made of: nobody knows whether this is part of it.
  bool IsPerhaps = false;
  /// If valid, an i64: these are the Bytes that it says from the start of the
  /// record, which are in [Begin, End).
  ExprId At = {};
  int64_t Bytes = 0;

  static FlowPart variable(unsigned Index) {
    return {FlowHolder::Variable, Index};
  }
  static FlowPart record(unsigned Number, int64_t Begin, int64_t End) {
    return {FlowHolder::Record, Number, Begin, End};
  }
  static FlowPart someOfRecord(unsigned Number, int64_t Begin, int64_t End) {
    return {FlowHolder::Record, Number, Begin, End, /*IsSome=*/true};
  }
  static FlowPart local(unsigned Number) { return {FlowHolder::Local, Number}; }
  static FlowPart load(unsigned Access) { return {FlowHolder::Load, Access}; }
  static FlowPart array(unsigned Number) { return {FlowHolder::Array, Number}; }

  friend bool operator==(const FlowPart &A, const FlowPart &B) {
    return A.Holder == B.Holder && A.Index == B.Index && A.Begin == B.Begin &&
           A.End == B.End && A.IsSome == B.IsSome &&
           A.IsPerhaps == B.IsPerhaps && A.At == B.At && A.Bytes == B.Bytes;
  }
};

enum class FlowKind {
  /// To is computed from From.
  Make,
  /// To gets what one of From is, as it is; the others say where that was.
  Move,
  /// To, a struct, is: of each of its members nobody knows of what.
  MakeParts,
  /// Some element of To, of Bytes, is; in the end all are.
  MakeElement,
  /// To gets From, of the same size, byte by byte.
  Copy,
  /// To gets all of what Access loads. Of several such steps for one access,
  /// one each time.
  Load,
  /// Access, a store, stores what is made of From.
  Store,
  /// From is used.
  Use,
  /// Only some bytes of From are needed.
  Narrow,
  /// Nothing uses what Access loads.
  Drop,
  /// Access is never executed.
  Skip,
  /// From now on anything may change and use To.
  Lose,
  /// To may hold anything.
  Forget,
  /// The branch that follows depends on From; Taken is its side if one is
  /// executed always.
  Decide,
  /// The same, and nothing else is made of From.
  Test,
  /// To is computed from From if some condition holds, and else not used. What
  /// is made of To is made of the condition as well.
  Choose,
  /// All loads so far surely stand before what follows.
  Settle,
  /// Code here may become branches that the program does not show: a division,
  /// a function of a library.
  Branch,
};

struct FlowStep {
  FlowKind Kind = FlowKind::Settle;
  FlowPart To = {};
  llvm::SmallVector<FlowPart, 2> From = {};
  unsigned Access = 0;
  int64_t Bytes = 0;
  std::optional<bool> Taken = std::nullopt;
  /// If valid: in rounds of loops where this is a constant 0, To is made of
  /// nothing.
  ExprId Only = {};

  friend bool operator==(const FlowStep &A, const FlowStep &B) {
    const auto Rest = [](const FlowStep &S) {
      return std::tie(S.Kind, S.To, S.From, S.Access, S.Bytes, S.Taken, S.Only);
    };
    return Rest(A) == Rest(B);
  }
};

/// The words of the text form, which says what each step has: "use", "copy".
llvm::StringRef spelling(FlowKind Kind);
llvm::StringRef spelling(FlowHolder Holder);
std::optional<FlowKind> parseFlowKind(llvm::StringRef Text);
std::optional<FlowHolder> parseFlowHolder(llvm::StringRef Text);

/// True if a step of \p Kind has To, From or Access.
bool hasTo(FlowKind Kind);
bool hasFrom(FlowKind Kind);
bool hasAccess(FlowKind Kind);

} // namespace banklint

#endif // BANKLINT_PROGRAM_FLOW_H
