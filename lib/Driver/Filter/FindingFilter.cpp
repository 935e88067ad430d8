//===- FindingFilter.cpp - Which findings are reported --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Filter/FindingFilter.h"
#include "banklint/Checks/FindingGroups.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Files/WriteFile.h"
#include "banklint/Driver/Filter/ApplyComments.h"
#include "banklint/Support/ReadFile.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace banklint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string currentFolder() {
  llvm::SmallString<256> Folder;
  if (fs::current_path(Folder))
    return "/";
  return Folder.str().str();
}

/// The folder that the paths of the baseline at \p File are from.
static std::string folderOf(llvm::StringRef File) {
  llvm::SmallString<256> Path(File);
  fs::make_absolute(currentFolder(), Path);
  return path::parent_path(Path).str();
}

/// The text of a file or a pipe, such as the shell's <(...).
static llvm::Expected<std::string> readFileOrPipe(llvm::StringRef Path) {
  fs::file_status Status;
  const bool IsPipe =
      Path == "-" ||
      (!fs::status(Path, Status) && Status.type() == fs::file_type::fifo_file);
  if (!IsPipe)
    return readFile(Path);
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(Path);
  if (std::error_code Code = Buffer.getError())
    return llvm::createStringError("cannot be read: " + Code.message());
  return (*Buffer)->getBuffer().str();
}

llvm::Error FindingFilter::readDiff() {
  const auto Told = [this](llvm::Error Failure) {
    return llvm::createStringError("--diff: '" + Options.Diff +
                                   "': " + llvm::toString(std::move(Failure)));
  };
  llvm::Expected<std::string> Text = readFileOrPipe(Options.Diff);
  if (!Text)
    return Told(Text.takeError());
  llvm::Expected<std::vector<ChangedFile>> Files = parseUnifiedDiff(*Text);
  if (!Files)
    return Told(Files.takeError());
  // As a command in front of a pipe leaves it that has failed.
  if (Files->empty())
    Warnings.push_back("--diff: the diff changes no file, so no finding is "
                       "reported; check that the command that writes it did "
                       "not fail, for example by 'set -o pipefail'");
  LocatedDiff Located = locate(*Files, currentFolder());
  if (!Located.Missing.empty())
    Warnings.push_back(
        "--diff: '" + Located.Missing.front() + "'" +
        (Located.Missing.size() == 1
             ? ""
             : " and " + counted(Located.Missing.size() - 1, "other file")) +
        " not found in the git repository or the current directory; " +
        (Located.Missing.size() == 1 ? "its" : "their") +
        " changes are ignored");
  Changed = std::move(Located.Lines);
  return llvm::Error::success();
}

llvm::Expected<FindingFilter>
FindingFilter::create(const FilterOptions &Options) {
  FindingFilter Filter;
  Filter.Options = Options;
  const bool IsOfLines = !Options.Diff.empty() || !Options.LineFilter.empty();
  if (!Options.WriteBaseline.empty() && IsOfLines)
    return llvm::createStringError(
        "--write-baseline cannot be used with --diff or --line-filter; it "
        "lists the findings of all lines");
  if (!Options.Baseline.empty()) {
    llvm::Expected<BaselineEntries> Known = readBaseline(Options.Baseline);
    if (!Known)
      return Known.takeError();
    Filter.Known = std::move(*Known);
  }
  if (!Options.LineFilter.empty()) {
    llvm::Expected<std::vector<LineFilter>> Lines =
        parseLineFilter(Options.LineFilter);
    if (!Lines)
      return Lines.takeError();
    Filter.Lines = std::move(*Lines);
  }
  if (!Options.Diff.empty())
    if (llvm::Error Failure = Filter.readDiff())
      return Failure;
  return Filter;
}

FindingFilter FindingFilter::withoutNewBaseline() const {
  FindingFilter Result = *this;
  Result.Options.WriteBaseline.clear();
  return Result;
}

/// Moves the findings of \p R for which \p IsOut is true, by their number, to
/// \p To.
static void moveOut(Report &R, std::vector<Finding> &To,
                    llvm::function_ref<bool(size_t)> IsOut) {
  std::vector<Finding> Left;
  for (size_t Number = 0; Number != R.Findings.size(); ++Number)
    (IsOut(Number) ? To : Left).push_back(std::move(R.Findings[Number]));
  R.Findings = std::move(Left);
}

/// The names, by path, of the files all of whose findings the run has: sources,
/// and the headers that kernels are in.
static std::map<std::string, std::string>
seenFiles(const Report &R, const SourceTexts &Sources) {
  std::map<std::string, std::string> Seen;
  std::set<std::string> Names;
  // Any file may bring findings of a header.
  bool HasAll = !R.IsPartial;
  for (const FileReport &File : R.Files)
    if (File.Status != FileStatus::Failed)
      Names.insert(File.File);
    else
      HasAll = false;
  if (HasAll)
    for (const KernelReport &Kernel : R.Kernels)
      Names.insert(Kernel.Program.Files.begin(), Kernel.Program.Files.end());
  for (const std::string &Name : Names)
    Seen[realPathOf(Name, Sources)] = Name;
  return Seen;
}

/// "transpose.cu: shared-bank-conflict of 'tile[y][x]' in 'transpose'".
static std::string words(const BaselineEntry &Entry) {
  std::string Text = Entry.Of.File + ": " + Entry.Of.Check;
  if (!Entry.Of.Code.empty())
    Text += " of '" + Entry.Of.Code + "'";
  if (!Entry.Of.Function.empty())
    Text += " in '" + Entry.Of.Function + "'";
  return Text;
}

