//===- Intrinsics.cpp - Functions of the CUDA headers by name -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/Intrinsics.h"
#include "Lowering/Integers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

namespace {
enum class Intrinsic {
  None,
  Barrier,
  Min,
  Max,
  Abs,
  PopCount,
  CountLeadingZeros,
  ReverseBits,
  FindFirstSet,
  Multiply,
  /// The argument itself.
  Identity,
  /// Reads global memory at its argument.
  GlobalLoad,
  /// Ignored, its arguments are evaluated.
  Effects,
  /// Differs by lane, whatever the arguments.
  CrossLane,
  /// Copies asynchronously between what two arguments point to.
  AsyncCopy,
};

} // namespace

static Intrinsic intrinsicOf(llvm::StringRef Name) {
  return llvm::StringSwitch<Intrinsic>(Name)
      .Cases("__syncthreads", "__syncwarp", "__threadfence_block",
             "__threadfence", "__threadfence_system", "__barrier_sync",
             "__nvvm_barrier0", "sync", "barrier_wait", "arrive_and_wait",
             Intrinsic::Barrier)
      .Cases("min", "umin", "llmin", "ullmin", "__vmin", Intrinsic::Min)
      .Cases("max", "umax", "llmax", "ullmax", "__vmax", Intrinsic::Max)
      .Cases("abs", "labs", "llabs", Intrinsic::Abs)
      .Cases("__popc", "__popcll", "__builtin_popcount", Intrinsic::PopCount)
      .Cases("__clz", "__clzll", Intrinsic::CountLeadingZeros)
      .Cases("__brev", "__brevll", Intrinsic::ReverseBits)
      .Cases("__ffs", "__ffsll", Intrinsic::FindFirstSet)
      .Cases("__mul24", "__umul24", Intrinsic::Multiply)
      .Cases("__cvta_generic_to_shared", "__cvta_shared_to_generic",
             "__nvvm_get_smem_pointer", "__builtin_expect", Intrinsic::Identity)
      .Cases("__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu", "__ldcv",
             Intrinsic::GlobalLoad)
      .Cases("printf", "__assert_fail", "__assertfail", "__builtin_assume",
             "__trap", "__nanosleep", Intrinsic::Effects)
      .Cases("__pipeline_memcpy_async", "memcpy_async", Intrinsic::AsyncCopy)
      .Cases("clock", "clock64", "__lane_id", Intrinsic::CrossLane)
      .Default(Intrinsic::None);
}

static ExprId lowerArgument(Lowerer &L, const clang::Expr *Argument) {
  return Argument->isGLValue() ? L.Mem.load(L.place(Argument), Argument)
                               : L.value(Argument);
}

/// \p Op of the argument of \p E, in the argument's type.
static ExprId lowerUnary(Lowerer &L, const CallExpr &E, UnaryOp Op) {
  ExprId Value = lowerArgument(L, E.getArg(0));
  if (std::optional<IntType> Type = intType(L.Context, E.getArg(0)->getType()))
    return L.Builder.convert(
        L.Builder.unary(Op, L.Builder.convert(Value, *Type)),
        valueType(L.Context, E.getType()));
  return L.Emit.opaque(ReasonCode::FloatingPoint, "computed in floating point",
                       E.getType(), {Value}, /*IsDivergent=*/false);
}

/// \p Op of the two arguments of \p E, in its own type; nothing if it has other
/// than two.
static std::optional<ExprId> lowerBinary(Lowerer &L, const CallExpr &E,
                                         BinaryOp Op) {
  if (E.getNumArgs() != 2)
    return std::nullopt;
  ExprId Left = lowerArgument(L, E.getArg(0));
  ExprId Right = lowerArgument(L, E.getArg(1));
  std::optional<IntType> Type = intType(L.Context, E.getType());
  if (Type && intType(L.Context, E.getArg(0)->getType()) &&
      intType(L.Context, E.getArg(1)->getType()))
    return L.Builder.binary(Op, L.Builder.convert(Left, *Type),
                            L.Builder.convert(Right, *Type));
  return L.Emit.opaque(ReasonCode::FloatingPoint, "computed in floating point",
                       E.getType(), {Left, Right}, /*IsDivergent=*/false);
}

