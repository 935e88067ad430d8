//===- Motions.cpp - How results move in sweeps ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Motions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

namespace {

using Steps = llvm::SmallVector<int64_t, 4>;

constexpr int64_t Least = std::numeric_limits<int64_t>::min();
constexpr int64_t Most = std::numeric_limits<int64_t>::max();

/// An operand in one lane.
struct MovingNumber {
  int64_t Base;
  llvm::ArrayRef<int64_t> By;
  /// The base is known, but symbols are added to it.
  bool HasTerms;

  bool isMoving() const {
    return llvm::any_of(By, [](int64_t Step) { return Step != 0; });
  }
};

/// One operator, lane by lane.
class MotionRule {
public:
  MotionRule(Sweeps &Running, BinaryOp Op, IntType Type)
      : Running(Running), Op(Op), Type(Type) {}
  MotionRule(const MotionRule &) = delete;
  MotionRule &operator=(const MotionRule &) = delete;
  ~MotionRule() { flush(); }

  /// The steps of the result; nothing if they are not the same in all cycles.
  std::optional<Steps> apply(const MovingNumber &L, const MovingNumber &R);

private:
  std::optional<Steps> product(const MovingNumber &L, const MovingNumber &R);
  std::optional<Steps> quotient(const MovingNumber &L, const MovingNumber &R);
  std::optional<Steps> bits(const MovingNumber &L, const MovingNumber &R);
  void wantAbove(int64_t Bits, llvm::ArrayRef<int64_t> By);
  std::optional<Steps> masked(const MovingNumber &Value, int64_t Mask);
  std::optional<Steps> extreme(const MovingNumber &L, const MovingNumber &R);
  std::optional<Steps> comparison(const MovingNumber &L, const MovingNumber &R);

  struct Division {
    Steps Quotient, Remainder;
  };
  Division divide(int64_t Number, llvm::ArrayRef<int64_t> By, int64_t Divisor);
  std::optional<Steps> inType(int64_t Number, Steps By);
  bool isOrdered(const MovingNumber &Operand);
  void keep(int64_t Number, int64_t Low, int64_t High,
            llvm::ArrayRef<int64_t> By);
  void flush();
  Steps none() const { return Steps(Running.open().size(), 0); }

  /// Numbers that move by the same steps within the same limits: the least and
  /// the greatest decide.
  struct Limit {
    int64_t Low, High;
    Steps By;
    int64_t Least, Greatest;
  };

  Sweeps &Running;
  const BinaryOp Op;
  const IntType Type;
  llvm::SmallVector<Limit, 2> Limits;
};

} // namespace

void MotionRule::keep(int64_t Number, int64_t Low, int64_t High,
                      llvm::ArrayRef<int64_t> By) {
  for (Limit &L : Limits)
    if (L.Low == Low && L.High == High && By == llvm::ArrayRef(L.By)) {
      L.Least = std::min(L.Least, Number);
      L.Greatest = std::max(L.Greatest, Number);
      return;
    }
  if (Limits.size() == 8)
    flush();
  Limits.push_back({Low, High, Steps(By.begin(), By.end()), Number, Number});
}

void MotionRule::flush() {
  for (const Limit &L : Limits) {
    Running.keepWithin(L.Least, L.Low, L.High, L.By);
    Running.keepWithin(L.Greatest, L.Low, L.High, L.By);
  }
  Limits.clear();
}

static Steps combine(llvm::ArrayRef<int64_t> A, llvm::ArrayRef<int64_t> B,
                     int64_t SignOfB) {
  Steps Result;
  for (auto [StepA, StepB] : llvm::zip_equal(A, B))
    Result.push_back(
        int64_t(uint64_t(StepA) + uint64_t(SignOfB) * uint64_t(StepB)));
  return Result;
}

static Steps scaled(llvm::ArrayRef<int64_t> By, int64_t Factor) {
  Steps Result;
  for (int64_t Step : By)
    Result.push_back(int64_t(uint64_t(Step) * uint64_t(Factor)));
  return Result;
}

/// \p Number in the type's canonical form moves by \p By as far as the type
/// goes.
std::optional<Steps> MotionRule::inType(int64_t Number, Steps By) {
  int64_t Low = Least, High = Most;
  if (Type.Bits < 64) {
    Low = Type.Signed ? -(int64_t(1) << (Type.Bits - 1)) : 0;
    High = Low + ((int64_t(1) << Type.Bits) - 1);
  }
  keep(canonical(Number, Type), Low, High, By);
  return By;
}

