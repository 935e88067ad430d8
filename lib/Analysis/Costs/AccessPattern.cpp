//===- AccessPattern.cpp - Where the lanes of a request lie ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Costs/AccessPattern.h"
#include "Compiler/ArrayPlaces.h"
#include "Costs/CopyCosts.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;

/// The lanes whose addresses \p Op reads.
static LaneMask addressLanes(MemoryOperation Op) {
  switch (Op) {
  case MemoryOperation::MatrixLoad1:
  case MemoryOperation::MatrixStore1:
    return LaneMask::first(8);
  case MemoryOperation::MatrixLoad2:
  case MemoryOperation::MatrixStore2:
    return LaneMask::first(16);
  default:
    return LaneMask::all();
  }
}

static unsigned commonStep(unsigned Step, int64_t Bytes) {
  return std::gcd(uint64_t(Step), uint64_t(Bytes));
}

unsigned banklint::shiftStepIn(const KernelProgram &Program, unsigned Array,
                               const Architecture &Arch, unsigned Bytes,
                               const ArrayPlaces *Places) {
  const unsigned Span = AccessPattern::span(Arch, Bytes);
  // The first array of a block starts at a multiple of all banks' bytes.
  if (Program.Arrays.size() == 1)
    return Span;
  const std::optional<unsigned> Placed =
      Places ? Places->alignmentOf(Array) : std::nullopt;
  return commonStep(Span,
                    Placed ? 1u << *Placed : Program.Arrays[Array].Alignment);
}

bool banklint::varies(const SymbolTerm &Term, LaneMask Lanes) {
  if (Term.isCommon())
    return false;
  for (unsigned Lane : Lanes)
    if (Term.coefficient(Lane) != Term.coefficient(Lanes.lowest()))
      return true;
  return false;
}

/// Enters the symbols of \p Address: the varying one into the pattern, the
/// others as shifts.
static std::optional<Reason> addSymbols(const WarpValue &Address,
                                        const SymbolTable &Symbols,
                                        AccessPattern &Pattern) {
  unsigned First = Pattern.Addressing.lowest();
  for (const SymbolTerm &Term : Address.terms()) {
    if (!varies(Term, Pattern.Addressing)) {
      unsigned Step = commonStep(Pattern.ShiftStep, Term.coefficient(First));
      Pattern.ShiftsBySymbol |= Step != Pattern.ShiftStep;
      Pattern.ShiftStep = Step;
      continue;
    }
    if (Pattern.Symbol && !Pattern.Second) {
      Pattern.Second = Term.symbol();
      for (unsigned Lane : Pattern.Addressing)
        Pattern.SecondCoefficient[Lane] =
            canonical(Term.coefficient(Lane), I32);
      continue;
    }
    if (Pattern.Symbol) {
      std::string Both = "'" + Symbols.name(*Pattern.Symbol).str() + "' and '" +
                         Symbols.name(Term.symbol()).str() + "'";
      return Reason{ReasonCode::UniformUnknown, "depends on " + Both};
    }
    Pattern.Symbol = Term.symbol();
    for (unsigned Lane : Pattern.Addressing)
      Pattern.Coefficient[Lane] = canonical(Term.coefficient(Lane), I32);
  }
  return std::nullopt;
}

std::optional<Reason> banklint::describe(const AccessEvent &Event,
                                         const KernelProgram &Program,
                                         const Architecture &Arch,
                                         AccessPattern &Pattern,
                                         const ArrayPlaces *Places) {
  if (const LaneCases *Cases = Event.Address.cases())
    return Reason{ReasonCode::UniformUnknown,
                  dependsOn(Event.Symbols.caseSet(Cases->Set).Name)};
  return describe(Event, Event.Address, Program, Arch, Pattern, Places);
}

std::optional<Reason>
banklint::describe(const AccessEvent &Event, const WarpValue &Address,
                   const KernelProgram &Program, const Architecture &Arch,
                   AccessPattern &Pattern, const ArrayPlaces *Places) {
  const Access &A = Program.Accesses[Event.Access];
  Pattern.Op = A.Op;
  Pattern.Bytes = A.Bytes;
  Pattern.Pieces = A.Pieces;
  Pattern.Lanes = Event.Lanes;
  Pattern.Addressing = Event.Lanes & addressLanes(A.Op);
  Pattern.ShiftStep = AccessPattern::span(Arch, A.Bytes);
  if (Pattern.Addressing.none())
    return std::nullopt;

  if (!Address.affine().contains(Pattern.Addressing))
    return Address.reason()
               ? *Address.reason()
               : Reason{ReasonCode::UnsupportedConstruct,
                        "the address does not follow from the source"};
  int64_t Object = objectOf(Address.base(Pattern.Addressing.lowest()));
  for (unsigned Lane : Pattern.Addressing) {
    if (objectOf(Address.base(Lane)) != Object)
      return Reason{ReasonCode::UnknownPointer,
                    "lanes of one request point into several arrays"};
    Pattern.Offset[Lane] = uint64_t(Address.base(Lane)) -
                           (Object > 0 ? arrayStart(Object - 1) : 0);
  }
  bool IsArray = Object > 0 && uint64_t(Object) <= Program.Arrays.size();
  Pattern.ShiftStep =
      IsArray ? shiftStepIn(Program, Object - 1, Arch, A.Bytes, Places) : 1;
  if (std::optional<Reason> Why = addSymbols(Address, Event.Symbols, Pattern))
    return Why;
  return A.Op == MemoryOperation::AsyncCopyBypass
             ? describeSource(Event, Address, Program, Arch, Pattern)
             : std::nullopt;
}

