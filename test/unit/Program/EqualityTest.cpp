//===- EqualityTest.cpp - When two programs are the same ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/Equality.h"
#include "Samples.h"
#include "banklint/Program/RowPitch.h"
#include "gtest/gtest.h"

using namespace banklint;

TEST(Equality, TheSameTextIsTheSameProgram) {
  const llvm::ArrayRef<llvm::StringLiteral> Texts = test::samples();
  for (size_t I = 0; I != Texts.size(); ++I)
    for (size_t J = 0; J != Texts.size(); ++J)
      EXPECT_EQ(test::fromText(Texts[I]) == test::fromText(Texts[J]), I == J)
          << Texts[I].str() << "\n"
          << Texts[J].str();
}

static constexpr llvm::StringLiteral Small = R"text(kernel "k" "a.cu":1:1
param n : i32
shared tile : float 4 [32][33] align 4 "a.cu":2:3
launch block 32,8,1 grid 4,?,1 args 5 "a.cu":60:5
var i : i32
body {
  i = opaque<data-dependent-index>("loaded") : i32
  if (i == n) {
    load 4 &tile[i64(i)][i64(n)] array tile "a.cu":5:7
  }
  switch (i) {
    case 3: {
    }
  }
}
)text";

/// A program in which each list that a member of a list may be changed in has
/// an entry.
static KernelProgram small() {
  KernelProgram P = test::fromText(Small);
  P.MemberParameters = {{0, {1, 2}}};
  P.Arrays[0].LayoutUses = {{{}, "sizeof", false}};
  P.Accesses[0].Spelled = SpelledPlace{{}, {{{}, "i"}}};
  return P;
}

namespace {
struct Change {
  const char *What;
  void (*Make)(KernelProgram &);
};
} // namespace

