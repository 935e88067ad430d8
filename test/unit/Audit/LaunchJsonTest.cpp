//===- LaunchJsonTest.cpp -----------------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelationsJson.h"
#include "UnitDocument.h"
#include "banklint/Program/Expr.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

using Operand = BlockFormula::Operand;

/// `4 * (x - 1)`.
BlockFormula sampleFormula() {
  return {{{BinaryOp::Sub, I32, {Operand::Extent, 0}, {Operand::Number, 1}},
           {BinaryOp::Mul, I64, {Operand::Number, 4}, {Operand::Step, 0}}},
          {Operand::Step, 1}};
}

KernelLaunch sample() {
  KernelLaunch Launch;
  Launch.Kernel = {"_Z1kPf", "k", "/src/k.cuh:17", true};
  Launch.MadeIn = "/src/host.cu";
  Launch.Site.File = "host.cu";
  Launch.Site.Span.Line = 3;
  Launch.Site.Span.Column = 5;
  Launch.Site.Span.Offset = 77;
  Launch.Site.Block = {32, std::nullopt, 1};
  Launch.Site.Grid = {std::nullopt, 2, 3};
  Launch.Site.DynamicBytes = uint64_t(1) << 40;
  Launch.Site.IsBroken = true;
  Launch.Site.DefaultBlock = {32, 8, std::nullopt};
  Launch.Site.BlockChooser = "cudaOccupancyMaxPotentialBlockSize";
  Launch.Site.ImpossibleBlock = "2048x1x1";
  Launch.Arguments = {
      {{0}, -5}, {{1, 2}, INT64_MAX}, {{3}, ArgumentValue::ofLowBits(5, 17)}};
  Launch.Site.Relations.Extents = {{1, sampleFormula()}};
  Launch.Site.Relations.Conditions = {
      {sampleFormula()}, {{{}, {Operand::Extent, 2}}, -3, INT64_MAX, true}};
  Launch.Formulas = {{{0}, sampleFormula()},
                     {{2, 1}, {{}, {Operand::Number, 5}}}};
  return Launch;
}

/// True if a launch is read whose argument has the formula \p Json.
bool isFormula(llvm::StringRef Json) {
  const std::string Text = R"([{"path": [0], "of": )" + Json.str() + "}]";
  const llvm::json::Value Value = llvm::cantFail(llvm::json::parse(Text));
  std::vector<ArgumentFormula> Formulas;
  return formulasFromJson(Value.getAsArray(), Formulas);
}

/// Likewise if its steps are \p Json.
bool isStep(llvm::StringRef Json) {
  return isFormula(R"({"result": {"step": 0}, "steps": [)" + Json.str() + "]}");
}

TEST(LaunchJson, LaunchesAreTheSameAfterwards) {
  KernelLaunch Back;
  llvm::json::Path::Root Root;
  ASSERT_TRUE(fromJSON(toJSON(sample()), Back, Root));
  EXPECT_TRUE(Back == sample());
}

TEST(LaunchJson, EachMemberIsNeeded) {
  const llvm::json::Value Whole = toJSON(sample());
  for (const auto &[Key, Value] : *Whole.getAsObject()) {
    // A number of bytes that is not known is null.
    if (Key == "bytes")
      continue;
    llvm::json::Object Less = *Whole.getAsObject();
    Less.erase(Key);
    KernelLaunch Back;
    llvm::json::Path::Root Root;
    EXPECT_FALSE(fromJSON(llvm::json::Value(std::move(Less)), Back, Root))
        << Key.str();
  }
}

TEST(RelationsJson, OperandsAreNumbersExtentsOrStepsBefore) {
  EXPECT_TRUE(isFormula(R"({"result": 7, "steps": []})"));
  EXPECT_TRUE(isFormula(R"({"result": {"extent": 2}, "steps": []})"));
  for (llvm::StringRef Result :
       {R"({"extent": 3})", R"({"extent": -1})", R"({"step": 0})", R"("7")",
        "1.5", "null", "{}", R"({"extent": 0, "step": 0})"})
    EXPECT_FALSE(isFormula(R"({"steps": [], "result": )" + Result.str() + "}"))
        << Result.str();
  EXPECT_FALSE(isFormula(R"({"result": 7})"));
  EXPECT_FALSE(isFormula(R"({"steps": []})"));
  EXPECT_FALSE(isFormula("null"));
}

