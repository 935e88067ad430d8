//===- BranchJoins.cpp - Accesses of several branches --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/BranchJoins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace banklint;

/// Longer sides, and more of them, are not looked at: all may be joined.
constexpr size_t MaxAccesses = 64;
constexpr size_t MaxSides = 16;

BranchJoins::BranchJoins(const KernelProgram &Program) : Program(Program) {
  const AssignedValues Values(Program);
  SharedSums Sums(Program, /*Layout=*/{}, Values);
  for (const Access &A : Program.Accesses)
    Places.push_back(Sums.numberOf(A.Address));
  forEachStmt(Program.Body, [this](const Stmt &S) {
    if (S.Kind == StmtKind::If)
      lookAt(S);
  });
}

/// Adds the accesses of \p B. False if it has control flow.
bool BranchJoins::collect(const Block &B, Side &To) const {
  for (const Stmt &S : B)
    switch (S.Kind) {
    case StmtKind::Assign:
      break;
    case StmtKind::Access:
      To.push_back(S.Index);
      break;
    case StmtKind::Region:
      if (!collect(S.Blocks[0], To))
        return false;
      break;
    default:
      return false;
    }
  return To.size() <= MaxAccesses;
}

/// Adds the sides of \p If, where `else if` continues it. False if one of them
/// has other control flow.
bool BranchJoins::collectSides(const Stmt &If, std::vector<Side> &To) const {
  for (const Block &B : If.Blocks) {
    const bool IsChain =
        !B.empty() && B.back().Kind == StmtKind::If && &B == &If.Blocks.back();
    Side &S = To.emplace_back();
    if (!IsChain && !collect(B, S))
      return false;
    if (!IsChain)
      continue;
    To.pop_back();
    const auto IsPlain = [](const Stmt &Before) {
      return Before.Kind == StmtKind::Assign;
    };
    if (!std::all_of(B.begin(), std::prev(B.end()), IsPlain) ||
        !collectSides(B.back(), To))
      return false;
  }
  return To.size() <= MaxSides;
}

void BranchJoins::lookAt(const Stmt &If) {
  std::vector<Side> Sides;
  if (!collectSides(If, Sides))
    return;
  unsigned First = Program.Accesses.size();
  for (const Side &S : Sides)
    if (!S.empty())
      First = std::min(First, S.front());
  for (size_t I = 0; I != Sides.size(); ++I)
    for (size_t J = I + 1; J != Sides.size(); ++J)
      compare(Sides[I], Sides[J], First);
}

bool BranchJoins::areAlike(unsigned A, unsigned B) const {
  const Access &First = Program.Accesses[A];
  const Access &Second = Program.Accesses[B];
  return First.Op == Second.Op && First.Bytes == Second.Bytes;
}

/// The loads of \p S of which the value may be known from an access before
/// them: one of this side, or one before the branch, which starts with \p
/// First.
std::vector<bool> BranchJoins::mayVanish(const Side &S, unsigned First) const {
  std::vector<bool> Result;
  for (auto [I, Load] : llvm::enumerate(S)) {
    const auto IsSame = [&, Load = Load](unsigned Other) {
      return isSamePlace(Other, Load);
    };
    Result.push_back(Program.Accesses[Load].Op == MemoryOperation::Load &&
                     (llvm::any_of(llvm::seq<unsigned>(0, First), IsSame) ||
                      llvm::any_of(llvm::ArrayRef(S).take_front(I), IsSame)));
  }
  return Result;
}

/// How many loads \p S starts with.
size_t BranchJoins::leadingLoads(const Side &S) const {
  return llvm::find_if(S,
                       [&](unsigned Each) {
                         return Program.Accesses[Each].Op !=
                                MemoryOperation::Load;
                       }) -
         S.begin();
}

void BranchJoins::compare(const Side &A, const Side &B, unsigned First) {
  const std::vector<bool> GoneA = mayVanish(A, First),
                          GoneB = mayVanish(B, First);
  const size_t Width = B.size() + 1;
  const auto At = [Width](size_t I, size_t J) { return I * Width + J; };
  // Whether all from there to the ends are alike, but for what may vanish.
  std::vector<bool> Ends((A.size() + 1) * Width);
  for (size_t I = A.size() + 1; I-- != 0;)
    for (size_t J = B.size() + 1; J-- != 0;)
      Ends[At(I, J)] = (I == A.size() && J == B.size()) ||
                       (I != A.size() && J != B.size() &&
                        areAlike(A[I], B[J]) && Ends[At(I + 1, J + 1)]) ||
                       (I != A.size() && GoneA[I] && Ends[At(I + 1, J)]) ||
                       (J != B.size() && GoneB[J] && Ends[At(I, J + 1)]);
  const size_t LoadsOfA = leadingLoads(A), LoadsOfB = leadingLoads(B);
  for (size_t I = 0; I != A.size(); ++I)
    for (size_t J = 0; J != B.size(); ++J) {
      const bool MaySink = areAlike(A[I], B[J]) && Ends[At(I + 1, J + 1)];
      const bool MayRise =
          I < LoadsOfA && J < LoadsOfB && isSamePlace(A[I], B[J]);
      if (!MaySink && !MayRise)
        Apart.insert(std::minmax(A[I], B[J]));
    }
}
