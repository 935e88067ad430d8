//===- WavefrontsTest.cpp - Named cases of the bank rules -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Hardware/Wavefronts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace banklint;

namespace {

using ElementOf = uint64_t (*)(uint64_t Lane);

/// Lane l accesses element Element(l) of Bytes bytes.
struct CostCase {
  const char *Name;
  MemoryOperation Op;
  unsigned Bytes;
  uint32_t Mask;
  ElementOf Element;
  unsigned Wavefronts, Ideal, Ways;
};

} // namespace

static const Architecture &measured() {
  return *findArchitecture(defaultArchitectureName());
}

static WarpRequest request(MemoryOperation Op, unsigned Bytes, uint32_t Mask,
                           ElementOf Element) {
  WarpRequest Request;
  Request.Op = Op;
  Request.Bytes = Bytes;
  Request.Active = LaneMask(Mask);
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    Request.Address[Lane] = Element(Lane) * Bytes;
  return Request;
}

static void check(llvm::ArrayRef<CostCase> Cases) {
  for (const CostCase &Case : Cases) {
    SCOPED_TRACE(Case.Name);
    RequestCost Cost = costOf(
        measured(), request(Case.Op, Case.Bytes, Case.Mask, Case.Element));
    EXPECT_EQ(Cost.Wavefronts, Case.Wavefronts);
    EXPECT_EQ(Cost.Ideal, Case.Ideal);
    EXPECT_EQ(Cost.Ways, Case.Ways);
  }
}

static constexpr uint32_t All = 0xffffffff;
static constexpr MemoryOperation Load = MemoryOperation::Load;
static constexpr MemoryOperation Store = MemoryOperation::Store;

static uint64_t same(uint64_t) { return 5; }
static uint64_t unit(uint64_t L) { return L; }
static uint64_t stride2(uint64_t L) { return 2 * L; }
static uint64_t stride32(uint64_t L) { return 32 * L; }
static uint64_t stride33(uint64_t L) { return 33 * L; }

TEST(Wavefronts, NarrowLoadsAndStores) {
  check({
      {"broadcast", Load, 4, All, same, 1, 1, 1},
      {"stride 1", Load, 4, All, unit, 1, 1, 1},
      {"stride 2", Load, 4, All, stride2, 2, 1, 2},
      {"stride 32", Load, 4, All, stride32, 32, 1, 32},
      {"stride 33", Load, 4, All, stride33, 1, 1, 1},
      {"stride 32, half a warp", Load, 4, 0xffff, stride32, 16, 1, 16},
      {"stride 32, one lane", Load, 4, 1u << 31, stride32, 1, 1, 1},
      {"stride 2, every other lane", Load, 4, 0x55555555, stride2, 2, 1, 2},
      {"no lane", Load, 4, 0, stride32, 0, 0, 0},
      {"store to one word", Store, 4, All, same, 1, 1, 1},
      {"store, stride 32", Store, 4, All, stride32, 32, 1, 32},
      {"bytes of 8 words", Load, 1, All, unit, 1, 1, 1},
      {"char [32][32] column", Load, 1, All, stride32, 8, 1, 8},
      {"char [32][36] column", Store, 1, All, [](uint64_t L) { return 36 * L; },
       1, 1, 1},
      {"short [32][32] column", Load, 2, All, stride32, 16, 1, 16},
      {"short [32][34] column", Store, 2, All,
       [](uint64_t L) { return 34 * L; }, 1, 1, 1},
      {"two rows of 16 in float [16][17]", Load, 4, All,
       [](uint64_t L) { return L / 16 * 17 + L % 16; }, 2, 1, 2},
  });
}

