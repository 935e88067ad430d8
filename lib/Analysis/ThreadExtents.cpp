//===- ThreadExtents.cpp - What a kernel says of its block ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadExtents.h"
#include "banklint/Support/LaneMask.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace banklint;

namespace {

class ExtentReader {
public:
  explicit ExtentReader(const KernelProgram &Program)
      : Program(Program), Assignments(Program.Variables.size()),
        IsVisited(Program.Exprs.size()) {}
  ThreadExtents read();

private:
  /// A variable's assignments: how many, and the last one's value.
  struct Assigned {
    unsigned Count = 0;
    ExprId Value;
  };

  void visit(ExprId Id);
  void vote(const Expr &Address);
  std::optional<unsigned> directionOf(ExprId Id) const;
  std::optional<uint32_t> elected(unsigned Direction) const;

  const KernelProgram &Program;
  std::vector<Assigned> Assignments;
  std::vector<bool> IsVisited;
  ThreadExtents Result;
  /// Votes by extent.
  std::array<std::map<uint64_t, unsigned>, 3> Votes;
};

} // namespace

static std::optional<unsigned> threadDirection(Builtin Special) {
  switch (Special) {
  case Builtin::ThreadIdxX:
    return 0;
  case Builtin::ThreadIdxY:
    return 1;
  case Builtin::ThreadIdxZ:
    return 2;
  default:
    return std::nullopt;
  }
}

/// The direction of threadIdx that \p Id is, and nothing else.
std::optional<unsigned> ExtentReader::directionOf(ExprId Id) const {
  // Copies of copies of variables end somewhere, and may run in circles.
  for (unsigned Steps = 0; Steps != MaxExprDepth; ++Steps) {
    const Expr &E = Program.expr(Id);
    if (E.Kind == ExprKind::Builtin)
      return threadDirection(E.Special);
    if (E.Kind == ExprKind::Convert)
      Id = E.Operands[0];
    else if (E.Kind == ExprKind::Variable && Assignments[E.Index].Count == 1)
      Id = Assignments[E.Index].Value;
    else
      return std::nullopt;
  }
  return std::nullopt;
}

/// \p Elements, or the extent that it is a padded copy of.
static uint64_t withoutPadding(const SharedArray &Array, uint64_t Elements) {
  uint64_t Least = Elements;
  for (const Extent &Other : Array.Extents) {
    uint64_t MaxPadding = std::min<uint64_t>(8, Other.Elements / 4);
    if (Other.Elements < Least && Other.Elements + MaxPadding >= Elements)
      Least = Other.Elements;
  }
  // Nobody launches 17 or 33 threads.
  if (Least == Elements && Elements > 8 && llvm::isPowerOf2_64(Elements - 1))
    --Least;
  return Least;
}

void ExtentReader::vote(const Expr &Address) {
  const SharedArray &Array = Program.Arrays[Address.Index];
  for (unsigned Dim = 0; Dim + 1 < Address.Operands.size(); ++Dim) {
    std::optional<unsigned> Direction = directionOf(Address.Operands[Dim]);
    uint64_t Elements = Array.Extents[Dim].Elements;
    if (!Direction || Elements < 2)
      continue;
    Elements = withoutPadding(Array, Elements);
    if (*Direction == 0 && Elements > WarpSize)
      Elements -= Elements % WarpSize;
    ++Votes[*Direction][Elements];
  }
}

void ExtentReader::visit(ExprId Id) {
  if (!Id.isValid() || IsVisited[Id.Index])
    return;
  IsVisited[Id.Index] = true;
  const Expr &E = Program.expr(Id);
  if (E.Kind == ExprKind::Builtin)
    if (std::optional<unsigned> Direction = threadDirection(E.Special))
      Result.IsUsed[*Direction] = true;
  if (E.Kind == ExprKind::Address)
    vote(E);
  for (ExprId Operand : E.Operands)
    visit(Operand);
}

std::optional<uint32_t> ExtentReader::elected(unsigned Direction) const {
  uint64_t Winner = 0;
  unsigned Most = 0;
  unsigned All = 0;
  for (auto [Elements, Count] : Votes[Direction]) {
    All += Count;
    if (Count > Most) {
      Winner = Elements;
      Most = Count;
    }
  }
  // Larger extents than any block are no block's.
  if (2 * Most <= All || Winner > UINT16_MAX)
    return std::nullopt;
  return uint32_t(Winner);
}

ThreadExtents ExtentReader::read() {
  forEachStmt(Program.Body, [this](const Stmt &S) {
    if (S.Kind == StmtKind::Assign)
      Assignments[S.Index] = {Assignments[S.Index].Count + 1, S.Value};
  });
  forEachStmt(Program.Body, [this](const Stmt &S) {
    visit(S.Value);
    if (S.Kind == StmtKind::Access)
      visit(Program.Accesses[S.Index].Address);
  });
  for (unsigned Direction = 0; Direction != 3; ++Direction)
    Result.Evidence[Direction] = elected(Direction);
  return Result;
}

ThreadExtents banklint::threadExtents(const KernelProgram &Program) {
  return ExtentReader(Program).read();
}
