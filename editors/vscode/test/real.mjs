//===- real.mjs - The extension in a real VS Code -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: node test/real.mjs SERVER [DIR]
//
// SERVER is banklint-lsp. DIR receives VS Code (code-server, 1.5 minutes and
// 320 MB, kept for the next run) and the screenshots; it is a temporary directory
// by default. Needs the .vsix of `npm run package`, Debian's packages chromium,
// fonts-dejavu-core and ripgrep, and clangd-19 for the check beside clangd.
// Prints a line for each thing seen; the first one that is not seen fails it.
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { installEditor, packClient } from "./real/install.mjs";
import { Workbench } from "./real/workbench.mjs";

const extension = join(dirname(fileURLToPath(import.meta.url)), "..");
const [server, folder] = process.argv.slice(2);
if (!server || !existsSync(server)) {
  console.error("usage: node test/real.mjs SERVER [DIR]");
  process.exit(2);
}
const root = folder ? resolve(folder) : mkdtempSync(join(tmpdir(), "banklint-vscode-"));
const [user, extensions, workspace, screenshots] = [
  "user",
  "extensions",
  "workspace",
  "screenshots",
].map((name) => join(root, name));
const PORT = 18080;
const ADDRESS = `http://127.0.0.1:${PORT}/`;
const CLANGD = "/usr/bin/clangd-19";

const seen = (what) => console.log(`seen: ${what}`);

function writeSettings(path, more = {}) {
  const settings = {
    "banklint.server.path": path,
    "editor.inlayHints.enabled": "on",
    // Text is inserted as it is.
    "editor.autoClosingBrackets": "never",
    "editor.autoIndent": "none",
    "editor.minimap.enabled": false,
    "files.autoSave": "off",
    "security.workspace.trust.enabled": false,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": false,
    ...more,
  };
  writeFileSync(join(user, "User/settings.json"), JSON.stringify(settings));
}

