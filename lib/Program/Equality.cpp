//===- Equality.cpp - When two programs are the same ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function compares all members, but for KernelProgram::Pitched and
// SourceSpan::LastLine; those for isSameCode leave out places.
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/Equality.h"
#include "banklint/Program/RowPitch.h"
#include <tuple>

namespace banklint {

static auto membersOf(const SourceSpan &V) {
  return std::tie(V.File, V.Line, V.Column, V.Offset, V.Length);
}

static auto membersOf(const Reason &V) { return std::tie(V.Code, V.Detail); }

static auto membersOf(const Extent &V) {
  return std::tie(V.Elements, V.Span, V.Text);
}

static auto membersOf(const LayoutUse &V) {
  return std::tie(V.Span, V.What, V.IsOfType, V.IsDeduced);
}

static auto membersOf(const SharedArray &V) {
  return std::tie(V.Name, V.ElementType, V.ElementBytes, V.Alignment, V.Extents,
                  V.IsDynamic, V.Order, V.IsLeftOut, V.IsOfLibrary,
                  V.TensorCount, V.Tensor, V.TensorStarts, V.Span, V.LayoutUses,
                  V.Mentions);
}

static auto membersOf(const Variable &V) { return std::tie(V.Name, V.Type); }

static auto membersOf(const Parameter &V) { return std::tie(V.Name, V.Type); }

static auto membersOf(const MemberParameter &V) {
  return std::tie(V.Parameter, V.Path);
}

static auto membersOf(const OpaqueValue &V) {
  return std::tie(V.Why, V.Name, V.Divergent, V.Elsewhere, V.IsSum, V.Volatile);
}

static auto membersOf(const SpelledPlace::Subscript &V) {
  return std::tie(V.Span, V.Text);
}

static auto membersOf(const SpelledPlace &V) {
  return std::tie(V.Name, V.Subscripts);
}

static auto membersOf(const Access &V) {
  return std::tie(V.Op, V.Bytes, V.Pieces, V.IsWhole, V.IsNumber,
                  V.ElementBytes, V.IsVolatile, V.IsApart, V.MayRestore,
                  V.WritesBack, V.IsAmidLoads, V.MaySink, V.MayBeUnused,
                  V.NeededOn, V.Rules, V.Address, V.IsWindow, V.Source, V.Array,
                  V.Span, V.Text, V.Spelled, V.Calls, V.LibraryCall,
                  V.IsOfTensor, V.MacroPlaces);
}

static auto membersOf(const SwitchLabels &V) {
  return std::tie(V.Values, V.IsDefault);
}

static auto membersOf(const Stmt &V) {
  return std::tie(V.Kind, V.Index, V.Value, V.TestFirst, V.UnrollCount,
                  V.Weight, V.FoldedWeight, V.HasInnerLoops, V.MayBePeeled,
                  V.ReadsVolatile, V.Scope, V.Labels, V.Name, V.Span, V.Blocks);
}

static auto membersOf(const EngineOperation &V) {
  return std::tie(V.Instruction, V.Span);
}

static auto membersOf(const LaunchSite &V) {
  return std::tie(V.IsAnnotation, V.File, V.Span, V.Block, V.Grid,
                  V.DynamicBytes, V.IsBroken, V.DefaultBlock, V.BlockChooser,
                  V.ImpossibleBlock, V.Arguments, V.Relations, V.Formulas);
}

static auto membersOf(const Expr &V) {
  return std::tie(V.Kind, V.Type, V.Unary, V.Binary, V.Special, V.Value,
                  V.Index, V.Depth, V.Operands);
}

static auto membersOf(const KernelProgram &V) {
  return std::tie(V.Name, V.Files, V.Span, V.Parameters, V.MemberParameters,
                  V.Arrays, V.Variables, V.Accesses, V.Opaques, V.Exprs, V.Flow,
                  V.Body, V.UnreadValues, V.EngineOperations, V.Launches,
                  V.MaxThreads, V.IsRelocatable, V.HasUnknownArrays,
                  V.HasAssemblyArrays, V.FixedBlock, V.ParseErrors);
}

bool operator==(const SourceSpan &A, const SourceSpan &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const EngineOperation &A, const EngineOperation &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const Reason &A, const Reason &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const Extent &A, const Extent &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const LayoutUse &A, const LayoutUse &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const SharedArray &A, const SharedArray &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const Variable &A, const Variable &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const Parameter &A, const Parameter &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const MemberParameter &A, const MemberParameter &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const OpaqueValue &A, const OpaqueValue &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const SpelledPlace::Subscript &A,
                const SpelledPlace::Subscript &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const SpelledPlace &A, const SpelledPlace &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const Access &A, const Access &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const SwitchLabels &A, const SwitchLabels &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const Stmt &A, const Stmt &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const LaunchSite &A, const LaunchSite &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const Expr &A, const Expr &B) {
  return membersOf(A) == membersOf(B);
}

bool operator==(const KernelProgram &A, const KernelProgram &B) {
  return membersOf(A) == membersOf(B);
}

template <typename T>
static bool areSame(const std::vector<T> &A, const std::vector<T> &B,
                    bool (*IsSame)(const T &, const T &)) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(), IsSame);
}

template <typename T>
static bool areSame(const std::optional<T> &A, const std::optional<T> &B,
                    bool (*IsSame)(const T &, const T &)) {
  return A.has_value() == B.has_value() && (!A || IsSame(*A, *B));
}

