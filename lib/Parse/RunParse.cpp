//===- RunParse.cpp - One parse of a source -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Parse/RunParse.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "clang/Tooling/Tooling.h"

using namespace banklint;

/// \p Action is one of the two that Clang's class takes.
template <typename AnyAction>
static bool run(const ParseInput &Input, AnyAction Action,
                clang::DiagnosticConsumer *Diagnostics) {
  clang::FileSystemOptions Options;
  Options.WorkingDir = Input.Directory;
  auto Files = llvm::makeIntrusiveRefCnt<clang::FileManager>(
      Options, withEmbedded(Input.Files, Input.Injected, Input.Toolkits));
  clang::tooling::ToolInvocation Invocation(
      compilerArguments(Input.Path, Input.Arguments, Input.Setup),
      std::move(Action), Files.get(),
      std::make_shared<clang::PCHContainerOperations>());
  if (Diagnostics)
    Invocation.setDiagnosticConsumer(Diagnostics);
  return Invocation.run();
}

bool banklint::runParse(const ParseInput &Input,
                        clang::tooling::ToolAction &Action,
                        clang::DiagnosticConsumer *Diagnostics) {
  return run(Input, &Action, Diagnostics);
}

bool banklint::runParse(const ParseInput &Input,
                        std::unique_ptr<clang::FrontendAction> Action,
                        clang::DiagnosticConsumer *Diagnostics) {
  return run(Input, std::move(Action), Diagnostics);
}
