//===- InlineAssembly.cpp - Accesses of asm statements --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores, atomics, matrix accesses and asynchronous copies whose address
// operand can be followed are accesses as any other. So are the few
// instructions that compute addresses and predicates before them.
// What engines of the hardware do with shared memory is no request of lanes.
// Everything else that names shared memory is an access nobody knows.
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/InlineAssembly.h"
#include "Lowering/Device/AsmAddress.h"
#include "Lowering/Device/AsmText.h"
#include "Lowering/Device/WarpFunctions.h"
#include "Lowering/Emit/Integers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

namespace {
/// An asm statement that is being lowered.
struct AsmScope {
  Lowerer &L;
  const GCCAsmStmt &S;
  /// The values of its operands, outputs first.
  std::vector<ExprId> Operands;
  /// The values of the text's own registers; predicates are bools.
  llvm::StringMap<ExprId> Registers;
  /// Operands that are addresses of accesses that were followed.
  llvm::DenseSet<unsigned> Followed;
};

/// What an instruction does to shared memory.
struct AsmAccess {
  MemoryOperation Op;
  unsigned Bytes;
  /// Which operand is the address.
  unsigned Address;
  bool IsVolatile = false;
};

} // namespace

/// Bytes of "u32", "b8", "f16x2"; 0 if \p Type is no type.
static unsigned bytesOfType(llvm::StringRef Type) {
  if (Type == "f16x2" || Type == "bf16x2")
    return 4;
  if (!Type.consume_front("bf") && !Type.empty() &&
      llvm::StringRef("busf").contains(Type.front()))
    Type = Type.drop_front();
  unsigned Bits = 0;
  if (Type.getAsInteger(10, Bits) || Bits % 8 != 0)
    return 0;
  return Bits / 8;
}

static bool isOneOf(llvm::StringRef Text,
                    std::initializer_list<llvm::StringRef> Words) {
  return llvm::is_contained(Words, Text);
}

/// True if \p I accesses shared memory by its state space: the block's own,
/// unless the address is one of mapa.
static bool isInShared(const AsmInstruction &I) {
  return I.has("shared") || I.has("shared::cta") || I.has("shared::cluster");
}

static std::optional<AsmAccess> plainAccess(const AsmInstruction &I) {
  unsigned Vector = I.has("v2") ? 2 : I.has("v4") ? 4 : 1;
  unsigned Bytes = Vector * bytesOfType(I.Opcode.back());
  if (!isInShared(I) ||
      !isOneOf(std::to_string(Bytes), {"1", "2", "4", "8", "16"}))
    return std::nullopt;
  bool IsLoad = I.name() == "ld";
  if (I.Operands.size() != 2)
    return std::nullopt;
  return AsmAccess{IsLoad ? MemoryOperation::Load : MemoryOperation::Store,
                   Bytes, IsLoad ? 1u : 0u, I.has("volatile")};
}

static std::optional<AsmAccess> matrixAccess(const AsmInstruction &I) {
  if (!I.has("m8n8") || !I.has("b16") || I.Operands.size() != 2)
    return std::nullopt;
  bool IsLoad = I.name() == "ldmatrix";
  using M = MemoryOperation;
  M Op = I.has("x4")   ? (IsLoad ? M::MatrixLoad4 : M::MatrixStore4)
         : I.has("x2") ? (IsLoad ? M::MatrixLoad2 : M::MatrixStore2)
                       : (IsLoad ? M::MatrixLoad1 : M::MatrixStore1);
  return AsmAccess{Op, 16, IsLoad ? 1u : 0u};
}

/// cp.async of a constant size; with a fourth operand, of which bytes are not
/// read, lanes may fill with zeros instead, which costs no less.
static std::optional<AsmAccess> copyAccess(const AsmInstruction &I,
                                           std::optional<int64_t> Bytes) {
  if (!I.has("async") || !I.has("global") || !isInShared(I) ||
      (I.Operands.size() != 3 && I.Operands.size() != 4) || !Bytes)
    return std::nullopt;
  if (I.has("ca") && (*Bytes == 4 || *Bytes == 8 || *Bytes == 16))
    return AsmAccess{MemoryOperation::AsyncCopy, unsigned(*Bytes), 0};
  if (I.has("cg") && *Bytes == 16)
    return AsmAccess{MemoryOperation::AsyncCopyBypass, 16, 0};
  return std::nullopt;
}

