//===- Alignment.cpp - What the compiler knows of addresses ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/Alignment.h"
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

/// True if \p Id depends on what lives from round to round.
bool AddressKnowledge::isCarried(ExprId Id, const InLoops &Facts) const {
  bool Result = false;
  forEachVariable(Program, Id, [&](unsigned Variable) {
    Result |= Facts.Dependent[Variable];
  });
  return Result;
}

/// True if the access's address moves by constants, in loops of \p Facts whose
/// rounds are counted, from a start that the compiler knows.
bool AddressKnowledge::movesInSteps(unsigned Access, const InLoops &Facts) {
  const banklint::Access &A = Program.Accesses[Access];
  // It does not look up where it places the array then.
  if (!Facts.AreCounted || !A.Array ||
      Program.Arrays[*A.Array].Alignment < 1u << WidestBits)
    return false;
  unsigned Others = 0;
  for (auto [Number, Factor] : Sums.addressOf(Access)) {
    const Expr &Term = Program.Exprs[Number];
    if (Term.Kind == ExprKind::Variable && Facts.Carried[Term.Index]) {
      if (Factor % (1 << WidestBits) != 0)
        return false;
    } else if (isCarried({Number}, Facts) || ++Others > 1) {
      return false;
    }
  }
  return true;
}

AddressKnowledge::InLoops &
AddressKnowledge::factsIn(llvm::ArrayRef<const Stmt *> RolledLoops) {
  if (auto Known = Loops.find(RolledLoops.vec()); Known != Loops.end())
    return Known->second;
  std::vector<bool> Carried(Values.size());
  std::vector<bool> Constant = CompileTime.surelyConstantVariables();
  bool AreCounted = true;
  for (const Stmt *Loop : RolledLoops) {
    AreCounted &= CompileTime.hasConstantTest(*Loop);
    for (auto [Index, IsCarried] :
         llvm::enumerate(CompileTime.carriedBy(*Loop)))
      if (IsCarried) {
        Carried[Index] = true;
        Constant[Index] = false;
      }
  }
  return Loops
      .try_emplace(RolledLoops.vec(),
                   InLoops{AlignmentProof(Program, Layout, Values, Constant,
                                          AlignmentProof::Sure),
                           Carried,
                           dependentOn(Carried),
                           AreCounted,
                           Constant,
                           {}})
      .first->second;
}

/// What is known of the access's address in \p Here. It may be made from a sum
/// that stands before it, but only where it is itself one.
AddressKnowledge::Known
AddressKnowledge::knownIn(const CodeCopy &Here, llvm::ArrayRef<uint64_t> Rounds,
                          unsigned Access, InLoops &Facts) {
  const ExprId Address = Program.Accesses[Access].Address;
  Known Result;
  Result.IsCarried = isCarried(Address, Facts);
  if (Result.IsCarried && !movesInSteps(Access, Facts))
    return Result;
  const AddressForms::Form Form =
      Forms.formOf(Access, Here, Rounds, [&](ExprId Part) {
        return Facts.Proof.zeroBitsIn(Here, Part);
      });
  Result.Form = Form.Number;
  if (Form.Terms < 2 || !Sums.mayRewrite(Access))
    Result.Bits = Facts.Proof.knownBitsIn(Here, Address);
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
  if (!Result.InAnyCopy.IsCarried &&
      (!Parts.Constants.empty() || !Parts.Loops.empty()))
    Result.Parts = std::move(Parts);
  return Result;
}

AddressKnowledge::Known AddressKnowledge::known(const AccessEvent &Event) {
  InLoops &Facts = factsIn(Event.RolledLoops);
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

/// By unrolling the compiler may know anything of what a loop changes, and it
/// adds up what is added more than once.
unsigned AddressKnowledge::knowableBits(unsigned Access) {
  if (!BestProof) {
    std::vector<bool> Constant = CompileTime.surelyConstantVariables();
    for (unsigned Index = 0; Index != Values.size(); ++Index)
      Constant[Index] = Constant[Index] || Values.of(Index).size() > 1;
    BestProof.emplace(Program, Layout, Values, std::move(Constant),
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
  if (IsNew)
    It->second = Arguments->knowableBits(Sums.addressOf(Access), WidestBits);
  return It->second;
}
