//===- KernelFinder.cpp - Kernels and what launches them ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelFinder.h"
#include "Ast/AstQueries.h"
#include "Recovery/LostCode.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
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

namespace {
/// What a value of a launch may come from.
class VariablesOf : public RecursiveASTVisitor<VariablesOf> {
public:
  llvm::SmallVector<const VarDecl *, 8> Found;
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (const VarDecl *Variable = variableOf(*Ref))
      Found.push_back(Variable);
    return true;
  }
};

class Indexer;

/// Looks at one function's body.
class BodyScan : public RecursiveASTVisitor<BodyScan> {
public:
  using Base = RecursiveASTVisitor<BodyScan>;
  BodyScan(Indexer &Index, const FunctionDecl &Function)
      : Index(Index), Function(Function) {}

  // Without a queue, statements are visited inside of those around them.
  bool TraverseStmt(Stmt *S) {
    if (!S)
      return true;
    Path.push_back(S);
    bool Result = Base::TraverseStmt(S);
    Path.pop_back();
    return Result;
  }
  bool VisitCallExpr(CallExpr *Call);
  bool VisitLabelStmt(LabelStmt *);
  bool VisitDeclRefExpr(DeclRefExpr *Ref);
  bool VisitMemberExpr(MemberExpr *Member);
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct);
  bool VisitLambdaExpr(LambdaExpr *Lambda);
  bool VisitVarDecl(VarDecl *Variable);
  bool VisitBinaryOperator(BinaryOperator *Operation);
  bool VisitCXXForRangeStmt(CXXForRangeStmt *Loop);
  bool VisitFunctionDecl(FunctionDecl *Local);

private:
  bool mayCallLauncher(const CallExpr &Call) const;

  Indexer &Index;
  const FunctionDecl &Function;
  std::vector<const Stmt *> Path;
};

class Indexer : public RecursiveASTVisitor<Indexer> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseStmt(Stmt *) { return true; }

  bool VisitFunctionDecl(FunctionDecl *Function) {
    scan(*Function);
    return true;
  }
  bool VisitVarDecl(VarDecl *Variable) {
    addIfShared(*Variable);
    return true;
  }
  void addIfShared(VarDecl &Variable);
  void scan(const FunctionDecl &Function);
  SourceIndex finish();

  /// A reference to a function that may be a launcher; without a callee, a
  /// launch or a call of what may be one.
  struct Reference {
    const FunctionDecl *From;
    const FunctionDecl *To;
    std::vector<const Stmt *> Path;
  };
  std::vector<Reference> References;
  /// Variables and those that their values come from.
  llvm::DenseMap<const VarDecl *, llvm::SmallVector<const VarDecl *, 4>>
      Sources;
  SourceIndex Result;

private:
  void findLaunchers();
  void findRelevant();

  llvm::DenseSet<const FunctionDecl *> Scanned;
  llvm::DenseSet<const FunctionDecl *> InstantiatedFrom;
};
} // namespace

/// True if \p Call is made through a pointer in host code.
bool BodyScan::mayCallLauncher(const CallExpr &Call) const {
  const auto *Named =
      dyn_cast<DeclRefExpr>(Call.getCallee()->IgnoreParenImpCasts());
  return Named && isa<VarDecl>(Named->getDecl()) &&
         !Function.hasAttr<CUDADeviceAttr>() &&
         !Function.hasAttr<CUDAGlobalAttr>();
}

bool BodyScan::VisitCallExpr(CallExpr *Call) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call)) {
    if (Launch->getConfig())
      Index.Result.LaunchPlaces.insert(Launch->getConfig()->getBeginLoc());
  } else if (launchKind(*Call) || Function.isDependentContext()) {
    Index.Result.LaunchPlaces.insert(
        Call->getCallee()->IgnoreParenImpCasts()->getExprLoc());
  }
  if (Function.isDependentContext()) {
    if (launchKind(*Call))
      Index.References.push_back({&Function, nullptr, Path});
    return true;
  }
  if (launchKind(*Call))
    Index.Result.Launches.push_back({&Function, Call});
  if (launchKind(*Call) || mayCallLauncher(*Call))
    Index.References.push_back({&Function, nullptr, Path});
  return true;
}

bool BodyScan::VisitLabelStmt(LabelStmt *) {
  Index.Result.HasLabels.insert(&Function);
  return true;
}

