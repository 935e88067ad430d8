//===- TensorSearch.cpp - The swizzle that clears a tensor ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of a tensor of CuTe is a type that all accesses follow, so another
// swizzle moves each element that the declared layout leads to. What that costs
// is worked out from the addresses of all requests.
//
//===----------------------------------------------------------------------===//

#include "Layouts/LayoutJudge.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

/// Bytes of the widest access, as an exponent: larger pieces need not stay
/// together.
constexpr unsigned WidestBase = 4;
/// Requests that may be predicted in all: about a quarter of a second.
constexpr uint64_t MaxTensorRequests = 1 << 18;

namespace {

class TensorSearch {
public:
  TensorSearch(const Architecture &Arch, llvm::ArrayRef<ArrayUse> Uses,
               const InterpreterBudget &Budget)
      : Arch(Arch), Uses(Uses), Judge(Arch, Uses, Budget) {}
  LayoutResult run();

private:
  std::string obstacle();
  void measure();
  bool isInside(const BitSwizzle &Swizzle) const;
  std::vector<BitSwizzle> candidates() const;
  LayoutChoice tryAll();

  const Architecture &Arch;
  llvm::ArrayRef<ArrayUse> Uses;
  LayoutJudge Judge;
  TensorLayout Tensor;
  /// What all accesses keep together, as an exponent of bytes.
  unsigned LeastBase = 0;
  /// The bits of the bytes from an array's start to its tensors, and to its
  /// end.
  uint64_t Starts = 0, Ends = 0;
  /// Of the largest array.
  uint64_t Bytes = 0;
};

} // namespace

/// Finds the tensor; why no swizzle can be tried, or "".
std::string TensorSearch::obstacle() {
  std::optional<TensorLayout> Of;
  for (const ArrayUse &Use : Uses) {
    const std::optional<TensorLayout> &Own =
        Use.Program->Arrays[Use.Array].Tensor;
    if (!Own || (Of && !(*Of == *Own)))
      return "no one layout is known of its tensors";
    if (!Use.Program->EngineOperations.empty())
      return "engines of the hardware may access it";
    Of = Own;
    LeastBase = llvm::Log2_32(Own->ElementBytes);
  }
  if (std::string WhyNot = Judge.read(); !WhyNot.empty())
    return WhyNot;
  for (const auto &[Number, Use] : llvm::enumerate(Uses))
    for (const auto &[Index, A] : llvm::enumerate(Use.Program->Accesses)) {
      if (!Judge.touches(Number, Index))
        continue;
      if (!A.IsOfTensor)
        return "it is accessed other than through tensors";
      if (A.Pieces != 1)
        return "elements are accessed together";
      LeastBase = std::max(LeastBase, llvm::Log2_32(A.Bytes));
    }
  Tensor = *Of;
  return Judge.trace(LayoutJudge::TracedPart::All)
             ? ""
             : "some of its addresses are not known numbers";
}

/// Reads where tensors begin, and where the arrays end.
void TensorSearch::measure() {
  for (const auto &[Number, Use] : llvm::enumerate(Uses)) {
    const SharedArray &Array = Use.Program->Arrays[Use.Array];
    uint64_t End =
        Array.IsDynamic ? Use.Launch.DynamicBytes.value_or(0) : Array.bytes();
    if (End == 0)
      for (const TracedRequest &Request : Judge.requests(Number))
        for (unsigned Lane : Request.Pattern.Addressing)
          End = std::max<uint64_t>(End, Request.Pattern.Offset[Lane] +
                                            Request.Pattern.Bytes);
    Starts |= Array.TensorStarts;
    Ends |= End;
    Bytes = std::max(Bytes, End);
  }
}

/// True if \p Swizzle leaves no tensor's part of its array. It counts from
/// where the tensor begins: that is no other place only if all begin where the
/// pattern does.
bool TensorSearch::isInside(const BitSwizzle &Swizzle) const {
  const auto PatternOf = [](const BitSwizzle &S) {
    return uint64_t(1) << (S.Bits == 0 ? 0 : S.Base + S.Shift + S.Bits);
  };
  const uint64_t Group = uint64_t(1) << (Swizzle.Base + Swizzle.Bits);
  return Starts % PatternOf(Swizzle) == 0 &&
         Starts % PatternOf(Tensor.Swizzle) == 0 && Ends % Group == 0;
}

/// The simplest first: few bits, then bits of near rows.
std::vector<BitSwizzle> TensorSearch::candidates() const {
  const unsigned BankBits = llvm::Log2_32(Arch.BankCount * Arch.BankBytes);
  const unsigned AllBits = llvm::Log2_64_Ceil(std::max<uint64_t>(Bytes, 1));
  std::vector<BitSwizzle> Result;
  for (unsigned Bits = 1; Bits <= BankBits; ++Bits)
    for (unsigned Shift = Bits; Shift + Bits <= AllBits; ++Shift)
      for (unsigned Base = std::max(LeastBase, WidestBase) + 1;
           Base-- > LeastBase;)
        if (const BitSwizzle Each{Bits, Base, Shift};
            Base + Bits <= BankBits && Base + Shift + Bits <= AllBits &&
            isInside(Each))
          Result.push_back(Each);
  return Result;
}

LayoutChoice TensorSearch::tryAll() {
  LayoutChoice Best;
  if (!Judge.predictsDeclared())
    return Best;
  for (const BitSwizzle &Each : candidates()) {
    if (Judge.predictedRequests() > MaxTensorRequests)
      break;
    LayoutChange Change;
    Change.Tensor = TensorChange{Tensor, Each};
    std::optional<LayoutCost> Cost =
        Judge.predict(Change, Judge.declared().Sum.Wavefronts);
    // What the compiler would merge is not known.
    if (Cost)
      Cost->Sum.IfMerged = Cost->Sum.Wavefronts * TracedTotals::PartsOfOne;
    if (Judge.improve(Best, Change, Cost))
      break;
  }
  return Best;
}

LayoutResult TensorSearch::run() {
  LayoutResult Result;
  Result.WhyNot = obstacle();
  if (!Result.WhyNot.empty())
    return Result;
  measure();
  Result.Best = Judge.fixOf(tryAll());
  if (Result.Best)
    Result.Best->IsPredicted = true;
  else
    Judge.explain(Result, "no swizzle that was tried needs fewer wavefronts");
  return Result;
}

LayoutResult banklint::findTensorSwizzle(const Architecture &Arch,
                                         llvm::ArrayRef<ArrayUse> Uses,
                                         const InterpreterBudget &Budget) {
  return TensorSearch(Arch, Uses, Budget).run();
}
