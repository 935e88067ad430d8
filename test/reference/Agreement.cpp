//===- Agreement.cpp - Does the interpreter tell the truth ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agreement.h"
#include "LinearSystem.h"
#include "RandomPrograms.h"
#include "banklint/Program/TextForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace banklint;

namespace {

/// An event outlives the call that reports it.
struct Event {
  unsigned Access;
  unsigned Warp;
  LaneMask Lanes;
  bool IsMaskExact;
  bool IsCounted;
  bool HasMaskReason;
  WarpValue Address;
  std::optional<unsigned> Array;
  /// Of the first symbol of Address, as SymbolTable keeps them.
  std::vector<bool> Residues;
};

using Events = std::vector<const Event *>;
using Requests = std::vector<const ReferenceRequest *>;

} // namespace

AgreementCase banklint::makeCase(uint64_t Seed) {
  RandomNumbers Random(Seed);
  AgreementCase Case;
  Case.Program = randomProgram(Random);
  Case.Launch = randomLaunch(Case.Program, Random);
  Case.Budget.Statements = 30'000;
  if (Random.chance(15))
    Case.Budget.LoopRounds = 1 + Random.below(8);
  if (Random.chance(10))
    Case.Budget.Statements = 20 + Random.below(400);
  if (Random.chance(50))
    Case.Budget.SliceFrom = 0;
  if (Random.chance(20)) {
    unsigned Array = Random.below(Case.Program.Arrays.size());
    size_t Extents = Case.Program.Arrays[Array].Extents.size();
    if (Extents > 1)
      Case.Layout.push_back(
          {Array, LayoutChange::padding(1 + Random.below(Extents - 1),
                                        1 + Random.below(4))});
  }
  for (unsigned I = 0; I < 3; ++I)
    Case.Inputs.push_back(randomInputs(Case.Program, Case.Launch, Random));
  return Case;
}

static bool isInBounds(const KernelProgram &Program, uint64_t Address) {
  uint64_t Array = (Address >> ArrayShift) - 1;
  if (Array >= Program.Arrays.size())
    return false;
  const SharedArray &A = Program.Arrays[Array];
  // More than any launch gives a dynamic array, less than a negative offset
  // from the next array leaves.
  const uint64_t Bytes = A.IsDynamic ? uint64_t(1) << 32 : A.bytes();
  return Address - arrayStart(Array) < Bytes;
}

/// Whether one of \p Residues, those of the only symbol of \p Address, gives
/// the addresses of \p R modulo their number.
static bool residuesFit(const WarpValue &Address,
                        const std::vector<bool> &Residues,
                        const ReferenceRequest &R) {
  const SymbolTerm &Term = Address.terms().front();
  for (uint64_t Residue = 0; Residue != Residues.size(); ++Residue) {
    bool Fits = Residues[Residue];
    for (unsigned Lane : R.Lanes & Address.affine())
      Fits &= (uint64_t(Address.base(Lane)) +
               uint64_t(Term.coefficient(Lane)) * Residue - R.Addresses[Lane]) %
                  Residues.size() ==
              0;
    if (Fits)
      return true;
  }
  return false;
}

/// Whether the addresses of \p R are as near to each other as \p Spread says.
static bool spreadFits(const LaneSpread &Spread, const ReferenceRequest &R) {
  const LaneMask Lanes = R.Lanes & Spread.Lanes;
  for (unsigned A : Lanes)
    for (unsigned B : Lanes)
      if (R.Addresses[A] > R.Addresses[B] &&
          R.Addresses[A] - R.Addresses[B] > Spread.Width)
        return false;
  return true;
}

/// Whether the addresses of \p R are what \p Address, which has no cases, says
/// of them.
static bool addressesFit(const WarpValue &Address,
                         const std::vector<bool> &Residues,
                         const ReferenceRequest &R) {
  if (!Residues.empty() && Address.terms().size() == 1 &&
      !residuesFit(Address, Residues, R))
    return false;
  if (!spreadFits(Address.spread(), R))
    return false;
  for (unsigned Lane : Address.constantLanes(R.Lanes))
    if (static_cast<uint64_t>(Address.base(Lane)) != R.Addresses[Lane])
      return false;
  std::vector<LinearEquation> Equations;
  for (unsigned Lane : R.Lanes & Address.affine()) {
    LinearEquation Equation;
    for (const SymbolTerm &Term : Address.terms())
      Equation.Coefficients.push_back(Term.coefficient(Lane));
    Equation.Result = R.Addresses[Lane] - uint64_t(Address.base(Lane));
    Equations.push_back(std::move(Equation));
  }
  return isSolvable(std::move(Equations));
}

