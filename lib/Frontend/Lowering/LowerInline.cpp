//===- LowerInline.cpp - Calls that are followed --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a called function becomes a region, its parameters variables or
// other names for what they refer to. Results are integers in a variable,
// structs that the caller provides the place of, or references, which are
// places again.
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "Callees.h"
#include "Device/DeviceFunctions.h"
#include "Lowering.h"
#include "Lowering/Emit/Integers.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

/// Recursion ends here: calls of one function inside of one another.
static constexpr int MaxSelfNesting = 24;
/// Templates that call their next instance, as in CUB, nest deeply.
static constexpr unsigned MaxInlineDepth = 96;
/// Calls of one kernel that are inlined: functions that call themselves twice
/// make many.
static constexpr unsigned MaxInlinedCalls = 1u << 16;
/// Larger results of calls are kept in variables, so that expressions stay
/// small.
static constexpr unsigned MaxResultNodes = 16;

/// True if a call of \p Function is lowered by its body, \p Definition then.
bool Lowering::isFollowed(const CallExpr &E, const FunctionDecl &Function,
                          const FunctionDecl *&Definition) {
  if (!Function.hasBody(Definition) || Definition->isDependentContext() ||
      Definition->isVariadic())
    return false;
  const QualType Type = E.getType();
  if (!isOfCuda(Function) || isNamesake(Function))
    return true;
  // What is known of `max` and others is about numbers.
  if (isOfStandardLibrary(Function) &&
      (Type->isPointerType() || !findDeviceFunction(Function)))
    return true;
  // Of CUDA's headers, only the functions that compute indices are followed.
  bool IsIndex = (intType(Context, Type) && !Type->isPointerType()) ||
                 (Type->isRecordType() && E.isPRValue());
  return IsIndex && llvm::none_of(E.arguments(), [&](const Expr *Argument) {
           return Argument->getType()->isPointerType() &&
                  Pointers.pointsToShared(Argument);
         });
}

/// Why no more calls may be inlined here, if so.
std::optional<Reason> Lowering::inlineLimit(const FunctionDecl &Function) {
  constexpr unsigned MaxExprs = 1u << 17;
  std::string Name = "'" + Function.getNameAsString() + "'";
  const auto IsSelf = [&](const Frame &F) {
    return F.Function &&
           F.Function->getCanonicalDecl() == Function.getCanonicalDecl();
  };
  if (Frames.size() > MaxInlineDepth ||
      llvm::count_if(Frames, IsSelf) >= MaxSelfNesting)
    return Reason{ReasonCode::Recursion,
                  "calls of " + Name + " are nested too deeply"};
  if (Emit.Program.Exprs.size() > MaxExprs || InlinedCalls == MaxInlinedCalls)
    return Reason{ReasonCode::Budget,
                  "the kernel is too large to inline " + Name};
  return std::nullopt;
}

