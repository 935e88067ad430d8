//===- bankMap.ts - The answer to banklint/bankMap ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { LayoutMap } from "../../../lib/Output/Html/src/bankmap/Rounds";
import type { Request } from "../../../lib/Output/Html/src/bankmap/request";

/** As lib/Lsp/BankMapAnswer.cpp writes it; null where there is no access. */
export interface BankMapAnswer {
  title: string;
  /** Empty: the addresses are not known. */
  maps: LayoutMap[];
  requests: Request[];
}

/** What the panel shows. */
export type PanelState =
  | { kind: "answer"; answer: BankMapAnswer }
  | { kind: "message"; text: string };
