//===- workbench.mjs - VS Code, driven as by a user -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { join } from "node:path";

/** Two loaded cores take long. */
const PATIENCE_MS = 60_000;

/** The window of the editor, in a page of playwright. */
export class Workbench {
  constructor(browser, screenshots) {
    this.browser = browser;
    this.screenshots = screenshots;
  }

  /** Opens `address` in a window that remembers nothing. */
  async open(address) {
    await this.page?.context().close();
    this.page = await this.browser.newPage({ viewport: { width: 1400, height: 900 } });
    this.page.setDefaultTimeout(PATIENCE_MS);
    await this.page.goto(address);
    await this.page.waitForSelector(".monaco-workbench .activitybar");
  }

  async command(title) {
    await this.page.keyboard.press("F1");
    await this.type(title);
    await this.page.locator(".quick-input-list .monaco-list-row").first().waitFor();
    await this.page.waitForTimeout(400);
    await this.page.keyboard.press("Enter");
  }

  async type(text) {
    await this.page.locator(".quick-input-widget input[type=text]").first().waitFor();
    await this.page.keyboard.type(text);
  }

  async openFile(name) {
    await this.page.keyboard.press("Control+p");
    await this.type(name);
    await this.page
      .locator(`.quick-input-list .monaco-list-row:has-text("${name}")`)
      .first()
      .waitFor();
    await this.page.keyboard.press("Enter");
    await this.page
      .locator(`.editor-group-container .tab.active:has-text("${name}")`)
      .first()
      .waitFor();
  }

  async goTo(line, column) {
    await this.focusEditor();
    await this.page.keyboard.press("Control+g");
    await this.page.locator(".quick-input-widget input[type=text]").first().waitFor();
    await this.page.keyboard.type(`${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").first().waitFor({ state: "hidden" });
  }

  async focusEditor() {
    await this.page.keyboard.press("Control+1");
  }

  squiggles() {
    return this.page.locator(".editor-instance [class*=squiggly-]");
  }

  async textOfEditor() {
    const lines = await this.page.locator(".editor-instance .view-lines").first().innerText();
    return lines.replaceAll("\u00a0", " ");
  }

  notification(text) {
    return this.page.locator(`.notification-toast:has-text("${text}")`);
  }

  /** The frame of a panel of an extension that has `selector`. */
  async frameWith(selector) {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      for (const frame of this.page.frames()) {
        const found = await frame
          .locator(selector)
          .count()
          .catch(() => 0);
        if (found) return frame;
      }
      await this.page.waitForTimeout(200);
    }
    throw new Error(`no panel has ${selector}`);
  }

  /** Waits until `condition` returns something true. */
  async until(what, condition) {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      const found = await condition();
      if (found) return found;
      await this.page.waitForTimeout(200);
    }
    throw new Error(`not seen: ${what}`);
  }

  shoot(name) {
    return this.page.screenshot({ path: join(this.screenshots, `${name}.png`) });
  }
}
