//===- SharedArrays.cpp - The shared arrays that a kernel uses ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Memory/SharedArrays.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Lowering/Memory/Extents.h"
#include "Lowering/Memory/LostArrays.h"
#include "Lowering/Memory/LostUses.h"
#include "Lowering/Memory/TemplateUses.h"
#include "banklint/Support/Mechanisms.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <limits>

using namespace banklint;
using namespace clang;

/// True if \p Type, or that of a member, is a typedef that does not parse:
/// Clang takes an unknown name in it for int. Structs that are not valid may
/// have too many members to look at, and no access to one is known anyway.
static bool isMisread(QualType Type, const ASTContext &Context) {
  for (QualType Next;; Type = Next) {
    if (const auto *Named = dyn_cast<TypedefType>(Type.getTypePtr()))
      if (Named->getDecl()->isInvalidDecl())
        return true;
    if (const auto *Array = dyn_cast<ArrayType>(Type.getTypePtr()))
      Next = Array->getElementType();
    else
      Next = Type.getSingleStepDesugaredType(Context);
    if (Next == Type)
      break;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  return Record && !Record->isInvalidDecl() &&
         llvm::any_of(Record->fields(), [&](const FieldDecl *Field) {
           return isMisread(Field->getType(), Context);
         });
}

/// True if \p Array, whose elements have \p ElementBytes, is one that programs
/// may have: Clang lets zeros and any number of bytes pass.
static bool hasPossibleSize(const SharedArray &Array, uint64_t ElementBytes) {
  uint64_t Bytes = ElementBytes;
  for (const Extent &E : llvm::drop_begin(Array.Extents, Array.IsDynamic))
    Bytes = llvm::SaturatingMultiply(Bytes, E.Elements);
  return Bytes != 0 && Bytes <= MaxArrayBytes &&
         ElementBytes <= std::numeric_limits<unsigned>::max();
}

/// The alignment of \p Decl in bytes. What a template's arguments decide counts
/// in instances only: Clang cannot evaluate it.
static unsigned alignmentOf(const VarDecl &Decl, const ASTContext &Context) {
  const bool IsDependent = llvm::any_of(
      Decl.specific_attrs<AlignedAttr>(),
      [](const AlignedAttr *A) { return A->isAlignmentDependent(); });
  return (IsDependent ? Context.getTypeAlignInChars(Decl.getType())
                      : Context.getDeclAlign(&Decl))
      .getQuantity();
}

/// True if \p Decl is declared with less than its type's alignment: it is
/// accessed in narrower pieces.
static bool isUnderaligned(const VarDecl &Decl, const ASTContext &Context) {
  return llvm::any_of(
      Decl.specific_attrs<AlignedAttr>(), [&](const AlignedAttr *A) {
        return !A->isAlignmentDependent() &&
               A->getAlignment(const_cast<ASTContext &>(Context)) <
                   Context.getTypeAlign(Decl.getType());
      });
}

std::optional<unsigned> SharedArrays::numberOf(const VarDecl &Decl) {
  if (!Decl.hasAttr<CUDASharedAttr>())
    return std::nullopt;
  const std::optional<unsigned> Number =
      Decl.isInvalidDecl() ? std::nullopt : describe(Decl);
  Emit.Program.HasUnknownArrays |= !Number;
  return Number;
}

std::optional<unsigned> SharedArrays::describe(const VarDecl &Decl) {
  auto Known = Numbers.find(&Decl);
  if (Known != Numbers.end())
    return Known->second;
  QualType Type = Decl.getType();
  if (Type->isDependentType())
    return std::nullopt;
  SharedArray Array;
  Array.Name = Decl.getNameAsString();
  Array.Span = Emit.spanOf(Decl.getLocation());
  Array.IsDynamic = Context.getAsIncompleteArrayType(Type) != nullptr;
  auto Extents =
      extentsOf(Type, Decl.getTypeSourceInfo(), Context, Emit.Places);
  if (!Extents)
    return std::nullopt;
  Array.Extents = std::move(*Extents);
  if (Type->isIncompleteType() || isMisread(Type, Context) ||
      isUnderaligned(Decl, Context))
    return std::nullopt;
  Array.ElementType =
      Type.getUnqualifiedType().getAsString(Context.getPrintingPolicy());
  const uint64_t ElementBytes = Context.getTypeSizeInChars(Type).getQuantity();
  if (!hasPossibleSize(Array, ElementBytes))
    return std::nullopt;
  Array.ElementBytes = ElementBytes;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  Array.IsOfLibrary =
      Class && Array.Extents.empty() && hasLayoutOfLibrary(*Class);
  Array.Alignment =
      std::max(alignmentOf(Decl, Context), writtenAlignment(Lost, Decl));
  unsigned Number = Emit.Program.Arrays.size();
  Emit.Program.Arrays.push_back(std::move(Array));
  Numbers[&Decl] = Number;
  Declarations.push_back(&Decl);
  return Number;
}

/// True if all that \p Kernel does with \p Variable, which is no array, is to
/// read it and to assign constants: the compiler may leave it out.
static bool isConstantVariable(const VarDecl &Variable,
                               const FunctionDecl &Kernel,
                               const ASTContext &Context) {
  const auto NamesIt = [&Variable](const clang::Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return Ref && Ref->getDecl() == &Variable;
  };
  // Mentions that are reads or assignments of constants.
  unsigned Plain = 0, All = 0;
  walk(Kernel.getBody(), [&](const clang::Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      All += NamesIt(Ref);
    if (const auto *Read = dyn_cast<ImplicitCastExpr>(S))
      Plain += Read->getCastKind() == CK_LValueToRValue &&
               NamesIt(Read->getSubExpr());
    if (const auto *Assignment = dyn_cast<BinaryOperator>(S))
      Plain += Assignment->getOpcode() == BO_Assign &&
               NamesIt(Assignment->getLHS()) &&
               Assignment->getRHS()->isEvaluatable(Context);
    return true;
  });
  return Plain == All;
}

void SharedArrays::setOrder(const FunctionDecl &Kernel) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Kernel.getBody());
  if (Declarations.size() < 2 || !Body)
    return;
  llvm::SmallVector<unsigned, 8> Own;
  for (const clang::Stmt *S : Body->body()) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    if (!Declared)
      continue;
    for (const Decl *D : Declared->decls()) {
      const auto *Variable = dyn_cast<VarDecl>(D);
      if (!Variable || !Variable->hasAttr<CUDASharedAttr>() ||
          Variable->hasExternalStorage())
        continue;
      const auto Known = Numbers.find(Variable);
      const bool IsUsed = Variable->isUsed() || Variable->isInvalidDecl();
      if (Known == Numbers.end() && !IsUsed)
        continue;
      if (Known == Numbers.end() ||
          (!Variable->getType()->isArrayType() &&
           isConstantVariable(*Variable, Kernel, Context)))
        return;
      Own.push_back(Known->second);
    }
  }
  for (const auto &[Before, Number] : llvm::enumerate(Own))
    Emit.Program.Arrays[Number].Order = Before + 1;
}

