//===- Lowering.h - From a kernel's AST to its program ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers and pointers are lowered to expressions, everything else only for
// its accesses. An lvalue becomes an LValue: a variable, a stretch of shared
// memory, or something that is not tracked. Device functions are inlined.
//
// Nothing may be dropped in silence: a construct that is not known is searched
// for accesses (lowerChildren), its value is opaque, and whatever use of a
// shared array was not seen in the end is an access with an opaque address.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_LOWERING_H
#define BANKLINT_LIB_FRONTEND_LOWERING_LOWERING_H

#include "Ast/EmptyResults.h"
#include "Ast/ForwardJumps.h"
#include "FloatUses.h"
#include "LowerKernel.h"
#include "Lowerer.h"
#include "Lowering/Compiler/Accumulators.h"
#include "Lowering/Compiler/CodeShape.h"
#include "Lowering/Compiler/NamedPlaces.h"
#include "Lowering/Compiler/StoredValues.h"
#include "Lowering/Memory/ArrayTensors.h"
#include "Lowering/Memory/ConstantData.h"
#include "Lowering/Memory/LostUses.h"
#include "banklint/Compiler/LoadUses.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/SaveAndRestore.h"

namespace banklint {

/// Statements, expressions, places and calls, each in terms of the others.
class Lowering final : public Lowerer {
public:
  /// \p Facts are used, and those that turn out while lowering are added.
  /// With \p Open, a parameter stands for each of its numbers.
  Lowering(clang::ASTContext &Context, const clang::Preprocessor &Macros,
           const SourceErrors &Errors, PointerFacts &Facts,
           const OpenNumbers *Open = nullptr);

  /// To be called once.
  LoweredKernel lower(const clang::FunctionDecl &Kernel);

private:
  // Both languages have expressions; here it is the source's.
  using Expr = clang::Expr;

  // LowerExpr.cpp
  ExprId value(const Expr *E) override;
  ExprId valueOf(const Expr *E);
  ExprId read(const Expr *E) override;
  void effects(const Expr *E) override;
  std::optional<ExprId> openNumber(const Expr *E);
  ExprId lowerRareValue(const Expr *E);
  void lowerChildren(const clang::Stmt *S);
  ExprId lowerCast(const clang::CastExpr &E);
  ExprId lowerBinary(const clang::BinaryOperator &E);
  ExprId lowerShortCircuit(const clang::BinaryOperator &E);
  ExprId readChoice(const clang::ConditionalOperator &E);
  ExprId lowerConditional(const clang::AbstractConditionalOperator &E);
  ExprId lowerUnary(const clang::UnaryOperator &E);
  ExprId lowerStep(const clang::UnaryOperator &E, LValue *Where = nullptr);
  ExprId lowerAssignment(const clang::BinaryOperator &E,
                         LValue *Where = nullptr);
  ExprId lowerCompoundAssignment(const clang::CompoundAssignOperator &E,
                                 LValue *Where = nullptr);
  void noteOrder(size_t First);
  void noteStored(size_t First, const clang::Expr &E,
                  std::optional<int64_t> Value = std::nullopt);
  void storeResult(const clang::BinaryOperator &E, const LValue &To,
                   ExprId Value);

  // LowerPlace.cpp
  LValue place(const Expr *E) override;
  LValue placeOfDecl(const clang::DeclRefExpr &E);
  LValue placeOfVariable(const clang::VarDecl &Decl);
  LValue placeOfSubscript(const clang::ArraySubscriptExpr &E);
  LValue placeOfMember(const clang::MemberExpr &E);
  LValue placeOfBitCast(const clang::CastExpr &E);
  LValue placeOfDereference(const clang::UnaryOperator &E);
  LValue placeOfProperty(const clang::MSPropertyRefExpr &E);
  LValue placeOfTemporary(const clang::MaterializeTemporaryExpr &E);
  LValue placeOfConditional(const clang::AbstractConditionalOperator &E);
  std::optional<LValue> placeAfterEffects(const Expr *E);
  LValue placeOfPointee(const Expr *Pointer) override;
  std::optional<LValue> localPointee(const Expr *Pointer);
  bool bindToLocal(Frame &In, const clang::VarDecl &Pointer, const Expr &Value);

