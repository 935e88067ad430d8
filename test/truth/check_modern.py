#===- check_modern.py - CuTe programs against a GPU's counters ------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Compares what banklint says of the programs of a folder with the sums of
wavefronts that were measured, its measured.tsv.

A unit is an operation of a launch. The instances of a kernel have names of their
own for nvcc and for Clang, so a unit is compared with all instances of that block
and grid, and is
  right  if all accesses of one are exact, and their totals, or the wavefronts
         per ideal where there are none, are what was measured;
  open   if some access of one is a bound, depends or is unknown;
  missing if no access with that operation was found;
  wrong  else.
Fails if one is wrong or missing, or fewer than --min-right percent are right.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

OPERATIONS = {
    "LDS": "load",
    "STS": "store",
    "LDSM": "matrix-load",
    "STSM": "matrix-store",
    "LDGSTS": "async-copy",
}


def read_units(table):
    """Wavefronts and ideal by file, kernel, block, grid, operation."""
    units = collections.OrderedDict()
    for line in table.read_text().splitlines():
        if line.startswith("#"):
            continue
        file, kernel, block, grid, op, _, _, wavefronts, ideal = line.split("\t")
        key = (file, kernel, block, grid, OPERATIONS[op])
        known = units.setdefault(key, [0, 0])
        known[0] += int(wavefronts)
        known[1] += int(ideal)
    return units


def base_name(kernel):
    return re.sub(r"^void ", "", kernel).split("<")[0].split("(")[0]


def report_of(banklint, source, cutlass):
    done = subprocess.run(
        [banklint, "--format=json", "--cuda-headers=builtin", source, "--"]
        + ["-std=c++17", f"-I{cutlass}/include"],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{source.name}: {done.stderr}")
    return json.loads(done.stdout)


def accesses_by_instance(report, kernel, block, grid):
    """The accesses of each instance and launch with that block and grid."""
    for instance in report["kernels"]:
        if base_name(instance["name"]) != base_name(kernel):
            continue
        for launch in instance["launches"]:
            shape = [",".join(map(str, launch[key] or [])) for key in ("block", "grid")]
            if shape == [block, grid]:
                yield launch["accesses"]


def result_of(accesses, wavefronts, ideal):
    if any(access["result"] != "exact" for access in accesses):
        return "open"
    for total in ("grid_total", "block_total"):
        sums = [access[total] for access in accesses]
        if not all(sums):
            continue
        own = sum(each["wavefronts"] for each in sums)
        own_ideal = sum(each["ideal"] for each in sums)
        # Blocks at an edge may do less.
        if own * ideal == wavefronts * own_ideal:
            return "right"
        return "wrong" if total == "grid_total" else "open"
    return "open"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--banklint", required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--cutlass", type=pathlib.Path, required=True)
    parser.add_argument("--min-right", type=float, required=True)
    options = parser.parse_args()
    if not (options.cutlass / "include/cute/tensor.hpp").exists():
        sys.exit(f"{options.cutlass}: no checkout of CUTLASS")
    reports = {}
    counts = collections.Counter()
    for key, measured in read_units(options.folder / "measured.tsv").items():
        file, kernel, block, grid, operation = key
        if file not in reports:
            reports[file] = report_of(
                options.banklint, options.folder / file, options.cutlass
            )
        results = set()
        for accesses in accesses_by_instance(reports[file], kernel, block, grid):
            own = [each for each in accesses if each["operation"].startswith(operation)]
            if own:
                results.add(result_of(own, *measured))
        best = next((r for r in ("right", "open", "wrong") if r in results), None)
        result = best or "missing"
        counts[result] += 1
        if result != "right":
            print(f"{result}: {file} {operation} {measured} {kernel[:60]}")
    percent = 100 * counts["right"] / counts.total()
    bad = counts["wrong"] + counts["missing"]
    print(f"{counts.total()} units, {percent:.1f} % right, {bad} wrong or missing")
    return bad != 0 or percent < options.min_right


if __name__ == "__main__":
    sys.exit(main())
