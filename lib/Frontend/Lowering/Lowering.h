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

#include "Ast/AstQueries.h"
#include "FixFacts/PitchConstants.h"
#include "LValue.h"
#include "Recovery/LostCode.h"
#include "banklint/Program/KernelProgram.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace banklint {

struct AsmInstruction;

/// What only shows once a kernel was lowered, and changes how it is.
struct PointerFacts {
  /// Local variables that may change through a pointer that is not followed.
  llvm::DenseSet<const clang::VarDecl *> Escaped;
  /// Variables that get a shared address in a loop, behind where they are read.
  llvm::DenseSet<const clang::VarDecl *> Holders;
  /// A shared address is stored where it is not followed.
  bool IsSharedStored = false;
};

class Lowering {
public:
  /// \p Facts are used, and those that turn out while lowering are added.
  /// With \p Open, a parameter stands for each of its pitches.
  Lowering(clang::ASTContext &Context, const clang::Preprocessor &Macros,
           const SourceErrors &Errors, PointerFacts &Facts,
           const PitchFactors *Open = nullptr);

  KernelProgram lower(const clang::FunctionDecl &Kernel);

  /// What lower() has found; nothing if pitches are open.
  const PitchFactors &pitchFactors() const { return Found; }

  /// True if facts were added that change what was lowered before.
  bool hasLearned() const { return HasLearned; }

private:
  // Both languages have expressions; here it is the source's.
  using Expr = clang::Expr;
  using Builtin = banklint::Builtin;

  /// Kernels of real code nest calls far less; recursion ends here.
  static constexpr unsigned MaxInlineDepth = 24;
  /// Calls of one kernel that are inlined: functions that call themselves twice
  /// make many.
  static constexpr unsigned MaxInlinedCalls = 1u << 14;

  /// What a local variable or a parameter is bound to.
  struct Binding {
    enum BindingKind { Scalar, Members, Alias, Ignored } Kind = Ignored;
    /// Scalar: the variable's number. Members: the record's.
    unsigned Index = 0;
    /// Alias: what a reference refers to.
    LValue Target;
    /// Scalar: the local place that a pointer always points to, if it is known.
    std::optional<LValue> Pointee;
    /// What a pointer to functions always points to.
    const clang::FunctionDecl *Callee = nullptr;
  };
  /// A function that is being lowered: the kernel or an inlined one.
  struct Frame {
    const clang::FunctionDecl *Function = nullptr;
    llvm::DenseMap<const clang::VarDecl *, Binding> Bindings;
    std::optional<unsigned> ResultVariable;
    /// The local struct that a struct result initialises.
    std::optional<LValue> ResultRecord;
    /// What the function has returned references to, and the variable that
    /// tells the number of the one in force.
    std::vector<LValue> ReturnedPlaces;
    std::optional<unsigned> ReturnedNumber;
    /// What `this` points to; methods only.
    std::optional<LValue> This;
  };
  /// Makes statements go to another block while it lives.
  class BlockScope;

  // LowerStmt.cpp
  void lowerStmt(const clang::Stmt *S);
  void lowerSimple(const clang::Stmt &S);
  void lowerBlock(const clang::Stmt *S, Block &Into);
  void lowerDecl(const clang::VarDecl &Decl);
  void lowerIf(const clang::IfStmt &S);
  void lowerFor(const clang::ForStmt &S);
  void lowerWhile(const clang::WhileStmt &S);
  void lowerDo(const clang::DoStmt &S);
  void lowerSwitch(const clang::SwitchStmt &S);
  void lowerReturn(const clang::ReturnStmt &S);
  void lowerCondition(const clang::VarDecl *Decl, const Expr *Condition,
                      Block &Before, ExprId &Value);
  unsigned loopVariable(const clang::Stmt *Init, const Expr *Step);
  Stmt &append(StmtKind Kind, clang::SourceLocation Loc);
  void lowerFunctionBody(const clang::FunctionDecl &Function);
  void lowerJump(StmtKind Kind, clang::SourceLocation Loc);
  bool hasKnownCases(const clang::SwitchStmt &S);

