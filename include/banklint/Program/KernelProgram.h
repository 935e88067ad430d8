//===- KernelProgram.h - A lowered kernel as plain data ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A KernelProgram is what the front end makes of one kernel (of one template
// instantiation): its shared arrays, integer variables and structured control
// flow, with every access to shared memory as a statement of its own. It knows
// nothing of Clang, can be printed and parsed back (TextForm.h), and is all
// that the interpreter, the analyses and the reports see.
//
// Invariants: calls are inlined (Region statements); an expression has no
// effects; accesses stand in the order in which the source evaluates them; what
// could not be lowered is an Opaque value or an access with an Opaque address,
// never left out.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_PROGRAM_KERNELPROGRAM_H
#define BANKLINT_PROGRAM_KERNELPROGRAM_H

#include "banklint/Program/ArgumentValue.h"
#include "banklint/Program/BlockRelations.h"
#include "banklint/Program/CompilerRules.h"
#include "banklint/Program/Expr.h"
#include "banklint/Program/Flow.h"
#include "banklint/Program/TensorLayout.h"
#include "banklint/Support/MemoryOperation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <memory>
#include <vector>

namespace banklint {

/// One extent of an array, as declared.
struct Extent {
  uint64_t Elements = 0;
  /// Where the declaration spells it, and how; invalid when it is not spelled
  /// in a place that can be edited (typedef, auto, macro body).
  SourceSpan Span;
  std::string Text;
};

/// Something that sees how an array is laid out, apart from subscripts. An
/// array with such a use can't be padded without reading the code.
struct LayoutUse {
  SourceSpan Span;
  /// Completes "the layout of 'tile' is observed by ...": "sizeof", "a pointer
  /// to its rows", ...
  std::string What;
  /// Only the array's type is seen, as by sizeof: where its elements lie does
  /// not matter.
  bool IsOfType = false;
  /// The extents are deduced there: other ones may change what the code
  /// computes.
  bool IsDeduced = false;
};

/// No array is larger; far above any shared memory, far below what would
/// overflow.
constexpr uint64_t MaxArrayBytes = uint64_t(1) << 32;

/// A `__shared__` variable. A scalar or a struct has no extents.
struct SharedArray {
  std::string Name;
  /// The element's type as the source spells it, and its size in bytes, which
  /// is not 0.
  std::string ElementType;
  unsigned ElementBytes = 0;
  /// Alignment of the array in bytes, a power of two.
  unsigned Alignment = 0;
  /// Slowest first. A dynamic array's (`extern __shared__`) first extent is 0,
  /// all others are not.
  std::vector<Extent> Extents;
  bool IsDynamic = false;
  /// Its number, from 1, among those that the kernel declares outside of all
  /// blocks, in the order of the source. 0 if it is declared elsewhere or
  /// dynamic, if these are not all known or one may be a constant, or if the
  /// program has no other array.
  unsigned Order = 0;
  /// It is declared on a side of an `if` that a constant rules out, such as an
  /// argument of the kernel's template: it takes no memory.
  bool IsLeftOut = false;
  /// An object of a library, such as CUB's temporary storage, whose layout is
  /// not the user's. Not in the text form.
  bool IsOfLibrary = false;
  /// How many tensors the user's code makes of it, their layout if all have the
  /// same, and the bits of the bytes from its start to theirs. Not in the text
  /// form.
  unsigned TensorCount = 0;
  std::optional<TensorLayout> Tensor;
  uint64_t TensorStarts = 0;
  SourceSpan Span;
  std::vector<LayoutUse> LayoutUses;
  /// True if it has the alignment of \p Bytes, 16 at most, wherever it is
  /// placed.
  bool isAlignedTo(unsigned Bytes) const {
    return IsDynamic || Alignment >= Bytes;
  }
  /// Wherever the text of the function that declares it has the array's name,
  /// but for its declaration, in code that is not compiled as well. Nothing if
  /// it is declared elsewhere or in a macro's body.
  std::optional<std::vector<SourceSpan>> Mentions;

