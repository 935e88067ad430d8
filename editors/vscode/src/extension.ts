//===- extension.ts - Where the extension begins --------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import * as vscode from "vscode";
import { isCuda } from "./documents";
import { BankMapPanel } from "./panel";
import { Server } from "./server";

let server: Server | undefined;

async function applySettings(event: vscode.ConfigurationChangeEvent): Promise<void> {
  if (!event.affectsConfiguration("banklint")) return;
  const isOfProcess = ["banklint.server", "banklint.enable"].some((name) =>
    event.affectsConfiguration(name),
  );
  await (isOfProcess ? server?.restart() : server?.tellOfSettings());
}

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("banklint", { log: true });
  const own = (server = new Server(context.extensionUri, log));
  const panel = new BankMapPanel(context.extensionUri, own, context.subscriptions);

  // Most files of C and C++ are no business of the server, so it may never start.
  const waiting: vscode.Disposable[] = [];
  function startFor(document: vscode.TextDocument): void {
    if (!isCuda(document)) return;
    waiting.splice(0).forEach((each) => each.dispose());
    void own.start();
  }
  waiting.push(
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.workspace.onDidChangeTextDocument((event) => startFor(event.document)),
  );
  vscode.workspace.textDocuments.forEach(startFor);

  context.subscriptions.push(
    log,
    ...waiting,
    vscode.workspace.onDidChangeConfiguration(applySettings),
    vscode.commands.registerCommand("banklint.showBankMap", async () => {
      panel.show();
      await own.start();
      panel.show();
    }),
    vscode.commands.registerCommand("banklint.restart", () => own.restart()),
    vscode.commands.registerCommand("banklint.showLog", () => log.show()),
  );
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
