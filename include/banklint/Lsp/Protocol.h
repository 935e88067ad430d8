//===- Protocol.h - What the protocol calls things --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those structures of the language server protocol that banklint uses, by the
// protocol's names. Lines and characters count from 0; what a character is, a
// byte or half a UTF-16 pair, the client and the server agree on
// (TextPositions.h).
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LSP_PROTOCOL_H
#define BANKLINT_LSP_PROTOCOL_H

#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace banklint::lsp {

struct Position {
  int Line = 0;
  int Character = 0;

  friend bool operator==(const Position &A, const Position &B) {
    return std::tie(A.Line, A.Character) == std::tie(B.Line, B.Character);
  }
  friend bool operator<(const Position &A, const Position &B) {
    return std::tie(A.Line, A.Character) < std::tie(B.Line, B.Character);
  }
};
bool fromJSON(const llvm::json::Value &Value, Position &Result,
              llvm::json::Path Path);
llvm::json::Value toJSON(const Position &Value);

/// End is not part of it.
struct Range {
  Position Start;
  Position End;

  bool contains(const Position &At) const { return !(At < Start || End < At); }
  bool touches(const Range &Other) const {
    return !(End < Other.Start || Other.End < Start);
  }
  friend bool operator==(const Range &A, const Range &B) {
    return A.Start == B.Start && A.End == B.End;
  }
};
bool fromJSON(const llvm::json::Value &Value, Range &Result,
              llvm::json::Path Path);
llvm::json::Value toJSON(const Range &Value);

struct TextEdit {
  lsp::Range Range;
  std::string NewText;
};
bool fromJSON(const llvm::json::Value &Value, TextEdit &Result,
              llvm::json::Path Path);
llvm::json::Value toJSON(const TextEdit &Value);

/// Of textDocument/didChange; without a range, Text is the whole document.
struct ContentChange {
  std::optional<lsp::Range> Range;
  std::string Text;
};
bool fromJSON(const llvm::json::Value &Value, ContentChange &Result,
              llvm::json::Path Path);

/// Of textDocument/didOpen.
struct TextDocumentItem {
  std::string Uri;
  std::string LanguageId;
  int64_t Version = 0;
  std::string Text;
};
bool fromJSON(const llvm::json::Value &Value, TextDocumentItem &Result,
              llvm::json::Path Path);

/// Of textDocument/didChange.
struct DidChangeParams {
  std::string Uri;
  int64_t Version = 0;
  std::vector<ContentChange> Changes;
};
bool fromJSON(const llvm::json::Value &Value, DidChangeParams &Result,
              llvm::json::Path Path);

/// What requests about a document have in common: `textDocument`, and
/// `position` or `range` of those that have one.
struct DocumentParams {
  std::string Uri;
  std::optional<lsp::Position> Position;
  std::optional<lsp::Range> Range;
};
bool fromJSON(const llvm::json::Value &Value, DocumentParams &Result,
              llvm::json::Path Path);

/// The absolute path of a `file:` URI; nothing for other ones and for a URI
/// that is not valid.
std::optional<std::string> pathOfUri(llvm::StringRef Uri);
/// The `file:` URI of the absolute \p Path, as VS Code spells it.
std::string uriOfPath(llvm::StringRef Path);

} // namespace banklint::lsp

#endif // BANKLINT_LSP_PROTOCOL_H
