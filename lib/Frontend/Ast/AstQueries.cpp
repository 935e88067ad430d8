//===- AstQueries.cpp - What a piece of the AST says on its own -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AstQueries.h"
#include "AstWalker.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

std::optional<IntType> banklint::integerType(QualType Type,
                                             const ASTContext &Context) {
  // As that of a list of initializers with an error in it.
  if (Type.isNull() || Type->isDependentType() ||
      !Type->isIntegralOrEnumerationType())
    return std::nullopt;
  if (Type->isBooleanType())
    return BoolType;
  const unsigned Bits = Context.getIntWidth(Type);
  if (Bits > 64)
    return std::nullopt;
  return IntType{uint8_t(Bits), Type->isSignedIntegerOrEnumerationType()};
}

unsigned banklint::memberIndex(const FieldDecl &Field) {
  const auto *Record = dyn_cast<CXXRecordDecl>(Field.getParent());
  return Field.getFieldIndex() + (Record ? Record->getNumBases() : 0);
}

std::optional<unsigned> banklint::baseIndex(const CXXRecordDecl &Class,
                                            const CXXRecordDecl *Base) {
  for (const auto &[Index, Specifier] : llvm::enumerate(Class.bases()))
    if (Base && Specifier.getType()->getAsCXXRecordDecl() == Base)
      return Index;
  return std::nullopt;
}

std::optional<unsigned> banklint::memberIndex(const CXXCtorInitializer &Init,
                                              const CXXRecordDecl &Class) {
  if (const FieldDecl *Field = Init.getMember())
    return memberIndex(*Field);
  if (!Init.isBaseInitializer() || Init.isBaseVirtual())
    return std::nullopt;
  return baseIndex(Class, Init.getBaseClass()->getAsCXXRecordDecl());
}

const VarDecl *banklint::variableOf(const DeclRefExpr &Ref) {
  if (const auto *Bound = dyn_cast<BindingDecl>(Ref.getDecl()))
    return dyn_cast_or_null<VarDecl>(Bound->getDecomposedDecl());
  return dyn_cast<VarDecl>(Ref.getDecl());
}

bool banklint::isConstantScalar(const VarDecl &Variable) {
  const QualType Type = Variable.getType();
  return Type.isConstQualified() && !Type.isVolatileQualified() &&
         Type->isScalarType();
}

bool banklint::isKernelArgument(const ParmVarDecl &Parameter) {
  const auto *Function = dyn_cast<FunctionDecl>(Parameter.getDeclContext());
  return Function && Function->hasAttr<CUDAGlobalAttr>();
}

static bool neverReturns(const FunctionDecl &Function, unsigned Depth) {
  if (Function.isNoReturn())
    return true;
  const FunctionDecl *Definition = nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (Depth == 4 || (Method && Method->isVirtual()) || Function.isWeak() ||
      !Function.hasBody(Definition))
    return false;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
  if (!Body || Body->body_empty())
    return false;
  const clang::Stmt *End = Body->body_back();
  if (const auto *Full = dyn_cast<FullExpr>(End))
    End = Full->getSubExpr();
  const auto *Last = dyn_cast<CallExpr>(End);
  const FunctionDecl *Called = Last ? Last->getDirectCallee() : nullptr;
  // Most functions end otherwise: their bodies need not be searched.
  return (isa<CXXThrowExpr>(End) ||
          (Called && neverReturns(*Called, Depth + 1))) &&
         nodesIn<ReturnStmt>(Body).empty();
}

DeclarationName banklint::nameIn(const clang::Expr &E) {
  const clang::Expr *Named = E.IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Named))
    return Ref->getDecl()->getDeclName();
  if (const auto *Member = dyn_cast<MemberExpr>(Named))
    return Member->getMemberDecl()->getDeclName();
  if (const auto *Overloads = dyn_cast<OverloadExpr>(Named))
    return Overloads->getName();
  return {};
}

bool banklint::isDeclaredIn(const VarDecl &Variable,
                            const CompoundStmt &Block) {
  return llvm::any_of(Block.body(), [&Variable](const clang::Stmt *S) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    return Declared && llvm::is_contained(Declared->decls(), &Variable);
  });
}

