//===- LowerCall.cpp - Calls ----------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the program's own functions are inlined. Functions of the CUDA and
// system headers are known by name (DeviceFunctions.def) or get their arguments
// read, since what they do with shared memory is done at the call.
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "Callees.h"
#include "Device/Atomics.h"
#include "Device/Intrinsics.h"
#include "Device/Matrix.h"
#include "Device/MemoryWrites.h"
#include "Device/WarpFunctions.h"
#include "Lowering.h"
#include "Lowering/Emit/Integers.h"
#include "banklint/Support/Mechanisms.h"
#include "clang/Basic/Builtins.h"

using namespace banklint;
using namespace clang;

/// An object that is made where no place for it is known: a temporary.
ExprId Lowering::lowerConstruct(const CXXConstructExpr &E) {
  if (E.getNumArgs() == 1 && E.getConstructor()->isCopyOrMoveConstructor())
    return value(E.getArg(0));
  initialize(Mem.addTemporary(E.getType()), E.getType(), &E);
  return Emit.opaque(ReasonCode::UnsupportedConstruct, "a constructed object",
                     E.getType());
}

/// True if \p Pointer is the address of a local variable, or is not known.
bool Lowering::isOfLocal(ExprId Pointer) const {
  const banklint::Expr &E = Emit.Program.expr(Pointer);
  if (E.Kind != ExprKind::Opaque)
    return E.Kind == ExprKind::Variable;
  return Emit.Program.Opaques[E.Index].Name.empty();
}

/// Code that is not followed gets \p Argument: it may do anything with the
/// memory and the variables behind it. Returns true if that is shared memory.
bool Lowering::passToUnknown(const Expr *Argument, const Reason &Why) {
  bool IsPlace = Argument->isGLValue();
  bool IsShared = IsPlace ? Pointers.isShared(Argument)
                          : Argument->getType()->isPointerType() &&
                                Pointers.pointsToShared(Argument);
  LValue P;
  if (IsPlace) {
    P = place(Argument);
  } else if (Argument->getType()->isRecordType()) {
    P = Mem.addTemporary(Argument->getType());
    initialize(P, Argument->getType(), Argument);
  } else {
    const ExprId Value = value(Argument);
    IsShared |= Value.isValid() && Emit.Values.mayBeShared(Value);
    const auto *Address = dyn_cast<UnaryOperator>(Argument->IgnoreParenCasts());
    if (!IsShared && Address && Address->getOpcode() == UO_AddrOf)
      P = place(Address->getSubExpr());
    else if (!IsShared && Argument->IgnoreParenCasts()->isGLValue() &&
             Argument->IgnoreParenCasts()->getType()->isArrayType())
      P = place(Argument->IgnoreParenCasts());
    // A local variable that holds a shared address may be behind it.
    IsShared |= Argument->getType()->isPointerType() &&
                Emit.Values.isSharedStored() && isOfLocal(Value);
  }
  IsShared |= Mem.holdsSharedPointer(P);
  if (IsShared) {
    std::optional<unsigned> Array;
    if (P.Kind == LValue::Shared)
      Array = P.Index;
    Emit.emitUnknownAccess(MemoryOperation::Load, Array, 4,
                           Argument->getSourceRange(), Why);
  }
  // A struct is passed whole.
  Mem.noteRead(P, Argument->getType(),
               /*IsSome=*/IsPlace || !Argument->getType()->isRecordType());
  Emit.Flow.use();
  Mem.forgetReferences(P, Why.Code, "changed by a call");
  if (!IsPlace || !Argument->getType().isConstQualified())
    Mem.forgetWhole(P, Why.Code, "changed by a call");
  return IsShared;
}

/// A call whose callee can't be followed.
ExprId Lowering::lowerUnknownCall(const CallExpr &E, Reason Why) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
    passToUnknown(Member->getImplicitObjectArgument(), Why);
  } else if (!E.getDirectCallee()) {
    effects(E.getCallee());
  }
  for (const Expr *Argument : E.arguments())
    passToUnknown(Argument, Why);
  ExprId Result = Emit.opaque(Why.Code, Why.Detail, E.getType());
  if (Pointers.givesShared(E))
    Emit.Values.addOpaque(Result);
  return Result;
}

