//===- CodeCopies.cpp - Copies that unrolling makes -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/CodeCopies.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// Iterations of a loop beyond so many are not told apart.
constexpr uint64_t MostCopies = 16;

/// The loops of \p Event from the outermost to the innermost whose iterations
/// the compiler can't count, if there is one.
static llvm::ArrayRef<LoopPosition> runtimeLoops(const AccessEvent &Event) {
  llvm::ArrayRef<LoopPosition> Around = Event.Loops;
  while (!Around.empty() && !Around.back().IsRuntime)
    Around = Around.drop_back();
  return Around;
}

size_t banklint::copyAround(const AccessEvent &Event) {
  llvm::ArrayRef<LoopPosition> Around = runtimeLoops(Event);
  llvm::hash_code Copy = llvm::hash_value(Around.size());
  for (const LoopPosition &Loop : Around)
    if (!Loop.IsRuntime)
      Copy = llvm::hash_combine(Copy,
                                std::min(Loop.Round.value_or(0), MostCopies));
  return Copy;
}

size_t banklint::copyInside(const AccessEvent &Event) {
  llvm::hash_code Copy = llvm::hash_value(Event.Access);
  for (const LoopPosition &Loop :
       llvm::ArrayRef(Event.Loops).drop_front(runtimeLoops(Event).size()))
    Copy = llvm::hash_combine(Copy, Loop.Round.value_or(0) % MaxNeighbours);
  return Copy;
}

std::optional<size_t> banklint::oneCodeOf(const AccessEvent &Event) {
  if (llvm::none_of(Event.Loops,
                    [](const LoopPosition &Loop) { return Loop.IsOneCopy; }))
    return std::nullopt;
  llvm::hash_code Code = llvm::hash_value(Event.Access);
  for (const LoopPosition &Loop : Event.Loops) {
    if (Loop.IsOneCopy)
      continue;
    if (!Loop.Round)
      return std::nullopt;
    Code = llvm::hash_combine(Code, Loop.IsRuntime ? *Loop.Round % MostCopies
                                                   : *Loop.Round);
  }
  return size_t(Code);
}

size_t banklint::codeOf(const AccessEvent &Event) {
  llvm::hash_code Code = llvm::hash_value(Event.Access);
  for (const LoopPosition &Loop : Event.Loops) {
    const bool IsRolled =
        llvm::any_of(Event.RolledLoops, [&](const Stmt *Rolled) {
          return Rolled->Index == Loop.Variable;
        });
    const uint64_t Round = Loop.Round.value_or(0);
    Code = llvm::hash_combine(Code, Loop.Variable,
                              IsRolled ? Round % MostCopies : Round);
  }
  return Code;
}
