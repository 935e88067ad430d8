//===- AccessWords.h - What reports and editors say alike ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_CHECKS_ACCESSWORDS_H
#define BANKLINT_CHECKS_ACCESSWORDS_H

#include "banklint/Analysis/Launches.h"
#include "banklint/Analysis/Verdict.h"

namespace banklint {

/// "as given by options", "from how threadIdx is used", "no launch was found".
/// \p Site is the launch's, or null.
std::string originWords(const InferredLaunch &Launch, const LaunchSite *Site);

/// ", merged with its neighbors into 16 bytes", ", in pieces of 4 bytes", or
/// nothing: what the compiler makes of \p A in the request \p W.
std::string widthWords(const Access &A, const Witness &W);

} // namespace banklint

#endif // BANKLINT_CHECKS_ACCESSWORDS_H
