//===- KernelInstances.cpp - Instantiations that somebody asks for --------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelInstances.h"
#include "InjectedTokens.h"
#include "clang/AST/Expr.h"
#include "clang/Sema/SemaDiagnostic.h"

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
/// parameters of the template, with the scope that it is declared in.
void KernelInstances::onDeclarationToken(const Token &T) {
  const std::string Before = std::exchange(Current.Last, "");
  if (T.is(tok::identifier)) {
    const llvm::StringRef Name = T.getIdentifierInfo()->getName();
    // No name before the parameters is asked for, and most tokens have none.
    if (Current.HasParameters)
      Current.Last =
          (llvm::StringRef(Before).ends_with("::") ? Before : "") + Name.str();
    Current.IsKernel |=
        Current.IsInAttribute && (Name == "global" || Name == "__global__");
  } else if (T.is(tok::coloncolon)) {
    if (Current.HasParameters)
      Current.Last = Before + "::";
  } else if (T.is(tok::kw_template)) {
    Current.IsTemplate = true;
  } else if (T.is(tok::kw___attribute)) {
    Current.IsInAttribute = true;
  } else if (T.isOneOf(tok::l_paren, tok::l_square)) {
    if (Current.Nesting++ == 0 && Current.Angles == 0 && T.is(tok::l_paren) &&
        Current.HasParameters && Current.Name.empty())
      Current.Name = Before;
  } else if (T.isOneOf(tok::r_paren, tok::r_square)) {
    if (Current.Nesting && --Current.Nesting == 0)
      Current.IsInAttribute = false;
  } else if (Current.Nesting == 0 && T.is(tok::less)) {
    ++Current.Angles;
  } else if (Current.Nesting == 0 && Current.Angles) {
    const unsigned Closed = T.is(tok::greater)                 ? 1
                            : T.is(tok::greatergreater)        ? 2
                            : T.is(tok::greatergreatergreater) ? 3
                                                               : 0;
    Current.Angles -= std::min(Current.Angles, Closed);
    Current.HasParameters |=
        Current.IsTemplate && Closed && Current.Angles == 0;
  }
}

void KernelInstances::beginBody() {
  if (Current.IsTemplate && Current.IsKernel)
    Body = Current.Name;
  Braces = 1;
  LastPending.reset();
  if (Body.empty())
    FirstPending = Requests.size();
}

void KernelInstances::onToken(const Token &T, Preprocessor &Macros) {
  if (!Body.empty()) {
    // A comment behind the opening brace belongs to the kernel as well.
    if (!LastPending)
      LastPending = Requests.size();
    Braces += T.is(tok::l_brace);
    Braces -= T.is(tok::r_brace);
    if (Braces == 0)
      endBody(T, Macros);
    return;
  }
  const bool IsOutside = Current.Nesting == 0;
  if (IsOutside && T.is(tok::l_brace))
    beginBody();
  else if (IsOutside && T.isOneOf(tok::semi, tok::r_brace))
    FirstPending = Requests.size();
  else if (T.isNot(tok::eof))
    return onDeclarationToken(T);
  Current = Declaration();
}

void KernelInstances::instantiate(Request &Of, Preprocessor &Macros,
                                  llvm::SmallVectorImpl<Token> &Tokens) {
  Of.Number = Numbers++;
  Of.Kernel = Body;
  Of.Text = "static const auto " + variableName(*Of.Number) + " = &" +
            Of.Kernel + Of.Arguments + ";";
  addTokens(Of.Text, Of.Place, Macros, Tokens);
}

void KernelInstances::endBody(const Token &Brace, Preprocessor &Macros) {
  llvm::SmallVector<Token, 32> Tokens;
  for (size_t I = FirstPending; I != *LastPending; ++I)
    instantiate(Requests[I], Macros, Tokens);
  const llvm::StringRef Name = plainName(Body);
  for (const KernelInstance &Each : Named)
    if (Each.Kernel == Name) {
      request(SourceLocation(), Brace.getLocation(), Each.Arguments);
      instantiate(Requests.back(), Macros, Tokens);
    }
  FirstPending = Requests.size();
  Body.clear();
  if (!Tokens.empty())
    injectTokens(Tokens, Macros);
}

