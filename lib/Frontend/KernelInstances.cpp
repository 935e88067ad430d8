//===- KernelInstances.cpp - Instantiations that somebody asks for --------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelInstances.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"

using namespace banklint;
using namespace clang;

static std::string variableName(unsigned Number) {
  return "banklint_instance_" + std::to_string(Number);
}

void KernelInstances::request(SourceLocation Comment, SourceLocation Place,
                              std::string Arguments) {
  Request &New = Requests.emplace_back();
  New.Comment = Comment;
  New.Place = Place;
  New.Arguments = std::move(Arguments);
}

/// Finds out what is declared: a kernel is a function whose attributes have
/// `global`, and its name stands before the first parenthesis behind the
/// parameters of the template.
void KernelInstances::onDeclarationToken(const Token &T) {
  const IdentifierInfo *Before = std::exchange(
      Current.Last, T.is(tok::identifier) ? T.getIdentifierInfo() : nullptr);
  if (T.is(tok::kw_template)) {
    Current.IsTemplate = true;
  } else if (T.is(tok::l_paren)) {
    if (Current.Parentheses++ == 0 && Before && Current.HasParameters &&
        !Current.Name)
      Current.Name = Before;
  } else if (T.is(tok::r_paren)) {
    if (Current.Parentheses && --Current.Parentheses == 0)
      Current.IsInAttribute = false;
  } else if (T.is(tok::kw___attribute)) {
    Current.IsInAttribute = true;
  } else if (Current.IsInAttribute && Current.Last) {
    Current.IsKernel |= Current.Last->getName() == "global" ||
                        Current.Last->getName() == "__global__";
  } else if (Current.Parentheses == 0 && !Current.HasParameters) {
    if (T.is(tok::less))
      ++Current.Angles;
    else if (T.isOneOf(tok::greater, tok::greatergreater) && Current.Angles)
      Current.Angles -= std::min(Current.Angles, T.is(tok::greater) ? 1u : 2u);
    Current.HasParameters = Current.IsTemplate && Current.Angles == 0 &&
                            T.isOneOf(tok::greater, tok::greatergreater);
  }
}

void KernelInstances::beginBody() {
  if (Current.IsTemplate && Current.IsKernel)
    Body = Current.Name;
  Braces = 1;
  if (!Body)
    FirstPending = Requests.size();
}

void KernelInstances::onToken(const Token &T, Preprocessor &Macros) {
  if (Body) {
    Braces += T.is(tok::l_brace);
    Braces -= T.is(tok::r_brace);
    if (Braces == 0)
      endBody(T, Macros);
    return;
  }
  const bool IsOutside = Current.Parentheses == 0;
  if (IsOutside && T.is(tok::l_brace))
    beginBody();
  else if (IsOutside && T.isOneOf(tok::semi, tok::r_brace))
    FirstPending = Requests.size();
  else if (T.isNot(tok::eof))
    return onDeclarationToken(T);
  Current = Declaration();
}

/// Adds the tokens of a declaration as if they were all at its place.
void KernelInstances::instantiate(Request &Of, Preprocessor &Macros,
                                  llvm::SmallVectorImpl<Token> &Tokens) {
  Of.Number = Numbers++;
  Of.Kernel = Body->getName().str();
  Of.Text = "static const auto " + variableName(*Of.Number) + " = &" +
            Of.Kernel + Of.Arguments + ";";
  const std::string &Text = Of.Text;
  Lexer Reader(SourceLocation(), Macros.getLangOpts(), Text.data(), Text.data(),
               Text.data() + Text.size());
  Token T;
  for (Reader.LexFromRawLexer(T); T.isNot(tok::eof);
       Reader.LexFromRawLexer(T)) {
    if (T.is(tok::raw_identifier))
      Macros.LookUpIdentifierInfo(T);
    T.setLocation(Of.Place);
    T.clearFlag(Token::StartOfLine);
    Tokens.push_back(T);
  }
}

void KernelInstances::endBody(const Token &Brace, Preprocessor &Macros) {
  llvm::SmallVector<Token, 32> Tokens;
  for (; FirstPending != Requests.size(); ++FirstPending)
    instantiate(Requests[FirstPending], Macros, Tokens);
  for (const KernelInstance &Each : Named)
    if (Each.Kernel == Body->getName()) {
      request(SourceLocation(), Brace.getLocation(), Each.Arguments);
      instantiate(Requests.back(), Macros, Tokens);
      FirstPending = Requests.size();
    }
  Body = nullptr;
  if (Tokens.empty())
    return;
  auto Stream = std::make_unique<Token[]>(Tokens.size());
  llvm::copy(Tokens, Stream.get());
  Macros.EnterTokenStream(std::move(Stream), Tokens.size(),
                          /*DisableMacroExpansion=*/false,
                          /*IsReinject=*/false);
}

bool KernelInstances::isRequested(SourceLocation Comment,
                                  const FunctionDecl &Kernel) const {
  const DeclContext *Scope = Kernel.getDeclContext();
  ASTContext &Context = Kernel.getASTContext();
  for (const Request &Each : Requests) {
    if (Each.Comment != Comment || !Each.Number)
      continue;
    for (const NamedDecl *Found :
         Scope->lookup(&Context.Idents.get(variableName(*Each.Number)))) {
      const auto *Variable = dyn_cast<VarDecl>(Found);
      const clang::Expr *Init = Variable ? Variable->getInit() : nullptr;
      if (const auto *Address =
              Init ? dyn_cast<UnaryOperator>(Init->IgnoreParenImpCasts())
                   : nullptr)
        Init = Address->getSubExpr()->IgnoreParenImpCasts();
      const auto *Named = dyn_cast_or_null<DeclRefExpr>(Init);
      if (Named &&
          Named->getDecl()->getCanonicalDecl() == Kernel.getCanonicalDecl())
        return true;
    }
  }
  return false;
}

bool KernelInstances::takeError(const Diagnostic &Error) {
  for (Request &Each : Requests) {
    if (!Each.Number || Each.Place != Error.getLocation())
      continue;
    llvm::SmallString<128> Text;
    Error.FormatDiagnostic(Text);
    const std::string Variable = "'" + variableName(*Each.Number) + "'";
    // Options may ask for several at one place.
    if (Text.str().contains("'banklint_instance_") &&
        !Text.str().contains(Variable))
      continue;
    // The first one is behind the others. That of arguments that the template
    // does not take is about the variable.
    if (Each.Error.empty())
      Each.Error = Text.str().contains(Variable)
                       ? "the kernel template does not take these arguments"
                       : Text.str().str();
    return true;
  }
  return false;
}

std::vector<std::pair<SourceLocation, std::string>>
KernelInstances::problems() const {
  std::vector<std::pair<SourceLocation, std::string>> Problems;
  for (const Request &Each : Requests)
    if (!Each.Error.empty())
      Problems.emplace_back(Each.Place, "cannot instantiate '" + Each.Kernel +
                                            Each.Arguments +
                                            "': " + Each.Error);
    else if (!Each.Number)
      Problems.emplace_back(Each.Place,
                            "instantiate: this belongs to no kernel template; "
                            "place it directly above the definition of one");
  return Problems;
}
