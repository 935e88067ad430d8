//===- build.mjs - Builds the page of the HTML report ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: node build.mjs REPORT [WASM CALCULATOR]
//
// Bundles src into the page REPORT without references to anything outside of it. The
// report's data replaces the placeholder; lib/Output/HtmlReport.cpp does that.
// Likewise, src/banks and the module WASM into the page CALCULATOR.
//
//===----------------------------------------------------------------------===//

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

async function bundle(entry) {
  const result = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    charset: "utf8",
    legalComments: "none",
    format: "iife",
    jsx: "automatic",
    jsxImportSource: "preact",
    target: ["chrome103", "firefox113", "safari16.4"],
  });
  const text = result.outputFiles[0].text.trim();
  if (/<\/(script|style)|<!--/i.test(text))
    throw new Error(`${entry}: its text would end the element`);
  return text;
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const notice = readFileSync(join(here, "node_modules/preact/LICENSE"), "utf8").trim();

/** A page of the script and the style sheet, and what the element `id` has behind it. */
async function pageOf({ title, entry, sheet, id, data, rules = [] }) {
  const script = await bundle(entry);
  const style = await bundle(sheet);
  const policy = [
    "default-src 'none'",
    ["script-src", hash(script), ...rules].join(" "),
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="banklint">
<title>${title}</title>
<!--
This page is part of banklint, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
Built from lib/Output/Html by build.mjs; do not edit it. It contains Preact:

${notice}
-->
<style>${style}</style>
</head>
<body>
<div id="${id}"><noscript>This page needs JavaScript. It loads nothing and sends nothing.</noscript></div>
${data}
<script>${script}</script>
</body>
</html>
`;
}

const [reportFile, wasmFile, calculatorFile] = process.argv.slice(2);
const dataElement = (id, text) =>
  `<script type="application/octet-stream" id="${id}">${text}</script>`;

const report = await pageOf({
  title: "banklint audit",
  entry: "src/main.tsx",
  sheet: "src/style.css",
  id: "report",
  data: dataElement("report-data", "@BANKLINT_REPORT_DATA@"),
});
if (report.split("@BANKLINT_REPORT_DATA@").length !== 2)
  throw new Error("the placeholder is not there once");
writeFileSync(reportFile, report);

if (wasmFile)
  writeFileSync(
    calculatorFile,
    await pageOf({
      title: "Bank calculator",
      entry: "src/banks/main.tsx",
      sheet: "src/banks/banks.css",
      id: "calculator",
      data: dataElement("banks-wasm", readFileSync(wasmFile).toString("base64")),
      rules: ["'wasm-unsafe-eval'"],
    }),
  );
