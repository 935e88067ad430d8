//===- Transport.cpp - Messages of JSON-RPC -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/JsonRpc/Transport.h"
#include "banklint/Support/NestingLimits.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint::rpc;
namespace json = llvm::json;

void MessageDecoder::feed(llvm::StringRef Bytes) {
  if (Failure)
    return;
  if (Start > Buffer.size() / 2) {
    Buffer.erase(0, Start);
    Start = 0;
  }
  Buffer.append(Bytes.data(), Bytes.size());
}

/// The length that the lines of \p Header state.
static std::optional<uint64_t> lengthIn(llvm::StringRef Header) {
  std::optional<uint64_t> Length;
  while (!Header.empty()) {
    auto [Line, Rest] = Header.split('\n');
    Header = Rest;
    auto [Name, Value] = Line.split(':');
    uint64_t Number = 0;
    if (Name.trim().equals_insensitive("content-length") &&
        !Value.trim().getAsInteger(10, Number))
      Length = Number;
  }
  return Length;
}

/// Reads the header at Start; false if it is not there as a whole.
bool MessageDecoder::readHeader() {
  const llvm::StringRef Left = llvm::StringRef(Buffer).drop_front(Start);
  // The protocol says CRLF; some clients that are written by hand say LF.
  const size_t Crlf = Left.find("\r\n\r\n");
  const size_t Lf = Left.find("\n\n");
  const size_t End = std::min(Crlf, Lf);
  if (End == llvm::StringRef::npos) {
    if (Left.size() > MaxHeaderBytes)
      Failure = "a header is longer than " + std::to_string(MaxHeaderBytes) +
                " bytes";
    return false;
  }
  const std::optional<uint64_t> Bytes = lengthIn(Left.take_front(End));
  Start += End + (End == Crlf ? 4 : 2);
  if (!Bytes) {
    ++Skipped;
    return true;
  }
  if (*Bytes > MaxContentBytes) {
    Failure = "a message is longer than " + std::to_string(MaxContentBytes) +
              " bytes";
    return false;
  }
  Length = size_t(*Bytes);
  return true;
}

std::optional<std::string> MessageDecoder::next() {
  while (!Failure && !Length)
    if (!readHeader())
      return std::nullopt;
  if (Failure || Buffer.size() - Start < *Length)
    return std::nullopt;
  std::string Content = Buffer.substr(Start, *Length);
  Start += *Length;
  Length.reset();
  return Content;
}

unsigned MessageDecoder::takeSkipped() { return std::exchange(Skipped, 0); }

void LineDecoder::feed(llvm::StringRef Bytes) {
  if (Failure)
    return;
  if (Start > Buffer.size() / 2) {
    Buffer.erase(0, Start);
    Searched -= Start;
    Start = 0;
  }
  Buffer.append(Bytes.data(), Bytes.size());
}

std::optional<std::string> LineDecoder::next() {
  while (!Failure) {
    const size_t End = Buffer.find('\n', Searched);
    Searched = std::min(End, Buffer.size());
    if (Searched - Start > MessageDecoder::MaxContentBytes)
      Failure = "a message is longer than " +
                std::to_string(MessageDecoder::MaxContentBytes) + " bytes";
    if (Failure || End == std::string::npos)
      return std::nullopt;
    std::string Content = Buffer.substr(Start, End - Start);
    Start = Searched = End + 1;
    if (!llvm::StringRef(Content).trim().empty())
      return Content;
  }
  return std::nullopt;
}

std::string banklint::rpc::encodeLine(const json::Value &Message) {
  std::string Line;
  llvm::raw_string_ostream(Line) << Message << '\n';
  return Line;
}

std::string banklint::rpc::encodeMessage(const json::Value &Message) {
  std::string Content;
  llvm::raw_string_ostream(Content) << Message;
  return encodeContent(Content);
}

std::string banklint::rpc::encodeContent(llvm::StringRef Content) {
  return ("Content-Length: " + llvm::Twine(Content.size()) + "\r\n\r\n" +
          Content)
      .str();
}

llvm::Expected<json::Value>
banklint::rpc::parseContent(llvm::StringRef Content) {
  if (const std::optional<size_t> TooDeep = tooDeepJsonAt(Content))
    return llvm::createStringError("nested too deeply, at byte " +
                                   llvm::Twine(*TooDeep));
  return json::parse(Content);
}

static bool isId(const json::Value &Id) {
  return Id.getAsInteger() || Id.getAsString();
}

std::optional<Message> banklint::rpc::parseMessage(llvm::StringRef Content,
                                                   MessageError &Problem) {
  llvm::Expected<json::Value> Value = parseContent(Content);
  if (!Value) {
    Problem.Error = {ErrorCode::ParseError, llvm::toString(Value.takeError())};
    return std::nullopt;
  }
  json::Object *Object = Value->getAsObject();
  if (!Object) {
    Problem.Error = {ErrorCode::InvalidRequest, "a message is an object"};
    return std::nullopt;
  }
  Message M;
  if (json::Value *Id = Object->get("id")) {
    if (isId(*Id))
      Problem.Id = *Id;
    M.Id = std::move(*Id);
  }
  const bool IsResponse = Object->get("result") || Object->get("error");
  if (const json::Value *Method = Object->get("method")) {
    if (std::optional<llvm::StringRef> Name = Method->getAsString())
      M.Method = Name->str();
  }
  if (M.Method.empty() && !IsResponse) {
    Problem.Error = {ErrorCode::InvalidRequest, "a message has a method"};
    return std::nullopt;
  }
  if (!M.Method.empty() && M.Id && !isId(*M.Id)) {
    Problem.Error = {ErrorCode::InvalidRequest,
                     "an id is an integer or a string"};
    return std::nullopt;
  }
  if (json::Value *Params = Object->get("params"))
    M.Params = std::move(*Params);
  if (json::Value *Result = Object->get("result"))
    M.Result = std::move(*Result);
  return M;
}

json::Value banklint::rpc::makeResponse(json::Value Id, json::Value Result) {
  return json::Object{
      {"jsonrpc", "2.0"}, {"id", std::move(Id)}, {"result", std::move(Result)}};
}

json::Value banklint::rpc::makeError(json::Value Id,
                                     const ResponseError &Error) {
  return json::Object{
      {"jsonrpc", "2.0"},
      {"id", std::move(Id)},
      {"error", json::Object{{"code", int64_t(Error.Code)},
                             {"message", json::fixUTF8(Error.Message)}}}};
}

json::Value banklint::rpc::makeNotification(llvm::StringRef Method,
                                            json::Value Params) {
  return json::Object{
      {"jsonrpc", "2.0"}, {"method", Method}, {"params", std::move(Params)}};
}

json::Value banklint::rpc::makeRequest(int64_t Id, llvm::StringRef Method,
                                       json::Value Params) {
  return json::Object{{"jsonrpc", "2.0"},
                      {"id", Id},
                      {"method", Method},
                      {"params", std::move(Params)}};
}
