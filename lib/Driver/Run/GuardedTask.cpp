//===- GuardedTask.cpp - Work that may crash or never end -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/GuardedTask.h"
#include "banklint/Support/ThreadTime.h"
#include "clang/Basic/Stack.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/thread.h"
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <vector>

using namespace banklint;

/// Clang wants 8 MiB and switches to fresh stacks of that size when it comes
/// close to their end; the lowering and the verifier do not, and need more.
static constexpr unsigned StackBytes = 64u << 20;
static constexpr size_t SignalStackBytes = 64u << 10;

namespace {

using Clock = std::chrono::steady_clock;

struct Guard {
  std::function<void()> Task;
  std::mutex Mutex;
  std::condition_variable IsDoneChanged;
  bool IsDone = false;
  bool HasCrashed = false;

  /// The step that is running.
  struct Step {
    /// Of the thread's processor time.
    std::chrono::nanoseconds Start{0};
    Clock::time_point ClockStart = Clock::now();
    unsigned Times = 1;
  } Current;
};

/// The one whose task this thread runs.
thread_local Guard *GuardOfThread = nullptr;

/// Gives the thread a stack for signal handlers, so that one can run when the
/// ordinary stack is exhausted.
class SignalStack {
public:
  SignalStack() : Memory(SignalStackBytes) {
    stack_t New = {};
    New.ss_sp = Memory.data();
    New.ss_size = Memory.size();
    sigaltstack(&New, &Old);
  }
  ~SignalStack() { sigaltstack(&Old, nullptr); }

private:
  std::vector<char> Memory;
  stack_t Old = {};
};

} // namespace

/// LLVM's handlers run on the stack that failed unless told otherwise.
static void enableCrashRecovery() {
  llvm::CrashRecoveryContext::Enable();
  for (int Signal : {SIGSEGV, SIGBUS}) {
    struct sigaction Handler;
    sigaction(Signal, nullptr, &Handler);
    Handler.sa_flags |= SA_ONSTACK;
    sigaction(Signal, &Handler, nullptr);
  }
}

static void runOnThisThread(Guard &G) {
  GuardOfThread = &G;
  SignalStack Signals;
  clang::noteBottomOfStack();
  llvm::CrashRecoveryContext Context;
  const bool HasFinished = Context.RunSafely([&] { G.Task(); });
  std::lock_guard<std::mutex> Lock(G.Mutex);
  G.HasCrashed = !HasFinished;
  G.IsDone = true;
  // While the lock is held: once it is not, G may be gone.
  G.IsDoneChanged.notify_one();
}

/// What a crashed or abandoned task owns is in use or in an unknown state. It
/// is never freed, and kept reachable so that no leak is reported.
static void keepForever(Guard *G) {
  static std::mutex Mutex;
  static auto *Kept = new std::vector<Guard *>;
  std::lock_guard<std::mutex> Lock(Mutex);
  Kept->push_back(G);
}

void banklint::beginGuardedStep(unsigned Times) {
  if (!GuardOfThread)
    return;
  std::lock_guard<std::mutex> Lock(GuardOfThread->Mutex);
  GuardOfThread->Current = {threadTime(), Clock::now(), Times};
}

/// Waits until the task is done or has taken \p Limit for one step. \p Worker
/// is its clock. Returns true if it is done.
static bool waitFor(Guard &G, clockid_t Worker,
                    std::chrono::nanoseconds Limit) {
  constexpr unsigned ClockFactor = 10;
  constexpr std::chrono::nanoseconds Shortest = std::chrono::milliseconds(1);
  std::unique_lock<std::mutex> Lock(G.Mutex);
  for (;;) {
    const Guard::Step &Step = G.Current;
    const std::chrono::nanoseconds Left =
        Step.Times * Limit - (timeOf(Worker) - Step.Start);
    const std::chrono::nanoseconds LeftByClock =
        ClockFactor * Step.Times * Limit - (Clock::now() - Step.ClockStart);
    if (G.IsDone || Left.count() <= 0 || LeftByClock.count() <= 0)
      return G.IsDone;
    // The thread may have to wait for a processor.
    G.IsDoneChanged.wait_for(Lock,
                             std::max(Shortest, std::min(Left, LeftByClock)),
                             [&G] { return G.IsDone; });
  }
}

TaskEnd banklint::runGuarded(std::function<void()> Task,
                             std::chrono::milliseconds Limit) {
  enableCrashRecovery();
  auto Owner = std::make_unique<Guard>();
  Guard &G = *Owner;
  G.Task = std::move(Task);
  llvm::thread Worker(std::optional<unsigned>(StackBytes),
                      [&G] { runOnThisThread(G); });
  clockid_t WorkerTime;
  const bool HasClock =
      pthread_getcpuclockid(Worker.native_handle(), &WorkerTime) == 0;
  if (Limit.count() != 0 && HasClock && !waitFor(G, WorkerTime, Limit)) {
    Worker.detach();
    keepForever(Owner.release());
    return TaskEnd::TimedOut;
  }
  Worker.join();
  if (!G.HasCrashed)
    return TaskEnd::Finished;
  keepForever(Owner.release());
  return TaskEnd::Crashed;
}
