//===- UncompiledUses.cpp - Uses of arrays that Clang does not see --------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an #if or an 'if constexpr' leaves out is compiled elsewhere: for
// another architecture, with another option. If it uses an array otherwise than
// by all of its subscripts, a change of the layout may be wrong there.
//
//===----------------------------------------------------------------------===//

#include "UncompiledUses.h"
#include "Ast/AstWalker.h"
#include "Recovery/RawTokens.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

namespace {

/// Where a function's AST names variables.
class NamedPlaces : public AstWalker {
public:
  explicit NamedPlaces(const SourceManager &Sources) : Sources(Sources) {}

  bool visitStmt(const clang::Stmt *S) override {
    if (const auto *Name = dyn_cast<DeclRefExpr>(S))
      add(Name->getLocation());
    return true;
  }
  // An array's extents may stand in a typedef, not behind its name.
  bool visitDecl(Decl *D) override {
    if (isa<VarDecl>(D))
      add(D->getLocation());
    return true;
  }

  llvm::DenseSet<unsigned> Offsets;

private:
  void add(SourceLocation Place) {
    Offsets.insert(Sources.getFileOffset(Sources.getFileLoc(Place)));
  }

  const SourceManager &Sources;
};

} // namespace

/// The tokens of a body's text, whether they are compiled or not, without
/// comments and directives.
static std::vector<Token> tokensOf(SourceRange Body,
                                   const SourceManager &Sources,
                                   const LangOptions &Language) {
  std::vector<Token> Result;
  const FileID File = Sources.getFileID(Body.getBegin());
  const unsigned End = Sources.getFileOffset(Body.getEnd());
  if (File != Sources.getFileID(Body.getEnd()))
    return Result;
  forEachRawToken(Sources, Language, File,
                  Sources.getFileOffset(Body.getBegin()),
                  [&](const Token &T, bool IsInDirective) {
                    if (Sources.getFileOffset(T.getLocation()) >= End)
                      return false;
                    if (!IsInDirective)
                      Result.push_back(T);
                    return true;
                  });
  return Result;
}

/// The pairs of square brackets behind token number \p I.
static unsigned subscriptsBehind(llvm::ArrayRef<Token> Tokens, size_t I) {
  unsigned Count = 0, Depth = 0;
  for (++I; I < Tokens.size(); ++I) {
    if (Tokens[I].is(tok::l_square)) {
      ++Depth;
    } else if (Depth == 0) {
      break;
    } else if (Tokens[I].is(tok::r_square)) {
      --Depth;
      Count += Depth == 0;
    }
  }
  return Count;
}

/// Those in \p Function of the arrays that it declares.
static void addUses(const FunctionDecl &Function,
                    llvm::ArrayRef<unsigned> Declared, LoweredKernel &Lowered) {
  const SourceManager &Sources = Lowered.Places.sources();
  const SourceRange Body = Function.getBody()->getSourceRange();
  if (Body.getBegin().isMacroID() || Body.getEnd().isMacroID())
    return;
  NamedPlaces Named(Sources);
  Named.walk(Function.getBody());
  const std::vector<Token> Tokens =
      tokensOf(Body, Sources, Lowered.Places.language());
  for (size_t I = 0; I != Tokens.size(); ++I) {
    const Token &T = Tokens[I];
    if (!T.is(tok::raw_identifier) ||
        Named.Offsets.count(Sources.getFileOffset(T.getLocation())) ||
        (I > 0 && Tokens[I - 1].isOneOf(tok::period, tok::arrow)))
      continue;
    for (unsigned Number : Declared) {
      SharedArray &Array = Lowered.Program.Arrays[Number];
      if (T.getRawIdentifier() == Array.Name &&
          subscriptsBehind(Tokens, I) < Array.Extents.size())
        // Behind other uses of its elements, and before those of its type.
        Array.LayoutUses.insert(
            llvm::find_if(Array.LayoutUses,
                          [](const LayoutUse &Use) { return Use.IsOfType; }),
            {Lowered.Places.spanOf(T.getLocation()),
             "code that is not compiled here"});
    }
  }
}

void banklint::addUncompiledUses(LoweredKernel &Lowered) {
  llvm::MapVector<const FunctionDecl *, std::vector<unsigned>> Declared;
  for (auto [Number, Decl] : llvm::enumerate(Lowered.ArrayDecls)) {
    const auto *Function =
        dyn_cast_or_null<FunctionDecl>(Decl->getParentFunctionOrMethod());
    if (Function && Function->doesThisDeclarationHaveABody() &&
        !Function->isDependentContext() &&
        !Lowered.Program.Arrays[Number].Extents.empty())
      Declared[Function].push_back(Number);
  }
  for (const auto &[Function, Numbers] : Declared)
    addUses(*Function, Numbers, Lowered);
}
