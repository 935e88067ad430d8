//===- pages.test.mjs - The other pages, and hostile texts ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { show, TEMPLATE, texts, visit, write } from "./browser.mjs";
import { emptyReport } from "./document.mjs";
import { PLACEHOLDER } from "./page.mjs";
import { HOSTILE } from "./findings.mjs";
import { compared, sample } from "./sample.mjs";

const report = sample();
const { url } = write("pages", report);

test("the overview has the figures, the ten to fix first and the totals", () =>
  show(url, {}, async (page) => {
    const strip = await page.locator(".strip").innerText();
    for (const text of [
      "14",
      "11 definite",
      "2 upper bound",
      "1 possible",
      "≲ 17.3 M in one launch each",
      "68 µs of pipeline time (H200)",
      "5 automatic",
      "2 files failed",
      "22 unknown accesses of 412",
    ]) {
      assert.ok(strip.includes(text), `${text} in ${strip}`);
    }
    assert.equal(await page.locator(".best li").count(), 10);
    assert.match(
      await page.locator(".best li").first().innerText(),
      /src\/linalg\/\s*transpose.cu\s*:22[^]*16.3 M lost per launch\s*64 µs[^]*automatic/,
    );
    assert.deepEqual(await texts(page, ".chart caption"), [
      "Findings by check and confidence",
      "Kernels that lose most wavefronts",
      "Directories that lose most wavefronts",
      "Accesses by result",
    ]);
    assert.match(await page.title(), /^Shared-memory audit – tensorkit – banklint$/);
  }));

test("a report says what it is of, and what it assumes", () =>
  show(url, {}, async (page) => {
    const origin = await page.locator(".origin").innerText();
    for (const text of [
      "tensorkit",
      "5f3a09c1d27e",
      "2026-11-28 19:01 UTC",
      "banklint audit -p build --html=audit.html",
      "sm_90: access rules measured on an H200",
    ])
      assert.ok(origin.includes(text), `${text} in ${origin}`);
    assert.match(await page.locator(".brand").innerText(), /tensorkit[^]*16 source files/);
  }));

test("all losses are those of a launch, marked where they are bounds or estimates", () =>
  show(url, {}, async (page) => {
    const rects = page.locator(".best .bar rect");
    const bars = await rects.evaluateAll((all) => all.map((rect) => rect.width.baseVal.value > 0));
    assert.ok(bars.every(Boolean));
    const lost = await texts(page, ".best .num");
    for (const text of lost) assert.match(text, /^([≈≤≲] )?[\d.,]+( [kM])? lost per launch\s/);
    const byPlace = async (place) =>
      (await page.locator(".best li", { hasText: place }).locator(".num").innerText()).trim();
    assert.match(await byPlace("softmax_kernel.cu"), /^≲ 229.4 k lost per launch\s+0.9 µs$/);
    assert.match(await byPlace("radix16.cu"), /^491.5 k lost per launch\s+1.9 µs$/);
    const table = [];
    await page.goto(`${url}#/findings`);
    await page.waitForSelector(".rows .row");
    for (const cell of (await texts(page, ".rows .cell-lost")).slice(0, 10))
      table.push(cell.replace(/\s+/g, " "));
    assert.deepEqual(
      table,
      lost.map((text) => text.replace(/ lost per launch\s+/, " ")),
    );
  }));

test("each finding to fix first is an entry of its own, as in the text report", () =>
  show(url, {}, async (page) => {
    const lines = page.locator(".best li", { hasText: "gemm_tiled.cu:65" });
    assert.equal(await lines.count(), 2);
    assert.match(await lines.first().innerText(), /229.4 k lost[^]*gemmTiled<64>/);
    assert.match(await lines.last().innerText(), /49.2 k lost[^]*gemmTiled<32>/);
  }));

test("the formula of the time and the classes of fixes are explained where they stand", () =>
  show(url, {}, async (page) => {
    const legend = await page.locator(".legend").innerText();
    assert.match(legend, /blocks of the busiest multiprocessor ÷ 1,980 MHz[^]*132[^]*H200/);
    assert.match(legend, /automatic\s+verified[^]*suggested\s+verified[^]*described\s+what to/);
    assert.match(legend, /assumed block\s+nothing states the block/);
    const badge = page.locator(".best .f-suggested").first();
    assert.match(await badge.getAttribute("title"), /--fix-notes applies it/);
  }));

