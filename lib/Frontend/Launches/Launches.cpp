//===- Launches.cpp - Launch sites of kernels -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;

// Numbers of one launch; arrays in structs may have very many.
static constexpr size_t MaxNumbers = 256;

/// The library's function that an unknown part of \p Value comes from.
static std::string chooserOf(const HostValue &Value) {
  for (unsigned I = 0; I != 3; ++I)
    if (HostValue Part = Value.element(I); Part.isUnknown() && Part.Callee)
      // An operator's name is no identifier.
      if (std::string Name = Part.Callee->getNameAsString();
          llvm::StringRef(Name).starts_with("cudaOccupancy"))
        return Name;
  return {};
}

static void setPlace(LaunchSite &Site, clang::SourceLocation Launch,
                     const clang::SourceManager &Sources) {
  clang::SourceLocation Begin = Sources.getExpansionLoc(Launch);
  auto [File, Offset] = Sources.getDecomposedLoc(Begin);
  if (clang::OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File))
    Site.File = Entry->getName().str();
  Site.Span.Line = Sources.getLineNumber(File, Offset);
  Site.Span.Column = Sources.getColumnNumber(File, Offset);
  Site.Span.Offset = Offset;
}

/// Adds what is known of the numbers in \p Value, which is at \p Path.
static void addNumbers(const HostValue &Value, std::vector<unsigned> Path,
                       std::vector<LaunchArgument> &Numbers) {
  if (Numbers.size() == MaxNumbers)
    return;
  if (Value.Kind == HostValue::Integer) {
    Numbers.push_back({std::move(Path), Value.Number});
    return;
  }
  if (Value.LowBits != 0) {
    Numbers.push_back({std::move(Path),
                       ArgumentValue::ofLowBits(Value.LowBits, Value.Number)});
    return;
  }
  if (Value.Kind != HostValue::Aggregate)
    return;
  for (const auto &[Index, Element] : llvm::enumerate(Value.Elements)) {
    std::vector<unsigned> Inner = Path;
    Inner.push_back(Index);
    addNumbers(Element, std::move(Inner), Numbers);
  }
}

static KernelLaunch launchOf(const LaunchRecord &Record,
                             const clang::SourceManager &Sources) {
  KernelLaunch Launch;
  LaunchSite &Site = Launch.Site;
  setPlace(Site, Record.Site, Sources);
  Site.Grid = sizesOf(Record.Grid);
  Site.Block = sizesOf(Record.Block);
  Site.IsBroken = Record.IsBroken && !hasBlock(Record);
  Site.DefaultBlock = sizesOf(Record.DefaultBlock);
  Site.BlockChooser = chooserOf(Record.Block);
  Site.ImpossibleBlock = Record.ImpossibleBlock;
  if (std::optional<int64_t> Bytes = Record.DynamicBytes.number())
    if (*Bytes >= 0)
      Site.DynamicBytes = *Bytes;
  Site.Relations = Record.Relations;
  Launch.Formulas = Record.Formulas;
  for (const auto &[Index, Argument] : llvm::enumerate(Record.Arguments))
    addNumbers(Argument, {static_cast<unsigned>(Index)}, Launch.Arguments);
  return Launch;
}

/// The real path of the file of \p Place, and the byte there.
static std::pair<std::string, unsigned>
realPlace(clang::SourceLocation Place, const clang::SourceManager &Sources) {
  const auto [File, Offset] =
      Sources.getDecomposedLoc(Sources.getExpansionLoc(Place));
  clang::OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File);
  return {Entry ? Entry->getFileEntry().tryGetRealPathName().str() : "",
          Offset};
}

/// The definition of \p Kernel, or of the template that it is made from; null
/// if the translation unit has none.
static const clang::FunctionDecl *
definitionOf(const clang::FunctionDecl &Kernel) {
  const clang::FunctionDecl *Definition = nullptr;
  if (Kernel.hasBody(Definition))
    return Definition;
  const clang::FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
  return Pattern && Pattern->hasBody(Definition) ? Definition : nullptr;
}

KernelIdentity banklint::identityOf(const clang::FunctionDecl &Kernel) {
  KernelIdentity Identity;
  if (Kernel.isDependentContext())
    return Identity;
  clang::ASTContext &Context = Kernel.getASTContext();
  Identity.LinkName = clang::ASTNameGenerator(Context).getName(&Kernel);
  Identity.Name = Kernel.getNameAsString();
  Identity.IsExternal = Kernel.isExternallyVisible();
  if (const clang::FunctionDecl *Definition = definitionOf(Kernel)) {
    const auto [File, Offset] =
        realPlace(Definition->getLocation(), Context.getSourceManager());
    Identity.DefinedAt = File + ":" + std::to_string(Offset);
  }
  return Identity;
}

std::vector<KernelLaunch>
banklint::kernelLaunches(llvm::ArrayRef<LaunchRecord> Records,
                         clang::ASTContext &Context) {
  const clang::SourceManager &Sources = Context.getSourceManager();
  std::vector<KernelLaunch> Launches;
  for (const LaunchRecord &Record : Records) {
    if (Record.Kernel->hasBody())
      continue;
    KernelLaunch Launch = launchOf(Record, Sources);
    Launch.Kernel = identityOf(*Record.Kernel);
    Launch.MadeIn = realPlace(Record.Site, Sources).first;
    if (!Launch.Kernel.LinkName.empty())
      Launches.push_back(std::move(Launch));
  }
  return Launches;
}

std::vector<LaunchSite> banklint::launchSitesOf(
    const clang::FunctionDecl &Kernel, const KernelProgram &Program,
    llvm::ArrayRef<LaunchRecord> Records, clang::ASTContext &Context) {
  std::vector<LaunchSite> Sites;
  for (const LaunchRecord &Record : Records)
    if (Record.Kernel == Kernel.getCanonicalDecl())
      Sites.push_back(
          bindLaunch(launchOf(Record, Context.getSourceManager()), Program));
  return limitSites(std::move(Sites));
}
