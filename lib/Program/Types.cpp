//===- Types.cpp - Vocabulary of the program form -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Program/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

std::string banklint::spelling(IntType Type) {
  if (Type == BoolType)
    return "bool";
  return (Type.Signed ? "i" : "u") + std::to_string(Type.Bits);
}

std::optional<IntType> banklint::parseIntType(llvm::StringRef Text) {
  static constexpr IntType All[] = {BoolType,    {8, true},   {16, true},
                                    {32, true},  {64, true},  {8, false},
                                    {16, false}, {32, false}, {64, false}};
  for (IntType Type : All)
    if (spelling(Type) == Text)
      return Type;
  return std::nullopt;
}

std::string banklint::toString(const Dim3 &Dim) {
  return (llvm::Twine(Dim.X) + "x" + llvm::Twine(Dim.Y) + "x" +
          llvm::Twine(Dim.Z))
      .str();
}

llvm::StringRef banklint::spelling(ReasonCode Code) {
  switch (Code) {
  case ReasonCode::DataDependentIndex:
    return "data-dependent-index";
  case ReasonCode::UnknownCall:
    return "unknown-call";
  case ReasonCode::InlineAssembly:
    return "inline-assembly";
  case ReasonCode::Recursion:
    return "recursion";
  case ReasonCode::ParseError:
    return "parse-error";
  case ReasonCode::UninstantiatedTemplate:
    return "uninstantiated-template";
  case ReasonCode::Budget:
    return "budget";
  case ReasonCode::FloatingPoint:
    return "floating-point";
  case ReasonCode::UnsupportedConstruct:
    return "unsupported-construct";
  case ReasonCode::UnknownPointer:
    return "unknown-pointer";
  case ReasonCode::UnknownArray:
    return "unknown-array";
  case ReasonCode::LoopCarried:
    return "loop-carried";
  case ReasonCode::UnknownCondition:
    return "unknown-condition";
  case ReasonCode::CrossLane:
    return "cross-lane";
  case ReasonCode::UniformUnknown:
    return "uniform-unknown";
  case ReasonCode::UnknownCost:
    return "unknown-cost";
  case ReasonCode::UnsupportedOperation:
    return "unsupported-operation";
  case ReasonCode::MayMerge:
    return "may-merge";
  case ReasonCode::MayReuse:
    return "may-reuse";
  case ReasonCode::MayJoin:
    return "may-join";
  case ReasonCode::Misaligned:
    return "misaligned";
  case ReasonCode::NotInitialized:
    return "not-initialized";
  }
  llvm_unreachable("covered switch");
}

std::optional<ReasonCode> banklint::parseReasonCode(llvm::StringRef Text) {
  // NotInitialized is the last code.
  for (int I = 0; I <= static_cast<int>(ReasonCode::NotInitialized); ++I)
    if (spelling(static_cast<ReasonCode>(I)) == Text)
      return static_cast<ReasonCode>(I);
  return std::nullopt;
}

std::string Reason::str() const {
  std::string Result = spelling(Code).str();
  if (!Detail.empty())
    Result += ": " + Detail;
  return Result;
}
