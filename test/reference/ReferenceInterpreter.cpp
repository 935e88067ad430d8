//===- ReferenceInterpreter.cpp - One thread at a time --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceInterpreter.h"
#include "ReferenceArithmetic.h"
#include "banklint/Interpreter/Interpreter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>
#include <tuple>

using namespace banklint;

namespace {

/// How control leaves a statement. Stop ends the whole run.
enum class Flow { Next, Break, Continue, Return, Stop };

struct Executed {
  unsigned Access;
  unsigned Statement;
  std::vector<uint64_t> Rounds;
  uint64_t Address;
};

/// Where a thread is: the statement's number in its block, then for a loop the
/// round and the part of it, and so on inwards. Orders what a thread executes.
using Position = std::vector<uint64_t>;

/// What lanes of a warp bring to one execution of a shuffle.
struct Exchange {
  struct Gift {
    int64_t Value;
    int64_t Source;
  };
  std::map<unsigned, Gift> OfLanes;
  /// No further lane will come.
  bool IsComplete = false;
};

/// By the position and the number of the expression.
using ExchangeKey = std::pair<Position, unsigned>;
using Exchanges = std::map<ExchangeKey, Exchange>;

using StatementNumbers = std::map<const Stmt *, unsigned>;

class Thread {
public:
  Thread(const KernelProgram &Program, const ReferenceInputs &Inputs,
         const StatementNumbers &Numbers, Exchanges &OfWarp, unsigned Number);

  Flow runBlock(const Block &B);

  ReferenceOutcome Outcome = ReferenceOutcome::Finished;
  bool HasWrapped = false;
  /// It got to a shuffle where it was not before.
  bool HasGiven = false;
  /// The shuffle whose source has not come yet. Nothing else is final then.
  std::optional<ExchangeKey> Waiting;
  std::vector<Executed> Accesses;

private:
  Flow run(const Stmt &S);
  Flow runLoop(const Stmt &S);
  Flow runSwitch(const Stmt &S);
  bool countStep();

  std::optional<int64_t> value(ExprId Id);
  std::optional<int64_t> variable(unsigned Index);
  std::optional<int64_t> binary(const Expr &E);
  std::optional<int64_t> address(const Expr &E);
  std::optional<int64_t> opaque(const Expr &E);
  std::optional<int64_t> shuffle(ExprId Id);
  int64_t anyNumber(const Expr &E, std::vector<int64_t> Operands,
                    bool IsDivergent);
  int64_t builtin(Builtin B) const;
  uint64_t elementsBelow(const SharedArray &Array, size_t Level) const;

  const KernelProgram &Program;
  const ReferenceInputs &Inputs;
  const StatementNumbers &Numbers;
  Exchanges &OfWarp;
  unsigned Number;
  std::array<uint32_t, 3> ThreadIdx;
  std::vector<std::optional<int64_t>> Variables;
  std::vector<uint64_t> Rounds;
  Position Where;
  unsigned Statement = 0;
  uint64_t Steps = 0;
};

} // namespace

Thread::Thread(const KernelProgram &Program, const ReferenceInputs &Inputs,
               const StatementNumbers &Numbers, Exchanges &OfWarp,
               unsigned Number)
    : Program(Program), Inputs(Inputs), Numbers(Numbers), OfWarp(OfWarp),
      Number(Number), ThreadIdx{Number % Inputs.Block.X,
                                Number / Inputs.Block.X % Inputs.Block.Y,
                                Number / Inputs.Block.X / Inputs.Block.Y},
      Variables(Program.Variables.size()) {}

bool Thread::countStep() {
  if (++Steps <= Inputs.StepLimit)
    return true;
  Outcome = ReferenceOutcome::StepLimitReached;
  return false;
}

/// The number of \p Id, or nothing after having set Outcome.
std::optional<int64_t> Thread::value(ExprId Id) {
  if (!countStep())
    return std::nullopt;
  const Expr &E = Program.expr(Id);
  switch (E.Kind) {
  case ExprKind::Constant:
    return E.Value;
  case ExprKind::Variable:
    return variable(E.Index);
  case ExprKind::Parameter:
    return Inputs.Parameters[E.Index];
  case ExprKind::Builtin:
    return builtin(E.Special);
  case ExprKind::Unary: {
    std::optional<int64_t> Operand = value(E.Operands[0]);
    if (!Operand)
      return std::nullopt;
    return referenceUnary(E.Unary, *Operand, Program.expr(E.Operands[0]).Type);
  }
  case ExprKind::Binary:
    return binary(E);
  case ExprKind::Convert: {
    std::optional<int64_t> Operand = value(E.Operands[0]);
    if (!Operand)
      return std::nullopt;
    HasWrapped |= referenceConvertWraps(
        *Operand, Program.expr(E.Operands[0]).Type, E.Type);
    return referenceConvert(*Operand, E.Type);
  }
  case ExprKind::Select: {
    std::optional<int64_t> Condition = value(E.Operands[0]);
    if (!Condition)
      return std::nullopt;
    return value(E.Operands[*Condition ? 1 : 2]);
  }
  case ExprKind::Address:
    return address(E);
  case ExprKind::Opaque:
    return opaque(E);
  case ExprKind::Shuffle:
    return shuffle(Id);
  }
  llvm_unreachable("no such expression");
}

