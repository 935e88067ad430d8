//===- TypesTest.cpp - Vocabulary of the program form ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/KernelProgram.h"
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
  P.Arrays[0].IsLeftOut = true;
  EXPECT_EQ(staticBytes(P), 8u);
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

} // namespace
