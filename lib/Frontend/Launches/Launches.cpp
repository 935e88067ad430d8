//===- Launches.cpp - Launch sites of kernels -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;

// Launches that differ in arguments only, and all launches of one kernel.
static constexpr unsigned MaxArgumentVariants = 8;
static constexpr unsigned MaxSites = 32;
// Places that launch one kernel, each with a block of its own.
static constexpr unsigned MaxPlaces = 128;

namespace {
using Sizes = std::array<std::optional<uint32_t>, 3>;
} // namespace

/// Components of a block or grid, those that are sizes.
static Sizes sizesOf(const HostValue &Value) {
  Sizes Result;
  for (unsigned I = 0; I != 3; ++I) {
    std::optional<int64_t> Number = Value.element(I).number();
    // An integer where a dim3 is due.
    if (Value.Kind == HostValue::Integer)
      Number = I == 0 ? Value.Number : 1;
    if (Number && *Number > 0 && *Number <= INT32_MAX)
      Result[I] = static_cast<uint32_t>(*Number);
  }
  return Result;
}

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

static LaunchSite siteOf(const LaunchRecord &Record,
                         const KernelProgram &Program,
                         const clang::SourceManager &Sources) {
  LaunchSite Site;
  setPlace(Site, Record.Site, Sources);
  Site.Grid = sizesOf(Record.Grid);
  Site.Block = sizesOf(Record.Block);
  Site.IsBroken = Record.IsBroken && !llvm::all_of(Site.Block, [](auto Size) {
                    return Size.has_value();
                  });
  Site.BlockChooser = chooserOf(Record.Block);
  if (std::optional<int64_t> Bytes = Record.DynamicBytes.number())
    if (*Bytes >= 0)
      Site.DynamicBytes = *Bytes;
  Site.Arguments.resize(Program.Parameters.size());
  llvm::ArrayRef<MemberParameter> Members = Program.MemberParameters;
  unsigned Own = Program.Parameters.size() - Members.size();
  for (unsigned I = 0; I != Site.Arguments.size(); ++I) {
    unsigned Argument = I < Own ? I : Members[I - Own].Parameter;
    if (Argument >= Record.Arguments.size() ||
        Program.Parameters[I].Type.Bits == 0)
      continue;
    HostValue Value = Record.Arguments[Argument];
    if (I >= Own)
      for (unsigned Part : Members[I - Own].Path) {
        HostValue Inner = Value.element(Part);
        Value = std::move(Inner);
      }
    if (std::optional<int64_t> Number = Value.number())
      Site.Arguments[I] = canonical(*Number, Program.Parameters[I].Type);
  }
  return Site;
}

/// \p Into keeps what it has in common with \p Other.
template <typename T>
static void keepCommon(std::optional<T> &Into, const std::optional<T> &Other) {
  if (Into != Other)
    Into = std::nullopt;
}

/// \p Into stands for \p Other, too.
static void merge(LaunchSite &Into, const LaunchSite &Other) {
  Into.IsBroken |= Other.IsBroken;
  keepCommon(Into.DynamicBytes, Other.DynamicBytes);
  for (unsigned I = 0; I != 3; ++I) {
    keepCommon(Into.Block[I], Other.Block[I]);
    keepCommon(Into.Grid[I], Other.Grid[I]);
  }
  for (auto [Mine, Theirs] : llvm::zip_equal(Into.Arguments, Other.Arguments))
    keepCommon(Mine, Theirs);
}

/// Merges those of \p Sites that \p IsAlike, where there are more than \p Most.
static std::vector<LaunchSite> mergeMany(
    llvm::ArrayRef<LaunchSite> Sites, unsigned Most,
    llvm::function_ref<bool(const LaunchSite &, const LaunchSite &)> IsAlike) {
  std::vector<LaunchSite> Result;
  for (const LaunchSite &Site : Sites) {
    auto AlikeThis = [&](const LaunchSite &Other) {
      return IsAlike(Site, Other);
    };
    if (llvm::count_if(Sites, AlikeThis) <= Most)
      Result.push_back(Site);
    else if (auto It = llvm::find_if(Result, AlikeThis); It != Result.end())
      merge(*It, Site);
    else
      Result.push_back(Site);
  }
  return Result;
}

std::vector<LaunchSite> banklint::launchSitesOf(
    const clang::FunctionDecl &Kernel, const KernelProgram &Program,
    llvm::ArrayRef<LaunchRecord> Records, clang::ASTContext &Context) {
  std::vector<LaunchSite> Sites;
  for (const LaunchRecord &Record : Records)
    if (Record.Kernel == Kernel.getCanonicalDecl())
      Sites.push_back(siteOf(Record, Program, Context.getSourceManager()));
  Sites = mergeMany(
      Sites, MaxArgumentVariants, [](const LaunchSite &A, const LaunchSite &B) {
        return A.File == B.File && A.Span.Offset == B.Span.Offset &&
               A.Block == B.Block;
      });
  if (Sites.size() > MaxSites)
    Sites = mergeMany(Sites, 1, [](const LaunchSite &A, const LaunchSite &B) {
      return A.Block == B.Block;
    });
  if (Sites.size() > MaxSites)
    Sites = mergeMany(Sites, 1, [](const LaunchSite &A, const LaunchSite &B) {
      return A.File == B.File && A.Span.Offset == B.Span.Offset;
    });
  if (Sites.size() > MaxPlaces)
    Sites = mergeMany(
        Sites, 1, [](const LaunchSite &, const LaunchSite &) { return true; });
  return Sites;
}
