//===- CsvRow.cpp - Rows that are hardly CSV ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CsvRow.h"
#include "llvm/ADT/SmallString.h"

using namespace banklint;

/// Takes a quoted field, and the comma behind it, off the front of \p Line,
/// whose first quote was taken.
static std::string takeQuoted(llvm::StringRef &Line) {
  std::string Field;
  while (!Line.empty()) {
    if (Line.starts_with("\"\"") && !Line.starts_with("\"\",")) {
      Field += '"';
      Line = Line.drop_front(2);
      continue;
    }
    if (Line == "\"" || Line.starts_with("\",")) {
      Line = Line.drop_front();
      break;
    }
    Field += Line.front();
    Line = Line.drop_front();
  }
  return Field;
}

std::vector<std::string> banklint::fieldsOf(llvm::StringRef Line) {
  std::vector<std::string> Fields;
  for (bool IsMore = true; IsMore;) {
    if (Line.consume_front("\"")) {
      Fields.push_back(takeQuoted(Line));
    } else {
      const llvm::StringRef Field =
          Line.take_until([](char C) { return C == ','; });
      Fields.push_back(Field.str());
      Line = Line.drop_front(Field.size());
    }
    IsMore = Line.consume_front(",");
  }
  return Fields;
}

std::optional<std::vector<llvm::StringRef>>
banklint::fieldsAround(llvm::StringRef Line, size_t Free, size_t Count) {
  if (Free >= Count || !Line.consume_front("\"") || !Line.consume_back("\""))
    return std::nullopt;
  static constexpr llvm::StringLiteral Border = "\",\"";
  std::vector<llvm::StringRef> Front, Back;
  for (size_t I = 0; I != Free; ++I) {
    const size_t At = Line.find(Border);
    if (At == llvm::StringRef::npos)
      return std::nullopt;
    Front.push_back(Line.take_front(At));
    Line = Line.drop_front(At + Border.size());
  }
  for (size_t I = Free + 1; I != Count; ++I) {
    const size_t At = Line.rfind(Border);
    if (At == llvm::StringRef::npos)
      return std::nullopt;
    Back.push_back(Line.drop_front(At + Border.size()));
    Line = Line.take_front(At);
  }
  Front.push_back(Line);
  Front.insert(Front.end(), Back.rbegin(), Back.rend());
  return Front;
}

std::optional<uint64_t> banklint::numberOf(llvm::StringRef Field) {
  llvm::SmallString<24> Digits;
  for (char C : Field.trim())
    if (C != ',')
      Digits += C;
  uint64_t Number;
  if (Digits.empty() || Digits.str().getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}
