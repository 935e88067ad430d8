#!/usr/bin/env python3
#===- truth.py - The oracle against measured kernels ----------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Checks the oracle itself: what it records of whole programs must cost what
hardware counters showed, line by line.

Exact source semantics without any merging of neighbours explain 98.6 % of the
measured lines; where they do not, the compiler merged accesses, so that the
hardware needed less. Exit status 1 if fewer lines are right, or if any line
needed more on hardware than here.
"""

import argparse
import collections
import fractions
import os
import sys

from oracle import Oracle

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../truth"))
from score import APART, measured_lines, normal_name, read_table  # noqa: E402


def recorded_lines(launches, path):
    """By (number of the launch, line, operation): its name, block and sums."""
    lines = {}
    for number, launch in enumerate(launches):
        if launch["failure"]:
            sys.exit(f"{path}: {launch['kernel']}: {launch['failure']}")
        for access in launch["accesses"]:
            line = access["sites"][-1][1]
            key = (number, line, access["operation"])
            sums = lines.setdefault(key, (launch, collections.Counter()))[1]
            sums.update(access["total"])
    return lines


def outcome_of(measured, key, lines):
    _, number, kernel, block, line, kind = key
    launch, sums = lines.get((number, line, kind), (None, None))
    if launch is None:
        return "MISSING"
    if normal_name(launch["kernel"])[0] != normal_name(kernel)[0]:
        return "OTHER KERNEL"
    if tuple(launch["block"]) != block:
        return "OTHER BLOCK"
    if sums["wavefronts"] == measured["wavefronts"]:
        return "totals"
    for field in ("ideal", "requests"):
        if measured[field] and fractions.Fraction(
            sums["wavefronts"], sums[field]
        ) == fractions.Fraction(measured["wavefronts"], measured[field]):
            return "ratio"
    return "less" if measured["wavefronts"] < sums["wavefronts"] else "MORE"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--compiler", default="clang++-19")
    parser.add_argument("--table", required=True)
    parser.add_argument("--sources", required=True)
    parser.add_argument("--min-right", type=float, default=98.5, metavar="PERCENT")
    options = parser.parse_args()
    oracle = Oracle(options.build, options.compiler, blocks=0)
    count, lines = collections.Counter(), {}
    for key, measured in measured_lines(read_table(options.table)).items():
        name = key[0]
        notes = {note.split(":")[0] for note in measured["notes"]}
        if notes & set(APART) or measured["wavefronts"] == 0:
            continue
        if name not in lines:
            path = os.path.join(options.sources, name)
            with open(path, encoding="utf-8") as file:
                lines[name] = recorded_lines(oracle.run(file.read(), path), path)
        outcome = outcome_of(measured, key, lines[name])
        count[outcome] += 1
        if outcome not in ("totals", "ratio"):
            print(f"{outcome} {name}:{key[4]} {key[5]} of {key[2]}: {measured}")
    total = sum(count.values())
    right = count["totals"] + count["ratio"]
    print(f"lines {total}: " + ", ".join(f"{k} {v}" for k, v in sorted(count.items())))
    print(f"right {100 * right / total:.1f} %")
    is_good = right + count["less"] == total
    sys.exit(0 if is_good and 100 * right >= options.min_right * total else 1)


if __name__ == "__main__":
    main()
