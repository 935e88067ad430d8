//===- Equality.cpp - When two programs are the same ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function compares all members, but for KernelProgram::Pitched.
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/Equality.h"
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
                  V.IsDynamic, V.Span, V.LayoutUses, V.Mentions);
}

static auto membersOf(const Variable &V) { return std::tie(V.Name, V.Type); }

static auto membersOf(const Parameter &V) { return std::tie(V.Name, V.Type); }

static auto membersOf(const MemberParameter &V) {
  return std::tie(V.Parameter, V.Path);
}

static auto membersOf(const OpaqueValue &V) {
  return std::tie(V.Why, V.Name, V.Divergent, V.Elsewhere);
}

static auto membersOf(const SpelledPlace::Subscript &V) {
  return std::tie(V.Span, V.Text);
}

static auto membersOf(const SpelledPlace &V) {
  return std::tie(V.Name, V.Subscripts);
}

static auto membersOf(const Access &V) {
  return std::tie(V.Op, V.Bytes, V.Pieces, V.IsVolatile, V.IsApart,
                  V.MayRestore, V.MaySink, V.Address, V.IsWindow, V.Array,
                  V.Span, V.Text, V.Spelled, V.Calls, V.MacroPlaces);
}

static auto membersOf(const SwitchLabels &V) {
  return std::tie(V.Values, V.IsDefault);
}

static auto membersOf(const Stmt &V) {
  return std::tie(V.Kind, V.Index, V.Value, V.TestFirst, V.UnrollCount,
                  V.Weight, V.Labels, V.Name, V.Span, V.Blocks);
}

static auto membersOf(const LaunchSite &V) {
  return std::tie(V.IsAnnotation, V.File, V.Span, V.Block, V.Grid,
                  V.DynamicBytes, V.IsBroken, V.BlockChooser, V.Arguments);
}

static auto membersOf(const Expr &V) {
  return std::tie(V.Kind, V.Type, V.Unary, V.Binary, V.Special, V.Value,
                  V.Index, V.Depth, V.Operands);
}

static auto membersOf(const KernelProgram &V) {
  return std::tie(V.Name, V.Files, V.Span, V.Parameters, V.MemberParameters,
                  V.Arrays, V.Variables, V.Accesses, V.Opaques, V.Exprs, V.Body,
                  V.Launches, V.MaxThreads, V.FixedBlock, V.ParseErrors);
}

bool operator==(const SourceSpan &A, const SourceSpan &B) {
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

} // namespace banklint
