//===- Facts.cpp - What an editor can be shown ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/Facts.h"
#include "banklint/JsonRpc/Transport.h"

using namespace banklint::lsp;
using namespace banklint::rpc;
namespace json = llvm::json;

namespace banklint::lsp {

// The texts are written without a tree of JSON values: making and destroying
// one takes milliseconds for each key.

static void write(json::OStream &J, llvm::StringRef Text) {
  if (json::isUTF8(Text))
    J.value(Text);
  else
    J.value(json::fixUTF8(Text));
}

static void writeFields(json::OStream &J, const Range &At) {
  for (int Each :
       {At.Start.Line, At.Start.Character, At.End.Line, At.End.Character})
    J.value(Each);
}

static void write(json::OStream &J, const TextEdit &Edit) {
  J.array([&] {
    writeFields(J, Edit.Range);
    write(J, Edit.NewText);
  });
}

template <typename T>
static void write(json::OStream &J, const std::vector<T> &From) {
  J.array([&] {
    for (const T &Each : From)
      write(J, Each);
  });
}

static void write(json::OStream &J, const FileEdits &Of) {
  J.array([&] {
    write(J, Of.Path);
    write(J, Of.Edits);
  });
}

static void write(json::OStream &J, const ActionFact &Fact) {
  J.array([&] {
    writeFields(J, Fact.Range);
    J.value(Fact.Diagnostic ? json::Value(*Fact.Diagnostic) : nullptr);
    write(J, Fact.Title);
    J.value(Fact.IsPreferred);
    write(J, Fact.Edits);
  });
}

static void write(json::OStream &J, const HoverFact &Fact) {
  J.array([&] {
    writeFields(J, Fact.Range);
    write(J, Fact.Markdown);
  });
}

static void write(json::OStream &J, const HintFact &Fact) {
  J.array([&] {
    J.value(Fact.At.Line);
    J.value(Fact.At.Character);
    write(J, Fact.Label);
    write(J, Fact.Tooltip);
    J.value(Fact.IsNotable);
  });
}

static void write(json::OStream &J, const LensFact &Fact) {
  J.array([&] {
    writeFields(J, Fact.Range);
    write(J, Fact.Title);
    write(J, Fact.Detail);
  });
}

/// The elements of an array, one after the other.
namespace {
class Elements {
public:
  explicit Elements(const json::Value &From) : From(From.getAsArray()) {}

  /// Each of these reads the next element; false if it is something else.
  bool next(int &Into) {
    const json::Value *Value = take();
    const std::optional<int64_t> Number =
        Value ? Value->getAsInteger() : std::nullopt;
    Into = int(Number.value_or(0));
    return Number.has_value();
  }
  bool next(bool &Into) {
    const json::Value *Value = take();
    const std::optional<bool> Flag =
        Value ? Value->getAsBoolean() : std::nullopt;
    Into = Flag.value_or(false);
    return Flag.has_value();
  }
  bool next(std::string &Into) {
    const json::Value *Value = take();
    const std::optional<llvm::StringRef> Text =
        Value ? Value->getAsString() : std::nullopt;
    Into = Text.value_or("").str();
    return Text.has_value();
  }
  bool next(std::optional<int64_t> &Into) {
    const json::Value *Value = take();
    Into = Value ? Value->getAsInteger() : std::nullopt;
    return Value && (Into || Value->getAsNull());
  }
  bool next(Position &Into) { return next(Into.Line) && next(Into.Character); }
  bool next(Range &Into) { return next(Into.Start) && next(Into.End); }
  template <typename T> bool next(std::vector<T> &Into) {
    const json::Value *Value = take();
    return Value && readAll(*Value, Into);
  }

private:
  const json::Value *take() {
    return From && Next < From->size() ? &(*From)[Next++] : nullptr;
  }
  template <typename T>
  static bool readAll(const json::Value &Value, std::vector<T> &Into);

