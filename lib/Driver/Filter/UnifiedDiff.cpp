//===- UnifiedDiff.cpp - The lines that a diff adds -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Filter/UnifiedDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <optional>

using namespace banklint;

namespace {

class DiffParser {
public:
  explicit DiffParser(llvm::StringRef Text) : Rest(Text) {}

  llvm::Expected<std::vector<ChangedFile>> parse();

private:
  bool nextLine();
  llvm::Error error(const llvm::Twine &Message) const {
    return llvm::createStringError("line " + llvm::Twine(Number) + ": " +
                                   Message);
  }
  llvm::Error readHeaderLine();
  llvm::Error readHunkHeader();
  llvm::Error readHunkLine();
  void addLine();
  bool isInHunk() const { return OldLeft != 0 || NewLeft != 0; }

  llvm::StringRef Rest;
  /// The current line, without its end.
  llvm::StringRef Line;
  unsigned Number = 0;
  std::vector<ChangedFile> Files;
  /// The last "---" line's path, until its "+++" line is met.
  std::optional<std::string> OldPath;
  bool HasFile = false;
  bool HasDiff = false;
  /// Lines that the hunk still has of either file.
  uint64_t OldLeft = 0;
  uint64_t NewLeft = 0;
  /// The number that the new file's next line has.
  uint64_t NewLine = 0;
};

} // namespace

bool DiffParser::nextLine() {
  if (Rest.empty())
    return false;
  std::tie(Line, Rest) = Rest.split('\n');
  Line.consume_back("\r");
  ++Number;
  return true;
}

/// Takes a number between 0 and 255 in octal from \p Text.
static std::optional<char> takeOctal(llvm::StringRef &Text) {
  unsigned Value = 0, Digits = 0;
  while (Digits < 3 && Digits < Text.size() && Text[Digits] >= '0' &&
         Text[Digits] <= '7')
    Value = Value * 8 + (Text[Digits++] - '0');
  if (Digits == 0 || Value > 255)
    return std::nullopt;
  Text = Text.drop_front(Digits);
  return char(Value);
}

/// What \p Text, a string in double quotes as in C, stands for; nothing if it
/// is none.
static std::optional<std::string> unquoted(llvm::StringRef Text) {
  constexpr llvm::StringLiteral Escapes = "abtnvfr\"\\";
  constexpr llvm::StringLiteral Meanings = "\a\b\t\n\v\f\r\"\\";
  if (!Text.consume_front("\""))
    return std::nullopt;
  std::string Result;
  while (!Text.empty() && Text.front() != '"') {
    if (!Text.consume_front("\\")) {
      Result += Text.front();
      Text = Text.drop_front();
      continue;
    }
    const size_t Known =
        Text.empty() ? llvm::StringRef::npos : Escapes.find(Text.front());
    if (Known != llvm::StringRef::npos) {
      Result += Meanings[Known];
      Text = Text.drop_front();
    } else if (std::optional<char> Byte = takeOctal(Text)) {
      Result += *Byte;
    } else {
      return std::nullopt;
    }
  }
  if (Text.empty())
    return std::nullopt;
  return Result;
}

/// The path of a "---" or "+++" line. What follows a tab is a date.
static std::optional<std::string> pathIn(llvm::StringRef Text) {
  if (Text.starts_with("\""))
    return unquoted(Text);
  return Text.split('\t').first.str();
}

llvm::Error DiffParser::readHeaderLine() {
  llvm::StringRef Text = Line;
  if (Text.starts_with("\x1b["))
    return error("color codes in the diff; use 'git diff --no-color'");
  if (Text.starts_with("@@@ "))
    return error(
        "combined diff of several parents; use 'git diff' with one commit");
  if (Text.starts_with("@@ "))
    return readHunkHeader();
  HasDiff |= Text.starts_with("diff --git ");
  // A deleted line can't be mistaken for it: hunks are counted.
  const bool IsOld = Text.consume_front("--- ");
  const bool IsNew = !IsOld && Text.consume_front("+++ ");
  if (!IsOld && !(IsNew && OldPath)) {
    HasFile &= !Line.starts_with("diff ");
    OldPath = std::nullopt;
    return llvm::Error::success();
  }
  std::optional<std::string> Path = pathIn(Text);
  if (!Path)
    return error("unterminated quoted path");
  if (IsOld) {
    OldPath = std::move(Path);
    return llvm::Error::success();
  }
  Files.push_back({std::move(*OldPath), std::move(*Path), {}});
  OldPath = std::nullopt;
  HasFile = HasDiff = true;
  return llvm::Error::success();
}

