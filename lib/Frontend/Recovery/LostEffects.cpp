//===- LostEffects.cpp - What host code without an AST may do -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LostEffects.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include <unordered_map>

using namespace banklint;
using namespace clang;

/// True for names of C's library and of classes and functions in std that do
/// not change a variable which they are given by name. They often are missing.
static bool isReader(llvm::StringRef Name, bool IsStd) {
  bool IsInC = llvm::StringSwitch<bool>(Name)
                   .Cases("printf", "fprintf", "sprintf", "snprintf", "puts",
                          "fputs", true)
                   .Cases("malloc", "calloc", "free", "memset", "memcpy",
                          "exit", "abort", "assert", true)
                   .Cases("atoi", "atof", "atol", "strcmp", "strlen", "abs",
                          "pow", "sqrt", "log2", true)
                   .Cases("ceil", "floor", "min", "max", "fabs", "log", "exp",
                          "fmin", "fmax", true)
                   .Default(false);
  return IsInC ||
         (IsStd && llvm::StringSwitch<bool>(Name)
                       .Cases("vector", "string", "array", "pair", "set", "map",
                              "unique_ptr", "shared_ptr", true)
                       .Cases("make_unique", "make_shared", "make_pair",
                              "to_string", "setw", "setprecision", true)
                       .Cases("host_vector", "device_vector", "ifstream",
                              "ofstream", "stringstream", true)
                       .Default(false));
}

/// True for methods of containers that are given sizes and values.
static bool isReadingMethod(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("resize", "reserve", "push_back", "emplace_back", "assign", true)
      .Cases("at", "insert", "fill", "substr", "write", true)
      .Default(false);
}

/// True if \p Function may change its argument number \p Index.
static bool changesArgument(const FunctionDecl &Function, unsigned Index) {
  if (Index >= Function.getNumParams())
    return Function.getNumParams() != 0 &&
           Function.parameters().back()->isParameterPack();
  QualType Type = Function.getParamDecl(Index)->getType();
  return Function.getParamDecl(Index)->isParameterPack() ||
         (Type->isReferenceType() &&
          !Type->getPointeeType().isConstQualified());
}

/// Finds what is lost in one function.
class LostEffects::Finder : public AstWalker {
public:
  Finder(LostEffects &Effects, const FunctionDecl &Function)
      : Effects(Effects), Code(Effects.Code), Function(Function) {}

  bool visitDecl(Decl *D) override {
    if (const auto *Variable = dyn_cast<VarDecl>(D)) {
      if (const IdentifierInfo *Name = Variable->getIdentifier())
        Locals[Name].push_back(Variable);
      Declared.push_back(Variable);
    } else if (const auto *Binding = dyn_cast<BindingDecl>(D)) {
      if (const auto *Whole =
              dyn_cast_or_null<VarDecl>(Binding->getDecomposedDecl()))
        Locals[Binding->getIdentifier()].push_back(Whole);
    }
    return true;
  }
  bool visitStmt(const clang::Stmt *S) override {
    if (isa<CompoundStmt, NullStmt, ForStmt, RecoveryExpr>(S))
      Places.push_back(S);
    return true;
  }
  /// To be called when all of the function was visited.
  void finish();

private:
  using Change = LostEffect::Change;

  void addRecovery(const RecoveryExpr &E);
  void add(const void *Node, unsigned Index, const LostTokens &Tokens,
           llvm::ArrayRef<const IdentifierInfo *> Known = {});
  void addName(const LostTokens &Tokens, unsigned I, LostEffect &Effect);
  void addVariable(const VarDecl *Variable, Change How, LostEffect &Effect);
  Change changeAt(const LostTokens &Tokens, unsigned I);
  bool isDeclared(const LostTokens &Tokens, unsigned I);
  bool isReadBy(const LostTokens &Tokens, LostCall Call);
  using Meanings = llvm::SmallVector<const NamedDecl *, 4>;
  const Meanings &meaningsOf(const IdentifierInfo *Name);
  Meanings lookUp(const IdentifierInfo *Name) const;

