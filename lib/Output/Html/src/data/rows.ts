//===- rows.ts - Findings as rows of a table ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { Finding, Per, Report } from "./types";

export const CONFIDENCES = ["definite", "upper bound", "possible"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export const FIXES = ["automatic", "suggested", "described", "none"] as const;
export type FixClass = (typeof FIXES)[number];

/** Where the analysis, and not the source, chose the block. */
const ASSUMED = ["array-extents", "default", "default-values", "launch-bounds"];

export interface Row {
  /** Of the finding in the report. */
  index: number;
  /** From 1 on, the best to fix first. */
  rank: number;
  finding: Finding;
  file: string;
  /** The directory of the file, with a slash at its end; may be empty. */
  folder: string;
  kernel: string;
  confidence: Confidence;
  /** The strongest class of its fixes. */
  fix: FixClass;
  lost: number;
  /** Everything that the search looks at, in lower case. */
  text: string;
}

function confidenceOf(finding: Finding): Confidence {
  if (finding.cost?.possible || finding.check.startsWith("shared-possible-")) return "possible";
  return finding.cost?.bound ? "upper bound" : "definite";
}

export function isAssumed(finding: Finding): boolean {
  return ASSUMED.includes(finding.launch?.origin ?? "");
}

function fixOf(finding: Finding): FixClass {
  return FIXES.find((name) => finding.fixes.some((fix) => fix.class === name)) ?? "none";
}

/** The name without its directory. */
export function baseName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** One row a finding, in the order of the ranking. */
export function rowsOf(report: Report): Row[] {
  const order = report.audit.ranking.filter((index) => report.findings[index]);
  const ranked = new Set(order);
  report.findings.forEach((_, index) => ranked.has(index) || order.push(index));
  return order.map((index, at) => {
    const finding = report.findings[index]!;
    const file = finding.file ?? "";
    const kernel = finding.launch?.kernel ?? finding.function ?? "";
    const parts = [
      `${file}:${finding.line ?? ""}`,
      kernel,
      finding.check,
      finding.message,
      finding.array,
    ];
    return {
      index,
      rank: at + 1,
      finding,
      file,
      folder: file.slice(0, file.lastIndexOf("/") + 1),
      kernel,
      confidence: confidenceOf(finding),
      fix: fixOf(finding),
      lost: finding.lost?.wavefronts ?? 0,
      text: parts.join("\n").toLowerCase(),
    };
  });
}

/** Findings at one line together, at the place of the best of them. */
export function linesOf(rows: Row[]): Row[][] {
  const lines = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.file}:${row.finding.line}`;
    const line = lines.get(key);
    if (line) line.push(row);
    else lines.set(key, [row]);
  }
  return [...lines.values()];
}

export interface Sum {
  per: Per;
  wavefronts: number;
  /** Whether findings that may cost less are in it. */
  isBound: boolean;
}

/** Sums for each unit: they cannot be added to each other. */
export function lostByUnit(rows: Row[]): Sum[] {
  const units: Per[] = ["launch", "block", "request"];
  const sums = units.map((per) => ({ per, wavefronts: 0, isBound: false }));
  for (const { finding, confidence, lost } of rows) {
    const sum = sums.find(({ per }) => per === finding.lost?.per);
    if (!sum) continue;
    sum.wavefronts += lost;
    sum.isBound ||= confidence !== "definite";
  }
  return sums.filter(({ wavefronts }) => wavefronts > 0);
}
