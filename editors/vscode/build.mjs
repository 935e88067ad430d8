//===- build.mjs - Bundles the extension ----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: node build.mjs [--tests]
//
// Writes dist, or the unit tests to dist-test. The drawing of bank maps is that
// of the HTML report, in lib/Output/Html/src/bankmap of the repository.
//
//===----------------------------------------------------------------------===//

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  // The drawing lies outside of this folder.
  nodePaths: [join(here, "node_modules")],
};
const node = { ...common, platform: "node", format: "cjs", target: "node20", external: ["vscode"] };

async function buildExtension() {
  rmSync(join(here, "dist"), { recursive: true, force: true });
  const parts = await Promise.all([
    build({ ...node, entryPoints: ["src/extension.ts"], outdir: "dist", metafile: true }),
    build({
      ...common,
      entryPoints: ["webview/panel.tsx", "webview/panel.css"],
      outdir: "dist",
      format: "iife",
      jsx: "automatic",
      jsxImportSource: "preact",
      target: "chrome122",
      metafile: true,
    }),
  ]);
  const packages = parts
    .flatMap((part) => Object.keys(part.metafile.inputs))
    .map((file) => /.*node_modules\/((?:@[^/]*\/)?[^/]*)/.exec(file))
    .filter((match) => match !== null);
  const folders = new Map(packages.map(([folder, name]) => [name, folder]));
  const notices = [...folders].sort().map(([name, folder]) => {
    const file = readdirSync(join(here, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name}, which is bundled, has no license`);
    return `${name}\n\n${readFileSync(join(here, folder, file), "utf8").trim()}\n`;
  });
  const line = `\n${"=".repeat(80)}\n\n`;
  writeFileSync(join(here, "dist/NOTICES.txt"), notices.join(line));
}

async function buildTests() {
  rmSync(join(here, "dist-test"), { recursive: true, force: true });
  const tests = readdirSync(join(here, "test")).filter((name) => name.endsWith(".test.ts"));
  if (tests.length === 0) throw new Error("there are no tests");
  await build({ ...node, entryPoints: tests.map((name) => `test/${name}`), outdir: "dist-test" });
}

await (process.argv.includes("--tests") ? buildTests() : buildExtension());
