//===- Messages.cpp - What a run reports about itself ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Messages.h"
#include "banklint/Driver/Config/Config.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

static bool isError(const RunMessage &Message) {
  return Message.Kind == MessageKind::Error;
}

void MessageLog::add(RunMessage Message) {
  Messages.push_back(std::move(Message));
  if (OnMessage)
    OnMessage(Messages.back());
}

void MessageLog::errorAt(const llvm::Twine &Text) {
  RunMessage Message{MessageKind::Error, Text.str(), /*HasPlace=*/true};
  if (llvm::none_of(Messages, [&Message](const RunMessage &Known) {
        return isError(Known) && Known.Text == Message.Text;
      }))
    add(std::move(Message));
}

void MessageLog::error(llvm::Error Failure) {
  llvm::handleAllErrors(
      std::move(Failure),
      [this](const ConfigError &Problem) {
        add({MessageKind::Error, Problem.message(), /*HasPlace=*/true});
      },
      [this](const llvm::ErrorInfoBase &Problem) { error(Problem.message()); });
}

bool MessageLog::hasErrors() const { return llvm::any_of(Messages, isError); }

std::vector<std::string> MessageLog::errors() const {
  std::vector<std::string> Texts;
  for (const RunMessage &Message : Messages)
    if (isError(Message))
      Texts.push_back(Message.Text);
  return Texts;
}
