//===- ArrayPlacesTest.cpp - Where the compiler places arrays -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/ArrayPlaces.h"
#include "Kernels.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

/// The alignments of all arrays of a program, in bytes; 0 if not known.
std::vector<unsigned> placesOf(llvm::StringRef Declarations,
                               llvm::StringRef Body) {
  const KernelProgram Program = test::kernel(Declarations, Body);
  const ArrayPlaces Places(Program, {});
  std::vector<unsigned> Result;
  for (size_t I = 0; I != Program.Arrays.size(); ++I) {
    const std::optional<unsigned> Bits = Places.alignmentOf(I);
    Result.push_back(Bits ? 1u << *Bits : 0);
  }
  return Result;
}

using Alignments = std::vector<unsigned>;

constexpr llvm::StringLiteral BothUsed =
    "store 4 &a[i64(threadIdx.x)] array a\n"
    "store 4 &b[i64(threadIdx.x)] array b\n"
    "barrier\n"
    "load 4 &a[i64(threadIdx.x)] array a\n"
    "load 4 &b[i64(threadIdx.x)] array b\n";

TEST(ArrayPlaces, InTheOrderOfTheSource) {
  EXPECT_EQ(placesOf("shared a : int 4 [3] align 4 order 1\n"
                     "shared b : int 4 [64] align 4 order 2\n",
                     BothUsed),
            (Alignments{16, 4}));
  EXPECT_EQ(placesOf("shared a : int 4 [3] align 4 order 2\n"
                     "shared b : int 4 [64] align 4 order 1\n",
                     BothUsed),
            (Alignments{16, 16}));
  EXPECT_EQ(placesOf("shared a : int 4 [6] align 4 order 1\n"
                     "shared b : int 4 [9] align 4 order 2\n",
                     BothUsed),
            (Alignments{16, 8}));
}

TEST(ArrayPlaces, AtTheNextMultipleOfTheirAlignment) {
  EXPECT_EQ(placesOf("shared a : int 4 [3] align 4 order 1\n"
                     "shared b : double 8 [9] align 8 order 2\n",
                     BothUsed),
            (Alignments{16, 16}));
  EXPECT_EQ(placesOf("shared a : int 4 [1] align 128 order 1\n"
                     "shared b : double 8 [9] align 8 order 2\n",
                     BothUsed),
            (Alignments{16, 8}));
}

TEST(ArrayPlaces, OthersInAnyOrder) {
  // A multiple of 16 bytes moves nothing.
  EXPECT_EQ(placesOf("shared a : int 4 [3] align 4\n"
                     "shared b : int 4 [64] align 4\n",
                     BothUsed),
            (Alignments{16, 0}));
  EXPECT_EQ(placesOf("shared a : int 4 [64] align 4\n"
                     "shared b : int 4 [3] align 4 order 1\n",
                     BothUsed),
            (Alignments{0, 16}));
  EXPECT_EQ(placesOf("shared a : int 4 [3] align 4\n"
                     "shared b : int 4 [65] align 4 order 1\n",
                     BothUsed),
            (Alignments{0, 0}));
  EXPECT_EQ(placesOf("shared a : int 4 [3] align 4\n"
                     "shared b : int 4 [0] align 4 dynamic\n",
                     BothUsed),
            (Alignments{16, 16}));
}

/// The alignment of what follows three words that \p Body uses, with a variable
/// v.
unsigned behind(llvm::StringRef Body) {
  return placesOf("shared a : int 4 [3] align 4 order 1\n"
                  "shared b : int 4 [5] align 4 order 2\n"
                  "var v : i32\n",
                  (Body.str() + "store 4 &b[0:i64] array b\nbarrier\n"
                                "load 4 &b[1:i64] array b\n"))
      .back();
}

const std::string Stored = "store 4 &a[i64(threadIdx.x)] array a\n"
                           "barrier\n";
const std::string Loaded = "load 4 &a[i64(threadIdx.x)] array a\n";

TEST(ArrayPlaces, WhatTheCompilerKeeps) {
  EXPECT_EQ(behind(Stored + Loaded), 4u);
  EXPECT_EQ(behind("atomic 4 &a[i64(threadIdx.x)] array a\n"), 4u);
  EXPECT_EQ(behind(Stored + "v = 1\nif (v == 1) {\n" + Loaded + "}\n"), 4u);
}

TEST(ArrayPlaces, WhatTheCompilerMayLeaveOut) {
  // A pointer may use it.
  EXPECT_EQ(behind(""), 0u);
  EXPECT_EQ(behind(Stored), 0u);
  EXPECT_EQ(behind("store 4 &a[i64(threadIdx.x)] array a\n"
                   "load 4 &a[i64(threadIdx.x)] array a\n"),
            0u);
  EXPECT_EQ(behind(Stored + "load 4 &a[i64(threadIdx.x)] unused array a\n"),
            0u);
  // Its elements become variables.
  EXPECT_EQ(behind("store 4 &a[0:i64] array a\nbarrier\n"
                   "load 4 &a[0:i64] array a\n"),
            0u);
  EXPECT_EQ(behind("v = 2\nstore 4 &a[i64(v)] array a\nbarrier\n"
                   "load 4 &a[i64(v)] array a\n"),
            0u);
}

TEST(ArrayPlaces, WhatConstantsRuleOut) {
  EXPECT_EQ(behind(Stored + "if (false) {\n" + Loaded + "}\n"), 0u);
  EXPECT_EQ(behind(Stored + "v = 1\nif (v == 2) {\n" + Loaded + "}\n"), 0u);
  EXPECT_EQ(behind(Stored + "if (false && (threadIdx.x == 3:u32)) {\n" +
                   Loaded + "}\n"),
            0u);
  EXPECT_EQ(behind(Stored + "v = 0\nloop test (v < 0) {\n" + Loaded +
                   "} step {\nv = v + 1\n}\n"),
            0u);
  EXPECT_EQ(behind(Stored + "v = 0\nloop test (v < 3) {\n" + Loaded +
                   "} step {\nv = v + 1\n}\n"),
            4u);
}

TEST(ArrayPlaces, LinkedOrNotParsed) {
  EXPECT_EQ(placesOf("relocatable\n"
                     "shared a : int 4 [4] align 4 order 1\n"
                     "shared b : double 8 [4] align 8 order 2\n",
                     BothUsed),
            (Alignments{4, 8}));
  EXPECT_EQ(placesOf("relocatable\n"
                     "shared a : int 4 [0] align 4 dynamic\n"
                     "shared b : double 8 [4] align 64\n",
                     BothUsed),
            (Alignments{16, 16}));
  EXPECT_EQ(placesOf("unknown_arrays\n"
                     "shared a : int 4 [4] align 4 order 1\n"
                     "shared b : int 4 [0] align 4 dynamic\n",
                     BothUsed),
            (Alignments{0, 16}));
  EXPECT_EQ(placesOf("parse_errors 1\n"
                     "shared a : int 4 [3] align 4 order 1\n"
                     "shared b : int 4 [5] align 4 order 2\n",
                     BothUsed),
            (Alignments{0, 0}));
}

} // namespace
