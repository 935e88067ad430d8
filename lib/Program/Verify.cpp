//===- Verify.cpp - The invariants of a kernel program ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shape.h"
#include "banklint/Program/KernelProgram.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <set>

using namespace banklint;

namespace {

bool isIntType(IntType Type) {
  return Type == BoolType || Type.Bits == 8 || Type.Bits == 16 ||
         Type.Bits == 32 || Type.Bits == 64;
}

bool isCanonical(int64_t Value, IntType Type) {
  return canonical(Value, Type) == Value;
}

/// Each check returns true if all is well and else leaves the explanation in
/// Problem.
class Verifier {
public:
  explicit Verifier(const KernelProgram &Program)
      : Program(Program), Executed(Program.Accesses.size()) {}

  bool run();

  std::string Problem;

private:
  /// What surrounds a statement, as far as jumps care.
  struct Surroundings {
    bool CanBreak = false;
    bool CanContinue = false;
    unsigned Depth = 0;
  };

  bool fail(const llvm::Twine &What) {
    Problem = What.str();
    return false;
  }

  bool checkSpan(SourceSpan Span, const llvm::Twine &Owner);
  bool checkDeclarations();
  bool checkArray(const SharedArray &Array);
  bool checkLaunch(const LaunchSite &Launch);
  bool checkAccess(const Access &A, unsigned Index);
  bool checkSpelled(const Access &A, const std::string &Owner);
  bool checkExprId(ExprId Id, const llvm::Twine &Owner);

  bool checkExpr(unsigned Index);
  bool checkOperands(const Expr &E, unsigned Index);
  bool checkLeaf(const Expr &E, const llvm::Twine &Owner);
  bool checkUnary(const Expr &E, const llvm::Twine &Owner);
  bool checkBinary(const Expr &E, const llvm::Twine &Owner);
  bool checkConvert(const Expr &E, const llvm::Twine &Owner);
  bool checkSelect(const Expr &E, const llvm::Twine &Owner);
  bool checkAddress(const Expr &E, const llvm::Twine &Owner);
  bool checkOpaque(const Expr &E, const llvm::Twine &Owner);
  bool checkShuffle(const Expr &E, const llvm::Twine &Owner);

  bool checkBlock(const Block &B, Surroundings Around);
  bool checkStmt(const Stmt &S, Surroundings Around);
  bool checkAssign(const Stmt &S);
  bool checkFlow(const Stmt &S);
  bool checkPart(const FlowPart &Part);
  bool checkExecution(const Stmt &S);
  bool checkIf(const Stmt &S, Surroundings Around);
  bool checkLoop(const Stmt &S, Surroundings Around);
  bool checkSwitch(const Stmt &S, Surroundings Around);
  bool checkBlockCount(const Stmt &S, unsigned Count, llvm::StringRef Owner);
  bool checkCondition(const Stmt &S, llvm::StringRef Owner);

  const Expr &operand(const Expr &E, unsigned I) const {
    return Program.expr(E.Operands[I]);
  }
  bool isConstant(const Expr &E, unsigned I) const {
    return operand(E, I).Kind == ExprKind::Constant;
  }

  const KernelProgram &Program;
  /// Accesses that some statement executes.
  llvm::BitVector Executed;
  /// Branches that have a number.
  std::set<unsigned> Numbered;
};

} // namespace

bool Verifier::run() {
  if (!checkDeclarations())
    return false;
  for (unsigned I = 0; I != Program.Exprs.size(); ++I)
    if (!checkExpr(I))
      return false;
  for (unsigned I = 0; I != Program.Accesses.size(); ++I)
    if (!checkAccess(Program.Accesses[I], I))
      return false;
  if (!checkBlock(Program.Body, {}))
    return false;
  int Lost = Executed.find_first_unset();
  if (Lost != -1)
    return fail("access " + llvm::Twine(Lost) + " is in no statement");
  for (const Access &A : Program.Accesses)
    for (const NumberedSide Side : A.NeededOn)
      if (Numbered.count(Side.Branch) == 0)
        return fail("no branch has number " + llvm::Twine(Side.Branch));
  return true;
}

bool Verifier::checkSpan(SourceSpan Span, const llvm::Twine &Owner) {
  if (Span.isValid() && Span.File >= Program.Files.size())
    return fail(Owner + ": its place is in file " + llvm::Twine(Span.File) +
                " of " + llvm::Twine(Program.Files.size()));
  return true;
}

