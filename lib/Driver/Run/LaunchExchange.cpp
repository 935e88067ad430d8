//===- LaunchExchange.cpp - Launches across units ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/LaunchExchange.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace banklint;
namespace path = llvm::sys::path;

namespace {
using LaunchList = std::vector<const KernelLaunch *>;
} // namespace

/// How many directories \p A and \p B have in common from the root on.
static unsigned commonDirectories(llvm::StringRef A, llvm::StringRef B) {
  A = path::parent_path(A);
  B = path::parent_path(B);
  unsigned Common = 0;
  for (auto I = path::begin(A), J = path::begin(B);
       I != path::end(A) && J != path::end(B) && *I == *J; ++I, ++J)
    ++Common;
  return Common;
}

/// Which of \p Definitions a launch in \p File that sees none of them is of;
/// empty if that is open.
static llvm::StringRef nearest(const std::set<std::string> &Definitions,
                               llvm::StringRef File) {
  llvm::StringRef Best;
  unsigned Most = 0;
  bool IsOpen = false;
  for (const std::string &Definition : Definitions) {
    const unsigned Common = commonDirectories(Definition, File);
    if (Best.empty() || Common > Most) {
      Best = Definition;
      Most = Common;
      IsOpen = false;
    } else {
      IsOpen |= Common == Most;
    }
  }
  return IsOpen ? "" : Best;
}

namespace {

/// Where kernels are defined, of all units.
struct Definitions {
  llvm::StringMap<std::set<std::string>> ByLinkName;
  /// Of those of which no more is known.
  llvm::StringMap<std::set<std::string>> ByName;

  explicit Definitions(llvm::ArrayRef<UnitLaunches> Units) {
    for (const UnitLaunches &Unit : Units)
      for (const KernelIdentity &Kernel : Unit.Kernels)
        if (Kernel.LinkName.empty())
          ByName[Kernel.Name].insert(Kernel.DefinedAt);
        else if (Kernel.IsExternal)
          ByLinkName[Kernel.LinkName].insert(Kernel.DefinedAt);
  }

  /// The place of the kernel that \p Launch is of, or empty.
  std::string of(const KernelLaunch &Launch) const {
    const KernelIdentity &Kernel = Launch.Kernel;
    if (!Kernel.DefinedAt.empty())
      return Kernel.DefinedAt;
    std::set<std::string> Places = ByLinkName.lookup(Kernel.LinkName);
    const std::set<std::string> ByNameOnly = ByName.lookup(Kernel.Name);
    Places.insert(ByNameOnly.begin(), ByNameOnly.end());
    const llvm::StringRef Nearest = nearest(Places, Launch.MadeIn);
    return ByNameOnly.count(Nearest.str()) ? "" : Nearest.str();
  }
};

} // namespace

/// The launches of each definition, by its place and the kernel's name, each
/// once.
static llvm::StringMap<LaunchList>
byDefinition(llvm::ArrayRef<UnitLaunches> Units) {
  const Definitions All(Units);
  llvm::StringMap<LaunchList> Result;
  for (const UnitLaunches &Unit : Units)
    for (const KernelLaunch &Launch : Unit.Made) {
      LaunchList &Known = Result[All.of(Launch) + " " + Launch.Kernel.LinkName];
      if (Known.size() != MaxLaunchesElsewhere &&
          llvm::none_of(Known, [&Launch](const KernelLaunch *Other) {
            return *Other == Launch;
          }))
        Known.push_back(&Launch);
    }
  return Result;
}

std::vector<std::vector<KernelLaunch>>
banklint::launchesElsewhere(llvm::ArrayRef<UnitLaunches> Units) {
  const llvm::StringMap<LaunchList> Launches = byDefinition(Units);
  std::vector<std::vector<KernelLaunch>> Result;
  for (const UnitLaunches &Unit : Units) {
    std::vector<KernelLaunch> &Own = Result.emplace_back();
    for (const KernelIdentity &Kernel : Unit.Kernels) {
      const auto Found =
          Launches.find(Kernel.DefinedAt + " " + Kernel.LinkName);
      if (Found == Launches.end() || Kernel.LinkName.empty())
        continue;
      for (const KernelLaunch *Launch : Found->second)
        if (!llvm::is_contained(Unit.Made, *Launch) &&
            !llvm::is_contained(Own, *Launch))
          Own.push_back(*Launch);
    }
  }
  return Result;
}
