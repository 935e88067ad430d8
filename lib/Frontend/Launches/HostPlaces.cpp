//===- HostPlaces.cpp - Where host code keeps its values ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "HostEvaluator.h"

using namespace banklint;
using namespace clang;

HostValue HostEvaluator::load(const HostPlace &Place) {
  HostValue Value = loadHeld(Place);
  if (Value.isUnknown() && Value.Symbol == 0)
    if (std::optional<HostValue> Remembered = Path.Current->Memory.find(Place))
      return std::move(*Remembered);
  return Value;
}

/// True if \p Root, an object of this path, may be known to code that is not
/// seen: its constructor may have told of it.
static bool mayBeKnown(HostRoot Root) {
  const CXXRecordDecl *Class =
      typeOf(Root)->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return Class && (!Class->hasDefinition() || !Class->isAggregate());
}

HostValue HostEvaluator::read(const HostPlace &Place, QualType Type) {
  HostValue Value = load(Place);
  const QualType Declared = typeOf(Place);
  if (!Value.isUnknown() || Value.Symbol != 0 || Declared.isNull() ||
      !Context.hasSameUnqualifiedType(Declared, Type) ||
      (!Path.Current->isExposed(Place.Root) && mayBeKnown(Place.Root)))
    return Value;
  HostValue Named = Path.fresh(Type, Value, Context);
  if (!areIdentical(Named, Value))
    Path.Current->Memory.set(Place, Named);
  return Named;
}

/// What the state holds of \p Place, or a constant does.
HostValue HostEvaluator::loadHeld(const HostPlace &Place) {
  if (std::optional<HostValue> Value = Path.Current->load(Place)) {
    // One of its pointers may have been read.
    if (Place.IsSomewhereInside)
      if (std::optional<HostValue> Whole =
              Path.Current->load({Place.Root, {}, false}))
        escape(*Whole);
    if (Value->Kind == HostValue::Address && Place.Path.empty())
      if (const auto *Variable = Place.Root.dyn_cast<const VarDecl *>();
          Variable && Variable->getType()->isReferenceType())
        return load(Value->Target);
    return *Value;
  }
  const auto *Variable = Place.Root.dyn_cast<const VarDecl *>();
  if (!Variable || Place.IsSomewhereInside)
    return {};
  HostValue Value = valueOfVariable(*Variable);
  for (unsigned Index : Place.Path) {
    HostValue Part = Value.element(Index);
    Value = std::move(Part);
  }
  return Value;
}

HostValue HostEvaluator::referenceTo(const Expr *E) {
  if (E->getType()->isFunctionType())
    return evaluate(E);
  std::optional<HostPlace> Place = place(E);
  return Place ? HostValue::address(std::move(*Place)) : HostValue();
}

void HostEvaluator::store(const Expr &Lvalue,
                          const std::optional<HostPlace> &Place,
                          HostValue Value) {
  bool IsKnown = Place && Place->Root != HostRoot(Lvalue.IgnoreParens());
  // Where it is stored, other functions may find it.
  if (!IsKnown || Path.Current->isExposed(Place->Root))
    escape(Value);
  if (const FieldDecl *Field = Lvalue.getSourceBitField())
    Value = asBitField(std::move(Value), *Field);
  if (Place)
    Path.Current->store(
        *Place, Path.fresh(Lvalue.getType(), std::move(Value), Context));
  else if (!holdsNoInteger(Lvalue.getType()))
    Path.Current->forgetExposed();
}

HostPlace HostEvaluator::temporary(const Expr &E, HostValue Value) {
  HostPlace Place{&E, {}, false};
  Path.Current->erase(&E);
  Path.Current->store(Place, std::move(Value));
  Path.frame().Temporaries.push_back(&E);
  return Place;
}

std::optional<HostPlace> HostEvaluator::placeOfMember(const MemberExpr &E) {
  if (const auto *Static = dyn_cast<VarDecl>(E.getMemberDecl()))
    return HostPlace{Static, {}, false};
  const auto *Field = dyn_cast<FieldDecl>(E.getMemberDecl());
  std::optional<HostPlace> Base;
  if (E.isArrow()) {
    HostValue Pointer = evaluate(E.getBase());
    if (Pointer.Kind == HostValue::Address)
      Base = std::move(Pointer.Target);
  } else {
    Base = place(E.getBase());
  }
  if (!Base || !Field)
    return std::nullopt;
  if (Field->getParent()->isUnion() || Field->getType()->isReferenceType()) {
    Base->IsSomewhereInside = true;
    return Base;
  }
  return Base->part(memberIndex(*Field));
}

