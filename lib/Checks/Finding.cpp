//===- Finding.cpp - What banklint reports --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/Finding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <tuple>

using namespace banklint;

Place banklint::placeOf(const KernelProgram &Program, const SourceSpan &Span) {
  return {Program.fileOf(Span).str(), Span};
}

bool banklint::startTogether(const Place &A, const Place &B) {
  return A.File == B.File && A.Span.Line == B.Span.Line &&
         A.Span.Column == B.Span.Column;
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

std::vector<const Note *> banklint::notesOf(const Finding &F,
                                            bool WithDetails) {
  std::vector<const Note *> Notes;
  for (const Note &N : F.Notes)
    if (WithDetails || !N.IsDetail)
      Notes.push_back(&N);
  return Notes;
}

void banklint::sortFindings(std::vector<Finding> &Findings) {
  // Arrays of one name in two kernels have one message.
  llvm::stable_sort(Findings, [](const Finding &A, const Finding &B) {
    auto Key = [](const Finding &F) {
      return std::tie(F.At.File, F.At.Span.Line, F.At.Span.Column, F.Check,
                      F.Message);
    };
    return Key(A) < Key(B);
  });
}
