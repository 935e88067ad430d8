//===- BankConflictText.cpp - Wording of bank conflicts -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankConflictText.h"
#include "AccessText.h"
#include "banklint/Checks/AccessWords.h"
#include "banklint/Checks/BankUse.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>
#include <numeric>

using namespace banklint;

/// Up to this many words are listed one by one.
static constexpr size_t MaxListedWords = 8;

static unsigned worstUses(MemoryOperation Op, const BankMap &Map) {
  return timesUsed(Op, Map.Banks[Map.WorstBank]);
}

static const BankMap &worstMap(const Witness &W) {
  const BankMap *Worst = &W.Maps.front();
  for (const BankMap &Other : W.Maps)
    if (worstUses(W.Request.Op, Other) > worstUses(W.Request.Op, *Worst))
      Worst = &Other;
  return *Worst;
}

bool banklint::isContended(const Verdict &V) {
  if (!V.WorstRequest || V.WorstRequest->Maps.empty() ||
      !isAtomic(V.WorstRequest->Request.Op))
    return false;
  const BankMap &Map = worstMap(*V.WorstRequest);
  llvm::ArrayRef<BankWord> Words = Map.Banks[Map.WorstBank];
  return Words.size() == 1 && Words.front().Lanes.count() > 1;
}

std::string banklint::contentionMessage(MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::AtomicCas:
    return "let only one of the lanes that need the same word compete for it";
  default:
    return "combine the lanes' values first, for example by warp shuffles, so "
           "that one lane updates each word; or give lanes copies of their "
           "own in different banks";
  }
}

/// True if the worst request copies past the cache, by lines instead of banks.
static bool isCopyOfLines(const Verdict &V) {
  return V.WorstRequest &&
         V.WorstRequest->Request.Op == MemoryOperation::AsyncCopyBypass;
}

/// "32 lanes update one word", "up to 8 lanes update one word".
static std::string contentionWords(const Verdict &V) {
  const BankMap &Worst = worstMap(*V.WorstRequest);
  const uint64_t Word = Worst.Banks[Worst.WorstBank].front().Word;
  // Lanes of other parts of the warp may update it, too.
  unsigned Lanes = 0;
  for (const BankMap &Map : V.WorstRequest->Maps)
    for (const BankWord &Each : Map.Banks[Worst.WorstBank])
      Lanes += Each.Word == Word ? Each.Lanes.count() : 0;
  return (V.mayTakeLess() ? ": up to " : ": ") + std::to_string(Lanes) +
         " lanes update one word";
}

/// "32-way shared-memory bank conflict", "8-way bank conflict in each
/// quarter-warp".
static std::string waysWords(const Verdict &V) {
  assert(V.Worst.Ways > 1 && "a conflict uses some bank twice");
  if (isContended(V))
    return contentionWords(V);
  if (isCopyOfLines(V))
    return ": a line of the source takes up to " + std::to_string(V.Worst.Ways);
  std::string Ways = std::to_string(V.Worst.Ways) + "-way ";
  if (V.mayTakeLess())
    Ways = "up to " + Ways;
  llvm::ArrayRef<BankMap> Maps;
  if (V.WorstRequest)
    Maps = V.WorstRequest->Maps;
  if (Maps.size() <= 1)
    return ": " + Ways + "shared-memory bank conflict";
  MemoryOperation Op = V.WorstRequest->Request.Op;
  // A bound may be of other requests than that one, which have more ways in
  // one part.
  const bool MayDiffer =
      V.mayTakeLess() && V.Worst.Ways * Maps.size() > V.Worst.Wavefronts;
  bool AllEqual = !MayDiffer && llvm::all_of(Maps, [&](const BankMap &Map) {
    return worstUses(Op, Map) == worstUses(Op, Maps.front());
  });
  llvm::StringRef Which = AllEqual ? "each " : "the worst ";
  return ": " + Ways + "bank conflict in " + Which.str() + partName(Maps).str();
}

