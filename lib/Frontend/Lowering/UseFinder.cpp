//===- UseFinder.cpp - Which members of a variable are used ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UseFinder.h"
#include "Ast/AstQueries.h"
#include "CodeShape.h"
#include "CountedLoops.h"
#include "Device/DeviceFunctions.h"
#include "Recovery/LostCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"

using namespace banklint;
using namespace clang;

/// The block that declares \p Variable, or all of \p Body.
static const Stmt *scopeOf(const VarDecl &Variable, const Stmt *Body) {
  const Stmt *Scope = Body;
  const auto IsItsDeclaration = [&Variable](const Stmt *S) {
    const auto *Declarations = dyn_cast<DeclStmt>(S);
    return Declarations && llvm::is_contained(Declarations->decls(), &Variable);
  };
  walk(Body, [&](const Stmt *S) {
    const auto *Block = dyn_cast<CompoundStmt>(S);
    if (!Block || llvm::none_of(Block->body(), IsItsDeclaration))
      return true;
    Scope = Block;
    return false;
  });
  return Scope;
}

bool UseFinder::collect() {
  const auto *Function =
      Method ? Method : dyn_cast<FunctionDecl>(Variable.getDeclContext());
  if (!Function || !Function->hasBody())
    return false;
  Views.emplace(Bound ? nullptr : &Variable, *Function, Context);
  if (Method)
    Views->bindObject(*Bound);
  else if (Bound && !Views->bind(Variable, *Bound))
    return false;
  const Stmt *Body = Function->getBody();
  return walk(Method ? Body : scopeOf(Variable, Body)) && !IsLost;
}

std::optional<ByteSet> UseFinder::bytesOf() {
  if (!collect())
    return std::nullopt;
  const uint64_t Size =
      Context.getTypeSizeInChars(Variable.getType()).getQuantity();
  const ByteSet Set = Overwritten | Changed;
  if (Set.any() &&
      (Counted == ReadMembers || (IsCopied && Set.count() != Size)))
    return std::nullopt;
  return IsFilled ? Used : Used & ~Overwritten;
}

std::optional<MemberSet> UseFinder::find() {
  const RecordDecl *Record = Variable.getType()->getAsRecordDecl();
  const std::optional<ByteSet> Bytes = bytesOf();
  if (!Bytes || !Record)
    return std::nullopt;
  MemberSet Result;
  for (const FieldDecl *Field : Record->fields()) {
    const uint64_t First = Context.getFieldOffset(Field) / 8;
    const uint64_t Size =
        Context.getTypeSizeInChars(Field->getType()).getQuantity();
    if (Field->isBitField() || First + Size > Bytes->size() ||
        Field->getFieldIndex() >= Result.size())
      return std::nullopt;
    const ByteSet OfField = (*Bytes >> First) & ~(~ByteSet() << Size);
    // Parts of a number are loaded with it, or not.
    if (OfField.any() && OfField.count() != Size)
      return std::nullopt;
    Result.set(Field->getFieldIndex(), OfField.any());
  }
  return Result;
}

/// The mention of the variable that \p E is; null if what is asked for are
/// parts behind a pointer or reference.
const DeclRefExpr *UseFinder::variableIn(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenNoopCasts(Context));
  return Ref && Ref->getDecl() == &Variable && !Bound ? Ref : nullptr;
}

/// The bytes that \p Read reads of the variable, if it is a read of a part.
std::optional<ByteSet> UseFinder::noteRead(const Expr *Read) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(Read);
  if (!Cast || Cast->getCastKind() != CK_LValueToRValue)
    return std::nullopt;
  return noteReadOf(Cast->getSubExpr());
}

/// The bytes of the variable that reading \p Place, or one of two, reads.
std::optional<ByteSet> UseFinder::noteReadOf(const Expr *Place) {
  if (const auto *Choice =
          dyn_cast<ConditionalOperator>(Place->IgnoreParens())) {
    const auto Then = noteReadOf(Choice->getTrueExpr());
    const auto Else = noteReadOf(Choice->getFalseExpr());
    if (!Then && !Else)
      return std::nullopt;
    return Then.value_or(ByteSet()) | Else.value_or(ByteSet());
  }
  const auto Part = Views->partAt(Place);
  if (!Part)
    return std::nullopt;
  Understood.insert(Part->Root);
  return Part->Bytes;
}

