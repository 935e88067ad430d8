//===- SharedScanTest.cpp - Files that need no parse ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../MemoryFiles.h"
#include "banklint/CudaHeaders/CudaHeaders.h"
#include "banklint/Frontend/Frontend.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

namespace {

struct Text {
  std::string Code;
  /// Of "h.cuh", which is beside it.
  std::string Header = "#pragma once\nvoid unused();\n";
  std::vector<std::string> Arguments = {"-std=c++17"};
};

ParsedFile
parse(const Text &T,
      const banklint::FrontendOptions &Given = banklint::FrontendOptions()) {
  banklint::FrontendOptions Options = Given;
  Options.Files =
      test::inMemory({{"/texts/k.cu", T.Code}, {"/texts/h.cuh", T.Header}});
  return parseCudaFile("k.cu", T.Arguments, "/texts", Options);
}

constexpr llvm::StringLiteral Kernel =
    "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n";
constexpr llvm::StringLiteral SharedHeader =
    "__global__ void k() { __shared__ int s[32]; s[threadIdx.x] = 1; }\n";

std::string kernelThat(llvm::StringRef Declares) {
  return ("__global__ void k() { " + Declares + " s[threadIdx.x] = 1; }\n")
      .str();
}

} // namespace

TEST(SharedScan, FilesWithoutSharedMemoryAreNotParsed) {
  const std::string Mentions[] = {
      Kernel.str(),
      "int main() { return 0; }\n",
      "// __shared__\n/* shared */ const char *Text = \"__shared__ shared\";\n",
      "int __shared__x, shared_, x__shared__; struct is_shared {};\n",
      "#define SMEM __attribute__((shared))\nint x;\n",
      "#if 0\nattribute((shared))\n#include \"missing.h\"\n#endif\nint x;\n",
      "#if __has_include(<missing.h>)\n#include <missing.h>\n#endif\nint x;\n",
      "#include \"h.cuh\"\n",
      "// nothing\n",
  };
  for (const std::string &Code : Mentions) {
    const ParsedFile Parsed = parse({Code});
    EXPECT_TRUE(Parsed.WasScanned) << Code;
    EXPECT_FALSE(Parsed.HasSharedMemory) << Code;
    EXPECT_EQ(Parsed.Failure, std::nullopt) << Code;
  }
  EXPECT_TRUE(
      parse({"#if 0\n#include \"h.cuh\"\n#endif\nint x;\n", SharedHeader.str()})
          .WasScanned);
}

TEST(SharedScan, EveryWayToDeclareSharedMemoryIsSeen) {
  const std::string InHeader = SharedHeader.str();
  const std::string ByMacro = kernelThat("SMEM int s[32];");
  const Text Texts[] = {
      {InHeader},
      {"#include \"h.cuh\"\n", InHeader},
      {"#define NAME \"h.cuh\"\n#include NAME\n", InHeader},
      {"#if __has_include(\"h.cuh\")\n#include \"h.cuh\"\n#endif\n", InHeader},
      {"int x;\n", InHeader, {"-include", "h.cuh"}},
      {ByMacro, "", {"-DSMEM=__shared__"}},
      {"#include \"h.cuh\"\n" + ByMacro, "#define SMEM __shared__\n"},
      {"#define A(x, y) x##y\n#define SMEM A(__sha, red__)\n" + ByMacro},
      {kernelThat("__attribute__((shared)) int s[32];")},
      {kernelThat("__sha\\\nred__ int s[32];")},
      {kernelThat("extern __attribute__((sha\\\r\nred)) int s[];")},
      {"template <class T> struct Tile { static __device__ T *at() {\n"
       "  __attribute__((shared)) static T t[32]; return t; } };\n" +
       kernelThat("int *s = Tile<int>::at();")},
      {"#undef __shared__\n" + kernelThat("__declspec(__shared__) int s[32];"),
       "",
       {"-fms-extensions"}},
      {"#pragma clang attribute push(__attribute__((shared)), "
       "apply_to = variable)\n" +
       kernelThat("static int s[32];") + "#pragma clang attribute pop\n"},
      {"_Pragma(\"clang attribute push(__attribute__((shared)), "
       "apply_to = variable)\")\n" +
       kernelThat("static int s[32];") + "_Pragma(\"clang attribute pop\")\n"},
  };
  for (const Text &T : Texts) {
    const ParsedFile Parsed = parse(T);
    EXPECT_FALSE(Parsed.WasScanned) << T.Code;
    EXPECT_TRUE(Parsed.HasSharedMemory) << T.Code;
    EXPECT_THAT(Parsed.Kernels, Not(IsEmpty())) << T.Code;
  }
}