  // LowerRangeFor.cpp
  void lowerRangeFor(const clang::CXXForRangeStmt &S);
  void lowerArrayLoop(const clang::CXXForRangeStmt &S,
                      const clang::ConstantArrayType &Array,
                      const clang::VarDecl &Variable);
  void bindElement(const clang::VarDecl &Variable, LValue Element,
                   const Expr *Range);

  // LowerLost.cpp
  void lowerCompound(const clang::CompoundStmt &S);
  void lowerNull(const clang::NullStmt &S);
  bool lowerLostInit(const clang::VarDecl &Decl);
  void lowerLost(const LostTokens &Tokens, const Reason &Why,
                 llvm::ArrayRef<llvm::StringRef> Known = {});
  void lowerLostUse(const clang::VarDecl &Decl, const clang::Token &Name,
                    bool IsAssigned, bool MayChange, bool IsPart,
                    const Reason &Why);
  llvm::SmallVector<const clang::VarDecl *, 2>
  variablesNamed(const clang::IdentifierInfo &Name);
  bool mayHoldShared(const Binding &B);
  bool losesJumps(const clang::FunctionDecl &Function);
  unsigned writtenAlignment(const clang::VarDecl &Decl);
  Reason invalidDeclaration(const clang::VarDecl &Decl);
  Reason parseError(clang::SourceLocation Begin, clang::SourceLocation End);

  // LowerBroken.cpp
  ExprId lowerBroken(const Expr *E);
  void lowerBrokenAssignment(const clang::BinaryOperator &E, const Reason &Why);
  void lowerBrokenUse(const Expr *E, MemoryOperation Op, Reason Why);
  void lowerBrokenOperand(const Expr *E, const Reason &Why);
  void lowerOpaqueUse(const clang::Stmt *S, const Reason &Why);

  // CodeShape.cpp
  bool mayBranch(const clang::Stmt &S);
  void shapeLoop(Stmt &Loop, const clang::Stmt *Body);
  void lowerAttributed(const clang::AttributedStmt &S);

  // LowerExpr.cpp
  ExprId lowerValue(const Expr *E);
  ExprId lowerRareValue(const Expr *E);
  ExprId lowerRead(const Expr *Lvalue);
  void lowerEffects(const Expr *E);
  void lowerChildren(const clang::Stmt *S);
  ExprId lowerCast(const clang::CastExpr &E);
  ExprId lowerBinary(const clang::BinaryOperator &E);
  ExprId lowerArithmetic(clang::BinaryOperatorKind Op, ExprId Left,
                         ExprId Right, clang::QualType LeftType,
                         clang::QualType RightType, clang::QualType Type);
  ExprId lowerPointerArithmetic(clang::BinaryOperatorKind Op, ExprId Left,
                                ExprId Right, clang::QualType LeftType,
                                clang::QualType RightType);
  ExprId lowerShortCircuit(const clang::BinaryOperator &E);
  ExprId lowerUnary(const clang::UnaryOperator &E);
  ExprId lowerStep(const clang::UnaryOperator &E, LValue *Where = nullptr);
  ExprId lowerConditional(const clang::AbstractConditionalOperator &E);
  ExprId lowerAssignment(const clang::BinaryOperator &E,
                         LValue *Where = nullptr);
  ExprId lowerCompoundAssignment(const clang::CompoundAssignOperator &E,
                                 LValue *Where = nullptr);
  std::optional<int64_t> constantOf(const Expr *E);
  bool hasEffects(const clang::Stmt *S);
  ExprId opaque(ReasonCode Code, const llvm::Twine &Detail,
                clang::QualType Type, llvm::ArrayRef<ExprId> Operands = {},
                bool IsDivergent = true, llvm::StringRef Name = {});
  ExprId temporary(ExprId Value);