/// The side of \p S that no execution takes, because of the arguments of a
/// template or the like; null if there is none.
static const clang::Stmt *leftOutSide(const IfStmt &S, ASTContext &Context) {
  const std::optional<int64_t> Way = constantOf(S.getCond(), Context);
  const clang::Stmt *Side = !Way ? nullptr : *Way ? S.getElse() : S.getThen();
  return hasLabel(Side) ? nullptr : Side;
}

void SharedArrays::markLeftOut() {
  llvm::SmallPtrSet<const DeclContext *, 4> Seen;
  for (const VarDecl *Declaration : Declarations) {
    const auto *Function =
        dyn_cast<FunctionDecl>(Declaration->getDeclContext());
    const auto *Body = Function
                           ? dyn_cast_or_null<CompoundStmt>(Function->getBody())
                           : nullptr;
    // Most stand outside of all branches.
    if (!Body || isDeclaredIn(*Declaration, *Body) ||
        !Seen.insert(Function).second)
      continue;
    for (const auto *S : nodesIn<IfStmt>(Body))
      if (const clang::Stmt *Side = leftOutSide(*S, Context))
        for (const auto *Declared : nodesIn<DeclStmt>(Side))
          for (const Decl *D : Declared->decls())
            if (const auto Known = Numbers.find(dyn_cast<VarDecl>(D));
                Known != Numbers.end())
              Emit.Program.Arrays[Known->second].IsLeftOut = true;
  }
}

