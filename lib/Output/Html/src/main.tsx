//===- main.tsx - Shows the report that is in the page --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { render } from "preact";
import { decode } from "./data/decode";
import { App } from "./view/App";

async function start(root: HTMLElement) {
  const data = document.getElementById("report-data");
  const report = await decode(data?.textContent ?? "");
  // The text is as large as the page; the objects are enough from here on.
  data?.remove();
  root.textContent = "";
  render(<App report={report} />, root);
  // test/html reads how long it took until the first picture.
  requestAnimationFrame(() => setTimeout(() => performance.mark("banklint-shown")));
}

const root = document.getElementById("report")!;
start(root).catch((error: unknown) => {
  root.textContent = `The report cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
});
