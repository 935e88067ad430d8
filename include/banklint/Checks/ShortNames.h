//===- ShortNames.h - Kernels' names for messages ---------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Template arguments may make a name longer than all that a message says. Here
// only those stay that tell the instantiations of a report apart:
//
//   sum<std::array<...>, cub::Policy<float, 256, ...>, 4>
//       -> sum<..., cub::Policy<..., 256, ...>, ...>
//
// Types of CuTe are written as its print() does:
//
//   gemm<cute::Layout<cute::tuple<cute::C<8>, cute::C<32>>, ...>>
//       -> gemm<(_8,_32):(_32,_1)>
//
// Reports for programs have the full names beside the messages.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_SHORTNAMES_H
#define BANKLINT_CHECKS_SHORTNAMES_H

#include "banklint/Checks/Report.h"

namespace banklint {

class ShortNames {
public:
  /// For the kernels of a report by their \p Names, which may repeat.
  explicit ShortNames(llvm::ArrayRef<llvm::StringRef> Names);
  explicit ShortNames(const Report &R);

  /// The short form of \p Name, or \p Name if it is short enough.
  llvm::StringRef of(llvm::StringRef Name) const;

  /// Replaces the names in \p Message that stand in quotes.
  void replaceIn(std::string &Message) const;

private:
  /// Of long names and those with types of CuTe; no two have the same value.
  std::map<std::string, std::string, std::less<>> Short;
};

} // namespace banklint

#endif // BANKLINT_CHECKS_SHORTNAMES_H
