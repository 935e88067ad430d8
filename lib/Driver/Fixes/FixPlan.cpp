//===- FixPlan.cpp - Which fixes go together ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Fixes/FixPlan.h"
#include "banklint/Commands/FileNames.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"
#include <set>
#include <tuple>

using namespace banklint;

namespace {

/// Why a fix can't be chosen.
enum class Hindrance {
  None,
  ParseErrors,
  OutsideOfFilter,
  SystemHeader,
  /// Another fix changes the same text.
  Contradiction,
  /// The text that it refers to is not known.
  UnknownText,
};

class Planner {
public:
  Planner(const SourceTexts &Sources, const FixRules &Rules, FixPlan &Plan)
      : Sources(Sources), Rules(Rules), Filter(Rules.HeaderFilter),
        Excluded(Rules.ExcludeHeaderFilter), Plan(Plan) {}

  /// Has chooseBest choose for each array of \p Findings the fix that leaves
  /// the fewest wavefronts; of equal ones an automatic one, or else the first.
  void compare(llvm::ArrayRef<Finding> Findings);
  /// Chooses for \p F what its array prefers, if \p F offers it and it is of
  /// the class \p Safety.
  void chooseBest(const Finding &F, FixSafety Safety);
  /// Chooses the first fix of \p F of a class.
  void chooseFirst(const Finding &F, FixSafety Safety);
  void countSuggested(const Finding &F);
  void tellHindrances(llvm::ArrayRef<Finding> Findings);

private:
  /// Path and offset of a declaration.
  using ArrayKey = std::pair<std::string, unsigned>;

  std::string pathOf(llvm::StringRef Name);
  std::optional<ArrayKey> arrayOf(const Fix &Candidate);
  void choose(const Finding &F, const Fix &Candidate);
  Hindrance hindranceOf(const TextEdit &Edit) const;
  Hindrance add(const Finding &F, const Fix &Candidate);
  PlannedFix &withEditOf(const Fix &Candidate);

  const SourceTexts &Sources;
  const FixRules &Rules;
  const llvm::Regex Filter;
  const llvm::Regex Excluded;
  FixPlan &Plan;
  std::map<std::string, EditList> Accepted;
  /// With the number of the fix.
  std::map<ArrayKey, size_t> FixedArrays;
  std::set<ArrayKey> SuggestedArrays;
  std::set<const Finding *> FixedFindings;
  std::map<ArrayKey, const Fix *> Preferred;
  /// Why the last fix that was tried for a finding is not chosen.
  std::map<const Finding *, Hindrance> Hindered;
};

} // namespace

static bool isSame(const TextEdit &A, const TextEdit &B) {
  return A.Offset == B.Offset && A.Length == B.Length && A.Text == B.Text;
}

static uint64_t endOf(const TextEdit &Edit) {
  return uint64_t(Edit.Offset) + Edit.Length;
}

/// True if \p Edit contradicts an edit of \p Edits that is not the same.
static bool contradicts(const EditList &Edits, const TextEdit &Edit) {
  return llvm::any_of(llvm::make_second_range(Edits), [&](const TextEdit &E) {
    if (isSame(E, Edit))
      return false;
    return E.Offset == Edit.Offset ||
           (E.Offset < endOf(Edit) && Edit.Offset < endOf(E));
  });
}

/// The file's path without symbolic links, since it may have several names; or
/// "" if its text is not known.
std::string Planner::pathOf(llvm::StringRef Name) {
  const SourceTexts::Source *Source = Sources.find(Name);
  if (!Source)
    return "";
  // What has vanished is found out when it is to be written.
  const std::string Key = realPath(Source->AbsolutePath);
  const auto [Position, IsNew] = Plan.Texts.try_emplace(Key, Source);
  // Read at different times with different contents.
  if (!IsNew && Position->second->Text != Source->Text)
    return "";
  Plan.Paths.try_emplace(Name.str(), Key);
  return Key;
}

std::optional<Planner::ArrayKey> Planner::arrayOf(const Fix &Candidate) {
  if (!Candidate.Proof)
    return std::nullopt;
  const Place &Array = Candidate.Proof->Array;
  return ArrayKey{pathOf(Array.File), Array.Span.Offset};
}

