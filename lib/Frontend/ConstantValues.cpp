//===- ConstantValues.cpp - Constants with other values -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantValues.h"
#include "InjectedTokens.h"
#include "clang/Lex/MacroInfo.h"

using namespace banklint;
using namespace clang;

namespace {
/// Passes on what the preprocessor meets.
class MacroWatch : public PPCallbacks {
public:
  MacroWatch(ConstantValues &Values, Preprocessor &Macros)
      : Values(Values), Macros(Macros) {}

  void MacroDefined(const Token &Name, const MacroDirective *Of) override {
    Values.onDefinition(Name, *Of, Macros);
  }
  void MacroExpands(const Token &Name, const MacroDefinition &, SourceRange,
                    const MacroArgs *) override {
    Values.onUse(Name);
  }
  void Ifdef(SourceLocation, const Token &Name,
             const MacroDefinition &) override {
    Values.onUse(Name);
  }
  void Ifndef(SourceLocation, const Token &Name,
              const MacroDefinition &) override {
    Values.onUse(Name);
  }
  void Defined(const Token &Name, const MacroDefinition &,
               SourceRange) override {
    Values.onUse(Name);
  }

private:
  ConstantValues &Values;
  Preprocessor &Macros;
};
} // namespace

void ConstantValues::begin(llvm::ArrayRef<ConstantValue> New,
                           std::set<std::string> &Names, Preprocessor &Macros) {
  Values = New;
  Used = &Names;
  if (!Values.empty())
    Macros.addPPCallbacks(std::make_unique<MacroWatch>(*this, Macros));
}

const ConstantValue *ConstantValues::find(const IdentifierInfo *Name) const {
  const auto *Found = llvm::find_if(Values, [Name](const ConstantValue &Each) {
    return Name && Name->getName() == Each.Name;
  });
  return Found == Values.end() ? nullptr : Found;
}

void ConstantValues::onUse(const Token &Name) {
  if (const ConstantValue *Of = find(Name.getIdentifierInfo()))
    Used->insert(Of->Name);
}

void ConstantValues::onDefinition(const Token &Name, const MacroDirective &Of,
                                  Preprocessor &Macros) {
  const ConstantValue *By = find(Name.getIdentifierInfo());
  const MacroInfo *Old = Of.getMacroInfo();
  const SourceManager &Sources = Macros.getSourceManager();
  if (!By || Sources.isInSystemHeader(Name.getLocation()))
    return;
  if (Old->isFunctionLike()) {
    Used->insert(By->Name + "()");
    return;
  }
  llvm::SmallVector<Token, 4> Tokens;
  addTokens(Texts.emplace_back(By->Value), Name.getLocation(), Macros, Tokens);
  MacroInfo *New = Macros.AllocateMacroInfo(Name.getLocation());
  New->setTokens(Tokens, Macros.getPreprocessorAllocator());
  Macros.appendDefMacroDirective(Name.getIdentifierInfo(), New);
  // What a command defines may be used nowhere.
  if (!Sources.isWrittenInCommandLineFile(Name.getLocation()))
    Used->insert(By->Name);
}

/// \p Opener, a `=` or `{`, stands behind the name of the constant.
void ConstantValues::replace(const ConstantValue &By, const Token &Opener,
                             Preprocessor &Macros) {
  const std::string Old = "banklint_replaced_" + std::to_string(Replaced++);
  std::string &Text = Texts.emplace_back(By.Value);
  if (IsEnum)
    Text += ", " + Old + " =";
  else if (Opener.is(tok::equal))
    Text += "; static const auto " + Old + " =";
  else
    Text += "}; static const auto " + Old + " {";
  llvm::SmallVector<Token, 8> Tokens;
  addTokens(Text, Opener.getLocation(), Macros, Tokens);
  injectTokens(Tokens, Macros);
  Used->insert(By.Name);
}

void ConstantValues::onToken(const Token &T, Preprocessor &Macros) {
  if (Values.empty())
    return;
  const ConstantValue *Before = std::exchange(Named, nullptr);
  if (T.is(tok::identifier)) {
    if ((IsConstant || IsEnum) && Parentheses == 0 &&
        !Macros.getSourceManager().isInSystemHeader(T.getLocation()))
      Named = find(T.getIdentifierInfo());
  } else if (T.isOneOf(tok::equal, tok::l_brace) && Before) {
    replace(*Before, T, Macros);
  } else if (T.isOneOf(tok::kw_const, tok::kw_constexpr)) {
    IsConstant = true;
  } else if (T.is(tok::kw_enum)) {
    IsEnum = true;
  } else if (T.is(tok::l_paren)) {
    ++Parentheses;
  } else if (T.is(tok::r_paren)) {
    Parentheses -= Parentheses != 0;
  } else if (Parentheses == 0 && (T.isOneOf(tok::semi, tok::r_brace) ||
                                  (T.is(tok::l_brace) && !IsEnum))) {
    IsConstant = IsEnum = false;
  }
}
