//===- HostLaunches.cpp - Launches in host code ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "Ast/AstWalker.h"
#include "HostEvaluator.h"
#include "LaunchRecorder.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/ErrorHandling.h"

using namespace banklint;
using namespace clang;

static HostValue pointee(const HostValue &Value, HostEvaluator &Values) {
  return Value.Kind == HostValue::Address ? Values.load(Value.Target)
                                          : HostValue();
}

/// The member \p Name of \p Record, a value of \p Type.
static HostValue member(const HostValue &Record, QualType Type,
                        llvm::StringRef Name) {
  const RecordDecl *Decl = Type.isNull() ? nullptr : Type->getAsRecordDecl();
  if (!Decl)
    return {};
  for (const FieldDecl *Field : Decl->fields())
    if (Field->getName() == Name)
      return Record.element(memberIndex(*Field));
  return {};
}

/// The arguments that an array of pointers to them gives to \p Kernel.
static std::vector<HostValue> argumentsBehind(const HostValue &Pointers,
                                              const FunctionDecl *Kernel,
                                              HostEvaluator &Values) {
  std::vector<HostValue> Arguments;
  if (!Kernel || Pointers.Kind != HostValue::Address ||
      Pointers.Target.Path.empty())
    return Arguments;
  HostPlace Place = Pointers.Target;
  for (unsigned I = 0; I != Kernel->getNumParams(); ++I) {
    Arguments.push_back(pointee(Values.load(Place), Values));
    if (!Place.IsSomewhereInside)
      ++Place.Path.back();
  }
  return Arguments;
}

static const FunctionDecl *kernelOf(const HostValue &Value) {
  return Value.Kind == HostValue::Function ? Value.Callee : nullptr;
}

/// True if \p E or the initializer of a variable that it names does not parse.
/// \p Seen are variables that were looked at.
static bool hasErrors(const clang::Expr &E,
                      llvm::SmallPtrSetImpl<const VarDecl *> &Seen) {
  if (E.containsErrors())
    return true;
  return llvm::any_of(nodesIn<DeclRefExpr>(&E), [&](const DeclRefExpr *Ref) {
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Variable || !Seen.insert(Variable).second)
      return false;
    return Variable->isInvalidDecl() ||
           (Variable->getInit() && hasErrors(*Variable->getInit(), Seen));
  });
}

static bool isBlockBroken(const CUDAKernelCallExpr &E) {
  const CallExpr *Config = E.getConfig();
  llvm::SmallPtrSet<const VarDecl *, 8> Seen;
  return !Config || Config->getNumArgs() < 2 ||
         hasErrors(*Config->getArg(1), Seen);
}

static LaunchRecord readChevrons(const CUDAKernelCallExpr &E,
                                 HostEvaluator &Values) {
  LaunchRecord Record;
  Record.Site = E.getBeginLoc();
  // Where the kernel or an argument does not parse, the callee is left as it
  // was written.
  const clang::Expr *Callee = E.getCallee()->IgnoreParenImpCasts();
  if (const auto *Lost = dyn_cast<RecoveryExpr>(Callee);
      Lost && Lost->subExpressions().size() == 1)
    Callee = Lost->subExpressions().front();
  Record.Kernel = kernelOf(Values.evaluate(Callee));
  if (const auto *Named = dyn_cast<OverloadExpr>(Callee))
    if (Named->getNumDecls() == 1)
      Record.Kernel = dyn_cast<FunctionDecl>(*Named->decls_begin());
  if (const CallExpr *Config = E.getConfig()) {
    HostValue *Parts[] = {&Record.Grid, &Record.Block, &Record.DynamicBytes};
    for (unsigned I = 0; I != std::min(Config->getNumArgs(), 3u); ++I)
      *Parts[I] = Values.evaluate(Config->getArg(I));
  }
  Record.IsBroken = isBlockBroken(E);
  for (const clang::Expr *Argument : E.arguments())
    Record.Arguments.push_back(Values.evaluate(Argument));
  return Record;
}

/// Completes \p Record by a cudaLaunchConfig_t or cudaKernelNodeParams that
/// \p Configuration points to.
static void readConfiguration(LaunchRecord &Record,
                              const clang::Expr &Configuration,
                              HostEvaluator &Values) {
  HostValue Value = pointee(Values.evaluate(&Configuration), Values);
  QualType Type = Configuration.getType()->getPointeeType();
  auto Member = [&](llvm::StringRef Name) { return member(Value, Type, Name); };
  bool IsNode = false;
  if (const RecordDecl *Decl =
          Type.isNull() ? nullptr : Type->getAsRecordDecl())
    IsNode = llvm::any_of(Decl->fields(), [](const FieldDecl *Field) {
      return Field->getName() == "kernelParams";
    });
  Record.Grid = Member("gridDim");
  Record.Block = Member("blockDim");
  Record.DynamicBytes = Member(IsNode ? "sharedMemBytes" : "dynamicSmemBytes");
  if (IsNode) {
    Record.Kernel = kernelOf(Member("func"));
    Record.Arguments =
        argumentsBehind(Member("kernelParams"), Record.Kernel, Values);
  }
}

/// Of arguments only the numbers that are known.
static LaunchRecord readNumbers(const CallExpr &E, HostEvaluator &Values) {
  const LaunchKind Kind = *launchKind(E);
  LaunchRecord Record;
  Record.Site = E.getBeginLoc();
  auto Argument = [&](unsigned I) {
    return I < E.getNumArgs() ? Values.evaluate(E.getArg(I)) : HostValue();
  };
  switch (Kind) {
  case LaunchKind::Chevrons:
    return readChevrons(cast<CUDAKernelCallExpr>(E), Values);
  case LaunchKind::LaunchKernel:
    Record.Kernel = kernelOf(Argument(0));
    Record.Grid = Argument(1);
    Record.Block = Argument(2);
    Record.Arguments = argumentsBehind(Argument(3), Record.Kernel, Values);
    Record.DynamicBytes = Argument(4);
    return Record;
  case LaunchKind::LaunchKernelEx:
    for (unsigned I = 2; I < E.getNumArgs(); ++I)
      Record.Arguments.push_back(Argument(I));
    [[fallthrough]];
  case LaunchKind::LaunchKernelExC:
    Record.Kernel = kernelOf(Argument(1));
    if (Kind == LaunchKind::LaunchKernelExC)
      Record.Arguments = argumentsBehind(Argument(2), Record.Kernel, Values);
    [[fallthrough]];
  case LaunchKind::GraphNode:
    if (E.getNumArgs() != 0)
      readConfiguration(
          Record,
          *E.getArg(Kind == LaunchKind::GraphNode ? E.getNumArgs() - 1 : 0),
          Values);
    return Record;
  }
  llvm_unreachable("covered switch");
}

LaunchRecord banklint::readLaunch(const CallExpr &E, HostEvaluator &Values) {
  LaunchRecord Record = readNumbers(E, Values);
  for (HostValue &Argument : Record.Arguments)
    Argument = Argument.Kind == HostValue::Address
                   ? HostValue()
                   : Values.withLowBits(std::move(Argument));
  Values.relate(Record);
  return Record;
}