  // LowerFloat.cpp
  /// A number in floating point that is Numerator (an i64) over 2 to the Shift,
  /// if IsExact (a bool).
  struct Dyadic {
    ExprId Numerator;
    unsigned Shift;
    ExprId IsExact;
  };
  std::optional<ExprId> lowerExactComparison(const clang::BinaryOperator &E);
  std::optional<ExprId> lowerExactCast(const clang::CastExpr &E);
  std::optional<unsigned> dyadicShift(const Expr *E);
  std::optional<unsigned> dyadicShiftOfCall(const clang::CallExpr &Call);
  Dyadic lowerDyadic(const Expr *E);
  Dyadic lowerDyadicCall(const clang::CallExpr &Call);
  Dyadic limited(ExprId Value, unsigned Shift, ExprId IsExact);
  ExprId numeratorOver(const Dyadic &Value, unsigned Shift);
  ExprId truncated(const Dyadic &Value);
  ExprId whereExact(ExprId IsExact, ExprId Value, clang::QualType Type,
                    llvm::ArrayRef<ExprId> Operands);

  // LowerPlace.cpp
  LValue lowerPlace(const Expr *E);
  LValue placeOfDecl(const clang::DeclRefExpr &E);
  LValue placeOfVariable(const clang::VarDecl &Decl);
  LValue placeOfSubscript(const clang::ArraySubscriptExpr &E);
  LValue placeOfMember(const clang::MemberExpr &E);
  LValue placeOfField(LValue P, const clang::FieldDecl &Field);
  LValue unknownReference(bool MayBeShared);
  LValue placeOfDereference(const clang::UnaryOperator &E);
  LValue placeOfProperty(const clang::MSPropertyRefExpr &E);
  LValue placeOfTemporary(const clang::MaterializeTemporaryExpr &E);
  LValue placeOfConditional(const clang::ConditionalOperator &E);
  LValue choice(ExprId Condition, LValue Then, LValue Else);
  std::optional<LValue> placeAfterEffects(const Expr *E);
  LValue placeOfPointee(const Expr *Pointer);
  int64_t baseOffset(const clang::CastExpr &Cast);
  LValue placeBehind(const Expr *Pointer, ExprId Value);
  LValue moved(LValue P, ExprId Bytes);
  LValue bounded(LValue P, clang::QualType Type);
  void freeze(LValue &P);

  // LowerMemory.cpp
  ExprId addressOf(const LValue &P);
  ExprId pointerTo(const LValue &P);
  ExprId elsewhere(const LValue &P, const llvm::Twine &Detail);
  ExprId load(const LValue &P, const Expr *E);
  ExprId loadUntracked(const LValue &P, clang::QualType Type);
  void store(const LValue &P, ExprId Value, const Expr *E);
  void forget(const LValue &P, clang::QualType Type, ReasonCode Code,
              const llvm::Twine &Detail);
  void forgetWhole(const LValue &P, ReasonCode Code, const llvm::Twine &Detail);
  void escape(const LValue &P);
  void observeLayout(const LValue &P, const Expr *E, llvm::StringRef What);

  // LowerParameters.cpp
  bool bindMemberParameters(const clang::ParmVarDecl &Parameter,
                            unsigned Number, Binding &Into);

  // LowerRecord.cpp
  /// Larger ones are buffers, not indices.
  static constexpr unsigned MaxRecordMembers = 256;
  unsigned addRecord(llvm::StringRef Name, clang::QualType Type,
                     const clang::VarDecl *Owner = nullptr,
                     unsigned MaxMembers = MaxRecordMembers);
  LValue addTemporary(clang::QualType Type);
  ExprId loadRecord(const LValue &P, IntType Type, bool IsPointer);
  bool holdsVariables(const LValue &P, clang::QualType Type) const;
  void storeRecord(const LValue &P, ExprId Value, clang::QualType Type);
  void forgetRecord(const LValue &P, clang::QualType Type, Reason Why);
  ExprId loadPart(const LValue &P, int64_t Bytes, unsigned Variable);
  void copyRecord(const LValue &To, clang::QualType Type, const LValue &From);
  void copyReferences(const LValue &To, int64_t Size, const LValue &From);
  bool holdsSharedPointer(const LValue &P);
  void forgetReferences(const LValue &P, ReasonCode Code,
                        const llvm::Twine &Detail);

