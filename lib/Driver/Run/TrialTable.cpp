//===- TrialTable.cpp - Combinations and what they cost -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialTable.h"
#include "banklint/Checks/ShortNames.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace banklint;
namespace json = llvm::json;

/// "~1,056": "-" for a program that is wrong, "~" if not all of it was counted,
/// "<=" if it is a bound.
static std::string wavefrontsOf(const Trial &T) {
  if (T.Faulty)
    return "-";
  const bool IsBound = T.Accesses.UpperBound != 0;
  return (T.IsWhole ? IsBound ? "<=" : "" : "~") + grouped(T.Wavefronts);
}

static std::string orUnknown(std::optional<uint64_t> Number) {
  return Number ? grouped(*Number) : "?";
}

static std::string accessesOf(const Trial &T) {
  const Summary &S = T.Accesses;
  std::string Text;
  const auto Add = [&Text](unsigned Count, llvm::StringRef What) {
    if (Count)
      Text += (Text.empty() ? "" : ", ") + grouped(Count) + " " + What.str();
  };
  Add(S.Exact, "exact");
  Add(S.UpperBound, S.UpperBound == 1 ? "bound" : "bounds");
  Add(S.Depends, S.Depends == 1 ? "depends" : "depend");
  Add(S.Unknown, "unknown");
  if (T.Faulty)
    Text += "; " + grouped(T.Faulty) + " out of bounds or misaligned";
  if (T.IsTooLarge)
    Text += "; too much shared memory";
  return Text;
}

static std::vector<std::string> headOf(const Trial &T) {
  std::vector<std::string> Cells;
  for (const auto &[Name, Value] : T.Constants)
    Cells.push_back(Name);
  Cells.push_back("block");
  for (const auto &[Array, Elements] : T.Paddings)
    Cells.push_back(Array);
  llvm::append_range(Cells, std::initializer_list<const char *>{
                                "wavefronts", "ideal", "ways", "shared bytes",
                                "blocks/SM", "accesses"});
  return Cells;
}

static std::vector<std::string> cellsOf(const Trial &T) {
  std::vector<std::string> Cells;
  for (const auto &[Name, Value] : T.Constants)
    Cells.push_back(Value);
  Cells.push_back(toString(T.Block) + (T.IsAssumed ? " (assumed)" : ""));
  for (const auto &[Array, Elements] : T.Paddings)
    Cells.push_back("+" + std::to_string(Elements));
  llvm::append_range(Cells,
                     std::initializer_list<std::string>{
                         wavefrontsOf(T), T.Faulty ? "-" : grouped(T.Ideal),
                         T.Faulty ? "-" : std::to_string(T.Ways),
                         orUnknown(T.SharedBytes), orUnknown(T.ResidentBlocks),
                         accessesOf(T)});
  return Cells;
}

/// Numbers stand at the right of their columns; the last one is text.
static void writeRows(llvm::ArrayRef<std::vector<std::string>> Rows,
                      llvm::raw_ostream &OS) {
  std::vector<size_t> Widths(Rows.front().size());
  for (const std::vector<std::string> &Row : Rows)
    for (auto [Width, Cell] : llvm::zip_equal(Widths, Row))
      Width = std::max(Width, Cell.size());
  for (const std::vector<std::string> &Row : Rows) {
    for (size_t I = 0; I + 1 != Row.size(); ++I)
      OS.indent(Widths[I] - Row[I].size()) << printable(Row[I]) << "  ";
    OS << Row.back() << '\n';
  }
}

void banklint::writeTrials(llvm::ArrayRef<Trial> Trials,
                           llvm::raw_ostream &OS) {
  std::vector<llvm::StringRef> All;
  for (const Trial &T : Trials)
    All.push_back(T.Kernel);
  const ShortNames Names(All);
  const auto Has = [Trials](llvm::StringRef Mark) {
    return llvm::any_of(Trials, [Mark](const Trial &T) {
      return llvm::StringRef(wavefrontsOf(T)).starts_with(Mark);
    });
  };
  const bool HasBounds = Has("<="), HasParts = Has("~");
  while (!Trials.empty()) {
    const llvm::ArrayRef<Trial> Own = Trials.take_while([&](const Trial &T) {
      return T.Kernel == Trials.front().Kernel &&
             startTogether(T.At, Trials.front().At);
    });
    std::vector<std::vector<std::string>> Rows = {headOf(Own.front())};
    for (const Trial &T : Own)
      Rows.push_back(cellsOf(T));
    const Place &At = Own.front().At;
    OS << printable(Names.of(Own.front().Kernel)) << " (" << printable(At.File)
       << ':' << At.Span.Line << ")\n";
    writeRows(Rows, OS);
    Trials = Trials.drop_front(Own.size());
    if (!Trials.empty())
      OS << '\n';
  }
  if (HasBounds)
    OS << "<=: an upper bound\n";
  if (HasParts)
    OS << "~: no total is known: a loop of unknown length counts once, an "
          "access of unknown cost not at all, and the compiler may make fewer "
          "requests\n";
}

static json::Object toJson(const Trial &T) {
  json::Object Constants, Paddings;
  for (const auto &[Name, Value] : T.Constants)
    Constants[json::fixUTF8(Name)] = json::fixUTF8(Value);
  for (const auto &[Array, Elements] : T.Paddings)
    Paddings[json::fixUTF8(Array)] = Elements;
  json::Object Accesses{{"exact", T.Accesses.Exact},
                        {"upper_bound", T.Accesses.UpperBound},
                        {"depends", T.Accesses.Depends},
                        {"unknown", T.Accesses.Unknown}};
  json::Object Row{{"kernel", json::fixUTF8(T.Kernel)},
                   {"file", json::fixUTF8(T.At.File)},
                   {"line", T.At.Span.Line},
                   {"constants", std::move(Constants)},
                   {"block", json::Array{T.Block.X, T.Block.Y, T.Block.Z}},
                   {"block_assumed", T.IsAssumed},
                   {"padding", std::move(Paddings)},
                   {"wavefronts", T.Wavefronts},
                   {"ideal_wavefronts", T.Ideal},
                   {"complete", T.IsWhole},
                   {"ways", T.Ways},
                   {"faulty_accesses", T.Faulty},
                   {"too_much_shared", T.IsTooLarge},
                   {"accesses", std::move(Accesses)}};
  Row["shared_bytes"] =
      T.SharedBytes ? json::Value(*T.SharedBytes) : json::Value(nullptr);
  Row["resident_blocks"] =
      T.ResidentBlocks ? json::Value(*T.ResidentBlocks) : json::Value(nullptr);
  return Row;
}

void banklint::writeTrialsAsJson(llvm::ArrayRef<Trial> Trials,
                                 const Architecture &Arch,
                                 llvm::raw_ostream &OS) {
  json::Array Rows;
  for (const Trial &T : Trials)
    Rows.push_back(toJson(T));
  json::OStream J(OS, /*IndentSize=*/2);
  J.value(json::Object{
      {"version", 1}, {"arch", Arch.Name}, {"trials", std::move(Rows)}});
  OS << '\n';
}
