//===- MemberUses.cpp - The members of a vector that are used -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemberUses.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Recovery/LostCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <bitset>

using namespace banklint;
using namespace clang;

/// By their number.
using MemberSet = std::bitset<4>;

namespace {
/// Finds the members of a variable that a function's body reads.
class UseFinder : public AstWalker {
public:
  UseFinder(const VarDecl &Variable, ASTContext &Context, unsigned Depth)
      : Variable(Variable), Context(Context), Depth(Depth) {}

  /// Nothing if the variable is used other than by reading members.
  std::optional<MemberSet> find();

private:
  bool enter(const Stmt *S) override { return !Dead.contains(S); }
  bool visitStmt(const Stmt *S) override;
  const DeclRefExpr *variableIn(const Expr *E) const;
  void noteMember(const ImplicitCastExpr &Read);
  void noteArguments(const CallExpr &Call);
  void noteDead(const Expr *Condition, const Stmt *Then, const Stmt *Else);

  const VarDecl &Variable;
  ASTContext &Context;
  const unsigned Depth;
  MemberSet Used;
  /// Mentions of the variable that are understood.
  llvm::SmallPtrSet<const DeclRefExpr *, 8> Understood;
  /// Code that is never executed.
  llvm::SmallPtrSet<const Stmt *, 4> Dead;
};
} // namespace

/// The calls that a variable is followed through.
constexpr unsigned MaxDepth = 4;

std::optional<MemberSet> UseFinder::find() {
  const auto *Function = dyn_cast<FunctionDecl>(Variable.getDeclContext());
  if (!Function || !Function->hasBody() || !walk(Function->getBody()))
    return std::nullopt;
  return Used;
}

const DeclRefExpr *UseFinder::variableIn(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenNoopCasts(Context));
  return Ref && Ref->getDecl() == &Variable ? Ref : nullptr;
}

void UseFinder::noteMember(const ImplicitCastExpr &Read) {
  if (Read.getCastKind() != CK_LValueToRValue)
    return;
  const auto *Member = dyn_cast<MemberExpr>(Read.getSubExpr()->IgnoreParens());
  if (!Member || Member->isArrow())
    return;
  const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
  const DeclRefExpr *Ref = variableIn(Member->getBase());
  if (!Field || !Ref || Field->getFieldIndex() >= Used.size())
    return;
  Used.set(Field->getFieldIndex());
  Understood.insert(Ref);
}

/// Members that a function reads of a parameter that is the variable, or a
/// copy.
void UseFinder::noteArguments(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Definition = nullptr;
  if (Depth == MaxDepth || !Callee || !Callee->hasBody(Definition) ||
      isa<CXXMethodDecl>(Callee) || Definition->hasAttr<NoInlineAttr>())
    return;
  for (unsigned I = 0;
       I < std::min(Call.getNumArgs(), Definition->getNumParams()); ++I) {
    const Expr *Argument = Call.getArg(I)->IgnoreParens();
    if (const auto *Copy = dyn_cast<CXXConstructExpr>(Argument))
      if (const clang::Expr *Source = trivialCopySource(*Copy))
        Argument = Source;
    const DeclRefExpr *Ref = variableIn(Argument);
    if (!Ref)
      continue;
    const std::optional<MemberSet> OfCallee =
        UseFinder(*Definition->getParamDecl(I), Context, Depth + 1).find();
    if (!OfCallee)
      continue;
    Used |= *OfCallee;
    Understood.insert(Ref);
  }
}

void UseFinder::noteDead(const Expr *Condition, const Stmt *Then,
                         const Stmt *Else) {
  if (const std::optional<int64_t> Value = constantOf(Condition, Context))
    Dead.insert(*Value ? Else : Then);
}

bool UseFinder::visitStmt(const Stmt *S) {
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S))
    noteMember(*Cast);
  else if (const auto *Call = dyn_cast<CallExpr>(S))
    noteArguments(*Call);
  else if (const auto *If = dyn_cast<IfStmt>(S))
    noteDead(If->getCond(), If->getThen(), If->getElse());
  else if (const auto *Choice = dyn_cast<ConditionalOperator>(S))
    noteDead(Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr());
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != &Variable || Understood.contains(Ref);
  return true;
}

/// The members of \p Record if it is a vector that is loaded at once: two or
/// four numbers of one size, 4 bytes or more.
static std::optional<llvm::SmallVector<const FieldDecl *, 4>>
membersOf(const RecordDecl *Record, const ASTContext &Context) {
  if (!Record || Record->isInvalidDecl() || Record->isUnion() ||
      !Record->isCompleteDefinition())
    return std::nullopt;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record);
      Class && (Class->getNumBases() != 0 || Class->isDynamicClass()))
    return std::nullopt;
  const llvm::SmallVector<const FieldDecl *, 4> Fields(Record->field_begin(),
                                                       Record->field_end());
  if (Fields.size() != 2 && Fields.size() != 4)
    return std::nullopt;
  const QualType First = Fields.front()->getType();
  const int64_t Bytes = Context.getTypeSizeInChars(First).getQuantity();
  const auto &Layout = Context.getASTRecordLayout(Record);
  for (const FieldDecl *Field : Fields)
    if (!Field->getType()->isArithmeticType() || Field->isBitField() ||
        Field->getType().isVolatileQualified() ||
        Context.getTypeSizeInChars(Field->getType()).getQuantity() != Bytes)
      return std::nullopt;
  const int64_t Size = Layout.getSize().getQuantity();
  if (Bytes < 4 || Size > 16 || Size != Bytes * int64_t(Fields.size()) ||
      Layout.getAlignment().getQuantity() != Size)
    return std::nullopt;
  return Fields;
}

std::optional<llvm::SmallVector<LoadedPart, 4>>
banklint::loadedParts(const VarDecl &Decl, ASTContext &Context) {
  const auto Members = membersOf(Decl.getType()->getAsRecordDecl(), Context);
  if (!Members || Decl.getType().isVolatileQualified() ||
      isa<DecompositionDecl>(Decl))
    return std::nullopt;
  const std::optional<MemberSet> Used = UseFinder(Decl, Context, 0).find();
  if (!Used || Used->none() || Used->count() > 2 ||
      Used->count() == Members->size())
    return std::nullopt;
  llvm::SmallVector<LoadedPart, 4> Parts;
  for (unsigned I = 0; I != Members->size(); ++I) {
    const FieldDecl *Field = (*Members)[I];
    const std::string Text = "." + Field->getName().str();
    // The halves of four are aligned to their size.
    if (I % 2 == 0 && Used->test(I) && Used->test(I + 1)) {
      const FieldDecl *Next = (*Members)[++I];
      Parts.push_back({Field, Context.UnsignedLongLongTy,
                       Text + " and ." + Next->getName().str()});
    } else if (Used->test(I)) {
      Parts.push_back({Field, Field->getType(), Text});
    }
  }
  return Parts;
}
