//===- Cases.cpp - Values known by cases of an unknown --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operator that mixes numbers of the lanes with an unknown u that they share
// gives one of a few vectors, plus something that they share:
//
//   l & u, l ^ u, l | u    one for each residue of u
//   (l + u) / d, % d       one for each number of lanes that are carried over
//   min(l, u), max(l, u)   one for each number between the least l and the most
//   l / u, l % u           one for each divisor up to the most l
//   l >> u                 one for each count
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace banklint;

/// What keys of symbols and of distinctions start with, apart from operators.
enum CaseKey : int64_t {
  ResidueKey = 400,
  CarryKey,
  ClampKey,
  DivisorKey,
  ShiftKey,
  QuotientKey,
  RemainderKey,
  HighBitsKey,
  ExcessKey,
};

/// True if numbers near \p Number can't overflow.
static bool isNear(int64_t Number) {
  return -(int64_t(1) << 31) < Number && Number < (int64_t(1) << 31);
}

/// The symbols of \p Value have the same coefficients in all lanes of \p Mask.
static bool hasSharedTerms(const WarpValue &Value, LaneMask Mask) {
  return Value.affine().contains(Mask) && !Value.cases() &&
         !Value.hasVaryingTerms(Mask);
}

/// \p Number plus the symbols that the lanes of \p Value share.
static WarpValue sharedPart(const WarpValue &Value, int64_t Number,
                            LaneMask Mask) {
  WarpValue Result = WarpValue::uniform(Number);
  for (const SymbolTerm &Term : Value.terms())
    if (int64_t Coefficient = Term.coefficient(Mask.lowest()))
      Result.addTerm(SymbolTerm(Term.symbol(), Coefficient));
  return Result;
}

uint64_t Arithmetic::commonStep(const WarpValue &Value, uint64_t Limit,
                                LaneMask Mask) {
  for (const SymbolTerm &Term : Value.terms()) {
    int64_t Coefficient = Term.coefficient(Mask.lowest());
    Limit = std::gcd(Limit, Coefficient < 0 ? 0 - uint64_t(Coefficient)
                                            : uint64_t(Coefficient));
  }
  return Limit;
}

/// \p Results by case as the offsets of one value.
WarpValue Arithmetic::inCases(llvm::ArrayRef<int64_t> SetKey, CaseSet Set,
                              llvm::ArrayRef<LaneNumbers> Results,
                              LaneMask Mask) {
  Set.Count = Results.size();
  WarpValue Value = WarpValue::lanes(Results.front());
  LaneCases Cases{Symbols.internCases(SetKey, std::move(Set)), {}};
  for (const LaneNumbers &Result : Results) {
    LaneNumbers Offsets{};
    for (unsigned Lane : Mask)
      Offsets[Lane] = uint64_t(Result[Lane]) - uint64_t(Results.front()[Lane]);
    Cases.Offsets.push_back(Offsets);
  }
  Value.setCases(std::move(Cases));
  return Value;
}

