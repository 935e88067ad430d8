//===- BankConflictTest.cpp - Findings of shared-bank-conflict ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

TEST(BankConflict, Column) {
  SourceText Source = transposeSource("[32][32]");
  EXPECT_EQ(
      show(checked(Source, {transposeProgram(Source)})),
      "5:12: warning: load of 'tile[threadIdx.x][threadIdx.y]' takes 1,024 "
      "wavefronts per block instead of 32: 32-way shared-memory bank "
      "conflict\n5:12: note: in warp 0, lanes 0-31 each need a different word "
      "of bank 0: words 0, 32, 64, ..., 992 of 'tile' (32 wavefronts instead "
      "of 1)\n2:20: note: 'tile' is declared here with a row pitch of 128 "
      "bytes, a multiple of the 128 bytes that the 32 banks span; pad the last "
      "extent to 33: 1 wavefront instead of 32; 128 more bytes\n8:3: note: for "
      "the launch with a block of 32x32x1 threads here\nautomatic fix: pad the "
      "last extent to 33: 1 wavefront instead of 32; 128 more bytes, because "
      "every use of 'tile' is understood and none depends on its layout [68+2 "
      "\"33\"]\n");
}

TEST(BankConflict, NothingWithoutAConflict) {
  SourceText Source = transposeSource("[32][33]");
  TransposeOptions Options;
  Options.Extents = "[32][33]";
  EXPECT_EQ(show(checked(Source, {transposeProgram(Source, Options)})), "");
}

TEST(BankConflict, FindingCarriesTheWitness) {
  SourceText Source = transposeSource("[32][32]");
  Report R = checked(Source, {transposeProgram(Source)});
  ASSERT_EQ(R.Findings.size(), 1u);
  const Finding &F = R.Findings.front();
  EXPECT_EQ(F.Check, "shared-bank-conflict");
  EXPECT_EQ(F.At.File, "t.cu");
  EXPECT_EQ(F.Cost.Wavefronts, 32u);
  ASSERT_TRUE(F.Worst);
  EXPECT_EQ(F.Worst->Maps.size(), 1u);
}

const SourceText Reduction{"r.cu",
                           "__global__ void reduce() {\n  __shared__ float "
                           "sdata[512];\n  sdata[i] += sdata[i + s];\n}\n"};

/// Both indices are \p Index, in loops with s = 1, 2, ... 128.
KernelProgram reduction(llvm::StringRef Index) {
  std::string Element = "&sdata[" + Index.str() + "]";
  return programOf(
      "kernel \"reduce\" \"r.cu\":1:17\nshared sdata : float 4 [512] align 4 "
      "\"r.cu\":2:20\nlaunch block 256,1,1 grid ?,1,1 \"r.cu\":4:1\nvar s : "
      "u32\nbody {\n  s = 1:u32\n  loop name s test (s < 256:u32) {\n    "
      "barrier\n    if ((threadIdx.x * (s * 2:u32)) < 256:u32) {\n      load "
      "4 " +
          Element +
          " array sdata \"r.cu\":3:3 text \"sdata[i]\"\n      store 4 " +
          Element +
          " array sdata \"r.cu\":3:3 text \"sdata[i]\"\n    }\n  } step { s = "
          "s * 2:u32 }\n}\n",
      Reduction);
}

TEST(BankConflict, LoadAndStoreOfOneExpressionAreOneFinding) {
  EXPECT_EQ(
      show(checked(Reduction, {reduction("threadIdx.x * (s * 2:u32)")})),
      "3:3: warning: load and store of 'sdata[i]' take 94 wavefronts per block "
      "instead of 24: 8-way shared-memory bank conflict\n3:3: note: in warp 0 "
      "with s = 4, lanes 0, 4, 8, 12, 16, 20, 24, 28 each need a different "
      "word of bank 0: words 0, 32, 64, 96, 128, 160, 192, 224 of 'sdata' (8 "
      "wavefronts instead of 1)\n2:20: note: 'sdata' is declared here with "
      "elements of 4 bytes; store element 'i' at 'i + i / 32', a row pitch of "
      "33 instead of 32: 1 wavefront instead of 8; 64 more bytes\n3:3: detail: "
      "the lanes are 8 elements apart; with sequential addressing (adjacent "
      "lanes on adjacent elements) this request takes 1 wavefront\n4:1: note: "
      "for the launch with a block of 256x1x1 threads here\ndescribed fix: "
      "store element 'i' at 'i + i / 32', a row pitch of 33 instead of 32: 1 "
      "wavefront instead of 8; 64 more bytes, because every access to 'sdata' "
      "must be rewritten\n");
}