void Lowering::bindParameter(Frame &Callee, const ParmVarDecl &Parameter,
                             const Expr *Argument) {
  QualType Type = Parameter.getType();
  Binding B;
  if (Type->isReferenceType()) {
    B.Kind = Binding::Alias;
    if (Type->getPointeeType()->isFunctionType())
      B.Callee = functionAt(Argument, Frames, Context);
    B.Target = place(Argument);
    Mem.freeze(B.Target);
    Arrays.observeReference(B.Target, Argument, Parameter);
    if (!Parameter.isReferenced() && B.Target.isMemory())
      Arrays.noteUnused(Emit.addressOf(B.Target));
    Callee.Bindings[&Parameter] = std::move(B);
    return;
  }
  if (Type->isRecordType()) {
    bindLocal(Callee, Parameter);
    const LValue To = placeOf(Callee.Bindings[&Parameter]);
    initialize(To, Type, Argument);
    if (Type.isDestructedType() == QualType::DK_cxx_destructor &&
        To.Kind == LValue::Record)
      expectDestructor(To, Argument->getSourceRange());
    // The compiler passes all of it.
    if (Callee.Function->hasAttr<NoInlineAttr>()) {
      Mem.noteRead(To, Type);
      Emit.Flow.use();
    }
    return;
  }
  Arrays.observeRows(Argument, Parameter);
  if (bindToLocal(Callee, Parameter, *Argument))
    return;
  const FlowRecorder::Scope Made(Emit.Flow);
  ExprId Value = value(Argument);
  if (Type->isPointerType() && !Parameter.isReferenced())
    Arrays.noteUnused(Value);
  bindLocal(Callee, Parameter);
  Binding &Bound = Callee.Bindings[&Parameter];
  if (Type->isFunctionPointerType() && !Pointers.isChanged(Parameter))
    Bound.Callee = functionAt(Argument, Frames, Context);
  llvm::SaveAndRestore Moves(Emit.Flow.IsMove, isRead(*Argument));
  if (Bound.Kind != Binding::Scalar)
    return Emit.Flow.assign(FlowPart::local(Bound.Index));
  Emit.Flow.assign(FlowPart::variable(Bound.Index));
  Emit.assign(Bound.Index, Value);
  noteNumber(Parameter, Bound.Index, Value);
}

/// Variable number \p Index, which \p Decl is, starts as \p Value.
void Lowering::noteNumber(const VarDecl &Decl, unsigned Index, ExprId Value) {
  if (const auto Number = numberOf(Emit.Program, Value, Emit.Numbers);
      Number && !Pointers.isChanged(Decl))
    Emit.Numbers[Index] = *Number;
}

/// What the body of \p Lambda calls by the names of variables around it is in
/// \p Object, or referred to from there.
void Lowering::bindCaptures(Frame &Callee, const CXXRecordDecl &Lambda,
                            const LValue &Object) {
  auto Field = Lambda.field_begin();
  for (const LambdaCapture &Capture : Lambda.captures()) {
    QualType Type = Field->getType();
    LValue Part = fieldOf(Context, Object, **Field++);
    bool IsReference =
        Capture.getCaptureKind() == LCK_This || Type->isReferenceType();
    if (IsReference && Object.Kind == LValue::Record) {
      auto &References = Mem.record(Object.Index).References;
      auto Known = References.find(Part.Bytes);
      if (Known == References.end())
        continue;
      Part = Known->second;
    }
    const bool IsRecord = Object.Kind == LValue::Record;
    if (Capture.capturesThis() && IsRecord)
      Callee.This = Part;
    // The variables around the lambda still say what references refer to.
    if (!Capture.capturesVariable() || (!IsRecord && IsReference))
      continue;
    // All threads get the same argument of the kernel.
    const bool IsArgument = Object.Kind == LValue::Untracked &&
                            !Object.IsDivergent && !Object.IsEscaped;
    // What a binding names is found through the variable that it is a part of.
    const auto *Variable = dyn_cast<VarDecl>(Capture.getCapturedVar());
    if (!Variable)
      continue;
    Binding B;
    B.Kind = Binding::Alias;
    B.Target = std::move(Part);
    if (!IsRecord && !IsArgument) {
      B.Kind = Binding::Ignored;
      B.Index = Emit.Flow.newLocal().Index;
      if (std::optional<IntType> Int = intType(Context, Type)) {
        B.Kind = Binding::Scalar;
        B.Index = Emit.addVariable(Variable->getNameAsString(), *Int);
        if (Type->isPointerType())
          Emit.Values.addHolder(B.Index);
      }
    }
    Callee.Bindings[Variable] = std::move(B);
  }
}

/// Lowers \p Object, which \p Callee is called on.
void Lowering::bindObject(Frame &Callee, const Expr *Object) {
  LValue P = Object->getType()->isPointerType() ? placeOfPointee(Object)
                                                : place(Object);
  Mem.freeze(P);
  const CXXRecordDecl *Class =
      cast<CXXMethodDecl>(Callee.Function)->getParent();
  if (Class->isLambda())
    bindCaptures(Callee, *Class, P);
  else
    Callee.This = std::move(P);
}

