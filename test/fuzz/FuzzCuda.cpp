//===- FuzzCuda.cpp - Arbitrary text as a CUDA source ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../unit/MemoryFiles.h"
#include "Harness.h"
#include "Verdicts.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Checks/RequestMaps.h"
#include "banklint/Driver/Run/Analysis.h"
#include "banklint/Driver/Run/WriteReport.h"
#include "banklint/Output/JsonReport.h"
#include "clang/Basic/Stack.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/thread.h"

using namespace banklint;
using fuzz::require;

static constexpr llvm::StringLiteral Path = "/nowhere/at/all/a.cu";
/// More than guarded tasks have: sanitizers make frames larger.
static constexpr unsigned StackBytes = 256u << 20;

/// Small enough that kernels take less time than the parse.
static InterpreterBudget smallBudget() {
  InterpreterBudget Budget;
  Budget.Statements = 20'000;
  Budget.KernelStatements = 100'000;
  Budget.SearchStatements = 20'000;
  Budget.LoopRounds = 256;
  return Budget;
}

static void checkPlace(const Place &At, size_t Size) {
  if (At.File == Path)
    require(uint64_t(At.Span.Offset) + At.Span.Length <= Size,
            "a place behind the end of the source");
}

static void checkFindings(const Report &R, size_t Size) {
  for (const Finding &F : R.Findings) {
    require(!F.Message.empty(), "a finding without a message");
    fuzz::noteOutcome(F.Check);
    checkPlace(F.At, Size);
    for (const Note &Each : F.Notes)
      checkPlace(Each.At, Size);
  }
}

static void requireJson(llvm::StringRef Text) {
  if (llvm::Expected<llvm::json::Value> Json = llvm::json::parse(Text); !Json)
    fuzz::fail("a report is not JSON: " + llvm::toString(Json.takeError()) +
               "\n" + Text.str());
}

/// The maps of each finding start from its worst request.
static void checkMaps(Report &R) {
  for (Finding &F : R.Findings) {
    addRequestMaps(R, smallBudget(), F);
    // Copies past the cache are not served by banks.
    require(F.Maps.empty() == (!F.Worst || F.Worst->Maps.empty()),
            "a request without a map");
    for (const RequestMap &Map : F.Maps)
      require(!Map.Rounds.empty() && Map.Rounds.size() <= MaxMapRounds &&
                  Map.Rounds.size() == F.Maps[0].Rounds.size(),
              "maps of different sizes");
    if (F.Maps.empty())
      continue;
    const auto IsWorst = [&F](const MapRound &Round) {
      return Round.Of.Request.Address == F.Worst->Request.Address;
    };
    require(llvm::any_of(F.Maps[0].Rounds, IsWorst),
            "the worst request is missing");
    fuzz::noteOutcome("maps " + std::to_string(F.Maps.size()) + " " +
                      (F.Maps[0].Rounds.size() > 1 ? "rounds" : "round"));
  }
}

/// Writes each form of report; those in JSON have to be that.
static void checkReports(const Analysis &A) {
  for (OutputFormat Format :
       {OutputFormat::Text, OutputFormat::Json, OutputFormat::Sarif,
        OutputFormat::GitHub, OutputFormat::GitLab}) {
    RunOptions Options;
    Options.Format = Format;
    Options.Explain = true;
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    writeReport(A.Result, {}, Options, "/nowhere", A.Sources, OS);
    if (Format == OutputFormat::Text || Format == OutputFormat::GitHub)
      continue;
    requireJson(Text);
  }
  const JsonAudit Audit;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeJson(A.Result, OS, &Audit);
  requireJson(Text);
}

/// The steps of analyze(), without what makes crashes mere errors.
static void analyzeSource(llvm::StringRef Text) {
  RunOptions Options;
  Options.Sources = {Path.str()};
  // A source may have Clang evaluate a million steps for each constant.
  Options.FixedCommand = std::vector<std::string>{"-fconstexpr-steps=10000"};
  Options.Budget = smallBudget();
  Options.TimeLimit = std::chrono::seconds(2);
  MessageLog Log;
  llvm::Expected<AnalysisRequest> Request =
      prepare(Options, test::inMemory({{Path.str(), Text}}), Log);
  if (!Request)
    fuzz::fail("no request: " + llvm::toString(Request.takeError()));
  std::vector<UnitResult> Results;
  for (const Unit &U : Request->Units)
    Results.push_back(analyzeUnit(U));
  Analysis A = combine(*Request, std::move(Results));
  CheckRun Run;
  Run.Budget = smallBudget();
  runChecks(A.Result, Run);
  A.Result.Version = "fuzz";
  for (const FileReport &File : A.Result.Files)
    fuzz::noteOutcome(std::string("file ") + char('A' + int(File.Status)) +
                      File.firstParseError().str());
  for (const KernelReport &Kernel : A.Result.Kernels) {
    fuzz::checkProgram(Kernel.Program);
    for (const LaunchReport &Launch : Kernel.Launches)
      fuzz::checkVerdicts(Kernel.Program, Launch.Verdicts);
  }
  checkFindings(A.Result, Text.size());
  checkMaps(A.Result);
  checkReports(A);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // Clang's buffers end with a NUL.
  const std::string Source = fuzz::textOf(Data, Size).str();
  const llvm::StringRef Text = Source;
  // A way to make Clang crash on purpose.
  if (Text.contains("__debug"))
    return -1;
  llvm::thread Worker(std::optional<unsigned>(StackBytes), [Text] {
    clang::noteBottomOfStack();
    analyzeSource(Text);
  });
  Worker.join();
  return 0;
}
