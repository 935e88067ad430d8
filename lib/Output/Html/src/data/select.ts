//===- select.ts - Filtering and sorting rows -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { Address, Filters, Sort } from "./address";
import { CONFIDENCES, FIXES } from "./rows";
import type { Row } from "./rows";

type Test = (row: Row) => boolean;

function testsOf(filters: Filters): Test[] {
  const tests: Test[] = [];
  const { check, confidence, fix, folder } = filters;
  if (check) tests.push((row) => row.finding.check === check);
  if (confidence) tests.push((row) => row.confidence === confidence);
  if (fix === "available") tests.push((row) => row.fix === "automatic" || row.fix === "suggested");
  else if (fix) tests.push((row) => row.fix === fix);
  if (folder) tests.push((row) => row.folder.startsWith(folder));
  const kernel = filters.kernel.toLowerCase();
  if (kernel) tests.push((row) => row.kernels.some((name) => name.toLowerCase().includes(kernel)));
  for (const word of filters.text.toLowerCase().split(/\s+/)) {
    if (word) tests.push((row) => row.text.includes(word));
  }
  return tests;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const ORDERS: Record<Sort, (a: Row, b: Row) => number> = {
  rank: (a, b) => a.rank - b.rank,
  location: (a, b) => byText(a.file, b.file) || (a.finding.line ?? 0) - (b.finding.line ?? 0),
  kernel: (a, b) => byText(a.kernel, b.kernel),
  check: (a, b) => byText(a.finding.check, b.finding.check),
  confidence: (a, b) => CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence),
  cost: (a, b) => (a.finding.cost?.wavefronts ?? -1) - (b.finding.cost?.wavefronts ?? -1),
  lost: (a, b) => a.lost - b.lost,
  fix: (a, b) => FIXES.indexOf(a.fix) - FIXES.indexOf(b.fix),
};

/** The rows that pass the filters, sorted; equal ones stay in the ranking's order. */
export function select(rows: Row[], address: Address): Row[] {
  const tests = testsOf(address.filters);
  const order = ORDERS[address.sort];
  const sign = address.descending ? -1 : 1;
  return rows
    .filter((row) => tests.every((test) => test(row)))
    .sort((a, b) => sign * order(a, b) || a.rank - b.rank);
}

/** How many rows have each value. */
export function tally<T extends string>(rows: Row[], of: (row: Row) => T): Map<T, number> {
  const counts = new Map<T, number>();
  for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
  return counts;
}
