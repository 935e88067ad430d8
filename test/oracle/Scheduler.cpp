//===- Scheduler.cpp - The threads of a block, one after another ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include <csignal>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

using namespace oracle;

/// Seconds of processor time that one block may take; spin locks never end
/// here.
static constexpr int TimeLimit = 5;
static constexpr size_t StackBytes = 128 * 1024;

Scheduler &oracle::scheduler() {
  static Scheduler Only;
  return Only;
}

static void onSignal(int Signal) {
  if (!scheduler().current())
    _exit(1);
  scheduler().fail(Signal == SIGPROF  ? "time limit"
                   : Signal == SIGFPE ? "division by zero"
                                      : "access to memory that is not there");
}

Scheduler::Scheduler() {
  // Fibers have small stacks; the handler needs one that is intact.
  static char HandlerStack[64 * 1024];
  stack_t Stack{};
  Stack.ss_sp = HandlerStack;
  Stack.ss_size = sizeof(HandlerStack);
  sigaltstack(&Stack, nullptr);
  struct sigaction Action{};
  Action.sa_handler = onSignal;
  Action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int Signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGPROF})
    sigaction(Signal, &Action, nullptr);
}

void Scheduler::start() {
  Scheduler &S = scheduler();
  S.Body(S.Data);
  S.Current->Now = Thread::State::Ended;
  setcontext(&S.Main);
}

/// Below the stack lies a page that nobody may touch.
static char *newStack() {
  constexpr size_t Page = 4096;
  void *Memory = mmap(nullptr, StackBytes + Page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  mprotect(Memory, Page, PROT_NONE);
  return static_cast<char *>(Memory) + Page;
}

void Scheduler::prepare(OracleIndex Block) {
  unsigned Count = Block.x * Block.y * Block.z;
  while (Stacks.size() < Count)
    Stacks.push_back(newStack());
  Threads.clear();
  for (unsigned I = 0; I != Count; ++I) {
    Threads.push_back(std::make_unique<Thread>());
    Thread &T = *Threads.back();
    T.Number = I;
    T.Index = {I % Block.x, I / Block.x % Block.y, I / Block.x / Block.y};
    getcontext(&T.Saved);
    T.Saved.uc_stack.ss_sp = Stacks[I];
    T.Saved.uc_stack.ss_size = StackBytes;
    T.Saved.uc_link = nullptr;
    makecontext(&T.Saved, start, 0);
  }
}

void Scheduler::resume(Thread &T) {
  Current = &T;
  oracle_threadIdx = T.Index;
  swapcontext(&Main, &T.Saved);
  Current = nullptr;
}

void Scheduler::wait(Thread::State Why) {
  Current->Now = Why;
  swapcontext(&Current->Saved, &Main);
}

void Scheduler::fail(const char *Why) {
  Failure = Why;
  setcontext(&Main);
  _exit(1);
}

bool Scheduler::releaseBarrier() {
  bool Any = false;
  long Sum = 0;
  for (const auto &T : Threads) {
    if (T->Now == Thread::State::Ended)
      continue;
    if (T->Now != Thread::State::AtBarrier)
      return false;
    Any = true;
    Sum += T->Value;
  }
  if (!Any)
    return false;
  BarrierSum = Sum;
  for (const auto &T : Threads)
    if (T->Now == Thread::State::AtBarrier)
      T->Now = Thread::State::Ready;
  return true;
}

/// Exchanges in which all lanes that still run have arrived.
bool Scheduler::releaseExchanges() {
  bool Any = false;
  for (auto It = Exchanges.begin(); It != Exchanges.end();) {
    auto &[Key, E] = *It;
    auto [Warp, Mask] = Key;
    uint32_t Running = 0;
    for (unsigned I = Warp * 32; I < Threads.size() && I < Warp * 32 + 32; ++I)
      if (Threads[I]->Now != Thread::State::Ended)
        Running |= 1u << I % 32;
    if ((Mask & Running & ~E.Arrived) != 0) {
      ++It;
      continue;
    }
    for (unsigned Lane = 0; Lane != 32; ++Lane)
      if (E.Arrived >> Lane & 1) {
        Thread &T = *Threads[Warp * 32 + Lane];
        T.Seen = E;
        T.Now = Thread::State::Ready;
        Any = true;
      }
    It = Exchanges.erase(It);
  }
  return Any;
}

bool Scheduler::release() { return releaseExchanges() || releaseBarrier(); }

static void setTimer(int Seconds) {
  itimerval Timer{};
  Timer.it_value.tv_sec = Seconds;
  setitimer(ITIMER_PROF, &Timer, nullptr);
}

std::string Scheduler::run(OracleIndex Block, void (*Body)(void *),
                           void *Data) {
  this->Body = Body;
  this->Data = Data;
  Failure.clear();
  Exchanges.clear();
  prepare(Block);
  setTimer(TimeLimit);
  bool IsOver = false;
  while (!IsOver && Failure.empty()) {
    IsOver = true;
    for (const auto &T : Threads) {
      if (T->Now == Thread::State::Ready && Failure.empty())
        resume(*T);
      IsOver &= T->Now == Thread::State::Ended;
    }
    if (!IsOver && Failure.empty() && !release())
      Failure = "threads wait for each other";
  }
  setTimer(0);
  return Failure;
}