/// A kernel with one access \p Statement to `float t` of \p Extents.
Report oneAccess(llvm::StringRef Extents, llvm::StringRef Statement,
                 llvm::StringRef Declarations = "") {
  SourceText Source{"a.cu", "__global__ void k() {\n  __shared__ float t" +
                                Extents.str() + ";\n  t[i];\n}\n"};
  std::string Text = "kernel \"k\" \"a.cu\":1:17\nshared t : float 4 " +
                     Extents.str() + " align 16 \"a.cu\":2:20\n" +
                     Declarations.str() + "body { " + Statement.str() +
                     " array t \"a.cu\":3:3 text \"t[i]\" }\n";
  return checked(Source, {programOf(Text, Source)});
}

TEST(BankConflict, WideAccessesConflictInParts) {
  std::string Text =
      show(oneAccess("[32][32]", "load 16 &t[threadIdx.x % 32:u32]"));
  EXPECT_THAT(
      Text, HasSubstr("load of 't[i]' takes 32 wavefronts per request instead "
                      "of 4: 8-way bank conflict in each quarter-warp\n"));
  EXPECT_THAT(Text, HasSubstr("in warp 0, lanes 0-7 each need a different word "
                              "of bank 0: words 0, 32, 64, 96, 128, 160, 192, "
                              "224 of 't' (32 wavefronts instead of 4)\n"));
  EXPECT_THAT(Text, HasSubstr("pad the last extent to 36: 4 wavefronts instead "
                              "of 32; 512 more bytes"));
}

TEST(BankConflict, PartsMayDiffer) {
  // The first half-warp reads a column of doubles, the second the first row.
  std::string Text = show(oneAccess(
      "[16][32]",
      "load 8 &t[(threadIdx.x < 16:u32) ? threadIdx.x : 0:u32][(threadIdx.x < "
      "16:u32) ? 0:u32 : ((threadIdx.x % 16:u32) * 2:u32)]"));
  EXPECT_THAT(Text, HasSubstr("takes 17 wavefronts per request instead of 2: "
                              "16-way bank conflict in the worst half-warp\n"));
}

TEST(AtomicContention, AtomicsServeLanesOneByOne) {
  EXPECT_EQ(
      show(oneAccess("[4]", "atomic 4 &t[threadIdx.x / 16:u32]")),
      "3:3: warning: atomic operation on 't[i]' takes 16 wavefronts per "
      "request "
      "instead of 1: 16 lanes update one word\n3:3: note: in warp 0, lanes "
      "0-15 use bank 0 one after another: word 0 of 't' (16 wavefronts instead "
      "of 1)\n3:3: note: combine the lanes' values first, for example by warp "
      "shuffles, so that one lane updates each word; or give lanes copies of "
      "their own in different banks\n1:17: note: assuming a block of 256x1x1 "
      "threads (no launch was found); warp 0 is the same in every block of 32 "
      "or more threads in x\n");
  // The compiler may combine what is added to one word.
  EXPECT_THAT(show(oneAccess("[4]", "atomic 4 &t[0]")),
              HasSubstr("3:3: warning: atomic operation on 't[i]' may take up "
                        "to 32 wavefronts per request instead of 1: up to 32 "
                        "lanes update one word\n"));
  EXPECT_THAT(
      show(oneAccess("[1024]", "atomic 4 &t[threadIdx.x * 32:u32]",
                     "max_threads 32\n")),
      HasSubstr(
          "3:3: warning: atomic operation on 't[i]' takes 32 wavefronts per "
          "request instead of 1: 32-way shared-memory bank conflict\n"));
}

TEST(BankConflict, LanesThatShareWordsAreNotCalledDifferent) {
  std::string Text =
      show(oneAccess("[64]", "load 4 &t[(threadIdx.x % 4:u32) * 16:u32]"));
  EXPECT_THAT(Text,
              HasSubstr("takes 2 wavefronts per request instead of 1: 2-way"));
  EXPECT_THAT(Text, HasSubstr("need 2 different words of bank 0: words 0, 32"));
}

