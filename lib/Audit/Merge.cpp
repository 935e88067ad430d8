//===- Merge.cpp - One report of several parts ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AuditOutput.h"
#include "ReadReport.h"
#include "RunOrigin.h"
#include "banklint/Support/NestingLimits.h"
#include "banklint/Support/ReadFile.h"

using namespace banklint;
namespace json = llvm::json;

static llvm::Error fileError(llvm::StringRef File, const llvm::Twine &Problem) {
  return llvm::createStringError("'" + File + "': " + Problem);
}

llvm::Expected<json::Object> banklint::readReport(llvm::StringRef File) {
  llvm::Expected<std::string> Text = readFile(File);
  if (!Text)
    return fileError(File, llvm::toString(Text.takeError()));
  if (tooDeepJsonAt(*Text))
    return fileError(File, "not a JSON report of banklint: nested too deeply");
  llvm::Expected<json::Value> Value = json::parse(*Text);
  if (!Value)
    return fileError(File,
                     "invalid JSON: " + llvm::toString(Value.takeError()));
  json::Object *Object = Value->getAsObject();
  if (!Object || Object->getInteger("format") != 1 ||
      !Object->getArray("files") || !Object->getArray("kernels") ||
      !Object->getArray("findings"))
    return fileError(File, "not a JSON report of banklint in format 1");
  return std::move(*Object);
}

/// The shard that \p Report, which is in \p File, says that it is.
static llvm::Expected<ShardInfo> shardOf(const json::Object &Report,
                                         llvm::StringRef File) {
  const json::Object *Audit = Report.getObject("audit");
  const json::Object *Shard = Audit ? Audit->getObject("shard") : nullptr;
  if (!Shard)
    return fileError(File, "not a part of an audit; make parts by 'banklint "
                           "audit --shard=i/n --format=json'");
  if (!Audit->getBoolean("complete").value_or(false))
    return fileError(File, "its run was interrupted; run that part again");
  ShardInfo Info;
  Info.Index = Shard->getInteger("index").value_or(0);
  Info.Count = Shard->getInteger("count").value_or(0);
  Info.Digest = Shard->getString("digest").value_or("").str();
  if (Info.Index < 1 || Info.Index > Info.Count)
    return fileError(File, "invalid 'shard'");
  return Info;
}

namespace {

/// Checks that parts are those of one whole.
class PartList {
public:
  llvm::Error add(const ShardInfo &Shard, const std::string &File) {
    if (!Files.empty() && Shard.Count != Count)
      return fileError(File, "is one of " + llvm::Twine(Shard.Count) +
                                 " parts, '" + Files.begin()->second +
                                 "' one of " + llvm::Twine(Count));
    if (!Files.empty() && Shard.Digest != Digest)
      return fileError(File, "is a part of another audit than '" +
                                 Files.begin()->second +
                                 "': other files or options");
    Count = Shard.Count;
    Digest = Shard.Digest;
    const auto [Known, IsNew] = Files.try_emplace(Shard.Index, File);
    if (!IsNew)
      return fileError(File, "is part " + llvm::Twine(Shard.Index) +
                                 ", as is '" + Known->second + "'");
    return llvm::Error::success();
  }
  /// Fails if one is missing.
  llvm::Error finish() const {
    std::string Missing;
    for (unsigned I = 1; I <= Count; ++I)
      if (!Files.count(I))
        Missing += (Missing.empty() ? "" : ", ") + std::to_string(I);
    if (Missing.empty())
      return llvm::Error::success();
    return llvm::createStringError("missing of " + llvm::Twine(Count) +
                                   " parts: " + Missing);
  }
  /// By their numbers.
  const std::map<unsigned, std::string> &files() const { return Files; }

private:
  unsigned Count = 0;
  std::string Digest;
  std::map<unsigned, std::string> Files;
};

} // namespace

/// Adds the reports in \p Files to \p Data; one of them is in memory at a time.
static llvm::Error addParts(llvm::ArrayRef<std::string> Files, AuditData &Data,
                            AuditRun &Run) {
  PartList Parts;
  for (const std::string &File : Files) {
    llvm::Expected<json::Object> Report = readReport(File);
    if (!Report)
      return Report.takeError();
    llvm::Expected<ShardInfo> Shard = shardOf(*Report, File);
    if (!Shard)
      return Shard.takeError();
    if (llvm::Error Failure = Parts.add(*Shard, File))
      return Failure;
    Run.Units += Report->getObject("audit")->getInteger("units").value_or(0);
    Run.Origin = originOf(*Report);
  }
  if (llvm::Error Failure = Parts.finish())
    return Failure;
  for (const auto &[Index, File] : Parts.files()) {
    llvm::Expected<json::Object> Report = readReport(File);
    if (!Report)
      return Report.takeError();
    if (llvm::Error Failure = Data.add(std::move(*Report)))
      return fileError(File, llvm::toString(std::move(Failure)));
  }
  return llvm::Error::success();
}

int banklint::runMerge(llvm::ArrayRef<std::string> Parts,
                       const AuditOutput &Output, llvm::raw_ostream &Out,
                       llvm::raw_ostream &Err) {
  MessageLog Log = consoleLog(Output.IsQuiet, Err);
  if (llvm::Error Failure = checkTargets(Output, Parts)) {
    Log.error(std::move(Failure));
    return AuditFailure;
  }
  llvm::Expected<Spool> Texts = Spool::create();
  if (!Texts) {
    Log.error(Texts.takeError());
    return AuditMachineFailure;
  }
  AuditData Data(std::move(*Texts));
  AuditRun Run;
  if (llvm::Error Failure = addParts(Parts, Data, Run)) {
    Log.error(std::move(Failure));
    return AuditFailure;
  }
  Data.finish();
  return writeAudit(Data, Run, Output, Log, Out);
}
