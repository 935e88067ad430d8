//===- LostUses.cpp - Device code that the AST lacks ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Memory/LostUses.h"
#include "Ast/AstWalker.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

/// The variables that \p Name may mean in the functions being lowered.
llvm::SmallVector<const VarDecl *, 2>
LostUses::variablesNamed(const IdentifierInfo &Name) const {
  llvm::SmallVector<const VarDecl *, 2> Result;
  auto Add = [&](const Decl *D) {
    const auto *Variable = dyn_cast<VarDecl>(D);
    if (Variable && Variable->getIdentifier() == &Name &&
        !llvm::is_contained(Result, Variable))
      Result.push_back(Variable);
  };
  for (const Frame &F : Frames) {
    for (const auto &Bound : F.Bindings)
      Add(Bound.first);
    for (const Decl *D : F.Function->decls())
      Add(D);
    for (const DeclContext *Scope = F.Function->getDeclContext(); Scope;
         Scope = Scope->getParent())
      for (const NamedDecl *D : Scope->lookup(&Name))
        Add(D);
  }
  for (const VarDecl *Known : Arrays.declarations())
    Add(Known);
  return Result;
}

/// True if what \p B binds may point into shared memory.
bool LostUses::mayHoldShared(const Binding &B) const {
  if (B.Kind == Binding::Scalar)
    return Emit.Values.mayHoldShared(B.Index);
  const LValue P = placeOf(B);
  return P.isMemory() || Mem.holdsSharedPointer(P);
}

void LostUses::lowerAccess(const VarDecl &Decl, const Token &Name,
                           const LostUse &Use, const Reason &Why) {
  const Binding *B = Frames.bindingOf(Decl);
  if (Decl.hasAttr<CUDASharedAttr>() || (B && mayHoldShared(*B)))
    Emit.emitUnknownAccess(Use.IsAssigned ? MemoryOperation::Store
                                          : MemoryOperation::Load,
                           Arrays.numberOf(Decl), 4, Name.getLocation(), Why);
}

void LostUses::forget(const VarDecl &Decl, const LostUse &Use,
                      const Reason &Why) {
  const Binding *B = Frames.bindingOf(Decl);
  if (!B || !Use.mayChange())
    return;
  LValue P;
  if (B->Kind != Binding::Scalar || !Use.IsPart)
    P = placeOf(*B);
  Mem.forget(P, Decl.getType().getNonReferenceType(), Why.Code, Why.Detail);
  Mem.forgetReferences(P, Why.Code, Why.Detail);
}

void LostUses::lowerUse(const VarDecl &Decl, const Token &Name,
                        const LostUse &Use, const Reason &Why) {
  lowerAccess(Decl, Name, Use, Why);
  forget(Decl, Use, Why);
}

void LostUses::lower(const LostTokens &Tokens, const Reason &Why,
                     llvm::ArrayRef<llvm::StringRef> Known) {
  // What macros expand to may name a variable a thousand times.
  llvm::SmallSet<std::pair<const VarDecl *, bool>, 16> Forgotten;
  for (unsigned I = 0; I != Tokens.size(); ++I) {
    const IdentifierInfo *Name = Tokens[I].getIdentifierInfo();
    if (Tokens[I].is(tok::kw_return)) {
      banklint::Stmt &If = Emit.append(StmtKind::If, Tokens[I].getLocation());
      If.Value = Emit.Builder.opaque({Why, "", /*Divergent=*/true}, BoolType);
      If.Blocks.resize(2);
      llvm::SaveAndRestore Restore(Emit.Out, &If.Blocks[0]);
      Emit.append(StmtKind::Return, Tokens[I].getLocation());
    }
    if (Tokens[I].isNot(tok::identifier) ||
        llvm::is_contained(Known, Name->getName()))
      continue;
    if (I > 0 &&
        Tokens[I - 1].isOneOf(tok::period, tok::arrow, tok::coloncolon))
      continue;
    if (Name->getName() == "__shared__")
      Emit.emitUnknownAccess(MemoryOperation::Load, std::nullopt, 4,
                             Tokens[I].getLocation(), Why);
    LostUse Use = useAt(Tokens, I);
    for (const VarDecl *Decl : variablesNamed(*Name)) {
      lowerAccess(*Decl, Tokens[I], Use, Why);
      if (Use.mayChange() && Forgotten.insert({Decl, Use.IsPart}).second)
        forget(*Decl, Use, Why);
    }
  }
}

Reason banklint::parseError(const LostCode &Lost, SourceLocation Begin,
                            SourceLocation End) {
  const std::string *Message = Lost.error(Begin, End);
  return {ReasonCode::ParseError,
          Message ? *Message : "an expression that does not parse"};
}

unsigned banklint::writtenAlignment(const LostCode &Lost, const VarDecl &Decl) {
  if (Decl.getBeginLoc().isInvalid())
    return 1;
  LostTokens Tokens = Lost.between(Decl.getBeginLoc(), Decl.getLocation());
  unsigned Alignment = 1;
  for (unsigned I = 0; I + 3 < Tokens.size(); ++I) {
    unsigned Value = 0;
    if (Tokens[I].is(tok::kw_alignas) && Tokens[I + 1].is(tok::l_paren) &&
        Tokens[I + 2].is(tok::numeric_constant) &&
        Tokens[I + 3].is(tok::r_paren) &&
        !llvm::StringRef(Tokens[I + 2].getLiteralData(),
                         Tokens[I + 2].getLength())
             .getAsInteger(0, Value) &&
        llvm::isPowerOf2_32(Value))
      Alignment = std::max(Alignment, Value);
  }
  return Alignment;
}

Reason banklint::invalidDeclaration(const LostCode &Lost, const VarDecl &Decl) {
  std::string Text =
      "'" + Decl.getNameAsString() + "' has no valid declaration";
  // The tree may end before the part that is wrong.
  LostTokens Tokens = Lost.statementAt(Decl.getLocation());
  if (!Tokens.empty())
    if (const std::string *Message =
            Lost.error(Decl.getBeginLoc(), Tokens.back().getLocation()))
      Text += ": " + *Message;
  return {ReasonCode::UnknownArray, std::move(Text)};
}

bool banklint::losesJumps(const LostCode &Lost, const FunctionDecl &Function) {
  SourceRange Range = Function.getBody()->getSourceRange();
  if (!Lost.error(Range.getBegin(), Range.getEnd()))
    return false;
  for (const CompoundStmt *S : nodesIn<CompoundStmt>(Function.getBody()))
    for (unsigned I = 0; I <= S->size(); ++I) {
      LostTokens Tokens = Lost.before(*S, I);
      bool HasLoop = llvm::any_of(Tokens, [](const Token &T) {
        return T.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do,
                         tok::kw_switch);
      });
      if (llvm::any_of(Tokens, [&](const Token &T) {
            return T.isOneOf(tok::kw_goto, tok::kw_case, tok::kw_default) ||
                   (!HasLoop && T.isOneOf(tok::kw_break, tok::kw_continue));
          }))
        return true;
    }
  return false;
}
