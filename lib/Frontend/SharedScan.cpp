//===- SharedScan.cpp - Files that need no parse --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedScan.h"
#include "Launches/Source/KernelFinder.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace banklint;
using namespace clang;

namespace {
/// Notices what only a parse can tell.
class ScanObstacles : public PPCallbacks {
public:
  explicit ScanObstacles(bool &MustParse) : MustParse(MustParse) {}
  bool FileNotFound(StringRef) override {
    MustParse = true;
    return true;
  }
  void moduleImport(SourceLocation, ModuleIdPath, const Module *) override {
    MustParse = true;
  }

private:
  bool &MustParse;
};

/// `#pragma clang attribute` gives attributes to declarations. The preprocessor
/// skips its tokens.
class AttributePragma : public PragmaHandler {
public:
  explicit AttributePragma(bool &MustParse)
      : PragmaHandler("attribute"), MustParse(MustParse) {}
  void HandlePragma(Preprocessor &, PragmaIntroducer, Token &) override {
    MustParse = true;
  }

private:
  bool &MustParse;
};

/// Recognizes text that is not C++: the parser says what is wrong with it.
class SourceShape {
public:
  /// False if no source has \p T after the tokens before.
  bool add(const Token &T);
  /// Whether a source may end here.
  bool isComplete() const {
    return Closing.empty() && (Last == tok::semi || Last == tok::r_brace);
  }

private:
  /// What closes the brackets that are open.
  llvm::SmallVector<tok::TokenKind, 32> Closing;
  /// As if behind a declaration.
  tok::TokenKind Last = tok::semi;
};

/// Recognizes kernels and launches by their tokens.
class LaunchScan {
public:
  void add(const Token &T);
  /// Something is launched that is not surely one of the kernels defined here.
  bool hasForeign() const {
    return IsForeign || llvm::any_of(Launched, [this](const auto *Name) {
             return !Defined.contains(Name) || Declared.contains(Name);
           });
  }
  const llvm::SetVector<const IdentifierInfo *> &defined() const {
    return Defined;
  }

private:
  void addLaunch();

  /// What was called in the statement or declaration so far.
  llvm::SmallVector<const IdentifierInfo *, 8> Called;
  bool IsKernel = false;
  /// The token before, if it is a name, and whether it is qualified.
  const IdentifierInfo *Last = nullptr;
  bool IsQualified = false;
  tok::TokenKind Before = tok::unknown;
  bool IsForeign = false;
  llvm::SmallPtrSet<const IdentifierInfo *, 8> Launched;
  /// Overloads may be defined elsewhere.
  llvm::SmallPtrSet<const IdentifierInfo *, 8> Declared;
  llvm::SetVector<const IdentifierInfo *> Defined;
};

/// Not a PreprocessorFrontendAction, since those read the text that a
/// precompiled header was made from.
class SharedScan : public ASTFrontendAction {
public:
  SharedScan(std::vector<KernelIdentity> *Defined,
             llvm::function_ref<void(CompilerInstance &)> Begin,
             llvm::function_ref<void(const Preprocessor &)> Inspect)
      : Defined(Defined), Begin(Begin), Inspect(Inspect) {}

  bool FoundNone = false;

private:
  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    Begin(Compiler);
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 StringRef) override {
    return std::make_unique<ASTConsumer>();
  }
  void ExecuteAction() override;
  bool readsToEnd(Preprocessor &PP) const;

  std::vector<KernelIdentity> *Defined;
  llvm::function_ref<void(CompilerInstance &)> Begin;
  llvm::function_ref<void(const Preprocessor &)> Inspect;
  bool MustParse = false;
};
} // namespace

bool SourceShape::add(const Token &T) {
  Last = T.getKind();
  switch (Last) {
  case tok::l_brace:
    Closing.push_back(tok::r_brace);
    return true;
  case tok::l_paren:
    Closing.push_back(tok::r_paren);
    return true;
  case tok::l_square:
    Closing.push_back(tok::r_square);
    return true;
  case tok::r_brace:
  case tok::r_paren:
  case tok::r_square:
    return !Closing.empty() && Closing.pop_back_val() == Last;
  default:
    return Last != tok::unknown;
  }
}

