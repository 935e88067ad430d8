//===- MemberUses.cpp - The members of a struct that are used -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemberUses.h"
#include "Ast/AstQueries.h"
#include "UseFinder.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"

using namespace banklint;
using namespace clang;

/// The members of \p Record if it is a vector that is loaded at once: two or
/// four numbers of one size, 4 bytes or more.
static std::optional<llvm::SmallVector<const FieldDecl *, 4>>
membersOf(const RecordDecl *Record, const ASTContext &Context) {
  if (!Record || Record->isInvalidDecl() || Record->isUnion() ||
      !Record->isCompleteDefinition())
    return std::nullopt;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record);
      Class && (Class->getNumBases() != 0 || Class->isDynamicClass()))
    return std::nullopt;
  const llvm::SmallVector<const FieldDecl *, 4> Fields(Record->field_begin(),
                                                       Record->field_end());
  if (Fields.size() != 2 && Fields.size() != 4)
    return std::nullopt;
  const QualType First = Fields.front()->getType();
  const int64_t Bytes = Context.getTypeSizeInChars(First).getQuantity();
  const auto &Layout = Context.getASTRecordLayout(Record);
  for (const FieldDecl *Field : Fields)
    if (!Field->getType()->isArithmeticType() || Field->isBitField() ||
        Field->getType().isVolatileQualified() ||
        Context.getTypeSizeInChars(Field->getType()).getQuantity() != Bytes)
      return std::nullopt;
  const int64_t Size = Layout.getSize().getQuantity();
  if (Bytes < 4 || Size > 16 || Size != Bytes * int64_t(Fields.size()) ||
      Layout.getAlignment().getQuantity() != Size)
    return std::nullopt;
  return Fields;
}

std::optional<llvm::SmallVector<LoadedPart, 4>>
banklint::loadedParts(const VarDecl &Decl, ASTContext &Context) {
  const auto Members = membersOf(Decl.getType()->getAsRecordDecl(), Context);
  if (!Members || Decl.getType().isVolatileQualified() ||
      isa<DecompositionDecl>(Decl))
    return std::nullopt;
  const std::optional<MemberSet> Used =
      UseFinder(Decl, Context, UseFinder::ReadMembers).find();
  if (!Used || Used->none() || Used->count() > 2 ||
      Used->count() == Members->size())
    return std::nullopt;
  llvm::SmallVector<LoadedPart, 4> Parts;
  for (unsigned I = 0; I != Members->size(); ++I) {
    const FieldDecl *Field = (*Members)[I];
    const std::string Text = "." + Field->getName().str();
    // The halves of four are aligned to their size.
    if (I % 2 == 0 && Used->test(I) && Used->test(I + 1)) {
      const FieldDecl *Next = (*Members)[++I];
      Parts.push_back({Field, Context.UnsignedLongLongTy,
                       Text + " and ." + Next->getName().str()});
    } else if (Used->test(I)) {
      Parts.push_back({Field, Field->getType(), Text});
    }
  }
  return Parts;
}

/// The number of the member of \p Decl that \p E names, if it does.
static std::optional<unsigned> memberOf(const Expr *E, const VarDecl &Decl) {
  const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParens());
  const auto *Ref =
      Member ? dyn_cast<DeclRefExpr>(Member->getBase()->IgnoreParens())
             : nullptr;
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || !Ref || Ref->getDecl() != &Decl ||
      Field->getFieldIndex() >= MemberSet().size())
    return std::nullopt;
  return Field->getFieldIndex();
}

namespace {
/// The members of a variable that are set one by one.
struct SetMembers {
  /// To what is not made of the member.
  MemberSet Overwritten;
  /// To what is.
  MemberSet Changed;
};
} // namespace

