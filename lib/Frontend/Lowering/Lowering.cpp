//===- Lowering.cpp - From a kernel's AST to its program ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Ast/AstWalker.h"
#include "Lowering/Emit/Integers.h"
#include "Lowering/Emit/MemberSizes.h"
#include "Lowering/Memory/MemberParameters.h"
#include "banklint/Compiler/FlowCode.h"
#include "banklint/Compiler/LoadOrder.h"
#include "banklint/Program/UnreadVariables.h"
#include "banklint/Support/Mechanisms.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

Lowering::Lowering(ASTContext &Context, const Preprocessor &Macros,
                   const SourceErrors &Errors, PointerFacts &Facts,
                   const OpenNumbers *Open)
    : Lowerer(Context, Macros, Errors, Facts), Open(Open),
      Unparsed(Emit, Arrays, Mem, Frames), Sums(Context), Stored(Context),
      Tensors(Emit, Mem), Data(Context), Jumps(Context), Shapes(Context) {}

/// True if it matters whether all lanes share the numbers in floating point of
/// \p Decl. Where they change, in loops most often, nothing is known of them.
bool Lowering::isFloatFollowed(const VarDecl &Decl) {
  return Decl.getInit() && Floats.becomesInteger(Decl) &&
         !Pointers.isChanged(Decl);
}

void Lowering::bindLocal(Frame &In, const VarDecl &Decl) {
  Binding B;
  QualType Type = Decl.getType();
  std::string Name = Decl.getNameAsString();
  Emit.Values.noteBound(Decl);
  if (std::optional<IntType> Int = intType(Context, Type)) {
    B.Kind = Binding::Scalar;
    B.Index = Emit.addVariable(Name, *Int, &Decl);
  } else if (Type->isRecordType() || Type->isConstantArrayType()) {
    B.Kind = Binding::Members;
    B.Index = Mem.addRecord(Name, Type, &Decl, Memory::MaxRecordMembers,
                            Type->isRecordType() && isFloatFollowed(Decl));
  } else if (Type->isRealFloatingType() && isFloatFollowed(Decl)) {
    B.Kind = Binding::Scalar;
    B.Index = Emit.addVariable(Name, valueType(Context, Type), &Decl);
  } else {
    B.Index = Emit.Flow.newLocal().Index;
  }
  In.Bindings[&Decl] = std::move(B);
}

/// Binds the global variable \p Decl if its value is known; else null.
Binding *Lowering::bindGlobal(const VarDecl &Decl) {
  const Expr *Value = Data.valueOf(Decl);
  if (!Value || !applies(Mechanism::ConstantData))
    return nullptr;
  Frame &Kernel = Frames.front();
  bindLocal(Kernel, Decl);
  // Copied: lowering the initializer may bind more variables.
  const Binding B = Kernel.Bindings[&Decl];
  llvm::SaveAndRestore Restore(Emit.Out, &Prologue);
  llvm::SaveAndRestore Follow(Emit.NotFollowed, std::optional<Reason>());
  lowerInit(Decl, B, *Value);
  return &Kernel.Bindings[&Decl];
}

/// Binds a parameter that is neither an integer nor a pointer. All threads get
/// the same argument, whatever its type.
void Lowering::bindOtherParameter(const ParmVarDecl &P) {
  LValue Argument;
  Argument.IsDivergent = false;
  Argument.Name = P.getName();
  Argument.Why = {ReasonCode::UnsupportedConstruct,
                  "part of the argument '" + P.getNameAsString() + "'"};
  if (P.getType()->isRecordType() && Pointers.isChanged(P)) {
    bindLocal(Frames.back(), P);
    const LValue Parts = placeOf(Frames.back().Bindings[&P]);
    return Mem.copyRecord(Parts, P.getType(), Argument);
  }
  Binding B;
  B.Kind = Binding::Alias;
  Argument.IsDivergent = Pointers.isChanged(P);
  B.Target = std::move(Argument);
  Frames.back().Bindings[&P] = std::move(B);
}

void Lowering::bindKernelParameters(const FunctionDecl &Kernel) {
  for (const ParmVarDecl *P : Kernel.parameters()) {
    unsigned Number = Emit.Program.Parameters.size();
    std::optional<IntType> Type;
    if (!P->isInvalidDecl())
      Type = intType(Context, P->getType());
    bool IsInteger = Type && !P->getType()->isPointerType();
    Emit.Program.Parameters.push_back(
        {P->getNameAsString(), IsInteger ? *Type : IntType{0, false}});
    if (!Type) {
      bindOtherParameter(*P);
      continue;
    }
    if (IsInteger && !Pointers.isChanged(*P)) {
      Binding B;
      B.Kind = Binding::Alias;
      B.Target.Kind = LValue::Parameter;
      B.Target.Index = Number;
      Frames.back().Bindings[P] = std::move(B);
      continue;
    }
    bindLocal(Frames.back(), *P);
    LValue Argument;
    Argument.IsDivergent = false;
    Argument.Name = P->getName();
    Emit.assign(Frames.back().Bindings[P].Index,
                IsInteger ? Builder.parameter(Number)
                          : Emit.elsewhere(Argument, "a kernel argument"));
  }
  // Behind all parameters, whose numbers are those of the launch's arguments.
  for (unsigned Number = 0; Number != Kernel.getNumParams(); ++Number) {
    const ParmVarDecl *P = Kernel.getParamDecl(Number);
    Binding B;
    if (P->getType()->isRecordType() && !P->isInvalidDecl() &&
        !Pointers.isChanged(*P))
      if (std::optional<unsigned> Record =
              addMemberParameters(*P, Number, Emit, Mem)) {
        B.Kind = Binding::Members;
        B.Index = *Record;
        Frames.back().Bindings[P] = std::move(B);
      }
  }
}