TEST(Wavefronts, EightByteLoadsJoinWhenLanesPairUp) {
  check({
      {"stride 1", Load, 8, All, unit, 2, 2, 1},
      {"broadcast", Load, 8, All, same, 1, 1, 1},
      {"buf[t/2]", Load, 8, All, [](uint64_t L) { return L / 2; }, 1, 1, 1},
      {"equal at lane^2", Load, 8, All,
       [](uint64_t L) { return L & ~uint64_t(2); }, 2, 1, 2},
      {"buf[t%8]: equal at lane^8 and lane^16 do not join", Load, 8, All,
       [](uint64_t L) { return L % 8; }, 2, 2, 1},
      {"equal at lane^4", Load, 8, All,
       [](uint64_t L) { return L & ~uint64_t(4); }, 2, 2, 1},
      {"lane^1 in one half, lane^2 in the other", Load, 8, All,
       [](uint64_t L) { return L < 16 ? L & ~uint64_t(1) : L & ~uint64_t(2); },
       2, 2, 1},
      {"one broken pair", Load, 8, All,
       [](uint64_t L) { return L == 7 ? 35 : L / 2; }, 3, 2, 2},
      {"no active partner at lane^1", Load, 8, 0x55555555, unit, 2, 1, 2},
      {"no active partner at lane^2", Load, 8, 0x33333333, unit, 2, 1, 2},
      {"half a warp", Load, 8, 0xffff, unit, 1, 1, 1},
      {"double [32][32] column", Load, 8, All, stride32, 32, 2, 16},
      {"double [32][33] column", Load, 8, All, stride33, 2, 2, 1},
  });
}

TEST(Wavefronts, SixteenByteLoadsJoinToHalfWarps) {
  check({
      {"stride 1", Load, 16, All, unit, 4, 4, 1},
      {"broadcast", Load, 16, All, same, 2, 2, 1},
      {"pairs by lane^1", Load, 16, All, [](uint64_t L) { return L / 2; }, 2, 2,
       1},
      {"quads", Load, 16, All, [](uint64_t L) { return L / 4; }, 2, 2, 1},
      {"broken pair", Load, 16, All,
       [](uint64_t L) { return L == 31 ? 0 : L / 2; }, 4, 4, 1},
      {"quarter warp", Load, 16, 0xff00, unit, 1, 1, 1},
      {"stride 2", Load, 16, All, stride2, 8, 4, 2},
      {"stride 8", Load, 16, All, [](uint64_t L) { return 8 * L; }, 32, 4, 8},
      {"stride 9", Load, 16, All, [](uint64_t L) { return 9 * L; }, 4, 4, 1},
  });
}

TEST(Wavefronts, WideStoresNeverJoin) {
  check({
      {"8 bytes, one address", Store, 8, All, same, 2, 2, 1},
      {"8 bytes, stride 1", Store, 8, All, unit, 2, 2, 1},
      {"8 bytes, stride 16", Store, 8, All, [](uint64_t L) { return 16 * L; },
       32, 2, 16},
      {"8 bytes, butterfly lanes", Store, 8, 0x55555555, unit, 2, 2, 1},
      {"16 bytes, one address", Store, 16, All, same, 4, 4, 1},
      {"16 bytes, lanes of two quarters", Store, 16, 0x10001, unit, 2, 2, 1},
  });
}

TEST(Wavefronts, AtomicsCountLanes) {
  using M = MemoryOperation;
  check({
      {"one counter", M::Atomic, 4, All, same, 32, 1, 32},
      {"plain count", M::AtomicCount, 4, All, same, 1, 1, 1},
      {"plain count, stride 32", M::AtomicCount, 4, All, stride32, 32, 1, 32},
      {"one each", M::Atomic, 4, All, unit, 1, 1, 1},
      {"hist[bin * 32 + tid]", M::Atomic, 4, All,
       [](uint64_t L) { return L * 7 % 5 * 32 + L; }, 1, 1, 1},
      {"exchange, 8 bytes", M::Atomic, 8, All, unit, 2, 2, 1},
      {"exchange, 8 bytes, one address", M::Atomic, 8, All, same, 32, 2, 16},
      {"compare-and-swap", M::AtomicCas, 4, All, unit, 2, 2, 1},
      {"compare-and-swap, one word", M::AtomicCas, 4, 0xf, same, 8, 2, 4},
      {"compare-and-swap, 8 bytes", M::AtomicCas, 8, All, unit, 4, 4, 1},
      {"floating-point add", M::AtomicFloatAdd, 4, All, stride2, 4, 2, 2},
      {"64-bit add", M::AtomicWideAdd, 8, All, same, 64, 4, 16},
      {"packed add", M::AtomicPackedAdd, 4, All, stride2, 5, 3, 2},
      {"16-bit add, in words", M::AtomicHalfAdd, 2, 0xf, same, 8, 2, 4},
      {"loads of a loop, one word", M::AtomicLoopLoad, 4, All, same, 32, 32, 1},
      {"loads of a loop, one bank", M::AtomicLoopLoad, 4, 0xf, stride32, 10, 4,
       4},
  });
}