/// Rule 4 of the header; requires all lanes of \p Mask affine.
std::optional<WarpValue> Arithmetic::byCases(BinaryOp Op, const WarpValue &Left,
                                             const WarpValue &Right,
                                             IntType Type, LaneMask Mask) {
  // Narrow types wrap; what all lanes share is a symbol.
  if (IsInCase || Type.Bits < 32 || !hasSharedTerms(Left, Mask) ||
      !hasSharedTerms(Right, Mask) ||
      (Left.isUniform(Mask) && Right.isUniform(Mask)))
    return std::nullopt;
  const bool IsLeftNumber = Left.constantLanes(Mask) == Mask;
  std::optional<int64_t> Number = Right.uniformConstant(Mask);
  switch (Op) {
  case BinaryOp::And:
    if (Number && *Number > 0 && llvm::isPowerOf2_64(uint64_t(*Number) + 1))
      return dividedByCases(Op, Left, *Number + 1, Type, Mask);
    [[fallthrough]];
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return IsLeftNumber ? bitsByCases(Op, Left, Right, Type, Mask)
                        : bitsByCases(Op, Right, Left, Type, Mask);
  case BinaryOp::Div:
  case BinaryOp::Rem:
    if (Number && *Number > 0)
      return dividedByCases(Op, Left, *Number, Type, Mask);
    return byDivisor(Op, Left, Right, Type, Mask);
  case BinaryOp::ShiftRight:
    if (Number && *Number > 0 && *Number < 31)
      return dividedByCases(Op, Left, int64_t(1) << *Number, Type, Mask);
    return byShift(Left, Right, Type, Mask);
  case BinaryOp::ShiftLeft:
    // l * (1 << u)
    if (IsLeftNumber && Right.isUniform(Mask))
      return product(
          symbolic({int64_t(Op), Type.Bits, Type.Signed, 1}, {&Right}, Mask),
          Left, Type, Mask);
    return std::nullopt;
  case BinaryOp::Min:
  case BinaryOp::Max:
    return clampedByCases(Op, Left, Right, Type, Mask);
  default:
    return std::nullopt;
  }
}

/// Bitwise operators on numbers that differ in a few neighbouring bits and
/// something shared: those bits of it decide, the others make a shared result.
std::optional<WarpValue> Arithmetic::bitsByCases(BinaryOp Op,
                                                 const WarpValue &Numbers,
                                                 const WarpValue &Shared,
                                                 IntType Type, LaneMask Mask) {
  constexpr unsigned MaxBits = 6;
  if (Numbers.constantLanes(Mask) != Mask || !Shared.isUniform(Mask))
    return std::nullopt;
  const int64_t First = Numbers.base(Mask.lowest());
  uint64_t Varying = 0;
  for (unsigned Lane : Mask)
    Varying |= uint64_t(Numbers.base(Lane)) ^ uint64_t(First);
  unsigned End = 64 - llvm::countl_zero(Varying);
  unsigned Begin = End <= MaxBits ? 0 : llvm::countr_zero(Varying);
  if (End - Begin > MaxBits || End > 31)
    return std::nullopt;
  const uint64_t Modulus = uint64_t(1) << End;
  const uint64_t Low = Modulus - (uint64_t(1) << Begin);
  // Of each residue, only the bits from Begin on matter.
  const uint64_t Step = commonStep(Shared, Modulus, Mask);
  const int64_t Bias = Shared.base(Mask.lowest());
  std::vector<uint64_t> Residues;
  for (uint64_t Bits = 0; Bits != Modulus; Bits += uint64_t(1) << Begin)
    if (((Bits ^ uint64_t(Bias)) & (Step - 1) & Low) == 0)
      Residues.push_back(Bits);
  // The other bits are those of Shared, unless the number has some there, too.
  const int64_t Rest = canonical(First & ~int64_t(Low), Type);
  const bool AddsToShared = Rest == 0 && Op != BinaryOp::And;
  std::vector<LaneNumbers> Results;
  for (uint64_t Bits : Residues) {
    LaneNumbers Result{};
    for (unsigned Lane : Mask)
      Result[Lane] = *evaluate(Op, int64_t(Numbers.base(Lane) & Low),
                               int64_t(Bits), Type) -
                     (AddsToShared ? int64_t(Bits) : 0);
    Results.push_back(Result);
  }
  Key SetKey{ResidueKey, Begin, End};
  addToKey(SetKey, Shared, Mask);
  CaseSet Set{nameOf(Shared, Mask), 0, std::nullopt};
  llvm::ArrayRef<SymbolTerm> Terms = Shared.terms();
  if (Begin == 0 && Terms.size() == 1 &&
      Terms.front().coefficient(Mask.lowest()) == 1)
    Set.ByResidue = {Terms.front().symbol(), Bias, Modulus, Residues};
  WarpValue Value = inCases(SetKey, std::move(Set), Results, Mask);
  if (AddsToShared)
    return plus(Value, Shared, Type, Mask);
  if (Rest == 0)
    return Value;
  WarpValue High = symbolic(
      {HighBitsKey, int64_t(Op), Type.Bits, Begin, End, Rest}, {&Shared}, Mask);
  if (Begin == 0)
    High = product(High, WarpValue::uniform(Modulus), Type, Mask);
  return plus(Value, High, Type, Mask);
}

