//===- Printer.cpp - Writes a kernel program as text ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "banklint/Program/TextForm.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace banklint;

namespace {

class Printer {
public:
  Printer(const KernelProgram &Program, llvm::raw_ostream &OS,
          SourceLines Lines = nullptr)
      : Program(Program), OS(OS), Lines(Lines) {}

  void printProgram();

private:
  void nameEverything();
  void printParameters();
  void printArrays();
  void printLaunch(const LaunchSite &Launch);
  template <typename T>
  void printDims(const std::array<std::optional<T>, 3> &Dims);

  void printBlock(const Block &B);
  void printSource(SourceSpan Span);
  void printStmt(const Stmt &S);
  void printAccess(const Access &A);
  void printFlow(const FlowStep &S);
  void printPart(const FlowPart &Part);
  void printLoop(const Stmt &S);
  void printSwitch(const Stmt &S);
  void printInParentheses(ExprId Id);

  /// \p IsOpen: something around the expression delimits it, so that an infix
  /// operator needs no parentheses.
  void printExpr(ExprId Id, bool IsOpen);
  void printConstant(const Expr &E);
  void printUnary(const Expr &E);
  void printBinary(const Expr &E, bool IsOpen);
  void printSelect(const Expr &E, bool IsOpen);
  void printAddress(const Expr &E);
  void printOpaque(const Expr &E);

  void printNumber(int64_t Value, IntType Type);
  void printPlace(llvm::StringRef File, SourceSpan Span);
  void printPlace(SourceSpan Span) {
    if (Span.isValid())
      printPlace(Program.fileOf(Span), Span);
  }
  llvm::raw_ostream &line() { return OS.indent(Indentation); }

  const KernelProgram &Program;
  llvm::raw_ostream &OS;
  /// Null if no lines of the source are printed.
  SourceLines Lines;
  /// The last line that was printed.
  SourceSpan LastSource;
  unsigned Indentation = 0;
  std::vector<std::string> ParameterNames, ArrayNames, VariableNames;
  /// The numbers of accesses in the order of the text.
  llvm::DenseMap<unsigned, unsigned> Ordinals;
};

std::string quoted(llvm::StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      (Result += '\\') += C;
    else if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
      Result += "\\x" + llvm::toHex(llvm::StringRef(&C, 1), /*LowerCase=*/true);
    else
      Result += C;
  }
  return Result + '"';
}

bool isInfix(BinaryOp Op) { return !llvm::isAlpha(spelling(Op)[0]); }

} // namespace

/// Parameters, arrays and variables share one scope in the text form; names
/// that clash get their ordinal in it.
void Printer::nameEverything() {
  llvm::StringMap<unsigned> Uses;
  for (const Parameter &P : Program.Parameters)
    ++Uses[P.Name];
  for (const SharedArray &A : Program.Arrays)
    ++Uses[A.Name];
  for (const Variable &V : Program.Variables)
    ++Uses[V.Name];

  unsigned Ordinal = 0;
  auto Spell = [&](llvm::StringRef Name) {
    std::string Result = isPlainName(Name) ? Name.str() : quoted(Name);
    if (Uses[Name] > 1)
      Result += "#" + std::to_string(Ordinal);
    ++Ordinal;
    return Result;
  };
  for (const Parameter &P : Program.Parameters)
    ParameterNames.push_back(Spell(P.Name));
  for (const SharedArray &A : Program.Arrays)
    ArrayNames.push_back(Spell(A.Name));
  for (const Variable &V : Program.Variables)
    VariableNames.push_back(Spell(V.Name));
  if (!Program.Flow.empty())
    forEachStmt(Program.Body, [this](const Stmt &S) {
      if (S.Kind == StmtKind::Access)
        Ordinals.try_emplace(S.Index, Ordinals.size());
    });
}

