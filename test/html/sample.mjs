//===- sample.mjs - A report of a small project ---------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { emptyReport, finding, finish } from "./document.mjs";
import { findingsOf, HOSTILE } from "./findings.mjs";
import { Requests } from "./requests.mjs";

const FILES = [
  {
    file: "third_party/legacy/old.cu",
    status: "failed",
    reason: "cannot read: no such file",
    parse_errors: 0,
    missing_headers: [],
    lost_shared: [],
  },
  {
    file: "src/experimental/mma.cu",
    status: "failed",
    reason: "the time limit of 60 s was reached",
    parse_errors: 0,
    missing_headers: [],
    lost_shared: [],
  },
  {
    file: "src/comm/allreduce.cu",
    status: "analyzed",
    parse_errors: 3,
    missing_headers: ["nccl.h"],
    lost_shared: ["src/comm/allreduce.cu:40"],
    parse_error_messages: [
      "src/comm/allreduce.cu:5:10: 'nccl.h' file not found",
      "src/comm/allreduce.cu:12:3: unknown type name 'ncclComm_t'",
      HOSTILE,
    ],
  },
  {
    file: "src/linalg/part.cu",
    status: "failed",
    reason: "2 parse errors, and no kernel that uses shared memory was found",
    included_by: "src/main.cu",
    parse_errors: 2,
    missing_headers: [],
    lost_shared: [],
  },
  {
    file: "src/main.cu",
    status: "no-shared-memory",
    parse_errors: 0,
    missing_headers: [],
    lost_shared: [],
  },
];

const UNKNOWN = [
  {
    result: "unknown",
    reason: "data-dependent-index",
    accesses: 14,
    example: {
      file: "src/stats/histogram.cu",
      line: 30,
      column: 5,
      text: "loaded from 'index'",
    },
  },
  {
    result: "upper-bound",
    reason: "unknown-condition",
    accesses: 31,
    example: {
      file: "src/sparse/spmv.cu",
      line: 61,
      column: 7,
      text: "'row < n' is not known",
    },
  },
  {
    result: "depends",
    reason: "uniform-unknown",
    accesses: 8,
    example: {
      file: "src/sparse/spmv.cu",
      line: 55,
      column: 10,
      text: "'stride' comes from a parameter",
    },
  },
  {
    result: "unknown",
    reason: "parse-error",
    accesses: 8,
    example: { file: "src/comm/allreduce.cu", line: 40, column: 3, text: HOSTILE },
  },
];

const LESSONS = [
  {
    kind: "missing-launch",
    subject: "softmaxRows",
    file: "src/nn/attention/softmax_kernel.cu",
    line: 90,
    accesses: 17,
    text: "no launch of 'softmaxRows' was found; state its block in an annotation",
  },
  {
    kind: "missing-header",
    subject: "nccl.h",
    file: "src/comm/allreduce.cu",
    line: 5,
    accesses: 8,
    text: "'nccl.h' was not found; add its directory to the compile commands",
  },
];

const brief = ({ file, line, column, check, message, fingerprint }) => ({
  file,
  line,
  column,
  check,
  message,
  fingerprint,
});

/** Adds what differs from an older report. */
export function compared(report) {
  report.findings.forEach((entry, index) => (entry.fingerprint = `print${index}`));
  const [first, second] = report.findings.map(brief);
  const old = (message) => ({
    ...first,
    file: "src/old.cu",
    line: 7,
    message,
    fingerprint: "gone",
  });
  report.audit.comparison = {
    new: [first],
    fixed: [old("it was fixed"), { ...old(HOSTILE), line: 8 }],
    suppressed: [old("it was accepted")],
    not_known: [{ finding: old("who knows"), reason: "'src/old.cu' was not analyzed" }],
    changed: [{ old: { ...second, message: "two ways" }, new: second }],
    kernels: [
      {
        file: "src/old.cu",
        name: "scan<256>",
        old: { exact: 9 },
        new: { exact: 7, unknown: 2 },
      },
    ],
  };
  return report;
}

function gaps(report) {
  report.files.push(
    ...report.audit.totals.files.map(({ file }) => ({
      file,
      status: "analyzed",
      parse_errors: 0,
      missing_headers: [],
      lost_shared: [],
    })),
    ...FILES,
  );
  report.summary = {
    accesses: 412,
    exact: 351,
    upper_bound: 31,
    depends: 8,
    unknown: 22,
    conflicting: 20,
  };
  report.suppressed = [finding({ file: "src/main.cu", line: 1, column: 1, message: "accepted" })];
  report.profile = {
    launches: 14,
    compared: 61,
    disagreements: [
      {
        file: "src/fft/radix4.cu",
        line: 201,
        operation: "load",
        kernel: "radix4<256>",
        predicted: 512,
        measured: 640,
        bound: false,
        text: "the profile has another launch, with a block of 320x1x1",
      },
    ],
  };
  Object.assign(report.audit, {
    title: "tensorkit",
    commit: "5f3a09c1d27e4b8896aa0c14e2b7d3f95c80e611",
    date: "2026-11-28 19:01 UTC",
    command: "banklint audit -p build --html=audit.html",
    units: 96,
    cached: 71,
    unknown: UNKNOWN,
    lessons: LESSONS,
  });
  return report;
}

/** The sample that people look at. */
export function sample() {
  const report = emptyReport();
  const requests = new Requests();
  report.findings = findingsOf(requests);
  report.audit.requests = requests.list;
  return gaps(finish(report));
}