/// True if all members of the struct that is stored to \p E, which is \p To,
/// surely get there: the compiler leaves out those that are set once more.
bool Lowering::staysInMemory(const LValue &To, const clang::Expr &E) {
  const FunctionDecl *Function = Frames.back().Function;
  const bool IsLocal =
      To.Kind != LValue::Untracked ? !To.isMemory() : To.Local.has_value();
  return E.getType()->isRecordType() && Function && !IsLocal &&
         !SetMembers.mayBeSet(E, *Function);
}

/// Assignment and compound assignment of structs that a header defines, float4
/// and half among them.
std::optional<ExprId> Lowering::lowerOperator(const CXXOperatorCallExpr &E) {
  if (!E.isAssignmentOp() || E.getNumArgs() != 2 || !E.getArg(0)->isGLValue())
    return std::nullopt;
  const Expr *To = E.getArg(0);
  const Expr *From = E.getArg(1);
  bool IsPlain = E.getOperator() == OO_Equal;
  QualType Type = To->getType();
  const FlowRecorder::Scope Made(Emit.Flow, /*IsPart=*/true);
  // What is assigned is read in full before the target changes.
  std::optional<LValue> Value;
  std::optional<unsigned> Load;
  if (IsPlain && !From->isGLValue()) {
    Value = Mem.addTemporary(Type);
    initialize(*Value, Type, From);
  } else if (IsPlain) {
    Value = place(From);
    Mem.freeze(*Value);
    if (Value->Kind != LValue::Record)
      Mem.load(*Value, From);
    Load = Emit.justAccessed(From);
  } else {
    value(From);
  }
  LValue P = place(To);
  if (!IsPlain)
    Mem.load(P, To);
  const bool Stays = IsPlain && staysInMemory(P, *To);
  const size_t OfPlaces = Emit.Flow.current().size();
  if (Load && Stays)
    Emit.noteWhole(*Load);
  if (IsPlain && P.Kind != LValue::Record)
    Mem.noteRead(*Value, Type, /*IsSome=*/!Stays);
  if (P.isMemory()) {
    const size_t First = Emit.Program.Accesses.size();
    Mem.store(P, ExprId(), To);
    noteStored(First, E);
    // The stores use it.
    Emit.Flow.unread(OfPlaces);
  } else if (IsPlain && P.Kind == LValue::Record) {
    Mem.copyRecord(P, Type, *Value);
    if (Load)
      Mem.noteLoaded(P, Type, *Load);
  } else {
    Mem.forget(P, Type, ReasonCode::UnsupportedConstruct, "set by an operator");
    if (isInOtherMemory(To)) {
      Emit.Flow.settle();
      Emit.HasOtherEffects = true;
    }
  }
  return Emit.opaque(ReasonCode::UnknownPointer, "the result of an assignment",
                     E.getType());
}

/// True if \p Function converts an object that holds one number and nothing
/// else, as `__half` does: it reads the whole object.
static bool convertsNumber(const FunctionDecl &Function,
                           const ASTContext &Context) {
  const auto *Conversion = dyn_cast<CXXConversionDecl>(&Function);
  if (!Conversion)
    return false;
  const CXXRecordDecl *Class = Conversion->getParent();
  while (Class->field_empty() && Class->getNumBases() == 1 &&
         !Class->isDynamicClass())
    Class = Class->bases_begin()->getType()->getAsCXXRecordDecl();
  if (Class->getNumBases() != 0 || Class->isDynamicClass() ||
      std::distance(Class->field_begin(), Class->field_end()) != 1)
    return false;
  const QualType Number = Class->field_begin()->getType();
  return Number->isScalarType() &&
         Context.getTypeSize(Number) ==
             Context.getTypeSize(Context.getRecordType(Class));
}

/// True for the reductions and scans of cooperative groups, which only read
/// what they get by reference.
static bool onlyReads(const FunctionDecl &Function) {
  return isOfCooperativeGroups(Function) &&
         Function.getDeclName().isIdentifier() &&
         llvm::is_contained({"reduce", "inclusive_scan", "exclusive_scan"},
                            Function.getName());
}

