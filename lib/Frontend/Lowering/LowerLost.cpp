//===- LowerLost.cpp - Device code that the AST lacks ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens of lost code tell enough to stay honest: a shared variable named there
// is an access that nobody knows, a local variable that may be changed there is
// forgotten, and a jump makes the rest conditional.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Recovery/LostCode.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

/// The variables that \p Name may mean in the functions being lowered.
llvm::SmallVector<const VarDecl *, 2>
Lowering::variablesNamed(const IdentifierInfo &Name) {
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
  for (const auto &Known : ArrayNumbers)
    Add(Known.first);
  return Result;
}

/// True if what \p B binds may point into shared memory.
bool Lowering::mayHoldShared(const Binding &B) {
  if (B.Kind == Binding::Scalar)
    return SharedAddresses.count(B.Index);
  LValue P = B.Target;
  if (B.Kind == Binding::Members) {
    P.Kind = LValue::Record;
    P.Index = B.Index;
  }
  return P.Kind == LValue::Shared || P.Kind == LValue::Pointer ||
         holdsSharedPointer(P);
}

/// What lost code may do with \p Decl.
void Lowering::lowerLostUse(const VarDecl &Decl, const Token &Name,
                            bool IsAssigned, bool MayChange, bool IsPart,
                            const Reason &Why) {
  Binding *B = bindingOf(Decl);
  if (Decl.hasAttr<CUDASharedAttr>() || (B && mayHoldShared(*B)))
    emitUnknownAccess(IsAssigned ? MemoryOperation::Store
                                 : MemoryOperation::Load,
                      sharedArray(Decl), 4, Name.getLocation(), Why);
  if (!B || !MayChange)
    return;
  LValue P;
  if (B->Kind == Binding::Alias) {
    P = B->Target;
  } else if (B->Kind == Binding::Scalar && !IsPart) {
    P.Kind = LValue::Variable;
    P.Index = B->Index;
  } else if (B->Kind == Binding::Members) {
    P.Kind = LValue::Record;
    P.Index = B->Index;
  }
  forget(P, Decl.getType().getNonReferenceType(), Why.Code, Why.Detail);
  forgetReferences(P, Why.Code, Why.Detail);
}

/// Stands for code that has only tokens. Of variables in \p Known, their AST is
/// lowered elsewhere.
void Lowering::lowerLost(const LostTokens &Tokens, const Reason &Why,
                         llvm::ArrayRef<llvm::StringRef> Known) {
  for (unsigned I = 0; I != Tokens.size(); ++I) {
    const IdentifierInfo *Name = Tokens[I].getIdentifierInfo();
    if (Tokens[I].is(tok::kw_return)) {
      banklint::Stmt &If = append(StmtKind::If, Tokens[I].getLocation());
      If.Value = Builder.opaque({Why, "", /*Divergent=*/true}, BoolType);
      If.Blocks.resize(2);
      llvm::SaveAndRestore Restore(Out, &If.Blocks[0]);
      append(StmtKind::Return, Tokens[I].getLocation());
    }
    if (Tokens[I].isNot(tok::identifier) ||
        llvm::is_contained(Known, Name->getName()))
      continue;
    if (I > 0 &&
        Tokens[I - 1].isOneOf(tok::period, tok::arrow, tok::coloncolon))
      continue;
    if (Name->getName() == "__shared__")
      emitUnknownAccess(MemoryOperation::Load, std::nullopt, 4,
                        Tokens[I].getLocation(), Why);
    LostUse Use = useAt(Tokens, I);
    for (const VarDecl *Decl : variablesNamed(*Name))
      lowerLostUse(*Decl, Tokens[I], Use.IsAssigned, Use.mayChange(),
                   Use.IsPart, Why);
  }
}

/// What the compiler says about the source from \p Begin to \p End.
Reason Lowering::parseError(SourceLocation Begin, SourceLocation End) {
  const std::string *Message = Errors.find(Sources, Begin, End);
  return {ReasonCode::ParseError,
          Message ? *Message : "an expression that does not parse"};
}

/// The alignment that \p Decl asks for with alignas where nvcc takes it and
/// Clang does not: behind `__shared__`. 1 if there is none, or no number.
unsigned Lowering::writtenAlignment(const VarDecl &Decl) {
  if (Decl.getBeginLoc().isInvalid() ||
      !Errors.find(Sources, Decl.getBeginLoc(), Decl.getLocation()))
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

/// Why nothing is known of the shared variable \p Decl.
Reason Lowering::invalidDeclaration(const VarDecl &Decl) {
  std::string Text =
      "'" + Decl.getNameAsString() + "' has no valid declaration";
  // The tree may end before the part that is wrong.
  LostTokens Tokens = Lost.statementAt(Decl.getLocation());
  if (!Tokens.empty())
    if (const std::string *Message = Errors.find(Sources, Decl.getBeginLoc(),
                                                 Tokens.back().getLocation()))
      Text += ": " + *Message;
  return {ReasonCode::UnknownArray, std::move(Text)};
}

void Lowering::lowerCompound(const CompoundStmt &S) {
  for (unsigned I = 0; I <= S.size(); ++I) {
    if (LostTokens Tokens = Lost.before(S, I); !Tokens.empty())
      lowerLost(Tokens, parseError(Tokens.front().getLocation(),
                                   Tokens.back().getLocation()));
    if (I != S.size())
      lowerStmt(S.body_begin()[I]);
  }
}

void Lowering::lowerNull(const NullStmt &S) {
  LostTokens Tokens = Lost.inPlaceOf(S);
  if (!Tokens.empty())
    lowerLost(Tokens, parseError(S.getSemiLoc(), Tokens.back().getLocation()));
}

/// True if the declaration of \p Decl has tokens that its AST lacks: an
/// initialiser, or all of it. They are lowered then, and its value is unknown.
bool Lowering::lowerLostInit(const VarDecl &Decl) {
  LostTokens Tokens = Lost.declaring(Decl);
  if (Tokens.empty())
    return false;
  Reason Why =
      parseError(Tokens.front().getLocation(), Tokens.back().getLocation());
  // Uses of a shared variable without a valid declaration are told one by one,
  // if Clang did not mistake the type's name for that of the variable.
  llvm::SmallVector<llvm::StringRef, 2> Known;
  if (Decl.hasAttr<CUDASharedAttr>() && Decl.isReferenced())
    Known = {"__shared__", Decl.getName()};
  lowerLost(Tokens, Why, Known);
  if (Binding *B = bindingOf(Decl); B && B->Kind != Binding::Alias)
    lowerLostUse(Decl, Tokens.front(), /*IsAssigned=*/true, /*MayChange=*/true,
                 /*IsPart=*/false, Why);
  return true;
}

namespace {
/// Collects the statements that may have lost some of their parts.
class CompoundFinder : public RecursiveASTVisitor<CompoundFinder> {
public:
  std::vector<const CompoundStmt *> Found;
  bool VisitCompoundStmt(CompoundStmt *S) {
    Found.push_back(S);
    return true;
  }
};
} // namespace

/// True if control flow may be lost in \p Function, apart from returns.
bool Lowering::losesJumps(const FunctionDecl &Function) {
  SourceRange Range = Function.getBody()->getSourceRange();
  if (!Errors.find(Sources, Range.getBegin(), Range.getEnd()))
    return false;
  CompoundFinder Finder;
  Finder.TraverseStmt(Function.getBody());
  for (const CompoundStmt *S : Finder.Found)
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
