//===- AsmText.cpp - Instructions of an asm statement ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

bool AsmInstruction::has(llvm::StringRef Part) const {
  return llvm::is_contained(llvm::drop_begin(Opcode), Part);
}

static std::string withoutComments(llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    if (Text.starts_with("//")) {
      Text = Text.drop_until([](char C) { return C == '\n'; });
    } else if (Text.starts_with("/*")) {
      Text = Text.drop_front(2).split("*/").second;
    } else {
      Result += Text.front();
      Text = Text.drop_front();
    }
  }
  return Result;
}

/// Cuts \p Text at the commas that stand in no bracket, blanks left out. As
/// nvcc does, takes "%laneid" for "%%laneid".
static std::vector<std::string> operandsOf(llvm::StringRef Text) {
  std::vector<std::string> Operands(1);
  unsigned Depth = 0;
  for (auto [Index, C] : llvm::enumerate(Text)) {
    if (llvm::isSpace(C))
      continue;
    const llvm::StringRef Before = Text.take_front(Index);
    if (llvm::isAlpha(C) && Before.ends_with("%") && !Before.ends_with("%%"))
      Operands.back() += '%';
    if (C == '{' || C == '[')
      ++Depth;
    if ((C == '}' || C == ']') && Depth != 0)
      --Depth;
    if (C == ',' && Depth == 0)
      Operands.emplace_back();
    else
      Operands.back() += C;
  }
  if (Operands.back().empty())
    Operands.pop_back();
  return Operands;
}

/// Takes "@p" or "@!p" off the front of \p Statement.
static void takePredicate(llvm::StringRef &Statement, AsmInstruction &Into) {
  if (!Statement.consume_front("@"))
    return;
  Into.IsNegated = Statement.consume_front("!");
  llvm::StringRef Name =
      Statement.take_until([](char C) { return llvm::isSpace(C); });
  Into.Predicate = Name.str();
  Statement = Statement.drop_front(Name.size()).ltrim();
}

std::vector<AsmInstruction> banklint::parseAsm(llvm::StringRef Text) {
  std::string Clean = withoutComments(Text);
  llvm::SmallVector<llvm::StringRef> Statements;
  llvm::StringRef(Clean).split(Statements, ';');
  std::vector<AsmInstruction> Result;
  for (llvm::StringRef Statement : Statements) {
    // Scopes; the braces of operands stand behind an opcode.
    Statement = Statement.ltrim("{} \t\r\n").rtrim();
    AsmInstruction Instruction;
    llvm::StringRef Label = Statement.take_until(
        [](char C) { return llvm::isSpace(C) || C == ':'; });
    if (Statement.drop_front(Label.size()).starts_with(":") &&
        !Label.contains('.'))
      Statement = Statement.drop_front(Label.size() + 1).ltrim("{} \t\r\n");
    takePredicate(Statement, Instruction);
    // Operands in braces or brackets need no space before them.
    llvm::StringRef Opcode = Statement.take_until([](char C) {
      return llvm::isSpace(C) || C == '{' || C == '[' || C == '%';
    });
    if (Opcode.empty() || Opcode.starts_with("."))
      continue;
    llvm::SmallVector<llvm::StringRef> Parts;
    Opcode.split(Parts, '.');
    for (llvm::StringRef Part : Parts)
      Instruction.Opcode.push_back(Part.str());
    Instruction.Operands = operandsOf(Statement.drop_front(Opcode.size()));
    Result.push_back(std::move(Instruction));
  }
  return Result;
}
