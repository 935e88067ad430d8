//===- Parser.cpp - Reads the declarations of the text form ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "Shape.h"
#include "banklint/Program/TextForm.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

void Parser::advance() {
  if (hasFailed())
    return;
  Current = Tokens.next();
  if (Current.Kind == Token::Error) {
    Token Bad = Current;
    fail(Bad, Bad.Value);
  }
}

bool Parser::fail(const Token &Where, const llvm::Twine &What) {
  if (!hasFailed())
    Failure = (llvm::Twine(Where.Line) + ":" + llvm::Twine(Where.Column) +
               ": " + What)
                  .str();
  Current = Token();
  return false;
}

bool Parser::accept(llvm::StringRef Spelling) {
  if (!Current.is(Spelling))
    return false;
  advance();
  return true;
}

bool Parser::expect(llvm::StringRef Spelling) {
  return accept(Spelling) || fail(Current, "expected '" + Spelling + "'");
}

std::string Parser::hyphenated() {
  std::string Result;
  while (true) {
    if (Current.Kind != Token::Identifier) {
      fail(Current, "expected a word");
      return "";
    }
    Result += Current.Text;
    const char *End = Current.Text.end();
    advance();
    if (!Current.is("-") || Current.Text.begin() != End)
      return Result;
    Result += '-';
    advance();
  }
}

std::optional<std::string> Parser::expectString() {
  if (Current.Kind != Token::String) {
    fail(Current, "expected a string");
    return std::nullopt;
  }
  std::string Result = std::move(Current.Value);
  advance();
  return Result;
}

std::optional<int64_t> Parser::integerOf(const Token &Digits, bool IsNegative,
                                         IntType Type) {
  uint64_t Limit = llvm::maskTrailingOnes<uint64_t>(Type.Bits - Type.Signed);
  if (IsNegative)
    Limit = Type.Signed ? Limit + 1 : 0;
  uint64_t Magnitude;
  if (Digits.Text.getAsInteger(10, Magnitude) || Magnitude > Limit) {
    fail(Digits, (IsNegative ? "-" : "") + Digits.Text + " does not fit in " +
                     spelling(Type));
    return std::nullopt;
  }
  return static_cast<int64_t>(IsNegative ? 0 - Magnitude : Magnitude);
}

std::optional<int64_t> Parser::expectInteger(IntType Type) {
  bool IsNegative = accept("-");
  Token Digits = Current;
  if (Digits.Kind != Token::Number || !Digits.Suffix.empty()) {
    fail(Digits, "expected a number");
    return std::nullopt;
  }
  std::optional<int64_t> Result = integerOf(Digits, IsNegative, Type);
  advance();
  return Result;
}

std::optional<uint64_t> Parser::expectUnsigned(IntType Type) {
  std::optional<int64_t> Result = expectInteger(Type);
  if (!Result)
    return std::nullopt;
  return static_cast<uint64_t>(*Result);
}

std::optional<IntType> Parser::expectType() {
  std::optional<IntType> Type;
  if (Current.Kind == Token::Identifier)
    Type = parseIntType(Current.Text);
  if (!Type)
    fail(Current, "expected an integer type");
  advance();
  return Type;
}

std::optional<CompilerRule> Parser::expectRule() {
  std::optional<CompilerRule> Rule;
  if (Current.Kind == Token::Identifier)
    Rule = parseCompilerRule(Current.Text);
  if (!Rule)
    fail(Current, "'" + Current.Text + "' is no rule of the compiler");
  advance();
  return Rule;
}

std::optional<Parser::Name> Parser::expectName() {
  Name Result;
  if (Current.Kind == Token::Identifier && isPlainName(Current.Text)) {
    Result.first = Current.Text.str();
  } else if (Current.Kind == Token::String) {
    Result.first = Current.Value;
  } else {
    if (Current.Kind == Token::Identifier)
      fail(Current, "'" + Current.Text + "' is a keyword; quote it");
    else
      fail(Current, "expected a name");
    return std::nullopt;
  }
  advance();
  if (accept("#")) {
    Result.second = expectUnsigned(U32);
    if (!Result.second)
      return std::nullopt;
  }
  return Result;
}

const Parser::Symbol *Parser::lookup(const Token &Where, const Name &Spelled) {
  auto Found = Symbols.find(Spelled);
  if (Found != Symbols.end())
    return &Found->second;
  fail(Where, "'" + Spelled.first + "' is not declared");
  return nullptr;
}

