//===- ServerRequests.cpp - What is asked about documents -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EditorServer.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace banklint::lsp;
using namespace banklint::rpc;
namespace json = llvm::json;

static constexpr int MessageInfo = 3;

bool EditorServer::isDocumentRequest(llvm::StringRef Method) const {
  return Method == "textDocument/codeAction" ||
         Method == "textDocument/hover" || Method == "textDocument/inlayHint" ||
         Method == "textDocument/codeLens" || Method == BankMapMethod;
}

void EditorServer::addRequest(PendingRequest Request) {
  DocumentParams Params;
  json::Path::Root Root("params");
  if (!fromJSON(Request.Params, Params, Root))
    return send(
        makeError(std::move(Request.Id),
                  {ErrorCode::InvalidParams, llvm::toString(Root.getError())}));
  const bool NeedsPosition =
      Request.Method == "textDocument/hover" || Request.Method == BankMapMethod;
  const bool NeedsRange = Request.Method == "textDocument/codeAction" ||
                          Request.Method == "textDocument/inlayHint";
  if ((NeedsPosition && !Params.Position) || (NeedsRange && !Params.Range))
    return send(makeError(
        std::move(Request.Id),
        {ErrorCode::InvalidParams, NeedsRange ? "params.range is missing"
                                              : "params.position is missing"}));
  auto Found = Documents.find(Params.Uri);
  if (Found == Documents.end())
    return send(makeError(std::move(Request.Id),
                          {ErrorCode::InvalidParams,
                           "no CUDA document '" + Params.Uri + "' is open"}));
  Found->second->Pending.push_back(std::move(Request));
  answerPending(*Found->second);
}

void EditorServer::dropPending(OpenDocument &D, ErrorCode Code,
                               llvm::StringRef Why) {
  for (PendingRequest &Request : D.Pending)
    send(makeError(std::move(Request.Id), {Code, Why.str()}));
  D.Pending.clear();
}

/// Answers the requests about \p D if its text was analyzed.
void EditorServer::answerPending(OpenDocument &D) {
  if (!D.isCurrent())
    return;
  std::vector<PendingRequest> Waiting = std::move(D.Pending);
  D.Pending.clear();
  for (PendingRequest &Request : Waiting) {
    if (Request.Method == BankMapMethod) {
      D.Pending.push_back(std::move(Request));
      continue;
    }
    Reply Answer = answer(D, Request);
    if (Answer)
      send(makeResponse(std::move(Request.Id), std::move(*Answer)));
    else
      send(makeError(
          std::move(Request.Id),
          {ErrorCode::RequestFailed, llvm::toString(Answer.takeError())}));
  }
  beginQuery(D);
}

/// Has the worker make the next bank map that is asked for.
void EditorServer::beginQuery(OpenDocument &D) {
  if (D.Pending.empty() || D.RunningQuery || D.RunningRevision)
    return;
  if (!D.Process || !D.Result.IsAnalyzed) {
    // The worker that knew the document has ended: it is analyzed again, unless
    // that does not work.
    if (!D.Result.IsAnalyzed)
      return dropPending(D, ErrorCode::RequestFailed, D.Result.Problem);
    D.ResultRevision = 0;
    return;
  }
  D.RunningQuery = std::move(D.Pending.front());
  D.Pending.erase(D.Pending.begin());
  DocumentParams Params;
  json::Path::Root Root;
  fromJSON(D.RunningQuery->Params, Params, Root);
  D.Process->begin(json::Object{{"op", "bankMap"},
                                {"position", toJSON(*Params.Position)},
                                {"limit", int64_t(Given.HardTimeLimit.count())},
                                {"memory", Given.MemoryLimit}});
}

EditorServer::Reply EditorServer::answer(OpenDocument &D,
                                         const PendingRequest &Request) {
  D.wholeResult();
  DocumentParams Params;
  json::Path::Root Root;
  fromJSON(Request.Params, Params, Root);
  if (Request.Method == "textDocument/hover")
    return hover(D, *Params.Position);
  if (Request.Method == "textDocument/inlayHint")
    return inlayHints(D, *Params.Range);
  if (Request.Method == "textDocument/codeLens")
    return codeLenses(D);
  return codeActions(D, Request.Params, *Params.Range);
}

json::Value EditorServer::workspaceEdit(const OpenDocument &D,
                                        llvm::ArrayRef<FileEdits> Edits) const {
  json::Array Documented;
  json::Object Plain;
  for (const FileEdits &Of : Edits) {
    std::string Uri = uriOfPath(Of.Path);
    json::Value Version = nullptr;
    for (const auto &[OpenUri, Open] : Documents)
      if (Open->Text.Path == Of.Path) {
        Uri = OpenUri;
        const auto Known = D.ResultVersions.find(Of.Path);
        if (Known != D.ResultVersions.end())
          Version = Known->second;
      }
    Plain[Uri] = json::Array(Of.Edits);
    Documented.push_back(json::Object{
        {"textDocument",
         json::Object{{"uri", Uri}, {"version", std::move(Version)}}},
        {"edits", json::Array(Of.Edits)}});
  }
  if (Client.DocumentChanges)
    return json::Object{{"documentChanges", std::move(Documented)}};
  return json::Object{{"changes", std::move(Plain)}};
}