/// A function of a header reads what it gets by value or const reference.
ExprId Lowering::lowerHeaderCall(const CallExpr &E,
                                 const FunctionDecl &Function) {
  llvm::SmallVector<ExprId, 3> Operands;
  unsigned Shift =
      isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Function) ? 1 : 0;
  const std::string Effect = "changed by '" + Function.getNameAsString() + "'";
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    const LValue P = Object->getType()->isPointerType() ? placeOfPointee(Object)
                                                        : place(Object);
    Mem.noteRead(P,
                 cast<CXXMethodDecl>(Function).getFunctionObjectParameterType(),
                 /*IsSome=*/!convertsNumber(Function, Context));
    if (!cast<CXXMethodDecl>(Function).isConst())
      Mem.forgetWhole(P, ReasonCode::UnknownCall, Effect);
    Mem.forgetReferences(P, ReasonCode::UnknownCall, Effect);
    if (P.isMemory())
      Operands.push_back(Mem.load(P, Object));
  }
  for (unsigned I = 0; I != E.getNumArgs(); ++I) {
    const Expr *Argument = E.getArg(I);
    // A lambda may be called.
    if (const CXXRecordDecl *Class = Argument->getType()->getAsCXXRecordDecl();
        Class && Class->isLambda()) {
      passToUnknown(Argument, {ReasonCode::UnknownCall, Effect});
      continue;
    }
    if (!Argument->isGLValue() && Argument->getType()->isRecordType() &&
        !isa<CXXConstructExpr>(Argument)) {
      const LValue Passed = Mem.addTemporary(Argument->getType());
      initialize(Passed, Argument->getType(), Argument);
      Operands.push_back(Mem.load(Passed, Argument));
      continue;
    }
    if (!Argument->isGLValue()) {
      Operands.push_back(value(Argument));
      continue;
    }
    QualType Type;
    if (I < Shift)
      Type = Argument->getType();
    else if (I - Shift < Function.getNumParams())
      Type = Function.getParamDecl(I - Shift)->getType();
    LValue P = place(Argument);
    if (Type.isNull() || !Type->isReferenceType() ||
        Type->getPointeeType().isConstQualified())
      Operands.push_back(Mem.load(P, Argument));
    else if (P.isMemory() && onlyReads(Function))
      Operands.push_back(Mem.load(P, Argument));
    else if (P.isMemory())
      Emit.emitUnknownAccess(MemoryOperation::Load, std::nullopt, 4,
                             Argument->getSourceRange(),
                             {ReasonCode::UnknownCall,
                              "the effect of '" + Function.getNameAsString() +
                                  "' on its arguments"});
    else
      Mem.forget(P, Argument->getType(), ReasonCode::UnknownCall, Effect);
  }
  bool IsFloat = E.getType()->isRealFloatingType();
  return Emit.opaque(IsFloat ? ReasonCode::FloatingPoint
                             : ReasonCode::UnknownCall,
                     "the result of '" + Function.getNameAsString() + "'",
                     E.getType(), Operands, /*IsDivergent=*/!IsFloat);
}

/// Calls that are known by name, or whose value is a constant.
std::optional<ExprId> Lowering::lowerKnownCall(const CallExpr &E,
                                               const FunctionDecl &Function,
                                               bool IsHeader, bool IsUnused) {
  switch (Function.getBuiltinID()) {
  case clang::Builtin::BI__builtin_assume_aligned:
    return value(E.getArg(0));
  case clang::Builtin::BI__builtin_addressof:
  case clang::Builtin::BIaddressof:
  case clang::Builtin::BI__addressof:
    return Mem.pointerTo(place(E.getArg(0)));
  default:
    break;
  }
  if (const DeviceFunction *Known =
          findDeviceFunction(Function, E.getNumArgs())) {
    const DeviceMeaning Meaning = Known->Meaning;
    const llvm::StringRef Name = Function.getName();
    if (std::optional<ExprId> Value = lowerWarpCall(*this, E, Meaning, Name)) {
      // It is made whether its result is used or not.
      Emit.Flow.use();
      return Value;
    }
    if (std::optional<ExprId> Value = lowerIntrinsic(*this, E, Meaning, Name))
      return Value;
    if (std::optional<ExprId> Value = lowerMatrixAccess(*this, E, Meaning))
      return Value;
    if (std::optional<ExprId> Value = lowerMemoryWrite(*this, E, Meaning))
      return Value;
    if (std::optional<ExprId> Value =
            lowerAtomic(*this, E, Meaning, Name, IsUnused))
      return Value;
  }
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Function))
    if (std::optional<ExprId> Value = lowerAtomicMember(*this, E, *Method))
      return Value;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E))
    if (IsHeader || Function.isDefaulted() || Function.isTrivial())
      if (std::optional<ExprId> Value = lowerOperator(*Operator))
        return Value;
  if (std::optional<int64_t> Constant = constantOf(&E, Context))
    return Builder.constant(*Constant, valueType(Context, E.getType()));
  return std::nullopt;
}

