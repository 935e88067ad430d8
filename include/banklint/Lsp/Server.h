//===- Server.h - The language server ---------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread serves the client, and it never analyzes: it waits for messages
// and for workers (Worker.h), and answers from the facts of the last analysis.
//
// - An edit ends the analysis of older text and starts one of the new text at
//   once. If edits come faster than analyses end for two seconds, one is let
//   through.
// - Text with errors is analyzed twice if a toolkit is installed, first without
//   its headers. What the first analysis finds is published at once, and what
//   the second finds, which is what the command line finds, in its place.
// - A request about a document waits until the text that it was made for is
//   analyzed; if the text changes before, it is answered with ContentModified,
//   and if the client cancels it, with RequestCancelled.
// - Texts of open documents hide the files, headers included: an edit of a
//   header analyzes again the open documents that read it.
// - Diagnostics of a document are those in the document itself.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LSP_SERVER_H
#define BANKLINT_LSP_SERVER_H

#include <string>

namespace banklint::lsp {

struct ServerOptions {
  /// Where messages come from and go to.
  int Input = 0;
  int Output = 1;
  /// What is started as a worker.
  std::string Program;
  std::string Version;
  /// The URL of docs/, ending in a slash; empty for none.
  std::string DocumentationUrl;
};

/// Serves until the client says `exit`, closes the input, or the process that
/// it names as its own has ended. Returns 0 if the client has said `shutdown`
/// before, else 1.
int runServer(const ServerOptions &Options);

/// The names that docs/editors.md gives to what is not in the protocol.
inline constexpr char BankMapMethod[] = "banklint/bankMap";
inline constexpr char StatusMethod[] = "banklint/status";
inline constexpr char DescribeCommand[] = "banklint.describeKernel";

} // namespace banklint::lsp

#endif // BANKLINT_LSP_SERVER_H
