//===- CheckHarness.cpp - From kernel programs to findings ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckHarness.h"
#include "banklint/Program/TextForm.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace banklint::test;

static unsigned offsetOf(const SourceText &Source, const SourceSpan &Span) {
  llvm::StringRef Rest = Source.Text;
  for (unsigned Line = 1; Line < Span.Line; ++Line)
    Rest = Rest.split('\n').second;
  return Source.Text.size() - Rest.size() + Span.Column - 1;
}

/// Fills in the places of the extents "[32][N + 1]" that follow \p Array's
/// name.
static void placeExtents(SharedArray &Array, const SourceText &Source) {
  size_t At = Array.Span.Offset + Array.Span.Length;
  for (Extent &E : Array.Extents) {
    size_t End = Source.Text.find(']', At);
    assert(Source.Text[At] == '[' && End != std::string::npos);
    E.Text = Source.Text.substr(At + 1, End - At - 1);
    E.Span = Array.Span;
    E.Span.Offset = At + 1;
    E.Span.Column += E.Span.Offset - Array.Span.Offset;
    E.Span.Length = E.Text.size();
    At = End + 1;
  }
}

KernelProgram test::programOf(llvm::StringRef Text, const SourceText &Source) {
  KernelProgram Program = llvm::cantFail(parseProgram(Text));
  for (Access &A : Program.Accesses) {
    A.Span.Offset = offsetOf(Source, A.Span);
    A.Span.Length = A.Text.size();
  }
  for (SharedArray &Array : Program.Arrays) {
    if (!Array.Span.isValid())
      continue;
    Array.Span.Offset = offsetOf(Source, Array.Span);
    Array.Span.Length = Array.Name.size();
    placeExtents(Array, Source);
  }
  return Program;
}

Report test::judged(const SourceText &Source,
                    std::vector<KernelProgram> Programs) {
  Report R;
  R.Version = "1.2.3";
  R.Arch = findArchitecture("sm_90");
  R.Files.emplace_back();
  R.Files.back().File = Source.File;
  for (KernelProgram &Program : Programs) {
    KernelReport Kernel;
    Kernel.Program = std::move(Program);
    for (const InferredLaunch &Launch : inferLaunches(Kernel.Program, {}))
      Kernel.Launches.push_back(
          {Launch, judge(Kernel.Program, *R.Arch, Launch.Config, {})});
    R.Kernels.push_back(std::move(Kernel));
  }
  return R;
}

Report test::checked(const SourceText &Source,
                     std::vector<KernelProgram> Programs, const CheckRun &Run) {
  Report R = judged(Source, std::move(Programs));
  R.Findings = checkConflicts(R, Run);
  return R;
}

std::string test::show(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  auto ShowLine = [&OS](const Place &At, llvm::StringRef Kind,
                        llvm::StringRef Message) {
    OS << At.Span.Line << ':' << At.Span.Column << ": " << Kind << ": "
       << Message << '\n';
  };
  for (const Finding &F : R.Findings) {
    ShowLine(F.At, "warning", F.Message);
    for (const Note &N : F.Notes)
      ShowLine(N.At, N.IsDetail ? "detail" : "note", N.Message);
    for (const Fix &Suggested : F.Fixes) {
      OS << spelling(Suggested.Safety) << " fix: " << Suggested.Description
         << ", because " << Suggested.Reason;
      for (const TextEdit &Edit : Suggested.Edits)
        OS << " [" << Edit.Offset << '+' << Edit.Length << " \"" << Edit.Text
           << "\"]";
      OS << '\n';
    }
  }
  return Text;
}