void SharedArrays::observeLayout(const LValue &P, const clang::Expr *E,
                                 llvm::StringRef What, bool IsDeduced) {
  if (P.Kind == LValue::Shared)
    Emit.Program.Arrays[P.Index].LayoutUses.push_back(
        {Emit.spanOf(E->getSourceRange()), What.str(), /*IsOfType=*/false,
         IsDeduced});
}

void SharedArrays::addUse(const VarDecl &Decl, LayoutUse Use) {
  if (std::optional<unsigned> Array = numberOf(Decl))
    Emit.Program.Arrays[*Array].LayoutUses.push_back(std::move(Use));
}

/// True if the type of \p Reference follows from what it is bound to.
static bool isDeduced(const VarDecl &Reference) {
  if (Reference.getType()->getContainedDeducedType())
    return true;
  const auto *Parameter = dyn_cast<ParmVarDecl>(&Reference);
  const auto *Function =
      Parameter ? dyn_cast<FunctionDecl>(Parameter->getDeclContext()) : nullptr;
  const FunctionDecl *Pattern =
      Function ? Function->getTemplateInstantiationPattern() : nullptr;
  if (!Pattern)
    return false;
  const unsigned Number = Parameter->getFunctionScopeIndex();
  // A pack stands for several parameters.
  return Number >= Pattern->getNumParams() ||
         Pattern->getParamDecl(Number)->getType()->isDependentType();
}

void SharedArrays::observeReference(const LValue &P, const clang::Expr *E,
                                    const VarDecl &Reference) {
  if (Reference.getType()->getPointeeType()->isArrayType())
    observeLayout(P, E, "a reference to it", isDeduced(Reference));
}

void SharedArrays::observeRows(const clang::Expr *E,
                               const ParmVarDecl &Parameter) {
  const QualType Pointee = Parameter.getType()->getPointeeType();
  const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *Decl = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (!Pointee.isNull() && Pointee->isArrayType() && Decl &&
      isDeduced(Parameter))
    addUse(*Decl, {Emit.spanOf(E->getSourceRange()), "a pointer to its rows",
                   /*IsOfType=*/false, /*IsDeduced=*/true});
}

namespace {
/// Finds the uses of shared variables.
class SharedUses : public RecursiveASTVisitor<SharedUses> {
public:
  explicit SharedUses(ASTContext &Context) : Context(Context) {}

  std::vector<const DeclRefExpr *> Evaluated;
  /// Those that only ask for the type, and how.
  std::vector<std::pair<const DeclRefExpr *, llvm::StringRef>> Measured;

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (!E->getDecl()->hasAttr<CUDASharedAttr>())
      return true;
    if (!Question.empty())
      Measured.push_back({E, Question});
    else if (E->isNonOdrUse() != NOUR_Unevaluated)
      Evaluated.push_back(E);
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    // Elements keep their size.
    if (!E->isArgumentType() && !E->getArgumentExpr()->getType()->isArrayType())
      return true;
    llvm::SaveAndRestore Restore(Question, llvm::StringRef("sizeof"));
    return RecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(E);
  }
  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc Loc) {
    llvm::SaveAndRestore Restore(Question, llvm::StringRef("decltype"));
    return RecursiveASTVisitor::TraverseDecltypeTypeLoc(Loc);
  }
  // The discarded side of 'if constexpr' is never compiled.
  bool TraverseIfStmt(IfStmt *S) {
    std::optional<clang::Stmt *> Taken;
    if (S->isConstexpr())
      Taken = S->getNondiscardedCase(Context);
    if (!Taken)
      return RecursiveASTVisitor::TraverseIfStmt(S);
    return TraverseStmt(S->getInit()) && TraverseStmt(*Taken);
  }
  bool TraverseConditionalOperator(ConditionalOperator *E) {
    const clang::Expr *Side = chosenSide(*E, Context);
    if (!Side)
      return RecursiveASTVisitor::TraverseConditionalOperator(E);
    return TraverseStmt(const_cast<clang::Expr *>(Side));
  }

