//===- Shards.cpp - Parts of an audit for several machines ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shards.h"
#include "banklint/Driver/Filter/FindingIdentity.h"
#include "banklint/Support/ReadFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

std::optional<ShardInfo> banklint::takeShard(const AuditOptions &Options,
                                             llvm::StringRef Root,
                                             AnalysisRequest &Request) {
  if (!Options.Shard)
    return std::nullopt;
  std::string All = Options.Key;
  std::vector<uint64_t> Hashes;
  for (const Unit &U : Request.Units) {
    const std::string Path = pathFrom(Root, U.Source.AbsolutePath);
    Hashes.push_back(contentHash(Path));
    All += "\n" + Path;
    // A checkout may be elsewhere on another machine.
    for (llvm::StringRef Argument : U.Arguments)
      All += " " + llvm::join(llvm::split(Argument, Root), "");
    llvm::Expected<std::string> Text = readFile(U.Source.AbsolutePath);
    if (Text)
      All += " " + llvm::utohexstr(contentHash(*Text));
    else
      llvm::consumeError(Text.takeError());
  }
  const auto [Index, Count] = *Options.Shard;
  size_t I = 0;
  llvm::erase_if(Request.Units,
                 [&, Index = Index, Count = Count](const Unit &) {
                   return Hashes[I++] % Count != Index - 1;
                 });
  return ShardInfo{Index, Count, llvm::utohexstr(contentHash(All))};
}

llvm::Expected<AuditShard> banklint::parseShard(llvm::StringRef Text) {
  const auto [Index, Count] = Text.split('/');
  AuditShard Shard;
  if (Index.getAsInteger(10, Shard.Index) ||
      Count.getAsInteger(10, Shard.Count) || Shard.Index < 1 ||
      Shard.Index > Shard.Count)
    return llvm::createStringError("--shard: invalid value '" + Text +
                                   "'; expected i/n with 1 <= i <= n");
  return Shard;
}
