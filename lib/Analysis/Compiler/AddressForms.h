//===- AddressForms.h - Addresses a constant apart ------------ -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler merges accesses of which it sees how far they are apart: the
// terms of their addresses must be the same but for a constant. It does not see
// that 2 * t >> 4 and 2 * t + 1 >> 4 are equal.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_ANALYSIS_COMPILER_ADDRESSFORMS_H
#define BANKLINT_LIB_ANALYSIS_COMPILER_ADDRESSFORMS_H

#include "Compiler/CopyConstants.h"
#include "Compiler/SharedSums.h"
#include <map>

namespace banklint {

class AddressForms {
public:
  AddressForms(const KernelProgram &Program,
               llvm::ArrayRef<LayoutOverride> Layout, SharedSums &Numbers)
      : Program(Program), Layout(Layout), Numbers(Numbers) {}

  struct Form {
    /// The same for addresses in one array that are a constant apart.
    unsigned Number;
    /// Those that are no constants, with their factors.
    const SharedSums::Sum &Terms;
  };
  /// The number of low bits of a value that are known to be zero.
  using ZeroBits = llvm::function_ref<unsigned(ExprId)>;
  /// The form of the access's address in \p Here, where \p Rounds number those
  /// that give it values which are new in each.
  Form formOf(unsigned Access, const CodeCopy &Here,
              llvm::ArrayRef<uint64_t> Rounds, ZeroBits ZeroBitsOf);

private:
  /// One address that is looked at.
  struct Walk {
    const CodeCopy &Here;
    ZeroBits ZeroBitsOf;
    SharedSums::Sum Terms;
    /// What else the terms depend on, in their order.
    std::vector<uint64_t> Rest;
    unsigned Steps = 0;
  };

  void add(Walk &W, ExprId Id, int64_t Factor);
  bool addBinary(Walk &W, const Expr &E, int64_t Factor);
  bool addBitwise(Walk &W, const Expr &E, int64_t Factor);
  void addRest(Walk &W, ExprId Id);

  const KernelProgram &Program;
  llvm::ArrayRef<LayoutOverride> Layout;
  SharedSums &Numbers;
  std::map<std::pair<SharedSums::Sum, std::vector<uint64_t>>, unsigned> Forms;
  /// Of values that are like no others.
  uint64_t Unique = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_ANALYSIS_COMPILER_ADDRESSFORMS_H
