//===- page.mjs - A report in the page ------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { readFileSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

export const PLACEHOLDER = "@BANKLINT_REPORT_DATA@";

/** Writes the page as lib/Output/HtmlReport.cpp does; returns its size in bytes. */
export function writePage(template, report, path) {
  const data = deflateSync(Buffer.from(JSON.stringify(report))).toString("base64");
  const page = readFileSync(template, "utf8").replace(PLACEHOLDER, () => data);
  writeFileSync(path, page);
  return Buffer.byteLength(page);
}