  // LowerInit.cpp
  void initialize(const LValue &To, clang::QualType Type, const Expr *From);
  void initFromList(const LValue &To, const clang::InitListExpr &List);
  void initFromArrayList(const LValue &To, const clang::InitListExpr &List);
  void initFromConstruct(const LValue &To, const clang::CXXConstructExpr &E);
  void initElements(const LValue &To, const clang::CXXConstructExpr &E);
  bool runConstructor(const LValue &To, const clang::CXXConstructExpr &E);
  void runInitializer(const LValue &To, const clang::CXXCtorInitializer &Init);
  void initFromLambda(const LValue &To, const clang::LambdaExpr &E);
  void initFromChoice(const LValue &To, clang::QualType Type,
                      const clang::ConditionalOperator &E);
  void initReference(const LValue &To, LValue Target);
  void setToZero(const LValue &To, clang::QualType Type);
  LValue fieldOf(LValue P, const clang::FieldDecl &Field);
  LValue baseOf(LValue P, const clang::CXXRecordDecl &Derived,
                const clang::CXXRecordDecl &Base);

  // SharedPointers.cpp
  bool isShared(const Expr *Lvalue);
  bool pointsToShared(const Expr *Pointer);
  bool holdsSharedPointer(const Expr *Lvalue);
  std::optional<LValue> localPart(const Expr *E);
  bool givesShared(const clang::CallExpr &Call);
  bool returnsShared(const clang::FunctionDecl *Function);
  bool mayBeShared(ExprId Address);
  void noteRead(unsigned Variable);
  void noteAssigned(unsigned Variable, ExprId Value);

  // Accumulators.cpp
  bool isAccumulated(const clang::BinaryOperator &Store);
  void storeResult(const clang::BinaryOperator &E, const LValue &To,
                   ExprId Value);

  // LocalPointers.cpp
  bool isLocalPlace(const Expr *Lvalue);
  bool pointsToLocal(const Expr *Pointer);
  std::optional<LValue> localPointee(const Expr *Pointer);
  bool isChanged(const clang::VarDecl &Decl);
  bool bindToLocal(Frame &In, const clang::VarDecl &Pointer, const Expr &Value);

  // LowerAccess.cpp
  void emitAccess(MemoryOperation Op, const LValue &P, clang::QualType Type,
                  const Expr *E);
  void emitUnknownAccess(MemoryOperation Op, std::optional<unsigned> Array,
                         unsigned Bytes, clang::SourceRange Range, Reason Why);
  void addAccess(Access A, clang::SourceLocation Loc);
  void addUnseenAccesses(const clang::FunctionDecl &Function);
  void observeUncompiledUses(const clang::FunctionDecl &Function);
  std::optional<unsigned> sharedArray(const clang::VarDecl &Decl);
  SourceSpan spanOf(clang::SourceRange Range);
  SourceSpan knownSpanOf(clang::SourceLocation Loc);
  std::string textOf(clang::SourceRange Range);

  // SpelledPlaces.cpp
  llvm::StringRef sourceOf(clang::SourceRange Range);
  std::optional<SpelledPlace> spelledPlace(const Expr *E, ExprId Address);
  std::optional<std::vector<SourceSpan>> mentionsOf(const clang::VarDecl &Decl);