/// The block of __block_size__((x, y, z), (clusters...)), which the built-in
/// headers turn into an annotation.
static std::optional<Dim3> fixedBlock(const FunctionDecl &Kernel,
                                      ASTContext &Context) {
  for (const auto *Note : Kernel.specific_attrs<AnnotateAttr>()) {
    if (Note->getAnnotation() != "banklint_block_size" ||
        Note->args_size() == 0)
      continue;
    // A tuple is spelled as an expression with commas.
    llvm::SmallVector<const clang::Expr *, 3> Extents;
    const clang::Expr *Rest = *Note->args_begin();
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
      std::optional<int64_t> Size = constantOf(Extents[I], Context);
      if (!Size || *Size <= 0 || *Size > INT32_MAX)
        return std::nullopt;
      Sizes[I] = *Size;
    }
    return Dim3{Sizes[0], Sizes[1], Sizes[2]};
  }
  return std::nullopt;
}

/// Notes what \p If guards, unless one side is surely executed.
void Lowering::noteSides(const banklint::Stmt &If, const clang::Stmt *Then,
                         const clang::Stmt *Else) {
  if (!takenSide(If.Value))
    Emit.Guarded.Sides[If.Index] = {Then, Else};
}

/// True if control may leave the code around somewhere in \p S, which may be
/// null: by a jump out of a switch, too, if it is one.
static bool hasJumpOut(const clang::Stmt *S) {
  if (!S || isa<clang::Expr>(S))
    return false;
  if (isa<ReturnStmt, ContinueStmt, BreakStmt>(S))
    return true;
  const bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  return llvm::any_of(S->children(), [&](const clang::Stmt *Child) {
    // Breaks stay in it.
    if (isa<SwitchStmt>(S) || IsLoop)
      return !walk(Child, [IsLoop](const clang::Stmt *Part) {
        return !isa<ReturnStmt>(Part) && (IsLoop || !isa<ContinueStmt>(Part));
      });
    return hasJumpOut(Child);
  });
}

/// Statement number \p Branch of \p Block was lowered last. If it is a branch
/// that may jump over the rest, it guards that.
void Lowering::noteRest(const CompoundStmt &Block, unsigned Branch) {
  const auto *If = dyn_cast<IfStmt>(Block.body_begin()[Branch]);
  if (!If || !hasJumpOut(If))
    return;
  const auto Last =
      llvm::find_if(llvm::reverse(*Emit.Out), [](const banklint::Stmt &S) {
        return S.Kind != StmtKind::Flow;
      });
  if (Last != Emit.Out->rend() && Last->Kind == StmtKind::If &&
      Last->Index == Emit.numberOf(*If) && !takenSide(Last->Value))
    Emit.Guarded.Rest[Last->Index] =
        llvm::ArrayRef(Block.body_begin(), Block.size()).drop_front(Branch + 1);
}

/// Only a part of what \p Load loads is used; \p OfText of all that is spelled
/// like it.
void Lowering::loadLess(const LoadUses::Part &Load, const ByteSet &OfText) {
  const QualType Type = Mem.loadedType(Load.Step);
  if (Type->isScalarType())
    return Load.Used.none() ? Emit.noteUnused(Load.Access)
                            : Emit.noteNarrowed(Load.Access);
  const auto Parts = Load.isSure() && OfText == Load.Used
                         ? loadedParts(Load.Used, Type, Context)
                         : std::vector<std::pair<int64_t, unsigned>>();
  if (Parts.empty() || Emit.typeOf(Load.Access).isNull())
    return Emit.noteMembers(Load.Access, Type);
  Emit.split(Load.Access, Type, Parts);
}

