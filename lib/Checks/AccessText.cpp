//===- AccessText.cpp - Words for accesses and launches -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessText.h"
#include "banklint/Checks/AccessWords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace banklint;

/// Longer expressions are cut: the caret shows them anyway.
static constexpr size_t MaxQuotedBytes = 60;

llvm::StringRef banklint::operationWords(MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::Load:
    return "load of ";
  case MemoryOperation::AtomicLoopLoad:
    return "load in the loop of the atomic operation on ";
  case MemoryOperation::Store:
    return "store to ";
  case MemoryOperation::Atomic:
    return "atomic operation on ";
  case MemoryOperation::AtomicCount:
    return "atomic count in ";
  case MemoryOperation::AtomicCas:
    return "compare-and-swap of ";
  case MemoryOperation::AtomicFloatAdd:
    return "atomic floating-point add to ";
  case MemoryOperation::AtomicWideAdd:
    return "atomic 64-bit operation on ";
  case MemoryOperation::AtomicPackedAdd:
    return "atomic add of two halves to ";
  case MemoryOperation::AtomicHalfAdd:
    return "atomic 16-bit add to ";
  case MemoryOperation::MatrixLoad1:
  case MemoryOperation::MatrixLoad2:
  case MemoryOperation::MatrixLoad4:
    return "matrix load of ";
  case MemoryOperation::MatrixStore1:
  case MemoryOperation::MatrixStore2:
  case MemoryOperation::MatrixStore4:
    return "matrix store to ";
  case MemoryOperation::AsyncCopy:
  case MemoryOperation::AsyncCopyBypass:
    return "asynchronous copy to ";
  }
  llvm_unreachable("covered switch");
}

llvm::StringRef banklint::shortOperation(MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::Load:
    return "load";
  case MemoryOperation::Store:
    return "store";
  default:
    return "access";
  }
}

std::string banklint::onOneLine(llvm::StringRef Source) {
  std::string Text;
  for (char C : Source.trim()) {
    bool IsBlank = C == ' ' || C == '\t' || C == '\n' || C == '\r';
    if (!IsBlank)
      Text += C;
    else if (Text.back() != ' ')
      Text += ' ';
  }
  if (Text.size() <= MaxQuotedBytes)
    return Text;
  size_t End = MaxQuotedBytes;
  auto IsContinuation = [&Text](size_t At) {
    return (Text[At] & 0xC0) == 0x80;
  };
  while (End > 0 && IsContinuation(End))
    --End;
  return Text.substr(0, End) + "...";
}

/// True if \p Code has the identifier \p Name.
static bool mentions(llvm::StringRef Code, llvm::StringRef Name) {
  const auto IsOfWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t At = 0; (At = Code.find(Name, At)) != llvm::StringRef::npos; ++At)
    if ((At == 0 || !IsOfWord(Code[At - 1])) &&
        (At + Name.size() == Code.size() || !IsOfWord(Code[At + Name.size()])))
      return true;
  return false;
}

bool banklint::namesArray(const Occurrence &O) {
  return arrayOf(O) && mentions(O.access().Text, arrayName(O));
}

std::string banklint::accessedThing(const Occurrence &O) {
  const Access &A = O.access();
  // What a library spells means nothing to its user; an operand of assembly is
  // the name of an address.
  const bool IsNameless = A.Text.empty() || O.libraryCall();
  if (arrayOf(O) && (IsNameless || (A.IsWindow && !namesArray(O))))
    return "'" + arrayName(O).str() + "'";
  return IsNameless ? "shared memory" : "'" + onOneLine(A.Text) + "'";
}

std::string banklint::libraryMessage(const Access &A) {
  return "the library's " + shortOperation(A.Op).str() +
         (A.Text.empty() ? "" : " of '" + onOneLine(A.Text) + "'") + " is here";
}

