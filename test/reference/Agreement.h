//===- Agreement.h - Does the interpreter tell the truth --------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares what the abstract interpreter says about a program with what the
// reference does for concrete inputs. The interpreter may say less than what
// happens, never anything else:
//
// - a counted event is one request, any other event any number of requests, and
//   no request is left without an event;
// - the event's lanes contain the request's, and equal them if the mask is
//   exact;
// - lanes whose address is known have that address; for the lanes whose address
//   is affine, there are values of the symbols that give all their addresses
//   modulo 2^32.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_REFERENCE_AGREEMENT_H
#define BANKLINT_TEST_REFERENCE_AGREEMENT_H

#include "ReferenceInterpreter.h"
#include "banklint/Interpreter/Interpreter.h"

namespace banklint {

struct AgreementCase {
  KernelProgram Program;
  LaunchConfig Launch;
  InterpreterBudget Budget;
  std::vector<LayoutOverride> Layout;
  /// Concretisations that Launch permits.
  std::vector<ReferenceInputs> Inputs;
  /// A disagreement counts even after an unknown number wrapped.
  bool IsStrict = false;
};

/// The case that \p Seed stands for.
AgreementCase makeCase(uint64_t Seed);

/// What was seen, so that a run can be told from one that compared nothing.
struct AgreementCounts {
  /// Inputs that were compared, and those that had no defined result.
  uint64_t Compared = 0;
  uint64_t Discarded = 0;
  /// Inputs that disagree after a number wrapped or a conversion changed it,
  /// which the interpreter rules out for what it does not know.
  uint64_t Wrapped = 0;
  uint64_t Requests = 0;
  /// Requests of counted events with exact masks.
  uint64_t Sure = 0;
  /// Of those, requests whose addresses are all known numbers, and those whose
  /// addresses are affine with symbols, and those with cases.
  uint64_t Known = 0;
  uint64_t Symbolic = 0;
  uint64_t ByCases = 0;
};

/// The first disagreement in words, or nothing. Adds to \p Counts.
std::optional<std::string> findDisagreement(const AgreementCase &Case,
                                            AgreementCounts &Counts);

/// The program, the launch and the inputs as text.
std::string describe(const AgreementCase &Case);

/// A smaller case that disagrees as well; \p Case disagrees.
AgreementCase reduce(AgreementCase Case);

} // namespace banklint

#endif // BANKLINT_TEST_REFERENCE_AGREEMENT_H
