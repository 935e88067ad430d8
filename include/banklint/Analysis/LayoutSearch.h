//===- LayoutSearch.h - The layout that clears an array ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A padding or a swizzle is a hypothesis about an array (LayoutChange). It is
// proved by judging every access to the array again, in all kernels,
// instantiations and launches that share the declaration.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_ANALYSIS_LAYOUTSEARCH_H
#define BANKLINT_ANALYSIS_LAYOUTSEARCH_H

#include "banklint/Analysis/ConflictState.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

/// One kernel, instantiation and launch that uses the array.
struct ArrayUse {
  const KernelProgram *Program;
  /// Index of the array in Program.
  unsigned Array;
  LaunchConfig Launch;
  /// The verdicts of Launch with the declared layout.
  llvm::ArrayRef<Verdict> Verdicts;
};

/// True if layouts are judged without the access of \p V in \p Program: a copy
/// past the cache, whose wavefronts say little about time, or one through it of
/// which only the least that it takes is known.
bool isLeftOut(const KernelProgram &Program, const Verdict &V);

/// The blocks that a multiprocessor holds at once, as far as their threads and
/// their shared memory let it.
struct ResidencyChange {
  unsigned Before = 0;
  unsigned After = 0;
  /// The kernel or instantiation that it is of; empty if it is of all.
  std::string Kernel = {};
};

/// What one access to the array costs with a change, in one use.
struct AccessOutcome {
  /// Index among the uses, and of the access in that use's program.
  unsigned Use = 0;
  unsigned Access = 0;
  RequestCost Worst;
  TracedTotals Sum;
  ConflictState State = ConflictState::Clean;
  /// Worst is an upper bound.
  bool IsBound = false;
};

/// A change that is proved to help.
struct LayoutFix {
  LayoutChange Change;
  /// Bytes that the largest array of the uses grows by; 0 if that is not known.
  uint64_t ExtraBytes = 0;
  /// Some array grows by less.
  bool ExtraBytesDiffer = false;
  /// The launches that use the array.
  unsigned Launches = 1;
  /// After is worked out from the addresses of all requests, as no execution
  /// with Change alone shows it.
  bool IsPredicted = false;
  /// Of gaps: lanes are other distances apart than whole rows, so that no pitch
  /// says where their elements go, but the index of each does.
  bool NeedsIndex = false;
  /// Launches have to ask for them: the array is dynamic.
  bool IsSetByLaunch = false;
  /// All accesses to the array in all uses.
  std::vector<AccessOutcome> Outcomes;
  /// Over all of them.
  TracedTotals Before;
  TracedTotals After;
  /// The worst request of all accesses, before and after.
  RequestCost WorstBefore;
  RequestCost WorstAfter;
  /// They may be more than is needed: only upper bounds are known.
  bool AreBounds = false;
  /// Before, some access conflicted less than the worst one.
  bool DifferedBefore = false;
  /// Of the launch that loses most; nothing if none is known to lose any.
  std::optional<ResidencyChange> Residency;

  /// The wavefronts that all uses save, whatever the compiler merges.
  uint64_t saved() const;
};

/// True if the accesses of \p Use to its array need more wavefronts with
/// \p Change, or if its array has no such layout.
bool raises(const ArrayUse &Use, const LayoutChange &Change,
            const Architecture &Arch, const InterpreterBudget &Budget);

/// "8 wavefronts in sum instead of 32", of one launch or of several.
std::string sumWords(const TracedTotals &After, const TracedTotals &Before,
                     size_t Launches);

/// How a search ended that found no change.
enum class SearchEnd {
  NotTried,
  /// None that was tried needs fewer wavefronts.
  NoneHelps,
  /// None that was tried lowers the upper bounds that are all that is known.
  /// Fewer lanes, or other ones, may need fewer wavefronts all the same.
  NotKnown,
  /// One does, and has a disadvantage that rules it out.
  Refused,
};

