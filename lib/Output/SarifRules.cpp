//===- SarifRules.cpp - The checks as rules of SARIF ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SarifRules.h"
#include "banklint/Checks/AllChecks.h"
#include "banklint/Checks/Documentation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <set>

using namespace banklint;

std::vector<std::string> banklint::ruleNames(const Report &R) {
  std::set<std::string> Names;
  for (const Check &Each : allChecks())
    Names.insert(Each.Name.str());
  for (const std::vector<Finding> *Findings : {&R.Findings, &R.Suppressed})
    for (const Finding &F : *Findings)
      Names.insert(F.Check);
  return {Names.begin(), Names.end()};
}

/// "SharedBankConflict" of "shared-bank-conflict".
static std::string pascalCase(llvm::StringRef Name) {
  std::string Result;
  for (llvm::StringRef Word : llvm::split(Name, '-')) {
    Result += llvm::toUpper(Word.empty() ? '_' : Word.front());
    Result += Word.drop_front(Word.empty() ? 0 : 1);
  }
  return Result;
}

/// Links to other pages lead nowhere in a report; their texts stay.
static std::string withoutPageLinks(llvm::StringRef Page) {
  std::string Text;
  while (true) {
    const size_t Middle = Page.find("](");
    const size_t End = Page.find(')', Middle);
    if (Middle == llvm::StringRef::npos || End == llvm::StringRef::npos)
      return Text + Page.str();
    const size_t Open = Page.take_front(Middle).rfind('[');
    const llvm::StringRef Target = Page.slice(Middle + 2, End);
    if (Open != llvm::StringRef::npos && !Target.contains("://") &&
        Target.contains(".md")) {
      Text += Page.take_front(Open);
      Text += Page.slice(Open + 1, Middle);
    } else {
      Text += Page.take_front(End + 1);
    }
    Page = Page.drop_front(End + 1);
  }
}

/// What GitHub takes of a description.
static constexpr size_t MaxDescription = 1024;

/// The section "What it finds", up to the last paragraph that ends a sentence
/// within the limit.
static std::string fullDescriptionOf(const Check &Known, llvm::StringRef Page) {
  llvm::StringRef Section = Page.split("\n## What it finds\n").second;
  Section = Section.split("\n## ").first.trim();
  while (Section.size() > MaxDescription ||
         (!Section.empty() && !Section.ends_with(".")))
    Section = Section.rsplit("\n\n").second.size() == 0
                  ? llvm::StringRef()
                  : Section.rsplit("\n\n").first;
  return Section.empty() ? Known.Summary.str() : Section.str();
}

static void writeMessage(llvm::json::OStream &J, llvm::StringRef Key,
                         llvm::StringRef Text) {
  J.attributeObject(Key, [&] { J.attribute("text", Text); });
}

/// The words that GitHub ranks alerts by.
static void writeRanking(const Check &Known, llvm::json::OStream &J) {
  const char *Subject = "performance";
  const char *Problem = "warning";
  const char *Precision = "very-high";
  switch (Known.Kind) {
  case CheckKind::Fault:
    Subject = "correctness";
    Problem = "error";
    break;
  case CheckKind::Slow:
    break;
  case CheckKind::PossiblySlow:
    Problem = "recommendation";
    Precision = "medium";
    break;
  case CheckKind::Waste:
    Problem = "recommendation";
    break;
  }
  J.attributeObject("properties", [&] {
    J.attributeArray("tags", [&] {
      for (llvm::StringRef Tag : {"cuda", Subject, "shared-memory"})
        J.value(Tag);
    });
    J.attribute("precision", Precision);
    J.attribute("problem.severity", Problem);
  });
}

void banklint::writeRule(llvm::StringRef Name, llvm::StringRef DocumentationUrl,
                         llvm::json::OStream &J) {
  J.attribute("id", Name);
  J.attribute("name", pascalCase(Name));
  const Check *Known = findCheck(Name);
  if (Known) {
    const std::string Text = withoutPageLinks(documentationOf(Name));
    writeMessage(J, "shortDescription", Known->Summary);
    writeMessage(J, "fullDescription", fullDescriptionOf(*Known, Text));
    J.attributeObject("help", [&] {
      J.attribute("text", Text);
      J.attribute("markdown", Text);
    });
    if (!DocumentationUrl.empty())
      J.attribute("helpUri",
                  (DocumentationUrl + "checks/" + Name + ".md").str());
  }
  J.attributeObject("defaultConfiguration",
                    [&] { J.attribute("level", "warning"); });
  if (Known)
    writeRanking(*Known, J);
}
