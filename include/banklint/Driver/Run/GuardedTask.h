//===- GuardedTask.h - Work that may crash or never end ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources are arbitrary text and Clang is large: a file that makes it crash,
// exhaust its stack or run for ever must not take the other files' results
// along.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_GUARDEDTASK_H
#define BANKLINT_DRIVER_RUN_GUARDEDTASK_H

#include <chrono>
#include <functional>

namespace banklint {

enum class TaskEnd { Finished, Crashed, TimedOut };

/// Runs \p Task on a thread of its own, with a stack that deep recursion in
/// Clang fits in, and waits for it: at most \p Limit, or for ever if that is
/// zero. A task that timed out goes on running. So it must own all that it
/// touches, and the process must end by `_Exit`, not by returning from main.
/// After a crash nothing that the task touched may be relied on.
TaskEnd runGuarded(std::function<void()> Task, std::chrono::milliseconds Limit);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_GUARDEDTASK_H
