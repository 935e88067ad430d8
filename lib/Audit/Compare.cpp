//===- Compare.cpp - What differs between two reports ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings are the same if their fingerprints are, which neither moved lines
// nor other figures change. One that is gone is fixed only if the new run has
// analyzed its kernel, or the kernel is gone from what it has analyzed in
// whole. Answers are compared by kernel: how many accesses are exact, bounds,
// open or unknown.
//
//===----------------------------------------------------------------------===//

#include "AuditOutput.h"
#include "JsonMembers.h"
#include "ReadReport.h"
#include "RunOrigin.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace banklint;
namespace json = llvm::json;

namespace {

/// Counts of one kernel's results, by their spelling.
using Answers = std::map<std::string, unsigned>;
/// File and name.
using KernelKey = std::pair<std::string, std::string>;

struct Side {
  /// By fingerprint.
  std::multimap<std::string, const json::Object *> Findings;
  /// Fingerprints.
  std::set<std::string> Suppressed;
  std::map<KernelKey, Answers> Kernels;
  std::set<std::string> KernelNames;
  /// How many accesses have no result, by the names of kernel and array.
  std::map<std::pair<std::string, std::string>, unsigned> Unknown;
  /// What is not known of each file that was compiled; empty for nothing.
  std::map<std::string, std::string> Files;
};

struct Doubt {
  const json::Object *Finding;
  std::string Reason;
};

struct Difference {
  std::vector<const json::Object *> New;
  std::vector<const json::Object *> Fixed;
  std::vector<const json::Object *> Suppressed;
  /// Gone, but maybe only from sight.
  std::vector<Doubt> NotKnown;
  std::vector<std::pair<const json::Object *, const json::Object *>> Changed;
  std::vector<std::pair<KernelKey, std::pair<Answers, Answers>>> Kernels;
};

} // namespace

/// Calls \p Visit with each object of the array \p Key.
template <typename VisitT>
static void forEach(const json::Object &O, llvm::StringRef Key, VisitT Visit) {
  if (const json::Array *All = O.getArray(Key))
    for (const json::Value &Each : *All)
      if (const json::Object *Object = Each.getAsObject())
        Visit(*Object);
}

static bool hasEntries(const json::Object &O, llvm::StringRef Key) {
  const json::Array *All = O.getArray(Key);
  return All && !All->empty();
}

/// What the report does not know of \p File.
static std::string gapOf(const json::Object &File) {
  if (!text(File, "included_by").empty())
    return "";
  if (text(File, "status") == "failed")
    return "'" + text(File, "file") +
           "' could not be analyzed: " + text(File, "reason");
  if (File.getInteger("parse_errors").value_or(0) != 0 ||
      hasEntries(File, "missing_headers") || hasEntries(File, "lost_shared"))
    return "'" + text(File, "file") + "' was analyzed only in part";
  return "";
}

static Side sideOf(const json::Object &Report) {
  Side Result;
  forEach(Report, "findings", [&](const json::Object &Finding) {
    Result.Findings.emplace(text(Finding, "fingerprint"), &Finding);
  });
  forEach(Report, "suppressed", [&](const json::Object &Finding) {
    Result.Suppressed.insert(text(Finding, "fingerprint"));
  });
  forEach(Report, "files", [&](const json::Object &File) {
    std::string &Gap = Result.Files[text(File, "file")];
    if (Gap.empty())
      Gap = gapOf(File);
  });
  forEach(Report, "kernels", [&](const json::Object &Kernel) {
    const std::string Name = text(Kernel, "name");
    Result.KernelNames.insert(Name);
    Answers &Own = Result.Kernels[{text(Kernel, "file"), Name}];
    forEach(Kernel, "launches", [&](const json::Object &Launch) {
      forEach(Launch, "accesses", [&](const json::Object &Access) {
        ++Own[text(Access, "result")];
        if (text(Access, "result") == "unknown")
          ++Result.Unknown[{Name, text(Access, "array")}];
      });
    });
  });
  return Result;
}

/// Of all files of \p New and those that only \p Old has, the first gap.
static std::string anyGap(const Side &Old, const Side &New) {
  for (const auto &[File, Gap] : New.Files)
    if (!Gap.empty())
      return Gap;
  for (const auto &[File, Gap] : Old.Files)
    if (!New.Files.count(File))
      return "'" + File + "' was not analyzed";
  return "";
}