  // RowPitches.cpp
  void findRowPitches();
  void findRowPitches(const clang::VarDecl &Decl, unsigned Number);
  void addRowPitch(const clang::VarDecl &Decl, unsigned Number,
                   llvm::ArrayRef<NamedNumber> Factors);
  std::optional<SpelledNumber> spelledNumber(const NamedNumber &Number);
  std::optional<ExprId> openPitch(const Expr *E);

  // LowerIdentity.cpp
  ExprId laneNumber();
  std::optional<ExprId> specialRegister(llvm::StringRef Name);
  std::optional<ExprId> lowerRegisterRead(llvm::StringRef Name,
                                          clang::QualType Type);
  std::optional<ExprId> lowerWarpCall(const clang::CallExpr &E,
                                      llvm::StringRef Name);

  // LowerCall.cpp
  ExprId lowerCall(const clang::CallExpr &E);
  bool lowerCallInto(const clang::CallExpr &E, const LValue &To);
  LValue placeOfCall(const clang::CallExpr &E);
  std::optional<ExprId> lowerKnownCall(const clang::CallExpr &E,
                                       const clang::FunctionDecl &Function,
                                       bool IsHeader, bool IsUnused);
  std::optional<ExprId> lowerIntrinsic(const clang::CallExpr &E,
                                       llvm::StringRef Name);
  std::optional<ExprId> lowerOperator(const clang::CXXOperatorCallExpr &E);
  ExprId lowerHeaderCall(const clang::CallExpr &E);
  ExprId lowerUnfollowedCall(const clang::CallExpr &E,
                             const clang::FunctionDecl &Function,
                             bool IsHeader);
  ExprId lowerUnknownCall(const clang::CallExpr &E, Reason Why);
  void passToUnknown(const Expr *Argument, const Reason &Why);
  ExprId lowerConstruct(const clang::CXXConstructExpr &E);

  // LowerInline.cpp
  const clang::FunctionDecl *calleeOf(const clang::CallExpr &E);
  const clang::FunctionDecl *functionAt(const Expr *Pointer);
  bool isFollowed(const clang::CallExpr &E, const clang::FunctionDecl &Function,
                  const clang::FunctionDecl *&Definition);
  std::optional<Reason> inlineLimit(const clang::FunctionDecl &Function);
  ExprId inlineCall(const clang::CallExpr &E,
                    const clang::FunctionDecl &Function,
                    const LValue *Into = nullptr, LValue *Place = nullptr);
  LValue returnedPlace(const Frame &Callee, const clang::CallExpr &E);
  void lowerReturnedValue(const Expr *Value);
  void lowerBody(Frame &Callee, clang::SourceRange Call,
                 llvm::function_ref<void()> Before = {});
  const LValue *thisPlace() const;
  void bindObject(Frame &Callee, const Expr *Object);
  void bindCaptures(Frame &Callee, const clang::CXXRecordDecl &Lambda,
                    const LValue &Object);
  void bindParameter(Frame &Callee, const clang::ParmVarDecl &Parameter,
                     const Expr *Argument);

  // InlineAssembly.cpp
  struct AsmScope;
  void lowerAsm(const clang::AsmStmt &S);
  std::vector<ExprId> asmOperands(const clang::GCCAsmStmt &S);
  bool lowerAsmAccess(AsmScope &Scope, const AsmInstruction &I);
  void lowerAsmRegister(AsmScope &Scope, const AsmInstruction &I);
  void forgetAsmOutputs(AsmScope &Scope);
  ExprId asmResult(AsmScope &Scope, const AsmInstruction &I);
  ExprId asmPredicate(AsmScope &Scope, const AsmInstruction &I);
  ExprId asmValue(AsmScope &Scope, llvm::StringRef Text);
  ExprId asmAddress(AsmScope &Scope, llvm::StringRef Text);

  // LowerMatrix.cpp
  std::optional<ExprId> lowerMatrixAccess(const clang::CallExpr &E,
                                          llvm::StringRef Name);

