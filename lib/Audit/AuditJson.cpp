//===- AuditJson.cpp - An audit as JSON -----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Totals.h"
#include "banklint/Audit/AuditReport.h"
#include "banklint/Hardware/Architecture.h"
#include "banklint/Hardware/ExampleGpu.h"
#include "banklint/Output/JsonReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace banklint;
namespace json = llvm::json;

namespace {

/// Sums of a file or a folder.
struct Sums {
  unsigned Findings = 0;
  LostSum Lost;
  AccessCounts Counts;
  unsigned Files = 0;
};

using SumsByName = std::map<std::string, Sums>;

class AuditWriter {
public:
  AuditWriter(const AuditData &Data, const AuditRun &Run, llvm::raw_ostream &OS)
      : Data(Data), Run(Run), J(OS, /*IndentSize=*/1) {}

  llvm::Error write(bool WithKernels);

private:
  template <typename RangeT>
  llvm::Error writeTexts(llvm::StringRef Key, const RangeT &Slices);
  void writeSummary();
  llvm::Error writeAudit();
  void writeRun();
  void writeArchitecture();
  void writeSums(size_t Findings, const LostSum &Lost);
  void writeTotals();
  void writeUnknowns();
  void writeLessons();
  void writeHeaders();
  void writePlace(const CodePlace &At) {
    J.attribute("file", At.File);
    J.attribute("line", At.Line);
    J.attribute("column", At.Column);
  }

  const AuditData &Data;
  const AuditRun &Run;
  json::OStream J;
};

} // namespace

/// Writes kept texts, an array element each.
template <typename RangeT>
llvm::Error AuditWriter::writeTexts(llvm::StringRef Key, const RangeT &Slices) {
  llvm::Error Failure = llvm::Error::success();
  J.attributeArray(Key, [&] {
    for (const SpoolSlice &Slice : Slices) {
      llvm::Expected<std::string> Text = Data.textOf(Slice);
      if (!Text) {
        Failure = llvm::joinErrors(std::move(Failure), Text.takeError());
        return;
      }
      J.rawValue(*Text);
    }
  });
  return Failure;
}

void AuditWriter::writeSummary() {
  J.attributeObject("summary", [&] {
    J.attribute("accesses", Data.Counts.Accesses + Data.OpenAccesses);
    J.attribute("exact", Data.Counts.Exact);
    J.attribute("upper_bound", Data.Counts.Bound);
    J.attribute("depends", Data.Counts.Depends);
    J.attribute("unknown", Data.Counts.Unknown + Data.OpenAccesses);
    J.attribute("conflicting", Data.Counts.Conflicting);
    J.attribute("uninstantiated_templates", Data.OpenTemplates);
    J.attribute("uninstantiated_accesses", Data.OpenAccesses);
  });
}

/// What loses most first.
static std::vector<std::pair<std::string, Sums>> sorted(SumsByName Names) {
  std::vector<std::pair<std::string, Sums>> Result(Names.begin(), Names.end());
  llvm::stable_sort(Result, [](const auto &A, const auto &B) {
    return A.second.Lost.Wavefronts > B.second.Lost.Wavefronts;
  });
  return Result;
}

void AuditWriter::writeSums(size_t Findings, const LostSum &Lost) {
  J.attribute("findings", Findings);
  J.attribute("lost", std::llround(Lost.Wavefronts));
  J.attribute("estimated", Lost.IsEstimate);
}

void AuditWriter::writeTotals() {
  SumsByName Files, Folders;
  for (const AuditFile &File : Data.Files)
    ++Files[File.File].Files;
  for (const AuditKernel &Kernel : Data.Kernels)
    Files[Kernel.At.File].Counts += Kernel.Counts;
  for (const AuditFinding &F : Data.Findings) {
    Sums &Own = Files[F.At.File];
    ++Own.Findings;
    Own.Lost.add(F);
  }
  for (const auto &[Name, Own] : Files) {
    Sums &Folder = Folders[llvm::sys::path::parent_path(Name).str()];
    Folder.Findings += Own.Findings;
    Folder.Lost.Wavefronts += Own.Lost.Wavefronts;
    Folder.Lost.IsEstimate |= Own.Lost.IsEstimate;
    ++Folder.Files;
  }
  J.attributeObject("totals", [&] {
    J.attributeArray("kernels", [&] {
      for (const KernelSum &Kernel : sumsOfKernels(Data))
        J.object([&] {
          J.attribute("name", Kernel.Name);
          J.attribute("file", Kernel.At.File);
          J.attribute("line", Kernel.At.Line);
          J.attribute("per", "launch");
          writeSums(Kernel.Findings.size(), Kernel.Lost);
          J.attribute("finding_numbers", json::Array(Kernel.Findings));
        });
    });
    J.attributeArray("files", [&] {
      for (const auto &[Name, Own] : sorted(std::move(Files)))
        J.object([&, &Name = Name, &Own = Own] {
          J.attribute("file", Name);
          writeSums(Own.Findings, Own.Lost);
          J.attribute("accesses", Own.Counts.Accesses);
          J.attribute("unknown", Own.Counts.Unknown);
          J.attribute("bound", Own.Counts.Bound);
        });
    });
    J.attributeArray("folders", [&] {
      for (const auto &[Name, Own] : sorted(std::move(Folders)))
        J.object([&, &Name = Name, &Own = Own] {
          J.attribute("folder", Name);
          writeSums(Own.Findings, Own.Lost);
          J.attribute("files", Own.Files);
        });
    });
  });
}