/// Whether the addresses of \p R are what \p E says of them.
static bool addressesFit(const KernelProgram &Program, const Event &E,
                         const ReferenceRequest &R) {
  const LaneCases *Cases = E.Address.cases();
  bool Fits = !Cases && addressesFit(E.Address, E.Residues, R);
  for (unsigned Case = 0; Cases && Case != Cases->Offsets.size(); ++Case)
    Fits |= addressesFit(E.Address.inCase(Case), E.Residues, R);
  if (!Fits)
    return false;
  for (unsigned Lane : R.Lanes)
    if (E.Array && isInBounds(Program, R.Addresses[Lane]) &&
        R.Addresses[Lane] >> ArrayShift != *E.Array + 1)
      return false;
  return true;
}

static bool fits(const KernelProgram &Program, const Event &E,
                 const ReferenceRequest &R) {
  return E.Lanes.contains(R.Lanes) && (!E.IsMaskExact || E.Lanes == R.Lanes) &&
         addressesFit(Program, E, R);
}

/// Gives \p Left a partner of its own out of \p Partners, moving others if
/// need be.
static bool match(size_t Left, const std::vector<std::vector<size_t>> &Partners,
                  std::vector<std::optional<size_t>> &PartnerOf,
                  std::vector<bool> &Visited) {
  for (size_t Right : Partners[Left]) {
    if (Visited[Right])
      continue;
    Visited[Right] = true;
    if (!PartnerOf[Right] ||
        match(*PartnerOf[Right], Partners, PartnerOf, Visited)) {
      PartnerOf[Right] = Left;
      return true;
    }
  }
  return false;
}

/// The first left member that can't have a partner of its own together with
/// those before it.
static std::optional<size_t>
firstUnmatched(const std::vector<std::vector<size_t>> &Partners,
               size_t RightCount) {
  std::vector<std::optional<size_t>> PartnerOf(RightCount);
  for (size_t Left = 0; Left < Partners.size(); ++Left) {
    std::vector<bool> Visited(RightCount);
    if (!match(Left, Partners, PartnerOf, Visited))
      return Left;
  }
  return std::nullopt;
}

static void printRequest(llvm::raw_ostream &OS, const ReferenceRequest &R) {
  OS << "access " << R.Access << " of warp " << R.Warp << ", rounds";
  for (uint64_t Round : R.Rounds)
    OS << ' ' << Round;
  OS << ", lanes " << llvm::format_hex(R.Lanes.bits(), 10) << ", addresses";
  for (unsigned Lane : R.Lanes)
    OS << ' ' << llvm::format_hex(R.Addresses[Lane], 1);
  OS << '\n';
}

static void printEvent(llvm::raw_ostream &OS, const Event &E) {
  OS << "access " << E.Access << " of warp " << E.Warp
     << (E.IsCounted ? ", counted" : ", not counted") << ", lanes "
     << llvm::format_hex(E.Lanes.bits(), 10)
     << (E.IsMaskExact ? " exactly" : " at most") << ", addresses";
  for (unsigned Lane : E.Lanes) {
    if (!E.Address.affine().test(Lane)) {
      OS << " ?";
      continue;
    }
    OS << ' ' << llvm::format_hex(uint64_t(E.Address.base(Lane)), 1);
    for (const SymbolTerm &Term : E.Address.terms())
      if (int64_t Coefficient = Term.coefficient(Lane))
        OS << '+' << Coefficient << "*S" << Term.symbol();
    if (const LaneCases *Cases = E.Address.cases())
      OS << "+C" << Cases->Set;
  }
  OS << '\n';
}

static std::string explain(const char *What, const Events &Said,
                           const Requests &Done) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << What << "\nThe interpreter says:\n";
  for (const Event *E : Said)
    printEvent(OS, *E);
  OS << "The reference does:\n";
  for (const ReferenceRequest *R : Done)
    printRequest(OS, *R);
  return Text;
}

