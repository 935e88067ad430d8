//===- Pages.cpp - The documentation that agents can read -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pages.h"
#include "banklint/Support/EmbeddedFile.h"

using namespace banklint;
using namespace banklint::mcp;
namespace json = llvm::json;

static constexpr EmbeddedFile Pages[] = {
#include "EmbeddedDocs.inc"
};

static constexpr llvm::StringLiteral Scheme = "banklint://docs/";
static constexpr llvm::StringLiteral Markdown = "text/markdown";

/// The first heading of \p Text.
static llvm::StringRef titleOf(llvm::StringRef Text) {
  // What agents load has a header between lines of dashes.
  const size_t Heading = Text.find("# ");
  return Text.substr(Heading).split('\n').first.ltrim("# ");
}

json::Value banklint::mcp::listOfPages() {
  json::Array List;
  for (const EmbeddedFile &Page : Pages)
    List.push_back(json::Object{{"uri", (Scheme + Page.Name).str()},
                                {"name", Page.Name},
                                {"title", titleOf(Page.Text)},
                                {"mimeType", Markdown}});
  return json::Object{{"resources", std::move(List)}};
}

std::optional<json::Value> banklint::mcp::readPage(llvm::StringRef Uri) {
  for (const EmbeddedFile &Page : Pages)
    if (Uri == (Scheme + Page.Name).str())
      return json::Object{
          {"contents",
           json::Array{json::Object{
               {"uri", Uri}, {"mimeType", Markdown}, {"text", Page.Text}}}}};
  return std::nullopt;
}
