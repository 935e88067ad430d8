//===- KernelFinder.cpp - Kernels and what launches them ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches/Source/KernelFinder.h"
#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "Recovery/LostCode.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace clang;

std::optional<LaunchKind> banklint::launchKind(const CallExpr &Call) {
  if (isa<CUDAKernelCallExpr>(Call))
    return LaunchKind::Chevrons;
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return std::nullopt;
  return launchKind(Callee->getName());
}

std::optional<LaunchKind> banklint::launchKind(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<LaunchKind>>(Name)
      .Cases("cudaLaunchKernel", "cudaLaunchKernel_ptsz",
             "cudaLaunchCooperativeKernel", LaunchKind::LaunchKernel)
      .Case("cudaLaunchKernelEx", LaunchKind::LaunchKernelEx)
      .Case("cudaLaunchKernelExC", LaunchKind::LaunchKernelExC)
      .Cases("cudaGraphAddKernelNode", "cudaGraphKernelNodeSetParams",
             "cudaGraphExecKernelNodeSetParams", LaunchKind::GraphNode)
      .Default(std::nullopt);
}

/// What a value of a launch, as which \p S is evaluated, may come from.
static std::vector<const VarDecl *> variablesIn(const clang::Stmt *S) {
  std::vector<const VarDecl *> Found;
  for (const DeclRefExpr *Ref : nodesIn<DeclRefExpr>(S))
    if (const VarDecl *Variable = variableOf(*Ref))
      Found.push_back(Variable);
  return Found;
}

/// The condition that decides which way \p S goes. That of a loop matters for
/// how often the same happens only.
static const clang::Expr *conditionOf(const clang::Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->getCond();
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getCond();
  return nullptr;
}

namespace {
class Indexer;

/// Looks at one function's body.
class BodyScan : public AstWalker {
public:
  BodyScan(Indexer &Index, const FunctionDecl &Function)
      : Index(Index), Function(Function) {}

  bool enter(const clang::Stmt *S) override {
    Path.push_back(S);
    if (const clang::Expr *Condition = conditionOf(S))
      Deciders.push_back({S, variablesIn(Condition)});
    return true;
  }
  void leave(const clang::Stmt *S) override {
    Path.pop_back();
    if (!Deciders.empty() && Deciders.back().first == S)
      Deciders.pop_back();
  }
  bool visitStmt(const clang::Stmt *S) override;
  bool visitDecl(Decl *D) override;

private:
  void addPlace(SourceLocation Launch);
  void addCall(const CallExpr &Call);
  void addReference(const Decl &To);
  void addLambda(const LambdaExpr &Lambda);
  void addAssignment(const BinaryOperator &Assignment);
  void addSources(const VarDecl *Variable, const clang::Expr *Value);
  bool mayCallLauncher(const CallExpr &Call) const;

  Indexer &Index;
  const FunctionDecl &Function;
  std::vector<const clang::Stmt *> Path;
  /// Of these, the ones that go one way or another, with what their conditions
  /// may come from.
  std::vector<std::pair<const clang::Stmt *, std::vector<const VarDecl *>>>
      Deciders;
};

class Indexer : public AstWalker {
public:
  Indexer() { EntersImplicitCode = EntersInstantiations = true; }

  bool enter(const clang::Stmt *) override { return false; }
  bool visitDecl(Decl *D) override {
    if (const auto *Function = dyn_cast<FunctionDecl>(D))
      scan(*Function);
    else if (auto *Variable = dyn_cast<VarDecl>(D))
      addGlobal(*Variable);
    return true;
  }
  void addGlobal(VarDecl &Variable);
  void addIfShared(VarDecl &Variable);
  void scan(const FunctionDecl &Function);
  SourceIndex finish();

  /// A reference to a function that may be a launcher; without a callee, a
  /// launch or a call of what may be one.
  struct Reference {
    const FunctionDecl *From;
    const FunctionDecl *To;
    std::vector<const clang::Stmt *> Path;
  };
  std::vector<Reference> References;
  /// Variables and those that their values come from.
  llvm::DenseMap<const VarDecl *, llvm::SmallVector<const VarDecl *, 4>>
      Sources;
  /// Where templates launch.
  std::vector<std::pair<const FunctionDecl *, SourceLocation>> TemplatePlaces;
  SourceIndex Result;

private:
  void findLaunchers();
  void findRelevant();

  void findLostPlaces();

  llvm::DenseSet<const FunctionDecl *> Scanned;
  llvm::DenseSet<const FunctionDecl *> InstantiatedFrom;
};
} // namespace

/// True if \p Call is made through a pointer, or a std::function, in host code.
bool BodyScan::mayCallLauncher(const CallExpr &Call) const {
  if (!isHostCode(Function))
    return false;
  if (const auto *Method =
          dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee()))
    return Method->getOverloadedOperator() == OO_Call &&
           isFunctionWrapper(*Method->getParent());
  const auto *Named =
      dyn_cast<DeclRefExpr>(Call.getCallee()->IgnoreParenImpCasts());
  return Named && isa<VarDecl>(Named->getDecl());
}