/// True if the order of bases is that of the type's numbers: those of 64 bits
/// without a sign are kept below 2^63, where they are.
bool MotionRule::isOrdered(const MovingNumber &Operand) {
  if (Type.Signed)
    return true;
  if (Type.Bits == 64)
    keep(Operand.Base, 0, Most, Operand.By);
  return Operand.Base >= 0;
}

std::optional<Steps> MotionRule::product(const MovingNumber &L,
                                         const MovingNumber &R) {
  // A coefficient would move.
  if ((L.isMoving() && (R.isMoving() || R.HasTerms)) ||
      (R.isMoving() && L.HasTerms))
    return std::nullopt;
  const int64_t Result = int64_t(uint64_t(L.Base) * uint64_t(R.Base));
  return inType(Result,
                L.isMoving() ? scaled(L.By, R.Base) : scaled(R.By, L.Base));
}

/// \p Number divided by the positive \p Divisor, rounding down. Steps that are
/// no multiples of it go as far as the quotient does not change for them.
MotionRule::Division MotionRule::divide(int64_t Number,
                                        llvm::ArrayRef<int64_t> By,
                                        int64_t Divisor) {
  Division Result;
  for (auto [State, Step] : llvm::zip_equal(Running.open(), By)) {
    const bool IsMultiple = Step % Divisor == 0;
    Result.Quotient.push_back(IsMultiple ? Step / Divisor : 0);
    Result.Remainder.push_back(IsMultiple ? 0 : Step);
    if (!IsMultiple)
      Running.want(State.Id, {1, factorToMultiple(Step, Divisor)});
  }
  int64_t Rest = Number % Divisor;
  if (Rest < 0)
    Rest += Divisor;
  keep(Rest, 0, Divisor - 1, Result.Remainder);
  return Result;
}

std::optional<Steps> MotionRule::quotient(const MovingNumber &L,
                                          const MovingNumber &R) {
  if (R.isMoving())
    return std::nullopt;
  const bool IsShift = Op == BinaryOp::ShiftRight;
  if (IsShift ? R.Base < 0 || R.Base >= std::min<int64_t>(Type.Bits, 62)
              : R.Base <= 0)
    return std::nullopt;
  const int64_t Divisor = IsShift ? int64_t(1) << R.Base : R.Base;
  const int64_t Number =
      L.HasTerms ? canonical(L.Base, {Type.Bits, true}) : L.Base;
  if (!L.HasTerms && !isOrdered(L))
    return std::nullopt;
  auto Part = [&](const Division &D) {
    return Op == BinaryOp::Rem ? D.Remainder : D.Quotient;
  };
  if (IsShift)
    return Part(divide(Number, L.By, Divisor));
  // Towards zero: a negative number is the mirror image of a positive one.
  if (Number == Least)
    return std::nullopt;
  keep(Number, Number < 0 ? Least : 0, Number < 0 ? 0 : Most, L.By);
  if (Number >= 0)
    return Part(divide(Number, L.By, Divisor));
  return scaled(Part(divide(-Number, scaled(L.By, -1), Divisor)), -1);
}

/// The lowest bit that a step changes.
static unsigned lowestMovingBit(llvm::ArrayRef<int64_t> By) {
  uint64_t All = 0;
  for (int64_t Step : By)
    All |= uint64_t(Step);
  return llvm::countr_zero(All);
}

/// Wants steps that change no bit of \p Bits.
void MotionRule::wantAbove(int64_t Bits, llvm::ArrayRef<int64_t> By) {
  if (Bits <= 0 || Bits > Most / 2)
    return;
  for (auto [State, Step] : llvm::zip_equal(Running.open(), By))
    Running.want(State.Id, {factorToMultiple(Step, int64_t(llvm::PowerOf2Ceil(
                                                       uint64_t(Bits) + 1))),
                            1});
}

