//===- ArrayPadding.cpp - Whether and how to pad an array -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/ArrayPadding.h"
#include "banklint/Analysis/FixChoice.h"
#include "banklint/Analysis/MovedElements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

std::optional<Obstacle> banklint::findIncluded(const Report &R,
                                               llvm::StringRef File) {
  const bool IsMainFile = llvm::any_of(
      R.Files, [File](const FileReport &F) { return F.File == File; });
  if (IsMainFile)
    return std::nullopt;
  return Obstacle{ObstacleKind::Included, File.str(), {}};
}

std::optional<Obstacle> banklint::findObstacle(const Report &R,
                                               llvm::ArrayRef<KernelUse> Uses) {
  for (const KernelUse &Use : Uses) {
    const KernelProgram &Program = Use.program();
    const std::vector<LayoutUse> &Seen = Use.array().LayoutUses;
    if (!Seen.empty())
      return Obstacle{ObstacleKind::LayoutUse, Seen.front().What,
                      placeOf(Program, Seen.front().Span)};
    if (const Access *A = pointerInto(Use))
      return Obstacle{ObstacleKind::Pointer, A->Text,
                      placeOf(Program, A->Span)};
    if (Program.ParseErrors)
      return Obstacle{ObstacleKind::ParseErrors, Program.Name, {}};
  }
  const KernelUse &First = Uses.front();
  return findIncluded(R, First.program().fileOf(First.array().Span));
}

/// An access that the padding misleads: surely, if \p IsSure, else perhaps.
static std::optional<Obstacle>
findMisled(const std::optional<MovedElement> &Found, bool IsSure,
           const KernelProgram &Program) {
  if (!Found || Found->IsSure != IsSure)
    return std::nullopt;
  const Access &A = Program.Accesses[Found->Access];
  return Obstacle{IsSure ? ObstacleKind::Moved : ObstacleKind::MayMove, A.Text,
                  placeOf(Program, A.Span)};
}

/// What deduces the extents of the array of \p Kernels.
static std::optional<Obstacle> findDeduced(llvm::ArrayRef<KernelUse> Kernels) {
  for (const KernelUse &Use : Kernels)
    for (const LayoutUse &Seen : Use.array().LayoutUses)
      if (Seen.IsDeduced)
        return Obstacle{ObstacleKind::Deduced, Seen.What,
                        placeOf(Use.program(), Seen.Span)};
  return std::nullopt;
}

/// The first obstacle to the padding \p Change, those that forbid it first.
static std::optional<Obstacle>
findPaddingObstacle(const ArrayScope &Scope, const LayoutChange &Change,
                    const InterpreterBudget &Budget) {
  if (auto Deduced = findDeduced(Scope.Kernels))
    return Deduced;
  std::optional<Obstacle> Possible;
  for (const ArrayUse &Use : Scope.Uses) {
    const std::optional<MovedElement> Moved =
        findMovedElement(Use, Change, Budget);
    if (auto Sure = findMisled(Moved, /*IsSure=*/true, *Use.Program))
      return Sure;
    if (!Possible)
      Possible = findMisled(Moved, /*IsSure=*/false, *Use.Program);
  }
  std::optional<Obstacle> Other = findObstacle(Scope.R, Scope.Kernels);
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

std::string banklint::paddedExtent(llvm::StringRef Text, uint64_t Elements) {
  Text = Text.trim();
  uint64_t Number;
  bool IsDecimal = llvm::all_of(Text, llvm::isDigit) && !Text.starts_with("0");
  if (IsDecimal && !Text.getAsInteger(10, Number))
    return std::to_string(Number + Elements);
  std::string Sum =
      needsParentheses(Text) ? "(" + Text.str() + ")" : Text.str();
  return Sum + " + " + std::to_string(Elements);
}

/// The extents of \p Declared, an array of \p Program, that \p Change pads.
static std::vector<PaddedExtent> paddedExtents(const KernelProgram &Program,
                                               const SharedArray &Declared,
                                               const LayoutChange &Change) {
  std::vector<PaddedExtent> Result;
  for (const auto &[Number, Elements] : llvm::enumerate(Change.Padding)) {
    if (Elements == 0)
      continue;
    const Extent &E = Declared.Extents[Number];
    PaddedExtent Padded;
    Padded.Number = Number;
    Padded.Count = Declared.Extents.size();
    Padded.Elements = Elements;
    // A line comment would swallow what is appended.
    if (E.Span.isValid() && !E.Text.empty() &&
        !llvm::StringRef(E.Text).contains("//")) {
      Padded.NewText = paddedExtent(E.Text, Elements);
      Padded.At = placeOf(Program, E.Span);
    }
    Result.push_back(std::move(Padded));
  }
  return Result;
}

/// True if code of \p Kernels may say in a number how far rows are apart, and
/// so would have to change with the extents: where it goes through pointers.
static bool mayStatePitch(llvm::ArrayRef<KernelUse> Kernels) {
  return llvm::any_of(Kernels, [](const KernelUse &Use) {
    return llvm::any_of(Use.array().LayoutUses,
                        [](const LayoutUse &Seen) { return !Seen.IsOfType; }) ||
           pointerInto(Use);
  });
}

ArrayPadding banklint::padArray(const ArrayScope &Scope,
                                const InterpreterBudget &Budget) {
  ArrayPadding Result;
  Result.Search = findUsefulPadding(*Scope.R.Arch, Scope.Uses, Budget);
  if (!Result.Search.Best) {
    const bool WereTried = Result.Search.End == SearchEnd::NoneHelps ||
                           Result.Search.End == SearchEnd::NotKnown;
    if (WereTried && mayStatePitch(Scope.Kernels))
      Result.Search.WhyNot += ", if its extents alone change";
    return Result;
  }

  const LayoutChange &Change = Result.Search.Best->Change;
  Result.Places = countConflicts(Scope.Uses, *Result.Search.Best);
  Result.Unsafe = findPaddingObstacle(Scope, Change, Budget);
  Result.Extents = paddedExtents(Scope.program(), Scope.array(), Change);
  if (llvm::any_of(Result.Extents,
                   [](const PaddedExtent &E) { return E.NewText.empty(); })) {
    if (!Result.Unsafe)
      Result.Unsafe = Obstacle{ObstacleKind::NotSpelled, "", {}};
    return Result;
  }
  for (const PaddedExtent &E : Result.Extents)
    Result.Edits.push_back(
        {E.At.File, E.At.Span.Offset, E.At.Span.Length, E.NewText});
  return Result;
}