/// What reports call \p Function; a lambda has the name of the function around
/// it.
static std::string nameInReports(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method || !Method->getParent()->isLambda())
    return Function.getNameAsString();
  const DeclContext *Around = Method->getParent()->getParent();
  while (Around && !isa<FunctionDecl>(Around))
    Around = Around->getParent();
  return (Around ? nameInReports(*cast<FunctionDecl>(Around)) + "::" : "") +
         "(lambda)";
}

/// True if \p B only computes: control goes through it, and nothing that a call
/// could tell apart is in it.
static bool isStraightComputation(const Block &B) {
  return llvm::all_of(B, [](const banklint::Stmt &S) {
    return S.Kind == StmtKind::Assign || S.Kind == StmtKind::Flow;
  });
}

/// True if \p Id is the same whenever it is evaluated behind a call: it is made
/// of variables from number \p FirstVariable on and of what never changes. \p
/// Nodes limits the search.
static bool isFixed(const KernelProgram &Program, ExprId Id,
                    unsigned FirstVariable, unsigned &Nodes) {
  if (Nodes == 0)
    return false;
  --Nodes;
  const banklint::Expr &E = Program.expr(Id);
  switch (E.Kind) {
  case ExprKind::Variable:
    return E.Index >= FirstVariable;
  case ExprKind::Opaque:
    if (E.Operands.empty())
      return true;
    break;
  case ExprKind::Shuffle:
    return false;
  default:
    break;
  }
  return llvm::all_of(E.Operands, [&](ExprId Operand) {
    return isFixed(Program, Operand, FirstVariable, Nodes);
  });
}

/// Drops the jump at the end of \p Body, what \p Callee became, and what sets
/// its result before that, where callers can have the value itself.
static void takeResult(const KernelProgram &Program, Frame &Callee,
                       Block &Body) {
  // The last statement before number Count that is no step; Count if none is.
  const auto LastBefore = [&Body](size_t Count) {
    for (size_t I = Count; I-- != 0;)
      if (Body[I].Kind != StmtKind::Flow)
        return I;
    return Count;
  };
  const size_t Jump = LastBefore(Body.size());
  if (Jump == Body.size() || Body[Jump].Kind != StmtKind::Return)
    return;
  const size_t Last = LastBefore(Jump);
  Body.erase(Body.begin() + Jump);
  unsigned Nodes = MaxResultNodes;
  if (Last == Jump || Body[Last].Kind != StmtKind::Assign ||
      Callee.ResultVariable != Body[Last].Index || Callee.Returns != 1 ||
      Callee.ReturnedNumber ||
      !isFixed(Program, Body[Last].Value, Callee.FirstVariable, Nodes))
    return;
  Callee.Result = Body[Last].Value;
  Body.erase(Body.begin() + Last);
}