std::optional<Steps> MotionRule::masked(const MovingNumber &Value,
                                        int64_t Mask) {
  // The bits of a low mask, and what is left without them.
  if (Mask >= 0 && Mask != Most && llvm::isPowerOf2_64(uint64_t(Mask) + 1))
    return divide(Value.Base, Value.By, Mask + 1).Remainder;
  const uint64_t Rest = uint64_t(canonical(~Mask, {Type.Bits, false}));
  if (Rest < uint64_t(Most) && llvm::isPowerOf2_64(Rest + 1)) {
    const Division D = divide(Value.Base, Value.By, int64_t(Rest) + 1);
    return inType(Value.Base & Mask, scaled(D.Quotient, int64_t(Rest) + 1));
  }
  // Bits of the mask that no step reaches.
  if (Mask >= 0 && Mask >> lowestMovingBit(Value.By) == 0)
    return none();
  wantAbove(Mask, Value.By);
  return std::nullopt;
}

std::optional<Steps> MotionRule::bits(const MovingNumber &L,
                                      const MovingNumber &R) {
  if (L.isMoving() && R.isMoving())
    return std::nullopt;
  const MovingNumber &Value = L.isMoving() ? L : R;
  const MovingNumber &Still = L.isMoving() ? R : L;
  if (Still.HasTerms)
    return std::nullopt;
  if (Op == BinaryOp::And)
    return masked(Value, Still.Base);
  // Bits that stand below all steps change nothing of them.
  if (Value.HasTerms || Still.Base < 0)
    return std::nullopt;
  if (Still.Base >> lowestMovingBit(Value.By) == 0)
    return inType(Value.Base, Steps(Value.By.begin(), Value.By.end()));
  wantAbove(Still.Base, Value.By);
  return std::nullopt;
}

std::optional<Steps> MotionRule::extreme(const MovingNumber &L,
                                         const MovingNumber &R) {
  if (!isOrdered(L) || !isOrdered(R))
    return std::nullopt;
  if (L.By == R.By)
    return Steps(L.By.begin(), L.By.end());
  if (L.Base == R.Base)
    return std::nullopt;
  const bool IsLeftLess = L.Base < R.Base;
  keep(L.Base - R.Base, IsLeftLess ? Least : 1, IsLeftLess ? -1 : Most,
       combine(L.By, R.By, -1));
  const MovingNumber &Chosen = (Op == BinaryOp::Min) == IsLeftLess ? L : R;
  return Steps(Chosen.By.begin(), Chosen.By.end());
}

std::optional<Steps> MotionRule::comparison(const MovingNumber &L,
                                            const MovingNumber &R) {
  constexpr int64_t Far = int64_t(1) << 61;
  for (const MovingNumber *Side : {&L, &R})
    if (std::abs(Side->Base) >= Far || !isOrdered(*Side))
      return std::nullopt;
  const bool IsEquality = Op == BinaryOp::Equal || Op == BinaryOp::NotEqual;
  // The limits of what is known of sums with symbols, see Arithmetic::compared.
  if (L.HasTerms || R.HasTerms)
    if (Type.Bits == 64 || (!IsEquality && !Type.Signed))
      for (const MovingNumber *Side : {&L, &R})
        keep(Side->Base, Type.Signed ? -(int64_t(1) << 31) : 0,
             (int64_t(1) << 31) - 1, Side->By);
  const int64_t Distance = L.Base - R.Base;
  int64_t Low = Least, High = Most;
  if (IsEquality) {
    Low = Distance > 0 ? 1 : Distance == 0 ? 0 : Least;
    High = Distance < 0 ? -1 : Distance == 0 ? 0 : Most;
  } else {
    const int64_t FirstAbove =
        Op == BinaryOp::LessEqual || Op == BinaryOp::Greater ? 1 : 0;
    (Distance >= FirstAbove ? Low : High) =
        Distance >= FirstAbove ? FirstAbove : FirstAbove - 1;
  }
  keep(Distance, Low, High, combine(L.By, R.By, -1));
  return none();
}

