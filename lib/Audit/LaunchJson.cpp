//===- LaunchJson.cpp - Launches between processes ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelationsJson.h"
#include "UnitDocument.h"

using namespace banklint;
namespace json = llvm::json;

using Sizes = std::array<std::optional<uint32_t>, 3>;

static json::Array toJson(const Sizes &Extents) {
  json::Array Result;
  for (const std::optional<uint32_t> &Extent : Extents)
    Result.push_back(Extent ? json::Value(*Extent) : json::Value(nullptr));
  return Result;
}

static bool fromJson(const json::Array *Value, Sizes &Extents) {
  if (!Value || Value->size() != Extents.size())
    return false;
  for (auto [Element, Extent] : llvm::zip_equal(*Value, Extents))
    if (std::optional<uint64_t> Number = Element.getAsUINT64())
      Extent = static_cast<uint32_t>(*Number);
  return true;
}

bool banklint::fromJSON(const json::Value &Value, KernelIdentity &Kernel,
                        json::Path P) {
  json::ObjectMapper O(Value, P);
  return O && O.map("link", Kernel.LinkName) && O.map("name", Kernel.Name) &&
         O.map("defined", Kernel.DefinedAt) &&
         O.map("external", Kernel.IsExternal);
}

json::Value banklint::toJSON(const KernelIdentity &Kernel) {
  return json::Object{{"link", json::fixUTF8(Kernel.LinkName)},
                      {"name", json::fixUTF8(Kernel.Name)},
                      {"defined", json::fixUTF8(Kernel.DefinedAt)},
                      {"external", Kernel.IsExternal}};
}

json::Value banklint::toJSON(const KernelLaunch &Launch) {
  const LaunchSite &Site = Launch.Site;
  json::Array Arguments;
  for (const LaunchArgument &Argument : Launch.Arguments) {
    const ArgumentValue &Value = Argument.Value;
    Arguments.push_back(json::Object{
        {"path", json::Array(Argument.Path)},
        {"value", Value.isNumber() ? Value.number() : int64_t(Value.rest())},
        {"low_bits", Value.isNumber() ? json::Value(nullptr)
                                      : json::Value(Value.lowBits())}});
  }
  return json::Object{
      {"kernel", toJSON(Launch.Kernel)},
      {"in", json::fixUTF8(Launch.MadeIn)},
      {"file", json::fixUTF8(Site.File)},
      {"line", Site.Span.Line},
      {"column", Site.Span.Column},
      {"offset", Site.Span.Offset},
      {"block", toJson(Site.Block)},
      {"grid", toJson(Site.Grid)},
      {"bytes", Site.DynamicBytes ? json::Value(*Site.DynamicBytes) : nullptr},
      {"broken", Site.IsBroken},
      {"default", toJson(Site.DefaultBlock)},
      {"chooser", json::fixUTF8(Site.BlockChooser)},
      {"impossible", Site.ImpossibleBlock},
      {"arguments", std::move(Arguments)},
      {"relations", relationsToJson(Site.Relations)},
      {"formulas", formulasToJson(Launch.Formulas)}};
}

/// A number of 32 bits.
static bool map(const json::Object &O, llvm::StringRef Key, unsigned &Into) {
  const std::optional<int64_t> Number = O.getInteger(Key);
  Into = Number.value_or(0);
  return Number && *Number >= 0 && *Number <= UINT32_MAX;
}

static bool fromJson(const json::Object *Value, LaunchArgument &Argument) {
  const json::Array *Path = Value ? Value->getArray("path") : nullptr;
  const std::optional<int64_t> Number =
      Value ? Value->getInteger("value") : std::nullopt;
  if (!Path || !Number)
    return false;
  const std::optional<int64_t> LowBits = Value->getInteger("low_bits");
  Argument.Value = LowBits ? ArgumentValue::ofLowBits(*LowBits, *Number)
                           : ArgumentValue(*Number);
  for (const json::Value &Step : *Path)
    Argument.Path.push_back(Step.getAsUINT64().value_or(0));
  return true;
}

bool banklint::fromJSON(const json::Value &Value, KernelLaunch &Launch,
                        json::Path P) {
  LaunchSite &Site = Launch.Site;
  json::ObjectMapper O(Value, P);
  if (!O || !O.map("kernel", Launch.Kernel) || !O.map("in", Launch.MadeIn) ||
      !O.map("file", Site.File) || !O.map("bytes", Site.DynamicBytes) ||
      !O.map("broken", Site.IsBroken) || !O.map("chooser", Site.BlockChooser) ||
      !O.map("impossible", Site.ImpossibleBlock))
    return false;
  const json::Object &Object = *Value.getAsObject();
  const json::Array *Arguments = Object.getArray("arguments");
  return map(Object, "line", Site.Span.Line) &&
         map(Object, "column", Site.Span.Column) &&
         map(Object, "offset", Site.Span.Offset) &&
         fromJson(Object.getArray("block"), Site.Block) &&
         fromJson(Object.getArray("grid"), Site.Grid) &&
         fromJson(Object.getArray("default"), Site.DefaultBlock) &&
         relationsFromJson(Object.getObject("relations"), Site.Relations) &&
         formulasFromJson(Object.getArray("formulas"), Launch.Formulas) &&
         Arguments &&
         llvm::all_of(*Arguments, [&Launch](const json::Value &Each) {
           return fromJson(Each.getAsObject(), Launch.Arguments.emplace_back());
         });
}
