#===- costs.py - What commands cost ---------------------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs commands and compares their costs, round by round."""

import collections
import os
import pathlib
import statistics
import subprocess
import sys
import time

Cost = collections.namedtuple("Cost", "status cpu wall megabytes")
# The rounds' costs of one file or command.
Rounds = collections.namedtuple("Rounds", "name clang banklint again")
# A part of the page, and its rows of the table of goals.
Section = collections.namedtuple("Section", "text goals", defaults=[()])


def fail(message):
    sys.exit(f"benchmark: {message}")


def run(command, directory, output=subprocess.DEVNULL):
    """The cost of running a command, children included."""
    start = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=directory,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.DEVNULL,
    )
    _, wait_status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    # Else Popen would look for a child that is gone.
    process.returncode = os.waitstatus_to_exitcode(wait_status)
    cpu = usage.ru_utime + usage.ru_stime
    return Cost(process.returncode, cpu, wall, usage.ru_maxrss / 1024)


def run_rounds(name, clang, banklint, directory, rounds):
    """The rounds of the two commands."""
    costs = Rounds(name, [], [], [])
    for _ in range(rounds):
        costs.clang.append(run(clang, directory))
        costs.banklint.append(run(banklint, directory))
        costs.again.append(run(clang, directory))
    return costs


def ratio(costs, base, what="cpu"):
    # What is too short for the kernel's clock counts as a microsecond.
    pairs = zip(costs, base)
    return statistics.median(
        max(getattr(a, what), 1e-6) / max(getattr(b, what), 1e-6) for a, b in pairs
    )


def ratio_of(costs):
    return ratio(costs.banklint, costs.clang)


def middle(costs, what="cpu"):
    return statistics.median(getattr(cost, what) for cost in costs)


def built_beside(options, program):
    """The path of a program of test/benchmark, or None if it was not built."""
    path = pathlib.Path(options.banklint).with_name(program)
    return path if path.is_file() else None


def not_built(what, program):
    return Section(
        f"\n{what}: {program} was not built (`-DBANKLINT_BUILD_BENCHMARKS=ON`).\n"
    )


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "| --- " * len(header) + "|"]
    lines += ["| " + " | ".join(str(value) for value in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


HEADER = (
    *("file", "clang", "banklint", "ratio", "by the clock", "clang to itself"),
    *("memory: clang", "banklint"),
)


def row_of(costs):
    """A row below HEADER."""
    return (
        costs.name,
        f"{1000 * middle(costs.clang):.1f} ms",
        f"{1000 * middle(costs.banklint):.1f} ms",
        f"{ratio_of(costs):.2f}",
        f"{ratio(costs.banklint, costs.clang, 'wall'):.2f}",
        f"{ratio(costs.again, costs.clang):.2f}",
        f"{middle(costs.clang, 'megabytes'):.0f} MB",
        f"{middle(costs.banklint, 'megabytes'):.0f} MB",
    )
