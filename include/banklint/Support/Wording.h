//===- Wording.h - Phrases that messages share ------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_SUPPORT_WORDING_H
#define BANKLINT_SUPPORT_WORDING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace banklint {

/// "999", "1,024".
std::string grouped(uint64_t Count);

/// "1 wavefront", "1,024 wavefronts", "3 accesses", "2 fixes". Bytes are not
/// grouped, because readers copy them into code: "65536 bytes".
std::string counted(uint64_t Count, llvm::StringRef Word);

/// \p Text as one line that no terminal or log takes for anything else. What is
/// not printable, which names of files may contain, is spelled "\n" or "\x1b",
/// and beyond ASCII "\u009b": controls, also those of the direction of writing,
/// and bytes that are not UTF-8.
std::string printable(llvm::StringRef Text);

/// "; did you mean 'X'?" for the one of \p Known that is nearest to \p Name, or
/// has it as a part; nothing if there is none.
std::string didYouMean(llvm::StringRef Name,
                       llvm::ArrayRef<llvm::StringRef> Known);

} // namespace banklint

#endif // BANKLINT_SUPPORT_WORDING_H
