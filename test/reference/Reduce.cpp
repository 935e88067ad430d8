//===- Reduce.cpp - Smaller cases that disagree as well -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Greedy reduction: try each way to make the case smaller, keep it if the
// interpreter and the reference still disagree, until nothing helps.
//
//===----------------------------------------------------------------------===//

#include "Agreement.h"
#include <map>

using namespace banklint;

namespace {

/// One simplification of an expression: node Index becomes a constant, or its
/// own operand of the same type.
struct ExprEdit {
  uint32_t Index = ~0u;
  std::optional<int64_t> Constant;
  unsigned Operand = 0;
};

/// One simplification of a statement, counted as by forEachStmt: it goes, or
/// one of its blocks takes its place.
struct StmtEdit {
  unsigned Number = ~0u;
  std::optional<unsigned> KeptBlock;
};

/// Copies a program with one edit applied; what is no longer used is left out.
class Rewriter {
public:
  Rewriter(const KernelProgram &From, ExprEdit OfExpr, StmtEdit OfStmt)
      : From(From), OfExpr(OfExpr), OfStmt(OfStmt), Build(To) {}

  KernelProgram run();

private:
  ExprId copy(ExprId Id);
  ExprId copyOperator(const Expr &E);
  Block copy(const Block &B);
  Stmt copy(const Stmt &S);
  unsigned variable(unsigned Index);

  const KernelProgram &From;
  const ExprEdit OfExpr;
  const StmtEdit OfStmt;
  KernelProgram To;
  ExprBuilder Build;
  std::map<uint32_t, ExprId> Copied;
  std::map<unsigned, unsigned> Variables;
  unsigned NextStmt = 0;
};

} // namespace

unsigned Rewriter::variable(unsigned Index) {
  auto [It, IsNew] = Variables.try_emplace(Index, To.Variables.size());
  if (IsNew)
    To.Variables.push_back(From.Variables[Index]);
  return It->second;
}

ExprId Rewriter::copyOperator(const Expr &E) {
  llvm::SmallVector<ExprId, 4> Operands;
  for (ExprId Operand : E.Operands)
    Operands.push_back(copy(Operand));
  switch (E.Kind) {
  case ExprKind::Constant:
    return Build.constant(E.Value, E.Type);
  case ExprKind::Variable:
    return Build.variable(variable(E.Index));
  case ExprKind::Parameter:
    return Build.parameter(E.Index);
  case ExprKind::Builtin:
    return Build.builtin(E.Special);
  case ExprKind::Unary:
    return Build.unary(E.Unary, Operands[0]);
  case ExprKind::Binary:
    return Build.binary(E.Binary, Operands[0], Operands[1]);
  case ExprKind::Convert:
    return Build.convert(Operands[0], E.Type);
  case ExprKind::Select:
    return Build.select(Operands[0], Operands[1], Operands[2]);
  case ExprKind::Address: {
    ExprId Inner = Operands.pop_back_val();
    return Build.address(E.Index, Operands, Inner);
  }
  case ExprKind::Shuffle:
    return Build.shuffle(From.Opaques[E.Index], Operands[0], Operands[1]);
  case ExprKind::Opaque:
    return Build.opaque(From.Opaques[E.Index], E.Type, Operands);
  }
  llvm_unreachable("no such expression");
}

ExprId Rewriter::copy(ExprId Id) {
  auto It = Copied.find(Id.Index);
  if (It != Copied.end())
    return It->second;
  const Expr &E = From.expr(Id);
  ExprId Result;
  if (Id.Index != OfExpr.Index)
    Result = copyOperator(E);
  else if (OfExpr.Constant)
    Result = Build.constant(*OfExpr.Constant, E.Type);
  else
    Result = Build.convert(copy(E.Operands[OfExpr.Operand]), E.Type);
  return Copied[Id.Index] = Result;
}

Stmt Rewriter::copy(const Stmt &S) {
  Stmt Result = S;
  if (S.Value.isValid())
    Result.Value = copy(S.Value);
  if (S.Kind == StmtKind::Access) {
    Access A = From.Accesses[S.Index];
    A.Address = copy(A.Address);
    Result.Index = To.Accesses.size();
    To.Accesses.push_back(std::move(A));
  } else if (S.Index != ~0u) {
    Result.Index = variable(S.Index);
  }
  for (Block &B : Result.Blocks)
    B.clear();
  for (size_t I = 0; I < S.Blocks.size(); ++I)
    Result.Blocks[I] = copy(S.Blocks[I]);
  return Result;
}

Block Rewriter::copy(const Block &B) {
  Block Result;
  for (const Stmt &S : B) {
    if (NextStmt++ != OfStmt.Number) {
      Result.push_back(copy(S));
      continue;
    }
    for (size_t I = 0; I < S.Blocks.size(); ++I) {
      if (OfStmt.KeptBlock == I) {
        for (Stmt &Kept : copy(S.Blocks[I]))
          Result.push_back(std::move(Kept));
      } else {
        forEachStmt(S.Blocks[I], [&](const Stmt &) { ++NextStmt; });
      }
    }
  }
  return Result;
}

