//===- NeedExpressions.cpp - What expressions need ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Lowering/Device/DeviceFunctions.h"
#include "NeedAnalysis.h"
#include "Recovery/LostCode.h"
#include "SinkingCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

/// What \p E is, or is a part of.
NeedAnalysis::Target NeedAnalysis::targetOf(const clang::Expr &E) const {
  Target To;
  To.IsWhole = true;
  const clang::Expr *Inner = E.IgnoreParenImpCasts();
  const auto Enter = [&](const clang::Expr *Next) {
    Inner = Next;
    To.IsWhole = false;
  };
  for (;;) {
    if (const auto *Member = dyn_cast<MemberExpr>(Inner)) {
      Enter(Member->getBase()->IgnoreParenImpCasts());
      if (!Member->isArrow())
        continue;
    } else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Inner)) {
      Enter(Subscript->getBase()->IgnoreParenImpCasts());
      if (Inner->getType()->isArrayType())
        continue;
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(Inner);
               Unary && Unary->getOpcode() == UO_Deref) {
      Enter(Unary->getSubExpr()->IgnoreParenCasts());
    } else {
      break;
    }
    // A pointer: to a local variable, or to what the caller has.
    const auto *Address = dyn_cast<UnaryOperator>(Inner);
    if (Address && Address->getOpcode() == UO_AddrOf) {
      Inner = Address->getSubExpr()->IgnoreParenImpCasts();
      continue;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Inner);
    const auto *Pointer = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!isa<CXXThisExpr>(Inner) &&
        !(Pointer && (isOutput(*Pointer) || Pointer->getType()->isArrayType())))
      return {};
    break;
  }
  if (isa<CXXThisExpr>(Inner)) {
    To.IsObject = true;
    return To;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Inner);
  const auto *Variable = Ref ? variableOf(*Ref) : nullptr;
  if (!Variable || !Numbers.contains(Variable) ||
      (Variable->getType()->isReferenceType() && !isa<ParmVarDecl>(Variable)))
    return {};
  To.Local = Variable;
  return To;
}

/// What a function gets a reference or pointer to as its argument \p E.
NeedAnalysis::Target
NeedAnalysis::targetOfArgument(const clang::Expr &E) const {
  const clang::Expr *Inner = E.IgnoreParenImpCasts();
  const auto *Address = dyn_cast<UnaryOperator>(Inner);
  if (Address && Address->getOpcode() == UO_AddrOf)
    return targetOf(*Address->getSubExpr());
  // Other pointers than those that this function gives results through point
  // to memory.
  const auto *Ref = dyn_cast<DeclRefExpr>(Inner);
  const VarDecl *Pointer = Ref ? variableOf(*Ref) : nullptr;
  if (E.isPRValue() && Inner->getType()->isPointerType() &&
      !isa<CXXThisExpr>(Inner) && !(Pointer && isOutput(*Pointer)))
    return {};
  return targetOf(*Inner);
}

/// The need of \p To at the point that was reached; null if it is not tracked.
Need *NeedAnalysis::needOf(const Target &To) {
  if (To.IsObject)
    return &Needs.front();
  const auto Found = Numbers.find(To.Local);
  if (Found == Numbers.end())
    return nullptr;
  Need &Of = Needs[Found->second];
  if (Escaped.contains(To.Local))
    Of = Need::everywhere();
  return &Of;
}

void NeedOfRead::join(Need Other) {
  IsUnusedOnce |= Of.isNone() != Other.isNone();
  if (Other.isNone())
    return;
  const SideBits Both = Of.sides() | Other.sides();
  // What one copy needs on one side only may sink there.
  if (Of.isNone() || Of.isEverywhere() ||
      (Of.isByCaller() && Other.isOnOneSide()))
    Of = Other;
  Of = Of.into(Both);
}

/// What is at \p E is read, and \p Of needs it.
void NeedAnalysis::mark(const clang::Expr &E, Need Of) {
  if (!IsRecording)
    return;
  auto [Known, IsNew] =
      Reads.try_emplace(E.IgnoreParenImpCasts(), NeedOfRead{Of, Function});
  // A default argument may stand in several functions.
  if (Known->second.In != Function)
    Of = Of.into(BranchNumbers::Other);
  if (!IsNew)
    Known->second.join(Of);
}

void NeedAnalysis::readChildren(const clang::Stmt *S, Need Of) {
  llvm::SmallVector<const clang::Stmt *, 8> Children(S->children());
  for (const clang::Stmt *Child : llvm::reverse(Children))
    read(Child, Of);
}

