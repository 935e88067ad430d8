//===- gaps.ts - What the analysis did not see ----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { FileEntry, Report } from "../data/types";

export function failedFiles(report: Report): FileEntry[] {
  return report.files.filter((file) => file.status === "failed" && !file.included_by);
}

/** Files that cannot be parsed alone, and that others include. */
export function includedFiles(report: Report): FileEntry[] {
  return report.files.filter((file) => file.included_by);
}

/** Files that were analyzed in part. */
export function damagedFiles(report: Report): FileEntry[] {
  return report.files.filter(
    (file) =>
      file.status !== "failed" &&
      !file.included_by &&
      (file.parse_errors || file.missing_headers?.length || file.lost_shared?.length),
  );
}

/** How many files and accesses nothing is claimed about. */
export function gaps(report: Report): number {
  return failedFiles(report).length + damagedFiles(report).length + report.summary.unknown;
}