/// The names of the checks that have a finding, by place.
std::vector<std::string> checksOf(const Report &R) {
  std::vector<std::string> Names;
  for (const Finding &F : R.Findings)
    Names.push_back(F.Check);
  return Names;
}

TEST(BankConflict, UnknownAccessesGiveNoFinding) {
  EXPECT_EQ(
      show(oneAccess("[64]", "load 4 &t[opaque<data-dependent-index>(\"loaded "
                             "from 'i'\", divergent) : u32]")),
      "");
}

TEST(PossibleBankConflict, AValueDecides) {
  Report R =
      oneAccess("[1024]", "load 4 &t[threadIdx.x * n]", "param n : u32\n");
  EXPECT_THAT(checksOf(R), ElementsAre("shared-possible-bank-conflict"));
  EXPECT_THAT(
      show(R),
      HasSubstr(
          "3:3: warning: load of 't[i]' may take up to 32 wavefronts per "
          "request instead of 1: up to 32-way shared-memory bank conflict\n"));
  EXPECT_THAT(
      show(R),
      HasSubstr(
          "; wavefronts depend on a value (n % 32 == 0: 32 wavefronts; "));
}

TEST(PossibleBankConflict, ASureLaunchOutweighsAPossibleOne) {
  SourceText Source = transposeSource("[32][32]");
  KernelProgram Sure = transposeProgram(Source);
  KernelProgram Open = programOf(
      R"(kernel "other" "t.cu":1:17
         shared tile : float 4 [32][32] align 4 "t.cu":2:20
         param n : u32
         body {
           load 4 &tile[(threadIdx.x % 32:u32) * n][0] array tile "t.cu":5:12
             text "tile[threadIdx.x][threadIdx.y]"
         })",
      Source);
  Report R = checked(Source, {Sure, Open});
  EXPECT_THAT(checksOf(R), ElementsAre("shared-bank-conflict"));
  EXPECT_THAT(
      show(R),
      HasSubstr("8:3: note: in 'transpose' for the launch with a block of "
                "32x32x1 threads here; up to 32-way in 'other'\n"));
}

TEST(BankConflict, BoundsSayUpTo) {
  SourceText Source = transposeSource("[32][32]");
  KernelProgram Program = programOf(
      R"(kernel "transpose" "t.cu":1:17
         shared tile : float 4 [32][32] align 4 "t.cu":2:20
         body {
           if (opaque<data-dependent-index>("loaded from 'flags'", divergent)
               : bool) {
             load 4 &tile[threadIdx.x % 32:u32][0] array tile "t.cu":5:12
               text "tile[threadIdx.x][threadIdx.y]"
           }
         })",
      Source);
  std::string Text = show(checked(Source, {Program}));
  EXPECT_THAT(Text,
              HasSubstr("may take up to 32 wavefronts per request instead of "
                        "1: up to 32-way shared-memory bank conflict\n"));
  // The reason's words are the interpreter's.
  EXPECT_THAT(Text, HasSubstr("; upper bound ("));
  EXPECT_THAT(Text, HasSubstr("loaded from 'flags')\n"));
}

TEST(BankConflict, NumbersAreToldOnlyIfKnown) {
  // An unknown offset turns the banks.
  std::string Offset = show(oneAccess(
      "[32][64]", "load 4 &t[threadIdx.x % 32:u32][n]", "param n : u32\n"));
  EXPECT_THAT(Offset, HasSubstr("lanes 0-31 each need a different word of one "
                                "bank (32 wavefronts instead of 1)\n"));
  // With two arrays, where one of them starts is up to the compiler.
  std::string TwoArrays =
      show(oneAccess("[32][32]", "load 4 &t[threadIdx.x % 32:u32][1]",
                     "shared other : float 4 [3] align 4\n"));
  EXPECT_THAT(TwoArrays,
              HasSubstr("a different word of one bank: words 1, 33, 65, ..., "
                        "993 of 't' (32 wavefronts instead of 1)\n"));
}