static std::optional<AsmAccess> atomicAccess(const AsmInstruction &I) {
  bool HasResult = I.name() == "atom";
  unsigned Address = HasResult ? 1 : 0;
  llvm::StringRef Type = I.Opcode.back();
  unsigned Bytes = bytesOfType(Type);
  if (!isInShared(I) || I.Operands.size() <= Address + 1 || Bytes == 0)
    return std::nullopt;
  bool IsFloat = Type.starts_with("f") || Type.starts_with("bf");
  auto Access = [&](MemoryOperation Op) {
    return AsmAccess{Op, Bytes, Address};
  };
  if (I.has("cas"))
    return Bytes == 4 || Bytes == 8
               ? std::optional(Access(MemoryOperation::AtomicCas))
               : std::nullopt;
  if (I.has("exch"))
    return Bytes == 4 || Bytes == 8
               ? std::optional(Access(MemoryOperation::Atomic))
               : std::nullopt;
  if (IsFloat && I.has("add")) {
    if (Type.ends_with("x2"))
      return Access(MemoryOperation::AtomicPackedAdd);
    return Access(Bytes == 2   ? MemoryOperation::AtomicHalfAdd
                  : Bytes == 4 ? MemoryOperation::AtomicFloatAdd
                               : MemoryOperation::AtomicWideAdd);
  }
  if (IsFloat)
    return std::nullopt;
  // Whether the compiler makes a count of it depends on the result's uses.
  bool AddsOne = I.has("add") && I.Operands[Address + 1] == "1";
  if (Bytes == 4 && (!AddsOne || !HasResult))
    return Access(AddsOne ? MemoryOperation::AtomicCount
                          : MemoryOperation::Atomic);
  if (Bytes == 8 && !I.has("min") && !I.has("max"))
    return Access(MemoryOperation::AtomicWideAdd);
  return std::nullopt;
}

/// The number of the asm statement's operand that \p Text is, "%3" or
/// "%[name]".
static std::optional<unsigned> operandNumber(const GCCAsmStmt &S,
                                             llvm::StringRef Text) {
  if (!Text.consume_front("%"))
    return std::nullopt;
  if (Text.consume_front("[") && Text.consume_back("]")) {
    int Number = S.getNamedOperand(Text);
    return Number < 0 ? std::nullopt : std::optional<unsigned>(Number);
  }
  unsigned Number;
  if (Text.getAsInteger(10, Number) ||
      Number >= S.getNumOutputs() + S.getNumInputs())
    return std::nullopt;
  return Number;
}

static const clang::Expr *operandExpr(const GCCAsmStmt &S, unsigned Number) {
  return Number < S.getNumOutputs()
             ? S.getOutputExpr(Number)
             : S.getInputExpr(Number - S.getNumOutputs());
}

/// The value of a register, operand or number; invalid if it is not known.
static ExprId asmValue(AsmScope &Scope, llvm::StringRef Text) {
  if (std::optional<unsigned> Number = operandNumber(Scope.S, Text))
    return Scope.Operands[*Number];
  if (const std::optional<int64_t> Constant = asmConstant(Text))
    return Scope.L.Builder.constant(*Constant, I64);
  auto Known = Scope.Registers.find(Text);
  if (Known != Scope.Registers.end())
    return Known->second;
  if (!Text.consume_front("%%"))
    return ExprId();
  return specialRegister(Scope.L.Emit, Text).value_or(ExprId());
}

/// The u64 address of "[%0+16]"; invalid if it is not known.
static ExprId asmAddress(AsmScope &Scope, llvm::StringRef Text) {
  if (!Text.consume_front("[") || !Text.consume_back("]"))
    return ExprId();
  ExprId Sum;
  for (llvm::StringRef Term : asmTerms(Text)) {
    ExprId Value = asmValue(Scope, Term);
    if (!Value.isValid())
      return ExprId();
    if (std::optional<unsigned> Number = operandNumber(Scope.S, Term))
      Scope.Followed.insert(*Number);
    Value = Scope.L.Builder.convert(Value, U64);
    Sum = Sum.isValid() ? Scope.L.Builder.binary(BinaryOp::Add, Sum, Value)
                        : Value;
  }
  return Sum;
}

