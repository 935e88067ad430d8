//===- ConfigYaml.cpp - Configurations as YAML ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Config/CheckNames.h"
#include "banklint/Driver/Config/Config.h"
#include "banklint/Driver/Config/Options.h"
#include "banklint/Support/NestingLimits.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/YAMLTraits.h"
#include <deque>

using namespace banklint;

LLVM_YAML_IS_SEQUENCE_VECTOR(banklint::BlockText)
LLVM_YAML_IS_SEQUENCE_VECTOR(banklint::KernelConfig)
LLVM_YAML_IS_SEQUENCE_VECTOR(banklint::PathOverride)

static constexpr llvm::StringRef Keys[] = {
    "Arch",
    "BlockDims",
    "CheckOptions",
    "Checks",
    "ExcludeHeaderFilterRegex",
    "ExtraArgs",
    "ExtraArgsBefore",
    "HeaderFilterRegex",
    "InheritParentConfig",
    "Instantiate",
    "Kernels",
    "Name",
    "Overrides",
    "Parameters",
    "Path",
    "WarningsAsErrors",
};

namespace {

/// What the traits know besides the node that they read.
struct Reading {
  std::string File;
  /// The option whose value is read.
  std::string Option;
  /// Texts that the parser refers to.
  std::deque<std::string> Kept;
  /// All that was wrong, one line each.
  std::string Problems;
};

/// The value of an option.
struct OptionValue {
  std::string Text;
};

/// Which checks run, and which of their findings are errors.
struct CheckGlobs {
  std::string Text;
};
struct ErrorGlobs {
  std::string Text;
};

} // namespace

static std::string textOf(llvm::Error Failure) {
  return Failure ? llvm::toString(std::move(Failure)) : "";
}

static std::string problemOf(const ArchText &Value, const Reading *) {
  return textOf(parseArchitecture(Value.Text).takeError());
}

static std::string problemOf(const RegexText &Value, const Reading *) {
  std::string Why;
  if (Value.Text.empty() || llvm::Regex(Value.Text).isValid(Why))
    return "";
  return "invalid regular expression '" + Value.Text + "': " + Why;
}

static std::string problemOf(const BlockText &Value, const Reading *) {
  if (llvm::StringRef(Value.Text).contains('='))
    return "invalid block shape '" + Value.Text +
           "'; name the kernel under 'Kernels'";
  const std::string Problem = textOf(parseBlockOption(Value.Text).takeError());
  // There is no such option here.
  llvm::StringRef Text = Problem;
  Text.consume_front("--block-dim: ");
  return Text.str();
}

/// [32, 8] may be meant as one block or as two.
static std::string problemOfList(llvm::ArrayRef<BlockText> Blocks) {
  const auto IsNumber = [](const BlockText &Block) {
    return !llvm::StringRef(Block.Text).contains(',');
  };
  if (Blocks.size() < 2 || Blocks.size() > 3 || !llvm::all_of(Blocks, IsNumber))
    return "";
  std::string One, Several;
  for (const BlockText &Block : Blocks) {
    One += (One.empty() ? "" : ",") + Block.Text;
    Several += (Several.empty() ? "'" : ", '") + Block.Text + ",1'";
  }
  return "ambiguous BlockDims; write ['" + One + "'] for one block or [" +
         Several + "] for several";
}

static std::string problemOf(const PathGlob &Value, const Reading *) {
  if (Value.Text.empty())
    return "empty path matches no file";
  return textOf(llvm::GlobPattern::create(Value.Text).takeError());
}

static std::string problemOf(const CheckGlobs &Value, const Reading *) {
  return problemOfGlobs(Value.Text, /*OfErrors=*/false);
}

static std::string problemOf(const ErrorGlobs &Value, const Reading *) {
  return problemOfGlobs(Value.Text, /*OfErrors=*/true);
}

static std::string problemOf(const OptionValue &Value, const Reading *R) {
  return R ? problemOfOption(R->Option, Value.Text) : "";
}

