//===- ParseExpr.cpp - Reads the expressions of the text form -----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "Shape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;

bool Parser::isTooDeep(const Token &Where, llvm::ArrayRef<ExprId> Operands) {
  for (ExprId Operand : Operands)
    if (Program.expr(Operand).Depth >= MaxExprDepth)
      return !fail(Where, "the expression is nested too deeply");
  return false;
}

ExprId Parser::parseExpr() {
  ExprId Left = parseOperand();
  if (!Left.isValid())
    return {};
  if (Current.is("?"))
    return parseSelect(Left);
  if (Current.Kind == Token::Punctuator && parseBinaryOp(Current.Text))
    return parseInfix(Left);
  return Left;
}

ExprId Parser::parseInfix(ExprId Left) {
  Token Where = Current;
  advance();
  ExprId Right = parseOperand();
  if (!Right.isValid())
    return {};
  if (Current.Kind == Token::Punctuator &&
      (Current.is("?") || parseBinaryOp(Current.Text))) {
    fail(Current, "the operand of '" + Current.Text + "' needs parentheses");
    return {};
  }
  return makeBinary(Where, *parseBinaryOp(Where.Text), Left, Right);
}

ExprId Parser::makeBinary(const Token &Where, BinaryOp Op, ExprId Left,
                          ExprId Right) {
  IntType L = Builder.typeOf(Left), R = Builder.typeOf(Right);
  if (L != R) {
    fail(Where, "the operands of '" + spelling(Op) + "' are " + spelling(L) +
                    " and " + spelling(R));
    return {};
  }
  bool IsLogical = Op == BinaryOp::LogicalAnd || Op == BinaryOp::LogicalOr;
  if (IsLogical && L != BoolType) {
    fail(Where, "'" + spelling(Op) + "' takes bools, not " + spelling(L));
    return {};
  }
  if (isTooDeep(Where, {Left, Right}))
    return {};
  return Builder.binary(Op, Left, Right);
}

ExprId Parser::parseSelect(ExprId Condition) {
  Token Where = Current;
  advance();
  ExprId Then = parseOperand();
  expect(":");
  ExprId Else = parseOperand();
  if (!Then.isValid() || !Else.isValid())
    return {};
  if (Builder.typeOf(Condition) != BoolType) {
    fail(Where, "the condition of '?' is " +
                    spelling(Builder.typeOf(Condition)) + ", not bool");
    return {};
  }
  if (Builder.typeOf(Then) != Builder.typeOf(Else)) {
    fail(Where, "the arms of '?' are " + spelling(Builder.typeOf(Then)) +
                    " and " + spelling(Builder.typeOf(Else)));
    return {};
  }
  if (isTooDeep(Where, {Condition, Then, Else}))
    return {};
  return Builder.select(Condition, Then, Else);
}

ExprId Parser::parseOperand() {
  // One more than the depth of expressions, for a condition's parentheses.
  llvm::SaveAndRestore<unsigned> Level(Nesting, Nesting + 1);
  if (Nesting > MaxExprDepth + 1) {
    fail(Current, "the expression is nested too deeply");
    return {};
  }
  switch (Current.Kind) {
  case Token::Number:
    return parseNumber(/*IsNegative=*/false);
  case Token::String:
    return parseNamed();
  case Token::Identifier:
    return parseOperandWord();
  case Token::Punctuator:
    return parsePrefix();
  default:
    fail(Current, "expected an expression");
    return {};
  }
}

ExprId Parser::parseOperandWord() {
  if (isPlainName(Current.Text))
    return parseNamed();
  if (accept("true"))
    return Builder.constant(1, BoolType);
  if (accept("false"))
    return Builder.constant(0, BoolType);
  if (Current.is("opaque") || Current.is("shuffle"))
    return parseOpaque();
  if (parseIntType(Current.Text) || parseUnaryOp(Current.Text) ||
      parseBinaryOp(Current.Text))
    return parseCall();
  return parseBuiltin();
}

ExprId Parser::parsePrefix() {
  Token Where = Current;
  if (Current.is("("))
    return parseInParentheses();
  if (Current.is("&"))
    return parseAddress();
  std::optional<UnaryOp> Op = parseUnaryOp(Current.Text);
  if (!Op) {
    fail(Where, "expected an expression");
    return {};
  }
  advance();
  if (*Op == UnaryOp::Negate && Current.Kind == Token::Number)
    return parseNumber(/*IsNegative=*/true);
  ExprId Operand = parseOperand();
  if (!Operand.isValid() || isTooDeep(Where, Operand))
    return {};
  return Builder.unary(*Op, Operand);
}

ExprId Parser::parseNumber(bool IsNegative) {
  IntType Type = I32;
  if (!Current.Suffix.empty()) {
    std::optional<IntType> Suffix = parseIntType(Current.Suffix);
    if (!Suffix) {
      fail(Current, "'" + Current.Suffix + "' is not an integer type");
      return {};
    }
    Type = *Suffix;
  }
  std::optional<int64_t> Value = integerOf(Current, IsNegative, Type);
  if (!Value)
    return {};
  advance();
  return Builder.constant(*Value, Type);
}