std::optional<int64_t> Thread::variable(unsigned Index) {
  if (!Variables[Index])
    Outcome = ReferenceOutcome::Undefined;
  return Variables[Index];
}

std::optional<int64_t> Thread::binary(const Expr &E) {
  std::optional<int64_t> Left = value(E.Operands[0]);
  if (!Left)
    return std::nullopt;
  // As in C++, so that `n != 0 && x / n` is defined for all n.
  if (E.Binary == BinaryOp::LogicalAnd && !*Left)
    return 0;
  if (E.Binary == BinaryOp::LogicalOr && *Left)
    return 1;
  std::optional<int64_t> Right = value(E.Operands[1]);
  if (!Right)
    return std::nullopt;
  const IntType Type = Program.expr(E.Operands[0]).Type;
  HasWrapped |= referenceWraps(E.Binary, *Left, *Right, Type);
  std::optional<int64_t> Result =
      referenceBinary(E.Binary, *Left, *Right, Type);
  if (!Result)
    Outcome = ReferenceOutcome::Undefined;
  return Result;
}

/// Elements of one subscript step at \p Level: the product of the extents
/// after it.
uint64_t Thread::elementsBelow(const SharedArray &Array, size_t Level) const {
  uint64_t Count = 1;
  for (size_t I = Level + 1; I < Array.Extents.size(); ++I)
    Count *= Array.Extents[I].Elements;
  return Count;
}

std::optional<int64_t> Thread::address(const Expr &E) {
  const SharedArray &Array = Program.Arrays[E.Index];
  uint64_t Result = arrayStart(E.Index);
  for (size_t Level = 0; Level + 1 < E.Operands.size(); ++Level) {
    std::optional<int64_t> Subscript = value(E.Operands[Level]);
    if (!Subscript)
      return std::nullopt;
    Result += static_cast<uint64_t>(*Subscript) * elementsBelow(Array, Level) *
              Array.ElementBytes;
  }
  std::optional<int64_t> Inner = value(E.Operands.back());
  if (!Inner)
    return std::nullopt;
  return static_cast<int64_t>(Result + static_cast<uint64_t>(*Inner));
}

int64_t Thread::anyNumber(const Expr &E, std::vector<int64_t> Operands,
                          bool IsDivergent) {
  OpaqueEvaluation Evaluation;
  Evaluation.Opaque = E.Index;
  Evaluation.Statement = Statement;
  Evaluation.Rounds = Rounds;
  Evaluation.Operands = std::move(Operands);
  Evaluation.Warp = Number / WarpSize;
  if (IsDivergent)
    Evaluation.Thread = Number;
  return referenceConvert(Inputs.OpaqueValue(Evaluation), E.Type);
}

std::optional<int64_t> Thread::opaque(const Expr &E) {
  std::vector<int64_t> Operands;
  for (ExprId OperandId : E.Operands) {
    std::optional<int64_t> Operand = value(OperandId);
    if (!Operand)
      return std::nullopt;
    Operands.push_back(*Operand);
  }
  return anyNumber(E, std::move(Operands), Program.Opaques[E.Index].Divergent);
}