  LostEffects &Effects;
  const LostCode &Code;
  const FunctionDecl &Function;
  llvm::DenseMap<const IdentifierInfo *, llvm::SmallVector<const VarDecl *, 2>>
      Locals;
  /// A map whose elements stay where they are.
  std::unordered_map<const IdentifierInfo *, Meanings> LookedUp;
  std::vector<const VarDecl *> Declared;
  std::vector<const clang::Stmt *> Places;
  /// Where a reference is bound or a lambda captures; what is named behind may
  /// change at any time.
  bool IsCapturing = false;
};

void LostEffects::Finder::finish() {
  // Clang fills in what the class says where an initializer is lost.
  SourceLocation Begin = Function.getLocation();
  SourceLocation End = Function.getBody()->getBeginLoc();
  if (isa<CXXConstructorDecl>(Function) && Code.hasErrors(Begin, End)) {
    add(static_cast<const Decl *>(&Function), 0, Code.between(Begin, End));
    addVariable(nullptr, LostEffect::Once,
                Effects.Found[{static_cast<const Decl *>(&Function), 0}]);
  }
  for (const VarDecl *Variable : Declared)
    add(static_cast<const Decl *>(Variable), 0, Code.declaring(*Variable));
  for (const clang::Stmt *S : Places) {
    if (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
      if (Code.hasErrors(S->getBeginLoc(), S->getEndLoc()))
        for (unsigned I = 0; I <= Compound->size(); ++I)
          add(S, I, Code.before(*Compound, I));
    } else if (const auto *Null = dyn_cast<NullStmt>(S)) {
      add(S, 0, Code.inPlaceOf(*Null));
    } else if (const auto *For = dyn_cast<ForStmt>(S)) {
      // Clang leaves out parts of the head.
      if ((!For->getInit() || !For->getCond() || !For->getInc()) &&
          Code.hasErrors(For->getLParenLoc(), For->getRParenLoc()))
        add(S, 0, Code.between(For->getLParenLoc(), For->getRParenLoc()));
    } else {
      addRecovery(*cast<RecoveryExpr>(S));
    }
  }
}

void LostEffects::Finder::addRecovery(const RecoveryExpr &E) {
  llvm::SmallVector<const IdentifierInfo *, 8> Known;
  for (const auto *Ref : nodesIn<DeclRefExpr>(&E))
    Known.push_back(Ref->getDecl()->getIdentifier());
  for (const auto *Member : nodesIn<MemberExpr>(&E))
    Known.push_back(Member->getMemberDecl()->getIdentifier());
  add(&E, 0, Code.between(E.getBeginLoc(), Code.endOf(E.getEndLoc())), Known);
}

void LostEffects::Finder::add(const void *Node, unsigned Index,
                              const LostTokens &Tokens,
                              llvm::ArrayRef<const IdentifierInfo *> Known) {
  if (Tokens.empty())
    return;
  LostEffect Effect;
  IsCapturing = false;
  for (unsigned I = 0; I != Tokens.size(); ++I) {
    const Token &T = Tokens[I];
    Effect.MayReturn |= T.isOneOf(tok::kw_return, tok::kw_throw);
    Effect.MayBreak |= T.is(tok::kw_break);
    Effect.MayContinue |= T.is(tok::kw_continue);
    Effect.HasCase |= T.isOneOf(tok::kw_case, tok::kw_default);
    if (T.is(tok::kw_this))
      addVariable(nullptr, LostEffect::Always, Effect);
    // [&] and [=] capture, and so does a reference: Type &name = ...
    IsCapturing |=
        T.is(tok::l_square) && I + 1 != Tokens.size() &&
        (Tokens[I + 1].isOneOf(tok::amp, tok::equal) ||
         (Tokens[I + 1].is(tok::identifier) && I > 0 &&
          Tokens[I - 1].isOneOf(tok::l_paren, tok::comma, tok::equal)));
    IsCapturing |= T.isOneOf(tok::amp, tok::ampamp) && I + 2 < Tokens.size() &&
                   Tokens[I + 1].is(tok::identifier) &&
                   Tokens[I + 2].isOneOf(tok::equal, tok::l_brace);
    if (T.is(tok::identifier) &&
        !llvm::is_contained(Known, T.getIdentifierInfo()))
      addName(Tokens, I, Effect);
  }
  Effects.Found[{Node, Index}] = std::move(Effect);
}

