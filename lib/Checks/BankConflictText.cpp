//===- BankConflictText.cpp - Wording of bank conflicts -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankConflictText.h"
#include "banklint/Checks/BankUse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <numeric>

using namespace banklint;

/// Longer expressions are cut: the caret shows them anyway.
static constexpr size_t MaxQuotedBytes = 60;
/// Up to this many words are listed one by one.
static constexpr size_t MaxListedWords = 8;

static llvm::StringRef operationWords(MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::Load:
    return "load of ";
  case MemoryOperation::AtomicLoopLoad:
    return "load in the loop of the atomic operation on ";
  case MemoryOperation::Store:
    return "store to ";
  case MemoryOperation::Atomic:
    return "atomic operation on ";
  case MemoryOperation::AtomicCount:
    return "atomic count in ";
  case MemoryOperation::AtomicCas:
    return "compare-and-swap of ";
  case MemoryOperation::AtomicFloatAdd:
    return "atomic floating-point add to ";
  case MemoryOperation::AtomicWideAdd:
    return "atomic 64-bit operation on ";
  case MemoryOperation::AtomicPackedAdd:
    return "atomic add of two halves to ";
  case MemoryOperation::AtomicHalfAdd:
    return "atomic 16-bit add to ";
  case MemoryOperation::MatrixLoad1:
  case MemoryOperation::MatrixLoad2:
  case MemoryOperation::MatrixLoad4:
    return "matrix load of ";
  case MemoryOperation::MatrixStore1:
  case MemoryOperation::MatrixStore2:
  case MemoryOperation::MatrixStore4:
    return "matrix store to ";
  case MemoryOperation::AsyncCopy:
  case MemoryOperation::AsyncCopyBypass:
    return "asynchronous copy to ";
  }
  llvm_unreachable("covered switch");
}

/// \p Source on one line, cut between characters if it is long.
static std::string onOneLine(llvm::StringRef Source) {
  std::string Text;
  for (char C : Source.trim()) {
    bool IsBlank = C == ' ' || C == '\t' || C == '\n' || C == '\r';
    if (!IsBlank)
      Text += C;
    else if (Text.back() != ' ')
      Text += ' ';
  }
  if (Text.size() <= MaxQuotedBytes)
    return Text;
  size_t End = MaxQuotedBytes;
  auto IsContinuation = [&Text](size_t At) {
    return (Text[At] & 0xC0) == 0x80;
  };
  while (End > 0 && IsContinuation(End))
    --End;
  return Text.substr(0, End) + "...";
}

static std::string accessedThing(const Occurrence &O) {
  const Access &A = O.access();
  if (!A.Text.empty())
    return "'" + onOneLine(A.Text) + "'";
  if (A.Array)
    return "'" + O.program().Arrays[*A.Array].Name + "'";
  return "shared memory";
}

static unsigned worstUses(MemoryOperation Op, const BankMap &Map) {
  return timesUsed(Op, Map.Banks[Map.WorstBank]);
}

/// "32-way shared-memory bank conflict", "8-way bank conflict in each
/// quarter-warp"; nothing if no bank of shared memory is used twice.
static std::string waysWords(const Verdict &V) {
  if (V.Worst.Ways < 2)
    return "";
  std::string Ways = std::to_string(V.Worst.Ways) + "-way ";
  if (V.Result == Certainty::UpperBound)
    Ways = "up to " + Ways;
  llvm::ArrayRef<BankMap> Maps;
  if (V.WorstRequest)
    Maps = V.WorstRequest->Maps;
  if (Maps.size() <= 1)
    return ": " + Ways + "shared-memory bank conflict";
  MemoryOperation Op = V.WorstRequest->Request.Op;
  bool AllEqual = llvm::all_of(Maps, [&](const BankMap &Map) {
    return worstUses(Op, Map) == worstUses(Op, Maps.front());
  });
  llvm::StringRef Which = AllEqual ? "each " : "the worst ";
  return ": " + Ways + "bank conflict in " + Which.str() + partName(Maps).str();
}

