//===- HostUnseen.cpp - Calls in host code that are not followed ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "HostCalls.h"

using namespace banklint;
using namespace clang;

bool banklint::mayRunSource(const FunctionDecl &Function,
                            llvm::ArrayRef<const clang::Expr *> Arguments) {
  if (!isOfHeaders(Function))
    return !Function.isTrivial();
  return llvm::any_of(Arguments, [](const clang::Expr *Argument) {
    return mayCallSource(*Argument);
  });
}

/// True if what \p Function, of a library, returns may lead to an argument:
/// std::ref. Streams return themselves.
static bool mayReturnReference(const FunctionDecl &Function) {
  const QualType Type = Function.getReturnType();
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Function.isInStdNamespace() &&
         (Type->isReferenceType() || Type->isPointerType() || Class) &&
         !(Class && Class->getIdentifier() &&
           Class->getName().ends_with("stream"));
}

/// True if code that gets \p Argument, to use it as a pointer or a reference to
/// \p Pointee, may change integers that it leads to.
static bool mayWriteThrough(const clang::Expr &Argument, QualType Pointee) {
  if (Pointee.isNull() || Pointee.isConstQualified())
    return false;
  const QualType Before = Argument.IgnoreParenImpCasts()->getType();
  return !holdsNoInteger(Before->isPointerType() ? Before->getPointeeType()
                                                 : Before);
}

/// \p Argument is given to code that is not seen.
void HostCalls::passUnseen(const clang::Expr &Argument, QualType Type,
                           const FunctionDecl *Function) {
  bool IsLibrary = Function && isOfHeaders(*Function);
  QualType Pointee = Type.isNull() ? Argument.getType()->getPointeeType()
                                   : Type->getPointeeType();
  bool IsReference = Type.isNull() ? false : Type->isReferenceType();
  HostValue Value;
  if (IsReference) {
    if (std::optional<HostPlace> Place = Values.place(&Argument))
      Value = HostValue::address(std::move(*Place));
  } else {
    Value = Values.evaluate(&Argument);
  }
  if (Value.Kind != HostValue::Address) {
    if (mayWriteThrough(Argument, Pointee))
      Path.Current->forgetExposed();
    return Values.escape(Value);
  }
  callBack(Values.load(Value.Target));
  if (!Pointee.isNull() && Pointee.isConstQualified())
    return;
  if (!IsLibrary || mayReturnReference(*Function)) {
    Values.escape(Values.load(Value.Target));
    return Values.escape(Value);
  }
  HostValue Chosen;
  Chosen.Callee = Function;
  HostPlace Place = std::move(Value.Target);
  // A pointer to one element may be used for those behind it.
  if (!IsReference) {
    Place = reachFrom(Place);
    // Some are told how many bytes to write.
    if (!holdsNoInteger(typeOf(Place)))
      Path.Current->Memory.forget({Place.Root, {}, false});
  }
  Path.Current->store(Place, std::move(Chosen));
}

/// True if \p Function is of a library, and waits for no other thread and calls
/// nobody back: it changes what its arguments lead to, and nothing else.
static bool changesArgumentsOnly(const FunctionDecl &Function) {
  if (!isOfHeaders(Function))
    return false;
  // Of streams.
  if (Function.getOverloadedOperator() == OO_LessLess)
    return true;
  if (!Function.getIdentifier() || isa<CXXMethodDecl>(Function))
    return false;
  const unsigned Builtin = Function.getBuiltinID();
  return (Builtin != 0 &&
          Function.getASTContext().BuiltinInfo.isPredefinedLibFunction(
              Builtin)) ||
         Function.getName().starts_with("cuda") ||
         llvm::is_contained({"atof", "atoi", "atol", "clock", "getenv", "rand",
                             "srand", "strtol", "time"},
                            Function.getName());
}

void HostCalls::callUnseen(const CallExpr &E, const FunctionDecl *Function) {
  Launches.addUnfollowed(E, Function);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  unsigned First = 0;
  const clang::Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
    Object = Member->getImplicitObjectArgument();
  } else if (isa<CXXOperatorCallExpr>(E) && Method && Method->isInstance()) {
    Object = E.getArg(0);
    First = 1;
  }
  if (Object) {
    const HostValue Value = Object->getType()->isPointerType()
                                ? Values.evaluate(Object)
                                : Values.referenceTo(Object);
    if (!Method || !Method->isConst())
      Values.escape(Value);
  }
  for (unsigned I = First; I < E.getNumArgs(); ++I) {
    QualType Type;
    if (Function && I - First < Function->getNumParams())
      Type = Function->getParamDecl(I - First)->getType();
    passUnseen(*E.getArg(I), Type, Function);
  }
  if (!Function ||
      mayRunSource(*Function, llvm::ArrayRef(E.getArgs(), E.getNumArgs())))
    forgetGlobals(Function);
  if (!Function || !changesArgumentsOnly(*Function))
    Path.Current->forgetExposed();
}

/// Makes the globals unknown that \p Function may change, or code that is not
/// seen if there is none.
void HostCalls::forgetGlobals(const FunctionDecl *Function) {
  if (!Function || !Plain.contains(*Function))
    return Path.Current->forgetGlobals();
  const HostChanges::Found &Changed =
      Changes.in(Function->getDefinition()->getBody());
  for (const VarDecl *Variable : Changed.Variables)
    if (Variable && Variable->hasGlobalStorage())
      Path.Current->forget(Variable);
  if (Changed.AnyGlobal)
    Path.Current->forgetGlobals();
}