/// Notes that \p To, a part of the variable, is set to \p From, or to what is
/// made of itself if that is null; false if it is none.
bool UseFinder::noteSet(const Expr *To, const Expr *From) {
  const auto Part = Views->partAt(To);
  if (!Part || !Understood.insert(Part->Root).second)
    return Part.has_value();
  bool IsChanged = !From;
  banklint::walk(From, [&](const Stmt *S) {
    const auto *Inner = dyn_cast<Expr>(S);
    const auto Source =
        Inner && Inner->isGLValue() ? Views->partAt(Inner) : std::nullopt;
    if (Source && Source->Bytes == Part->Bytes) {
      IsChanged = true;
      // It is used if what becomes of it is.
      Unpacked.insert(Inner->IgnoreParens());
    }
    return true;
  });
  (IsChanged ? Changed : Overwritten) |= Part->Bytes;
  return true;
}

/// All of the variable, which \p Ref names, is used.
void UseFinder::noteAll(const DeclRefExpr &Ref) {
  Understood.insert(&Ref);
  Used.set();
}

/// \p Place is read as a whole: a struct in the variable, such as half.
void UseFinder::notePart(const Expr *Place) {
  if (variableIn(Place))
    return;
  if (const auto Part = Views->partAt(Place)) {
    Understood.insert(Part->Root);
    if (!Unpacked.contains(Place->IgnoreParens()))
      Used |= Part->Bytes;
  }
}

/// True if something that counts mentions \p Scalar.
bool UseFinder::isMentioned(const VarDecl &Scalar) {
  // What it is made of may be nothing but a mention, too.
  if (Depth == MaxDepth)
    return true;
  UseFinder Mentions(Scalar, Context, kindOfResults(), Depth + 1);
  Mentions.IsFilled = true;
  const auto Bytes = Mentions.bytesOf();
  return !Bytes || Bytes->any();
}

/// True if all bytes of \p Copy, which gets members, are used; nothing if that
/// is not known.
std::optional<bool> UseFinder::isUsedInFull(const VarDecl &Copy) {
  if (Depth == MaxDepth)
    return std::nullopt;
  UseFinder Uses(Copy, Context, kindOfResults(), Depth + 1);
  Uses.IsFilled = true;
  const auto Bytes = Uses.bytesOf();
  if (!Bytes)
    return std::nullopt;
  return int64_t(Bytes->count()) >=
         Context.getTypeSizeInChars(Copy.getType()).getQuantity();
}

/// A number of which \p S, a conversion, keeps the low bits is loaded in part.
void UseFinder::noteNarrowed(const Stmt *S) {
  const auto *Cast = dyn_cast<CastExpr>(S);
  if (!Cast || Cast->getCastKind() != CK_IntegralCast ||
      Context.getTypeSize(Cast->getType()) >=
          Context.getTypeSize(Cast->getSubExpr()->getType()))
    return;
  const auto *Read =
      dyn_cast<ImplicitCastExpr>(Cast->getSubExpr()->IgnoreParens());
  if (Read && Read->getCastKind() == CK_LValueToRValue)
    IsLost |= Views->partAt(Read->getSubExpr()).has_value();
}

/// What \p Assignment puts into a local array of which some is never used does
/// not count.
void UseFinder::noteFilled(const BinaryOperator &Assignment) {
  const VarDecl *Array = placeOf(Assignment.getLHS());
  if (Assignment.getOpcode() != BO_Assign || !Array || Array == &Variable ||
      !Array->hasLocalStorage() || !Array->getType()->isArrayType())
    return;
  std::optional<bool> IsUsed;
  for (const Expr *Part : nodesIn<Expr>(Assignment.getRHS())) {
    if (!Part->isGLValue() || !Views->partAt(Part))
      continue;
    if (!IsUsed)
      IsUsed = isUsedInFull(*Array).value_or(true);
    if (!*IsUsed)
      Unpacked.insert(Part->IgnoreParens());
  }
}

/// What \p List, which initializes \p Copy, has of the variable counts if all
/// of that is used.
void UseFinder::noteUnpacked(const InitListExpr &List, const VarDecl &Copy) {
  llvm::SmallVector<const ImplicitCastExpr *, 4> Parts;
  for (const Expr *Init : List.inits())
    for (const ImplicitCastExpr *Part : nodesIn<ImplicitCastExpr>(Init))
      if (noteRead(Part))
        Parts.push_back(Part);
  // Following the copy is worth it only then.
  if (!Parts.empty() && !isUsedInFull(Copy).value_or(false))
    Unpacked.insert(Parts.begin(), Parts.end());
}

