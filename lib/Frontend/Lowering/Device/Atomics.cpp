//===- Atomics.cpp - Atomic operations ------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which instruction an atomic function becomes is decided by its name, the
// width and type of what it changes, and whether its result is used. The scopes
// (_block, _system) make no difference in shared memory.
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/Atomics.h"
#include "llvm/ADT/StringSwitch.h"

using namespace banklint;
using namespace clang;

/// True for the class \p Name of CUDA's headers.
static bool isClass(QualType Type, llvm::StringRef Name) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() && Record->getName() == Name;
}

/// \p Type as messages call it: "half", "double", "64-bit integer".
static std::string typeWords(QualType Type, uint64_t Bytes) {
  if (Type->isIntegralOrEnumerationType())
    return std::to_string(8 * Bytes) + "-bit integers";
  return "'" + Type.getUnqualifiedType().getAsString() + "'";
}

/// The operation of the atomic function of that \p Meaning on \p Bytes
/// of \p Type; nothing if its cost was not measured. \p IsCount: it adds the
/// constant 1 and its result is not used.
static std::optional<MemoryOperation> atomicOperation(DeviceMeaning Meaning,
                                                      QualType Type,
                                                      uint64_t Bytes,
                                                      bool IsCount) {
  bool IsInteger = Type->isIntegralOrEnumerationType();
  bool IsWord = Bytes == 4 || Bytes == 8;
  bool IsAdd = Meaning == DeviceMeaning::AtomicAdd;
  if (Meaning == DeviceMeaning::AtomicCas)
    return IsWord ? std::optional(MemoryOperation::AtomicCas) : std::nullopt;
  if (Meaning == DeviceMeaning::AtomicExch)
    return IsWord ? std::optional(MemoryOperation::Atomic) : std::nullopt;
  if (IsAdd && Bytes == 4 && Type->isRealFloatingType())
    return MemoryOperation::AtomicFloatAdd;
  if (IsAdd && Bytes == 8 && Type->isRealFloatingType())
    return MemoryOperation::AtomicWideAdd;
  if (IsAdd && (isClass(Type, "__half") || isClass(Type, "__nv_bfloat16")))
    return MemoryOperation::AtomicHalfAdd;
  if (IsAdd && (isClass(Type, "__half2") || isClass(Type, "__nv_bfloat162")))
    return MemoryOperation::AtomicPackedAdd;
  if (IsInteger && Bytes == 4)
    return IsCount ? MemoryOperation::AtomicCount : MemoryOperation::Atomic;
  // Minimum and maximum leave out lanes that would change nothing.
  if (IsInteger && Bytes == 8 && Meaning != DeviceMeaning::AtomicMinMax)
    return MemoryOperation::AtomicWideAdd;
  return std::nullopt;
}

/// An atomic whose cost is not known.
static void emitUnknownAtomic(Lowerer &L, const LValue &P, const clang::Expr *E,
                              Reason Why) {
  std::optional<unsigned> Array;
  if (P.Kind == LValue::Shared)
    Array = P.Index;
  L.Emit.emitUnknownAccess(MemoryOperation::Atomic, Array, 4,
                           E->getSourceRange(), std::move(Why));
}

static bool isAtomic(DeviceMeaning Meaning) {
  switch (Meaning) {
  case DeviceMeaning::AtomicAdd:
  case DeviceMeaning::AtomicInc:
  case DeviceMeaning::AtomicExch:
  case DeviceMeaning::AtomicCas:
  case DeviceMeaning::AtomicMinMax:
  case DeviceMeaning::AtomicOther:
    return true;
  default:
    return false;
  }
}

