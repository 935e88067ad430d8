//===- LoopPrograms.cpp - Programs of long loops out of a seed ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPrograms.h"
#include "banklint/Program/TextForm.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <string>
#include <vector>

using namespace banklint;

namespace {

class LoopText {
public:
  LoopText(RandomNumbers &Random, unsigned MaxRounds)
      : Random(Random), MaxRounds(MaxRounds) {}
  std::string make();

private:
  std::string number(int64_t Low, int64_t High);
  std::string declare(const char *Name, const char *Type);
  std::string lane();
  std::string term();
  std::string index();
  std::string condition();
  std::string address(unsigned &Bytes);
  std::string accesses();
  std::string call(unsigned Depth);
  std::string guard(unsigned Depth);
  std::string circle();
  std::string loop(unsigned Depth);
  std::string statements(unsigned Depth);

  RandomNumbers &Random;
  const unsigned MaxRounds;
  std::string Variables;
  unsigned Count = 0;
  /// The i32 variables that may be read here, counters last.
  std::vector<std::string> Readable;
  std::vector<std::string> Counters;
  std::vector<std::string> Pointers;
};

} // namespace

std::string LoopText::number(int64_t Low, int64_t High) {
  return std::to_string(Random.between(Low, High));
}

std::string LoopText::declare(const char *Name, const char *Type) {
  std::string Result = Name + std::to_string(Count++);
  Variables += "var " + Result + " : " + Type + "\n";
  return Result;
}

std::string LoopText::lane() {
  return Random.pick({"i32(threadIdx.x)", "i32(threadIdx.x)",
                      "i32(threadIdx.x)", "i32(threadIdx.y)",
                      "(i32(threadIdx.x) % 32)", "(i32(threadIdx.x) / 32)"});
}

std::string LoopText::term() {
  const unsigned Kind = Random.below(100);
  if (Kind < 35 || (Readable.empty() && Kind < 85))
    return lane();
  if (Kind < 85)
    return !Counters.empty() && Random.chance(80) ? Random.from(Counters)
                                                  : Random.from(Readable);
  if (Kind < 93)
    return "n";
  return number(0, 40);
}

/// An i32.
std::string LoopText::index() {
  auto Scaled = [&] {
    std::string Term = term();
    if (Random.chance(45))
      return Term;
    if (Random.chance(12))
      return "(" + Term + " * " + term() + ")";
    return "(" + Term + " * " +
           std::to_string(Random.pick({2, 3, 4, 8, 16, 17, 32, 33, 64})) + ")";
  };
  std::string Result = Scaled();
  if (Random.chance(70))
    Result =
        "(" + Result + (Random.chance(85) ? " + " : " - ") + Scaled() + ")";
  if (Random.chance(25))
    Result = "(" + Result + " + " + number(-3, 70) + ")";
  const std::string Power =
      std::to_string(Random.pick({2, 4, 8, 16, 32, 64, 256, 1024}));
  switch (Random.below(20)) {
  case 0:
    return "(" + Result + " % " + number(2, 40) + ")";
  case 1:
    return "(" + Result + " % " + Power + ")";
  case 2:
    return "(" + Result + " & " +
           std::to_string(Random.pick({1, 3, 7, 15, 31, 63, 127, 1023})) + ")";
  case 3:
    return "(" + Result + " / " + Power + ")";
  case 4:
    return "(" + Result + " >> " + number(1, 6) + ")";
  case 5:
    return "(" + Result + " ^ " + term() + ")";
  case 6:
    return "min(" + Result + ", " + number(3, 500) + ")";
  case 7:
    return "max(" + Result + ", " + term() + ")";
  case 8:
    return "(" + Result + " | " + number(0, 9) + ")";
  case 9:
    return "(" + Result + " << " + number(0, 3) + ")";
  default:
    return Result;
  }
}