bool banklint::isHostCode(const FunctionDecl &Function) {
  return !Function.hasAttr<CUDAGlobalAttr>() &&
         (!Function.hasAttr<CUDADeviceAttr>() ||
          Function.hasAttr<CUDAHostAttr>());
}

bool banklint::hasLabel(const clang::Stmt *S) {
  return S && (isa<SwitchCase, LabelStmt>(S) ||
               llvm::any_of(S->children(), hasLabel));
}

bool banklint::looksAtKernels(llvm::StringRef Function) {
  return Function.starts_with("cudaFunc") ||
         Function.starts_with("cudaOccupancy");
}

bool banklint::neverReturns(const FunctionDecl &Function) {
  return ::neverReturns(Function, 0);
}

bool banklint::isOfHeaders(const FunctionDecl &Function) {
  return Function.getBuiltinID() != 0 ||
         Function.getASTContext().getSourceManager().isInSystemHeader(
             Function.getLocation());
}

/// The outermost namespace of \p D; null for none.
static const NamespaceDecl *outermostNamespace(const Decl &D) {
  const NamespaceDecl *Outermost = nullptr;
  for (const DeclContext *Outer = D.getDeclContext(); Outer;
       Outer = Outer->getParent())
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(Outer))
      Outermost = Namespace;
  return Outermost;
}

const ClassTemplateSpecializationDecl *banklint::instanceOf(QualType Type) {
  return dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
}

bool banklint::isOfLibrary(const Decl &D) {
  const SourceManager &Sources = D.getASTContext().getSourceManager();
  if (Sources.isInSystemHeader(D.getLocation()))
    return true;
  const NamespaceDecl *Namespace = outermostNamespace(D);
  return Namespace &&
         llvm::is_contained({"cub", "cuda", "cute", "cutlass", "thrust"},
                            Namespace->getName()) &&
         !Sources.isInMainFile(Sources.getExpansionLoc(D.getLocation()));
}

bool banklint::hasLayoutOfLibrary(const CXXRecordDecl &Class) {
  const NamespaceDecl *Namespace = outermostNamespace(Class);
  return isOfLibrary(Class) &&
         !(Namespace &&
           llvm::is_contained({"cute", "cutlass"}, Namespace->getName()));
}

bool banklint::isOfCooperativeGroups(const Decl &D) {
  const auto *Namespace = dyn_cast<NamespaceDecl>(
      D.getDeclContext()->getEnclosingNamespaceContext());
  return Namespace && Namespace->getName() == "cooperative_groups";
}

/// True if \p Function is in cuda::std.
static bool isOfLibcuxx(const FunctionDecl &Function) {
  const NamespaceDecl *Inner = nullptr;
  for (const DeclContext *Outer = Function.getDeclContext(); Outer;
       Outer = Outer->getParent())
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(Outer)) {
      if (Namespace->getName() == "cuda")
        return Inner && Inner->getName() == "std";
      Inner = Namespace->isInline() ? Inner : Namespace;
    }
  return false;
}

bool banklint::isOfStandardLibrary(const FunctionDecl &Function) {
  const NamespaceDecl *Outermost = outermostNamespace(Function);
  return isOfHeaders(Function) && Outermost &&
         (Outermost->getName() == "std" || isOfLibcuxx(Function));
}

bool banklint::isOfCuda(const FunctionDecl &Function) {
  if (!isOfHeaders(Function))
    return false;
  const NamespaceDecl *Namespace = outermostNamespace(Function);
  if (!Namespace || Namespace->isAnonymousNamespace())
    return true;
  // Of PyTorch, what has a body is followed.
  if (Namespace->getName() == "c10")
    return !Function.hasBody();
  return llvm::is_contained({"std", "cuda", "cooperative_groups", "nvcuda"},
                            Namespace->getName());
}

