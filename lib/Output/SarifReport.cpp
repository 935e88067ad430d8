//===- SarifReport.cpp - Reports in SARIF 2.1.0 ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/SarifReport.h"
#include "ReportPath.h"
#include "SarifRules.h"
#include "TextRegions.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

static constexpr llvm::StringLiteral Schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json";
static constexpr llvm::StringLiteral RootId = "%SRCROOT%";

namespace {

class SarifWriter {
public:
  SarifWriter(const Report &R, const SarifRun &Run, llvm::raw_ostream &OS)
      : R(R), Run(Run), Regions(Run.Files), Rules(ruleNames(R)),
        J(OS, /*IndentSize=*/2) {}

  void writeLog();

private:
  void writeRun();
  void writeDriver();
  void writeInvocation();
  void writeNotification(llvm::StringRef Id, llvm::StringRef Level,
                         llvm::StringRef Text, llvm::StringRef File);
  void writeNotifications(const FileReport &File);
  void writeResult(const Finding &F);
  void writeMessage(llvm::StringRef Key, llvm::StringRef Text);
  unsigned artifactIndex(const ReportPath &Path);
  void writeArtifactLocation(llvm::StringRef File);
  void writePhysicalLocation(const Place &At, bool IsPrimary);
  void writePrimaryLocation(const Finding &F);
  void writeRelatedLocation(size_t Id, const Place &At,
                            llvm::StringRef Message);
  void writeRelatedLocations(const Finding &F);
  void writeFixes(const Finding &F);
  void writeFix(const Fix &F);
  void writeReplacement(const TextEdit &Edit);
  void writeSuppression(const Suppression &By);
  void writeFigures(const Finding &F);
  /// The first \p Targets of them were analyzed themselves.
  void writeArtifacts(size_t Targets);
  void writeRunProperties();
  std::string messageOf(const Finding &F);

  const Report &R;
  const SarifRun &Run;
  TextRegions Regions;
  const std::vector<std::string> Rules;
  llvm::json::OStream J;
  /// In the order of their indices.
  std::vector<ReportPath> Artifacts;
  llvm::StringMap<unsigned> ArtifactIndex;
};

} // namespace

void SarifWriter::writeMessage(llvm::StringRef Key, llvm::StringRef Text) {
  J.attributeObject(Key,
                    [&] { J.attribute("text", llvm::json::fixUTF8(Text)); });
}

static void writeUri(const ReportPath &Path, llvm::json::OStream &J) {
  if (!Path.IsBelowRoot)
    return J.attribute("uri", fileUri(Path.Text));
  J.attribute("uri", percentEncoded(Path.Text));
  J.attribute("uriBaseId", RootId);
}

unsigned SarifWriter::artifactIndex(const ReportPath &Path) {
  const auto [Known, IsNew] =
      ArtifactIndex.try_emplace(Path.Text, Artifacts.size());
  if (IsNew)
    Artifacts.push_back(Path);
  return Known->second;
}

void SarifWriter::writeArtifactLocation(llvm::StringRef File) {
  const ReportPath Path = reportPath(File, Run.Files);
  J.attributeObject("artifactLocation", [&] {
    writeUri(Path, J);
    J.attribute("index", artifactIndex(Path));
  });
}

static void writeRegion(const TextRegion &Region, llvm::json::OStream &J) {
  J.attribute("startLine", Region.StartLine);
  J.attribute("startColumn", Region.StartColumn);
  if (!Region.hasEnd())
    return;
  J.attribute("endLine", Region.EndLine);
  J.attribute("endColumn", Region.EndColumn);
}

void SarifWriter::writePhysicalLocation(const Place &At, bool IsPrimary) {
  J.attributeObject("physicalLocation", [&] {
    writeArtifactLocation(At.File);
    const TextRegion Region = Regions.of(At);
    J.attributeObject("region", [&] {
      writeRegion(Region, J);
      if (const std::optional<std::string> Text = Regions.textOf(At))
        writeMessage("snippet", *Text);
    });
    const std::optional<std::string> Lines = Regions.linesOf(At);
    if (!IsPrimary || !Lines)
      return;
    J.attributeObject("contextRegion", [&] {
      J.attribute("startLine", Region.StartLine);
      if (Region.hasEnd())
        J.attribute("endLine", Region.EndLine);
      writeMessage("snippet", *Lines);
    });
  });
}

