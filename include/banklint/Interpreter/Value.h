//===- Value.h - A value held by a warp -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value domain. For each lane l a WarpValue is either not known (with a
// reason) or affine in symbols:
//
//   value[l] = Base[l] + sum over terms t of Coefficient_t[l] * Symbol_t
//
// modulo 2^bits of its type. A *symbol* is one number that all lanes of the
// warp share and that is not known: a kernel parameter, blockIdx, the counter
// of a loop with unknown trip count, a value loaded from one address by all
// lanes. Lanes outside of the mask under which a value was computed are
// meaningless.
//
// What is no sum of symbols may still be one of a few known vectors, the
// *cases* of some unknown that all lanes share: `threadIdx.x % n` has one for
// each n, `threadIdx.x & n` one for each residue of n. Then Base[l] is that of
// case 0, and each case adds an offset of its own:
//
//   value[l] = Base[l] + Offsets[case][l] + sum over terms
//
// Of the lanes that are not affine the lowest bits may be known: whatever x is,
// 32 * x + threadIdx.x has those of threadIdx.x. They name the bank. Nothing
// but the cost of a request asks for them, so that most operators lose them.
//
// Of a quotient or a remainder by a number that is not known, what was divided
// is kept: both together are that again, n / d * d + n % d.
//
// Symbols are kept through conversions: an address is only used modulo 2^32,
// and programs that leave an array's bounds are reported apart, so the wrap of
// a 32-bit index before it is widened does not change banks.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_INTERPRETER_VALUE_H
#define BANKLINT_INTERPRETER_VALUE_H

#include "banklint/Program/Types.h"
#include "banklint/Support/LaneMask.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <memory>
#include <vector>

namespace banklint {

/// Names a symbol of the running warp, see SymbolTable.
using SymbolId = unsigned;

using LaneNumbers = std::array<int64_t, WarpSize>;

/// A symbol with its coefficient in each lane.
class SymbolTerm {
public:
  SymbolTerm(SymbolId Symbol, int64_t Coefficient)
      : Symbol(Symbol), Common(Coefficient) {}
  SymbolTerm(SymbolId Symbol, const LaneNumbers &Coefficients)
      : Symbol(Symbol), ByLane(std::make_shared<LaneNumbers>(Coefficients)) {}

  SymbolId symbol() const { return Symbol; }
  int64_t coefficient(unsigned Lane) const {
    return ByLane ? (*ByLane)[Lane] : Common;
  }
  /// True if stored as one coefficient for all lanes.
  bool isCommon() const { return !ByLane; }

private:
  SymbolId Symbol;
  int64_t Common = 0;
  std::shared_ptr<const LaneNumbers> ByLane;
};

/// Names a sweep, see Sweeps.h.
using SweepId = unsigned;

/// How far a number moves from one cycle of a sweep to the next, in each lane.
class Motion {
public:
  Motion(SweepId Sweep, const LaneNumbers &Steps);
  /// Not known.
  static Motion erratic(SweepId Sweep);

  SweepId sweep() const { return Sweep; }
  bool isErratic() const { return IsErratic; }
  /// 0 if it is erratic.
  int64_t step(unsigned Lane) const { return ByLane ? (*ByLane)[Lane] : Step; }
  /// True if stored as one step for all lanes.
  bool isCommon() const { return !ByLane; }

private:
  explicit Motion(SweepId Sweep) : Sweep(Sweep) {}

  SweepId Sweep;
  bool IsErratic = false;
  int64_t Step = 0;
  std::shared_ptr<const LaneNumbers> ByLane;
};

/// Names a distinction of cases of the running warp, see SymbolTable.
using CaseSetId = unsigned;

/// What a value adds in each case, see the top of this file. Values with the
/// same set are in the same case.
struct LaneCases {
  CaseSetId Set = 0;
  std::vector<LaneNumbers> Offsets;
};

/// Lowest bits of what is not known that are kept: banks and widths of accesses
/// need less.
constexpr unsigned MaxLowBits = 16;

/// The lowest bits of a number: it is Number + 2^Count * something.
struct KnownBits {
  KnownBits() = default;
  KnownBits(unsigned Count, uint64_t Number) : Count(Count), Number(Number) {}

  unsigned Count = 0;
  uint64_t Number = 0;
  /// So many of them are the same in each cycle of all open sweeps.
  unsigned Still = 0;

  /// At least so many of the lowest bits are 0.
  unsigned zeros() const;
  /// Forgets all but the lowest \p Most.
  void limit(unsigned Most);
};

/// Those of each lane.
struct LowBits : llvm::RefCountedBase<LowBits> {
  std::array<KnownBits, WarpSize> Lanes;
};

struct DividedValue;

/// How far apart lanes are that are not all known.
struct LaneSpread {
  /// No two of these are more than Width apart.
  LaneMask Lanes;
  uint64_t Width = 0;
  /// If set, they are from 0 to this.
  std::optional<uint64_t> Most;
};

class WarpValue {
public:
  WarpValue() = default;
  /// The same known number in all lanes.
  static WarpValue uniform(int64_t Number);
  static WarpValue lanes(const LaneNumbers &Numbers);
  static WarpValue symbol(SymbolId Symbol);
  /// Not known in any lane; \p Why must outlive the value.
  static WarpValue unknown(const Reason *Why);

