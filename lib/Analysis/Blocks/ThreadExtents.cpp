//===- ThreadExtents.cpp - What a kernel says of its block ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Blocks/ThreadExtents.h"
#include "banklint/Support/LaneMask.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace banklint;

/// How deep conditions are searched for threadIdx. Bounds what those cost that
/// have an operand several times.
constexpr unsigned MaxGuardDepth = 6;
/// The fewest threads in x that a row of a block is taken to have.
constexpr uint64_t LeastRow = 8;
/// Of threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z).
constexpr unsigned MaxRankDepth = 4;

namespace {

class ExtentReader {
public:
  explicit ExtentReader(const KernelProgram &Program)
      : Program(Program), Assignments(Program.Variables.size()),
        IsVisited(Program.Exprs.size()), IsPitchRead(Program.Exprs.size()) {}
  ThreadExtents read();

private:
  /// A variable's assignments: how many, and the last one's value.
  struct Assigned {
    unsigned Count = 0;
    ExprId Value;
  };

  void visit(ExprId Id);
  void visitRank(ExprId Id, unsigned Depth);
  bool isBlockSize(ExprId Id, unsigned Depth) const;
  bool isFirstOf(const Expr &Test) const;
  std::optional<bool> known(ExprId Condition) const;
  void vote(const Expr &Address);
  bool votePitches(const Block &B);
  void votePitchesOf(ExprId Value);
  struct Mentioned {
    bool Thread = false;
    bool Block = false;
  };
  Mentioned mentionedBy(ExprId Id, unsigned Depth) const;
  bool isThreadGuard(ExprId Condition, unsigned Depth) const;
  ExprId source(ExprId Id) const;
  std::optional<unsigned> directionOf(ExprId Id) const;
  std::optional<uint64_t> pitchOfY(ExprId Id) const;
  std::optional<uint32_t> elected(unsigned Direction) const;

