//===- ArraySwizzle.cpp - Whether and how to swizzle an array -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixes/ArraySwizzle.h"
#include "banklint/Analysis/MovedElements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace banklint;

/// True if the first character of \p Text opens a parenthesis that the last one
/// closes. Character literals count as what they are not; that only leaves a
/// pair too many.
static bool isInParentheses(llvm::StringRef Text) {
  int Depth = 0;
  for (char C : Text.drop_back()) {
    Depth += C == '(' ? 1 : C == ')' ? -1 : 0;
    if (Depth <= 0 || C == '\'')
      return false;
  }
  return Text.ends_with(")");
}

/// \p Text as an operand of any operator: "x", "threadIdx.x", "(x + 1)".
static std::string operand(llvm::StringRef Text) {
  bool IsPlain = llvm::all_of(Text, [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.' || C == ':';
  });
  return IsPlain || isInParentheses(Text) ? Text.str()
                                          : ("(" + Text + ")").str();
}

std::string banklint::swizzledColumn(const Swizzle &S, llvm::StringRef Row,
                                     llvm::StringRef Column,
                                     bool IsMaskNeeded) {
  std::string Turn = operand(Row.trim());
  if (S.RowShift != 0)
    Turn += " / " + std::to_string(1u << S.RowShift);
  if (IsMaskNeeded)
    Turn = operand(Turn) + " & " + std::to_string(S.Mask);
  if (S.ColumnShift != 0)
    Turn = operand(Turn) + " * " + std::to_string(1u << S.ColumnShift);
  if (Column.trim() == "0")
    return Turn;
  return operand(Column.trim()) + " ^ " + operand(Turn);
}

namespace {

/// File and offset.
using EditKey = std::pair<std::string, unsigned>;

/// Writes a swizzle into all places of an array.
class SwizzleWriter {
public:
  SwizzleWriter(llvm::ArrayRef<KernelUse> Uses, const Swizzle &S,
                bool IsMaskNeeded)
      : Uses(Uses), S(S), IsMaskNeeded(IsMaskNeeded) {}

  std::optional<SwizzleObstacle> write();
  std::vector<TextEdit> edits() const;

private:
  static EditKey keyOf(const KernelProgram &Program, SourceSpan Span) {
    return {Program.fileOf(Span).str(), Span.Offset};
  }
  static SwizzleObstacle obstacle(SwizzleObstacleKind Kind,
                                  llvm::StringRef Detail,
                                  const KernelProgram &Program,
                                  SourceSpan Span) {
    return {Kind, Detail.str(), placeOf(Program, Span)};
  }
  std::optional<SwizzleObstacle> writeAccesses(const KernelUse &Use);
  void writeAccess(const KernelProgram &Program, const Access &A);
  std::optional<SwizzleObstacle> findOtherUse(const KernelUse &Use) const;

  llvm::ArrayRef<KernelUse> Uses;
  const Swizzle &S;
  const bool IsMaskNeeded;
  std::map<EditKey, TextEdit> Edits;
  /// Where the array's name starts a place that is edited.
  std::map<EditKey, SourceSpan> Names;
};

} // namespace

static bool isMaskNeeded(llvm::ArrayRef<KernelUse> Uses, const Swizzle &S) {
  return llvm::any_of(Uses, [&S](const KernelUse &Use) {
    uint64_t Rows = Use.array().Extents[S.RowExtent].Elements;
    return Rows == 0 || Rows > (uint64_t(S.Mask) + 1) << S.RowShift;
  });
}

void SwizzleWriter::writeAccess(const KernelProgram &Program, const Access &A) {
  const SpelledPlace &Spelled = *A.Spelled;
  const SpelledPlace::Subscript &Last = Spelled.Subscripts.back();
  Names[keyOf(Program, Spelled.Name)] = Spelled.Name;
  Edits[keyOf(Program, Last.Span)] = {
      Program.fileOf(Last.Span).str(), Last.Span.Offset, Last.Span.Length,
      swizzledColumn(S, Spelled.Subscripts[S.RowExtent].Text, Last.Text,
                     IsMaskNeeded)};
}

