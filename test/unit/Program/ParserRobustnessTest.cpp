//===- ParserRobustnessTest.cpp - The parser on random text ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "gtest/gtest.h"
#include <random>

using namespace banklint;
using namespace banklint::test;

namespace {

/// Any text is either rejected with a place, or is a program that verifies and
/// prints itself back.
void tryText(llvm::StringRef Text) {
  llvm::Expected<KernelProgram> Program = parseProgram(Text);
  if (!Program) {
    std::string Message = llvm::toString(Program.takeError());
    unsigned Line = 0, Column = 0;
    llvm::StringRef Rest(Message);
    bool HasPlace = !Rest.consumeInteger(10, Line) && Rest.consume_front(":") &&
                    !Rest.consumeInteger(10, Column) &&
                    Rest.consume_front(": ");
    EXPECT_TRUE(HasPlace && Line > 0 && Column > 0 && !Rest.empty())
        << Message << "\n"
        << Text.str();
    return;
  }
  EXPECT_EQ(verify(*Program), std::nullopt) << Text.str();
  std::string Printed = toText(*Program);
  EXPECT_EQ(toText(fromText(Printed)), Printed) << Text.str();
}

TEST(ParserRobustness, RandomBytes) {
  std::mt19937 Random(1);
  for (int I = 0; I != 500; ++I) {
    std::string Text = I % 2 ? "kernel \"k\" body { " : "";
    for (int J = Random() % 100; J; --J)
      Text += static_cast<char>(Random());
    tryText(Text);
  }
}

TEST(ParserRobustness, RandomWords) {
  const char *Words[] = {"kernel \"k\"",
                         "body {",
                         "{",
                         "}",
                         "(",
                         ")",
                         "[",
                         "]",
                         "i",
                         "=",
                         "1",
                         "-",
                         "+",
                         "?",
                         ":",
                         ":i32",
                         ",",
                         "&t",
                         "load 4",
                         "atomic",
                         "-count",
                         "loop",
                         "test",
                         "step",
                         "if",
                         "else",
                         "switch",
                         "case",
                         "default",
                         "region",
                         "\"x\"",
                         "break",
                         "continue",
                         "pieces",
                         "array",
                         "text",
                         "opaque<budget>(",
                         "shuffle<budget>(\"\",",
                         ".bytes(",
                         "u64(",
                         "min(",
                         "true",
                         "threadIdx.x",
                         "b",
                         "<",
                         ">",
                         "!",
                         "\"a.cu\":1:2",
                         "untested",
                         "name"};
  std::mt19937 Random(2);
  for (int I = 0; I != 2000; ++I) {
    std::string Text = "kernel \"k\" shared t : int 4 [8] align 4 "
                       "var i : i32 var b : bool body { ";
    for (int J = Random() % 30; J; --J)
      (Text += Words[Random() % std::size(Words)]) += ' ';
    tryText(Text + "}");
  }
}

/// One place of \p Text deleted, doubled, overwritten or swapped.
std::string mutated(std::string Text, std::mt19937 &Random) {
  size_t At = Random() % Text.size();
  size_t Length = std::min<size_t>(Random() % 8, Text.size() - At);
  switch (Random() % 4) {
  case 0:
    return Text.erase(At, Length);
  case 1:
    return Text.insert(At, Text.substr(At, Length));
  case 2:
    Text[At] = " \n\"\\(){}[]<>:#&-+=?,;0123456789az"[Random() % 33];
    return Text;
  default:
    return Text.insert(Random() % Text.size(), Text.substr(At, Length));
  }
}

TEST(ParserRobustness, MutatedSamples) {
  std::mt19937 Random(3);
  for (llvm::StringRef Sample : samples())
    for (int I = 0; I != 1500; ++I) {
      std::string Text = mutated(Sample.str(), Random);
      if (Random() % 2)
        Text = mutated(std::move(Text), Random);
      tryText(Text);
    }
}

TEST(ParserRobustness, EveryPrefixOfSamples) {
  for (llvm::StringRef Sample : samples())
    for (size_t Size = 0; Size != Sample.size(); ++Size)
      tryText(Sample.take_front(Size));
}

} // namespace