static SetMembers membersSet(const VarDecl &Decl) {
  SetMembers Result;
  const auto *Function = dyn_cast<FunctionDecl>(Decl.getDeclContext());
  walk(Function ? Function->getBody() : nullptr, [&](const Stmt *S) {
    if (const auto *Step = dyn_cast<UnaryOperator>(S);
        Step && Step->isIncrementDecrementOp())
      if (const auto Member = memberOf(Step->getSubExpr(), Decl))
        Result.Changed.set(*Member);
    const auto *Assignment = dyn_cast<BinaryOperator>(S);
    if (!Assignment || !Assignment->isAssignmentOp())
      return true;
    if (const auto Member = memberOf(Assignment->getLHS(), Decl)) {
      const bool IsMadeOfItself =
          Assignment->isCompoundAssignmentOp() ||
          !walk(Assignment->getRHS(), [&](const Stmt *Part) {
            const auto *Inner = dyn_cast<Expr>(Part);
            return !Inner || memberOf(Inner, Decl) != Member;
          });
      (IsMadeOfItself ? Result.Changed : Result.Overwritten).set(*Member);
    }
    return true;
  });
  return Result;
}

/// True if something else than assignments may set members of \p Decl: it is
/// handed out.
static bool isHandedOut(const VarDecl &Decl, const Stmt *Body) {
  return !walk(Body, [&](const Stmt *S) {
    if (const auto *Unary = dyn_cast<UnaryOperator>(S))
      return Unary->getOpcode() != UO_AddrOf ||
             localOf(Unary->getSubExpr()) != &Decl;
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee || isa<CXXOperatorCallExpr>(Call))
      return true;
    for (auto [Argument, Parameter] :
         llvm::zip(Call->arguments(), Callee->parameters())) {
      const QualType Type = Parameter->getType();
      if (localOf(Argument) == &Decl && Type->isReferenceType() &&
          !Type->getPointeeType().isConstQualified())
        return false;
    }
    return true;
  });
}

/// True if a copy of \p Decl has members that are set.
static bool isSetInCopies(const VarDecl &Decl, const Stmt *Body) {
  return !walk(Body, [&](const Stmt *S) {
    const VarDecl *Copy = nullptr;
    if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
      for (const auto *D : Declarations->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(D);
            Variable && Variable->getInit() &&
            localOf(copiedBy(Variable->getInit())) == &Decl)
          Copy = Variable;
    } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
               Operator && Operator->getOperator() == OO_Equal &&
               localOf(copiedBy(Operator->getArg(1))) == &Decl) {
      Copy = localOf(Operator->getArg(0));
    }
    return !Copy || membersSet(*Copy).Overwritten.none();
  });
}

bool banklint::mayLoadLess(const VarDecl &Decl, ASTContext &Context) {
  const auto Members = membersOf(Decl.getType()->getAsRecordDecl(), Context);
  const auto *Function = dyn_cast<FunctionDecl>(Decl.getDeclContext());
  if (!Members || !Function)
    return false;
  if (const auto *Parts = dyn_cast<DecompositionDecl>(&Decl))
    return llvm::any_of(Parts->bindings(), [](const BindingDecl *Part) {
      return !Part->isReferenced();
    });
  const size_t Overwritten = membersSet(Decl).Overwritten.count();
  // Three of four are loaded like all.
  return Overwritten > (Members->size() == 4 ? 1u : 0u) ||
         isHandedOut(Decl, Function->getBody()) ||
         isSetInCopies(Decl, Function->getBody());
}

/// True if \p E may be in shared memory: it is not where a pointer that the
/// kernel gets points to.
static bool mayBeShared(const Expr *E) {
  E = copiedBy(E);
  return isInOtherMemory(E) && !isBehindArgument(E);
}

/// True if what \p Decl holds may be loaded from shared memory.
static bool mayComeFromShared(const VarDecl &Decl) {
  const auto *Function = dyn_cast<FunctionDecl>(Decl.getDeclContext());
  return (Decl.getInit() && mayBeShared(Decl.getInit())) || !Function ||
         !walk(Function->getBody(), [&](const Stmt *S) {
           const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
           return !Operator || Operator->getOperator() != OO_Equal ||
                  localOf(Operator->getArg(0)) != &Decl ||
                  !mayBeShared(Operator->getArg(1));
         });
}