std::string banklint::conflictMessage(const ConflictPlace &Found) {
  const Verdict &V = *Found.Worst.V;
  std::string Text = Found.IsAlsoStore
                         ? "load and store of "
                         : operationWords(Found.Worst.access().Op).str();
  Text += accessedThing(Found.Worst);
  if (V.WorstRequest &&
      V.WorstRequest->Request.Bytes > Found.Worst.access().Bytes)
    Text += ", merged with its neighbours into " +
            std::to_string(V.WorstRequest->Request.Bytes) + " bytes,";
  Text += Found.IsAlsoStore ? " each take " : " takes ";
  if (V.Result == Certainty::UpperBound)
    Text += "up to ";
  return Text + counted(V.Worst.Wavefronts, "wavefront") + " instead of " +
         std::to_string(V.Worst.Ideal) + waysWords(V);
}

/// "3, 35, 67, ..., 995".
static std::string wordList(llvm::ArrayRef<BankWord> Words) {
  std::string Text;
  for (size_t I = 0; I < Words.size(); ++I) {
    if (Words.size() > MaxListedWords && I == 3) {
      Text += ", ...";
      I = Words.size() - 1;
    }
    Text += (I == 0 ? "" : ", ") + std::to_string(Words[I].Word);
  }
  return Text;
}

/// "in warp 0 with s = 4, i = 2, ".
static std::string executionWords(const Witness &W) {
  std::string Text = "in warp " + std::to_string(W.Warp);
  for (const auto &[Name, Value] : W.Loops)
    Text += (&Name == &W.Loops.front().first ? " with " : ", ") + Name + " = " +
            std::to_string(Value);
  return Text + ", ";
}

std::string banklint::witnessMessage(const Occurrence &O,
                                     const WitnessLocation &At) {
  const Witness &W = *O.V->WorstRequest;
  MemoryOperation Op = W.Request.Op;
  const BankMap *Map = &W.Maps.front();
  for (const BankMap &Other : W.Maps)
    if (worstUses(Op, Other) > worstUses(Op, *Map))
      Map = &Other;

  llvm::ArrayRef<BankWord> Words = Map->Banks[Map->WorstBank];
  LaneMask Lanes;
  for (const BankWord &Word : Words)
    Lanes = Lanes | Word.Lanes;
  std::string Bank = At.Frame == WitnessFrame::WordsAndBanks
                         ? "bank " + std::to_string(Map->WorstBank)
                         : "one bank";
  std::string Numbers;
  if (At.Frame != WitnessFrame::Relative) {
    Numbers = (Words.size() == 1 ? ": word " : ": words ") + wordList(Words) +
              " of '" + O.program().Arrays[*At.Array].Name + "'";
  }

  std::string Start = executionWords(W) + spellLanes(Lanes);
  if (servesSingleLanes(Op))
    return Start + " use " + Bank + " one after another" + Numbers;
  if (Lanes.count() == Words.size())
    return Start + " each need a different word of " + Bank + Numbers;
  return Start + " need " + std::to_string(Words.size()) +
         " different words of " + Bank + Numbers;
}

std::string banklint::callsMessage(const ConflictPlace &Found) {
  if (Found.Calls == 1)
    return "";
  std::string Text =
      ", the worst of " + std::to_string(Found.Calls) + " inlined calls";
  if (Found.ConflictingCalls == Found.Calls)
    return Text + ", which all conflict";
  return Text + ", of which " + std::to_string(Found.ConflictingCalls) +
         (Found.ConflictingCalls == 1 ? " conflicts" : " conflict");
}

