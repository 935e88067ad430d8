//===- documents.test.ts - Tests of what the server gets ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import manifest from "../package.json";
import { isCuda, onlyCuda } from "../src/documents";
import { pageOf } from "../src/page";
import { settingsForServer } from "../src/settings";

const document = (languageId: string, path: string, text = "", scheme = "file") => ({
  languageId,
  uri: { scheme, path },
  getText: () => text,
});

test("documents of CUDA are served, whatever they contain", () => {
  assert.ok(isCuda(document("cuda-cpp", "/a.cu")));
  assert.ok(isCuda(document("cuda-cpp", "Untitled-1", "", "untitled")));
  assert.ok(isCuda(document("cpp", "/a.cuh")));
});

test("headers of C++ are served if they contain device code", () => {
  assert.ok(isCuda(document("cpp", "/a.h", "__device__ int f();")));
  assert.ok(isCuda(document("c", "/a.h", "__shared__ float s[32];")));
  assert.ok(!isCuda(document("cpp", "/a.cpp", "int main() {}")));
  assert.ok(!isCuda(document("cpp", "/a.cpp", "int my__device__;")));
});

test("neither other languages nor what is not on the disk", () => {
  assert.ok(!isCuda(document("markdown", "/a.md", "__shared__")));
  assert.ok(!isCuda(document("cuda-cpp", "/a.cu", "", "git")));
});

test("a document reaches the server from when it is CUDA until it is closed", async () => {
  const log: string[] = [];
  let text = "";
  // What the middleware uses of VS Code's documents and events.
  const uri = { scheme: "file", path: "/a.h", toString: () => "file:///a.h" };
  const header = { languageId: "cpp", uri, getText: () => text } as any;
  const event = { document: header } as any;
  const next = (name: string) => async () => void log.push(name);
  const middleware = onlyCuda(async () => void log.push("whole text"));
  const hover = () =>
    middleware.provideHover!(header, {} as any, {} as any, (() => "hover") as any);

  await middleware.didOpen!(header, next("open"));
  await middleware.didChange!(event, next("change"));
  await middleware.didSave!(header, next("save"));
  assert.equal(hover(), null);
  assert.deepEqual(log.splice(0), []);

  text = "__device__ int f();";
  await middleware.didChange!(event, next("change"));
  assert.deepEqual(log.splice(0), ["whole text"]);
  await middleware.didOpen!(header, next("open"));
  text = "";
  await middleware.didChange!(event, next("change"));
  assert.equal(hover(), "hover");
  await middleware.didClose!(header, next("close"));
  await middleware.didClose!(header, next("close"));
  assert.deepEqual(log, ["open", "change", "close"]);
});

test("the server gets no settings of the extension, and none that is empty", () => {
  const given = { enable: true, server: { path: "x" }, trace: {}, arch: "", blockDims: [] };
  assert.deepEqual(settingsForServer(given), {});
  assert.deepEqual(settingsForServer(null), {});
  assert.deepEqual(settingsForServer({ codeLens: false, timeLimit: 0, arch: "sm_90" }), {
    codeLens: false,
    timeLimit: 0,
    arch: "sm_90",
  });
});

test("each setting has a description and a default", () => {
  for (const [name, setting] of Object.entries(manifest.contributes.configuration.properties)) {
    assert.ok("description" in setting || "markdownDescription" in setting, name);
    assert.ok("default" in setting, name);
  }
});

/** A file of the repository. The tests run from editors/vscode/dist-test. */
const fileOf = (path: string) => readFileSync(join(__dirname, "../../..", path), "utf8");

test("the settings are those of the server, and README.md has them all", () => {
  const names = Object.keys(manifest.contributes.configuration.properties);
  const reads = fileOf("lib/Lsp/Settings.cpp").matchAll(/\b(?:text|texts|number|flag)\("(\w+)"/g);
  const given = Object.fromEntries(names.map((name) => [name.split(".")[1]!, "x"]));
  const own = settingsForServer(given);
  assert.deepEqual(
    Object.keys(own).sort(),
    [...new Set(Array.from(reads, (read) => read[1]!))].sort(),
  );
  const rows = fileOf("editors/vscode/README.md").matchAll(/^\| `(banklint\.[\w.]+)`/gm);
  assert.deepEqual(Array.from(rows, (row) => row[1]).sort(), names.sort());
});

test("the extension has the version of banklint", () => {
  const version = /^project\(banklint VERSION ([\d.]+)/m.exec(fileOf("CMakeLists.txt"))?.[1];
  assert.equal(manifest.version, version);
});

test("the page runs its own script only", () => {
  const page = pageOf({ source: "https://own", script: "s.js", style: "s.css", nonce: "abc" });
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  assert.equal(policy, "default-src 'none'; style-src https://own; script-src 'nonce-abc'");
  assert.equal(page.match(/<script/g)?.length, 1);
  assert.ok(page.includes('<script nonce="abc" src="s.js">'));
});
