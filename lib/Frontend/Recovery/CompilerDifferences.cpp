//===- CompilerDifferences.cpp - What nvcc accepts, not Clang -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerDifferences.h"
#include "RawTokens.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;
using namespace clang;

void CompilerDifferences::add(const Diagnostic &Error) {
  IsForBoth = Error.getID() == diag::err_cuda_ovl_target;
  IsForDevice = Error.getID() == diag::err_member_decl_does_not_match;
  if (!Error.hasSourceManager() || Error.getLocation().isInvalid())
    return;
  switch (Error.getID()) {
  case diag::err_bound_member_function:
  case diag::err_ovl_unresolvable:
  case diag::err_template_kw_missing:
    return addTemplateName(Error);
  case diag::err_typename_missing:
  case diag::err_typename_missing_template:
    return addTypeName(Error);
  default:
    return;
  }
}

void CompilerDifferences::merge(const CompilerDifferences &Other) {
  DeviceLater.insert(Other.DeviceLater.begin(), Other.DeviceLater.end());
  for (const auto &[Offset, Files] : Other.Keywords)
    Keywords[Offset].insert(Files.begin(), Files.end());
}

/// An error says that a definition does not fit, and \p Note which declaration
/// it may be of.
void CompilerDifferences::addNote(const Diagnostic &Note) {
  if ((!IsForBoth && !IsForDevice) || !Note.hasSourceManager() ||
      Note.getLocation().isInvalid())
    return;
  const SourceManager &Sources = Note.getSourceManager();
  const auto [File, Offset] =
      Sources.getDecomposedExpansionLoc(Note.getLocation());
  DeviceLater.try_emplace(
      {Sources.getFilename(Note.getLocation()).str(), Offset}, IsForBoth);
}

/// Calls \p See with the tokens of the text from the start of the statement on
/// that \p Error is in, and whether they stand before that.
static void forEachTokenAround(
    const Diagnostic &Error,
    llvm::function_ref<bool(const Token &T, bool IsBefore)> See) {
  const SourceManager &Sources = Error.getSourceManager();
  const auto [File, Offset] =
      Sources.getDecomposedSpellingLoc(Error.getLocation());
  const llvm::StringRef Text = Sources.getBufferData(File);
  const size_t Start = Text.take_front(Offset).find_last_of(";{}") + 1;
  LangOptions Language;
  Language.CPlusPlus = true;
  forEachRawToken(Sources, Language, File, Start, [&](const Token &T, bool) {
    return See(T, Sources.getFileOffset(T.getLocation()) < Offset);
  });
}

/// \p Keyword is missing behind \p T, in the file of \p Error.
void CompilerDifferences::addMissing(const Diagnostic &Error, const Token &T,
                                     tok::TokenKind Keyword) {
  const SourceManager &Sources = Error.getSourceManager();
  Keywords[Sources.getFileOffset(T.getLocation())].try_emplace(
      Sources.getFilename(Sources.getSpellingLoc(Error.getLocation())).str(),
      Keyword);
}

/// \p Error is at a name or before it.
void CompilerDifferences::addTemplateName(const Diagnostic &Error) {
  Token Before, Name;
  Before.startToken();
  Name.startToken();
  bool IsNameBefore = true;
  forEachTokenAround(Error, [&](const Token &T, bool IsBefore) {
    const bool IsArgumentList =
        T.is(tok::less) && Name.is(tok::raw_identifier) && !IsNameBefore &&
        Before.isOneOf(tok::period, tok::arrow, tok::coloncolon);
    if (IsArgumentList)
      addMissing(Error, Before, tok::kw_template);
    Before = std::exchange(Name, T);
    IsNameBefore = IsBefore;
    return !IsArgumentList && T.isNot(tok::semi);
  });
}

/// \p Error is at the start of the name of a type.
void CompilerDifferences::addTypeName(const Diagnostic &Error) {
  std::optional<Token> Last;
  forEachTokenAround(Error, [&](const Token &T, bool IsBefore) {
    if (IsBefore)
      Last = T;
    return IsBefore;
  });
  if (Last)
    addMissing(Error, *Last, tok::kw_typename);
}