  // LowerAtomic.cpp
  std::optional<ExprId> lowerAtomic(const clang::CallExpr &E,
                                    llvm::StringRef Name);
  std::optional<ExprId> lowerAtomicMember(const clang::CallExpr &E,
                                          const clang::CXXMethodDecl &Method);
  const Expr *atomicReferenceTarget(const clang::VarDecl &Decl);
  void emitAtomicMember(llvm::StringRef Function, llvm::StringRef Name,
                        const LValue &P, clang::QualType Type,
                        const Expr *Where);
  void emitUnknownAtomic(const LValue &P, const Expr *E, Reason Why);

  // Lowering.cpp
  std::optional<IntType> intType(clang::QualType Type);
  /// The type that stands for values that are not integers or pointers.
  IntType valueType(clang::QualType Type);
  unsigned addVariable(llvm::StringRef Name, IntType Type,
                       const clang::VarDecl *Owner = nullptr);
  void assign(unsigned Variable, ExprId Value);
  std::optional<Dim3> fixedBlock(const clang::FunctionDecl &Kernel);
  void bindKernelParameters(const clang::FunctionDecl &Kernel);
  void bindOtherParameter(const clang::ParmVarDecl &P);
  void bindLocal(Frame &In, const clang::VarDecl &Decl);
  Binding *bindingOf(const clang::VarDecl &Decl);
  Frame &frame() { return Frames.back(); }

  clang::ASTContext &Context;
  const clang::SourceManager &Sources;
  const LostCode Lost;
  const SourceErrors &Errors;
  PointerFacts &Facts;
  const PitchFactors *const Open;
  PitchFactors Found;
  /// The parameter for the first of Open's pitches.
  unsigned FirstPitch = 0;
  bool HasLearned = false;
  KernelProgram Program;
  ExprBuilder Builder;
  Block *Out = nullptr;
  std::vector<Frame> Frames;
  std::vector<SourceSpan> Calls;
  llvm::DenseMap<const clang::VarDecl *, unsigned> ArrayNumbers;
  std::vector<LocalRecord> Records;
  /// The declarations that variables stand for; null for temporaries.
  std::vector<const clang::VarDecl *> VariableOwners;
  llvm::DenseMap<clang::FileID, unsigned> FileNumbers;
  /// References to shared variables that were lowered.
  llvm::DenseSet<const Expr *> Seen;
  /// The pointers among the variables of Records.
  llvm::DenseSet<unsigned> PointerVariables;
  /// Opaque values that may be shared addresses.
  llvm::DenseSet<unsigned> SharedOpaques;
  /// Variables that were read as if they never held a shared address.
  llvm::DenseSet<const clang::VarDecl *> ReadAsPlain;
  /// Program variables that got a shared address so far.
  llvm::DenseSet<unsigned> SharedAddresses;
  /// Program variables that something may change unseen.
  llvm::DenseSet<unsigned> Escaped;
  llvm::DenseMap<const clang::FunctionDecl *, bool> ReturnsShared;
  /// Variables that a function uses otherwise than to read them.
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::DenseSet<const clang::VarDecl *>>
      Changed;
  /// Variables of a function that start as a constant and then accumulate.
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::DenseSet<const clang::VarDecl *>>
      Accumulators;
  /// Where the innermost statement that is being lowered begins.
  clang::SourceLocation StatementLoc;
  /// True while the value of the call being lowered is not used.
  bool IsResultUnused = false;
  /// What a pragma asks for the loop that comes next.
  Unrolling NextUnroll = Unrolling::Default;
  /// Above 0 in statements that may become branches.
  unsigned BranchingStatements = 0;
  /// Such a statement stands behind the last access.
  bool HasBranched = false;
  /// Set where control flow is not followed, as behind a goto: nothing is known
  /// about what is accessed or assigned there.
  std::optional<Reason> NotFollowed;
  unsigned Depth = 0;
  unsigned InlinedCalls = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_LOWERING_H