/// True if all lanes may be aligned alike to twice the width.
static bool mayBeAlignedAlike(const AccessPattern &Pattern) {
  if (Pattern.Bytes >= 16 || Pattern.Addressing.none())
    return false;
  unsigned First = Pattern.Addressing.lowest();
  uint64_t Mask = 2 * Pattern.Bytes - 1;
  auto Differs = [&](const LaneNumbers &Numbers, unsigned Lane) {
    return ((Numbers[Lane] - Numbers[First]) & Mask) != 0;
  };
  for (unsigned Lane : Pattern.Addressing)
    if (Differs(Pattern.Offset, Lane) && !Differs(Pattern.Coefficient, Lane))
      return false;
  return true;
}

bool banklint::mayJoinPieces(const AccessPattern &Pattern) {
  return Pattern.Pieces != 1 && !Pattern.IsJoined && mayBeAlignedAlike(Pattern);
}

void banklint::joinPieces(AccessPattern &Pattern, unsigned AlignedBits) {
  const unsigned All = Pattern.Bytes * Pattern.Pieces;
  // The widest power of two that divides both.
  const unsigned Bytes = std::min(1u << AlignedBits, All & -All);
  if (Bytes <= Pattern.Bytes)
    return;
  AccessPattern Joined = Pattern;
  Joined.Bytes = Bytes;
  Joined.Pieces = All / Bytes;
  Joined.ShiftStep = Bytes;
  Joined.IsJoined = true;
  // Pieces that may be merged with each other are not sure.
  if (Joined.Pieces == 1 || !mayBeAlignedAlike(Joined))
    Pattern = std::move(Joined);
}

SymbolLabel banklint::labelOf(SymbolId Symbol, const SymbolTable &Symbols,
                              const KernelProgram &Program) {
  llvm::StringRef Name = Symbols.name(Symbol);
  // Symbols of derived values are named after what they derive from, later
  // than it. So the first symbol of a name that nothing but one parameter or
  // builtin has is the parameter's or builtin's own.
  for (SymbolId Earlier = 0; Earlier != Symbol; ++Earlier)
    if (Symbols.name(Earlier) == Name)
      return {Name.str(), false};
  auto IsNamed = [Name](const auto &Entity) { return Entity.Name == Name; };
  bool IsSource = parseBuiltin(Name).has_value() ||
                  llvm::count_if(Program.Parameters, IsNamed) == 1;
  bool IsAmbiguous = llvm::any_of(Program.Variables, IsNamed) ||
                     llvm::any_of(Program.Opaques, IsNamed);
  return {Name.str(), IsSource && !IsAmbiguous};
}

std::optional<int64_t> banklint::distance(const WarpValue &From,
                                          const WarpValue &To, LaneMask Lanes) {
  return haveSameTerms(From, To, Lanes) ? distanceOfBases(From, To, Lanes)
                                        : std::nullopt;
}

std::optional<int64_t> banklint::distanceOfBases(const WarpValue &From,
                                                 const WarpValue &To,
                                                 LaneMask Lanes) {
  unsigned First = Lanes.lowest();
  int64_t Distance = To.base(First) - From.base(First);
  if (From.hasUniformBase() && To.hasUniformBase())
    return Distance;
  // All lanes of two vectors, in a loop without exits that is several times as
  // fast.
  if (Lanes == LaneMask::all() && !From.hasUniformBase() &&
      !To.hasUniformBase()) {
    int64_t Differing = 0;
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Differing |= (To.numbers()[Lane] - From.numbers()[Lane]) ^ Distance;
    return Differing == 0 ? std::optional(Distance) : std::nullopt;
  }
  for (unsigned Lane : Lanes)
    if (To.base(Lane) - From.base(Lane) != Distance)
      return std::nullopt;
  return Distance;
}
