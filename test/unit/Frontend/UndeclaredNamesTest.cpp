//===- UndeclaredNamesTest.cpp - When a toolkit is tried ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../MemoryFiles.h"
#include "banklint/Frontend/Frontend.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

/// Whether the toolkit's headers are parsed for a kernel with \p Statement and
/// \p Before it.
bool triesToolkit(const std::string &Statement,
                  const std::string &Before = "") {
  const std::string Code = Before +
                           "\n__global__ void k(int *p) {\n"
                           "  __shared__ int s[32];\n"
                           "  s[threadIdx.x] = 0;\n  " +
                           Statement + "\n}\n";
  banklint::FrontendOptions Options;
  Options.ToolkitPath = "/toolkit";
  Options.Files = test::inMemory(
      {{"/k.cu", Code},
       {"/toolkit/bin/nvcc", ""},
       {"/toolkit/include/cuda.h", "#define CUDA_VERSION 12050\n"},
       {"/toolkit/include/cuda_runtime.h",
        "int toolkitFunction(int); // commented\n"
        "#define TOOLKIT_TEXT \"t\"\n#if PLAIN\n#endif\n"
        "# include \"crt/deep.h\"\n"
        "namespace opened { size_type used(int); }\n"
        "#define TOOLKIT_NAME(x) x\n"},
       {"/toolkit/include/crt/deep.h",
        "struct toolkitType { int own; };\n"
        "int other(int parameter, int (*callback)(int inner));\n"
        "#include \"deeper.h\"\n#include <cuda_runtime.h>\n"},
       {"/toolkit/include/crt/deeper.h", "int deeperFunction(int);\n"},
       {"/toolkit/include/cuda_fp16.h",
        "int halfFunction(int);\n#include \"cuda_fp16.hpp\"\n"},
       {"/toolkit/include/cuda_fp16.hpp", "int innerHalfFunction(int);\n"},
       {"/toolkit/include/nvml.h", "int nvmlFunction(int);\n"},
       {"/toolkit/include/library/library.h", "int libraryFunction(int);\n"},
       {"/toolkit/include/cccl/thrust/sort.h", "int thrustFunction(int);\n"}});
  const ParsedFile Parsed =
      parseCudaFile("/k.cu", {"-std=gnu++17"}, "/", Options);
  EXPECT_EQ(Parsed.Failure, std::nullopt) << Code;
  return llvm::is_contained(Parsed.FilesRead, "/toolkit/include/cuda.h");
}

TEST(UndeclaredNames, AToolkitIsTriedForWhatItMayDeclare) {
  EXPECT_TRUE(triesToolkit("s[0] = toolkitFunction(1);"));
  EXPECT_TRUE(triesToolkit("toolkitType t; s[0] = t.own;"));
  EXPECT_TRUE(
      triesToolkit("s[0] = thrust::any(1);", "#include <thrust/sort.h>"));
  EXPECT_TRUE(triesToolkit("s[0] = library::function(1);",
                           "#include <library/library.h>"));
  EXPECT_TRUE(triesToolkit("s[0] = deeperFunction(1);"));
  // What is first in a function counts, and each function.
  EXPECT_TRUE(triesToolkit("s[0] = toolkitFunction(1) + ownFunction(1);"));
  EXPECT_FALSE(triesToolkit("s[0] = ownFunction(1) + toolkitFunction(1);"));
  EXPECT_TRUE(
      triesToolkit("s[0] = ownFunction(1);",
                   "__device__ int f() { return toolkitFunction(1); }"));
  // What a macro says.
  EXPECT_TRUE(triesToolkit("s[0] = CALL;", "#define CALL toolkitFunction(1)"));
  // The declarations may be at fault.
  EXPECT_TRUE(triesToolkit("s[0] = __popc(1, 2, 3);"));
}

/// Headers that nobody includes declare nothing.
TEST(UndeclaredNames, AToolkitIsTriedForHeadersOfTheSource) {
  EXPECT_FALSE(triesToolkit("s[0] = halfFunction(1);"));
  EXPECT_FALSE(triesToolkit("s[0] = halfFunction(1);",
                            "#if 0\n#include <cuda_fp16.h>\n#endif"));
  EXPECT_TRUE(
      triesToolkit("s[0] = halfFunction(1);", "#include <cuda_fp16.h>"));
  EXPECT_TRUE(
      triesToolkit("s[0] = innerHalfFunction(1);", "#include <cuda_fp16.h>"));
  EXPECT_FALSE(triesToolkit("s[0] = nvmlFunction(1);"));
  EXPECT_TRUE(triesToolkit("s[0] = nvmlFunction(1);", "#include <nvml.h>"));
}