/// A source that takes no part gives any number. Where that is all that keeps
/// the lanes from agreeing, nothing is said of the program.
std::optional<int64_t> Thread::shuffle(ExprId Id) {
  const Expr &E = Program.expr(Id);
  std::optional<int64_t> Value = value(E.Operands[0]);
  std::optional<int64_t> Source = Value ? value(E.Operands[1]) : std::nullopt;
  if (!Source)
    return std::nullopt;
  const ExchangeKey Key{Where, Id.Index};
  Exchange &All = OfWarp[Key];
  auto [Own, IsNew] = All.OfLanes.try_emplace(Number % WarpSize,
                                              Exchange::Gift{*Value, *Source});
  HasGiven |= IsNew;
  if (IsNew && All.IsComplete) {
    Outcome = ReferenceOutcome::Undefined;
    return std::nullopt;
  }
  auto From = All.OfLanes.find(*Source);
  if (From != All.OfLanes.end())
    return From->second.Value;
  if (!All.IsComplete) {
    Waiting = Key;
    return std::nullopt;
  }
  bool IsOneValue = true, IsOneSource = true;
  for (const auto &[_, Gift] : All.OfLanes) {
    IsOneValue &= Gift.Value == *Value;
    IsOneSource &= Gift.Source == *Source;
  }
  if (!IsOneValue && !IsOneSource)
    return anyNumber(E, {*Value, *Source}, /*IsDivergent=*/true);
  Outcome = ReferenceOutcome::Undefined;
  return std::nullopt;
}

int64_t Thread::builtin(Builtin B) const {
  switch (B) {
  case Builtin::ThreadIdxX:
    return ThreadIdx[0];
  case Builtin::ThreadIdxY:
    return ThreadIdx[1];
  case Builtin::ThreadIdxZ:
    return ThreadIdx[2];
  case Builtin::BlockIdxX:
    return Inputs.BlockIdx[0];
  case Builtin::BlockIdxY:
    return Inputs.BlockIdx[1];
  case Builtin::BlockIdxZ:
    return Inputs.BlockIdx[2];
  case Builtin::BlockDimX:
    return Inputs.Block.X;
  case Builtin::BlockDimY:
    return Inputs.Block.Y;
  case Builtin::BlockDimZ:
    return Inputs.Block.Z;
  case Builtin::GridDimX:
    return Inputs.Grid.X;
  case Builtin::GridDimY:
    return Inputs.Grid.Y;
  case Builtin::GridDimZ:
    return Inputs.Grid.Z;
  }
  llvm_unreachable("no such builtin");
}

Flow Thread::runBlock(const Block &B) {
  Flow Result = Flow::Next;
  Where.push_back(0);
  for (const Stmt &S : B) {
    Result = run(S);
    if (Result != Flow::Next)
      break;
    ++Where.back();
  }
  Where.pop_back();
  return Result;
}

Flow Thread::run(const Stmt &S) {
  if (!countStep())
    return Flow::Stop;
  Statement = Numbers.at(&S);
  switch (S.Kind) {
  case StmtKind::Assign: {
    std::optional<int64_t> Value = value(S.Value);
    if (!Value)
      return Flow::Stop;
    Variables[S.Index] = *Value;
    return Flow::Next;
  }
  case StmtKind::Access: {
    std::optional<int64_t> Address = value(Program.Accesses[S.Index].Address);
    if (!Address)
      return Flow::Stop;
    Accesses.push_back(
        {S.Index, Statement, Rounds, static_cast<uint64_t>(*Address)});
    return Flow::Next;
  }
  case StmtKind::If: {
    std::optional<int64_t> Condition = value(S.Value);
    if (!Condition)
      return Flow::Stop;
    Where.push_back(*Condition ? 0 : 1);
    Flow Result = runBlock(S.Blocks[*Condition ? 0 : 1]);
    Where.pop_back();
    return Result;
  }
  case StmtKind::Loop:
    return runLoop(S);
  case StmtKind::Switch:
    return runSwitch(S);
  case StmtKind::Region: {
    Flow F = runBlock(S.Blocks[0]);
    return F == Flow::Return ? Flow::Next : F;
  }
  case StmtKind::Break:
    return Flow::Break;
  case StmtKind::Continue:
    return Flow::Continue;
  case StmtKind::Return:
    return Flow::Return;
  case StmtKind::Barrier:
  case StmtKind::Flow:
    return Flow::Next;
  }
  llvm_unreachable("no such statement");
}