bool Verifier::checkDeclarations() {
  if (!checkSpan(Program.Span, "the kernel"))
    return false;
  if (Program.Span.isValid() && Program.Span.File != 0)
    return fail("the kernel is not in the first file");
  for (const Parameter &P : Program.Parameters)
    if (P.Type.Bits != 0 && !isIntType(P.Type))
      return fail("parameter '" + P.Name + "' has no valid type");
  for (const Variable &V : Program.Variables)
    if (!isIntType(V.Type))
      return fail("variable '" + V.Name + "' has no valid type");
  for (const SharedArray &Array : Program.Arrays)
    if (!checkArray(Array))
      return false;
  for (const LaunchSite &Launch : Program.Launches)
    if (!checkLaunch(Launch))
      return false;
  return true;
}

bool Verifier::checkArray(const SharedArray &Array) {
  std::string Owner = "array '" + Array.Name + "'";
  if (std::optional<std::string> What = verifyShape(Array))
    return fail(Owner + ": " + *What);
  for (const Extent &E : Array.Extents)
    if (!checkSpan(E.Span, Owner + ": an extent"))
      return false;
  for (const LayoutUse &Use : Array.LayoutUses)
    if (!checkSpan(Use.Span, Owner + ": a layout use"))
      return false;
  return checkSpan(Array.Span, Owner);
}

bool Verifier::checkLaunch(const LaunchSite &Launch) {
  if (Launch.Arguments.size() > Program.Parameters.size())
    return fail("a launch has more arguments than the kernel has parameters");
  for (size_t I = 0; I != Launch.Arguments.size(); ++I) {
    const Parameter &P = Program.Parameters[I];
    const ArgumentValue &Known = Launch.Arguments[I];
    if (Known.isNumber() && P.Type.Bits != 0 &&
        !isCanonical(Known.number(), P.Type))
      return fail("a launch's argument for '" + P.Name + "' is no " +
                  spelling(P.Type));
  }
  return true;
}

bool Verifier::checkExprId(ExprId Id, const llvm::Twine &Owner) {
  if (!Id.isValid())
    return fail(Owner + " has no expression");
  if (Id.Index >= Program.Exprs.size())
    return fail(Owner + " names an expression that does not exist");
  return true;
}

bool Verifier::checkAccess(const Access &A, unsigned Index) {
  std::string Owner = ("access " + llvm::Twine(Index)).str();
  if (std::optional<std::string> What = verifyShape(A))
    return fail(Owner + ": " + *What);
  if (!checkExprId(A.Address, Owner))
    return false;
  if (Program.expr(A.Address).Type != U64)
    return fail(Owner + ": its address is not a u64");
  if (A.Source.isValid() &&
      (!checkExprId(A.Source, Owner) || Program.expr(A.Source).Type != U64))
    return fail(Owner + ": its source is not a u64");
  if (A.Array && *A.Array >= Program.Arrays.size())
    return fail(Owner + ": its array does not exist");
  for (SourceSpan Call : A.Calls)
    if (!checkSpan(Call, Owner + ": a call"))
      return false;
  if (A.LibraryCall && *A.LibraryCall >= A.Calls.size())
    return fail(Owner + ": its call of a library does not exist");
  if (A.Spelled && !checkSpelled(A, Owner))
    return false;
  return checkSpan(A.Span, Owner);
}

/// The address must be what the source spells.
bool Verifier::checkSpelled(const Access &A, const std::string &Owner) {
  const Expr &E = Program.expr(A.Address);
  const SpelledPlace &Place = *A.Spelled;
  if (E.Kind != ExprKind::Address ||
      Place.Subscripts.size() != E.Operands.size() - 1 ||
      Place.Subscripts.size() != Program.Arrays[E.Index].Extents.size())
    return fail(Owner + ": its address is not a place with each subscript");
  if (!Place.Name.isValid() || !checkSpan(Place.Name, Owner + ": a name"))
    return false;
  for (const SpelledPlace::Subscript &S : Place.Subscripts)
    if (!S.Span.isValid() || !checkSpan(S.Span, Owner + ": a subscript"))
      return fail(Owner + ": a subscript has no place");
  return true;
}

