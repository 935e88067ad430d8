//===- Scheduler.h - The threads of a block, one after another --*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread of a block is a fiber that runs until it ends or has to wait for
// others, at a barrier of the block or where lanes of its warp exchange values.
// Threads that have ended are not waited for.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_ORACLE_SCHEDULER_H
#define BANKLINT_TEST_ORACLE_SCHEDULER_H

#include "Recorder.h"
#include "Runtime.h"
#include <array>
#include <map>
#include <memory>
#include <string>
#include <ucontext.h>
#include <vector>

namespace oracle {

/// What lanes gave each other.
struct Exchange {
  uint32_t Arrived = 0;
  std::array<std::array<char, 16>, 32> Values{};
};

struct Thread {
  enum class State { Ready, AtBarrier, InExchange, Ended };

  ucontext_t Saved;
  State Now = State::Ready;
  OracleIndex Index{};
  unsigned Number = 0;
  Context At = 0;
  /// InExchange: the lanes that it waits for.
  uint32_t Mask = 0;
  long Value = 0;
  Exchange Seen;

  unsigned warp() const { return Number / 32; }
  unsigned lane() const { return Number % 32; }
};

class Scheduler {
public:
  Scheduler();

  /// Runs all threads of a block; what went wrong, or nothing.
  std::string run(OracleIndex Block, void (*Body)(void *), void *Data);

  /// The thread that runs; null outside of run().
  Thread *current() const { return Current; }
  /// Lets the others run until somebody makes the thread ready.
  void wait(Thread::State Why);
  /// Ends the block from inside of a thread or a signal handler.
  [[noreturn]] void fail(const char *Why);

  /// Of the last barrier.
  long BarrierSum = 0;
  std::map<std::pair<unsigned, uint32_t>, Exchange> Exchanges;

private:
  static void start();
  void prepare(OracleIndex Block);
  bool release();
  bool releaseBarrier();
  bool releaseExchanges();
  void resume(Thread &T);

  std::vector<std::unique_ptr<Thread>> Threads;
  std::vector<char *> Stacks;
  Thread *Current = nullptr;
  ucontext_t Main;
  void (*Body)(void *) = nullptr;
  void *Data = nullptr;
  std::string Failure;
};

Scheduler &scheduler();

} // namespace oracle

#endif // BANKLINT_TEST_ORACLE_SCHEDULER_H
