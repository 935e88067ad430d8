//===- KernelName.h - Names of kernels in other spellings -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel has many names: "ns::k<4, float>", "void ns::k<(int)4,
// float>(const T2 *)" and "void k<4, float>(const T2 *)".
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROFILE_KERNELNAME_H
#define BANKLINT_PROFILE_KERNELNAME_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace banklint {

struct KernelName {
  /// Without namespaces.
  std::string Base;
  /// Without blanks, namespaces and types of values; true is 1.
  std::vector<std::string> Arguments;
};

KernelName kernelName(llvm::StringRef Spelling);

/// True if both may name one kernel: no argument that both spell differs.
bool mayBeSame(const KernelName &A, const KernelName &B);

} // namespace banklint

#endif // BANKLINT_PROFILE_KERNELNAME_H