/// The operator of an instruction with two sources.
static std::optional<BinaryOp> operatorOf(const AsmInstruction &I) {
  if (I.name() == "mul" && !I.has("lo"))
    return std::nullopt;
  if (I.name() == "setp" && (I.has("ne") || I.has("eq")))
    return I.has("ne") ? BinaryOp::NotEqual : BinaryOp::Equal;
  return llvm::StringSwitch<std::optional<BinaryOp>>(I.name())
      .Case("add", BinaryOp::Add)
      .Case("sub", BinaryOp::Sub)
      .Case("mul", BinaryOp::Mul)
      .Case("and", BinaryOp::And)
      .Case("or", BinaryOp::Or)
      .Case("xor", BinaryOp::Xor)
      .Case("shl", BinaryOp::ShiftLeft)
      .Default(std::nullopt);
}

/// The operands of the asm statement that \p I names, as far as they are known.
static llvm::SmallVector<ExprId, 4> asmOperandsOf(const AsmScope &Scope,
                                                  const AsmInstruction &I) {
  llvm::SmallVector<ExprId, 4> Values;
  for (llvm::StringRef Text : I.Operands)
    for (llvm::StringRef Term : asmTerms(Text.trim("[]{}")))
      if (const std::optional<unsigned> Number = operandNumber(Scope.S, Term);
          Number && Scope.Operands[*Number].isValid())
        Values.push_back(Scope.Operands[*Number]);
  return Values;
}

/// What \p I computes; invalid if it is not followed.
static ExprId asmResult(AsmScope &Scope, const AsmInstruction &I) {
  // What is there has no wavefronts here, unless the block is this one.
  if (I.name() == "mapa")
    return Scope.L.Builder.opaque(
        {{ReasonCode::UnknownCost,
          "in the shared memory of a block of the cluster"},
         "",
         /*Divergent=*/true},
        U64);
  auto Operand = [&](unsigned Index) {
    return Index < I.Operands.size() ? asmValue(Scope, I.Operands[Index])
                                     : ExprId();
  };
  ExprId First = Operand(1);
  ExprId Second = Operand(2);
  llvm::StringRef Suffix = I.Opcode.back();
  unsigned Bytes = bytesOfType(Suffix);
  if (I.isPredicated() || !First.isValid() || (Bytes != 4 && Bytes != 8) ||
      Suffix.starts_with("f"))
    return ExprId();
  IntType Type = Suffix.starts_with("s") ? (Bytes == 8 ? I64 : I32)
                                         : (Bytes == 8 ? U64 : U32);
  if (std::optional<unsigned> Number = operandNumber(Scope.S, I.Operands[1]);
      Number && I.name() == "cvta")
    Scope.Followed.insert(*Number);
  bool Moves = I.name() == "mov" ||
               (I.name() == "cvt" && I.Opcode.size() == 3) ||
               (I.name() == "cvta" && I.has("shared"));
  if (Moves && I.Operands.size() == 2) {
    // "cvt.u64.s32": the source's type is the last.
    ExprId Value = Scope.L.Builder.convert(First, Type);
    unsigned Wanted = bytesOfType(I.Opcode[1]);
    return I.name() == "cvt" && Wanted == 8
               ? Scope.L.Builder.convert(Value, U64)
           : I.name() == "cvt" && Wanted != 4 ? ExprId()
           : I.name() == "cvt" ? Scope.L.Builder.convert(Value, U32)
                               : Value;
  }
  std::optional<BinaryOp> Op = operatorOf(I);
  if (!Op || !Second.isValid() || I.Operands.size() != 3)
    return ExprId();
  return Scope.L.Builder.binary(*Op, Scope.L.Builder.convert(First, Type),
                                Scope.L.Builder.convert(Second, Type));
}

static void forgetAsmOutputs(AsmScope &Scope) {
  for (unsigned Number = 0; Number != Scope.S.getNumOutputs(); ++Number)
    Scope.Operands[Number] = ExprId();
}