void LostEffects::Finder::addVariable(const VarDecl *Variable, Change How,
                                      LostEffect &Effect) {
  if (Variable && Variable->getType().isConstQualified())
    How = LostEffect::Same;
  Change &Worst = Effect.Variables[Variable];
  Worst = std::max(Worst, How);
  if (Variable && How != LostEffect::Same)
    Effects.Changed.insert(Variable);
}

/// True if what token \p I of \p Tokens names is given to a function that only
/// looks at kernels.
static bool isLookedAt(const LostTokens &Tokens, unsigned I) {
  const std::optional<LostCall> Call = callAround(Tokens, I);
  return Call && Tokens[Call->Callee].is(tok::identifier) &&
         looksAtKernels(Tokens[Call->Callee].getIdentifierInfo()->getName());
}

/// Takes a note of what the name that token \p I of \p Tokens is may mean.
void LostEffects::Finder::addName(const LostTokens &Tokens, unsigned I,
                                  LostEffect &Effect) {
  bool IsMember = I > 0 && Tokens[I - 1].isOneOf(tok::period, tok::arrow);
  bool IsQualified = I > 0 && Tokens[I - 1].is(tok::coloncolon);
  bool IsCalled =
      I + 1 != Tokens.size() && Tokens[I + 1].isOneOf(tok::l_paren, tok::less);
  bool IsStd = I > 1 && Tokens[I - 1].is(tok::coloncolon) &&
               Tokens[I - 2].is(tok::identifier) &&
               Tokens[I - 2].getIdentifierInfo()->getName() == "std";
  const IdentifierInfo *Name = Tokens[I].getIdentifierInfo();
  if (IsCalled && !IsStd && !isReader(Name->getName(), /*IsStd=*/false))
    Effect.MayChangeGlobals = true;
  SourceLocation &Place = Effects.Names[Name];
  if (Place.isInvalid() && isHostCode(Function) && !IsMember && !IsQualified &&
      !Locals.contains(Name) && !isLookedAt(Tokens, I))
    Place = Tokens[I].getLocation();
  // Of another object, or of one whose name stands before.
  if (IsMember)
    return;
  Change How = changeAt(Tokens, I);
  bool IsFound = false;
  for (const NamedDecl *Meaning : meaningsOf(Name)) {
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Meaning);
        Method && !Method->isStatic() && !Method->isConst())
      addVariable(nullptr, LostEffect::Once, Effect);
    if (!isa<VarDecl, FieldDecl, IndirectFieldDecl>(Meaning))
      continue;
    // An array that is passed on, in any way, is passed by its address.
    QualType Type = cast<ValueDecl>(Meaning)->getType();
    bool IsPassed = Type->isArrayType() && !useAt(Tokens, I).IsPart;
    addVariable(dyn_cast<VarDecl>(Meaning), IsPassed ? LostEffect::Always : How,
                Effect);
    IsFound = true;
  }
  // A variable of another namespace or class.
  if (How != LostEffect::Same && (IsQualified || !IsFound) &&
      !isDeclared(Tokens, I)) {
    Effects.ChangedNames.insert(Name);
    Effect.MayChangeGlobals = true;
  }
}

/// All that \p Name may mean in the function.
const LostEffects::Finder::Meanings &
LostEffects::Finder::meaningsOf(const IdentifierInfo *Name) {
  auto [It, IsNew] = LookedUp.try_emplace(Name);
  if (IsNew)
    It->second = lookUp(Name);
  return It->second;
}

