//===- Finding.cpp - What banklint tells a person -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/Finding.h"
#include "llvm/Support/ErrorHandling.h"

using namespace banklint;

Place banklint::placeOf(const KernelProgram &Program, const SourceSpan &Span) {
  return {Program.fileOf(Span).str(), Span};
}

llvm::StringRef banklint::spelling(FixSafety Safety) {
  switch (Safety) {
  case FixSafety::Automatic:
    return "automatic";
  case FixSafety::Suggested:
    return "suggested";
  case FixSafety::Described:
    return "described";
  }
  llvm_unreachable("covered switch");
}

llvm::StringRef banklint::spelling(SuppressionKind Kind) {
  switch (Kind) {
  case SuppressionKind::InSource:
    return "in-source";
  case SuppressionKind::Baseline:
    return "baseline";
  }
  llvm_unreachable("covered switch");
}
