//===- features.test.js - What the language server shows ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

'use strict';

const assert = require('node:assert');
const childProcess = require('node:child_process');
const fs = require('node:fs');
const { test, beforeEach, afterEach } = require('node:test');
const { Client, Folder, TRANSPOSE, CAPABILITIES, apply } =
    require('./client.js');

let client, folder;
beforeEach(() => {
  client = new Client();
  folder = new Folder();
});
afterEach(async () => {
  const ended = await client.stop();
  folder.remove();
  assert.deepStrictEqual(ended, { code: 0, signal: null });
  assert.strictEqual(client.errors, '');
});

const LOAD = { line: 4, character: 25 };
const at = (line, character) => ({ line, character });
const document = uri => ({ textDocument: { uri } });

async function opened(text = TRANSPOSE, name = 'a.cu', options = {}) {
  await client.initialize(options);
  const uri = folder.write(name, text);
  client.open(uri, text);
  return { uri, diagnostics: await client.diagnostics(uri, 1) };
}

async function actions(uri, position, only) {
  return client.request('textDocument/codeAction', {
    ...document(uri),
    range: { start: position, end: position },
    context: { diagnostics: [], only },
  });
}

test('capabilities', async () => {
  const result = await client.initialize();
  assert.strictEqual(result.serverInfo.name, 'banklint-lsp');
  assert.strictEqual(result.capabilities.positionEncoding, 'utf-16');
  assert.strictEqual(result.capabilities.textDocumentSync.change, 2);
  for (const name of ['hoverProvider', 'inlayHintProvider',
                      'codeLensProvider', 'codeActionProvider',
                      'executeCommandProvider'])
    assert.ok(result.capabilities[name], name);
});

test('a diagnostic is that of the command line', async () => {
  const { uri, diagnostics } = await opened();
  assert.strictEqual(diagnostics.length, 1);
  const one = diagnostics[0];
  assert.strictEqual(one.source, 'banklint');
  assert.strictEqual(one.code, 'shared-bank-conflict');
  assert.match(one.message, /32-way/);
  assert.deepStrictEqual(one.range, { start: at(4, 21), end: at(4, 51) });
  assert.match(one.data.fingerprint, /^[0-9a-f]{32}$/);
  assert.ok(one.relatedInformation.some(
      note => note.location.uri === uri &&
              note.location.range.start.line === 1));
  const banklint = client.process.spawnfile.replace(/banklint-lsp$/, 'banklint');
  const told = childProcess.spawnSync(
      banklint, ['--format=json', folder.file('a.cu')], { encoding: 'utf8' });
  const finding = JSON.parse(told.stdout).findings[0];
  assert.strictEqual(one.message, finding.message);
  assert.strictEqual(one.range.start.line + 1, finding.line);
  assert.strictEqual(one.range.start.character + 1, finding.column);
});

test('a client that knows less gets less', async () => {
  const several = Array.from({ length: 9 }, (_, i) =>
      TRANSPOSE.replaceAll('transpose', `t${i}`)
               .replaceAll('run', `run${i}`)).join('');
  const { diagnostics } =
      await opened(several, 'a.cu', { capabilities: {} });
  assert.strictEqual(diagnostics.length, 9);
  for (const one of diagnostics)
    assert.deepStrictEqual(Object.keys(one).sort(), [
      'code', 'message', 'range', 'severity', 'source']);
});

test('a quick fix is versioned, and the finding goes', async () => {
  const { uri } = await opened();
  const fix = (await actions(uri, LOAD)).find(one => one.isPreferred);
  assert.strictEqual(fix.kind, 'quickfix');
  assert.strictEqual(fix.diagnostics[0].code, 'shared-bank-conflict');
  const [change] = fix.edit.documentChanges;
  assert.deepStrictEqual(change.textDocument, { uri, version: 1 });
  const text = apply(TRANSPOSE, change.edits);
  assert.match(text, /tile\[32\]\[(32 \+ 1|33)\]/);
  client.change(uri, 2, { text });
  assert.deepStrictEqual(await client.diagnostics(uri, 2), []);
});

