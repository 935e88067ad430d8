//===- Compare.cpp - What differs between two reports ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings are the same if their fingerprints are, which neither moved lines
// nor other figures change. Answers are compared by kernel: how many accesses
// are exact, bounds, open or unknown.
//
//===----------------------------------------------------------------------===//

#include "ReadReport.h"
#include "banklint/Audit/Audit.h"
#include "banklint/Driver/Run/Console.h"
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
  std::map<KernelKey, Answers> Kernels;
  std::set<std::string> FailedFiles;
};

struct Difference {
  std::vector<const json::Object *> New;
  std::vector<const json::Object *> Fixed;
  /// In files that the new report could not analyze.
  std::vector<const json::Object *> NotSeen;
  std::vector<std::pair<const json::Object *, const json::Object *>> Changed;
  std::vector<std::pair<KernelKey, std::pair<Answers, Answers>>> Kernels;
};

} // namespace

static std::string text(const json::Object &O, llvm::StringRef Key) {
  return O.getString(Key).value_or("").str();
}

/// Calls \p Visit with each object of the array \p Key.
template <typename VisitT>
static void forEach(const json::Object &O, llvm::StringRef Key, VisitT Visit) {
  if (const json::Array *All = O.getArray(Key))
    for (const json::Value &Each : *All)
      if (const json::Object *Object = Each.getAsObject())
        Visit(*Object);
}

static Side sideOf(const json::Object &Report) {
  Side Result;
  forEach(Report, "findings", [&](const json::Object &Finding) {
    Result.Findings.emplace(text(Finding, "fingerprint"), &Finding);
  });
  forEach(Report, "files", [&](const json::Object &File) {
    if (text(File, "status") == "failed")
      Result.FailedFiles.insert(text(File, "file"));
  });
  forEach(Report, "kernels", [&](const json::Object &Kernel) {
    Answers &Own = Result.Kernels[{text(Kernel, "file"), text(Kernel, "name")}];
    forEach(Kernel, "launches", [&](const json::Object &Launch) {
      forEach(Launch, "accesses", [&](const json::Object &Access) {
        ++Own[text(Access, "result")];
      });
    });
  });
  return Result;
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
    (New.FailedFiles.count(text(*Finding, "file")) ? Result.NotSeen
                                                   : Result.Fixed)
        .push_back(Finding);
  const auto ByPlace = [](const json::Object *A, const json::Object *B) {
    return std::tuple(text(*A, "file"), A->getInteger("line"),
                      A->getInteger("column"), text(*A, "check")) <
           std::tuple(text(*B, "file"), B->getInteger("line"),
                      B->getInteger("column"), text(*B, "check"));
  };
  llvm::stable_sort(Result.New, ByPlace);
  llvm::stable_sort(Result.Fixed, ByPlace);
  llvm::stable_sort(Result.Changed, [&](const auto &A, const auto &B) {
    return ByPlace(A.second, B.second);
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
  List("Not analyzed any more", D.NotSeen);
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
     << " fixed, " << D.Changed.size() << " changed; "
     << counted(D.Kernels.size(), "kernel") << " with other results\n";
}

static json::Value toJson(const Answers &Of) {
  json::Object Result;
  for (const auto &[Name, Count] : Of)
    Result[Name] = Count;
  return Result;
}

static void writeJson(const Difference &D, llvm::raw_ostream &OS) {
  const auto Copies = [](const auto &Findings) {
    json::Array Result;
    for (const json::Object *Finding : Findings)
      Result.push_back(json::Object(*Finding));
    return Result;
  };
  json::Array Changed, Kernels;
  for (const auto &[Old, New] : D.Changed)
    Changed.push_back(
        json::Object{{"old", json::Object(*Old)}, {"new", json::Object(*New)}});
  for (const auto &[Kernel, Results] : D.Kernels)
    Kernels.push_back(json::Object{{"file", Kernel.first},
                                   {"name", Kernel.second},
                                   {"old", toJson(Results.first)},
                                   {"new", toJson(Results.second)}});
  OS << llvm::formatv("{0:2}\n", json::Value(json::Object{
                                     {"format", 1},
                                     {"new", Copies(D.New)},
                                     {"fixed", Copies(D.Fixed)},
                                     {"not_analyzed", Copies(D.NotSeen)},
                                     {"changed", std::move(Changed)},
                                     {"kernels", std::move(Kernels)},
                                 }));
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

int banklint::runCompare(llvm::StringRef Old, llvm::StringRef New,
                         const AuditOutput &Output, llvm::raw_ostream &Out,
                         llvm::raw_ostream &Err) {
  MessageLog Log = consoleLog(Output.IsQuiet, Err);
  llvm::Expected<json::Object> Before = readReport(Old);
  llvm::Expected<json::Object> After =
      Before ? readReport(New) : Before.takeError();
  if (!After) {
    Log.error(After.takeError());
    return AuditFailure;
  }
  warnOfPart(*Before, Old, Log);
  warnOfPart(*After, New, Log);
  const Difference D = compare(sideOf(*Before), sideOf(*After));
  const bool IsWritten =
      writeOutput(Output.File, Out, Log, [&](llvm::raw_ostream &OS) {
        Output.Format == OutputFormat::Json ? writeJson(D, OS)
                                            : writeText(D, OS);
      });
  if (!IsWritten)
    return AuditMachineFailure;
  return D.New.empty() ? AuditClean : AuditFindings;
}