void CompilerDifferences::addDevice(Decl &D) const {
  FunctionDecl *Function = DeviceLater.empty() ? nullptr : D.getAsFunction();
  if (!Function || Function->hasAttr<CUDADeviceAttr>())
    return;
  ASTContext &Context = Function->getASTContext();
  const SourceManager &Sources = Context.getSourceManager();
  const SourceLocation Place = Function->getLocation();
  const auto Known =
      DeviceLater.find({Sources.getFilename(Place).str(),
                        Sources.getDecomposedExpansionLoc(Place).second});
  if (Known == DeviceLater.end())
    return;
  if (Known->second && !Function->hasAttr<CUDAHostAttr>())
    Function->addAttr(CUDAHostAttr::CreateImplicit(Context));
  Function->addAttr(CUDADeviceAttr::CreateImplicit(Context));
}

void CompilerDifferences::addKeyword(const Token &T,
                                     Preprocessor &Macros) const {
  // A keyword that was returned has the place of the token before it.
  if (Keywords.empty() || T.isOneOf(tok::kw_template, tok::kw_typename))
    return;
  const SourceManager &Sources = Macros.getSourceManager();
  const SourceLocation Place = Sources.getSpellingLoc(T.getLocation());
  const auto Files = Keywords.find(Sources.getFileOffset(Place));
  if (Files == Keywords.end())
    return;
  const auto Known = Files->second.find(Sources.getFilename(Place).str());
  if (Known == Files->second.end())
    return;
  auto Keyword = std::make_unique<Token[]>(1);
  Keyword[0].startToken();
  Keyword[0].setKind(Known->second);
  Keyword[0].setIdentifierInfo(
      Macros.getIdentifierInfo(tok::getKeywordSpelling(Known->second)));
  Keyword[0].setLocation(T.getLocation());
  Macros.EnterTokenStream(std::move(Keyword), 1, /*DisableMacroExpansion=*/true,
                          /*IsReinject=*/false);
}

/// The value that \p Init has if what overflows wraps around; nothing if
/// anything else keeps it from being a constant. nvcc shifts by too much to 0,
/// and Clang does not.
static std::optional<llvm::APSInt> wrappedValue(const clang::Expr &Init,
                                                const ASTContext &Context) {
  llvm::SmallVector<PartialDiagnosticAt, 4> Notes;
  clang::Expr::EvalResult Result;
  Result.Diag = &Notes;
  if (Init.isValueDependent() || Init.containsErrors() ||
      !Init.EvaluateAsInt(Result, Context,
                          clang::Expr::SE_AllowUndefinedBehavior) ||
      llvm::any_of(Notes, [](const PartialDiagnosticAt &Note) {
        return Note.second.getDiagID() != diag::note_constexpr_overflow &&
               Note.second.getDiagID() != diag::note_constexpr_lshift_discards;
      }))
    return std::nullopt;
  return Result.Val.getInt();
}

std::string banklint::constantError() {
  return DiagnosticIDs()
      .getDescription(diag::err_in_class_initializer_non_constant)
      .str();
}

unsigned banklint::wrapConstants(CXXRecordDecl &Record) {
  ASTContext &Context = Record.getASTContext();
  if (!Context.getDiagnostics().hasErrorOccurred())
    return 0;
  unsigned Wrapped = 0;
  bool AreAllValid = true;
  for (Decl *Member : Record.decls()) {
    auto *Constant = dyn_cast<VarDecl>(Member);
    const clang::Expr *Init =
        Constant && Constant->isInvalidDecl() ? Constant->getInit() : nullptr;
    const bool IsNumber = Init && Constant->getType()->isIntegerType() &&
                          !Constant->getType()->isBooleanType();
    const std::optional<llvm::APSInt> Value =
        IsNumber ? wrappedValue(*Init, Context) : std::nullopt;
    if (Value) {
      // The end of the declaration stays.
      Constant->setInit(IntegerLiteral::Create(
          Context, *Value, Init->getType().getUnqualifiedType(),
          Init->getEndLoc()));
      Constant->setInvalidDecl(false);
      llvm::SmallVector<PartialDiagnosticAt, 1> None;
      Constant->checkForConstantInitialization(None);
      // As Clang has constants that code for the device may name.
      if (!Constant->hasAttr<CUDAConstantAttr>())
        Constant->addAttr(CUDAConstantAttr::CreateImplicit(Context));
      ++Wrapped;
    }
    AreAllValid &= !Member->isInvalidDecl();
  }
  if (Wrapped != 0 && AreAllValid)
    Record.setInvalidDecl(false);
  return Wrapped;
}