void AuditWriter::writeUnknowns() {
  J.attributeArray("unknown", [&] {
    for (const UnknownGroup &Group : Data.Unknowns)
      J.object([&] {
        J.attribute("result", Group.Result);
        J.attribute("reason", Group.Reason);
        J.attribute("accesses", Group.Accesses);
        J.attributeObject("example", [&] {
          writePlace(Group.Example);
          J.attribute("text", Group.Text);
        });
      });
  });
}

void AuditWriter::writeLessons() {
  J.attributeArray("lessons", [&] {
    for (const Lesson &Each : Data.Lessons)
      J.object([&] {
        J.attribute("kind", Each.Kind);
        J.attribute("subject", Each.Subject);
        writePlace(Each.At);
        J.attribute("accesses", Each.Accesses);
        J.attribute("text", Each.Text + (Each.Advice.empty() ? "" : "; ") +
                                Each.Advice);
        J.attribute("advice", Each.Advice);
      });
  });
}

void AuditWriter::writeHeaders() {
  J.attributeArray("located_headers", [&] {
    for (const auto &[Header, Directory] : Data.HeaderDirectories)
      if (!Directory.empty())
        J.object([&, &Header = Header, &Directory = Directory] {
          J.attribute("header", Header);
          J.attribute("directory", Directory);
        });
  });
}

/// What the run was of. When and how is in pages only: the same input gives the
/// same JSON report.
void AuditWriter::writeRun() {
  const RunOrigin &Origin = Run.Origin;
  if (!Origin.Project.empty())
    J.attribute("title", Origin.Project);
  if (!Origin.Commit.empty())
    J.attribute("commit", Origin.Commit);
  if (!Origin.Command.empty())
    J.attribute("command", Origin.Command);
  if (!Origin.Date.empty())
    J.attribute("date", Origin.Date);
}

void AuditWriter::writeArchitecture() {
  const Architecture *Arch = findArchitecture(Data.Arch);
  if (!Arch)
    return;
  J.attributeObject("architecture", [&] {
    J.attribute("measured", Arch->Proof == Evidence::Measured);
    J.attribute("source", Arch->Source);
    const ExampleGpu *Gpu = findExampleGpu(Data.Arch);
    if (!Gpu)
      return J.attribute("gpu", nullptr);
    J.attributeObject("gpu", [&] {
      J.attribute("name", Gpu->Name);
      J.attribute("multiprocessors", Gpu->Multiprocessors);
      J.attribute("clock_mhz", Gpu->ClockMHz);
      J.attribute("source", Gpu->Source);
    });
  });
  const LostSum Lost = sumOf(Data.Findings);
  J.attributeObject("lost", [&] {
    J.attribute("wavefronts", std::llround(Lost.Wavefronts));
    J.attribute("estimated", Lost.IsEstimate);
    J.attribute("bound", Lost.IsBound);
    J.attribute("nanoseconds",
                Lost.Nanoseconds ? json::Value(std::llround(*Lost.Nanoseconds))
                                 : json::Value(nullptr));
  });
}

llvm::Error AuditWriter::writeAudit() {
  llvm::Error Failure = writeTexts("requests", Data.Requests);
  if (Run.Shard)
    J.attributeObject("shard", [&] {
      J.attribute("index", Run.Shard->Index);
      J.attribute("count", Run.Shard->Count);
      J.attribute("digest", Run.Shard->Digest);
    });
  else
    J.attribute("shard", nullptr);
  if (Run.Comparison)
    J.attribute("comparison", json::Object(*Run.Comparison));
  J.attribute("complete", Run.IsComplete);
  J.attribute("units", Run.Units);
  writeRun();
  writeArchitecture();
  J.attribute("ranking", json::Array(Data.Ranking));
  writeTotals();
  writeUnknowns();
  writeLessons();
  writeHeaders();
  return Failure;
}

llvm::Error AuditWriter::write(bool WithKernels) {
  const auto TextOf = [](const auto &Entry) { return Entry.Text; };
  llvm::Error Failure = llvm::Error::success();
  const auto Note = [&Failure](llvm::Error More) {
    Failure = llvm::joinErrors(std::move(Failure), std::move(More));
  };
  J.object([&] {
    J.attribute("format", 1);
    J.attributeObject("tool", [&] {
      J.attribute("name", "banklint");
      J.attribute("version", Data.Version);
    });
    J.attribute("arch", Data.Arch);
    Note(writeTexts("files", llvm::map_range(Data.Files, TextOf)));
    Note(writeTexts("kernels",
                    llvm::map_range(WithKernels ? llvm::ArrayRef(Data.Kernels)
                                                : std::nullopt,
                                    TextOf)));
    Note(writeTexts("findings", llvm::map_range(Data.Findings, TextOf)));
    Note(writeTexts("suppressed", Data.Suppressed));
    J.attribute("outside_lines", Data.OutsideLines);
    J.attribute("in_system_headers", Data.InSystemHeaders);
    writeSummary();
    if (Data.Profile)
      J.attributeObject("profile", [&] {
        J.attribute("launches", Data.Profile->Launches);
        J.attribute("compared", Data.Profile->Compared);
        Note(writeTexts("disagreements", Data.Profile->Disagreements));
      });
    writeCauses(Data.Causes, Data.facts(), J);
    J.attributeObject("audit", [&] { Note(writeAudit()); });
  });
  return Failure;
}

llvm::Error banklint::writeAuditJson(const AuditData &Data, const AuditRun &Run,
                                     bool WithKernels, llvm::raw_ostream &OS) {
  llvm::Error Failure = AuditWriter(Data, Run, OS).write(WithKernels);
  OS << '\n';
  return Failure;
}