bool Verifier::checkExpr(unsigned Index) {
  const Expr &E = Program.Exprs[Index];
  std::string Owner = ("expression " + llvm::Twine(Index)).str();
  if (!isIntType(E.Type))
    return fail(Owner + ": it has no valid type");
  if (!checkOperands(E, Index))
    return false;
  switch (E.Kind) {
  case ExprKind::Constant:
  case ExprKind::Variable:
  case ExprKind::Parameter:
  case ExprKind::Builtin:
    return checkLeaf(E, Owner);
  case ExprKind::Unary:
    return checkUnary(E, Owner);
  case ExprKind::Binary:
    return checkBinary(E, Owner);
  case ExprKind::Convert:
    return checkConvert(E, Owner);
  case ExprKind::Select:
    return checkSelect(E, Owner);
  case ExprKind::Address:
    return checkAddress(E, Owner);
  case ExprKind::Opaque:
    return checkOpaque(E, Owner);
  case ExprKind::Shuffle:
    return checkOpaque(E, Owner) && checkShuffle(E, Owner);
  }
  return fail(Owner + ": it is of no known kind");
}

/// Operands come before their user, so that no expression contains itself.
bool Verifier::checkOperands(const Expr &E, unsigned Index) {
  std::string Owner = ("expression " + llvm::Twine(Index)).str();
  unsigned Depth = 0;
  for (ExprId Operand : E.Operands) {
    if (Operand.Index >= Index)
      return fail(Owner + ": an operand does not come before it");
    Depth = std::max(Depth, Program.expr(Operand).Depth);
  }
  if (E.Depth != Depth + 1)
    return fail(Owner + ": its depth is wrong");
  if (E.Depth > MaxExprDepth)
    return fail(Owner + ": it is nested too deeply");

  unsigned Count = E.Operands.size();
  switch (E.Kind) {
  case ExprKind::Address:
    return Count >= 1 || fail(Owner + ": it has no inner bytes");
  case ExprKind::Opaque:
    return true;
  case ExprKind::Unary:
  case ExprKind::Convert:
    return Count == 1 || fail(Owner + ": it needs 1 operand");
  case ExprKind::Binary:
  case ExprKind::Shuffle:
    return Count == 2 || fail(Owner + ": it needs 2 operands");
  case ExprKind::Select:
    return Count == 3 || fail(Owner + ": it needs 3 operands");
  default:
    return Count == 0 || fail(Owner + ": it takes no operand");
  }
}

bool Verifier::checkLeaf(const Expr &E, const llvm::Twine &Owner) {
  switch (E.Kind) {
  case ExprKind::Constant:
    return isCanonical(E.Value, E.Type) ||
           fail(Owner + ": " + llvm::Twine(E.Value) + " is no " +
                spelling(E.Type));
  case ExprKind::Variable:
    if (E.Index >= Program.Variables.size())
      return fail(Owner + ": its variable does not exist");
    return E.Type == Program.Variables[E.Index].Type ||
           fail(Owner + ": its type is not its variable's");
  case ExprKind::Parameter:
    if (E.Index >= Program.Parameters.size())
      return fail(Owner + ": its parameter does not exist");
    return E.Type == Program.Parameters[E.Index].Type ||
           fail(Owner + ": its type is not its parameter's");
  default:
    return E.Type == U32 || fail(Owner + ": a builtin is a u32");
  }
}

bool Verifier::checkUnary(const Expr &E, const llvm::Twine &Owner) {
  IntType Result =
      E.Unary == UnaryOp::LogicalNot ? BoolType : operand(E, 0).Type;
  if (E.Type != Result)
    return fail(Owner + ": its type is not its operator's");
  return !isConstant(E, 0) || fail(Owner + ": it is not folded");
}

bool Verifier::checkBinary(const Expr &E, const llvm::Twine &Owner) {
  const Expr &Left = operand(E, 0), &Right = operand(E, 1);
  bool IsLogical =
      E.Binary == BinaryOp::LogicalAnd || E.Binary == BinaryOp::LogicalOr;
  if (Left.Type != Right.Type)
    return fail(Owner + ": its operands differ in type");
  if (IsLogical && Left.Type != BoolType)
    return fail(Owner + ": a logical operator takes bools");
  if (E.Type != (IsLogical || isComparison(E.Binary) ? BoolType : Left.Type))
    return fail(Owner + ": its type is not its operator's");
  if (isConstant(E, 0) && isConstant(E, 1) &&
      evaluate(E.Binary, Left.Value, Right.Value, Left.Type))
    return fail(Owner + ": it is not folded");
  return true;
}

bool Verifier::checkConvert(const Expr &E, const llvm::Twine &Owner) {
  if (E.Type == BoolType)
    return fail(Owner + ": a conversion to bool is a comparison with 0");
  if (isConstant(E, 0) || E.Type == operand(E, 0).Type)
    return fail(Owner + ": it is not folded");
  return true;
}