TEST(BankConflict, InstantiationsAreNamedWithTheirResults) {
  SourceText Source = transposeSource("[32][32 + PAD]");
  std::vector<KernelProgram> Programs;
  const char *Names[] = {"transpose<0>", "transpose<1>", "transpose<2>"};
  const char *Extents[] = {"[32][32]", "[32][33]", "[32][34]"};
  for (unsigned I = 0; I < 3; ++I) {
    TransposeOptions Options;
    Options.Name = Names[I];
    Options.Extents = Extents[I];
    Programs.push_back(transposeProgram(Source, Options));
  }
  std::string Text = show(checked(Source, Programs));
  EXPECT_THAT(Text,
              HasSubstr("takes 1,024 wavefronts per block instead of 32"));
  EXPECT_THAT(
      Text,
      HasSubstr(
          "8:3: note: in 'transpose<0>' for the launch with a block of 32x32x1 "
          "threads here; conflict-free in 'transpose<1>', 2-way in "
          "'transpose<2>'\n"));
  // No one padding clears all three.
  EXPECT_THAT(
      Text, HasSubstr("; each instantiation needs its own layout; in "
                      "'transpose<0>', pad the last extent to 33: 1 wavefront "
                      "instead of 32; 128 more bytes; 'transpose<1>' on line "
                      "8 is conflict-free"));
}

TEST(BankConflict, BlocksAreNamedWithTheirResults) {
  SourceText Source = transposeSource("[32][32]");
  TransposeOptions Options;
  Options.Launch = "launch block 32,32,1 grid 8,8,1 \"t.cu\":8:3\nlaunch block "
                   "1,32,1 grid 8,8,1 \"t.cu\":9:3\n";
  std::string Text = show(checked(Source, {transposeProgram(Source, Options)}));
  // Threads of a 1x32 block read along rows, and write along columns.
  EXPECT_THAT(Text, HasSubstr("3:3: warning: store to"));
  EXPECT_THAT(
      Text,
      HasSubstr(
          "9:3: note: for the launch with a block of 1x32x1 threads here; "
          "conflict-free for a block of 32x32x1 threads\n"));
}

/// The transposition with a row of \p Pitches each, in an instantiation of the
/// same number.
std::string instantiations(llvm::ArrayRef<unsigned> Pitches) {
  SourceText Source = transposeSource("[32][N]");
  std::vector<KernelProgram> Programs;
  for (auto [Number, Pitch] : llvm::enumerate(Pitches)) {
    const std::string Name = "k<" + std::to_string(Number) + ">";
    const std::string Extents = "[32][" + std::to_string(Pitch) + "]";
    TransposeOptions Options;
    Options.Name = Name;
    Options.Extents = Extents;
    Programs.push_back(transposeProgram(Source, Options));
  }
  return show(checked(Source, std::move(Programs)));
}

TEST(BankConflict, ManyLaunchesAreNotAllNamed) {
  EXPECT_THAT(instantiations({32, 33, 33, 33, 33, 35}),
              HasSubstr("threads here; conflict-free in 'k<1>', in 'k<2>', in "
                        "'k<3>' and 2 others\n"));
  EXPECT_THAT(instantiations({32, 33, 34, 36, 40, 48}),
              HasSubstr("threads here; conflict-free in 'k<1>', 16-way in "
                        "'k<5>', 8-way in 'k<4>', otherwise in 2 more\n"));
}

TEST(BankConflict, LaunchesWithOneResultAreCountedOnRequest) {
  const std::string Text = instantiations({32, 32, 32});
  EXPECT_THAT(Text, HasSubstr("threads here\n"));
  EXPECT_THAT(Text, HasSubstr("5:12: detail: the same happens in 2 other "
                              "launches or instantiations\n"));
}

