//===- ServerAnalyses.cpp - Documents and their analyses ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EditorServer.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"

using namespace banklint;
using namespace banklint::lsp;
using namespace banklint::rpc;
namespace json = llvm::json;

/// Edits do not end an analysis for longer than this.
static constexpr auto MostStale = std::chrono::seconds(2);
static constexpr auto ProgressAfter = std::chrono::milliseconds(500);
/// Workers that wait for the next edit. Each keeps some 30 MB.
static constexpr size_t MaxWorkers = 8;
/// What a worker's successors inherit may grow; then a new one starts.
static constexpr unsigned MaxTasks = 2000;
/// A worker that ends with no answer so often is not started again for a text.
static constexpr unsigned MaxLostWorkers = 3;

std::string EditorServer::folderFor(llvm::StringRef Path) const {
  std::string Best;
  for (const std::string &Folder : Folders)
    if (Path.starts_with(Folder) && Folder.size() > Best.size())
      Best = Folder;
  if (Best.empty() && !Folders.empty())
    Best = Folders.front();
  return Best.empty() ? "/" : Best;
}

void EditorServer::open(const TextDocumentItem &Item) {
  auto D = std::make_unique<OpenDocument>();
  D->Text.Uri = Item.Uri;
  D->Text.LanguageId = Item.LanguageId;
  D->Text.Version = Item.Version;
  D->Text.Text = Item.Text;
  const std::optional<std::string> Path = pathOfUri(Item.Uri);
  D->Text.Path =
      Path ? *Path : pathOfUntitled(Item.Uri, Item.LanguageId, folderFor(""));
  close(Item.Uri);
  if (!isCuda(D->Text))
    return;
  OpenDocument &New = *(Documents[Item.Uri] = std::move(D));
  touchReadersOf(New.Text.Path, &New);
}

void EditorServer::change(const DidChangeParams &Params) {
  auto Found = Documents.find(Params.Uri);
  if (Found == Documents.end())
    return;
  OpenDocument &D = *Found->second;
  D.Text.Text = editedText(std::move(D.Text.Text), Params.Changes, Encoding);
  D.Text.Version = Params.Version;
  dropPending(D, ErrorCode::ContentModified, "the document has changed");
  touch(D);
  touchReadersOf(D.Text.Path, &D);
}

void EditorServer::close(llvm::StringRef Uri) {
  auto Found = Documents.find(Uri.str());
  if (Found == Documents.end())
    return;
  OpenDocument &D = *Found->second;
  dropPending(D, ErrorCode::ContentModified, "the document was closed");
  if (D.RunningQuery)
    send(makeError(D.RunningQuery->Id,
                   {ErrorCode::ContentModified, "the document was closed"}));
  endProgress(D);
  notify("textDocument/publishDiagnostics",
         json::Object{{"uri", Uri}, {"diagnostics", json::Array()}});
  const std::string Path = D.Text.Path;
  Documents.erase(Found);
  // From here on the text on the disk counts.
  touchReadersOf(Path, nullptr);
}

void EditorServer::onFilesChanged(const json::Value &Params) {
  const json::Object *Object = Params.getAsObject();
  const json::Array *Changes = Object ? Object->getArray("changes") : nullptr;
  if (!Changes)
    return;
  for (const json::Value &Change : *Changes) {
    const json::Object *One = Change.getAsObject();
    const std::optional<std::string> Path =
        pathOfUri(One ? One->getString("uri").value_or("") : "");
    if (!Path)
      continue;
    const llvm::StringRef Name = llvm::sys::path::filename(*Path);
    constexpr int Created = 1;
    // A new file may be one that an #include looked for.
    if (Name == ".banklint" || Name.starts_with("compile_") ||
        One->getInteger("type") == Created)
      return touchAll();
    touchReadersOf(*Path, nullptr);
  }
}

