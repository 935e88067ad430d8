//===- AccessFacts.cpp - Hovers, hints and lenses for an editor -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessFacts.h"
#include "banklint/Checks/AccessWords.h"
#include "banklint/Output/BankMapText.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;
using namespace banklint::lsp;

/// Launches that a hover lists.
static constexpr size_t MaxLines = 8;

/// How much a reader has to do with it; the most comes first.
static unsigned rankOf(const Verdict &V) {
  switch (V.Result) {
  case Certainty::Exact:
    return V.Worst.conflicts() ? 4 : 0;
  case Certainty::UpperBound:
    return V.Worst.conflicts() ? 3 : 0;
  case Certainty::Depends:
    return 2;
  case Certainty::Unknown:
    return V.isAtLeast() ? 4 : 1;
  }
  llvm_unreachable("covered switch");
}

PlacesBySpan banklint::lsp::placesIn(const DocumentView &View) {
  PlacesBySpan Places;
  for (const KernelReport &Kernel : View.A.Result.Kernels)
    for (const LaunchReport &Launch : Kernel.Launches)
      for (PlaceVerdict &Place : placesOf(Kernel, Launch)) {
        PlaceInLaunch P{&Kernel, &Launch, std::move(Place)};
        const SourceSpan &Span = P.access().userSpan();
        if (Span.isValid() && View.isOwn(Kernel.Program.fileOf(Span)))
          Places[{Span.Offset, Span.Length}].push_back(std::move(P));
      }
  for (auto &[Span, Own] : Places)
    llvm::stable_sort(Own, [](const PlaceInLaunch &A, const PlaceInLaunch &B) {
      const Verdict &V = A.Place.V, &W = B.Place.V;
      return std::tuple(rankOf(V), V.Worst.excess(), V.Worst.Ways) >
             std::tuple(rankOf(W), W.Worst.excess(), W.Worst.Ways);
    });
  return Places;
}

std::string banklint::lsp::describeLaunch(const DocumentView &View,
                                          const KernelReport &Kernel,
                                          const LaunchReport &Launch) {
  const InferredLaunch &From = Launch.Launch;
  const bool IsAssumed = !isStated(From.Origin);
  std::string Text = "`" + View.Names.of(Kernel.Program.Name).str() + "`, ";
  if (IsAssumed)
    Text += "assuming ";
  Text += "block " + toString(From.Config.Block);
  if (From.Config.Grid)
    Text += ", grid " + toString(*From.Config.Grid);
  const LaunchSite *Site =
      From.Site ? &Kernel.Program.Launches[*From.Site] : nullptr;
  const std::string Origin = originWords(From, Site);
  return Text + (IsAssumed ? " (" + Origin + ")" : ", " + Origin);
}

static std::string why(const Verdict &V) {
  return V.Why ? " (" + V.Why->str() + V.Rules.ending() + ")" : "";
}

/// What \p V says, as the end of a sentence.
static std::string describe(const Verdict &V) {
  const std::string Count = counted(V.Worst.Wavefronts, "wavefront");
  const std::string Figures = Count + " instead of " + grouped(V.Worst.Ideal);
  switch (V.Result) {
  case Certainty::Exact:
    if (!V.Worst.conflicts())
      return "no conflict, " + Count + " a request";
    return "**" + std::to_string(V.Worst.Ways) + "-way conflict**, " + Figures;
  case Certainty::UpperBound:
    return "at most " + Figures + ", an upper bound" + why(V);
  case Certainty::Depends:
    return "depends: " + V.Condition;
  case Certainty::Unknown:
    if (V.isAtLeast())
      return "**at least " + Figures + "**" + why(V);
    return "**unknown**" + why(V);
  }
  llvm_unreachable("covered switch");
}

