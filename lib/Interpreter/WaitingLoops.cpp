//===- WaitingLoops.cpp - Loops that wait for other threads ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaitingLoops.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

namespace {

/// What depends on volatile values in one loop that no other is around.
class VolatileFlow {
public:
  VolatileFlow(const KernelProgram &Program, const Stmt &Outermost)
      : Program(Program), IsVolatile(Program.Variables.size()) {
    while (spread(Outermost, /*IsConditional=*/false))
      ;
  }
  /// Adds the loops among \p S and what is in it that end by such values.
  void find(const Stmt &S, llvm::DenseSet<const Stmt *> &Waiting) const;

private:
  bool spread(const Stmt &S, bool IsConditional);
  bool dependsOn(ExprId Value) const;
  bool endsBy(const Block &B, bool IsConditional, bool IsInside,
              bool IsInRegion) const;

  const KernelProgram &Program;
  std::vector<bool> IsVolatile;
};

} // namespace

/// True if \p Value, in a loop that reads such values, is made of them, or may
/// be by floating-point numbers.
static bool readsVolatile(const KernelProgram &Program, ExprId Value) {
  const Expr &E = Program.expr(Value);
  if (E.Kind == ExprKind::Opaque) {
    const OpaqueValue &Opaque = Program.Opaques[E.Index];
    if (Opaque.Volatile || Opaque.Why.Code == ReasonCode::FloatingPoint)
      return true;
  }
  return llvm::any_of(E.Operands, [&Program](ExprId Operand) {
    return readsVolatile(Program, Operand);
  });
}

bool VolatileFlow::dependsOn(ExprId Value) const {
  if (!Value.isValid())
    return false;
  bool Depends = readsVolatile(Program, Value);
  forEachVariable(Program, Value,
                  [&](unsigned Variable) { Depends |= IsVolatile[Variable]; });
  return Depends;
}

/// Returns true if there are more variables now.
bool VolatileFlow::spread(const Stmt &S, bool IsConditional) {
  const bool Depends = IsConditional || dependsOn(S.Value);
  bool HasChanged = false;
  if (S.Kind == StmtKind::Assign && Depends && !IsVolatile[S.Index])
    HasChanged = IsVolatile[S.Index] = true;
  for (const Block &B : S.Blocks)
    for (const Stmt &Inner : B)
      HasChanged |= spread(Inner, Depends);
  return HasChanged;
}

/// True if control may leave the loop that \p B is in, at a place that depends
/// on such values. \p IsInside is an inner loop or switch, \p IsInRegion an
/// inlined call.
bool VolatileFlow::endsBy(const Block &B, bool IsConditional, bool IsInside,
                          bool IsInRegion) const {
  return llvm::any_of(B, [&](const Stmt &S) {
    if (S.Kind == StmtKind::Break)
      return IsConditional && !IsInside;
    if (S.Kind == StmtKind::Return)
      return IsConditional && !IsInRegion;
    const bool Depends = IsConditional || dependsOn(S.Value);
    const bool IsTarget =
        S.Kind == StmtKind::Loop || S.Kind == StmtKind::Switch;
    return llvm::any_of(S.Blocks, [&](const Block &Inner) {
      return endsBy(Inner, Depends, IsInside || IsTarget,
                    IsInRegion || S.Kind == StmtKind::Region);
    });
  });
}

void VolatileFlow::find(const Stmt &S,
                        llvm::DenseSet<const Stmt *> &Waiting) const {
  if (S.Kind == StmtKind::Loop && S.ReadsVolatile &&
      (dependsOn(S.Value) || endsBy(S.Blocks[1], /*IsConditional=*/false,
                                    /*IsInside=*/false, /*IsInRegion=*/false)))
    Waiting.insert(&S);
  for (const Block &B : S.Blocks)
    for (const Stmt &Inner : B)
      find(Inner, Waiting);
}

static void findIn(const KernelProgram &Program, const Block &B,
                   llvm::DenseSet<const Stmt *> &Waiting) {
  for (const Stmt &S : B) {
    if (S.Kind == StmtKind::Loop && S.ReadsVolatile)
      VolatileFlow(Program, S).find(S, Waiting);
    else if (S.Kind != StmtKind::Loop)
      for (const Block &Inner : S.Blocks)
        findIn(Program, Inner, Waiting);
  }
}

llvm::DenseSet<const Stmt *>
banklint::waitingLoops(const KernelProgram &Program) {
  llvm::DenseSet<const Stmt *> Waiting;
  findIn(Program, Program.Body, Waiting);
  if (!Waiting.empty() && !applies(Mechanism::WaitingLoops))
    Waiting.clear();
  return Waiting;
}
