//===- Transport.h - Messages of JSON-RPC -----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contents are messages in JSON, and come one after the other. In the language
// server protocol, a header with the length in bytes is before each; in the
// Model Context Protocol, each is a line. The decoders are fed with whatever
// pieces arrive and yield whole contents, so that nobody has to wait for a half
// one.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_JSONRPC_TRANSPORT_H
#define BANKLINT_JSONRPC_TRANSPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace banklint::rpc {

/// The codes of JSON-RPC and of the protocol.
enum class ErrorCode {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
  /// The Model Context Protocol uses the number for something else.
  ResourceNotFound = -32002,
  RequestFailed = -32803,
  ContentModified = -32801,
  RequestCancelled = -32800,
};

/// What a request that fails is answered with.
struct ResponseError {
  ErrorCode Code = ErrorCode::InternalError;
  std::string Message;
};

/// Splits a stream of bytes with headers into contents.
///
/// A header that is not understood is skipped up to the next one. The lengths
/// of headers and contents are limited: after one that is longer, the stream is
/// broken, since where the next message starts is not known.
class MessageDecoder {
public:
  /// The longest content, in bytes: far above any document that can be edited.
  static constexpr size_t MaxContentBytes = size_t(256) << 20;
  static constexpr size_t MaxHeaderBytes = size_t(1) << 16;

  void feed(llvm::StringRef Bytes);
  /// The next whole content, in order; nothing if more bytes are needed.
  std::optional<std::string> next();
  /// Nothing more can be read, and why.
  const std::optional<std::string> &failure() const { return Failure; }
  /// The headers without a length that were skipped since the last call.
  unsigned takeSkipped();

private:
  bool readHeader();

  std::string Buffer;
  /// Of Buffer: what was consumed.
  size_t Start = 0;
  /// Of the content that follows, if its header was read.
  std::optional<size_t> Length;
  unsigned Skipped = 0;
  std::optional<std::string> Failure;
};

/// Splits a stream of lines into contents; empty lines are none.
///
/// After a line that is longer than MessageDecoder::MaxContentBytes the stream
/// is broken, as its end may never come.
class LineDecoder {
public:
  void feed(llvm::StringRef Bytes);
  std::optional<std::string> next();
  const std::optional<std::string> &failure() const { return Failure; }

private:
  std::string Buffer;
  /// Of Buffer: what was consumed, and up to where there is no line's end.
  size_t Start = 0, Searched = 0;
  std::optional<std::string> Failure;
};

/// \p Message as a line. JSON has no line ends but as escapes.
std::string encodeLine(const llvm::json::Value &Message);
/// \p Message with its header.
std::string encodeMessage(const llvm::json::Value &Message);
/// \p Content with its header.
std::string encodeContent(llvm::StringRef Content);

/// Reads \p Content, in JSON. One that is nested so deeply that reading it
/// might overflow the stack is an error.
llvm::Expected<llvm::json::Value> parseContent(llvm::StringRef Content);

/// A content that was understood.
struct Message {
  /// Null for a notification.
  std::optional<llvm::json::Value> Id;
  /// Empty for a response.
  std::string Method;
  llvm::json::Value Params = nullptr;
  /// Of a response that is not an error.
  std::optional<llvm::json::Value> Result;
};

struct MessageError {
  /// The id of the request if it is known, else null.
  llvm::json::Value Id = nullptr;
  ResponseError Error;
};

/// Reads \p Content; of what is not a message, \p Problem says why.
std::optional<Message> parseMessage(llvm::StringRef Content,
                                    MessageError &Problem);

llvm::json::Value makeResponse(llvm::json::Value Id, llvm::json::Value Result);
llvm::json::Value makeError(llvm::json::Value Id, const ResponseError &Error);
llvm::json::Value makeNotification(llvm::StringRef Method,
                                   llvm::json::Value Params);
llvm::json::Value makeRequest(int64_t Id, llvm::StringRef Method,
                              llvm::json::Value Params);

} // namespace banklint::rpc

#endif // BANKLINT_JSONRPC_TRANSPORT_H
