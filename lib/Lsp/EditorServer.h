//===- EditorServer.h - The state of the language server --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_LSP_EDITORSERVER_H
#define BANKLINT_LIB_LSP_EDITORSERVER_H

#include "banklint/Lsp/DocumentAnalysis.h"
#include "banklint/Lsp/Documents.h"
#include "banklint/Lsp/Server.h"
#include "banklint/Lsp/Worker.h"
#include <deque>
#include <functional>

namespace banklint::lsp {

/// A request that waits for an analysis or a worker.
struct PendingRequest {
  llvm::json::Value Id;
  std::string Method;
  llvm::json::Value Params;
};

struct OpenDocument {
  Document Text;
  /// Grows with each edit of the document or of a file that it read.
  uint64_t Revision = 1;
  /// That of Result; 0 if there is none.
  uint64_t ResultRevision = 0;
  Facts Result;
  /// What Result comes from; all but the head is read when it is asked for.
  FactTexts ResultTexts;
  bool IsRestRead = false;
  /// The versions of the open documents that Result was made from, by path.
  std::map<std::string, int64_t> ResultVersions;

  std::unique_ptr<Worker> Process;
  /// That of preliminary diagnostics; the analysis of this revision that
  /// follows is not quick.
  uint64_t PreliminaryRevision = 0;
  /// That of the analysis that runs, and its documents; 0 if none runs.
  uint64_t RunningRevision = 0;
  std::map<std::string, int64_t> RunningVersions;
  /// A bank map is being made.
  std::optional<PendingRequest> RunningQuery;

  using Time = std::chrono::steady_clock::time_point;
  Time NotBefore{};
  Time Started{};
  /// When the text became another than the one of the last result.
  Time StaleSince = std::chrono::steady_clock::now();
  /// The client was told that the analysis takes a while.
  bool IsProgressShown = false;
  /// Analyses in a row that crashed before the worker could say so.
  unsigned LostWorkers = 0;
  std::string LastStatus;

  std::vector<PendingRequest> Pending;

  bool isCurrent() const { return ResultRevision == Revision; }
  /// Result, the rest included.
  const Facts &wholeResult() {
    if (!std::exchange(IsRestRead, true))
      readRest(ResultTexts, Result);
    return Result;
  }
};

class EditorServer {
public:
  explicit EditorServer(const ServerOptions &Options) : Options(Options) {}
  int run();

private:
  using Reply = llvm::Expected<llvm::json::Value>;
  using Clock = std::chrono::steady_clock;

  // Server.cpp: messages and the life of the server.
  void wait();
  void readInput();
  void flushOutput();
  bool isParentGone() const;
  void send(llvm::json::Value Message);
  void notify(llvm::StringRef Method, llvm::json::Value Params);
  void ask(llvm::StringRef Method, llvm::json::Value Params,
           std::function<void(const llvm::json::Value &)> Then = nullptr);
  /// MessageType.Warning.
  static constexpr int MessageWarning = 2;
  void showMessage(int Type, llvm::StringRef Text);
  void onContent(llvm::StringRef Content);
  void onMessage(rpc::Message M);
  void onNotification(const rpc::Message &M);
  void onRequest(rpc::Message M);
  llvm::json::Value initialize(const llvm::json::Value &Params);
  void onInitialized();
  void askForSettings();
  void applySettings(const llvm::json::Value &Value);
  void cancel(const llvm::json::Value &Id);

  // ServerAnalyses.cpp: documents and their analyses.
  void open(const TextDocumentItem &Item);
  void change(const DidChangeParams &Params);
  void close(llvm::StringRef Uri);
  void onFilesChanged(const llvm::json::Value &Params);
  void changeFolders(const llvm::json::Value &Params);
  std::string folderFor(llvm::StringRef Path) const;
  void touch(OpenDocument &D);
  void touchReadersOf(llvm::StringRef Path, const OpenDocument *But);
  void touchAll();
  void startAnalyses();
  void start(OpenDocument &D);
  bool ensureWorker(OpenDocument &D);
  void limitWorkers();
  void receive(OpenDocument &D);
  void finishAnalysis(OpenDocument &D, TaskOutcome Outcome);
  void publish(OpenDocument &D);
  void showProgress();
  void endProgress(OpenDocument &D);
  void sendStatus(OpenDocument &D, llvm::StringRef State,
                  llvm::StringRef Text = "");
  /// Milliseconds until something is due by the clock; -1 for never.
  int timeToNext() const;

  // ServerRequests.cpp: what is asked about documents.
  bool isDocumentRequest(llvm::StringRef Method) const;
  void addRequest(PendingRequest Request);
  void answerPending(OpenDocument &D);
  void beginQuery(OpenDocument &D);
  void dropPending(OpenDocument &D, rpc::ErrorCode Code, llvm::StringRef Why);
  Reply answer(OpenDocument &D, const PendingRequest &Request);
  llvm::json::Value codeActions(const OpenDocument &D,
                                const llvm::json::Value &Params,
                                const Range &At) const;
  llvm::json::Value hover(const OpenDocument &D, const Position &At) const;
  llvm::json::Value inlayHints(const OpenDocument &D, const Range &At) const;
  llvm::json::Value codeLenses(const OpenDocument &D) const;
  llvm::json::Value workspaceEdit(const OpenDocument &D,
                                  llvm::ArrayRef<FileEdits> Edits) const;
  void executeCommand(const llvm::json::Value &Id,
                      const llvm::json::Value &Params);

  ServerOptions Options;
  rpc::MessageDecoder Decoder;
  std::string Output;
  bool IsInitialized = false, IsShutDown = false, IsDone = false;
  int64_t Parent = 0;
  Clock::time_point NextParentCheck = Clock::now();

  struct {
    bool Configuration = false, Watches = false, Progress = false;
    bool DocumentChanges = false, Related = false, CodeDescription = false;
    bool DiagnosticData = false, VersionedDiagnostics = true;
    bool HintRefresh = false, LensRefresh = false;
  } Client;
  PositionEncoding Encoding = PositionEncoding::Utf16;
  std::vector<std::string> Folders;
  llvm::json::Value RawSettings = nullptr;
  Settings Given;
  std::string LastWarning;

  std::map<std::string, std::unique_ptr<OpenDocument>> Documents;
  int64_t LastAsked = 0;
  std::map<int64_t, std::function<void(const llvm::json::Value &)>> Asked;
};

} // namespace banklint::lsp

#endif // BANKLINT_LIB_LSP_EDITORSERVER_H
