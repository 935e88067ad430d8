//===- SymbolicForms.cpp - Results that only a symbol can stand for -------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Motions.h"
#include "PointedObjects.h"
#include <numeric>

using namespace banklint;

/// Whom to blame for a result that is not known.
const Reason *Arithmetic::blame(llvm::ArrayRef<const WarpValue *> Operands) {
  // Lanes that are known elsewhere are not unset here.
  for (const WarpValue *Operand : Operands)
    if (Operand->reason() &&
        (Operand->affine().none() || Operand->unsetLanes().none()))
      return Operand->reason();
  for (const WarpValue *Operand : Operands)
    for (const SymbolTerm &Term : Operand->terms())
      return Reasons.get(ReasonCode::UniformUnknown,
                         dependsOn(Symbols.name(Term.symbol())));
  for (const WarpValue *Operand : Operands)
    if (Operand->cases())
      return Reasons.get(
          ReasonCode::UniformUnknown,
          dependsOn(Symbols.caseSet(Operand->cases()->Set).Name));
  return Reasons.get(ReasonCode::UnsupportedConstruct,
                     "the result of the operator is not defined");
}

/// Rule 3 of the header, else 4: requires all lanes of \p Mask to be left over.
WarpValue Arithmetic::symbolic(llvm::ArrayRef<int64_t> Operator,
                               llvm::ArrayRef<const WarpValue *> Operands,
                               LaneMask Mask) {
  // The symbol of a number that moves may be that of another number in another
  // cycle. The truth of a comparison is open all the same.
  const bool IsTruth = Operator.front() <= int64_t(BinaryOp::LogicalOr) &&
                       isComparison(BinaryOp(Operator.front()));
  bool IsUniform = true, Moves = false;
  for (const WarpValue *Operand : Operands) {
    IsUniform &= Operand->isUniform(Mask);
    Moves |= Running.isMoving(*Operand);
    if (IsTruth)
      Running.needUniform(*Operand, Mask);
    else
      Running.needStill(*Operand, Mask);
  }
  if (!IsUniform)
    return WarpValue::unknown(blame(Operands));
  Key K(Operator);
  std::string Name;
  unsigned Source = 0;
  for (const WarpValue *Operand : Operands) {
    addToKey(K, *Operand, Mask);
    for (const SymbolTerm &Term : Operand->terms())
      Source = std::max(Source, Symbols.source(Term.symbol()));
    if (Name.empty())
      Name = nameOf(*Operand, Mask);
  }
  if (Name.empty())
    Name = "an expression";
  return WarpValue::symbol(IsTruth && Moves ? Symbols.fresh(Name)
                                            : Symbols.intern(K, Name, Source));
}

void Arithmetic::addToKey(Key &K, const WarpValue &Value, LaneMask Mask) {
  unsigned Lane = Mask.lowest();
  K.push_back(Value.base(Lane));
  llvm::SmallVector<std::pair<SymbolId, int64_t>, 4> Terms;
  for (const SymbolTerm &Term : Value.terms())
    if (Term.coefficient(Lane) != 0)
      Terms.push_back({Term.symbol(), Term.coefficient(Lane)});
  llvm::sort(Terms);
  K.push_back(Terms.size());
  for (auto [Symbol, Coefficient] : Terms)
    K.append({int64_t(Symbol), Coefficient});
}

/// The name of the first symbol of \p Value, a shared one, if it has any.
std::string Arithmetic::nameOf(const WarpValue &Value, LaneMask Mask) const {
  std::optional<SymbolId> First;
  for (const SymbolTerm &Term : Value.terms())
    if (Term.coefficient(Mask.lowest()) != 0 &&
        (!First || Term.symbol() < *First))
      First = Term.symbol();
  return First ? Symbols.name(*First).str() : "";
}

/// True if the coefficient is the same in all lanes of \p Mask.
static bool isCommonIn(const SymbolTerm &Term, LaneMask Mask) {
  for (unsigned Lane : Mask)
    if (Term.coefficient(Lane) != Term.coefficient(Mask.lowest()))
      return false;
  return true;
}