/// Compares the events and the requests of one access and warp.
static std::optional<std::string> compare(const KernelProgram &Program,
                                          const Events &Said,
                                          const Requests &Done) {
  if (llvm::all_of(Said, [](const Event *E) { return E->IsCounted; })) {
    if (Said.size() != Done.size())
      return explain("The numbers of requests differ.", Said, Done);
    for (size_t I = 0; I < Said.size(); ++I)
      if (!fits(Program, *Said[I], *Done[I]))
        return explain("A request is not what its event says.", {Said[I]},
                       {Done[I]});
    return std::nullopt;
  }
  // Counted events need a request each; requests that no uncounted event
  // covers need a counted event each. If each side can be served alone, both
  // can be served together (Mendelsohn and Dulmage, 1958).
  std::vector<std::vector<size_t>> ForEvents, ForRequests;
  Events Counted;
  Requests Uncovered;
  for (const Event *E : Said) {
    if (!E->IsCounted)
      continue;
    Counted.push_back(E);
    ForEvents.emplace_back();
    for (size_t I = 0; I < Done.size(); ++I)
      if (fits(Program, *E, *Done[I]))
        ForEvents.back().push_back(I);
  }
  for (const ReferenceRequest *R : Done) {
    if (llvm::any_of(Said, [&](const Event *E) {
          return !E->IsCounted && fits(Program, *E, *R);
        }))
      continue;
    Uncovered.push_back(R);
    ForRequests.emplace_back();
    for (size_t I = 0; I < Counted.size(); ++I)
      if (fits(Program, *Counted[I], *R))
        ForRequests.back().push_back(I);
  }
  if (std::optional<size_t> I = firstUnmatched(ForEvents, Done.size()))
    return explain("A counted event has no request.", {Counted[*I]}, Done);
  if (std::optional<size_t> I = firstUnmatched(ForRequests, Counted.size()))
    return explain("A request has no event.", Said, {Uncovered[*I]});
  return std::nullopt;
}

static std::optional<std::string>
compareAll(const KernelProgram &Program, const std::vector<Event> &Said,
           const std::vector<ReferenceRequest> &Done) {
  using Key = std::pair<unsigned, unsigned>;
  std::map<Key, std::pair<Events, Requests>> Groups;
  for (const Event &E : Said)
    Groups[{E.Warp, E.Access}].first.push_back(&E);
  for (const ReferenceRequest &R : Done)
    Groups[{R.Warp, R.Access}].second.push_back(&R);
  for (auto &[_, Group] : Groups)
    if (auto Problem = compare(Program, Group.first, Group.second))
      return Problem;
  return std::nullopt;
}

/// What must hold of the events whatever the inputs are.
static std::optional<std::string> checkEvents(const AgreementCase &Case,
                                              const std::vector<Event> &Said) {
  for (const Event &E : Said) {
    uint64_t Before = uint64_t(E.Warp) * WarpSize;
    if (Before >= Case.Launch.Block.count())
      return explain("The warp does not exist.", {&E}, {});
    LaneMask Existing = LaneMask::first(static_cast<unsigned>(
        std::min<uint64_t>(Case.Launch.Block.count() - Before, WarpSize)));
    if (E.Lanes.none() || !Existing.contains(E.Lanes))
      return explain("The lanes do not exist.", {&E}, {});
    if (E.IsMaskExact == E.HasMaskReason)
      return explain("The mask's reason does not fit.", {&E}, {});
  }
  return std::nullopt;
}

static void countEvents(const std::vector<Event> &Said,
                        AgreementCounts &Counts) {
  for (const Event &E : Said) {
    if (!E.IsCounted || !E.IsMaskExact)
      continue;
    ++Counts.Sure;
    if (E.Address.constantLanes(E.Lanes) == E.Lanes)
      ++Counts.Known;
    else if (E.Address.affine().contains(E.Lanes))
      ++(E.Address.cases() ? Counts.ByCases : Counts.Symbolic);
  }
}

