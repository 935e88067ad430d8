//===- Matrix.cpp - Matrix fragments of a warp ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcuda::wmma's load_matrix_sync and store_matrix_sync become a few ordinary
// accesses, whose lanes lie in *tiles*. With the matrix as it lies in memory,
// lines the leading dimension apart, g = lane / 4 and t = lane % 4:
//
//   fragment              instructions, one for each tile
//   half A, B             matrix load of 8 lines of 8 elements
//   8-bit A, B along K    matrix load of 8 lines of 16 elements
//   8-bit A, B across K   4 loads of 1 byte at line 4t + e, element g
//   bfloat16 A, B         load of 2 elements at line g, element 2t
//   tf32, double along K  load of 1 element at line g, element t
//   tf32, double across K load of 1 element at line t, element g
//   accumulators: half    access of 2 elements at line g, element 2t
//     along               access of 2 elements at line g, element 2t
//     across              2 accesses of 1 element at line 2t + e, element g
//
// An accumulator lies along its lines if it is stored by rows, but in the shape
// of 8x32 if by columns. That was read from machine code for sm_90; the sums of
// the tiles equal the counters of every measured fragment.
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/Matrix.h"
#include "Ast/AstQueries.h"
#include "Lowering/Device/WarpFunctions.h"
#include "clang/AST/DeclTemplate.h"

using namespace banklint;
using namespace clang;

namespace {
enum class FragmentUse { A, B, Accumulator };

struct Fragment {
  FragmentUse Use = FragmentUse::A;
  unsigned M = 0, N = 0, K = 0;
  /// "__half", "tf32", "double", ...
  std::string Element;
  bool IsRowMajor = true;
};

/// The accesses of one fragment: for each pair of starts, lane l accesses
/// element ElementStart + l's element of line LineStart + l's line.
struct Tiling {
  MemoryOperation Op = MemoryOperation::Load;
  unsigned Bytes = 4;
  unsigned ElementBytes = 4;
  /// Line and element of a lane: the lane divided by Line.Divisor, modulo
  /// Line.Modulus, times Line.Factor.
  struct Digit {
    unsigned Divisor = 1, Modulus = 1, Factor = 1;
  } Line, Element;
  /// Of one tile for each access; matrix loads take several at once.
  std::vector<std::pair<unsigned, unsigned>> Starts;
};

} // namespace

static std::optional<std::string> nameOf(const TemplateArgument &Argument) {
  if (Argument.getKind() != TemplateArgument::Type)
    return std::nullopt;
  QualType Type = Argument.getAsType().getCanonicalType();
  if (const auto *Record = Type->getAsCXXRecordDecl())
    return Record->getIdentifier() ? std::optional(Record->getName().str())
                                   : std::nullopt;
  LangOptions Language;
  Language.CPlusPlus = true;
  return Type.getUnqualifiedType().getAsString(PrintingPolicy(Language));
}

/// The fragment of \p Type, if it is an nvcuda::wmma::fragment.
static std::optional<Fragment> fragmentOf(QualType Type) {
  const ClassTemplateSpecializationDecl *Class = instanceOf(Type);
  if (!Class || Class->getName() != "fragment" ||
      Class->getTemplateArgs().size() < 5)
    return std::nullopt;
  const TemplateArgumentList &Arguments = Class->getTemplateArgs();
  std::optional<std::string> Use = nameOf(Arguments[0]);
  std::optional<std::string> Element = nameOf(Arguments[4]);
  Fragment F;
  unsigned *Sizes[] = {&F.M, &F.N, &F.K};
  for (unsigned I = 0; I != 3; ++I) {
    if (Arguments[I + 1].getKind() != TemplateArgument::Integral)
      return std::nullopt;
    *Sizes[I] = Arguments[I + 1].getAsIntegral().getZExtValue();
  }
  if (!Use || !Element)
    return std::nullopt;
  F.Element = *Element;
  if (*Use == "accumulator") {
    F.Use = FragmentUse::Accumulator;
    return F;
  }
  std::optional<std::string> Layout;
  if (Arguments.size() > 5)
    Layout = nameOf(Arguments[5]);
  if ((*Use != "matrix_a" && *Use != "matrix_b") || !Layout)
    return std::nullopt;
  F.Use = *Use == "matrix_a" ? FragmentUse::A : FragmentUse::B;
  F.IsRowMajor = *Layout == "row_major";
  return F;
}

