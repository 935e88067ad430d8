//===- errors.test.js - What the language server survives -----------------===//
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
const { Client, Folder, TRANSPOSE, CAPABILITIES, PROGRAM, descendants, gone,
        sleep, rpc } = require('./client.js');

let client, folder;
beforeEach(() => {
  client = new Client();
  folder = new Folder();
});
afterEach(() => {
  client.process.kill('SIGKILL');
  folder.remove();
});

const at = (line, character) => ({ line, character });
const LOAD = at(4, 25);
const hoverOf = (uri, token) => client.request(
    'textDocument/hover', { textDocument: { uri }, position: LOAD }, token);

async function opened(text = TRANSPOSE, options = {}) {
  await client.initialize(options);
  const uri = folder.write('a.cu', text);
  client.open(uri, text);
  return uri;
}

async function stillWorks() {
  const uri = folder.write('works.cu', TRANSPOSE);
  client.open(uri, TRANSPOSE);
  assert.strictEqual((await client.diagnostics(uri, 1)).length, 1);
  assert.deepStrictEqual(await client.stop(), { code: 0, signal: null });
}

function killWorkers() {
  for (const pid of descendants(client.process.pid))
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Its successor has taken its place.
    }
}

// A server without a protocol library: bytes in, messages out.
class Raw {
  constructor() {
    this.process = childProcess.spawn(PROGRAM, [], { stdio: 'pipe' });
    this.process.stdin.on('error', () => {});
    this.bytes = Buffer.alloc(0);
    this.process.stdout.on('data', more => {
      this.bytes = Buffer.concat([this.bytes, more]);
    });
    this.ended = new Promise(resolve =>
        this.process.on('exit', (code, signal) => resolve({ code, signal })));
  }
  write(text) { this.process.stdin.write(text); }
  send(object) {
    const text = typeof object === 'string' ? object : JSON.stringify(object);
    this.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  async next() {
    for (let i = 0; i < 600; ++i) {
      const end = this.bytes.indexOf('\r\n\r\n');
      const length =
          end < 0 ? 0 : Number(/\d+/.exec(this.bytes.toString('latin1', 0, end)));
      if (end >= 0 && this.bytes.length >= end + 4 + length) {
        const text = this.bytes.toString('utf8', end + 4, end + 4 + length);
        this.bytes = this.bytes.subarray(end + 4 + length);
        return JSON.parse(text);
      }
      await sleep(50);
    }
    throw new Error('no message');
  }
  initialize() {
    this.send({ jsonrpc: '2.0', id: 1, method: 'initialize',
                params: { capabilities: {} } });
    return this.next();
  }
  async stop() {
    this.send({ jsonrpc: '2.0', id: 99, method: 'shutdown' });
    assert.strictEqual((await this.next()).id, 99);
    this.send({ jsonrpc: '2.0', method: 'exit' });
    assert.deepStrictEqual(await this.ended, { code: 0, signal: null });
  }
}

test('what is not JSON, and not a message', async () => {
  const raw = new Raw();
  await raw.initialize();
  for (const [text, code, id] of [
           ['{', -32700, null], ['', -32700, null], ['"text"', -32600, null],
           ['[]', -32600, null], ['{}', -32600, null],
           ['{"jsonrpc":"2.0","id":7}', -32600, 7],
           ['{"jsonrpc":"2.0","id":{},"method":"shutdown"}', -32600, null],
           ['{"jsonrpc":"2.0","id":8,"method":3}', -32600, 8],
           ['\xff\xfe', -32700, null],
           // A parser that recurses would overflow the stack.
           ['['.repeat(5_000_000), -32700, null],
           ['{"a":'.repeat(1_000_000), -32700, null]]) {
    raw.send(text);
    const answer = await raw.next();
    assert.strictEqual(answer.error?.code, code, text);
    assert.strictEqual(answer.id, id, text);
  }
  await raw.stop();
});

test('a header without a length is skipped', async () => {
  const raw = new Raw();
  await raw.initialize();
  raw.write('Content-Type: nothing\r\n\r\n');
  assert.strictEqual((await raw.next()).error.code, -32700);
  raw.write('Content-Length: many\r\n\r\n');
  assert.strictEqual((await raw.next()).error.code, -32700);
  await raw.stop();
});

test('a message in pieces, and several at once', async () => {
  const raw = new Raw();
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize',
                                params: { capabilities: {} } });
  const whole = `Content-Length: ${text.length}\r\n\r\n${text}`;
  for (let i = 0; i < whole.length; i += 5) {
    raw.write(whole.slice(i, i + 5));
    if (i % 50 === 0)
      await sleep(2);
  }
  assert.strictEqual((await raw.next()).id, 1);
  const one = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'nothing' });
  const two = JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'nothing' });
  raw.write(`content-length: ${one.length}\r\nX: y\r\n\r\n${one}` +
            `Content-Length: ${two.length}\r\n\r\n${two}`);
  assert.strictEqual((await raw.next()).id, 2);
  assert.strictEqual((await raw.next()).id, 3);
  await raw.stop();
});

