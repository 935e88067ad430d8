//===- GuardedTask.cpp - Work that may crash or never end -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/GuardedTask.h"
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

struct Guard {
  std::function<void()> Task;
  std::mutex Mutex;
  std::condition_variable IsDoneChanged;
  bool IsDone = false;
  bool HasCrashed = false;
};

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

TaskEnd banklint::runGuarded(std::function<void()> Task,
                             std::chrono::milliseconds Limit) {
  enableCrashRecovery();
  auto Owner = std::make_unique<Guard>();
  Guard &G = *Owner;
  G.Task = std::move(Task);
  llvm::thread Worker(std::optional<unsigned>(StackBytes),
                      [&G] { runOnThisThread(G); });
  {
    std::unique_lock<std::mutex> Lock(G.Mutex);
    const auto IsDone = [&G] { return G.IsDone; };
    if (Limit.count() == 0)
      G.IsDoneChanged.wait(Lock, IsDone);
    else if (!G.IsDoneChanged.wait_for(Lock, Limit, IsDone)) {
      Worker.detach();
      keepForever(Owner.release());
      return TaskEnd::TimedOut;
    }
  }
  Worker.join();
  if (!G.HasCrashed)
    return TaskEnd::Finished;
  keepForever(Owner.release());
  return TaskEnd::Crashed;
}
