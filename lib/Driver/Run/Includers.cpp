//===- Includers.cpp - Sources that are parts of others -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Includers.h"
#include "banklint/Commands/FileNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace path = llvm::sys::path;

/// For each of \p Units that may be a part: those that read its source.
static std::vector<std::vector<size_t>>
findReaders(llvm::ArrayRef<Unit> Units, llvm::ArrayRef<UnitFiles> Files) {
  std::vector<std::vector<size_t>> Readers(Units.size());
  // By real path; a source may have several commands.
  llvm::StringMap<std::vector<size_t>> Parts;
  // Real paths take time: those of other names are not asked for.
  llvm::StringSet<> Names;
  std::vector<std::string> Paths;
  for (const auto &[I, U, Own] : llvm::enumerate(Units, Files)) {
    Paths.push_back(realPath(U.Source.AbsolutePath));
    if (!U.Source.Includer.empty() || (U.Source.IsInDatabase && !Own.IsBroken))
      continue;
    Parts[Paths.back()].push_back(I);
    Names.insert(path::filename(Paths.back()));
    Names.insert(path::filename(U.Source.AbsolutePath));
  }
  for (const auto &[I, Own] : llvm::enumerate(Files)) {
    if (Own.IsBroken)
      continue;
    llvm::StringSet<> Seen = {Paths[I]};
    for (const FileState &State : Own.States) {
      if (!State.Hash || !Names.contains(path::filename(State.Path)))
        continue;
      const std::string Path = realPath(State.Path);
      const auto Read = Parts.find(Path);
      if (Read == Parts.end() || !Seen.insert(Path).second)
        continue;
      for (size_t Part : Read->second)
        Readers[Part].push_back(I);
    }
  }
  return Readers;
}

std::vector<std::optional<size_t>>
banklint::findIncluders(llvm::ArrayRef<Unit> Units,
                        llvm::ArrayRef<UnitFiles> Files) {
  const std::vector<std::vector<size_t>> Readers = findReaders(Units, Files);
  std::vector<std::optional<size_t>> Includers(Units.size());
  for (const auto &[I, Own] : llvm::enumerate(Readers)) {
    // Of two that include each other, each stays whole.
    const auto Whole = llvm::find_if(
        Own, [&Readers](size_t Reader) { return Readers[Reader].empty(); });
    if (Whole != Own.end())
      Includers[I] = *Whole;
  }
  return Includers;
}
