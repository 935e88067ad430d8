//===- Intrinsics.cpp - Functions of the CUDA headers by name -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
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

std::optional<ExprId> Lowering::lowerIntrinsic(const CallExpr &E,
                                               llvm::StringRef Name) {
  Intrinsic Which = intrinsicOf(Name);
  if (Which == Intrinsic::None)
    return std::nullopt;
  auto Lower = [&](unsigned Index) {
    const Expr *Argument = E.getArg(Index);
    return Argument->isGLValue() ? load(lowerPlace(Argument), Argument)
                                 : lowerValue(Argument);
  };
  auto Unary = [&](UnaryOp Op) -> ExprId {
    ExprId Value = Lower(0);
    if (std::optional<IntType> Type = intType(E.getArg(0)->getType()))
      return Builder.convert(Builder.unary(Op, Builder.convert(Value, *Type)),
                             valueType(E.getType()));
    return opaque(ReasonCode::FloatingPoint, "computed in floating point",
                  E.getType(), {Value}, /*IsDivergent=*/false);
  };
  auto Binary = [&](BinaryOp Op) -> ExprId {
    ExprId Left = Lower(0);
    ExprId Right = Lower(1);
    std::optional<IntType> Type = intType(E.getType());
    if (Type && intType(E.getArg(0)->getType()) &&
        intType(E.getArg(1)->getType()))
      return Builder.binary(Op, Builder.convert(Left, *Type),
                            Builder.convert(Right, *Type));
    return opaque(ReasonCode::FloatingPoint, "computed in floating point",
                  E.getType(), {Left, Right}, /*IsDivergent=*/false);
  };
  unsigned Count = E.getNumArgs();
  switch (Which) {
  case Intrinsic::Barrier:
    append(StmtKind::Barrier, E.getBeginLoc());
    return Builder.constant(0, I32);
  case Intrinsic::Min:
    return Count == 2 ? std::optional(Binary(BinaryOp::Min)) : std::nullopt;
  case Intrinsic::Max:
    return Count == 2 ? std::optional(Binary(BinaryOp::Max)) : std::nullopt;
  case Intrinsic::Multiply:
    // Equal to the product where both fit 24 bits, as the name promises.
    return Count == 2 ? std::optional(Binary(BinaryOp::Mul)) : std::nullopt;
  case Intrinsic::Abs:
    return Unary(UnaryOp::Abs);
  case Intrinsic::PopCount:
    return Unary(UnaryOp::PopCount);
  case Intrinsic::CountLeadingZeros:
    return Unary(UnaryOp::CountLeadingZeros);
  case Intrinsic::ReverseBits:
    return Unary(UnaryOp::ReverseBits);
  case Intrinsic::FindFirstSet:
    return Unary(UnaryOp::FindFirstSet);
  case Intrinsic::Identity:
    return Builder.convert(Lower(0), valueType(E.getType()));
  case Intrinsic::GlobalLoad:
    return opaque(ReasonCode::DataDependentIndex,
                  "read from memory by '" + Name + "'", E.getType(), {Lower(0)},
                  /*IsDivergent=*/false, Name);
  case Intrinsic::Effects:
  case Intrinsic::CrossLane:
    for (unsigned I = 0; I != Count; ++I)
      Lower(I);
    return opaque(ReasonCode::CrossLane, "the result of '" + Name + "'",
                  E.getType());
  case Intrinsic::AsyncCopy: {
    auto Target = llvm::find_if(E.arguments(), [&](const Expr *A) {
      return A->getType()->isPointerType() && pointsToShared(A);
    });
    if (Target == E.arg_end())
      return std::nullopt;
    ExprId Address;
    for (const Expr *Argument : E.arguments())
      if (Argument == *Target)
        Address = Lower(Target - E.arg_begin());
      else
        lowerEffects(Argument);
    // The primitive copies as one instruction; how a library function shares
    // the work among the lanes is its own affair.
    std::optional<int64_t> Bytes;
    // A fourth argument other than 0 fills with zeros.
    if (Name == "__pipeline_memcpy_async" &&
        (Count == 3 || constantOf(E.getArg(3)) == 0))
      Bytes = constantOf(E.getArg(2));
    if (Bytes != 4 && Bytes != 8 && Bytes != 16) {
      emitUnknownAccess(
          MemoryOperation::AsyncCopy, std::nullopt, 4,
          (*Target)->getSourceRange(),
          {ReasonCode::UnknownCost, "no cost rule for '" + Name.str() + "'"});
      return Builder.constant(0, I32);
    }
    banklint::Access A;
    A.Op = Bytes == 16 ? MemoryOperation::AsyncCopyBypass
                       : MemoryOperation::AsyncCopy;
    A.Bytes = *Bytes;
    A.Address = Address;
    A.Span = spanOf((*Target)->getSourceRange());
    A.Text = textOf((*Target)->getSourceRange());
    addAccess(std::move(A), E.getBeginLoc());
    return Builder.constant(0, I32);
  }
  case Intrinsic::None:
    break;
  }
  return std::nullopt;
}
