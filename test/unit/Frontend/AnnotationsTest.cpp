//===- AnnotationsTest.cpp - Launches that comments state -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

constexpr llvm::StringLiteral Kernel =
    "__global__ void k(float *out, int n, unsigned char c, int block) {\n"
    "  __shared__ float s[64];\n"
    "  s[threadIdx.x] = 1;\n"
    "}\n";

/// The lines of the program that state launches, without locations, and what is
/// wrong: "line:column: message".
std::string annotationsOf(llvm::StringRef Code) {
  std::string Result;
  llvm::StringRef Rest;
  const std::string Text = lower(Code);
  for (Rest = Text; !Rest.empty();) {
    auto [Line, Others] = Rest.split('\n');
    if (Line.starts_with("annotation") || Line.starts_with("launch"))
      Result += Line.str() + "\n";
    Rest = Others;
  }
  for (const SourceProblem &Problem : parseCuda(Code).Problems) {
    EXPECT_EQ(Problem.File, "k.cu");
    Result += std::to_string(Problem.Line) + ":" +
              std::to_string(Problem.Column) + ": " + Problem.Message + "\n";
  }
  return Result;
}

TEST(Annotations, StateLaunches) {
  struct Case {
    const char *Comment;
    const char *Launches;
  };
  const Case Cases[] = {
      {"// banklint: block=32,8",
       "annotation block 32,8,1 grid ?,?,? dynamic ? args ?,?,?,?\n"},
      {"//banklint:block=16", // No blanks are needed.
       "annotation block 16,1,1 grid ?,?,? dynamic ? args ?,?,?,?\n"},
      {"/* banklint: block=4,4,4, grid=2,3 */",
       "annotation block 4,4,4 grid 2,3,1 dynamic ? args ?,?,?,?\n"},
      {"// banklint: shared=0x100 n=-5 c=255",
       "annotation block ?,?,? grid ?,?,? dynamic 256 args ?,-5,255,?\n"},
      {"// banklint: block=64 arg:block=3",
       "annotation block 64,1,1 grid ?,?,? dynamic ? args ?,?,?,3\n"},
      {"// banklint: block=32\n// banklint: block=64",
       "annotation block 32,1,1 grid ?,?,? dynamic ? args ?,?,?,?\n"
       "annotation block 64,1,1 grid ?,?,? dynamic ? args ?,?,?,?\n"},
      // Other comments and attributes may stand between.
      {"// banklint: block=32\n// Smooths.\n/* ; */ "
       "__launch_bounds__(64)",
       "annotation block 32,1,1 grid ?,?,? dynamic ? args ?,?,?,?\n"},
      // No annotations.
      {"// See banklint: block=32", ""},
      {"// banklint-disable: block=32", ""},
  };
  for (const Case &C : Cases)
    EXPECT_EQ(annotationsOf((C.Comment + llvm::Twine("\n") + Kernel).str()),
              C.Launches)
        << C.Comment;
}

TEST(Annotations, StandAboveAKernelOrAtItsName) {
  struct Case {
    const char *Code;
    const char *Launches;
  };
  const Case Cases[] = {
      {"__global__ void k() { // banklint: block=32\n"
       "  __shared__ float s[64];\n  s[threadIdx.x] = 1;\n}\n",
       "annotation block 32,1,1 grid ?,?,? dynamic ?\n"},
      {"__global__ void k()\n    // banklint: block=32\n{\n"
       "  __shared__ float s[64];\n  s[threadIdx.x] = 1;\n}\n",
       "annotation block 32,1,1 grid ?,?,? dynamic ?\n"},
      {"// banklint: block=32\ntemplate <int N>\n__global__ void k() {\n"
       "  __shared__ float s[N];\n  s[threadIdx.x] = 1;\n}\n"
       "template __global__ void k<64>();\n"
       "template __global__ void k<128>();\n",
       "annotation block 32,1,1 grid ?,?,? dynamic ?\n"
       "annotation block 32,1,1 grid ?,?,? dynamic ?\n"},
      // One in the body, and one of something else.
      {"__global__ void k() {\n  __shared__ float s[64];\n"
       "  // banklint: block=32\n  s[threadIdx.x] = 1;\n}\n",
       "3:3: this annotation"},
      {"// banklint: block=32\nint n;\n__global__ void k() {\n"
       "  __shared__ float s[64];\n  s[threadIdx.x] = 1;\n}\n",
       "1:1: this annotation"},
      // A kernel without shared memory may have one.
      {"// banklint: block=32\n__global__ void other() {}\n"
       "__global__ void k() {\n  __shared__ float s[64];\n"
       "  s[threadIdx.x] = 1;\n}\n",
       ""},
  };
  for (const Case &C : Cases) {
    const std::string Found = annotationsOf(C.Code);
    if (llvm::StringRef(C.Launches).contains(": this annotation"))
      EXPECT_EQ(Found.substr(0, std::string(C.Launches).size()), C.Launches)
          << C.Code;
    else
      EXPECT_EQ(Found, C.Launches) << C.Code;
  }
}

TEST(Annotations, MistakesAreReportedOnce) {
  struct Case {
    const char *Text;
    /// What the message quotes.
    const char *Quoted;
  };
  const Case Cases[] = {
      {"", "block=32,8"},
      {"block", "'block'"},
      {"block=", "'block='"},
      {"=3", "'=3'"},
      {"block=0", "'0'"},
      {"block=1,2,3,4", "'1,2,3,4'"},
      {"block=-1", "'-1'"},
      {"block=1025", "'1025'"},
      {"block=64,32", "'64,32'"},
      // Their product has more than 32 bits.
      {"block=65536,65536", "'65536,65536'"},
      {"grid=4294967296", "'4294967296'"},
      {"shared=many", "'many'"},
      {"n=3x", "'3x'"},
      {"c=256", "256"},
      {"m=1", "'m'"},
      {"out=1", "'out'"},
      {"n=1 n=1", "'n'"},
  };
  for (const Case &C : Cases) {
    const std::string Code =
        (llvm::Twine("// banklint: ") + C.Text + "\n" + Kernel).str();
    const std::string Found = annotationsOf(Code);
    EXPECT_EQ(Found.substr(0, 5), "1:1: ") << C.Text;
    EXPECT_NE(Found.find(C.Quoted), std::string::npos)
        << C.Text << ": " << Found;
    EXPECT_EQ(llvm::StringRef(Found).count('\n'), 1u) << Found;
  }
}

} // namespace
