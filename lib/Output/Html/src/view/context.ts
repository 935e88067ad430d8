//===- context.ts - What all views look at --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Navigation } from "../data/address";
import type { Paths } from "../data/paths";
import type { Row } from "../data/rows";
import type { Report } from "../data/types";

export interface Shown extends Navigation {
  report: Report;
  /** Of all files of the report. */
  paths: Paths;
  /** All findings, in the order of the ranking. */
  rows: Row[];
  /** Those that pass the filters, as sorted. */
  selected: Row[];
}

export const ShownContext = createContext<Shown | null>(null);

/** What the page shows: every view below App may ask for it. */
export function useShown(): Shown {
  return useContext(ShownContext)!;
}
