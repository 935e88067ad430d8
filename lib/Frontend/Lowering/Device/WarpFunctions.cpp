//===- WarpFunctions.cpp - Who a thread is, what its warp agrees on -------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Special registers, read by inline assembly or by Clang's builtins, shuffles,
// and the results of votes, which are not known but often the same in all lanes
// of a warp.
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/WarpFunctions.h"
#include "Lowering/Emit/Integers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

/// The builtin variable that is the register \p Name, as "tid.x".
static std::optional<banklint::Builtin> coordinate(llvm::StringRef Name) {
  using banklint::Builtin;
  return llvm::StringSwitch<std::optional<Builtin>>(Name)
      .Case("tid.x", Builtin::ThreadIdxX)
      .Case("tid.y", Builtin::ThreadIdxY)
      .Case("tid.z", Builtin::ThreadIdxZ)
      .Case("ntid.x", Builtin::BlockDimX)
      .Case("ntid.y", Builtin::BlockDimY)
      .Case("ntid.z", Builtin::BlockDimZ)
      .Case("ctaid.x", Builtin::BlockIdxX)
      .Case("ctaid.y", Builtin::BlockIdxY)
      .Case("ctaid.z", Builtin::BlockIdxZ)
      .Case("nctaid.x", Builtin::GridDimX)
      .Case("nctaid.y", Builtin::GridDimY)
      .Case("nctaid.z", Builtin::GridDimZ)
      .Default(std::nullopt);
}

/// Warps are cut from the block in the order of x, then y, then z.
ExprId banklint::laneNumber(ExprBuilder &Builder) {
  auto Of = [&](Builtin Which) { return Builder.builtin(Which); };
  auto Combine = [&](BinaryOp Op, ExprId Left, ExprId Right) {
    return Builder.binary(Op, Left, Right);
  };
  ExprId Row = Combine(BinaryOp::Add,
                       Combine(BinaryOp::Mul, Of(banklint::Builtin::ThreadIdxZ),
                               Of(banklint::Builtin::BlockDimY)),
                       Of(banklint::Builtin::ThreadIdxY));
  ExprId Thread =
      Combine(BinaryOp::Add,
              Combine(BinaryOp::Mul, Row, Of(banklint::Builtin::BlockDimX)),
              Of(banklint::Builtin::ThreadIdxX));
  return Combine(BinaryOp::And, Thread, Builder.constant(31, U32));
}

std::optional<ExprId> banklint::specialRegister(Emitter &Emit,
                                                llvm::StringRef Name) {
  if (std::optional<banklint::Builtin> Which = coordinate(Name))
    return Emit.Builder.builtin(*Which);
  if (Name == "laneid")
    return laneNumber(Emit.Builder);
  if (Name.consume_front("lanemask_")) {
    ExprId Own =
        Emit.Builder.binary(BinaryOp::ShiftLeft, Emit.Builder.constant(1, U32),
                            laneNumber(Emit.Builder));
    ExprId Below =
        Emit.Builder.binary(BinaryOp::Sub, Own, Emit.Builder.constant(1, U32));
    ExprId UpTo = Emit.Builder.binary(BinaryOp::Or, Below, Own);
    return llvm::StringSwitch<std::optional<ExprId>>(Name)
        .Case("eq", Own)
        .Case("lt", Below)
        .Case("le", UpTo)
        .Case("ge", Emit.Builder.unary(UnaryOp::Not, Below))
        .Case("gt", Emit.Builder.unary(UnaryOp::Not, UpTo))
        .Default(std::nullopt);
  }
  // PTX promises nothing about how these follow from threadIdx.
  bool IsOfWarp = llvm::StringSwitch<bool>(Name)
                      .Cases("warpid", "nwarpid", "smid", "nsmid", true)
                      .Default(false);
  if (!IsOfWarp)
    return std::nullopt;
  std::string Register = "%" + Name.str();
  return Emit.opaque(
      ReasonCode::CrossLane, "the special register '" + Register + "'",
      Emit.Context.UnsignedIntTy, {}, /*IsDivergent=*/false, Register);
}

namespace {
/// A function of the whole warp.
struct WarpFunction {
  /// The number of its first argument but for the mask of lanes.
  unsigned First = 0;
  bool IsShuffle = false;
  /// The arguments that decide: lanes that agree on them get the same.
  llvm::SmallVector<unsigned, 2> Deciding;
};

} // namespace

/// What the function \p Name of \p Meaning is; nothing if it is not a function
/// of the whole warp.
static std::optional<WarpFunction> warpFunction(DeviceMeaning Meaning,
                                                llvm::StringRef Name) {
  WarpFunction Result;
  const bool HasMask = Name.ends_with("_sync");
  Result.First = HasMask ? 1 : 0;
  switch (Meaning) {
  case DeviceMeaning::Shuffle:
  case DeviceMeaning::ShuffleUp:
  case DeviceMeaning::ShuffleDown:
  case DeviceMeaning::ShuffleXor:
    Result.IsShuffle = true;
    Result.Deciding = {Result.First};
    return Result;
  case DeviceMeaning::Match:
    Result.Deciding = {0, 1};
    return Result;
  case DeviceMeaning::Vote:
    if (HasMask)
      Result.Deciding = {0};
    return Result;
  case DeviceMeaning::CountingBarrier:
    return Result;
  default:
    return std::nullopt;
  }
}