LostEffects::Finder::Meanings
LostEffects::Finder::lookUp(const IdentifierInfo *Name) const {
  Meanings Result;
  llvm::append_range(Result, Locals.lookup(Name));
  for (const DeclContext *Scope = &Function; Scope;
       Scope = Scope->getParent()) {
    if (Scope->isFunctionOrMethod()) {
      for (const Decl *D : Scope->decls())
        if (const auto *Named = dyn_cast<VarDecl>(D);
            Named && Named->getIdentifier() == Name)
          Result.push_back(Named);
      continue;
    }
    std::vector<const NamedDecl *> Found;
    const auto *Class = dyn_cast<CXXRecordDecl>(Scope);
    if (Class && Class->hasDefinition())
      Found = Class->getDefinition()->lookupDependentName(
          Name, [](const NamedDecl *) { return true; });
    else
      llvm::append_range(Found, Scope->lookup(Name));
    for (const NamedDecl *D : Found) {
      D = D->getUnderlyingDecl();
      if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
        Result.push_back(Template->getTemplatedDecl());
        llvm::append_range(Result, Template->specializations());
      } else {
        Result.push_back(D);
      }
    }
  }
  return Result;
}

/// True if token \p I of \p Tokens may be the name of a new variable.
bool LostEffects::Finder::isDeclared(const LostTokens &Tokens, unsigned I) {
  if (I == 0)
    return false;
  const Token &Before = Tokens[I - 1];
  if (Before.is(tok::identifier) || Before.is(tok::kw_auto))
    return true;
  return Before.is(tok::greater) && I + 1 != Tokens.size() &&
         Tokens[I + 1].isOneOf(tok::semi, tok::l_paren, tok::l_brace,
                               tok::equal, tok::l_square);
}

LostEffect::Change LostEffects::Finder::changeAt(const LostTokens &Tokens,
                                                 unsigned I) {
  LostUse Use = useAt(Tokens, I);
  bool IsChanged = Use.IsAssigned || Use.IsStepped || isDeclared(Tokens, I);
  // Archives are read with an operator &.
  bool IsArchived = I > 0 && Tokens[I - 1].is(tok::amp);
  if (Use.IsAddressed || Use.IsObject || IsArchived || IsCapturing)
    return LostEffect::Always;
  if (Use.IsArgument)
    if (std::optional<LostCall> Call = callAround(Tokens, I);
        Call && !isReadBy(Tokens, *Call))
      return LostEffect::Always;
  return IsChanged ? LostEffect::Once : LostEffect::Same;
}

/// True if what \p Call calls does not change the variable that it is given.
bool LostEffects::Finder::isReadBy(const LostTokens &Tokens, LostCall Call) {
  unsigned Callee = Call.Callee;
  if (Tokens[Callee].isNot(tok::identifier))
    return false;
  auto NameAt = [&](unsigned I) {
    return Tokens[I].is(tok::identifier)
               ? Tokens[I].getIdentifierInfo()->getName()
               : llvm::StringRef();
  };
  auto IsReaderAt = [&](unsigned I) {
    bool IsStd = I > 1 && Tokens[I - 1].is(tok::coloncolon) &&
                 (NameAt(I - 2) == "std" || NameAt(I - 2) == "thrust");
    return isReader(NameAt(I), IsStd);
  };
  if (Callee > 0 && Tokens[Callee - 1].isOneOf(tok::period, tok::arrow))
    return isReadingMethod(NameAt(Callee));
  bool IsKnown = false;
  for (const NamedDecl *Meaning :
       meaningsOf(Tokens[Callee].getIdentifierInfo()))
    if (const auto *Called = dyn_cast<FunctionDecl>(Meaning)) {
      IsKnown = true;
      if (changesArgument(*Called, Call.Argument))
        return false;
    }
  if (IsKnown || IsReaderAt(Callee))
    return true;
  // std::vector<float> name(argument)
  return Callee > 0 && IsReaderAt(beforeTemplateArguments(Tokens, Callee - 1));
}

/// Takes a note of what \p Tokens name, wherever they stand.
void LostEffects::addNames(const LostTokens &Tokens) {
  for (unsigned I = 0; I != Tokens.size(); ++I) {
    if (Tokens[I].isNot(tok::identifier))
      continue;
    Names.try_emplace(Tokens[I].getIdentifierInfo());
    if (useAt(Tokens, I).mayChange())
      ChangedNames.insert(Tokens[I].getIdentifierInfo());
  }
}

