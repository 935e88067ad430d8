//===- RandomPrograms.cpp - Kernel programs out of a seed -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"
#include "RandomExprs.h"

using namespace banklint;

namespace {

/// What surrounds the statements being made.
struct Surroundings {
  unsigned Depth = 0;
  bool InLoop = false;
  /// True where `break` has something to leave.
  bool CanBreak = false;
};

struct LoopHead {
  unsigned Variable;
  ExprId Start;
  ExprId Condition;
  ExprId Step;
};

class StatementMaker {
public:
  StatementMaker(KernelProgram &Program, RandomNumbers &Random,
                 RandomShape Shape)
      : Program(Program), Random(Random), Shape(Shape), Exprs(Program, Random),
        Build(Program) {}

  void makeBody(Block &Body);

private:
  void statements(Block &B, Surroundings S);
  void statement(Block &B, Surroundings S);
  void access(Block &B);
  void assign(Block &B, unsigned Variable, ExprId Value);
  void assignSome(Block &B);
  void ifElse(Block &B, Surroundings S);
  void exitStatement(Block &B, Surroundings S);
  void switchCase(Block &B, Surroundings S);
  void region(Block &B, Surroundings S);
  void loop(Block &B, Surroundings S);
  LoopHead loopHead();
  LoopHead countUp(unsigned Variable);
  LoopHead countDown(unsigned Variable);
  LoopHead geometric(unsigned Variable);
  Stmt loopOf(const LoopHead &Head, Surroundings S);
  ExprId nextInCircle(unsigned Variable);
  unsigned declare(IntType Type);
  Block nested(Surroundings S);

  KernelProgram &Program;
  RandomNumbers &Random;
  const RandomShape Shape;
  RandomExprs Exprs;
  ExprBuilder Build;
  /// Variables that may be assigned anything: not those that loops count with.
  std::vector<unsigned> Assignable;
  int StatementsLeft = 0;
};

} // namespace

static Stmt makeStmt(StmtKind Kind) {
  Stmt S;
  S.Kind = Kind;
  return S;
}

static Stmt makeIf(ExprId Condition, Block Then, Block Else = {}) {
  Stmt S = makeStmt(StmtKind::If);
  S.Value = Condition;
  S.Blocks.push_back(std::move(Then));
  S.Blocks.push_back(std::move(Else));
  return S;
}

unsigned StatementMaker::declare(IntType Type) {
  unsigned Index = Program.Variables.size();
  Program.Variables.push_back({"v" + std::to_string(Index), Type});
  return Index;
}

void StatementMaker::assign(Block &B, unsigned Variable, ExprId Value) {
  Stmt S = makeStmt(StmtKind::Assign);
  S.Index = Variable;
  S.Value = Value;
  B.push_back(std::move(S));
}

void StatementMaker::access(Block &B) {
  RandomAddress Place = Exprs.address();
  Access A;
  A.Op = Random.chance(50) ? MemoryOperation::Load : MemoryOperation::Store;
  if (Place.Bytes == 4 && Random.chance(10))
    A.Op = MemoryOperation::Atomic;
  A.Bytes = Place.Bytes;
  A.Address = Place.Address;
  A.Array = Place.Array;
  Stmt S = makeStmt(StmtKind::Access);
  S.Index = Program.Accesses.size();
  Program.Accesses.push_back(std::move(A));
  B.push_back(std::move(S));
}

void StatementMaker::assignSome(Block &B) {
  if (Assignable.empty() || Random.chance(8)) {
    unsigned Array = Random.below(Program.Arrays.size());
    unsigned Pointer = declare(U64);
    assign(B, Pointer, Exprs.pointerInto(Array));
    Exprs.Pointers.push_back({Pointer, Array});
    return;
  }
  if (!Exprs.Pointers.empty() && Random.chance(12)) {
    // p += 4 * k, or p = q.
    unsigned Pointer = Random.from(Exprs.Pointers).first;
    ExprId From = Build.variable(Random.from(Exprs.Pointers).first);
    ExprId Moved = Build.binary(BinaryOp::Add, From,
                                Build.constant(4 * Random.below(9), U64));
    assign(B, Pointer, Moved);
    return;
  }
  unsigned Variable = Random.from(Assignable);
  assign(B, Variable, Exprs.integer(Program.Variables[Variable].Type, 3));
}

/// A block whose own variables are forgotten at its end.
Block StatementMaker::nested(Surroundings S) {
  size_t Readable = Exprs.Readable.size(), Pointers = Exprs.Pointers.size();
  size_t Assignables = Assignable.size();
  ++S.Depth;
  Block B;
  statements(B, S);
  Exprs.Readable.resize(Readable);
  Exprs.Pointers.resize(Pointers);
  Assignable.resize(Assignables);
  return B;
}