const clang::Expr *
banklint::trivialCopySource(const clang::CXXConstructExpr &E) {
  const clang::CXXConstructorDecl *Constructor = E.getConstructor();
  return E.getNumArgs() == 1 && Constructor->isCopyOrMoveConstructor() &&
                 Constructor->isTrivial()
             ? E.getArg(0)
             : nullptr;
}

/// True if \p Function is one of those of libcu++, for which Clang has no
/// builtin.
static bool forwards(const FunctionDecl *Function) {
  if (!Function || !Function->getDeclName().isIdentifier() ||
      !llvm::is_contained(
          {"as_const", "forward", "forward_like", "move", "move_if_noexcept"},
          Function->getName()))
    return false;
  return isOfLibcuxx(*Function);
}

bool banklint::isForwarding(const CallExpr &Call) {
  if (Call.getNumArgs() != 1)
    return false;
  if (forwards(Call.getDirectCallee()))
    return true;
  switch (Call.getBuiltinCallee()) {
  case clang::Builtin::BIas_const:
  case clang::Builtin::BIforward:
  case clang::Builtin::BIforward_like:
  case clang::Builtin::BImove:
  case clang::Builtin::BImove_if_noexcept:
    return true;
  default:
    return false;
  }
}

bool banklint::isFunctionWrapper(const CXXRecordDecl &Class) {
  return Class.isInStdNamespace() && Class.getIdentifier() &&
         llvm::is_contained({"function", "move_only_function"},
                            Class.getName());
}

bool banklint::areSpelledAlike(const clang::Expr *A, const clang::Expr *B,
                               const ASTContext &Context) {
  llvm::FoldingSetNodeID OfA, OfB;
  A->Profile(OfA, Context, /*Canonical=*/true);
  B->Profile(OfB, Context, /*Canonical=*/true);
  return OfA == OfB;
}

bool banklint::readsOperands(const BinaryOperator &E) {
  return E.isTypeDependent() && E.containsErrors() && !E.isAssignmentOp() &&
         E.getOpcode() != BO_Shr && E.getOpcode() != BO_And &&
         E.getOpcode() != BO_Comma && !E.isPtrMemOp();
}

namespace {
class ChangeScan : public AstWalker {
public:
  explicit ChangeScan(ChangeHook AlsoChanges) : AlsoChanges(AlsoChanges) {
    EntersImplicitCode = true;
  }

  ChangedPlaces Changed;

