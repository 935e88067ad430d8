//===- DocumentNames.cpp - One name for each file -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DocumentNames.h"
#include "banklint/Commands/FileNames.h"
#include "llvm/Support/Path.h"

using namespace banklint;
namespace json = llvm::json;

DocumentNames::DocumentNames(llvm::ArrayRef<Unit> Units) : Here(realPath(".")) {
  for (const Unit &U : Units)
    OfUnits.try_emplace(realPath(U.Source.AbsolutePath), U.Source.File);
}

std::string DocumentNames::nameOf(llvm::StringRef Name) {
  const auto [Entry, IsNew] = Known.try_emplace(Name);
  std::string &Result = Entry->second;
  if (!IsNew)
    return Result;
  Result = Name.str();
  const std::string Real = realPath(absolutePath(Name));
  llvm::StringRef Below = Real;
  if (const auto Own = OfUnits.find(Real); Own != OfUnits.end())
    Result = Own->second;
  else if (llvm::sys::path::is_absolute(Name) && Below.consume_front(Here) &&
           Below.consume_front("/"))
    Result = Below.str();
  return Result;
}

void DocumentNames::rename(json::Value &Value) {
  if (json::Array *Elements = Value.getAsArray())
    for (json::Value &Each : *Elements)
      rename(Each);
  if (json::Object *Object = Value.getAsObject())
    for (auto &[Key, Member] : *Object) {
      const std::optional<llvm::StringRef> Name = Member.getAsString();
      if (!Name)
        rename(Member);
      else if (Key == "file")
        Member = json::fixUTF8(nameOf(*Name));
    }
}
