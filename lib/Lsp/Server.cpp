//===- Server.cpp - Messages and the life of the server -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EditorServer.h"
#include "banklint/JsonRpc/Pipes.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>
#include <csignal>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace banklint;
using namespace banklint::lsp;
using namespace banklint::rpc;
namespace json = llvm::json;

static constexpr auto ParentCheckEvery = std::chrono::seconds(2);

int banklint::lsp::runServer(const ServerOptions &Options) {
  std::signal(SIGPIPE, SIG_IGN);
  // Workers that took another's place become children of the server.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  return EditorServer(Options).run();
}

int EditorServer::run() {
  while (!IsDone)
    wait();
  while (!Output.empty() && writeAll(Options.Output, Output))
    Output.clear();
  return IsShutDown ? 0 : 1;
}

bool EditorServer::isParentGone() const {
  return Parent > 0 && ::kill(pid_t(Parent), 0) != 0 && errno == ESRCH;
}

/// Waits until there is something to do, and does it.
void EditorServer::wait() {
  std::vector<pollfd> Polled = {{Options.Input, POLLIN, 0}};
  if (!Output.empty())
    Polled.push_back({Options.Output, POLLOUT, 0});
  const size_t FirstWorker = Polled.size();
  std::vector<OpenDocument *> Working;
  for (const auto &[Uri, D] : Documents)
    if (D->Process) {
      Polled.push_back({D->Process->fd(), POLLIN, 0});
      Working.push_back(D.get());
    }
  int Timeout = timeToNext();
  if (Parent > 0 && (Timeout < 0 || Timeout > 2000))
    Timeout = 2000;
  ::poll(Polled.data(), Polled.size(), Timeout);
  if (FirstWorker == 2 && Polled[1].revents)
    flushOutput();
  for (size_t I = 0; I < Working.size(); ++I)
    if (Polled[FirstWorker + I].revents)
      receive(*Working[I]);
  // Last, since a message may close a document.
  if (Polled[0].revents)
    readInput();
  startAnalyses();
  showProgress();
  if (Parent > 0 && Clock::now() >= NextParentCheck) {
    NextParentCheck = Clock::now() + ParentCheckEvery;
    IsDone |= isParentGone();
  }
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

void EditorServer::readInput() {
  const std::string Bytes = readSome(Options.Input);
  if (Bytes.empty()) {
    IsDone = true;
    return;
  }
  Decoder.feed(Bytes);
  while (std::optional<std::string> Content = Decoder.next()) {
    onContent(*Content);
    if (IsDone)
      return;
  }
  for (unsigned Count = Decoder.takeSkipped(); Count > 0; --Count)
    send(makeError(nullptr, {ErrorCode::ParseError,
                             "a header has no valid Content-Length"}));
  if (Decoder.failure()) {
    send(makeError(nullptr, {ErrorCode::ParseError, *Decoder.failure()}));
    IsDone = true;
  }
}

/// Writes as much as certainly does not block: a client that does not read must
/// not stop the server from reading, or both wait for each other.
void EditorServer::flushOutput() {
  size_t Sent = 0;
  pollfd Polled = {Options.Output, POLLOUT, 0};
  do {
    const size_t Size = std::min<size_t>(Output.size() - Sent, PIPE_BUF);
    const ssize_t Written = ::write(Options.Output, Output.data() + Sent, Size);
    if (Written > 0)
      Sent += size_t(Written);
    else if (errno != EINTR && errno != EAGAIN)
      IsDone = true;
    else
      break;
  } while (!IsDone && Sent != Output.size() && ::poll(&Polled, 1, 0) > 0);
  Output.erase(0, Sent);
}

void EditorServer::send(json::Value Message) {
  Output += encodeMessage(Message);
}

void EditorServer::notify(llvm::StringRef Method, json::Value Params) {
  send(makeNotification(Method, std::move(Params)));
}

void EditorServer::ask(llvm::StringRef Method, json::Value Params,
                       std::function<void(const json::Value &)> Then) {
  Asked[++LastAsked] = std::move(Then);
  send(makeRequest(LastAsked, Method, std::move(Params)));
}

void EditorServer::showMessage(int Type, llvm::StringRef Text) {
  notify("window/showMessage",
         json::Object{{"type", Type}, {"message", json::fixUTF8(Text)}});
}

void EditorServer::onContent(llvm::StringRef Content) {
  MessageError Problem;
  if (std::optional<Message> M = parseMessage(Content, Problem))
    onMessage(std::move(*M));
  else
    send(makeError(std::move(Problem.Id), Problem.Error));
}

void EditorServer::onMessage(Message M) {
  if (M.Method.empty()) {
    // An answer to what the server asked.
    const std::optional<int64_t> Id =
        M.Id ? M.Id->getAsInteger() : std::nullopt;
    auto Found = Id ? Asked.find(*Id) : Asked.end();
    if (Found == Asked.end())
      return;
    const auto Then = std::move(Found->second);
    Asked.erase(Found);
    if (Then && M.Result)
      Then(*M.Result);
  } else if (M.Id) {
    onRequest(std::move(M));
  } else {
    onNotification(M);
  }
}

/// Reads \p M's parameters; of what is not valid, the client is told in the log
/// only, since notifications have no answer.
template <typename T>
static std::optional<T> paramsOf(const json::Value &Value) {
  T Params;
  json::Path::Root Root;
  if (fromJSON(Value, Params, Root))
    return Params;
  return std::nullopt;
}

void EditorServer::onNotification(const Message &M) {
  if (M.Method == "exit") {
    IsDone = true;
    return;
  }
  if (!IsInitialized || IsShutDown)
    return;
  const json::Object *Object = M.Params.getAsObject();
  const json::Value *Document = Object ? Object->get("textDocument") : nullptr;
  if (M.Method == "initialized") {
    onInitialized();
  } else if (M.Method == "textDocument/didOpen") {
    if (Document)
      if (auto Item = paramsOf<TextDocumentItem>(*Document))
        open(*Item);
  } else if (M.Method == "textDocument/didChange") {
    if (auto Params = paramsOf<DidChangeParams>(M.Params))
      change(*Params);
  } else if (M.Method == "textDocument/didClose") {
    if (auto Params = paramsOf<DocumentParams>(M.Params))
      close(Params->Uri);
  } else if (M.Method == "textDocument/didSave") {
    // What other documents read from the disk is new.
    if (auto Params = paramsOf<DocumentParams>(M.Params))
      if (std::optional<std::string> Path = pathOfUri(Params->Uri))
        touchReadersOf(*Path, nullptr);
  } else if (M.Method == "workspace/didChangeWatchedFiles") {
    onFilesChanged(M.Params);
  } else if (M.Method == "workspace/didChangeWorkspaceFolders") {
    changeFolders(M.Params);
  } else if (M.Method == "workspace/didChangeConfiguration") {
    const json::Object *All = Object ? Object->getObject("settings") : nullptr;
    const json::Value *Own = All ? All->get("banklint") : nullptr;
    if (Own)
      applySettings(*Own);
    else
      askForSettings();
  } else if (M.Method == "$/cancelRequest") {
    if (const json::Value *Id = Object ? Object->get("id") : nullptr)
      cancel(*Id);
  }
}

void EditorServer::onRequest(Message M) {
  const auto Fail = [&](ErrorCode Code, llvm::StringRef Why) {
    send(makeError(*M.Id, {Code, Why.str()}));
  };
  if (M.Method == "initialize") {
    if (IsInitialized)
      return Fail(ErrorCode::InvalidRequest, "initialized already");
    return send(makeResponse(*M.Id, initialize(M.Params)));
  }
  if (!IsInitialized)
    return Fail(ErrorCode::ServerNotInitialized, "not initialized");
  if (IsShutDown)
    return Fail(ErrorCode::InvalidRequest, "shut down already");
  if (M.Method == "shutdown") {
    IsShutDown = true;
    for (auto &[Uri, D] : Documents)
      dropPending(*D, ErrorCode::RequestCancelled, "the server shuts down");
    return send(makeResponse(*M.Id, nullptr));
  }
  if (M.Method == "workspace/executeCommand")
    return executeCommand(*M.Id, M.Params);
  if (!isDocumentRequest(M.Method))
    return Fail(ErrorCode::MethodNotFound,
                "there is no method '" + M.Method + "'");
  addRequest({std::move(*M.Id), std::move(M.Method), std::move(M.Params)});
}

/// Whether the capability at \p Path, names separated by dots, is true or an
/// object.
static bool can(const json::Object *Of, llvm::StringRef Path) {
  while (Of) {
    auto [Name, Rest] = Path.split('.');
    if (Rest.empty())
      return Of->getBoolean(Name).value_or(Of->getObject(Name) != nullptr);
    Of = Of->getObject(Name);
    Path = Rest;
  }
  return false;
}

static json::Value capabilities(PositionEncoding Encoding) {
  return json::Object{
      {"positionEncoding", spelling(Encoding)},
      {"textDocumentSync",
       json::Object{{"openClose", true},
                    {"change", 2},
                    {"save", json::Object{{"includeText", false}}}}},
      {"hoverProvider", true},
      {"inlayHintProvider", true},
      {"codeLensProvider", json::Object{{"resolveProvider", false}}},
      {"codeActionProvider",
       json::Object{{"codeActionKinds",
                     json::Array{"quickfix", "source.fixAll.banklint"}}}},
      {"executeCommandProvider",
       json::Object{{"commands", json::Array{DescribeCommand}}}},
      {"workspace",
       json::Object{
           {"workspaceFolders",
            json::Object{{"supported", true}, {"changeNotifications", true}}}}},
      {"experimental", json::Object{{"bankMap", true}}}};
}

json::Value EditorServer::initialize(const json::Value &Params) {
  IsInitialized = true;
  const json::Object None;
  const json::Object &Given =
      Params.getAsObject() ? *Params.getAsObject() : None;
  Parent = Given.getInteger("processId").value_or(0);
  const json::Object *Known = Given.getObject("capabilities");
  Client.Configuration = can(Known, "workspace.configuration");
  Client.Watches =
      can(Known, "workspace.didChangeWatchedFiles.dynamicRegistration");
  Client.Progress = can(Known, "window.workDoneProgress");
  Client.DocumentChanges =
      can(Known, "workspace.workspaceEdit.documentChanges");
  Client.HintRefresh = can(Known, "workspace.inlayHint.refreshSupport");
  Client.LensRefresh = can(Known, "workspace.codeLens.refreshSupport");
  const std::string Diagnostics = "textDocument.publishDiagnostics.";
  Client.Related = can(Known, Diagnostics + "relatedInformation");
  Client.CodeDescription = can(Known, Diagnostics + "codeDescriptionSupport");
  Client.DiagnosticData = can(Known, Diagnostics + "dataSupport");
  if (const json::Object *General =
          Known ? Known->getObject("general") : nullptr)
    if (const json::Array *Offered = General->getArray("positionEncodings"))
      if (llvm::is_contained(*Offered, json::Value("utf-8")))
        Encoding = PositionEncoding::Utf8;
  const json::Array *Named = Given.getArray("workspaceFolders");
  if (Named)
    for (const json::Value &Folder : *Named)
      if (const json::Object *Object = Folder.getAsObject())
        if (auto Path = pathOfUri(Object->getString("uri").value_or("")))
          Folders.push_back(*Path);
  if (Folders.empty())
    if (auto Path = pathOfUri(Given.getString("rootUri").value_or("")))
      Folders.push_back(*Path);
  if (const json::Value *Settings = Given.get("initializationOptions"))
    applySettings(*Settings);
  return json::Object{
      {"capabilities", capabilities(Encoding)},
      {"serverInfo",
       json::Object{{"name", "banklint-lsp"}, {"version", Options.Version}}}};
}

void EditorServer::onInitialized() {
  if (Client.Watches) {
    json::Array Watchers;
    for (llvm::StringRef Glob :
         {"**/.banklint", "**/compile_commands.json", "**/compile_flags.txt",
          "**/*.{cu,cuh,h,hpp,inl}"})
      Watchers.push_back(json::Object{{"globPattern", Glob}});
    ask("client/registerCapability",
        json::Object{
            {"registrations",
             json::Array{json::Object{
                 {"id", "banklint-files"},
                 {"method", "workspace/didChangeWatchedFiles"},
                 {"registerOptions",
                  json::Object{{"watchers", std::move(Watchers)}}}}}}});
  }
  askForSettings();
}

void EditorServer::askForSettings() {
  if (!Client.Configuration)
    return;
  ask("workspace/configuration",
      json::Object{
          {"items", json::Array{json::Object{{"section", "banklint"}}}}},
      [this](const json::Value &Answer) {
        const json::Array *Values = Answer.getAsArray();
        if (Values && !Values->empty() &&
            Values->front().kind() == json::Value::Object)
          applySettings(Values->front());
      });
}

void EditorServer::applySettings(const json::Value &Value) {
  if (Value == RawSettings)
    return;
  std::vector<std::string> Problems;
  Given = parseSettings(Value, Problems);
  RawSettings = Value;
  for (const std::string &Problem : Problems)
    showMessage(MessageWarning, "banklint: " + Problem);
  touchAll();
}

void EditorServer::cancel(const json::Value &Id) {
  for (auto &[Uri, D] : Documents) {
    if (D->RunningQuery && D->RunningQuery->Id == Id && D->Process)
      D->Process->cancel();
    auto Found = llvm::find_if(D->Pending, [&](const PendingRequest &Request) {
      return Request.Id == Id;
    });
    if (Found == D->Pending.end())
      continue;
    send(makeError(Id, {ErrorCode::RequestCancelled, "cancelled"}));
    D->Pending.erase(Found);
    return;
  }
}
