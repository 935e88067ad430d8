//===- table.test.mjs - The table of findings -----------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import test from "node:test";
import { shown, show, texts, write } from "./browser.mjs";
import { sample } from "./sample.mjs";

const report = sample();
const { url } = write("table", report);
const count = (passes) => report.findings.filter(passes).length;
const fixes = (entry) => entry.fixes.map((fix) => fix.class);
const field = (page, name) => page.locator(`#filter-${name}`);
const column = (page, name) => texts(page, `.rows .cell-${name}`);

test("the table lists the findings in the order of the ranking", () =>
  show(`${url}#/findings`, {}, async (page) => {
    assert.equal(await shown(page), report.findings.length);
    assert.deepEqual(
      await column(page, "rank"),
      report.findings.map((_, at) => `${at + 1}`),
    );
    const first = report.findings[report.audit.ranking[0]];
    assert.equal(
      (await column(page, "location"))[0].replaceAll("\n", ""),
      `${first.file}:${first.line}`,
    );
    assert.equal(
      await page.locator("[role=table]").getAttribute("aria-rowcount"),
      `${report.findings.length + 1}`,
    );
  }));

test("a click on a heading sorts, a second one turns the order", () =>
  show(`${url}#/findings`, {}, async (page) => {
    const heading = page.locator(".head .cell-kernel");
    await heading.getByRole("button").click();
    const kernels = await column(page, "kernel");
    assert.deepEqual(kernels, [...kernels].sort());
    assert.equal(await heading.getAttribute("aria-sort"), "ascending");
    await heading.getByRole("button").click();
    assert.deepEqual(await column(page, "kernel"), [...kernels].sort().reverse());
    assert.equal(await heading.getAttribute("aria-sort"), "descending");
    await page.locator(".head .cell-cost button").click();
    assert.equal((await column(page, "cost"))[0], "16,384 (2,048)");
  }));

test("each filter shows what it names", () =>
  show(`${url}#/findings`, {}, async (page) => {
    const choose = async (label, value, expected) => {
      await field(page, label).selectOption(value);
      assert.equal(await shown(page), expected, `${label} ${value}`);
      await page.getByRole("button", { name: "Clear filters" }).click();
      assert.equal(await shown(page), report.findings.length);
    };
    const type = async (label, value, expected) => {
      await field(page, label).fill(value);
      assert.equal(await shown(page), expected, `${label} ${value}`);
      await field(page, label).fill("");
    };
    await choose(
      "check",
      "shared-atomic-contention",
      count((entry) => entry.check === "shared-atomic-contention"),
    );
    await choose("confidence", "possible", 1);
    await choose("confidence", "upper bound", 2);
    await choose(
      "fix",
      "automatic",
      count((entry) => fixes(entry).includes("automatic")),
    );
    await choose(
      "fix",
      "none",
      count((entry) => entry.fixes.length === 0),
    );
    await choose(
      "fix",
      "available",
      count((entry) => fixes(entry).some((name) => name !== "described")),
    );
    await type(
      "folder",
      "src/linalg/",
      count((entry) => entry.file.startsWith("src/linalg/")),
    );
    await type("kernel", "GEMMTILED<64>", 2);
    await type("text", "radix4 201", 1);
    await type("text", "no such thing", 0);
  }));

test("a kernel that shares a finding with another one is found by its name", () => {
  const shared = sample();
  const [index] = shared.audit.ranking;
  const { file, line } = shared.findings[index];
  const kernel = { name: "transpose<half, 32>", file, line, findings: 1, lost: 48, per: "launch" };
  shared.audit.totals.kernels.push({ ...kernel, estimated: false, finding_numbers: [index] });
  const { url } = write("shared", shared);
  return show(`${url}#/findings`, {}, async (page) => {
    await field(page, "kernel").fill("transpose<half");
    assert.equal(await shown(page), 1);
    await page.locator(".rows a").first().click();
    assert.match(await page.locator(".facts").innerText(), /and transpose<half, 32>/);
  });
});

test("filters add up", () =>
  show(`${url}#/findings`, {}, async (page) => {
    await field(page, "folder").fill("src/linalg/");
    await field(page, "text").fill("b_tile");
    assert.equal(await shown(page), 2);
  }));

test("the state in the address survives loading again and going back", () =>
  show(`${url}#/findings`, {}, async (page) => {
    await field(page, "kernel").fill("gemm");
    await page.locator(".head .cell-lost button").click();
    const before = await column(page, "location");
    assert.match(page.url(), /#\/findings\?kernel=gemm&sort=-lost$/);
    await page.reload();
    await page.waitForSelector(".rows .row");
    assert.deepEqual(await column(page, "location"), before);
    assert.equal(await field(page, "kernel").inputValue(), "gemm");
    await page.locator(".rows a").first().click();
    await page.waitForSelector(".message");
    await page.goBack();
    await page.waitForSelector(".rows .row");
    assert.deepEqual(await column(page, "location"), before);
  }));

test("directories and kernels of the overview open the table", () =>
  show(url, {}, async (page) => {
    await page.locator('.chart a[title="src/fft"]').click();
    assert.equal(await shown(page), 3);
    assert.equal(await field(page, "folder").inputValue(), "src/fft/");
  }));
