//===- AsmAddress.h - What addresses in assembly are of ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_ASMADDRESS_H
#define BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_ASMADDRESS_H

#include "Lowering/Memory/PointerAnalysis.h"

namespace banklint {

/// What a reader of the source takes the operand \p Address for: the lvalue
/// whose address it is, as far as variables that keep their value, casts and
/// functions that make a number of a pointer lead to it.
const clang::Expr *addressedBy(const clang::Expr *Address,
                               PointerAnalysis &Pointers);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_DEVICE_ASMADDRESS_H
