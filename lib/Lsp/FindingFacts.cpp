//===- FindingFacts.cpp - Diagnostics and fixes for an editor -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace banklint;
using namespace banklint::lsp;
namespace json = llvm::json;

namespace {

constexpr int SeverityError = 1;
constexpr int SeverityWarning = 2;
constexpr int SeverityInformation = 3;

class FindingWriter {
public:
  FindingWriter(const DocumentView &View, Facts &Said)
      : View(View), Said(Said) {}

  void add(const Finding &F);
  json::Array relatedTo(const Finding &F) const;
  json::Value diagnosticOf(const Finding &F) const;
  void addFixes(const Finding &F, int64_t Number);
  void addSuppression(const Finding &F, int64_t Number);
  std::vector<FileEdits>
  editsOf(llvm::ArrayRef<banklint::TextEdit> Edits) const;

  Range rangeIn(const Place &At) const {
    return View.positionsIn(At.File).rangeOf(At.Span.Offset, At.Span.Length);
  }

private:
  const DocumentView &View;
  Facts &Said;
};

} // namespace

static json::Value location(llvm::StringRef Path, const Range &At) {
  return json::Object{{"uri", uriOfPath(Path)}, {"range", toJSON(At)}};
}

json::Array FindingWriter::relatedTo(const Finding &F) const {
  json::Array Related;
  // A vector of JSON values that grows copies them deeply.
  Related.reserve(F.Notes.size() + F.OtherPlaces.size());
  for (const Note *N : notesOf(F)) {
    const bool HasPlace =
        N->At.Span.isValid() && View.A.Sources.find(N->At.File);
    const Place &At = HasPlace ? N->At : F.At;
    Related.push_back(json::Object{
        {"location", location(View.A.Sources.pathOf(At.File), rangeIn(At))},
        {"message", json::fixUTF8(N->Message)}});
  }
  for (const Place &Other : F.OtherPlaces)
    Related.push_back(
        json::Object{{"location", location(View.A.Sources.pathOf(Other.File),
                                           rangeIn(Other))},
                     {"message", "the same happens here"}});
  return Related;
}

json::Value FindingWriter::diagnosticOf(const Finding &F) const {
  json::Object D{{"range", toJSON(rangeIn(F.At))},
                 {"severity",
                  F.Level == Severity::Error ? SeverityError : SeverityWarning},
                 {"source", "banklint"},
                 {"code", F.Check},
                 {"message", json::fixUTF8(F.Message)}};
  if (View.Input.HasRelated)
    D["relatedInformation"] = relatedTo(F);
  if (View.Input.HasData)
    D["data"] = json::Object{{"fingerprint", F.Fingerprint}};
  if (View.Input.HasCodeDescription && !View.Input.DocumentationUrl.empty())
    D["codeDescription"] =
        json::Object{{"href", json::fixUTF8(View.Input.DocumentationUrl +
                                            "checks/" + F.Check + ".md")}};
  return D;
}

std::vector<FileEdits>
FindingWriter::editsOf(llvm::ArrayRef<banklint::TextEdit> Edits) const {
  std::map<std::string, std::vector<banklint::TextEdit>> ByPath;
  for (const banklint::TextEdit &Edit : Edits)
    ByPath[View.A.Sources.pathOf(Edit.File).str()].push_back(Edit);
  std::vector<FileEdits> Result;
  for (auto &[Path, Own] : ByPath) {
    llvm::sort(Own,
               [](const banklint::TextEdit &A, const banklint::TextEdit &B) {
                 return A.Offset < B.Offset;
               });
    FileEdits Of{Path, {}};
    for (const banklint::TextEdit &Edit : Own)
      Of.Edits.push_back(
          {View.positionsIn(Edit.File).rangeOf(Edit.Offset, Edit.Length),
           Edit.Text});
    Result.push_back(std::move(Of));
  }
  return Result;
}

