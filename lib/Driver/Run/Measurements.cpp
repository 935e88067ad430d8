//===- Measurements.cpp - What was measured beside the findings -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Measurements.h"
#include "banklint/Profile/KernelName.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>
#include <tuple>

using namespace banklint;

llvm::Expected<Profile>
banklint::readProfileFiles(llvm::ArrayRef<std::string> Files, MessageLog &Log) {
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Buffers;
  std::vector<ProfileText> Texts;
  for (const std::string &File : Files) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    if (!Buffer)
      return llvm::createStringError("--profile: cannot read '" + File +
                                     "': " + Buffer.getError().message());
    Texts.push_back({File, (*Buffer)->getBuffer()});
    Buffers.push_back(std::move(*Buffer));
  }
  ProfileReading Reading = readProfile(Texts);
  for (const std::string &Error : Reading.Errors)
    Log.warn("--profile: " + Error);
  return std::move(Reading.Result);
}

std::vector<SeenLaunch> banklint::launchesIn(const Profile &P,
                                             const KernelProgram &Program) {
  const KernelName Name = kernelName(Program.Name);
  std::vector<SeenLaunch> Result;
  const auto IsSame = [](const SeenLaunch &A, const SeenLaunch &B) {
    return A.Block == B.Block && A.Grid == B.Grid &&
           A.DynamicBytes == B.DynamicBytes;
  };
  for (const ProfiledLaunch &Each : P.Launches) {
    if (!Each.Block || !mayBeSame(kernelName(Each.Kernel), Name))
      continue;
    const SeenLaunch New = {*Each.Block, Each.Grid, Each.DynamicBytes};
    if (llvm::none_of(Result, [&](const SeenLaunch &Known) {
          return IsSame(Known, New);
        }))
      Result.push_back(New);
  }
  return Result;
}