static unsigned cleanRound(unsigned Bytes, uint32_t Mask, ElementOf Element) {
  return costOf(measured(),
                request(MemoryOperation::AtomicLoopLoad, Bytes, Mask, Element))
      .CleanRound;
}

TEST(Wavefronts, LoopsOfOneWordInEachBankHaveCleanRounds) {
  EXPECT_EQ(cleanRound(4, All, same), 1u);
  EXPECT_EQ(cleanRound(4, All, [](uint64_t L) { return L % 8; }), 1u);
  EXPECT_EQ(cleanRound(8, All, same), 1u);
  EXPECT_EQ(cleanRound(8, All, [](uint64_t L) { return L % 16; }), 2u);
  // Two words of a bank: lanes that are left may meet.
  EXPECT_EQ(cleanRound(4, All, stride2), 0u);
  EXPECT_EQ(cleanRound(8, All, unit), 0u);
}

TEST(Wavefronts, MatricesAreRowsOfEightLanes) {
  using M = MemoryOperation;
  auto Row = [](uint64_t L) -> uint64_t { return L; };
  auto Row128 = [](uint64_t L) -> uint64_t { return 8 * L; };
  auto Row144 = [](uint64_t L) -> uint64_t { return 9 * L; };
  check({
      {"x1 dense", M::MatrixLoad1, 16, All, Row, 1, 1, 1},
      {"x2 dense", M::MatrixLoad2, 16, All, Row, 2, 2, 1},
      {"x4 dense", M::MatrixLoad4, 16, All, Row, 4, 4, 1},
      {"x4, rows of 128 bytes", M::MatrixLoad4, 16, All, Row128, 32, 4, 8},
      {"x4, rows of 144 bytes", M::MatrixLoad4, 16, All, Row144, 4, 4, 1},
      {"store x1, rows of 128 bytes", M::MatrixStore1, 16, All, Row128, 8, 1,
       8},
      {"store x2, one address", M::MatrixStore2, 16, All, same, 2, 2, 1},
      {"store x4 dense", M::MatrixStore4, 16, All, Row, 4, 4, 1},
  });
}

TEST(Wavefronts, AsynchronousCopiesCountLanes) {
  using M = MemoryOperation;
  check({
      {"4 bytes", M::AsyncCopy, 4, All, unit, 1, 1, 1},
      {"4 bytes, one address", M::AsyncCopy, 4, All, same, 32, 1, 32},
      {"8 bytes", M::AsyncCopy, 8, All, unit, 2, 2, 1},
      {"16 bytes", M::AsyncCopy, 16, All, unit, 4, 4, 1},
      {"16 bytes, pairs", M::AsyncCopy, 16, All,
       [](uint64_t L) { return L / 2; }, 8, 4, 2},
  });
}

static CostKind kindWithSource(ElementOf Source, uint32_t Mask = All) {
  WarpRequest Request = request(MemoryOperation::AsyncCopy, 4, Mask, unit);
  Request.Source = request(Load, 4, Mask, Source).Address;
  return costOf(measured(), Request).Kind;
}

