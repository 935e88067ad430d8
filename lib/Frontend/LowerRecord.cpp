//===- LowerRecord.cpp - Local structs and arrays -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The integers and pointers inside of a local struct or array are variables of
// their own, found by byte offset. A subscript that is not constant selects
// among them.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

// Larger ones are buffers, not indices.
static constexpr unsigned MaxMembers = 32;

using Members = llvm::SmallVector<std::pair<int64_t, QualType>, 8>;

static void collectMembers(ASTContext &Context, QualType Type, int64_t Offset,
                           Members &Into) {
  if (Into.size() > MaxMembers || Type->isIncompleteType() ||
      Type->isDependentType())
    return;
  if (Type->isIntegralOrEnumerationType() || Type->isPointerType()) {
    Into.push_back({Offset, Type});
    return;
  }
  if (const auto *Array = Context.getAsConstantArrayType(Type)) {
    QualType Element = Array->getElementType();
    int64_t Size = Context.getTypeSizeInChars(Element).getQuantity();
    for (uint64_t I = 0; I != Array->getZExtSize() && Into.size() <= MaxMembers;
         ++I) {
      size_t Before = Into.size();
      collectMembers(Context, Element, Offset + int64_t(I) * Size, Into);
      if (Into.size() == Before)
        return;
    }
    return;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || Record->isUnion() || Record->isInvalidDecl())
    return;
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  for (const FieldDecl *Field : Record->fields()) {
    CharUnits At = Context.toCharUnitsFromBits(
        Layout.getFieldOffset(Field->getFieldIndex()));
    if (!Field->isBitField())
      collectMembers(Context, Field->getType(), Offset + At.getQuantity(),
                     Into);
  }
}

unsigned Lowering::addRecord(llvm::StringRef Name, QualType Type) {
  Members Found;
  collectMembers(Context, Type, 0, Found);
  std::map<int64_t, unsigned> ByOffset;
  if (Found.size() <= MaxMembers)
    for (auto [Offset, MemberType] : Found)
      if (std::optional<IntType> Int = intType(MemberType))
        ByOffset[Offset] =
            addVariable((Name + "." + llvm::Twine(Offset)).str(), *Int);
  Records.push_back(std::move(ByOffset));
  return Records.size() - 1;
}

/// The value at \p P: where the offset is not constant, one of several.
ExprId Lowering::loadRecord(const LValue &P, QualType Type) {
  std::optional<IntType> Int = intType(Type);
  ExprId Unknown = opaque(ReasonCode::UnsupportedConstruct,
                          "part of a local struct or array", Type);
  if (!Int)
    return Unknown;
  const std::map<int64_t, unsigned> &ByOffset = Records[P.Index];
  std::optional<int64_t> Constant = 0;
  if (P.Inner.isValid())
    Constant = Builder.constantValue(P.Inner);
  if (Constant) {
    auto It = ByOffset.find(P.Bytes + *Constant);
    if (It == ByOffset.end() || Program.Variables[It->second].Type != *Int)
      return Unknown;
    return Builder.variable(It->second);
  }
  ExprId Result = Unknown;
  for (auto [Offset, Variable] : ByOffset)
    if (Program.Variables[Variable].Type == *Int)
      Result = Builder.select(
          Builder.binary(BinaryOp::Equal, P.Inner,
                         Builder.constant(Offset - P.Bytes, I64)),
          Builder.variable(Variable), Result);
  return Result;
}

void Lowering::storeRecord(const LValue &P, ExprId Value, QualType Type) {
  std::optional<IntType> Int = intType(Type);
  if (!Int)
    return forgetRecord(
        P, Type,
        {ReasonCode::UnsupportedConstruct, "part of a local struct or array"});
  Value = temporary(Builder.convert(Value, *Int));
  ExprId At = Builder.constant(P.Bytes, I64);
  if (P.Inner.isValid())
    At = temporary(Builder.binary(BinaryOp::Add, P.Inner, At));
  int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  // Copied: assigning adds no records, but nothing says so.
  std::map<int64_t, unsigned> ByOffset = Records[P.Index];
  for (auto [Offset, Variable] : ByOffset) {
    ExprId IsHere =
        Builder.binary(BinaryOp::Equal, At, Builder.constant(Offset, I64));
    bool IsSame = Program.Variables[Variable].Type == *Int;
    if (std::optional<int64_t> Constant = Builder.constantValue(At)) {
      // A store of another width changes what it overlaps.
      int64_t Distance = *Constant - Offset;
      int64_t Width = Program.Variables[Variable].Type.Bits / 8;
      bool Overlaps = Distance < Width && -Distance < Size;
      if (Overlaps)
        assign(Variable,
               IsSame && Distance == 0
                   ? Value
                   : Builder.opaque({{ReasonCode::UnsupportedConstruct,
                                      "overwritten in part"},
                                     "",
                                     /*Divergent=*/true},
                                    Program.Variables[Variable].Type));
      continue;
    }
    if (IsSame)
      assign(Variable,
             Builder.select(IsHere, Value, Builder.variable(Variable)));
    else
      assign(Variable, Builder.opaque({{ReasonCode::UnsupportedConstruct,
                                        "perhaps overwritten"},
                                       "",
                                       /*Divergent=*/true},
                                      Program.Variables[Variable].Type));
  }
}