/// Follows an instruction that sets a register or an output.
static void lowerAsmRegister(AsmScope &Scope, const AsmInstruction &I) {
  ExprId Value = asmResult(Scope, I);
  // What is not followed may change all that it names.
  if (!Value.isValid() && !I.Operands.empty()) {
    Scope.Registers.clear();
    forgetAsmOutputs(Scope);
  }
  if (I.Operands.empty())
    return;
  llvm::StringRef Target = I.Operands.front();
  if (std::optional<unsigned> Number = operandNumber(Scope.S, Target))
    Scope.Operands[*Number] = Value;
  else
    Scope.Registers[Target] = Value;
}

/// The condition under which a predicated instruction takes place.
static ExprId asmPredicate(AsmScope &Scope, const AsmInstruction &I) {
  ExprId Value = asmValue(Scope, I.Predicate);
  if (!Value.isValid() || Scope.L.Builder.typeOf(Value) != BoolType)
    return Scope.L.Builder.opaque(
        {{ReasonCode::InlineAssembly,
          "the predicate '" + I.Predicate + "' of an asm statement"},
         "",
         /*Divergent=*/true},
        BoolType);
  return I.IsNegated ? Scope.L.Builder.unary(UnaryOp::LogicalNot, Value)
                     : Value;
}

/// True if the cp.async \p I copies \p Bytes in each lane, none of them zeros.
static bool isWholeCopy(AsmScope &Scope, const AsmInstruction &I,
                        unsigned Bytes) {
  if (I.Operands.size() == 3 || I.has("L2::cache_hint"))
    return true;
  ExprId Read = asmValue(Scope, I.Operands[3]);
  return Read.isValid() && Scope.L.Builder.constantValue(Read) == Bytes;
}

/// Emits the access of \p I; false if it is none that is known.
static bool lowerAsmAccess(AsmScope &Scope, const AsmInstruction &I) {
  std::optional<AsmAccess> Found;
  if (I.name() == "ld" || I.name() == "st")
    Found = plainAccess(I);
  else if (I.name() == "ldmatrix" || I.name() == "stmatrix")
    Found = matrixAccess(I);
  else if (I.name() == "atom" || I.name() == "red")
    Found = atomicAccess(I);
  else if (I.name() == "cp" && I.Operands.size() > 2) {
    ExprId Bytes = asmValue(Scope, I.Operands[2]);
    Found = copyAccess(I, Bytes.isValid() ? Scope.L.Builder.constantValue(Bytes)
                                          : std::nullopt);
  }
  if (!Found)
    return false;
  llvm::StringRef Operand = I.Operands[Found->Address];
  ExprId Address = asmAddress(Scope, Operand);
  if (!Address.isValid())
    return false;
  banklint::Access A;
  A.Op = Found->Op;
  A.Bytes = Found->Bytes;
  A.IsVolatile = Found->IsVolatile;
  A.IsWindow = true;
  A.Address = Address;
  if (A.Op == MemoryOperation::AsyncCopyBypass &&
      isWholeCopy(Scope, I, A.Bytes))
    A.Source = asmAddress(Scope, I.Operands[1]);
  A.Span = Scope.L.Emit.spanOf(Scope.S.getSourceRange());
  llvm::StringRef Base = Operand.drop_front().take_until(
      [](char C) { return llvm::StringRef("+-]").contains(C); });
  std::optional<unsigned> Number = operandNumber(Scope.S, Base);
  // What is loaded is not known.
  forgetAsmOutputs(Scope);
  if (Found->Address != 0)
    for (auto &Register : Scope.Registers)
      if (llvm::StringRef(I.Operands.front()).contains(Register.getKey()))
        Register.second = ExprId();
  A.Text = Number
               ? Scope.L.Emit.textOf(addressedBy(operandExpr(Scope.S, *Number),
                                                 Scope.L.Pointers)
                                         ->getSourceRange())
               : Base.str();
  if (I.isPredicated()) {
    ExprId Condition = asmPredicate(Scope, I);
    banklint::Stmt &If =
        Scope.L.Emit.append(StmtKind::If, Scope.S.getBeginLoc());
    If.Value = Condition;
    If.Blocks.resize(2);
    llvm::SaveAndRestore Restore(Scope.L.Emit.Out, &If.Blocks[0]);
    Scope.L.Emit.addAccess(std::move(A), Scope.S.getBeginLoc());
    return true;
  }
  Scope.L.Emit.addAccess(std::move(A), Scope.S.getBeginLoc());
  return true;
}

