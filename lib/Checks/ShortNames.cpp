//===- ShortNames.cpp - Kernels' names for messages -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Checks/ShortNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>
#include <set>

using namespace banklint;
using llvm::StringRef;

/// Names up to this length are left as they are, and so are arguments up to the
/// other one.
static constexpr size_t LongestName = 80;
static constexpr size_t LongestArgument = 12;
static constexpr llvm::StringLiteral Omitted = "...";

namespace {
/// "Head<Arguments>Tail".
struct TemplateName {
  StringRef Head;
  std::vector<StringRef> Arguments;
  StringRef Tail;
};
} // namespace

/// Where the parenthesis, bracket or brace at \p Open is closed.
static size_t endOfGroup(StringRef Text, size_t Open) {
  size_t Depth = 0;
  for (size_t I = Open; I < Text.size(); ++I) {
    Depth += StringRef("([{").contains(Text[I]);
    if (StringRef(")]}").contains(Text[I]) && --Depth == 0)
      return I;
  }
  return StringRef::npos;
}

/// Nothing if \p Name has no template arguments.
static std::optional<TemplateName> parseName(StringRef Name) {
  TemplateName Result;
  size_t Depth = 0, Start = 0;
  for (size_t I = 0; I < Name.size(); ++I) {
    const char C = Name[I];
    if (StringRef("([{").contains(C)) {
      I = endOfGroup(Name, I);
      if (I == StringRef::npos)
        return std::nullopt;
    } else if (C == '<') {
      if (Depth++ == 0) {
        Result.Head = Name.take_front(I);
        Start = I + 1;
      }
    } else if (Depth != 0 && (C == '>' || (C == ',' && Depth == 1))) {
      Depth -= C == '>';
      if (Depth > 1 || (C == '>' && Depth == 1))
        continue;
      Result.Arguments.push_back(Name.slice(Start, I).trim());
      Start = I + 1;
      if (Depth == 0) {
        Result.Tail = Name.drop_front(Start);
        return Result;
      }
    }
  }
  return std::nullopt;
}

/// \p Name with the types of CuTe as its own print() has them:
/// "(_8,_32):(_32,_1)" for "cute::Layout<cute::tuple<cute::C<8>, ...>, ...>".
static std::string inCuteNotation(StringRef Name) {
  if (!Name.contains("cute::"))
    return Name.str();
  const std::optional<TemplateName> Parsed = parseName(Name);
  StringRef Head = Parsed ? Parsed->Head : Name;
  const bool IsOfCute = Head.consume_front("cute::");
  if (!Parsed)
    return Head == "Underscore" ? "_" : Head.str();
  std::vector<std::string> Arguments;
  for (StringRef Argument : Parsed->Arguments)
    Arguments.push_back(inCuteNotation(Argument));
  const auto Is = [&](StringRef Type, size_t Count) {
    return IsOfCute && Head == Type && Arguments.size() == Count;
  };
  const StringRef Tail = Parsed->Tail;
  if (Is("C", 1))
    return ("_" + Arguments[0] + Tail).str();
  if (IsOfCute && Head == "tuple")
    return ("(" + llvm::join(Arguments, ",") + ")" + Tail).str();
  if (Is("Layout", 2))
    return (Arguments[0] + ":" + Arguments[1] + Tail).str();
  if (Is("Swizzle", 3))
    return ("Sw<" + llvm::join(Arguments, ",") + ">" + Tail).str();
  if (Is("ComposedLayout", 3))
    return (llvm::join(Arguments, " o ") + Tail).str();
  return (Head + "<" + llvm::join(Arguments, ", ") + ">" + Tail).str();
}

static std::string join(StringRef Head, std::vector<std::string> Arguments,
                        StringRef Tail) {
  Arguments.erase(llvm::unique(Arguments,
                               [](const std::string &A, const std::string &B) {
                                 return A == Omitted && B == Omitted;
                               }),
                  Arguments.end());
  return (Head + "<" + llvm::join(Arguments, ", ") + ">" + Tail).str();
}

/// The forms of \p Names, different ones, that keep what they differ in.
static std::vector<std::string> shorten(llvm::ArrayRef<StringRef> Names);

/// The same for one argument of each of several names.
static std::vector<std::string> shortenArgument(llvm::ArrayRef<StringRef> All) {
  const std::set<StringRef> Different(All.begin(), All.end());
  if (Different.size() == 1)
    return std::vector<std::string>(All.size(), All[0].size() <= LongestArgument
                                                    ? All[0].str()
                                                    : Omitted.str());
  const std::vector<StringRef> Names(Different.begin(), Different.end());
  const std::vector<std::string> Forms = shorten(Names);
  std::vector<std::string> Result;
  for (StringRef Each : All)
    Result.push_back(Forms[llvm::find(Names, Each) - Names.begin()]);
  return Result;
}