static constexpr Change Changes[] = {
    {"name", [](KernelProgram &P) { P.Name = "other"; }},
    {"file", [](KernelProgram &P) { P.Files.back() += "h"; }},
    {"parameter", [](KernelProgram &P) { P.Parameters.emplace_back(); }},
    {"member parameter",
     [](KernelProgram &P) { P.MemberParameters.emplace_back(); }},
    {"array", [](KernelProgram &P) { P.Arrays.emplace_back(); }},
    {"variable", [](KernelProgram &P) { P.Variables.emplace_back(); }},
    {"access", [](KernelProgram &P) { P.Accesses.emplace_back(); }},
    {"opaque", [](KernelProgram &P) { P.Opaques.emplace_back(); }},
    {"expression", [](KernelProgram &P) { P.Exprs.emplace_back(); }},
    {"statement", [](KernelProgram &P) { P.Body.emplace_back(); }},
    {"launch", [](KernelProgram &P) { P.Launches.emplace_back(); }},
    {"bound", [](KernelProgram &P) { P.MaxThreads = 64; }},
    {"relocatable", [](KernelProgram &P) { P.IsRelocatable = true; }},
    {"unknown arrays", [](KernelProgram &P) { P.HasUnknownArrays = true; }},
    {"assembly arrays", [](KernelProgram &P) { P.HasAssemblyArrays = true; }},
    {"block attribute", [](KernelProgram &P) { P.FixedBlock.emplace(); }},
    {"parse errors", [](KernelProgram &P) { ++P.ParseErrors; }},

    {"place's file", [](KernelProgram &P) { ++P.Span.File; }},
    {"place's line", [](KernelProgram &P) { ++P.Span.Line; }},
    {"place's column", [](KernelProgram &P) { ++P.Span.Column; }},
    {"place's offset", [](KernelProgram &P) { ++P.Span.Offset; }},
    {"place's length", [](KernelProgram &P) { ++P.Span.Length; }},

    {"parameter's name", [](KernelProgram &P) { P.Parameters[0].Name = "m"; }},
    {"parameter's type", [](KernelProgram &P) { P.Parameters[0].Type = U32; }},
    {"member's parameter",
     [](KernelProgram &P) { ++P.MemberParameters[0].Parameter; }},
    {"member's path",
     [](KernelProgram &P) { P.MemberParameters[0].Path.back() = 3; }},
    {"variable's name", [](KernelProgram &P) { P.Variables[0].Name = "j"; }},
    {"variable's type", [](KernelProgram &P) { P.Variables[0].Type = U32; }},

    {"array's name", [](KernelProgram &P) { P.Arrays[0].Name = "other"; }},
    {"element type", [](KernelProgram &P) { P.Arrays[0].ElementType = "int"; }},
    {"element bytes", [](KernelProgram &P) { P.Arrays[0].ElementBytes = 8; }},
    {"alignment", [](KernelProgram &P) { P.Arrays[0].Alignment = 16; }},
    {"extents", [](KernelProgram &P) { P.Arrays[0].Extents.pop_back(); }},
    {"extent", [](KernelProgram &P) { ++P.Arrays[0].Extents[1].Elements; }},
    {"extent's place",
     [](KernelProgram &P) { ++P.Arrays[0].Extents[1].Span.Line; }},
    {"extent's text",
     [](KernelProgram &P) { P.Arrays[0].Extents[1].Text = "N"; }},
    {"dynamic", [](KernelProgram &P) { P.Arrays[0].IsDynamic = true; }},
    {"order", [](KernelProgram &P) { P.Arrays[0].Order = 1; }},
    {"left out", [](KernelProgram &P) { P.Arrays[0].IsLeftOut = true; }},
    {"array's library",
     [](KernelProgram &P) { P.Arrays[0].IsOfLibrary = true; }},
    {"array's place", [](KernelProgram &P) { ++P.Arrays[0].Span.Offset; }},
    {"layout uses", [](KernelProgram &P) { P.Arrays[0].LayoutUses.clear(); }},
    {"layout use's place",
     [](KernelProgram &P) { ++P.Arrays[0].LayoutUses[0].Span.Line; }},
    {"layout use",
     [](KernelProgram &P) { P.Arrays[0].LayoutUses[0].What = "a cast"; }},
    {"layout use of the type",
     [](KernelProgram &P) { P.Arrays[0].LayoutUses[0].IsOfType = true; }},
    {"layout use that deduces",
     [](KernelProgram &P) { P.Arrays[0].LayoutUses[0].IsDeduced = true; }},
    {"mentions", [](KernelProgram &P) { P.Arrays[0].Mentions.emplace(); }},

    {"flow", [](KernelProgram &P) { P.Flow.emplace_back(); }},
    {"operation",
     [](KernelProgram &P) { P.Accesses[0].Op = MemoryOperation::Store; }},
    {"access's width", [](KernelProgram &P) { P.Accesses[0].Bytes = 8; }},
    {"pieces", [](KernelProgram &P) { P.Accesses[0].Pieces = 2; }},
    {"whole", [](KernelProgram &P) { P.Accesses[0].IsWhole = true; }},
    {"number", [](KernelProgram &P) { P.Accesses[0].IsNumber = true; }},
    {"elements", [](KernelProgram &P) { P.Accesses[0].ElementBytes = 2; }},
    {"volatile", [](KernelProgram &P) { P.Accesses[0].IsVolatile = true; }},
    {"apart", [](KernelProgram &P) { P.Accesses[0].IsApart = true; }},
    {"restored", [](KernelProgram &P) { P.Accesses[0].MayRestore = true; }},
    {"sunk", [](KernelProgram &P) { P.Accesses[0].MaySink = true; }},
    {"unused", [](KernelProgram &P) { P.Accesses[0].MayBeUnused = true; }},
    {"needed side",
     [](KernelProgram &P) { P.Accesses[0].NeededOn = {{0, false}}; }},
    {"rules", [](KernelProgram &P) { P.Accesses[0].Rules = CompilerRule::S1; }},
    {"address", [](KernelProgram &P) { --P.Accesses[0].Address.Index; }},
    {"source",
     [](KernelProgram &P) { P.Accesses[0].Source = P.Accesses[0].Address; }},
    {"window", [](KernelProgram &P) { P.Accesses[0].IsWindow = true; }},
    {"access's array", [](KernelProgram &P) { P.Accesses[0].Array.reset(); }},
    {"access's place", [](KernelProgram &P) { ++P.Accesses[0].Span.Line; }},
    {"access's text", [](KernelProgram &P) { P.Accesses[0].Text = "x"; }},
    {"spelled", [](KernelProgram &P) { P.Accesses[0].Spelled.reset(); }},
    {"spelled name",
     [](KernelProgram &P) { ++P.Accesses[0].Spelled->Name.Line; }},
    {"spelled subscripts",
     [](KernelProgram &P) { P.Accesses[0].Spelled->Subscripts.clear(); }},
    {"subscript's place",
     [](KernelProgram &P) {
       ++P.Accesses[0].Spelled->Subscripts[0].Span.Line;
     }},
    {"subscript's text",
     [](KernelProgram &P) { P.Accesses[0].Spelled->Subscripts[0].Text = "j"; }},
    {"access's calls", [](KernelProgram &P) { P.Accesses[0].Calls.resize(1); }},
    {"access's call of a library",
     [](KernelProgram &P) { P.Accesses[0].LibraryCall = 0; }},
    {"access's macros",
     [](KernelProgram &P) { P.Accesses[0].MacroPlaces.resize(1); }},

    {"opaque's reason",
     [](KernelProgram &P) { P.Opaques[0].Why.Code = ReasonCode::Budget; }},
    {"opaque's detail",
     [](KernelProgram &P) { P.Opaques[0].Why.Detail = "read"; }},
    {"opaque's name", [](KernelProgram &P) { P.Opaques[0].Name = "m"; }},
    {"divergent", [](KernelProgram &P) { P.Opaques[0].Divergent = true; }},
    {"elsewhere", [](KernelProgram &P) { P.Opaques[0].Elsewhere = true; }},
    {"sum", [](KernelProgram &P) { P.Opaques[0].IsSum = true; }},

    {"expression's kind",
     [](KernelProgram &P) { P.Exprs[0].Kind = ExprKind::Constant; }},
    {"expression's type", [](KernelProgram &P) { P.Exprs[0].Type = U32; }},
    {"unary operator",
     [](KernelProgram &P) { P.Exprs[0].Unary = UnaryOp::Abs; }},
    {"binary operator",
     [](KernelProgram &P) { P.Exprs[0].Binary = BinaryOp::Sub; }},
    {"builtin",
     [](KernelProgram &P) { P.Exprs[0].Special = Builtin::BlockIdxX; }},
    {"constant", [](KernelProgram &P) { ++P.Exprs[0].Value; }},
    {"expression's index", [](KernelProgram &P) { ++P.Exprs[0].Index; }},
    {"depth", [](KernelProgram &P) { ++P.Exprs[0].Depth; }},
    {"operands", [](KernelProgram &P) { P.Exprs[0].Operands.emplace_back(); }},

    {"statement's kind",
     [](KernelProgram &P) { P.Body[0].Kind = StmtKind::Barrier; }},
    {"statement's index", [](KernelProgram &P) { ++P.Body[0].Index; }},
    {"statement's value", [](KernelProgram &P) { ++P.Body[0].Value.Index; }},
    {"first test", [](KernelProgram &P) { P.Body[0].TestFirst = false; }},
    {"unrolling", [](KernelProgram &P) { P.Body[0].UnrollCount = 1; }},
    {"weight", [](KernelProgram &P) { ++P.Body[0].Weight; }},
    {"folded weight", [](KernelProgram &P) { ++P.Body[0].FoldedWeight; }},
    {"peeling", [](KernelProgram &P) { P.Body[0].MayBePeeled = true; }},
    {"inner loops", [](KernelProgram &P) { P.Body[0].HasInnerLoops = true; }},
    {"labels", [](KernelProgram &P) { P.Body[2].Labels.emplace_back(); }},
    {"label", [](KernelProgram &P) { ++P.Body[2].Labels[0].Values[0]; }},
    {"default label",
     [](KernelProgram &P) { P.Body[2].Labels[0].IsDefault = true; }},
    {"region's name", [](KernelProgram &P) { P.Body[0].Name = "f"; }},
    {"statement's place", [](KernelProgram &P) { ++P.Body[0].Span.Line; }},
    {"inner block", [](KernelProgram &P) { P.Body[1].Blocks[0].clear(); }},

    {"annotation", [](KernelProgram &P) { P.Launches[0].IsAnnotation = true; }},
    {"launch's file", [](KernelProgram &P) { P.Launches[0].File = "b.cu"; }},
    {"launch's place", [](KernelProgram &P) { ++P.Launches[0].Span.Line; }},
    {"launch's block", [](KernelProgram &P) { P.Launches[0].Block[1] = 4; }},
    {"launch's grid", [](KernelProgram &P) { P.Launches[0].Grid[1] = 4; }},
    {"dynamic bytes",
     [](KernelProgram &P) { P.Launches[0].DynamicBytes = 64; }},
    {"broken launch", [](KernelProgram &P) { P.Launches[0].IsBroken = true; }},
    {"default block",
     [](KernelProgram &P) { P.Launches[0].DefaultBlock[0] = 64; }},
    {"block's chooser",
     [](KernelProgram &P) { P.Launches[0].BlockChooser = "choose"; }},
    {"impossible block",
     [](KernelProgram &P) { P.Launches[0].ImpossibleBlock = "0x1x1"; }},
    {"launch's argument",
     [](KernelProgram &
            P) { P.Launches[0].Arguments[0] = ArgumentValue::ofLowBits(3, 5); }},
};

