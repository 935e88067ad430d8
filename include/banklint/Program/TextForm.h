//===- TextForm.h - Kernel programs as readable text ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// print writes a program, parse reads it back: parse(print(P)) prints the same
// text again. docs/program-form.md gives the grammar. The text form carries
// what execution needs and the places of accesses; it leaves out extents'
// source text, layout uses, call chains, other statements' places and the byte
// offsets of all places.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_TEXTFORM_H
#define BANKLINT_PROGRAM_TEXTFORM_H

#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// \p Program must verify.
void print(const KernelProgram &Program, llvm::raw_ostream &OS);

/// The text of a line of the source (1-based) without its end; nothing if it is
/// not known.
using SourceLines = llvm::function_ref<std::optional<std::string>(
    llvm::StringRef File, unsigned Line)>;

/// As print, with comments "// file:line: text" where the statements of another
/// line of the source begin.
void printWithSource(const KernelProgram &Program, SourceLines Lines,
                     llvm::raw_ostream &OS);

/// The program that \p Text spells, or an error "line:column: what is wrong".
/// The program verifies. Any text is safe: nesting is limited, and reading
/// takes time almost in proportion to the length.
llvm::Expected<KernelProgram> parseProgram(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_PROGRAM_TEXTFORM_H