void Printer::printProgram() {
  nameEverything();
  OS << "kernel " << quoted(Program.Name);
  printPlace(Program.Span);
  OS << '\n';
  // The kernel's place names the first file.
  llvm::ArrayRef<std::string> Files(Program.Files);
  for (llvm::StringRef File : Files.drop_front(Program.Span.isValid() ? 1 : 0))
    OS << "file " << quoted(File) << '\n';
  if (Program.IsRelocatable)
    OS << "relocatable\n";
  if (Program.HasUnknownArrays)
    OS << "unknown_arrays\n";
  if (Program.HasAssemblyArrays)
    OS << "assembly_arrays\n";
  if (Program.MaxThreads)
    OS << "max_threads " << *Program.MaxThreads << '\n';
  if (const std::optional<Dim3> &Block = Program.FixedBlock)
    OS << "fixed_block " << Block->X << ',' << Block->Y << ',' << Block->Z
       << '\n';
  if (Program.ParseErrors)
    OS << "parse_errors " << Program.ParseErrors << '\n';
  printParameters();
  printArrays();
  for (const LaunchSite &Launch : Program.Launches)
    printLaunch(Launch);
  for (size_t I = 0; I != Program.Variables.size(); ++I)
    OS << "var " << VariableNames[I] << " : "
       << spelling(Program.Variables[I].Type) << '\n';
  OS << "body ";
  printBlock(Program.Body);
  OS << '\n';
}

void Printer::printParameters() {
  for (size_t I = 0; I != Program.Parameters.size(); ++I) {
    IntType Type = Program.Parameters[I].Type;
    OS << "param " << ParameterNames[I] << " : "
       << (Type.Bits ? spelling(Type) : "-") << '\n';
  }
}

void Printer::printArrays() {
  for (size_t I = 0; I != Program.Arrays.size(); ++I) {
    const SharedArray &A = Program.Arrays[I];
    OS << "shared " << ArrayNames[I] << " : "
       << (isIdentifier(A.ElementType) ? A.ElementType : quoted(A.ElementType))
       << ' ' << A.ElementBytes;
    if (!A.Extents.empty())
      OS << ' ';
    for (const Extent &E : A.Extents)
      OS << '[' << E.Elements << ']';
    OS << " align " << A.Alignment;
    if (A.IsDynamic)
      OS << " dynamic";
    if (A.Order != 0)
      OS << " order " << A.Order;
    if (A.IsLeftOut)
      OS << " left_out";
    printPlace(A.Span);
    OS << '\n';
  }
}

void Printer::printLaunch(const LaunchSite &Launch) {
  OS << (Launch.IsAnnotation ? "annotation block " : "launch block ");
  printDims(Launch.Block);
  OS << " grid ";
  printDims(Launch.Grid);
  OS << " dynamic ";
  if (Launch.DynamicBytes)
    OS << *Launch.DynamicBytes;
  else
    OS << '?';
  for (size_t I = 0; I != Launch.Arguments.size(); ++I) {
    OS << (I == 0 ? " args " : ",");
    IntType Type = Program.Parameters[I].Type;
    const ArgumentValue &Known = Launch.Arguments[I];
    if (Known.isNumber())
      printNumber(Known.number(), Type.Bits ? Type : I64);
    else if (Known.lowBits() != 0)
      OS << Known.rest() << " mod " << (1u << Known.lowBits());
    else
      OS << '?';
  }
  if (Launch.IsBroken)
    OS << " broken";
  if (Launch.DefaultBlock != decltype(Launch.DefaultBlock)()) {
    OS << " default ";
    printDims(Launch.DefaultBlock);
  }
  if (!Launch.BlockChooser.empty())
    OS << " chooser " << quoted(Launch.BlockChooser);
  if (!Launch.ImpossibleBlock.empty())
    OS << " impossible " << quoted(Launch.ImpossibleBlock);
  if (Launch.Span.isValid())
    printPlace(Launch.File, Launch.Span);
  OS << '\n';
}

template <typename T>
void Printer::printDims(const std::array<std::optional<T>, 3> &Dims) {
  for (size_t I = 0; I != Dims.size(); ++I) {
    OS << (I == 0 ? "" : ",");
    if (Dims[I])
      OS << *Dims[I];
    else
      OS << '?';
  }
}

