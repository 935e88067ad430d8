//===- KernelLaunch.cpp - Launches of kernels that are elsewhere --------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/KernelLaunch.h"
#include "banklint/Program/Equality.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <tuple>

using namespace banklint;

// Launches that differ in arguments only, and all launches of one kernel.
static constexpr unsigned MaxArgumentVariants = 8;
static constexpr unsigned MaxSites = 32;
// Places that launch one kernel, each with a block of its own.
static constexpr unsigned MaxPlaces = 128;

/// \p Into keeps what it has in common with \p Other.
template <typename T>
static void keepCommon(std::optional<T> &Into, const std::optional<T> &Other) {
  if (Into != Other)
    Into = std::nullopt;
}

/// \p Into stands for \p Other, too.
static void merge(LaunchSite &Into, const LaunchSite &Other) {
  Into.IsBroken |= Other.IsBroken;
  if (Into.ImpossibleBlock != Other.ImpossibleBlock)
    Into.ImpossibleBlock.clear();
  keepCommon(Into.DynamicBytes, Other.DynamicBytes);
  for (unsigned I = 0; I != 3; ++I) {
    keepCommon(Into.Block[I], Other.Block[I]);
    keepCommon(Into.Grid[I], Other.Grid[I]);
    keepCommon(Into.DefaultBlock[I], Other.DefaultBlock[I]);
  }
  for (auto [Mine, Theirs] : llvm::zip_equal(Into.Arguments, Other.Arguments))
    Mine.keepCommon(Theirs);
  // Other blocks belong to other relations.
  if (!(Into.Relations == Other.Relations))
    Into.Relations = {};
  llvm::erase_if(Into.Formulas, [&Other](const auto &Each) {
    return !llvm::is_contained(Other.Formulas, Each);
  });
}

/// Merges those of \p Sites that \p IsAlike, where there are more than \p Most.
static std::vector<LaunchSite> mergeMany(
    llvm::ArrayRef<LaunchSite> Sites, unsigned Most,
    llvm::function_ref<bool(const LaunchSite &, const LaunchSite &)> IsAlike) {
  std::vector<LaunchSite> Result;
  for (const LaunchSite &Site : Sites) {
    auto AlikeThis = [&](const LaunchSite &Other) {
      return IsAlike(Site, Other);
    };
    if (llvm::count_if(Sites, AlikeThis) <= Most)
      Result.push_back(Site);
    else if (auto It = llvm::find_if(Result, AlikeThis); It != Result.end())
      merge(*It, Site);
    else
      Result.push_back(Site);
  }
  return Result;
}

/// True if what is said of \p General holds for \p Site, which differs from it
/// in extents of a grid that is not known as a whole in either.
static bool isCovered(const LaunchSite &Site, const LaunchSite &General) {
  if (Site.Grid == General.Grid ||
      llvm::all_of(Site.Grid, [](const auto &E) { return E.has_value(); }))
    return false;
  for (unsigned I = 0; I != 3; ++I)
    if (General.Grid[I] && General.Grid[I] != Site.Grid[I])
      return false;
  LaunchSite Same = Site;
  Same.Grid = General.Grid;
  return Same == General;
}

std::vector<LaunchSite> banklint::limitSites(std::vector<LaunchSite> Sites) {
  const std::vector<LaunchSite> All = Sites;
  llvm::erase_if(Sites, [&All](const LaunchSite &Site) {
    return llvm::any_of(All, [&Site](const LaunchSite &General) {
      return isCovered(Site, General);
    });
  });
  Sites = mergeMany(
      Sites, MaxArgumentVariants, [](const LaunchSite &A, const LaunchSite &B) {
        return A.File == B.File && A.Span.Offset == B.Span.Offset &&
               A.Block == B.Block;
      });
  if (Sites.size() > MaxSites)
    Sites = mergeMany(Sites, 1, [](const LaunchSite &A, const LaunchSite &B) {
      return A.Block == B.Block;
    });
  if (Sites.size() > MaxSites)
    Sites = mergeMany(Sites, 1, [](const LaunchSite &A, const LaunchSite &B) {
      return A.File == B.File && A.Span.Offset == B.Span.Offset;
    });
  if (Sites.size() > MaxPlaces)
    Sites = mergeMany(
        Sites, 1, [](const LaunchSite &, const LaunchSite &) { return true; });
  return Sites;
}

bool banklint::operator==(const KernelLaunch &A, const KernelLaunch &B) {
  return A.Kernel == B.Kernel && A.Site == B.Site && A.MadeIn == B.MadeIn &&
         A.Arguments == B.Arguments && A.Formulas == B.Formulas;
}

bool banklint::mayBe(const KernelIdentity &Named,
                     const KernelIdentity &Defined) {
  if (Named.LinkName.empty() || Named.LinkName != Defined.LinkName)
    return false;
  return Named.DefinedAt.empty() ? Defined.IsExternal
                                 : Named.DefinedAt == Defined.DefinedAt;
}

/// The path to the value of parameter \p Index.
static std::vector<unsigned> pathOf(const KernelProgram &Program,
                                    unsigned Index) {
  llvm::ArrayRef<MemberParameter> Members = Program.MemberParameters;
  const unsigned Own = Program.Parameters.size() - Members.size();
  if (Index < Own)
    return {Index};
  const MemberParameter &Member = Members[Index - Own];
  std::vector<unsigned> Path = {Member.Parameter};
  llvm::append_range(Path, Member.Path);
  return Path;
}

LaunchSite banklint::bindLaunch(const KernelLaunch &Launch,
                                const KernelProgram &Program) {
  LaunchSite Site = Launch.Site;
  Site.Arguments.resize(Program.Parameters.size());
  for (unsigned I = 0; I != Site.Arguments.size(); ++I) {
    if (Program.Parameters[I].Type.Bits == 0)
      continue;
    const std::vector<unsigned> Path = pathOf(Program, I);
    for (const ArgumentFormula &Each : Launch.Formulas)
      if (Each.Path == Path)
        Site.Formulas.emplace_back(I, Each.Of);
    const auto Passed =
        llvm::find_if(Launch.Arguments, [&Path](const LaunchArgument &Each) {
          return Each.Path == Path;
        });
    if (Passed == Launch.Arguments.end())
      continue;
    const ArgumentValue &Value = Passed->Value;
    Site.Arguments[I] =
        Value.isNumber() ? ArgumentValue(canonical(Value.number(),
                                                   Program.Parameters[I].Type))
                         : Value;
  }
  return Site;
}

bool banklint::addLaunches(KernelProgram &Program,
                           llvm::ArrayRef<KernelLaunch> Launches) {
  std::vector<LaunchSite> Sites = Program.Launches;
  for (const KernelLaunch &Launch : Launches) {
    if (!mayBe(Launch.Kernel, Program.Identity))
      continue;
    LaunchSite Site = bindLaunch(Launch, Program);
    if (!llvm::is_contained(Sites, Site))
      Sites.push_back(std::move(Site));
  }
  if (Sites.size() == Program.Launches.size())
    return false;
  // Those of one place stay in their order.
  llvm::stable_sort(Sites, [](const LaunchSite &A, const LaunchSite &B) {
    return std::tie(A.File, A.Span.Offset, A.Block, A.Grid, A.DynamicBytes,
                    A.Arguments) < std::tie(B.File, B.Span.Offset, B.Block,
                                            B.Grid, B.DynamicBytes,
                                            B.Arguments);
  });
  Program.Launches = limitSites(std::move(Sites));
  return true;
}