/// What the distance between rows means for banks, or nothing.
static std::string pitchWords(uint64_t PitchBytes, const Architecture &Arch) {
  uint64_t SpanBytes = uint64_t(Arch.BankCount) * Arch.BankBytes;
  std::string Span = counted(SpanBytes, "byte") + " that the " +
                     std::to_string(Arch.BankCount) + " banks span";
  if (PitchBytes % SpanBytes == 0)
    return ", a multiple of the " + Span;
  uint64_t RowStarts = SpanBytes / std::gcd(PitchBytes, SpanBytes);
  if (PitchBytes % Arch.BankBytes != 0 || RowStarts == Arch.BankCount)
    return "";
  return ", so that its rows start in " + std::to_string(RowStarts) +
         " of the " + std::to_string(Arch.BankCount) + " banks";
}

std::string banklint::declarationMessage(const SharedArray &Array,
                                         const Architecture &Arch) {
  std::string Start = "'" + Array.Name + "' is declared here";
  if (Array.Extents.size() < 2)
    return Start + " with elements of " + counted(Array.ElementBytes, "byte");
  uint64_t PitchBytes = Array.Extents.back().Elements * Array.ElementBytes;
  return Start + " with a row pitch of " + counted(PitchBytes, "byte") +
         pitchWords(PitchBytes, Arch);
}

/// What a padding comes to that leaves or makes conflicts.
static std::string partialWords(const Padding &Best,
                                const PlaceCounts &Places) {
  std::string Worst = counted(Best.WorstAfter.Wavefronts, "wavefront");
  if (Places.Cleared == 0 && Places.Spoiled == 0)
    return "the worst access takes " + Worst + ", " +
           std::to_string(Best.WorstBefore.Wavefronts) + " before";
  std::string Text = std::to_string(Places.Cleared) + " of " +
                     counted(Places.Conflicting, "access") +
                     (Places.Cleared == 1 ? " becomes" : " become") +
                     " conflict-free, ";
  if (Places.Spoiled)
    Text += counted(Places.Spoiled, "other") +
            (Places.Spoiled == 1 ? " starts" : " start") + " to conflict, ";
  return Text + "the worst that remains takes " + Worst + " instead of " +
         std::to_string(Best.WorstAfter.Ideal);
}

std::string banklint::paddingMessage(const ArrayPadding &Result) {
  const Padding &Best = *Result.Search.Best;
  std::string Text =
      Result.NewExtent.empty()
          ? "pad the last extent by " + counted(Best.Elements, "element")
          : "pad the last extent to " + Result.NewExtent;
  if (Result.Search.clearsAll())
    Text += ": " + counted(Best.WorstBefore.Ideal, "wavefront") +
            " instead of " + std::to_string(Best.WorstBefore.Wavefronts);
  else
    Text += ": " + partialWords(Best, Result.Places);
  return Text + "; " + counted(Best.ExtraBytes, "byte") + " more";
}

std::string banklint::noPaddingMessage(const ArrayPadding &Result) {
  return "no padding is known to help: " + Result.Search.WhyNot;
}

static std::string obstacleWords(const Obstacle &Unsafe,
                                 llvm::StringRef Array) {
  std::string Name = "'" + Array.str() + "'";
  std::string Detail = onOneLine(Unsafe.Detail);
  switch (Unsafe.Kind) {
  case ObstacleKind::LayoutUse:
    return "the layout of " + Name + " is observed by " + Unsafe.Detail;
  case ObstacleKind::Pointer:
    return "'" + Detail + "' goes through a pointer, which may point into " +
           Name;
  case ObstacleKind::ParseErrors:
    return "'" + Unsafe.Detail + "' has parse errors";
  case ObstacleKind::Included:
    return Name + " is declared in a header, which other files may include";
  case ObstacleKind::NotSpelled:
    return "the last extent is not spelled in the declaration";
  }
  llvm_unreachable("covered switch");
}

std::string banklint::safetyReason(const ArrayPadding &Padding,
                                   llvm::StringRef Array) {
  if (Padding.Unsafe)
    return obstacleWords(*Padding.Unsafe, Array);
  return "every use of '" + Array.str() +
         "' is understood and none depends on its layout";
}

