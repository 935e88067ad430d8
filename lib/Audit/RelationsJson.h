//===- RelationsJson.h - What launches say of their blocks ------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_AUDIT_RELATIONSJSON_H
#define BANKLINT_LIB_AUDIT_RELATIONSJSON_H

#include "banklint/Program/BlockRelations.h"
#include "llvm/Support/JSON.h"

namespace banklint {

/// Without formulas that are too large.
llvm::json::Value relationsToJson(const BlockRelations &Relations);
llvm::json::Value formulasToJson(llvm::ArrayRef<ArgumentFormula> Formulas);

/// False if \p Value is none that the functions above write.
bool relationsFromJson(const llvm::json::Object *Value,
                       BlockRelations &Relations);
bool formulasFromJson(const llvm::json::Array *Value,
                      std::vector<ArgumentFormula> &Formulas);

} // namespace banklint

#endif // BANKLINT_LIB_AUDIT_RELATIONSJSON_H
