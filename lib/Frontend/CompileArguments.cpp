//===- CompileArguments.cpp - From nvcc's options to Clang's --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table names each option that is kept, translated or refused. An option that
// it does not name is left out; so is its value when that is an argument of its
// own, since an argument without a dash is an input file to this translation.
// Hence only options whose values may start with a dash must be listed to be
// left out.
//
//===----------------------------------------------------------------------===//

#include "banklint/Frontend/CompileArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

namespace {

/// How an option is written with its value, if it takes one.
enum Form : unsigned {
  Alone = 1,
  Joined = 2,
  Equals = 4,
  Separate = 8,
  Any = Joined | Equals | Separate,
  Long = Equals | Separate,
};

enum class Action {
  /// Hand on the argument as it is.
  Pass,
  /// Clang's Spelling and the value, in two arguments.
  Path,
  /// Clang's Spelling and the value, in one argument.
  Macro,
  Standard,
  Language,
  Optimize,
  Machine,
  /// Names architectures.
  Arch,
  /// The value holds options of the host compiler.
  HostOptions,
  RelocatableCode,
  FastMath,
  DefaultStream,
  /// Leave out, with the value.
  Drop,
  /// Leave out for safety, and say so.
  Refuse,
};

struct OptionRule {
  llvm::StringLiteral Name;
  unsigned Forms;
  Action What;
  /// Path, Macro: Clang's option.
  llvm::StringLiteral Spelling = "";
};

} // namespace

