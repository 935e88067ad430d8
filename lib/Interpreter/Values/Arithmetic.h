//===- Arithmetic.h - Operators on warp values ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator gives, for each lane of the mask, the best form that is sure:
//
// 1. a number, where both operands are numbers, or one absorbs the other
//    (x & 0, false && x);
// 2. an affine form, where the operator keeps it: sums, products with numbers,
//    of numbers that differ between lanes with what these share, left shifts;
//    right shifts, quotients, remainders and masks by a number that divides all
//    coefficients;
// 3. a symbol, where all lanes that are left hold the same operands;
// 4. one of a few vectors, by cases of what the lanes share (Cases.cpp);
// 5. else unknown, with the operands' reason or the symbol to blame, and with
//    the lowest bits that follow from those of the operands (LowBits.cpp);
//    what is left of divisions and put together again (Divisions.cpp), and how
//    far apart the lanes are (Spreads.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_VALUES_ARITHMETIC_H
#define BANKLINT_LIB_INTERPRETER_VALUES_ARITHMETIC_H

#include "banklint/Interpreter/Sweeps.h"
#include "banklint/Interpreter/Symbols.h"
#include "banklint/Program/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>

namespace banklint {

/// Reasons that come up while running; addresses stay valid.
class ReasonPool {
public:
  const Reason *get(ReasonCode Code, llvm::StringRef Detail);

private:
  std::deque<Reason> Reasons;
  std::map<std::pair<ReasonCode, std::string>, const Reason *> ByText;
};

/// True if \p Base is an offset that leaves room for a symbol's value. 64-bit
/// numbers with symbols are known modulo 2^32 only.
inline bool isSmall(int64_t Base, IntType Type) {
  int64_t Limit = int64_t(1) << 31;
  return (Type.Signed ? -Limit : 0) <= Base && Base < Limit;
}

class Arithmetic {
public:
  Arithmetic(SymbolTable &Symbols, ReasonPool &Reasons, Sweeps &Running)
      : Symbols(Symbols), Reasons(Reasons), Running(Running) {}

  /// \p Type is the operands' type.
  WarpValue unary(UnaryOp Op, const WarpValue &Operand, IntType Type,
                  LaneMask Mask);
  WarpValue binary(BinaryOp Op, const WarpValue &Left, const WarpValue &Right,
                   IntType Type, LaneMask Mask);
  WarpValue convert(const WarpValue &Operand, IntType From, IntType To,
                    LaneMask Mask);
  /// The value that is \p A or \p B in each lane of \p Mask, it is not known
  /// which; \p IsOneChoice says that the choice is the same for all lanes.
  /// \p Name is that of the variable which holds it, if one does.
  WarpValue either(const WarpValue &A, const WarpValue &B, bool IsOneChoice,
                   LaneMask Mask, const Reason *Why, llvm::StringRef Name = "");
  /// \p Then if \p Condition holds, which is not known, else \p Else, as two
  /// cases; nothing if \ref either says as much, or if they can't be told
  /// apart.
  std::optional<WarpValue> chosenByCases(const WarpValue &Condition,
                                         const WarpValue &Then,
                                         const WarpValue &Else, LaneMask Mask);
  /// \p Function of \p Operands in each case of theirs. \p Function must not
  /// distinguish cases of its own.
  WarpValue
  casewise(llvm::ArrayRef<const WarpValue *> Operands, LaneMask Mask,
           llvm::function_ref<WarpValue(llvm::ArrayRef<WarpValue>)> Function);
  /// \p Left - \p Right without conversion to a type. Sweeps in which it moves
  /// are stopped.
  WarpValue difference(const WarpValue &Left, const WarpValue &Right,
                       LaneMask Mask);

private:
  /// Symbols that one value may depend on. More slow everything down, as in a
  /// sum of many unknowns that a loop makes, and help nobody.
  static constexpr unsigned MaxTerms = 8;

  WarpValue sum(const WarpValue &Left, const WarpValue &Right, int64_t Sign,
                IntType Type, LaneMask Mask);
  WarpValue product(const WarpValue &Value, const WarpValue &Factor,
                    IntType Type, LaneMask Mask);
  std::optional<WarpValue> productOfShared(const WarpValue &Value,
                                           const WarpValue &Factor,
                                           IntType Type, LaneMask Mask);
  bool keepsDivided(const WarpValue &Left, int64_t Divisor, bool NeedsSign,
                    IntType Type, LaneMask Mask) const;
  std::optional<WarpValue> divided(BinaryOp Op, const WarpValue &Left,
                                   int64_t Right, IntType Type, LaneMask Mask);
  std::optional<WarpValue> affine(BinaryOp Op, const WarpValue &Left,
                                  const WarpValue &Right, IntType Type,
                                  LaneMask Mask);
  std::optional<std::pair<int64_t, int64_t>>
  rangeOf(const WarpValue &Value, unsigned Lane, IntType Type) const;
  void limitResidues(const WarpValue &Result, uint64_t Step, BinaryOp Op,
                     const WarpValue &Left, const WarpValue &Right,
                     LaneMask Mask);
  std::optional<WarpValue> chosenByRange(BinaryOp Op, const WarpValue &Left,
                                         const WarpValue &Right, IntType Type,
                                         LaneMask Mask);
  std::optional<WarpValue> comparedByRange(BinaryOp Op, const WarpValue &Left,
                                           const WarpValue &Right, IntType Type,
                                           LaneMask Mask);
  std::optional<WarpValue> comparedAsShared(BinaryOp Op, const WarpValue &Left,
                                            const WarpValue &Right,
                                            IntType Type, LaneMask Mask);
  std::optional<WarpValue> compared(BinaryOp Op, const WarpValue &Left,
                                    const WarpValue &Right, IntType Type,
                                    LaneMask Mask);
  LaneMask addForms(WarpValue &Result, BinaryOp Op, const WarpValue &Left,
                    const WarpValue &Right, IntType Type, LaneMask Rest,
                    LaneMask Numbers);
  /// The greatest number that divides \p Limit, unless that is 0, and all
  /// coefficients of \p Value.
  static uint64_t commonStep(const WarpValue &Value, uint64_t Limit,
                             LaneMask Mask);
  /// \p Value with one symbol in place of all terms that the lanes of \p Mask
  /// share.
  WarpValue folded(const WarpValue &Value, LaneMask Mask);
  WarpValue foldedChoice(const WarpValue &Value, const WarpValue &Difference,
                         LaneMask Mask, llvm::StringRef Name);
  WarpValue symbolic(llvm::ArrayRef<int64_t> Operator,
                     llvm::ArrayRef<const WarpValue *> Operands, LaneMask Mask);
  const Reason *blame(llvm::ArrayRef<const WarpValue *> Operands);

