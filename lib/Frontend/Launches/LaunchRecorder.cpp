//===- LaunchRecorder.cpp - The launches that host code makes -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchRecorder.h"
#include "Ast/AstQueries.h"
#include "HostEvaluator.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace banklint;
using namespace clang;

/// The number of an extent of \p Value, a dim3 or an integer where one is due.
static std::optional<int64_t> extentIn(const HostValue &Value,
                                       unsigned Direction) {
  if (Value.Kind == HostValue::Integer)
    return Direction == 0 ? Value.number() : 1;
  return Value.element(Direction).number();
}

std::array<std::optional<uint32_t>, 3>
banklint::sizesOf(const HostValue &Value) {
  std::array<std::optional<uint32_t>, 3> Result;
  for (unsigned I = 0; I != 3; ++I) {
    const std::optional<int64_t> Number = extentIn(Value, I);
    if (Number && *Number > 0 && *Number <= INT32_MAX)
      Result[I] = static_cast<uint32_t>(*Number);
  }
  return Result;
}

bool banklint::hasBlock(const LaunchRecord &Record) {
  return llvm::all_of(sizesOf(Record.Block),
                      [](auto Size) { return Size.has_value(); });
}

static constexpr int64_t MaxThreadsInZ = 64;

/// \p Block, such as "2048x1x?", if the launch surely fails: it has no threads,
/// or too many. Else "".
static std::string impossibleBlock(const HostValue &Block) {
  std::string Text;
  bool IsImpossible = false;
  uint64_t Threads = 1;
  for (unsigned I = 0; I != 3; ++I) {
    const std::optional<int64_t> Number = extentIn(Block, I);
    Text += (I == 0 ? "" : "x") + (Number ? std::to_string(*Number) : "?");
    if (!Number)
      continue;
    IsImpossible |=
        *Number <= 0 || *Number > (I == 2 ? MaxThreadsInZ : MaxThreadsPerBlock);
    if (!IsImpossible)
      Threads *= uint64_t(*Number);
  }
  return IsImpossible || Threads > MaxThreadsPerBlock ? Text : "";
}

/// What \p Kernel is defined as: a declaration with a type that does not parse
/// is none of the definition.
static const FunctionDecl &definitionFor(const FunctionDecl &Kernel) {
  if (Kernel.hasBody() || !Kernel.isInvalidDecl())
    return Kernel;
  const FunctionDecl *Found = nullptr;
  for (const NamedDecl *Named :
       Kernel.getDeclContext()->lookup(Kernel.getDeclName())) {
    const auto *Other = dyn_cast<FunctionDecl>(Named);
    if (!Other || !Other->hasBody() || !Other->hasAttr<CUDAGlobalAttr>() ||
        Other->getNumParams() != Kernel.getNumParams())
      continue;
    if (Found && Found->getCanonicalDecl() != Other->getCanonicalDecl())
      return Kernel;
    Found = Other;
  }
  return Found ? *Found : Kernel;
}

bool LaunchRecorder::add(LaunchRecord Record) {
  if (!Record.Kernel)
    return false;
  Record.Kernel = definitionFor(*Record.Kernel).getCanonicalDecl();
  const bool IsNew =
      !isLaunched(*Record.Kernel) && !Failing.contains(Record.Kernel);
  if (std::string Impossible = impossibleBlock(Record.Block);
      !Impossible.empty()) {
    addFailing(Record, std::move(Impossible));
    return IsNew;
  }
  Record.IsGuess = IsGuessing;
  if (auto Known = llvm::find(Records, Record); Known != Records.end()) {
    Known->IsGuess &= IsGuessing;
    Known->IsDoubtful &= Record.IsDoubtful;
  } else {
    Records.push_back(std::move(Record));
  }
  return IsNew;
}