/// Adds what is read so that \p Of has the value of \p S, which may be null.
void NeedAnalysis::read(const clang::Stmt *S, Need Of) {
  // Sums of a program that was made by another may be long.
  const BinaryOperator *Around = nullptr;
  while (S && !isSpent()) {
    ++Work;
    const auto *Sum = dyn_cast<BinaryOperator>(S);
    if (Sum && !Sum->isAssignmentOp() && !Sum->isLogicalOp() &&
        !Sum->isPtrMemOp()) {
      if (!Of.isNone() && isConstantResult(*Sum, Context))
        Of = Need();
      if (!Of.isNone() && (!Around || Around->getOpcode() != Sum->getOpcode()))
        noteFactors(*Sum);
      Around = Sum;
      read(Sum->getRHS(), Of);
      S = Sum->getLHS();
      Of = Sum->isCommaOp() ? Need() : Of;
    } else if (isa<ParenExpr, ImplicitCastExpr>(S)) {
      S = *S->child_begin();
    } else {
      return readNode(S, Of);
    }
  }
}

void NeedAnalysis::readNode(const clang::Stmt *S, Need Of) {
  if (const auto *E = dyn_cast<clang::Expr>(S);
      E &&
      (E->isGLValue() || isa<CXXConstructExpr, CXXInheritedCtorInitExpr>(E)))
    mark(*E, Of);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    if (const VarDecl *Variable = variableOf(*Ref))
      if (auto Found = Numbers.find(Variable); Found != Numbers.end()) {
        Need &Known = Needs[Found->second];
        Parted[Found->second] ? Known.addPart(Of) : Known.add(Of);
      }
  } else if (isa<CXXThisExpr>(S)) {
    Needs.front().add(Of);
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    readBinary(*Binary, Of);
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
    readUnary(*Unary, Of);
  } else if (const auto *Choice = dyn_cast<ConditionalOperator>(S)) {
    readChoice(Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr(),
               Of);
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    readCall(*Call, Of);
  } else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S)) {
    read(Default->getExpr(), Of);
  } else if (const auto *Cast = dyn_cast<CastExpr>(S);
             Cast && Cast->getCastKind() == CK_ToVoid) {
    read(Cast->getSubExpr(), Need());
  } else if (isa<UnaryExprOrTypeTraitExpr, PseudoObjectExpr>(S)) {
    return;
  } else if (const auto *Statements = dyn_cast<StmtExpr>(S)) {
    effect();
    readChildren(Statements->getSubStmt(), Need::everywhere());
  } else if (isa<DeclStmt>(S)) {
    visitSimple(S);
  } else if (isa<LambdaExpr, RecoveryExpr>(S) || !isa<clang::Expr>(S)) {
    effect();
    readChildren(S, Need::everywhere());
  } else {
    readChildren(S, Of);
  }
}

void NeedAnalysis::readChoice(const clang::Expr *Condition,
                              const clang::Expr *Then, const clang::Expr *Else,
                              Need Of) {
  if (const std::optional<int64_t> Value = constantOf(Condition, Context))
    return read(*Value ? Then : Else, Of);
  if (Else && areSpelledAlike(Then, Else, Context)) {
    read(Then, Of);
    return read(Condition, Need());
  }
  Work += Needs.size() / 16;
  const VariableNeeds Behind = Needs;
  read(Then, Of);
  // What `a && b` is without b is a constant.
  SideNeeds ThenSide{std::move(Needs),
                     Else ? isSelected(Then, Else) : isCheap(Then)};
  Needs = Behind;
  read(Else, Of);
  SideNeeds ElseSide{std::move(Needs), !Else || isSelected(Else, Then)};
  Needs = joined(ThenSide, ElseSide, onOneSide(*Condition, Of), Parted);
  read(Condition, Of);
}

void NeedAnalysis::readBinary(const BinaryOperator &E, Need Of) {
  if (E.isLogicalOp())
    return readChoice(E.getLHS(), E.getRHS(), nullptr, Of);
  if (E.isAssignmentOp())
    return assign(*E.getLHS(), *E.getRHS(), E.isCompoundAssignmentOp(), Of);
  // A member by a pointer; read has seen to all others.
  readChildren(&E, Of);
}

void NeedAnalysis::readUnary(const UnaryOperator &E, Need Of) {
  const clang::Expr *Operand = E.getSubExpr();
  if (!E.isIncrementDecrementOp())
    return read(Operand,
                E.getOpcode() == UO_AddrOf && targetOf(*Operand).isLocal()
                    ? Need::everywhere()
                    : Of);
  const Target To = targetOf(*Operand);
  if (Need *Known = To.isLocal() ? needOf(To) : nullptr) {
    Known->add(Of);
    Now.Made.add(*Known);
    return readPlace(*Operand, *Known);
  }
  effect();
  read(Operand, Need::everywhere());
}