/// " may take up to 1024 wavefronts per block instead of 32", of one access or
/// more.
static std::string costWords(const ConflictCost &Cost, bool IsOfMany) {
  std::string Text = Cost.MayBe ? " may take "
                     : IsOfMany ? " take "
                                : " takes ";
  if (IsOfMany && !Cost.IsPerBlock)
    Text = Cost.MayBe ? " may each take " : " each take ";
  return Text +
         (Cost.IsBound     ? "up to "
          : Cost.IsAtLeast ? "at least "
                           : "") +
         counted(Cost.Wavefronts, "wavefront") +
         (Cost.IsPerBlock   ? " per block"
          : Cost.IsInPieces ? " per execution"
                            : " per request") +
         " instead of " + grouped(Cost.Ideal);
}

/// True if an execution makes several requests: of pieces of a struct.
static bool isInPieces(const Occurrence &O) {
  const Access &A = O.access();
  return O.V->WorstRequest &&
         O.V->WorstRequest->Request.Bytes < A.Bytes * A.Pieces;
}

/// What the places and calls of \p Found cost together, as far as it is known.
static ConflictCost costOfPlace(const ConflictPlace &Found) {
  const Verdict &V = *Found.Worst.V;
  ConflictCost Cost{V.Worst.Wavefronts, V.Worst.Ideal};
  if (Found.BlockTotal)
    Cost = {Found.BlockTotal->Wavefronts, Found.BlockTotal->Ideal, true};
  Cost.ExecutedExcess = Found.ExecutedExcess;
  Cost.IsInPieces = isInPieces(Found.Worst);
  Cost.MayBe = Found.State != ConflictState::Conflict;
  Cost.IsBound = Found.isBound();
  Cost.IsAtLeast = V.isAtLeast();
  return Cost;
}

/// What a conflict depends on that its verdict does not say, or nothing.
static std::string guessWords(const Occurrence &O) {
  if (!O.IsGuess)
    return "";
  return " if a block has " + toString(O.Launch->Launch.Config.Block) +
         " threads";
}

ConflictCause banklint::causeOf(const ConflictPlace &Found) {
  ConflictCause Cause;
  Cause.Accesses = Found.IsAlsoStore ? 2 : 1;
  if (!Found.IsAlsoStore)
    Cause.Operation = shortOperation(Found.Worst.access().Op).str();
  Cause.Cost = costOfPlace(Found);
  Cause.Ways = waysWords(*Found.Worst.V) + guessWords(Found.Worst);
  if (Found.HasNamesake)
    Cause.Ways += " in '" + Found.Worst.program().Name + "'";
  return Cause;
}

std::string banklint::conflictMessage(const ConflictPlace &Found,
                                      const ConflictCause &Cause) {
  const Verdict &V = *Found.Worst.V;
  std::string Text = Found.IsAlsoStore
                         ? "load and store of "
                         : operationWords(Found.Worst.access().Op).str();
  Text += accessedThing(Found.Worst);
  const Access &A = Found.Worst.access();
  // A function has a name of its own for what it is called with.
  if (!A.Calls.empty() && !A.Text.empty() && !Found.Worst.libraryCall() &&
      !A.IsWindow && arrayOf(Found.Worst) && !namesArray(Found.Worst))
    Text += " in '" + arrayName(Found.Worst).str() + "'";
  if (V.WorstRequest)
    if (const std::string Width = widthWords(A, *V.WorstRequest);
        !Width.empty())
      Text += Width + ",";
  return Text + costWords(Cause.Cost, Found.IsAlsoStore) + Cause.Ways;
}

