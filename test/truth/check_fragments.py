#!/usr/bin/env python3
#===- check_fragments.py - Matrix fragments against measurements ----------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Analyzes a kernel for each measured fragment access and compares.

The kernels are written here, one for each row: one warp, one array, one
load_matrix_sync or store_matrix_sync. All accesses that banklint finds in a
kernel must be exact, and their wavefronts must add up to the measured ones.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile

MIN_ROWS = 800

HEAD = """#include <mma.h>
using namespace nvcuda::wmma;
"""
KERNEL = """__global__ void row{number}() {{
  __shared__ __align__(1024) unsigned char bytes[45056];
  {storage} *start = ({storage} *)(bytes + {base_bytes});
  fragment<{use}, {m}, {n}, {k}, {element}{layout_argument}> f;
  {call};
}}
"""


def kernel(number, row):
    is_accumulator = row["use"] == "accumulator"
    storage = "float" if row["element"] == "precision::tf32" else row["element"]
    order = f", mem_{row['layout']}_major" if is_accumulator else ""
    if row["access"] == "store":
        call = f"store_matrix_sync(start, f, {row['leading']}{order})"
    else:
        call = f"load_matrix_sync(f, start, {row['leading']}{order})"
    layout_argument = "" if is_accumulator else f", {row['layout']}_major"
    return KERNEL.format(
        number=number, storage=storage, layout_argument=layout_argument, call=call, **row
    )


def read_table(path):
    with open(path, encoding="utf-8") as table:
        rows = list(csv.DictReader((l for l in table if l[0] != "#"), delimiter="\t"))
    if len(rows) < MIN_ROWS:
        sys.exit(f"{path} has {len(rows)} rows; expected at least {MIN_ROWS}")
    return rows


def analyze(banklint, rows):
    """The accesses of each row's kernel."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "fragments.cu")
        with open(path, "w", encoding="utf-8") as source:
            source.write(HEAD)
            for number, row in enumerate(rows):
                source.write(kernel(number, row))
        command = [banklint, "--format=json", "--arch=sm_90", "--block-dim=32", path]
        result = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if result.returncode not in (0, 1):
        sys.exit(f"{banklint} ended with status {result.returncode}")
    return {
        kernel["name"]: kernel["launches"][0]["accesses"]
        for kernel in json.loads(result.stdout)["kernels"]
    }


def problem(row, accesses):
    """What is wrong with the answer, or None."""
    if not accesses:
        return "no access found"
    inexact = [a for a in accesses if a["result"] != "exact" or not a["block_total"]]
    if inexact:
        return f"answered as {inexact[0]['result']}: {inexact[0]['reason']}"
    predicted = sum(a["block_total"]["wavefronts"] for a in accesses)
    if predicted != int(row["wavefronts"]):
        return f"predicted {predicted}, measured {row['wavefronts']}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--banklint", required=True, help="the built banklint")
    parser.add_argument("--table", required=True, help="the measured fragments")
    options = parser.parse_args()
    rows = read_table(options.table)
    answers = analyze(options.banklint, rows)
    wrong = 0
    for number, row in enumerate(rows):
        text = problem(row, answers.get(f"row{number}", []))
        if text:
            wrong += 1
            print(" ".join(list(row.values())[:9]) + f": {text}")
    print(f"{len(rows)} rows, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
