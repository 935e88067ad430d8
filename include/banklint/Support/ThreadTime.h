//===- ThreadTime.h - Processor time of a thread ----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SUPPORT_THREADTIME_H
#define BANKLINT_SUPPORT_THREADTIME_H

#include <chrono>
#include <ctime>

namespace banklint {

/// What the clock \p Id shows; zero if there is no such clock.
inline std::chrono::nanoseconds timeOf(clockid_t Id) {
  timespec Now = {};
  if (clock_gettime(Id, &Now) != 0)
    return {};
  return std::chrono::seconds(Now.tv_sec) +
         std::chrono::nanoseconds(Now.tv_nsec);
}

/// The processor time of the calling thread since its start. Unlike the clock's
/// it does not depend on what else the machine does.
inline std::chrono::nanoseconds threadTime() {
  return timeOf(CLOCK_THREAD_CPUTIME_ID);
}

} // namespace banklint

#endif // BANKLINT_SUPPORT_THREADTIME_H