/// The lane that lane number \p Lane gets its value from by the shuffle \p Kind
/// of \p Selector in parts of \p Width lanes, as in PTX's description of
/// `shfl`: a lane that would get it from another part keeps its own.
static ExprId shuffleSource(ExprBuilder &Builder, DeviceMeaning Kind,
                            ExprId Lane, ExprId Selector, ExprId Width) {
  auto Combine = [&](BinaryOp Op, ExprId Left, ExprId Right) {
    return Builder.binary(Op, Left, Right);
  };
  const ExprId Last = Builder.constant(31, U32);
  Selector = Combine(BinaryOp::And, Builder.convert(Selector, U32), Last);
  // The bits of a lane's number that say which part of the warp it is in.
  ExprId Segment = Combine(BinaryOp::And,
                           Combine(BinaryOp::Sub, Builder.constant(32, U32),
                                   Builder.convert(Width, U32)),
                           Last);
  const bool IsWhole = Builder.constantValue(Segment) == 0;
  if (IsWhole && Kind == DeviceMeaning::Shuffle)
    return Selector;
  if (IsWhole && Kind == DeviceMeaning::ShuffleXor)
    return Combine(BinaryOp::Xor, Lane, Selector);
  ExprId First = Combine(BinaryOp::And, Lane, Segment);
  ExprId Rest = Builder.unary(UnaryOp::Not, Segment);
  if (Kind == DeviceMeaning::Shuffle)
    return Combine(BinaryOp::Or, First, Combine(BinaryOp::And, Selector, Rest));
  if (Kind == DeviceMeaning::ShuffleUp) {
    // Compared without going below 0.
    ExprId IsInside = Combine(BinaryOp::GreaterEqual, Lane,
                              Combine(BinaryOp::Add, First, Selector));
    return Builder.select(IsInside, Combine(BinaryOp::Sub, Lane, Selector),
                          Lane);
  }
  ExprId From =
      Combine(Kind == DeviceMeaning::ShuffleXor ? BinaryOp::Xor : BinaryOp::Add,
              Lane, Selector);
  ExprId End = Combine(BinaryOp::Or, First, Combine(BinaryOp::And, Last, Rest));
  return Builder.select(Combine(BinaryOp::LessEqual, From, End), From, Lane);
}

/// The value of the special register that Clang's builtin \p Name reads.
static std::optional<ExprId> lowerRegisterRead(Lowerer &L, llvm::StringRef Name,
                                               QualType Type) {
  if (!Name.consume_front("__nvvm_read_ptx_sreg_") &&
      !Name.consume_front("__builtin_nvvm_read_ptx_sreg_"))
    return std::nullopt;
  std::string Register = Name.str();
  if (Name.contains("tid_") || Name.contains("ctaid_"))
    Register[Register.rfind('_')] = '.';
  std::optional<ExprId> Value = specialRegister(L.Emit, Register);
  if (!Value)
    return std::nullopt;
  return L.Builder.convert(*Value, valueType(L.Context, Type));
}

std::optional<ExprId> banklint::lowerWarpCall(Lowerer &L, const CallExpr &E,
                                              DeviceMeaning Meaning,
                                              llvm::StringRef Name) {
  if (Meaning == DeviceMeaning::SpecialRegister)
    return lowerRegisterRead(L, Name, E.getType());
  const unsigned Count = E.getNumArgs();
  std::optional<WarpFunction> Which = warpFunction(Meaning, Name);
  if (!Which)
    return std::nullopt;
  llvm::SmallVector<ExprId, 4> Values;
  for (const clang::Expr *Argument : E.arguments())
    Values.push_back(L.value(Argument));
  const std::string Detail = ("the result of '" + Name + "'").str();
  const unsigned Selector = Which->First + 1;
  const unsigned Width = Which->First + 2;
  std::optional<IntType> Type = intType(L.Context, E.getType());
  if (Which->IsShuffle && Type) {
    assert(Count > Selector && "rows say how many arguments calls pass");
    ExprId Lanes = Count > Width ? Values[Width] : L.Builder.constant(32, I32);
    return L.Builder.shuffle({{ReasonCode::CrossLane, Detail}, Name.str()},
                             L.Builder.convert(Values[Which->First], *Type),
                             shuffleSource(L.Builder, Meaning,
                                           laneNumber(L.Builder),
                                           Values[Selector], Lanes));
  }
  if (Meaning == DeviceMeaning::CountingBarrier)
    L.Emit.addBarrier(E.getBeginLoc(), BarrierScope::Block);
  // From a warp that is not cut in parts, lanes get the same that name the same
  // lane.
  if (Meaning == DeviceMeaning::Shuffle &&
      (Count <= Width || constantOf(E.getArg(Width), L.Context) == 32))
    Which->Deciding = {Selector};
  llvm::SmallVector<ExprId, 2> Deciding;
  for (unsigned Index : Which->Deciding) {
    assert(Index < Count && "rows say how many arguments calls pass");
    Deciding.push_back(Values[Index]);
  }
  return L.Emit.opaque(ReasonCode::CrossLane, Detail, E.getType(), Deciding,
                       /*IsDivergent=*/false, Name);
}
