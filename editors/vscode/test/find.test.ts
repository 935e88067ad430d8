//===- find.test.ts - Tests of finding the server -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { checkProgram } from "../src/check";
import { expand, findProgram } from "../src/find";

const root = mkdtempSync(join(tmpdir(), "banklint-find-"));
after(() => rmSync(root, { recursive: true }));

function addFile(path: string, mode: number, text = "#!/bin/sh\n"): string {
  const file = join(root, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const plain = addFile("plain/banklint-lsp", 0o644);
const first = addFile("first/banklint-lsp", 0o755);
addFile("second/banklint-lsp", 0o755);
const inHome = addFile("home/bin/server", 0o755);
mkdirSync(join(root, "folder/banklint-lsp"), { recursive: true });

const around = {
  home: join(root, "home"),
  workspace: join(root, "first"),
  path: ["folder", "plain", "first", "second"].map((name) => join(root, name)).join(":"),
};

test("without a setting, it is the first program of PATH", async () => {
  assert.equal(await findProgram("", around), first);
  assert.equal(await findProgram("  ", around), first);
  assert.equal(await findProgram("banklint-lsp", around), first);
});

test("a path is taken as it is, from the home folder or from the workspace", async () => {
  assert.equal(await findProgram(first, around), first);
  assert.equal(await findProgram("~/bin/server", around), inHome);
  assert.equal(await findProgram("./banklint-lsp", around), first);
  assert.equal(await findProgram("${workspaceFolder}/banklint-lsp", around), first);
});

test("what cannot be run is not found", async () => {
  assert.equal(await findProgram(plain, around), undefined);
  assert.equal(await findProgram(join(root, "folder/banklint-lsp"), around), undefined);
  assert.equal(await findProgram("no-such-program", around), undefined);
  assert.equal(await findProgram("", { ...around, path: "" }), undefined);
});

test("an entry of PATH that is not absolute is not looked into", async () => {
  assert.equal(
    await findProgram("", { ...around, path: `:.:${root}/second` }),
    `${root}/second/banklint-lsp`,
  );
});

test("a folder's name is no pattern", () => {
  assert.equal(expand("~/a", { ...around, home: "/h$&" }), "/h$&/a");
  assert.equal(expand("/a/~", around), "/a/~");
});

test("a program that works is asked for its version", async () => {
  const file = addFile("good", 0o755, "#!/bin/sh\n[ $1 = --version ] && echo banklint-lsp 7.8.9\n");
  assert.deepEqual(await checkProgram(file), { version: "7.8.9", problem: undefined });
});

test("a program that fails is told with what it says", async () => {
  const file = addFile("bad", 0o755, "#!/bin/sh\necho no libLLVM >&2\nexit 127\n");
  assert.equal((await checkProgram(file)).problem, `${file} does not run: no libLLVM`);
});