/// What the lanes of \p Mask share of \p Value's terms; \p Own gets the others.
static WarpValue sharedTerms(const WarpValue &Value, WarpValue &Own,
                             LaneMask Mask) {
  WarpValue Shared;
  for (const SymbolTerm &Term : Value.terms()) {
    if (isCommonIn(Term, Mask))
      Shared.addTerm(
          SymbolTerm(Term.symbol(), Term.coefficient(Mask.lowest())));
    else
      Own.addTerm(Term);
  }
  return Shared;
}

WarpValue Arithmetic::folded(const WarpValue &Value, LaneMask Mask) {
  WarpValue Result = Value;
  Result.clearTerms();
  const WarpValue Shared = sharedTerms(Value, Result, Mask);
  if (!Shared.terms().empty())
    Result.addTerm(symbolic({300}, {&Shared}, Mask).terms().front());
  if (Result.terms().size() > MaxTerms)
    return WarpValue::unknown(blame({&Value}));
  return Result;
}

/// \p Symbol is 0 or \p Other, which is more.
static void limitToTwo(SymbolTable &Symbols, SymbolId Symbol, int64_t Other) {
  std::vector<bool> May(ResidueModulus);
  May[0] = May[uint64_t(Other) % ResidueModulus] = true;
  Symbols.limit(Symbol, Other);
  Symbols.limitResidues(Symbol, std::move(May));
}

/// \p Value or \p Value - \p Difference, which the lanes of \p Mask share, as
/// one new symbol of as large a coefficient as divides both.
WarpValue Arithmetic::foldedChoice(const WarpValue &Value,
                                   const WarpValue &Difference, LaneMask Mask,
                                   llvm::StringRef Name) {
  const std::optional<int64_t> Number = Difference.uniformConstant(Mask);
  WarpValue Result = Value;
  Result.clearTerms();
  const WarpValue Shared = sharedTerms(Value, Result, Mask);
  // Further bits of a coefficient tell nothing about banks.
  constexpr uint64_t MaxStep = uint64_t(1) << MaxLowBits;
  const uint64_t Step = commonStep(
      Shared,
      commonStep(Difference,
                 std::gcd(MaxStep, uint64_t(Difference.base(Mask.lowest()))),
                 Mask),
      Mask);
  const SymbolId Choice =
      Symbols.fresh(Name.empty() ? "a choice of two values" : Name);
  Result.addTerm(SymbolTerm(Choice, int64_t(Step)));
  if (Result.terms().size() > MaxTerms)
    return WarpValue::unknown(blame({&Value}));
  if (Number && Shared.terms().empty()) {
    // From the lesser of both.
    if (*Number > 0)
      Result = sum(Result, Difference, -1, I64, Mask);
    limitToTwo(Symbols, Choice, std::abs(*Number) / int64_t(Step));
  }
  return Result;
}

/// True if two pointers that are \p Bytes apart can point into one array: a
/// symbol that stands for an offset must not hide which array it is.
static bool staysInArray(int64_t Bytes) {
  int64_t Limit = int64_t(1) << (ArrayShift - 1);
  return -Limit <= Bytes && Bytes < Limit;
}

/// Makes the lanes of \p Mask unknown in \p Result that \p A or \p B does not
/// know, each for the reason of its own.
static void forgetUnknownOf(WarpValue &Result, const WarpValue &A,
                            const WarpValue &B, LaneMask Mask) {
  Result.forget(Mask & ~A.affine(), A.reason());
  Result.forget(Mask & A.affine() & ~B.affine(), B.reason());
}

/// True if \p Value is the null pointer in all lanes of \p Mask, and \p Other
/// points to an object.
static bool isNullBeside(const WarpValue &Value, const WarpValue &Other,
                         LaneMask Mask) {
  return Value.uniformConstant(Mask) == 0 &&
         allObjects(Other, Mask, [](int64_t Object) { return Object > 0; });
}

