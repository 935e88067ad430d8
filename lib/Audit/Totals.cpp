//===- Totals.cpp - What is lost in sum -----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finding about a place in several kernels, such as the instantiations of a
// template, has the figures of the kernel that loses most there. What the
// others lose is the sum of their accesses at its places.
//
//===----------------------------------------------------------------------===//

#include "Totals.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace banklint;

void LostSum::add(const AuditFinding &F) {
  Wavefronts += F.Lost.Weight;
  IsEstimate |= F.Lost.Weight != 0 && F.Lost.Per != Loss::OfLaunch;
  IsBound |= F.Lost.Weight != 0 && F.IsBound;
  if (F.Lost.Nanoseconds)
    Nanoseconds = Nanoseconds.value_or(0) + *F.Lost.Nanoseconds;
}

LostSum banklint::sumOf(llvm::ArrayRef<AuditFinding> Findings) {
  LostSum Sum;
  for (const AuditFinding &F : Findings)
    Sum.add(F);
  return Sum;
}

namespace {

/// File and name.
using KernelKey = std::pair<std::string, std::string>;

class KernelSums {
public:
  explicit KernelSums(const AuditData &Data);

  std::vector<KernelSum> compute();

private:
  struct Entry {
    KernelSum Sum;
    std::map<CodePlace, PlaceLoss> Losses;
    /// Places of Losses that count already.
    std::set<CodePlace> Counted;
  };

  Entry &ownerOf(const AuditFinding &F);
  void addToOthers(size_t Number, const Entry &Owner);

  const AuditData &Data;
  std::map<KernelKey, Entry> Entries;
  std::map<std::string, std::vector<Entry *>> ByName;
  /// The kernels that lose something at a place.
  std::map<CodePlace, std::set<Entry *>> ByPlace;
  /// The names of kernels whose figures findings at a place have.
  std::set<std::pair<CodePlace, std::string>> Named;
};

} // namespace

static std::vector<CodePlace> placesOf(const AuditFinding &F) {
  std::vector<CodePlace> Places = F.Others;
  Places.push_back(F.At);
  return Places;
}

KernelSums::KernelSums(const AuditData &Data) : Data(Data) {
  for (const AuditKernel &Kernel : Data.Kernels) {
    const auto [Known, IsNew] =
        Entries.try_emplace({Kernel.At.File, Kernel.Name});
    Entry &Own = Known->second;
    if (IsNew)
      ByName[Kernel.Name].push_back(&Own);
    Own.Sum.Name = Kernel.Name;
    Own.Sum.At = Kernel.At;
    for (const auto &[At, Lost] : Kernel.Losses) {
      PlaceLoss &Most = Own.Losses[At];
      if (Lost.Weight > Most.Weight)
        Most = Lost;
      ByPlace[At].insert(&Own);
    }
  }
  for (const AuditFinding &F : Data.Findings)
    for (const CodePlace &At : placesOf(F))
      Named.insert({At, F.Kernel});
}

/// The kernel whose figures \p F has.
KernelSums::Entry &KernelSums::ownerOf(const AuditFinding &F) {
  std::vector<Entry *> &Known = ByName[F.Kernel];
  if (Known.empty()) {
    Entry &New = Entries[{F.At.File, F.Kernel}];
    New.Sum.Name = F.Kernel;
    New.Sum.At = F.At;
    Known.push_back(&New);
  }
  // Several files may have kernels of one name.
  auto Owner = llvm::find_if(
      Known, [&](const Entry *Each) { return Each->Losses.count(F.At); });
  if (Owner == Known.end())
    Owner = llvm::find_if(Known, [&](const Entry *Each) {
      return Each->Sum.At.File == F.At.File;
    });
  return Owner == Known.end() ? *Known.front() : **Owner;
}

/// Adds the finding \p Number to the kernels beside \p Owner that lose
/// something at its places, and of which no finding there is.
void KernelSums::addToOthers(size_t Number, const Entry &Owner) {
  for (const CodePlace &At : placesOf(Data.Findings[Number]))
    for (Entry *Other : ByPlace[At]) {
      if (Other == &Owner || Named.count({At, Other->Sum.Name}))
        continue;
      std::vector<size_t> &Numbers = Other->Sum.Findings;
      if (Numbers.empty() || Numbers.back() != Number)
        Numbers.push_back(Number);
      if (!Other->Counted.insert(At).second)
        continue;
      const PlaceLoss &Lost = Other->Losses[At];
      Other->Sum.Lost.Wavefronts += Lost.Weight;
      Other->Sum.Lost.IsEstimate |= Lost.IsEstimate;
    }
}

std::vector<KernelSum> KernelSums::compute() {
  for (auto [Number, F] : llvm::enumerate(Data.Findings)) {
    if (F.Kernel.empty())
      continue;
    Entry &Owner = ownerOf(F);
    Owner.Sum.Findings.push_back(Number);
    Owner.Sum.Lost.add(F);
    addToOthers(Number, Owner);
  }
  std::vector<KernelSum> Sums;
  for (auto &[Key, Each] : Entries)
    Sums.push_back(std::move(Each.Sum));
  llvm::stable_sort(Sums, [](const KernelSum &A, const KernelSum &B) {
    return A.Lost.Wavefronts > B.Lost.Wavefronts;
  });
  return Sums;
}

std::vector<KernelSum> banklint::sumsOfKernels(const AuditData &Data) {
  return KernelSums(Data).compute();
}
