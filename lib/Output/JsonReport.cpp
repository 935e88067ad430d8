//===- JsonReport.cpp - The JSON report -----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/JsonReport.h"
#include "OperationNames.h"
#include "banklint/Checks/FindingGroups.h"
#include "banklint/Output/RequestTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include <tuple>

using namespace banklint;

namespace {

class JsonWriter {
public:
  JsonWriter(const Report &R, const JsonAudit *Audit, llvm::raw_ostream &OS,
             unsigned Indent = 2)
      : R(R), Audit(Audit), J(OS, Indent) {}

  void writeDocument();
  void writeKernelObject(const KernelReport &Kernel) {
    J.object([&] { writeKernel(Kernel); });
  }

private:
  void writeFile(const FileReport &File);
  void writeKernel(const KernelReport &Kernel);
  void writeLaunch(const KernelReport &Kernel, const LaunchReport &Launch);
  void writeArguments(const KernelProgram &Program, const LaunchConfig &Config);
  void writeAccess(const KernelProgram &Program, const LaunchConfig &Config,
                   const PlaceVerdict &Place);
  void writeFigures(const Verdict &V, const LaunchConfig &Config);
  void writeVerdict(const Verdict &V, const LaunchConfig &Config);
  void writeCallChain(const KernelProgram &Program, const Access &A);
  void writeFinding(const Finding &F);
  void writeCost(const std::optional<ConflictCause> &Cause);
  void writeFindingLaunch(const std::optional<FindingLaunch> &Launch);
  void writeMeasured(const std::optional<MeasuredCost> &Measured);
  void writeProfile(const ProfileComparison &Profiled);
  void writeAudit();
  /// Arrays of many short elements, on few lines.
  void writeLines(llvm::StringRef Key, const llvm::json::Array &Elements);
  void writeSuppression(const Suppression &By);
  void writePlace(const Place &At);
  void writeFix(const Fix &F);
  void writeFixed(const FixedFinding &Fixed);
  void writeSummary();

  void writeDim(llvm::StringRef Key, const std::optional<Dim3> &Dim);
  void writeTotals(llvm::StringRef Key, const std::optional<Totals> &Sums);
  /// Paths and texts come from files of any encoding; JSON is UTF-8.
  void writeText(llvm::StringRef Key, llvm::StringRef Text) {
    J.attribute(Key, llvm::json::fixUTF8(Text));
  }
  void writeTextOrNull(llvm::StringRef Key, llvm::StringRef Text) {
    if (Text.empty())
      J.attribute(Key, nullptr);
    else
      writeText(Key, Text);
  }

  const Report &R;
  const JsonAudit *Audit;
  RequestTable Requests;
  llvm::json::OStream J;
};

} // namespace

static llvm::StringRef spelling(FileStatus Status) {
  switch (Status) {
  case FileStatus::Analyzed:
    return "analyzed";
  case FileStatus::NoSharedMemory:
    return "no-shared-memory";
  case FileStatus::Failed:
    return "failed";
  }
  llvm_unreachable("covered switch");
}

namespace {

/// File, line, column, operation.
using PlaceKey =
    std::tuple<llvm::StringRef, unsigned, unsigned, llvm::StringRef>;

} // namespace

/// One entry each place; those of one place and operation in the order of the
/// program's accesses.
static std::vector<PlaceVerdict> sortedPlaces(const KernelReport &Kernel,
                                              const LaunchReport &Launch) {
  const KernelProgram &Program = Kernel.Program;
  std::vector<PlaceVerdict> Places = placesOf(Kernel, Launch);
  auto Key = [&Program](const PlaceVerdict &Place) {
    const Access &A = Program.Accesses[Place.V.Access];
    return PlaceKey(Program.fileOf(A.Span), A.Span.Line, A.Span.Column,
                    reportedOperation(A.Op));
  };
  llvm::sort(Places, [&](const PlaceVerdict &A, const PlaceVerdict &B) {
    return std::pair(Key(A), A.V.Access) < std::pair(Key(B), B.V.Access);
  });
  return Places;
}

