//===- Alignment.cpp - What the compiler knows of addresses ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/Alignment.h"
#include "Costs/AccessPattern.h"
#include "banklint/Support/Mechanisms.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

/// The variables that depend on \p Carried ones, and these.
std::vector<bool> AddressKnowledge::dependentOn(std::vector<bool> Carried) {
  if (Users.empty()) {
    Users.resize(Values.size());
    for (unsigned Index = 0; Index != Values.size(); ++Index)
      for (ExprId Value : Values.of(Index))
        forEachVariable(Program, Value,
                        [&](unsigned Used) { Users[Used].push_back(Index); });
  }
  llvm::SmallVector<unsigned> Left;
  for (unsigned Index = 0; Index != Carried.size(); ++Index)
    if (Carried[Index])
      Left.push_back(Index);
  while (!Left.empty())
    for (unsigned User : Users[Left.pop_back_val()])
      if (!Carried[User]) {
        Carried[User] = true;
        Left.push_back(User);
      }
  return Carried;
}

static bool isAlignedAsDeclared(const SharedArray &Array) {
  return !Array.IsDynamic && Array.Alignment >= 1u << WidestBits;
}

/// True if \p Id depends on what lives from round to round.
bool AddressKnowledge::isCarried(ExprId Id, const InLoops &Facts) const {
  bool Result = false;
  forEachVariable(Program, Id, [&](unsigned Variable) {
    Result |= Facts.Dependent[Variable];
  });
  return Result;
}

/// True if the access's address, the sum of \p Terms, moves by constants in
/// each round of loops of \p Facts, from a start that the compiler knows.
bool AddressKnowledge::movesInSteps(unsigned Access,
                                    const SharedSums::Sum &Terms,
                                    InLoops &Facts) {
  const banklint::Access &A = Program.Accesses[Access];
  // It does not look up where it places the array then.
  if (!A.Array || !Program.Arrays[*A.Array].isAlignedTo(1u << WidestBits))
    return false;
  // Of stores, one of 71 kernels was not as elsewhere where it can't.
  if (A.Op != MemoryOperation::Load && !Facts.AreCounted)
    return false;
  unsigned Others = 0;
  for (auto [Number, Factor] : Terms) {
    const Expr &Term = Program.Exprs[Number];
    if (Term.Kind == ExprKind::Variable && Facts.Carried[Term.Index]) {
      if (!Facts.Steps[Term.Index] ||
          Facts.Proof.knownBits({Number}, Factor) < WidestBits ||
          (Facts.Outer[Term.Index] && ++Others > 1))
        return false;
    } else if (isCarried({Number}, Facts) || ++Others > 1) {
      return false;
    }
  }
  return true;
}

AddressKnowledge::InLoops &AddressKnowledge::factsIn(const AccessEvent &Event) {
  std::vector<RolledLoop> Rolled;
  for (const Stmt *Loop : Event.RolledLoops) {
    const auto *Position = llvm::find_if(
        Event.Loops, [&](const LoopPosition &P) { return P.Of == Loop; });
    Rolled.emplace_back(Loop,
                        Position == Event.Loops.end() ? 1 : Position->InLine);
  }
  auto Known = Loops.find(Rolled);
  if (Known == Loops.end())
    Known = Loops.try_emplace(Rolled, makeFacts(Rolled)).first;
  return Known->second;
}

AddressKnowledge::InLoops
AddressKnowledge::makeFacts(llvm::ArrayRef<RolledLoop> Rolled) {
  std::vector<bool> Carried(Values.size());
  std::vector<bool> Constant = CompileTime.surelyConstantVariables();
  std::vector<bool> Outer(Values.size());
  std::vector<bool> Steps(Values.size(), true);
  std::vector<bool> AddedTo(Values.size());
  AlignmentProof::StepsInLine InLine(Values.size());
  bool AreCounted = true;
  for (auto [Loop, RoundsInLine] : Rolled) {
    const AlignmentProof::StepsInLine OfRound =
        RoundsInLine > 1 ? CompileTime.constantStepsOf(*Loop)
                         : AlignmentProof::StepsInLine(Values.size());
    AreCounted &= CompileTime.hasConstantTest(*Loop);
    const std::vector<bool> Stepped = CompileTime.steppedBy(*Loop);
    const std::vector<bool> Added = CompileTime.addedToBy(*Loop);
    const std::vector<bool> &OfLoop = CompileTime.carriedBy(*Loop);
    for (unsigned Index = 0; Index != Values.size(); ++Index) {
      AddedTo[Index] = AddedTo[Index] || Added[Index];
      if (!OfLoop[Index]) {
        Outer[Index] = Carried[Index];
        continue;
      }
      InLine[Index] = OfRound[Index];
      InLine[Index].By *= Carried[Index] ? 0 : RoundsInLine;
      Carried[Index] = true;
      Outer[Index] = false;
      Constant[Index] = false;
      Steps[Index] = Steps[Index] && Stepped[Index];
    }
  }
  return {AlignmentProof(Program, Layout, Places, Values, Constant,
                         std::move(InLine), AlignmentProof::Sure),
          Carried,
          dependentOn(Carried),
          std::move(Outer),
          std::move(Steps),
          std::move(AddedTo),
          AreCounted,
          Constant,
          {},
          {}};
}