/// Lowers the body of \p Callee, a bound frame, as a region. \p Before emits
/// what comes first in it.
void Lowering::lowerBody(Frame &Callee, const Expr &Call,
                         llvm::function_ref<void()> Before) {
  const FunctionDecl &Function = *Callee.Function;
  ++InlinedCalls;
  llvm::SaveAndRestore Library(Emit.LibraryCall);
  llvm::SaveAndRestore Tensor(Emit.IsOfTensor);
  if (!isOfLibrary(Function)) {
    Emit.LibraryCall = std::nullopt;
    Emit.IsOfTensor = false;
  } else if (!isOfLibrary(*Frames.back().Function)) {
    Emit.LibraryCall = Emit.Calls.size();
    Emit.IsOfTensor = Emit.Tensors.hasShared(Call);
  }
  Emit.Calls.push_back(Emit.spanOf(Call.getSourceRange()));
  Frames.push(std::move(Callee));
  banklint::Stmt Region;
  Region.Kind = StmtKind::Region;
  Region.Name = nameInReports(Function);
  Region.Span = Emit.Calls.back();
  Region.Blocks.resize(1);
  {
    llvm::SaveAndRestore Restore(Emit.Out, &Region.Blocks[0]);
    const FlowRecorder::Scope Inside(Emit.Flow);
    llvm::SaveAndRestore Jumps(Emit.Flow.HasLeft, false);
    llvm::SaveAndRestore<const clang::Stmt *> Outside(InnermostLoop, nullptr);
    // One code serves all calls: what the compiler knows of the arguments of
    // this one may not hold for others.
    const bool IsOneCode = Function.hasAttr<NoInlineAttr>();
    Emit.BranchingStatements += IsOneCode;
    if (Before)
      Before();
    lowerFunctionBody(Function);
    Emit.BranchingStatements -= IsOneCode;
    Emit.HasBranched |= IsOneCode;
  }
  Callee = Frames.pop();
  Block &Body = Region.Blocks[0];
  takeResult(Emit.Program, Callee, Body);
  if (isStraightComputation(Body))
    Emit.Out->insert(Emit.Out->end(), std::make_move_iterator(Body.begin()),
                     std::make_move_iterator(Body.end()));
  else
    Emit.Out->push_back(std::move(Region));
  Emit.Calls.pop_back();
}

/// What the function of \p Callee, whose body is lowered, has returned a
/// reference to.
LValue Lowering::returnedPlace(const Frame &Callee, const CallExpr &E) {
  const std::vector<LValue> &Places = Callee.ReturnedPlaces;
  auto IsMemory = [](const LValue &P) { return P.isMemory(); };
  if (Places.size() == 1)
    return Places.front();
  assert(!Callee.ReturnsOnePlace && "its statement is a return");
  if (Places.empty() || llvm::any_of(Places, IsMemory)) {
    llvm::for_each(Places, [&](const LValue &P) { Mem.escape(P); });
    LValue P =
        Pointers.placeBehind(&E, Builder.variable(*Callee.ResultVariable));
    P.IsDivergent = true;
    return P;
  }
  LValue Result = Places.back();
  for (unsigned I = Places.size() - 1; I-- != 0;)
    Result = Mem.choice(Builder.binary(BinaryOp::Equal,
                                       Builder.variable(*Callee.ReturnedNumber),
                                       Builder.constant(I, I32)),
                        Places[I], std::move(Result));
  return Result;
}

/// The current value, of \p Value, is what the innermost function returns.
void Lowering::noteResult(const Expr &Value) {
  llvm::SaveAndRestore Moves(Emit.Flow.IsMove, isRead(Value));
  std::optional<FlowPart> &Result = Frames.back().ResultPart;
  if (!Result)
    Result = Emit.Flow.newLocal();
  Emit.Flow.assign(*Result);
}

/// \p Value is returned from the innermost function.
void Lowering::lowerReturnedValue(const Expr *Value) {
  const FlowRecorder::Scope Returned(Emit.Flow);
  llvm::SaveAndRestore Unused(IsResultUnused, Frames.back().DropsResult);
  if (Frames.back().ResultRecord) {
    LValue To = *Frames.back().ResultRecord;
    return initialize(To, Frames.back().Function->getReturnType(), Value);
  }
  if (Frames.back().ReturnsOnePlace) {
    LValue P = place(Value);
    Mem.freeze(P);
    Frames.back().ReturnedPlaces.push_back(std::move(P));
    return;
  }
  if (!Frames.back().ResultVariable) {
    effects(Value);
    return noteResult(*Value);
  }
  unsigned Result = *Frames.back().ResultVariable;
  ++Frames.back().Returns;
  if (!Frames.back().ReturnedNumber) {
    Emit.assign(Result, value(Value));
    return noteResult(*Value);
  }
  LValue P = place(Value);
  Mem.freeze(P);
  Emit.assign(Result, Emit.addressOf(P));
  Emit.assign(*Frames.back().ReturnedNumber,
              Builder.constant(Frames.back().ReturnedPlaces.size(), I32));
  Frames.back().ReturnedPlaces.push_back(std::move(P));
}

