//===- WorkLimit.h - A limit for many executions ----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is executed many times: for each launch, and to try changes of its
// arrays. What all of them may do together is limited by statements, which are
// the same on every machine. Processor time is limited as well, for statements
// that take much longer than others.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_INTERPRETER_WORKLIMIT_H
#define BANKLINT_INTERPRETER_WORKLIMIT_H

#include <chrono>
#include <cstdint>

namespace banklint {

class WorkLimit {
public:
  /// At most \p Units of work, and at most \p Time of the calling thread's
  /// processor time from now on; zero means that it is not limited. Only that
  /// thread may use the limit.
  explicit WorkLimit(uint64_t Units,
                     std::chrono::milliseconds Time = std::chrono::seconds(0));

  /// One more unit of work, such as a statement that is executed. False if it
  /// must not be done: the limit is reached then, once and for all.
  bool spend() {
    if (Granted == 0)
      return grant();
    --Granted;
    return true;
  }
  /// \p Units more at once; false, and none is spent, if not as many are left.
  bool spend(uint64_t Units);
  /// The units that are not spent yet.
  uint64_t left() const { return IsReached ? 0 : Granted + Left; }
  /// Some work was refused.
  bool isReached() const { return IsReached; }
  /// It was refused because of the time that the work before took.
  bool isOutOfTime() const { return IsOutOfTime; }

private:
  bool grant();

  /// What may be spent before the clock is read, and after that.
  uint64_t Granted = 0;
  uint64_t Left;
  /// Of the thread's processor time; zero means that there is none.
  std::chrono::nanoseconds End{0};
  bool IsReached = false;
  bool IsOutOfTime = false;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_WORKLIMIT_H