void EditorServer::changeFolders(const json::Value &Params) {
  const json::Object *Object = Params.getAsObject();
  const json::Object *Event = Object ? Object->getObject("event") : nullptr;
  if (!Event)
    return;
  const auto PathsOf = [Event](llvm::StringRef Key) {
    std::vector<std::string> Paths;
    if (const json::Array *Named = Event->getArray(Key))
      for (const json::Value &Folder : *Named)
        if (const json::Object *One = Folder.getAsObject())
          if (auto Path = pathOfUri(One->getString("uri").value_or("")))
            Paths.push_back(*Path);
    return Paths;
  };
  const std::vector<std::string> Removed = PathsOf("removed");
  llvm::erase_if(Folders, [&Removed](const std::string &Folder) {
    return llvm::is_contained(Removed, Folder);
  });
  llvm::append_range(Folders, PathsOf("added"));
}

/// The text of \p D, or of what it reads, has changed.
void EditorServer::touch(OpenDocument &D) {
  const Clock::time_point Now = Clock::now();
  if (D.isCurrent())
    D.StaleSince = Now;
  ++D.Revision;
  D.LostWorkers = 0;
  D.NotBefore = Now + Given.DiagnosticsDelay;
  const bool IsStarving = Now - D.StaleSince > MostStale;
  if (D.RunningRevision && !IsStarving)
    D.Process->cancel();
}

void EditorServer::touchReadersOf(llvm::StringRef Path,
                                  const OpenDocument *But) {
  for (auto &[Uri, D] : Documents)
    // What a document reads is not known before its first result.
    if (D.get() != But && (llvm::is_contained(D->Result.FilesRead, Path) ||
                           (D->RunningRevision && !D->ResultRevision)))
      touch(*D);
}

void EditorServer::touchAll() {
  for (auto &[Uri, D] : Documents)
    touch(*D);
}

/// Starts what can be started, the documents that waited longest first.
void EditorServer::startAnalyses() {
  std::vector<OpenDocument *> Waiting;
  size_t Running = 0;
  for (auto &[Uri, D] : Documents) {
    Running += D->RunningRevision != 0;
    if (!D->isCurrent() && !D->RunningRevision && !D->RunningQuery &&
        D->NotBefore <= Clock::now())
      Waiting.push_back(D.get());
  }
  llvm::sort(Waiting, [](const OpenDocument *A, const OpenDocument *B) {
    return A->NotBefore < B->NotBefore;
  });
  const size_t Most =
      std::max(1u, llvm::hardware_concurrency().compute_thread_count());
  for (OpenDocument *D : Waiting)
    if (Running++ < Most)
      start(*D);
}

bool EditorServer::ensureWorker(OpenDocument &D) {
  if (D.Process && (D.Process->isGone() || D.Process->tasks() >= MaxTasks))
    D.Process.reset();
  if (D.Process)
    return true;
  limitWorkers();
  llvm::Expected<std::unique_ptr<Worker>> Started =
      Worker::start(Options.Program.c_str());
  if (Started) {
    D.Process = std::move(*Started);
    return true;
  }
  D.Result.Problem = llvm::toString(Started.takeError());
  D.ResultRevision = D.Revision;
  sendStatus(D, "failed", D.Result.Problem);
  dropPending(D, ErrorCode::RequestFailed, D.Result.Problem);
  return false;
}

/// Ends the worker that waits longest if there are too many.
void EditorServer::limitWorkers() {
  size_t Count = 0;
  OpenDocument *Oldest = nullptr;
  for (auto &[Uri, D] : Documents) {
    if (!D->Process)
      continue;
    ++Count;
    if (!D->Process->isBusy() && (!Oldest || D->Started < Oldest->Started))
      Oldest = D.get();
  }
  if (Count >= MaxWorkers && Oldest)
    Oldest->Process.reset();
}

