//===- LoadOrderTest.cpp - Loads that surely stand before a store ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Compiler/LoadOrder.h"
#include "CompiledProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"

using namespace banklint;
using namespace banklint::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// The numbers of the stores that perhaps stand amid loads.
std::vector<unsigned> amid(llvm::StringRef Body) {
  KernelProgram Program = programOf(Body);
  orderLoads(Program);
  std::vector<unsigned> Result;
  for (const auto &[Number, A] : llvm::enumerate(Program.Accesses))
    if (A.IsAmidLoads)
      Result.push_back(Number);
  return Result;
}

/// x = s[i]; y = s[j], with numbers 0 and 1.
constexpr llvm::StringLiteral Loads = R"(
  load 4 &s[i64(i)] array s
  flow make local 0 from load 0
  load 4 &s[i64(j)] array s
  flow make local 1 from load 1
)";

std::vector<unsigned> behindLoads(llvm::StringRef Body) {
  return amid((Loads + Body).str());
}

constexpr llvm::StringLiteral Stores = R"(
  store 4 &s[i64(i)] array s
  flow store access 2 from local 0
  store 4 &s[i64(j)] array s
  flow store access 3 from local 1
)";

TEST(LoadOrder, StoresThatNeedOneLoadEach) {
  // The second load may stand behind the first store.
  EXPECT_THAT(behindLoads(Stores), ElementsAre(2, 3));
}

TEST(LoadOrder, AStoreThatNeedsAllLoads) {
  EXPECT_THAT(behindLoads(R"(
    store 4 &s[i64(i)] array s
    flow store access 2 from local 0, local 1
    store 4 &s[i64(j)] array s
    flow store access 3 from local 1
  )"),
              IsEmpty());
}

TEST(LoadOrder, BarriersSettle) {
  EXPECT_THAT(behindLoads(("barrier\n" + Stores).str()), IsEmpty());
  EXPECT_THAT(behindLoads(("flow settle\n" + Stores).str()), IsEmpty());
}

TEST(LoadOrder, OfAnotherArray) {
  // It may be moved before loads from there, but that does not matter.
  EXPECT_THAT(behindLoads(R"(
    store 4 &o[i64(i)] array o
    flow store access 2
  )"),
              IsEmpty());
}

TEST(LoadOrder, PlacesThatAreLoadedTwiceAreOneValue) {
  // x = s[i]; x += s[i]; s[i] = x needs both loads, if i is still what it was.
  EXPECT_THAT(amid(R"(
    load 4 &s[i64(i)] array s
    flow use from load 0
    load 4 &s[i64(i)] array s
    store 4 &s[i64(j)] array s
    flow store access 2 from load 1
  )"),
              IsEmpty());
  EXPECT_THAT(amid(R"(
    load 4 &s[i64(i)] array s
    flow use from load 0
    i = j
    load 4 &s[i64(i)] array s
    store 4 &s[i64(j)] array s
    flow store access 2 from load 1
  )"),
              ElementsAre(2));
}

TEST(LoadOrder, ThePlaceOfTheStoreIsLoadedBefore) {
  EXPECT_THAT(amid(R"(
    load 4 &s[i64(i)] array s
    flow use from load 0
    store 4 &s[i64(i)] array s
    flow store access 1
  )"),
              IsEmpty());
}

TEST(LoadOrder, ChoicesNeedWhatDecidesThem) {
  constexpr llvm::StringLiteral Choice = R"(
    if (i < j) {
      flow make local 2 from local 1
    } else {
      flow make local 2 from local 1
    }
    store 4 &s[0] array s
    flow store access 2 from local 2
  )";
  EXPECT_THAT(behindLoads(("flow decide from local 0" + Choice).str()),
              IsEmpty());
  EXPECT_THAT(behindLoads(Choice), ElementsAre(2));
}

TEST(LoadOrder, ChoicesNeedBothSides) {
  EXPECT_THAT(behindLoads(R"(
    if (i < j) {
      flow make local 2 from local 0
    } else {
      flow make local 2 from local 1
    }
    store 4 &s[0] array s
    flow store access 2 from local 2
  )"),
              IsEmpty());
}

TEST(LoadOrder, PartsThatAValueIsPerhapsMadeOf) {
  EXPECT_THAT(behindLoads(R"(
    store 4 &s[0] array s
    flow store access 2 from local 0, load 1 perhaps
  )"),
              ElementsAre(2));
}

TEST(LoadOrder, OtherWidthsAreOtherValues) {
  EXPECT_THAT(amid(R"(
    load 8 &s[i64(i)] array s
    flow use from load 0
    load 4 &s[i64(i)] array s
    store 4 &s[i64(j)] array s
    flow store access 2 from load 1
  )"),
              ElementsAre(2));
}

TEST(LoadOrder, UnknownSubscriptsAreNotTheSame) {
  EXPECT_THAT(amid(R"(
    load 4 &s[opaque<uniform-unknown>("read", name "n"):i64] array s
    flow use from load 0
    load 4 &s[opaque<uniform-unknown>("read", name "n"):i64] array s
    store 4 &s[i64(j)] array s
    flow store access 2 from load 1
  )"),
              ElementsAre(2));
}

TEST(LoadOrder, OfASideThatIsAlwaysTaken) {
  EXPECT_THAT(behindLoads(R"(
    flow decide then
    if (true) {
      flow make local 2 from local 0
    } else {
      flow make local 2 from local 1
    }
    store 4 &s[0] array s
    flow store access 2 from local 2
  )"),
              ElementsAre(2));
}

TEST(LoadOrder, LoopsForgetWhatTheyAssign) {
  EXPECT_THAT(behindLoads(R"(
    loop test (i < j) {
      flow make local 2 from local 0, local 1
    }
    store 4 &s[0] array s
    flow store access 2 from local 2
  )"),
              ElementsAre(2));
}

TEST(LoadOrder, ElementsOfAnArrayOfRegisters) {
  // for (k = 0; k != 2; ++k) v[k] = s[2 * t + k]; s[0] = v[0] + v[1];
  constexpr llvm::StringLiteral Filled = R"(
    loop test (i < 2) {
      load 4 &s[i64(i)] array s
      flow element record 0[0:8] bytes 4 from load 0
    } step {
      i = i + 1
    }
    store 4 &s[0] array s
  )";
  EXPECT_THAT(amid((Filled + "flow store access 1 from record 0[0:4], "
                             "record 0[4:8]")
                       .str()),
              IsEmpty());
  EXPECT_THAT(amid((Filled + "flow store access 1 from record 0[0:4]").str()),
              ElementsAre(1));
}

TEST(LoadOrder, OfLoadsThatAreNeverExecuted) {
  EXPECT_THAT(amid(R"(
    load 4 &s[i64(i)] array s
    flow skip access 0
    store 4 &s[i64(j)] array s
    flow store access 1
  )"),
              IsEmpty());
}

} // namespace
