//===- HostFacts.cpp - What paths know of unknown numbers -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches/Values/HostFacts.h"
#include "banklint/Program/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/ConstantRange.h"
#include <array>

using namespace banklint;

static bool isLogical(BinaryOp Op) {
  return Op == BinaryOp::LogicalAnd || Op == BinaryOp::LogicalOr;
}

/// The comparison that is true where \p Op is false.
static BinaryOp inverted(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Equal:
    return BinaryOp::NotEqual;
  case BinaryOp::NotEqual:
    return BinaryOp::Equal;
  case BinaryOp::Less:
    return BinaryOp::GreaterEqual;
  case BinaryOp::LessEqual:
    return BinaryOp::Greater;
  case BinaryOp::Greater:
    return BinaryOp::LessEqual;
  default:
    return BinaryOp::Less;
  }
}

/// What other remainders of the same number say of \p Rest: a multiple of 64 is
/// one of 8, and what is no multiple of 8 is none of 64.
HostFacts::Range HostFacts::rangeOfRest(const Term &Rest,
                                        const HostTerms &Terms) const {
  Range Result;
  for (const auto &[Symbol, Found] : Known) {
    const Term *Other = Terms.find(Symbol);
    if (!Other || Other->Op != BinaryOp::Rem ||
        Other->Left.Symbol != Rest.Left.Symbol || Other->Right.Symbol != 0 ||
        Other->Right.Number <= 0)
      continue;
    if (Found.isExactly(0) && Other->Right.Number % Rest.Right.Number == 0)
      Result.Least = Result.Most = 0;
    if (Found.IsNotZero && Rest.Right.Number % Other->Right.Number == 0)
      Result.IsNotZero = true;
  }
  return Result;
}

/// The numbers from \p Least to \p Most; any if there are none.
static llvm::ConstantRange numbers(int64_t Least, int64_t Most) {
  if (Least > Most)
    return llvm::ConstantRange::getFull(64);
  return llvm::ConstantRange::getNonEmpty(
      llvm::APInt(64, uint64_t(Least), /*isSigned=*/true),
      llvm::APInt(64, uint64_t(Most), /*isSigned=*/true) + 1);
}

/// What \p Op makes of numbers that do not overflow; any number where that is
/// not worked out.
static llvm::ConstantRange combined(BinaryOp Op, const llvm::ConstantRange &L,
                                    const llvm::ConstantRange &R) {
  switch (Op) {
  case BinaryOp::Add:
    return L.sadd_sat(R);
  case BinaryOp::Sub:
    return L.ssub_sat(R);
  case BinaryOp::Mul:
    return L.smul_sat(R);
  case BinaryOp::ShiftRight:
    return R.isSingleElement() ? L.ashr(R) : llvm::ConstantRange::getFull(64);
  default:
    return llvm::ConstantRange::getFull(64);
  }
}

/// The numbers of \p Type. Those from 2^63 on are none here.
static llvm::ConstantRange numbersOf(IntType Type) {
  if (Type.Signed)
    return numbers(llvm::minIntN(Type.Bits), llvm::maxIntN(Type.Bits));
  return numbers(0, Type.Bits < 64 ? int64_t(llvm::maxUIntN(Type.Bits))
                                   : std::numeric_limits<int64_t>::max() - 1);
}

/// What the ranges of the operands of \p T say of its result, unless that may
/// wrap.
HostFacts::Range HostFacts::rangeOfResult(const Term &T,
                                          const HostTerms &Terms) const {
  const Range L = range(T.Left, Terms), R = range(T.Right, Terms);
  const llvm::ConstantRange Result =
      combined(T.Op, numbers(L.Least, L.Most), numbers(R.Least, R.Most));
  // So may conversions, and what is converted back from `int`.
  const bool MayWrap = !T.Type.Signed || T.Type.Bits < 32 ||
                       (T.Op == BinaryOp::Add && T.Right == Operand());
  if (MayWrap && (!numbersOf(T.Type).contains(Result) ||
                  (!T.Type.Signed && (L.Least < 0 || R.Least < 0))))
    return {};
  return {Result.getSignedMin().getSExtValue(),
          Result.getSignedMax().getSExtValue(), false};
}

