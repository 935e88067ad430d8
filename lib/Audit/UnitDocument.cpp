//===- UnitDocument.cpp - One unit of an audit as JSON --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitDocument.h"
#include "FixDiff.h"
#include "banklint/Checks/RequestMaps.h"
#include "banklint/Driver/Config/ConfigFiles.h"
#include "banklint/Output/JsonReport.h"
#include "banklint/Support/ReadFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <set>
#include <utility>

using namespace banklint;
namespace json = llvm::json;
namespace path = llvm::sys::path;

/// Statements to execute for the bank maps of one finding.
static constexpr uint64_t StatementsOfMaps = 1 << 20;

/// The configuration files that hold for \p Paths, and the places where there
/// is none.
static void addConfigStates(llvm::ArrayRef<std::string> Paths,
                            std::vector<FileState> &States) {
  std::set<std::string> Directories;
  for (llvm::StringRef Path : Paths)
    for (llvm::StringRef Directory = path::parent_path(Path);
         !Directory.empty() && Directories.insert(Directory.str()).second;
         Directory = path::parent_path(Directory)) {
    }
  for (const std::string &Directory : Directories) {
    FileState &State = States.emplace_back();
    State.Path = configFileIn(Directory);
    llvm::Expected<std::string> Text = readFile(State.Path);
    if (Text)
      State.Hash = contentHash(*Text);
    else
      llvm::consumeError(Text.takeError());
  }
}

static json::Array statesOf(const Analysis &A) {
  std::vector<FileState> States = A.Units.front().States;
  // Without a parse, nobody knows what was read.
  if (States.empty())
    States.push_back({"", std::nullopt, /*IsUnsteady=*/true});
  std::vector<std::string> Paths = A.Units.front().Read;
  for (const std::string &Name : A.Units.front().Shown)
    Paths.push_back(A.Sources.pathOf(Name).str());
  addConfigStates(Paths, States);
  json::Array Result;
  for (const FileState &State : States)
    Result.push_back(json::Object{
        {"path", json::fixUTF8(State.Path)},
        {"hash", State.Hash ? json::Value(llvm::utohexstr(*State.Hash))
                            : json::Value(nullptr)},
        // A name that JSON cannot hold is not the same name afterwards.
        {"unsteady", State.IsUnsteady || !json::isUTF8(State.Path)}});
  return Result;
}

static void writeSupplement(const Analysis &A, const MessageLog &Log,
                            json::OStream &J) {
  J.attributeObject("unit", [&] {
    J.attributeArray("kernels", [&] {
      for (const KernelIdentity &Kernel : A.Units.front().Defined)
        J.value(toJSON(Kernel));
    });
    J.attributeArray("launches", [&] {
      for (const KernelLaunch &Launch : A.Units.front().Launches)
        J.value(toJSON(Launch));
    });
    J.attribute("states", statesOf(A));
    J.attributeArray("messages", [&] {
      for (const RunMessage &Message : Log.all())
        J.value(json::Object{{"kind", static_cast<int>(Message.Kind)},
                             {"text", json::fixUTF8(Message.Text)},
                             {"placed", Message.HasPlace}});
    });
  });
}

void banklint::writeUnitDocument(const AnalysisRequest &Request,
                                 llvm::StringRef Version,
                                 llvm::raw_ostream &OS) {
  MessageLog Log;
  Analysis A = analyze(Request, Log);
  A.Result.Version = Version.str();
  InterpreterBudget Budget = Request.Budget;
  Budget.Statements = std::min(Budget.Statements, StatementsOfMaps);
  for (Finding &F : A.Result.Findings)
    addRequestMaps(A.Result, Budget, F);
  JsonAudit Audit;
  Audit.WriteMore = [&](json::OStream &J) { writeSupplement(A, Log, J); };
  Audit.WriteFinding = [&](json::OStream &J, const Finding &F) {
    J.attribute("excerpt", excerptAt(F.At, A.Sources));
  };
  Audit.WriteNote = [&](json::OStream &J, const Note &N) {
    if (!N.At.Span.isValid())
      return;
    if (const auto Line = A.Sources.line(N.At.File, N.At.Span.Line))
      J.attribute("source", json::fixUTF8(*Line));
  };
  Audit.WriteFix = [&](json::OStream &J, const Fix &F) {
    J.attribute("diff", diffOf(F, A.Sources));
  };
  const std::vector<KernelReport> Kernels = std::exchange(A.Result.Kernels, {});
  writeJson(A.Result, OS, &Audit);
  // In front of what nothing in the report looks like.
  OS << '\n';
  for (const KernelReport &Kernel : Kernels)
    writeJson(Kernel, OS);
}

UnitDocumentParts banklint::partsOf(llvm::StringRef Document) {
  const auto [Report, Kernels] = Document.split("\n\n");
  return {Report, Kernels};
}

