//===- DeclarationsTest.cpp - Precompiled and parsed declarations ---------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../MemoryFiles.h"
#include "EmbeddedDeclarations.h"
#include "banklint/Frontend/Frontend.h"
#include "banklint/Parse/CompilerArguments.h"
#include "banklint/Parse/FileLayers.h"
#include "banklint/Program/TextForm.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <set>

using namespace banklint;

namespace {

/// Notes the key, and whether a form was chosen.
class KeyAction : public clang::SyntaxOnlyAction {
public:
  explicit KeyAction(std::string &Chosen) : Chosen(Chosen) {}
  bool BeginSourceFileAction(clang::CompilerInstance &Compiler) override {
    loadDeclarations(Compiler, embeddedDeclarations());
    Chosen = Compiler.getPreprocessorOpts().ImplicitPCHInclude;
    return true;
  }

private:
  std::string &Chosen;
};

/// The form that a source with \p Arguments loads; empty if it parses.
std::string chosen(llvm::StringRef Arch, std::vector<std::string> Arguments) {
  auto Files = llvm::makeIntrusiveRefCnt<clang::FileManager>(
      clang::FileSystemOptions(),
      withEmbedded(test::inMemory({{"/k.cu", ""}, {"/own.h", ""}}), "", {}));
  CudaSetup Setup;
  Setup.Arch = Arch.str();
  std::string Chosen;
  // Macros that break the declarations are among the cases.
  clang::IgnoringDiagConsumer Errors;
  clang::tooling::ToolInvocation Invocation(
      compilerArguments("/k.cu", Arguments, Setup),
      std::make_unique<KeyAction>(Chosen), Files.get());
  Invocation.setDiagnosticConsumer(&Errors);
  Invocation.run();
  return Chosen;
}

TEST(Declarations, AreLoadedInTheCommonDialects) {
  const std::string Default = chosen("sm_90", {"-std=gnu++17"});
  EXPECT_NE(Default, "");
  std::set<std::string> Others = {Default};
  for (const char *Dialect :
       {"-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20"}) {
    for (const char *Macro : {"-DDEBUG", "-DNDEBUG"}) {
      const std::string Found = chosen("sm_90", {Dialect, Macro});
      EXPECT_NE(Found, "") << Dialect << ' ' << Macro;
      EXPECT_TRUE(Others.insert(Found).second) << Dialect << ' ' << Macro;
    }
  }
}

TEST(Declarations, DoNotDependOnWhatTheyDoNotMention) {
  const std::string Default = chosen("sm_90", {"-std=gnu++17"});
  for (const char *Arch : {"sm_50", "sm_70", "sm_80", "sm_121"})
    EXPECT_EQ(chosen(Arch, {"-std=gnu++17"}), Default) << Arch;
  for (const char *Argument :
       {"-DTILE=8", "-DBANKLINT_X", "-UDEBUG", "-I/usr/include",
        "-include/own.h", "-D__CUDA_ARCH_LIST__=900", "-Dfloat44=1", "-DN=8"})
    EXPECT_EQ(chosen("sm_90", {"-std=gnu++17", Argument}), Default) << Argument;
}

TEST(Declarations, AreParsedWhereTheyMayDiffer) {
  for (const char *Argument :
       {"-std=gnu++20", "-std=c++23", "-Dfloat4=x", "-Dx", "-Udim3", "-Dx=8",
        "-DNDEBUG=0", "-D__launch_bounds__(x)=", "-fno-exceptions",
        "-fms-extensions", "-imacros/own.h", "-fshort-wchar", "-fchar8_t"})
    EXPECT_EQ(chosen("sm_90", {"-std=gnu++17", Argument}), "") << Argument;
  EXPECT_EQ(chosen("sm_90a", {"-std=gnu++17"}), "");
}

/// All that the front end says of a file but where its programs come from.
std::string describe(const ParsedFile &Parsed) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << Parsed.Failure.value_or("-") << '\n'
     << Parsed.ParseErrors << ' ' << Parsed.DeviceErrors << ' '
     << Parsed.HasDeviceCode << Parsed.HasSharedMemory
     << Parsed.MayRaiseSharedLimit << '\n';
  for (const std::string &Error : Parsed.ParseErrorTexts)
    OS << Error << '\n';
  for (const std::string &Name : Parsed.MissingHeaders)
    OS << Name << '\n';
  for (const SourceLine &Lost : Parsed.LostShared)
    OS << Lost.File << ':' << Lost.Line << '\n';
  for (const SourceProblem &Problem : Parsed.Problems)
    OS << Problem.Line << ' ' << Problem.Message << '\n';
  for (const std::string &Name : Parsed.FilesRead)
    OS << Name << '\n';
  for (const KernelProgram &Program : Parsed.Kernels)
    print(Program, OS);
  return Text;
}

