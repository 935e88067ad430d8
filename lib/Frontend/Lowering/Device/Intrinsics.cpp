//===- Intrinsics.cpp - Functions of the CUDA headers by name -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/Intrinsics.h"
#include "Ast/AstQueries.h"
#include "Lowering/Device/ExactFloat.h"
#include "Lowering/Emit/Integers.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

/// \p Op of the argument of \p E, in the argument's type.
static ExprId lowerUnary(Lowerer &L, const CallExpr &E, UnaryOp Op) {
  ExprId Value = L.value(E.getArg(0));
  if (std::optional<IntType> Type = intType(L.Context, E.getArg(0)->getType()))
    return L.Builder.convert(
        L.Builder.unary(Op, L.Builder.convert(Value, *Type)),
        valueType(L.Context, E.getType()));
  return L.Emit.opaque(ReasonCode::FloatingPoint, "computed in floating point",
                       E.getType(), {Value}, /*IsDivergent=*/false);
}

/// \p Op of the two arguments of \p E, in its own type.
static ExprId lowerBinary(Lowerer &L, const CallExpr &E, BinaryOp Op) {
  assert(E.getNumArgs() == 2 && "rows say how many arguments calls pass");
  ExprId Left = L.value(E.getArg(0));
  ExprId Right = L.value(E.getArg(1));
  std::optional<IntType> Type = intType(L.Context, E.getType());
  if (Type && intType(L.Context, E.getArg(0)->getType()) &&
      intType(L.Context, E.getArg(1)->getType()))
    return L.Builder.binary(Op, L.Builder.convert(Left, *Type),
                            L.Builder.convert(Right, *Type));
  return L.Emit.opaque(ReasonCode::FloatingPoint, "computed in floating point",
                       E.getType(), {Left, Right}, /*IsDivergent=*/false);
}

namespace {
/// What one lane copies: Count pieces that follow each other.
struct LaneCopy {
  unsigned Bytes;
  unsigned Count;
};
} // namespace

/// The type of argument number \p Number of \p E if it is an instance of the
/// class template \p Name, else null.
static const ClassTemplateSpecializationDecl *
instanceIn(const CallExpr &E, unsigned Number, llvm::StringRef Name) {
  const ClassTemplateSpecializationDecl *Class =
      instanceOf(E.getArg(Number)->getType());
  return Class && Class->getName() == Name ? Class : nullptr;
}

/// What a call of the primitive copies: one instruction.
static std::optional<LaneCopy> primitiveCopy(Lowerer &L, const CallExpr &E) {
  // A fourth argument other than 0 fills with zeros.
  if (E.getNumArgs() != 3 && constantOf(E.getArg(3), L.Context) != 0)
    return std::nullopt;
  const std::optional<int64_t> Bytes = constantOf(E.getArg(2), L.Context);
  if (Bytes != 4 && Bytes != 8 && Bytes != 16)
    return std::nullopt;
  return LaneCopy{unsigned(*Bytes), 1};
}

/// What cuda::memcpy_async(target, source, size, pipeline) copies: pieces that
/// are as wide as the alignment that its types promise. With a group, the lanes
/// share the work; with a barrier, an engine of the hardware may do it.
static std::optional<LaneCopy> pipelineCopy(Lowerer &L, const CallExpr &E) {
  constexpr int64_t WidestBytes = 16, MostCount = 16;
  const FunctionDecl *Function = E.getDirectCallee();
  if (E.getNumArgs() != 4 || !Function || !instanceIn(E, 3, "pipeline") ||
      !Function->getParamDecl(0)->getType()->isPointerType())
    return std::nullopt;
  std::optional<int64_t> Size = constantOf(E.getArg(2), L.Context);
  int64_t Alignment = 1;
  if (const auto *Aligned = instanceIn(E, 2, "aligned_size_t")) {
    clang::Expr::EvalResult Result;
    if (!E.getArg(2)->EvaluateAsRValue(Result, L.Context) ||
        !Result.Val.isStruct() || Result.Val.getStructNumFields() == 0 ||
        !Result.Val.getStructField(0).isInt())
      return std::nullopt;
    Size = Result.Val.getStructField(0).getInt().getExtValue();
    Alignment = Aligned->getTemplateArgs()[0].getAsIntegral().getExtValue();
  } else if (const QualType Copied =
                 Function->getParamDecl(0)->getType()->getPointeeType();
             !Copied->isVoidType()) {
    Alignment = L.Context.getTypeAlignInChars(Copied).getQuantity();
  }
  const int64_t Bytes = std::min(Alignment, WidestBytes);
  if (!Size || Bytes < 4 || *Size <= 0 || *Size % Bytes != 0 ||
      *Size > MostCount * Bytes)
    return std::nullopt;
  return LaneCopy{unsigned(Bytes), unsigned(*Size / Bytes)};
}

