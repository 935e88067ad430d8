//===- TransportTest.cpp - Messages of JSON-RPC ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/JsonRpc/Transport.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint::rpc;
namespace json = llvm::json;
using testing::ElementsAre;

static std::vector<std::string> contentsOf(MessageDecoder &Decoder) {
  std::vector<std::string> Contents;
  while (std::optional<std::string> Content = Decoder.next())
    Contents.push_back(std::move(*Content));
  return Contents;
}

TEST(MessageDecoder, WholeMessages) {
  MessageDecoder Decoder;
  Decoder.feed("Content-Length: 2\r\n\r\n{}Content-Length: 0\r\n\r\n"
               "CONTENT-LENGTH:  3 \r\nOther: x\r\n\r\nabc");
  EXPECT_THAT(contentsOf(Decoder), ElementsAre("{}", "", "abc"));
  EXPECT_EQ(Decoder.failure(), std::nullopt);
}

TEST(MessageDecoder, EveryCutOfTheStream) {
  const std::string Stream = "Content-Length: 5\r\n\r\nhello"
                             "Content-Length: 3\r\n\r\nabc";
  for (size_t First = 0; First <= Stream.size(); ++First)
    for (size_t Second = First; Second <= Stream.size(); ++Second) {
      MessageDecoder Decoder;
      std::vector<std::string> Contents;
      for (llvm::StringRef Piece :
           {llvm::StringRef(Stream).take_front(First),
            llvm::StringRef(Stream).slice(First, Second),
            llvm::StringRef(Stream).drop_front(Second)}) {
        Decoder.feed(Piece);
        for (std::string &Content : contentsOf(Decoder))
          Contents.push_back(std::move(Content));
      }
      ASSERT_THAT(Contents, ElementsAre("hello", "abc"))
          << First << ' ' << Second;
    }
}

TEST(MessageDecoder, LinesThatEndWithLineFeeds) {
  MessageDecoder Decoder;
  Decoder.feed("Content-Length: 1\n\nx");
  EXPECT_THAT(contentsOf(Decoder), ElementsAre("x"));
}

TEST(LineDecoder, EveryCutOfTheStream) {
  const llvm::StringRef Stream = "hello\n\n  \nabc\r\n{}";
  for (size_t Cut = 0; Cut <= Stream.size(); ++Cut) {
    LineDecoder Decoder;
    std::vector<std::string> Contents;
    for (llvm::StringRef Piece :
         {Stream.take_front(Cut), Stream.drop_front(Cut),
          llvm::StringRef("\n")}) {
      Decoder.feed(Piece);
      while (std::optional<std::string> Content = Decoder.next())
        Contents.push_back(std::move(*Content));
    }
    ASSERT_THAT(Contents, ElementsAre("hello", "abc\r", "{}")) << Cut;
  }
}

TEST(LineDecoder, LineThatIsTooLong) {
  LineDecoder Decoder;
  Decoder.feed("first\n");
  const std::string Piece(MessageDecoder::MaxContentBytes / 2 + 1, 'x');
  Decoder.feed(Piece);
  EXPECT_EQ(Decoder.next(), "first");
  EXPECT_EQ(Decoder.next(), std::nullopt);
  EXPECT_EQ(Decoder.failure(), std::nullopt);
  Decoder.feed(Piece);
  EXPECT_EQ(Decoder.next(), std::nullopt);
  EXPECT_NE(Decoder.failure(), std::nullopt);
}

TEST(LineDecoder, LinesAreWhatIsEncoded) {
  LineDecoder Decoder;
  Decoder.feed(encodeLine(json::Object{{"text", "two\nlines"}}));
  EXPECT_EQ(Decoder.next(), R"({"text":"two\nlines"})");
}

