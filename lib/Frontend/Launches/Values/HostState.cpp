//===- HostState.cpp - What a path of host code knows ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches/Values/HostState.h"
#include "Ast/AstQueries.h"
#include "banklint/Program/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

// Longer arrays hold data, not sizes.
static constexpr unsigned MaxElements = 64;

const HostValue &HostState::Owner::value() const {
  static const HostValue Unknown;
  return Held ? *Held : Unknown;
}

HostValue &HostState::Owner::ownValue() {
  if (!Held || Held.use_count() != 1)
    set(value());
  return *Held;
}

const HostState::RootMap &HostState::roots() const {
  static const RootMap None;
  return Roots ? *Roots : None;
}

HostState::RootMap &HostState::ownRoots() {
  if (!Roots || Roots.use_count() != 1)
    Roots = std::make_shared<RootMap>(roots());
  return *Roots;
}

std::optional<HostValue> HostState::load(const HostPlace &Place) const {
  auto It = roots().find(Place.Root);
  if (It == roots().end())
    return std::nullopt;
  if (Place.IsSomewhereInside)
    return HostValue();
  const HostValue *Value = &It->second.value();
  for (unsigned Index : Place.Path) {
    // Parts of what is not known are alike.
    if (Value->Kind != HostValue::Aggregate || Index >= Value->Elements.size())
      return Value->element(Index);
    Value = &Value->Elements[Index];
  }
  return *Value;
}

void HostState::Owner::setPart(llvm::ArrayRef<unsigned> Path, HostValue Value) {
  if (Path.empty())
    return set(std::move(Value));
  HostValue *Part = &ownValue();
  for (unsigned Index : Path) {
    // A part that is not kept is unknown anyway.
    if (Index >= MaxElements)
      return;
    if (Part->Kind != HostValue::Aggregate)
      *Part = HostValue::aggregate({});
    if (Part->Elements.size() <= Index)
      Part->Elements.resize(Index + 1);
    Part = &Part->Elements[Index];
  }
  *Part = std::move(Value);
}

static bool isPrefix(llvm::ArrayRef<unsigned> Prefix,
                     llvm::ArrayRef<unsigned> Path) {
  return Path.take_front(Prefix.size()) == Prefix;
}

bool HostState::Owner::isEscaped(llvm::ArrayRef<unsigned> Path) const {
  return HasEscaped ||
         llvm::any_of(EscapedParts, [&](const std::vector<unsigned> &Part) {
           return isPrefix(Part, Path);
         });
}

void HostState::Owner::forgetEscaped() {
  if (HasEscaped)
    return forget();
  for (const std::vector<unsigned> &Part : EscapedParts)
    setPart(Part, {});
}

/// True if no code may change \p Root.
static bool isConstant(HostRoot Root) {
  const auto *Variable = Root.dyn_cast<const clang::VarDecl *>();
  return Variable && isConstantScalar(*Variable);
}

static bool isGlobal(HostRoot Root) {
  const auto *Variable = Root.dyn_cast<const clang::VarDecl *>();
  return Variable && Variable->hasGlobalStorage();
}

bool HostState::isExposed(HostRoot Root) const {
  const auto It = roots().find(Root);
  return (isGlobal(Root) && !isConstant(Root)) ||
         (It != roots().end() &&
          (It->second.HasEscaped || !It->second.EscapedParts.empty()));
}

void HostState::forgetExposed() {
  Memory.forgetIf([this](HostRoot Root) { return isExposed(Root); });
}

void HostState::changeMemory(const HostPlace &Place) {
  Memory.forget(Place);
  // References lead elsewhere.
  if (Place.IsSomewhereInside)
    return forgetExposed();
  // The same memory may have several names.
  if (isExposed(Place.Root) && !holdsNoInteger(typeOf(Place)))
    Memory.forgetIf(
        [&](HostRoot Root) { return Root != Place.Root && isExposed(Root); });
}

/// True if \p Value is a number that is told from others, or consists of these.
static bool areNumbers(const HostValue &Value) {
  return Value.Kind == HostValue::Integer ||
         (Value.isUnknown() && Value.Symbol != 0) ||
         (Value.Kind == HostValue::Aggregate &&
          llvm::all_of(Value.Elements, areNumbers));
}

void HostState::store(const HostPlace &Place, HostValue Value) {
  changeMemory(Place);
  Owner &Into = ownRoots()[Place.Root];
  if (!Into.isEscaped(Place.Path)) {
    Into.setPart(Place.Path,
                 Place.IsSomewhereInside ? HostValue() : std::move(Value));
    Into.forgetEscaped();
  } else if (!typeOf(Place).isNull() && areNumbers(Value)) {
    Memory.set(Place, std::move(Value));
  }
}