/// A function with an access of lanes that are \p Strides words apart, called
/// once with each, at a line of its own from 11 on. Each call has an array of
/// its own, or a part of one if they \p ShareDynamic memory.
Report calledWith(llvm::ArrayRef<unsigned> Strides, bool ShareDynamic) {
  std::string Source = "__device__ void f(float *s) {\n  s[i] = 0;\n}\n"
                       "__global__ void k() {\n";
  std::string Text = "kernel \"k\" \"h.cu\":4:17\n", Body;
  const unsigned Arrays = ShareDynamic ? 1 : Strides.size();
  for (unsigned I = 0; I != Arrays; ++I) {
    const std::string Name = "t" + std::to_string(I);
    Source += "  __shared__ float " + Name + "[1024];\n";
    Text += "shared " + Name + " : float 4 " +
            (ShareDynamic ? "[0] align 128 dynamic" : "[1024] align 128") +
            " \"h.cu\":" + std::to_string(5 + I) + ":20\n";
  }
  for (auto [I, Stride] : llvm::enumerate(Strides))
    Body += "barrier store 4 &t" + std::to_string(ShareDynamic ? 0 : I) +
            "[threadIdx.x * " + std::to_string(Stride) +
            ":u32] \"h.cu\":2:3 text \"s[i]\"\n";
  for (unsigned I = 0; I != Strides.size(); ++I)
    Source += "  f(t" + std::to_string(I) + ");\n";
  SourceText Of{"h.cu", Source + "}\n"};
  KernelProgram Program = programOf(
      Text + "launch block 32,1,1 \"h.cu\":1:1\nbody {\n" + Body + "}\n", Of);
  for (auto [I, A] : llvm::enumerate(Program.Accesses))
    A.Calls = {Of.span("f(t" + std::to_string(I) + ")")};
  return checked(Of, {Program});
}

TEST(BankConflict, AFunctionHasAFindingForEachArray) {
  const Report R = calledWith({32, 1, 32}, /*ShareDynamic=*/false);
  ASSERT_EQ(R.Findings.size(), 2u);
  EXPECT_EQ(R.Findings[0].Array, "t0");
  EXPECT_EQ(R.Findings[1].Array, "t2");
  const std::string Text = show(R);
  EXPECT_THAT(Text, HasSubstr("2:3: warning: store to 's[i]' in 't0' takes 32 "
                              "wavefronts per block instead of 1"));
  EXPECT_THAT(Text, HasSubstr("8:3: note: in the call here\n"));
  EXPECT_THAT(Text, HasSubstr("store to 's[i]' in 't2' takes 32"));
  EXPECT_THAT(Text, HasSubstr("10:3: note: in the call here\n"));
}

TEST(BankConflict, PartsOfDynamicMemoryAreToldByTheirCalls) {
  const Report R = calledWith({32, 1, 16}, /*ShareDynamic=*/true);
  ASSERT_EQ(R.Findings.size(), 2u);
  const std::string Text = show(R);
  EXPECT_THAT(Text, HasSubstr("takes 32 wavefronts per block instead of 1"));
  EXPECT_THAT(Text, HasSubstr("6:3: note: in the call here\n"));
  EXPECT_THAT(Text, HasSubstr("takes 16 wavefronts per block instead of 1"));
  EXPECT_THAT(Text, HasSubstr("8:3: note: in the call here\n"));
  // One story is told once.
  EXPECT_EQ(calledWith({32, 1, 32}, /*ShareDynamic=*/true).Findings.size(), 1u);
}

TEST(BankConflict, TellsWhatWasAssumed) {
  SourceText Source = transposeSource("[32][32]");
  TransposeOptions Options;
  Options.Launch = "";
  Report R = judged(Source, {transposeProgram(Source, Options)});
  InferredLaunch &Launch = R.Kernels[0].Launches[0].Launch;
  auto NoteWith = [&](LaunchOrigin Origin) {
    Launch.Origin = Origin;
    R.Findings = checkConflicts(R, {});
    return show(R);
  };
  std::string Block = "1:17: note: assuming a block of " +
                      toString(Launch.Config.Block) + " threads";
  EXPECT_THAT(
      NoteWith(LaunchOrigin::Default),
      HasSubstr(Block + " (no launch was found); --block-dim changes this\n"));
  EXPECT_THAT(
      NoteWith(LaunchOrigin::LaunchBounds),
      HasSubstr(Block +
                " (from its launch bounds); --block-dim changes this\n"));
  EXPECT_THAT(NoteWith(LaunchOrigin::ArrayExtents),
              HasSubstr(Block + " (from how threadIdx is used); --block-dim "
                                "changes this\n"));
  EXPECT_THAT(NoteWith(LaunchOrigin::Option),
              HasSubstr(Block + ", as given by options\n"));
}

TEST(BankConflict, LaunchThatTellsOnlyAPart) {
  SourceText Source = transposeSource("[32][32]");
  TransposeOptions Options;
  Options.Launch = "launch block 32,?,1 \"t.cu\":8:3\n";
  std::string Text = show(checked(Source, {transposeProgram(Source, Options)}));
  EXPECT_THAT(Text, HasSubstr("8:3: note: for the launch here, assuming a "
                              "block of 32x32x1 threads"));
}