/// Takes "12" or "12,3" from \p Text.
static bool takeRange(llvm::StringRef &Text, uint64_t &First, uint64_t &Count) {
  Count = 1;
  return !Text.consumeInteger(10, First) &&
         (!Text.consume_front(",") || !Text.consumeInteger(10, Count)) &&
         First <= INT32_MAX && Count <= INT32_MAX;
}

llvm::Error DiffParser::readHunkHeader() {
  llvm::StringRef Text = Line.drop_front(3);
  uint64_t OldLine;
  if (!Text.consume_front("-") || !takeRange(Text, OldLine, OldLeft) ||
      !Text.consume_front(" +") || !takeRange(Text, NewLine, NewLeft) ||
      !Text.starts_with(" @@") || (NewLine == 0 && NewLeft != 0)) {
    // Many a message has such a line that is not of a diff.
    OldLeft = NewLeft = 0;
    return HasFile ? error("invalid hunk header; expected '@@ -1,2 +3,4 @@'")
                   : llvm::Error::success();
  }
  if (!HasFile)
    return error("hunk without preceding '---' and '+++' lines");
  return llvm::Error::success();
}

void DiffParser::addLine() {
  std::vector<LineRange> &Lines = Files.back().Lines;
  if (!Lines.empty() && Lines.back().Last + 1 == NewLine)
    Lines.back().Last = NewLine;
  else
    Lines.push_back({unsigned(NewLine), unsigned(NewLine)});
}

llvm::Error DiffParser::readHunkLine() {
  // Some programs strip the blank of an empty line.
  const char Kind = Line.empty() ? ' ' : Line.front();
  const bool IsOld = Kind == ' ' || Kind == '-';
  const bool IsNew = Kind == ' ' || Kind == '+';
  // "\ No newline at end of file".
  if (Kind == '\\')
    return llvm::Error::success();
  if ((!IsOld && !IsNew) || OldLeft < IsOld || NewLeft < IsNew)
    return error("unexpected line in a hunk that has " + llvm::Twine(OldLeft) +
                 " old and " + llvm::Twine(NewLeft) + " new lines left");
  if (Kind == '+')
    addLine();
  OldLeft -= IsOld;
  NewLeft -= IsNew;
  NewLine += IsNew;
  return llvm::Error::success();
}

/// Sorts \p Lines and merges what overlaps: hunks may be in any order, and a
/// diff may have the same one twice.
static void normalize(std::vector<LineRange> &Lines) {
  llvm::sort(Lines, [](const LineRange &A, const LineRange &B) {
    return A.First < B.First;
  });
  std::vector<LineRange> Merged;
  for (const LineRange &Range : Lines) {
    if (!Merged.empty() && Range.First <= Merged.back().Last + 1)
      Merged.back().Last = std::max(Merged.back().Last, Range.Last);
    else
      Merged.push_back(Range);
  }
  Lines = std::move(Merged);
}

llvm::Expected<std::vector<ChangedFile>> DiffParser::parse() {
  const bool IsEmpty = Rest.trim().empty();
  while (nextLine())
    if (llvm::Error Failure = isInHunk() ? readHunkLine() : readHeaderLine())
      return Failure;
  if (isInHunk())
    return error("unexpected end of the diff in a hunk that has " +
                 llvm::Twine(OldLeft) + " old and " + llvm::Twine(NewLeft) +
                 " new lines left");
  if (!HasDiff && !IsEmpty)
    return llvm::createStringError(
        "not a unified diff; expected the output of 'git diff' or 'diff -u'");
  llvm::erase_if(Files, [](const ChangedFile &File) {
    return File.NewPath == "/dev/null";
  });
  for (ChangedFile &File : Files)
    normalize(File.Lines);
  return std::move(Files);
}

llvm::Expected<std::vector<ChangedFile>>
banklint::parseUnifiedDiff(llvm::StringRef Text) {
  return DiffParser(Text).parse();
}