async function prepare() {
  for (const each of [user, extensions, workspace, screenshots]) {
    rmSync(each, { recursive: true, force: true });
    mkdirSync(each, { recursive: true });
  }
  mkdirSync(join(user, "User"));
  writeFileSync(join(workspace, "sample.cu"), readFileSync(join(extension, "test/real/sample.cu")));
  writeFileSync(join(workspace, "helper.h"), "inline int one() { return 1; }\n");
  mkdirSync(join(workspace, ".vscode"));
  writeFileSync(join(workspace, ".vscode/settings.json"), "{}\n");
  writeFileSync(join(workspace, "old-server"), "#!/bin/sh\necho banklint-lsp 0.0.9\n");
  chmodSync(join(workspace, "old-server"), 0o755);
  const program = installEditor(join(root, "editor"));
  const { version } = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
  const files = [join(extension, `banklint-${version}.vsix`)];
  if (existsSync(CLANGD)) {
    // clangd's own extension is in no registry of npm.
    files.push(
      await packClient(extension, join(root, "clangd"), "clangd-client", CLANGD, {
        // Stubs take the place of the toolkit.
        fallbackFlags: ["-Wall", "-nocudainc", "-nocudalib", "--cuda-device-only"].concat([
          "-include",
          join(extension, "test/real/stubs.h"),
        ]),
      }),
    );
  }
  for (const file of files)
    execFileSync(
      program,
      ["--user-data-dir", user, "--extensions-dir", extensions, "--install-extension", file],
      {
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
  return program;
}

function startEditor(program) {
  const editor = spawn(
    program,
    ["--bind-addr", `127.0.0.1:${PORT}`, "--auth", "none", "--disable-telemetry"].concat(
      ["--disable-update-check", "--disable-workspace-trust"],
      ["--user-data-dir", user, "--extensions-dir", extensions, workspace],
    ),
    { stdio: ["ignore", "pipe", "inherit"], detached: true },
  );
  return new Promise((done, fail) => {
    editor.on("exit", () => fail(new Error("code-server ended")));
    editor.stdout.on("data", (text) => {
      if (`${text}`.includes("HTTP server listening")) done(editor);
    });
  });
}

async function checkMessages(bench) {
  await bench.openFile("sample.cu");
  const missing = bench.notification("there is no program '/no/such/server'");
  await missing.waitFor();
  await bench.shoot("missing");
  seen("a message that the server is missing");
  await missing.getByRole("button", { name: "Open Settings" }).click();
  await bench.page.locator(".settings-editor :text('Server: Path')").first().waitFor();
  await bench.shoot("settings");
  seen("the setting, after a click on Open Settings");
  writeSettings(join(workspace, "old-server"));
  await bench.open(ADDRESS);
  await bench.openFile("sample.cu");
  const old = bench.notification("is version 0.0.9; this extension needs");
  await old.waitFor();
  await bench.shoot("old");
  seen("a message that the server is too old");
  await old.getByRole("button", { name: "How to Install" }).click();
  const page = await bench.frameWith("h2#the-server");
  assert.match(await page.locator("body").innerText(), /needs the program banklint-lsp/);
  seen("how to install it, after a click");
}

async function checkFindings(bench) {
  writeSettings(resolve(server));
  await bench.open(ADDRESS);
  await bench.openFile("sample.cu");
  await bench.until("squiggles", async () => (await bench.squiggles().count()) >= 2);
  await bench.until("an inlay hint", async () => (await bench.textOfEditor()).includes("32-way"));
  await bench.shoot("editor");
  seen("squiggles and inlay hints");
  await bench.page
    .locator(".codelens-decoration", { hasText: "excess wavefronts" })
    .first()
    .waitFor();
  seen("code lenses");
  await bench.goTo(7, 40);
  await bench.page.keyboard.press("Control+k");
  await bench.page.keyboard.press("Control+i");
  const hover = bench.page.locator(".monaco-hover:visible", { hasText: "bank 0 serves" }).first();
  await hover.waitFor();
  await hover.getByText("bank 0 serves").first().scrollIntoViewIfNeeded();
  await bench.shoot("hover");
  seen("a hover with a bank map");
  await bench.page.keyboard.press("Escape");
  await bench.command("View: Focus Problems");
  const problems = bench.page.locator(".markers-panel");
  await problems.locator(".monaco-list-row", { hasText: "32-way" }).first().waitFor();
  const rows = await problems.locator(".monaco-list-row").allInnerTexts();
  const same = rows.filter((row) => row.includes("takes 1024 wavefronts"));
  assert.equal(same.length, 1, "a problem is listed once");
  await bench.shoot("problems");
  const link = problems.locator("a", { hasText: "shared-bank-conflict" });
  seen(
    `the problem, ${(await link.count()) ? "with a link" : "without a link: this server has none"}`,
  );
  if (existsSync(CLANGD)) {
    assert.ok(
      rows.some((row) => row.includes("clang")),
      "a problem of clangd",
    );
    seen("clangd's own problem beside it, nothing doubled");
  }
  await bench.command("View: Close Panel");
}

async function checkPanel(bench) {
  await bench.goTo(17, 10);
  await bench.command("banklint: Show Bank Map");
  const frame = await bench.frameWith("#panel svg[role=img]");
  assert.match(await frame.locator("h1").innerText(), /sums/);
  assert.ok((await frame.locator(".bm-cell").count()) >= 8);
  await bench.shoot("panel-light");
  seen("the bank map of the access under the cursor");
  const slider = frame.locator("input[type=range]");
  assert.equal(await slider.count(), 1, "a slider");
  const before = await frame.locator(".bm-maps").innerText();
  await slider.focus();
  await bench.page.keyboard.press("Home");
  await bench.until(
    "another round",
    async () => (await frame.locator(".bm-maps").innerText()) !== before,
  );
  await bench.shoot("panel-round");
  seen("another round, by the slider");
  await bench.goTo(7, 40);
  await bench.until("another access", async () =>
    (await frame.locator("h1").innerText()).includes("tile"),
  );
  seen("the panel follows the cursor");
}

async function checkFix(bench) {
  const count = await bench.squiggles().count();
  await bench.goTo(7, 40);
  await bench.page.keyboard.press("Control+.");
  const fix = bench.page.locator(".action-widget .monaco-list-row", {
    hasText: "pad the last extent",
  });
  await fix.first().waitFor();
  await bench.shoot("quick-fix");
  // The first one has the focus.
  await bench.page.keyboard.press("Enter");
  await bench.until("the fix", async () => (await bench.textOfEditor()).includes("tile[32][33]"));
  await bench.until("a squiggle less", async () => (await bench.squiggles().count()) < count);
  await bench.until("no conflict", async () => !(await bench.textOfEditor()).includes("32-way"));
  await bench.shoot("fixed");
  seen("the quick fix, and the squiggle gone");
}

/** Replaces the text of the editor that has the focus. */
async function replaceText(bench, text) {
  await bench.focusEditor();
  await bench.page.keyboard.press("Control+a");
  await bench.page.keyboard.insertText(text);
}

async function checkChanges(bench) {
  await bench.open(ADDRESS);
  await bench.openFile("helper.h");
  await bench.page.waitForTimeout(2000);
  assert.equal(await bench.squiggles().count(), 0);
  await replaceText(bench, readFileSync(join(workspace, "sample.cu"), "utf8"));
  const hasHint = (text) => async () => (await bench.textOfEditor()).includes(text);
  await bench.until("an inlay hint", hasHint("32-way"));
  seen("a header of C++, served as soon as it is CUDA");
  const settings = join(workspace, ".vscode/settings.json");
  writeFileSync(settings, JSON.stringify({ "banklint.inlayHints": "all" }));
  await bench.until("a hint of all accesses", hasHint("no conflict"));
  await bench.shoot("header");
  seen("a setting, as soon as it is saved");
}

async function checkThemes(bench) {
  for (const [name, theme] of [
    ["dark", "Default Dark Modern"],
    ["contrast", "Default High Contrast"],
    ["contrast-light", "Default High Contrast Light"],
  ]) {
    writeSettings(resolve(server), { "workbench.colorTheme": theme });
    await bench.open(ADDRESS);
    await bench.openFile("sample.cu");
    await bench.until("squiggles", async () => (await bench.squiggles().count()) >= 2);
    await bench.goTo(17, 10);
    await bench.command("banklint: Show Bank Map");
    await bench.frameWith("#panel svg[role=img]");
    await bench.shoot(`panel-${name}`);
  }
  seen("screenshots of other themes, to be looked at");
}

const program = await prepare();
writeSettings("/no/such/server");
const editor = await startEditor(program);
const browser = await chromium.launch({
  executablePath: process.env.BANKLINT_CHROMIUM ?? "/usr/bin/chromium",
  // Containers and root have no sandbox.
  args: ["--no-sandbox"],
});
const bench = new Workbench(browser, screenshots);
try {
  await bench.open(ADDRESS);
  await checkMessages(bench);
  await checkFindings(bench);
  await checkPanel(bench);
  await checkFix(bench);
  await checkChanges(bench);
  await checkThemes(bench);
} catch (error) {
  await bench.shoot("failure");
  throw error;
} finally {
  console.log(`screenshots: ${screenshots}`);
  await browser.close();
  process.kill(-editor.pid);
}
