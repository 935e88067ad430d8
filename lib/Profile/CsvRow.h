//===- CsvRow.h - Rows that are hardly CSV ----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_PROFILE_CSVROW_H
#define BANKLINT_LIB_PROFILE_CSVROW_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// The fields of \p Line, quoted or not. A quote ends a field only where a
/// comma or the end of the line follows, since text may hold single ones.
std::vector<std::string> fieldsOf(llvm::StringRef Line);

/// The fields of \p Line, all quoted, of which there are \p Count and number
/// \p Free may hold anything, even what looks like the end of a field: the
/// others are counted from both ends. Nothing if there are too few.
std::optional<std::vector<llvm::StringRef>>
fieldsAround(llvm::StringRef Line, size_t Free, size_t Count);

/// "1,234" and "1234"; nothing for "", "-" and what is no whole number.
std::optional<uint64_t> numberOf(llvm::StringRef Field);

} // namespace banklint

#endif // BANKLINT_LIB_PROFILE_CSVROW_H