std::optional<HostPlace>
HostEvaluator::placeOfSubscript(const ArraySubscriptExpr &E) {
  HostValue Pointer = evaluate(E.getBase());
  HostValue Subscript = evaluate(E.getIdx());
  if (Pointer.Kind != HostValue::Address)
    return std::nullopt;
  HostPlace Place = std::move(Pointer.Target);
  std::optional<int64_t> Number = Subscript.number();
  if (!Number || Place.IsSomewhereInside) {
    if (!Place.Path.empty())
      Place.Path.pop_back();
    Place.IsSomewhereInside = true;
    return Place;
  }
  if (Place.Path.empty())
    return *Number == 0 ? std::optional(Place) : std::nullopt;
  int64_t Moved = int64_t(Place.Path.back()) + *Number;
  if (Moved < 0 || Moved > INT32_MAX)
    return std::nullopt;
  Place.Path.back() = Moved;
  return Place;
}

std::optional<HostPlace> HostEvaluator::placeOfName(const DeclRefExpr &E) {
  if (const auto *Bound = dyn_cast<BindingDecl>(E.getDecl());
      Bound && Bound->getBinding())
    return place(Bound->getBinding());
  const auto *Variable = dyn_cast<VarDecl>(E.getDecl());
  if (!Variable)
    return std::nullopt;
  HostPlace Place{Variable, {}, false};
  if (!Variable->getType()->isReferenceType())
    return Place;
  std::optional<HostValue> Value = Path.Current->load(Place);
  if (Value && Value->Kind == HostValue::Address)
    return Value->Target;
  // Bound to a value, or not known to what.
  return Value && !Value->isUnknown() ? std::optional(Place) : std::nullopt;
}

/// What may be anything in the root of \p Place: an object of another type, or
/// a member by a pointer.
static std::optional<HostPlace> somewhereIn(std::optional<HostPlace> Place) {
  if (Place) {
    Place->Path.clear();
    Place->IsSomewhereInside = true;
  }
  return Place;
}

std::optional<HostPlace> HostEvaluator::place(const Expr *E) {
  if (Path.isSpent())
    return std::nullopt;
  E = E->IgnoreParens();
  if (const auto *Name = dyn_cast<DeclRefExpr>(E))
    return placeOfName(*Name);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return placeOfMember(*Member);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return placeOfSubscript(*Element);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Deref) {
      HostValue Pointer = evaluate(Unary->getSubExpr());
      if (Pointer.Kind == HostValue::Address)
        return Pointer.Target;
      return std::nullopt;
    }
    if (Unary->isIncrementDecrementOp() && Unary->isPrefix())
      return step(*Unary).Place;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_NoOp)
      return place(Cast->getSubExpr());
    if (Cast->getCastKind() == CK_DerivedToBase ||
        Cast->getCastKind() == CK_UncheckedDerivedToBase) {
      std::optional<HostPlace> Place = place(Cast->getSubExpr());
      return Place ? std::optional(baseOf(std::move(*Place), *Cast)) : Place;
    }
    if (Cast->isGLValue() && Cast->getSubExpr()->isGLValue())
      return somewhereIn(place(Cast->getSubExpr()));
  }
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return temporary(*E, evaluate(Temporary->getSubExpr()));
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return place(Full->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && isForwarding(*Call))
    return place(Call->getArg(0));
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isPtrMemOp() && Binary->isGLValue()) {
    const Expr *Object = Binary->getLHS();
    if (Binary->getOpcode() == BO_PtrMemD)
      return somewhereIn(place(Object));
    HostValue Pointer = evaluate(Object);
    if (Pointer.Kind == HostValue::Address)
      return somewhereIn(std::move(Pointer.Target));
    return std::nullopt;
  }
  if (const auto *Assigned = dyn_cast<BinaryOperator>(E);
      Assigned && Assigned->isAssignmentOp())
    return assign(*Assigned).Place;
  if (const auto *Conditional = dyn_cast<AbstractConditionalOperator>(E)) {
    if (const Expr *Arm = chosenArm(*Conditional))
      return place(Arm);
    // What is at the place has no symbol to lose facts of.
    Path.Current->IsDoubtful = true;
    return std::nullopt;
  }
  HostValue Value = evaluateInner(E);
  if (E->isGLValue() && Value.Kind == HostValue::Address)
    return Value.Target;
  if (Value.isUnknown() && !E->getType()->isRecordType())
    return std::nullopt;
  HostPlace Made = temporary(*E, std::move(Value));
  // An object that others know.
  if (E->isLValue())
    Path.Current->escape(Made);
  return Made;
}