std::string LoopText::condition() {
  const std::string Compared =
      Random.pick({"<", "<", "<=", ">", ">=", "==", "!="});
  if (Random.chance(15))
    return "(" + term() + " % " + number(2, 5) + ") " + Compared + " " +
           number(0, 2);
  return (Random.chance(60) ? term() : index()) + " " + Compared + " " +
         (Random.chance(50) ? number(0, MaxRounds) : term());
}

std::string LoopText::address(unsigned &Bytes) {
  if (!Pointers.empty() && Random.chance(25)) {
    Bytes = 4;
    return Random.from(Pointers);
  }
  switch (Random.below(8)) {
  case 0:
  case 1:
  case 2:
    Bytes = 4;
    return "&s[" + index() + "]";
  case 3:
  case 4:
    Bytes = 4;
    return "&t[" + index() + "][" + index() + "]";
  case 5:
    Bytes = 8;
    return "&d[" + index() + "]";
  case 6:
    Bytes = 16;
    return "&s[" + index() + " * 4]";
  default:
    Bytes = Random.pick({1, 2});
    return "&b[" + index() + (Bytes == 2 ? " * 2]" : "]");
  }
}

/// An access, sometimes with its neighbors.
std::string LoopText::accesses() {
  const char *Op = Random.pick({"load", "load", "load", "store", "store"});
  if (Random.chance(20)) {
    std::string Result;
    const std::string First = index();
    for (unsigned I = 0, End = 2 + Random.below(4); I != End; ++I)
      Result += std::string(Op) + " 4 &s[" + First + " + " + std::to_string(I) +
                "]\n";
    return Result;
  }
  unsigned Bytes = 4;
  const std::string Where = address(Bytes);
  if (Bytes == 4 && Random.chance(8))
    Op = "atomic";
  return std::string(Op) + " " + std::to_string(Bytes) + " " + Where + "\n";
}

/// A call that some lanes may leave early.
std::string LoopText::call(unsigned Depth) {
  std::string Result = "region \"f\" {\nif (" + condition() + ") {\n" +
                       (Random.chance(40) ? accesses() : "") + "return\n}\n";
  // Its statements are in no loop of the caller.
  std::vector<std::string> Outer;
  std::swap(Outer, Counters);
  Result += statements(Depth + 1) + "}\n";
  std::swap(Outer, Counters);
  return Result;
}

std::string LoopText::guard(unsigned Depth) {
  // Some iterations that are far from each other.
  if (!Counters.empty() && Random.chance(15))
    return "if ((" + Counters.back() + " == " + number(0, 20) + ") || (" +
           Counters.back() + " == " + number(0, MaxRounds) + ")) {\n" +
           accesses() + "}\n";
  std::string Result = "if (" + condition() + ") {\n" + statements(Depth + 1);
  if (Counters.empty() || !Random.chance(12))
    Result += "}";
  else
    Result += std::string(Random.pick({"continue", "break"})) + "\n}";
  if (Random.chance(35))
    Result += " else {\n" + statements(Depth + 1) + "}";
  return Result + "\n";
}

/// Moves a variable: in a circle, by steps, or a pointer.
std::string LoopText::circle() {
  if (!Pointers.empty() && Random.chance(35)) {
    const std::string &P = Random.from(Pointers);
    return P + " = " + P + " + " +
           std::to_string(Random.pick({4, 8, 16, 64, 128, 132})) + ":u64\n";
  }
  if (Readable.size() <= Counters.size())
    return "";
  const std::string &V = Readable[Random.below(Readable.size())];
  if (std::find(Counters.begin(), Counters.end(), V) != Counters.end())
    return "";
  switch (Random.below(5)) {
  case 0:
    return V + " = (" + V + " + 1) % " + number(2, 6) + "\n";
  case 1:
    return V + " = " + V + " ^ " + number(1, 33) + "\n";
  case 2:
    return V + " = " + V + " + " + number(-5, 40) + "\n";
  case 3:
    return V + " = " + index() + "\n";
  default:
    return V + " = (" + V + " == " + number(1, 4) + ") ? 0 : (" + V + " + 1)\n";
  }
}

