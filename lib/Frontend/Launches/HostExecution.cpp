//===- HostExecution.cpp - Runs the host code around launches -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostExecution.h"
#include "HostCalls.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

namespace {
/// The parts of an execution, each of which knows those that it needs, and
/// which functions it begins with.
class HostExecution {
public:
  HostExecution(ASTContext &Context, const SourceIndex &Index,
                const LostEffects &Lost)
      : Context(Context), Index(Index), Lost(Lost), Path(Index),
        Launches(Context, Index), Changes(Index, Lost),
        Values(Context, Lost, Path, Changes, Launches, Calls),
        Statements(Context, Lost, Path, Changes, Launches, Values),
        Calls(Context, Lost, Path, Changes, Launches, Values, Statements) {}

  std::vector<LaunchRecord> run(llvm::ArrayRef<LaunchText> Texts);
  /// What main, or without one any function, is likely to launch if the program
  /// is run without arguments, and globals have their first values.
  std::vector<LaunchRecord> runWithoutArguments();
  /// True if \p Record, without a block, is of calls that were not followed,
  /// such as those of a function that calls itself.
  bool isOfUnfollowed(const LaunchRecord &Record) const {
    return OfUnfollowed.contains({Record.Site.getRawEncoding(), Record.Kernel});
  }

private:
  bool isRoot(const FunctionDecl &Function) const;
  void executeRoot(const FunctionDecl &Function);
  void startProgram(const FunctionDecl &Main, HostState &Start);
  HostPlace passedObject(const NamedDecl &Passed, QualType Type,
                         HostState &Start);
  HostValue passed(const ParmVarDecl &Parameter, HostState &Start);
  void executeUnreached();
  void recordAlone(const FunctionDecl &Function, const CallExpr &Launch);

  ASTContext &Context;
  const SourceIndex &Index;
  const LostEffects &Lost;
  HostPath Path;
  LaunchRecorder Launches;
  HostChanges Changes;
  HostEvaluator Values;
  HostStatements Statements;
  HostCalls Calls;
  /// Sites and kernels that isOfUnfollowed is true for.
  llvm::DenseSet<std::pair<unsigned, const FunctionDecl *>> OfUnfollowed;
  /// By the parameter, or the method, that they are passed for.
  llvm::DenseMap<const NamedDecl *, const VarDecl *> PassedObjects;
};
} // namespace

/// True if executions begin with \p Function: a lambda's begins where it is.
bool HostExecution::isRoot(const FunctionDecl &Function) const {
  return Function.hasAttr<CUDAGlobalAttr>() ||
         (!Index.IsCalled.contains(Function.getCanonicalDecl()) &&
          !isLambdaCallOperator(&Function));
}

std::vector<LaunchRecord> HostExecution::run(llvm::ArrayRef<LaunchText> Texts) {
  for (const FunctionDecl *Function : Index.Launchers)
    if (isRoot(*Function))
      executeRoot(*Function);
  // Functions that call each other, are called by code that is not seen, or
  // were not reached. Callers stand behind what they call, and know what they
  // pass.
  for (const FunctionDecl *Function : llvm::reverse(Index.Launchers))
    if (!Launches.Executed.contains(Function->getCanonicalDecl()))
      executeRoot(*Function);
  for (const FunctionDecl *Function : Index.Launchers)
    if (Lost.names(*Function))
      Launches.Unfollowed.insert(Function);
  // Calls that were not followed may pass anything. More may be found
  // meanwhile.
  const size_t Followed = Launches.records().size();
  for (size_t I = 0; I != Launches.Unfollowed.size(); ++I)
    if (!Launches.CalledBack.contains(Launches.Unfollowed[I]))
      executeRoot(*Launches.Unfollowed[I]);
  for (const LaunchRecord &Record :
       llvm::drop_begin(Launches.records(), Followed))
    if (!hasBlock(Record))
      OfUnfollowed.insert({Record.Site.getRawEncoding(), Record.Kernel});
  Launches.forgetDoubtful(Path.Terms);
  Launches.dropGuesses();
  Launches.addLost(Texts);
  // Launches that no path reaches count where a kernel has no others.
  llvm::DenseSet<const FunctionDecl *> IsLaunched;
  for (const LaunchRecord &Record : Launches.records())
    IsLaunched.insert(Record.Kernel);
  std::vector<LaunchRecord> Known = Launches.records();
  executeUnreached();
  Launches.forgetDoubtful(Path.Terms, Known.size());
  Launches.addFromTemplates();
  Launches.addFailing();
  Launches.addNamed(Lost);
  for (const LaunchRecord &Record :
       llvm::drop_begin(Launches.records(), Known.size()))
    if (!IsLaunched.contains(Record.Kernel))
      Known.push_back(Record);
  return Known;
}

/// Launches that no path reaches, or not within the limit: what is around them
/// may be known all the same.
void HostExecution::executeUnreached() {
  Path.TakesAllWays = true;
  for (auto [Function, Launch] : Index.Launches)
    if (!Launches.Reached.contains(Launch))
      executeRoot(*Function);
  for (auto [Function, Launch] : Index.Launches)
    if (!Launches.Reached.contains(Launch))
      recordAlone(*Function, *Launch);
}

/// Records \p Launch as if nothing was known around it.
void HostExecution::recordAlone(const FunctionDecl &Function,
                                const CallExpr &Launch) {
  HostState Nothing;
  llvm::SaveAndRestore Alone(Path.Current, &Nothing);
  llvm::SaveAndRestore Guessing(Launches.IsGuessing, true);
  Path.Frames.emplace_back(Function);
  Path.beginRoot();
  Calls.evaluateCall(Launch);
  Path.Frames.pop_back();
}

