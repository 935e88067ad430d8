//===- types.ts - The audit's JSON document -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { Request } from "../bankmap/request";
import type { LayoutMap } from "../bankmap/Rounds";

/** A location; all three are null if there is none. */
export interface Place {
  file: string | null;
  line: number | null;
  column: number | null;
}

export interface Note extends Place {
  message: string;
  detail?: boolean;
  /** The line of its place. */
  source?: string;
}

export interface Edit {
  file: string;
  /** Bytes of the file. */
  offset: number;
  length: number;
  text: string;
}

/** Adjacent lines of a file before and after a fix. */
export interface Hunk {
  file: string;
  /** The number of the first line. */
  line: number;
  before: string[];
  after: string[];
}

export interface Fix {
  description: string;
  class: "automatic" | "suggested" | "described";
  reason: string;
  edits: Edit[];
  /** Wavefronts of a block. */
  saves?: number | null;
  diff?: Hunk[];
}

export interface Cost {
  wavefronts: number;
  ideal: number;
  /** False: of the worst request. */
  per_block: boolean;
  possible: boolean;
  bound: boolean;
  reason?: string | null;
}

export interface Launch {
  kernel: string;
  block: number[];
  grid: number[] | null;
  origin: string;
  file: string | null;
  line: number | null;
}

/** What lost wavefronts are counted for. */
export type Per = "launch" | "block" | "request";

export interface Lost {
  wavefronts: number;
  per: Per;
  /** What a launch loses, with guesses for what is not known. */
  estimate: number;
  /** How long that takes in the shared-memory pipelines of the GPU. */
  nanoseconds?: number | null;
}

export interface Measured {
  wavefronts: number;
  ideal: number;
  launches: number;
}

export interface Finding {
  check: string;
  severity: string;
  file: string | null;
  line: number | null;
  column: number | null;
  message: string;
  notes: Note[];
  fixes: Fix[];
  function?: string | null;
  array?: string | null;
  fingerprint?: string | null;
  other_places?: Place[];
  cost?: Cost | null;
  launch?: Launch | null;
  lost?: Lost | null;
  excerpt?: { first: number; lines: string[]; file?: string } | null;
  maps?: LayoutMap[];
  measured?: Measured | null;
}

export interface FileEntry {
  file: string;
  status: "analyzed" | "no-shared-memory" | "failed";
  reason?: string;
  included_by?: string;
  parse_errors?: number;
  parse_error_messages?: string[];
  missing_headers?: string[];
  lost_shared?: string[];
}

export interface KernelTotal {
  name: string;
  file: string;
  line: number;
  findings: number;
  lost: number;
  /** Whether grids or counts in it are guessed. */
  estimated?: boolean;
  per: Per;
  /** Indexes of the findings about its accesses. */
  finding_numbers?: number[];
}

export interface FileTotal {
  file: string;
  findings: number;
  lost: number;
  /** Whether grids or counts in it are guessed. */
  estimated?: boolean;
  accesses: number;
  unknown: number;
  bound: number;
}

export interface FolderTotal {
  folder: string;
  findings: number;
  lost: number;
  /** Whether grids or counts in it are guessed. */
  estimated?: boolean;
  files: number;
}

export interface Unknown {
  result: string;
  reason: string;
  accesses: number;
  example?: { file: string; line: number; column: number; text: string } | null;
}

/** What would let the analysis know more. */
export interface Lesson {
  kind: string;
  subject: string;
  file?: string | null;
  line?: number | null;
  accesses: number;
  text: string;
}

export interface Disagreement {
  file: string;
  line: number;
  operation?: string;
  kernel?: string;
  predicted: number;
  /** Whether no more than what is predicted was expected. */
  bound?: boolean;
  measured: number;
  text: string;
}

export interface Profile {
  launches: number;
  /** Lines whose predictions were compared. */
  compared?: number;
  disagreements: Disagreement[];
}

/** A finding of either of two reports. */
export type Brief = Pick<Finding, "file" | "line" | "column" | "check" | "message" | "fingerprint">;

/** How many accesses of a kernel have each result. */
export type Results = Record<string, number>;

/** What differs from an older report. */
export interface Comparison {
  new: Brief[];
  fixed: Brief[];
  suppressed: Brief[];
  /** Gone, but maybe only from sight. */
  not_known: { finding: Brief; reason: string }[];
  changed: { old: Brief; new: Brief }[];
  kernels: { file: string; name: string; old: Results; new: Results }[];
}

/** What all findings lose, each in one launch of its kernel. */
export interface LostSum {
  wavefronts: number;
  /** Whether grids or counts in it are guessed. */
  estimated: boolean;
  /** Whether findings that may lose less are in it. */
  bound: boolean;
  nanoseconds: number | null;
}

/** On which wavefronts are stated as time. */
export interface Gpu {
  name: string;
  multiprocessors: number;
  clock_mhz: number;
  source: string;
}

export interface Architecture {
  /** Whether its rules were measured, and not those of another one. */
  measured: boolean;
  source: string;
  gpu: Gpu | null;
}

export interface Audit {
  /** The name of the project. */
  title?: string;
  commit?: string;
  command?: string;
  date?: string;
  architecture?: Architecture;
  lost?: LostSum;
  requests: Request[];
  shard: { index: number; count: number; digest: string } | null;
  /** False: interrupted, or units are missing. */
  complete: boolean;
  units: number;
  cached: number;
  totals: { kernels: KernelTotal[]; files: FileTotal[]; folders: FolderTotal[] };
  /** Indexes of findings, the best to fix first. */
  ranking: number[];
  unknown: Unknown[];
  lessons: Lesson[];
  comparison?: Comparison | null;
}

export interface Summary {
  accesses: number;
  exact: number;
  upper_bound: number;
  depends: number;
  unknown: number;
  conflicting: number;
}

/** The document; docs/json-report.md describes it. */
export interface Report {
  format: number;
  tool: { name: string; version: string };
  arch: string;
  files: FileEntry[];
  findings: Finding[];
  suppressed?: Finding[];
  outside_lines?: number;
  in_system_headers?: number;
  summary: Summary;
  profile?: Profile | null;
  audit: Audit;
}