void FindingWriter::addFixes(const Finding &F, int64_t Number) {
  for (const Fix &Each : F.Fixes) {
    // What is in no file that was read, or belongs to the system, nobody edits.
    if (Each.Edits.empty() ||
        llvm::any_of(Each.Edits, [&](const banklint::TextEdit &Edit) {
          return !View.A.Sources.find(Edit.File) ||
                 View.A.Fixes.SystemHeaders.contains(Edit.File);
        }))
      continue;
    const bool IsAutomatic = Each.Safety == FixSafety::Automatic;
    Said.Actions.push_back(
        {rangeIn(F.At), Number,
         Each.Description +
             (IsAutomatic ? "" : " (review: " + Each.Reason + ")"),
         IsAutomatic, editsOf(Each.Edits)});
  }
}

/// A comment that accepts findings of \p Check on line \p Line of \p Text.
static lsp::TextEdit suppressionOn(const TextPositions &Text, size_t Line,
                                   llvm::StringRef Check) {
  const llvm::StringRef Whole = Text.line(Line);
  const llvm::StringRef Code = Whole.rtrim();
  // The reason is the user's to give.
  const std::string Comment = ("NOLINT(" + Check + "): TODO say why").str();
  // In a macro's body, a comment to the end of the line would take what
  // follows.
  if (Code.ends_with("\\")) {
    const size_t At = Text.lineStart(Line) + Code.size() - 1;
    return {Text.rangeOf(At, 0), "/* " + Comment + " */ "};
  }
  const size_t At = Text.lineStart(Line) + Code.size();
  return {Text.rangeOf(At, Whole.size() - Code.size()), " // " + Comment};
}

void FindingWriter::addSuppression(const Finding &F, int64_t Number) {
  const TextPositions &Text = View.positions();
  std::vector<size_t> Lines;
  const auto Add = [&](const Place &At) {
    if (View.isOwn(At.File) && At.Span.isValid() &&
        At.Span.Line <= Text.lineCount())
      Lines.push_back(At.Span.Line - 1);
  };
  Add(F.At);
  llvm::for_each(F.OtherPlaces, Add);
  llvm::sort(Lines);
  Lines.erase(llvm::unique(Lines), Lines.end());
  FileEdits Edits{View.Input.Path, {}};
  for (size_t Line : Lines)
    Edits.Edits.push_back(suppressionOn(Text, Line, F.Check));
  if (!Edits.Edits.empty())
    Said.Actions.push_back({rangeIn(F.At),
                            Number,
                            "Suppress '" + F.Check + "' here",
                            false,
                            {std::move(Edits)}});
}

void FindingWriter::add(const Finding &F) {
  const int64_t Number = Said.Diagnostics.size();
  Said.Diagnostics.push_back(diagnosticOf(F));
  addFixes(F, Number);
  addSuppression(F, Number);
}

/// The block that \p Kernel's launches assume, if they do.
static std::optional<Dim3> assumedBlock(const KernelReport &Kernel) {
  for (const LaunchReport &Launch : Kernel.Launches)
    if (!isStated(Launch.Launch.Origin) &&
        Launch.Launch.Origin != LaunchOrigin::LaunchBounds)
      return Launch.Launch.Config.Block;
  return std::nullopt;
}

static std::string settingOf(const Dim3 &Block) {
  std::string Text = "block=" + std::to_string(Block.X);
  if (Block.Y != 1 || Block.Z != 1)
    Text += "," + std::to_string(Block.Y);
  if (Block.Z != 1)
    Text += "," + std::to_string(Block.Z);
  return Text;
}

/// The edit that states the block of the kernel whose name is at \p Span, on
/// the line of the name, where an annotation holds whatever stands above the
/// kernel; nothing where a comment would become part of something else.
static std::optional<lsp::TextEdit> annotationAt(const TextPositions &Text,
                                                 const SourceSpan &Span,
                                                 const Dim3 &Block) {
  if (Span.Line == 0 || Span.Line > Text.lineCount())
    return std::nullopt;
  const llvm::StringRef Line = Text.line(Span.Line - 1);
  const llvm::StringRef Code = Line.rtrim();
  if (Code.ends_with("\\") || Code.contains("//") || Code.contains("/*"))
    return std::nullopt;
  return lsp::TextEdit{Text.rangeOf(Text.lineStart(Span.Line - 1) + Code.size(),
                                    Line.size() - Code.size()),
                       " // banklint: " + settingOf(Block)};
}

