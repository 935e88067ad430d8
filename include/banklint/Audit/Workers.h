//===- Workers.h - Tasks in processes of their own -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file may make Clang crash, run out of memory or never end. Each task has a
// process of its own with limits, so that it loses its own result and nothing
// else, and so that its memory returns to the system.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_AUDIT_WORKERS_H
#define BANKLINT_AUDIT_WORKERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <cstdint>
#include <poll.h>
#include <string>

namespace banklint {

struct WorkerLimits {
  /// Of processor time; zero means no limit. By the clock it is ten times as
  /// much.
  std::chrono::seconds Time{0};
  /// Bytes of memory; zero means no limit.
  uint64_t Memory = 0;
};

enum class WorkerEnd {
  Finished,
  OutOfTime,
  OutOfMemory,
  /// By a signal that its own code raised, or an exit that it did not mean.
  Crashed,
  /// From outside, as by the system when memory is short.
  Killed,
  /// It could not be started or heard: the machine is at fault.
  NotStarted,
};

struct WorkerResult {
  WorkerEnd End = WorkerEnd::NotStarted;
  /// What the task wrote; whole if it finished.
  std::string Output;
  /// The reason for NotStarted, or the name of the signal of Crashed.
  std::string Detail;
  /// Resident, bytes.
  uint64_t PeakMemory = 0;
};

/// What runWorkers has to do with its caller. All functions are called in the
/// calling process but Task.
struct WorkerCalls {
  /// Runs task number \p Index in a process of its own, and writes its result.
  llvm::function_ref<void(size_t Index, llvm::raw_ostream &OS)> Task;
  llvm::function_ref<void(size_t Index, WorkerResult Result)> OnEnd;
  /// Called once a second or more often.
  llvm::function_ref<void()> OnTick;
};

/// While it lives, SIGINT and SIGTERM do not end the process, and the end of
/// children can be waited for.
class InterruptGuard {
public:
  InterruptGuard();
  ~InterruptGuard() { restore(); }
  InterruptGuard(const InterruptGuard &) = delete;

  /// That of the two that has arrived, or 0.
  int signal() const;
  /// Waits until one of \p Pipes has something, a signal arrives or a second
  /// has passed.
  void wait(llvm::MutableArrayRef<pollfd> Pipes) const;
  void restore();

private:
  struct sigaction OldHandlers[3] = {};
  sigset_t OldMask;
};

/// Runs the tasks below \p Count, \p Jobs at the same time, in order. The
/// process must have no other threads. Stops at SIGINT and SIGTERM, ends all
/// workers and returns the signal; 0 if all tasks were run.
int runWorkers(size_t Count, unsigned Jobs, const WorkerLimits &Limits,
               const WorkerCalls &Calls, InterruptGuard &Interrupts);

} // namespace banklint

#endif // BANKLINT_AUDIT_WORKERS_H
