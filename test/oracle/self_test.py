#!/usr/bin/env python3
#===- self_test.py - The comparison notices what is wrong -----------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs a small file, and changes true reports of it into false ones: each must
be refused. A reduction must keep what fails and nothing else."""

import argparse
import copy
import sys
import tempfile

from compare import analyze, compare
from conditions import refutes
from generator import make_kernels
from oracle import Oracle, rewrite
from reduce import reduced

SOURCE = """
__global__ void k(float *out, const int *in) {
  __shared__ volatile float s[2048];
  __shared__ int counts[64];
  __shared__ float4 vectors[64];
  int t = threadIdx.x;
  s[t * 2] = 1;
  for (int i = t; i < 48; i += 32)
    s[i] = 1;
  if (in[t] > 3)
    s[t * 8] = 1;
  atomicAdd(&counts[t], 2);
  float4 v = vectors[t];
  out[t] = s[t * 32] + counts[t] + v.y * v.z;
}
void launch(float *out, const int *in) { k<<<2, 64>>>(out, in); }
"""
REWRITTEN = {
    "k<<<1, 2>>>(a)": "oracle::Launch(1, 2)->*[&] { k(a); }",
    "n::k<A<1>, 2><<<g(1), dim3(2, 3), n>>>(f(a),\n b)": "oracle::Launch(g(1), "
    "dim3(2, 3), n)->*[&] { n::k<A<1>, 2>(f(a),\n b); }",
    "extern __shared__ int s[]": "extern __oracle_dynamic__ int s[]",
    "__shared__ int s[1]; extern int t;": "__shared__ int s[1]; extern int t;",
    "a << b; c >> d": "a << b; c >> d",
}


# Condition, value of n, wavefronts; whether they contradict each other.
CONDITIONS = [
    ("n % 32 == 0: 32 wavefronts; n % 4 == 1 or n % 4 == 2: at most 2; otherwise: 1", 64, 32, False),
    ("n % 32 == 0: 32 wavefronts; n % 4 == 1 or n % 4 == 2: at most 2; otherwise: 1", 64, 1, True),
    ("n % 32 == 0: 32 wavefronts; n % 4 == 1 or n % 4 == 2: at most 2; otherwise: 1", 5, 1, False),
    ("n % 32 == 0: 32 wavefronts; n % 4 == 1 or n % 4 == 2: at most 2; otherwise: 1", 5, 3, True),
    ("n % 32 == 0: 32 wavefronts; n % 4 == 1 or n % 4 == 2: at most 2; otherwise: 1", 7, 2, True),
    ("n != 0: 3 wavefronts (ideal 2); n == 0: 1 (ideal 1)", 0, 1, False),
    ("n != 0: 3 wavefronts (ideal 2); n == 0: 1 (ideal 1)", 0, 3, True),
    ("5 of 32 values of n % 32: at most 2 wavefronts; otherwise: 1", 0, 9, False),
]


def lies(report):
    """Reports with one access that is told wrong, and what was done to it."""
    accesses = report["kernels"][0]["launches"][0]["accesses"]
    for i, access in enumerate(accesses):
        if access["result"] == "exact":
            for key, field in (("worst", "wavefronts"), ("worst", "ways")) + (
                (("block_total", "requests"), ("block_total", "wavefronts"))
                if access["block_total"]
                else ()
            ):
                for step in -1, 1:
                    lie = copy.deepcopy(report)
                    its = lie["kernels"][0]["launches"][0]["accesses"][i]
                    its[key][field] += step
                    yield f"{access['line']}: {key} {field} {step:+}", lie
        if access["result"] == "upper-bound":
            lie = copy.deepcopy(report)
            its = lie["kernels"][0]["launches"][0]["accesses"][i]
            its["worst"] = {"wavefronts": 1, "ideal": 1, "ways": 1}
            yield f"{access['line']}: no conflict at most", lie
        lie = copy.deepcopy(report)
        del lie["kernels"][0]["launches"][0]["accesses"][i]
        yield f"{access['line']}: {access['operation']} left out", lie
        lie = copy.deepcopy(report)
        again = copy.deepcopy(access)
        again["line"] = 2
        lie["kernels"][0]["launches"][0]["accesses"].append(again)
        if access["block_total"]:
            yield f"{access['line']}: told twice", lie


def check_reports(oracle, banklint):
    with tempfile.NamedTemporaryFile("w", suffix=".cu", encoding="utf-8") as file:
        file.write(SOURCE)
        file.flush()
        report = analyze(banklint, file.name)
        launches = oracle.run(SOURCE, file.name)
    wrong, count = compare(report, launches)
    if wrong or count["launches"] != 1 or not count["exact"] or not count["upper-bound"]:
        yield f"the true report is refused: {wrong}, {dict(count)}"
    for what, lie in lies(report):
        if not compare(lie, launches)[0]:
            yield f"not noticed: {what}"


def check_reduction():
    kernel = next(k for k in make_kernels("self-test", 50) if "__shfl_sync" in k.text())
    small = reduced(kernel, lambda k: "__shfl_sync" in k.text(), limit=5000)
    if len(small.body) != 1 or small.helpers or "__shfl_sync" not in small.text():
        yield f"not reduced to one statement:\n{small.text()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--banklint", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--compiler", default="clang++-19")
    options = parser.parse_args()
    failures = [
        f"'{text}' is rewritten to '{rewrite(text)}'"
        for text, wanted in REWRITTEN.items()
        if rewrite(text) != wanted
    ]
    failures += [
        f"'{condition}' with {value}: {wavefronts} wavefronts judged wrongly"
        for condition, value, wavefronts, is_wrong in CONDITIONS
        if refutes(condition, {"n": [value]}, wavefronts) != is_wrong
    ]
    failures += check_reduction()
    failures += check_reports(Oracle(options.build, options.compiler), options.banklint)
    sys.exit("\n".join(failures) or 0)


if __name__ == "__main__":
    main()
