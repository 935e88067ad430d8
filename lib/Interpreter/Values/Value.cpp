//===- Value.cpp - A value held by a warp ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Interpreter/Sweeps.h"
#include "banklint/Interpreter/Symbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace banklint;

Motion::Motion(SweepId Sweep, const LaneNumbers &Steps) : Sweep(Sweep) {
  if (llvm::all_equal(Steps))
    Step = Steps.front();
  else
    ByLane = std::make_shared<const LaneNumbers>(Steps);
}

Motion Motion::erratic(SweepId Sweep) {
  Motion Result(Sweep);
  Result.IsErratic = true;
  return Result;
}

WarpValue WarpValue::uniform(int64_t Number) {
  WarpValue V;
  V.setUniformBase(Number);
  return V;
}

WarpValue WarpValue::lanes(const LaneNumbers &Numbers) {
  WarpValue V;
  V.setBase(Numbers);
  return V;
}

WarpValue WarpValue::symbol(SymbolId Symbol) {
  WarpValue V;
  V.addTerm(SymbolTerm(Symbol, 1));
  return V;
}

WarpValue WarpValue::unknown(const Reason *Why) {
  WarpValue V;
  V.forget(LaneMask::all(), Why);
  return V;
}

unsigned KnownBits::zeros() const {
  return std::min<unsigned>(Count, llvm::countr_zero(Number));
}

void KnownBits::limit(unsigned Most) {
  Count = std::min(Count, Most);
  Still = std::min(Still, Count);
  if (Count < 64)
    Number &= (uint64_t(1) << Count) - 1;
}

KnownBits WarpValue::knownBits(unsigned Lane) const {
  if (!Affine.test(Lane))
    return Low ? Low->Lanes[Lane] : KnownBits();
  if (Cases)
    return {};
  unsigned Count = 64;
  const auto IsAdded = [&Count](int64_t Multiple) {
    Count = std::min<unsigned>(Count, llvm::countr_zero(uint64_t(Multiple)));
  };
  for (const SymbolTerm &Term : Terms)
    IsAdded(Term.coefficient(Lane));
  KnownBits Result(Count, base(Lane));
  for (const Motion &M : Motions)
    IsAdded(M.isErratic() ? 1 : M.step(Lane));
  Result.Still = Count;
  return Result;
}

/// Why lanes are not known that are so for \p A or \p B, if not null. What is
/// said to be not initialized is so in all of these lanes.
static const Reason *strongerReason(const Reason *A, const Reason *B) {
  return !A || (B && A->Code == ReasonCode::NotInitialized) ? B : A;
}

LaneMask WarpValue::unsetLanes() const {
  return Why && Why->Code == ReasonCode::NotInitialized ? ~Affine : LaneMask();
}

void WarpValue::forget(LaneMask Mask, const Reason *Because) {
  if (Mask.none())
    return;
  clearHints();
  Affine &= ~Mask;
  Why = strongerReason(Why, Because);
  if (Affine.none()) {
    Terms.clear();
    Motions.clear();
    Cases = nullptr;
  }
}

void WarpValue::dropMotion(SweepId Sweep) {
  llvm::erase_if(Motions,
                 [Sweep](const Motion &M) { return M.sweep() == Sweep; });
}

void WarpValue::move(const Motion &By, uint64_t Cycles) {
  const auto Moved = [&](unsigned Lane) {
    return int64_t(uint64_t(base(Lane)) + uint64_t(By.step(Lane)) * Cycles);
  };
  if (hasUniformBase() && By.isCommon())
    return setUniformBase(Moved(0));
  LaneNumbers Numbers;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Numbers[Lane] = Moved(Lane);
  setBase(Numbers);
}

void WarpValue::setDivision(DividedValue Whole) {
  Division = std::make_shared<const DividedValue>(std::move(Whole));
}

void WarpValue::setCases(LaneCases NewCases) {
  auto IsZero = [](const LaneNumbers &Numbers) {
    return llvm::all_of(Numbers, [](int64_t Number) { return Number == 0; });
  };
  Cases = llvm::all_of(NewCases.Offsets, IsZero)
              ? nullptr
              : std::make_shared<const LaneCases>(std::move(NewCases));
}

