//===- Lowering.cpp - From a kernel's AST to its program ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;
using namespace clang;

Lowering::Lowering(ASTContext &Context, const Preprocessor &Macros,
                   const SourceErrors &Errors)
    : Context(Context), Sources(Context.getSourceManager()), Macros(Macros),
      Errors(Errors), Builder(Program) {}

std::optional<IntType> Lowering::intType(QualType Type) {
  Type = Type.getCanonicalType().getNonReferenceType().getUnqualifiedType();
  if (Type->isDependentType())
    return std::nullopt;
  if (Type->isBooleanType())
    return BoolType;
  if (Type->isPointerType() || Type->isNullPtrType())
    return U64;
  if (!Type->isIntegralOrEnumerationType() || Type->isIncompleteType())
    return std::nullopt;
  uint64_t Bits = Context.getTypeSize(Type);
  if (Bits > 64)
    return std::nullopt;
  return IntType{uint8_t(Bits), Type->isSignedIntegerOrEnumerationType()};
}

IntType Lowering::valueType(QualType Type) {
  return intType(Type).value_or(I32);
}

unsigned Lowering::addVariable(llvm::StringRef Name, IntType Type) {
  Program.Variables.push_back({Name.str(), Type});
  return Program.Variables.size() - 1;
}

void Lowering::assign(unsigned Variable, ExprId Value) {
  Stmt S;
  S.Kind = StmtKind::Assign;
  S.Index = Variable;
  if (mayBeShared(Value))
    SharedAddresses.insert(Variable);
  IntType Type = Program.Variables[Variable].Type;
  S.Value = NotFollowed ? Builder.opaque({*NotFollowed, "", true}, Type)
                        : Builder.convert(Value, Type);
  Out->push_back(std::move(S));
}

void Lowering::bindLocal(Frame &In, const VarDecl &Decl) {
  Binding B;
  QualType Type = Decl.getType();
  std::string Name = Decl.getNameAsString();
  if (std::optional<IntType> Int = intType(Type)) {
    B.Kind = Binding::Scalar;
    B.Index = addVariable(Name, *Int);
    B.MayPointToShared = SharedPointers.count(&Decl);
  } else if (Type->isRecordType() || Type->isConstantArrayType()) {
    B.Kind = Binding::Members;
    B.Index = addRecord(Name, Type);
  }
  In.Bindings[&Decl] = std::move(B);
}

Lowering::Binding *Lowering::bindingOf(const VarDecl &Decl) {
  // Lambdas see the variables of the functions around them.
  for (Frame &F : llvm::reverse(Frames)) {
    auto It = F.Bindings.find(&Decl);
    if (It != F.Bindings.end())
      return &It->second;
  }
  return nullptr;
}

namespace {
/// Finds the variables that are changed or that something refers to.
class VariableChanges : public RecursiveASTVisitor<VariableChanges> {
public:
  llvm::DenseSet<const VarDecl *> &Changed;

  /// Code that the tree lacks may change all of them.
  bool HasErrors;

  VariableChanges(llvm::DenseSet<const VarDecl *> &Changed, bool HasErrors)
      : Changed(Changed), HasErrors(HasErrors) {}

  bool VisitVarDecl(VarDecl *Variable) {
    if (HasErrors)
      Changed.insert(Variable);
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isAssignmentOp())
      note(E->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->isIncrementDecrementOp() || E->getOpcode() == UO_AddrOf)
      note(E->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    for (clang::Expr *Argument : E->arguments())
      if (Argument->isLValue())
        note(Argument);
    return true;
  }

private:
  void note(clang::Expr *E) {
    if (auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts()))
      if (auto *Variable = dyn_cast<VarDecl>(Ref->getDecl()))
        Changed.insert(Variable);
  }
};

} // namespace

void Lowering::findChanged(const FunctionDecl &Function) {
  if (!ChangesFound.insert(&Function).second)
    return;
  bool HasErrors =
      Errors.find(Sources, Function.getBeginLoc(), Function.getEndLoc());
  VariableChanges(Changed, HasErrors).TraverseStmt(Function.getBody());
  if (HasErrors)
    Changed.insert(Function.param_begin(), Function.param_end());
}

void Lowering::bindKernelParameters(const FunctionDecl &Kernel) {
  for (const ParmVarDecl *P : Kernel.parameters()) {
    unsigned Number = Program.Parameters.size();
    std::optional<IntType> Type;
    if (!P->isInvalidDecl())
      Type = intType(P->getType());
    bool IsInteger = Type && !P->getType()->isPointerType();
    Program.Parameters.push_back(
        {P->getNameAsString(), IsInteger ? *Type : IntType{0, false}});
    Binding B;
    if (IsInteger && !Changed.count(P)) {
      B.Kind = Binding::Alias;
      B.Target.Kind = LValue::Parameter;
      B.Target.Index = Number;
    } else if (Type) {
      B.Kind = Binding::Scalar;
      B.Index = addVariable(P->getNameAsString(), *Type);
      B.MayPointToShared = SharedPointers.count(P);
      assign(B.Index, IsInteger ? Builder.parameter(Number)
                                : opaque(ReasonCode::UnknownPointer,
                                         "a kernel argument", P->getType(), {},
                                         /*IsDivergent=*/false, P->getName()));
    } else {
      // All threads get the same argument, whatever its type.
      B.Kind = Binding::Alias;
      B.Target.Kind = LValue::Untracked;
      B.Target.IsDivergent = Changed.count(P);
      B.Target.Name = P->getName();
      B.Target.Why = {ReasonCode::UnsupportedConstruct,
                      "part of the argument '" + P->getNameAsString() + "'"};
    }
    frame().Bindings[P] = std::move(B);
  }
}

KernelProgram Lowering::lower(const FunctionDecl &Kernel) {
  llvm::raw_string_ostream Name(Program.Name);
  PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.SuppressDefaultTemplateArgs = false;
  Kernel.getNameForDiagnostic(Name, Policy, /*Qualified=*/true);
  Program.Span = spanOf(Kernel.getLocation());
  if (const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>())
    if (std::optional<int64_t> Threads = constantOf(Bounds->getMaxThreads()))
      if (*Threads > 0)
        Program.MaxThreads = *Threads;
  Frames.emplace_back();
  frame().Function = &Kernel;
  Out = &Program.Body;
  if (!Kernel.isDependentContext()) {
    findSharedPointers(Kernel.getBody());
    findChanged(Kernel);
    bindKernelParameters(Kernel);
    lowerFunctionBody(Kernel);
  } else {
    addUnseenAccesses(Kernel);
  }
  return std::move(Program);
}
