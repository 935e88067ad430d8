//===- WorkerProcess.cpp - The process that analyzes a document -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreambleProcess.h"
#include "banklint/JsonRpc/Pipes.h"
#include "banklint/Lsp/DocumentAnalysis.h"
#include "banklint/Lsp/Worker.h"
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace banklint::lsp;
using namespace banklint::rpc;
namespace json = llvm::json;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int Requests = STDIN_FILENO;
constexpr int Answers = STDOUT_FILENO;
/// Numbers of tasks that are to end, each as an unsigned in one write.
constexpr int Cancels = 3;

/// One task, as both sides of the fork see it.
struct Fork {
  Pipe Result;
  Pipe Permission;
  pid_t Child = -1;
};

class WorkerProcess {
public:
  int serve();

private:
  /// How the old process goes on after a task.
  enum class Then { Serve, Exit };

  void runTask(const json::Object &Task, Fork &F);
  Then watch(const json::Object &Task, Fork &F);
  void endFork(Fork &F);
  bool isCancelled() const;
  void prepareNext(const json::Object &Task);
  void waitForRequest();
  void answer(llvm::StringRef How, llvm::ArrayRef<std::string> Result = {});

  DocumentAnalysis Document;
  PreambleProcess Preparing;
  unsigned Number = 0;
};

} // namespace

/// \p Head, which says how many texts follow, and these.
static std::string encodeParts(json::Object Head,
                               llvm::ArrayRef<std::string> Parts) {
  Head["parts"] = int64_t(Parts.size());
  std::string Bytes = encodeMessage(std::move(Head));
  for (const std::string &Part : Parts)
    Bytes += encodeContent(Part);
  return Bytes;
}

/// In the fork: does the task, hands over the result, and returns if the fork
/// is to take the worker's place.
void WorkerProcess::runTask(const json::Object &Task, Fork &F) {
  F.Result.closeEnd(0);
  F.Permission.closeEnd(1);
  limitMemory(Task.getInteger("memory").value_or(0));
  std::vector<std::string> Result;
  bool MayReplace = false;
  json::Path::Root Root;
  if (Task.getString("op") == "analyze") {
    AnalysisInput Input;
    if (const json::Value *Given = Task.get("input");
        Given && fromJSON(*Given, Input, Root)) {
      FactTexts Texts = textsOf(Document.analyze(std::move(Input)));
      Result = {std::move(Texts.Head), std::move(Texts.Diagnostics),
                std::move(Texts.Details)};
      MayReplace = !Document.isWasted();
    }
  } else {
    Position At;
    if (const json::Value *Given = Task.get("position");
        Given && fromJSON(*Given, At, Root))
      llvm::raw_string_ostream(Result.emplace_back()) << Document.bankMap(At);
  }
  const bool IsTaken =
      writeAll(F.Result.Ends[1],
               encodeParts(json::Object{{"mayReplace", MayReplace}}, Result));
  // Leave threads that are still running where they are.
  if (!IsTaken || !MayReplace || readSome(F.Permission.Ends[0]).empty())
    ::_exit(0);
  // The worker ends now, and must not take its successor along.
  ::prctl(PR_SET_PDEATHSIG, 0);
  if (!writeAll(F.Result.Ends[1], "r"))
    ::_exit(0);
}

void WorkerProcess::answer(llvm::StringRef How,
                           llvm::ArrayRef<std::string> Result) {
  if (!writeAll(
          Answers,
          encodeParts(json::Object{{"task", Number}, {"end", How}}, Result)))
    ::_exit(0);
}

bool WorkerProcess::isCancelled() const {
  unsigned Cancelled = 0;
  return ::read(Cancels, &Cancelled, sizeof Cancelled) == sizeof Cancelled &&
         Cancelled == Number;
}

void WorkerProcess::endFork(Fork &F) {
  ::kill(F.Child, SIGKILL);
  int Status;
  while (::waitpid(F.Child, &Status, 0) < 0 && errno == EINTR) {
  }
}

