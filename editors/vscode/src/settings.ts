//===- settings.ts - What the server gets of the settings -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/** Settings of the extension itself, which the server does not know. */
const OWN = new Set(["enable", "server", "trace"]);

/**
 * The settings for the server. What is empty is left out: an empty string would
 * replace what `.banklint` says.
 */
export function settingsForServer(section: unknown): Record<string, unknown> {
  const isSaid = ([name, value]: [string, unknown]) =>
    !OWN.has(name) &&
    value !== null &&
    value !== undefined &&
    value !== "" &&
    !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(section ?? {}).filter(isSaid));
}
