//===- HtmlReport.h - An audit as a page -----------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_OUTPUT_HTMLREPORT_H
#define BANKLINT_OUTPUT_HTMLREPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>

namespace banklint {

/// Browsers take seconds to open a page of so many bytes; whoever writes one
/// should say so.
constexpr uint64_t HtmlSizeWarning = 20 << 20;

/// Writes the page of docs/html-report.md with the JSON document of an audit,
/// and returns the number of its bytes.
///
/// \p AuditJson is UTF-8. It is in the page as base64, so that no text of it
/// can be markup. LLVM without zlib leaves it uncompressed: the page is then
/// several times as large, and works.
uint64_t writeHtml(llvm::StringRef AuditJson, llvm::raw_ostream &OS);

} // namespace banklint

#endif // BANKLINT_OUTPUT_HTMLREPORT_H
