//===- DocumentAnalysis.cpp - One document analyzed for an editor ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/DocumentAnalysis.h"
#include "AccessFacts.h"
#include "BankMapAnswer.h"
#include "FindingFacts.h"
#include "banklint/Driver/Files/MemoryFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace banklint;
using namespace banklint::lsp;
namespace json = llvm::json;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

json::Value banklint::lsp::toJSON(const AnalysisInput &Value) {
  json::Object Texts;
  for (const auto &[Path, Text] : Value.Texts)
    Texts[json::fixUTF8(Path)] = json::fixUTF8(Text);
  return json::Object{{"path", json::fixUTF8(Value.Path)},
                      {"texts", std::move(Texts)},
                      {"settings", Value.Settings},
                      {"quick", Value.IsQuick},
                      {"related", Value.HasRelated},
                      {"codeDescription", Value.HasCodeDescription},
                      {"data", Value.HasData},
                      {"encoding", spelling(Value.Encoding)},
                      {"documentation", json::fixUTF8(Value.DocumentationUrl)}};
}

bool banklint::lsp::fromJSON(const json::Value &Value, AnalysisInput &Result,
                             json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  std::string Encoding;
  if (!Map || !Map.map("path", Result.Path) ||
      !Map.map("texts", Result.Texts) || !Map.map("encoding", Encoding) ||
      !Map.map("quick", Result.IsQuick) ||
      !Map.map("related", Result.HasRelated) ||
      !Map.map("codeDescription", Result.HasCodeDescription) ||
      !Map.map("data", Result.HasData) ||
      !Map.map("documentation", Result.DocumentationUrl))
    return false;
  if (const json::Value *Settings = Value.getAsObject()->get("settings"))
    Result.Settings = *Settings;
  Result.Encoding = Encoding == spelling(PositionEncoding::Utf8)
                        ? PositionEncoding::Utf8
                        : PositionEncoding::Utf16;
  return true;
}

/// Adds what tells whether the file at \p Path has changed.
static void addStamp(llvm::StringRef Path, llvm::raw_ostream &Key) {
  fs::file_status Status;
  if (fs::status(Path, Status))
    return;
  Key << Path << ' ' << Status.getSize() << ' '
      << Status.getLastModificationTime().time_since_epoch().count() << '\n';
}

static void addStamps(llvm::StringRef Folder, llvm::raw_ostream &Key) {
  for (llvm::StringRef Name :
       {".banklint", "compile_commands.json", "compile_flags.txt"}) {
    llvm::SmallString<256> File(Folder);
    path::append(File, Name);
    addStamp(File, Key);
  }
}

/// Equal for two analyses if the files and settings are that the request comes
/// from.
static std::string keyOf(const AnalysisInput &Input, const RunOptions &Run) {
  std::string Key;
  llvm::raw_string_ostream Stream(Key);
  Stream << Input.Path << '\n' << Input.Settings << '\n';
  for (llvm::StringRef Folder = path::parent_path(Input.Path); !Folder.empty();
       Folder = path::parent_path(Folder))
    addStamps(Folder, Stream);
  for (llvm::StringRef Folder = Run.BuildPath; !Folder.empty();
       Folder = path::parent_path(Folder))
    addStamps(Folder, Stream);
  addStamp(Run.Config.File, Stream);
  addStamp(Run.Filter.Baseline, Stream);
  return Key;
}

/// Has Request fit Input; false if there is none.
bool DocumentAnalysis::prepareRequest(Facts &Said) {
  // The server has told the user of what is wrong with the settings.
  std::vector<std::string> Known;
  RunOptions Run = parseSettings(Input.Settings, Known).Run;
  Run.Sources = {Input.Path};
  std::string Key = keyOf(Input, Run);
  if (!Request || Key != RequestKey) {
    MessageLog Log;
    llvm::Expected<AnalysisRequest> Made = prepare(Run, /*Files=*/nullptr, Log);
    RequestKey = std::move(Key);
    RequestWarnings.clear();
    for (const RunMessage &Message : Log.all())
      if (Message.Kind != MessageKind::Note)
        RequestWarnings.push_back(Message.Text);
    if (Made) {
      Request = std::move(*Made);
    } else {
      std::string Why = llvm::toString(Made.takeError());
      if (!Request) {
        // Tried again with the next edit.
        Said.Problem = std::move(Why);
        return false;
      }
      RequestWarnings.push_back(Why + "; the last configuration that was "
                                      "valid is used");
    }
  }
  Said.Warnings = RequestWarnings;
  auto Files = overDisk(Input.Texts);
  for (Unit &U : Request->Units)
    U.Frontend.Files = Files;
  return true;
}

Facts DocumentAnalysis::analyze(AnalysisInput New) {
  Input = std::move(New);
  Known.beginAnalysis();
  Facts Said;
  if (!prepareRequest(Said))
    return Said;
  std::vector<UnitResult> Units;
  SourceProblems Problems;
  for (Unit U : Request->Units) {
    // A toolkit that the unit is to use in any case is not left out.
    const bool MayAskToolkit = U.Frontend.Headers == CudaHeaders::Builtin &&
                               !U.Frontend.ToolkitPath.empty();
    if (Input.IsQuick && MayAskToolkit)
      U.Frontend.ToolkitPath.clear();
    U.Budget.Known = knownResults();
    U.Frontend.KnownPreambles = IsWasted ? nullptr : &Headers;
    Units.push_back(runUnit(analyzeUnit, U, Request->TimeLimit));
    const UnitResult &One = Units.back();
    Said.IsPreliminary |=
        Input.IsQuick && MayAskToolkit && One.File.ParseErrors > 0;
    Problems.insert(Problems.end(), One.Problems.begin(), One.Problems.end());
    // What a crashed unit owned is lost, and so is its thread.
    IsWasted |= One.IsAbandoned || (One.File.Status == FileStatus::Failed &&
                                    One.FilesRead.empty());
  }
  MessageLog Log;
  Request->Budget.Known = knownResults();
  Result = check(*Request, combine(*Request, std::move(Units)), Log);
  if (Result.IsChecked)
    Result = filter(*Request, Request->Filter, std::move(Result), Log);
  Result.Result.Arch = Request->Arch;
  IsWasted |= Result.MustExitAtOnce || !Result.IsChecked;
  for (const RunMessage &Message : Log.all())
    if (Message.Kind == MessageKind::Error)
      Said.Warnings.push_back(Message.Text);
  for (const UnitFacts &Files : Result.Units)
    Said.FilesRead.insert(Said.FilesRead.end(), Files.Read.begin(),
                          Files.Read.end());
  Said.IsAnalyzed = true;
  for (const FileReport &File : Result.Result.Files)
    if (File.Status == FileStatus::Failed) {
      Said.IsAnalyzed = false;
      Said.Problem = File.FailureReason;
    }
  const DocumentView View(Result, Input);
  addFindingFacts(View, Problems, Said);
  addAccessFacts(View, Said);
  return Said;
}

json::Value DocumentAnalysis::bankMap(const Position &At) const {
  return bankMapAt(DocumentView(Result, Input), At);
}