/// Offers to state the blocks that kernels of the document assume, anywhere
/// between the kernel's name and its last access.
static void addAssumptions(const DocumentView &View, Facts &Said) {
  std::vector<unsigned> Seen;
  for (const KernelReport &Kernel : View.A.Result.Kernels) {
    const KernelProgram &Program = Kernel.Program;
    const std::optional<Dim3> Block = assumedBlock(Kernel);
    if (!Block || !View.isOwn(Program.fileOf(Program.Span)) ||
        llvm::is_contained(Seen, Program.Span.Offset))
      continue;
    Seen.push_back(Program.Span.Offset);
    std::optional<lsp::TextEdit> Edit =
        annotationAt(View.positions(), Program.Span, *Block);
    if (!Edit)
      continue;
    unsigned End = Program.Span.Offset + Program.Span.Length;
    for (const Access &A : Program.Accesses)
      if (A.Span.File == Program.Span.File)
        End = std::max(End, A.Span.Offset + A.Span.Length);
    Said.Actions.push_back({View.positions().rangeOf(Program.Span.Offset,
                                                     End - Program.Span.Offset),
                            std::nullopt,
                            "State the block of '" +
                                plainName(Program.Name).str() +
                                "' that is assumed: " + toString(*Block),
                            false,
                            {{View.Input.Path, {std::move(*Edit)}}}});
  }
}

/// The automatic fixes that --fix would write.
static std::vector<FileEdits> fixAll(const DocumentView &View,
                                     const FindingWriter &Writer) {
  const FixPlan Plan =
      planFixes(View.A.Result.Findings, View.A.Sources, View.A.Fixes);
  std::vector<FileEdits> Result;
  const std::vector<bool> All(Plan.Fixes.size(), true);
  for (const auto &[Path, Source] : Plan.Texts) {
    std::vector<banklint::TextEdit> Edits;
    for (const auto &[Offset, Edit] : Plan.editsOf(Path, All))
      Edits.push_back(Edit);
    llvm::append_range(Result, Writer.editsOf(Edits));
  }
  return Result;
}

static json::Value
problemDiagnostic(const DocumentView &View,
                  const SourceProblems::value_type &Problem) {
  const TextPositions &Text = View.positions();
  const size_t Line =
      std::min<size_t>(std::max(1u, Problem.Line), Text.lineCount()) - 1;
  const size_t Column = std::max(1u, Problem.Column) - 1;
  const llvm::StringRef Whole = Text.line(Line);
  const size_t Start = std::min(Column, Whole.size());
  return json::Object{
      {"range", toJSON(Text.rangeOf(Text.lineStart(Line) + Start,
                                    Whole.size() - Start))},
      {"severity", SeverityError},
      {"source", "banklint"},
      {"code", "annotation"},
      {"message", json::fixUTF8(Problem.Message)}};
}

/// A note in place of what is more than \p Most.
static void addCapNote(size_t Left, Facts &Said) {
  Said.Diagnostics.push_back(
      json::Object{{"range", toJSON(Range())},
                   {"severity", SeverityInformation},
                   {"source", "banklint"},
                   {"code", "too-many"},
                   {"message", std::to_string(Left) +
                                   " more findings are not shown; the setting "
                                   "'maxDiagnostics' limits them"}});
}

void banklint::lsp::addFindingFacts(const DocumentView &View,
                                    const SourceProblems &Problems,
                                    Facts &Said) {
  FindingWriter Writer(View, Said);
  // A vector of JSON values that grows copies them deeply.
  Said.Diagnostics.reserve(Problems.size() + View.A.Result.Findings.size() + 1);
  std::vector<std::string> Known;
  const size_t Most = parseSettings(View.Input.Settings, Known).MaxDiagnostics;
  size_t Left = 0;
  for (const auto &Problem : Problems)
    if (View.isOwn(Problem.File))
      Said.Diagnostics.push_back(problemDiagnostic(View, Problem));
  for (const Finding &F : View.A.Result.Findings) {
    if (!View.isOwn(F.At.File))
      continue;
    if (Said.Diagnostics.size() < Most)
      Writer.add(F);
    else
      ++Left;
  }
  if (Left)
    addCapNote(Left, Said);
  addAssumptions(View, Said);
  if (View.A.IsChecked)
    Said.FixAll = fixAll(View, Writer);
}
