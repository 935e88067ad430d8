//===- LayoutFixText.cpp - Wording of fixes -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/LayoutFixText.h"
#include "AccessText.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// What all accesses to the array take.
static std::string sumWords(const LayoutFix &Best) {
  return sumWords(Best.After, Best.Before, Best.Launches);
}

/// "1 other starts to conflict, 2 others may, ", or "".
static std::string spoiledWords(const PlaceCounts &Places) {
  const auto Others = [](unsigned Count) { return counted(Count, "other"); };
  if (Places.Spoiled == 0)
    return Places.MayBeSpoiled == 0
               ? ""
               : Others(Places.MayBeSpoiled) + " may start to conflict, ";
  std::string Text = Others(Places.Spoiled) +
                     (Places.Spoiled == 1 ? " starts" : " start") +
                     " to conflict, ";
  if (Places.MayBeSpoiled != 0)
    Text += Others(Places.MayBeSpoiled) + " may, ";
  return Text;
}

/// "the worst that remains takes 2 wavefronts instead of 1", and what all
/// accesses take if some start to conflict.
static std::string worstWords(const LayoutFix &Best,
                              const PlaceCounts &Places) {
  const bool Spoils = Places.Spoiled + Places.MayBeSpoiled != 0;
  return std::string("the worst that remains takes ") +
         (Places.IsWorstABound ? "up to " : "") +
         counted(Places.WorstRemaining.Wavefronts, "wavefront") +
         " instead of " + grouped(Places.WorstRemaining.Ideal) +
         (Spoils ? "; " + sumWords(Best) : "");
}

/// What a change comes to that leaves or makes conflicts.
static std::string partialWords(const LayoutFix &Best,
                                const PlaceCounts &Places,
                                const AccessChange &Own) {
  const unsigned Cleared = Places.Cleared + Places.MayBeCleared;
  const bool Spoils = Places.Spoiled + Places.MayBeSpoiled != 0;
  const bool AreAsBefore = Cleared == 0 && !Spoils;
  // What remains is what the compiler may remove.
  const bool MayBeClear = Cleared == Places.Conflicting && !Spoils;
  if (AreAsBefore || MayBeClear) {
    const unsigned Before = Own.Before.Wavefronts;
    if (Own.After.Wavefronts == Before)
      return sumWords(Best);
    return "this " + Own.Operation + " takes " + (AreAsBefore ? "" : "up to ") +
           counted(Own.After.Wavefronts, "wavefront") + ", " + grouped(Before) +
           " before";
  }
  return (Places.MayBeCleared ? "up to " : "") + std::to_string(Cleared) +
         " of " + counted(Places.Conflicting, "access") +
         (Cleared == 1 ? " becomes" : " become") + " conflict-free, " +
         spoiledWords(Places) + worstWords(Best, Places);
}

/// "1 wavefront instead of 32" of the worst request, or in sum if the compiler
/// makes wider or narrower requests.
static std::string figuresOf(const AccessChange &Own) {
  if (Own.After.Ideal == Own.Before.Ideal)
    return counted(Own.After.Wavefronts, "wavefront") + " instead of " +
           grouped(Own.Before.Wavefronts);
  return counted(Own.SumAfter.Wavefronts, "wavefront") + " in sum instead of " +
         grouped(Own.SumBefore.Wavefronts);
}

/// What a change comes to that leaves no conflict.
static std::string clearedWords(const LayoutFix &Best,
                                const AccessChange &Own) {
  const std::string All = "every access becomes conflict-free, ";
  // The compiler makes wider or narrower accesses.
  if (Own.SumAfter.Ideal != Own.SumBefore.Ideal)
    return All + sumWords(Best);
  if (Own.After.Ideal == Own.Before.Ideal && !Best.DifferedBefore)
    return figuresOf(Own);
  return All + "this " + Own.Operation + " takes " + figuresOf(Own);
}

bool banklint::isOwnCleared(const PlaceCounts &Places,
                            const AccessChange &Own) {
  return !Places.Remaining.empty() &&
         llvm::none_of(Places.Remaining, [&Own](const auto &Each) {
           return Each.first.first == Own.Program;
         });
}

