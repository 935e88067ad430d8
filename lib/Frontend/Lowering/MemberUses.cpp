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

/// The variables and functions that the value of a vector is followed through.
constexpr unsigned MaxSteps = 4;

/// The members of \p Record if they are numbers of one size, 4 bytes or more,
/// and nothing else.
static std::optional<llvm::SmallVector<const FieldDecl *, 4>>
numbersOf(const RecordDecl *Record, const ASTContext &Context) {
  if (!Record || Record->isInvalidDecl() || Record->isUnion() ||
      !Record->isCompleteDefinition())
    return std::nullopt;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record);
      Class && (Class->getNumBases() != 0 || Class->isDynamicClass()))
    return std::nullopt;
  const llvm::SmallVector<const FieldDecl *, 4> Fields(Record->field_begin(),
                                                       Record->field_end());
  if (Fields.empty())
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
  if (Bytes < 4 || Size != Bytes * int64_t(Fields.size()))
    return std::nullopt;
  return Fields;
}

/// The members of \p Record if it is a vector that is loaded at once, of two or
/// four.
static std::optional<llvm::SmallVector<const FieldDecl *, 4>>
membersOf(const RecordDecl *Record, const ASTContext &Context) {
  auto Members = numbersOf(Record, Context);
  if (!Members || (Members->size() != 2 && Members->size() != 4))
    return std::nullopt;
  const auto &Layout = Context.getASTRecordLayout(Record);
  if (Layout.getSize().getQuantity() > 16 ||
      Layout.getAlignment() != Layout.getSize())
    return std::nullopt;
  return Members;
}

/// The members of \p Record if they are so many that each is loaded by itself,
/// unless it is merged with what stands beside it: an odd number.
static std::optional<llvm::SmallVector<const FieldDecl *, 4>>
singleMembersOf(const RecordDecl *Record, const ASTContext &Context) {
  auto Members = numbersOf(Record, Context);
  if (!Members || Members->size() % 2 == 0 || Members->size() == 1 ||
      Members->size() > MemberSet().size() ||
      Context.getASTRecordLayout(Record).getAlignment() !=
          Context.getTypeAlignInChars(Members->front()->getType()))
    return std::nullopt;
  return Members;
}

