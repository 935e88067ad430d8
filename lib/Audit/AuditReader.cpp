//===- AuditReader.cpp - From reports to what an audit keeps --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AuditReader.h"
#include "JsonMembers.h"
#include "Losses.h"
#include "banklint/Hardware/ExampleGpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <cmath>

using namespace banklint;
namespace json = llvm::json;

namespace {

std::string printed(const json::Value &Value) {
  std::string Text;
  llvm::raw_string_ostream(Text) << Value;
  return Text;
}

CodePlace readPlace(const json::Object &O) {
  return {text(O, "file"), static_cast<unsigned>(number(O, "line")),
          static_cast<unsigned>(number(O, "column"))};
}

/// The place and the message of "file:line:column: message".
std::pair<CodePlace, std::string> splitError(llvm::StringRef Text) {
  const auto [Where, Message] = Text.split(": ");
  const auto [FileAndLine, Column] = Where.rsplit(':');
  const auto [File, Line] = FileAndLine.rsplit(':');
  CodePlace At;
  At.File = File.str();
  if (Line.getAsInteger(10, At.Line) || Column.getAsInteger(10, At.Column))
    return {CodePlace(), Text.str()};
  return {At, Message.str()};
}

/// No declaration, header or launch makes an access exact that is not for the
/// reason \p Code: data, the hardware or the compiler decide.
bool staysOpen(llvm::StringRef Code) {
  return llvm::is_contained({"budget", "cross-lane", "data-dependent-index",
                             "floating-point", "inline-assembly", "may-join",
                             "may-merge", "may-reuse", "misaligned",
                             "unknown-cost", "unsupported-operation"},
                            Code);
}

/// The block was not stated anywhere.
bool isAssumed(llvm::StringRef Origin) {
  return Origin == "default-values" || Origin == "launch-bounds" ||
         Origin == "array-extents" || Origin == "default";
}

/// The source has no launch: the block is guessed from the kernel.
bool isUnlaunched(const json::Object &Launch) {
  return isAssumed(text(Launch, "origin")) && text(Launch, "file").empty();
}

/// "32x8x1" if nothing states the block of \p Launch, else empty.
std::string assumedBlock(const json::Object &Launch) {
  const json::Array *Block = Launch.getArray("block");
  if (!isAssumed(text(Launch, "origin")) || !Block)
    return "";
  return llvm::join(
      llvm::map_range(
          *Block, [](const json::Value &Extent) { return printed(Extent); }),
      "x");
}

/// "32,8" for "32x8x1", as a comment states it.
std::string annotatedBlock(llvm::StringRef Block) {
  while (Block.consume_back("x1"))
    ;
  std::string Result = Block.str();
  std::replace(Result.begin(), Result.end(), 'x', ',');
  return Result;
}

/// The first fix that can be written, else the first that is described.
void takeFix(const json::Object &F, AuditFinding &Into) {
  const json::Array *Fixes = F.getArray("fixes");
  if (!Fixes)
    return;
  const json::Object *Best = nullptr;
  bool HasEdits = false;
  for (const json::Value &Each : *Fixes) {
    const json::Object *Fix = Each.getAsObject();
    const json::Array *Edits = Fix ? Fix->getArray("edits") : nullptr;
    const bool IsWritten = Edits && !Edits->empty();
    if (!Fix || (Best && (HasEdits || !IsWritten)))
      continue;
    Best = Fix;
    HasEdits = IsWritten;
  }
  if (!Best)
    return;
  Into.Fix = text(*Best, "description");
  if (HasEdits)
    Into.FixHash = llvm::xxh3_64bits(printed(*Best->get("edits")));
  if (Best->getInteger("saves"))
    Into.Saves = number(*Best, "saves");
}

} // namespace

static Cause causeOf(const json::Object &O) {
  Cause Result;
  Result.Kind = parseCauseKind(text(O, "kind")).value_or(CauseKind::ParseError);
  Result.Subject = text(O, "subject");
  Result.File = text(O, "file");
  Result.Line = number(O, "line");
  Result.Condition = text(O, "condition");
  Result.Holds = isTrue(O, "holds");
  Result.Count = number(O, "count");
  if (const json::Array *Options = O.getArray("options"))
    for (const json::Value &Option : *Options)
      Result.Options.push_back(Option.getAsString().value_or("").str());
  return Result;
}