/// An asynchronous copy between what two arguments point to.
static std::optional<ExprId> lowerAsyncCopy(Lowerer &L, const CallExpr &E,
                                            llvm::StringRef Name) {
  auto Target = llvm::find_if(E.arguments(), [&](const clang::Expr *A) {
    return A->getType()->isPointerType() && L.Pointers.pointsToShared(A);
  });
  if (Target == E.arg_end())
    return std::nullopt;
  ExprId Address;
  for (const clang::Expr *Argument : E.arguments())
    if (Argument == *Target)
      Address = lowerArgument(L, Argument);
    else
      L.effects(Argument);
  // The primitive copies as one instruction; how a library function shares
  // the work among the lanes is its own affair.
  std::optional<int64_t> Bytes;
  // A fourth argument other than 0 fills with zeros.
  if (Name == "__pipeline_memcpy_async" &&
      (E.getNumArgs() == 3 || constantOf(L.Context, E.getArg(3)) == 0))
    Bytes = constantOf(L.Context, E.getArg(2));
  if (Bytes != 4 && Bytes != 8 && Bytes != 16) {
    L.Emit.emitUnknownAccess(
        MemoryOperation::AsyncCopy, std::nullopt, 4,
        (*Target)->getSourceRange(),
        {ReasonCode::UnknownCost, "no cost rule for '" + Name.str() + "'"});
    return L.Builder.constant(0, I32);
  }
  banklint::Access A;
  A.Op = Bytes == 16 ? MemoryOperation::AsyncCopyBypass
                     : MemoryOperation::AsyncCopy;
  A.Bytes = *Bytes;
  A.Address = Address;
  A.Span = L.Emit.spanOf((*Target)->getSourceRange());
  A.Text = L.Emit.textOf((*Target)->getSourceRange());
  L.Emit.addAccess(std::move(A), E.getBeginLoc());
  return L.Builder.constant(0, I32);
}

std::optional<ExprId> banklint::lowerIntrinsic(Lowerer &L, const CallExpr &E,
                                               llvm::StringRef Name) {
  Intrinsic Which = intrinsicOf(Name);
  if (Which == Intrinsic::None)
    return std::nullopt;
  switch (Which) {
  case Intrinsic::Barrier:
    L.Emit.append(StmtKind::Barrier, E.getBeginLoc());
    return L.Builder.constant(0, I32);
  case Intrinsic::Min:
    return lowerBinary(L, E, BinaryOp::Min);
  case Intrinsic::Max:
    return lowerBinary(L, E, BinaryOp::Max);
  case Intrinsic::Multiply:
    // Equal to the product where both fit 24 bits, as the name promises.
    return lowerBinary(L, E, BinaryOp::Mul);
  case Intrinsic::Abs:
    return lowerUnary(L, E, UnaryOp::Abs);
  case Intrinsic::PopCount:
    return lowerUnary(L, E, UnaryOp::PopCount);
  case Intrinsic::CountLeadingZeros:
    return lowerUnary(L, E, UnaryOp::CountLeadingZeros);
  case Intrinsic::ReverseBits:
    return lowerUnary(L, E, UnaryOp::ReverseBits);
  case Intrinsic::FindFirstSet:
    return lowerUnary(L, E, UnaryOp::FindFirstSet);
  case Intrinsic::Identity:
    return L.Builder.convert(lowerArgument(L, E.getArg(0)),
                             valueType(L.Context, E.getType()));
  case Intrinsic::GlobalLoad:
    return L.Emit.opaque(ReasonCode::DataDependentIndex,
                         "read from memory by '" + Name + "'", E.getType(),
                         {lowerArgument(L, E.getArg(0))},
                         /*IsDivergent=*/false, Name);
  case Intrinsic::Effects:
  case Intrinsic::CrossLane:
    for (const clang::Expr *Argument : E.arguments())
      lowerArgument(L, Argument);
    return L.Emit.opaque(ReasonCode::CrossLane, "the result of '" + Name + "'",
                         E.getType());
  case Intrinsic::AsyncCopy:
    return lowerAsyncCopy(L, E, Name);
  case Intrinsic::None:
    break;
  }
  return std::nullopt;
}
