//===- FuzzLsp.cpp - Arbitrary bytes as messages of an editor -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "banklint/JsonRpc/Transport.h"
#include "banklint/Lsp/Documents.h"

using namespace banklint;
using namespace banklint::lsp;
using namespace banklint::rpc;
using fuzz::require;

/// The contents of \p Bytes if they arrive in pieces of \p Size.
static std::vector<std::string> contentsOf(llvm::StringRef Bytes, size_t Size) {
  MessageDecoder Decoder;
  std::vector<std::string> Contents;
  while (!Bytes.empty()) {
    Decoder.feed(Bytes.take_front(Size));
    Bytes = Bytes.drop_front(std::min(Size, Bytes.size()));
    while (std::optional<std::string> Content = Decoder.next())
      Contents.push_back(std::move(*Content));
  }
  return Contents;
}

/// Positions of \p Text convert there and back.
static void checkPositions(llvm::StringRef Text, PositionEncoding Encoding) {
  const TextPositions Positions(Text, Encoding);
  for (size_t Line = 0; Line < Positions.lineCount(); ++Line)
    for (int Character : {0, 1, 2, 3, 1000}) {
      const size_t Offset = Positions.offsetOf({int(Line), Character});
      require(Offset <= Text.size(), "a position is behind the text");
      require(Positions.lineOf(Offset) == Line, "a position leaves its line");
      require(Positions.offsetOf(Positions.positionOf(Offset)) == Offset,
              "a position does not convert back");
    }
}

static void checkEdits(const llvm::json::Value &Params) {
  DidChangeParams Change;
  llvm::json::Path::Root Root;
  if (!fromJSON(Params, Change, Root)) {
    fuzz::noteOutcome("no edits");
    return;
  }
  if (const std::optional<std::string> Path = pathOfUri(Change.Uri))
    require(pathOfUri(uriOfPath(*Path)) == Path, "a path changes in its URI");
  for (PositionEncoding Encoding :
       {PositionEncoding::Utf8, PositionEncoding::Utf16}) {
    const std::string Text =
        editedText("one\r\n\xf0\x9f\x98\x80 two\n", Change.Changes, Encoding);
    checkPositions(Text, Encoding);
  }
  fuzz::noteOutcome(Change.Changes.size() > 1 ? "edits" : "an edit");
}

static void checkContent(llvm::StringRef Content) {
  MessageError Problem;
  std::optional<Message> M = parseMessage(Content, Problem);
  if (!M) {
    require(!Problem.Error.Message.empty(), "an error says nothing");
    fuzz::noteOutcome("no message");
    return;
  }
  checkEdits(M->Params);
  const llvm::json::Value Sent = makeNotification("m", M->Params);
  const std::vector<std::string> Read =
      contentsOf(encodeMessage(Sent), size_t(1) << 20);
  require(Read.size() == 1, "a message is not read as one");
  llvm::Expected<llvm::json::Value> Same = llvm::json::parse(Read.front());
  require(bool(Same) && *Same == Sent, "a message is read as another");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const llvm::StringRef Text = fuzz::textOf(Data, Size);
  const std::vector<std::string> Contents = contentsOf(Text, Size + 1);
  require(Contents == contentsOf(Text, 1), "the cut of the bytes matters");
  for (const std::string &Content : Contents)
    checkContent(Content);
  checkContent(Text);
  checkPositions(Text, PositionEncoding::Utf8);
  checkPositions(Text, PositionEncoding::Utf16);
  return 0;
}