/// Entries that this run cannot have found are added to \p Unseen.
void FindingFilter::acceptKnown(Report &R, const SourceTexts &Sources,
                                EnabledChecks IsEnabled,
                                BaselineEntries &Unseen,
                                FilterMessages &Messages) const {
  const std::string Folder = folderOf(Options.Baseline);
  std::vector<Candidate> Candidates;
  for (const Finding &F : R.Findings)
    Candidates.push_back({identify(F, Sources, Folder), excessOf(F)});
  const BaselineMatch Match = matchBaseline(*Known, Candidates);
  for (const auto &[F, Was] : llvm::zip_equal(R.Findings, Match.WasBetter))
    if (Was)
      F.Notes.push_back(
          {F.At, "the baseline accepts " + counted(*Was, "excess wavefront") +
                     " here; there are now " + std::to_string(excessOf(F))});
  for (const auto &[F, IsAccepted] :
       llvm::zip_equal(R.Findings, Match.IsAccepted))
    if (IsAccepted)
      F.SuppressedBy = {SuppressionKind::Baseline, Place(), ""};
  moveOut(R, R.Suppressed,
          [&Match](size_t Number) { return Match.IsAccepted[Number]; });

  const std::map<std::string, std::string> Seen = seenFiles(R, Sources);
  unsigned Stale = 0;
  for (const BaselineEntry &Entry : Match.Stale) {
    llvm::SmallString<256> Path(Entry.Of.File), Real;
    fs::make_absolute(Folder, Path);
    if (!fs::real_path(Path, Real)) {
      auto Name = Seen.find(Real.str().str());
      if (Name == Seen.end() || !IsEnabled(Name->second, Entry.Of.Check)) {
        Unseen.push_back(Entry);
        continue;
      }
    }
    ++Stale;
    Messages.Notes.push_back("baseline entry no longer found: " + words(Entry));
  }
  if (Stale && Options.WriteBaseline.empty())
    Messages.Warnings.push_back(
        "baseline '" + Options.Baseline + "': " + counted(Stale, "entry") +
        (Stale == 1 ? " is" : " are") +
        " no longer found; use --write-baseline=" + Options.Baseline +
        " to update it");
}

/// Accepts all that is left.
void FindingFilter::writeNew(Report &R, const SourceTexts &Sources,
                             const BaselineEntries &Unseen,
                             FilterMessages &Messages) const {
  const std::string Folder = folderOf(Options.WriteBaseline);
  BaselineEntries Entries = Unseen;
  const auto Add = [&](const Finding &F) {
    Entries.push_back({identify(F, Sources, Folder), excessOf(F)});
  };
  for (Finding &F : R.Findings)
    F.SuppressedBy = {SuppressionKind::Baseline, Place(), ""};
  moveOut(R, R.Suppressed, [](size_t) { return true; });
  const auto IsAccepted = [](const Finding &F) {
    return F.SuppressedBy->Kind == SuppressionKind::Baseline;
  };
  for (const Finding &F : R.Suppressed)
    if (IsAccepted(F))
      Add(F);
  llvm::Error Failure =
      writeFile(Options.WriteBaseline, [&Entries](llvm::raw_ostream &OS) {
        writeBaseline(Entries, OS);
        return llvm::Error::success();
      });
  if (Failure)
    Messages.Error = "cannot write '" + Options.WriteBaseline +
                     "': " + llvm::toString(std::move(Failure));
  else
    // Each access is an entry; findings are what reports show.
    Messages.Notes.push_back(
        counted(countGroups(R.Suppressed, IsAccepted) + Unseen.size(),
                "finding") +
        " written to the baseline '" + Options.WriteBaseline + "'");
}

void FindingFilter::selectLines(Report &R, const SourceTexts &Sources) const {
  moveOut(R, R.OutsideLines, [&](size_t Number) {
    const Finding &F = R.Findings[Number];
    return !passes(Lines, F, Sources) ||
           (Changed && !isTouched(*Changed, F, Sources));
  });
}

FilterMessages FindingFilter::apply(Report &R, const SourceTexts &Sources,
                                    const llvm::StringSet<> &SystemHeaders,
                                    EnabledChecks IsEnabled) const {
  FilterMessages Messages;
  setFingerprints(R.Findings, Sources);
  if (!Options.SystemHeaders)
    moveOut(R, R.InSystemHeaders, [&](size_t Number) {
      return SystemHeaders.contains(R.Findings[Number].At.File);
    });
  std::vector<Finding> OfComments = suppressByComments(R, Sources);
  if (Options.ReportUnusedComments)
    llvm::move(findUnusedComments(R, Sources, IsEnabled),
               std::back_inserter(OfComments));
  setFingerprints(OfComments, Sources);

  BaselineEntries Unseen;
  if (Known)
    acceptKnown(R, Sources, IsEnabled, Unseen, Messages);
  if (!Options.WriteBaseline.empty())
    writeNew(R, Sources, Unseen, Messages);

  // What is wrong with comments is for their author, not for a baseline.
  llvm::move(OfComments, std::back_inserter(R.Findings));
  selectLines(R, Sources);
  sortFindings(R.Findings);
  sortFindings(R.Suppressed);
  groupFindings(R.Findings);
  return Messages;
}
