//===- AsmText.h - Instructions of an asm statement -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts the text of inline PTX into instructions. What an operand means is left
// to the caller: "%0" is an operand of the asm statement, "%%r1" and "addr" are
// registers of the text's own.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_ASMTEXT_H
#define BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_ASMTEXT_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace banklint {

struct AsmInstruction {
  /// The register of "@p", and whether it is "@!p".
  std::string Predicate;
  bool IsNegated = false;
  /// "ld", "shared", "v4", "u32".
  std::vector<std::string> Opcode;
  /// Without blanks: "{%0,%1}", "[%2+16]".
  std::vector<std::string> Operands;

  llvm::StringRef name() const { return Opcode.front(); }
  /// True if \p Part is a part of the opcode behind its name.
  bool has(llvm::StringRef Part) const;
  bool isPredicated() const { return !Predicate.empty(); }
};

/// The instructions of \p Text, directives left out.
std::vector<AsmInstruction> parseAsm(llvm::StringRef Text);

/// True if a directive of \p Text declares shared memory: ".shared .b32 s[64]".
bool declaresShared(llvm::StringRef Text);

/// The value of a constant expression, "32*(80+1)"; nothing if \p Text, which
/// has no blanks, is none.
std::optional<int64_t> asmConstant(llvm::StringRef Text);

/// What an address of the text adds up, "%0", "32*80" of "%0+32*80": a minus
/// stays with what it negates. Nothing if parentheses do not match.
std::vector<llvm::StringRef> asmTerms(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_ASMTEXT_H