Flow Thread::runLoop(const Stmt &S) {
  const unsigned LoopStatement = Statement;
  const size_t Depth = Where.size();
  // The round, and the part of it.
  Where.insert(Where.end(), {0, 0});
  Rounds.push_back(0);
  Flow Result = Flow::Next;
  for (;; ++Rounds.back()) {
    if (!countStep()) {
      Result = Flow::Stop;
      break;
    }
    Where[Depth] = Rounds.back();
    Where[Depth + 1] = 0;
    if (S.TestFirst || Rounds.back() > 0) {
      Flow F = runBlock(S.Blocks[0]);
      if (F != Flow::Next) {
        Result = F;
        break;
      }
      Statement = LoopStatement;
      Where[Depth + 1] = 1;
      std::optional<int64_t> Condition = value(S.Value);
      if (!Condition || !*Condition) {
        Result = Condition ? Flow::Next : Flow::Stop;
        break;
      }
    }
    Where[Depth + 1] = 2;
    Flow F = runBlock(S.Blocks[1]);
    Where[Depth + 1] = 3;
    if (F == Flow::Next || F == Flow::Continue)
      F = runBlock(S.Blocks[2]);
    if (F != Flow::Next) {
      Result = F == Flow::Break ? Flow::Next : F;
      break;
    }
  }
  Where.resize(Depth);
  Rounds.pop_back();
  return Result;
}

Flow Thread::runSwitch(const Stmt &S) {
  std::optional<int64_t> Value = value(S.Value);
  if (!Value)
    return Flow::Stop;
  size_t Entry = S.Blocks.size();
  for (size_t I = 0; I < S.Blocks.size(); ++I)
    if (S.Labels[I].IsDefault)
      Entry = I;
  for (size_t I = 0; I < S.Blocks.size(); ++I)
    for (int64_t Label : S.Labels[I].Values)
      if (Label == *Value)
        Entry = I;
  Flow Result = Flow::Next;
  Where.push_back(0);
  for (size_t I = Entry; I < S.Blocks.size() && Result == Flow::Next; ++I) {
    Where.back() = I;
    Result = runBlock(S.Blocks[I]);
  }
  Where.pop_back();
  return Result == Flow::Break ? Flow::Next : Result;
}

/// Runs the threads of \p Warp again and again, each time with what they have
/// brought to shuffles before, until none waits for another. Where all wait,
/// the one furthest behind waits in vain.
static std::vector<Thread> runWarp(const KernelProgram &Program,
                                   const ReferenceInputs &Inputs,
                                   const StatementNumbers &Numbers,
                                   unsigned Warp) {
  constexpr unsigned MaxPasses = 400;
  const unsigned First = Warp * WarpSize;
  const unsigned End =
      std::min<uint64_t>(Inputs.Block.count(), First + WarpSize);
  Exchanges OfWarp;
  for (unsigned Pass = 0;; ++Pass) {
    std::vector<Thread> Threads;
    std::optional<ExchangeKey> FurthestBehind;
    bool HasGiven = false;
    for (unsigned Number = First; Number != End; ++Number) {
      Thread &T =
          Threads.emplace_back(Program, Inputs, Numbers, OfWarp, Number);
      T.runBlock(Program.Body);
      HasGiven |= T.HasGiven;
      if (T.Waiting && (!FurthestBehind || *T.Waiting < *FurthestBehind))
        FurthestBehind = T.Waiting;
    }
    if (!FurthestBehind)
      return Threads;
    if (Pass == MaxPasses)
      Threads.front().Outcome = ReferenceOutcome::StepLimitReached;
    if (llvm::any_of(Threads, [](const Thread &T) {
          return T.Outcome != ReferenceOutcome::Finished;
        }))
      return Threads;
    if (!HasGiven)
      OfWarp[*FurthestBehind].IsComplete = true;
  }
}

ReferenceResult banklint::runReference(const KernelProgram &Program,
                                       const ReferenceInputs &Inputs) {
  StatementNumbers Numbers;
  forEachStmt(Program.Body, [&](const Stmt &S) {
    unsigned Next = Numbers.size();
    Numbers[&S] = Next;
  });

  using Key = std::tuple<unsigned, unsigned, std::vector<uint64_t>>;
  std::map<Key, ReferenceRequest> Requests;
  ReferenceResult Result;
  for (unsigned Warp = 0; Warp * WarpSize < Inputs.Block.count(); ++Warp) {
    unsigned Lane = 0;
    for (const Thread &T : runWarp(Program, Inputs, Numbers, Warp)) {
      if (T.Outcome != ReferenceOutcome::Finished)
        return {T.Outcome, false, {}};
      Result.HasWrapped |= T.HasWrapped;
      for (const Executed &E : T.Accesses) {
        ReferenceRequest &R = Requests[{Warp, E.Statement, E.Rounds}];
        R.Access = E.Access;
        R.Warp = Warp;
        R.Statement = E.Statement;
        R.Rounds = E.Rounds;
        R.Lanes.set(Lane);
        R.Addresses[Lane] = E.Address;
      }
      ++Lane;
    }
  }

  for (auto &Entry : Requests)
    Result.Requests.push_back(std::move(Entry.second));
  return Result;
}
