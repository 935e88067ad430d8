//===- CompiledProgram.h - Programs for its passes --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_UNIT_COMPILER_COMPILEDPROGRAM_H
#define BANKLINT_TEST_UNIT_COMPILER_COMPILEDPROGRAM_H

#include "banklint/Program/TextForm.h"
#include "gtest/gtest.h"

namespace banklint::test {

/// The program of \p Body, which may use the arrays s, o and dynamic d and the
/// variables i, j and x.
inline KernelProgram programOf(llvm::StringRef Body) {
  llvm::Expected<KernelProgram> Program = parseProgram(
      ("kernel \"k\" shared s : float 4 [64] align 4 "
       "shared o : float 4 [64] align 4 shared d : float 4 [0] align 4 dynamic "
       "var i : i32 var j : i32 var x : i32 body {\n" +
       Body + "\n}")
          .str());
  if (Program)
    return std::move(*Program);
  ADD_FAILURE() << llvm::toString(Program.takeError());
  return {};
}

} // namespace banklint::test

#endif // BANKLINT_TEST_UNIT_COMPILER_COMPILEDPROGRAM_H