TEST(SharedScan, WhatOnlyAParseTellsIsStillTold) {
  EXPECT_THAT(parse({"#include <missing.h>\n"}).MissingHeaders,
              ElementsAre("missing.h"));
  for (llvm::StringRef Code :
       {"#error not here\n", "#if 1\nint x;\n", "#define\n",
        "void f() {\n  if (1) {\n}\n", "int x[2;\n", "int f(int;)\n", "}\n",
        "Dear Sir or Madam,\n", "int don't;\n", "int x\n",
        "#include \"k.cu\"\n"}) {
    const ParsedFile Parsed = parse({Code.str()});
    EXPECT_FALSE(Parsed.WasScanned) << Code.str();
    EXPECT_NE(Parsed.ParseErrors, 0u) << Code.str();
  }
  EXPECT_NE(parse({Kernel.str(), "", {"--unknown"}}).Failure, std::nullopt);
}

TEST(SharedScan, EmbeddedHeadersHaveNoSharedMemory) {
  std::string Code;
  for (const EmbeddedFile &File : cudaHeaders())
    if (!File.Name.ends_with(".md"))
      Code += ("#include <" + File.Name + ">\n").str();
  banklint::FrontendOptions Options;
  Options.LoadsDeclarations = false;
  const ParsedFile Parsed = parse({Code}, Options);
  EXPECT_TRUE(Parsed.WasScanned);
  EXPECT_THAT(Parsed.MissingHeaders, IsEmpty());
}

TEST(SharedScan, AgreesWithTheParse) {
  banklint::FrontendOptions Options;
  Options.Header = "/texts/h.cuh";
  for (llvm::StringRef Code :
       {Kernel.data(), "#include \"h.cuh\"\n", "#include <stddef.h>\nint x;\n",
        "#include <cuda_runtime.h>\nint limit(const void *kernel) {\n"
        "  return cudaFuncSetAttribute(kernel,\n"
        "      cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);\n}\n"}) {
    const Text T = {Code.str()};
    Options.MayScan = true;
    const ParsedFile Scanned = parse(T, Options);
    Options.MayScan = false;
    const ParsedFile Parsed = parse(T, Options);
    EXPECT_TRUE(Scanned.WasScanned) << Code.str();
    EXPECT_FALSE(Parsed.WasScanned) << Code.str();
    EXPECT_EQ(Scanned.FilesRead, Parsed.FilesRead) << Code.str();
    EXPECT_EQ(Scanned.HasHeader, Parsed.HasHeader) << Code.str();
    EXPECT_EQ(Scanned.HasHeader, Code.contains("h.cuh")) << Code.str();
    EXPECT_EQ(Scanned.MayRaiseSharedLimit, Parsed.MayRaiseSharedLimit)
        << Code.str();
    EXPECT_EQ(Scanned.MayRaiseSharedLimit, Code.contains("Attribute"))
        << Code.str();
    EXPECT_EQ(Scanned.Headers, Parsed.Headers) << Code.str();
    EXPECT_EQ(Parsed.ParseErrors, 0u) << Code.str();
    EXPECT_FALSE(Parsed.HasSharedMemory) << Code.str();
  }
}
