//===- CompileArgumentsTest.cpp - Translated compile commands -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/CompileArguments.h"
#include "clang/Driver/Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "gmock/gmock.h"

using namespace banklint;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// Arguments are separated by '|'.
static std::vector<std::string> split(llvm::StringRef Command) {
  std::vector<std::string> Arguments;
  llvm::SmallVector<llvm::StringRef, 8> Pieces;
  if (!Command.empty())
    Command.split(Pieces, '|');
  for (llvm::StringRef Piece : Pieces)
    Arguments.push_back(Piece.str());
  return Arguments;
}

static std::string translated(llvm::StringRef Command) {
  return llvm::join(translateArguments(split(Command)).Arguments, "|");
}

static std::string archOf(llvm::StringRef Command) {
  return translateArguments(split(Command)).Arch.value_or("none");
}

namespace {
struct Example {
  const char *Command;
  const char *Expected;
};
} // namespace

static constexpr Example Kept[] = {
    // Include paths, in every spelling.
    {"-Idir", "-I|dir"},
    {"-I|dir", "-I|dir"},
    {"-I=/x", "-I|/x"},
    {"--include-path=dir", "-I|dir"},
    {"--include-path|dir", "-I|dir"},
    {"-isystem|dir", "-isystem|dir"},
    {"-isystem=/x", "-isystem|/x"},
    {"--system-include=/x", "-isystem|/x"},
    {"--system-include|/x", "-isystem|/x"},
    {"-iquote|dir", "-iquote|dir"},
    {"-idirafter|dir", "-idirafter|dir"},
    {"-isystem|/usr/include", ""},
    {"-isystem=/usr/include/", ""},
    {"-I/usr/include", "-I|/usr/include"},
    {"-include=f.h", "-include|f.h"},
    {"-include|f.h", "-include|f.h"},
    {"--pre-include|f.h", "-include|f.h"},
    {"-I|-dash", "-I|-dash"},
    {"-I", ""},
    {"-I-", ""},
    {"-I|", ""},
    // Macros.
    {"-DA=1", "-DA=1"},
    {"-D|A=1", "-DA=1"},
    {"-D=A=1", "-DA=1"},
    {"--define-macro|A", "-DA"},
    {"--define-macro=A", "-DA"},
    {"-DF(a,b)=a b", "-DF(a,b)=a b"},
    {"-UA", "-UA"},
    {"-U=A", "-UA"},
    {"--undefine-macro=A", "-UA"},
    {"-D", ""},
    // The language.
    {"-std=c++20", "-std=c++20"},
    {"-std|c++20", "-std=c++20"},
    {"--std|c++14", "-std=c++14"},
    {"--std=gnu++17", "-std=gnu++17"},
    {"-std=c11", ""},
    {"-x|cu", "-x|cuda"},
    {"-x=cu", "-x|cuda"},
    {"-xcuda", "-x|cuda"},
    {"-x|c++", ""},
    // Other options that change what is parsed.
    {"-O|3", "-O3"},
    {"-O2", "-O2"},
    {"-O|-DA", "-DA"},
    {"-O", ""},
    {"--machine=64", "-m64"},
    {"-m|64", "-m64"},
    {"-m64", "-m64"},
    {"-rdc=true", "-fgpu-rdc"},
    {"-rdc|true", "-fgpu-rdc"},
    {"-rdc=false", ""},
    {"--relocatable-device-code=true", "-fgpu-rdc"},
    {"-dc", "-fgpu-rdc"},
    {"--device-c", "-fgpu-rdc"},
    {"--use_fast_math", "-ffast-math|-D__USE_FAST_MATH__"},
    {"-use_fast_math", "-ffast-math|-D__USE_FAST_MATH__"},
    {"--default-stream=per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"},
    {"-default-stream|per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"},
    {"-default-stream|legacy", ""},
    {"-stdlib=libc++", "-stdlib=libc++"},
    {"-ftemplate-depth=2000", "-ftemplate-depth=2000"},
    // The host compiler's options.
    {"-Xcompiler|-DA,-Idir,-Wall", "-DA|-I|dir"},
    {"-Xcompiler=-pthread", "-pthread"},
    {"--compiler-options=-fPIC,-funsigned-char", "-funsigned-char"},
    {"-Xcompiler|-DF=a\\,b", "-DF=a,b"},
    {"-Xcompiler|\"-DA\"", "-DA"},
    {"-Xcompiler|-I|-Xcompiler|dir", "-I|dir"},
    {"-Xcompiler|-Wall -DA -fno-rtti", "-DA|-fno-rtti"},
    {"-Xcompiler|-DS=\\\\\\\"ab\\\\\\\"", "-DS=\"ab\""},
    {"-Xcompiler=\"-DC=1,2\"", "-DC=1,2"},
    {"-Xcompiler|'-DE=1 -DF'", "-DE=1 -DF"},
    // Macros of the compiler itself, in commands that nvcc ran.
    {"-D__CUDACC__|-D__CUDA_ARCH__=900|-D__CUDA_ARCH_LIST__=900|"
     "-D__CUDACC_VER_MAJOR__=13|-DA",
     "-DA"},
    {"--expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"--gcc-toolchain=/opt/gcc", "--gcc-toolchain=/opt/gcc"},
    {"--gcc-install-dir=/opt/gcc/12", "--gcc-install-dir=/opt/gcc/12"},
    {"-Wp,-D_FORTIFY_SOURCE=2,-MD,a.d", "-D_FORTIFY_SOURCE=2"},
};

TEST(CompileArguments, KeepsWhatChangesTheParse) {
  for (const Example &E : Kept)
    EXPECT_EQ(translated(E.Command), E.Expected) << E.Command;
}

static constexpr const char *LeftOut[] = {
    // Inputs, outputs, actions.
    "a.cu",
    "-c|a.cu|-o|a.o",
    "-S",
    "-E",
    "-M",
    "-MD|-MF|a.d|-MT|a.o",
    "-MMD|-MP",
    "-MF|-DNOT",
    "--|-DNOT",
    // Drop with the value.
    "-Xptxas|-v",
    "-Xptxas=-O3",
    "--ptxas-options=-v",
    "--ptxas-options|-DNOT",
    "-Xcudafe|--diag_suppress=1",
    "-Xfatbin|-compress-all",
    "-Xnvlink|-DNOT",
    "-Xlinker|-DNOT",
    "-maxrregcount|64",
    "-maxrregcount=64",
    "-t|4",
    "--threads=4",
    "--diag-suppress=20012",
    "-diag-suppress|20012",
    "--diag_suppress|20012",
    "--diag-error|1",
    "-ftz=true",
    "-prec-div=false",
    "-prec-sqrt=false",
    "-fmad=false",
    "-cudart|static",
    "-cudadevrt=none",
    "-odir|out",
    "--keep-dir|out",
    "-split-compile=4",
    "-jump-table-density=1",
    "-gpu=cc80",
    "-stdpar=gpu",
    "-arch-list",
    "-ccbin|g++-12",
    "--compiler-bindir=/usr/bin",
    // Drop alone.
    "--expt-extended-lambda|--extended-lambda",
    "-allow-unsupported-compiler|-lineinfo|--generate-line-info",
    "-G|--device-debug|-src-in-ptx|--source-in-ptx",
    "-res-usage|--resource-usage|-restrict|-extra-device-vectorization",
    "-err-no|--display-error-number|--disable-warnings",
    "-dlto|-dlink|-dw|-ptx|-cubin|--fatbin|-noeh|-hls|-keep",
    "-Werror=cross-execution-space-call|-Werror|all-warnings",
    "--Werror=all-warnings|-forward-unknown-to-host-compiler",
    // Accepted by Clang in another sense.
    "-odir=/x",
    "-O=fast",
    // Warnings would become errors, and nobody reads them.
    "-Wall|-Werror|-pedantic-errors|-w",
};

TEST(CompileArguments, LeavesOutTheRest) {
  for (const char *Command : LeftOut) {
    const TranslatedArguments Result = translateArguments(split(Command));
    EXPECT_THAT(Result.Arguments, IsEmpty()) << Command;
    EXPECT_THAT(Result.Dropped, IsEmpty()) << Command;
    EXPECT_THAT(Result.Unknown, IsEmpty()) << Command;
    EXPECT_FALSE(Result.Arch) << Command;
  }
}

TEST(CompileArguments, AnOptionWithoutAValueSwallowsNothing) {
  EXPECT_EQ(translated("-G|-DA"), "-DA");
  EXPECT_EQ(translated("-dlink|-DA"), "-DA");
  EXPECT_EQ(translated("-t|4|-DA"), "-DA");
  EXPECT_EQ(translated("-Werror|all-warnings|-DA"), "-DA");
}

static constexpr Example Refused[] = {
    {"-fplugin=x.so", "-fplugin=x.so"},
    {"-fplugin-arg-x-y", "-fplugin-arg-x-y"},
    {"-fpass-plugin=x.so", "-fpass-plugin=x.so"},
    {"-load|x.so", "-load x.so"},
    {"-Xclang|-load|-Xclang|x.so", "-Xclang -load|-Xclang x.so"},
    {"-Xclang=-load", "-Xclang=-load"},
    {"-mllvm|-load=x.so", "-mllvm -load=x.so"},
    {"-Xarch_host|-fplugin=x.so", "-Xarch_host -fplugin=x.so"},
    {"-Xpreprocessor|-DA", "-Xpreprocessor -DA"},
    {"-Bdir", "-Bdir"},
    {"-B|dir", "-B dir"},
    {"--prefix=dir", "--prefix=dir"},
    {"-cc1", "-cc1"},
    {"-ccc-install-dir|d", "-ccc-install-dir"},
    {"-Xcompiler|-Xclang -load", "-Xclang -load"},
    {"-resource-dir|dir", "-resource-dir dir"},
    {"--config|f", "--config f"},
    {"--config-user-dir=d", "--config-user-dir=d"},
    {"-specs=f", "-specs=f"},
    {"@f", "@f"},
    {"-optf|f", "-optf f"},
    {"-optf=f", "-optf=f"},
    {"--options-file|f", "--options-file f"},
    {"-include-pch|f", "-include-pch f"},
    {"-fmodule-file=f", "-fmodule-file=f"},
    {"-ivfsoverlay|f", "-ivfsoverlay f"},
    {"-Xcompiler|-fplugin=x.so,-DA", "-fplugin=x.so"},
    {"-Wp,@f", "@f"},
};

TEST(CompileArguments, RefusesWhatLoadsCodeOrFilesOfOptions) {
  for (const Example &E : Refused)
    EXPECT_EQ(llvm::join(translateArguments(split(E.Command)).Dropped, "|"),
              E.Expected)
        << E.Command;
  EXPECT_EQ(translated("-Xcompiler|-fplugin=x.so,-DA"), "-DA");
  EXPECT_EQ(translated("-Xclang|-DNOT|-DA"), "-DA");
}

/// Values of Clang's options that write or run something must not come to be
/// options themselves.
static constexpr const char *Writers[] = {
    "-fmodules-cache-path=d",
    "-fprofile-generate=d",
    "-fprofile-use=f",
    "-save-temps=obj",
    "-ftime-trace=f",
    "-serialize-diagnostics|f",
    "--serialize-diagnostics|f",
    "-fuse-ld=f",
    "-MJ|f",
    "-MD|-MF|f",
    "-o|f",
    "-fcrash-diagnostics-dir=d",
    "-dependency-file|f",
    "-fsanitize-ignorelist=f",
};

TEST(CompileArguments, NothingIsWritten) {
  for (const char *Command : Writers) {
    EXPECT_EQ(translated(Command), "") << Command;
    EXPECT_EQ(translated(std::string("-Xcompiler|") + Command), "") << Command;
  }
}

TEST(CompileArguments, TellsUnknownOptions) {
  const TranslatedArguments Result = translateArguments(
      split("-nosuch|--nosuch=1|-DA|value|-|-qopt=2|-Wfoo|-fbar|-mbaz"));
  EXPECT_THAT(Result.Unknown, ElementsAre("-nosuch", "--nosuch=1", "-qopt=2"));
  EXPECT_THAT(Result.Arguments, ElementsAre("-DA"));
}

/// nvcc takes lists where host compilers take a value.
static constexpr Example Lists[] = {
    {"-D|A,B=2", "-DA|-DB=2"},
    {"-DQ=1,R", "-DQ=1|-DR"},
    {"-Ia,b", "-I|a|-I|b"},
    {"-isystem=a,b", "-isystem|a|-isystem|b"},
    {"-include|a.h,b.h", "-include|a.h|-include|b.h"},
    {"-UA,B", "-UA|-UB"},
    {"-DS=\"a,b\"", "-DS=\"a,b\""},
    {"-DS=a\\,b", "-DS=a,b"},
};

TEST(CompileArguments, SplitsListsOfNvcc) {
  for (const Example &E : Lists)
    EXPECT_EQ(
        llvm::join(translateArguments(split(E.Command), CommandDialect::Nvcc)
                       .Arguments,
                   "|"),
        E.Expected)
        << E.Command;
  EXPECT_EQ(translated("-DL=1,2"), "-DL=1,2");
}

TEST(CompileArguments, TakesTheNewestRealArchitecture) {
  EXPECT_EQ(archOf(""), "none");
  EXPECT_EQ(archOf("-arch=sm_80"), "sm_80");
  EXPECT_EQ(archOf("-arch|sm_90a"), "sm_90a");
  EXPECT_EQ(archOf("--gpu-architecture=sm_75"), "sm_75");
  EXPECT_EQ(archOf("-gencode|arch=compute_70,code=sm_70|"
                   "-gencode=arch=compute_80,code=[sm_80,compute_80]"),
            "sm_80");
  EXPECT_EQ(archOf("--generate-code=arch=compute_90,code=[compute_90,sm_90]|"
                   "--generate-code|arch=compute_100,code=[sm_100]"),
            "sm_100");
  // The compute_90 is kept as intermediate code only.
  EXPECT_EQ(archOf("-gencode|arch=compute_90,code=compute_90|"
                   "-gencode|arch=compute_80,code=sm_80"),
            "sm_80");
  EXPECT_EQ(archOf("-arch=compute_80"), "sm_80");
  EXPECT_EQ(archOf("-arch=compute_80|-code=sm_86,compute_80"), "sm_86");
  EXPECT_EQ(archOf("-arch=sm_90|-arch=sm_90a"), "sm_90a");
  EXPECT_EQ(archOf("-arch=sm_90a|-arch=sm_90"), "sm_90a");
  EXPECT_EQ(archOf("--cuda-gpu-arch=sm_80|--offload-arch=sm_86"), "sm_86");
  EXPECT_EQ(archOf("-arch=native"), "none");
  EXPECT_EQ(archOf("-arch=all-major"), "none");
  EXPECT_EQ(archOf("-arch|x86_64"), "none");
  EXPECT_EQ(archOf("-arch=sm_"), "none");
  EXPECT_EQ(archOf("-arch=sm_99999999999999999999"), "none");
  EXPECT_EQ(archOf("-arch=sm_80x"), "none");
}

/// Clang must read each argument as an option that it knows, and no argument as
/// an input: the traps are options that it misreads.
TEST(CompileArguments, ClangReadsTheResultAsMeant) {
  for (const Example &E : Kept) {
    const TranslatedArguments Result = translateArguments(split(E.Command));
    std::vector<const char *> Arguments;
    for (const std::string &Argument : Result.Arguments)
      Arguments.push_back(Argument.c_str());
    unsigned MissingIndex = 0, MissingCount = 0;
    const llvm::opt::InputArgList Parsed =
        clang::driver::getDriverOptTable().ParseArgs(
            Arguments, MissingIndex, MissingCount,
            llvm::opt::Visibility(clang::driver::options::ClangOption));
    EXPECT_EQ(MissingCount, 0u) << E.Command;
    EXPECT_FALSE(Parsed.hasArg(clang::driver::options::OPT_UNKNOWN))
        << E.Command;
    EXPECT_FALSE(Parsed.hasArg(clang::driver::options::OPT_INPUT)) << E.Command;
  }
}

TEST(CompileArguments, KeepsTheOrder) {
  const TranslatedArguments Result = translateArguments(
      split("-DA=1|-Ia|-UA|-forward-unknown-to-host-compiler|-Ib|-DA=2|a.cu"));
  EXPECT_THAT(Result.Arguments,
              ElementsAre("-DA=1", "-I", "a", "-UA", "-I", "b", "-DA=2"));
}

TEST(CompileArguments, LongCommandsOfHostOptionsEnd) {
  std::string Many = "-Xcompiler";
  for (int I = 0; I != 10'000; ++I)
    Many += "|-Xcompiler";
  EXPECT_THAT(translateArguments(split(Many)).Arguments, IsEmpty());
  std::string Commas(10'000, ',');
  EXPECT_THAT(
      translateArguments(split("-Xcompiler|-DA" + Commas + "-DB")).Arguments,
      SizeIs(2));
}