namespace {
/// What an instruction that is not followed means to shared memory.
enum class SharedUse {
  /// None.
  None,
  /// It has an address, of a barrier or for another block, and there is no more
  /// to it that banks notice.
  Address,
  /// Requests of lanes of which nothing is known.
  Access,
  /// An engine of the hardware accesses it, and no lane does.
  Engine
};
} // namespace

/// As an H200's counters show (hardware-model.md, "What is no request"):
/// neither engines nor objects of mbarrier have wavefronts that are counted for
/// loads, stores and atomics.
static SharedUse sharedUseOf(const AsmInstruction &I) {
  if (isOneOf(I.name(), {"wgmma", "tcgen05"})) {
    const llvm::StringRef What =
        I.Opcode.size() > 1 ? llvm::StringRef(I.Opcode[1]) : "";
    return isOneOf(What, {"mma", "mma_async", "cp", "alloc"})
               ? SharedUse::Engine
           : What == "commit" ? SharedUse::Address
                              : SharedUse::None;
  }
  if (isOneOf(I.name(), {"mbarrier", "mapa"}) ||
      (I.name() == "cp" && I.has("mbarrier")))
    return SharedUse::Address;
  if (isOneOf(I.name(), {"ldmatrix", "stmatrix"}))
    return SharedUse::Access;
  // Fences move nothing, and others only compute.
  if (isOneOf(I.name(), {"fence", "membar", "bar", "barrier", "setp", "mov",
                         "getctarank", "cvta", "isspacep"}) ||
      llvm::none_of(I.Opcode, [](llvm::StringRef Part) {
        return Part.starts_with("shared");
      }))
    return SharedUse::None;
  const bool IsEngine = I.has("bulk") || I.name() == "clusterlaunchcontrol" ||
                        (isOneOf(I.name(), {"st", "red"}) && I.has("async"));
  return IsEngine ? SharedUse::Engine : SharedUse::Access;
}

/// "cp.async.bulk.tensor.2d" of \p I: what it does, without how.
static std::string engineOperation(const AsmInstruction &I) {
  return llvm::join(
      llvm::make_range(I.Opcode.begin(),
                       llvm::find_if(I.Opcode,
                                     [](llvm::StringRef Part) {
                                       return Part.starts_with("shared") ||
                                              Part.starts_with("cta") ||
                                              isOneOf(Part, {"global", "sync"});
                                     })),
      ".");
}

/// What \p I, of which no more is known, does to shared memory.
static MemoryOperation operationOf(const AsmInstruction &I) {
  if (isOneOf(I.name(), {"st", "stmatrix"}))
    return MemoryOperation::Store;
  if (isOneOf(I.name(), {"atom", "red"}))
    return MemoryOperation::Atomic;
  const bool Copies = I.name() == "cp" && I.has("async") && !I.has("bulk");
  return Copies ? MemoryOperation::AsyncCopy : MemoryOperation::Load;
}

/// True for an instruction that reads what other threads may change meanwhile.
static bool isVolatileRead(const AsmInstruction &I) {
  return I.name() == "atom" ||
         (I.name() == "ld" && llvm::any_of(I.Opcode, [](llvm::StringRef Part) {
            return isOneOf(Part, {"volatile", "acquire", "relaxed"});
          }));
}

/// Whose barrier \p I waits at; nothing if it is none.
static std::optional<BarrierScope> barrierOf(const AsmInstruction &I) {
  if (!isOneOf(I.name(), {"bar", "barrier"}) || I.Operands.size() > 3)
    return std::nullopt;
  if (I.has("warp"))
    return BarrierScope::Lanes;
  if (I.has("cluster"))
    return I.has("wait") ? std::optional(BarrierScope::Block) : std::nullopt;
  if (!I.has("sync"))
    return std::nullopt;
  // A second operand is the number of threads that come.
  return I.Operands.size() == 1 ? BarrierScope::Block : BarrierScope::Lanes;
}

static bool isJump(const AsmInstruction &I) {
  return isOneOf(I.name(), {"bra", "brx", "call", "ret", "exit"});
}

/// The values of the operands, outputs first.
static std::vector<ExprId> asmOperands(Lowerer &L, const GCCAsmStmt &S) {
  std::vector<ExprId> Values(S.getNumOutputs());
  for (unsigned I = 0; I != S.getNumOutputs(); ++I)
    if (S.isOutputPlusConstraint(I))
      Values[I] = L.read(S.getOutputExpr(I));
  for (unsigned I = 0; I != S.getNumInputs(); ++I)
    Values.push_back(L.value(S.getInputExpr(I)));
  return Values;
}

