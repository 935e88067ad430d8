//===- words.ts - Numbers and places as text ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { Confidence, FixClass } from "./rows";
import type { Cost, Launch, Lost, LostSum } from "./types";

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
export function costWords(cost: Cost, write = number): string {
  return `${cost.bound || cost.possible ? "≤ " : ""}${write(cost.wavefronts)} (${write(cost.ideal)})`;
}

/** What is known of a number: an upper bound, an estimate, or both. */
function mark(isBound: boolean, isEstimate: boolean): string {
  return isBound ? (isEstimate ? "≲ " : "≤ ") : isEstimate ? "≈ " : "";
}

/** What a launch loses, in few characters. */
export function lostWords(finding: { lost?: Lost | null; cost?: Cost | null }, write = short) {
  const { lost, cost } = finding;
  if (!lost) return "–";
  const isBound = cost?.bound || cost?.possible || false;
  return `${mark(isBound, lost.per !== "launch")}${write(lost.estimate)}`;
}

/** What all findings lose. */
export function sumWords(sum: LostSum, write = short): string {
  return `${mark(sum.bound, sum.estimated)}${write(sum.wavefronts)}`;
}

/** "0.5 µs", "12 ms"; two digits, as lib/Audit/AuditText.cpp rounds them. */
export function duration(nanoseconds: number): string {
  if (nanoseconds < 50) return "<0.1 µs";
  const units: [size: number, name: string][] = [
    [1e3, "µs"],
    [1e6, "ms"],
    [1e9, "s"],
  ];
  const [size, name] = units.find(([size]) => nanoseconds < 999.5 * size) ?? units[2]!;
  const tenths = Math.floor((10 * nanoseconds + size / 2) / size);
  if (tenths < 100) return `${Math.floor(tenths / 10)}.${tenths % 10} ${name}`;
  return `${number(Math.floor((nanoseconds + size / 2) / size))} ${name}`;
}

export const CONFIDENCE_WORDS: Record<Confidence, string> = {
  definite: "some execution of the launch has this conflict",
  "upper bound": "no execution of the launch takes more wavefronts",
  possible: "it depends on what the source does not state",
};

export const FIX_WORDS: Record<Exclude<FixClass, "none">, string> = {
  automatic: "verified, and cannot change a result; --fix applies it",
  suggested: "verified and complete, but needs review; --fix-notes applies it",
  described: "what to change in words; nothing applies it",
};

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
