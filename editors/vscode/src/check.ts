//===- check.ts - Whether a program is a server that works ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { execFile } from "node:child_process";
import { isOlder, MINIMUM, parseVersion, spell } from "./version";

/** `problem` is a sentence for the user; undefined: the server works. */
export interface Checked {
  version: string | undefined;
  problem: string | undefined;
}

/** A cold start from a network disk takes seconds. */
const MOST_MS = 20_000;

/** What is wrong with a program that printed `output` for `--version`. */
export function judge(program: string, output: string): Checked {
  const version = parseVersion(output);
  if (!version) {
    return { version: undefined, problem: `${program} is not banklint's language server.` };
  }
  const found = spell(version);
  const problem = isOlder(version, MINIMUM)
    ? `${program} is version ${found}; this extension needs ${spell(MINIMUM)} or newer.`
    : undefined;
  return { version: found, problem };
}

/** Asks `program` for its version. */
export function checkProgram(program: string): Promise<Checked> {
  return new Promise((done) => {
    execFile(program, ["--version"], { timeout: MOST_MS }, (error, stdout, stderr) => {
      if (!error) return done(judge(program, stdout));
      const why = stderr.trim().split("\n")[0] || error.message.trim().split("\n")[0];
      done({ version: undefined, problem: `${program} does not run: ${why}` });
    });
  });
}
