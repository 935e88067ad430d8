//===- BlockLimits.cpp - What limits of a block decide --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are followed as ranges from what the limits say of threadIdx and
// blockDim, through variables as well: each holds one of the values that are
// assigned to it. Two ranges are better than those of their parts: the number
// of threads, blockDim.x * blockDim.y, and the number of a thread among them,
// threadIdx.y * blockDim.x + threadIdx.x. So products and sums are multiplied
// out.
//
//===----------------------------------------------------------------------===//

#include "Blocks/BlockLimits.h"
#include "banklint/Program/AssignedValues.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <algorithm>
#include <map>

using namespace banklint;

/// The most threads in z of any block.
constexpr int64_t MostInZ = 64;
/// Nothing is known of numbers that may be larger.
constexpr int64_t Largest = int64_t(1) << 31;
/// How deep expressions, and the variables in them, are followed.
constexpr unsigned MostDepth = 400;

namespace {

struct Range {
  int64_t Least, Greatest;
};

/// A product of threadIdx and blockDim, in ascending order.
using Product = llvm::SmallVector<Builtin, 3>;
/// A sum of such products, each so many times; the empty product is 1.
using Sum = std::map<Product, int64_t>;

class BlockLimits {
public:
  BlockLimits(const KernelProgram &Program, const BlockExtents &Known,
              uint32_t MostThreads);

  /// All numbers that \p Id may be in all legal blocks.
  std::optional<Range> rangeOf(ExprId Id);

private:
  std::optional<Range> find(ExprId Id);
  std::optional<Range> ofVariable(const Expr &E);
  std::optional<Range> ofUnary(const Expr &E);
  std::optional<Range> ofBinary(const Expr &E);
  std::optional<Range> ofBuiltin(Builtin Special) const;
  std::optional<Range> ofSum(ExprId Id);
  std::optional<Sum> sumOf(ExprId Id);

  const KernelProgram &Program;
  const AssignedValues Assigned;
  /// The greatest extents, and the least.
  std::array<int64_t, 3> Most, Least;
  const int64_t MostThreads;
  unsigned Depth = 0;
  /// Nodes that sumOf may still look at.
  unsigned NodesOfSum = 0;
  llvm::DenseMap<unsigned, std::optional<Range>> Found;
  llvm::DenseSet<unsigned> Open;
};

} // namespace

BlockLimits::BlockLimits(const KernelProgram &Program,
                         const BlockExtents &Known, uint32_t MostThreads)
    : Program(Program), Assigned(Program), MostThreads(MostThreads) {
  for (unsigned I = 0; I != 3; ++I) {
    Least[I] = Known[I].value_or(1);
    Most[I] = MostThreads;
    for (unsigned Other = 0; Other != 3; ++Other)
      if (Other != I)
        Most[I] /= std::max<int64_t>(1, Known[Other].value_or(1));
    if (I == 2)
      Most[I] = std::min(Most[I], MostInZ);
    Most[I] = Known[I].value_or(Most[I]);
  }
}

/// \p Of if all of it are numbers of \p Type.
static std::optional<Range> within(Range Of, IntType Type) {
  if (Of.Least < -Largest || Of.Greatest >= Largest ||
      canonical(Of.Least, Type) != Of.Least ||
      canonical(Of.Greatest, Type) != Of.Greatest)
    return std::nullopt;
  return Of;
}

static Range either(Range A, Range B) {
  return {std::min(A.Least, B.Least), std::max(A.Greatest, B.Greatest)};
}

std::optional<Range> BlockLimits::ofBuiltin(Builtin Special) const {
  switch (Special) {
  case Builtin::ThreadIdxX:
  case Builtin::ThreadIdxY:
  case Builtin::ThreadIdxZ:
    return Range{0,
                 Most[unsigned(Special) - unsigned(Builtin::ThreadIdxX)] - 1};
  case Builtin::BlockDimX:
  case Builtin::BlockDimY:
  case Builtin::BlockDimZ: {
    const unsigned Axis = unsigned(Special) - unsigned(Builtin::BlockDimX);
    return Range{Least[Axis], Most[Axis]};
  }
  default:
    return std::nullopt;
  }
}

/// A variable holds what was assigned to it, whenever that was.
std::optional<Range> BlockLimits::ofVariable(const Expr &E) {
  if (Assigned.of(E.Index).empty() || !Open.insert(E.Index).second)
    return std::nullopt;
  std::optional<Range> All;
  for (ExprId Value : Assigned.of(E.Index)) {
    const std::optional<Range> One = rangeOf(Value);
    All = One ? std::optional(All ? either(*All, *One) : *One) : std::nullopt;
    if (!All)
      break;
  }
  Open.erase(E.Index);
  return All;
}

std::optional<Range> BlockLimits::ofUnary(const Expr &E) {
  const std::optional<Range> Of = rangeOf(E.Operands[0]);
  if (!Of)
    return std::nullopt;
  if (E.Unary == UnaryOp::LogicalNot && Of->Least >= 0)
    return Range{Of->Greatest == 0, Of->Least == 0};
  if (E.Unary == UnaryOp::Negate)
    return within({-Of->Greatest, -Of->Least}, E.Type);
  return std::nullopt;
}

