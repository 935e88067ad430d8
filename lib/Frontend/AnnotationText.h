//===- AnnotationText.h - What an annotation states -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_ANNOTATIONTEXT_H
#define BANKLINT_LIB_FRONTEND_ANNOTATIONTEXT_H

#include "banklint/Program/KernelProgram.h"

namespace banklint {

/// Reads \p Text, what follows "banklint:" in a comment at the kernel of
/// \p Program, into \p Site: its extents, dynamic memory and arguments. What
/// is wrong with it, empty if nothing is; \p Site is not to be used otherwise.
std::string readAnnotation(llvm::StringRef Text, const KernelProgram &Program,
                           LaunchSite &Site);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_ANNOTATIONTEXT_H
