//===- CausesJson.cpp - Why code was not analyzed, as JSON ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/JsonReport.h"

using namespace banklint;

static llvm::json::Value textOrNull(llvm::StringRef Text) {
  return Text.empty() ? llvm::json::Value(nullptr)
                      : llvm::json::Value(llvm::json::fixUTF8(Text));
}

static llvm::json::Array arrayOf(const std::vector<std::string> &Texts) {
  llvm::json::Array Result;
  for (const std::string &Text : Texts)
    Result.push_back(llvm::json::fixUTF8(Text));
  return Result;
}

llvm::json::Value banklint::toJSON(const Cause &C) {
  return llvm::json::Object{
      {"kind", spelling(C.Kind)},
      {"subject", llvm::json::fixUTF8(C.Subject)},
      {"file", textOrNull(C.File)},
      {"line", C.Line ? llvm::json::Value(C.Line) : nullptr},
      {"condition", textOrNull(C.Condition)},
      {"holds", C.Holds},
      {"count", C.Count},
      {"options", arrayOf(C.Options)}};
}

void banklint::writeCauses(llvm::ArrayRef<CauseGroup> Causes,
                           const RunFacts &Facts, llvm::json::OStream &J) {
  J.attributeArray("causes", [&] {
    for (const CauseGroup &Each : Causes)
      J.value(
          llvm::json::Object{{"kind", spelling(Each.First.Kind)},
                             {"problem", llvm::json::fixUTF8(Each.problem())},
                             {"remedy", textOrNull(Each.remedy())},
                             {"options", arrayOf(Each.options())},
                             {"files", arrayOf(Each.Files)},
                             {"failed_files", Each.FailedFiles}});
  });
  const std::optional<Inconclusive> Lost = inconclusive(Facts, Causes);
  if (!Lost)
    return J.attribute("inconclusive", nullptr);
  J.attribute("inconclusive",
              llvm::json::Object{{"problem", Lost->Problem},
                                 {"steps", arrayOf(Lost->Steps)}});
}
