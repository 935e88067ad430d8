//===- ArrayPitch.cpp - Another pitch for rows in subscripts --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/ArrayPitch.h"
#include "banklint/Analysis/FixChoice.h"
#include "banklint/Analysis/MovedElements.h"
#include "banklint/Program/RowPitch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// True if the extent changes with the pitch's constant.
static bool isExtentOwn(const RowPitch &Pitch) {
  return Pitch.Constant && Pitch.Constant->ExtentTerms.size() > 1;
}

/// The elements of an array of \p Elements when its pitch is \p Changed.
static uint64_t elementsWith(const RowPitch &Pitch, uint64_t Elements,
                             uint64_t Changed) {
  if (!isExtentOwn(Pitch))
    return Elements + llvm::divideCeil(Elements, Pitch.Elements) *
                          (Changed - Pitch.Elements);
  uint64_t Sum = 0, Power = 1;
  for (int64_t Term : Pitch.Constant->ExtentTerms) {
    Sum += uint64_t(Term) * Power;
    Power *= Changed;
  }
  return Sum;
}

/// True if the rows of \p Pitch that \p Used elements are in fit into
/// \p Elements when these are \p Changed apart: whole ones, as an array is not
/// long enough by chance.
static bool hasRoom(const RowPitch &Pitch, uint64_t Used, uint64_t Elements,
                    uint64_t Changed) {
  return llvm::divideCeil(Used, Pitch.Elements) * Changed <= Elements;
}

static bool isSame(const SpelledNumber &A, const SpelledNumber &B) {
  return A.Span.Offset == B.Span.Offset && A.Text == B.Text;
}

/// True if both ask for the same edits.
static bool isSame(const RowPitch &A, const RowPitch &B) {
  return A.Elements == B.Elements && A.DeclaredElements == B.DeclaredElements &&
         A.Factors.size() == B.Factors.size() &&
         llvm::all_of(llvm::zip(A.Factors, B.Factors),
                      [](const auto &Pair) {
                        return isSame(std::get<0>(Pair), std::get<1>(Pair));
                      }) &&
         A.Constant.has_value() == B.Constant.has_value() &&
         (!A.Constant || A.Constant->ExtentTerms == B.Constant->ExtentTerms) &&
         A.ExtentFactor.has_value() == B.ExtentFactor.has_value() &&
         (!A.ExtentFactor || isSame(*A.ExtentFactor, *B.ExtentFactor));
}

namespace {

class PitchChanger {
public:
  PitchChanger(const ArrayScope &Scope, const InterpreterBudget &Budget)
      : R(Scope.R), Kernels(Scope.Kernels), Uses(Scope.Uses), Budget(Budget) {}

  std::optional<ArrayPitch> change(const RowPitch &Pitch) const;

private:
  std::optional<unsigned> numberIn(const KernelProgram &Program, unsigned Array,
                                   const RowPitch &Pitch) const;
  bool isEverywhere(const RowPitch &Pitch) const;
  bool isKept(const RowPitch &Pitch, ArrayPitch &Result) const;
  std::optional<Obstacle> doubtedLaunch() const;
  std::optional<Obstacle> unseenAccess() const;
  bool write(const RowPitch &Pitch, ArrayPitch &Result) const;
  const KernelProgram &program() const { return Kernels.front().program(); }
  const SharedArray &array() const { return Kernels.front().array(); }

  const Report &R;
  const llvm::ArrayRef<KernelUse> Kernels;
  const llvm::ArrayRef<ArrayUse> Uses;
  const InterpreterBudget &Budget;
};

} // namespace

/// The number of \p Pitch, of array number \p Array, in \p Program.
std::optional<unsigned> PitchChanger::numberIn(const KernelProgram &Program,
                                               unsigned Array,
                                               const RowPitch &Pitch) const {
  if (!Program.Pitched)
    return std::nullopt;
  for (const auto &[Number, Other] : llvm::enumerate(Program.Pitched->Pitches))
    if (Other.Array == Array && isSame(Other, Pitch))
      return unsigned(Number);
  return std::nullopt;
}

/// True if all instantiations and kernels have the same pitch and extent.
bool PitchChanger::isEverywhere(const RowPitch &Pitch) const {
  return llvm::all_of(Kernels, [&](const KernelUse &Use) {
    return Use.array().Extents.front().Elements ==
               array().Extents.front().Elements &&
           numberIn(Use.program(), Use.Array, Pitch);
  });
}

/// False if some access surely goes to another element; notes doubts.
bool PitchChanger::isKept(const RowPitch &Pitch, ArrayPitch &Result) const {
  for (const ArrayUse &Use : Uses) {
    const std::optional<MovedElement> Moved =
        findElementOffPitch(Use, Result.Search.Best->Change,
                            *numberIn(*Use.Program, Use.Array, Pitch), Budget);
    if (Moved && Moved->IsSure)
      return false;
    if (!Moved || Result.Unsafe)
      continue;
    const Access &A = Use.Program->Accesses[Moved->Access];
    Result.Unsafe =
        Obstacle{ObstacleKind::MayMove, A.Text, placeOf(*Use.Program, A.Span)};
  }
  return true;
}