void LaunchRecorder::forgetDoubtful(HostTerms &Terms, size_t Start) {
  const auto Forget = [&Terms](HostValue &Value, const HostValue &Other) {
    if (Value != Other)
      Value = commonValue(Value, Other, Terms);
  };
  if (llvm::none_of(Records, [](const LaunchRecord &Record) {
        return Record.IsDoubtful;
      }))
    return;
  const std::vector<LaunchRecord> Before(Records.begin() + Start,
                                         Records.end());
  Records.resize(Start);
  for (LaunchRecord Record : Before) {
    for (const LaunchRecord &Other : Before)
      if (Record.IsDoubtful && Other.Site == Record.Site &&
          Other.Kernel == Record.Kernel) {
        if (Record.Block != Other.Block ||
            !(Record.Relations == Other.Relations))
          Record.Relations = {};
        llvm::erase_if(Record.Formulas, [&Other](const ArgumentFormula &Each) {
          return !llvm::is_contained(Other.Formulas, Each);
        });
        Forget(Record.Block, Other.Block);
        Forget(Record.Grid, Other.Grid);
        Forget(Record.DynamicBytes, Other.DynamicBytes);
        for (auto [Argument, Theirs] :
             llvm::zip(Record.Arguments, Other.Arguments))
          Forget(Argument, Theirs);
      }
    if (!llvm::is_contained(Records, Record))
      Records.push_back(std::move(Record));
  }
}

void LaunchRecorder::dropGuesses() {
  llvm::DenseSet<std::pair<unsigned, const FunctionDecl *>> AreKnown;
  for (const LaunchRecord &Record : Records)
    if (hasBlock(Record))
      AreKnown.insert({Record.Site.getRawEncoding(), Record.Kernel});
  llvm::erase_if(Records, [&AreKnown](const LaunchRecord &Record) {
    return Record.IsGuess && !hasBlock(Record) &&
           AreKnown.contains({Record.Site.getRawEncoding(), Record.Kernel});
  });
}

bool LaunchRecorder::isLaunched(const FunctionDecl &Kernel) const {
  return llvm::any_of(Records, [&Kernel](const LaunchRecord &Record) {
    return Record.Kernel == Kernel.getCanonicalDecl();
  });
}

void LaunchRecorder::addBroken(const FunctionDecl &Kernel,
                               SourceLocation Site) {
  LaunchRecord Record;
  Record.Site = Site;
  Record.Kernel = &Kernel;
  Record.IsBroken = true;
  add(std::move(Record));
}

void LaunchRecorder::addLost(llvm::ArrayRef<LaunchText> Launches) {
  for (const LaunchText &Text : Launches) {
    // Other instantiations of the function may have made the launch.
    const bool IsInTemplate = Index.LostPlaces.contains(Text.Place);
    if (Index.LaunchPlaces.contains(Text.Place) && !IsInTemplate)
      continue;
    for (auto [Name, Place] : Text.Names)
      for (const FunctionDecl *Kernel : Index.Kernels)
        if (Kernel->getIdentifier() == Name &&
            !(IsInTemplate && isLaunched(*Kernel)))
          addBroken(*Kernel, Place);
  }
}

void LaunchRecorder::addNamed(const LostEffects &Lost) {
  for (const FunctionDecl *Kernel : Index.Kernels) {
    SourceLocation Place = PassedOn.lookup(Kernel);
    if (Place.isInvalid())
      Place = Lost.placeInHostCode(*Kernel);
    if (Place.isValid() && !isLaunched(*Kernel))
      addBroken(*Kernel, Place);
  }
}

/// Takes a note of \p Record, whose block is \p Impossible: nothing else that
/// it passes says anything of the kernel.
void LaunchRecorder::addFailing(const LaunchRecord &Record,
                                std::string Impossible) {
  if (IsGuessing || Record.IsDoubtful)
    return;
  LaunchRecord &Own = Failing[Record.Kernel];
  std::string &Blocks = Own.ImpossibleBlock;
  if (!Blocks.empty() &&
      (Own.Site != Record.Site || llvm::StringRef(Blocks).contains(Impossible)))
    return;
  Own.Kernel = Record.Kernel;
  Own.Site = Record.Site;
  Blocks += (Blocks.empty() ? "" : " or ") + Impossible;
}

void LaunchRecorder::addFailing() {
  for (auto &[Kernel, Record] : Failing)
    if (!isLaunched(*Kernel))
      Records.push_back(std::move(Record));
}

/// The template that \p Function is made from, or it.
static const FunctionDecl *patternOf(const FunctionDecl &Function) {
  const FunctionDecl *Pattern = Function.getTemplateInstantiationPattern();
  return (Pattern ? Pattern : &Function)->getCanonicalDecl();
}