  const json::Array *From;
  size_t Next = 0;
};
} // namespace

static bool read(Elements From, TextEdit &Into) {
  return From.next(Into.Range) && From.next(Into.NewText);
}

static bool read(Elements From, FileEdits &Into) {
  return From.next(Into.Path) && From.next(Into.Edits);
}

static bool read(Elements From, ActionFact &Into) {
  return From.next(Into.Range) && From.next(Into.Diagnostic) &&
         From.next(Into.Title) && From.next(Into.IsPreferred) &&
         From.next(Into.Edits);
}

static bool read(Elements From, HoverFact &Into) {
  return From.next(Into.Range) && From.next(Into.Markdown);
}

static bool read(Elements From, HintFact &Into) {
  return From.next(Into.At) && From.next(Into.Label) &&
         From.next(Into.Tooltip) && From.next(Into.IsNotable);
}

static bool read(Elements From, LensFact &Into) {
  return From.next(Into.Range) && From.next(Into.Title) &&
         From.next(Into.Detail);
}

template <typename T>
bool Elements::readAll(const json::Value &Value, std::vector<T> &Into) {
  const json::Array *Array = Value.getAsArray();
  if (!Array)
    return false;
  Into.clear();
  Into.reserve(Array->size());
  for (const json::Value &Each : *Array)
    if (!read(Elements(Each), Into.emplace_back()))
      return false;
  return true;
}

} // namespace banklint::lsp

static json::Array texts(llvm::ArrayRef<std::string> From) {
  json::Array Into;
  Into.reserve(From.size());
  for (const std::string &Each : From)
    Into.push_back(json::fixUTF8(Each));
  return Into;
}

/// The text that \p Write writes.
static std::string textOf(llvm::function_ref<void(json::OStream &)> Write) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  json::OStream J(Stream);
  Write(J);
  return Text;
}

FactTexts banklint::lsp::textsOf(const Facts &Said) {
  FactTexts Texts;
  Texts.Head = textOf([&](json::OStream &J) {
    J.value(json::Object{{"analyzed", Said.IsAnalyzed},
                         {"problem", json::fixUTF8(Said.Problem)},
                         {"preliminary", Said.IsPreliminary},
                         {"warnings", texts(Said.Warnings)},
                         {"filesRead", texts(Said.FilesRead)},
                         {"hasDiagnostics", !Said.Diagnostics.empty()}});
  });
  Texts.Diagnostics = textOf([&](json::OStream &J) {
    J.array([&] {
      for (const json::Value &Each : Said.Diagnostics)
        J.value(Each);
    });
  });
  Texts.Details = textOf([&](json::OStream &J) {
    J.array([&] {
      write(J, Said.Actions);
      write(J, Said.FixAll);
      write(J, Said.Hovers);
      write(J, Said.Hints);
      write(J, Said.Lenses);
    });
  });
  return Texts;
}

/// The value that \p Text stands for; null if it is none.
static json::Value valueOf(llvm::StringRef Text) {
  llvm::Expected<json::Value> Value = parseContent(Text);
  if (Value)
    return std::move(*Value);
  llvm::consumeError(Value.takeError());
  return nullptr;
}

bool banklint::lsp::readHead(llvm::StringRef Head, Facts &Result) {
  const json::Value Value = valueOf(Head);
  json::Path::Root Root;
  json::ObjectMapper Map(Value, Root);
  return Map && Map.map("analyzed", Result.IsAnalyzed) &&
         Map.map("problem", Result.Problem) &&
         Map.map("preliminary", Result.IsPreliminary) &&
         Map.map("warnings", Result.Warnings) &&
         Map.map("filesRead", Result.FilesRead) &&
         Map.map("hasDiagnostics", Result.HasDiagnostics);
}

bool banklint::lsp::readRest(const FactTexts &Texts, Facts &Result) {
  json::Value Diagnostics = valueOf(Texts.Diagnostics);
  json::Array *Array = Diagnostics.getAsArray();
  if (!Array)
    return false;
  Result.Diagnostics.clear();
  Result.Diagnostics.reserve(Array->size());
  for (json::Value &Each : *Array)
    Result.Diagnostics.push_back(std::move(Each));
  const json::Value Details = valueOf(Texts.Details);
  Elements From(Details);
  return From.next(Result.Actions) && From.next(Result.FixAll) &&
         From.next(Result.Hovers) && From.next(Result.Hints) &&
         From.next(Result.Lenses);
}