ExprId Parser::parseBuiltin() {
  Token Where = Current;
  std::string Word = Current.Text.str();
  advance();
  if (accept(".")) {
    Word += "." + Current.Text.str();
    advance();
  }
  std::optional<Builtin> Special = banklint::parseBuiltin(Word);
  if (!Special) {
    fail(Where, "'" + Word + "' is not an expression");
    return {};
  }
  return Builder.builtin(*Special);
}

/// A conversion, or an operator that is spelled as a word.
ExprId Parser::parseCall() {
  Token Where = Current;
  llvm::StringRef Word = Where.Text;
  advance();
  if (std::optional<BinaryOp> Op = parseBinaryOp(Word)) {
    expect("(");
    ExprId Left = parseExpr();
    expect(",");
    ExprId Right = parseExpr();
    if (!expect(")"))
      return {};
    return makeBinary(Where, *Op, Left, Right);
  }
  ExprId Operand = parseInParentheses();
  if (!Operand.isValid() || isTooDeep(Where, Operand))
    return {};
  if (std::optional<UnaryOp> Op = parseUnaryOp(Word))
    return Builder.unary(*Op, Operand);
  return Builder.convert(Operand, *parseIntType(Word));
}

ExprId Parser::parseNamed() {
  Token Where = Current;
  std::optional<Name> Spelled = expectName();
  const Symbol *Found = Spelled ? lookup(Where, *Spelled) : nullptr;
  if (!Found)
    return {};
  if (Found->Kind == SymbolKind::Variable)
    return Builder.variable(Found->Index);
  if (Found->Kind == SymbolKind::Array) {
    fail(Where, "'" + Spelled->first + "' is an array; take its address");
    return {};
  }
  if (Program.Parameters[Found->Index].Type.Bits == 0) {
    fail(Where, "'" + Spelled->first + "' is not an integer");
    return {};
  }
  return Builder.parameter(Found->Index);
}

ExprId Parser::parseAddress() {
  Token Where = Current;
  advance();
  std::optional<unsigned> Array = expectSymbol(SymbolKind::Array);
  llvm::SmallVector<ExprId, 4> Operands;
  while (accept("[")) {
    Operands.push_back(parseExpr());
    expect("]");
  }
  ExprId Inner;
  if (accept(".")) {
    expect("bytes");
    Inner = parseInParentheses();
  } else if (!hasFailed()) {
    Inner = Builder.constant(0, I64);
  }
  if (hasFailed())
    return {};
  size_t Extents = Program.Arrays[*Array].Extents.size();
  if (Operands.size() > Extents) {
    fail(Where, "'" + Program.Arrays[*Array].Name + "' has " +
                    llvm::Twine(Extents) + " extents, but " +
                    llvm::Twine(Operands.size()) + " subscripts");
    return {};
  }
  if (Builder.typeOf(Inner) != I64) {
    fail(Where,
         "'.bytes' takes an i64, not " + spelling(Builder.typeOf(Inner)));
    return {};
  }
  if (isTooDeep(Where, Operands) || isTooDeep(Where, Inner))
    return {};
  return Builder.address(*Array, Operands, Inner);
}

/// A value that is not known, or a shuffle, some lanes' values of which are
/// not.
ExprId Parser::parseOpaque() {
  Token Start = Current;
  advance();
  expect("<");
  Token Where = Current;
  std::string Word = hyphenated();
  std::optional<ReasonCode> Code = parseReasonCode(Word);
  if (!hasFailed() && !Code)
    fail(Where, "'" + Word + "' is not a reason");
  expect(">");
  expect("(");
  OpaqueValue Value{{Code.value_or(ReasonCode::UnsupportedConstruct),
                     expectString().value_or("")},
                    ""};
  llvm::SmallVector<ExprId, 4> Operands;
  while (accept(",")) {
    if (accept("name"))
      Value.Name = expectString().value_or("");
    else if (accept("divergent"))
      Value.Divergent = true;
    else if (accept("elsewhere"))
      Value.Elsewhere = true;
    else if (accept("sum"))
      Value.IsSum = true;
    else if (accept("volatile"))
      Value.Volatile = true;
    else
      Operands.push_back(parseExpr());
  }
  expect(")");
  if (Start.is("shuffle"))
    return makeShuffle(Start, std::move(Value), Operands);
  expect(":");
  std::optional<IntType> Type = expectType();
  if (hasFailed() || isTooDeep(Start, Operands))
    return {};
  if (Value.IsSum && !isSum(Program, Value, *Type, Operands)) {
    fail(Start, "a sum elsewhere is a u64, of a u64 and any number of i64");
    return {};
  }
  return Builder.opaque(std::move(Value), *Type, Operands);
}

ExprId Parser::makeShuffle(const Token &Where, OpaqueValue Unknown,
                           llvm::ArrayRef<ExprId> Operands) {
  if (!hasFailed() && Operands.size() != 2)
    fail(Where, "'shuffle' takes a value and the number of its lane");
  if (!hasFailed() && Builder.typeOf(Operands[1]) != U32)
    fail(Where, "the number of a lane is a u32, not " +
                    spelling(Builder.typeOf(Operands[1])));
  if (hasFailed() || isTooDeep(Where, Operands))
    return {};
  return Builder.shuffle(std::move(Unknown), Operands[0], Operands[1]);
}

ExprId Parser::parseInParentheses() {
  if (!expect("("))
    return {};
  ExprId Result = parseExpr();
  if (!expect(")"))
    return {};
  return Result;
}