/// Why \p Finding, which only \p Old has, may still be in the code; empty if
/// it is not.
static std::string doubtOf(const json::Object &Finding, const Side &Old,
                           const Side &New) {
  const json::Object *Launch = Finding.getObject("launch");
  const std::string Kernel =
      text(Launch ? *Launch : Finding, Launch ? "kernel" : "function");
  const std::string File = text(Finding, "file");
  const std::string Array = text(Finding, "array");
  const auto UnknownIn = [Key = std::pair(Kernel, Array)](const Side &Of) {
    const auto Found = Of.Unknown.find(Key);
    return Found == Of.Unknown.end() ? 0 : Found->second;
  };
  if (New.KernelNames.count(Kernel)) {
    if (UnknownIn(New) > UnknownIn(Old))
      return "accesses to '" + Array + "' in '" + Kernel + "' are unknown now";
    return "";
  }
  if (const auto Own = New.Files.find(File); Own != New.Files.end())
    return Own->second;
  if (Old.Files.count(File))
    return "'" + File + "' was not analyzed";
  // A header: whoever included it may have lost it.
  return anyGap(Old, New);
}

static bool isBefore(const json::Object *A, const json::Object *B) {
  const auto KeyOf = [](const json::Object &F) {
    return std::tuple(text(F, "file"), F.getInteger("line"),
                      F.getInteger("column"), text(F, "check"));
  };
  return KeyOf(*A) < KeyOf(*B);
}

static Difference compare(const Side &Old, const Side &New) {
  Difference Result;
  auto Left = Old.Findings;
  for (const auto &[Fingerprint, Finding] : New.Findings) {
    const auto Known = Left.find(Fingerprint);
    if (Known == Left.end()) {
      Result.New.push_back(Finding);
      continue;
    }
    if (text(*Known->second, "message") != text(*Finding, "message"))
      Result.Changed.push_back({Known->second, Finding});
    Left.erase(Known);
  }
  for (const auto &[Fingerprint, Finding] : Left)
    if (New.Suppressed.count(Fingerprint))
      Result.Suppressed.push_back(Finding);
    else if (std::string Doubt = doubtOf(*Finding, Old, New); !Doubt.empty())
      Result.NotKnown.push_back({Finding, std::move(Doubt)});
    else
      Result.Fixed.push_back(Finding);
  for (auto *Each : {&Result.New, &Result.Fixed, &Result.Suppressed})
    llvm::stable_sort(*Each, isBefore);
  llvm::stable_sort(Result.NotKnown, [](const Doubt &A, const Doubt &B) {
    return isBefore(A.Finding, B.Finding);
  });
  llvm::stable_sort(Result.Changed, [](const auto &A, const auto &B) {
    return isBefore(A.second, B.second);
  });
  for (const auto &[Key, Now] : New.Kernels)
    if (const auto Then = Old.Kernels.find(Key);
        Then != Old.Kernels.end() && Then->second != Now)
      Result.Kernels.push_back({Key, {Then->second, Now}});
  return Result;
}

static void writeLine(const json::Object &Finding, llvm::raw_ostream &OS) {
  OS << "  " << printable(text(Finding, "file")) << ':'
     << Finding.getInteger("line").value_or(0) << ": "
     << printable(text(Finding, "message")) << " ["
     << printable(text(Finding, "check")) << "]\n";
}

static std::string spell(const Answers &Of) {
  std::string Result;
  for (const auto &[Name, Count] : Of)
    Result += (Result.empty() ? "" : ", ") + std::to_string(Count) + " " +
              printable(Name);
  return Result.empty() ? "none" : Result;
}

static void writeText(const Difference &D, llvm::raw_ostream &OS) {
  const auto List = [&OS](llvm::StringRef Title, const auto &Findings) {
    if (Findings.empty())
      return;
    OS << Title << ":\n";
    for (const json::Object *Finding : Findings)
      writeLine(*Finding, OS);
  };
  List("New", D.New);
  List("Fixed", D.Fixed);
  List("Suppressed now", D.Suppressed);
  if (!D.NotKnown.empty())
    OS << "Not known any more:\n";
  for (const auto &[Finding, Reason] : D.NotKnown) {
    writeLine(*Finding, OS);
    OS << "    " << printable(Reason) << '\n';
  }
  if (!D.Changed.empty())
    OS << "Changed:\n";
  for (const auto &[Old, New] : D.Changed) {
    writeLine(*New, OS);
    OS << "    was: " << printable(text(*Old, "message")) << '\n';
  }
  if (!D.Kernels.empty())
    OS << "Kernels with other results:\n";
  for (const auto &[Kernel, Results] : D.Kernels)
    OS << "  " << printable(Kernel.first) << ": '" << printable(Kernel.second)
       << "': " << spell(Results.second) << "; was: " << spell(Results.first)
       << '\n';
  OS << counted(D.New.size(), "new finding") << ", " << D.Fixed.size()
     << " fixed, " << D.Changed.size() << " changed";
  if (!D.Suppressed.empty())
    OS << ", " << D.Suppressed.size() << " suppressed";
  if (!D.NotKnown.empty())
    OS << ", " << D.NotKnown.size() << " not known";
  OS << "; " << counted(D.Kernels.size(), "kernel") << " with other results\n";
}

static json::Value toJson(const Answers &Of) {
  json::Object Result;
  for (const auto &[Name, Count] : Of)
    Result[Name] = Count;
  return Result;
}