json::Object banklint::failedDocument(const Unit &U, llvm::StringRef Version,
                                      llvm::StringRef Reason) {
  json::Object File{{"file", json::fixUTF8(U.Source.File)},
                    {"status", "failed"},
                    {"reason", json::fixUTF8(Reason)},
                    {"parse_errors", 0},
                    {"missing_headers", json::Array()},
                    {"lost_shared", json::Array()},
                    {"cuda_headers", nullptr},
                    {"scanned", false},
                    {"seconds", 0}};
  return json::Object{
      {"format", 1},
      {"tool", json::Object{{"name", "banklint"}, {"version", Version}}},
      {"arch", U.Arch->Name},
      {"files", json::Array{std::move(File)}},
      {"kernels", json::Array()},
      {"findings", json::Array()},
      {"suppressed", json::Array()}};
}

llvm::Error banklint::addUnitDocument(llvm::StringRef Text,
                                      llvm::StringRef Includer,
                                      DocumentNames &Names, AuditData &Data) {
  const auto [Report, Kernels] = partsOf(Text);
  llvm::Expected<json::Value> Document = json::parse(Report);
  if (!Document)
    return Document.takeError();
  Names.rename(*Document);
  json::Object &Object = *Document->getAsObject();
  if (!Includer.empty()) {
    for (json::Value &File : *Object.getArray("files"))
      (*File.getAsObject())["included_by"] = json::fixUTF8(Includer);
    for (llvm::StringRef Key : {"kernels", "findings", "suppressed"})
      Object[Key] = json::Array();
    for (llvm::StringRef Key : {"outside_lines", "in_system_headers"})
      Object[Key] = 0;
    return Data.add(std::move(Object));
  }
  if (llvm::Error Failure = Data.add(std::move(Object)))
    return Failure;
  for (llvm::StringRef Line : llvm::split(Kernels.rtrim('\n'), '\n')) {
    if (Line.empty())
      continue;
    llvm::Expected<json::Value> Kernel = json::parse(Line);
    if (!Kernel)
      return Kernel.takeError();
    Names.rename(*Kernel);
    if (llvm::Error Failure = Data.addKernel(std::move(*Kernel)))
      return Failure;
  }
  return llvm::Error::success();
}

static bool read(const json::Value &Value, FileState &State, json::Path P) {
  json::ObjectMapper O(Value, P);
  std::optional<std::string> Hash;
  if (!O || !O.map("path", State.Path) || !O.map("hash", Hash) ||
      !O.map("unsteady", State.IsUnsteady))
    return false;
  if (Hash)
    State.Hash.emplace();
  return !Hash || !llvm::StringRef(*Hash).getAsInteger(16, *State.Hash);
}

static bool read(const json::Value &Value, RunMessage &Message, json::Path P) {
  json::ObjectMapper O(Value, P);
  int Kind = 0;
  if (!O || !O.map("kind", Kind) || !O.map("text", Message.Text) ||
      !O.map("placed", Message.HasPlace))
    return false;
  Message.Kind = static_cast<MessageKind>(Kind);
  return true;
}

/// What has a public form.
template <typename T>
static bool read(const json::Value &Value, T &Into, json::Path P) {
  return fromJSON(Value, Into, P);
}

/// Reads all elements of the array \p Key.
template <typename T>
static bool readArray(const json::Object &Unit, llvm::StringRef Key,
                      std::vector<T> &Into) {
  const json::Array *Array = Unit.getArray(Key);
  json::Path::Root Root;
  return Array && llvm::all_of(*Array, [&](const json::Value &Each) {
           return read(Each, Into.emplace_back(), json::Path(Root));
         });
}

/// True if the file of \p Document failed or has parse errors.
static bool isBroken(const json::Object &Document) {
  const json::Array *Files = Document.getArray("files");
  return Files && llvm::any_of(*Files, [](const json::Value &Each) {
           const json::Object *File = Each.getAsObject();
           return File && (File->getString("status") == "failed" ||
                           File->getInteger("parse_errors").value_or(0) != 0);
         });
}

llvm::Expected<UnitSupplement>
banklint::supplementOf(const json::Object &Document) {
  const json::Object *Audit = Document.getObject("audit");
  const json::Object *Unit = Audit ? Audit->getObject("unit") : nullptr;
  UnitSupplement Result;
  Result.IsBroken = isBroken(Document);
  if (Unit && readArray(*Unit, "kernels", Result.Launches.Kernels) &&
      readArray(*Unit, "launches", Result.Launches.Made) &&
      readArray(*Unit, "states", Result.States) &&
      readArray(*Unit, "messages", Result.Messages))
    return Result;
  return llvm::createStringError("not the result of a unit");
}
