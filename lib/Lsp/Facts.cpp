//===- Facts.cpp - What an editor can be shown ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/Facts.h"

using namespace banklint::lsp;
namespace json = llvm::json;

namespace banklint::lsp {

static bool fromJSON(const json::Value &Value, FileEdits &Result,
                     json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("path", Result.Path) && Map.map("edits", Result.Edits);
}
static json::Value toJSON(const FileEdits &Value) {
  return json::Object{{"path", json::fixUTF8(Value.Path)},
                      {"edits", json::Array(Value.Edits)}};
}

static bool fromJSON(const json::Value &Value, ActionFact &Result,
                     json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("range", Result.Range) &&
         Map.map("diagnostic", Result.Diagnostic) &&
         Map.map("title", Result.Title) &&
         Map.map("preferred", Result.IsPreferred) &&
         Map.map("edits", Result.Edits);
}
static json::Value toJSON(const ActionFact &Value) {
  return json::Object{{"range", toJSON(Value.Range)},
                      {"diagnostic", Value.Diagnostic},
                      {"title", json::fixUTF8(Value.Title)},
                      {"preferred", Value.IsPreferred},
                      {"edits", json::Array(Value.Edits)}};
}

static bool fromJSON(const json::Value &Value, HoverFact &Result,
                     json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("range", Result.Range) &&
         Map.map("markdown", Result.Markdown);
}
static json::Value toJSON(const HoverFact &Value) {
  return json::Object{{"range", toJSON(Value.Range)},
                      {"markdown", json::fixUTF8(Value.Markdown)}};
}

static bool fromJSON(const json::Value &Value, HintFact &Result,
                     json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("at", Result.At) && Map.map("label", Result.Label) &&
         Map.map("tooltip", Result.Tooltip) &&
         Map.map("notable", Result.IsNotable);
}
static json::Value toJSON(const HintFact &Value) {
  return json::Object{{"at", toJSON(Value.At)},
                      {"label", json::fixUTF8(Value.Label)},
                      {"tooltip", json::fixUTF8(Value.Tooltip)},
                      {"notable", Value.IsNotable}};
}

static bool fromJSON(const json::Value &Value, LensFact &Result,
                     json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("range", Result.Range) &&
         Map.map("title", Result.Title) && Map.map("detail", Result.Detail);
}
static json::Value toJSON(const LensFact &Value) {
  return json::Object{{"range", toJSON(Value.Range)},
                      {"title", json::fixUTF8(Value.Title)},
                      {"detail", json::fixUTF8(Value.Detail)}};
}

} // namespace banklint::lsp

static json::Array texts(llvm::ArrayRef<std::string> From) {
  json::Array Into;
  for (const std::string &Each : From)
    Into.push_back(json::fixUTF8(Each));
  return Into;
}

/// Reserved at once: a vector of JSON values that grows copies them deeply.
template <typename T> static json::Array arrayOf(const std::vector<T> &From) {
  json::Array Into;
  Into.reserve(From.size());
  for (const T &Each : From)
    Into.push_back(toJSON(Each));
  return Into;
}

json::Value banklint::lsp::toJSON(const Facts &Value) {
  return json::Object{{"analyzed", Value.IsAnalyzed},
                      {"problem", json::fixUTF8(Value.Problem)},
                      {"preliminary", Value.IsPreliminary},
                      {"warnings", texts(Value.Warnings)},
                      {"filesRead", texts(Value.FilesRead)},
                      {"diagnostics", json::Array(Value.Diagnostics)},
                      {"actions", arrayOf(Value.Actions)},
                      {"fixAll", json::Array(Value.FixAll)},
                      {"hovers", arrayOf(Value.Hovers)},
                      {"hints", arrayOf(Value.Hints)},
                      {"lenses", json::Array(Value.Lenses)}};
}

bool banklint::lsp::fromJSON(const json::Value &Value, Facts &Result,
                             json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  const json::Object *Object = Value.getAsObject();
  if (!Map || !Object)
    return false;
  if (const json::Array *Diagnostics = Object->getArray("diagnostics"))
    Result.Diagnostics.assign(Diagnostics->begin(), Diagnostics->end());
  return Map.map("analyzed", Result.IsAnalyzed) &&
         Map.map("problem", Result.Problem) &&
         Map.map("preliminary", Result.IsPreliminary) &&
         Map.map("warnings", Result.Warnings) &&
         Map.map("filesRead", Result.FilesRead) &&
         Map.map("actions", Result.Actions) &&
         Map.map("fixAll", Result.FixAll) && Map.map("hovers", Result.Hovers) &&
         Map.map("hints", Result.Hints) && Map.map("lenses", Result.Lenses);
}