TEST(BankConflict, ShowsTheCallsOutwards) {
  SourceText Source = transposeSource("[32][32]");
  KernelProgram Program = transposeProgram(Source);
  SourceSpan Outer = Source.span("__syncthreads");
  SourceSpan Inner = Source.span("out[0]");
  Program.Accesses[1].Calls = {Outer, Inner};
  EXPECT_THAT(
      show(checked(Source, {Program})),
      HasSubstr("5:3: note: in the call here\n4:3: detail: called here\n"));
}

TEST(BankConflict, CallsAtOneOffsetAreTwo) {
  SourceText Source = transposeSource("[32][32]");
  KernelProgram Program = transposeProgram(Source);
  // As where two files have a call at the same byte.
  SourceSpan Call = Source.span("__syncthreads");
  Program.Accesses[1].Calls = {Call, Call};
  EXPECT_THAT(
      show(checked(Source, {Program})),
      HasSubstr("4:3: note: in the call here\n4:3: detail: called here\n"));
}

/// The transposition whose extent is on a line of its own and whose load is
/// inlined \p Copies times.
KernelProgram inlinedTranspose(const SourceText &Source, unsigned Copies) {
  std::string More;
  for (unsigned I = 1; I != Copies; ++I)
    More += "barrier load 4 &tile[threadIdx.x][threadIdx.y] array tile "
            "\"t.cu\":5:12 text \"tile[threadIdx.x][threadIdx.y]\"\n";
  TransposeOptions Options;
  Options.More = More;
  KernelProgram Program = transposeProgram(Source, Options);
  for (Extent &E : Program.Arrays[0].Extents)
    E.Span.Line = 9;
  unsigned Column = 0;
  for (Access &A : llvm::MutableArrayRef(Program.Accesses).drop_front()) {
    A.Calls = {Source.span("__syncthreads")};
    A.Calls.front().Column += Column++;
  }
  return Program;
}

TEST(BankConflict, OfFiveNotesACallGoesWithoutSaying) {
  SourceText Source = transposeSource("[32][32]");
  const Report R = checked(Source, {inlinedTranspose(Source, 1)});
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(notesOf(R.Findings[0]).size(), 4u);
  const std::string Text = show(R);
  EXPECT_THAT(Text, HasSubstr("4:3: detail: in the call here\n"));
  EXPECT_THAT(Text, HasSubstr("2:20: note: 'tile' is declared here"));
}

TEST(BankConflict, OfFiveNotesOneStaysThatCountsCalls) {
  SourceText Source = transposeSource("[32][32]");
  const Report R = checked(Source, {inlinedTranspose(Source, 2)});
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(notesOf(R.Findings[0]).size(), 4u);
  const std::string Text = show(R);
  EXPECT_THAT(Text,
              HasSubstr("4:3: note: in the call here, the worst of 2 inlined "
                        "calls, which all conflict\n"));
  EXPECT_THAT(Text, HasSubstr("2:20: detail: 'tile' is declared here"));
  EXPECT_THAT(Text, HasSubstr(": note: pad the last extent to 33"));
}

TEST(BankConflict, CopiesOfOneCallAreNotCalls) {
  SourceText Source = transposeSource("[32][32]");
  KernelProgram Program = inlinedTranspose(Source, 4);
  for (Access &A : llvm::MutableArrayRef(Program.Accesses).drop_front())
    A.Calls = {Source.span("__syncthreads")};
  EXPECT_THAT(show(checked(Source, {Program})),
              HasSubstr("4:3: detail: in the call here\n"));
  Program.Accesses.back().Calls = {Source.span("out[0]")};
  EXPECT_THAT(
      show(checked(Source, {Program})),
      HasSubstr("in the call here, the worst of 2 call chains, which all "
                "conflict\n"));
}

/// Makes the verdict on \p Access a bound, as if it might be merged.
void weaken(Report &R, unsigned Access) {
  Verdict &V = R.Kernels[0].Launches[0].Verdicts[Access];
  V.Result = Certainty::UpperBound;
  V.Why = Reason{ReasonCode::MayMerge, "some merge"};
}

