//===- OptionPages.cpp - Man page and completions of a program ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionPages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
namespace cl = llvm::cl;
using llvm::StringRef;

OptionPageRequest::OptionPageRequest(cl::OptionCategory &Category)
    : Page("print-page",
           cl::desc("Print the manual page or a shell completion and exit"),
           cl::values(clEnumValN(OptionPage::Man, "man", "manual page"),
                      clEnumValN(OptionPage::Bash, "bash", "for bash"),
                      clEnumValN(OptionPage::Zsh, "zsh", "for zsh")),
           cl::Hidden, cl::cat(Category)) {}

using OptionGroups = llvm::ArrayRef<const cl::OptionCategory *>;

/// In the order of their names.
static std::vector<const cl::Option *> shownOptions(OptionGroups Groups) {
  std::vector<const cl::Option *> Options;
  for (const auto &Entry : cl::getRegisteredOptions())
    if (llvm::is_contained(Groups, Entry.second->Categories.front()) &&
        Entry.second->getOptionHiddenFlag() == cl::NotHidden)
      Options.push_back(Entry.second);
  llvm::sort(Options, [](const cl::Option *A, const cl::Option *B) {
    return A->ArgStr < B->ArgStr;
  });
  return Options;
}

/// As users type it; an option of one letter takes its value apart.
static std::string spelling(const cl::Option &Option) {
  if (Option.ArgStr.size() == 1)
    return ("-" + Option.ArgStr).str();
  return ("--" + Option.ArgStr + (Option.ValueStr.empty() ? "" : "=")).str();
}

//===----------------------------------------------------------------------===//
// Manual page
//===----------------------------------------------------------------------===//

/// \p Text so that roff prints it as it is.
static std::string roff(StringRef Text) {
  std::string Result;
  if (Text.starts_with(".") || Text.starts_with("'"))
    Result = "\\&";
  for (char C : Text)
    if (C == '\\')
      Result += "\\e";
    else if (C == '-')
      Result += "\\-";
    else
      Result += C;
  return Result;
}

static void printManText(StringRef Text, llvm::raw_ostream &Out) {
  bool IsVerbatim = false;
  llvm::SmallVector<StringRef, 64> Lines;
  Text.trim('\n').split(Lines, '\n');
  for (StringRef Line : Lines) {
    if (IsVerbatim && !Line.starts_with(" ")) {
      Out << ".fi\n.RE\n";
      IsVerbatim = false;
    }
    if (Line == "Examples:" || Line == "Exit status:") {
      Out << ".SH " << Line.drop_back().upper() << '\n';
    } else if (Line.empty()) {
      Out << ".PP\n";
    } else {
      if (!IsVerbatim && Line.starts_with(" ")) {
        Out << ".RS 2\n.nf\n";
        IsVerbatim = true;
      }
      Out << roff(IsVerbatim ? Line.drop_front(2) : Line) << '\n';
    }
  }
  if (IsVerbatim)
    Out << ".fi\n.RE\n";
}

/// The words of \p Program's name, \p Between them.
static std::string nameOf(const ProgramText &Program, char Between) {
  std::string Name = Program.Name.str();
  std::replace(Name.begin(), Name.end(), ' ', Between);
  return Name;
}

static void printManOption(const cl::Option &Option, llvm::raw_ostream &Out) {
  Out << ".TP\n.B " << roff(spelling(Option));
  if (!Option.ValueStr.empty())
    Out << (Option.ArgStr.size() == 1 ? " <" : "<") << roff(Option.ValueStr)
        << '>';
  Out << '\n' << roff(Option.HelpStr) << ".\n";
}

