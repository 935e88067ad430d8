//===- words.ts - Numbers and places as text ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { Cost, Launch, Lost } from "./types";

export function number(n: number): string {
  return n.toLocaleString("en-US");
}

/** "1 finding", "5,000 findings". */
export function counted(n: number, noun: string, plural = `${noun}s`): string {
  return `${number(n)} ${n === 1 ? noun : plural}`;
}

/** Large numbers in few characters: "65.5 k", "1.2 M". */
export function short(n: number): string {
  const units: [number, string][] = [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e4, "k"],
  ];
  for (const [least, unit] of units) {
    if (n >= least) return `${(n / (unit === "k" ? 1e3 : least)).toFixed(1)} ${unit}`;
  }
  return number(n);
}

/** The wavefronts, and the ideal in parentheses: "1,024 (32)". */
export function costWords(cost: Cost): string {
  return `${cost.bound || cost.possible ? "≤ " : ""}${number(cost.wavefronts)} (${number(cost.ideal)})`;
}

/** The sum in few characters, marked if it is a bound. */
export function sumWords(sum: { wavefronts: number; isBound: boolean }): string {
  return `${sum.isBound ? "≤ " : ""}${short(sum.wavefronts)}`;
}

export function lostWords(lost: Lost): string {
  return `${number(lost.wavefronts)} per ${lost.per}`;
}

const ORIGINS: Record<string, string> = {
  option: "given by an option",
  annotation: "from an annotation in the source",
  "launch-site": "from the launch in the source",
  "block-attribute": "from the kernel's block attribute",
  "default-values": "assumed from default values",
  "launch-bounds": "assumed from the launch bounds",
  "array-extents": "assumed from the extents of the arrays",
  default: "assumed: nothing states the block",
  profile: "from the profile",
};

export function originWords(launch: Launch): string {
  return ORIGINS[launch.origin] ?? launch.origin;
}

/** "<<<8×8×1, 32×8×1>>>", with a question mark for what is unknown. */
export function launchWords(launch: Launch): string {
  return `<<<${launch.grid ? launch.grid.join("×") : "?"}, ${launch.block.join("×")}>>>`;
}

export function place(file: string | null | undefined, line: number | null | undefined): string {
  return file ? (line ? `${file}:${line}` : file) : "";
}
