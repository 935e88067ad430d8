//===- requests.mjs - Requests with their wavefronts ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Straight from docs/hardware-model.md, for addresses that the samples make up.
//
//===----------------------------------------------------------------------===//

const PARTS = {
  4: ["ffffffff"],
  8: ["ffff", "ffff0000"],
  16: ["ff", "ff00", "ff0000", "ff000000"],
};

/** The largest number of words, or lanes, that a bank serves in the phase. */
function depthOf(addresses, bytes, mask, perLane) {
  const banks = new Map();
  for (const [lane, address] of addresses.entries()) {
    if (address === null || !((parseInt(mask, 16) >>> lane) & 1)) continue;
    for (let word = address >> 2; word <= (address + bytes - 1) >> 2; ++word) {
      const items = banks.get(word % 32) ?? new Set();
      banks.set(word % 32, items.add(perLane ? lane : word));
    }
  }
  return Math.max(0, ...[...banks.values()].map((items) => items.size));
}

/** A request of audit.requests; `address` gives the bytes of a lane, or null. */
export function request(operation, bytes, address, perLane = false) {
  const addresses = Array.from({ length: 32 }, (_, lane) => address(lane));
  const parts = PARTS[bytes].filter((mask) =>
    addresses.some((at, lane) => at !== null && (parseInt(mask, 16) >>> lane) & 1),
  );
  const depths = parts.map((mask) => depthOf(addresses, bytes, mask, perLane));
  return {
    operation,
    bytes,
    addresses,
    parts,
    per_lane: perLane,
    wavefronts: depths.reduce((sum, depth) => sum + depth, 0),
    ideal: parts.length,
    ways: Math.max(...depths),
  };
}

/** The same where the phases, and so the cost by banks, are not known. */
export function withoutPhases(made) {
  return { ...made, parts: [], wavefronts: 9 };
}

/** The requests of a document, each once. */
export class Requests {
  list = [];
  #numbers = new Map();

  /** The index of the request. */
  add(...what) {
    const made = request(...what);
    const key = JSON.stringify(made);
    if (!this.#numbers.has(key)) {
      this.#numbers.set(key, this.list.length);
      this.list.push(made);
    }
    return this.#numbers.get(key);
  }
}
