//===- client.js - A client of the language server ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts the server that BANKLINT_LSP names and speaks to it by means of
// vscode-jsonrpc, as VS Code does.
//
//===----------------------------------------------------------------------===//

'use strict';

const childProcess = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const url = require('node:url');
const rpc = require('vscode-jsonrpc/node');

const PROGRAM = process.env.BANKLINT_LSP;
if (!PROGRAM)
  throw new Error('BANKLINT_LSP is not set');
const PATIENCE_MS = 30000;

// A kernel whose load conflicts 32 ways; `pad` makes it go away.
const TRANSPOSE = `__global__ void transpose(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void run(float *out) { transpose<<<1, dim3(32, 8)>>>(out); }
`;

const CAPABILITIES = {
  window: { workDoneProgress: true },
  workspace: {
    configuration: false,
    workspaceEdit: { documentChanges: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  textDocument: {
    publishDiagnostics: {
      relatedInformation: true,
      codeDescriptionSupport: true,
      dataSupport: true,
      versionSupport: true,
    },
  },
};

class Folder {
  constructor() {
    this.path = fs.realpathSync(
        fs.mkdtempSync(path.join(os.tmpdir(), 'banklint-lsp-')));
  }
  file(name) { return path.join(this.path, name); }
  uri(name) { return url.pathToFileURL(this.file(name)).href; }
  write(name, text) {
    fs.mkdirSync(path.dirname(this.file(name)), { recursive: true });
    fs.writeFileSync(this.file(name), text);
    return this.uri(name);
  }
  remove() { fs.rmSync(this.path, { recursive: true, force: true }); }
}

class Client {
  constructor() {
    this.process = childProcess.spawn(PROGRAM, [], { stdio: 'pipe' });
    this.errors = '';
    this.process.stderr.on('data', text => { this.errors += text; });
    this.ended = new Promise(resolve =>
        this.process.on('exit', (code, signal) => resolve({ code, signal })));
    this.process.stdin.on('error', () => {});
    this.connection = rpc.createMessageConnection(
        new rpc.StreamMessageReader(this.process.stdout),
        new rpc.StreamMessageWriter(this.process.stdin));
    this.published = [];
    this.notifications = [];
    this.waiting = [];
    this.registered = [];
    this.configuration = {};
    this.connection.onNotification((method, params) => {
      this.notifications.push({ method, params });
      if (method === 'textDocument/publishDiagnostics')
        this.published.push(params);
      this.wake();
    });
    this.connection.onUnhandledProgress(params => {
      this.notifications.push({ method: '$/progress', params });
      this.wake();
    });
    this.connection.onRequest((method, params) => {
      if (method === 'client/registerCapability')
        this.registered.push(...params.registrations);
      setImmediate(() => this.wake());
      if (method === 'workspace/configuration')
        return params.items.map(() => this.configuration);
      return null;
    });
    this.connection.onError(() => {});
    this.connection.listen();
  }

  wake() {
    this.waiting = this.waiting.filter(one => !one());
  }

  // The first value of `find` that is not undefined.
  until(find, what) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() =>
          reject(new Error(`no ${what}; stderr: ${this.errors}`)), PATIENCE_MS);
      const attempt = () => {
        const found = find();
        if (found === undefined)
          return false;
        clearTimeout(timer);
        resolve(found);
        return true;
      };
      if (!attempt())
        this.waiting.push(attempt);
    });
  }

  async initialize(options = {}) {
    const result = await this.request('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: CAPABILITIES,
      ...options,
    });
    this.notify('initialized', {});
    return result;
  }

  request(method, params, token) {
    // An argument that is undefined counts as one.
    const given = [params, token].filter(one => one !== undefined);
    return this.connection.sendRequest(method, ...given);
  }
  notify(method, params) {
    return this.connection.sendNotification(method, params);
  }

  open(uri, text, version = 1, languageId = 'cuda-cpp') {
    this.notify('textDocument/didOpen',
                { textDocument: { uri, languageId, version, text } });
  }
  change(uri, version, ...contentChanges) {
    this.notify('textDocument/didChange',
                { textDocument: { uri, version }, contentChanges });
  }
  close(uri) {
    this.notify('textDocument/didClose', { textDocument: { uri } });
  }

  diagnostics(uri, version) {
    return this.until(() => this.published.find(
        one => one.uri === uri &&
               (version === undefined || one.version === version))
        ?.diagnostics, `diagnostics of version ${version}`);
  }
  status(state) {
    return this.until(() => this.notifications.find(
        one => one.method === 'banklint/status' &&
               one.params.state === state)?.params, `status ${state}`);
  }
  message(pattern) {
    return this.until(() => this.notifications.find(
        one => one.method === 'window/showMessage' &&
               pattern.test(one.params.message))?.params, `message ${pattern}`);
  }

  async stop() {
    await this.request('shutdown');
    this.notify('exit');
    return this.ended;
  }
}

// The text after the edits of a WorkspaceEdit to one document.
function apply(text, edits) {
  const lines = text.split('\n');
  const offset = at => lines.slice(0, at.line).join('\n').length +
                       (at.line > 0 ? 1 : 0) + at.character;
  const sorted = [...edits].sort(
      (a, b) => offset(b.range.start) - offset(a.range.start));
  for (const edit of sorted)
    text = text.slice(0, offset(edit.range.start)) + edit.newText +
           text.slice(offset(edit.range.end));
  return text;
}

// The processes below `pid`, transitively.
function descendants(pid) {
  let found;
  try {
    found = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  } catch {
    return [];
  }
  const own = found.trim().split(/\s+/).filter(Boolean).map(Number);
  return own.concat(...own.map(descendants));
}

const isAlive = pid => {
  try {
    // A zombie is not alive.
    return !/\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

async function gone(pids) {
  for (let i = 0; i < 200 && pids.some(isAlive); ++i)
    await sleep(50);
  return !pids.some(isAlive);
}

module.exports = { Client, Folder, TRANSPOSE, CAPABILITIES, PROGRAM, apply,
                   descendants, gone, isAlive, sleep, rpc };
