//===- HostEvaluator.h - Values of host expressions -------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates expressions on the current path: their values, the places that
// lvalues name, and their effects on the path's state. What is not known is an
// unknown value, or no place.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTEVALUATOR_H
#define BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTEVALUATOR_H

#include "HostPath.h"
#include "LaunchRecorder.h"
#include "clang/AST/ExprCXX.h"

namespace banklint {

class HostCalls;

/// What Clang's own evaluator knows of \p E, unless it is about an effect.
HostValue hostConstant(const clang::Expr *E, clang::ASTContext &Context);
/// The value of \p Type's default initialization with zeros.
HostValue zeroOf(clang::QualType Type, const clang::ASTContext &Context);
/// What is left of \p Value in the bit-field \p Field.
HostValue asBitField(HostValue Value, const clang::FieldDecl &Field);

class HostEvaluator {
public:
  /// \p Calls says what calls return and do.
  HostEvaluator(clang::ASTContext &Context, const LostEffects &Lost,
                HostPath &Path, HostChanges &Changes, LaunchRecorder &Launches,
                HostCalls &Calls)
      : Context(Context), Lost(Lost), Path(Path), Changes(Changes),
        Launches(Launches), Calls(Calls) {}

  HostValue evaluate(const clang::Expr *E);
  /// Evaluates what \p S consists of, for its effects. References to its parts
  /// may be kept.
  HostValue evaluateOperands(const clang::Stmt *S);
  std::optional<bool> evaluateCondition(const clang::Expr *E);
  /// Whether \p Value is true, by what this path knows; nothing if that is
  /// open.
  std::optional<bool> truth(const HostValue &Value) const;
  /// \p Value with the lowest bits that this path knows of what is unknown.
  HostValue withLowBits(HostValue Value) const;
  // HostRelations.cpp
  /// Adds to \p Record what numbers of the launch have to do with its block.
  void relate(LaunchRecord &Record) const;
  /// From now on \p Value, which was open, is \p Way.
  void learn(const HostValue &Value, bool Way);

  std::optional<HostPlace> place(const clang::Expr *E);
  /// A place that holds \p Value, which \p E makes.
  HostPlace temporary(const clang::Expr &E, HostValue Value);
  // HostClosures.cpp
  /// The closure: its call operator, with the values of what it captures by
  /// copy. If \p IsCalledAtOnce, nobody else calls it: what it changes by
  /// references changes in the call that follows.
  HostValue evaluateLambda(const clang::LambdaExpr &E,
                           bool IsCalledAtOnce = false);
  /// What \p Init gives a global before anything else runs.
  HostValue initialValue(const clang::Expr &Init);
  /// True if \p Variable is an integer with a first value that nothing here
  /// changes, but other files may.
  bool isLikelyConstant(const clang::VarDecl &Variable);
  HostValue load(const HostPlace &Place);
  /// What is at \p Place, of \p Type. If it is not known, the same number until
  /// something may change it.
  HostValue read(const HostPlace &Place, clang::QualType Type);
  void store(const clang::Expr *Lvalue, HostValue Value) {
    store(*Lvalue, place(Lvalue), std::move(Value));
  }
  /// What \p Lvalue names, at \p Place if that is known, holds \p Value now.
  void store(const clang::Expr &Lvalue, const std::optional<HostPlace> &Place,
             HostValue Value);
  /// The address of what \p E names. Unknown if that is not known.
  HostValue referenceTo(const clang::Expr *E);
  // HostEffects.cpp
  /// Code that is not seen may write through \p Value, or call it, from now on.
  void escape(const HostValue &Value);

  /// Code may change what \p E names by another name from now on.
  void escapePlace(const clang::Expr *E) {
    if (std::optional<HostPlace> Place = place(E))
      Path.Current->escape(reachFrom(*Place));
  }

  /// \p Field, a reference, is bound to what \p Init names, which may change
  /// by that name from now on.
  void bindMember(const clang::FieldDecl &Field, const clang::Expr &Init);
  /// Makes unknown what lost code may change.
  void applyLost(const LostEffect *Effect);
  /// The destructor of the object at \p Place, of \p Type, will run at a time
  /// that is not followed. What it may change is not known from now on.
  void expectDestruction(const HostPlace &Place, clang::QualType Type);

private:
  // Both languages have expressions and statements; here it is the source's.
  using Expr = clang::Expr;
  using Stmt = clang::Stmt;

  // HostExpressions.cpp
  HostValue evaluateInner(const clang::Expr *E);
  HostValue evaluateInitList(const clang::InitListExpr &E);
  HostValue valueOfVariable(const clang::VarDecl &Variable);

  // HostPlaces.cpp
  HostValue loadHeld(const HostPlace &Place);
  std::optional<HostPlace> placeOfName(const clang::DeclRefExpr &E);
  std::optional<HostPlace> placeOfMember(const clang::MemberExpr &E);
  std::optional<HostPlace> placeOfSubscript(const clang::ArraySubscriptExpr &E);

  // HostOperators.cpp
  HostValue evaluateCast(const clang::CastExpr &E);
  HostValue evaluateUnary(const clang::UnaryOperator &E);
  HostValue evaluateBinary(const clang::BinaryOperator &E);
  HostValue evaluateLogical(const clang::BinaryOperator &E);
  /// Where something is stored, if that is known, and what was there before and
  /// is now.
  struct Stored {
    std::optional<HostPlace> Place;
    HostValue Before, After;
  };
  Stored step(const clang::UnaryOperator &E);
  Stored assign(const clang::BinaryOperator &E);
  HostValue evaluateConditional(const clang::AbstractConditionalOperator &E);
  const clang::Expr *chosenArm(const clang::AbstractConditionalOperator &E);
  HostValue arithmetic(clang::BinaryOperatorKind Op, const HostValue &Left,
                       const HostValue &Right, clang::QualType Type);
  /// \p Value of type \p From, as \p To.
  HostValue converted(HostValue Value, clang::QualType From,
                      clang::QualType To);
  HostValue made(BinaryOp Op, IntType Type, const HostValue &Left,
                 const HostValue &Right);

  clang::ASTContext &Context;
  const LostEffects &Lost;
  HostPath &Path;
  HostChanges &Changes;
  LaunchRecorder &Launches;
  HostCalls &Calls;
  llvm::DenseMap<const clang::VarDecl *, HostValue> Constants;
};

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_LAUNCHES_HOSTEVALUATOR_H