void StatementMaker::ifElse(Block &B, Surroundings S) {
  ExprId Condition = Exprs.condition(2);
  Block Then = nested(S);
  Block Else;
  if (Random.chance(40))
    Else = nested(S);
  B.push_back(makeIf(Condition, std::move(Then), std::move(Else)));
}

void StatementMaker::exitStatement(Block &B, Surroundings S) {
  StmtKind Kind = StmtKind::Return;
  if (S.CanBreak && Random.chance(60))
    Kind = StmtKind::Break;
  if (S.InLoop && Random.chance(45))
    Kind = StmtKind::Continue;
  if (Random.chance(8)) {
    B.push_back(makeStmt(Kind));
    return;
  }
  Block Leave;
  if (Random.chance(15))
    access(Leave);
  Leave.push_back(makeStmt(Kind));
  B.push_back(makeIf(Exprs.condition(2), std::move(Leave)));
}

void StatementMaker::switchCase(Block &B, Surroundings S) {
  Stmt Result = makeStmt(StmtKind::Switch);
  Result.Value = Build.binary(BinaryOp::And, Exprs.integer(I32, 2),
                              Build.constant(3, I32));
  S.CanBreak = true;
  unsigned Sections = 1 + Random.below(4);
  unsigned Default = Random.below(Sections + 2);
  int64_t NextLabel = Random.below(2);
  for (unsigned I = 0; I < Sections; ++I) {
    SwitchLabels Labels;
    Labels.IsDefault = I == Default;
    for (unsigned Count = Random.below(3); Count != 0; --Count)
      Labels.Values.push_back(NextLabel++);
    if (Labels.Values.empty() && !Labels.IsDefault)
      Labels.Values.push_back(NextLabel++);
    Block Section = nested(S);
    if (Random.chance(60))
      Section.push_back(makeStmt(StmtKind::Break));
    Result.Labels.push_back(std::move(Labels));
    Result.Blocks.push_back(std::move(Section));
  }
  B.push_back(std::move(Result));
}

void StatementMaker::region(Block &B, Surroundings S) {
  Stmt Result = makeStmt(StmtKind::Region);
  Result.Name = "callee";
  S.InLoop = S.CanBreak = false;
  Result.Blocks.push_back(nested(S));
  B.push_back(std::move(Result));
}

LoopHead StatementMaker::countUp(unsigned Variable) {
  IntType Type = Program.Variables[Variable].Type;
  ExprId Here = Build.variable(Variable);
  ExprId BlockDim = Build.convert(Build.builtin(Builtin::BlockDimX), Type);
  ExprId Start = Random.chance(45)   ? Exprs.number(0, Type)
                 : Random.chance(60) ? Exprs.lane(Type)
                                     : Exprs.integer(Type, 1);
  if (Random.chance(25)) {
    // for (i = threadIdx.x; i < k * blockDim.x; i += blockDim.x)
    ExprId Bound = Build.binary(BinaryOp::Mul, BlockDim,
                                Build.constant(1 + Random.below(4), Type));
    return {Variable, Start, Build.binary(BinaryOp::Less, Here, Bound),
            Build.binary(BinaryOp::Add, Here, BlockDim)};
  }
  BinaryOp Op = Random.pick<BinaryOp>(
      {BinaryOp::Less, BinaryOp::Less, BinaryOp::LessEqual});
  unsigned Step = Random.pick<unsigned>({1, 1, 1, 2, 3, 4, 8});
  ExprId Bound =
      Random.chance(30)
          ? Build.binary(BinaryOp::Add, Start, Exprs.smallCount(Type, 8))
          : Exprs.smallCount(Type, Shape.LoopRounds * Step);
  return {Variable, Start, Build.binary(Op, Here, Bound),
          Build.binary(BinaryOp::Add, Here, Build.constant(Step, Type))};
}

LoopHead StatementMaker::countDown(unsigned Variable) {
  IntType Type = Program.Variables[Variable].Type;
  ExprId Here = Build.variable(Variable);
  unsigned Step = Random.pick<unsigned>({1, 1, 1, 2, 4});
  ExprId Start = Exprs.smallCount(Type, Shape.LoopRounds * Step);
  // An unsigned variable never falls below 0.
  BinaryOp Op = Type.Signed && Random.chance(50) ? BinaryOp::GreaterEqual
                                                 : BinaryOp::Greater;
  ExprId Least = Build.constant(Type.Signed ? 0 : Step - 1, Type);
  return {Variable, Start, Build.binary(Op, Here, Least),
          Build.binary(BinaryOp::Sub, Here, Build.constant(Step, Type))};
}

