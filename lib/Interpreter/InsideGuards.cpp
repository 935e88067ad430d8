//===- InsideGuards.cpp - Guards that inner blocks pass -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InsideGuards.h"
#include "banklint/Interpreter/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// Calls \p Each with \p Id and all that it consists of.
static void forEachPart(const KernelProgram &Program, ExprId Id,
                        llvm::function_ref<void(ExprId)> Each) {
  if (!Id.isValid())
    return;
  Each(Id);
  for (ExprId Operand : Program.expr(Id).Operands)
    forEachPart(Program, Operand, Each);
}

InsideGuards::InsideGuards(const KernelProgram &Program,
                           const LaunchConfig &Launch)
    : Program(Program), Arguments(Launch.Arguments), Values(Program),
      Variables(Program.Variables.size(), Form::Unset) {
  findForms();
  // It may be too small for a block where that is done.
  if (branchesOnSize())
    return;
  Sizes Tested;
  const auto IsTested = [&Tested](const auto &Size) {
    return Tested.count(Size) != 0;
  };
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (S.Kind == StmtKind::Loop && isOfLaunch(S.Value))
      Tested.merge(sizesIn(S.Value));
  });
  forEachStmt(Program.Body, [&](const Stmt &S) {
    forEachPart(Program, S.Value, [&](ExprId Id) {
      const Expr &Part = Program.expr(Id);
      const std::optional<Guard> Found = guardOf(Part);
      if (Found &&
          !(Found->Size &&
            llvm::any_of(sizesIn(Part.Operands[*Found->Size]), IsTested)))
        Guards[&Part] = *Found;
    });
  });
  // A loop ends by its guards, whatever the size is, but for one that counts.
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (S.Kind != StmtKind::Loop)
      return;
    const auto Exclude = [&](ExprId Id) { Guards.erase(&Program.expr(Id)); };
    forEachPart(Program, S.Value, Exclude);
    if (countsWithoutSize(S))
      return;
    for (const Block &B : S.Blocks)
      forEachStmt(B, [&](const Stmt &Inner) {
        forEachPart(Program, Inner.Value, Exclude);
      });
  });
}

/// True if control may leave the loop or the function around \p B in it. The
/// jumps of a call stay in it.
static bool mayJumpOut(const Block &B) {
  return llvm::any_of(B, [](const Stmt &S) {
    return S.Kind == StmtKind::Break || S.Kind == StmtKind::Return ||
           (S.Kind != StmtKind::Region && llvm::any_of(S.Blocks, mayJumpOut));
  });
}

/// True if \p Loop does as many rounds whatever the size of the problem is.
bool InsideGuards::countsWithoutSize(const Stmt &Loop) const {
  const Form Test = formOf(Loop.Value);
  return (Test == Form::Number || Test == Form::OfThread) &&
         Program.expr(Loop.Value).Kind != ExprKind::Constant &&
         llvm::none_of(Loop.Blocks, mayJumpOut);
}

InsideGuards::Sizes InsideGuards::sizesIn(ExprId Id) const {
  Sizes Result;
  Values.forEachNode(Id, [&](ExprId Node) {
    const Expr &E = Program.expr(Node);
    if (isSize(E))
      Result.insert({E.Kind, E.Index});
    else if (E.Kind == ExprKind::Builtin && formOf(Node) == Form::Size)
      Result.insert({E.Kind, unsigned(E.Special)});
  });
  return Result;
}

/// True if \p Id has sizes of the launch in it and no index of a block or a
/// thread.
bool InsideGuards::isOfLaunch(ExprId Id) const {
  if (!Id.isValid())
    return false;
  bool HasSize = false, HasIndex = false;
  Values.forEachNode(Id, [&](ExprId Node) {
    const ExprKind Kind = Program.expr(Node).Kind;
    const Form Its = Kind == ExprKind::Builtin ? formOf(Node) : Form::Unset;
    HasSize |= isSize(Program.expr(Node)) || Its == Form::Size;
    HasIndex |= Its > Form::Size;
  });
  return HasSize && !HasIndex;
}

/// True if a condition, or a part of one, says how large a size is.
bool InsideGuards::branchesOnSize() const {
  bool Result = false;
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (S.Kind == StmtKind::Switch)
      Result |= isOfLaunch(S.Value);
    else if (S.Kind == StmtKind::If)
      forEachPart(Program, S.Value, [&](ExprId Id) {
        const Expr &Part = Program.expr(Id);
        Result |= Part.Kind == ExprKind::Binary && isComparison(Part.Binary) &&
                  isOfLaunch(Id);
      });
  });
  return Result;
}

/// Forms only go up, so that this ends; after many passes, nothing is claimed.
void InsideGuards::findForms() {
  constexpr unsigned MaxPasses = 64;
  unsigned Passes = 0;
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    if (++Passes == MaxPasses)
      return Variables.assign(Variables.size(), Form::Other);
    forEachStmt(Program.Body, [&](const Stmt &S) {
      if (S.Kind != StmtKind::Assign)
        return;
      Form &Known = Variables[S.Index];
      const Form Next = formOf(S.Value);
      const Form Both = Known == Form::Unset || Known == Next ? Next
                        : Next == Form::Unset                 ? Known
                                                              : Form::Other;
      HasChanged |= Both != Known;
      Known = Both;
    });
  }
}