Hindrance Planner::hindranceOf(const TextEdit &Edit) const {
  if (Rules.SystemHeaders.contains(Edit.File))
    return Hindrance::SystemHeader;
  if (Rules.PartlyParsed.contains(Edit.File) &&
      llvm::none_of(Rules.WholeKernels.lookup(Edit.File),
                    [&Edit](const SourceSpan &Text) {
                      return Text.Offset <= Edit.Offset &&
                             endOf(Edit) <= uint64_t(Text.Offset) + Text.Length;
                    }))
    return Hindrance::ParseErrors;
  const bool IsAllowed =
      Rules.MainFiles.contains(Edit.File) ||
      (!Rules.HeaderFilter.empty() && Filter.match(Edit.File) &&
       (Rules.ExcludeHeaderFilter.empty() || !Excluded.match(Edit.File)));
  return IsAllowed ? Hindrance::None : Hindrance::OutsideOfFilter;
}

/// Adds \p Candidate to the plan if nothing stands in the way.
Hindrance Planner::add(const Finding &F, const Fix &Candidate) {
  PlannedFix Fix{&F, {}, &Candidate, {}};
  bool IsNew = false;
  for (const TextEdit &Edit : Candidate.Edits) {
    const Hindrance Why = hindranceOf(Edit);
    if (Why != Hindrance::None)
      return Why;
    const std::string Path = pathOf(Edit.File);
    if (Path.empty() || endOf(Edit) > Plan.Texts[Path]->Text.size())
      return Hindrance::UnknownText;
    EditList &Known = Accepted[Path];
    if (contradicts(Known, Edit) || contradicts(Fix.Edits[Path], Edit))
      return Hindrance::Contradiction;
    IsNew |= !Known.count(Edit.Offset);
    Fix.Edits[Path].emplace(Edit.Offset, Edit);
  }
  if (!IsNew) {
    withEditOf(Candidate).AlsoFor.push_back(&F);
    return Hindrance::None;
  }
  for (const auto &[Path, Edits] : Fix.Edits)
    Accepted[Path].insert(Edits.begin(), Edits.end());
  Plan.Fixes.push_back(std::move(Fix));
  return Hindrance::None;
}

/// The fix that has the first edit of \p Candidate, which is accepted.
PlannedFix &Planner::withEditOf(const Fix &Candidate) {
  const TextEdit &Edit = Candidate.Edits.front();
  return *llvm::find_if(Plan.Fixes, [&](const PlannedFix &Fix) {
    const auto Edits = Fix.Edits.find(pathOf(Edit.File));
    return Edits != Fix.Edits.end() && Edits->second.count(Edit.Offset);
  });
}

/// "a.cu:3:5: ".
static std::string placeOf(const Finding &F) {
  return (F.At.File + ":" + llvm::Twine(F.At.Span.Line) + ":" +
          llvm::Twine(F.At.Span.Column) + ": ")
      .str();
}

void Planner::compare(llvm::ArrayRef<Finding> Findings) {
  const auto Rank = [](const Fix &F) {
    return std::pair(F.Proof->Wavefronts, F.Safety != FixSafety::Automatic);
  };
  for (const Finding &F : Findings)
    for (const Fix &Candidate : F.Fixes) {
      const std::optional<ArrayKey> Array = arrayOf(Candidate);
      if (!Array || Candidate.Safety == FixSafety::Described)
        continue;
      const Fix *&Best =
          Preferred.try_emplace(*Array, &Candidate).first->second;
      if (Rank(Candidate) < Rank(*Best))
        Best = &Candidate;
    }
}

void Planner::chooseBest(const Finding &F, FixSafety Safety) {
  for (const Fix &Candidate : F.Fixes)
    if (const std::optional<ArrayKey> Array = arrayOf(Candidate);
        Array && Candidate.Safety == Safety && Preferred[*Array] == &Candidate)
      return choose(F, Candidate);
}

void Planner::chooseFirst(const Finding &F, FixSafety Safety) {
  const auto Candidate = llvm::find_if(
      F.Fixes, [Safety](const Fix &Each) { return Each.Safety == Safety; });
  if (Candidate != F.Fixes.end())
    choose(F, *Candidate);
}

