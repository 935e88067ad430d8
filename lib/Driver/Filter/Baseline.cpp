//===- Baseline.cpp - Findings that were accepted -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Filter/Baseline.h"
#include "banklint/Support/NestingLimits.h"
#include "banklint/Support/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include <set>

using namespace banklint;
namespace json = llvm::json;

static constexpr llvm::StringLiteral VersionKey = "banklint-baseline";
static constexpr int64_t Version = 1;

uint64_t banklint::excessOf(const Finding &F) {
  return F.Cost.Wavefronts > F.Cost.Ideal ? F.Cost.Wavefronts - F.Cost.Ideal
                                          : 0;
}

static llvm::Error parseError(llvm::Error Failure) {
  const std::string Text = llvm::toString(std::move(Failure));
  // "[3:5, byte=40]: Expected ..."
  llvm::StringRef Rest = Text;
  Rest.consume_front("[");
  const auto [Line, Behind] = Rest.split(':');
  return llvm::createStringError("line " + Line +
                                 ": invalid JSON:" + Behind.split(':').second);
}

static bool readEntry(const json::Value &From, BaselineEntry &Entry,
                      json::Path At) {
  json::ObjectMapper O(From, At);
  return O && O.map("file", Entry.Of.File) &&
         O.map("function", Entry.Of.Function) &&
         O.map("check", Entry.Of.Check) && O.map("array", Entry.Of.Array) &&
         O.map("code", Entry.Of.Code) &&
         O.mapOptional("excess_wavefronts", Entry.Excess);
}

static llvm::Error checkVersion(const json::Object *Document) {
  const auto Found = Document ? Document->getInteger(VersionKey) : std::nullopt;
  if (!Found)
    return llvm::createStringError("not a baseline: missing \"" + VersionKey +
                                   "\"");
  if (*Found != Version)
    return llvm::createStringError("unsupported version " +
                                   llvm::Twine(*Found) + "; expected version " +
                                   llvm::Twine(Version));
  return llvm::Error::success();
}

llvm::Expected<BaselineEntries> banklint::parseBaseline(llvm::StringRef Text) {
  if (const std::optional<size_t> TooDeep = tooDeepJsonAt(Text))
    return llvm::createStringError(
        "line " + llvm::Twine(Text.take_front(*TooDeep).count('\n') + 1) +
        ": nested too deeply");
  llvm::Expected<json::Value> Document = json::parse(Text);
  if (!Document)
    return parseError(Document.takeError());
  if (llvm::Error Failure = checkVersion(Document->getAsObject()))
    return Failure;
  json::Path::Root Root("baseline");
  const json::Array *Array = Document->getAsObject()->getArray("findings");
  if (!Array)
    return llvm::createStringError("missing list \"findings\"");
  BaselineEntries Entries;
  for (const auto &[Number, Element] : llvm::enumerate(*Array))
    if (!readEntry(Element, Entries.emplace_back(),
                   json::Path(Root).field("findings").index(Number)))
      return Root.getError();
  return Entries;
}

llvm::Expected<BaselineEntries> banklint::readBaseline(llvm::StringRef Path) {
  const auto Told = [Path](llvm::Error Failure, llvm::StringRef Advice) {
    return llvm::createStringError("baseline '" + Path +
                                   "': " + llvm::toString(std::move(Failure)) +
                                   "; " + Advice);
  };
  llvm::Expected<std::string> Text = readFile(Path);
  if (!Text)
    return Told(Text.takeError(), "use --write-baseline to create it");
  llvm::Expected<BaselineEntries> Entries = parseBaseline(*Text);
  if (!Entries)
    return Told(
        Entries.takeError(),
        "fix it, or delete it and create a new one with --write-baseline");
  return Entries;
}

void banklint::writeBaseline(BaselineEntries Entries, llvm::raw_ostream &OS) {
  llvm::sort(Entries);
  OS << "{\n  \"" << VersionKey << "\": " << Version << ",\n  \"findings\": [";
  llvm::StringRef Separator = "\n    ";
  for (const BaselineEntry &Entry : Entries) {
    OS << Separator;
    Separator = ",\n    ";
    json::OStream J(OS);
    J.object([&] {
      J.attribute("file", Entry.Of.File);
      J.attribute("function", Entry.Of.Function);
      J.attribute("check", Entry.Of.Check);
      J.attribute("array", Entry.Of.Array);
      J.attribute("code", Entry.Of.Code);
      if (Entry.Excess)
        J.attribute("excess_wavefronts", Entry.Excess);
    });
  }
  OS << (Entries.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

BaselineMatch banklint::matchBaseline(const BaselineEntries &Entries,
                                      llvm::ArrayRef<Candidate> Candidates) {
  std::map<FindingIdentity, std::multiset<uint64_t>> Left;
  std::map<FindingIdentity, uint64_t> Most;
  for (const BaselineEntry &Entry : Entries) {
    Left[Entry.Of].insert(Entry.Excess);
    uint64_t &Known = Most[Entry.Of];
    Known = std::max(Known, Entry.Excess);
  }
  BaselineMatch Match;
  std::set<FindingIdentity> Unaccepted;
  for (const Candidate &Each : Candidates) {
    Match.WasBetter.emplace_back();
    const auto Known = Left.find(Each.Of);
    // The least that does leaves the others for those that need them.
    const bool IsAccepted =
        Known != Left.end() &&
        Known->second.lower_bound(Each.Excess) != Known->second.end();
    Match.IsAccepted.push_back(IsAccepted);
    if (IsAccepted) {
      Known->second.erase(Known->second.lower_bound(Each.Excess));
      continue;
    }
    Unaccepted.insert(Each.Of);
    if (Known != Left.end() && Most[Each.Of] < Each.Excess)
      Match.WasBetter.back() = Most[Each.Of];
  }
  // What got worse is still there.
  for (const auto &[Of, Excesses] : Left)
    if (!Unaccepted.count(Of))
      for (uint64_t Excess : Excesses)
        Match.Stale.push_back({Of, Excess});
  return Match;
}
