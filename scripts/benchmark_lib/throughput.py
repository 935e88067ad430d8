#===- throughput.py - Statements executed per second ----------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs test/benchmark, if it was built."""

import json
import subprocess

from benchmark_lib.costs import Section, built_beside, fail, not_built, table

PROGRAM = "InterpreterBenchmark"


def run_program(program, repetitions):
    """The median of the statements per second by name."""
    command = [
        *(program, "--benchmark_format=json", "--benchmark_min_time=0.2"),
        f"--benchmark_repetitions={repetitions}",
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"{program}: exit status {done.returncode}: {done.stderr.strip()}")
    medians = {}
    for result in json.loads(done.stdout)["benchmarks"]:
        name = result["run_name"].partition("/")[2]
        if result.get("error_occurred"):
            fail(f"{program}: {name}: {result['error_message']}")
        if result.get("aggregate_name") == "median":
            medians[name] = result["items_per_second"]
    return medians


def describe_throughput(options):
    program = built_beside(options, PROGRAM)
    if not program:
        return not_built("The throughput of the interpreter is not measured", PROGRAM)
    # Google Benchmark computes no median of one repetition.
    medians = run_program(str(program), max(options.rounds, 2))
    rows = [
        (name, f"{rate / 1e6:.2f} million", f"{1e9 / rate:.0f} ns")
        for name, rate in medians.items()
    ]
    return Section(
        "\nThe interpreter where nothing is skipped: statements of warps, by the "
        "median of the processor time. The loads are judged as well.\n\n"
        + table(("program", "statements per second", "each"), rows)
    )
