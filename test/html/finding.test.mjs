//===- finding.test.mjs - The view of a finding ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import test from "node:test";
import { show, texts, write } from "./browser.mjs";
import { finding } from "./document.mjs";
import { withoutPhases } from "./requests.mjs";
import { sample } from "./sample.mjs";

const report = sample();
const { url } = write("finding", report);
const open = (index, steps) => show(`${url}#/finding/${index}`, {}, steps);
/** The depths below the lanes of a map, phase by phase. */
const depths = async (page, map) =>
  (await page.locator(".bm-map").nth(map).locator(".bm-strong").allTextContents()).map((text) =>
    text === "·" ? 0 : Number(text),
  );
const column = [32, ...Array(31).fill(0)];

test("a finding shows its source with the place marked", () =>
  open(0, async (page) => {
    assert.equal(await page.locator("h1").innerText(), report.findings[0].message);
    assert.equal(await page.locator(".here mark").innerText(), "tile[threadIdx.x][threadIdx.y]");
    assert.match(await page.locator(".line.here").innerText(), /22/);
    const facts = await page.locator(".facts").innerText();
    for (const text of [
      "src/linalg/transpose.cu:22:20",
      "1,024 (32) per block",
      "16,252,928 · 64 µs of pipeline time (H200)",
      "<<<128×128×1, 32×32×1>>>",
      "16,777,216 (524,288)",
    ]) {
      assert.ok(facts.includes(text), `${text} in ${facts}`);
    }
  }));

test("a note elsewhere shows its line, such as the call that explains an access", () =>
  open(0, async (page) => {
    const lines = page.locator(".notes .code");
    assert.equal(await lines.count(), 1);
    assert.match(await lines.innerText(), /^41\s*transpose<float, 32><<<grid/);
    assert.equal(await lines.locator("mark").innerText(), "transpose");
  }));

test("the map draws banks by lanes, and a fix has the map after it", () =>
  open(0, async (page) => {
    assert.deepEqual(await depths(page, 0), column);
    assert.deepEqual(await depths(page, 1), Array(32).fill(1));
    const cells = page.locator(".bm-map").first().locator(".bm-cell");
    assert.equal(await cells.count(), 32);
    assert.equal(await cells.nth(3).locator("title").textContent(), "lane 3, bank 0, word 96");
    assert.equal(await cells.nth(3).locator("text").textContent(), "4");
    const label = await page.locator(".bm-map svg").first().getAttribute("aria-label");
    assert.match(label, /32 wavefronts, ideal 1. lanes 0–31: bank 0 serves 32 words/);
  }));

test("phases of a wide access have depths of their own", () =>
  open(2, async (page) => {
    assert.deepEqual(
      await depths(page, 0),
      Array(4)
        .fill([8, 8, 8, 8, ...Array(28).fill(0)])
        .flat(),
    );
    assert.match(await page.locator(".facts").innerText(), /An upper bound.*may-merge/);
    assert.match(await page.locator(".facts").innerText(), /Launch \(assumed\)/);
  }));

test("lanes that an atomic serves one by one count as lanes; others are inactive", () =>
  open(3, async (page) => {
    assert.deepEqual((await depths(page, 0)).slice(0, 4), [8, 8, 8, 0]);
    assert.equal(await page.locator(".bm-note").innerText(), "lanes 24–31 inactive");
  }));

test("of a request without known phases only the words are drawn", () => {
  const strange = sample();
  strange.audit.requests = strange.audit.requests.map(withoutPhases);
  return show(`${write("strange", strange).url}#/finding/0`, {}, async (page) => {
    assert.deepEqual(await depths(page, 0), []);
    const cells = page.locator(".bm-map").first().locator(".bm-cell text");
    assert.deepEqual(new Set(await cells.allTextContents()), new Set(["×"]));
    assert.match(await page.locator(".bm-map").first().innerText(), /phases .* are not known/);
  });
});

test("wavefronts that the depths do not explain are no secret", () => {
  const costly = sample();
  costly.audit.requests.forEach((request) => (request.wavefronts += 3));
  return show(`${write("costly", costly).url}#/finding/0`, {}, async (page) =>
    assert.match(await page.locator(".bm-map").first().innerText(), /measured rule/),
  );
});

test("words before the start of the array have banks, too", () => {
  const outside = sample();
  outside.audit.requests[0].addresses = Array.from({ length: 32 }, (_, lane) => 4 * (lane - 1));
  return show(`${write("outside", outside).url}#/finding/0`, {}, async (page) => {
    assert.deepEqual(await depths(page, 0), Array(32).fill(1));
    const title = page.locator(".bm-cell title").first();
    assert.equal(await title.textContent(), "lane 0, bank 31, word -1");
  });
});

test("the slider starts at the worst request and changes the drawing", () =>
  open(1, async (page) => {
    const slider = page.getByRole("slider");
    assert.deepEqual((await depths(page, 0)).slice(0, 9), [8, 0, 0, 0, 0, 0, 0, 0, 8]);
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual((await depths(page, 0)).slice(0, 17), [8, ...Array(15).fill(0), 8]);
    assert.equal(await slider.getAttribute("aria-valuetext"), "warp 0, s = 8: 8 wavefronts");
    await page.keyboard.press("Home");
    assert.deepEqual((await depths(page, 0)).slice(0, 3), [2, 0, 2]);
    await page.locator(".bm-steps .bm-hit").nth(1).click();
    assert.deepEqual((await depths(page, 0)).slice(0, 5), [4, 0, 0, 0, 4]);
  }));

test("requests that do not differ have no slider", () =>
  open(3, async (page) => assert.equal(await page.getByRole("slider").count(), 0)));

test("a fix is a diff with what changed in the line", () =>
  open(0, async (page) => {
    const fix = page.locator(".fix").first();
    assert.match(
      await fix.innerText(),
      /automatic pad the last extent of 'tile' to 33: 128 more bytes · saves 992 wavefronts/,
    );
    assert.match(
      await fix.locator(".old code").innerText(),
      /^removed:\s*__shared__ float tile\[TILE\]\[TILE\];$/,
    );
    assert.deepEqual(await texts(fix, ".new b"), ["+ 1"]);
    assert.equal(await page.locator(".fix").nth(1).locator(".code").count(), 2);
  }));

test("edits without lines are told in words", () =>
  open(2, async (page) =>
    assert.match(
      await page.locator(".edits").innerText(),
      /softmax_kernel.cu, byte 3020: replace 1 byte by 9/,
    ),
  ));

test("a finding that knows nothing but its message is shown", () => {
  const bare = sample();
  bare.findings = [finding({ file: "a.cu", line: 1, column: 1, message: "only this" })];
  bare.audit.ranking = [0];
  return show(`${write("bare", bare).url}#/finding/0`, {}, async (page) => {
    assert.equal(await page.locator("h1").innerText(), "only this");
    assert.equal(await page.locator(".bm-map").count(), 0);
  });
});

test("an address of no finding says so", () =>
  open(99, async (page) => assert.equal(await page.locator("h1").innerText(), "No such finding")));