/// Omits from \p Arguments, the shortened ones of each name, those columns
/// without which the names still differ, the longest first.
static void
omitNeedless(llvm::MutableArrayRef<std::vector<std::string>> Arguments) {
  const size_t Columns = Arguments[0].size();
  std::vector<std::pair<size_t, size_t>> ByLength;
  for (size_t I = 0; I < Columns; ++I) {
    size_t Longest = 0;
    for (const std::vector<std::string> &Own : Arguments)
      Longest = std::max(Longest, Own[I].size());
    ByLength.push_back({Longest, I});
  }
  llvm::sort(ByLength, std::greater());
  for (const auto &[Length, Column] : ByLength) {
    std::set<std::vector<std::string>> Without;
    for (std::vector<std::string> Own : Arguments) {
      Own[Column] = Omitted.str();
      Without.insert(std::move(Own));
    }
    if (Without.size() == Arguments.size())
      for (std::vector<std::string> &Own : Arguments)
        Own[Column] = Omitted.str();
  }
}

/// Of different names with one head, tail and number of arguments.
static std::vector<std::string>
shortenAlike(llvm::ArrayRef<TemplateName> Parsed) {
  std::vector<std::vector<std::string>> Arguments(Parsed.size());
  for (size_t I = 0; I < Parsed[0].Arguments.size(); ++I) {
    std::vector<StringRef> Column;
    for (const TemplateName &Each : Parsed)
      Column.push_back(Each.Arguments[I]);
    for (const auto &[Row, Form] : llvm::enumerate(shortenArgument(Column)))
      Arguments[Row].push_back(Form);
  }
  const auto Joined = [&] {
    std::vector<std::string> Result;
    for (const auto &[Each, Own] : llvm::zip_equal(Parsed, Arguments))
      Result.push_back(join(Each.Head, Own, Each.Tail));
    return Result;
  };
  std::vector<std::string> Result = Joined();
  if (llvm::all_of(Result, [](const std::string &Form) {
        return Form.size() <= LongestName;
      }))
    return Result;
  omitNeedless(Arguments);
  return Joined();
}

static std::vector<std::string> shorten(llvm::ArrayRef<StringRef> Names) {
  std::vector<TemplateName> Parsed;
  for (StringRef Name : Names)
    if (std::optional<TemplateName> Of = parseName(Name))
      Parsed.push_back(std::move(*Of));
  const bool AreAlike =
      Parsed.size() == Names.size() &&
      llvm::all_of(Parsed, [&Parsed](const TemplateName &Of) {
        return Of.Head == Parsed[0].Head && Of.Tail == Parsed[0].Tail &&
               Of.Arguments.size() == Parsed[0].Arguments.size();
      });
  if (AreAlike)
    return shortenAlike(Parsed);
  // Their names tell them apart if no two have the same one.
  std::set<std::string> Heads;
  std::vector<std::string> Result;
  for (StringRef Name : Names) {
    const std::optional<TemplateName> Of = parseName(Name);
    Result.push_back(Of ? join(Of->Head, {Omitted.str()}, Of->Tail)
                        : Name.str());
    Heads.insert(Result.back());
  }
  if (Heads.size() != Names.size())
    Result.assign(Names.begin(), Names.end());
  return Result;
}

ShortNames::ShortNames(llvm::ArrayRef<StringRef> Names) {
  // By what they are in the notation of CuTe; empty for what is two.
  std::map<std::string, StringRef> Full;
  for (StringRef Name : Names) {
    const auto [Place, IsNew] = Full.try_emplace(inCuteNotation(Name), Name);
    if (!IsNew && Place->second != Name)
      Place->second = "";
  }
  // The instantiations of one template are told apart together.
  std::map<std::pair<StringRef, size_t>, std::vector<StringRef>> Templates;
  for (const auto &[Notated, Name] : Full)
    if (const std::optional<TemplateName> Of = parseName(Notated))
      Templates[{Of->Head, Of->Arguments.size()}].push_back(Notated);
  std::map<std::string, unsigned> Uses;
  for (const auto &[Head, Own] : Templates)
    for (const auto &[Notated, Form] : llvm::zip_equal(Own, shorten(Own))) {
      const StringRef Name = Full.find(Notated.str())->second;
      const StringRef Best = Notated.size() > LongestName ? Form : Notated;
      if (Best.size() < Name.size() &&
          (Name.size() > LongestName || Name != Notated)) {
        Short.try_emplace(Name.str(), Best);
        ++Uses[Best.str()];
      }
    }
  // Of those with other numbers of arguments.
  for (auto Each = Short.begin(); Each != Short.end();)
    Each = Uses[Each->second] > 1 ? Short.erase(Each) : std::next(Each);
}

static std::vector<StringRef> namesOf(const Report &R) {
  std::vector<StringRef> Names;
  for (const KernelReport &Kernel : R.Kernels)
    Names.push_back(Kernel.Program.Name);
  return Names;
}

ShortNames::ShortNames(const Report &R) : ShortNames(namesOf(R)) {}

StringRef ShortNames::of(StringRef Name) const {
  const auto Found = Short.find(Name);
  return Found == Short.end() ? Name : StringRef(Found->second);
}

void ShortNames::replaceIn(std::string &Message) const {
  for (const auto &[Name, Form] : Short) {
    const std::string Quoted = "'" + Name + "'";
    for (size_t At = Message.find(Quoted); At != std::string::npos;
         At = Message.find(Quoted, At + Form.size()))
      Message.replace(At + 1, Name.size(), Form);
  }
}
