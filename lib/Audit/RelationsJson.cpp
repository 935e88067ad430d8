//===- RelationsJson.cpp - What launches say of their blocks --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelationsJson.h"
#include "banklint/Program/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
namespace json = llvm::json;
using Operand = BlockFormula::Operand;

// Larger formulas are not written, and none of them are read.
static constexpr size_t MaxSteps = 256;
static constexpr size_t MaxFormulas = 256;

static bool isLarge(const BlockFormula &Formula) {
  return Formula.Steps.size() > MaxSteps;
}

static json::Value toJson(const Operand &Of) {
  switch (Of.Kind) {
  case Operand::Extent:
    return json::Object{{"extent", Of.Value}};
  case Operand::Step:
    return json::Object{{"step", Of.Value}};
  case Operand::Number:
    break;
  }
  return Of.Value;
}

static json::Value toJson(const BlockFormula &Formula) {
  json::Array Steps;
  for (const BlockFormula::Operation &Step : Formula.Steps)
    Steps.push_back(json::Object{{"op", spelling(Step.Op)},
                                 {"type", spelling(Step.Type)},
                                 {"left", toJson(Step.Left)},
                                 {"right", toJson(Step.Right)}});
  return json::Object{{"steps", std::move(Steps)},
                      {"result", toJson(Formula.Result)}};
}

json::Value banklint::relationsToJson(const BlockRelations &Relations) {
  json::Array Extents, Conditions;
  for (const ExtentFormula &Each : Relations.Extents)
    if (!isLarge(Each.Of) && Extents.size() < MaxFormulas)
      Extents.push_back(
          json::Object{{"direction", Each.Direction}, {"of", toJson(Each.Of)}});
  for (const BlockCondition &Each : Relations.Conditions)
    if (!isLarge(Each.Of) && Conditions.size() < MaxFormulas)
      Conditions.push_back(json::Object{{"of", toJson(Each.Of)},
                                        {"least", Each.Least},
                                        {"most", Each.Most},
                                        {"not_zero", Each.IsNotZero}});
  return json::Object{{"extents", std::move(Extents)},
                      {"conditions", std::move(Conditions)}};
}

json::Value banklint::formulasToJson(llvm::ArrayRef<ArgumentFormula> Formulas) {
  json::Array Result;
  for (const ArgumentFormula &Each : Formulas)
    if (!isLarge(Each.Of) && Result.size() < MaxFormulas)
      Result.push_back(json::Object{{"path", json::Array(Each.Path)},
                                    {"of", toJson(Each.Of)}});
  return Result;
}

/// An operand behind \p Steps steps.
static std::optional<Operand> operandOf(const json::Value *Value,
                                        size_t Steps) {
  if (!Value)
    return std::nullopt;
  if (const std::optional<int64_t> Number = Value->getAsInteger())
    return Operand{Operand::Number, *Number};
  const json::Object *Object = Value->getAsObject();
  if (!Object || Object->size() != 1)
    return std::nullopt;
  const auto Below = [Object](llvm::StringRef Key, int64_t End) {
    const std::optional<int64_t> Number = Object->getInteger(Key);
    return Number && *Number >= 0 && *Number < End ? Number : std::nullopt;
  };
  if (const std::optional<int64_t> Direction = Below("extent", 3))
    return Operand{Operand::Extent, *Direction};
  if (const std::optional<int64_t> Step = Below("step", int64_t(Steps)))
    return Operand{Operand::Step, *Step};
  return std::nullopt;
}

static bool addStep(const json::Object *Value, BlockFormula &Into) {
  if (!Value)
    return false;
  const std::optional<BinaryOp> Op =
      parseBinaryOp(Value->getString("op").value_or(""));
  const std::optional<IntType> Type =
      parseIntType(Value->getString("type").value_or(""));
  const std::optional<Operand> Left =
      operandOf(Value->get("left"), Into.Steps.size());
  const std::optional<Operand> Right =
      operandOf(Value->get("right"), Into.Steps.size());
  if (!Op || !Type || !Left || !Right)
    return false;
  Into.Steps.push_back({*Op, *Type, *Left, *Right});
  return true;
}

static bool fromJson(const json::Object *Value, BlockFormula &Formula) {
  const json::Array *Steps = Value ? Value->getArray("steps") : nullptr;
  if (!Steps || Steps->size() > MaxSteps ||
      !llvm::all_of(*Steps, [&Formula](const json::Value &Step) {
        return addStep(Step.getAsObject(), Formula);
      }))
    return false;
  const std::optional<Operand> Result =
      operandOf(Value->get("result"), Formula.Steps.size());
  Formula.Result = Result.value_or(Operand());
  return Result.has_value();
}

static bool fromJson(const json::Object *Value, ExtentFormula &Extent) {
  const std::optional<int64_t> Direction =
      Value ? Value->getInteger("direction") : std::nullopt;
  if (!Direction || *Direction < 0 || *Direction >= 3)
    return false;
  Extent.Direction = unsigned(*Direction);
  return fromJson(Value->getObject("of"), Extent.Of);
}

static bool fromJson(const json::Object *Value, BlockCondition &Condition) {
  if (!Value)
    return false;
  const std::optional<int64_t> Least = Value->getInteger("least");
  const std::optional<int64_t> Most = Value->getInteger("most");
  const std::optional<bool> IsNotZero = Value->getBoolean("not_zero");
  if (!Least || !Most || !IsNotZero)
    return false;
  Condition.Least = *Least;
  Condition.Most = *Most;
  Condition.IsNotZero = *IsNotZero;
  return fromJson(Value->getObject("of"), Condition.Of);
}

static bool fromJson(const json::Object *Value, ArgumentFormula &Argument) {
  const json::Array *Path = Value ? Value->getArray("path") : nullptr;
  if (!Path || Path->empty())
    return false;
  for (const json::Value &Step : *Path) {
    const std::optional<uint64_t> Number = Step.getAsUINT64();
    if (!Number || *Number > UINT32_MAX)
      return false;
    Argument.Path.push_back(unsigned(*Number));
  }
  return fromJson(Value->getObject("of"), Argument.Of);
}

template <typename T>
static bool allFromJson(const json::Array *Value, std::vector<T> &Into) {
  return Value && Value->size() <= MaxFormulas &&
         llvm::all_of(*Value, [&Into](const json::Value &Each) {
           return fromJson(Each.getAsObject(), Into.emplace_back());
         });
}

bool banklint::relationsFromJson(const json::Object *Value,
                                 BlockRelations &Relations) {
  return Value && allFromJson(Value->getArray("extents"), Relations.Extents) &&
         allFromJson(Value->getArray("conditions"), Relations.Conditions);
}

bool banklint::formulasFromJson(const json::Array *Value,
                                std::vector<ArgumentFormula> &Formulas) {
  return allFromJson(Value, Formulas);
}
