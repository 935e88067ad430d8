//===- LoadOrder.h - Loads that surely stand before a store -----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In straight code that loads places and stores to them, the compiler loads a
// place just before the first store that needs it:
//
//   x = s[i]; y = s[i + 1]; s[i] = x + 1; s[i + 1] = y + 1;
//
// becomes a load and a store of the one place, and then of the other one. The
// loads stay together if the first store needs both, as `s[i] = x + y` does.
// docs/hardware-model.md says how this was measured.
//
// While a kernel is lowered, with the calls that are followed, this keeps what
// values are surely made of, and finds the stores that surely stand behind all
// that was loaded before.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_LOADORDER_H
#define BANKLINT_LIB_FRONTEND_LOWERING_LOADORDER_H

#include "ValueUses.h"
#include "banklint/Program/KernelProgram.h"
#include "llvm/Support/SaveAndRestore.h"
#include <map>
#include <optional>
#include <set>

namespace banklint {

class LoadOrder {
public:
  explicit LoadOrder(KernelProgram &Program) : Program(Program) {}

  /// What a value is surely made of.
  class Needs {
  public:
    void add(const Needs &Other);
    const std::set<unsigned> &loads() const { return Loads; }

  private:
    friend class LoadOrder;
    static constexpr unsigned MaxElements = 64;
    std::set<unsigned> Loads;
    /// Of loads to the elements of an array: of which elements.
    std::map<unsigned, std::bitset<MaxElements>> Elements;
  };

  struct Value {
    Needs Surely;
    /// What it is perhaps computed from, and was not assigned since.
    llvm::SmallVector<ValuePart, 4> From;

    /// Makes it one of two values.
    void join(const Value &Other);
  };

private:
  struct Held {
    int64_t End;
    /// Of each element if it holds several, else 0.
    int64_t ElementBytes;
    Needs Value;
  };
  using Key = std::pair<ValueHolder, int64_t>;
  /// What stood in places before they were changed, or what stands there then.
  using Log = std::map<Key, std::optional<Held>>;

public:
  /// While it lives, a value is computed apart from what is around it, which
  /// needs the value as well if \p IsPart. Else, what was not assigned is used.
  class Scope {
  public:
    explicit Scope(LoadOrder &Order, bool IsPart = false);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    LoadOrder &Order;
    const bool IsPart;
    Value Around;
  };

  /// What is assigned while it lives is perhaps not: in a switch.
  class Region {
  public:
    explicit Region(LoadOrder &Order)
        : Order(Order), Jumps(Order.HasLeft, false) {
      Order.Logs.emplace_back();
    }
    ~Region() { Order.forgetChanged(/*KeepsElements=*/false); }
    Region(const Region &) = delete;
    Region &operator=(const Region &) = delete;

  private:
    LoadOrder &Order;
    llvm::SaveAndRestore<bool> Jumps;
  };

  /// Two sides of a branch are lowered while it lives. What they assign becomes
  /// a choice, which is made of both values and of the condition, or the branch
  /// stays, and all that was loaded before stands before it.
  class Branch {
  public:
    /// \p Taken says which side is executed if that is known.
    Branch(LoadOrder &Order, Needs Condition, std::optional<bool> Taken)
        : Order(Order), Condition(std::move(Condition)), Taken(Taken),
          HadLeft(std::exchange(Order.HasLeft, false)) {
      Order.Logs.emplace_back();
    }
    void startOther();
    ~Branch();
    Branch(const Branch &) = delete;
    Branch &operator=(const Branch &) = delete;

  private:
    LoadOrder &Order;
    const Needs Condition;
    const std::optional<bool> Taken;
    Log Then;
    const bool HadLeft;
    bool ThenLeaves = false;
  };

  /// A loop is lowered while it lives: what is assigned is perhaps not, and
  /// what one round has loaded last may stand behind the first stores of the
  /// next.
  class Loop {
  public:
    explicit Loop(LoadOrder &Order);
    ~Loop();
    Loop(const Loop &) = delete;
    Loop &operator=(const Loop &) = delete;

  private:
    LoadOrder &Order;
    const unsigned Token;
    llvm::SaveAndRestore<bool> Jumps;
  };

  /// In code that is never executed: nothing is noted.
  bool IsDead = false;
  /// A jump has left the innermost block: what follows there is dead.
  bool HasLeft = false;
  /// What is used of what is loaded.
  ValueUses Uses;

  /// The current value is made of what access number \p Access loads.
  void load(unsigned Access);
  /// It is computed from \p From, and who knows what else.
  void readFrom(const ValuePart &From);
  void need(const Value &Made);
  const Needs &current() const { return Current.Surely; }
  const Value &made() const { return Current; }
  /// Ends the current value, which goes elsewhere.
  Value take() { return std::exchange(Current, {}); }
  /// Whatever the current value was computed from is used.
  void use();
  void use(const ValuePart &Part);
  /// Only some bytes of the current value are needed.
  void narrow() { narrow(Current); }
  void narrow(const Value &Of);
  /// The current value is made of what \p From holds.
  void read(const ValuePart &From);
  /// \p To gets the current value.
  void assign(const ValuePart &To);
  /// \p To, a struct, gets what is computed from the current value.
  void assignParts(const ValuePart &To);
  /// Some element of \p Bytes in \p To gets it; in the end all do.
  void assignElement(const ValuePart &To, int64_t Bytes);
  /// \p To, of the same size, gets what \p From holds.
  void copy(const ValuePart &From, const ValuePart &To);
  /// From now on anything may change and use it.
  void lose(const ValuePart &Whole);
  /// Anything may be in \p To.
  void forget(const ValuePart &To);

  /// The current value goes to array number \p Array.
  void putInto(unsigned Array);
  /// To be called once all is lowered: finds what is used.
  ValueUses::Result findUses();
  /// All that was loaded surely stands before what follows.
  void settle();
  /// Access number \p Access stores the current value where \p OfPlace, among
  /// pending(), have loaded from: notes whether it perhaps is amid loads.
  void store(unsigned Access, llvm::ArrayRef<unsigned> OfPlace);
  /// The loads that perhaps do not stand before what follows.
  const std::set<unsigned> &pending() const { return Pending; }

private:
  /// A store that is behind all loads but those of earlier rounds of loops.
  struct Candidate {
    unsigned Access;
    std::set<unsigned> Tokens;
  };
  static constexpr unsigned FirstToken = 1u << 31;

  void needLoads(const Needs &Value);
  void assignFrom(const ValuePart &To);
  bool isNeeded(unsigned Load) const;
  bool isElsewhere(unsigned A, unsigned B) const;
  bool takeNeeded(unsigned Access, llvm::ArrayRef<unsigned> OfPlace);
  std::map<Key, Held>::iterator erase(std::map<Key, Held>::iterator It);
  void set(const Key &At, Held Value);
  void log(const Key &At);
  Log valuesOf(const Log &Changed) const;
  Log endLog();
  void forgetChanged(bool KeepsElements);

  KernelProgram &Program;
  Value Current;
  std::map<Key, Held> Values;
  std::set<ValueHolder> Lost;
  /// Of loads to the elements of an array: how many elements that has.
  std::map<unsigned, unsigned> ElementCounts;
  /// Loads, and tokens of loops.
  std::set<unsigned> Pending;
  /// Loads stand between stores since Pending was empty.
  bool IsMixed = false;
  /// Of the regions and branches that are lowered, innermost last.
  std::vector<Log> Logs;
  std::vector<Candidate> Candidates;
  unsigned NextToken = FirstToken;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_LOADORDER_H