void Planner::choose(const Finding &F, const Fix &Candidate) {
  if (FixedFindings.count(&F))
    return;
  const std::optional<ArrayKey> Array = arrayOf(Candidate);
  // What the array's other finding asks for is the same, or clears less than
  // both together were proved to.
  const auto Known = Array ? FixedArrays.find(*Array) : FixedArrays.end();
  const bool IsFixed = Known != FixedArrays.end();
  if (IsFixed)
    Plan.Fixes[Known->second].AlsoFor.push_back(&F);
  const Hindrance Why = IsFixed ? Hindrance::None : add(F, Candidate);
  Hindered[&F] = Why;
  if (Why != Hindrance::None)
    return;
  FixedFindings.insert(&F);
  ++Plan.FixedFindings;
  if (Array && !IsFixed)
    FixedArrays[*Array] = &withEditOf(Candidate) - Plan.Fixes.data();
}

/// Counts what only suggestions could fix; each array once.
void Planner::countSuggested(const Finding &F) {
  if (FixedFindings.count(&F))
    return;
  for (const Fix &Candidate : F.Fixes) {
    if (Candidate.Safety != FixSafety::Suggested)
      continue;
    const std::optional<ArrayKey> Array = arrayOf(Candidate);
    if (!Array ||
        (!FixedArrays.count(*Array) && SuggestedArrays.insert(*Array).second))
      ++Plan.OnlySuggested;
    return;
  }
}

void Planner::tellHindrances(llvm::ArrayRef<Finding> Findings) {
  std::map<Hindrance, unsigned> Counts;
  for (const Finding &F : Findings) {
    const auto Known = Hindered.find(&F);
    if (Known == Hindered.end())
      continue;
    ++Counts[Known->second];
    if (Known->second == Hindrance::Contradiction)
      Plan.Warnings.push_back(
          placeOf(F) +
          "the fix was not applied because another fix changes the same text");
  }
  for (const auto &[Why, Count] : Counts) {
    const char *Words = "";
    switch (Why) {
    case Hindrance::None:
    case Hindrance::Contradiction:
      continue;
    case Hindrance::ParseErrors:
      Words = "their files have parse errors, and uses may have been lost";
      break;
    case Hindrance::OutsideOfFilter:
      Words = "they change headers that --header-filter does not match";
      break;
    case Hindrance::SystemHeader:
      Words = "they change system headers";
      break;
    case Hindrance::UnknownText:
      Words =
          "the analyzed text of the files that they change is not available";
      break;
    }
    Plan.Warnings.push_back("the fixes of " + counted(Count, "finding") +
                            " were not applied because " + Words);
  }
}

FixPlan banklint::planFixes(llvm::ArrayRef<Finding> Findings,
                            const SourceTexts &Sources, const FixRules &Rules) {
  FixPlan Plan;
  Planner P(Sources, Rules, Plan);
  const auto ChooseAll = [&](auto Choose, FixSafety Safety) {
    for (const Finding &F : Findings)
      (P.*Choose)(F, Safety);
  };
  if (Rules.Policy == FixPolicy::Best) {
    P.compare(Findings);
    ChooseAll(&Planner::chooseBest, FixSafety::Automatic);
    ChooseAll(&Planner::chooseBest, FixSafety::Suggested);
  }
  // Under any policy for what is left, since something may hinder the best fix.
  ChooseAll(&Planner::chooseFirst, FixSafety::Automatic);
  if (Rules.Policy != FixPolicy::Automatic)
    ChooseAll(&Planner::chooseFirst, FixSafety::Suggested);
  else
    for (const Finding &F : Findings)
      P.countSuggested(F);
  P.tellHindrances(Findings);
  return Plan;
}

EditList FixPlan::editsOf(llvm::StringRef Path,
                          const std::vector<bool> &IsWanted) const {
  EditList Result;
  for (const auto &[Number, Fix] : llvm::enumerate(Fixes)) {
    const auto Edits = Fix.Edits.find(Path.str());
    if (IsWanted[Number] && Edits != Fix.Edits.end())
      Result.insert(Edits->second.begin(), Edits->second.end());
  }
  return Result;
}

std::string banklint::editedText(llvm::StringRef Text, const EditList &Edits) {
  std::string Result;
  size_t Done = 0;
  for (const TextEdit &Edit : llvm::make_second_range(Edits)) {
    Result += Text.slice(Done, Edit.Offset);
    Result += Edit.Text;
    Done = endOf(Edit);
  }
  Result += Text.drop_front(Done);
  return Result;
}

unsigned banklint::offsetAfter(const EditList &Edits, unsigned Offset) {
  int64_t Moved = Offset;
  for (const TextEdit &Edit : llvm::make_second_range(Edits))
    if (endOf(Edit) <= Offset)
      Moved += int64_t(Edit.Text.size()) - Edit.Length;
  return Moved;
}
