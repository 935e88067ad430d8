//===- Tools.cpp - What agents can call -----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tools.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace banklint;
using namespace banklint::mcp;
namespace json = llvm::json;

// Every client reads the descriptions in every session: they say what can't be
// guessed, and nothing else.

namespace {

enum class ParameterKind { Text, List, Flag };

struct Parameter {
  llvm::StringLiteral Name;
  ParameterKind Kind;
  /// What the value, or each of the list, follows on the command line; a flag
  /// is just this. Empty for those that commandOf places.
  llvm::StringLiteral Option;
  llvm::StringLiteral Description;
};

struct Tool {
  llvm::StringLiteral Name;
  llvm::StringLiteral Description;
  /// What its command starts with.
  llvm::ArrayRef<llvm::StringLiteral> Start;
  llvm::ArrayRef<Parameter> Parameters;
  /// It analyzes code: it has SourceParameters as well.
  bool HasSource = true;
  bool Writes = false;
};

} // namespace

static constexpr llvm::StringLiteral PathName = "path";
static constexpr llvm::StringLiteral TextName = "text";
static constexpr llvm::StringLiteral BlockName = "block";
static constexpr llvm::StringLiteral CompileOptionsName = "compile_options";

static constexpr Parameter SourceParameters[] = {
    {PathName, ParameterKind::Text, "", "CUDA file, header or directory"},
    {TextName, ParameterKind::Text, "",
     "source to analyze in place of that file"},
    {CompileOptionsName, ParameterKind::List, "",
     "options of nvcc or clang, such as -Iinclude"},
    {"build_dir", ParameterKind::Text,
     "-p=", "directory with compile_commands.json"},
    {BlockName, ParameterKind::List, "--block-dim=",
     "block shape where the code states none: '32,8' or 'kernel=32,8'"},
    {"instantiate", ParameterKind::List, "--instantiate=",
     "kernel templates that nothing instantiates: 'reduce<float, 128>'"},
    {"arch", ParameterKind::Text, "--arch=", "such as sm_80"},
};

static constexpr Parameter KernelParameters[] = {
    {"kernel", ParameterKind::Text, "--kernel=", "only this kernel"},
};

static constexpr Parameter TryParameters[] = {
    KernelParameters[0],
    {BlockName, ParameterKind::List,
     "--block=", "block shapes, such as '32,8'"},
    {"pad", ParameterKind::List,
     "--pad=", "padding of an array's rows in elements, such as 'tile:0..4'"},
    {"define", ParameterKind::List,
     "--define=", "values of a macro, such as 'TILE=16;32'"},
};

static constexpr Parameter FixParameters[] = {
    {"suggested", ParameterKind::Flag, "--fix-notes",
     "apply suggested fixes as well; read the reasons first"},
};

static constexpr Parameter ExplainParameters[] = {
    {"check", ParameterKind::Text,
     "--explain-check=", "such as 'shared-bank-conflict'"},
    {"reason", ParameterKind::Text,
     "--explain-reason=", "such as 'unknown-condition'"},
    {"rule", ParameterKind::Text, "--explain-rule=", "such as 'M1'"},
};

static constexpr llvm::StringLiteral CheckStart[] = {"--format=brief"};
static constexpr llvm::StringLiteral AccessesStart[] = {"--format=accesses"};
static constexpr llvm::StringLiteral TryStart[] = {"try"};
static constexpr llvm::StringLiteral FixStart[] = {"--fix", "--format=brief"};

static constexpr Tool Tools[] = {
    {"check",
     "Find shared-memory bank conflicts in CUDA source: cost in wavefronts, "
     "cause, verified fix as changed lines, and what is not known. Needs no "
     "GPU, build or toolkit.",
     CheckStart,
     {}},
    {"list_accesses",
     "List every shared-memory access of each kernel with its wavefronts a "
     "request and a block: exact, bound, depends on a value, or unknown.",
     AccessesStart, KernelParameters},
    {"try_layouts",
     "Compare block shapes, row paddings and macro values of one kernel "
     "without editing: wavefronts, shared bytes and resident blocks of each "
     "combination.",
     TryStart, TryParameters},
    {"apply_fixes",
     "Write the automatic fixes to the file and say what became of each "
     "finding.",
     FixStart, FixParameters, /*HasSource=*/true, /*Writes=*/true},
    {"explain",
     "Explain one check, one reason for an inexact answer, or one rule of the "
     "compiler.",
     {},
     ExplainParameters,
     /*HasSource=*/false},
};

static std::vector<const Parameter *> parametersOf(const Tool &Of) {
  std::vector<const Parameter *> Result;
  const auto IsOwn = [&Of](llvm::StringRef Name) {
    return llvm::any_of(Of.Parameters, [Name](const Parameter &Each) {
      return Each.Name == Name;
    });
  };
  if (Of.HasSource)
    for (const Parameter &Each : SourceParameters)
      // A text has no file to write to.
      if (!IsOwn(Each.Name) && !(Of.Writes && Each.Name == TextName))
        Result.push_back(&Each);
  for (const Parameter &Each : Of.Parameters)
    Result.push_back(&Each);
  return Result;
}

static json::Object schemaOf(const Parameter &Of) {
  json::Object Schema{{"description", Of.Description}};
  switch (Of.Kind) {
  case ParameterKind::Text:
    Schema["type"] = "string";
    break;
  case ParameterKind::List:
    Schema["type"] = "array";
    Schema["items"] = json::Object{{"type", "string"}};
    break;
  case ParameterKind::Flag:
    Schema["type"] = "boolean";
    break;
  }
  return Schema;
}

