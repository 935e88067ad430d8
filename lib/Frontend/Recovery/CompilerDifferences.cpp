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
  if (Error.hasSourceManager() && Error.getLocation().isValid() &&
      (Error.getID() == diag::err_bound_member_function ||
       Error.getID() == diag::err_template_kw_missing))
    addTemplateName(Error);
}

void CompilerDifferences::merge(const CompilerDifferences &Other) {
  DeviceLater.insert(Other.DeviceLater.begin(), Other.DeviceLater.end());
  BeforeTemplates.insert(Other.BeforeTemplates.begin(),
                         Other.BeforeTemplates.end());
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

/// \p Error is at a name or before it. What stands before the name is looked
/// for from the start of the statement on.
void CompilerDifferences::addTemplateName(const Diagnostic &Error) {
  const SourceManager &Sources = Error.getSourceManager();
  const SourceLocation Place = Sources.getSpellingLoc(Error.getLocation());
  const FileID File = Sources.getFileID(Place);
  const unsigned Offset = Sources.getFileOffset(Place);
  const llvm::StringRef Text = Sources.getBufferData(File);
  const size_t Start = Text.take_front(Offset).find_last_of(";{}") + 1;
  LangOptions Language;
  Language.CPlusPlus = true;
  Token Before, Name;
  Before.startToken();
  Name.startToken();
  forEachRawToken(Sources, Language, File, Start, [&](const Token &T, bool) {
    const bool IsArgumentList =
        T.is(tok::less) && Name.is(tok::raw_identifier) &&
        Sources.getFileOffset(Name.getLocation()) >= Offset &&
        Before.isOneOf(tok::period, tok::arrow, tok::coloncolon);
    if (IsArgumentList)
      BeforeTemplates.emplace(Sources.getFilename(Place).str(),
                              Sources.getFileOffset(Before.getLocation()));
    Before = std::exchange(Name, T);
    return !IsArgumentList && T.isNot(tok::semi);
  });
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

void CompilerDifferences::addTemplate(const Token &T,
                                      Preprocessor &Macros) const {
  if (BeforeTemplates.empty() ||
      !T.isOneOf(tok::period, tok::arrow, tok::coloncolon))
    return;
  const SourceManager &Sources = Macros.getSourceManager();
  const SourceLocation Place = Sources.getSpellingLoc(T.getLocation());
  if (!BeforeTemplates.count(
          {Sources.getFilename(Place).str(), Sources.getFileOffset(Place)}))
    return;
  auto Keyword = std::make_unique<Token[]>(1);
  Keyword[0].startToken();
  Keyword[0].setKind(tok::kw_template);
  Keyword[0].setIdentifierInfo(Macros.getIdentifierInfo("template"));
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