void banklint::lowerAsm(Lowerer &L, const AsmStmt &S) {
  const auto *Gcc = dyn_cast<GCCAsmStmt>(&S);
  if (!Gcc)
    return L.Emit.emitUnknownAccess(
        MemoryOperation::Load, std::nullopt, 4, S.getSourceRange(),
        {ReasonCode::InlineAssembly, "assembly of another compiler"});
  AsmScope Scope{L, *Gcc, asmOperands(L, *Gcc), {}, {}};
  std::vector<AsmInstruction> Instructions =
      parseAsm(Gcc->getAsmString()->getString());
  const bool DeclaresShared = declaresShared(Gcc->getAsmString()->getString());
  L.Emit.Program.HasAssemblyArrays |= DeclaresShared;
  L.Emit.Program.HasUnknownArrays |= DeclaresShared;
  bool Jumps = llvm::any_of(Instructions, isJump);
  L.Emit.HasBranched |= Instructions.empty();
  for (const AsmInstruction &I : Instructions) {
    if (!Jumps && lowerAsmAccess(Scope, I))
      continue;
    if (const std::optional<BarrierScope> Barrier = barrierOf(I);
        Barrier && S.isVolatile() && !Jumps && !I.isPredicated()) {
      L.Emit.addBarrier(S.getBeginLoc(), *Barrier);
      continue;
    }
    const SharedUse Use = sharedUseOf(I);
    // No access is missed through the addresses that such an instruction has.
    if (Use == SharedUse::Address || Use == SharedUse::Engine)
      for (ExprId Operand : asmOperandsOf(Scope, I))
        L.Arrays.noteUnused(Operand);
    if (Use == SharedUse::Engine)
      L.Emit.addEngineOperation(engineOperation(I), S.getSourceRange());
    if (Use == SharedUse::Access)
      L.Emit.emitUnknownAccess(
          operationOf(I), std::nullopt, 4, S.getSourceRange(),
          {ReasonCode::InlineAssembly, "the instruction '" +
                                           llvm::join(I.Opcode, ".") +
                                           "' is not followed"});
    else
      lowerAsmRegister(Scope, I);
    L.Emit.HasBranched |= I.name() != "mov";
  }
  // Nobody knows which lanes go on behind it.
  if (llvm::any_of(Instructions,
                   [](const AsmInstruction &I) { return I.name() == "exit"; }))
    L.Emit.jumpPerhaps(
        StmtKind::Return,
        {ReasonCode::InlineAssembly, "lanes may end in an asm statement"},
        S.getBeginLoc());
  for (unsigned I = 0; I != Gcc->getNumInputs(); ++I) {
    const clang::Expr *Input = Gcc->getInputExpr(I);
    if (!Scope.Followed.count(Gcc->getNumOutputs() + I) &&
        Input->getType()->isPointerType() && L.Pointers.pointsToShared(Input))
      L.Emit.emitUnknownAccess(
          MemoryOperation::Load, std::nullopt, 4, Input->getSourceRange(),
          {ReasonCode::InlineAssembly,
           "the address is an operand of an asm statement"});
  }
  const bool IsVolatile = llvm::any_of(Instructions, isVolatileRead);
  for (unsigned I = 0; I != Gcc->getNumOutputs(); ++I) {
    const clang::Expr *Output = Gcc->getOutputExpr(I);
    LValue P = L.place(Output);
    std::optional<IntType> Type = intType(L.Context, Output->getType());
    if (Type && !Jumps && Scope.Operands[I].isValid())
      L.Mem.store(P, L.Builder.convert(Scope.Operands[I], *Type), Output);
    else if (Type && IsVolatile && P.Kind == LValue::Variable)
      L.Mem.store(P,
                  L.Emit.markVolatile(L.Emit.opaque(ReasonCode::InlineAssembly,
                                                    "set by an asm statement",
                                                    Output->getType())),
                  Output);
    else
      L.Mem.forget(P, Output->getType(), ReasonCode::InlineAssembly,
                   "set by an asm statement");
  }
}
