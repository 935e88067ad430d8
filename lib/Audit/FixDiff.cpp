//===- FixDiff.cpp - A fix as changed lines -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixDiff.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace banklint;
namespace json = llvm::json;

// Lines around what is shown.
static constexpr unsigned ContextOfEdits = 1;
static constexpr unsigned ContextOfFindings = 4;

namespace {
/// Bytes of a text.
struct Range {
  size_t Begin;
  size_t End;
};
} // namespace

/// \p Changed with the whole lines that it is in, and \p Context more before
/// and behind.
static Range wholeLines(llvm::StringRef Text, Range Changed, unsigned Context) {
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

static json::Array linesOf(llvm::StringRef Text) {
  json::Array Lines;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Line.consume_back("\r");
    Lines.push_back(json::fixUTF8(Line));
    Text = Rest;
  }
  return Lines;
}

static json::Object hunkOf(llvm::ArrayRef<const TextEdit *> Edits,
                           llvm::StringRef Text, Range Shown) {
  std::string After;
  size_t At = Shown.Begin;
  for (const TextEdit *Edit : Edits) {
    After += Text.slice(At, Edit->Offset);
    After += Edit->Text;
    At = Edit->Offset + Edit->Length;
  }
  After += Text.slice(At, Shown.End);
  return json::Object{{"file", json::fixUTF8(Edits.front()->File)},
                      {"line", 1 + Text.take_front(Shown.Begin).count('\n')},
                      {"before", linesOf(Text.slice(Shown.Begin, Shown.End))},
                      {"after", linesOf(After)}};
}

json::Array banklint::diffOf(const Fix &F, const SourceTexts &Sources) {
  std::vector<const TextEdit *> Edits;
  for (const TextEdit &Edit : F.Edits)
    Edits.push_back(&Edit);
  llvm::stable_sort(Edits, [](const TextEdit *A, const TextEdit *B) {
    return std::tie(A->File, A->Offset) < std::tie(B->File, B->Offset);
  });
  json::Array Hunks;
  for (size_t I = 0; I != Edits.size();) {
    const SourceTexts::Source *Source = Sources.find(Edits[I]->File);
    if (!Source)
      return {};
    const llvm::StringRef Text = Source->Text;
    const auto LinesOf = [&Text](const TextEdit &Edit) {
      return wholeLines(Text, {Edit.Offset, Edit.Offset + Edit.Length},
                        ContextOfEdits);
    };
    Range Shown = LinesOf(*Edits[I]);
    std::vector<const TextEdit *> Group = {Edits[I]};
    while (++I != Edits.size() && Edits[I]->File == Group.front()->File &&
           LinesOf(*Edits[I]).Begin <= Shown.End) {
      Shown.End = std::max(Shown.End, LinesOf(*Edits[I]).End);
      Group.push_back(Edits[I]);
    }
    Hunks.push_back(hunkOf(Group, Text, Shown));
  }
  return Hunks;
}

json::Value banklint::excerptAt(const Place &At, const SourceTexts &Sources) {
  if (!At.Span.isValid())
    return nullptr;
  const unsigned Line = At.Span.Line;
  const unsigned First =
      Line > ContextOfFindings ? Line - ContextOfFindings : 1;
  json::Array Lines;
  for (unsigned I = First; I <= Line + ContextOfFindings; ++I) {
    const std::optional<std::string> Text = Sources.line(At.File, I);
    if (!Text)
      break;
    Lines.push_back(json::fixUTF8(*Text));
  }
  if (Lines.empty())
    return nullptr;
  return json::Object{{"first", First}, {"lines", std::move(Lines)}};
}