std::string LoopText::loop(unsigned Depth) {
  const std::string I = declare("loop_", "i32");
  const unsigned Step = Random.pick({1, 1, 1, 1, 2, 4, 8, 32});
  const unsigned Rounds = Depth == 0 ? MaxRounds : MaxRounds / 8 + 2;
  std::string Bound = number(1, Rounds * Step);
  std::string Start = Random.chance(60) ? "0" : lane();
  std::string Test = I + " < " + Bound;
  std::string Next = I + " + " + std::to_string(Step);
  if (!Counters.empty() && Random.chance(25)) {
    Test = I + " < " + Counters.back();
  } else if (Random.chance(15)) {
    Start = Bound;
    Test = I + " > 0";
    Next = I + " - " + std::to_string(Step);
  } else if (Random.chance(12)) {
    Start = lane();
    Next = I + " + i32(blockDim.x)";
    Test = I + " < " + number(1, Rounds * 64);
  }
  std::string Result = I + " = " + Start + "\nloop name " + I;
  if (Random.chance(10))
    Result += Random.chance(50) ? " rolled" : " unroll";
  if (Random.chance(40))
    Result += " weight " + number(3, 60);
  Readable.push_back(I);
  Counters.push_back(I);
  Result += " test (" + Test + ") {\n" + statements(Depth + 1);
  if (Random.chance(30))
    Result += "barrier\n";
  if (Random.chance(30))
    Result += circle();
  Result += "} step {\n" + I + " = " + Next + "\n}\n";
  Counters.pop_back();
  Readable.pop_back();
  return Result;
}

std::string LoopText::statements(unsigned Depth) {
  std::string Result;
  for (unsigned Left = 1 + Random.below(Depth == 0 ? 3 : 4); Left; --Left) {
    const unsigned Kind = Random.below(100);
    if (Kind < (Depth == 0 ? 65u : Depth < 3 ? 14u : 0u))
      Result += loop(Depth);
    else if (Kind < 78 || Depth > 3)
      Result += accesses();
    else if (Kind < 87)
      Result += guard(Depth);
    else if (Kind < 89)
      Result += call(Depth);
    else if (Kind < 94)
      Result += circle();
    else
      Result += "barrier\n";
  }
  return Result;
}

std::string LoopText::make() {
  std::string Set;
  for (unsigned Left = Random.below(3); Left; --Left) {
    const std::string V = declare("v_", "i32");
    Set += V + " = " + (Random.chance(60) ? number(0, 3) : lane()) + "\n";
    Readable.push_back(V);
  }
  if (Random.chance(40)) {
    const std::string P = declare("p_", "u64");
    Set += P + " = &s[" + index() + "]\n";
    Pointers.push_back(P);
  }
  const std::string Body = Set + statements(0) + accesses();
  return "kernel \"loops\"\nparam n : i32\n"
         "shared s : float 4 [4096] align 16\n"
         "shared t : float 4 [32][" +
         std::to_string(Random.pick({32, 33})) +
         "] align 4\nshared d : double 8 [512] align 8\n"
         "shared b : char 1 [2048] align 4\n" +
         Variables + "body {\n" + Body + "}\n";
}

KernelProgram banklint::randomLoopProgram(RandomNumbers &Random,
                                          unsigned MaxRounds) {
  return llvm::cantFail(parseProgram(LoopText(Random, MaxRounds).make()));
}

Dim3 banklint::randomLoopBlock(RandomNumbers &Random, unsigned MaxThreads) {
  Dim3 Block;
  Block.X = Random.pick<uint32_t>(
      {8, 16, 24, 32, 32, 32, 33, 64, 96, 128, 256, MaxThreads});
  Block.X = std::min(Block.X, MaxThreads);
  if (Random.chance(45))
    Block.Y = 1 + Random.below(MaxThreads / Block.X);
  if (Random.chance(15))
    Block.Z = 1 + Random.below(MaxThreads / (Block.X * Block.Y));
  return Block;
}