/// Whether \p Op holds for \p A and \p B: for none, some or all of them.
static Range compared(BinaryOp Op, Range A, Range B) {
  switch (Op) {
  case BinaryOp::Less:
    return {A.Greatest < B.Least, A.Least < B.Greatest};
  case BinaryOp::LessEqual:
    return {A.Greatest <= B.Least, A.Least <= B.Greatest};
  case BinaryOp::Greater:
  case BinaryOp::GreaterEqual:
    return compared(mirrored(Op), B, A);
  case BinaryOp::Equal:
  case BinaryOp::NotEqual: {
    const bool MayDiffer =
        A.Least != A.Greatest || B.Least != B.Greatest || A.Least != B.Least;
    const bool MayAgree = A.Least <= B.Greatest && B.Least <= A.Greatest;
    return Op == BinaryOp::Equal ? Range{!MayDiffer, MayAgree}
                                 : Range{!MayAgree, MayDiffer};
  }
  default:
    return {0, 1};
  }
}

/// The range of \p Op, which is least and greatest at ends of \p A and \p B.
static std::optional<Range> atEnds(BinaryOp Op, Range A, Range B) {
  std::optional<Range> All;
  for (int64_t Left : {A.Least, A.Greatest})
    for (int64_t Right : {B.Least, B.Greatest}) {
      const std::optional<int64_t> One = evaluate(Op, Left, Right, I64);
      if (!One)
        return std::nullopt;
      All = All ? either(*All, {*One, *One}) : Range{*One, *One};
    }
  return All;
}

static std::optional<Range> computed(BinaryOp Op, Range A, Range B) {
  switch (Op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::Min:
  case BinaryOp::Max:
    return atEnds(Op, A, B);
  case BinaryOp::Div:
    return B.Least > 0 ? atEnds(Op, A, B) : std::nullopt;
  case BinaryOp::ShiftRight:
    return A.Least >= 0 && B.Least >= 0 && B.Greatest < 32 ? atEnds(Op, A, B)
                                                           : std::nullopt;
  case BinaryOp::Rem:
    if (A.Least < 0 || B.Least <= 0)
      return std::nullopt;
    return Range{0, std::min(A.Greatest, B.Greatest - 1)};
  case BinaryOp::And:
    if (A.Least < 0 || B.Least < 0)
      return std::nullopt;
    return Range{0, std::min(A.Greatest, B.Greatest)};
  default:
    return std::nullopt;
  }
}

/// \p Op of bools.
static std::optional<Range> connected(BinaryOp Op, Range A, Range B) {
  if (Op == BinaryOp::LogicalAnd)
    return Range{A.Least & B.Least, A.Greatest & B.Greatest};
  if (Op == BinaryOp::LogicalOr)
    return Range{A.Least | B.Least, A.Greatest | B.Greatest};
  return std::nullopt;
}

std::optional<Range> BlockLimits::ofBinary(const Expr &E) {
  const std::optional<Range> A = rangeOf(E.Operands[0]),
                             B = rangeOf(E.Operands[1]);
  if (E.Binary == BinaryOp::And && E.Type.Bits >= 32 &&
      A.has_value() != B.has_value()) {
    const Range Mask = A ? *A : *B;
    return Mask.Least >= 0 ? std::optional(Range{0, Mask.Greatest})
                           : std::nullopt;
  }
  if (!A || !B)
    return std::nullopt;
  if (isComparison(E.Binary))
    return compared(E.Binary, *A, *B);
  if (std::optional<Range> Truth = connected(E.Binary, *A, *B))
    return Truth;
  const std::optional<Range> Result = computed(E.Binary, *A, *B);
  return Result ? within(*Result, E.Type) : std::nullopt;
}

/// \p Id as a sum of products of what describes a block and a thread; nothing
/// if it is something else, or may wrap.
std::optional<Sum> BlockLimits::sumOf(ExprId Id) {
  const Expr &E = Program.expr(Id);
  if (NodesOfSum == 0)
    return std::nullopt;
  --NodesOfSum;
  if (E.Kind == ExprKind::Constant && 0 <= E.Value && E.Value < Largest)
    return Sum{{{}, E.Value}};
  if (E.Kind == ExprKind::Builtin && ofBuiltin(E.Special))
    return Sum{{{E.Special}, 1}};
  if (E.Kind == ExprKind::Variable && Assigned.of(E.Index).size() == 1)
    return sumOf(Assigned.of(E.Index).front());
  if (E.Kind == ExprKind::Convert && E.Type.Bits >= 32)
    return sumOf(E.Operands[0]);
  if (E.Kind != ExprKind::Binary || E.Type.Bits < 32 ||
      (E.Binary != BinaryOp::Add && E.Binary != BinaryOp::Mul))
    return std::nullopt;
  const std::optional<Sum> A = sumOf(E.Operands[0]);
  const std::optional<Sum> B = A ? sumOf(E.Operands[1]) : std::nullopt;
  if (!B)
    return std::nullopt;
  Sum Result;
  if (E.Binary == BinaryOp::Add)
    Result = *A;
  for (const auto &[Right, Count] : *B)
    if (E.Binary == BinaryOp::Add)
      Result[Right] += Count;
    else
      for (const auto &[Left, Times] : *A) {
        Product Both = Left;
        Both.append(Right.begin(), Right.end());
        llvm::sort(Both);
        Result[Both] += Count * Times;
      }
  for (const auto &[Factors, Count] : Result)
    if (Factors.size() > 3 || Count >= Largest / 4096)
      return std::nullopt;
  return Result;
}

