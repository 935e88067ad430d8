//===- RisingLoads.cpp - Loads that the compiler makes early --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Compiler/RisingLoads.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Lowering/Compiler/NamedPlaces.h"
#include "Lowering/Device/DeviceFunctions.h"
#include "Recovery/LostCode.h"
#include "banklint/Program/ConstantVariables.h"
#include "banklint/Program/KnownNumbers.h"
#include "banklint/Support/Mechanisms.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace banklint;
using namespace clang;
using banklint::Block;
using banklint::StmtKind;

namespace {
/// Looks for what surely stays under a condition.
///
/// Accesses to shared memory are left to the program.
class EarlyWalker : public AstWalker {
public:
  EarlyWalker(ASTContext &Context, unsigned Depth)
      : Context(Context), Depth(Depth) {}

  bool visitStmt(const clang::Stmt *S) override;

private:
  /// Calls that are followed.
  static constexpr unsigned MaxDepth = 6;
  /// nvcc was not seen to execute more than four operations early.
  static constexpr unsigned MaxOperations = 16;

  bool mayExecute(const BinaryOperator &E);
  bool mayCall(const FunctionDecl &Function) const;

  ASTContext &Context;
  const unsigned Depth;
  unsigned Operations = 0;
};
} // namespace

/// True if reading \p E may fail, for all that the compiler knows: a pointer
/// that the kernel gets leads there, perhaps by \p Steps others.
static bool mayFault(const clang::Expr &E, unsigned Steps = 4) {
  const clang::Expr *Named = E.IgnoreParenCasts();
  if (const auto *Sum = dyn_cast<BinaryOperator>(Named);
      Sum && Sum->isAdditiveOp())
    Named = Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                      : Sum->getRHS();
  const VarDecl *Place = placeOf(Named);
  if (!Place || Steps == 0)
    return false;
  if (Place->hasGlobalStorage())
    return Place->getType()->isPointerType();
  if (const auto *Parameter = dyn_cast<ParmVarDecl>(Place))
    return Parameter->getType()->isPointerType() &&
           isKernelArgument(*Parameter);
  return (Place->getType()->isPointerType() ||
          Place->getType()->isReferenceType()) &&
         Place->getInit() && mayFault(*Place->getInit(), Steps - 1);
}

/// True if \p E is a constant, of any type.
static bool isFolded(const clang::Expr &E, const ASTContext &Context) {
  return !E.isValueDependent() && E.isEvaluatable(Context);
}

bool EarlyWalker::mayExecute(const BinaryOperator &E) {
  if (E.isAssignmentOp() && isReachedFromOutside(E.getLHS()))
    return false;
  switch (E.getOpcode()) {
  case BO_Div:
  case BO_DivAssign:
  case BO_Rem:
  case BO_RemAssign:
    return mayBeConstant(E.getRHS(), Context) || isFolded(*E.getRHS(), Context);
  case BO_Assign:
  case BO_Comma:
    return true;
  default:
    return isFolded(E, Context) || ++Operations <= MaxOperations;
  }
}

bool EarlyWalker::mayCall(const FunctionDecl &Function) const {
  if (Function.isTrivial())
    return true;
  if (const DeviceFunction *Known = findDeviceFunction(Function))
    switch (Known->Meaning) {
    case DeviceMeaning::Min:
    case DeviceMeaning::Max:
    case DeviceMeaning::Abs:
    case DeviceMeaning::PopCount:
    case DeviceMeaning::CountLeadingZeros:
    case DeviceMeaning::ReverseBits:
    case DeviceMeaning::FindFirstSet:
    case DeviceMeaning::Identity:
    case DeviceMeaning::Assumption:
      return true;
    default:
      return false;
    }
  const FunctionDecl *Definition = nullptr;
  if (!Function.hasBody(Definition))
    return isOfHeaders(Function);
  return !Definition->hasAttr<NoInlineAttr>() &&
         (Depth == MaxDepth ||
          EarlyWalker(Context, Depth + 1).walk(Definition->getBody()));
}

bool EarlyWalker::visitStmt(const clang::Stmt *S) {
  if (isa<AsmStmt>(S))
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    return mayExecute(*Binary);
  if (const auto *Unary = dyn_cast<UnaryOperator>(S))
    return !Unary->isIncrementDecrementOp() ||
           !isReachedFromOutside(Unary->getSubExpr());
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S))
    return Cast->getCastKind() != CK_LValueToRValue ||
           (!Cast->getSubExpr()->getType().isVolatileQualified() &&
            !mayFault(*Cast->getSubExpr()));
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    return !Callee || mayCall(*Callee);
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    return mayCall(*Construct->getConstructor());
  return true;
}

namespace {
/// What is moved, by number.
struct Moves {
  llvm::DenseSet<unsigned> Loads, Variables;
};

class LoadRaiser {
public:
  LoadRaiser(KernelProgram &Program, const GuardedCode &Code,
             ASTContext &Context)
      : Program(Program), Code(Code), Context(Context), Values(Program),
        Constant(constantVariables(Program, Values)) {}