  // LowerInit.cpp: initialization of local structs and arrays
  void initialize(const LValue &To, clang::QualType Type, const Expr *From);
  void initFromList(const LValue &To, const clang::InitListExpr &List);
  void initFromArrayList(const LValue &To, const clang::InitListExpr &List);
  void initFromConstruct(const LValue &To, const clang::CXXConstructExpr &E);
  void initElements(const LValue &To, const clang::CXXConstructExpr &E);
  bool runConstructor(const LValue &To, const clang::CXXConstructExpr &E);
  void initFromInherited(const LValue &To,
                         const clang::CXXInheritedCtorInitExpr &E);
  void runConstructorBody(Frame &Callee, const Expr &Call);
  void runInitializer(const LValue &To, const clang::CXXCtorInitializer &Init);
  void initFromLambda(const LValue &To, const clang::LambdaExpr &E);
  void initFromChoice(const clang::ConditionalOperator &E,
                      llvm::function_ref<void(const Expr *Side)> InitFrom);

  /// While it lives, one side of a branch is lowered.
  struct Side {
    Side(Lowering &L, std::optional<bool> Taken, bool IsThen);
    llvm::SaveAndRestore<bool> Restore;
  };
  std::optional<bool> takenSide(ExprId Condition) const;
  void noteSides(const Stmt &If, const clang::Stmt *Then,
                 const clang::Stmt *Else);
  void noteRest(const clang::CompoundStmt &Block, unsigned Branch);
  void lowerSides(std::optional<bool> Taken,
                  llvm::function_ref<void(bool IsThen)> Lower);

  // LowerStmt.cpp
  void lowerStmt(const clang::Stmt *S);
  void lowerSimple(const clang::Stmt &S);
  void lowerBlock(const clang::Stmt *S, Block &Into);
  void lowerDecl(const clang::VarDecl &Decl);
  void lowerVariable(const clang::VarDecl &Decl);
  void lowerParts(const clang::VarDecl &Decl);
  void expectDestructor(const clang::VarDecl &Decl);
  void expectDestructor(const LValue &Object, clang::SourceRange Where);
  void lowerInit(const clang::VarDecl &Decl, const Binding &B,
                 const Expr &Init);
  void lowerIf(const clang::IfStmt &S);
  void lowerFor(const clang::ForStmt &S);
  void lowerWhile(const clang::WhileStmt &S);
  void lowerDo(const clang::DoStmt &S);
  void lowerSwitch(const clang::SwitchStmt &S);
  void lowerReturn(const clang::ReturnStmt &S);
  bool lowerExtremum(const Stmt &If, const FlowRecorder::Value &Tested);
  void noteResult(const Expr &Value);
  FlowRecorder::Value lowerCondition(const clang::VarDecl *Decl,
                                     const Expr *Condition, Block &Before,
                                     ExprId &Value, bool IsOfBranch = false);
  unsigned loopVariable(const clang::Stmt *Init, const Expr *Step);
  /// While it lives, what is lowered is in a loop.
  struct InLoop {
    llvm::SaveAndRestore<bool> MayBeRolled;
    llvm::SaveAndRestore<const clang::Stmt *> Innermost;
  };
  [[nodiscard]] InLoop enterLoop(Stmt &Loop, const clang::Stmt &S,
                                 const clang::Stmt *Body);
  void lowerAttributed(const clang::AttributedStmt &S);
  void lowerFunctionBody(const clang::FunctionDecl &Function);
  void lowerJump(StmtKind Kind, clang::SourceLocation Loc);
  void lowerCompound(const clang::CompoundStmt &S);
  void lowerNull(const clang::NullStmt &S);
  bool lowerLostInit(const clang::VarDecl &Decl);

  // LowerRangeFor.cpp
  void lowerRangeFor(const clang::CXXForRangeStmt &S);
  void lowerArrayLoop(const clang::CXXForRangeStmt &S, const Expr *Range,
                      const clang::ConstantArrayType &Array,
                      const clang::VarDecl &Variable, Stmt Loop);
  void bindElement(const clang::VarDecl &Variable, LValue Element,
                   const Expr *Range);

  // LowerBroken.cpp: expressions that contain errors
  ExprId lowerBroken(const Expr *E);
  void lowerBrokenAssignment(const clang::BinaryOperator &E, const Reason &Why);
  void lowerBrokenUse(const Expr *E, MemoryOperation Op, Reason Why);
  void lowerBrokenOperand(const Expr *E, const Reason &Why);
  void forgetObject(const clang::Stmt *S, const Reason &Why);
  void lowerOpaqueUse(const clang::Stmt *S, const Reason &Why);

