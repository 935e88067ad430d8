//===- SweepsTest.cpp - Rounds and warps that do the same -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNumbers.h"
#include "Values/Arithmetic.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

const LaneMask Lanes = LaneMask::all();

WarpValue moving(int64_t Base, SweepId Sweep, int64_t Step) {
  WarpValue Value = WarpValue::uniform(Base);
  LaneNumbers Steps;
  Steps.fill(Step);
  Value.addMotion(Motion(Sweep, Steps));
  return Value;
}

TEST(Sweeps, ReachAsFarAsALimit) {
  Sweeps Running;
  const SweepId Sweep = Running.begin();
  for (const auto &[Base, Step, Reach] : {std::tuple(0, 4, 25),
                                          {1, 4, 24},
                                          {100, 1, 0},
                                          {50, -1, 50},
                                          {50, 0, 1000},
                                          {0, -1, 0}}) {
    Running.beginCycle(Sweep, 1000);
    Running.keepWithin(moving(Base, Sweep, Step), Lanes, 0, 100);
    EXPECT_EQ(Running.reach(Sweep), unsigned(Reach)) << Base << ' ' << Step;
  }
}

TEST(Sweeps, TheInnermostIsServedFirst) {
  Sweeps Running;
  const SweepId Outer = Running.begin(), Inner = Running.begin();
  Running.beginCycle(Outer, 1000);
  Running.beginCycle(Inner, 7);
  WarpValue Both = moving(0, Outer, 10);
  LaneNumbers Steps;
  Steps.fill(3);
  Both.addMotion(Motion(Inner, Steps));
  Running.keepWithin(Both, Lanes, 0, 100);
  EXPECT_EQ(Running.reach(Inner), 7u);
  // 7 * 3 of 100 are taken.
  EXPECT_EQ(Running.reach(Outer), 7u);
  // Opposite ways do not take from each other.
  Running.beginCycle(Outer, 1000);
  Running.beginCycle(Inner, 7);
  Running.keepWithin(moving(50, Outer, -10), Lanes, 0, 100);
  Running.keepWithin(moving(50, Inner, 10), Lanes, 0, 100);
  EXPECT_EQ(Running.reach(Outer), 5u);
  EXPECT_EQ(Running.reach(Inner), 5u);
}

TEST(Sweeps, EndedOnesDoNotCount) {
  Sweeps Running;
  const SweepId Ended = Running.begin();
  Running.end();
  const SweepId Open = Running.begin();
  Running.beginCycle(Open, 9);
  const WarpValue Value = moving(0, Ended, 1);
  EXPECT_FALSE(Running.isMoving(Value));
  Running.needStill(Value, Lanes);
  Running.keepWithin(Value, Lanes, 0, 0);
  EXPECT_EQ(Running.reach(Open), 9u);
}

/// A lane-wise random value that moves in some of \p Ids.
WarpValue randomMoving(RandomNumbers &Random, IntType Type,
                       llvm::ArrayRef<SweepId> Ids) {
  const int64_t Far = Random.pick<int64_t>({3, 40, 5000, int64_t(1) << 31});
  const int64_t Common = Random.between(-Far, Far);
  const bool IsUniform = Random.chance(40);
  LaneNumbers Numbers;
  for (int64_t &Number : Numbers)
    Number =
        canonical(IsUniform ? Common : Common + Random.between(-40, 40), Type);
  WarpValue Value =
      IsUniform ? WarpValue::uniform(Numbers[0]) : WarpValue::lanes(Numbers);
  for (SweepId Id : Ids) {
    if (Random.chance(35))
      continue;
    const bool IsCommon = Random.chance(70);
    const int64_t Step = Random.pick<int64_t>({-8, -1, 1, 1, 2, 3, 4, 16, 32});
    LaneNumbers Steps;
    for (int64_t &Each : Steps)
      Each = IsCommon ? Step : Step * Random.between(-2, 3);
    Value.addMotion(Motion(Id, Steps));
  }
  return Value;
}

/// \p Value when \p Cycles cycles of the two sweeps have passed.
WarpValue movedTo(const WarpValue &Value, llvm::ArrayRef<SweepId> Ids,
                  llvm::ArrayRef<uint64_t> Cycles) {
  WarpValue Result = Value;
  for (auto [Id, Count] : llvm::zip_equal(Ids, Cycles))
    if (const Motion *M = motionIn(Value, Id))
      Result.move(*M, Count);
  Result.clearMotions();
  return Result;
}