std::string banklint::groupMessage(const Finding &Group) {
  const ConflictCause &Cause = *Group.Cause;
  const bool IsOne = !Cause.Operation.empty();
  return counted(Cause.Accesses, IsOne ? Cause.Operation : "access") +
         (Cause.Operation == "load" ? " of '" : " to '") + Group.Array + "'" +
         costWords(Cause.Cost, /*IsOfMany=*/true) + Cause.Ways;
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

static size_t countLines(const LaneAddresses &Of, LaneMask Lanes,
                         const Architecture &Arch) {
  llvm::SmallDenseSet<uint64_t, WarpSize> Lines;
  for (unsigned Lane : Lanes)
    Lines.insert(Of[Lane] / (Arch.BankCount * Arch.BankBytes));
  return Lines.size();
}

/// What a copy past the cache does, whose requests are not served by banks.
static std::string copyMessage(const Verdict &V, const Architecture &Arch) {
  const Witness &W = *V.WorstRequest;
  const LaneMask Lanes = W.Request.Active;
  return executionWords(W.Warp, W.Loops) + spellLanes(Lanes) + " copy from " +
         counted(countLines(*W.Request.Source, Lanes, Arch), "line") +
         " of the source to " +
         counted(countLines(W.Request.Address, Lanes, Arch), "line") +
         " of shared memory; a wavefront copies from one line of " +
         std::to_string(Arch.BankCount * Arch.BankBytes) +
         " bytes to one, and needs sectors of 32 bytes to lie alike in both (" +
         counted(V.Worst.Wavefronts, "wavefront") + " instead of " +
         grouped(V.Worst.Ideal) + ")";
}

/// "32 wavefronts instead of 1" of the worst request. A bound may be more than
/// that of any request that was seen; what is accessed in pieces is served as
/// several.
static std::string wavefrontsOf(const Occurrence &O, const Architecture &Arch) {
  const Verdict &V = *O.V;
  const RequestCost Seen = costOf(Arch, V.WorstRequest->Request);
  const bool IsBound = V.mayTakeLess() && !V.isAtLeast() &&
                       O.access().Pieces == 1 &&
                       Seen.Wavefronts < V.Worst.Wavefronts;
  const RequestCost &Shown = IsBound ? Seen : V.Worst;
  std::string Text = counted(Shown.Wavefronts, "wavefront") + " instead of " +
                     grouped(Shown.Ideal);
  if (isInPieces(O))
    Text += " in all pieces";
  if (IsBound)
    Text += "; at most " + grouped(V.Worst.Wavefronts);
  return Text;
}

/// True if a request surely costs as much as the worst one.
static bool isSurelyWorst(const Verdict &V) {
  return V.Sure && V.Sure->Wavefronts == V.Worst.Wavefronts &&
         V.Sure->Ways == V.Worst.Ways;
}

std::string banklint::witnessMessage(const Occurrence &O,
                                     const WitnessLocation &At,
                                     const Architecture &Arch) {
  const Verdict &V = *O.V;
  if (isCopyOfLines(V))
    return copyMessage(V, Arch);
  const Witness &W = *V.WorstRequest;
  MemoryOperation Op = W.Request.Op;
  const BankMap &Map = worstMap(W);
  llvm::ArrayRef<BankWord> Words = Map.Banks[Map.WorstBank];
  LaneMask Lanes;
  for (const BankWord &Word : Words)
    Lanes = Lanes | Word.Lanes;
  std::string Bank = At.Frame == WitnessFrame::WordsAndBanks
                         ? "bank " + std::to_string(Map.WorstBank)
                         : "one bank";
  std::string Numbers;
  if (At.Frame != WitnessFrame::Relative) {
    Numbers = (Words.size() == 1 ? ": word " : ": words ") + wordList(Words) +
              " of '" + O.program().Arrays[*At.Array].Name + "'";
  }

  // Where a request without known words is a bound, lanes may meet otherwise.
  // Behind an open condition they may be missing.
  const bool IsOpen = V.Why && V.Why->Code == ReasonCode::UnknownCondition;
  const bool MayBe = V.mayTakeLess() && !isSurelyWorst(V) &&
                     (IsOpen || At.Frame == WitnessFrame::Relative);
  std::string Start = executionWords(W.Warp, W.Loops) + spellLanes(Lanes) +
                      (MayBe ? " may" : "");
  if (servesSingleLanes(Op))
    Start += " use " + Bank + " one after another";
  else if (Lanes.count() == Words.size())
    Start += " each need a different word of " + Bank;
  else
    Start +=
        " need " + std::to_string(Words.size()) + " different words of " + Bank;
  return Start + Numbers + " (" + wavefrontsOf(O, Arch) + ")";
}

std::string banklint::callsMessage(const ConflictPlace &Found) {
  if (Found.Calls == 1)
    return "";
  std::string Text = ", the worst of " + std::to_string(Found.Calls) +
                     (Found.IsCallOneCopy ? " inlined calls" : " call chains");
  if (Found.ConflictingCalls == Found.Calls)
    return Text + ", which all conflict";
  Text += ", of which " + std::to_string(Found.ConflictingCalls) +
          (Found.ConflictingCalls == 1 ? " conflicts" : " conflict");
  if (Found.PossibleCalls != 0)
    Text += " and " + std::to_string(Found.PossibleCalls) + " may";
  return Text;
}

/// What the distance between \p Rows rows, 0 if their number is not known,
/// means for banks, or nothing.
static std::string pitchWords(uint64_t PitchBytes, uint64_t Rows,
                              const Architecture &Arch) {
  uint64_t SpanBytes = uint64_t(Arch.BankCount) * Arch.BankBytes;
  std::string Span = counted(SpanBytes, "byte") + " that the " +
                     std::to_string(Arch.BankCount) + " banks span";
  if (PitchBytes % SpanBytes == 0)
    return ", a multiple of the " + Span;
  uint64_t RowStarts = SpanBytes / std::gcd(PitchBytes, SpanBytes);
  if (PitchBytes % Arch.BankBytes != 0 || RowStarts == Arch.BankCount ||
      (Rows != 0 && Rows <= RowStarts))
    return "";
  return ", so that rows start in " + std::to_string(RowStarts) + " of the " +
         std::to_string(Arch.BankCount) + " banks";
}

std::string banklint::declarationMessage(const SharedArray &Array,
                                         const Architecture &Arch) {
  std::string Start = "'" + Array.Name + "' is declared here";
  if (Array.Extents.size() < 2)
    return Start + " with elements of " + counted(Array.ElementBytes, "byte");
  uint64_t PitchBytes = Array.Extents.back().Elements * Array.ElementBytes;
  return Start + " with a row pitch of " + counted(PitchBytes, "byte") +
         pitchWords(PitchBytes, Array.bytes() / PitchBytes, Arch);
}

/// Why a request of \p Op may take more than its lower bound.
static std::string leastMessage(MemoryOperation Op) {
  if (Op == MemoryOperation::AsyncCopy)
    return "more if its source is not contiguous from the start of a line of "
           "128 bytes";
  return isAtomic(Op) ? "this atomic is a loop, which may repeat more often"
                      : "more if not all lanes take part";
}

/// What the requests of \p V take if the compiler merges them, where that is
/// not what makes the bound.
static std::string mergedWords(const Verdict &V) {
  if (!V.MayMerge || !V.IfSpared || V.Why->Code == ReasonCode::MayMerge)
    return "";
  return "; the compiler may also merge it with its neighbors: at most " +
         counted(V.IfSpared->Wavefronts, "wavefront") + " instead of " +
         grouped(V.IfSpared->Ideal) + " then";
}

std::string banklint::boundMessage(const ConflictPlace &Found) {
  const Verdict &V = *Found.Worst.V;
  std::string Text;
  if (V.Result == Certainty::Depends)
    Text = "wavefronts depend on a value (" + V.Condition + ")";
  else if (V.isAtLeast())
    Text = leastMessage(V.WorstRequest->Request.Op);
  else if (V.IsInside)
    Text = "in blocks of which all threads pass the guards on blockIdx";
  else if (Found.Bound && Found.Bound->Why)
    Text =
        (Found.Bound == &V ? "upper bound ("
                           : "upper bound because of another inlined call (") +
        Found.Bound->Why->str() + mergedWords(*Found.Bound) + ")";
  if (!Text.empty() && V.Sure && V.Sure->conflicts() &&
      V.Sure->Wavefronts < V.Worst.Wavefronts)
    Text += std::string(V.IsSureTried
                            ? "; in each run that was tried with numbers for "
                              "what is not known, at least one request takes "
                            : "; at least one request definitely takes ") +
            counted(V.Sure->Wavefronts, "wavefront") + " instead of " +
            grouped(V.Sure->Ideal);
  return Text;
}
