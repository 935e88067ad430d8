//===- UndeclaredNames.cpp - Names that errors complain about -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UndeclaredNames.h"
#include "clang/AST/DeclBase.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace banklint;
using namespace clang;

/// True if \p Error says that namespace `std` has no such member.
static bool isInStandard(const Diagnostic &Error) {
  constexpr unsigned Place = 1;
  if (Error.getNumArgs() <= Place ||
      Error.getArgKind(Place) != DiagnosticsEngine::ak_declcontext)
    return false;
  const auto *Context =
      reinterpret_cast<const DeclContext *>(Error.getRawArg(Place));
  return Context->isStdNamespace();
}

void UndeclaredNames::add(const Diagnostic &Error) {
  IsOfStandard |=
      Error.getID() == diag::err_implied_std_initializer_list_not_found;
  switch (Error.getID()) {
  case diag::err_undeclared_var_use:
  case diag::err_undeclared_var_use_suggest:
  case diag::err_undeclared_use:
  case diag::err_undeclared_use_suggest:
  case diag::err_unknown_typename:
  case diag::err_unknown_typename_suggest:
  case diag::err_no_member:
  case diag::err_no_member_suggest:
  case diag::err_no_template:
  case diag::err_no_template_suggest:
    break;
  default:
    return;
  }
  if (!Error.hasSourceManager() || Error.getLocation().isInvalid())
    return;
  const SourceManager &Sources = Error.getSourceManager();
  const SourceLocation Place = Sources.getSpellingLoc(Error.getLocation());
  const StringRef Name = Lexer::getSourceText(
      CharSourceRange::getTokenRange(Place), Sources, LangOptions());
  if (!Name.empty())
    Names.insert(Name);
  IsOfStandard |= Name == "std" || isInStandard(Error);
}

/// True if \p Text has one of \p Names as a word.
static bool hasWordOf(StringRef Text, const llvm::StringSet<> &Names) {
  auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  while (true) {
    Text = Text.drop_until(IsPart);
    if (Text.empty())
      return false;
    const StringRef Word = Text.take_while(IsPart);
    if (Names.contains(Word))
      return true;
    Text = Text.drop_front(Word.size());
  }
}

/// True if one of \p Names is an identifier in \p Text. Comments have many
/// words, and to look for those is quick.
static bool hasIdentifierOf(StringRef Text, const llvm::StringSet<> &Names) {
  if (!hasWordOf(Text, Names))
    return false;
  LangOptions Options;
  Options.CPlusPlus = Options.LineComment = true;
  Lexer Tokens(SourceLocation(), Options, Text.begin(), Text.begin(),
               Text.end());
  Token Next;
  do {
    Tokens.LexFromRawLexer(Next);
    if (Next.is(tok::raw_identifier) && Names.contains(Next.getRawIdentifier()))
      return true;
  } while (Next.isNot(tok::eof));
  return false;
}

bool UndeclaredNames::mayBeIn(StringRef Toolkit,
                              llvm::ArrayRef<std::string> Missing,
                              llvm::vfs::FileSystem &Files) const {
  const std::string Include = (Toolkit + "/include").str();
  for (const std::string &Header : Missing)
    for (StringRef Below : {"/", "/cccl/"})
      if (Files.exists(Include + Below + Header))
        return true;
  if (Names.empty())
    return Missing.empty();
  // Other directories are libraries of their own, whose headers are missing if
  // their names are.
  for (StringRef Below : {"", "/crt", "/cooperative_groups"}) {
    std::error_code Failure;
    for (llvm::vfs::directory_iterator It =
             Files.dir_begin(Include + Below, Failure);
         !Failure && It != llvm::vfs::directory_iterator();
         It.increment(Failure)) {
      if (It->type() == llvm::sys::fs::file_type::directory_file)
        continue;
      auto Text = Files.getBufferForFile(It->path());
      if (Text && hasIdentifierOf((*Text)->getBuffer(), Names))
        return true;
    }
  }
  return false;
}
