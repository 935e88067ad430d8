//===- MemoryLimit.cpp - The check shared-memory-limit --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryLimit.h"
#include "AccessText.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace banklint;

/// True if the contents of array number \p Array are read: the compiler drops
/// arrays whose contents nobody sees.
static bool isRead(const KernelProgram &Program, unsigned Array) {
  return llvm::any_of(Program.Accesses, [Array](const Access &A) {
    return A.Array == Array && A.Op != MemoryOperation::Store &&
           A.Op != MemoryOperation::AsyncCopy &&
           A.Op != MemoryOperation::AsyncCopyBypass;
  });
}

/// The arrays that \p Program has whatever the compiler does.
static std::vector<unsigned> lastingArrays(const KernelProgram &Program) {
  std::vector<unsigned> Result;
  for (const auto &[Number, Array] : llvm::enumerate(Program.Arrays))
    if (!Array.IsDynamic && !Array.IsLeftOut && isRead(Program, Number))
      Result.push_back(Number);
  return Result;
}

/// No more than they take in any order: unlike staticBytes(), it counts no gaps
/// between them.
static uint64_t bytesOf(const KernelProgram &Program,
                        llvm::ArrayRef<unsigned> Arrays) {
  uint64_t Sum = 0;
  for (unsigned Array : Arrays)
    Sum += Program.Arrays[Array].bytes();
  return Sum;
}

/// A template that is never instantiated is never compiled.
static bool isCompiled(const KernelReport &Kernel) {
  return llvm::none_of(Kernel.Launches, [](const LaunchReport &Launch) {
    return llvm::any_of(Launch.Verdicts, [](const Verdict &V) {
      return V.Why && V.Why->Code == ReasonCode::UninstantiatedTemplate;
    });
  });
}

static void addStatic(const Report &R, const KernelReport &Kernel,
                      std::vector<Finding> &Found) {
  const KernelProgram &Program = Kernel.Program;
  std::vector<unsigned> Arrays = lastingArrays(Program);
  const uint64_t Bytes = bytesOf(Program, Arrays);
  if (Bytes <= R.Arch->StaticSharedBytes)
    return;
  llvm::sort(Arrays, [&Program](unsigned A, unsigned B) {
    const uint64_t BytesOfA = Program.Arrays[A].bytes();
    const uint64_t BytesOfB = Program.Arrays[B].bytes();
    return BytesOfA != BytesOfB ? BytesOfA > BytesOfB : A < B;
  });
  Finding F;
  F.Check = "shared-memory-limit";
  F.At = placeOf(Program, Program.Span);
  F.Function = functionOf(Program);
  F.Message = "the arrays of '" + Program.Name + "' take " +
              counted(Bytes, "byte") + " of shared memory; more than " +
              std::to_string(R.Arch->StaticSharedBytes) +
              " must be dynamic shared memory";
  for (unsigned Array : Arrays) {
    const SharedArray &Declared = Program.Arrays[Array];
    if (Declared.Span.isValid())
      F.Notes.push_back({placeOf(Program, Declared.Span),
                         "'" + Declared.Name + "' takes " +
                             counted(Declared.bytes(), "byte")});
  }
  Found.push_back(std::move(F));
}

/// Bytes that \p Launch surely needs; nothing if that is not known.
static std::optional<uint64_t> bytesOf(const KernelReport &Kernel,
                                       const LaunchReport &Launch) {
  const bool IsStated = Launch.Launch.Origin == LaunchOrigin::LaunchSite ||
                        Launch.Launch.Origin == LaunchOrigin::Annotation;
  if (!IsStated || !Launch.Launch.Site || !Launch.Launch.Config.DynamicBytes ||
      *Launch.Launch.Config.DynamicBytes == 0)
    return std::nullopt;
  return *Launch.Launch.Config.DynamicBytes +
         bytesOf(Kernel.Program, lastingArrays(Kernel.Program));
}

/// The least that a launch at the site of \p Launch needs: what is found there
/// on several ways may not come together.
static uint64_t leastAtSite(const KernelReport &Kernel,
                            const LaunchReport &Launch) {
  const auto &Sites = Kernel.Program.Launches;
  const LaunchSite &Site = Sites[*Launch.Launch.Site];
  uint64_t Least = bytesOf(Kernel, Launch).value_or(0);
  for (const LaunchReport &Other : Kernel.Launches) {
    if (!Other.Launch.Site)
      continue;
    const LaunchSite &OtherSite = Sites[*Other.Launch.Site];
    if (OtherSite.File == Site.File &&
        OtherSite.Span.Offset == Site.Span.Offset)
      Least = std::min(Least, bytesOf(Kernel, Other).value_or(0));
  }
  return Least;
}

/// What the sources of a run say of limits.
struct LimitUses {
  bool MayRaise;
  /// Launches may be made only where the device has enough.
  bool MayAsk;
};

static void addLaunch(const Report &R, const KernelReport &Kernel,
                      const LaunchReport &Launch, const LimitUses &Uses,
                      std::vector<Finding> &Found) {
  std::optional<uint64_t> Bytes = bytesOf(Kernel, Launch);
  if (!Bytes)
    return;
  const uint64_t Least = leastAtSite(Kernel, Launch);
  const bool IsBeyondAll = Least > R.Arch->OptInSharedBytes;
  if (IsBeyondAll ? Uses.MayAsk
                  : Uses.MayRaise || Least <= R.Arch->StaticSharedBytes)
    return;
  const KernelProgram &Program = Kernel.Program;
  const Occurrence O{&Kernel, &Launch, nullptr};
  Finding F;
  F.Check = "shared-memory-limit";
  F.At = launchPlace(O);
  F.Function = functionOf(Program);
  F.Message = "this launch of '" + Program.Name + "' needs " +
              counted(*Bytes, "byte") + " of shared memory; ";
  if (IsBeyondAll)
    F.Message += "a block on " + R.Arch->Name.str() + " can have at most " +
                 std::to_string(R.Arch->OptInSharedBytes);
  else
    F.Message += "more than " + std::to_string(R.Arch->StaticSharedBytes) +
                 " fail unless cudaFuncSetAttribute raises the limit of the "
                 "kernel, and nothing does";
  if (const uint64_t Static = *Bytes - *Launch.Launch.Config.DynamicBytes)
    F.Notes.push_back({placeOf(Program, Program.Span),
                       "the static arrays of the kernel take " +
                           counted(Static, "byte") + " of it"});
  Found.push_back(std::move(F));
}

static LimitUses limitUses(const Report &R) {
  return {R.IsPartial || llvm::any_of(R.Files,
                                      [](const FileReport &File) {
                                        return File.MayRaiseSharedLimit ||
                                               !File.MissingHeaders.empty();
                                      }),
          llvm::any_of(R.Files, [](const FileReport &File) {
            return File.AsksSharedLimit;
          })};
}

std::vector<Finding> banklint::checkMemoryLimit(const Report &R,
                                                const CheckRun &) {
  const LimitUses Uses = limitUses(R);
  std::vector<Finding> Found;
  for (const KernelReport &Kernel : R.Kernels) {
    if (!isCompiled(Kernel))
      continue;
    addStatic(R, Kernel, Found);
    for (const LaunchReport &Launch : Kernel.Launches)
      addLaunch(R, Kernel, Launch, Uses, Found);
  }
  // Instantiations share a place, and so do launches of one site.
  std::set<std::pair<std::string, unsigned>> Known;
  llvm::erase_if(Found, [&Known](const Finding &F) {
    return !Known.insert({F.At.File, F.At.Span.Offset}).second;
  });
  return Found;
}