static void printManPage(const ProgramText &Program, OptionGroups Groups,
                         llvm::raw_ostream &Out) {
  const std::string Name = nameOf(Program, '-');
  Out << ".TH " << StringRef(Name).upper() << " 1 \"\" \"banklint "
      << Program.Version << "\"\n.SH NAME\n"
      << roff(Name) << " \\- " << roff(Program.Summary) << "\n.SH SYNOPSIS\n.B "
      << roff(Program.Name) << "\n[options]";
  if (!Program.Arguments.empty())
    Out << ' ' << roff(Program.Arguments);
  Out << '\n';
  if (!Program.Examples.empty())
    printManText(Program.Examples, Out);
  Out << ".SH OPTIONS\n";
  for (const cl::OptionCategory *Group : Groups) {
    const std::vector<const cl::Option *> Options = shownOptions(Group);
    if (Groups.size() > 1 && !Options.empty())
      Out << ".SS " << roff(Group->getName()) << '\n';
    for (const cl::Option *Option : Options)
      printManOption(*Option, Out);
  }
  Out << ".SH DESCRIPTION\n";
  printManText(Program.Description, Out);
  Out << ".SH SEE ALSO\n.BR banklint (1),\n.BR banklint\\-banks (1),\n";
  for (StringRef Subcommand : Program.Subcommands)
    Out << ".BR " << roff(Name + "-" + Subcommand.str()) << " (1),\n";
  Out << "and the pages in /usr/share/doc/banklint.\n";
}

//===----------------------------------------------------------------------===//
// Completions
//===----------------------------------------------------------------------===//

namespace {
/// How the values of an option are found.
enum class Completion { None, Files, Directories, Checks, Archs, Words };
} // namespace

static Completion completionOf(StringRef Value) {
  return llvm::StringSwitch<Completion>(Value)
      .Case("file", Completion::Files)
      .Case("directory", Completion::Directories)
      .Cases("check", "globs", Completion::Checks)
      .Case("sm_XX", Completion::Archs)
      .Default(Value.contains('|') ? Completion::Words : Completion::None);
}

/// "a|b" as "a b".
static std::string words(StringRef Value) {
  std::string Result = Value.str();
  std::replace(Result.begin(), Result.end(), '|', ' ');
  return Result;
}

/// The program itself knows its architectures and checks.
static constexpr char ListArchs[] =
    " --list-archs 2>/dev/null | sed -n '/^#/!s/\\t.*//p'";
static constexpr char ListChecks[] =
    " --list-checks --checks='*' 2>/dev/null | sed -n 's/^  *//p' | cut -d' ' "
    "-f1";

static std::string bashReply(const ProgramText &Program, StringRef Value) {
  const std::string Tool = Program.Name.split(' ').first.str();
  switch (completionOf(Value)) {
  case Completion::None:
    return ":";
  case Completion::Files:
    return "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$cur\"))";
  case Completion::Directories:
    return "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$cur\"))";
  case Completion::Checks:
    // Of a list, the last name is completed.
    return R"x(COMPREPLY=($(compgen -P "${cur%"${cur##*,}"}" -W "$()x" + Tool +
           ListChecks + R"x()" -- "${cur##*,}")))x";
  case Completion::Archs:
    return "COMPREPLY=($(compgen -W \"$(" + Tool + ListArchs +
           ")\" -- \"$cur\"))";
  case Completion::Words:
    return "COMPREPLY=($(compgen -W '" + words(Value) + "' -- \"$cur\"))";
  }
  llvm_unreachable("all completions are handled");
}

static void printBashCompletion(const ProgramText &Program,
                                llvm::ArrayRef<const cl::Option *> Options,
                                llvm::raw_ostream &Out) {
  std::string Function = "_" + nameOf(Program, '_');
  std::replace(Function.begin(), Function.end(), '-', '_');
  Out << "# bash completion for " << Program.Name
      << ", printed by its option --print-page=bash\n\n"
      << Function << "() {\n";
  if (!Program.Subcommands.empty())
    Out << "  case ${COMP_WORDS[1]}/$COMP_CWORD in\n  */1) ;;\n  "
        << llvm::join(Program.Subcommands, "/* | ") << "/*)\n    " << Function
        << "_${COMP_WORDS[1]}\n    return\n    ;;\n  esac\n";
  Out << R"(  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  # Bash makes a word of its own of '='.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  case $prev in
)";
  for (const cl::Option *Option : Options)
    if (!Option->ValueStr.empty())
      Out << "  " << StringRef(spelling(*Option)).rtrim('=') << ")\n    "
          << bashReply(Program, Option->ValueStr) << "\n    return\n    ;;\n";
  Out << "  esac\n  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W '";
  for (const cl::Option *Option : Options)
    Out << spelling(*Option) << ' ';
  Out << R"(--help --version' -- "$cur"))
    [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace
    return 0
  fi
)";
  if (!Program.Arguments.empty())
    Out << "  " << bashReply(Program, "file") << '\n';
  if (!Program.Subcommands.empty())
    Out << "  ((COMP_CWORD != 1)) || COMPREPLY+=($(compgen -W '"
        << llvm::join(Program.Subcommands, " ") << "' -- \"$cur\"))\n";
  Out << "}\n";
  if (!Program.Name.contains(' '))
    Out << "complete -F " << Function << ' ' << Program.Name << '\n';
}