/// Nothing for copies, whose instructions the profiler counts as others.
static std::optional<ProfiledOperation> operationOf(MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::Load:
  case MemoryOperation::AtomicLoopLoad:
  case MemoryOperation::MatrixLoad1:
  case MemoryOperation::MatrixLoad2:
  case MemoryOperation::MatrixLoad4:
    return ProfiledOperation::Load;
  case MemoryOperation::Store:
  case MemoryOperation::MatrixStore1:
  case MemoryOperation::MatrixStore2:
  case MemoryOperation::MatrixStore4:
    return ProfiledOperation::Store;
  case MemoryOperation::Atomic:
  case MemoryOperation::AtomicCount:
  case MemoryOperation::AtomicCas:
  case MemoryOperation::AtomicFloatAdd:
  case MemoryOperation::AtomicWideAdd:
  case MemoryOperation::AtomicPackedAdd:
  case MemoryOperation::AtomicHalfAdd:
    return ProfiledOperation::Atomic;
  case MemoryOperation::AsyncCopy:
  case MemoryOperation::AsyncCopyBypass:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

namespace {

/// The last name of a file, a line, an operation.
using LineKey = std::tuple<std::string, unsigned, ProfiledOperation>;

/// What the accesses of a line come to over all blocks of a launch.
struct LinePrediction {
  /// As the report names it.
  std::string File;
  uint64_t Wavefronts = 0;
  /// It may be less.
  bool IsBound = false;
  /// Some access has no total.
  bool IsOpen = false;
};

/// What was measured in the lines of a launch.
using MeasuredLines = std::map<LineKey, MeasuredCost>;

class Comparison {
public:
  explicit Comparison(const Profile &P);

  std::optional<MeasuredCost> costOf(const Finding &F, const Report &R) const;
  ProfileComparison compare(const Report &R) const;
  bool hasKernelOf(const Report &R) const;

private:
  bool isOf(unsigned Launch, const KernelName &Kernel, const Dim3 &Block,
            const std::optional<Dim3> &Grid) const;
  const LaunchReport *reportOf(unsigned Launch, const KernelReport &Kernel,
                               const KernelName &Name) const;
  void compare(unsigned Launch, const KernelReport &Kernel,
               const LaunchReport &Predicted, ProfileComparison &Into) const;

  const Profile &P;
  /// By launch.
  std::vector<KernelName> Names;
  std::vector<MeasuredLines> Lines;
};

} // namespace

static LineKey keyOf(llvm::StringRef File, unsigned Line,
                     ProfiledOperation Operation) {
  return {llvm::sys::path::filename(File).str(), Line, Operation};
}

/// The line of \p Measured that has what an access at \p Span costs. The
/// compiler attributes an access of several lines to one of them, mostly to a
/// later one.
static MeasuredLines::const_iterator findLine(const MeasuredLines &Measured,
                                              llvm::StringRef File,
                                              const SourceSpan &Span,
                                              ProfiledOperation Operation) {
  unsigned Line = Span.Line;
  auto Found = Measured.find(keyOf(File, Line, Operation));
  while (Found == Measured.end() && Line < Span.LastLine)
    Found = Measured.find(keyOf(File, ++Line, Operation));
  return Found;
}

Comparison::Comparison(const Profile &P) : P(P), Lines(P.Launches.size()) {
  for (const ProfiledLaunch &Launch : P.Launches)
    Names.push_back(kernelName(Launch.Kernel));
  for (const ProfiledLine &Each : P.Lines) {
    MeasuredCost &Into =
        Lines[Each.Launch][keyOf(Each.File, Each.Line, Each.Operation)];
    Into.Wavefronts = llvm::SaturatingAdd(Into.Wavefronts, Each.Wavefronts);
    Into.Ideal = llvm::SaturatingAdd(Into.Ideal, Each.Ideal);
  }
}

/// True if launch number \p Launch is of \p Kernel and has that shape.
bool Comparison::isOf(unsigned Launch, const KernelName &Kernel,
                      const Dim3 &Block,
                      const std::optional<Dim3> &Grid) const {
  const ProfiledLaunch &Own = P.Launches[Launch];
  return Own.Block && *Own.Block == Block &&
         (!Grid || !Own.Grid || *Grid == *Own.Grid) &&
         mayBeSame(Names[Launch], Kernel);
}

std::optional<MeasuredCost> Comparison::costOf(const Finding &F,
                                               const Report &R) const {
  if (!F.Cause || !F.Launch || !F.Source)
    return std::nullopt;
  const KernelProgram &Program = R.Kernels[F.Source->Kernel].Program;
  std::vector<ProfiledOperation> Operations = {ProfiledOperation::Load,
                                               ProfiledOperation::Store};
  // It may be about both.
  if (!F.Cause->Operation.empty()) {
    const auto Own = operationOf(Program.Accesses[F.Source->Access].Op);
    if (!Own)
      return std::nullopt;
    Operations = {*Own};
  }
  std::vector<Place> Places = {F.At};
  llvm::append_range(Places, F.OtherPlaces);
  const KernelName Name = kernelName(F.Launch->Kernel);
  MeasuredCost Sum;
  for (unsigned Launch = 0; Launch != P.Launches.size(); ++Launch) {
    if (!isOf(Launch, Name, F.Launch->Block, F.Launch->Grid))
      continue;
    std::set<LineKey> Found;
    for (ProfiledOperation Each : Operations)
      for (const Place &At : Places) {
        auto Line = findLine(Lines[Launch], At.File, At.Span, Each);
        if (Line == Lines[Launch].end() || !Found.insert(Line->first).second)
          continue;
        Sum.Wavefronts =
            llvm::SaturatingAdd(Sum.Wavefronts, Line->second.Wavefronts);
        Sum.Ideal = llvm::SaturatingAdd(Sum.Ideal, Line->second.Ideal);
      }
    Sum.Launches += !Found.empty();
  }
  return Sum.Launches ? std::optional(Sum) : std::nullopt;
}

bool Comparison::hasKernelOf(const Report &R) const {
  return llvm::any_of(R.Kernels, [this](const KernelReport &Kernel) {
    const KernelName Name = kernelName(Kernel.Program.Name);
    return llvm::any_of(
        Names, [&](const KernelName &Own) { return mayBeSame(Own, Name); });
  });
}

/// The launch of \p Kernel, which is called \p Name, that launch number
/// \p Launch is; null if several may be it.
const LaunchReport *Comparison::reportOf(unsigned Launch,
                                         const KernelReport &Kernel,
                                         const KernelName &Name) const {
  const LaunchReport *Found = nullptr;
  for (const LaunchReport &Each : Kernel.Launches) {
    const LaunchConfig &Config = Each.Launch.Config;
    if (!isOf(Launch, Name, Config.Block, Config.Grid))
      continue;
    if (Found)
      return nullptr;
    Found = &Each;
  }
  return Found;
}

/// Adds what \p V predicts for the launch \p As.
static void add(const Verdict &V, const LaunchConfig &As,
                LinePrediction &Into) {
  const std::optional<Totals> Sum = gridTotal(V, As);
  if (!Sum ||
      (V.Result != Certainty::Exact && V.Result != Certainty::UpperBound)) {
    Into.IsOpen = true;
    return;
  }
  Into.IsBound |= V.Result == Certainty::UpperBound;
  Into.Wavefronts = llvm::SaturatingAdd(Sum->Wavefronts, Into.Wavefronts);
}

/// Compares the lines of launch number \p Launch, which \p Predicted is.
void Comparison::compare(unsigned Launch, const KernelReport &Kernel,
                         const LaunchReport &Predicted,
                         ProfileComparison &Into) const {
  const KernelProgram &Program = Kernel.Program;
  const std::optional<Dim3> &Grid = P.Launches[Launch].Grid;
  if (!Grid)
    return;
  LaunchConfig As = Predicted.Launch.Config;
  // Verdicts that depend on the grid are of that one.
  As.Grid = Grid;
  std::map<LineKey, LinePrediction> Predictions;
  for (const Verdict &V : Predicted.Verdicts) {
    const Access &A = Program.Accesses[V.Access];
    const llvm::StringRef File = Program.fileOf(A.Span);
    const auto Operation = operationOf(A.Op);
    if (!Operation)
      continue;
    auto At = findLine(Lines[Launch], File, A.Span, *Operation);
    LinePrediction &Line =
        Predictions[At == Lines[Launch].end()
                        ? keyOf(File, A.Span.Line, *Operation)
                        : At->first];
    Line.File = File.str();
    add(V, As, Line);
  }
  for (const auto &[Key, Line] : Predictions) {
    auto Found = Lines[Launch].find(Key);
    // The compiler may have left it out, or moved it to another line. What the
    // profiler computes is sometimes more than what happens.
    if (Line.IsOpen || Found == Lines[Launch].end() ||
        !P.Launches[Launch].isConfirmed(std::get<ProfiledOperation>(Key)))
      continue;
    ++Into.Compared;
    const uint64_t Measured = Found->second.Wavefronts;
    if (Measured == Line.Wavefronts ||
        (Line.IsBound && Measured < Line.Wavefronts))
      continue;
    Into.Disagreements.push_back(
        {Line.File, std::get<unsigned>(Key), spelling(std::get<2>(Key)).str(),
         Program.Name, Line.Wavefronts, Measured, Line.IsBound});
  }
}

ProfileComparison Comparison::compare(const Report &R) const {
  ProfileComparison Result;
  Result.Launches = P.Launches.size();
  for (const KernelReport &Kernel : R.Kernels) {
    const KernelName Name = kernelName(Kernel.Program.Name);
    for (unsigned Launch = 0; Launch != P.Launches.size(); ++Launch)
      if (const LaunchReport *Of = reportOf(Launch, Kernel, Name))
        compare(Launch, Kernel, *Of, Result);
  }
  const auto Key = [](const Disagreement &D) {
    return std::tie(D.File, D.Line, D.Operation, D.Kernel, D.Predicted,
                    D.Measured);
  };
  llvm::sort(Result.Disagreements,
             [&](const Disagreement &A, const Disagreement &B) {
               return Key(A) < Key(B);
             });
  return Result;
}

/// "measured: 131072 wavefronts instead of 4096 in 1 launch".
static Note noteOf(const Finding &F) {
  const MeasuredCost &Cost = *F.Measured;
  Note N{F.At, "measured: " + counted(Cost.Wavefronts, "wavefront") +
                   " instead of " + grouped(Cost.Ideal) + " in " +
                   counted(Cost.Launches, "launch")};
  N.IsDetail = notesOf(F).size() >= 4;
  return N;
}

static void logDisagreements(llvm::ArrayRef<Disagreement> All,
                             MessageLog &Log) {
  constexpr size_t MaxLogged = 10;
  for (const Disagreement &Each : All.take_front(MaxLogged))
    Log.note("--profile: " + Each.File + ":" + llvm::Twine(Each.Line) + ": " +
             Each.message());
  if (All.size() > MaxLogged)
    Log.note("--profile: " + counted(All.size() - MaxLogged, "line") +
             " more that differ are in the JSON report");
}

void banklint::addMeasurements(const Profile &P, Report &R, MessageLog &Log) {
  const Comparison Measured(P);
  R.Profiled = Measured.compare(R);
  logDisagreements(R.Profiled->Disagreements, Log);
  if (!R.Kernels.empty() && !Measured.hasKernelOf(R))
    Log.warn("--profile: no kernel that uses shared memory is in the profile");
  for (std::vector<Finding> *Findings : {&R.Findings, &R.Suppressed})
    for (Finding &F : *Findings)
      if ((F.Measured = Measured.costOf(F, R)))
        F.Notes.push_back(noteOf(F));
}
