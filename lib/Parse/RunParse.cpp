//===- RunParse.cpp - One parse of a source -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Parse/RunParse.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Driver/Options.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

using namespace banklint;
namespace options = clang::driver::options;

namespace {

/// Options for macros and include directories, of which commands may have very
/// many. Clang's driver for CUDA compares each option with all others, and
/// would pass these on as they are.
class DirectOptions {
public:
  /// Returns \p Arguments without these options, and keeps them.
  std::vector<std::string> take(const std::vector<std::string> &Arguments);
  void addTo(clang::CompilerInvocation &Invocation) const;

private:
  bool takeOne(const llvm::opt::Arg &Option);

  struct Macro {
    std::string Text;
    bool IsUndefined;
  };
  std::vector<Macro> Macros;
  std::vector<std::string> Directories;
};

/// Runs another action with options that the driver has not seen.
class DirectAction : public clang::tooling::ToolAction {
public:
  DirectAction(const DirectOptions &Options, clang::tooling::ToolAction &Action)
      : Options(Options), Action(Action) {}

  bool runInvocation(std::shared_ptr<clang::CompilerInvocation> Invocation,
                     clang::FileManager *Files,
                     std::shared_ptr<clang::PCHContainerOperations> Containers,
                     clang::DiagnosticConsumer *Diagnostics) override {
    Options.addTo(*Invocation);
    return Action.runInvocation(std::move(Invocation), Files,
                                std::move(Containers), Diagnostics);
  }

private:
  const DirectOptions &Options;
  clang::tooling::ToolAction &Action;
};

class SingleActionFactory : public clang::tooling::FrontendActionFactory {
public:
  explicit SingleActionFactory(std::unique_ptr<clang::FrontendAction> Action)
      : Action(std::move(Action)) {}
  std::unique_ptr<clang::FrontendAction> create() override {
    return std::move(Action);
  }

private:
  std::unique_ptr<clang::FrontendAction> Action;
};

} // namespace

bool DirectOptions::takeOne(const llvm::opt::Arg &Option) {
  switch (Option.getOption().getID()) {
  case options::OPT_D:
  case options::OPT_U:
    Macros.push_back(
        {Option.getValue(), Option.getOption().matches(options::OPT_U)});
    return true;
  case options::OPT_I:
    // `-I=dir` is below the system's root.
    if (llvm::StringRef(Option.getValue()).starts_with("="))
      return false;
    Directories.push_back(Option.getValue());
    return true;
  default:
    return false;
  }
}

std::vector<std::string>
DirectOptions::take(const std::vector<std::string> &Arguments) {
  std::vector<const char *> Texts;
  for (const std::string &Argument : Arguments)
    Texts.push_back(Argument.c_str());
  unsigned MissingIndex = 0, MissingCount = 0;
  const llvm::opt::InputArgList Parsed =
      clang::driver::getDriverOptTable().ParseArgs(
          Texts, MissingIndex, MissingCount,
          llvm::opt::Visibility(options::ClangOption));
  // The driver says so.
  if (MissingCount != 0)
    return Arguments;
  llvm::opt::ArgStringList Others;
  for (const llvm::opt::Arg *Option : Parsed)
    if (!takeOne(*Option))
      Option->render(Parsed, Others);
  return {Others.begin(), Others.end()};
}

void DirectOptions::addTo(clang::CompilerInvocation &Invocation) const {
  for (const Macro &Each : Macros)
    if (Each.IsUndefined)
      Invocation.getPreprocessorOpts().addMacroUndef(Each.Text);
    else
      Invocation.getPreprocessorOpts().addMacroDef(Each.Text);
  // In front of other kinds: Clang's command lines are made in that order.
  std::vector<clang::HeaderSearchOptions::Entry> Entries;
  for (const std::string &Directory : Directories)
    Entries.emplace_back(Directory, clang::frontend::Angled,
                         /*isFramework=*/false, /*ignoreSysRoot=*/true);
  auto &All = Invocation.getHeaderSearchOpts().UserEntries;
  All.insert(All.begin(), Entries.begin(), Entries.end());
}

bool banklint::runParse(const ParseInput &Input,
                        clang::tooling::ToolAction &Action,
                        clang::DiagnosticConsumer *Diagnostics) {
  clang::FileSystemOptions FileOptions;
  FileOptions.WorkingDir = Input.Directory;
  auto Files = llvm::makeIntrusiveRefCnt<clang::FileManager>(
      FileOptions, withEmbedded(Input.Files, Input.Injected, Input.Toolkits));
  DirectOptions Options;
  const std::vector<std::string> Others = Options.take(Input.Arguments);
  DirectAction Direct(Options, Action);
  clang::tooling::ToolInvocation Invocation(
      compilerArguments(Input.Path, Others, Input.Setup), &Direct, Files.get(),
      std::make_shared<clang::PCHContainerOperations>());
  if (Diagnostics)
    Invocation.setDiagnosticConsumer(Diagnostics);
  return Invocation.run();
}

bool banklint::runParse(const ParseInput &Input,
                        std::unique_ptr<clang::FrontendAction> Action,
                        clang::DiagnosticConsumer *Diagnostics) {
  SingleActionFactory Factory(std::move(Action));
  return runParse(Input, Factory, Diagnostics);
}