void LostEffects::addOutside(const DeclContext &Scope) {
  const SourceManager &Sources = Scope.getParentASTContext().getSourceManager();
  // The last declaration so far and the place behind it, by file.
  llvm::DenseMap<FileID, std::pair<SourceLocation, SourceLocation>> Last;
  auto AddUntil = [&](SourceLocation End) {
    FileID File = Sources.getFileID(Sources.getExpansionLoc(End));
    if (End.isInvalid() || Sources.isInSystemHeader(End))
      return;
    SourceLocation Start = Sources.getLocForStartOfFile(File);
    auto [Since, Begin] =
        Last.try_emplace(File, std::make_pair(Start, Start)).first->second;
    if (Code.hasErrors(Since, End))
      addNames(Code.between(Begin, End));
  };
  auto SetLast = [&](SourceLocation Since, SourceLocation Begin) {
    Last[Sources.getFileID(Sources.getExpansionLoc(Since))] = {Since, Begin};
  };
  SourceLocation Own = cast<Decl>(Scope).getLocation();
  if (Own.isValid())
    SetLast(Own, Own);
  for (const Decl *D : Scope.noload_decls()) {
    if (D->isImplicit() || D->getBeginLoc().isInvalid())
      continue;
    const Decl *Inner = D;
    if (const auto *Template = dyn_cast<ClassTemplateDecl>(D))
      Inner = Template->getTemplatedDecl();
    if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(Inner))
      addOutside(*cast<DeclContext>(Inner));
    AddUntil(D->getBeginLoc());
    SetLast(D->getBeginLoc(), Code.endOf(D->getEndLoc()));
  }
  AddUntil(Own.isValid() ? cast<Decl>(Scope).getEndLoc()
                         : Sources.getLocForEndOfFile(Sources.getMainFileID()));
}

void LostEffects::add(const FunctionDecl &Function) {
  if (!Code.hasErrors(Function.getBeginLoc(), Function.getEndLoc()))
    return;
  Finder Find(*this, Function);
  for (ParmVarDecl *Parameter : Function.parameters())
    Find.visitDecl(Parameter);
  Find.walk(Function.getBody());
  Find.finish();
}

bool LostEffects::names(const FunctionDecl &Function) const {
  const NamedDecl *Named = &Function;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function))
    Named = Constructor->getParent();
  return Names.contains(Named->getIdentifier());
}

void LostEffects::forEach(
    const clang::Stmt *S,
    llvm::function_ref<void(const LostEffect &)> See) const {
  auto SeeAny = [&](const LostEffect *Effect) {
    if (Effect)
      See(*Effect);
  };
  unsigned Count = 1;
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    Count = Compound->size() + 1;
  for (unsigned I = 0; I != Count; ++I)
    SeeAny(at(S, I));
  if (const auto *Declarations = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declarations->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        SeeAny(at(Variable));
}

/// Adds the variables that lost code in \p S may change.
static void addLost(const clang::Stmt *S, const LostEffects &Lost,
                    VariableSet &Changed) {
  Lost.forEach(S, [&Changed](const LostEffect &Effect) {
    for (auto [Variable, How] : Effect.Variables)
      if (How != LostEffect::Same)
        Changed.insert(Variable);
  });
}

ChangedPlaces banklint::changedPlaces(const clang::Stmt *S,
                                      const LostEffects &Lost) {
  return changedPlaces(S,
                       [&Lost](const clang::Stmt *Inner, VariableSet &Changed) {
                         addLost(Inner, Lost, Changed);
                       });
}

VariableSet banklint::changedVariables(const clang::Stmt *S,
                                       const LostEffects &Lost) {
  return changedVariables(
      S, [&Lost](const clang::Stmt *Inner, VariableSet &Changed) {
        addLost(Inner, Lost, Changed);
      });
}
