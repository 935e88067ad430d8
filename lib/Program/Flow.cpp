//===- Flow.cpp - What becomes of values that are not computed ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/Flow.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

namespace {

struct KindRow {
  llvm::StringLiteral Word;
  bool HasTo, HasFrom, HasAccess;
};

} // namespace

/// In the order of the enumerators.
static constexpr KindRow Kinds[] = {
    {"make", true, true, false},     {"move", true, true, false},
    {"parts", true, true, false},    {"element", true, true, false},
    {"copy", true, true, false},     {"load", true, false, true},
    {"store", false, true, true},    {"use", false, true, false},
    {"narrow", false, true, false},  {"drop", false, false, true},
    {"skip", false, false, true},    {"lose", true, false, false},
    {"forget", true, false, false},  {"decide", false, true, false},
    {"test", false, true, false},    {"choose", true, true, false},
    {"settle", false, false, false}, {"branch", false, false, false}};

/// Likewise. A variable is spelled by its name alone.
static constexpr llvm::StringLiteral Holders[] = {"var", "record", "local",
                                                  "load", "array"};

static const KindRow &rowOf(FlowKind Kind) {
  return Kinds[static_cast<size_t>(Kind)];
}

llvm::StringRef banklint::spelling(FlowKind Kind) { return rowOf(Kind).Word; }

llvm::StringRef banklint::spelling(FlowHolder Holder) {
  return Holders[static_cast<size_t>(Holder)];
}

std::optional<FlowKind> banklint::parseFlowKind(llvm::StringRef Text) {
  const auto *Row = llvm::find_if(
      Kinds, [Text](const KindRow &Each) { return Each.Word == Text; });
  if (Row == std::end(Kinds))
    return std::nullopt;
  return static_cast<FlowKind>(Row - std::begin(Kinds));
}

std::optional<FlowHolder> banklint::parseFlowHolder(llvm::StringRef Text) {
  const auto *Word = llvm::find(Holders, Text);
  if (Word == std::end(Holders))
    return std::nullopt;
  return static_cast<FlowHolder>(Word - std::begin(Holders));
}

bool banklint::hasTo(FlowKind Kind) { return rowOf(Kind).HasTo; }
bool banklint::hasFrom(FlowKind Kind) { return rowOf(Kind).HasFrom; }
bool banklint::hasAccess(FlowKind Kind) { return rowOf(Kind).HasAccess; }
