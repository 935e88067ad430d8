//===- EditedLines.cpp - A fix as changed lines --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/EditedLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include <tuple>

using namespace banklint;

namespace {
/// Bytes of a text.
struct ByteRange {
  size_t Begin;
  size_t End;
};
} // namespace

/// \p Changed with the whole lines that it is in, and \p Context more before
/// and behind.
static ByteRange wholeLines(llvm::StringRef Text, ByteRange Changed,
                            unsigned Context) {
  const auto LineAround = [Text](size_t At) {
    const size_t Before = Text.rfind('\n', At);
    return Before == llvm::StringRef::npos ? 0 : Before + 1;
  };
  size_t Begin = LineAround(Changed.Begin), End = Changed.End;
  for (unsigned I = 0; I != Context && Begin != 0; ++I)
    Begin = LineAround(Begin - 1);
  for (unsigned I = 0; I <= Context && End != Text.size(); ++I)
    End = std::min(Text.find('\n', End), Text.size() - 1) + 1;
  return {Begin, End};
}

static std::vector<std::string> linesOf(llvm::StringRef Text) {
  std::vector<std::string> Lines;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Line.consume_back("\r");
    Lines.push_back(llvm::json::fixUTF8(Line));
    Text = Rest;
  }
  return Lines;
}

/// The lines \p Shown of \p Text, which has all of \p Edits.
static EditedLines linesWith(llvm::ArrayRef<const TextEdit *> Edits,
                             llvm::StringRef Text, ByteRange Shown) {
  std::string After;
  size_t At = Shown.Begin;
  for (const TextEdit *Edit : Edits) {
    After += Text.slice(At, Edit->Offset);
    After += Edit->Text;
    At = Edit->Offset + Edit->Length;
  }
  After += Text.slice(At, Shown.End);
  return {Edits.front()->File,
          unsigned(1 + Text.take_front(Shown.Begin).count('\n')),
          linesOf(Text.slice(Shown.Begin, Shown.End)), linesOf(After)};
}

std::vector<EditedLines> banklint::editedLines(
    const Fix &F, unsigned Context,
    llvm::function_ref<std::optional<llvm::StringRef>(llvm::StringRef File)>
        TextOf) {
  std::vector<const TextEdit *> Edits;
  for (const TextEdit &Edit : F.Edits)
    Edits.push_back(&Edit);
  llvm::stable_sort(Edits, [](const TextEdit *A, const TextEdit *B) {
    return std::tie(A->File, A->Offset) < std::tie(B->File, B->Offset);
  });
  std::vector<EditedLines> Result;
  for (size_t I = 0; I != Edits.size();) {
    const std::optional<llvm::StringRef> Text = TextOf(Edits[I]->File);
    if (!Text)
      return {};
    const auto LinesOf = [&](const TextEdit &Edit) {
      return wholeLines(*Text, {Edit.Offset, Edit.Offset + Edit.Length},
                        Context);
    };
    ByteRange Shown = LinesOf(*Edits[I]);
    std::vector<const TextEdit *> Group = {Edits[I]};
    while (++I != Edits.size() && Edits[I]->File == Group.front()->File &&
           LinesOf(*Edits[I]).Begin <= Shown.End) {
      Shown.End = std::max(Shown.End, LinesOf(*Edits[I]).End);
      Group.push_back(Edits[I]);
    }
    Result.push_back(linesWith(Group, *Text, Shown));
  }
  return Result;
}