/// \p Text within brackets and single quotes of a specification of zsh's
/// _arguments.
static std::string zshText(StringRef Text) {
  std::string Result;
  for (char C : Text)
    if (C == '\'')
      Result += "'\\''";
    else if (llvm::is_contained("[]:\\", C))
      Result += std::string("\\") + C;
    else
      Result += C;
  return Result;
}

static std::string zshAction(const ProgramText &Program, StringRef Value) {
  const std::string Tool = Program.Name.split(' ').first.str();
  switch (completionOf(Value)) {
  case Completion::None:
    return " ";
  case Completion::Files:
    return "_files";
  case Completion::Directories:
    return "_files -/";
  case Completion::Checks:
    return "_values -s , check ${(f)\"$(" + Tool +
           " --list-checks --checks=\\* 2>/dev/null | sed -n "
           "\"s/^  *//p\" | cut -d\" \" -f1)\"}";
  case Completion::Archs:
    return "_values architecture ${(f)\"$(" + Tool +
           " --list-archs 2>/dev/null | sed -n \"/^#/!s/\\t.*//p\")\"}";
  case Completion::Words:
    return "(" + words(Value) + ")";
  }
  llvm_unreachable("all completions are handled");
}

static void printZshCompletion(const ProgramText &Program,
                               llvm::ArrayRef<const cl::Option *> Options,
                               llvm::raw_ostream &Out) {
  const bool IsSubcommand = Program.Name.contains(' ');
  Out << (IsSubcommand ? "#autoload" : ("#compdef " + Program.Name).str())
      << "\n# Printed by " << Program.Name << " --print-page=zsh\n\n";
  if (!Program.Subcommands.empty())
    Out << "if ((CURRENT > 2)) && [[ $words[2] == ("
        << llvm::join(Program.Subcommands, "|")
        << ") ]]; then\n  shift words\n  ((CURRENT--))\n  _" << Program.Name
        << "_$words[1]\n  return\nfi\n";
  Out << "_arguments \\\n";
  for (const cl::Option *Option : Options) {
    const bool IsRepeatable =
        Option->getNumOccurrencesFlag() == cl::ZeroOrMore ||
        Option->getNumOccurrencesFlag() == cl::OneOrMore;
    Out << "  '" << (IsRepeatable ? "*" : "") << spelling(*Option) << '['
        << zshText(Option->HelpStr) << ']';
    if (!Option->ValueStr.empty())
      Out << ':' << zshText(Option->ValueStr) << ':'
          << zshAction(Program, Option->ValueStr);
    Out << "' \\\n";
  }
  Out << "  '--help[Display available options]' \\\n"
         "  '--version[Display the version of this program]'";
  if (!Program.Subcommands.empty())
    Out << " \\\n  '1:source:{_alternative \"commands:command:("
        << llvm::join(Program.Subcommands, " ")
        << ")\" \"files:source:_files\"}'";
  if (!Program.Arguments.empty())
    Out << " \\\n  '*:source:_files'";
  Out << '\n';
}

void banklint::printOptionPage(OptionPage Page, const ProgramText &Program,
                               OptionGroups Groups, llvm::raw_ostream &Out) {
  const std::vector<const cl::Option *> Options = shownOptions(Groups);
  switch (Page) {
  case OptionPage::Man:
    return printManPage(Program, Groups, Out);
  case OptionPage::Bash:
    return printBashCompletion(Program, Options, Out);
  case OptionPage::Zsh:
    return printZshCompletion(Program, Options, Out);
  }
}
