//===- Includers.cpp - Sources that are parts of others -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Includers.h"
#include "banklint/Commands/FileNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace path = llvm::sys::path;

std::vector<std::optional<size_t>>
banklint::findIncluders(llvm::ArrayRef<Unit> Units,
                        llvm::ArrayRef<UnitSupplement> Supplements) {
  std::vector<std::optional<size_t>> Includers(Units.size());
  // By real path; a source may have several commands.
  llvm::StringMap<std::vector<size_t>> Broken;
  // Real paths take time: those of other names are not asked for.
  llvm::StringSet<> Names;
  for (auto [I, U, Supplement] : llvm::enumerate(Units, Supplements))
    if (Supplement.HasParseErrors) {
      const std::string Path = realPath(U.Source.AbsolutePath);
      Broken[Path].push_back(I);
      Names.insert(path::filename(Path));
    }
  for (auto [I, U, Supplement] : llvm::enumerate(Units, Supplements)) {
    if (Supplement.HasParseErrors || Broken.empty())
      continue;
    for (const FileState &State : Supplement.States) {
      if (!State.Hash || !Names.contains(path::filename(State.Path)))
        continue;
      const auto Own = Broken.find(realPath(State.Path));
      if (Own == Broken.end() ||
          Own->first() == realPath(U.Source.AbsolutePath))
        continue;
      for (size_t Part : Own->second)
        if (!Includers[Part])
          Includers[Part] = I;
    }
  }
  return Includers;
}
