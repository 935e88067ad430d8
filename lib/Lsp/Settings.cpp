//===- Settings.cpp - What the user of an editor sets ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Lsp/Settings.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace banklint::lsp;
namespace json = llvm::json;

namespace {

/// Reads the settings of one object and collects what is wrong with them.
class SettingsReader {
public:
  SettingsReader(const json::Object &From, std::vector<std::string> &Problems)
      : From(From), Problems(Problems) {}

  void read(Settings &S);

private:
  void readRun(RunOptions &Run);
  void readBlocks(RunOptions &Run);
  void readHints(Settings &S);
  void reportUnknown();

  void complain(llvm::StringRef Name, const llvm::Twine &What) {
    Problems.push_back(("setting '" + Name + "': " + What).str());
  }
  const json::Value *find(llvm::StringLiteral Name) {
    Known.push_back(Name);
    const json::Value *Found = From.get(Name);
    return Found && Found->kind() != json::Value::Null ? Found : nullptr;
  }
  void text(llvm::StringLiteral Name, std::string &Into) {
    if (const json::Value *V = find(Name)) {
      if (std::optional<llvm::StringRef> Text = V->getAsString())
        Into = Text->str();
      else
        complain(Name, "expected a string");
    }
  }
  void texts(llvm::StringLiteral Name, std::vector<std::string> &Into) {
    if (const json::Value *V = find(Name)) {
      json::Path::Root Root(Name);
      std::vector<std::string> Read;
      if (json::fromJSON(*V, Read, Root))
        Into = std::move(Read);
      else
        complain(Name, "expected a list of strings");
    }
  }
  std::optional<unsigned> number(llvm::StringLiteral Name, unsigned Most) {
    const json::Value *V = find(Name);
    if (!V)
      return std::nullopt;
    const std::optional<int64_t> Number = V->getAsInteger();
    if (Number && *Number >= 0 && *Number <= int64_t(Most))
      return unsigned(*Number);
    complain(Name, "expected a number from 0 to " + llvm::Twine(Most));
    return std::nullopt;
  }
  void flag(llvm::StringLiteral Name, bool &Into) {
    if (const json::Value *V = find(Name)) {
      if (std::optional<bool> Flag = V->getAsBoolean())
        Into = *Flag;
      else
        complain(Name, "expected true or false");
    }
  }

  const json::Object &From;
  std::vector<std::string> &Problems;
  std::vector<llvm::StringRef> Known;
};

} // namespace

void SettingsReader::readBlocks(RunOptions &Run) {
  std::vector<std::string> Blocks;
  texts("blockDims", Blocks);
  for (const std::string &Text : Blocks) {
    llvm::Expected<BlockOption> Block = parseBlockOption(Text);
    if (Block)
      Run.Blocks.push_back(std::move(*Block));
    else
      complain("blockDims", llvm::toString(Block.takeError()));
  }
}

void SettingsReader::readRun(RunOptions &Run) {
  std::string Arch;
  text("arch", Arch);
  if (!Arch.empty()) {
    llvm::Expected<const Architecture *> Found = parseArchitecture(Arch);
    if (Found)
      Run.Arch = *Found;
    else
      complain("arch", llvm::toString(Found.takeError()));
  }
  std::string Headers;
  text("cudaHeaders", Headers);
  if (!Headers.empty()) {
    llvm::Expected<CudaHeaders> Read = parseCudaHeaders(Headers);
    if (Read)
      Run.Headers = *Read;
    else
      complain("cudaHeaders", llvm::toString(Read.takeError()));
  }
  readBlocks(Run);
  text("compilationDatabase", Run.BuildPath);
  text("cudaPath", Run.ToolkitPath);
  text("checks", Run.Checks);
  text("configFile", Run.Config.File);
  text("baseline", Run.Filter.Baseline);
  texts("extraArgs", Run.ExtraArgs);
  if (std::optional<unsigned> Seconds = number("timeLimit", 3600))
    Run.TimeLimit = std::chrono::seconds(*Seconds);
}

void SettingsReader::readHints(Settings &S) {
  std::string Hints;
  text("inlayHints", Hints);
  if (Hints == "off")
    S.InlayHints = HintMode::Off;
  else if (Hints == "all")
    S.InlayHints = HintMode::All;
  else if (!Hints.empty() && Hints != "conflicts")
    complain("inlayHints", "expected 'off', 'conflicts' or 'all'");
}

void SettingsReader::read(Settings &S) {
  readRun(S.Run);
  readHints(S);
  if (std::optional<unsigned> Delay = number("diagnosticsDelay", 60000))
    S.DiagnosticsDelay = std::chrono::milliseconds(*Delay);
  if (std::optional<unsigned> Seconds = number("hardTimeLimit", 86400))
    S.HardTimeLimit = std::chrono::seconds(*Seconds);
  if (std::optional<unsigned> Most = number("maxDiagnostics", 100000))
    S.MaxDiagnostics = *Most;
  if (std::optional<unsigned> Most = number("memoryLimit", 1 << 20))
    S.MemoryLimit = *Most;
  flag("codeLens", S.CodeLens);
  reportUnknown();
}

void SettingsReader::reportUnknown() {
  // Of the client.
  llvm::append_range(
      Known, llvm::ArrayRef<llvm::StringRef>{"enable", "path", "trace"});
  std::vector<std::string> Unknown;
  for (const auto &Each : From)
    if (!llvm::is_contained(Known, llvm::StringRef(Each.first)))
      Unknown.push_back(Each.first.str());
  llvm::sort(Unknown);
  for (const std::string &Name : Unknown)
    complain(Name, "there is no such setting");
}

Settings banklint::lsp::parseSettings(const json::Value &Value,
                                      std::vector<std::string> &Problems) {
  Settings S;
  S.Run.TimeLimit = std::chrono::seconds(10);
  if (const json::Object *Object = Value.getAsObject())
    SettingsReader(*Object, Problems).read(S);
  else if (Value.kind() != json::Value::Null)
    Problems.push_back("the settings are not an object");
  return S;
}