WarpValue WarpValue::inCase(unsigned Case) const {
  WarpValue Result = *this;
  if (!Cases)
    return Result;
  Result.Cases = nullptr;
  LaneNumbers Numbers;
  bool IsUniform = true;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    Numbers[Lane] = uint64_t(base(Lane)) + uint64_t(Cases->Offsets[Case][Lane]);
    IsUniform &= Numbers[Lane] == Numbers[0];
  }
  if (IsUniform)
    Result.setUniformBase(Numbers[0]);
  else
    Result.setBase(Numbers);
  return Result;
}

LaneMask WarpValue::constantLanes(LaneMask Mask) const {
  LaneMask Result = Mask & Affine;
  for (const SymbolTerm &Term : Terms)
    for (unsigned Lane : Result)
      if (Term.coefficient(Lane) != 0)
        Result.reset(Lane);
  if (Cases)
    for (const LaneNumbers &Offsets : Cases->Offsets)
      for (unsigned Lane : Result)
        if (Offsets[Lane] != 0)
          Result.reset(Lane);
  return Result;
}

bool WarpValue::hasVaryingTerms(LaneMask Mask) const {
  if (Mask.none())
    return false;
  unsigned First = Mask.lowest();
  for (const SymbolTerm &Term : Terms) {
    if (Term.isCommon())
      continue;
    for (unsigned Lane : Mask)
      if (Term.coefficient(Lane) != Term.coefficient(First))
        return true;
  }
  return false;
}

bool WarpValue::isUniform(LaneMask Mask) const {
  if (!Affine.contains(Mask))
    return false;
  if (Mask.none())
    return true;
  if (!hasUniformBase())
    for (unsigned Lane : Mask)
      if (base(Lane) != base(Mask.lowest()))
        return false;
  if (Cases)
    for (const LaneNumbers &Offsets : Cases->Offsets)
      for (unsigned Lane : Mask)
        if (Offsets[Lane] != Offsets[Mask.lowest()])
          return false;
  return !hasVaryingTerms(Mask);
}

std::optional<int64_t> WarpValue::uniformConstant(LaneMask Mask) const {
  if (Mask.none() || constantLanes(Mask) != Mask || !isUniform(Mask))
    return std::nullopt;
  return base(Mask.lowest());
}

/// The coefficients of \p Symbol in \p Value, by lane.
static int64_t coefficientOf(const WarpValue &Value, SymbolId Symbol,
                             unsigned Lane) {
  for (const SymbolTerm &Term : Value.terms())
    if (Term.symbol() == Symbol)
      return Term.coefficient(Lane);
  return 0;
}

const Motion *banklint::motionIn(const WarpValue &Value, SweepId Sweep) {
  const Motion *Found = llvm::find_if(
      Value.motions(), [&](const Motion &M) { return M.sweep() == Sweep; });
  return Found == Value.motions().end() ? nullptr : Found;
}

/// Adds the motion of \p New in the lanes of \p Mask and that of \p Old
/// elsewhere.
static void addMergedMotion(WarpValue &Result, const WarpValue &Old,
                            const WarpValue &New, LaneMask Mask,
                            SweepId Sweep) {
  const Motion *Outside = motionIn(Old, Sweep);
  const Motion *Inside = motionIn(New, Sweep);
  if ((Outside && Outside->isErratic()) || (Inside && Inside->isErratic()))
    return Result.addMotion(Motion::erratic(Sweep));
  LaneNumbers Steps;
  bool IsStill = true;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    const Motion *From = Mask.test(Lane) ? Inside : Outside;
    Steps[Lane] = From ? From->step(Lane) : 0;
    IsStill &= Steps[Lane] == 0;
  }
  if (!IsStill)
    Result.addMotion(Motion(Sweep, Steps));
}