TEST(Equality, EveryMemberCounts) {
  EXPECT_TRUE(small() == small());
  for (const Change &Each : Changes) {
    KernelProgram Changed = small();
    Each.Make(Changed);
    EXPECT_FALSE(Changed == small()) << Each.What;
  }
}

TEST(Equality, RowPitchesDoNotCount) {
  KernelProgram Changed = small();
  Changed.Pitched = std::make_shared<const PitchedProgram>();
  EXPECT_TRUE(Changed == small());
}

/// What executions of the same code may differ in.
static constexpr llvm::StringLiteral OfPlaces[] = {"file",
                                                   "place's file",
                                                   "place's line",
                                                   "place's column",
                                                   "place's offset",
                                                   "place's length",
                                                   "extent's place",
                                                   "array's place",
                                                   "layout use's place",
                                                   "mentions",
                                                   "access's place",
                                                   "spelled name",
                                                   "access's calls",
                                                   "access's call of a library",
                                                   "subscript's place",
                                                   "access's macros",
                                                   "launch",
                                                   "statement's place",
                                                   "annotation",
                                                   "launch's file",
                                                   "launch's place",
                                                   "launch's block",
                                                   "launch's grid",
                                                   "dynamic bytes",
                                                   "broken launch",
                                                   "default block",
                                                   "block's chooser",
                                                   "impossible block",
                                                   "launch's argument"};

