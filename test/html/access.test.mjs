//===- access.test.mjs - Keyboard, screen readers, phones and themes ------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { require, shown, show, write } from "./browser.mjs";
import { many } from "./many.mjs";
import { compared, sample } from "./sample.mjs";

const { url } = write("access", compared(sample()));
const crowd = write("crowd", many(300));
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const PAGES = [
  "overview",
  "findings",
  "finding/0",
  "finding/1",
  "not-analyzed",
  "measured",
  "compared",
];
const PHONE = { viewport: { width: 360, height: 740 } };
const LOOKS = { light: {}, dark: { colorScheme: "dark" }, phone: PHONE };
const focused = (page) =>
  page.evaluate(() => document.activeElement?.closest(".row")?.getAttribute("aria-rowindex"));

test("arrows, j and k move between rows, Enter opens one, Esc leads back", () =>
  show(`${crowd.url}#/findings`, {}, async (page) => {
    await page.keyboard.press("j");
    assert.equal(await focused(page), "2");
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(page), "3");
    await page.keyboard.press("End");
    assert.equal(await focused(page), "301");
    assert.ok(await page.locator(".row:focus-within").isVisible());
    await page.keyboard.press("PageUp");
    assert.ok(Number(await focused(page)) < 301);
    await page.keyboard.press("Home");
    assert.equal(await focused(page), "2");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".message");
    await page.keyboard.press("n");
    assert.match(await page.locator(".steps").innerText(), /2 of 300/);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".rows");
    assert.match(page.url(), /#\/findings$/);
  }));

test("a row that is scrolled out of view keeps the focus", () =>
  show(`${crowd.url}#/findings`, {}, async (page) => {
    await page.keyboard.press("j");
    await page.mouse.wheel(0, 6000);
    await page.waitForSelector('[aria-rowindex="200"]');
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), "3");
  }));

test("the slash goes to the search, and letters in it are text", () =>
  show(`${url}#/overview`, {}, async (page) => {
    await page.keyboard.press("/");
    await page.waitForSelector("#filter-text:focus");
    await page.keyboard.type("jn1");
    assert.equal(await page.locator("#filter-text").inputValue(), "jn1");
    assert.equal(await shown(page), 0);
  }));

test("letters can be turned off", () =>
  show(`${url}#/findings`, {}, async (page) => {
    await page.getByRole("link", { name: "Turn letters off" }).click();
    await page.getByRole("link", { name: "Turn letters on" }).waitFor();
    await page.keyboard.press("1");
    assert.match(page.url(), /findings\?keys=off$/);
  }));

test("Tab reaches the tabs, the filters, the headings and one row", () =>
  show(`${url}#/findings`, {}, async (page) => {
    const seen = [];
    for (let i = 0; i < 24; ++i) {
      await page.keyboard.press("Tab");
      seen.push(
        await page.evaluate(
          () => document.activeElement?.closest(".tabs, .filters, .head, .rows, footer")?.className,
        ),
      );
    }
    assert.deepEqual(seen.filter((name, at) => name !== seen[at - 1]).slice(0, 4), [
      "tabs",
      "filters",
      "head",
      "rows",
    ]);
    assert.equal(seen.filter((name) => name === "rows").length, 1);
  }));

test("a new page has its heading focused and its title set", () =>
  show(url, {}, async (page) => {
    await page.getByRole("link", { name: /^Findings/ }).click();
    await page.waitForFunction(() => document.title.startsWith("Findings – "));
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "H1");
  }));

for (const path of PAGES) {
  test(`${path} has no horizontal scrolling, not even at phone width`, () =>
    show(`${url}#/${path}`, PHONE, async (page) => {
      for (const width of [1280, 1024, 1000, 999, 800, 600, 320]) {
        await page.setViewportSize({ width, height: 740 });
        const [content, visible] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          document.documentElement.clientWidth,
        ]);
        assert.ok(content <= visible, `${content} > ${visible}`);
      }
    }));
  for (const [name, options] of Object.entries(LOOKS)) {
    test(`axe finds nothing serious in ${path}, ${name}`, () =>
      show(`${url}#/${path}`, options, async (page) => {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
        assert.deepEqual(
          serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3)}`),
          [],
        );
      }));
  }
}

test("on a phone, long lines of code and wide maps scroll in their boxes", () =>
  show(`${url}#/finding/0`, PHONE, async (page) => {
    for (const box of await page.locator(".code pre, .bm-scroll").all()) {
      await box.evaluate((element) => element.scrollTo(1000, 0));
      const [left, hidden] = await box.evaluate((element) => [
        element.scrollLeft,
        element.scrollWidth - element.clientWidth,
      ]);
      assert.equal(Math.round(left), hidden);
      assert.equal(await box.getAttribute("tabindex"), "0");
    }
    const box = page.locator(".bm-scroll").first();
    assert.ok(await box.evaluate((element) => element.scrollWidth > element.clientWidth));
  }));

