//===- document.mjs - The frame of sample reports -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/** A document without findings; tests fill in what they need. */
export function emptyReport() {
  return {
    format: 1,
    tool: { name: "banklint", version: "0.1.0" },
    arch: "sm_90",
    files: [],
    kernels: [],
    findings: [],
    suppressed: [],
    outside_lines: 0,
    in_system_headers: 0,
    profile: null,
    summary: { accesses: 0, exact: 0, upper_bound: 0, depends: 0, unknown: 0, conflicting: 0 },
    audit: {
      architecture: {
        measured: true,
        source: "access rules measured on an H200",
        gpu: { name: "H200", multiprocessors: 132, clock_mhz: 1980, source: "nvidia-smi" },
      },
      lost: { wavefronts: 0, estimated: false, bound: false, nanoseconds: 0 },
      requests: [],
      shard: null,
      complete: true,
      units: 0,
      cached: 0,
      totals: { kernels: [], files: [], folders: [] },
      ranking: [],
      unknown: [],
      lessons: [],
    },
  };
}

export function finding(given) {
  return {
    check: "shared-bank-conflict",
    severity: "warning",
    file: null,
    line: null,
    column: null,
    message: "",
    notes: [],
    fixes: [],
    function: null,
    array: null,
    fingerprint: null,
    other_places: [],
    cost: null,
    launch: null,
    lost: null,
    excerpt: null,
    maps: [],
    measured: null,
    ...given,
  };
}

function addTo(map, key, made, lost) {
  const entry = map.get(key) ?? made;
  ++entry.findings;
  entry.lost += lost;
  map.set(key, entry);
  return entry;
}

/** What stands in for blocks and warps that are not known. */
const GUESSES = { launch: 1, block: 128, request: 1024 };

/** Ranks the findings and sums them up, as the audit does. */
export function finish(report) {
  const { findings, audit } = report;
  for (const { lost } of findings) {
    if (!lost) continue;
    lost.estimate ??= lost.wavefronts * GUESSES[lost.per];
    lost.nanoseconds ??= Math.round(lost.estimate / 128 / 1.98);
  }
  const lostOf = (entry) => entry.lost?.estimate ?? 0;
  audit.ranking = findings
    .map((_, index) => index)
    .sort((a, b) => lostOf(findings[b]) - lostOf(findings[a]) || a - b);
  const lost = findings.map((entry) => entry.lost ?? { per: "launch", nanoseconds: 0 });
  audit.lost = {
    wavefronts: findings.reduce((sum, entry) => sum + lostOf(entry), 0),
    estimated: lost.some(({ per }) => per !== "launch"),
    bound: findings.some(({ cost }) => cost?.bound || cost?.possible),
    nanoseconds: lost.reduce((sum, { nanoseconds }) => sum + nanoseconds, 0),
  };
  const kernels = new Map();
  const files = new Map();
  const folders = new Map();
  findings.forEach((entry, index) => {
    const { file, line, launch } = entry;
    const name = launch?.kernel ?? entry.function ?? "";
    addTo(
      kernels,
      `${file} ${name}`,
      { name, file, line, findings: 0, lost: 0, per: "launch", finding_numbers: [] },
      lostOf(entry),
    ).finding_numbers.push(index);
    const isNew = !files.has(file);
    addTo(
      files,
      file,
      { file, findings: 0, lost: 0, accesses: 9, unknown: 0, bound: 0 },
      lostOf(entry),
    );
    const folder = file.slice(0, file.lastIndexOf("/"));
    addTo(folders, folder, { folder, findings: 0, lost: 0, files: 0 }, lostOf(entry)).files += isNew
      ? 1
      : 0;
  });
  const sorted = (map) => [...map.values()].sort((a, b) => b.lost - a.lost);
  audit.totals = { kernels: sorted(kernels), files: sorted(files), folders: sorted(folders) };
  return report;
}
