//===- SymbolicText.cpp - Costs by residue class in words -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Costs/SymbolicCost.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

namespace {

/// Residue classes are listed one by one up to this many.
constexpr unsigned MaxClasses = 4;
/// Different costs are listed one by one up to this many.
constexpr unsigned MaxGroups = 7;

/// The values that are Residue modulo Modulus.
struct ResidueClass {
  uint64_t Modulus;
  uint64_t Residue;
};

/// Values that cost the same.
struct Group {
  unsigned Wavefronts;
  unsigned Ideal;
  /// Some values other than 0 cost less.
  bool IsBound;
  std::vector<ResidueClass> Classes;

  bool isSameCost(const Group &Other) const {
    return Wavefronts == Other.Wavefronts && Ideal == Other.Ideal &&
           IsBound == Other.IsBound;
  }
  bool operator<(const Group &Other) const {
    if (Wavefronts != Other.Wavefronts)
      return Wavefronts > Other.Wavefronts;
    return Ideal != Other.Ideal ? Ideal < Other.Ideal : IsBound < Other.IsBound;
  }
};

/// Writes a cost function down.
class Describer {
public:
  Describer(const SymbolicCost &Cost, llvm::StringRef Name, bool IsBound)
      : Cost(Cost), Name(Name.str()), IsBound(IsBound),
        ByResidue(Cost.period()) {}
  std::string describe();

private:
  void groupResidues();
  void collect(ResidueClass Class);
  bool isUniform(ResidueClass Class) const;
  void addGroups();
  void addZero();
  void add(llvm::StringRef Condition, unsigned Wavefronts, unsigned Ideal,
           bool IsAtMost);
  std::string spell(ResidueClass Class) const;
  std::string spell(const Group &G, bool IsLast) const;

  const SymbolicCost &Cost;
  std::string Name;
  bool IsBound;
  /// Index into Groups; nothing where the access faults.
  std::vector<std::optional<unsigned>> ByResidue;
  std::vector<Group> Groups;
  bool HasFaults = false;
  /// The figures do not go without their ideal.
  bool TellsIdeal = false;
  std::string Text;
};

} // namespace

void Describer::groupResidues() {
  std::vector<bool> HasLess(Cost.period());
  for (const auto &Exception : Cost.exceptions())
    if (Exception.first != 0)
      HasLess[uint64_t(Exception.first) & (Cost.period() - 1)] = true;
  for (uint64_t Residue = 0; Residue != Cost.period(); ++Residue) {
    const CostIfAligned &OfClass = Cost.ofClass(Residue);
    HasFaults |= !OfClass && !Cost.IsLimited;
    if (!OfClass)
      continue;
    Group Own{
        OfClass->Wavefronts, OfClass->Ideal, IsBound || HasLess[Residue], {}};
    auto Known = llvm::find_if(
        Groups, [&](const Group &G) { return G.isSameCost(Own); });
    ByResidue[Residue] = Known - Groups.begin();
    if (Known == Groups.end())
      Groups.push_back(Own);
    TellsIdeal |= Own.Ideal != Groups.front().Ideal;
  }
}

bool Describer::isUniform(ResidueClass Class) const {
  for (uint64_t R = Class.Residue; R < ByResidue.size(); R += Class.Modulus)
    if (ByResidue[R] != ByResidue[Class.Residue])
      return false;
  return true;
}

/// Splits \p Class until each part has one cost.
void Describer::collect(ResidueClass Class) {
  if (isUniform(Class)) {
    if (ByResidue[Class.Residue])
      Groups[*ByResidue[Class.Residue]].Classes.push_back(Class);
    return;
  }
  collect({2 * Class.Modulus, Class.Residue});
  collect({2 * Class.Modulus, Class.Residue + Class.Modulus});
}

std::string Describer::spell(ResidueClass Class) const {
  if (Class.Modulus == 1)
    return Cost.exceptions().count(0) ? Name + " != 0" : "any " + Name;
  if (Class.Modulus == 2)
    return Name + (Class.Residue ? " odd" : " even");
  return Name + " % " + std::to_string(Class.Modulus) +
         " == " + std::to_string(Class.Residue);
}

std::string Describer::spell(const Group &G, bool IsLast) const {
  if (IsLast && !HasFaults && G.Classes.size() > 1)
    return "otherwise";
  if (G.Classes.size() <= MaxClasses) {
    std::vector<std::string> Parts;
    for (ResidueClass Class : G.Classes)
      Parts.push_back(spell(Class));
    return llvm::join(Parts, " or ");
  }
  uint64_t Residues = 0;
  for (ResidueClass Class : G.Classes)
    Residues += Cost.period() / Class.Modulus;
  std::string Period = std::to_string(Cost.period());
  return std::to_string(Residues) + " of " + Period + " values of " + Name +
         " % " + Period;
}

void Describer::add(llvm::StringRef Condition, unsigned Wavefronts,
                    unsigned Ideal, bool IsAtMost) {
  bool IsFirst = Text.empty();
  Text += (IsFirst ? "" : "; ") + Condition.str() + ": ";
  if (IsAtMost)
    Text += "at most ";
  Text += std::to_string(Wavefronts);
  if (IsFirst)
    Text += Wavefronts == 1 ? " wavefront" : " wavefronts";
  if (TellsIdeal)
    Text += " (ideal " + std::to_string(Ideal) + ")";
}

void Describer::addGroups() {
  std::sort(Groups.begin(), Groups.end());
  for (unsigned I = 0; I != Groups.size(); ++I) {
    const Group &G = Groups[I];
    bool IsLast = I + 1 == Groups.size();
    if (!IsLast && I + 1 == MaxGroups) {
      add(HasFaults ? "otherwise, if aligned" : "otherwise", G.Wavefronts,
          G.Ideal, /*IsAtMost=*/true);
      return;
    }
    add(spell(G, IsLast), G.Wavefronts, G.Ideal, G.IsBound);
  }
}

void Describer::addZero() {
  auto Zero = Cost.exceptions().find(0);
  if (Zero == Cost.exceptions().end() || !Zero->second)
    return;
  if (const CostIfAligned &OfClass = Cost.ofClass(0))
    TellsIdeal |= Zero->second->Ideal != OfClass->Ideal;
  add(Name + " == 0", Zero->second->Wavefronts, Zero->second->Ideal, IsBound);
}

std::string Describer::describe() {
  groupResidues();
  collect({1, 0});
  addGroups();
  addZero();
  if (HasFaults)
    Text += "; other " + Name + ": misaligned";
  return Text;
}

std::string SymbolicCost::describe(llvm::StringRef Name, bool IsBound) const {
  return Describer(*this, Name, IsBound).describe();
}
