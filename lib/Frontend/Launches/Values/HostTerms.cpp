//===- HostTerms.cpp - Of what unknown numbers are made -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches/Values/HostTerms.h"
#include "banklint/Program/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

using namespace banklint;

// Facts are looked for in all of a term: loops may make endless ones.
static constexpr unsigned MaxHeight = 6;

unsigned HostTerms::fresh() {
  Terms.emplace_back();
  return unsigned(Terms.size());
}

unsigned HostTerms::joined() {
  constexpr size_t MaxTerms = 1 << 18;
  return Terms.size() < MaxTerms ? fresh() : 0;
}

/// True if \p T is the sum with 0 that stands for a conversion.
static bool isConversion(const HostTerms::Term &T) {
  return T.Op == BinaryOp::Add && T.Right.Symbol == 0 && T.Right.Number == 0;
}

unsigned HostTerms::make(BinaryOp Op, IntType Type, const Operand &Left,
                         const Operand &Right) {
  const auto [Found, IsNew] =
      Made.try_emplace({Op, Type.Bits, Type.Signed, Left.Symbol, Left.Number,
                        Right.Symbol, Right.Number});
  if (!IsNew)
    return Found->second;
  const unsigned Height = 1 + std::max(heightOf(Left), heightOf(Right));
  Found->second = fresh();
  // Numbers from 2^63 on are none here.
  auto IsBeyond = [&](const Operand &Of) {
    return !Type.Signed && Of.Symbol == 0 && Of.Number < 0;
  };
  if (Height <= MaxHeight && !IsBeyond(Left) && !IsBeyond(Right)) {
    Terms.back() = Term{Op, Type, Left, Right, Height};
    for (const Operand *Of : {&Left, &Right})
      if (Of->Symbol != 0)
        Users[Of->Symbol].push_back(Found->second);
  }
  return Found->second;
}

/// \p Symbol and what it was converted from and to: the same number unless it
/// is negative.
std::vector<unsigned> HostTerms::conversionsOf(unsigned Symbol) const {
  for (const Term *T = find(Symbol); T && isConversion(*T); T = find(Symbol))
    Symbol = T->Left.Symbol;
  std::vector<unsigned> Result = {Symbol};
  for (size_t I = 0; I != Result.size(); ++I)
    if (auto Found = Users.find(Result[I]); Found != Users.end())
      llvm::copy_if(
          Found->second, std::back_inserter(Result),
          [this](unsigned User) { return isConversion(*find(User)); });
  return Result;
}

llvm::DenseSet<unsigned>
HostTerms::relatives(llvm::ArrayRef<unsigned> Symbols) const {
  llvm::SmallVector<unsigned, 16> Left(Symbols);
  for (unsigned Symbol : Symbols)
    if (const Term *T = find(Symbol))
      for (const Operand *Of : {&T->Left, &T->Right})
        if (Of->Symbol != 0)
          Left.push_back(Of->Symbol);
  llvm::DenseSet<unsigned> Result;
  while (!Left.empty()) {
    const unsigned Symbol = Left.pop_back_val();
    if (!Result.insert(Symbol).second)
      continue;
    if (const auto Found = Users.find(Symbol); Found != Users.end())
      Left.append(Found->second.begin(), Found->second.end());
  }
  return Result;
}

std::vector<std::pair<unsigned, int64_t>>
HostTerms::whatFollows(unsigned Symbol, int64_t Number) const {
  std::map<unsigned, int64_t> Known;
  std::vector<std::pair<unsigned, int64_t>> Result;
  const auto Add = [&](unsigned Its, int64_t Value) {
    if (Known.try_emplace(Its, Value).second)
      Result.emplace_back(Its, Value);
  };
  Add(Symbol, Number);
  // The same in types of 32 bits with a sign or without.
  if (Number >= 0 && Number <= std::numeric_limits<int32_t>::max())
    for (unsigned Same : conversionsOf(Symbol))
      Add(Same, Number);
  const auto NumberOf = [&Known](const Operand &Of) -> std::optional<int64_t> {
    if (Of.Symbol == 0)
      return Of.Number;
    const auto Found = Known.find(Of.Symbol);
    return Found == Known.end() ? std::nullopt : std::optional(Found->second);
  };
  for (size_t I = 0; I != Result.size(); ++I) {
    const auto Found = Users.find(Result[I].first);
    if (Found == Users.end())
      continue;
    for (unsigned User : Found->second) {
      const Term &T = *find(User);
      const std::optional<int64_t> Left = NumberOf(T.Left),
                                   Right = NumberOf(T.Right);
      if (!Left || !Right)
        continue;
      if (const auto Value = evaluate(T.Op, *Left, *Right, T.Type))
        Add(User, *Value);
    }
  }
  return Result;
}

void SymbolRanges::add(unsigned First, unsigned Last) {
  if (First > Last)
    return;
  // Those that it meets become part of it.
  llvm::erase_if(Ranges, [&](const Range &Each) {
    const bool Meets = Each.first <= Last && First <= Each.second;
    if (Meets) {
      First = std::min(First, Each.first);
      Last = std::max(Last, Each.second);
    }
    return Meets;
  });
  Ranges.push_back({First, Last});
  if (Ranges.size() <= MaxRanges)
    return;
  for (const Range &Each : Ranges) {
    First = std::min(First, Each.first);
    Last = std::max(Last, Each.second);
  }
  Ranges.assign({{First, Last}});
}

void SymbolRanges::add(const SymbolRanges &Others, unsigned First) {
  for (auto [Start, Last] : Others.Ranges)
    add(std::max(Start, First), Last);
}

bool SymbolRanges::contains(unsigned Symbol) const {
  return llvm::any_of(Ranges, [Symbol](const Range &Each) {
    return Each.first <= Symbol && Symbol <= Each.second;
  });
}

bool HostTerms::isMadeOf(unsigned Symbol, const SymbolRanges &Others) const {
  const Term *T = find(Symbol);
  if (!T)
    return Others.contains(Symbol);
  return llvm::any_of(std::array{&T->Left, &T->Right}, [&](const Operand *Of) {
    return Of->Symbol != 0 && isMadeOf(Of->Symbol, Others);
  });
}

std::vector<std::pair<unsigned, unsigned>>
HostTerms::whatEquals(unsigned Symbol, int64_t Number) const {
  std::vector<std::pair<unsigned, unsigned>> Result;
  const auto Found = Users.find(Symbol);
  if (Number != 1 || Found == Users.end())
    return Result;
  for (unsigned User : Found->second) {
    const Term &T = *find(User);
    if (T.Op != BinaryOp::Div && T.Op != BinaryOp::Mul)
      continue;
    if (T.Right.Symbol == Symbol && T.Left.Symbol != 0)
      Result.emplace_back(User, T.Left.Symbol);
    else if (T.Op == BinaryOp::Mul && T.Left.Symbol == Symbol &&
             T.Right.Symbol != 0)
      Result.emplace_back(User, T.Right.Symbol);
  }
  return Result;
}

unsigned HostTerms::heightOf(const Operand &Of) const {
  const Term *T = Of.Symbol ? find(Of.Symbol) : nullptr;
  return T ? T->Height : 0;
}

const HostTerms::Term *HostTerms::find(unsigned Symbol) const {
  const std::optional<Term> &Found = Terms[Symbol - 1];
  return Found ? &*Found : nullptr;
}
