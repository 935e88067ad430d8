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

struct StatedInstance {
  /// Template arguments, "<float, 128>".
  std::string Arguments;
  /// Where they begin in the text.
  size_t Offset = 0;
};

/// Removes settings such as `instantiate=<float, 128>` from \p Text. Returns
/// what each states.
std::vector<StatedInstance> takeInstances(std::string &Text);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_ANNOTATIONTEXT_H
