//===- Worker.h - Analyses in processes of their own ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources are arbitrary text, and what an analysis does with them may crash,
// use up the memory or never end. The command line guards each file by a thread
// (GuardedTask.h), which cannot be ended: it would go on using a processor for
// as long as the editor is open. So analyses run in processes.
//
// Each document has a worker, the server's own program started again, which
// starts in milliseconds and has one thread. For each analysis it forks. The
// fork analyzes and, if all went well, takes the worker's place, with all that
// it has learnt for the next analysis; else the worker still is as it was
// before. An analysis can be ended at any time, and nothing that it did before
// it ended is left. A fork takes about a millisecond.
//
// The worker ends when the server's end of its pipes is closed, and its fork
// with it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LSP_WORKER_H
#define BANKLINT_LSP_WORKER_H

#include "banklint/JsonRpc/Transport.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace banklint::lsp {

/// The argument that makes the program a worker.
constexpr llvm::StringLiteral WorkerArgument = "--banklint-worker";

/// Serves until the pipes are closed; returns the program's exit status.
int runWorker();

/// How a task ended.
struct TaskOutcome {
  enum class End { Finished, Cancelled, Crashed, TimedOut };
  End How = End::Crashed;
  /// Finished: the texts in JSON that the task returned. None if its input was
  /// not understood.
  std::vector<std::string> Result;
};

/// The server's end of a worker. It runs one task at a time.
class Worker {
public:
  /// Starts \p Program, which has to call runWorker if it has the argument.
  static llvm::Expected<std::unique_ptr<Worker>> start(const char *Program);
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  /// Starts a task: {"op": "analyze", "input": AnalysisInput, "limit":
  /// seconds}, which returns the members of FactTexts, or {"op": "bankMap",
  /// "position": Position}, which asks for what was last analyzed and returns
  /// the answer.
  void begin(llvm::json::Object Task);
  /// Ends the task soon; it still has an outcome.
  void cancel();
  bool isBusy() const { return IsBusy; }

  /// Readable when there is something for receive.
  int fd() const { return FromWorker; }
  /// Reads what there is; the outcome if there is one now. Blocks until there
  /// is something. After Crashed with isGone, the worker is of no more use.
  std::optional<TaskOutcome> receive();
  bool isGone() const { return IsGone; }
  /// Tasks begun.
  unsigned tasks() const { return Task; }

private:
  Worker() = default;
  bool takeContent(llvm::StringRef Content);

  int ToWorker = -1, FromWorker = -1, Cancels = -1;
  unsigned Task = 0;
  bool IsBusy = false, IsGone = false;
  rpc::MessageDecoder Decoder;
  /// The task has ended like this, once so many more contents have arrived.
  std::optional<TaskOutcome> Ended;
  size_t PartsMissing = 0;
};

} // namespace banklint::lsp

#endif // BANKLINT_LSP_WORKER_H