/// Gives the parameters of \p Main and the globals that launches depend on
/// what they have if the program is run without arguments. Code that runs
/// before may change globals; that is not looked for.
void HostExecution::startProgram(const FunctionDecl &Main, HostState &Start) {
  if (Main.getNumParams() != 0)
    Start.store({Main.getParamDecl(0), {}, false}, HostValue::integer(1));
  for (const VarDecl *Variable : Index.Relevant) {
    const QualType Type = Variable->getType();
    if (Variable->isThisDeclarationADefinition() != VarDecl::Definition ||
        !Variable->hasGlobalStorage() || Variable->isStaticLocal() ||
        Variable->isInvalidDecl() || Type.isConstQualified() ||
        Type->isReferenceType() || Type->isDependentType())
      continue;
    const clang::Expr *Init = Variable->getInit();
    HostValue Value = Init ? Values.initialValue(*Init) : zeroOf(Type, Context);
    if (!Value.isUnknown())
      Start.store({Variable, {}, false}, std::move(Value));
  }
}

std::vector<LaunchRecord> HostExecution::runWithoutArguments() {
  Path.IsDefaultRun = true;
  const auto IsMain = [](const FunctionDecl *F) { return F->isMain(); };
  const bool HasMain = llvm::any_of(Index.Launchers, IsMain);
  if (!HasMain && !llvm::any_of(Index.Relevant, [this](const VarDecl *V) {
        return Values.isLikelyConstant(*V);
      }))
    return {};
  for (const FunctionDecl *Function : Index.Launchers)
    if (HasMain ? IsMain(Function) : isRoot(*Function))
      executeRoot(*Function);
  Launches.forgetDoubtful(Path.Terms);
  return Launches.records();
}

/// An object of \p Type that callers know, too, to which \p Passed leads.
HostPlace HostExecution::passedObject(const NamedDecl &Passed, QualType Type,
                                      HostState &Start) {
  const VarDecl *&Object = PassedObjects[&Passed];
  if (!Object)
    Object = makePassedObject(Passed, Type);
  Start.escape(Object);
  return {Object, {}, false};
}

/// What a caller may pass for \p Parameter: an unknown number, or the address
/// of something that is not known.
HostValue HostExecution::passed(const ParmVarDecl &Parameter,
                                HostState &Start) {
  const QualType Type = Parameter.getType();
  const QualType Pointee = Type->getPointeeType();
  const bool LeadsToNumbers =
      !Pointee.isNull() && !Pointee->isIncompleteType() &&
      (Pointee->isRecordType() || Pointee->isIntegralOrEnumerationType());
  if (LeadsToNumbers && Type->isReferenceType())
    return HostValue::address(passedObject(Parameter, Pointee, Start));
  if (LeadsToNumbers && Type->isPointerType())
    return HostValue::address(
        passedObject(Parameter,
                     Context.getIncompleteArrayType(
                         Pointee, ArraySizeModifier::Normal, 0),
                     Start)
            .part(0));
  return Path.fresh(Type, {}, Context);
}

void HostExecution::executeRoot(const FunctionDecl &Function) {
  Path.beginRoot();
  HostState Start;
  for (const ParmVarDecl *Parameter : Function.parameters())
    Start.store({Parameter, {}, false}, passed(*Parameter, Start));
  for (const VarDecl *Variable : Index.Exposed)
    Start.escape(Variable);
  Path.Frames.emplace_back(Function);
  Path.frame().IsLauncher = true;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
      Method && Method->isInstance() && !isLambdaCallOperator(Method))
    Path.frame().This = passedObject(
        *Method, Context.getRecordType(Method->getParent()), Start);
  if (Path.IsDefaultRun && Function.isMain())
    startProgram(Function, Start);
  const auto Earlier = std::exchange(Launches.Executed, {});
  Statements.executeBody(Function, std::move(Start));
  Path.Frames.pop_back();
  // What would have come then may be another execution of any launch.
  if (Path.isSpent() && !Path.TakesAllWays) {
    for (auto [Launcher, Launch] : Index.Launches)
      if (Launches.Executed.contains(Launcher->getCanonicalDecl()))
        recordAlone(*Launcher, *Launch);
  }
  Launches.Executed.insert(Earlier.begin(), Earlier.end());
}

std::vector<LaunchRecord>
banklint::executeHostCode(ASTContext &Context, const SourceIndex &Index,
                          const LostEffects &Lost,
                          llvm::ArrayRef<LaunchText> Launches) {
  HostExecution Execution(Context, Index, Lost);
  std::vector<LaunchRecord> Records = Execution.run(Launches);
  if (llvm::all_of(Records, hasBlock))
    return Records;
  const std::vector<LaunchRecord> ByDefault =
      HostExecution(Context, Index, Lost).runWithoutArguments();
  for (LaunchRecord &Record : Records) {
    if (hasBlock(Record))
      continue;
    // A call that was followed is none of the others.
    const auto IsFollowed = [&](const LaunchRecord &R) {
      return llvm::any_of(Records, [&R](const LaunchRecord &Known) {
        return Known.Kernel == R.Kernel && Known.Site == R.Site &&
               Known.Block == R.Block;
      });
    };
    const bool HasOthers = Execution.isOfUnfollowed(Record);
    const auto Found = llvm::find_if(ByDefault, [&](const LaunchRecord &R) {
      return R.Kernel == Record.Kernel && R.Site == Record.Site &&
             hasBlock(R) && !(HasOthers && IsFollowed(R));
    });
    if (Found != ByDefault.end())
      Record.DefaultBlock = Found->Block;
  }
  return Records;
}
