//===- Documentation.cpp - The checks' pages ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/Documentation.h"
#include "banklint/Support/EmbeddedFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace banklint;

static constexpr EmbeddedFile Pages[] = {
#include "EmbeddedPages.inc"
};

llvm::StringRef banklint::documentationOf(llvm::StringRef Check) {
  const EmbeddedFile *Page =
      llvm::find_if(Pages, [Check](const EmbeddedFile &Each) {
        return llvm::sys::path::stem(Each.Name) == Check;
      });
  if (Page == std::end(Pages))
    return "";
  return Page->Text;
}
