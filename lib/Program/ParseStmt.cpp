//===- ParseStmt.cpp - Reads the statements of the text form --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "Shape.h"

using namespace banklint;

Block Parser::parseBlock(Surroundings Around) {
  Block Result;
  Token Start = Current;
  if (!expect("{"))
    return Result;
  if (++Around.Depth > MaxBlockDepth) {
    fail(Start, "blocks are nested too deeply");
    return Result;
  }
  while (!hasFailed() && !accept("}"))
    if (!accept(";"))
      parseStmt(Result, Around);
  return Result;
}

void Parser::parseStmt(Block &Out, Surroundings Around) {
  Stmt S;
  if (Current.is("if"))
    parseIf(S, Around);
  else if (Current.is("loop"))
    parseLoop(S, Around);
  else if (Current.is("switch"))
    parseSwitch(S, Around);
  else if (Current.is("region"))
    parseRegion(S, Around);
  else if (Current.is("flow"))
    parseFlow(S);
  else if (!parseJump(S, Around)) {
    bool IsName =
        Current.Kind == Token::String ||
        (Current.Kind == Token::Identifier && isPlainName(Current.Text));
    if (IsName)
      parseAssign(S);
    else
      parseAccess(S);
  }
  if (!hasFailed())
    Out.push_back(std::move(S));
}

/// Whose barrier \p S is, if not the block's.
void Parser::parseScope(Stmt &S) {
  if (!accept("("))
    return;
  if (accept("warp"))
    S.Scope = BarrierScope::Warp;
  else if (accept("lanes"))
    S.Scope = BarrierScope::Lanes;
  else
    fail(Current, "expected 'warp' or 'lanes'");
  if (!hasFailed())
    expect(")");
}

/// The statements of one word; false if this is another one.
bool Parser::parseJump(Stmt &S, Surroundings Around) {
  Token Where = Current;
  if (accept("barrier")) {
    S.Kind = StmtKind::Barrier;
    parseScope(S);
  } else if (accept("fence")) {
    S.Kind = StmtKind::Barrier;
    S.Scope = BarrierScope::None;
  } else if (accept("return")) {
    S.Kind = StmtKind::Return;
  } else if (accept("break")) {
    S.Kind = StmtKind::Break;
    if (!Around.CanBreak)
      fail(Where, "'break' has nothing to leave");
  } else if (accept("continue")) {
    S.Kind = StmtKind::Continue;
    if (!Around.CanContinue)
      fail(Where, "'continue' has no loop");
  } else {
    return false;
  }
  return true;
}

void Parser::parseAssign(Stmt &S) {
  Token Where = Current;
  S.Kind = StmtKind::Assign;
  std::optional<unsigned> Index = expectSymbol(SymbolKind::Variable);
  if (!Index || !expect("="))
    return;
  S.Index = *Index;
  S.Value = parseExpr();
  if (!S.Value.isValid())
    return;
  const Variable &V = Program.Variables[S.Index];
  IntType Type = Builder.typeOf(S.Value);
  if (Type != V.Type)
    fail(Where, "'" + V.Name + "' is " + spelling(V.Type) +
                    ", but its new value is " + spelling(Type));
}

void Parser::parseAccess(Stmt &S) {
  Token Where = Current;
  if (Where.Kind != Token::Identifier) {
    fail(Where, "expected a statement");
    return;
  }
  std::string Word = hyphenated();
  std::optional<MemoryOperation> Op = parseMemoryOperation(Word);
  if (!Op) {
    fail(Where, "'" + Word + "' is not a statement");
    return;
  }
  Access A;
  A.Op = *Op;
  A.Bytes = expectUnsigned(U32).value_or(0);
  A.Address = parseOperand();
  if (!A.Address.isValid())
    return;
  if (accept("from"))
    A.Source = parseOperand();
  for (ExprId Address : {A.Address, A.Source})
    if (Address.isValid() && Builder.typeOf(Address) != U64) {
      fail(Where,
           "the address is " + spelling(Builder.typeOf(Address)) + ", not u64");
      return;
    }
  if (accept("pieces"))
    A.Pieces = expectUnsigned(U32).value_or(0);
  A.IsWhole = accept("whole");
  A.IsNumber = accept("number");
  if (accept("elements"))
    A.ElementBytes = expectUnsigned(U32).value_or(0);
  A.IsWindow = accept("window");
  A.IsVolatile = accept("volatile");
  A.IsApart = accept("apart");
  A.MayRestore = accept("restores");
  A.WritesBack = accept("back");
  A.IsAmidLoads = accept("amid");
  A.MaySink = accept("sinks");
  A.MayBeUnused = accept("unused");
  while (accept("needed")) {
    const bool IsElse = accept("else");
    A.NeededOn.push_back({unsigned(expectUnsigned(U32).value_or(0)), IsElse});
  }
  while (accept("by"))
    if (const std::optional<CompilerRule> Rule = expectRule())
      A.Rules |= *Rule;
  if (accept("array"))
    A.Array = expectSymbol(SymbolKind::Array);
  A.Span = parsePlace();
  if (accept("text"))
    A.Text = expectString().value_or("");
  if (hasFailed())
    return;
  if (std::optional<std::string> Problem = verifyShape(A)) {
    fail(Where, *Problem);
    return;
  }
  S.Kind = StmtKind::Access;
  S.Index = Program.Accesses.size();
  Program.Accesses.push_back(std::move(A));
}