bool Verifier::checkSelect(const Expr &E, const llvm::Twine &Owner) {
  if (operand(E, 0).Type != BoolType)
    return fail(Owner + ": its condition is not a bool");
  if (E.Type != operand(E, 1).Type || E.Type != operand(E, 2).Type)
    return fail(Owner + ": its arms differ in type");
  return !isConstant(E, 0) || fail(Owner + ": it is not folded");
}

bool Verifier::checkAddress(const Expr &E, const llvm::Twine &Owner) {
  if (E.Index >= Program.Arrays.size())
    return fail(Owner + ": its array does not exist");
  if (E.Operands.size() - 1 > Program.Arrays[E.Index].Extents.size())
    return fail(Owner + ": it has more subscripts than its array has extents");
  if (Program.expr(E.Operands.back()).Type != I64)
    return fail(Owner + ": its inner bytes are no i64");
  return E.Type == U64 || fail(Owner + ": an address is a u64");
}

bool Verifier::checkOpaque(const Expr &E, const llvm::Twine &Owner) {
  if (E.Index >= Program.Opaques.size())
    return fail(Owner + ": its opaque value does not exist");
  const OpaqueValue &Value = Program.Opaques[E.Index];
  return !Value.IsSum || isSum(Program, Value, E.Type, E.Operands) ||
         fail(Owner + ": it is no sum of a pointer and bytes");
}

bool Verifier::checkShuffle(const Expr &E, const llvm::Twine &Owner) {
  if (E.Type != operand(E, 0).Type)
    return fail(Owner + ": its type is not its operand's");
  return operand(E, 1).Type == U32 ||
         fail(Owner + ": the number of its lane is not a u32");
}

bool Verifier::checkBlock(const Block &B, Surroundings Around) {
  if (++Around.Depth > MaxBlockDepth)
    return fail("blocks are nested too deeply");
  for (const Stmt &S : B)
    if (!checkSpan(S.Span, "a statement") || !checkStmt(S, Around))
      return false;
  return true;
}

bool Verifier::checkStmt(const Stmt &S, Surroundings Around) {
  switch (S.Kind) {
  case StmtKind::Assign:
    return checkAssign(S);
  case StmtKind::Access:
    return checkExecution(S);
  case StmtKind::If:
    return checkIf(S, Around);
  case StmtKind::Loop:
    return checkLoop(S, Around);
  case StmtKind::Switch:
    return checkSwitch(S, Around);
  case StmtKind::Region:
    // Jumps do not leave the body of a call.
    return checkBlockCount(S, 1, "a region") &&
           checkBlock(S.Blocks[0], {false, false, Around.Depth});
  case StmtKind::Break:
    return checkBlockCount(S, 0, "a break") &&
           (Around.CanBreak || fail("a break has nothing to leave"));
  case StmtKind::Continue:
    return checkBlockCount(S, 0, "a continue") &&
           (Around.CanContinue || fail("a continue has no loop"));
  case StmtKind::Return:
    return checkBlockCount(S, 0, "a return");
  case StmtKind::Barrier:
    return checkBlockCount(S, 0, "a barrier");
  case StmtKind::Flow:
    return checkFlow(S);
  }
  return fail("a statement is of no known kind");
}

bool Verifier::checkPart(const FlowPart &Part) {
  // Of records and locals, far more than a kernel has.
  size_t Count = 1u << 24;
  if (Part.Holder == FlowHolder::Variable)
    Count = Program.Variables.size();
  else if (Part.Holder == FlowHolder::Array)
    Count = Program.Arrays.size();
  else if (Part.Holder == FlowHolder::Load)
    Count = Program.Accesses.size();
  if (Part.At.isValid() &&
      (!checkExprId(Part.At, "a part of a record") ||
       Program.expr(Part.At).Type != I64 || Part.Bytes <= 0 ||
       Part.Holder != FlowHolder::Record))
    return fail("a part of a record is nowhere");
  return (Part.Index < Count && Part.Begin >= 0 && Part.Begin < Part.End) ||
         fail("what keeps a value does not exist");
}

