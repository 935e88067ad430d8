//===- AuditCommandLine.h - banklint audit, merge and compare -*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TOOL_AUDITCOMMANDLINE_H
#define BANKLINT_TOOL_AUDITCOMMANDLINE_H

namespace banklint {

// Each runs the subcommand of its name, and "banklint audit" is the first of
// the arguments. They return the exit status.
int runAuditCommand(int Argc, char **Argv);
int runMergeCommand(int Argc, char **Argv);
int runCompareCommand(int Argc, char **Argv);

} // namespace banklint

#endif // BANKLINT_TOOL_AUDITCOMMANDLINE_H
