//===- PreambleProcess.cpp - Parses headers ahead -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreambleProcess.h"
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace banklint;
using namespace banklint::lsp;
using namespace banklint::rpc;
namespace json = llvm::json;

/// Of processor time, in seconds. Nobody waits for the process.
static constexpr rlim_t MostTime = 60;

// Where llvm::json looks for them.
namespace banklint {
static json::Value toJSON(const PreambleFile &File) {
  json::Object Result{{"path", json::fixUTF8(File.State.Path)},
                      {"size", File.Size},
                      {"time", File.Time}};
  if (File.State.Hash)
    Result["hash"] = *File.State.Hash;
  return Result;
}

static bool fromJSON(const json::Value &Value, PreambleFile &Result,
                     json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("path", Result.State.Path) &&
         Map.map("size", Result.Size) && Map.map("time", Result.Time) &&
         Map.mapOptional("hash", Result.State.Hash);
}
} // namespace banklint

/// Reads what encode wrote.
static std::optional<Preamble> decode(std::string Key, llvm::StringRef Head,
                                      std::string Contents) {
  Preamble Result;
  Result.Key = std::move(Key);
  Result.Contents = std::move(Contents);
  llvm::Expected<json::Value> Read = parseContent(Head);
  if (!Read) {
    llvm::consumeError(Read.takeError());
    return std::nullopt;
  }
  json::Path::Root Root;
  json::ObjectMapper Map(*Read, Root);
  if (!Map || !Map.map("text", Result.Text) || !Map.map("files", Result.Files))
    return std::nullopt;
  return Result;
}

static std::string encode(const Preamble &Made) {
  json::Array Files;
  for (const PreambleFile &File : Made.Files)
    Files.push_back(toJSON(File));
  return encodeMessage(json::Object{{"text", json::fixUTF8(Made.Text)},
                                    {"files", std::move(Files)}}) +
         encodeContent(Made.Contents);
}

/// Has this process end when nobody can read from \p Fd any more.
static void endWithReader(int Fd) {
  std::signal(SIGIO, SIG_DFL);
  ::fcntl(Fd, F_SETOWN, ::getpid());
  ::fcntl(Fd, F_SETFL, O_ASYNC);
}

void PreambleProcess::begin(const PreambleSource &Source, int64_t MiB) {
  assert(!isBusy() && "one at a time");
  // Its successor takes none of the zombies of a worker along.
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
  auto Pipes = std::make_unique<Pipe>();
  const pid_t Child = ::fork();
  if (Child == 0) {
    Pipes->closeEnd(0);
    endWithReader(Pipes->Ends[1]);
    limitMemory(MiB);
    const struct rlimit Time = {MostTime, MostTime};
    ::setrlimit(RLIMIT_CPU, &Time);
    const std::string Made = encode(makePreamble(Source));
    // Reading is a signal as well.
    ::fcntl(Pipes->Ends[1], F_SETFL, 0);
    writeAll(Pipes->Ends[1], Made);
    ::_exit(0);
  }
  if (Child < 0)
    return;
  Pipes->closeEnd(1);
  Result = std::move(Pipes);
  Key = Source.Key;
  Decoder = MessageDecoder();
  Contents.clear();
}

std::optional<Preamble> PreambleProcess::receive() {
  const std::string Bytes = readSome(Result->Ends[0]);
  Decoder.feed(Bytes);
  while (std::optional<std::string> Content = Decoder.next())
    Contents.push_back(std::move(*Content));
  if (!Bytes.empty() && Contents.size() < 2)
    return std::nullopt;
  Result.reset();
  Preamble Crashed;
  Crashed.Key = std::move(Key);
  if (Contents.size() < 2)
    return Crashed;
  return decode(Crashed.Key, Contents[0], std::move(Contents[1]))
      .value_or(std::move(Crashed));
}
