//===- main.tsx - Shows the bank calculator -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { render } from "preact";
import { Calculator } from "./Calculator";
import { loadModel } from "./model";

const root = document.getElementById("calculator")!;
loadModel(document.getElementById("banks-wasm")?.textContent ?? "")
  .then((model) => {
    root.textContent = "";
    render(<Calculator model={model} />, root);
  })
  .catch((error: unknown) => {
    root.textContent = `The calculator cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
  });