/// The kernels and templates of kernels that \p Launch may mean.
static llvm::SmallVector<const FunctionDecl *, 2>
namedBy(const CUDAKernelCallExpr &Launch) {
  llvm::SmallVector<const FunctionDecl *, 2> Named;
  const clang::Expr *Callee = Launch.getCallee()->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee)) {
    if (const auto *Kernel = dyn_cast<FunctionDecl>(Ref->getDecl()))
      Named.push_back(Kernel->getCanonicalDecl());
  } else if (const auto *Overloads = dyn_cast<OverloadExpr>(Callee)) {
    for (const NamedDecl *D : Overloads->decls())
      if (const FunctionDecl *Kernel = D->getUnderlyingDecl()->getAsFunction())
        Named.push_back(Kernel->getCanonicalDecl());
  }
  return Named;
}

/// The block of \p Launch, which is in a template, if it is written as numbers.
static HostValue blockOf(const CUDAKernelCallExpr &Launch,
                         ASTContext &Context) {
  const CallExpr *Config = Launch.getConfig();
  if (!Config || Config->getNumArgs() < 2 ||
      Config->getArg(1)->isInstantiationDependent())
    return {};
  const clang::Expr *E = Config->getArg(1)->IgnoreImplicit();
  while (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    E = Cast->getSubExpr()->IgnoreImplicit();
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  if (!Made)
    return hostConstant(E, Context);
  HostValue Block = HostValue::aggregate({});
  for (const clang::Expr *Argument : Made->arguments())
    Block.Elements.push_back(hostConstant(Argument, Context));
  return Block.Elements.size() == 3 ? Block : HostValue();
}

void LaunchRecorder::addFromTemplates() {
  llvm::DenseSet<const FunctionDecl *> IsLaunched;
  for (const LaunchRecord &Record : Records)
    IsLaunched.insert(Record.Kernel);
  for (const CUDAKernelCallExpr *Launch : Index.TemplateLaunches)
    for (const FunctionDecl *Named : namedBy(*Launch))
      for (const FunctionDecl *Kernel : Index.Kernels) {
        const FunctionDecl *Own = Kernel->getCanonicalDecl();
        if (IsLaunched.contains(Own) ||
            (Own != Named && patternOf(*Kernel) != Named))
          continue;
        LaunchRecord Record;
        Record.Site = Launch->getBeginLoc();
        Record.Kernel = Kernel;
        Record.Block = blockOf(*Launch, Kernel->getASTContext());
        add(std::move(Record));
      }
}

void LaunchRecorder::addUnfollowed(const CallExpr &E,
                                   const FunctionDecl *Function) {
  const FunctionDecl *Body = nullptr;
  if (Function) {
    if (Function->hasBody(Body) &&
        Index.IsLauncher.contains(Function->getCanonicalDecl()))
      Unfollowed.insert(Body);
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Function);
        Method && isFunctionWrapper(*Method->getParent()))
      addLambdas(Method->getNumParams());
    return;
  }
  QualType Called = E.getCallee()->getType()->getPointeeType();
  for (const FunctionDecl *Launcher : Index.Launchers)
    if (!Called.isNull() && Context.hasSameType(Called, Launcher->getType()))
      Unfollowed.insert(Launcher);
}

/// Takes a note of the launchers that std::function may hold, if it is called
/// with \p Count arguments.
void LaunchRecorder::addLambdas(unsigned Count) {
  for (const FunctionDecl *Launcher : Index.Launchers)
    if (isLambdaCallOperator(Launcher) && Launcher->getNumParams() >= Count &&
        Launcher->getMinRequiredArguments() <= Count)
      Unfollowed.insert(Launcher);
}

void LaunchRecorder::addUnfollowed(const clang::Expr &Named) {
  const DeclarationName Name = nameIn(Named);
  if (Name.isEmpty())
    return;
  for (const FunctionDecl *Launcher : Index.Launchers)
    if (Launcher->getDeclName() == Name)
      Unfollowed.insert(Launcher);
  for (const FunctionDecl *Kernel : Index.Kernels)
    if (Kernel->getDeclName() == Name)
      PassedOn.try_emplace(Kernel, Named.IgnoreParenImpCasts()->getBeginLoc());
}
