//===- InterpreterBenchmark.cpp - Statements executed per second ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one statement of one warp costs where nothing can be skipped. Items are
// statements, as the interpreter's budget counts them.
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/Verdict.h"
#include "banklint/Program/TextForm.h"
#include "llvm/Support/Error.h"
#include <benchmark/benchmark.h>

using namespace banklint;

static constexpr unsigned Iterations = 4096;
static constexpr unsigned Warps = 4;

/// A loop of Iterations iterations.
static KernelProgram loop(llvm::StringRef Body) {
  const std::string Text =
      ("kernel \"k\" \"k.cu\":1:1\n"
       "shared t : float 4 [32][33] align 4 var i : i32 var j : i32\n"
       "body { i = 0 j = 0 loop name i test (i < " +
       llvm::Twine(Iterations) + ") { " + Body + " } step { i = i + 1 } }\n")
          .str();
  return llvm::cantFail(parseProgram(Text));
}

static LaunchConfig launch() {
  LaunchConfig Launch;
  Launch.Block = {32 * Warps, 1, 1};
  return Launch;
}

static ExecutionSummary executeAll(const KernelProgram &Program) {
  return execute(Program, launch(), InterpreterBudget(),
                 [](const AccessEvent &) { return true; });
}

static void measureExecution(benchmark::State &State, const char *Body) {
  const KernelProgram Program = loop(Body);
  uint64_t Statements = 0;
  for (auto _ : State) {
    const ExecutionSummary Summary = executeAll(Program);
    Statements += Summary.StatementsExecuted;
    if (Summary.BudgetReached || Summary.Aborted)
      State.SkipWithError("the program is not executed to its end");
  }
  State.SetItemsProcessed(Statements);
}

static void measureJudge(benchmark::State &State, const char *Body) {
  const KernelProgram Program = loop(Body);
  InterpreterBudget Budget;
  Budget.SkipsRepeats = false;
  for (auto _ : State) {
    const std::vector<Verdict> Verdicts =
        judge(Program, *findArchitecture(defaultArchitectureName()), launch(),
              Budget);
    if (Verdicts.size() != 1 ||
        Verdicts.front().Traced.Requests != Warps * Iterations)
      State.SkipWithError("not all requests are counted");
  }
  State.SetItemsProcessed(State.iterations() *
                          executeAll(Program).StatementsExecuted);
}

BENCHMARK_CAPTURE(measureExecution, plain loop, "j = (j * 5) + i");
BENCHMARK_CAPTURE(measureExecution, divergent branches,
                  "if ((threadIdx.x % 2:u32) == 0:u32) {"
                  " if ((threadIdx.x % 3:u32) == 0:u32) { j = j + i }"
                  " else { j = j - i }"
                  "} else { j = j * 3 }");
BENCHMARK_CAPTURE(measureJudge, loads in a loop,
                  "load 4 &t[threadIdx.x % 32:u32][i % 33]");
