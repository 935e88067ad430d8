//===- MemberPadding.cpp - Padding of arrays in shared structs ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/ArrayPadding.h"
#include "banklint/Analysis/MovedElements.h"
#include "banklint/Program/RowPitch.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace banklint;

static llvm::ArrayRef<MemberArray> memberArrays(const ArrayScope &Scope) {
  return membersOf(Scope.program(), Scope.Kernels.front().Array);
}

/// True if both have the same members at the same places.
static bool haveSameMembers(const KernelUse &A, const KernelUse &B) {
  const auto IsSame = [](const MemberArray &X, const MemberArray &Y) {
    return X.Begin == Y.Begin && X.rowBytes() == Y.rowBytes() &&
           X.rows() == Y.rows() && X.Span.Offset == Y.Span.Offset;
  };
  const auto Of = membersOf(A.program(), A.Array);
  return A.array().ElementBytes == B.array().ElementBytes &&
         llvm::equal(Of, membersOf(B.program(), B.Array), IsSame);
}

/// An array of \p R outside of \p Scope that has a member declared where
/// \p Member is.
static std::optional<Obstacle> findOtherArray(const ArrayScope &Scope,
                                              const MemberArray &Member) {
  const llvm::StringRef File = Scope.program().fileOf(Member.Span);
  for (const KernelReport &Kernel : Scope.R.Kernels)
    for (unsigned Number = 0; Number != Kernel.Program.Arrays.size();
         ++Number) {
      const auto IsOf = [&](const KernelUse &Use) {
        return Use.Kernel == &Kernel && Use.Array == Number;
      };
      const auto HasIt = [&](const MemberArray &Other) {
        return Other.Span.Offset == Member.Span.Offset &&
               Kernel.Program.fileOf(Other.Span) == File;
      };
      if (llvm::none_of(Scope.Kernels, IsOf) &&
          llvm::any_of(membersOf(Kernel.Program, Number), HasIt))
        return Obstacle{ObstacleKind::OtherUse, Kernel.Program.Name, {}};
    }
  return std::nullopt;
}

/// The number of the pitch of member \p Member in \p Use's program.
static std::optional<unsigned> pitchOf(const ArrayUse &Use, unsigned Member) {
  if (Use.Program->Pitched)
    for (const auto &[Number, Pitch] :
         llvm::enumerate(Use.Program->Pitched->Pitches))
      if (Pitch.Array == Use.Array && Pitch.Member == Member)
        return unsigned(Number);
  return std::nullopt;
}

/// The first obstacle to padding \p Member with \p Change, those that forbid it
/// first.
static std::optional<Obstacle>
findMemberObstacle(const ArrayScope &Scope, unsigned Number,
                   const LayoutChange &Change,
                   const InterpreterBudget &Budget) {
  const MemberArray &Member = memberArrays(Scope)[Number];
  if (auto Other = findOtherArray(Scope, Member))
    return Other;
  std::optional<Obstacle> Possible;
  for (const ArrayUse &Use : Scope.Uses) {
    const std::optional<unsigned> Pitch = pitchOf(Use, Number);
    if (!Pitch)
      continue;
    const auto Moved = findElementOffPitch(Use, Change, *Pitch, Budget);
    if (!Moved)
      continue;
    const Access &A = Use.Program->Accesses[Moved->Access];
    const Obstacle Found{Moved->IsSure ? ObstacleKind::Moved
                                       : ObstacleKind::MayMove,
                         A.Text, placeOf(*Use.Program, A.Span)};
    if (Moved->IsSure)
      return Found;
    if (!Possible)
      Possible = Found;
  }
  if (!Member.LayoutUses.empty()) {
    const LayoutUse &Seen = Member.LayoutUses.front();
    return Obstacle{ObstacleKind::LayoutUse, Seen.What,
                    placeOf(Scope.program(), Seen.Span)};
  }
  if (auto Included =
          findIncluded(Scope.R, Scope.program().fileOf(Member.Span)))
    return Included;
  std::optional<Obstacle> Other = findObstacle(Scope.R, Scope.Kernels);
  return Other ? Other : Possible;
}

/// Judges the members \p Numbers, which are declared at one place.
static ArrayPadding padMember(const ArrayScope &Scope,
                              llvm::ArrayRef<unsigned> Numbers,
                              const InterpreterBudget &Budget) {
  ArrayPadding Result;
  Result.Search = findMemberPadding(*Scope.R.Arch, Scope.Uses, Budget, Numbers);
  if (!Result.Search.Best)
    return Result;
  const LayoutFix &Best = *Result.Search.Best;
  const MemberArray &Member = memberArrays(Scope)[Numbers.front()];
  Result.Places = countConflicts(Scope.Uses, Best);
  Result.Unsafe =
      findMemberObstacle(Scope, Numbers.front(), Best.Change, Budget);
  const Extent &Last = Member.Extents.back();
  PaddedExtent Padded;
  Padded.Count = Member.Extents.size();
  Padded.Number = Padded.Count - 1;
  Padded.Member = Scope.array().Name + "." + Member.Name;
  Padded.Elements = Best.Change.Inner.front().Bytes / Member.ElementBytes;
  if (Last.Span.isValid() && !Last.Text.empty() &&
      !llvm::StringRef(Last.Text).contains("//")) {
    Padded.NewText = paddedExtent(Last.Text, Padded.Elements);
    Padded.At = placeOf(Scope.program(), Last.Span);
    Result.Edits.push_back(
        {Padded.At.File, Last.Span.Offset, Last.Span.Length, Padded.NewText});
  } else if (!Result.Unsafe) {
    Result.Unsafe = Obstacle{ObstacleKind::NotSpelled, "", {}};
  }
  Result.Extents.push_back(std::move(Padded));
  return Result;
}

std::optional<ArrayPadding>
banklint::padMembers(const ArrayScope &Scope, const InterpreterBudget &Budget) {
  std::map<unsigned, llvm::SmallVector<unsigned, 4>> ByPlace;
  for (const auto &[Number, Member] : llvm::enumerate(memberArrays(Scope)))
    ByPlace[Member.Span.Offset].push_back(Number);
  std::optional<ArrayPadding> Best;
  if (!llvm::all_of(Scope.Kernels, [&](const KernelUse &Use) {
        return haveSameMembers(Use, Scope.Kernels.front());
      }))
    return Best;
  for (const auto &[Offset, Numbers] : ByPlace) {
    ArrayPadding Found = padMember(Scope, Numbers, Budget);
    if (Found.Search.Best && (!Best || Found.Search.Best->After.Wavefronts <
                                           Best->Search.Best->After.Wavefronts))
      Best = std::move(Found);
  }
  return Best;
}
