//===- Worker.cpp - Analyses in processes of their own --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/Worker.h"
#include "banklint/JsonRpc/Pipes.h"
#include "llvm/ADT/StringSwitch.h"
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

using namespace banklint::lsp;
using namespace banklint::rpc;
namespace json = llvm::json;

extern char **environ;

namespace {

/// The ends of the pipes of a new worker, closed unless taken.
struct WorkerPipes {
  int Ends[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};

  WorkerPipes() {
    for (auto &Pipe : Ends)
      if (::pipe2(Pipe, O_CLOEXEC))
        return;
  }
  ~WorkerPipes() {
    for (auto &Pipe : Ends)
      for (int Fd : Pipe)
        if (Fd >= 0)
          ::close(Fd);
  }
  int take(unsigned Pipe, unsigned End) {
    return std::exchange(Ends[Pipe][End], -1);
  }
  bool isWhole() const { return Ends[2][1] >= 0; }
};

} // namespace

llvm::Expected<std::unique_ptr<Worker>> Worker::start(const char *Program) {
  WorkerPipes Pipes;
  if (!Pipes.isWhole())
    return llvm::createStringError("cannot make pipes for a worker");
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  // First above all of the numbers that are given below, so that none of these
  // closes another end.
  const int Theirs[] = {Pipes.Ends[0][0], Pipes.Ends[1][1], Pipes.Ends[2][0]};
  const int Numbers[] = {0, 1, 3};
  const int Above = std::max({Theirs[0], Theirs[1], Theirs[2], Numbers[2]}) + 1;
  for (int I : {0, 1, 2})
    posix_spawn_file_actions_adddup2(&Actions, Theirs[I], Above + I);
  for (int I : {0, 1, 2}) {
    posix_spawn_file_actions_adddup2(&Actions, Above + I, Numbers[I]);
    posix_spawn_file_actions_addclose(&Actions, Above + I);
  }
  std::string Argument = WorkerArgument.str();
  char *const Arguments[] = {const_cast<char *>(Program), Argument.data(),
                             nullptr};
  pid_t Child;
  const int Failed =
      ::posix_spawn(&Child, Program, &Actions, nullptr, Arguments, environ);
  posix_spawn_file_actions_destroy(&Actions);
  if (Failed)
    return llvm::createStringError(
        std::error_code(Failed, std::generic_category()),
        "cannot start a worker");
  std::unique_ptr<Worker> W(new Worker);
  W->ToWorker = Pipes.take(0, 1);
  W->FromWorker = Pipes.take(1, 0);
  W->Cancels = Pipes.take(2, 1);
  return W;
}

Worker::~Worker() {
  for (int Fd : {ToWorker, FromWorker, Cancels})
    ::close(Fd);
}

void Worker::begin(json::Object New) {
  assert(!IsBusy && "a worker runs one task at a time");
  New["task"] = ++Task;
  IsBusy = true;
  // If it is gone, receive says so.
  writeAll(ToWorker, encodeMessage(std::move(New)));
}

void Worker::cancel() {
  if (IsBusy)
    writeAll(Cancels, llvm::StringRef(reinterpret_cast<const char *>(&Task),
                                      sizeof Task));
}

std::optional<TaskOutcome> Worker::receive() {
  const std::string Bytes = readSome(FromWorker);
  if (Bytes.empty()) {
    IsGone = true;
    return IsBusy ? std::optional(TaskOutcome()) : std::nullopt;
  }
  Decoder.feed(Bytes);
  while (std::optional<std::string> Content = Decoder.next())
    if (takeContent(*Content)) {
      IsBusy = false;
      return std::exchange(Ended, std::nullopt);
    }
  return std::nullopt;
}

/// True if \p Content is the last one of an outcome.
bool Worker::takeContent(llvm::StringRef Content) {
  if (Ended) {
    Ended->Result.push_back(Content.str());
    return --PartsMissing == 0;
  }
  Ended.emplace();
  PartsMissing = 0;
  llvm::Expected<json::Value> Message = parseContent(Content);
  if (!Message) {
    llvm::consumeError(Message.takeError());
    return true;
  }
  const json::Object &Object = *Message->getAsObject();
  using End = TaskOutcome::End;
  Ended->How = llvm::StringSwitch<End>(Object.getString("end").value_or(""))
                   .Case("finished", End::Finished)
                   .Case("cancelled", End::Cancelled)
                   .Case("timed-out", End::TimedOut)
                   .Default(End::Crashed);
  PartsMissing = size_t(Object.getInteger("parts").value_or(0));
  return PartsMissing == 0;
}