std::optional<llvm::SmallVector<LoadedPart, 4>>
banklint::loadedParts(const VarDecl &Decl, ASTContext &Context) {
  const RecordDecl *Record = Decl.getType()->getAsRecordDecl();
  const auto Single = singleMembersOf(Record, Context);
  const auto Members = Single ? Single : membersOf(Record, Context);
  if (!Members || Decl.getType().isVolatileQualified() ||
      isa<DecompositionDecl>(Decl))
    return std::nullopt;
  const std::optional<MemberSet> Used =
      UseFinder(Decl, Context, UseFinder::ReadMembers).find();
  if (!Used || Used->none() || (!Single && Used->count() > 2) ||
      Used->count() == Members->size())
    return std::nullopt;
  llvm::SmallVector<LoadedPart, 4> Parts;
  for (unsigned I = 0; I != Members->size(); ++I) {
    const FieldDecl *Field = (*Members)[I];
    const std::string Text = "." + Field->getName().str();
    // The halves of four are aligned to their size.
    if (!Single && I % 2 == 0 && Used->test(I) && Used->test(I + 1)) {
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

/// True if something else than assignments may set members of \p Decl: it, or
/// a part of it, is handed out.
static bool isHandedOut(const VarDecl &Decl, const Stmt *Body) {
  return !walk(Body, [&](const Stmt *S) {
    if (const auto *Unary = dyn_cast<UnaryOperator>(S))
      return Unary->getOpcode() != UO_AddrOf ||
             placeOf(Unary->getSubExpr()) != &Decl;
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee)
      return true;
    for (auto [Argument, Parameter] :
         llvm::zip(argumentsOf(*Call, *Callee), Callee->parameters())) {
      const QualType Type = Parameter->getType();
      if (localOf(Argument) == &Decl && Type->isReferenceType() &&
          !Type->getPointeeType().isConstQualified())
        return false;
    }
    return true;
  });
}

/// True if more members than \p Most of a copy of \p Decl are set, perhaps in a
/// function that gets it, with those of \p Decl, \p Set.
static bool isSetInCopies(const VarDecl &Decl, const Stmt *Body,
                          const MemberSet &Set, size_t Most,
                          unsigned Steps = MaxSteps) {
  const auto IsSet = [&](const VarDecl *Copy) {
    const auto *Function = dyn_cast<FunctionDecl>(Copy->getDeclContext());
    const MemberSet All = Set | membersSet(*Copy).Overwritten;
    return Steps == 0 || All.count() > Most ||
           (Function &&
            isSetInCopies(*Copy, Function->getBody(), All, Most, Steps - 1));
  };
  const auto IsCopied = [&Decl](const Expr *E) {
    // Perhaps by the reference that a function gets.
    const auto *Ref = E ? dyn_cast<DeclRefExpr>(copiedBy(E)) : nullptr;
    return Ref && Ref->getDecl() == &Decl;
  };
  return !walk(Body, [&](const Stmt *S) {
    if (const auto *Declarations = dyn_cast<DeclStmt>(S))
      return llvm::none_of(Declarations->decls(), [&](const auto *D) {
        const auto *Variable = dyn_cast<VarDecl>(D);
        return Variable && IsCopied(Variable->getInit()) && IsSet(Variable);
      });
    const auto *Call = dyn_cast<CallExpr>(S);
    if (const auto *Operator = dyn_cast_or_null<CXXOperatorCallExpr>(Call);
        Operator && Operator->getOperator() == OO_Equal) {
      const VarDecl *Copy = localOf(Operator->getArg(0));
      return !Copy || !IsCopied(Operator->getArg(1)) || !IsSet(Copy);
    }
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    const FunctionDecl *Definition = nullptr;
    if (!Callee || !Callee->hasBody(Definition))
      return true;
    for (auto [Argument, Parameter] :
         llvm::zip(argumentsOf(*Call, *Callee), Definition->parameters()))
      if (IsCopied(Argument) && IsSet(Parameter))
        return false;
    return true;
  });
}

/// True if \p Decl is copied to memory where all \p Count members may be set
/// behind that: the copy is left out. While one is not set, all are loaded.
static bool isOverwrittenInMemory(const VarDecl &Decl, size_t Count,
                                  const Stmt *Body) {
  llvm::SmallPtrSet<const VarDecl *, 4> Copied;
  llvm::DenseMap<const VarDecl *, MemberSet> Set;
  walk(Body, [&](const Stmt *S) {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
        Operator && Operator->getOperator() == OO_Equal &&
        localOf(copiedBy(Operator->getArg(1))) == &Decl)
      Copied.insert(placeOf(Operator->getArg(0)));
    const auto *Assignment = dyn_cast<BinaryOperator>(S);
    const auto *Member =
        Assignment && Assignment->getOpcode() == BO_Assign
            ? dyn_cast<MemberExpr>(Assignment->getLHS()->IgnoreParens())
            : nullptr;
    const auto *Field =
        Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    if (Field && Field->getFieldIndex() < MemberSet().size())
      Set[placeOf(Member)].set(Field->getFieldIndex());
    return true;
  });
  return llvm::any_of(Copied, [&](const VarDecl *Place) {
    return Set.lookup(Place).count() >= Count;
  });
}

bool banklint::readsNearlyAll(const ByteSet &Used, QualType Type,
                              const ASTContext &Context) {
  const size_t Size = Context.getTypeSizeInChars(Type).getQuantity();
  const bool IsOfFour = Size == 4 * size_t(widestElement(Type, Context));
  return Used.count() >= (IsOfFour ? Size / 4 * 3 : Size);
}

/// True if all members of \p Type, at any depth, are of type double.
static bool hasOnlyDoubles(QualType Type, const ASTContext &Context) {
  if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type))
    return hasOnlyDoubles(Array->getElementType(), Context);
  if (const RecordDecl *Record = Type->getAsRecordDecl())
    return llvm::all_of(Record->fields(), [&](const FieldDecl *Field) {
      return hasOnlyDoubles(Field->getType(), Context);
    });
  const auto *Vector = Type->getAs<VectorType>();
  return (Vector ? Vector->getElementType() : Type)
      ->isSpecificBuiltinType(BuiltinType::Double);
}

bool banklint::mayLoadHalves(QualType Type, const ASTContext &Context) {
  return widestElement(Type, Context) == 8 && !hasOnlyDoubles(Type, Context);
}

std::optional<std::pair<int64_t, unsigned>>
banklint::onlyPart(const ByteSet &Used, QualType Type,
                   const ASTContext &Context) {
  const unsigned Bytes = widestElement(Type, Context);
  if (!(Type->isVectorType() || hasMembersOfOneSize(Type, Context)) ||
      Used.count() != Bytes || mayLoadHalves(Type, Context))
    return std::nullopt;
  const int64_t At = Used._Find_first();
  if (At % Bytes != 0 || !Used[At + Bytes - 1])
    return std::nullopt;
  return std::pair(At, Bytes);
}

