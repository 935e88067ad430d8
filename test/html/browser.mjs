//===- browser.mjs - Pages in Chromium ------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pages are opened from disk, as users do. Whatever a page complains about, asks
// for or tries against its policy is a failure of the test that opened it.
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { writePage } from "./page.mjs";

const [packages, template, banklint, calculator, banks] = process.argv
  .slice(2)
  .map((path) => resolve(path));
if (!banks) {
  console.error(
    "usage: node main.mjs DIR REPORT BANKLINT CALCULATOR BANKS, where scripts/html-report has installed its packages in DIR",
  );
  process.exit(2);
}
export const require = createRequire(join(packages, "package.json"));
export const TEMPLATE = template;
export const BANKLINT = banklint;
export const CALCULATOR = pathToFileURL(calculator).href;
export const BANKS = banks;
export const OUTPUT = join(packages, "pages");
mkdirSync(OUTPUT, { recursive: true });

const executablePath = process.env.BANKLINT_CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(executablePath)) {
  console.error(`${executablePath} not found; scripts/setup installs it, or set BANKLINT_CHROMIUM`);
  process.exit(2);
}
// Containers and root have no sandbox.
const browser = await require("playwright-core").chromium.launch({
  executablePath,
  args: ["--no-sandbox"],
});
after(() => browser.close());

/** Writes the report as a page; returns its address and its size in bytes. */
export function write(name, report) {
  const path = join(OUTPUT, `${name}.html`);
  const bytes = writePage(TEMPLATE, report, path);
  return { url: pathToFileURL(path).href, bytes };
}

function watch(page) {
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.isNavigationRequest()) problems.push(`request: ${request.url()}`);
  });
  return problems;
}

/** Opens the page, runs the steps and returns what it complained about. */
export async function visit(url, options, steps, ready = "h1") {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const problems = watch(page);
  await page.exposeFunction("reportViolation", (text) => problems.push(`policy: ${text}`));
  await page.addInitScript(() =>
    addEventListener("securitypolicyviolation", (event) =>
      window.reportViolation(`${event.violatedDirective} ${event.blockedURI}`),
    ),
  );
  try {
    await page.goto(url);
    await page.waitForSelector(ready);
    await steps(page);
  } finally {
    await context.close();
  }
  return problems;
}

/** As visit; the page must not complain. */
export async function show(url, options, steps) {
  assert.deepEqual(await visit(url, options, steps), []);
}

/** The texts of the elements, without space around them. */
export async function texts(page, selector) {
  return (await page.locator(selector).allInnerTexts()).map((text) => text.trim());
}

/** How many findings the table says it shows. */
export async function shown(page) {
  const text = await page.locator("[role=status]").innerText();
  return Number(text.replace(/ of .*/, "").replace(",", ""));
}
