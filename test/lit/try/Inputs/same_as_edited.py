#!/usr/bin/env python3
#===- same_as_edited.py - Is a trial what the edited source costs? --------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""same_as_edited.py BANKLINT SOURCE OPTION...

Runs `banklint try SOURCE OPTION...`, edits the source as each row says, analyzes
the edited source with the row's block, and compares: wavefronts, ideal, ways,
shared memory and how many accesses have each result. In SOURCE, arrays to pad
are declared as `name[...][extent]`, constants as `#define NAME value`. Prints the
number of rows; 1 if one differs."""

import json
import os
import re
import subprocess
import sys
import tempfile


def run(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return json.loads(result.stdout)


def edited(source, row):
    for name, value in row["constants"].items():
        source, count = re.subn(
            rf"(#define {name} )\S+", lambda m: m[1] + value, source
        )
        assert count == 1, name
    for name, elements in row["padding"].items():
        source, count = re.subn(
            rf"(__shared__.*\b{name}(\[[^\]]*\])+\[)([^\]]*)\];",
            lambda m: f"{m[1]}({m[3]}) + {elements}];",
            source,
        )
        assert count == 1, name
    return source


def figures(report, kernel):
    (launch,) = [
        launch
        for k in report["kernels"]
        if k["name"] == kernel
        for launch in k["launches"]
    ]
    accesses = launch["accesses"]
    totals = [access["block_total"] for access in accesses]
    count = lambda result: sum(access["result"] == result for access in accesses)
    shared = launch["shared_bytes"]
    return {
        "wavefronts": sum(t["wavefronts"] for t in totals) if all(totals) else None,
        "ideal_wavefronts": sum(t["ideal"] for t in totals) if all(totals) else None,
        "complete": all(totals),
        "ways": max((a["worst"] or {"ways": 1})["ways"] for a in accesses),
        "shared_bytes": shared["static"] + (shared["dynamic"] or 0),
        "accesses": {
            "exact": count("exact"),
            "upper_bound": count("upper-bound"),
            "depends": count("depends"),
            "unknown": count("unknown"),
        },
    }


def main():
    banklint, path, *options = sys.argv[1:]
    with open(path) as file:
        source = file.read()
    trials = run(banklint, "try", path, "--format=json", *options)["trials"]
    assert trials
    differ = False
    for row in trials:
        with tempfile.TemporaryDirectory() as folder:
            copy = os.path.join(folder, "edited.cu")
            with open(copy, "w") as file:
                file.write(edited(source, row))
            block = ",".join(map(str, row["block"]))
            report = run(banklint, "--format=json", f"--block-dim={block}", copy)
        for name, value in figures(report, row["kernel"]).items():
            if value is not None and row[name] != value:
                print(f"{row}: {name} is {value} in the edited source")
                differ = True
    print(f"{len(trials)} rows")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