/// Adds what is read to get to the place \p To, which \p Of needs.
void NeedAnalysis::readPlace(const clang::Expr &To, Need Of) {
  const clang::Expr *Inner = To.IgnoreParenImpCasts();
  while (!isa<DeclRefExpr, CXXThisExpr>(Inner)) {
    if (const auto *Member = dyn_cast<MemberExpr>(Inner)) {
      Inner = Member->getBase()->IgnoreParenImpCasts();
    } else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Inner)) {
      read(Subscript->getIdx(), Of);
      Inner = Subscript->getBase()->IgnoreParenImpCasts();
    } else {
      return read(Inner, Of);
    }
  }
  // The name of an object or array is not its value; a pointer is.
  if (Inner->getType()->isPointerType())
    read(Inner, Of);
}

/// The value of \p From goes to the place \p To.
void NeedAnalysis::assign(const clang::Expr &To, const clang::Expr &From,
                          bool IsCompound, Need Of) {
  const Target Local = targetOf(To);
  Need *Known = Local.isLocal() ? needOf(Local) : nullptr;
  if (!Known) {
    effect();
    if (const VarDecl *Array = namedShared(&To))
      fence(*Array);
    readPlace(To, Need::everywhere());
    return read(&From, !IsCompound && isLastStored(To)
                           ? inSome(/*AllOrNone=*/true)
                           : Need::everywhere());
  }
  Need OfValue = *Known;
  // Each element may be needed elsewhere, or set again.
  if (!Local.IsWhole && !nodesIn<ArraySubscriptExpr>(&To).empty())
    OfValue = OfValue.into(BranchNumbers::Other);
  OfValue.add(Of);
  Now.Made.add(OfValue);
  const bool IsOutput = Local.Local && isOutput(*Local.Local);
  if (IsOutput)
    Written.set(Numbers.lookup(Local.Local));
  if (IsCompound)
    *Known = OfValue;
  else if (Local.IsWhole && !IsOutput)
    *Known = Need();
  readPlace(To, OfValue);
  read(&From, OfValue);
}

static bool isNumber(QualType Type) {
  return Type->isArithmeticType() || Type->isVectorType() ||
         Type->isEnumeralType() || Type->isRecordType();
}

/// True if \p Callee only makes a number of numbers, as `fmaf` and `rsqrtf` do.
bool NeedAnalysis::isOperation(const FunctionDecl &Callee) const {
  if (Callee.param_empty() || !isNumber(Callee.getReturnType()) ||
      !llvm::all_of(Callee.parameters(), [](const ParmVarDecl *Parameter) {
        return isNumber(Parameter->getType().getNonReferenceType());
      }))
    return false;
  const DeviceFunction *Known = findDeviceFunction(Callee);
  // In libraries lanes may exchange values.
  if (!Known &&
      !Callee.getDeclContext()->getRedeclContext()->isTranslationUnit() &&
      !Callee.isInStdNamespace())
    return false;
  if (!Known)
    return Callee.hasBody() || Callee.getBuiltinID() != 0 ||
           Context.getSourceManager().isInSystemHeader(Callee.getLocation());
  switch (Known->Meaning) {
  case DeviceMeaning::None:
  case DeviceMeaning::Min:
  case DeviceMeaning::Max:
  case DeviceMeaning::Abs:
  case DeviceMeaning::Multiply:
  case DeviceMeaning::PopCount:
  case DeviceMeaning::CountLeadingZeros:
  case DeviceMeaning::ReverseBits:
  case DeviceMeaning::FindFirstSet:
  case DeviceMeaning::Identity:
  case DeviceMeaning::Floor:
  case DeviceMeaning::Ceil:
  case DeviceMeaning::Truncate:
  case DeviceMeaning::Log2:
  case DeviceMeaning::PowerOf2:
  case DeviceMeaning::Power:
    return true;
  default:
    return false;
  }
}

/// True if \p E assigns one struct to another as built-in types are assigned.
static bool isPlainAssignment(const CXXOperatorCallExpr &E,
                              const FunctionDecl &Callee) {
  if (!E.isAssignmentOp() || E.getNumArgs() != 2)
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  return (Method && (Method->isDefaulted() || Method->isTrivial())) ||
         (isOfCuda(Callee) && !isNamesake(Callee));
}

void NeedAnalysis::readCall(const CallExpr &E, Need Of) {
  if (isForwarding(E))
    return read(E.getArg(0), Of);
  const FunctionDecl *Callee = E.getDirectCallee();
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E);
  if (Callee && Operator && isPlainAssignment(*Operator, *Callee))
    return assign(*E.getArg(0), *E.getArg(1),
                  Operator->getOperator() != OO_Equal, Of);
  const FunctionDecl *Definition = nullptr;
  const bool IsOwn = Callee && (!isOfCuda(*Callee) || isNamesake(*Callee));
  if (IsOwn && Callee->hasBody(Definition))
    if (const FunctionNeeds *Known = Functions.needsOf(*Definition))
      return readFollowed(E, *Known, *Definition, Of);
  if (Callee && !(IsOwn && Definition) && isOperation(*Callee)) {
    for (unsigned I = E.getNumArgs(); I-- != 0;)
      read(E.getArg(I), Of);
    return;
  }
  effect();
  if (Callee && isFence(*Callee))
    fence();
  readChildren(&E, Need::everywhere());
}

