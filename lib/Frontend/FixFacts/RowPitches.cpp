//===- RowPitches.cpp - Rows that only subscripts know --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowPitches.h"
#include "Ast/AstWalker.h"
#include "PitchConstants.h"
#include "SpelledPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <map>

using namespace banklint;
using namespace clang;

/// The name of an array, and what is in the brackets behind it.
using Subscript = std::pair<const DeclRefExpr *, const clang::Expr *>;

/// The subscripts of \p Array in \p S.
static std::vector<Subscript> subscriptsOf(const VarDecl &Array,
                                           const clang::Stmt *S) {
  std::vector<Subscript> Found;
  for (const ArraySubscriptExpr *E : nodesIn<ArraySubscriptExpr>(S)) {
    const auto *Name =
        dyn_cast<DeclRefExpr>(E->getBase()->IgnoreParenImpCasts());
    if (Name && Name->getDecl() == &Array)
      Found.push_back({Name, E->getIdx()});
  }
  return Found;
}

/// By value, in the order of the text.
using FactorMap = std::map<uint64_t, std::vector<NamedNumber>>;

/// Adds the numbers that \p E, a sum, multiplies by.
static void addFactors(const clang::Expr *E, const ASTContext &Context,
                       FactorMap &Factors) {
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Binary)
    return;
  if (Binary->isAdditiveOp()) {
    addFactors(Binary->getLHS(), Context, Factors);
    addFactors(Binary->getRHS(), Context, Factors);
  } else if (Binary->getOpcode() == BO_Mul) {
    const auto Left = namedNumber(Binary->getLHS(), Context);
    const auto Right = namedNumber(Binary->getRHS(), Context);
    // Of two numbers, either may be the row's.
    if (Left.has_value() != Right.has_value())
      Factors[(Left ? *Left : *Right).Elements].push_back(Left ? *Left
                                                               : *Right);
  }
}

/// Adds the factors of the product \p E that are \p Elements, the last first.
static void collectFactors(const clang::Expr *E, uint64_t Elements,
                           const ASTContext &Context,
                           llvm::SmallVectorImpl<NamedNumber> &Factors) {
  if (auto Number = namedNumber(E, Context);
      Number && Number->Elements == Elements)
    return Factors.push_back(*Number);
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Binary || Binary->getOpcode() != BO_Mul)
    return;
  collectFactors(Binary->getRHS(), Elements, Context, Factors);
  collectFactors(Binary->getLHS(), Elements, Context, Factors);
}

/// A factor of the product \p E that is a little more than \p Elements: rows
/// with a padding. Null if there is none.
static const clang::Expr *paddedFactor(const clang::Expr *E, uint64_t Elements,
                                       const ASTContext &Context) {
  constexpr uint64_t MaxPadding = 32;
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (Binary && Binary->getOpcode() == BO_Mul) {
    const clang::Expr *Right =
        paddedFactor(Binary->getRHS(), Elements, Context);
    return Right ? Right : paddedFactor(Binary->getLHS(), Elements, Context);
  }
  clang::Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsInt(Result, Context))
    return nullptr;
  const llvm::APSInt &Value = Result.Val.getInt();
  return Value > int64_t(Elements) && Value <= int64_t(Elements + MaxPadding)
             ? E
             : nullptr;
}

/// Where \p Number stands, if text that can be edited is all of it.
static std::optional<SpelledNumber> spelledNumber(const NamedNumber &Number,
                                                  SourcePlaces &Places) {
  const SourceManager &Sources = Places.sources();
  for (SourceLocation At = Number.Range.getBegin(); At.isMacroID();
       At = Sources.getImmediateExpansionRange(At).getBegin())
    if (Sources.isMacroArgExpansion(At))
      return std::nullopt;
  const llvm::StringRef Text = Places.sourceOf(Number.Range);
  if (Text.empty() || Text.find_first_of("\n\\") != llvm::StringRef::npos ||
      Text.contains("//"))
    return std::nullopt;
  return SpelledNumber{Places.spanOf(Number.Range), Text.str()};
}

/// True if each of \p Mentions, of \p Array, is one of \p Subscripts or asks
/// for its type.
static bool isOnlySubscripted(const SharedArray &Array,
                              llvm::ArrayRef<SourceSpan> Mentions,
                              llvm::ArrayRef<Subscript> Subscripts,
                              const SourceManager &Sources) {
  llvm::SmallSet<unsigned, 16> Known;
  for (auto [Name, Index] : Subscripts) {
    if (Name->getLocation().isMacroID())
      return false;
    Known.insert(Sources.getFileOffset(Name->getLocation()));
  }
  return llvm::all_of(Mentions, [&](SourceSpan Mention) {
    return Known.contains(Mention.Offset) ||
           llvm::any_of(Array.LayoutUses, [&](const LayoutUse &Use) {
             return Use.IsOfType && Use.Span.File == Mention.File &&
                    Use.Span.Offset == Mention.Offset;
           });
  });
}