test("of a long path, the line number remains visible", async () => {
  const long = sample();
  long.findings[0].file = `${"directory/".repeat(20)}${"name".repeat(60)}.cu`;
  const { url } = write("long", long);
  for (const options of [{}, PHONE]) {
    for (const [path, row] of [
      ["overview", ".best li:first-child"],
      ["findings", ".rows .row"],
    ]) {
      await show(`${url}#/${path}`, options, async (page) => {
        const link = page.locator(`${row} a`).first();
        const [outer, inner] = [
          await link.boundingBox(),
          await link.locator(".path-line").boundingBox(),
        ];
        assert.ok(inner.width > 0 && inner.x + inner.width <= outer.x + outer.width + 1);
      });
    }
  }
});

/** True if all of the element is inside of the other one, and seen. */
async function isWhole(inner, outer) {
  const [a, b] = [await inner.boundingBox(), await outer.boundingBox()];
  const isCut = await inner.evaluate((element) => element.scrollWidth > element.clientWidth + 1);
  return !isCut && a.width > 0 && a.x >= b.x - 1 && a.x + a.width <= b.x + b.width + 1;
}

const WIDE = { viewport: { width: 1440, height: 900 } };

test("what tells paths apart is visible, and what is common is not shown", async () => {
  const deep = sample();
  const root = "/home/somebody/checkouts/gpu/HeterogeneousComputingBenchmarks/src";
  const middle = "kernels/single_precision/generated/from_templates";
  const fileOf = (name) => `${root}/${name}-cuda/${middle}/main.cu`;
  deep.findings.forEach((finding, at) => (finding.file = fileOf(`benchmark${at}`)));
  deep.files = deep.findings.map(({ file }) => ({ file, status: "analyzed" }));
  const { url } = write("deep", deep);
  for (const options of [WIDE, PHONE])
    for (const [path, row] of [
      ["overview", ".best li"],
      ["findings", ".rows .row"],
    ])
      await show(`${url}#/${path}`, options, async (page) => {
        const links = page.locator(`${row} a`);
        for (const at of [0, 1]) {
          const link = links.nth(at);
          const index = deep.audit.ranking[at];
          assert.equal(await link.locator(".path-key").innerText(), `benchmark${index}-cuda/`);
          for (const part of [".path-key", ".path-base", ".path-line"])
            assert.ok(await isWhole(link.locator(part), link), `${part} on ${path}`);
        }
        assert.doesNotMatch(await page.locator(row).first().innerText(), /somebody/);
      });
  await show(url, WIDE, async (page) =>
    assert.match(await page.locator(".origin").innerText(), new RegExp(`Paths below\\s+${root}/`)),
  );
});

test("large numbers and assumed blocks are not cut in the table", async () => {
  const large = sample();
  const index = large.findings.findIndex(({ launch }) => launch?.origin === "array-extents");
  Object.assign(large.findings[index].cost, { wavefronts: 40_000_048, ideal: 20_000_024 });
  const { url } = write("large", large);
  for (const options of [
    WIDE,
    { viewport: { width: 1101, height: 900 } },
    { viewport: { width: 1000, height: 900 } },
    PHONE,
  ])
    await show(`${url}#/findings`, options, async (page) => {
      const row = page.locator(".rows .row", { hasText: "softmax_kernel.cu" });
      assert.equal(await row.locator(".cell-cost").innerText(), "≤ 40.0 M (20.0 M)");
      assert.equal(
        await row.locator(".cell-cost").getAttribute("title"),
        "≤ 40,000,048 (20,000,024)",
      );
      for (const cell of [".cell-cost", ".cell-lost", ".assumed"])
        assert.ok(await isWhole(row.locator(cell), row), cell);
      assert.match(await row.locator(".assumed").getAttribute("title"), /^128×1×1, assumed from/);
    });
});

test("a map that is wider than the phone shows that it scrolls", async () => {
  await show(`${url}#/finding/0`, PHONE, async (page) => {
    const [box, sides] = [page.locator(".bm-scroll").first(), page.locator(".bm-sides").first()];
    assert.equal(
      await page.locator(".bm-wide").first().innerText(),
      "Scroll sideways to see all 32 banks.",
    );
    const opacity = (side) =>
      sides.evaluate((element, side) => getComputedStyle(element, side).opacity, side);
    assert.deepEqual([await opacity("::before"), await opacity("::after")], ["0", "1"]);
    await box.evaluate((element) => element.scrollTo(1000, 0));
    await page.waitForSelector(".bm-more-left");
    assert.deepEqual([await opacity("::before"), await opacity("::after")], ["1", "0"]);
  });
  await show(`${url}#/finding/0`, WIDE, async (page) =>
    assert.equal(await page.locator(".bm-wide").count(), 0),
  );
});

test("the phone's table sorts by a list", () =>
  show(`${url}#/findings`, PHONE, async (page) => {
    await page.locator("#sort").selectOption("-lost");
    assert.match(await page.locator(".rows .row").first().innerText(), /transpose.cu/);
    await page.locator("#sort").selectOption("lost");
    assert.doesNotMatch(await page.locator(".rows .row").first().innerText(), /transpose.cu/);
  }));

test("the theme follows the system", async () => {
  const background = async (colorScheme) => {
    let color;
    await show(url, { colorScheme }, async (page) => {
      color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    });
    return color;
  };
  assert.equal(await background("light"), "rgb(255, 255, 255)");
  assert.equal(await background("dark"), "rgb(20, 23, 27)");
});