/// What is known of the access's address in \p Here. It may be made from a sum
/// that stands before it, but only where it is itself one.
AddressKnowledge::Known
AddressKnowledge::knownIn(const CodeCopy &Here, llvm::ArrayRef<uint64_t> Rounds,
                          unsigned Access, InLoops &Facts) {
  const ExprId Address = Program.Accesses[Access].Address;
  Known Result;
  Result.IsCarried = isCarried(Address, Facts);
  const AddressForms::Form Form =
      Forms.formOf(Access, Here, Rounds, [&](ExprId Part) {
        return Facts.Proof.zeroBitsIn(Here, Part);
      });
  if (Result.IsCarried && (!movesInSteps(Access, Form.Terms, Facts) ||
                           !applies(Mechanism::SteppedAddresses))) {
    Result.Doubts = CompilerRule::M7;
    return Result;
  }
  Result.Form = Form.Number;
  if (Form.Terms.size() < 2 || !Sums.mayRewrite(Access) ||
      !applies(Mechanism::RewrittenSums))
    Result.Bits = Facts.Proof.knownBitsIn(Here, Address);
  else
    Result.Doubts = CompilerRule::M6;
  if (Result.Bits < MinMergedBits && Result.Doubts.empty())
    Result.Doubts = CompilerRule::M5;
  return Result;
}

AddressKnowledge::KnownOfAccess
AddressKnowledge::inAnyCopy(unsigned Access, InLoops &Facts,
                            llvm::ArrayRef<const Stmt *> RolledLoops) {
  KnownOfAccess Result;
  CopyConstants::Parts Parts = Copies.partsOf(Access, Facts.Constant);
  // Rounds of rolled loops are never one straight line.
  llvm::erase_if(Parts.Loops, [&](const Stmt *Loop) {
    return llvm::is_contained(RolledLoops, Loop);
  });
  Result.InAnyCopy =
      knownIn({Program, Values, Facts.Constant, Parts, /*Find=*/nullptr},
              /*Rounds=*/{}, Access, Facts);
  if ((!Parts.Constants.empty() || !Parts.Loops.empty()) &&
      applies(Mechanism::CopyConstants))
    Result.Parts = std::move(Parts);
  return Result;
}

AddressKnowledge::Known AddressKnowledge::known(const AccessEvent &Event) {
  InLoops &Facts = factsIn(Event);
  auto Found = Facts.OfAccess.find(Event.Access);
  if (Found == Facts.OfAccess.end())
    Found = Facts.OfAccess
                .emplace(Event.Access,
                         inAnyCopy(Event.Access, Facts, Event.RolledLoops))
                .first;
  KnownOfAccess &Known = Found->second;
  if (!Known.Parts)
    return Known.InAnyCopy;
  const auto ConstantOf = [&Event](ExprId Id) {
    const WarpValue Value = Event.ValueOf(Id);
    if (Event.Running)
      Event.Running->needUniform(Value, Event.Lanes);
    return Value.uniformConstant(Event.Lanes);
  };
  std::vector<uint64_t> Rounds;
  for (const LoopPosition &Loop : Event.Loops)
    if (llvm::is_contained(Known.Parts->Loops, Loop.Of))
      Rounds.push_back(Loop.Round.value_or(~uint64_t(0)));
  std::vector<uint64_t> Key = Rounds;
  for (ExprId Constant : Known.Parts->Constants) {
    const std::optional<int64_t> Value = ConstantOf(Constant);
    if (!Value)
      return Known.InAnyCopy;
    Key.push_back(*Value);
  }
  auto [Here, IsNew] = Known.InCopies.try_emplace(std::move(Key));
  if (IsNew)
    Here->second =
        knownIn({Program, Values, Facts.Constant, *Known.Parts, ConstantOf},
                Rounds, Event.Access, Facts);
  return Here->second;
}

