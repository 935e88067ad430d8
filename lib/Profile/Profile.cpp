//===- Profile.cpp - What a profiler measured -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Profile/Profile.h"
#include "Pages.h"
#include "banklint/Profile/KernelName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>

using namespace banklint;

llvm::StringRef banklint::spelling(ProfiledOperation Operation) {
  switch (Operation) {
  case ProfiledOperation::Load:
    return "load";
  case ProfiledOperation::Store:
    return "store";
  case ProfiledOperation::Atomic:
    return "atomic";
  }
  llvm_unreachable("covered switch");
}

namespace {

/// Joins pages.
class ProfileJoiner {
public:
  void addListed(std::vector<ListedLaunch> Launches);
  void addSource(std::vector<SourceLaunch> Launches);
  Profile take() { return std::move(Result); }

private:
  bool isAt(unsigned First, llvm::ArrayRef<KernelName> Kernels) const;
  unsigned place(llvm::ArrayRef<SourceLaunch> Launches);

  Profile Result;
  /// By launch of Result.
  std::vector<KernelName> Names;
  std::vector<bool> HasSource;
  std::map<std::string, unsigned> ByKey;
};

} // namespace

/// The raw and the details page of one report have the same launches.
void ProfileJoiner::addListed(std::vector<ListedLaunch> Launches) {
  for (ListedLaunch &Each : Launches) {
    const auto [Known, IsNew] =
        ByKey.try_emplace(Each.Key, Result.Launches.size());
    if (IsNew) {
      Names.push_back(kernelName(Each.Launch.Kernel));
      HasSource.push_back(false);
      Result.Launches.push_back(std::move(Each.Launch));
      continue;
    }
    ProfiledLaunch &Into = Result.Launches[Known->second];
    if (!Into.StaticBytes)
      Into.StaticBytes = Each.Launch.StaticBytes;
    if (!Into.DynamicBytes)
      Into.DynamicBytes = Each.Launch.DynamicBytes;
  }
}

/// True if the launches from number \p First on are of \p Kernels.
bool ProfileJoiner::isAt(unsigned First,
                         llvm::ArrayRef<KernelName> Kernels) const {
  if (Kernels.size() > Names.size() - First)
    return false;
  for (const auto &[I, Kernel] : llvm::enumerate(Kernels))
    if (HasSource[First + I] || !mayBeSame(Names[First + I], Kernel))
      return false;
  return true;
}

/// The number of the first of \p Launches in Result.
unsigned ProfileJoiner::place(llvm::ArrayRef<SourceLaunch> Launches) {
  std::vector<KernelName> Kernels;
  for (const SourceLaunch &Each : Launches)
    Kernels.push_back(kernelName(Each.Kernel));
  const unsigned Listed = Names.size();
  for (unsigned First = 0; First != Listed; ++First)
    if (isAt(First, Kernels))
      return First;
  // Lines without blocks.
  for (auto &&[Each, Kernel] : llvm::zip_equal(Launches, Kernels)) {
    Names.push_back(std::move(Kernel));
    HasSource.push_back(false);
    Result.Launches.emplace_back().Kernel = Each.Kernel;
  }
  return Listed;
}

void ProfileJoiner::addSource(std::vector<SourceLaunch> Launches) {
  const unsigned First = place(Launches);
  for (auto &&[I, Each] : llvm::enumerate(Launches)) {
    HasSource[First + I] = true;
    Result.Launches[First + I].Computed = Each.Computed;
    for (ProfiledLine &Line : Each.Lines) {
      Line.Launch = First + I;
      Result.Lines.push_back(std::move(Line));
    }
  }
}

ProfileReading banklint::readProfile(llvm::ArrayRef<ProfileText> Texts) {
  ProfileReading Reading;
  ProfileJoiner Joiner;
  std::vector<Page> Pages;
  for (const ProfileText &Each : Texts) {
    Pages.push_back(readPage(Each.Text));
    for (const std::string &Error : Pages.back().Errors)
      Reading.Errors.push_back(Each.Name + ":" + Error);
  }
  // Source pages find their launches in any order of the files.
  for (Page &Each : Pages)
    Joiner.addListed(std::move(Each.Listed));
  for (Page &Each : Pages)
    Joiner.addSource(std::move(Each.Source));
  Reading.Result = Joiner.take();
  return Reading;
}