void Lowering::forgetRecord(const LValue &P, QualType Type, Reason Why) {
  int64_t Size = Type->isIncompleteType()
                     ? 0
                     : Context.getTypeSizeInChars(Type).getQuantity();
  int64_t Begin = P.Bytes;
  bool IsEverywhere = false;
  if (P.Inner.isValid()) {
    std::optional<int64_t> Constant = Builder.constantValue(P.Inner);
    Begin += Constant.value_or(0);
    IsEverywhere = !Constant;
  }
  std::map<int64_t, unsigned> ByOffset = Records[P.Index];
  for (auto [Offset, Variable] : ByOffset)
    if (IsEverywhere || (Offset >= Begin && Offset < Begin + Size))
      assign(Variable, Builder.opaque({Why, "", /*Divergent=*/true},
                                      Program.Variables[Variable].Type));
}

bool Lowering::initFromPlace(unsigned Record, const LValue &From) {
  std::map<int64_t, unsigned> ByOffset = Records[Record];
  if (From.Kind == LValue::Coordinates) {
    unsigned Component = 0;
    for (auto [Offset, Variable] : ByOffset) {
      const char *Names[] = {".x", ".y", ".z"};
      if (Component == 3)
        return false;
      assign(Variable, Builder.builtin(*parseBuiltin(
                           (From.Name + Names[Component++]).str())));
    }
    return true;
  }
  if (From.Kind != LValue::Record || From.Inner.isValid())
    return false;
  std::map<int64_t, unsigned> Source = Records[From.Index];
  for (auto [Offset, Variable] : ByOffset) {
    auto It = Source.find(From.Bytes + Offset);
    if (It == Source.end())
      return false;
    assign(Variable, Builder.variable(It->second));
  }
  return true;
}

/// Runs a constructor's initialisers and body on the record.
bool Lowering::initFromConstructor(unsigned Record, const CXXConstructExpr &E) {
  const CXXConstructorDecl *Constructor = E.getConstructor();
  const FunctionDecl *Definition = nullptr;
  if (!Constructor->hasBody(Definition) || Definition->isDependentContext() ||
      Constructor->isTrivial() || Frames.size() > MaxInlineDepth)
    return false;
  const auto *Defined = cast<CXXConstructorDecl>(Definition);
  LValue This;
  This.Kind = LValue::Record;
  This.Index = Record;
  Frame Callee;
  Callee.Function = Defined;
  Callee.This = This;
  for (unsigned I = 0; I != Defined->getNumParams(); ++I)
    if (I < E.getNumArgs())
      bindParameter(Callee, *Defined->getParamDecl(I), E.getArg(I));
  lowerBody(std::move(Callee), E.getSourceRange(), [&] {
    for (const CXXCtorInitializer *Init : Defined->inits()) {
      const FieldDecl *Field = Init->getMember();
      if (!Field || !intType(Field->getType())) {
        lowerEffects(Init->getInit());
        continue;
      }
      const ASTRecordLayout &Layout =
          Context.getASTRecordLayout(Field->getParent());
      LValue Member = This;
      Member.Bytes = Context
                         .toCharUnitsFromBits(
                             Layout.getFieldOffset(Field->getFieldIndex()))
                         .getQuantity();
      storeRecord(Member, lowerValue(Init->getInit()), Field->getType());
    }
  });
  return true;
}

/// Initialises the local struct or array \p Record of \p Type.
void Lowering::initRecord(unsigned Record, QualType Type, const Expr *From) {
  const Expr *Source = From->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(Source))
    Source = Full->getSubExpr()->IgnoreParenImpCasts();
  auto ForgetAll = [&](llvm::StringRef Why) {
    LValue P;
    P.Kind = LValue::Record;
    P.Index = Record;
    forgetRecord(P, Type, {ReasonCode::UnsupportedConstruct, Why.str()});
  };
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Source)) {
    if (Construct->getNumArgs() == 1 &&
        Construct->getConstructor()->isCopyOrMoveConstructor() &&
        Construct->getConstructor()->isTrivial())
      return initRecord(Record, Type, Construct->getArg(0));
    if (initFromConstructor(Record, *Construct))
      return;
  }
  if (const auto *List = dyn_cast<InitListExpr>(Source)) {
    std::map<int64_t, unsigned> ByOffset = Records[Record];
    bool IsFlat = List->getNumInits() == ByOffset.size() &&
                  llvm::all_of(List->inits(), [&](const Expr *Init) {
                    return intType(Init->getType()).has_value();
                  });
    if (IsFlat) {
      unsigned Init = 0;
      for (auto [Offset, Variable] : ByOffset)
        assign(Variable, lowerValue(List->getInit(Init++)));
      return;
    }
  }
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Source))
    return initRecord(Record, Type, Temporary->getSubExpr());
  if (Source->isGLValue()) {
    LValue P = lowerPlace(Source);
    if (initFromPlace(Record, P))
      return;
    load(P, Source);
    return ForgetAll("copied from memory");
  }
  lowerEffects(From);
  ForgetAll("the result of a call");
}
