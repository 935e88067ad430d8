//===- HtmlReport.cpp - An audit as a page --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/HtmlReport.h"
#include "banklint/Support/EmbeddedFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include <cassert>
#include <iterator>

using namespace banklint;

/// lib/Output/Html/template, which lib/Output/Html is built into.
static constexpr EmbeddedFile Templates[] = {
#include "EmbeddedHtml.inc"
};
static_assert(std::size(Templates) == 1, "the page is one file");

/// What the data replaces; build.mjs checks that the page has it once.
static constexpr llvm::StringLiteral Placeholder = "@BANKLINT_REPORT_DATA@";

uint64_t banklint::writeHtml(llvm::StringRef AuditJson, llvm::raw_ostream &OS) {
  llvm::SmallVector<uint8_t, 0> Compressed;
  llvm::ArrayRef<uint8_t> Bytes = llvm::arrayRefFromStringRef(AuditJson);
  if (llvm::compression::zlib::isAvailable()) {
    llvm::compression::zlib::compress(
        Bytes, Compressed, llvm::compression::zlib::BestSizeCompression);
    Bytes = Compressed;
  }
  std::string Data = llvm::encodeBase64(Bytes);
  auto [Head, Tail] = Templates[0].Text.split(Placeholder);
  assert(!Tail.empty() && "the page has no place for the data");
  OS << Head << Data << Tail;
  return Head.size() + Data.size() + Tail.size();
}
