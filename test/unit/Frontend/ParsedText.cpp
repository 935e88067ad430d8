//===- ParsedText.cpp - Clang's tree of a text ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedText.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Stmt.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace banklint;
using namespace banklint::test;
using namespace clang;

namespace {
class ErrorConsumer : public DiagnosticConsumer {
public:
  ErrorConsumer(SourceErrors &Errors, MessageTest MayBeMended)
      : Errors(Errors), MayBeMended(MayBeMended) {}
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    llvm::SmallString<64> Message;
    Info.FormatDiagnostic(Message);
    if (Level >= DiagnosticsEngine::Error)
      Errors.add(Info, MayBeMended && MayBeMended(Message));
  }

private:
  SourceErrors &Errors;
  MessageTest MayBeMended;
};

class NameFinder : public RecursiveASTVisitor<NameFinder> {
public:
  NameFinder(llvm::StringRef Name,
             llvm::function_ref<bool(const NamedDecl &)> IsWanted)
      : Name(Name), IsWanted(IsWanted) {}
  bool VisitNamedDecl(NamedDecl *D) {
    if (!Found && !D->isImplicit() && D->getNameAsString() == Name &&
        IsWanted(*D))
      Found = D;
    return !Found;
  }

  llvm::StringRef Name;
  llvm::function_ref<bool(const NamedDecl &)> IsWanted;
  NamedDecl *Found = nullptr;
};
} // namespace

ParsedText::ParsedText(llvm::StringRef Code, MessageTest MayBeMended) {
  ErrorConsumer Consumer(Errors, MayBeMended);
  Unit = tooling::buildASTFromCodeWithArgs(
      Code, {"-std=c++17", "-fno-spell-checking"}, "text.cpp", "clang",
      std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(), {}, &Consumer);
}

NamedDecl *
ParsedText::findNamed(llvm::StringRef Name,
                      llvm::function_ref<bool(const NamedDecl &)> IsWanted) {
  NameFinder Finder(Name, IsWanted);
  Finder.TraverseDecl(context().getTranslationUnitDecl());
  EXPECT_NE(Finder.Found, nullptr) << Name.str();
  return Finder.Found;
}

const CompoundStmt &ParsedText::body(llvm::StringRef Name) {
  return *cast<CompoundStmt>(find<FunctionDecl>(Name).getBody());
}

SourceLocation ParsedText::locationOf(llvm::StringRef Text) {
  const FileID File = sources().getMainFileID();
  const size_t Offset = sources().getBufferData(File).find(Text);
  EXPECT_NE(Offset, llvm::StringRef::npos) << Text.str();
  return sources().getLocForStartOfFile(File).getLocWithOffset(Offset);
}