/// The number of threads, of parts of a block as well, or of a thread among
/// them, and a constant.
std::optional<Range> BlockLimits::ofSum(ExprId Id) {
  using B = Builtin;
  // Enough for the number of a thread, conversions and variables included.
  NodesOfSum = 40;
  std::optional<Sum> Of = sumOf(Id);
  if (!Of)
    return std::nullopt;
  int64_t More = 0;
  if (auto One = Of->find({}); One != Of->end()) {
    More = One->second;
    Of->erase(One);
  }
  const auto IsOnce = [](const auto &Term) { return Term.second == 1; };
  if (Of->empty() || !llvm::all_of(*Of, IsOnce))
    return std::nullopt;
  const auto IsThread = [](const auto &Term) {
    const Product &P = Term.first;
    return P == Product{B::ThreadIdxX} ||
           P == Product{B::ThreadIdxY, B::BlockDimX} ||
           P == Product{B::ThreadIdxZ, B::BlockDimX, B::BlockDimY};
  };
  if (llvm::all_of(*Of, IsThread))
    return Range{More, More + MostThreads - 1};
  const Product &First = Of->begin()->first;
  const bool IsCount =
      Of->size() == 1 &&
      llvm::all_of(First,
                   [](B Factor) {
                     return Factor >= B::BlockDimX && Factor <= B::BlockDimZ;
                   }) &&
      std::adjacent_find(First.begin(), First.end()) == First.end();
  if (!IsCount)
    return std::nullopt;
  int64_t Fewest = 1;
  for (B Factor : First)
    Fewest *= Least[unsigned(Factor) - unsigned(B::BlockDimX)];
  return Range{More + Fewest, More + MostThreads};
}

std::optional<Range> BlockLimits::find(ExprId Id) {
  const Expr &E = Program.expr(Id);
  switch (E.Kind) {
  case ExprKind::Constant:
    return within({E.Value, E.Value}, E.Type);
  case ExprKind::Variable:
    return ofVariable(E);
  case ExprKind::Builtin:
    return ofBuiltin(E.Special);
  case ExprKind::Unary:
    return ofUnary(E);
  case ExprKind::Binary:
    return ofBinary(E);
  case ExprKind::Convert: {
    const std::optional<Range> Of = rangeOf(E.Operands[0]);
    return Of ? within(*Of, E.Type) : std::nullopt;
  }
  case ExprKind::Select: {
    const std::optional<Range> Truth = rangeOf(E.Operands[0]);
    const std::optional<Range> A = rangeOf(E.Operands[1]),
                               B = rangeOf(E.Operands[2]);
    if (Truth && Truth->Least == Truth->Greatest)
      return Truth->Least ? A : B;
    return A && B ? std::optional(either(*A, *B)) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

std::optional<Range> BlockLimits::rangeOf(ExprId Id) {
  if (auto Known = Found.find(Id.Index); Known != Found.end())
    return Known->second;
  if (Depth == MostDepth)
    return std::nullopt;
  ++Depth;
  std::optional<Range> Result = find(Id);
  const Expr &E = Program.expr(Id);
  if (E.Kind == ExprKind::Binary &&
      (E.Binary == BinaryOp::Add || E.Binary == BinaryOp::Mul))
    if (const std::optional<Range> Better = ofSum(Id);
        Better && (!Result || Better->Greatest < Result->Greatest))
      Result = within(*Better, E.Type);
  if (!Result && E.Type == BoolType)
    Result = Range{0, 1};
  --Depth;
  Found[Id.Index] = Result;
  return Result;
}

void banklint::decideByLimits(KernelProgram &Program, const BlockExtents &Known,
                              uint32_t MostThreads) {
  BlockLimits Limits(Program, Known, MostThreads);
  std::vector<std::pair<unsigned, int64_t>> Decided;
  for (unsigned I = 0; I != Program.Exprs.size(); ++I) {
    const Expr &E = Program.Exprs[I];
    if (E.Type != BoolType || E.Kind == ExprKind::Constant)
      continue;
    const std::optional<Range> Truth = Limits.rangeOf(ExprId{I});
    if (Truth && Truth->Least == Truth->Greatest)
      Decided.emplace_back(I, Truth->Least);
  }
  if (Decided.empty() || !applies(Mechanism::BlockLimits))
    return;
  for (const auto &[Index, Truth] : Decided) {
    Expr Constant;
    Constant.Type = BoolType;
    Constant.Value = Truth;
    Program.Exprs[Index] = std::move(Constant);
  }
}
