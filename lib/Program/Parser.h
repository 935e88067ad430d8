//===- Parser.h - Reads the text form of a kernel program -------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recursive-descent parser with one token of lookahead. The first error ends
// the input: the current token becomes End, so that every loop stops, and what
// is returned afterwards means nothing. Functions that return an ExprId return
// an invalid one then; ExprBuilder must not see it.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_PROGRAM_PARSER_H
#define BANKLINT_LIB_PROGRAM_PARSER_H

#include "Lexer.h"
#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>

namespace banklint {

class Parser {
public:
  explicit Parser(llvm::StringRef Text) : Tokens(Text), Builder(Program) {
    advance();
  }

  llvm::Expected<KernelProgram> parse();

private:
  enum class SymbolKind { Parameter, Array, Variable };
  struct Symbol {
    SymbolKind Kind;
    unsigned Index;
  };
  /// As spelled in the text: what follows '#' tells equal names apart.
  using Name = std::pair<std::string, std::optional<uint64_t>>;

  /// The labels of a switch so far; nothing stands for its default.
  using LabelSet = std::set<std::optional<int64_t>>;

  /// What surrounds a statement, as far as jumps care.
  struct Surroundings {
    bool CanBreak = false;
    bool CanContinue = false;
    unsigned Depth = 0;
  };

  // Tokens (Parser.cpp).
  void advance();
  /// Records the first error; returns false.
  bool fail(const Token &Where, const llvm::Twine &What);
  bool hasFailed() const { return Failure.has_value(); }
  /// Takes the current token if it is spelled so.
  bool accept(llvm::StringRef Spelling);
  bool expect(llvm::StringRef Spelling);
  /// Takes adjacent words joined by '-': "atomic-count".
  std::string hyphenated();
  std::optional<std::string> expectString();
  /// An integer literal that fits \p Type.
  std::optional<int64_t> expectInteger(IntType Type);
  std::optional<int64_t> integerOf(const Token &Digits, bool IsNegative,
                                   IntType Type);
  std::optional<uint64_t> expectUnsigned(IntType Type);
  std::optional<IntType> expectType();
  std::optional<CompilerRule> expectRule();
  std::optional<Name> expectName();
  /// A name that is declared as \p Kind.
  std::optional<unsigned> expectSymbol(SymbolKind Kind);
  const Symbol *lookup(const Token &Where, const Name &Spelled);

  // Declarations (Parser.cpp).
  void parseKernel();
  void parseDeclaration();
  void parseParameter();
  void parseArray();
  void parseVariable();
  void parseFixedBlock();
  void parseLaunch(bool IsAnnotation);
  void parseDims(std::array<std::optional<uint32_t>, 3> &Dims);
  void parseArguments(LaunchSite &Launch);
  ArgumentValue parseModulus(int64_t Rest);
  unsigned addFile(std::string File);
  bool declare(const Token &Where, const Name &Spelled, Symbol Meaning);
  /// `"file":line:column`, if such stands here; a string without a colon may be
  /// the name that starts an assignment.
  SourceSpan parsePlace(std::string &File);
  /// The same, in one of the program's files, which is added if it is new.
  SourceSpan parsePlace();

  // Statements (ParseStmt.cpp).
  Block parseBlock(Surroundings Around);
  void parseStmt(Block &Out, Surroundings Around);
  bool parseJump(Stmt &S, Surroundings Around);
  void parseScope(Stmt &S);
  void parseAssign(Stmt &S);
  void parseAccess(Stmt &S);
  void parseFlow(Stmt &S);
  FlowPart parsePart();
  void parseIf(Stmt &S, Surroundings Around);
  void parseLoop(Stmt &S, Surroundings Around);
  void parseSwitch(Stmt &S, Surroundings Around);
  SwitchLabels parseLabels(LabelSet &Seen, IntType Type);
  void parseRegion(Stmt &S, Surroundings Around);
  /// A bool in parentheses.
  ExprId parseCondition();

  // Expressions (ParseExpr.cpp).
  /// An operand, or operands with one infix operator; something around it
  /// delimits it.
  ExprId parseExpr();
  ExprId parseInfix(ExprId Left);
  ExprId parseSelect(ExprId Condition);
  /// Something that needs no parentheses to be an operand.
  ExprId parseOperand();
  ExprId parseOperandWord();
  ExprId parsePrefix();
  ExprId parseNumber(bool IsNegative);
  ExprId parseBuiltin();
  ExprId parseCall();
  ExprId parseNamed();
  ExprId parseAddress();
  ExprId parseOpaque();
  ExprId makeShuffle(const Token &Where, OpaqueValue Unknown,
                     llvm::ArrayRef<ExprId> Operands);
  ExprId parseInParentheses();
  ExprId makeBinary(const Token &Where, BinaryOp Op, ExprId Left, ExprId Right);
  /// Whether a node on top of \p Operands would be too deep: reports that.
  bool isTooDeep(const Token &Where, llvm::ArrayRef<ExprId> Operands);

  Lexer Tokens;
  Token Current;
  std::optional<std::string> Failure;
  KernelProgram Program;
  ExprBuilder Builder;
  std::map<Name, Symbol> Symbols;
  /// The first file of each name.
  llvm::StringMap<unsigned> FileNumbers;
  unsigned Nesting = 0;
};

} // namespace banklint

#endif // BANKLINT_LIB_PROGRAM_PARSER_H
