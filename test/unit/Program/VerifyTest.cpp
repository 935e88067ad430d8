//===- VerifyTest.cpp - Each broken invariant is found --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "gtest/gtest.h"
#include <functional>

using namespace banklint;
using namespace banklint::test;

namespace {

/// A valid program to break; the tests name its parts by number.
KernelProgram valid() {
  return fromText(R"(kernel "k" "a.cu":1:1
param n : i32
shared t : int 4 [8][8] align 4 "a.cu":2:3
launch block 32,1,1 args 7
var i : i32
var b : bool
body {
  i = 5
  if (b) { load 4 &t[i][n] "a.cu":3:4 }
  loop name i test (i < n) { break } step { i = i + 1 }
  switch (i) { case 1, 2: { break } default: { } }
  region "f" { return }
  b = (b && b)
  b = !b
  i = b ? i : n
  i = i32(opaque<budget>(""):u8)
  i = shuffle<cross-lane>("", i, threadIdx.x)
  flow store access 0 from var i, array t
})");
}

/// What verify says after \p Change.
std::string after(std::function<void(KernelProgram &)> Change) {
  KernelProgram P = valid();
  EXPECT_EQ(verify(P), std::nullopt);
  Change(P);
  return verify(P).value_or("valid");
}

/// The same after \p Change of the first expression of kind \p Kind, whose
/// number becomes "N".
std::string afterExpr(ExprKind Kind,
                      std::function<void(KernelProgram &, Expr &)> Change) {
  std::string Number;
  std::string Message = after([&](KernelProgram &P) {
    for (size_t I = 0; I != P.Exprs.size(); ++I)
      if (P.Exprs[I].Kind == Kind) {
        Number = std::to_string(I);
        return Change(P, P.Exprs[I]);
      }
    ADD_FAILURE() << "no such expression";
  });
  llvm::StringRef Rest(Message);
  if (Rest.consume_front("expression " + Number))
    return "N" + Rest.str();
  return Message;
}

TEST(Verify, Flow) {
  EXPECT_EQ(after([](KernelProgram &P) { P.Body.back().Index = 1; }),
            "a statement's step does not exist");
  EXPECT_EQ(after([](KernelProgram &P) { P.Flow[0].Access = 1; }),
            "a step's access does not exist");
  for (unsigned Part : {0, 1})
    EXPECT_EQ(
        after([Part](KernelProgram &P) { P.Flow[0].From[Part].Index = 9; }),
        "what keeps a value does not exist");
  EXPECT_EQ(after([](KernelProgram &P) { P.Flow[0].From[0].End = 0; }),
            "what keeps a value does not exist");
  EXPECT_EQ(after([](KernelProgram &P) { P.Flow[0].Kind = FlowKind::Copy; }),
            "a copy is from one part of its size");
  EXPECT_EQ(
      after([](KernelProgram &P) { P.Flow[0].Kind = FlowKind::MakeElement; }),
      "an element has no bytes");
}

TEST(Verify, Declarations) {
  using P = KernelProgram;
  EXPECT_EQ(after([](P &K) { K.Files.clear(); }),
            "the kernel: its place is in file 0 of 0");
  EXPECT_EQ(after([](P &K) {
              K.Files.push_back("b");
              K.Span.File = 1;
            }),
            "the kernel is not in the first file");
  EXPECT_EQ(after([](P &K) { K.Parameters[0].Type.Bits = 7; }),
            "parameter 'n' has no valid type");
  EXPECT_EQ(after([](P &K) { K.Variables[0].Type = {1, true}; }),
            "variable 'i' has no valid type");
  EXPECT_EQ(after([](P &K) { K.Variables[0].Type.Bits = 0; }),
            "variable 'i' has no valid type");
  EXPECT_EQ(after([](P &K) { K.Launches[0].Arguments.push_back(1); }),
            "a launch has more arguments than the kernel has parameters");
  EXPECT_EQ(after([](P &K) { K.Launches[0].Arguments[0] = int64_t(1) << 40; }),
            "a launch's argument for 'n' is no i32");
}

TEST(Verify, Arrays) {
  using P = KernelProgram;
  EXPECT_EQ(after([](P &K) { K.Arrays[0].ElementBytes = 0; }),
            "array 't': an element has no bytes");
  EXPECT_EQ(after([](P &K) { K.Arrays[0].Alignment = 0; }),
            "array 't': the alignment is not a power of two");
  EXPECT_EQ(after([](P &K) { K.Arrays[0].Extents[1].Elements = 0; }),
            "array 't': an extent is 0");
  EXPECT_EQ(after([](P &K) { K.Arrays[0].IsDynamic = true; }),
            "array 't': the first extent of a dynamic array is not 0");
  EXPECT_EQ(after([](P &K) { K.Arrays[0].Extents[1].Elements = 1 << 28; }),
            "array 't': the array is larger than 2^32 bytes");
  EXPECT_EQ(after([](P &K) { K.Arrays[0].Extents[1].Elements = 1 << 27; }),
            "valid");
  EXPECT_EQ(after([](P &K) { K.Arrays[0].Span.File = 1; }),
            "array 't': its place is in file 1 of 1");
  EXPECT_EQ(after([](P &K) { K.Arrays[0].Extents[0].Span = {1, 1, 1, 0, 0}; }),
            "array 't': an extent: its place is in file 1 of 1");
  EXPECT_EQ(
      after([](P &K) { K.Arrays[0].LayoutUses = {{{1, 1, 1, 0, 0}, ""}}; }),
      "array 't': a layout use: its place is in file 1 of 1");
}

TEST(Verify, Accesses) {
  using P = KernelProgram;
  EXPECT_EQ(after([](P &K) { K.Accesses[0].Bytes = 32; }),
            "access 0: an access moves 1, 2, 4, 8 or 16 bytes");
  EXPECT_EQ(after([](P &K) { K.Accesses[0].Pieces = 0; }),
            "access 0: an access has at least one piece");
  EXPECT_EQ(after([](P &K) { K.Accesses[0].Address = {}; }),
            "access 0 has no expression");
  EXPECT_EQ(after([](P &K) { K.Accesses[0].Address.Index = 9999; }),
            "access 0 names an expression that does not exist");
  EXPECT_EQ(after([](P &K) { K.Accesses[0].Address.Index = 0; }),
            "access 0: its address is not a u64");
  EXPECT_EQ(after([](P &K) { K.Accesses[0].Source = K.Accesses[0].Address; }),
            "access 0: only a copy past the cache has a source");
  EXPECT_EQ(after([](P &K) { K.Accesses[0].Array = 1; }),
            "access 0: its array does not exist");
  EXPECT_EQ(after([](P &K) { K.Accesses[0].Span.File = 3; }),
            "access 0: its place is in file 3 of 1");
  EXPECT_EQ(after([](P &K) { K.Accesses[0].Calls = {{3, 1, 1, 0, 0}}; }),
            "access 0: a call: its place is in file 3 of 1");
  EXPECT_EQ(after([](P &K) { K.Accesses[0].LibraryCall = 0; }),
            "access 0: its call of a library does not exist");
  EXPECT_EQ(after([](P &K) {
              K.Accesses[0].Op = MemoryOperation::Load;
              K.Accesses[0].MaySink = true;
              K.Accesses[0].NeededOn = {{7, false}};
            }),
            "no branch has number 7");
  EXPECT_EQ(after([](P &K) { K.Accesses.push_back(K.Accesses[0]); }),
            "access 1 is in no statement");
  EXPECT_EQ(after([](P &K) { K.Body.push_back(K.Body[1].Blocks[0][0]); }),
            "access 0 is in two statements");
}

TEST(Verify, Leaves) {
  using P = KernelProgram;
  EXPECT_EQ(
      afterExpr(ExprKind::Constant, [](P &, Expr &E) { E.Type = {3, false}; }),
      "N: it has no valid type");
  EXPECT_EQ(afterExpr(ExprKind::Constant,
                      [](P &, Expr &E) { E.Value = int64_t(1) << 31; }),
            "N: 2147483648 is no i32");
  EXPECT_EQ(afterExpr(ExprKind::Constant, [](P &, Expr &E) { E.Depth = 2; }),
            "N: its depth is wrong");
  EXPECT_EQ(afterExpr(ExprKind::Variable, [](P &, Expr &E) { E.Index = 2; }),
            "N: its variable does not exist");
  EXPECT_EQ(afterExpr(ExprKind::Variable, [](P &, Expr &E) { E.Type = U32; }),
            "N: its type is not its variable's");
  EXPECT_EQ(afterExpr(ExprKind::Parameter, [](P &, Expr &E) { E.Index = 1; }),
            "N: its parameter does not exist");
  EXPECT_EQ(afterExpr(ExprKind::Parameter, [](P &, Expr &E) { E.Type = U32; }),
            "N: its type is not its parameter's");
  EXPECT_EQ(afterExpr(ExprKind::Constant,
                      [](P &, Expr &E) { E.Kind = ExprKind::Builtin; }),
            "N: a builtin is a u32");
  EXPECT_EQ(afterExpr(ExprKind::Opaque, [](P &, Expr &E) { E.Index = 2; }),
            "N: its opaque value does not exist");
}

TEST(Verify, Operands) {
  using P = KernelProgram;
  EXPECT_EQ(afterExpr(ExprKind::Binary,
                      [](P &K, Expr &E) {
                        E.Operands[0].Index = &E - K.Exprs.data();
                      }),
            "N: an operand does not come before it");
  EXPECT_EQ(
      afterExpr(ExprKind::Binary, [](P &, Expr &E) { E.Operands[1] = {}; }),
      "N: an operand does not come before it");
  EXPECT_EQ(
      afterExpr(ExprKind::Binary, [](P &, Expr &E) { E.Operands.pop_back(); }),
      "N: it needs 2 operands");
  EXPECT_EQ(afterExpr(ExprKind::Unary,
                      [](P &, Expr &E) { E.Operands.push_back({0}); }),
            "N: it needs 1 operand");
  EXPECT_EQ(
      afterExpr(ExprKind::Select, [](P &, Expr &E) { E.Operands.pop_back(); }),
      "N: it needs 3 operands");
  EXPECT_EQ(afterExpr(ExprKind::Variable,
                      [](P &, Expr &E) {
                        E.Operands.push_back({0});
                        E.Depth = 2;
                      }),
            "N: it takes no operand");
  EXPECT_EQ(afterExpr(ExprKind::Address,
                      [](P &, Expr &E) {
                        E.Operands.clear();
                        E.Depth = 1;
                      }),
            "N: it has no inner bytes");
}

TEST(Verify, Depth) {
  KernelProgram P;
  P.Variables = {{"i", I32}};
  ExprBuilder Builder(P);
  ExprId Value = Builder.variable(0);
  for (unsigned I = 1; I != MaxExprDepth; ++I)
    Value = Builder.unary(UnaryOp::Not, Value);
  EXPECT_EQ(verify(P), std::nullopt);
  Expr Deepest = P.expr(Value);
  Deepest.Operands = {Value};
  ++Deepest.Depth;
  P.Exprs.push_back(Deepest);
  EXPECT_EQ(verify(P), "expression 256: it is nested too deeply");
}

TEST(Verify, Operators) {
  using P = KernelProgram;
  EXPECT_EQ(afterExpr(ExprKind::Unary, [](P &, Expr &E) { E.Type = I32; }),
            "N: its type is not its operator's");
  EXPECT_EQ(afterExpr(ExprKind::Unary,
                      [](P &, Expr &E) {
                        E.Unary = UnaryOp::Not;
                        E.Operands[0] = {0};
                        E.Type = I32;
                      }),
            "N: it is not folded");
  EXPECT_EQ(
      afterExpr(ExprKind::Binary, [](P &, Expr &E) { E.Operands[1] = {0}; }),
      "valid")
      << "expression 0 is the constant 5";
  EXPECT_EQ(
      afterExpr(ExprKind::Binary, [](P &, Expr &E) { E.Operands[1] = {1}; }),
      "N: its operands differ in type")
      << "expression 1 is the bool b";
  EXPECT_EQ(afterExpr(ExprKind::Binary,
                      [](P &, Expr &E) { E.Binary = BinaryOp::LogicalOr; }),
            "N: a logical operator takes bools");
  EXPECT_EQ(afterExpr(ExprKind::Binary,
                      [](P &, Expr &E) { E.Binary = BinaryOp::Add; }),
            "N: its type is not its operator's");
  EXPECT_EQ(afterExpr(ExprKind::Binary,
                      [](P &, Expr &E) {
                        E.Operands = {{0}, {0}};
                        E.Depth = 2;
                      }),
            "N: it is not folded");
  EXPECT_EQ(
      afterExpr(ExprKind::Convert, [](P &, Expr &E) { E.Type = BoolType; }),
      "N: a conversion to bool is a comparison with 0");
  EXPECT_EQ(
      afterExpr(ExprKind::Convert, [](P &, Expr &E) { E.Operands[0] = {0}; }),
      "N: it is not folded");
  EXPECT_EQ(afterExpr(ExprKind::Select,
                      [](P &, Expr &E) { E.Operands[0] = E.Operands[1]; }),
            "N: its condition is not a bool");
  EXPECT_EQ(afterExpr(ExprKind::Select, [](P &, Expr &E) { E.Type = U32; }),
            "N: its arms differ in type");
  EXPECT_EQ(afterExpr(ExprKind::Select,
                      [](P &K, Expr &E) {
                        K.Exprs[1].Kind = ExprKind::Constant;
                        E.Operands[0] = {1};
                      }),
            "N: it is not folded");
}

TEST(Verify, Addresses) {
  using P = KernelProgram;
  EXPECT_EQ(afterExpr(ExprKind::Address, [](P &, Expr &E) { E.Index = 1; }),
            "N: its array does not exist");
  EXPECT_EQ(afterExpr(ExprKind::Address,
                      [](P &, Expr &E) {
                        E.Operands.insert(E.Operands.begin(), ExprId{0});
                      }),
            "N: it has more subscripts than its array has extents");
  EXPECT_EQ(
      afterExpr(ExprKind::Address, [](P &, Expr &E) { E.Operands.pop_back(); }),
      "N: its inner bytes are no i64");
  EXPECT_EQ(afterExpr(ExprKind::Address, [](P &, Expr &E) { E.Type = I64; }),
            "N: an address is a u64");
}

TEST(Verify, Shuffles) {
  using P = KernelProgram;
  EXPECT_EQ(afterExpr(ExprKind::Shuffle, [](P &, Expr &E) { E.Index = 2; }),
            "N: its opaque value does not exist");
  EXPECT_EQ(afterExpr(ExprKind::Shuffle, [](P &, Expr &E) { E.Type = I64; }),
            "N: its type is not its operand's");
  EXPECT_EQ(
      afterExpr(ExprKind::Shuffle, [](P &, Expr &E) { E.Operands.pop_back(); }),
      "N: it needs 2 operands");
  EXPECT_EQ(afterExpr(ExprKind::Shuffle,
                      [](P &, Expr &E) { E.Operands[1] = E.Operands[0]; }),
            "N: the number of its lane is not a u32");
}

TEST(Verify, Statements) {
  using P = KernelProgram;
  EXPECT_EQ(after([](P &K) { K.Body[0].Index = 2; }),
            "an assignment's variable does not exist");
  EXPECT_EQ(after([](P &K) { K.Body[0].Index = 1; }),
            "an assignment to 'b' has another type");
  EXPECT_EQ(after([](P &K) { K.Body[0].Value = {}; }),
            "an assignment has no expression");
  EXPECT_EQ(after([](P &K) { K.Body[0].Blocks.resize(1); }),
            "an assignment has 1 blocks instead of 0");
  EXPECT_EQ(after([](P &K) { K.Body[0].Span = {1, 1, 1, 0, 0}; }),
            "a statement: its place is in file 1 of 1");
  EXPECT_EQ(after([](P &K) { K.Body[1].Blocks[0][0].Index = 1; }),
            "a statement's access does not exist");
  EXPECT_EQ(after([](P &K) { K.Body[1].Blocks[0][0].Blocks.resize(1); }),
            "an access has 1 blocks instead of 0");
  EXPECT_EQ(after([](P &K) { K.Body[1].Blocks.pop_back(); }),
            "an if has 1 blocks instead of 2");
  EXPECT_EQ(after([](P &K) { K.Body[1].Value = K.Body[0].Value; }),
            "an if: its condition is not a bool");
  EXPECT_EQ(after([](P &K) { K.Body[2].Blocks.pop_back(); }),
            "a loop has 2 blocks instead of 3");
  EXPECT_EQ(after([](P &K) { K.Body[2].Index = 2; }),
            "a loop's variable does not exist");
  EXPECT_EQ(after([](P &K) { K.Body[2].Value = {}; }),
            "a loop has no expression");
  EXPECT_EQ(after([](P &K) { K.Body[4].Blocks.clear(); }),
            "a region has 0 blocks instead of 1");
}

TEST(Verify, Jumps) {
  auto With = [](StmtKind Kind, std::function<Block &(KernelProgram &)> Where) {
    return after([&](KernelProgram &K) {
      Stmt S;
      S.Kind = Kind;
      Where(K).push_back(S);
    });
  };
  using P = KernelProgram;
  const char *Break = "a break has nothing to leave";
  const char *Continue = "a continue has no loop";
  auto Top = [](P &K) -> Block & { return K.Body; };
  auto Pre = [](P &K) -> Block & { return K.Body[2].Blocks[0]; };
  auto Inside = [](P &K) -> Block & { return K.Body[2].Blocks[1]; };
  auto Step = [](P &K) -> Block & { return K.Body[2].Blocks[2]; };
  auto Section = [](P &K) -> Block & { return K.Body[3].Blocks[1]; };
  EXPECT_EQ(With(StmtKind::Break, Top), Break);
  EXPECT_EQ(With(StmtKind::Continue, Top), Continue);
  EXPECT_EQ(With(StmtKind::Break, Pre), Break);
  EXPECT_EQ(With(StmtKind::Continue, Step), Continue);
  EXPECT_EQ(With(StmtKind::Continue, Inside), "valid");
  EXPECT_EQ(With(StmtKind::Break, Section), "valid");
  EXPECT_EQ(With(StmtKind::Continue, Section), Continue);
  EXPECT_EQ(after([](P &K) {
              K.Body[2].Blocks[1].push_back(K.Body[4]);
              K.Body[2].Blocks[1].back().Blocks[0][0].Kind = StmtKind::Break;
            }),
            Break);
}

TEST(Verify, Switches) {
  using P = KernelProgram;
  EXPECT_EQ(after([](P &K) { K.Body[3].Labels.pop_back(); }),
            "a switch has 2 blocks instead of 1");
  EXPECT_EQ(after([](P &K) { K.Body[3].Labels[0].Values.clear(); }),
            "a switch's section has no label");
  EXPECT_EQ(after([](P &K) { K.Body[3].Labels[0].IsDefault = true; }),
            "a switch has two defaults");
  EXPECT_EQ(after([](P &K) { K.Body[3].Labels[1].Values = {2}; }),
            "a switch has the label 2 twice");
  EXPECT_EQ(
      after([](P &K) { K.Body[3].Labels[1].Values = {int64_t(1) << 32}; }),
      "a switch's label 4294967296 is no i32");
}

TEST(Verify, BlockDepth) {
  KernelProgram P;
  for (unsigned I = 0; I != MaxBlockDepth; ++I) {
    Stmt S;
    S.Kind = StmtKind::Region;
    S.Blocks = {std::move(P.Body)};
    P.Body = {S};
  }
  EXPECT_EQ(verify(P), "blocks are nested too deeply");
}

} // namespace
