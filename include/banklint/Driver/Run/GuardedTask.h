//===- GuardedTask.h - Tasks that may crash or not terminate ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources are arbitrary text and Clang is large: a file that makes it crash,
// exhaust its stack or not terminate must not affect the results of other
// files.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_GUARDEDTASK_H
#define BANKLINT_DRIVER_RUN_GUARDEDTASK_H

#include <chrono>
#include <functional>

namespace banklint {

enum class TaskEnd { Finished, Crashed, TimedOut };

/// Runs \p Task on its own thread, with a stack that is large enough for deep
/// recursion in Clang, and waits until it has taken \p Limit of processor time,
/// or without a limit if that is zero. A task that waits for something else
/// takes none; it times out after ten times the limit by the clock. A task that
/// timed out keeps running, so it must own all data that it uses, and the
/// process must end by `_Exit`, not by returning from main. After a crash, data
/// that the task used must not be read.
TaskEnd runGuarded(std::function<void()> Task, std::chrono::milliseconds Limit);

/// To be called by a guarded task: what follows has the task's limit, so many
/// times, for itself. Without effect on other threads.
void beginGuardedStep(unsigned Times = 1);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_GUARDEDTASK_H