/// Reports of earlier versions have missing headers and errors alone.
static void readCauses(const json::Object &O, AuditFile &File) {
  if (const json::Array *Causes = O.getArray("causes")) {
    for (const json::Value &Each : *Causes)
      if (const json::Object *Own = Each.getAsObject())
        File.Causes.push_back(causeOf(*Own));
    return;
  }
  for (const std::string &Header : File.MissingHeaders) {
    Cause &C = File.Causes.emplace_back();
    C.Kind = CauseKind::MissingHeader;
    C.Subject = Header;
  }
  if (!File.Causes.empty() || File.FirstError.empty())
    return;
  Cause &C = File.Causes.emplace_back();
  C.Subject = File.FirstError;
  C.File = File.FirstErrorAt.File;
  C.Line = File.FirstErrorAt.Line;
}

llvm::StringRef banklint::spelling(Loss::Scope Per) {
  switch (Per) {
  case Loss::OfRequest:
    return "request";
  case Loss::OfBlock:
    return "block";
  case Loss::OfLaunch:
    return "launch";
  }
  llvm_unreachable("covered switch");
}

llvm::Error AuditData::Reader::keep(const json::Value &Value,
                                    SpoolSlice &Into) {
  return Data.Texts.append(printed(Value)).moveInto(Into);
}

llvm::Error AuditData::Reader::readFile(const json::Value &Value) {
  const json::Object &O = *Value.getAsObject();
  AuditFile File;
  File.File = text(O, "file");
  File.Status = text(O, "status");
  File.Reason = text(O, "reason");
  File.IncludedBy = text(O, "included_by");
  File.ParseErrors = number(O, "parse_errors");
  if (const json::Array *Errors = O.getArray("parse_error_messages"))
    if (!Errors->empty())
      std::tie(File.FirstErrorAt, File.FirstError) =
          splitError(Errors->front().getAsString().value_or(""));
  if (const json::Array *Headers = O.getArray("missing_headers"))
    for (const json::Value &Header : *Headers)
      File.MissingHeaders.push_back(Header.getAsString().value_or("").str());
  readCauses(O, File);
  File.AssumedStandard = text(O, "assumed_standard");
  File.HasCommand = isTrue(O, "has_command");
  if (const json::Array *Lost = O.getArray("lost_shared"))
    File.LostShared = Lost->size();
  llvm::Error Failure = keep(Value, File.Text);
  Data.Files.push_back(std::move(File));
  return Failure;
}

void AuditData::Reader::readAccess(const json::Object &Access,
                                   AuditKernel &Kernel) {
  const std::string Result = text(Access, "result");
  AccessCounts &Counts = Kernel.Counts;
  ++Counts.Accesses;
  unsigned &Count = Result == "exact"         ? Counts.Exact
                    : Result == "upper-bound" ? Counts.Bound
                    : Result == "depends"     ? Counts.Depends
                                              : Counts.Unknown;
  ++Count;
  if (const json::Object *Worst = Access.getObject("worst"))
    if ((Result == "exact" || Result == "upper-bound") &&
        number(*Worst, "wavefronts") > number(*Worst, "ideal"))
      ++Counts.Conflicting;
  const std::string Reason = text(Access, "reason");
  const auto [Code, Sentence] = llvm::StringRef(Reason).split(": ");
  Kernel.IsUninstantiated |= Code == "uninstantiated-template";
  if (Result == "exact")
    return;
  Kernel.Teachable += !staysOpen(Code);
  auto Known =
      llvm::find_if(Kernel.Unknowns, [&, Code = Code](const UnknownGroup &G) {
        return G.Result == Result && G.Reason == Code;
      });
  if (Known == Kernel.Unknowns.end()) {
    const std::string What =
        Result == "depends" ? text(Access, "condition") : Sentence.str();
    Kernel.Unknowns.push_back({Result, Code.str(), 0, readPlace(Access), What});
    Known = std::prev(Kernel.Unknowns.end());
  }
  ++Known->Accesses;
}