/// An access to the array that no launch executes, so that it is not known
/// where it goes.
std::optional<Obstacle> PitchChanger::unseenAccess() const {
  for (const KernelUse &Use : Kernels) {
    const KernelProgram &Program = Use.program();
    std::vector<bool> IsSeen(Program.Accesses.size());
    for (const LaunchReport &Launch : Use.Kernel->Launches)
      for (const Verdict &V : Launch.Verdicts)
        IsSeen[V.Access] =
            IsSeen[V.Access] || V.Traced.Requests != 0 || V.FusedBytes != 0;
    for (const auto &[Number, A] : llvm::enumerate(Program.Accesses))
      if (A.Array == Use.Array && !IsSeen[Number])
        return Obstacle{ObstacleKind::MayMove, A.Text,
                        placeOf(Program, A.Span)};
  }
  return std::nullopt;
}

/// Rows of a pitch have the lengths that launches give them. Which kernel may
/// be launched otherwise.
std::optional<Obstacle> PitchChanger::doubtedLaunch() const {
  for (const KernelUse &Use : Kernels) {
    if (Use.program().Pitched->IsDeclaredInHeader)
      return Obstacle{ObstacleKind::LaunchedElsewhere, Use.program().Name, {}};
    for (const LaunchReport &Launch : Use.Kernel->Launches)
      // A profile has the launches of one run.
      if (!llvm::is_contained({LaunchOrigin::Annotation,
                               LaunchOrigin::LaunchSite,
                               LaunchOrigin::BlockAttribute},
                              Launch.Launch.Origin))
        return Obstacle{ObstacleKind::AssumedLaunch, Use.program().Name, {}};
  }
  return std::nullopt;
}

/// "33", "(PITCH + 1)".
static std::string factorText(llvm::StringRef Text, uint64_t Extra) {
  const std::string Sum = paddedExtent(Text, Extra);
  return llvm::StringRef(Sum).contains(' ') ? "(" + Sum + ")" : Sum;
}

/// Writes the edits; false if not all of them can be.
bool PitchChanger::write(const RowPitch &Pitch, ArrayPitch &Result) const {
  const uint64_t Extra = Result.gaps().Extra;
  auto Add = [&](SourceSpan Span, std::string Text) {
    const std::string File = program().fileOf(Span).str();
    if (Result.Edits.empty())
      Result.At = {File, Span};
    Result.Edits.push_back({File, Span.Offset, Span.Length, std::move(Text)});
  };
  const Extent &Declared = array().Extents.front();
  // A constant of the extent would change what has room.
  if (Pitch.Constant && !(Result.HasRoom && isExtentOwn(Pitch))) {
    const SpelledNumber &Defined = Pitch.Constant->Definition;
    Result.Constant = Pitch.Constant->Name;
    Add(Defined.Span, paddedExtent(Defined.Text, Extra));
    if (isExtentOwn(Pitch))
      return true;
  } else {
    Result.Subscripts = Pitch.Factors.size();
    for (const SpelledNumber &Factor : Pitch.Factors)
      Add(Factor.Span, Result.IsDeclared ? Pitch.DeclaredText
                                         : factorText(Factor.Text, Extra));
  }
  if (Result.HasRoom)
    return true;
  if (Pitch.ExtentFactor) {
    Add(Pitch.ExtentFactor->Span, factorText(Pitch.ExtentFactor->Text, Extra));
    return true;
  }
  // A line comment would swallow what is appended.
  if (!Declared.Span.isValid() || Declared.Text.empty() ||
      llvm::StringRef(Declared.Text).contains("//"))
    return false;
  Add(Declared.Span,
      paddedExtent(Declared.Text, Result.gaps().Size - Declared.Elements));
  return true;
}

std::optional<ArrayPitch> PitchChanger::change(const RowPitch &Pitch) const {
  if (!isEverywhere(Pitch))
    return std::nullopt;
  const uint64_t Elements = array().Extents.front().Elements;
  const std::optional<uint64_t> Used = usedElements(Uses, Budget);
  const auto HasRoom = [&](uint64_t Changed) {
    return Used && *Used != 0 && hasRoom(Pitch, *Used, Elements, Changed);
  };
  ArrayPitch Result;
  Result.Search =
      findPitch(*R.Arch, Uses, Budget, Pitch.Elements, [&](uint64_t Changed) {
        return HasRoom(Changed) ? Elements
                                : elementsWith(Pitch, Elements, Changed);
      });
  if (!improvesWorst(Result.Search))
    return std::nullopt;
  const uint64_t Changed = Pitch.Elements + Result.gaps().Extra;
  Result.HasRoom = HasRoom(Changed);
  Result.IsDeclared = Result.HasRoom && Pitch.DeclaredElements == Changed;
  if (!isKept(Pitch, Result) || !write(Pitch, Result))
    return std::nullopt;
  if (auto Doubted = doubtedLaunch())
    Result.Unsafe = Doubted;
  if (auto Unseen = unseenAccess())
    Result.Unsafe = Unseen;
  if (auto Other = findObstacle(R, Kernels))
    Result.Unsafe = Other;
  Result.Places = countConflicts(Uses, *Result.Search.Best);
  return Result;
}

std::optional<ArrayPitch>
banklint::changePitch(const ArrayScope &Scope,
                      const InterpreterBudget &Budget) {
  std::optional<ArrayPitch> Best;
  const PitchChanger Changer(Scope, Budget);
  // All kernels have the pitches of the first one, if they share any.
  if (!Scope.program().Pitched)
    return Best;
  for (const RowPitch &Pitch : Scope.program().Pitched->Pitches) {
    if (Pitch.Array != Scope.Kernels.front().Array || Pitch.Member)
      continue;
    std::optional<ArrayPitch> Found = Changer.change(Pitch);
    if (Found && (!Best || Found->Search.Best->After.Wavefronts <
                               Best->Search.Best->After.Wavefronts))
      Best = std::move(Found);
  }
  return Best;
}