/// "block of 32x8x1 threads".
static std::string blockWords(const Occurrence &O) {
  return "block of " + toString(O.Launch->Launch.Config.Block) + " threads";
}

/// Where the shape comes from that no launch site gives in full.
static std::string assumptionWords(const InferredLaunch &Launch,
                                   const LaunchSite *Site) {
  switch (Launch.Origin) {
  case LaunchOrigin::Option:
    return ", as --block-dim says";
  case LaunchOrigin::Annotation:
    return ", as the annotation says";
  case LaunchOrigin::Profile:
    return ", as the profile says";
  case LaunchOrigin::BlockAttribute:
    return ", as its attribute says";
  case LaunchOrigin::LaunchSite:
    return "";
  case LaunchOrigin::LaunchBounds:
    return " (from its launch bounds); --block-dim changes this";
  case LaunchOrigin::ArrayExtents:
    return " (from the extents that threadIdx subscripts); --block-dim changes "
           "this";
  case LaunchOrigin::Default:
    break;
  }
  if (Site && !Site->BlockChooser.empty())
    return " ('" + Site->BlockChooser +
           "' chooses it at run time); --block-dim changes this";
  if (Launch.Site)
    return " (the launch does not tell); --block-dim changes this";
  return " (no launch was found); --block-dim changes this";
}

static const LaunchSite *siteOf(const Occurrence &O) {
  std::optional<unsigned> Site = O.Launch->Launch.Site;
  if (!Site || !O.program().Launches[*Site].Span.isValid())
    return nullptr;
  return &O.program().Launches[*Site];
}

Place banklint::launchPlace(const Occurrence &O) {
  if (const LaunchSite *Site = siteOf(O))
    return {Site->File, Site->Span};
  return {O.program().fileOf(O.program().Span).str(), O.program().Span};
}

std::string banklint::launchMessage(const ConflictPlace &Found) {
  const Occurrence &O = Found.Worst;
  std::string Kernel = "'" + O.program().Name + "'";
  bool IsNamed = Found.HasSeveralKernels ||
                 llvm::StringRef(O.program().Name).contains('<');
  if (O.Launch->Launch.Origin == LaunchOrigin::Annotation)
    return (IsNamed ? "in " + Kernel + " for" : std::string("for")) + " a " +
           blockWords(O) + ", as the annotation here says";
  bool HasSite = siteOf(O) != nullptr;
  if (HasSite && O.Launch->Launch.Origin == LaunchOrigin::LaunchSite)
    return (IsNamed ? "in " + Kernel + " for" : std::string("for")) +
           " the launch with a " + blockWords(O) + " here";
  std::string Text = IsNamed ? "in " + Kernel + ", " : "";
  if (HasSite)
    Text += "for the launch here, ";
  return Text + "assuming a " + blockWords(O) +
         assumptionWords(O.Launch->Launch, siteOf(O));
}

std::string banklint::othersMessage(const StateCounts &Others) {
  if (Others.total() == 1)
    return std::string("1 other launch or instantiation reaches this place: ") +
           (Others.Conflict ? "it conflicts too"
            : Others.Clean  ? "it is conflict-free"
                            : "whether it conflicts is not known");
  std::string Text;
  auto Add = [&Text](unsigned Count, llvm::StringRef One,
                     llvm::StringRef Many) {
    if (Count)
      Text += (Text.empty() ? "" : ", ") + std::to_string(Count) + " " +
              (Count == 1 ? One : Many).str();
  };
  Add(Others.Conflict, "conflicts too", "conflict too");
  Add(Others.Clean, "is conflict-free", "are conflict-free");
  Add(Others.NotKnown, "is not known", "are not known");
  return std::to_string(Others.total()) +
         " other launches or instantiations reach this place: " + Text;
}

std::string banklint::boundMessage(const Verdict &V) {
  if (V.Result != Certainty::UpperBound || !V.Why)
    return "";
  return "the figure is an upper bound (" + V.Why->str() + ")";
}