/// What the label of a hint says that the cost of \p V depends on.
static std::string dependsLabel(const Verdict &V) {
  llvm::StringRef Text = V.Condition;
  auto [Formula, Where] = Text.split("; where ");
  if (!Where.empty()) {
    const size_t Quote = Where.find('\'');
    if (Quote == llvm::StringRef::npos)
      return "depends";
    return ("depends on " + Where.drop_front(Quote + 1).split('\'').first)
        .str();
  }
  const size_t Of = Formula.find("values of ");
  if (Of != llvm::StringRef::npos)
    Formula = Formula.drop_front(Of + 10);
  const llvm::StringRef Name = Formula.take_while(
      [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
  return Name.empty() || llvm::isDigit(Name[0]) ? "depends"
                                                : ("depends on " + Name).str();
}

static std::string labelOf(const Verdict &V) {
  switch (V.Result) {
  case Certainty::Exact:
    return V.Worst.conflicts() ? std::to_string(V.Worst.Ways) + "-way"
                               : "no conflict";
  case Certainty::UpperBound:
    return V.Worst.conflicts()
               ? "up to " + std::to_string(V.Worst.Ways) + "-way"
               : "no conflict";
  case Certainty::Depends:
    return dependsLabel(V);
  case Certainty::Unknown:
    return V.isAtLeast()
               ? "at least " + counted(V.Worst.Wavefronts, "wavefront")
               : "unknown";
  }
  llvm_unreachable("covered switch");
}

/// \p Text in a code block, whose fence it does not contain.
static std::string codeBlock(llvm::StringRef Text) {
  return ("```text\n" + Text.rtrim() + "\n```\n").str();
}

static std::string mapOf(const Verdict &V) {
  if (!V.WorstRequest || V.WorstRequest->Maps.empty())
    return "";
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  drawBankMap(*V.WorstRequest, V.Worst, /*UseColor=*/false, Stream);
  return "\n" + codeBlock(Text);
}

/// The finding that \p P belongs to, or null.
static const Finding *findingOf(const Report &R, const PlaceInLaunch &P) {
  const SourceSpan &Span = P.access().userSpan();
  const llvm::StringRef File = P.Kernel->Program.fileOf(Span);
  const auto IsHere = [&](const Place &At) {
    return At.File == File && At.Span.Offset == Span.Offset;
  };
  const auto Found = llvm::find_if(R.Findings, [&](const Finding &F) {
    return F.Cause && (IsHere(F.At) || llvm::any_of(F.OtherPlaces, IsHere));
  });
  return Found == R.Findings.end() ? nullptr : &*Found;
}

/// What the diagnostic of \p F says, and the lanes that show it.
static std::string sentenceOf(const Finding &F) {
  std::string Text = "**" + F.Message + "**";
  if (!F.Notes.empty() && startTogether(F.Notes.front().At, F.At))
    Text += ": " + F.Notes.front().Message;
  return Text + "\n\n";
}

static std::string hoverOf(const DocumentView &View,
                           llvm::ArrayRef<PlaceInLaunch> Own) {
  const PlaceInLaunch &Worst = Own.front();
  const Access &A = Worst.access();
  const KernelProgram &Program = Worst.Kernel->Program;
  std::string Text;
  if (const Finding *F = findingOf(View.A.Result, Worst))
    Text = sentenceOf(*F);
  Text += "`" + A.Text + "`: " + spelling(A.Op).str() + " of " +
          counted(uint64_t(A.Bytes) * A.Pieces, "byte") + " a lane";
  if (Worst.Place.V.WorstRequest)
    Text += widthWords(A, *Worst.Place.V.WorstRequest);
  if (A.Array)
    Text += ", shared array `" + Program.Arrays[*A.Array].Name + "`";
  Text += "\n\n";
  for (const PlaceInLaunch &P : Own.take_front(MaxLines)) {
    Text += "- " + describe(P.Place.V) + ": " +
            describeLaunch(View, *P.Kernel, *P.Launch);
    if (const std::optional<Totals> &Sum = P.Place.V.BlockTotal)
      Text += "; a block: " + counted(Sum->Wavefronts, "wavefront") +
              ", ideal " + grouped(Sum->Ideal);
    else if (const std::optional<Totals> &All = P.Place.V.GridTotal)
      Text += "; all blocks: " + counted(All->Wavefronts, "wavefront") +
              ", ideal " + grouped(All->Ideal);
    Text += "\n";
  }
  if (Own.size() > MaxLines)
    Text += "- and " + std::to_string(Own.size() - MaxLines) + " more\n";
  // A drawing of what is right would hide the line that says so.
  return rankOf(Worst.Place.V) == 0 ? Text : Text + mapOf(Worst.Place.V);
}

namespace {

/// A shared array of the document with the accesses to it.
struct ArrayFacts {
  const SharedArray *Array = nullptr;
  /// Of each place, the worst.
  std::map<std::pair<unsigned, unsigned>, std::string> Accesses;
};

/// A kernel's name with all that is launched by it.
struct KernelFacts {
  SourceSpan Span;
  unsigned Instances = 0;
  /// Of the source; a block that is assumed without one is none.
  unsigned Launches = 0;
  std::optional<Dim3> Assumed;
  uint64_t Excess = 0;
  bool IsAtLeast = false;
  bool IsBound = false;
  /// Nothing if some array's size is not known.
  std::optional<uint64_t> SharedBytes = 0;
  std::string Detail;
};

} // namespace

static void addArrays(const DocumentView &View, const PlacesBySpan &Places,
                      Facts &Said) {
  std::map<unsigned, ArrayFacts> Arrays;
  for (const auto &[Where, Own] : Places)
    for (const PlaceInLaunch &P : Own) {
      const KernelProgram &Program = P.Kernel->Program;
      if (!P.access().Array)
        continue;
      const SharedArray &Array = Program.Arrays[*P.access().Array];
      if (!Array.Span.isValid() || !View.isOwn(Program.fileOf(Array.Span)))
        continue;
      ArrayFacts &Known = Arrays[Array.Span.Offset];
      Known.Array = &Array;
      Known.Accesses.try_emplace(
          Where, "line " + std::to_string(P.access().userSpan().Line) + ", `" +
                     P.access().Text + "`: " + describe(P.Place.V));
    }
  for (const auto &[Offset, Known] : Arrays) {
    std::string Text = "shared array `" + Known.Array->Name + "`";
    if (Known.Array->IsDynamic)
      Text += ", dynamic\n\n";
    else
      Text += ", " + counted(Known.Array->bytes(), "byte") + "\n\n";
    for (const auto &[Where, Line] : Known.Accesses)
      Text += "- " + Line + "\n";
    Said.Hovers.push_back({View.rangeOf(Known.Array->Span), std::move(Text)});
  }
}

/// "992 excess wavefronts a block"; \p IsAtLeast if some accesses may have
/// more, and \p IsBound if some may have less.
static std::string excessText(uint64_t Excess, bool IsAtLeast, bool IsBound) {
  if (IsAtLeast && Excess == 0)
    return "excess wavefronts not known";
  const std::string Mark = IsAtLeast && IsBound ? "about "
                           : IsAtLeast          ? "at least "
                           : IsBound            ? "up to "
                                                : "";
  return Mark + counted(Excess, "excess wavefront") + " a block";
}

/// The excess of all accesses of a launch in one block, as far as it is known.
static void addLaunch(const DocumentView &View, const KernelReport &Kernel,
                      const LaunchReport &Launch, KernelFacts &Facts) {
  uint64_t Excess = 0;
  bool IsWhole = true, IsBound = false;
  for (const PlaceVerdict &Place : placesOf(Kernel, Launch)) {
    if (const std::optional<Totals> &Sum = Place.V.BlockTotal) {
      const uint64_t Own = Sum->Wavefronts - Sum->Ideal;
      Excess += Own;
      IsBound |= Own != 0 && Place.V.Result != Certainty::Exact;
    } else if (rankOf(Place.V) != 0) {
      Excess += Place.V.Result == Certainty::Exact ? Place.V.Worst.excess() : 0;
      IsWhole = false;
    }
  }
  if (isStated(Launch.Launch.Origin) || Launch.Launch.Site)
    ++Facts.Launches;
  else
    Facts.Assumed = Launch.Launch.Config.Block;
  if (Excess > Facts.Excess) {
    Facts.Excess = Excess;
    Facts.IsAtLeast = !IsWhole;
    Facts.IsBound = IsBound;
  } else if (Excess == Facts.Excess) {
    Facts.IsAtLeast |= !IsWhole;
    Facts.IsBound |= IsBound;
  }
  Facts.Detail += describeLaunch(View, Kernel, Launch) + ": " +
                  excessText(Excess, !IsWhole, IsBound) + "\n";
}

static void addLenses(const DocumentView &View, Facts &Said) {
  std::map<unsigned, KernelFacts> Kernels;
  for (const KernelReport &Kernel : View.A.Result.Kernels) {
    const KernelProgram &Program = Kernel.Program;
    if (!Program.Span.isValid() || !View.isOwn(Program.fileOf(Program.Span)))
      continue;
    KernelFacts &Known = Kernels[Program.Span.Offset];
    Known.Span = Program.Span;
    ++Known.Instances;
    if (Program.HasUnknownArrays)
      Known.SharedBytes = std::nullopt;
    if (Known.SharedBytes)
      Known.SharedBytes = std::max(*Known.SharedBytes, staticBytes(Program));
    for (const LaunchReport &Launch : Kernel.Launches)
      addLaunch(View, Kernel, Launch, Known);
  }
  for (const auto &[Offset, Known] : Kernels) {
    std::string Title;
    if (Known.Instances > 1)
      Title += counted(Known.Instances, "instantiation") + ", ";
    Title +=
        (Known.Launches || !Known.Assumed
             ? counted(Known.Launches, "launch")
             : "no launch found, assuming block " + toString(*Known.Assumed)) +
        ", " + excessText(Known.Excess, Known.IsAtLeast, Known.IsBound) +
        (Known.SharedBytes ? ", " + counted(*Known.SharedBytes, "shared byte")
                           : "");
    Said.Lenses.push_back(
        {View.rangeOf(Known.Span), std::move(Title), Known.Detail});
  }
}

void banklint::lsp::addAccessFacts(const DocumentView &View, Facts &Said) {
  const PlacesBySpan Places = placesIn(View);
  std::map<unsigned, const PlaceInLaunch *> AtEnd;
  for (const auto &[Where, Own] : Places) {
    Said.Hovers.push_back(
        {View.rangeOf(Own.front().access().userSpan()), hoverOf(View, Own)});
    const PlaceInLaunch *&Worst = AtEnd[Where.first + Where.second];
    if (!Worst || rankOf(Worst->Place.V) < rankOf(Own.front().Place.V))
      Worst = &Own.front();
  }
  for (const auto &[End, Worst] : AtEnd) {
    const Verdict &V = Worst->Place.V;
    Said.Hints.push_back(
        {View.positions().positionOf(End), labelOf(V),
         describe(V) + ": " +
             describeLaunch(View, *Worst->Kernel, *Worst->Launch),
         rankOf(V) != 0});
  }
  addArrays(View, Places, Said);
  addLenses(View, Said);
}
