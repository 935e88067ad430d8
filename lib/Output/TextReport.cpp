//===- TextReport.cpp - Findings in clang's form --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/TextReport.h"
#include "ColorScope.h"
#include "Snippet.h"
#include "banklint/Output/BankMapText.h"
#include "banklint/Output/OpenAccesses.h"
#include "banklint/Support/Wording.h"

using namespace banklint;

// Of one reason; what is many is one pattern.
static constexpr size_t MostOfReason = 5;

namespace {

struct Label {
  llvm::StringRef Text;
  llvm::raw_ostream::Colors Color;
  /// Clang prints the text of notes in the ordinary weight.
  bool HasBoldText;
};

} // namespace

static constexpr Label NoteLabel = {"note", llvm::raw_ostream::CYAN, false};

/// The edits of \p Shown that lie on \p At's line.
static llvm::SmallVector<LineEdit, 2>
editsOfLine(const Fix &Shown, const Place &At, size_t LineBytes) {
  llvm::SmallVector<LineEdit, 2> Edits;
  int64_t LineOffset = int64_t(At.Span.Offset) - (At.Span.Column - 1);
  for (const TextEdit &Edit : Shown.Edits) {
    int64_t First = int64_t(Edit.Offset) - LineOffset;
    if (Edit.File != At.File || First < 0 ||
        First + Edit.Length > int64_t(LineBytes))
      continue;
    Edits.push_back({{unsigned(First), Edit.Length}, Edit.Text});
  }
  return Edits;
}

static void writeSource(const Place &At, const Fix *Shown,
                        const TextOptions &Options, llvm::raw_ostream &OS) {
  if (!Options.SourceLine)
    return;
  std::optional<std::string> Line = Options.SourceLine(At.File, At.Span.Line);
  if (!Line)
    return;
  llvm::SmallVector<LineEdit, 2> Edits;
  if (Shown)
    Edits = editsOfLine(*Shown, At, Line->size());
  writeSnippet(*Line, At.Span.Line, {At.Span.Column - 1, At.Span.Length}, Edits,
               OS);
}

static void writeMessage(const Place &At, const Label &Kind,
                         const std::string &Message, const Fix *Shown,
                         const TextOptions &Options, llvm::raw_ostream &OS) {
  if (At.Span.isValid()) {
    ColorScope Bold(OS, llvm::raw_ostream::SAVEDCOLOR);
    OS << printable(At.File) << ':' << At.Span.Line << ':' << At.Span.Column
       << ": ";
  }
  {
    ColorScope Colored(OS, Kind.Color);
    OS << Kind.Text << ": ";
  }
  {
    std::optional<ColorScope> Bold;
    if (Kind.HasBoldText)
      Bold.emplace(OS, llvm::raw_ostream::SAVEDCOLOR);
    OS << printable(Message);
  }
  OS << '\n';
  if (At.Span.isValid())
    writeSource(At, Shown, Options, OS);
}

static void writeFinding(const Finding &F, const TextOptions &Options,
                         llvm::raw_ostream &OS) {
  constexpr Label Warning = {"warning", llvm::raw_ostream::MAGENTA, true};
  constexpr Label Error = {"error", llvm::raw_ostream::RED, true};
  writeMessage(F.At, F.Level == Severity::Error ? Error : Warning,
               F.Message + " [" + F.Check + "]", /*Shown=*/nullptr, Options,
               OS);
  for (const Note *N : notesOf(F, /*WithDetails=*/Options.Explain))
    writeMessage(N->At, NoteLabel, N->Message,
                 N->Fix ? &F.Fixes[*N->Fix] : nullptr, Options, OS);
  if (Options.Explain && F.Worst)
    drawBankMap(*F.Worst, F.Cost, Options.UseColor, OS);
}

/// What was reported there, and the text that the fix put into the code.
static void writeFixed(const FixedFinding &Fixed, const TextOptions &Options,
                       llvm::raw_ostream &OS) {
  const Label Done = {Fixed.IsGone ? "fixed" : "improved",
                      llvm::raw_ostream::GREEN, true};
  writeMessage(Fixed.At, Done, Fixed.Message + " [" + Fixed.Check + "]",
               /*Shown=*/nullptr, Options, OS);
  writeMessage(Fixed.ChangedAt, NoteLabel, Fixed.How, /*Shown=*/nullptr,
               Options, OS);
}

void banklint::writeOpenAccesses(const Report &R, const TextOptions &Options,
                                 llvm::raw_ostream &OS) {
  ColorMode Mode(OS, Options.UseColor);
  const auto WriteNote = [&](const Place &At, const std::string &Message) {
    writeMessage(At, NoteLabel, Message, /*Shown=*/nullptr, Options, OS);
  };
  for (const OpenAccessGroup &Group : openAccesses(R, MostOfReason)) {
    for (const OpenAccess &Each : Group.Shown)
      WriteNote(Each.At, Each.Message);
    if (const std::string Others = Group.othersText(); !Others.empty())
      WriteNote(Place(), Others);
  }
  const std::vector<const KernelProgram *> Templates = openTemplates(R);
  for (const KernelProgram *Each :
       llvm::ArrayRef(Templates).take_front(MostOfReason))
    WriteNote(placeOf(*Each, Each->Span),
              "kernel template '" + Each->Name + "' is not instantiated");
  if (Templates.size() > MostOfReason)
    WriteNote(Place(), "and " +
                           counted(Templates.size() - MostOfReason,
                                   "other kernel template") +
                           " that are not instantiated");
}

void banklint::writeFindings(const Report &R, const TextOptions &Options,
                             llvm::raw_ostream &OS) {
  ColorMode Mode(OS, Options.UseColor);
  if (R.Fixed)
    for (const FixedFinding &Fixed : *R.Fixed)
      writeFixed(Fixed, Options, OS);
  for (const Finding &F : R.Findings)
    writeFinding(F, Options, OS);
}
