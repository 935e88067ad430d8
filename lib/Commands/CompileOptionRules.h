//===- CompileOptionRules.h - What is done with which option ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table names each option that is kept, translated, rejected or ignored: all
// of nvcc, and families of options of the host compilers. Unknown options are
// ignored with a note, because they may matter. The value of an unknown option,
// if it is a separate argument, looks like an input and is removed as well.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_COMMANDS_COMPILEOPTIONRULES_H
#define BANKLINT_LIB_COMMANDS_COMPILEOPTIONRULES_H

#include "llvm/ADT/StringRef.h"

namespace banklint {

/// How an option is written with its value, if it takes one.
enum OptionForm : unsigned {
  Alone = 1,
  Joined = 2,
  Equals = 4,
  Separate = 8,
  Any = Joined | Equals | Separate,
  Long = Equals | Separate,
};

enum class OptionAction {
  /// Pass on the argument unchanged.
  Pass,
  /// Clang's Spelling and the value, in two arguments.
  Path,
  /// Clang's Spelling and the value, in one argument.
  Macro,
  Standard,
  Language,
  Optimize,
  Machine,
  /// Names architectures.
  Arch,
  /// The value holds options of the host compiler.
  HostOptions,
  RelocatableCode,
  FastMath,
  DefaultStream,
  /// A macro that Clang does not define: Spelling.
  Define,
  /// Ignore, with the value.
  Drop,
  /// Reject for safety, with a note.
  Refuse,
};

struct OptionRule {
  llvm::StringLiteral Name;
  unsigned Forms;
  OptionAction What;
  /// Path, Macro: Clang's option.
  llvm::StringLiteral Spelling = "";
};

/// How an argument is an instance of a rule.
struct OptionMatch {
  /// Null if there is none.
  const OptionRule *Rule = nullptr;
  llvm::StringRef Value;
  /// The value is the next argument.
  bool IsValueNext = false;
};

/// The rule with the longest name that fits counts.
OptionMatch matchOption(llvm::StringRef Argument);

} // namespace banklint

#endif // BANKLINT_LIB_COMMANDS_COMPILEOPTIONRULES_H