  /// Bytes of the whole array; 0 if dynamic.
  uint64_t bytes() const;
};

struct Variable {
  std::string Name;
  IntType Type;
};

/// A kernel parameter of integer type keeps its place among all parameters, so
/// that launch arguments find it; others have Type.Bits 0 and never occur in
/// expressions. The integers inside of struct parameters follow behind all of
/// them, with names such as "p.stride".
struct Parameter {
  std::string Name;
  IntType Type;
};

/// Where an integer inside of a struct that is passed to the kernel comes from.
struct MemberParameter {
  /// The struct's number among the parameters.
  unsigned Parameter;
  /// Numbers of members (bases count first) and elements that lead to it.
  std::vector<unsigned> Path;
};

/// Why an Opaque expression is not known.
struct OpaqueValue {
  Reason Why;
  /// A name for messages when the value is warp-uniform: "n", "m", "s[k]".
  std::string Name;
  /// True if it may differ between lanes even where all operands agree.
  bool Divergent = false;
  /// A u64: the address of memory that is not shared; if Divergent, of memory
  /// that each lane has for itself.
  bool Elsewhere = false;
  /// Elsewhere: the operands are a pointer and the bytes, i64, from there.
  bool IsSum = false;
  /// Other threads may change it from one read to the next: the result of an
  /// atomic operation or of a volatile load.
  bool Volatile = false;
};

/// How the source spells a place in a shared array: its name and a subscript
/// for each extent, slowest first.
struct SpelledPlace {
  SourceSpan Name;
  struct Subscript {
    SourceSpan Span;
    std::string Text;
  };
  std::vector<Subscript> Subscripts;
};

/// A side of the `if` statements with number Branch.
struct NumberedSide {
  unsigned Branch;
  bool IsElse;
  bool operator==(NumberedSide Other) const {
    return Branch == Other.Branch && IsElse == Other.IsElse;
  }
};

/// A read or write of shared memory, in its source's words. One statement
/// executes it; inlining a function twice makes two accesses.
struct Access {
  MemoryOperation Op = MemoryOperation::Load;
  /// Bytes a lane that one request moves: 1, 2, 4, 8 or 16.
  unsigned Bytes = 4;
  /// Requests that one execution makes, each Bytes further on: more than one
  /// for a struct that is copied piece by piece. When above 1, the compiler may
  /// choose wider pieces.
  unsigned Pieces = 1;
  /// Of pieces: all members are accessed and of one size, so that pieces are as
  /// wide as the compiler knows the address to be aligned.
  bool IsWhole = false;
  /// Of pieces of a load: they are one number of a packed struct, and the
  /// compiler makes only those of which something is used.
  bool IsNumber = false;
  /// Of a vector of 2 to 8 bytes that the compiler may access element by
  /// element, and merge with others then: the bytes of its widest element,
  /// fewer than Bytes; else 0.
  unsigned ElementBytes = 0;
  /// The compiler must make this very access: `volatile`.
  bool IsVolatile = false;
  /// Between the source's access before it and this one stands what the
  /// compiler may turn into branches that the program does not show: a
  /// division, a function of a library, inline assembly, a load that a choice
  /// guards.
  bool IsApart = false;
  /// A store that may, where a loop starts, write back what was read from its
  /// place: its value is made of a variable that starts as a constant, such as
  /// 0, and only accumulates.
  bool MayRestore = false;
  /// A store of what was loaded from its place, as the source spells it, and is
  /// unchanged.
  bool WritesBack = false;
  /// A store that perhaps stands before something that is loaded before it in
  /// the source: its value is not made of that, and nothing keeps them apart.
  bool IsAmidLoads = false;
  /// A load whose value is used on one side of a branch behind it only: the
  /// compiler may make it there, with the lanes of that side.
  bool MaySink = false;
  /// A load whose value is not used in one round of a loop that the compiler
  /// may unroll, a load or store of a variable that the compiler may know the
  /// value of, or a store to an array that nothing reads: it may be left out.
  /// A load that sinks, too, is not used anywhere: see Removal.h.
  bool MayBeUnused = false;
  /// Of a load that sinks or is unused: the sides that its value is needed on,
  /// one in another or one for each use. Where all lanes that come to these
  /// branches take these sides, it is made as the source has it. None if they
  /// are not known.
  std::vector<NumberedSide> NeededOn;
  /// The rules of the compiler that set these: they decide what the access
  /// costs, or that only a bound is known of it.
  RuleSet Rules;
  /// The u64 address of the first piece in each lane.
  ExprId Address;
  /// Address may be the 32 bits that assembly takes for shared memory.
  bool IsWindow = false;
  /// AsyncCopyBypass: the u64 address that each lane reads, if that is
  /// followed.
  ExprId Source;
  /// The array that the source names, if it names one.
  std::optional<unsigned> Array;
  SourceSpan Span;
  /// The access as the source spells it, for messages.
  std::string Text;
  /// Set only if the source names the array in this place, spells everything
  /// where it can be edited, and evaluating a subscript twice does no harm.
  std::optional<SpelledPlace> Spelled;
  /// The calls that lead from the kernel to this place, outermost first.
  std::vector<SourceSpan> Calls;
  /// The number in Calls of the one by which code of the user enters the
  /// library that the access stands in. None if it does not stand in a library,
  /// or if the kernel does, too.
  std::optional<unsigned> LibraryCall;
  /// Code of the user accesses it as an element of a tensor of CuTe in shared
  /// memory, or by a call that has one. Not in the text form.
  bool IsOfTensor = false;
  /// Where its first token is written if macros make it, innermost body first,
  /// and last where the outermost one is used. Not in the text form.
  std::vector<SourceSpan> MacroPlaces;