test('edits without versions for a client without them', async () => {
  const { uri } = await opened(TRANSPOSE, 'a.cu', { capabilities: {} });
  const fix = (await actions(uri, LOAD)).find(one => one.isPreferred);
  assert.deepStrictEqual(Object.keys(fix.edit.changes), [uri]);
});

test('suppress here', async () => {
  const { uri } = await opened();
  const action =
      (await actions(uri, LOAD)).find(one => /Suppress/.test(one.title));
  const text = apply(TRANSPOSE, action.edit.documentChanges[0].edits);
  assert.match(text, /; \/\/ NOLINT\(shared-bank-conflict\): TODO say why$/m);
  client.change(uri, 2, { text });
  assert.deepStrictEqual(await client.diagnostics(uri, 2), []);
});

test('suppress in a macro', async () => {
  const text = TRANSPOSE.replace(
      '  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n',
      '  LOAD(out)\n').replace(/^/, `#define LOAD(p) \\
  p[threadIdx.x] = tile[threadIdx.x][threadIdx.y]; \\
  __syncthreads();
`);
  const { uri, diagnostics } = await opened(text);
  assert.strictEqual(diagnostics.length, 1);
  const action = (await actions(uri, diagnostics[0].range.start))
                     .find(one => /Suppress/.test(one.title));
  const suppressed = apply(text, action.edit.documentChanges[0].edits);
  client.change(uri, 2, { text: suppressed });
  assert.deepStrictEqual(await client.diagnostics(uri, 2), []);
});

