//===- ArrayUses.cpp - Everything that uses an array ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/ArrayUses.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

std::vector<KernelUse> banklint::kernelsUsing(const Report &R,
                                              const KernelProgram &Program,
                                              unsigned Array) {
  const SourceSpan &Declared = Program.Arrays[Array].Span;
  llvm::StringRef File = Program.fileOf(Declared);
  std::vector<KernelUse> Uses;
  for (const KernelReport &Kernel : R.Kernels)
    for (const auto &[Number, Array] : llvm::enumerate(Kernel.Program.Arrays))
      if (Array.Span.isValid() && Array.Span.Offset == Declared.Offset &&
          Kernel.Program.fileOf(Array.Span) == File)
        Uses.push_back({&Kernel, unsigned(Number)});
  return Uses;
}

/// True if \p Program has a pointer into array number \p Array, on whatever
/// way: its address elsewhere than in an access that names it.
static bool hasPointersInto(const KernelProgram &Program, unsigned Array) {
  llvm::BitVector Seen(Program.Exprs.size());
  llvm::SmallVector<ExprId, 16> Left;
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (S.Value.isValid())
      Left.push_back(S.Value);
    if (S.Kind != StmtKind::Access)
      return;
    const Access &A = Program.Accesses[S.Index];
    if (A.Array == Array && Program.expr(A.Address).Kind == ExprKind::Address)
      llvm::append_range(Left, Program.expr(A.Address).Operands);
    else
      llvm::append_range(Left, A.operands());
  });
  while (!Left.empty()) {
    const ExprId Id = Left.pop_back_val();
    if (Seen.test(Id.Index))
      continue;
    Seen.set(Id.Index);
    const Expr &E = Program.expr(Id);
    if (E.Kind == ExprKind::Address && E.Index == Array)
      return true;
    llvm::append_range(Left, E.Operands);
  }
  return false;
}

/// True if \p Launch executes access number \p Number, never in array number
/// \p Array, and never where nobody knows.
static bool keepsOutOf(const LaunchReport &Launch, unsigned Number,
                       unsigned Array) {
  const auto V = llvm::find_if(Launch.Verdicts, [Number](const Verdict &Each) {
    return Each.Access == Number;
  });
  return V != Launch.Verdicts.end() && !V->MayStray && !V->Arrays.empty() &&
         !V->reaches(Array);
}

const Access *banklint::pointerInto(const KernelUse &Use) {
  std::optional<bool> HasPointers;
  for (const auto &[Number, A] : llvm::enumerate(Use.program().Accesses)) {
    if (A.Array)
      continue;
    if (!HasPointers)
      HasPointers = hasPointersInto(Use.program(), Use.Array);
    // Other launches take other ways to the pointers that there are.
    if (*HasPointers ||
        llvm::any_of(Use.Kernel->Launches,
                     [&, Number = Number](const LaunchReport &Launch) {
                       return !keepsOutOf(Launch, Number, Use.Array);
                     }))
      return &A;
  }
  return nullptr;
}

std::vector<ArrayUse> banklint::launchesOf(llvm::ArrayRef<KernelUse> Uses) {
  std::vector<ArrayUse> Result;
  for (const KernelUse &Use : Uses) {
    if (Use.array().IsLeftOut)
      continue;
    for (const LaunchReport &Launch : Use.Kernel->Launches)
      Result.push_back(
          {&Use.program(), Use.Array, Launch.Launch.Config, Launch.Verdicts});
  }
  return Result;
}

std::optional<unsigned> ArrayScope::indexOf(const LaunchReport &Launch) const {
  for (const auto &[Index, Use] : llvm::enumerate(Uses))
    if (Use.Verdicts.data() == Launch.Verdicts.data())
      return unsigned(Index);
  return std::nullopt;
}

ArrayScope banklint::scopeOf(const Report &R, const KernelProgram &Program,
                             unsigned Array) {
  ArrayScope All{R, kernelsUsing(R, Program, Array), {}};
  llvm::stable_sort(All.Kernels, [&](const KernelUse &A, const KernelUse &B) {
    return &A.program() == &Program && &B.program() != &Program;
  });
  All.Uses = launchesOf(All.Kernels);
  return All;
}

ArrayScope banklint::scopeOf(const ArrayScope &All,
                             const LaunchReport &Launch) {
  const ArrayUse &Use = All.Uses[*All.indexOf(Launch)];
  const auto Kernel = llvm::find_if(All.Kernels, [&Use](const KernelUse &Each) {
    return &Each.program() == Use.Program && Each.Array == Use.Array;
  });
  return {All.R, {*Kernel}, {Use}};
}