TEST(Wavefronts, OnlyContiguousSourcesAreExact) {
  EXPECT_EQ(kindWithSource(unit), CostKind::Exact);
  EXPECT_EQ(kindWithSource([](uint64_t L) { return L + 64; }), CostKind::Exact);
  EXPECT_EQ(kindWithSource([](uint64_t L) { return L + 8; }),
            CostKind::LowerBound);
  EXPECT_EQ(kindWithSource(stride2), CostKind::LowerBound);
  EXPECT_EQ(kindWithSource([](uint64_t L) { return L == 3 ? 900 : L; },
                           /*Mask=*/~(1u << 3)),
            CostKind::Exact);
  EXPECT_EQ(kindWithSource([](uint64_t L) { return L == 0 ? 900 : L; }),
            CostKind::LowerBound);
}

TEST(Wavefronts, BanksOfTheSourceBoundTheCopy) {
  WarpRequest Request = request(MemoryOperation::AsyncCopy, 4, All, unit);
  Request.Source = request(Load, 4, All, stride32).Address;
  RequestCost Cost = costOf(measured(), Request);
  EXPECT_EQ(Cost.Wavefronts, 32u);
  EXPECT_EQ(Cost.Ideal, 1u);
  EXPECT_EQ(Cost.Ways, 1u);
  Request.Op = Load;
  EXPECT_EQ(costOf(measured(), Request).Wavefronts, 1u)
      << "a load has no source";
}

/// A cp.async.cg of the chunks From(lane) to those To(lane).
static WarpRequest bypassCopy(uint32_t Mask, ElementOf From, ElementOf To) {
  WarpRequest Request = request(MemoryOperation::AsyncCopyBypass, 16, Mask, To);
  Request.Source = request(Load, 16, Mask, From).Address;
  return Request;
}

TEST(Wavefronts, CopiesPastTheCacheMoveLines) {
  struct {
    const char *Name;
    uint32_t Mask;
    ElementOf From, To;
    unsigned Wavefronts, Ideal, Ways;
  } Cases[] = {
      {"lines", All, unit, unit, 4, 4, 1},
      {"swizzled", All, unit, [](uint64_t L) { return L ^ (L / 8); }, 4, 4, 1},
      {"sectors turned", 0xff, unit, [](uint64_t L) { return (L + 2) % 8; }, 1,
       1, 1},
      {"chunks turned", 0xff, unit, [](uint64_t L) { return (L + 1) % 8; }, 2,
       1, 2},
      {"half a sector", 0x7f, unit, unit, 2, 2, 2},
      {"odd chunks", 0xaa, unit, unit, 1, 1, 1},
      {"padded", All, unit, [](uint64_t L) { return L + L / 8; }, 10, 4, 4},
      {"every second chunk", All, unit, [](uint64_t L) { return 2 * L; }, 32, 4,
       8},
      {"column", All, unit, [](uint64_t L) { return 8 * L; }, 32, 4, 8},
      {"column of the source", All, [](uint64_t L) { return 8 * L; }, unit, 32,
       32, 1},
      {"from the second chunk", All, [](uint64_t L) { return L + 1; }, unit, 12,
       6, 3},
      {"one chunk", All, same, same, 1, 1, 1},
      {"the lowest lane writes", 3, unit, same, 1, 1, 1},
  };
  for (const auto &Case : Cases) {
    SCOPED_TRACE(Case.Name);
    RequestCost Cost =
        costOf(measured(), bypassCopy(Case.Mask, Case.From, Case.To));
    EXPECT_EQ(Cost.Kind, CostKind::Exact);
    EXPECT_EQ(Cost.Wavefronts, Case.Wavefronts);
    EXPECT_EQ(Cost.Ideal, Case.Ideal);
    EXPECT_EQ(Cost.Ways, Case.Ways);
  }
  EXPECT_EQ(costOf(measured(), bypassCopy(All, same, unit)).Kind,
            CostKind::LowerBound)
      << "one chunk goes to several";
}