static bool isSameExtent(const Extent &A, const Extent &B) {
  return std::tie(A.Elements, A.Text) == std::tie(B.Elements, B.Text);
}

static bool isSameUse(const LayoutUse &A, const LayoutUse &B) {
  return std::tie(A.What, A.IsOfType, A.IsDeduced) ==
         std::tie(B.What, B.IsOfType, B.IsDeduced);
}

static bool isSameArray(const SharedArray &A, const SharedArray &B) {
  const auto Rest = [](const SharedArray &V) {
    return std::tie(V.Name, V.ElementType, V.ElementBytes, V.Alignment,
                    V.IsDynamic, V.Order, V.IsLeftOut, V.IsOfLibrary,
                    V.TensorCount, V.Tensor, V.TensorStarts);
  };
  return Rest(A) == Rest(B) && areSame(A.Extents, B.Extents, isSameExtent) &&
         areSame(A.LayoutUses, B.LayoutUses, isSameUse);
}

static bool isSameSubscript(const SpelledPlace::Subscript &A,
                            const SpelledPlace::Subscript &B) {
  return A.Text == B.Text;
}

static bool isSameSpelling(const SpelledPlace &A, const SpelledPlace &B) {
  return areSame(A.Subscripts, B.Subscripts, isSameSubscript);
}

static bool isSameAccess(const Access &A, const Access &B) {
  const auto Rest = [](const Access &V) {
    return std::tie(V.Op, V.Bytes, V.Pieces, V.IsWhole, V.IsNumber,
                    V.ElementBytes, V.IsVolatile, V.IsApart, V.MayRestore,
                    V.WritesBack, V.IsAmidLoads, V.MaySink, V.MayBeUnused,
                    V.NeededOn, V.Rules, V.Address, V.IsWindow, V.Source,
                    V.Array, V.Text, V.IsOfTensor);
  };
  return Rest(A) == Rest(B) && areSame(A.Spelled, B.Spelled, isSameSpelling);
}

static bool isSameBlock(const Block &A, const Block &B);

static bool isSameStmt(const Stmt &A, const Stmt &B) {
  const auto Rest = [](const Stmt &V) {
    return std::tie(V.Kind, V.Index, V.Value, V.TestFirst, V.UnrollCount,
                    V.Weight, V.FoldedWeight, V.HasInnerLoops, V.MayBePeeled,
                    V.ReadsVolatile, V.Scope, V.Labels, V.Name);
  };
  return Rest(A) == Rest(B) && areSame(A.Blocks, B.Blocks, isSameBlock);
}

static bool isSameBlock(const Block &A, const Block &B) {
  return areSame(A, B, isSameStmt);
}

static bool isSameNumber(const SpelledNumber &A, const SpelledNumber &B) {
  return A.Text == B.Text;
}

static bool isSameConstant(const PitchConstant &A, const PitchConstant &B) {
  return A.Name == B.Name && A.Definition.Text == B.Definition.Text &&
         A.ExtentTerms == B.ExtentTerms;
}

static bool isSamePitch(const RowPitch &A, const RowPitch &B) {
  return std::tie(A.Array, A.Member, A.Elements, A.DeclaredElements,
                  A.DeclaredText) == std::tie(B.Array, B.Member, B.Elements,
                                              B.DeclaredElements,
                                              B.DeclaredText) &&
         areSame(A.Factors, B.Factors, isSameNumber) &&
         areSame(A.ExtentFactor, B.ExtentFactor, isSameNumber) &&
         areSame(A.Constant, B.Constant, isSameConstant);
}

static bool isSameMember(const MemberArray &A, const MemberArray &B) {
  return std::tie(A.Name, A.Begin, A.ElementBytes) ==
             std::tie(B.Name, B.Begin, B.ElementBytes) &&
         areSame(A.Extents, B.Extents, isSameExtent) &&
         areSame(A.LayoutUses, B.LayoutUses, isSameUse);
}

static bool isSameStruct(const StructArray &A, const StructArray &B) {
  return A.Array == B.Array && areSame(A.Members, B.Members, isSameMember);
}

bool isSameCode(const KernelProgram &A, const KernelProgram &B) {
  const auto Rest = [](const KernelProgram &V) {
    return std::tie(V.Name, V.Parameters, V.MemberParameters, V.Variables,
                    V.Opaques, V.Exprs, V.Flow, V.UnreadValues, V.MaxThreads,
                    V.IsRelocatable, V.HasUnknownArrays, V.HasAssemblyArrays,
                    V.FixedBlock, V.ParseErrors);
  };
  if (!(Rest(A) == Rest(B)) || !areSame(A.Arrays, B.Arrays, isSameArray) ||
      !areSame(A.Accesses, B.Accesses, isSameAccess) ||
      !isSameBlock(A.Body, B.Body) || !A.Pitched != !B.Pitched)
    return false;
  return !A.Pitched ||
         (A.Pitched->IsDeclaredInHeader == B.Pitched->IsDeclaredInHeader &&
          areSame(A.Pitched->Pitches, B.Pitched->Pitches, isSamePitch) &&
          areSame(A.Pitched->Structs, B.Pitched->Structs, isSameStruct) &&
          isSameCode(A.Pitched->Program, B.Pitched->Program));
}

} // namespace banklint