/// Of a fact and a symbol.
static constexpr auto IsBefore = [](const auto &Fact, unsigned Symbol) {
  return Fact.first < Symbol;
};

const HostFacts::Range *HostFacts::find(unsigned Symbol) const {
  const auto *Found = llvm::lower_bound(Known, Symbol, IsBefore);
  return Found == Known.end() || Found->first != Symbol ? nullptr
                                                        : &Found->second;
}

HostFacts::Range HostFacts::range(const Operand &Of,
                                  const HostTerms &Terms) const {
  if (Of.Symbol == 0)
    return {Of.Number, Of.Number, Of.Number != 0};
  if (const Range *Found = find(Of.Symbol))
    return *Found;
  const Term *T = Terms.find(Of.Symbol);
  return T ? rangeOfTerm(*T, Terms) : Range();
}

/// What is known of the operands of \p T says of it.
HostFacts::Range HostFacts::rangeOfTerm(const Term &T,
                                        const HostTerms &Terms) const {
  const bool IsByNumber =
      T.Left.Symbol != 0 && T.Right.Symbol == 0 && T.Right.Number > 0;
  if (T.Op == BinaryOp::Rem && IsByNumber)
    return rangeOfRest(T, Terms);
  if (T.Op == BinaryOp::Div && IsByNumber) {
    const Range Whole = range(T.Left, Terms);
    return {Whole.Least / T.Right.Number, Whole.Most / T.Right.Number, false};
  }
  if (!isComparison(T.Op) && !isLogical(T.Op))
    return rangeOfResult(T, Terms);
  if (std::optional<bool> Truth = truthOf(T, Terms))
    return {*Truth, *Truth, *Truth};
  return {};
}