/// What a declaration gets of the variable: a copy, or a member that counts if
/// it is used itself.
void UseFinder::noteDeclared(const DeclStmt &Declarations) {
  for (const Decl *D : Declarations.decls()) {
    const auto *Copy = dyn_cast<VarDecl>(D);
    if (!Copy || !Copy->getInit() || Copy->getType()->isReferenceType())
      continue;
    if (const DeclRefExpr *Ref = variableIn(copiedBy(Copy->getInit())))
      noteUses(*Ref, *Copy);
    if (const auto *List =
            dyn_cast<InitListExpr>(Copy->getInit()->IgnoreParenImpCasts()))
      noteUnpacked(*List, *Copy);
    const Expr *Read = Copy->getInit()->IgnoreParens();
    while (const auto *Cast = dyn_cast<ImplicitCastExpr>(Read)) {
      if (Cast->getCastKind() == CK_LValueToRValue)
        break;
      Read = Cast->getSubExpr()->IgnoreParens();
    }
    if (noteRead(Read) && !isMentioned(*Copy))
      Unpacked.insert(Read);
  }
}

/// Members that are set before the variable gets the value that matters are no
/// use of that, unless both are in a loop.
void UseFinder::noteSetBefore(const BinaryOperator &Assignment) {
  const auto *Member =
      dyn_cast<MemberExpr>(Assignment.getLHS()->IgnoreParens());
  const DeclRefExpr *Ref = Member ? variableIn(Member->getBase()) : nullptr;
  const auto *Function = dyn_cast<FunctionDecl>(Variable.getDeclContext());
  if (!Copied || !Ref || Assignment.getOpcode() != BO_Assign)
    return;
  bool IsBefore = false, IsBehind = false, IsInLoop = false;
  const auto Contains = [](const Stmt *Loop, const Stmt *Wanted) {
    return !banklint::walk(Loop, [&](const Stmt *S) { return S != Wanted; });
  };
  banklint::walk(Function->getBody(), [&](const Stmt *S) {
    IsBefore |= S == &Assignment && !IsBehind;
    IsBehind |= S == Copied;
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
      IsInLoop |= Contains(S, &Assignment) && Contains(S, Copied);
    return true;
  });
  if (IsBefore && IsBehind && !IsInLoop)
    Understood.insert(Ref);
}

void UseFinder::noteAssignment(const CXXOperatorCallExpr &Assignment) {
  if (Assignment.getOperator() != OO_Equal)
    return;
  const auto *Method =
      dyn_cast_or_null<CXXMethodDecl>(Assignment.getDirectCallee());
  if (!Method || !Method->isTrivial())
    return;
  const DeclRefExpr *Ref = variableIn(copiedBy(Assignment.getArg(1)));
  const Expr *To = Assignment.getArg(0)->IgnoreParens();
  if (const DeclRefExpr *Target = variableIn(To))
    Understood.insert(Target);
  if (!Ref)
    return;
  if (const VarDecl *Copy = localOf(To))
    return noteUses(*Ref, *Copy);
  if (!isReachedFromOutside(To))
    return;
  if (isBehindArgument(To))
    return noteAll(*Ref);
  if (!SetsInMemory)
    SetsInMemory =
        setsMembersInMemory(*Variable.getType()->getAsRecordDecl(),
                            *cast<FunctionDecl>(Variable.getDeclContext()));
  if (*SetsInMemory)
    return;
  Used.set();
  IsCopied = true;
  Understood.insert(Ref);
}

void UseFinder::noteDead(const Expr *Condition, const Stmt *Then,
                         const Stmt *Else) {
  if (const std::optional<int64_t> Value = constantOf(Condition, Context))
    Skipped.insert(*Value ? Else : Then);
}

/// Leaves out \p Branch, which may be null and is executed under a condition,
/// unless it counts.
void UseFinder::skip(const Stmt *Branch) {
  if (!Branch)
    return;
  if (Counted == Sure
          ? !isAroundCopy(Branch)
          : Counted == NotInBranches || shapeOf(*Branch, Context).MayBranch)
    Skipped.insert(Branch);
}

/// True if Copied is set, and in \p S.
bool UseFinder::isAroundCopy(const Stmt *S) const {
  return Copied &&
         !banklint::walk(S, [&](const Stmt *Part) { return Part != Copied; });
}

/// What stands behind a statement that may leave \p Block is a branch.
void UseFinder::skipBehindJumps(const CompoundStmt &Block) {
  // What has left before the copy does not matter.
  bool IsBehind = Counted != Sure || !isAroundCopy(&Block);
  bool MayHaveLeft = false;
  for (const Stmt *S : Block.body()) {
    if (MayHaveLeft)
      skip(S);
    IsBehind = IsBehind || isAroundCopy(S);
    MayHaveLeft |=
        IsBehind && !banklint::walk(S, [](const Stmt *Part) {
          return !isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(Part);
        });
  }
}

