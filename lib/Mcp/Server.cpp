//===- Server.cpp - The server for coding agents --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Mcp/Server.h"
#include "Pages.h"
#include "Process.h"
#include "Tools.h"
#include "banklint/JsonRpc/Transport.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <csignal>
#include <deque>
#include <poll.h>

using namespace banklint;
using namespace banklint::mcp;
using namespace banklint::rpc;
namespace json = llvm::json;

/// The versions of the protocol that all that is used here is the same in, the
/// newest first. That of 2025-03-26 has messages in batches.
static constexpr llvm::StringLiteral ProtocolVersions[] = {
    "2025-11-25", "2025-06-18", "2024-11-05"};

static constexpr llvm::StringLiteral Instructions =
    "banklint computes shared-memory bank conflicts from CUDA source; exact "
    "means equal to the GPU's counters. Loop: check, apply a fix (edit, or "
    "apply_fixes), check again. If it assumed a block shape, pass 'block'. "
    "banklint://docs/agents/SKILL.md says more.";

/// What banklint's exit status is if a file could not be analyzed.
static constexpr int RunFailure = 2;
/// What is always kept of the messages of a run, which end in a summary.
static constexpr size_t KeptOfMessages = 2048;

/// In milliseconds; then the time is looked at again.
static constexpr int64_t LongestWait = 3600 * 1000;

namespace {

using Clock = std::chrono::steady_clock;

struct Call {
  json::Value Id;
  Command Of;
};

struct RunningCall {
  json::Value Id;
  std::unique_ptr<Process> Program;
  Clock::time_point End;
  bool IsLate = false;
  /// The client does not want the answer any more.
  bool IsCancelled = false;
};

class Server {
public:
  explicit Server(const ServerOptions &Options) : Options(Options) {}

  int run();

private:
  void wait();
  void readInput();
  void onContent(llvm::StringRef Content);
  void onNotification(const Message &M);
  void onRequest(Message M);
  json::Object initialize(const json::Value &Params) const;
  void onCall(json::Value Id, const json::Value &Params);
  void onReadPage(json::Value Id, const json::Value &Params);
  void startNext();
  void endCall();
  std::string answerOf(int Status) const;
  void send(const json::Value &Message) {
    HasReader &= writeAll(Options.Output, encodeLine(Message));
  }
  void sendText(json::Value Id, llvm::StringRef Text, bool IsError);

  const ServerOptions &Options;
  LineDecoder Decoder;
  bool HasInput = true;
  bool HasReader = true;
  /// In the order that they came in; one runs at a time, as it uses all of the
  /// memory that it may.
  std::deque<Call> Waiting;
  std::optional<RunningCall> Running;
};

} // namespace

/// \p Text without what would make it longer than \p Bytes, at the end of a
/// line; \p DroppedLines more are missing already.
static std::string shortened(llvm::StringRef Text, size_t DroppedLines,
                             size_t Bytes) {
  if (Text.size() <= Bytes && DroppedLines == 0)
    return Text.str();
  constexpr size_t NoteBytes = 80;
  Bytes -= std::min(Bytes, NoteBytes);
  const llvm::StringRef Kept =
      Text.take_front(Text.take_front(Bytes).rfind('\n') + 1);
  const size_t Lines = Text.drop_front(Kept.size()).count('\n') + DroppedLines;
  return (Kept + counted(Lines, "line") +
          " left out; name a file or a kernel to see less at once\n")
      .str();
}

void Server::sendText(json::Value Id, llvm::StringRef Text, bool IsError) {
  send(makeResponse(
      std::move(Id),
      json::Object{
          {"content", json::Array{json::Object{{"type", "text"},
                                               {"text", json::fixUTF8(Text)}}}},
          {"isError", IsError}}));
}