TEST(Wavefronts, CopiesOfSomeLanesAreBounded) {
  ElementOf Padded = [](uint64_t L) { return L + L / 8; };
  for (ElementOf To : {ElementOf(unit), Padded}) {
    const WarpRequest Whole = bypassCopy(0xffff, unit, To);
    const RequestCost Bound = costOfSomeLanes(measured(), Whole);
    EXPECT_EQ(Bound.Ideal, costOf(measured(), Whole).Ideal);
    unsigned Most = 0;
    for (uint32_t Mask = 1; Mask <= 0xffff; ++Mask)
      Most = std::max(
          Most, costOf(measured(), bypassCopy(Mask, unit, To)).Wavefronts);
    EXPECT_GE(Bound.Wavefronts, Most);
    EXPECT_GT(Most, costOf(measured(), Whole).Wavefronts)
        << "fewer lanes can cost more";
  }
}

TEST(Wavefronts, KindsSayWhatIsKnown) {
  using M = MemoryOperation;
  auto Kind = [](M Op, unsigned Bytes, uint32_t Mask) {
    return costOf(measured(), request(Op, Bytes, Mask, unit)).Kind;
  };
  EXPECT_EQ(Kind(M::Load, 16, All), CostKind::Exact);
  EXPECT_EQ(Kind(M::AtomicFloatAdd, 4, All), CostKind::Exact);
  EXPECT_EQ(Kind(M::AtomicWideAdd, 8, All), CostKind::Exact);
  EXPECT_EQ(Kind(M::AsyncCopy, 16, All), CostKind::Exact);
  EXPECT_EQ(Kind(M::AsyncCopyBypass, 16, All), CostKind::Unknown);
  EXPECT_EQ(Kind(M::MatrixLoad2, 16, All), CostKind::Exact);
  EXPECT_EQ(Kind(M::MatrixLoad2, 16, 0xffff), CostKind::Exact);
  EXPECT_EQ(Kind(M::MatrixLoad2, 16, 0x7fff), CostKind::LowerBound);
  EXPECT_EQ(Kind(M::MatrixLoad2, 16, 0xff0000), CostKind::LowerBound);
  for (M Op : {M::AtomicWideAdd, M::AsyncCopyBypass, M::MatrixLoad4})
    EXPECT_EQ(Kind(Op, Op == M::AtomicWideAdd ? 8 : 16, 0), CostKind::Exact)
        << "nothing is executed";
}

TEST(Wavefronts, ConflictIsMoreThanIdeal) {
  RequestCost Cost = costOf(measured(), request(Load, 8, All, unit));
  EXPECT_FALSE(Cost.conflicts()) << "two half-warps are no conflict";
  EXPECT_TRUE(costOf(measured(), request(Load, 4, All, stride2)).conflicts());
}

TEST(Wavefronts, InstructionsExistFromTheirArchitectureOn) {
  using M = MemoryOperation;
  struct {
    const char *Arch;
    M Op;
    unsigned Bytes;
    bool Supported;
  } Cases[] = {
      {"sm_70", M::MatrixLoad1, 16, false},
      {"sm_75", M::MatrixLoad1, 16, true},
      {"sm_75", M::AsyncCopy, 16, false},
      {"sm_80", M::AsyncCopy, 16, true},
      {"sm_89", M::MatrixStore4, 16, false},
      {"sm_90", M::MatrixStore4, 16, true},
      {"sm_80", M::AsyncCopyBypass, 8, false},
      {"sm_90", M::AsyncCopy, 2, false},
      {"sm_90", M::Load, 3, false},
      {"sm_90", M::Load, 32, false},
      {"sm_90", M::Load, 0, false},
      {"sm_50", M::Store, 16, true},
      {"sm_90", M::Atomic, 2, false},
      {"sm_90", M::Atomic, 8, true},
      {"sm_90", M::AtomicCount, 8, false},
      {"sm_90", M::AtomicFloatAdd, 8, false},
      {"sm_90", M::AtomicWideAdd, 4, false},
      {"sm_90", M::MatrixLoad4, 8, false},
  };
  for (const auto &Case : Cases)
    EXPECT_EQ(isSupported(*findArchitecture(Case.Arch), Case.Op, Case.Bytes),
              Case.Supported)
        << Case.Arch << ' ' << spelling(Case.Op).str() << ' ' << Case.Bytes;
}