  void visit(Block &B);

private:
  /// nvcc was not seen to make more loads of one branch early.
  static constexpr unsigned MaxLoads = 3;

  bool mayRise(const banklint::Access &A) const;
  bool isInside(ExprId Address, int64_t Bytes) const;
  bool isKnownPlace(ExprId Address) const;
  bool isCheap(llvm::ArrayRef<banklint::Stmt> Stmts, unsigned &Loads) const;
  void mark(llvm::ArrayRef<banklint::Stmt> Stmts,
            const llvm::DenseSet<unsigned> &Set, Moves &Moved);
  Block takeEarly(std::vector<Block> &Guarded,
                  llvm::ArrayRef<const clang::Stmt *> Source);
  void raiseSides(Block &B, size_t &At);
  void raiseRest(Block &B, size_t At);

  KernelProgram &Program;
  const GuardedCode &Code;
  ASTContext &Context;
  const AssignedValues Values;
  /// By variable.
  const std::vector<bool> Constant;
};
} // namespace

/// Where \p E, an address, is in its array, if that is a constant.
static std::optional<int64_t> offsetInArray(const KernelProgram &Program,
                                            const banklint::Expr &E) {
  const SharedArray &Array = Program.Arrays[E.Index];
  int64_t Elements = 0;
  for (size_t I = 0; I != Array.Extents.size(); ++I) {
    Elements *= Array.Extents[I].Elements;
    if (I + 1 >= E.Operands.size())
      continue;
    const auto Subscript = numberOf(Program, E.Operands[I], KnownNumbers());
    if (!Subscript)
      return std::nullopt;
    Elements += *Subscript;
  }
  const auto Inner = numberOf(Program, E.Operands.back(), KnownNumbers());
  if (!Inner)
    return std::nullopt;
  return Elements * Array.ElementBytes + *Inner;
}

/// True if \p Address is surely a constant inside of a static array, with all
/// of \p Bytes that are there.
bool LoadRaiser::isInside(ExprId Address, int64_t Bytes) const {
  Address = Values.resolved(Address);
  const banklint::Expr &E = Program.expr(Address);
  if (E.Kind == ExprKind::Binary && E.Binary == BinaryOp::Add) {
    const auto By = numberOf(Program, E.Operands[1], KnownNumbers());
    return By && isInside(E.Operands[0], *By + Bytes) && *By >= 0;
  }
  if (E.Kind != ExprKind::Address)
    return false;
  const std::optional<int64_t> At = offsetInArray(Program, E);
  return At && *At >= 0 &&
         uint64_t(*At + Bytes) <= Program.Arrays[E.Index].bytes();
}

/// True if \p Address is one that the compiler may know, or one of several.
bool LoadRaiser::isKnownPlace(ExprId Address) const {
  const banklint::Expr &E = Program.expr(Address);
  if (E.Kind == ExprKind::Select)
    return isKnownPlace(E.Operands[1]) && isKnownPlace(E.Operands[2]);
  return isConstant(Program, Address, Constant);
}

/// True if the compiler may load early what \p A loads, as far as it is about
/// its place: it may know that it is inside of a static array.
bool LoadRaiser::mayRise(const banklint::Access &A) const {
  if (A.Op != MemoryOperation::Load || A.IsVolatile || !isKnownPlace(A.Address))
    return false;
  bool IsStatic = false;
  Values.forEachNode(A.Address, [&](ExprId Id) {
    const banklint::Expr &E = Program.expr(Id);
    IsStatic |=
        E.Kind == ExprKind::Address && !Program.Arrays[E.Index].IsDynamic;
  });
  return IsStatic;
}

/// True if nothing in \p Stmts keeps the compiler from executing all of them
/// early. Adds to \p Loads those from shared memory.
bool LoadRaiser::isCheap(llvm::ArrayRef<banklint::Stmt> Stmts,
                         unsigned &Loads) const {
  for (const banklint::Stmt &S : Stmts) {
    switch (S.Kind) {
    case StmtKind::Barrier:
      return false;
    case StmtKind::Access:
      if (!mayRise(Program.Accesses[S.Index]) || ++Loads > MaxLoads)
        return false;
      break;
    case StmtKind::Loop:
      if (!isConstant(Program, S.Value, Constant))
        return false;
      break;
    default:
      break;
    }
    for (const Block &Inner : S.Blocks)
      if (!isCheap(Inner, Loads))
        return false;
  }
  return true;
}

/// The variables that \p Stmts set.
static void addSet(llvm::ArrayRef<banklint::Stmt> Stmts,
                   llvm::DenseSet<unsigned> &Set) {
  for (const banklint::Stmt &S : Stmts) {
    if (S.Kind == StmtKind::Assign)
      Set.insert(S.Index);
    for (const Block &Inner : S.Blocks)
      addSet(Inner, Set);
  }
}

