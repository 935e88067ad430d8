//===- HostValue.cpp - What host code is known to compute -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches/Values/HostValue.h"
#include "Ast/AstQueries.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

const clang::VarDecl *banklint::makePassedObject(const clang::NamedDecl &Passed,
                                                 clang::QualType Type) {
  clang::ASTContext &Context = Passed.getASTContext();
  return clang::ImplicitParamDecl::Create(
      Context, Context.getTranslationUnitDecl(), Passed.getLocation(),
      Passed.getIdentifier(), Type, clang::ImplicitParamKind::Other);
}

bool banklint::isPassedObject(HostRoot Root) {
  return llvm::isa_and_nonnull<clang::ImplicitParamDecl>(
      Root.dyn_cast<const clang::VarDecl *>());
}

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

bool HostPlace::overlaps(const HostPlace &Other) const {
  const size_t Common = std::min(Path.size(), Other.Path.size());
  return Root == Other.Root &&
         llvm::ArrayRef(Path).take_front(Common) ==
             llvm::ArrayRef(Other.Path).take_front(Common);
}

clang::QualType banklint::partOf(clang::QualType Type, unsigned Index) {
  if (const clang::ArrayType *Array = Type->getAsArrayTypeUnsafe())
    return Array->getElementType();
  const clang::RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || !Record->isCompleteDefinition() ||
      Record->isInStdNamespace() || Record->isUnion())
    return {};
  const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(Record);
  const unsigned Bases = Class ? Class->getNumBases() : 0;
  if (Index < Bases)
    return std::next(Class->bases_begin(), Index)->getType();
  // A cast may have led to members of another type.
  const llvm::SmallVector<const clang::FieldDecl *, 8> Fields(Record->fields());
  return Index - Bases < Fields.size() ? Fields[Index - Bases]->getType()
                                       : clang::QualType();
}

clang::QualType banklint::typeOf(HostRoot Root) {
  const auto *Variable = Root.dyn_cast<const clang::VarDecl *>();
  return (Variable ? Variable->getType()
                   : Root.get<const clang::Expr *>()->getType())
      .getNonReferenceType();
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

bool banklint::areIdentical(const HostValue &A, const HostValue &B) {
  return A == B && A.Symbol == B.Symbol &&
         std::equal(A.Elements.begin(), A.Elements.end(), B.Elements.begin(),
                    areIdentical);
}

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