/// True if \p Body is one statement, which returns a value.
static bool isOneReturn(const clang::Stmt &Body) {
  const auto *Compound = dyn_cast<CompoundStmt>(&Body);
  return Compound && Compound->size() == 1 &&
         isa<ReturnStmt>(Compound->body_front());
}

/// \p Arguments, or the object, of a call that is not followed because its
/// result is empty: only their own effects count.
void Lowering::lowerUnused(llvm::ArrayRef<const Expr *> Arguments) {
  for (const Expr *Argument : Arguments) {
    const QualType Type = Argument->getType();
    if (Type->isPointerType())
      placeOfPointee(Argument);
    else if (Argument->isPRValue() && Type->isRecordType())
      initialize(Mem.addTemporary(Type), Type, Argument);
    else
      effects(Argument);
  }
}

/// Follows the call \p E of \p Function. A struct that it returns goes to \p
/// Into, the place behind a reference that it returns to \p Place. Nothing uses
/// what it returns if it \p IsUnused.
ExprId Lowering::inlineCall(const CallExpr &E, const FunctionDecl &Function,
                            const LValue *Into, LValue *Place, bool IsUnused) {
  QualType Type = Function.getReturnType();
  if (Empty.isOf(Function)) {
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
      lowerUnused(Member->getImplicitObjectArgument());
    lowerUnused({E.getArgs(), E.getNumArgs()});
    if (!Type->isReferenceType())
      return Builder.constant(0, I32);
    LValue P = Mem.addTemporary(Type.getNonReferenceType());
    if (!Place)
      return Mem.pointerTo(P);
    *Place = std::move(P);
    return ExprId();
  }
  Frame Callee;
  Callee.Function = &Function;
  Callee.FirstVariable = Emit.Program.Variables.size();
  Callee.DropsResult = IsUnused;
  unsigned FirstArgument = 0;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (isa<CXXOperatorCallExpr>(E) && Method &&
      !Method->isExplicitObjectMemberFunction()) {
    FirstArgument = 1;
    if (Method->isStatic())
      effects(E.getArg(0));
    else
      bindObject(Callee, E.getArg(0));
  } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
    bindObject(Callee, Member->getImplicitObjectArgument());
  }
  for (unsigned I = 0; I != Function.getNumParams(); ++I)
    if (FirstArgument + I < E.getNumArgs())
      bindParameter(Callee, *Function.getParamDecl(I),
                    E.getArg(FirstArgument + I));
  if (Type->isReferenceType() && isOneReturn(*Function.getBody())) {
    Callee.ReturnsOnePlace = true;
  } else if (Type->isReferenceType()) {
    Callee.ResultVariable = Emit.addVariable("", U64);
    Callee.ReturnedNumber = Emit.addVariable("", I32);
  } else if (std::optional<IntType> Int = intType(Context, Type)) {
    Callee.ResultVariable = Emit.addVariable("", *Int);
  } else if (Type->isRecordType()) {
    Callee.ResultRecord = Into ? *Into : Mem.addTemporary(Type);
  }
  lowerBody(Callee, E);
  if (Callee.ResultRecord)
    Tensors.note(E, *Callee.ResultRecord);
  if (Callee.ResultPart && !IsUnused)
    Emit.Flow.read(*Callee.ResultPart);
  if (Type->isReferenceType()) {
    LValue P = returnedPlace(Callee, E);
    if (!Place)
      return Mem.pointerTo(P);
    *Place = std::move(P);
    return ExprId();
  }
  if (Callee.ResultVariable)
    return Callee.Result.isValid() ? Callee.Result
                                   : Builder.variable(*Callee.ResultVariable);
  return Emit.opaque(
      Type->isRealFloatingType() ? ReasonCode::FloatingPoint
                                 : ReasonCode::UnsupportedConstruct,
      "the result of '" + Function.getNameAsString() + "'", Type);
}
