//===- KernelNameTest.cpp - Names of kernels in other spellings -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Profile/KernelName.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

bool areSame(llvm::StringRef A, llvm::StringRef B) {
  const bool Result = mayBeSame(kernelName(A), kernelName(B));
  EXPECT_EQ(mayBeSame(kernelName(B), kernelName(A)), Result);
  return Result;
}

TEST(KernelName, OfAllSpellings) {
  for (llvm::StringRef Spelling :
       {"ns::k<4, float>", "void ns::k<(int)4, float>(const T2 *, int)",
        "void k<4, float>(const T2 *, int)", "k<4u, float>",
        "void (anonymous namespace)::k<(unsigned int)4, float>(T1)",
        "void <unnamed>::k<4, float>()"}) {
    const KernelName Name = kernelName(Spelling);
    EXPECT_EQ(Name.Base, "k") << Spelling.str();
    EXPECT_THAT(Name.Arguments, ElementsAre("4", "float")) << Spelling.str();
  }
}

TEST(KernelName, WithoutArguments) {
  EXPECT_EQ(kernelName("transpose(const float *, float *, int)").Base,
            "transpose");
  EXPECT_EQ(kernelName("a::b::k").Base, "k");
  EXPECT_THAT(kernelName("k(T<int>)").Arguments, IsEmpty());
}

TEST(KernelName, NestedArguments) {
  EXPECT_THAT(kernelName("k<ns::Pair<int, (int)3>, &f, true>").Arguments,
              ElementsAre("Pair<int,(int)3>", "&f", "1"));
  EXPECT_THAT(kernelName("k<T<1>::U>(int)").Arguments, ElementsAre("U"));
}

TEST(KernelName, Same) {
  EXPECT_TRUE(areSame("transpose<0>", "void transpose<(int)0>(const T *)"));
  EXPECT_TRUE(areSame("k<float, 16>", "void k<float, (int)16, (int)0>(T1 *)"));
  EXPECT_TRUE(areSame("k<unsigned>", "void k<unsigned int>(T1 *)"));
  EXPECT_TRUE(areSame("k<ns::Big>", "void k<Big>(T1 *)"));
}

TEST(KernelName, Different) {
  EXPECT_FALSE(areSame("transpose<0>", "void transpose<(int)1>(const T *)"));
  EXPECT_FALSE(areSame("transpose", "transposed"));
  EXPECT_FALSE(areSame("k<int>", "k<long>"));
  EXPECT_FALSE(areSame("", ""));
}

TEST(KernelName, OddText) {
  for (llvm::StringRef Text : {"<", ">", "k<", "k>>", "((", "k<()>::", "::",
                               "void ", "operator<(int)", "k<\"a\">"})
    (void)kernelName(Text);
}

} // namespace
