//===- Occurrence.cpp - A verdict and what it is about --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Occurrence.h"

using namespace banklint;

/// The innermost inlined call in \p B that access number \p Access is in, of
/// the outermost \p Depth ones, \p Around if there is none between; null if
/// \p B does not have the access.
static const std::string *functionAround(const Block &B, unsigned Access,
                                         const std::string &Around,
                                         unsigned Depth) {
  for (const Stmt &S : B) {
    if (S.Kind == StmtKind::Access && S.Index == Access)
      return &Around;
    const bool IsCall = S.Kind == StmtKind::Region && Depth != 0;
    const std::string &Inner = IsCall ? S.Name : Around;
    for (const Block &Each : S.Blocks)
      if (const std::string *Found =
              functionAround(Each, Access, Inner, Depth - IsCall))
        return Found;
  }
  return nullptr;
}

std::string banklint::functionOf(const KernelProgram &Program,
                                 std::optional<unsigned> AccessNumber,
                                 unsigned Depth) {
  const std::string *Name = &Program.Name;
  if (AccessNumber)
    if (const std::string *Found =
            functionAround(Program.Body, *AccessNumber, Program.Name, Depth))
      Name = Found;
  return Name->substr(0, Name->find('<'));
}

std::optional<unsigned> banklint::arrayOf(const Occurrence &O) {
  const Verdict &V = *O.V;
  if (!O.access().Array && V.Arrays.size() == 1 && !V.MayStray)
    return V.Arrays.front();
  return O.access().Array;
}

std::optional<unsigned> Occurrence::libraryCall() const {
  const std::optional<unsigned> Array = arrayOf(*this);
  return Array && program().Arrays[*Array].IsOfLibrary ? std::nullopt
                                                       : access().LibraryCall;
}

const SourceSpan &Occurrence::span() const {
  const std::optional<unsigned> Call = libraryCall();
  return Call ? access().Calls[*Call] : access().Span;
}

llvm::ArrayRef<SourceSpan> Occurrence::calls() const {
  const std::vector<SourceSpan> &All = access().Calls;
  return llvm::ArrayRef(All).take_front(libraryCall().value_or(All.size()));
}

llvm::StringRef banklint::arrayName(const Occurrence &O) {
  return O.program().Arrays[*arrayOf(O)].Name;
}

const LaunchSite *banklint::siteOf(const Occurrence &O) {
  std::optional<unsigned> Site = O.Launch->Launch.Site;
  if (!Site || !O.program().Launches[*Site].Span.isValid())
    return nullptr;
  return &O.program().Launches[*Site];
}

bool banklint::isSameSite(const KernelReport &Kernel, const LaunchReport &A,
                          const LaunchReport &B) {
  if (!A.Launch.Site || !B.Launch.Site)
    return &A == &B;
  const LaunchSite &SiteA = Kernel.Program.Launches[*A.Launch.Site];
  const LaunchSite &SiteB = Kernel.Program.Launches[*B.Launch.Site];
  return SiteA.File == SiteB.File && SiteA.Span.Offset == SiteB.Span.Offset;
}

void banklint::placeAt(const Report &R, const Occurrence &O, Finding &F) {
  F.At = {O.file().str(), O.span()};
  if (!O.libraryCall())
    for (const SourceSpan &Span : O.access().MacroPlaces)
      F.MacroPlaces.push_back(placeOf(O.program(), Span));
  F.Function = functionOf(O.program(), O.V->Access, O.calls().size());
  const InferredLaunch &From = O.Launch->Launch;
  F.Launch = FindingLaunch{O.program().Name, From.Config.Block,
                           From.Config.Grid, From.Origin, Place()};
  if (const LaunchSite *Site = siteOf(O))
    F.Launch->Site = {Site->File, Site->Span};
  F.Source = FindingSource{unsigned(O.Kernel - R.Kernels.data()),
                           unsigned(O.Launch - O.Kernel->Launches.data()),
                           O.V->Access, std::nullopt};
}