void Printer::printBlock(const Block &B) {
  OS << "{\n";
  Indentation += 2;
  for (const Stmt &S : B) {
    printSource(S.Kind == StmtKind::Access ? Program.Accesses[S.Index].Span
                                           : S.Span);
    line();
    printStmt(S);
    OS << '\n';
  }
  Indentation -= 2;
  line() << '}';
}

static llvm::StringRef barrierText(BarrierScope Scope) {
  switch (Scope) {
  case BarrierScope::Block:
    return "barrier";
  case BarrierScope::Warp:
    return "barrier(warp)";
  case BarrierScope::Lanes:
    return "barrier(lanes)";
  case BarrierScope::None:
    return "fence";
  }
  llvm_unreachable("covered switch");
}

/// A comment with the line that \p Span is in, unless it is the last one.
void Printer::printSource(SourceSpan Span) {
  if (!Lines || !Span.isValid() ||
      (Span.File == LastSource.File && Span.Line == LastSource.Line))
    return;
  LastSource = Span;
  const llvm::StringRef File = Program.fileOf(Span);
  line() << "// " << File << ':' << Span.Line;
  if (const std::optional<std::string> Text = Lines(File, Span.Line))
    OS << ": " << llvm::StringRef(*Text).trim();
  OS << '\n';
}

void Printer::printStmt(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Assign:
    OS << VariableNames[S.Index] << " = ";
    return printExpr(S.Value, /*IsOpen=*/true);
  case StmtKind::Access:
    return printAccess(Program.Accesses[S.Index]);
  case StmtKind::If:
    OS << "if ";
    if (S.Index != ~0u)
      OS << "number " << S.Index << ' ';
    printInParentheses(S.Value);
    OS << ' ';
    printBlock(S.Blocks[0]);
    if (!S.Blocks[1].empty()) {
      OS << " else ";
      printBlock(S.Blocks[1]);
    }
    return;
  case StmtKind::Loop:
    return printLoop(S);
  case StmtKind::Switch:
    return printSwitch(S);
  case StmtKind::Region:
    OS << "region " << quoted(S.Name) << ' ';
    return printBlock(S.Blocks[0]);
  case StmtKind::Break:
    OS << "break";
    return;
  case StmtKind::Continue:
    OS << "continue";
    return;
  case StmtKind::Return:
    OS << "return";
    return;
  case StmtKind::Barrier:
    OS << barrierText(S.Scope);
    return;
  case StmtKind::Flow:
    return printFlow(Program.Flow[S.Index]);
  }
}

void Printer::printPart(const FlowPart &Part) {
  OS << spelling(Part.Holder) << ' ';
  if (Part.Holder == FlowHolder::Variable)
    OS << VariableNames[Part.Index];
  else if (Part.Holder == FlowHolder::Array)
    OS << ArrayNames[Part.Index];
  else if (Part.Holder == FlowHolder::Load)
    OS << Ordinals.lookup(Part.Index);
  else
    OS << Part.Index;
  if (Part.Begin != 0 || Part.End != 1)
    OS << '[' << Part.Begin << ':' << Part.End << ']';
  if (Part.At.isValid()) {
    OS << " at (";
    printExpr(Part.At, /*IsOpen=*/true);
    OS << ") bytes " << Part.Bytes;
  }
  if (Part.IsSome)
    OS << " some";
  if (Part.IsPerhaps)
    OS << " perhaps";
}

void Printer::printFlow(const FlowStep &S) {
  OS << "flow " << spelling(S.Kind);
  if (hasTo(S.Kind)) {
    OS << ' ';
    printPart(S.To);
  }
  if (hasAccess(S.Kind))
    OS << " access " << Ordinals.lookup(S.Access);
  if (S.Bytes != 0)
    OS << " bytes " << S.Bytes;
  if (S.Taken)
    OS << (*S.Taken ? " then" : " else");
  if (S.Only.isValid()) {
    OS << " only (";
    printExpr(S.Only, /*IsOpen=*/true);
    OS << ')';
  }
  llvm::ListSeparator Separator;
  if (!S.From.empty())
    OS << " from ";
  for (const FlowPart &Part : S.From) {
    OS << Separator;
    printPart(Part);
  }
}