llvm::Error AuditData::Reader::readKernel(const json::Value &Value) {
  const json::Object &O = *Value.getAsObject();
  AuditKernel Kernel;
  Kernel.Name = text(O, "name");
  Kernel.At = readPlace(O);
  if (const json::Array *Launches = O.getArray("launches"))
    for (const json::Value &Each : *Launches) {
      const json::Object *Launch = Each.getAsObject();
      const json::Array *Accesses =
          Launch ? Launch->getArray("accesses") : nullptr;
      if (!Accesses)
        continue;
      std::map<CodePlace, PlaceLoss> Losses;
      for (const json::Value &Access : *Accesses)
        if (const json::Object *Object = Access.getAsObject()) {
          readAccess(*Object, Kernel);
          const Loss Lost = lossOfAccess(*Object, *Launch);
          if (Lost.Wavefronts == 0)
            continue;
          PlaceLoss &Sum = Losses[readPlace(*Object)];
          Sum.Weight += Lost.Weight;
          Sum.IsEstimate |= Lost.Per != Loss::OfLaunch;
        }
      for (const auto &[At, Lost] : Losses)
        if (Lost.Weight > Kernel.Losses[At].Weight)
          Kernel.Losses[At] = Lost;
      Kernel.IsUnlaunched &= isUnlaunched(*Launch);
      if (!isAssumed(text(*Launch, "origin")))
        continue;
      Kernel.Assumed += Accesses->size();
      Kernel.AssumedBlock = annotatedBlock(assumedBlock(*Launch));
      if (!isUnlaunched(*Launch))
        Kernel.OpenLaunch = readPlace(*Launch);
    }
  const std::string Text = printed(Value);
  Kernel.Hash = llvm::xxh3_64bits(Text);
  llvm::Error Failure = Data.Texts.append(Text).moveInto(Kernel.Text);
  Data.Kernels.push_back(std::move(Kernel));
  return Failure;
}

llvm::Error AuditData::Reader::renumber(json::Object &Finding) {
  json::Array *Maps = Finding.getArray("maps");
  if (!Maps)
    return llvm::Error::success();
  for (json::Value &Map : *Maps) {
    json::Object *O = Map.getAsObject();
    json::Array *Rounds = O ? O->getArray("rounds") : nullptr;
    if (!Rounds)
      continue;
    for (json::Value &Round : *Rounds) {
      json::Object *Entry = Round.getAsObject();
      const uint64_t Old = Entry ? number(*Entry, "request") : 0;
      if (!Entry || Old >= Requests.size())
        return llvm::createStringError("a bank map names an unknown request");
      (*Entry)["request"] = static_cast<int64_t>(Requests[Old]);
    }
  }
  return llvm::Error::success();
}

llvm::Error AuditData::Reader::readFinding(json::Value &Value) {
  json::Object &O = *Value.getAsObject();
  if (llvm::Error Failure = renumber(O))
    return Failure;
  AuditFinding Finding;
  Finding.Check = text(O, "check");
  Finding.At = readPlace(O);
  if (const json::Array *Others = O.getArray("other_places"))
    for (const json::Value &Other : *Others)
      if (const json::Object *Object = Other.getAsObject())
        Finding.Others.push_back(readPlace(*Object));
  Finding.IsError = text(O, "severity") == "error";
  if (const json::Object *Cost = O.getObject("cost")) {
    Finding.IsPossible = isTrue(*Cost, "possible");
    Finding.IsBound = Finding.IsPossible || isTrue(*Cost, "bound");
  }
  Finding.Message = text(O, "message");
  if (const json::Object *Launch = O.getObject("launch")) {
    Finding.Kernel = text(*Launch, "kernel");
    Finding.IsUnlaunched = isUnlaunched(*Launch);
    Finding.AssumedBlock = assumedBlock(*Launch);
  }
  Finding.Lost = lossOfFinding(O);
  if (const ExampleGpu *Gpu = findExampleGpu(Data.Arch)) {
    const double Blocks = blocksOf(O.getObject("launch"));
    Finding.Lost.Nanoseconds =
        pipelineNanoseconds(*Gpu, Finding.Lost.Weight / Blocks, Blocks);
  }
  takeFix(O, Finding);
  Finding.Document = Data.Documents;
  if (O.getObject("cost")) {
    const std::optional<double> &Time = Finding.Lost.Nanoseconds;
    O["lost"] =
        json::Object{{"wavefronts", Finding.Lost.Wavefronts},
                     {"per", spelling(Finding.Lost.Per)},
                     {"estimate", std::llround(Finding.Lost.Weight)},
                     {"nanoseconds", Time ? json::Value(std::llround(*Time))
                                          : json::Value(nullptr)}};
  }
  llvm::Error Failure = keep(Value, Finding.Text);
  Data.Findings.push_back(std::move(Finding));
  return Failure;
}