json::Value banklint::mcp::listOfTools() {
  json::Array List;
  for (const Tool &Each : Tools) {
    json::Object Properties;
    for (const Parameter *Of : parametersOf(Each))
      Properties[Of->Name] = schemaOf(*Of);
    List.push_back(json::Object{
        {"name", Each.Name},
        {"description", Each.Description},
        {"inputSchema", json::Object{{"type", "object"},
                                     {"properties", std::move(Properties)},
                                     {"additionalProperties", false}}},
        {"annotations", json::Object{{"readOnlyHint", !Each.Writes},
                                     {"openWorldHint", false}}}});
  }
  return json::Object{{"tools", std::move(List)}};
}

static const Tool *findTool(llvm::StringRef Name) {
  const Tool *Found = llvm::find_if(
      Tools, [Name](const Tool &Each) { return Each.Name == Name; });
  return Found == std::end(Tools) ? nullptr : Found;
}

bool banklint::mcp::isTool(llvm::StringRef Name) { return findTool(Name); }

/// The texts of \p Value, which \p Of takes.
static llvm::Expected<std::vector<std::string>>
textsOf(const Parameter &Of, const json::Value &Value) {
  const auto Fail = [&Of](llvm::StringRef What) {
    return llvm::createStringError("'" + Of.Name + "' is " + What);
  };
  if (Of.Kind == ParameterKind::Flag) {
    if (const std::optional<bool> Flag = Value.getAsBoolean())
      return std::vector<std::string>(*Flag ? 1 : 0);
    return Fail("true or false");
  }
  // Agents give a single text for a list of one.
  if (const std::optional<llvm::StringRef> Text = Value.getAsString())
    return std::vector<std::string>{Text->str()};
  const json::Array *Array = Value.getAsArray();
  if (Of.Kind == ParameterKind::Text)
    return Fail("a string");
  std::vector<std::string> Texts;
  for (const json::Value &Each : Array ? *Array : json::Array{nullptr}) {
    const std::optional<llvm::StringRef> Text = Each.getAsString();
    if (!Text)
      return Fail("an array of strings");
    Texts.push_back(Text->str());
  }
  return Texts;
}

/// The arguments of \p Of in \p Given, by parameter.
static llvm::Expected<std::map<llvm::StringRef, std::vector<std::string>>>
readArguments(const Tool &Of, const json::Object &Given) {
  const std::vector<const Parameter *> Known = parametersOf(Of);
  std::vector<llvm::StringRef> Names;
  for (const Parameter *Each : Known)
    Names.push_back(Each->Name);
  for (const auto &Member : Given)
    if (!llvm::is_contained(Names, llvm::StringRef(Member.first)))
      return llvm::createStringError("'" + Of.Name + "' has no argument '" +
                                     llvm::StringRef(Member.first) +
                                     "'; it takes " + llvm::join(Names, ", "));
  std::map<llvm::StringRef, std::vector<std::string>> Result;
  for (const Parameter *Each : Known) {
    const json::Value *Value = Given.get(Each->Name);
    if (!Value || Value->getAsNull())
      continue;
    if (llvm::Error Failure =
            textsOf(*Each, *Value).moveInto(Result[Each->Name]))
      return Failure;
  }
  return Result;
}

llvm::Expected<Command> banklint::mcp::commandOf(llvm::StringRef Name,
                                                 const json::Value &Arguments) {
  const Tool &Of = *findTool(Name);
  const json::Object None;
  const json::Object *Given = Arguments.getAsObject();
  if (!Given && !Arguments.getAsNull())
    return llvm::createStringError("the arguments are an object");
  auto Values = readArguments(Of, Given ? *Given : None);
  if (!Values)
    return Values.takeError();
  Command Result;
  for (llvm::StringRef Each : Of.Start)
    Result.Arguments.push_back(Each.str());
  for (const Parameter *Each : parametersOf(Of))
    if (!Each->Option.empty())
      for (const std::string &Value : (*Values)[Each->Name])
        Result.Arguments.push_back((Each->Option + Value).str());
  if (!Of.HasSource) {
    if (Result.Arguments.size() != 1)
      return llvm::createStringError("name one check, reason or rule");
    return Result;
  }
  const std::vector<std::string> &Path = (*Values)[PathName];
  if (const std::vector<std::string> &Text = (*Values)[TextName];
      !Text.empty()) {
    Result.Input = Text.front();
    if (!Path.empty())
      Result.Arguments.push_back("--stdin-filename=" + Path.front());
    Result.Arguments.push_back("-");
  } else if (!Path.empty()) {
    // No file's name is an option.
    Result.Arguments.push_back(
        (llvm::StringRef(Path.front()).starts_with("-") ? "./" : "") +
        Path.front());
  } else if (Of.Writes || (*Values)["build_dir"].empty()) {
    return llvm::createStringError(
        Of.Writes ? "'path' is missing: name what to change"
                  : "'path' is missing: name a CUDA file, or give its source "
                    "as 'text'");
  }
  if (const auto &Options = (*Values)[CompileOptionsName]; !Options.empty()) {
    Result.Arguments.push_back("--");
    llvm::append_range(Result.Arguments, Options);
  }
  return Result;
}