bool Verifier::checkFlow(const Stmt &S) {
  if (!checkBlockCount(S, 0, "a step of a flow"))
    return false;
  if (S.Index >= Program.Flow.size())
    return fail("a statement's step does not exist");
  const FlowStep &Step = Program.Flow[S.Index];
  if (hasAccess(Step.Kind) && Step.Access >= Program.Accesses.size())
    return fail("a step's access does not exist");
  if (hasTo(Step.Kind) && !checkPart(Step.To))
    return false;
  if (Step.Kind == FlowKind::Copy &&
      (Step.From.size() != 1 ||
       Step.From.front().End - Step.From.front().Begin !=
           Step.To.End - Step.To.Begin))
    return fail("a copy is from one part of its size");
  if (Step.Only.isValid() && !checkExprId(Step.Only, "a step of a flow"))
    return false;
  if (Step.Kind == FlowKind::MakeElement && Step.Bytes <= 0)
    return fail("an element has no bytes");
  return llvm::all_of(Step.From,
                      [this](const FlowPart &Part) { return checkPart(Part); });
}

bool Verifier::checkBlockCount(const Stmt &S, unsigned Count,
                               llvm::StringRef Owner) {
  return S.Blocks.size() == Count ||
         fail(Owner + " has " + llvm::Twine(S.Blocks.size()) +
              " blocks instead of " + llvm::Twine(Count));
}

bool Verifier::checkCondition(const Stmt &S, llvm::StringRef Owner) {
  if (!checkExprId(S.Value, Owner))
    return false;
  return Program.expr(S.Value).Type == BoolType ||
         fail(Owner + ": its condition is not a bool");
}

bool Verifier::checkAssign(const Stmt &S) {
  if (!checkBlockCount(S, 0, "an assignment") ||
      !checkExprId(S.Value, "an assignment"))
    return false;
  if (S.Index >= Program.Variables.size())
    return fail("an assignment's variable does not exist");
  const Variable &V = Program.Variables[S.Index];
  return Program.expr(S.Value).Type == V.Type ||
         fail("an assignment to '" + V.Name + "' has another type");
}

bool Verifier::checkExecution(const Stmt &S) {
  if (!checkBlockCount(S, 0, "an access"))
    return false;
  if (S.Index >= Program.Accesses.size())
    return fail("a statement's access does not exist");
  if (Executed.test(S.Index))
    return fail("access " + llvm::Twine(S.Index) + " is in two statements");
  Executed.set(S.Index);
  return true;
}

bool Verifier::checkIf(const Stmt &S, Surroundings Around) {
  if (S.Index != ~0u)
    Numbered.insert(S.Index);
  return checkBlockCount(S, 2, "an if") && checkCondition(S, "an if") &&
         checkBlock(S.Blocks[0], Around) && checkBlock(S.Blocks[1], Around);
}

bool Verifier::checkLoop(const Stmt &S, Surroundings Around) {
  if (!checkBlockCount(S, 3, "a loop") || !checkCondition(S, "a loop"))
    return false;
  if (S.Index != ~0u && S.Index >= Program.Variables.size())
    return fail("a loop's variable does not exist");
  Surroundings Aside{false, false, Around.Depth};
  Surroundings Inside{true, true, Around.Depth};
  return checkBlock(S.Blocks[0], Aside) && checkBlock(S.Blocks[1], Inside) &&
         checkBlock(S.Blocks[2], Aside);
}

bool Verifier::checkSwitch(const Stmt &S, Surroundings Around) {
  if (!checkExprId(S.Value, "a switch") ||
      !checkBlockCount(S, S.Labels.size(), "a switch"))
    return false;
  IntType Type = Program.expr(S.Value).Type;
  std::set<int64_t> Seen;
  bool HasDefault = false;
  for (const SwitchLabels &Labels : S.Labels) {
    if (Labels.Values.empty() && !Labels.IsDefault)
      return fail("a switch's section has no label");
    if (Labels.IsDefault && HasDefault)
      return fail("a switch has two defaults");
    HasDefault |= Labels.IsDefault;
    for (int64_t Value : Labels.Values) {
      if (!isCanonical(Value, Type))
        return fail("a switch's label " + llvm::Twine(Value) + " is no " +
                    spelling(Type));
      if (!Seen.insert(Value).second)
        return fail("a switch has the label " + llvm::Twine(Value) + " twice");
    }
  }
  Around.CanBreak = true;
  for (const Block &Section : S.Blocks)
    if (!checkBlock(Section, Around))
      return false;
  return true;
}

std::optional<std::string> banklint::verify(const KernelProgram &Program) {
  Verifier V(Program);
  if (V.run())
    return std::nullopt;
  return V.Problem;
}