std::optional<WarpValue> Arithmetic::chosenByCases(const WarpValue &Condition,
                                                   const WarpValue &Then,
                                                   const WarpValue &Else,
                                                   LaneMask Mask) {
  constexpr int64_t ChoiceKey = 451;
  if (IsInCase || Condition.cases() || Then.cases() || Else.cases() ||
      !Condition.isUniform(Mask) || !Then.affine().contains(Mask) ||
      !Else.affine().contains(Mask) ||
      (Mask & (Then.unsetLanes() | Else.unsetLanes())).any())
    return std::nullopt;
  LaneNumbers ToThen{}, ToElse{};
  const WarpValue *Start = &Then;
  if (isNullBeside(Else, Then, Mask)) {
    for (unsigned Lane : Mask)
      ToElse[Lane] = -Then.base(Lane);
  } else if (isNullBeside(Then, Else, Mask)) {
    Start = &Else;
    for (unsigned Lane : Mask)
      ToThen[Lane] = -Else.base(Lane);
  } else {
    const WarpValue Difference = sum(Else, Then, -1, I64, Mask);
    // What differs by one number is one symbol, see either.
    if (Difference.constantLanes(Mask) != Mask || Difference.isUniform(Mask))
      return std::nullopt;
    for (unsigned Lane : Mask) {
      ToElse[Lane] = Difference.base(Lane);
      if (!staysInArray(ToElse[Lane]))
        return std::nullopt;
    }
  }
  Running.needTogether(Then, Else, Mask);
  Key SetKey{ChoiceKey};
  addToKey(SetKey, Condition, Mask);
  std::string Name = nameOf(Condition, Mask);
  CaseSet Set{Name.empty() ? "a condition" : Name, 2, std::nullopt};
  WarpValue Value = *Start;
  Value.setCases(
      LaneCases{Symbols.internCases(SetKey, std::move(Set)), {ToThen, ToElse}});
  if (!Running.moveTogether(Then, Else, Mask)) {
    Value.clearMotions();
    moveErratically(Running, Value, Then);
    moveErratically(Running, Value, Else);
  }
  return Value;
}

WarpValue Arithmetic::either(const WarpValue &A, const WarpValue &B,
                             bool IsOneChoice, LaneMask Mask, const Reason *Why,
                             llvm::StringRef Name) {
  // Reading what was not set is undefined, and the compiler takes the other.
  const LaneMask OnlyB = Mask & A.unsetLanes();
  const LaneMask OnlyA = Mask & B.unsetLanes() & ~OnlyB;
  if ((OnlyA | OnlyB).any()) {
    const LaneMask Rest = Mask & ~OnlyA & ~OnlyB;
    WarpValue Result =
        Rest.any() ? either(A, B, IsOneChoice, Rest, Why, Name) : A;
    Result = WarpValue::merge(Result, A, OnlyA);
    return WarpValue::merge(Result, B, OnlyB);
  }
  LaneMask BothAffine = Mask & A.affine() & B.affine();
  Running.needTogether(A, B, BothAffine);
  if (A.cases() || B.cases()) {
    // One of two in each case: only what is the same is known.
    WarpValue Same = difference(A, B, BothAffine);
    WarpValue Result = A;
    forgetUnknownOf(Result, A, B, Mask);
    LaneMask Equal;
    for (unsigned Lane : Same.constantLanes(BothAffine))
      if (Same.base(Lane) == 0)
        Equal.set(Lane);
    Result.forget(BothAffine & ~Equal, Why);
    return Result;
  }
  WarpValue Difference = sum(A, B, -1, I64, BothAffine);
  if (IsOneChoice && BothAffine == Mask && Difference.isUniform(Mask) &&
      Difference.uniformConstant(Mask) != 0 &&
      staysInArray(Difference.base(Mask.lowest())))
    return foldedChoice(A, Difference, Mask, Name);
  LaneMask Same;
  for (unsigned Lane : Difference.constantLanes(BothAffine))
    if (Difference.base(Lane) == 0)
      Same.set(Lane);
  WarpValue Result = A;
  forgetUnknownOf(Result, A, B, Mask);
  Result.forget(BothAffine & ~Same, Why);
  return Result;
}
