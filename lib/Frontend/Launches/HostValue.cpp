//===- HostValue.cpp - What host code is known to compute -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostValue.h"
#include "Ast/AstQueries.h"
#include "banklint/Program/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

// Longer arrays hold data, not sizes.
static constexpr unsigned MaxElements = 64;

HostPlace banklint::baseOf(HostPlace Place, const clang::CastExpr &Cast) {
  clang::QualType Type = Cast.getSubExpr()->getType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  const clang::CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  for (const clang::CXXBaseSpecifier *Step : Cast.path()) {
    const clang::CXXRecordDecl *Base = Step->getType()->getAsCXXRecordDecl();
    std::optional<unsigned> Index;
    if (Class && !Step->isVirtual())
      Index = baseIndex(*Class, Base);
    if (!Index) {
      Place.IsSomewhereInside = true;
      return Place;
    }
    Place = Place.part(*Index);
    Class = Base;
  }
  return Place;
}

HostPlace HostPlace::part(unsigned Index) const {
  HostPlace Part = *this;
  if (!IsSomewhereInside)
    Part.Path.push_back(Index);
  return Part;
}

HostValue HostValue::integer(int64_t Number) {
  HostValue Value;
  Value.Kind = Integer;
  Value.Number = Number;
  return Value;
}

HostValue HostValue::aggregate(std::vector<HostValue> Elements) {
  HostValue Value;
  Value.Kind = Aggregate;
  Value.Elements = std::move(Elements);
  return Value;
}

HostValue HostValue::function(const clang::FunctionDecl &Callee) {
  HostValue Value;
  Value.Kind = Function;
  Value.Callee = &Callee;
  return Value;
}

HostValue HostValue::address(HostPlace Target) {
  HostValue Value;
  Value.Kind = Address;
  Value.Target = std::move(Target);
  return Value;
}

std::optional<int64_t> HostValue::number() const {
  if (Kind != Integer)
    return std::nullopt;
  return Number;
}

HostValue HostValue::element(unsigned Index) const {
  if (Kind == Aggregate && Index < Elements.size())
    return Elements[Index];
  HostValue Unknown;
  if (Kind == ValueKind::Unknown)
    Unknown.Callee = Callee;
  return Unknown;
}

namespace banklint {
bool operator==(const HostValue &A, const HostValue &B) {
  return A.Kind == B.Kind && A.Number == B.Number && A.LowBits == B.LowBits &&
         (A.Callee == B.Callee || A.isUnknown()) && A.Target == B.Target &&
         A.Elements == B.Elements;
}
} // namespace banklint

/// True if \p Value is a number that is told from others.
static bool isNumber(const HostValue &Value) {
  return Value.Kind == HostValue::Integer ||
         (Value.isUnknown() && Value.Symbol != 0);
}

/// The symbol of a number that is \p A or \p B.
static unsigned symbolOfEither(const HostValue &A, const HostValue &B,
                               HostTerms &Terms,
                               std::vector<HostFacts::JoinedNumber> *Joined) {
  const HostTerms::Operand Mine{A.Symbol, A.Symbol ? 0 : A.Number};
  const HostTerms::Operand Theirs{B.Symbol, B.Symbol ? 0 : B.Number};
  if (Joined)
    for (const HostFacts::JoinedNumber &Each : *Joined)
      if (Each.Mine == Mine && Each.Theirs == Theirs)
        return Each.Symbol;
  const unsigned Symbol = Terms.joined();
  if (Joined && Symbol != 0)
    Joined->push_back({Symbol, Mine, Theirs});
  return Symbol;
}

HostValue banklint::commonValue(const HostValue &A, const HostValue &B,
                                HostTerms &Terms,
                                std::vector<HostFacts::JoinedNumber> *Joined) {
  if (A.Kind == HostValue::Aggregate && B.Kind == HostValue::Aggregate) {
    HostValue Common = HostValue::aggregate({});
    for (size_t I = 0; I != std::min(A.Elements.size(), B.Elements.size()); ++I)
      Common.Elements.push_back(
          commonValue(A.Elements[I], B.Elements[I], Terms, Joined));
    return Common;
  }
  if (A == B && !A.isUnknown())
    return A;
  const bool AreUnknown = A.isUnknown() && B.isUnknown();
  HostValue Common;
  if (AreUnknown && A.Symbol == B.Symbol)
    Common.Symbol = A.Symbol;
  else if (isNumber(A) && isNumber(B))
    Common.Symbol = symbolOfEither(A, B, Terms, Joined);
  if (AreUnknown && A.Callee == B.Callee)
    Common.Callee = A.Callee;
  return Common;
}

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

void HostState::store(const HostPlace &Place, HostValue Value) {
  Owner &Into = ownRoots()[Place.Root];
  if (Into.isEscaped(Place.Path))
    return;
  Into.setPart(Place.Path,
               Place.IsSomewhereInside ? HostValue() : std::move(Value));
  Into.forgetEscaped();
}

/// True if no code may change \p Root.
static bool isConstant(HostRoot Root) {
  const auto *Variable = Root.dyn_cast<const clang::VarDecl *>();
  return Variable && isConstantScalar(*Variable);
}

void HostState::escape(const HostPlace &Place) {
  if (isConstant(Place.Root))
    return;
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

static bool isGlobal(HostRoot Root) {
  const auto *Variable = Root.dyn_cast<const clang::VarDecl *>();
  return Variable && Variable->hasGlobalStorage();
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
}

void HostState::forgetGlobals() {
  const auto IsForgotten = [](const auto &Each) {
    return isGlobal(Each.first) && !isConstant(Each.first);
  };
  if (llvm::any_of(roots(), IsForgotten))
    for (auto &Each : ownRoots())
      if (IsForgotten(Each))
        Each.second.forget();
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
}

void HostState::eraseIf(llvm::function_ref<bool(HostRoot)> IsGone) {
  llvm::SmallVector<HostRoot, 8> Gone;
  for (const auto &[Root, Owned] : roots())
    if (IsGone(Root))
      Gone.push_back(Root);
  for (HostRoot Root : Gone)
    ownRoots().erase(Root);
}

/// True if \p A and \p B, which are equal otherwise, have the same symbols.
static bool haveSameSymbols(const HostValue &A, const HostValue &B) {
  return A.Symbol == B.Symbol &&
         std::equal(A.Elements.begin(), A.Elements.end(), B.Elements.begin(),
                    haveSameSymbols);
}

bool HostState::agree(const HostState &A, const HostState &B,
                      llvm::function_ref<bool(HostRoot)> IsRelevant,
                      bool WithSymbols) {
  if (A.Roots == B.Roots)
    return true;
  const auto AreEqual = [WithSymbols](const Owner &One, const Owner &Other) {
    return One.shares(Other) ||
           (One.value() == Other.value() &&
            (!WithSymbols || haveSameSymbols(One.value(), Other.value())));
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
