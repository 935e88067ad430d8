//===- CompilerCommand.cpp - Which compiler a command runs ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/CompilerCommand.h"
#include "banklint/Commands/CompileDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace path = llvm::sys::path;

using WordList = llvm::ArrayRef<std::string>;

/// "/usr/bin/g++-12.exe" is "g++".
static llvm::StringRef programName(llvm::StringRef Word) {
  llvm::StringRef Name = path::filename(Word);
  Name.consume_back(".exe");
  const llvm::StringRef Bare = Name.rtrim("0123456789.");
  return Bare.size() != Name.size() && Bare.ends_with("-") ? Bare.drop_back()
                                                           : Name;
}

static bool isNvcc(llvm::StringRef Name) {
  return Name == "nvcc" || Name == "nvcc_wrapper" || Name.ends_with("-nvcc");
}

/// Those of host compilers, also with a target in front:
/// "x86_64-linux-gnu-g++".
static bool isHostCompiler(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Names[] = {
      "clang", "clang++", "gcc",  "g++",   "cc",     "c++",
      "nvc++", "icpc",    "icpx", "hipcc", "mpicxx", "mpic++"};
  return llvm::any_of(Names, [Name](llvm::StringRef Each) {
    llvm::StringRef Target = Name;
    return Target.consume_back(Each) &&
           (Target.empty() || Target.ends_with("-"));
  });
}

/// Programs that run what follows their own options.
static bool isLauncher(llvm::StringRef Name) {
  return llvm::is_contained({"ccache", "sccache", "distcc", "icecc",
                             "buildcache", "gomacc", "rewrapper", "recc", "env",
                             "banklint", "cmake", "time", "nice", "colormake"},
                            Name);
}

static bool isNvccProgram(llvm::StringRef Name) {
  return llvm::is_contained(
      {"cicc", "cudafe++", "ptxas", "fatbinary", "nvlink"}, Name);
}

/// nvcc runs the host compiler to preprocess for itself.
static bool isPreprocessingForNvcc(WordList Arguments) {
  return llvm::is_contained(Arguments, "-E") &&
         llvm::any_of(Arguments, [](llvm::StringRef Argument) {
           return Argument.starts_with("-D__CUDACC__") ||
                  Argument.starts_with("-D__CUDA_ARCH__");
         });
}

/// The place of the compiler in \p Words, a simple command.
static std::optional<size_t> compilerIn(WordList Words) {
  bool IsLaunched = false;
  for (size_t I = 0; I < Words.size(); ++I) {
    const llvm::StringRef Name = programName(Words[I]);
    if (isNvcc(Name) || isHostCompiler(Name) || isNvccProgram(Name))
      return I;
    IsLaunched |= isLauncher(Name);
    // Behind an unknown program may stand a compiler, but its options may also
    // be called like one.
    if (!IsLaunched && I == 1)
      break;
  }
  return std::nullopt;
}

/// The simple commands of \p Words, a line of a shell.
static std::vector<WordList> simpleCommands(WordList Words) {
  std::vector<WordList> Result;
  while (!Words.empty()) {
    const size_t Size = llvm::find_if(Words,
                                      [](llvm::StringRef Word) {
                                        return Word == "&&" || Word == ";" ||
                                               Word == "||" || Word == "|";
                                      }) -
                        Words.begin();
    Result.push_back(Words.take_front(Size));
    Words = Words.drop_front(std::min(Size + 1, Words.size()));
  }
  return Result;
}

CompilerCommand banklint::findCompiler(const DatabaseEntry &Entry) {
  CompilerCommand Result;
  llvm::SmallString<256> Folder(Entry.Directory);
  const std::vector<WordList> Commands = simpleCommands(Entry.Command);
  for (WordList Words : Commands) {
    if (Words.size() == 2 && Words[0] == "cd") {
      llvm::SmallString<256> Next(Words[1]);
      llvm::sys::fs::make_absolute(Folder, Next);
      Folder = Next;
    }
    const std::optional<size_t> Place = compilerIn(Words);
    if (!Place)
      continue;
    const llvm::StringRef Name = programName(Words[*Place]);
    Words = Words.drop_front(*Place + 1);
    Result.Directory = Folder.str().str();
    Result.Arguments = Words.vec();
    if (isNvcc(Name))
      Result.Dialect = CommandDialect::Nvcc;
    // Kokkos's script takes every source for CUDA.
    if (Name == "nvcc_wrapper" && !llvm::is_contained(Words, "--host-only"))
      Result.Arguments.insert(Result.Arguments.begin(), {"-x", "cu"});
    Result.Rank = isNvccProgram(Name) || isPreprocessingForNvcc(Words)
                      ? CommandRank::NvccStep
                      : CommandRank::Compiler;
    return Result;
  }
  Result.Directory = Entry.Directory;
  if (!Commands.empty() && !Commands.front().empty())
    Result.Arguments = Commands.front().drop_front().vec();
  return Result;
}

bool banklint::isCudaCommand(llvm::StringRef File, WordList Arguments) {
  // nvcc takes the last language for all files, and of the others' each stands
  // in front of the only one.
  llvm::StringRef Language;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    llvm::StringRef Argument = Arguments[I];
    if ((Argument == "-x" || Argument == "--x" || Argument == "--language") &&
        I + 1 < Arguments.size())
      Language = Arguments[I + 1];
    else if (Argument.consume_front("-x=") || Argument.consume_front("--x=") ||
             Argument.consume_front("--language=") ||
             (Argument.consume_front("-x") && Argument.starts_with("cu")))
      Language = Argument;
  }
  if (Language.empty() || Language == "none")
    return path::extension(File) == ".cu";
  return Language == "cu" || Language == "cuda";
}
