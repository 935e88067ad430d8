//===- build.mjs - Builds the page of the HTML report ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: node build.mjs OUTPUT
//
// Bundles src into one page without references to anything outside of it. The
// report's data replaces the placeholder; lib/Output/HtmlReport.cpp does that.
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

const script = await bundle("src/main.tsx");
const style = await bundle("src/style.css");
const notice = readFileSync(join(here, "node_modules/preact/LICENSE"), "utf8").trim();
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="banklint">
<title>banklint audit</title>
<!--
This page is part of banklint, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
Built from lib/Output/Html by build.mjs; do not edit it. It contains Preact:

${notice}
-->
<style>${style}</style>
</head>
<body>
<div id="report"><noscript>This report needs JavaScript. It loads nothing and sends nothing.</noscript></div>
<script type="application/octet-stream" id="report-data">@BANKLINT_REPORT_DATA@</script>
<script>${script}</script>
</body>
</html>
`;
if (page.split("@BANKLINT_REPORT_DATA@").length !== 2)
  throw new Error("the placeholder is not there once");
writeFileSync(process.argv[2], page);