json::Object Server::initialize(const json::Value &Params) const {
  llvm::StringRef Version = ProtocolVersions[0];
  if (const json::Object *Object = Params.getAsObject())
    if (const auto Asked = Object->getString("protocolVersion"))
      // Dates: the newest that is not newer, if there is one.
      for (llvm::StringRef Known : llvm::reverse(ProtocolVersions))
        if (Known <= *Asked)
          Version = Known;
  return json::Object{
      {"protocolVersion", Version},
      {"capabilities",
       json::Object{{"tools", json::Object{}}, {"resources", json::Object{}}}},
      {"serverInfo",
       json::Object{{"name", "banklint"}, {"version", Options.Version}}},
      {"instructions", Instructions}};
}

void Server::onCall(json::Value Id, const json::Value &Params) {
  const json::Object *Object = Params.getAsObject();
  const std::optional<llvm::StringRef> Name =
      Object ? Object->getString("name") : std::nullopt;
  if (!Name || !isTool(*Name)) {
    send(makeError(std::move(Id), {ErrorCode::InvalidParams,
                                   "unknown tool '" + Name.value_or("").str() +
                                       "'; tools/list names all"}));
    return;
  }
  const json::Value *Arguments = Object->get("arguments");
  llvm::Expected<Command> Of =
      commandOf(*Name, Arguments ? *Arguments : json::Value(nullptr));
  // An answer that the agent reads, and not one that its client reports.
  if (!Of)
    return sendText(std::move(Id), llvm::toString(Of.takeError()),
                    /*IsError=*/true);
  Waiting.push_back({std::move(Id), std::move(*Of)});
}

void Server::onReadPage(json::Value Id, const json::Value &Params) {
  const json::Object *Object = Params.getAsObject();
  const std::string Uri =
      Object ? Object->getString("uri").value_or("").str() : "";
  if (std::optional<json::Value> Page = readPage(Uri))
    return send(makeResponse(std::move(Id), std::move(*Page)));
  send(makeError(std::move(Id), {ErrorCode::ResourceNotFound,
                                 "there is no page '" + Uri + "'"}));
}

void Server::onRequest(Message M) {
  if (M.Method == "initialize")
    return send(makeResponse(std::move(*M.Id), initialize(M.Params)));
  if (M.Method == "ping")
    return send(makeResponse(std::move(*M.Id), json::Object{}));
  if (M.Method == "tools/list")
    return send(makeResponse(std::move(*M.Id), listOfTools()));
  if (M.Method == "tools/call")
    return onCall(std::move(*M.Id), M.Params);
  if (M.Method == "resources/list")
    return send(makeResponse(std::move(*M.Id), listOfPages()));
  if (M.Method == "resources/templates/list")
    return send(makeResponse(
        std::move(*M.Id), json::Object{{"resourceTemplates", json::Array{}}}));
  if (M.Method == "resources/read")
    return onReadPage(std::move(*M.Id), M.Params);
  send(makeError(std::move(*M.Id), {ErrorCode::MethodNotFound,
                                    "unknown method '" + M.Method + "'"}));
}

void Server::onNotification(const Message &M) {
  const json::Object *Params = M.Params.getAsObject();
  const json::Value *Id = Params ? Params->get("requestId") : nullptr;
  if (M.Method != "notifications/cancelled" || !Id)
    return;
  llvm::erase_if(Waiting, [Id](const Call &Each) { return Each.Id == *Id; });
  if (Running && Running->Id == *Id) {
    Running->IsCancelled = true;
    Running->Program->kill();
  }
}

void Server::onContent(llvm::StringRef Content) {
  MessageError Problem;
  std::optional<Message> M = parseMessage(Content, Problem);
  if (!M)
    return send(makeError(std::move(Problem.Id), Problem.Error));
  if (M->Method.empty())
    return;
  if (M->Id)
    onRequest(std::move(*M));
  else
    onNotification(*M);
}