void Printer::printAccess(const Access &A) {
  OS << spelling(A.Op) << ' ' << A.Bytes << ' ';
  printExpr(A.Address, /*IsOpen=*/false);
  if (A.Source.isValid()) {
    OS << " from ";
    printExpr(A.Source, /*IsOpen=*/false);
  }
  if (A.Pieces != 1)
    OS << " pieces " << A.Pieces;
  if (A.IsWhole)
    OS << " whole";
  if (A.IsNumber)
    OS << " number";
  if (A.ElementBytes != 0)
    OS << " elements " << A.ElementBytes;
  if (A.IsWindow)
    OS << " window";
  if (A.IsVolatile)
    OS << " volatile";
  if (A.IsApart)
    OS << " apart";
  if (A.MayRestore)
    OS << " restores";
  if (A.WritesBack)
    OS << " back";
  if (A.IsAmidLoads)
    OS << " amid";
  if (A.MaySink)
    OS << " sinks";
  if (A.MayBeUnused)
    OS << " unused";
  for (const NumberedSide Side : A.NeededOn)
    OS << " needed " << (Side.IsElse ? "else " : "") << Side.Branch;
  for (llvm::StringRef Number : A.Rules.numbers())
    OS << " by " << Number;
  if (A.Array)
    OS << " array " << ArrayNames[*A.Array];
  printPlace(A.Span);
  if (!A.Text.empty())
    OS << " text " << quoted(A.Text);
}

void Printer::printLoop(const Stmt &S) {
  OS << "loop ";
  if (S.Index != ~0u)
    OS << "name " << VariableNames[S.Index] << ' ';
  if (!S.TestFirst)
    OS << "untested ";
  if (S.UnrollCount == 1)
    OS << "rolled ";
  else if (S.UnrollCount == UnrollWhole)
    OS << "unroll ";
  else if (S.UnrollCount != 0)
    OS << "unroll " << S.UnrollCount << ' ';
  if (S.Weight != 0)
    OS << "weight " << S.Weight << ' ';
  if (S.FoldedWeight != 0)
    OS << "folded " << S.FoldedWeight << ' ';
  if (S.HasInnerLoops)
    OS << "nested ";
  if (S.MayBePeeled)
    OS << "peelable ";
  if (S.ReadsVolatile)
    OS << "volatile ";
  if (!S.Blocks[0].empty()) {
    printBlock(S.Blocks[0]);
    OS << ' ';
  }
  OS << "test ";
  printInParentheses(S.Value);
  OS << ' ';
  printBlock(S.Blocks[1]);
  if (!S.Blocks[2].empty()) {
    OS << " step ";
    printBlock(S.Blocks[2]);
  }
}

void Printer::printSwitch(const Stmt &S) {
  OS << "switch ";
  printInParentheses(S.Value);
  OS << " {\n";
  Indentation += 2;
  IntType Type = Program.expr(S.Value).Type;
  for (size_t I = 0; I != S.Blocks.size(); ++I) {
    const SwitchLabels &Labels = S.Labels[I];
    line();
    llvm::ListSeparator Separator;
    if (!Labels.Values.empty())
      OS << "case ";
    for (int64_t Value : Labels.Values) {
      OS << Separator;
      printNumber(Value, Type);
    }
    if (Labels.IsDefault)
      OS << Separator << "default";
    OS << ": ";
    printBlock(S.Blocks[I]);
    OS << '\n';
  }
  Indentation -= 2;
  line() << '}';
}

void Printer::printInParentheses(ExprId Id) {
  OS << '(';
  printExpr(Id, /*IsOpen=*/true);
  OS << ')';
}

void Printer::printExpr(ExprId Id, bool IsOpen) {
  const Expr &E = Program.expr(Id);
  switch (E.Kind) {
  case ExprKind::Constant:
    return printConstant(E);
  case ExprKind::Variable:
    OS << VariableNames[E.Index];
    return;
  case ExprKind::Parameter:
    OS << ParameterNames[E.Index];
    return;
  case ExprKind::Builtin:
    OS << spelling(E.Special);
    return;
  case ExprKind::Unary:
    return printUnary(E);
  case ExprKind::Binary:
    return printBinary(E, IsOpen);
  case ExprKind::Convert:
    OS << spelling(E.Type);
    return printInParentheses(E.Operands[0]);
  case ExprKind::Select:
    return printSelect(E, IsOpen);
  case ExprKind::Address:
    return printAddress(E);
  case ExprKind::Opaque:
  case ExprKind::Shuffle:
    return printOpaque(E);
  }
}

