//===- ArrayPadding.cpp - Whether and how to pad an array -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayPadding.h"
#include "banklint/Analysis/MovedElements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>
#include <tuple>

using namespace banklint;

namespace {

/// A kernel of the report that uses the declaration, with its array's number.
struct KernelUse {
  const KernelReport *Kernel;
  unsigned Array;

  const KernelProgram &program() const { return Kernel->Program; }
  const SharedArray &array() const { return program().Arrays[Array]; }
};

/// File, line, column, operation.
using PlaceSet =
    std::set<std::tuple<llvm::StringRef, unsigned, unsigned, MemoryOperation>>;

} // namespace

/// The arrays of \p R that are declared at \p Declared in \p File.
static std::vector<KernelUse> kernelsUsing(const Report &R,
                                           llvm::StringRef File,
                                           const SourceSpan &Declared) {
  std::vector<KernelUse> Uses;
  for (const KernelReport &Kernel : R.Kernels)
    for (const auto &[Number, Array] : llvm::enumerate(Kernel.Program.Arrays))
      if (Array.Span.isValid() && Array.Span.Offset == Declared.Offset &&
          Kernel.Program.fileOf(Array.Span) == File)
        Uses.push_back({&Kernel, unsigned(Number)});
  return Uses;
}

static std::vector<ArrayUse> launchesOf(llvm::ArrayRef<KernelUse> Uses) {
  std::vector<ArrayUse> Result;
  for (const KernelUse &Use : Uses)
    for (const LaunchReport &Launch : Use.Kernel->Launches)
      Result.push_back(
          {&Use.program(), Use.Array, Launch.Launch.Config, Launch.Verdicts});
  return Result;
}

/// By access number: whether it reaches the array of \p Use.
static std::vector<bool> accessesTo(const ArrayUse &Use) {
  std::vector<bool> Touches;
  for (const Access &A : Use.Program->Accesses)
    Touches.push_back(A.Array == Use.Array);
  for (const Verdict &V : Use.Verdicts)
    if (V.reaches(Use.Array))
      Touches[V.Access] = true;
  return Touches;
}

/// The places of \p Verdicts that conflict.
static void addConflicts(const ArrayUse &Use, llvm::ArrayRef<Verdict> Verdicts,
                         const std::vector<bool> &Touches, PlaceSet &Places) {
  for (const Verdict &V : Verdicts) {
    const Access &A = Use.Program->Accesses[V.Access];
    if (Touches[V.Access] && stateOf(V) == ConflictState::Conflict)
      Places.insert(
          {Use.Program->fileOf(A.Span), A.Span.Line, A.Span.Column, A.Op});
  }
}

static PlaceCounts countConflicts(const Architecture &Arch,
                                  llvm::ArrayRef<ArrayUse> Uses,
                                  unsigned Elements,
                                  const InterpreterBudget &Budget) {
  PlaceSet Before, After;
  for (const ArrayUse &Use : Uses) {
    std::vector<bool> Touches = accessesTo(Use);
    addConflicts(Use, Use.Verdicts, Touches, Before);
    LayoutOverride Padded{Use.Array, {}};
    for (const Extent &E : Use.Program->Arrays[Use.Array].Extents)
      Padded.Extents.push_back(E.Elements);
    Padded.Extents.back() += Elements;
    addConflicts(Use, judge(*Use.Program, Arch, Use.Launch, Budget, Padded),
                 Touches, After);
  }
  PlaceCounts Counts;
  Counts.Conflicting = Before.size();
  for (const auto &Place : Before)
    Counts.Cleared += After.count(Place) == 0;
  for (const auto &Place : After)
    Counts.Spoiled += Before.count(Place) == 0;
  return Counts;
}

static std::optional<Obstacle> findObstacle(const Report &R,
                                            llvm::ArrayRef<KernelUse> Uses) {
  for (const KernelUse &Use : Uses) {
    const KernelProgram &Program = Use.program();
    if (!Use.array().LayoutUses.empty()) {
      const LayoutUse &Seen = Use.array().LayoutUses.front();
      return Obstacle{ObstacleKind::LayoutUse,
                      Seen.What,
                      {Program.fileOf(Seen.Span).str(), Seen.Span}};
    }
    for (const Access &A : Program.Accesses)
      if (!A.Array)
        return Obstacle{ObstacleKind::Pointer,
                        A.Text,
                        {Program.fileOf(A.Span).str(), A.Span}};
    if (Program.ParseErrors)
      return Obstacle{ObstacleKind::ParseErrors, Program.Name, {}};
  }
  const KernelUse &First = Uses.front();
  llvm::StringRef File = First.program().fileOf(First.array().Span);
  bool IsMainFile = llvm::any_of(
      R.Files, [File](const FileReport &F) { return F.File == File; });
  if (!IsMainFile)
    return Obstacle{ObstacleKind::Included, File.str(), {}};
  return std::nullopt;
}