/// The cases of \p New in the lanes of \p Mask and those of \p Old elsewhere.
/// Of two distinctions that are not the same, \p New's lanes lose theirs and
/// are \p Lost.
static LaneCases mergedCases(const WarpValue &Old, const WarpValue &New,
                             LaneMask Mask, LaneMask &Lost) {
  const LaneCases *Outside = Old.cases(), *Inside = New.cases();
  if (Inside &&
      Old.constantLanes(~Mask & Old.affine()) == (~Mask & Old.affine()))
    Outside = nullptr;
  if (Inside && Outside && Inside->Set != Outside->Set) {
    Lost = Mask & New.affine() & ~New.constantLanes(Mask);
    Inside = nullptr;
  }
  LaneCases Result = Inside ? *Inside : *Outside;
  for (unsigned Case = 0; Case != Result.Offsets.size(); ++Case)
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
      const LaneCases *From = Mask.test(Lane) ? Inside : Outside;
      Result.Offsets[Case][Lane] = From ? From->Offsets[Case][Lane] : 0;
    }
  return Result;
}

void WarpValue::mergeHints(const WarpValue &Old, const WarpValue &New,
                           LaneMask Mask) {
  if (Old.Low || New.Low) {
    LowBits Bits;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      if (const LowBits *From = (Mask.test(Lane) ? New : Old).Low.get())
        Bits.Lanes[Lane] = From->Lanes[Lane];
    setLowBits(Bits);
  }
  Spread = New.Spread;
  Spread.Lanes &= Mask;
  if (Spread.Lanes.none()) {
    Spread = Old.Spread;
    Spread.Lanes &= ~Mask;
  }
  if (New.Division) {
    DividedValue Whole = *New.Division;
    Whole.Lanes &= Mask;
    setDivision(std::move(Whole));
  }
}

WarpValue WarpValue::merge(const WarpValue &Old, const WarpValue &New,
                           LaneMask Mask) {
  if (Mask == LaneMask::all())
    return New;
  if (Mask.none())
    return Old;
  WarpValue Result;
  if (Old.hasUniformBase() && New.hasUniformBase() &&
      Old.CommonBase == New.CommonBase) {
    Result.setUniformBase(Old.CommonBase);
  } else {
    LaneNumbers Numbers;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Numbers[Lane] = (Mask.test(Lane) ? New : Old).base(Lane);
    Result.setBase(Numbers);
  }
  Result.Affine = (Old.Affine & ~Mask) | (New.Affine & Mask);
  if (Result.Affine != LaneMask::all())
    Result.Why = strongerReason(
        (New.Affine & Mask) != Mask ? New.Why : nullptr,
        (Old.Affine | Mask) != LaneMask::all() ? Old.Why : nullptr);
  auto AddMergedTerm = [&](SymbolId Symbol) {
    LaneNumbers Coefficients;
    bool IsZero = true;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
      Coefficients[Lane] =
          coefficientOf(Mask.test(Lane) ? New : Old, Symbol, Lane);
      IsZero &= Coefficients[Lane] == 0;
    }
    if (!IsZero)
      Result.addTerm(SymbolTerm(Symbol, Coefficients));
  };
  for (const SymbolTerm &Term : Old.Terms)
    AddMergedTerm(Term.symbol());
  for (const SymbolTerm &Term : New.Terms)
    if (llvm::none_of(Old.Terms, [&](const SymbolTerm &Other) {
          return Other.symbol() == Term.symbol();
        }))
      AddMergedTerm(Term.symbol());
  for (const Motion &M : Old.Motions)
    addMergedMotion(Result, Old, New, Mask, M.sweep());
  for (const Motion &M : New.Motions)
    if (!motionIn(Old, M.sweep()))
      addMergedMotion(Result, Old, New, Mask, M.sweep());
  Result.mergeHints(Old, New, Mask);
  if (Old.Cases || New.Cases) {
    static const Reason ManyUnknowns{ReasonCode::UniformUnknown,
                                     "depends on several unknowns"};
    LaneMask Lost;
    Result.setCases(mergedCases(Old, New, Mask, Lost));
    Result.forget(Lost, &ManyUnknowns);
  }
  return Result;
}

