//===- MemberArrays.h - Arrays inside of shared structs ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds members of several extents in the structs that shared arrays consist
// of, also in classes of tiles inside of them, and what else in the source sees
// how these structs are laid out.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_FIXFACTS_MEMBERARRAYS_H
#define BANKLINT_LIB_FRONTEND_FIXFACTS_MEMBERARRAYS_H

#include "RowPitches.h"

namespace banklint {

/// Adds the arrays of structs to \p Factors, and the rows of those members that
/// nothing but subscripts sees.
void findMemberArrays(LoweredKernel &Lowered, const clang::ASTContext &Context,
                      PitchFactors &Factors);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_FIXFACTS_MEMBERARRAYS_H
