//===- Padding.cpp - The padding that clears an array ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Analysis/Padding.h"
#include "PaddingTrace.h"
#include "RequestCosts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

namespace {

/// A row of all banks' words: padding by more elements repeats what smaller
/// ones did, for elements of a word or more.
constexpr unsigned MaxPadding = 32;

/// One use with what the search needs of it.
struct UseState {
  const ArrayUse *Use;
  /// By access number: it accesses the array.
  std::vector<bool> Touches;
  /// By access number: the wavefronts above the ideal of its worst request.
  std::vector<unsigned> Excess;
  /// Its requests to the array as functions of the padding.
  std::vector<TracedRequest> Requests;

  const SharedArray &array() const { return Use->Program->Arrays[Use->Array]; }
};

/// What all accesses to the array cost with one padding.
struct Outcome {
  unsigned Elements = 0;
  Totals Sum;
  RequestCost Worst;
  /// The worst request of some access has become worse.
  bool MakesWorse = false;

  void add(const Verdict &V) { add(V.Traced, V.Worst); }
  void add(const Totals &Traced, const RequestCost &Highest) {
    Sum.Requests += Traced.Requests;
    Sum.Wavefronts += Traced.Wavefronts;
    Sum.Ideal += Traced.Ideal;
    if (isWorse(Highest, Worst))
      Worst = Highest;
  }
};

class PaddingSearch {
public:
  PaddingSearch(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
                const InterpreterBudget &Budget)
      : Arch(Arch), Uses(Uses), Budget(Budget) {}
  PaddingResult run();

private:
  std::string obstacle() const;
  std::string readUse(const ArrayUse &Use);
  void trace();
  bool isProved(unsigned Elements);
  unsigned tryAll(bool MayPredict);
  void search();
  bool isBetter(const Outcome &O) const;
  std::optional<Outcome> evaluate(unsigned Elements) const;
  bool evaluateUse(const UseState &State, Outcome &O) const;
  bool predictUse(const UseState &State, Outcome &O) const;
  bool keepsPitchAligned(const UseState &State, unsigned Elements) const;
  bool fits(unsigned Elements) const;
  uint64_t extraBytes(unsigned Elements) const;

  const Architecture &Arch;
  llvm::ArrayRef<ArrayUse> Uses;
  const InterpreterBudget &Budget;
  std::vector<UseState> States;
  Outcome Before;
  std::optional<Outcome> Best;
  bool IsOutOfRoom = false;
  /// Outcomes are predicted from the uses' requests instead of executions.
  bool IsPredicting = false;
};

} // namespace

static unsigned excessOf(const RequestCost &Cost) {
  return Cost.Wavefronts - Cost.Ideal;
}

/// Why no padding can be tried at all, or "".
std::string PaddingSearch::obstacle() const {
  for (const ArrayUse &Use : Uses) {
    const SharedArray &Array = Use.Program->Arrays[Use.Array];
    if (Array.IsDynamic)
      return "the array's size is set by the launch";
    if (Array.Extents.empty())
      return "it is not an array";
    if (Array.Extents.size() == 1)
      return "the array has one dimension";
  }
  return "";
}

/// Finds the accesses of \p Use that touch the array, and adds up what they
/// cost. Returns why that can't be done, or "".
std::string PaddingSearch::readUse(const ArrayUse &Use) {
  UseState State;
  State.Use = &Use;
  State.Touches.resize(Use.Program->Accesses.size());
  State.Excess.resize(Use.Program->Accesses.size());
  for (const Verdict &V : Use.Verdicts)
    if (V.MayStray)
      return "a pointer that may point into it is not understood";
  for (const Verdict &V : Use.Verdicts) {
    // A verdict without executions is one that the budget left out.
    State.Touches[V.Access] = V.reaches(Use.Array);
    bool IsNamed = Use.Program->Accesses[V.Access].Array == Use.Array;
    if (!State.Touches[V.Access] && !IsNamed)
      continue;
    if (V.Result == Certainty::Unknown)
      return "an access to it is not understood";
    State.Excess[V.Access] = excessOf(V.Worst);
    Before.add(V);
  }
  States.push_back(std::move(State));
  return "";
}

/// True if rows that keep an access aligned still do.
bool PaddingSearch::keepsPitchAligned(const UseState &State,
                                      unsigned Elements) const {
  const SharedArray &Array = State.array();
  uint64_t Pitch = Array.Extents.back().Elements * Array.ElementBytes;
  uint64_t Padded = Pitch + uint64_t(Elements) * Array.ElementBytes;
  for (const auto &[Number, A] : llvm::enumerate(State.Use->Program->Accesses))
    if (State.Touches[Number] && Pitch % A.Bytes == 0 && Padded % A.Bytes != 0)
      return false;
  return true;
}

/// True if each kernel's static arrays fit with this array padded.
bool PaddingSearch::fits(unsigned Elements) const {
  for (const UseState &State : States) {
    const KernelProgram &Program = *State.Use->Program;
    uint64_t End = 0;
    for (const auto &[Number, Array] : llvm::enumerate(Program.Arrays)) {
      if (Array.IsDynamic)
        continue;
      SharedArray Padded = Array;
      if (Number == State.Use->Array)
        Padded.Extents.back().Elements += Elements;
      End = llvm::alignTo(End, Array.Alignment) + Padded.bytes();
    }
    if (End > Arch.StaticSharedBytes)
      return false;
  }
  return true;
}

uint64_t PaddingSearch::extraBytes(unsigned Elements) const {
  uint64_t Most = 0;
  for (const UseState &State : States) {
    SharedArray Padded = State.array();
    Padded.Extents.back().Elements += Elements;
    Most = std::max(Most, Padded.bytes() - State.array().bytes());
  }
  return Most;
}

