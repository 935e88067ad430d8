//===- TextRegions.h - Places as editors count them -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_OUTPUT_TEXTREGIONS_H
#define BANKLINT_LIB_OUTPUT_TEXTREGIONS_H

#include "banklint/Checks/Finding.h"
#include "banklint/Output/SourceFiles.h"
#include "llvm/ADT/StringMap.h"

namespace banklint {

/// A stretch of a file. Lines and columns count from 1; columns are those of
/// UTF-16 code units, the end is the first that does not belong to it, and a
/// byte order mark is not a column.
struct TextRegion {
  unsigned StartLine = 0;
  unsigned StartColumn = 0;
  /// 0 if it is not known.
  unsigned EndLine = 0;
  unsigned EndColumn = 0;

  bool hasEnd() const { return EndLine != 0; }
};

class TextRegions {
public:
  explicit TextRegions(const SourceFiles &Files) : Files(Files) {}

  /// \p At must have a line. Where the text is not known, the column is the
  /// one that was given, in bytes.
  TextRegion of(const Place &At);
  /// What \p Edit replaces; nothing if the text is not known.
  std::optional<TextRegion> of(const TextEdit &Edit);

  /// The text of \p At, in UTF-8; nothing if it or its end is not known.
  std::optional<std::string> textOf(const Place &At);
  /// The whole lines of \p At without the last one's end, likewise.
  std::optional<std::string> linesOf(const Place &At);

private:
  struct LineTable {
    llvm::StringRef Text;
    /// Offsets of the lines.
    std::vector<size_t> Starts;
  };

  /// Null if the text is not known.
  const LineTable *tableOf(llvm::StringRef Name);
  /// Null if the text is not known or is not the one that \p At is in.
  const LineTable *tableOf(const Place &At);

  const SourceFiles &Files;
  llvm::StringMap<std::optional<LineTable>> Tables;
};

} // namespace banklint

#endif // BANKLINT_LIB_OUTPUT_TEXTREGIONS_H
