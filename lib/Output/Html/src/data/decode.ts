//===- decode.ts - The report out of the page -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { Report } from "./types";
import { parseVisible } from "./visible";

/** The only format that this page reads; fields are only added to it. */
const FORMAT = 1;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/**
 * Reads the report from base64. A brace starts a text that is not compressed,
 * as a build without zlib writes it; zlib's streams never start with one.
 */
export async function decode(base64: string): Promise<Report> {
  const bytes = bytesOf(base64);
  let text: string;
  if (bytes[0] === "{".charCodeAt(0)) {
    text = new TextDecoder().decode(bytes);
  } else {
    if (typeof DecompressionStream === "undefined") {
      throw new Error(
        "this browser is too old to decompress the report: it needs Chrome 80, Firefox 113, Safari 16.4 or later",
      );
    }
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    text = await new Response(stream).text();
  }
  const report = parseVisible(text) as Report;
  if (report.format !== FORMAT || !report.audit) {
    throw new Error("this page contains no audit in format 1");
  }
  return report;
}
