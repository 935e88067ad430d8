//===- many.mjs - Reports of thousands of findings ------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { emptyReport, finding, finish } from "./document.mjs";
import { Requests } from "./requests.mjs";

/** The same numbers in each run: a linear congruential generator. */
function generator(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const WORDS = [
  "attention",
  "gather",
  "reduce",
  "scan",
  "conv",
  "norm",
  "pool",
  "sort",
  "mma",
  "halo",
  "embed",
  "quant",
];
const CHECKS = [
  "shared-bank-conflict",
  "shared-bank-conflict",
  "shared-bank-conflict",
  "shared-atomic-contention",
  "shared-possible-bank-conflict",
  "shared-needless-padding",
];
const FIXES = ["automatic", "suggested", "described", "none"];

function lineOf(random) {
  const name = WORDS[random(WORDS.length)];
  return `  ${name}_${random(100)} = ${WORDS[random(WORDS.length)]}[(threadIdx.y + ${random(64)}) * ${random(512)} + threadIdx.x * ${1 + random(33)}];`;
}

function mapsOf(random, requests, hasFix) {
  const rounds = random(4) === 0 ? 8 : 1;
  const stride = 1 + random(64);
  const of = (stride, label, fix) => ({
    label,
    fix,
    rounds: Array.from({ length: rounds }, (_, i) => ({
      warp: 0,
      loops: rounds > 1 ? [["i", i]] : [],
      request: requests.add("load", 4, (lane) => 4 * (lane * stride * (i + 1))),
    })),
  });
  return hasFix
    ? [of(stride, "as written", null), of(1, "with the fix: pad the last extent", 0)]
    : [of(stride, "as written", null)];
}

function fixesOf(random, name, file, line, saves) {
  if (name === "none") return [];
  const fix = {
    description: "pad the last extent to 33",
    safe: name === "automatic",
    class: name,
    saves,
  };
  fix.reason = "every use of 'tile' is understood";
  if (name === "described") return [{ ...fix, edits: [], diff: [] }];
  const [before, after] = [32, 33].map((extent) => `  __shared__ float tile[${line}][${extent}];`);
  return [
    {
      ...fix,
      edits: [{ file, offset: random(20000), length: 2, text: "33" }],
      diff: [{ file, line: line - 5, before: [before], after: [after] }],
    },
  ];
}

function one(random, requests) {
  const [a, b, c] = [WORDS[random(12)], WORDS[random(12)], random(40)];
  const file = `src/${a}/${b}/${a}_${b}_${c}.cu`;
  const line = 10 + random(900);
  const ideal = 8 << random(6);
  const wavefronts = ideal * (2 << random(5));
  const fix = FIXES[random(4)];
  const check = CHECKS[random(CHECKS.length)];
  return finding({
    check,
    file,
    line,
    column: 3 + random(20),
    function: `${a}_${b}`,
    array: "tile",
    fingerprint: random(2 ** 32).toString(16),
    message: `load of 'tile[threadIdx.x][${random(64)}]' takes ${wavefronts} wavefronts per block instead of ${ideal}: ${wavefronts / ideal}-way shared-memory bank conflict`,
    notes: [
      {
        file,
        line,
        column: 3,
        message: `in warp 0, lanes 0-31 each need a different word of bank ${random(32)}`,
      },
      {
        file,
        line: line - 5,
        column: 20,
        message: "'tile' is declared here with a row pitch of 128 bytes",
      },
    ],
    fixes: fixesOf(random, fix, file, line, wavefronts - ideal),
    cost: {
      wavefronts,
      ideal,
      per_block: true,
      possible: check.includes("possible"),
      bound: random(3) === 0,
    },
    launch: {
      kernel: `${a}_${b}_${c}<${random(4)}>`,
      block: [32, 8, 1],
      grid: [64, 64, 1],
      origin: "launch-site",
      file,
      line: line + 50,
    },
    lost: { wavefronts: (wavefronts - ideal) * (1 + random(4096)), per: "launch" },
    excerpt: { first: line - 3, lines: Array.from({ length: 7 }, () => lineOf(random)) },
    maps: mapsOf(random, requests, fix !== "none"),
  });
}

/** A report of so many findings, to measure the page with. */
export function many(count, seed = 1) {
  const random = generator(seed);
  const report = emptyReport();
  const requests = new Requests();
  report.findings = Array.from({ length: count }, () => one(random, requests));
  report.audit.requests = requests.list;
  report.audit.units = count;
  report.summary = {
    accesses: 4 * count,
    exact: 3 * count,
    upper_bound: count / 2,
    depends: 0,
    unknown: count / 2,
    conflicting: count,
  };
  finish(report);
  report.files = report.audit.totals.files.map(({ file }) => ({
    file,
    status: "analyzed",
    parse_errors: 0,
    missing_headers: [],
    lost_shared: [],
  }));
  return report;
}
