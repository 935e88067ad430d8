//===- LaunchRecorder.h - The launches that host code makes -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_LAUNCHRECORDER_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_LAUNCHRECORDER_H

#include "Launches/Source/KernelFinder.h"
#include "Launches/Values/HostValue.h"
#include "banklint/Program/BlockRelations.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace banklint {

class HostEvaluator;
class LostEffects;

/// What one launch passes, on one path.
struct LaunchRecord {
  clang::SourceLocation Site;
  const clang::FunctionDecl *Kernel = nullptr;
  HostValue Grid, Block, DynamicBytes;
  /// The launch, or its block, does not parse.
  bool IsBroken = false;
  /// As of a LaunchSite.
  std::string ImpossibleBlock;
  /// It was recorded as if nothing was known around it.
  bool IsGuess = false;
  /// No path is known to make it with these values.
  bool IsDoubtful = false;
  /// What Block is likely to be if the program is run without arguments.
  HostValue DefaultBlock;
  /// Those that the launch spells; may be fewer than the kernel's parameters.
  std::vector<HostValue> Arguments;
  /// As of a LaunchSite.
  BlockRelations Relations;
  std::vector<ArgumentFormula> Formulas;

  /// Equal but for how it was found.
  friend bool operator==(const LaunchRecord &A, const LaunchRecord &B) {
    return A.Site == B.Site && A.Kernel == B.Kernel && A.Grid == B.Grid &&
           A.Block == B.Block && A.DynamicBytes == B.DynamicBytes &&
           A.IsBroken == B.IsBroken && A.ImpossibleBlock == B.ImpossibleBlock &&
           A.DefaultBlock == B.DefaultBlock && A.Arguments == B.Arguments &&
           A.Relations == B.Relations && A.Formulas == B.Formulas;
  }
};

/// The directions of \p Value, a block or a grid, that are known and positive.
std::array<std::optional<uint32_t>, 3> sizesOf(const HostValue &Value);
/// True if all directions of the block of \p Record are known.
bool hasBlock(const LaunchRecord &Record);

/// A launch as the parser met it.
struct LaunchText {
  using NameList = std::vector<
      std::pair<const clang::IdentifierInfo *, clang::SourceLocation>>;
  /// Of the chevrons, or of the function's name.
  clang::SourceLocation Place;
  /// What the statement names, the kernel among it.
  NameList Names;
};

/// What \p E, a launch, passes on the current path. Without a kernel if that is
/// not known.
LaunchRecord readLaunch(const clang::CallExpr &E, HostEvaluator &Values);

/// Collects the launches that are executed, and what was not executed so far.
class LaunchRecorder {
public:
  LaunchRecorder(const clang::ASTContext &Context, const SourceIndex &Index)
      : Context(Context), Index(Index) {}

  /// Records a launch, unless its kernel is not known or it is known already.
  /// True if no record was of its kernel.
  bool add(LaunchRecord Record);
  /// Records those of \p Launches that the AST lacks: of any kernel that the
  /// statement may mean, and nothing else is known.
  void addLost(llvm::ArrayRef<LaunchText> Launches);
  /// Records those in host templates that are not instantiated, of kernels that
  /// have no others: nothing is known of them but blocks written as numbers.
  void addFromTemplates();
  /// Records launches where \p Lost, or an expression that is not followed,
  /// names kernels that have no others: what is given a kernel there is likely
  /// to launch it.
  void addNamed(const LostEffects &Lost);
  /// Records launches of kernels that have no others, whose blocks are not
  /// possible.
  void addFailing();
  const std::vector<LaunchRecord> &records() const { return Records; }
  /// Leaves of doubtful launches what all of that kernel at that place have in
  /// common. The first \p Start records are left as they are.
  void forgetDoubtful(HostTerms &Terms, size_t Start = 0);
  /// Drops guesses that know no block, if another record of the same launch and
  /// kernel does: it is likely to be the same.
  void dropGuesses();

  /// Takes a note of the launchers that \p E may call. It is not followed;
  /// \p Function is what it calls, null if that is not known.
  void addUnfollowed(const clang::CallExpr &E,
                     const clang::FunctionDecl *Function);
  /// Takes a note of the launchers and kernels that \p Named, an operand of an
  /// expression that is not followed, may be.
  void addUnfollowed(const clang::Expr &Named);

  /// What is added are guesses.
  bool IsGuessing = false;
  /// Launches that some path reaches, or that surely none does.
  llvm::DenseSet<const clang::Expr *> Reached;
  llvm::DenseSet<const clang::FunctionDecl *> Executed;
  /// Launchers that were executed with any arguments where they were passed on.
  llvm::DenseSet<const clang::FunctionDecl *> CalledBack;
  /// Launchers that some path calls without being followed there.
  llvm::SmallSetVector<const clang::FunctionDecl *, 4> Unfollowed;

private:
  bool isLaunched(const clang::FunctionDecl &Kernel) const;
  void addLambdas(unsigned Count);
  void addFailing(const LaunchRecord &Record, std::string Impossible);
  void addBroken(const clang::FunctionDecl &Kernel, clang::SourceLocation Site);

  const clang::ASTContext &Context;
  const SourceIndex &Index;
  std::vector<LaunchRecord> Records;
  /// One for the first launch of each kernel whose blocks are not possible.
  llvm::MapVector<const clang::FunctionDecl *, LaunchRecord> Failing;
  /// Kernels that expressions which are not followed name, and where.
  llvm::DenseMap<const clang::FunctionDecl *, clang::SourceLocation> PassedOn;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_LAUNCHRECORDER_H
