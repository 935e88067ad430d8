//===- panel.ts - The bank map of the access under the cursor -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { BankMapAnswer, PanelState } from "./bankMap";
import { isCuda } from "./documents";
import { pageOf } from "./page";
import type { Server } from "./server";

/** Moving the cursor through a file asks for what it rests on only. */
const REST_MS = 150;

const message = (text: string): PanelState => ({ kind: "message", text });

/** A panel beside the editor, which follows the cursor. */
export class BankMapPanel {
  private panel: vscode.WebviewPanel | undefined;
  private state: PanelState = message("");
  private timer: NodeJS.Timeout | undefined;
  private asked: vscode.CancellationTokenSource | undefined;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly server: Server,
    subscriptions: vscode.Disposable[],
  ) {
    subscriptions.push(
      vscode.window.onDidChangeTextEditorSelection(() => this.updateSoon()),
      vscode.window.onDidChangeActiveTextEditor(() => this.updateSoon()),
      vscode.workspace.onDidChangeTextDocument(() => this.updateSoon()),
      { dispose: () => this.panel?.dispose() },
    );
  }

  show(): void {
    if (!this.panel) this.panel = this.makePanel();
    this.panel.reveal(vscode.ViewColumn.Beside, /*preserveFocus=*/ true);
    this.updateSoon();
  }

  private makePanel(): vscode.WebviewPanel {
    const folder = vscode.Uri.joinPath(this.extension, "dist");
    const panel = vscode.window.createWebviewPanel(
      "banklint.bankMap",
      "Bank Map",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [folder] },
    );
    const uriOf = (name: string) =>
      panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    // The page is made anew whenever it was hidden, and then says so.
    panel.webview.onDidReceiveMessage(() => panel.webview.postMessage(this.state));
    panel.onDidDispose(() => {
      clearTimeout(this.timer);
      this.panel = undefined;
    });
    panel.webview.html = pageOf({
      source: panel.webview.cspSource,
      script: uriOf("panel.js"),
      style: uriOf("panel.css"),
      nonce: randomBytes(16).toString("base64"),
    });
    return panel;
  }

  private updateSoon(): void {
    if (!this.panel) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), REST_MS);
  }

  private async update(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    // The panel itself has the focus: it goes on to show what it showed.
    if (!editor) return;
    this.asked?.cancel();
    const asked = (this.asked = new vscode.CancellationTokenSource());
    const state = await this.stateAt(editor, asked.token);
    if (!state || asked.token.isCancellationRequested) return;
    this.state = state;
    await this.panel?.webview.postMessage(state);
  }

  /** What to show for the cursor of `editor`; undefined: what is shown stays. */
  private async stateAt(
    editor: vscode.TextEditor,
    token: vscode.CancellationToken,
  ): Promise<PanelState | undefined> {
    const { document, selection } = editor;
    if (!isCuda(document)) return message("This file is not CUDA code.");
    const client = this.server.running;
    if (!client) return message("The language server does not run; the log says why.");
    const { code2ProtocolConverter: code } = client;
    try {
      const answer = await client.sendRequest<BankMapAnswer | null>(
        "banklint/bankMap",
        {
          textDocument: code.asTextDocumentIdentifier(document),
          position: code.asPosition(selection.active),
        },
        token,
      );
      if (!answer) return message("Put the cursor on an access to shared memory.");
      return { kind: "answer", answer };
    } catch (error) {
      // An edit made the request void, and asks again.
      if (token.isCancellationRequested) return undefined;
      return message(error instanceof Error ? error.message : String(error));
    }
  }
}
