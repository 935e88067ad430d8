//===- server.ts - The language server's process --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { homedir } from "node:os";
import * as vscode from "vscode";
import { DidOpenTextDocumentNotification, LanguageClient } from "vscode-languageclient/node";
import { checkProgram } from "./check";
import { onlyCuda, SELECTOR } from "./documents";
import { findProgram, PROGRAM } from "./find";
import { settingsForServer } from "./settings";

/** Where README.md says how to get the server. */
const HELP = "the-server";

const settings = () => vscode.workspace.getConfiguration("banklint");

async function showProblem(extension: vscode.Uri, problem: string): Promise<void> {
  const open = "Open Settings";
  const help = "How to Install";
  const chosen = await vscode.window.showErrorMessage(`banklint: ${problem}`, open, help);
  if (chosen === open) {
    // The user's settings hide those of the machine where the code is.
    const command = `workbench.action.open${vscode.env.remoteName ? "Remote" : ""}Settings`;
    await vscode.commands.executeCommand(command, { query: "banklint.server" });
  } else if (chosen === help) {
    // Packing makes README.md this.
    const page = vscode.Uri.joinPath(extension, "readme.md").with({ fragment: HELP });
    await vscode.commands.executeCommand("markdown.showPreview", page);
  }
}

/** Starts and stops the server. Starts and stops follow one another. */
export class Server {
  private client: LanguageClient | undefined;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly extension: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** The client of a server that runs. */
  get running(): LanguageClient | undefined {
    return this.client?.isRunning() ? this.client : undefined;
  }

  /** Does nothing if the server has been started. */
  start(): Promise<void> {
    return this.enqueue(async () => {
      if (!this.client) await this.startNow();
    });
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.stopNow());
  }

  /** Has the server ask for its settings. */
  async tellOfSettings(): Promise<void> {
    await this.running?.sendNotification("workspace/didChangeConfiguration", { settings: null });
  }

  private enqueue(task: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(task).catch((error: unknown) => {
      this.log.error(String(error));
    });
    return this.queue;
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose();
  }

  private fail(problem: string): void {
    this.log.error(problem);
    // Waits for the user: not to be waited for.
    void showProblem(this.extension, problem);
  }

  private async startNow(): Promise<void> {
    if (!settings().get("enable", true)) return this.log.info("banklint.enable is false");
    const named = settings().get("server.path", "");
    const program = await findProgram(named, {
      home: homedir(),
      workspace: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
      path: process.env["PATH"] ?? "",
    });
    if (!program) {
      return this.fail(
        named
          ? `there is no program '${named}', which the setting banklint.server.path names.`
          : `the language server ${PROGRAM} was not found in PATH.`,
      );
    }
    const { version, problem } = await checkProgram(program);
    if (problem) return this.fail(problem);
    this.log.info(`starting ${program}, version ${version}`);
    this.client = this.makeClient(program);
    await this.client.start();
  }

  private makeClient(program: string): LanguageClient {
    const args = settings().get<string[]>("server.args", []);
    const client: LanguageClient = new LanguageClient(
      "banklint",
      "banklint",
      { command: program, args },
      {
        documentSelector: SELECTOR,
        outputChannel: this.log,
        initializationOptions: settingsForServer(settings()),
        middleware: {
          ...onlyCuda(async (document) => {
            const feature = client.getFeature(DidOpenTextDocumentNotification.method);
            await feature.getProvider(document)?.send(document);
          }),
          workspace: {
            configuration: async (params, token, next) => {
              const answer = await next(params, token);
              return Array.isArray(answer) ? answer.map(settingsForServer) : answer;
            },
          },
        },
      },
    );
    return client;
  }
}
