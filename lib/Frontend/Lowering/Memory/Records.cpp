//===- Records.cpp - Local structs and arrays -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The integers and pointers inside of a local struct or array are variables of
// their own, found by byte offset. A subscript that is not constant selects
// among them. References inside of it are bound once, as the source's are.
//
//===----------------------------------------------------------------------===//

#include "Lowering/Emit/Integers.h"
#include "Lowering/Emit/MemberSizes.h"
#include "Lowering/Memory/Memory.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

namespace {
/// The integers and pointers of a type by byte offset, those of one array,
/// however deep, together.
class MemberCollector {
public:
  using Members = llvm::SmallVector<std::pair<int64_t, QualType>, 8>;

  MemberCollector(ASTContext &Context, bool WithFloats)
      : Context(Context), WithFloats(WithFloats) {}

  void collect(QualType Type, int64_t Offset) {
    Members Single;
    collectInto(Type, Offset, Single);
    for (const auto &Member : Single)
      Groups.push_back({Member});
  }

  /// Those that fit into \p Max: small groups first.
  Members take(unsigned Max);
  bool hasLeftSome() const { return HasLeftSome; }

private:
  void collectInto(QualType Type, int64_t Offset, Members &Into);
  void collectArray(const ConstantArrayType &Array, int64_t Offset,
                    Members &Into);
  void collectFields(const RecordDecl &Record, int64_t Offset, Members &Into);

  /// More in one array are data; it bounds the work as well.
  static constexpr unsigned MaxInArray = 256;
  static constexpr unsigned MaxGroups = 4096;

  ASTContext &Context;
  const bool WithFloats;
  std::vector<Members> Groups;
  bool IsInArray = false;
  bool HasLeftSome = false;
};

} // namespace

void MemberCollector::collectArray(const ConstantArrayType &Array,
                                   int64_t Offset, Members &Into) {
  QualType Element = Array.getElementType();
  int64_t Size = Context.getTypeSizeInChars(Element).getQuantity();
  for (uint64_t I = 0; I != Array.getZExtSize() && Into.size() <= MaxInArray;
       ++I) {
    size_t Before = Into.size();
    collectInto(Element, Offset + int64_t(I) * Size, Into);
    if (Into.size() == Before)
      return;
  }
}