TEST(RelationsJson, StepsAreKnownOperations) {
  const std::string Add =
      R"({"op": "+", "type": "i32", "left": 1, "right": {"extent": 0}})";
  EXPECT_TRUE(isStep(Add));
  EXPECT_TRUE(isStep(
      Add +
      R"(, {"op": "+", "type": "i32", "left": {"step": 0}, "right": 1})"));
  for (llvm::StringRef Step :
       {R"({"op": "+", "type": "i32", "left": {"step": 0}, "right": 1})",
        R"({"op": "+", "type": "i32", "left": 1, "right": {"step": 1}})",
        R"({"op": "**", "type": "i32", "left": 1, "right": 1})",
        R"({"op": "+", "type": "i33", "left": 1, "right": 1})",
        R"({"op": 0, "type": "i32", "left": 1, "right": 1})",
        R"({"op": "+", "type": "i32", "left": 1})",
        R"({"op": "+", "type": "i32", "right": 1})", "0"})
    EXPECT_FALSE(isStep(Step)) << Step.str();
}

TEST(RelationsJson, RelationsAreWhole) {
  const std::string Of = R"("of": {"steps": [], "result": {"extent": 0}})";
  const auto IsRead = [](const std::string &Extents,
                         const std::string &Conditions) {
    BlockRelations Relations;
    const llvm::json::Value Value = llvm::cantFail(
        llvm::json::parse(R"({"extents": [)" + Extents +
                          R"(], "conditions": [)" + Conditions + "]}"));
    return relationsFromJson(Value.getAsObject(), Relations);
  };
  EXPECT_TRUE(IsRead("", ""));
  EXPECT_TRUE(IsRead(R"({"direction": 2, )" + Of + "}", ""));
  EXPECT_FALSE(IsRead(R"({"direction": 3, )" + Of + "}", ""));
  EXPECT_FALSE(IsRead(R"({"direction": -1, )" + Of + "}", ""));
  EXPECT_FALSE(IsRead(R"({"direction": 1})", ""));
  EXPECT_FALSE(IsRead("1", ""));
  EXPECT_TRUE(
      IsRead("", R"({"least": 1, "most": 2, "not_zero": true, )" + Of + "}"));
  EXPECT_FALSE(IsRead("", R"({"least": 1, "most": 2, )" + Of + "}"));
  EXPECT_FALSE(IsRead("", R"({"least": 1, "not_zero": true, )" + Of + "}"));
  EXPECT_FALSE(IsRead("", R"({"most": 1, "not_zero": true, )" + Of + "}"));
  EXPECT_FALSE(IsRead("", R"({"least": 1, "most": 2, "not_zero": true})"));
  BlockRelations Relations;
  EXPECT_FALSE(relationsFromJson(nullptr, Relations));
}

TEST(RelationsJson, FormulasOfManyStepsAreLeftOut) {
  const BlockFormula::Operation Add = {
      BinaryOp::Add, I32, {Operand::Extent, 0}, {Operand::Number, 1}};
  const BlockFormula Large = {{300, Add}, {Operand::Step, 299}};
  const llvm::json::Value Relations =
      relationsToJson({{{0, Large}}, {{Large}, {sampleFormula()}}});
  BlockRelations Back;
  ASSERT_TRUE(relationsFromJson(Relations.getAsObject(), Back));
  EXPECT_TRUE(Back.Extents.empty());
  EXPECT_EQ(Back.Conditions.size(), 1u);
  const llvm::json::Value Formulas =
      formulasToJson({{{0}, Large}, {{1}, sampleFormula()}});
  std::vector<ArgumentFormula> Arguments;
  ASSERT_TRUE(formulasFromJson(Formulas.getAsArray(), Arguments));
  EXPECT_EQ(Arguments.size(), 1u);
}

TEST(UnitDocument, AReportWithoutASupplementIsRefused) {
  llvm::Expected<UnitSupplement> Supplement =
      supplementOf(llvm::json::Object{{"format", 1}});
  EXPECT_FALSE(static_cast<bool>(Supplement));
  llvm::consumeError(Supplement.takeError());
}

TEST(UnitDocument, KernelsFollowTheReport) {
  const UnitDocumentParts Parts = partsOf("{\n  \"a\": 1\n}\n\n{}\n{}\n");
  EXPECT_EQ(Parts.Report, "{\n  \"a\": 1\n}");
  EXPECT_EQ(Parts.Kernels, "{}\n{}\n");
  EXPECT_EQ(partsOf("{}").Report, "{}");
  EXPECT_EQ(partsOf("{}").Kernels, "");
}

} // namespace
