//===- ArgumentTerms.cpp - What only a launch decides --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/ArgumentTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;

/// Larger or more deeply nested polynomials are taken for values of which all
/// may be known.
constexpr size_t MaxProducts = 16;
constexpr unsigned MaxDepth = 256;

/// The values of threads, of which the compiler does not know the low bits.
static bool isThreadNumber(Builtin B) {
  return B == Builtin::ThreadIdxX || B == Builtin::ThreadIdxY ||
         B == Builtin::ThreadIdxZ;
}

/// The values that the launch decides.
static bool isOfLaunch(ExprKind Kind, unsigned Index) {
  if (Kind == ExprKind::Parameter)
    return true;
  switch (Builtin(Index)) {
  case Builtin::BlockIdxX:
  case Builtin::BlockIdxY:
  case Builtin::BlockIdxZ:
  case Builtin::BlockDimX:
  case Builtin::BlockDimY:
  case Builtin::BlockDimZ:
  case Builtin::GridDimX:
  case Builtin::GridDimY:
  case Builtin::GridDimZ:
    return true;
  default:
    return false;
  }
}

static void addTo(int64_t &Sum, int64_t Factor, int64_t Other) {
  Sum = uint64_t(Sum) + uint64_t(Factor) * uint64_t(Other);
}

static bool isOrder(const Expr &E) {
  return E.Kind == ExprKind::Binary &&
         (E.Binary == BinaryOp::Less || E.Binary == BinaryOp::LessEqual ||
          E.Binary == BinaryOp::Greater || E.Binary == BinaryOp::GreaterEqual);
}

/// Conditions on a remainder, on some bits or on a single value may show an
/// alignment, and so may those on a range, if it has a single value.
ArgumentTerms::ArgumentTerms(const KernelProgram &Program,
                             const AssignedValues &Values)
    : Program(Program), Values(Values) {
  AssignedValues::Visited TestedNodes, ConditionNodes;
  const auto AddTested = [&](ExprId Id) {
    const Expr &E = this->Program.expr(Id);
    if (E.Kind == ExprKind::Binary &&
        (E.Binary == BinaryOp::Rem || E.Binary == BinaryOp::And ||
         E.Binary == BinaryOp::Equal || E.Binary == BinaryOp::NotEqual))
      addLeaves(Id, Tested, TestedNodes);
    if (isOrder(E))
      for (unsigned Side : {0, 1})
        if (isConstant(E.Operands[Side]))
          addLimited(E.Operands[1 - Side]);
  };
  forEachStmt(Program.Body, [&](const Stmt &S) {
    if (S.Kind == StmtKind::If || S.Kind == StmtKind::Loop)
      Values.forEachNode(S.Value, AddTested, ConditionNodes);
    else if (S.Kind == StmtKind::Switch)
      addLeaves(S.Value, Tested, TestedNodes);
  });
}

/// True if \p Id is one number.
bool ArgumentTerms::isConstant(ExprId Id) const {
  AssignedValues::Visited Nodes;
  return !Values.anyNode(
      Id,
      [&](ExprId Node) {
        const ExprKind Kind = Program.expr(Node).Kind;
        return Kind != ExprKind::Constant && Kind != ExprKind::Convert &&
               Kind != ExprKind::Binary && Kind != ExprKind::Unary &&
               (Kind != ExprKind::Variable || !Values.onlyValue(Node));
      },
      Nodes);
}

/// \p Id is compared with a number, which says nothing about what it has of the
/// launch if threads have different values.
void ArgumentTerms::addLimited(ExprId Id) {
  Leaves Limited;
  AssignedValues::Visited Nodes;
  addLeaves(Id, Limited, Nodes);
  if (llvm::all_of(Limited,
                   [](const Leaf &L) { return isOfLaunch(L.first, L.second); }))
    Tested.insert(Limited.begin(), Limited.end());
}

/// \p Before: the nodes that were added to \p To.
void ArgumentTerms::addLeaves(ExprId Id, Leaves &To,
                              AssignedValues::Visited &Before) const {
  Values.forEachNode(
      Id,
      [&](ExprId Node) {
        const Expr &E = Program.expr(Node);
        if (E.Kind == ExprKind::Parameter)
          To.insert({E.Kind, E.Index});
        else if (E.Kind == ExprKind::Builtin)
          To.insert({E.Kind, unsigned(E.Special)});
      },
      Before);
}