test("kernels and directories that lose nothing are in no table", () => {
  const some = sample();
  const nothing = { findings: 1, lost: 0, estimated: false };
  some.audit.totals.kernels.splice(0, 0, { ...nothing, name: "idle", file: "a.cu", line: 1 });
  some.audit.totals.folders.splice(0, 0, { ...nothing, folder: "idle", files: 1 });
  return show(write("idle", some).url, {}, async (page) => {
    const charts = await page.locator(".charts").innerText();
    assert.match(charts, /transpose<float, 32>/);
    assert.doesNotMatch(charts, /idle/);
  });
});

test("a report of which nothing is known says so first", async () => {
  const some = emptyReport();
  some.summary = { ...some.summary, accesses: 580, exact: 6, unknown: 574 };
  some.audit.lessons = sample().audit.lessons;
  await show(write("unknown", some).url, {}, async (page) => {
    assert.equal(
      await page.locator("main h2").first().innerText(),
      "Nothing can be concluded: 574 of 580 accesses are unknown",
    );
    assert.match(await page.locator(".inconclusive li").first().innerText(), /state its block/);
    assert.equal(await page.locator(".chart").count(), 1);
    assert.doesNotMatch(await page.locator(".strip").innerText(), /µs|launch/);
  });
  const failed = emptyReport();
  failed.files = [{ file: "a.cu", status: "failed", reason: "no" }];
  await show(write("failed", failed).url, {}, async (page) =>
    assert.match(
      await page.locator("main h2").first().innerText(),
      /^Nothing can be concluded: 1 of 1 file could not be analyzed, and no access was found$/,
    ),
  );
  some.summary = { ...some.summary, exact: 300, unknown: 280 };
  await show(write("known", some).url, {}, async (page) =>
    assert.equal(await page.locator(".inconclusive").count(), 0),
  );
});