TEST(UndeclaredNames, AToolkitIsNotTriedForCodeOfTheHost) {
  EXPECT_FALSE(triesToolkit("", "toolkitType *handle;"));
  EXPECT_FALSE(triesToolkit("", "#include <thrust/sort.h>\n"
                                "int i = thrustFunction(1);"));
  // Nor if other device code lacks what no toolkit has.
  EXPECT_FALSE(triesToolkit("s[0] = ownFunction(1);",
                            "void f() { toolkitFunction(1); }"));
  EXPECT_FALSE(
      triesToolkit("s[0] = ownFunction(1);", "#include <thrust/sort.h>\n"));
  // A type outside of functions may be that of a parameter.
  EXPECT_TRUE(triesToolkit("s[0] = ownFunction(1);", "toolkitType *handle;"));
}

TEST(UndeclaredNames, AToolkitIsNotTriedForOtherMistakes) {
  EXPECT_FALSE(triesToolkit("s[0] = \"text\";"));
  EXPECT_FALSE(triesToolkit("own(1, 2);", "__device__ void own(int);"));
  EXPECT_TRUE(triesToolkit("dim3 d = \"text\";"));
  // Parameters and members are no declarations.
  EXPECT_FALSE(triesToolkit("s[0] = own;"));
  EXPECT_FALSE(triesToolkit("s[0] = parameter;"));
  EXPECT_FALSE(triesToolkit("s[0] = inner;"));
  EXPECT_TRUE(triesToolkit("s[0] = other(1, 2);"));
  // Nor are types that others are declared with, and namespaces.
  EXPECT_FALSE(triesToolkit("s[0] = size_type(1);"));
  EXPECT_FALSE(triesToolkit("s[0] = opened::own(1);"));
  EXPECT_TRUE(triesToolkit("s[0] = used(1);"));
  EXPECT_TRUE(triesToolkit("s[0] = TOOLKIT_NAME(1);"));
}

TEST(UndeclaredNames, SyntaxErrorsMayLackMacrosOnly) {
  EXPECT_TRUE(triesToolkit("asm volatile(\"a\" TOOLKIT_TEXT);"));
  // On the line before, too.
  EXPECT_TRUE(triesToolkit("asm volatile(TOOLKIT_TEXT\n\"a\");"));
  EXPECT_FALSE(triesToolkit("asm volatile(\"a\" OWN_TEXT);"));
  EXPECT_FALSE(triesToolkit("asm volatile(\"a\" : : \"r\"(p) \"r\"(p));"));
  // Named by the toolkit, but not as a macro.
  EXPECT_FALSE(triesToolkit("asm volatile(\"a\" toolkitFunction);"));
  EXPECT_FALSE(triesToolkit("asm volatile(\"a\" PLAIN);"));
}

/// A macro may have swallowed the kernel.
TEST(UndeclaredNames, AToolkitIsTriedForALostKernel) {
  EXPECT_TRUE(triesToolkit("", "TOOLKIT_TEXT"));
  EXPECT_FALSE(triesToolkit("", "#include <own.h>\nOWN_END"));
}

TEST(UndeclaredNames, NoDeclarationAllowsALaunchInDeviceCode) {
  EXPECT_FALSE(
      triesToolkit("inner<<<1, 1>>>();", "__global__ void inner() {}"));
}

TEST(UndeclaredNames, AToolkitIsNotTriedForTheProjectsOwn) {
  EXPECT_FALSE(triesToolkit("s[0] = 1;"));
  EXPECT_FALSE(triesToolkit("s[0] = ownFunction(1);"));
  EXPECT_FALSE(triesToolkit("ownType t; s[0] = t.own;"));
  EXPECT_FALSE(triesToolkit("s[0] = OWN_SIZE;", "#include \"own.h\""));
  EXPECT_FALSE(triesToolkit("s[0] = toolkit;"));
  EXPECT_FALSE(triesToolkit("s[0] = libraryFunction(1);"));
  EXPECT_FALSE(triesToolkit("s[0] = commented;"));
}

} // namespace
