//===- LineSelection.cpp - Which lines findings are asked for of ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Filter/LineSelection.h"
#include "banklint/Driver/Filter/FindingIdentity.h"
#include "banklint/Support/NestingLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLTraits.h"

using namespace banklint;
namespace path = llvm::sys::path;

LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(banklint::LineRange)
LLVM_YAML_IS_SEQUENCE_VECTOR(banklint::LineFilter)

namespace llvm::yaml {

template <> struct SequenceTraits<LineRange> {
  static size_t size(IO &, LineRange &) { return 2; }
  static unsigned &element(IO &Io, LineRange &Range, size_t Index) {
    if (Index > 1)
      Io.setError("expected two numbers in a range of lines");
    return Index == 0 ? Range.First : Range.Last;
  }
};

template <> struct MappingTraits<LineFilter> {
  static void mapping(IO &Io, LineFilter &Filter) {
    Io.mapRequired("name", Filter.Name);
    Io.mapOptional("lines", Filter.Lines);
  }
  static std::string validate(IO &, LineFilter &Filter) {
    if (Filter.Name.empty())
      return "missing file name";
    for (const LineRange &Range : Filter.Lines)
      if (Range.First == 0 || Range.Last == 0)
        return "expected line numbers above 0";
    return "";
  }
};

} // namespace llvm::yaml

static llvm::Error badLineFilter(const llvm::Twine &Why) {
  return llvm::createStringError(
      "--line-filter: " + Why +
      R"(; expected '[{"name":"a.cu","lines":[[1,3],[5,7]]}]')");
}

llvm::Expected<std::vector<LineFilter>>
banklint::parseLineFilter(llvm::StringRef Text) {
  std::string Why;
  const auto Keep = [](const llvm::SMDiagnostic &Problem, void *Into) {
    std::string &Known = *static_cast<std::string *>(Into);
    if (Known.empty())
      Known = "column " + std::to_string(Problem.getColumnNo() + 1) + ": " +
              Problem.getMessage().str();
  };
  // LLVM's reader crashes on an alias in place of the list.
  if (!Text.ltrim().starts_with("[") && !Text.ltrim().starts_with("- "))
    return badLineFilter("not a list");
  if (tooDeepJsonAt(Text))
    return badLineFilter("nested too deeply");
  llvm::yaml::Input In(Text, /*Ctxt=*/nullptr, Keep, &Why);
  std::vector<LineFilter> Filters;
  In >> Filters;
  if (In.error())
    return badLineFilter(Why.empty() ? "invalid value" : Why);
  return Filters;
}

bool banklint::passes(llvm::ArrayRef<LineFilter> Filters, const Finding &F,
                      const SourceTexts &Sources) {
  if (Filters.empty())
    return true;
  const std::string Path = realPathOf(F.At.File, Sources);
  for (const LineFilter &Filter : Filters) {
    if (!llvm::StringRef(F.At.File).ends_with(Filter.Name) &&
        !llvm::StringRef(Path).ends_with(Filter.Name))
      continue;
    return Filter.Lines.empty() ||
           llvm::any_of(Filter.Lines, [&F](const LineRange &Range) {
             return Range.First <= F.At.Span.Line &&
                    F.At.Span.Line <= Range.Last;
           });
  }
  return false;
}

/// The ways to read the path of \p File, the likeliest first: git puts "a/" and
/// "b/" or letters like them in front unless it is told not to.
static llvm::SmallVector<llvm::StringRef, 2>
spellingsOf(const ChangedFile &File) {
  const llvm::StringRef Path = File.NewPath;
  const auto [Prefix, Inner] = Path.split('/');
  if (Prefix.size() != 1 || Inner.empty())
    return {Path};
  if (File.OldPath == File.NewPath)
    return {Path, Inner};
  return {Inner, Path};
}

static std::optional<std::string> findFile(const ChangedFile &File,
                                           llvm::ArrayRef<std::string> Roots) {
  for (llvm::StringRef Spelling : spellingsOf(File))
    for (const std::string &Root : Roots) {
      llvm::SmallString<256> Path(Spelling), Real;
      llvm::sys::fs::make_absolute(Root, Path);
      if (llvm::sys::fs::is_regular_file(Path) &&
          !llvm::sys::fs::real_path(Path, Real))
        return Real.str().str();
    }
  return std::nullopt;
}

LocatedDiff banklint::locate(llvm::ArrayRef<ChangedFile> Files,
                             llvm::StringRef Folder) {
  std::vector<std::string> Roots;
  if (std::string Root = repositoryAround(Folder); !Root.empty())
    Roots.push_back(std::move(Root));
  Roots.push_back(Folder.str());
  LocatedDiff Result;
  for (const ChangedFile &File : Files) {
    const std::optional<std::string> Path = findFile(File, Roots);
    if (Path)
      llvm::append_range(Result.Lines[*Path], File.Lines);
    else
      Result.Missing.push_back(File.NewPath);
  }
  return Result;
}

/// The lines that \p At covers.
static LineRange linesOf(const Place &At, const SourceTexts &Sources) {
  LineRange Lines{At.Span.Line, At.Span.Line};
  if (const SourceTexts::Source *Source = Sources.find(At.File))
    Lines.Last += llvm::StringRef(Source->Text)
                      .substr(At.Span.Offset, At.Span.Length)
                      .count('\n');
  return Lines;
}

static bool isPlaceTouched(const ChangedLines &Changed, const Place &At,
                           const SourceTexts &Sources) {
  if (!At.Span.isValid())
    return false;
  const auto File = Changed.find(realPathOf(At.File, Sources));
  if (File == Changed.end())
    return false;
  const LineRange Lines = linesOf(At, Sources);
  return llvm::any_of(File->second, [&Lines](const LineRange &Range) {
    return Range.First <= Lines.Last && Lines.First <= Range.Last;
  });
}

bool banklint::isTouched(const ChangedLines &Changed, const Finding &F,
                         const SourceTexts &Sources) {
  const auto IsTouched = [&](const Place &At) {
    return isPlaceTouched(Changed, At, Sources);
  };
  return IsTouched(F.At) || llvm::any_of(F.MacroPlaces, IsTouched) ||
         llvm::any_of(F.Notes, [&](const Note &N) { return IsTouched(N.At); });
}
