//===- version.test.ts - Tests of versions --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "../src/check";
import { isOlder, MINIMUM, parseVersion, spell } from "../src/version";
import manifest from "../package.json";

test("the version is read from what the server prints", () => {
  assert.deepEqual(parseVersion("banklint-lsp 0.1.0\n"), [0, 1, 0]);
  assert.deepEqual(parseVersion("banklint-lsp 12.34.5-rc1\n"), [12, 34, 5]);
});

test("other programs have no version", () => {
  assert.equal(parseVersion("clangd version 19.1.7\n"), undefined);
  assert.equal(parseVersion("not-banklint-lsp 1.2.3"), undefined);
  assert.equal(parseVersion("banklint-lsp 1.2"), undefined);
  assert.equal(parseVersion(""), undefined);
});

test("numbers of versions are compared as numbers, the first one first", () => {
  assert.ok(isOlder([0, 9, 0], [0, 10, 0]));
  assert.ok(isOlder([0, 9, 9], [1, 0, 0]));
  assert.ok(isOlder([1, 2, 3], [1, 2, 4]));
  assert.ok(!isOlder([1, 2, 3], [1, 2, 3]));
  assert.ok(!isOlder([2, 0, 0], [1, 9, 9]));
});

test("the oldest server that works is not newer than the extension", () => {
  assert.ok(!isOlder(parseVersion(`banklint-lsp ${manifest.version}`)!, MINIMUM));
});

test("a server that is too old is told with both versions", () => {
  const { problem } = judge("/old/banklint-lsp", "banklint-lsp 0.0.9\n");
  assert.equal(
    problem,
    `/old/banklint-lsp is version 0.0.9; this extension needs ${spell(MINIMUM)} or newer.`,
  );
});

test("a program that is something else is told", () => {
  const { problem } = judge("/bin/cat", "cat (GNU coreutils) 9.1\n");
  assert.equal(problem, "/bin/cat is not banklint's language server.");
});

test("a server that works has no problem", () => {
  assert.deepEqual(judge("x", `banklint-lsp ${spell(MINIMUM)}\n`), {
    version: spell(MINIMUM),
    problem: undefined,
  });
});