test("what could not be analyzed has its own page", () =>
  show(url, {}, async (page) => {
    await page.getByRole("link", { name: "Not analyzed (2 files)" }).click();
    await page.getByRole("heading", { name: "What could not be analyzed" }).waitFor();
    const text = await page.locator("main").innerText();
    for (const part of [
      "the time limit of 60 s was reached",
      "'nccl.h' was not found",
      "data-dependent-index",
      "src/comm/allreduce.cu:40",
      "1 finding suppressed",
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
  }));

test("a profile has a page with predictions beside it", () =>
  show(`${url}#/measured`, {}, async (page) => {
    const rows = await texts(page, "section:last-of-type tbody tr");
    assert.equal(rows.length, 2);
    assert.match(rows[0], /transpose.cu:22[^]*16,777,216 \(524,288\)[^]*1,024 \(32\)/);
    assert.match(await page.locator("main").innerText(), /block of 320x1x1/);
  }));

test("a comparison has a page, and new findings are links", () =>
  show(`${write("compared", compared(sample())).url}#/overview`, {}, async (page) => {
    await page.getByRole("link", { name: "Compared (1 new)" }).click();
    await page.getByRole("heading", { name: "Compared with the older report" }).waitFor();
    assert.deepEqual(await texts(page, "main h2"), [
      "New (1)",
      "Changed (1)",
      "Not known any more (1)",
      "Fixed (2)",
      "Suppressed (1)",
      "Kernels with other results (1)",
    ]);
    const text = await page.locator("main").innerText();
    for (const part of [
      "1 new finding, 2 fixed, 1 changed, 1 suppressed, 1 not known any more; 1 kernel",
      "two ways",
      "'src/old.cu' was not analyzed",
      "7 exact, 2 unknown",
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    assert.equal(await page.locator("img, main script").count(), 0);
    assert.equal(await page.locator("section:has(#fixed) a").count(), 0);
    await page.locator("section:has(#new) a").click();
    await page.locator("main h1", { hasText: report.findings[0].message }).waitFor();
  }));

test("a report that was not compared has no such page", () =>
  show(url, {}, async (page) =>
    assert.equal(await page.getByRole("link", { name: /^Compared/ }).count(), 0),
  ));

test("an incomplete audit and a shard say so on each page", async () => {
  const part = sample();
  part.audit.complete = false;
  part.audit.shard = { index: 2, count: 4, digest: "00ff" };
  const { url } = write("part", part);
  for (const page of ["overview", "findings", "finding/0", "not-analyzed"]) {
    await show(`${url}#/${page}`, {}, async (page) => {
      const banners = await texts(page, ".banner");
      assert.match(banners.join(), /Incomplete:.*Shard 2 of 4:/);
    });
  }
});

test("an audit without findings is a page, too", () =>
  show(write("empty", emptyReport()).url, {}, async (page) => {
    assert.match(await page.locator("main").innerText(), /No findings/);
    await page.getByRole("link", { name: "Not analyzed" }).first().click();
    await page.getByRole("heading", { name: "What could not be analyzed" }).waitFor();
    assert.match(await page.locator("main").innerText(), /every result is exact/);
  }));

test("hostile texts stay texts on every page", async () => {
  const index = report.findings.findIndex((entry) => entry.message === HOSTILE);
  for (const path of [
    "overview",
    "findings",
    `finding/${index}`,
    "not-analyzed",
    "measured",
    `findings?text=${encodeURIComponent(HOSTILE)}`,
  ]) {
    await show(`${url}#/${path}`, {}, async (page) => {
      assert.equal(await page.locator("img, main script").count(), 0);
      if (path === "measured" || path.startsWith("findings?")) return;
      assert.ok((await page.locator("body").innerText()).includes("<img src=x onerror="), path);
    });
  }
});

test("characters that turn the direction of texts are written out", async () => {
  const index = report.findings.findIndex((entry) => entry.message === HOSTILE);
  for (const path of ["findings", `finding/${index}`, "not-analyzed"]) {
    await show(`${url}#/${path}`, {}, async (page) => {
      const text = await page.locator("body").innerText();
      assert.ok(text.includes("\\u2028\\u2029 \\u202Egnp"), path);
      assert.doesNotMatch(text, /[\u2028\u202e]/);
    });
  }
  await show(`${url}#/finding/${index}`, {}, async (page) => {
    for (const code of await texts(page, "pre")) assert.match(code, /\\u2028\\u2029 \\u202Egnp/);
  });
});

test("the harness sees what a page does against its policy", async () => {
  const { url } = write("violating", emptyReport());
  const file = fileURLToPath(url);
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(
      "<div id",
      "<script>alert(1)</script><img src=x.png><div id",
    ),
  );
  const problems = await visit(url, {}, async () => {});
  assert.ok(
    problems.some((text) => text.startsWith("policy: script-src")),
    problems.join("\n"),
  );
  assert.ok(
    problems.some((text) => text.startsWith("policy: img-src")),
    problems.join("\n"),
  );
});

test("a part of another file is no failure", () =>
  show(`${url}#/not-analyzed`, {}, async (page) => {
    const text = await page.locator("main").innerText();
    assert.match(text, /as part of others \(1\)[^]*src\/linalg\/part.cu\s+src\/main.cu/);
    assert.equal(text.split("part.cu").length, 2);
  }));

test("a document without compression is read", () => {
  const { url } = write("plain", emptyReport());
  const data = Buffer.from(JSON.stringify(report)).toString("base64");
  writeFileSync(
    fileURLToPath(url),
    readFileSync(TEMPLATE, "utf8").replace(PLACEHOLDER, () => data),
  );
  return show(url, {}, async (page) => assert.equal(await page.locator(".best li").count(), 10));
});

test("damaged data is an error that is shown", async () => {
  const { url } = write("damaged", emptyReport());
  const file = fileURLToPath(url);
  writeFileSync(file, readFileSync(TEMPLATE, "utf8").replace(PLACEHOLDER, "eJwAAAA="));
  const steps = async (page) =>
    assert.match(await page.locator("#report").innerText(), /^The report cannot be shown: ./);
  await visit(url, {}, steps, "#report:not(:has(noscript))");
});
