//===- Documentation.cpp - The checks' pages ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/Documentation.h"
#include "banklint/Support/EmbeddedFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

static constexpr EmbeddedFile Pages[] = {
#include "EmbeddedPages.inc"
};

static llvm::StringRef pageOf(llvm::StringRef Name) {
  const EmbeddedFile *Page = llvm::find_if(
      Pages, [Name](const EmbeddedFile &Each) { return Each.Name == Name; });
  if (Page == std::end(Pages))
    return "";
  return Page->Text;
}

llvm::StringRef banklint::documentationOf(llvm::StringRef Check) {
  return pageOf(("checks/" + Check + ".md").str());
}

std::vector<ReasonText> banklint::documentedReasons() {
  std::vector<ReasonText> Reasons;
  for (llvm::StringRef Line : llvm::split(pageOf("reasons.md"), '\n')) {
    // "| `code` | cause | remedy |"
    if (!Line.consume_front("| `") || !Line.consume_back(" |"))
      continue;
    const auto [Code, Rest] = Line.split("` | ");
    const auto [Cause, Remedy] = Rest.rsplit(" | ");
    Reasons.push_back({Code, Cause, Remedy});
  }
  return Reasons;
}
