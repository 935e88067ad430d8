//===- Lower.cpp - Programs of CUDA texts ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lower.h"
#include "../MemoryFiles.h"
#include "banklint/Program/TextForm.h"
#include "llvm/Support/Regex.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

ParsedFile test::parseCuda(llvm::StringRef Code) {
  banklint::FrontendOptions Options;
  Options.Files = inMemory({{"/texts/k.cu", Code}});
  ParsedFile Parsed =
      parseCudaFile("k.cu", {"-std=gnu++17"}, "/texts", Options);
  EXPECT_EQ(Parsed.Failure, std::nullopt) << Code.str();
  return Parsed;
}

static std::string textOf(const KernelProgram &Program) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(Program, OS);
  return Text;
}

/// Cuts what follows a location off each line; it is last in all of them.
static std::string withoutDetails(llvm::StringRef Text) {
  llvm::Regex Weight(" weight [0-9]+( folded [0-9]+)?");
  std::string Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Result += Weight.sub("", Line.take_front(Line.find(" \"k.cu\":"))) + '\n';
    Text = Rest;
  }
  return Result;
}

std::string test::lower(llvm::StringRef Code) {
  std::string Result;
  for (const KernelProgram &Program : parseCuda(Code).Kernels) {
    EXPECT_EQ(verify(Program), std::nullopt);
    const std::string Text = textOf(Program);
    llvm::Expected<KernelProgram> Again = parseProgram(Text);
    if (Again)
      EXPECT_EQ(textOf(*Again), Text);
    else
      ADD_FAILURE() << llvm::toString(Again.takeError()) << '\n' << Text;
    Result += withoutDetails(Text);
  }
  return Result;
}

std::string test::lowerBody(llvm::StringRef Code) {
  const std::string Text = lower(Code);
  llvm::StringRef Rest = llvm::StringRef(Text).split("body {\n").second;
  EXPECT_FALSE(Rest.contains("body {\n")) << Text;
  std::string Result;
  while (Rest.consume_front("  ")) {
    auto [Line, Others] = Rest.split('\n');
    Result += Line.str() + '\n';
    Rest = Others;
  }
  EXPECT_EQ(Rest.str(), "}\n") << Text;
  return Result;
}