  bool visitStmt(const clang::Stmt *S) override {
    if (AlsoChanges)
      AlsoChanges(S, Changed.Whole);
    if (const auto *Member = dyn_cast<MemberExpr>(S))
      noteMember(*Member);
    // What surrounds a name is visited before it.
    if (const auto *E = dyn_cast<clang::Expr>(S))
      for (const clang::Expr *Part : partsReadBy(*E))
        OnlyRead.insert(named(Part));
    // What the lambda does with them is inside of it.
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
      for (auto [Capture, Init] :
           llvm::zip(Lambda->captures(), Lambda->capture_inits()))
        if (isNoMoreThanAName(Capture))
          OnlyRead.insert(Init);
    if (OnlyRead.contains(S))
      return true;
    if (isa<CXXThisExpr>(S))
      add(nullptr, *S);
    else if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const VarDecl *Variable = variableOf(*Ref);
          Variable && mayChange(Variable->getType()))
        add(Variable, *S);
    return true;
  }

private:
  /// The base of \p Member may be there for one of its members only.
  void noteMember(const MemberExpr &Member) {
    const clang::Expr *Base = Member.getBase()->IgnoreParens();
    const auto *Field = dyn_cast<FieldDecl>(Member.getMemberDecl());
    // C makes structs from others by putting those first.
    if (Field &&
        (Field->getFieldIndex() != 0 || !Field->getType()->isRecordType()) &&
        (Member.isArrow() ? isa<CXXThisExpr>(Base) : isa<DeclRefExpr>(Base)))
      FieldOf[Base] = Field;
  }
  void add(const VarDecl *Variable, const clang::Stmt &Name) {
    if (const FieldDecl *Field = FieldOf.lookup(&Name))
      Changed.Members[Variable].insert(Field);
    else
      Changed.Whole.insert(Variable);
  }
  /// False for constants.
  static bool mayChange(QualType Type) {
    const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
    return !Type.isConstQualified() || Type.isVolatileQualified() ||
           (Record && Record->hasDefinition() && Record->hasMutableFields());
  }
  /// True if \p Capture lets a lambda's body name what is around it.
  static bool isNoMoreThanAName(const LambdaCapture &Capture) {
    return Capture.getCaptureKind() == LCK_This ||
           (Capture.getCaptureKind() == LCK_ByRef &&
            Capture.capturesVariable() &&
            !Capture.getCapturedVar()->isInitCapture());
  }
  /// The operands that \p E does not change.
  static llvm::SmallVector<const clang::Expr *, 2>
  partsReadBy(const clang::Expr &E) {
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&E)) {
      bool IsRead = Cast->getCastKind() == CK_LValueToRValue;
      bool IsConst = Cast->getCastKind() == CK_NoOp && Cast->isGLValue() &&
                     Cast->getType().isConstQualified();
      if (IsRead || IsConst)
        return {Cast->getSubExpr()};
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(&E)) {
      // An operator with an error in an operand lacks the conversions.
      if (readsOperands(*Binary))
        return {Binary->getLHS(), Binary->getRHS()};
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(&E)) {
      // An object that is const already is bound without a conversion.
      const CXXConstructorDecl &Constructor = *Construct->getConstructor();
      if (Construct->getNumArgs() == 1 &&
          (Constructor.isCopyConstructor() ||
           (Constructor.isMoveConstructor() && Constructor.isTrivial())))
        return {Construct->getArg(0)};
    } else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(&E)) {
      if (const CXXMethodDecl *Method = Call->getMethodDecl();
          Method && Method->isConst())
        return {Call->getImplicitObjectArgument()};
    } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(&E)) {
      if (const auto *Method =
              dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
          Method && Method->isConst())
        return {Call->getArg(0)};
    } else if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(&E)) {
      if (!Trait->isArgumentType())
        return {Trait->getArgumentExpr()};
    }
    return {};
  }

  /// The expression that names the variable of which \p E is a part.
  static const clang::Expr *named(const clang::Expr *E) {
    for (;;) {
      E = E->IgnoreParens();
      if (const auto *Member = dyn_cast<MemberExpr>(E);
          Member && (!Member->isArrow() || isa<CXXThisExpr>(Member->getBase())))
        E = Member->getBase();
      else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
        E = Element->getBase();
      else if (const auto *Cast = dyn_cast<CastExpr>(E);
               Cast && (Cast->getCastKind() == CK_ArrayToPointerDecay ||
                        (Cast->getCastKind() == CK_NoOp && Cast->isGLValue()) ||
                        Cast->getCastKind() == CK_UncheckedDerivedToBase ||
                        Cast->getCastKind() == CK_DerivedToBase))
        E = Cast->getSubExpr();
      else if (const auto *Call = dyn_cast<CallExpr>(E);
               Call && isForwarding(*Call))
        E = Call->getArg(0);
      else
        return E;
    }
  }

  ChangeHook AlsoChanges;
  llvm::DenseSet<const clang::Stmt *> OnlyRead;
  /// By what names a variable: the member that is meant.
  llvm::DenseMap<const clang::Stmt *, const FieldDecl *> FieldOf;
};
} // namespace

ChangedPlaces banklint::changedPlaces(const clang::Stmt *S,
                                      ChangeHook AlsoChanges) {
  ChangeScan Scan(AlsoChanges);
  Scan.walk(S);
  for (const VarDecl *Variable : Scan.Changed.Whole)
    Scan.Changed.Members.erase(Variable);
  return std::move(Scan.Changed);
}

VariableSet banklint::changedVariables(const clang::Stmt *S,
                                       ChangeHook AlsoChanges) {
  ChangedPlaces Changed = changedPlaces(S, AlsoChanges);
  for (const auto &[Variable, Fields] : Changed.Members)
    Changed.Whole.insert(Variable);
  return std::move(Changed.Whole);
}