/// "'k<32>'", with the line if \p Other has the same name.
static std::string nameBeside(const KernelProgram &Kernel,
                              const KernelProgram &Other) {
  return "'" + Kernel.Name + "'" +
         (Kernel.Name == Other.Name
              ? " at line " + std::to_string(Kernel.Span.Line)
              : "");
}

/// What such a change comes to.
static std::string ownClearedWords(const LayoutFix &Best,
                                   const PlaceCounts &Places,
                                   const AccessChange &Own) {
  const KernelProgram *Other = Places.Remaining.begin()->first.first;
  const bool IsOneOther =
      llvm::all_of(Places.Remaining, [Other](const auto &Each) {
        return Each.first.first == Other;
      });
  return "every access to the array in " + nameBeside(*Own.Program, *Other) +
         " becomes conflict-free, this " + Own.Operation + " takes " +
         figuresOf(Own) + "; " + spoiledWords(Places) + "in " +
         (IsOneOther ? nameBeside(*Other, *Own.Program) : "other kernels") +
         " " + worstWords(Best, Places);
}

/// What a change does to the accesses, and what it costs.
static std::string benefitWords(const LayoutResult &Search,
                                const PlaceCounts &Places,
                                const AccessChange &Own) {
  const LayoutFix &Best = *Search.Best;
  std::string Text = Search.clearsAll() ? clearedWords(Best, Own)
                     : isOwnCleared(Places, Own)
                         ? ownClearedWords(Best, Places, Own)
                         : partialWords(Best, Places, Own);
  Text += "; ";
  if (Best.IsSetByLaunch && Best.ExtraBytes == 0)
    Text += "the launch must request more bytes";
  else
    Text += Best.ExtraBytes == 0 ? "no extra memory"
                                 : (Best.ExtraBytesDiffer ? "up to " : "") +
                                       counted(Best.ExtraBytes, "more byte");
  if (Best.IsSetByLaunch && Best.ExtraBytes != 0)
    Text += " at the launch";
  if (Best.Residency)
    Text += ", with which a multiprocessor has shared memory for " +
            counted(Best.Residency->After, "block") +
            (Best.Residency->Kernel.empty()
                 ? ""
                 : " of '" + Best.Residency->Kernel + "'") +
            " instead of " + std::to_string(Best.Residency->Before);
  return Text;
}

/// "the last extent", "the second of 3 extents".
static std::string extentWords(const PaddedExtent &E) {
  if (E.Number + 1 == E.Count)
    return "the last extent" +
           (E.Member.empty() ? "" : " of '" + E.Member + "'");
  return "extent " + std::to_string(E.Number + 1) + " of " +
         std::to_string(E.Count);
}

std::string banklint::paddingMessage(const ArrayPadding &Result,
                                     const AccessChange &Own) {
  std::string Text = "pad ";
  for (const PaddedExtent &E : Result.Extents) {
    if (&E != &Result.Extents.front())
      Text += " and ";
    Text += extentWords(E);
    Text += E.NewText.empty() ? " by " + counted(E.Elements, "element")
                              : " to " + E.NewText;
  }
  if (!Result.Search.clearsAll() && !isOwnCleared(Result.Places, Own))
    Text += Result.Search.Best->AreBounds
                ? " (no tried padding is known to resolve every conflict)"
                : " (no tried padding resolves every conflict)";
  return Text + ": " + benefitWords(Result.Search, Result.Places, Own);
}

static std::string searchEndWords(SearchEnd End) {
  switch (End) {
  case SearchEnd::NotTried:
    return "no padding was tried";
  case SearchEnd::NoneHelps:
    return "no padding is known to help";
  case SearchEnd::NotKnown:
    return "whether padding helps is not known";
  case SearchEnd::Refused:
    return "no padding is offered";
  }
  llvm_unreachable("covered switch");
}

std::string banklint::noFixMessage(const LayoutResult &Search) {
  return searchEndWords(Search.End) + ": " + Search.WhyNot;
}