std::optional<unsigned> Parser::expectSymbol(SymbolKind Kind) {
  Token Where = Current;
  std::optional<Name> Spelled = expectName();
  const Symbol *Found = Spelled ? lookup(Where, *Spelled) : nullptr;
  if (!Found)
    return std::nullopt;
  if (Found->Kind != Kind) {
    fail(Where, "'" + Spelled->first + "' is not " +
                    (Kind == SymbolKind::Array ? "an array" : "a variable"));
    return std::nullopt;
  }
  return Found->Index;
}

bool Parser::declare(const Token &Where, const Name &Spelled, Symbol Meaning) {
  return Symbols.try_emplace(Spelled, Meaning).second ||
         fail(Where, "'" + Spelled.first + "' is declared twice");
}

SourceSpan Parser::parsePlace(std::string &File) {
  SourceSpan Span;
  if (Current.Kind != Token::String || !Lexer(Tokens).next().is(":"))
    return Span;
  File = *expectString();
  expect(":");
  Token Where = Current;
  Span.Line = expectUnsigned(U32).value_or(0);
  expect(":");
  Span.Column = expectUnsigned(U32).value_or(0);
  if (Span.Line == 0 || Span.Column == 0)
    fail(Where, "lines and columns start at 1");
  return Span;
}

SourceSpan Parser::parsePlace() {
  std::string File;
  SourceSpan Span = parsePlace(File);
  if (!Span.isValid())
    return Span;
  auto Found = FileNumbers.find(File);
  Span.File = Found != FileNumbers.end() ? Found->second : addFile(File);
  return Span;
}

unsigned Parser::addFile(std::string File) {
  unsigned Number = Program.Files.size();
  FileNumbers.try_emplace(File, Number);
  Program.Files.push_back(std::move(File));
  return Number;
}

llvm::Expected<KernelProgram> Parser::parse() {
  parseKernel();
  while (!hasFailed() && !Current.is("body"))
    parseDeclaration();
  expect("body");
  Program.Body = parseBlock({});
  if (!hasFailed() && Current.Kind != Token::End)
    fail(Current, "expected the end of the text");
  // What a part says of others, such as of branches behind it.
  if (!hasFailed())
    if (const std::optional<std::string> Wrong = verify(Program))
      fail(Current, *Wrong);
  if (Failure)
    return llvm::createStringError(*Failure);
  return std::move(Program);
}

void Parser::parseKernel() {
  if (!expect("kernel"))
    return;
  Program.Name = expectString().value_or("");
  Program.Span = parsePlace();
}

void Parser::parseDeclaration() {
  Token Where = Current;
  if (accept("file")) {
    addFile(expectString().value_or(""));
  } else if (accept("max_threads")) {
    Program.MaxThreads = expectUnsigned(U64);
  } else if (accept("relocatable")) {
    Program.IsRelocatable = true;
  } else if (accept("unknown_arrays")) {
    Program.HasUnknownArrays = true;
  } else if (accept("assembly_arrays")) {
    Program.HasAssemblyArrays = true;
  } else if (accept("parse_errors")) {
    Program.ParseErrors = expectUnsigned(U32).value_or(0);
  } else if (accept("param")) {
    parseParameter();
  } else if (accept("shared")) {
    parseArray();
  } else if (accept("fixed_block")) {
    parseFixedBlock();
  } else if (accept("launch")) {
    parseLaunch(/*IsAnnotation=*/false);
  } else if (accept("annotation")) {
    parseLaunch(/*IsAnnotation=*/true);
  } else if (accept("var")) {
    parseVariable();
  } else {
    fail(Where, "expected a declaration or 'body'");
  }
}

void Parser::parseParameter() {
  Token Where = Current;
  std::optional<Name> Spelled = expectName();
  if (!Spelled || !expect(":"))
    return;
  Parameter P;
  P.Name = Spelled->first;
  if (accept("-"))
    P.Type = {0, false};
  else
    P.Type = expectType().value_or(I32);
  unsigned Index = Program.Parameters.size();
  if (declare(Where, *Spelled, {SymbolKind::Parameter, Index}))
    Program.Parameters.push_back(std::move(P));
}

void Parser::parseVariable() {
  Token Where = Current;
  std::optional<Name> Spelled = expectName();
  if (!Spelled || !expect(":"))
    return;
  Variable V{Spelled->first, expectType().value_or(I32)};
  unsigned Index = Program.Variables.size();
  if (declare(Where, *Spelled, {SymbolKind::Variable, Index}))
    Program.Variables.push_back(std::move(V));
}