/// \p Value, which has cases, and something shared.
WarpValue Arithmetic::plus(const WarpValue &Value, const WarpValue &Shared,
                           IntType Type, LaneMask Mask) {
  WarpValue Result = sum(Value, Shared, 1, Type, Mask);
  if (Value.cases())
    Result.setCases(*Value.cases());
  return Result;
}

/// x / d and x % d by cases: x is d * q + r + D[l] with a least lane's D of 0.
class Arithmetic::Carries {
public:
  Carries(BinaryOp Op, int64_t Divisor, int64_t Step, int64_t Known,
          const LaneNumbers &Distance, LaneMask Mask)
      : IsRemainder(Op == BinaryOp::Rem || Op == BinaryOp::And),
        Divisor(Divisor), Step(Step), Known(Known), Distance(Distance),
        Mask(Mask) {}

  /// The cases where no x is negative or the division rounds down anyway.
  void addDown() { addFamily(0); }
  /// Those where all x are negative and it rounds towards zero.
  void addTowardsZero() { addFamily(Divisor - 1); }
  /// Those where only lanes less than some distance are negative. The least x
  /// is \p Least plus a multiple of \p AnyStep, which is not 0.
  void addMixed(int64_t MaxDistance, int64_t Least, int64_t AnyStep) {
    for (int64_t Below = 1; Below <= MaxDistance; ++Below) {
      int64_t Rest = (Divisor - Below % Divisor) % Divisor;
      if ((-Below - Least) % AnyStep != 0)
        continue;
      int64_t Quotient = (-Below - Rest) / Divisor;
      LaneNumbers Result{};
      for (unsigned Lane : Mask) {
        int64_t X = Distance[Lane] - Below;
        Result[Lane] =
            IsRemainder ? X % Divisor - Rest : X / Divisor - Quotient;
      }
      Results.push_back(Result);
    }
  }

  std::vector<LaneNumbers> Results;

private:
  /// All r, by the vectors of (r + D + Extra) / d: they change where one lane
  /// passes a multiple of d.
  void addFamily(int64_t Extra) {
    llvm::SmallVector<int64_t, WarpSize + 1> Rests{Known};
    for (unsigned Lane : Mask) {
      int64_t Passing = (Distance[Lane] + Extra) % Divisor;
      int64_t Least = (Divisor - Passing) % Divisor;
      Rests.push_back(Known + (Least - Known + Step - 1) / Step * Step);
    }
    llvm::sort(Rests);
    Rests.erase(std::unique(Rests.begin(), Rests.end()), Rests.end());
    for (int64_t Rest : Rests) {
      if (Rest < 0 || Rest >= Divisor)
        continue;
      LaneNumbers Result{};
      for (unsigned Lane : Mask) {
        int64_t Quotient = (Rest + Distance[Lane] + Extra) / Divisor;
        Result[Lane] =
            IsRemainder ? Distance[Lane] - Quotient * Divisor : Quotient;
      }
      Results.push_back(Result);
    }
  }

  bool IsRemainder;
  int64_t Divisor;
  /// r is Known plus a multiple of Step.
  int64_t Step;
  int64_t Known;
  const LaneNumbers &Distance;
  LaneMask Mask;
};

/// True if no value that \p Value may have is negative.
bool Arithmetic::isNonNegative(const WarpValue &Value, LaneMask Mask) const {
  return Value.base(Mask.lowest()) >= 0 &&
         llvm::all_of(Value.terms(), [&](const SymbolTerm &Term) {
           return Term.coefficient(Mask.lowest()) >= 0 &&
                  Symbols.isNonNegative(Term.symbol());
         });
}

