//===- HostMemoryTest.cpp - What memory surely still holds ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches/Values/HostState.h"
#include "ParsedText.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;

namespace {

class HostMemoryTest : public testing::Test {
protected:
  ParsedText Text{R"(
    struct Inner { int n; int rows[4][4]; };
    struct Outer { float f; Inner inner; int m; };
    Outer first, second;
    float number;
  )"};
  const clang::VarDecl *First = Text.variable("first");
  const clang::VarDecl *Second = Text.variable("second");

  static HostPlace at(HostRoot Root, std::vector<unsigned> Path = {}) {
    return {Root, std::move(Path), false};
  }
  static HostValue symbol(unsigned Symbol) {
    HostValue Value;
    Value.Symbol = Symbol;
    return Value;
  }
  /// The symbol that is held there; 0 if none is.
  static unsigned held(const HostMemory &Memory, const HostPlace &Place) {
    const std::optional<HostValue> Found = Memory.find(Place);
    return Found ? Found->Symbol : 0;
  }
};

TEST_F(HostMemoryTest, TypesOfPlaces) {
  EXPECT_EQ(typeOf(at(First, {1, 0})).getAsString(), "int");
  EXPECT_EQ(typeOf(at(First, {1, 1, 2, 3})).getAsString(), "int");
  EXPECT_EQ(typeOf(at(First, {0})).getAsString(), "float");
  EXPECT_TRUE(typeOf(at(First, {7})).isNull());
  EXPECT_TRUE(typeOf(HostPlace{First, {1}, true}).isNull());
  EXPECT_TRUE(holdsNoInteger(typeOf(at(First, {0}))));
  EXPECT_FALSE(holdsNoInteger(typeOf(at(First, {2}))));
}

TEST_F(HostMemoryTest, PartsOfWhatIsHeld) {
  HostMemory Memory;
  Memory.set(at(First, {1}), HostValue::aggregate({symbol(3)}));
  EXPECT_EQ(held(Memory, at(First, {1, 0})), 3u);
  EXPECT_EQ(held(Memory, at(First, {2})), 0u);
  EXPECT_FALSE(Memory.find(at(First)));
  Memory.set(at(First, {1, 0}), symbol(4));
  EXPECT_EQ(held(Memory, at(First, {1, 0})), 4u);
}

TEST_F(HostMemoryTest, ForgetsWhatOverlaps) {
  HostMemory Memory;
  Memory.set(at(First, {1, 0}), symbol(1));
  Memory.set(at(First, {2}), symbol(2));
  Memory.set(at(Second, {2}), symbol(3));
  Memory.forget(at(First, {1}));
  EXPECT_EQ(held(Memory, at(First, {1, 0})), 0u);
  EXPECT_EQ(held(Memory, at(First, {2})), 2u);
  Memory.forget(at(First));
  EXPECT_EQ(held(Memory, at(First, {2})), 0u);
  EXPECT_EQ(held(Memory, at(Second, {2})), 3u);
  Memory.forgetIf([this](HostRoot Root) { return Root == HostRoot(Second); });
  EXPECT_EQ(held(Memory, at(Second, {2})), 0u);
}

TEST_F(HostMemoryTest, ArraysChangeAsAWhole) {
  HostMemory Memory;
  Memory.set(at(First, {1, 1, 1, 1}), symbol(1));
  Memory.set(at(First, {1, 0}), symbol(2));
  Memory.forget(at(First, {1, 1, 0, 0}));
  EXPECT_EQ(held(Memory, at(First, {1, 1, 1, 1})), 0u);
  EXPECT_EQ(held(Memory, at(First, {1, 0})), 2u);
}

TEST_F(HostMemoryTest, KeepsWhatBothHold) {
  HostMemory Memory;
  Memory.set(at(First, {2}), symbol(1));
  Memory.set(at(Second, {2}), symbol(2));
  HostMemory Other = Memory;
  Other.set(at(Second, {2}), symbol(3));
  Memory.keepCommon(Other);
  EXPECT_EQ(held(Memory, at(First, {2})), 1u);
  EXPECT_EQ(held(Memory, at(Second, {2})), 0u);
  Other.close();
  Memory.keepCommon(Other);
  EXPECT_EQ(held(Memory, at(First, {2})), 0u);
  Memory.set(at(First, {2}), symbol(4));
  EXPECT_EQ(held(Memory, at(First, {2})), 0u);
}

TEST_F(HostMemoryTest, CopiesAreApart) {
  HostMemory Memory;
  Memory.set(at(First, {2}), symbol(1));
  HostMemory Copy = Memory;
  Copy.change([](const HostValue &Value) { return Value.Symbol == 1; },
              [](HostValue &Value) { Value = HostValue::integer(5); });
  EXPECT_EQ(held(Memory, at(First, {2})), 1u);
  EXPECT_EQ(Copy.find(at(First, {2}))->number(), 5);
}

TEST_F(HostMemoryTest, StoresToOthersForgetWhatIsExposed) {
  HostState State;
  State.escape(First);
  State.escape(Second);
  State.Memory.set(at(First, {2}), symbol(1));
  State.store(at(Second, {0}), {});
  EXPECT_EQ(held(State.Memory, at(First, {2})), 1u) << "no integer is written";
  State.store(at(Second, {2}), symbol(2));
  EXPECT_EQ(held(State.Memory, at(First, {2})), 0u);
  EXPECT_EQ(held(State.Memory, at(Second, {2})), 2u);
  State.store(HostPlace{Text.variable("number"), {}, true}, {});
  EXPECT_EQ(held(State.Memory, at(Second, {2})), 0u);
}

} // namespace