void Parser::parseArray() {
  Token Where = Current;
  std::optional<Name> Spelled = expectName();
  if (!Spelled || !expect(":"))
    return;
  SharedArray Array;
  Array.Name = Spelled->first;
  if (Current.Kind == Token::Identifier) {
    Array.ElementType = Current.Text.str();
    advance();
  } else {
    Array.ElementType = expectString().value_or("");
  }
  Array.ElementBytes = expectUnsigned(U32).value_or(0);
  while (accept("[")) {
    Extent E;
    E.Elements = expectUnsigned(U64).value_or(0);
    Array.Extents.push_back(std::move(E));
    expect("]");
  }
  expect("align");
  Array.Alignment = expectUnsigned(U32).value_or(0);
  Array.IsDynamic = accept("dynamic");
  if (accept("order"))
    Array.Order = expectUnsigned(U32).value_or(0);
  Array.IsLeftOut = accept("left_out");
  Array.Span = parsePlace();
  if (hasFailed())
    return;
  if (std::optional<std::string> Problem = verifyShape(Array)) {
    fail(Where, *Problem);
    return;
  }
  unsigned Index = Program.Arrays.size();
  if (declare(Where, *Spelled, {SymbolKind::Array, Index}))
    Program.Arrays.push_back(std::move(Array));
}

void Parser::parseFixedBlock() {
  Dim3 Block;
  Block.X = expectUnsigned(U32).value_or(1);
  expect(",");
  Block.Y = expectUnsigned(U32).value_or(1);
  expect(",");
  Block.Z = expectUnsigned(U32).value_or(1);
  Program.FixedBlock = Block;
}

void Parser::parseLaunch(bool IsAnnotation) {
  LaunchSite Launch;
  Launch.IsAnnotation = IsAnnotation;
  if (accept("block"))
    parseDims(Launch.Block);
  if (accept("grid"))
    parseDims(Launch.Grid);
  if (accept("dynamic") && !accept("?"))
    Launch.DynamicBytes = expectUnsigned(U64);
  if (accept("args"))
    parseArguments(Launch);
  Launch.IsBroken = accept("broken");
  if (accept("default"))
    parseDims(Launch.DefaultBlock);
  if (accept("chooser"))
    Launch.BlockChooser = expectString().value_or("");
  if (accept("impossible"))
    Launch.ImpossibleBlock = expectString().value_or("");
  Launch.Span = parsePlace(Launch.File);
  Program.Launches.push_back(std::move(Launch));
}

void Parser::parseDims(std::array<std::optional<uint32_t>, 3> &Dims) {
  for (std::optional<uint32_t> &Dim : Dims) {
    if (&Dim != &Dims[0])
      expect(",");
    if (!accept("?"))
      Dim = expectUnsigned(U32);
  }
}

/// What is \p Rest modulo the power of two that follows.
ArgumentValue Parser::parseModulus(int64_t Rest) {
  const Token Place = Current;
  const uint64_t Modulus = expectUnsigned(U32).value_or(0);
  if (!llvm::isPowerOf2_64(Modulus) || Modulus == 1 ||
      Modulus > uint64_t(1) << ArgumentValue::MaxLowBits || Rest < 0 ||
      uint64_t(Rest) >= Modulus) {
    fail(Place, "expected a power of two from 2 to 128 that is more than " +
                    llvm::Twine(Rest));
    return {};
  }
  return ArgumentValue::ofLowBits(llvm::Log2_64(Modulus), Rest);
}

void Parser::parseArguments(LaunchSite &Launch) {
  do {
    if (Launch.Arguments.size() == Program.Parameters.size()) {
      fail(Current, "the launch has more arguments than parameters before it");
      return;
    }
    IntType Type = Program.Parameters[Launch.Arguments.size()].Type;
    ArgumentValue &Value = Launch.Arguments.emplace_back();
    if (accept("?"))
      continue;
    const std::optional<int64_t> Number = expectInteger(Type.Bits ? Type : I64);
    if (!Number)
      return;
    Value = accept("mod") ? parseModulus(*Number) : *Number;
  } while (accept(","));
}

llvm::Expected<KernelProgram> banklint::parseProgram(llvm::StringRef Text) {
  return Parser(Text).parse();
}