/// True if \p Id depends on what rounds of loops of \p Facts add something to.
bool AddressKnowledge::isMoved(ExprId Id, const InLoops &Facts) const {
  bool Result = false;
  std::vector<bool> Seen(Values.size());
  llvm::SmallVector<ExprId> Left = {Id};
  while (!Left.empty())
    forEachVariable(Program, Left.pop_back_val(), [&](unsigned Variable) {
      if (Seen[Variable] || !Facts.Dependent[Variable])
        return;
      Seen[Variable] = true;
      Result |= Facts.Carried[Variable] && Facts.AddedTo[Variable];
      llvm::append_range(Left, Values.of(Variable));
    });
  return Result;
}

unsigned AddressKnowledge::structBits(const AccessEvent &Event) {
  const Access &A = Program.Accesses[Event.Access];
  const std::optional<unsigned> Array = arrayOf(Event, A);
  if (!Array)
    return 0;
  // Bytes are not joined because the array happens to stand at some place.
  const SharedArray &Declared = Program.Arrays[*Array];
  if (A.Bytes == 1 && !Declared.IsDynamic && !isAlignedAsDeclared(Declared))
    return 0;
  InLoops &Facts = factsIn(Event);
  auto [It, IsNew] = Facts.OfStructs.try_emplace({Event.Access, *Array}, 0);
  // What moves becomes a pointer to somewhere in the struct, of which the
  // alignment is lost with that of the array, unless that is declared.
  if (IsNew &&
      (Declared.isAlignedTo(1u << WidestBits) || !isMoved(A.Address, Facts)))
    It->second = Facts.Proof.knownZeroBits(A.Address);
  return It->second;
}

/// By unrolling the compiler may know anything of what a loop changes, and it
/// adds up what is added more than once.
unsigned AddressKnowledge::knowableBits(unsigned Access) {
  if (!BestProof) {
    std::vector<bool> Constant = CompileTime.surelyConstantVariables();
    for (unsigned Index = 0; Index != Values.size(); ++Index)
      Constant[Index] = Constant[Index] || Values.of(Index).size() > 1;
    BestProof.emplace(Program, Layout, Places, Values, std::move(Constant),
                      AlignmentProof::StepsInLine(Values.size()),
                      AlignmentProof::Possible);
  }
  auto [It, IsNew] = Knowable.try_emplace(Access, WidestBits);
  if (IsNew) {
    for (auto [Number, Factor] : Sums.addressOf(Access))
      It->second =
          std::min(It->second, BestProof->knownBits(ExprId{Number}, Factor));
    It->second = std::max(
        It->second, BestProof->knownBits(Program.Accesses[Access].Address, 1));
  }
  return It->second;
}

unsigned AddressKnowledge::bitsOfAnyLaunch(unsigned Access) {
  if (!Arguments)
    Arguments.emplace(Program, Values);
  auto [It, IsNew] = OfAnyLaunch.try_emplace(Access, WidestBits);
  if (IsNew && applies(Mechanism::ArgumentTerms))
    It->second = Arguments->knowableBits(Sums.addressOf(Access), WidestBits);
  return It->second;
}

std::optional<MemberPart> AddressKnowledge::memberOf(const AccessEvent &Event) {
  const Access &A = Program.Accesses[Event.Access];
  const std::optional<unsigned> Array = arrayOf(Event, A);
  if (!Array || A.Pieces != 1)
    return std::nullopt;
  auto [It, IsNew] = Moduli.try_emplace(Event.Access, 1u << WidestBits);
  if (IsNew)
    for (auto [Number, Factor] : Sums.addressOf(Event.Access))
      while (Factor % It->second != 0)
        It->second /= 2;
  if (It->second < A.Bytes || !Program.Arrays[*Array].isAlignedTo(It->second))
    return std::nullopt;
  const uint64_t Place = Event.Address.base(Event.Lanes.lowest());
  return MemberPart{*Array, It->second, unsigned(Place % It->second), A.Bytes};
}