static unsigned bytesOfElement(llvm::StringRef Element) {
  if (Element == "__half" || Element == "__nv_bfloat16")
    return 2;
  if (Element == "signed char" || Element == "unsigned char" ||
      Element == "char")
    return 1;
  if (Element == "tf32" || Element == "float" || Element == "int")
    return 4;
  return Element == "double" ? 8 : 0;
}

/// Tiles of \p Lines by \p Elements that cover the whole, lines first.
static void cover(Tiling &T, unsigned AllLines, unsigned AllElements,
                  unsigned Lines, unsigned Elements, unsigned LineStep = 0,
                  unsigned ElementStep = 0, unsigned Count = 1) {
  for (unsigned Element = 0; Element < AllElements; Element += Elements)
    for (unsigned Line = 0; Line < AllLines; Line += Lines)
      for (unsigned I = 0; I != Count; ++I)
        T.Starts.push_back({Line + I * LineStep, Element + I * ElementStep});
}

/// One access for as many matrices as one instruction takes: eight lanes each.
static void coverByMatrices(Tiling &T, unsigned Lines, unsigned Elements) {
  unsigned RowElements = 16 / T.ElementBytes;
  unsigned Matrices = Lines / 8 * (Elements / RowElements);
  // Half: four; 8 bits: two.
  unsigned AtOnce = std::min(Matrices, T.ElementBytes == 2 ? 4u : 2u);
  using M = MemoryOperation;
  T.Op = AtOnce == 4   ? M::MatrixLoad4
         : AtOnce == 2 ? M::MatrixLoad2
                       : M::MatrixLoad1;
  T.Bytes = 16;
  // The matrices of one access lie below one another while there are lines,
  // then beside.
  unsigned LinesAtOnce = std::min(8 * AtOnce, Lines);
  T.Line = {1, LinesAtOnce, 1};
  T.Element = {LinesAtOnce, AtOnce * 8 / LinesAtOnce, RowElements};
  cover(T, Lines, Elements, LinesAtOnce, T.Element.Modulus * RowElements);
}

static std::optional<Tiling> tilingOfOperand(const Fragment &F) {
  Tiling T;
  T.ElementBytes = bytesOfElement(F.Element);
  bool IsAlongK = (F.Use == FragmentUse::A) == F.IsRowMajor;
  unsigned Across = F.Use == FragmentUse::A ? F.M : F.N;
  unsigned Lines = IsAlongK ? Across : F.K;
  unsigned Elements = IsAlongK ? F.K : Across;
  T.Bytes = T.ElementBytes;
  if (F.K == 16 && F.Element == "__half") {
    coverByMatrices(T, Lines, Elements);
  } else if (F.K == 16 && F.Element == "__nv_bfloat16") {
    T.Bytes = 4;
    T.Line = {4, 8, 1};
    T.Element = {1, 4, 2};
    cover(T, Lines, Elements, 8, 8);
  } else if (F.K == 16 && T.ElementBytes == 1 && IsAlongK) {
    coverByMatrices(T, Lines, Elements);
  } else if (F.K == 16 && T.ElementBytes == 1) {
    T.Line = {1, 4, 4};
    T.Element = {4, 8, 1};
    cover(T, Lines, Elements, 16, 8, /*LineStep=*/1, 0, /*Count=*/4);
  } else if ((F.K == 8 && F.Element == "tf32") ||
             (F.K == 4 && F.Element == "double")) {
    T.Line = IsAlongK ? Tiling::Digit{4, 8, 1} : Tiling::Digit{1, 4, 1};
    T.Element = IsAlongK ? Tiling::Digit{1, 4, 1} : Tiling::Digit{4, 8, 1};
    cover(T, Lines, Elements, IsAlongK ? 8 : 4, IsAlongK ? 4 : 8);
  } else {
    return std::nullopt;
  }
  return T;
}