static constexpr OptionRule Rules[] = {
    {"-I", Any, Action::Path, "-I"},
    {"--include-path", Long, Action::Path, "-I"},
    {"--include-directory", Long, Action::Path, "-I"},
    {"-isystem", Any, Action::Path, "-isystem"},
    {"--system-include", Long, Action::Path, "-isystem"},
    {"-iquote", Any, Action::Path, "-iquote"},
    {"-idirafter", Any, Action::Path, "-idirafter"},
    {"-include", Any, Action::Path, "-include"},
    {"--include", Long, Action::Path, "-include"},
    {"--pre-include", Long, Action::Path, "-include"},
    {"-imacros", Any, Action::Path, "-imacros"},
    {"--imacros", Long, Action::Path, "-imacros"},
    {"-isysroot", Any, Action::Path, "-isysroot"},
    {"--sysroot", Long, Action::Path, "--sysroot"},

    {"-D", Any, Action::Macro, "-D"},
    {"--define-macro", Long, Action::Macro, "-D"},
    {"-U", Any, Action::Macro, "-U"},
    {"--undefine-macro", Long, Action::Macro, "-U"},

    {"-std", Long, Action::Standard},
    {"--std", Long, Action::Standard},
    {"-x", Any, Action::Language},
    {"--x", Long, Action::Language},
    {"--language", Long, Action::Language},
    {"-O", Any, Action::Optimize},
    {"--optimize", Long, Action::Optimize},
    {"-m", Long, Action::Machine},
    {"--machine", Long, Action::Machine},

    {"-arch", Long, Action::Arch},
    {"--gpu-architecture", Long, Action::Arch},
    {"-gencode", Long, Action::Arch},
    {"--generate-code", Long, Action::Arch},
    {"-code", Long, Action::Arch},
    {"--gpu-code", Long, Action::Arch},
    {"--cuda-gpu-arch", Long, Action::Arch},
    {"--offload-arch", Long, Action::Arch},

    {"-Xcompiler", Long, Action::HostOptions},
    {"--compiler-options", Long, Action::HostOptions},
    {"-Wp,", Joined, Action::HostOptions},

    {"-rdc", Long, Action::RelocatableCode},
    {"--relocatable-device-code", Long, Action::RelocatableCode},
    {"-dc", Alone, Action::RelocatableCode},
    {"--device-c", Alone, Action::RelocatableCode},
    {"-fgpu-rdc", Alone, Action::RelocatableCode},
    {"-fcuda-rdc", Alone, Action::RelocatableCode},
    {"-use_fast_math", Alone, Action::FastMath},
    {"--use_fast_math", Alone, Action::FastMath},
    {"-default-stream", Long, Action::DefaultStream},
    {"--default-stream", Long, Action::DefaultStream},

    {"-m32", Alone, Action::Pass},
    {"-m64", Alone, Action::Pass},
    {"-pthread", Alone, Action::Pass},
    {"-undef", Alone, Action::Pass},
    {"-nostdinc", Alone, Action::Pass},
    {"-nostdinc++", Alone, Action::Pass},
    {"-nostdlibinc", Alone, Action::Pass},
    {"-stdlib", Equals, Action::Pass},
    {"-ffast-math", Alone, Action::Pass},
    {"-fno-fast-math", Alone, Action::Pass},
    {"-fexceptions", Alone, Action::Pass},
    {"-fno-exceptions", Alone, Action::Pass},
    {"-frtti", Alone, Action::Pass},
    {"-fno-rtti", Alone, Action::Pass},
    {"-fsigned-char", Alone, Action::Pass},
    {"-funsigned-char", Alone, Action::Pass},
    {"-fno-signed-char", Alone, Action::Pass},
    {"-fno-unsigned-char", Alone, Action::Pass},
    {"-fshort-enums", Alone, Action::Pass},
    {"-fshort-wchar", Alone, Action::Pass},
    {"-fchar8_t", Alone, Action::Pass},
    {"-fno-char8_t", Alone, Action::Pass},
    {"-fms-extensions", Alone, Action::Pass},
    {"-fgnu-keywords", Alone, Action::Pass},
    {"-fno-gnu-keywords", Alone, Action::Pass},
    {"-fno-operator-names", Alone, Action::Pass},
    {"-ftemplate-depth", Equals, Action::Pass},
    {"-fconstexpr-depth", Equals, Action::Pass},
    {"-fconstexpr-steps", Equals, Action::Pass},

    {"-o", Separate, Action::Drop},
    {"--output-file", Long, Action::Drop},
    {"-MF", Separate, Action::Drop},
    {"-MT", Separate, Action::Drop},
    {"-MQ", Separate, Action::Drop},
    {"-MJ", Separate, Action::Drop},
    {"-Xptxas", Long, Action::Drop},
    {"--ptxas-options", Long, Action::Drop},
    {"-Xcudafe", Long, Action::Drop},
    {"--cudafe-options", Long, Action::Drop},
    {"-Xfatbin", Long, Action::Drop},
    {"--fatbin-options", Long, Action::Drop},
    {"-Xnvlink", Long, Action::Drop},
    {"--nvlink-options", Long, Action::Drop},
    {"-Xarchive", Long, Action::Drop},
    {"--archive-options", Long, Action::Drop},
    {"-Xlinker", Long, Action::Drop},
    {"--linker-options", Long, Action::Drop},
    {"-Xassembler", Separate, Action::Drop},
    {"-Xanalyzer", Separate, Action::Drop},

    // Plugins, and options that reach past Clang's driver.
    {"-fplugin", Equals, Action::Refuse},
    {"-fplugin-arg-", Joined, Action::Refuse},
    {"-fpass-plugin", Equals, Action::Refuse},
    {"-load", Long, Action::Refuse},
    {"--load", Long, Action::Refuse},
    {"-Xclang", Long, Action::Refuse},
    {"-Xpreprocessor", Separate, Action::Refuse},
    {"-Xarch_", Joined | Separate, Action::Refuse},
    {"-Xopenmp-target", Joined | Separate, Action::Refuse},
    {"-mllvm", Long, Action::Refuse},
    {"--mllvm", Long, Action::Refuse},
    // Folders that programs or libraries are taken from.
    {"-B", Any, Action::Refuse},
    {"--prefix", Long, Action::Refuse},
    {"-gcc-toolchain", Long, Action::Refuse},
    {"--gcc-toolchain", Long, Action::Refuse},
    {"--gcc-install-dir", Long, Action::Refuse},
    {"-resource-dir", Long, Action::Refuse},
    {"--resource-dir", Long, Action::Refuse},
    {"-wrapper", Separate, Action::Refuse},
    // Files of options.
    {"@", Joined, Action::Refuse},
    {"-optf", Long, Action::Refuse},
    {"--options-file", Long, Action::Refuse},
    {"-specs", Long, Action::Refuse},
    {"--specs", Long, Action::Refuse},
    {"--config", Long, Action::Refuse},
    {"--config-system-dir", Long, Action::Refuse},
    {"--config-user-dir", Long, Action::Refuse},
    // Precompiled or redirected sources.
    {"-include-pch", Any, Action::Refuse},
    {"-fmodule-file", Equals, Action::Refuse},
    {"-fprebuilt-module-path", Equals, Action::Refuse},
    {"-ivfsoverlay", Any, Action::Refuse},
    {"-vfsoverlay", Any, Action::Refuse},
};

namespace {

class Translator {
public:
  explicit Translator(llvm::ArrayRef<std::string> Command)
      : Pending(Command.rbegin(), Command.rend()) {}