/// Doubling and halving, as tree reductions count; clearing bits.
LoopHead StatementMaker::geometric(unsigned Variable) {
  IntType Type = Program.Variables[Variable].Type;
  ExprId Here = Build.variable(Variable);
  ExprId BlockDim = Build.convert(Build.builtin(Builtin::BlockDimX), Type);
  ExprId One = Build.constant(1, Type), Zero = Build.constant(0, Type);
  if (Random.chance(45)) {
    ExprId Start = Random.chance(70)
                       ? One
                       : Build.binary(BinaryOp::Add, Exprs.lane(Type), One);
    ExprId Bound = Random.chance(50) ? BlockDim : Exprs.smallCount(Type, 64);
    ExprId Step = Random.chance(50)
                      ? Build.binary(BinaryOp::ShiftLeft, Here, One)
                      : Build.binary(BinaryOp::Add, Here, Here);
    return {Variable, Start, Build.binary(BinaryOp::Less, Here, Bound), Step};
  }
  ExprId Start = Random.chance(50)
                     ? Build.binary(BinaryOp::ShiftRight, BlockDim, One)
                     : Exprs.smallCount(Type, 64);
  ExprId Condition = Build.binary(BinaryOp::Greater, Here, Zero);
  if (Random.chance(25)) {
    ExprId Less = Build.binary(BinaryOp::Sub, Here, One);
    return {Variable, Start, Condition,
            Build.binary(BinaryOp::And, Here, Less)};
  }
  ExprId Half =
      Random.chance(50)
          ? Build.binary(BinaryOp::ShiftRight, Here, One)
          : Build.binary(BinaryOp::Div, Here, Build.constant(2, Type));
  return {Variable, Start, Condition, Half};
}

LoopHead StatementMaker::loopHead() {
  unsigned Variable =
      declare(Random.pick<IntType>({I32, I32, I32, U32, U32, I64}));
  LoopHead Head = Random.chance(50)   ? countUp(Variable)
                  : Random.chance(40) ? countDown(Variable)
                                      : geometric(Variable);
  // while (i < n && !found)
  if (Random.chance(12))
    Head.Condition =
        Build.binary(BinaryOp::LogicalAnd, Head.Condition, Exprs.condition(1));
  return Head;
}

Stmt StatementMaker::loopOf(const LoopHead &Head, Surroundings S) {
  Stmt Loop = makeStmt(StmtKind::Loop);
  if (Random.chance(80))
    Loop.Index = Head.Variable;
  Loop.Value = Head.Condition;
  Loop.TestFirst = !Random.chance(15);
  Loop.Blocks.resize(3);
  S.InLoop = S.CanBreak = true;
  // Where the loop counts: for, while (i-- > 0), while (...) { i--; ... }.
  unsigned Form = Random.below(100);
  Block Body;
  if (Form < 15)
    assign(Loop.Blocks[0], Head.Variable, Head.Step);
  else if (Form < 25)
    assign(Body, Head.Variable, Head.Step);
  else
    assign(Loop.Blocks[2], Head.Variable, Head.Step);
  if (Random.chance(8))
    access(Loop.Blocks[0]);
  if (Random.chance(5))
    access(Loop.Blocks[2]);
  if (Random.chance(8)) {
    // for (;;) { if (!condition) break; ... }
    Loop.Value = Build.constant(1, BoolType);
    Loop.TestFirst = true;
    Block Leave = {makeStmt(StmtKind::Break)};
    Body.push_back(makeIf(Build.unary(UnaryOp::LogicalNot, Head.Condition),
                          std::move(Leave)));
  }
  for (Stmt &Inner : nested(S))
    Body.push_back(std::move(Inner));
  if (Random.chance(8)) {
    Block Extra;
    assign(Extra, Head.Variable, Head.Step);
    Body.push_back(makeIf(Exprs.condition(1), std::move(Extra)));
  }
  Loop.Blocks[1] = std::move(Body);
  return Loop;
}

/// What takes \p Variable one step on in a circle: as a stage of buffers, or a
/// place that an exclusive or moves.
ExprId StatementMaker::nextInCircle(unsigned Variable) {
  IntType Type = Program.Variables[Variable].Type;
  ExprId Here = Build.variable(Variable);
  ExprId One = Build.constant(1, Type);
  ExprId Next = Build.binary(BinaryOp::Add, Here, One);
  unsigned Form = Random.below(3);
  if (Form == 0)
    return Build.binary(BinaryOp::Xor, Here,
                        Build.constant(1 + Random.below(9), Type));
  ExprId Last = Build.constant(Random.pick<int64_t>({1, 2, 3, 4, 6}), Type);
  if (Form == 1)
    return Build.select(Build.binary(BinaryOp::Equal, Here, Last),
                        Build.constant(0, Type), Next);
  return Build.binary(BinaryOp::Rem, Next,
                      Build.binary(BinaryOp::Add, Last, One));
}

