//===- TypesTest.cpp - Vocabulary of the program form ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

TEST(IntTypes, SpellingsRoundTrip) {
  for (llvm::StringRef Text :
       {"bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"}) {
    std::optional<IntType> Type = parseIntType(Text);
    ASSERT_TRUE(Type) << Text.str();
    EXPECT_EQ(spelling(*Type), Text);
  }
  for (llvm::StringRef Text : {"", "i", "i1", "u1", "i7", "i128", "int", "I32"})
    EXPECT_FALSE(parseIntType(Text)) << Text.str();
}

TEST(ReasonCodes, SpellingsRoundTrip) {
  for (int I = 0; I <= static_cast<int>(ReasonCode::Misaligned); ++I) {
    ReasonCode Code = static_cast<ReasonCode>(I);
    EXPECT_EQ(parseReasonCode(spelling(Code)), Code);
  }
  EXPECT_FALSE(parseReasonCode("no-such-reason"));
  EXPECT_FALSE(parseReasonCode(""));
}

TEST(Reasons, Text) {
  Reason Why{ReasonCode::DataDependentIndex, "loaded from 'index'"};
  EXPECT_EQ(Why.str(), "data-dependent-index: loaded from 'index'");
  EXPECT_EQ((Reason{ReasonCode::Budget, ""}).str(), "budget");
}

TEST(Dims, Text) { EXPECT_EQ(toString(Dim3{32, 8, 1}), "32x8x1"); }

TEST(Arrays, Bytes) {
  SharedArray Array;
  Array.ElementBytes = 4;
  EXPECT_EQ(Array.bytes(), 4u);
  Array.Extents = {{32, {}, ""}, {33, {}, ""}};
  EXPECT_EQ(Array.bytes(), 4u * 32 * 33);
  Array.Extents[0].Elements = ~uint64_t(0);
  EXPECT_EQ(Array.bytes(), ~uint64_t(0)) << "saturates";
  Array.IsDynamic = true;
  EXPECT_EQ(Array.bytes(), 0u);
}

TEST(Arrays, StaticBytesAreAligned) {
  KernelProgram P;
  P.Arrays.resize(3);
  P.Arrays[0].ElementBytes = 1;
  P.Arrays[0].Alignment = 1;
  P.Arrays[0].Extents = {{5, {}, ""}};
  P.Arrays[1].ElementBytes = 4;
  P.Arrays[1].Alignment = 16;
  P.Arrays[1].IsDynamic = true;
  P.Arrays[2].ElementBytes = 8;
  P.Arrays[2].Alignment = 8;
  EXPECT_EQ(staticBytes(P), 8u + 8);
  EXPECT_EQ(staticBytes(P, [](unsigned Array) { return 9 + Array; }), 16u + 11);
  EXPECT_EQ(staticBytes(KernelProgram()), 0u);
}

TEST(Statements, VisitedOuterFirst) {
  Stmt Inner;
  Inner.Kind = StmtKind::Return;
  Stmt If;
  If.Kind = StmtKind::If;
  If.Blocks = {{Inner}, {Stmt()}};
  std::vector<StmtKind> Seen;
  forEachStmt({If, Stmt()}, [&](const Stmt &S) { Seen.push_back(S.Kind); });
  EXPECT_EQ(Seen,
            (std::vector<StmtKind>{StmtKind::If, StmtKind::Return,
                                   StmtKind::Barrier, StmtKind::Barrier}));
}

TEST(Arrays, CompiledCodeUsesThem) {
  const KernelProgram P = test::fromText(R"(kernel "k"
shared live : float 4 [8] align 4
shared left : float 4 [16] align 4
shared both : float 4 [32] align 4
shared pointed : float 4 [64] align 4
shared unused : float 4 [128] align 4
var p : u64
body {
  if (true) {
    store 4 &live[0]
    store 4 &both[0]
    p = &pointed[0]
  } else {
    store 4 &left[0]
    store 4 &both[0]
    load 4 &pointed[0]
  }
}
)");
  const llvm::BitVector Compiled = compiledArrays(P);
  for (const auto &[Number, Array] : llvm::enumerate(P.Arrays))
    EXPECT_EQ(Compiled.test(Number), Array.Name != "left") << Array.Name;
  EXPECT_EQ(staticBytes(P), 4u * (8 + 32 + 64 + 128));
  unsigned Statements = 0;
  forEachCompiledStmt(P, [&Statements](const Stmt &) { ++Statements; });
  EXPECT_EQ(Statements, 4u);
}

} // namespace