void HostState::escape(const HostPlace &Place) {
  if (isConstant(Place.Root))
    return;
  changeMemory(Place);
  Owner &Owned = ownRoots()[Place.Root];
  if (Owned.isEscaped(Place.Path))
    return;
  if (Place.Path.empty())
    Owned.HasEscaped = true;
  else
    Owned.EscapedParts.push_back(Place.Path);
  Owned.forgetEscaped();
}

void HostState::escapeAsIn(const HostState &Other) {
  for (const auto &[Root, Owned] : Other.roots()) {
    if (Owned.HasEscaped)
      escape(Root);
    for (const std::vector<unsigned> &Part : Owned.EscapedParts)
      escape({Root, Part, false});
  }
}

static void addTargets(const HostValue &Value, std::vector<HostRoot> &Targets) {
  if (Value.Kind == HostValue::Address)
    Targets.push_back(Value.Target.Root);
  for (const HostValue &Element : Value.Elements)
    addTargets(Element, Targets);
}

/// The targets of pointers in \p A and \p B that commonValue does not keep.
static void addLost(const HostValue &A, const HostValue &B,
                    std::vector<HostRoot> &Targets) {
  if (A.Kind == HostValue::Aggregate && B.Kind == HostValue::Aggregate) {
    for (size_t I = 0; I != std::max(A.Elements.size(), B.Elements.size()); ++I)
      addLost(A.element(I), B.element(I), Targets);
  } else if (A != B) {
    addTargets(A, Targets);
    addTargets(B, Targets);
  }
}

void HostState::forget(const HostPlace &Place) {
  std::vector<HostRoot> Targets;
  // Of which part of it is not known.
  const HostPlace Whole{Place.Root, Place.Path, false};
  addTargets(load(Whole).value_or(HostValue()), Targets);
  store(Whole, {});
  for (HostRoot Target : Targets)
    escape(Target);
}

void HostState::forgetPointees() {
  std::vector<HostRoot> Targets;
  for (const auto &[Root, Owned] : roots()) {
    const auto *Variable = Root.dyn_cast<const clang::VarDecl *>();
    if (Variable && Variable->getType()->isRecordType())
      addTargets(Owned.value(), Targets);
    if (!Variable || !Variable->getType()->isPointerType() ||
        Owned.value().Kind != HostValue::Address)
      continue;
    clang::QualType Pointee = Variable->getType()->getPointeeType();
    if (!Pointee.isConstQualified() && !Pointee->isVoidType())
      Targets.push_back(Owned.value().Target.Root);
  }
  for (HostRoot Target : Targets)
    store({Target, {}, false}, {});
  forgetExposed();
}

void HostState::forgetGlobals() {
  const auto IsForgotten = [](const auto &Each) {
    return isGlobal(Each.first) && !isConstant(Each.first);
  };
  if (llvm::any_of(roots(), IsForgotten))
    for (auto &Each : ownRoots())
      if (IsForgotten(Each))
        Each.second.forget();
  forgetExposed();
}

using KnownSymbols = llvm::ArrayRef<std::pair<unsigned, int64_t>>;

/// What \p Value is by \p Known, if that is a number.
static std::optional<int64_t> knownNumber(const HostValue &Value,
                                          KnownSymbols Known) {
  if (!Value.isUnknown() || Value.Symbol == 0)
    return std::nullopt;
  const auto *Found = llvm::find_if(
      Known, [&Value](const auto &Each) { return Each.first == Value.Symbol; });
  return Found == Known.end() ? std::nullopt : std::optional(Found->second);
}

static bool mentions(const HostValue &Value, KnownSymbols Known) {
  return knownNumber(Value, Known) ||
         llvm::any_of(Value.Elements, [Known](const HostValue &Element) {
           return mentions(Element, Known);
         });
}

static void learnIn(HostValue &Value, KnownSymbols Known) {
  if (const std::optional<int64_t> Number = knownNumber(Value, Known))
    Value = HostValue::integer(*Number);
  for (HostValue &Element : Value.Elements)
    learnIn(Element, Known);
}

void HostState::learn(KnownSymbols Known) {
  const auto Mentions = [Known](const auto &Each) {
    return mentions(Each.second.value(), Known);
  };
  if (llvm::any_of(roots(), Mentions))
    for (auto &Each : ownRoots())
      if (Mentions(Each))
        learnIn(Each.second.ownValue(), Known);
  Memory.change(
      [Known](const HostValue &Value) { return mentions(Value, Known); },
      [Known](HostValue &Value) { learnIn(Value, Known); });
}