void JsonWriter::writeDim(llvm::StringRef Key, const std::optional<Dim3> &Dim) {
  if (!Dim)
    return J.attribute(Key, nullptr);
  J.attributeArray(Key, [&] {
    for (uint32_t Extent : {Dim->X, Dim->Y, Dim->Z})
      J.value(Extent);
  });
}

void JsonWriter::writeTotals(llvm::StringRef Key,
                             const std::optional<Totals> &Sums) {
  if (!Sums)
    return J.attribute(Key, nullptr);
  J.attributeObject(Key, [&] {
    J.attribute("requests", Sums->Requests);
    J.attribute("wavefronts", Sums->Wavefronts);
    J.attribute("ideal", Sums->Ideal);
  });
}

void JsonWriter::writeFile(const FileReport &File) {
  writeText("file", File.File);
  J.attribute("status", spelling(File.Status));
  if (File.Status == FileStatus::Failed)
    writeText("reason", File.FailureReason);
  if (!File.IncludedBy.empty())
    writeText("included_by", File.IncludedBy);
  J.attribute("parse_errors", File.ParseErrors);
  if (!File.ParseErrorTexts.empty())
    J.attributeArray("parse_error_messages", [&] {
      for (const std::string &Text : File.ParseErrorTexts)
        J.value(llvm::json::fixUTF8(Text));
    });
  J.attributeArray("missing_headers", [&] {
    for (const std::string &Header : File.MissingHeaders)
      J.value(llvm::json::fixUTF8(Header));
  });
  J.attributeArray("lost_shared", [&] {
    for (const std::string &Place : File.LostShared)
      J.value(llvm::json::fixUTF8(Place));
  });
  J.attributeArray("causes", [&] {
    for (const Cause &Each : File.Causes)
      J.value(toJSON(Each));
  });
  writeTextOrNull("assumed_standard", File.AssumedStandard);
  J.attribute("has_command", File.HasCommand);
  writeTextOrNull("cuda_headers", File.CudaHeaders);
  J.attribute("scanned", File.WasScanned);
  J.attributeBegin("seconds");
  J.rawValue(
      [&](llvm::raw_ostream &OS) { OS << llvm::format("%.3f", File.Seconds); });
  J.attributeEnd();
}

void JsonWriter::writeArguments(const KernelProgram &Program,
                                const LaunchConfig &Config) {
  size_t Known = std::min(Program.Parameters.size(), Config.Arguments.size());
  for (size_t I = 0; I < Known; ++I) {
    const Parameter &P = Program.Parameters[I];
    const ArgumentValue &Value = Config.Arguments[I];
    if (!Value.isNumber() || P.Name.empty())
      continue;
    std::string Name = llvm::json::fixUTF8(P.Name);
    if (P.Type == U64)
      J.attribute(Name, static_cast<uint64_t>(Value.number()));
    else
      J.attribute(Name, Value.number());
  }
}

void JsonWriter::writeFigures(const Verdict &V, const LaunchConfig &Config) {
  if (V.Result == Certainty::Unknown)
    J.attribute("worst", nullptr);
  else
    J.attributeObject("worst", [&] {
      J.attribute("wavefronts", V.Worst.Wavefronts);
      J.attribute("ideal", V.Worst.Ideal);
      J.attribute("ways", V.Worst.Ways);
    });
  writeTotals("block_total", V.BlockTotal);
  writeTotals("grid_total", gridTotal(V, Config));
}

void JsonWriter::writeVerdict(const Verdict &V, const LaunchConfig &Config) {
  J.attribute("result", spelling(V.Result));
  writeFigures(V, Config);
  writeTextOrNull("condition", V.Condition);
  writeTextOrNull("reason", V.Why ? V.Why->str() : "");
  if (!V.Rules.empty())
    J.attributeArray("rules", [&] {
      for (llvm::StringRef Number : V.Rules.numbers())
        J.value(Number);
    });
}

