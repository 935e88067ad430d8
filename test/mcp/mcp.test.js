//===- mcp.test.js - The server for agents, by a client of the protocol ---===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
'use strict';

const assert = require('node:assert/strict');
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');

const Server = process.env.BANKLINT_MCP;

const Column = `__global__ void column(float *out, const float *in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void run(float *p) { column<<<1, dim3(32, 32)>>>(p, p); }
`;

let folder, client;

/** Starts a server in `folder` and connects to it. */
async function connect(args = []) {
  const made = new Client({ name: 'test', version: '1' });
  await made.connect(new StdioClientTransport({ command: Server, args, cwd: folder }));
  return made;
}

/** The text that a tool answers with. */
async function call(name, args, of = client) {
  const answer = await of.callTool({ name, arguments: args });
  assert.equal(answer.content.length, 1);
  assert.equal(answer.content[0].type, 'text');
  return { text: answer.content[0].text, isError: answer.isError };
}

function write(name, text) {
  fs.writeFileSync(path.join(folder, name), text);
}

before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'banklint-mcp-'));
  write('column.cu', Column);
  client = await connect();
});

after(async () => {
  await client.close();
  fs.rmSync(folder, { recursive: true });
});

test('says what it is and what it can', async () => {
  assert.equal(client.getServerVersion().name, 'banklint');
  assert.match(client.getInstructions(), /check/);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), [
    'check', 'list_accesses', 'try_layouts', 'apply_fixes', 'explain',
  ]);
  for (const tool of tools)
    assert.equal(tool.annotations.readOnlyHint, tool.name !== 'apply_fixes');
  // Each session of an agent pays for it.
  assert.ok(JSON.stringify(tools).length < 5000, JSON.stringify(tools).length);
});

test('check names cost, cause and fix as changed lines', async () => {
  const { text, isError } = await call('check', { path: 'column.cu' });
  assert.equal(isError, false);
  assert.match(text, /^column\.cu:5:22: warning: load of .* takes 1,024 wavefronts per block instead of 32/);
  assert.match(text, /\n {2}kernel: column, block 32x32x1\n/);
  assert.match(text, /\n {2}why: in warp 0, lanes 0-31 each need a different word of bank 0/);
  assert.match(text, /\n {2}fix \(automatic\): pad the last extent to 33/);
  assert.match(text, /\n {4}- {2}__shared__ float tile\[32\]\[32\];\n {4}\+ {2}__shared__ float tile\[32\]\[33\];\n/);
  assert.match(text, /\n1 finding \(fixes: 1 automatic, 0 suggested\); 2 accesses in 1 kernel: 2 exact\n$/);
  assert.ok(text.length < 1000, text);
});

test('check takes a text in place of a file', async () => {
  const fixed = Column.replace('[32][32]', '[32][33]');
  const { text } = await call('check', { path: 'column.cu', text: fixed });
  assert.match(text, /^0 findings; 2 accesses in 1 kernel: 2 exact/);
  const unnamed = await call('check', { text: Column });
  assert.match(unnamed.text, /takes 1,024 wavefronts/);
});

test('check passes options, blocks and architectures on', async () => {
  const source = `__global__ void k(float *p) {
  __shared__ float s[N];
  p[threadIdx.x] = s[threadIdx.x * STRIDE % N];
}
`;
  const { text } = await call('check', {
    text: source, compile_options: ['-DN=1024', '-DSTRIDE=4'], block: ['64'], arch: 'sm_80',
  });
  assert.match(text, /4-way/);
  assert.match(text, /block 64x1x1/);
  assert.match(text, /sm_80: wavefronts follow rules that were measured only on sm_90/);
});

test('list_accesses lists all, or those of a kernel', async () => {
  const { text } = await call('list_accesses', { path: 'column.cu' });
  assert.match(text, /^column, block 32x32x1 \(from the launch on line 7\)\n/);
  assert.match(text, /column\.cu:3:3: store .*: exact: 1 wavefront a request; 32 a block\n/);
  assert.match(text, /column\.cu:5:22: load .*: exact: 32 wavefronts a request instead of 1; 1,024 a block instead of 32\n/);
  const other = await call('list_accesses', { path: 'column.cu', kernel: 'colum' });
  assert.match(other.text, /no kernel named 'colum' uses shared memory; did you mean 'column'\?/);
});