/// Fills \p Distance with how far the lanes' numbers lie above the \p Least of
/// them; false if that is too far.
static bool findDistances(const WarpValue &Value, IntType Type, LaneMask Mask,
                          LaneNumbers &Distance, int64_t &Least,
                          int64_t &Most) {
  constexpr uint64_t MaxDistance = 1 << 12;
  const IntType Signed{Type.Bits, true};
  Least = canonical(Value.base(Mask.lowest()), Signed);
  for (unsigned Lane : Mask)
    Least = std::min(Least, canonical(Value.base(Lane), Signed));
  for (unsigned Lane : Mask) {
    // Unsigned, since the ends of the type may be far apart.
    uint64_t Above =
        uint64_t(canonical(Value.base(Lane), Signed)) - uint64_t(Least);
    if (Above > MaxDistance)
      return false;
    Distance[Lane] = Above;
    Most = std::max(Most, Distance[Lane]);
  }
  return true;
}

std::optional<WarpValue>
Arithmetic::dividedByCases(BinaryOp Op, const WarpValue &Left, int64_t Divisor,
                           IntType Type, LaneMask Mask) {
  constexpr int64_t MaxMixed = 256;
  LaneNumbers Distance{};
  int64_t Least = 0, Most = 0;
  if (!findDistances(Left, Type, Mask, Distance, Least, Most))
    return std::nullopt;
  if (Divisor > (int64_t(1) << 30))
    return std::nullopt;
  WarpValue Shared = sharedPart(Left, Least, Mask);
  // Shifts and masks round down. So does what is not negative.
  bool RoundsDown = Op == BinaryOp::ShiftRight || Op == BinaryOp::And ||
                    isNonNegative(Shared, Mask);
  if (!RoundsDown && !Type.Signed) {
    if (Op != BinaryOp::Rem || !llvm::isPowerOf2_64(Divisor))
      return std::nullopt;
    RoundsDown = true;
  }
  if (!RoundsDown && Most > MaxMixed)
    return std::nullopt;
  const int64_t Step = commonStep(Shared, Divisor, Mask);
  const int64_t Known = (Least % Step + Step) % Step;
  Carries Cases(Op, Divisor, Step, Known, Distance, Mask);
  Cases.addDown();
  if (!RoundsDown) {
    Cases.addTowardsZero();
    Cases.addMixed(Most, Least, commonStep(Shared, /*Limit=*/0, Mask));
  }
  Key SetKey{CarryKey, Divisor, RoundsDown};
  addToKey(SetKey, Shared, Mask);
  for (unsigned Lane : Mask)
    SetKey.push_back(Distance[Lane]);
  SetKey.push_back(Mask.bits());
  WarpValue Value = inCases(SetKey, {nameOf(Shared, Mask), 0, std::nullopt},
                            Cases.Results, Mask);
  const bool IsRemainder = Op == BinaryOp::Rem || Op == BinaryOp::And;
  if (!IsRemainder)
    return plus(Value, symbolic({QuotientKey, Divisor}, {&Shared}, Mask), Type,
                Mask);
  WarpValue Rest = WarpValue::uniform(Known);
  if (Step != Divisor)
    Rest.addTerm(SymbolTerm(
        symbolic({RemainderKey, Divisor}, {&Shared}, Mask).terms()[0].symbol(),
        Step));
  return plus(Value, Rest, Type, Mask);
}