std::optional<ExprId> banklint::lowerAtomic(Lowerer &L, const CallExpr &E,
                                            DeviceMeaning Meaning,
                                            llvm::StringRef Name,
                                            bool IsUnused) {
  if (!isAtomic(Meaning))
    return std::nullopt;
  const clang::Expr *Target = E.getArg(0);
  if (!Target->getType()->isPointerType())
    return std::nullopt;
  if (!Name.consume_back("_block"))
    Name.consume_back("_system");
  LValue P;
  const auto *Address = dyn_cast<UnaryOperator>(Target->IgnoreParenImpCasts());
  if (Address && Address->getOpcode() == UO_AddrOf) {
    P = L.place(Address->getSubExpr());
  } else {
    // An array's name is the address of its first element.
    ExprId Value = L.value(Target);
    P = L.Pointers.placeBehind(Target, Value);
    if (L.Emit.Program.expr(Value).Kind == ExprKind::Address) {
      P.Kind = LValue::Pointer;
      P.Address = Value;
    }
  }
  std::optional<int64_t> Operand = constantOf(E.getArg(1), L.Context);
  for (unsigned I = 1; I != E.getNumArgs(); ++I)
    L.value(E.getArg(I));
  QualType Type = Target->getType()->getPointeeType().getUnqualifiedType();
  uint64_t Bytes = Type->isIncompleteType()
                       ? 0
                       : L.Context.getTypeSizeInChars(Type).getQuantity();
  if (P.isMemory()) {
    // Fetch-and-increment wraps at a bound; without one it is a count.
    bool IsCount =
        IsUnused && ((Meaning == DeviceMeaning::AtomicAdd && Operand == 1) ||
                     (Meaning == DeviceMeaning::AtomicInc &&
                      Operand == int64_t(0xffffffff)));
    const clang::Expr *Where = Address ? Address->getSubExpr() : Target;
    if (std::optional<MemoryOperation> Op =
            atomicOperation(Meaning, Type, Bytes, IsCount))
      L.Emit.emitAccess(*Op, P, Type, Where);
    else
      emitUnknownAtomic(
          L, P, Where,
          {ReasonCode::UnknownCost,
           "no cost rule for " + Name.str() + " on " + typeWords(Type, Bytes)});
  } else {
    L.Emit.HasOtherEffects = true;
  }
  return L.Emit.markVolatile(L.Emit.opaque(ReasonCode::DataDependentIndex,
                                           "the result of an atomic operation",
                                           E.getType()));
}

/// The atomic function that a member of cuda::atomic is, "Load" and "Store"
/// for plain accesses.
static llvm::StringRef functionOfMember(llvm::StringRef Member) {
  return llvm::StringSwitch<llvm::StringRef>(Member)
      .Cases("fetch_add", "operator+=", "operator++", "Add")
      .Cases("fetch_sub", "operator-=", "operator--", "Sub")
      .Cases("fetch_and", "operator&=", "And")
      .Cases("fetch_or", "operator|=", "Or")
      .Cases("fetch_xor", "operator^=", "Xor")
      .Case("fetch_min", "Min")
      .Case("fetch_max", "Max")
      .Case("exchange", "Exch")
      .Cases("compare_exchange_weak", "compare_exchange_strong", "CAS")
      .Cases("load", "operator type-parameter-0-0", "Load")
      .Cases("store", "operator=", "Store")
      .Default("");
}

/// The value type of cuda::atomic and cuda::atomic_ref, or null.
static QualType atomicValueType(const CXXRecordDecl *Record) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Record);
  if (!Class || Class->getTemplateArgs().size() == 0 ||
      !(Class->getName() == "atomic" || Class->getName() == "atomic_ref") ||
      Class->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return QualType();
  for (const DeclContext *Outer = Class->getDeclContext(); Outer;
       Outer = Outer->getParent())
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(Outer);
        Namespace && Namespace->getName() == "cuda")
      return Class->getTemplateArgs()[0].getAsType();
  return QualType();
}