static bool hasSymbol(const HostValue &Value, unsigned Symbol) {
  return (Value.isUnknown() && Value.Symbol == Symbol) ||
         llvm::any_of(Value.Elements, [Symbol](const HostValue &Element) {
           return hasSymbol(Element, Symbol);
         });
}

static void renameIn(HostValue &Value, unsigned Symbol, unsigned Other) {
  if (Value.isUnknown() && Value.Symbol == Symbol)
    Value.Symbol = Other;
  for (HostValue &Element : Value.Elements)
    renameIn(Element, Symbol, Other);
}

void HostState::rename(unsigned Symbol, unsigned Other) {
  const auto HasIt = [Symbol](const auto &Each) {
    return hasSymbol(Each.second.value(), Symbol);
  };
  if (llvm::any_of(roots(), HasIt))
    for (auto &Each : ownRoots())
      if (HasIt(Each))
        renameIn(Each.second.ownValue(), Symbol, Other);
  Memory.change(
      [=](const HostValue &Value) { return hasSymbol(Value, Symbol); },
      [=](HostValue &Value) { renameIn(Value, Symbol, Other); });
}

void HostState::eraseIf(llvm::function_ref<bool(HostRoot)> IsGone) {
  llvm::SmallVector<HostRoot, 8> Gone;
  for (const auto &[Root, Owned] : roots())
    if (IsGone(Root))
      Gone.push_back(Root);
  for (HostRoot Root : Gone)
    ownRoots().erase(Root);
  Memory.forgetIf(IsGone);
}

bool HostState::agree(const HostState &A, const HostState &B,
                      llvm::function_ref<bool(HostRoot)> IsRelevant,
                      bool WithSymbols) {
  if (A.Roots == B.Roots)
    return true;
  const auto AreEqual = [WithSymbols](const Owner &One, const Owner &Other) {
    return One.shares(Other) ||
           (WithSymbols ? areIdentical(One.value(), Other.value())
                        : One.value() == Other.value());
  };
  for (const auto &[Root, Owned] : A.roots()) {
    if (!IsRelevant(Root))
      continue;
    auto It = B.roots().find(Root);
    if (It != B.roots().end() ? !AreEqual(It->second, Owned)
                              : !Owned.value().isUnknown() || isGlobal(Root))
      return false;
  }
  for (const auto &[Root, Owned] : B.roots())
    if (IsRelevant(Root) && !A.holds(Root) &&
        (!Owned.value().isUnknown() || isGlobal(Root)))
      return false;
  return true;
}

void HostState::recallSymbols(const HostState &Before, HostTerms &Terms) {
  for (const auto &[Root, Owned] : Before.roots()) {
    const HostValue Was = Owned.value();
    if (!Was.isUnknown() || Was.Symbol == 0 || !holds(Root))
      continue;
    Owner &Now = ownRoots()[Root];
    const std::optional<int64_t> Number = Now.value().number();
    if (Number && Facts.truth(Terms.make(BinaryOp::Equal, I64, {Was.Symbol, 0},
                                         {0, *Number}),
                              Terms) == true)
      Now.set(Was);
  }
}

void HostState::join(const HostState &Other, HostTerms &Terms) {
  LostFacts.add(Other.LostFacts);
  IsDoubtful &= Other.IsDoubtful;
  Memory.keepCommon(Other.Memory);
  if (Roots == Other.Roots)
    return Facts.join(Other.Facts, {}, Terms);
  std::vector<HostFacts::JoinedNumber> Joined;
  std::vector<HostRoot> Targets;
  RootMap &Own = ownRoots();
  for (auto &[Root, Owned] : Own) {
    auto It = Other.roots().find(Root);
    bool IsThere = It != Other.roots().end();
    const bool HasMore =
        IsThere && (It->second.HasEscaped != Owned.HasEscaped ||
                    It->second.EscapedParts != Owned.EscapedParts);
    if (IsThere && Owned.shares(It->second) && !HasMore)
      continue;
    const HostValue Theirs = IsThere ? It->second.value() : HostValue();
    addLost(Owned.value(), Theirs, Targets);
    Owned.set(commonValue(Owned.value(), Theirs, Terms, &Joined));
    if (HasMore) {
      Owned.HasEscaped |= It->second.HasEscaped;
      llvm::append_range(Owned.EscapedParts, It->second.EscapedParts);
      Owned.forgetEscaped();
    }
  }
  for (const auto &[Root, Owned] : Other.roots())
    if (!holds(Root)) {
      addTargets(Owned.value(), Targets);
      Own[Root].HasEscaped = Owned.HasEscaped;
      Own[Root].EscapedParts = Owned.EscapedParts;
    }
  // Unknown pointers must not point to what is known.
  for (HostRoot Target : Targets)
    escape(Target);
  Facts.join(Other.Facts, Joined, Terms);
}
