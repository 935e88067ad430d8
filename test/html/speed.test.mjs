//===- speed.test.mjs - 5,000 findings ------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machines of continuous integration are slow and shared: bytes and elements are
// required, times are printed and only far too long ones fail.
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import test from "node:test";
import { shown, show, write } from "./browser.mjs";
import { many } from "./many.mjs";

const COUNT = 5000;
const MOST_BYTES = 2_000_000;
const MOST_ELEMENTS = 1500;
const SLACK = 10;

/** Milliseconds until the page has drawn what the change of the field makes. */
function timeOf(page, name, value) {
  return page.evaluate(
    ([name, value]) =>
      new Promise((resolve) => {
        const field = document.getElementById(name);
        const start = performance.now();
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
      }),
    [name, value],
  );
}

test("5,000 findings are small, and fast to load and to filter", async (context) => {
  const { url, bytes } = write("many", many(COUNT));
  const note = (text) => context.diagnostic(text);
  note(`${COUNT} findings: ${bytes} bytes`);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  await show(`${url}#/findings`, {}, async (page) => {
    await page.waitForFunction(() => performance.getEntriesByName("banklint-shown").length > 0);
    const loaded = await page.evaluate(
      () => performance.getEntriesByName("banklint-shown")[0].startTime,
    );
    const elements = await page.evaluate(() => document.getElementsByTagName("*").length);
    note(`loaded in ${loaded.toFixed(0)} ms, ${elements} elements`);
    assert.ok(elements < MOST_ELEMENTS, `${elements} elements`);
    assert.ok(loaded < 1000 * SLACK, `${loaded} ms`);
    const times = [];
    for (const text of [
      "a",
      "at",
      "att",
      "atte",
      "norm",
      "sort_halo",
      "",
      "sort_halo",
      "",
      "k",
      "",
    ]) {
      times.push(await timeOf(page, "filter-text", text));
    }
    note(`filtered in ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
    assert.ok(Math.max(...times) < 100 * SLACK, `${times}`);
    assert.equal(await shown(page), COUNT);
  });
});

test("scrolling keeps the number of elements", () =>
  show(`${write("scrolled", many(COUNT)).url}#/findings`, {}, async (page) => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForSelector(`[aria-rowindex="${COUNT + 1}"]`);
    const elements = await page.evaluate(() => document.getElementsByTagName("*").length);
    assert.ok(elements < MOST_ELEMENTS, `${elements} elements`);
  }));
