//===- WavefrontsPropertyTest.cpp - What holds for every request ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomRequests.h"
#include "ReferenceBanks.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace banklint;

static const Architecture &measured() {
  return *findArchitecture(defaultArchitectureName());
}

static std::string text(const WarpRequest &Request) {
  std::string Text = spelling(Request.Op).str() + " of " +
                     std::to_string(Request.Bytes) + " bytes, mask " +
                     std::to_string(Request.Active.bits()) + ", addresses";
  for (uint64_t Address : Request.Address)
    Text += " " + std::to_string(Address);
  if (Request.Source) {
    Text += ", source";
    for (uint64_t Address : *Request.Source)
      Text += " " + std::to_string(Address);
  }
  return Text;
}

/// Runs \p Body on \p Count random requests; a failure names the seed and the
/// request.
template <typename Property>
static void forRandomRequests(uint64_t Seed, unsigned Count, Property Body) {
  RandomRequests Random(Seed);
  for (unsigned I = 0; I < Count && !testing::Test::HasFailure(); ++I) {
    WarpRequest Request = Random.next(measured());
    Body(Random, Request);
    if (testing::Test::HasFailure())
      ADD_FAILURE() << "seed " << Seed << ", request " << I << ": "
                    << text(Request);
  }
}

static void expectSame(const RequestCost &A, const RequestCost &B) {
  EXPECT_EQ(A.Kind, B.Kind);
  EXPECT_EQ(A.Wavefronts, B.Wavefronts);
  EXPECT_EQ(A.Ideal, B.Ideal);
  EXPECT_EQ(A.Ways, B.Ways);
}

static void expectReference(const WarpRequest &Request) {
  RequestCost Cost = costOf(measured(), Request);
  ReferenceCost Expected = referenceCostOf(Request);
  EXPECT_EQ(Cost.Wavefronts, Expected.Wavefronts);
  EXPECT_EQ(Cost.Ideal, Expected.Ideal);
  EXPECT_EQ(Cost.Ways, Expected.Ways);
}

TEST(WavefrontsProperty, EqualsTheReference) {
  forRandomRequests(1, 200000, [](RandomRequests &, const WarpRequest &R) {
    expectReference(R);
  });
}

// Four lanes, each inactive or at one of four places: the same slot, its
// neighbour, and the same banks one and two lines on.
TEST(WavefrontsProperty, EqualsTheReferenceInASmallWorld) {
  static constexpr unsigned LaneSets[][4] = {{0, 1, 2, 3}, {0, 1, 16, 18}};
  for (WarpRequest Request : ruledRequests(measured()))
    for (const auto &Lanes : LaneSets)
      for (unsigned World = 0; World < 5 * 5 * 5 * 5; ++World) {
        const uint64_t Places[] = {0, Request.Bytes, 128, 256};
        Request.Active = LaneMask();
        unsigned Rest = World;
        for (unsigned Lane : Lanes) {
          if (unsigned Place = Rest % 5) {
            Request.Active.set(Lane);
            Request.Address[Lane] = Places[Place - 1];
          }
          Rest /= 5;
        }
        expectReference(Request);
        ASSERT_FALSE(HasFailure()) << text(Request);
      }
}

TEST(WavefrontsProperty, NeverFallWhenALaneIsAdded) {
  forRandomRequests(2, 20000, [](RandomRequests &, WarpRequest Request) {
    unsigned Wavefronts = costOf(measured(), Request).Wavefronts;
    for (unsigned Lane : ~Request.Active) {
      // An address that the generator made for the lane while inactive.
      WarpRequest More = Request;
      More.Active.set(Lane);
      EXPECT_GE(costOf(measured(), More).Wavefronts, Wavefronts)
          << "with lane " << Lane;
    }
    for (unsigned Lane : Request.Active) {
      WarpRequest Fewer = Request;
      Fewer.Active.reset(Lane);
      EXPECT_LE(costOf(measured(), Fewer).Wavefronts, Wavefronts)
          << "without lane " << Lane;
    }
  });
}

TEST(WavefrontsProperty, TranslationChangesNothing) {
  forRandomRequests(3, 50000, [](RandomRequests &Random, WarpRequest Request) {
    RequestCost Cost = costOf(measured(), Request);
    uint64_t Step = Random.below(2) ? 128 : std::max(Request.Bytes, 4u);
    uint64_t Offset = Random.below(100000) * Step;
    for (uint64_t &Address : Request.Address)
      Address += Offset;
    expectSame(costOf(measured(), Request), Cost);
  });
}

TEST(WavefrontsProperty, ExclusiveOrOfWordsChangesNothing) {
  forRandomRequests(4, 50000, [](RandomRequests &Random, WarpRequest Request) {
    RequestCost Cost = costOf(measured(), Request);
    uint64_t Constant = Random.below(1 << 16) * std::max(Request.Bytes, 4u) / 4;
    for (uint64_t &Address : Request.Address)
      Address = ((Address / 4) ^ Constant) * 4 + Address % 4;
    expectSame(costOf(measured(), Request), Cost);
  });
}

TEST(WavefrontsProperty, IdealIsALowerBoundAndWaysOneOfWavefronts) {
  forRandomRequests(5, 50000, [](RandomRequests &, const WarpRequest &R) {
    RequestCost Cost = costOf(measured(), R);
    EXPECT_GE(Cost.Wavefronts, Cost.Ideal);
    EXPECT_GE(Cost.Wavefronts, Cost.Ways);
    EXPECT_EQ(Cost.Wavefronts == 0, Cost.Ways == 0);
    EXPECT_EQ(Cost.Wavefronts == 0, Cost.Ideal == 0);
  });
}

static unsigned lanesOf(const llvm::SmallVectorImpl<BankWord> &Bank) {
  unsigned Lanes = 0;
  for (const BankWord &Word : Bank)
    Lanes += Word.Lanes.count();
  return Lanes;
}

TEST(WavefrontsProperty, BankMapsAddUpToTheCost) {
  using M = MemoryOperation;
  forRandomRequests(6, 20000, [](RandomRequests &, WarpRequest Request) {
    // The maps show the first round of the loads of a loop.
    if (Request.Op == M::AtomicLoopLoad)
      return;
    Request.Source.reset();
    RequestCost Cost = costOf(measured(), Request);
    bool CountsLanes = llvm::is_contained(
        {M::Atomic, M::AtomicCas, M::AtomicFloatAdd, M::AtomicWideAdd,
         M::AtomicHalfAdd, M::AtomicPackedAdd, M::AsyncCopy},
        Request.Op);
    std::vector<BankMap> Maps = bankMaps(measured(), Request);
    unsigned Sum = 0;
    for (const BankMap &Map : Maps) {
      unsigned Most = 0;
      for (const auto &Bank : Map.Banks)
        Most =
            std::max<unsigned>(Most, CountsLanes ? lanesOf(Bank) : Bank.size());
      const auto &Worst = Map.Banks[Map.WorstBank];
      EXPECT_EQ(CountsLanes ? lanesOf(Worst) : Worst.size(), Most);
      Sum += Most;
    }
    // Compare-and-swap makes each pass twice.
    unsigned Passes = Maps.empty() ? 1 : Cost.Ideal / Maps.size();
    // Packed adds pass once more, whatever the banks.
    bool IsPacked = Request.Op == M::AtomicPackedAdd && !Maps.empty();
    if (IsPacked)
      Passes = 2;
    EXPECT_EQ(Cost.Wavefronts, Sum * Passes + IsPacked);
  });
}