FlowPart Parser::parsePart() {
  FlowPart Part;
  const Token Where = Current;
  const std::string Word = hyphenated();
  const std::optional<FlowHolder> Holder = parseFlowHolder(Word);
  if (!Holder) {
    fail(Where, "'" + Word + "' keeps no value");
    return Part;
  }
  Part.Holder = *Holder;
  if (*Holder == FlowHolder::Variable)
    Part.Index = expectSymbol(SymbolKind::Variable).value_or(0);
  else if (*Holder == FlowHolder::Array)
    Part.Index = expectSymbol(SymbolKind::Array).value_or(0);
  else
    Part.Index = expectUnsigned(U32).value_or(0);
  if (accept("[")) {
    Part.Begin = expectInteger(I64).value_or(0);
    expect(":");
    Part.End = expectInteger(I64).value_or(0);
    expect("]");
  }
  if (accept("at")) {
    expect("(");
    Part.At = parseExpr();
    expect(")");
    expect("bytes");
    Part.Bytes = expectInteger(I64).value_or(0);
  }
  Part.IsSome = accept("some");
  Part.IsPerhaps = accept("perhaps");
  return Part;
}

void Parser::parseFlow(Stmt &S) {
  expect("flow");
  const Token Where = Current;
  const std::string Word = hyphenated();
  const std::optional<FlowKind> Kind = parseFlowKind(Word);
  if (!Kind) {
    fail(Where, "'" + Word + "' is no step of a flow");
    return;
  }
  FlowStep Step;
  Step.Kind = *Kind;
  if (hasTo(*Kind))
    Step.To = parsePart();
  if (hasAccess(*Kind)) {
    expect("access");
    Step.Access = expectUnsigned(U32).value_or(0);
  }
  if (accept("bytes"))
    Step.Bytes = expectInteger(I64).value_or(0);
  if ((*Kind == FlowKind::Decide || *Kind == FlowKind::Test) &&
      (Current.is("then") || Current.is("else"))) {
    Step.Taken = accept("then");
    if (!*Step.Taken)
      expect("else");
  }
  if (hasTo(*Kind) && accept("only")) {
    expect("(");
    Step.Only = parseExpr();
    expect(")");
  }
  if (hasFrom(*Kind) && accept("from"))
    do
      Step.From.push_back(parsePart());
    while (!hasFailed() && accept(","));
  S.Kind = StmtKind::Flow;
  S.Index = Program.Flow.size();
  Program.Flow.push_back(std::move(Step));
}

void Parser::parseIf(Stmt &S, Surroundings Around) {
  S.Kind = StmtKind::If;
  expect("if");
  if (accept("number"))
    S.Index = expectUnsigned(I32).value_or(0);
  S.Value = parseCondition();
  S.Blocks.resize(2);
  S.Blocks[0] = parseBlock(Around);
  if (accept("else"))
    S.Blocks[1] = parseBlock(Around);
}

void Parser::parseLoop(Stmt &S, Surroundings Around) {
  S.Kind = StmtKind::Loop;
  expect("loop");
  if (accept("name"))
    S.Index = expectSymbol(SymbolKind::Variable).value_or(~0u);
  S.TestFirst = !accept("untested");
  if (accept("rolled"))
    S.UnrollCount = 1;
  else if (accept("unroll"))
    S.UnrollCount = Current.Kind == Token::Number
                        ? expectUnsigned(U32).value_or(0)
                        : UnrollWhole;
  if (accept("weight"))
    S.Weight = expectUnsigned(U32).value_or(0);
  if (accept("folded"))
    S.FoldedWeight = expectUnsigned(U32).value_or(0);
  S.HasInnerLoops = accept("nested");
  S.MayBePeeled = accept("peelable");
  S.ReadsVolatile = accept("volatile");
  S.Blocks.resize(3);
  Surroundings Aside{false, false, Around.Depth};
  if (Current.is("{"))
    S.Blocks[0] = parseBlock(Aside);
  expect("test");
  S.Value = parseCondition();
  S.Blocks[1] = parseBlock({true, true, Around.Depth});
  if (accept("step"))
    S.Blocks[2] = parseBlock(Aside);
}

void Parser::parseSwitch(Stmt &S, Surroundings Around) {
  S.Kind = StmtKind::Switch;
  expect("switch");
  S.Value = parseInParentheses();
  expect("{");
  Around.CanBreak = true;
  LabelSet Seen;
  while (!hasFailed() && !accept("}")) {
    S.Labels.push_back(parseLabels(Seen, Builder.typeOf(S.Value)));
    S.Blocks.push_back(parseBlock(Around));
  }
}

/// `case 1, 2, default:` or `default:`, of one section.
SwitchLabels Parser::parseLabels(LabelSet &Seen, IntType Type) {
  SwitchLabels Result;
  bool IsCase = accept("case");
  do {
    Token Where = Current;
    std::optional<int64_t> Label;
    if (IsCase && !Current.is("default")) {
      Label = expectInteger(Type);
      Result.Values.push_back(Label.value_or(0));
    } else {
      expect("default");
      Result.IsDefault = true;
    }
    if (!Seen.insert(Label).second)
      fail(Where, "the switch has this label twice");
  } while (accept(","));
  expect(":");
  return Result;
}

void Parser::parseRegion(Stmt &S, Surroundings Around) {
  S.Kind = StmtKind::Region;
  expect("region");
  S.Name = expectString().value_or("");
  // Jumps do not leave the body of a call.
  S.Blocks.push_back(parseBlock({false, false, Around.Depth}));
}

ExprId Parser::parseCondition() {
  Token Where = Current;
  ExprId Result = parseInParentheses();
  if (Result.isValid() && Builder.typeOf(Result) != BoolType) {
    fail(Where,
         "the condition is " + spelling(Builder.typeOf(Result)) + ", not bool");
    return {};
  }
  return Result;
}