bool banklint::mayStoreLess(const Expr *From, ASTContext &Context) {
  const auto Members = membersOf(From->getType()->getAsRecordDecl(), Context);
  if (!Members)
    return false;
  if (const VarDecl *Decl = localOf(From)) {
    const SetMembers Set = membersSet(*Decl);
    return Set.Overwritten.any() &&
           (Set.Overwritten | Set.Changed).count() < Members->size() &&
           mayComeFromShared(*Decl);
  }
  // Such as make_float2(v.x, y).
  const auto *Call = dyn_cast<CallExpr>(copiedBy(From)->IgnoreImplicit());
  if (!Call)
    return false;
  const size_t Kept = llvm::count_if(Call->arguments(), [](const Expr *E) {
    const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
    return Member && localOf(Member->getBase());
  });
  return Kept != 0 && Kept != Call->getNumArgs();
}

/// True if \p Members are all of \p Record.
static bool isEvery(const MemberSet &Members, const RecordDecl &Record) {
  const unsigned Count =
      std::distance(Record.field_begin(), Record.field_end());
  return Count <= Members.size() &&
         (Members | (MemberSet().set() << Count)).all();
}

bool banklint::usesEveryMember(const VarDecl &Decl, ASTContext &Context) {
  const RecordDecl *Record = Decl.getType()->getAsRecordDecl();
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(Record);
  if (!Record || Record->isUnion() || isa<DecompositionDecl>(Decl) ||
      Decl.getType().isVolatileQualified() ||
      (Class && Class->getNumBases() != 0))
    return false;
  // That all uses are understood is seen where all count.
  const auto Anywhere = UseFinder(Decl, Context, UseFinder::Anywhere).find();
  if (!Anywhere || !isEvery(*Anywhere, *Record))
    return false;
  const auto Near =
      UseFinder(Decl, Context, UseFinder::NotInSlowBranches).find();
  const auto Sure = UseFinder(Decl, Context, UseFinder::NotInBranches).find();
  return Near && isEvery(*Near, *Record) && Sure && Sure->any();
}

/// True if all members of \p Decl are surely set, by \p Depth other variables
/// at most.
static bool isSetInFull(const VarDecl &Decl, unsigned Depth) {
  const auto *Class = Decl.getType()->getAsCXXRecordDecl();
  if (!Class || Class->getNumBases() != 0 || Depth == 0)
    return false;
  const Expr *Init = Decl.getInit();
  const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Init);
  if (!isa<ParmVarDecl>(Decl) &&
      (!Init ||
       (Construct && Construct->getConstructor()->isDefaultConstructor())))
    return isEvery(membersSet(Decl).Overwritten, *Class);
  const VarDecl *From = Init ? localOf(copiedBy(Init)) : nullptr;
  return !From || isSetInFull(*From, Depth - 1);
}

bool banklint::setsEveryMember(const Expr *From) {
  constexpr unsigned MaxCopies = 4;
  if (const VarDecl *Decl = localOf(From))
    return isSetInFull(*Decl, MaxCopies);
  return !From->isGLValue() || isInOtherMemory(From);
}

/// True if what is in \p Type consists of numbers and pointers of \p Bytes.
/// Adds the bytes of all to \p Sum.
static bool hasMembersOf(QualType Type, int64_t Bytes, int64_t &Sum,
                         const ASTContext &Context) {
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type)) {
    int64_t Element = 0;
    if (!hasMembersOf(Array->getElementType(), Bytes, Element, Context))
      return false;
    Sum += Element * int64_t(Array->getZExtSize());
    return true;
  }
  if (const RecordDecl *Record = Type->getAsRecordDecl())
    return !Record->isUnion() &&
           llvm::all_of(Record->fields(), [&](const FieldDecl *Field) {
             return !Field->isBitField() &&
                    hasMembersOf(Field->getType(), Bytes, Sum, Context);
           });
  Sum += Bytes;
  return !Type.isVolatileQualified() &&
         (Type->isArithmeticType() || Type->isEnumeralType() ||
          Type->isPointerType()) &&
         Context.getTypeSizeInChars(Type).getQuantity() == Bytes;
}

bool banklint::hasMembersOfOneSize(QualType Type, const ASTContext &Context) {
  const auto *Class = Type->getAsCXXRecordDecl();
  if (!Class || Class->getNumBases() != 0 || Class->isDynamicClass())
    return false;
  const int64_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  return llvm::any_of(llvm::ArrayRef<int64_t>{4, 8}, [&](int64_t Bytes) {
    int64_t Sum = 0;
    return hasMembersOf(Type, Bytes, Sum, Context) && Sum == Size;
  });
}
