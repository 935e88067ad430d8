//===- UndeclaredNames.cpp - Names that errors complain about -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UndeclaredNames.h"
#include "Ast/SourceFiles.h"
#include "banklint/Commands/SpelledIncludes.h"
#include "banklint/Parse/FileLayers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Type.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>

using namespace banklint;
using namespace clang;

/// What \p Error says has no such member; null if it is about something else.
static const DeclContext *contextOf(const Diagnostic &Error) {
  constexpr unsigned Place = 1;
  if (Error.getNumArgs() <= Place ||
      Error.getArgKind(Place) != DiagnosticsEngine::ak_declcontext)
    return nullptr;
  return reinterpret_cast<const DeclContext *>(Error.getRawArg(Place));
}

bool banklint::isInStandard(const Diagnostic &Error) {
  const DeclContext *Context = contextOf(Error);
  return Context && Context->isStdNamespace();
}

/// True if headers of the C++ library that nvcc's own headers include may
/// declare std::\p Name.
static bool isInIncludedLibrary(StringRef Name) {
  static constexpr llvm::StringLiteral Included[] = {
      "<algorithm>",        "<cmath>", "<cstddef>",     "<cstdlib>",
      "<initializer_list>", "<new>",   "<type_traits>", "<utility>"};
  const std::optional<tooling::stdlib::Symbol> Symbol =
      tooling::stdlib::Symbol::named("std::", Name);
  return !Symbol ||
         llvm::any_of(Symbol->headers(), [](const tooling::stdlib::Header &H) {
           return llvm::is_contained(Included, H.name());
         });
}