private:
  ASTContext &Context;
  llvm::StringRef Question;
};

} // namespace

bool SharedArrays::noteSeen(const clang::Expr *Use) {
  if (!Seen.insert(Use).second)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Use);
      Ref && Ref->getDecl()->hasAttr<CUDASharedAttr>())
    FirstUses.try_emplace(Ref->getDecl(), Ref);
  return true;
}

namespace {
/// What is emitted while it exists goes to the beginning of the block, where no
/// condition hides it.
class EmitAtFront {
public:
  explicit EmitAtFront(Emitter &Emit) : Emit(Emit), Body(*Emit.Out) {
    Emit.Out = &Front;
  }
  ~EmitAtFront() {
    Body.insert(Body.begin(), std::make_move_iterator(Front.begin()),
                std::make_move_iterator(Front.end()));
    Emit.Out = &Body;
  }

private:
  Emitter &Emit;
  banklint::Block &Body;
  banklint::Block Front;
};
} // namespace

/// True if \p Function is a template of which Clang dropped an instance.
static bool hasBrokenInstance(const FunctionDecl &Function) {
  const FunctionTemplateDecl *Template =
      Function.getDescribedFunctionTemplate();
  return Template &&
         llvm::any_of(Template->specializations(),
                      [](const FunctionDecl *F) { return F->isInvalidDecl(); });
}

void SharedArrays::addUnseen(const FunctionDecl &Function) {
  SharedUses Uses(Context);
  Uses.TraverseStmt(Function.getBody());
  Reason Why{ReasonCode::UnsupportedConstruct,
             "a use of shared memory that is not lowered"};
  if (hasBrokenInstance(Function))
    Why = parseError(Lost, Function.getBeginLoc(), Function.getEndLoc());
  else if (Function.isDependentContext())
    Why = {
        ReasonCode::UninstantiatedTemplate,
        Context.getDiagnostics().hasUncompilableErrorOccurred()
            ? "the template is not instantiated in this file, of which parts "
              "do not parse"
            : "the template is not instantiated in this file"};
  EmitAtFront AtFront(Emit);
  for (auto [Use, Question] : Uses.Measured)
    if (const auto *Decl = dyn_cast<VarDecl>(Use->getDecl()))
      addUse(*Decl, {Emit.spanOf(Use->getSourceRange()), Question.str(),
                     /*IsOfType=*/true});
  for (const DeclRefExpr *Use : Uses.Evaluated)
    if (noteSeen(Use) && !Function.isDependentContext())
      addUnseen(MemoryOperation::Load, dyn_cast<VarDecl>(Use->getDecl()),
                Use->getSourceRange(), Why);
  if (Function.isDependentContext() && applies(Mechanism::TemplateUses))
    for (const TemplateUse &Use :
         usesInTemplate(*Function.getBody(), Uses.Evaluated))
      addUnseen(Use.Op, Use.Array, Use.Range, Why);
}

void SharedArrays::addUnseen(MemoryOperation Op, const VarDecl *Decl,
                             SourceRange Range, Reason Why) {
  const std::optional<unsigned> Array = Decl ? numberOf(*Decl) : std::nullopt;
  if (Decl && Decl->isInvalidDecl())
    Why = invalidDeclaration(Lost, *Decl);
  else if (Decl && !Array && !Decl->getType()->isDependentType())
    Why = {ReasonCode::UnknownArray,
           "the size of '" + Decl->getNameAsString() + "'"};
  Emit.emitUnknownAccess(Op, Array, 4, Range, std::move(Why));
}

void SharedArrays::addLost() {
  const auto Lost = lostArrays(Emit.Program, Unused);
  if (Lost.empty())
    return;
  EmitAtFront AtFront(Emit);
  for (unsigned Array : Lost)
    if (const clang::Expr *Use = FirstUses.lookup(Declarations[Array]))
      Emit.emitUnknownAccess(MemoryOperation::Load, Array, 4,
                             Use->getSourceRange(),
                             {ReasonCode::UnsupportedConstruct,
                              "accesses through this pointer were not found"});
}