std::optional<bool> banklint::mayLoadLess(const VarDecl &Decl,
                                          ASTContext &Context) {
  const RecordDecl *Record = Decl.getType()->getAsRecordDecl();
  const auto *Function = dyn_cast<FunctionDecl>(Decl.getDeclContext());
  if (!Record || !Function)
    return false;
  if (const auto *Parts = dyn_cast<DecompositionDecl>(&Decl))
    return llvm::any_of(Parts->bindings(), [](const BindingDecl *Part) {
      return !Part->isReferenced();
    });
  const auto Used = UseFinder(Decl, Context, UseFinder::Anywhere).bytesOf();
  if (!Used)
    return std::nullopt;
  if (!readsNearlyAll(*Used, Decl.getType(), Context))
    return true;
  const auto Members = membersOf(Record, Context);
  if (!Members)
    return false;
  const MemberSet Overwritten = membersSet(Decl).Overwritten;
  // Three of four are loaded like all.
  const size_t Most = Members->size() == 4 ? 1 : 0;
  return Overwritten.count() > Most ||
         isSetInCopies(Decl, Function->getBody(), Overwritten, Most) ||
         isOverwrittenInMemory(Decl, Members->size(), Function->getBody());
}

const std::optional<ByteSet> &FilledUses::of(const VarDecl &Variable,
                                             ASTContext &Context) {
  auto [Known, IsNew] = Found.try_emplace(&Variable);
  if (IsNew) {
    UseFinder Uses(Variable, Context, UseFinder::Anywhere);
    Uses.IsFilled = true;
    Known->second = Uses.bytesOf();
  }
  return Known->second;
}

/// The local variable of which \p Place is a part, and its bytes; null if it is
/// no such part.
static std::pair<const VarDecl *, ByteSet> localPart(const Expr &Place,
                                                     ASTContext &Context) {
  for (const DeclRefExpr *Ref : nodesIn<DeclRefExpr>(&Place)) {
    const auto *Local = dyn_cast<VarDecl>(Ref->getDecl());
    const auto *Function = Local && Local->hasLocalStorage()
                               ? dyn_cast<FunctionDecl>(Local->getDeclContext())
                               : nullptr;
    if (!Function || !Function->hasBody() ||
        !(Local->getType()->isArrayType() || Local->getType()->isRecordType()))
      continue;
    const auto Part = LocalViews(Local, *Function, Context).partAt(&Place);
    if (Part && Part->Root == Ref)
      return {Local, Part->Bytes};
  }
  return {};
}

bool banklint::mayLoadLessInto(const Expr &Place, ASTContext &Context,
                               FilledUses &Uses) {
  const auto [Local, Bytes] = localPart(Place, Context);
  if (!Local)
    return false;
  const std::optional<ByteSet> &Used = Uses.of(*Local, Context);
  return !Used || (Bytes & ~*Used).any();
}

bool banklint::mayBeUnusedIn(const Expr &Place, const Expr &From,
                             ASTContext &Context) {
  const auto [Local, Bytes] = localPart(Place, Context);
  if (!Local)
    return false;
  UseFinder Uses(*Local, Context, UseFinder::Sure, /*Depth=*/0, &From);
  Uses.IsFilled = true;
  const std::optional<ByteSet> Used = Uses.bytesOf();
  return !Used || (Bytes & *Used).none();
}

/// True if \p E may be in shared memory: it is neither where a pointer that the
/// kernel gets points to, nor in a local variable.
static bool mayBeShared(const Expr *E) {
  const VarDecl *Place = placeOf(E);
  if (!Place)
    return true;
  return Place->hasLocalStorage()
             ? !isBehindArgument(E) && (Place->getType()->isPointerType() ||
                                        Place->getType()->isReferenceType())
             : Place->hasAttr<CUDASharedAttr>() ||
                   Place->getType()->isPointerType();
}

/// Calls \p Visit with each value that \p Decl as a whole gets, until that
/// returns true. Returns whether it did, or there are too many values.
static bool anyValueOf(const VarDecl &Decl,
                       llvm::function_ref<bool(const Expr *)> Visit) {
  if (Decl.getInit() && Visit(Decl.getInit()))
    return true;
  // Each is followed to others.
  constexpr unsigned MaxValues = 16;
  unsigned Values = 0;
  const auto *Function = dyn_cast<FunctionDecl>(Decl.getDeclContext());
  return Function && !walk(Function->getBody(), [&](const Stmt *S) {
           const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
           return !Operator || Operator->getOperator() != OO_Equal ||
                  localOf(Operator->getArg(0)) != &Decl ||
                  (++Values <= MaxValues && !Visit(Operator->getArg(1)));
         });
}