/// The function whose address the variable of \p Number in \p Scope has.
static const Decl *functionOf(unsigned Number, const DeclContext &Scope,
                              ASTContext &Context) {
  for (const NamedDecl *Found :
       Scope.lookup(&Context.Idents.get(variableName(Number)))) {
    const auto *Variable = dyn_cast<VarDecl>(Found);
    const clang::Expr *Init = Variable ? Variable->getInit() : nullptr;
    if (const auto *Address =
            Init ? dyn_cast<UnaryOperator>(Init->IgnoreParenImpCasts())
                 : nullptr)
      Init = Address->getSubExpr()->IgnoreParenImpCasts();
    if (const auto *Named = dyn_cast_or_null<DeclRefExpr>(Init))
      return Named->getDecl()->getCanonicalDecl();
  }
  return nullptr;
}

/// Whether \p Of is for \p Kernel. An out-of-line definition has its variable
/// around the scope that it is declared in.
bool KernelInstances::isFor(const Request &Of,
                            const FunctionDecl &Kernel) const {
  if (!Of.Number)
    return false;
  for (const DeclContext *Scope = Kernel.getDeclContext(); Scope;
       Scope = Scope->getParent())
    if (const Decl *Found =
            functionOf(*Of.Number, *Scope, Kernel.getASTContext()))
      return Found == Kernel.getCanonicalDecl();
  return false;
}

bool KernelInstances::isRequested(SourceLocation Comment,
                                  const FunctionDecl &Kernel) const {
  return llvm::any_of(Requests, [&](const Request &Each) {
    return Each.Comment == Comment && isFor(Each, Kernel);
  });
}

bool KernelInstances::isRefused(const FunctionDecl &Kernel) const {
  return llvm::any_of(Requests, [&](const Request &Each) {
    return !Each.Error.empty() && isFor(Each, Kernel);
  });
}

/// Whether \p Place is where the tokens of \p Of are, or right behind: an error
/// about what is missing is at the end of the token before.
static bool isAt(SourceLocation Place, SourceLocation Of, size_t Length) {
  const auto At = Place.getRawEncoding(), Begin = Of.getRawEncoding();
  return Place.isFileID() && At >= Begin && At <= Begin + Length;
}

bool KernelInstances::takeError(const Diagnostic &Error) {
  for (Request &Each : Requests) {
    if (!Each.Number ||
        !isAt(Error.getLocation(), Each.Place, Each.Arguments.size()))
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
                       ? "no kernel template takes these arguments, or several "
                         "do"
                       : Text.str().str();
    return true;
  }
  return false;
}

void KernelInstances::takeNote(const Diagnostic &Note) {
  if (Note.getID() != diag::note_instantiation_required_here)
    return;
  for (Request &Each : Requests)
    if (Each.Number && Each.Place == Note.getLocation() && Each.Error.empty())
      Each.Error = "a specialization behind the template is for these "
                   "arguments; ask for none";
}

bool KernelInstances::hasProblem(SourceLocation Comment) const {
  return llvm::any_of(Requests, [&](const Request &Each) {
    return Each.Comment == Comment && (!Each.Error.empty() || !Each.Number);
  });
}

std::vector<std::pair<SourceLocation, std::string>>
KernelInstances::problems() const {
  std::vector<std::pair<SourceLocation, std::string>> Problems;
  const auto IsMade = [this](const Request &Of) {
    return llvm::any_of(Requests, [&Of](const Request &Other) {
      return Other.Comment.isInvalid() && Other.Arguments == Of.Arguments &&
             Other.Number && Other.Error.empty();
    });
  };
  for (const Request &Each : Requests)
    // Of options, one of several templates of the name may fit.
    if (!Each.Error.empty() && !(Each.Comment.isInvalid() && IsMade(Each)))
      Problems.emplace_back(Each.Place, "cannot instantiate '" + Each.Kernel +
                                            Each.Arguments +
                                            "': " + Each.Error);
    else if (!Each.Number)
      Problems.emplace_back(Each.Place,
                            "instantiate: this belongs to no kernel template; "
                            "place it directly above the definition of one");
  return Problems;
}
