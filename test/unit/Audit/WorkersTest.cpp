//===- WorkersTest.cpp --------------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Audit/Workers.h"
#include "llvm/Support/Compiler.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstdlib>
#include <map>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace banklint;

namespace {

/// How a worker ends that has no memory left: a sanitizer ends it itself.
#if LLVM_ADDRESS_SANITIZER_BUILD
constexpr WorkerEnd WithoutMemory = WorkerEnd::Crashed;
#else
constexpr WorkerEnd WithoutMemory = WorkerEnd::OutOfMemory;
#endif

std::map<size_t, WorkerResult>
runAll(size_t Count, unsigned Jobs,
       llvm::function_ref<void(size_t, llvm::raw_ostream &)> Task,
       WorkerLimits Limits = {}) {
  std::map<size_t, WorkerResult> Results;
  InterruptGuard Interrupts;
  EXPECT_EQ(runWorkers(Count, Jobs, Limits,
                       {Task,
                        [&](size_t I, WorkerResult Result) {
                          EXPECT_TRUE(
                              Results.emplace(I, std::move(Result)).second);
                        },
                        [] {}},
                       Interrupts),
            0);
  EXPECT_EQ(Results.size(), Count);
  return Results;
}

TEST(Workers, EachTaskHasItsOwnResult) {
  const auto Results = runAll(7, 3, [](size_t I, llvm::raw_ostream &OS) {
    OS << "task " << I << std::string(200'000 * I, '.');
  });
  for (const auto &[I, Result] : Results) {
    EXPECT_EQ(Result.End, WorkerEnd::Finished);
    EXPECT_EQ(Result.Output.size(), 6 + 200'000 * I);
    EXPECT_EQ(Result.Output.substr(0, 6), "task " + std::to_string(I));
    EXPECT_GT(Result.PeakMemory, 0u);
  }
}

TEST(Workers, WhatATaskChangesStaysInItsProcess) {
  int Changed = 0;
  runAll(2, 1, [&](size_t, llvm::raw_ostream &) { ++Changed; });
  EXPECT_EQ(Changed, 0);
}

TEST(Workers, EndsAreToldApart) {
  const auto Results = runAll(5, 5,
                              [](size_t I, llvm::raw_ostream &OS) {
                                OS << "begun";
                                OS.flush();
                                if (I == 0)
                                  std::abort();
                                if (I == 1)
                                  std::_Exit(3);
                                if (I == 2)
                                  raise(SIGKILL);
                                if (I == 3)
                                  for (std::vector<char *> Blocks;;) {
                                    Blocks.push_back(new char[1 << 20]);
                                    std::fill_n(Blocks.back(), 1 << 20, 'x');
                                  }
                                for (volatile unsigned Spin = 0;; ++Spin) {
                                }
                              },
                              {std::chrono::seconds(4), uint64_t(300) << 20});
  EXPECT_EQ(Results.at(0).End, WorkerEnd::Crashed);
  EXPECT_EQ(Results.at(0).Detail, "Aborted");
  EXPECT_EQ(Results.at(1).End, WorkerEnd::Crashed);
  EXPECT_EQ(Results.at(1).Detail, "exit status 3");
  EXPECT_EQ(Results.at(2).End, WorkerEnd::Killed);
  EXPECT_EQ(Results.at(3).End, WithoutMemory);
  EXPECT_EQ(Results.at(4).End, WorkerEnd::OutOfTime);
}

TEST(Workers, MemoryOfTheCallerIsNotTheirs) {
  const std::string Large(400 << 20, 'x');
  const auto Results = runAll(1, 1,
                              [](size_t, llvm::raw_ostream &OS) {
                                OS << std::string(100 << 20, 'y').size();
                              },
                              {std::chrono::seconds(60), uint64_t(300) << 20});
  EXPECT_EQ(Results.at(0).End, WorkerEnd::Finished);
  EXPECT_EQ(Results.at(0).Output, std::to_string(100 << 20));
}

/// While it lives, only \p Files files can be open.
class FileLimit {
public:
  explicit FileLimit(rlim_t Files) {
    getrlimit(RLIMIT_NOFILE, &Old);
    const rlimit New = {Files, Old.rlim_max};
    setrlimit(RLIMIT_NOFILE, &New);
  }
  ~FileLimit() { setrlimit(RLIMIT_NOFILE, &Old); }

private:
  rlimit Old;
};

TEST(Workers, TooFewFilesDelayTasks) {
  const int Next = dup(STDIN_FILENO);
  close(Next);
  // Some pipes fit, and what a worker opens, which has none of the others'.
  const FileLimit Limit(Next + 20);
  const auto Results = runAll(60, 60, [](size_t, llvm::raw_ostream &OS) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    OS << "done";
  });
  for (const auto &[I, Result] : Results) {
    EXPECT_EQ(Result.End, WorkerEnd::Finished) << I << ": " << Result.Detail;
    EXPECT_EQ(Result.Output, "done");
  }
}

TEST(Workers, TheMachineIsAtFaultIfNoFileCanBeOpened) {
  const int Next = dup(STDIN_FILENO);
  close(Next);
  const auto Write = [](size_t, llvm::raw_ostream &OS) { OS << "done"; };
  {
    const FileLimit Limit(Next + 1);
    const auto Results = runAll(2, 2, Write);
    EXPECT_EQ(Results.at(1).End, WorkerEnd::NotStarted);
    EXPECT_EQ(Results.at(1).Detail,
              "cannot create a pipe: Too many open files");
  }
  // Enough for the pipe, but not for the worker.
  const FileLimit Limit(Next + 6);
  const auto Results = runAll(1, 1, Write);
  EXPECT_EQ(Results.at(0).End, WorkerEnd::NotStarted);
  EXPECT_EQ(Results.at(0).Detail, "it cannot open files");
}

TEST(Workers, ASignalEndsAllOfThem) {
  std::vector<size_t> Ended;
  InterruptGuard Interrupts;
  const int Signal =
      runWorkers(100, /*Jobs=*/1, {},
                 {[](size_t I, llvm::raw_ostream &) {
                    if (I == 3)
                      kill(getppid(), SIGTERM);
                    if (I >= 3)
                      std::this_thread::sleep_for(std::chrono::minutes(5));
                  },
                  [&](size_t I, WorkerResult) { Ended.push_back(I); }, [] {}},
                 Interrupts);
  EXPECT_EQ(Signal, SIGTERM);
  EXPECT_EQ(Ended, (std::vector<size_t>{0, 1, 2}));
}

} // namespace
