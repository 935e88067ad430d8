//===- SuppressionComments.cpp - NOLINT in a source file ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Filter/SuppressionComments.h"
#include "banklint/Driver/Config/CheckNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;

bool banklint::isForCheck(llvm::StringRef Glob, llvm::StringRef Check) {
  return isSelected(Glob, Check) || isSelected(Glob, "cuda-" + Check.str());
}

bool SuppressionComment::names(llvm::StringRef Check) const {
  return !Globs || llvm::any_of(*Globs, [Check](llvm::StringRef Glob) {
    return isForCheck(Glob, Check);
  });
}

static std::optional<CommentKind> kindOf(llvm::StringRef Word) {
  return llvm::StringSwitch<std::optional<CommentKind>>(Word)
      .Case("NOLINT", CommentKind::ThisLine)
      .Case("NOLINTNEXTLINE", CommentKind::NextLine)
      .Case("NOLINTBEGIN", CommentKind::Begin)
      .Case("NOLINTEND", CommentKind::End)
      .Default(std::nullopt);
}

/// What the line says behind a comment's word and list, which \p Rest follows:
/// enough of it to be shown.
static std::string justification(llvm::StringRef Rest) {
  constexpr size_t MaxBytes = 200;
  Rest = Rest.take_front(MaxBytes).split('\n').first;
  Rest = Rest.split("*/").first.split("NOLINT").first;
  return Rest.trim(" \t\r\v\f:-").str();
}

namespace {

/// Reads comments one after another. What it looks for ahead of a comment is
/// remembered, so that a line of very many comments is read once.
class CommentReader {
public:
  explicit CommentReader(llvm::StringRef Text) : Text(Text) {}

  std::vector<SuppressionComment> read();

private:
  void readList(SuppressionComment &Comment);
  void setLines(SuppressionComment &Comment);
  size_t lineEnd(size_t From) const {
    return std::min(Text.find('\n', From), Text.size());
  }

  llvm::StringRef Text;
  /// The next ")" or line end.
  size_t Close = 0;
  /// The line of the last comment: its start, that of the next one, and that of
  /// the one after it.
  size_t Line = 0, Next = 0, AfterNext = 0;
  unsigned LineNumber = 1;
};

} // namespace

void CommentReader::readList(SuppressionComment &Comment) {
  const size_t Open = Comment.Offset + Comment.Length;
  if (!Text.drop_front(Open).starts_with("("))
    return;
  if (Close <= Open)
    Close = std::min(Text.find_first_of("\n)", Open + 1), Text.size());
  if (!Text.drop_front(Close).starts_with(")"))
    return;
  llvm::SmallVector<llvm::StringRef, 4> Parts;
  Text.slice(Open + 1, Close).split(Parts, ',');
  Comment.Globs.emplace();
  for (llvm::StringRef Part : Parts)
    Comment.Globs->push_back(Part.trim().str());
  Comment.Length = Close + 1 - Comment.Offset;
}

void CommentReader::setLines(SuppressionComment &Comment) {
  if (Next <= Comment.Offset) {
    const size_t Start = Text.rfind('\n', Comment.Offset) + 1;
    LineNumber += Text.slice(Line, Start).count('\n');
    Line = Start;
    Next = lineEnd(Comment.Offset) + 1;
    AfterNext = lineEnd(Next) + 1;
  }
  Comment.Line = LineNumber;
  Comment.Column = Comment.Offset - Line + 1;
  if (Comment.Kind == CommentKind::ThisLine) {
    Comment.From = Line;
    Comment.To = Next;
  } else if (Comment.Kind == CommentKind::NextLine) {
    Comment.From = Next;
    Comment.To = AfterNext;
  }
}

std::vector<SuppressionComment> CommentReader::read() {
  constexpr llvm::StringLiteral Word = "NOLINT";
  std::vector<SuppressionComment> Comments;
  size_t Position = Text.find(Word);
  while (Position != llvm::StringRef::npos) {
    size_t End = Position + Word.size();
    while (End < Text.size() && llvm::isAlpha(Text[End]))
      ++End;
    if (const auto Kind = kindOf(Text.slice(Position, End))) {
      SuppressionComment &Comment = Comments.emplace_back();
      Comment.Kind = *Kind;
      Comment.Offset = Position;
      Comment.Length = End - Position;
      readList(Comment);
      setLines(Comment);
      End = Position + Comment.Length;
      Comment.Justification = justification(Text.drop_front(End));
    }
    Position = Text.find(Word, End);
  }
  return Comments;
}

SuppressionComments::SuppressionComments(llvm::StringRef Text)
    : Comments(CommentReader(Text).read()) {
  pairBlocks();
}

/// An end belongs to the last open begin, or to none: blocks nest.
void SuppressionComments::pairBlocks() {
  std::vector<size_t> Open;
  for (const auto &[Number, Comment] : llvm::enumerate(Comments)) {
    if (Comment.Kind == CommentKind::Begin) {
      Open.push_back(Number);
    } else if (Comment.Kind == CommentKind::End) {
      if (Open.empty() || Comments[Open.back()].Globs != Comment.Globs) {
        Unmatched.push_back(Number);
        continue;
      }
      SuppressionComment &Begin = Comments[Open.back()];
      Begin.From = Begin.Offset + 1;
      Begin.To = Comment.Offset;
      Open.pop_back();
    }
  }
  llvm::append_range(Unmatched, Open);
}

llvm::SmallVector<size_t, 2>
SuppressionComments::suppressing(size_t Offset, llvm::StringRef Check) const {
  llvm::SmallVector<size_t, 2> Found;
  for (const auto &[Number, Comment] : llvm::enumerate(Comments))
    if (Comment.From <= Offset && Offset < Comment.To && Comment.names(Check))
      Found.push_back(Number);
  // A line's own comment gives the reason, rather than a block around it.
  llvm::sort(Found, [this](size_t A, size_t B) {
    const auto Key = [this](size_t Number) {
      return std::pair(Comments[Number].Kind == CommentKind::Begin, Number);
    };
    return Key(A) < Key(B);
  });
  return Found;
}
