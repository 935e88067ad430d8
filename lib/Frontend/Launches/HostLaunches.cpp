//===- HostLaunches.cpp - Launches in host code ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast/AstQueries.h"
#include "HostExecution.h"

using namespace banklint;
using namespace clang;

HostValue HostExecution::pointee(const HostValue &Value) {
  return Value.Kind == HostValue::Address ? load(Value.Target) : HostValue();
}

/// The member \p Name of \p Record, a value of \p Type.
HostValue HostExecution::member(const HostValue &Record, QualType Type,
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
std::vector<HostValue>
HostExecution::argumentsBehind(const HostValue &Pointers,
                               const FunctionDecl *Kernel) {
  std::vector<HostValue> Arguments;
  if (!Kernel || Pointers.Kind != HostValue::Address ||
      Pointers.Target.Path.empty())
    return Arguments;
  HostPlace Place = Pointers.Target;
  for (unsigned I = 0; I != Kernel->getNumParams(); ++I) {
    Arguments.push_back(pointee(load(Place)));
    if (!Place.IsSomewhereInside)
      ++Place.Path.back();
  }
  return Arguments;
}

void HostExecution::record(LaunchRecord Record) {
  if (!Record.Kernel)
    return;
  Record.Kernel = Record.Kernel->getCanonicalDecl();
  if (!llvm::is_contained(Records, Record))
    Records.push_back(std::move(Record));
}

/// Records the launches that the AST lacks: of any kernel that the statement
/// may mean, and nothing else is known.
void HostExecution::recordLost() {
  for (const LaunchText &Text : Launches) {
    if (Index.LaunchPlaces.contains(Text.Place))
      continue;
    for (auto [Name, Place] : Text.Names)
      for (const FunctionDecl *Kernel : Index.Kernels)
        if (Kernel->getIdentifier() == Name) {
          LaunchRecord Record;
          Record.Site = Place;
          Record.Kernel = Kernel;
          record(std::move(Record));
        }
  }
}

static const FunctionDecl *kernelOf(const HostValue &Value) {
  return Value.Kind == HostValue::Function ? Value.Callee : nullptr;
}

void HostExecution::recordChevrons(const CUDAKernelCallExpr &E) {
  LaunchRecord Record;
  Record.Site = E.getBeginLoc();
  Record.Kernel = kernelOf(evaluate(E.getCallee()));
  // Where an argument does not parse, the callee is left as it was written.
  if (const auto *Named =
          dyn_cast<OverloadExpr>(E.getCallee()->IgnoreParenImpCasts()))
    if (Named->getNumDecls() == 1)
      Record.Kernel = dyn_cast<FunctionDecl>(*Named->decls_begin());
  if (const CallExpr *Config = E.getConfig()) {
    HostValue *Parts[] = {&Record.Grid, &Record.Block, &Record.DynamicBytes};
    for (unsigned I = 0; I != std::min(Config->getNumArgs(), 3u); ++I)
      *Parts[I] = evaluate(Config->getArg(I));
  }
  for (const Expr *Argument : E.arguments())
    Record.Arguments.push_back(evaluate(Argument));
  record(std::move(Record));
}

/// Completes \p Record by a cudaLaunchConfig_t or cudaKernelNodeParams that
/// \p Configuration points to.
void HostExecution::recordConfigured(LaunchRecord Record,
                                     const Expr &Configuration) {
  HostValue Value = pointee(evaluate(&Configuration));
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
    Record.Arguments = argumentsBehind(Member("kernelParams"), Record.Kernel);
  }
  record(std::move(Record));
}

void HostExecution::recordLaunch(const CallExpr &E, LaunchKind Kind) {
  Reached.insert(&E);
  LaunchRecord Record;
  Record.Site = E.getBeginLoc();
  auto Argument = [&](unsigned I) {
    return I < E.getNumArgs() ? evaluate(E.getArg(I)) : HostValue();
  };
  switch (Kind) {
  case LaunchKind::Chevrons:
    return recordChevrons(cast<CUDAKernelCallExpr>(E));
  case LaunchKind::LaunchKernel:
    Record.Kernel = kernelOf(Argument(0));
    Record.Grid = Argument(1);
    Record.Block = Argument(2);
    Record.Arguments = argumentsBehind(Argument(3), Record.Kernel);
    Record.DynamicBytes = Argument(4);
    return record(std::move(Record));
  case LaunchKind::LaunchKernelEx:
    for (unsigned I = 2; I < E.getNumArgs(); ++I)
      Record.Arguments.push_back(Argument(I));
    [[fallthrough]];
  case LaunchKind::LaunchKernelExC:
    Record.Kernel = kernelOf(Argument(1));
    if (Kind == LaunchKind::LaunchKernelExC)
      Record.Arguments = argumentsBehind(Argument(2), Record.Kernel);
    [[fallthrough]];
  case LaunchKind::GraphNode:
    if (E.getNumArgs() != 0)
      recordConfigured(
          std::move(Record),
          *E.getArg(Kind == LaunchKind::GraphNode ? E.getNumArgs() - 1 : 0));
    return;
  }
}
