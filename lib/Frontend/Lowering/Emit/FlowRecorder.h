//===- FlowRecorder.h - What values are made of -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a kernel is lowered, with the calls that are followed, this knows what
// the value is made of that is being computed, and adds the steps of the flow
// (banklint/Program/Flow.h) to the program. A step stands where the value goes.
// What is read and changes meanwhile, as in `a + (a = b)`, is kept in a local
// of its own.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LOWERING_EMIT_FLOWRECORDER_H
#define BANKLINT_LIB_FRONTEND_LOWERING_EMIT_FLOWRECORDER_H

#include "banklint/Program/KernelProgram.h"

namespace banklint {

class FlowRecorder {
public:
  /// Steps go to the block that \p Out points to.
  FlowRecorder(KernelProgram &Program, Block *&Out)
      : Program(Program), Out(Out) {}
  FlowRecorder(const FlowRecorder &) = delete;

  /// What a value is made of.
  using Value = llvm::SmallVector<FlowPart, 2>;

  /// While it lives, a value is computed apart from what is around it, which is
  /// made of the value as well if \p IsPart. Else, what was not assigned is
  /// used.
  class Scope {
  public:
    explicit Scope(FlowRecorder &Flow, bool IsPart = false)
        : Flow(Flow), IsPart(IsPart), Outer(Flow.Innermost),
          Around(std::exchange(Flow.Current, {})) {
      Flow.Innermost = this;
    }
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    friend FlowRecorder;

    FlowRecorder &Flow;
    const bool IsPart;
    Scope *const Outer;
    Value Around;
  };

  /// In code that is never executed: nothing is recorded.
  bool IsDead = false;
  /// In code whose order is not known: nothing surely gets what it is assigned.
  bool IsVague = false;
  /// What is assigned next is what was read, as it is.
  bool IsMove = false;
  /// A jump has left the innermost block: what follows there is dead.
  bool HasLeft = false;

  /// A local variable that the source does not have.
  FlowPart newLocal() { return FlowPart::local(Locals++); }
  /// The current value is made of what \p From holds, or perhaps of it.
  void read(FlowPart From);
  void readPerhaps(FlowPart From);
  /// It is made of what access number \p Access loads.
  void load(unsigned Access) { read({FlowHolder::Load, Access}); }
  const Value &current() const { return Current; }
  /// Nothing was read behind the first \p Count parts.
  void unread(size_t Count) { Current.truncate(Count); }
  /// Ends the current value, which goes elsewhere.
  Value take() { return std::exchange(Current, {}); }
  /// A local that keeps the current value, which goes on.
  FlowPart keepCurrent();
  /// Whatever the current value is made of is used.
  void use();
  void use(FlowPart Part);
  /// What the current value has been made of since it had \p Count parts is
  /// used, and it is still made of that.
  void useFrom(size_t Count);
  /// Only some bytes of the current value, or of another one, are needed.
  void narrow() { narrow(Current); }
  void narrow(const Value &Of);
  /// \p To gets the current value.
  void assign(FlowPart To) { make(FlowKind::Make, To); }
  /// \p To, a struct, gets what is computed from the current value.
  void assignParts(FlowPart To) { make(FlowKind::MakeParts, To); }
  /// Some element of \p Bytes in \p To gets it; in the end all do.
  void assignElement(FlowPart To, int64_t Bytes) {
    Bytes > 0 ? make(FlowKind::MakeElement, To, Bytes) : assignParts(To);
  }
  /// \p To, of the same size, gets what \p From holds.
  void copy(FlowPart From, FlowPart To);
  /// From now on anything may change and use \p Whole.
  void lose(FlowPart Whole);
  /// Anything may be in \p To.
  void forget(FlowPart To);
  /// The current value goes to array number \p Array.
  void putInto(unsigned Array);
  /// Access number \p Access loads \p To. Returns the number of the step.
  unsigned loadTo(unsigned Access, FlowPart To);
  /// Nothing uses what access number \p Access loads.
  void drop(unsigned Access);
  /// Access number \p Access is never executed, or nothing is known of it.
  void skip(unsigned Access);
  /// Access number \p Access stores the current value.
  void store(unsigned Access);
  /// All that was loaded surely stands before what follows.
  void settle();
  /// Code here may become branches that the program does not show.
  void branch();
  /// The next branch depends on \p Condition. \p Taken says which side is
  /// executed if that is known.
  void decide(const Value &Condition, std::optional<bool> Taken);
  /// The same of a branch that uses \p Condition up.
  void test(const Value &Condition, std::optional<bool> Taken);
  /// What the current value has been made of since it had \p Count parts is
  /// not needed unless some condition holds: \p Condition if it is valid. What
  /// accesses from number \p FirstAccess on load is loaded then only.
  void choose(size_t Count, unsigned FirstAccess = ~0u, ExprId Condition = {});
  /// The parts [First, Last) of the current value are multiplied by \p Factor.
  void multiply(size_t First, size_t Last, ExprId Factor);

private:
  unsigned add(FlowStep Step);
  FlowPart makeLocal(FlowKind Kind, Value From, ExprId Only = {});
  void make(FlowKind Kind, FlowPart To, int64_t Bytes = 0);
  void keep(const FlowPart &Changed, Value &Read);
  void keep(const FlowPart &Changed);

  KernelProgram &Program;
  Block *&Out;
  Value Current;
  Scope *Innermost = nullptr;
  unsigned Locals = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LOWERING_EMIT_FLOWRECORDER_H
