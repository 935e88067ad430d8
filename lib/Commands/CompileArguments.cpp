//===- CompileArguments.cpp - From nvcc's options to Clang's --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Commands/CompileArguments.h"
#include "CompileOptionRules.h"
#include "banklint/Commands/CommandText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

namespace {

class Translator {
public:
  Translator(llvm::ArrayRef<std::string> Command, CommandDialect Dialect)
      : Dialect(Dialect), Pending(Command.rbegin(), Command.rend()) {}

  TranslatedArguments run();

private:
  std::string takeRaw();
  std::optional<std::string> take();
  void apply(const OptionRule &Rule, const std::string &Argument,
             llvm::StringRef Value, bool HasNextValue);
  std::vector<std::string> items(llvm::StringRef Value) const;
  void addPath(llvm::StringRef Option, llvm::StringRef Path);
  void addArchitectures(llvm::StringRef Value);
  void addHostOptions(llvm::StringRef Value);
  void emit(const llvm::Twine &Argument) {
    Result.Arguments.push_back(Argument.str());
  }

  const CommandDialect Dialect;
  /// What is left of the command, last argument first.
  std::vector<std::string> Pending;
  TranslatedArguments Result;
  bool IsArchReal = false;
  unsigned ArchNumber = 0;
};

} // namespace

std::string Translator::takeRaw() {
  std::string Argument = std::move(Pending.back());
  Pending.pop_back();
  return Argument;
}

/// The next argument as a host compiler would see it: one that holds options
/// for it is replaced by these, which may be the halves of one option, as in
/// "-Xcompiler -I -Xcompiler dir".
std::optional<std::string> Translator::take() {
  while (!Pending.empty()) {
    std::string Argument = takeRaw();
    const OptionMatch Found = matchOption(Argument);
    if (!Found.Rule || Found.Rule->What != OptionAction::HostOptions)
      return Argument;
    if (!Found.IsValueNext)
      addHostOptions(Found.Value);
    else if (!Pending.empty())
      addHostOptions(takeRaw());
  }
  return std::nullopt;
}

TranslatedArguments Translator::run() {
  while (const std::optional<std::string> Argument = take()) {
    // Only inputs follow.
    if (*Argument == "--")
      break;
    const OptionMatch Found = matchOption(*Argument);
    if (!Found.Rule) {
      if (Argument->size() > 1 && Argument->front() == '-')
        Result.Unknown.push_back(*Argument);
      continue;
    }
    if (!Found.IsValueNext) {
      apply(*Found.Rule, *Argument, Found.Value, false);
      continue;
    }
    // "-O" may stand alone; it has a value of its own for nvcc only.
    if (Found.Rule->What == OptionAction::Optimize &&
        (Pending.empty() || !llvm::all_of(Pending.back(), llvm::isDigit)))
      continue;
    if (const std::optional<std::string> Value = take())
      apply(*Found.Rule, *Argument, *Value, true);
  }
  return std::move(Result);
}

/// True for the directory whose place among the system's include paths
/// libstdc++'s `#include_next` relies on.
static bool isSystemInclude(llvm::StringRef Path) {
  return Path.rtrim('/') == "/usr/include";
}

void Translator::addPath(llvm::StringRef Option, llvm::StringRef Path) {
  if (Path.empty() || Path == "-" ||
      (Option == "-isystem" && isSystemInclude(Path)))
    return;
  emit(Option);
  emit(Path);
}

/// nvcc lets a value be a list where host compilers have a single one.
std::vector<std::string> Translator::items(llvm::StringRef Value) const {
  if (Dialect == CommandDialect::Nvcc)
    return splitNvccList(Value);
  if (Value.empty())
    return {};
  return {Value.str()};
}

/// True for macros that stand for the CUDA compiler's own state. Commands that
/// nvcc gives to the host compiler define them, and so does Clang by itself.
static bool isOfCompiler(llvm::StringRef Macro) {
  return Macro.starts_with("__CUDACC") || Macro.starts_with("__CUDA_ARCH");
}

void Translator::apply(const OptionRule &Rule, const std::string &Argument,
                       llvm::StringRef Value, bool HasNextValue) {
  switch (Rule.What) {
  case OptionAction::Pass:
    return emit(Argument);
  case OptionAction::Path:
    for (const std::string &Path : items(Value))
      addPath(Rule.Spelling, Path);
    return;
  case OptionAction::Macro:
    for (const std::string &Macro : items(Value))
      if (!isOfCompiler(Macro))
        emit(Rule.Spelling + Macro);
    return;
  case OptionAction::Define:
    return emit(Rule.Spelling);
  case OptionAction::Standard:
    // A standard of C stands for no CUDA dialect.
    if (Value.contains("++"))
      emit("-std=" + Value);
    return;
  case OptionAction::Language:
    if (Value == "cu" || Value == "cuda") {
      emit("-x");
      emit("cuda");
    }
    return;
  case OptionAction::Optimize:
    if (Value.size() == 1 && llvm::StringRef("0123sgz").contains(Value))
      emit("-O" + Value);
    return;
  case OptionAction::Machine:
    if (Value == "32" || Value == "64")
      emit("-m" + Value);
    return;
  case OptionAction::Arch:
    return addArchitectures(Value);
  case OptionAction::RelocatableCode:
    if (Rule.Forms == Alone || Value == "true")
      emit("-fgpu-rdc");
    return;
  case OptionAction::FastMath:
    emit("-ffast-math");
    return emit("-D__USE_FAST_MATH__");
  case OptionAction::DefaultStream:
    if (Value == "per-thread")
      emit("-DCUDA_API_PER_THREAD_DEFAULT_STREAM");
    return;
  case OptionAction::HostOptions:
  case OptionAction::Drop:
    return;
  case OptionAction::Refuse:
    Result.Dropped.push_back(HasNextValue ? Argument + " " + Value.str()
                                          : Argument);
    return;
  }
}

/// Finds architectures in "sm_80", "arch=compute_80,code=[sm_80,compute_80]"
/// and the like.
void Translator::addArchitectures(llvm::StringRef Value) {
  const auto IsNamePart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (; !Value.empty(); Value = Value.drop_until(IsNamePart)) {
    const llvm::StringRef Name = Value.take_while(IsNamePart);
    Value = Value.drop_front(Name.size());
    llvm::StringRef Suffix = Name;
    const bool IsReal = Suffix.consume_front("sm_");
    unsigned Number = 0;
    if (!(IsReal || Suffix.consume_front("compute_")) ||
        Suffix.consumeInteger(10, Number) ||
        !(Suffix.empty() || Suffix == "a" || Suffix == "f"))
      continue;
    const bool IsNewer =
        Number > ArchNumber || (Number == ArchNumber && !Suffix.empty());
    if ((IsReal && !IsArchReal) || (IsReal == IsArchReal && IsNewer)) {
      IsArchReal = IsReal;
      ArchNumber = Number;
      Result.Arch = ("sm_" + llvm::Twine(Number) + Suffix).str();
    }
  }
}

/// Puts the options of \p Value in front of what is left. nvcc splits at commas
/// and hands the rest to a shell.
void Translator::addHostOptions(llvm::StringRef Value) {
  std::vector<std::string> Options;
  for (const std::string &Item : splitNvccList(Value))
    llvm::append_range(Options, splitShellWords(Item));
  llvm::erase_if(Options, [](const std::string &O) { return O.empty(); });
  Pending.insert(Pending.end(), Options.rbegin(), Options.rend());
}

TranslatedArguments
banklint::translateArguments(llvm::ArrayRef<std::string> Command,
                             CommandDialect Dialect) {
  return Translator(Command, Dialect).run();
}