void Printer::printConstant(const Expr &E) {
  if (E.Type == BoolType) {
    OS << (E.Value ? "true" : "false");
    return;
  }
  printNumber(E.Value, E.Type);
  if (E.Type != I32)
    OS << ':' << spelling(E.Type);
}

void Printer::printUnary(const Expr &E) {
  OS << spelling(E.Unary);
  if (llvm::isAlpha(spelling(E.Unary)[0]))
    return printInParentheses(E.Operands[0]);
  printExpr(E.Operands[0], /*IsOpen=*/false);
}

void Printer::printBinary(const Expr &E, bool IsOpen) {
  if (!isInfix(E.Binary)) {
    OS << spelling(E.Binary) << '(';
    printExpr(E.Operands[0], /*IsOpen=*/true);
    OS << ", ";
    printExpr(E.Operands[1], /*IsOpen=*/true);
    OS << ')';
    return;
  }
  OS << (IsOpen ? "" : "(");
  printExpr(E.Operands[0], /*IsOpen=*/false);
  OS << ' ' << spelling(E.Binary) << ' ';
  printExpr(E.Operands[1], /*IsOpen=*/false);
  OS << (IsOpen ? "" : ")");
}

void Printer::printSelect(const Expr &E, bool IsOpen) {
  OS << (IsOpen ? "" : "(");
  printExpr(E.Operands[0], /*IsOpen=*/false);
  OS << " ? ";
  printExpr(E.Operands[1], /*IsOpen=*/false);
  OS << " : ";
  printExpr(E.Operands[2], /*IsOpen=*/false);
  OS << (IsOpen ? "" : ")");
}

void Printer::printAddress(const Expr &E) {
  OS << '&' << ArrayNames[E.Index];
  llvm::ArrayRef<ExprId> Operands(E.Operands);
  for (ExprId Subscript : Operands.drop_back()) {
    OS << '[';
    printExpr(Subscript, /*IsOpen=*/true);
    OS << ']';
  }
  const Expr &Inner = Program.expr(Operands.back());
  if (Inner.Kind == ExprKind::Constant && Inner.Value == 0)
    return;
  OS << ".bytes";
  printInParentheses(Operands.back());
}

void Printer::printOpaque(const Expr &E) {
  const OpaqueValue &Value = Program.Opaques[E.Index];
  const bool IsShuffle = E.Kind == ExprKind::Shuffle;
  OS << (IsShuffle ? "shuffle<" : "opaque<") << spelling(Value.Why.Code) << ">("
     << quoted(Value.Why.Detail);
  if (!Value.Name.empty())
    OS << ", name " << quoted(Value.Name);
  if (Value.Divergent)
    OS << ", divergent";
  if (Value.Elsewhere)
    OS << ", elsewhere";
  if (Value.IsSum)
    OS << ", sum";
  if (Value.Volatile)
    OS << ", volatile";
  for (ExprId Operand : E.Operands) {
    OS << ", ";
    printExpr(Operand, /*IsOpen=*/true);
  }
  OS << ')';
  if (!IsShuffle)
    OS << ':' << spelling(E.Type);
}

void Printer::printNumber(int64_t Value, IntType Type) {
  if (Type.Signed)
    OS << Value;
  else
    OS << static_cast<uint64_t>(Value);
}

void Printer::printPlace(llvm::StringRef File, SourceSpan Span) {
  OS << ' ' << quoted(File) << ':' << Span.Line << ':' << Span.Column;
}

void banklint::print(const KernelProgram &Program, llvm::raw_ostream &OS) {
  Printer(Program, OS).printProgram();
}

void banklint::printWithSource(const KernelProgram &Program, SourceLines Lines,
                               llvm::raw_ostream &OS) {
  Printer(Program, OS, Lines).printProgram();
}
