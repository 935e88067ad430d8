//===- Mechanisms.cpp - What can be switched off to measure it ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <atomic>
#include <iterator>

using namespace banklint;

static constexpr llvm::StringLiteral MechanismNames[] = {
#define MECHANISM(ENUMERATOR, NAME, WHAT) NAME,
#include "banklint/Support/Mechanisms.def"
};

static constexpr size_t Count = std::size(MechanismNames);
static_assert(Count <= 64, "a bit for each");

static uint64_t SwitchedOff = 0;
/// Threads analyze several files.
static std::atomic<uint64_t> Applied = 0;

bool banklint::applies(Mechanism M) {
  const uint64_t Bit = uint64_t(1) << unsigned(M);
  if (SwitchedOff & Bit)
    return false;
  if (!(Applied.load(std::memory_order_relaxed) & Bit))
    Applied.fetch_or(Bit, std::memory_order_relaxed);
  return true;
}

llvm::Error banklint::switchOff(llvm::StringRef List) {
  llvm::SmallVector<llvm::StringRef> Wanted;
  List.split(Wanted, ',');
  for (llvm::StringRef Name : Wanted) {
    const auto *Found = llvm::find(MechanismNames, Name);
    if (Found == std::end(MechanismNames))
      return llvm::createStringError(
          "unknown mechanism '" + Name + "'; expected one of " +
          llvm::join(std::begin(MechanismNames), std::end(MechanismNames),
                     ", "));
    SwitchedOff |= uint64_t(1) << (Found - std::begin(MechanismNames));
  }
  return llvm::Error::success();
}

std::vector<llvm::StringRef> banklint::appliedMechanisms() {
  std::vector<llvm::StringRef> Result;
  for (size_t Number = 0; Number != Count; ++Number)
    if (Applied & uint64_t(1) << Number)
      Result.push_back(MechanismNames[Number]);
  return Result;
}
