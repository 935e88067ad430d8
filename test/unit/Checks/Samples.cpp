//===- Samples.cpp - Kernels for tests of the checks ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

using namespace banklint;
using namespace banklint::test;

SourceText test::transposeSource(llvm::StringRef Extents) {
  return {"t.cu", "__global__ void transpose(float *out) {\n"
                  "  __shared__ float tile" +
                      Extents.str() +
                      ";\n"
                      "  tile[threadIdx.y][threadIdx.x] = 1;\n"
                      "  __syncthreads();\n"
                      "  out[0] = tile[threadIdx.x][threadIdx.y];\n"
                      "}\n"
                      "void run() {\n"
                      "  transpose<<<dim3(8, 8), dim3(32, 32)>>>(p);\n"
                      "}\n"};
}

KernelProgram test::transposeProgram(const SourceText &Source,
                                     const TransposeOptions &Options) {
  std::string Text = "kernel \"" + Options.Name.str() +
                     "\" \"t.cu\":1:17\n"
                     "param out : -\n"
                     "param n : i32\n"
                     "shared tile : float 4 " +
                     Options.Extents.str() + " align 4 \"t.cu\":2:20\n" +
                     Options.Launch.str() +
                     R"(body {
      store 4 &tile[threadIdx.y][threadIdx.x] array tile "t.cu":3:3
        text "tile[threadIdx.y][threadIdx.x]"
      barrier
      load 4 &tile[threadIdx.x][threadIdx.y] array tile "t.cu":5:12
        text "tile[threadIdx.x][threadIdx.y]"
      )" + Options.More.str() +
                     "\n}\n";
  KernelProgram Program = programOf(Text, Source);
  for (LaunchSite &Site : Program.Launches)
    Site.Span.Length = sizeof("transpose") - 1;
  return Program;
}