/// Waits for the fork's result, the end of its time, or the wish to end it.
WorkerProcess::Then WorkerProcess::watch(const json::Object &Task, Fork &F) {
  F.Result.closeEnd(1);
  F.Permission.closeEnd(0);
  const auto Limit =
      std::chrono::seconds(Task.getInteger("limit").value_or(60));
  const Clock::time_point End = Clock::now() + Limit;
  MessageDecoder Decoder;
  std::vector<std::string> Contents;
  for (;;) {
    const auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        End - Clock::now());
    if (Left.count() <= 0) {
      endFork(F);
      answer("timed-out");
      return Then::Serve;
    }
    pollfd Polled[] = {
        {F.Result.Ends[0], POLLIN, 0}, {Cancels, POLLIN, 0}, {Requests, 0, 0}};
    ::poll(Polled, 3, int(std::min<int64_t>(Left.count() + 1, 60'000)));
    if (Polled[2].revents & (POLLHUP | POLLERR)) {
      endFork(F);
      ::_exit(0);
    }
    if (Polled[0].revents) {
      const std::string Bytes = readSome(F.Result.Ends[0]);
      if (Bytes.empty()) {
        endFork(F);
        answer("crashed");
        return Then::Serve;
      }
      Decoder.feed(Bytes);
    } else if (Polled[1].revents && isCancelled()) {
      endFork(F);
      answer("cancelled");
      return Then::Serve;
    }
    while (std::optional<std::string> Content = Decoder.next())
      Contents.push_back(std::move(*Content));
    if (Contents.empty())
      continue;
    llvm::Expected<json::Value> Head = parseContent(Contents.front());
    if (!Head) {
      llvm::consumeError(Head.takeError());
      endFork(F);
      answer("crashed");
      return Then::Serve;
    }
    const json::Object &Object = *Head->getAsObject();
    const bool MayReplace = Object.getBoolean("mayReplace").value_or(false);
    const auto Parts = llvm::ArrayRef(Contents).drop_front();
    if (int64_t(Parts.size()) < Object.getInteger("parts").value_or(0))
      continue;
    answer("finished", Parts);
    if (MayReplace && writeAll(F.Permission.Ends[1], "p") &&
        !readSome(F.Result.Ends[0]).empty())
      return Then::Exit;
    endFork(F);
    return Then::Serve;
  }
}

/// Has the headers of the last analysis parsed for the next one.
void WorkerProcess::prepareNext(const json::Object &Task) {
  if (Preparing.isBusy())
    return;
  if (std::optional<banklint::PreambleSource> Wanted =
          Document.preambles().takeWanted())
    Preparing.begin(*Wanted, Task.getInteger("memory").value_or(0));
}

/// Waits until there is something to read, and takes what is prepared
/// meanwhile.
void WorkerProcess::waitForRequest() {
  for (;;) {
    pollfd Polled[] = {{Requests, POLLIN, 0}, {Preparing.fd(), POLLIN, 0}};
    if (::poll(Polled, 2, -1) < 0 && errno != EINTR)
      return;
    if (Polled[1].revents)
      if (std::optional<banklint::Preamble> Made = Preparing.receive())
        Document.preambles().add(std::move(*Made));
    if (Polled[0].revents)
      return;
  }
}

int WorkerProcess::serve() {
  MessageDecoder Decoder;
  for (;;) {
    std::optional<std::string> Content;
    while (!(Content = Decoder.next())) {
      waitForRequest();
      const std::string Bytes = readSome(Requests);
      if (Bytes.empty() || Decoder.failure())
        return 0;
      Decoder.feed(Bytes);
    }
    llvm::Expected<json::Value> Read = parseContent(*Content);
    if (!Read) {
      llvm::consumeError(Read.takeError());
      return 1;
    }
    const json::Object &Task = *Read->getAsObject();
    Number = unsigned(Task.getInteger("task").value_or(0));
    Fork F;
    const pid_t Parent = ::getpid();
    F.Child = ::fork();
    if (F.Child == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      // The worker may have ended before the line above.
      if (::getppid() != Parent)
        ::_exit(0);
      runTask(Task, F);
      prepareNext(Task);
    } else if (F.Child < 0) {
      answer("crashed");
    } else if (watch(Task, F) == Then::Exit) {
      ::_exit(0);
    }
  }
}

int banklint::lsp::runWorker() {
  // A server that is gone is seen when writing fails.
  std::signal(SIGPIPE, SIG_IGN);
  ::prctl(PR_SET_NAME, "banklint-worker");
  // What libraries print must not be taken for an answer; the pipes are at
  // fixed places.
  ::fcntl(Cancels, F_SETFL, O_NONBLOCK);
  return WorkerProcess().serve();
}
