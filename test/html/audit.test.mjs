//===- audit.test.mjs - The page that an audit writes ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other tests write the page themselves; here banklint does.
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BANKLINT, OUTPUT, show, texts } from "./browser.mjs";

const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), "../../docs/examples");

test("banklint audit writes a page that shows what its JSON report says", async () => {
  const [html, json] = ["html", "json"].map((name) => join(OUTPUT, `audit.${name}`));
  const options = ["audit", "--no-cache", "--quiet", "--format=json", `--output=${json}`];
  execFileSync(BANKLINT, [...options, `--html=${html}`, EXAMPLES], { stdio: "pipe" });
  const report = JSON.parse(readFileSync(json, "utf8"));
  assert.ok(report.findings.length > 0);
  const url = pathToFileURL(html).href;
  await show(`${url}#/findings`, {}, async (page) =>
    assert.equal((await texts(page, ".rows .row")).length, report.findings.length),
  );
  const index = report.findings.findIndex((entry) => entry.file.endsWith("square.cu"));
  await show(`${url}#/finding/${index}`, {}, async (page) => {
    assert.equal(await page.locator("h1").innerText(), report.findings[index].message);
    assert.match(await page.locator(".line.here").innerText(), /tile\[threadIdx.x\]/);
    assert.match(await page.locator(".fix .new").innerText(), /\[TileSize\]\[TileSize \+ 1\]/);
    const worst = page.locator(".bm-map").first().locator(".bm-strong");
    const depths = (await worst.allTextContents()).filter((depth) => depth !== "·");
    assert.deepEqual(depths, ["32"]);
    const fixed = page.locator(".bm-map").nth(1).locator(".bm-strong");
    assert.deepEqual(new Set(await fixed.allTextContents()), new Set(["1"]));
  });
});
