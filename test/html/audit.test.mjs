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
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
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

test("the page and the text report have the same numbers", async () => {
  const [source, html, text] = ["cu", "html", "txt"].map((name) => join(OUTPUT, `same.${name}`));
  writeFileSync(
    source,
    `__global__ void known(float *out) {
       __shared__ float a[32][32];
       a[threadIdx.x][0] += 1; out[0] = a[0][threadIdx.x];
     }
     void run(float *out) { known<<<9000, 32>>>(out); }
     __global__ void open(float *out, int n) {
       __shared__ float a[32][32];
       for (int i = 0; i < n; ++i) a[threadIdx.x % 32][i % 32] = out[i];
       out[0] = a[0][threadIdx.x];
     }`,
  );
  execFileSync(BANKLINT, [
    ...["audit", "--no-cache", "--quiet", source],
    ...[`--html=${html}`, `--output=${text}`],
  ]);
  const report = readFileSync(text, "utf8");
  const marks = { "": "", "about ": "≈ ", "up to ": "≤ ", "up to about ": "≲ " };
  const lost = [...report.matchAll(/ loses? ([a-z ]*)([\d,]+) wavefronts? [a-z ]+ \(([^)]+)\)/g)];
  const expected = lost.map(([, mark, wavefronts, time]) => [
    marks[mark] + wavefronts,
    time.replace("us", "µs"),
  ]);
  assert.ok(expected.length >= 3, report);
  assert.ok(expected.some(([wavefronts]) => wavefronts.startsWith("≈ ")));
  const url = pathToFileURL(html).href;
  await show(`${url}#/overview`, {}, async (page) => {
    const rows = [];
    for (const row of await page.locator(".best .num").all())
      rows.push([await row.getAttribute("title"), await row.locator(".time").innerText()]);
    const sum = page.locator(".strip > div").nth(1);
    rows.unshift([
      await sum.locator("dd").first().getAttribute("title"),
      (await sum.locator(".sub").innerText()).replace(/ of pipeline time.*/, ""),
    ]);
    assert.deepEqual(rows, expected);
    assert.match(await page.locator(".origin").innerText(), /Command\s+banklint audit --no-cache/);
  });
});

test("banklint compare writes the page of the new report with what differs", async () => {
  const path = (name) => join(OUTPUT, name);
  for (const [name, pitch] of [
    ["old", 32],
    ["new", 33],
  ]) {
    writeFileSync(
      path("compared.cu"),
      `__global__ void k(float *out) {
         __shared__ float a[32][${pitch}], b[32][${65 - pitch}];
         a[threadIdx.x][0] = 1; b[threadIdx.x][0] = 1;
       }
       void run(float *out) { k<<<1, 32>>>(out); }`,
    );
    const options = ["--no-cache", "--quiet", "--format=json", `--output=${path(`${name}.json`)}`];
    execFileSync(BANKLINT, ["audit", ...options, path("compared.cu")], { stdio: "pipe" });
  }
  const html = path("compared.html");
  const { status, stderr } = spawnSync(BANKLINT, [
    "compare",
    path("old.json"),
    path("new.json"),
    `--html=${html}`,
  ]);
  assert.equal(status, 1, String(stderr));
  await show(`${pathToFileURL(html).href}#/compared`, {}, async (page) => {
    assert.deepEqual(await texts(page, "main h2"), ["New (1)", "Fixed (1)"]);
    assert.match(await page.locator("section:has(#fixed) tbody").innerText(), /a\[threadIdx.x\]/);
    await page.locator("section:has(#new) a").click();
    await page.locator("main h1", { hasText: "b[threadIdx.x][0]" }).waitFor();
  });
});