/// An asynchronous copy between what two arguments point to.
static std::optional<ExprId> lowerAsyncCopy(Lowerer &L, const CallExpr &E,
                                            bool IsPrimitive,
                                            llvm::StringRef Name) {
  auto Target = llvm::find_if(E.arguments(), [&](const clang::Expr *A) {
    return A->getType()->isPointerType() && L.Pointers.pointsToShared(A);
  });
  if (Target == E.arg_end())
    return std::nullopt;
  // From shared memory, a library function copies by other instructions.
  const std::optional<LaneCopy> Copy = IsPrimitive ? primitiveCopy(L, E)
                                       : Target == E.arg_begin()
                                           ? pipelineCopy(L, E)
                                           : std::nullopt;
  ExprId Address, Source;
  for (const clang::Expr *Argument : E.arguments())
    if (Argument == *Target)
      Address = L.value(Argument);
    else if (Copy && Argument->getType()->isPointerType())
      Source = L.value(Argument);
    else
      L.effects(Argument);
  if (!Copy) {
    L.Emit.emitUnknownAccess(
        MemoryOperation::AsyncCopy, std::nullopt, 4,
        (*Target)->getSourceRange(),
        {ReasonCode::UnknownCost, "no cost rule for '" + Name.str() + "'"});
    return L.Builder.constant(0, I32);
  }
  for (unsigned I = 0; I != Copy->Count; ++I) {
    const auto Piece = [&](ExprId Start) {
      return I == 0
                 ? Start
                 : L.Builder.binary(BinaryOp::Add, Start,
                                    L.Builder.constant(I * Copy->Bytes, U64));
    };
    banklint::Access A;
    A.Op = Copy->Bytes == 16 ? MemoryOperation::AsyncCopyBypass
                             : MemoryOperation::AsyncCopy;
    A.Bytes = Copy->Bytes;
    A.Address = Piece(Address);
    if (Copy->Bytes == 16)
      A.Source = Piece(Source);
    A.Span = L.Emit.spanOf((*Target)->getSourceRange());
    A.Text = L.Emit.textOf((*Target)->getSourceRange());
    L.Emit.addAccess(std::move(A), E.getBeginLoc());
  }
  return L.Builder.constant(0, I32);
}

/// Whose barrier the one of cooperative group \p Type is.
static BarrierScope scopeOfGroup(QualType Type) {
  const auto *Group = Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Group || !Group->getIdentifier())
    return BarrierScope::Lanes;
  const llvm::StringRef Name = Group->getName();
  if (Name == "thread_block" || Name == "grid_group" ||
      Name == "multi_grid_group" || Name == "cluster_group")
    return BarrierScope::Block;
  const auto *Tile = dyn_cast<ClassTemplateSpecializationDecl>(Group);
  if (!Tile || Name != "thread_block_tile")
    return BarrierScope::Lanes;
  const TemplateArgument &Lanes = Tile->getTemplateArgs()[0];
  return Lanes.getKind() == TemplateArgument::Integral &&
                 Lanes.getAsIntegral() >= 32
             ? BarrierScope::Warp
             : BarrierScope::Lanes;
}