/// Adds the cost of one use; false if some access is not aligned any more.
bool PaddingSearch::evaluateUse(const UseState &State, Outcome &O) const {
  LayoutOverride Padded = paddedLayout(*State.Use, O.Elements);
  for (const Verdict &V :
       judge(*State.Use->Program, Arch, State.Use->Launch, Budget, Padded)) {
    if (!State.Touches[V.Access])
      continue;
    if (V.Result == Certainty::Unknown)
      return false;
    O.MakesWorse |= excessOf(V.Worst) > State.Excess[V.Access];
    O.add(V);
  }
  return true;
}

/// The same from the traced requests.
bool PaddingSearch::predictUse(const UseState &State, Outcome &O) const {
  std::vector<Totals> Sums(State.Touches.size());
  std::vector<RequestCost> Worst(State.Touches.size());
  RequestCosts Costs(Arch);
  for (const TracedRequest &Request : State.Requests) {
    PatternCost Cost = Costs.costOf(Request.padded(O.Elements), 0);
    if (!Cost.IsAligned || Cost.Cost.Kind != CostKind::Exact)
      return false;
    Totals &Sum = Sums[Request.Access];
    Sum.Requests += Request.Pattern.Pieces;
    Sum.Wavefronts += Cost.Cost.Wavefronts;
    Sum.Ideal += Cost.Cost.Ideal;
    if (isWorse(Cost.Cost, Worst[Request.Access]))
      Worst[Request.Access] = Cost.Cost;
  }
  for (size_t Access = 0; Access != Sums.size(); ++Access) {
    O.MakesWorse |= excessOf(Worst[Access]) > State.Excess[Access];
    O.add(Sums[Access], Worst[Access]);
  }
  return true;
}

std::optional<Outcome> PaddingSearch::evaluate(unsigned Elements) const {
  Outcome O;
  O.Elements = Elements;
  for (const UseState &State : States)
    if (!keepsPitchAligned(State, Elements) ||
        !(IsPredicting ? predictUse(State, O) : evaluateUse(State, O)))
      return std::nullopt;
  return O;
}

bool PaddingSearch::isBetter(const Outcome &O) const {
  if (O.Sum.Wavefronts >= Before.Sum.Wavefronts ||
      excessOf(O.Worst) > excessOf(Before.Worst))
    return false;
  if (!Best)
    return true;
  if (O.MakesWorse != Best->MakesWorse)
    return !O.MakesWorse;
  return O.Sum.Wavefronts < Best->Sum.Wavefronts;
}

/// Starts to predict if that is possible.
void PaddingSearch::trace() {
  for (UseState &State : States) {
    std::optional<std::vector<TracedRequest>> Requests =
        tracePadding(*State.Use, Arch, Budget);
    if (!Requests)
      return;
    State.Requests = std::move(*Requests);
  }
  IsPredicting = true;
}

/// True if an execution with the padding costs what was predicted.
bool PaddingSearch::isProved(unsigned Elements) {
  std::optional<Outcome> Predicted = evaluate(Elements);
  IsPredicting = false;
  std::optional<Outcome> Executed = evaluate(Elements);
  IsPredicting = true;
  if (!Predicted || !Executed)
    return !Predicted && !Executed;
  return isSame(Predicted->Worst, Executed->Worst) &&
         Predicted->Sum.Wavefronts == Executed->Sum.Wavefronts &&
         Predicted->Sum.Ideal == Executed->Sum.Ideal &&
         Predicted->MakesWorse == Executed->MakesWorse;
}

/// Tries paddings until one clears all and returns the last one tried.
unsigned PaddingSearch::tryAll(bool MayPredict) {
  for (unsigned Elements = 1; Elements <= MaxPadding; ++Elements) {
    IsOutOfRoom = !fits(Elements);
    if (IsOutOfRoom)
      return Elements - 1;
    // One element helps most often, and is proved at once.
    if (Elements == 2 && MayPredict)
      trace();
    std::optional<Outcome> O = evaluate(Elements);
    if (!O || !isBetter(*O))
      continue;
    Best = O;
    if (O->Sum.Wavefronts == O->Sum.Ideal)
      return Elements;
  }
  return MaxPadding;
}

void PaddingSearch::search() {
  unsigned Last = tryAll(/*MayPredict=*/true);
  if (!IsPredicting || (isProved(Last) && (!Best || Best->Elements == Last ||
                                           isProved(Best->Elements))))
    return;
  IsPredicting = false;
  Best = std::nullopt;
  tryAll(/*MayPredict=*/false);
}

PaddingResult PaddingSearch::run() {
  PaddingResult Result;
  Result.WhyNot = obstacle();
  if (!Result.WhyNot.empty())
    return Result;
  for (const ArrayUse &Use : Uses) {
    Result.WhyNot = readUse(Use);
    if (!Result.WhyNot.empty())
      return Result;
  }
  if (Before.Sum.Wavefronts == Before.Sum.Ideal) {
    Result.WhyNot = "no access to it conflicts";
    return Result;
  }
  search();
  if (Best)
    Result.Best = Padding{Best->Elements, extraBytes(Best->Elements),
                          Before.Sum,     Best->Sum,
                          Before.Worst,   Best->Worst};
  else if (IsOutOfRoom)
    Result.WhyNot = "no padding that helps fits into the " +
                    std::to_string(Arch.StaticSharedBytes) +
                    " bytes of static shared memory";
  else
    Result.WhyNot = "no padding of up to " + std::to_string(MaxPadding) +
                    " elements needs fewer wavefronts";
  return Result;
}

PaddingResult banklint::findPadding(const Architecture &Arch,
                                    llvm::ArrayRef<ArrayUse> Uses,
                                    const InterpreterBudget &Budget) {
  return PaddingSearch(Arch, Uses, Budget).run();
}