/// The outermost of the namespaces that \p Error says have no such member; null
/// if there is none.
static const NamespaceDecl *outermostNamespace(const Diagnostic &Error) {
  const NamespaceDecl *Result = nullptr;
  for (const DeclContext *Context = contextOf(Error); Context;
       Context = Context->getParent())
    if (const auto *Outer = dyn_cast<NamespaceDecl>(Context))
      Result = Outer;
  return Result;
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
  Lacking &L = All.emplace_back();
  L.Place = Error.getLocation();
  L.IsSyntax = true;
  forEachWord(Lines, [&L](StringRef Word) {
    L.Words.push_back(Word.str());
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

static StringRef tokenAt(SourceLocation Place, const SourceManager &Sources) {
  return Lexer::getSourceText(CharSourceRange::getTokenRange(Place), Sources,
                              LangOptions());
}

static std::optional<Token> tokenBehind(SourceLocation Place,
                                        const SourceManager &Sources) {
  return Lexer::findNextToken(Place, Sources, LangOptions());
}

void UndeclaredNames::add(const Diagnostic &Error) {
  IsLastOther = false;
  IsOfLibrary |=
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
  case diag::err_expected_namespace_name:
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
  const StringRef Name = tokenAt(Place, Sources);
  if (!Name.empty()) {
    Names.insert(Name);
    All.push_back({Error.getLocation(), {Name.str()}, /*IsSyntax=*/false});
    if (const NamespaceDecl *Library = outermostNamespace(Error))
      All.back().Words.push_back(Library->getNameAsString());
  }
  const std::optional<Token> Next = tokenBehind(Place, Sources);
  if (!Name.empty() && Next && Next->is(tok::l_paren))
    CalledNames.insert(Name);
  if (isInStandard(Error))
    IsOfLibrary |= isInIncludedLibrary(Name);
  else if (Name == "std" && Next && Next->is(tok::coloncolon))
    if (const auto Member = tokenBehind(Next->getLocation(), Sources))
      IsOfLibrary |=
          isInIncludedLibrary(tokenAt(Member->getLocation(), Sources));
}

static bool hasWordOf(StringRef Text, const llvm::StringSet<> &Words) {
  return forEachWord(Text,
                     [&](StringRef Word) { return Words.contains(Word); });
}

/// True if \p Text declares one of \p Names, other than as a parameter, a
/// member, a local or a namespace, or defines one of \p Macros. Comments have
/// many words, and to look for those is quick.
static bool declaresOneOf(StringRef Text, const llvm::StringSet<> &Names,
                          const llvm::StringSet<> &Macros) {
  if (!hasWordOf(Text, Names) && !hasWordOf(Text, Macros))
    return false;
  LangOptions Options;
  Options.CPlusPlus = Options.LineComment = true;
  Lexer Tokens(SourceLocation(), Options, Text.begin(), Text.begin(),
               Text.end());
  Token Next;
  bool IsAfterHash = false, IsAfterDefine = false, IsAfterNamespace = false;
  // What is behind one of the names shows whether it is declared or only used.
  bool IsBehindName = false;
  unsigned Parentheses = 0;
  // Braces of classes and functions that are open, and those within.
  unsigned Bodies = 0;
  bool IsBodyNext = true;
  do {
    Tokens.LexFromRawLexer(Next);
    const bool IsWord = Next.is(tok::raw_identifier);
    const StringRef Word = IsWord ? Next.getRawIdentifier() : StringRef();
    if (IsBehindName &&
        Next.isOneOf(tok::l_paren, tok::l_square, tok::l_brace, tok::r_brace,
                     tok::semi, tok::comma, tok::equal, tok::colon))
      return true;
    if (Next.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::hash))
      Parentheses = 0;
    else if (Next.is(tok::l_paren))
      ++Parentheses;
    else if (Next.is(tok::r_paren) && Parentheses != 0)
      --Parentheses;
    if (Next.is(tok::l_brace) && (Bodies != 0 || IsBodyNext))
      ++Bodies;
    else if (Next.is(tok::r_brace) && Bodies != 0)
      --Bodies;
    if (Next.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::r_paren))
      IsBodyNext = true;
    else if (Word == "namespace" || Word == "extern" || Word == "enum")
      IsBodyNext = false;
    if (IsAfterDefine && (Names.contains(Word) || Macros.contains(Word)))
      return true;
    IsBehindName = IsWord && Parentheses == 0 && Bodies == 0 &&
                   !IsAfterNamespace && Names.contains(Word);
    IsAfterNamespace = Word == "namespace";
    IsAfterDefine = IsAfterHash && Word == "define";
    IsAfterHash = Next.is(tok::hash);
  } while (Next.isNot(tok::eof));
  return false;
}

/// Adds the headers that \p Text includes, which stands in \p Directory, to
/// \p Headers: as they are called from everywhere, and beside it.
static void addIncluded(StringRef Text, StringRef Directory,
                        std::vector<std::string> &Headers) {
  for (const SpelledInclude &Each :
       spelledIncludes(Text).value_or(std::vector<SpelledInclude>())) {
    Headers.push_back(Each.Name);
    if (Each.IsAngled)
      continue;
    llvm::SmallString<64> Beside = Directory;
    llvm::sys::path::append(Beside, Each.Name);
    llvm::sys::path::remove_dots(Beside, /*remove_dot_dot=*/true);
    Headers.push_back(Beside.str().str());
  }
}

bool banklint::hasHeader(StringRef Toolkit, StringRef Header,
                         llvm::vfs::FileSystem &Files) {
  return Files.exists(Toolkit + "/include/" + Header) ||
         Files.exists(Toolkit + "/include/cccl/" + Header);
}

namespace {
/// The functions of a source, by where they are. Of declarations that were
/// precompiled none is loaded for that.
class FunctionPlaces {
public:
  explicit FunctionPlaces(const ASTContext &Context)
      : Sources(Context.getSourceManager()) {
    addIn(*Context.getTranslationUnitDecl());
  }

  /// The function around \p Place, from its name on; null if there is none.
  const FunctionDecl *at(SourceLocation Place) const {
    const auto [File, Offset] = Sources.getDecomposedExpansionLoc(Place);
    const auto It = Files.find(File);
    if (It == Files.end())
      return nullptr;
    const auto Behind = It->second.upper_bound(Offset);
    if (Behind == It->second.begin())
      return nullptr;
    const FunctionDecl *Function = std::prev(Behind)->second;
    const auto [EndFile, End] =
        Sources.getDecomposedExpansionLoc(Function->getEndLoc());
    // What stands before its name may have kept it from being for the device.
    const bool IsBeforeName =
        Offset <
        Sources.getDecomposedExpansionLoc(Function->getLocation()).second;
    return EndFile == File && Offset <= End && !IsBeforeName ? Function
                                                             : nullptr;
  }

private:
  void addIn(const DeclContext &Context) {
    for (const Decl *D : Context.noload_decls()) {
      const FunctionDecl *Function = D->getAsFunction();
      if (Function && Function->getBeginLoc().isValid()) {
        const auto [File, Offset] =
            Sources.getDecomposedExpansionLoc(Function->getBeginLoc());
        Files[File].emplace(Offset, Function);
      } else if (const auto *Template = dyn_cast<ClassTemplateDecl>(D)) {
        addIn(*Template->getTemplatedDecl());
      } else if (const auto *Inner = dyn_cast<DeclContext>(D)) {
        addIn(*Inner);
      }
    }
  }

  const SourceManager &Sources;
  llvm::DenseMap<FileID, std::map<unsigned, const FunctionDecl *>> Files;
};
} // namespace

void UndeclaredNames::finish(const ASTContext &Context) {
  if (All.empty())
    return;
  const SourceManager &Sources = Context.getSourceManager();
  const FunctionPlaces Functions(Context);
  llvm::DenseSet<const FunctionDecl *> Seen;
  for (const Lacking &L : All) {
    // The embedded declarations may be loaded or not.
    const FunctionDecl *Function =
        isEmbedded(Sources, L.Place) ? nullptr : Functions.at(L.Place);
    if (Function && ((!Function->hasAttr<CUDAGlobalAttr>() &&
                      !Function->hasAttr<CUDADeviceAttr>()) ||
                     !Seen.insert(Function).second))
      continue;
    (L.IsSyntax ? WordsThatCount : NamesThatCount)
        .insert(L.Words.begin(), L.Words.end());
  }
  All.clear();
  for (const SourceText &Read : loadedFiles(Sources)) {
    StringRef Name = Read.File.getName();
    if (Name.consume_front(HeaderDirectory) && Name.consume_front("/"))
      Included.push_back(Name.str());
  }
}

bool UndeclaredNames::mayBeIn(StringRef Toolkit,
                              llvm::ArrayRef<std::string> Missing,
                              llvm::vfs::FileSystem &Files) const {
  if (Names.empty() && HasOtherErrors && Missing.empty())
    return true;
  if (NamesThatCount.empty() && WordsThatCount.empty())
    return false;
  // Libraries have directories and namespaces of their names.
  for (StringRef Header : Missing)
    if (Header.contains('/') &&
        NamesThatCount.contains(Header.split('/').first) &&
        hasHeader(Toolkit, Header, Files))
      return true;
  std::vector<std::string> Asked = {"cuda_runtime.h"};
  Asked.insert(Asked.end(), Included.begin(), Included.end());
  Asked.insert(Asked.end(), Missing.begin(), Missing.end());
  llvm::StringSet<> Seen;
  while (!Asked.empty()) {
    const std::string Header = std::move(Asked.back());
    Asked.pop_back();
    const StringRef Directory = llvm::sys::path::parent_path(Header);
    const bool IsOfLibrary = !Directory.empty() && Directory != "crt" &&
                             Directory != "cooperative_groups";
    if (IsOfLibrary || !Seen.insert(Header).second)
      continue;
    const auto Text = Files.getBufferForFile(Toolkit + "/include/" + Header);
    if (!Text)
      continue;
    if (declaresOneOf((*Text)->getBuffer(), NamesThatCount, WordsThatCount))
      return true;
    addIncluded((*Text)->getBuffer(), Directory, Asked);
  }
  return false;
}
