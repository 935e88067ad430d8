//===- rows.ts - Findings as rows of a table ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { Paths } from "./paths";
import type { Finding, Report } from "./types";

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
  /** The directory of the file as it is shown, with a slash at its end; may be empty. */
  folder: string;
  kernel: string;
  /** All kernels whose accesses it is about. */
  kernels: string[];
  confidence: Confidence;
  /** The strongest class of its fixes. */
  fix: FixClass;
  /** What a launch loses. */
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

/** For each finding, the kernels of the totals that it is about. */
function kernelsOf(report: Report): Map<number, string[]> {
  const kernels = new Map<number, string[]>();
  for (const { name, finding_numbers } of report.audit.totals.kernels)
    for (const index of finding_numbers ?? []) {
      const known = kernels.get(index);
      if (known) known.push(name);
      else kernels.set(index, [name]);
    }
  return kernels;
}

/** One row a finding, in the order of the ranking. */
export function rowsOf(report: Report, paths: Paths): Row[] {
  const kernels = kernelsOf(report);
  const order = report.audit.ranking.filter((index) => report.findings[index]);
  const ranked = new Set(order);
  report.findings.forEach((_, index) => ranked.has(index) || order.push(index));
  return order.map((index, at) => {
    const finding = report.findings[index]!;
    const file = finding.file ?? "";
    const kernel = finding.launch?.kernel ?? finding.function ?? "";
    const others = (kernels.get(index) ?? []).filter((name) => name !== kernel);
    const shown = paths.short(file);
    const parts = [
      `${file}:${finding.line ?? ""}`,
      kernel,
      ...others,
      finding.check,
      finding.message,
      finding.array,
    ];
    return {
      index,
      rank: at + 1,
      finding,
      file,
      folder: shown.slice(0, shown.lastIndexOf("/") + 1),
      kernel,
      kernels: [kernel, ...others],
      confidence: confidenceOf(finding),
      fix: fixOf(finding),
      lost: finding.lost?.estimate ?? 0,
      text: parts.join("\n").toLowerCase(),
    };
  });
}