/// An access that the padding misleads: surely, if \p IsSure, else perhaps.
static std::optional<Obstacle>
findMisled(const std::optional<MovedElement> &Found, bool IsSure,
           const KernelProgram &Program) {
  if (!Found || Found->IsSure != IsSure)
    return std::nullopt;
  const Access &A = Program.Accesses[Found->Access];
  return Obstacle{IsSure ? ObstacleKind::Moved : ObstacleKind::MayMove,
                  A.Text,
                  {Program.fileOf(A.Span).str(), A.Span}};
}

/// The first obstacle to padding the last extent by \p Elements, those that
/// forbid it first.
static std::optional<Obstacle> findObstacle(const Report &R,
                                            llvm::ArrayRef<KernelUse> Kernels,
                                            llvm::ArrayRef<ArrayUse> Uses,
                                            unsigned Elements,
                                            const InterpreterBudget &Budget) {
  std::optional<Obstacle> Possible;
  for (const ArrayUse &Use : Uses) {
    std::vector<uint64_t> Padded;
    for (const Extent &E : Use.Program->Arrays[Use.Array].Extents)
      Padded.push_back(E.Elements);
    Padded.back() += Elements;
    const std::optional<MovedElement> Moved =
        findMovedElement(Use, Padded, Budget);
    if (auto Sure = findMisled(Moved, /*IsSure=*/true, *Use.Program))
      return Sure;
    if (!Possible)
      Possible = findMisled(Moved, /*IsSure=*/false, *Use.Program);
  }
  std::optional<Obstacle> Other = findObstacle(R, Kernels);
  return Other ? Other : Possible;
}

/// True if \p Text has an operator outside of brackets that binds less tightly
/// than +. Template brackets count as such; parentheses do no harm there.
static bool needsParentheses(llvm::StringRef Text) {
  int Depth = 0;
  for (char C : Text) {
    if (C == '(' || C == '[' || C == '{')
      ++Depth;
    else if (C == ')' || C == ']' || C == '}')
      --Depth;
    else if (Depth == 0 && llvm::StringRef("<>=&^|?:,").contains(C))
      return true;
  }
  // Operators that are spelled as words.
  static constexpr llvm::StringLiteral Words[] = {"and", "bitand", "bitor",
                                                  "or",  "xor",    "not_eq"};
  llvm::SmallVector<llvm::StringRef, 8> Tokens;
  llvm::SplitString(Text, Tokens, " \t\n()");
  return llvm::any_of(Tokens, [](llvm::StringRef Token) {
    return llvm::is_contained(Words, Token);
  });
}

std::string banklint::paddedExtent(llvm::StringRef Text, unsigned Elements) {
  Text = Text.trim();
  uint64_t Number;
  bool IsDecimal = llvm::all_of(Text, llvm::isDigit) && !Text.starts_with("0");
  if (IsDecimal && !Text.getAsInteger(10, Number))
    return std::to_string(Number + Elements);
  std::string Sum =
      needsParentheses(Text) ? "(" + Text.str() + ")" : Text.str();
  return Sum + " + " + std::to_string(Elements);
}

ArrayPadding banklint::padArray(const Report &R, const KernelProgram &Program,
                                unsigned Array,
                                const InterpreterBudget &Budget) {
  const SharedArray &Declared = Program.Arrays[Array];
  std::vector<KernelUse> Kernels =
      kernelsUsing(R, Program.fileOf(Declared.Span), Declared.Span);
  std::vector<ArrayUse> Uses = launchesOf(Kernels);
  ArrayPadding Result;
  Result.Search = findPadding(*R.Arch, Uses, Budget);
  if (!Result.Search.Best)
    return Result;

  const Padding &Best = *Result.Search.Best;
  if (!Result.Search.clearsAll())
    Result.Places = countConflicts(*R.Arch, Uses, Best.Elements, Budget);
  Result.Unsafe = findObstacle(R, Kernels, Uses, Best.Elements, Budget);
  const Extent &Last = Declared.Extents.back();
  // A line comment would swallow what is appended.
  bool IsEditable = Last.Span.isValid() && !Last.Text.empty() &&
                    !llvm::StringRef(Last.Text).contains("//");
  if (!IsEditable) {
    if (!Result.Unsafe)
      Result.Unsafe = Obstacle{ObstacleKind::NotSpelled, "", {}};
    return Result;
  }
  Result.NewExtent = paddedExtent(Last.Text, Best.Elements);
  std::string File = Program.fileOf(Last.Span).str();
  Result.ExtentAt = {File, Last.Span};
  Result.Edit =
      TextEdit{File, Last.Span.Offset, Last.Span.Length, Result.NewExtent};
  return Result;
}