llvm::Error AuditData::Reader::readRequests(const json::Object &Document) {
  const json::Object *Audit = Document.getObject("audit");
  const json::Array *All = Audit ? Audit->getArray("requests") : nullptr;
  if (!All)
    return llvm::Error::success();
  for (const json::Value &Request : *All) {
    const std::string Text = printed(Request);
    const auto [Known, IsNew] =
        Data.NumbersOfRequests.try_emplace(Text, Data.Requests.size());
    if (IsNew)
      if (llvm::Error Failure =
              Data.Texts.append(Text).moveInto(Data.Requests.emplace_back()))
        return Failure;
    Requests.push_back(Known->second);
  }
  return llvm::Error::success();
}

/// Parts are merged where their sources may not be.
void AuditData::Reader::readHeaders(const json::Object &Document) {
  const json::Object *Audit = Document.getObject("audit");
  const json::Array *All = Audit ? Audit->getArray("located_headers") : nullptr;
  if (!All)
    return;
  for (const json::Value &Each : *All)
    if (const json::Object *O = Each.getAsObject())
      Data.HeaderDirectories.try_emplace(text(*O, "header"),
                                         text(*O, "directory"));
}

llvm::Error AuditData::Reader::readProfile(const json::Object &Document) {
  const json::Object *Own = Document.getObject("profile");
  if (!Own)
    return llvm::Error::success();
  if (!Data.Profile)
    Data.Profile.emplace();
  AuditProfile &All = *Data.Profile;
  // Each document has the launches of the whole profile.
  All.Launches = std::max(All.Launches, number(*Own, "launches"));
  All.Compared += number(*Own, "compared");
  if (const json::Array *Disagreements = Own->getArray("disagreements"))
    for (const json::Value &Each : *Disagreements)
      if (llvm::Error Failure = keep(Each, All.Disagreements.emplace_back()))
        return Failure;
  return llvm::Error::success();
}

llvm::Error AuditData::Reader::readSuppressed(json::Value &Value) {
  json::Object &O = *Value.getAsObject();
  if (llvm::Error Failure = renumber(O))
    return Failure;
  const CodePlace At = readPlace(O);
  // One in a header is found by each file that includes it.
  if (!Data.SeenSuppressed
           .insert(llvm::formatv("{0}:{1}:{2}:{3}:{4}", At.File, At.Line,
                                 At.Column, text(O, "check"),
                                 text(O, "message")))
           .second)
    return llvm::Error::success();
  return keep(Value, Data.Suppressed.emplace_back());
}

/// Has \p Read read each object of the array \p Key.
template <typename ReadT>
static llvm::Error readEach(json::Object &Document, llvm::StringRef Key,
                            ReadT Read) {
  json::Array *All = Document.getArray(Key);
  if (!All)
    return llvm::createStringError("not a report of banklint: '" + Key +
                                   "' is missing");
  for (json::Value &Each : *All) {
    if (!Each.getAsObject())
      return llvm::createStringError("not a report of banklint: '" + Key +
                                     "' has an entry that is not an object");
    if (llvm::Error Failure = Read(Each))
      return Failure;
  }
  return llvm::Error::success();
}

llvm::Error AuditData::Reader::read(json::Object &Document) {
  if (number(Document, "format") != 1)
    return llvm::createStringError(
        "not a report of banklint in format 1: 'format' is missing or another");
  if (Data.Arch.empty())
    Data.Arch = text(Document, "arch");
  if (llvm::Error Failure = readRequests(Document))
    return Failure;
  if (llvm::Error Failure = readEach(
          Document, "files", [this](json::Value &V) { return readFile(V); }))
    return Failure;
  if (llvm::Error Failure =
          readEach(Document, "kernels",
                   [this](json::Value &V) { return readKernel(V); }))
    return Failure;
  if (llvm::Error Failure =
          readEach(Document, "findings",
                   [this](json::Value &V) { return readFinding(V); }))
    return Failure;
  if (llvm::Error Failure =
          readEach(Document, "suppressed",
                   [this](json::Value &V) { return readSuppressed(V); }))
    return Failure;
  if (llvm::Error Failure = readProfile(Document))
    return Failure;
  readHeaders(Document);
  Data.OutsideLines += number(Document, "outside_lines");
  Data.InSystemHeaders += number(Document, "in_system_headers");
  if (const json::Object *Tool = Document.getObject("tool"))
    Data.Version = text(*Tool, "version");
  return llvm::Error::success();
}

llvm::Error AuditData::add(json::Object Document) {
  llvm::Error Failure = Reader(*this).read(Document);
  ++Documents;
  return Failure;
}

llvm::Error AuditData::addKernel(json::Value Kernel) {
  if (!Kernel.getAsObject())
    return llvm::createStringError("a kernel is not an object");
  return Reader(*this).readKernel(Kernel);
}
