//===- Protocol.cpp - What the protocol calls things ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/Protocol.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint::lsp;
namespace json = llvm::json;

bool banklint::lsp::fromJSON(const json::Value &Value, Position &Result,
                             json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  if (!Map || !Map.map("line", Result.Line) ||
      !Map.map("character", Result.Character))
    return false;
  if (Result.Line < 0 || Result.Character < 0) {
    Path.report("a position is not negative");
    return false;
  }
  return true;
}

json::Value banklint::lsp::toJSON(const Position &Value) {
  return json::Object{{"line", Value.Line}, {"character", Value.Character}};
}

bool banklint::lsp::fromJSON(const json::Value &Value, Range &Result,
                             json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  if (!Map || !Map.map("start", Result.Start) || !Map.map("end", Result.End))
    return false;
  if (Result.End < Result.Start) {
    Path.report("a range does not end before it starts");
    return false;
  }
  return true;
}

json::Value banklint::lsp::toJSON(const Range &Value) {
  return json::Object{{"start", toJSON(Value.Start)},
                      {"end", toJSON(Value.End)}};
}

bool banklint::lsp::fromJSON(const json::Value &Value, TextEdit &Result,
                             json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("range", Result.Range) &&
         Map.map("newText", Result.NewText);
}

json::Value banklint::lsp::toJSON(const TextEdit &Value) {
  return json::Object{{"range", toJSON(Value.Range)},
                      {"newText", json::fixUTF8(Value.NewText)}};
}

bool banklint::lsp::fromJSON(const json::Value &Value, ContentChange &Result,
                             json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("range", Result.Range) && Map.map("text", Result.Text);
}

bool banklint::lsp::fromJSON(const json::Value &Value, TextDocumentItem &Result,
                             json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("uri", Result.Uri) &&
         Map.mapOptional("languageId", Result.LanguageId) &&
         Map.mapOptional("version", Result.Version) &&
         Map.map("text", Result.Text);
}

namespace {
/// VersionedTextDocumentIdentifier; some clients send null for the version.
struct Identifier {
  std::string Uri;
  std::optional<int64_t> Version;
};
bool fromJSON(const json::Value &Value, Identifier &Result, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("uri", Result.Uri) &&
         Map.map("version", Result.Version);
}
} // namespace

bool banklint::lsp::fromJSON(const json::Value &Value, DidChangeParams &Result,
                             json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  Identifier Of;
  if (!Map || !Map.map("textDocument", Of) ||
      !Map.map("contentChanges", Result.Changes))
    return false;
  Result.Uri = std::move(Of.Uri);
  Result.Version = Of.Version.value_or(0);
  return true;
}

bool banklint::lsp::fromJSON(const json::Value &Value, DocumentParams &Result,
                             json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  Identifier Of;
  if (!Map || !Map.map("textDocument", Of) ||
      !Map.map("position", Result.Position) || !Map.map("range", Result.Range))
    return false;
  Result.Uri = std::move(Of.Uri);
  return true;
}

std::optional<std::string> banklint::lsp::pathOfUri(llvm::StringRef Uri) {
  if (!Uri.consume_front_insensitive("file://"))
    return std::nullopt;
  // An authority names a host, of which only this one can be meant.
  Uri = Uri.drop_front(std::min(Uri.size(), Uri.find('/')));
  std::string Path;
  for (size_t I = 0; I < Uri.size(); ++I) {
    unsigned Byte = 0;
    if (Uri[I] == '%') {
      if (Uri.substr(I + 1, 2).size() != 2 ||
          Uri.substr(I + 1, 2).getAsInteger(16, Byte))
        return std::nullopt;
      Path += char(Byte);
      I += 2;
    } else {
      Path += Uri[I];
    }
  }
  // A name with a zero byte is none.
  if (Path.empty() || Path[0] != '/' || Path.find('\0') != std::string::npos)
    return std::nullopt;
  return Path;
}

std::string banklint::lsp::uriOfPath(llvm::StringRef Path) {
  std::string Uri = "file://";
  for (char C : Path) {
    if (llvm::isAlnum(C) || llvm::StringRef("-._~/").contains(C))
      Uri += C;
    else
      Uri += "%" + llvm::utohexstr(uint8_t(C), /*LowerCase=*/false,
                                   /*Width=*/2);
  }
  return Uri;
}
