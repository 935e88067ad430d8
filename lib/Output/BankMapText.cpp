//===- BankMapText.cpp - A request drawn bank by bank ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each part of the request:
//
//   lanes 0-7 (quarter-warp 1 of 4):
//   bank  0  1  2  3 ...      one column a bank
//         #     #             a bar as high as the bank is used often
//         #  #  #
//   uses  2  1  2  .
//   bank 0 serves 2 words one after another:
//   lane 0 -> word 0    lane 4 -> word 32
//
//===----------------------------------------------------------------------===//

#include "banklint/Output/BankMapText.h"
#include "ColorScope.h"
#include "banklint/Checks/BankUse.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// Bars are scaled down to this many rows.
static constexpr unsigned MaxBarRows = 8;
/// A label of 4 and 32 banks of 3 columns.
static constexpr unsigned MaxColumns = 100;

static llvm::raw_ostream::Colors colorOf(unsigned Uses) {
  if (Uses <= 1)
    return llvm::raw_ostream::GREEN;
  return Uses <= 4 ? llvm::raw_ostream::YELLOW : llvm::raw_ostream::RED;
}

static std::vector<unsigned> usesOf(MemoryOperation Op, const BankMap &Map) {
  std::vector<unsigned> Uses;
  for (const auto &Words : Map.Banks)
    Uses.push_back(timesUsed(Op, Words));
  return Uses;
}

static void drawCell(llvm::StringRef Text, unsigned Uses,
                     llvm::raw_ostream &OS) {
  OS.indent(3 - Text.size());
  if (Uses == 0) {
    OS << Text;
    return;
  }
  ColorScope Colored(OS, colorOf(Uses), /*Bold=*/false);
  OS << Text;
}

static void drawBars(llvm::ArrayRef<unsigned> Uses, llvm::raw_ostream &OS) {
  unsigned Most = *llvm::max_element(Uses);
  unsigned UsesPerRow = llvm::divideCeil(Most, MaxBarRows);
  OS << "bank";
  for (size_t Bank = 0; Bank < Uses.size(); ++Bank)
    OS << llvm::format("%3u", unsigned(Bank));
  OS << '\n';
  for (unsigned Row = llvm::divideCeil(Most, UsesPerRow); Row-- > 0;) {
    // Nothing is drawn right of the last bar, so that no line ends in blanks.
    OS.indent(4);
    unsigned Blank = 0;
    for (unsigned Count : Uses) {
      if (Count <= Row * UsesPerRow) {
        Blank += 3;
        continue;
      }
      OS.indent(Blank);
      Blank = 0;
      drawCell("#", Count, OS);
    }
    OS << '\n';
  }
  OS << "uses";
  for (unsigned Count : Uses)
    drawCell(Count ? std::to_string(Count) : ".", Count, OS);
  OS << '\n';
}

/// Which lanes meet in the worst bank, in columns.
static void listWorstBank(MemoryOperation Op, const BankMap &Map,
                          llvm::raw_ostream &OS) {
  llvm::ArrayRef<BankWord> Words = Map.Banks[Map.WorstBank];
  OS << "bank " << Map.WorstBank << " serves "
     << counted(timesUsed(Op, Words), servesSingleLanes(Op) ? "lane" : "word")
     << " one after another:\n";
  std::vector<std::string> Entries;
  size_t Widest = 0;
  for (const BankWord &Word : Words) {
    Entries.push_back(spellLanes(Word.Lanes) + " -> word " +
                      std::to_string(Word.Word));
    Widest = std::max(Widest, Entries.back().size());
  }
  size_t PerRow = std::max<size_t>(1, MaxColumns / (Widest + 4));
  for (size_t I = 0; I < Entries.size(); ++I) {
    bool EndsRow = I % PerRow == PerRow - 1 || I + 1 == Entries.size();
    if (EndsRow)
      OS << Entries[I] << '\n';
    else
      OS << llvm::left_justify(Entries[I], Widest + 4);
  }
}

static void drawHeading(const Witness &W, const RequestCost &Cost,
                        llvm::raw_ostream &OS) {
  OS << "warp " << W.Warp;
  for (const auto &[Name, Value] : W.Loops)
    OS << ", " << Name << " = " << Value;
  OS << ": " << counted(Cost.Wavefronts, "wavefront") << " instead of "
     << Cost.Ideal << '\n';
}

void banklint::drawBankMap(const Witness &W, const RequestCost &Cost,
                           bool UseColor, llvm::raw_ostream &OS) {
  ColorMode Mode(OS, UseColor);
  MemoryOperation Op = W.Request.Op;
  drawHeading(W, Cost, OS);
  std::vector<unsigned> Drawn;
  for (const auto &[Number, Map] : llvm::enumerate(W.Maps)) {
    std::vector<unsigned> Uses = usesOf(Op, Map);
    OS << spellLanes(Map.Lanes);
    if (W.Maps.size() > 1)
      OS << " (" << partName(W.Maps) << ' ' << Number + 1 << " of "
         << W.Maps.size() << ')';
    if (Uses == Drawn) {
      OS << ": same uses as above\n";
      continue;
    }
    OS << ":\n";
    drawBars(Uses, OS);
    if (Uses[Map.WorstBank] > 1)
      listWorstBank(Op, Map, OS);
    Drawn = std::move(Uses);
  }
}