/// What the page shows of a finding: its own bank maps are in no report.
static json::Value brief(const json::Object *Finding) {
  json::Object Result;
  for (llvm::StringRef Key :
       {"file", "line", "column", "check", "message", "fingerprint"})
    if (const json::Value *Value = Finding->get(Key))
      Result[Key] = *Value;
  return Result;
}

static json::Value whole(const json::Object *Finding) {
  return json::Object(*Finding);
}

static json::Object toJson(const Difference &D,
                           json::Value (*FindingToJson)(const json::Object *)) {
  const auto All = [&](const auto &Findings) {
    json::Array Result;
    llvm::append_range(Result, llvm::map_range(Findings, FindingToJson));
    return Result;
  };
  json::Array NotKnown, Changed, Kernels;
  for (const auto &[Finding, Reason] : D.NotKnown)
    NotKnown.push_back(json::Object{{"finding", FindingToJson(Finding)},
                                    {"reason", json::fixUTF8(Reason)}});
  for (const auto &[Old, New] : D.Changed)
    Changed.push_back(
        json::Object{{"old", FindingToJson(Old)}, {"new", FindingToJson(New)}});
  for (const auto &[Kernel, Results] : D.Kernels)
    Kernels.push_back(json::Object{{"file", Kernel.first},
                                   {"name", Kernel.second},
                                   {"old", toJson(Results.first)},
                                   {"new", toJson(Results.second)}});
  return json::Object{{"new", All(D.New)},
                      {"fixed", All(D.Fixed)},
                      {"suppressed", All(D.Suppressed)},
                      {"not_known", std::move(NotKnown)},
                      {"changed", std::move(Changed)},
                      {"kernels", std::move(Kernels)}};
}

static void writeDifference(const Difference &D, llvm::raw_ostream &OS) {
  json::Object Document = toJson(D, whole);
  Document["format"] = 1;
  OS << llvm::formatv("{0:2}\n", json::Value(std::move(Document)));
}

/// Warns if \p Report, which is in \p File, is not of all files.
static void warnOfPart(const json::Object &Report, llvm::StringRef File,
                       MessageLog &Log) {
  const json::Object *Audit = Report.getObject("audit");
  if (!Audit)
    return;
  if (Audit->getObject("shard"))
    Log.warn("'" + File +
             "' is one part of an audit: findings of the others are missing");
  if (!Audit->getBoolean("complete").value_or(true))
    Log.warn("the run of '" + File + "' was interrupted: findings are missing");
}

/// Writes the page of \p Report with what differs. False if it could not be
/// written, which is logged.
static bool writeComparedPage(json::Object Report, json::Object Compared,
                              const AuditOutput &Output, MessageLog &Log,
                              llvm::raw_ostream &Out) {
  llvm::Expected<Spool> Texts = Spool::create();
  if (!Texts) {
    Log.error(Texts.takeError());
    return false;
  }
  AuditData Data(std::move(*Texts));
  AuditRun Run;
  Run.Origin = originOf(Report);
  Run.Units = Report.getArray("files")->size();
  Run.Comparison = std::move(Compared);
  if (llvm::Error Failure = Data.add(std::move(Report))) {
    Log.error(std::move(Failure));
    return false;
  }
  Data.finish();
  return writePage(Data, std::move(Run), Output, Log, Out);
}

int banklint::runCompare(llvm::StringRef Old, llvm::StringRef New,
                         const AuditOutput &Output, llvm::raw_ostream &Out,
                         llvm::raw_ostream &Err) {
  MessageLog Log = consoleLog(Output.IsQuiet, Err);
  const auto Fail = [&Log](llvm::Error Failure, int Status) {
    Log.error(std::move(Failure));
    return Status;
  };
  if (llvm::Error Failure = checkTargets(Output, {Old.str(), New.str()}))
    return Fail(std::move(Failure), AuditFailure);
  llvm::Expected<json::Object> Before = readReport(Old);
  llvm::Expected<json::Object> After =
      Before ? readReport(New) : Before.takeError();
  if (!After)
    return Fail(After.takeError(), AuditFailure);
  warnOfPart(*Before, Old, Log);
  warnOfPart(*After, New, Log);
  const Difference D = compare(sideOf(*Before), sideOf(*After));
  const int Status = D.New.empty() ? AuditClean : AuditFindings;
  const bool IsWritten =
      writeOutput(Output.File, Out, Log, [&](llvm::raw_ostream &OS) {
        Output.Format == OutputFormat::Json ? writeDifference(D, OS)
                                            : writeText(D, OS);
      });
  if (!IsWritten)
    return AuditMachineFailure;
  if (Output.Html.empty())
    return Status;
  json::Object Compared = toJson(D, brief);
  return writeComparedPage(std::move(*After), std::move(Compared), Output, Log,
                           Out)
             ? Status
             : AuditMachineFailure;
}