test('a length beyond all sense ends the server', async () => {
  const raw = new Raw();
  await raw.initialize();
  raw.write('Content-Length: 99999999999\r\n\r\n');
  assert.strictEqual((await raw.next()).error.code, -32700);
  assert.deepStrictEqual(await raw.ended, { code: 1, signal: null });
});

test('half a message, then the end', async () => {
  const raw = new Raw();
  await raw.initialize();
  raw.write('Content-Length: 100\r\n\r\n{"json');
  raw.process.stdin.end();
  assert.deepStrictEqual(await raw.ended, { code: 1, signal: null });
});

test('requests out of order', async () => {
  await assert.rejects(hoverOf('file:///a.cu'), { code: -32002 });
  client.notify('textDocument/didChange', { textDocument: { uri: 'x' } });
  await client.initialize();
  await assert.rejects(client.request('initialize', {}), { code: -32600 });
  await client.request('shutdown');
  await assert.rejects(hoverOf('file:///a.cu'), { code: -32600 });
  await assert.rejects(client.request('shutdown'), { code: -32600 });
  client.notify('exit');
  assert.deepStrictEqual(await client.ended, { code: 0, signal: null });
});

test('exit without shutdown', async () => {
  await client.initialize();
  client.notify('exit');
  assert.deepStrictEqual(await client.ended, { code: 1, signal: null });
});

test('unknown methods and parameters that are not valid', async () => {
  const uri = await opened();
  await assert.rejects(client.request('textDocument/nothing', {}),
                       { code: -32601 });
  await assert.rejects(client.request('$/nothing', {}), { code: -32601 });
  client.notify('nothing', {});
  client.notify('$/nothing', {});
  for (const params of [{}, { textDocument: 1 }, { textDocument: { uri } },
                        { textDocument: { uri }, position: at(-1, 0) },
                        { textDocument: { uri: 'file:///other.cu' },
                          position: LOAD }])
    await assert.rejects(client.request('textDocument/hover', params),
                         { code: -32602 }, JSON.stringify(params));
  for (const params of [{}, { textDocument: { uri } },
                        { textDocument: { uri, version: 2 },
                          contentChanges: [{ range: 1, text: '' }] }])
    client.notify('textDocument/didChange', params);
  client.notify('textDocument/didOpen', { textDocument: { uri: 3 } });
  client.notify('workspace/didChangeWatchedFiles', { changes: [1, {}] });
  client.notify('workspace/didChangeConfiguration', { settings: 3 });
  assert.ok(await hoverOf(uri));
  await stillWorks();
});

test('edits outside of the text, and inside of a surrogate pair', async () => {
  const uri = await opened('// 😀😀\n' + TRANSPOSE);
  await client.diagnostics(uri, 1);
  // Behind the end of a line and of the text: their ends.
  client.change(uri, 2,
      { range: { start: at(0, 99), end: at(0, 999) }, text: ' end' },
      { range: { start: at(99, 0), end: at(999, 9) }, text: '// last\n' },
      // Within the first pair: nothing of it is torn apart.
      { range: { start: at(0, 4), end: at(0, 4) }, text: 'x' });
  assert.strictEqual((await client.diagnostics(uri, 2)).length, 1);
  await stillWorks();
});

test('a huge document', async () => {
  const line = '// ' + 'x'.repeat(97) + '\n';
  const uri = await opened(line.repeat(50000) + TRANSPOSE);
  const [one] = await client.diagnostics(uri, 1);
  assert.strictEqual(one.range.start.line, 50004);
  client.change(uri, 2, { range: { start: at(0, 3), end: at(0, 4) },
                          text: 'y' });
  assert.strictEqual((await client.diagnostics(uri, 2)).length, 1);
  await stillWorks();
});

// Clang's own way to have it crash.
for (const [name, pragma] of [['crashes', 'crash'],
                              ['aborts', 'llvm_fatal_error']])
  test(`an analysis that ${name}`, async () => {
    const uri = await opened();
    await client.diagnostics(uri, 1);
    client.change(uri, 2,
                  { text: `#pragma clang __debug ${pragma}\n` + TRANSPOSE });
    assert.strictEqual((await client.status('failed')).uri, uri);
    assert.strictEqual(await hoverOf(uri), null);
    // What was published before is not taken away.
    assert.strictEqual(client.published.filter(one => one.uri === uri).length,
                       1);
    client.change(uri, 3, { text: TRANSPOSE });
    assert.strictEqual((await client.diagnostics(uri, 3)).length, 1);
    await stillWorks();
  });

// The recursion of Clang's own way to overflow the stack is compiled to a loop.
const HANG = '#pragma clang __debug overflow_stack\n' + TRANSPOSE;