  /// Where it is in code of the user, if it is called from there.
  const SourceSpan &userSpan() const {
    return LibraryCall ? Calls[*LibraryCall] : Span;
  }

  /// What an execution evaluates.
  llvm::SmallVector<ExprId, 2> operands() const {
    return Source.isValid() ? llvm::SmallVector<ExprId, 2>{Address, Source}
                            : llvm::SmallVector<ExprId, 2>{Address};
  }
};

enum class StmtKind {
  /// Variable = Value.
  Assign,
  /// Accesses[Access] happens.
  Access,
  /// if (Value) Blocks[0] else Blocks[1].
  If,
  /// for (;;) { Blocks[0]; if (!Value) break; Blocks[1]; Blocks[2]; } where
  /// `continue` in Blocks[1] goes on with Blocks[2]; if !TestFirst, the first
  /// round leaves out Blocks[0] and the test. Value is a bool, constant true if
  /// the source has no condition. Only Blocks[1] holds jumps of this loop.
  Loop,
  /// switch (Value): control enters Blocks[i] if Labels[i] has the value, or
  /// the section with IsDefault if none has, and falls through to the next
  /// section; `break` leaves. Each section has a label, no two have the same.
  Switch,
  /// An inlined call: Blocks[0]; `return` in it leaves just the region, `break`
  /// and `continue` do not leave it.
  Region,
  Break,
  Continue,
  Return,
  /// __syncthreads, __syncwarp and their like: lanes wait for each other; a
  /// fence for merging.
  Barrier,
  /// Flow[Index]: says what values are made of, and executes nothing.
  Flow,
};

/// Which threads a barrier makes wait for each other.
enum class BarrierScope : uint8_t {
  /// All of the block: either all of them come to this barrier or none does.
  Block,
  /// All lanes of the warp.
  Warp,
  /// Some lanes, or threads that wait one by one.
  Lanes,
  /// None: it orders accesses to memory, __threadfence.
  None,
};

/// The deepest nesting of blocks; a front end that meets more gives up on the
/// inner ones.
constexpr unsigned MaxBlockDepth = 256;

struct Stmt;
using Block = std::vector<Stmt>;

/// Stmt::UnrollCount of `#pragma unroll` without a count.
constexpr unsigned UnrollWhole = ~0u;

/// Values are canonical in the type of the switch's Value.
struct SwitchLabels {
  std::vector<int64_t> Values;
  bool IsDefault = false;
};

struct Stmt {
  StmtKind Kind = StmtKind::Barrier;
  /// Assign: the variable's number. Loop: the variable that a message names
  /// together with its value, or ~0u. Access: the access's number. Flow: the
  /// step's. If: the number that accesses know it by, or ~0u.
  unsigned Index = ~0u;
  ExprId Value;
  bool TestFirst = true;
  /// Of a loop: how many of its rounds the source asks the compiler to make one
  /// of, `#pragma unroll`. With 1 no two rounds share code; 0 says nothing.
  unsigned UnrollCount = 0;
  /// The size of a loop's body in instructions, about, with the bodies of inner
  /// loops; 0 if it has divisions, functions of a library or inline assembly,
  /// so that it is not known.
  unsigned Weight = 0;
  /// Those of them that are gone, at least about, where the compiler knows
  /// which round it is.
  unsigned FoldedWeight = 0;
  /// Of a loop: its body has inner loops.
  bool HasInnerLoops = false;
  /// Of a loop: the first rounds may get code of their own.
  bool MayBePeeled = false;
  /// Of a loop: what atomic operations or volatile loads return is used in it,
  /// perhaps as floating-point numbers, which the program does not follow.
  bool ReadsVolatile = false;
  /// Of a barrier.
  BarrierScope Scope = BarrierScope::Block;
  std::vector<SwitchLabels> Labels;
  /// Region: the function's name.
  std::string Name;
  SourceSpan Span;
  std::vector<Block> Blocks;
};

/// A launch of the kernel that the front end found. Parts that are not known
/// there are empty.
struct LaunchSite {
  /// A comment in the source states it; else host code makes it.
  bool IsAnnotation = false;
  std::string File;
  /// Its File means nothing: the launch may be in another translation unit.
  SourceSpan Span;
  std::array<std::optional<uint32_t>, 3> Block;
  std::array<std::optional<uint32_t>, 3> Grid;
  std::optional<uint64_t> DynamicBytes;
  /// Parts of it are not known because the launch does not parse.
  bool IsBroken = false;
  /// Where Block is not known: what it is likely to be if the program is run
  /// without arguments.
  std::array<std::optional<uint32_t>, 3> DefaultBlock;
  /// The library's function that chooses the block, if one does.
  std::string BlockChooser;
  /// The blocks that it states, such as "2048x1x?" or "0x1x1 or 4096x1x1", if
  /// no block can be so: the launch fails, and Block is not known.
  std::string ImpossibleBlock;
  /// One entry each kernel parameter, canonical in its type.
  std::vector<ArgumentValue> Arguments;
  /// What is known of a block that is not known as a whole. Neither is in the
  /// text form.
  BlockRelations Relations;
  /// Of parameters that are not known, by number, those that follow from the
  /// block.
  std::vector<std::pair<unsigned, BlockFormula>> Formulas;
};

/// Which function of a program a kernel is, for all its translation units.
struct KernelIdentity {
  /// The mangled name; empty if it is not known, and for templates without
  /// arguments: such a kernel is no other one.
  std::string LinkName;
  /// Without namespaces and template arguments.
  std::string Name;
  /// Where it, or the template that it is made from, is defined,
  /// "/path/of/file.cuh:byte"; empty if this translation unit does not see
  /// that.
  std::string DefinedAt;
  /// Other translation units may name it.
  bool IsExternal = false;