/// The CUDA files of \p Directory, of which there must be some.
std::vector<std::string> filesIn(llvm::StringRef Directory) {
  std::vector<std::string> Files;
  std::error_code Error;
  for (llvm::sys::fs::recursive_directory_iterator At(Directory, Error), End;
       At != End && !Error; At.increment(Error))
    if (llvm::sys::path::extension(At->path()) == ".cu")
      Files.push_back(At->path());
  EXPECT_FALSE(Error) << Directory.str() << ": " << Error.message();
  EXPECT_FALSE(Files.empty()) << Directory.str();
  return Files;
}

/// A directory, and of how many of its files one is parsed.
class BothWays
    : public testing::TestWithParam<std::pair<const char *, unsigned>> {};

TEST_P(BothWays, GivesTheSamePrograms) {
  const auto [Directory, Step] = GetParam();
  std::vector<std::string> Files =
      filesIn(std::string(BANKLINT_TEST_DIR) + Directory);
  llvm::sort(Files);
  for (size_t Number = 0; Number < Files.size(); Number += Step) {
    const std::string &File = Files[Number];
    const std::string Parent = llvm::sys::path::parent_path(File).str();
    banklint::FrontendOptions Options;
    // The forms are made for another one.
    Options.Arch = "sm_80";
    Options.MayScan = false;
    const std::string Loaded =
        describe(parseCudaFile(File, {"-std=gnu++17"}, Parent, Options));
    Options.LoadsDeclarations = false;
    EXPECT_EQ(describe(parseCudaFile(File, {"-std=gnu++17"}, Parent, Options)),
              Loaded)
        << File;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Declarations, BothWays,
    // The hundreds of measured kernels use no more of the declarations.
    testing::Values(std::pair("/truth", 8u), std::pair("/lit/language", 1u),
                    std::pair("/lit/fixes", 1u), std::pair("/lit/launches", 1u),
                    std::pair("/../docs/examples", 1u)));

TEST(Declarations, SeeTheArchitectureThatIsAskedFor) {
  banklint::FrontendOptions Options;
  Options.Files =
      test::inMemory({{"/k.cu", "__global__ void k() {\n"
                                "  __shared__ int s[__CUDA_ARCH__];\n"
                                "  s[threadIdx.x] = 0;\n"
                                "}\n"}});
  for (auto [Arch, Number] : {std::pair("sm_50", "[500]"),
                              {"sm_90", "[900]"},
                              {"sm_90a", "[900]"},
                              {"sm_121", "[1210]"}}) {
    Options.Arch = Arch;
    const std::string Text =
        describe(parseCudaFile("/k.cu", {"-std=gnu++17"}, "/", Options));
    EXPECT_NE(Text.find(Number), std::string::npos) << Arch << '\n' << Text;
    // The number on the command line counts.
    const std::string Other = describe(parseCudaFile(
        "/k.cu", {"-std=gnu++17", "-U__CUDA_ARCH__", "-D__CUDA_ARCH__=640"},
        "/", Options));
    EXPECT_NE(Other.find("[640]"), std::string::npos) << Arch << '\n' << Other;
  }
}

// What is asked of a place in the declarations loads parts of them, while the
// table of files, which grows at some of these sizes, is in use.
TEST(Declarations, AreLoadedWhileFilesAreSearched) {
  for (unsigned Count = 0; Count != 48; ++Count) {
    std::vector<std::pair<std::string, std::string>> Texts;
    std::string Includes;
    for (unsigned I = 0; I != Count; ++I) {
      const std::string Number = std::to_string(I);
      Includes += "#include \"h" + Number + ".cuh\"\n";
      Texts.push_back({"/h" + Number + ".cuh", "int unused" + Number + ";\n"});
    }
    Texts.push_back({"/k.cu", Includes +
                                  "__global__ void k() {\n"
                                  "  __shared__ float2 s[32];\n"
                                  "  s[threadIdx.x] = make_float2(1, 2);\n"
                                  "}\n"});
    std::vector<test::MemoryFile> Files;
    for (const auto &[Path, Text] : Texts)
      Files.push_back({Path, Text});
    banklint::FrontendOptions Options;
    Options.Files = test::inMemory(Files);
    const ParsedFile Parsed =
        parseCudaFile("/k.cu", {"-std=gnu++17"}, "/", Options);
    EXPECT_EQ(Parsed.Kernels.size(), 1u);
    EXPECT_THAT(Parsed.SystemHeaders,
                testing::ElementsAre(testing::HasSubstr("vector_types.h")))
        << Count;
  }
}

} // namespace