void StatementMaker::loop(Block &B, Surroundings S) {
  LoopHead Head = loopHead();
  assign(B, Head.Variable, Head.Start);
  Exprs.Readable.push_back(Head.Variable);
  if (!Random.chance(20)) {
    B.push_back(loopOf(Head, S));
    return;
  }
  unsigned Stage = declare(Random.pick<IntType>({I32, U32}));
  IntType Type = Program.Variables[Stage].Type;
  assign(B, Stage,
         Random.chance(70) ? Build.constant(0, Type) : Exprs.lane(Type));
  Exprs.Readable.push_back(Stage);
  Stmt Loop = loopOf(Head, S);
  Block &Round = Loop.Blocks[Random.chance(60) ? 1 : 2];
  if (Random.chance(80)) {
    assign(Round, Stage, nextInCircle(Stage));
  } else {
    Block Sometimes;
    assign(Sometimes, Stage, nextInCircle(Stage));
    Round.push_back(makeIf(Exprs.condition(1), std::move(Sometimes)));
  }
  B.push_back(std::move(Loop));
}

void StatementMaker::statement(Block &B, Surroundings S) {
  --StatementsLeft;
  unsigned Kind = Random.below(100);
  if (S.Depth >= 4 && Kind >= 60)
    Kind = Random.below(60);
  if (Kind < 36)
    return access(B);
  if (Kind < 58)
    return assignSome(B);
  if (Kind < 60)
    return B.push_back(makeStmt(StmtKind::Barrier));
  if (Kind < 74)
    return ifElse(B, S);
  if (Kind < 86)
    return loop(B, S);
  if (Kind < 90)
    return switchCase(B, S);
  if (Kind < 94)
    return region(B, S);
  exitStatement(B, S);
}

void StatementMaker::statements(Block &B, Surroundings S) {
  for (unsigned Count = 1 + Random.below(4); Count && StatementsLeft > 0;
       --Count)
    statement(B, S);
}

void StatementMaker::makeBody(Block &Body) {
  for (unsigned Count = 2 + Random.below(4); Count != 0; --Count) {
    unsigned Variable = declare(
        Random.pick<IntType>({I32, I32, I32, U32, U32, I64, U64,
                              IntType{8, false}, IntType{16, true}, BoolType}));
    assign(Body, Variable, Exprs.integer(Program.Variables[Variable].Type, 2));
    Exprs.Readable.push_back(Variable);
    Assignable.push_back(Variable);
  }
  StatementsLeft = 3 + Random.below(28);
  while (StatementsLeft > 0)
    statement(Body, {});
  access(Body);
}

static SharedArray randomArray(unsigned Index, RandomNumbers &Random) {
  SharedArray A;
  A.Name = "s" + std::to_string(Index);
  A.ElementBytes = Random.pick<unsigned>({1, 2, 4, 4, 4, 4, 8, 12, 16});
  A.ElementType = "element" + std::to_string(A.ElementBytes);
  A.Alignment = Random.pick<unsigned>({4, 8, 16, 16});
  unsigned Count = Random.pick<unsigned>({0, 1, 1, 1, 2, 2, 2, 3});
  A.IsDynamic = Count > 0 && Random.chance(12);
  for (unsigned I = 0; I < Count; ++I) {
    Extent E;
    E.Elements = Random.pick<uint64_t>({2, 4, 8, 16, 31, 32, 32, 33, 64});
    if (I == 0 && A.IsDynamic)
      E.Elements = 0;
    A.Extents.push_back(E);
  }
  return A;
}

KernelProgram banklint::randomProgram(RandomNumbers &Random,
                                      RandomShape Shape) {
  KernelProgram Program;
  Program.Name = "random";
  Program.Files.push_back("random.cu");
  for (unsigned I = 0, Count = Random.below(5); I < Count; ++I)
    Program.Parameters.push_back(
        {"p" + std::to_string(I),
         Random.pick<IntType>({I32, I32, U32, I64, IntType{0, false}})});
  for (unsigned I = 0, Count = 1 + Random.below(3); I < Count; ++I)
    Program.Arrays.push_back(randomArray(I, Random));
  Block Body;
  StatementMaker(Program, Random, Shape).makeBody(Body);
  Program.Body = std::move(Body);
  return Program;
}
