//===- Options.cpp - Values of options ------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Config/Options.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace banklint;

static llvm::Error usageError(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

/// CUDA's limit on a block's z extent; x and y are limited by the threads.
static constexpr uint32_t MaxBlockZ = 64;

static llvm::Error blockError(const llvm::Twine &Message) {
  return usageError("--block-dim: " + Message);
}

static llvm::Error checkBlock(llvm::StringRef Text, const Dim3 &Block) {
  if (Block.X == 0 || Block.Y == 0 || Block.Z == 0)
    return blockError("block shape '" + Text +
                      "' has an extent of 0; expected at least 1");
  if (Block.count() > MaxThreadsPerBlock)
    return blockError("block shape '" + Text + "' has " +
                      llvm::Twine(Block.count()) + " threads; the limit is " +
                      llvm::Twine(MaxThreadsPerBlock));
  if (Block.Z > MaxBlockZ)
    return blockError("block shape '" + Text + "' has an extent of " +
                      llvm::Twine(Block.Z) + " in z; the limit is " +
                      llvm::Twine(MaxBlockZ));
  return llvm::Error::success();
}

llvm::Error banklint::checkHeaderFilter(llvm::StringRef Option,
                                        llvm::StringRef Text) {
  std::string Why;
  if (Text.empty() || llvm::Regex(Text).isValid(Why))
    return llvm::Error::success();
  return usageError(Option + ": invalid regular expression '" + Text +
                    "': " + Why);
}

llvm::Expected<BlockOption> banklint::parseBlockOption(llvm::StringRef Text) {
  BlockOption Option;
  llvm::StringRef Extents = Text;
  if (Text.contains('=')) {
    llvm::StringRef Kernel;
    std::tie(Kernel, Extents) = Text.rsplit('=');
    if (!clang::isValidAsciiIdentifier(Kernel))
      return blockError("invalid kernel name '" + Kernel +
                        "'; expected a name without namespace and template "
                        "arguments, as in 'transpose=32,8'");
    Option.Kernel = Kernel.str();
  }
  llvm::SmallVector<llvm::StringRef, 3> Parts;
  Extents.split(Parts, ',');
  uint32_t Values[3] = {1, 1, 1};
  bool IsWellFormed = Parts.size() <= 3;
  for (size_t I = 0; IsWellFormed && I != Parts.size(); ++I)
    IsWellFormed = llvm::all_of(Parts[I], llvm::isDigit) &&
                   !Parts[I].getAsInteger(10, Values[I]);
  if (!IsWellFormed)
    return blockError("invalid block shape '" + Extents +
                      "'; expected one to three comma-separated "
                      "numbers of threads, as in '32,8,1'");
  Option.Block = {Values[0], Values[1], Values[2]};
  if (llvm::Error Failure = checkBlock(Extents, Option.Block))
    return Failure;
  return Option;
}

llvm::Expected<KernelInstance>
banklint::parseKernelInstance(llvm::StringRef Text) {
  const size_t Begin = Text.find('<');
  const llvm::StringRef Kernel = Text.take_front(Begin);
  if (Begin == llvm::StringRef::npos ||
      !clang::isValidAsciiIdentifier(Kernel) || !Text.ends_with(">"))
    return usageError("--instantiate: invalid value '" + Text +
                      "'; expected a kernel without namespace and its template "
                      "arguments, as in 'reduce<float, 128>'");
  return KernelInstance{Kernel.str(), Text.drop_front(Begin).str()};
}

namespace {

struct FormatName {
  llvm::StringLiteral Name;
  OutputFormat Format;
};

} // namespace

static constexpr FormatName Formats[] = {
    {"text", OutputFormat::Text},         {"brief", OutputFormat::Brief},
    {"accesses", OutputFormat::Accesses}, {"json", OutputFormat::Json},
    {"sarif", OutputFormat::Sarif},       {"github", OutputFormat::GitHub},
    {"gitlab", OutputFormat::GitLab},
};

llvm::Expected<OutputFormat> banklint::parseOutputFormat(llvm::StringRef Text) {
  std::string Known;
  for (const FormatName &Each : Formats) {
    if (Text == Each.Name)
      return Each.Format;
    Known += Each.Name.str() + ", ";
  }
  // Who reads the command line knows what "auto" is there.
  return usageError("unknown format '" + Text + "'; expected " + Known +
                    "or auto");
}

llvm::Expected<ExtraReport> banklint::parseExtraReport(llvm::StringRef Text) {
  const auto [Format, File] = Text.split(':');
  if (File.empty() || File == "-")
    return llvm::createStringError("--report: invalid value '" + Text +
                                   "'; expected <format>:<file>");
  ExtraReport Result;
  Result.File = File.str();
  if (llvm::Error Failure = parseOutputFormat(Format).moveInto(Result.Format))
    return Failure;
  return Result;
}

llvm::Expected<CudaHeaders> banklint::parseCudaHeaders(llvm::StringRef Text) {
  for (CudaHeaders Headers : {CudaHeaders::Builtin, CudaHeaders::Toolkit})
    if (Text == spelling(Headers))
      return Headers;
  return usageError("unknown CUDA headers '" + Text +
                    "'; expected builtin or toolkit");
}

constexpr Gap AllGaps[] = {Gap::ParseErrors, Gap::MissingHeaders,
                           Gap::LostShared, Gap::Unknown};

llvm::StringRef banklint::spelling(Gap Of) {
  switch (Of) {
  case Gap::ParseErrors:
    return "parse-errors";
  case Gap::MissingHeaders:
    return "missing-headers";
  case Gap::LostShared:
    return "lost-shared";
  case Gap::Unknown:
    return "unknown";
  }
  llvm_unreachable("covered switch");
}

llvm::Expected<std::vector<Gap>> banklint::parseGaps(llvm::StringRef Text) {
  if (Text == "all")
    return std::vector<Gap>(std::begin(AllGaps), std::end(AllGaps));
  std::vector<Gap> Result;
  llvm::SmallVector<llvm::StringRef, 4> Names;
  Text.split(Names, ',');
  for (llvm::StringRef Name : Names) {
    const auto *Known = llvm::find_if(
        AllGaps, [Name](Gap Each) { return spelling(Each) == Name.trim(); });
    if (Known == std::end(AllGaps))
      return usageError("--fail-on: unknown value '" + Name.trim() +
                        "'; expected parse-errors, missing-headers, "
                        "lost-shared, unknown or all");
    Result.push_back(*Known);
  }
  return Result;
}

llvm::Expected<const Architecture *>
banklint::parseArchitecture(llvm::StringRef Text) {
  if (const Architecture *Arch = findArchitecture(Text))
    return Arch;
  std::string Known;
  for (const Architecture &Arch : allArchitectures())
    Known += (Known.empty() ? "" : ", ") + Arch.Name.str();
  return usageError("unknown architecture '" + Text + "'; expected one of " +
                    Known);
}