WarpValue
WarpValue::shuffled(const std::array<unsigned, WarpSize> &Sources) const {
  const bool IsOneSource = llvm::all_equal(Sources);
  auto Shuffle = [&](auto NumberOf) {
    LaneNumbers Numbers;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Numbers[Lane] = NumberOf(Sources[Lane]);
    return Numbers;
  };
  WarpValue Result;
  Result.Affine = LaneMask();
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    if (Affine.test(Sources[Lane]))
      Result.Affine.set(Lane);
  if (Result.Affine != LaneMask::all())
    Result.Why = Why;
  if (IsOneSource || hasUniformBase())
    Result.setUniformBase(base(Sources[0]));
  else
    Result.setBase(Shuffle([&](unsigned From) { return base(From); }));
  for (const SymbolTerm &Term : Terms) {
    if (Term.isCommon())
      Result.addTerm(Term);
    else if (!IsOneSource)
      Result.addTerm(SymbolTerm(Term.symbol(), Shuffle([&](unsigned From) {
                                  return Term.coefficient(From);
                                })));
    else if (int64_t Coefficient = Term.coefficient(Sources[0]))
      Result.addTerm(SymbolTerm(Term.symbol(), Coefficient));
  }
  for (const Motion &M : Motions)
    Result.addMotion(M.isErratic() ? M
                                   : Motion(M.sweep(), Shuffle([&](unsigned F) {
                                              return M.step(F);
                                            })));
  if (!Cases)
    return Result;
  LaneCases NewCases{Cases->Set, {}};
  for (const LaneNumbers &Offsets : Cases->Offsets)
    NewCases.Offsets.push_back(
        Shuffle([&](unsigned From) { return Offsets[From]; }));
  Result.setCases(std::move(NewCases));
  return Result;
}

bool banklint::haveSameTerms(const WarpValue &A, const WarpValue &B,
                             LaneMask Lanes) {
  if (A.terms().size() != B.terms().size())
    return false;
  return llvm::all_of(A.terms(), [&](const SymbolTerm &Term) {
    return llvm::any_of(B.terms(), [&](const SymbolTerm &Other) {
      if (Other.symbol() != Term.symbol())
        return false;
      // One lane shows coefficients that all of them share.
      if (Other.isCommon() && Term.isCommon())
        return Other.coefficient(0) == Term.coefficient(0);
      for (unsigned Lane : Lanes)
        if (Other.coefficient(Lane) != Term.coefficient(Lane))
          return false;
      return true;
    });
  });
}

std::pair<int64_t, int64_t> banklint::spanOf(const WarpValue &Value,
                                             LaneMask Lanes) {
  int64_t Low = Value.base(Lanes.lowest()), High = Low;
  if (!Value.hasUniformBase())
    for (unsigned Lane : Lanes) {
      Low = std::min(Low, Value.base(Lane));
      High = std::max(High, Value.base(Lane));
    }
  return {Low, High};
}

bool banklint::isPhrase(llvm::StringRef Name) {
  return (Name.consume_front("an ") || Name.consume_front("a ")) &&
         !Name.empty() && llvm::isAlpha(Name.front());
}

std::string banklint::quoted(llvm::StringRef Name) {
  return isPhrase(Name) ? Name.str() : "'" + Name.str() + "'";
}

std::string banklint::dependsOn(llvm::StringRef Name) {
  return "depends on " + quoted(Name);
}

SymbolId SymbolTable::fresh(llvm::StringRef Name) {
  Infos.emplace_back().Name = Name.str();
  Infos.back().Source = Infos.size();
  return Infos.size() - 1;
}

SymbolId SymbolTable::freshRound(llvm::StringRef Name, bool MayBeUnrolled,
                                 unsigned Rounds) {
  SymbolId Symbol = fresh(Name);
  Infos[Symbol].IsNonNegative = true;
  Infos[Symbol].UnrollableRounds = MayBeUnrolled ? Rounds : 0;
  return Symbol;
}

CaseSetId SymbolTable::internCases(llvm::ArrayRef<int64_t> Key, CaseSet Set) {
  auto [It, IsNew] = CasesByKey.try_emplace(Key.vec(), CaseSets.size());
  if (IsNew)
    CaseSets.push_back(std::move(Set));
  return It->second;
}

SymbolId SymbolTable::intern(llvm::ArrayRef<int64_t> Key, llvm::StringRef Name,
                             unsigned Source, bool IsNonNegative) {
  auto [It, IsNew] = ByKey.try_emplace(Key.vec(), 0);
  if (IsNew) {
    It->second = fresh(Name);
    Infos[It->second].Source = Source;
    Infos[It->second].IsNonNegative = IsNonNegative;
  }
  return It->second;
}