void SarifWriter::writePrimaryLocation(const Finding &F) {
  if (F.At.Span.isValid())
    writePhysicalLocation(F.At, /*IsPrimary=*/true);
  if (F.Function.empty())
    return;
  J.attributeArray("logicalLocations", [&] {
    J.object([&] {
      const llvm::StringRef Name = F.Function;
      const size_t Scope = Name.rfind("::");
      J.attribute("name", llvm::json::fixUTF8(Name.drop_front(
                              Scope == Name.npos ? 0 : Scope + 2)));
      J.attribute("fullyQualifiedName", llvm::json::fixUTF8(Name));
      J.attribute("kind", "function");
    });
  });
}

/// Where \p Text would read as a link of a message, it is escaped.
static std::string withoutLinks(llvm::StringRef Text) {
  if (!Text.contains("]("))
    return Text.str();
  std::string Escaped;
  for (const char C : Text)
    Escaped += C == '[' || C == ']' ? std::string("\\") + C : std::string(1, C);
  return Escaped;
}

/// GitHub shows related locations only if the message links to them by their
/// ids, the numbers of the notes.
std::string SarifWriter::messageOf(const Finding &F) {
  std::string Text = withoutLinks(F.Message);
  for (const auto &[Number, N] : llvm::enumerate(notesOf(F))) {
    Text += "\n";
    if (N->At.Span.isValid() && !startTogether(N->At, F.At))
      Text += "[line " + std::to_string(N->At.Span.Line) + "](" +
              std::to_string(Number + 1) + "): ";
    Text += withoutLinks(N->Message);
  }
  return Text;
}

void SarifWriter::writeRelatedLocation(size_t Id, const Place &At,
                                       llvm::StringRef Message) {
  J.object([&] {
    J.attribute("id", Id);
    writePhysicalLocation(At, /*IsPrimary=*/false);
    writeMessage("message", Message);
  });
}

void SarifWriter::writeRelatedLocations(const Finding &F) {
  const std::vector<const Note *> Notes = notesOf(F);
  if (F.OtherPlaces.empty() &&
      llvm::none_of(Notes, [](const Note *N) { return N->At.Span.isValid(); }))
    return;
  J.attributeArray("relatedLocations", [&] {
    for (const auto &[Number, N] : llvm::enumerate(Notes))
      if (N->At.Span.isValid())
        writeRelatedLocation(Number + 1, N->At, withoutLinks(N->Message));
    for (const auto &[Number, Other] : llvm::enumerate(F.OtherPlaces))
      writeRelatedLocation(Notes.size() + Number + 1, Other, "likewise here");
  });
}

void SarifWriter::writeReplacement(const TextEdit &Edit) {
  J.attributeObject("deletedRegion", [&] {
    if (const std::optional<TextRegion> Region = Regions.of(Edit))
      return writeRegion(*Region, J);
    J.attribute("byteOffset", Edit.Offset);
    J.attribute("byteLength", Edit.Length);
  });
  writeMessage("insertedContent", Edit.Text);
}

void SarifWriter::writeFix(const Fix &F) {
  std::string Description = F.Description;
  if (F.Safety != FixSafety::Automatic && !F.Reason.empty())
    Description += "; not applied automatically because " + F.Reason;
  writeMessage("description", Description);
  // One change for each file, in the order of the edits.
  std::vector<llvm::StringRef> Files;
  for (const TextEdit &Edit : F.Edits)
    if (!llvm::is_contained(Files, Edit.File))
      Files.push_back(Edit.File);
  J.attributeArray("artifactChanges", [&] {
    for (llvm::StringRef File : Files)
      J.object([&] {
        writeArtifactLocation(File);
        J.attributeArray("replacements", [&] {
          for (const TextEdit &Edit : F.Edits)
            if (Edit.File == File)
              J.object([&] { writeReplacement(Edit); });
        });
      });
  });
  J.attributeObject("properties",
                    [&] { J.attribute("class", spelling(F.Safety)); });
}