namespace {
/// Collects the row pitches of a kernel's arrays.
class PitchFinder {
public:
  PitchFinder(LoweredKernel &Lowered, const ASTContext &Context)
      : Program(Lowered.Program), Places(Lowered.Places), Context(Context) {}

  void find(const VarDecl &Decl, unsigned Number);

  PitchFactors Found;

private:
  void add(const VarDecl &Decl, unsigned Number,
           llvm::ArrayRef<NamedNumber> Factors);

  const KernelProgram &Program;
  SourcePlaces &Places;
  const ASTContext &Context;
};
} // namespace

void PitchFinder::find(const VarDecl &Decl, unsigned Number) {
  const auto *Function = dyn_cast<FunctionDecl>(Decl.getDeclContext());
  const SharedArray &Array = Program.Arrays[Number];
  if (Array.Extents.size() != 1 || Array.IsDynamic || !Function ||
      !Function->hasBody())
    return;
  const std::vector<Subscript> Subscripts =
      subscriptsOf(Decl, Function->getBody());
  FactorMap Factors;
  for (auto [Name, Index] : Subscripts)
    addFactors(Index, Context, Factors);
  if (Factors.empty())
    return;
  const std::optional<std::vector<SourceSpan>> Mentions =
      mentionsOf(Decl, Places);
  if (!Mentions ||
      !isOnlySubscripted(Array, *Mentions, Subscripts, Places.sources()))
    return;
  for (const auto &[Elements, Numbers] : Factors)
    add(Decl, Number, Numbers);
}

/// Adds the pitch that \p Factors, all of one value, stand for.
void PitchFinder::add(const VarDecl &Decl, unsigned Number,
                      llvm::ArrayRef<NamedNumber> Factors) {
  RowPitch Pitch;
  Pitch.Array = Number;
  Pitch.Elements = Factors.front().Elements;
  if (Pitch.Elements < 2)
    return;
  for (const NamedNumber &Factor : Factors) {
    std::optional<SpelledNumber> Spelled = spelledNumber(Factor, Places);
    if (!Spelled)
      return;
    // What stands in a list is visited twice.
    if (llvm::none_of(Pitch.Factors, [&](const SpelledNumber &Known) {
          return Known.Span.Offset == Spelled->Span.Offset;
        }))
      Pitch.Factors.push_back(std::move(*Spelled));
  }
  if (const clang::Expr *Size = writtenSize(Decl)) {
    // In W * H with W == H, the pitch is what the subscripts call it.
    llvm::SmallVector<NamedNumber, 2> InSize;
    collectFactors(Size, Pitch.Elements, Context, InSize);
    const auto *Named = llvm::find_if(InSize, [&](const NamedNumber &Factor) {
      return Places.sourceOf(Factor.Range) == Pitch.Factors.front().Text;
    });
    if (!InSize.empty())
      Pitch.ExtentFactor = spelledNumber(
          Named == InSize.end() ? InSize.front() : *Named, Places);
    if (const clang::Expr *Padded =
            paddedFactor(Size, Pitch.Elements, Context)) {
      Pitch.DeclaredElements =
          Padded->EvaluateKnownConstInt(Context).getZExtValue();
      Pitch.DeclaredText =
          Places.sourceOf(Padded->IgnoreImpCasts()->getSourceRange()).str();
    }
  }
  if (auto Defined = PitchConstants(Context, Decl, Factors).find())
    Pitch.Constant =
        PitchConstant{Defined->Name,
                      {Places.spanOf(Defined->Definition), Defined->Text},
                      Defined->ExtentTerms};
  for (const NamedNumber &Factor : Factors)
    Found.Numbers[Factor.Value] = Found.Pitches.size();
  Found.Pitches.push_back(std::move(Pitch));
}

PitchFactors banklint::findRowPitches(LoweredKernel &Lowered,
                                      const ASTContext &Context) {
  PitchFinder Finder(Lowered, Context);
  for (auto [Number, Decl] : llvm::enumerate(Lowered.ArrayDecls))
    Finder.find(*Decl, Number);
  return std::move(Finder.Found);
}