/// Chevrons behind template arguments may launch anything.
void LaunchScan::addLaunch() {
  if (Last && !IsQualified)
    Launched.insert(Last);
  else
    IsForeign = true;
}

void LaunchScan::add(const Token &T) {
  if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) {
    for (const IdentifierInfo *Name : Called)
      if (IsKernel && T.is(tok::l_brace))
        Defined.insert(Name);
      else if (IsKernel && T.is(tok::semi))
        Declared.insert(Name);
    Called.clear();
    IsKernel = false;
  }
  if (T.is(tok::l_paren) && Last)
    Called.push_back(Last);
  if (T.is(tok::lesslessless))
    addLaunch();
  Last = T.is(tok::identifier) ? T.getIdentifierInfo() : nullptr;
  IsQualified = Before == tok::coloncolon;
  Before = T.getKind();
  if (!Last)
    return;
  // `__global__` is a macro for an attribute.
  IsKernel |= Last->isStr("global") || Last->isStr("__global__");
  IsForeign |= launchKind(Last->getName()).has_value();
}

void SharedScan::ExecuteAction() {
  Preprocessor &PP = getCompilerInstance().getPreprocessor();
  PP.addPPCallbacks(std::make_unique<ScanObstacles>(MustParse));
  PP.AddPragmaHandler("clang", new AttributePragma(MustParse));
  PP.EnterMainSourceFile();
  FoundNone = readsToEnd(PP);
  if (FoundNone)
    Inspect(PP);
}

/// False if the scan ended at a token or an obstacle.
bool SharedScan::readsToEnd(Preprocessor &PP) const {
  // The name of the attribute; `__shared__` is a macro, unless it is undefined.
  const IdentifierInfo *const Names[] = {PP.getIdentifierInfo("shared"),
                                         PP.getIdentifierInfo("__shared__")};
  const DiagnosticsEngine &Diagnostics = PP.getDiagnostics();
  SourceShape Shape;
  LaunchScan Launches;
  while (true) {
    Token T;
    PP.Lex(T);
    if (MustParse || Diagnostics.hasErrorOccurred())
      return false;
    if (T.is(tok::eof)) {
      if (Defined)
        for (const IdentifierInfo *Name : Launches.defined())
          Defined->emplace_back().Name = Name->getName().str();
      return Shape.isComplete() && !Launches.hasForeign();
    }
    if (Defined)
      Launches.add(T);
    // Those that stand for modules or binary files.
    if (T.isAnnotation() || !Shape.add(T) ||
        llvm::is_contained(Names, T.getIdentifierInfo()))
      return false;
  }
}

/// True if \p Text has the token `__shared__`, in code that is compiled or not.
static bool spellsShared(llvm::StringRef Text, const LangOptions &Language) {
  if (!Text.contains("__shared__"))
    return false;
  Lexer Raw(SourceLocation(), Language, Text.begin(), Text.begin(), Text.end());
  Token T;
  do {
    Raw.LexFromRawLexer(T);
    if (T.is(tok::raw_identifier) && T.getRawIdentifier() == "__shared__")
      return true;
  } while (T.isNot(tok::eof));
  return false;
}

bool banklint::isWithoutShared(
    const CompilerInvocation &Invocation, FileManager &Files,
    std::vector<KernelIdentity> *Defined,
    llvm::function_ref<void(CompilerInstance &)> Begin,
    llvm::function_ref<void(const Preprocessor &)> Inspect) {
  if (!Invocation.getPreprocessorOpts().ImplicitPCHInclude.empty())
    return false;
  // Most files with shared memory declare it themselves: no scan for those.
  for (const FrontendInputFile &Input : Invocation.getFrontendOpts().Inputs) {
    const auto Text = Files.getBufferForFile(Input.getFile());
    if (!Text || spellsShared((*Text)->getBuffer(), Invocation.getLangOpts()))
      return false;
  }
  CompilerInstance Compiler;
  Compiler.setInvocation(std::make_shared<CompilerInvocation>(Invocation));
  Compiler.setFileManager(&Files);
  IgnoringDiagConsumer Unread;
  Compiler.createDiagnostics(&Unread, /*ShouldOwnClient=*/false);
  Compiler.createSourceManager(Files);
  SharedScan Scan(Defined, Begin, Inspect);
  return Compiler.ExecuteAction(Scan) && Scan.FoundNone;
}
