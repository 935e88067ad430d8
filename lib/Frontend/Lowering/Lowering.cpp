//===- Lowering.cpp - From a kernel's AST to its program ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;
using namespace clang;

Lowering::Lowering(ASTContext &Context, const Preprocessor &Macros,
                   const SourceErrors &Errors, PointerFacts &Facts,
                   const PitchFactors *Open)
    : Context(Context), Sources(Context.getSourceManager()),
      Lost(Context, Macros, Errors), Errors(Errors), Facts(Facts), Open(Open),
      Builder(Program) {}

std::optional<IntType> Lowering::intType(QualType Type) {
  if (Type.isNull())
    return std::nullopt;
  Type = Type.getNonReferenceType();
  if (Type->isPointerType() || Type->isNullPtrType())
    return U64;
  return integerType(Type, Context);
}

IntType Lowering::valueType(QualType Type) {
  return intType(Type).value_or(I32);
}

unsigned Lowering::addVariable(llvm::StringRef Name, IntType Type,
                               const VarDecl *Owner) {
  unsigned Number = Program.Variables.size();
  Program.Variables.push_back({Name.str(), Type});
  VariableOwners.push_back(Owner);
  if (Owner && Type == U64 && Facts.Holders.count(Owner))
    SharedAddresses.insert(Number);
  return Number;
}

void Lowering::assign(unsigned Variable, ExprId Value) {
  Stmt S;
  S.Kind = StmtKind::Assign;
  S.Index = Variable;
  S.Span = knownSpanOf(StatementLoc);
  noteAssigned(Variable, Value);
  IntType Type = Program.Variables[Variable].Type;
  S.Value = NotFollowed ? Builder.opaque({*NotFollowed, "", true}, Type)
                        : Builder.convert(Value, Type);
  Out->push_back(std::move(S));
}

void Lowering::bindLocal(Frame &In, const VarDecl &Decl) {
  Binding B;
  QualType Type = Decl.getType();
  std::string Name = Decl.getNameAsString();
  ReadAsPlain.erase(&Decl);
  if (std::optional<IntType> Int = intType(Type)) {
    B.Kind = Binding::Scalar;
    B.Index = addVariable(Name, *Int, &Decl);
  } else if (Type->isRecordType() || Type->isConstantArrayType()) {
    B.Kind = Binding::Members;
    B.Index = addRecord(Name, Type, &Decl);
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

/// Binds a parameter that is neither an integer nor a pointer. All threads get
/// the same argument, whatever its type.
void Lowering::bindOtherParameter(const ParmVarDecl &P) {
  LValue Argument;
  Argument.IsDivergent = false;
  Argument.Name = P.getName();
  Argument.Why = {ReasonCode::UnsupportedConstruct,
                  "part of the argument '" + P.getNameAsString() + "'"};
  if (P.getType()->isRecordType() && isChanged(P)) {
    bindLocal(frame(), P);
    LValue Parts;
    Parts.Kind = LValue::Record;
    Parts.Index = frame().Bindings[&P].Index;
    return copyRecord(Parts, P.getType(), Argument);
  }
  Binding B;
  B.Kind = Binding::Alias;
  Argument.IsDivergent = isChanged(P);
  B.Target = std::move(Argument);
  frame().Bindings[&P] = std::move(B);
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
    if (!Type) {
      bindOtherParameter(*P);
      continue;
    }
    if (IsInteger && !isChanged(*P)) {
      Binding B;
      B.Kind = Binding::Alias;
      B.Target.Kind = LValue::Parameter;
      B.Target.Index = Number;
      frame().Bindings[P] = std::move(B);
      continue;
    }
    bindLocal(frame(), *P);
    LValue Argument;
    Argument.IsDivergent = false;
    Argument.Name = P->getName();
    assign(frame().Bindings[P].Index,
           IsInteger ? Builder.parameter(Number)
                     : elsewhere(Argument, "a kernel argument"));
  }
  // Behind all parameters, whose numbers are those of the launch's arguments.
  for (unsigned Number = 0; Number != Kernel.getNumParams(); ++Number) {
    const ParmVarDecl *P = Kernel.getParamDecl(Number);
    Binding B;
    if (P->getType()->isRecordType() && !P->isInvalidDecl() && !isChanged(*P) &&
        bindMemberParameters(*P, Number, B))
      frame().Bindings[P] = std::move(B);
  }
}

/// The block of __block_size__((x, y, z), (clusters...)), which the built-in
/// headers turn into an annotation.
std::optional<Dim3> Lowering::fixedBlock(const FunctionDecl &Kernel) {
  for (const auto *Note : Kernel.specific_attrs<AnnotateAttr>()) {
    if (Note->getAnnotation() != "banklint_block_size" ||
        Note->args_size() == 0)
      continue;
    // A tuple is spelled as an expression with commas.
    llvm::SmallVector<const Expr *, 3> Extents;
    const Expr *Rest = *Note->args_begin();
    if (const auto *Full = dyn_cast<FullExpr>(Rest))
      Rest = Full->getSubExpr();
    Rest = Rest->IgnoreParenImpCasts();
    while (const auto *Comma = dyn_cast<BinaryOperator>(Rest)) {
      if (Comma->getOpcode() != BO_Comma)
        break;
      Extents.insert(Extents.begin(), Comma->getRHS());
      Rest = Comma->getLHS()->IgnoreParenImpCasts();
    }
    Extents.insert(Extents.begin(), Rest);
    std::array<uint32_t, 3> Sizes = {1, 1, 1};
    for (size_t I = 0; I != std::min<size_t>(Extents.size(), 3); ++I) {
      std::optional<int64_t> Size = constantOf(Extents[I]);
      if (!Size || *Size <= 0 || *Size > INT32_MAX)
        return std::nullopt;
      Sizes[I] = *Size;
    }
    return Dim3{Sizes[0], Sizes[1], Sizes[2]};
  }
  return std::nullopt;
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
  Program.FixedBlock = fixedBlock(Kernel);
  Frames.emplace_back();
  frame().Function = &Kernel;
  Out = &Program.Body;
  if (!Kernel.isDependentContext()) {
    bindKernelParameters(Kernel);
    FirstPitch = Program.Parameters.size();
    for (size_t I = 0; Open && I != Open->Pitches.size(); ++I)
      Program.Parameters.push_back({"pitch", I64});
    lowerFunctionBody(Kernel);
    if (!Open)
      findRowPitches();
  } else {
    addUnseenAccesses(Kernel);
  }
  return std::move(Program);
}
