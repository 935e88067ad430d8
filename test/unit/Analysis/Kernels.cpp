//===- Kernels.cpp - Small kernels as text --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "banklint/Program/TextForm.h"
#include "gtest/gtest.h"

using namespace banklint;

const Architecture &test::arch() {
  return *findArchitecture(defaultArchitectureName());
}

KernelProgram test::kernel(llvm::StringRef Declarations, llvm::StringRef Body) {
  std::string Text = "kernel \"k\" \"k.cu\":1:1\n" + Declarations.str() +
                     "\nbody {\n" + Body.str() + "\n}\n";
  llvm::Expected<KernelProgram> Program = parseProgram(Text);
  if (Program)
    return std::move(*Program);
  ADD_FAILURE() << llvm::toString(Program.takeError()) << "\n" << Text;
  return {};
}

std::vector<Verdict> test::judgeIn(const KernelProgram &Program,
                                   const Dim3 &Block,
                                   std::vector<ArgumentValue> Arguments,
                                   std::optional<Dim3> Grid) {
  LaunchConfig Launch{Block, Grid, std::move(Arguments)};
  return judge(Program, arch(), Launch, InterpreterBudget());
}

Verdict test::judgeOne(const KernelProgram &Program, const Dim3 &Block) {
  std::vector<Verdict> Verdicts = judgeIn(Program, Block);
  EXPECT_EQ(Verdicts.size(), 1u);
  return Verdicts.empty() ? Verdict() : Verdicts.front();
}

std::string test::figures(llvm::ArrayRef<Verdict> Verdicts) {
  std::string Text;
  for (const Verdict &V : Verdicts) {
    if (!Text.empty())
      Text += ", ";
    if (V.Result != Certainty::Unknown)
      Text += std::to_string(V.Worst.Wavefronts) + "/" +
              std::to_string(V.Worst.Ideal) + " ";
    Text += spelling(V.Result);
  }
  return Text;
}
