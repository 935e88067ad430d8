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

/// The statements of \p Clean, which has no comments, without labels.
static llvm::SmallVector<llvm::StringRef> statementsOf(llvm::StringRef Clean) {
  llvm::SmallVector<llvm::StringRef> Statements;
  Clean.split(Statements, ';');
  for (llvm::StringRef &Statement : Statements) {
    // Scopes; the braces of operands stand behind an opcode.
    Statement = Statement.ltrim("{} \t\r\n").rtrim();
    llvm::StringRef Label = Statement.take_until(
        [](char C) { return llvm::isSpace(C) || C == ':'; });
    if (Statement.drop_front(Label.size()).starts_with(":") &&
        !Label.contains('.'))
      Statement = Statement.drop_front(Label.size() + 1).ltrim("{} \t\r\n");
  }
  return Statements;
}

bool banklint::declaresShared(llvm::StringRef Text) {
  const std::string Clean = withoutComments(Text);
  return llvm::any_of(statementsOf(Clean), [](llvm::StringRef Statement) {
    for (llvm::StringRef Linking : {".extern", ".visible", ".weak", ".common"})
      if (Statement.consume_front(Linking))
        Statement = Statement.ltrim();
    return Statement.consume_front(".shared") && !Statement.starts_with("::") &&
           !Statement.empty();
  });
}

namespace {
/// Evaluates what ptxas does: sums and products of integers.
class ConstantReader {
public:
  explicit ConstantReader(llvm::StringRef Text) : Text(Text) {}

  std::optional<int64_t> read() {
    const std::optional<uint64_t> Value = sum(/*Depth=*/0);
    return Value && Text.empty() ? std::optional(int64_t(*Value))
                                 : std::nullopt;
  }

private:
  static constexpr unsigned MaxDepth = 32;

  std::optional<uint64_t> sum(unsigned Depth) {
    std::optional<uint64_t> Value = product(Depth);
    while (Value && !Text.empty() && (Text[0] == '+' || Text[0] == '-')) {
      const bool IsMinus = Text[0] == '-';
      Text = Text.drop_front();
      const std::optional<uint64_t> Next = product(Depth);
      if (!Next)
        return std::nullopt;
      Value = IsMinus ? *Value - *Next : *Value + *Next;
    }
    return Value;
  }

  std::optional<uint64_t> product(unsigned Depth) {
    std::optional<uint64_t> Value = factor(Depth);
    while (Value && Text.consume_front("*")) {
      const std::optional<uint64_t> Next = factor(Depth);
      if (!Next)
        return std::nullopt;
      Value = *Value * *Next;
    }
    return Value;
  }

  std::optional<uint64_t> factor(unsigned Depth) {
    if (Depth == MaxDepth)
      return std::nullopt;
    if (Text.consume_front("-")) {
      const std::optional<uint64_t> Value = factor(Depth + 1);
      return Value ? std::optional(0 - *Value) : std::nullopt;
    }
    if (Text.consume_front("(")) {
      const std::optional<uint64_t> Value = sum(Depth + 1);
      return Text.consume_front(")") ? Value : std::nullopt;
    }
    const llvm::StringRef Digits =
        Text.take_while([](char C) { return llvm::isAlnum(C); });
    Text = Text.drop_front(Digits.size());
    uint64_t Value;
    // "64U".
    if (Digits.empty() || Digits.rtrim('U').getAsInteger(0, Value))
      return std::nullopt;
    return Value;
  }

  llvm::StringRef Text;
};
} // namespace

std::optional<int64_t> banklint::asmConstant(llvm::StringRef Text) {
  return ConstantReader(Text).read();
}

std::vector<llvm::StringRef> banklint::asmTerms(llvm::StringRef Text) {
  std::vector<llvm::StringRef> Terms;
  unsigned Depth = 0;
  size_t Start = 0;
  for (auto [Index, C] : llvm::enumerate(Text)) {
    if (C == '(')
      ++Depth;
    if (C == ')' && Depth-- == 0)
      return {};
    const bool IsSigned =
        Index == Start || llvm::StringRef("+-*").contains(Text[Index - 1]);
    if (Depth != 0 || IsSigned || (C != '+' && C != '-'))
      continue;
    Terms.push_back(Text.slice(Start, Index));
    Start = C == '+' ? Index + 1 : Index;
  }
  if (Depth != 0)
    return {};
  Terms.push_back(Text.drop_front(Start));
  return Terms;
}

std::vector<AsmInstruction> banklint::parseAsm(llvm::StringRef Text) {
  std::string Clean = withoutComments(Text);
  std::vector<AsmInstruction> Result;
  for (llvm::StringRef Statement : statementsOf(Clean)) {
    AsmInstruction Instruction;
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