  const KernelProgram &Program;
  std::vector<Assigned> Assignments;
  std::vector<bool> IsVisited;
  std::vector<bool> IsPitchRead;
  ThreadExtents Result;
  /// Votes by extent.
  std::array<std::map<uint64_t, unsigned>, 3> Votes;
  /// The threads in x that each threadIdx.y * C + threadIdx.x speaks for.
  llvm::SmallSet<uint64_t, 2> Pitches;
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

/// What \p Id is a copy of, through variables that are assigned once.
ExprId ExtentReader::source(ExprId Id) const {
  // Copies of copies of variables end somewhere, and may run in circles.
  for (unsigned Steps = 0; Steps != MaxExprDepth; ++Steps) {
    const Expr &E = Program.expr(Id);
    if (E.Kind == ExprKind::Convert)
      Id = E.Operands[0];
    else if (E.Kind == ExprKind::Variable && Assignments[E.Index].Count == 1)
      Id = Assignments[E.Index].Value;
    else
      break;
  }
  return Id;
}

/// The direction of threadIdx that \p Id is, and nothing else.
std::optional<unsigned> ExtentReader::directionOf(ExprId Id) const {
  const Expr &E = Program.expr(source(Id));
  return E.Kind == ExprKind::Builtin ? threadDirection(E.Special)
                                     : std::nullopt;
}

/// C, if \p Id is threadIdx.y * C.
std::optional<uint64_t> ExtentReader::pitchOfY(ExprId Id) const {
  const Expr &E = Program.expr(source(Id));
  if (E.Kind != ExprKind::Binary)
    return std::nullopt;
  if (E.Binary == BinaryOp::ShiftLeft) {
    const Expr &Count = Program.expr(source(E.Operands[1]));
    if (directionOf(E.Operands[0]) == 1u && Count.Kind == ExprKind::Constant &&
        Count.Value > 0 && Count.Value < 16)
      return uint64_t(1) << Count.Value;
  }
  if (E.Binary != BinaryOp::Mul)
    return std::nullopt;
  for (unsigned Side : {0, 1}) {
    const Expr &Factor = Program.expr(source(E.Operands[1 - Side]));
    if (directionOf(E.Operands[Side]) == 1u &&
        Factor.Kind == ExprKind::Constant && Factor.Value > 1)
      return uint64_t(Factor.Value);
  }
  return std::nullopt;
}

/// The threads in x that rows of \p Elements are for: up to a fourth more is a
/// border. Nothing if they may as well be a few values of each thread.
static std::optional<uint64_t> threadsOfRow(uint64_t Elements) {
  const uint64_t Threads = llvm::bit_floor(Elements);
  if (Threads < LeastRow || Elements - Threads > Threads / 4)
    return std::nullopt;
  return Threads;
}

void ExtentReader::votePitchesOf(ExprId Value) {
  if (!Value.isValid() || IsPitchRead[Value.Index])
    return;
  IsPitchRead[Value.Index] = true;
  const Expr &E = Program.expr(Value);
  for (ExprId Operand : E.Operands)
    votePitchesOf(Operand);
  if (E.Kind != ExprKind::Binary || E.Binary != BinaryOp::Add)
    return;
  // b + y * C + x is (b + y * C) + x.
  for (unsigned Side : {0, 1}) {
    if (directionOf(E.Operands[Side]) != 0u)
      continue;
    const Expr &Rest = Program.expr(source(E.Operands[1 - Side]));
    std::optional<uint64_t> Pitch = pitchOfY(E.Operands[1 - Side]);
    if (Rest.Kind == ExprKind::Binary && Rest.Binary == BinaryOp::Add)
      for (ExprId Part : Rest.Operands)
        if (!Pitch)
          Pitch = pitchOfY(Part);
    if (Pitch)
      Pitches.insert(threadsOfRow(*Pitch).value_or(0));
  }
}

/// What \p Id depends on, through variables that are assigned once.
ExtentReader::Mentioned ExtentReader::mentionedBy(ExprId Id,
                                                  unsigned Depth) const {
  const Expr &E = Program.expr(source(Id));
  Mentioned Result;
  if (E.Kind == ExprKind::Builtin) {
    Result.Thread = threadDirection(E.Special).has_value();
    Result.Block = E.Special == Builtin::BlockIdxX ||
                   E.Special == Builtin::BlockIdxY ||
                   E.Special == Builtin::BlockIdxZ;
  }
  // Variables may run in circles.
  if (Depth != 0)
    for (ExprId Operand : E.Operands) {
      const Mentioned Part = mentionedBy(Operand, Depth - 1);
      Result.Thread |= Part.Thread;
      Result.Block |= Part.Block;
    }
  return Result;
}

/// \p Condition, or a part of it that is one, selects threads of a block. Those
/// on blockIdx select blocks as well, and nearly all threads of most.
bool ExtentReader::isThreadGuard(ExprId Condition, unsigned Depth) const {
  const Expr &E = Program.expr(source(Condition));
  const bool IsJoined =
      E.Kind == ExprKind::Unary ||
      (E.Kind == ExprKind::Binary &&
       (E.Binary == BinaryOp::LogicalAnd || E.Binary == BinaryOp::LogicalOr));
  if (IsJoined && Depth != 0)
    return llvm::any_of(E.Operands, [&](ExprId Operand) {
      return isThreadGuard(Operand, Depth - 1);
    });
  const Mentioned By = mentionedBy(Condition, MaxGuardDepth);
  return By.Thread && !By.Block;
}

static bool mayLeave(const Stmt &S) {
  bool Result = false;
  for (const Block &Nested : S.Blocks)
    forEachStmt(Nested, [&Result](const Stmt &Inner) {
      Result |= Inner.Kind == StmtKind::Return ||
                Inner.Kind == StmtKind::Break ||
                Inner.Kind == StmtKind::Continue;
    });
  return Result;
}

/// Votes for the sums in \p B that all threads compute; true if there may be
/// fewer of them behind it.
bool ExtentReader::votePitches(const Block &B) {
  for (const Stmt &S : B) {
    votePitchesOf(S.Value);
    if (S.Kind == StmtKind::Access)
      votePitchesOf(Program.Accesses[S.Index].Address);
    const bool IsGuard = S.Value.isValid() && !S.Blocks.empty() &&
                         isThreadGuard(S.Value, MaxGuardDepth);
    if (IsGuard && mayLeave(S))
      return true;
    if (IsGuard)
      continue;
    for (const Block &Nested : S.Blocks)
      if (votePitches(Nested))
        return true;
  }
  return false;
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

/// True if \p Id is an extent of the block, or a product of these.
bool ExtentReader::isBlockSize(ExprId Id, unsigned Depth) const {
  const Expr &E = Program.expr(source(Id));
  if (E.Kind == ExprKind::Builtin)
    return E.Special == Builtin::BlockDimX || E.Special == Builtin::BlockDimY ||
           E.Special == Builtin::BlockDimZ;
  return E.Kind == ExprKind::Binary && E.Binary == BinaryOp::Mul &&
         Depth != 0 && isBlockSize(E.Operands[0], Depth - 1) &&
         isBlockSize(E.Operands[1], Depth - 1);
}

/// True if \p Test asks for the first threads in some direction.
bool ExtentReader::isFirstOf(const Expr &Test) const {
  if (Test.Kind != ExprKind::Binary ||
      (Test.Binary != BinaryOp::Equal && Test.Binary != BinaryOp::NotEqual))
    return false;
  const Expr &With = Program.expr(source(Test.Operands[1]));
  return With.Kind == ExprKind::Constant && With.Value == 0 &&
         directionOf(Test.Operands[0]);
}

/// What \p Condition is if constants decide it.
std::optional<bool> ExtentReader::known(ExprId Condition) const {
  const auto ConstantOf = [this](ExprId Id) -> std::optional<int64_t> {
    const Expr &E = Program.expr(source(Id));
    return E.Kind == ExprKind::Constant ? std::optional(E.Value) : std::nullopt;
  };
  if (const std::optional<int64_t> Value = ConstantOf(Condition))
    return *Value != 0;
  const Expr &E = Program.expr(source(Condition));
  if (E.Kind != ExprKind::Binary ||
      (E.Binary != BinaryOp::Equal && E.Binary != BinaryOp::NotEqual))
    return std::nullopt;
  const auto Left = ConstantOf(E.Operands[0]),
             Right = ConstantOf(E.Operands[1]);
  if (!Left || !Right)
    return std::nullopt;
  return (*Left == *Right) == (E.Binary == BinaryOp::Equal);
}

/// Visits \p Id, a part of the number that a thread has among all of the block:
/// that it mentions threadIdx does not say that the block has that direction.
void ExtentReader::visitRank(ExprId Id, unsigned Depth) {
  const Expr &E = Program.expr(source(Id));
  const bool IsSum = E.Kind == ExprKind::Binary &&
                     (E.Binary == BinaryOp::Add || E.Binary == BinaryOp::Mul);
  if (IsSum && Depth != 0)
    for (ExprId Operand : E.Operands)
      visitRank(Operand, Depth - 1);
  else if (!directionOf(Id))
    visit(Id);
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
  if (isFirstOf(E))
    return;
  if (E.Kind == ExprKind::Binary && E.Binary == BinaryOp::Mul)
    for (unsigned Side : {0, 1})
      if (isBlockSize(E.Operands[Side], MaxRankDepth))
        return visitRank(E.Operands[1 - Side], MaxRankDepth);
  if (E.Kind == ExprKind::Select)
    if (const std::optional<bool> Chosen = known(E.Operands[0]))
      return visit(E.Operands[*Chosen ? 1 : 2]);
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
  votePitches(Program.Body);
  // A row of a warp or more is that of a tile as well as that of a block.
  std::optional<uint32_t> &InX = Result.Evidence[0];
  if (Pitches.size() == 1 && *Pitches.begin() != 0 &&
      *Pitches.begin() < WarpSize && InX.value_or(0) < LeastRow)
    InX = *Pitches.begin();
  return Result;
}

ThreadExtents banklint::threadExtents(const KernelProgram &Program) {
  return ExtentReader(Program).read();
}
