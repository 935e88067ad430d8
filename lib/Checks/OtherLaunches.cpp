//===- OtherLaunches.cpp - Launches besides the worst one -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherLaunches.h"
#include "AccessText.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>
#include <map>

using namespace banklint;

namespace {

/// What a launch comes to: words, and before them where a reader wants it among
/// others, from conflict-free over the most ways to what is not known.
using LaunchResult = std::pair<int, std::string>;

struct NamedLaunch {
  Occurrence Of;
  LaunchResult Result;
};

/// What launches are told apart by: each kind says more than those before it.
enum class NameKind { Kernel, Block, Arguments, Line };

/// How launches are named.
struct NameStyle {
  NameKind Kind = NameKind::Kernel;
  bool HasSeveralKernels = false;
  bool HasSeveralBlocks = false;
};

} // namespace

/// A message names no more launches of one result, and no more results.
static constexpr size_t MaxNames = 3;
static constexpr size_t MaxResults = 3;

static LaunchResult resultOf(const Occurrence &O, ConflictState State) {
  if (State == ConflictState::Clean)
    return {INT_MIN, "conflict-free"};
  if (State == ConflictState::NotKnown)
    return {INT_MAX, "unknown"};
  const bool IsBound = State != ConflictState::Conflict || O.V->mayTakeLess();
  const unsigned Ways = O.V->Worst.Ways;
  return {-int(Ways),
          (IsBound ? "up to " : "") + std::to_string(Ways) + "-way"};
}

/// " in 'k<2>'", " for a block of 64x1x1 threads at line 30".
static std::string nameOf(const Occurrence &O, const NameStyle &Style) {
  std::string Text;
  if (Style.HasSeveralKernels)
    Text = " in '" + O.program().Name + "'";
  const bool HasBlock = Style.Kind >= NameKind::Block && Style.HasSeveralBlocks;
  if (HasBlock)
    Text += " for a " + blockWords(O);
  if (Style.Kind >= NameKind::Arguments)
    if (const std::string Words = argumentWords(O); !Words.empty())
      Text += (HasBlock ? " and " : " with ") + Words;
  if (Style.Kind >= NameKind::Line)
    Text += (HasBlock ? " at line " : " for the launch at line ") +
            std::to_string(launchPlace(O).Span.Line);
  return Text;
}

/// True if names of \p Style are of launches with one result each.
static bool areApart(llvm::ArrayRef<NamedLaunch> Launches,
                     const NameStyle &Style) {
  std::map<std::string, const LaunchResult *> Results;
  return llvm::all_of(Launches, [&](const NamedLaunch &L) {
    const auto [Known, IsNew] =
        Results.try_emplace(nameOf(L.Of, Style), &L.Result);
    return IsNew || *Known->second == L.Result;
  });
}

/// The shortest names that tell \p Launches apart, as far as any do.
static NameStyle styleFor(llvm::ArrayRef<NamedLaunch> Launches,
                          bool HasSeveralKernels) {
  const auto BlockOf = [](const NamedLaunch &L) {
    return L.Of.Launch->Launch.Config.Block;
  };
  NameStyle Style;
  Style.HasSeveralKernels = HasSeveralKernels;
  Style.HasSeveralBlocks = !llvm::all_of(Launches, [&](const NamedLaunch &L) {
    return BlockOf(L) == BlockOf(Launches.front());
  });
  while (Style.Kind != NameKind::Line && !areApart(Launches, Style))
    Style.Kind = NameKind(int(Style.Kind) + 1);
  return Style;
}

/// "conflict-free in 'a', in 'b', in 'c' and 2 others".
static std::string resultWords(llvm::StringRef Result,
                               llvm::ArrayRef<std::string> Names) {
  std::string Text = Result.str();
  const size_t Named = std::min(Names.size(), MaxNames);
  for (size_t I = 0; I != Named; ++I)
    Text += (I == 0 ? "" : I + 1 == Names.size() ? " and" : ",") + Names[I];
  if (const size_t Left = Names.size() - Named)
    Text += " and " + std::to_string(Left) + (Left == 1 ? " other" : " others");
  return Text;
}

std::string banklint::otherResults(const ConflictPlace &Found) {
  std::vector<NamedLaunch> Launches = {
      {Found.Worst, resultOf(Found.Worst, Found.State)}};
  for (const OtherLaunch &Other : Found.Others)
    Launches.push_back({Other.Worst, resultOf(Other.Worst, Other.State)});
  const LaunchResult &Worst = Launches.front().Result;
  if (llvm::all_of(Launches, [&Worst](const NamedLaunch &L) {
        return L.Result == Worst;
      }))
    return "";

  const NameStyle Style = styleFor(Launches, Found.HasSeveralKernels);
  std::map<LaunchResult, std::vector<std::string>> ByResult;
  for (const NamedLaunch &L : llvm::drop_begin(Launches)) {
    std::vector<std::string> &Names = ByResult[L.Result];
    std::string Name = nameOf(L.Of, Style);
    if (!llvm::is_contained(Names, Name))
      Names.push_back(std::move(Name));
  }
  std::string Text;
  size_t Told = 0, Left = 0;
  for (const auto &[Result, Names] : ByResult) {
    if (Told++ < MaxResults)
      Text += (Text.empty() ? "" : ", ") + resultWords(Result.second, Names);
    else
      Left += Names.size();
  }
  if (Left)
    Text += ", otherwise in " + std::to_string(Left) + " more";
  return Text;
}

std::string banklint::sameResults(const ConflictPlace &Found) {
  const size_t Count = Found.Others.size();
  return "the same happens in " + std::to_string(Count) +
         (Count == 1 ? " other launch or instantiation"
                     : " other launches or instantiations");
}
