//===- ValueUses.cpp - What is used of loaded values ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueUses.h"

using namespace banklint;

/// The bytes [0, \p Count).
static ByteSet firstBytes(int64_t Count) {
  return Count <= 0 ? ByteSet()
                    : ~ByteSet() >> (ValueUses::MaxBytes -
                                     std::min(Count, ValueUses::MaxBytes));
}

static ByteSet bytesOf(const ValuePart &Part) {
  return firstBytes(Part.End) & ~firstBytes(Part.Begin);
}

void ValueUses::noteUsed(const ValuePart &Part) {
  Used[Part.Of] |= bytesOf(Part);
  if (!Part.IsSome)
    SurelyUsed[Part.Of] |= bytesOf(Part);
}

void ValueUses::noteCopied(const ValuePart &From, const ValuePart &To) {
  if (To.End > MaxBytes)
    return noteUsed(From);
  Sources.push_back({From, To, /*IsCopied=*/true});
}

void ValueUses::noteMade(const ValuePart &From, const ValuePart &To) {
  if (To.Begin >= MaxBytes)
    return noteUsed(From);
  Sources.push_back({From, To, /*IsCopied=*/false});
}

void ValueUses::noteLoaded(unsigned Access, clang::QualType Type,
                           const ValuePart &To) {
  Targets.push_back({Access, Type, To});
}

void ValueUses::noteSet(const ValuePart &To) {
  ByteSet &Before = Set[To.Of];
  const ByteSet Bytes = bytesOf(To);
  if ((Before & Bytes).any())
    SetAgain[To.Of] |= Before & Bytes;
  Before |= Bytes;
}

/// Which bytes of \p Part are in \p Used, counted from its start.
static ByteSet bytesIn(const llvm::DenseMap<ValueHolder, ByteSet> &Used,
                       const ValuePart &Part) {
  return (Used.lookup(Part.Of) >> Part.Begin) &
         firstBytes(Part.End - Part.Begin);
}

/// All bytes that are used: what is used of a value is used of what that is
/// made of. If \p IsSure, those that are even if what is set more than once is
/// not.
ValueUses::Bytes ValueUses::spread(const SourcesOf &All, bool IsSure) const {
  Bytes Result = IsSure ? SurelyUsed : Used;
  if (IsSure)
    for (const auto &[Holder, Again] : SetAgain)
      Result[Holder] &= ~Again;
  llvm::SetVector<ValueHolder> Changed;
  for (const auto &[Holder, Of] : All)
    Changed.insert(Holder);
  while (!Changed.empty()) {
    const auto Of = All.find(Changed.pop_back_val());
    if (Of == All.end())
      continue;
    for (const Source *S : Of->second) {
      if (IsSure && S->From.IsSome)
        continue;
      const ByteSet OfTo = bytesIn(Result, S->To);
      ByteSet &From = Result[S->From.Of];
      const ByteSet Before = From;
      if (S->IsCopied)
        From |= OfTo << S->From.Begin;
      // Of a struct that is computed, each part may be made of another.
      else if (IsSure ? OfTo == firstBytes(S->To.End - S->To.Begin)
                      : OfTo.any())
        From |= bytesOf(S->From);
      if (IsSure)
        From &= ~SetAgain.lookup(S->From.Of);
      if (From != Before)
        Changed.insert(S->From.Of);
    }
  }
  return Result;
}

/// What is narrowed, and what that is made of. A number that goes to a record
/// is if only a part of its bytes is used there.
llvm::SetVector<ValueHolder>
ValueUses::spreadNarrowed(const SourcesOf &All, const Bytes &Perhaps) const {
  llvm::SetVector<ValueHolder> Result = Narrowed;
  for (const Source &S : Sources) {
    constexpr int64_t WideBytes = 8;
    const ByteSet Used = bytesIn(Perhaps, S.To);
    if (!S.IsCopied && S.To.End - S.To.Begin == WideBytes && Used.any() &&
        Used != firstBytes(WideBytes))
      Result.insert(S.From.Of);
  }
  for (size_t Next = 0; Next != Result.size(); ++Next)
    if (const auto Of = All.find(Result[Next]); Of != All.end())
      for (const Source *S : Of->second)
        Result.insert(S->From.Of);
  return Result;
}

ValueUses::Result ValueUses::find() {
  SourcesOf All;
  for (const Source &S : Sources)
    All[S.To.Of].push_back(&S);
  const Bytes Perhaps = spread(All, /*IsSure=*/false);
  const Bytes Surely = spread(All, /*IsSure=*/true);
  const llvm::SetVector<ValueHolder> InPart = spreadNarrowed(All, Perhaps);
  Result Found;
  // Parts of one access were noted one after the other.
  for (const Target &T : Targets) {
    const bool IsKnown = T.To.End <= MaxBytes;
    const ByteSet OfPart = IsKnown ? bytesIn(Perhaps, T.To) : ~ByteSet();
    if (Found.Loads.empty() || Found.Loads.back().Access != T.Access)
      Found.Loads.push_back({T.Access, T.Type, OfPart,
                             IsKnown && bytesIn(Surely, T.To) == OfPart});
    else
      Found.Loads.back() = {T.Access, T.Type, Found.Loads.back().Used & OfPart,
                            /*IsSure=*/false};
  }
  Found.Unused = {Unneeded.begin(), Unneeded.end()};
  for (unsigned Access : Loaded) {
    if (Unneeded.contains(Access))
      continue;
    if (bytesIn(Perhaps, ValuePart::load(Access)).none())
      Found.Unused.push_back(Access);
    else if (InPart.contains(ValuePart::load(Access).Of))
      Found.Narrowed.push_back(Access);
  }
  return Found;
}