/// Whether a client that asked for \p Only kinds wants \p Kind.
static bool isWanted(const json::Array *Only, llvm::StringRef Kind) {
  return !Only || llvm::any_of(*Only, [Kind](const json::Value &Each) {
    const llvm::StringRef Name = Each.getAsString().value_or("");
    return Kind == Name ||
           (Kind.starts_with(Name) && Kind[Name.size()] == '.') || Name.empty();
  });
}

json::Value EditorServer::codeActions(const OpenDocument &D,
                                      const json::Value &Params,
                                      const Range &At) const {
  const json::Object *Context = Params.getAsObject()->getObject("context");
  const json::Array *Only = Context ? Context->getArray("only") : nullptr;
  json::Array Actions;
  if (isWanted(Only, "quickfix"))
    for (const ActionFact &Fact : D.Result.Actions) {
      if (!Fact.Range.touches(At))
        continue;
      json::Object Action{{"title", Fact.Title},
                          {"kind", "quickfix"},
                          {"edit", workspaceEdit(D, Fact.Edits)}};
      if (Fact.IsPreferred)
        Action["isPreferred"] = true;
      if (Fact.Diagnostic &&
          size_t(*Fact.Diagnostic) < D.Result.Diagnostics.size())
        Action["diagnostics"] =
            json::Array{D.Result.Diagnostics[*Fact.Diagnostic]};
      Actions.push_back(std::move(Action));
    }
  // An editor that asks for no kind shows these in a menu of their own.
  constexpr llvm::StringLiteral FixAll = "source.fixAll.banklint";
  if (!D.Result.FixAll.empty() && isWanted(Only, FixAll))
    Actions.push_back(
        json::Object{{"title", "Apply all automatic fixes of banklint"},
                     {"kind", FixAll},
                     {"edit", workspaceEdit(D, D.Result.FixAll)}});
  return Actions;
}

json::Value EditorServer::hover(const OpenDocument &D,
                                const Position &At) const {
  const HoverFact *Found = nullptr;
  const auto IsInside = [](const Range &Inner, const Range &Outer) {
    return !(Inner.Start < Outer.Start) && !(Outer.End < Inner.End);
  };
  for (const HoverFact &Fact : D.Result.Hovers)
    if (Fact.Range.contains(At) &&
        (!Found || IsInside(Fact.Range, Found->Range)))
      Found = &Fact;
  if (!Found)
    return nullptr;
  return json::Object{{"contents", json::Object{{"kind", "markdown"},
                                                {"value", Found->Markdown}}},
                      {"range", toJSON(Found->Range)}};
}

json::Value EditorServer::inlayHints(const OpenDocument &D,
                                     const Range &At) const {
  json::Array Hints;
  for (const HintFact &Fact : D.Result.Hints)
    if (At.contains(Fact.At) && Given.showsHint(Fact.IsNotable))
      Hints.push_back(
          json::Object{{"position", toJSON(Fact.At)},
                       {"label", Fact.Label},
                       {"paddingLeft", true},
                       {"tooltip", json::Object{{"kind", "markdown"},
                                                {"value", Fact.Tooltip}}}});
  return Hints;
}

json::Value EditorServer::codeLenses(const OpenDocument &D) const {
  json::Array Lenses;
  if (!Given.CodeLens)
    return Lenses;
  for (const LensFact &Fact : D.Result.Lenses)
    Lenses.push_back(json::Object{
        {"range", toJSON(Fact.Range)},
        {"command",
         json::Object{{"title", Fact.Title},
                      {"command", DescribeCommand},
                      {"arguments",
                       json::Array{D.Text.Uri, toJSON(Fact.Range.Start)}}}}});
  return Lenses;
}

void EditorServer::executeCommand(const json::Value &Id,
                                  const json::Value &Params) {
  const json::Object *Object = Params.getAsObject();
  const llvm::StringRef Name =
      Object ? Object->getString("command").value_or("") : "";
  if (Name != DescribeCommand)
    return send(makeError(Id, {ErrorCode::InvalidParams,
                               "there is no command '" + Name.str() + "'"}));
  const json::Array *Arguments = Object->getArray("arguments");
  Position At;
  json::Path::Root Root;
  if (!Arguments || Arguments->size() != 2 || !(*Arguments)[0].getAsString() ||
      !fromJSON((*Arguments)[1], At, Root))
    return send(makeError(
        Id, {ErrorCode::InvalidParams, "expected a URI and a position"}));
  auto Found = Documents.find((*Arguments)[0].getAsString()->str());
  if (Found != Documents.end())
    for (const LensFact &Fact : Found->second->wholeResult().Lenses)
      if (Fact.Range.Start == At)
        showMessage(MessageInfo, Fact.Detail);
  send(makeResponse(Id, nullptr));
}
