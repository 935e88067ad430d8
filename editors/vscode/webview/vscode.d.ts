//===- vscode.d.ts - What a panel's page is given -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

declare function acquireVsCodeApi(): { postMessage(message: "ready"): void };
