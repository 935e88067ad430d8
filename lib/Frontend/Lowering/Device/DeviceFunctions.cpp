//===- DeviceFunctions.cpp - The functions known by name ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/DeviceFunctions.h"
#include "Ast/AstQueries.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace banklint;
using namespace clang;

static constexpr DeviceFunction Table[] = {
#define DEVICE_FUNCTION(Scope, Name, Least, Most, Meaning, Code)               \
  {Scope, Name, Least, Most, DeviceMeaning::Meaning, DeviceCode::Code},
#include "DeviceFunctions.def"
};

llvm::ArrayRef<DeviceFunction> banklint::allDeviceFunctions() { return Table; }

/// The rows named \p Name, patterns last.
static llvm::SmallVector<const DeviceFunction *, 4>
rowsNamed(llvm::StringRef Name) {
  static const auto ByName = [] {
    llvm::StringMap<llvm::SmallVector<const DeviceFunction *, 3>> Rows;
    for (const DeviceFunction &Row : Table)
      if (!Row.isPattern())
        Rows[Row.Name].push_back(&Row);
    return Rows;
  }();
  llvm::SmallVector<const DeviceFunction *, 4> Rows;
  if (auto It = ByName.find(Name); It != ByName.end())
    Rows.append(It->second.begin(), It->second.end());
  for (const DeviceFunction &Row : Table)
    if (Row.isPattern() && Row.isNamed(Name))
      Rows.push_back(&Row);
  return Rows;
}

/// The outermost namespace of \p Function, "" for none. A class stands for it
/// where there is none.
static llvm::StringRef scopeOf(const FunctionDecl &Function) {
  llvm::StringRef Scope;
  for (const DeclContext *Outer = Function.getDeclContext(); Outer;
       Outer = Outer->getParent())
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(Outer))
      Scope = Namespace->isAnonymousNamespace() ? "(anonymous)"
                                                : Namespace->getName();
    else if (const auto *Record = dyn_cast<RecordDecl>(Outer))
      Scope = Record->getIdentifier() ? Record->getName() : "(anonymous)";
  return Scope;
}

/// True if the source declares a function that only the compiler defines, such
/// as __nvvm_get_smem_pointer.
static bool isOfCompiler(const FunctionDecl &Function) {
  return Function.getName().starts_with("__") && !Function.isDefined() &&
         Function.getDeclContext()->getRedeclContext()->isTranslationUnit();
}

const DeviceFunction *
banklint::findDeviceFunction(const FunctionDecl &Function,
                             std::optional<unsigned> Arguments) {
  if (!Function.getDeclName().isIdentifier() ||
      !(isOfCuda(Function) || isOfCompiler(Function)))
    return nullptr;
  const llvm::StringRef Scope = scopeOf(Function);
  for (const DeviceFunction *Row : rowsNamed(Function.getName()))
    if (Row->Scope == Scope &&
        (!Arguments || (*Arguments >= Row->Least && *Arguments <= Row->Most)))
      return Row;
  return nullptr;
}

bool banklint::isNamesake(const FunctionDecl &Function) {
  if (!Function.getDeclName().isIdentifier())
    return false;
  const llvm::StringRef Scope = scopeOf(Function);
  auto Rows = rowsNamed(Function.getName());
  llvm::erase_if(Rows, [](const DeviceFunction *Row) {
    return Row->Meaning == DeviceMeaning::None;
  });
  return !Rows.empty() && llvm::none_of(Rows, [&](const DeviceFunction *Row) {
    return Row->Scope == Scope;
  });
}
