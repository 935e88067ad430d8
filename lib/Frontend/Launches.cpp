//===- Launches.cpp - Launch sites of kernels -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;

/// Components of a block or grid, those that are sizes.
static std::array<std::optional<uint32_t>, 3>
sizes(const std::array<std::optional<int64_t>, 3> &Values) {
  std::array<std::optional<uint32_t>, 3> Result;
  for (unsigned I = 0; I != 3; ++I)
    if (Values[I] && *Values[I] > 0 && *Values[I] <= INT32_MAX)
      Result[I] = static_cast<uint32_t>(*Values[I]);
  return Result;
}

LaunchSite banklint::launchSiteOf(const clang::CUDAKernelCallExpr &Call,
                                  const KernelProgram &Program,
                                  clang::ASTContext &Context,
                                  HostConstants &Constants) {
  LaunchSite Site;
  const clang::SourceManager &Sources = Context.getSourceManager();
  clang::SourceLocation Begin = Sources.getExpansionLoc(Call.getBeginLoc());
  auto [File, Offset] = Sources.getDecomposedLoc(Begin);
  if (clang::OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File))
    Site.File = Entry->getName().str();
  Site.Span.Line = Sources.getLineNumber(File, Offset);
  Site.Span.Column = Sources.getColumnNumber(File, Offset);
  Site.Span.Offset = Offset;
  const clang::CallExpr *Config = Call.getConfig();
  if (Config && Config->getNumArgs() >= 3) {
    Site.Grid = sizes(Constants.dim3(Config->getArg(0)));
    Site.Block = sizes(Constants.dim3(Config->getArg(1)));
    const clang::Expr *Bytes = Config->getArg(2);
    if (const auto *Default = llvm::dyn_cast<clang::CXXDefaultArgExpr>(Bytes))
      Bytes = Default->getExpr();
    if (std::optional<int64_t> Value = Constants.integer(Bytes))
      if (*Value >= 0)
        Site.DynamicBytes = *Value;
  }
  Site.Arguments.resize(Program.Parameters.size());
  for (unsigned I = 0; I != Site.Arguments.size(); ++I)
    if (I < Call.getNumArgs() && Program.Parameters[I].Type.Bits != 0)
      if (std::optional<int64_t> Value = Constants.integer(Call.getArg(I)))
        Site.Arguments[I] = canonical(*Value, Program.Parameters[I].Type);
  return Site;
}