std::optional<WarpValue> Arithmetic::clampedByCases(BinaryOp Op,
                                                    const WarpValue &Left,
                                                    const WarpValue &Right,
                                                    IntType Type,
                                                    LaneMask Mask) {
  constexpr int64_t MaxSpan = 128;
  const bool IsLeftShared = Left.isUniform(Mask);
  const WarpValue &Lanes = IsLeftShared ? Right : Left;
  const WarpValue &Bound = IsLeftShared ? Left : Right;
  // An unsigned sum with a symbol may have wrapped.
  if (!Bound.isUniform(Mask) || (!Type.Signed && !Lanes.terms().empty()))
    return std::nullopt;
  int64_t Least = Lanes.base(Mask.lowest()), Most = Least;
  for (unsigned Lane : Mask) {
    Least = std::min(Least, Lanes.base(Lane));
    Most = std::max(Most, Lanes.base(Lane));
  }
  if (!isNear(Least) || !isNear(Most) || Most - Least > MaxSpan)
    return std::nullopt;
  // min(l + t, b) is t + min(l, b - t).
  WarpValue Terms = sharedPart(Lanes, 0, Mask);
  WarpValue Other = sum(sharedPart(Bound, Bound.base(Mask.lowest()), Mask),
                        Terms, -1, Type, Mask);
  if (Other.terms().empty())
    return std::nullopt;
  std::vector<LaneNumbers> Results;
  for (int64_t Clamped = Least; Clamped <= Most; ++Clamped) {
    LaneNumbers Result{};
    for (unsigned Lane : Mask)
      Result[Lane] = Op == BinaryOp::Min ? std::min(Lanes.base(Lane), Clamped)
                                         : std::max(Lanes.base(Lane), Clamped);
    Results.push_back(Result);
  }
  Key SetKey{ClampKey, Least, Most, Type.Signed};
  addToKey(SetKey, Other, Mask);
  WarpValue Value =
      inCases(SetKey, {nameOf(Other, Mask), 0, std::nullopt}, Results, Mask);
  // How far the bound lies outside of all lanes moves them together.
  WarpValue Excess =
      symbolic({ExcessKey, int64_t(Op), Least, Most}, {&Other}, Mask);
  return plus(Value, sum(Excess, Terms, 1, Type, Mask), Type, Mask);
}

std::optional<WarpValue> Arithmetic::byDivisor(BinaryOp Op,
                                               const WarpValue &Numbers,
                                               const WarpValue &Shared,
                                               IntType Type, LaneMask Mask) {
  constexpr int64_t MaxDividend = 255;
  if (Numbers.constantLanes(Mask) != Mask || !Shared.isUniform(Mask))
    return std::nullopt;
  int64_t Most = 0;
  for (unsigned Lane : Mask) {
    if (Numbers.base(Lane) < 0 || Numbers.base(Lane) > MaxDividend)
      return std::nullopt;
    Most = std::max(Most, Numbers.base(Lane));
  }
  std::vector<LaneNumbers> Results;
  auto Add = [&](int64_t Divisor) {
    LaneNumbers Result{};
    for (unsigned Lane : Mask)
      Result[Lane] = *evaluate(Op, Numbers.base(Lane), Divisor, Type);
    Results.push_back(Result);
  };
  // More than the most divides like any more. Zero has no result.
  for (int64_t Divisor = 1; Divisor <= Most + 1; ++Divisor)
    Add(Divisor);
  const bool HasNegative = Type.Signed && !isNonNegative(Shared, Mask);
  if (HasNegative)
    for (int64_t Divisor = 1; Divisor <= Most; ++Divisor)
      Add(-Divisor);
  Key SetKey{DivisorKey, Most, HasNegative};
  addToKey(SetKey, Shared, Mask);
  return inCases(SetKey, {nameOf(Shared, Mask), 0, std::nullopt}, Results,
                 Mask);
}

std::optional<WarpValue> Arithmetic::byShift(const WarpValue &Numbers,
                                             const WarpValue &Shared,
                                             IntType Type, LaneMask Mask) {
  if (Numbers.constantLanes(Mask) != Mask || !Shared.isUniform(Mask))
    return std::nullopt;
  std::vector<LaneNumbers> Results;
  // Counts of all bits and more are alike.
  for (int64_t Count = 0; Count <= Type.Bits; ++Count) {
    LaneNumbers Result{};
    for (unsigned Lane : Mask)
      Result[Lane] =
          *evaluate(BinaryOp::ShiftRight, Numbers.base(Lane), Count, Type);
    Results.push_back(Result);
  }
  Key SetKey{ShiftKey, Type.Bits};
  addToKey(SetKey, Shared, Mask);
  return inCases(SetKey, {nameOf(Shared, Mask), 0, std::nullopt}, Results,
                 Mask);
}