void EditorServer::start(OpenDocument &D) {
  if (!ensureWorker(D))
    return;
  AnalysisInput Input;
  Input.Path = D.Text.Path;
  Input.Settings = RawSettings;
  Input.Encoding = Encoding;
  Input.DocumentationUrl = Options.DocumentationUrl;
  Input.HasRelated = Client.Related;
  Input.HasCodeDescription = Client.CodeDescription;
  Input.HasData = Client.DiagnosticData;
  Input.IsQuick = D.PreliminaryRevision != D.Revision;
  D.RunningVersions.clear();
  for (const auto &[Uri, Other] : Documents) {
    Input.Texts[Other->Text.Path] = Other->Text.Text;
    D.RunningVersions[Other->Text.Path] = Other->Text.Version;
  }
  D.RunningRevision = D.Revision;
  D.Started = Clock::now();
  D.Process->begin(json::Object{{"op", "analyze"},
                                {"input", toJSON(Input)},
                                {"limit", int64_t(Given.HardTimeLimit.count())},
                                {"memory", Given.MemoryLimit}});
}

void EditorServer::receive(OpenDocument &D) {
  std::optional<TaskOutcome> Outcome = D.Process->receive();
  if (D.Process->isGone()) {
    D.Process.reset();
    ++D.LostWorkers;
  }
  if (!Outcome)
    return;
  if (D.RunningRevision)
    return finishAnalysis(D, std::move(*Outcome));
  if (!D.RunningQuery)
    return;
  PendingRequest Request = std::move(*D.RunningQuery);
  D.RunningQuery.reset();
  if (!D.Process && D.LostWorkers < MaxLostWorkers) {
    // Once the document is analyzed again, another worker knows the answer.
    D.Pending.push_back(std::move(Request));
    D.ResultRevision = 0;
    return;
  }
  using End = TaskOutcome::End;
  std::optional<json::Value> Map;
  if (Outcome->How == End::Finished && !Outcome->Result.empty())
    Map = llvm::expectedToOptional(parseContent(Outcome->Result.front()));
  if (Map)
    send(makeResponse(std::move(Request.Id), std::move(*Map)));
  else
    send(makeError(std::move(Request.Id),
                   Outcome->How == End::Cancelled
                       ? ResponseError{ErrorCode::RequestCancelled, "cancelled"}
                       : ResponseError{ErrorCode::RequestFailed,
                                       "the bank map could not be made"}));
  answerPending(D);
}

/// Why there is no result; empty if there is one.
static std::string problemOf(TaskOutcome::End How) {
  switch (How) {
  case TaskOutcome::End::Finished:
  case TaskOutcome::End::Cancelled:
    return "";
  case TaskOutcome::End::Crashed:
    return "the analysis crashed";
  case TaskOutcome::End::TimedOut:
    return "the analysis reached the time limit";
  }
  llvm_unreachable("covered switch");
}

void EditorServer::finishAnalysis(OpenDocument &D, TaskOutcome Outcome) {
  const uint64_t Revision = std::exchange(D.RunningRevision, 0);
  if (Outcome.How == TaskOutcome::End::Cancelled)
    return;
  // It may have been ended from outside, as when memory is short.
  if (!D.Process && D.LostWorkers < MaxLostWorkers)
    return;
  endProgress(D);
  D.StaleSince = Clock::now();
  Facts New;
  FactTexts Texts;
  New.Problem = problemOf(Outcome.How);
  if (New.Problem.empty() &&
      (Outcome.Result.size() != 3 || !readHead(Outcome.Result[0], New)))
    New.Problem = "the analysis has no result";
  else if (New.Problem.empty())
    Texts = {std::move(Outcome.Result[0]), std::move(Outcome.Result[1]),
             std::move(Outcome.Result[2])};
  // What a failed one might have read is not known: it stays what it was.
  if (New.FilesRead.empty())
    New.FilesRead = D.Result.FilesRead;
  const bool IsUseful = New.IsAnalyzed || New.HasDiagnostics;
  const bool IsPreliminary = New.IsPreliminary;
  D.Result = std::move(New);
  D.ResultTexts = std::move(Texts);
  D.IsRestRead = false;
  // Requests wait for the whole answer.
  (IsPreliminary ? D.PreliminaryRevision : D.ResultRevision) = Revision;
  D.ResultVersions = D.RunningVersions;
  // After a crash, what was published before is better than nothing.
  if (IsUseful)
    publish(D);
  if (IsPreliminary)
    return;
  if (D.Result.IsAnalyzed)
    sendStatus(D, "ready");
  else
    sendStatus(D, "failed", D.Result.Problem);
  for (const std::string &Warning : D.Result.Warnings)
    if (Warning != LastWarning) {
      LastWarning = Warning;
      showMessage(MessageWarning, "banklint: " + Warning);
    }
  answerPending(D);
}