TEST(Wavefronts, AlignmentConcernsLanesThatMatter) {
  WarpRequest Request = request(Load, 8, All, unit);
  EXPECT_TRUE(isAligned(Request));
  Request.Address[9] += 4;
  EXPECT_FALSE(isAligned(Request));
  Request.Active.reset(9);
  EXPECT_TRUE(isAligned(Request));
  Request = request(MemoryOperation::MatrixLoad1, 16, All, unit);
  Request.Address[8] += 4;
  EXPECT_TRUE(isAligned(Request));
  Request.Address[7] += 4;
  EXPECT_FALSE(isAligned(Request));
  Request = request(MemoryOperation::AsyncCopy, 8, All, unit);
  Request.Source = Request.Address;
  EXPECT_TRUE(isAligned(Request));
  (*Request.Source)[3] += 4;
  EXPECT_FALSE(isAligned(Request));
}

TEST(BankMaps, NameLanesWordsAndTheWorstBank) {
  // Lanes 0 and 2 share word 3; lanes 1 and 3 add words 35 and 67 to bank 3.
  WarpRequest Request = request(
      Load, 4, 0xf, [](uint64_t L) { return 3 + (L & 1) * 16 * (L + 1); });
  std::vector<BankMap> Maps = bankMaps(measured(), Request);
  ASSERT_EQ(Maps.size(), 1u);
  EXPECT_EQ(Maps[0].Lanes, LaneMask(0xf));
  ASSERT_EQ(Maps[0].Banks.size(), 32u);
  EXPECT_EQ(Maps[0].WorstBank, 3u);
  const auto &Words = Maps[0].Banks[3];
  ASSERT_EQ(Words.size(), 3u);
  EXPECT_EQ(Words[0].Word, 3u);
  EXPECT_EQ(Words[0].Lanes, LaneMask(0b0101));
  EXPECT_EQ(Words[1].Word, 35u);
  EXPECT_EQ(Words[1].Lanes, LaneMask(0b0010));
  EXPECT_EQ(Words[2].Word, 67u);
  EXPECT_EQ(Words[2].Lanes, LaneMask(0b1000));
}

TEST(BankMaps, PartsFollowJoiningAndLeaveOutEmptyOnes) {
  EXPECT_EQ(bankMaps(measured(), request(Load, 16, All, unit)).size(), 4u);
  EXPECT_EQ(bankMaps(measured(), request(Load, 16, All, same)).size(), 2u);
  std::vector<BankMap> Maps =
      bankMaps(measured(), request(Store, 16, 0xff00ff, unit));
  ASSERT_EQ(Maps.size(), 2u);
  EXPECT_EQ(Maps[1].Lanes, LaneMask(0xff0000));
  EXPECT_EQ(Maps[1].Banks[31].front().Word, 95u);
  EXPECT_TRUE(bankMaps(measured(),
                       request(MemoryOperation::AsyncCopyBypass, 16, All, unit))
                  .empty());
}

TEST(BankMaps, AtomicsAreWorstWhereMostLanesMeet) {
  // Bank 1 holds two words of one lane each, bank 2 one word of three lanes.
  WarpRequest Request =
      request(MemoryOperation::Atomic, 4, 0x1f, [](uint64_t L) -> uint64_t {
        return L == 0 ? 1 : L == 1 ? 33 : 2;
      });
  EXPECT_EQ(bankMaps(measured(), Request).front().WorstBank, 2u);
  Request.Op = Load;
  EXPECT_EQ(bankMaps(measured(), Request).front().WorstBank, 1u);
}