TEST(Equality, TheSameCodeElsewhere) {
  for (const Change &Each : Changes) {
    KernelProgram Changed = small();
    Each.Make(Changed);
    EXPECT_EQ(isSameCode(Changed, small()),
              llvm::is_contained(OfPlaces, llvm::StringRef(Each.What)))
        << Each.What;
    EXPECT_TRUE(isSameCode(Changed, Changed)) << Each.What;
  }
}

TEST(Equality, TheSameCodeHasTheSameRowPitches) {
  const auto Pitched = [](auto Make) {
    auto Program = std::make_shared<PitchedProgram>();
    Program->Program = small();
    RowPitch &Pitch = Program->Pitches.emplace_back();
    Pitch.Elements = 32;
    Pitch.Factors.push_back({{}, "32"});
    Pitch.ExtentFactor = {{}, "32"};
    Pitch.Constant = {"N", {{}, "32"}, {0, 1}};
    Make(*Program, Pitch);
    KernelProgram P = small();
    P.Pitched = std::move(Program);
    return P;
  };
  using Make = void (*)(PitchedProgram &, RowPitch &);
  const KernelProgram Same = Pitched([](PitchedProgram &, RowPitch &) {});
  EXPECT_FALSE(isSameCode(Same, small()));
  EXPECT_FALSE(isSameCode(small(), Same));
  for (Make Moved : {Make([](PitchedProgram &P, RowPitch &) {
                       ++P.Program.Accesses[0].Span.Line;
                     }),
                     Make([](PitchedProgram &, RowPitch &Pitch) {
                       ++Pitch.Factors[0].Span.Line;
                       ++Pitch.ExtentFactor->Span.Line;
                       ++Pitch.Constant->Definition.Span.Line;
                     })})
    EXPECT_TRUE(isSameCode(Same, Pitched(Moved)));
  for (Make Changed :
       {Make([](PitchedProgram &P, RowPitch &) { P.Program.Name = "other"; }),
        Make(
            [](PitchedProgram &P, RowPitch &) { P.IsDeclaredInHeader = true; }),
        Make([](PitchedProgram &P, RowPitch &) { P.Pitches.emplace_back(); }),
        Make([](PitchedProgram &, RowPitch &Pitch) { ++Pitch.Elements; }),
        Make([](PitchedProgram &, RowPitch &Pitch) { ++Pitch.Array; }),
        Make([](PitchedProgram &, RowPitch &Pitch) {
          Pitch.Factors[0].Text = "N";
        }),
        Make([](PitchedProgram &, RowPitch &Pitch) {
          Pitch.ExtentFactor.reset();
        }),
        Make([](PitchedProgram &, RowPitch &Pitch) {
          Pitch.Constant->Name = "M";
        }),
        Make([](PitchedProgram &, RowPitch &Pitch) {
          Pitch.Constant->Definition.Text = "33";
        }),
        Make([](PitchedProgram &, RowPitch &Pitch) {
          ++Pitch.Constant->ExtentTerms[0];
        })})
    EXPECT_FALSE(isSameCode(Same, Pitched(Changed)));
}