namespace llvm::yaml {

/// A text that is refused with what problemOf says.
template <typename T> struct CheckedText {
  static void output(const T &Value, void *, raw_ostream &Out) {
    Out << Value.Text;
  }
  static StringRef input(StringRef Text, void *Context, T &Value) {
    auto *R = static_cast<Reading *>(Context);
    Value.Text = Text.str();
    return R->Kept.emplace_back(problemOf(Value, R));
  }
  static QuotingType mustQuote(StringRef Text) { return needsQuotes(Text); }
};

template <> struct ScalarTraits<ArchText> : CheckedText<ArchText> {};
template <> struct ScalarTraits<RegexText> : CheckedText<RegexText> {};
template <> struct ScalarTraits<BlockText> : CheckedText<BlockText> {};
template <> struct ScalarTraits<PathGlob> : CheckedText<PathGlob> {};
template <> struct ScalarTraits<OptionValue> : CheckedText<OptionValue> {};
template <> struct ScalarTraits<CheckGlobs> : CheckedText<CheckGlobs> {};
template <> struct ScalarTraits<ErrorGlobs> : CheckedText<ErrorGlobs> {};

template <> struct CustomMappingTraits<OptionMap> {
  static void inputOne(IO &In, StringRef Key, OptionMap &Map) {
    auto *R = static_cast<Reading *>(In.getContext());
    R->Option = Key.str();
    OptionValue Value;
    In.mapRequired(R->Kept.emplace_back(Key.str()).c_str(), Value);
    Map.Values[Key.str()] = Value.Text;
  }
  static void output(IO &Out, OptionMap &Map) {
    for (auto &[Name, Text] : Map.Values) {
      OptionValue Value{Text};
      Out.mapRequired(Name.c_str(), Value);
    }
  }
};

template <> struct CustomMappingTraits<ParameterMap> {
  static void inputOne(IO &In, StringRef Key, ParameterMap &Map) {
    auto *R = static_cast<Reading *>(In.getContext());
    In.mapRequired(R->Kept.emplace_back(Key.str()).c_str(),
                   Map.Values[Key.str()]);
  }
  static void output(IO &Out, ParameterMap &Map) {
    for (auto &[Name, Value] : Map.Values)
      Out.mapRequired(Name.c_str(), Value);
  }
};

/// Leaves out what is empty when it writes.
template <typename T, typename U>
static void mapUnlessEmpty(IO &Io, const char *Key, T &Value,
                           const U &Content) {
  if (!Io.outputting() || !Content.empty())
    Io.mapOptional(Key, Value);
}

/// \p T checks \p Text.
template <typename T>
static void mapGlobs(IO &Io, const char *Key, std::string &Text) {
  T Globs{Text};
  Io.mapOptional(Key, Globs);
  Text = std::move(Globs.Text);
}

template <> struct MappingTraits<KernelConfig> {
  static std::string validate(IO &Io, KernelConfig &Kernel) {
    if (Io.outputting())
      return "";
    for (llvm::StringRef Arguments : Kernel.Instantiate)
      if (!Arguments.starts_with("<") || !Arguments.ends_with(">"))
        return ("invalid template arguments '" + Arguments +
                "'; expected a list in angle brackets, as in '<float, 128>'")
            .str();
    return problemOfList(Kernel.BlockDims);
  }
  static void mapping(IO &Io, KernelConfig &Kernel) {
    Io.mapRequired("Name", Kernel.Name);
    mapUnlessEmpty(Io, "BlockDims", Kernel.BlockDims, Kernel.BlockDims);
    mapUnlessEmpty(Io, "Parameters", Kernel.Parameters,
                   Kernel.Parameters.Values);
    mapUnlessEmpty(Io, "Instantiate", Kernel.Instantiate, Kernel.Instantiate);
  }
};

template <> struct MappingTraits<PathOverride> {
  static void mapping(IO &Io, PathOverride &Override) {
    Io.mapRequired("Path", Override.Path);
    if (!Io.outputting() || !Override.Checks.empty())
      mapGlobs<CheckGlobs>(Io, "Checks", Override.Checks);
    if (!Io.outputting() || !Override.WarningsAsErrors.empty())
      mapGlobs<ErrorGlobs>(Io, "WarningsAsErrors", Override.WarningsAsErrors);
    mapUnlessEmpty(Io, "CheckOptions", Override.CheckOptions,
                   Override.CheckOptions.Values);
  }
};

template <> struct MappingTraits<Config> {
  static std::string validate(IO &Io, Config &C) {
    return Io.outputting() ? "" : problemOfList(C.BlockDims);
  }
  static void mapping(IO &Io, Config &C) {
    mapGlobs<CheckGlobs>(Io, "Checks", C.Checks);
    mapGlobs<ErrorGlobs>(Io, "WarningsAsErrors", C.WarningsAsErrors);
    Io.mapOptional("HeaderFilterRegex", C.HeaderFilterRegex);
    Io.mapOptional("ExcludeHeaderFilterRegex", C.ExcludeHeaderFilterRegex);
    Io.mapOptional("Arch", C.Arch);
    mapUnlessEmpty(Io, "ExtraArgs", C.ExtraArgs, C.ExtraArgs);
    mapUnlessEmpty(Io, "ExtraArgsBefore", C.ExtraArgsBefore, C.ExtraArgsBefore);
    mapUnlessEmpty(Io, "BlockDims", C.BlockDims, C.BlockDims);
    mapUnlessEmpty(Io, "Kernels", C.Kernels, C.Kernels);
    mapUnlessEmpty(Io, "CheckOptions", C.CheckOptions, C.CheckOptions.Values);
    mapUnlessEmpty(Io, "Overrides", C.Overrides, C.Overrides);
    Io.mapOptional("InheritParentConfig", C.InheritParentConfig);
  }
};

} // namespace llvm::yaml