void Server::readInput() {
  const std::string Bytes = readSome(Options.Input);
  HasInput = !Bytes.empty();
  // The last line may have no end.
  Decoder.feed(HasInput ? llvm::StringRef(Bytes) : "\n");
  while (std::optional<std::string> Content = Decoder.next())
    onContent(*Content);
  if (Decoder.failure()) {
    send(makeError(nullptr, {ErrorCode::ParseError, *Decoder.failure()}));
    HasInput = false;
  }
}

void Server::startNext() {
  Call Next = std::move(Waiting.front());
  Waiting.pop_front();
  auto Program = Process::start(Options.Program, Next.Of, Options.MemoryLimit);
  if (!Program)
    return sendText(std::move(Next.Id), llvm::toString(Program.takeError()),
                    /*IsError=*/true);
  Running.emplace(RunningCall{std::move(Next.Id), std::move(*Program),
                              Clock::now() + Options.TimeLimit});
}

/// What the running call is answered with after its program ended with
/// \p Status.
std::string Server::answerOf(int Status) const {
  const auto Seconds = std::to_string(Options.TimeLimit.count());
  if (Running->IsLate)
    return "stopped after " + Seconds +
           " s; name one file or one kernel, or start the server with a larger "
           "--time-limit\n";
  const llvm::StringRef Report = Running->Program->output(0);
  const llvm::StringRef Messages = Running->Program->output(1);
  const auto RoomBeside = [this](llvm::StringRef Other) {
    return Options.MaxAnswerBytes -
           std::min(Options.MaxAnswerBytes, Other.size());
  };
  std::string Kept = shortened(Messages, Running->Program->droppedLines(1),
                               std::max(KeptOfMessages, RoomBeside(Report)));
  // Not even banklint's own messages about a crash.
  if (Status < 0)
    Kept += "banklint was ended by signal " + std::to_string(-Status) + "\n";
  else if (Status == 127)
    Kept += "cannot run '" + Options.Program + "'\n";
  return shortened(Report, Running->Program->droppedLines(0),
                   RoomBeside(Kept)) +
         Kept;
}

void Server::endCall() {
  const int Status = Running->Program->status().value_or(0);
  if (!Running->IsCancelled) {
    const bool HasFailed =
        Running->IsLate || Status < 0 || Status >= RunFailure;
    sendText(std::move(Running->Id), answerOf(Status), HasFailed);
  }
  Running.reset();
}

/// Waits for something to happen, and does what follows from it.
void Server::wait() {
  pollfd Watched[3] = {{HasInput ? Options.Input : -1, POLLIN, 0},
                       {-1, POLLIN, 0},
                       {-1, POLLIN, 0}};
  int Timeout = -1;
  if (Running) {
    for (unsigned Stream : {0, 1})
      Watched[1 + Stream].fd = Running->Program->fd(Stream);
    const auto Left = std::chrono::ceil<std::chrono::milliseconds>(
        Running->End - Clock::now());
    if (!Running->IsLate)
      Timeout = int(std::clamp<int64_t>(Left.count(), 0, LongestWait));
  }
  if (::poll(Watched, std::size(Watched), Timeout) == 0 && Running &&
      Clock::now() >= Running->End) {
    Running->IsLate = true;
    Running->Program->kill();
  }
  if (Running) {
    for (unsigned Stream : {0, 1})
      if (Watched[1 + Stream].revents)
        Running->Program->read(Stream);
    if (Running->Program->fd(0) < 0 && Running->Program->fd(1) < 0)
      endCall();
  }
  if (Watched[0].revents)
    readInput();
}

int Server::run() {
  while (HasReader && (HasInput || Running || !Waiting.empty())) {
    if (!Running && !Waiting.empty())
      startNext();
    else
      wait();
  }
  return Decoder.failure() ? 1 : 0;
}

int banklint::mcp::runServer(const ServerOptions &Options) {
  std::signal(SIGPIPE, SIG_IGN);
  return Server(Options).run();
}