TEST(BankConflict, ABoundOfOneCopyMakesTheSumABound) {
  SourceText Source = transposeSource("[32][32]");
  Report R = judged(Source, {inlinedTranspose(Source, 2)});
  R.Findings = checkConflicts(R, {});
  EXPECT_THAT(show(R), HasSubstr("takes 2,048 wavefronts per block instead of "
                                 "64: 32-way"));
  weaken(R, 2);
  R.Findings = checkConflicts(R, {});
  const std::string Text = show(R);
  // The worst request is still exact.
  EXPECT_THAT(Text, HasSubstr("takes up to 2,048 wavefronts per block instead "
                              "of 64: 32-way"));
  EXPECT_THAT(Text, HasSubstr("threads here; upper bound because of another "
                              "inlined call (may-merge: some merge)\n"));
  // Without a sum, the cost is the worst copy's alone.
  R.Kernels[0].Launches[0].Verdicts[2].BlockTotal = std::nullopt;
  R.Findings = checkConflicts(R, {});
  EXPECT_THAT(show(R), HasSubstr("takes 32 wavefronts per request instead of "
                                 "1: 32-way"));
  EXPECT_THAT(show(R), Not(HasSubstr("upper bound")));
}

TEST(BankConflict, ABoundOnTheStoreIsNotTheLoads) {
  // Both halves of a compound assignment in a function that is called twice.
  std::string Text = "kernel \"k\" \"a.cu\":1:17\nshared t : float 4 [1024] "
                     "align 4 \"a.cu\":2:20\nlaunch block 32,1,1 "
                     "\"a.cu\":5:1\nbody {\n";
  for (unsigned Call = 0; Call != 2; ++Call)
    for (llvm::StringRef Operation : {"load", "store"})
      Text += "barrier " + Operation.str() +
              " 4 &t[threadIdx.x * 32:u32] array t \"a.cu\":3:3 text "
              "\"t[i]\"\n";
  SourceText Source{"a.cu", "__global__ void k() {\n  __shared__ float "
                            "t[1024];\n  t[i] += 1;\n}\n"};
  Report R = judged(Source, {programOf(Text + "}\n", Source)});
  R.Findings = checkConflicts(R, {});
  EXPECT_THAT(show(R), HasSubstr("load and store of 't[i]' take 128 wavefronts "
                                 "per block instead of 4"));
  weaken(R, 3);
  R.Findings = checkConflicts(R, {});
  ASSERT_EQ(R.Findings.size(), 2u);
  EXPECT_THAT(R.Findings[0].Message,
              HasSubstr("load of 't[i]' takes 64 wavefronts per block"));
  EXPECT_THAT(R.Findings[1].Message,
              HasSubstr("store to 't[i]' takes up to 64 wavefronts per block"));
  EXPECT_NE(R.Findings[0].Cause->Key, R.Findings[1].Cause->Key);
}

TEST(BankConflict, MatrixOperationsHaveACauseByTheRowsThatTheyRead) {
  SourceText Source{"m.cu", "__global__ void k() {\n  __shared__ half "
                            "s[4096];\n  ldmatrix(s);\n  ldmatrix(s);\n}\n"};
  // Only the first eight lanes hold addresses.
  const Report R = checked(
      Source,
      {programOf(
          "kernel \"k\" \"m.cu\":1:17\nshared s : half 2 [4096] align "
          "16 \"m.cu\":2:19\nbody {\nmatrix-load-x1 16 "
          "&s[threadIdx.x * 64:u32] array s \"m.cu\":3:3\n"
          "matrix-load-x1 16 &s[((threadIdx.x % 8:u32) * 64:u32) + 8:u32] "
          "array s \"m.cu\":4:3\n}\n",
          Source)});
  ASSERT_EQ(R.Findings.size(), 2u);
  EXPECT_EQ(R.Findings[0].Cause->Key, R.Findings[1].Cause->Key);
}

TEST(BankConflict, ShortensLongExpressions) {
  SourceText Source = transposeSource("[32][32]");
  KernelProgram Program = transposeProgram(Source);
  Program.Accesses[1].Text =
      "tile[threadIdx.x]\n\t  [" + std::string(38, 'x') + "\u00e4\u00e4\u00e4]";
  EXPECT_THAT(show(checked(Source, {Program})),
              HasSubstr("load of 'tile[threadIdx.x] [" + std::string(38, 'x') +
                        "\u00e4...' takes"));
}

} // namespace