test('state the assumed block', async () => {
  const kernel = TRANSPOSE.split('\n').slice(0, 6).join('\n') + '\n';
  const { uri } = await opened(kernel);
  const action =
      (await actions(uri, LOAD)).find(one => /State the block/.test(one.title));
  const text = apply(kernel, action.edit.documentChanges[0].edits);
  assert.match(text, /\{ \/\/ banklint: block=\d+/);
  client.change(uri, 2, { text });
  await client.diagnostics(uri, 2);
  const left = await actions(uri, LOAD);
  assert.ok(!left.some(one => /State the block/.test(one.title)));
  const hover = await client.request('textDocument/hover',
                                     { ...document(uri), position: LOAD });
  assert.match(hover.contents.value, /annotation/);
});

test('a mistake in an annotation is a diagnostic', async () => {
  const { diagnostics } =
      await opened('// banklint: block=0\n' + TRANSPOSE);
  const one = diagnostics.find(each => each.code === 'annotation');
  assert.strictEqual(one.severity, 1);
  assert.strictEqual(one.range.start.line, 0);
});

test('fix all', async () => {
  const { uri } = await opened();
  const found = await actions(uri, at(0, 0), ['source.fixAll']);
  assert.strictEqual(found.length, 1);
  assert.strictEqual(found[0].kind, 'source.fixAll.banklint');
  const text = apply(TRANSPOSE, found[0].edit.documentChanges[0].edits);
  client.change(uri, 2, { text });
  assert.deepStrictEqual(await client.diagnostics(uri, 2), []);
  assert.deepStrictEqual(await actions(uri, at(0, 0), ['source.fixAll']), []);
});

test('only the kinds that are asked for', async () => {
  const { uri } = await opened();
  assert.deepStrictEqual(await actions(uri, LOAD, ['refactor']), []);
  for (const one of await actions(uri, LOAD, ['quickfix']))
    assert.strictEqual(one.kind, 'quickfix');
});

test('hover on an access and on an array', async () => {
  const { uri } = await opened();
  const access = await client.request('textDocument/hover',
                                      { ...document(uri), position: LOAD });
  assert.strictEqual(access.contents.kind, 'markdown');
  for (const part of [/32-way conflict/, /block 32x8x1/, /from the launch on line 7/,
                      /```text\nwarp 0/, /bank  0  1/])
    assert.match(access.contents.value, part);
  const array = await client.request(
      'textDocument/hover', { ...document(uri), position: at(1, 20) });
  assert.match(array.contents.value, /shared array `tile`, 4096 bytes/);
  assert.strictEqual(await client.request('textDocument/hover', {
    ...document(uri), position: at(0, 0) }), null);
});

test('inlay hints', async () => {
  const text = TRANSPOSE + `
__global__ void strided(float *out, int n, const int *index) {
  __shared__ float s[4096];
  s[n * threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[index[threadIdx.x]];
}
void run(float *out, int n) { strided<<<1, 32>>>(out, n, nullptr); }
`;
  const { uri } = await opened(text);
  const range = { start: at(0, 0), end: at(99, 0) };
  const hints = await client.request('textDocument/inlayHint',
                                     { ...document(uri), range });
  assert.deepStrictEqual(hints.map(one => one.label),
                         ['32-way', 'depends on n', 'unknown']);
  assert.deepStrictEqual(hints[0].position, at(4, 51));
  assert.match(hints[2].tooltip.value, /data-dependent-index/);
  client.notify('workspace/didChangeConfiguration',
                { settings: { banklint: { inlayHints: 'all' } } });
  const all = await client.request('textDocument/inlayHint',
                                   { ...document(uri), range });
  assert.strictEqual(all.length, 4);
  client.notify('workspace/didChangeConfiguration',
                { settings: { banklint: { inlayHints: 'off' } } });
  assert.deepStrictEqual(await client.request(
      'textDocument/inlayHint', { ...document(uri), range }), []);
});

test('code lens and its command', async () => {
  const { uri } = await opened();
  const [lens] = await client.request('textDocument/codeLens', document(uri));
  assert.strictEqual(lens.command.title,
                     '1 launch, 248 excess wavefronts a block, 4096 shared bytes');
  assert.strictEqual(lens.range.start.line, 0);
  await client.request('workspace/executeCommand', {
    command: lens.command.command, arguments: lens.command.arguments });
  await client.message(/block 32x8x1/);
  await assert.rejects(client.request('workspace/executeCommand',
                                      { command: 'other' }), { code: -32602 });
});

test('bank map', async () => {
  const { uri } = await opened();
  const map = await client.request('banklint/bankMap',
                                   { ...document(uri), position: LOAD });
  assert.match(map.title, /^tile\[threadIdx.x\]\[threadIdx.y\] in `transpose`/);
  const [first, fixed] = map.maps;
  assert.strictEqual(first.label, 'as written');
  assert.strictEqual(first.fix, null);
  const request = map.requests[first.rounds[0].request];
  assert.strictEqual(request.ways, 32);
  assert.strictEqual(request.operation, 'load');
  assert.strictEqual(request.addresses.length, 32);
  const banks = new Set(request.addresses.map(a => (a / 4) % 32));
  assert.strictEqual(banks.size, 1);
  assert.deepStrictEqual(request.parts, ['ffffffff']);
  assert.match(fixed.label, /^with the fix: pad /);
  assert.strictEqual(map.requests[fixed.rounds[0].request].ways, 1);
  assert.strictEqual(await client.request('banklint/bankMap', {
    ...document(uri), position: at(0, 0) }), null);
});

test('bank map of an access in a loop, with and without a finding', async () => {
  const { uri } = await opened(`__global__ void reduce(float *out) {
  __shared__ float sums[256];
  for (int s = 1; s < 256; s *= 2)
    if (2 * s * threadIdx.x < 256)
      sums[2 * s * threadIdx.x] = s;
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x] += sums[threadIdx.x + i];
}
void run(float *out) { reduce<<<1, 256>>>(out); }
`);
  const waysAt = async position => {
    const map = await client.request('banklint/bankMap',
                                     { ...document(uri), position });
    return map.maps[0].rounds.map(
        ({ loops, request }) => [...loops[0], map.requests[request].ways]);
  };
  assert.deepStrictEqual(
      (await waysAt(at(4, 8))).slice(0, 4),
      [['s', 1, 2], ['s', 2, 4], ['s', 4, 8], ['s', 8, 8]]);
  assert.strictEqual((await waysAt(at(6, 26)))[0][2], 1);
});

test('what the configuration or a comment accepts is left out', async () => {
  folder.write('.banklint', 'Checks: -shared-bank-conflict\n');
  const { uri, diagnostics } = await opened();
  assert.deepStrictEqual(diagnostics, []);
  folder.write('.banklint', 'Checks: shared-bank-conflict\n');
  client.published.length = 0;
  client.notify('workspace/didChangeWatchedFiles',
                { changes: [{ uri: folder.uri('.banklint'), type: 2 }] });
  assert.strictEqual((await client.diagnostics(uri, 1)).length, 1);
});

test('the last good configuration is kept', async () => {
  folder.write('.banklint', 'Checks: -shared-bank-conflict\n');
  const { uri } = await opened();
  folder.write('.banklint', 'Checks: [half\n');
  client.published.length = 0;
  client.notify('workspace/didChangeWatchedFiles',
                { changes: [{ uri: folder.uri('.banklint'), type: 2 }] });
  assert.deepStrictEqual(await client.diagnostics(uri, 1), []);
  await client.message(/last configuration that was valid/);
});

test('the last good compilation database is kept', async () => {
  const text = TRANSPOSE.replace('[32][32]', '[32][WIDTH]');
  const entry = [{ directory: folder.path, file: 'a.cu',
                   command: 'nvcc -DWIDTH=32 a.cu' }];
  folder.write('compile_commands.json', JSON.stringify(entry));
  const { uri, diagnostics } = await opened(text);
  assert.strictEqual(diagnostics.length, 1);
  entry[0].command = 'nvcc -DWIDTH=33 a.cu';
  folder.write('compile_commands.json', JSON.stringify(entry));
  client.change(uri, 2, { text });
  assert.deepStrictEqual(await client.diagnostics(uri, 2), []);
  folder.write('compile_commands.json', '[{"directory": ');
  client.change(uri, 3, { text });
  assert.deepStrictEqual(await client.diagnostics(uri, 3), []);
});

test('watchers are registered', async () => {
  await client.initialize();
  await client.until(() => client.registered[0], 'registration');
  const globs = client.registered[0].registerOptions.watchers.map(
      one => one.globPattern);
  assert.ok(globs.includes('**/.banklint'));
  assert.ok(globs.includes('**/compile_commands.json'));
});

test('settings: a block, and mistakes', async () => {
  const { diagnostics } = await opened(TRANSPOSE, 'a.cu', {
    initializationOptions: { blockDims: ['1'], arch: 'sm_1', nosuch: 1 } });
  assert.deepStrictEqual(diagnostics, []);
  await client.message(/setting 'arch'/);
  await client.message(/setting 'nosuch': there is no such setting/);
});

test('settings are asked for', async () => {
  client.configuration = { blockDims: ['1'] };
  await client.initialize({
    capabilities: { ...CAPABILITIES, workspace: { configuration: true } } });
  const uri = folder.write('a.cu', TRANSPOSE);
  client.open(uri, TRANSPOSE);
  await client.until(() => client.published.find(
      one => one.diagnostics.length === 0), 'diagnostics for the block');
});

test('a cap', async () => {
  const loads = Array.from({ length: 20 }, (_, i) =>
      `__global__ void k${i}(float *out) { __shared__ float t[32][32];
  t[threadIdx.x][${i}] = 1; __syncthreads(); out[0] = t[0][0]; }
void r${i}(float *out) { k${i}<<<1, 32>>>(out); }\n`).join('');
  const { diagnostics } = await opened(loads, 'a.cu',
      { initializationOptions: { maxDiagnostics: 5 } });
  assert.strictEqual(diagnostics.length, 6);
  assert.match(diagnostics[5].message, /^15 more findings/);
});

test('parse errors are never published', async () => {
  const { diagnostics } =
      await opened(TRANSPOSE + '\nvoid broken( { undeclared = ; }\n');
  assert.ok(diagnostics.every(one => one.code.startsWith('shared-')));
});

test('an edited header changes the findings of its readers', async () => {
  await client.initialize();
  const header = folder.write('tile.h', '#define WIDTH 33\n');
  const text = '#include "tile.h"\n' +
               TRANSPOSE.replace('[32][32]', '[32][WIDTH]');
  const uri = folder.write('a.cu', text);
  client.open(uri, text, 7);
  assert.deepStrictEqual(await client.diagnostics(uri, 7), []);
  client.open(header, '#define WIDTH 33\n', 1, 'cpp');
  client.published.length = 0;
  // Never written to the disk.
  client.change(header, 2, {
    range: { start: at(0, 14), end: at(0, 16) }, text: '32' });
  const found = await client.until(() => client.published.find(
      one => one.uri === uri && one.diagnostics.length === 1), 'finding');
  assert.strictEqual(found.version, 7);
  // From the disk again.
  client.published.length = 0;
  client.close(header);
  await client.until(() => client.published.find(
      one => one.uri === uri && one.diagnostics.length === 0), 'no finding');
});

test('an untitled document', async () => {
  await client.initialize({
    workspaceFolders: [{ uri: folder.uri(''), name: 'w' }] });
  client.open('untitled:Untitled-1', TRANSPOSE);
  const found = await client.diagnostics('untitled:Untitled-1', 1);
  assert.strictEqual(found.length, 1);
  assert.ok(found[0].relatedInformation.length > 0);
  const fix = (await actions('untitled:Untitled-1', LOAD))
                  .find(one => one.isPreferred);
  assert.strictEqual(fix.edit.documentChanges[0].textDocument.uri,
                     'untitled:Untitled-1');
  assert.deepStrictEqual(fs.readdirSync(folder.path), []);
});

test('two folders, each with a configuration', async () => {
  await client.initialize({ workspaceFolders: [
    { uri: folder.uri('one'), name: 'one' },
    { uri: folder.uri('two'), name: 'two' }] });
  folder.write('one/.banklint', 'Checks: -shared-bank-conflict\n');
  const one = folder.write('one/a.cu', TRANSPOSE);
  const two = folder.write('two/a.cu', TRANSPOSE);
  client.open(one, TRANSPOSE);
  client.open(two, TRANSPOSE);
  assert.strictEqual((await client.diagnostics(one, 1)).length, 0);
  assert.strictEqual((await client.diagnostics(two, 1)).length, 1);
});

test('incremental edits, CRLF, and characters beyond the basic plane',
     async () => {
  const text = '// 𝔸𝔹 ü\r\n' + TRANSPOSE.replaceAll('\n', '\r\n');
  const { uri, diagnostics } = await opened(text);
  assert.strictEqual(diagnostics[0].range.start.line, 5);
  // Between the two letters, which are two units each, and then the padding.
  client.change(uri, 2,
      { range: { start: at(0, 5), end: at(0, 7) }, text: '😀 ' },
      { range: { start: at(2, 28), end: at(2, 30) }, text: '33' });
  assert.deepStrictEqual(await client.diagnostics(uri, 2), []);
  client.change(uri, 3,
      { range: { start: at(2, 28), end: at(2, 30) }, text: '32' },
      { range: { start: at(5, 2), end: at(5, 2) }, text: '/*😀*/ ' });
  const [moved] = await client.diagnostics(uri, 3);
  assert.deepStrictEqual(moved.range.start, at(5, 21 + 7));
});

test('UTF-8 positions', async () => {
  const result = await client.initialize({ capabilities: {
    ...CAPABILITIES, general: { positionEncodings: ['utf-8', 'utf-16'] } } });
  assert.strictEqual(result.capabilities.positionEncoding, 'utf-8');
  const text = TRANSPOSE.replace('  out[threadIdx.x] =',
                                 '  /*😀*/ out[threadIdx.x] =');
  const uri = folder.write('a.cu', text);
  client.open(uri, text);
  const [one] = await client.diagnostics(uri, 1);
  assert.deepStrictEqual(one.range.start, at(4, 21 + 9));
});

test('a URI with characters that are escaped', async () => {
  const { uri, diagnostics } = await opened(TRANSPOSE, 'a b ü%.cu');
  assert.match(uri, /a%20b/);
  assert.strictEqual(diagnostics.length, 1);
});

test('a document of another language is left alone', async () => {
  await client.initialize();
  const uri = folder.write('a.py', 'print()');
  client.open(uri, 'print()', 1, 'python');
  await assert.rejects(client.request('textDocument/hover', {
    ...document(uri), position: at(0, 0) }), { code: -32602 });
  assert.deepStrictEqual(client.published, []);
});