/// True if \p E is a parameter that the launch does not know.
bool InsideGuards::isSize(const Expr &E) const {
  return E.Kind == ExprKind::Parameter &&
         !(E.Index < Arguments.size() && Arguments[E.Index].isNumber());
}

bool InsideGuards::isPositive(ExprId Id) const {
  const Expr &E = Program.expr(Id);
  if (E.Kind == ExprKind::Parameter && !isSize(E))
    return Arguments[E.Index].number() > 0;
  return E.Kind != ExprKind::Constant || E.Value > 0;
}

InsideGuards::Form InsideGuards::formOf(ExprId Id) const {
  const Expr &E = Program.expr(Id);
  switch (E.Kind) {
  case ExprKind::Constant:
    return Form::Number;
  case ExprKind::Parameter:
    return !isSize(E)          ? Form::Number
           : E.Type.Bits >= 16 ? Form::Size
                               : Form::Other;
  case ExprKind::Variable:
    return Variables[E.Index];
  case ExprKind::Convert: {
    const Form Whole = formOf(E.Operands[0]);
    return Whole != Form::Size || E.Type.Bits >= 32 ? Whole : Form::Other;
  }
  case ExprKind::Builtin:
    switch (E.Special) {
    case Builtin::BlockIdxX:
    case Builtin::BlockIdxY:
    case Builtin::BlockIdxZ:
      return Form::Grows;
    case Builtin::ThreadIdxX:
    case Builtin::ThreadIdxY:
    case Builtin::ThreadIdxZ:
      return Form::OfThread;
    case Builtin::BlockDimX:
    case Builtin::BlockDimY:
    case Builtin::BlockDimZ:
      return Form::Number;
    case Builtin::GridDimX:
    case Builtin::GridDimY:
    case Builtin::GridDimZ:
      return Form::Size;
    default:
      return Form::Other;
    }
  case ExprKind::Binary: {
    const Form Left = formOf(E.Operands[0]), Right = formOf(E.Operands[1]);
    return Left == Form::Unset || Right == Form::Unset ? Form::Unset
                                                       : formOf(E, Left, Right);
  }
  default:
    return Form::Other;
  }
}

/// True if the result of \p Op for a size is one, which is on its left if \p
/// IsLeft. \p IsScale: what is on its right scales positive numbers.
static bool isOfSize(BinaryOp Op, bool IsLeft, bool IsScale, bool IsByNumber) {
  switch (Op) {
  case BinaryOp::Add:
  case BinaryOp::Mul:
    return true;
  case BinaryOp::Sub:
    return IsLeft;
  // Problems may be as large as ever in units of so many elements.
  case BinaryOp::Div:
  case BinaryOp::ShiftRight:
    return IsScale && IsByNumber;
  default:
    return false;
  }
}

InsideGuards::Form InsideGuards::formOf(const Expr &Binary, Form Left,
                                        Form Right) const {
  const Form Most = std::max(Left, Right);
  const bool IsScale = Right <= Form::Size && isPositive(Binary.Operands[1]);
  if (Most == Form::Size &&
      !isOfSize(Binary.Binary, /*IsLeft=*/Left == Form::Size, IsScale,
                /*IsByNumber=*/Right == Form::Number))
    return Form::Other;
  if (Most != Form::Grows)
    return Most;
  switch (Binary.Binary) {
  case BinaryOp::Add:
    return Form::Grows;
  case BinaryOp::Sub:
    return Right == Form::Number || Right == Form::OfThread ? Form::Grows
                                                            : Form::Other;
  case BinaryOp::Mul:
    return IsScale || (Left <= Form::Size && isPositive(Binary.Operands[0]))
               ? Form::Grows
               : Form::Other;
  case BinaryOp::Div:
  case BinaryOp::ShiftLeft:
  case BinaryOp::ShiftRight:
    return IsScale ? Form::Grows : Form::Other;
  default:
    return Form::Other;
  }
}

std::optional<InsideGuards::Guard>
InsideGuards::guardOf(const Expr &Comparison) const {
  if (Comparison.Kind != ExprKind::Binary || !isComparison(Comparison.Binary))
    return std::nullopt;
  BinaryOp Op = Comparison.Binary;
  unsigned Limit = 1;
  if (formOf(Comparison.Operands[0]) != Form::Grows) {
    Limit = 0;
    Op = mirrored(Op);
  }
  if (formOf(Comparison.Operands[1 - Limit]) != Form::Grows)
    return std::nullopt;
  const Expr &Start = Program.expr(Comparison.Operands[Limit]);
  const bool IsStart = Start.Kind == ExprKind::Constant && Start.Value <= 0;
  if (!IsStart && formOf(Comparison.Operands[Limit]) != Form::Size)
    return std::nullopt;
  Guard Result{true, std::nullopt};
  if (!IsStart)
    Result.Size = Limit;
  if (Op == BinaryOp::Equal)
    Result.Value = false;
  else if (Op != BinaryOp::NotEqual)
    Result.Value =
        IsStart != (Op == BinaryOp::Less || Op == BinaryOp::LessEqual);
  return Result;
}

bool banklint::hasInsideGuards(const KernelProgram &Program,
                               const LaunchConfig &Launch) {
  return InsideGuards(Program, Launch).any();
}
