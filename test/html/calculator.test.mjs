//===- calculator.test.mjs - The bank calculator --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { BANKS, CALCULATOR, show, texts } from "./browser.mjs";

const status = (page) => page.locator("[role=status]").innerText();

/** The costs on the buttons of a row of others. */
async function others(page, title) {
  const row = page.locator(".others", { hasText: title });
  return (await row.locator("strong").allInnerTexts()).map(Number);
}

test("a column conflicts, and a padding or a swizzle cures it", () =>
  show(CALCULATOR, {}, async (page) => {
    assert.equal(await status(page), "32 wavefronts, ideal 1: 32-way conflict");
    assert.deepEqual(await others(page, "Padding"), [32, 1, 2, 1, 4, 1, 2, 1, 8]);
    assert.deepEqual(await others(page, "XOR"), [32, 16, 8, 4, 2, 1]);
    await page.getByRole("button", { name: "+1", exact: false }).first().click();
    assert.equal(await status(page), "1 wavefront, ideal 1: no conflict");
    assert.match(
      await page.locator("pre").innerText(),
      /float tile\[rows\]\[32 \+ 1\]; {2}tile\[x\]\[y\]/,
    );
    assert.match(page.url(), /#padding=1$/);
    assert.match(await page.locator("svg").getAttribute("aria-label"), /1 wavefront, ideal 1/);
  }));

test("a row of float4 has four wavefronts and no conflict", () =>
  show(CALCULATOR, {}, async (page) => {
    await page.getByRole("button", { name: "a row of float4" }).click();
    assert.equal(await status(page), "4 wavefronts, ideal 4: no conflict");
    await page.getByRole("button", { name: "a column of float4" }).click();
    assert.equal(await status(page), "32 wavefronts, ideal 4: 8-way conflict");
    await page.getByRole("button", { name: "the first 16" }).click();
    assert.equal(await status(page), "16 wavefronts, ideal 2: 8-way conflict");
    assert.match(await page.locator(".bm-note").innerText(), /lanes 16–31 inactive/);
  }));

test("what cannot be answered is said", () =>
  show(CALCULATOR, {}, async (page) => {
    const cases = [
      ["2 *", "row: something is missing at the end"],
      ["z", "row: 'z' is none of lane, x, y"],
      ["lane / 0", "row: division by zero", /division by zero/],
      ["0 - 1", "lane 0 has a negative subscript"],
      ["(x", "row: a ')' is missing"],
      ["x x", "row: 'x' is not expected"],
      ["x; y", "row: ';' is not understood"],
      ["1 << 30", "lane 0 has a negative subscript", /negative|beyond/],
    ];
    for (const [row, message, pattern] of cases) {
      await page.getByLabel("Row", { exact: true }).fill(row);
      const said = await status(page);
      if (pattern) assert.match(said, pattern);
      else assert.equal(said, message);
    }
    await page.getByLabel("Row", { exact: true }).fill("(x & 15) ^ (lane >> 4)");
    assert.match(await status(page), /wavefront/);
    await page.getByLabel("Operation").selectOption("async-copy-bypass");
    assert.match(await status(page), /follows no known rule/);
    await page.getByLabel("Architecture").selectOption("sm_70");
    assert.match(await status(page), /sm_70 has no async-copy-bypass of 16 bytes/);
  }));

test("an address is a link to what it shows, whatever it says", async () => {
  const link = `${CALCULATOR}#operation=store&bytes=8&columns=16&padding=1&row=lane&column=0`;
  await show(link, {}, async (page) => {
    assert.match(await status(page), /^\d+ wavefronts?, ideal 2/);
    assert.equal(await page.getByLabel("Row", { exact: true }).inputValue(), "lane");
    // Another one, typed by hand.
    await page.evaluate(() => (location.hash = "#row=0&column=lane"));
    await page.waitForFunction(() =>
      document.querySelector("[role=status]").innerText.startsWith("1 wavefront,"),
    );
  });
  for (const wild of [
    "row=%3Cscript%3E",
    "columns=1e99",
    "bytes=3",
    "operation=x",
    "arch=y",
    "block=0",
  ])
    await show(`${CALCULATOR}#${wild}`, {}, async (page) => {
      assert.notEqual(await status(page), "");
    });
});

// The names that banklint-banks gives them.
const OPERATIONS = {
  load: ["ld", 1, 2, 4, 8, 16],
  store: ["st", 1, 2, 4, 8, 16],
  atomic: ["atom", 4],
  "atomic-count": ["popc", 4],
  "atomic-cas": ["cas", 4, 8],
  "atomic-wide-add": ["add", 8],
  "atomic-float-add": ["addf", 4],
  "matrix-load-x1": ["ldsm1", 16],
  "matrix-load-x2": ["ldsm2", 16],
  "matrix-load-x4": ["ldsm4", 16],
  "matrix-store-x4": ["stsm4", 16],
  "async-copy": ["cpa", 4, 8, 16],
};

/** Numbers that are the same in each run. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("answers are those of banklint-banks", () =>
  show(CALCULATOR, {}, async (page) => {
    const next = numbers(1);
    const cases = [];
    for (let i = 0; i < 300; ++i) {
      const operation = Object.keys(OPERATIONS)[next(Object.keys(OPERATIONS).length)];
      const [name, ...widths] = OPERATIONS[operation];
      const bytes = widths[next(widths.length)];
      const [columns, padding, block] = [8 << next(4), next(9), 8 << next(3)];
      const active = next(3) ? 0xffffffff : next(2 ** 32);
      const [a, b] = [next(8), next(8)];
      const row = `${a} * x % 32 + y`;
      const column = `(lane >> ${b % 5}) + ${b} * y`;
      const addresses = Array.from({ length: 32 }, (_, lane) => {
        const [x, y] = [lane % block, Math.floor(lane / block)];
        return (
          (((a * x) % 32) + y) * (columns + padding) * bytes + ((lane >> b % 5) + b * y) * bytes
        );
      });
      const access = { operation, bytes, columns, padding, block, active, row, column };
      const line = `${i}\t${name}\t${bytes}\t${active.toString(16)}\t${addresses.join(",")}`;
      cases.push({ hash: new URLSearchParams(access).toString(), line });
    }
    const run = spawnSync(BANKS, {
      input: cases.map(({ line }) => line + "\n").join(""),
      encoding: "utf8",
    });
    assert.equal(run.status, 0, run.stderr);
    const rows = run.stdout
      .trim()
      .split("\n")
      .map((row) => row.split("\t"));
    assert.equal(rows.length, cases.length);
    const differing = [];
    for (const [i, { hash, line }] of cases.entries()) {
      await page.evaluate((hash) => (location.hash = hash), hash);
      const said = await page.evaluate(
        () =>
          new Promise((resolve) =>
            requestAnimationFrame(() =>
              setTimeout(() => resolve(document.querySelector("[role=status]").innerText)),
            ),
          ),
      );
      const [, wavefronts, ideal, , kind] = rows[i];
      const count = `${Number(wavefronts).toLocaleString("en-US")} wavefront${wavefronts === "1" ? "" : "s"}`;
      const expected = `${kind === "lower-bound" ? "at least " : ""}${count}, ideal ${ideal}:`;
      if (!said.startsWith(expected)) differing.push(`${line}: ${said}; expected ${expected}`);
    }
    assert.deepEqual(differing, []);
  }));

test("can be used without a mouse and without colors", () =>
  show(CALCULATOR, {}, async (page) => {
    const labels = await texts(page, "label");
    assert.ok(labels.includes("Row") && labels.includes("Column"));
    for (const control of await page.locator("input, select, button").all())
      assert.ok(
        await control.evaluate(
          (element) =>
            element.labels?.length || element.ariaLabel || element.innerText.trim() !== "",
        ),
      );
  }));