  TranslatedArguments run();

private:
  /// How Argument is an instance of a rule.
  struct Match {
    const OptionRule *Rule = nullptr;
    llvm::StringRef Value;
    bool IsValueNext = false;
  };
  static Match findRule(llvm::StringRef Argument);
  std::string takeRaw();
  std::optional<std::string> take();
  void apply(const OptionRule &Rule, const std::string &Argument,
             llvm::StringRef Value, bool HasNextValue);
  void addPath(llvm::StringRef Option, llvm::StringRef Path);
  void addArchitectures(llvm::StringRef Value);
  void addHostOptions(llvm::StringRef Value);
  void emit(const llvm::Twine &Argument) {
    Result.Arguments.push_back(Argument.str());
  }

  /// What is left of the command, last argument first.
  std::vector<std::string> Pending;
  TranslatedArguments Result;
  bool IsArchReal = false;
  unsigned ArchNumber = 0;
};

} // namespace

Translator::Match Translator::findRule(llvm::StringRef Argument) {
  Match Best;
  for (const OptionRule &Rule : Rules) {
    llvm::StringRef Rest = Argument;
    if (!Rest.consume_front(Rule.Name) ||
        (Best.Rule && Best.Rule->Name.size() >= Rule.Name.size()))
      continue;
    // The joined part of "-Xarch_host" names no value.
    const bool IsFamily = (Rule.Forms & Joined) && (Rule.Forms & Separate) &&
                          !(Rule.Forms & Equals);
    if (IsFamily)
      Best = {&Rule, {}, true};
    else if (Rest.empty() && (Rule.Forms & Alone))
      Best = {&Rule, {}, false};
    else if (Rest.empty() && (Rule.Forms & Separate))
      Best = {&Rule, {}, true};
    else if ((Rule.Forms & Equals) && Rest.consume_front("="))
      Best = {&Rule, Rest, false};
    else if (!Rest.empty() && (Rule.Forms & Joined))
      Best = {&Rule, Rest, false};
  }
  return Best;
}

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
    const Match Found = findRule(Argument);
    if (!Found.Rule || Found.Rule->What != Action::HostOptions)
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
    const Match Found = findRule(*Argument);
    if (!Found.Rule)
      continue;
    if (!Found.IsValueNext) {
      apply(*Found.Rule, *Argument, Found.Value, false);
      continue;
    }
    // "-O" may stand alone; it has a value of its own for nvcc only.
    if (Found.Rule->What == Action::Optimize &&
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

void Translator::apply(const OptionRule &Rule, const std::string &Argument,
                       llvm::StringRef Value, bool HasNextValue) {
  switch (Rule.What) {
  case Action::Pass:
    return emit(Argument);
  case Action::Path:
    return addPath(Rule.Spelling, Value);
  case Action::Macro:
    if (!Value.empty())
      emit(Rule.Spelling + Value);
    return;
  case Action::Standard:
    // A standard of C stands for no CUDA dialect.
    if (Value.contains("++"))
      emit("-std=" + Value);
    return;
  case Action::Language:
    if (Value == "cu" || Value == "cuda") {
      emit("-x");
      emit("cuda");
    }
    return;
  case Action::Optimize:
    if (Value.size() == 1 && llvm::StringRef("0123sgz").contains(Value))
      emit("-O" + Value);
    return;
  case Action::Machine:
    if (Value == "32" || Value == "64")
      emit("-m" + Value);
    return;
  case Action::Arch:
    return addArchitectures(Value);
  case Action::RelocatableCode:
    if (Rule.Forms == Alone || Value == "true")
      emit("-fgpu-rdc");
    return;
  case Action::FastMath:
    emit("-ffast-math");
    return emit("-D__USE_FAST_MATH__");
  case Action::DefaultStream:
    if (Value == "per-thread")
      emit("-DCUDA_API_PER_THREAD_DEFAULT_STREAM");
    return;
  case Action::HostOptions:
  case Action::Drop:
    return;
  case Action::Refuse:
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

/// Puts the comma-separated options of \p Value in front of what is left. nvcc
/// lets a backslash take a comma's meaning.
void Translator::addHostOptions(llvm::StringRef Value) {
  llvm::SmallVector<std::string, 4> Options(1);
  while (!Value.empty()) {
    if (Value.consume_front("\\,")) {
      Options.back() += ',';
      continue;
    }
    if (Value.front() == ',')
      Options.emplace_back();
    else
      Options.back() += Value.front();
    Value = Value.drop_front();
  }
  for (const std::string &Option : llvm::reverse(Options)) {
    const llvm::StringRef Bare = llvm::StringRef(Option).trim("\"' ");
    if (!Bare.empty())
      Pending.push_back(Bare.str());
  }
}

TranslatedArguments
banklint::translateArguments(llvm::ArrayRef<std::string> Command) {
  return Translator(Command).run();
}