  friend bool operator==(const KernelIdentity &A, const KernelIdentity &B) {
    return A.LinkName == B.LinkName && A.Name == B.Name &&
           A.DefinedAt == B.DefinedAt && A.IsExternal == B.IsExternal;
  }
};

/// An instruction of which an engine of the hardware accesses shared memory, a
/// bulk copy or a product of matrices: no request of the kernel's lanes.
struct EngineOperation {
  /// "cp.async.bulk.tensor.2d".
  std::string Instruction;
  /// If a library has it: the call by which code of the user enters that.
  SourceSpan Span;
};

struct PitchedProgram;

struct KernelProgram {
  /// As the source spells it, with template arguments: "transpose<0>".
  std::string Name;
  /// Not in the text form.
  KernelIdentity Identity;
  /// Files that spans refer to, as given on the command line or as Clang
  /// spells the path of an included file. Files[0] holds the kernel.
  std::vector<std::string> Files;
  SourceSpan Span;
  std::vector<Parameter> Parameters;
  /// One entry each for the last of Parameters as lowered; the parameters that
  /// stand for row pitches (RowPitch.h) come behind them. Not in the text form.
  std::vector<MemberParameter> MemberParameters;
  std::vector<SharedArray> Arrays;
  std::vector<Variable> Variables;
  std::vector<Access> Accesses;
  std::vector<OpaqueValue> Opaques;
  std::vector<Expr> Exprs;
  std::vector<FlowStep> Flow;
  Block Body;
  /// What variables are set to besides, by statements that were removed
  /// (UnreadVariables.h). Not in the text form.
  std::vector<std::pair<unsigned, ExprId>> UnreadValues;