/// Writes the accesses of \p Use to its array; gives one that can't be.
std::optional<SwizzleObstacle>
SwizzleWriter::writeAccesses(const KernelUse &Use) {
  const KernelProgram &Program = Use.program();
  for (const Access &A : Program.Accesses) {
    const Expr &Address = Program.expr(A.Address);
    bool IsPlace =
        Address.Kind == ExprKind::Address && Address.Index == Use.Array;
    // Pointers hold no address of an array that can be swizzled.
    if (!IsPlace && A.Array != Use.Array)
      continue;
    if (!IsPlace || !A.Spelled)
      return obstacle(SwizzleObstacleKind::Access, A.Text, Program, A.Span);
    writeAccess(Program, A);
  }
  return std::nullopt;
}

/// Anything that the edits would not keep right, though no access shows it.
std::optional<SwizzleObstacle>
SwizzleWriter::findOtherUse(const KernelUse &Use) const {
  const KernelProgram &Program = Use.program();
  const SharedArray &Array = Use.array();
  if (Program.ParseErrors)
    return SwizzleObstacle{SwizzleObstacleKind::ParseErrors, Program.Name, {}};
  if (!Array.Mentions)
    return SwizzleObstacle{SwizzleObstacleKind::NotLocal, "", {}};
  auto IsIn = [&](SourceSpan Inner, SourceSpan Outer) {
    return Inner.File == Outer.File && Inner.Offset >= Outer.Offset &&
           Inner.Offset < Outer.Offset + Outer.Length;
  };
  // A pointer serves an access if its place was written.
  for (const LayoutUse &Seen : Array.LayoutUses)
    if (!Seen.IsOfType && llvm::none_of(Program.Accesses, [&](const Access &A) {
          return A.Spelled && IsIn(A.Spelled->Name, Seen.Span);
        }))
      return obstacle(SwizzleObstacleKind::LayoutUse, Seen.What, Program,
                      Seen.Span);
  for (SourceSpan Mention : *Array.Mentions) {
    bool IsOfType = llvm::any_of(Array.LayoutUses, [&](const LayoutUse &Seen) {
      return Seen.IsOfType && IsIn(Mention, Seen.Span);
    });
    if (!IsOfType && !Names.count(keyOf(Program, Mention)))
      return obstacle(SwizzleObstacleKind::Mention, "", Program, Mention);
  }
  return std::nullopt;
}

std::optional<SwizzleObstacle> SwizzleWriter::write() {
  for (const KernelUse &Use : Uses)
    if (auto Found = writeAccesses(Use))
      return Found;
  for (const KernelUse &Use : Uses)
    if (auto Found = findOtherUse(Use))
      return Found;
  return std::nullopt;
}

/// An access whose subscripts leave their rows.
static std::optional<SwizzleObstacle>
findMisled(llvm::ArrayRef<ArrayUse> Uses, const LayoutChange &Change,
           const InterpreterBudget &Budget) {
  for (const ArrayUse &Use : Uses)
    if (auto Found = findMovedElement(Use, Change, Budget)) {
      const Access &A = Use.Program->Accesses[Found->Access];
      return SwizzleObstacle{SwizzleObstacleKind::Moved, A.Text,
                             placeOf(*Use.Program, A.Span)};
    }
  return std::nullopt;
}

std::vector<TextEdit> SwizzleWriter::edits() const {
  std::vector<TextEdit> Result;
  for (const TextEdit &Edit : llvm::make_second_range(Edits))
    Result.push_back(Edit);
  return Result;
}

ArraySwizzle banklint::swizzleArray(const ArrayScope &Scope,
                                    const InterpreterBudget &Budget) {
  ArraySwizzle Result;
  Result.Search = findSwizzle(*Scope.R.Arch, Scope.Uses, Budget);
  if (!Result.Search.Best)
    return Result;
  const LayoutChange &Change = Result.Search.Best->Change;
  Result.Places = countConflicts(Scope.Uses, *Result.Search.Best);
  Result.IsMaskNeeded = isMaskNeeded(Scope.Kernels, *Change.Permutation);
  SwizzleWriter Writer(Scope.Kernels, *Change.Permutation, Result.IsMaskNeeded);
  Result.Obstacle = findMisled(Scope.Uses, Change, Budget);
  if (!Result.Obstacle)
    Result.Obstacle = Writer.write();
  if (!Result.Obstacle)
    Result.Edits = Writer.edits();
  return Result;
}