std::optional<ArgumentTerms::Polynomial>
ArgumentTerms::polynomialOf(ExprId Id) {
  if (auto Found = Known.find(Id.Index); Found != Known.end())
    return Found->second;
  if (Depth == MaxDepth)
    return std::nullopt;
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  const std::optional<ExprId> Value = Values.onlyValue(Id);
  std::optional<Polynomial> Result =
      Value ? polynomialOf(*Value) : computePolynomial(Program.expr(Id));
  Known[Id.Index] = Result;
  return Result;
}

std::optional<ArgumentTerms::Polynomial>
ArgumentTerms::computePolynomial(const Expr &E) {
  if (E.Kind == ExprKind::Constant)
    return Polynomial{{Leaves(), E.Value}};
  if (E.Kind == ExprKind::Parameter)
    return Polynomial{{Leaves{{E.Kind, E.Index}}, 1}};
  if (E.Kind == ExprKind::Builtin)
    return Polynomial{{Leaves{{E.Kind, unsigned(E.Special)}}, 1}};
  if (E.Kind == ExprKind::Convert && E.Type.Bits >= 32)
    return polynomialOf(E.Operands[0]);
  const bool IsProduct = E.Binary == BinaryOp::Mul;
  if (E.Kind != ExprKind::Binary ||
      (!IsProduct && E.Binary != BinaryOp::Add && E.Binary != BinaryOp::Sub))
    return std::nullopt;
  const std::optional<Polynomial> Left = polynomialOf(E.Operands[0]);
  const std::optional<Polynomial> Right = polynomialOf(E.Operands[1]);
  if (!Left || !Right || Left->size() * Right->size() > MaxProducts)
    return std::nullopt;
  Polynomial Result = IsProduct ? Polynomial() : *Left;
  for (const auto &[Product, Factor] : *Right) {
    if (!IsProduct)
      addTo(Result[Product], E.Binary == BinaryOp::Add ? 1 : -1, Factor);
    else
      for (const auto &[Other, OtherFactor] : *Left) {
        Leaves Both = Product;
        Both.insert(Other.begin(), Other.end());
        addTo(Result[Both], Factor, OtherFactor);
      }
  }
  return Result;
}

unsigned ArgumentTerms::bitsOfSum(const Terms &Of, unsigned Most) {
  Polynomial Sum;
  Leaves Unsure = Tested;
  AssignedValues::Visited UnsureNodes;
  for (auto [Number, Factor] : Of) {
    const ExprId Id{Number};
    const std::optional<Polynomial> Products = polynomialOf(Id);
    if (!Products) {
      addLeaves(Id, Unsure, UnsureNodes);
      continue;
    }
    for (const auto &[Product, ItsFactor] : *Products)
      addTo(Sum[Product], Factor, ItsFactor);
  }
  unsigned Result = Most;
  for (const auto &[Product, Factor] : Sum) {
    const auto IsFree = [&](const Leaf &L) {
      return !Unsure.count(L) && (isOfLaunch(L.first, L.second) ||
                                  isThreadNumber(Builtin(L.second)));
    };
    const bool IsOpen = llvm::any_of(
        Product, [](const Leaf &L) { return isOfLaunch(L.first, L.second); });
    if (Factor != 0 && IsOpen && llvm::all_of(Product, IsFree))
      Result = std::min<unsigned>(Result, llvm::countr_zero(uint64_t(Factor)));
  }
  return Result;
}

llvm::SmallVector<ExprId, 4> ArgumentTerms::valuesInTurn(ExprId Id) {
  constexpr size_t MaxValues = 4;
  const Expr *E = &Program.expr(Id);
  while (E->Kind == ExprKind::Convert && E->Type.Bits >= 32)
    E = &Program.expr(E->Operands[0]);
  if (E->Kind != ExprKind::Variable)
    return {};
  llvm::ArrayRef<ExprId> All = Values.of(E->Index);
  if (All.size() < 2 || All.size() > MaxValues ||
      !llvm::all_of(All, [this](ExprId Value) {
        return polynomialOf(Value).has_value();
      }))
    return {};
  return llvm::SmallVector<ExprId, 4>(All);
}

unsigned ArgumentTerms::knowableBits(const Terms &Sum, unsigned Most) {
  // Where a variable has one of several values, the compiler may know the most.
  for (auto [Number, Factor] : Sum)
    if (const auto InTurn = valuesInTurn(ExprId{Number}); !InTurn.empty()) {
      unsigned Result = 0;
      for (ExprId Value : InTurn) {
        Terms WithIt = Sum;
        WithIt.erase(Number);
        addTo(WithIt[Value.Index], 1, Factor);
        Result = std::max(Result, bitsOfSum(WithIt, Most));
      }
      return Result;
    }
  return bitsOfSum(Sum, Most);
}