/// What an atomic_ref that is made in place refers to.
static const clang::Expr *referredTo(const clang::Expr *Object) {
  const clang::Expr *E = Object->IgnoreUnlessSpelledInSource();
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    E = Cast->getSubExpr()->IgnoreUnlessSpelledInSource();
  const auto *Construct = dyn_cast<CXXConstructExpr>(E);
  return Construct && Construct->getNumArgs() == 1 ? Construct->getArg(0)
                                                   : nullptr;
}

const clang::Expr *banklint::atomicReferenceTarget(const VarDecl &Decl) {
  const CXXRecordDecl *Record = Decl.getType()->getAsCXXRecordDecl();
  if (!Record || !Record->getIdentifier() ||
      Record->getName() != "atomic_ref" || atomicValueType(Record).isNull())
    return nullptr;
  const clang::Expr *Target = referredTo(Decl.getInit());
  return Target && Target->isGLValue() ? Target : nullptr;
}

static void emitAtomicMember(Lowerer &L, llvm::StringRef Function,
                             llvm::StringRef Name, const LValue &P,
                             QualType Type, const clang::Expr *Where) {
  uint64_t Bytes = L.Context.getTypeSizeInChars(Type).getQuantity();
  bool IsInteger = Type->isIntegralOrEnumerationType();
  Reason Why{ReasonCode::UnknownCost, "no cost rule for '" + Name.str() +
                                          "' on " + typeWords(Type, Bytes)};
  if (!P.isMemory())
    return;
  if (Bytes <= 4 && (Function == "Load" || Function == "Store")) {
    L.Emit.emitAccess(Function == "Load" ? MemoryOperation::Load
                                         : MemoryOperation::Store,
                      P, Type, Where);
    L.Emit.Program.Accesses.back().IsVolatile = true;
    return;
  }
  // These go through generic instructions, which count lanes even for one.
  if (IsInteger && Bytes == 4 && Function == "CAS")
    return L.Emit.emitAccess(MemoryOperation::AtomicCas, P, Type, Where);
  bool IsMeasured = Bytes == 4 || (Bytes == 8 && Function == "Add");
  if (IsInteger && IsMeasured && !Function.empty() && Function != "Load" &&
      Function != "Store" && Function != "CAS")
    return L.Emit.emitAccess(MemoryOperation::Atomic, P, Type, Where);
  emitUnknownAtomic(L, P, Where, std::move(Why));
}

std::optional<ExprId> banklint::lowerAtomicMember(Lowerer &L, const CallExpr &E,
                                                  const CXXMethodDecl &Method) {
  QualType Type = atomicValueType(Method.getParent());
  if (Type.isNull())
    return std::nullopt;
  const clang::Expr *Object = nullptr;
  unsigned FirstArgument = 0;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
    Object = Member->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(E) && E.getNumArgs() != 0)
    Object = E.getArg(FirstArgument++);
  if (!Object)
    return std::nullopt;
  const bool IsPointer = Object->getType()->isPointerType();
  const clang::Expr *Where = Object;
  if (const clang::Expr *Target = referredTo(Object))
    Where = Target;
  LValue P;
  if (IsPointer)
    P = L.placeOfPointee(Object);
  else if (Where->isGLValue() && L.Pointers.isShared(Where))
    P = L.place(Where);
  for (unsigned I = FirstArgument; I != E.getNumArgs(); ++I)
    if (E.getArg(I)->isGLValue())
      L.Mem.forget(L.place(E.getArg(I)), E.getArg(I)->getType(),
                   ReasonCode::DataDependentIndex,
                   "set by an atomic operation");
    else if (!isa<CXXDefaultArgExpr>(E.getArg(I)))
      L.value(E.getArg(I));
  std::string Name =
      isa<CXXConversionDecl>(Method) ? "load" : Method.getNameAsString();
  if (P.isMemory())
    emitAtomicMember(L, functionOfMember(Name), Name, P, Type, Where);
  return L.Emit.markVolatile(L.Emit.opaque(ReasonCode::DataDependentIndex,
                                           "the result of an atomic operation",
                                           E.getType()));
}