void JsonWriter::writeCallChain(const KernelProgram &Program, const Access &A) {
  J.attributeArray("call_chain", [&] {
    for (const SourceSpan &Call : A.Calls)
      J.object([&] { writePlace({Program.fileOf(Call).str(), Call}); });
  });
}

void JsonWriter::writeAccess(const KernelProgram &Program,
                             const LaunchConfig &Config,
                             const PlaceVerdict &Place) {
  const Verdict &V = Place.V;
  const Access &A = Program.Accesses[V.Access];
  writeText("file", Program.fileOf(A.Span));
  J.attribute("line", A.Span.Line);
  J.attribute("column", A.Span.Column);
  writeTextOrNull("array", A.Array ? Program.Arrays[*A.Array].Name : "");
  J.attribute("operation", reportedOperation(A.Op));
  J.attribute("bytes", A.Bytes * A.Pieces);
  J.attribute("fused_bytes",
              V.FusedBytes != 0 ? V.FusedBytes : A.Bytes * A.Pieces);
  writeVerdict(V, Config);
  J.attribute("calls", Place.Copies.size());
  writeCallChain(Program, A);
  if (Place.Copies.size() != 1)
    J.attributeArray("copies", [&] {
      for (const Verdict *Copy : Place.Copies)
        J.object([&] {
          writeVerdict(*Copy, Config);
          writeCallChain(Program, Program.Accesses[Copy->Access]);
        });
    });
}

void JsonWriter::writeLaunch(const KernelReport &Kernel,
                             const LaunchReport &Launch) {
  const KernelProgram &Program = Kernel.Program;
  const InferredLaunch &From = Launch.Launch;
  const LaunchSite *Site = From.Site ? &Program.Launches[*From.Site] : nullptr;
  bool HasPlace = Site && Site->Span.isValid();
  writeDim("block", From.Config.Block);
  writeDim("grid", From.Config.Grid);
  J.attributeObject("arguments", [&] { writeArguments(Program, From.Config); });
  J.attribute("origin", spelling(From.Origin));
  writeTextOrNull("file", HasPlace ? Site->File : "");
  J.attribute("line", HasPlace ? llvm::json::Value(Site->Span.Line) : nullptr);
  if (HasPlace && Site->IsBroken)
    J.attribute("broken", true);
  if (HasPlace && !Site->ImpossibleBlock.empty())
    J.attribute("impossible_block", Site->ImpossibleBlock);
  J.attributeObject("shared_bytes", [&] {
    J.attribute("static", staticBytes(Program));
    J.attribute("dynamic", From.Config.DynamicBytes
                               ? llvm::json::Value(*From.Config.DynamicBytes)
                               : nullptr);
  });
  J.attributeArray("accesses", [&] {
    for (const PlaceVerdict &Place : sortedPlaces(Kernel, Launch))
      J.object([&] { writeAccess(Program, From.Config, Place); });
  });
}

void JsonWriter::writeKernel(const KernelReport &Kernel) {
  const KernelProgram &Program = Kernel.Program;
  writeText("name", Program.Name);
  writeText("file", Program.fileOf(Program.Span));
  J.attribute("line", Program.Span.Line);
  J.attributeArray("launches", [&] {
    for (const LaunchReport &Launch : Kernel.Launches)
      J.object([&] { writeLaunch(Kernel, Launch); });
  });
  if (Program.EngineOperations.empty())
    return;
  J.attributeArray("engine_operations", [&] {
    for (const EngineOperation &Operation : Program.EngineOperations)
      J.object([&] {
        writeText("instruction", Operation.Instruction);
        writePlace(placeOf(Program, Operation.Span));
      });
  });
}

void JsonWriter::writePlace(const Place &At) {
  if (At.Span.isValid()) {
    writeText("file", At.File);
    J.attribute("line", At.Span.Line);
    J.attribute("column", At.Span.Column);
    return;
  }
  for (llvm::StringRef Key : {"file", "line", "column"})
    J.attribute(Key, nullptr);
}