std::optional<Steps> MotionRule::apply(const MovingNumber &L,
                                       const MovingNumber &R) {
  if (!L.isMoving() && !R.isMoving())
    return none();
  switch (Op) {
  case BinaryOp::Add:
    return inType(int64_t(uint64_t(L.Base) + uint64_t(R.Base)),
                  combine(L.By, R.By, 1));
  case BinaryOp::Sub:
    return inType(int64_t(uint64_t(L.Base) - uint64_t(R.Base)),
                  combine(L.By, R.By, -1));
  case BinaryOp::Mul:
    return product(L, R);
  case BinaryOp::ShiftLeft: {
    if (R.isMoving() || R.HasTerms || R.Base < 0 || R.Base >= Type.Bits)
      return std::nullopt;
    const Steps Still = none();
    return product(L, {int64_t(uint64_t(1) << R.Base), Still, false});
  }
  case BinaryOp::Div:
  case BinaryOp::Rem:
  case BinaryOp::ShiftRight:
    return quotient(L, R);
  case BinaryOp::And:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return bits(L, R);
  case BinaryOp::Min:
  case BinaryOp::Max:
    return extreme(L, R);
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
  case BinaryOp::Less:
  case BinaryOp::LessEqual:
  case BinaryOp::Greater:
  case BinaryOp::GreaterEqual:
    return comparison(L, R);
  case BinaryOp::LogicalAnd:
  case BinaryOp::LogicalOr:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

/// True if the lanes of \p Value move by the same steps.
static bool hasCommonSteps(const WarpValue &Value) {
  return llvm::all_of(Value.motions(),
                      [](const Motion &M) { return M.isCommon(); });
}

namespace {
/// An operand in all lanes.
class MovingOperand {
public:
  MovingOperand(const Sweeps &Running, const WarpValue &Value)
      : Running(Running), Value(Value), By(Running.stepsOf(Value, 0)),
        IsCommon(hasCommonSteps(Value)) {}

  MovingNumber in(unsigned Lane) {
    if (!IsCommon)
      By = Running.stepsOf(Value, Lane);
    const bool HasTerms = llvm::any_of(Value.terms(), [&](const SymbolTerm &T) {
      return T.coefficient(Lane) != 0;
    });
    return {Value.base(Lane), By, HasTerms};
  }

private:
  const Sweeps &Running;
  const WarpValue &Value;
  Steps By;
  const bool IsCommon;
};
} // namespace

static bool isErratic(const WarpValue &Value, SweepId Sweep) {
  const Motion *M = motionIn(Value, Sweep);
  return M && M->isErratic();
}

namespace {
/// Gathers the motions of a value lane by lane.
class MotionBuilder {
public:
  MotionBuilder(Sweeps &Running, llvm::ArrayRef<const WarpValue *> Operands)
      : Running(Running), Operands(Operands.begin(), Operands.end()),
        ByLane(Running.open().size()) {}

  using LaneSteps = llvm::function_ref<std::optional<Steps>(unsigned)>;
  enum class Alike { No, All };
  /// Each of \p Lanes moves in its own way, or all lanes move as each of them.
  void add(LaneMask Lanes, Alike How, LaneSteps StepsIn);
  void give(WarpValue &Result);

private:
  Sweeps &Running;
  llvm::SmallVector<const WarpValue *, 2> Operands;
  llvm::SmallVector<LaneNumbers, 4> ByLane;
  bool IsErratic = false;
};
} // namespace

void MotionBuilder::add(LaneMask Lanes, Alike How, LaneSteps StepsIn) {
  for (unsigned Lane : Lanes) {
    std::optional<Steps> By = StepsIn(Lane);
    if (!By) {
      IsErratic = true;
      return;
    }
    for (auto [Numbers, Step] : llvm::zip_equal(ByLane, *By)) {
      if (How == Alike::All)
        Numbers.fill(Step);
      else
        Numbers[Lane] = Step;
    }
  }
}

/// The lanes of \p Lanes whose \p Number is the least and the greatest. If all
/// move by the same steps, the limits of the others follow from theirs.
template <typename Function>
static LaneMask extremeLanes(LaneMask Lanes, Function Number) {
  unsigned Lowest = Lanes.lowest(), Highest = Lowest;
  int64_t Low = Number(Lowest), High = Low;
  for (unsigned Lane : Lanes) {
    const int64_t Of = Number(Lane);
    if (Of < Low) {
      Low = Of;
      Lowest = Lane;
    } else if (Of > High) {
      High = Of;
      Highest = Lane;
    }
  }
  return LaneMask(1u << Lowest | 1u << Highest);
}

void MotionBuilder::give(WarpValue &Result) {
  Result.clearMotions();
  for (auto [State, Numbers] : llvm::zip_equal(Running.open(), ByLane)) {
    bool Moves = false, HasErratic = false;
    for (const WarpValue *Operand : Operands) {
      Moves |= motionIn(*Operand, State.Id) != nullptr;
      HasErratic |= isErratic(*Operand, State.Id);
    }
    if (HasErratic || (IsErratic && Moves))
      Result.addMotion(Motion::erratic(State.Id));
    else if (llvm::any_of(Numbers, [](int64_t Step) { return Step != 0; }))
      Result.addMotion(Motion(State.Id, Numbers));
  }
}

/// True if all lanes move by the same steps, whatever they add up to.
static bool isLinear(BinaryOp Op, const WarpValue &Left,
                     const WarpValue &Right) {
  switch (Op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return true;
  case BinaryOp::Mul:
    return (Left.hasUniformBase() && Left.motions().empty()) ||
           (Right.hasUniformBase() && Right.motions().empty());
  case BinaryOp::ShiftLeft:
    return Right.hasUniformBase();
  default:
    return false;
  }
}

/// Those of \p Lanes that show how all move, with all limits; nothing if they
/// move in different ways.
static std::optional<LaneMask> examplesOf(BinaryOp Op, const WarpValue &Left,
                                          const WarpValue &Right, IntType Type,
                                          LaneMask Lanes) {
  if (Lanes.none() || Left.hasVaryingTerms(Lanes) ||
      Right.hasVaryingTerms(Lanes) || !hasCommonSteps(Left) ||
      !hasCommonSteps(Right))
    return std::nullopt;
  if (Left.hasUniformBase() && Right.hasUniformBase())
    return LaneMask(1u << Lanes.lowest());
  if (!isLinear(Op, Left, Right))
    return std::nullopt;
  return extremeLanes(Lanes, [&](unsigned Lane) {
    return *evaluate(Op, Left.base(Lane), Right.base(Lane), Type);
  });
}

void banklint::moveBinary(Sweeps &Running, WarpValue &Result, BinaryOp Op,
                          const WarpValue &Left, const WarpValue &Right,
                          IntType Type, LaneMask Lanes) {
  MotionBuilder Builder(Running, {&Left, &Right});
  MotionRule Rule(Running, Op, Type);
  MovingOperand OfLeft(Running, Left), OfRight(Running, Right);
  const auto StepsIn = [&](unsigned Lane) {
    return Rule.apply(OfLeft.in(Lane), OfRight.in(Lane));
  };
  if (std::optional<LaneMask> Examples =
          examplesOf(Op, Left, Right, Type, Lanes))
    Builder.add(*Examples, MotionBuilder::Alike::All, StepsIn);
  else
    Builder.add(Lanes, MotionBuilder::Alike::No, StepsIn);
  Builder.give(Result);
}

void banklint::moveMagnitude(Sweeps &Running, WarpValue &Result,
                             const WarpValue &Operand, LaneMask Lanes) {
  MotionBuilder Builder(Running, {&Operand});
  Builder.add(Lanes, MotionBuilder::Alike::No, [&](unsigned Lane) {
    const int64_t Number = Operand.base(Lane);
    const Steps By = Running.stepsOf(Operand, Lane);
    Running.keepWithin(Number, Number < 0 ? Least : 0, Number < 0 ? 0 : Most,
                       By);
    return Number < 0 ? scaled(By, -1) : By;
  });
  Builder.give(Result);
}

void banklint::moveConverted(Sweeps &Running, WarpValue &Result,
                             const WarpValue &Operand, IntType Type,
                             LaneMask Lanes, LaneMask Offsets) {
  MotionBuilder Builder(Running, {&Operand, &Result});
  const Steps Still(Running.open().size(), 0);
  const bool IsCommon = hasCommonSteps(Operand);
  for (auto [Into, Mask] : {std::pair(Type, Lanes), std::pair(I32, Offsets)}) {
    if (Mask.none())
      continue;
    MotionRule Rule(Running, BinaryOp::Add, Into);
    const auto StepsIn = [&, &Base = Result](unsigned Lane) {
      return Rule.apply(
          {Base.base(Lane), Running.stepsOf(Operand, Lane), false},
          {0, Still, false});
    };
    if (IsCommon)
      Builder.add(extremeLanes(Mask,
                               [&, &Of = Into, &Base = Result](unsigned Lane) {
                                 return canonical(Base.base(Lane), Of);
                               }),
                  MotionBuilder::Alike::All, StepsIn);
    else
      Builder.add(Mask, MotionBuilder::Alike::No, StepsIn);
  }
  Builder.give(Result);
}

void banklint::moveErratically(Sweeps &Running, WarpValue &Result,
                               const WarpValue &Operand) {
  for (const Sweeps::State &State : Running.open())
    if (motionIn(Operand, State.Id) && !isErratic(Result, State.Id))
      Result.addMotion(Motion::erratic(State.Id));
}
