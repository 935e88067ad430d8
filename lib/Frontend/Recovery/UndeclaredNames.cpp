//===- UndeclaredNames.cpp - Names that errors complain about -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UndeclaredNames.h"
#include "banklint/Parse/FileLayers.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace banklint;
using namespace clang;

bool banklint::isInStandard(const Diagnostic &Error) {
  constexpr unsigned Place = 1;
  if (Error.getNumArgs() <= Place ||
      Error.getArgKind(Place) != DiagnosticsEngine::ak_declcontext)
    return false;
  const auto *Context =
      reinterpret_cast<const DeclContext *>(Error.getRawArg(Place));
  return Context->isStdNamespace();
}

static bool isSyntaxError(unsigned Id) {
  // Has no category.
  if (Id == diag::err_expected_string_literal)
    return true;
  return DiagnosticIDs::getCategoryNameFromID(
             DiagnosticIDs::getCategoryNumberForDiag(Id)) == "Parse Issue";
}

/// Calls \p Visit with each word of \p Text, until it returns true.
static bool forEachWord(StringRef Text,
                        llvm::function_ref<bool(StringRef)> Visit) {
  const auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  while (true) {
    Text = Text.drop_until(IsPart);
    if (Text.empty())
      return false;
    const StringRef Word = Text.take_while(IsPart);
    if (Visit(Word))
      return true;
    Text = Text.drop_front(Word.size());
  }
}

/// Those on the line of the error and on the one before: an error often stands
/// behind what it is about.
void UndeclaredNames::addWordsNear(const Diagnostic &Error) {
  HasOtherErrors |=
      !Error.hasSourceManager() || Error.getLocation().isInvalid();
  if (HasOtherErrors)
    return;
  const auto [File, Offset] = Error.getSourceManager().getDecomposedLoc(
      Error.getSourceManager().getExpansionLoc(Error.getLocation()));
  const StringRef Text = Error.getSourceManager().getBufferData(File);
  const StringRef Before = Text.take_front(Offset);
  const size_t Line = Before.rfind('\n');
  const size_t Start = Before.take_front(Line).rfind('\n');
  const StringRef Lines =
      Text.slice(Start == StringRef::npos ? 0 : Start, Text.find('\n', Offset));
  forEachWord(Lines, [this](StringRef Word) {
    MacroNames.insert(Word);
    return false;
  });
}

static bool isEmbedded(const SourceManager &Sources, SourceLocation Place) {
  return Place.isValid() && Sources.getFilename(Sources.getExpansionLoc(Place))
                                .starts_with(HeaderDirectory);
}

/// What declares \p Type, or what it points to; null for numbers.
static const Decl *declarationOf(QualType Type) {
  while (!Type.isNull() && !Type->getPointeeType().isNull())
    Type = Type->getPointeeType();
  if (Type.isNull())
    return nullptr;
  if (const auto *Named = Type->getAs<TypedefType>())
    return Named->getDecl();
  return Type->getAsTagDecl();
}

/// True if \p Error names one of the embedded declarations, or is in one.
static bool namesEmbedded(const Diagnostic &Error) {
  const SourceManager &Sources = Error.getSourceManager();
  const auto IsEmbedded = [&](const Decl *D) {
    return D && isEmbedded(Sources, D->getLocation());
  };
  for (unsigned I = 0; I != Error.getNumArgs(); ++I) {
    if (Error.getArgKind(I) == DiagnosticsEngine::ak_nameddecl &&
        IsEmbedded(reinterpret_cast<const NamedDecl *>(Error.getRawArg(I))))
      return true;
    if (Error.getArgKind(I) == DiagnosticsEngine::ak_qualtype &&
        IsEmbedded(declarationOf(QualType::getFromOpaquePtr(
            reinterpret_cast<const void *>(Error.getRawArg(I))))))
      return true;
  }
  return isEmbedded(Sources, Error.getLocation());
}

void UndeclaredNames::addNote(const Diagnostic &Note) {
  HasOtherErrors |= IsLastOther && Note.hasSourceManager() &&
                    isEmbedded(Note.getSourceManager(), Note.getLocation());
}

void UndeclaredNames::add(const Diagnostic &Error) {
  IsLastOther = false;
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
  // A launch in device code, which Clang does not know.
  case diag::err_ref_bad_target:
    return;
  default:
    if (isSyntaxError(Error.getID()))
      return addWordsNear(Error);
    IsLastOther = true;
    HasOtherErrors |= !Error.hasSourceManager() ||
                      Error.getLocation().isInvalid() || namesEmbedded(Error);
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
  const auto Next = Lexer::findNextToken(Place, Sources, LangOptions());
  if (!Name.empty() && Next && Next->is(tok::l_paren))
    CalledNames.insert(Name);
  IsOfStandard |= Name == "std" || isInStandard(Error);
}

static bool hasWordOf(StringRef Text, const llvm::StringSet<> &Words) {
  return forEachWord(Text,
                     [&](StringRef Word) { return Words.contains(Word); });
}

/// True if \p Text has one of \p Names as an identifier, but for those in
/// parentheses, most of which are parameters, or defines one of \p Macros.
/// Comments have many words, and to look for those is quick.
static bool declaresOneOf(StringRef Text, const llvm::StringSet<> &Names,
                          const llvm::StringSet<> &Macros) {
  if (!hasWordOf(Text, Names) && !hasWordOf(Text, Macros))
    return false;
  LangOptions Options;
  Options.CPlusPlus = Options.LineComment = true;
  Lexer Tokens(SourceLocation(), Options, Text.begin(), Text.begin(),
               Text.end());
  Token Next;
  bool IsAfterHash = false, IsAfterDefine = false;
  unsigned Depth = 0;
  do {
    Tokens.LexFromRawLexer(Next);
    const bool IsWord = Next.is(tok::raw_identifier);
    const StringRef Word = IsWord ? Next.getRawIdentifier() : StringRef();
    if (Next.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::hash))
      Depth = 0;
    else if (Next.is(tok::l_paren))
      ++Depth;
    else if (Next.is(tok::r_paren) && Depth != 0)
      --Depth;
    if (IsWord && ((Depth == 0 && Names.contains(Word)) ||
                   (IsAfterDefine && Macros.contains(Word))))
      return true;
    IsAfterDefine = IsAfterHash && Word == "define";
    IsAfterHash = Next.is(tok::hash);
  } while (Next.isNot(tok::eof));
  return false;
}

/// True if the toolkit in the directory \p Toolkit has one of \p Headers.
bool banklint::hasOneOf(StringRef Toolkit, llvm::ArrayRef<std::string> Headers,
                        bool WithLibraries, llvm::vfs::FileSystem &Files) {
  return llvm::any_of(Headers, [&](const std::string &Header) {
    return (WithLibraries || !StringRef(Header).contains('/')) &&
           (Files.exists(Toolkit + "/include/" + Header) ||
            Files.exists(Toolkit + "/include/cccl/" + Header));
  });
}

bool UndeclaredNames::mayBeIn(StringRef Toolkit,
                              llvm::ArrayRef<std::string> Missing,
                              bool WithLibraries,
                              llvm::vfs::FileSystem &Files) const {
  if (hasOneOf(Toolkit, Missing, WithLibraries, Files))
    return true;
  const std::string Include = (Toolkit + "/include").str();
  if (Names.empty() && HasOtherErrors && Missing.empty())
    return true;
  if (Names.empty() && MacroNames.empty())
    return false;
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
      if (Text && declaresOneOf((*Text)->getBuffer(), Names, MacroNames))
        return true;
    }
  }
  return false;
}