static std::string obstacleWords(const Obstacle &Unsafe,
                                 llvm::StringRef Array) {
  std::string Name = "'" + Array.str() + "'";
  std::string Detail = onOneLine(Unsafe.Detail);
  switch (Unsafe.Kind) {
  case ObstacleKind::LayoutUse:
    return "the layout of " + Name + " is observed by " + Unsafe.Detail;
  case ObstacleKind::Deduced:
    return Unsafe.Detail + " deduces the extents of " + Name +
           ", and the code may use them";
  case ObstacleKind::Pointer:
    return "'" + Detail + "' goes through a pointer, which may point into " +
           Name;
  case ObstacleKind::ParseErrors:
    return "'" + Unsafe.Detail + "' has parse errors";
  case ObstacleKind::Included:
    return Name + " is declared in a header, which other files may include";
  case ObstacleKind::NotSpelled:
    return "an extent is not written in the declaration";
  case ObstacleKind::Moved:
    return "'" + Detail + "' would then reach other elements of " + Name;
  case ObstacleKind::MayMove:
    return "'" + Detail + "' might then reach other elements of " + Name;
  case ObstacleKind::OtherUse:
    return "'" + Unsafe.Detail + "' needs another layout";
  case ObstacleKind::AssumedLaunch:
    return "'" + Unsafe.Detail + "' may be launched with other blocks, which " +
           "may use other rows of " + Name;
  case ObstacleKind::LaunchedElsewhere:
    return "'" + Unsafe.Detail +
           "' is declared in a header, and other files may launch it with "
           "blocks that use other rows of " +
           Name;
  }
  llvm_unreachable("covered switch");
}

std::string banklint::safetyReason(const std::optional<Obstacle> &Unsafe,
                                   llvm::StringRef Array) {
  if (Unsafe)
    return obstacleWords(*Unsafe, Array);
  return "every use of '" + Array.str() +
         "' is understood and none depends on its layout";
}

std::string banklint::pitchMessage(const ArrayPitch &Result,
                                   const AccessChange &Own) {
  const Gaps &Rows = Result.gaps();
  const std::string Pitch = std::to_string(Rows.Every + Rows.Extra);
  const std::string Old = std::to_string(Rows.Every);
  std::string Text;
  if (Result.IsDeclared && Result.Constant.empty())
    Text = "the extent has " + Pitch + " elements a row, but " +
           counted(Result.Subscripts, "subscript") +
           (Result.Subscripts == 1 ? " uses " : " use ") + Old + "; ";
  else if (Result.HasRoom)
    Text = "the array has room for a row pitch of " + Pitch + "; ";
  Text += "make the row pitch " + Pitch + " instead of " + Old;
  if (Result.Constant.empty())
    Text += " in " + counted(Result.Subscripts, "subscript") +
            (Result.HasRoom ? "" : " and in the extent");
  else
    Text += " where '" + Result.Constant + "' is defined";
  return Text + ": " + benefitWords(Result.Search, Result.Places, Own);
}

std::string banklint::swizzleMessage(const ArraySwizzle &Result,
                                     const AccessChange &Own) {
  const Swizzle &S = *Result.Search.Best->Change.Permutation;
  std::string Text = "swizzle the last subscript ('c' of row 'r' becomes '" +
                     swizzledColumn(S, "r", "c", Result.IsMaskNeeded) + "')";
  if (!Result.Edits.empty())
    Text += " in " + counted(Result.Edits.size(), "place");
  return Text + ": " + benefitWords(Result.Search, Result.Places, Own);
}

/// "'i + i / 32'", "'i + i / 16 * 2'", "'i'".
static std::string spreadIndex(uint64_t Every, uint64_t Extra) {
  if (Extra == 0)
    return "'i'";
  std::string Text = "'i + i / " + std::to_string(Every);
  if (Extra != 1)
    Text += " * " + std::to_string(Extra);
  return Text + "'";
}

/// "tensor" or "tensors", of \p Array.
static std::string tensorsOf(const SharedArray &Array) {
  return Array.TensorCount == 1 ? "tensor" : "tensors";
}