/// Whose barrier \p E, a call of \p Name, is.
static BarrierScope scopeOf(Lowerer &L, const CallExpr &E,
                            llvm::StringRef Name) {
  if (Name == "__syncwarp") {
    const std::optional<int64_t> Mask =
        E.getNumArgs() == 0 ? 0xffffffff : constantOf(E.getArg(0), L.Context);
    return Mask && uint32_t(*Mask) == ~0u ? BarrierScope::Warp
                                          : BarrierScope::Lanes;
  }
  if (Name.starts_with("__"))
    return BarrierScope::Block;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
    return scopeOfGroup(
        Member->getImplicitObjectArgument()->IgnoreParenImpCasts()->getType());
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E.getDirectCallee());
  if (Method)
    return scopeOfGroup(L.Context.getRecordType(Method->getParent()));
  return E.getNumArgs() == 1 ? scopeOfGroup(E.getArg(0)->getType())
                             : BarrierScope::Lanes;
}

std::optional<ExprId> banklint::lowerIntrinsic(Lowerer &L, const CallExpr &E,
                                               DeviceMeaning Meaning,
                                               llvm::StringRef Name) {
  switch (Meaning) {
  case DeviceMeaning::Barrier:
  case DeviceMeaning::Fence:
    L.Emit.addBarrier(E.getBeginLoc(), Meaning == DeviceMeaning::Fence
                                           ? BarrierScope::None
                                           : scopeOf(L, E, Name));
    return L.Builder.constant(0, I32);
  case DeviceMeaning::Min:
    return lowerBinary(L, E, BinaryOp::Min);
  case DeviceMeaning::Max:
    return lowerBinary(L, E, BinaryOp::Max);
  case DeviceMeaning::Multiply:
    // Equal to the product where both fit 24 bits, as the name promises.
    return lowerBinary(L, E, BinaryOp::Mul);
  case DeviceMeaning::Abs:
    return lowerUnary(L, E, UnaryOp::Abs);
  case DeviceMeaning::PopCount:
    return lowerUnary(L, E, UnaryOp::PopCount);
  case DeviceMeaning::CountLeadingZeros:
    return lowerUnary(L, E, UnaryOp::CountLeadingZeros);
  case DeviceMeaning::ReverseBits:
    return lowerUnary(L, E, UnaryOp::ReverseBits);
  case DeviceMeaning::FindFirstSet:
    return lowerUnary(L, E, UnaryOp::FindFirstSet);
  case DeviceMeaning::ToInteger:
    return lowerToInteger(L, E, Name);
  case DeviceMeaning::Identity:
    return L.Builder.convert(L.value(E.getArg(0)),
                             valueType(L.Context, E.getType()));
  case DeviceMeaning::GlobalLoad:
    return L.Emit.opaque(ReasonCode::DataDependentIndex,
                         "read from memory by '" + Name + "'", E.getType(),
                         {L.value(E.getArg(0))},
                         /*IsDivergent=*/false, Name);
  case DeviceMeaning::Assumption: {
    // A branch that does nothing: the compiler learns as much from it.
    const ExprId Condition = L.Builder.convert(L.value(E.getArg(0)), BoolType);
    banklint::Stmt &If = L.Emit.append(StmtKind::If, E.getExprLoc());
    If.Value = Condition;
    If.Blocks.resize(2);
    return L.Builder.constant(0, BoolType);
  }
  case DeviceMeaning::Effects:
  case DeviceMeaning::CrossLane:
    for (const clang::Expr *Argument : E.arguments())
      L.value(Argument);
    return L.Emit.opaque(ReasonCode::CrossLane, "the result of '" + Name + "'",
                         E.getType());
  case DeviceMeaning::PrimitiveCopy:
    return lowerAsyncCopy(L, E, /*IsPrimitive=*/true, Name);
  case DeviceMeaning::LibraryCopy:
    return lowerAsyncCopy(L, E, /*IsPrimitive=*/false, Name);
  default:
    return std::nullopt;
  }
}
