//===- Losses.cpp - What accesses lose to conflicts -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Losses.h"
#include "JsonMembers.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
namespace json = llvm::json;

/// What is known to be a grid's size where nothing says it: about a block for
/// each multiprocessor.
static constexpr double BlocksIfUnknown = 128;

/// The product of a block or grid.
static std::optional<uint64_t> countOf(const json::Object &O,
                                       llvm::StringRef Key) {
  const json::Array *Extents = O.getArray(Key);
  if (!Extents)
    return std::nullopt;
  uint64_t Product = 1;
  for (const json::Value &Extent : *Extents)
    Product =
        llvm::SaturatingMultiply(Product, Extent.getAsUINT64().value_or(1));
  return Product;
}

double banklint::blocksOf(const json::Object *Launch) {
  const auto Blocks = Launch ? countOf(*Launch, "grid") : std::nullopt;
  return Blocks ? static_cast<double>(*Blocks) : BlocksIfUnknown;
}

static double warpsOf(const json::Object *Launch) {
  const auto Threads = Launch ? countOf(*Launch, "block") : std::nullopt;
  return (Threads.value_or(32) + 31) / 32;
}

/// Wavefronts above the ideal.
static uint64_t readExcess(const json::Object &Cost) {
  const uint64_t Wavefronts = number(Cost, "wavefronts");
  return Wavefronts - std::min(Wavefronts, number(Cost, "ideal"));
}

/// Makes of \p Lost, which a block or a request of \p Launch loses, what the
/// launch loses; Weight is what a block loses.
static void takeLaunch(Loss &Lost, const json::Object *Launch) {
  Lost.Weight *= blocksOf(Launch);
  const auto Blocks = Launch ? countOf(*Launch, "grid") : std::nullopt;
  if (Lost.Per != Loss::OfBlock || !Blocks)
    return;
  Lost.Per = Loss::OfLaunch;
  Lost.Wavefronts = llvm::SaturatingMultiply(Lost.Wavefronts, *Blocks);
}

Loss banklint::lossOfFinding(const json::Object &F) {
  Loss Lost;
  const json::Object *Cost = F.getObject("cost");
  if (!Cost)
    return Lost;
  const json::Object *Launch = F.getObject("launch");
  if (const json::Object *Measured = F.getObject("measured")) {
    const uint64_t Launches =
        std::max<uint64_t>(number(*Measured, "launches"), 1);
    Lost.Per = Loss::OfLaunch;
    Lost.Wavefronts = readExcess(*Measured) / Launches;
    Lost.Weight = Lost.Wavefronts;
    return Lost;
  }
  Lost.Wavefronts = readExcess(*Cost);
  Lost.Weight = Lost.Wavefronts;
  if (isTrue(*Cost, "per_block"))
    Lost.Per = Loss::OfBlock;
  else if (const uint64_t Executed = number(*Cost, "executed_excess"))
    Lost.Weight = Executed;
  else
    Lost.Weight *= warpsOf(Launch);
  takeLaunch(Lost, Launch);
  return Lost;
}

Loss banklint::lossOfAccess(const json::Object &Access,
                            const json::Object &Launch) {
  Loss Lost;
  if (const json::Object *Grid = Access.getObject("grid_total")) {
    Lost.Wavefronts = readExcess(*Grid);
    Lost.Weight = Lost.Wavefronts;
    Lost.Per = Loss::OfLaunch;
    return Lost;
  }
  if (const json::Object *Block = Access.getObject("block_total")) {
    Lost.Wavefronts = readExcess(*Block);
    Lost.Weight = Lost.Wavefronts;
    Lost.Per = Loss::OfBlock;
  } else if (const json::Object *Worst = Access.getObject("worst")) {
    Lost.Wavefronts = readExcess(*Worst);
    Lost.Weight = Lost.Wavefronts * warpsOf(&Launch);
  }
  takeLaunch(Lost, &Launch);
  return Lost;
}