  /// Each once. Not in the text form.
  std::vector<EngineOperation> EngineOperations;
  std::vector<LaunchSite> Launches;
  /// The first argument of __launch_bounds__.
  std::optional<uint64_t> MaxThreads;
  /// It is linked with code of other files (`-rdc=true`): where its arrays are
  /// placed, the compiler does not know.
  bool IsRelocatable = false;
  /// It uses `__shared__` variables that are not among Arrays, as their layout
  /// is not known.
  bool HasUnknownArrays = false;
  /// Assembly declares shared memory for it: how much there is behind the start
  /// of its dynamic arrays does not follow from its launches.
  bool HasAssemblyArrays = false;
  /// What __block_size__ says.
  std::optional<Dim3> FixedBlock;
  /// Parse errors inside of the kernel's text.
  unsigned ParseErrors = 0;
  /// Row pitches that stand in subscripts (RowPitch.h); null if there are none.
  /// Not in the text form.
  std::shared_ptr<const PitchedProgram> Pitched;

  const Expr &expr(ExprId Id) const { return Exprs[Id.Index]; }
  llvm::StringRef fileOf(SourceSpan Span) const { return Files[Span.File]; }
};

/// Adds nodes to a program. Constants are canonicalised; operators on constants
/// (unless their result is not defined), selections by a constant and
/// conversions to the same type are folded; selections of the lesser or the
/// greater of two values become min and max. A node that would be deeper than
/// MaxExprDepth becomes a divergent Opaque.
class ExprBuilder {
public:
  explicit ExprBuilder(KernelProgram &Program) : Program(Program) {}

  ExprId constant(int64_t Value, IntType Type);
  ExprId variable(unsigned Index);
  ExprId parameter(unsigned Index);
  ExprId builtin(Builtin Special);
  ExprId unary(UnaryOp Op, ExprId Operand);
  /// Both operands must have the same type.
  ExprId binary(BinaryOp Op, ExprId Left, ExprId Right);
  /// To bool: whether the operand is not 0.
  ExprId convert(ExprId Operand, IntType Type);
  ExprId select(ExprId Condition, ExprId Then, ExprId Else);
  /// What select gives if that is the lesser or the greater of both arms, as
  /// for `a < b ? a : b`.
  std::optional<ExprId> extremum(ExprId Condition, ExprId Then, ExprId Else);
  /// \p Value of the lane number \p Source, a u32; \p Unknown describes it
  /// where it is not known.
  ExprId shuffle(OpaqueValue Unknown, ExprId Value, ExprId Source);
  /// \p Subscripts are of any type, at most one each extent; \p InnerBytes is
  /// an i64.
  ExprId address(unsigned Array, llvm::ArrayRef<ExprId> Subscripts,
                 ExprId InnerBytes);
  ExprId opaque(OpaqueValue Value, IntType Type,
                llvm::ArrayRef<ExprId> Operands = {});

  IntType typeOf(ExprId Id) const { return Program.expr(Id).Type; }
  /// The value of a Constant node.
  std::optional<int64_t> constantValue(ExprId Id) const;

private:
  ExprId add(Expr Node);

  KernelProgram &Program;
};

/// A kernel's name as options spell it: "transpose" for "ns::transpose<float>".
llvm::StringRef plainName(llvm::StringRef Name);

/// True if \p Name is that of \p Program: with template arguments, or without
/// for all instantiations.
bool isNamed(const KernelProgram &Program, llvm::StringRef Name);

/// Calls \p Visit for every statement of \p B, outer before inner.
void forEachStmt(const Block &B, llvm::function_ref<void(const Stmt &)> Visit);

/// Calls \p Visit once for the index of every variable that \p Value reads.
void forEachVariable(const KernelProgram &Program, ExprId Value,
                     llvm::function_ref<void(unsigned)> Visit);

/// Bytes of \p Program's static arrays in the order of their declarations, each
/// aligned, where an array takes what \p BytesOf says of its number.
uint64_t staticBytes(const KernelProgram &Program,
                     llvm::function_ref<uint64_t(unsigned)> BytesOf);
/// The same as declared.
uint64_t staticBytes(const KernelProgram &Program);

/// Checks the invariants that these headers state (indices in range, operand
/// types equal, blocks of the right number, expressions as ExprBuilder makes
/// them): an explanation of the first violation, or nothing.
std::optional<std::string> verify(const KernelProgram &Program);

} // namespace banklint

#endif // BANKLINT_PROGRAM_KERNELPROGRAM_H