/// True if the compiler makes a straight line of \p Loop, which does a constant
/// number of rounds.
bool UseFinder::isStraight(const Stmt &Loop) const {
  constexpr int64_t MaxRounds = 32;
  const std::optional<CountedLoop> Counts = countedLoop(Loop, Context);
  if (Counted == Sure)
    return Counts && Counts->rounds() > 0;
  return Counts && Counts->rounds() > 0 && Counts->rounds() <= MaxRounds &&
         !shapeOf(*cast<ForStmt>(Loop).getBody(), Context).HasLoops;
}

/// Leaves out what \p S executes under a condition, unless it counts.
void UseFinder::skipBranches(const Stmt *S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    skipBehindJumps(*Block);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    skip(If->getThen());
    skip(If->getElse());
  } else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S)) {
    skip(Choice->getTrueExpr());
    skip(Choice->getFalseExpr());
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (isStraight(*For))
      return;
    skip(For->getBody());
    skip(For->getInc());
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    skip(While->getBody());
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    skip(Range->getBody());
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    skip(Switch->getBody());
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S);
             Binary && Binary->isLogicalOp()) {
    skip(Binary->getRHS());
  }
}

bool UseFinder::visitStmt(const Stmt *S) {
  if (Counted == NotInSlowBranches || Counted == NotInBranches ||
      Counted == Sure)
    skipBranches(S);
  if (Counted == ReadMembers) {
    // What is assigned to is not read.
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
        Operator && Operator->getOperator() == OO_Equal)
      if (const DeclRefExpr *Target = variableIn(Operator->getArg(0)))
        Understood.insert(Target);
  } else {
    if (const auto *Declarations = dyn_cast<DeclStmt>(S))
      noteDeclared(*Declarations);
    else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S))
      noteAssignment(*Operator);
    else if (const auto *Assignment = dyn_cast<BinaryOperator>(S))
      noteSetBefore(*Assignment);
  }
  // Where it is called is not followed.
  const bool MayBeAnywhere = Counted == Anywhere || Counted == ReadMembers;
  if (isa<LambdaExpr>(S) && !MayBeAnywhere && mentions(S, Variable))
    return false;
  noteEffects(S);
  noteUsedInPart(S);
  noteNarrowed(S);
  notePlaces(S);
  if (const auto *If = dyn_cast<IfStmt>(S))
    noteDead(If->getCond(), If->getThen(), If->getElse());
  else if (const auto *Choice = dyn_cast<ConditionalOperator>(S))
    noteDead(Choice->getCond(), Choice->getTrueExpr(), Choice->getFalseExpr());
  else if (isa<CXXThisExpr>(S))
    return !Method || Understood.contains(cast<Expr>(S));
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Understood.contains(Ref) ||
           (Ref->getDecl() != &Variable && !Views->isView(Ref->getDecl()));
  return true;
}

/// A walk visits what \p List spells; what that means is what counts.
void UseFinder::noteSpelled(const InitListExpr &List) {
  for (const Expr *Init : List.getSemanticForm()->inits())
    IsLost |= !walk(Init);
  Skipped.insert(List.inits().begin(), List.inits().end());
}

/// Notes what \p S does with parts of the variable, and which views it makes.
void UseFinder::notePlaces(const Stmt *S) {
  if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declarations->decls())
      if (const auto *View = dyn_cast<VarDecl>(D); View && View->getInit())
        if (auto Start = Views->boundTo(View->getType(), View->getInit()))
          if (Views->bind(*View, *Start))
            Understood.insert(Start->Root);
  } else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S)) {
    const auto Bytes = noteRead(Cast);
    if (Bytes && !Unpacked.contains(Cast) &&
        !Unpacked.contains(Cast->getSubExpr()->IgnoreParens()))
      Used |= *Bytes;
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    noteArguments(*Call);
    noteCopy(*Call);
    noteParts(*Call);
    noteObject(*Call);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    if (Return->getRetValue())
      noteReturned(Return->getRetValue());
  } else if (const auto *List = dyn_cast<InitListExpr>(S)) {
    if (!List->isSemanticForm() && List->getSemanticForm())
      noteSpelled(*List);
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    if (const Expr *Source = trivialCopySource(*Construct))
      notePart(Source);
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    noteFilled(*Binary);
    if (Binary->isAssignmentOp())
      noteSet(Binary->getLHS(),
              Binary->getOpcode() == BO_Assign ? Binary->getRHS() : nullptr);
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
    if (Unary->isIncrementDecrementOp())
      noteSet(Unary->getSubExpr(), nullptr);
  }
}
