//===- Emitter.h - Statements and accesses of a program ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program that is being made and the block that statements go to.
// Everything that appends a statement or adds an access does it here.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_EMIT_EMITTER_H
#define BANKLINT_LIB_FRONTEND_LOWERING_EMIT_EMITTER_H

#include "Ast/TensorTypes.h"
#include "Lowering/Compiler/RisingLoads.h"
#include "Lowering/Emit/FlowRecorder.h"
#include "Lowering/Emit/LValue.h"
#include "Lowering/Emit/PointerValues.h"
#include "Lowering/Emit/SourcePlaces.h"
#include "banklint/Program/KernelProgram.h"
#include "banklint/Program/KnownNumbers.h"
#include "clang/AST/Expr.h"

namespace banklint {

class Emitter {
public:
  Emitter(clang::ASTContext &Context, PointerFacts &Facts)
      : Context(Context), Builder(Program), Places(Context),
        Values(Program, Facts), Flow(Program, Out), Out(&Program.Body),
        Tensors(Context) {}
  Emitter(const Emitter &) = delete;

  Stmt &append(StmtKind Kind, clang::SourceLocation Loc);
  void addBarrier(clang::SourceLocation Loc, banklint::BarrierScope Scope);
  unsigned addVariable(llvm::StringRef Name, IntType Type,
                       const clang::VarDecl *Owner = nullptr);
  void assign(unsigned Variable, ExprId Value);
  /// A variable that keeps \p Value as it is now.
  ExprId temporary(ExprId Value);
  /// A value of \p Type, I32 if that is neither an integer nor a pointer.
  ExprId opaque(ReasonCode Code, const llvm::Twine &Detail,
                clang::QualType Type, llvm::ArrayRef<ExprId> Operands = {},
                bool IsDivergent = true, llvm::StringRef Name = {});
  /// Other threads may change the unknown \p Value from one read to the next.
  ExprId markVolatile(ExprId Value);

  /// The address of \p P, which is not in shared memory.
  ExprId elsewhere(const LValue &P, const llvm::Twine &Detail);
  /// The u64 address of \p P, opaque if it is not in shared memory.
  ExprId addressOf(const LValue &P);

  /// The access of \p Type at \p P that evaluating \p E makes, or \p Part of
  /// it, as messages call it.
  void emitAccess(MemoryOperation Op, const LValue &P, clang::QualType Type,
                  const clang::Expr *E, llvm::StringRef Part = "");
  /// The access that copying \p Size bytes from or to \p P makes, where \p
  /// Pointer points, in pieces of what it points to.
  void emitCopy(MemoryOperation Op, const LValue &P, unsigned Size,
                const clang::Expr *Pointer);
  /// The number of the last access if it was to \p E.
  std::optional<unsigned> justAccessed(const clang::Expr *E) const {
    return !AccessPlaces.empty() && AccessPlaces.back().second == E
               ? std::optional(AccessPlaces.back().first)
               : std::nullopt;
  }
  /// All members of the struct that access number \p Number is to are used or
  /// set.
  void noteWhole(unsigned Number);
  /// The compiler may access only some members of the struct of \p Type that
  /// access number \p Number is to.
  void noteMembers(unsigned Number, clang::QualType Type);
  /// All members are used of what access number \p Number, of \p Type, loads: a
  /// vector is loaded at once, and another struct in wide pieces if it \p
  /// IsNear to what uses it.
  void noteAllUsed(unsigned Number, clang::QualType Type, bool IsNear);
  /// The type of what access number \p Number is to; null if no expression is.
  clang::QualType typeOf(unsigned Number) const;
  /// If it loads a number of 8 bytes or more: the compiler may load only some
  /// bytes of it.
  void noteNarrowed(unsigned Number);
  /// It loads only \p Parts of its struct of \p Type, offsets and sizes, each
  /// by itself.
  void split(unsigned Number, clang::QualType Type,
             llvm::ArrayRef<std::pair<int64_t, unsigned>> Parts);
  /// Puts the other parts of accesses that were split behind the first.
  void insertParts() {
    if (!OtherParts.empty())
      insertParts(Program.Body);
  }
  /// Nothing uses what it loads.
  void noteUnused(unsigned Number);
  /// The number of the statements that \p Branch becomes.
  unsigned numberOf(const clang::IfStmt &Branch) {
    const auto [Known, IsNew] = Branches.try_emplace(&Branch, BranchCount);
    BranchCount += IsNew;
    return Known->second;
  }
  /// That of a choice or a logical operator that becomes an `if`.
  unsigned numberOfChoice() { return BranchCount++; }
  /// Leaves numbers to the branches only that accesses name. To be called once
  /// all is made.
  void finishBranches();
  /// Some lanes perhaps make the jump \p Kind, for what \p Why says.
  void jumpPerhaps(StmtKind Kind, Reason Why, clang::SourceLocation Loc);
  /// An access of which nothing is known but perhaps the array.
  void emitUnknownAccess(MemoryOperation Op, std::optional<unsigned> Array,
                         unsigned Bytes, clang::SourceRange Range, Reason Why);
  /// \p Instruction accesses shared memory and is no access of lanes.
  void addEngineOperation(std::string Instruction, clang::SourceRange Range);
  /// Appends \p A, and before it the load of the loop that it may be.
  void addAccess(Access A, clang::SourceLocation Loc);

  SourceSpan spanOf(clang::SourceRange Range) { return Places.spanOf(Range); }
  std::string textOf(clang::SourceRange Range) const {
    return Places.textOf(Range);
  }

  clang::ASTContext &Context;
  KernelProgram Program;
  ExprBuilder Builder;
  SourcePlaces Places;
  PointerValues Values;
  GuardedCode Guarded;
  FlowRecorder Flow;
  /// The expression whose place an access is at, by the access's number.
  std::vector<std::pair<unsigned, const clang::Expr *>> AccessPlaces;

  /// Those of AccessPlaces from access number \p Number on.
  llvm::ArrayRef<std::pair<unsigned, const clang::Expr *>>
  placesFrom(unsigned Number) const {
    const auto First =
        llvm::partition_point(AccessPlaces, [Number](const auto &Place) {
          return Place.first < Number;
        });
    return llvm::ArrayRef(AccessPlaces)
        .drop_front(First - AccessPlaces.begin());
  }

  /// Where statements go.
  Block *Out;
  /// Where the innermost statement that is being lowered begins.
  clang::SourceLocation StatementLoc;
  /// The calls that are being followed, outermost first.
  std::vector<SourceSpan> Calls;
  /// The parameters and local variables that are numbers.
  KnownNumbers Numbers;
  /// Access::LibraryCall of what is accessed here.
  std::optional<unsigned> LibraryCall;
  TensorTypes Tensors;
  /// Access::IsOfTensor of what that call accesses.
  bool IsOfTensor = false;
  /// Set where control flow is not followed, as behind a goto: nothing is known
  /// about what is accessed or assigned there.
  std::optional<Reason> NotFollowed;
  /// Above 0 in statements that may become branches.
  unsigned BranchingStatements = 0;
  /// How often markVolatile was called.
  unsigned VolatileReads = 0;
  /// Other memory is changed than that of a thread or shared memory.
  bool HasOtherEffects = false;
  /// Such a statement stands behind the last access or barrier.
  bool HasBranched = false;

private:
  void narrow(unsigned Number, int64_t Offset, unsigned Bytes);
  void insertParts(Block &B);

  llvm::DenseMap<const clang::IfStmt *, unsigned> Branches;
  unsigned BranchCount = 0;
  /// The other parts of accesses that were split.
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 4>> OtherParts;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_EMIT_EMITTER_H