bool BodyScan::VisitDeclRefExpr(DeclRefExpr *Ref) {
  if (const auto *To = dyn_cast<FunctionDecl>(Ref->getDecl()))
    Index.References.push_back({&Function, To, Path});
  return true;
}

bool BodyScan::VisitMemberExpr(MemberExpr *Member) {
  if (const auto *To = dyn_cast<FunctionDecl>(Member->getMemberDecl()))
    Index.References.push_back({&Function, To, Path});
  return true;
}

bool BodyScan::VisitCXXConstructExpr(CXXConstructExpr *Construct) {
  Index.References.push_back({&Function, Construct->getConstructor(), Path});
  return true;
}

bool BodyScan::VisitLambdaExpr(LambdaExpr *Lambda) {
  Index.scan(*Lambda->getCallOperator());
  if (FunctionTemplateDecl *Generic = Lambda->getDependentCallOperator())
    for (const FunctionDecl *Instance : Generic->specializations())
      Index.scan(*Instance);
  return true;
}

bool BodyScan::VisitFunctionDecl(FunctionDecl *Local) {
  Index.scan(*Local);
  return true;
}

bool BodyScan::VisitCXXForRangeStmt(CXXForRangeStmt *Loop) {
  VariablesOf From;
  From.TraverseStmt(Loop->getRangeInit());
  llvm::append_range(Index.Sources[Loop->getLoopVariable()], From.Found);
  return true;
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

bool BodyScan::VisitVarDecl(VarDecl *Variable) {
  Index.addIfShared(*Variable);
  if (const Expr *Init = Variable->getInit()) {
    VariablesOf From;
    From.TraverseStmt(const_cast<Expr *>(Init));
    llvm::append_range(Index.Sources[Variable], From.Found);
  }
  return true;
}

bool BodyScan::VisitBinaryOperator(BinaryOperator *Operation) {
  if (!Operation->isAssignmentOp())
    return true;
  VariablesOf Into, From;
  Into.TraverseStmt(Operation->getLHS());
  From.TraverseStmt(Operation->getRHS());
  for (const VarDecl *Variable : Into.Found)
    llvm::append_range(Index.Sources[Variable], From.Found);
  return true;
}

void Indexer::scan(const FunctionDecl &Function) {
  bool IsKernel = Function.hasAttr<CUDAGlobalAttr>();
  bool IsDevice = Function.hasAttr<CUDADeviceAttr>();
  if (IsKernel || IsDevice)
    Result.DeviceFunctions.push_back(&Function);
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
  Body.TraverseStmt(Function.getBody());
  if (Function.isDependentContext())
    return;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Function))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      Body.TraverseStmt(Init->getInit());
  for (const VarDecl *Variable : changedVariables(Function.getBody()))
    Result.Changed.insert(Variable);
  Result.Functions.push_back(&Function);
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

/// The condition that decides which way \p S goes. That of a loop matters for
/// how often the same happens only.
static const Expr *conditionOf(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->getCond();
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getCond();
  return nullptr;
}

void Indexer::findRelevant() {
  VariablesOf Seeds;
  for (const Stmt *S : Result.LeadsToLaunch) {
    if (isa<CallExpr, CXXConstructExpr>(S))
      Seeds.TraverseStmt(const_cast<Stmt *>(S));
    else if (const Expr *Condition = conditionOf(S))
      Seeds.TraverseStmt(const_cast<Expr *>(Condition));
  }
  while (!Seeds.Found.empty()) {
    const VarDecl *Variable = Seeds.Found.pop_back_val();
    if (Result.Relevant.insert(Variable).second)
      llvm::append_range(Seeds.Found, Sources.lookup(Variable));
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
  // A template that is instantiated is seen through its instantiations.
  llvm::erase_if(Result.Kernels, [&](const FunctionDecl *Kernel) {
    return Kernel->isDependentContext() &&
           InstantiatedFrom.count(Kernel->getCanonicalDecl());
  });
  findLaunchers();
  findRelevant();
  return std::move(Result);
}

SourceIndex banklint::indexSource(ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  Indexer Index;
  // Headers of the system hold most of a file's declarations.
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (D->getLocation().isValid() &&
        !Sources.isInSystemHeader(D->getLocation()))
      Index.TraverseDecl(D);
  return Index.finish();
}
