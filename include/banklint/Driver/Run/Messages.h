//===- Messages.h - What a run reports about itself -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings are about the code; these messages are about the analysis of it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_MESSAGES_H
#define BANKLINT_DRIVER_RUN_MESSAGES_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>
#include <vector>

namespace banklint {

enum class MessageKind {
  /// All may be well.
  Note,
  Warning,
  /// The run fails: findings may be missing, or a file was not written.
  Error,
};

struct RunMessage {
  MessageKind Kind = MessageKind::Note;
  /// One sentence without a final period.
  std::string Text;
  /// Text starts with "file:line:column: error: ", and may be several lines.
  bool HasPlace = false;
};

/// The messages of a run, in their order.
class MessageLog {
public:
  /// \p OnMessage is called with each message as soon as there is one.
  explicit MessageLog(
      std::function<void(const RunMessage &)> OnMessage = nullptr)
      : OnMessage(std::move(OnMessage)) {}

  void note(const llvm::Twine &Text) { add({MessageKind::Note, Text.str()}); }
  void warn(const llvm::Twine &Text) {
    add({MessageKind::Warning, Text.str()});
  }
  void error(const llvm::Twine &Text) { add({MessageKind::Error, Text.str()}); }
  /// An error whose text starts with its place. The same text is logged once: a
  /// problem of a header is found with each file that includes it.
  void errorAt(const llvm::Twine &Text);
  /// Mistakes in configurations have a place.
  void error(llvm::Error Failure);

  const std::vector<RunMessage> &all() const { return Messages; }
  /// A message of another log.
  void add(RunMessage Message);
  bool hasErrors() const;
  /// The texts of the errors.
  std::vector<std::string> errors() const;

private:
  std::function<void(const RunMessage &)> OnMessage;
  std::vector<RunMessage> Messages;
};

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_MESSAGES_H