std::string banklint::executionWords(unsigned Warp, const LoopValues &Loops) {
  std::string Text = "in warp " + std::to_string(Warp);
  for (const auto &[Name, Value] : Loops)
    Text += (&Name == &Loops.front().first ? " with " : ", ") + Name + " = " +
            std::to_string(Value);
  return Text + ", ";
}

std::string banklint::blockWords(const Occurrence &O) {
  return "block of " + toString(O.Launch->Launch.Config.Block) + " threads";
}

/// Where the shape comes from that no launch site gives in full, and what
/// another one would change.
static std::string assumptionWords(const Occurrence &O) {
  const InferredLaunch &Launch = O.Launch->Launch;
  const LaunchSite *Site = siteOf(O);
  if (Launch.Origin == LaunchOrigin::LaunchSite)
    return "";
  if (isStated(Launch.Origin))
    return ", " + originWords(Launch, Site);
  const bool IsInstead = Launch.Origin == LaunchOrigin::Default && Site &&
                         Site->BlockChooser.empty() &&
                         !Site->ImpossibleBlock.empty();
  return (IsInstead ? " instead" : " (" + originWords(Launch, Site) + ")") +
         (O.IsBlockGuessed && !O.IsGuess
              ? "; warp 0 is the same in every block of 32 or more threads in x"
              : "; --block-dim changes this");
}

Place banklint::launchPlace(const Occurrence &O) {
  if (const LaunchSite *Site = siteOf(O))
    return {Site->File, Site->Span};
  return placeOf(O.program(), O.program().Span);
}

std::string banklint::argumentWords(const Occurrence &O) {
  const InferredLaunch &Launch = O.Launch->Launch;
  const std::vector<ArgumentValue> &Own = Launch.Config.Arguments;
  std::string Text;
  for (const auto &[Index, Parameter] :
       llvm::enumerate(O.program().Parameters)) {
    if (Index >= Own.size() || !Own[Index].isNumber())
      continue;
    const auto IsOther = [&, I = Index](const LaunchReport &Other) {
      const std::vector<ArgumentValue> &Arguments =
          Other.Launch.Config.Arguments;
      return isSameSite(*O.Kernel, *O.Launch, Other) &&
             Launch.Config.Block == Other.Launch.Config.Block &&
             (I >= Arguments.size() || Arguments[I] != Own[I]);
    };
    if (llvm::any_of(O.Kernel->Launches, IsOther))
      Text += (Text.empty() ? "" : ", ") + Parameter.Name + " = " +
              std::to_string(Own[Index].number());
  }
  return Text;
}

std::string banklint::launchMessage(const Occurrence &O,
                                    bool HasSeveralKernels) {
  std::string Kernel = "'" + O.program().Name + "'";
  bool IsNamed =
      HasSeveralKernels || llvm::StringRef(O.program().Name).contains('<');
  if (O.Launch->Launch.Origin == LaunchOrigin::Annotation)
    return (IsNamed ? "in " + Kernel + " for" : std::string("for")) + " a " +
           blockWords(O) + ", as given by the annotation here";
  bool HasSite = siteOf(O) != nullptr;
  if (HasSite && O.Launch->Launch.Origin == LaunchOrigin::LaunchSite) {
    const std::string Arguments = argumentWords(O);
    return (IsNamed ? "in " + Kernel + " for" : std::string("for")) +
           " the launch with a " + blockWords(O) +
           (Arguments.empty() ? "" : " and " + Arguments) + " here";
  }
  std::string Text = IsNamed ? "in " + Kernel + ", " : "";
  if (HasSite) {
    const LaunchSite &Site = *siteOf(O);
    Text += "for the launch here, ";
    if (!Site.ImpossibleBlock.empty())
      Text += "which fails with its block of " + Site.ImpossibleBlock +
              " threads, ";
    else if (Site.IsBroken)
      Text += "which does not parse, ";
  }
  return Text + "assuming a " + blockWords(O) + assumptionWords(O);
}
