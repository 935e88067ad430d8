//===- access.ts - An access to a tile ------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { parseExpression } from "./expression";

/** What the controls of the page say; also in its address. */
export interface Access {
  arch: string;
  operation: string;
  /** Bytes of an element, which is what a lane accesses. */
  bytes: number;
  /** Elements of a row as declared, and those that are added. */
  columns: number;
  padding: number;
  /** The column is changed by XOR with the row modulo this; 0 for none. */
  swizzle: number;
  /** Threads of the block in x, of which `x` and `y` follow. */
  block: number;
  /** Expressions in `lane`, `x` and `y`. */
  row: string;
  column: string;
  /** A mask. */
  active: number;
}

export const FIRST: Access = {
  arch: "sm_90",
  operation: "load",
  bytes: 4,
  columns: 32,
  padding: 0,
  swizzle: 0,
  block: 32,
  row: "x",
  column: "y",
  active: 0xffffffff,
};

const NAMES = ["lane", "x", "y"];

/** The byte address of each lane. Throws an Error that says what is wrong. */
export function addressesOf(access: Access): number[] {
  const read = (name: "row" | "column") => {
    try {
      return parseExpression(access[name], NAMES);
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`);
    }
  };
  const [row, column] = [read("row"), read("column")];
  return Array.from({ length: 32 }, (_, lane) => {
    const values = { lane, x: lane % access.block, y: Math.floor(lane / access.block) };
    const [r, c] = [row(values), column(values)];
    if (r < 0 || c < 0) throw new Error(`lane ${lane} has a negative subscript`);
    const moved = access.swizzle ? c ^ r % access.swizzle : c;
    const address = (r * (access.columns + access.padding) + moved) * access.bytes;
    if (address >= 2 ** 32) throw new Error(`lane ${lane} is beyond all memory`);
    return address;
  });
}

/** The access as C++. */
export function spell(access: Access): string {
  const type =
    { 1: "char", 2: "half", 4: "float", 8: "double", 16: "float4" }[access.bytes] ?? "float";
  const pitch = access.padding ? `${access.columns} + ${access.padding}` : `${access.columns}`;
  const column = access.swizzle
    ? `(${access.column}) ^ (${access.row}) % ${access.swizzle}`
    : access.column;
  return `__shared__ ${type} tile[rows][${pitch}];  tile[${access.row}][${column}]`;
}

const NUMBERS = ["bytes", "columns", "padding", "swizzle", "block", "active"] as const;
const TEXTS = ["arch", "operation", "row", "column"] as const;

export function toHash(access: Access): string {
  const changed = Object.entries(access).filter(
    ([name, value]) => value !== FIRST[name as keyof Access],
  );
  return new URLSearchParams(changed.map(([name, value]) => [name, String(value)])).toString();
}

export function fromHash(hash: string): Access {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const access = { ...FIRST };
  for (const name of TEXTS) access[name] = given.get(name) ?? access[name];
  for (const name of NUMBERS) {
    const number = Number(given.get(name) ?? "none");
    if (Number.isSafeInteger(number) && number >= 0) access[name] = number;
  }
  access.block = Math.max(1, access.block);
  return access;
}
