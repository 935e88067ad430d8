//===- KnownResults.h - What executions came to before ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two keys that somebody types, most kernels stay what they are, but
// for their places in the text. What executing them comes to is kept here and
// need not be found out again. The answers are those of a fresh analysis:
//
// - a result belongs to all that it was made from: the function, the programs,
//   launches, architecture, limits and numbers. Programs are compared whole
//   (isSameCode), not by a hash.
// - A result has no places in it.
// - A result that a limit on the work of several executions
//   (InterpreterBudget::Together) has cut is not kept. Taking one spends what
//   finding it has spent, and it is found anew if there is not as much left.
//
// One thread at a time may use it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_INTERPRETER_KNOWNRESULTS_H
#define BANKLINT_INTERPRETER_KNOWNRESULTS_H

#include "banklint/Interpreter/Interpreter.h"
#include "llvm/ADT/StringMap.h"

namespace banklint {

class KnownResults {
public:
  /// Starts another analysis. What the last ones did not ask for is forgotten.
  void beginAnalysis();

  /// What a result depends on, in one string. Parts are written in an order
  /// that the function \p What determines.
  class Question {
  public:
    /// \p Owner is one of a constant table; its address is its name.
    Question(KnownResults &Known, llvm::StringRef What, const void *Owner,
             const InterpreterBudget &Budget);
    Question &add(uint64_t Number);
    Question &add(const std::optional<uint64_t> &Number);
    Question &add(const KernelProgram &Program);
    Question &add(const LaunchConfig &Launch);
    Question &add(const LayoutChange &Change);

  private:
    friend class KnownResults;
    KnownResults &Known;
    std::string Key;
  };

  /// The result of \p Find for \p Asked, a value without pointers; \p Together
  /// may be null.
  template <typename FindT>
  auto ask(const Question &Asked, WorkLimit *Together, FindT Find) {
    using ResultT = decltype(Find());
    if (const Entry *Known = take(Asked, Together))
      return *std::static_pointer_cast<const ResultT>(Known->Result);
    const uint64_t Before = Together ? Together->left() : 0;
    ResultT Found = Find();
    if (!Together)
      keep(Asked, std::make_shared<const ResultT>(Found), 0);
    else if (!Together->isReached())
      keep(Asked, std::make_shared<const ResultT>(Found),
           Before - Together->left());
    return Found;
  }

  /// Questions that had a known answer, since the start.
  uint64_t taken() const { return Taken; }

private:
  struct KnownProgram {
    uint64_t Number;
    std::shared_ptr<const KernelProgram> Program;
    unsigned LastAnalysis;
  };
  struct Entry {
    std::shared_ptr<const void> Result;
    /// The work that finding it took.
    uint64_t Spent;
    unsigned LastAnalysis;
  };

  uint64_t numberOf(const KernelProgram &Program);
  const Entry *take(const Question &Asked, WorkLimit *Together);
  void keep(const Question &Asked, std::shared_ptr<const void> Result,
            uint64_t Spent);

  /// By the kernel's name.
  llvm::StringMap<std::vector<KnownProgram>> Programs;
  uint64_t LastNumber = 0;
  llvm::StringMap<Entry> Entries;
  unsigned Analysis = 0;
  uint64_t Taken = 0;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_KNOWNRESULTS_H