std::optional<bool> HostFacts::truthOf(const Term &T,
                                       const HostTerms &Terms) const {
  if (isLogical(T.Op)) {
    const bool IsAnd = T.Op == BinaryOp::LogicalAnd;
    bool AreKnown = true;
    for (const Operand &Of : {T.Left, T.Right}) {
      const std::optional<bool> Part =
          Of.Symbol == 0 ? Of.Number != 0 : truth(Of.Symbol, Terms);
      if (Part && *Part != IsAnd)
        return *Part;
      AreKnown &= Part.has_value();
    }
    return AreKnown ? std::optional(IsAnd) : std::nullopt;
  }
  if (T.Op == BinaryOp::LessEqual || T.Op == BinaryOp::Greater)
    return truthOf({mirrored(T.Op), T.Type, T.Right, T.Left, T.Height}, Terms);
  const Range L = range(T.Left, Terms), R = range(T.Right, Terms);
  switch (T.Op) {
  case BinaryOp::Equal:
  case BinaryOp::NotEqual: {
    const bool IsEqual = T.Op == BinaryOp::Equal;
    if (L.Most < R.Least || R.Most < L.Least ||
        (L.IsNotZero && R.isExactly(0)) || (R.IsNotZero && L.isExactly(0)))
      return !IsEqual;
    if (L.Least == L.Most && R.isExactly(L.Least))
      return IsEqual;
    return std::nullopt;
  }
  case BinaryOp::Less:
  case BinaryOp::GreaterEqual: {
    const bool IsLess = T.Op == BinaryOp::Less;
    if (L.Most < R.Least)
      return IsLess;
    if (L.Least >= R.Most)
      return !IsLess;
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

std::optional<bool> HostFacts::truth(unsigned Symbol,
                                     const HostTerms &Terms) const {
  if (const Term *T = Terms.find(Symbol))
    if (std::optional<bool> Result = truthOf(*T, Terms))
      return Result;
  const Range Found = range({Symbol}, Terms);
  if (Found.isExactly(0))
    return false;
  if (Found.IsNotZero || Found.Least > 0 || Found.Most < 0)
    return true;
  return std::nullopt;
}

void HostFacts::limit(const Operand &Of, Range By) {
  if (Of.Symbol == 0)
    return;
  auto *Found = llvm::lower_bound(Known, Of.Symbol, IsBefore);
  if (Found == Known.end() || Found->first != Of.Symbol)
    Found = Known.insert(Found, {Of.Symbol, Range()});
  Range &Into = Found->second;
  Into.Least = std::max(Into.Least, By.Least);
  Into.Most = std::min(Into.Most, By.Most);
  Into.IsNotZero |= By.IsNotZero;
  Limited.push_back(Of.Symbol);
}

void HostFacts::learnTerm(const Term &T, bool Truth, const HostTerms &Terms,
                          llvm::function_ref<void(unsigned, int64_t)> Equals) {
  if (isLogical(T.Op)) {
    const bool IsAnd = T.Op == BinaryOp::LogicalAnd;
    auto TruthOf = [&](const Operand &Of) {
      return Of.Symbol == 0 ? Of.Number != 0 : truth(Of.Symbol, Terms);
    };
    const std::optional<bool> Left = TruthOf(T.Left), Right = TruthOf(T.Right);
    if (T.Left.Symbol && (Truth == IsAnd || Right == IsAnd))
      learnOne(T.Left.Symbol, Truth, Terms, Equals);
    if (T.Right.Symbol && (Truth == IsAnd || Left == IsAnd))
      learnOne(T.Right.Symbol, Truth, Terms, Equals);
    return;
  }
  if (!isComparison(T.Op))
    return;
  const BinaryOp Holds = Truth ? T.Op : inverted(T.Op);
  auto Compare = [&](const Operand &Of, BinaryOp Op, const Range &With) {
    Range By;
    if (Op == BinaryOp::Equal)
      By = With;
    else if (Op == BinaryOp::NotEqual)
      By.IsNotZero = With.isExactly(0);
    else if (Op == BinaryOp::Less && With.Most != By.Least)
      By.Most = With.Most - 1;
    else if (Op == BinaryOp::LessEqual)
      By.Most = With.Most;
    else if (Op == BinaryOp::Greater && With.Least != By.Most)
      By.Least = With.Least + 1;
    else if (Op == BinaryOp::GreaterEqual)
      By.Least = With.Least;
    limit(Of, By);
    if (Of.Symbol && Op == BinaryOp::Equal && With.Least == With.Most)
      Equals(Of.Symbol, With.Least);
  };
  const Range L = range(T.Left, Terms), R = range(T.Right, Terms);
  Compare(T.Left, Holds, R);
  Compare(T.Right, mirrored(Holds), L);
}

void HostFacts::learn(unsigned Symbol, bool Truth, const HostTerms &Terms,
                      llvm::function_ref<void(unsigned, int64_t)> Equals) {
  learnOne(Symbol, Truth, Terms, Equals);
  // What is known of a whole may say more now that a part is known.
  for (size_t I = 0; I != Known.size(); ++I) {
    const auto [Whole, Found] = Known[I];
    const Term *T = Terms.find(Whole);
    if (!T || !isLogical(T->Op))
      continue;
    const bool IsAnd = T->Op == BinaryOp::LogicalAnd;
    if (IsAnd ? Found.isExactly(0) : Found.IsNotZero)
      learnTerm(*T, !IsAnd, Terms, Equals);
  }
}

void HostFacts::learnOne(unsigned Symbol, bool Truth, const HostTerms &Terms,
                         llvm::function_ref<void(unsigned, int64_t)> Equals) {
  Range By;
  By.IsNotZero = Truth;
  if (!Truth)
    By.Least = By.Most = 0;
  if (const Term *T = Terms.find(Symbol))
    learnTerm(*T, Truth, Terms, Equals);
  limit({Symbol}, By);
}

void HostFacts::rename(unsigned Symbol, unsigned Other, HostTerms &Terms) {
  const auto Renamed = [&](Operand Of) {
    if (Of.Symbol == Symbol)
      Of.Symbol = Other;
    return Of;
  };
  const auto Before = Known;
  for (const auto &[Whole, Found] : Before) {
    if (Whole == Symbol)
      limit({Other}, Found);
    const Term *T = Terms.find(Whole);
    if (!T || (T->Left.Symbol != Symbol && T->Right.Symbol != Symbol))
      continue;
    const Term Old = *T;
    limit({Terms.make(Old.Op, Old.Type, Renamed(Old.Left), Renamed(Old.Right))},
          Found);
  }
}

bool HostFacts::isPossible(unsigned Symbol, const HostTerms &Terms) const {
  const Range *Found = find(Symbol);
  if (!Found)
    return true;
  if (Found->Least > Found->Most || (Found->IsNotZero && Found->isExactly(0)))
    return false;
  const Term *T = Terms.find(Symbol);
  const Range Of = T ? rangeOfTerm(*T, Terms) : Range();
  return Found->Least <= Of.Most && Of.Least <= Found->Most &&
         !(Of.IsNotZero && Found->isExactly(0)) &&
         !(Of.isExactly(0) && Found->IsNotZero);
}

bool HostFacts::arePossible(const HostTerms &Terms) {
  if (!llvm::all_of(Terms.relatives(Limited),
                    [&](unsigned Symbol) { return isPossible(Symbol, Terms); }))
    return false;
  Limited.clear();
  return true;
}

void HostFacts::limitToEither(unsigned Symbol, const Range &One,
                              const Range &Other) {
  const Range Either{std::min(One.Least, Other.Least),
                     std::max(One.Most, Other.Most),
                     One.IsNotZero && Other.IsNotZero};
  const Range Any;
  if (Either.Least != Any.Least || Either.Most != Any.Most || Either.IsNotZero)
    limit({Symbol}, Either);
}

/// The remainder of \p Of that \p Like is of another number; nothing if it is
/// not known.
static std::optional<HostTerms::Operand> restOf(const HostTerms::Operand &Of,
                                                const HostTerms::Term &Like,
                                                HostTerms &Terms) {
  if (Of.Symbol != 0)
    return HostTerms::Operand{Terms.make(Like.Op, Like.Type, Of, Like.Right)};
  const std::optional<int64_t> Number =
      evaluate(Like.Op, Of.Number, Like.Right.Number, Like.Type);
  if (!Number)
    return std::nullopt;
  return HostTerms::Operand{0, *Number};
}

void HostFacts::join(const HostFacts &Other,
                     llvm::ArrayRef<JoinedNumber> Numbers, HostTerms &Terms) {
  const HostFacts Own = Numbers.empty() ? HostFacts() : *this;
  llvm::erase_if(Known, [&Other](auto &Fact) {
    const Range *Theirs = Other.find(Fact.first);
    if (!Theirs)
      return true;
    Fact.second.Least = std::min(Fact.second.Least, Theirs->Least);
    Fact.second.Most = std::max(Fact.second.Most, Theirs->Most);
    Fact.second.IsNotZero &= Theirs->IsNotZero;
    return false;
  });
  for (const JoinedNumber &Each : Numbers) {
    limitToEither(Each.Symbol, Own.range(Each.Mine, Terms),
                  Other.range(Each.Theirs, Terms));
    for (const auto &[Symbol, Found] : Own.Known) {
      const Term *Rest = Terms.find(Symbol);
      if (!Rest || Rest->Op != BinaryOp::Rem || Rest->Right.Symbol != 0 ||
          Each.Mine.Symbol == 0 || Rest->Left.Symbol != Each.Mine.Symbol)
        continue;
      const Term Like = *Rest;
      if (const auto Theirs = restOf(Each.Theirs, Like, Terms))
        limitToEither(restOf({Each.Symbol}, Like, Terms)->Symbol, Found,
                      Other.range(*Theirs, Terms));
    }
  }
}
