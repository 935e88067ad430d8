//===- CopyConstants.cpp - Constants of one copy of the code --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/CopyConstants.h"
#include "banklint/Interpreter/CompileTime.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

constexpr unsigned Never = ~0u;

CopyConstants::CopyConstants(const KernelProgram &Program,
                             const AssignedValues &Values)
    : Program(Program), Values(Values), Accesses(Program.Accesses.size()),
      Sets(Values.size()) {
  index(Program.Body);
}

void CopyConstants::index(const Block &B) {
  for (const Stmt &S : B) {
    const Place Here{Count++, Around};
    if (S.Kind == StmtKind::Assign)
      Sets[S.Index].push_back(Here);
    else if (S.Kind == StmtKind::Access)
      Accesses[S.Index] = Here;
    for (const Block &Inner : S.Blocks) {
      // All of an inlined function is executed wherever its call stands.
      const bool IsInline = S.Kind == StmtKind::Region && !mayLeaveEarly(Inner);
      if (!IsInline)
        Around.push_back(&Inner);
      index(Inner);
      if (!IsInline)
        Around.pop_back();
    }
    if (S.Kind == StmtKind::Loop)
      Loops.push_back({&S, Here.Position, Count});
  }
}

/// Enters a read of a variable that is not followed.
void CopyConstants::readOther(unsigned Variable, const Place &Reader,
                              Search &S) const {
  S.IsStale[Variable] = true;
  S.Found.IsFollowed[Variable] = false;
  unsigned Before = 0;
  for (const Place &Set : Sets[Variable]) {
    Before += Set.Position < Reader.Position;
    S.Sources.push_back(Set.Position);
  }
  // Reads of several versions count as none that another address has.
  auto [Known, IsNew] = S.Found.Versions.try_emplace(Variable, Before);
  if (Known->second != Before)
    Known->second = Never - Reader.Position;
}

/// Enters what \p Id reads where \p Reader stands: constants, variables that
/// are set once, before it and in the blocks around it, and others.
void CopyConstants::follow(ExprId Id, const Place &Reader, Search &S) const {
  const Expr &E = Program.expr(Id);
  for (ExprId Operand : E.Operands)
    follow(Operand, Reader, S);
  if (E.Kind == ExprKind::Opaque || E.Kind == ExprKind::Shuffle)
    S.Sources.push_back(Reader.Position);
  if (E.Kind != ExprKind::Variable)
    return;
  if (S.IsConstant[E.Index]) {
    if (S.FirstRead[E.Index] == Never)
      S.Found.Constants.push_back(Id);
    S.FirstRead[E.Index] = std::min(S.FirstRead[E.Index], Reader.Position);
    return;
  }
  llvm::ArrayRef<Place> Set = Sets[E.Index];
  if (S.IsStale[E.Index] || Set.size() != 1 ||
      Set.front().Position >= Reader.Position ||
      Set.front().Around.size() > Reader.Around.size() ||
      !std::equal(Set.front().Around.begin(), Set.front().Around.end(),
                  Reader.Around.begin()))
    return readOther(E.Index, Reader, S);
  if (S.Found.IsFollowed[E.Index])
    return;
  S.Found.IsFollowed[E.Index] = true;
  follow(Values.of(E.Index).front(), Set.front(), S);
}

/// True if nothing sets \p Variable between \p FirstRead and \p Access.
bool CopyConstants::keepsValue(unsigned Variable, unsigned FirstRead,
                               unsigned Access) const {
  return llvm::all_of(Sets[Variable], [&](const Place &Set) {
    if (Set.Position > FirstRead && Set.Position < Access)
      return false;
    return llvm::all_of(Loops, [&](const Range &Loop) {
      return !Loop.contains(Access) || !Loop.contains(Set.Position) ||
             Loop.contains(FirstRead);
    });
  });
}

CopyConstants::Parts
CopyConstants::partsOf(unsigned Access,
                       const std::vector<bool> &IsConstant) const {
  const size_t Count = Values.size();
  Search S{IsConstant,
           {std::vector<bool>(Count), std::vector<bool>(Count), {}, {}, {}},
           std::vector<unsigned>(Count, Never),
           std::vector<bool>(Count),
           {}};
  const Place &Here = Accesses[Access];
  follow(Program.Accesses[Access].Address, Here, S);
  llvm::erase_if(S.Found.Constants, [&](ExprId Id) {
    const unsigned Variable = Program.expr(Id).Index;
    S.Found.IsValued[Variable] =
        keepsValue(Variable, S.FirstRead[Variable], Here.Position);
    return !S.Found.IsValued[Variable];
  });
  for (const Range &Each : Loops)
    if (Each.contains(Here.Position) &&
        llvm::any_of(S.Sources,
                     [&](unsigned Source) { return Each.contains(Source); }))
      S.Found.Loops.push_back(Each.Loop);
  return S.Found;
}

/// True if \p Id is made of constants and of variables that \p IsKnown holds
/// for.
static bool consistsOf(const KernelProgram &Program, ExprId Id,
                       llvm::function_ref<bool(unsigned)> IsKnown) {
  const Expr &E = Program.expr(Id);
  switch (E.Kind) {
  case ExprKind::Constant:
    return true;
  case ExprKind::Variable:
    return IsKnown(E.Index);
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::Convert:
    return llvm::all_of(E.Operands, [&](ExprId Operand) {
      return consistsOf(Program, Operand, IsKnown);
    });
  default:
    return false;
  }
}

std::optional<int64_t> CodeCopy::valueOf(ExprId Id) const {
  const Expr &E = Program.expr(Id);
  if (E.Kind == ExprKind::Constant)
    return E.Value;
  if (Find && consistsOf(Program, Id, [this](unsigned Variable) {
        return Parts.IsValued[Variable];
      }))
    return Find(Id);
  const std::optional<ExprId> Value = followed(Id);
  return Value ? valueOf(*Value) : std::nullopt;
}

bool CodeCopy::isConstant(ExprId Id) const {
  return consistsOf(Program, Id,
                    [this](unsigned Variable) { return IsConstant[Variable]; });
}

std::optional<ExprId> CodeCopy::followed(ExprId Id) const {
  const Expr &E = Program.expr(Id);
  if (E.Kind != ExprKind::Variable || !Parts.IsFollowed[E.Index])
    return std::nullopt;
  return Values.of(E.Index).front();
}
