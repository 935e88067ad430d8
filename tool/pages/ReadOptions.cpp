//===- ReadOptions.cpp - Options with errors that help --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include <algorithm>

using namespace banklint;
using llvm::StringRef;
namespace cl = llvm::cl;

/// A dash alone is standard input.
static bool isOption(StringRef Argument) {
  return Argument.size() > 1 && Argument.starts_with("-");
}

/// The name of an option: "j" of "-j=4" and "--j".
static StringRef nameOf(StringRef Argument) {
  Argument.consume_front("-");
  Argument.consume_front("-");
  return Argument.split('=').first;
}

/// The option that an argument means, or null.
static const cl::Option *findOption(StringRef Argument) {
  const StringRef Name = nameOf(Argument);
  const llvm::StringMap<cl::Option *> &Known = cl::getRegisteredOptions();
  if (const cl::Option *Found = Known.lookup(Name))
    return Found;
  // "-j4", but not "--json".
  for (const auto &Each : Known) {
    StringRef Value = Name;
    if (Each.second->getFormattingFlag() == cl::Prefix &&
        Value.consume_front(Each.first()) && llvm::isDigit(Value.front()))
      return Each.second;
  }
  return nullptr;
}

/// The known option that starts with \p Name or differs by few letters; or "".
static StringRef similarOption(StringRef Name) {
  // In shorter names these make another word.
  if (Name.size() < 4)
    return "";
  constexpr unsigned MaxEdits = 2;
  std::pair<unsigned, StringRef> Best = {MaxEdits + 1, ""};
  for (const auto &Each : cl::getRegisteredOptions()) {
    if (Each.second->getOptionHiddenFlag() != cl::NotHidden)
      continue;
    const unsigned Edits =
        Each.first().starts_with(Name)
            ? 0
            : Name.edit_distance(Each.first(), /*AllowReplacements=*/true,
                                 MaxEdits);
    if (Edits <= MaxEdits)
      Best = std::min(Best, {Edits, Each.first()});
  }
  return Best.second;
}

static std::string refusal(StringRef Argument, const ProgramText &Program) {
  const std::string Help = "see '" + Program.Name.str() + " --help'";
  if (!isOption(Argument))
    return "unexpected argument '" + Argument.str() + "'; " + Help;
  const std::string Text = "unknown option '" + Argument.str() + "'; ";
  const bool MayBeOfCompiler = Program.Arguments.contains("-- ");
  // The compiler's own options have one dash: "-Iconfig" is not "--config".
  if (!MayBeOfCompiler || Argument.starts_with("--"))
    if (const StringRef Similar = similarOption(nameOf(Argument));
        !Similar.empty())
      return Text + "did you mean '--" + Similar.str() + "'?";
  if (!MayBeOfCompiler)
    return Text + Help;
  return Text + Help + "; options of the compiler follow '--', as in '" +
         Program.Name.str() + " <source> -- " + Argument.str() + "'";
}

/// Reports the first of \p Arguments that is no option, nor a value or a file,
/// and makes "-h" the option for help.
static bool checkOptions(llvm::MutableArrayRef<const char *> Arguments,
                         const ProgramText &Program, llvm::raw_ostream &Err) {
  for (size_t Number = 1; Number < Arguments.size(); ++Number) {
    if (Arguments[Number] == StringRef("-h"))
      Arguments[Number] = "--help";
    const StringRef Argument = Arguments[Number];
    // All that follows is positional.
    if (Argument == "--")
      break;
    if (!isOption(Argument) && !Program.Arguments.empty())
      continue;
    const cl::Option *Option =
        isOption(Argument) ? findOption(Argument) : nullptr;
    if (!Option) {
      Err << Program.Name << ": error: " << refusal(Argument, Program) << '\n';
      return false;
    }
    // The next argument is its value, whatever it looks like.
    Number += Option->getValueExpectedFlag() == cl::ValueRequired &&
              Option->getFormattingFlag() == cl::NormalFormatting &&
              !Argument.contains('=');
  }
  return true;
}

bool banklint::readOptions(int Argc, char **Argv, const ProgramText &Program,
                           llvm::raw_ostream &Err) {
  llvm::SmallVector<const char *> Arguments(Argv, Argv + Argc);
  llvm::BumpPtrAllocator Texts;
  cl::ExpansionContext Files(Texts, cl::TokenizeGNUCommandLine);
  if (llvm::Error Failure = Files.expandResponseFiles(Arguments)) {
    Err << Program.Name << ": error: " << llvm::toString(std::move(Failure))
        << '\n';
    return false;
  }
  if (!checkOptions(Arguments, Program, Err))
    return false;
  const std::string Overview =
      (Program.Summary + "\n" +
       (Program.Examples.empty() ? Program.Description : Program.Examples))
          .str();
  // Given a stream, LLVM returns instead of exiting with status 1.
  return cl::ParseCommandLineOptions(Arguments.size(), Arguments.data(),
                                     Overview, &Err);
}