/// Marks the loads in \p Stmts, which may be executed early and set \p Set, and
/// adds those that can be moved to \p Moved.
void LoadRaiser::mark(llvm::ArrayRef<banklint::Stmt> Stmts,
                      const llvm::DenseSet<unsigned> &Set, Moves &Moved) {
  for (const banklint::Stmt &S : Stmts) {
    if (S.Kind == StmtKind::Access) {
      banklint::Access &A = Program.Accesses[S.Index];
      A.MaySink = true;
      A.NeededOn.clear();
      A.Rules |= CompilerRule::S3;
      bool MayMove = isInside(A.Address, int64_t(A.Bytes) * A.Pieces);
      llvm::SmallVector<unsigned, 4> Needed;
      Values.forEachNode(A.Address, [&](ExprId Id) {
        const banklint::Expr &E = Program.expr(Id);
        if (E.Kind != ExprKind::Variable || !Set.contains(E.Index))
          return;
        Needed.push_back(E.Index);
        MayMove &= Values.of(E.Index).size() == 1;
      });
      if (MayMove) {
        Moved.Loads.insert(S.Index);
        Moved.Variables.insert(Needed.begin(), Needed.end());
      } else if (A.Bytes == 16) {
        // All lanes cost more than half a warp.
        A.Bytes = 8;
        A.Pieces *= 2;
        A.IsWhole = false;
      }
    }
    // Each round of a loop loads.
    Moves Inside;
    for (const Block &Inner : S.Blocks)
      mark(Inner, Set, S.Kind == StmtKind::Loop ? Inside : Moved);
  }
}

/// Moves from \p From to \p Into what \p Moved says.
static void take(Block &From, const Moves &Moved, Block &Into) {
  Block Left;
  for (banklint::Stmt &S : From) {
    for (Block &Inner : S.Blocks)
      take(Inner, Moved, Into);
    const bool IsMoved =
        (S.Kind == StmtKind::Access && Moved.Loads.contains(S.Index)) ||
        (S.Kind == StmtKind::Assign && Moved.Variables.contains(S.Index));
    (IsMoved ? Into : Left).push_back(std::move(S));
  }
  From = std::move(Left);
}

/// Takes what may rise out of \p Guarded, of which at most one is executed, and
/// which \p Source spells.
Block LoadRaiser::takeEarly(std::vector<Block> &Guarded,
                            llvm::ArrayRef<const clang::Stmt *> Source) {
  Block Early;
  unsigned Loads = 0;
  if (!llvm::all_of(Guarded,
                    [&](const Block &B) { return isCheap(B, Loads); }) ||
      Loads == 0 || !llvm::all_of(Source, [this](const clang::Stmt *S) {
        return EarlyWalker(Context, /*Depth=*/0).walk(S);
      }))
    return Early;
  llvm::DenseSet<unsigned> Set;
  for (const Block &B : Guarded)
    addSet(B, Set);
  Moves Moved;
  for (const Block &B : Guarded)
    mark(B, Set, Moved);
  for (Block &B : Guarded)
    take(B, Moved, Early);
  return Early;
}

static void insert(Block &Into, size_t At, Block New) {
  Into.insert(Into.begin() + At, std::make_move_iterator(New.begin()),
              std::make_move_iterator(New.end()));
}

/// True if \p S is an `if` that GuardedCode may know.
static bool isNumbered(const banklint::Stmt &S) {
  return S.Kind == StmtKind::If && S.Index != ~0u;
}

/// Raises what the branch number \p At of \p B guards, which moves it.
void LoadRaiser::raiseSides(Block &B, size_t &At) {
  // A switch of one case is a branch, too.
  const bool IsChoice =
      B[At].Kind == StmtKind::Switch && B[At].Blocks.size() <= 2;
  const auto Sides =
      isNumbered(B[At]) ? Code.Sides.find(B[At].Index) : Code.Sides.end();
  if (!IsChoice && Sides == Code.Sides.end())
    return;
  Block Early =
      takeEarly(B[At].Blocks, IsChoice ? llvm::ArrayRef<const clang::Stmt *>()
                                       : llvm::ArrayRef(Sides->second));
  const size_t Count = Early.size();
  insert(B, At, std::move(Early));
  At += Count;
}

/// Raises what follows the branch number \p At of \p B, if that may jump over
/// it.
void LoadRaiser::raiseRest(Block &B, size_t At) {
  const auto Source =
      isNumbered(B[At]) ? Code.Rest.find(B[At].Index) : Code.Rest.end();
  if (Source == Code.Rest.end())
    return;
  std::vector<Block> Rest(1);
  insert(Rest[0], 0,
         Block(std::make_move_iterator(B.begin() + At + 1),
               std::make_move_iterator(B.end())));
  B.erase(B.begin() + At + 1, B.end());
  insert(B, At, takeEarly(Rest, Source->second));
  insert(B, B.size(), std::move(Rest[0]));
}

void LoadRaiser::visit(Block &B) {
  for (size_t I = 0; I != B.size(); ++I) {
    for (Block &Inner : B[I].Blocks)
      visit(Inner);
    raiseSides(B, I);
  }
  for (size_t I = B.size(); I-- != 0;)
    raiseRest(B, I);
}

void banklint::raiseLoads(KernelProgram &Program, const GuardedCode &Guarded,
                          ASTContext &Context) {
  if (applies(Mechanism::RaisedLoads))
    LoadRaiser(Program, Guarded, Context).visit(Program.Body);
}