TEST(MessageDecoder, HeadersWithoutLength) {
  MessageDecoder Decoder;
  Decoder.feed("A: b\r\n\r\nContent-Length: -1\r\n\r\n"
               "Content-Length: 1x\r\n\r\nContent-Length: 1\r\n\r\ny");
  EXPECT_THAT(contentsOf(Decoder), ElementsAre("y"));
  EXPECT_EQ(Decoder.takeSkipped(), 3u);
  EXPECT_EQ(Decoder.takeSkipped(), 0u);
}

TEST(MessageDecoder, TooLong) {
  MessageDecoder Content;
  Content.feed("Content-Length: 268435457\r\n\r\n");
  EXPECT_EQ(Content.next(), std::nullopt);
  EXPECT_EQ(Content.failure(), "a message is longer than 268435456 bytes");
  MessageDecoder Header;
  Header.feed(std::string(65537, 'x'));
  EXPECT_EQ(Header.next(), std::nullopt);
  EXPECT_EQ(Header.failure(), "a header is longer than 65536 bytes");
  Header.feed("\r\n\r\nContent-Length: 1\r\n\r\nx");
  EXPECT_EQ(Header.next(), std::nullopt);
}

TEST(Transport, EncodedMessagesAreDecoded) {
  const json::Value Sent =
      makeNotification("m", json::Object{{"text", "\xc3\xbc"}});
  MessageDecoder Decoder;
  Decoder.feed(encodeMessage(Sent));
  const std::optional<std::string> Content = Decoder.next();
  ASSERT_TRUE(Content);
  llvm::Expected<json::Value> Read = json::parse(*Content);
  ASSERT_TRUE(bool(Read));
  EXPECT_EQ(*Read, Sent);
}

TEST(Transport, Messages) {
  MessageError Problem;
  std::optional<Message> Request = parseMessage(
      R"({"jsonrpc":"2.0","id":"a","method":"m","params":[1]})", Problem);
  ASSERT_TRUE(Request);
  EXPECT_EQ(Request->Id, json::Value("a"));
  EXPECT_EQ(Request->Method, "m");
  EXPECT_EQ(Request->Params, json::Value(json::Array{1}));
  std::optional<Message> Response =
      parseMessage(R"({"id":3,"result":null})", Problem);
  ASSERT_TRUE(Response);
  EXPECT_EQ(Response->Method, "");
  EXPECT_EQ(Response->Result, json::Value(nullptr));
}

TEST(Transport, AContentThatIsNestedTooDeeply) {
  // LLVM's parser would overflow the stack.
  const std::string Deep = R"({"jsonrpc":"2.0","id":1,"method":"m","params":)" +
                           std::string(1'000'000, '[');
  MessageError Problem;
  EXPECT_FALSE(parseMessage(Deep, Problem));
  EXPECT_EQ(Problem.Error.Code, ErrorCode::ParseError);
  EXPECT_NE(Problem.Error.Message.find("nested too deeply"), std::string::npos);
  EXPECT_TRUE(parseMessage(R"({"jsonrpc":"2.0","id":1,"method":"m","params":)" +
                               std::string(30, '[') + std::string(30, ']') +
                               "}",
                           Problem));
}

TEST(Transport, WhatIsNotAMessage) {
  struct {
    const char *Content;
    ErrorCode Code;
    json::Value Id;
  } Cases[] = {
      {"{", ErrorCode::ParseError, nullptr},
      {"3", ErrorCode::InvalidRequest, nullptr},
      {R"({"id":4})", ErrorCode::InvalidRequest, 4},
      {R"({"id":[],"method":"m"})", ErrorCode::InvalidRequest, nullptr},
      {R"({"id":5,"method":{}})", ErrorCode::InvalidRequest, 5}};
  for (const auto &Case : Cases) {
    MessageError Problem;
    EXPECT_FALSE(parseMessage(Case.Content, Problem)) << Case.Content;
    EXPECT_EQ(Problem.Error.Code, Case.Code) << Case.Content;
    EXPECT_EQ(Problem.Id, Case.Id) << Case.Content;
    EXPECT_NE(Problem.Error.Message, "") << Case.Content;
  }
}