  /// A value that all lanes share, as part of a key.
  using Key = llvm::SmallVector<int64_t, 16>;
  static void addToKey(Key &K, const WarpValue &Value, LaneMask Mask);
  std::string nameOf(const WarpValue &Value, LaneMask Mask) const;
  CaseSetId productOf(llvm::ArrayRef<CaseSetId> Sets);
  WarpValue inCases(llvm::ArrayRef<int64_t> SetKey, CaseSet Set,
                    llvm::ArrayRef<LaneNumbers> Results, LaneMask Mask);
  WarpValue plus(const WarpValue &Value, const WarpValue &Shared, IntType Type,
                 LaneMask Mask);
  bool isNonNegative(const WarpValue &Value, LaneMask Mask) const;
  void keepLowBits(WarpValue &Result, BinaryOp Op, const WarpValue &Left,
                   const WarpValue &Right, IntType Type, LaneMask Mask) const;
  void keepSpread(WarpValue &Result, BinaryOp Op, const WarpValue &Left,
                  const WarpValue &Right, IntType Type, LaneMask Mask);
  void keepSpread(WarpValue &Result, UnaryOp Op, const WarpValue &Operand,
                  IntType Type, LaneMask Mask);
  void keepConvertedSpread(WarpValue &Result, const WarpValue &Operand,
                           IntType From, IntType To, LaneMask Mask);
  bool isMoving(llvm::ArrayRef<const WarpValue *> Operands) const;
  bool areSame(const WarpValue &A, const WarpValue &B, LaneMask Mask);
  std::optional<int64_t> multipleOf(const WarpValue &Value, const WarpValue &Of,
                                    IntType Type, LaneMask Mask);
  std::optional<DividedValue> scaled(const WarpValue &Part,
                                     const WarpValue &Factor, IntType Type,
                                     LaneMask Mask);
  std::optional<DividedValue> moved(const WarpValue &Part, int64_t Sign,
                                    const WarpValue &Addend, IntType Type,
                                    LaneMask Mask);
  std::optional<WarpValue> recombined(const DividedValue &A, int64_t Sign,
                                      const DividedValue &B, IntType Type,
                                      LaneMask Mask);
  WarpValue withoutMask(const WarpValue &Value, const WarpValue &Kept,
                        IntType Type, LaneMask Mask);
  void keepDivision(WarpValue &Result, BinaryOp Op, const WarpValue &Left,
                    const WarpValue &Right, IntType Type, LaneMask Mask);
  WarpValue convertedPart(const WarpValue &Operand, IntType From, IntType To,
                          LaneMask Mask);
  class Carries;
  WarpValue binaryWithoutCases(BinaryOp Op, const WarpValue &Left,
                               const WarpValue &Right, IntType Type,
                               LaneMask Mask);
  std::optional<WarpValue> byCases(BinaryOp Op, const WarpValue &Left,
                                   const WarpValue &Right, IntType Type,
                                   LaneMask Mask);
  std::optional<WarpValue> bitsByCases(BinaryOp Op, const WarpValue &Numbers,
                                       const WarpValue &Shared, IntType Type,
                                       LaneMask Mask);
  std::optional<WarpValue> dividedByCases(BinaryOp Op, const WarpValue &Left,
                                          int64_t Divisor, IntType Type,
                                          LaneMask Mask);
  std::optional<WarpValue> clampedByCases(BinaryOp Op, const WarpValue &Left,
                                          const WarpValue &Right, IntType Type,
                                          LaneMask Mask);
  std::optional<WarpValue> byDivisor(BinaryOp Op, const WarpValue &Numbers,
                                     const WarpValue &Shared, IntType Type,
                                     LaneMask Mask);
  std::optional<WarpValue> byShift(const WarpValue &Numbers,
                                   const WarpValue &Shared, IntType Type,
                                   LaneMask Mask);

  /// Cases of one value. Each operator on it works them all out.
  static constexpr unsigned MaxCases = 512;

  SymbolTable &Symbols;
  ReasonPool &Reasons;
  Sweeps &Running;
  /// True while the cases of a value are worked out one by one.
  bool IsInCase = false;
};

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_VALUES_ARITHMETIC_H