void EditorServer::publish(OpenDocument &D) {
  // What the worker wrote is put in as it is.
  std::string Content;
  llvm::raw_string_ostream Stream(Content);
  json::OStream J(Stream);
  J.object([&] {
    J.attribute("jsonrpc", "2.0");
    J.attribute("method", "textDocument/publishDiagnostics");
    J.attributeObject("params", [&] {
      J.attribute("uri", D.Text.Uri);
      J.attribute("version", D.ResultVersions[D.Text.Path]);
      J.attributeBegin("diagnostics");
      J.rawValue(D.ResultTexts.Diagnostics);
      J.attributeEnd();
    });
  });
  Output += encodeContent(Content);
  // Hints of lines that were not edited may be others now.
  if (Client.HintRefresh && Given.InlayHints != HintMode::Off)
    ask("workspace/inlayHint/refresh", nullptr);
  if (Client.LensRefresh && Given.CodeLens)
    ask("workspace/codeLens/refresh", nullptr);
}

void EditorServer::sendStatus(OpenDocument &D, llvm::StringRef State,
                              llvm::StringRef Text) {
  const std::string Key = (State + "\n" + Text).str();
  if (Key == D.LastStatus)
    return;
  D.LastStatus = Key;
  notify(StatusMethod, json::Object{{"uri", D.Text.Uri},
                                    {"state", State},
                                    {"message", json::fixUTF8(Text)}});
}

void EditorServer::showProgress() {
  for (auto &[Uri, D] : Documents) {
    if (!D->RunningRevision || D->IsProgressShown ||
        Clock::now() - D->Started < ProgressAfter)
      continue;
    D->IsProgressShown = true;
    sendStatus(*D, "analyzing");
    if (!Client.Progress)
      continue;
    const std::string Token = "banklint " + Uri;
    ask("window/workDoneProgress/create", json::Object{{"token", Token}});
    notify("$/progress",
           json::Object{
               {"token", Token},
               {"value", json::Object{{"kind", "begin"},
                                      {"title", "banklint"},
                                      {"message", llvm::sys::path::filename(
                                                      D->Text.Path)}}}});
  }
}

void EditorServer::endProgress(OpenDocument &D) {
  if (!std::exchange(D.IsProgressShown, false) || !Client.Progress)
    return;
  notify("$/progress", json::Object{{"token", "banklint " + D.Text.Uri},
                                    {"value", json::Object{{"kind", "end"}}}});
}

int EditorServer::timeToNext() const {
  std::optional<Clock::time_point> Next;
  const auto At = [&Next](Clock::time_point Time) {
    Next = Next ? std::min(*Next, Time) : Time;
  };
  for (const auto &[Uri, D] : Documents) {
    if (D->RunningRevision && !D->IsProgressShown)
      At(D->Started + ProgressAfter);
    if (!D->isCurrent() && !D->RunningRevision && !D->RunningQuery &&
        D->NotBefore > Clock::now())
      At(D->NotBefore);
  }
  if (!Next)
    return -1;
  const auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
      *Next - Clock::now());
  return int(std::max<int64_t>(0, Left.count() + 1));
}
