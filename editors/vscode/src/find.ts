//===- find.ts - Finding the server's program -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";

export interface Surroundings {
  /** The user's folder. */
  home: string;
  /** The first folder of the workspace; undefined: there is none. */
  workspace: string | undefined;
  /** The folders to look in for a name, as in the environment. */
  path: string;
}

export const PROGRAM = "banklint-lsp";

/** Replaces `~` at the start and `${workspaceFolder}`. */
export function expand(setting: string, around: Surroundings): string {
  const inHome = setting.replace(/^~(?=\/|$)/, () => around.home);
  return inHome.replaceAll("${workspaceFolder}", () => around.workspace ?? "");
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** The path of the program that `setting` names; undefined: there is none. */
export async function findProgram(
  setting: string,
  around: Surroundings,
): Promise<string | undefined> {
  const named = expand(setting.trim(), around) || PROGRAM;
  if (named.includes("/")) {
    const file = isAbsolute(named) ? named : resolve(around.workspace ?? "/", named);
    return (await isProgram(file)) ? file : undefined;
  }
  for (const folder of around.path.split(delimiter)) {
    // An empty entry would be the current folder, which is a foreign one.
    if (isAbsolute(folder) && (await isProgram(join(folder, named)))) return join(folder, named);
  }
  return undefined;
}