bool BodyScan::visitStmt(const clang::Stmt *S) {
  if (const auto *Call = dyn_cast<CallExpr>(S))
    addCall(*Call);
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    addReference(*Ref->getDecl());
  else if (const auto *Member = dyn_cast<MemberExpr>(S))
    addReference(*Member->getMemberDecl());
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    addReference(*Construct->getConstructor());
  else if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    addLambda(*Lambda);
  else if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    addAssignment(*Binary);
  else if (const auto *Loop = dyn_cast<CXXForRangeStmt>(S))
    addSources(Loop->getLoopVariable(), Loop->getRangeInit());
  else if (isa<LabelStmt>(S))
    Index.Result.HasLabels.insert(&Function);
  return true;
}

bool BodyScan::visitDecl(Decl *D) {
  if (const auto *Local = dyn_cast<FunctionDecl>(D)) {
    Index.scan(*Local);
  } else if (auto *Variable = dyn_cast<VarDecl>(D)) {
    Index.addIfShared(*Variable);
    addSources(Variable, Variable->getInit());
  }
  return true;
}

/// True if \p Function, which is or is in a template, has instantiations.
static bool isInstantiated(const FunctionDecl &Function) {
  for (const DeclContext *Around = &Function; Around;
       Around = Around->getParent()) {
    if (const auto *Inner = dyn_cast<FunctionDecl>(Around))
      if (FunctionTemplateDecl *Template =
              Inner->getDescribedFunctionTemplate())
        if (!Template->specializations().empty())
          return true;
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Around))
      if (ClassTemplateDecl *Template = Class->getDescribedClassTemplate())
        if (!Template->specializations().empty())
          return true;
  }
  return false;
}

void BodyScan::addPlace(SourceLocation Launch) {
  Index.Result.LaunchPlaces.insert(Launch);
  if (Function.isDependentContext())
    Index.TemplatePlaces.push_back({Function.getCanonicalDecl(), Launch});
}

void BodyScan::addCall(const CallExpr &Call) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Call)) {
    if (Launch->getConfig())
      addPlace(Launch->getConfig()->getBeginLoc());
  } else if (launchKind(Call) || Function.isDependentContext()) {
    addPlace(Call.getCallee()->IgnoreParenImpCasts()->getExprLoc());
  }
  if (Function.isDependentContext()) {
    if (launchKind(Call))
      Index.References.push_back({&Function, nullptr, Path});
    const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Call);
    if (Launch && !isInstantiated(Function))
      Index.Result.TemplateLaunches.push_back(Launch);
    return;
  }
  if (launchKind(Call))
    Index.Result.Launches.push_back({&Function, &Call});
  if (launchKind(Call) || mayCallLauncher(Call))
    Index.References.push_back({&Function, nullptr, Path});
}

void BodyScan::addReference(const Decl &To) {
  if (const auto *Named = dyn_cast<FunctionDecl>(&To))
    Index.References.push_back({&Function, Named, Path});
}

void BodyScan::addLambda(const LambdaExpr &Lambda) {
  Index.scan(*Lambda.getCallOperator());
  if (FunctionTemplateDecl *Generic = Lambda.getDependentCallOperator())
    for (const FunctionDecl *Instance : Generic->specializations())
      Index.scan(*Instance);
}

/// What \p Variable becomes also depends on what decides whether it does.
void BodyScan::addSources(const VarDecl *Variable, const clang::Expr *Value) {
  llvm::append_range(Index.Sources[Variable], variablesIn(Value));
  for (const auto &[Around, Variables] : Deciders)
    llvm::append_range(Index.Sources[Variable], Variables);
}

void BodyScan::addAssignment(const BinaryOperator &Assignment) {
  if (Assignment.isAssignmentOp())
    for (const VarDecl *Variable : variablesIn(Assignment.getLHS()))
      addSources(Variable, Assignment.getRHS());
}

void Indexer::addGlobal(VarDecl &Variable) {
  addIfShared(Variable);
  if (const clang::Expr *Init = Variable.getInit();
      Init && !Init->isValueDependent())
    for (const VarDecl *Changed : changedVariables(Init))
      if (Changed && !Changed->getType().isConstant(Variable.getASTContext())) {
        Result.Changed.insert(Changed);
        Result.Exposed.insert(Changed);
      }
}

void Indexer::addIfShared(VarDecl &Variable) {
  const auto *Shared = Variable.getAttr<CUDASharedAttr>();
  if (!Shared)
    return;
  const SourceManager &Places = Variable.getASTContext().getSourceManager();
  invalidateLostExtents(Variable);
  Result.HasSharedMemory = true;
  Result.SharedPlaces.insert(Places.getExpansionLoc(Shared->getLocation()));
}