test('try_layouts compares combinations', async () => {
  const { text } = await call('try_layouts', {
    path: 'column.cu', block: ['32,32', '32,8'], pad: ['tile:0..1'],
  });
  const rows = text.split('\n').slice(2, 6).map((row) => row.trim().split(/ {2,}/));
  assert.deepEqual(rows.map((row) => row.slice(0, 4)), [
    ['32x32x1', '+0', '1,056', '64'],
    ['32x32x1', '+1', '64', '64'],
    ['32x8x1', '+0', '264', '16'],
    ['32x8x1', '+1', '16', '16'],
  ]);
});

test('apply_fixes writes the file', async () => {
  write('fixed.cu', Column);
  const { text, isError } = await call('apply_fixes', { path: 'fixed.cu' });
  assert.equal(isError, false);
  assert.match(text, /^fixed\.cu:5:22: fixed: load of/);
  assert.match(fs.readFileSync(path.join(folder, 'fixed.cu'), 'utf8'), /tile\[32\]\[33\]/);
  const again = await call('check', { path: 'fixed.cu' });
  assert.match(again.text, /^0 findings/);
});

test('apply_fixes changes what is named, and nothing else', async () => {
  const { text, isError } = await call('apply_fixes', { build_dir: '.' });
  assert.equal(isError, true);
  assert.match(text, /'path' is missing: name what to change/);
});