/// True if the launch leaves a value open that the program may read.
static bool hasUnknowns(const AgreementCase &Case) {
  const auto &Arguments = Case.Launch.Arguments;
  return llvm::any_of(Case.Program.Exprs, [&](const Expr &E) {
    switch (E.Kind) {
    case ExprKind::Opaque:
    case ExprKind::Shuffle:
      return true;
    case ExprKind::Parameter:
      return E.Index >= Arguments.size() || !Arguments[E.Index].isNumber();
    case ExprKind::Builtin:
      return E.Special == Builtin::BlockIdxX ||
             E.Special == Builtin::BlockIdxY ||
             E.Special == Builtin::BlockIdxZ ||
             (!Case.Launch.Grid && (E.Special == Builtin::GridDimX ||
                                    E.Special == Builtin::GridDimY ||
                                    E.Special == Builtin::GridDimZ));
    default:
      return false;
    }
  });
}

std::optional<std::string> banklint::findDisagreement(const AgreementCase &Case,
                                                      AgreementCounts &Counts) {
  std::vector<Event> Said;
  ExecutionSummary Summary = execute(
      Case.Program, Case.Launch, Case.Budget,
      [&](const AccessEvent &E) {
        std::vector<bool> Residues;
        if (!E.Address.terms().empty())
          Residues = E.Symbols.residues(E.Address.terms().front().symbol());
        Said.push_back({E.Access, E.Warp, E.Lanes, E.IsMaskExact, E.IsCounted,
                        E.MaskReason != nullptr, E.Address, E.Array,
                        std::move(Residues)});
        return true;
      },
      Case.Layout);
  if (auto Problem = checkEvents(Case, Said))
    return Problem;
  if (Summary.Aborted)
    return std::nullopt;

  const bool IsAllKnown = !Summary.BudgetReached && !hasUnknowns(Case);
  KernelProgram Program = Case.Program;
  for (const LayoutOverride &L : Case.Layout)
    for (size_t I = 0; I < L.Change.Padding.size(); ++I)
      Program.Arrays[L.Array].Extents[I].Elements += L.Change.Padding[I];
  for (const ReferenceInputs &Inputs : Case.Inputs) {
    ReferenceResult Result = runReference(Program, Inputs);
    if (Result.Outcome != ReferenceOutcome::Finished) {
      ++Counts.Discarded;
      continue;
    }
    if (auto Problem = compareAll(Program, Said, Result.Requests)) {
      if (!Result.HasWrapped || IsAllKnown || Case.IsStrict)
        return Problem;
      ++Counts.Wrapped;
      continue;
    }
    ++Counts.Compared;
    Counts.Requests += Result.Requests.size();
    countEvents(Said, Counts);
  }
  return std::nullopt;
}

static void printDim(llvm::raw_ostream &OS, const char *Name, Dim3 Dim) {
  OS << Name << ' ' << Dim.X << 'x' << Dim.Y << 'x' << Dim.Z << '\n';
}

std::string banklint::describe(const AgreementCase &Case) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(Case.Program, OS);
  printDim(OS, "block", Case.Launch.Block);
  if (Case.Launch.Grid)
    printDim(OS, "grid", *Case.Launch.Grid);
  OS << "budget " << Case.Budget.Statements << " statements, "
     << Case.Budget.LoopRounds << " rounds, slice from "
     << Case.Budget.SliceFrom << "\narguments";
  for (const ArgumentValue &Argument : Case.Launch.Arguments) {
    OS << ' ';
    if (Argument.isNumber())
      OS << Argument.number();
    else if (Argument.lowBits() != 0)
      OS << Argument.rest() << " mod " << (1u << Argument.lowBits());
    else
      OS << '?';
  }
  OS << '\n';
  for (const LayoutOverride &L : Case.Layout) {
    OS << "padding of array " << L.Array << ':';
    for (int64_t Elements : L.Change.Padding)
      OS << ' ' << Elements;
    OS << '\n';
  }
  for (const ReferenceInputs &Inputs : Case.Inputs) {
    printDim(OS, "inputs: grid", Inputs.Grid);
    OS << "  blockIdx " << Inputs.BlockIdx[0] << ' ' << Inputs.BlockIdx[1]
       << ' ' << Inputs.BlockIdx[2] << ", parameters";
    for (int64_t Parameter : Inputs.Parameters)
      OS << ' ' << Parameter;
    OS << '\n';
  }
  return Text;
}
