//===- Equality.h - When two programs are the same --------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two programs are equal if all that execution, reports and fixes know of them
// is: the same statements on the same expressions, in their order, and the same
// places in files of the same names, launches included. KernelProgram::Pitched
// is not compared. It follows from the rest, except that the files around a
// header may keep the header's row pitches from being changed; of equal
// programs either will do.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_EQUALITY_H
#define BANKLINT_PROGRAM_EQUALITY_H

#include "banklint/Program/KernelProgram.h"

namespace banklint {

bool operator==(const SourceSpan &A, const SourceSpan &B);
bool operator==(const EngineOperation &A, const EngineOperation &B);
bool operator==(const Reason &A, const Reason &B);
bool operator==(const Extent &A, const Extent &B);
bool operator==(const LayoutUse &A, const LayoutUse &B);
bool operator==(const SharedArray &A, const SharedArray &B);
bool operator==(const Variable &A, const Variable &B);
bool operator==(const Parameter &A, const Parameter &B);
bool operator==(const MemberParameter &A, const MemberParameter &B);
bool operator==(const OpaqueValue &A, const OpaqueValue &B);
bool operator==(const SpelledPlace::Subscript &A,
                const SpelledPlace::Subscript &B);
bool operator==(const SpelledPlace &A, const SpelledPlace &B);
bool operator==(const Access &A, const Access &B);
bool operator==(const SwitchLabels &A, const SwitchLabels &B);
bool operator==(const Stmt &A, const Stmt &B);
bool operator==(const LaunchSite &A, const LaunchSite &B);
bool operator==(const Expr &A, const Expr &B);
bool operator==(const KernelProgram &A, const KernelProgram &B);

/// True if \p A and \p B are executed alike in equal launches: they differ in
/// places of the source at most, the texts at these places being equal, and in
/// the launches that the source has. KernelProgram::Pitched counts here.
bool isSameCode(const KernelProgram &A, const KernelProgram &B);

} // namespace banklint

#endif // BANKLINT_PROGRAM_EQUALITY_H