/// True if \p E, or what it is made of, may be loaded from shared memory.
static bool mayComeFromShared(const Expr *E, unsigned Steps = MaxSteps) {
  const auto MayComeFrom = [Steps](const Expr *Value) {
    return mayComeFromShared(Value, Steps - 1);
  };
  E = copiedBy(E)->IgnoreImplicit();
  while (const auto *Member = dyn_cast<MemberExpr>(E))
    E = Member->getBase()->IgnoreParenImpCasts();
  if (Steps == 0)
    return true;
  if (const VarDecl *Decl = localOf(E)) {
    const auto *Parameter = dyn_cast<ParmVarDecl>(Decl);
    return (Parameter && !isKernelArgument(*Parameter)) ||
           anyValueOf(*Decl, MayComeFrom);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return llvm::any_of(Call->arguments(), MayComeFrom);
  if (const auto *List = dyn_cast<InitListExpr>(E->IgnoreParenCasts()))
    return llvm::any_of(List->inits(), [&](const Expr *Init) {
      return Init && MayComeFrom(Init);
    });
  return E->isGLValue() && mayBeShared(E);
}

/// True if \p E is a member of a vector that may be in shared memory, or that
/// is a copy of one; also by a variable of its own.
static bool isMemberOfShared(const Expr *E) {
  const auto IsMember = [](const Expr *Part) {
    const auto *Member = dyn_cast<MemberExpr>(Part->IgnoreParenImpCasts());
    return Member && mayComeFromShared(Member->getBase());
  };
  const VarDecl *Scalar = localOf(E);
  return IsMember(E) ||
         (Scalar && Scalar->getInit() && IsMember(Scalar->getInit()));
}

/// True if some of \p Members, but not all, are those of a vector in shared
/// memory, as in make_float2(v.x, y).
static bool keepsSomeOf(llvm::ArrayRef<const Expr *> Members) {
  const size_t Kept = llvm::count_if(
      Members, [](const Expr *E) { return E && isMemberOfShared(E); });
  return Kept != 0 && Kept != Members.size();
}

/// True if a member of \p Decl is set to one of a vector in shared memory.
static bool takesMemberOfShared(const VarDecl &Decl) {
  const auto *Function = dyn_cast<FunctionDecl>(Decl.getDeclContext());
  return Function && !walk(Function->getBody(), [&](const Stmt *S) {
           const auto *Assignment = dyn_cast<BinaryOperator>(S);
           return !Assignment || Assignment->getOpcode() != BO_Assign ||
                  !memberOf(Assignment->getLHS(), Decl) ||
                  !isMemberOfShared(Assignment->getRHS());
         });
}

/// True if some members of \p From, a vector of \p Count, may be those of
/// another one, while others are set.
static bool keepsSome(const Expr *From, size_t Count, ASTContext &Context,
                      unsigned Steps = MaxSteps) {
  const auto KeepsSome = [&](const Expr *Value) {
    return keepsSome(Value, Count, Context, Steps - 1);
  };
  if (Steps == 0)
    return true;
  From = copiedBy(From)->IgnoreImplicit();
  if (const VarDecl *Decl = localOf(From)) {
    const SetMembers Set = membersSet(*Decl);
    const auto *Function = dyn_cast<FunctionDecl>(Decl->getDeclContext());
    return (Set.Overwritten.any() &&
            (Set.Overwritten | Set.Changed).count() < Count) ||
           (Function && isHandedOut(*Decl, Function->getBody()) &&
            !UseFinder(*Decl, Context, UseFinder::Anywhere).find()) ||
           anyValueOf(*Decl, KeepsSome);
  }
  if (const auto *List = dyn_cast<InitListExpr>(From->IgnoreParenCasts()))
    return keepsSomeOf(llvm::ArrayRef(List->getInits(), List->getNumInits()));
  const auto *Call = dyn_cast<CallExpr>(From);
  if (!Call)
    return false;
  if (keepsSomeOf(llvm::ArrayRef(Call->getArgs(), Call->getNumArgs())))
    return true;
  const FunctionDecl *Callee = Call->getDirectCallee();
  const FunctionDecl *Definition = nullptr;
  return Callee && Callee->hasBody(Definition) &&
         !Definition->hasAttr<NoInlineAttr>() &&
         !walk(Definition->getBody(), [&](const Stmt *S) {
           const auto *Return = dyn_cast<ReturnStmt>(S);
           return !Return || !Return->getRetValue() ||
                  !KeepsSome(Return->getRetValue());
         });
}

bool banklint::mayStoreLess(const Expr *From, ASTContext &Context) {
  const auto Members = membersOf(From->getType()->getAsRecordDecl(), Context);
  const VarDecl *Decl = localOf(copiedBy(From));
  return Members && ((mayComeFromShared(From) &&
                      keepsSome(From, Members->size(), Context)) ||
                     (Decl && takesMemberOfShared(*Decl)));
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
  From = From->IgnoreParenImpCasts();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(From))
    return setsEveryMember(Choice->getTrueExpr()) &&
           setsEveryMember(Choice->getFalseExpr());
  // A temporary, which what makes it sets.
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(From))
    return setsEveryMember(Temporary->getSubExpr());
  if (const VarDecl *Decl = localOf(From))
    return isSetInFull(*Decl, MaxCopies);
  return !From->isGLValue() || isInOtherMemory(From);
}