static void addProblem(Reading &R, unsigned Line, unsigned Column,
                       const llvm::Twine &Message) {
  R.Problems += (R.Problems.empty() ? "" : "\n") +
                (R.File + ":" + llvm::Twine(Line) + ":" + llvm::Twine(Column) +
                 ": error: " + printable(Message.str()))
                    .str();
}

/// What \p Message, LLVM's of a node of another kind, means here.
static llvm::StringRef inOurWords(llvm::StringRef Message) {
  return llvm::StringSwitch<llvm::StringRef>(Message)
      .Case("not a sequence", "expected a list, as in '[a, b]'")
      .Case("not a mapping", "expected keys with values, as in 'key: value'")
      .Case("unexpected scalar", "expected a single value")
      .Case("unknown node kind", "aliases are not supported; repeat the value")
      .Default(Message);
}

static void note(const llvm::SMDiagnostic &Problem, void *Context) {
  Reading &R = *static_cast<Reading *>(Context);
  const llvm::StringRef Message = inOurWords(Problem.getMessage());
  std::string Hint;
  llvm::StringRef Key = Message;
  if (Key.consume_front("unknown key '")) {
    Key = Key.take_until([](char C) { return C == '\''; });
    if (llvm::is_contained(Keys, Key))
      Hint = " in this place";
    else
      Hint = didYouMean(Key, Keys);
    if (Hint.empty())
      Hint = "; docs/configuration.md lists the keys";
  }
  addProblem(R, std::max(Problem.getLineNo(), 1),
             std::max(Problem.getColumnNo(), 0) + 1, Message + Hint);
}

static void addProblemAt(Reading &R, llvm::StringRef Text, size_t Offset,
                         const llvm::Twine &Message) {
  llvm::StringRef Before = Text.take_front(Offset);
  addProblem(R, Before.count('\n') + 1, Offset - (Before.rfind('\n') + 1) + 1,
             Message);
}

/// Where a second document begins; LLVM's reader would leave it out silently.
static std::optional<size_t> secondDocumentAt(llvm::StringRef Text) {
  bool HasContent = false;
  for (llvm::StringRef Rest = Text; !Rest.empty();) {
    llvm::StringRef Line = Rest.take_until([](char C) { return C == '\n'; });
    if (Line.starts_with("---")) {
      if (HasContent)
        return Line.data() - Text.data();
    } else if (!Line.trim().empty() && !Line.ltrim().starts_with("#") &&
               !Line.starts_with("%")) {
      HasContent = true;
    }
    Rest = Rest.drop_front(std::min(Line.size() + 1, Rest.size()));
  }
  return std::nullopt;
}

llvm::Expected<Config> banklint::parseConfig(llvm::StringRef Text,
                                             llvm::StringRef Name) {
  Reading R;
  R.File = Name.str();
  Config C;
  size_t Offset = Text.find('\0');
  if (Offset != llvm::StringRef::npos)
    addProblemAt(R, Text, Offset, "unexpected NUL byte; expected UTF-8 text");
  else if (!llvm::json::isUTF8(Text, &Offset))
    addProblemAt(R, Text, Offset, "invalid UTF-8");
  else if (std::optional<size_t> TooDeep = tooDeepYamlAt(Text))
    addProblemAt(R, Text, *TooDeep,
                 "too many entries and brackets; expected at most " +
                     llvm::Twine(MaxYamlOpeners));
  else if (std::optional<size_t> Second = secondDocumentAt(Text))
    addProblemAt(R, Text, *Second, "unexpected second document; expected one");
  if (!R.Problems.empty())
    return llvm::make_error<ConfigError>(R.Problems);
  llvm::yaml::Input In(Text, &R, note, &R);
  In >> C;
  if (In.error() && R.Problems.empty())
    addProblem(R, 1, 1, "invalid YAML");
  if (!R.Problems.empty())
    return llvm::make_error<ConfigError>(R.Problems);
  if (!C.Checks.empty())
    C.CheckSources = {{R.File, C.Checks}};
  return C;
}

void banklint::writeConfig(const Config &C, llvm::raw_ostream &Out) {
  Config Written = C;
  llvm::yaml::Output Yaml(Out, /*Ctxt=*/nullptr, /*WrapColumn=*/0);
  Yaml << Written;
}