void SarifWriter::writeFixes(const Finding &F) {
  if (llvm::all_of(F.Fixes, [](const Fix &Each) { return Each.Edits.empty(); }))
    return;
  J.attributeArray("fixes", [&] {
    for (const Fix &Each : F.Fixes)
      if (!Each.Edits.empty())
        J.object([&] { writeFix(Each); });
  });
}

void SarifWriter::writeSuppression(const Suppression &By) {
  const bool IsInSource = By.Kind == SuppressionKind::InSource;
  J.attribute("kind", IsInSource ? "inSource" : "external");
  J.attribute("status", "accepted");
  const llvm::StringRef Default =
      IsInSource ? "suppressed by a NOLINT comment" : "listed in the baseline";
  J.attribute("justification", By.Justification.empty()
                                   ? Default.str()
                                   : llvm::json::fixUTF8(By.Justification));
  if (By.At.Span.isValid())
    J.attributeObject("location", [&] { writePhysicalLocation(By.At, false); });
}

void SarifWriter::writeFigures(const Finding &F) {
  if (!F.Worst && F.Array.empty())
    return;
  J.attributeObject("properties", [&] {
    if (!F.Array.empty())
      J.attribute("array", llvm::json::fixUTF8(F.Array));
    if (!F.Worst)
      return;
    J.attribute("wavefronts", F.Cost.Wavefronts);
    J.attribute("idealWavefronts", F.Cost.Ideal);
    J.attribute("ways", F.Cost.Ways);
  });
}

void SarifWriter::writeResult(const Finding &F) {
  J.attribute("ruleId", F.Check);
  J.attribute("ruleIndex", llvm::lower_bound(Rules, F.Check) - Rules.begin());
  J.attribute("level", F.Level == Severity::Error ? "error" : "warning");
  writeMessage("message", messageOf(F));
  J.attributeArray("locations",
                   [&] { J.object([&] { writePrimaryLocation(F); }); });
  writeRelatedLocations(F);
  writeFixes(F);
  if (!F.Fingerprint.empty())
    J.attributeObject("partialFingerprints",
                      [&] { J.attribute("banklint/v1", F.Fingerprint); });
  if (Run.WithSuppressed)
    J.attributeArray("suppressions", [&] {
      if (F.SuppressedBy)
        J.object([&] { writeSuppression(*F.SuppressedBy); });
    });
  writeFigures(F);
}

namespace {

struct NotificationKind {
  llvm::StringLiteral Id;
  llvm::StringLiteral Text;
};

} // namespace

static constexpr NotificationKind Notifications[] = {
    {"file-failed", "A file could not be analyzed."},
    {"lost-shared", "The compiler could not parse code with shared variables."},
    {"parse-errors", "A file was analyzed despite parse errors."},
    {"run-failed", "An error affected the run as a whole."},
};

void SarifWriter::writeDriver() {
  J.attribute("name", "banklint");
  J.attribute("version", R.Version);
  J.attribute("semanticVersion", R.Version);
  if (!Run.DocumentationUrl.empty())
    J.attribute("informationUri", Run.DocumentationUrl);
  J.attributeArray("rules", [&] {
    for (const std::string &Rule : Rules)
      J.object([&] { writeRule(Rule, Run.DocumentationUrl, J); });
  });
  J.attributeArray("notifications", [&] {
    for (const NotificationKind &Kind : Notifications)
      J.object([&] {
        J.attribute("id", Kind.Id);
        writeMessage("shortDescription", Kind.Text);
      });
  });
}