/// A call of a function without a body to follow.
ExprId Lowering::lowerUnfollowedCall(const CallExpr &E,
                                     const FunctionDecl &Function,
                                     bool IsHeader) {
  std::string Name = Function.getNameAsString();
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&E);
  const auto IsShared = [this](const Expr *Object) {
    return Object->getType()->isPointerType() ? Pointers.pointsToShared(Object)
                                              : Pointers.isShared(Object);
  };
  if (Member && IsShared(Member->getImplicitObjectArgument()) &&
      !(IsHeader && convertsNumber(Function, Context)))
    return lowerUnknownCall(E, {ReasonCode::UnknownCall,
                                "'" + Name + "' is called on a shared object"});
  bool TouchesShared = llvm::any_of(E.arguments(), [&](const Expr *Argument) {
    return Argument->getType()->isPointerType() &&
           Pointers.pointsToShared(Argument);
  });
  if (IsHeader && !TouchesShared)
    return lowerHeaderCall(E, Function);
  return lowerUnknownCall(E, {ReasonCode::UnknownCall,
                              "the effect of '" + Name + "' on its arguments"});
}

static bool isNumber(QualType Type) {
  return Type->isArithmeticType() || Type->isVectorType() ||
         Type->isEnumeralType() || Type->isRecordType();
}

/// True if \p Callee only makes a number of numbers, as `fmaf` and `rsqrtf` do.
static bool isOperation(const FunctionDecl &Callee, ASTContext &Context) {
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

ExprId Lowering::lowerCall(const CallExpr &E) {
  bool WasUnused = std::exchange(IsResultUnused, false);
  const FunctionDecl *Function = calleeOf(E, Frames, Context);
  if (!Function)
    return lowerUnknownCall(E, {ReasonCode::UnknownCall,
                                "called through a pointer or unknown name"});
  bool IsHeader = isOfCuda(*Function);
  const size_t OfArguments = Emit.Flow.current().size();
  std::optional<ExprId> Value =
      lowerKnownCall(E, *Function, IsHeader, WasUnused);
  const FunctionDecl *Definition = nullptr;
  if (!Value && !isFollowed(E, *Function, Definition))
    Value = lowerUnfollowedCall(E, *Function, IsHeader);
  if (Value) {
    // Lanes may exchange what they are given.
    if (!isOperation(*Function, Context))
      Emit.Flow.useFrom(OfArguments);
    return *Value;
  }
  if (std::optional<Reason> Why = inlineLimit(*Function))
    return lowerUnknownCall(E, *Why);
  return inlineCall(E, *Definition, /*Into=*/nullptr, /*Place=*/nullptr,
                    WasUnused);
}

/// Makes \p To, a part of a record, the struct that the call returns; false
/// where that is not known.
bool Lowering::lowerCallInto(const CallExpr &E, const LValue &To) {
  const FunctionDecl *Function = calleeOf(E, Frames, Context);
  const FunctionDecl *Definition = nullptr;
  if (!Function || !isFollowed(E, *Function, Definition) ||
      inlineLimit(*Function)) {
    lowerCall(E);
    return false;
  }
  IsResultUnused = false;
  inlineCall(E, *Definition, &To);
  return true;
}

/// The place that a call's result refers to.
LValue Lowering::placeOfCall(const CallExpr &E) {
  const FunctionDecl *Function = calleeOf(E, Frames, Context);
  const FunctionDecl *Definition = nullptr;
  bool IsAssignment = isa<CXXOperatorCallExpr>(E) &&
                      cast<CXXOperatorCallExpr>(E).isAssignmentOp();
  if (Function && IsAssignment && Function->isTrivial() &&
      E.getNumArgs() == 2) {
    lowerCall(E);
    // What was assigned to, which has no effects of its own most often.
    return place(E.getArg(0));
  }
  if (isForwarding(E))
    return place(E.getArg(0));
  if (Function && isFollowed(E, *Function, Definition) &&
      !inlineLimit(*Function) &&
      Definition->getReturnType()->isReferenceType()) {
    LValue P;
    inlineCall(E, *Definition, nullptr, &P);
    return P;
  }
  ExprId Value = lowerCall(E);
  LValue P = Pointers.placeBehind(&E, Value);
  P.IsDivergent = true;
  return P;
}