  // LowerCall.cpp
  ExprId lowerCall(const clang::CallExpr &E);
  bool lowerCallInto(const clang::CallExpr &E, const LValue &To);
  LValue placeOfCall(const clang::CallExpr &E);
  std::optional<ExprId> lowerKnownCall(const clang::CallExpr &E,
                                       const clang::FunctionDecl &Function,
                                       bool IsHeader, bool IsUnused);
  std::optional<ExprId> lowerOperator(const clang::CXXOperatorCallExpr &E);
  bool staysInMemory(const LValue &To, const clang::Expr &E);
  ExprId lowerHeaderCall(const clang::CallExpr &E,
                         const clang::FunctionDecl &Function);
  ExprId lowerUnfollowedCall(const clang::CallExpr &E,
                             const clang::FunctionDecl &Function,
                             bool IsHeader);
  ExprId lowerUnknownCall(const clang::CallExpr &E, Reason Why);
  bool isOfLocal(ExprId Pointer) const;
  const Expr *lowerAllButLast(const clang::CompoundStmt &Block);
  static Reason notLowered(const Expr &E);
  bool passChildren(const Expr &E, const Reason &Why);
  bool passToUnknown(const Expr *Argument, const Reason &Why);
  ExprId lowerConstruct(const clang::CXXConstructExpr &E);

  // LowerInline.cpp: calls that are followed
  bool isFollowed(const clang::CallExpr &E, const clang::FunctionDecl &Function,
                  const clang::FunctionDecl *&Definition);
  std::optional<Reason> inlineLimit(const clang::FunctionDecl &Function);
  void lowerUnused(llvm::ArrayRef<const clang::Expr *> Arguments);
  ExprId inlineCall(const clang::CallExpr &E,
                    const clang::FunctionDecl &Function,
                    const LValue *Into = nullptr, LValue *Place = nullptr,
                    bool IsUnused = false);
  LValue returnedPlace(const Frame &Callee, const clang::CallExpr &E);
  void lowerReturnedValue(const Expr *Value);
  void lowerBody(Frame &Callee, const Expr &Call,
                 llvm::function_ref<void()> Before = {});
  void bindObject(Frame &Callee, const Expr *Object);
  void bindCaptures(Frame &Callee, const clang::CXXRecordDecl &Lambda,
                    const LValue &Object);
  void noteNumber(const clang::VarDecl &Decl, unsigned Index, ExprId Value);
  void bindParameter(Frame &Callee, const clang::ParmVarDecl &Parameter,
                     const Expr *Argument);

  // Lowering.cpp
  bool isFloatFollowed(const clang::VarDecl &Decl);
  void bindLocal(Frame &In, const clang::VarDecl &Decl);
  void loadLess(const LoadUses::Part &Load, const ByteSet &OfText);
  void finishStore(const LoadUses::Store &Store);
  void finishProgram(const clang::FunctionDecl &Kernel);
  llvm::DenseSet<unsigned> finishLoads();
  Binding *bindGlobal(const clang::VarDecl &Decl);
  void bindKernelParameters(const clang::FunctionDecl &Kernel);
  void bindOtherParameter(const clang::ParmVarDecl &P);

  const OpenNumbers *const Open;
  /// The parameter for the first of Open's numbers.
  unsigned FirstOpen = 0;
  LostUses Unparsed;
  Accumulators Sums;
  StoredValues Stored;
  MembersInMemory SetMembers;
  ArrayTensors Tensors;
  ConstantData Data;
  FloatUses Floats;
  /// Gives global variables their value; at the start of the kernel.
  Block Prologue;
  /// The statement being lowered, if it is an expression: nothing uses its
  /// value.
  const Expr *Discarded = nullptr;
  /// True while the value of the call being lowered is not used.
  bool IsResultUnused = false;
  /// What a pragma asks for the loop that comes next.
  unsigned NextUnrollCount = 0;
  /// In a loop that the compiler is not asked to unroll whole.
  bool MayBeRolled = false;
  /// Of the function that is being lowered.
  const clang::Stmt *InnermostLoop = nullptr;
  /// Of the expressions around the one being lowered.
  unsigned Depth = 0;
  unsigned InlinedCalls = 0;
  EmptyResults Empty;
  ForwardJumps Jumps;
  CodeShapes Shapes;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_LOWERING_H