constexpr BinaryOp OpList[] = {
    BinaryOp::Add,        BinaryOp::Sub,      BinaryOp::Mul,
    BinaryOp::Div,        BinaryOp::Rem,      BinaryOp::And,
    BinaryOp::Or,         BinaryOp::Xor,      BinaryOp::ShiftLeft,
    BinaryOp::ShiftRight, BinaryOp::Min,      BinaryOp::Max,
    BinaryOp::Equal,      BinaryOp::NotEqual, BinaryOp::Less,
    BinaryOp::LessEqual,  BinaryOp::Greater,  BinaryOp::GreaterEqual};

/// Results in later cycles, as far as the sweeps reach, are what the motion of
/// the result says.
TEST(Motions, SayWhatOperatorsGiveInLaterCycles) {
  RandomNumbers Random(1);
  unsigned Moving = 0, Reaching = 0;
  for (unsigned Try = 0; Try != 60'000; ++Try) {
    SymbolTable Symbols;
    ReasonPool Reasons;
    Sweeps Running;
    const std::array<SweepId, 2> Ids = {Running.begin(), Running.begin()};
    for (SweepId Id : Ids)
      Running.beginCycle(Id, 6);
    Arithmetic Math(Symbols, Reasons, Running);
    const IntType Type = Random.pick(
        {I32, U32, I32, U32, I64, U64, IntType{8, false}, IntType{16, true}});
    const BinaryOp Op = Random.from(llvm::ArrayRef(OpList));
    const WarpValue Left = randomMoving(Random, Type, Ids);
    WarpValue Right = randomMoving(Random, Type, Ids);
    if (Random.chance(50))
      Right = WarpValue::uniform(
          canonical(Random.pick<int64_t>({0, 1, 2, 3, 4, 5, 7, 8, 15, 31, 32,
                                          33, 255, -1, -8, -32}),
                    Type));
    const IntType To = Random.pick(
        {Type, Type, I32, U32, I64, U64, IntType{8, true}, IntType{16, false}});
    const IntType ResultType = isComparison(Op) ? BoolType : Type;
    const auto Compute = [&](const WarpValue &A, const WarpValue &B) {
      return Math.convert(Math.binary(Op, A, B, Type, Lanes), ResultType, To,
                          Lanes);
    };
    // Values stay in their type.
    const int64_t Low = Type.Signed ? -(int64_t(1) << (Type.Bits - 2)) * 2 : 0;
    const std::array<const WarpValue *, 2> Operands = {&Left, &Right};
    for (const WarpValue *Operand : Operands)
      if (Type.Bits < 64)
        Running.keepWithin(*Operand, Lanes, Low,
                           Low + (int64_t(1) << Type.Bits) - 1);
    const WarpValue Result = Compute(Left, Right);
    const std::array<uint64_t, 2> Reach = {Running.reach(Ids[0]),
                                           Running.reach(Ids[1])};
    Moving += Running.isMoving(Result);
    Reaching += Reach[0] != 0 && Reach[1] != 0;
    const bool IsErratic = llvm::any_of(
        Result.motions(), [](const Motion &M) { return M.isErratic(); });
    if (IsErratic)
      continue;
    for (uint64_t Outer = 0; Outer <= Reach[0]; ++Outer)
      for (uint64_t Inner = 0; Inner <= Reach[1]; ++Inner) {
        const std::array<uint64_t, 2> Cycles = {Outer, Inner};
        const WarpValue Later =
            Compute(movedTo(Left, Ids, Cycles), movedTo(Right, Ids, Cycles));
        const WarpValue Said = movedTo(Result, Ids, Cycles);
        ASSERT_EQ(Later.affine(), Said.affine()) << "try " << Try;
        for (unsigned Lane : Later.affine())
          ASSERT_EQ(Later.base(Lane), Said.base(Lane))
              << "try " << Try << ": " << spelling(Op).str() << " in "
              << spelling(Type) << ", lane " << Lane << ", cycles " << Outer
              << " and " << Inner;
      }
  }
  EXPECT_GT(Moving, 10'000u);
  EXPECT_GT(Reaching, 10'000u);
}

} // namespace
