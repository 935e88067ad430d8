//===- SpelledPlaces.h - How the source spells places in arrays -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_FIXFACTS_SPELLEDPLACES_H
#define BANKLINT_LIB_FRONTEND_FIXFACTS_SPELLEDPLACES_H

#include "Lowering/LowerKernel.h"

namespace banklint {

/// Enters how the source spells the places of accesses, see Access::Spelled.
void addSpelledPlaces(LoweredKernel &Lowered);

/// Where the function that declares \p Decl has its name, see
/// SharedArray::Mentions.
std::optional<std::vector<SourceSpan>> mentionsOf(const clang::VarDecl &Decl,
                                                  SourcePlaces &Places);

/// Enters them for arrays of several extents.
void addMentions(LoweredKernel &Lowered);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_FIXFACTS_SPELLEDPLACES_H
