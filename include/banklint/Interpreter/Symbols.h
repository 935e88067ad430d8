//===- Symbols.h - The unknowns that a warp shares --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A symbol is one number that all lanes of a warp share and that is not known.
// Parameters, blockIdx and gridDim have one symbol each; the result of an
// operator on uniform unknowns has one symbol for equal operands, so that equal
// values are seen to be equal; loop counters and loaded values have fresh ones.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_INTERPRETER_SYMBOLS_H
#define BANKLINT_INTERPRETER_SYMBOLS_H

#include "banklint/Interpreter/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <string>
#include <vector>

namespace banklint {

class SymbolTable {
public:
  /// A symbol that equals no other. \p Name is what messages call it.
  SymbolId fresh(llvm::StringRef Name);
  /// A fresh symbol for the number of rounds that a loop has made, not
  /// negative.
  SymbolId freshRound(llvm::StringRef Name);
  /// The symbol for \p Key: the same for the same key. Keys are made by the
  /// evaluator out of an operator and its operands.
  SymbolId intern(llvm::ArrayRef<int64_t> Key, llvm::StringRef Name,
                  bool IsNonNegative = false);

  llvm::StringRef name(SymbolId Symbol) const { return Infos[Symbol].Name; }
  bool isNonNegative(SymbolId Symbol) const {
    return Infos[Symbol].IsNonNegative;
  }

  bool isRound(SymbolId Symbol) const { return Infos[Symbol].IsRound; }

private:
  struct Info {
    std::string Name;
    bool IsNonNegative = false;
    bool IsRound = false;
  };
  std::vector<Info> Infos;
  std::map<std::vector<int64_t>, SymbolId> ByKey;
};

} // namespace banklint

#endif // BANKLINT_INTERPRETER_SYMBOLS_H