  /// Lanes that are affine in symbols; the others are unknown.
  LaneMask affine() const { return Affine; }
  int64_t base(unsigned Lane) const {
    return ByLane ? ByLane->Numbers[Lane] : CommonBase;
  }
  bool hasUniformBase() const { return !ByLane; }
  /// The base by lane; only unless hasUniformBase.
  const LaneNumbers &numbers() const { return ByLane->Numbers; }
  llvm::ArrayRef<SymbolTerm> terms() const { return Terms; }
  /// What the base does in sweeps; sweeps that have ended do not count.
  llvm::ArrayRef<Motion> motions() const { return Motions; }
  /// Null if there is but one case.
  const LaneCases *cases() const { return Cases.get(); }
  /// The value if case number \p Case holds, without cases.
  WarpValue inCase(unsigned Case) const;
  /// The lowest bits of \p Lane that are known.
  KnownBits knownBits(unsigned Lane) const;
  /// True if bits of lanes that are not affine are known.
  bool hasLowBits() const { return Low != nullptr; }
  /// True if there is something that clearHints forgets.
  bool hasHints() const { return Low || Division || Spread.Lanes.any(); }
  /// No lanes if nothing is known.
  const LaneSpread &spread() const { return Spread; }
  /// What the value is a part of; null if it is none.
  const DividedValue *division() const { return Division.get(); }
  /// Why the unknown lanes are unknown; null if there is none.
  const Reason *reason() const { return Why; }
  /// Unknown lanes that were never set, or computed from nothing that was.
  LaneMask unsetLanes() const;

  /// The lanes of \p Mask whose number is known: affine, all coefficients 0,
  /// the same in all cases.
  LaneMask constantLanes(LaneMask Mask) const;
  /// True if all lanes of \p Mask are affine and surely hold the same value.
  bool isUniform(LaneMask Mask) const;
  /// True if all lanes of \p Mask are known to hold this one number.
  std::optional<int64_t> uniformConstant(LaneMask Mask) const;
  /// True if some symbol's coefficient differs between lanes of \p Mask.
  bool hasVaryingTerms(LaneMask Mask) const;

  void setBase(const LaneNumbers &Numbers) {
    Division = nullptr;
    ByLane = llvm::makeIntrusiveRefCnt<SharedNumbers>(Numbers);
  }
  void setUniformBase(int64_t Number) {
    Division = nullptr;
    CommonBase = Number;
    ByLane = nullptr;
  }
  void addTerm(SymbolTerm Term) {
    Division = nullptr;
    Terms.push_back(std::move(Term));
  }
  void clearTerms() {
    Division = nullptr;
    Terms.clear();
  }
  /// At most one for each sweep.
  void addMotion(Motion M) { Motions.push_back(std::move(M)); }
  void clearMotions() { Motions.clear(); }
  void dropMotion(SweepId Sweep);
  /// Moves the base by \p Cycles steps of \p By, which may be a motion of this.
  void move(const Motion &By, uint64_t Cycles);
  /// Offsets that are all 0 make no cases.
  void setCases(LaneCases NewCases);
  void setLowBits(const LowBits &Bits) {
    Low = llvm::makeIntrusiveRefCnt<const LowBits>(Bits);
  }
  void setSpread(const LaneSpread &Of) { Spread = Of; }
  void setDivision(DividedValue Whole);
  void clearDivision() { Division = nullptr; }
  /// Forgets the lowest bits, how far apart lanes are, and what the value is a
  /// part of.
  void clearHints() {
    Low = nullptr;
    Spread = LaneSpread();
    Division = nullptr;
  }
  /// Makes the lanes of \p Mask unknown.
  void forget(LaneMask Mask, const Reason *Because);

  /// The value that is in each lane what this is in lane Sources[lane].
  WarpValue shuffled(const std::array<unsigned, WarpSize> &Sources) const;

  /// The value that is \p New in the lanes of \p Mask and \p Old elsewhere.
  static WarpValue merge(const WarpValue &Old, const WarpValue &New,
                         LaneMask Mask);

private:
  void mergeHints(const WarpValue &Old, const WarpValue &New, LaneMask Mask);

  /// Shared, since the values of all variables are copied at every branch. One
  /// thread runs a launch.
  struct SharedNumbers : llvm::RefCountedBase<SharedNumbers> {
    explicit SharedNumbers(const LaneNumbers &Numbers) : Numbers(Numbers) {}
    LaneNumbers Numbers;
  };

  /// Null where all lanes have CommonBase.
  llvm::IntrusiveRefCntPtr<const SharedNumbers> ByLane;
  int64_t CommonBase = 0;
  LaneMask Affine = LaneMask::all();
  llvm::SmallVector<SymbolTerm, 0> Terms;
  llvm::SmallVector<Motion, 0> Motions;
  std::shared_ptr<const LaneCases> Cases;
  /// Of the lanes that are not affine; null where none is known.
  llvm::IntrusiveRefCntPtr<const LowBits> Low;
  LaneSpread Spread;
  std::shared_ptr<const DividedValue> Division;
  const Reason *Why = nullptr;
};

/// A division, and what a value has of it in \c Lanes:
/// Factor * Part + Addend.
struct DividedValue {
  /// In Type, that of the division.
  WarpValue Dividend, Divisor;
  IntType Type;
  enum { Quotient, Multiple, Remainder } Part;
  int64_t Factor = 1;
  WarpValue Addend;
  LaneMask Lanes;
};

/// True if both have the same symbols with the same coefficients in \p Lanes,
/// so that their distance is that of their bases.
bool haveSameTerms(const WarpValue &A, const WarpValue &B, LaneMask Lanes);

/// The least and the greatest base of \p Value in \p Lanes, at least one.
std::pair<int64_t, int64_t> spanOf(const WarpValue &Value, LaneMask Lanes);

} // namespace banklint

#endif // BANKLINT_INTERPRETER_VALUE_H