test('explain takes a check, a reason or a rule', async () => {
  const check = await call('explain', { check: 'possible' });
  // Two checks have it in their names.
  assert.equal(check.isError, true);
  assert.match(check.text, /shared-possible-atomic-contention, shared-possible-bank-conflict/);
  assert.match((await call('explain', { check: 'shared-bank-conflict' })).text, /^# shared-bank-conflict/);
  assert.match((await call('explain', { reason: 'may-merge' })).text, /^may-merge: .*\nremedy: /);
  assert.match((await call('explain', { rule: 'M1' })).text, /^rule M1: /);
  assert.match((await call('explain', {})).text, /name one check, reason or rule/);
});

test('pages can be listed and read', async () => {
  const { resources } = await client.listResources();
  const names = resources.map((page) => page.name);
  for (const name of ['agents/SKILL.md', 'reasons.md', 'checks/shared-bank-conflict.md'])
    assert.ok(names.includes(name), name);
  for (const { uri, title } of resources) {
    const { contents } = await client.readResource({ uri });
    assert.ok(contents[0].text.includes(title));
  }
  await assert.rejects(client.readResource({ uri: 'banklint://docs/no.md' }), /no page/);
});

test('what is wrong with a call is told', async () => {
  const wrong = [
    [{}, /'path' is missing/],
    [{ path: 3 }, /'path' is a string/],
    [{ path: 'column.cu', block: [1] }, /'block' is an array of strings/],
    [{ path: 'column.cu', blok: '1' }, /has no argument 'blok'; it takes path, text/],
    [{ path: 'column.cu', block: '0' }, /block shape '0' has an extent of 0/],
    [{ path: 'none.cu' }, /none\.cu/],
    [{ path: '--fix' }, /\.\/--fix/],
  ];
  for (const [args, message] of wrong) {
    const { text, isError } = await call('check', args);
    assert.equal(isError, true, text);
    assert.match(text, message);
  }
  await assert.rejects(client.callTool({ name: 'nothing', arguments: {} }), /unknown tool 'nothing'/);
  assert.equal(fs.readFileSync(path.join(folder, 'column.cu'), 'utf8'), Column);
});

test('an answer is bounded, and says what is left out', async () => {
  let source = '';
  for (let i = 0; i < 200; ++i)
    source += Column.replaceAll('column', `column${i}`).replaceAll('run', `run${i}`);
  const whole = await call('check', { text: source });
  assert.match(whole.text, /and 180 other findings; /);
  assert.ok(whole.text.length <= 16384, whole.text.length);
  assert.match(whole.text, /200 findings .*400 accesses in 200 kernels/);
  const listed = await call('list_accesses', { text: source });
  assert.match(listed.text, /\d+ lines left out; name a file or a kernel/);
  assert.ok(listed.text.length <= 16384, listed.text.length);
  const small = await connect(['--max-answer=4096']);
  assert.ok((await call('check', { text: source }, small)).text.length <= 4096);
  await small.close();
});

/** A source that takes long to analyze: its constants are. */
const Slow = `template <int N> struct Sum { static constexpr int Value = Sum<N - 1>::Value + Sum<N - 2>::Value; };
constexpr long count(long n) { long c = 0; for (long i = 0; i < n; ++i) c += i ^ n; return c; }
__global__ void k(float *p) {
  __shared__ float s[32];
  constexpr long a = count(400000), b = count(400001), c = count(400002), d = count(400003);
  p[threadIdx.x] = s[(a + b + c + d + threadIdx.x) % 32];
}
`;

test('a call that takes too long is stopped', async () => {
  const quick = await connect(['--time-limit=1']);
  const source = Slow;
  const { text, isError } = await call('check', {
    text: source, compile_options: ['-fconstexpr-steps=2000000000'],
  }, quick);
  assert.equal(isError, true);
  assert.match(text, /stopped after 1 s/);
  assert.match((await call('check', { path: 'column.cu' }, quick)).text, /1 finding/);
  await quick.close();
});

test('a time limit may be long', async () => {
  const patient = await connect(['--time-limit=4294967']);
  assert.match((await call('check', { path: 'column.cu' }, patient)).text, /1 finding/);
  await patient.close();
});

test('a cancelled call makes room for the next', async () => {
  const abort = new AbortController();
  const first = client.callTool(
    { name: 'check', arguments: { text: Slow, compile_options: ['-fconstexpr-steps=2000000000'] } },
    undefined, { signal: abort.signal });
  setTimeout(() => abort.abort('no more'), 200);
  await assert.rejects(first, /no more/);
  const begin = Date.now();
  assert.match((await call('check', { path: 'column.cu' })).text, /1 finding/);
  assert.ok(Date.now() - begin < 20000);
});

test('answers what was asked before the input ends', () => {
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '1999-01-01' } },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'check', arguments: { path: 'column.cu' } } },
    { jsonrpc: '2.0', id: 'p', method: 'ping' },
    { jsonrpc: '2.0', id: 4, method: 'no/such' },
  ].map((line) => JSON.stringify(line));
  lines.push('{"jsonrpc":', '[]', '');
  const { stdout, status } = spawnSync(Server, { cwd: folder, input: lines.join('\n') });
  assert.equal(status, 0);
  const answers = stdout.toString().trim().split('\n').map((line) => JSON.parse(line));
  const byId = (id) => answers.find((answer) => answer.id === id);
  // It names the newest version that it has, and the client decides.
  assert.equal(byId(1).result.protocolVersion, '2025-11-25');
  assert.match(byId(2).result.content[0].text, /1 finding/);
  assert.deepEqual(byId('p').result, {});
  assert.equal(byId(4).error.code, -32601);
  assert.deepEqual(answers.filter((answer) => answer.id === null).map((answer) => answer.error.code), [-32700, -32600]);
});

test('ends when nobody reads, and ends what it started', async () => {
  const server = spawn(Server, { cwd: folder });
  server.stdin.write(JSON.stringify({
    jsonrpc: '2.0', id: 1, method: 'tools/call',
    params: { name: 'check', arguments: { text: Slow, compile_options: ['-fconstexpr-steps=2000000000'] } },
  }) + '\n');
  await new Promise((resolve) => setTimeout(resolve, 300));
  const children = () => fs.readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim();
  const child = children();
  assert.notEqual(child, '');
  server.kill('SIGKILL');
  await new Promise((resolve) => server.on('exit', resolve));
  for (let i = 0; i < 50 && fs.existsSync(`/proc/${child}`); ++i)
    await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(!fs.existsSync(`/proc/${child}`));
});

test('bad usage', () => {
  const run = (...args) => spawnSync(Server, args, { encoding: 'utf8' });
  assert.equal(run('--time-limit=0').status, 2);
  const missing = run('--banklint=/nowhere');
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /cannot execute '\/nowhere'/);
  assert.equal(run('--help').status, 0);
});
