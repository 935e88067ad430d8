//===- LocalViews.cpp - Parts of a local variable by other names ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalViews.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "CountedLoops.h"
#include "Recovery/LostCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace banklint;
using namespace clang;

/// Of a counter.
constexpr int64_t MaxValues = 64;
/// Of a subscript that counters make.
constexpr size_t MaxSubscripts = 512;

LocalViews::LocalViews(const VarDecl *Variable, const FunctionDecl &Function,
                       ASTContext &Context)
    : Variable(Variable), Function(Function), Context(Context) {}

const LocalViews::Offsets *LocalViews::countsOf(const VarDecl &Counter) {
  if (!Counters) {
    Counters.emplace();
    walk(Function.getBody(), [&](const Stmt *S) {
      const std::optional<CountedLoop> Loop = countedLoop(*S, Context);
      if (!Loop || Loop->rounds() > MaxValues ||
          changedVariables(cast<ForStmt>(S)->getBody()).count(Loop->Counter))
        return true;
      Offsets &Values = (*Counters)[Loop->Counter];
      for (int64_t Value = Loop->First; Value < Loop->End; Value += Loop->Step)
        Values.push_back(Value);
      return true;
    });
  }
  const auto Known = Counters->find(&Counter);
  return Known == Counters->end() ? nullptr : &Known->second;
}

using CounterValues = llvm::SmallDenseMap<const VarDecl *, int64_t, 4>;

/// The value of \p E where counters have \p Values.
static std::optional<int64_t>
valueWith(const Expr *E, const CounterValues &Values, ASTContext &Context) {
  E = E->IgnoreParenImpCasts();
  if (std::optional<int64_t> Constant = constantOf(E, Context))
    return Constant;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto Known = Values.find(dyn_cast<VarDecl>(Ref->getDecl()));
    return Known == Values.end() ? std::nullopt : std::optional(Known->second);
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return std::nullopt;
  const auto Left = valueWith(Binary->getLHS(), Values, Context);
  const auto Right = valueWith(Binary->getRHS(), Values, Context);
  if (!Left || !Right)
    return std::nullopt;
  const bool IsDivision =
      Binary->getOpcode() == BO_Div || Binary->getOpcode() == BO_Rem;
  if (IsDivision && *Right <= 0)
    return std::nullopt;
  switch (Binary->getOpcode()) {
  case BO_Add:
    return *Left + *Right;
  case BO_Sub:
    return *Left - *Right;
  case BO_Mul:
    return *Left * *Right;
  case BO_Div:
    return *Left / *Right;
  case BO_Rem:
    return *Left % *Right;
  case BO_And:
    return *Left & *Right;
  case BO_Or:
    return *Left | *Right;
  case BO_Xor:
    return *Left ^ *Right;
  default:
    return std::nullopt;
  }
}

/// All values that \p Index takes.
std::optional<LocalViews::Offsets> LocalViews::valuesOf(const Expr *Index) {
  if (std::optional<int64_t> Constant = constantOf(Index, Context))
    return Offsets{*Constant};
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Index->IgnoreParenImpCasts()))
    if (const auto *Parameter = dyn_cast<ParmVarDecl>(Ref->getDecl());
        Parameter && Arguments.count(Parameter))
      return Arguments.lookup(Parameter);
  // Each counter multiplies the values that there are.
  std::vector<CounterValues> All(1);
  for (const DeclRefExpr *Ref : nodesIn<DeclRefExpr>(Index)) {
    const auto *Counter = dyn_cast<VarDecl>(Ref->getDecl());
    const Offsets *Counts = Counter ? countsOf(*Counter) : nullptr;
    if (!Counts || All.empty() || All.front().count(Counter))
      continue;
    std::vector<CounterValues> With;
    for (const CounterValues &Values : All)
      for (int64_t Count : *Counts) {
        With.push_back(Values);
        With.back()[Counter] = Count;
      }
    if (With.size() > MaxSubscripts)
      return std::nullopt;
    All = std::move(With);
  }
  Offsets Result;
  for (const CounterValues &Values : All) {
    const auto Value = valueWith(Index, Values, Context);
    if (!Value)
      return std::nullopt;
    Result.push_back(*Value);
  }
  return Result;
}

/// Adds the counters in \p Count, which takes several values, to those of \p
/// Of. False if values of both are not known to go together in all ways.
bool LocalViews::addCounters(const Expr *Count, Start &Of) {
  llvm::SmallPtrSet<const VarDecl *, 4> Own;
  for (const DeclRefExpr *Ref : nodesIn<DeclRefExpr>(Count))
    if (const auto *Counter = dyn_cast<VarDecl>(Ref->getDecl());
        Counter && countsOf(*Counter))
      Own.insert(Counter);
  const bool IsApart = !Own.empty() && !Of.Counters.empty() &&
                       llvm::none_of(Own, [&Of](const VarDecl *Each) {
                         return Of.Counters.contains(Each);
                       });
  if (Of.At.size() > 1 && !IsApart)
    return false;
  Of.Counters.insert(Own.begin(), Own.end());
  return true;
}

/// \p Of and \p Count elements more, or less by a \p Sign of -1. If both take
/// several values, those are of different counters.
std::optional<LocalViews::Start> LocalViews::moved(std::optional<Start> Of,
                                                   const Expr *Count,
                                                   QualType Element,
                                                   int64_t Sign) {
  if (!Of || Element->isIncompleteType() || Element->isDependentType())
    return std::nullopt;
  const std::optional<Offsets> Values = valuesOf(Count);
  if (!Values || Values->size() * Of->At.size() > MaxSubscripts ||
      (Values->size() > 1 && !addCounters(Count, *Of)))
    return std::nullopt;
  const int64_t Bytes = Context.getTypeSizeInChars(Element).getQuantity();
  Offsets Sums;
  for (int64_t At : Of->At)
    for (int64_t Value : *Values)
      Sums.push_back(At + Sign * Value * Bytes);
  Of->At = std::move(Sums);
  return Of;
}

