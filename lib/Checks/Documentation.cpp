//===- Documentation.cpp - The checks' pages ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/Documentation.h"
#include "EmbeddedPages.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace banklint;

llvm::StringRef banklint::documentationOf(llvm::StringRef Check) {
  const llvm::ArrayRef<EmbeddedPage> Pages = embeddedPages();
  const EmbeddedPage *Page = llvm::find_if(
      Pages, [&](const EmbeddedPage &Each) { return Each.Name == Check; });
  return Page == Pages.end() ? llvm::StringRef() : Page->Text;
}

std::string banklint::shortDescriptionOf(llvm::StringRef Check) {
  const llvm::StringRef AfterTitle =
      documentationOf(Check).split('\n').second.ltrim();
  std::string Line = AfterTitle.split("\n\n").first.rtrim().str();
  std::replace(Line.begin(), Line.end(), '\n', ' ');
  return Line;
}
