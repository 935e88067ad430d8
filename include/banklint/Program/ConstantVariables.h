//===- ConstantVariables.h - Variables of constants -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_CONSTANTVARIABLES_H
#define BANKLINT_PROGRAM_CONSTANTVARIABLES_H

#include "banklint/Program/AssignedValues.h"

namespace banklint {

/// True if \p Id is made of constants and of variables that are \p Constant.
bool isConstant(const KernelProgram &Program, ExprId Id,
                const std::vector<bool> &Constant);

/// By variable of \p Program, whose values are \p Values: whether it is only
/// ever set from constants, as the counter of a loop may be.
std::vector<bool> constantVariables(const KernelProgram &Program,
                                    const AssignedValues &Values);

} // namespace banklint

#endif // BANKLINT_PROGRAM_CONSTANTVARIABLES_H
