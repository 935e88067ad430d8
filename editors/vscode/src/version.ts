//===- version.ts - Which servers work ------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/** The three numbers of a version. */
export type Version = [number, number, number];

/** The first version whose server has what the extension uses. */
export const MINIMUM: Version = [0, 1, 0];

/** The version in what `banklint-lsp --version` prints; undefined: it is not that program. */
export function parseVersion(text: string): Version | undefined {
  const found = /^banklint-lsp (\d+)\.(\d+)\.(\d+)/m.exec(text);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : undefined;
}

export function isOlder(a: Version, b: Version): boolean {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at >= 0 && a[at]! < b[at]!;
}

export function spell(version: Version): string {
  return version.join(".");
}