void JsonWriter::writeFix(const Fix &F) {
  writeText("description", F.Description);
  J.attribute("safe", F.Safety == FixSafety::Automatic);
  J.attribute("class", spelling(F.Safety));
  writeText("reason", F.Reason);
  J.attributeArray("edits", [&] {
    for (const TextEdit &Edit : F.Edits)
      J.object([&] {
        writeText("file", Edit.File);
        J.attribute("offset", Edit.Offset);
        J.attribute("length", Edit.Length);
        writeText("text", Edit.Text);
      });
  });
  J.attribute("saves", F.SavedWavefronts ? llvm::json::Value(*F.SavedWavefronts)
                                         : nullptr);
  if (Audit && Audit->WriteFix)
    Audit->WriteFix(J, F);
}

void JsonWriter::writeCost(const std::optional<ConflictCause> &Cause) {
  if (!Cause)
    return J.attribute("cost", nullptr);
  J.attributeObject("cost", [&] {
    J.attribute("wavefronts", Cause->Cost.Wavefronts);
    J.attribute("ideal", Cause->Cost.Ideal);
    J.attribute("per_block", Cause->Cost.IsPerBlock);
    J.attribute("possible", Cause->Cost.MayBe);
    J.attribute("bound", Cause->Cost.IsBound);
    J.attribute("executed_excess", Cause->Cost.ExecutedExcess);
  });
}

void JsonWriter::writeFindingLaunch(
    const std::optional<FindingLaunch> &Launch) {
  if (!Launch)
    return J.attribute("launch", nullptr);
  const Place &Site = Launch->Site;
  J.attributeObject("launch", [&] {
    writeText("kernel", Launch->Kernel);
    writeDim("block", Launch->Block);
    writeDim("grid", Launch->Grid);
    J.attribute("origin", spelling(Launch->Origin));
    writeTextOrNull("file", Site.File);
    J.attribute("line", Site.Span.isValid() ? llvm::json::Value(Site.Span.Line)
                                            : nullptr);
  });
}

void JsonWriter::writeLines(llvm::StringRef Key,
                            const llvm::json::Array &Elements) {
  J.attributeArray(Key, [&] {
    for (const llvm::json::Value &Each : Elements)
      J.rawValue([&](llvm::raw_ostream &OS) { OS << Each; });
  });
}

void JsonWriter::writeMeasured(const std::optional<MeasuredCost> &Measured) {
  if (!Measured)
    return J.attribute("measured", nullptr);
  J.attributeObject("measured", [&] {
    J.attribute("wavefronts", Measured->Wavefronts);
    J.attribute("ideal", Measured->Ideal);
    J.attribute("launches", Measured->Launches);
  });
}

void JsonWriter::writeProfile(const ProfileComparison &Profiled) {
  J.attribute("launches", Profiled.Launches);
  J.attribute("compared", Profiled.Compared);
  J.attributeArray("disagreements", [&] {
    for (const Disagreement &Each : Profiled.Disagreements)
      J.object([&] {
        writeText("file", Each.File);
        J.attribute("line", Each.Line);
        J.attribute("operation", Each.Operation);
        writeText("kernel", Each.Kernel);
        J.attribute("predicted", Each.Predicted);
        J.attribute("measured", Each.Measured);
        J.attribute("bound", Each.IsBound);
        writeText("text", Each.message());
      });
  });
}

void JsonWriter::writeAudit() {
  writeLines("requests", Requests.requests());
  if (Audit->WriteMore)
    Audit->WriteMore(J);
}