/// Where elements of \p Array are to be stored; if they have rows, with their
/// pitch. The layouts of tensors state it as a stride.
static std::string spreadWords(const Gaps &Spread, bool HasRows,
                               bool AreOfTensors, const SharedArray &Array) {
  const std::string Text =
      "store element 'i' at " + spreadIndex(Spread.Every, Spread.Extra);
  if (Spread.OldExtra != 0)
    return Text + " instead of " +
           spreadIndex(Spread.OldEvery, Spread.OldExtra);
  if (!HasRows)
    return Text;
  const std::string Pitch = std::to_string(Spread.Every + Spread.Extra) +
                            " instead of " + std::to_string(Spread.Every);
  return AreOfTensors ? "in the layout of its " + tensorsOf(Array) +
                            ", make the stride " + Pitch
                      : Text + ", a row pitch of " + Pitch;
}

/// "Swizzle<3, 3, 3>", of elements as long as those of \p Tensor.
static std::string swizzleType(const TensorLayout &Tensor,
                               const BitSwizzle &Swizzle) {
  return "Swizzle<" + std::to_string(Swizzle.Bits) + ", " +
         std::to_string(Swizzle.Base - llvm::Log2_32(Tensor.ElementBytes)) +
         ", " + std::to_string(Swizzle.Shift) + ">";
}

static std::string tensorWords(const TensorChange &Change,
                               const SharedArray &Array) {
  const std::string New = swizzleType(Change.Old, Change.New);
  if (Change.Old.Swizzle.Bits == 0)
    return "give its " + tensorsOf(Array) + " the layout 'composition(" + New +
           "{}, layout)'";
  return "in the layout of its " + tensorsOf(Array) + ", make it '" + New +
         "' instead of '" + swizzleType(Change.Old, Change.Old.Swizzle) + "'";
}

std::string banklint::regroupingMessage(const ArrayRegrouping &Regrouping,
                                        const SharedArray &Array,
                                        const AccessChange &Own) {
  const LayoutChange &Change = Regrouping.Search.Best->Change;
  std::string Text;
  if (Change.Spread && Array.Extents.size() != 1)
    Text += "in the last extent, ";
  if (Change.Tensor)
    Text += tensorWords(*Change.Tensor, Array);
  else if (Change.Spread)
    Text += spreadWords(*Change.Spread, !Regrouping.Search.Best->NeedsIndex,
                        Regrouping.AreOfTensors, Array);
  else if (!Change.Inner.empty())
    Text += "make '" + Array.ElementType + "' " +
            counted(Array.ElementBytes + Change.innerBytes(), "byte") +
            " long instead of " + std::to_string(Array.ElementBytes) +
            ", wherever it is used, by another member behind the others";
  else if (Regrouping.Search.Best->IsPredicted)
    Text += "pad the last extent by " +
            counted(Change.Padding.back(), "element") +
            " and adapt all that relies on the row pitch";
  else
    Text += "make it a structure of arrays, one for each " +
            counted(Change.PieceBytes, "byte") + " of the elements' " +
            std::to_string(Array.ElementBytes);
  return Text + ": " + benefitWords(Regrouping.Search, Regrouping.Places, Own);
}

std::string banklint::sequentialMessage(const SequentialAddressing &S) {
  return "the lanes are " + std::to_string(S.ElementsApart) +
         " elements apart; with sequential addressing (adjacent lanes on "
         "adjacent elements) this request takes " +
         counted(S.Cost.Wavefronts, "wavefront");
}

std::string banklint::safetyReason(const ArraySwizzle &Swizzle,
                                   llvm::StringRef Array) {
  std::string Name = "'" + Array.str() + "'";
  if (!Swizzle.Obstacle)
    return "it rewrites every access to " + Name;
  std::string Detail = "'" + onOneLine(Swizzle.Obstacle->Detail) + "'";
  switch (Swizzle.Obstacle->Kind) {
  case SwizzleObstacleKind::LayoutUse:
    return "the location of elements of " + Name + " is observed by " +
           Swizzle.Obstacle->Detail;
  case SwizzleObstacleKind::Access:
    return "the subscripts of " + Detail + " cannot be edited or repeated";
  case SwizzleObstacleKind::Moved:
    return Detail + " might then reach other elements of " + Name;
  case SwizzleObstacleKind::Mention:
    return "text that was not analyzed mentions " + Name;
  case SwizzleObstacleKind::NotLocal:
    return Name +
           " is not declared inside of a function, and others may use it";
  case SwizzleObstacleKind::ParseErrors:
    return Detail + " has parse errors";
  }
  llvm_unreachable("covered switch");
}