/// What came of the search: a change, or the reason why there is none, as the
/// rest of a sentence that says how it ended.
struct LayoutResult {
  std::optional<LayoutFix> Best;
  std::string WhyNot;
  SearchEnd End = SearchEnd::NotTried;
  bool clearsAll() const { return Best && !Best->WorstAfter.conflicts(); }
};

/// The padding that makes the sum of all accesses' wavefronts least, among
/// those that keep every access aligned and keep the static shared memory of
/// each kernel, and what its launches have in all, within \p Arch's limits. The
/// last extent is padded; only if that leaves conflicts others are, and then
/// both. Of equal ones those win that make no access's worst request worse, and
/// of these the first, which is the smallest. No use needs more wavefronts than
/// before. A request may become worse, though not beyond the worst of all
/// accesses before: a column of a [16][16] tile in a 16x16 block can only be
/// cleared at the expense of its rows. One that leaves the worst request as it
/// is saves a quarter of the excess or more. All uses, at least one, must be of
/// the same declaration.
LayoutResult findPadding(const Architecture &Arch,
                         llvm::ArrayRef<ArrayUse> Uses,
                         const InterpreterBudget &Budget);

/// The swizzle that makes the sum least, by the same rules; of equal ones that
/// which is simplest to write. There is none unless all accesses to the array
/// are by subscripts, one for each extent. It is sure to stay inside of rows
/// and to keep wide accesses together, in all uses.
LayoutResult findSwizzle(const Architecture &Arch,
                         llvm::ArrayRef<ArrayUse> Uses,
                         const InterpreterBudget &Budget);

/// The gaps in an array of one extent that make the sum least, by the rules of
/// findPadding: behind each row that the subscripts have, or each row of all
/// banks. There is none unless all accesses to the array are by its subscript.
LayoutResult findGaps(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
                      const InterpreterBudget &Budget);

/// The gaps behind rows of \p Every elements that make the sum least, by the
/// same rules. With rows of \p Every + n elements the array has
/// \p SizeOf(Every + n) of them, which is as many as it needs or more.
LayoutResult findPitch(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
                       const InterpreterBudget &Budget, uint64_t Every,
                       llvm::function_ref<uint64_t(uint64_t)> SizeOf);

/// One more than the last element that \p Uses access, of an array of one
/// extent; nothing if some address is not a known number.
std::optional<uint64_t> usedElements(llvm::ArrayRef<ArrayUse> Uses,
                                     const InterpreterBudget &Budget);

/// Longer rows, as a padding of the last of several extents or gaps in the only
/// one, for arrays whose pitch is stated elsewhere than in the extents, too: in
/// pointers, parameters or leading dimensions. It is a prediction for the case
/// that all of them change, by the rules of findPadding; all addresses must be
/// known.
LayoutResult findStatedPitch(const Architecture &Arch,
                             llvm::ArrayRef<ArrayUse> Uses,
                             const InterpreterBudget &Budget);

/// The swizzle that makes the sum least if all accesses to the array are to
/// tensors of CuTe with one element type and swizzle. It is a prediction for
/// the case that the source states it in the tensors' layouts, by the rules of
/// findPadding; all addresses must be known.
LayoutResult findTensorSwizzle(const Architecture &Arch,
                               llvm::ArrayRef<ArrayUse> Uses,
                               const InterpreterBudget &Budget);

/// The bytes behind each row of the members \p Members, which are declared at
/// one place, that make the sum least, by the same rules. All uses have the
/// same members.
LayoutResult findMemberPadding(const Architecture &Arch,
                               llvm::ArrayRef<ArrayUse> Uses,
                               const InterpreterBudget &Budget,
                               llvm::ArrayRef<unsigned> Members);

/// The bytes behind the members of each structure of an array, by the same
/// rules.
LayoutResult findLongerElements(const Architecture &Arch,
                                llvm::ArrayRef<ArrayUse> Uses,
                                const InterpreterBudget &Budget);

/// The array of structures in pieces as wide as its widest access, if that
/// lowers the sum, by the same rules.
LayoutResult findPieces(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
                        const InterpreterBudget &Budget);

} // namespace banklint

#endif // BANKLINT_ANALYSIS_LAYOUTSEARCH_H
