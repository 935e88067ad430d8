//===- Options.cpp - What translated options may be -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "banklint/Commands/CompileArguments.h"
#include "clang/Driver/Options.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

using namespace banklint;
using fuzz::require;

/// True for the names of options that say how a text is parsed. This list is
/// written for itself, so that a rule of the translation can't extend it.
static bool isHarmless(llvm::StringRef Name) {
  static const llvm::StringSet<> Names = {"-I",
                                          "-isystem",
                                          "-iquote",
                                          "-idirafter",
                                          "-include",
                                          "-imacros",
                                          "-isysroot",
                                          "--sysroot",
                                          "--sysroot=",
                                          "-D",
                                          "-U",
                                          "-std=",
                                          "-x",
                                          "-O",
                                          "-O0",
                                          "-m32",
                                          "-m64",
                                          "-fgpu-rdc",
                                          "-ffast-math",
                                          "-fno-fast-math",
                                          "-pthread",
                                          "-undef",
                                          "-nostdinc",
                                          "-nostdinc++",
                                          "-nostdlibinc",
                                          "-stdlib=",
                                          "--gcc-toolchain=",
                                          "--gcc-install-dir=",
                                          "-fexceptions",
                                          "-fno-exceptions",
                                          "-frtti",
                                          "-fno-rtti",
                                          "-fsigned-char",
                                          "-funsigned-char",
                                          "-fno-signed-char",
                                          "-fno-unsigned-char",
                                          "-fshort-enums",
                                          "-fshort-wchar",
                                          "-fchar8_t",
                                          "-fno-char8_t",
                                          "-fms-extensions",
                                          "-fgnu-keywords",
                                          "-fno-gnu-keywords",
                                          "-fno-operator-names",
                                          "-ftemplate-depth=",
                                          "-fconstexpr-depth=",
                                          "-fconstexpr-steps="};
  return Names.contains(Name);
}

static void checkOptions(llvm::ArrayRef<std::string> Arguments) {
  std::vector<const char *> Words;
  for (const std::string &Argument : Arguments)
    Words.push_back(Argument.c_str());
  unsigned MissingIndex = 0, MissingCount = 0;
  const llvm::opt::InputArgList List =
      clang::driver::getDriverOptTable().ParseArgs(
          Words, MissingIndex, MissingCount,
          llvm::opt::Visibility(clang::driver::options::ClangOption));
  require(MissingCount == 0, "an option without its value");
  for (const llvm::opt::Arg *Each : List) {
    const std::string Name = Each->getOption().getPrefixedName().str();
    require(isHarmless(Name),
            "'" + Name + "' reaches Clang: '" + Each->getAsString(List) + "'");
    fuzz::noteOutcome(Name);
  }
}

void fuzz::checkTranslation(llvm::ArrayRef<std::string> Command) {
  for (CommandDialect Dialect :
       {CommandDialect::Unknown, CommandDialect::Nvcc}) {
    const TranslatedArguments Result = translateArguments(Command, Dialect);
    checkOptions(Result.Arguments);
    require(!Result.Arch || llvm::StringRef(*Result.Arch).starts_with("sm_"),
            "an architecture of another form");
    for (const std::string &Option : Result.Unknown)
      require(Option.size() > 1 && Option[0] == '-', "no option is unknown");
    noteOutcome(Result.Dropped.empty() ? "none refused" : "refused");
  }
}
