//===- request.ts - A request, bank by bank -------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/** One warp's execution of one instruction, as in `audit.requests`. */
export interface Request {
  operation: string;
  /** Bytes of a lane. */
  bytes: number;
  /** The byte address of each lane; null: the lane is inactive. */
  addresses: (number | null)[];
  /** The lanes of each phase, as hexadecimal masks; empty if it is not known. */
  parts: string[];
  /** Whether a bank serves lanes one by one, and not words. */
  per_lane: boolean;
  wavefronts: number;
  ideal: number;
  ways: number;
}

/** A word that a lane needs from a bank. */
export interface Cell {
  lane: number;
  bank: number;
  /** The number of the word: its byte address divided by 4. */
  word: number;
  /** This is the turn-th word (or lane) that the bank serves; from 1 on. */
  turn: number;
}

/** What the hardware serves at once: a phase of the request. */
export interface Part {
  lanes: number[];
  cells: Cell[];
  /** For each bank, the words (or lanes) that it serves one after another. */
  depths: number[];
}

export interface Banks {
  /** All lanes in one part if the phases are not known. */
  parts: Part[];
  /** False: neither turns nor depths mean anything. */
  hasPhases: boolean;
  /** Whether the wavefronts are what the depths of the phases add up to. */
  addsUp: boolean;
  inactive: number[];
}

export const BANKS = 32;
const WORD_BYTES = 4;

function lanesOf(mask: string): number[] {
  const bits = parseInt(mask, 16);
  const lanes: number[] = [];
  for (let lane = 0; lane < 32; ++lane) {
    if ((bits >>> lane) & 1) lanes.push(lane);
  }
  return lanes;
}

function partOf(request: Request, lanes: number[]): Part {
  // What a bank serves, in the order in which the lanes ask for it.
  const served: number[][] = Array.from({ length: BANKS }, () => []);
  const cells: Cell[] = [];
  for (const lane of lanes) {
    const address = request.addresses[lane];
    if (address === null || address === undefined) continue;
    const last = Math.floor((address + request.bytes - 1) / WORD_BYTES);
    for (let word = Math.floor(address / WORD_BYTES); word <= last; ++word) {
      // An access outside of its array may be before the first word.
      const bank = ((word % BANKS) + BANKS) % BANKS;
      const queue = served[bank]!;
      const item = request.per_lane ? lane : word;
      if (!queue.includes(item)) queue.push(item);
      cells.push({ lane, bank, word, turn: queue.indexOf(item) + 1 });
    }
  }
  return { lanes, cells, depths: served.map((queue) => queue.length) };
}

/** Distributes the lanes of the request over the banks. */
export function banksOf(request: Request): Banks {
  const active = (lane: number) =>
    request.addresses[lane] !== null && request.addresses[lane] !== undefined;
  const hasPhases = request.parts.length > 0;
  const masks = hasPhases ? request.parts : ["ffffffff"];
  const parts = masks
    .map((mask) => partOf(request, lanesOf(mask).filter(active)))
    .filter((part) => part.lanes.length > 0);
  const lanes = Array.from({ length: 32 }, (_, lane) => lane);
  const sum = parts.reduce((all, part) => all + Math.max(...part.depths), 0);
  return {
    parts,
    hasPhases,
    addsUp: sum === request.wavefronts,
    inactive: lanes.filter((lane) => !active(lane)),
  };
}

/** Depths share a color by powers of two: 1, 2, 3-4, 5-8, 9-16, 17-32. */
export function levelOf(depth: number): number {
  return depth === 0 ? 0 : Math.min(6, 1 + Math.ceil(Math.log2(depth)));
}

/** "lane 3", "lanes 0-7, 12". */
export function spellLanes(lanes: number[]): string {
  const ranges: string[] = [];
  for (let i = 0; i < lanes.length; ) {
    let end = i;
    while (lanes[end + 1] === lanes[end]! + 1) ++end;
    ranges.push(i === end ? `${lanes[i]}` : `${lanes[i]}–${lanes[end]}`);
    i = end + 1;
  }
  return (lanes.length === 1 ? "lane " : "lanes ") + ranges.join(", ");
}

/** "1 word", "3 lanes". */
export function count(n: number, noun: string): string {
  return `${n.toLocaleString("en-US")} ${noun}${n === 1 ? "" : "s"}`;
}

/** The drawing in a sentence. */
export function describe(request: Request): string {
  const noun = request.per_lane ? "lane" : "word";
  const cost = `${count(request.wavefronts, "wavefront")}, ideal ${request.ideal}`;
  const head = `${request.operation} of ${count(request.bytes, "byte")} a lane: ${cost}.`;
  const banks = banksOf(request);
  if (!banks.hasPhases) return `${head} Its phases are not known.`;
  const worst = banks.parts.map((part) => {
    const depth = Math.max(...part.depths);
    const first = part.depths.indexOf(depth);
    const times = part.depths.filter((other) => other === depth).length;
    const others = times > 1 ? ` and ${count(times - 1, "other bank")}` : "";
    const verb = times > 1 ? "serve" : "serves";
    return `${spellLanes(part.lanes)}: bank ${first}${others} ${verb} ${count(depth, noun)}`;
  });
  return `${head} ${worst.join("; ")}.`;
}