void MemberCollector::collectFields(const RecordDecl &Record, int64_t Offset,
                                    Members &Into) {
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(&Record);
  if (const auto *Class = dyn_cast<CXXRecordDecl>(&Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (const CXXRecordDecl *BaseClass = Base.getType()->getAsCXXRecordDecl();
          BaseClass && !Base.isVirtual())
        collectInto(Base.getType(),
                    Offset + Layout.getBaseClassOffset(BaseClass).getQuantity(),
                    Into);
  for (const FieldDecl *Field : Record.fields()) {
    CharUnits At = Context.toCharUnitsFromBits(
        Layout.getFieldOffset(Field->getFieldIndex()));
    const QualType Type = Field->isBitField() ? bytesOfBitField(Context, *Field)
                                              : Field->getType();
    if (!Type.isNull())
      collectInto(Type, Offset + At.getQuantity(), Into);
  }
}

void MemberCollector::collectInto(QualType Type, int64_t Offset,
                                  Members &Into) {
  if (Into.size() + Groups.size() > MaxGroups) {
    HasLeftSome = true;
    return;
  }
  if (Type->isIncompleteType() || Type->isDependentType())
    return;
  if (Type->isIntegralOrEnumerationType() || Type->isPointerType() ||
      (WithFloats && Type->isRealFloatingType())) {
    Into.push_back({Offset, Type});
    return;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  // Members of a union change each other: storeRecord knows by their bytes.
  if (Record && !Record->isInvalidDecl() &&
      (!Record->isUnion() || isThreadGroup(*Record)))
    return collectFields(*Record, Offset, Into);
  const ConstantArrayType *Array = Context.getAsConstantArrayType(Type);
  if (!Array)
    return;
  if (IsInArray)
    return collectArray(*Array, Offset, Into);
  llvm::SaveAndRestore Outermost(IsInArray, true);
  Members Group;
  collectArray(*Array, Offset, Group);
  if (!Group.empty())
    Groups.push_back(std::move(Group));
}

MemberCollector::Members MemberCollector::take(unsigned Max) {
  llvm::sort(Groups, [](const Members &A, const Members &B) {
    return std::make_pair(A.size(), A.front().first) <
           std::make_pair(B.size(), B.front().first);
  });
  Members Taken;
  for (const Members &Group : Groups) {
    if (Taken.size() + Group.size() <= Max)
      Taken.append(Group);
    else
      HasLeftSome = true;
  }
  llvm::sort(Taken, llvm::less_first());
  return Taken;
}

unsigned Memory::addRecord(llvm::StringRef Name, QualType Type,
                           const VarDecl *Owner, unsigned MaxMembers,
                           bool WithFloats) {
  MemberCollector Collector(Context, WithFloats);
  Collector.collect(Type, 0);
  LocalRecord Record;
  Record.Owner = Owner;
  Record.HasFloats = WithFloats;
  for (auto [Offset, MemberType] : Collector.take(MaxMembers))
    if (MemberType->isRealFloatingType() || intType(Context, MemberType)) {
      std::string Part = memberAt(Type, Offset, Context);
      if (Part.empty())
        Part = "." + std::to_string(Offset);
      unsigned Number = Emit.addVariable(Name.str() + Part,
                                         valueType(Context, MemberType), Owner);
      Record.Variables[Offset] = Number;
      if (MemberType->isPointerType())
        PointerVariables.insert(Number);
    }
  Record.IsPartial = Collector.hasLeftSome();
  Records.push_back(std::move(Record));
  return Records.size() - 1;
}

LValue Memory::addTemporary(QualType Type) {
  LValue P;
  P.Kind = LValue::Record;
  P.Index = addRecord("", Type);
  return P;
}

/// True if a subscript in \p P may lead to byte \p Offset of its record.
static bool mayReach(const LValue &P, int64_t Offset) {
  return !P.Within || (P.Within->first <= Offset && Offset < P.Within->second);
}

/// True if the variables at \p P, for whatever subscripts, are kept.
static bool keepsVariables(const LocalRecord &Record, const LValue &P) {
  // Subscripts stay inside of their array, which is kept as a whole.
  return !Record.IsPartial || Record.Variables.count(P.Bytes);
}

bool Memory::holdsVariables(const LValue &P, QualType Type) const {
  const std::map<int64_t, unsigned> &ByOffset = Records[P.Index].Variables;
  std::optional<int64_t> Begin = constantOffset(P, Builder);
  if (!Begin)
    return llvm::any_of(
        ByOffset, [&P](const auto &Entry) { return mayReach(P, Entry.first); });
  auto First = ByOffset.lower_bound(*Begin);
  return First != ByOffset.end() &&
         First->first < *Begin + Context.getTypeSizeInChars(Type).getQuantity();
}

ExprId Memory::loadRecord(const LValue &P, IntType Type, bool IsPointer) {
  // All threads get the same argument, whatever it holds, and the host has no
  // addresses of shared memory.
  const bool IsArgument = Records[P.Index].IsArgument;
  const bool MayBeShared =
      IsPointer && !IsArgument &&
      (Records[P.Index].MayHoldShared || Emit.Values.isSharedStored());
  auto Unknown = [&](llvm::StringRef Why) {
    const ExprId Value = Builder.opaque(
        {{ReasonCode::UnsupportedConstruct, Why.str()},
         "",
         /*Divergent=*/!IsArgument,
         /*Elsewhere=*/IsArgument && IsPointer},
        Type,
        P.Inner.isValid() ? llvm::ArrayRef(P.Inner) : llvm::ArrayRef<ExprId>());
    if (MayBeShared)
      Emit.Values.addOpaque(Value);
    return Value;
  };
  auto Read = [&](unsigned Variable) {
    Emit.Values.noteRead(Variable);
    return Emit.Values.isEscaped(Variable)
               ? Unknown("changed through a reference")
               : Builder.variable(Variable);
  };
  const std::map<int64_t, unsigned> &ByOffset = Records[P.Index].Variables;
  ExprId Result = Unknown("part of a local struct or array");
  if (std::optional<int64_t> Constant = constantOffset(P, Builder)) {
    auto It = ByOffset.find(*Constant);
    if (It == ByOffset.end() || Emit.Program.Variables[It->second].Type != Type)
      return Result;
    return Read(It->second);
  }
  if (!keepsVariables(Records[P.Index], P))
    return Result;
  // One of those of its type, since subscripts are in range.
  bool IsFirst = true;
  for (auto [Offset, Variable] : ByOffset) {
    if (Emit.Program.Variables[Variable].Type != Type || !mayReach(P, Offset))
      continue;
    ExprId IsHere = Builder.binary(BinaryOp::Equal, P.Inner,
                                   Builder.constant(Offset - P.Bytes, I64));
    ExprId Value = Read(Variable);
    Result = IsFirst ? Value : Builder.select(IsHere, Value, Result);
    IsFirst = false;
  }
  return Result;
}

void Memory::storeRecord(const LValue &P, ExprId Value, QualType Type) {
  noteAssigned(P, Type);
  std::optional<IntType> Int = intType(Context, Type);
  if (!Int)
    return forgetRecord(
        P, Type,
        {ReasonCode::UnsupportedConstruct, "part of a local struct or array"});
  Value = Emit.temporary(Builder.convert(Value, *Int));
  ExprId At = Builder.constant(P.Bytes, I64);
  if (P.Inner.isValid())
    At = Emit.temporary(Builder.binary(BinaryOp::Add, P.Inner, At));
  int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  std::optional<int64_t> Constant = Builder.constantValue(At);
  bool IsKept = false;
  // Copied: assigning adds no records, but nothing says so.
  std::map<int64_t, unsigned> ByOffset = Records[P.Index].Variables;
  for (auto [Offset, Variable] : ByOffset) {
    if (!Constant && !mayReach(P, Offset))
      continue;
    ExprId IsHere =
        Builder.binary(BinaryOp::Equal, At, Builder.constant(Offset, I64));
    bool IsSame = Emit.Program.Variables[Variable].Type == *Int;
    IsKept |= IsSame && (Constant ? *Constant == Offset
                                  : keepsVariables(Records[P.Index], P));
    if (Constant) {
      // A store of another width changes what it overlaps.
      int64_t Distance = *Constant - Offset;
      // A 'bool' has one bit.
      int64_t Width =
          llvm::divideCeil(Emit.Program.Variables[Variable].Type.Bits, 8);
      bool Overlaps = Distance < Width && -Distance < Size;
      if (Overlaps)
        Emit.assign(Variable, IsSame && Distance == 0
                                  ? Value
                                  : Builder.opaque(
                                        {{ReasonCode::UnsupportedConstruct,
                                          "overwritten in part"},
                                         "",
                                         /*Divergent=*/true},
                                        Emit.Program.Variables[Variable].Type));
      continue;
    }
    if (IsSame)
      Emit.assign(Variable,
                  Builder.select(IsHere, Value, Builder.variable(Variable)));
    else
      Emit.assign(Variable,
                  Builder.opaque({{ReasonCode::UnsupportedConstruct,
                                   "possibly overwritten"},
                                  "",
                                  /*Divergent=*/true},
                                 Emit.Program.Variables[Variable].Type));
  }
  if (!IsKept && Emit.Values.mayBeShared(Value))
    Records[P.Index].MayHoldShared = true;
}

ExprId Memory::loadPart(const LValue &P, int64_t Bytes, unsigned Variable) {
  IntType Type = Emit.Program.Variables[Variable].Type;
  switch (P.Kind) {
  case LValue::Record: {
    LValue Part = P;
    Part.Bytes += Bytes;
    return loadRecord(Part, Type, PointerVariables.count(Variable));
  }
  case LValue::Choice:
    return Builder.select(P.Address,
                          loadPart(P.Alternatives[0], Bytes, Variable),
                          loadPart(P.Alternatives[1], Bytes, Variable));
  case LValue::Coordinates: {
    static constexpr llvm::StringLiteral Names[] = {".x", ".y", ".z"};
    size_t Component = Bytes / 4;
    if (Component < std::size(Names))
      return Builder.builtin(*parseBuiltin((P.Name + Names[Component]).str()));
    break;
  }
  default:
    break;
  }
  LValue Part = P;
  if (P.isMemory()) {
    Part = LValue();
    Part.Why = {ReasonCode::DataDependentIndex, "copied from memory"};
    Part.Operands = {Emit.addressOf(P)};
    Part.IsDivergent = false;
    Part.IsEscaped = true;
  }
  QualType Read =
      PointerVariables.count(Variable) ? Context.VoidPtrTy : Context.LongTy;
  return Builder.convert(loadUntracked(Part, Read), Type);
}

void Memory::forgetRecord(const LValue &P, QualType Type, Reason Why) {
  int64_t Size = Type->isIncompleteType()
                     ? 0
                     : Context.getTypeSizeInChars(Type).getQuantity();
  std::optional<int64_t> Begin = constantOffset(P, Builder);
  std::map<int64_t, unsigned> ByOffset = Records[P.Index].Variables;
  for (auto [Offset, Variable] : ByOffset)
    if (Begin ? Offset >= *Begin && Offset < *Begin + Size
              : mayReach(P, Offset))
      Emit.assign(Variable,
                  Builder.opaque({Why, "", /*Divergent=*/true},
                                 Emit.Program.Variables[Variable].Type));
}

void Memory::setToZero(const LValue &To, QualType Type) {
  noteAssigned(To, Type);
  int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  std::map<int64_t, unsigned> ByOffset = Records[To.Index].Variables;
  for (auto [Offset, Variable] : ByOffset)
    if (Offset >= To.Bytes && Offset < To.Bytes + Size)
      Emit.assign(Variable,
                  Builder.constant(0, Emit.Program.Variables[Variable].Type));
}

static bool isSamePlace(const LValue &A, const LValue &B) {
  auto IsPlain = [](const LValue &P) {
    return P.Subscripts.empty() && !P.Inner.isValid() && !P.Address.isValid() &&
           P.Alternatives.empty();
  };
  return A.Kind == B.Kind && A.Index == B.Index && A.Bytes == B.Bytes &&
         IsPlain(A) && IsPlain(B) && A.Kind != LValue::Untracked;
}

void Memory::initReference(const LValue &To, LValue Target) {
  freeze(Target);
  auto [Known, IsNew] =
      Records[To.Index].References.try_emplace(To.Bytes, Target);
  if (IsNew || isSamePlace(Known->second, Target))
    return;
  LValue Other = std::exchange(Known->second, LValue());
  LValue Lost = choice(Emit.opaque(ReasonCode::UnsupportedConstruct,
                                   "a reference with several possible targets",
                                   Context.BoolTy),
                       std::move(Other), std::move(Target));
  Records[To.Index].References[To.Bytes] = std::move(Lost);
}

void Memory::copyReferences(const LValue &To, int64_t Size,
                            const LValue &From) {
  for (const LValue &Alternative : From.Alternatives)
    copyReferences(To, Size, Alternative);
  if (From.Kind != LValue::Record)
    return;
  if (Records[From.Index].MayHoldShared)
    Records[To.Index].MayHoldShared = true;
  int64_t Begin = constantOffset(From, Builder).value_or(From.Bytes);
  std::map<int64_t, LValue> Source = Records[From.Index].References;
  for (auto &[Offset, Target] : Source) {
    if (Offset < Begin || Offset >= Begin + Size)
      continue;
    LValue Part = To;
    Part.Bytes += Offset - Begin;
    initReference(Part, Target);
  }
}

void Memory::copyRecord(const LValue &To, QualType Type, const LValue &From) {
  noteCopied(To, Type, From);
  std::optional<int64_t> Begin = constantOffset(To, Builder);
  if (Type->isIncompleteType() || !Begin)
    return forgetRecord(
        To, Type, {ReasonCode::UnsupportedConstruct, "a part that is copied"});
  int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  // All is read before anything is written: both may overlap.
  std::vector<std::pair<unsigned, ExprId>> Values;
  std::map<int64_t, unsigned> ByOffset = Records[To.Index].Variables;
  for (auto [Offset, Variable] : ByOffset)
    if (Offset >= *Begin && Offset < *Begin + Size)
      Values.push_back({Variable, Emit.temporary(loadPart(From, Offset - *Begin,
                                                          Variable))});
  for (auto [Variable, Value] : Values)
    Emit.assign(Variable, Value);
  copyReferences(To, Size, From);
}

bool Memory::holdsSharedPointer(const LValue &P) const {
  if (P.Kind == LValue::Choice)
    return llvm::any_of(P.Alternatives, [&](const LValue &Alternative) {
      return holdsSharedPointer(Alternative);
    });
  if (P.Kind == LValue::Variable)
    return Emit.Values.mayHoldShared(P.Index);
  if (P.Kind != LValue::Record)
    return false;
  const LocalRecord &Record = Records[P.Index];
  return Record.MayHoldShared ||
         llvm::any_of(Record.Variables,
                      [&](const auto &Entry) {
                        return Emit.Values.mayHoldShared(Entry.second);
                      }) ||
         llvm::any_of(Record.References, [&](const auto &Entry) {
           return Entry.second.isMemory() || holdsSharedPointer(Entry.second);
         });
}

void Memory::escapeReferences(const LValue &P) {
  if (P.Kind != LValue::Record)
    return;
  const std::map<int64_t, LValue> References = Records[P.Index].References;
  for (const auto &[Offset, Target] : References)
    escape(Target);
}

void Memory::forgetReferences(const LValue &P, ReasonCode Code,
                              const llvm::Twine &Detail) {
  if (P.Kind != LValue::Record)
    return;
  std::map<int64_t, LValue> References = Records[P.Index].References;
  for (auto &[Offset, Target] : References)
    forgetWhole(Target, Code, Detail);
}