void Indexer::scan(const FunctionDecl &Function) {
  bool IsKernel = Function.hasAttr<CUDAGlobalAttr>();
  bool IsDevice = Function.hasAttr<CUDADeviceAttr>();
  if (IsKernel || IsDevice)
    Result.DeviceFunctions.push_back(&Function);
  if (const FunctionDecl *Template = Function.getTemplateInstantiationPattern();
      Template && Function.isInvalidDecl() && Template->hasBody() &&
      !llvm::is_contained(Result.BrokenTemplates, Template))
    Result.BrokenTemplates.push_back(Template);
  if (!Function.doesThisDeclarationHaveABody() ||
      !Scanned.insert(&Function).second)
    return;
  if (IsKernel) {
    Result.Kernels.push_back(&Function);
    if (const FunctionDecl *Pattern =
            Function.getTemplateInstantiationPattern())
      InstantiatedFrom.insert(Pattern->getCanonicalDecl());
  }
  BodyScan Body(*this, Function);
  Body.walk(Function.getBody());
  if (Function.isDependentContext())
    return;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      Body.walk(Init->getInit());
  for (const VarDecl *Variable : changedVariables(Function.getBody()))
    Result.Changed.insert(Variable);
  Result.Functions.push_back(&Function);
}

void Indexer::findLostPlaces() {
  llvm::DenseSet<const FunctionDecl *> AreBroken;
  for (const FunctionDecl *Template : Result.BrokenTemplates)
    AreBroken.insert(Template->getCanonicalDecl());
  for (auto [Template, Place] : TemplatePlaces)
    if (AreBroken.contains(Template))
      Result.LostPlaces.insert(Place);
}

void Indexer::findLaunchers() {
  llvm::DenseMap<const FunctionDecl *, std::vector<const Reference *>> Users;
  llvm::SmallVector<const FunctionDecl *, 16> Work;
  auto Add = [&](const Reference &R) {
    Result.LeadsToLaunch.insert(R.Path.begin(), R.Path.end());
    if (Result.IsLauncher.insert(R.From->getCanonicalDecl()).second)
      Work.push_back(R.From->getCanonicalDecl());
  };
  for (const Reference &R : References) {
    if (R.To)
      Users[R.To->getCanonicalDecl()].push_back(&R);
    else
      Add(R);
  }
  while (!Work.empty()) {
    const FunctionDecl *Launcher = Work.pop_back_val();
    for (const Reference *R : Users.lookup(Launcher)) {
      if (R->From->getCanonicalDecl() != Launcher)
        Result.IsCalled.insert(Launcher);
      Add(*R);
    }
  }
  for (const FunctionDecl *Function : Result.Functions)
    if (Result.IsLauncher.contains(Function->getCanonicalDecl()))
      Result.Launchers.push_back(Function);
}

void Indexer::findRelevant() {
  llvm::SmallVector<const VarDecl *, 16> Work;
  for (const clang::Stmt *S : Result.LeadsToLaunch)
    llvm::append_range(
        Work,
        variablesIn(isa<CallExpr, CXXConstructExpr>(S) ? S : conditionOf(S)));
  while (!Work.empty()) {
    const VarDecl *Variable = Work.pop_back_val();
    if (Result.Relevant.insert(Variable).second)
      llvm::append_range(Work, Sources.lookup(Variable));
  }
}

/// The kernel's name with template arguments, and where the source defines it.
static std::string nameAndPlace(const FunctionDecl &Kernel) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const ASTContext &Context = Kernel.getASTContext();
  Kernel.getNameForDiagnostic(OS, Context.getPrintingPolicy(),
                              /*Qualified=*/true);
  OS << '@';
  Context.getSourceManager()
      .getExpansionLoc(Kernel.getLocation())
      .print(OS, Context.getSourceManager());
  return Text;
}

SourceIndex Indexer::finish() {
  // A header without a guard may define a kernel many times.
  llvm::StringSet<> Known;
  llvm::erase_if(Result.Kernels, [&](const FunctionDecl *Kernel) {
    return !Known.insert(nameAndPlace(*Kernel)).second;
  });
  // A template that is instantiated is seen through its instantiations; one of
  // a library that is not is no part of the program.
  llvm::erase_if(Result.Kernels, [&](const FunctionDecl *Kernel) {
    return Kernel->isDependentContext() &&
           (InstantiatedFrom.count(Kernel->getCanonicalDecl()) ||
            isOfLibrary(*Kernel));
  });
  findLostPlaces();
  findLaunchers();
  findRelevant();
  return std::move(Result);
}

SourceIndex banklint::indexSource(ASTContext &Context) {
  Indexer Index;
  walkSource(Index, Context);
  return Index.finish();
}
