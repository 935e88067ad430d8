//===- BriefReport.cpp - A report in few lines ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/BriefReport.h"
#include "banklint/Checks/FindingGroups.h"
#include "banklint/Checks/ShortNames.h"
#include "banklint/Output/EditedLines.h"
#include "banklint/Output/OpenAccesses.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

// What is written at most, so that any report can be read.
static constexpr size_t MostFindings = 20;
static constexpr size_t MostEditedLines = 24;
static constexpr size_t MostOfReason = 3;

namespace {

class BriefWriter {
public:
  BriefWriter(const Report &R, const SourceFiles &Files, llvm::raw_ostream &OS)
      : Names(R), Files(Files), OS(OS) {}

  void write(const Finding &F);
  void write(const FixedFinding &Fixed);
  void writeOpen(const Report &R);

private:
  void writePlace(const Place &At) {
    if (At.Span.isValid())
      OS << printable(At.File) << ':' << At.Span.Line << ':' << At.Span.Column
         << ": ";
  }
  void writeFix(const Fix &F);

  const ShortNames Names;
  const SourceFiles &Files;
  llvm::raw_ostream &OS;
};

} // namespace

/// \p Line, whose tabs an edit has to match.
static std::string spellLine(llvm::StringRef Line) {
  std::string Text;
  for (llvm::StringRef Part : llvm::split(Line, '\t'))
    Text += printable(Part) + "\t";
  if (!Text.empty())
    Text.pop_back();
  return Text;
}

void BriefWriter::writeFix(const Fix &F) {
  OS << "  fix (" << spelling(F.Safety) << "): " << printable(F.Description);
  if (F.Safety != FixSafety::Automatic)
    OS << "; not automatic, because " << printable(F.Reason);
  OS << '\n';
  const std::vector<EditedLines> Changes =
      editedLines(F, /*Context=*/0, Files.Text);
  size_t Lines = 0;
  for (const EditedLines &Each : Changes)
    Lines += Each.Before.size() + Each.After.size();
  if (Lines > MostEditedLines) {
    OS << "    changes " << counted(Lines, "line")
       << "; see --format=json, or apply it with "
       << (F.Safety == FixSafety::Automatic ? "--fix" : "--fix-notes") << '\n';
    return;
  }
  for (const EditedLines &Each : Changes) {
    OS << "    " << printable(Each.File) << ':' << Each.Line << '\n';
    for (const std::string &Line : Each.Before)
      OS << "    -" << spellLine(Line) << '\n';
    for (const std::string &Line : Each.After)
      OS << "    +" << spellLine(Line) << '\n';
  }
}

void BriefWriter::write(const Finding &F) {
  writePlace(F.At);
  OS << (F.Level == Severity::Error ? "error: " : "warning: ")
     << printable(F.Message) << " [" << F.Check << "]\n";
  if (F.Launch) {
    OS << "  kernel: " << printable(Names.of(F.Launch->Kernel)) << ", block "
       << toString(F.Launch->Block);
    if (!isStated(F.Launch->Origin))
      OS << " (assumed)";
    OS << '\n';
  }
  if (!F.OtherPlaces.empty())
    OS << "  " << otherPlacesMessage(F) << '\n';
  std::optional<unsigned> Shown;
  for (const Note *N : notesOf(F)) {
    if (N->Fix) {
      Shown = Shown.value_or(*N->Fix);
      continue;
    }
    OS << "  why: ";
    if (!startTogether(N->At, F.At))
      writePlace(N->At);
    OS << printable(N->Message) << '\n';
  }
  if (Shown)
    writeFix(F.Fixes[*Shown]);
}

void BriefWriter::write(const FixedFinding &Fixed) {
  writePlace(Fixed.At);
  OS << (Fixed.IsGone ? "fixed: " : "improved: ") << printable(Fixed.Message)
     << " [" << Fixed.Check << "]\n  ";
  writePlace(Fixed.ChangedAt);
  OS << printable(Fixed.How) << '\n';
}

void BriefWriter::writeOpen(const Report &R) {
  // A finding says so itself, and a bound without a conflict is good news.
  const auto IsWanted = [&R](const Place &At, const Verdict &V) {
    return (V.Result == Certainty::Unknown || V.Worst.conflicts()) &&
           llvm::none_of(R.Findings, [&At](const Finding &F) {
             return startTogether(F.At, At);
           });
  };
  for (const OpenAccessGroup &Group : openAccesses(R, MostOfReason, IsWanted)) {
    for (const OpenAccess &Each : Group.Shown) {
      OS << "not exact: ";
      writePlace(Each.At);
      OS << printable(Each.Message) << '\n';
    }
    if (const std::string Others = Group.othersText(); !Others.empty())
      OS << "not exact: " << Others << '\n';
  }
}

void banklint::writeBrief(const Report &R, const SourceFiles &Files,
                          llvm::raw_ostream &OS) {
  BriefWriter Writer(R, Files, OS);
  if (R.Fixed)
    for (const FixedFinding &Fixed : *R.Fixed)
      Writer.write(Fixed);
  const llvm::ArrayRef<Finding> All = R.Findings;
  for (const Finding &F : All.take_front(MostFindings))
    Writer.write(F);
  if (All.size() > MostFindings)
    OS << "and " << counted(All.size() - MostFindings, "other finding")
       << "; analyze fewer files, or select lines with --line-filter\n";
  Writer.writeOpen(R);
}
