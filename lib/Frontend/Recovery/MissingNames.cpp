//===- MissingNames.cpp - Declarations for names nobody declares ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissingNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace clang;

/// The text of the statement around \p Loc, and where in it that is.
static std::pair<llvm::StringRef, size_t>
statementAround(const SourceManager &Sources, SourceLocation Loc) {
  bool IsInvalid = false;
  auto [File, Offset] = Sources.getDecomposedLoc(Loc);
  llvm::StringRef Text = Sources.getBufferData(File, &IsInvalid);
  if (IsInvalid || Offset >= Text.size())
    return {"", 0};
  size_t Begin = Text.substr(0, Offset).find_last_of(";{}");
  Begin = Begin == llvm::StringRef::npos ? 0 : Begin + 1;
  size_t End = Text.find_first_of(";{}", Offset);
  return {Text.slice(Begin, End), Offset - Begin};
}

/// The tokens of \p Text as written, without comments.
static std::vector<llvm::StringRef> tokensOf(llvm::StringRef Text) {
  LangOptions Language;
  Language.CPlusPlus = Language.CUDA = true;
  // Lexers want a final NUL.
  std::string Copy = Text.str();
  Lexer Raw(SourceLocation(), Language, Copy.data(), Copy.data(),
            Copy.data() + Copy.size());
  std::vector<llvm::StringRef> Result;
  const char *Begin = Copy.data();
  Token T;
  for (bool IsEnd = false; !IsEnd;) {
    IsEnd = Raw.LexFromRawLexer(T);
    if (T.is(tok::eof))
      break;
    const char *End = Raw.getBufferLocation();
    Result.push_back(Text.substr(End - Begin - T.getLength(), T.getLength()));
  }
  return Result;
}

static bool isIdentifier(llvm::StringRef Token) {
  return !Token.empty() &&
         (isalpha(static_cast<unsigned char>(Token[0])) || Token[0] == '_');
}

bool MissingNames::add(const Diagnostic &Error) {
  if (Error.getID() != diag::err_undeclared_var_use &&
      Error.getID() != diag::err_no_member)
    return false;
  if (!Error.hasSourceManager() || Error.getLocation().isInvalid())
    return false;
  const SourceManager &Sources = Error.getSourceManager();
  auto [Text, At] =
      statementAround(Sources, Sources.getSpellingLoc(Error.getLocation()));
  std::vector<llvm::StringRef> Before = tokensOf(Text.substr(0, At));
  std::vector<llvm::StringRef> After = tokensOf(Text.substr(At));
  if (After.empty() || !isIdentifier(After[0]))
    return false;
  Name Missing;
  Missing.Place = Sources.getExpansionLoc(Error.getLocation());
  Missing.IsInLaunch =
      statementAround(Sources, Missing.Place).first.contains("<<<");
  // The namespaces before it, which are declared, and those behind.
  size_t First = Before.size();
  while (First >= 2 && Before[First - 1] == "::" &&
         isIdentifier(Before[First - 2]))
    First -= 2;
  for (size_t I = First; I + 1 < Before.size(); I += 2)
    Missing.Path.push_back(Before[I].str());
  if (Error.getID() == diag::err_no_member && Missing.Path.empty())
    return false;
  size_t Last = 0;
  for (; Last + 2 < After.size() && After[Last + 1] == "::" &&
         isIdentifier(After[Last + 2]);
       Last += 2)
    Missing.Path.push_back(After[Last].str());
  llvm::StringRef Next = Last + 1 < After.size() ? After[Last + 1] : "";
  // A type, or a template: a variable of that name would not help.
  bool IsVariable = Next != "<" && Next != "::" && !isIdentifier(Next);
  Missing.IsCall = Next == "(" && Missing.Path.empty();
  if (!IsVariable && Missing.Path.empty())
    return false;
  Missing.Path.push_back(IsVariable ? After[Last].str() : "");
  Names.push_back(std::move(Missing));
  return true;
}

using LocationRange = std::pair<SourceLocation, SourceLocation>;

/// Where the texts of \p Functions are; instantiations share one.
static std::set<LocationRange>
rangesOf(const SourceManager &Sources,
         llvm::ArrayRef<const FunctionDecl *> Functions) {
  std::set<LocationRange> Ranges;
  for (const FunctionDecl *Function : Functions)
    Ranges.emplace(Sources.getExpansionLoc(Function->getBeginLoc()),
                   Sources.getExpansionLoc(Function->getEndLoc()));
  return Ranges;
}

static bool isIn(const SourceManager &Sources, SourceLocation Place,
                 const LocationRange &Range) {
  return !Sources.isBeforeInTranslationUnit(Place, Range.first) &&
         !Sources.isBeforeInTranslationUnit(Range.second, Place);
}

/// True if what \p Path names, or something else than a namespace that stands
/// before it, is declared, if only behind its use: another declaration would
/// clash.
static bool isDeclared(ASTContext &Context, llvm::ArrayRef<std::string> Path) {
  const DeclContext *Outer = Context.getTranslationUnitDecl();
  for (const std::string &Name : Path) {
    if (Name.empty())
      return false;
    const auto Found = Outer->lookup(&Context.Idents.get(Name));
    if (Found.empty())
      return false;
    Outer = dyn_cast<NamespaceDecl>(Found.front());
    if (!Outer)
      return true;
  }
  return true;
}

std::string
MissingNames::declarations(ASTContext &Context,
                           llvm::ArrayRef<const FunctionDecl *> DeviceFunctions,
                           llvm::ArrayRef<const FunctionDecl *> Broken) const {
  const SourceManager &Sources = Context.getSourceManager();
  const std::set<LocationRange> Ranges = rangesOf(Sources, DeviceFunctions);
  const std::set<LocationRange> BrokenRanges = rangesOf(Sources, Broken);
  const auto IsInOneOf = [&](const std::set<LocationRange> &Of,
                             SourceLocation Place) {
    return llvm::any_of(Of, [&](const LocationRange &Range) {
      return isIn(Sources, Place, Range);
    });
  };
  std::set<std::vector<std::string>> Needed;
  for (const Name &N : Names)
    if (!Needed.count(N.Path) && !isDeclared(Context, N.Path) &&
        (N.IsCall ? IsInOneOf(BrokenRanges, N.Place)
                  : N.IsInLaunch || IsInOneOf(Ranges, N.Place)))
      Needed.insert(N.Path);
  std::set<std::string> Namespaces;
  for (const std::vector<std::string> &Path : Needed)
    if (Path.size() > 1)
      Namespaces.insert(Path[0]);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const std::vector<std::string> &Path : Needed) {
    // One name can't be both.
    if (Path.size() == 1 && Namespaces.count(Path[0]))
      continue;
    for (const std::string &Outer : llvm::ArrayRef(Path).drop_back())
      OS << "namespace " << Outer << " { ";
    if (!Path.back().empty())
      OS << "extern banklint_undeclared " << Path.back() << "; ";
    for (size_t I = 1; I < Path.size(); ++I)
      OS << "} ";
    OS << '\n';
  }
  return Text;
}