test('a parse that never ends: the limit of processor time', async () => {
  const uri = await opened(HANG, { initializationOptions: { timeLimit: 1 } });
  assert.match((await client.status('failed')).message,
               /time limit of 1 s was reached/);
  client.change(uri, 2, { text: TRANSPOSE });
  assert.strictEqual((await client.diagnostics(uri, 2)).length, 1);
  // The thread that was given up has ended with its process.
  for (let i = 0; i < 100 && descendants(client.process.pid).length > 1; ++i)
    await sleep(20);
  assert.strictEqual(descendants(client.process.pid).length, 1);
  await stillWorks();
});

test('an analysis that never ends: the limit', async () => {
  const uri = await opened(HANG,
                           { initializationOptions: { hardTimeLimit: 1,
                                                     timeLimit: 0 } });
  const status = await client.status('failed');
  assert.match(status.message, /time limit/);
  await client.until(() => client.notifications.find(
      one => one.method === '$/progress' && one.params.value.kind === 'end'),
      'end of the progress');
  client.change(uri, 2, { text: TRANSPOSE });
  assert.strictEqual((await client.diagnostics(uri, 2)).length, 1);
  await stillWorks();
});

test('an analysis that never ends: requests, edits and processes', async () => {
  const uri = await opened(HANG);
  const token = new rpc.CancellationTokenSource();
  const cancelled = hoverOf(uri, token.token);
  const modified = hoverOf(uri);
  await client.status('analyzing');
  token.cancel();
  await assert.rejects(cancelled, { code: -32800 });
  client.change(uri, 2, { text: TRANSPOSE });
  await assert.rejects(modified, { code: -32801 });
  assert.strictEqual((await client.diagnostics(uri, 2)).length, 1);
  // The one that hangs was ended: the worker is all there is.
  for (let i = 0; i < 100 && descendants(client.process.pid).length > 1; ++i)
    await sleep(20);
  assert.strictEqual(descendants(client.process.pid).length, 1);
  await stillWorks();
});

test('a pending request at shutdown is answered', async () => {
  const uri = await opened(HANG);
  const asked = hoverOf(uri);
  const ended = client.stop();
  await assert.rejects(asked, { code: -32800 });
  assert.deepStrictEqual(await ended, { code: 0, signal: null });
});

test('a worker that is killed', async () => {
  const uri = await opened();
  await client.diagnostics(uri, 1);
  killWorkers();
  client.change(uri, 2, { text: TRANSPOSE + '\n' });
  assert.strictEqual((await client.diagnostics(uri, 2)).length, 1);
  killWorkers();
  // It is analyzed again for what only the worker knew.
  const map = await client.request(
      'banklint/bankMap', { textDocument: { uri }, position: LOAD });
  assert.strictEqual(map.requests[0].ways, 32);
  await stillWorks();
});

test('a client that dies leaves no process', async () => {
  const uri = await opened();
  await client.diagnostics(uri, 1);
  client.change(uri, 2, { text: HANG });
  await client.status('analyzing');
  const all = [client.process.pid, ...descendants(client.process.pid)];
  assert.ok(all.length >= 3);
  client.process.stdin.destroy();
  assert.ok(await gone(all));
});

test('a server that is killed leaves no process', async () => {
  await opened(HANG);
  await client.status('analyzing');
  const all = [client.process.pid, ...descendants(client.process.pid)];
  client.process.kill('SIGKILL');
  assert.ok(await gone(all));
});

test('the process of the client ends, and the pipe stays', async () => {
  const editor = childProcess.spawn('sleep', ['600']);
  await client.initialize({ processId: editor.pid });
  editor.kill('SIGKILL');
  await client.ended;
});

test('edits while an analysis runs end with the newest text', async () => {
  const uri = await opened();
  for (let version = 2; version <= 60; ++version) {
    const width = version === 60 ? 33 : 32;
    client.change(uri, version,
                  { text: TRANSPOSE.replace('[32][32]', `[32][${width}]`) });
    if (version % 4 === 0)
      await sleep(5);
  }
  assert.deepStrictEqual(await client.diagnostics(uri, 60), []);
  assert.strictEqual(client.published.at(-1).version, 60);
  await stillWorks();
});

test('a document that closes while it is analyzed', async () => {
  const uri = await opened(HANG);
  const asked = hoverOf(uri);
  client.close(uri);
  await assert.rejects(asked, { code: -32801 });
  assert.deepStrictEqual(await client.diagnostics(uri), []);
  await stillWorks();
});

test('more documents than workers', async () => {
  await client.initialize();
  const uris = Array.from({ length: 20 }, (_, i) =>
      folder.write(`${i}.cu`, TRANSPOSE));
  for (const uri of uris)
    client.open(uri, TRANSPOSE);
  for (const uri of uris)
    assert.strictEqual((await client.diagnostics(uri, 1)).length, 1);
  // Forks of the last analyses may still be about to end.
  for (let i = 0; i < 100 && descendants(client.process.pid).length > 8; ++i)
    await sleep(20);
  assert.ok(descendants(client.process.pid).length <= 8);
  client.change(uris[0], 2, { text: TRANSPOSE });
  assert.strictEqual((await client.diagnostics(uris[0], 2)).length, 1);
  await stillWorks();
});