void JsonWriter::writeFinding(const Finding &F) {
  J.attribute("check", F.Check);
  J.attribute("severity", F.Level == Severity::Error ? "error" : "warning");
  writePlace(F.At);
  writeText("message", F.Message);
  J.attributeArray("notes", [&] {
    for (const Note &N : F.Notes)
      J.object([&] {
        writePlace(N.At);
        writeText("message", N.Message);
        J.attribute("detail", N.IsDetail);
        if (Audit && Audit->WriteNote)
          Audit->WriteNote(J, N);
      });
  });
  J.attributeArray("fixes", [&] {
    for (const Fix &Suggested : F.Fixes)
      J.object([&] { writeFix(Suggested); });
  });
  writeTextOrNull("function", F.Function);
  writeTextOrNull("array", F.Array);
  writeTextOrNull("fingerprint", F.Fingerprint);
  J.attributeArray("other_places", [&] {
    for (const Place &Other : F.OtherPlaces)
      J.object([&] { writePlace(Other); });
  });
  writeCost(F.Cause);
  writeFindingLaunch(F.Launch);
  if (R.Profiled)
    writeMeasured(F.Measured);
  if (Audit) {
    writeLines("maps", Requests.mapsOf(F));
    if (Audit->WriteFinding)
      Audit->WriteFinding(J, F);
  }
  if (F.SuppressedBy)
    J.attributeObject("suppressed_by",
                      [&] { writeSuppression(*F.SuppressedBy); });
}

void JsonWriter::writeSuppression(const Suppression &By) {
  J.attribute("kind", spelling(By.Kind));
  writePlace(By.At);
  writeTextOrNull("justification", By.Justification);
}

void JsonWriter::writeFixed(const FixedFinding &Fixed) {
  J.attribute("check", Fixed.Check);
  writePlace(Fixed.At);
  writeText("message", Fixed.Message);
  J.attribute("gone", Fixed.IsGone);
  J.attributeObject("fix", [&] {
    writePlace(Fixed.ChangedAt);
    writeText("description", Fixed.How);
  });
}

void JsonWriter::writeSummary() {
  Summary S = summarize(R);
  J.attribute("accesses", S.Accesses + S.OpenAccesses);
  J.attribute("exact", S.Exact);
  J.attribute("upper_bound", S.UpperBound);
  J.attribute("depends", S.Depends);
  J.attribute("unknown", S.Unknown + S.OpenAccesses);
  J.attribute("conflicting", S.Conflicting);
  J.attribute("uninstantiated_templates", S.OpenTemplates);
  J.attribute("uninstantiated_accesses", S.OpenAccesses);
}

void JsonWriter::writeDocument() {
  J.object([&] {
    J.attribute("format", 1);
    J.attributeObject("tool", [&] {
      J.attribute("name", "banklint");
      J.attribute("version", R.Version);
    });
    J.attribute("arch", R.Arch->Name);
    J.attributeArray("files", [&] {
      for (const FileReport &File : R.Files)
        J.object([&] { writeFile(File); });
    });
    J.attributeArray("kernels", [&] {
      for (const KernelReport &Kernel : R.Kernels)
        writeKernelObject(Kernel);
    });
    J.attributeArray("findings", [&] {
      for (const Finding &F : R.Findings)
        J.object([&] { writeFinding(F); });
    });
    J.attributeArray("suppressed", [&] {
      for (const Finding &F : R.Suppressed)
        J.object([&] { writeFinding(F); });
    });
    if (R.Fixed)
      J.attributeArray("fixed", [&] {
        for (const FixedFinding &Fixed : *R.Fixed)
          J.object([&] { writeFixed(Fixed); });
      });
    J.attribute("outside_lines", countGroups(R.OutsideLines));
    J.attribute("in_system_headers", countGroups(R.InSystemHeaders));
    J.attributeObject("summary", [&] { writeSummary(); });
    writeCauses(R.Causes, factsOf(R), J);
    if (R.Profiled)
      J.attributeObject("profile", [&] { writeProfile(*R.Profiled); });
    // Last, since findings enter the requests.
    if (Audit)
      J.attributeObject("audit", [&] { writeAudit(); });
  });
}

void banklint::writeJson(const Report &R, llvm::raw_ostream &OS,
                         const JsonAudit *Audit) {
  JsonWriter(R, Audit, OS).writeDocument();
  OS << '\n';
}

void banklint::writeJson(const KernelReport &Kernel, llvm::raw_ostream &OS) {
  const Report None;
  JsonWriter(None, /*Audit=*/nullptr, OS, /*Indent=*/0)
      .writeKernelObject(Kernel);
  OS << '\n';
}