/// Makes loads of structs those of what is used of them. Returns those of what
/// nothing uses.
llvm::DenseSet<unsigned> Lowering::finishLoads() {
  Emit.Flow.use();
  orderLoads(Emit.Program);
  const LoadUses Found = findLoadUses(Emit.Program);
  removeFlow(Emit.Program);
  if (applies(Mechanism::SunkLoads))
    for (const LoadUses::Sunk &Load : Found.SunkLoads) {
      banklint::Access &A = Emit.Program.Accesses[Load.Access];
      A.MaySink = Load.MaySink;
      A.MayBeUnused = Load.MayBeUnused;
      A.NeededOn = Load.NeededOn;
      A.Rules |= Load.By;
    }
  const bool IsAnyLess =
      !Found.Unused.empty() || !Found.Narrowed.empty() || !Found.Parts.empty();
  if (IsAnyLess && !applies(Mechanism::ValueUses))
    return {};
  // Of one place that is loaded in both sides of a branch, the compiler loads
  // what either uses.
  std::map<std::pair<std::string, uint64_t>, ByteSet> OfText;
  const auto TextOf = [&](const LoadUses::Part &Load) {
    const banklint::Access &A = Emit.Program.Accesses[Load.Access];
    return std::pair(A.Text, A.Calls.empty() ? 0 : A.Calls.back().Offset);
  };
  for (const LoadUses::Part &Load : Found.Parts)
    OfText[TextOf(Load)] |= Load.Used;
  for (const LoadUses::Part &Load : Found.Parts) {
    const QualType Type = Mem.loadedType(Load.Step);
    const bool IsNarrowed = Load.IsNarrowed && mayLoadHalves(Type, Context);
    if (!readsNearlyAll(Load.Used, Type, Context))
      loadLess(Load, OfText[TextOf(Load)]);
    else if (Type->isScalarType())
      continue;
    else if (readsNearlyAll(Load.SurelyUsed, Type, Context) && !IsNarrowed)
      Emit.noteAllUsed(Load.Access, Type, Load.IsNear);
    else
      Emit.noteMembers(Load.Access, Type);
  }
  Emit.insertParts();
  for (const LoadUses::Store &Store : Found.Stores)
    finishStore(Store);
  for (unsigned Access : Found.Unused)
    Emit.noteUnused(Access);
  for (unsigned Access : Found.Narrowed)
    Emit.noteNarrowed(Access);
  return {Found.Unused.begin(), Found.Unused.end()};
}

/// Notes whether \p Store, if it is one of a struct, stores all members, or
/// perhaps only some: those that were not loaded from where they are stored.
void Lowering::finishStore(const LoadUses::Store &Store) {
  const QualType Type = Emit.typeOf(Store.Access);
  if (Type.isNull() || !Type->isRecordType())
    return;
  if (Store.KeepsSome && isVector(Type, Context))
    Emit.noteMembers(Store.Access, Type);
  else if (Store.Unset.none())
    Emit.noteWhole(Store.Access);
}

/// The body of \p Kernel is lowered: applies what only shows once all is.
void Lowering::finishProgram(const FunctionDecl &Kernel) {
  Block &Body = Emit.Program.Body;
  Body.insert(Body.begin(), std::make_move_iterator(Prologue.begin()),
              std::make_move_iterator(Prologue.end()));
  Tensors.finish();
  const llvm::DenseSet<unsigned> Unneeded = finishLoads();
  raiseLoads(Emit.Program, Emit.Guarded, Context);
  Emit.finishBranches();
  Stored.markConstants(Emit.Program);
  markRemoved(Emit.Program, Unneeded, Emit.HasOtherEffects);
  removeUnread(Emit.Program);
  Arrays.addLost();
  Arrays.setOrder(Kernel);
  Arrays.markLeftOut();
}

LoweredKernel Lowering::lower(const FunctionDecl &Kernel) {
  llvm::raw_string_ostream Name(Emit.Program.Name);
  PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.SuppressDefaultTemplateArgs = false;
  Kernel.getNameForDiagnostic(Name, Policy, /*Qualified=*/true);
  Emit.Program.Span = Emit.spanOf(Kernel.getLocation());
  if (const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>())
    if (std::optional<int64_t> Threads =
            constantOf(Bounds->getMaxThreads(), Context))
      if (*Threads > 0)
        Emit.Program.MaxThreads = *Threads;
  Emit.Program.FixedBlock = fixedBlock(Kernel, Context);
  Emit.Program.IsRelocatable = Context.getLangOpts().GPURelocatableDeviceCode;
  Frame Outermost;
  Outermost.Function = &Kernel;
  Frames.push(std::move(Outermost));
  if (!Kernel.isDependentContext()) {
    bindKernelParameters(Kernel);
    FirstOpen = Emit.Program.Parameters.size();
    for (unsigned I = 0; Open && I != Open->Count; ++I)
      Emit.Program.Parameters.push_back({"pitch", I64});
    lowerFunctionBody(Kernel);
    // Else it will be lowered again.
    if (!Emit.Values.hasLearned())
      finishProgram(Kernel);
  } else {
    Arrays.addUnseen(Kernel);
  }
  Emit.Program.Files = Emit.Places.files();
  return {std::move(Emit.Program),
          std::move(Emit.Places),
          Arrays.declarations(),
          std::move(Emit.AccessPlaces),
          {}};
}