static std::optional<Tiling>
tilingOfAccumulator(const Fragment &F, bool IsRowMajor, bool IsStore) {
  Tiling T;
  T.Op = IsStore ? MemoryOperation::Store : MemoryOperation::Load;
  T.ElementBytes = bytesOfElement(F.Element);
  bool IsKnown = F.Element == "double"   ? F.K == 4
                 : F.Element == "float"  ? F.K == 16 || F.K == 8
                 : F.Element == "int"    ? F.K == 16
                 : F.Element == "__half" ? F.K == 16
                                         : false;
  if (!IsKnown)
    return std::nullopt;
  unsigned Lines = IsRowMajor ? F.M : F.N;
  unsigned Elements = IsRowMajor ? F.N : F.M;
  bool IsTransposed = F.M == 8 && F.N == 32;
  if (F.Element == "__half" || IsRowMajor != IsTransposed) {
    T.Bytes = 2 * T.ElementBytes;
    T.Line = {4, 8, 1};
    T.Element = {1, 4, 2};
    cover(T, Lines, Elements, 8, 8);
  } else {
    T.Bytes = T.ElementBytes;
    T.Line = {1, 4, 2};
    T.Element = {4, 8, 1};
    cover(T, Lines, Elements, 8, 8, /*LineStep=*/1, 0, /*Count=*/2);
  }
  return T;
}

/// The line or element of \p Lane, in the tile at \p Start.
static ExprId lowerDigit(ExprBuilder &Builder, ExprId Lane,
                         const Tiling::Digit &D, unsigned Start) {
  auto Number = [&](unsigned Value) { return Builder.constant(Value, U32); };
  ExprId Value = Builder.binary(BinaryOp::Div, Lane, Number(D.Divisor));
  Value = Builder.binary(BinaryOp::Rem, Value, Number(D.Modulus));
  Value = Builder.binary(BinaryOp::Mul, Value, Number(D.Factor));
  return Builder.convert(Builder.binary(BinaryOp::Add, Value, Number(Start)),
                         U64);
}

std::optional<ExprId> banklint::lowerMatrixAccess(Lowerer &L, const CallExpr &E,
                                                  DeviceMeaning Meaning) {
  bool IsStore = Meaning == DeviceMeaning::MatrixStore;
  if (!IsStore && Meaning != DeviceMeaning::MatrixLoad)
    return std::nullopt;
  const clang::Expr *Pointer = E.getArg(IsStore ? 0 : 1);
  std::optional<Fragment> F = fragmentOf(E.getArg(IsStore ? 1 : 0)->getType());
  if (!Pointer->getType()->isPointerType())
    return std::nullopt;
  ExprId Base = L.value(Pointer);
  LValue P = L.Pointers.placeBehind(Pointer, Base);
  ExprId Leading = L.Builder.convert(L.value(E.getArg(2)), U64);
  ExprId Result = L.Builder.constant(0, I32);
  if (P.Kind != LValue::Pointer)
    return Result;
  std::optional<Tiling> T;
  if (F && F->Use != FragmentUse::Accumulator)
    T = tilingOfOperand(*F);
  else if (F && E.getNumArgs() > 3)
    // mem_row_major is the first of its enumeration.
    if (std::optional<int64_t> Layout = constantOf(E.getArg(3), L.Context))
      T = tilingOfAccumulator(*F, *Layout == 0, IsStore);
  if (!T) {
    L.Emit.emitUnknownAccess(
        IsStore ? MemoryOperation::Store : MemoryOperation::Load, std::nullopt,
        4, E.getSourceRange(),
        {ReasonCode::UnknownCost,
         "the layout of this kind of fragment is unknown"});
    return Result;
  }
  ExprId Lane = laneNumber(L.Builder);
  auto DigitOf = [&](const Tiling::Digit &D, unsigned Start) {
    return lowerDigit(L.Builder, Lane, D, Start);
  };
  for (auto [Line, Element] : T->Starts) {
    ExprId Elements = L.Builder.binary(
        BinaryOp::Add,
        L.Builder.binary(BinaryOp::Mul, DigitOf(T->Line, Line), Leading),
        DigitOf(T->Element, Element));
    banklint::Access A;
    A.Op = T->Op;
    A.Bytes = T->Bytes;
    // The fragment's layout fixes the accesses: none is merged.
    A.IsVolatile = true;
    A.Address = L.Builder.binary(
        BinaryOp::Add, Base,
        L.Builder.binary(BinaryOp::Mul, Elements,
                         L.Builder.constant(T->ElementBytes, U64)));
    A.Span = L.Emit.spanOf(E.getSourceRange());
    A.Text = L.Emit.textOf(Pointer->getSourceRange());
    L.Emit.addAccess(std::move(A), E.getBeginLoc());
  }
  return Result;
}