/// What a method returns a reference to: `return data[i];`.
std::optional<LocalViews::Start> LocalViews::returnedBy(const CallExpr &Call) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  const FunctionDecl *Definition = nullptr;
  if (Object || !Method || Method->isStatic() || !Method->hasBody(Definition))
    return std::nullopt;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  const auto *Return = Body && Body->size() == 1
                           ? dyn_cast<ReturnStmt>(Body->body_front())
                           : nullptr;
  if ((!Operator && !Member) || !Return || !Return->getRetValue() ||
      !Return->getRetValue()->isGLValue())
    return std::nullopt;
  std::optional<Start> Of = startOf(
      Operator ? Operator->getArg(0) : Member->getImplicitObjectArgument());
  if (!Of)
    return std::nullopt;
  for (auto [Argument, Parameter] :
       llvm::zip(llvm::drop_begin(Call.arguments(), Operator ? 1 : 0),
                 Definition->parameters()))
    if (std::optional<Offsets> Values = valuesOf(Argument))
      Arguments[Parameter] = std::move(*Values);
  Object = std::move(Of);
  std::optional<Start> Result = startOf(Return->getRetValue());
  Object.reset();
  Arguments.clear();
  return Result;
}

/// What \p Ref names, a mention of \p View.
LocalViews::Start LocalViews::viewBy(const DeclRefExpr &Ref,
                                     const VarDecl &View) const {
  Start Of = Views.lookup(&View);
  Of.Root = &Ref;
  return Of;
}

std::optional<LocalViews::Start> LocalViews::pointedBy(const Expr *Pointer) {
  const Expr *E = Pointer->IgnoreParens();
  if (isa<CXXThisExpr>(E))
    return Object ? Object
           : This ? std::optional(Start{E, This->At, This->Counters})
                  : std::nullopt;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return startOf(Cast->getSubExpr());
    if (Cast->getCastKind() == CK_NoOp || Cast->getCastKind() == CK_BitCast)
      return pointedBy(Cast->getSubExpr());
    const auto *Ref =
        Cast->getCastKind() == CK_LValueToRValue
            ? dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens())
            : nullptr;
    const auto *Named = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Named && Named->getType()->isPointerType() && Views.count(Named))
      return viewBy(*Ref, *Named);
    return std::nullopt;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_AddrOf ? startOf(Unary->getSubExpr())
                                           : std::nullopt;
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !Binary->isAdditiveOp() ||
      !Binary->getLHS()->getType()->isPointerType())
    return std::nullopt;
  return moved(pointedBy(Binary->getLHS()), Binary->getRHS(),
               E->getType()->getPointeeType(),
               Binary->getOpcode() == BO_Add ? 1 : -1);
}

std::optional<LocalViews::Start> LocalViews::startOf(const Expr *Place) {
  const Expr *E = Place->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (Ref->getDecl() == Variable)
      return Start{Ref, {0}};
    const auto *Named = dyn_cast<VarDecl>(Ref->getDecl());
    if (Named && Named->getType()->isReferenceType() && Views.count(Named))
      return viewBy(*Ref, *Named);
    return std::nullopt;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field || Field->isBitField() || Field->getType()->isReferenceType() ||
        Field->getParent()->isInvalidDecl())
      return std::nullopt;
    std::optional<Start> Of = Member->isArrow() ? pointedBy(Member->getBase())
                                                : startOf(Member->getBase());
    if (Of)
      for (int64_t &At : Of->At)
        At += Context.toCharUnitsFromBits(Context.getFieldOffset(Field))
                  .getQuantity();
    return Of;
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return moved(pointedBy(Subscript->getBase()), Subscript->getIdx(),
                 E->getType(), 1);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref ? pointedBy(Unary->getSubExpr())
                                          : std::nullopt;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return returnedBy(*Call);
  const auto *Cast = dyn_cast<CastExpr>(E);
  return Cast && (Cast->getCastKind() == CK_NoOp ||
                  Cast->getCastKind() == CK_LValueBitCast)
             ? startOf(Cast->getSubExpr())
             : std::nullopt;
}

std::optional<LocalViews::Part> LocalViews::partAt(const Expr *Place) {
  const QualType Type = Place->getType();
  if (Type->isIncompleteType() || Type->isDependentType())
    return std::nullopt;
  const std::optional<Start> From = startOf(Place);
  if (!From)
    return std::nullopt;
  const int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  Part Result{From->Root, {}};
  for (int64_t At : From->At) {
    if (At < 0 || At + Size > int64_t(Result.Bytes.size()))
      return std::nullopt;
    for (int64_t Byte = At; Byte != At + Size; ++Byte)
      Result.Bytes.set(Byte);
  }
  return Result;
}

std::optional<LocalViews::Start> LocalViews::boundTo(QualType Type,
                                                     const Expr *Value) {
  if (Type->isPointerType())
    return pointedBy(Value);
  return Type->isReferenceType() ? startOf(Value) : std::nullopt;
}

bool LocalViews::bind(const VarDecl &View, Start Of) {
  if (View.getType()->isPointerType() && !View.getType().isConstQualified() &&
      changedVariables(Function.getBody()).count(&View))
    return false;
  Views[&View] = std::move(Of);
  return true;
}