void SarifWriter::writeNotification(llvm::StringRef Id, llvm::StringRef Level,
                                    llvm::StringRef Text,
                                    llvm::StringRef File) {
  J.object([&] {
    J.attributeObject("descriptor", [&] {
      J.attribute("id", Id);
      J.attribute(
          "index",
          llvm::find_if(Notifications, [&](const NotificationKind &Kind) {
            return Kind.Id == Id;
          }) - std::begin(Notifications));
    });
    J.attribute("level", Level);
    writeMessage("message", Text);
    if (!File.empty())
      J.attributeArray("locations", [&] {
        J.object([&] {
          J.attributeObject("physicalLocation",
                            [&] { writeArtifactLocation(File); });
        });
      });
  });
}

void SarifWriter::writeNotifications(const FileReport &File) {
  if (File.Status == FileStatus::Failed)
    writeNotification("file-failed", "error",
                      "could not be analyzed: " + File.FailureReason,
                      File.File);
  if (File.ParseErrors) {
    std::string Text =
        "analyzed with " + counted(File.ParseErrors, "parse error");
    if (!File.firstParseError().empty())
      Text += ", first: " + File.firstParseError().str();
    writeNotification("parse-errors", "warning", Text, File.File);
  }
  for (const std::string &Place : File.LostShared)
    writeNotification("lost-shared", "warning",
                      "not analyzed: the shared variable at " + Place,
                      File.File);
}

void SarifWriter::writeInvocation() {
  J.attribute("executionSuccessful", Run.IsSuccessful);
  if (Run.ExitStatus)
    J.attribute("exitCode", *Run.ExitStatus);
  J.attributeArray("toolExecutionNotifications", [&] {
    for (const std::string &Error : Run.Errors)
      writeNotification("run-failed", "error", Error, "");
    for (const FileReport &File : R.Files)
      writeNotifications(File);
  });
}

void SarifWriter::writeArtifacts(size_t Targets) {
  J.attributeArray("artifacts", [&] {
    for (size_t I = 0; I < Artifacts.size(); ++I)
      J.object([&] {
        J.attributeObject("location", [&] { writeUri(Artifacts[I], J); });
        if (I < Targets)
          J.attributeArray("roles", [&] { J.value("analysisTarget"); });
      });
  });
}

void SarifWriter::writeRunProperties() {
  const Summary S = summarize(R);
  J.attributeObject("properties", [&] {
    J.attribute("arch", R.Arch->Name);
    J.attribute("accesses", S.Accesses);
    J.attribute("exact", S.Exact);
    J.attribute("upperBound", S.UpperBound);
    J.attribute("depends", S.Depends);
    J.attribute("unknown", S.Unknown);
    J.attribute("conflicting", S.Conflicting);
    J.attribute("scannedFiles", S.ScannedFiles);
  });
}

void SarifWriter::writeRun() {
  for (const FileReport &File : R.Files)
    artifactIndex(reportPath(File.File, Run.Files));
  const size_t Targets = Artifacts.size();
  J.attributeObject(
      "tool", [&] { J.attributeObject("driver", [&] { writeDriver(); }); });
  J.attributeArray("invocations",
                   [&] { J.object([&] { writeInvocation(); }); });
  J.attributeObject("originalUriBaseIds", [&] {
    J.attributeObject(RootId, [&] {
      llvm::StringRef Root = Run.Files.Root;
      J.attribute("uri", fileUri((Root.rtrim('/') + "/").str()));
    });
  });
  J.attribute("columnKind", "utf16CodeUnits");
  J.attributeArray("results", [&] {
    for (const Finding &F : R.Findings)
      J.object([&] { writeResult(F); });
    if (Run.WithSuppressed)
      for (const Finding &F : R.Suppressed)
        J.object([&] { writeResult(F); });
  });
  // All that name a file have been written and numbered it.
  writeArtifacts(Targets);
  writeRunProperties();
}

void SarifWriter::writeLog() {
  J.object([&] {
    J.attribute("$schema", Schema);
    J.attribute("version", "2.1.0");
    J.attributeArray("runs", [&] { J.object([&] { writeRun(); }); });
  });
}

void banklint::writeSarif(const Report &R, const SarifRun &Run,
                          llvm::raw_ostream &OS) {
  SarifWriter(R, Run, OS).writeLog();
  OS << '\n';
}