/// \p E is given to a function, which looks at what it is or points to.
void NeedAnalysis::readArgument(const clang::Expr &E, Need Of) {
  const auto *Address = dyn_cast<UnaryOperator>(E.IgnoreParenImpCasts());
  const bool IsOfLocal = Address && Address->getOpcode() == UO_AddrOf &&
                         targetOf(*Address->getSubExpr()).isLocal();
  read(IsOfLocal ? Address->getSubExpr() : &E, Of);
}

/// The need \p Of a value in \p Callee, whose results \p Results needs.
Need NeedAnalysis::ofCallee(Need Of, const FunctionNeeds &Callee,
                            Need Results) {
  if (Of.isByCaller())
    return Results;
  const SideBits Sides = Branches.translated(Of.sides(), Callee.Branches);
  return Of.withSides(Sides & BranchNumbers::ByCaller
                          ? (Sides & ~BranchNumbers::ByCaller) | Results.sides()
                          : Sides);
}

/// True for what names threads, as cooperative groups do: nothing that is
/// loaded goes there.
static bool isHandle(QualType Type) {
  const auto *Record = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && isOfCooperativeGroups(*Record);
}

/// What needs a value that goes to one of two results, which \p One and \p
/// Other need. Notes if they do not need the same.
Need NeedAnalysis::ofEither(Need One, Need Other, bool &ArePartsNeeded) {
  if (One == Other)
    return One.into(Other.sides());
  ArePartsNeeded = true;
  One.isOnOneSide() || Other.isOnOneSide() ? One.addPart(Other)
                                           : One.add(Other);
  return One.into(BranchNumbers::Other);
}

/// True if only the last round's store to \p To may stay.
bool NeedAnalysis::isLastStored(const clang::Expr &To) {
  if (!InnermostLoop || namedShared(&To))
    return false;
  auto [Known, IsNew] = EffectsOfRounds.try_emplace(InnermostLoop);
  if (IsNew)
    Known->second = roundEffects(*InnermostLoop);
  return isStoredAgain(To, Known->second);
}

/// The call \p E of \p Function, of which \p Callee is known.
void NeedAnalysis::readFollowed(const CallExpr &E, const FunctionNeeds &Callee,
                                const FunctionDecl &Function, Need Of) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  const clang::Expr *Object = nullptr;
  unsigned First = 0;
  if (const auto *OfMember = dyn_cast<CXXMemberCallExpr>(&E))
    Object = OfMember->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(E) && Method &&
           !Method->isExplicitObjectMemberFunction())
    Object = E.getArg(First++);

  // What the results of the call are needed by. Which of several results a
  // value goes to is not known; a reference most often leads to another one.
  Need Results = Of;
  const QualType Returned = Function.getReturnType();
  bool HasOthers = !Returned->isVoidType(), ArePartsNeeded = false;
  const auto AddResult = [&](const clang::Expr &To) {
    if (isHandle(To.getType()))
      return;
    const Target Local = targetOfArgument(To);
    const Need *Known = Local.isLocal() ? needOf(Local) : nullptr;
    const Need OfResult = Known ? *Known : Need::everywhere();
    if (!Known)
      effect();
    else if (Local.Local && isOutput(*Local.Local))
      Written.set(Numbers.lookup(Local.Local));
    if (!HasOthers)
      Results = OfResult;
    else if (Returned->isReferenceType())
      Results.add(OfResult);
    else
      Results = ofEither(Results, OfResult, ArePartsNeeded);
    HasOthers = true;
    Now.Made.add(OfResult);
  };
  const bool ChangesObject =
      Object && Method && !Method->isConst() && !Method->isStatic();
  if (ChangesObject)
    AddResult(*Object);
  const unsigned Count =
      std::min<unsigned>(Function.getNumParams(), E.getNumArgs() - First);
  for (unsigned I = 0; I != Count; ++I) {
    if (Callee.Written[I])
      AddResult(*E.getArg(First + I));
  }
  if (Callee.HasEffects)
    effect();
  if (Callee.HasFence)
    fence();
  mark(E, Results);
  if (ArePartsNeeded && IsRecording)
    Reads[E.IgnoreParenImpCasts()].IsUnusedOnce = true;
  for (unsigned I = Count; I-- != 0;) {
    readArgument(*E.getArg(First + I),
                 ofCallee(Callee.Parameters[I], Callee, Results));
  }
  if (Object)
    read(Object, ofCallee(Callee.Object, Callee, Results));
}