KernelProgram Rewriter::run() {
  To.Name = From.Name;
  To.Files = From.Files;
  To.Parameters = From.Parameters;
  To.Arrays = From.Arrays;
  Block Body = copy(From.Body);
  To.Body = std::move(Body);
  return std::move(To);
}

static bool stillDisagrees(const AgreementCase &Case) {
  AgreementCounts Counts;
  return !verify(Case.Program) && findDisagreement(Case, Counts);
}

/// Keeps \p Candidate in place of \p Case if it still disagrees.
static bool accept(AgreementCase &Case, AgreementCase Candidate) {
  if (!stillDisagrees(Candidate))
    return false;
  Case = std::move(Candidate);
  return true;
}

static bool acceptProgram(AgreementCase &Case, ExprEdit OfExpr,
                          StmtEdit OfStmt) {
  AgreementCase Candidate = Case;
  Candidate.Program = Rewriter(Case.Program, OfExpr, OfStmt).run();
  // A conversion that stands in for the node would be taken out again and
  // again.
  if (OfExpr.Index != ~0u && !OfExpr.Constant &&
      Candidate.Program.Exprs.size() >= Case.Program.Exprs.size())
    return false;
  return accept(Case, std::move(Candidate));
}

static bool reduceStatements(AgreementCase &Case) {
  bool HasChanged = false;
  for (unsigned Number = 0;;) {
    const Stmt *Current = nullptr;
    unsigned Count = 0;
    forEachStmt(Case.Program.Body, [&](const Stmt &S) {
      if (Count++ == Number)
        Current = &S;
    });
    if (!Current)
      return HasChanged;
    bool IsGone = acceptProgram(Case, {}, {Number, std::nullopt});
    for (unsigned I = 0, Blocks = IsGone ? 0 : Current->Blocks.size();
         I < Blocks && !IsGone; ++I)
      IsGone = acceptProgram(Case, {}, {Number, I});
    HasChanged |= IsGone;
    if (!IsGone)
      ++Number;
  }
}

static bool reduceExprs(AgreementCase &Case) {
  bool HasChanged = false;
  for (uint32_t Index = Case.Program.Exprs.size(); Index-- > 0;) {
    // A successful edit renumbers the nodes.
    if (Index >= Case.Program.Exprs.size())
      continue;
    const Expr E = Case.Program.Exprs[Index];
    if (E.Kind == ExprKind::Constant && (E.Value == 0 || E.Value == 1))
      continue;
    bool IsSimpler = false;
    if (E.Kind != ExprKind::Address)
      IsSimpler = acceptProgram(Case, {Index, 0, 0}, {}) ||
                  acceptProgram(Case, {Index, 1, 0}, {});
    for (unsigned I = 0; I < E.Operands.size() && !IsSimpler; ++I)
      if (E.Kind != ExprKind::Convert && E.Kind != ExprKind::Address)
        IsSimpler = acceptProgram(Case, {Index, std::nullopt, I}, {});
    HasChanged |= IsSimpler;
  }
  return HasChanged;
}

static bool reduceLaunch(AgreementCase &Case) {
  bool HasChanged = false;
  auto Try = [&](auto Change) {
    AgreementCase Candidate = Case;
    Change(Candidate);
    HasChanged |= accept(Case, std::move(Candidate));
  };
  auto SetBlock = [](AgreementCase &C, Dim3 Block) {
    C.Launch.Block = Block;
    for (ReferenceInputs &Inputs : C.Inputs)
      Inputs.Block = Block;
  };
  while (Case.Inputs.size() > 1) {
    const size_t Before = Case.Inputs.size();
    Try([](AgreementCase &C) { C.Inputs.pop_back(); });
    if (Case.Inputs.size() == Before)
      Try([](AgreementCase &C) { C.Inputs.erase(C.Inputs.begin()); });
    if (Case.Inputs.size() == Before)
      break;
  }
  if (!Case.Layout.empty())
    Try([](AgreementCase &C) { C.Layout.clear(); });
  const Dim3 Block = Case.Launch.Block;
  for (Dim3 Smaller :
       {Dim3{2, 1, 1}, Dim3{4, 1, 1}, Dim3{Block.X, 1, 1},
        Dim3{Block.X, Block.Y, 1}, Dim3{Block.X / 2 + 1, Block.Y, Block.Z}})
    if (Smaller.count() < Case.Launch.Block.count())
      Try([&](AgreementCase &C) { SetBlock(C, Smaller); });
  return HasChanged;
}

AgreementCase banklint::reduce(AgreementCase Case) {
  // Starts with a copy, which leaves out what is not used.
  acceptProgram(Case, {}, {});
  bool HasChanged = true;
  while (HasChanged) {
    HasChanged = reduceStatements(Case);
    HasChanged |= reduceExprs(Case);
    HasChanged |= reduceLaunch(Case);
  }
  return Case;
}
